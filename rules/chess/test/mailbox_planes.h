/* SPDX-License-Identifier: MIT */
/* The reference's positions and moves in the fast generator's form, from the words of chess/position.h alone:
 * no function of that generator is used. So results are compared bit by bit, without going through text. */
#ifndef CHESS_TEST_MAILBOX_PLANES_H
#define CHESS_TEST_MAILBOX_PLANES_H

#include "../position.h"
#include "mailbox.h"

/* The planes; an en passant target is set only if a capture on it is legal. Thread-safe. */
ChessPosition mailbox_planes(const MailboxPosition *position);

/* A move that mailbox_moves listed for the position. Thread-safe. */
ChessMove mailbox_code(const MailboxPosition *position, MailboxMove move);

#endif
