/* SPDX-License-Identifier: MIT */
#include "new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER (1 << 18)

struct NewFile {
    int folder, file, named; /* named: NAME.part */
    int failure;             /* errno of the first */
    size_t used;
    uint64_t size;
    char directory[160], name[64], part[96];
    char buffer[BUFFER];
};

static int fail(const NewFile *file, int code, char error[NEW_FILE_ERROR])
{
    snprintf(error, NEW_FILE_ERROR, "%s/%s: %s", file->directory, file->name, strerror(code));
    return -1;
}

void new_file_drop(NewFile *file)
{
    if (file->file >= 0) close(file->file);
    if (file->named) unlinkat(file->folder, file->part, 0);
    if (file->folder >= 0) close(file->folder);
    free(file);
}

NewFile *new_file_open(const char *directory, const char *name, char error[NEW_FILE_ERROR])
{
    NewFile *file = malloc(sizeof *file);
    if (file == NULL) {
        snprintf(error, NEW_FILE_ERROR, "%s: no memory", name);
        return NULL;
    }
    *file = (NewFile){.folder = -1, .file = -1};
    snprintf(file->directory, sizeof file->directory, "%s", directory);
    snprintf(file->name, sizeof file->name, "%s", name);
    snprintf(file->part, sizeof file->part, ".%s.%ld.part", file->name, (long)getpid());
    file->folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file->folder >= 0) {
        file->file = openat(file->folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
        if (file->file < 0 &&
            (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT || errno == EINVAL)) {
            unlinkat(file->folder, file->part, 0); /* of a process long gone that had our number */
            file->file = openat(file->folder, file->part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
            file->named = file->file >= 0;
        }
    }
    if (file->file >= 0) return file;
    fail(file, errno, error);
    new_file_drop(file);
    return NULL;
}

static void flush(NewFile *file)
{
    for (size_t at = 0; at < file->used && !file->failure;) {
        const ssize_t put = write(file->file, file->buffer + at, file->used - at);
        if (put > 0) at += (size_t)put;
        else if (put == 0 || errno != EINTR) file->failure = put == 0 ? EIO : errno;
    }
    file->used = 0;
}

void new_file_write(NewFile *file, const void *bytes, size_t size)
{
    const char *from = bytes;
    file->size += size;
    while (size) {
        const size_t take = size < BUFFER - file->used ? size : BUFFER - file->used;
        memcpy(file->buffer + file->used, from, take);
        file->used += take;
        from += take;
        size -= take;
        if (file->used == BUFFER) flush(file);
    }
}

uint64_t new_file_size(const NewFile *file) { return file->size; }

/* Gives the nameless file its name. */
static int link_name(const NewFile *file)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file->file);
    return linkat(AT_FDCWD, path, file->folder, file->name, AT_SYMLINK_FOLLOW);
}

/* Takes ".part" away, unless the name is taken. Where the file system cannot do both at once, the new file has it. */
static int rename_part(const NewFile *file)
{
    const int done = renameat2(file->folder, file->part, file->folder, file->name, RENAME_NOREPLACE);
    return done && errno == EINVAL ? renameat(file->folder, file->part, file->folder, file->name) : done;
}

int new_file_commit(NewFile *file, char error[NEW_FILE_ERROR])
{
    flush(file);
    if (!file->failure && fsync(file->file) != 0) file->failure = errno;
    if (!file->failure) {
        const int done = file->named ? rename_part(file) : link_name(file);
        if (done == 0) file->named = 0;
        else if (errno != EEXIST) file->failure = errno;
    }
    if (!file->failure && fsync(file->folder) != 0) file->failure = errno;
    const int result = file->failure ? fail(file, file->failure, error) : 0;
    new_file_drop(file);
    return result;
}
