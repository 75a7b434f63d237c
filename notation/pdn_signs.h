/* SPDX-License-Identifier: MIT */
/* Signs that stand between the squares of a move in PDN. Host only; thread-safe. */
#ifndef RULES_NOTATION_PDN_SIGNS_H
#define RULES_NOTATION_PDN_SIGNS_H

#include <stddef.h>

/* Bytes of the sign at `at`, 0 without one in the `left` bytes: hyphens and dashes; of a capture x, a colon, the
 * multiplication sign, with *capture 1. UTF-8, or single bytes of the usual code pages. */
size_t pdn_sign_length(const char *at, size_t left, int *capture);

#endif
