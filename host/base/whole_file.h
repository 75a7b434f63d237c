/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all: written next to their place, synced, renamed.
 *
 *   WholeFile file;
 *   char error[WHOLE_FILE_ERROR];
 *   if (whole_file_open(&file, "board.svg", error)) ...
 *   fputs("...", file.stream);
 *   if (whole_file_commit(&file, error)) ...         or whole_file_drop(&file)
 *
 * A path that is there and is no regular file (a pipe, a device, a link) is written in place. One thread at a
 * time; functions that fail return -1 with one line in error, and leave nothing behind.
 */
#ifndef HOST_WHOLE_FILE_H
#define HOST_WHOLE_FILE_H

#include <stdio.h>

#define WHOLE_FILE_ERROR 256

typedef struct {
    FILE *stream;
    const char *path; /* borrowed: outlives the file */
    char *temporary;  /* NULL: written in place */
} WholeFile;

int whole_file_open(WholeFile *file, const char *path, char error[WHOLE_FILE_ERROR]);
int whole_file_commit(WholeFile *file, char error[WHOLE_FILE_ERROR]);
void whole_file_drop(WholeFile *file);

/* Why a stream could not be written, as errno; 0 if it could, or what is in its buffer still can. */
int whole_file_cause(FILE *stream);

#endif
