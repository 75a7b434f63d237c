#include "squares.h"

#include "../chess/moves.h"

#include <stdio.h>
#include <string.h>

/* Letters of the kinds 0 to 6; the pawn's is read, never written. */
static const char *piece_letters(ChessLetters letters)
{
    return letters == CHESS_PORTUGUESE ? ".PCBTDR" : ".PNBRQK";
}

/* A rook that may still castle is written as any rook. */
static u32 written_kind(ChessPosition p, u32 square)
{
    const u32 kind = chess_kind_at(p, square);
    return kind == CHESS_CASTLE_ROOK ? CHESS_ROOK : kind;
}

/* --- writing --- */

/* Tells the move from the other legal moves of such pieces to the same square: by its file if that suffices,
 * else by its row, else by both. */
static char *write_origin(const ChessRecord *record, ChessMove move, char *out)
{
    const ChessPosition p = record->position;
    const u32 from = chess_move_from(move), kind = written_kind(p, from);
    int others = 0, same_file = 0, same_row = 0;
    ChessWalk walk = chess_walk(&p);
    for (ChessMove other; chess_walk_next(&walk, &other);) {
        const u32 square = chess_move_from(other);
        if (square == from || chess_move_to(other) != chess_move_to(move) || written_kind(p, square) != kind)
            continue;
        others = 1;
        same_file |= (square & 7) == (from & 7);
        same_row |= square >> 3 == from >> 3;
    }
    if (others && (!same_file || same_row)) *out++ = file_letter(from);
    if (others && same_file) *out++ = row_digit(board_square(record, from));
    return out;
}

/* The move without + or #. */
static char *write_move(const ChessRecord *record, ChessMove move, ChessLetters letters, char *out)
{
    const ChessPosition p = record->position;
    const u32 from = chess_move_from(move), to = chess_move_to(move), kind = written_kind(p, from);
    if (is_castling(p, move)) {
        const char *castling = is_castling_short(move) ? "O-O" : "O-O-O";
        memcpy(out, castling, strlen(castling));
        return out + strlen(castling);
    }
    if (kind == CHESS_PAWN) {
        if (is_capture(p, move)) *out++ = file_letter(from);
    } else {
        *out++ = piece_letters(letters)[kind];
        if (kind != CHESS_KING) out = write_origin(record, move, out);
    }
    if (is_capture(p, move)) *out++ = 'x';
    *out++ = file_letter(to);
    *out++ = row_digit(board_square(record, to));
    if (chess_move_promotion(move)) {
        *out++ = '=';
        *out++ = piece_letters(letters)[chess_move_promotion(move)];
    }
    return out;
}

void chess_san_format(const ChessRecord *record, ChessMove move, ChessLetters letters,
                      char out[CHESS_MOVE_TEXT])
{
    const ChessPosition next = chess_make(record->position, move);
    out = write_move(record, move, letters, out);
    if (chess_in_check(next)) *out++ = chess_count(next) ? '+' : '#';
    *out = 0;
}

/* --- reading --- */

typedef struct {
    const char *at, *end;
} Span;

static int accept(Span *s, char c)
{
    if (s->at == s->end || *s->at != c) return 0;
    s->at++;
    return 1;
}

static int accept_file(Span *s, u32 *file)
{
    if (s->at == s->end || *s->at < 'a' || *s->at > 'h') return 0;
    *file = (u32)(*s->at++ - 'a');
    return 1;
}

static int accept_row(Span *s, u32 *row)
{
    if (s->at == s->end || *s->at < '1' || *s->at > '8') return 0;
    *row = (u32)(*s->at++ - '1');
    return 1;
}

static int accept_piece(Span *s, const char *letters, u32 *kind)
{
    const char *found = s->at < s->end && *s->at != '.' && *s->at ? strchr(letters, *s->at) : NULL;
    if (!found) return 0;
    *kind = (u32)(found - letters);
    s->at++;
    return 1;
}

static void strip_suffix(Span *s, const char *suffix)
{
    const size_t length = strlen(suffix);
    if ((size_t)(s->end - s->at) >= length && !memcmp(s->end - length, suffix, length)) s->end -= length;
}

static void strip_marks(Span *s)
{
    while (s->end > s->at && strchr("+#!? \t\r\n", s->end[-1])) s->end--;
}

/* Blanks around the move, marks and "e.p." after it. */
static Span strip(const char *text)
{
    Span s = {text + strspn(text, " \t"), text + strlen(text)};
    if (s.end < s.at) s.end = s.at;
    strip_marks(&s);
    strip_suffix(&s, "e.p.");
    strip_marks(&s);
    return s;
}

static int read_castling(Span s, ChessSan *san)
{
    const size_t length = (size_t)(s.end - s.at);
    char zeros[6] = "";
    if (length > 5) return 0;
    for (size_t i = 0; i < length; i++) zeros[i] = s.at[i] == 'O' ? '0' : s.at[i];
    san->castling = !strcmp(zeros, "0-0") ? 1 : !strcmp(zeros, "0-0-0") ? 2 : 0;
    return san->castling;
}

