/* SPDX-License-Identifier: MIT */
#include "score_copy.h"
#include "pdn_game.h"
#include "score_words.h"
#include "score_chess.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A line of play: the game, or a variation. */
typedef struct {
    ChessRecord chess, chess_before; /* before: the last move */
    DraughtsRecord draughts, draughts_before;
    int ply, ply_before;
    int lost;  /* a move could not be followed */
    int fresh; /* the next move has its number, whoever moves */
} Line;

typedef struct {
    char *bytes;
    size_t room;
} Text;

enum { WORDS = 4 * DRAUGHTS_MOVE_TEXT };

typedef struct {
    const DraughtsGame *game;
    ChessLetters letters;
    ScoreWriter writer;
    Line *line; /* one a depth */
    int depth, room;
    DraughtsMove *list;
    Text text, name;   /* of a comment or tag; a tag's name */
    char words[WORDS]; /* just written: those that could not be read as moves, and the move before them */
    int first_black;   /* draughts: Black makes the moves numbered 1. */
    int late;          /* the side that moves second begins */
} Copy;

/* --- tags --- */

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
#define ROSTER (sizeof roster / sizeof *roster)

static int is_name(const ScoreEvent *tag, const char *name)
{
    return strlen(name) == tag->name_length && !strncasecmp(tag->name, name, tag->name_length);
}

/* The next thing before the moves: 0 where they begin, or the game ends. */
static int next_before_moves(ScoreReader *reader, ScoreEvent *event)
{
    score_next(reader, event);
    return event->kind == SCORE_TAG || event->kind == SCORE_COMMENT || event->kind == SCORE_FAULT ||
           event->kind == SCORE_NOTE;
}

/* Those bytes of the score, with no limit but memory's. 0, or -1. */
static int take(Text *out, const char *from, size_t length, int escaped)
{
    const size_t room = 2 * length + 1;
    if (room > out->room) {
        char *larger = realloc(out->bytes, room);
        if (!larger) return -1;
        *out = (Text){larger, room};
    }
    score_text(from, length, escaped, out->bytes, room);
    return 0;
}

/* The event's text in copy->text. 0, or -1. */
static int take_text(Copy *copy, const ScoreEvent *event)
{
    return take(&copy->text, event->text, event->length, event->kind == SCORE_TAG);
}

/* The first tag of that name of the game that the reader is about to read: 1, its value in copy->text; 0:
 * no such tag, -1: no memory. */
static int find_tag(Copy *copy, ScoreReader reader, const char *name)
{
    ScoreEvent event;
    while (next_before_moves(&reader, &event))
        if (event.kind == SCORE_TAG && is_name(&event, name)) return take_text(copy, &event) ? -1 : 1;
    return 0;
}

/* At the end of the text: SCORE_END. */
static ScoreEvent game_end(ScoreReader reader)
{
    ScoreEvent event;
    do score_next(&reader, &event);
    while (event.kind != SCORE_GAME_END && event.kind != SCORE_END);
    return event;
}

void draughts_game_type(const DraughtsGame *game, int first_black, char out[DRAUGHTS_GAME_TYPE_TEXT])
{
    /* where the first square lies, as the side that begins sees it: from the bottom left in reading order */
    const int top = game->notation == DRAUGHTS_NUMERIC && game->numbering == DRAUGHTS_FROM_TOP_LEFT;
    const int right = game->notation == DRAUGHTS_NUMERIC && game->numbering == DRAUGHTS_FROM_BOTTOM_RIGHT;
    const int corner = (2 * top + right) ^ (first_black ? 3 : 0);
    out[0] = 0;
    if (game->pdn_type)
        snprintf(out, DRAUGHTS_GAME_TYPE_TEXT, "%d,%c,%d,%d,%c%d,%d", game->pdn_type, first_black ? 'B' : 'W',
                 game->rules.width, game->rules.height, game->notation == DRAUGHTS_NUMERIC ? 'N' : 'A',
                 corner, game->rules.lattice == DRAUGHTS_LIGHT);
}

/* International draughts count two points a game. */
static const char *result_text(const DraughtsGame *game, ScoreResult result)
{
    static const char *const points[] = {"*", "*", "2-0", "0-2", "1-1", "0-0"};
    if (game && (game->pdn_type == 20 || game->pdn_type == 27)) return points[result];
    return result == SCORE_MISSING ? "*" : score_result_text(result);
}

/* The tag's and the one behind the moves; what one of them leaves open is as the other has it. */
typedef struct {
    ScoreResult tagged, ended;
} Results;

