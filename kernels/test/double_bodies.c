/* SPDX-License-Identifier: MIT */
/* The kernels' bodies in C, on arguments read as the real driver reads them, so that a wrong packing shows. */
#include <string.h>

#include "../kernel_table.h"
#include "../kernels.h"
#include "double_program.h"

typedef void (*RangeFunction)(const uintptr_t *values, u64 first, u64 end);

static const RangeFunction range_functions[KERNEL_COUNT] = {
#define KERNEL3(name, a, b, c) name##_range,
#define KERNEL4(name, a, b, c, d) name##_range,
#define KERNEL5(name, a, b, c, d, e) name##_range,
#define KERNEL6(name, a, b, c, d, e, f) name##_range,
#include "../kernels.def"
#undef KERNEL3
#undef KERNEL4
#undef KERNEL5
#undef KERNEL6
};

bool double_load(const void *binary) { return binary != NULL; }

/* A function's handle is the kernel's row in the table. */
const void *double_function(const char *entry)
{
    for (int k = 0; k < KERNEL_COUNT; k++)
        if (strcmp(kernel_table[k].entry, entry) == 0) return &kernel_table[k];
    return NULL;
}

bool double_launch(const void *function, const DoubleLaunch *launch)
{
    const KernelId kernel = (KernelId)((const KernelSignature *)function - kernel_table);
    const int count = kernel_table[kernel].arg_count;
    void **arguments = launch->arguments;
    uintptr_t values[KERNEL_MAX_ARGS];
    for (int i = 0; i < count; i++)
        values[i] =
            kernel_value_size(kernel, i) == 4 ? *(const u32 *)arguments[i] : *(const u64 *)arguments[i];
    const u64 items = *(const u64 *)arguments[count], threads = (u64)launch->blocks * launch->threads;
    if (threads < items || threads - items >= launch->threads) return false;
    range_functions[kernel](values, 0, items);
    return true;
}

const char *double_problem(void) { return ""; }

void double_copied(size_t bytes) { (void)bytes; }
