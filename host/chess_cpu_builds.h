/* The engine's builds, for chess_cpu.c's table. */
#ifndef HOST_CHESS_CPU_BUILDS_H
#define HOST_CHESS_CPU_BUILDS_H

#include "chess_cpu.h"

extern const ChessCpuBuild chess_cpu_avx512, chess_cpu_avx2, chess_cpu_plain;

#endif
