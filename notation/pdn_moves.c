/* SPDX-License-Identifier: MIT */
#include "draughts_squares.h"
#include "pdn_signs.h"
#include "score_words.h"

#include <stdio.h>
#include <string.h>

/* --- writing --- */

/* One text for both: the ends and the way of moving. */
static int share_ends(const DraughtsMove *a, const DraughtsMove *b)
{
    return a->from == b->from && a->to == b->to && a->huff == b->huff && !a->jumps == !b->jumps;
}

static char *write_square(const SquareMap *map, const char *before, u32 number, char *out)
{
    char name[SQUARE_TEXT];
    square_text(map, number, name);
    return out + sprintf(out, "%s%s", before, name);
}

/* route: 1 for every landing square. */
static void write_move(const SquareMap *map, const DraughtsMove *move, int route,
                       char out[DRAUGHTS_MOVE_TEXT])
{
    out = write_square(map, move->huff ? "S" : "", move->from, out);
    for (u32 i = 0; route && i + 1 < move->jumps; i++) out = write_square(map, "x", move->landing[i], out);
    if (!move->huff) write_square(map, move->jumps ? "x" : "-", move->to, out);
}

void draughts_move_format(const DraughtsGame *game, const DraughtsMove *list, int count, int which,
                          char out[DRAUGHTS_MOVE_TEXT])
{
    const SquareMap map = square_map(game);
    int sharing = 0;
    for (int i = 0; i < count; i++) sharing += share_ends(&list[i], &list[which]);
    write_move(&map, &list[which], sharing > 1, out);
}

/* --- reading --- */

static int is_letter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

/* The sign at `at`, blanks around it included; what follows, NULL without a sign. */
static const char *read_sign(const char *at, DraughtsWritten *given)
{
    int capture;
    const char *end = at + strlen(at);
    at = score_skip_blanks(at, end);
    const size_t length = pdn_sign_length(at, (size_t)(end - at), &capture);
    if (!length) return NULL;
    given->sign = 1;
    given->capture |= capture;
    return score_skip_blanks(at + length, end);
}

static int is_algebraic(const char *at) { return is_letter(*at) && at[1] >= '0' && at[1] <= '9'; }

/* The origin's column alone, as in ab4 and c:e5. Returns what follows; `at` if it is a square. */
static const char *read_column(const SquareMap *map, const char *at, DraughtsWritten *given)
{
    int capture;
    const size_t sign = is_letter(*at) ? pdn_sign_length(at + 1, strlen(at + 1), &capture) : 0;
    if (!is_letter(*at) || !is_algebraic(at + 1 + sign) || (*at | 32) - 'a' >= map->game->rules.width)
        return at;
    given->column = (u8)((*at | 32) - 'a' + 1);
    given->count = 1;
    return sign ? read_sign(at + 1, given) : at + 1;
}

/* Returns what follows the squares; NULL on error. */
static const char *read_squares(const SquareMap *map, const char *text, const char *at,
                                DraughtsWritten *given, char error[NOTATION_ERROR])
{
    for (;;) {
        u32 number;
        if (given->count == sizeof given->square) {
            notation_fail_at(error, text, at, "more squares than any move has");
            return NULL;
        }
        if (!(at = square_read(map, text, at, &number, error))) return NULL;
        given->square[given->count++] = (u8)number;
        const char *behind = given->huff ? NULL : read_sign(at, given);
        if (!behind && (given->huff || !is_letter(*at))) break; /* else c3d4 */
        if (behind) at = behind;
    }
    given->capture |= given->count > 2;
    return at;
}

static int read_given(const SquareMap *map, const char *text, DraughtsWritten *given,
                      char error[NOTATION_ERROR])
{
    const char *at = text + strspn(text, " \t\r\n");
    memset(given, 0, sizeof *given);
    given->huff = *at == 'S';
    at += given->huff;
    if (!given->huff) at = read_column(map, at, given);
    const char *end = read_squares(map, text, at, given, error);
    if (!end) return -1;
    const char *rest = end + strspn(end, "!? \t\r\n");
    if (*rest)
        return notation_fail_at(error, text, rest, "%s, expected the end of the move",
                                notation_quote_character(rest).text);
    if (!given->huff && given->count < 2)
        return notation_fail_at(error, text, end, "the move ends, expected - or x and a square");
    return 0;
}

