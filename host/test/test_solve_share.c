/* SPDX-License-Identifier: MIT */
/* The time that `solve` says is left, against how long it took. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>

#include "host/tables/solve_share.h"

enum { MOST = 64 };

/* Tables of a list: positions as solve counts them beforehand, and processor seconds they took. */
typedef struct {
    const char *name;
    double given[MOST][2];
} List;

static const List lists[] = {
    {"chess all-4",
     {{65536, 0.00913}, {65536, 0.00674}, {65536, 0.0415},  {65536, 0.0297},   {262144, 0.0433},
      {4194304, 0.148}, {4194304, 0.791}, {4194304, 1.05},  {4194304, 0.678},  {4194304, 0.198},
      {4194304, 0.302}, {4194304, 0.804}, {4194304, 0.647}, {4194304, 0.318},  {4194304, 0.196},
      {4194304, 0.386}, {4194304, 0.61},  {4194304, 0.577}, {4194304, 0.448},  {4194304, 0.303},
      {4194304, 0.287}, {4194304, 0.763}, {4194304, 0.744}, {4194304, 0.992},  {4194304, 0.307},
      {16777216, 1.91}, {16777216, 1.87}, {16777216, 1.96}, {16777216, 1.79},  {16777216, 1.47},
      {16777216, 1.3},  {16777216, 2.23}, {16777216, 2.05}, {16777216, 0.885}, {16777216, 1.28}}},
    {"checkers all-4",
     {{992, 0.00205},  {1736, 0.00297}, {760, 0.00111},  {29760, 0.0341}, {26040, 0.0293}, {52080, 0.0589},
      {45600, 0.0559}, {22680, 0.0332}, {19872, 0.0289}, {215760, 0.229}, {755160, 0.623}, {328860, 0.394},
      {661200, 0.497}, {576288, 0.381}, {125664, 0.113}, {287680, 0.208}, {251720, 0.17},  {755160, 0.697},
      {661200, 0.728}, {657720, 0.795}, {576288, 0.443}, {190008, 0.169}, {166608, 0.162}}},
};

static double sum(const List *list, int column)
{
    double all = 0;
    for (int i = 0; i < MOST; i++) all += list->given[i][column];
    return all;
}

static void the_time_left(const List *list)
{
    SolveShare share = {0, 0};
    const double all = sum(list, 0), whole = sum(list, 1);
    double done = 0, start = 0, first = -1;
    for (int i = 0; i < MOST && list->given[i][0] > 0; i++) {
        const double of = list->given[i][0], takes = list->given[i][1];
        for (int part = 0; part < 20; part++) {
            const double now = start + takes * part / 20;
            const double said = solve_share(&share, now, (uint64_t)done, (uint64_t)of, (uint64_t)all);
            if (said < 0) continue;
            if (first < 0) first = now;
            const double total = now / said; /* what the line says: gone and left */
            if (total < whole / 1.5 || total > whole * 1.5)
                fail_msg("%s: %.1f s in all said after %.1f s, it took %.1f s", list->name, total, now,
                         whole);
        }
        done += of;
        start += takes;
    }
    printf("%s: first printed after %.1f of %.1f s\n", list->name, first, whole);
    assert_in_range((int)(100 * first / whole), 0, 25);
}

static void known_lists(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) the_time_left(&lists[i]);
}

/* Of one table alone, or the first, nothing is said; a table that lasts longer than expected is never done. */
static void what_is_not_known(void **state)
{
    (void)state;
    SolveShare share = {0, 0};
    assert_true(solve_share(&share, 1000, 0, 100, 100) < 0);
    assert_true(solve_share(&share, 1001, 2, 98, 100) < 0);
    assert_true(solve_share(&share, 1010, 50, 50, 100) > 0.49);
    assert_true(solve_share(&share, 1515, 50, 50, 100) > 0.74);
    const double late = solve_share(&share, 9999, 50, 50, 100);
    assert_true(late > 0.97 && late < 0.98);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_lists), cmocka_unit_test(what_is_not_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
