/* SPDX-License-Identifier: MIT */
/* The codec of tables: what is coded comes back, and damaged bytes do no harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "solver/codec/codec.h"

#define HIDDEN 251            /* stands in coded cells before they are decoded */
#define BYTES_SUM 0x8939e60bu /* of what an earlier version wrote: readers of old files depend on it */

static u64 seed;

static u32 random_below(u32 n)
{
    seed = seed * U64(6364136223846793005) + U64(1442695040888963407);
    return (u32)(seed >> 33) % n;
}

/* ---- blocks ---- */

/* The value of a cell: block, p, q. */
typedef u32 Pattern(int block, u32 p, u32 q);

static u32 one_value(int block, u32 p, u32 q) { return (void)block, (void)p, (void)q, 3; }
static u32 any_value(int block, u32 p, u32 q) { return (void)block, (void)p, (void)q, random_below(256); }
static u32 all_values(int block, u32 p, u32 q) { return ((u32)block + p * 64 + q) & 255; }

/* Kings' distances, with a few values out of the row. */
static u32 smooth(int block, u32 p, u32 q)
{
    const int file = abs((int)(p & 7) - (int)(q & 7)), rank = abs((int)(p >> 3) - (int)(q >> 3));
    return (u32)(file > rank ? 3 * file + rank : file + 3 * rank) + (u32)block + (random_below(40) == 0);
}

static u32 extremes(int block, u32 p, u32 q) { return (void)block, (p ^ q) & 1 ? 255 : 0; }

/* One cell in eight is not coded, half of those are known. */
static void fill(CodecBlock *blocks, int n, CodecKind kind, Pattern *pattern)
{
    memset(blocks, 0, (size_t)n * sizeof *blocks);
    for (int b = 0; b < n; b++) {
        blocks[b].reference = b ? (int)random_below((u32)b + 1) - 1 : -1;
        for (u32 i = 0; i < CODEC_CELLS; i++) {
            const u32 state = random_below(16), value = pattern(b, i >> 6, i & 63);
            if (state > 1) blocks[b].coded[i >> 6] |= U64(1) << (i & 63);
            if (state == 1) blocks[b].known[i >> 6] |= U64(1) << (i & 63);
            blocks[b].value[i] = (u8)(kind == CODEC_WDL ? value % 5 : value);
            blocks[b].hint[i] = (u8)(kind == CODEC_WDL ? random_below(8) : (i >> 6) & 4);
        }
    }
}

static int is_coded(const CodecBlock *block, u32 cell) { return block->coded[cell >> 6] >> (cell & 63) & 1; }

/* The same blocks as the decoder gets them. */
static CodecBlock *hidden(const CodecBlock *blocks, int n)
{
    CodecBlock *copy = malloc((size_t)n * sizeof *copy);
    memcpy(copy, blocks, (size_t)n * sizeof *copy);
    for (int b = 0; b < n; b++)
        for (u32 i = 0; i < CODEC_CELLS; i++)
            if (is_coded(&copy[b], i)) copy[b].value[i] = HIDDEN;
    return copy;
}

static Codec *build(CodecKind kind, const CodecBlock *blocks, int n)
{
    CodecCounts *counts = codec_counts_open(kind);
    assert_non_null(counts);
    if (n) assert_int_equal(codec_count(counts, blocks, n), 0);
    Codec *codec = codec_build(counts);
    assert_non_null(codec);
    codec_counts_close(counts);
    return codec;
}

/* Encodes, and decodes with a codec that was written and read. Returns the bytes of the group. */
static size_t round_trip(const Codec *codec, const CodecBlock *blocks, int n)
{
    u8 *out = malloc(codec_room(n));
    const long size = codec_encode(codec, blocks, n, out, codec_room(n));
    assert_true(size >= 0);
    Codec *read = codec_read(codec_bytes(codec), codec_size(codec));
    assert_non_null(read);
    CodecBlock *copy = hidden(blocks, n);
    assert_int_equal(codec_decode(read, out, (size_t)size, copy, n, 1), 0);
    assert_memory_equal(copy, blocks, (size_t)n * sizeof *blocks);
    codec_close(read);
    free(copy);
    free(out);
    return (size_t)size;
}

static size_t build_and_round_trip(CodecKind kind, Pattern *pattern, int n, size_t *model)
{
    CodecBlock *blocks = malloc((size_t)n * sizeof *blocks);
    fill(blocks, n, kind, pattern);
    Codec *codec = build(kind, blocks, n);
    const size_t size = round_trip(codec, blocks, n);
    *model = codec_size(codec);
    codec_close(codec);
    free(blocks);
    return size;
}

/* ---- tests ---- */

static void values_come_back(void **state)
{
    (void)state;
    Pattern *patterns[] = {one_value, any_value, all_values, smooth, extremes};
    size_t model;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (int n = 1; n <= 5; n += 2) {
            build_and_round_trip(CODEC_WDL, patterns[i], n, &model);
            build_and_round_trip(CODEC_DISTANCE, patterns[i], n, &model);
        }
}

