/* SPDX-License-Identifier: MIT */
/* Fuzz target for perft suites: the first line names a game (others than the games there are: chess), each further line
 * is read as a line of a suite. What was read must be written and read back unchanged.
 *
 *     cmake -B build -DFUZZ=ON -DSANITIZE=address,undefined -DCMAKE_C_COMPILER=clang && ninja -C build fuzz_epd
 *     build/host/fuzz_epd -max_len=1024 -dict=host/fuzz/epd.dict NEW_FOLDER host/fuzz/corpus/epd
 * With cmake/fuzz_replay.c it is a plain regression program over the files of a folder. */
#include "fuzzing.h"

#include "host/games/game.h"

#include <stdio.h>

#include "notation/uint128.h"

#define LINE (GAME_TEXT + GAME_MAX_KNOWN * (UINT128_TEXT + 8))

static void write_line(const Game *game, const GameRecord *record, const GameKnown *known, char line[LINE])
{
    game->format(game, record, line);
    for (int i = 0; i < known->count; i++) {
        char nodes[UINT128_TEXT];
        uint128_format(known->nodes[i], nodes);
        const size_t end = strlen(line);
        snprintf(line + end, LINE - end, " ;D%d %s", known->depth[i], nodes);
    }
}

static void check_again(const Game *game, const GameRecord *record, const GameKnown *known)
{
    GameRecord read;
    GameKnown counts;
    char line[LINE], again[LINE], error[GAME_TEXT];
    require(known->count >= 1 && known->count <= GAME_MAX_KNOWN);
    write_line(game, record, known, line);
    require(game->parse_suite(game, line, &read, &counts, error) == 0);
    require(!memcmp(&read.position, &record->position, sizeof read.position) && read.black == record->black);
    write_line(game, &read, &counts, again);
    require(!strcmp(line, again));
}

static void read_line(const Game *game, const char *line)
{
    GameRecord record;
    GameKnown known;
    char error[GAME_TEXT];
    if (game->parse_suite(game, line, &record, &known, error)) check_error(error, GAME_TEXT);
    else check_again(game, &record, &known);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Game *game = NULL;
    for (char *line; (line = fuzz_next_line(&data, &size)) != NULL;) {
        if (game) read_line(game, line);
        else if ((game = game_find(line)) == NULL) game = &game_chess;
        free(line);
    }
    return 0;
}
