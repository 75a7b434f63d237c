/* SPDX-License-Identifier: MIT */
/* Dates of games: what the tag may mean at the latest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../game_date.h"

static void test_dates(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        const char *text;
        u32 latest;
    } cases[] = {
        {"2014.07.01", 20140701}, {"1972.7.11", 19720711}, {"2014-06-30", 20140630}, {"30.06.2014", 20140630},
        {"30/6/2014", 20140630}, {"2014.??.??", 20149999}, {"2014.06.??", 20140699}, {"2014", 20149999},
        {"2013.12", 20131299}, {"19??.??.??", 19999999}, {"????.??.??", 99999999}, {"????", 99999999},
        {"", GAME_DATE_UNKNOWN}, {"?", GAME_DATE_UNKNOWN}, {"-", GAME_DATE_UNKNOWN}, {"July 1972", GAME_DATE_UNKNOWN},
        {"72.07.11", GAME_DATE_UNKNOWN}, {"20140701", GAME_DATE_UNKNOWN}, {"2014.123.1", GAME_DATE_UNKNOWN},
        {"2014.07.01 12:00", 20140701},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (game_date_latest(cases[i].text) != cases[i].latest)
            fail_msg("%s: %u, expected %u", cases[i].text, game_date_latest(cases[i].text), cases[i].latest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_dates)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
