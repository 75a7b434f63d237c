/* Any processor. */
#include "draughts_retrograde_engine.h"

static int supported(void) { return 1; }

const DraughtsBuild draughts_retrograde_plain = {"plain", supported, look_up, wins, losses, write_row};
