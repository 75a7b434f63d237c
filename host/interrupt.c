#include "interrupt.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static volatile int requested;

static void on_signal(int signal)
{
    (void)signal;
    if (__atomic_exchange_n(&requested, 1, __ATOMIC_RELAXED)) _exit(CLI_STOPPED);
}

static void take_over(int signal)
{
    struct sigaction action, old;
    if (sigaction(signal, NULL, &old) || old.sa_handler == SIG_IGN) return; /* nohup, background jobs */
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, NULL);
}

void interrupt_install(void)
{
    take_over(SIGINT);
    take_over(SIGTERM);
}

const volatile int *interrupt_flag(void) { return &requested; }

int interrupt_requested(void) { return requested; }
