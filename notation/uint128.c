/* SPDX-License-Identifier: MIT */
#include "uint128.h"

#include <string.h>

size_t uint128_format(u128 value, char out[UINT128_TEXT])
{
    char digits[UINT128_TEXT];
    size_t at = sizeof digits;
    digits[--at] = 0;
    do {
        digits[--at] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value);
    memcpy(out, digits + at, sizeof digits - at);
    return sizeof digits - at - 1;
}

int uint128_parse(const char *text, size_t length, u128 *value)
{
    const u128 max = ~(u128)0;
    u128 sum = 0;
    if (!length) return -1;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return -1;
        const unsigned digit = (unsigned)(text[i] - '0');
        if (sum > (max - digit) / 10) return -1;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return 0;
}
