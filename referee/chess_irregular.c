/* SPDX-License-Identifier: MIT */
/* Which rule of chess a move breaks. The word is read without regard to the position, then every piece that
 * it may mean is asked how far the move would get: the one that gets furthest reports the rule. */
#include "judge.h"

#include "../rules/chess/moves.h"
#include "../notation/score_chess.h"
#include "../notation/squares.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const ChessRecord *record;
    ChessSan san;
} Wish;

/* How far a move gets, the worst first. */
typedef enum { WAY_NONE, WAY_BLOCKED, WAY_TO_OWN, WAY_PAWN, WAY_CHECK, WAY_FREE } Way;

typedef struct {
    Way way;
    u32 from; /* board square */
    char text[REFEREE_TEXT];
} Obstacle;

static const char *piece_name(u32 kind)
{
    static const char *const names[] = {"piece", "pawn", "knight", "bishop", "rook", "queen", "king", "rook"};
    return names[kind];
}

static const char *side_name(int black) { return black ? "Black" : "White"; }

typedef struct {
    char text[3];
} SquareName;

static SquareName name_of(u32 square) { return (SquareName){{file_letter(square), row_digit(square), 0}}; }

/* In the mover's squares. */
static u32 mover_square(const Wish *wish, u32 square) { return board_square(wish->record, square); }

/* --- the way --- */

/* Signed steps from one square to another as the mover sees them. */
static int files(u32 from, u32 to) { return (int)(to & 7) - (int)(from & 7); }
static int ranks(u32 from, u32 to) { return (int)(to >> 3) - (int)(from >> 3); }

static int magnitude(int n) { return n < 0 ? -n : n; }

static int is_on_lines(u32 kind, int x, int y)
{
    const int straight = (x == 0) != (y == 0), diagonal = x && magnitude(x) == magnitude(y);
    switch (kind) {
    case CHESS_KNIGHT: return magnitude(x * y) == 2;
    case CHESS_BISHOP: return diagonal;
    case CHESS_ROOK: return straight;
    case CHESS_QUEEN: return straight || diagonal;
    default: return magnitude(x) <= 1 && magnitude(y) <= 1 && (x || y); /* king */
    }
}

/* The first occupied square between the two, 64 without one; squares of the mover. */
static u32 blocker(ChessPosition p, u32 from, u32 to)
{
    const int x = files(from, to), y = ranks(from, to);
    if (x && y && magnitude(x) != magnitude(y)) return 64;
    const int step = (x > 0) - (x < 0) + 8 * ((y > 0) - (y < 0));
    for (int square = (int)from + step; square != (int)to; square += step)
        if (chess_occupied(p) >> square & 1) return (u32)square;
    return 64;
}

static int is_own(ChessPosition p, u32 square) { return (int)((p.own & chess_occupied(p)) >> square & 1); }
static int is_occupied(ChessPosition p, u32 square) { return (int)(chess_occupied(p) >> square & 1); }

__attribute__((format(printf, 3, 4))) static void set(Obstacle *o, Way way, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(o->text, sizeof o->text, format, arguments);
    va_end(arguments);
    o->way = way;
}

static void look_at_pawn(const Wish *wish, u32 from, u32 to, Obstacle *o)
{
    const ChessPosition p = wish->record->position;
    const int x = files(from, to), y = ranks(from, to);
    const SquareName target = name_of(wish->san.to);
    if (x == 0 && (y == 1 || (y == 2 && from >> 3 == 1))) {
        const u32 first = from + 8;
        if (is_occupied(p, first) || is_occupied(p, to))
            set(o, WAY_BLOCKED, "a pawn does not take straight ahead, and %s is occupied",
                name_of(mover_square(wish, is_occupied(p, first) ? first : to)).text);
    } else if (x == 0 && y == 2) {
        set(o, WAY_PAWN, "a pawn goes two squares only from where it stood first");
    } else if (magnitude(x) == 1 && y == 1) {
        if (is_own(p, to)) set(o, WAY_TO_OWN, "%s is occupied by a piece of the same side", target.text);
        else if (!is_occupied(p, to) && to >> 3 == 5 && is_occupied(p, to - 8) && !is_own(p, to - 8) &&
                 chess_kind_at(p, to - 8) == CHESS_PAWN && !(chess_en_passant(p) >> to & 1))
            set(o, WAY_PAWN, "taking en passant is possible only at once after a double step");
        else if (!is_occupied(p, to))
            set(o, WAY_PAWN, "a pawn goes diagonally only to take, and nothing stands on %s", target.text);
    } else {
        set(o, WAY_NONE, "a pawn does not move from %s to %s", name_of(o->from).text, target.text);
    }
}

