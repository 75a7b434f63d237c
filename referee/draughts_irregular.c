/* SPDX-License-Identifier: MIT */
/* Which rule of a draughts game a move breaks: the one without which it would be legal. The game's row is
 * loosened, rule by rule, until the move is in the list. */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

static const DraughtsGame *game_of(const Judge *judge) { return judge->referee->draughts; }

/* --- loosened rules --- */

static void take_freely(DraughtsRuleset *r)
{
    memset(r->priority, DRAUGHTS_FREE, sizeof r->priority);
    if (r->obligation == DRAUGHTS_FORCED) r->obligation = DRAUGHTS_OPTIONAL;
}

static void land_anywhere(DraughtsRuleset *r) { r->landing = DRAUGHTS_LAND_ANY; }
static void take_kings(DraughtsRuleset *r) { r->men_take_kings = 1; }
static void slide_kings(DraughtsRuleset *r) { r->king_range = DRAUGHTS_FLYING; }
static void begin_backwards(DraughtsRuleset *r) { r->man_first_capture |= r->man_capture; }

static void take_backwards(DraughtsRuleset *r)
{
    r->man_capture |= DRAUGHTS_DIAGONAL;
    r->man_first_capture |= DRAUGHTS_DIAGONAL;
}

static void step_anywhere(DraughtsRuleset *r)
{
    r->man_step = r->lattice == DRAUGHTS_ALL_SQUARES ? DRAUGHTS_EVERYWHERE : DRAUGHTS_DIAGONAL;
}

static void go_on_crowned(DraughtsRuleset *r) { r->crowning = DRAUGHTS_CROWN_GO_ON; }

static void take_anywhere(DraughtsRuleset *r)
{
    if (r->lattice == DRAUGHTS_ALL_SQUARES)
        r->man_capture = r->man_first_capture = r->king_step = r->king_capture = DRAUGHTS_EVERYWHERE;
}

/* The first that makes the move legal is the rule broken. All stand on top of take_freely. */
static const struct {
    void (*loosen)(DraughtsRuleset *);
    const char *words;
} rules[] = {
    {land_anywhere, "a king stops on the next square behind the piece that it takes"},
    {take_kings, "a man does not take a king"},
    {slide_kings, "a king moves, and takes, one square only"},
    {go_on_crowned, "a man that reaches the crown in a capture does not go on as a king"},
    {begin_backwards, "the first jump of a man goes forward"},
    {take_backwards, "a man does not take in this direction"},
    {step_anywhere, "a man does not step in this direction"},
    {take_anywhere, "the piece does not move or take in this direction"},
};

/* The move would be legal by these rules. */
static int is_legal_by(const Judge *judge, const DraughtsRuleset *ruleset, const char *word,
                       DraughtsMove *list, DraughtsMove *move)
{
    DraughtsGame game = *game_of(judge);
    char error[NOTATION_ERROR];
    int which;
    game.rules = *ruleset;
    const int count = draughts_list_moves(&game, &judge->draughts, 1, list, JUDGE_LIST);
    if (count <= 0 || draughts_move_parse(&game, list, count, word, &which, error)) return 0;
    *move = list[which];
    return 1;
}

/* --- words --- */

static const char *priority_words(u8 criterion)
{
    switch (criterion) {
    case DRAUGHTS_MOST: return "the capture of most pieces goes first";
    case DRAUGHTS_VALUE: return "the capture of most value goes first";
    case DRAUGHTS_BY_KING: return "a capture by a king goes first";
    case DRAUGHTS_MOST_KINGS: return "the capture of most kings goes first";
    case DRAUGHTS_KING_FIRST: return "the capture that meets a king earliest goes first";
    default: return "another capture goes first";
    }
}

/* How many of the criteria the game keeps until the move is not legal any more. */
static const char *broken_priority(const Judge *judge, const char *word, DraughtsMove *list)
{
    DraughtsRuleset loose = game_of(judge)->rules;
    DraughtsMove move;
    take_freely(&loose);
    for (int i = 0; i < 4 && game_of(judge)->rules.priority[i] != DRAUGHTS_FREE; i++) {
        loose.priority[i] = game_of(judge)->rules.priority[i];
        if (!is_legal_by(judge, &loose, word, list, &move)) return priority_words(loose.priority[i]);
    }
    return priority_words(DRAUGHTS_FREE);
}

static int captures(const Judge *judge)
{
    for (int i = 0; i < judge->count; i++)
        if (judge->list[i].jumps) return 1;
    return 0;
}

typedef struct {
    int file, rank;
} Square;

static Square square_of(const Judge *judge, int number)
{
    const DraughtsGame *game = game_of(judge);
    for (int rank = 0; rank < game->rules.height; rank++)
        for (int file = 0; file < game->rules.width; file++)
            if (draughts_number_at(game, file, rank) == number) return (Square){file, rank};
    return (Square){0, 0};
}

