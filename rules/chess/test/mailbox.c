/* SPDX-License-Identifier: MIT */
#include "mailbox.h"

#include <stdio.h>
#include <string.h>

enum { H_SIDE, A_SIDE };

static int square_at(int file, int rank) { return 21 + 10 * rank + file; }
static int file_of(int square) { return square % 10 - 1; }
static int rank_of(int square) { return square / 10 - 2; }
static bool is_upper(char letter) { return letter >= 'A' && letter <= 'Z'; }
static bool is_lower(char letter) { return letter >= 'a' && letter <= 'z'; }
static char kind_of(char man) { return is_upper(man) ? (char)(man - 'A' + 'a') : man; }
static char man_of(char kind, bool white) { return white ? (char)(kind - 'a' + 'A') : kind; }
static bool is_man(char cell, bool white) { return white ? is_upper(cell) : is_lower(cell); }
static bool is_promotion(MailboxMove move) { return strchr("qrbn", move.kind) != NULL; }
static int castling_side(MailboxMove move) { return move.to > move.from ? H_SIDE : A_SIDE; }
static int forward(bool white) { return white ? 10 : -10; }

/* Where castling with the rook on that side takes the king and the rook, from any square of the row. */
static int king_goal(int square, int side) { return square_at(side == H_SIDE ? 6 : 2, rank_of(square)); }
static int rook_goal(int square, int side) { return square_at(side == H_SIDE ? 5 : 3, rank_of(square)); }

/* ---- Attacks ---- */

/* The squares that the man on `from` attacks, whatever stands on them; returns how many. */
static int reach(const char board[120], int from, int to[27])
{
    static const int STEPS[16] = {9, 11, -9, -11, 10, -10, 1, -1, 8, 12, 19, 21, -8, -12, -19, -21};
    int first = 0, end = 0, count = 0;
    bool slides = false;
    switch (board[from]) {
    case 'P': first = 0, end = 2; break;
    case 'p': first = 2, end = 4; break;
    case 'N':
    case 'n': first = 8, end = 16; break;
    case 'B':
    case 'b': first = 0, end = 4, slides = true; break;
    case 'R':
    case 'r': first = 4, end = 8, slides = true; break;
    case 'Q':
    case 'q': first = 0, end = 8, slides = true; break;
    case 'K':
    case 'k': first = 0, end = 8; break;
    }
    for (int i = first; i < end; i++) {
        int square = from;
        do {
            square += STEPS[i];
            if (board[square] == '#') break;
            to[count++] = square;
        } while (slides && board[square] == '.');
    }
    return count;
}

/* The squares of that colour's men who attack the target; returns how many. */
static int attackers(const char board[120], int target, bool white, int found[16])
{
    int count = 0;
    for (int from = 21; from <= 98; from++) {
        if (!is_man(board[from], white)) continue;
        int to[27], reached = reach(board, from, to);
        for (int i = 0; i < reached; i++)
            if (to[i] == target) found[count++] = from;
    }
    return count;
}

static int king_square(const char board[120], bool white)
{
    int square = 21;
    while (board[square] != man_of('k', white)) square++;
    return square;
}

static int checkers(const MailboxPosition *position, bool white, int found[16])
{
    return attackers(position->board, king_square(position->board, white), !white, found);
}

bool mailbox_in_check(const MailboxPosition *position, bool white)
{
    int found[16];
    return checkers(position, white, found) > 0;
}

/* ---- Moves ---- */

void mailbox_make(const MailboxPosition *before, MailboxMove move, MailboxPosition *after)
{
    bool white = before->white_to_move;
    char man = before->board[move.from];
    *after = *before;
    after->white_to_move = !white;
    after->en_passant = move.kind == MAILBOX_DOUBLE_STEP ? move.from + forward(white) : 0;

    after->board[move.from] = '.';
    if (move.kind == MAILBOX_CASTLING) {
        int side = castling_side(move);
        after->board[move.to] = '.';
        after->board[king_goal(move.from, side)] = man;
        after->board[rook_goal(move.from, side)] = man_of('r', white);
    } else {
        after->board[move.to] = is_promotion(move) ? man_of(move.kind, white) : man;
    }
    if (move.kind == MAILBOX_EN_PASSANT) after->board[move.to - forward(white)] = '.';

    for (int colour = 0; colour < 2; colour++)
        for (int side = 0; side < 2; side++) {
            int *rook = &after->castling_rook[colour][side];
            bool king_moved = colour == white && kind_of(man) == 'k';
            if (king_moved || move.from == *rook || move.to == *rook) *rook = 0;
        }
}

