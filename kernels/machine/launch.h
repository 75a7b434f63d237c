/* SPDX-License-Identifier: MIT */
/* Runs a kernel's machine code, block by block. */
#ifndef MACHINE_LAUNCH_H
#define MACHINE_LAUNCH_H

#include <stdio.h>

#include "program.h"

/* `blocks` blocks of `threads` threads, 1 to 1024. Arguments are read as the kernel's parameters say. 0, or -1 with one
 * line in error: an access outside the buffers, code that is not known, lanes that wait for ever. Not thread-safe. */
int launch_kernel(const Program *program, Kernel *kernel, u32 blocks, u32 threads, void **arguments,
                  char error[PROGRAM_ERROR]);

/* What the kernels launched so far have cost: a line of JSON each. */
void launch_report(const Program *program, FILE *out);
void launch_reset(Program *program);

#endif
