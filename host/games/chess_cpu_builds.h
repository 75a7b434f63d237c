/* SPDX-License-Identifier: MIT */
/* The engine's builds, for chess_cpu.c's table. */
#ifndef HOST_CHESS_CPU_BUILDS_H
#define HOST_CHESS_CPU_BUILDS_H

#include "chess_cpu.h"

#define CHESS_CPU_TWO_PLIES "the last two plies by differences where exact, else the last ply set-wise, "
#define CHESS_CPU_LAST_PLY "the last ply set-wise, "

extern const ChessCpuBuild chess_cpu_avx512, chess_cpu_avx2, chess_cpu_plain;
/* for comparison: no differences */
extern const ChessCpuBuild chess_cpu_avx512_last_ply, chess_cpu_avx2_last_ply, chess_cpu_plain_last_ply;

#endif
