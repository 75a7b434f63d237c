/* SPDX-License-Identifier: MIT */
#include "program_cache.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "../../solver/base/new_folder.h"

#define MAX_PROGRAM_BYTES ((uint64_t)256 << 20)

/* In front of every stored program. */
typedef struct {
    char magic[8];
    uint64_t size;
    uint64_t checksum[2];
} Header;

static const char magic[8] = {'t', 'a', 'b', 'p', 'r', 'o', 'g', '1'};

static Header make_header(const void *data, size_t size)
{
    const XXH128_hash_t hash = XXH3_128bits(data, size);
    Header header = {.size = size, .checksum = {hash.low64, hash.high64}};
    memcpy(header.magic, magic, sizeof magic);
    return header;
}

ProgramKey program_key(const void *source, size_t source_size, const char *const *strings, int string_count)
{
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    XXH3_128bits_update(&state, source, source_size);
    for (int i = 0; i < string_count; i++)
        XXH3_128bits_update(&state, strings[i],
                            strlen(strings[i]) + 1); /* with its end: no two lists look alike */
    const XXH128_hash_t hash = XXH3_128bits_digest(&state);
    ProgramKey key;
    snprintf(key.text, sizeof key.text, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
    return key;
}

static bool print_path(char *path, const char *format, const char *a, const char *b)
{
    const int length = snprintf(path, PATH_MAX, format, a, b);
    return length > 0 && length < PATH_MAX;
}

static bool cache_folder(char *path)
{
    const char *own = getenv("TABULEIRO_CACHE");
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (own != NULL && own[0] != '\0') return strcmp(own, "off") != 0 && print_path(path, "%s%s", own, "");
    if (xdg != NULL && xdg[0] == '/') return print_path(path, "%s/%s", xdg, "tabuleiro");
    return home != NULL && home[0] == '/' && print_path(path, "%s/%s", home, ".cache/tabuleiro");
}

bool program_cache_load(const ProgramKey *key, void **data, size_t *size)
{
    char folder[PATH_MAX], path[PATH_MAX];
    if (!cache_folder(folder) || !print_path(path, "%s/%s", folder, key->text)) return false;
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;

    Header header;
    void *program = NULL;
    bool good =
        fread(&header, sizeof header, 1, file) == 1 && header.size > 0 && header.size <= MAX_PROGRAM_BYTES;
    good = good && (program = malloc((size_t)header.size)) != NULL;
    good = good && fread(program, (size_t)header.size, 1, file) == 1 && fgetc(file) == EOF;
    fclose(file);
    if (good) {
        const Header expected = make_header(program, (size_t)header.size);
        good = memcmp(&header, &expected, sizeof header) == 0;
    }
    if (!good) {
        free(program);
        return false;
    }
    *data = program;
    *size = (size_t)header.size;
    return true;
}

void program_cache_store(const ProgramKey *key, const void *data, size_t size)
{
    char folder[PATH_MAX], path[PATH_MAX], temporary[PATH_MAX];
    if (size == 0 || size > MAX_PROGRAM_BYTES || !cache_folder(folder) || new_folder(folder, 0700)) return;
    if (!print_path(path, "%s/%s", folder, key->text) || !print_path(temporary, "%s.XXXXXX%s", path, ""))
        return;
    const int descriptor = mkstemp(temporary);
    if (descriptor < 0) return;
    FILE *file = fdopen(descriptor, "wb");
    if (file == NULL) {
        close(descriptor);
        unlink(temporary);
        return;
    }
    const Header header = make_header(data, size);
    bool good = fwrite(&header, sizeof header, 1, file) == 1 && fwrite(data, size, 1, file) == 1;
    good = fclose(file) == 0 && good;
    if (!good || rename(temporary, path) != 0) unlink(temporary);
}
