#include "interrupt.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

/* timeout(1) signals its child and then the group: what comes so soon belongs to the first request. */
static const int64_t one_request = 500000000; /* nanoseconds */

static volatile int requested;
static int64_t requested_at; /* by the clock, 0: not yet */

static void on_signal(int signal)
{
    (void)signal;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t time = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    int64_t first = 0;
    if (__atomic_compare_exchange_n(&requested_at, &first, time, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        requested = 1;
    else if (time - first >= one_request) _exit(CLI_STOPPED);
}

static void take_over(int signal, int flags)
{
    struct sigaction action, old;
    if (sigaction(signal, NULL, &old) || old.sa_handler == SIG_IGN) return; /* nohup, background jobs */
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = flags;
    sigaction(signal, &action, NULL);
}

void interrupt_install(void)
{
    take_over(SIGINT, SA_RESTART);
    take_over(SIGTERM, SA_RESTART);
    take_over(SIGUSR1, SA_RESTART); /* that batch systems send before they end a job */
}

void interrupt_ends_waiting(void)
{
    take_over(SIGINT, 0);
    take_over(SIGTERM, 0);
}

const volatile int *interrupt_flag(void) { return &requested; }

int interrupt_requested(void) { return requested; }
