/* SPDX-License-Identifier: MIT */
/* Reading a model: the tree, its leaves, and the map made of them. */
#include <stdlib.h>
#include <string.h>

#include "codec_model.h"

typedef struct {
    u8 feature; /* or NODE_LEAF, NODE_EMPTY */
    u16 row;    /* a leaf's first */
    u32 child;  /* the first of 8 */
} Node;

typedef struct {
    Codec *codec;
    BitCoder coder;
    ModelBits bits;
    Node *nodes;
    u32 used, room;
    u32 leaves;
    u32 row_room;
    u32 step[CODEC_FEATURES]
            [8]; /* what a feature's value adds to the place in the map: a multiple of the stride */
    /* The features that nodes ask for: which, their strides, and how many multiples there are. */
    u32 asked[CODEC_FEATURES], stride[CODEC_FEATURES], multiples[CODEC_FEATURES], asked_count;
    u32 fixed[CODEC_FEATURES]; /* while the map is made: the value asked for, or 8: none yet */
} Reader;

void model_bits_start(ModelBits *bits)
{
    u16 *all = (u16 *)bits;
    for (size_t i = 0; i < sizeof *bits / sizeof *all; i++) all[i] = BIT_EVEN;
}

static void *grown(void *memory, u32 *room, u32 least, size_t item)
{
    u32 larger = *room ? *room : 256;
    while (larger < least) larger *= 2;
    memory = realloc(memory, larger * item);
    if (memory) *room = larger;
    return memory;
}

/* ---- the tree ---- */

static int reserve_nodes(Reader *r, u32 more)
{
    if (r->used + more <= r->room) return 0;
    Node *nodes = grown(r->nodes, &r->room, r->used + more, sizeof *nodes);
    if (nodes == NULL) return -1;
    r->nodes = nodes;
    return 0;
}

/* Reads the node in the place `at`, and those below it. A feature is asked for once on a path, so depth is
 * CODEC_FEATURES at most. */
static int read_node(Reader *r, u32 at, int depth, u32 asked)
{
    const u32 feature = code_number(&r->coder, r->bits.node[depth], NODE_BITS, 0);
    if (r->coder.failed || feature > NODE_EMPTY) return -1;
    r->nodes[at] = (Node){.feature = (u8)feature};
    if (feature == NODE_EMPTY) return 0;
    if (feature == NODE_LEAF) {
        r->leaves++;
        return 0;
    }
    if (asked >> feature & 1 || r->used > 8 * CODEC_ROWS || reserve_nodes(r, 8)) return -1;
    const u32 child = r->nodes[at].child = r->used;
    r->used += 8;
    for (u32 value = 0; value < 8; value++)
        if (read_node(r, child + value, depth + 1, asked | 1u << feature)) return -1;
    return 0;
}

/* ---- leaves ---- */

static int reserve_rows(Reader *r, u32 more)
{
    Codec *c = r->codec;
    if (c->rows + more > CODEC_ROWS) return -1;
    if (c->rows + more <= r->row_room) return 0;
    u32 room = r->row_room;
    void *end = grown(c->end, &room, c->rows + more, CODEC_ROW * sizeof *c->end);
    if (end) c->end = end;
    void *symbol = realloc(c->symbol, room * CODEC_ROW);
    if (symbol) c->symbol = symbol;
    if (end == NULL || symbol == NULL) return -1;
    r->row_room = room;
    return 0;
}

/* The frequencies of `count` symbols and the escape. The most frequent symbol has what the others leave. */
static int read_frequencies(Reader *r, u32 count, u8 *symbol, u32 frequency[CODEC_SYMBOLS + 1])
{
    u32 code = SHARE_CODES - 1;
    frequency[0] = CODEC_SCALE;
    for (u32 i = 0; i < count; i++) {
        symbol[i] = (u8)code_number(&r->coder, r->bits.symbol[i < 2 ? i : 2], 8, 0);
        if (i == 0) continue;
        code -= code_number(&r->coder, r->bits.frequency[i < 2 ? i - 1 : 1], 6, 0);
        if (code >= SHARE_CODES) return -1;
        frequency[i] = frequency_of(code);
    }
    if (count == 0) return 0;
    code = code_number(&r->coder, r->bits.frequency[2], 6, 0);
    if (code >= SHARE_CODES) return -1;
    frequency[count] = frequency_of(code);
    for (u32 i = 1; i <= count; i++) {
        if (frequency[i] >= frequency[0]) return -1;
        frequency[0] -= frequency[i];
    }
    return 0;
}

static int read_leaf(Reader *r, Node *node)
{
    Codec *c = r->codec;
    const u32 count = code_number(&r->coder, r->bits.count, 9, 0), rows = rows_of(count);
    if (r->coder.failed || count > CODEC_SYMBOLS || reserve_rows(r, rows)) return -1;
    u16 *end = &c->end[c->rows * CODEC_ROW];
    u8 *symbol = &c->symbol[c->rows * CODEC_ROW];
    u32 frequency[CODEC_SYMBOLS + 1], sum = 0;
    memset(symbol, 0, rows * CODEC_ROW);
    if (read_frequencies(r, count, symbol, frequency)) return -1;
    for (u32 i = 0; i < rows * CODEC_ROW; i++) {
        if (i <= count) sum += frequency[i];
        end[i] = (u16)sum;
    }
    node->row = (u16)c->rows;
    c->rows += rows;
    return 0;
}

