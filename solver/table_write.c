#include "table_write.h"

#include "block_code.h"
#include "new_file.h"
#include "table_file.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#define GROUP 16          /* blocks: what a first probe has to decode, at most */
#define SAMPLE_GROUPS 512 /* groups that are counted, spread over the table */

/* What one worker needs. */
typedef struct {
    CodecBlock blocks[GROUP];
    CodecCounts *counts[2]; /* by side */
    u64 results[2][5];
    u32 longest[2][2];
    u8 bytes[GROUP * CODEC_CELLS * 4 + 8];
} Bench;

typedef struct {
    u8 *bytes;
    u32 size;
} Encoded;

typedef struct {
    const Table *table;
    int what;
    ChildTable *child;
    void *user;
    Workers *workers;
    int (*stop)(void *user);
    Bench **benches;
    u32 groups, every;     /* of groups, the ones counted */
    u32 side;              /* being encoded */
    const Codec *codec;
    Encoded *encoded;
    atomic_int failed;     /* a WriteStatus */
} Writer;

/* ---- from the table to cells ---- */

static int values_of(void *user, const Material *material, u32 code, u32 side, ValueBlock *values)
{
    const Writer *w = user;
    table_values(w->child(w->user, material), code, side, values);
    return 0;
}

static void results_of_block(const Table *table, u32 block, u32 side, u8 *results)
{
    for (u32 p = 0; p < 64; p++) {
        const size_t word = (size_t)block * 64 + p;
        const u64 won = table->won[side][word], lost = table->lost[side][word];
        const u8 *distance = table->distance[side] + word * 64;
        for (u32 q = 0; q < 64; q++) {
            const int spoilt = table->metric == METRIC_DTZ && distance[q] > 100;
            const int illegal = distance[q] == DISTANCE_ILLEGAL;
            results[64 * p + q] = (u8)(won >> q & 1    ? (illegal ? RESULT_ILLEGAL : RESULT_WIN - spoilt)
                                       : lost >> q & 1 ? RESULT_LOSS + spoilt
                                                       : RESULT_DRAW);
        }
    }
}

static void make_block(Writer *w, u32 block, u32 side, CodecBlock *out)
{
    const Table *table = w->table;
    const u32 code = table->placements->codes[block];
    ValueBlock conversions;
    u8 results[BLOCK_CELLS];
    results_of_block(table, block, side, results);
    if (w->what != PROBE_DTM)
        value_block_backup(&table->material, code, side, METRIC_DTZ, MOVES_CONVERSIONS, -1, values_of, w, &conversions);
    const u8 *values = results;
    if (w->what == PROBE_WDL) {
        block_code_results(&table->material, code, side, &conversions, out);
    } else {
        block_code_distances(&table->material, code, table->metric, results, &conversions, out);
        values = table->distance[side] + (size_t)block * BLOCK_CELLS;
    }
    for (u32 p = 0; p < 64; p++)
        for (u32 q = 0; q < 64; q++)
            if (out->coded[p] >> q & 1) out->value[64 * p + q] = values[64 * p + q];
}

/* 1: the work is to end. Worker 0 is the thread that called table_write. */
static int ended(Writer *w, int worker)
{
    if (worker == 0 && w->stop && w->stop(w->user)) atomic_store(&w->failed, WRITE_STOPPED);
    return atomic_load_explicit(&w->failed, memory_order_relaxed) != WRITE_DONE;
}

static int make_group(Writer *w, u32 group, u32 side, Bench *bench)
{
    const Placements *placements = w->table->placements;
    const u32 first = group * GROUP, end = first + GROUP < placements->blocks ? first + GROUP : placements->blocks;
    for (u32 block = first; block < end; block++) {
        make_block(w, block, side, &bench->blocks[block - first]);
        bench->blocks[block - first].reference = block_code_reference(placements, first, block);
    }
    return (int)(end - first);
}

/* ---- pass by pass ---- */

/* The groups that are counted, first those of side 0. */
static u32 counted_groups(const Writer *w) { return (w->groups + w->every - 1) / w->every; }

static void count_piece(void *user, u64 first, u64 end, int worker)
{
    Writer *w = user;
    Bench *bench = w->benches[worker];
    for (u64 i = first; i < end && !ended(w, worker); i++) {
        const u32 side = i >= counted_groups(w), group = ((u32)i - side * counted_groups(w)) * w->every;
        const int n = make_group(w, group, side, bench);
        if (codec_count(bench->counts[side], bench->blocks, n)) atomic_store(&w->failed, WRITE_MEMORY);
    }
}

static int count_sides(Writer *w, u32 sides)
{
    for (int i = 0; i < workers_count(w->workers); i++)
        for (u32 side = 0; side < sides; side++) {
            w->benches[i]->counts[side] = codec_counts_open(w->what == PROBE_WDL ? CODEC_WDL : CODEC_DISTANCE);
            if (w->benches[i]->counts[side] == NULL) return -1;
        }
    workers_run(w->workers, (u64)sides * counted_groups(w), 1, count_piece, w);
    return atomic_load(&w->failed) ? -1 : 0;
}

