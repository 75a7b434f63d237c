/* SPDX-License-Identifier: MIT */
/* A folder that is made with all above it. */
#ifndef SOLVER_NEW_FOLDER_H
#define SOLVER_NEW_FOLDER_H

#include <sys/types.h>

/* Makes the levels of the path that are missing. 0, or the errno of the level that failed: the path ends with it then.
 * Thread-safe. */
int new_folder(char *path, mode_t mode);

#endif
