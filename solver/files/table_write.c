/* SPDX-License-Identifier: MIT */
#include "table_write.h"

#include "../base/new_file.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#define SAMPLE_GROUPS 512 /* groups that are counted, spread over the table */

void table_head_add(TableHead *head, const TableCounts *counts, int workers)
{
    for (const TableCounts *of = counts; of < counts + workers; of++)
        for (u32 side = 0; side < 2; side++) {
            for (u32 r = 0; r < 5; r++) head->results[side][r] += of->results[side][r];
            for (u32 r = 0; r < 2 && head->metrics != PROBE_WDL; r++)
                if (head->longest[side][r] < of->longest[side][r])
                    head->longest[side][r] = of->longest[side][r];
        }
}

/* What one worker needs. */
typedef struct {
    CodecCounts *counts[2]; /* by side */
    u8 *bytes;              /* `room` of them */
} Bench;

typedef struct {
    u8 *bytes;
    u32 size;
} Encoded;

typedef struct {
    const TableCells *cells;
    TableId id;
    CodecKind kind;
    Workers *workers;
    Bench *benches;
    size_t room;
    u32 groups, every; /* of groups, the ones counted */
    u32 side;          /* being encoded */
    const Codec *codec;
    Encoded *encoded;
    atomic_int failed; /* a WriteStatus */
} Writer;

/* 1: the work is to end. Worker 0 is the thread that called table_write. */
static int ended(Writer *w, int worker)
{
    if (worker == 0 && w->cells->stop(w->cells->user)) atomic_store(&w->failed, WRITE_STOPPED);
    return atomic_load_explicit(&w->failed, memory_order_relaxed) != WRITE_DONE;
}

/* ---- pass by pass ---- */

/* The groups that are counted, first those of side 0. */
static u32 counted_groups(const Writer *w) { return (w->groups + w->every - 1) / w->every; }

static void count_piece(void *user, u64 first, u64 end, int worker)
{
    Writer *w = user;
    for (u64 i = first; i < end && !ended(w, worker); i++) {
        const u32 side = i >= counted_groups(w), group = ((u32)i - side * counted_groups(w)) * w->every;
        if (w->cells->count(w->cells->user, side, group, worker, w->benches[worker].counts[side]))
            atomic_store(&w->failed, WRITE_MEMORY);
    }
}

static int count_sides(Writer *w, u32 sides)
{
    for (int i = 0; i < workers_count(w->workers); i++)
        for (u32 side = 0; side < sides; side++) {
            w->benches[i].counts[side] = codec_counts_open(w->kind);
            if (w->benches[i].counts[side] == NULL) return -1;
        }
    workers_run(w->workers, (u64)sides * counted_groups(w), 1, count_piece, w);
    return atomic_load(&w->failed) ? -1 : 0;
}

static void encode_piece(void *user, u64 first, u64 end, int worker)
{
    Writer *w = user;
    u8 *out = w->benches[worker].bytes;
    for (u64 group = first; group < end && !ended(w, worker); group++) {
        const long size =
            w->cells->encode(w->cells->user, w->side, (u32)group, worker, w->codec, out, w->room);
        Encoded *to = &w->encoded[group];
        to->bytes = size < 0 ? NULL : malloc((size_t)size + 1);
        if (to->bytes == NULL) {
            atomic_store(&w->failed, WRITE_MEMORY);
            return;
        }
        memcpy(to->bytes, out, (size_t)size);
        to->size = (u32)size;
    }
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
        if (codec_counts_add(w->benches[0].counts[side], w->benches[i].counts[side])) return NULL;
    return codec_build(w->benches[0].counts[side]);
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
    const int one = w->id.symmetric;
    if (build_codecs(w, s, one ? 1 : 2)) return -1;
    if (w->kind == CODEC_WDL)
        return encode_side(w, s, head, 0) || (!one && encode_side(w, s, head, 1)) ? -1 : 0;
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

static WriteStatus write_file(const char *directory, TableId id, const Sections *s, TableHead *head,
                              u32 groups, u64 *bytes, char error[PROBER_ERROR])
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
    table_file_name(id.game, id.material, (int)head->metrics, name);
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
    w->benches = calloc((size_t)workers_count(w->workers), sizeof *w->benches);
    int whole = w->benches != NULL;
    for (int i = 0; whole && i < workers_count(w->workers); i++)
        whole = (w->benches[i].bytes = malloc(w->room)) != NULL;
    return whole;
}

static void close_benches(Writer *w)
{
    for (int i = 0; w->benches && i < workers_count(w->workers); i++) {
        for (u32 side = 0; side < 2; side++) codec_counts_close(w->benches[i].counts[side]);
        free(w->benches[i].bytes);
    }
    free(w->benches);
}

/* Longer names are cut: no two games share so many letters. */
static void put_name(char field[16], const char *name) { memcpy(field, name, strnlen(name, 16)); }

WriteStatus table_write(const char *directory, TableId id, TableHead *head, const TableCells *cells,
                        Workers *workers, u64 *bytes, char error[PROBER_ERROR])
{
    Writer w = {.cells = cells, .id = id, .workers = workers, .room = codec_room((int)head->group)};
    w.kind = head->metrics == PROBE_WDL ? CODEC_WDL : CODEC_DISTANCE;
    w.groups = (u32)(((u64)head->blocks + head->group - 1) / head->group);
    w.every = (w.groups + SAMPLE_GROUPS - 1) / SAMPLE_GROUPS;
    memcpy(head->magic, "tabuleiro table", sizeof head->magic);
    put_name(head->game, id.game);
    put_name(head->material, id.material);
    head->version = id.version;
    Sections sections = {0};
    WriteStatus status = WRITE_MEMORY;
    if (open_benches(&w) && encode(&w, &sections, head) == 0)
        status = write_file(directory, id, &sections, head, w.groups, bytes, error);
    if (atomic_load(&w.failed) == WRITE_STOPPED) status = WRITE_STOPPED;
    if (status == WRITE_MEMORY) snprintf(error, PROBER_ERROR, "%s: no memory to compress it", id.material);
    close_sections(&sections, w.groups);
    close_benches(&w);
    return status;
}
