/* SPDX-License-Identifier: MIT */
/* How fast a folder of tables is opened and probed, on random legal positions: see `--help`. */
#include "../rules/chess/moves.h"
#include "../solver/index/material.h"
#include "../solver/prober.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { METRICS = 3, MOST_MATERIALS = 1024, MOST_THREADS = 1024, COLD_POSITIONS = 1000 };

static const int metric_bits[METRICS] = {PROBE_WDL, PROBE_DTZ, PROBE_DTM};
static const char *const metric_names[METRICS] = {"wdl", "dtz", "dtm"};
static const double seconds_of_a_rate = 0.5;

static const char *const usage =
    "usage: probe_rate FOLDER [--men N] [--positions N] [--cache MIB] [--threads N] [--seed N] [--json]\n"
    "\n"
    "Opens a folder of chess tables and probes random legal positions, the materials of N men (default 4)\n"
    "in the folder being equally likely. Prints the time of opening; the rate of the first 1000 probes of a\n"
    "prober just opened; the rates of one thread and of all once every position (default 500000) has been\n"
    "probed; and resident memory. One thread's rates are by its processor time, others by the clock. The\n"
    "cache has 2048 MiB by default, which hold all values of 4 men.\n"
    "Exit codes: 0, 1 usage, 2 a table is damaged or missing, 5 out of memory.\n";

typedef struct {
    const char *folder;
    int men, threads, json;
    u64 positions, cache, seed;
} Options;

/* Probes a second. */
typedef struct {
    double cold, one, all;
} Rates;

typedef struct {
    double open_seconds;
    u64 resident_before, resident_after; /* bytes; before: the positions are there, no prober is */
    Rates rates[METRICS];
} Figures;

_Noreturn static void fail(int code, const char *what)
{
    fprintf(stderr, "probe_rate: %s\n", what);
    exit(code);
}

/* ---- the clock, memory ---- */

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* 0 where the system does not say. */
static u64 resident_bytes(void)
{
    unsigned long long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    if (fscanf(file, "%llu %llu", &size, &resident) != 2) resident = 0;
    fclose(file);
    return resident * (u64)sysconf(_SC_PAGESIZE);
}

/* ---- random positions ---- */

