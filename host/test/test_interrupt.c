/* SPDX-License-Identifier: MIT */
/* interrupt.c: one signal asks, a later one ends with 75, and what was ignored stays ignored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../cli/cli.h"
#include "../base/interrupt.h"

/* Alarms end a sleep. */
static void sleep_whole(int milliseconds)
{
    struct timespec left = {.tv_nsec = milliseconds * 1000000L};
    while (nanosleep(&left, &left)) {}
}

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
        sleep_whole(milliseconds);
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
    assert_int_equal(run_child(SIGHUP, 600, SIGTERM), CLI_STOPPED);
}

static void finishes_until_asked_to_stop(void **state)
{
    (void)state;
    assert_int_equal(run_child(SIGUSR1, 0, 0), 101);
    assert_int_equal(run_child(SIGUSR1, 600, SIGUSR1), 101);
    assert_int_equal(run_child(SIGUSR1, 600, SIGINT), 101); /* the first that asks for a stop */
}

/* A read that begins after the signal ends, too. */
static void ends_reads(void **state)
{
    (void)state;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int ends[2];
        char byte;
        interrupt_install();
        raise(SIGTERM);
        _exit(pipe(ends) == 0 && read(ends[0], &byte, 1) == -1 && errno == EINTR
                  ? 100 + *interrupt_stop_flag()
                  : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 101);
}

/* A driver's call that does not end is named and left behind. */
static void leaves_calls_of_drivers(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        interrupt_install();
        interrupt_call_begin("opencl:7", "its driver builds a program");
        raise(SIGTERM);
        sleep_whole(900);
        interrupt_call_end(); /* it came back in time, but another does not */
        interrupt_call_begin("opencl:7", "a kernel is at work");
        for (;;) pause();
    }
    int status;
    char text[256] = "";
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == CLI_STOPPED);
    assert_true(read(ends[0], text, sizeof text - 1) > 0);
    assert_string_equal(
        text, "tabuleiro: waiting for opencl:7: its driver builds a program, five seconds at most\n");
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
        cmocka_unit_test(finishes_until_asked_to_stop),
        cmocka_unit_test(ends_reads),
        cmocka_unit_test(leaves_calls_of_drivers),
        cmocka_unit_test(takes_signals_back_to_back_for_one),
        cmocka_unit_test(respects_ignored_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
