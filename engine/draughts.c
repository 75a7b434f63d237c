/* Every draughts game as a row of the engine, from its row in rulesets.h. */
#include <pthread.h>
#include <string.h>

#include "draughts_game.h"
#include "row.h"
#include "worker.h"

_Static_assert(sizeof(DraughtsPosition) == sizeof(EnginePosition), "a draughts position fills an engine's position");

#define B u64
#define B_WORDS 1
#define G_SUFFIX one
#include "draughts_search.h"
#undef B
#undef B_WORDS

#define B B128
#define B_WORDS 2
#define G_SUFFIX two
#include "draughts_search.h"
#undef B
#undef B_WORDS

static EngineGame games[DRAUGHTS_GAMES];
static DraughtsRow rows[DRAUGHTS_GAMES];

static void fill_game(int id)
{
    const int one = draughts_words(&draughts_games[id].rules) == 1;
    draughts_row_fill(&rows[id], &draughts_games[id]);
    games[id] = (EngineGame){
        .name = draughts_games[id].name,
        .tree_bytes = one ? sizeof(Tree_one) : sizeof(Tree_two),
        .forget = one ? forget_one : forget_two,
        .search = one ? search_root_one : search_root_two,
        .children = one ? children_one : children_two,
        .zeroing = one ? zeroing_one : zeroing_two,
        .men = one ? public_men_one : public_men_two,
        .clock_limit = draughts_clock_limit((DraughtsGameId)id),
        .rules = &rows[id],
    };
}

static void fill(void)
{
    for (int id = 0; id < DRAUGHTS_GAMES; id++) fill_game(id);
}

const EngineGame *engine_draughts(int id)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
    return id >= 0 && id < DRAUGHTS_GAMES ? &games[id] : NULL;
}
