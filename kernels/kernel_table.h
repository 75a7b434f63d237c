/* SPDX-License-Identifier: MIT */
/* What kernels.def says, as data: for backends, checks and messages. */
#ifndef KERNELS_KERNEL_TABLE_H
#define KERNELS_KERNEL_TABLE_H

#include "device.h"

#define KERNEL_MAX_ARGS 6

typedef struct {
    const char *name;  /* as in kernels.def */
    const char *entry; /* of the OpenCL or CUDA program */
    int arg_count;
    const char *arg_types[KERNEL_MAX_ARGS]; /* as in kernels.def; a '*' marks a buffer */
} KernelSignature;

/* Indexed by KernelId. */
extern const KernelSignature kernel_table[KERNEL_COUNT];

/* Bytes of the value that argument `arg` takes: 4 or 8; 0 for a buffer. */
uint32_t kernel_value_size(KernelId kernel, int arg);

#endif
