/* SPDX-License-Identifier: MIT */
#include "table_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "files are little endian, and read as they are");

static const char *const suffixes[] = {
    [PROBE_WDL] = "wdl", [PROBE_DTZ] = "dtz", [PROBE_DTM] = "dtm", [PROBE_DTW] = "dtw"};

void table_file_name(const char *game, const char *material, int metrics, char name[TABLE_FILE_NAME])
{
    snprintf(name, TABLE_FILE_NAME, "%.24s-%.16s.%s", game, material, suffixes[metrics]);
}

int table_file_names(const char *directory, int (*note)(void *user, const char *name), void *user,
                     char error[PROBER_ERROR])
{
    DIR *folder = opendir(directory);
    if (folder == NULL) {
        snprintf(error, PROBER_ERROR, "%.200s: %s", directory, strerror(errno));
        return -1;
    }
    int failed = 0;
    for (const struct dirent *entry; !failed && (entry = readdir(folder)) != NULL;)
        failed = note(user, entry->d_name);
    closedir(folder);
    if (!failed) return 0;
    snprintf(error, PROBER_ERROR, "%.200s: no memory for its list of tables", directory);
    return -1;
}

static ProbeStatus broken(const TableFile *file, char error[PROBER_ERROR], const char *what)
{
    snprintf(error, PROBER_ERROR, "%.160s: %s", file->path, what);
    return PROBE_BROKEN;
}

