/* SPDX-License-Identifier: MIT */
#include "draughts_squares.h"

#include <stdio.h>
#include <string.h>

/* --- reading --- */

typedef struct {
    SquareMap map;
    const char *line; /* columns count from here */
    const char *next; /* what has not been read */
    char *error;
    DraughtsBoard_x2 board; /* as White sees it: own are White's */
    B128 crown;
    const char *huffable_at[128]; /* by number: where it was said */
    int seen[2];                  /* the lists of White and Black */
} Reader;

/* fail(reader, where, format, ...): an error in the column of the byte `where`. */
#define fail(reader, where, ...) notation_fail_at((reader)->error, (reader)->line, where, __VA_ARGS__)

/* The byte at `at` as messages call it. */
#define FOUND(at) (*(at) ? notation_quote_character(at).text : "the end")

static const char *colour_name(int black) { return black ? "Black" : "White"; }

static void skip_blanks(Reader *r) { r->next += strspn(r->next, " \t\r\n"); }

static int take(Reader *r, char c)
{
    if (*r->next != c) return 0;
    r->next++;
    return 1;
}

static B128 bit_of(const Reader *r, u32 number) { return b_square_x2(r->map.square[number]); }

static int put(Reader *r, const char *at, u32 number, int black, int king)
{
    const B128 square = bit_of(r, number);
    const B128 crown = black ? b_reverse_x2(r->crown, draughts_bits(&r->map.game->rules)) : r->crown;
    char name[SQUARE_TEXT];
    square_text(&r->map, number, name);
    if (b_any_x2((r->board.own | r->board.opponent) & square)) return fail(r, at, "two men on %s", name);
    if (!king && b_any_x2(crown & square))
        return fail(r, at, "a man of %s on %s, where men become kings; a king is written K%s",
                    colour_name(black), name, name);
    if (black) r->board.opponent |= square;
    else r->board.own |= square;
    if (king) r->board.kings |= square;
    return 0;
}

/* The second end of a range whose first is `first`, read at `at`. */
static int read_range(Reader *r, const char *at, int king, u32 first, u32 *last)
{
    if (*at < '0' || *at > '9') return fail(r, at, "a range of squares needs their numbers, as in 1-12");
    if (king) take(r, 'K');
    if (*r->next < '0' || *r->next > '9')
        return fail(r, r->next, "%s, expected the number that ends the range", FOUND(r->next));
    const char *end = r->next;
    if (!(r->next = square_read(&r->map, r->line, end, last, r->error))) return -1;
    return *last < first
               ? fail(r, end, "a range from %u down to %u, expected the smaller number first", first, *last)
               : 0;
}

/* A square or a range of them. */
static int read_item(Reader *r, int black)
{
    const int king = take(r, 'K');
    if (!king) take(r, 'M');
    const char *at = r->next;
    u32 first, last;
    const int is_letter = *at >= 'A' && *at <= 'Z';
    const int is_column = is_letter && *at < 'A' + r->map.game->rules.width && at[1] >= '0' && at[1] <= '9';
    if (is_letter && !is_column)
        return fail(r, at, "%s, expected a square; K before it makes a king", FOUND(at));
    if (!(r->next = square_read(&r->map, r->line, at, &first, r->error))) return -1;
    last = first;
    if (take(r, '-') && read_range(r, at, king, first, &last)) return -1;
    for (u32 number = first; number <= last; number++)
        if (put(r, at, number, black, king)) return -1;
    return 0;
}

static int read_huffable(Reader *r)
{
    const char *at = r->next;
    u32 number;
    if (!(r->next = square_read(&r->map, r->line, at, &number, r->error))) return -1;
    r->huffable_at[number] = at;
    r->board.huffable |= bit_of(r, number);
    return 0;
}

/* The squares behind W, B or S. */
static int read_list(Reader *r, char kind)
{
    skip_blanks(r);
    if (!*r->next || strchr(":.\"];", *r->next)) return 0;
    do {
        skip_blanks(r);
        if (kind == 'S' ? read_huffable(r) : read_item(r, kind == 'B')) return -1;
        skip_blanks(r);
    } while (take(r, ','));
    return 0;
}

static int read_part(Reader *r)
{
    skip_blanks(r);
    const char *at = r->next, kind = *at;
    if (kind == 'W' || kind == 'B') {
        r->next++;
        if (r->seen[kind == 'B']++) return fail(r, at, "a second list of %s", colour_name(kind == 'B'));
        return read_list(r, kind);
    }
    if (kind == 'S') {
        r->next++;
        if (r->map.game->rules.obligation != DRAUGHTS_HUFF)
            return fail(r, at, "huffable squares, but %s has no huffing", r->map.game->name);
        return read_list(r, kind);
    }
    const int is_tail = (kind >= 'A' && kind <= 'Z' && kind != 'K') || kind == '+';
    if (!is_tail) return fail(r, at, "%s, expected the colour of the squares that follow, W or B", FOUND(at));
    r->next += strcspn(r->next, ":.\"]; \t\r\n");
    return 0;
}

