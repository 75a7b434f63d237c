#include "solve.h"

#include "device_retrograde.h"
#include "new_file.h"
#include "table_blocks.h"
#include "table_file.h"
#include "chess_write.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define CACHE_MOST (UINT64_C(1) << 30) /* bytes of decoded blocks while tables are read */

#define THREAD_BYTES (UINT64_C(1) << 19)

enum { SHELF_ROOM = 4096 };

/* Tables in memory, of one metric. Of METRIC_DTZ, those read from files have results alone. */
typedef struct {
    Table *table;
    u64 used; /* when it was last needed */
} Kept;

typedef struct {
    Kept kept[SHELF_ROOM]; /* hashed by material; table NULL: free */
    u64 bytes;
} Shelf;

typedef struct {
    const SolveOptions *options;
    Workers *workers;
    Shelf shelf[2]; /* by metric */
    u64 memory, clock;
    SolveProgress progress;
    SolveReport report;
    char *error;
} Run;

static int has(const SolveOptions *options, int what) { return (options->what & what) != 0; }

static SolveStatus fail(char error[SOLVE_ERROR], SolveStatus status, const char *text)
{
    snprintf(error, SOLVE_ERROR, "%s", text);
    return status;
}

static double seconds_of(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- the plan ---- */

/* 1: the file is there and can be read by this program. */
static int is_there(const char *directory, const Material *material, int what, char error[SOLVE_ERROR])
{
    TableFile file;
    char text[PROBER_ERROR];
    const ProbeStatus status = table_file_open(&file, directory, table_id_of_chess(material), what, text);
    if (status == PROBE_DONE) table_file_close(&file);
    if (status == PROBE_BROKEN) snprintf(error, SOLVE_ERROR, "%s; it is left as it is: remove it to have it built", text);
    return status == PROBE_DONE ? 1 : status == PROBE_NO_TABLE ? 0 : -1;
}

/* What of the material is still to be built, as PROBE_ bits; -1: a broken file. */
static int missing(const SolveOptions *options, const Material *material, char error[SOLVE_ERROR])
{
    int result = 0;
    static const int all[] = {PROBE_WDL, PROBE_DTZ, PROBE_DTM};
    for (int i = 0; i < 3; i++) {
        const int wanted = all[i] == PROBE_WDL || has(options, all[i]);
        const int there = wanted ? is_there(options->directory, material, all[i], error) : 1;
        if (there < 0) return -1;
        if (!there) result |= all[i];
    }
    return result;
}

static int add_with_children(const SolveOptions *options, const Material *material, Material *list, int *count,
                             char error[SOLVE_ERROR])
{
    for (int i = 0; i < *count; i++)
        if (list[i].key == material->key) return 0;
    if (material->count == 0) return 0;
    Material children[MATERIAL_CHILDREN];
    const int n = material_children(material, children);
    for (int i = 0; i < n; i++)
        if (add_with_children(options, &children[i], list, count, error)) return -1;
    const int left = missing(options, material, error);
    if (left < 0) return -1;
    if (left == 0) return 0;
    if (*count == SOLVE_LIST) {
        snprintf(error, SOLVE_ERROR, "more than %d tables at once", SOLVE_LIST);
        return -1;
    }
    list[(*count)++] = *material;
    return 0;
}

int solve_plan(const SolveOptions *options, const Material *materials, int count, Material list[SOLVE_LIST],
               char error[SOLVE_ERROR])
{
    int planned = 0;
    for (int i = 0; i < count; i++)
        if (add_with_children(options, &materials[i], list, &planned, error)) return -1;
    return planned;
}

/* ---- memory ---- */

static u64 cache_bytes(u64 memory) { return memory / 8 < CACHE_MOST ? memory / 8 : CACHE_MOST; }

static u64 own_bytes(const Material *material)
{
    const u64 solving = table_bytes(material) + retrograde_bytes(material);
    return solving + solving / 16 + (UINT64_C(32) << 20);
}

static u64 children_bytes(const Material *material)
{
    Material children[MATERIAL_CHILDREN];
    const int n = material_children(material, children);
    u64 bytes = 0;
    for (int i = 0; i < n; i++) bytes += table_bytes(&children[i]);
    return bytes;
}

u64 solve_memory(const SolveOptions *options, const Material *list, int count)
{
    u64 most = 0;
    for (int i = 0; i < count; i++) {
        const u64 bytes = own_bytes(&list[i]) + children_bytes(&list[i]);
        if (bytes > most) most = bytes;
    }
    return most + (u64)options->threads * THREAD_BYTES;
}

static u64 available_memory(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    unsigned long long kib = 0;
    char line[128];
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1) break;
    if (file) fclose(file);
    return kib ? kib * 1024 : UINT64_MAX;
}

