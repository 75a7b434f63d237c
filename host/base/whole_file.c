/* SPDX-License-Identifier: MIT */
#include "whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(const char *path, const char *verb, int cause, char error[WHOLE_FILE_ERROR])
{
    const size_t length = strlen(path), most = 160;
    snprintf(error, WHOLE_FILE_ERROR, "cannot %s %s%s: %s", verb, length > most ? "..." : "",
             length > most ? path + length - most : path, strerror(cause));
    return -1;
}

static int is_special(const char *path)
{
    struct stat facts;
    return !lstat(path, &facts) && !S_ISREG(facts.st_mode);
}

/* mkstemp makes files for the owner alone; this one shall be like any other. */
static void set_usual_mode(int fd)
{
    const mode_t mask = umask(0);
    umask(mask);
    (void)!fchmod(fd, 0666 & ~mask);
}

int whole_file_open(WholeFile *file, const char *path, char error[WHOLE_FILE_ERROR])
{
    static const char suffix[] = ".XXXXXX";
    memset(file, 0, sizeof *file);
    file->path = path;
    if (is_special(path)) {
        file->stream = fopen(path, "w");
        return file->stream ? 0 : fail(path, "write", errno, error);
    }
    const size_t length = strlen(path);
    file->temporary = malloc(length + sizeof suffix);
    if (!file->temporary) return fail(path, "write", ENOMEM, error);
    memcpy(file->temporary, path, length);
    memcpy(file->temporary + length, suffix, sizeof suffix);
    const int fd = mkstemp(file->temporary);
    if (fd >= 0) {
        set_usual_mode(fd);
        file->stream = fdopen(fd, "w");
    }
    if (file->stream) return 0;
    const int cause = errno;
    if (fd >= 0) {
        close(fd);
        unlink(file->temporary);
    }
    free(file->temporary);
    return fail(path, "write", cause, error);
}

static void forget(WholeFile *file)
{
    free(file->temporary);
    memset(file, 0, sizeof *file);
}

/* Streams remember that a write failed, not why: one byte more fails likewise. */
int whole_file_cause(FILE *stream)
{
    if (!ferror(stream)) return 0;
    return write(fileno(stream), "\n", 1) < 0 ? errno : EIO;
}

int whole_file_commit(WholeFile *file, char error[WHOLE_FILE_ERROR])
{
    const char *path = file->path;
    int cause = whole_file_cause(file->stream);
    if (!cause && fflush(file->stream)) cause = errno;
    if (!cause && file->temporary && fsync(fileno(file->stream))) cause = errno;
    if (fclose(file->stream) && !cause) cause = errno;
    if (file->temporary) {
        if (!cause && rename(file->temporary, path)) cause = errno;
        if (cause) unlink(file->temporary);
    }
    forget(file);
    return cause ? fail(path, "write", cause, error) : 0;
}

void whole_file_drop(WholeFile *file)
{
    fclose(file->stream);
    if (file->temporary) unlink(file->temporary);
    forget(file);
}
