/* SPDX-License-Identifier: MIT */
/* Fuzz target for files of tables: the input is one, of a material of chess or of checkers that its head names. It is
 * probed as it is, and again after its head's sizes and all its checksums have been made right, so that decoding is
 * reached; the other files of the folder are good ones. Values or an error must come out, never another status.
 *
 *     cmake -B build -DFUZZ=ON -DSANITIZE=address,undefined -DCMAKE_C_COMPILER=clang && ninja -C build fuzz_table
 *     build/solver/fuzz_table -max_len=8192 NEW_FOLDER corpus
 * With cmake/fuzz_replay.c it is a plain regression program over the files of a folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "solver/draughts/cells.h"
#include "solver/draughts/prober_tables.h"
#include "solver/chess/prober_state.h"
#include "solver/solve.h"
#include "solver/chess/table_blocks.h"
#include "solver/files/table_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 16, FOLDER = 64 };

/* A file that inputs can be. Its folder is the good tables, but for this one, which is a link to `input`. */
typedef struct {
    const char *game, *material;
    int metrics;
    int symmetric;
    u32 blocks;
    char folder[FOLDER];
    Prober *prober; /* chess: stays open, so that good tables are decoded once */
} File;

#define CHESS(material, blocks) \
    {"chess", material, PROBE_WDL, 0, blocks, "", NULL}, \
        {"chess", material, PROBE_DTZ, 0, blocks, "", NULL}, \
    { \
        "chess", material, PROBE_DTM, 0, blocks, "", NULL \
    }
#define CHECKERS(material, symmetric) \
    {"checkers", material, PROBE_WDL, symmetric, 1, "", NULL}, \
    { \
        "checkers", material, PROBE_DTW, symmetric, 1, "", NULL \
    }

static File files[] = {CHESS("KRvK", 10), CHESS("KNvK", 10),  CHESS("KBvK", 10),  CHESS("KQvK", 10),
                       CHESS("KPvK", 24), CHECKERS("KvK", 1), CHECKERS("KvM", 0), CHECKERS("MvM", 1)};
enum { FILES = sizeof files / sizeof *files };

static char good[FOLDER];
static int input = -1;

static void require(int condition)
{
    if (!condition) abort();
}

static const DraughtsGame *checkers(void) { return &draughts_games[DRAUGHTS_GAME_checkers]; }

/* ---- folders ---- */

static void path_of(const char *folder, const File *file, char path[128])
{
    char name[TABLE_FILE_NAME];
    table_file_name(file->game, file->material, file->metrics, name);
    snprintf(path, 128, "%.63s/%s", folder, name);
}

static void remove_folder(const char *folder)
{
    char path[128];
    for (int i = 0; i < FILES; i++) {
        path_of(folder, &files[i], path);
        unlink(path);
    }
    rmdir(folder);
}

static void end(void)
{
    for (int i = 0; i < FILES; i++) {
        prober_close(files[i].prober);
        remove_folder(files[i].folder);
    }
    remove_folder(good);
}

static void make_folder(char folder[FOLDER])
{
    const char *base = access("/dev/shm", W_OK) ? "." : "/dev/shm";
    snprintf(folder, FOLDER, "%s/fuzz-table.XXXXXX", base);
    require(mkdtemp(folder) != NULL);
}

/* The tables of a file's game: it is `input`, the others are links to good ones. */
static void make_links(File *file)
{
    char path[128], target[256], *whole = realpath(good, NULL);
    make_folder(file->folder);
    require(whole != NULL);
    for (int i = 0; i < FILES; i++) {
        if (strcmp(files[i].game, file->game) != 0) continue;
        path_of(whole, &files[i], target);
        if (&files[i] == file) snprintf(target, sizeof target, "/proc/self/fd/%d", input);
        path_of(file->folder, &files[i], path);
        require(symlink(target, path) == 0);
    }
    free(whole);
}

static void solve(SolveGame game, int metrics, const char *name)
{
    char error[SOLVE_ERROR];
    static SolveItem list[SOLVE_LIST];
    const SolveOptions options = {.game = game, .directory = good, .metrics = metrics, .threads = 1};
    const int planned = solve_plan(&options, &name, 1, list, error);
    require(planned > 0 && solve_run(&options, list, planned, error) == SOLVE_DONE);
}

