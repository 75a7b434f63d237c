/* SPDX-License-Identifier: MIT */
/* Fuzz target for the readers of games and the referee: the first line names a game or a rule book of chess,
 * the rest is a text of PGN or PDN. It is read, judged, and copied in normal form, which copies to itself.
 *
 *     cmake -DFUZZ=ON -DSANITIZE=address,undefined, with clang; then   fuzz_score -max_len=2048 NEW_FOLDER
 * corpus
 */
#include "../../notation/fuzz/fuzzing.h"
#include "../../notation/score_copy.h"
#include "../referee.h"

/* What is reported is one line of text. */
static void check_line(const char *text, size_t room)
{
    require(memchr(text, 0, room) != NULL);
    for (; *text; text++) require((unsigned char)*text >= 32 && *text != 127);
}

static void report(void *context, const RefereeEvent *event)
{
    int *events = context;
    ++*events;
    check_line(event->text, REFEREE_TEXT);
    check_line(event->move, DRAUGHTS_MOVE_TEXT);
    require(event->move_count >= 0 && event->move_count <= REFEREE_MOVES);
    for (int i = 0; i < event->move_count; i++) check_line(event->moves[i], DRAUGHTS_MOVE_TEXT);
    require(*referee_kind_name(event->kind) && referee_reason_name(event->reason));
}

static void check_reader(ScoreForm form, const char *text, size_t length)
{
    ScoreReader reader;
    ScoreEvent event;
    size_t events = 0;
    int depth = 0;
    score_open(&reader, form, text, length);
    for (score_next(&reader, &event); event.kind != SCORE_END; score_next(&reader, &event)) {
        require(++events <= 4 * length + 4 && event.line >= 1 && event.column >= 1);
        if (event.kind == SCORE_FAULT || event.kind == SCORE_NOTE) {
            check_line(event.error, NOTATION_ERROR);
            depth = reader.depth;
            continue;
        }
        require(event.text == NULL || (event.text >= text && event.text + event.length <= text + length));
        if (event.kind == SCORE_OPEN) require(event.depth == depth++);
        if (event.kind == SCORE_CLOSE) require(event.depth == --depth);
        if (event.kind == SCORE_GAME_END) require(depth == 0);
    }
}

static void judge(const Referee *referee, const char *text, size_t length)
{
    ScoreReader reader;
    RefereeVerdict verdict;
    int events = 0;
    score_open(&reader, referee->draughts ? SCORE_PDN : SCORE_PGN, text, length);
    while (referee_replay(referee, &reader, report, &events, &verdict) > 0) {
        check_line(verdict.text, sizeof verdict.text);
        check_line(verdict.position, sizeof verdict.position);
        require(verdict.plies >= 0 && verdict.irregular >= 0);
    }
}

static char *copy(const Referee *referee, const char *text, size_t length, ChessLetters letters, size_t *size)
{
    char *out = NULL;
    FILE *stream = open_memstream(&out, size);
    require(stream != NULL);
    require(score_copy(referee->draughts, letters, text, length, stream) == 0);
    fclose(stream);
    return out;
}

static Referee referee_named(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return (Referee){.draughts = &draughts_games[i]};
    const ChessRuleBook *book = chess_rule_book(name);
    return (Referee){.book = book ? book : chess_rule_book_at(0),
                     .letters = strcmp(name, "pt") ? CHESS_ENGLISH : CHESS_PORTUGUESE};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[32] = "";
    size_t first = 0;
    while (first < size && data[first] != '\n') first++;
    memcpy(name, data, first < sizeof name - 1 ? first : sizeof name - 1);
    const Referee referee = referee_named(name);
    const size_t length = first < size ? size - first - 1 : 0;
    char *text = malloc(length + 1); /* of its own, so that a sanitizer sees what is read beyond */
    require(text != NULL);
    memcpy(text, data + size - length, length);
    check_reader(referee.draughts ? SCORE_PDN : SCORE_PGN, text, length);
    judge(&referee, text, length);
    size_t once_size, twice_size;
    char *once = copy(&referee, text, length, referee.letters, &once_size);
    char *twice = copy(&referee, once, once_size, CHESS_ENGLISH, &twice_size);
    /* what Portuguese letters left unread may be read as English ones */
    if (referee.letters == CHESS_ENGLISH) require(once_size == twice_size && !memcmp(once, twice, once_size));
    free(once);
    free(twice);
    free(text);
    return 0;
}
