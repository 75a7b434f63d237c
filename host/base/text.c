/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../notation/utf8.h"

void text_grouped(u128 value, char out[TEXT_NUMBER])
{
    char digits[UINT128_TEXT];
    int left = (int)uint128_format(value, digits);
    for (const char *p = digits; *p; p++) {
        *out++ = *p;
        if (--left > 0 && left % 3 == 0) *out++ = ',';
    }
    *out = 0;
}

/* Reads digits; the end of them, or NULL without a digit. *fits is 0 if the number does not fit. */
static const char *read_digits(const char *text, uint64_t *value, int *fits)
{
    uint64_t n = 0;
    const char *p = text;
    *fits = 1;
    for (; *p >= '0' && *p <= '9'; p++) {
        const uint64_t digit = (uint64_t)(*p - '0');
        if (n > (UINT64_MAX - digit) / 10) *fits = 0;
        else n = n * 10 + digit;
    }
    *value = n;
    return p == text ? NULL : p;
}

int text_parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    uint64_t n;
    int fits;
    const char *end = read_digits(text, &n, &fits);
    if (!end || *end || !fits || n < least || n > most) return -1;
    *value = n;
    return 0;
}

int text_parse_size(const char *text, uint64_t *bytes)
{
    static const char suffixes[] = "KMGTP";
    uint64_t n;
    int fits;
    const char *end = read_digits(text, &n, &fits);
    if (!end) return -1;
    unsigned shift = 0;
    if (*end) {
        const char *suffix = strchr(suffixes, toupper((unsigned char)*end));
        if (!suffix) return -1;
        shift = 10 * (unsigned)(suffix - suffixes + 1);
        end++;
        if (!strcmp(end, "iB") || !strcmp(end, "B")) end = "";
    }
    if (*end) return -1;
    if (!fits || n > UINT64_MAX >> shift) return 1;
    *bytes = n << shift;
    return 0;
}

/* Three significant digits: 1.23, 12.3, 123. */
static void three_digits(double value, const char *suffix, char out[TEXT_NUMBER])
{
    const int places = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    snprintf(out, TEXT_NUMBER, "%.*f%s", places, value, suffix);
}

void text_size(uint64_t bytes, char out[TEXT_NUMBER])
{
    static const char *const units[] = {" KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
    if (bytes < 1024) {
        snprintf(out, TEXT_NUMBER, "%d B", (int)bytes);
        return;
    }
    double value = (double)bytes / 1024;
    int unit = 0;
    for (; value >= 1023.5; unit++) value /= 1024;
    three_digits(value, units[unit], out);
}

void text_rate(double rate, char out[TEXT_NUMBER])
{
    static const char *const units[] = {"", " k", " M", " G", " T", " P", " E"};
    if (!isfinite(rate) || rate < 0 || rate > 9e20) {
        strcpy(out, "-");
        return;
    }
    int unit = 0;
    for (; rate >= 999.5; unit++) rate /= 1000;
    three_digits(rate, units[unit], out);
}

void text_seconds(double seconds, char out[TEXT_NUMBER])
{
    if (!isfinite(seconds) || seconds < 0 || seconds > 1e12) {
        strcpy(out, "-");
        return;
    }
    if (seconds < 59.95) {
        snprintf(out, TEXT_NUMBER, "%.*f s", seconds < 9.9995 ? 3 : 1, seconds);
        return;
    }
    const uint64_t s = (uint64_t)(seconds + 0.5), minutes = s / 60, hours = minutes / 60, days = hours / 24;
    if (days) snprintf(out, TEXT_NUMBER, "%llu d %02d h", (unsigned long long)days, (int)(hours % 24));
    else if (hours) snprintf(out, TEXT_NUMBER, "%d h %02d min", (int)hours, (int)(minutes % 60));
    else snprintf(out, TEXT_NUMBER, "%d min %02d s", (int)minutes, (int)(s % 60));
}

static int least(int a, int b) { return a < b ? a : b; }

int text_distance(const char *a, const char *b)
{
    enum { MOST = 32 };
    int d[MOST][MOST]; /* d[i][j]: between the first i letters of a and the first j of b */
    const int la = (int)strnlen(a, MOST - 1), lb = (int)strnlen(b, MOST - 1);
    for (int i = 0; i <= la; i++) {
        for (int j = 0; j <= lb; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            const int differ = a[i - 1] != b[j - 1];
            d[i][j] = least(d[i - 1][j - 1] + differ, 1 + least(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[la][lb];
}

/* Bytes of the character that can be seen, 0 if it cannot. */
static size_t visible(const char *text)
{
    if (*text >= 0x20 && *text < 0x7f) return 1;
    return utf8_visible(text, strnlen(text, 4));
}

void text_printable(const char *text, char *out, uint32_t size)
{
    const size_t room = size - 4; /* for "..." and the final 0 */
    size_t length = 0;
    while (*text) {
        const size_t kept = visible(text), need = kept ? kept : 4;
        if (length + need > room) {
            strcpy(out + length, "...");
            return;
        }
        if (kept) memcpy(out + length, text, kept);
        else snprintf(out + length, 5, "\\x%02x", (unsigned char)*text);
        length += need;
        text += kept ? kept : 1;
    }
    out[length] = 0;
}

/* 1 if the terminal's character set is UTF-8, as LC_ALL, LC_CTYPE or LANG says, the first that is set. */
static int locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *value = NULL;
    for (int i = 0; i < 3 && (!value || !*value); i++) value = getenv(names[i]);
    return value && (strcasestr(value, "UTF-8") || strcasestr(value, "utf8"));
}

void text_write_in_locale(const char *text, FILE *out)
{
    const int utf8 = locale_is_utf8();
    for (; *text; text++)
        if (utf8 || !(*text & 0x80)) putc(*text, out);
        else fprintf(out, "\\x%02x", (unsigned char)*text);
}

/* How far `given` is from a name: 0 for its beginning, else the edit distance, FAR beyond typing errors, which are one
 * in a word of 2 letters, two in one of 5, three in one of 8. */
enum { FAR = 4 };
static int farness(const char *given, const char *name)
{
    if (*given && !strncmp(given, name, strlen(given))) return 0;
    const int distance = text_distance(given, name);
    return distance < FAR && 3 * distance <= (int)strlen(name) + 1 ? distance : FAR;
}

int text_is_near(const char *given, const char *name) { return farness(given, name) < FAR; }

void text_unknown(const char *what, const char *given, const char *const *names, char *out, uint32_t size)
{
    int nearest = FAR; /* if that stays, all names are listed */
    for (int i = 0; names[i]; i++)
        if (farness(given, names[i]) < nearest) nearest = farness(given, names[i]);

    char list[512] = "", quoted[64];
    size_t length = 0;
    for (int i = 0; names[i]; i++) {
        if (farness(given, names[i]) > nearest || length + strlen(names[i]) + 3 > sizeof list) continue;
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", *list ? ", " : "", names[i]);
    }
    text_printable(given, quoted, sizeof quoted);
    snprintf(out, size, "unknown %s '%s'; %s %s%s", what, quoted, nearest < FAR ? "did you mean" : "expected",
             list, nearest < FAR ? "?" : "");
}