static void start(void)
{
    input = memfd_create("table", 0);
    require(input >= 0);
    make_folder(good);
    atexit(end);
    solve(solve_game_chess(), PROBE_DTZ | PROBE_DTM, "KPvK");
    solve(solve_game_draughts(checkers()), PROBE_DTW, "all-2");
    for (int i = 0; i < FILES; i++) make_links(&files[i]);
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

static u32 sides_of(const File *file, u32 sides)
{
    if (file->symmetric) return 1;
    if (file->metrics == PROBE_WDL) return 3;
    return (sides & 3) == 2 ? 2 : 1;
}

/* Groups of chess have one or two blocks, as each block is work. */
static void repair_head(Repair *r, const File *file)
{
    TableHead *h = &r->head;
    memcpy(h->magic, "tabuleiro table", sizeof h->magic);
    memset(h->game, 0, sizeof h->game);
    strcpy(h->game, file->game);
    memset(h->material, 0, sizeof h->material);
    strcpy(h->material, file->material);
    h->version = TABLE_FILE_VERSION;
    h->metrics = (u32)file->metrics;
    h->blocks = file->blocks;
    h->group = file->prober ? 1 + h->group % 2 : DRAUGHTS_GROUP;
    h->sides = sides_of(file, h->sides);
    r->groups = (h->blocks + h->group - 1) / h->group;
}

/* 0: too short to be made right. */
static int repair(Repair *r, const File *file)
{
    TableHead *h = &r->head;
    size_t index[2] = {0, 0}, at = TABLE_FILE_HEAD;
    repair_head(r, file);
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

static void require_status(ProbeStatus status, const char *error)
{
    require(status == PROBE_DONE || status == PROBE_BROKEN);
    if (status == PROBE_BROKEN) require(memchr(error, 0, PROBER_ERROR) != NULL && *error);
}

static void require_value(Value v)
{
    require(v == VALUE_ILLEGAL || v == 0 || (v > 0 && v <= 16384) || (v < 0 && v >= -16384));
}

static void probe_block(const File *file, const Material *material, u32 block, u32 side)
{
    static ValueBlock values;
    char error[PROBER_ERROR];
    const ProbeStatus status =
        prober_block(file->prober, material, file->metrics, block, side, &values, error);
    require_status(status, error);
    for (u32 i = 0; status == PROBE_DONE && i < BLOCK_CELLS; i++) require_value(values.at[i >> 6][i & 63]);
}

static void probe_position(const File *file, const Material *material, u32 code, u32 side)
{
    const ChessPosition position = cell_position(material, code, side * 23 + 5, side * 37 + 11, side);
    ProbeValue value;
    char error[PROBER_ERROR];
    if ((int)popcount64(chess_occupied(position)) != material->count + 2) return; /* men on one square */
    const ProbeStatus status = prober_probe(file->prober, &position, file->metrics, &value, error);
    if (status != PROBE_ILLEGAL) require_status(status, error);
}

/* The prober forgets the input, and keeps what it has decoded of the good tables. */
static void forget(const File *file, const Material *material)
{
    Prober *p = file->prober;
    TablePart *part = &prober_files(p, material)->part[part_of(file->metrics)];
    table_part_close(part);
    atomic_store(&part->ready, 0);
    if (file->metrics == PROBE_WDL) {
        block_cache_close(p->results);
        p->results = block_cache_open(1 << 18, BLOCK_CELLS);
    } else {
        block_cache_close(p->distances);
        p->distances = block_cache_open(1 << 18, sizeof(ValueBlock));
    }
    require(p->results && p->distances);
}

/* The last block, whose pawn promotes latest, of either side to move. */
static void probe_chess(const File *file)
{
    char error[PROBER_ERROR];
    Material material;
    require(material_parse(file->material, &material, error) == 0);
    const Placements *placements = prober_placements(file->prober, &material);
    require(placements != NULL);
    for (u32 side = 0; side < 2; side++) {
        probe_block(file, &material, placements->blocks - 1, side);
        probe_position(file, &material, placements->codes[placements->blocks - 1], side);
    }
    require_status(prober_check_file(file->prober, &material, file->metrics, error), error);
    forget(file, &material);
}

static void probe_slice(DraughtsProber *prober, const File *file, DraughtsSlice slice)
{
    DraughtsIndex index;
    u8 values[64];
    char error[PROBER_ERROR];
    require(draughts_index_open(&index, checkers(), slice) == 0);
    for (u64 first = 0; first < 2 * sizeof values; first += sizeof values)
        require_status(draughts_prober_values(prober, &index, file->metrics,
                                              first ? index.size - sizeof values : 0, sizeof values, values,
                                              error),
                       error);
}

static void probe_checkers(const File *file)
{
    char error[PROBER_ERROR];
    DraughtsSlice slice;
    DraughtsProber *prober = draughts_prober_open(file->folder, checkers(), 1 << 20, error);
    require(prober != NULL);
    require(draughts_slice_parse(file->material, &slice) == 0);
    probe_slice(prober, file, slice);
    probe_slice(prober, file, draughts_slice_turned(slice));
    require_status(draughts_prober_check_file(prober, slice, file->metrics, error), error);
    draughts_prober_close(prober);
}

static void probe(const File *file, const u8 *bytes, size_t size)
{
    require(ftruncate(input, 0) == 0 && pwrite(input, bytes, size, 0) == (ssize_t)size);
    if (file->prober) probe_chess(file);
    else probe_checkers(file);
}

/* ---- */

static File *file_of(const TableHead *head)
{
    for (int i = 0; i < FILES; i++)
        if (strncmp(head->game, files[i].game, sizeof head->game) == 0 &&
            head->metrics == (u32)files[i].metrics &&
            strncmp(head->material, files[i].material, sizeof head->material) == 0)
            return &files[i];
    return &files[0];
}

static File *opened_file_of(const TableHead *head)
{
    File *file = file_of(head);
    char error[PROBER_ERROR];
    if (file->prober || strcmp(file->game, "chess") != 0) return file;
    file->prober = prober_open(file->folder, 4 << 20, error);
    require(file->prober != NULL);
    return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (input < 0) start();
    if (size > MOST || size < TABLE_FILE_HEAD) return 0;
    Repair r = {.bytes = malloc(size), .size = size};
    require(r.bytes != NULL);
    memcpy(r.bytes, data, size);
    memcpy(&r.head, data, sizeof r.head);
    const File *file = opened_file_of(&r.head);
    probe(file, data, size);
    if (repair(&r, file)) probe(file, r.bytes, size);
    free(r.bytes);
    return 0;
}
