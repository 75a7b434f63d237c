/* SPDX-License-Identifier: MIT */
/* For the double of CUDA's driver: launches run the machine code of the kernels.
 *
 * MACHINE_PROGRAM: the folder that `disassemble` made of the fat binary. MACHINE_REPORT: a file to which the counts are
 * written when the process ends; without it, or for a part of a run, machine_reset and machine_report are exported. */
#include "../test/double_program.h"
#include "launch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static Program *the_program;
static char problem[PROGRAM_ERROR];
static u64 copies, copied_bytes;

/* The text must be of the binary that the host carries. */
static bool is_of_binary(const char *folder, const void *binary)
{
    char path[4096], bytes[4096];
    size_t count, at = 0;
    snprintf(path, sizeof path, "%s/kernels.fatbin", folder);
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0 &&
           memcmp(bytes, (const char *)binary + at, count) == 0)
        at += count;
    fclose(file);
    return at > 0 && count == 0;
}

bool double_load(const void *binary)
{
    const char *folder = getenv("MACHINE_PROGRAM");
    if (the_program != NULL) return true;
    if (folder == NULL) snprintf(problem, sizeof problem, "MACHINE_PROGRAM names no folder");
    else if (binary == NULL || !is_of_binary(folder, binary))
        snprintf(problem, sizeof problem, "%.300s was not made of this program; run disassemble again",
                 folder);
    else the_program = program_open(folder, problem);
    return the_program != NULL;
}

const void *double_function(const char *entry) { return program_kernel(the_program, entry, problem); }

bool double_launch(const void *function, const DoubleLaunch *launch)
{
    return launch_kernel(the_program, (Kernel *)function, launch->blocks, launch->threads, launch->arguments,
                         problem) == 0;
}

const char *double_problem(void) { return problem; }

void double_copied(size_t bytes)
{
    copies++;
    copied_bytes += bytes;
}

/* ---- counts ---- */

EXPORT void machine_reset(void);
EXPORT void machine_reset(void)
{
    copies = copied_bytes = 0;
    if (the_program != NULL) launch_reset(the_program);
}

EXPORT void machine_report(FILE *out);
EXPORT void machine_report(FILE *out)
{
    if (the_program != NULL) launch_report(the_program, out);
    fprintf(out, "{\"copies\":%" PRIu64 ",\"bytes\":%" PRIu64 "}\n", copies, copied_bytes);
}

__attribute__((destructor)) static void report_at_end(void)
{
    const char *path = getenv("MACHINE_REPORT");
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL) return;
    machine_report(file);
    fclose(file);
}
