/* SPDX-License-Identifier: MIT */
#include "new_folder.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static int make_level(const char *path, mode_t mode)
{
    return mkdir(path, mode) == 0 || errno == EEXIST ? 0 : errno;
}

int new_folder(char *path, mode_t mode)
{
    for (char *slash = path; *path && (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = 0;
        const int failed = make_level(path, mode);
        if (failed) return failed;
    }
    return make_level(path, mode);
}
