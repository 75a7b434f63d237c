#include "perft.h"

#include "perft_device.h"
#include "stop.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define UNITS_PER_THREAD 64
#define SMALL_RUN 1e6            /* leaves that are counted before other threads would have started */
#define FIRST_BATCH 1e8          /* leaves, about, of the first batch of a device that is host cores */
#define FIRST_BATCH_GPU 1e10     /* and of others */
#define TYPICAL_MOVES 30
#define MOST_MISMATCHES 3
#define SAVE_SHARE 0.02          /* of the time, for saving */
#define CHECK_SHARE 0.02         /* of a device's time, for recomputing units */
#define CHECK_RATE 1e8           /* nodes per second that a recomputation surely reaches */

typedef struct Crew Crew;

struct PerftMachine {
    GameRules rules;
    DeviceList devices;
    int threads;
    PerftTable *table;
    uint64_t host_table;         /* bytes of a table in the host's memory, the native engine's or a device's */
    uint64_t hash;               /* bytes of all tables */
    Crew *crew;
    int crew_count, device_count;
    size_t batch;                /* units that every device can take at once */
    volatile int stop;           /* set on request, on failure, or when all is done */
};

typedef struct {
    PerftMachine *machine;
    const PerftJob *job;
    PerftResult *result;
    PerftPlan *plan, own_plan;
    size_t next, done, to_do;    /* units */
    size_t counted;              /* units not yet saved */
    PerftUnit **unsaved;         /* room for all units, with save */
    double saved, saving;        /* when, by the clock, and how long it took */
    int closing;                 /* no more units are begun */
    size_t most_batch;           /* units that a device takes at once, at most */
    PerftStatus status;
    char *error;
    pthread_mutex_t mutex; /* guards next, done, counted, closing, status, error, result, the units' states */
    pthread_cond_t changed;
    int running;                 /* threads */
    double start;                /* by the clock */
} Run;

/* One thread: a core with the native engine, or a device. */
struct Crew {
    Run *run;
    int worker_index;
    PerftWorker *worker;
    Device *device;              /* NULL: native */
    PerftDevice perft;
    PerftTable table;            /* this thread's view of the machine's, of native ones */
    size_t batch;                /* units to take at once */
    PerftUnit **units;           /* a device's batch, its positions and sums */
    GamePosition *positions;
    uint64_t *totals;
    Nodes *nodes;
    int mismatches;
    double checking;             /* seconds spent recomputing units */
    uint64_t random;
    pthread_t thread;
};

static double clock_seconds(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return (int)sysconf(_SC_NPROCESSORS_ONLN);
    return CPU_COUNT(&set);
}

static int is_stopped(const Run *run) { return stop_asked(&run->machine->stop); }

/* The first failure is the one that is told. */
static void fail(Run *run, PerftStatus status, const char *text)
{
    pthread_mutex_lock(&run->mutex);
    if (run->status == PERFT_DONE) {
        run->status = status;
        snprintf(run->error, PERFT_ERROR, "%s", text);
    }
    stop_set(&run->machine->stop, 1);
    pthread_mutex_unlock(&run->mutex);
}

static PerftStatus status_of(DeviceStatus status)
{
    return status == DEVICE_OUT_OF_MEMORY ? PERFT_OUT_OF_MEMORY : PERFT_DEVICE;
}

/* Takes up to `most` open units; 0 when there is nothing left to do. */
static size_t take(Run *run, size_t most, PerftUnit **units)
{
    size_t n = 0;
    PerftPlan *plan = run->plan;
    pthread_mutex_lock(&run->mutex);
    for (; !run->closing && !is_stopped(run) && n < most && run->next < plan->count; run->next++)
        if (plan->units[run->next].state == UNIT_OPEN) units[n++] = &plan->units[run->next];
    pthread_mutex_unlock(&run->mutex);
    return n;
}

/* Adds leaves below a unit, or some of them, to the sums. */
static void add_nodes(Run *run, const PerftUnit *unit, Nodes nodes)
{
    run->result->nodes += nodes * unit->times;
    for (uint32_t i = 0; i < unit->origin_count; i++) {
        const PerftOrigin *origin = &run->plan->origins[unit->first_origin + i];
        run->result->root_nodes[origin->root] += nodes * origin->times;
    }
}

