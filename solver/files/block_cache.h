/* SPDX-License-Identifier: MIT */
/* A cache of blocks of one size, in bounded memory, for several threads.
 *
 * Seven blocks share a set, a key has two sets; where both are full, a block not asked for lately makes room.
 */
#ifndef SOLVER_BLOCK_CACHE_H
#define SOLVER_BLOCK_CACHE_H

#include <stddef.h>
#include <stdint.h>

typedef struct BlockCache BlockCache;

/* bytes: of memory in all, less where there is less, at least room for one set; block: bytes, a multiple of 64. NULL: no
 * memory. */
BlockCache *block_cache_open(uint64_t bytes, size_t block);
void block_cache_close(BlockCache *cache); /* NULL is allowed */

/* Copies `size` bytes from `offset` of a block. 0, or -1: it is not there. Keys are any but 0. */
int block_cache_get(BlockCache *cache, uint64_t key, size_t offset, void *out, size_t size);

void block_cache_put(BlockCache *cache, uint64_t key, const void *block);

#endif
