/* SPDX-License-Identifier: MIT */
/* The files of tables, of chess and of draughts: docs/tables.md is their specification.
 *
 * A file is one metric of one material. A head of 256 bytes; for each stored side to move the codec and the index of
 * groups; then the groups. Numbers are little endian. Everything is checked when it is read: the head and the
 * sections by checksums, each group by its own.
 */
#ifndef SOLVER_TABLE_FILE_H
#define SOLVER_TABLE_FILE_H

#include "../base/values.h"
#include "../codec/codec.h"
#include "../index/draughts_slice.h"
#include "../index/material.h"

#include <string.h>

#define TABLE_FILE_VERSION 1
#define TABLE_FILE_VERSION_ANEW 2 /* of games whose files of version 1 may hold wrong values */
#define TABLE_FILE_HEAD 256
#define TABLE_FILE_PATH 4096
#define TABLE_FILE_NAME 48

/* The head as stored. */
typedef struct {
    char magic[16];    /* "tabuleiro table" */
    char game[16];     /* "chess"; of longer names the first 16 bytes */
    char material[16]; /* "KQvKR" */
    u32 version;
    u32 metrics;        /* PROBE_WDL, PROBE_DTZ, PROBE_DTM or PROBE_DTW */
    u32 blocks;         /* a side */
    u32 group;          /* blocks in a group, the last one may have fewer */
    u32 sides;          /* bit s: side s to move is stored */
    u32 longest[2][2];  /* by side to move: longest win, longest loss, plies; 0 of results */
    u32 sections_check; /* XXH3, lower half, of codecs and indices */
    u64 codec_bytes[2]; /* by side */
    u64 data_bytes[2];
    u64 results[2][5]; /* legal positions by side to move and result (loss first), all placements counted */
    u8 reserved[40];   /* 0 */
    u64 content_check; /* XXH3 of all that follows the head */
    u64 head_check;    /* XXH3 of the head before it */
} TableHead;

_Static_assert(sizeof(TableHead) == TABLE_FILE_HEAD, "the head as stored");

typedef struct {
    u32 bytes, check; /* of a group: size, and XXH3, lower half */
} TableGroup;

typedef struct {
    int file;
    TableHead head;
    char path[TABLE_FILE_PATH];
    /* The sections, read at first use; by side, NULL if it is not stored. */
    Codec *codec[2];
    TableGroup *index[2];
    u64 *offset[2]; /* of each group in the file, and of the end */
} TableFile;

/* Which table. */
typedef struct {
    const char *game, *material; /* names */
    int symmetric;               /* both sides have the same men */
    u32 version;                 /* of its game's files */
} TableId;

static inline TableId table_id_of_chess(const Material *material)
{
    return (TableId){"chess", material->name, material->symmetric, TABLE_FILE_VERSION};
}

/* Program version 0.1 read too little for games with huffing, and had the Portuguese board mirrored. */
static inline u32 table_version_of_draughts(const DraughtsGame *game)
{
    const int anew = game->rules.obligation == DRAUGHTS_HUFF || !strcmp(game->name, "portuguese");
    return anew ? TABLE_FILE_VERSION_ANEW : TABLE_FILE_VERSION;
}

/* name: the material's, in use as long as the id. */
static inline TableId table_id_of_draughts(const DraughtsGame *game, DraughtsSlice material, const char *name)
{
    return (TableId){game->name, name, draughts_slice_equal(material, draughts_slice_turned(material)),
                     table_version_of_draughts(game)};
}

/* "chess-KQvKR.wdl" */
void table_file_name(const char *game, const char *material, int metrics, char name[TABLE_FILE_NAME]);

/* Calls `note` for each name in a folder, until it returns nonzero, which means no memory. 0, or -1 with a line in
 * error. */
int table_file_names(const char *directory, int (*note)(void *user, const char *name), void *user,
                     char error[PROBER_ERROR]);

/* Reads the head. PROBE_DONE, PROBE_NO_TABLE if there is no such file, or PROBE_BROKEN. On success close it. */
ProbeStatus table_file_open(TableFile *file, const char *directory, TableId id, int metrics,
                            char error[PROBER_ERROR]);
void table_file_close(TableFile *file);

/* Reads codecs and indices. One thread at a time, once. blocks: as many as the material has. */
ProbeStatus table_file_read_sections(TableFile *file, u32 blocks, char error[PROBER_ERROR]);

/* Reads a group, checked: its bytes into `bytes`, room for TABLE_GROUP_MOST of them. */
#define TABLE_GROUP_MOST ((u64)CODEC_GROUP * CODEC_CELLS * 4 + 8)
ProbeStatus table_file_read_group(const TableFile *file, u32 side, u32 group, u8 *bytes,
                                  char error[PROBER_ERROR]);

/* Reads all of the file and checks it. */
ProbeStatus table_file_check(const TableFile *file, char error[PROBER_ERROR]);

/* What head_check has to be. */
u64 table_head_check(const TableHead *head);

#endif
