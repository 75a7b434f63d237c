#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

NotationQuote notation_quote(const char *text, size_t length)
{
    static const char cut[] = "'...";
    NotationQuote quote;
    size_t used = 0;
    quote.text[used++] = '\'';
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        const int plain = c >= 32 && c < 127 && c != '\'' && c != '\\';
        if (used + (plain ? 1 : 4) + sizeof cut > sizeof quote.text) {
            memcpy(quote.text + used, cut, sizeof cut);
            return quote;
        }
        if (plain)
            quote.text[used++] = (char)c;
        else
            used += (size_t)snprintf(quote.text + used, 5, "\\x%02x", c);
    }
    quote.text[used++] = '\'';
    quote.text[used] = 0;
    return quote;
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
