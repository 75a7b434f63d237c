/* SPDX-License-Identifier: MIT */
#include "pdn_signs.h"

#include <string.h>

/* clang-format off */
static const struct {
    const char *sign;
    int capture;
} signs[] = {
    {"-", 0},            {"x", 1},            {"X", 1},            {":", 1},
    {"\xe2\x80\x90", 0}, {"\xe2\x80\x91", 0}, {"\xe2\x80\x92", 0}, {"\xe2\x80\x93", 0}, /* hyphens, dashes */
    {"\xe2\x80\x94", 0}, {"\xe2\x88\x92", 0}, {"\xc2\xad", 0},     {"\xc2\x96", 0},
    {"\xc3\x97", 1},     {"\xad", 0},         {"\x96", 0},         {"\xd7", 1},
};
/* clang-format on */

size_t pdn_sign_length(const char *at, size_t left, int *capture)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const size_t length = strlen(signs[i].sign);
        if (length > left || memcmp(at, signs[i].sign, length)) continue;
        *capture = signs[i].capture;
        return length;
    }
    return 0;
}
