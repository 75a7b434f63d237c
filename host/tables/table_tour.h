/* SPDX-License-Identifier: MIT */
/* From the arguments of a table command to a walk through each table, with threads and progress. */
#ifndef HOST_TABLE_TOUR_H
#define HOST_TABLE_TOUR_H

#include "../../solver/draughts/walk.h"
#include "../../solver/walk/statistics.h"
#include "../../solver/chess/table_walk.h"
#include "../base/progress.h"
#include "probe.h"
#include "table_targets.h"

typedef struct TableTour TableTour;

/* What a command does with a table, which tour->target is; a walk of it is tour->chess or tour->draughts.
 * CLI_DONE, or a code that has been reported. */
typedef int TableVisit(TableTour *tour);

struct TableTour {
    const Options *options;
    TableTargets targets;
    const TableTarget *target; /* the one visited */
    TableWalk chess;           /* through it, if it is of chess */
    DraughtsWalk draughts;     /* else */
    Workers *workers;
    ProbeTables tables;
    const TableTarget *opened; /* whose folder and game `tables` has open */
    Progress progress;
    char title[64];       /* of the progress: which table, of how many */
    double work;          /* blocks, or what else a walk counts, before this one */
    double done, of, all; /* bytes of tables: before this walk, of this walk, of all */
};

/* Visits the tables that the arguments name, in turn. One that cannot be read is reported and skipped; a
 * request to stop ends the tour. Returns the first of CLI_STOPPED, CLI_MEMORY, CLI_MISMATCH, CLI_BAD_INPUT
 * that a visit gave, or CLI_DONE. tour: anything. */
int table_tour(TableTour *tour, const Options *options, char *const *arguments, int count, TableVisit *visit);

/* To be called after each walk: how it ended, as an exit code; reported, but for a stop. Wipes the progress's
 * line. A visit that walks several times divides tour->of before. */
int table_tour_code(TableTour *tour, WalkStatus status, const char *error);

#endif
