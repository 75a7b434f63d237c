/* SPDX-License-Identifier: MIT */
/* Draughts positions and moves as text: PDN's FEN, moves in PDN, lists of legal moves. Host only.
 *
 *     const DraughtsGame *game = &draughts_games[DRAUGHTS_GAME_brazilian];
 *     DraughtsRecord record;
 *     DraughtsMove list[100];
 *     char error[NOTATION_ERROR], text[DRAUGHTS_MOVE_TEXT];
 *     if (draughts_fen_parse(game, "W:WKc1,e3:Bd6,18", &record, error)) ...        error says what and where
 *     const int count = draughts_list_moves(game, &record, 0, list, 100);          < 0: more than 100
 *     draughts_move_format(game, list, count, 0, text);                            "e3-f4"
 *     draughts_record_make(game, &record, &list[0], &record);
 *
 * Every function is thread-safe. Those that can fail return 0, or -1 with one line in `error` (what is wrong, where,
 * what was expected; foreign bytes escaped) and then leave their result unchanged. Columns count bytes from 1.
 */
#ifndef RULES_NOTATION_DRAUGHTS_NOTATION_H
#define RULES_NOTATION_DRAUGHTS_NOTATION_H

#include "../rules/draughts/draughts.h"
#include "message.h"

#define DRAUGHTS_FEN_TEXT 320  /* any position, with its final 0 */
#define DRAUGHTS_MOVE_TEXT 300 /* any move */
#define DRAUGHTS_SQUARE_TEXT 12

/* A position and whose turn it is. The position is seen by the side to move (see position.h). */
typedef struct {
    DraughtsPosition position;
    int black; /* 1: Black to move, and the board is turned by 180 degrees */
} DraughtsRecord;

/* A legal move. Squares are numbers on the board, whoever is to move: 1 to draughts_square_count, as the game counts
 * them, also in games that write letters (those count from the top left). */
typedef struct {
    u8 from, to; /* of a huff: both the square of the piece taken off */
    u8 jumps;    /* 0: a quiet move or a huff */
    u8 huff;
    u8 king; /* the piece is one after the move */
    u8 landing
        [DRAUGHTS_DEPTH]; /* after each jump, the last is `to`; where a king goes straight on, or back, the
                                    first square behind the victim */
    u8 victim[DRAUGHTS_DEPTH]; /* of each jump */
} DraughtsMove;

/* --- records --- */

/* The game's first position. */
void draughts_record_start(const DraughtsGame *game, DraughtsRecord *record);

/* The record after a legal move. `next` may be `record` itself. */
void draughts_record_make(const DraughtsGame *game, const DraughtsRecord *record, const DraughtsMove *move,
                          DraughtsRecord *next);

/* One of "wWbB" (capitals: kings), '.' for an empty square, ' ' for one that the game does not use. file, rank: from 0,
 * a1 is (0, 0), whoever is to move. */
char draughts_letter_at(const DraughtsGame *game, const DraughtsRecord *record, int file, int rank);

/* How many squares the game uses; the number of one, 0 if the game does not use it. */
int draughts_square_count(const DraughtsGame *game);
int draughts_number_at(const DraughtsGame *game, int file, int rank);

/* What one side has. */
typedef struct {
    int men, kings;
} DraughtsForce;

/* own: 1 for the side to move, 0 for the other. */
DraughtsForce draughts_force(const DraughtsGame *game, const DraughtsRecord *record, int own);

/* --- FEN --- */

/* Reads PDN's FEN, bare or in quotes or as a tag: W:WK1,5:B10-12,18 or [FEN "W:WK1,5:B10-12,18."]. The side to move,
 * then the squares of each side in any order, a side without pieces too (":B"). Squares are numbers or a letter and a
 * row, in every game, mixed if need be; K before a king, M allowed before a man; ranges of numbers, all kings after K.
 * Blanks are allowed between parts, and a final dot. In games with huffing :S lists the pieces that may be huffed;
 * other tails such as :H0:F1 are passed over. Any number of men is accepted. Rejected: a square that the game does not
 * use, two men on one square, a man on a crown square, a huffable square without a piece of the side not to move. */
int draughts_fen_parse(const DraughtsGame *game, const char *text, DraughtsRecord *record,
                       char error[NOTATION_ERROR]);

/* Canonical text in the game's own notation: White's squares first, in the order of their numbers, no ranges, and :S
 * with the huffable ones if there are any. */
void draughts_fen_format(const DraughtsGame *game, const DraughtsRecord *record, char out[DRAUGHTS_FEN_TEXT]);

/* Reads the FEN that begins `line` and returns where the rest begins (blanks skipped), NULL on error. */
const char *draughts_fen_read(const DraughtsGame *game, const char *line, DraughtsRecord *record,
                              char error[NOTATION_ERROR]);

/* --- moves --- */

/* The legal moves, by origin, then destination, as numbers. merge: captures with equal origin, destination, pieces
 * taken and kind of piece after it are one move, shown by one of its routes; else every route is a move. Their number;
 * -1 if the list, of `room` moves, does not hold them, or captures have more routes than can be followed (some
 * seconds). The list is then undefined. */
int draughts_list_moves(const DraughtsGame *game, const DraughtsRecord *record, int merge, DraughtsMove *list,
                        int room);

/* Move `which` of the list of all `count` legal ones: 11-15, c3-d4, 22x15, Sd3 for a huff ("sopro"). Captures that
 * share origin and destination are written with every landing square, 22x13x6x15. */
void draughts_move_format(const DraughtsGame *game, const DraughtsMove *list, int count, int which,
                          char out[DRAUGHTS_MOVE_TEXT]);

/* Finds a move, as draughts_move_format writes it or more freely, in the list of all `count` legal ones: numbers or
 * letters of either case in every game; other signs (pdn_signs.h), also x in a quiet move and - in a capture if nothing
 * else can be meant, and blanks around them; letters with nothing between (c3d4), of the origin the column alone if one
 * square in it will do (cd4, c:e5); some of the landing squares in their order, or all squares of another route over the
 * same pieces; marks such as ! and ? behind it are dropped. Captures that differ in their route only count as one. An
 * illegal move gives -1, an ambiguous one 1, and the error lists its candidates. */
int draughts_move_parse(const DraughtsGame *game, const DraughtsMove *list, int count, const char *text,
                        int *which, char error[NOTATION_ERROR]);

/* All moves that the text may mean, as far as they differ in their result: which[0 .. returned), `room` at most; 0 for
 * none, with `error` if it is no move at all. */
int draughts_move_readings(const DraughtsGame *game, const DraughtsMove *list, int count, const char *text,
                           int *which, int room, char error[NOTATION_ERROR]);

/* A move as text gives it, whatever the position. */
typedef struct {
    int huff, capture; /* S was written; a sign of captures was written, or three squares */
    int sign;          /* any sign was written */
    u8 column;         /* from 1: all that the text has of the origin, square[0] is then 0; else 0 */
    u32 count;         /* of the squares; 1 of a huff, else 2 and more */
    u8 square[DRAUGHTS_DEPTH + 1]; /* numbers, from the origin to the destination */
} DraughtsWritten;

int draughts_move_read(const DraughtsGame *game, const char *text, DraughtsWritten *written,
                       char error[NOTATION_ERROR]);

/* A square as the game writes it: 12 or c3. number: 1 to draughts_square_count. */
void draughts_square_format(const DraughtsGame *game, int number, char out[DRAUGHTS_SQUARE_TEXT]);

#endif
