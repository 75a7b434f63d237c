#include "perft.h"

#include "perft_device.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define UNITS_PER_THREAD 64
#define UNITS_FOR_DEVICES 2000
#define LEAST_UNIT_DEPTH 2       /* below, a unit costs less than handing it out */
#define MOST_MISMATCHES 3
#define CHECK_SHARE 0.02         /* of a device's time, for recomputing units */
#define CHECK_RATE 1e8           /* nodes per second that a recomputation surely reaches */

typedef struct {
    GamePosition position;
    int root;                    /* index of the root move above it */
} Unit;

typedef struct Crew Crew;

struct PerftMachine {
    const Game *game;
    DeviceList devices;
    int threads;
    PerftTable *table;
    Crew *crew;
    int crew_count, device_count;
    size_t batch;                /* units that every device can take at once */
    volatile int stop;           /* set on request, on failure, or when all is done */
};

typedef struct {
    PerftMachine *machine;
    const PerftJob *job;
    PerftResult *result;
    Unit *units;
    size_t unit_count, next, done;
    int unit_depth;
    size_t batch;                /* units that a device takes at most at once */
    PerftStatus status;
    char *error;
    pthread_mutex_t mutex;       /* guards next, done, status, error, result */
    pthread_cond_t changed;
    int running;                 /* threads */
} Run;

