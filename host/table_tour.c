#include "table_tour.h"

#include <stdio.h>
#include <string.h>

#include "../solver/table.h"
#include "interrupt.h"
#include "tables.h"

static int show_progress(void *user, u64 done, u64 all)
{
    TableTour *tour = user;
    const double share = all ? (double)done / (double)all : 0;
    progress_show(&tour->progress, tour->work + (double)done, (tour->done + share * tour->of) / tour->all);
    if (done == all) tour->work += (double)done;
    return interrupt_requested();
}

int table_tour_code(TableTour *tour, const TableWalk *walk, WalkStatus status, const char *error)
{
    const char *name = walk->material->name;
    char where[MATERIAL_NAME + 2] = "";
    progress_wipe(&tour->progress);
    tour->done += tour->of;
    if (status == WALK_DONE) return CLI_DONE;
    if (status == WALK_STOPPED) return CLI_STOPPED; /* told once, at the end of the tour */
    if (strncmp(error, name, strlen(name)) != 0) snprintf(where, sizeof where, "%s: ", name);
    return tables_fail_walk(status, where, error);
}

/* Tables of one folder come one after the other and share a prober. */
static int open_folder(TableTour *tour, const TableTarget *target)
{
    if (tour->prober && !strcmp(tour->folder, target->folder)) return CLI_DONE;
    prober_close(tour->prober);
    tour->folder = target->folder;
    return tables_open(tour->options, target->folder, &tour->prober);
}

static int visit_target(TableTour *tour, int i, TableVisit *visit)
{
    const TableTarget *target = &tour->targets.target[i];
    const int code = open_folder(tour, target);
    if (code) return code;
    const TableWalk walk = {.source = prober_source(tour->prober),
                            .material = &target->material,
                            .workers = tour->workers,
                            .progress = show_progress,
                            .user = tour};
    snprintf(tour->title, sizeof tour->title, "%s, %d of %d", target->material.name, i + 1,
             tour->targets.count);
    tour->of = (double)table_bytes(&target->material);
    return visit(tour, target, &walk);
}

/* The more serious one. */
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
    int code = table_targets_read(options, arguments, count, &tour->targets);
    for (int i = 0; i < tour->targets.count; i++)
        tour->all += (double)table_bytes(&tour->targets.target[i].material);
    if (!code && !(tour->workers = workers_open(tables_threads(options))))
        code = cli_fail(CLI_MEMORY, "cannot start %d threads", tables_threads(options));
    progress_begin(&tour->progress, stderr, options->quiet, tour->title, "blocks");
    if (!code) code = visit_all(tour, visit);
    progress_wipe(&tour->progress);
    workers_close(tour->workers);
    prober_close(tour->prober);
    table_targets_free(&tour->targets);
    return code;
}