/* splitmix64 */
static u64 next_random(u64 *state)
{
    u64 z = *state += U64(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * U64(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * U64(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static u32 random_below(u64 *state, u32 bound) { return (u32)((next_random(state) >> 32) * bound >> 32); }

static void put(ChessPosition *position, u32 kind, int own, u32 square)
{
    const u64 bit = U64(1) << square;
    if (kind & 1) position->kind0 |= bit;
    if (kind & 2) position->kind1 |= bit;
    if (kind & 4) position->kind2 |= bit;
    if (own) position->own |= bit;
}

/* Every legal position of the material with the side to move is equally likely; no en passant rights. */
static ChessPosition random_position(const Material *material, u64 *state)
{
    const u32 mover = random_below(state, 2);
    for (;;) {
        ChessPosition position = {0, 0, 0, 0};
        u64 taken = 0;
        for (int i = -2; i < material->count; i++) {
            const Man man = i < 0 ? (Man){CHESS_KING, (u8)(i + 2)} : material->man[i];
            const u32 square = random_below(state, 64);
            taken |= U64(1) << square;
            put(&position, man.kind, man.side == mover, square);
        }
        if (popcount64(taken) != 2 + (u32)material->count) continue;
        if (chess_pawns(position) & U64(0xff000000000000ff)) continue;
        if (!chess_in_check(chess_flip(position))) return position;
    }
}

/* The materials of so many men whose three files are in the folder; their number. */
static u32 find_materials(const Prober *prober, int men, Material *materials)
{
    u32 count = 0;
    int metrics;
    const char *name;
    for (int i = 0; (name = prober_material(prober, i, &metrics)) != NULL && count < MOST_MATERIALS; i++) {
        char error[MATERIAL_ERROR];
        if (metrics != (PROBE_WDL | PROBE_DTZ | PROBE_DTM)) continue;
        if (material_parse(name, &materials[count], error)) continue;
        count += materials[count].count == men - 2;
    }
    return count;
}

static ChessPosition *random_positions(const Options *options)
{
    static Material materials[MOST_MATERIALS];
    char error[PROBER_ERROR];
    Prober *prober = prober_open(options->folder, options->cache, error);
    if (prober == NULL) fail(2, error);
    const u32 count = find_materials(prober, options->men, materials);
    prober_close(prober);
    if (count == 0) fail(2, "no table of so many men with all its files in the folder");
    ChessPosition *positions = malloc(options->positions * sizeof *positions);
    if (positions == NULL) fail(5, "no memory for the positions");
    u64 state = options->seed;
    for (u64 i = 0; i < options->positions; i++)
        positions[i] = random_position(&materials[random_below(&state, count)], &state);
    return positions;
}

/* ---- probing ---- */

static void probe_all(Prober *prober, const ChessPosition *positions, u64 count, int metrics)
{
    for (u64 i = 0; i < count; i++) {
        ProbeValue value;
        char error[PROBER_ERROR];
        const ProbeStatus status = prober_probe(prober, &positions[i], metrics, &value, error);
        if (status != PROBE_DONE) fail(status == PROBE_MEMORY ? 5 : 2, error);
    }
}

/* Of one thread, by its processor time: rounds over all positions for some time. */
static double rate_of_one(Prober *prober, const ChessPosition *positions, u64 count, int metrics)
{
    const double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    double seconds = 0;
    u64 probes = 0;
    for (; seconds < seconds_of_a_rate; probes += count) {
        probe_all(prober, positions, count, metrics);
        seconds = seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
    }
    return (double)probes / seconds;
}

/* One of several threads, and the share of the positions that it takes. */
typedef struct {
    pthread_t thread;
    Prober *prober;
    const ChessPosition *positions;
    u64 count, rounds;
    int metrics;
} Share;

static void *probe_share(void *user)
{
    const Share *share = user;
    for (u64 i = 0; i < share->rounds; i++)
        probe_all(share->prober, share->positions, share->count, share->metrics);
    return NULL;
}

/* `one`: the rate of one thread, from which follows how many rounds take some time. */
static double rate_of_threads(Prober *prober, const ChessPosition *positions, const Options *options,
                              int metrics, double one)
{
    static Share shares[MOST_THREADS];
    const u64 threads = (u64)options->threads, count = options->positions;
    const u64 rounds = 1 + (u64)(seconds_of_a_rate * one * (double)threads / (double)count);
    const double start = seconds_of(CLOCK_MONOTONIC);
    for (u64 i = 0; i < threads; i++) {
        const u64 first = count * i / threads, end = count * (i + 1) / threads;
        shares[i] = (Share){.prober = prober,
                            .positions = positions + first,
                            .count = end - first,
                            .rounds = rounds,
                            .metrics = metrics};
        if (pthread_create(&shares[i].thread, NULL, probe_share, &shares[i]))
            fail(5, "no thread could be started");
    }
    for (u64 i = 0; i < threads; i++) pthread_join(shares[i].thread, NULL);
    return (double)(count * rounds) / (seconds_of(CLOCK_MONOTONIC) - start);
}

static Prober *open_folder(const Options *options, double *seconds)
{
    char error[PROBER_ERROR];
    const double start = seconds_of(CLOCK_MONOTONIC);
    Prober *prober = prober_open(options->folder, options->cache, error);
    *seconds = seconds_of(CLOCK_MONOTONIC) - start;
    if (prober == NULL) fail(2, error);
    return prober;
}

/* The files may be in the system's cache. */
static double cold_rate(const Options *options, const ChessPosition *positions, int metrics)
{
    const u64 count = options->positions < COLD_POSITIONS ? options->positions : COLD_POSITIONS;
    double ignored;
    Prober *prober = open_folder(options, &ignored);
    const double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    probe_all(prober, positions, count, metrics);
    const double seconds = seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
    prober_close(prober);
    return (double)count / seconds;
}

static Figures measure(const Options *options, const ChessPosition *positions)
{
    Figures figures = {.resident_before = resident_bytes()};
    Prober *prober = open_folder(options, &figures.open_seconds);
    for (int i = 0; i < METRICS; i++) {
        Rates *rates = &figures.rates[i];
        probe_all(prober, positions, options->positions, metric_bits[i]);
        rates->one = rate_of_one(prober, positions, options->positions, metric_bits[i]);
        rates->all = rate_of_threads(prober, positions, options, metric_bits[i], rates->one);
    }
    figures.resident_after = resident_bytes();
    prober_close(prober);
    for (int i = 0; i < METRICS; i++) figures.rates[i].cold = cold_rate(options, positions, metric_bits[i]);
    return figures;
}

/* ---- report ---- */

static void print_json(const Options *options, const Figures *figures)
{
    printf("{\"record\":\"probe_rate\",\"men\":%d,\"positions\":%llu,\"seed\":\"%llu\",", options->men,
           (unsigned long long)options->positions, (unsigned long long)options->seed);
    printf("\"threads\":%d,\"cache\":%llu,\"open_seconds\":%.6f,", options->threads,
           (unsigned long long)options->cache, figures->open_seconds);
    printf("\"resident_before\":%llu,\"resident_after\":%llu,\"rates\":[",
           (unsigned long long)figures->resident_before, (unsigned long long)figures->resident_after);
    for (int i = 0; i < METRICS; i++)
        printf("%s{\"metric\":\"%s\",\"cold\":%.0f,\"one\":%.0f,\"all\":%.0f}", i ? "," : "", metric_names[i],
               figures->rates[i].cold, figures->rates[i].one, figures->rates[i].all);
    puts("]}");
}

static void print_text(const Options *options, const Figures *figures)
{
    printf("%llu positions of %d men, seed %llu\n", (unsigned long long)options->positions, options->men,
           (unsigned long long)options->seed);
    printf("opened in %.3f ms\n", 1000 * figures->open_seconds);
    printf("probes/s  cold, one thread  warm, one thread  warm, %d thread%s\n", options->threads,
           options->threads == 1 ? "" : "s");
    for (int i = 0; i < METRICS; i++)
        printf("%-8s %17.0f %17.0f %15.0f\n", metric_names[i], figures->rates[i].cold, figures->rates[i].one,
               figures->rates[i].all);
    printf("resident: %.1f MiB before, %.1f MiB after; the cache: %.1f MiB at most\n",
           (double)figures->resident_before / (1 << 20), (double)figures->resident_after / (1 << 20),
           (double)options->cache / (1 << 20));
}

/* ---- the command line ---- */

static u64 read_number(const char *option, const char *text, u64 least, u64 most)
{
    char *end = NULL;
    const u64 number = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == 0 && number >= least && number <= most) return number;
    char error[128];
    snprintf(error, sizeof error, "%s: expected a number from %llu to %llu", option,
             (unsigned long long)least, (unsigned long long)most);
    fail(1, error);
}

static void set_number(Options *options, const char *name, const char *text)
{
    if (!strcmp(name, "--men")) options->men = (int)read_number(name, text, 3, MATERIAL_MEN);
    else if (!strcmp(name, "--positions")) options->positions = read_number(name, text, 1, U64(1) << 32);
    else if (!strcmp(name, "--cache")) options->cache = read_number(name, text, 1, 1 << 20) << 20;
    else if (!strcmp(name, "--threads")) options->threads = (int)read_number(name, text, 1, MOST_THREADS);
    else if (!strcmp(name, "--seed")) options->seed = read_number(name, text, 0, ~U64(0));
    else fail(1, "unknown argument; see --help");
}

static Options read_options(char **arguments)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const int threads = cores > 0 && cores < MOST_THREADS ? (int)cores : 1;
    Options options = {
        .men = 4, .threads = threads, .positions = 500000, .cache = U64(2048) << 20, .seed = 20250101};
    while (*++arguments) {
        const char *name = *arguments;
        if (!strcmp(name, "--json")) options.json = 1;
        else if (!strcmp(name, "--help")) exit(fputs(usage, stdout) < 0);
        else if (name[0] != '-' && options.folder == NULL) options.folder = name;
        else if (!arguments[1]) fail(1, "an argument is unknown or lacks its number; see --help");
        else set_number(&options, name, *++arguments);
    }
    if (options.folder == NULL) fail(1, "a folder of tables is missing; see --help");
    return options;
}

int main(int argc, char **argv)
{
    (void)argc;
    const Options options = read_options(argv);
    ChessPosition *positions = random_positions(&options);
    const Figures figures = measure(&options, positions);
    free(positions);
    if (options.json) print_json(&options, &figures);
    else print_text(&options, &figures);
    return 0;
}
