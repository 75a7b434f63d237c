/* SPDX-License-Identifier: MIT */
/* Numbers as text and text as numbers, for people. No function here keeps state: all are thread-safe. */
#ifndef HOST_TEXT_H
#define HOST_TEXT_H

#include <stdint.h>
#include <stdio.h>

#include "../../notation/uint128.h"

#define TEXT_NUMBER 56 /* enough for any number below, with its final 0 */

/* 340,282,366,920,938,463,463,374,607,431,768,211,455 */
void text_grouped(u128 value, char out[TEXT_NUMBER]);

/* A decimal number from least to most, with nothing before or after it. 0, or -1 and *value unchanged. */
int text_parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *value);
/* Bytes: a decimal number, K, M, G, T or P behind it for powers of 1024 (k, KiB and KB are read as K).
 * 0; else *bytes is unchanged: -1 for what is no size, 1 for one of 2^64 bytes and more. */
int text_parse_size(const char *text, uint64_t *bytes);

/* 1.50 GiB */
void text_size(uint64_t bytes, char out[TEXT_NUMBER]);
/* 0.123 s, 12.3 s, 2 min 03 s, 5 h 07 min, 3 d 04 h; "-" for what is no time (negative, infinite, NaN) */
void text_seconds(double seconds, char out[TEXT_NUMBER]);
/* Per second with an SI suffix, without a unit: 1.23 G, 456 M, 7.00; "-" for what is no rate */
void text_rate(double rate, char out[TEXT_NUMBER]);

/* Edit distance: letters inserted, deleted, replaced, or swapped with their neighbour. Texts longer than 31
 * letters are cut. */
int text_distance(const char *a, const char *b);

/* 1 if `given` is the beginning of the name, or typing errors away from it: one in a word of 2 letters, two in one of 5,
 * three in one of 8. */
int text_is_near(const char *given, const char *name);

/* What can be seen of `text`, ASCII and UTF-8, everything else as \xNN, for messages that quote what a user gave. Long
 * texts are cut and end in "...". out has room for `size` bytes, at least 16. */
void text_printable(const char *text, char *out, uint32_t size);

/* Writes a line of a message: what the locale's terminal cannot show as \xNN, which is all beyond ASCII where it is not
 * UTF-8. */
void text_write_in_locale(const char *text, FILE *out);

/* "unknown game 'ches'; did you mean chess?", or with all names where none is near. names ends with NULL; out has
 * room for `size` bytes, 700 for any text. */
void text_unknown(const char *what, const char *given, const char *const *names, char *out, uint32_t size);

#endif
