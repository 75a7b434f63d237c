/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file's bytes with a 0 behind them, NULL if it cannot be read. */
static char *read_file(const char *folder, const char *name, size_t *bytes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    char *text = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        rewind(file);
        text = calloc((size_t)size + 1, 1);
        *bytes = text != NULL ? fread(text, 1, (size_t)size, file) : 0;
    }
    fclose(file);
    return text;
}

Program *program_open(const char *folder, char error[PROGRAM_ERROR])
{
    Program *program = calloc(1, sizeof *program);
    size_t ignored;
    if (program == NULL) return NULL;
    program->listing = read_file(folder, "kernels.sass", &ignored);
    program->cubin = (u8 *)read_file(folder, "kernels.cubin", &program->cubin_bytes);
    if (program->listing == NULL || program->cubin == NULL)
        snprintf(error, PROGRAM_ERROR, "%s: kernels.sass or kernels.cubin cannot be read", folder);
    else if (cubin_read(program, error) == 0) return program;
    free(program->listing);
    free(program->cubin);
    free(program);
    return NULL;
}

Kernel *program_kernel(Program *program, const char *name, char error[PROGRAM_ERROR])
{
    for (u32 k = 0; k < program->kernel_count; k++) {
        Kernel *kernel = &program->kernels[k];
        if (strcmp(kernel->name, name)) continue;
        return kernel->instructions != NULL || listing_read(program, kernel, error) == 0 ? kernel : NULL;
    }
    snprintf(error, PROGRAM_ERROR, "the program has no kernel %s", name);
    return NULL;
}