/* One square is the destination; of two, or of a part of a square and a square, the first is the origin. */
static int read_squares(Span *s, ChessSan *san)
{
    u32 file = CHESS_SAN_ANY, row = CHESS_SAN_ANY;
    san->file = san->row = CHESS_SAN_ANY;
    accept_file(s, &file);
    accept_row(s, &row);
    san->capture = accept(s, 'x') || accept(s, ':');
    const int origin_only = san->capture || accept(s, '-');
    u32 to_file = CHESS_SAN_ANY, to_row = CHESS_SAN_ANY;
    if (accept_file(s, &to_file)) {
        if (!accept_row(s, &to_row)) return 0;
        san->file = file;
        san->row = row;
        file = to_file;
        row = to_row;
    } else if (origin_only) {
        return 0;
    }
    san->to = file + 8 * row;
    return file != CHESS_SAN_ANY && row != CHESS_SAN_ANY;
}

static int read_promotion(Span *s, const char *letters, ChessSan *san)
{
    if (s->at == s->end) return 1;
    const int parenthesis = accept(s, '(');
    if (!parenthesis && !accept(s, '=')) accept(s, '/');
    if (!accept_piece(s, letters, &san->promotion)) return 0;
    if (parenthesis && !accept(s, ')')) return 0;
    return s->at == s->end;
}

int chess_san_read(const char *text, ChessLetters letters, ChessSan *san)
{
    Span s = strip(text);
    memset(san, 0, sizeof *san);
    if (read_castling(s, san)) return 1;
    if (!accept_piece(&s, piece_letters(letters), &san->kind)) san->kind = CHESS_PAWN;
    return read_squares(&s, san) && read_promotion(&s, piece_letters(letters), san);
}

/* The legal move fits what was written, promotion apart. */
static int fits(const ChessRecord *record, const ChessSan *san, ChessMove move)
{
    const ChessPosition p = record->position;
    const u32 from = board_square(record, chess_move_from(move));
    const u32 kind = written_kind(p, chess_move_from(move));
    if (is_castling(p, move)) return san->castling == (is_castling_short(move) ? 1 : 2);
    if (san->castling || kind != san->kind) return 0;
    if (board_square(record, chess_move_to(move)) != san->to) return 0;
    if (san->file != CHESS_SAN_ANY && san->file != (from & 7)) return 0;
    if (san->row != CHESS_SAN_ANY && san->row != from >> 3) return 0;
    if (san->capture) return is_capture(p, move);
    /* "d5" is a step on the d-file, not the capture exd5 */
    return kind != CHESS_PAWN || san->file != CHESS_SAN_ANY || (from & 7) == (san->to & 7);
}

typedef struct {
    int count;
    int promotes; /* a move fits but for its promotion piece */
    ChessMove move;
    size_t used;
    char names[120]; /* the candidates in SAN, "Nbd2, Nfd2" */
} Candidates;

static void add_candidate(Candidates *c, const ChessRecord *record, ChessMove move, ChessLetters letters)
{
    char name[CHESS_MOVE_TEXT];
    c->move = move;
    c->count++;
    chess_san_format(record, move, letters, name);
    if (c->used + strlen(name) + 2 >= sizeof c->names) return;
    c->used +=
        (size_t)snprintf(c->names + c->used, sizeof c->names - c->used, "%s%s", c->used ? ", " : "", name);
}

int chess_san_parse(const ChessRecord *record, const char *text, ChessLetters letters, ChessMove *move,
                    char error[NOTATION_ERROR])
{
    const NotationQuote quote = notation_quote(text, strlen(text));
    ChessSan san;
    if (!chess_san_read(text, letters, &san) || san.promotion == CHESS_PAWN || san.promotion == CHESS_KING)
        return notation_fail(error, "move %s, expected SAN, as %s", quote.text,
                             letters == CHESS_PORTUGUESE ? "Cf3, exd5, e8=D or O-O"
                                                         : "Nf3, exd5, e8=Q or O-O");
    Candidates found = {0};
    ChessWalk walk = chess_walk(&record->position);
    for (ChessMove legal; chess_walk_next(&walk, &legal);) {
        if (!fits(record, &san, legal)) continue;
        if (chess_move_promotion(legal) == san.promotion)
            add_candidate(&found, record, legal, letters);
        else if (!san.promotion)
            found.promotes = 1;
    }
    if (found.count == 1) {
        *move = found.move;
        return 0;
    }
    if (found.count) return notation_fail(error, "move %s is ambiguous: %s", quote.text, found.names);
    if (found.promotes)
        return notation_fail(error, "move %s: the promotion piece is missing, expected as e8=%c", quote.text,
                             piece_letters(letters)[CHESS_QUEEN]);
    return notation_fail(error, "move %s is not legal for %s", quote.text, record->black ? "Black" : "White");
}
