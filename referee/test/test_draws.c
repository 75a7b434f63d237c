/* SPDX-License-Identifier: MIT */
/* Every rule of every draughts game that draws by a count of moves or by repetition is met: for each of them
 * random games are tried, from few pieces, until the referee reports it; how many plies that took is counted
 * here anew. TEST_SEED changes the games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 512
#define MOST_PLIES 300
#define TRIES 200000

static u64 random_state;

static u32 random_below(u32 n)
{
    random_state = random_state * U64(6364136223846793005) + U64(1442695040888963407);
    return (u32)((random_state >> 33) % n);
}

/* --- positions --- */

typedef struct {
    int men, kings;
} Force;

/* Numbers of pieces with which the rule's condition holds; which side has the more pieces is drawn. */
static void draw_forces(const DraughtsDrawRule *rule, Force force[2])
{
    const int side = (int)random_below(2);
    if (rule->condition == DRAW_ALWAYS) {
        for (int i = 0; i < 2; i++) force[i] = (Force){.kings = 2, .men = (int)random_below(3)};
        return;
    }
    if (rule->condition == DRAW_FEW_EACH) {
        for (int i = 0; i < 2; i++) force[i] = (Force){.kings = 2, .men = (int)random_below(rule->most - 1u)};
        return;
    }
    const int most = rule->most < 5 ? rule->most : rule->most < 255 ? rule->most : 4;
    const int pieces = rule->least + (int)random_below((u32)(most - rule->least + 1));
    if (rule->condition == DRAW_LONE_KING) {
        force[side] = (Force){.kings = 1};
        force[!side] = (Force){.kings = rule->kings, .men = pieces - rule->kings};
    } else {
        force[0] = (Force){.kings = 1, .men = pieces / 2 - 1};
        force[1] = (Force){.kings = 1, .men = pieces - pieces / 2 - 1};
    }
}

/* A square of the long diagonal. */
static int draw_road_square(const DraughtsGame *game)
{
    const int file = (int)random_below(8), rank = game->rules.lattice == DRAUGHTS_LIGHT ? 7 - file : file;
    return draughts_number_at(game, file, rank);
}

/* Random squares, of a lone king, or of its opponents' first, some on the long diagonal; as a PDN position, which may
 * be none. */
static void draw_position(const DraughtsGame *game, const Force force[2], int road,
                          char out[DRAUGHTS_FEN_TEXT])
{
    const u32 squares = (u32)draughts_square_count(game);
    char used[256] = {0};
    int length = sprintf(out, "%c", random_below(2) ? 'W' : 'B');
    for (int black = 0; black < 2; black++) {
        const int pieces = force[black].kings + force[black].men;
        length += sprintf(out + length, ":%c", black ? 'B' : 'W');
        for (int i = 0; i < pieces; i++) {
            const int on_road = !i && road == (pieces == 1 ? DRAW_ROAD_HELD : DRAW_ROAD_LOST);
            int square;
            do square = on_road ? draw_road_square(game) : 1 + (int)random_below(squares);
            while (used[square] && !on_road);
            used[square] = 1;
            length +=
                sprintf(out + length, "%s%s%d", i ? "," : "", i < force[black].kings ? "K" : "", square);
        }
    }
}

/* --- games --- */

typedef struct {
    const DraughtsGame *game;
    const DraughtsDrawRule *rule; /* NULL: repetition */
    char fen[DRAUGHTS_FEN_TEXT], text[MOST_PLIES * 24];
    int plies;
    DraughtsRecord record, seen[MOST_PLIES + 1];
    DraughtsMove made[MOST_PLIES];
    int kings_only; /* plies since a man moved */
} Playout;

static int times_seen(const Playout *p, const DraughtsRecord *record)
{
    int times = 0;
    for (int i = 0; i <= p->plies; i++)
        times += p->seen[i].black == record->black &&
                 !memcmp(&p->seen[i].position, &record->position, sizeof record->position);
    return times;
}

static int is_mans(const Playout *p, const DraughtsMove *move, const DraughtsRecord *next)
{
    const int crowned = draughts_force(p->game, next, 0).kings > draughts_force(p->game, &p->record, 1).kings;
    return !move->king || crowned;
}

static int has_captures(const DraughtsGame *game, const DraughtsRecord *record)
{
    static DraughtsMove list[ROOM];
    const int count = draughts_list_moves(game, record, 1, list, ROOM);
    for (int i = 0; i < count; i++)
        if (list[i].jumps) return 1;
    return 0;
}

/* Whether the move serves: no capture, nor a chance of one; no crowning where that counts; no position too
 * often. Of a repetition: a king goes somewhere, then to and fro. */
static int serves(const Playout *p, const DraughtsMove *move)
{
    DraughtsRecord next;
    draughts_record_make(p->game, &p->record, move, &next);
    if (move->jumps || move->huff || has_captures(p->game, &next)) return 0;
    const int mans = is_mans(p, move, &next), crowned = mans && move->king;
    if (!p->rule) {
        const DraughtsMove *before = p->plies < 2 ? NULL : &p->made[p->plies - 2];
        return !mans && (!before || (move->from == before->to && move->to == before->from));
    }
    if (crowned && p->rule->condition != DRAW_LONE_KING) return 0;
    if (mans && ((p->rule->anew & DRAW_MAN_MOVE) || p->kings_only < 20)) return 0; /* there are few of them */
    return times_seen(p, &next) < 2;
}