static void close_unit(Run *run, PerftUnit *unit)
{
    unit->state = UNIT_DONE;
    for (uint32_t i = 0; i < unit->origin_count; i++)
        run->result->root_open[run->plan->origins[unit->first_origin + i].root]--;
}

/* Books what was counted of a unit; when the run is stopped, it stays open. With save it is done later. */
static void book_unit(Crew *crew, PerftUnit *unit, Nodes nodes, int whole)
{
    Run *run = crew->run;
    if (whole) unit->nodes = nodes;
    if (run->job->save != NULL) {
        if (!whole) return;
        unit->worker = crew->worker_index;
        unit->state = UNIT_COUNTED;
        run->counted++;
    } else {
        add_nodes(run, unit, nodes);
        if (whole) close_unit(run, unit);
    }
    crew->worker->nodes += nodes * unit->times;
}

/* nodes is NULL with statistics, which carry the sum alone. from_table: leaves among them. */
static void book(Crew *crew, PerftUnit *const *units, size_t n, const Nodes *nodes, const uint64_t *stats,
                 Nodes from_table, double seconds)
{
    Run *run = crew->run;
    PerftResult *result = run->result;
    Nodes visited = 0;
    pthread_mutex_lock(&run->mutex);
    const int whole = !is_stopped(run);
    for (size_t i = 0; i < n; i++) {
        if (nodes == NULL) {
            if (whole) close_unit(run, units[i]);
            continue;
        }
        book_unit(crew, units[i], nodes[i], whole);
        visited += nodes[i];
    }
    if (stats != NULL) {
        const GamePerft *perft = run->machine->rules.game->perft;
        for (int i = 0; i < perft->stat_count; i++) game_add_stat(perft, i, &result->stats[i], stats[i]);
        result->nodes += stats[0];
        crew->worker->nodes += stats[0];
        visited = stats[0];
    }
    crew->worker->units += whole ? n : 0;
    crew->worker->visited += visited - from_table;
    crew->worker->seconds += seconds;
    result->visited += visited - from_table;
    result->from_table += from_table;
    if (run->job->save == NULL) run->done += whole ? n : 0;
    pthread_mutex_unlock(&run->mutex);
}

static int save_is_due(const Run *run)
{
    const double passed = clock_seconds(CLOCK_MONOTONIC) - run->saved;
    return passed > run->job->save_period && passed > run->saving / SAVE_SHARE;
}

/* Saves what was counted since the last call; called by the caller's thread alone, with the mutex held. */
static void save(Run *run)
{
    size_t n = 0;
    if (run->job->save == NULL || run->counted == 0) return;
    for (size_t i = 0; i < run->next; i++)
        if (run->plan->units[i].state == UNIT_COUNTED) run->unsaved[n++] = &run->plan->units[i];
    run->counted = 0;
    pthread_mutex_unlock(&run->mutex);
    const double start = clock_seconds(CLOCK_MONOTONIC);
    const int failed = run->job->save(run->job->save_context, run->unsaved, n);
    pthread_mutex_lock(&run->mutex);
    run->saved = clock_seconds(CLOCK_MONOTONIC);
    run->saving = run->saved - start;
    if (failed) {
        if (run->status == PERFT_DONE) run->status = PERFT_UNSAVED;
        stop_set(&run->machine->stop, 1);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        add_nodes(run, run->unsaved[i], run->unsaved[i]->nodes);
        close_unit(run, run->unsaved[i]);
    }
    run->done += n;
}

static void run_native(Crew *crew)
{
    Run *run = crew->run;
    const GameRules rules = run->machine->rules;
    const int depth = run->plan->depth;
    PerftTable *table = run->machine->table == NULL ? NULL : &crew->table;
    PerftUnit *unit;
    while (take(run, 1, &unit)) {
        const double start = clock_seconds(CLOCK_MONOTONIC);
        uint64_t stats[GAME_MAX_STATS] = {0};
        Nodes nodes = 0;
        crew->table.found = 0;
        if (run->job->stats)
            rules.game->perft->stats(rules, &unit->position, depth, stats, &run->machine->stop);
        else nodes = rules.game->perft->count(rules, &unit->position, depth, table, &run->machine->stop);
        book(crew, &unit, 1, run->job->stats ? NULL : &nodes, run->job->stats ? stats : NULL,
             crew->table.found, clock_seconds(CLOCK_MONOTONIC) - start);
    }
}