/* Reads exactly that many bytes. */
static int read_at(int file, void *to, u64 bytes, u64 offset)
{
    u8 *at = to;
    while (bytes) {
        const ssize_t got = pread(file, at, bytes, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return -1;
        at += got;
        offset += (u64)got;
        bytes -= (u64)got;
    }
    return 0;
}

/* ---- the head ---- */

u64 table_head_check(const TableHead *head) { return XXH3_64bits(head, offsetof(TableHead, head_check)); }

static u32 groups_of(const TableHead *head)
{
    return (u32)(((u64)head->blocks + head->group - 1) / head->group);
}

static u64 sections_bytes(const TableHead *head)
{
    u64 bytes = 0;
    for (u32 side = 0; side < 2; side++)
        if (head->sides >> side & 1)
            bytes += head->codec_bytes[side] + groups_of(head) * (u64)sizeof(TableGroup);
    return bytes;
}

static ProbeStatus refuse_version(const TableFile *file, TableId id, char error[PROBER_ERROR])
{
    char text[92];
    if (id.version == TABLE_FILE_VERSION_ANEW && file->head.version == TABLE_FILE_VERSION)
        return broken(file, error,
                      "written by version 0.1, whose tables of this game may be wrong: solve it again");
    snprintf(text, sizeof text, "format version %u, this program reads version %u of %.24s",
             file->head.version, id.version, id.game);
    return broken(file, error, text);
}

static ProbeStatus check_head(const TableFile *file, TableId id, u32 metrics, u64 size,
                              char error[PROBER_ERROR])
{
    const TableHead *head = &file->head;
    if (memcmp(head->magic, "tabuleiro table", sizeof head->magic) != 0)
        return broken(file, error, "no table of tabuleiro");
    if (head->version != id.version) return refuse_version(file, id, error);
    if (head->head_check != table_head_check(head))
        return broken(file, error, "damaged: the checksum of its head is wrong");
    if (strncmp(head->game, id.game, sizeof head->game) != 0 ||
        strncmp(head->material, id.material, sizeof head->material) != 0 || head->metrics != metrics)
        return broken(file, error, "holds another table than its name says");
    const u64 most = U64(1) << 48;
    if (head->blocks == 0 || head->group == 0 || head->group > CODEC_GROUP || head->codec_bytes[0] > most ||
        head->codec_bytes[1] > most || head->data_bytes[0] > most || head->data_bytes[1] > most)
        return broken(file, error, "damaged: sizes out of range");
    /* Another choice would have the prober look for a side in itself. */
    const u32 first = 1, second = 2;
    if (id.symmetric           ? head->sides != first
        : metrics == PROBE_WDL ? head->sides != (first | second)
                               : head->sides != first && head->sides != second)
        return broken(file, error, "damaged: not the sides to move that it should have");
    for (u32 side = 0; side < 2; side++)
        if (!(head->sides >> side & 1) && head->data_bytes[side] + head->codec_bytes[side] != 0)
            return broken(file, error, "damaged: data of a side to move that it does not have");
    if (TABLE_FILE_HEAD + sections_bytes(head) + head->data_bytes[0] + head->data_bytes[1] != size)
        return broken(file, error, "damaged: cut short, or too long");
    return PROBE_DONE;
}

ProbeStatus table_file_open(TableFile *file, const char *directory, TableId id, int metrics,
                            char error[PROBER_ERROR])
{
    char name[TABLE_FILE_NAME];
    table_file_name(id.game, id.material, metrics, name);
    memset(file, 0, sizeof *file);
    snprintf(file->path, sizeof file->path, "%s/%s", directory, name);
    file->file = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait for its writer */
    if (file->file < 0) {
        snprintf(error, PROBER_ERROR, "%.160s: %s", file->path, strerror(errno));
        switch (errno) {
        case ENOENT:
        case ENOTDIR: return PROBE_NO_TABLE;
        case EMFILE:
        case ENFILE:
        case ENOMEM: return PROBE_MEMORY; /* the file may be well */
        default: return PROBE_BROKEN;
        }
    }
    struct stat status;
    ProbeStatus result = PROBE_DONE;
    if (fstat(file->file, &status) != 0 || !S_ISREG(status.st_mode))
        result = broken(file, error, "no regular file");
    else if (read_at(file->file, &file->head, sizeof file->head, 0))
        result = broken(file, error, "damaged: shorter than a head");
    else result = check_head(file, id, (u32)metrics, (u64)status.st_size, error);
    if (result != PROBE_DONE) table_file_close(file);
    return result;
}

void table_file_close(TableFile *file)
{
    for (int side = 0; side < 2; side++) {
        codec_close(file->codec[side]);
        free(file->index[side]);
        free(file->offset[side]);
        file->codec[side] = NULL;
        file->index[side] = NULL;
        file->offset[side] = NULL;
    }
    if (file->file >= 0) close(file->file);
    file->file = -1;
}

/* ---- sections ---- */

/* Takes a side's codec and index out of the sections. */
static ProbeStatus take_side(TableFile *file, u32 side, const u8 **at, u64 *data, char error[PROBER_ERROR])
{
    const TableHead *head = &file->head;
    const u32 groups = groups_of(head);
    file->codec[side] = codec_read(*at, head->codec_bytes[side]);
    if (file->codec[side] == NULL)
        return broken(file, error, "damaged: its codec means nothing (or no memory)");
    *at += head->codec_bytes[side];
    file->index[side] = malloc(groups * sizeof(TableGroup));
    file->offset[side] = malloc((groups + 1) * sizeof(u64));
    if (file->index[side] == NULL || file->offset[side] == NULL) return PROBE_MEMORY;
    memcpy(file->index[side], *at, groups * sizeof(TableGroup));
    *at += groups * sizeof(TableGroup);
    u64 offset = *data;
    for (u32 g = 0; g < groups; g++) {
        file->offset[side][g] = offset;
        if (file->index[side][g].bytes > TABLE_GROUP_MOST)
            return broken(file, error, "damaged: sizes of groups");
        offset += file->index[side][g].bytes;
    }
    file->offset[side][groups] = offset;
    if (offset != *data + head->data_bytes[side]) return broken(file, error, "damaged: sizes of groups");
    *data = offset;
    return PROBE_DONE;
}

static ProbeStatus take_sections(TableFile *file, u8 *room, char error[PROBER_ERROR])
{
    const u64 bytes = sections_bytes(&file->head);
    if (read_at(file->file, room, bytes, TABLE_FILE_HEAD)) return broken(file, error, "cannot be read");
    const u8 *sections = room;
    if ((u32)XXH3_64bits(sections, bytes) != file->head.sections_check)
        return broken(file, error, "damaged: the checksum of its index is wrong");
    u64 data = TABLE_FILE_HEAD + bytes;
    for (u32 side = 0; side < 2; side++) {
        if (!(file->head.sides >> side & 1)) continue;
        const ProbeStatus status = take_side(file, side, &sections, &data, error);
        if (status != PROBE_DONE) return status;
    }
    return PROBE_DONE;
}

ProbeStatus table_file_read_sections(TableFile *file, u32 blocks, char error[PROBER_ERROR])
{
    if (file->head.blocks != blocks) return broken(file, error, "damaged: another number of placements");
    u8 *sections = malloc(sections_bytes(&file->head));
    ProbeStatus status = PROBE_MEMORY;
    if (sections) status = take_sections(file, sections, error);
    if (status == PROBE_MEMORY) snprintf(error, PROBER_ERROR, "%.160s: no memory for its index", file->path);
    free(sections);
    return status;
}

ProbeStatus table_file_read_group(const TableFile *file, u32 side, u32 group, u8 *bytes,
                                  char error[PROBER_ERROR])
{
    const TableGroup *entry = &file->index[side][group];
    if (read_at(file->file, bytes, entry->bytes, file->offset[side][group]))
        return broken(file, error, "cannot be read");
    if ((u32)XXH3_64bits(bytes, entry->bytes) != entry->check)
        return broken(file, error, "damaged: the checksum of a block is wrong");
    return PROBE_DONE;
}

ProbeStatus table_file_check(const TableFile *file, char error[PROBER_ERROR])
{
    enum { PIECE = 1 << 20 };
    u8 *piece = malloc(PIECE);
    XXH3_state_t *state = XXH3_createState();
    ProbeStatus status = PROBE_DONE;
    if (piece == NULL || state == NULL) {
        snprintf(error, PROBER_ERROR, "%.160s: no memory to check it", file->path);
        status = PROBE_MEMORY;
    } else {
        XXH3_64bits_reset(state);
        const u64 end = TABLE_FILE_HEAD + sections_bytes(&file->head) + file->head.data_bytes[0] +
                        file->head.data_bytes[1];
        for (u64 at = TABLE_FILE_HEAD; at < end && status == PROBE_DONE; at += PIECE) {
            const u64 bytes = end - at < PIECE ? end - at : PIECE;
            if (read_at(file->file, piece, bytes, at)) status = broken(file, error, "cannot be read");
            else XXH3_64bits_update(state, piece, bytes);
        }
        if (status == PROBE_DONE && XXH3_64bits_digest(state) != file->head.content_check)
            status = broken(file, error, "damaged: its checksum is wrong");
    }
    XXH3_freeState(state);
    free(piece);
    return status;
}
