#include "line_input.h"

LineStatus line_input(FILE *in, char *text)
{
    size_t length = 0;
    int c, any = 0;
    while ((c = getc(in)) != EOF && c != '\n') {
        any = 1;
        if (length < LINE_INPUT_MOST) text[length++] = c ? (char)c : ' ';
    }
    if (c == EOF && !any) return LINE_END;
    if (length >= LINE_INPUT_MOST) return LINE_TOO_LONG;
    if (length > 0 && text[length - 1] == '\r') length--;
    text[length] = 0;
    return LINE_READ;
}
