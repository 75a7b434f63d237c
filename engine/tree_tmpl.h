/* SPDX-License-Identifier: MIT */
/* The search: alpha-beta with a null window (PVS), compiled for one game. Included after its description:
 *
 *   G_SUFFIX          of the names below, G_FN(name)
 *   G_Position        a position, as wide as an EnginePosition
 *   G_MOVES, G_SLOTS  most moves of a list; places in the history of quiet moves
 *   G_NULL_MOVE          1: a pass is worse than the best move, where G_FN(may_null_move) fears no zugzwang
 *   G_PRUNES          1: the evaluation is steady: quiet moves may be left out near the leaves
 *   G_THREATS         1: at the leaves the opponent's threat to capture is looked at
 *   G_FN(Move)        code (16 bits, not 0), slot, tactical, zeroing, order (tactical moves: good ones above 0)
 *   G_FN(View)        urgent: no evaluation before the moves are tried (in check, or a capture is forced);
 *                     stuck: there is no move (may be 0 where that is not seen at once)
 *   G_FN(view)(game, p, &view)
 *   G_FN(list)(game, p, &view, tactical_only, list)   legal moves; their number
 *   G_FN(after)(game, p, move)                     the position after it, seen by the other side
 *   G_FN(evaluate)(game, p)                        for the side to move
 *   G_FN(ended)(game, p, &view, ply)               score of a position without moves
 *   G_FN(gain)(move)                               of a tactical move at most
 *   G_FN(men)(game, p), G_FN(may_null_move)(p), G_FN(null_move)(p), G_FN(threatened)(game, p)
 */
#include <math.h>
#include <string.h>

#include "worker.h"

#if !defined(G_FN)
#define G_JOIN_(name, suffix) name##_##suffix
#define G_JOIN(name, suffix) G_JOIN_(name, suffix)
#define G_FN(name) G_JOIN(name, G_SUFFIX)
#endif

#if !defined(ENGINE_TREE_ORDER)
#define ENGINE_TREE_ORDER
enum { ORDER_KNOWN = 1 << 30, ORDER_TACTICAL = 1 << 25, ORDER_KILLER = 1 << 24, ORDER_BAD = -(1 << 25) };
enum { HISTORY_MOST = 8192, THREATS_MOST = 2 };
#endif

typedef struct {
    G_Position position;
    G_FN(View) view;
    u64 key;
    int clock;
    int evaluation;
    int threats; /* looked at on the way here */
    u32 killers[2];
    int line_count;
    EnginePosition line[ENGINE_LINE];
    G_FN(Move) moves[G_MOVES];
} G_FN(Node);

typedef struct {
    Worker *worker;
    const EngineGame *game;
    int16_t history[2][G_SLOTS];
    u8 reductions[64][64];
    int prepared;
    G_FN(Node) node[ENGINE_PLIES + 2];
} G_FN(Tree);

static EnginePosition G_FN(public)(const G_Position *p)
{
    EnginePosition position;
    memcpy(&position, p, sizeof position);
    return position;
}

/* ---- order of moves ---- */

static void G_FN(order)(G_FN(Tree) *t, int ply, int count, u32 known)
{
    G_FN(Node) *node = &t->node[ply];
    for (int i = 0; i < count; i++) {
        G_FN(Move) *move = &node->moves[i];
        if (move->code == known) move->order = ORDER_KNOWN;
        else if (move->tactical) move->order += move->order >= 0 ? ORDER_TACTICAL : ORDER_BAD;
        else if (move->code == node->killers[0]) move->order = ORDER_KILLER + 1;
        else if (move->code == node->killers[1]) move->order = ORDER_KILLER;
        else move->order = t->history[ply & 1][move->slot];
    }
}

/* Brings the best of the moves from i on to place i. */
static G_FN(Move) *G_FN(pick)(G_FN(Move) *moves, int i, int count)
{
    int best = i;
    for (int k = i + 1; k < count; k++)
        if (moves[k].order > moves[best].order) best = k;
    const G_FN(Move) picked = moves[best];
    moves[best] = moves[i];
    moves[i] = picked;
    return &moves[i];
}

