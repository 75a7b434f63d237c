/* SPDX-License-Identifier: MIT */
#include "squares.h"

#include "../rules/chess/moves.h"

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

/* --- the text as SAN would have it --- */

#define PLAIN 32 /* bytes of any move in any notation */

/* Signs of print, in UTF-8, and what SAN has for them; 0: nothing. */
static const struct {
    const char *sign;
    char plain;
} signs[] = {
    {"\xe2\x80\x90", '-'}, {"\xe2\x80\x91", '-'}, {"\xe2\x80\x92", '-'}, {"\xe2\x80\x93", '-'},
    {"\xe2\x80\x94", '-'}, {"\xe2\x88\x92", '-'}, {"\xc3\x97", 'x'},     {"\xe2\x9c\x95", 'x'},
    {"\xef\xb8\x8e", 0},   {"\xef\xb8\x8f", 0}, /* how the figurine before it is drawn */
};

/* Figurines: white king, queen, rook, bishop, knight, pawn, then Black's. 0 if none begins here. */
static u32 figurine(const char *text)
{
    const unsigned char last = (unsigned char)(memcmp(text, "\xe2\x99", 2) ? 0 : text[2]);
    return last >= 0x94 && last <= 0x9f ? CHESS_KING - (last - 0x94u) % 6 : 0;
}

/* Reads one character: its plain form in *plain. Returns its bytes. */
static size_t read_sign(const char *text, const char *letters, char *plain)
{
    *plain = *text;
    if (!(*text & 0x80) || !text[1]) return 1;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const size_t length = strlen(signs[i].sign);
        if (strncmp(text, signs[i].sign, length)) continue;
        *plain = signs[i].plain;
        return length;
    }
    if (!figurine(text)) return 1;
    *plain = letters[figurine(text)];
    return 3;
}

/* 0 if the text is too long for a move. */
static int make_plain(const char *text, const char *letters, char out[PLAIN])
{
    size_t used = 0;
    while (*text && used + 1 < PLAIN) {
        text += read_sign(text, letters, &out[used]);
        used += out[used] != 0;
    }
    out[used] = 0;
    return !*text;
}

/* What says no more than the move: check, mate, marks, en passant. */
static const char *const endings[] = {"+",   "#",    "!",    "?",   " ",    "\t",     "\r",
                                      "\n",  "e.p.", "e.p",  "ep",  "(ep)", "(e.p.)", "ch",
                                      "ch.", "dbl",  "dbl.", "dis", "mate", NULL};

static int strip_ending(Span *s)
{
    for (const char *const *ending = endings; *ending; ending++) {
        const size_t length = strlen(*ending);
        if ((size_t)(s->end - s->at) < length || memcmp(s->end - length, *ending, length)) continue;
        s->end -= length;
        return 1;
    }
    return 0;
}

static int ends_in_square(Span s) { return s.end > s.at && s.end[-1] >= '1' && s.end[-1] <= '8'; }

/* Without blanks around the move and endings behind it. */
static Span strip(const char *text)
{
    Span s = {text + strspn(text, " \t"), text + strlen(text)};
    if (s.end < s.at) s.end = s.at;
    while (!ends_in_square(s) && strip_ending(&s)) continue;
    return s;
}

/* O-O and O-O-O in letters or zeros. */
static int read_castling(Span s, ChessSan *san)
{
    static const char *const wings[] = {"0-0", "0-0-0"};
    const size_t length = (size_t)(s.end - s.at);
    char zeros[6] = "";
    if (length > 5) return 0;
    for (size_t i = 0; i < length; i++) zeros[i] = s.at[i] == 'O' || s.at[i] == 'o' ? '0' : s.at[i];
    for (int i = 0; i < 2; i++)
        if (!strcmp(zeros, wings[i])) san->castling = i + 1;
    return san->castling;
}

