/* SPDX-License-Identifier: MIT */
/* What the commands about tables share: games, folders, metrics, threads, failures. */
#ifndef HOST_TABLES_H
#define HOST_TABLES_H

#include "../../solver/draughts/prober.h"
#include "../../solver/prober.h"
#include "../../solver/walk/walk.h"
#include "../cli/cli.h"

/* Reports why a folder could not be opened; what is not the folder's fault is want of memory. The exit code. */
int tables_fail_open(const char *folder, const char *error);

/* Bytes for values of tables: the option, or the default; less where less memory is free. The program may open as many files as it is allowed to. */
uint64_t tables_cache(const Options *options);

/* The options' threads, or all processors allowed. */
int tables_threads(const Options *options);

/* The PROBE_ bits of the metrics that tables of a game have. */
int tables_metrics(const Game *game);

/* "wdl", "dtz", "dtm" or "dtw" of a single PROBE_ bit; and back, 0 if those `length` bytes are none. */
const char *tables_metric_name(int metrics);
int tables_metric(const char *text, size_t length);

/* Reports what a probe or a walk met, `where` in front, such as "standard input:3: ". Returns the exit code. */
int tables_fail_probe(ProbeStatus status, const char *where, const char *error);
int tables_fail_walk(WalkStatus status, const char *where, const char *error);

#endif
