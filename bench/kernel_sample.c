/* SPDX-License-Identifier: MIT */
/* Counts whole subtrees of random nodes on a device, breadth first together, for `scripts/kernel-cost`.
 *
 *   kernel_sample GAME POSITION DEPTH PLY NODES [merged]
 *
 * NODES nodes of ply PLY are drawn with a fixed seed from all paths (0: every path); their subtrees down to DEPTH are counted
 * on cuda:0 and natively. Prints a line of JSON, and, where the driver is the machine's double (kernels/machine), the counts
 * of this part. Exit codes: 0, 1 usage, 2 position, 3 device, 4 a wrong count, 5 memory. */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/devices/devices.h"
#include "../host/perft/perft_device.h"

enum { MOST_NODES = 1 << 20 };

static const volatile int never;

typedef struct {
    GameRules rules;
    GamePosition root;
    int depth, ply;
    uint32_t nodes;
} Sample;

_Noreturn static void fail(int code, const char *what)
{
    fprintf(stderr, "kernel_sample: %s\n", what);
    exit(code);
}

/* ---- drawing ---- */

/* xorshift */
static uint64_t next_random(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint64_t paths(const Sample *s, const GamePosition *position, int depth)
{
    return depth == 0 ? 1 : (uint64_t)s->rules.game->perft->count(s->rules, position, depth, NULL, &never);
}

/* The node at the end of the path of that number. */
static GamePosition node_of_path(const Sample *s, uint64_t number)
{
    static GamePosition list[GAME_MAX_MOVES];
    GamePosition position = s->root;
    for (int left = s->ply; left > 0; left--) {
        const int count = s->rules.game->perft->children(s->rules, &position, list);
        int k = 0;
        for (uint64_t below; k < count - 1 && number >= (below = paths(s, &list[k], left - 1)); k++)
            number -= below;
        position = list[k];
    }
    return position;
}

static uint32_t draw(const Sample *s, GamePosition *nodes)
{
    const uint64_t all = paths(s, &s->root, s->ply);
    if (all > MOST_NODES && s->nodes == 0) fail(1, "too many paths");
    const uint32_t count = s->nodes == 0 ? (uint32_t)all : s->nodes;
    for (uint32_t k = 0; k < count; k++) nodes[k] = node_of_path(s, s->nodes == 0 ? k : next_random() % all);
    return count;
}

/* ---- counting ---- */

/* A function of the machine's double, NULL if the driver is another. */
static void *of_machine(const char *name)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    return driver != NULL ? dlsym(driver, name) : NULL;
}

static void count_on_device(const Sample *s, const GamePosition *nodes, uint32_t count, uint64_t *leaves)
{
    PerftDevice perft;
    Device *device;
    DeviceError error = {""};
    const PerftDeviceSetup setup = {.rules = s->rules, .share = 0.9, .stop = &never};
    if (device_open("cuda:0", 0, &device, &error)) fail(3, error.text);
    if (perft_device_open(&perft, device, &setup, &error)) fail(3, error.text);
    void (*reset)(void);
    void *symbol = of_machine("machine_reset");
    memcpy(&reset, &symbol, sizeof reset);
    if (reset != NULL) reset();
    if (perft_device_count(&perft, nodes, count, s->depth - s->ply, leaves, &error)) fail(3, error.text);
    void (*report)(FILE *);
    symbol = of_machine("machine_report");
    memcpy(&report, &symbol, sizeof report);
    if (report != NULL) report(stdout);
    perft_device_close(&perft);
    device_close(device);
}

static int run(const Sample *s)
{
    GamePosition *nodes = calloc(s->nodes == 0 ? MOST_NODES : s->nodes, sizeof *nodes);
    if (nodes == NULL) fail(5, "no memory for the nodes");
    const uint32_t count = draw(s, nodes);
    uint64_t *leaves = calloc(count, sizeof *leaves), all = 0, wrong = 0;
    if (leaves == NULL) fail(5, "no memory for the counts");
    count_on_device(s, nodes, count, leaves);
    for (uint32_t k = 0; k < count; k++) {
        all += leaves[k];
        wrong += leaves[k] != paths(s, &nodes[k], s->depth - s->ply);
    }
    printf("{\"nodes\":%" PRIu32 ",\"leaves\":%" PRIu64 ",\"wrong\":%" PRIu64 "}\n", count, all, wrong);
    free(leaves);
    free(nodes);
    return wrong ? 4 : 0;
}

int main(int count, char **words)
{
    char error[GAME_TEXT];
    GameRecord record;
    if (count < 6) fail(1, "usage: kernel_sample GAME POSITION DEPTH PLY NODES [merged]");
    const Game *game = game_find(words[1]);
    if (game == NULL) fail(1, "no such game");
    if (game->parse(game, words[2], &record, error)) fail(2, error);
    const Sample sample = {.rules = {game, count > 6},
                           .root = record.position,
                           .depth = atoi(words[3]),
                           .ply = atoi(words[4]),
                           .nodes = (uint32_t)atoi(words[5])};
    return run(&sample);
}
