#include "score.h"

#include <string.h>

/* Bytes of the UTF-8 character at `at`, 0 if there is none; of those beyond ASCII. */
static size_t utf8_length(const unsigned char *at, size_t left)
{
    const size_t length = at[0] >= 0xf5 ? 0 : at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : at[0] >= 0xc2 ? 2 : 0;
    if (!length || length > left) return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    if (at[0] == 0xe0 && at[1] < 0xa0) return 0;  /* longer than needed */
    if (at[0] == 0xed && at[1] >= 0xa0) return 0; /* surrogates */
    if (at[0] == 0xf0 && at[1] < 0x90) return 0;
    if (at[0] == 0xf4 && at[1] >= 0x90) return 0;
    return length;
}

int score_text(const char *text, size_t length, int escaped, char *out, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)text[i];
        char bytes[4] = {text[i]};
        size_t count = 1, taken = 1;
        if (escaped && c == '\\' && i + 1 < length && (text[i + 1] == '"' || text[i + 1] == '\\')) {
            bytes[0] = text[i + 1];
            taken = 2;
        } else if (c < 32 || c == 127) {
            bytes[0] = ' ';
        } else if (c >= 128) {
            count = utf8_length((const unsigned char *)text + i, length - i);
            taken = count ? count : 1;
            if (count) {
                memcpy(bytes, text + i, count);
            } else { /* Latin-1 */
                count = 2;
                bytes[0] = (char)(0xc0 | c >> 6);
                bytes[1] = (char)(0x80 | (c & 0x3f));
            }
        }
        if (used + count + 1 > room) {
            out[used] = 0;
            return 1;
        }
        memcpy(out + used, bytes, count);
        used += count;
        i += taken;
    }
    out[used] = 0;
    return 0;
}
