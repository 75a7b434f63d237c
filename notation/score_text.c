/* SPDX-License-Identifier: MIT */
#include "score.h"
#include "utf8.h"

#include <string.h>

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
            count = utf8_length(text + i, length - i);
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