static int find_results(Copy *copy, const ScoreReader *start, ScoreResult ended, Results *results)
{
    const int found = find_tag(copy, *start, "Result");
    if (found < 0) return -1;
    const ScoreResult tagged = found ? score_result_tagged(copy->game ? SCORE_PDN : SCORE_PGN,
                                                           copy->text.bytes, strlen(copy->text.bytes))
                                     : SCORE_MISSING;
    results->tagged = tagged > SCORE_UNKNOWN ? tagged : ended;
    results->ended = ended > SCORE_UNKNOWN ? ended : tagged;
    return 0;
}

/* PDN ends a game with * where the tag has its result. */
static const char *end_text(const Copy *copy, Results results)
{
    return copy->game && results.tagged == results.ended ? "*" : result_text(copy->game, results.ended);
}

/* Points of another count than one or two a game are kept as they are. */
static int is_points(const Copy *copy)
{
    const size_t length = strlen(copy->text.bytes);
    return copy->game && score_points_parse(copy->text.bytes, length) &&
           (length > strlen("2-0") || strspn(copy->text.bytes, "012-") < length);
}

static int write_roster(Copy *copy, const ScoreReader *start, ScoreResult result)
{
    for (size_t i = 0; i < ROSTER; i++) {
        const int found = find_tag(copy, *start, roster[i]);
        if (found < 0) return -1;
        const char *value = found ? copy->text.bytes : i == 2 ? "????.??.??" : "?";
        score_write_tag(&copy->writer, roster[i],
                        i == 6 && !(found && is_points(copy)) ? result_text(copy->game, result) : value);
    }
    return 0;
}

static int is_written_apart(const ScoreEvent *tag)
{
    static const char *const apart[] = {"FEN", "SetUp", "GameType"};
    for (size_t i = 0; i < ROSTER; i++)
        if (is_name(tag, roster[i])) return 1;
    for (size_t i = 0; i < 3; i++)
        if (is_name(tag, apart[i])) return 1;
    return 0;
}

static int write_other_tags(Copy *copy, ScoreReader reader)
{
    ScoreEvent event;
    while (next_before_moves(&reader, &event)) {
        if (event.kind != SCORE_TAG || is_written_apart(&event)) continue;
        if (take_text(copy, &event) || take(&copy->name, event.name, event.name_length, 0)) return -1;
        score_write_tag(&copy->writer, copy->name.bytes, copy->text.bytes);
    }
    return 0;
}

/* The first position. Where it cannot be read the moves are copied as they are. */
static int write_position(Copy *copy, const ScoreReader *start, Line *line)
{
    char error[NOTATION_ERROR], fen[DRAUGHTS_FEN_TEXT];
    const int found = find_tag(copy, *start, "FEN");
    if (found < 0) return -1;
    if (copy->game) {
        draughts_fen_format(copy->game, &line->draughts, fen);
    } else {
        const char *first =
            found ? copy->text.bytes : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        ChessFenDropped dropped;
        line->lost = chess_fen_parse_loose(first, &line->chess, &dropped, error);
        if (!line->lost) chess_fen_format(&line->chess, CHESS_FEN_AUTO, fen);
    }
    if (!found) return 0;
    score_write_tag(&copy->writer, "SetUp", "1");
    score_write_tag(&copy->writer, "FEN", line->lost ? copy->text.bytes : fen);
    return 0;
}

/* The first move of the game itself, "" if it has none. */
static void find_first_move(ScoreReader reader, char word[DRAUGHTS_MOVE_TEXT])
{
    ScoreEvent event;
    word[0] = 0;
    do score_next(&reader, &event);
    while (event.kind != SCORE_GAME_END && event.kind != SCORE_END && event.kind != SCORE_SETUP &&
           (event.kind != SCORE_MOVE || event.depth));
    if (event.kind == SCORE_MOVE) score_text(event.text, event.length, 0, word, DRAUGHTS_MOVE_TEXT);
}

/* Where the game of draughts begins. */
static int find_start(Copy *copy, const ScoreReader *start, Line *line)
{
    char error[NOTATION_ERROR], type[64] = "", word[DRAUGHTS_MOVE_TEXT];
    PdnStart found = {.first_black = copy->game->black_begins};
    int tag = find_tag(copy, *start, "GameType");
    if (tag > 0) snprintf(type, sizeof type, "%s", copy->text.bytes);
    if (tag >= 0) tag = find_tag(copy, *start, "FEN");
    if (tag < 0) return -1;
    find_first_move(*start, word);
    draughts_record_start(copy->game, &found.record);
    line->lost = pdn_start(copy->game, tag ? copy->text.bytes : NULL, type, word, &found, error) != 0;
    line->draughts = found.record;
    copy->late = found.record.black != found.first_black;
    copy->first_black = found.first_black;
    return 0;
}