/* In the order of read_node. */
static int read_leaves(Reader *r, u32 at)
{
    const Node node = r->nodes[at];
    if (node.feature == NODE_LEAF) return read_leaf(r, &r->nodes[at]);
    for (u32 value = 0; value < 8 && node.feature < NODE_LEAF; value++)
        if (read_leaves(r, node.child + value)) return -1;
    return 0;
}

/* ---- the map ---- */

static int is_used(const Reader *r, u32 feature, u32 value)
{
    for (u32 i = 0; i < r->used; i++) {
        const Node *node = &r->nodes[i];
        if (node->feature == feature && r->nodes[node->child + value].feature != NODE_EMPTY) return 1;
    }
    return 0;
}

/* Values that no node distinguishes frequency the number 0. Returns the size of the map, 0 if it is too large. */
static u32 number_values(Reader *r)
{
    u32 size = 1;
    for (u32 feature = 0; feature < CODEC_FEATURES; feature++) {
        u32 values = 0;
        for (u32 value = 0; value < 8; value++)
            if (is_used(r, feature, value)) r->step[feature][value] = size * values++;
        if (values == 0) continue;
        r->asked[r->asked_count] = feature;
        r->stride[r->asked_count] = size;
        r->multiples[r->asked_count++] = values;
        size *= values;
        if (size > CODEC_MAP) return 0;
    }
    return size;
}

/* From the last of the features to the first, whose places are neighbours. */
static void fill(const Reader *r, u32 features, u32 at, u16 row)
{
    if (features == 0) {
        r->codec->map[at] = row;
        return;
    }
    const u32 feature = r->asked[features - 1], fixed = r->fixed[feature], stride = r->stride[features - 1];
    const u32 first = fixed < 8 ? r->step[feature][fixed] / stride : 0;
    const u32 end = fixed < 8 ? first + 1 : r->multiples[features - 1];
    for (u32 i = first; i < end; i++)
        if (features > 1) fill(r, features - 1, at + i * stride, row);
        else r->codec->map[at + i] = row;
}

static void lay_out(Reader *r, u32 at)
{
    const Node node = r->nodes[at];
    if (node.feature == NODE_EMPTY) return;
    if (node.feature == NODE_LEAF) {
        fill(r, r->asked_count, 0, node.row);
        return;
    }
    for (u32 value = 0; value < 8; value++) {
        r->fixed[node.feature] = value;
        lay_out(r, node.child + value);
    }
    r->fixed[node.feature] = 8;
}

static int make_map(Reader *r)
{
    const u32 size = number_values(r);
    if (size == 0) return -1;
    r->codec->map = calloc(size, sizeof *r->codec->map);
    if (r->codec->map == NULL) return -1;
    for (u32 feature = 0; feature < CODEC_FEATURES; feature++) r->fixed[feature] = 8;
    lay_out(r, 0);
    codec_steps(&r->codec->steps, r->codec->kind, r->step);
    return 0;
}

/* ---- */

static int read_all(Reader *r)
{
    r->codec->kind = (CodecKind)code_bit(&r->coder, &r->bits.kind[0], 0);
    if (reserve_nodes(r, 1)) return -1;
    r->used = 1;
    if (read_node(r, 0, 0, 0) || r->leaves == 0) return -1;
    return read_leaves(r, 0) || make_map(r) || r->coder.at != r->coder.size ? -1 : 0;
}

Codec *model_read(u8 *bytes, size_t size)
{
    Codec *codec = calloc(1, sizeof *codec);
    Reader *r = calloc(1, sizeof *r);
    int failed = codec == NULL || r == NULL || bytes == NULL;
    if (!failed) {
        codec->bytes = bytes;
        codec->size = size;
        r->codec = codec;
        model_bits_start(&r->bits);
        bits_start_reading(&r->coder, bytes, size);
        failed = read_all(r);
    }
    if (r) free(r->nodes);
    free(r);
    if (!failed) return codec;
    if (codec) codec->bytes = NULL;
    codec_close(codec);
    free(bytes);
    return NULL;
}

Codec *codec_read(const u8 *bytes, size_t size)
{
    u8 *own = malloc(size ? size : 1);
    if (own) memcpy(own, bytes, size);
    return own ? model_read(own, size) : NULL;
}

void codec_close(Codec *codec)
{
    if (codec == NULL) return;
    free(codec->bytes);
    free(codec->map);
    free(codec->end);
    free(codec->symbol);
    free(codec);
}

const u8 *codec_bytes(const Codec *codec) { return codec->bytes; }
size_t codec_size(const Codec *codec) { return codec->size; }
u64 codec_estimate(const Codec *codec) { return codec->estimate ? codec->estimate + codec->size : 0; }
