/* SPDX-License-Identifier: MIT */
#include "perft_plan.h"

#include "word_set.h"

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Measured: a unit costs as much to plan as some 4,000 leaves to count. */
#define LEAVES_A_UNIT 4000
#define FEW_UNITS 16        /* where play is forced at first: nothing could be shared out */
#define ROWS_AT_MOST 262144 /* of a cut that nobody asked for: half a second to plan */
#define DEEP_UNIT 6
#define UNITS_WHEN_DEEP 20000 /* of a sample */
#define LEAST_DEPTH 2         /* below, a unit costs less than handing it out */
#define SHARD_RUN 16          /* neighbouring units that a shard takes together */

/* A layer of the tree as rows: position, root move, and a number that distinguishes unmerged paths; behind the
 * key the number of paths in two words. */
enum { ROW_ROOT = GAME_WORDS, ROW_SERIAL, ROW_KEY, ROW_TIMES = ROW_KEY, ROW_WORDS = ROW_TIMES + 2 };

static Nodes times_of(const uint64_t *row) { return (Nodes)row[ROW_TIMES + 1] << 64 | row[ROW_TIMES]; }

static PlanStatus add_paths(WordSet *layer, const GamePosition *position, uint64_t root, Nodes times,
                            int unmerged)
{
    uint64_t key[ROW_KEY];
    size_t index;
    memcpy(key, position, sizeof *position);
    key[ROW_ROOT] = root;
    key[ROW_SERIAL] = unmerged ? layer->count : 0;
    if (word_set_add(layer, key, &index) == WORD_SET_FULL) return PLAN_NO_MEMORY;
    uint64_t *row = word_set_row(layer, index);
    times += times_of(row);
    row[ROW_TIMES] = (uint64_t)times;
    row[ROW_TIMES + 1] = (uint64_t)(times >> 64);
    return PLAN_DONE;
}

static WordSet new_layer(void) { return (WordSet){.width = ROW_KEY, .extra = ROW_WORDS - ROW_KEY}; }

static PlanStatus add_root_moves(const Game *game, const PlanRequest *request, const PerftPlan *plan,
                                 WordSet *layer)
{
    PlanStatus status = PLAN_DONE;
    for (int i = 0; i < plan->root_count && !status; i++) {
        GameRecord next;
        game->make(game, request->root, plan->root[i], &next);
        status = add_paths(layer, &next.position, (uint64_t)i, 1, request->unmerged);
    }
    return status;
}

/* The layer below, or PLAN_TOO_FINE and *layer as it was. */
static PlanStatus deepen(GameRules rules, WordSet *layer, int unmerged)
{
    WordSet below = new_layer();
    PlanStatus status = PLAN_DONE;
    for (size_t i = 0; i < layer->count && !status; i++) {
        GamePosition position, children[GAME_MAX_MOVES];
        const uint64_t *row = word_set_row(layer, i);
        memcpy(&position, row, sizeof position);
        const int count = rules.game->perft->children(rules, &position, children);
        if (count > GAME_MAX_MOVES) status = PLAN_TOO_FINE;
        for (int k = 0; k < count && !status; k++)
            status = add_paths(&below, &children[k], row[ROW_ROOT], times_of(row), unmerged);
        if (below.count > PERFT_MOST_UNITS) status = PLAN_TOO_FINE;
    }
    WordSet *loser = status ? &below : layer;
    word_set_free(loser);
    if (!status) *layer = below;
    return status;
}

typedef struct {
    double rows, paths;
} LayerSize;

static LayerSize size_of(const WordSet *layer)
{
    Nodes paths = 0;
    for (size_t i = 0; i < layer->count; i++) paths += times_of(word_set_row(layer, i));
    return (LayerSize){(double)layer->count, (double)paths};
}

/* 1 if the layer below is expected to repay its planning: the tree is taken to grow as it did from `above`. */
static int is_worth_deepening(LayerSize above, LayerSize now, int left)
{
    const double rows_below = now.rows * now.rows / above.rows;
    const double leaves = now.paths * pow(now.paths / above.paths, left);
    return rows_below <= ROWS_AT_MOST && leaves >= LEAVES_A_UNIT * rows_below;
}

static int is_coarse(const PlanRequest *request, LayerSize above, LayerSize now, int split)
{
    const int left = request->depth - split;
    if (request->split) return split < request->split;
    if (now.rows == 0 || left <= LEAST_DEPTH) return 0;
    if (now.rows < (double)request->least || now.rows < FEW_UNITS) return 1;
    if (request->sampled) return left > DEEP_UNIT && now.rows < UNITS_WHEN_DEEP;
    return is_worth_deepening(above, now, left);
}

static PlanStatus fill_layer(GameRules rules, const PlanRequest *request, PerftPlan *plan, WordSet *layer)
{
    PlanStatus status = add_root_moves(rules.game, request, plan, layer);
    LayerSize above = {1, 1}, now = size_of(layer);
    plan->split = 1;
    while (!status && is_coarse(request, above, now, plan->split)) {
        status = deepen(rules, layer, request->unmerged);
        plan->split += !status;
        above = now;
        now = size_of(layer);
    }
    return status == PLAN_TOO_FINE && !request->split ? PLAN_DONE : status;
}

