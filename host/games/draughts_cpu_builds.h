/* SPDX-License-Identifier: MIT */
/* The engine's builds, for draughts_cpu.c's table. */
#ifndef HOST_DRAUGHTS_CPU_BUILDS_H
#define HOST_DRAUGHTS_CPU_BUILDS_H

#include "draughts_cpu.h"

extern const DraughtsCpuBuild draughts_cpu_avx512, draughts_cpu_avx2, draughts_cpu_plain;

#endif
