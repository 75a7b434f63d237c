/* SPDX-License-Identifier: MIT */
/* The same 50 games in the notations of pgn-extract, which wrote them: each is judged as in SAN, and its copy
 * in normal form is that of SAN.
 *
 *     pgn-extract -s --notags -Wlalg games.pgn > notations/lalg.pgn        likewise the others
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../../notation/score_copy.h"
#include "../referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *text;
    size_t length;
} Text;

static Text read_file(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/../notations/%s.pgn", REFEREE_GAMES, name);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot read %s", path);
    Text text = {malloc(1 << 20), 0};
    text.length = fread(text.text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

static void print_event(void *context, const RefereeEvent *event)
{
    fprintf(context, "%d %d %s %s %s %s", event->number, event->black, event->move,
            referee_kind_name(event->kind), referee_reason_name(event->reason), event->text);
    for (int i = 0; i < event->move_count; i++) fprintf(context, " %s", event->moves[i]);
    fputc('\n', context);
}

/* What the referee says of the text, then the text in normal form. */
static char *judgement(Text text, int *games)
{
    const Referee referee = {.book = chess_rule_book_at(0)};
    char *out;
    size_t size;
    FILE *stream = open_memstream(&out, &size);
    ScoreReader reader;
    RefereeVerdict verdict;
    score_open(&reader, SCORE_PGN, text.text, text.length);
    for (*games = 0; referee_replay(&referee, &reader, print_event, stream, &verdict) > 0; ++*games)
        fprintf(stream, "%d %s %d plies, irregular %d, faults %d, notes %d: %s\n", verdict.outcome,
                referee_reason_name(verdict.reason), verdict.plies, verdict.irregular, verdict.faults,
                verdict.notes, verdict.position);
    assert_int_equal(score_copy(NULL, CHESS_ENGLISH, text.text, text.length, stream), 0);
    fclose(stream);
    free(text.text);
    return out;
}

static void test_notations(void **state)
{
    (void)state;
    static const char *const names[] = {"lalg", "halg", "xlalg", "elalg", "xolalg", "uci"};
    int games;
    char *san = judgement(read_file("san"), &games);
    assert_int_equal(games, 50);
    assert_null(strstr(san, "irregular 1"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *other = judgement(read_file(names[i]), &games);
        if (strcmp(other, san)) fail_msg("%s.pgn is judged otherwise than san.pgn", names[i]);
        free(other);
    }
    free(san);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_notations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
