/* SPDX-License-Identifier: MIT */
/* A pool of threads that share a loop.
 *
 *   Workers *workers = workers_open(threads);            NULL: no memory or no threads
 *   workers_run(workers, blocks, 16, treat, user);       treat(user, first, end, worker), pieces of 16
 *   workers_close(workers);
 *
 * The caller is one of the threads. One thread at a time uses a pool.
 */
#ifndef SOLVER_WORKERS_H
#define SOLVER_WORKERS_H

#include <stdint.h>

typedef struct Workers Workers;
typedef void WorkersPiece(void *user, uint64_t first, uint64_t end, int worker);

/* threads: 1 or more. */
Workers *workers_open(int threads);
void workers_close(Workers *workers); /* NULL is allowed */
int workers_count(const Workers *workers);

/* Calls `piece` for all of 0 to count - 1, in pieces of at most `size`; returns when all is done. */
void workers_run(Workers *workers, uint64_t count, uint64_t size, WorkersPiece *piece, void *user);

#endif