static int read_side(Reader *r, int *black)
{
    skip_blanks(r);
    if (*r->next != 'W' && *r->next != 'B')
        return fail(r, r->next, "%s, expected the side to move, W or B", FOUND(r->next));
    *black = *r->next++ == 'B';
    skip_blanks(r);
    return *r->next == ':' ? 0
                           : fail(r, r->next, "%s, expected a colon behind the side to move", FOUND(r->next));
}

static int check_huffable(Reader *r, int black)
{
    const B128 victims = black ? r->board.own : r->board.opponent;
    for (u32 number = 1; number <= r->map.count; number++) {
        char name[SQUARE_TEXT];
        if (!b_any_x2(r->board.huffable & ~victims & bit_of(r, number))) continue;
        square_text(&r->map, number, name);
        return fail(r, r->huffable_at[number],
                    "nothing to huff on %s, expected a piece of %s, who has just moved", name,
                    colour_name(!black));
    }
    return 0;
}

/* Side, lists and tails. */
static int read_body(Reader *r, int *black)
{
    if (read_side(r, black)) return -1;
    while (take(r, ':')) {
        if (read_part(r)) return -1;
        skip_blanks(r);
    }
    for (int side = 0; side < 2; side++)
        if (!r->seen[side])
            return fail(r, r->next,
                        "%s, expected a comma, or a colon and the squares of %s, such as :%cK12 or :%c alone",
                        FOUND(r->next), colour_name(side), "WB"[side], "WB"[side]);
    take(r, '.');
    return check_huffable(r, *black);
}

/* The body in quotes, or in the quotes of a tag. */
static int read_wrapped(Reader *r, int *black)
{
    skip_blanks(r);
    const int tag = take(r, '[');
    if (tag) {
        if (strncmp(r->next, "FEN", 3)) return fail(r, r->next, "expected FEN, as in [FEN \"W:WK1:B10\"]");
        r->next += 3;
        skip_blanks(r);
        if (*r->next != '"')
            return fail(r, r->next, "%s, expected a quote before the position", FOUND(r->next));
    }
    const int quoted = take(r, '"');
    if (read_body(r, black)) return -1;
    if (quoted && !take(r, '"'))
        return fail(r, r->next, "%s, expected a comma, a colon or a quote", FOUND(r->next));
    skip_blanks(r);
    if (tag && !take(r, ']')) return fail(r, r->next, "%s, expected ] at the end of the tag", FOUND(r->next));
    skip_blanks(r);
    return 0;
}

const char *draughts_fen_read(const DraughtsGame *game, const char *line, DraughtsRecord *record,
                              char error[NOTATION_ERROR])
{
    const DraughtsGeometry_x2 geometry = draughts_geometry_x2(game);
    Reader r = {.map = square_map(game), .line = line, .next = line, .error = error, .crown = geometry.crown};
    int black = 0;
    if (read_wrapped(&r, &black)) return NULL;
    record->position = narrow_board(game, black ? draughts_turn_x2(&geometry, r.board) : r.board);
    record->black = black;
    return r.next;
}

int draughts_fen_parse(const DraughtsGame *game, const char *text, DraughtsRecord *record,
                       char error[NOTATION_ERROR])
{
    DraughtsRecord read;
    const char *rest = draughts_fen_read(game, text, &read, error);
    if (!rest) return -1;
    if (*rest)
        return notation_fail_at(error, text, rest, "%s, expected a comma, a colon or the end of the position",
                                FOUND(rest));
    *record = read;
    return 0;
}

/* --- writing --- */

static char *write_list(const SquareMap *map, B128 squares, B128 kings, char *out)
{
    const char *comma = "";
    for (u32 number = 1; number <= map->count; number++) {
        const B128 square = b_square_x2(map->square[number]);
        char name[SQUARE_TEXT];
        if (!b_any_x2(squares & square)) continue;
        square_text(map, number, name);
        out += sprintf(out, "%s%s%s", comma, b_any_x2(kings & square) ? "K" : "", name);
        comma = ",";
    }
    return out;
}

void draughts_fen_format(const DraughtsGame *game, const DraughtsRecord *record, char out[DRAUGHTS_FEN_TEXT])
{
    const SquareMap map = square_map(game);
    const DraughtsGeometry_x2 geometry = draughts_geometry_x2(game);
    DraughtsBoard_x2 board = wide_board(game, record->position);
    if (record->black) board = draughts_turn_x2(&geometry, board);
    out += sprintf(out, "%c:W", record->black ? 'B' : 'W');
    out = write_list(&map, board.own, board.kings, out);
    out += sprintf(out, ":B");
    out = write_list(&map, board.opponent, board.kings, out);
    if (!b_any_x2(board.huffable)) return;
    out += sprintf(out, ":S");
    write_list(&map, board.huffable, b_none_x2(), out);
}
