/* SPDX-License-Identifier: MIT */
/* Draughts and Damma: plays moves, and reports what the game's rules say of the position. */
#include "judge.h"

#include "../notation/pdn_game.h"

#include <stdio.h>
#include <string.h>

static const DraughtsGame *game_of(const Judge *judge) { return judge->referee->draughts; }

/* --- legal moves --- */

/* A man of the side's that has moved its king as often in a row as it may: the king has to rest. Captures are
 * free. */
int judge_draughts_has_to_rest(const Judge *judge, const DraughtsMove *move)
{
    const int side = judge->draughts.black;
    return judge->draws->king_moves && !move->jumps && judge->king_at[side] == move->from &&
           judge->king_moves[side] >= judge->draws->king_moves &&
           draughts_force(game_of(judge), &judge->draughts, 1).men;
}

static void list_moves(Judge *judge)
{
    int kept = 0;
    judge->count = draughts_list_moves(game_of(judge), &judge->draughts, 1, judge->list, JUDGE_LIST);
    for (int i = 0; i < judge->count; i++)
        if (!judge_draughts_has_to_rest(judge, &judge->list[i])) judge->list[kept++] = judge->list[i];
    if (judge->count > 0) judge->count = kept;
}

void judge_draughts_add(Judge *judge, int which)
{
    draughts_move_format(game_of(judge), judge->list, judge->count, which, judge_add_move(judge));
}

static int begin(Judge *judge, const char *fen, char error[NOTATION_ERROR])
{
    judge->draws = draughts_draws(game_of(judge));
    for (int i = 0; i < DRAUGHTS_DRAW_RULES; i++) judge->plies[i] = -1;
    PdnStart start;
    if (pdn_start(game_of(judge), fen, judge->type, judge->move_text, &start, error)) return -1;
    judge->draughts = start.record;
    judge->first_black = start.first_black;
    if (start.guessed)
        judge_note(judge, "%s begins, as the first move has it", judge->draughts.black ? "Black" : "White");
    return 0;
}

/* The position becomes another one, and what came before does not count. */
static int set_up(Judge *judge, const char *fen, char error[NOTATION_ERROR])
{
    if (draughts_fen_parse(game_of(judge), fen, &judge->draughts, error)) return -1;
    for (int i = 0; i < DRAUGHTS_DRAW_RULES; i++) judge->plies[i] = -1;
    memset(judge->king_at, 0, sizeof judge->king_at);
    memset(judge->king_moves, 0, sizeof judge->king_moves);
    positions_met_free(&judge->met);
    judge->over = 0;
    return 0;
}

/* --- draws --- */

/* A king of the side stands on the long diagonal: one of the two has squares of the game, the other none. */
static int is_on_road(const Judge *judge, int own)
{
    const char king = (own ? judge->draughts.black : !judge->draughts.black) ? 'B' : 'W';
    const DraughtsRuleset *rules = &game_of(judge)->rules;
    for (int i = 0; i < rules->height && i < rules->width; i++)
        if (draughts_letter_at(game_of(judge), &judge->draughts, i, i) == king ||
            draughts_letter_at(game_of(judge), &judge->draughts, i, rules->height - 1 - i) == king)
            return 1;
    return 0;
}

static int pieces(DraughtsForce force) { return force.men + force.kings; }

static int is_alone(DraughtsForce force) { return force.kings == 1 && !force.men; }

static int are_three(DraughtsForce force) { return force.kings == 3 && !force.men; }

static int are_few(const DraughtsDrawRule *rule, const DraughtsForce force[2])
{
    const int three =
        (is_alone(force[0]) && are_three(force[1])) || (is_alone(force[1]) && are_three(force[0]));
    return !three && pieces(force[0]) <= rule->most && pieces(force[1]) <= rule->most;
}

static int is_road_met(const Judge *judge, const DraughtsDrawRule *rule, int own, int running)
{
    if (rule->road == DRAW_ROAD_HELD) return is_on_road(judge, own);
    return rule->road == DRAW_ROAD_ANY || running || is_on_road(judge, !own);
}

