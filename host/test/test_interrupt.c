/* interrupt.c: one signal asks, a later one ends with 75, and what was ignored stays ignored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../cli.h"
#include "../interrupt.h"

/* Exit code of a child that raises a signal, waits, raises another (0: none), and then exits with END plus the flag. */
static int run_child(int first, int milliseconds, int second)
{
    enum { END = 100 };
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        interrupt_install();
        if (interrupt_requested()) _exit(1);
        if (first) raise(first);
        if (first && interrupt_requested() != *interrupt_flag()) _exit(2);
        nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000L}, NULL);
        if (second) raise(second);
        _exit(END + interrupt_requested());
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void asks_then_ends(void **state)
{
    (void)state;
    assert_int_equal(run_child(0, 0, 0), 100);
    assert_int_equal(run_child(SIGINT, 0, 0), 101);
    assert_int_equal(run_child(SIGTERM, 0, 0), 101);
    assert_int_equal(run_child(SIGINT, 600, SIGINT), CLI_STOPPED);
    assert_int_equal(run_child(SIGTERM, 600, SIGINT), CLI_STOPPED);
}

static void takes_signals_back_to_back_for_one(void **state)
{
    (void)state;
    assert_int_equal(run_child(SIGTERM, 0, SIGTERM), 101);
    assert_int_equal(run_child(SIGINT, 0, SIGTERM), 101);
}

static void respects_ignored_signals(void **state)
{
    (void)state;
    assert_true(signal(SIGINT, SIG_IGN) != SIG_ERR);
    assert_int_equal(run_child(SIGINT, 600, SIGINT), 100);
    assert_int_equal(run_child(SIGINT, 600, SIGTERM), 101);
    assert_true(signal(SIGINT, SIG_DFL) != SIG_ERR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asks_then_ends),
        cmocka_unit_test(takes_signals_back_to_back_for_one),
        cmocka_unit_test(respects_ignored_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