/* Leaves below positions on the device, deeper than 64 bits hold: the upper plies are walked here. */
static DeviceStatus count_wide(Crew *crew, const GamePosition *positions, size_t n, int depth, Nodes *nodes,
                               DeviceError *error)
{
    const Game *game = crew->run->machine->rules.game;
    DeviceStatus status = DEVICE_OK;
    if (depth <= game->perft->narrow_depth) {
        status = perft_device_count(&crew->perft, positions, (uint32_t)n, depth, crew->totals, error);
        for (size_t i = 0; i < n; i++) nodes[i] = crew->totals[i];
        return status;
    }
    for (size_t i = 0; !status && i < n && !is_stopped(crew->run); i++) {
        GamePosition children[GAME_MAX_MOVES];
        Nodes sums[GAME_MAX_MOVES];
        const int count = game->perft->children(crew->run->machine->rules, &positions[i], children);
        if (count > GAME_MAX_MOVES) {
            snprintf(error->text, sizeof error->text, "%s: a position has more than %d moves",
                     crew->worker->id, GAME_MAX_MOVES);
            return DEVICE_FAILED;
        }
        status = count_wide(crew, children, (size_t)count, depth - 1, sums, error);
        nodes[i] = 0;
        for (int k = 0; k < count; k++) nodes[i] += sums[k];
    }
    return status;
}

/* Counts one unit of a batch again, natively, as far as that costs little. */
static void check_unit(Crew *crew, PerftUnit *const *units, size_t n, Nodes *nodes)
{
    Run *run = crew->run;
    crew->random = crew->random * 6364136223846793005u + 1442695040888963407u;
    const size_t i = (size_t)(crew->random >> 33) % n;
    const double budget = CHECK_SHARE * crew->worker->seconds - crew->checking;
    if (is_stopped(run) || (double)nodes[i] > budget * CHECK_RATE) return;

    const double start = clock_seconds(CLOCK_MONOTONIC);
    const GamePerft *perft = run->machine->rules.game->perft;
    const Nodes again =
        perft->count(run->machine->rules, &units[i]->position, run->plan->depth, NULL, &run->machine->stop);
    crew->checking += clock_seconds(CLOCK_MONOTONIC) - start;
    if (is_stopped(run)) return;
    crew->worker->checked++;
    if (again == nodes[i]) return;
    nodes[i] = again;
    if (++crew->mismatches < MOST_MISMATCHES) return;
    char text[256], position[GAME_TEXT];
    const GameRecord record = {.position = units[i]->position};
    run->machine->rules.game->format(run->machine->rules.game, &record, position);
    snprintf(text, sizeof text, "%s: %d of %llu recomputed units differ from the native count, lately %.100s",
             crew->worker->id, crew->mismatches, (unsigned long long)crew->worker->checked, position);
    fail(run, PERFT_DEVICE, text);
}

static size_t first_batch(const Run *run, const Crew *crew)
{
    double units = crew->device->info.is_cpu ? FIRST_BATCH : FIRST_BATCH_GPU;
    for (int i = 0; i < run->plan->depth; i++) units /= TYPICAL_MOVES;
    return units < 1 ? 1 : units < (double)run->most_batch ? (size_t)units : run->most_batch;
}

/* Batches of about a second keep a device busy, and no more is lost when the run is stopped. */
static size_t next_batch(const Run *run, size_t batch, double seconds)
{
    if (seconds > 2) return (batch + 1) / 2;
    if (seconds > 0.25) return batch;
    return batch < run->most_batch / 4 ? 4 * batch : run->most_batch;
}

/* A batch that a device gave up. */
static void count_natively(Run *run, PerftUnit *const *units, size_t n, Nodes *nodes, uint64_t *stats)
{
    const GameRules rules = run->machine->rules;
    const volatile int *stop = &run->machine->stop;
    memset(stats, 0, GAME_MAX_STATS * sizeof *stats);
    for (size_t i = 0; i < n; i++) {
        if (run->job->stats)
            rules.game->perft->stats(rules, &units[i]->position, run->plan->depth, stats, stop);
        else
            nodes[i] = rules.game->perft->count(rules, &units[i]->position, run->plan->depth, NULL, stop);
    }
}

