/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <time.h>

double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double least_of(double a, double b) { return a < b ? a : b; }
static double most_of(double a, double b) { return a > b ? a : b; }

/* A share of what is left: for the moves to the next time control, or as if the game took 30 more. */
static void plan(Clock *clock, const EngineTask *task)
{
    const double left = most_of(task->seconds - task->overhead, 0.001);
    const int moves = task->moves_to_go > 0 && task->moves_to_go < 30 ? task->moves_to_go : 30;
    const double share = left / moves + 0.7 * task->increment;
    clock->wanted = least_of(share, 0.5 * left);
    clock->most = least_of(4 * share, moves == 1 ? 0.8 * left : 0.3 * left);
    if (clock->wanted > clock->most) clock->wanted = clock->most;
}

Clock clock_of(const EngineTask *task)
{
    Clock clock = {.started = clock_now(), .waiting = task->ponder};
    clock.running = clock.started;
    if (task->timed) plan(&clock, task);
    if (task->move_seconds > 0) {
        const double given = most_of(task->move_seconds - task->overhead, 0.001);
        clock.most = clock.most > 0 ? least_of(clock.most, given) : given;
    }
    return clock;
}

double clock_elapsed(const Clock *clock) { return clock_now() - clock->started; }

static double ran(Clock *clock)
{
    double since;
    __atomic_load(&clock->running, &since, __ATOMIC_RELAXED);
    return clock_now() - since;
}

int clock_is_over(Clock *clock)
{
    if (clock->most <= 0 || __atomic_load_n(&clock->waiting, __ATOMIC_ACQUIRE)) return 0;
    return ran(clock) >= clock->most;
}

int clock_is_enough(Clock *clock, double haste)
{
    if (clock->wanted <= 0 || __atomic_load_n(&clock->waiting, __ATOMIC_ACQUIRE)) return 0;
    return ran(clock) >= clock->wanted * haste;
}

void clock_ponder_hit(Clock *clock)
{
    double now = clock_now();
    __atomic_store(&clock->running, &now, __ATOMIC_RELAXED);
    __atomic_store_n(&clock->waiting, 0, __ATOMIC_RELEASE);
}
