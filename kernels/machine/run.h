/* SPDX-License-Identifier: MIT */
/* The functions that opcodes.def names: run_NAME executes one instruction for the lanes in warp->executing, which are
 * not none. */
#ifndef MACHINE_RUN_H
#define MACHINE_RUN_H

#include "warp.h"

#define OPCODE(name, pipe, function, operands, modifiers) RunInstruction run_##function;
#include "opcodes.def"
#undef OPCODE

#endif
