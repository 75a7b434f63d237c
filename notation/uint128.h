/* SPDX-License-Identifier: MIT */
/* Decimal text of 128-bit counts. Pure functions, thread-safe. */
#ifndef RULES_NOTATION_UINT128_H
#define RULES_NOTATION_UINT128_H

#include <stddef.h>

__extension__ typedef unsigned __int128 u128;

#define UINT128_TEXT 40 /* 39 digits and the final 0 */

/* Writes value in decimal; returns the number of digits. */
size_t uint128_format(u128 value, char out[UINT128_TEXT]);

/* Reads text[0 .. length), which must consist of decimal digits alone (leading zeros are allowed).
 * Returns 0; -1 if there is no digit, anything else, or a value above 2^128 - 1 (*value is then kept). */
int uint128_parse(const char *text, size_t length, u128 *value);

#endif
