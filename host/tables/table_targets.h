/* SPDX-License-Identifier: MIT */
/* Tables that a command line names. */
#ifndef HOST_TABLE_TARGETS_H
#define HOST_TABLE_TARGETS_H

#include "../../solver/index/draughts_slice.h"
#include "../../solver/index/material.h"
#include "../../solver/files/table_file.h"
#include "../cli/cli.h"

#define TABLE_TITLE 40

typedef struct {
    char *folder;
    const Game *game;
    int metrics;              /* PROBE_ bits */
    int men;                  /* pieces on the board */
    char name[MATERIAL_NAME]; /* of the material, "KQvKR" */
    char title[TABLE_TITLE];  /* as texts call it: "KQvKR", of draughts "checkers-KKvK" */
    Material material;        /* of chess */
    DraughtsSlice slice;      /* of draughts, the stronger side to move */
} TableTarget;

typedef struct {
    TableTarget *target;
    int count;
} TableTargets;

/* Reads arguments that are files, FOLDER/chess-KQvKR.dtz or FOLDER/checkers-KKvK.dtw, or folders, which mean
 * all tables in them, game by game, those of few men first. A material of a folder stands once. CLI_DONE, or
 * another code after reporting why. targets: zeros; to be freed in any case. */
int table_targets_read(char *const *arguments, int count, TableTargets *targets);
void table_targets_free(TableTargets *targets);

/* 1: both sides have the same men. */
int table_target_symmetric(const TableTarget *target);

/* What files of the table are called. */
TableId table_target_id(const TableTarget *target);

#endif