/* One square is the destination; of two, or of a part of a square and a square, the first is the origin. */
static int read_squares(Span *s, ChessSan *san)
{
    u32 file = CHESS_SAN_ANY, row = CHESS_SAN_ANY;
    san->file = san->row = CHESS_SAN_ANY;
    accept_file(s, &file);
    accept_row(s, &row);
    san->capture = accept(s, 'x') || accept(s, 'X') || accept(s, ':');
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

/* A letter behind the squares is of a promotion, also a small one; between coordinates and of their own those
 * of UCI. */
static int accept_promotion(Span *s, const char *letters, ChessSan *san)
{
    char small[8];
    if (accept_piece(s, letters, &san->promotion)) return 1;
    if (!san->kind && accept_piece(s, "..nbrq", &san->promotion)) return 1;
    for (int i = 0; i < 8; i++) small[i] = (char)(letters[i] >= 'A' ? letters[i] + 'a' - 'A' : letters[i]);
    return accept_piece(s, small, &san->promotion);
}

static int read_promotion(Span *s, const char *letters, ChessSan *san)
{
    if (s->at == s->end) return 1;
    if (!accept(s, '=')) accept(s, '/');
    const int parenthesis = accept(s, '(');
    if (parenthesis) accept(s, '=');
    if (!accept_promotion(s, letters, san)) return 0;
    if (parenthesis && !accept(s, ')')) return 0;
    return s->at == s->end;
}

int chess_san_read(const char *text, ChessLetters letters, ChessSan *san)
{
    const char *names = piece_letters(letters);
    char plain[PLAIN];
    memset(san, 0, sizeof *san);
    if (!make_plain(text, names, plain)) return 0;
    Span s = strip(plain);
    if (read_castling(s, san)) return 1;
    const int named = accept_piece(&s, names, &san->kind);
    if (!read_squares(&s, san)) return 0;
    if (!named && (san->file == CHESS_SAN_ANY || san->row == CHESS_SAN_ANY)) san->kind = CHESS_PAWN;
    return read_promotion(&s, names, san);
}

/* Castling as O-O, or as the king's squares: two files from the e-file, or to its rook. */
static int fits_castling(const ChessRecord *record, const ChessSan *san, ChessMove move)
{
    const int on_short = is_castling_short(move);
    const u32 from = board_square(record, chess_move_from(move)), row = from & 56;
    if (san->castling) return san->castling == (on_short ? 1 : 2);
    if ((san->kind && san->kind != CHESS_KING) || san->capture || san->file + 8 * san->row != from) return 0;
    return san->to == board_square(record, chess_move_to(move)) ||
           ((from & 7) == 4 && san->to == row + (on_short ? 6u : 2u));
}

/* The legal move fits what was written, promotion apart. */
static int fits(const ChessRecord *record, const ChessSan *san, ChessMove move)
{
    const ChessPosition p = record->position;
    if (is_castling(p, move)) return fits_castling(record, san, move);
    if (san->castling || board_square(record, chess_move_to(move)) != san->to) return 0;
    const u32 from = board_square(record, chess_move_from(move));
    const u32 kind = written_kind(p, chess_move_from(move));
    if (san->kind && kind != san->kind) return 0;
    if (san->file != CHESS_SAN_ANY && san->file != (from & 7)) return 0;
    if (san->row != CHESS_SAN_ANY && san->row != from >> 3) return 0;
    if (san->capture) return is_capture(p, move);
    /* "d5" is a step on the d-file, not the capture exd5 */
    return kind != CHESS_PAWN || san->file != CHESS_SAN_ANY || (from & 7) == (san->to & 7);
}

/* The candidates in SAN, "Nbd2, Nfd2", as many as there is room for. */
typedef struct {
    char text[120];
} Names;

static void add_name(Names *names, const char *name)
{
    const size_t used = strlen(names->text);
    if (used + strlen(name) + 2 < sizeof names->text)
        snprintf(names->text + used, sizeof names->text - used, "%s%s", used ? ", " : "", name);
}

static Names name_all(const ChessRecord *record, const ChessSan *san, ChessLetters letters)
{
    Names names = {""};
    char name[CHESS_MOVE_TEXT];
    ChessWalk walk = chess_walk(&record->position);
    for (ChessMove legal; chess_walk_next(&walk, &legal);) {
        if (!fits(record, san, legal) || chess_move_promotion(legal) != san->promotion) continue;
        chess_san_format(record, legal, letters, name);
        add_name(&names, name);
    }
    return names;
}

int chess_san_find(const ChessRecord *record, const ChessSan *san, const char *text, ChessLetters letters,
                   ChessMove *move, char error[NOTATION_ERROR])
{
    ChessMove found = 0;
    int count = 0, promotes = 0;
    ChessWalk walk = chess_walk(&record->position);
    for (ChessMove legal; chess_walk_next(&walk, &legal);) {
        if (!fits(record, san, legal)) continue;
        const int same = chess_move_promotion(legal) == san->promotion;
        promotes |= !same && !san->promotion;
        if (!same) continue;
        found = legal;
        count++;
    }
    if (count == 1) {
        *move = found;
        return 0;
    }
    const NotationQuote quote = notation_quote(text, strlen(text));
    if (count)
        return notation_fail(error, "move %s is ambiguous: %s", quote.text,
                             name_all(record, san, letters).text);
    if (promotes)
        return notation_fail(error, "move %s: the promotion piece is missing, expected as e8=%c", quote.text,
                             piece_letters(letters)[CHESS_QUEEN]);
    return notation_fail(error, "move %s is not legal for %s", quote.text, record->black ? "Black" : "White");
}

int chess_san_parse(const ChessRecord *record, const char *text, ChessLetters letters, ChessMove *move,
                    char error[NOTATION_ERROR])
{
    ChessSan san;
    if (!chess_san_read(text, letters, &san) || san.promotion == CHESS_PAWN || san.promotion == CHESS_KING)
        return notation_fail(error, "move %s, expected SAN, as %s", notation_quote(text, strlen(text)).text,
                             letters == CHESS_PORTUGUESE ? "Cf3, exd5, e8=D or O-O"
                                                         : "Nf3, exd5, e8=Q or O-O");
    return chess_san_find(record, &san, text, letters, move, error);
}
