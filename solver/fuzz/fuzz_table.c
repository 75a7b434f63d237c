/* Fuzz target for files of tables: the input is one, of 3 men. It is probed as it is, and again after its
 * head's sizes and all its checksums have been made right, so that decoding is reached; the other files of
 * the folder are good ones. Values or an error must come out, never another status.
 *
 *     cmake -B build -DFUZZ=ON -DSANITIZE=address,undefined -DCMAKE_C_COMPILER=clang && ninja -C build
 * fuzz_table build/.../fuzz_table -max_len=8192 NEW_FOLDER corpus With cmake/fuzz_replay.c it is a plain regression
 * program over the files of a folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "solver/solve.h"
#include "solver/table_blocks.h"
#include "solver/table_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 16, TABLES = 5, KINDS = 3 };

static const char *const names[TABLES] = {"KRvK", "KNvK", "KBvK", "KQvK", "KPvK"};
static const int whats[KINDS] = {PROBE_DTZ, PROBE_WDL, PROBE_DTM};

static char folder[64];                 /* good tables */
static char folders[TABLES][KINDS][64]; /* the same, but for one file, which is a link to `input` */
static int input = -1;

static void require(int condition)
{
    if (!condition) abort();
}

/* ---- folders ---- */

static void path_of(const char *in, int table, int kind, char path[128])
{
    char name[TABLE_FILE_NAME];
    table_file_name("chess", names[table], whats[kind], name);
    snprintf(path, 128, "%.63s/%s", in, name);
}

static void remove_folder(const char *in)
{
    char path[128];
    for (int t = 0; t < TABLES; t++)
        for (int k = 0; k < KINDS; k++) {
            path_of(in, t, k, path);
            unlink(path);
        }
    rmdir(in);
}

static void remove_folders(void)
{
    for (int t = 0; t < TABLES; t++)
        for (int k = 0; k < KINDS; k++) remove_folder(folders[t][k]);
    remove_folder(folder);
}

static void make_folder(char in[64])
{
    const char *base = access("/dev/shm", W_OK) ? "." : "/dev/shm";
    snprintf(in, 64, "%s/fuzz-table.XXXXXX", base);
    require(mkdtemp(in) != NULL);
}

/* One file is `input`, the others are links to the good ones. */
static void make_links(int table, int kind)
{
    char *in = folders[table][kind], path[128], target[256], *whole = realpath(folder, NULL);
    make_folder(in);
    require(whole != NULL);
    for (int t = 0; t < TABLES; t++)
        for (int k = 0; k < KINDS; k++) {
            path_of(whole, t, k, target);
            if (t == table && k == kind) snprintf(target, sizeof target, "/proc/self/fd/%d", input);
            path_of(in, t, k, path);
            require(symlink(target, path) == 0);
        }
    free(whole);
}

static void start(void)
{
    char error[SOLVE_ERROR];
    static SolveItem list[SOLVE_LIST];
    static const char *const built[] = {"KPvK"};
    input = memfd_create("table", 0);
    require(input >= 0);
    make_folder(folder);
    atexit(remove_folders);
    const SolveOptions options = {.game = solve_game_chess(), .directory = folder, .what = PROBE_DTZ | PROBE_DTM, .threads = 1};
    const int planned = solve_plan(&options, built, 1, list, error);
    require(planned == TABLES && solve_run(&options, list, planned, error) == SOLVE_DONE);
    for (int t = 0; t < TABLES; t++)
        for (int k = 0; k < KINDS; k++) make_links(t, k);
}

/* ---- repairing ---- */

typedef struct {
    u8 *bytes;
    size_t size;
    TableHead head;
    u32 groups;
} Repair;

/* The codec and the index of a side, from `at` on. Returns where they end, 0 without room. */
static size_t repair_sizes(Repair *r, u32 side, size_t at)
{
    const size_t index = r->groups * sizeof(TableGroup);
    if (at + index > r->size) return 0;
    if (r->head.codec_bytes[side] > r->size - at - index) r->head.codec_bytes[side] = r->size - at - index;
    return at + r->head.codec_bytes[side] + index;
}

/* The groups of a side get what there is. */
static size_t repair_groups(Repair *r, u32 side, size_t index, size_t at, int last_side)
{
    r->head.data_bytes[side] = 0;
    for (u32 g = 0; g < r->groups; g++) {
        TableGroup group;
        memcpy(&group, r->bytes + index + g * sizeof group, sizeof group);
        if (group.bytes > r->size - at || (last_side && g == r->groups - 1))
            group.bytes = (u32)(r->size - at);
        group.check = (u32)XXH3_64bits(r->bytes + at, group.bytes);
        memcpy(r->bytes + index + g * sizeof group, &group, sizeof group);
        at += group.bytes;
        r->head.data_bytes[side] += group.bytes;
    }
    return at;
}

