/* SPDX-License-Identifier: MIT */
/* json.c: exact text, refusals, and random lines read back by Python's parser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/json.h"

/* What was written to `file`, into `text`; the file is closed. */
static void take_text(FILE *file, char *text, size_t size)
{
    rewind(file);
    text[fread(text, 1, size - 1, file)] = 0;
    fclose(file);
}

static void writes_exactly(void **state)
{
    (void)state;
    char text[1000];
    Json json;
    FILE *file = tmpfile();
    assert_non_null(file);
    json_open(&json, file);
    json_string(&json, "record", "perft");
    json_count(&json, "nodes", ~(u128)0);
    json_integer(&json, "depth", -7);
    json_integer(&json, "least", INT64_MIN);
    json_number(&json, "seconds", 0.125);
    json_number(&json, "nan", NAN);
    json_number(&json, "infinite", -INFINITY);
    json_boolean(&json, "done", 2);
    json_string(&json, "none", NULL);
    json_array(&json, "empty");
    json_end(&json);
    json_array(&json, "moves");
    json_object(&json, NULL);
    json_string(&json, "a\"b\\c", "\x01\t\n\x7f\"\\/");
    json_end(&json);
    json_string(&json, NULL, "\xc3\xa9\xf0\x9f\x99\x82");
    json_end(&json);
    assert_int_equal(json_close(&json), 0);
    take_text(file, text, sizeof text);
    assert_string_equal(text, "{\"record\":\"perft\",\"nodes\":\"340282366920938463463374607431768211455\","
                              "\"depth\":-7,\"least\":-9223372036854775808,\"seconds\":0.125,\"nan\":null,"
                              "\"infinite\":null,\"done\":true,\"none\":null,\"empty\":[],\"moves\":"
                              "[{\"a\\\"b\\\\c\":"
                              "\"\\u0001\\t\\n\\u007f\\\"\\\\/\"},\"\xc3\xa9\xf0\x9f\x99\x82\"]}\n");
}

static void replaces_what_is_no_utf8(void **state)
{
    (void)state;
    const struct {
        const char *given, *written; /* R stands for U+FFFD */
    } cases[] = {
        {"\xff", "R"},
        {"a\x80z", "aRz"},
        {"\xc3", "R"},
        {"\xc0\x80", "RR"},           /* overlong */
        {"\xe0\x80\x80", "RRR"},      /* overlong */
        {"\xed\xa0\x80", "RRR"},      /* surrogate */
        {"\xf4\x90\x80\x80", "RRRR"}, /* beyond U+10FFFF */
        {"\xf0\x9f\x99", "RRR"},      /* cut short */
        {"\xe2\x82\xac", "\xe2\x82\xac"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100], expected[100] = "{\"s\":\"";
        Json json;
        FILE *file = tmpfile();
        assert_non_null(file);
        json_open(&json, file);
        json_string(&json, "s", cases[i].given);
        assert_int_equal(json_close(&json), 0);
        take_text(file, text, sizeof text);
        for (const char *p = cases[i].written; *p; p++) {
            const char letter[] = {*p, 0};
            strcat(expected, *p == 'R' ? "\xef\xbf\xbd" : letter);
        }
        strcat(expected, "\"}\n");
        assert_string_equal(text, expected);
    }
}

static void refuses_bad_nesting(void **state)
{
    (void)state;
    char text[1000];
    Json json;
    FILE *file = tmpfile();
    assert_non_null(file);

    json_open(&json, file);
    json_integer(&json, NULL, 1); /* no key */
    json_array(&json, "list");
    json_integer(&json, "key", 2); /* a key in an array */
    json_integer(&json, NULL, 3);
    assert_int_equal(json_close(&json), -1); /* open */

    json_open(&json, file);
    json_end(&json); /* the line itself */
    json_integer(&json, "one", 1);
    assert_int_equal(json_close(&json), -1);

    json_open(&json, file);
    for (int i = 0; i < 2 * JSON_DEPTH; i++) json_array(&json, i ? NULL : "deep");
    assert_int_equal(json_close(&json), -1);

    take_text(file, text, sizeof text);
    assert_string_equal(text, "{\"list\":[3]}\n{\"one\":1}\n{\"deep\":[[[[[[[]]]]]]]}\n");
}

