/* SPDX-License-Identifier: MIT */
#include "table_part.h"

#include <stdio.h>
#include <string.h>

static const char *kind_of_file(int metrics)
{
    switch (metrics) {
    case PROBE_WDL: return "results (.wdl)";
    case PROBE_DTZ: return "distances to zeroing (.dtz)";
    case PROBE_DTM: return "distances to mate (.dtm)";
    default: return "distances to the win (.dtw)";
    }
}

static ProbeStatus open_file(TablePart *part, const char *directory, TableId id, int metrics, u32 blocks)
{
    if (!part->there) {
        snprintf(part->error, PROBER_ERROR, "no %s of %s in %.160s", kind_of_file(metrics), id.material,
                 directory);
        return PROBE_NO_TABLE;
    }
    ProbeStatus status = table_file_open(&part->file, directory, id, metrics, part->error);
    if (status != PROBE_DONE) return status;
    status = table_file_read_sections(&part->file, blocks, part->error);
    if (status != PROBE_DONE) table_file_close(&part->file);
    return status;
}

ProbeStatus table_part_open(TablePart *part, pthread_mutex_t *loading, const char *directory, TableId id,
                            int metrics, u32 blocks, char error[PROBER_ERROR])
{
    int ready = atomic_load_explicit(&part->ready, memory_order_acquire);
    if (!ready) {
        pthread_mutex_lock(loading);
        ready = atomic_load(&part->ready);
        if (!ready) {
            ready = 1 + (int)open_file(part, directory, id, metrics, blocks);
            if (ready != 1 + PROBE_MEMORY) atomic_store_explicit(&part->ready, ready, memory_order_release);
            else memcpy(error, part->error, PROBER_ERROR);
        }
        pthread_mutex_unlock(loading);
    }
    if (ready != 1 + PROBE_DONE && ready != 1 + PROBE_MEMORY) memcpy(error, part->error, PROBER_ERROR);
    return (ProbeStatus)(ready - 1);
}

void table_part_close(TablePart *part)
{
    if (table_part_is_open(part)) table_file_close(&part->file);
}
