/* SPDX-License-Identifier: MIT */
/* perft --unique */
#include "cmd_perft.h"
#include "../devices/devices.h"
#include "../base/interrupt.h"
#include "../base/json.h"
#include "../perft/perft_unique.h"
#include "../base/progress.h"
#include "../base/text.h"

#include <stdio.h>

static void show_progress(void *context, const PerftProgress *now)
{
    progress_show(context, (double)now->nodes, now->fraction);
}

static void print_text(const Options *options, const PerftUniqueRow *rows, int known)
{
    char positions[TEXT_NUMBER], marked[TEXT_NUMBER];
    const int marks = options->game->perft->mark != NULL;
    printf("depth  %20s%s\n", "positions", marks ? "  en passant after every double step" : "");
    for (int depth = 0; depth < known; depth++) {
        text_grouped(rows[depth].positions, positions);
        text_grouped(rows[depth].with_marks, marked);
        printf("%5d  %20s", depth, positions);
        if (marks) printf("  %35s", marked);
        putchar('\n');
    }
}

static void print_json(const Options *options, const GameRecord *root, const PerftUniqueRow *rows, int known,
                       int code)
{
    char text[GAME_TEXT];
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "unique");
    json_string(&json, "game", options->game->name);
    options->game->format(options->game, root, text);
    json_string(&json, "position", text);
    json_boolean(&json, "complete", code == CLI_DONE);
    json_array(&json, "unique");
    for (int depth = 0; depth < known; depth++) {
        json_object(&json, NULL);
        json_integer(&json, "depth", depth);
        json_count(&json, "positions", rows[depth].positions);
        json_count(&json, "double_steps", rows[depth].with_marks);
        json_end(&json);
    }
    json_end(&json);
    json_close(&json);
}

int perft_run_unique(const Options *options, const GameRecord *root, int depth)
{
    char error[PERFT_ERROR] = "";
    PerftUniqueRow rows[PERFT_MAX_DEPTH + 1];
    int known, code = CLI_DONE;
    Progress progress;
    progress_begin(&progress, stderr, options->progress, "perft", "positions");
    const PerftUniqueJob job = {.root = root,
                                .depth = depth,
                                .memory = options->memory ? options->memory : devices_host_memory() / 10 * 9,
                                .stop = interrupt_flag(),
                                .progress = show_progress,
                                .context = &progress};
    const PerftStatus status =
        perft_unique((GameRules){options->game, options->merge_captures}, &job, rows, &known, error);
    progress_wipe(&progress);
    if (status == PERFT_STOPPED) code = cli_fail(CLI_STOPPED, "stopped on request; what is known so far:");
    else if (status) code = cli_fail(CLI_MEMORY, "depth %d: %s", known, error);
    if (options->json) print_json(options, root, rows, known, code);
    else print_text(options, rows, known);
    return code;
}
