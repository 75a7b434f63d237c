/* SPDX-License-Identifier: MIT */
/* Growing a model from counts: a tree that asks for the feature that saves most, as long as it saves more
 * bits than it takes to store. All in integers, so that every machine builds the same model.
 */
#include <stdlib.h>
#include <string.h>

#include "codec_counts.h"
#include "codec_model.h"

/* Costs are in 1/1024 bit. */
#define BITS(n) ((u64)(n) << 10)
#define SYMBOL_COST BITS(6) /* of a symbol and its frequency in a leaf */
#define LEAF_COST BITS(6)
#define NODE_COST BITS(8)
#define LOGARITHMS 4096u

typedef struct {
    u8 context[CODEC_FEATURES];
    u32 symbol, count;
} Item;

/* Of the items first to end - 1. */
typedef struct {
    u8 feature; /* or NODE_LEAF, NODE_EMPTY */
    u32 first, end;
    u32 child; /* the first of 8 */
} Node;

typedef u64 Histogram[CODEC_SYMBOLS];

typedef struct {
    u32 symbols; /* 5 or 256 */
    Item *items, *parted;
    u32 count;
    Node *nodes;
    u32 used, room;
    u32 rows; /* of all leaves so far */
    u32 logarithm[LOGARITHMS];
    BitCoder coder;
    ModelBits bits;
    u64 cost; /* of the data, as the leaves code it */
} Builder;

/* ---- what a leaf costs ---- */

/* 1024 log2(x), rounded down; x from 1 */
static u32 logarithm(u64 x)
{
    const u32 whole = highest_bit64(x);
    u64 mantissa = whole > 31 ? x >> (whole - 31) : x << (31 - whole);
    u32 result = whole;
    for (int i = 0; i < 10; i++) {
        mantissa = mantissa * mantissa >> 31;
        const u32 bit = mantissa >> 32 & 1;
        mantissa >>= bit;
        result = result << 1 | bit;
    }
    return result;
}

static u64 log_of(const Builder *b, u64 x) { return x < LOGARITHMS ? b->logarithm[x] : logarithm(x); }

/* Symbols seen once are left to the escape. */
static u64 leaf_cost(const Builder *b, const Histogram counts)
{
    u64 total = 0, once = 0, saved = 0, listed = 0;
    for (u32 i = 0; i < b->symbols; i++) {
        total += counts[i];
        once += counts[i] == 1;
        if (counts[i] < 2) continue;
        listed++;
        saved += counts[i] * log_of(b, counts[i]);
    }
    if (total == 0) return 0;
    if (once) saved += once * log_of(b, once);
    return LEAF_COST + listed * SYMBOL_COST + once * BITS(8) + total * log_of(b, total) - saved;
}

/* ---- the tree ---- */

static u64 split_cost(const Builder *b, u32 first, u32 end, u32 feature)
{
    Histogram counts[8];
    memset(counts, 0, sizeof counts);
    for (u32 i = first; i < end; i++) {
        const Item *item = &b->items[i];
        counts[item->context[feature]][item->symbol] += item->count;
    }
    u64 cost = NODE_COST;
    for (u32 value = 0; value < 8; value++) cost += leaf_cost(b, counts[value]);
    return cost;
}

/* Sorts the items by the feature, stably; items of value v then start at start[v]. */
static void part(Builder *b, u32 first, u32 end, u32 feature, u32 start[9])
{
    u32 next[8];
    memset(start, 0, 9 * sizeof *start);
    for (u32 i = first; i < end; i++) start[b->items[i].context[feature] + 1]++;
    start[0] = first;
    for (u32 value = 0; value < 8; value++) {
        start[value + 1] += start[value];
        next[value] = start[value];
    }
    for (u32 i = first; i < end; i++) b->parted[next[b->items[i].context[feature]]++] = b->items[i];
    memcpy(&b->items[first], &b->parted[first], (end - first) * sizeof *b->items);
}

static u32 best_feature(const Builder *b, u32 first, u32 end, u32 asked, u64 *cost)
{
    u32 best = NODE_LEAF;
    *cost = ~U64(0);
    for (u32 feature = 0; feature < CODEC_FEATURES; feature++) {
        if (asked >> feature & 1) continue;
        const u64 with = split_cost(b, first, end, feature);
        if (with >= *cost) continue;
        *cost = with;
        best = feature;
    }
    return best;
}

static int reserve_nodes(Builder *b)
{
    if (b->used + 8 <= b->room) return 0;
    const u32 room = 2 * b->room + 256;
    Node *nodes = realloc(b->nodes, room * sizeof *nodes);
    if (nodes == NULL) return -1;
    b->nodes = nodes;
    b->room = room;
    return 0;
}

/* The number of symbols that a leaf would list. */
static u32 listed(const Histogram counts)
{
    u32 result = 0;
    for (u32 i = 0; i < CODEC_SYMBOLS; i++) result += counts[i] >= 2;
    return result;
}

