/* SPDX-License-Identifier: MIT */
#include "table_tour.h"

#include <stdio.h>
#include <string.h>

#include "../base/interrupt.h"
#include "tables.h"
#include "tables_game.h"

static int show_progress(void *user, u64 done, u64 all)
{
    TableTour *tour = user;
    const double share = all ? (double)done / (double)all : 0;
    progress_show(&tour->progress, tour->work + (double)done, (tour->done + share * tour->of) / tour->all);
    if (done == all) tour->work += (double)done;
    return interrupt_requested();
}

int table_tour_code(TableTour *tour, WalkStatus status, const char *error)
{
    const TableTarget *target = tour->target;
    char where[TABLE_TITLE + 2] = "";
    progress_wipe(&tour->progress);
    tour->done += tour->of;
    if (status == WALK_DONE) return CLI_DONE;
    if (status == WALK_STOPPED) return CLI_STOPPED; /* reported once, at the end of the tour */
    if (strncmp(error, target->name, strlen(target->name)) != 0)
        snprintf(where, sizeof where, "%s: ", target->title);
    return tables_fail_walk(status, where, error);
}

static void close_probers(TableTour *tour)
{
    probe_close(&tour->tables);
    tour->opened = NULL;
}

/* Tables of one game and folder come one after the other and share a prober. */
static int open_folder(TableTour *tour)
{
    const TableTarget *target = tour->target, *opened = tour->opened;
    if (opened && opened->game == target->game && !strcmp(opened->folder, target->folder)) return CLI_DONE;
    close_probers(tour);
    tour->tables.game = target->game;
    const int code = tables_game(target->game)->open(tour->options, target->folder, &tour->tables);
    if (!code) tour->opened = target;
    return code;
}

static int visit_target(TableTour *tour, int i, TableVisit *visit)
{
    const TableTarget *target = tour->target = &tour->targets.target[i];
    const int code = open_folder(tour);
    if (code) return code;
    const Walk steps = {.workers = tour->workers, .progress = show_progress, .user = tour};
    tables_game(target->game)->begin_walk(tour, steps);
    snprintf(tour->title, sizeof tour->title, "%s, %d of %d", target->title, i + 1, tour->targets.count);
    tour->of = tables_game(target->game)->weight(target);
    return visit(tour);
}

/* The more serious of two codes. */
static int worse(int a, int b)
{
    static const int order[] = {CLI_STOPPED, CLI_MEMORY, CLI_MISMATCH, CLI_BAD_INPUT};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i]) return order[i];
    return a ? a : b;
}

static int visit_all(TableTour *tour, TableVisit *visit)
{
    int code = CLI_DONE;
    for (int i = 0; i < tour->targets.count && code != CLI_STOPPED && !ferror(stdout); i++)
        code = worse(code, visit_target(tour, i, visit));
    if (code == CLI_STOPPED) cli_fail(CLI_STOPPED, "stopped on request");
    return code;
}

int table_tour(TableTour *tour, const Options *options, char *const *arguments, int count, TableVisit *visit)
{
    memset(tour, 0, sizeof *tour);
    tour->options = options;
    int code = table_targets_read(arguments, count, &tour->targets);
    for (int i = 0; i < tour->targets.count; i++)
        tour->all += tables_game(tour->targets.target[i].game)->weight(&tour->targets.target[i]);
    if (!code && !(tour->workers = workers_open(tables_threads(options))))
        code = cli_fail(CLI_MEMORY, "cannot start %d threads", tables_threads(options));
    progress_begin(&tour->progress, stderr, options->progress, tour->title, "blocks");
    if (!code) code = visit_all(tour, visit);
    progress_wipe(&tour->progress);
    workers_close(tour->workers);
    close_probers(tour);
    table_targets_free(&tour->targets);
    return code;
}