/* One more ply; 0 if none serves. */
static int play(Playout *p)
{
    static DraughtsMove list[ROOM];
    int fit[ROOM], fits = 0;
    const int count = draughts_list_moves(p->game, &p->record, 1, list, ROOM);
    for (int i = 0; i < count; i++)
        if (serves(p, &list[i])) fit[fits++] = i;
    if (!fits) return 0;
    const int which = fit[random_below((u32)fits)];
    char text[DRAUGHTS_MOVE_TEXT];
    draughts_move_format(p->game, list, count, which, text);
    strcat(strcat(p->text, text), " ");
    p->made[p->plies] = list[which];
    DraughtsRecord next;
    draughts_record_make(p->game, &p->record, &list[which], &next);
    p->kings_only = is_mans(p, &list[which], &next) ? 0 : p->kings_only + 1;
    p->record = next;
    p->seen[++p->plies] = p->record;
    return 1;
}

typedef struct {
    int ended; /* by this rule */
    char words[REFEREE_TEXT];
    RefereeReason reason;
} Told;

static void tell(void *context, const RefereeEvent *event)
{
    Told *told = context;
    if (told->ended || (event->kind != REFEREE_END && event->kind != REFEREE_CLAIM)) return;
    told->ended = 1;
    told->reason = event->reason;
    snprintf(told->words, sizeof told->words, "%s", event->text);
}

static Told judge(const Playout *p)
{
    static char text[MOST_PLIES * 24 + 400];
    const Referee referee = {.draughts = p->game};
    Told told = {0};
    RefereeVerdict verdict;
    ScoreReader reader;
    snprintf(text, sizeof text, "[FEN \"%s\"]\n\n%s*\n", p->fen, p->text);
    score_open(&reader, SCORE_PDN, text, strlen(text));
    assert_int_equal(referee_replay(&referee, &reader, tell, &told, &verdict), 1);
    if (draughts_draws(p->game)->king_moves && verdict.irregular)
        return (Told){0}; /* a king that had to rest */
    assert_int_equal(verdict.irregular, 0);
    assert_int_equal(verdict.faults, 0);
    return told;
}

/* Plays so many plies; 1 if that many could be played. */
static int play_out(Playout *p, const DraughtsGame *game, const DraughtsDrawRule *rule, int plies)
{
    char error[NOTATION_ERROR];
    Force force[2] = {{.kings = 2}, {.kings = 2}};
    *p = (Playout){.game = game, .rule = rule};
    if (rule) draw_forces(rule, force);
    draw_position(game, force, rule ? rule->road : DRAW_ROAD_ANY, p->fen);
    if (draughts_fen_parse(game, p->fen, &p->record, error) || has_captures(game, &p->record)) return 0;
    p->seen[0] = p->record;
    while (p->plies < plies)
        if (!play(p)) return 0;
    return 1;
}

/* Some game of exactly `plies` plies is ended with these words, and is not without its last ply. */
static int is_met(const DraughtsGame *game, const DraughtsDrawRule *rule, int plies, RefereeReason reason,
                  const char *words)
{
    static Playout p;
    for (int i = 0; i < TRIES; i++) {
        if (!play_out(&p, game, rule, plies)) continue;
        const Told told = judge(&p);
        if (!told.ended || told.reason != reason || strcmp(told.words, words)) continue;
        p.text[strlen(p.text) - 1] = 0;
        char *last = strrchr(p.text, ' ');
        *(last ? last + 1 : p.text) = 0;
        if (judge(&p).ended)
            fail_msg("%s: ended a ply too early: [FEN \"%s\"] %s", game->name, p.fen, p.text);
        return 1;
    }
    return 0;
}

static void test_counts(void **state)
{
    (void)state;
    int rules = 0;
    for (int i = 0; i < DRAUGHTS_GAMES; i++) {
        const DraughtsDraws *row = draughts_draws(&draughts_games[i]);
        for (const DraughtsDrawRule *rule = row->rule; rule->plies; rule++, rules++)
            if (!is_met(&draughts_games[i], rule, rule->plies, REFEREE_MOVE_COUNT, rule->words))
                fail_msg("%s: no game found that ends by: %s", draughts_games[i].name, rule->words);
    }
    print_message("%d rules of %d games\n", rules, (int)DRAUGHTS_GAMES);
}

static void test_repetition(void **state)
{
    (void)state;
    for (int i = 0; i < DRAUGHTS_GAMES; i++) {
        const int times = draughts_draws(&draughts_games[i])->repetition;
        const char *words =
            times == 4 ? "fourth occurrence of the position" : "third occurrence of the position";
        if (times && !is_met(&draughts_games[i], NULL, 4 * (times - 1), REFEREE_REPETITION, words))
            fail_msg("%s: no game found that ends by repetition", draughts_games[i].name);
    }
}

/* Games that know agreement only go on. */
static void test_agreement(void **state)
{
    (void)state;
    int games = 0;
    for (int i = 0; i < DRAUGHTS_GAMES; i++) {
        static Playout p;
        const DraughtsDraws *row = draughts_draws(&draughts_games[i]);
        if (row->repetition || row->one_each || row->rule[0].plies ||
            draughts_games[i].rules.goal == DRAUGHTS_BREAKTHROUGH)
            continue;
        int tries = 0;
        while (!play_out(&p, &draughts_games[i], NULL, 40))
            if (++tries > TRIES) fail_msg("%s: no long game found", draughts_games[i].name);
        assert_int_equal(judge(&p).ended, 0);
        games++;
    }
    assert_true(games > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_agreement),
    };
    const char *seed = getenv("TEST_SEED");
    random_state = seed ? strtoull(seed, NULL, 10) : 1;
    print_message("TEST_SEED=%llu\n", (unsigned long long)random_state);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
