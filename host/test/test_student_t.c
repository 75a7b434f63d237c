/* SPDX-License-Identifier: MIT */
/* Quantiles against published ones: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, column 0.975, and with
 * more digits those of 1 and 2 degrees in closed form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "host/perft/student_t.h"

static void as_published(void **state)
{
    (void)state;
    static const struct {
        uint64_t degrees;
        double quantile;
    } published[] = {
        {1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},  {6, 2.447},   {7, 2.365},
        {8, 2.306},  {9, 2.262},  {10, 2.228}, {11, 2.201}, {12, 2.179}, {13, 2.160},  {14, 2.145},
        {15, 2.131}, {16, 2.120}, {17, 2.110}, {18, 2.101}, {19, 2.093}, {20, 2.086},  {25, 2.060},
        {29, 2.045}, {30, 2.042}, {40, 2.021}, {60, 2.000}, {80, 1.990}, {100, 1.984},
    };
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
        if (fabs(student_t_95(published[i].degrees) - published[i].quantile) > 0.00051)
            fail_msg("%u degrees: %.6f, expected %.3f", (unsigned)published[i].degrees,
                     student_t_95(published[i].degrees), published[i].quantile);
}

/* tan(0.95 pi / 2), and 0.95 sqrt(2 / (1 - 0.95^2)) */
static void in_closed_form(void **state)
{
    (void)state;
    assert_true(fabs(student_t_95(1) - tan(0.95 * acos(-1) / 2)) < 1e-9);
    assert_true(fabs(student_t_95(2) - 0.95 * sqrt(2 / (1 - 0.95 * 0.95))) < 1e-9);
}

/* It falls towards the normal distribution's, without a step where the series takes over. */
static void towards_the_normal_distribution(void **state)
{
    (void)state;
    assert_true(isinf(student_t_95(0)));
    for (uint64_t degrees = 1; degrees < 2000; degrees++)
        if (student_t_95(degrees) <= student_t_95(degrees + 1)) fail_msg("%u degrees", (unsigned)degrees);
    assert_true(student_t_95(200) - student_t_95(201) < 1.1 * (student_t_95(199) - student_t_95(200)));
    assert_true(fabs(student_t_95(UINT64_MAX) - 1.959964) < 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_published),
        cmocka_unit_test(in_closed_form),
        cmocka_unit_test(towards_the_normal_distribution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
