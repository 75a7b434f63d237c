/* SPDX-License-Identifier: MIT */
/* "go perft N": counts on a thread of its own, so that the conversation goes on. */
#include "conversation.h"
#include "../perft/perft.h"
#include "../base/progress.h"
#include "../base/stop.h"
#include "../base/text.h"
#include "uci.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void print_counts(const UciPerft *perft, const PerftResult *result)
{
    char move[GAME_TEXT], number[TEXT_NUMBER];
    for (int i = 0; i < result->root_count; i++) {
        game_chess.move_text(&game_chess, &perft->root, result->root[i], MOVE_UCI, move);
        uint128_format(result->root_nodes[i], number);
        say("%s: %s", move, number);
    }
    uint128_format(result->nodes, number);
    say("\nNodes searched: %s\n", number);
}

static void print_outcome(const UciPerft *perft, PerftStatus status, const PerftResult *result,
                          const char *error)
{
    char number[TEXT_NUMBER];
    uint128_format(result->nodes, number);
    if (status == PERFT_DONE) print_counts(perft, result);
    else if (status == PERFT_STOPPED) say("info string perft stopped after %s leaves", number);
    else say("info string go perft: %s", error);
}

static PerftStatus count(UciPerft *perft, PerftResult *result, char error[PERFT_ERROR])
{
    static const DeviceList native = {.count = 1, .choices = {{.id = "cpu"}}};
    const GameRules rules = {&game_chess, 0};
    const PerftJob job = {.root = &perft->root, .depth = perft->depth, .stop = &perft->stop};
    PerftPool *pool;
    PerftStatus status = perft_pool_open(rules, &native, perft->threads, perft->hash, 0, &pool, error);
    if (!status) status = perft_run(pool, &job, result, error);
    perft_pool_close(pool);
    return status;
}

static void *run(void *argument)
{
    UciPerft *perft = argument;
    char error[PERFT_ERROR];
    PerftResult *result = calloc(1, sizeof *result); /* large */
    if (result) print_outcome(perft, count(perft, result, error), result, error);
    else say("info string go perft: not enough memory");
    free(result);
    stop_set(&perft->over, 1);
    return NULL;
}

enum { SHORT = 3 /* plies that are counted within milliseconds, whatever the position */ };

void uci_perft(Uci *uci, const char *depth)
{
    uint64_t plies;
    if (uci_read_number("go perft", depth ? depth : "", 0, PERFT_MAX_DEPTH, &plies)) return;
    UciPerft *perft = &uci->perft;
    perft->root = *played_now(&uci->played);
    perft->depth = (int)plies;
    perft->threads = uci->threads;
    perft->hash = uci->hash << 20;
    stop_set(&perft->stop, 0);
    stop_set(&perft->over, 0);
    perft->begun = !pthread_create(&perft->thread, NULL, run, perft);
    if (!perft->begun) say("info string go perft: no thread can be started");
    if (plies <= SHORT) uci_wait_for_perft(uci, INFINITY);
}

void uci_stop_perft(Uci *uci)
{
    if (!uci->perft.begun) return;
    stop_set(&uci->perft.stop, 1);
    pthread_join(uci->perft.thread, NULL);
    uci->perft.begun = 0;
}

void uci_wait_for_perft(const Uci *uci, double seconds)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    const double end = progress_clock() + seconds;
    while (uci->perft.begun && !stop_asked(&uci->perft.over) && progress_clock() < end)
        nanosleep(&moment, NULL);
}