/* ---- the shelves ---- */

static Kept *kept_of(Shelf *shelf, MaterialKey key)
{
    u32 at = (key * 0x9e3779b1u) >> 20 & (SHELF_ROOM - 1);
    while (shelf->kept[at].table && shelf->kept[at].table->material.key != key) at = (at + 1) & (SHELF_ROOM - 1);
    return &shelf->kept[at];
}

static void put(Run *run, Shelf *shelf, Table *table)
{
    *kept_of(shelf, table->material.key) = (Kept){table, ++run->clock};
    shelf->bytes += table_bytes(&table->material);
}

/* Takes a table away; those behind it in the hash move up. */
static void drop(Shelf *shelf, Kept *kept)
{
    shelf->bytes -= table_bytes(&kept->table->material);
    table_close(kept->table);
    kept->table = NULL;
    u32 at = (u32)(kept - shelf->kept);
    for (at = (at + 1) & (SHELF_ROOM - 1); shelf->kept[at].table; at = (at + 1) & (SHELF_ROOM - 1)) {
        const Kept moved = shelf->kept[at];
        shelf->kept[at].table = NULL;
        *kept_of(shelf, moved.table->material.key) = moved;
    }
}

/* Frees tables that were not needed since `since`, the longest unused first, until `bytes` more fit. */
static void make_room(Run *run, u64 bytes, u64 since)
{
    while (run->shelf[0].bytes + run->shelf[1].bytes + bytes > run->memory) {
        Shelf *shelf = NULL;
        Kept *oldest = NULL;
        for (int m = 0; m < 2; m++)
            for (int i = 0; i < SHELF_ROOM; i++) {
                Kept *kept = &run->shelf[m].kept[i];
                if (kept->table && kept->used <= since && (oldest == NULL || kept->used < oldest->used)) {
                    oldest = kept;
                    shelf = &run->shelf[m];
                }
            }
        if (oldest == NULL) return; /* the estimate was refused or allowed before */
        drop(shelf, oldest);
    }
}

static const Table *child_of_results(void *user, const Material *material)
{
    Run *run = user;
    return kept_of(&run->shelf[METRIC_DTZ], material->key)->table;
}
static const Table *child_of_mates(void *user, const Material *material)
{
    Run *run = user;
    return kept_of(&run->shelf[METRIC_DTM], material->key)->table;
}

/* ---- reading ---- */

static int tell(Run *run)
{
    return run->options->progress ? run->options->progress(run->options->user, &run->progress) : 0;
}

typedef struct {
    Prober *prober;
    Table *table;
    int what;
    Run *run;
    atomic_int status, stopped;
    char error[PROBER_ERROR];
    atomic_flag told;
} Reading;

static void take_values(Table *table, u32 block, u32 side, const ValueBlock *values)
{
    for (u32 p = 0; p < 64; p++) {
        const size_t word = (size_t)block * BLOCK_WORDS + p;
        u64 won = 0, lost = 0;
        for (u32 q = 0; q < 64; q++) {
            const Value v = values->at[p][q];
            won |= (u64)(v > 0) << q;
            lost |= (u64)(v < 0) << q;
            table->distance[side][word * 64 + q] =
                (u8)(v == VALUE_ILLEGAL ? DISTANCE_ILLEGAL : distance_of_plies(table->metric, value_plies(v)));
        }
        table->won[side][word] = won;
        table->lost[side][word] = lost;
    }
}

static void read_piece(void *user, u64 first, u64 end, int worker)
{
    Reading *r = user;
    if (worker == 0 && tell(r->run)) atomic_store(&r->stopped, 1);
    if (atomic_load(&r->stopped)) return;
    ValueBlock values;
    char error[PROBER_ERROR];
    for (u32 side = 0; side < 2; side++)
        for (u64 block = first; block < end && !atomic_load_explicit(&r->status, memory_order_relaxed); block++) {
            const ProbeStatus status =
                prober_block(r->prober, &r->table->material, r->what, (u32)block, side, &values, error);
            if (status != PROBE_DONE) {
                atomic_store(&r->status, (int)status);
                if (!atomic_flag_test_and_set(&r->told)) memcpy(r->error, error, sizeof error);
                return;
            }
            take_values(r->table, (u32)block, side, &values);
        }
}