static void look_at_piece(const Wish *wish, u32 from, u32 to, u32 kind, Obstacle *o)
{
    const ChessPosition p = wish->record->position;
    const u32 between = blocker(p, from, to);
    if (!is_on_lines(kind, files(from, to), ranks(from, to)))
        set(o, WAY_NONE, "a %s does not move from %s to %s", piece_name(kind), name_of(o->from).text,
            name_of(wish->san.to).text);
    else if (kind != CHESS_KNIGHT && between < 64)
        set(o, WAY_BLOCKED, "the way of the %s from %s is barred on %s", piece_name(kind),
            name_of(o->from).text, name_of(mover_square(wish, between)).text);
    else if (is_own(p, to))
        set(o, WAY_TO_OWN, "%s is occupied by a piece of the same side", name_of(wish->san.to).text);
}

/* What stands in the way of the piece on `from`, the mover's square. */
static Obstacle look(const Wish *wish, u32 from)
{
    const ChessPosition p = wish->record->position;
    const u32 to = mover_square(wish, wish->san.to), kind = chess_kind_at(p, from);
    Obstacle o = {.way = WAY_FREE, .from = mover_square(wish, from)};
    if (from == to) set(&o, WAY_NONE, "the %s stays on %s", piece_name(kind), name_of(o.from).text);
    else if (kind == CHESS_PAWN) look_at_pawn(wish, from, to, &o);
    else look_at_piece(wish, from, to, kind == CHESS_CASTLE_ROOK ? CHESS_ROOK : kind, &o);
    if (o.way != WAY_FREE) return o;
    const int crowns = kind == CHESS_PAWN && to >> 3 == 7;
    ChessWalk walk = chess_walk(&p);
    for (ChessMove move; chess_walk_next(&walk, &move);) {
        if (chess_move_from(move) != from || chess_move_to(move) != to) continue;
        if (wish->san.capture && !is_capture(p, move))
            set(&o, WAY_FREE, "nothing stands on %s to be taken", name_of(wish->san.to).text);
        else
            set(&o, WAY_FREE,
                !crowns ? "only a pawn on the last row becomes another piece"
                : wish->san.promotion
                    ? "a pawn on the last row becomes a queen, rook, bishop or knight"
                    : "a pawn on the last row becomes a queen, rook, bishop or knight; which is not said");
        return o;
    }
    if (kind == CHESS_KING)
        set(&o, WAY_CHECK, "the king would stand in check on %s", name_of(wish->san.to).text);
    else if (chess_in_check(p)) set(&o, WAY_CHECK, "the king is left in check");
    else set(&o, WAY_CHECK, "the king is put into check");
    return o;
}

/* --- castling --- */

/* The rook of the wing that may castle, 64 without one; the mover's squares. */
static u32 castle_rook(ChessPosition p, u32 king, int on_short)
{
    for (u64 rooks = chess_castle_rooks(p) & p.own; rooks; rooks &= rooks - 1) {
        const u32 rook = lowest_bit64(rooks);
        if ((rook > king) == on_short) return rook;
    }
    return 64;
}

static u32 smaller(u32 a, u32 b) { return a < b ? a : b; }
static u32 larger(u32 a, u32 b) { return a > b ? a : b; }

static void say_why_not(Judge *judge, const Wish *wish, u32 king, u32 rook)
{
    const ChessPosition p = wish->record->position;
    const u32 king_to = wish->san.castling == 1 ? 6 : 2, rook_to = wish->san.castling == 1 ? 5 : 3;
    if (rook == 64) {
        judge_say(judge, "castling on this side is lost: king or rook have moved, or are not there");
        return;
    }
    if (chess_in_check(p)) {
        judge_say(judge, "the king may not castle out of check");
        return;
    }
    const u32 low = smaller(smaller(king, rook), smaller(king_to, rook_to));
    const u32 high = larger(larger(king, rook), larger(king_to, rook_to));
    for (u32 square = low; square <= high; square++) {
        if (square == king || square == rook || !is_occupied(p, square)) continue;
        judge_say(judge, "a piece on %s stands between king and rook",
                  name_of(mover_square(wish, square)).text);
        return;
    }
    for (u32 square = smaller(king, king_to); square <= larger(king, king_to); square++) {
        if (square == king || !chess_attackers(p, square)) continue;
        judge_say(judge, "the king would %s %s, which is attacked", square == king_to ? "reach" : "cross",
                  name_of(mover_square(wish, square)).text);
        return;
    }
    judge_say(judge, "the rook shields the king from check");
}

static void refuse_castling(Judge *judge, const Wish *wish)
{
    const ChessPosition p = wish->record->position;
    const u32 king = lowest_bit64(chess_kings(p) & p.own), square = mover_square(wish, king);
    judge_event(judge, REFEREE_IRREGULAR);
    say_why_not(judge, wish, king, castle_rook(p, king, wish->san.castling == 1));
    if (judge_chess_moves_from(judge, square)) judge->touched = square;
}

/* --- the word --- */

