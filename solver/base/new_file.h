/* SPDX-License-Identifier: MIT */
/* A file that appears in its folder whole and synced, or not at all; what is there already is not replaced.
 *
 * Until it is committed it has no name where the file system knows nameless files, else .NAME.PROCESS.part, which a
 * process that is killed leaves behind. One thread at a time.
 */
#ifndef SOLVER_NEW_FILE_H
#define SOLVER_NEW_FILE_H

#include <stddef.h>
#include <stdint.h>

#define NEW_FILE_ERROR 256

typedef struct NewFile NewFile;

/* NULL with a line in error. */
NewFile *new_file_open(const char *directory, const char *name, char error[NEW_FILE_ERROR]);

/* Failures are kept; new_file_commit reports them. */
void new_file_write(NewFile *file, const void *bytes, size_t size);
uint64_t new_file_size(const NewFile *file); /* bytes written */

/* Ends the file; 0, or -1 with a line in error: nothing is left then. */
int new_file_commit(NewFile *file, char error[NEW_FILE_ERROR]);
void new_file_drop(NewFile *file);

#endif
