/* SPDX-License-Identifier: MIT */
/* Compiled device programs kept between runs.
 *
 * The folder is $TABULEIRO_CACHE ("off": no cache), else $XDG_CACHE_HOME/tabuleiro, else ~/.cache/tabuleiro.
 * An entry is written under another name and renamed, and carries a checksum. The cache only saves time:
 * whatever is wrong with it is silently a miss.
 */
#ifndef HOST_PROGRAM_CACHE_H
#define HOST_PROGRAM_CACHE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char text[33]; /* hexadecimal */
} ProgramKey;

/* The XXH3-128 of everything that the program depends on: a program text and a few strings. */
ProgramKey program_key(const void *source, size_t source_size, const char *const *strings, int string_count);

/* True: *data (to be freed by the caller) is the program stored under the key. */
bool program_cache_load(const ProgramKey *key, void **data, size_t *size);

void program_cache_store(const ProgramKey *key, const void *data, size_t size);

#endif
