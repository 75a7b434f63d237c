#include "perft.h"

#include "perft_device.h"
#include "perft_plan.h"
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
#define UNITS_FOR_DEVICES 2000
#define SMALL_RUN 1e6            /* leaves that are counted before other threads would have started */
#define FIRST_BATCH 1e8          /* leaves, about, of the first batch of a device that is host cores */
#define FIRST_BATCH_GPU 1e10     /* and of others */
#define TYPICAL_MOVES 30
#define MOST_MISMATCHES 3
#define CHECK_SHARE 0.02         /* of a device's time, for recomputing units */
#define CHECK_RATE 1e8           /* nodes per second that a recomputation surely reaches */

typedef struct Crew Crew;

struct PerftMachine {
    GameRules rules;
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
    PerftPlan plan;
    size_t next, done;           /* units */
    size_t most_batch;           /* units that a device takes at once, at most */
    PerftStatus status;
    char *error;
    pthread_mutex_t mutex;       /* guards next, done, status, error, result */
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
    size_t batch;                /* units to take at once */
    PerftUnit *units;            /* a device's batch, its positions and sums */
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

/* Takes up to `most` units; 0 when there is nothing left to do. */
static size_t take(Run *run, size_t most, PerftUnit *units)
{
    size_t n = 0;
    pthread_mutex_lock(&run->mutex);
    while (!is_stopped(run) && n < most && run->next < run->plan.count)
        units[n++] = run->plan.units[run->next++];
    pthread_mutex_unlock(&run->mutex);
    return n;
}

/* Books what was counted of units; when the run is stopped, they stay open. nodes is NULL with statistics,
 * which carry the sum alone. */
static void book(Crew *crew, const PerftUnit *units, size_t n, const Nodes *nodes, const uint64_t *stats,
                 double seconds)
{
    Run *run = crew->run;
    PerftResult *result = run->result;
    pthread_mutex_lock(&run->mutex);
    const int whole = !is_stopped(run);
    for (size_t i = 0; i < n; i++) {
        result->root_open[units[i].root] -= whole;
        if (nodes == NULL) continue;
        result->nodes += nodes[i];
        result->root_nodes[units[i].root] += nodes[i];
        crew->worker->nodes += nodes[i];
    }
    if (stats != NULL) {
        const GamePerft *perft = run->machine->rules.game->perft;
        for (int i = 0; i < perft->stat_count; i++) game_add_stat(perft, i, &result->stats[i], stats[i]);
        result->nodes += stats[0];
        crew->worker->nodes += stats[0];
    }
    crew->worker->units += whole ? n : 0;
    crew->worker->seconds += seconds;
    run->done += whole ? n : 0;
    pthread_mutex_unlock(&run->mutex);
}

static void run_native(Crew *crew)
{
    Run *run = crew->run;
    const GamePerft *game = run->machine->rules.game->perft;
    PerftUnit unit;
    while (take(run, 1, &unit)) {
        const double start = clock_seconds(CLOCK_MONOTONIC);
        uint64_t stats[GAME_MAX_STATS] = {0};
        Nodes nodes = 0;
        if (run->job->stats)
            game->stats(run->machine->rules, &unit.position, run->plan.depth, stats, &run->machine->stop);
        else
            nodes = game->count(run->machine->rules, &unit.position, run->plan.depth, run->machine->table, &run->machine->stop);
        book(crew, &unit, 1, run->job->stats ? NULL : &nodes, run->job->stats ? stats : NULL,
             clock_seconds(CLOCK_MONOTONIC) - start);
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
            snprintf(error->text, sizeof error->text, "%s: a position has more than %d moves", crew->worker->id,
                     GAME_MAX_MOVES);
            return DEVICE_FAILED;
        }
        status = count_wide(crew, children, (size_t)count, depth - 1, sums, error);
        nodes[i] = 0;
        for (int k = 0; k < count; k++) nodes[i] += sums[k];
    }
    return status;
}

