/* SPDX-License-Identifier: MIT */
#include "utf8.h"

#include <stdint.h>
#include <string.h>

size_t utf8_length(const char *text, size_t left)
{
    const unsigned char *p = (const unsigned char *)text;
    if (left < 2 || p[0] < 0xc2 || p[0] > 0xf4) return 0;
    const size_t length = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    const int low = p[0] == 0xe0 ? 0xa0 : p[0] == 0xf0 ? 0x90 : 0x80;  /* overlong below */
    const int high = p[0] == 0xed ? 0x9f : p[0] == 0xf4 ? 0x8f : 0xbf; /* surrogates, beyond Unicode above */
    if (length > left || p[1] < low || p[1] > high) return 0;
    for (size_t i = 2; i < length; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    return length;
}

size_t utf8_visible(const char *text, size_t left)
{
    static const char *const hidden[] = {"\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u2028",
                                         "\u2029", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e",
                                         "\u2060", "\u2066", "\u2067", "\u2068", "\u2069", "\ufeff"};
    const size_t length = utf8_length(text, left);
    if (length == 2 && text[0] == '\xc2' && (unsigned char)text[1] < 0xa0) return 0;
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (length == 3 && !memcmp(text, hidden[i], 3)) return 0;
    return length;
}

char *utf8_behind_mark(const char *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    return (char *)(uintptr_t)text + (strncmp(text, mark, 3) ? 0 : 3);
}
