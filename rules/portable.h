/* SPDX-License-Identifier: MIT */
/* The dialect layer: one text for C11, OpenCL C 1.2 and CUDA C++.
 *
 * Headers above this one use only what is defined here. The common subset: no recursion, no function
 * pointers, no variable-length arrays, no 8-bit atomics, no shift by the word size, struct members widest
 * first; a function takes private pointers only (copy from GLOBAL to private once per item).
 *
 *   FN      small function, inlined where the compiler finds it good
 *   HOT_FN  function that must be inlined, for its constant arguments to take effect
 *   BIG_FN  large function; not force-inlined on CUDA, where inlining costs compile time and gains nothing
 *   UNROLL  before a loop over constants whose body shall know them
 *   GLOBAL  address space of device buffers
 *   TABLE   a constant table at file scope, indexed by name only
 *   WIDE_TABLE  the same, for large ones of which neighbouring items read different places
 *   U64(c)  a 64-bit constant
 *
 *   popcount64       how many bits are set
 *   highest_bit64, lowest_bit64   a bit's index, 0 to 63; the word must not be 0
 *   multiply_high64  the upper half of the product
 */
#ifndef RULES_PORTABLE_H
#define RULES_PORTABLE_H

#if defined(__OPENCL_C_VERSION__)

typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef int i32;
#define FN static inline
#define HOT_FN static inline
#define UNROLL
#define BIG_FN static
#define GLOBAL __global
#define TABLE __constant const
#define WIDE_TABLE __constant const
#define U64(c) c##UL

FN u32 popcount64(u64 x) { return (u32)popcount(x); }
FN u32 highest_bit64(u64 x) { return 63u - (u32)clz(x); }
FN u32 lowest_bit64(u64 x) { return 63u - (u32)clz(x & (0 - x)); }
FN u64 multiply_high64(u64 a, u64 b) { return mul_hi(a, b); }

#elif defined(__CUDACC__)

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
#define FN static __device__ __forceinline__
#define HOT_FN FN
#define UNROLL _Pragma("unroll")
#define BIG_FN static __device__ __noinline__
#define GLOBAL
#define TABLE static __device__ __constant__ const
#define WIDE_TABLE static __device__ const
#define U64(c) c##ULL

FN u32 popcount64(u64 x) { return (u32)__popcll(x); }
FN u32 highest_bit64(u64 x) { return 63u - (u32)__clzll((long long)x); }
FN u32 lowest_bit64(u64 x) { return (u32)__ffsll((long long)x) - 1u; }
FN u64 multiply_high64(u64 a, u64 b) { return __umul64hi(a, b); }

#else

#include <stdint.h>
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t i32;
#define FN static inline __attribute__((unused))
#define HOT_FN static inline __attribute__((unused, always_inline))
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define BIG_FN static __attribute__((unused))
#define GLOBAL
#define TABLE static const
#define WIDE_TABLE static const
#define U64(c) c##ULL

FN u32 popcount64(u64 x) { return (u32)__builtin_popcountll(x); }
FN u32 highest_bit64(u64 x) { return 63u ^ (u32)__builtin_clzll(x); }
FN u32 lowest_bit64(u64 x) { return (u32)__builtin_ctzll(x); }
__extension__ typedef unsigned __int128 PortableProduct;
FN u64 multiply_high64(u64 a, u64 b) { return (u64)((PortableProduct)a * b >> 64); }

#endif

/* Sets bits of a word in which other items set theirs at the same time; nobody reads it meanwhile. */
FN void set_bits32(GLOBAL u32 *word, u32 bits)
{
#if defined(__OPENCL_C_VERSION__)
    atomic_or((volatile __global u32 *)word, bits);
#elif defined(__CUDACC__)
    atomicOr(word, bits);
#else
    __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
#endif
}

/* A word becomes the smaller of it and x, while other items do the same; nobody reads it meanwhile. */
FN void least_of32(GLOBAL u32 *word, u32 x)
{
#if defined(__OPENCL_C_VERSION__)
    atomic_min((volatile __global u32 *)word, x);
#elif defined(__CUDACC__)
    atomicMin(word, x);
#else
    u32 old = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (x < old && !__atomic_compare_exchange_n(word, &old, x, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
#endif
}

/* x shifted by a constant number of bits, -63 to 63: up if positive. GPUs issue multiplications on a pipe that bitboards
 * leave idle, at the rate of the one that shifts and does logic; the factors are hidden, or the compiler shifts. */
#if defined(__CUDACC__)
static __device__ __constant__ const u32 powers_of_two[32] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

FN u64 shift64(u64 x, i32 by)
{
    const u32 low = (u32)x, high = (u32)(x >> 32);
    if (by <= -32 || by >= 32 || by == 0) return by > 0 ? x << (by & 63) : x >> (-by & 63);
    const u32 factor = powers_of_two[by & 31];
    u64 wide;
    u32 rest;
    if (by > 0) {
        asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(low), "r"(factor));
        asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(rest) : "r"(high), "r"(factor), "r"((u32)(wide >> 32)));
        return (u64)rest << 32 | (u32)wide;
    }
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(high), "r"(factor));
    asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(rest) : "r"(low), "r"(factor), "r"((u32)wide));
    return wide >> 32 << 32 | rest;
}
#else
FN u64 shift64(u64 x, i32 by) { return by > 0 ? x << by : x >> -by; }
#endif

/* Ranks of a board upside down: byte r becomes byte 7 - r. */
FN u64 byteswap64(u64 x)
{
#if defined(__OPENCL_C_VERSION__)
    return as_ulong(as_uchar8(x).s76543210);
#elif defined(__CUDACC__)
    const u32 low = (u32)x, high = (u32)(x >> 32);
    return (u64)__byte_perm(low, 0, 0x0123) << 32 | __byte_perm(high, 0, 0x0123);
#else
    return __builtin_bswap64(x);
#endif
}

/* Bit i becomes bit 63 - i. */
FN u64 bitreverse64(u64 x)
{
#if defined(__CUDACC__)
    return __brevll(x);
#else
    x = (x >> 1 & U64(0x5555555555555555)) | (x & U64(0x5555555555555555)) << 1;
    x = (x >> 2 & U64(0x3333333333333333)) | (x & U64(0x3333333333333333)) << 2;
    x = (x >> 4 & U64(0x0f0f0f0f0f0f0f0f)) | (x & U64(0x0f0f0f0f0f0f0f0f)) << 4;
    return byteswap64(x);
#endif
}

#endif
