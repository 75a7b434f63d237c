/* SPDX-License-Identifier: MIT */
/* UTF-8. Thread-safe. */
#ifndef RULES_NOTATION_UTF8_H
#define RULES_NOTATION_UTF8_H

#include <stddef.h>

/* Bytes, 2 to 4, of the character beyond ASCII that begins `left` bytes of text; 0 if none does (overlong forms and
 * surrogates are none). A final 0 ends the text. */
size_t utf8_length(const char *text, size_t left);

/* The same for characters that are seen: 0 for controls, and for what reorders or hides text (marks of direction,
 * blanks without width). */
size_t utf8_visible(const char *text, size_t left);

/* Text behind a byte order mark, if it begins with one. */
char *utf8_behind_mark(const char *text);

#endif