/* One child has everything. */
static int is_idle(const u32 start[9])
{
    for (u32 value = 0; value < 8; value++)
        if (start[value + 1] - start[value] == start[8] - start[0]) return 1;
    return 0;
}

/* The rows of the leaves that can still come once no more splits are made: 8 a node on the way. */
#define MOST_AT_ONCE (8 * CODEC_FEATURES * (CODEC_SYMBOLS / CODEC_ROW + 1))

/* Grows below the node in the place `at`, which knows its items, and takes back what does not pay. A split
 * that loses a little is tried for what its children may gain. 0, or -1: no memory. */
static int grow(Builder *b, u32 at, u32 asked, u64 *cost)
{
    const u32 first = b->nodes[at].first, end = b->nodes[at].end, used = b->used, rows = b->rows;
    Histogram counts;
    memset(counts, 0, sizeof counts);
    for (u32 i = first; i < end; i++) counts[b->items[i].symbol] += b->items[i].count;
    const u64 own = leaf_cost(b, counts);
    u64 with;
    b->nodes[at].feature = first < end ? NODE_LEAF : NODE_EMPTY;
    b->rows = rows + rows_of(listed(counts));
    *cost = own;
    if (end - first < 2 || b->rows + MOST_AT_ONCE > CODEC_ROWS) return 0;
    const u32 feature = best_feature(b, first, end, asked, &with);
    if (feature == NODE_LEAF || with > own + own / 64 + BITS(16)) return 0;
    u32 start[9];
    part(b, first, end, feature, start);
    if (is_idle(start)) return 0;
    if (reserve_nodes(b)) return -1;
    const u32 child = b->nodes[at].child = used;
    b->nodes[at].feature = (u8)feature;
    b->used += 8;
    b->rows = rows;
    with = NODE_COST;
    for (u32 value = 0; value < 8; value++) {
        u64 below;
        b->nodes[child + value] = (Node){.first = start[value], .end = start[value + 1]};
        if (grow(b, child + value, asked | 1u << feature, &below)) return -1;
        with += below;
    }
    if (with < own) {
        *cost = with;
        return 0;
    }
    b->nodes[at].feature = NODE_LEAF;
    b->used = used;
    b->rows = rows + rows_of(listed(counts));
    return 0;
}

/* ---- writing ---- */

typedef struct {
    u32 count;
    u32 symbol[CODEC_SYMBOLS];
    u64 times[CODEC_SYMBOLS + 1]; /* the last: the escape's */
    u32 code[CODEC_SYMBOLS + 1];  /* of frequencies; [0] is not used */
} Leaf;

static void sort_symbols(Leaf *leaf, const Histogram counts)
{
    for (u32 symbol = 0; symbol < CODEC_SYMBOLS; symbol++) {
        if (counts[symbol] < 2) continue;
        u32 at = leaf->count++;
        for (; at > 0 && leaf->times[at - 1] < counts[symbol]; at--) {
            leaf->times[at] = leaf->times[at - 1];
            leaf->symbol[at] = leaf->symbol[at - 1];
        }
        leaf->times[at] = counts[symbol];
        leaf->symbol[at] = symbol;
    }
}

static u32 code_of(u64 times, u64 total)
{
    u64 wanted = times * CODEC_SCALE / total;
    u32 code = 0;
    if (wanted == 0) wanted = 1;
    while (code + 1 < SHARE_CODES && frequency_of(code + 1) <= wanted) code++;
    if (code + 1 < SHARE_CODES && frequency_of(code + 1) - wanted < wanted - frequency_of(code)) code++;
    while (code > 0 && frequency_of(code - 1) == frequency_of(code)) code--;
    return code;
}

/* The most frequent symbol has what is left, which shall not be much less than its due. */
static void choose_shares(Leaf *leaf, u64 total)
{
    const u64 due = leaf->times[0] * CODEC_SCALE / total;
    for (u32 i = 1; i <= leaf->count; i++) leaf->code[i] = code_of(leaf->times[i], total);
    for (;;) {
        u32 sum = 0;
        for (u32 i = 1; i <= leaf->count; i++) sum += frequency_of(leaf->code[i]);
        if (sum < CODEC_SCALE && CODEC_SCALE - sum >= due * 7 / 8) return;
        u32 lowered = 0;
        for (u32 i = 1; i <= leaf->count; i++)
            if (leaf->code[i]) {
                leaf->code[i]--;
                lowered++;
            }
        if (lowered == 0) return;
    }
}

static u64 data_cost(const Builder *b, const Leaf *leaf)
{
    u64 cost = leaf->times[leaf->count] * BITS(8);
    u32 left = CODEC_SCALE;
    for (u32 i = leaf->count; i > 0; i--) {
        const u32 frequency = frequency_of(leaf->code[i]);
        cost += leaf->times[i] * (BITS(CODEC_SCALE_BITS) - log_of(b, frequency));
        left -= frequency;
    }
    return cost + leaf->times[0] * (BITS(CODEC_SCALE_BITS) - log_of(b, left));
}