/* Rows that differ in their root move alone become one unit with several origins. */
static PlanStatus group(const WordSet *layer, WordSet *positions, PerftPlan *plan)
{
    uint64_t key[GAME_WORDS + 1];
    size_t unit;
    uint32_t *unit_of = malloc((layer->count + 1) * sizeof *unit_of);
    plan->origins = malloc((layer->count + 1) * sizeof *plan->origins);
    plan->units = calloc(layer->count + 1, sizeof *plan->units);
    int failed = unit_of == NULL || plan->origins == NULL || plan->units == NULL;
    for (size_t i = 0; i < layer->count && !failed; i++) {
        const uint64_t *row = word_set_row(layer, i);
        memcpy(key, row, GAME_WORDS * sizeof *key);
        key[GAME_WORDS] = row[ROW_SERIAL];
        failed = word_set_add(positions, key, &unit) == WORD_SET_FULL;
        if (failed) break;
        unit_of[i] = (uint32_t)unit;
        memcpy(&plan->units[unit].position, row, sizeof plan->units[unit].position);
        plan->units[unit].times += times_of(row);
        plan->units[unit].origin_count++;
    }
    plan->count = positions->count;
    for (size_t i = 1; i < plan->count; i++)
        plan->units[i].first_origin = plan->units[i - 1].first_origin + plan->units[i - 1].origin_count;
    for (size_t i = 0; i < plan->count; i++) plan->units[i].origin_count = 0;
    for (size_t i = 0; i < layer->count && !failed; i++) {
        PerftUnit *u = &plan->units[unit_of[i]];
        const uint64_t *row = word_set_row(layer, i);
        plan->origins[u->first_origin + u->origin_count++] = (PerftOrigin){times_of(row), (int)row[ROW_ROOT]};
    }
    free(unit_of);
    return failed ? PLAN_NO_MEMORY : PLAN_DONE;
}

/* The root alone, where there is no ply to cut or its moves are too many for a list. */
static PlanStatus plan_root(const PlanRequest *request, PerftPlan *plan)
{
    plan->units = calloc(1, sizeof *plan->units);
    plan->origins = calloc(1, sizeof *plan->origins);
    if (plan->units == NULL || plan->origins == NULL) return PLAN_NO_MEMORY;
    plan->units[0] = (PerftUnit){.position = request->root->position, .times = 1, .origin_count = 1};
    plan->origins[0].times = 1;
    plan->count = 1;
    return PLAN_DONE;
}

PlanStatus perft_plan(GameRules rules, const PlanRequest *request, PerftPlan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->root_count = rules.game->moves(rules.game, request->root, plan->root);
    const int unlisted = plan->root_count > GAME_MAX_MOVES;
    if (unlisted) plan->root_count = 0;
    PlanStatus status;
    if (unlisted || request->depth == 1) {
        status = plan_root(request, plan);
    } else {
        WordSet layer = new_layer(), positions = {.width = GAME_WORDS + 1};
        status = fill_layer(rules, request, plan, &layer);
        if (!status) status = group(&layer, &positions, plan);
        word_set_free(&positions);
        word_set_free(&layer);
    }
    plan->depth = request->depth - plan->split;
    if (status) perft_plan_free(plan);
    return status;
}

void perft_plan_free(PerftPlan *plan)
{
    free(plan->units);
    free(plan->origins);
    plan->units = NULL;
    plan->origins = NULL;
    plan->count = 0;
}

void perft_plan_shard(PerftPlan *plan, int shard, int shards)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->units[i].state == UNIT_OPEN && (int)(i / SHARD_RUN % (size_t)shards) != shard)
            plan->units[i].state = UNIT_FOREIGN;
}

static XXH128_canonical_t unit_hash(GameRules rules, const PerftPlan *plan, const PerftUnit *unit)
{
    unsigned char text[GAME_WORDS * 8 + 2 + 64];
    size_t n = 0;
    for (int i = 0; i < GAME_WORDS; i++)
        for (int k = 0; k < 8; k++) text[n++] = (unsigned char)(unit->position.word[i] >> 8 * k);
    text[n++] = (unsigned char)plan->depth;
    text[n++] = (unsigned char)rules.merge_captures;
    for (const char *p = rules.game->name; *p && n < sizeof text; p++) text[n++] = (unsigned char)*p;
    XXH128_canonical_t out;
    XXH128_canonicalFromHash(&out, XXH3_128bits(text, n));
    return out;
}

static void write_name(const XXH128_canonical_t *hash, char name[PERFT_NAME])
{
    for (size_t i = 0; i < sizeof hash->digest; i++) snprintf(name + 2 * i, 3, "%02x", hash->digest[i]);
}

void perft_unit_name(GameRules rules, const PerftPlan *plan, const PerftUnit *unit, char name[PERFT_NAME])
{
    const XXH128_canonical_t hash = unit_hash(rules, plan, unit);
    write_name(&hash, name);
}

typedef struct {
    XXH128_canonical_t hash;
    unsigned char times[16];
} NamedUnit;

static int compare_units(const void *a, const void *b) { return memcmp(a, b, sizeof(NamedUnit)); }

int perft_plan_name(GameRules rules, const PerftPlan *plan, char name[PERFT_NAME])
{
    NamedUnit *list = malloc((plan->count + 1) * sizeof *list);
    if (list == NULL) return -1;
    for (size_t i = 0; i < plan->count; i++) {
        list[i].hash = unit_hash(rules, plan, &plan->units[i]);
        for (int k = 0; k < 16; k++) list[i].times[k] = (unsigned char)(plan->units[i].times >> 8 * k);
    }
    qsort(list, plan->count, sizeof *list, compare_units);
    XXH128_canonical_t hash;
    XXH128_canonicalFromHash(&hash, XXH3_128bits(list, plan->count * sizeof *list));
    free(list);
    write_name(&hash, name);
    return 0;
}

uint64_t perft_plan_memory(void)
{
    const uint64_t set = ROW_WORDS * sizeof(uint64_t) + 2 * sizeof(uint32_t);
    return (uint64_t)PERFT_MOST_UNITS * (2 * 2 * set + sizeof(PerftUnit) + sizeof(PerftOrigin));
}