static uint64_t random_state;

static uint64_t random_below(uint64_t n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % n;
}

/* A line whose "text" the reader can make from "code": valid UTF-8 of one to four bytes a letter. */
static void write_random_text(Json *json)
{
    char text[200] = "";
    size_t length = 0;
    uint64_t codes[40];
    const int n = (int)random_below(40);
    for (int i = 0; i < n; i++) {
        static const uint64_t ends[] = {0x80, 0x800, 0xd800, 0x110000};
        uint64_t c = 1 + random_below(ends[random_below(4)] - 1);
        if (c >= 0xd800 && c < 0xe000) c = '"';
        codes[i] = c;
        if (c < 0x80) text[length++] = (char)c;
        else {
            const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
            static const uint64_t first[] = {0, 0xc0, 0xe0, 0xf0};
            text[length++] = (char)(first[more] | c >> 6 * more);
            for (int k = more - 1; k >= 0; k--) text[length++] = (char)(0x80 | (c >> 6 * k & 0x3f));
        }
    }
    text[length] = 0;
    json_string(json, "text", text);
    json_array(json, "codes");
    for (int i = 0; i < n; i++) json_integer(json, NULL, (int64_t)codes[i]);
    json_end(json);
}

/* Calls in any order, wrong ones among them. */
static void write_random_calls(Json *json)
{
    for (uint64_t calls = random_below(40); calls > 0; calls--) {
        char bytes[8] = "", name[24];
        for (int i = 0; i < 7; i++) bytes[i] = (char)random_below(256);
        snprintf(name, sizeof name, "k%d", (int)calls);
        const char *key = random_below(2) ? name : NULL;
        switch (random_below(8)) {
        case 0: json_object(json, key); break;
        case 1: json_array(json, key); break;
        case 2: json_end(json); break;
        case 3: json_string(json, key, bytes); break;
        case 4: json_count(json, key, (u128)random_below(UINT64_MAX) << random_below(64)); break;
        case 5: json_integer(json, key, (int64_t)random_below(UINT64_MAX)); break;
        case 6: {
            const uint64_t bits = random_below(UINT64_MAX);
            double value;
            memcpy(&value, &bits, sizeof value);
            json_number(json, key, value);
            break;
        }
        default: json_boolean(json, key, (int)random_below(2)); break;
        }
    }
}

static void is_read_by_python(void **state)
{
    (void)state;
    if (system("python3 -c ''")) skip();
    random_state = (uint64_t)time(NULL) | 1;
    print_message("seed %llu\n", (unsigned long long)random_state);
    enum { LINES = 4000 };
    FILE *reader = popen("python3 -c '\n"
                         "import json, sys\n"
                         "def refuse(text): raise ValueError(text)\n"
                         "lines = sys.stdin.buffer.read().decode().split(\"\\n\")\n"
                         "for line in lines[:-1]:\n"
                         "    record = json.loads(line, parse_constant=refuse)\n"
                         "    codes = list(map(ord, record.get(\"text\", \"\")))\n"
                         "    assert codes == record.get(\"codes\", []), line\n"
                         "assert len(lines) == 4001 and lines[-1] == \"\", len(lines)\n'",
                         "w");
    assert_non_null(reader);
    for (int i = 0; i < LINES; i++) {
        Json json;
        json_open(&json, reader);
        if (i % 2) write_random_text(&json);
        else write_random_calls(&json);
        json_close(&json);
    }
    assert_int_equal(pclose(reader), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_exactly),
        cmocka_unit_test(replaces_what_is_no_utf8),
        cmocka_unit_test(refuses_bad_nesting),
        cmocka_unit_test(is_read_by_python),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