static int write_tags(Copy *copy, const ScoreReader *start, ScoreResult result, Line *line)
{
    char type[DRAUGHTS_GAME_TYPE_TEXT] = "";
    if (write_roster(copy, start, result)) return -1;
    if (copy->game && find_start(copy, start, line)) return -1;
    if (copy->game) draughts_game_type(copy->game, copy->first_black, type);
    if (*type) score_write_tag(&copy->writer, "GameType", type);
    return write_other_tags(copy, *start) || write_position(copy, start, line) ? -1 : 0;
}

/* --- moves --- */

/* Plays the word. 1, its text in `out`; 0 if it cannot be followed. */
static int play(Copy *copy, Line *line, const char *word, const ScoreReader *rest,
                char out[DRAUGHTS_MOVE_TEXT])
{
    char error[NOTATION_ERROR];
    if (copy->game) {
        int which, tried;
        const int count = draughts_list_moves(copy->game, &line->draughts, 1, copy->list, PDN_MOST_MOVES);
        if (count < 0 ||
            pdn_move_parse(copy->game, &line->draughts, copy->list, count, word, rest, &which, &tried, error))
            return 0;
        draughts_move_format(copy->game, copy->list, count, which, out);
        line->draughts_before = line->draughts;
        draughts_record_make(copy->game, &line->draughts, &copy->list[which], &line->draughts);
    } else {
        ChessScoreMove move;
        if (chess_score_parse(&line->chess, word, copy->letters, &move, error)) return 0;
        chess_score_format(&line->chess, move, CHESS_ENGLISH, out);
        line->chess_before = line->chess;
        chess_score_make(&line->chess, move, &line->chess);
    }
    line->ply_before = line->ply++;
    return 1;
}

static void write_number(Copy *copy, const Line *line)
{
    const int second = copy->game ? (line->ply + copy->late) % 2 : line->chess.black;
    const int number = copy->game ? 1 + (line->ply + copy->late) / 2 : line->chess.fullmove;
    if (!second || line->fresh) score_write_number(&copy->writer, number, second ? 3 : 1);
}

/* Broken words that a reader would take for one move, such as "c3-" and "d4". */
static int would_join(const char *words, const char *next)
{
    char all[2 * WORDS];
    const int length = snprintf(all, sizeof all, "%s%s", words, next);
    const char *first = all + strlen(words); /* of the next */
    for (const char *word = all; word < first; word = strchr(word, ' ') + 1)
        if (score_spaced_end(word, all + length) > first) return 1;
    return 0;
}

/* Remembers what was written, each word with a blank behind it. */
static void note_word(Copy *copy, const char *word)
{
    const size_t length = strlen(copy->words);
    snprintf(copy->words + length, sizeof copy->words - length, "%s ", word);
}

static void drop_blanks(char *word)
{
    const char *end = word + strlen(word);
    char *out = word;
    for (size_t length; word < end; word += length) {
        length = score_character_length(word, end);
        if (score_blank_length(word, end)) continue;
        memmove(out, word, length);
        out += length;
    }
    *out = 0;
}

/* Without the blanks that may stand in it: parts of it could be read as a result. What stood between broken words is
 * lost: a comment keeps them apart. */
static void write_unread(Copy *copy, const ScoreEvent *event, char *word)
{
    drop_blanks(word);
    if (event->number) score_write_number(&copy->writer, event->number, event->dots < 2 ? 1 : 3);
    else if (copy->game &&
             (strlen(copy->words) + strlen(word) + 2 > WORDS || would_join(copy->words, word))) {
        score_write_comment(&copy->writer, "");
        *copy->words = 0;
    }
    if (event->number) *copy->words = 0;
    note_word(copy, word);
    score_write_word(&copy->writer, word);
}

static void write_move(Copy *copy, const ScoreEvent *event, const ScoreReader *rest)
{
    Line *line = &copy->line[copy->depth];
    char word[DRAUGHTS_MOVE_TEXT], text[DRAUGHTS_MOVE_TEXT];
    const Line before = *line;
    line->lost |= score_text(event->text, event->length, 0, word, sizeof word) || !*word;
    if (!line->lost && play(copy, line, word, rest, text)) {
        write_number(copy, &before);
        *copy->words = 0;
        note_word(copy, text);
        score_write_word(&copy->writer, text);
    } else {
        line->lost = 1;
        write_unread(copy, event, word);
    }
    line->fresh = 0;
}

