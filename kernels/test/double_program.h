/* SPDX-License-Identifier: MIT */
/* What the double of CUDA's driver (double_cuda.c) runs: the kernels' bodies in C (double_bodies.c), or the machine code
 * that nvcc made of them (../machine/device.c). */
#ifndef KERNELS_DOUBLE_PROGRAM_H
#define KERNELS_DOUBLE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    unsigned blocks, threads; /* of one dimension; threads of a block */
    void **arguments;         /* their addresses */
} DoubleLaunch;

/* True if the program can be loaded. */
bool double_load(const void *binary);
/* A kernel's handle, NULL if the program lacks it. */
const void *double_function(const char *entry);
/* False if the launch is not as the kernel expects, or fails; then double_problem says more. */
bool double_launch(const void *function, const DoubleLaunch *launch);
/* One line, "" if there is no more to say. */
const char *double_problem(void);
/* Notes a copy between the host and the device that the caller waits for. */
void double_copied(size_t bytes);

/* The driver's: memory at a device address, NULL if it is not all in one buffer, which is returned, too. */
char *driver_memory_at(unsigned long long pointer, size_t bytes, char **buffer, size_t *buffer_bytes);

#endif