static SolveStatus read_table(Run *run, Prober *prober, const Material *material, Metric metric, Table **table)
{
    *table = table_open(material, metric);
    if (*table == NULL) return fail(run->error, SOLVE_MEMORY, "no memory for a table to read");
    (*table)->exact = metric == METRIC_DTM;
    if (material->count == 0) {
        retrograde_solve(*table, child_of_results, run, run->workers, NULL);
        return SOLVE_DONE;
    }
    Reading r = {.run = run, .prober = prober, .table = *table, .what = metric == METRIC_DTM ? PROBE_DTM : PROBE_WDL,
                 .told = ATOMIC_FLAG_INIT};
    workers_run(run->workers, (*table)->placements->blocks, 16, read_piece, &r);
    const ProbeStatus status = (ProbeStatus)atomic_load(&r.status);
    if (status == PROBE_DONE && !atomic_load(&r.stopped)) return SOLVE_DONE;
    table_close(*table);
    if (atomic_load(&r.stopped)) return fail(run->error, SOLVE_STOPPED, "stopped on request");
    return fail(run->error, status == PROBE_MEMORY ? SOLVE_MEMORY : SOLVE_INPUT, r.error);
}

/* Every table that the material leads to stands on the shelf. */
static SolveStatus fetch_children(Run *run, const Material *material, Metric metric)
{
    Material children[MATERIAL_CHILDREN];
    const int n = material_children(material, children);
    const u64 since = run->clock;
    Prober *prober = NULL;
    SolveStatus status = SOLVE_DONE;
    for (int i = 0; i < n; i++) {
        Kept *kept = kept_of(&run->shelf[metric], children[i].key);
        if (kept->table) kept->used = ++run->clock;
    }
    for (int i = 0; status == SOLVE_DONE && i < n; i++) {
        if (kept_of(&run->shelf[metric], children[i].key)->table) continue;
        make_room(run, table_bytes(&children[i]) + cache_bytes(run->memory), since);
        char error[PROBER_ERROR];
        if (prober == NULL) prober = prober_open(run->options->directory, cache_bytes(run->memory), error);
        if (prober == NULL) return fail(run->error, SOLVE_MEMORY, error); /* the folder is there */
        Table *table;
        status = read_table(run, prober, &children[i], metric, &table);
        if (status == SOLVE_DONE) put(run, &run->shelf[metric], table);
    }
    prober_close(prober);
    if (status == SOLVE_DONE) make_room(run, own_bytes(material), since);
    return status;
}

/* ---- one table ---- */

static int watch_levels(void *user, int level, int levels, int ply, u64 decided)
{
    Run *run = user;
    run->progress.level = level;
    run->progress.levels = levels;
    run->progress.ply = ply;
    run->progress.decided = decided;
    return tell(run);
}

static RetrogradeStatus on_device_or_not(Run *run, Table *table, DeviceError *error)
{
    const RetrogradeWatch watch = {watch_levels, run};
    ChildTable *child = table->metric == METRIC_DTM ? child_of_mates : child_of_results;
    Device *device = run->options->device;
    return device ? device_retrograde_solve(table, child, run, run->workers, device, &watch, error)
                  : retrograde_solve(table, child, run, run->workers, &watch);
}

static SolveStatus analyse(Run *run, Table *table)
{
    DeviceError error;
    switch (on_device_or_not(run, table, &error)) {
    case RETROGRADE_DONE: return SOLVE_DONE;
    case RETROGRADE_STOPPED: return fail(run->error, SOLVE_STOPPED, "stopped on request");
    case RETROGRADE_MEMORY: return fail(run->error, SOLVE_MEMORY, "no memory to solve a table");
    case RETROGRADE_DEVICE: return fail(run->error, SOLVE_DEVICE, error.text);
    case RETROGRADE_TOO_LONG: break;
    }
    snprintf(run->error, SOLVE_ERROR, "%s: distances above %d plies, which a table cannot hold", table->material.name,
             plies_of_distance(table->metric, DISTANCE_MOST, 0));
    return SOLVE_LIMIT;
}

static int stop_writing(void *user) { return tell(user); }

static SolveStatus write_one(Run *run, const Table *table, int what, u64 *bytes)
{
    char error[PROBER_ERROR];
    switch (chess_write(run->options->directory, table, what, child_of_results, stop_writing, run, run->workers, bytes,
                        error)) {
    case WRITE_DONE: return SOLVE_DONE;
    case WRITE_MEMORY: return fail(run->error, SOLVE_MEMORY, error);
    case WRITE_STOPPED: return fail(run->error, SOLVE_STOPPED, "stopped on request");
    case WRITE_IO: break;
    }
    return fail(run->error, SOLVE_IO, error);
}

typedef struct {
    double wall, cpu;
} Times;

static Times times_now(void) { return (Times){seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID)}; }

static void add_times(Times since, double *wall, double *cpu)
{
    const Times now = times_now();
    *wall += now.wall - since.wall;
    *cpu += now.cpu - since.cpu;
}