static void add_if_legal(const MailboxPosition *position, int from, int to, char kind, MailboxList *list)
{
    MailboxMove move = {from, to, kind};
    MailboxPosition after;
    mailbox_make(position, move, &after);
    if (!mailbox_in_check(&after, position->white_to_move)) list->move[list->count++] = move;
}

static void add_pawn_move(const MailboxPosition *position, int from, int to, MailboxList *list)
{
    bool promotes = rank_of(to) == (position->white_to_move ? 7 : 0);
    for (const char *kind = promotes ? "qrbn" : " "; *kind; kind++)
        add_if_legal(position, from, to, *kind, list);
}

static void pawn_moves(const MailboxPosition *position, int from, MailboxList *list)
{
    const char *board = position->board;
    bool white = position->white_to_move;
    int one = from + forward(white), two = one + forward(white);
    if (board[one] == '.') {
        add_pawn_move(position, from, one, list);
        if (rank_of(from) == (white ? 1 : 6) && board[two] == '.')
            add_if_legal(position, from, two, MAILBOX_DOUBLE_STEP, list);
    }
    int to[27], count = reach(board, from, to);
    for (int i = 0; i < count; i++) {
        bool passed = to[i] == position->en_passant && board[to[i]] == '.';
        if (is_man(board[to[i]], !white)) add_pawn_move(position, from, to[i], list);
        else if (passed && board[to[i] - forward(white)] == man_of('p', !white))
            add_if_legal(position, from, to[i], MAILBOX_EN_PASSANT, list);
    }
}

static void piece_moves(const MailboxPosition *position, int from, MailboxList *list)
{
    int to[27], count = reach(position->board, from, to);
    for (int i = 0; i < count; i++)
        if (!is_man(position->board[to[i]], position->white_to_move))
            add_if_legal(position, from, to[i], MAILBOX_PLAIN, list);
}

/* Nothing but the two themselves may stand where king or rook leave, pass or arrive. */
static bool castling_way_is_free(const MailboxPosition *position, int king, int rook, int side)
{
    int ends[4] = {king, rook, king_goal(king, side), rook_goal(king, side)};
    int first = king, last = king;
    for (int i = 0; i < 4; i++) {
        if (ends[i] < first) first = ends[i];
        if (ends[i] > last) last = ends[i];
    }
    for (int square = first; square <= last; square++)
        if (square != king && square != rook && position->board[square] != '.') return false;
    return true;
}

static bool castling_way_is_safe(const MailboxPosition *position, int king, int side)
{
    int goal = king_goal(king, side), step = goal > king ? 1 : -1, found[16];
    for (int square = king;; square += step) {
        if (attackers(position->board, square, !position->white_to_move, found)) return false;
        if (square == goal) return true;
    }
}

/* An attack that the rook uncovers by leaving is found, like any other, after the move. */
static void castling_moves(const MailboxPosition *position, MailboxList *list)
{
    int king = king_square(position->board, position->white_to_move);
    for (int side = 0; side < 2; side++) {
        int rook = position->castling_rook[position->white_to_move][side];
        if (!rook || !castling_way_is_free(position, king, rook, side)) continue;
        if (castling_way_is_safe(position, king, side))
            add_if_legal(position, king, rook, MAILBOX_CASTLING, list);
    }
}

void mailbox_moves(const MailboxPosition *position, MailboxList *list)
{
    list->count = 0;
    for (int from = 21; from <= 98; from++) {
        if (!is_man(position->board[from], position->white_to_move)) continue;
        if (kind_of(position->board[from]) == 'p') pawn_moves(position, from, list);
        else piece_moves(position, from, list);
    }
    castling_moves(position, list);
}

