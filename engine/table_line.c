/* SPDX-License-Identifier: MIT */
/* Lines that follow the tables: the winner's shortest way, the loser's longest. */
#include "worker.h"

#include <stdlib.h>
#include <string.h>

/* A place in the game behind the root. */
typedef struct {
    EnginePosition position;
    int clock;
} LinePosition;

static void step(const EngineGame *game, LinePosition *now, const EnginePosition *after)
{
    now->clock = game->zeroing(game, &now->position, after) ? 0 : now->clock + 1;
    now->position = *after;
}

/* 1 if the game is drawn there by moves that are counted. */
static int is_full(const EngineGame *game, const LinePosition *now)
{
    return game->clock_limit && now->clock >= game->clock_limit;
}

/* The best move of a position that is won or lost; NULL: it is neither, tables do not know it, or there is no move. */
static const ProbeMove *best_move(Worker *worker, const LinePosition *now, ProbeMoves *moves)
{
    const Search *search = worker->search;
    if (is_full(search->game, now) || search->game->men(search->game, &now->position) > search->table_men ||
        !worker_table_moves(worker, search->line_tables, &now->position, now->clock, moves))
        return NULL;
    return moves->count && abs(moves->list[0].result.at_clock) == 2 ? moves->list : NULL;
}

/* The line's end; its moves are legal. */
static LinePosition end_of(const Worker *worker, const EnginePosition *line, int count)
{
    LinePosition now = {worker->position, worker->clock};
    for (int i = 0; i < count; i++) step(worker->search->game, &now, &line[i]);
    return now;
}

static int has_ended(const EngineGame *game, const LinePosition *now)
{
    EnginePosition list[ENGINE_MAX_MOVES];
    return game->children(game, &now->position, list) == 0;
}

/* Where the 50-move rule keeps the winner from the shortest way, the length of the way is the score. */
static void correct_score(RootMove *move)
{
    const int score = ENGINE_MATE - move->long_count;
    if (move->decided && move->table_plies >= 0) move->table_score = move->table_score > 0 ? score : -score;
}

static void follow(Worker *worker, RootMove *move, ProbeMoves *moves)
{
    const EngineGame *game = worker->search->game;
    LinePosition now = end_of(worker, move->long_line, move->long_count);
    const ProbeMove *best;
    while (move->long_count < ENGINE_LONG_LINE && (best = best_move(worker, &now, moves)) != NULL) {
        EnginePosition *after = &move->long_line[move->long_count++];
        memcpy(after, best->after, sizeof *after);
        step(game, &now, after);
    }
    if (has_ended(game, &now)) correct_score(move);
}

/* 1 if the line ends, or should end, in tables that know a winner. */
static int is_of_tables(const Worker *worker, const RootMove *move)
{
    const int score = move->decided ? move->table_score : move->line_score;
    return worker->search->line_tables && abs(score) >= ENGINE_DECIDED;
}

/* 1 if the long line begins with the line, so that it may be gone on with. */
static int is_begun(const RootMove *move, int count)
{
    return move->long_count >= count &&
           !memcmp(move->long_line, move->line, (size_t)count * sizeof *move->line);
}

void worker_extend_line(Worker *worker, RootMove *move)
{
    const int count = move->decided ? 1 : move->line_count;
    if (!is_of_tables(worker, move)) {
        move->long_count = 0;
        return;
    }
    ProbeMoves *moves = malloc(sizeof *moves);
    if (!move->long_line) move->long_line = malloc(ENGINE_LONG_LINE * sizeof *move->long_line);
    if (moves && move->long_line) {
        if (!is_begun(move, count)) {
            memcpy(move->long_line, move->line, (size_t)count * sizeof *move->line);
            move->long_count = count;
        }
        follow(worker, move, moves);
    }
    free(moves);
}
