/* SPDX-License-Identifier: MIT */
#include "fen.h"
#include "squares.h"

#include "../rules/chess/moves.h"

#include <stdio.h>
#include <string.h>

#define ROW_1 U64(0x00000000000000ff)
#define ROW_8 U64(0xff00000000000000)

static const char letters[] = ".PNBRQKpnbrqk"; /* White's kinds 1 to 6, then Black's */

/* --- reading --- */

typedef struct {
    const char *line; /* columns count from here */
    const char *next; /* what has not been read */
    char *error;
    ChessFenDropped *dropped; /* NULL: what cannot be is an error */
} Reader;

typedef struct {
    const char *text;
    size_t length;
} Field;

/* fail(reader, where, format, ...): an error in the column of the byte `where`. */
#define fail(reader, where, ...) notation_fail_at((reader)->error, (reader)->line, where, __VA_ARGS__)
#define QUOTED(field) notation_quote((field).text, (field).length).text

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static void skip_blanks(Reader *r)
{
    while (is_blank(*r->next)) r->next++;
}

/* The next field; its length is 0 at the end of the FEN. */
static Field read_field(Reader *r)
{
    skip_blanks(r);
    const Field field = {r->next, strcspn(r->next, " \t\r\n;")};
    r->next += field.length;
    return field;
}

static const char *colour_name(int white) { return white ? "White" : "Black"; }

/* Until the side to move is known, positions are seen by White. */
static u64 pieces_of(ChessPosition p, int white) { return white ? p.own : chess_occupied(p) & ~p.own; }

/* Of both colours and both kinds. */
static u64 rooks_of(ChessPosition p) { return p.kind2 & ~(p.kind0 ^ p.kind1); }

static void put(ChessPosition *p, u32 square, u32 kind, int white)
{
    const u64 bit = U64(1) << square;
    if (kind & 1) p->kind0 |= bit;
    if (kind & 2) p->kind1 |= bit;
    if (kind & 4) p->kind2 |= bit;
    if (white) p->own |= bit;
}

static int read_piece(Reader *r, const char *at, u32 square, ChessPosition *p)
{
    const u32 index = (u32)(strchr(letters, *at) - letters);
    const int white = index <= CHESS_KING;
    const u32 kind = white ? index : index - CHESS_KING;
    if (kind == CHESS_PAWN && (square < 8 || square >= 56))
        return fail(r, at, "%s pawn on %c%c: no pawn stands on the first or last row", colour_name(white),
                    file_letter(square), row_digit(square));
    if (kind == CHESS_KING && (chess_kings(*p) & pieces_of(*p, white)))
        return fail(r, at, "a second %s king on %c%c", colour_name(white), file_letter(square),
                    row_digit(square));
    put(p, square, kind, white);
    return 0;
}

static int end_row(Reader *r, const char *at, u32 row, u32 file)
{
    if (file < 8) return fail(r, at, "row %u has %u squares, expected 8", row + 1, file);
    return 0;
}

static int read_placement(Reader *r, ChessPosition *p)
{
    const Field field = read_field(r);
    const char *end = field.text + field.length;
    u32 row = 7, file = 0;
    if (!field.length)
        return fail(r, field.text, "a FEN begins with the placement of the pieces, row 8 first");
    for (const char *at = field.text; at < end; at++) {
        if (*at == '/') {
            if (end_row(r, at, row, file)) return -1;
            if (row == 0) return fail(r, at, "more than 8 rows");
            row--;
            file = 0;
            continue;
        }
        const int digit = *at >= '1' && *at <= '8';
        if (!digit && (*at == '.' || !strchr(letters, *at)))
            return fail(r, at, "%s in row %u, expected a piece (PNBRQK or pnbrqk) or 1 to 8 empty squares",
                        notation_quote_character(at).text, row + 1);
        const u32 squares = digit ? (u32)(*at - '0') : 1;
        if (file + squares > 8) return fail(r, at, "row %u has more than 8 squares", row + 1);
        if (!digit && read_piece(r, at, 8 * row + file, p)) return -1;
        file += squares;
    }
    if (end_row(r, end, row, file)) return -1;
    if (row > 0) return fail(r, end, "%u rows, expected 8", 8 - row);
    for (int white = 1; white >= 0; white--)
        if (!(chess_kings(*p) & pieces_of(*p, white)))
            return fail(r, field.text, "no %s king", colour_name(white));
    return 0;
}

