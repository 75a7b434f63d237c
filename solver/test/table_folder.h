/* SPDX-License-Identifier: MIT */
/* Folders of tables for tests: made, filled, looked into, removed. What fails ends the test. */
#ifndef SOLVER_TEST_TABLE_FOLDER_H
#define SOLVER_TEST_TABLE_FOLDER_H

#include <stddef.h>

#include "../../rules/draughts/draughts.h"
#include "../index/material.h"

/* 1: a sanitizer takes its own memory, and makes all slower. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

typedef struct {
    char path[200];
} TableFolder;

/* An empty folder in $TMPDIR, else in the working folder, which is the build's. */
TableFolder folder_make(void);
void folder_remove(const TableFolder *folder); /* with all that is in it, but for folders within folders */

/* The number of entries. */
int folder_count(const TableFolder *folder);

Material material_named(const char *name);

/* The names' tables and what they need, by solve_run. metrics: PROBE_DTZ, PROBE_DTM. */
void folder_solve(const TableFolder *folder, const char *const *names, int count, int metrics, int threads);

/* Of a game of draughts. */
void folder_solve_draughts(const TableFolder *folder, const DraughtsGame *game, const char *name,
                           int threads);

/* All tables of 3 men, both metrics. */
void folder_solve_3_men(const TableFolder *folder, int threads);

/* A file in memory, to be freed. */
unsigned char *folder_read(const TableFolder *folder, const char *name, size_t *size);
void folder_write(const TableFolder *folder, const char *name, const void *bytes, size_t size);
void folder_copy(const TableFolder *from, const TableFolder *to);

/* Both have the same files, byte by byte. */
void folder_assert_equal(const TableFolder *folder, const TableFolder *expected);

/* Every file is there in `expected` too, byte by byte. Returns their number. */
int folder_assert_part(const TableFolder *folder, const TableFolder *expected);

#endif
