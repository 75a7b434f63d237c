/* Tables that a command line names. */
#ifndef HOST_TABLE_TARGETS_H
#define HOST_TABLE_TARGETS_H

#include "../solver/material.h"
#include "cli.h"

typedef struct {
    char *folder;
    Material material;
    int what; /* PROBE_ bits */
} TableTarget;

typedef struct {
    TableTarget *target;
    int count;
} TableTargets;

/* Reads arguments that are files, FOLDER/chess-KQvKR.dtz, or folders, which mean all tables in them, those of
 * few men first. A material of a folder stands once. CLI_DONE, or another code after telling why. targets:
 * zeros; to be freed in any case. */
int table_targets_read(const Options *options, char *const *arguments, int count, TableTargets *targets);
void table_targets_free(TableTargets *targets);

#endif