static Nodes sum(const Nodes *nodes, size_t n)
{
    Nodes total = 0;
    for (size_t i = 0; i < n; i++) total += nodes[i];
    return total;
}

static void run_device(Crew *crew)
{
    Run *run = crew->run;
    DeviceError error = {""};
    DeviceStatus status = DEVICE_OK;
    Nodes *nodes = crew->nodes;
    size_t n;
    crew->batch = first_batch(run, crew);
    while (!status && (n = take(run, crew->batch, crew->units)) > 0) {
        const double start = clock_seconds(CLOCK_MONOTONIC);
        uint64_t stats[GAME_MAX_STATS] = {0};
        crew->perft.visited = 0;
        for (size_t i = 0; i < n; i++) crew->positions[i] = crew->units[i]->position;
        if (run->job->stats)
            status = perft_device_stats(&crew->perft, crew->positions, (uint32_t)n, run->plan->depth, stats,
                                        &error);
        else
            status = count_wide(crew, crew->positions, n, run->plan->depth, nodes, &error);
        if (status || is_stopped(run)) break;
        if (crew->perft.overflowed) count_natively(run, crew->units, n, nodes, stats);
        const Nodes from_table = run->job->stats || crew->perft.overflowed ? 0 : sum(nodes, n) - crew->perft.visited;
        if (!run->job->stats) check_unit(crew, crew->units, n, nodes);
        const double seconds = clock_seconds(CLOCK_MONOTONIC) - start;
        book(crew, crew->units, n, run->job->stats ? NULL : nodes, run->job->stats ? stats : NULL, from_table,
             seconds);
        crew->batch = next_batch(run, crew->batch, seconds);
    }
    if (status) fail(run, status_of(status), error.text);
}

static void *crew_main(void *argument)
{
    Crew *crew = argument;
    if (crew->device != NULL)
        run_device(crew);
    else
        run_native(crew);
    pthread_mutex_lock(&crew->run->mutex);
    crew->run->running--;
    pthread_cond_signal(&crew->run->changed);
    pthread_mutex_unlock(&crew->run->mutex);
    return NULL;
}

static int known_answer(PerftMachine *machine, PerftDevice *perft, char error[PERFT_ERROR])
{
    const Game *game = machine->rules.game;
    const GamePerft *known = game->perft;
    GameRecord record;
    if (game->parse(game, known->known_position, &record, error)) return -1;
    DeviceError device_error = {""};
    const uint64_t expected = known->known_nodes
                                  ? known->known_nodes
                                  : (uint64_t)known->count(machine->rules, &record.position,
                                                           known->known_depth, NULL, &machine->stop);
    uint64_t nodes = 0;
    if (perft_device_count(perft, &record.position, 1, known->known_depth, &nodes, &device_error)) {
        snprintf(error, PERFT_ERROR, "%s", device_error.text);
        return -1;
    }
    if (nodes == expected) return 0;
    snprintf(error, PERFT_ERROR, "%s: self-test failed: %s depth %d gives %llu, expected %llu",
             perft->device->info.id, known->known_position, known->known_depth, (unsigned long long)nodes,
             (unsigned long long)expected);
    return -1;
}

static PerftStatus open_device(PerftMachine *machine, Crew *crew, const DeviceChoice *choice,
                               PerftDeviceSetup setup, char error[PERFT_ERROR])
{
    DeviceError device_error = {""};
    DeviceStatus status = device_open(choice->id, machine->threads, &crew->device, &device_error);
    if (!status && crew->device->info.is_cpu && setup.hash == PERFT_HASH_FREE) setup.hash = machine->host_table;
    if (!status) status = perft_device_open(&crew->perft, crew->device, &setup, &device_error);
    if (status) {
        snprintf(error, PERFT_ERROR, "%s", device_error.text);
        return status_of(status);
    }
    if (machine->batch > crew->perft.capacity) machine->batch = crew->perft.capacity;
    machine->hash += crew->perft.table.bytes;
    return known_answer(machine, &crew->perft, error) ? PERFT_DEVICE : PERFT_DONE;
}

