/* SPDX-License-Identifier: MIT */
/* Which builds a processor is offered, from the bits that cpuid reports: a build never runs where an extension that it
 * was compiled with is missing, and all engines decide alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "host/games/chess_cpu_builds.h"
#include "host/games/draughts_cpu_builds.h"
#include "solver/draughts/retrograde_state.h"
#include "solver/chess/retrograde_state.h"

enum { ENGINES = 4, SETS = 3 };

static const InstructionSet *const engines[ENGINES][SETS + 1] = {
    {&chess_cpu_avx512.set, &chess_cpu_avx2.set, &chess_cpu_plain.set, NULL},
    {&draughts_cpu_avx512.set, &draughts_cpu_avx2.set, &draughts_cpu_plain.set, NULL},
    {&retrograde_avx512.set, &retrograde_avx2.set, &retrograde_plain.set, NULL},
    {&draughts_retrograde_avx512.set, &draughts_retrograde_avx2.set, &draughts_retrograde_plain.set, NULL},
};
static const char *const names[SETS] = {"avx512", "avx2", "plain"};

static const Cpuid all = {~0u, ~0u, ~0u, 0xe7};

static const char *chosen(int engine, const Cpuid *cpuid, const char *wanted)
{
    return instruction_set_choose(engines[engine], extensions_of(cpuid), wanted)->name;
}

static void engines_need_the_same(void **state)
{
    (void)state;
    for (int set = 0; set < SETS; set++)
        for (int engine = 0; engine < ENGINES; engine++) {
            assert_string_equal(engines[engine][set]->name, names[set]);
            assert_int_equal(engines[engine][set]->needs, engines[0][set]->needs);
        }
    assert_int_equal(chess_cpu_avx512_last_ply.set.needs, chess_cpu_avx512.set.needs);
    assert_int_equal(chess_cpu_avx2_last_ply.set.needs, chess_cpu_avx2.set.needs);
}

static void a_missing_extension_bars_what_needs_it(void **state)
{
    (void)state;
#define EXTENSION(flag, macro, word, bit, state_) \
    { \
        Cpuid masked = all; \
        masked.word &= ~(1u << bit); \
        const int has = extensions_of(&masked); \
        assert_int_equal(has, extensions_of(&all) & ~(1 << EXTENSION_NUMBER##macro)); \
        for (int engine = 0; engine < ENGINES; engine++) { \
            const InstructionSet *set = instruction_set_choose(engines[engine], has, NULL); \
            if (set->needs >> EXTENSION_NUMBER##macro & 1 && strcmp(set->name, "plain")) \
                fail_msg("engine %d runs %s without %s", engine, set->name, flag); \
        } \
    }
#include "solver/base/extensions.def"
#undef EXTENSION
}

#if defined(__x86_64__)
static void sets_by_name(void **state)
{
    (void)state;
    const Cpuid without_dq = {~0u, ~(1u << 17), ~0u, 0xe7}, without_bmi2 = {~0u, ~(1u << 8), ~0u, 0xe7};
    for (int engine = 0; engine < ENGINES; engine++) {
        assert_string_equal(chosen(engine, &all, NULL), "avx512");
        assert_string_equal(chosen(engine, &all, "avx2"), "avx2");
        assert_string_equal(chosen(engine, &all, "plain-last-ply"), "plain");
        assert_string_equal(chosen(engine, &without_dq, NULL), "avx2");
        assert_string_equal(chosen(engine, &without_dq, "avx512"), "avx2");
        assert_string_equal(chosen(engine, &without_bmi2, NULL), "plain");
    }
}

/* Some systems and hypervisors keep fewer registers than the processor has. */
static void registers_that_the_system_keeps(void **state)
{
    (void)state;
    const Cpuid no_zmm = {~0u, ~0u, ~0u, 0x07}, no_opmask = {~0u, ~0u, ~0u, 0xc7},
                nothing = {~0u, ~0u, ~0u, 0};
    for (int engine = 0; engine < ENGINES; engine++) {
        assert_string_equal(chosen(engine, &no_zmm, NULL), "avx2");
        assert_string_equal(chosen(engine, &no_opmask, NULL), "avx2");
        assert_string_equal(chosen(engine, &nothing, NULL), "plain");
    }
}
#endif

/* The compiler knows the names that it has for what this processor has. */
static void this_processor(void **state)
{
    (void)state;
    const int has = extensions_here();
#define EXTENSION(flag, macro, word, bit, state_) known |= 1 << EXTENSION_NUMBER##macro;
    int known = 0;
#include "solver/base/extensions.def"
#undef EXTENSION
    assert_int_equal(has & ~known, 0);
#if defined(__x86_64__)
    __builtin_cpu_init();
    assert_int_equal(!!(has >> EXTENSION_NUMBER__AVX2__ & 1), !!__builtin_cpu_supports("avx2"));
    assert_int_equal(!!(has >> EXTENSION_NUMBER__BMI2__ & 1), !!__builtin_cpu_supports("bmi2"));
    assert_int_equal(!!(has >> EXTENSION_NUMBER__AVX512DQ__ & 1), !!__builtin_cpu_supports("avx512dq"));
    assert_int_equal(!!(has >> EXTENSION_NUMBER__GFNI__ & 1), !!__builtin_cpu_supports("gfni"));
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_need_the_same),
        cmocka_unit_test(a_missing_extension_bars_what_needs_it),
#if defined(__x86_64__)
        cmocka_unit_test(sets_by_name),
        cmocka_unit_test(registers_that_the_system_keeps),
#endif
        cmocka_unit_test(this_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
