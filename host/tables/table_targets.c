/* SPDX-License-Identifier: MIT */
#include "table_targets.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tables.h"
#include "tables_game.h"

static int fail_memory(void) { return cli_fail(CLI_MEMORY, "out of memory while reading the arguments"); }

/* ---- names ---- */

typedef enum { NAME_DONE, NAME_NONE, NAME_MATERIAL, NAME_TURNED } NameStatus;

/* The part of a file's name without its folder: "perde-ganha-KKvK.dtw". */
static NameStatus read_name(const char *name, TableTarget *target, char proper[MATERIAL_NAME],
                            char error[MATERIAL_ERROR])
{
    const char *dot = strrchr(name, '.'), *dash = strrchr(name, '-');
    char game[TABLE_FILE_NAME];
    if (!dot || !dash || dash > dot || (size_t)(dash - name) >= sizeof game) return NAME_NONE;
    snprintf(game, sizeof game, "%.*s", (int)(dash - name), name);
    *target = (TableTarget){.game = game_find(game)};
    if (!target->game) return NAME_NONE;
    target->metrics = tables_metric(dot + 1, strlen(dot + 1)) & tables_metrics(target->game);
    if (!target->metrics || dot - dash > MATERIAL_NAME) return NAME_NONE;
    snprintf(target->name, sizeof target->name, "%.*s", (int)(dot - dash) - 1, dash + 1);
    if (tables_game(target->game)->read_name(target, proper, error)) return NAME_MATERIAL;
    return strcmp(target->name, proper) ? NAME_TURNED : NAME_DONE;
}

/* ---- the list ---- */

static int is_same_folder(const char *a, const char *b)
{
    struct stat x, y;
    return !strcmp(a, b) || (!stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

static int is_same(const TableTarget *a, const TableTarget *b)
{
    return a->game == b->game && !strcmp(a->name, b->name) && is_same_folder(a->folder, b->folder);
}

/* Takes target->folder over. */
static int add(TableTargets *targets, const TableTarget *target)
{
    for (int i = 0; i < targets->count; i++) {
        if (!is_same(&targets->target[i], target)) continue;
        targets->target[i].metrics |= target->metrics;
        free(target->folder);
        return CLI_DONE;
    }
    TableTarget *grown = realloc(targets->target, ((size_t)targets->count + 1) * sizeof *grown);
    if (!grown) {
        free(target->folder);
        return fail_memory();
    }
    targets->target = grown;
    grown[targets->count++] = *target;
    return CLI_DONE;
}

static int add_file(TableTargets *targets, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char proper[MATERIAL_NAME], error[MATERIAL_ERROR];
    TableTarget target;
    switch (read_name(name, &target, proper, error)) {
    case NAME_DONE: break;
    case NAME_NONE:
        return cli_fail(
            CLI_BAD_INPUT,
            "%s: no table's name, expected chess-MATERIAL.wdl, .dtz or .dtm, as in chess-KQvKR.dtz, or "
            "GAME-MATERIAL.wdl or .dtw, as in checkers-KKvK.dtw",
            path);
    case NAME_MATERIAL: return cli_fail(CLI_BAD_INPUT, "%s: %s", path, error);
    case NAME_TURNED:
        return cli_fail(CLI_BAD_INPUT, "%s: the table of this material is %s-%s%s", path, target.game->name,
                        proper, strrchr(name, '.'));
    }
    target.folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    return target.folder ? add(targets, &target) : fail_memory();
}

static int order_of(const Game *game)
{
    int i = 0;
    while (game_at(i) != game) i++;
    return i;
}

/* Game by game, few men first, then as text. */
static int compare(const void *a, const void *b)
{
    const TableTarget *left = a, *right = b;
    if (left->game != right->game) return order_of(left->game) - order_of(right->game);
    return left->men != right->men ? left->men - right->men : strcmp(left->name, right->name);
}

/* *found: how many of the names are tables'. */
static int add_entries(TableTargets *targets, const char *path, DIR *folder, int *found)
{
    int code = CLI_DONE;
    for (const struct dirent *entry; !code && (entry = readdir(folder)) != NULL;) {
        char proper[MATERIAL_NAME], error[MATERIAL_ERROR];
        TableTarget target;
        if (read_name(entry->d_name, &target, proper, error)) continue;
        ++*found;
        target.folder = strdup(path);
        code = target.folder ? add(targets, &target) : fail_memory();
    }
    return code;
}

static int add_folder(TableTargets *targets, const char *path)
{
    const int before = targets->count;
    int found = 0;
    DIR *folder = opendir(path);
    if (!folder) return cli_fail(CLI_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    const int code = add_entries(targets, path, folder, &found);
    closedir(folder);
    if (targets->count > before)
        qsort(targets->target + before, (size_t)(targets->count - before), sizeof *targets->target, compare);
    if (!found && !code) return cli_fail(CLI_BAD_INPUT, "%s: no tables in this folder", path);
    return code;
}

int table_targets_read(char *const *arguments, int count, TableTargets *targets)
{
    int code = CLI_DONE;
    for (int i = 0; i < count && !code; i++) {
        struct stat status;
        if (stat(arguments[i], &status))
            code = cli_fail(CLI_BAD_INPUT, "cannot read %s: %s", arguments[i], strerror(errno));
        else if (S_ISDIR(status.st_mode)) code = add_folder(targets, arguments[i]);
        else code = add_file(targets, arguments[i]);
    }
    return code;
}

void table_targets_free(TableTargets *targets)
{
    for (int i = 0; i < targets->count; i++) free(targets->target[i].folder);
    free(targets->target);
}

TableId table_target_id(const TableTarget *target) { return tables_game(target->game)->id(target); }

int table_target_symmetric(const TableTarget *target) { return table_target_id(target).symmetric; }
