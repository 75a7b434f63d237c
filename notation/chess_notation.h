/* SPDX-License-Identifier: MIT */
/* Chess positions and moves as text: FEN in its three forms, EPD, UCI moves, SAN. Host only.
 *
 *     ChessRecord record, next;
 *     ChessMove move;
 *     char error[NOTATION_ERROR], text[CHESS_FEN_TEXT];
 *     if (chess_fen_parse("4k3/8/8/8/8/8/8/4K2R w K -", &record, error)) ...       error says what and where
 *     if (chess_san_parse(&record, "O-O", CHESS_ENGLISH, &move, error)) ...
 *     chess_record_make(&record, move, &next);
 *     chess_fen_format(&next, CHESS_FEN_AUTO, text);           "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
 *
 * Every function is thread-safe. Those that can fail return 0, or -1 with one line in `error` (what is wrong,
 * where, what was expected; foreign bytes escaped) and then leave their result unchanged. Columns count bytes
 * from 1. Records come from chess_fen_parse, chess_epd_parse or chess_record_make.
 */
#ifndef RULES_NOTATION_CHESS_NOTATION_H
#define RULES_NOTATION_CHESS_NOTATION_H

#include "../rules/chess/position.h"
#include "message.h"
#include "uint128.h"

#define CHESS_FEN_TEXT 128
#define CHESS_MOVE_TEXT 12 /* any move in UCI or SAN */

#define CHESS_HALFMOVE_MAX 1000
#define CHESS_FULLMOVE_MAX 9999

/* A position with what is not part of it. The position is seen by the side to move (see position.h). */
typedef struct {
    ChessPosition position;
    int black;    /* 1: Black to move, and the position's ranks are mirrored */
    int chess960; /* 1: castling is written king takes rook. The reader sets it when a castling right does not
                     belong to a king on the e-file and a rook on the a- or h-file, and when the right was
                     written with a file letter (as Shredder-FEN always does). Moves keep it. */
    int halfmove; /* plies since a capture or a pawn move, 0 to CHESS_HALFMOVE_MAX */
    int fullmove; /* 1 to CHESS_FULLMOVE_MAX, raised after Black's moves */
} ChessRecord;

/* The record after a legal move. `next` may be `record` itself. Both clocks stay at their maximum. */
void chess_record_make(const ChessRecord *record, ChessMove move, ChessRecord *next);

/* Likewise after a null move; the side to move must not be in check. */
void chess_record_pass(const ChessRecord *record, ChessRecord *next);

/* One of "PNBRQKpnbrqk", or '.'. square: a1 = 0, b1 = 1 ... h8 = 63, whoever is to move. */
char chess_letter_at(const ChessRecord *record, int square);

/* --- FEN --- */

typedef enum {
    CHESS_FEN_AUTO,     /* Shredder-FEN for records marked chess960, else X-FEN: the mark is read back while
                           a castling right is left */
    CHESS_FEN_X,        /* KQkq; a rook's file where another stands beyond it. For standard positions: FEN */
    CHESS_FEN_SHREDDER, /* files of the castle rooks: HAha */
} ChessFenStyle;

/* Reads FEN, X-FEN or Shredder-FEN: placement, side, castling, en passant, then optionally the halfmove clock
 * and the move number (0 and 1 if missing; move number 0 is read as 1). Any blanks between and around.
 * Castling letters may come in any order; K and Q mean the outermost rook. Accepted and normalised away: an
 * en passant square that no legal capture uses. Accepted too: any number of pieces, two digits in a row ("44"
 * for "8"). Rejected: malformed fields, other than one king a side, pawns on the first or last row, a
 * castling right without its king and rook or given twice, an en passant square that no double step can have
 * left, the side not to move in check, more than CHESS_MAX_MOVES legal moves. */
int chess_fen_parse(const char *text, ChessRecord *record, char error[NOTATION_ERROR]);

/* Castling rights and the en passant square that were dropped, as the text has them, parted by a blank; ""
 * if nothing was. why: the error of the first. */
typedef struct {
    char what[24];
    char why[NOTATION_ERROR];
} ChessFenDropped;