/* The landing squares given are some of the move's, in its order. */
static int follows(const DraughtsMove *move, const DraughtsWritten *given)
{
    u32 jump = 0;
    for (u32 i = 1; i + 1 < given->count; i++, jump++) {
        while (jump + 1 < move->jumps && move->landing[jump] != given->square[i]) jump++;
        if (jump + 1 >= move->jumps) return 0;
    }
    return 1;
}

/* The middle lies between the ends, in any direction of a queen. */
static int lies_between(const SquareMap *map, u32 from, u32 middle, u32 to)
{
    const int x = map->file[to] - map->file[from], y = map->rank[to] - map->rank[from];
    const int mx = map->file[middle] - map->file[from], my = map->rank[middle] - map->rank[from];
    const int straight = x == 0 || y == 0 || x == y || x == -y;
    return straight && x * my == y * mx && x * mx + y * my > 0 && x * mx + y * my < x * x + y * y;
}

/* The squares given lead over all pieces that the move takes, by its own route or another: the list may hold only one
 * of several. Each step takes one at least; it may also pass where a piece was that vanished before. */
static int leads_over_all(const SquareMap *map, const DraughtsMove *move, const DraughtsWritten *given)
{
    u8 taken[DRAUGHTS_DEPTH] = {0};
    u32 count = 0;
    for (u32 i = 0; i + 1 < given->count; i++) {
        const u32 before = count;
        for (u32 k = 0; k < move->jumps; k++) {
            if (taken[k] || !lies_between(map, given->square[i], move->victim[k], given->square[i + 1]))
                continue;
            taken[k] = 1;
            count++;
        }
        if (count == before) return 0;
    }
    return count == move->jumps;
}

static int has_ends(const DraughtsMove *move, const DraughtsWritten *given)
{
    return move->from == given->square[0] && move->to == given->square[given->count - 1] &&
           move->huff == given->huff && !move->jumps == !given->capture;
}

static int may_be(const SquareMap *map, const DraughtsMove *move, const DraughtsWritten *given)
{
    return has_ends(move, given) && (follows(move, given) || leads_over_all(map, move, given));
}

/* The move's landing squares, all of them. */
static int is_route(const DraughtsMove *move, const DraughtsWritten *given)
{
    return given->count == move->jumps + 1u && !memcmp(move->landing, given->square + 1, move->jumps);
}

/* Both lead to the same position. */
static int same_result(const DraughtsMove *a, const DraughtsMove *b)
{
    u8 taken[256] = {0};
    if (!share_ends(a, b) || a->king != b->king || a->jumps != b->jumps) return 0;
    for (u32 i = 0; i < a->jumps; i++) taken[a->victim[i]] = 1;
    for (u32 i = 0; i < b->jumps; i++)
        if (!taken[b->victim[i]]) return 0;
    return 1;
}

/* Every square of a route over the move's pieces, though not of the one that the list has. */
static int is_other_route(const SquareMap *map, const DraughtsMove *move, const DraughtsWritten *given)
{
    return has_ends(move, given) && given->count == move->jumps + 1u && leads_over_all(map, move, given);
}

static int is_new(const DraughtsMove *list, const int *choice, int found, int which)
{
    for (int i = 0; i < found; i++)
        if (same_result(&list[choice[i]], &list[which])) return 0;
    return 1;
}

/* Moves of the list that `given` may mean, as far as they differ in their result: choice[0 .. returned), `room` at
 * most. A route written out means that one. */
static int find_moves(const SquareMap *map, const DraughtsMove *list, int count, const DraughtsWritten *given,
                      int *choice, int room)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (!has_ends(&list[i], given) || !is_route(&list[i], given)) continue;
        choice[0] = i;
        return 1;
    }
    for (int i = 0; i < count; i++) {
        if (!is_other_route(map, &list[i], given)) continue;
        choice[0] = i;
        return 1;
    }
    for (int i = 0; i < count && found < room; i++)
        if (may_be(map, &list[i], given) && is_new(list, choice, found, i)) choice[found++] = i;
    return found;
}

/* --- refusals --- */

