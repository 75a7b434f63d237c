/* SPDX-License-Identifier: MIT */
/* Fuzz target for the codec: the input is a stored codec and a group that it decodes. Bytes: number of
 * blocks; which cells are coded; length of the codec, 2 bytes, low one first; the codec; the group. What
 * could be decoded is encoded and decoded again, and must be the same.
 *
 *     build/.../fuzz_codec -max_len=8192 NEW_FOLDER corpus
 * With cmake/fuzz_replay.c it is a plain regression program over the files of a folder. */
#include <stdlib.h>
#include <string.h>

#include "solver/codec/codec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BLOCKS = 3, HEAD = 4 };

static void require(int condition)
{
    if (!condition) abort();
}

/* Rows with cells that are coded: two corners, with neighbours that are coded, known and off the board. All 64 would be
 * ten times as slow. */
static const u64 coded_rows = U64(0x8000000000000203);

/* What the decoder knows of the cells, of eight kinds. */
static void fill(CodecBlock *blocks, int n, u32 pattern)
{
    static const u64 masks[] = {~U64(0), U64(0x5555555555555555), U64(0xff), 0};
    u32 random = pattern + 1;
    memset(blocks, 0, (size_t)n * sizeof *blocks);
    for (int b = 0; b < n; b++) {
        blocks[b].reference = pattern & 4 ? b - 1 : -1;
        for (u32 p = 0; p < 64; p++) {
            blocks[b].coded[p] = coded_rows >> p & 1 ? masks[(pattern + p * (pattern >> 3 & 1)) & 3] : 0;
            blocks[b].known[p] = ~blocks[b].coded[p];
        }
        for (u32 i = 0; i < CODEC_CELLS; i++) {
            random = random * 1664525 + 1013904223;
            blocks[b].hint[i] = (u8)(pattern & 16 ? random >> 29 : pattern & 32 ? random >> 24 : i >> 4 & 4);
            blocks[b].value[i] = (u8)(pattern & 64 ? random >> 24 : random >> 30);
        }
    }
}

static void encode_again(const Codec *codec, const CodecBlock *decoded, const CodecBlock *blank, int n)
{
    CodecBlock *again = malloc((size_t)n * sizeof *again);
    u8 *bytes = malloc(codec_room(n));
    require(again && bytes);
    memcpy(again, blank, (size_t)n * sizeof *again);
    const long size = codec_encode(codec, decoded, n, bytes, codec_room(n));
    require(size >= 0);
    require(codec_decode(codec, bytes, (size_t)size, again, n, 1) == 0);
    require(memcmp(again, decoded, (size_t)n * sizeof *again) == 0);
    free(bytes);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static CodecBlock blank[BLOCKS], blocks[BLOCKS];
    if (size < HEAD) return 0;
    const int n = 1 + data[0] % BLOCKS;
    const size_t wanted = data[2] | (size_t)data[3] << 8, rest = size - HEAD,
                 length = wanted < rest ? wanted : rest;
    Codec *codec = codec_read(data + HEAD, length);
    if (codec == NULL) return 0;
    require(codec_size(codec) == length && memcmp(codec_bytes(codec), data + HEAD, length) == 0);
    fill(blank, n, data[1]);
    memcpy(blocks, blank, sizeof blocks);
    if (codec_decode(codec, data + HEAD + length, rest - length, blocks, n, 0) == 0)
        encode_again(codec, blocks, blank, n);
    codec_close(codec);
    return 0;
}
