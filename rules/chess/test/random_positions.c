/* SPDX-License-Identifier: MIT */
#include "random_positions.h"

#include <stdio.h>
#include <string.h>

/* ---- random numbers: xoshiro256**, seeded by splitmix64 (Blackman and Vigna) ---- */

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }

uint64_t random_bits(RandomPositions *random)
{
    uint64_t *s = random->state;
    const uint64_t bits = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return bits;
}

uint64_t random_below(RandomPositions *random, uint64_t bound) { return random_bits(random) % bound; }

void random_positions_start(RandomPositions *random, uint64_t seed, uint64_t stream)
{
    memset(random, 0, sizeof *random);
    uint64_t state = splitmix(&seed) ^ stream * 0xd1342543de82ef95;
    for (int i = 0; i < 4; i++) random->state[i] = splitmix(&state);
}

static int below(RandomPositions *random, int bound) { return (int)random_below(random, (uint64_t)bound); }
static bool one_in(RandomPositions *random, int n) { return below(random, n) == 0; }
static char letter_of(RandomPositions *random, const char *letters)
{
    return letters[below(random, (int)strlen(letters))];
}

/* ---- the board ---- */

static int square_at(int file, int rank) { return 21 + 10 * rank + file; }
static char coloured(char letter, bool white) { return white ? letter : (char)(letter - 'A' + 'a'); }

static void clear(MailboxPosition *p)
{
    memset(p, 0, sizeof *p);
    memset(p->board, '#', sizeof p->board);
    for (int rank = 0; rank < 8; rank++) memset(p->board + square_at(0, rank), '.', 8);
}

static int king_square(const MailboxPosition *p, bool white)
{
    return (int)((const char *)memchr(p->board, coloured('K', white), sizeof p->board) - p->board);
}

static bool is_back_rank(int square) { return square < 30 || square > 90; }

/* A man (a capital letter), unless something stands there, or it is a pawn on the first or last row. */
static void put(MailboxPosition *p, int square, char letter, bool white)
{
    if (p->board[square] == '.' && !(letter == 'P' && is_back_rank(square)))
        p->board[square] = coloured(letter, white);
}

static void take_away(MailboxPosition *p, int square)
{
    p->board[square] = '.';
    for (int i = 0; i < 4; i++)
        if (p->castling_rook[i / 2][i % 2] == square) p->castling_rook[i / 2][i % 2] = 0;
}

/* ---- random games ---- */

/* Scharnagl's numbering: bishops, queen, then the knights' pair among the five squares left; rook, king,
 * rook. */
void chess960_start(int number, MailboxPosition *p)
{
    static const char *const knights[10] = {"NN---", "N-N--", "N--N-", "N---N", "-NN--",
                                            "-N-N-", "-N--N", "--NN-", "--N-N", "---NN"};
    char row[9] = "--------";
    row[2 * (number % 4) + 1] = 'B';
    row[2 * (number / 4 % 4)] = 'B';
    int queen = number / 16 % 6, free_square = 0, rook = 0;
    const char *pair = knights[number / 96], *others = "RKR";
    for (int file = 0; file < 8; file++)
        if (row[file] == '-' && queen-- == 0) row[file] = 'Q';
    for (int file = 0; file < 8; file++)
        if (row[file] == '-') row[file] = pair[free_square++] == 'N' ? 'N' : *others++;

    clear(p);
    p->white_to_move = true;
    for (int file = 0; file < 8; file++)
        for (int white = 0; white < 2; white++) {
            const int square = square_at(file, white ? 0 : 7);
            p->board[square] = coloured(row[file], white);
            p->board[square_at(file, white ? 1 : 6)] = coloured('P', white);
            if (row[file] == 'R') p->castling_rook[white][rook == 0] = square; /* [1]: the a-side's */
            if (row[file] == 'R' && white) rook++;
        }
}

/* An en passant square that no legal capture uses is no part of a position. */
static void normalise(MailboxPosition *p)
{
    if (!p->en_passant) return;
    MailboxList list;
    mailbox_moves(p, &list);
    for (int i = 0; i < list.count; i++)
        if (list.move[i].kind == MAILBOX_EN_PASSANT) return;
    p->en_passant = 0;
}

static void next_of_game(RandomPositions *random, MailboxPosition *p)
{
    if (random->plies_left == 0) {
        const bool standard = one_in(random, 3);
        chess960_start(standard ? 518 : below(random, 960), &random->game);
        random->game_kind = standard ? "game" : "chess960 game";
        random->plies_left = 1 + below(random, 160);
    }
    for (int plies = 1 + below(random, 4); plies > 0 && random->plies_left > 0; plies--) {
        MailboxList list;
        MailboxPosition before = random->game;
        mailbox_moves(&before, &list);
        if (list.count == 0) break;
        mailbox_make(&before, list.move[below(random, list.count)], &random->game);
        random->plies_left--;
    }
    *p = random->game;
    MailboxList list;
    mailbox_moves(p, &list);
    if (list.count == 0) random->plies_left = 0;
    normalise(p);
}

