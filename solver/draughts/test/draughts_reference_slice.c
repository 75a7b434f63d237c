/* SPDX-License-Identifier: MIT */
#include "draughts_reference_slice.h"

#include <string.h>

/* ---- boards ---- */

int reference_board(const DraughtsGame *game, ReferenceBoard *board)
{
    *board = (ReferenceBoard){.game = game, .slow = slow_game(game->name)};
    if (!board->slow) return -1;
    slow_start(board->slow, &board->empty);
    board->empty.side = 'W';
    for (int rank = 0; rank < game->rules.height; rank++)
        for (int file = 0; file < game->rules.width; file++) {
            const SlowSquare square = (SlowSquare)(16 * rank + file);
            if (board->empty.cell[square] == '#') continue;
            board->empty.cell[square] = '.';
            board->bit[board->squares] = (u8)draughts_square(&game->rules, file, rank);
            board->square[board->squares++] = square;
        }
    return 0;
}

static int turned_square(const ReferenceBoard *board, int square) { return board->squares - 1 - square; }

static int has_huffing(const ReferenceBoard *board) { return board->game->rules.obligation == DRAUGHTS_HUFF; }

static int is_crown(const ReferenceBoard *board, int square, int side)
{
    return slow_is_crown(board->slow, board->square[square], side ? 'B' : 'W');
}

/* ---- slices ---- */

int reference_slice_pieces(ReferenceSlice slice, int side)
{
    return slice.count[side][REFERENCE_MAN] + slice.count[side][REFERENCE_KING];
}

int reference_slice_kings(ReferenceSlice slice)
{
    return slice.count[0][REFERENCE_KING] + slice.count[1][REFERENCE_KING];
}

static int pieces_of(ReferenceSlice slice)
{
    return reference_slice_pieces(slice, 0) + reference_slice_pieces(slice, 1);
}

ReferenceSlice reference_slice_turned(ReferenceSlice slice)
{
    ReferenceSlice turned;
    memcpy(turned.count[0], slice.count[1], sizeof turned.count[0]);
    memcpy(turned.count[1], slice.count[0], sizeof turned.count[1]);
    return turned;
}

int reference_slice_equal(ReferenceSlice a, ReferenceSlice b) { return !memcmp(&a, &b, sizeof a); }

void reference_slice_name(ReferenceSlice slice, char name[REFERENCE_SLICE_NAME])
{
    for (int side = 0; side < 2; side++) {
        for (int n = slice.count[side][REFERENCE_KING]; n; n--) *name++ = 'K';
        for (int n = slice.count[side][REFERENCE_MAN]; n; n--) *name++ = 'M';
        *name++ = side ? 0 : 'v';
    }
}

int reference_slice_parse(const char *name, ReferenceSlice *slice)
{
    char again[REFERENCE_SLICE_NAME];
    ReferenceSlice read = {{{0, 0}, {0, 0}}};
    int side = 0;
    if (strlen(name) > DRAUGHTS_REFERENCE_PIECES + 1) return -1;
    for (const char *c = name; *c; c++)
        if (*c == 'v') side = 1;
        else read.count[side][*c == 'K']++;
    if (!reference_slice_pieces(read, 0) || !reference_slice_pieces(read, 1)) return -1;
    reference_slice_name(read, again);
    if (strcmp(name, again)) return -1;
    *slice = read;
    return 0;
}

/* ---- placements ---- */

typedef struct {
    int side, kind;
} Piece;

/* The n-th piece in the order of the index. */
static Piece piece_of(ReferenceSlice slice, int n)
{
    for (int side = 0; side < 2; side++)
        for (int kind = REFERENCE_MAN; kind <= REFERENCE_KING; kind++) {
            if (n < slice.count[side][kind]) return (Piece){side, kind};
            n -= slice.count[side][kind];
        }
    return (Piece){-1, -1};
}

static int bits_for_huffing(const ReferenceBoard *board, ReferenceSlice slice)
{
    return has_huffing(board) ? reference_slice_pieces(slice, 1) : 0;
}

u64 reference_slice_size(const ReferenceBoard *board, ReferenceSlice slice)
{
    u64 size = U64(1) << bits_for_huffing(board, slice);
    for (int i = 0; i < pieces_of(slice); i++) size *= (u64)board->squares;
    return size;
}

u64 reference_slice_index(const ReferenceBoard *board, ReferenceSlice slice, ReferencePlacement placement)
{
    u64 index = 0;
    for (int i = 0; i < pieces_of(slice); i++) index = index * (u64)board->squares + placement.square[i];
    return index << bits_for_huffing(board, slice) | placement.huffable;
}

ReferencePlacement reference_slice_placement(const ReferenceBoard *board, ReferenceSlice slice, u64 index)
{
    const int bits = bits_for_huffing(board, slice);
    ReferencePlacement placement = {.huffable = (u8)(index & ((U64(1) << bits) - 1))};
    index >>= bits;
    for (int i = pieces_of(slice); i--;) {
        placement.square[i] = (u8)(index % (u64)board->squares);
        index /= (u64)board->squares;
    }
    return placement;
}