/* One thread: a core with the native engine, or a device. */
struct Crew {
    Run *run;
    int worker_index;
    PerftWorker *worker;
    Device *device;              /* NULL: native */
    PerftDevice perft;
    Unit *units;                 /* a device's batch, its positions and sums */
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

/* The first failure is the one that is told. */
static void fail(Run *run, PerftStatus status, const char *text)
{
    pthread_mutex_lock(&run->mutex);
    if (run->status == PERFT_DONE) {
        run->status = status;
        snprintf(run->error, 256, "%s", text);
    }
    run->machine->stop = 1;
    pthread_mutex_unlock(&run->mutex);
}

static PerftStatus status_of(DeviceStatus status)
{
    return status == DEVICE_OUT_OF_MEMORY ? PERFT_OUT_OF_MEMORY : PERFT_DEVICE;
}

/* Takes up to `most` units; 0 when there is nothing left to do. */
static size_t take(Run *run, size_t most, Unit *units)
{
    size_t n = 0;
    pthread_mutex_lock(&run->mutex);
    while (!run->machine->stop && n < most && run->next < run->unit_count) units[n++] = run->units[run->next++];
    pthread_mutex_unlock(&run->mutex);
    return n;
}

/* Books units as counted. nodes is NULL with statistics, which carry the sum alone. */
static void book(Crew *crew, const Unit *units, size_t n, const Nodes *nodes, const uint64_t *stats, double seconds)
{
    Run *run = crew->run;
    PerftResult *result = run->result;
    pthread_mutex_lock(&run->mutex);
    for (size_t i = 0; i < n; i++) {
        result->root_open[units[i].root]--;
        if (nodes == NULL) continue;
        result->nodes += nodes[i];
        result->root_nodes[units[i].root] += nodes[i];
        crew->worker->nodes += nodes[i];
    }
    for (int i = 0; stats != NULL && i < run->machine->game->perft->stat_count; i++) result->stats[i] += stats[i];
    if (stats != NULL) {
        result->nodes += stats[0];
        crew->worker->nodes += stats[0];
    }
    crew->worker->units += n;
    crew->worker->seconds += seconds;
    run->done += n;
    pthread_mutex_unlock(&run->mutex);
}

static void run_native(Crew *crew)
{
    Run *run = crew->run;
    const GamePerft *game = run->machine->game->perft;
    Unit unit;
    while (take(run, 1, &unit)) {
        const double start = clock_seconds(CLOCK_MONOTONIC);
        uint64_t stats[GAME_MAX_STATS] = {0};
        Nodes nodes = 0;
        if (run->job->stats)
            game->stats(&unit.position, run->unit_depth, stats, &run->machine->stop);
        else
            nodes = game->count(&unit.position, run->unit_depth, run->machine->table, &run->machine->stop);
        if (run->machine->stop) return;
        book(crew, &unit, 1, run->job->stats ? NULL : &nodes, run->job->stats ? stats : NULL,
             clock_seconds(CLOCK_MONOTONIC) - start);
    }
}

/* Leaves below positions on the device, deeper than 64 bits hold: the upper plies are walked here. */
static DeviceStatus count_wide(Crew *crew, const GamePosition *positions, size_t n, int depth, Nodes *nodes,
                               DeviceError *error)
{
    const Game *game = crew->run->machine->game;
    DeviceStatus status = DEVICE_OK;
    if (depth <= game->perft->narrow_depth) {
        status = perft_device_count(&crew->perft, positions, (uint32_t)n, depth, crew->totals, error);
        for (size_t i = 0; i < n; i++) nodes[i] = crew->totals[i];
        return status;
    }
    for (size_t i = 0; !status && i < n && !crew->run->machine->stop; i++) {
        const GameRecord record = {.position = positions[i]};
        GameMove moves[GAME_MAX_MOVES];
        GamePosition children[GAME_MAX_MOVES];
        Nodes sums[GAME_MAX_MOVES];
        const int count = game->moves(game, &record, moves);
        for (int k = 0; k < count; k++) {
            GameRecord next;
            game->make(game, &record, moves[k], &next);
            children[k] = next.position;
        }
        status = count_wide(crew, children, (size_t)count, depth - 1, sums, error);
        nodes[i] = 0;
        for (int k = 0; k < count; k++) nodes[i] += sums[k];
    }
    return status;
}

/* Counts one unit of a batch again, natively, as far as that costs little. */
static void check_unit(Crew *crew, const Unit *units, size_t n, Nodes *nodes)
{
    Run *run = crew->run;
    crew->random = crew->random * 6364136223846793005u + 1442695040888963407u;
    const size_t i = (size_t)(crew->random >> 33) % n;
    const double budget = CHECK_SHARE * crew->worker->seconds - crew->checking;
    if (run->machine->stop || (double)nodes[i] > budget * CHECK_RATE) return;

    const double start = clock_seconds(CLOCK_MONOTONIC);
    const Nodes again = run->machine->game->perft->count(&units[i].position, run->unit_depth, NULL, &run->machine->stop);
    crew->checking += clock_seconds(CLOCK_MONOTONIC) - start;
    if (run->machine->stop) return;
    crew->worker->checked++;
    if (again == nodes[i]) return;
    nodes[i] = again;
    if (++crew->mismatches < MOST_MISMATCHES) return;
    char text[256], position[GAME_TEXT];
    const GameRecord record = {.position = units[i].position};
    run->machine->game->format(run->machine->game, &record, position);
    snprintf(text, sizeof text, "%s: %d of %llu recomputed units differ from the native count, lately %.100s",
             crew->worker->id, crew->mismatches, (unsigned long long)crew->worker->checked, position);
    fail(run, PERFT_DEVICE, text);
}

static void run_device(Crew *crew)
{
    Run *run = crew->run;
    DeviceError error = {""};
    DeviceStatus status = DEVICE_OK;
    Nodes *nodes = crew->nodes;
    size_t n;
    while (!status && (n = take(run, run->batch, crew->units)) > 0) {
        const double start = clock_seconds(CLOCK_MONOTONIC);
        uint64_t stats[GAME_MAX_STATS] = {0};
        for (size_t i = 0; i < n; i++) crew->positions[i] = crew->units[i].position;
        if (run->job->stats)
            status = perft_device_stats(&crew->perft, crew->positions, (uint32_t)n, run->unit_depth, stats, &error);
        else
            status = count_wide(crew, crew->positions, n, run->unit_depth, nodes, &error);
        if (status || run->machine->stop) break;
        if (!run->job->stats) check_unit(crew, crew->units, n, nodes);
        book(crew, crew->units, n, run->job->stats ? NULL : nodes, run->job->stats ? stats : NULL,
             clock_seconds(CLOCK_MONOTONIC) - start);
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

/* One layer of the tree deeper. 0, or -1 without memory. */
static int deepen(Run *run)
{
    const Game *game = run->machine->game;
    size_t capacity = run->unit_count * 40 + GAME_MAX_MOVES, n = 0;
    Unit *deeper = malloc(capacity * sizeof *deeper);
    for (size_t i = 0; deeper != NULL && i < run->unit_count; i++) {
        const GameRecord record = {.position = run->units[i].position};
        GameMove moves[GAME_MAX_MOVES];
        const int count = game->moves(game, &record, moves);
        if (n + (size_t)count > capacity) {
            capacity = 2 * capacity;
            Unit *more = realloc(deeper, capacity * sizeof *deeper);
            if (more == NULL) free(deeper);
            deeper = more;
            if (deeper == NULL) break;
        }
        run->result->root_open[run->units[i].root] += count - 1;
        for (int k = 0; k < count; k++) {
            GameRecord next;
            game->make(game, &record, moves[k], &next);
            deeper[n++] = (Unit){next.position, run->units[i].root};
        }
    }
    if (deeper == NULL) return -1;
    free(run->units);
    run->units = deeper;
    run->unit_count = n;
    run->unit_depth--;
    return 0;
}

/* Cuts the tree below the root into units; at depth 1 the root is the only one. */
static int plan(Run *run, size_t wanted)
{
    const Game *game = run->machine->game;
    PerftResult *result = run->result;
    result->root_count = game->moves(game, run->job->root, result->root);
    run->units = malloc((size_t)(result->root_count + 1) * sizeof *run->units);
    if (run->units == NULL) return -1;
    if (run->job->depth == 1) {
        run->units[0] = (Unit){run->job->root->position, 0};
        run->unit_count = 1;
        run->unit_depth = 1;
        return 0;
    }
    run->unit_count = (size_t)result->root_count;
    run->unit_depth = run->job->depth - 1;
    for (int i = 0; i < result->root_count; i++) {
        GameRecord next;
        game->make(game, run->job->root, result->root[i], &next);
        run->units[i] = (Unit){next.position, i};
        result->root_open[i] = 1;
    }
    while (run->unit_count > 0 && run->unit_count < wanted && run->unit_depth > LEAST_UNIT_DEPTH)
        if (deepen(run)) return -1;
    return 0;
}

uint64_t perft_memory(void)
{
    /* the last layer is at most GAME_MAX_MOVES times one that was too small, and is built beside it */
    return (uint64_t)UNITS_FOR_DEVICES * GAME_MAX_MOVES * 2 * sizeof(Unit);
}

static int known_answer(PerftMachine *machine, PerftDevice *perft, char error[256])
{
    const Game *game = machine->game;
    const GamePerft *known = game->perft;
    GameRecord record;
    if (game->parse(game, known->known_position, &record, error)) return -1;
    DeviceError device_error = {""};
    uint64_t nodes = 0;
    if (perft_device_count(perft, &record.position, 1, known->known_depth, &nodes, &device_error)) {
        snprintf(error, 256, "%s", device_error.text);
        return -1;
    }
    if (nodes == known->known_nodes) return 0;
    snprintf(error, 256, "%s: self-test failed: %s depth %d gives %llu, expected %llu", perft->device->info.id,
             known->known_position, known->known_depth, (unsigned long long)nodes,
             (unsigned long long)known->known_nodes);
    return -1;
}

static PerftStatus open_device(PerftMachine *machine, Crew *crew, const DeviceChoice *choice, double share,
                               char error[256])
{
    DeviceError device_error = {""};
    DeviceStatus status = device_open(choice->id, machine->threads, &crew->device, &device_error);
    if (!status)
        status = perft_device_open(&crew->perft, crew->device, machine->game->perft, share, &machine->stop,
                                   &device_error);
    if (status) {
        snprintf(error, 256, "%s", device_error.text);
        return status_of(status);
    }
    if (machine->batch > crew->perft.capacity) machine->batch = crew->perft.capacity;
    return known_answer(machine, &crew->perft, error) ? PERFT_DEVICE : PERFT_DONE;
}

/* One crew for each device and for each core of the native engine. */
static PerftStatus hire(PerftMachine *machine, char error[256])
{
    const DeviceList *list = &machine->devices;
    PerftStatus status = PERFT_DONE;
    for (int i = 0; i < list->count; i++) machine->device_count += list->choices[i].backend != NULL;
    for (int i = 0; i < list->count && !status; i++) {
        const int native = list->choices[i].backend == NULL;
        for (int k = 0; k < (native ? machine->threads : 1) && !status; k++) {
            Crew *crew = &machine->crew[machine->crew_count++];
            crew->worker_index = i;
            crew->random = (uint64_t)machine->crew_count;
            if (!native)
                status = open_device(machine, crew, &list->choices[i], 1.0 / machine->device_count, error);
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

static PerftStatus equip(PerftMachine *machine, uint64_t hash_bytes, char error[256])
{
    machine->crew = calloc((size_t)(machine->threads + machine->devices.count), sizeof *machine->crew);
    if (machine->crew == NULL) {
        snprintf(error, 256, "no memory for %d threads", machine->threads);
        return PERFT_OUT_OF_MEMORY;
    }
    if (hash_bytes > 0 && (machine->table = perft_table_new(hash_bytes)) == NULL) {
        snprintf(error, 256, "no memory for a hash table of %llu bytes", (unsigned long long)hash_bytes);
        return PERFT_OUT_OF_MEMORY;
    }
    return hire(machine, error);
}

PerftStatus perft_machine_open(const Game *game, const DeviceList *devices, int threads, uint64_t hash_bytes,
                               PerftMachine **machine, char error[256])
{
    PerftMachine *m = calloc(1, sizeof *m);
    *machine = NULL;
    if (m == NULL) {
        snprintf(error, 256, "no memory");
        return PERFT_OUT_OF_MEMORY;
    }
    m->game = game;
    m->devices = *devices;
    m->threads = threads > 0 ? threads : processors();
    m->batch = SIZE_MAX;
    const PerftStatus status = equip(m, hash_bytes, error);
    if (status)
        perft_machine_close(m);
    else
        *machine = m;
    return status;
}

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
    const size_t count = (size_t)machine->crew_count, share = run->unit_count / (4 * count) + 1;
    run->batch = machine->batch < share ? machine->batch : share;
    const size_t room = run->batch > GAME_MAX_MOVES ? run->batch : GAME_MAX_MOVES;
    for (int i = 0; i < machine->crew_count; i++) {
        Crew *crew = &machine->crew[i];
        if (crew->device == NULL) continue;
        crew->units = malloc(room * sizeof *crew->units);
        crew->positions = malloc(room * sizeof *crew->positions);
        crew->totals = malloc(room * sizeof *crew->totals);
        crew->nodes = malloc(room * sizeof *crew->nodes);
        if (crew->units == NULL || crew->positions == NULL || crew->totals == NULL || crew->nodes == NULL) return -1;
    }
    return 0;
}

static void brief(Run *run)
{
    PerftMachine *machine = run->machine;
    PerftResult *result = run->result;
    machine->stop = 0;
    result->worker_count = machine->devices.count;
    for (int i = 0; i < machine->devices.count; i++) {
        snprintf(result->worker[i].id, sizeof result->worker[i].id, "%s", machine->devices.choices[i].id);
        result->worker[i].threads = machine->devices.choices[i].backend == NULL ? machine->threads : 0;
    }
    for (int i = 0; i < machine->crew_count; i++) {
        Crew *crew = &machine->crew[i];
        crew->run = run;
        crew->worker = &result->worker[crew->worker_index];
        crew->mismatches = 0;
        crew->checking = 0;
    }
}

static void tell(Run *run, double start)
{
    if (run->job->progress == NULL || run->running == 0) return;
    const PerftProgress now = {run->result->nodes,
                               run->unit_count ? (double)run->done / (double)run->unit_count : 1.0,
                               clock_seconds(CLOCK_MONOTONIC) - start};
    pthread_mutex_unlock(&run->mutex);
    run->job->progress(run->job->context, &now);
    pthread_mutex_lock(&run->mutex);
}

/* Starts the threads and waits, with an eye on the stop flag. */
static void work(Run *run)
{
    Crew *crews = run->machine->crew;
    const int count = run->machine->crew_count;
    const double start = clock_seconds(CLOCK_MONOTONIC), cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    pthread_mutex_lock(&run->mutex);
    int started = 0;
    for (; started < count; started++) {
        if (pthread_create(&crews[started].thread, NULL, crew_main, &crews[started])) break;
        run->running++;
    }
    if (started == 0) {
        run->status = PERFT_OUT_OF_MEMORY;
        snprintf(run->error, 256, "cannot start a thread");
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
        if (run->job->stop != NULL && *run->job->stop) run->machine->stop = 1;
        tell(run, start);
    }
    pthread_mutex_unlock(&run->mutex);
    for (int i = 0; i < started; i++) pthread_join(crews[i].thread, NULL);
    run->result->seconds = clock_seconds(CLOCK_MONOTONIC) - start;
    run->result->cpu_seconds = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
}

PerftStatus perft_run(PerftMachine *machine, const PerftJob *job, PerftResult *result, char error[256])
{
    memset(result, 0, sizeof *result);
    error[0] = 0;
    if (job->depth == 0) {
        result->nodes = 1;
        return PERFT_DONE;
    }
    Run run = {.machine = machine, .job = job, .result = result, .error = error};
    brief(&run);
    const size_t wanted = machine->device_count ? UNITS_FOR_DEVICES : (size_t)machine->crew_count * UNITS_PER_THREAD;
    if (plan(&run, wanted) || allot_batches(&run)) {
        snprintf(error, 256, "no memory for the plan of units");
        run.status = PERFT_OUT_OF_MEMORY;
    } else {
        pthread_mutex_init(&run.mutex, NULL);
        pthread_cond_init(&run.changed, NULL);
        work(&run);
        pthread_cond_destroy(&run.changed);
        pthread_mutex_destroy(&run.mutex);
    }
    if (!run.status && run.done < run.unit_count) run.status = PERFT_STOPPED;
    if (!run.status && job->depth == 1)
        for (int i = 0; i < result->root_count; i++) result->root_nodes[i] = 1;
    free_batches(machine);
    free(run.units);
    return run.status;
}
