/* SPDX-License-Identifier: MIT */
/* One-line messages about foreign text. Thread-safe. */
#ifndef RULES_NOTATION_MESSAGE_H
#define RULES_NOTATION_MESSAGE_H

#include <stddef.h>

#define NOTATION_ERROR 256 /* bytes of an error text, with its final 0 */
#define NOTATION_QUOTE 40  /* bytes of a quoted text, with its final 0 */

typedef struct {
    char text[NOTATION_QUOTE];
} NotationQuote;

/* text[0 .. length) in single quotes. Characters of UTF-8 that can be seen stay; control characters, backslashes, quotes
 * and bytes that are no UTF-8 become \xNN; what does not fit is replaced by "..." after the closing quote. */
NotationQuote notation_quote(const char *text, size_t length);

/* The first character of a text that ends with 0, likewise: of UTF-8 all of its bytes. */
NotationQuote notation_quote_character(const char *text);

/* Writes the message (cut to NOTATION_ERROR) to error and returns -1. */
__attribute__((format(printf, 2, 3))) int notation_fail(char error[NOTATION_ERROR], const char *format, ...);

/* The same, the message preceded by "column N: ", N being the place of `where` in `line`, from 1. */
__attribute__((format(printf, 4, 5))) int notation_fail_at(char error[NOTATION_ERROR], const char *line,
                                                           const char *where, const char *format, ...);

#endif
