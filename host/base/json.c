/* SPDX-License-Identifier: MIT */
#include "json.h"

#include "../../notation/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void write_string(FILE *out, const char *text)
{
    putc('"', out);
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        const size_t length = *p < 0x80 ? 1 : utf8_length((const char *)p, strnlen((const char *)p, 4));
        if (length == 0) fputs("\xef\xbf\xbd", out);
        else if (*p == '"' || *p == '\\') fprintf(out, "\\%c", *p);
        else if (*p == '\n') fputs("\\n", out);
        else if (*p == '\t') fputs("\\t", out);
        else if (*p < 0x20 || *p == 0x7f) fprintf(out, "\\u%04x", *p);
        else fwrite(p, 1, length, out);
        p += length ? length : 1;
    }
    putc('"', out);
}

/* Writes the comma and the key; 0 if a value may not stand here. */
static int begin_value(Json *json, const char *key)
{
    const int in_object = json->depth > 0 && json->closer[json->depth - 1] == '}';
    if (json->depth == 0 || in_object != (key != NULL)) {
        json->broken = 1;
        return 0;
    }
    if (json->filled) putc(',', json->out);
    json->filled = 1;
    if (key) {
        write_string(json->out, key);
        putc(':', json->out);
    }
    return 1;
}

static void push(Json *json, char opener, char closer)
{
    putc(opener, json->out);
    json->closer[json->depth++] = closer;
    json->filled = 0;
}

static void nest(Json *json, const char *key, char opener, char closer)
{
    if (json->depth == JSON_DEPTH) json->broken = 1;
    else if (begin_value(json, key)) push(json, opener, closer);
}

void json_open(Json *json, FILE *out)
{
    memset(json, 0, sizeof *json);
    json->out = out;
    push(json, '{', '}');
}

void json_object(Json *json, const char *key) { nest(json, key, '{', '}'); }

void json_array(Json *json, const char *key) { nest(json, key, '[', ']'); }

void json_end(Json *json)
{
    if (json->depth <= 1) {
        json->broken = 1;
        return;
    }
    putc(json->closer[--json->depth], json->out);
    json->filled = 1;
}

int json_close(Json *json)
{
    if (json->depth != 1) json->broken = 1;
    while (json->depth > 0) putc(json->closer[--json->depth], json->out);
    putc('\n', json->out);
    fflush(json->out);
    return json->broken ? -1 : 0;
}

void json_string(Json *json, const char *key, const char *text)
{
    if (!begin_value(json, key)) return;
    if (text) write_string(json->out, text);
    else fputs("null", json->out);
}

void json_count(Json *json, const char *key, u128 value)
{
    char text[UINT128_TEXT];
    uint128_format(value, text);
    json_string(json, key, text);
}

void json_integer(Json *json, const char *key, int64_t value)
{
    if (begin_value(json, key)) fprintf(json->out, "%" PRId64, value);
}

void json_number(Json *json, const char *key, double value)
{
    if (!begin_value(json, key)) return;
    if (isfinite(value)) fprintf(json->out, "%.9g", value);
    else fputs("null", json->out);
}

void json_boolean(Json *json, const char *key, int value)
{
    if (begin_value(json, key)) fputs(value ? "true" : "false", json->out);
}
