/* SPDX-License-Identifier: MIT */
#include "against_reference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

Reference *reference_of(const char *material)
{
    char error[REFERENCE_ERROR];
    Reference *reference = reference_open(&material, 1, error);
    if (reference == NULL) fail_msg("%s: %s", material, error);
    return reference;
}

void position_fen(ChessPosition position, int second, char fen[CHESS_FEN_TEXT])
{
    const ChessRecord record = {.position = position, .black = second, .fullmove = 1};
    chess_fen_format(&record, CHESS_FEN_AUTO, fen);
}

typedef struct {
    const Compared *compared;
    u64 seen, done;
} Comparison;

static void compare(void *user, ChessPosition position, int second, ReferenceValue expected)
{
    Comparison *c = user;
    const TableSource *source = &c->compared->source;
    ProbeValue value = {.wdl = WDL_DRAW};
    char error[PROBER_ERROR] = "", fen[CHESS_FEN_TEXT];
    if (chess_en_passant(position) ? !c->compared->en_passant : c->seen++ % (u64)c->compared->stride != 0)
        return;
    const ProbeStatus status =
        source->probe(source->user, &position, PROBE_WDL | PROBE_DTZ | PROBE_DTM, &value, error);
    c->done++;
    if (status == PROBE_DONE && (int)value.wdl == (int)expected.wdl && value.dtz == expected.dtz &&
        value.dtm == expected.dtm)
        return;
    position_fen(position, second, fen);
    fail_msg("%s: status %d (%s), result %d, to zeroing %d, to mate %d; expected %d, %d, %d", fen,
             (int)status, error, (int)value.wdl, value.dtz, value.dtm, (int)expected.wdl, expected.dtz,
             expected.dtm);
}

u64 compare_table(const Compared *compared, const Reference *reference, int table)
{
    Comparison comparison = {.compared = compared};
    reference_each(reference, table, compare, &comparison);
    return comparison.done;
}

u64 compare_tables(const Compared *compared, const Reference *reference)
{
    u64 done = 0;
    for (int i = 0; i < reference_count(reference); i++)
        if (strcmp(reference_name(reference, i), "KvK") != 0) done += compare_table(compared, reference, i);
    return done;
}