/* ---- Counting ---- */

uint64_t mailbox_perft(const MailboxPosition *position, int depth)
{
    if (depth == 0) return 1;
    MailboxList list;
    mailbox_moves(position, &list);
    if (depth == 1) return (uint64_t)list.count;
    uint64_t nodes = 0;
    for (int i = 0; i < list.count; i++) {
        MailboxPosition after;
        mailbox_make(position, list.move[i], &after);
        nodes += mailbox_perft(&after, depth - 1);
    }
    return nodes;
}

static void count_check(MailboxMove move, const MailboxPosition *after, MailboxStats *stats)
{
    int found[16], count = checkers(after, after->white_to_move, found);
    if (count == 0) return;
    /* A castled king gives no check himself; his rook is the man to look at. */
    int moved = move.kind == MAILBOX_CASTLING ? rook_goal(move.from, castling_side(move)) : move.to;
    stats->checks++;
    if (count == 1 && found[0] != moved) stats->discovered++;
    if (count > 1) stats->doubles++;
    MailboxList replies;
    mailbox_moves(after, &replies);
    if (replies.count == 0) stats->mates++;
}

static void count_move(const MailboxPosition *before, MailboxMove move, const MailboxPosition *after,
                       MailboxStats *stats)
{
    bool castles = move.kind == MAILBOX_CASTLING, passes = move.kind == MAILBOX_EN_PASSANT;
    stats->nodes++;
    if (passes || (!castles && before->board[move.to] != '.')) stats->captures++;
    if (passes) stats->en_passant++;
    if (castles) stats->castles++;
    if (is_promotion(move)) stats->promotions++;
    count_check(move, after, stats);
}

void mailbox_stats(const MailboxPosition *position, int depth, MailboxStats *stats)
{
    if (depth == 0) {
        stats->nodes++;
        return;
    }
    MailboxList list;
    mailbox_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        MailboxPosition after;
        mailbox_make(position, list.move[i], &after);
        if (depth == 1) count_move(position, list.move[i], &after, stats);
        else mailbox_stats(&after, depth - 1, stats);
    }
}

/* ---- Text ---- */

static const char *parse_board(const char *text, MailboxPosition *position)
{
    memset(position->board, '#', sizeof position->board);
    int kings[2] = {0, 0};
    for (int rank = 7; rank >= 0; rank--) {
        int file = 0;
        for (; *text && *text != '/'; text++) {
            bool digit = *text >= '1' && *text <= '8';
            if (!digit && !strchr("PNBRQKpnbrqk", *text)) return "board: unknown letter";
            if (kind_of(*text) == 'p' && (rank == 0 || rank == 7))
                return "board: pawn on the first or last row";
            if (kind_of(*text) == 'k') kings[*text == 'K']++;
            for (int n = digit ? *text - '0' : 1; n > 0; n--) {
                if (file == 8) return "board: row too long";
                position->board[square_at(file++, rank)] = digit ? '.' : *text;
            }
        }
        if (file < 8) return "board: row too short";
        if (*text != (rank ? '/' : '\0')) return "board: not eight rows";
        if (rank) text++;
    }
    return kings[0] == 1 && kings[1] == 1 ? NULL : "board: not one king on each side";
}

/* K and Q mean the outermost rook on that side of the king, a file's letter the rook there.
 * Returns the rook's square, or 0 without one. */
static int find_castling_rook(const char board[120], char letter, bool white)
{
    int king = king_square(board, white), corner = square_at(0, white ? 0 : 7);
    char kind = kind_of(letter), rook = man_of('r', white);
    if (rank_of(king) != rank_of(corner)) return 0;
    if (kind == 'k') {
        for (int square = corner + 7; square > king; square--)
            if (board[square] == rook) return square;
    } else if (kind == 'q') {
        for (int square = corner; square < king; square++)
            if (board[square] == rook) return square;
    } else if (board[corner + kind - 'a'] == rook) {
        return corner + kind - 'a';
    }
    return 0;
}