static void write_leaf(Builder *b, const Node *node)
{
    Histogram counts;
    Leaf leaf;
    u64 total = 0;
    memset(counts, 0, sizeof counts);
    memset(&leaf, 0, sizeof leaf);
    for (u32 i = node->first; i < node->end; i++) {
        counts[b->items[i].symbol] += b->items[i].count;
        total += b->items[i].count;
    }
    sort_symbols(&leaf, counts);
    code_number(&b->coder, b->bits.count, 9, leaf.count);
    if (leaf.count == 0) {
        b->cost += total * BITS(8);
        return;
    }
    for (u32 symbol = 0; symbol < CODEC_SYMBOLS; symbol++) leaf.times[leaf.count] += counts[symbol] == 1;
    choose_shares(&leaf, total);
    leaf.code[0] = SHARE_CODES - 1;
    for (u32 i = 0; i < leaf.count; i++) {
        code_number(&b->coder, b->bits.symbol[i < 2 ? i : 2], 8, leaf.symbol[i]);
        if (i)
            code_number(&b->coder, b->bits.frequency[i < 2 ? i - 1 : 1], 6, leaf.code[i - 1] - leaf.code[i]);
    }
    code_number(&b->coder, b->bits.frequency[2], 6, leaf.code[leaf.count]);
    b->cost += data_cost(b, &leaf);
}

static void write_tree(Builder *b, u32 at, int depth)
{
    const Node *node = &b->nodes[at];
    code_number(&b->coder, b->bits.node[depth], NODE_BITS, node->feature);
    for (u32 value = 0; value < 8 && node->feature < NODE_LEAF; value++)
        write_tree(b, node->child + value, depth + 1);
}

/* In the order of write_tree. */
static void write_leaves(Builder *b, u32 at)
{
    const Node *node = &b->nodes[at];
    if (node->feature == NODE_LEAF) write_leaf(b, node);
    for (u32 value = 0; value < 8 && node->feature < NODE_LEAF; value++) write_leaves(b, node->child + value);
}

/* ---- */

typedef struct {
    u32 key, count;
} Counted;

static int by_key(const void *a, const void *b)
{
    const u32 x = ((const Counted *)a)->key, y = ((const Counted *)b)->key;
    return (x > y) - (x < y);
}

static void make_items(Builder *b, Counted *sorted, const CodecCounts *counts)
{
    for (u32 i = 0; i < counts->room; i++)
        if (counts->count[i]) sorted[b->count++] = (Counted){counts->key[i], counts->count[i]};
    qsort(sorted, b->count, sizeof *sorted, by_key);
    for (u32 i = 0; i < b->count; i++) {
        Item *item = &b->items[i];
        for (u32 f = 0; f < CODEC_FEATURES; f++) item->context[f] = sorted[i].key >> (8 + 3 * f) & 7;
        item->symbol = sorted[i].key & 255;
        item->count = sorted[i].count;
    }
}

static int start(Builder *b, const CodecCounts *counts)
{
    Counted *sorted = malloc((counts->used + 1) * sizeof *sorted);
    b->symbols = counts->kind == CODEC_WDL ? 5 : CODEC_SYMBOLS;
    b->items = malloc((counts->used + 1) * sizeof *b->items);
    b->parted = malloc((counts->used + 1) * sizeof *b->parted);
    const int ready = sorted && b->items && b->parted && reserve_nodes(b) == 0;
    if (ready) make_items(b, sorted, counts);
    free(sorted);
    for (u32 i = 1; i < LOGARITHMS; i++) b->logarithm[i] = logarithm(i);
    bits_start_writing(&b->coder);
    model_bits_start(&b->bits);
    return ready ? 0 : -1;
}

static int build(Builder *b, CodecKind kind)
{
    b->used = 1;
    b->nodes[0] = (Node){.first = 0, .end = b->count};
    u64 cost;
    if (grow(b, 0, 0, &cost)) return -1;
    if (b->count == 0) b->nodes[0].feature = NODE_LEAF;
    code_bit(&b->coder, &b->bits.kind[0], kind);
    write_tree(b, 0, 0);
    write_leaves(b, 0);
    bits_finish_writing(&b->coder);
    return b->coder.failed ? -1 : 0;
}

Codec *codec_build(const CodecCounts *counts)
{
    Builder *b = calloc(1, sizeof *b);
    if (b == NULL) return NULL;
    Codec *codec = NULL;
    if (start(b, counts) == 0 && build(b, counts->kind) == 0) {
        codec = model_read(b->coder.out, b->coder.at);
        b->coder.out = NULL;
        if (codec) codec->estimate = (b->cost >> 13) + 1;
    }
    free(b->coder.out);
    free(b->items);
    free(b->parted);
    free(b->nodes);
    free(b);
    return codec;
}
