/* SPDX-License-Identifier: MIT */
/* A table's file that is opened when it is first asked for. */
#ifndef SOLVER_TABLE_PART_H
#define SOLVER_TABLE_PART_H

#include "table_file.h"

#include <pthread.h>
#include <stdatomic.h>

/* Zero to begin with, but for `there`. */
typedef struct {
    int there;        /* its name is in the folder */
    atomic_int ready; /* 0: not looked at yet; else 1 + the ProbeStatus of opening it */
    TableFile file;
    char error[PROBER_ERROR];
} TablePart;

/* The file can be decoded, or why not; any threads. A file that could not be opened is not tried again, unless memory
 * was short. loading: guards the opening of all parts of a folder. blocks: as many as the material has. */
ProbeStatus table_part_open(TablePart *part, pthread_mutex_t *loading, const char *directory, TableId id,
                            int metrics, u32 blocks, char error[PROBER_ERROR]);

/* 1: opened before, without asking for a lock. */
static inline int table_part_is_open(TablePart *part)
{
    return atomic_load_explicit(&part->ready, memory_order_acquire) == 1 + PROBE_DONE;
}

void table_part_close(TablePart *part);

#endif
