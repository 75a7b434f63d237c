/* SPDX-License-Identifier: MIT */
#include "solve_game.h"

#include "base/new_file.h"
#include "base/new_folder.h"
#include "walk/verify_head.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#define CACHE_MOST (UINT64_C(1) << 30) /* bytes of decoded blocks while tables are read */

#define THREAD_BYTES (UINT64_C(1) << 19)

enum { STORE_ROOM = 4096 };

/* Tables in memory, of one pass. */
typedef struct {
    void *table;
    u64 key, bytes;
    u64 used; /* when it was last needed */
} Kept;

typedef struct {
    Kept kept[STORE_ROOM]; /* hashed by key; table NULL: free */
    u64 bytes;
} TableStore;

typedef struct SolveRun {
    const SolveOptions *options;
    const struct SolveOps *ops;
    const DraughtsGame *game;
    Workers *workers;
    TableStore store[SOLVE_PASSES];
    u64 memory, clock;
    int folder; /* open while the run holds it */
    SolveProgress progress;
    SolveReport report;
    u64 failed[SOLVE_LIST]; /* keys of tables that cannot be built */
    int failures;
    char *error;
} SolveRun;

static int has(const SolveOptions *options, int metrics) { return (options->metrics & metrics) != 0; }

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

static int file_number(int metrics) { return (int)lowest_bit64((u64)metrics); }

/* 1: the file is there and can be read by this program. */
static int is_there(const SolveOptions *options, const SolveItem *item, int metrics, char error[SOLVE_ERROR])
{
    TableFile file;
    char text[PROBER_ERROR];
    const TableId id = options->game.ops->id(options->game.draughts, item);
    const ProbeStatus status = table_file_open(&file, options->directory, id, metrics, text);
    if (status == PROBE_DONE) table_file_close(&file);
    if (status == PROBE_BROKEN)
        snprintf(error, SOLVE_ERROR, "%s; it is left as it is: remove it to have it built", text);
    return status == PROBE_DONE ? 1 : status == PROBE_NO_TABLE ? 0 : -1;
}

/* What of the material is still to be built, as PROBE_ bits; -1: a broken file. */
static int missing(const SolveOptions *options, const SolveItem *item, char error[SOLVE_ERROR])
{
    int result = 0;
    for (int metrics = PROBE_WDL; metrics <= PROBE_DTW; metrics <<= 1) {
        const int wanted = metrics == PROBE_WDL || has(options, metrics);
        const int there = wanted ? is_there(options, item, metrics, error) : 1;
        if (there < 0) return -1;
        if (!there) result |= metrics;
    }
    return result;
}

typedef struct {
    const SolveOptions *options;
    SolveItem *list;
    int count, seen_count;
    u64 seen[STORE_ROOM]; /* keys looked at, planned or not */
    char *error;
} Plan;

static int seen_before(Plan *plan, u64 key)
{
    for (int i = 0; i < plan->seen_count; i++)
        if (plan->seen[i] == key) return 1;
    if (plan->seen_count < STORE_ROOM) plan->seen[plan->seen_count++] = key;
    return 0;
}

static int add_with_children(Plan *plan, const SolveItem *item)
{
    const SolveGame *game = &plan->options->game;
    if (game->ops->bare(item) || seen_before(plan, item->key)) return 0;
    SolveItem children[SOLVE_CHILDREN];
    const int n = game->ops->children(game->draughts, item, children);
    for (int i = 0; i < n; i++)
        if (add_with_children(plan, &children[i])) return -1;
    const int left = missing(plan->options, item, plan->error);
    if (left < 0) return -1;
    if (left == 0) return 0;
    if (plan->count == SOLVE_LIST) {
        snprintf(plan->error, SOLVE_ERROR, "more than %d tables at once", SOLVE_LIST);
        return -1;
    }
    plan->list[plan->count++] = *item;
    return 0;
}

/* all-4 */
static int add_all(Plan *plan, const char *name)
{
    const char *text = name + 4;
    const SolveGame *game = &plan->options->game;
    char *end;
    const long most = strtol(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || most < game->ops->fewest || most > game->ops->most) {
        char shown[SOLVE_SHOWN];
        snprintf(plan->error, SOLVE_ERROR, "material '%s': expected all-%d to all-%d",
                 solve_shown(name, shown), game->ops->fewest, game->ops->most);
        return -1;
    }
    SolveItem *items = malloc(SOLVE_LIST * sizeof *items);
    if (items == NULL) {
        fail(plan->error, SOLVE_MEMORY, "no memory for a list of tables");
        return -1;
    }
    int failed = 0;
    for (int men = game->ops->fewest; men <= most && !failed; men++) {
        const int n = game->ops->list(game->draughts, men, items);
        for (int i = 0; i < n && !failed; i++) failed = add_with_children(plan, &items[i]);
    }
    free(items);
    return failed;
}

