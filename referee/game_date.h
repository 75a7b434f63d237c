/* SPDX-License-Identifier: MIT */
/* The tag Date of a game. Host only, thread-safe. */
#ifndef RULES_REFEREE_GAME_DATE_H
#define RULES_REFEREE_GAME_DATE_H

#include "../rules/portable.h"

#define GAME_DATE_UNKNOWN 99999999u

/* The last day that the text may mean, as 20140701: "2014.07.01", also with - or / or the day first; "2014.??.??"
 * and "201?" have nines where they are open. GAME_DATE_UNKNOWN if it is no date. */
u32 game_date_latest(const char *text);

#endif
