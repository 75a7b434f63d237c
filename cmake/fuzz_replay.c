/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target over files, and over the files of folders, named on the command line. A target that
 * finds a fault aborts; the file is named before. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run_file(const char *path)
{
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return -1;
    }
    const size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    printf("%s: %zu bytes\n", path, size);
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, size);
    return 1;
}

/* The number of files run, -1 on error. */
static int run_folder(const char *path)
{
    int files = 0;
    DIR *folder = opendir(path);
    if (!folder) {
        perror(path);
        return -1;
    }
    for (struct dirent *entry; files >= 0 && (entry = readdir(folder));) {
        char name[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        files = run_file(name) < 0 ? -1 : files + 1;
    }
    closedir(folder);
    return files;
}

int main(int argc, char **argv)
{
    int files = 0;
    for (int i = 1; i < argc; i++) {
        struct stat status;
        const int is_folder = !stat(argv[i], &status) && S_ISDIR(status.st_mode);
        const int run = is_folder ? run_folder(argv[i]) : run_file(argv[i]);
        if (run < 0) return EXIT_FAILURE;
        files += run;
    }
    printf("%d files\n", files);
    return files ? EXIT_SUCCESS : EXIT_FAILURE;
}