static const char *parse_castling(const char *text, MailboxPosition *position)
{
    memset(position->castling_rook, 0, sizeof position->castling_rook);
    if (strcmp(text, "-") == 0) return NULL;
    for (; *text; text++) {
        bool white = is_upper(*text);
        if (!strchr("kqabcdefgh", kind_of(*text))) return "castling: unknown letter";
        int rook = find_castling_rook(position->board, *text, white);
        if (!rook) return "castling: no king and rook for a right";
        int side = rook > king_square(position->board, white) ? H_SIDE : A_SIDE;
        if (position->castling_rook[white][side]) return "castling: two rights on one side";
        position->castling_rook[white][side] = rook;
    }
    return NULL;
}

static const char *parse_en_passant(const char *text, MailboxPosition *position)
{
    position->en_passant = 0;
    if (strcmp(text, "-") == 0) return NULL;
    char row = position->white_to_move ? '6' : '3';
    if (strlen(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] != row)
        return "en passant: neither - nor a square on the right row";
    position->en_passant = square_at(text[0] - 'a', text[1] - '1');
    return NULL;
}

const char *mailbox_parse(const char *fen, MailboxPosition *position)
{
    char board[80], side[3], castling[6], en_passant[4], halfmoves[12] = "0", number[12] = "0", rest[2];
    int fields = sscanf(fen, "%79s %2s %5s %3s %11s %11s %1s", board, side, castling, en_passant, halfmoves,
                        number, rest);
    if (fields < 4 || fields > 6) return "not four to six fields";
    if (strcmp(side, "w") != 0 && strcmp(side, "b") != 0) return "side to move: neither w nor b";
    if (strspn(halfmoves, "0123456789") != strlen(halfmoves)) return "half-move clock: not a number";
    if (strspn(number, "0123456789") != strlen(number)) return "move number: not a number";
    position->white_to_move = side[0] == 'w';
    const char *error = parse_board(board, position);
    if (!error) error = parse_castling(castling, position);
    if (!error) error = parse_en_passant(en_passant, position);
    if (error) return error;
    return mailbox_in_check(position, !position->white_to_move) ? "side not to move is in check" : NULL;
}

static void square_name(int square, char text[2])
{
    text[0] = (char)('a' + file_of(square));
    text[1] = (char)('1' + rank_of(square));
}

static bool en_passant_is_legal(const MailboxPosition *position)
{
    MailboxList list;
    mailbox_moves(position, &list);
    for (int i = 0; i < list.count; i++)
        if (list.move[i].kind == MAILBOX_EN_PASSANT) return true;
    return false;
}

static char *write_board(const MailboxPosition *position, char *text)
{
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            char man = position->board[square_at(file, rank)];
            if (man == '.') {
                empty++;
                continue;
            }
            if (empty) *text++ = (char)('0' + empty);
            empty = 0;
            *text++ = man;
        }
        if (empty) *text++ = (char)('0' + empty);
        if (rank) *text++ = '/';
    }
    return text;
}

static char *write_castling(const MailboxPosition *position, char *text)
{
    char *start = text;
    for (int white = 1; white >= 0; white--)
        for (int side = 0; side < 2; side++) {
            int rook = position->castling_rook[white][side];
            if (rook) *text++ = man_of((char)('a' + file_of(rook)), white);
        }
    if (text == start) *text++ = '-';
    return text;
}

void mailbox_write(const MailboxPosition *position, char fen[MAILBOX_FEN_SIZE])
{
    char *text = write_board(position, fen);
    *text++ = ' ';
    *text++ = position->white_to_move ? 'w' : 'b';
    *text++ = ' ';
    text = write_castling(position, text);
    *text++ = ' ';
    if (position->en_passant && en_passant_is_legal(position)) {
        square_name(position->en_passant, text);
        text += 2;
    } else {
        *text++ = '-';
    }
    *text = '\0';
}

void mailbox_uci(MailboxMove move, bool king_takes_rook, char text[MAILBOX_UCI_SIZE])
{
    int to = move.to;
    if (move.kind == MAILBOX_CASTLING && !king_takes_rook) to = king_goal(move.from, castling_side(move));
    square_name(move.from, text);
    square_name(to, text + 2);
    text[4] = is_promotion(move) ? move.kind : '\0';
    text[5] = '\0';
}