static void G_FN(history_bonus)(G_FN(Tree) *t, int ply, u32 slot, int amount)
{
    int16_t *entry = &t->history[ply & 1][slot];
    const int size = amount < 0 ? -amount : amount;
    *entry = (int16_t)(*entry + amount - *entry * size / HISTORY_MOST);
}

/* A quiet move was too good: it comes earlier next time, those tried before it later. */
static void G_FN(update_history)(G_FN(Tree) *t, int ply, int last, int depth)
{
    G_FN(Node) *node = &t->node[ply];
    const G_FN(Move) *good = &node->moves[last];
    const int amount = depth * depth < 400 ? depth * depth * 4 : 1600;
    if (node->killers[0] != good->code) {
        node->killers[1] = node->killers[0];
        node->killers[0] = good->code;
    }
    G_FN(history_bonus)(t, ply, good->slot, amount);
    for (int i = 0; i < last; i++)
        if (!node->moves[i].tactical) G_FN(history_bonus)(t, ply, node->moves[i].slot, -amount);
}

/* ---- steps down ---- */

/* Puts the position after the move on the next ply. */
static void G_FN(descend)(G_FN(Tree) *t, int ply, const G_FN(Move) *move)
{
    const G_FN(Node) *node = &t->node[ply];
    G_FN(Node) *next = &t->node[ply + 1];
    next->position = G_FN(after)(t->game, &node->position, move);
    next->key = engine_key(G_FN(public)(&next->position).word);
    next->clock = move->zeroing ? 0 : node->clock + 1;
    next->threats = node->threats;
    t->worker->keys[t->worker->base + ply + 1] = next->key;
}

static void G_FN(update_pv)(G_FN(Tree) *t, int ply)
{
    G_FN(Node) *node = &t->node[ply];
    const G_FN(Node) *next = &t->node[ply + 1];
    const int rest = next->line_count < ENGINE_LINE - 1 ? next->line_count : ENGINE_LINE - 1;
    node->line[0] = G_FN(public)(&next->position);
    memcpy(node->line + 1, next->line, (size_t)rest * sizeof *next->line);
    node->line_count = rest + 1;
}

/* Near the clock's limit equal positions differ. */
static u64 G_FN(clock_key)(const G_FN(Tree) *t, const G_FN(Node) *node)
{
    const int limit = t->game->clock_limit;
    if (!limit || node->clock * 2 < limit) return node->key;
    const u64 quarter = (u64)node->clock / 4 + 1;
    return node->key ^ quarter * U64(0x9e3779b97f4a7c15);
}

static int G_FN(score_of)(G_FN(Tree) *t, int ply)
{
    const int score = G_FN(evaluate)(t->game, &t->node[ply].position);
    if (score >= ENGINE_DECIDED) return ENGINE_DECIDED - 1;
    return score <= -ENGINE_DECIDED ? 1 - ENGINE_DECIDED : score;
}

/* A little off zero: positions that are drawn by repetition must not all have one score. */
static int G_FN(draw)(const G_FN(Tree) *t) { return (int)(t->worker->nodes & 2) - 1; }

static int G_FN(probe)(G_FN(Tree) *t, int ply, int *score)
{
    const G_FN(Node) *node = &t->node[ply];
    const Search *search = t->worker->search;
    if (!search->tables || G_FN(men)(t->game, &node->position) > search->table_men) return 0;
    const EnginePosition position = G_FN(public)(&node->position);
    return worker_probe(t->worker, &position, node->clock, ply, score);
}

/* 1 if moves that are counted end the game here, unless it is over anyway; the node has been looked at. */
static int G_FN(is_full)(G_FN(Tree) *t, int ply, int *score)
{
    G_FN(Node) *node = &t->node[ply];
    const int limit = t->game->clock_limit;
    if (!limit || node->clock < limit) return 0;
    *score = G_FN(list)(t->game, &node->position, &node->view, 0, node->moves)
                 ? 0
                 : G_FN(ended)(t->game, &node->position, &node->view, ply);
    return 1;
}

static int G_FN(search_node)(G_FN(Tree) *t, int ply, int alpha, int beta, int depth, int may_null_move);

/* ---- leaves ---- */

