/* SPDX-License-Identifier: MIT */
#include "build_info.h"
#include "../games/chess_cpu.h"
#include "../cli/cli.h"
#include "../base/json.h"

#include <stdio.h>

enum { MOST_SETS = 16, MOST_BACKENDS = 4 };

/* Those that the cpu engine was built for, best first, or those of them that run with `extensions`; ends with NULL. */
static void list_instruction_sets(const char *names[MOST_SETS], int extensions)
{
    int n = 0;
    for (int i = 0; n < MOST_SETS - 1 && chess_cpu_build(i); i++)
        if (instruction_set_fits(&chess_cpu_build(i)->set, extensions))
            names[n++] = chess_cpu_build(i)->set.name;
    names[n] = NULL;
}

/* Ends with NULL. */
static void list_backends(const char *names[MOST_BACKENDS + 1])
{
    int n = 0;
    names[n++] = "cpu";
    names[n++] = "loop";
    if (BUILD_OPENCL) names[n++] = "opencl";
    if (*BUILD_CUDA) names[n++] = "cuda";
    names[n] = NULL;
}

static void print_list(const char *title, const char *const *list, const char *behind)
{
    printf("%-18s", title);
    for (; *list; list++) printf(" %s", *list);
    printf("%s\n", behind);
}

static void json_list(Json *json, const char *key, const char *const *list)
{
    json_array(json, key);
    for (; *list; list++) json_string(json, NULL, *list);
    json_end(json);
}

int cmd_version(const Options *options)
{
    const char *backends[MOST_BACKENDS + 1], *instruction_sets[MOST_SETS], *usable[MOST_SETS];
    list_backends(backends);
    list_instruction_sets(instruction_sets, EXTENSIONS_NONE_HAS - 1);
    list_instruction_sets(usable, extensions_here());
    if (!options->json) {
        printf("tabuleiro %s%s%s\n", BUILD_VERSION, *BUILD_COMMIT ? " " : "", BUILD_COMMIT);
        printf("%-18s %s\n", "compiler", BUILD_COMPILER);
        printf("%-18s %s\n", "build", BUILD_TYPE);
        print_list("instruction sets", instruction_sets, "");
        print_list("usable here", usable, "");
        printf("%-18s %s\n", "in use", chess_cpu()->set.name);
        print_list("backends", backends, *BUILD_CUDA ? " (" BUILD_CUDA ")" : "");
        return CLI_DONE;
    }
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "version");
    json_string(&json, "version", BUILD_VERSION);
    json_string(&json, "commit", BUILD_COMMIT);
    json_string(&json, "compiler", BUILD_COMPILER);
    json_string(&json, "build", BUILD_TYPE);
    json_list(&json, "instruction_sets", instruction_sets);
    json_list(&json, "usable", usable);
    json_string(&json, "instruction_set", chess_cpu()->set.name);
    json_list(&json, "backends", backends);
    json_string(&json, "cuda", BUILD_CUDA);
    json_close(&json);
    return CLI_DONE;
}
