/* SPDX-License-Identifier: MIT */
#include "worker.h"

#include <stdlib.h>
#include <string.h>

/* ---- tables ---- */

/* Keeps the first thing that is wrong with a table. Thread-safe. */
static void note_trouble(Search *search, const char *error)
{
    if (__atomic_exchange_n(&search->broken, 1, __ATOMIC_RELAXED)) return;
    memcpy(search->trouble, error, ENGINE_ERROR);
}

enum { PROBE_NODES = 128 /* that a look-up counts as, for checks of the clock */ };

int worker_probe(Worker *worker, const EnginePosition *position, int clock, int ply, int *score)
{
    Search *search = worker->search;
    char error[ENGINE_ERROR];
    int result;
    worker->unwatched += PROBE_NODES;
    if (clock_is_over(&search->clock)) return 0;
    const ProbeStatus status = search->game->result(search->tables, position, clock, &result, error);
    if (status == PROBE_BROKEN) note_trouble(search, error);
    if (status != PROBE_DONE) return 0;
    __atomic_store_n(&worker->table_hits, worker->table_hits + 1, __ATOMIC_RELAXED);
    *score = result == 2 ? ENGINE_TABLE - ply : result == -2 ? ply - ENGINE_TABLE : result;
    return 1;
}

/* A look-up may read and decode much, so that time is looked at before each. */
static int is_out_of_time(void *user)
{
    Worker *worker = user;
    worker_watch(worker);
    return !worker_has_time(worker);
}

int worker_table_moves(Worker *worker, void *tables, const EnginePosition *position, int clock,
                       ProbeMoves *moves)
{
    const ProbeTask task = {.clock = clock, .stop = is_out_of_time, .user = worker};
    char error[ENGINE_ERROR];
    const ProbeStatus status = worker->search->game->table_moves(tables, position, &task, moves, error);
    if (status == PROBE_BROKEN) note_trouble(worker->search, error);
    return status == PROBE_DONE;
}

/* -1: not known. */
static int plies_to_end(const ProbeResult *result)
{
    const int known = result->known & (PROBE_DTM | PROBE_DTW);
    return known ? abs(result->plies[probe_distance(known)]) : -1;
}

static int score_of(const ProbeResult *result)
{
    if (result->at_clock != WDL_WIN && result->at_clock != WDL_LOSS) return 0;
    const int plies = plies_to_end(result), zeroing = abs(result->plies[probe_distance(PROBE_DTZ)]);
    const int score = plies >= 0 ? ENGINE_MATE - plies : ENGINE_TABLE - zeroing;
    return result->at_clock > 0 ? score : -score;
}

/* 1 if the move leads to a position that came twice before. */
static int repeats_twice(const Worker *worker, const RootMove *move)
{
    const u64 key = engine_key(move->after.word);
    const int first = move->zeroing || worker->base < worker->clock ? 0 : worker->base - worker->clock;
    int before = 0;
    for (int i = worker->base - 1; i >= first && !move->zeroing; i -= 2) before += worker->keys[i] == key;
    return before >= 2;
}

/* Where a rule draws, the search chooses. */
static void set_rank(RootMove *move, const ProbeMove *probed)
{
    const ProbeResult *result = &probed->result;
    const int score = score_of(result);
    move->rank = score ? probed->rank : rank_by_result(result->at_clock, 0);
    move->table_score = score;
    move->table_result = result->at_clock;
    move->table_plies = plies_to_end(result);
    move->decided = 1;
}

/* Ranks the root moves, if tables know the value of every one. */
static void rank_root(Worker *worker, void *tables)
{
    static const ProbeMove drawn;
    ProbeMoves *moves = malloc(sizeof *moves);
    if (moves && worker_table_moves(worker, tables, &worker->position, worker->clock, moves)) {
        for (RootMove *move = worker->root; move < worker->root + worker->root_count; move++)
            set_rank(move, repeats_twice(worker, move) ? &drawn : probe_moves_find(moves, &move->after));
        worker->table_hits += (u64)moves->count;
    }
    free(moves);
}

/* ---- the root's moves ---- */

static int is_among(const EnginePosition *position, const EnginePosition *only, int count)
{
    for (int i = 0; i < count; i++)
        if (!memcmp(position, &only[i], sizeof *position)) return 1;
    return only == NULL;
}

/* Negative if a comes first. */
static int compare(const RootMove *a, const RootMove *b)
{
    if (a->rank != b->rank) return b->rank > a->rank ? 1 : -1;
    return b->score - a->score;
}