static int read_side(Reader *r, int *black)
{
    const Field field = read_field(r);
    if (!field.length) return fail(r, field.text, "the side to move is missing, expected w or b");
    if (field.length != 1 || (*field.text != 'w' && *field.text != 'b'))
        return fail(r, field.text, "side to move %s, expected w or b", QUOTED(field));
    *black = *field.text == 'b';
    return 0;
}

/* The rook that a castling letter means, 0 if it is not there. */
static u64 castling_rook(char letter, u64 king, u64 rooks)
{
    const u64 left = rooks & (king - 1), right = rooks & ~(king | (king - 1));
    if (letter == 'K') return right ? U64(1) << highest_bit64(right) : 0;
    if (letter == 'Q') return left & (0 - left);
    return rooks & (U64(0x0101010101010101) << (letter - 'A'));
}

static int castling_rook_missing(Reader *r, const char *at, char letter, int white)
{
    const char *name = colour_name(white);
    const char row = white ? '1' : '8';
    if (letter == 'K' || letter == 'Q')
        return fail(r, at, "castling right '%c' without a %s rook on row %c %s of the king", *at, name, row,
                    letter == 'K' ? "right" : "left");
    return fail(r, at, "castling right '%c' without a %s rook on %c%c", *at, name, letter - 'A' + 'a', row);
}

/* Whether what failed is dropped; else the error stands. */
static int drop(Reader *r, const char *text, size_t length, const char *separator)
{
    if (!r->dropped) return 0;
    char *what = r->dropped->what;
    const size_t used = strlen(what);
    if (!used) snprintf(r->dropped->why, sizeof r->dropped->why, "%s", r->error);
    snprintf(what + used, sizeof r->dropped->what - used, "%s%.*s", used ? separator : "", (int)length, text);
    return 1;
}

/* K, Q, or a file's letter; Black's are small. */
static int is_castling_letter(char c) { return c && strchr("KQABCDEFGHkqabcdefgh", c); }

static int read_castling_right(Reader *r, const char *at, ChessPosition *p, int *chess960)
{
    const int white = *at >= 'A' && *at <= 'Z';
    const char letter = white ? *at : (char)(*at - 'a' + 'A');
    const int is_file = letter >= 'A' && letter <= 'H';
    const u64 row = pieces_of(*p, white) & (white ? ROW_1 : ROW_8);
    const u64 king = chess_kings(*p) & row;
    if (!king)
        return fail(r, at, "castling right '%c' without the %s king on row %c", *at, colour_name(white),
                    white ? '1' : '8');
    const u64 rook = castling_rook(letter, king, rooks_of(*p) & row);
    if (!rook) return castling_rook_missing(r, at, letter, white);

    const u64 rights = chess_castle_rooks(*p) & row;
    if (rights & rook) return fail(r, at, "castling right '%c' given twice", *at);
    if (rights & (rook > king ? ~(king - 1) : king - 1))
        return fail(r, at, "castling right '%c' is the second on the same side of the %s king", *at,
                    colour_name(white));
    p->kind0 |= rook;
    p->kind1 |= rook;

    const u32 king_file = lowest_bit64(king) & 7, rook_file = lowest_bit64(rook) & 7;
    if (is_file || king_file != 4 || (rook_file != 0 && rook_file != 7)) *chess960 = 1;
    return 0;
}

