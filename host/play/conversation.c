/* SPDX-License-Identifier: MIT */
#include "conversation.h"

#include "../cli/cli.h"
#include "../base/interrupt.h"

#include "../../notation/utf8.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

LineStatus conversation_read(FILE *in, char *text)
{
    size_t length = 0;
    int c, any = 0;
    while (((c = getc(in)) != EOF && c != '\n') || (c == EOF && interrupt_read_on(in))) {
        if (c == EOF) continue;
        any = 1;
        if (length < CONVERSATION_LINE) text[length++] = c ? (char)c : ' ';
    }
    if (c == EOF && !any) return LINE_END;
    if (length >= CONVERSATION_LINE) return LINE_TOO_LONG;
    if (length > 0 && text[length - 1] == '\r') length--;
    text[length] = 0;
    return LINE_READ;
}

void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    flockfile(stdout);
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
    funlockfile(stdout);
    va_end(arguments);
}

char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, CONVERSATION_BLANKS);
    if (!*word) return NULL;
    char *end = word + strcspn(word, CONVERSATION_BLANKS);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return word;
}

static int is_blank(char c) { return c && strchr(CONVERSATION_BLANKS, c); }

char *find_word(char *text, const char *word)
{
    const size_t length = strlen(word);
    for (char *at = text; (at = strstr(at, word)) != NULL; at += length)
        if ((at == text || is_blank(at[-1])) && (at[length] == 0 || is_blank(at[length]))) return at;
    return NULL;
}

char *trim_blanks(char *text)
{
    text += strspn(text, CONVERSATION_BLANKS);
    size_t length = strlen(text);
    while (length > 0 && is_blank(text[length - 1])) length--;
    text[length] = 0;
    return text;
}

char *single_blanks(char *text)
{
    char *end = text, *rest = text, *word = next_word(&rest);
    while (word) {
        const size_t length = strlen(word);
        memmove(end, word, length);
        end += length;
        word = next_word(&rest);
        if (word) *end++ = ' ';
    }
    *end = 0;
    return text;
}

int converse(int (*answer)(void *user, char *line), void *user, const char *too_long, int *ended)
{
    char *line = malloc(CONVERSATION_LINE);
    int first = 1;
    *ended = 0;
    if (!line) return cli_fail(CLI_MEMORY, "not enough memory for a line of input");
    while (!interrupt_requested() && !ferror(stdout)) {
        const LineStatus status = conversation_read(stdin, line);
        if (status == LINE_END) *ended = 1;
        if (status == LINE_TOO_LONG) say("%s", too_long);
        else if (status == LINE_END || !answer(user, first ? utf8_behind_mark(line) : line)) break;
        first = 0;
    }
    free(line);
    return interrupt_requested() ? CLI_STOPPED : CLI_DONE;
}