/* Insertion: equals keep their order. */
static void sort(RootMove *moves, int count)
{
    for (int i = 1; i < count; i++) {
        if (compare(&moves[i - 1], &moves[i]) <= 0) continue;
        const RootMove move = moves[i];
        int at = i;
        for (; at > 0 && compare(&moves[at - 1], &move) > 0; at--) moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

void worker_list_root(Worker *worker, void *tables, int table_men, const EnginePosition *only, int only_count)
{
    EnginePosition list[ENGINE_MAX_MOVES];
    const EngineGame *game = worker->search->game;
    const int count = game->children(game, &worker->position, list);
    worker->root_count = 0;
    for (int i = 0; i < count; i++) {
        if (!is_among(&list[i], only, only_count)) continue;
        RootMove *move = &worker->root[worker->root_count++];
        memset(move, 0, sizeof *move);
        move->after = move->line[0] = list[i];
        move->line_count = 1;
        move->zeroing = game->zeroing(game, &worker->position, &list[i]);
        move->score = move->last_score = -ENGINE_INFINITE;
        move->kind = ENGINE_NO_SCORE;
    }
    if (tables && game->men(game, &worker->position) <= table_men) rank_root(worker, tables);
    sort(worker->root, worker->root_count);
}

/* ---- watching ---- */

static const double report_after = 0.9; /* seconds without a line */

void worker_watch(Worker *worker)
{
    Search *search = worker->search;
    worker->unwatched = 0;
    if (worker->depth_done > 0 && clock_is_over(&search->clock))
        __atomic_store_n(&search->stop, 1, __ATOMIC_RELAXED);
    const double now = clock_elapsed(&search->clock);
    if (now < worker->reported + report_after) return;
    worker->reported = now;
    worker->news = 1;
    search->report_progress(worker, search->user);
}

static void report_lines(Worker *worker)
{
    Search *search = worker->search;
    if (worker->number > 0) return;
    search->report_lines(worker, search->user);
    worker->reported = clock_elapsed(&search->clock);
    worker->news = 0;
}

/* ---- deepening ---- */

/* One more than the last move from `first` on of the same rank. */
static int end_of_rank(const Worker *worker, int first)
{
    int last = first + 1;
    while (last < worker->root_count && worker->root[last].rank == worker->root[first].rank) last++;
    return last;
}

/* Searches a line with a window around its last score, wider until the score lies in it. */
static int search_line(Worker *worker, int first, int depth)
{
    const EngineGame *game = worker->search->game;
    const int last = end_of_rank(worker, first), expected = worker->root[first].last_score;
    int width = 24, alpha = -ENGINE_INFINITE, beta = ENGINE_INFINITE;
    if (depth >= 5 && expected > -ENGINE_DECIDED && expected < ENGINE_DECIDED) {
        alpha = expected - width;
        beta = expected + width;
    }
    for (;;) {
        for (int i = first; i < last; i++) worker->root[i].score = -ENGINE_INFINITE;
        const int score = game->search(worker->tree, worker, first, last, alpha, beta, depth);
        sort(worker->root + first, last - first);
        if (worker_stopped(worker)) return -1;
        width *= 2;
        if (width > 400) width = 2 * ENGINE_INFINITE;
        if (score <= alpha && alpha > -ENGINE_INFINITE)
            alpha = alpha - width > -ENGINE_INFINITE ? alpha - width : -ENGINE_INFINITE;
        else if (score >= beta && beta < ENGINE_INFINITE)
            beta = beta + width < ENGINE_INFINITE ? beta + width : ENGINE_INFINITE;
        else return 0;
    }
}

/* Less time for a best move that has stayed the same for several depths. */
static double haste(int steady) { return 0.4 + 0.6 / (1 + 0.4 * steady); }

/* 1 if a deeper search cannot change the choice. */
static int is_decided(const Worker *worker, int depth, int mate)
{
    const RootMove *best = &worker->root[0];
    const int sure = best->score >= 0 ? best->score : -best->score;
    if (mate > 0 && best->score >= ENGINE_MATE - 2 * mate + 1) return 1;
    if (worker->search->clock.most <= 0) return 0;
    if (worker->root_count == 1 || (best->decided && abs(best->table_score) >= ENGINE_DECIDED)) return 1;
    return sure > ENGINE_MATE - ENGINE_PLIES && depth > ENGINE_MATE - sure;
}

void worker_deepen(Worker *worker, int depth_limit, int lines, int mate)
{
    EnginePosition best = worker->root[0].after;
    int steady = 0;
    if (lines > worker->root_count) lines = worker->root_count;
    for (int depth = 1 + worker->number % 2; depth <= depth_limit; depth++) {
        for (int i = 0; i < worker->root_count; i++) worker->root[i].last_score = worker->root[i].score;
        worker->selective_depth = 0;
        worker->depth = depth;
        for (int line = 0; line < lines; line++) {
            if (search_line(worker, line, depth)) return;
            sort(worker->root, line + 1);
        }
        worker->depth_done = depth;
        report_lines(worker);
        steady = memcmp(&best, &worker->root[0].after, sizeof best) ? 0 : steady + 1;
        best = worker->root[0].after;
        if (worker->number > 0) continue;
        if (is_decided(worker, depth, mate) || clock_is_enough(&worker->search->clock, haste(steady))) return;
    }
}
