/* SPDX-License-Identifier: MIT */
/* Chess: plays moves, and reports what FIDE's Laws or the sheets say of the position. */
#include "judge.h"

#include "../rules/chess/moves.h"
#include "../notation/score_chess.h"
#include "../notation/squares.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- positions --- */

static int is_white(int black_to_move, int own) { return own != black_to_move; }

typedef struct {
    int others; /* pawns, rooks, queens */
    int knights, bishops;
} Force;

/* own: of the side to move, else of the other. */
static Force force_of(ChessPosition p, int own)
{
    const u64 men = own ? p.own : chess_occupied(p) & ~p.own;
    const u64 knights = chess_knights(p) & men,
              bishops = chess_diagonal_sliders(p) & ~chess_orthogonal_sliders(p) & men;
    return (Force){.others = (int)popcount64(men & chess_occupied(p) & ~chess_kings(p) & ~knights & ~bishops),
                   .knights = (int)popcount64(knights),
                   .bishops = (int)popcount64(bishops)};
}

static int is_bare(Force f) { return !f.others && !f.knights && !f.bishops; }

/* All bishops stand on squares of one colour. */
static int one_colour(ChessPosition p)
{
    const u64 bishops = chess_diagonal_sliders(p) & ~chess_orthogonal_sliders(p),
              dark = U64(0xaa55aa55aa55aa55);
    return !(bishops & dark) || !(bishops & ~dark);
}

/* Neither side can mate, by the book's list. */
static int is_dead(const ChessRuleBook *book, ChessPosition p)
{
    const Force a = force_of(p, 1), b = force_of(p, 0);
    if (a.others || b.others) return 0;
    if (is_bare(a) && is_bare(b)) return 1;
    if (book->dead_colour && !a.knights && !b.knights) return one_colour(p);
    if (!is_bare(a) && !is_bare(b)) return 0;
    const int knights = a.knights + b.knights, bishops = a.bishops + b.bishops;
    return (!bishops && knights <= book->dead_knights) || (!knights && bishops <= book->dead_bishops);
}

/* No series of moves lets this side mate: it has its king alone, a bishop or bishops of one colour against
 * nothing of another kind, or a knight against at most queens. */
static int cannot_mate(ChessPosition p, int own)
{
    const Force mine = force_of(p, own), his = force_of(p, !own);
    if (mine.others) return 0;
    if (is_bare(mine)) return 1;
    const u64 his_men = (own ? ~p.own : p.own) & chess_occupied(p);
    const u64 queens = chess_diagonal_sliders(p) & chess_orthogonal_sliders(p);
    if (mine.knights) return mine.knights == 1 && !mine.bishops && !(his_men & ~queens & ~chess_kings(p));
    return one_colour(p) && !his.knights && !(chess_pawns(p) & his_men);
}

static void words_of(ChessPosition p, u64 word[4])
{
    word[0] = p.kind0;
    word[1] = p.kind1;
    word[2] = p.kind2;
    word[3] = p.own;
}

static int same(const ChessRecord *a, const ChessRecord *b)
{
    return a->black == b->black && !memcmp(&a->position, &b->position, sizeof a->position);
}

/* --- perpetual check --- */

/* The position of the time before, -1 the first time. */
static long last_time(const Judge *judge)
{
    const ChessRecord *now = &judge->history[judge->history_count - 1];
    for (long i = (long)judge->history_count - 3;
         i >= 0 && i + now->halfmove >= (long)judge->history_count - 1; i -= 2)
        if (same(&judge->history[i], now)) return i;
    return -1;
}

/* Every answer to the check leads into the cycle that begins at `start`. */
static int has_to_stay(const Judge *judge, long start, const ChessRecord *checked)
{
    ChessWalk walk = chess_walk(&checked->position);
    for (ChessMove move; chess_walk_next(&walk, &move);) {
        ChessRecord next;
        int inside = 0;
        chess_record_make(checked, move, &next);
        for (long i = start; i < (long)judge->history_count && !inside; i++)
            inside = same(&judge->history[i], &next);
        if (!inside) return 0;
    }
    return 1;
}

/* Since the position occurred last, one side has given check with each of its moves, and the other could only
 * have brought about positions of that cycle. */
