/* SPDX-License-Identifier: MIT */
#include "kernel_table.h"

#include <string.h>

const KernelSignature kernel_table[KERNEL_COUNT] = {
#define KERNEL3(name, a, b, c) {#name, #name "_kernel", 3, {#a, #b, #c, NULL, NULL, NULL}},
#define KERNEL4(name, a, b, c, d) {#name, #name "_kernel", 4, {#a, #b, #c, #d, NULL, NULL}},
#define KERNEL5(name, a, b, c, d, e) {#name, #name "_kernel", 5, {#a, #b, #c, #d, #e, NULL}},
#define KERNEL6(name, a, b, c, d, e, f) {#name, #name "_kernel", 6, {#a, #b, #c, #d, #e, #f}},
#include "kernels.def"
#undef KERNEL3
#undef KERNEL4
#undef KERNEL5
#undef KERNEL6
};

uint32_t kernel_value_size(KernelId kernel, int arg)
{
    const char *type = kernel_table[kernel].arg_types[arg];
    if (strchr(type, '*') != NULL) return 0;
    return strcmp(type, "u64") == 0 ? 8 : 4;
}