/* Captures alone, until the position is quiet. */
static int G_FN(qsearch)(G_FN(Tree) *t, int ply, int alpha, int beta)
{
    G_FN(Node) *node = &t->node[ply];
    Known known = {0};
    node->line_count = 0;
    if (worker_count(t->worker)) return 0;
    if (ply > t->worker->selective_depth) t->worker->selective_depth = ply;
    if (ply >= ENGINE_PLIES) return G_FN(score_of)(t, ply);
    const u64 key = G_FN(clock_key)(t, node);
    const int found = positions_find(t->worker->search->positions, key, ply, &known);
    if (found && (known.bound == BOUND_EXACT || (known.bound == BOUND_LOWER && known.score >= beta) ||
                  (known.bound == BOUND_UPPER && known.score <= alpha)))
        return known.score;
    int best;
    if (G_FN(probe)(t, ply, &best)) return best;

    G_FN(view)(t->game, &node->position, &node->view);
    if (node->view.stuck) return G_FN(ended)(t->game, &node->position, &node->view, ply);
    if (G_FN(is_full)(t, ply, &best)) return best;
    best = -ENGINE_INFINITE;
    node->evaluation = 0;
    if (!node->view.urgent) {
        best = node->evaluation = found ? known.evaluation : G_FN(score_of)(t, ply);
        if (G_THREATS && node->threats < THREATS_MOST && ply < ENGINE_PLIES - 8 &&
            G_FN(threatened)(t->game, &node->position)) {
            node->threats++;
            return G_FN(search_node)(t, ply, alpha, beta, 1, 0);
        }
        if (best >= beta) return best;
    }
    const int count = G_FN(list)(t->game, &node->position, &node->view, !node->view.urgent, node->moves);
    if (count == 0 && node->view.urgent) return G_FN(ended)(t->game, &node->position, &node->view, ply);

    const int stand = best, first_alpha = alpha;
    u32 best_code = 0;
    if (best > alpha) alpha = best;
    node->killers[0] = node->killers[1] = 0;
    G_FN(order)(t, ply, count, found ? known.code : 0);
    for (int i = 0; i < count; i++) {
        const G_FN(Move) *move = G_FN(pick)(node->moves, i, count);
        if (G_PRUNES && !node->view.urgent && move->tactical && move->order < 0) break;
        if (G_PRUNES && !node->view.urgent && stand + G_FN(gain)(move) + 150 <= alpha) continue;
        G_FN(descend)(t, ply, move);
        const int score = -G_FN(qsearch)(t, ply + 1, -beta, -alpha);
        if (worker_stopped(t->worker)) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        best_code = move->code;
        if (beta - first_alpha > 1) G_FN(update_pv)(t, ply);
        if (score >= beta) break;
    }
    known = (Known){best_code, best, node->evaluation, 0,
                    best >= beta         ? BOUND_LOWER
                    : best > first_alpha ? BOUND_EXACT
                                         : BOUND_UPPER};
    if (count) positions_keep(t->worker->search->positions, key, ply, &known);
    return best;
}

/* ---- inner nodes ---- */

/* 1: the node needs no search of its moves, *score is a bound good enough. */
static int G_FN(prune_node)(G_FN(Tree) *t, int ply, int beta, int depth, int may_null_move, int *score)
{
    G_FN(Node) *node = &t->node[ply];
    if (!G_PRUNES || node->view.urgent || beta > ENGINE_DECIDED || beta < -ENGINE_DECIDED) return 0;
    if (!G_FN(may_null_move)(&node->position)) return 0;
    if (depth <= 6 && node->evaluation - 75 * depth >= beta) {
        *score = node->evaluation;
        return 1;
    }
    if (!G_NULL_MOVE || !may_null_move || depth < 3 || node->evaluation < beta) return 0;
    G_FN(Node) *next = &t->node[ply + 1];
    const int reduction = 3 + depth / 4 + (node->evaluation - beta > 200);
    next->position = G_FN(null_move)(&node->position);
    next->key = engine_key(G_FN(public)(&next->position).word);
    next->clock = 0; /* no repetition across a pass */
    next->threats = node->threats;
    t->worker->keys[t->worker->base + ply + 1] = next->key;
    const int null_score = -G_FN(search_node)(t, ply + 1, -beta, 1 - beta, depth - 1 - reduction, 0);
    if (worker_stopped(t->worker) || null_score < beta) return 0;
    *score = null_score > ENGINE_DECIDED ? beta : null_score;
    return depth < 10 || G_FN(search_node)(t, ply, beta - 1, beta, depth - reduction, 0) >= beta;
}

