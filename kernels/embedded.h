/* SPDX-License-Identifier: MIT */
/* The device programs that the executable carries. */
#ifndef KERNELS_EMBEDDED_H
#define KERNELS_EMBEDDED_H

#include <stdint.h>

/* The flattened OpenCL C text, not terminated. */
extern const unsigned char kernel_opencl_source[];
extern const uint64_t kernel_opencl_source_size;

/* nvcc's fat binary; size 0 where the build had no nvcc. */
extern const unsigned char kernel_cuda_binary[];
extern const uint64_t kernel_cuda_binary_size;

/* Defines SYMBOL and SYMBOL_size from the bytes of FILE, a string literal. */
#define EMBED(SYMBOL, FILE) \
    __asm__(".section .rodata\n" \
            ".balign 16\n" \
            ".global " #SYMBOL "\n" #SYMBOL ":\n" \
            ".incbin \"" FILE "\"\n" #SYMBOL "_end:\n" \
            ".byte 0\n" \
            ".balign 8\n" \
            ".global " #SYMBOL "_size\n" #SYMBOL "_size:\n" \
            ".quad " #SYMBOL "_end - " #SYMBOL "\n" \
            ".text\n")

#endif