static int is_perpetual(const Judge *judge)
{
    const long start = last_time(judge);
    if (start < 0) return 0;
    for (int black = 0; black < 2; black++) {
        int holds = 1;
        for (long i = start; i < (long)judge->history_count - 1 && holds; i++) {
            const ChessRecord *record = &judge->history[i];
            if (record->black == black)
                holds = chess_in_check(record->position) && has_to_stay(judge, start, record);
        }
        if (holds) return 1;
    }
    return 0;
}

/* --- claims --- */

static int is_over_after(const ChessRecord *record) { return chess_count(record->position) == 0; }

/* The moves with which the side to move may claim. */
static void add_claiming_moves(Judge *judge, RefereeReason reason)
{
    const ChessRuleBook *book = judge->referee->book;
    ChessWalk walk = chess_walk(&judge->chess.position);
    for (ChessMove move; chess_walk_next(&walk, &move);) {
        ChessRecord next;
        u64 word[4];
        chess_record_make(&judge->chess, move, &next);
        words_of(next.position, word);
        const int fits =
            reason == REFEREE_REPETITION
                ? positions_met_times(&judge->met, word, next.black) + 1 >= book->repetition_claim
                : next.halfmove >= book->quiet_claim && !is_over_after(&next);
        if (fits) chess_san_format(&judge->chess, move, judge->referee->letters, judge_add_move(judge));
    }
}

/* A move may bring about the third occurrence: since the last move that cannot be taken back some position has
 * occurred again. */
static int may_repeat(const Judge *judge)
{
    return judge->again && judge->again + (size_t)judge->chess.halfmove >= judge->history_count;
}

static void look_for_claim(Judge *judge, RefereeReason reason, int now, const char *text)
{
    judge_event(judge, REFEREE_CLAIM);
    judge->event.reason = reason;
    judge_say(judge, "%s", text);
    if (!now) add_claiming_moves(judge, reason);
    if (!now && !judge->event.move_count) return;
    judge->claim = 1;
    snprintf(judge->claim_text, sizeof judge->claim_text, "%s", text);
    judge_report(judge);
}

static void look_for_claims(Judge *judge)
{
    const ChessRuleBook *book = judge->referee->book;
    const int halfmove = judge->chess.halfmove;
    if (book->repetition_claim && may_repeat(judge))
        look_for_claim(judge, REFEREE_REPETITION, judge->times >= book->repetition_claim,
                       "third occurrence of the position");
    if (book->quiet_claim && halfmove + 1 >= book->quiet_claim)
        look_for_claim(judge, REFEREE_MOVE_COUNT, halfmove >= book->quiet_claim,
                       "50 moves each without capture or pawn move");
}

/* --- the position --- */

static void look_at_check(Judge *judge)
{
    if (!chess_in_check(judge->chess.position)) return;
    judge_event(judge, REFEREE_CHECK);
    judge_report(judge);
}

static int remember(Judge *judge)
{
    if (judge->history_count == judge->history_room) {
        const size_t room = judge->history_room ? 2 * judge->history_room : 128;
        ChessRecord *larger = realloc(judge->history, room * sizeof *larger);
        if (!larger) return -1;
        judge->history = larger;
        judge->history_room = room;
    }
    judge->history[judge->history_count++] = judge->chess;
    u64 word[4];
    words_of(judge->chess.position, word);
    judge->times = positions_met_add(&judge->met, word, judge->chess.black);
    if (judge->times > 1) judge->again = judge->history_count;
    return judge->times ? 0 : -1;
}

static int lone_king_survives(Judge *judge)
{
    int survives = 0;
    for (int own = 0; own < 2; own++) {
        int *plies = &judge->lone_king[!is_white(judge->chess.black, own)];
        *plies = is_bare(force_of(judge->chess.position, own)) ? *plies + 1 : 0;
        if (judge->referee->book->lone_king_draw && *plies > judge->referee->book->lone_king_draw)
            survives = 1;
    }
    return survives;
}

/* Ends the game by a rule that needs no claim, or reports it once if the game is older. Returns 1 at the end. */
static int draw_unclaimed(Judge *judge, RefereeReason reason, const char *text)
{
    if (!judge->older) {
        judge_end(judge, REFEREE_DRAWN, reason, text);
        return 1;
    }
    if (!(judge->passed >> reason & 1))
        judge_note(judge, "%s, which ended no game when this one was played", text);
    judge->passed |= 1u << reason;
    return 0;
}

