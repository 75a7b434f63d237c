/* Whatever every processor of the family has. */
#include "retrograde_engine.h"

static int supported(void) { return 1; }

const RetrogradeBuild retrograde_plain = {"plain", supported, mark_illegal, look_up, wins, losses, commit, finish};