static void what_is_plain_takes_no_room(void **state)
{
    (void)state;
    size_t model;
    assert_true(build_and_round_trip(CODEC_WDL, one_value, 16, &model) <= 8);
    assert_true(model <= 16);
    assert_true(build_and_round_trip(CODEC_DISTANCE, one_value, 16, &model) <= 128);
    assert_true(model <= 64);
    const size_t size = build_and_round_trip(CODEC_DISTANCE, smooth, 16, &model);
    assert_true(size + model < 16 * CODEC_CELLS / 4);
    assert_true(build_and_round_trip(CODEC_DISTANCE, any_value, 16, &model) < 16 * CODEC_CELLS * 33 / 32);
}

static void groups_without_coded_cells(void **state)
{
    (void)state;
    CodecBlock blocks[2];
    memset(blocks, 0, sizeof blocks);
    for (CodecKind kind = CODEC_WDL; kind <= CODEC_DISTANCE; kind++) {
        Codec *codec = build(kind, blocks, 2);
        assert_int_equal(round_trip(codec, blocks, 2), 0);
        codec_close(codec);
    }
}

/* What the counts do not know can be coded. */
static void values_that_were_not_counted(void **state)
{
    (void)state;
    CodecBlock *counted = malloc(4 * sizeof *counted), *other = malloc(4 * sizeof *other);
    for (CodecKind kind = CODEC_WDL; kind <= CODEC_DISTANCE; kind++)
        for (int n = 0; n <= 4; n += 4) {
            fill(counted, 4, kind, smooth);
            fill(other, 4, kind, any_value);
            Codec *codec = build(kind, counted, n);
            round_trip(codec, other, 4);
            codec_close(codec);
        }
    free(counted);
    free(other);
}

static void counts_of_threads_add_up(void **state)
{
    (void)state;
    CodecBlock *blocks = malloc(8 * sizeof *blocks);
    fill(blocks, 8, CODEC_DISTANCE, smooth);
    for (int b = 0; b < 8; b++) blocks[b].reference = -1;
    CodecCounts *one = codec_counts_open(CODEC_DISTANCE), *two = codec_counts_open(CODEC_DISTANCE);
    for (int b = 7; b >= 0; b--) assert_int_equal(codec_count(b & 1 ? one : two, &blocks[b], 1), 0);
    assert_int_equal(codec_counts_add(one, two), 0);
    Codec *parts = codec_build(one), *whole = build(CODEC_DISTANCE, blocks, 8);
    assert_int_equal(codec_size(parts), codec_size(whole));
    assert_memory_equal(codec_bytes(parts), codec_bytes(whole), codec_size(whole));
    assert_int_equal(codec_estimate(parts), codec_estimate(whole));
    codec_close(parts);
    codec_close(whole);
    codec_counts_close(one);
    codec_counts_close(two);
    free(blocks);
}

static void estimates_are_near(void **state)
{
    (void)state;
    CodecBlock *blocks = malloc(32 * sizeof *blocks);
    for (CodecKind kind = CODEC_WDL; kind <= CODEC_DISTANCE; kind++) {
        fill(blocks, 32, kind, smooth);
        Codec *codec = build(kind, blocks, 32);
        const u64 size = round_trip(codec, blocks, 32) + codec_size(codec);
        assert_in_range(codec_estimate(codec), size * 9 / 10, size * 11 / 10);
        codec_close(codec);
    }
    free(blocks);
}

static void the_first_blocks_alone(void **state)
{
    (void)state;
    CodecBlock *blocks = malloc(6 * sizeof *blocks);
    fill(blocks, 6, CODEC_DISTANCE, smooth);
    Codec *codec = build(CODEC_DISTANCE, blocks, 6);
    u8 *out = malloc(codec_room(6));
    const long size = codec_encode(codec, blocks, 6, out, codec_room(6));
    for (int n = 1; n <= 6; n++) {
        CodecBlock *copy = hidden(blocks, 6);
        assert_int_equal(codec_decode(codec, out, (size_t)size, copy, n, n == 6), 0);
        assert_memory_equal(copy, blocks, (size_t)n * sizeof *blocks);
        if (n < 6) assert_int_equal(codec_decode(codec, out, (size_t)size, copy, n, 1), -1);
        free(copy);
    }
    codec_close(codec);
    free(out);
    free(blocks);
}

/* Known bytes: the same on every machine. */
static void bytes_are_fixed(void **state)
{
    (void)state;
    CodecBlock *blocks = malloc(4 * sizeof *blocks);
    u8 *out = malloc(codec_room(4));
    u32 sum = 0;
    for (CodecKind kind = CODEC_WDL; kind <= CODEC_DISTANCE; kind++) {
        seed = 7;
        fill(blocks, 4, kind, smooth);
        Codec *codec = build(kind, blocks, 4);
        const long size = codec_encode(codec, blocks, 4, out, codec_room(4));
        for (size_t i = 0; i < codec_size(codec); i++) sum = sum * 31 + codec_bytes(codec)[i];
        for (long i = 0; i < size; i++) sum = sum * 31 + out[i];
        codec_close(codec);
    }
    assert_int_equal(sum, BYTES_SUM);
    free(out);
    free(blocks);
}

