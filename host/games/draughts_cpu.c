/* SPDX-License-Identifier: MIT */
#include "draughts_cpu_builds.h"

#include <stddef.h>

static const InstructionSet *const builds[] = {&draughts_cpu_avx512.set, &draughts_cpu_avx2.set,
                                               &draughts_cpu_plain.set, NULL};

const DraughtsCpuBuild *draughts_cpu_build(int i) { return (const DraughtsCpuBuild *)builds[i]; }

const DraughtsCpuBuild *draughts_cpu(void) { return (const DraughtsCpuBuild *)instruction_set_here(builds); }