static SolveStatus build(Run *run, const Material *material, Metric metric, int left)
{
    SolveReport *report = &run->report;
    run->progress.phase = "read";
    if (tell(run)) return fail(run->error, SOLVE_STOPPED, "stopped on request");
    Times start = times_now();
    SolveStatus status = fetch_children(run, material, metric);
    add_times(start, &report->seconds_read, &report->cpu_read);
    if (status != SOLVE_DONE) return status;

    Table *table = table_open(material, metric);
    if (table == NULL) return fail(run->error, SOLVE_MEMORY, "no memory for a table");
    report->positions = (u64)table->placements->blocks * BLOCK_CELLS * 2;
    run->progress.phase = metric == METRIC_DTM ? "solve dtm" : "solve dtz";
    start = times_now();
    status = analyse(run, table);
    add_times(start, &report->seconds_solve[metric], &report->cpu_solve[metric]);

    run->progress.phase = "write";
    start = times_now();
    if (status == SOLVE_DONE && tell(run)) status = fail(run->error, SOLVE_STOPPED, "stopped on request");
    if (status == SOLVE_DONE && metric == METRIC_DTZ && left & PROBE_WDL)
        status = write_one(run, table, PROBE_WDL, &report->bytes[0]);
    if (status == SOLVE_DONE && metric == METRIC_DTZ && left & PROBE_DTZ)
        status = write_one(run, table, PROBE_DTZ, &report->bytes[1]);
    if (status == SOLVE_DONE && metric == METRIC_DTM) status = write_one(run, table, PROBE_DTM, &report->bytes[2]);
    add_times(start, &report->seconds_write, &report->cpu_write);
    if (status == SOLVE_DONE)
        put(run, &run->shelf[metric], table);
    else
        table_close(table);
    return status;
}

/* Before the placements are known. */
static u64 about_positions(const Material *material)
{
    return (U64(2) << 6 * (material->count + 2)) / (material->pawns ? 2 : 8);
}

static SolveStatus build_all(Run *run, const Material *list, int count)
{
    for (int i = 0; i < count; i++) run->progress.all += about_positions(&list[i]);
    for (int i = 0; i < count; i++) {
        const Material *material = &list[i];
        run->report = (SolveReport){.material = material->name};
        run->progress.material = material->name;
        run->progress.number = i + 1;
        run->progress.total = count;
        run->progress.decided = 0;
        const int left = missing(run->options, material, run->error);
        if (left < 0) return SOLVE_INPUT;
        SolveStatus status = SOLVE_DONE;
        if (left & (PROBE_WDL | PROBE_DTZ)) status = build(run, material, METRIC_DTZ, left);
        if (status == SOLVE_DONE && left & PROBE_DTM) status = build(run, material, METRIC_DTM, left);
        if (status != SOLVE_DONE) return status;
        run->progress.done += about_positions(material);
        if (run->options->report) run->options->report(run->options->user, &run->report);
    }
    return SOLVE_DONE;
}

static void close_shelves(Run *run)
{
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < SHELF_ROOM; i++) table_close(run->shelf[m].kept[i].table);
}

SolveStatus solve_run(const SolveOptions *options, const Material *list, int count, char error[SOLVE_ERROR])
{
    if (mkdir(options->directory, 0777) != 0 && errno != EEXIST) {
        snprintf(error, SOLVE_ERROR, "%.400s: %s", options->directory, strerror(errno));
        return SOLVE_IO;
    }
    const u64 memory = options->memory ? options->memory : available_memory(), needed = solve_memory(options, list, count);
    if (needed > memory) {
        snprintf(error, SOLVE_ERROR, "%.1f GiB of memory are needed, %.1f GiB may be used",
                 (double)needed / 0x1p30, (double)memory / 0x1p30);
        return SOLVE_MEMORY;
    }
    /* Better told now than after an hour of solving. */
    char told[PROBER_ERROR];
    NewFile *trial = new_file_open(options->directory, "trial", told);
    if (trial == NULL) return fail(error, SOLVE_IO, told);
    new_file_drop(trial);
    Run *run = calloc(1, sizeof *run);
    if (run == NULL) return fail(error, SOLVE_MEMORY, "no memory");
    run->options = options;
    run->memory = memory;
    run->error = error;
    run->workers = workers_open(options->threads);
    SolveStatus status = SOLVE_MEMORY;
    if (run->workers)
        status = build_all(run, list, count);
    else
        fail(error, SOLVE_MEMORY, "no memory for threads");
    workers_close(run->workers);
    close_shelves(run);
    free(run);
    return status;
}
