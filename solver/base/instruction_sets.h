/* SPDX-License-Identifier: MIT */
/* Which build of an engine runs here: the one place that decides, for every engine.
 *
 * An engine is compiled once for each instruction set. A build names the extensions that its file was compiled with,
 * as the compiler itself reports them, and runs only where the processor has all of them and the system keeps their
 * registers. */
#ifndef SOLVER_INSTRUCTION_SETS_H
#define SOLVER_INSTRUCTION_SETS_H

#include "../../rules/portable.h"

/* 1 if the macro is defined as 1, else 0. */
#define EXTENSION_IS_ON(macro) EXTENSION_IS_ONE(macro)
#define EXTENSION_IS_ONE(value) EXTENSION_CHOICE(EXTENSION_COMMA_##value)
#define EXTENSION_CHOICE(comma_or_junk) EXTENSION_SECOND(comma_or_junk 1, 0, 0)
#define EXTENSION_COMMA_1 0,
#define EXTENSION_SECOND(first, second, ...) second

enum {
#define EXTENSION(name, macro, word, bit, state) EXTENSION_NUMBER##macro,
#include "extensions.def"
#undef EXTENSION
    EXTENSIONS
};

/* Sets of extensions, a bit for each. */
enum {
    EXTENSIONS_NONE_HAS = 1 << EXTENSIONS, /* needed by builds that this program does not hold */
    /* Those that the compiler may use in the including file. */
    EXTENSIONS_COMPILED = 0
#define EXTENSION(name, macro, word, bit, state) | EXTENSION_IS_ON(macro) << EXTENSION_NUMBER##macro
#include "extensions.def"
#undef EXTENSION
};

/* What each build of an engine begins with. */
typedef struct {
    const char *name; /* "avx512", "avx2", "plain", and what stands behind a hyphen: "avx2-last-ply" */
    int needs;        /* extensions */
} InstructionSet;

/* The words of cpuid that name extensions, and the registers that the system keeps (XCR0; 0 where it says nothing). */
typedef struct {
    u32 leaf_1_ecx, leaf_7_ebx, leaf_7_ecx, xcr0;
} Cpuid;

/* The extensions that can be used, given what cpuid says. Thread-safe, like all below. */
int extensions_of(const Cpuid *cpuid);

/* Those of this processor under this system; 0 on processors other than x86-64. */
int extensions_here(void);

/* 1 if `extensions` have all that the build needs. */
int instruction_set_fits(const InstructionSet *set, int extensions);

/* The name of an extension that the build needs and `extensions` lack; NULL if it fits. */
const char *instruction_set_lacks(const InstructionSet *set, int extensions);

/* Of an engine's builds, best first, up to NULL: the one that `wanted` names if it fits, else the first that fits, else
 * the last one. A build that is missing by its full name may be named by what stands in front of a hyphen: an engine
 * without "avx2-last-ply" takes "avx2". wanted: may be NULL. */
const InstructionSet *instruction_set_choose(const InstructionSet *const *builds, int extensions,
                                             const char *wanted);

/* The same for this processor and the environment's TABULEIRO_CPU. */
const InstructionSet *instruction_set_here(const InstructionSet *const *builds);

#endif
