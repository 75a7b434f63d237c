/* SPDX-License-Identifier: MIT */
#include "message.h"
#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

NotationQuote notation_quote(const char *text, size_t length)
{
    static const char cut[] = "'...";
    NotationQuote quote;
    size_t used = 0;
    quote.text[used++] = '\'';
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)text[i];
        const int plain = c >= 32 && c < 127 && c != '\'' && c != '\\';
        const size_t kept = plain ? 1 : utf8_visible(text + i, length - i);
        if (used + (kept ? kept : 4) + sizeof cut > sizeof quote.text) {
            memcpy(quote.text + used, cut, sizeof cut);
            return quote;
        }
        if (kept) memcpy(quote.text + used, text + i, kept);
        else snprintf(quote.text + used, 5, "\\x%02x", c);
        used += kept ? kept : 4;
        i += kept ? kept : 1;
    }
    quote.text[used++] = '\'';
    quote.text[used] = 0;
    return quote;
}

NotationQuote notation_quote_character(const char *text)
{
    const size_t length = utf8_visible(text, strnlen(text, 4));
    return notation_quote(text, length ? length : strnlen(text, 1));
}

int notation_fail(char error[NOTATION_ERROR], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, NOTATION_ERROR, format, arguments);
    va_end(arguments);
    return -1;
}

int notation_fail_at(char error[NOTATION_ERROR], const char *line, const char *where, const char *format, ...)
{
    va_list arguments;
    const int used = snprintf(error, NOTATION_ERROR, "column %zu: ", (size_t)(where - line) + 1);
    va_start(arguments, format);
    vsnprintf(error + used, NOTATION_ERROR - (size_t)used, format, arguments);
    va_end(arguments);
    return -1;
}