/* ---- placements ---- */

static const int LINES[8] = {10, -10, 1, -1, 11, -11, 9, -9};
static const int LEAPS[8] = {8, 12, 19, 21, -8, -12, -19, -21};

/* Kings anywhere but side by side; on their first row where they are to castle. */
static void add_kings(RandomPositions *random, MailboxPosition *p, bool castling)
{
    int squares[2], apart;
    do {
        for (int white = 0; white < 2; white++) {
            const bool at_home = castling && !one_in(random, 4);
            squares[white] = square_at(below(random, 8), at_home ? (white ? 0 : 7) : below(random, 8));
        }
        apart = squares[0] - squares[1];
        for (int i = 0; i < 8; i++)
            if (apart == LINES[i]) apart = 0;
    } while (apart == 0);
    p->board[squares[0]] = 'k';
    p->board[squares[1]] = 'K';
}

static void add_castling(RandomPositions *random, MailboxPosition *p, bool white)
{
    const int king = king_square(p, white), corner = square_at(0, white ? 0 : 7);
    if (king / 10 != corner / 10) return;
    const int room[2] = {corner + 7 - king, king - corner}; /* h-side, a-side */
    for (int side = 0; side < 2; side++) {
        if (room[side] == 0 || one_in(random, 4)) continue;
        const int step = 1 + below(random, room[side]), rook = side == 0 ? king + step : king - step;
        if (p->board[rook] != '.') continue; /* the other king */
        put(p, rook, 'R', white);
        p->castling_rook[white][side] = rook;
    }
}

/* One side may have more of them. */
static void add_men(RandomPositions *random, MailboxPosition *p, const char *letters, int count)
{
    const int white_share = 1 + below(random, 5);
    for (; count > 0; count--) {
        const int square = square_at(below(random, 8), below(random, 8));
        put(p, square, letter_of(random, letters), below(random, 6) < white_share);
    }
}

static void add_promotions(RandomPositions *random, MailboxPosition *p, bool white)
{
    for (int file = 0; file < 8; file++) {
        if (one_in(random, 2)) put(p, square_at(file, white ? 6 : 1), 'P', white);
        if (one_in(random, 3)) put(p, square_at(file, white ? 7 : 0), letter_of(random, "NBRQ"), !white);
    }
}

/* A slider of the other side that looks along a line at the king past `between` men: none gives check, one is
 * pinned or would uncover check, two may both leave by an en passant capture. */
static void add_slider_at_king(RandomPositions *random, MailboxPosition *p, bool white, int line, int between)
{
    int square = king_square(p, white) + LINES[line], free_squares[8], count = 0;
    for (; p->board[square] != '#' && between >= 0; square += LINES[line]) {
        if (p->board[square] != '.') between--;
        else if (between == 0) free_squares[count++] = square;
    }
    if (count > 0)
        put(p, free_squares[below(random, count)], letter_of(random, line < 4 ? "RQ" : "BQ"), !white);
}

static void add_lines(RandomPositions *random, MailboxPosition *p, bool white)
{
    for (int line = 0; line < 8; line++)
        if (one_in(random, 2)) add_slider_at_king(random, p, white, line, (1 + below(random, 5)) / 2);
}

static void add_knight_check(RandomPositions *random, MailboxPosition *p, bool white)
{
    put(p, king_square(p, white) + LEAPS[below(random, 8)], 'N', !white);
}

/* What a double step of the side not to move leaves, with pawns next to it that can take; and the mover's king where
 * that matters: on their row, in check by the pawn, or anywhere. */
static void add_en_passant(RandomPositions *random, MailboxPosition *p)
{
    const bool white = p->white_to_move;
    const int up = white ? 10 : -10, file = below(random, 8), pawn = square_at(file, white ? 4 : 3);
    const int way[3] = {pawn, pawn + up, pawn + 2 * up};
    for (int i = 0; i < 3; i++)
        if (p->board[way[i]] == 'k' || p->board[way[i]] == 'K') return;
    for (int i = 0; i < 3; i++) take_away(p, way[i]);
    p->board[pawn] = coloured('P', !white);
    p->en_passant = pawn + up;

    const int first = one_in(random, 2) ? -1 : 1;
    put(p, pawn + first, 'P', white);
    if (one_in(random, 2)) put(p, pawn - first, 'P', white);

    const int king = king_square(p, white), row = square_at(0, pawn / 10 - 2);
    const int goals[3] = {row + below(random, 8), pawn - up + 1, pawn - up - 1},
              goal = goals[below(random, 3)];
    if (one_in(random, 2) || p->castling_rook[white][0] || p->castling_rook[white][1] ||
        p->board[goal] != '.')
        return;
    p->board[king] = '.';
    p->board[goal] = coloured('K', white);
}

