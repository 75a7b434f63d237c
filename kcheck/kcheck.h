/* SPDX-License-Identifier: MIT */
/* The kernel checker: what its files share.
 *
 * kcheck.c runs batches of random positions through every device of the list; a game (kcheck_chess_*.c,
 * kcheck_draughts_*.c) makes a batch with its reference results and checks kernels against them; kcheck_device.c owns
 * buffers with guards; kcheck_perft_hash.c checks perft hash tables, which serve all games; kcheck_report.c prints what
 * was checked and what differs.
 */
#ifndef HOST_KCHECK_H
#define HOST_KCHECK_H

#include <stdint.h>
#include <stdio.h>

#include "../kernels/device.h"

#define KCHECK_BATCH 4093u /* positions; no multiple of the lanes, so that remainders are met */
#define KCHECK_BENCH_BATCH 32768u
#define KCHECK_ROWS 512
#define KCHECK_PRINTED 5 /* mismatches printed one by one, for each kernel and device */

/* One line of the summary: what was checked, in all games of a run. */
typedef struct {
    char device[24];
    const char *kernel;
    uint64_t items, wrong;
} KcheckRow;

typedef struct {
    uint64_t seed, positions;
    int json, threads;
    int row_count;
    KcheckRow rows[KCHECK_ROWS];
    uint64_t wrong;
    uint64_t skipped; /* positions passed over, since the reference would take too long */
} Kcheck;

/* ---- kcheck_report.c ---- */

typedef struct {
    const char *device, *kernel;
    uint64_t item; /* number of the position in the run */
    const char *kind, *position;
    const char *expected, *got;
} KcheckMismatch;

/* Counts `items` results of a kernel as checked. */
void kcheck_checked(Kcheck *kcheck, const char *device, const char *kernel, uint64_t items);
/* Counts a result that differs, and prints it while there are few. */
void kcheck_mismatch(Kcheck *kcheck, const KcheckMismatch *mismatch);
/* Has the device such a line? */
int kcheck_has(const Kcheck *kcheck, const char *device, const char *kernel);
void kcheck_start(const Kcheck *kcheck);
/* Says that a game is done, where several are checked. */
void kcheck_game_done(const Kcheck *kcheck, const char *game, double seconds);
void kcheck_summary(const Kcheck *kcheck, double seconds);

typedef struct {
    const char *device, *kernel;
    uint64_t items;   /* of a launch */
    uint64_t results; /* of it: moves, children, leaves; or the items once more */
    double seconds;   /* of the fastest launch */
} KcheckTime;

void kcheck_bench_header(const Kcheck *kcheck);
void kcheck_bench_row(const Kcheck *kcheck, const KcheckTime *time);

double kcheck_now(void);

/* ---- kcheck_device.c ---- */

#define KCHECK_FILL 0xa5 /* every byte of a fresh output and of guards: no move, count or position has it */
#define KCHECK_GUARD 256 /* bytes behind every buffer */

/* A device under check. After a failure status and error stay, and every call below does nothing. */
typedef struct {
    Device *device;
    DeviceStatus status;
    DeviceError error;
} KcheckDevice;

/* malloc, of which the lack is a failure of the device's check: NULL then. */
void *kcheck_memory(KcheckDevice *d, uint64_t bytes);

/* A buffer with data, guarded; freed by the caller (NULL after a failure). */
DeviceBuffer *kcheck_input(KcheckDevice *d, const void *data, uint64_t bytes);
/* A buffer filled with KCHECK_FILL, guarded. */
DeviceBuffer *kcheck_output(KcheckDevice *d, uint64_t bytes);
void kcheck_free(KcheckDevice *d, DeviceBuffer *buffer);
void kcheck_launch(KcheckDevice *d, KernelId kernel, const DeviceArg *args, int count, uint64_t items);

/* Reads `bytes` of a buffer into `data` and reports what a kernel wrote behind them. */
void kcheck_read(Kcheck *kcheck, KcheckDevice *d, KernelId kernel, DeviceBuffer *buffer, void *data,
                 uint64_t bytes);
/* Reports an input that a kernel has changed. */
void kcheck_unchanged(Kcheck *kcheck, KcheckDevice *d, KernelId kernel, DeviceBuffer *buffer,
                      const void *data, uint64_t bytes);
/* Is it all KCHECK_FILL? */
int kcheck_is_fill(const void *data, uint64_t bytes);

/* Counts a number that differs as a mismatch. */
void kcheck_compare(Kcheck *kcheck, const KcheckDevice *d, KernelId kernel, uint64_t item, uint64_t expected,
                    uint64_t got);

/* The kernels of scan.h on these counts. */
void kcheck_sums(Kcheck *kcheck, KcheckDevice *d, const uint32_t *counts, uint32_t n);

typedef struct {
    KernelId kernel;
    const DeviceArg *args;
    int count; /* of the arguments */
    uint64_t items;
} KcheckLaunch;

/* Prints the time of the fastest of some launches, before each of which `first` runs, unless it is NULL. Nothing if one
 * fails, which d->status keeps. results: what a launch gives, see KcheckTime */
void kcheck_bench_after(const Kcheck *kcheck, KcheckDevice *d, const KcheckLaunch *first,
                        const KcheckLaunch *launch, uint64_t results);
/* Prints the time of the fastest of some launches; nothing if one fails, which d->status keeps. */
void kcheck_bench(const Kcheck *kcheck, KcheckDevice *d, KernelId kernel, const DeviceArg *args,
                  int arg_count, uint64_t items, uint64_t results);

/* ---- kcheck_perft_hash.c ---- */

/* The kernels of perft_hash_kernels.h on these positions, of four words each, among them equal ones. */
void kcheck_perft_hash(Kcheck *kcheck, KcheckDevice *d, const uint64_t *positions, uint32_t n);

/* ---- games ---- */

typedef struct KcheckBatch KcheckBatch; /* positions with reference results, of one game */

typedef struct KcheckGame {
    const char *name;
    const char *family; /* its kernels are named family_... */
    int variant;        /* of the family */
    /* Room for up to KCHECK_BENCH_BATCH positions; NULL if memory is short. */
    KcheckBatch *(*open)(const struct KcheckGame *game);
    void (*close)(KcheckBatch *batch);
    /* Positions number first .. first + n - 1 of the run; n up to KCHECK_BATCH with reference results, else
     * without. */
    void (*make)(Kcheck *kcheck, KcheckBatch *batch, uint64_t first, uint32_t n, int with_reference);
    void (*check_device)(Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *device);
    void (*check_cpu)(Kcheck *kcheck, const KcheckBatch *batch); /* every native build */
    void (*bench_device)(const Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *device);
    void (*bench_cpu)(const Kcheck *kcheck, const KcheckBatch *batch);
} KcheckGame;

KcheckGame kcheck_chess(void);
KcheckGame kcheck_tables(void); /* of chess */
KcheckGame kcheck_draughts_tables(void);
KcheckGame kcheck_draughts(int i); /* i from 0 to kcheck_draughts_count() - 1 */
int kcheck_draughts_count(void);

#endif