static int add_named(Plan *plan, const char *name)
{
    const SolveGame *game = &plan->options->game;
    SolveItem item;
    if (strncmp(name, "all-", 4) == 0) return add_all(plan, name);
    return game->ops->parse(game->draughts, name, &item, plan->error) || add_with_children(plan, &item);
}

int solve_plan(const SolveOptions *options, const char *const *names, int count, SolveItem list[SOLVE_LIST],
               char error[SOLVE_ERROR])
{
    Plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL) {
        fail(error, SOLVE_MEMORY, "no memory for a list of tables");
        return -1;
    }
    plan->options = options;
    plan->list = list;
    plan->error = error;
    int failed = 0;
    for (int i = 0; i < count && !failed; i++) failed = add_named(plan, names[i]);
    const int planned = failed ? -1 : plan->count;
    free(plan);
    return planned;
}

const char *solve_pass(SolveGame game, int pass)
{
    return pass < game.ops->passes ? game.ops->pass[pass].name : NULL;
}

/* ---- memory ---- */

static u64 cache_bytes(u64 memory) { return memory / 8 < CACHE_MOST ? memory / 8 : CACHE_MOST; }

static u64 own_bytes(SolveGame game, const SolveItem *item)
{
    const u64 solving = game.ops->bytes(game.draughts, item) + game.ops->extra_bytes(game.draughts, item);
    return solving + solving / 16 + (UINT64_C(32) << 20);
}

static u64 children_bytes(SolveGame game, const SolveItem *item)
{
    SolveItem children[SOLVE_CHILDREN];
    const int n = game.ops->children(game.draughts, item, children);
    u64 bytes = 0;
    for (int i = 0; i < n; i++) bytes += game.ops->bytes(game.draughts, &children[i]);
    return bytes;
}