static void encode_piece(void *user, u64 first, u64 end, int worker)
{
    Writer *w = user;
    Bench *bench = w->benches[worker];
    for (u64 group = first; group < end && !ended(w, worker); group++) {
        const int n = make_group(w, (u32)group, w->side, bench);
        const long size = codec_encode(w->codec, bench->blocks, n, bench->bytes, sizeof bench->bytes);
        Encoded *to = &w->encoded[group];
        to->bytes = size < 0 ? NULL : malloc((size_t)size + 1);
        if (to->bytes == NULL) {
            atomic_store(&w->failed, WRITE_MEMORY);
            return;
        }
        memcpy(to->bytes, bench->bytes, (size_t)size);
        to->size = (u32)size;
    }
}

/* All placements that a stored one stands for. */
static u64 placements_like(const Material *material, u32 code)
{
    return (material->pawns ? 2u : 8u) / popcount64(placement_stabiliser(material, code));
}

static void tell_block(const Table *table, u32 block, Bench *bench)
{
    const u64 like = placements_like(&table->material, table->placements->codes[block]);
    for (u32 side = 0; side < 2; side++) {
        u8 results[BLOCK_CELLS];
        u64 count[6] = {0};
        results_of_block(table, block, side, results);
        const u8 *distance = table->distance[side] + (size_t)block * BLOCK_CELLS;
        u8 longest[6] = {0};
        for (u32 i = 0; i < BLOCK_CELLS; i++) {
            count[results[i]]++;
            if (distance[i] > longest[results[i]]) longest[results[i]] = distance[i];
        }
        for (u32 i = 0; i < 5; i++) bench->results[side][i] += count[i] * like;
        for (u32 won = 0; won < 2; won++) {
            const u32 a = won ? RESULT_WIN : RESULT_LOSS, b = won ? RESULT_CURSED_WIN : RESULT_BLESSED_LOSS;
            if (count[a] + count[b] == 0) continue;
            const u32 plies = (u32)plies_of_distance(table->metric, longest[a] > longest[b] ? longest[a] : longest[b], (int)won);
            if (plies > bench->longest[side][!won]) bench->longest[side][!won] = plies;
        }
    }
}

static void tell_piece(void *user, u64 first, u64 end, int worker)
{
    Writer *w = user;
    for (u64 block = first; block < end; block++) tell_block(w->table, (u32)block, w->benches[worker]);
}

static TableHead head_of(Writer *w)
{
    const Table *table = w->table;
    TableHead head = {.magic = "tabuleiro table", .game = "chess", .version = TABLE_FILE_VERSION, .group = GROUP};
    memcpy(head.material, table->material.name, sizeof table->material.name);
    head.what = (u32)w->what;
    head.blocks = table->placements->blocks;
    workers_run(w->workers, head.blocks, 16, tell_piece, w);
    for (int i = 0; i < workers_count(w->workers); i++)
        for (u32 side = 0; side < 2; side++) {
            for (u32 r = 0; r < 5; r++) head.results[side][r] += w->benches[i]->results[side][r];
            for (u32 r = 0; r < 2 && w->what != PROBE_WDL; r++)
                if (head.longest[side][r] < w->benches[i]->longest[side][r])
                    head.longest[side][r] = w->benches[i]->longest[side][r];
        }
    return head;
}

/* ---- the file ---- */

typedef struct {
    Codec *codec[2];
    Encoded *encoded[2];
    TableGroup *index[2];
} Sections;

static int encode_side(Writer *w, Sections *s, TableHead *head, u32 side)
{
    w->side = side;
    w->codec = s->codec[side];
    w->encoded = s->encoded[side] = calloc(w->groups, sizeof(Encoded));
    s->index[side] = calloc(w->groups, sizeof(TableGroup));
    if (w->encoded == NULL || s->index[side] == NULL) return -1;
    workers_run(w->workers, w->groups, 1, encode_piece, w);
    if (atomic_load(&w->failed)) return -1;
    for (u32 g = 0; g < w->groups; g++) {
        const Encoded *e = &w->encoded[g];
        s->index[side][g] = (TableGroup){e->size, (u32)XXH3_64bits(e->bytes, e->size)};
        head->data_bytes[side] += e->size;
    }
    head->sides |= 1u << side;
    head->codec_bytes[side] = codec_size(w->codec);
    return 0;
}

/* What the workers counted of a side becomes its codec. */
static Codec *build_codec(const Writer *w, u32 side)
{
    for (int i = 1; i < workers_count(w->workers); i++)
        if (codec_counts_add(w->benches[0]->counts[side], w->benches[i]->counts[side])) return NULL;
    return codec_build(w->benches[0]->counts[side]);
}

typedef struct {
    const Writer *writer;
    Codec **codec;
} Building;

static void build_piece(void *user, u64 first, u64 end, int worker)
{
    (void)worker;
    const Building *b = user;
    for (u64 side = first; side < end; side++) b->codec[side] = build_codec(b->writer, (u32)side);
}

