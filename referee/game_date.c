/* SPDX-License-Identifier: MIT */
#include "game_date.h"

#include <string.h>

typedef struct {
    u32 value;
    size_t length; /* 0: no date */
} Part;

/* Digits, with nines for question marks, to a separator or the end. */
static Part read_part(const char **at)
{
    Part part = {0, strspn(*at, "0123456789?")};
    if (part.length > 4) part.length = 0;
    for (size_t i = 0; i < part.length; i++)
        part.value = 10 * part.value + ((*at)[i] == '?' ? 9 : (u32)((*at)[i] - '0'));
    *at += part.length;
    if (**at && strchr(".-/", **at)) ++*at;
    return part;
}

static u32 or_open(Part part) { return part.length ? part.value : 99; }

u32 game_date_latest(const char *text)
{
    Part first = read_part(&text);
    const Part month = read_part(&text);
    Part last = read_part(&text);
    if (first.length != 4) {
        const Part day = first;
        first = last;
        last = day;
    }
    if (first.length != 4 || month.length > 2 || last.length > 2) return GAME_DATE_UNKNOWN;
    return first.value * 10000 + or_open(month) * 100 + or_open(last);
}