static bool attacks_along(char man, int line, bool first_step, bool from_above)
{
    switch (man) {
    case 'Q': return true;
    case 'R': return line < 4;
    case 'B': return line >= 4;
    case 'K': return first_step;
    case 'P': return first_step && line >= 4 && from_above;
    }
    return false;
}

/* Ends all attacks on the king but the other king's: the attacker goes, or a man comes between. */
static void relieve(RandomPositions *random, MailboxPosition *p, bool white)
{
    const int king = king_square(p, white);
    for (int i = 0; i < 8; i++) {
        if (p->board[king + LEAPS[i]] == coloured('N', !white)) take_away(p, king + LEAPS[i]);
        for (int square = king + LINES[i]; p->board[square] != '#'; square += LINES[i]) {
            if (p->board[square] == '.') continue;
            const char man = white ? (char)(p->board[square] - 'a' + 'A') : p->board[square];
            const bool next = square == king + LINES[i], ahead = (LINES[i] > 0) == white;
            if (man == 'K' || !attacks_along(man, i, next, ahead)) break;
            if (!next && !one_in(random, 4)) {
                put(p, king + LINES[i], letter_of(random, "PNBRQ"), white);
                put(p, king + LINES[i], 'N', white); /* where a pawn cannot stand */
                break;
            }
            take_away(p, square);
        }
    }
}

typedef struct Theme {
    const char *name, *letters;
    int least, most; /* men at random */
    int relief;      /* how often of 8 the mover is freed from check */
    bool castling, lines, checks, promotions, en_passant;
} Theme;

static const Theme THEMES[] = {
    {"men at random", "PPPPPNNBBRRQ", .least = 1, .most = 30, .relief = 4},
    {"few men", "PPPNBRQ", .least = 0, .most = 5, .relief = 4, .lines = true},
    {"many queens", "QQQQQQQQRBNP", .least = 6, .most = 50, .relief = 7},
    {"pins", "PPPNNBBRRQ", .least = 6, .most = 24, .relief = 4, .lines = true},
    {"checks", "PPPNNBBRRQ", .least = 4, .most = 20, .relief = 1, .lines = true, .checks = true},
    {"en passant", "PPPPNBRQ", .least = 0, .most = 18, .relief = 4, .lines = true, .en_passant = true},
    {"promotions", "PPNBRQ", .least = 2, .most = 16, .relief = 4, .promotions = true},
    {"castling", "PPPNBRQ", .least = 0, .most = 16, .relief = 6, .castling = true},
    {"castling in danger", "PPPNBRQ", .least = 2, .most = 24, .relief = 5, .castling = true, .lines = true},
};
enum { THEME_COUNT = sizeof THEMES / sizeof *THEMES };

/* A position of the theme; now and then with something of another. */
static void place(RandomPositions *random, const Theme *t, MailboxPosition *p)
{
    clear(p);
    p->white_to_move = one_in(random, 2);
    const bool white = p->white_to_move, castling = t->castling || one_in(random, 8);
    add_kings(random, p, castling);
    for (int colour = 0; castling && colour < 2; colour++) add_castling(random, p, colour);
    if (t->promotions || one_in(random, 8)) add_promotions(random, p, white);
    if (t->promotions && one_in(random, 2)) add_promotions(random, p, !white);
    add_men(random, p, t->letters, t->least + below(random, t->most - t->least + 1));
    if (t->en_passant || one_in(random, 8)) add_en_passant(random, p);
    if (t->lines || one_in(random, 8)) add_lines(random, p, white);
    if (t->checks) add_knight_check(random, p, white);
    if (one_in(random, 4)) add_lines(random, p, !white);
    relieve(random, p, !white);
    if (below(random, 8) < t->relief) relieve(random, p, white);
}

/* relieve may have taken the pawn away, and lines may cross its way. */
static void check_en_passant(MailboxPosition *p)
{
    const int up = p->white_to_move ? 10 : -10;
    if (p->en_passant && (p->board[p->en_passant] != '.' || p->board[p->en_passant + up] != '.' ||
                          p->board[p->en_passant - up] != coloured('P', !p->white_to_move)))
        p->en_passant = 0;
    normalise(p);
}

const char *random_positions_next(RandomPositions *random, MailboxPosition *position)
{
    if (one_in(random, 3)) {
        next_of_game(random, position);
        return random->game_kind;
    }
    const Theme *theme = &THEMES[below(random, THEME_COUNT)];
    do place(random, theme, position);
    while (mailbox_in_check(position, !position->white_to_move));
    check_en_passant(position);
    return theme->name;
}