/* The mover's pieces that the word may mean, the mover's squares. */
static u64 candidates(const Wish *wish)
{
    const ChessPosition p = wish->record->position;
    u64 found = 0;
    for (u64 left = p.own & chess_occupied(p); left; left &= left - 1) {
        const u32 from = lowest_bit64(left), square = mover_square(wish, from), kind = chess_kind_at(p, from);
        if (wish->san.kind && (kind == CHESS_CASTLE_ROOK ? CHESS_ROOK : kind) != wish->san.kind) continue;
        if (wish->san.file != CHESS_SAN_ANY && wish->san.file != (square & 7)) continue;
        if (wish->san.row != CHESS_SAN_ANY && wish->san.row != square >> 3) continue;
        found |= left & (0 - left);
    }
    return found;
}

static void say_nobody(Judge *judge, const Wish *wish)
{
    const ChessSan *san = &wish->san;
    const char *side = side_name(wish->record->black);
    const u32 square = (san->file & 7) + 8 * (san->row & 7);
    if (!san->kind && is_occupied(wish->record->position, mover_square(wish, square)))
        judge_say(judge, "the piece on %s is %s's", name_of(square).text, side_name(!wish->record->black));
    else if (san->file != CHESS_SAN_ANY && san->row != CHESS_SAN_ANY)
        judge_say(judge, "%s has no %s on %s", side, piece_name(san->kind), name_of(square).text);
    else if (san->file != CHESS_SAN_ANY)
        judge_say(judge, "%s has no %s on the %c-file", side, piece_name(san->kind), file_letter(san->file));
    else if (san->row != CHESS_SAN_ANY)
        judge_say(judge, "%s has no %s on row %d", side, piece_name(san->kind), (int)san->row + 1);
    else judge_say(judge, "%s has no %s", side, piece_name(san->kind));
}

/* Without a file a pawn's step is meant to be on the file where it ends, unless something is taken there. */
static void prefer_file(Wish *wish)
{
    if (wish->san.kind != CHESS_PAWN || wish->san.file != CHESS_SAN_ANY || wish->san.capture) return;
    wish->san.file = wish->san.to & 7;
}

static JudgeAnswer refuse_unreadable(Judge *judge, const char *error)
{
    judge_event(judge, REFEREE_UNREADABLE);
    judge_say(judge, "%s", error);
    judge_report(judge);
    return JUDGE_UNREADABLE;
}

/* Returns 0 if several pieces may make the move. */
static int refuse_move(Judge *judge, Wish *wish)
{
    Obstacle worst = {.way = WAY_NONE};
    u32 equals = 0;
    prefer_file(wish);
    const u64 pieces = candidates(wish);
    for (u64 left = pieces; left; left &= left - 1) {
        const Obstacle o = look(wish, lowest_bit64(left));
        if (equals && o.way < worst.way) continue;
        equals = !equals || o.way > worst.way ? 1 : equals + 1;
        if (equals == 1) worst = o;
    }
    if (equals > 1 && worst.way == WAY_FREE) return 0;
    judge_event(judge, REFEREE_IRREGULAR);
    if (!pieces) say_nobody(judge, wish);
    else if (equals > 1 && worst.way == WAY_NONE)
        judge_say(judge, "no %s of %s moves to %s", piece_name(wish->san.kind),
                  side_name(wish->record->black), name_of(wish->san.to).text);
    else judge_say(judge, "%s", worst.text);
    if (equals == 1 && judge_chess_moves_from(judge, worst.from)) judge->touched = worst.from;
    return 1;
}

/* The king goes two files along its row, or takes its own rook. */
static int is_castling_in_squares(const Wish *wish)
{
    const ChessPosition p = wish->record->position;
    const u32 from = mover_square(wish, wish->san.file + 8 * wish->san.row),
              to = mover_square(wish, wish->san.to);
    if (wish->san.kind || !(p.own >> from & 1) || chess_kind_at(p, from) != CHESS_KING || ranks(from, to))
        return 0;
    return magnitude(files(from, to)) == 2 || (is_own(p, to) && chess_kind_at(p, to) >= CHESS_ROOK);
}

static JudgeAnswer refuse_null(Judge *judge)
{
    judge_event(judge, REFEREE_IRREGULAR);
    judge_say(judge, "%s is in check and cannot pass", side_name(judge->chess.black));
    judge_report(judge);
    return JUDGE_IRREGULAR;
}

JudgeAnswer judge_chess_refuse(Judge *judge, const char *word)
{
    Wish wish = {.record = &judge->chess};
    if (chess_score_is_null(word)) return refuse_null(judge);
    const int readable = chess_san_read(word, judge->referee->letters, &wish.san);
    ChessMove move;
    char error[NOTATION_ERROR];
    chess_san_parse(&judge->chess, word, judge->referee->letters, &move, error);
    if (!readable) return refuse_unreadable(judge, error);
    if (is_castling_in_squares(&wish)) wish.san.castling = (wish.san.to & 7) > wish.san.file ? 1 : 2;
    if (wish.san.castling) refuse_castling(judge, &wish);
    else if (!refuse_move(judge, &wish)) return refuse_unreadable(judge, error);
    judge_report(judge);
    return JUDGE_IRREGULAR;
}