/* Counts one unit of a batch again, natively, as far as that costs little. */
static void check_unit(Crew *crew, const PerftUnit *units, size_t n, Nodes *nodes)
{
    Run *run = crew->run;
    crew->random = crew->random * 6364136223846793005u + 1442695040888963407u;
    const size_t i = (size_t)(crew->random >> 33) % n;
    const double budget = CHECK_SHARE * crew->worker->seconds - crew->checking;
    if (is_stopped(run) || (double)nodes[i] > budget * CHECK_RATE) return;

    const double start = clock_seconds(CLOCK_MONOTONIC);
    const GamePerft *perft = run->machine->rules.game->perft;
    const Nodes again = perft->count(run->machine->rules, &units[i].position, run->plan.depth, NULL, &run->machine->stop);
    crew->checking += clock_seconds(CLOCK_MONOTONIC) - start;
    if (is_stopped(run)) return;
    crew->worker->checked++;
    if (again == nodes[i]) return;
    nodes[i] = again;
    if (++crew->mismatches < MOST_MISMATCHES) return;
    char text[256], position[GAME_TEXT];
    const GameRecord record = {.position = units[i].position};
    run->machine->rules.game->format(run->machine->rules.game, &record, position);
    snprintf(text, sizeof text, "%s: %d of %llu recomputed units differ from the native count, lately %.100s",
             crew->worker->id, crew->mismatches, (unsigned long long)crew->worker->checked, position);
    fail(run, PERFT_DEVICE, text);
}

static size_t first_batch(const Run *run, const Crew *crew)
{
    double units = crew->device->info.is_cpu ? FIRST_BATCH : FIRST_BATCH_GPU;
    for (int i = 0; i < run->plan.depth; i++) units /= TYPICAL_MOVES;
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
static void count_natively(Run *run, const PerftUnit *units, size_t n, Nodes *nodes, uint64_t *stats)
{
    const GameRules rules = run->machine->rules;
    const volatile int *stop = &run->machine->stop;
    memset(stats, 0, GAME_MAX_STATS * sizeof *stats);
    for (size_t i = 0; i < n; i++) {
        if (run->job->stats)
            rules.game->perft->stats(rules, &units[i].position, run->plan.depth, stats, stop);
        else
            nodes[i] = rules.game->perft->count(rules, &units[i].position, run->plan.depth, NULL, stop);
    }
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
        for (size_t i = 0; i < n; i++) crew->positions[i] = crew->units[i].position;
        if (run->job->stats)
            status = perft_device_stats(&crew->perft, crew->positions, (uint32_t)n, run->plan.depth, stats,
                                        &error);
        else
            status = count_wide(crew, crew->positions, n, run->plan.depth, nodes, &error);
        if (status || is_stopped(run)) break;
        if (crew->perft.overflowed) count_natively(run, crew->units, n, nodes, stats);
        if (!run->job->stats) check_unit(crew, crew->units, n, nodes);
        const double seconds = clock_seconds(CLOCK_MONOTONIC) - start;
        book(crew, crew->units, n, run->job->stats ? NULL : nodes, run->job->stats ? stats : NULL, seconds);
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
    const uint64_t expected = known->known_nodes ? known->known_nodes
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

static PerftStatus open_device(PerftMachine *machine, Crew *crew, const DeviceChoice *choice, double share,
                               char error[PERFT_ERROR])
{
    DeviceError device_error = {""};
    DeviceStatus status = device_open(choice->id, machine->threads, &crew->device, &device_error);
    if (!status)
        status = perft_device_open(&crew->perft, crew->device, machine->rules, share, &machine->stop,
                                   &device_error);
    if (status) {
        snprintf(error, PERFT_ERROR, "%s", device_error.text);
        return status_of(status);
    }
    if (machine->batch > crew->perft.capacity) machine->batch = crew->perft.capacity;
    return known_answer(machine, &crew->perft, error) ? PERFT_DEVICE : PERFT_DONE;
}

/* One crew for each device and for each core of the native engine. */
static PerftStatus hire(PerftMachine *machine, char error[PERFT_ERROR])
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

static PerftStatus equip(PerftMachine *machine, uint64_t hash_bytes, char error[PERFT_ERROR])
{
    machine->crew = calloc((size_t)(machine->threads + machine->devices.count), sizeof *machine->crew);
    if (machine->crew == NULL) {
        snprintf(error, PERFT_ERROR, "no memory for %d threads", machine->threads);
        return PERFT_OUT_OF_MEMORY;
    }
    if (hash_bytes > 0 && (machine->table = perft_table_new(hash_bytes)) == NULL) {
        snprintf(error, PERFT_ERROR, "no memory for a hash table of %llu bytes", (unsigned long long)hash_bytes);
        return PERFT_OUT_OF_MEMORY;
    }
    return hire(machine, error);
}

PerftStatus perft_machine_open(GameRules rules, const DeviceList *devices, int threads, uint64_t hash_bytes,
                               PerftMachine **machine, char error[PERFT_ERROR])
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
    const size_t count = (size_t)machine->crew_count, share = run->plan.count / (4 * count) + 1;
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
    }
}

