/* SPDX-License-Identifier: MIT */
/* Games that meet or break a rule each, with what the referee has to report: the files of games/.
 *
 * Tags of a game: Rules, the rule book (chess), or Game (draughts); Lang "pt"; Told1, Told2, ..., one for each event
 * in order: move, kind, outcome, reason, text, and in brackets the moves; Verdict. With FILE as its argument the
 * program prints what is reported instead. At the end every kind of event and every reason must have been met,
 * but for those of replay.c that other tests meet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../referee.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TOLD 64
#define LINE 1024

typedef struct {
    Referee referee;
    char title[128];
    char wanted[MOST_TOLD][LINE], told[MOST_TOLD][LINE], verdict[LINE];
    int wanted_count, told_count;
} Game;

static int met_kind[32], met_reason[32];

/* --- what is reported, as text --- */

static const char *outcome_text(RefereeOutcome outcome)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2", "0-0"};
    return texts[outcome];
}

__attribute__((format(printf, 2, 3))) static void append(char line[LINE], const char *format, ...)
{
    const size_t used = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + used, LINE - used, format, arguments);
    va_end(arguments);
}

static void tell(void *context, const RefereeEvent *event)
{
    Game *game = context;
    if (game->told_count == MOST_TOLD) return;
    char *line = game->told[game->told_count++];
    met_kind[event->kind] = 1;
    met_reason[event->reason] = 1;
    line[0] = 0;
    if (event->number) append(line, "%d%s ", event->number, event->second ? "..." : ".");
    if (*event->move) append(line, "%s ", event->move);
    append(line, "%s", referee_kind_name(event->kind));
    if (event->outcome) append(line, " %s", outcome_text(event->outcome));
    if (event->reason) append(line, " %s", referee_reason_name(event->reason));
    if (*event->text) append(line, ": %s", event->text);
    for (int i = 0; i < event->move_count; i++) append(line, "%s%s", i ? " " : " [", event->moves[i]);
    if (event->move_count) append(line, "]");
}

/* --- the games --- */

static int is_name(const ScoreEvent *tag, const char *name)
{
    return strlen(name) == tag->name_length && !memcmp(tag->name, name, tag->name_length);
}

static const DraughtsGame *game_named(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return &draughts_games[i];
    fail_msg("no game %s", name);
    return NULL;
}

static void take_tag(Game *game, const ScoreEvent *tag)
{
    char value[LINE];
    score_text(tag->text, tag->length, 1, value, sizeof value);
    if (is_name(tag, "Rules")) game->referee.book = chess_rule_book(value);
    if (is_name(tag, "Game")) game->referee.draughts = game_named(value);
    if (is_name(tag, "Lang")) game->referee.letters = CHESS_PORTUGUESE;
    if (is_name(tag, "Event")) snprintf(game->title, sizeof game->title, "%.120s", value);
    if (is_name(tag, "Verdict")) snprintf(game->verdict, sizeof game->verdict, "%s", value);
    if (tag->name_length > 4 && !memcmp(tag->name, "Told", 4) && game->wanted_count < MOST_TOLD)
        snprintf(game->wanted[game->wanted_count++], LINE, "%s", value);
}

/* The tags of the next game; 0 at the end. */
static int read_tags(ScoreReader reader, Game *game)
{
    ScoreEvent event;
    memset(game, 0, sizeof *game);
    for (score_next(&reader, &event); event.kind == SCORE_TAG || event.kind == SCORE_COMMENT;
         score_next(&reader, &event))
        if (event.kind == SCORE_TAG) take_tag(game, &event);
    return event.kind != SCORE_END;
}

static void format_verdict(const RefereeVerdict *verdict, char line[LINE])
{
    line[0] = 0;
    append(line, "%s", outcome_text(verdict->outcome));
    if (verdict->reason) append(line, " %s", referee_reason_name(verdict->reason));
    if (*verdict->text) append(line, ": %s", verdict->text);
    met_reason[verdict->reason] = 1;
}

static int differs(const Game *game, const char *path, unsigned line, const char *verdict)
{
    int wrong = game->told_count != game->wanted_count || strcmp(verdict, game->verdict);
    for (int i = 0; i < game->told_count && i < game->wanted_count; i++)
        wrong |= strcmp(game->told[i], game->wanted[i]) != 0;
    if (!wrong) return 0;
    print_message("%s:%u: %s\n", path, line, game->title);
    for (int i = 0; i < game->wanted_count; i++) print_message("  expected: %s\n", game->wanted[i]);
    for (int i = 0; i < game->told_count; i++) print_message("  told:     %s\n", game->told[i]);
    print_message("  expected: %s\n  verdict:  %s\n", game->verdict, verdict);
    return 1;
}

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot read %s", path);
    char *text = malloc(1 << 20);
    *length = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

/* Returns how many games are judged otherwise; counts games. print: those that are reported are printed as tags
 * instead. */
static int judge_file(const char *path, int print, int *games)
{
    static Game game;
    ScoreReader reader;
    size_t length;
    int wrong = 0;
    char *text = read_file(path, &length);
    const int pgn = strstr(path, ".pgn") != NULL;
    score_open(&reader, pgn ? SCORE_PGN : SCORE_PDN, text, length);
    while (read_tags(reader, &game)) {
        RefereeVerdict verdict;
        char line[LINE];
        if (pgn && !game.referee.book) game.referee.book = chess_rule_book_at(0);
        if (!pgn && !game.referee.draughts) fail_msg("%s: a game without Game", path);
        if (referee_replay(&game.referee, &reader, tell, &game, &verdict) != 1) fail_msg("%s: no game", path);
        format_verdict(&verdict, line);
        if (print) {
            printf("%s\n", game.title);
            for (int i = 0; i < game.told_count; i++) printf("[Told%d \"%s\"]\n", i + 1, game.told[i]);
            printf("[Verdict \"%s\"]\n", line);
        } else {
            wrong += differs(&game, path, verdict.line, line);
        }
        ++*games;
    }
    free(text);
    return wrong;
}

static void test_games(void **state)
{
    (void)state;
    int games = 0, wrong = 0;
    DIR *folder = opendir(REFEREE_GAMES);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[4096];
        if (!strstr(entry->d_name, ".pgn") && !strstr(entry->d_name, ".pdn")) continue;
        snprintf(path, sizeof path, "%s/%s", REFEREE_GAMES, entry->d_name);
        wrong += judge_file(path, 0, &games);
    }
    closedir(folder);
    print_message("%d games\n", games);
    assert_true(games > 0);
    assert_int_equal(wrong, 0);
}

static void test_everything_met(void **state)
{
    (void)state;
    for (int kind = 0; kind <= REFEREE_NOTE; kind++)
        if (!met_kind[kind]) fail_msg("no game meets %s", referee_kind_name((RefereeKind)kind));
    for (int reason = 0; reason <= REFEREE_STATED; reason++)
        if (!met_reason[reason]) fail_msg("no game meets %s", referee_reason_name((RefereeReason)reason));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_everything_met),
    };
    int games = 0;
    if (argc == 2) return judge_file(argv[1], 1, &games);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