/* 1: a quiet move, the i-th, so near the leaves will not raise alpha. */
static int G_FN(prune_move)(const G_FN(Node) *node, const G_FN(Move) *move, int i, int alpha, int best,
                            int depth)
{
    if (!G_PRUNES || node->view.urgent || best < -ENGINE_DECIDED || depth > 6) return 0;
    if (move->tactical) return move->order < 0 && depth <= 3;
    return i > 4 + depth * depth || (depth <= 4 && node->evaluation + 90 + 90 * depth <= alpha);
}

static int G_FN(lmr)(const G_FN(Tree) *t, int ply, const G_FN(Move) *move, int i, int depth, int on_line)
{
    const G_FN(Node) *node = &t->node[ply];
    if (depth < 3 || i < 2 + on_line || node->view.urgent || (move->tactical && move->order >= 0)) return 0;
    int less = t->reductions[depth < 63 ? depth : 63][i < 63 ? i : 63] - on_line;
    if (!move->tactical) less -= move->order >= ORDER_KILLER ? 1 : t->history[ply & 1][move->slot] / 4096;
    return less < 0 ? 0 : less > depth - 2 ? depth - 2 : less;
}

/* The score of the i-th move, which has been made: with a null window, and less deeply, if it should fail. */
static int G_FN(pvs_search)(G_FN(Tree) *t, int ply, int i, int alpha, int beta, int depth, int less)
{
    int score = 0;
    if (i > 0) {
        score = -G_FN(search_node)(t, ply + 1, -alpha - 1, -alpha, depth - 1 - less, 1);
        if (less && score > alpha) score = -G_FN(search_node)(t, ply + 1, -alpha - 1, -alpha, depth - 1, 1);
    }
    if (i == 0 || (score > alpha && score < beta))
        score = -G_FN(search_node)(t, ply + 1, -beta, -alpha, depth - 1, 1);
    return score;
}

/* The moves one by one. */
static int G_FN(search_moves)(G_FN(Tree) *t, int ply, int count, int alpha, int beta, int depth,
                              u32 known_code)
{
    G_FN(Node) *node = &t->node[ply];
    const int on_line = beta - alpha > 1, first_alpha = alpha;
    int best = -ENGINE_INFINITE;
    u32 best_code = 0;
    t->node[ply + 1].killers[0] = t->node[ply + 1].killers[1] = 0;
    G_FN(order)(t, ply, count, known_code);
    for (int i = 0; i < count; i++) {
        const G_FN(Move) *move = G_FN(pick)(node->moves, i, count);
        if (i > 0 && G_FN(prune_move)(node, move, i, alpha, best, depth)) continue;
        G_FN(descend)(t, ply, move);
        const int less = G_FN(lmr)(t, ply, move, i, depth, on_line);
        const int score = G_FN(pvs_search)(t, ply, i, alpha, beta, depth, less);
        if (worker_stopped(t->worker)) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        best_code = move->code;
        if (on_line) G_FN(update_pv)(t, ply);
        if (score < beta) continue;
        if (!move->tactical) G_FN(update_history)(t, ply, i, depth);
        break;
    }
    const Known found = {best_code, best, node->evaluation, depth,
                         best >= beta         ? BOUND_LOWER
                         : best > first_alpha ? BOUND_EXACT
                                              : BOUND_UPPER};
    positions_keep(t->worker->search->positions, G_FN(clock_key)(t, node), ply, &found);
    return best;
}