static int read_castling(Reader *r, ChessPosition *p, int *chess960)
{
    const Field field = read_field(r);
    if (!field.length)
        return fail(r, field.text, "castling rights are missing, expected such as KQkq, HAha or -");
    if (field.length == 1 && *field.text == '-') return 0;
    for (const char *at = field.text; at < field.text + field.length; at++) {
        if (!is_castling_letter(*at))
            return fail(r, at, "castling right %s, expected K, Q, k, q, A to H, a to h, or - alone",
                        notation_quote_character(at).text);
        if (read_castling_right(r, at, p, chess960) && !drop(r, at, 1, "")) return -1;
    }
    return 0;
}

/* The position is seen by the mover by now. */
static int read_target(Reader *r, const char *at, int black, ChessPosition *p)
{
    const char row = black ? '3' : '6';
    if (at[1] != row)
        return fail(r, at, "en passant square %.2s is not on row %c, though %s is to move", at, row,
                    colour_name(!black));
    const u64 target = U64(1) << (40 + at[0] - 'a');
    if (chess_occupied(*p) & target) return fail(r, at, "en passant square %.2s is occupied", at);
    if (!(chess_pawns(*p) & ~p->own & target >> 8))
        return fail(r, at, "en passant square %.2s without a %s pawn on %c%c", at, colour_name(black), at[0],
                    black ? '4' : '5');
    if (chess_occupied(*p) & target << 8)
        return fail(r, at, "en passant square %.2s, but %c%c, from where the pawn came, is occupied", at,
                    at[0], black ? '2' : '7');
    p->own |= target;
    return 0;
}

static int read_en_passant(Reader *r, int black, ChessPosition *p)
{
    const Field field = read_field(r);
    const char *at = field.text;
    if (!field.length) return fail(r, at, "the en passant square is missing, expected such as e3 or -");
    if (field.length == 1 && *at == '-') return 0;
    if (field.length != 2 || at[0] < 'a' || at[0] > 'h' || at[1] < '1' || at[1] > '8')
        return fail(r, at, "en passant square %s, expected such as e3 or -", QUOTED(field));
    return read_target(r, at, black, p) && !drop(r, at, 2, " ") ? -1 : 0;
}

/* Reads a number of 0 to max if one is there. Returns 1, 0 if what follows is no number, -1 on error. */
static int read_number(Reader *r, const char *name, int max, int *number)
{
    skip_blanks(r);
    if (*r->next < '0' || *r->next > '9') return 0;
    const Field field = read_field(r);
    int value = 0;
    for (size_t i = 0; i < field.length; i++) {
        const char c = field.text[i];
        value = c >= '0' && c <= '9' && value <= max ? 10 * value + (c - '0') : max + 1;
    }
    if (value > max)
        return fail(r, field.text, "%s %s, expected a number from 0 to %d", name, QUOTED(field), max);
    *number = value;
    return 1;
}

/* What needs the whole position. */
static int check_position(Reader *r, const char *side, const ChessRecord *record)
{
    const ChessPosition other = chess_flip(record->position);
    if (chess_in_check(other))
        return fail(r, side, "%s is to move, but the %s king is in check", colour_name(!record->black),
                    colour_name(record->black));
    const u32 moves = chess_count(record->position);
    if (moves > CHESS_MAX_MOVES)
        return fail(r, r->line, "%u legal moves, more than the %u that are supported", moves,
                    CHESS_MAX_MOVES);
    return 0;
}

static const char *read_fen(Reader r, ChessRecord *record, int *fields)
{
    ChessRecord read = {.fullmove = 1};
    if (read_placement(&r, &read.position)) return NULL;
    skip_blanks(&r);
    const char *side = r.next;
    if (read_side(&r, &read.black) || read_castling(&r, &read.position, &read.chess960)) return NULL;
    if (read.black) read.position = chess_flip(read.position);
    if (read_en_passant(&r, read.black, &read.position)) return NULL;
    read.position = chess_normalise_en_passant(read.position);
    if (check_position(&r, side, &read)) return NULL;

    const int halfmove = read_number(&r, "halfmove clock", CHESS_HALFMOVE_MAX, &read.halfmove);
    const int fullmove =
        halfmove > 0 ? read_number(&r, "move number", CHESS_FULLMOVE_MAX, &read.fullmove) : halfmove;
    if (fullmove < 0) return NULL;
    if (read.fullmove == 0) read.fullmove = 1;
    skip_blanks(&r);
    *record = read;
    *fields = 4 + halfmove + fullmove;
    return r.next;
}