static void tell(Run *run)
{
    if (run->job->progress == NULL || run->running == 0) return;
    const PerftProgress now = {run->result->nodes,
                               run->plan.count ? (double)run->done / (double)run->plan.count : 1.0,
                               clock_seconds(CLOCK_MONOTONIC) - run->start};
    pthread_mutex_unlock(&run->mutex);
    run->job->progress(run->job->context, &now);
    pthread_mutex_lock(&run->mutex);
}

/* Guesses the leaves from the layer of units. */
static int is_small(const Run *run)
{
    const int depth = run->job->depth, plies = depth - run->plan.depth;
    /* a root whose moves cannot be listed may take very long */
    if (plies == 0) return run->result->root_count > 0;
    return pow((double)run->plan.count, (double)depth / plies) < SMALL_RUN;
}

/* The first crew does it all, on this thread. */
static void work_alone(Run *run)
{
    PerftWorker *worker = run->machine->crew[0].worker;
    if (worker->threads > 1) worker->threads = 1;
    run->running = 1;
    crew_main(&run->machine->crew[0]);
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
        if (stop_asked(run->job->stop)) stop_set(&run->machine->stop, 1);
        tell(run);
    }
    pthread_mutex_unlock(&run->mutex);
    for (int i = 0; i < started; i++) pthread_join(crews[i].thread, NULL);
}

PerftStatus perft_run(PerftMachine *machine, const PerftJob *job, PerftResult *result, char error[PERFT_ERROR])
{
    memset(result, 0, sizeof *result);
    error[0] = 0;
    const double cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    Run run = {.machine = machine, .job = job, .result = result, .error = error};
    run.start = clock_seconds(CLOCK_MONOTONIC);
    brief(&run);
    if (job->depth == 0) {
        result->nodes = 1;
        return PERFT_DONE;
    }
    const size_t wanted =
        machine->device_count ? UNITS_FOR_DEVICES : (size_t)machine->crew_count * UNITS_PER_THREAD;
    if (perft_plan(machine->rules, job, wanted, &run.plan, result) || allot_batches(&run)) {
        snprintf(error, PERFT_ERROR, "no memory for the plan of units");
        run.status = PERFT_OUT_OF_MEMORY;
    } else {
        pthread_mutex_init(&run.mutex, NULL);
        pthread_cond_init(&run.changed, NULL);
        if (is_small(&run))
            work_alone(&run);
        else
            work_together(&run);
        pthread_cond_destroy(&run.changed);
        pthread_mutex_destroy(&run.mutex);
    }
    if (!run.status && run.done < run.plan.count) run.status = PERFT_STOPPED;
    if (!run.status && job->depth == 1)
        for (int i = 0; i < result->root_count; i++) result->root_nodes[i] = 1;
    free_batches(machine);
    perft_plan_free(&run.plan);
    result->seconds = clock_seconds(CLOCK_MONOTONIC) - run.start;
    result->cpu_seconds = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    return run.status;
}