static int G_FN(search_node)(G_FN(Tree) *t, int ply, int alpha, int beta, int depth, int may_null_move)
{
    G_FN(Node) *node = &t->node[ply];
    const int on_line = beta - alpha > 1;
    int score;
    Known known = {0};
    node->line_count = 0;
    if (worker_repeats(t->worker, ply, node->clock)) return G_FN(draw)(t);
    if (ply >= ENGINE_PLIES) return G_FN(score_of)(t, ply);
    G_FN(view)(t->game, &node->position, &node->view);
    if (G_PRUNES && node->view.urgent) depth++;
    if (depth <= 0) return G_FN(qsearch)(t, ply, alpha, beta);
    if (worker_count(t->worker)) return 0;
    if (G_FN(is_full)(t, ply, &score)) return score;

    if (alpha < ply - ENGINE_MATE) alpha = ply - ENGINE_MATE;
    if (beta > ENGINE_MATE - ply - 1) beta = ENGINE_MATE - ply - 1;
    if (alpha >= beta) return alpha;
    const int found = positions_find(t->worker->search->positions, G_FN(clock_key)(t, node), ply, &known);
    if (found && !on_line && known.depth >= depth &&
        (known.bound == BOUND_EXACT || (known.bound == BOUND_LOWER && known.score >= beta) ||
         (known.bound == BOUND_UPPER && known.score <= alpha)))
        return known.score;
    if (G_FN(probe)(t, ply, &score)) return score;

    node->evaluation = found ? known.evaluation : G_FN(score_of)(t, ply);
    if (!on_line && G_FN(prune_node)(t, ply, beta, depth, may_null_move, &score)) return score;
    if (worker_stopped(t->worker)) return 0;
    if (depth >= 6 && !(found && known.code) && on_line) depth--; /* finds a best move to begin with sooner */
    const int count = G_FN(list)(t->game, &node->position, &node->view, 0, node->moves);
    if (count == 0) return G_FN(ended)(t->game, &node->position, &node->view, ply);
    if (!G_PRUNES && count == 1 && node->view.urgent && ply < ENGINE_PLIES / 2) depth++; /* costs nothing */
    return G_FN(search_moves)(t, ply, count, alpha, beta, depth, known.code);
}

/* ---- the root ---- */

static void G_FN(prepare)(G_FN(Tree) *t, Worker *worker)
{
    t->worker = worker;
    t->game = worker->search->game;
    for (int i = 0; i < 2; i++) memset(t->node[i].killers, 0, sizeof t->node[i].killers);
    if (t->prepared) return;
    for (int depth = 1; depth < 64; depth++)
        for (int i = 1; i < 64; i++)
            t->reductions[depth][i] =
                (u8)(G_PRUNES ? 0.6 + log(depth) * log(i) / 2.2 : 0.3 + log(depth) * log(i) / 3.0);
    t->prepared = 1;
}

static void G_FN(keep_line)(const G_FN(Tree) *t, RootMove *move, int score, EngineScoreKind kind)
{
    const G_FN(Node) *next = &t->node[1];
    const int rest = next->line_count < ENGINE_LINE - 1 ? next->line_count : ENGINE_LINE - 1;
    t->worker->news = 1;
    move->line_depth = t->worker->depth;
    move->line_score = score;
    move->kind = kind;
    move->selective_depth = t->worker->selective_depth;
    move->line[0] = move->after;
    memcpy(move->line + 1, next->line, (size_t)rest * sizeof *next->line);
    move->line_count = rest + 1;
}

static int G_FN(search_root)(void *tree, Worker *worker, int first, int last, int alpha, int beta, int depth)
{
    G_FN(Tree) *t = tree;
    G_FN(Node) *next = &t->node[1];
    int best = -ENGINE_INFINITE;
    G_FN(prepare)(t, worker);
    t->node[0].threats = 0;
    t->node[0].clock = worker->clock;
    for (int i = first; i < last; i++) {
        RootMove *move = &worker->root[i];
        worker->root_now = i;
        memcpy(&next->position, &move->after, sizeof next->position);
        next->key = engine_key(move->after.word);
        next->clock = move->zeroing ? 0 : worker->clock + 1;
        next->threats = 0;
        worker->keys[worker->base + 1] = next->key;
        const int less = depth >= 4 && i - first > 4 ? 1 : 0;
        const int score = G_FN(pvs_search)(t, 0, i - first, alpha, beta, depth, less);
        if (worker_stopped(worker)) return 0;
        move->score = i == first || score > alpha ? score : -ENGINE_INFINITE; /* an upper bound alone */
        if (score > alpha) G_FN(keep_line)(t, move, score, score < beta ? ENGINE_EXACT : ENGINE_AT_LEAST);
        if (score <= best) continue;
        best = score;
        if (score > alpha) alpha = score;
        if (score >= beta) break;
    }
    return best;
}

static void G_FN(forget)(void *tree)
{
    G_FN(Tree) *t = tree;
    memset(t->history, 0, sizeof t->history);
}
