/* SPDX-License-Identifier: MIT */
#include "instruction_sets.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* Bits of XCR0 that have to be set. */
enum { STATE_XMM = 0, STATE_YMM = 0x06, STATE_ZMM = 0xe6 };

int extensions_of(const Cpuid *cpuid)
{
    int extensions = 0;
#define EXTENSION(name, macro, word, bit, state) \
    if ((cpuid->word >> bit & 1) && (cpuid->xcr0 & STATE_##state) == STATE_##state) \
        extensions |= 1 << EXTENSION_NUMBER##macro;
#include "extensions.def"
#undef EXTENSION
    return extensions;
}

#if defined(__x86_64__)

static u32 registers_kept(u32 leaf_1_ecx)
{
    u32 low = 0, high = 0;
    const u32 xgetbv_may_be_used = leaf_1_ecx >> 27 & 1; /* OSXSAVE */
    if (xgetbv_may_be_used) __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static int ask_processor(void)
{
    Cpuid cpuid = {0};
    u32 eax, ebx, ecx, edx;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) cpuid.leaf_1_ecx = ecx;
    cpuid.xcr0 = registers_kept(cpuid.leaf_1_ecx);
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        cpuid.leaf_7_ebx = ebx;
        cpuid.leaf_7_ecx = ecx;
    }
    return extensions_of(&cpuid);
}

#else

static int ask_processor(void) { return 0; }

#endif

/* Under a hypervisor cpuid may take as long as a small count, so it is asked once. */
int extensions_here(void)
{
    static atomic_int known = -1;
    int extensions = known;
    if (extensions < 0) known = extensions = ask_processor();
    return extensions;
}

int instruction_set_fits(const InstructionSet *set, int extensions) { return !(set->needs & ~extensions); }

const char *instruction_set_lacks(const InstructionSet *set, int extensions)
{
    static const char *const names[] = {
#define EXTENSION(name, macro, word, bit, state) name,
#include "extensions.def"
#undef EXTENSION
        "a build for it" /* EXTENSIONS_NONE_HAS */
    };
    const int missing = set->needs & ~extensions;
    return missing ? names[__builtin_ctz((unsigned)missing)] : NULL;
}

/* Does the text begin with the set's name, up to its end or a hyphen? */
static int is_set_of(const InstructionSet *set, const char *text)
{
    const size_t length = strlen(set->name);
    return !strncmp(set->name, text, length) && (!text[length] || text[length] == '-');
}

static const InstructionSet *named(const InstructionSet *const *builds, const char *wanted)
{
    const InstructionSet *found = NULL;
    for (; *builds; builds++)
        if (!strcmp((*builds)->name, wanted) || (!found && is_set_of(*builds, wanted))) found = *builds;
    return found;
}

const InstructionSet *instruction_set_choose(const InstructionSet *const *builds, int extensions,
                                             const char *wanted)
{
    const InstructionSet *set = wanted ? named(builds, wanted) : NULL;
    if (set && instruction_set_fits(set, extensions)) return set;
    while (!instruction_set_fits(*builds, extensions) && builds[1]) builds++;
    return *builds;
}

const InstructionSet *instruction_set_here(const InstructionSet *const *builds)
{
    return instruction_set_choose(builds, extensions_here(), getenv("TABULEIRO_CPU"));
}