/* A variation begins before the last move of the line around it. */
static int open_line(Copy *copy)
{
    if (copy->depth + 1 == copy->room) {
        Line *larger = realloc(copy->line, 2 * (size_t)copy->room * sizeof *larger);
        if (!larger) return -1;
        copy->line = larger;
        copy->room *= 2;
    }
    const Line *around = &copy->line[copy->depth];
    Line *line = &copy->line[++copy->depth];
    *line = *around;
    line->chess = around->chess_before;
    line->draughts = around->draughts_before;
    line->ply = around->ply_before;
    line->lost |= around->ply == around->ply_before; /* no move comes before it */
    line->fresh = 1;
    score_write_open(&copy->writer);
    return 0;
}

static void close_line(Copy *copy)
{
    score_write_close(&copy->writer);
    copy->line[--copy->depth].fresh = 1;
}

/* A position between the moves: the line goes on from there. */
static int set_up(Copy *copy, const ScoreEvent *event)
{
    Line *line = &copy->line[copy->depth];
    char fen[DRAUGHTS_FEN_TEXT], error[NOTATION_ERROR];
    if (take_text(copy, event)) return -1;
    line->lost = draughts_fen_parse(copy->game, copy->text.bytes, &line->draughts, error) != 0;
    if (!line->lost) line->ply += (line->ply + copy->late) % 2 != (line->draughts.black != copy->first_black);
    line->ply_before = line->ply; /* a variation here has no move before it */
    line->fresh = 1;
    if (!line->lost) draughts_fen_format(copy->game, &line->draughts, fen);
    /* zero bytes have become blanks, which the reader passes over in front */
    const char *text = score_skip_blanks(copy->text.bytes, copy->text.bytes + strlen(copy->text.bytes));
    score_write_setup(&copy->writer, line->lost ? text : fen, !line->lost);
    return 0;
}

/* The copy has something where the event stood, other than a move. */
static int is_copied(const ScoreEvent *event)
{
    if (event->kind == SCORE_RESULT) return event->depth && event->result != SCORE_UNKNOWN;
    return event->kind != SCORE_MOVE && event->kind != SCORE_FAULT && event->kind != SCORE_NOTE;
}

/* 0, -1 without memory. */
static int copy_event(Copy *copy, const ScoreEvent *event, const ScoreReader *rest)
{
    if (is_copied(event)) *copy->words = 0;
    switch (event->kind) {
    case SCORE_MOVE: write_move(copy, event, rest); return 0;
    case SCORE_SETUP: return set_up(copy, event);
    case SCORE_GLYPH: score_write_glyph(&copy->writer, event->glyph); return 0;
    case SCORE_OPEN: return open_line(copy);
    case SCORE_CLOSE: close_line(copy); return 0;
    case SCORE_COMMENT:
        if (take_text(copy, event)) return -1;
        score_write_comment(&copy->writer, copy->text.bytes);
        copy->line[copy->depth].fresh = 1;
        return 0;
    case SCORE_RESULT:
        if (is_copied(event)) score_write_word(&copy->writer, result_text(NULL, event->result));
        return 0;
    default: return 0;
    }
}

/* The next game. 1, 0 at the end of the text, -1 without memory. */
static int copy_game(Copy *copy, ScoreReader *reader)
{
    const ScoreReader start = *reader;
    ScoreEvent event = game_end(*reader);
    if (event.kind == SCORE_END) return 0;
    copy->depth = 0;
    copy->line[0] = (Line){.fresh = 1};
    *copy->words = 0;
    Results results;
    if (find_results(copy, &start, event.result, &results)) return -1;
    if (write_tags(copy, &start, results.tagged, &copy->line[0])) return -1;
    score_write_moves_begin(&copy->writer);
    for (score_next(reader, &event); event.kind != SCORE_GAME_END; score_next(reader, &event))
        if (copy_event(copy, &event, reader)) return -1;
    while (copy->depth) close_line(copy);
    score_write_end(&copy->writer, end_text(copy, results));
    return 1;
}

int score_copy(const DraughtsGame *game, ChessLetters letters, const char *text, size_t length, FILE *out)
{
    Copy copy = {.game = game, .letters = letters, .room = 16};
    ScoreReader reader;
    copy.line = malloc((size_t)copy.room * sizeof *copy.line);
    copy.list = malloc(PDN_MOST_MOVES * sizeof *copy.list);
    int status = copy.line && copy.list ? 1 : -1;
    score_writer_open(&copy.writer, out);
    score_open(&reader, game ? SCORE_PDN : SCORE_PGN, text, length);
    while (status > 0) status = copy_game(&copy, &reader);
    free(copy.line);
    free(copy.list);
    free(copy.name.bytes);
    free(copy.text.bytes);
    return status;
}