/* The codecs of the first `sides` sides to move, at the same time. */
static int build_codecs(Writer *w, Sections *s, u32 sides)
{
    Building b = {w, s->codec};
    if (count_sides(w, sides)) return -1;
    workers_run(w->workers, sides, 1, build_piece, &b);
    for (u32 side = 0; side < sides; side++)
        if (s->codec[side] == NULL) return -1;
    return 0;
}

/* The sides to move that are stored. Of distances only the one that takes less: the other follows from it. */
static int encode(Writer *w, Sections *s, TableHead *head)
{
    const int one = w->table->material.symmetric;
    if (build_codecs(w, s, one ? 1 : 2)) return -1;
    if (w->what == PROBE_WDL) return encode_side(w, s, head, 0) || (!one && encode_side(w, s, head, 1)) ? -1 : 0;
    return encode_side(w, s, head, !one && codec_estimate(s->codec[1]) < codec_estimate(s->codec[0]) ? 1 : 0);
}

typedef void Sink(void *to, const void *bytes, size_t size);

static void put_sections(const Sections *s, const TableHead *head, u32 groups, Sink *sink, void *to)
{
    for (u32 side = 0; side < 2; side++) {
        if (!(head->sides >> side & 1)) continue;
        sink(to, codec_bytes(s->codec[side]), codec_size(s->codec[side]));
        sink(to, s->index[side], groups * sizeof(TableGroup));
    }
}

static void put_groups(const Sections *s, const TableHead *head, u32 groups, Sink *sink, void *to)
{
    for (u32 side = 0; side < 2; side++)
        for (u32 g = 0; head->sides >> side & 1 && g < groups; g++)
            sink(to, s->encoded[side][g].bytes, s->encoded[side][g].size);
}

static void hash_sink(void *to, const void *bytes, size_t size) { XXH3_64bits_update(to, bytes, size); }
static void file_sink(void *to, const void *bytes, size_t size) { new_file_write(to, bytes, size); }

static WriteStatus write_file(const char *directory, const Sections *s, TableHead *head, u32 groups, u64 *bytes,
                              char error[PROBER_ERROR])
{
    XXH3_state_t *hash = XXH3_createState();
    if (hash == NULL) return WRITE_MEMORY;
    XXH3_64bits_reset(hash);
    put_sections(s, head, groups, hash_sink, hash);
    head->sections_check = (u32)XXH3_64bits_digest(hash);
    put_groups(s, head, groups, hash_sink, hash);
    head->content_check = XXH3_64bits_digest(hash);
    XXH3_freeState(hash);
    head->head_check = table_head_check(head);

    char name[TABLE_FILE_NAME];
    table_file_name(head->material, (int)head->what, name);
    NewFile *file = new_file_open(directory, name, error);
    if (file == NULL) return WRITE_IO;
    file_sink(file, head, sizeof *head);
    put_sections(s, head, groups, file_sink, file);
    put_groups(s, head, groups, file_sink, file);
    *bytes = new_file_size(file);
    return new_file_commit(file, error) ? WRITE_IO : WRITE_DONE;
}

static void close_sections(Sections *s, u32 groups)
{
    for (u32 side = 0; side < 2; side++) {
        codec_close(s->codec[side]);
        free(s->index[side]);
        for (u32 g = 0; s->encoded[side] && g < groups; g++) free(s->encoded[side][g].bytes);
        free(s->encoded[side]);
    }
}

static int open_benches(Writer *w)
{
    const int workers = workers_count(w->workers);
    w->benches = calloc((size_t)workers, sizeof *w->benches);
    int whole = w->benches != NULL;
    for (int i = 0; whole && i < workers; i++) whole = (w->benches[i] = calloc(1, sizeof **w->benches)) != NULL;
    return whole;
}

static void close_benches(Writer *w)
{
    for (int i = 0; w->benches && i < workers_count(w->workers); i++) {
        for (u32 side = 0; w->benches[i] && side < 2; side++) codec_counts_close(w->benches[i]->counts[side]);
        free(w->benches[i]);
    }
    free(w->benches);
}

WriteStatus table_write(const char *directory, const Table *table, int what, ChildTable *child, int (*stop)(void *user),
                        void *user, Workers *workers, u64 *bytes, char error[PROBER_ERROR])
{
    Writer w = {.table = table, .what = what, .child = child, .user = user, .workers = workers, .stop = stop};
    w.groups = (table->placements->blocks + GROUP - 1) / GROUP;
    w.every = (w.groups + SAMPLE_GROUPS - 1) / SAMPLE_GROUPS;
    Sections sections = {0};
    WriteStatus status = WRITE_MEMORY;
    if (open_benches(&w)) {
        TableHead head = head_of(&w);
        if (encode(&w, &sections, &head) == 0) status = write_file(directory, &sections, &head, w.groups, bytes, error);
    }
    if (atomic_load(&w.failed) == WRITE_STOPPED) status = WRITE_STOPPED;
    if (status == WRITE_MEMORY) snprintf(error, PROBER_ERROR, "%s: no memory to compress it", table->material.name);
    close_sections(&sections, w.groups);
    close_benches(&w);
    return status;
}