static void little_room(void **state)
{
    (void)state;
    CodecBlock block;
    fill(&block, 1, CODEC_DISTANCE, smooth);
    Codec *codec = build(CODEC_DISTANCE, &block, 1);
    u8 *out = malloc(codec_room(1));
    const long size = codec_encode(codec, &block, 1, out, codec_room(1));
    for (long room = 0; room <= size; room++) {
        u8 *exact = malloc((size_t)room + 1);
        exact[room] = 99;
        const long written = codec_encode(codec, &block, 1, exact, (size_t)room);
        assert_int_equal(written, room < size ? -1 : size);
        assert_int_equal(exact[room], 99);
        free(exact);
    }
    codec_close(codec);
    free(out);
}

static void what_cannot_be_coded(void **state)
{
    (void)state;
    CodecBlock *blocks = malloc(2 * sizeof *blocks);
    u8 out[16];
    fill(blocks, 2, CODEC_WDL, smooth);
    Codec *codec = build(CODEC_WDL, blocks, 2);
    blocks[0].reference = 0;
    assert_int_equal(codec_encode(codec, blocks, 2, out, sizeof out), -1);
    assert_int_equal(codec_decode(codec, out, sizeof out, blocks, 2, 0), -1);
    blocks[0].reference = -1;
    blocks[0].value[100] = 5;
    blocks[0].coded[1] |= U64(1) << 36;
    assert_int_equal(codec_encode(codec, blocks, 2, out, sizeof out), -1);
    blocks[0].coded[1] ^= U64(1) << 36;
    blocks[0].known[1] |= U64(1) << 36;
    assert_int_equal(codec_decode(codec, out, sizeof out, blocks, 2, 0), -1);
    assert_int_equal(codec_encode(codec, blocks, 0, out, sizeof out), -1);
    assert_int_equal(codec_encode(codec, blocks, CODEC_GROUP + 1, out, sizeof out), -1);
    codec_close(codec);
    free(blocks);
}

/* ---- damage ---- */

/* In memory of exactly this size, so that a sanitizer sees a byte too far. */
static u8 *damaged(const u8 *bytes, size_t size, size_t *left)
{
    *left = random_below(3) ? size : random_below((u32)size + 1);
    u8 *copy = malloc(*left ? *left : 1);
    memcpy(copy, bytes, *left);
    for (u32 flips = 1 + random_below(3); flips && *left; flips--)
        copy[random_below((u32)*left)] ^= (u8)(1 + random_below(255));
    return copy;
}

static void damaged_groups(void **state)
{
    (void)state;
    CodecBlock *blocks = malloc(3 * sizeof *blocks);
    u8 *out = malloc(codec_room(3));
    for (CodecKind kind = CODEC_WDL; kind <= CODEC_DISTANCE; kind++) {
        fill(blocks, 3, kind, smooth);
        Codec *codec = build(kind, blocks, 3);
        const long size = codec_encode(codec, blocks, 3, out, codec_room(3));
        CodecBlock *copy = hidden(blocks, 3);
        for (int i = 0; i < 1000; i++) {
            size_t left;
            u8 *bytes = damaged(out, (size_t)size, &left);
            codec_decode(codec, bytes, left, copy, 3, i & 1);
            free(bytes);
        }
        free(copy);
        codec_close(codec);
    }
    free(out);
    free(blocks);
}

/* A model that can be read although damaged must be harmless. */
static void damaged_models(void **state)
{
    (void)state;
    CodecBlock *blocks = malloc(3 * sizeof *blocks);
    u8 *out = malloc(codec_room(3));
    for (CodecKind kind = CODEC_WDL; kind <= CODEC_DISTANCE; kind++) {
        fill(blocks, 3, kind, smooth);
        Codec *codec = build(kind, blocks, 3);
        const long size = codec_encode(codec, blocks, 3, out, codec_room(3));
        for (int i = 0; i < 2000; i++) {
            size_t left;
            u8 *bytes = damaged(codec_bytes(codec), codec_size(codec), &left);
            if (i % 8 == 0)
                for (size_t j = 0; j < left; j++) bytes[j] = (u8)random_below(256);
            Codec *read = codec_read(bytes, left);
            if (read) {
                codec_decode(read, out, (size_t)size, blocks, 3, 0);
                codec_encode(read, blocks, 3, out, 1);
            }
            codec_close(read);
            free(bytes);
        }
        codec_close(codec);
    }
    free(out);
    free(blocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_back),
        cmocka_unit_test(what_is_plain_takes_no_room),
        cmocka_unit_test(groups_without_coded_cells),
        cmocka_unit_test(values_that_were_not_counted),
        cmocka_unit_test(counts_of_threads_add_up),
        cmocka_unit_test(estimates_are_near),
        cmocka_unit_test(the_first_blocks_alone),
        cmocka_unit_test(bytes_are_fixed),
        cmocka_unit_test(little_room),
        cmocka_unit_test(what_cannot_be_coded),
        cmocka_unit_test(damaged_groups),
        cmocka_unit_test(damaged_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
