/* SPDX-License-Identifier: MIT */
/* An entry for every kernel of kernels.def, in the dialect at hand.
 *
 * OpenCL and CUDA: `name##_kernel(arguments..., u64 items)`, one work item per item. Backends add `items`, so
 * that the surplus of a launch padded to whole groups runs no body.
 * C: `name##_range(values, first, end)`, for the items first .. end-1; a value is a pointer or a number.
 */
#ifndef KERNELS_ENTRIES_H
#define KERNELS_ENTRIES_H

#if defined(__OPENCL_C_VERSION__) || defined(__CUDACC__)

#if defined(__OPENCL_C_VERSION__)
#define ENTRY __kernel
#define ENTRY_ITEM (u64) get_global_id(0)
#else
#define ENTRY extern "C" __global__
#define ENTRY_ITEM (u64) blockIdx.x *blockDim.x + threadIdx.x
#endif

#define KERNEL3(name, A, B, C) \
    ENTRY void name##_kernel(A a, B b, C c, u64 items) \
    { \
        const u64 item = ENTRY_ITEM; \
        if (item < items) name##_item(item, a, b, c); \
    }
#define KERNEL4(name, A, B, C, D) \
    ENTRY void name##_kernel(A a, B b, C c, D d, u64 items) \
    { \
        const u64 item = ENTRY_ITEM; \
        if (item < items) name##_item(item, a, b, c, d); \
    }
#define KERNEL5(name, A, B, C, D, E) \
    ENTRY void name##_kernel(A a, B b, C c, D d, E e, u64 items) \
    { \
        const u64 item = ENTRY_ITEM; \
        if (item < items) name##_item(item, a, b, c, d, e); \
    }
#define KERNEL6(name, A, B, C, D, E, F) \
    ENTRY void name##_kernel(A a, B b, C c, D d, E e, F f, u64 items) \
    { \
        const u64 item = ENTRY_ITEM; \
        if (item < items) name##_item(item, a, b, c, d, e, f); \
    }

#else

#define KERNEL3(name, A, B, C) \
    static void name##_range(const uintptr_t *v, u64 first, u64 end) \
    { \
        for (u64 item = first; item < end; item++) name##_item(item, (A)v[0], (B)v[1], (C)v[2]); \
    }
#define KERNEL4(name, A, B, C, D) \
    static void name##_range(const uintptr_t *v, u64 first, u64 end) \
    { \
        for (u64 item = first; item < end; item++) name##_item(item, (A)v[0], (B)v[1], (C)v[2], (D)v[3]); \
    }
#define KERNEL5(name, A, B, C, D, E) \
    static void name##_range(const uintptr_t *v, u64 first, u64 end) \
    { \
        for (u64 item = first; item < end; item++) \
            name##_item(item, (A)v[0], (B)v[1], (C)v[2], (D)v[3], (E)v[4]); \
    }
#define KERNEL6(name, A, B, C, D, E, F) \
    static void name##_range(const uintptr_t *v, u64 first, u64 end) \
    { \
        for (u64 item = first; item < end; item++) \
            name##_item(item, (A)v[0], (B)v[1], (C)v[2], (D)v[3], (E)v[4], (F)v[5]); \
    }

#endif

#include "kernels.def"
#undef KERNEL3
#undef KERNEL4
#undef KERNEL5
#undef KERNEL6

#endif