/* One crew for each device and for each core of the native engine. */
static PerftStatus hire(PerftMachine *machine, uint64_t hash, uint64_t key, char error[PERFT_ERROR])
{
    const DeviceList *list = &machine->devices;
    PerftDeviceSetup setup = {.rules = machine->rules, .hash = hash, .key = key, .stop = &machine->stop};
    if (machine->device_count) setup.share = 1.0 / machine->device_count;
    PerftStatus status = PERFT_DONE;
    for (int i = 0; i < list->count && !status; i++) {
        const int native = list->choices[i].backend == NULL;
        for (int k = 0; k < (native ? machine->threads : 1) && !status; k++) {
            Crew *crew = &machine->crew[machine->crew_count++];
            crew->worker_index = i;
            crew->random = (uint64_t)machine->crew_count;
            if (!native)
                status = open_device(machine, crew, &list->choices[i], setup, error);
        }
    }
    return status;
}

void perft_machine_close(PerftMachine *machine)
{
    if (machine == NULL) return;
    for (int i = 0; i < machine->crew_count; i++) {
        Crew *crew = &machine->crew[i];
        if (crew->perft.device != NULL) perft_device_close(&crew->perft);
        device_close(crew->device);
    }
    free(machine->crew);
    perft_table_free(machine->table);
    free(machine);
}

int perft_host_tables(const DeviceList *devices)
{
    int n = 0;
    for (int i = 0; i < devices->count; i++) {
        DeviceInfo info;
        const DeviceChoice *choice = &devices->choices[i];
        n += choice->backend == NULL ||
             (choice->backend->info(choice->index, &info, NULL) == DEVICE_OK && info.is_cpu);
    }
    return n;
}

static int count_native(const DeviceList *devices)
{
    int n = 0;
    for (int i = 0; i < devices->count; i++) n += devices->choices[i].backend == NULL;
    return n;
}

/* What is free, less what a run needs besides and a little for others, over the tables in the host's memory. */
static uint64_t free_for_table(int tables)
{
    DeviceInfo host;
    if (tables == 0 || device_backends[0]->info(0, &host, NULL)) return 0;
    const uint64_t most = host.memory_free / 10 * 8, rest = perft_memory();
    return most > rest ? (most - rest) / (uint64_t)tables : 0;
}

static PerftStatus equip(PerftMachine *machine, uint64_t hash, uint64_t key, char error[PERFT_ERROR])
{
    machine->crew = calloc((size_t)(machine->threads + machine->devices.count), sizeof *machine->crew);
    if (machine->crew == NULL) {
        snprintf(error, PERFT_ERROR, "no memory for %d threads", machine->threads);
        return PERFT_OUT_OF_MEMORY;
    }
    const int native = count_native(&machine->devices);
    machine->device_count = machine->devices.count - native;
    machine->host_table = hash == PERFT_HASH_FREE ? free_for_table(perft_host_tables(&machine->devices)) : hash;
    if (native && machine->host_table >= PERFT_HASH_LEAST) {
        machine->table = perft_table_new(machine->host_table, key);
        if (machine->table == NULL) {
            snprintf(error, PERFT_ERROR, "no memory for a hash table of %llu bytes",
                     (unsigned long long)machine->host_table);
            return PERFT_OUT_OF_MEMORY;
        }
        machine->hash += machine->host_table;
    }
    return hire(machine, hash, key, error);
}

PerftStatus perft_machine_open(GameRules rules, const DeviceList *devices, int threads, uint64_t hash,
                               uint64_t key, PerftMachine **machine, char error[PERFT_ERROR])
{
    PerftMachine *m = calloc(1, sizeof *m);
    *machine = NULL;
    if (m == NULL) {
        snprintf(error, PERFT_ERROR, "no memory");
        return PERFT_OUT_OF_MEMORY;
    }
    m->rules = rules;
    m->devices = *devices;
    m->threads = threads > 0 ? threads : processors();
    m->batch = SIZE_MAX;
    const PerftStatus status = equip(m, hash, key, error);
    if (status)
        perft_machine_close(m);
    else
        *machine = m;
    return status;
}

uint64_t perft_machine_hash(const PerftMachine *machine) { return machine->hash; }

static void free_batches(PerftMachine *machine)
{
    for (int i = 0; i < machine->crew_count; i++) {
        Crew *crew = &machine->crew[i];
        free(crew->units);
        free(crew->positions);
        free(crew->totals);
        free(crew->nodes);
        crew->units = NULL;
        crew->positions = NULL;
        crew->totals = NULL;
        crew->nodes = NULL;
    }
}