const char *chess_fen_read(const char *line, ChessRecord *record, int *fields, char error[NOTATION_ERROR])
{
    return read_fen((Reader){.line = line, .next = line, .error = error}, record, fields);
}

/* All of the text. */
static int parse(const char *text, ChessRecord *record, ChessFenDropped *dropped, char error[NOTATION_ERROR])
{
    static const char *const expected[] = {"expected a halfmove clock", "expected a move number",
                                           "expected nothing after the move number"};
    ChessRecord read;
    int fields = 0;
    const Reader r = {.line = text, .next = text, .error = error, .dropped = dropped};
    const char *rest = read_fen(r, &read, &fields);
    if (!rest) return -1;
    if (*rest)
        return fail(&r, rest, "%s, %s", notation_quote(rest, strcspn(rest, "\r\n")).text,
                    expected[fields - 4]);
    *record = read;
    return 0;
}

int chess_fen_parse(const char *text, ChessRecord *record, char error[NOTATION_ERROR])
{
    return parse(text, record, NULL, error);
}

int chess_fen_parse_loose(const char *text, ChessRecord *record, ChessFenDropped *dropped,
                          char error[NOTATION_ERROR])
{
    *dropped = (ChessFenDropped){.what = ""};
    return parse(text, record, dropped, error);
}

/* --- writing --- */

static char *write_placement(const ChessRecord *record, char *out)
{
    for (int row = 7; row >= 0; row--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            const char letter = chess_letter_at(record, 8 * row + file);
            if (letter == '.') {
                empty++;
                continue;
            }
            if (empty) *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = letter;
        }
        if (empty) *out++ = (char)('0' + empty);
        if (row) *out++ = '/';
    }
    return out;
}

/* The letter of a castle rook: K or Q where that names it, its file otherwise. */
static char castling_letter(u64 rook, u64 king, u64 rooks, ChessFenStyle style)
{
    const char wing = rook > king ? 'K' : 'Q';
    if (style != CHESS_FEN_SHREDDER && castling_rook(wing, king, rooks) == rook) return wing;
    return (char)('A' + (lowest_bit64(rook) & 7));
}

static char *write_castling(const ChessRecord *record, ChessFenStyle style, char *out)
{
    const ChessPosition p = record->black ? chess_flip(record->position) : record->position;
    const u64 castle_rooks = chess_castle_rooks(p);
    if (!castle_rooks) *out++ = '-';
    for (int white = 1; white >= 0; white--) {
        const u64 row = pieces_of(p, white) & (white ? ROW_1 : ROW_8);
        const u64 rooks = rooks_of(p) & row;
        for (u64 left = castle_rooks & row; left;) {
            const u64 rook = U64(1) << highest_bit64(left); /* the h-side first */
            const char letter = castling_letter(rook, chess_kings(p) & row, rooks, style);
            *out++ = white ? letter : (char)(letter - 'A' + 'a');
            left ^= rook;
        }
    }
    return out;
}

void chess_fen_format(const ChessRecord *record, ChessFenStyle style, char out[CHESS_FEN_TEXT])
{
    const u64 target = chess_en_passant(record->position);
    char *at = write_placement(record, out);
    if (style == CHESS_FEN_AUTO) style = record->chess960 ? CHESS_FEN_SHREDDER : CHESS_FEN_X;
    *at++ = ' ';
    *at++ = record->black ? 'b' : 'w';
    *at++ = ' ';
    at = write_castling(record, style, at);
    *at++ = ' ';
    if (target) {
        *at++ = file_letter(lowest_bit64(target));
        *at++ = record->black ? '3' : '6';
    } else {
        *at++ = '-';
    }
    snprintf(at, CHESS_FEN_TEXT - (size_t)(at - out), " %d %d", record->halfmove, record->fullmove);
}
