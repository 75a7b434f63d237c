/* SPDX-License-Identifier: MIT */
#include "rules/draughts/test/random_draughts.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PLIES 120
#define MOST_ROUTES 20000 /* of a move that is to be played at random */

static uint64_t bits(RandomDraughts *random)
{
    uint64_t x = random->state += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static int below(RandomDraughts *random, int bound)
{
    return (int)((bits(random) >> 32) * (uint64_t)bound >> 32);
}

static int percent(RandomDraughts *random, int chance) { return below(random, 100) < chance; }

void random_draughts_start(RandomDraughts *random, const SlowGame *game, uint64_t seed, uint64_t stream)
{
    memset(random, 0, sizeof *random);
    random->game = game;
    random->state = seed;
    random->state = bits(random) ^ stream * 0xd1342543de82ef95;
    slow_start(game, &random->empty);
    for (int i = 0; i < 256; i++) {
        if (random->empty.cell[i] == '#') continue;
        random->empty.cell[i] = '.';
        random->square[random->square_count++] = (SlowSquare)i;
    }
}

/* Plays a random legal move; 0 without one. */
static int play(RandomDraughts *random, SlowPosition *position)
{
    SlowList list = {.limit = MOST_ROUTES};
    const int good = slow_moves(random->game, position, SLOW_KEEP, &list) && list.count > 0;
    if (good) slow_make(random->game, position, &list.move[below(random, (int)list.count)]);
    slow_free(&list);
    return good;
}

static const char *next_of_game(RandomDraughts *random, SlowPosition *position)
{
    if (random->plies_left == 0 || !play(random, &random->playing)) {
        slow_start(random->game, &random->playing);
        random->plies_left = 1 + below(random, MOST_PLIES);
        for (int i = below(random, 30); i > 0; i--) play(random, &random->playing);
    }
    random->plies_left--;
    *position = random->playing;
    return "game";
}

/* ---- placements ---- */

static SlowSquare any_square(RandomDraughts *random)
{
    return random->square[below(random, random->square_count)];
}

/* A man, or a king where men cannot stand. */
static void put(RandomDraughts *random, SlowPosition *position, SlowSquare square, char side, int king)
{
    if (position->cell[square] != '.') return;
    if (slow_is_crown(random->game, square, side)) king = 1;
    position->cell[square] = king ? side : (char)(side == 'W' ? 'w' : 'b');
}

static void put_some(RandomDraughts *random, SlowPosition *position, char side, int count, int king_chance)
{
    while (count-- > 0) put(random, position, any_square(random), side, percent(random, king_chance));
}

static void mixed(RandomDraughts *random, SlowPosition *position)
{
    const int most = random->square_count * 2 / 5, king_chance = below(random, 40);
    put_some(random, position, 'W', 1 + below(random, most), king_chance);
    put_some(random, position, 'B', 1 + below(random, most), king_chance);
}

static void kings(RandomDraughts *random, SlowPosition *position)
{
    const int most = random->square_count / 4, king_chance = 50 + below(random, 51);
    put_some(random, position, 'W', 1 + below(random, most), king_chance);
    put_some(random, position, 'B', 1 + below(random, most), king_chance);
}

/* A few pieces against many that stand one square apart, so that captures go on. */
static void long_captures(RandomDraughts *random, SlowPosition *position)
{
    const int file = below(random, 2), rank = below(random, 2), chance = 40 + below(random, 55);
    const int king_chance = percent(random, 50) ? 0 : below(random, 60);
    const char victim = position->side == 'W' ? 'B' : 'W';
    put_some(random, position, position->side, 1 + below(random, 3), percent(random, 50) ? 100 : 0);
    for (int i = 0; i < random->square_count; i++) {
        const SlowSquare square = random->square[i];
        if (square % 16 % 2 != file || square / 16 % 2 != rank || !percent(random, chance)) continue;
        put(random, position, square, victim, percent(random, king_chance));
    }
    put_some(random, position, victim, below(random, 4), king_chance);
}

/* 1 if a crown square of the side is at most two steps away. */
static int near_crown(const RandomDraughts *random, SlowSquare square, char side)
{
    for (int i = 0; i < random->square_count; i++) {
        const SlowSquare crown = random->square[i];
        if (slow_is_crown(random->game, crown, side) && abs(crown % 16 - square % 16) <= 2 &&
            abs(crown / 16 - square / 16) <= 2)
            return 1;
    }
    return 0;
}

static void near_promotion(RandomDraughts *random, SlowPosition *position)
{
    const int count = 2 + below(random, random->square_count / 2);
    for (int i = 0; i < count; i++) {
        const SlowSquare square = any_square(random);
        const char side = percent(random, 50) ? 'W' : 'B';
        if (near_crown(random, square, side) && !slow_is_crown(random->game, square, side))
            put(random, position, square, side, 0);
    }
    put_some(random, position, 'W', 1 + below(random, 3), 30);
    put_some(random, position, 'B', 1 + below(random, 3), 30);
}

const char *random_draughts_next(RandomDraughts *random, SlowPosition *position)
{
    static const struct {
        const char *name;
        void (*place)(RandomDraughts *, SlowPosition *);
    } kinds[] = {{"mixed", mixed},
                 {"kings", kings},
                 {"long captures", long_captures},
                 {"near promotion", near_promotion}};
    const int kind = below(random, 8);
    if (kind >= 4) return next_of_game(random, position);
    *position = random->empty;
    position->side = percent(random, 50) ? 'W' : 'B';
    kinds[kind].place(random, position);
    if (percent(random, 50)) play(random, position);
    return kinds[kind].name;
}