/* The same, but castling rights and en passant squares that are well written and cannot be are dropped. */
int chess_fen_parse_loose(const char *text, ChessRecord *record, ChessFenDropped *dropped,
                          char error[NOTATION_ERROR]);

/* Canonical text, always six fields; an en passant square only if a capture is legal. */
void chess_fen_format(const ChessRecord *record, ChessFenStyle style, char out[CHESS_FEN_TEXT]);

/* --- moves --- */

/* A legal move as text: e2e4, e7e8q; castling e1g1, or e1h1 if the record is marked chess960. */
void chess_uci_format(const ChessRecord *record, ChessMove move, char out[CHESS_MOVE_TEXT]);

/* Reads a legal move; castling both ways whatever the record's mark: the king takes its own rook, or goes two
 * files from the e-file. */
int chess_uci_parse(const ChessRecord *record, const char *text, ChessMove *move, char error[NOTATION_ERROR]);

typedef enum {
    CHESS_ENGLISH,    /* N B R Q K */
    CHESS_PORTUGUESE, /* C B T D R: cavalo, bispo, torre, dama, rei */
} ChessLetters;

/* Standard algebraic notation of a legal move, with + or #. */
void chess_san_format(const ChessRecord *record, ChessMove move, ChessLetters letters,
                      char out[CHESS_MOVE_TEXT]);

/* Reads a legal move, in SAN or as its two squares (e2e4, g1-f3, e5xf6, a7a8q; castling e1g1 or e1h1, also
 * Ke1-g1). Tolerated: + # ! ? missing, wrong or surplus, "e.p." and "ep", "ch", "dbl", "mate"; a missing x,
 * "-" between squares, 0-0 and o-o, e8Q, e8(Q), e8/Q, e8=q for e8=Q, P before a pawn move, more of the origin
 * than is needed; figurines, dashes and multiplication signs in UTF-8. Piece letters are capitals but for
 * promotions. An error distinguishes an illegal move from an ambiguous one, whose candidates it lists. */
int chess_san_parse(const ChessRecord *record, const char *text, ChessLetters letters, ChessMove *move,
                    char error[NOTATION_ERROR]);

#define CHESS_SAN_ANY 8u /* file or row not given */

/* A move as SAN gives it, whatever the position. */
typedef struct {
    u32 kind;      /* 0: of the piece that stands on the origin, which is then given in full */
    u32 file, row; /* of the origin on the board, CHESS_SAN_ANY if not given */
    u32 to;        /* on the board: a1 = 0 */
    u32 promotion; /* any kind, 0 if not given */
    int capture;   /* an x was written */
    int castling;  /* 1: O-O, 2: O-O-O; the rest is then unused */
} ChessSan;

/* 1, or 0 if the text is no SAN; *san then means nothing. */
int chess_san_read(const char *text, ChessLetters letters, ChessSan *san);

/* The legal move that *san describes; errors name it `text`. */
int chess_san_find(const ChessRecord *record, const ChessSan *san, const char *text, ChessLetters letters,
                   ChessMove *move, char error[NOTATION_ERROR]);

/* --- EPD --- */

#define CHESS_EPD_DEPTHS 64

typedef struct {
    int depth; /* plies, 0 to CHESS_EPD_DEPTHS - 1 */
    u128 nodes;
} ChessPerftCount;

typedef struct {
    ChessRecord record;
    int count;                                  /* of expected; 0 if the line has no perft fields */
    ChessPerftCount expected[CHESS_EPD_DEPTHS]; /* in the order of the line */
} ChessEpd;

/* Reads a line of a perft suite: a FEN of 4 to 6 fields, then operations parted by semicolons, of which
 * "D<depth> <nodes>" is kept: "FEN ;D1 20 ;D2 400", "FEN D1 20; D2 400;". hmvc and fmvn set the clocks; other
 * operations (id "...", bm, ...) are skipped. Rejected: a depth given twice or out of range, a count that is
 * no number. Empty lines and comments are the caller's affair. */
int chess_epd_parse(const char *line, ChessEpd *epd, char error[NOTATION_ERROR]);

#endif
