/* SPDX-License-Identifier: MIT */
#include "mailbox_planes.h"

#include <string.h>

/* The mover's square, a1 = 0: ranks are counted from the mover's side. */
static uint32_t seen_by_mover(const MailboxPosition *p, int square)
{
    const int file = square % 10 - 1, rank = square / 10 - 2;
    return (uint32_t)(8 * (p->white_to_move ? rank : 7 - rank) + file);
}

static bool is_own(const MailboxPosition *p, char man)
{
    return (man >= 'A' && man <= 'Z') == p->white_to_move;
}

static uint32_t kind_number(const MailboxPosition *p, int square)
{
    static const char kinds[] = ".pnbrqk";
    for (int i = 0; i < 4; i++)
        if (p->castling_rook[i / 2][i % 2] == square) return CHESS_CASTLE_ROOK;
    const char man = p->board[square], letter = man >= 'A' && man <= 'Z' ? (char)(man - 'A' + 'a') : man;
    return (uint32_t)(strchr(kinds, letter) - kinds);
}

static bool en_passant_is_legal(const MailboxPosition *p)
{
    const int behind = p->en_passant + (p->white_to_move ? -10 : 10);
    const char pawn = p->white_to_move ? 'P' : 'p';
    if (p->board[behind - 1] != pawn && p->board[behind + 1] != pawn) return false; /* saves the list */
    MailboxList list;
    mailbox_moves(p, &list);
    for (int i = 0; i < list.count; i++)
        if (list.move[i].kind == MAILBOX_EN_PASSANT) return true;
    return false;
}

ChessPosition mailbox_planes(const MailboxPosition *p)
{
    ChessPosition planes = {0, 0, 0, 0};
    for (int square = 21; square <= 98; square++) {
        if (p->board[square] == '#' || p->board[square] == '.') continue;
        const uint32_t at = seen_by_mover(p, square);
        const uint64_t kind = kind_number(p, square);
        planes.kind0 |= (kind & 1) << at;
        planes.kind1 |= (kind >> 1 & 1) << at;
        planes.kind2 |= (kind >> 2) << at;
        planes.own |= (uint64_t)is_own(p, p->board[square]) << at;
    }
    if (p->en_passant && en_passant_is_legal(p)) planes.own |= (uint64_t)1 << seen_by_mover(p, p->en_passant);
    return planes;
}

ChessMove mailbox_code(const MailboxPosition *p, MailboxMove move)
{
    uint32_t promotion = 0;
    switch (move.kind) {
    case 'n': promotion = CHESS_KNIGHT; break;
    case 'b': promotion = CHESS_BISHOP; break;
    case 'r': promotion = CHESS_ROOK; break;
    case 'q': promotion = CHESS_QUEEN; break;
    }
    return (ChessMove)(seen_by_mover(p, move.from) | seen_by_mover(p, move.to) << 6 | promotion << 12);
}