static int look_for_unclaimed_draws(Judge *judge)
{
    const ChessRuleBook *book = judge->referee->book;
    if (book->quiet_draw && judge->chess.halfmove >= book->quiet_draw &&
        draw_unclaimed(judge, REFEREE_MOVE_COUNT,
                       book->quiet_draw == 100 ? "50 moves each without capture or pawn move"
                                               : "75 moves each without capture or pawn move"))
        return 1;
    return book->repetition_draw && judge->times >= book->repetition_draw &&
           draw_unclaimed(judge, REFEREE_REPETITION,
                          book->repetition_draw == 3 ? "third occurrence of the position"
                                                     : "fifth occurrence of the position");
}

static int look(Judge *judge)
{
    const ChessRuleBook *book = judge->referee->book;
    const ChessPosition p = judge->chess.position;
    judge->claim = 0;
    if (remember(judge)) return -1;
    const int survives = lone_king_survives(judge), moves = chess_count(p) != 0;
    if (!moves && chess_in_check(p)) {
        judge_end(judge, judge_win_of(!judge->chess.black), REFEREE_CHECKMATE, "");
        return 0;
    }
    look_at_check(judge);
    if (is_dead(book, p)) judge_end(judge, REFEREE_DRAWN, REFEREE_MATERIAL, "");
    else if (!moves) judge_end(judge, REFEREE_DRAWN, REFEREE_STALEMATE, "");
    else if (look_for_unclaimed_draws(judge)) return 0;
    else if (survives)
        judge_end(judge, REFEREE_DRAWN, REFEREE_MOVE_COUNT, "a lone king has survived 50 moves");
    else if (judge->times > 1 && is_perpetual(judge)) {
        if (book->perpetual_draws) {
            judge_end(judge, REFEREE_DRAWN, REFEREE_ENDLESS, "");
        } else {
            judge_event(judge, REFEREE_PERPETUAL);
            judge_report(judge);
        }
    }
    if (!judge->over) look_for_claims(judge);
    return 0;
}

/* --- moves --- */

int judge_chess_moves_from(Judge *judge, u32 square)
{
    int count = 0;
    ChessWalk walk = chess_walk(&judge->chess.position);
    for (ChessMove move; chess_walk_next(&walk, &move);) {
        if (board_square(&judge->chess, chess_move_from(move)) != square) continue;
        chess_san_format(&judge->chess, move, judge->referee->letters, judge_add_move(judge));
        count++;
    }
    return count;
}

static int begin(Judge *judge, const char *fen, char error[NOTATION_ERROR])
{
    judge->touched = JUDGE_UNTOUCHED;
    ChessFenDropped dropped;
    if (chess_fen_parse_loose(fen ? fen : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                              &judge->chess, &dropped, error))
        return -1;
    if (*dropped.what) judge_note(judge, "the tag FEN: %.200s; dropped: %s", dropped.why, dropped.what);
    return 0;
}

static JudgeAnswer refuse_untouched(Judge *judge)
{
    const u32 square = judge->touched;
    judge_event(judge, REFEREE_IRREGULAR);
    judge_say(judge, "the piece that was touched on %c%c has to move", file_letter(square),
              row_digit(square));
    judge_chess_moves_from(judge, square);
    judge_report(judge);
    return JUDGE_IRREGULAR;
}

static JudgeAnswer play(Judge *judge, const char *word)
{
    ChessScoreMove move;
    char error[NOTATION_ERROR];
    if (chess_score_parse(&judge->chess, word, judge->referee->letters, &move, error))
        return judge_chess_refuse(judge, word);
    if (judge->touched != JUDGE_UNTOUCHED &&
        (move.null || board_square(&judge->chess, chess_move_from(move.move)) != judge->touched))
        return refuse_untouched(judge);
    judge->touched = JUDGE_UNTOUCHED;
    chess_score_format(&judge->chess, move, judge->referee->letters, judge->move_text);
    if (move.note) judge_note(judge, "%s", move.note);
    chess_score_make(&judge->chess, move, &judge->chess);
    return JUDGE_PLAYED;
}

static void format(const Judge *judge, char out[DRAUGHTS_FEN_TEXT])
{
    chess_fen_format(&judge->chess, CHESS_FEN_AUTO, out);
}

const JudgeFamily judge_chess = {.begin = begin, .play = play, .look = look, .format = format};

int judge_chess_spared(const Judge *judge, int black)
{
    return judge->referee->book->spared && cannot_mate(judge->chess.position, black == judge->chess.black);
}
