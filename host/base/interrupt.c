/* SPDX-License-Identifier: MIT */
#include "interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "exit_codes.h"

/* timeout(1) signals its child and then the group: what comes so soon belongs to the first request. */
static const int64_t one_request = 500000000; /* nanoseconds */

static const int64_t longest_call = 5000000000;

static volatile int requested, stop_requested, status_requested;
static int64_t stop_requested_at; /* by the clock, 0: not yet */

static int calls; /* of drivers, at work */
static const char *call_device = "", *call_what = "";
static volatile int call_named;

static int64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void start_alarms(void)
{
    const struct timeval tenth = {.tv_usec = 100000};
    setitimer(ITIMER_REAL, &(struct itimerval){tenth, tenth}, NULL);
}

static void on_stop(int signal)
{
    (void)signal;
    const int cause = errno;
    const int64_t time = clock_now();
    int64_t first = 0;
    if (__atomic_compare_exchange_n(&stop_requested_at, &first, time, 0, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED)) {
        requested = stop_requested = 1;
        start_alarms();
    } else if (time - first >= one_request) {
        _exit(CLI_STOPPED);
    }
    errno = cause;
}

static void on_finish(int signal)
{
    (void)signal;
    requested = 1;
}

static void on_status(int signal)
{
    (void)signal;
    status_requested = 1;
}

static void write_text(const char *text) { (void)!write(STDERR_FILENO, text, strlen(text)); }

static void name_call(void)
{
    write_text("tabuleiro: waiting for ");
    write_text(__atomic_load_n(&call_device, __ATOMIC_RELAXED));
    write_text(": ");
    write_text(__atomic_load_n(&call_what, __ATOMIC_RELAXED));
    write_text(", five seconds at most\n");
    call_named = 1;
}

/* A call that blocks may begin just after the signal came: the alarm has ended it. Drivers take longer. */
static void on_alarm(int signal)
{
    (void)signal;
    const int cause = errno;
    if (stop_requested && __atomic_load_n(&calls, __ATOMIC_RELAXED) > 0) {
        const int64_t waited = clock_now() - stop_requested_at;
        if (waited >= one_request && !call_named) name_call();
        if (waited >= longest_call) _exit(CLI_STOPPED);
    }
    errno = cause;
}

static void take_over(int signal, void (*handler)(int), int flags)
{
    struct sigaction action, old;
    if (sigaction(signal, NULL, &old) || old.sa_handler == SIG_IGN) return;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(signal, &action, NULL);
}

void interrupt_install(void)
{
    take_over(SIGALRM, on_alarm, 0);
    take_over(SIGINT, on_stop, 0);
    take_over(SIGTERM, on_stop, 0);
    take_over(SIGHUP, on_stop, 0);
    take_over(SIGUSR1, on_finish, 0);
    take_over(SIGUSR2, on_status, SA_RESTART);
}

const volatile int *interrupt_flag(void) { return &requested; }

const volatile int *interrupt_stop_flag(void) { return &stop_requested; }

int interrupt_requested(void) { return requested; }

int interrupt_status_asked(void)
{
    return status_requested && __atomic_exchange_n(&status_requested, 0, __ATOMIC_RELAXED);
}

int interrupt_read_on(FILE *in)
{
    if (!ferror(in) || errno != EINTR) return 0;
    /* sanitizers run a handler late, at a call like this one */
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (requested) return 0;
    clearerr(in);
    return 1;
}

void interrupt_call_begin(const char *device, const char *what)
{
    __atomic_store_n(&call_device, device, __ATOMIC_RELAXED);
    __atomic_store_n(&call_what, what, __ATOMIC_RELAXED);
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
}

void interrupt_call_end(void) { __atomic_fetch_sub(&calls, 1, __ATOMIC_RELAXED); }