/* A few batches a device, so that none waits long for another at the end. */
static int allot_batches(Run *run)
{
    PerftMachine *machine = run->machine;
    const size_t count = (size_t)machine->crew_count, share = run->plan->count / (4 * count) + 1;
    run->most_batch = machine->batch < share ? machine->batch : share;
    const size_t room = run->most_batch > GAME_MAX_MOVES ? run->most_batch : GAME_MAX_MOVES;
    for (int i = 0; i < machine->crew_count; i++) {
        Crew *crew = &machine->crew[i];
        if (crew->device == NULL) continue;
        crew->units = malloc(room * sizeof *crew->units);
        crew->positions = malloc(room * sizeof *crew->positions);
        crew->totals = malloc(room * sizeof *crew->totals);
        crew->nodes = malloc(room * sizeof *crew->nodes);
        if (crew->units == NULL || crew->positions == NULL || crew->totals == NULL || crew->nodes == NULL)
            return -1;
    }
    return 0;
}

static void brief(Run *run)
{
    PerftMachine *machine = run->machine;
    PerftResult *result = run->result;
    const GamePerft *perft = machine->rules.game->perft;
    stop_set(&machine->stop, stop_asked(run->job->stop));
    result->worker_count = machine->devices.count;
    for (int i = 0; i < machine->devices.count; i++) {
        const int native = machine->devices.choices[i].backend == NULL;
        PerftWorker *worker = &result->worker[i];
        snprintf(worker->id, sizeof worker->id, "%s", machine->devices.choices[i].id);
        worker->threads = native ? machine->threads : 0;
        worker->counting = run->job->stats ? "every move made, one by one"
                           : native        ? perft->engine().counting
                                           : perft->device_counting;
    }
    for (int i = 0; i < machine->crew_count; i++) {
        Crew *crew = &machine->crew[i];
        crew->run = run;
        crew->worker = &result->worker[crew->worker_index];
        crew->mismatches = 0;
        crew->checking = 0;
        if (machine->table != NULL) crew->table = *machine->table;
    }
}

static void tell(Run *run)
{
    if (run->job->progress == NULL || run->running == 0) return;
    const PerftProgress now = {run->result->nodes - run->result->before,
                               run->to_do ? (double)run->done / (double)run->to_do : 1.0,
                               clock_seconds(CLOCK_MONOTONIC) - run->start};
    pthread_mutex_unlock(&run->mutex);
    run->job->progress(run->job->context, &now);
    pthread_mutex_lock(&run->mutex);
}

/* Guesses the leaves from the layer of units. */
static int is_small(const Run *run)
{
    const int depth = run->job->depth, plies = run->plan->split;
    /* a root whose moves cannot be listed may take very long */
    if (plies == 0) return run->result->root_count > 0;
    return pow((double)run->result->paths, (double)depth / plies) < SMALL_RUN;
}

/* The first crew does it all, on this thread. */
static void work_alone(Run *run)
{
    PerftWorker *worker = run->machine->crew[0].worker;
    if (worker->threads > 1) worker->threads = 1;
    run->running = 1;
    crew_main(&run->machine->crew[0]);
    pthread_mutex_lock(&run->mutex);
    save(run);
    pthread_mutex_unlock(&run->mutex);
}

static void heed_stop(Run *run)
{
    if (!stop_asked(run->job->stop)) return;
    if (run->job->save != NULL) run->closing = 1;
    else stop_set(&run->machine->stop, 1);
}

/* Starts the threads and waits, with an eye on the stop flag. */
static void work_together(Run *run)
{
    Crew *crews = run->machine->crew;
    const int count = run->machine->crew_count;
    pthread_mutex_lock(&run->mutex);
    int started = 0;
    for (; started < count; started++) {
        if (pthread_create(&crews[started].thread, NULL, crew_main, &crews[started])) break;
        run->running++;
    }
    if (started == 0) {
        run->status = PERFT_OUT_OF_MEMORY;
        snprintf(run->error, PERFT_ERROR, "cannot start a thread");
    }
    while (run->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_sec++;
            until.tv_nsec -= 1000000000;
        }
        pthread_cond_timedwait(&run->changed, &run->mutex, &until);
        heed_stop(run);
        if (run->running == 0 || save_is_due(run)) save(run);
        tell(run);
    }
    save(run); /* where none ran at all, or the last ended while results were being saved */
    pthread_mutex_unlock(&run->mutex);
    for (int i = 0; i < started; i++) pthread_join(crews[i].thread, NULL);
}