static int holds(const Judge *judge, const DraughtsDrawRule *rule, int running)
{
    const DraughtsForce force[2] = {draughts_force(game_of(judge), &judge->draughts, 0),
                                    draughts_force(game_of(judge), &judge->draughts, 1)};
    const int total = pieces(force[0]) + pieces(force[1]), kings = force[0].kings && force[1].kings;
    if (rule->condition == DRAW_ALWAYS) return 1;
    if (rule->condition == DRAW_KINGS) return kings && total >= rule->least && total <= rule->most;
    if (rule->condition == DRAW_FEW_EACH) return kings && are_few(rule, force);
    for (int own = 0; own < 2; own++) {
        const DraughtsForce other = force[!own];
        if (!is_alone(force[own]) || other.kings < rule->kings) continue;
        if (pieces(other) < rule->least || pieces(other) > rule->most) continue;
        if (is_road_met(judge, rule, own, running)) return 1;
    }
    return 0;
}

/* A count that runs goes on, begins anew, or ends. */
static void count_plies(Judge *judge)
{
    for (int i = 0; judge->draws->rule[i].plies; i++) {
        const DraughtsDrawRule *rule = &judge->draws->rule[i];
        if (!holds(judge, rule, judge->plies[i] >= 0)) judge->plies[i] = -1;
        else if (judge->plies[i] < 0 || (judge->events & rule->anew)) judge->plies[i] = 0;
        else if (judge->plies[i] < rule->plies) judge->plies[i]++;
    }
}

static void draw(Judge *judge, RefereeReason reason, const char *text)
{
    if (!judge->draws->claimed) {
        judge_end(judge, REFEREE_DRAWN, reason, text);
        return;
    }
    judge_event(judge, REFEREE_CLAIM);
    judge->event.reason = reason;
    judge_say(judge, "%s", text);
    judge->claim = 1;
    snprintf(judge->claim_text, sizeof judge->claim_text, "%s", text);
    judge_report(judge);
}

static void look_for_draws(Judge *judge)
{
    const int most = judge->draws->repetition;
    judge->claim = 0;
    if (most && (int)judge->times >= most)
        draw(judge, REFEREE_REPETITION,
             most == 4 ? "fourth occurrence of the position" : "third occurrence of the position");
    for (int i = 0; judge->draws->rule[i].plies && !judge->over; i++)
        if (judge->plies[i] >= judge->draws->rule[i].plies)
            draw(judge, REFEREE_MOVE_COUNT, judge->draws->rule[i].words);
}

/* Where captures are compulsory, the first of the list shows whether there are any. */
static int is_one_each(const Judge *judge)
{
    for (int own = 0; own < 2; own++)
        if (pieces(draughts_force(game_of(judge), &judge->draughts, own)) != 1) return 0;
    return judge->count > 0 && !judge->list[0].jumps;
}

/* --- the position --- */

static void end_without_moves(Judge *judge)
{
    const DraughtsGame *game = game_of(judge);
    const int mover = judge->draughts.black;
    const DraughtsForce own = draughts_force(game, &judge->draughts, 1),
                        his = draughts_force(game, &judge->draughts, 0);
    if (game->rules.goal == DRAUGHTS_BREAKTHROUGH && own.kings + his.kings) {
        judge_end(judge, judge_win_of(his.kings ? !mover : mover), REFEREE_FIRST_KING, "");
        return;
    }
    const int winner = game->rules.goal == DRAUGHTS_GIVEAWAY ? mover : !mover;
    judge_end(judge, judge_win_of(winner), own.men + own.kings ? REFEREE_BLOCKED : REFEREE_NO_PIECES, "");
}

static void offer_huffs(Judge *judge)
{
    judge_event(judge, REFEREE_HUFF_OFFERED);
    for (int i = 0; i < judge->count; i++)
        if (judge->list[i].huff) judge_draughts_add(judge, i);
    if (judge->event.move_count) judge_report(judge);
}

static int look(Judge *judge)
{
    u64 word[4] = {judge->draughts.position.own, judge->draughts.position.opponent,
                   judge->draughts.position.kings, judge->draughts.position.rest};
    judge->times = positions_met_add(&judge->met, word, judge->draughts.black);
    if (!judge->times) return -1;
    count_plies(judge);
    list_moves(judge);
    if (judge->count == 0) {
        end_without_moves(judge);
        return 0;
    }
    if (judge->count > 0) offer_huffs(judge);
    if (judge->draws->one_each && is_one_each(judge)) judge_end(judge, REFEREE_DRAWN, REFEREE_ONE_EACH, "");
    else look_for_draws(judge);
    return 0;
}

