/* SPDX-License-Identifier: MIT */
#include "counting.h"

#include <stdio.h>
#include <string.h>

#include "../base/interrupt.h"
#include "../base/text.h"

/* "cpu 99 %, opencl:0 96 %", as far as there is room. */
static void note_use(const PerftProgress *now, char note[PROGRESS_NOTE])
{
    size_t n = 0;
    for (int i = 0; i < now->tally_count && n < PROGRESS_NOTE; i++)
        n += (size_t)snprintf(note + n, PROGRESS_NOTE - n, "%s%s %.0f %%", i ? ", " : "", now->id[i],
                              100 * now->busy[i]);
}

static void show_progress(void *context, const PerftProgress *now)
{
    Counting *c = context;
    note_use(now, c->progress.note);
    progress_show(&c->progress, c->work + (double)now->nodes, c->fraction + c->share * now->fraction);
}

/* Refused before the start: with more than there is the machine would swap, or the kernel end the program. */
static int check_memory(const DeviceList *devices, uint64_t hash)
{
    DeviceInfo host;
    char need[TEXT_NUMBER], table[TEXT_NUMBER], have[TEXT_NUMBER];
    if (hash == PERFT_HASH_FREE || device_backends[0]->info(0, &host, NULL)) return CLI_DONE;
    const int tables = perft_host_tables(devices);
    const double bytes = (double)perft_memory() + tables * (double)hash;
    if (bytes <= (double)host.memory_free) return CLI_DONE;
    text_size(bytes < 0x1p64 ? (uint64_t)bytes : UINT64_MAX, need);
    text_size(hash, table);
    text_size(host.memory_free, have);
    if (tables < 2)
        return cli_fail(CLI_MEMORY, "out of memory: needs %s, --hash %s among them; %s are free", need, table,
                        have);
    return cli_fail(CLI_MEMORY, "out of memory: needs %s, %d times --hash %s among them; %s are free", need,
                    tables, table, have);
}

/* The code for the end of a call; reported unless it is a stop. */
static int code_of(PerftStatus status, const char *error)
{
    switch (status) {
    case PERFT_DONE: return CLI_DONE;
    case PERFT_STOPPED: return CLI_STOPPED;
    case PERFT_DEVICE: return cli_fail(CLI_DEVICE, "%s", error);
    case PERFT_OUT_OF_MEMORY: return cli_fail(CLI_MEMORY, "%s", error);
    case PERFT_UNSAVED: return CLI_IO;
    }
    return CLI_DEVICE;
}

int counting_begin(Counting *c, const Options *options)
{
    DeviceList devices;
    DeviceError absent;
    char error[PERFT_ERROR] = "";
    memset(c, 0, sizeof *c);
    if (!options->game->perft) return cli_fail(CLI_USAGE, "%s has no perft", options->game->name);
    if (devices_check_names(options->devices, &absent)) return cli_fail(CLI_USAGE, "%s", absent.text);
    if (devices_parse(options->devices, &devices, &absent)) return cli_fail(CLI_DEVICE, "%s", absent.text);
    int code = check_memory(&devices, options->hash);
    if (code) return code;
    const GameRules rules = {options->game, options->merge_captures};
    code = code_of(
        perft_pool_open(rules, &devices, (int)options->threads, options->hash, options->key, &c->pool, error),
        error);
    if (code) return code;
    c->share = 1;
    c->job.stop = interrupt_flag();
    c->job.give_up = interrupt_stop_flag();
    c->job.progress = show_progress;
    c->job.context = c;
    progress_begin(&c->progress, stderr, options->progress, options->command->name, "nodes");
    return CLI_DONE;
}

void counting_end(Counting *c)
{
    progress_wipe(&c->progress);
    perft_pool_close(c->pool);
    c->pool = NULL;
}

int counting_run(Counting *c, PerftResult *result)
{
    char error[PERFT_ERROR] = "";
    const PerftStatus status = perft_run(c->pool, &c->job, result, error);
    if (status != PERFT_DONE) progress_wipe(&c->progress);
    return code_of(status, error);
}

void counting_speed(Nodes nodes, double seconds, char text[COUNTING_SPEED])
{
    char time[TEXT_NUMBER], rate[TEXT_NUMBER];
    text_seconds(seconds, time);
    snprintf(text, COUNTING_SPEED, "%s", time);
    if (!(seconds > 0)) return;
    text_rate((double)nodes / seconds, rate);
    snprintf(text, COUNTING_SPEED, "%s, %s%snodes/s", time, rate, strchr(rate, ' ') ? "" : " ");
}