/* 0: too short to be made right. */
static int repair(Repair *r, const char *name, int what, u32 blocks)
{
    TableHead *h = &r->head;
    size_t index[2] = {0, 0}, at = TABLE_FILE_HEAD;
    memset(h->material, 0, sizeof h->material);
    memcpy(h->magic, "tabuleiro table", sizeof h->magic);
    memcpy(h->game, "chess\0\0\0\0\0\0\0\0\0\0", sizeof h->game);
    strcpy(h->material, name);
    h->version = TABLE_FILE_VERSION;
    h->what = (u32)what;
    h->blocks = blocks;
    if (h->group == 0 || h->group > CODEC_GROUP) h->group = 1 + h->group % CODEC_GROUP;
    if ((h->sides & 3) == 0) h->sides = 1;
    h->sides &= 3;
    r->groups = (h->blocks + h->group - 1) / h->group;
    for (u32 side = 0; side < 2; side++) {
        if (!(h->sides >> side & 1)) {
            h->codec_bytes[side] = h->data_bytes[side] = 0;
            continue;
        }
        at = repair_sizes(r, side, at);
        if (at == 0) return 0;
        index[side] = at - r->groups * sizeof(TableGroup);
    }
    const size_t data = at;
    for (u32 side = 0; side < 2; side++)
        if (h->sides >> side & 1) at = repair_groups(r, side, index[side], at, side == 1 || !(h->sides & 2));
    h->sections_check = (u32)XXH3_64bits(r->bytes + TABLE_FILE_HEAD, data - TABLE_FILE_HEAD);
    h->content_check = XXH3_64bits(r->bytes + TABLE_FILE_HEAD, r->size - TABLE_FILE_HEAD);
    h->head_check = table_head_check(h);
    memcpy(r->bytes, h, sizeof *h);
    return 1;
}

/* ---- probing ---- */

static void require_value(Value v)
{
    require(v == VALUE_ILLEGAL || v == 0 || (v > 0 && v <= 16384) || (v < 0 && v >= -16384));
}

static void probe_block(Prober *prober, const Material *material, int what, u32 block, u32 side)
{
    static ValueBlock values;
    char error[PROBER_ERROR];
    const ProbeStatus status = prober_block(prober, material, what, block, side, &values, error);
    require(status == PROBE_DONE || status == PROBE_BROKEN);
    if (status == PROBE_BROKEN) require(memchr(error, 0, sizeof error) != NULL && *error);
    for (u32 i = 0; status == PROBE_DONE && i < BLOCK_CELLS; i++) require_value(values.at[i >> 6][i & 63]);
}

static void probe_positions(Prober *prober, const Material *material, u32 code)
{
    for (u32 i = 0; i < 4; i++) {
        const ChessPosition position = cell_position(material, code, (i * 23 + 5) & 63, (i * 37 + 11) & 63,
                                                     i & 1);
        ProbeValue value;
        char error[PROBER_ERROR];
        if ((int)popcount64(chess_occupied(position)) != material->count + 2)
            continue; /* men on one square */
        const ProbeStatus status = prober_probe(prober, &position, PROBE_WDL | PROBE_DTZ | PROBE_DTM, &value,
                                                error);
        require(status == PROBE_DONE || status == PROBE_BROKEN || status == PROBE_ILLEGAL);
    }
}

/* The first block and the last, as they lie in different groups where there are several. */
static void probe_all(const char *in, const Material *material, int what)
{
    char error[PROBER_ERROR];
    Prober *prober = prober_open(in, 4 << 20, error);
    require(prober != NULL);
    const Placements *placements = prober_placements(prober, material);
    require(placements != NULL);
    for (u32 side = 0; side < 2; side++) {
        probe_block(prober, material, what, 0, side);
        probe_block(prober, material, what, placements->blocks - 1, side);
    }
    if (what == PROBE_WDL) probe_positions(prober, material, placements->codes[0]);
    const ProbeStatus status = prober_check_file(prober, material, what, error);
    require(status == PROBE_DONE || status == PROBE_BROKEN);
    prober_close(prober);
}

static void put_input(const u8 *bytes, size_t size)
{
    require(ftruncate(input, 0) == 0 && pwrite(input, bytes, size, 0) == (ssize_t)size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (input < 0) start();
    if (size > MOST || size < TABLE_FILE_HEAD) return 0;
    Repair r = {.bytes = malloc(size), .size = size};
    char error[MATERIAL_ERROR];
    Material material;
    int table = 0, kind = 0;
    require(r.bytes != NULL);
    memcpy(r.bytes, data, size);
    memcpy(&r.head, data, sizeof r.head);
    for (int t = 0; t < TABLES; t++)
        if (memcmp(r.head.material, names[t], 4) == 0) table = t;
    for (int k = 0; k < KINDS; k++)
        if (r.head.what == (u32)whats[k]) kind = k;
    require(material_parse(names[table], &material, error) == 0);
    put_input(data, size);
    probe_all(folders[table][kind], &material, whats[kind]);
    if (repair(&r, names[table], whats[kind], table == 4 ? 24 : 10)) {
        put_input(r.bytes, size);
        probe_all(folders[table][kind], &material, whats[kind]);
    }
    free(r.bytes);
    return 0;
}