/* --- moves --- */

static void tell_huffed(Judge *judge, const DraughtsMove *move)
{
    char square[DRAUGHTS_SQUARE_TEXT];
    draughts_square_format(game_of(judge), move->from, square);
    judge_event(judge, REFEREE_HUFFED);
    judge_say(judge, "the %s on %s, which could have captured", move->king ? "king" : "man", square);
    judge_report(judge);
}

/* Where captures are optional and nothing answers for leaving them out. */
static void tell_declined(Judge *judge)
{
    judge_event(judge, REFEREE_DECLINED);
    for (int i = 0; i < judge->count; i++)
        if (judge->list[i].jumps) judge_draughts_add(judge, i);
    if (judge->event.move_count) judge_report(judge);
}

/* Before the move is made. */
static void note_move(Judge *judge, const DraughtsMove *move)
{
    const int side = judge->draughts.black;
    DraughtsRecord next;
    draughts_record_make(game_of(judge), &judge->draughts, move, &next);
    const int kings = draughts_force(game_of(judge), &judge->draughts, 1).kings;
    const int crowned = !move->huff && draughts_force(game_of(judge), &next, 0).kings > kings;
    const int king_moved = move->king && !crowned;
    judge->events = (move->jumps || move->huff ? DRAW_CAPTURE : 0) | (crowned ? DRAW_CROWNING : 0) |
                    (!move->huff && !king_moved ? DRAW_MAN_MOVE : 0);
    const int again = judge->king_at[side] == move->from;
    judge->king_moves[side] = king_moved && !move->jumps ? (again ? judge->king_moves[side] : 0) + 1 : 0;
    judge->king_at[side] = king_moved ? move->to : 0;
}

static JudgeAnswer refuse_endless(Judge *judge)
{
    judge_event(judge, REFEREE_UNREADABLE);
    judge_say(judge, "the captures of this position go more ways than can be followed");
    judge_report(judge);
    return JUDGE_UNREADABLE;
}

static void note_once(Judge *judge, unsigned kind, const char *text)
{
    if (!(judge->noted & kind)) judge_note(judge, "%s", text);
    judge->noted |= kind;
}

/* The sign that is written is not the move's own. */
static void note_sign(Judge *judge, const char *word, const DraughtsMove *move)
{
    DraughtsWritten written;
    char error[NOTATION_ERROR];
    if (draughts_move_read(game_of(judge), word, &written, error) || !written.sign) return;
    if (written.capture && !move->jumps)
        note_once(judge, 1, "a sign of captures, and nothing is taken; it is read as a quiet move");
    if (!written.capture && move->jumps)
        note_once(judge, 2, "a sign of quiet moves, and something is taken; it is read as a capture");
}

static JudgeAnswer play(Judge *judge, const char *word)
{
    char error[NOTATION_ERROR], route[DRAUGHTS_MOVE_TEXT];
    int which, tried;
    if (judge->count < 0) return refuse_endless(judge);
    if (pdn_move_parse(game_of(judge), &judge->draughts, judge->list, judge->count, word, judge->rest, &which,
                       &tried, error))
        return judge_draughts_refuse(judge, word);
    const DraughtsMove move = judge->list[which];
    draughts_move_format(game_of(judge), judge->list, judge->count, which, route);
    if (tried) judge_note(judge, "several captures may be meant; what follows fits %.*s best", 200, route);
    snprintf(judge->move_text, sizeof judge->move_text, "%s", route);
    note_sign(judge, word, &move);
    if (move.huff) tell_huffed(judge, &move);
    else if (!move.jumps && game_of(judge)->rules.obligation == DRAUGHTS_OPTIONAL) tell_declined(judge);
    note_move(judge, &move);
    draughts_record_make(game_of(judge), &judge->draughts, &move, &judge->draughts);
    return JUDGE_PLAYED;
}

static void format(const Judge *judge, char out[DRAUGHTS_FEN_TEXT])
{
    draughts_fen_format(game_of(judge), &judge->draughts, out);
}

const JudgeFamily judge_draughts = {
    .begin = begin, .set_up = set_up, .play = play, .look = look, .format = format};
