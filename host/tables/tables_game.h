/* SPDX-License-Identifier: MIT */
/* What the commands about tables need of a game: a table of functions for chess, one for all draughts games. */
#ifndef HOST_TABLES_GAME_H
#define HOST_TABLES_GAME_H

#include "../../solver/solve.h"
#include "../../solver/walk/verify.h"
#include "../../solver/walk/zugzwang.h"
#include "probe.h"
#include "../base/text.h"
#include "table_tour.h"

typedef struct {
    int metrics;     /* PROBE_ bits of its tables */
    int results_by;  /* the distance that results are verified with */
    int to_the_end;  /* the distance that counts to the end of the game */
    int fifty_moves; /* 1: results depend on a halfmove clock, wins may be cursed */
    int symmetries;  /* 1: positions are counted up to symmetry, too */
    int san;         /* 1: moves are also written in standard algebraic notation */
    int by_mover; /* 1: counts are of positions as the side to move sees them; tables of as many men are summed */
    int name_width; /* of results in lists of moves */
    SolveGame (*solve)(const Game *game);
    /* How a position without moves ended, in words. */
    const char *(*end_words)(Wdl wdl);
    /* Opens a folder; CLI_DONE, or another code after reporting why not. */
    int (*open)(const Options *options, const char *folder, ProbeTables *tables);
    /* As prober_result and prober_moves. */
    ProbeStatus (*look_up)(const ProbeTables *tables, const GamePosition *position, const ProbeTask *task,
                           ProbeResult *result, char error[PROBER_ERROR]);
    ProbeStatus (*moves)(const ProbeTables *tables, const GamePosition *position, const ProbeTask *task,
                         ProbeMoves *moves, char error[PROBER_ERROR]);
    /* The heading and a line of `table list`: sizes and longest wins as text, by metric. */
    void (*list_heading)(void);
    void (*list_line)(const char *title, int men, const char *positions, char size[][TEXT_NUMBER],
                      char plies[][TEXT_NUMBER]);
    /* target: game and name given. Fills the rest from them, and the material's proper name. 0, or -1. */
    int (*read_name)(TableTarget *target, char proper[MATERIAL_NAME], char error[MATERIAL_ERROR]);
    TableId (*id)(const TableTarget *target);
    /* What a table takes in memory: how long a walk lasts, more or less. */
    double (*weight)(const TableTarget *target);
    /* A walk through tour->target, and what it can find. */
    void (*begin_walk)(TableTour *tour, Walk steps);
    WalkStatus (*count)(const TableTour *tour, int metrics, Statistics *statistics, char error[PROBER_ERROR]);
    WalkStatus (*verify)(const TableTour *tour, const VerifyOptions *options, VerifyReport *report,
                         char error[PROBER_ERROR]);
    WalkStatus (*zugzwang)(const TableTour *tour, const ZugzwangOptions *options, ZugzwangReport *report,
                           char error[PROBER_ERROR]);
} TablesGame;

extern const TablesGame tables_chess, tables_draughts;

const TablesGame *tables_game(const Game *game);

#endif
