#include "table_targets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tables.h"

static int fail_memory(void) { return cli_fail(CLI_MEMORY, "out of memory while reading the arguments"); }

/* Takes the folder's text over. */
static int add(TableTargets *targets, char *folder, const Material *material, int what)
{
    for (int i = 0; i < targets->count; i++) {
        TableTarget *target = &targets->target[i];
        if (target->material.key != material->key || strcmp(target->folder, folder) != 0) continue;
        target->what |= what;
        free(folder);
        return CLI_DONE;
    }
    TableTarget *grown = realloc(targets->target, ((size_t)targets->count + 1) * sizeof *grown);
    if (!grown) {
        free(folder);
        return fail_memory();
    }
    targets->target = grown;
    grown[targets->count++] = (TableTarget){folder, *material, what};
    return CLI_DONE;
}

static int fail_name(const char *path)
{
    return cli_fail(CLI_BAD_INPUT,
                    "%s: no table's name, expected chess-MATERIAL.wdl, .dtz or .dtm, as in chess-KQvKR.dtz",
                    path);
}

/* The name behind the last slash: "chess-KQvKR.dtz". */
static int add_file(TableTargets *targets, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    char text[MATERIAL_NAME], error[MATERIAL_ERROR];
    Material material;
    if (strncmp(name, "chess-", 6) != 0 || !dot) return fail_name(path);
    const size_t length = (size_t)(dot - name) - 6;
    const int what = tables_metric(dot + 1, strlen(dot + 1));
    if (!what || length >= sizeof text) return fail_name(path);
    memcpy(text, name + 6, length);
    text[length] = 0;
    if (material_parse(text, &material, error)) return cli_fail(CLI_BAD_INPUT, "%s: %s", path, error);
    if (strcmp(text, material.name) != 0)
        return cli_fail(CLI_BAD_INPUT, "%s: the table of this material is chess-%s%s", path, material.name,
                        dot);
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    return folder ? add(targets, folder, &material, what) : fail_memory();
}

/* Few men first, then as text. */
static int compare(const void *a, const void *b)
{
    const Material *left = &((const TableTarget *)a)->material, *right = &((const TableTarget *)b)->material;
    return left->count != right->count ? left->count - right->count : strcmp(left->name, right->name);
}

static int add_folder(const Options *options, TableTargets *targets, const char *path)
{
    Prober *prober;
    const int before = targets->count;
    const char *name;
    int what, code = tables_open(options, path, &prober);
    if (code) return code;
    for (int i = 0; !code && (name = prober_material(prober, i, &what)); i++) {
        char error[MATERIAL_ERROR], *folder = strdup(path);
        Material material;
        if (!folder) code = fail_memory();
        else if (material_parse(name, &material, error)) free(folder); /* KvK and the like */
        else code = add(targets, folder, &material, what);
    }
    prober_close(prober);
    if (targets->count > before)
        qsort(targets->target + before, (size_t)(targets->count - before), sizeof *targets->target, compare);
    else if (!code) return cli_fail(CLI_BAD_INPUT, "%s: no tables in this folder", path);
    return code;
}

int table_targets_read(const Options *options, char *const *arguments, int count, TableTargets *targets)
{
    int code = CLI_DONE;
    for (int i = 0; i < count && !code; i++) {
        struct stat status;
        if (stat(arguments[i], &status))
            code = cli_fail(CLI_BAD_INPUT, "cannot read %s: %s", arguments[i], strerror(errno));
        else if (S_ISDIR(status.st_mode)) code = add_folder(options, targets, arguments[i]);
        else code = add_file(targets, arguments[i]);
    }
    return code;
}

void table_targets_free(TableTargets *targets)
{
    for (int i = 0; i < targets->count; i++) free(targets->target[i].folder);
    free(targets->target);
}