/* 'w', 'W', 'b', 'B', '.' on a numbered square. */
static char letter_on(const Judge *judge, int number)
{
    const Square place = square_of(judge, number);
    return draughts_letter_at(game_of(judge), &judge->draughts, place.file, place.rank);
}

/* On the line from one square to another. */
static int lies_between(const Judge *judge, int from, int middle, int to)
{
    const Square a = square_of(judge, from), m = square_of(judge, middle), b = square_of(judge, to);
    const int x = b.file - a.file, y = b.rank - a.rank, mx = m.file - a.file, my = m.rank - a.rank;
    return x * my == y * mx && x * mx + y * my > 0 && x * mx + y * my < x * x + y * y;
}

/* The first jump that is written is that of a legal capture which goes on further. */
static int is_unfinished(const Judge *judge, const DraughtsWritten *written)
{
    for (int i = 0; i < judge->count; i++) {
        const DraughtsMove *move = &judge->list[i];
        if (move->from == written->square[0] && move->jumps >= written->count &&
            lies_between(judge, written->square[0], move->victim[0], written->square[1]))
            return 1;
    }
    return 0;
}

static void say_of_huff(Judge *judge)
{
    if (game_of(judge)->rules.obligation != DRAUGHTS_HUFF) judge_say(judge, "this game knows no huffing");
    else
        judge_say(judge,
                  "this piece may not be huffed: it could not have captured before the last move, or it has");
}

static void say_in_general(Judge *judge, const DraughtsWritten *written, char piece)
{
    const int to = written->square[written->count - 1];
    const char *name = piece == 'w' || piece == 'b' ? "man" : "king";
    char square[DRAUGHTS_SQUARE_TEXT];
    draughts_square_format(game_of(judge), to, square);
    if (to != written->square[0] && letter_on(judge, to) != '.') judge_say(judge, "%s is occupied", square);
    else
        judge_say(judge, "the %s does not %s to %s", name,
                  written->capture ? "take in this way and come" : "move", square);
}

static void say_which_rule(Judge *judge, const char *word, const DraughtsWritten *written, DraughtsMove *list)
{
    const DraughtsRuleset *ruleset = &game_of(judge)->rules;
    const char piece = letter_on(judge, written->square[0]);
    const char *side = judge->draughts.black ? "Black" : "White";
    DraughtsRuleset loose = *ruleset;
    DraughtsMove move;
    char square[DRAUGHTS_SQUARE_TEXT];
    draughts_square_format(game_of(judge), written->square[0], square);
    take_freely(&loose);
    if (piece == '.') {
        judge_say(judge, "no piece stands on %s", square);
    } else if ((piece == 'b' || piece == 'B') != judge->draughts.black) {
        judge_say(judge, "the piece on %s is not %s's", square, side);
    } else if (is_legal_by(judge, ruleset, word, list, &move) && judge_draughts_has_to_rest(judge, &move)) {
        judge_say(judge, "a king moves at most %d times in a row while there are men",
                  judge->draws->king_moves);
    } else if (is_legal_by(judge, &loose, word, list, &move)) {
        if (!move.jumps) judge->loses = judge->draws->refusal_loses;
        judge_say(judge, "%s",
                  move.jumps ? broken_priority(judge, word, list) : "a piece can be taken, and must be");
    } else if (is_unfinished(judge, written)) {
        judge_say(judge, "a capture that was begun goes on");
    } else {
        for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
            DraughtsRuleset other = loose;
            rules[i].loosen(&other);
            if (!is_legal_by(judge, &other, word, list, &move)) continue;
            judge_say(judge, "%s", rules[i].words);
            return;
        }
        say_in_general(judge, written, piece);
    }
}

/* Of the piece touched, or if it has none, the captures that are due. */
static void add_legal_moves(Judge *judge, const DraughtsWritten *written)
{
    const int due = captures(judge);
    for (int i = 0; i < judge->count; i++)
        if (judge->list[i].from == written->square[0] && !judge->list[i].huff) judge_draughts_add(judge, i);
    for (int i = 0; i < judge->count && !judge->event.move_count && due; i++)
        if (judge->list[i].jumps) judge_draughts_add(judge, i);
}

JudgeAnswer judge_draughts_refuse(Judge *judge, const char *word)
{
    DraughtsWritten written;
    char error[NOTATION_ERROR];
    int which;
    if (draughts_move_parse(game_of(judge), judge->list, judge->count, word, &which, error) > 0 ||
        draughts_move_read(game_of(judge), word, &written, error) || written.column) {
        judge_event(judge, REFEREE_UNREADABLE);
        judge_say(judge, "%s", error);
        judge_report(judge);
        return JUDGE_UNREADABLE;
    }
    DraughtsMove *list = malloc(JUDGE_LIST * sizeof *list);
    if (!list) return JUDGE_NO_MEMORY;
    judge_event(judge, REFEREE_IRREGULAR);
    if (written.huff) say_of_huff(judge);
    else say_which_rule(judge, word, &written, list);
    if (!written.huff) add_legal_moves(judge, &written);
    judge_report(judge);
    free(list);
    return JUDGE_IRREGULAR;
}