u64 solve_memory(const SolveOptions *options, const SolveItem *list, int count)
{
    u64 most = 0;
    for (int i = 0; i < count; i++) {
        const u64 bytes = own_bytes(options->game, &list[i]) + children_bytes(options->game, &list[i]);
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

/* ---- tables in memory ---- */

static u32 home(u64 key) { return ((u32)key * 0x9e3779b1u) >> 20 & (STORE_ROOM - 1); }

static Kept *kept_of(TableStore *store, u64 key)
{
    u32 at = home(key);
    while (store->kept[at].table && store->kept[at].key != key) at = (at + 1) & (STORE_ROOM - 1);
    return &store->kept[at];
}

static void put(SolveRun *run, TableStore *store, const SolveItem *item, void *table)
{
    const u64 bytes = run->ops->bytes(run->game, item);
    *kept_of(store, item->key) = (Kept){table, item->key, bytes, ++run->clock};
    store->bytes += bytes;
}

/* Takes a table away; those behind it in the hash move up. */
static void drop(const SolveRun *run, TableStore *store, Kept *kept)
{
    store->bytes -= kept->bytes;
    run->ops->close(kept->table);
    kept->table = NULL;
    u32 at = (u32)(kept - store->kept);
    for (at = (at + 1) & (STORE_ROOM - 1); store->kept[at].table; at = (at + 1) & (STORE_ROOM - 1)) {
        const Kept moved = store->kept[at];
        store->kept[at].table = NULL;
        *kept_of(store, moved.key) = moved;
    }
}

/* Frees tables that were not needed since `since`, the longest unused first, until `bytes` more fit. */
static void make_room(SolveRun *run, u64 bytes, u64 since)
{
    while (run->store[0].bytes + run->store[1].bytes + bytes > run->memory) {
        TableStore *store = NULL;
        Kept *oldest = NULL;
        for (int m = 0; m < SOLVE_PASSES; m++)
            for (int i = 0; i < STORE_ROOM; i++) {
                Kept *kept = &run->store[m].kept[i];
                if (kept->table && kept->used <= since && (oldest == NULL || kept->used < oldest->used)) {
                    oldest = kept;
                    store = &run->store[m];
                }
            }
        if (oldest == NULL) return; /* the estimate was refused or allowed before */
        drop(run, store, oldest);
    }
}

const void *solve_child(const SolveChildren *children, u64 key)
{
    return kept_of(&children->run->store[children->pass], key)->table;
}

/* ---- reading ---- */

static int report_progress(SolveRun *run)
{
    return run->options->progress ? run->options->progress(run->options->user, &run->progress) : 0;
}

typedef struct {
    void *prober, *table;
    int pass;
    SolveRun *run;
    atomic_int status, stopped;
    char error[PROBER_ERROR];
    atomic_flag failed;
} Reading;

static void read_piece(void *user, u64 first, u64 end, int worker)
{
    Reading *r = user;
    if (worker == 0 && report_progress(r->run)) atomic_store(&r->stopped, 1);
    if (atomic_load(&r->stopped)) return;
    if (atomic_load_explicit(&r->status, memory_order_relaxed)) return;
    char error[PROBER_ERROR];
    const ProbeStatus status = r->run->ops->read(r->prober, r->table, r->pass, first, end, error);
    if (status == PROBE_DONE) return;
    atomic_store(&r->status, (int)status);
    if (!atomic_flag_test_and_set(&r->failed)) memcpy(r->error, error, sizeof error);
}

static SolveStatus fail_read(SolveRun *run, ProbeStatus status, const char *text)
{
    return fail(run->error, status == PROBE_MEMORY ? SOLVE_MEMORY : SOLVE_INPUT, text);
}

/* Whether all of the file was read: its head against the table's positions. */
static SolveStatus check_read(SolveRun *run, const SolveItem *item, int pass, const void *table)
{
    const int metrics = run->ops->pass[pass].read;
    TableHead counted = {.metrics = (u32)metrics};
    TableFile file;
    char text[PROBER_ERROR];
    if (run->ops->count(table, run->workers, &counted))
        return fail(run->error, SOLVE_MEMORY, "no memory to check a table");
    const TableId id = run->ops->id(run->game, item);
    const ProbeStatus opened = table_file_open(&file, run->options->directory, id, metrics, text);
    if (opened != PROBE_DONE) return fail_read(run, opened, text);
    const int right = verify_head_counts(&file.head, &counted, text);
    table_file_close(&file);
    if (right) return SOLVE_DONE;
    snprintf(run->error, SOLVE_ERROR, "%.160s: damaged: %.255s", file.path, text);
    return SOLVE_INPUT;
}

static SolveStatus read_table(SolveRun *run, void *prober, const SolveItem *item, int pass, void **table)
{
    *table = run->ops->open(run->game, item, pass);
    if (*table == NULL) return fail(run->error, SOLVE_MEMORY, "no memory for a table to read");
    if (run->ops->bare(item)) {
        SolveChildren none = {run, pass};
        run->ops->solve(*table, &none, run->workers, NULL, NULL, NULL);
        return SOLVE_DONE;
    }
    Reading r = {.run = run, .prober = prober, .table = *table, .pass = pass, .failed = ATOMIC_FLAG_INIT};
    workers_run(run->workers, run->ops->items(*table), run->ops->piece, read_piece, &r);
    const ProbeStatus read = (ProbeStatus)atomic_load(&r.status);
    SolveStatus status;
    if (atomic_load(&r.stopped)) status = fail(run->error, SOLVE_STOPPED, "stopped on request");
    else if (read != PROBE_DONE) status = fail_read(run, read, r.error);
    else status = check_read(run, item, pass, *table);
    if (status != SOLVE_DONE) run->ops->close(*table);
    return status;
}

/* Every table that the material leads to is in the store. */
static SolveStatus fetch_children(SolveRun *run, const SolveItem *item, int pass)
{
    SolveItem children[SOLVE_CHILDREN];
    const int n = run->ops->children(run->game, item, children);
    const u64 since = run->clock;
    void *prober = NULL;
    SolveStatus status = SOLVE_DONE;
    for (int i = 0; i < n; i++) {
        Kept *kept = kept_of(&run->store[pass], children[i].key);
        if (kept->table) kept->used = ++run->clock;
    }
    for (int i = 0; status == SOLVE_DONE && i < n; i++) {
        if (kept_of(&run->store[pass], children[i].key)->table) continue;
        make_room(run, run->ops->bytes(run->game, &children[i]) + cache_bytes(run->memory), since);
        char error[PROBER_ERROR];
        if (prober == NULL)
            prober =
                run->ops->open_prober(run->game, run->options->directory, cache_bytes(run->memory), error);
        if (prober == NULL) return fail(run->error, SOLVE_MEMORY, error); /* the folder is there */
        void *table;
        status = read_table(run, prober, &children[i], pass, &table);
        if (status == SOLVE_DONE) put(run, &run->store[pass], &children[i], table);
    }
    if (prober) run->ops->close_prober(prober);
    if (status == SOLVE_DONE) make_room(run, own_bytes(run->options->game, item), since);
    return status;
}

/* ---- one table ---- */

static int watch_levels(void *user, int level, int levels, int ply, u64 decided)
{
    SolveRun *run = user;
    run->progress.level = level;
    run->progress.levels = levels;
    run->progress.ply = ply;
    run->progress.decided = decided;
    return report_progress(run);
}

static SolveStatus analyse(SolveRun *run, const SolveItem *item, int pass, void *table)
{
    DeviceError error;
    const RetrogradeWatch watch = {watch_levels, run};
    SolveChildren children = {run, pass};
    switch (run->ops->solve(table, &children, run->workers, run->options->device, &watch, &error)) {
    case RETROGRADE_DONE: return SOLVE_DONE;
    case RETROGRADE_STOPPED: return fail(run->error, SOLVE_STOPPED, "stopped on request");
    case RETROGRADE_MEMORY: return fail(run->error, SOLVE_MEMORY, "no memory to solve a table");
    case RETROGRADE_DEVICE: return fail(run->error, SOLVE_DEVICE, error.text);
    case RETROGRADE_TOO_LONG: break;
    }
    snprintf(run->error, SOLVE_ERROR, "%s: distances above %d plies, which a table cannot hold", item->name,
             run->ops->pass[pass].plies);
    return SOLVE_LIMIT;
}

static int stop_writing(void *user) { return report_progress(user); }

static SolveStatus write_one(SolveRun *run, int pass, const void *table, int metrics)
{
    char error[PROBER_ERROR];
    SolveChildren children = {run, pass};
    switch (run->ops->write(run->options->directory, table, &children, metrics, stop_writing, run,
                            run->workers, &run->report.bytes[file_number(metrics)], error)) {
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

static Times times_now(void)
{
    return (Times){seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
}

static void add_times(Times since, double *wall, double *cpu)
{
    const Times now = times_now();
    *wall += now.wall - since.wall;
    *cpu += now.cpu - since.cpu;
}

/* left: PROBE_ bits of the files to be built. */
static SolveStatus build(SolveRun *run, const SolveItem *item, int pass, int left)
{
    SolveReport *report = &run->report;
    run->progress.phase = "read";
    if (report_progress(run)) return fail(run->error, SOLVE_STOPPED, "stopped on request");
    Times start = times_now();
    SolveStatus status = fetch_children(run, item, pass);
    add_times(start, &report->seconds_read, &report->cpu_read);
    if (status != SOLVE_DONE) return status;

    void *table = run->ops->open(run->game, item, pass);
    if (table == NULL) return fail(run->error, SOLVE_MEMORY, "no memory for a table");
    report->positions = run->ops->positions(table);
    run->progress.phase = run->ops->pass[pass].phase;
    start = times_now();
    status = analyse(run, item, pass, table);
    add_times(start, &report->seconds_solve[pass], &report->cpu_solve[pass]);

    run->progress.phase = "write";
    start = times_now();
    if (status == SOLVE_DONE && report_progress(run))
        status = fail(run->error, SOLVE_STOPPED, "stopped on request");
    for (int metrics = PROBE_WDL; status == SOLVE_DONE && metrics <= PROBE_DTW; metrics <<= 1)
        if (left & metrics & run->ops->pass[pass].metrics) status = write_one(run, pass, table, metrics);
    add_times(start, &report->seconds_write, &report->cpu_write);
    if (status == SOLVE_DONE) put(run, &run->store[pass], item, table);
    else run->ops->close(table);
    return status;
}

static SolveStatus build_passes(SolveRun *run, const SolveItem *item, int left)
{
    SolveStatus status = SOLVE_DONE;
    for (int pass = 0; status == SOLVE_DONE && pass < run->ops->passes; pass++)
        if (left & run->ops->pass[pass].metrics) status = build(run, item, pass, left);
    return status;
}

/* One of its children cannot be built. */
static int needs_failed(const SolveRun *run, const SolveItem *item)
{
    SolveItem children[SOLVE_CHILDREN];
    const int n = run->ops->children(run->game, item, children);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < run->failures; j++)
            if (children[i].key == run->failed[j]) return 1;
    return 0;
}

/* Distances that are too long end the tables that need them, not the others. */
static SolveStatus build_all(SolveRun *run, const SolveItem *list, int count)
{
    char first[SOLVE_ERROR] = "";
    for (int i = 0; i < count; i++) run->progress.all += run->ops->about(run->game, &list[i]);
    for (int i = 0; i < count; i++) {
        const SolveItem *item = &list[i];
        run->report = (SolveReport){.material = item->name};
        run->progress.material = item->name;
        run->progress.number = i + 1;
        run->progress.total = count;
        run->progress.of = run->ops->about(run->game, item);
        run->progress.decided = 0;
        const int left = missing(run->options, item, run->error);
        if (left < 0) return SOLVE_INPUT;
        const SolveStatus status = needs_failed(run, item) ? SOLVE_LIMIT : build_passes(run, item, left);
        run->progress.done += run->progress.of;
        if (status == SOLVE_LIMIT) {
            if (!*first) memcpy(first, run->error, sizeof first);
            run->failed[run->failures++] = item->key;
            continue;
        }
        if (status != SOLVE_DONE) return status;
        if (left && run->options->report) run->options->report(run->options->user, &run->report);
    }
    if (!run->failures) return SOLVE_DONE;
    snprintf(run->error, SOLVE_ERROR, "%.400s; %d of %d tables were not built", first, run->failures, count);
    return SOLVE_LIMIT;
}

static void close_stores(SolveRun *run)
{
    for (int m = 0; m < SOLVE_PASSES; m++)
        for (int i = 0; i < STORE_ROOM; i++)
            if (run->store[m].kept[i].table) run->ops->close(run->store[m].kept[i].table);
}

static SolveStatus make_folder(const char *directory, char error[SOLVE_ERROR])
{
    char path[TABLE_FILE_PATH];
    snprintf(path, sizeof path, "%s", directory);
    const int failed = new_folder(path, 0777);
    if (failed) snprintf(error, SOLVE_ERROR, "%.400s: %s", path, strerror(failed));
    return failed ? SOLVE_IO : SOLVE_DONE;
}

/* Better reported now than after an hour of solving. */
static SolveStatus try_folder(const char *directory, char error[SOLVE_ERROR])
{
    char failed[PROBER_ERROR];
    NewFile *trial = new_file_open(directory, "trial", failed);
    if (trial == NULL) return fail(error, SOLVE_IO, failed);
    new_file_drop(trial);
    return SOLVE_DONE;
}

/* Waits until no other run is at work in the folder: both would build the same tables. The lock ends with the process,
 * whatever ends it; where the file system has none, runs do not know of each other. */
static SolveStatus hold_folder(SolveRun *run)
{
    const struct timespec moment = {0, 100000000};
    run->progress.phase = "wait";
    run->folder = open(run->options->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (flock(run->folder, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
        if (report_progress(run)) return fail(run->error, SOLVE_STOPPED, "stopped on request");
        nanosleep(&moment, NULL);
    }
    return SOLVE_DONE;
}

static SolveStatus open_run(SolveRun *run, const SolveOptions *options, u64 memory, char error[SOLVE_ERROR])
{
    run->options = options;
    run->ops = options->game.ops;
    run->game = options->game.draughts;
    run->memory = memory;
    run->error = error;
    run->workers = workers_open(options->threads);
    return run->workers ? hold_folder(run) : fail(error, SOLVE_MEMORY, "no memory for threads");
}

static void close_run(SolveRun *run)
{
    workers_close(run->workers);
    close_stores(run);
    if (run->folder >= 0) close(run->folder);
    free(run);
}

SolveStatus solve_run(const SolveOptions *options, const SolveItem *list, int count, char error[SOLVE_ERROR])
{
    SolveStatus status = make_folder(options->directory, error);
    if (status != SOLVE_DONE) return status;
    const u64 memory = options->memory ? options->memory : available_memory(),
              needed = solve_memory(options, list, count);
    if (needed > memory) {
        snprintf(error, SOLVE_ERROR, "%.1f GiB of memory are needed, %.1f GiB may be used",
                 (double)needed / 0x1p30, (double)memory / 0x1p30);
        return SOLVE_MEMORY;
    }
    status = try_folder(options->directory, error);
    if (status != SOLVE_DONE) return status;
    SolveRun *run = calloc(1, sizeof *run);
    if (run == NULL) return fail(error, SOLVE_MEMORY, "no memory");
    run->folder = -1;
    status = open_run(run, options, memory, error);
    if (status == SOLVE_DONE) status = build_all(run, list, count);
    close_run(run);
    return status;
}
