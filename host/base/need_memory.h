/* SPDX-License-Identifier: MIT */
/* Memory without which a count would be wrong. */
#ifndef HOST_NEED_MEMORY_H
#define HOST_NEED_MEMORY_H

#include <stdlib.h>
#include <unistd.h>

/* Some megabytes for a position with hundreds of thousands of captures: waits until they are there. */
static inline void *need_memory(size_t bytes)
{
    void *memory;
    while ((memory = malloc(bytes)) == NULL) sleep(1);
    return memory;
}

#endif
