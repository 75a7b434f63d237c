/* SPDX-License-Identifier: MIT */
/* A conversation in lines with a program or a person: what UCI, Hub and play share. */
#ifndef HOST_CONVERSATION_H
#define HOST_CONVERSATION_H

#include <stdio.h>

#define CONVERSATION_LINE (1 << 20)     /* bytes of a line, with its final 0 */
#define CONVERSATION_BLANKS " \t\v\f\r" /* between words */

typedef enum { LINE_READ, LINE_TOO_LONG, LINE_END } LineStatus;

/* Reads a line to text (room for CONVERSATION_LINE), without its end (LF, CRLF); zero bytes become blanks.
 * LINE_TOO_LONG: the line was passed over. LINE_END: no more input, an error, or a signal; the last line may
 * lack its end. */
LineStatus conversation_read(FILE *in, char *text);

/* One line to standard output, whole whatever other threads write, and at once. Thread-safe. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The next word of a line, which is cut off; NULL at its end. */
char *next_word(char **rest);

/* Where `word` stands in the text as a word of its own; NULL: nowhere. */
char *find_word(char *text, const char *word);

/* The text without blanks at its ends, which are cut off. */
char *trim_blanks(char *text);

/* The text, changed: one space between words and none at its ends. */
char *single_blanks(char *text);

/* Reads lines from standard input until one is answered by 0, the input ends, or the program is asked to
 * stop. A byte order mark in front of the first is passed over. Returns an exit code; *ended: 1 if the input ended. too_long: said of a line that was passed over. */
int converse(int (*answer)(void *user, char *line), void *user, const char *too_long, int *ended);

#endif