PerftStatus perft_make_plan(const PerftMachine *machine, const PerftJob *job, size_t wanted, PerftPlan *plan,
                            char error[PERFT_ERROR])
{
    const size_t cores = (size_t)machine->crew_count * UNITS_PER_THREAD;
    if (!wanted) wanted = machine->device_count ? PERFT_SPLIT_MANY : cores;
    const PlanRequest request = {job->root, job->depth, job->split, wanted, job->stats};
    switch (perft_plan(machine->rules, &request, plan)) {
    case PLAN_DONE: return PERFT_DONE;
    case PLAN_TOO_FINE:
        snprintf(error, PERFT_ERROR, "--split %d makes more than %u units; expected a smaller number",
                 job->split, PERFT_MOST_UNITS);
        return PERFT_OUT_OF_MEMORY;
    case PLAN_NO_MEMORY: break;
    }
    snprintf(error, PERFT_ERROR, "no memory for the plan of units");
    return PERFT_OUT_OF_MEMORY;
}

/* What is known before anything is counted, and what is left to do. */
static void open_books(Run *run)
{
    PerftResult *result = run->result;
    PerftPlan *plan = run->plan;
    result->root_count = plan->root_count;
    memcpy(result->root, plan->root, sizeof result->root);
    result->split = plan->split;
    result->units = plan->count;
    for (size_t i = 0; i < plan->count; i++) {
        PerftUnit *unit = &plan->units[i];
        for (uint32_t k = 0; k < unit->origin_count; k++)
            result->root_open[plan->origins[unit->first_origin + k].root]++;
        result->paths += unit->times;
        run->to_do += unit->state == UNIT_OPEN;
        if (unit->state != UNIT_DONE) continue;
        add_nodes(run, unit, unit->nodes);
        close_unit(run, unit);
    }
    result->before = result->nodes;
    result->units_before = plan->count - run->to_do;
}

static PerftStatus prepare(Run *run)
{
    PerftStatus status = PERFT_DONE;
    run->plan = run->job->plan != NULL ? run->job->plan : &run->own_plan;
    if (run->plan == &run->own_plan)
        status = perft_make_plan(run->machine, run->job, 0, run->plan, run->error);
    if (status) return status;
    open_books(run);
    if (run->job->save != NULL) run->unsaved = malloc((run->plan->count + 1) * sizeof(PerftUnit *));
    if (!allot_batches(run) && (run->job->save == NULL || run->unsaved != NULL)) return PERFT_DONE;
    snprintf(run->error, PERFT_ERROR, "no memory for the plan of units");
    return PERFT_OUT_OF_MEMORY;
}

PerftStatus perft_run(PerftMachine *machine, const PerftJob *job, PerftResult *result,
                      char error[PERFT_ERROR])
{
    memset(result, 0, sizeof *result);
    error[0] = 0;
    const double cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    Run run = {.machine = machine, .job = job, .result = result, .error = error};
    run.start = run.saved = clock_seconds(CLOCK_MONOTONIC);
    brief(&run);
    if (job->depth == 0) {
        result->nodes = 1;
        return PERFT_DONE;
    }
    run.status = prepare(&run);
    if (!run.status) {
        pthread_mutex_init(&run.mutex, NULL);
        pthread_cond_init(&run.changed, NULL);
        if (is_small(&run))
            work_alone(&run);
        else
            work_together(&run);
        pthread_cond_destroy(&run.changed);
        pthread_mutex_destroy(&run.mutex);
        if (!run.status && run.done < run.to_do) run.status = PERFT_STOPPED;
    }
    if (!run.status && job->depth == 1)
        for (int i = 0; i < result->root_count; i++) result->root_nodes[i] = 1;
    free_batches(machine);
    free(run.unsaved);
    perft_plan_free(&run.own_plan);
    result->seconds = clock_seconds(CLOCK_MONOTONIC) - run.start;
    result->cpu_seconds = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    return run.status;
}

uint64_t perft_memory(void) { return perft_plan_memory(); }