int reference_slice_has(const ReferenceBoard *board, ReferenceSlice slice, ReferencePlacement placement)
{
    Piece last = {-1, 0};
    for (int i = 0; i < pieces_of(slice); i++) {
        const u8 *square = &placement.square[i];
        const Piece piece = piece_of(slice, i);
        if (memchr(placement.square, *square, (size_t)i)) return 0;
        if (last.side == piece.side && last.kind == piece.kind && square[-1] > square[0]) return 0;
        if (piece.kind == REFERENCE_MAN && is_crown(board, *square, piece.side)) return 0;
        last = piece;
    }
    return 1;
}

/* ---- on the mailbox's board ---- */

static const char letters[2][2] = {{'w', 'W'}, {'b', 'B'}}; /* by side and kind */

SlowPosition reference_slice_show(const ReferenceBoard *board, ReferenceSlice slice,
                                  ReferencePlacement placement)
{
    SlowPosition position = board->empty;
    const int own = reference_slice_pieces(slice, 0);
    for (int i = 0; i < pieces_of(slice); i++) {
        const SlowSquare square = board->square[placement.square[i]];
        const Piece piece = piece_of(slice, i);
        position.cell[square] = letters[piece.side][piece.kind];
        if (i >= own) position.huffable[square] = placement.huffable >> (i - own) & 1;
    }
    return position;
}

/* Puts the pieces of one side and kind behind those that the placement has. */
static void read_kind(const ReferenceBoard *board, const SlowPosition *position, Piece piece,
                      ReferenceSlice *slice, ReferencePlacement *placement)
{
    const int black = position->side == 'B';
    const char letter = letters[piece.side ^ black][piece.kind];
    for (int i = 0; i < board->squares; i++) {
        const SlowSquare square = board->square[black ? turned_square(board, i) : i];
        if (position->cell[square] != letter) continue;
        if (position->huffable[square]) placement->huffable |= (u8)(1u << reference_slice_pieces(*slice, 1));
        placement->square[pieces_of(*slice)] = (u8)i;
        slice->count[piece.side][piece.kind]++;
    }
}

ReferencePlacement reference_slice_read(const ReferenceBoard *board, const SlowPosition *position,
                                        ReferenceSlice *slice)
{
    ReferencePlacement placement = {.huffable = 0};
    *slice = (ReferenceSlice){{{0, 0}, {0, 0}}};
    for (int side = 0; side < 2; side++)
        for (int kind = REFERENCE_MAN; kind <= REFERENCE_KING; kind++)
            read_kind(board, position, (Piece){side, kind}, slice, &placement);
    return placement;
}

/* ---- as positions ---- */

static DraughtsBoard_x2 words_of(const ReferenceBoard *board, DraughtsPosition p)
{
    if (draughts_words(&board->game->rules) == 2) return draughts_board_x2(p);
    return (DraughtsBoard_x2){p.own, p.opponent, p.kings, p.rest};
}

static DraughtsPosition position_of_words(const ReferenceBoard *board, DraughtsBoard_x2 b)
{
    if (draughts_words(&board->game->rules) == 2) return draughts_position_x2(b);
    return (DraughtsPosition){(u64)b.own, (u64)b.opponent, (u64)b.kings, (u64)b.huffable};
}

DraughtsPosition reference_slice_position(const ReferenceBoard *board, ReferenceSlice slice,
                                          ReferencePlacement placement)
{
    DraughtsBoard_x2 b = {0, 0, 0, 0};
    const int own = reference_slice_pieces(slice, 0);
    for (int i = 0; i < pieces_of(slice); i++) {
        const B128 square = b_square_x2(board->bit[placement.square[i]]);
        const Piece piece = piece_of(slice, i);
        *(piece.side ? &b.opponent : &b.own) |= square;
        if (piece.kind == REFERENCE_KING) b.kings |= square;
        if (i >= own && placement.huffable >> (i - own) & 1) b.huffable |= square;
    }
    return position_of_words(board, b);
}

int reference_slice_read_position(const ReferenceBoard *board, DraughtsPosition p, ReferenceSlice *slice,
                                  ReferencePlacement *placement)
{
    const DraughtsBoard_x2 b = words_of(board, p);
    SlowPosition position = board->empty;
    if (b_count_x2(b.own) + b_count_x2(b.opponent) > DRAUGHTS_REFERENCE_PIECES) return -1;
    for (int i = 0; i < board->squares; i++) {
        const B128 square = b_square_x2(board->bit[i]);
        if (!(square & (b.own | b.opponent))) continue;
        position.cell[board->square[i]] = letters[!(b.own & square)][!!(b.kings & square)];
        position.huffable[board->square[i]] = (b.huffable & square) != 0;
    }
    *placement = reference_slice_read(board, &position, slice);
    if (!reference_slice_has(board, *slice, *placement)) return -1;
    const DraughtsPosition again = reference_slice_position(board, *slice, *placement);
    return memcmp(&again, &p, sizeof p) ? -1 : 0;
}
