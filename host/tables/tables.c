/* SPDX-License-Identifier: MIT */
#include "tables_game.h"
#include "tables.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../devices/devices.h"

static const uint64_t default_cache = 256u << 20;

/* A folder of 6-man tables has more files than most programs are allowed at first. */
static void allow_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

uint64_t tables_cache(const Options *options)
{
    const uint64_t wanted = options->cache ? options->cache : default_cache,
                   most = devices_host_memory() / 10 * 9;
    allow_files();
    return wanted < most ? wanted : most;
}

int tables_fail_open(const char *folder, const char *error)
{
    return cli_fail(access(folder, R_OK | X_OK) ? CLI_BAD_INPUT : CLI_MEMORY, "%s", error);
}

const TablesGame *tables_game(const Game *game)
{
    return game->family == GAME_CHESS ? &tables_chess : &tables_draughts;
}

int tables_threads(const Options *options)
{
    DeviceInfo host;
    if (options->threads) return (int)options->threads;
    return device_backends[0]->info(0, &host, NULL) ? 1 : (int)host.units;
}

static const struct {
    const char *name;
    int metrics;
} metric_names[] = {{"wdl", PROBE_WDL}, {"dtz", PROBE_DTZ}, {"dtm", PROBE_DTM}, {"dtw", PROBE_DTW}};

int tables_metrics(const Game *game) { return tables_game(game)->metrics; }

const char *tables_metric_name(int metrics)
{
    for (size_t i = 0; i < sizeof metric_names / sizeof *metric_names; i++)
        if (metric_names[i].metrics == metrics) return metric_names[i].name;
    return "";
}

int tables_metric(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof metric_names / sizeof *metric_names; i++)
        if (strlen(metric_names[i].name) == length && !strncmp(metric_names[i].name, text, length))
            return metric_names[i].metrics;
    return 0;
}

int tables_fail_probe(ProbeStatus status, const char *where, const char *error)
{
    return cli_fail(status == PROBE_MEMORY ? CLI_MEMORY : CLI_BAD_INPUT, "%s%s", where, error);
}

int tables_fail_walk(WalkStatus status, const char *where, const char *error)
{
    return cli_fail(status == WALK_MEMORY ? CLI_MEMORY : CLI_BAD_INPUT, "%s%s", where, error);
}