/* Appends ", text" or, from where there is no room, ", ..." once. */
static void append(char error[NOTATION_ERROR], const char *comma, const char *text)
{
    static const char cut[] = ", ...";
    const size_t used = strlen(error), wanted = strlen(comma) + strlen(text);
    if (!strcmp(error + used - strlen("..."), "...")) return;
    snprintf(error + used, NOTATION_ERROR - used, "%s%s", comma, text);
    if (used + wanted + sizeof cut > NOTATION_ERROR) snprintf(error + used, NOTATION_ERROR - used, "%s", cut);
}

static int refuse_ambiguous(const SquareMap *map, const DraughtsMove *list, int count,
                            const DraughtsWritten *given, const char *text, char error[NOTATION_ERROR])
{
    const char *comma = "";
    notation_fail(error, "%s is ambiguous, expected one of ", notation_quote(text, strlen(text)).text);
    for (int i = 0; i < count; i++) {
        char name[DRAUGHTS_MOVE_TEXT];
        if (!may_be(map, &list[i], given)) continue;
        write_move(map, &list[i], 1, name);
        append(error, comma, name);
        comma = ", ";
    }
    return 1;
}

/* Names the legal moves from the same square, or all if there are none. */
static int refuse_illegal(const SquareMap *map, const DraughtsMove *list, int count,
                          const DraughtsWritten *given, const char *text, char error[NOTATION_ERROR])
{
    const NotationQuote quote = notation_quote(text, strlen(text));
    const char *comma = "";
    int same_origin = 0;
    if (count == 0) return notation_fail(error, "%s is illegal, there is no legal move", quote.text);
    for (int i = 0; i < count; i++)
        same_origin += list[i].from == given->square[0] && list[i].huff == given->huff;
    notation_fail(error, "%s is illegal, expected ", quote.text);
    for (int i = 0; i < count; i++) {
        char name[DRAUGHTS_MOVE_TEXT];
        if (same_origin && (list[i].from != given->square[0] || list[i].huff != given->huff)) continue;
        draughts_move_format(map->game, list, count, i, name);
        append(error, comma, name);
        comma = ", ";
    }
    return -1;
}

int draughts_move_read(const DraughtsGame *game, const char *text, DraughtsWritten *written,
                       char error[NOTATION_ERROR])
{
    const SquareMap map = square_map(game);
    return read_given(&map, text, written, error);
}

/* A column stands for the only square in it from which the rest can be played. */
static void find_origin(const SquareMap *map, const DraughtsMove *list, int count, DraughtsWritten *given)
{
    u8 origin = 0;
    for (int i = 0; i < count; i++) {
        if (map->file[list[i].from] + 1 != given->column || list[i].huff) continue;
        if (list[i].to != given->square[given->count - 1] || origin == list[i].from) continue;
        if (origin) return;
        origin = list[i].from;
    }
    given->square[0] = origin;
}

/* Some write all moves alike: a move that cannot be meant otherwise may have the other sign. */
static int find_given(const SquareMap *map, const DraughtsMove *list, int count, DraughtsWritten *given,
                      int *choice, int room)
{
    if (given->column) find_origin(map, list, count, given);
    if (given->column && !given->square[0]) return 0;
    const int found = find_moves(map, list, count, given, choice, room);
    if (found || given->huff) return found;
    given->capture = !given->capture;
    return find_moves(map, list, count, given, choice, room);
}

int draughts_move_readings(const DraughtsGame *game, const DraughtsMove *list, int count, const char *text,
                           int *which, int room, char error[NOTATION_ERROR])
{
    const SquareMap map = square_map(game);
    DraughtsWritten given;
    return read_given(&map, text, &given, error) ? 0 : find_given(&map, list, count, &given, which, room);
}

int draughts_move_parse(const DraughtsGame *game, const DraughtsMove *list, int count, const char *text,
                        int *which, char error[NOTATION_ERROR])
{
    const SquareMap map = square_map(game);
    DraughtsWritten given;
    int choice[2];
    if (read_given(&map, text, &given, error)) return -1;
    const int found = find_given(&map, list, count, &given, choice, 2);
    if (found == 0) return refuse_illegal(&map, list, count, &given, text, error);
    if (found > 1) return refuse_ambiguous(&map, list, count, &given, text, error);
    *which = choice[0];
    return 0;
}
