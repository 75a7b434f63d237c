/* SPDX-License-Identifier: MIT */
#include "launch.h"
#include "warp.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BANK_0_BYTES 4096
#define MOST_WARPS 32

/* Places in bank 0. */
enum { AT_THREADS = 0x00, AT_BLOCKS = 0x0c, AT_LOCAL_WINDOW = 0x20, AT_STACK = 0x28 };

static struct {
    Warp *warps[MOST_WARPS]; /* made when first needed */
    u8 *shared;
} made;

static int make_warp(int k)
{
    if (made.warps[k] != NULL) return 0;
    Warp *w = aligned_alloc(256, (sizeof *w + 255) / 256 * 256);
    if (w == NULL) return -1;
    memset(w, 0, sizeof *w);
    w->local = aligned_alloc(4096, (size_t)LOCAL_BYTES * LANES);
    made.warps[k] = w;
    return w->local != NULL ? 0 : -1;
}

static void put_word(u8 *bank, u32 at, u32 value) { memcpy(bank + at, &value, sizeof value); }

static void fill_bank_0(u8 bank[BANK_0_BYTES], const Kernel *kernel, u32 blocks, u32 threads,
                        void **arguments)
{
    const u64 window = LOCAL_WINDOW;
    const u32 ones[] = {1, 1};
    memset(bank, 0, BANK_0_BYTES);
    put_word(bank, AT_THREADS, threads);
    memcpy(bank + AT_THREADS + 4, ones, sizeof ones);
    put_word(bank, AT_BLOCKS, blocks);
    memcpy(bank + AT_BLOCKS + 4, ones, sizeof ones);
    memcpy(bank + AT_LOCAL_WINDOW, &window, sizeof window);
    put_word(bank, AT_STACK, LOCAL_BYTES);
    for (u32 k = 0; k < kernel->parameter_count; k++) {
        const Parameter *p = &kernel->parameters[k];
        memcpy(bank + kernel->parameters_at + p->offset, arguments[k], p->bytes);
    }
}

/* ---- a block ---- */

static Warp *start_warp(Launch *launch, Block *block, int slot, u32 first_thread)
{
    Warp *w = made.warps[slot];
    w->launch = launch;
    w->block = block;
    w->first_thread = first_thread;
    warp_start(w, launch->threads - first_thread);
    launch->kernel->warps++;
    return w;
}

/* Those that wait for the block go on until they end or wait again; how many wait. */
static int resume_warps(Block *block, int waiting)
{
    int still = 0;
    block->found = block->pending;
    block->pending = (Reduction){0};
    for (int k = 0; k < waiting; k++) {
        Warp *w = made.warps[k];
        warp_release_block(w);
        if (warp_run(w)) continue;
        made.warps[k] = made.warps[still];
        made.warps[still++] = w;
    }
    return still;
}

/* A warp's slot is used again unless it waits for the block. */
static int run_block(Launch *launch, u32 index)
{
    Block block = {.shared = made.shared, .index = index};
    int waiting = 0;
    for (u32 thread = 0; thread < launch->threads; thread += LANES) {
        if (make_warp(waiting)) return -1;
        waiting += !warp_run(start_warp(launch, &block, waiting, thread));
    }
    while (waiting > 0) waiting = resume_warps(&block, waiting);
    return 0;
}

static int run_blocks(Launch *launch, u32 blocks)
{
    for (u32 k = 0; k < blocks; k++)
        if (run_block(launch, k)) {
            snprintf(launch->error, PROGRAM_ERROR, "no memory for the machine's warps");
            return -1;
        }
    return 0;
}

int launch_kernel(const Program *program, Kernel *kernel, u32 blocks, u32 threads, void **arguments,
                  char error[PROGRAM_ERROR])
{
    u8 bank[BANK_0_BYTES];
    jmp_buf failed;
    Launch launch = {
        .program = program, .kernel = kernel, .threads = threads, .failed = &failed, .error = error};
    if (kernel->parameters_end > BANK_0_BYTES) {
        snprintf(error, PROGRAM_ERROR, "%s has too many parameters", kernel->name);
        return -1;
    }
    if (made.shared == NULL) made.shared = calloc(1, SHARED_BYTES);
    memcpy(launch.banks, program->banks, sizeof launch.banks);
    launch.banks[0] = (Bank){bank, kernel->parameters_end};
    fill_bank_0(bank, kernel, blocks, threads, arguments);
    kernel->launches++;
    return setjmp(failed) ? -1 : run_blocks(&launch, blocks);
}

/* ---- counts ---- */

static const char *const pipe_names[] = {
#define PIPE(name) #name,
    PIPES(PIPE)
#undef PIPE
};

static void report_kernel(const Kernel *kernel, FILE *out)
{
    u64 pipes[PIPE_COUNT] = {0}, issued = 0, lanes = 0;
    for (u32 k = 0; k < kernel->count; k++) {
        const Instruction *i = &kernel->instructions[k];
        pipes[i->pipe] += i->issued;
        issued += i->issued;
        lanes += i->lanes;
    }
    fprintf(out,
            "{\"kernel\":\"%s\",\"launches\":%" PRIu64 ",\"warps\":%" PRIu64 ",\"issued\":%" PRIu64
            ",\"lanes\":%" PRIu64 "",
            kernel->name, kernel->launches, kernel->warps, issued, lanes);
    fprintf(out,
            ",\"divergences\":%" PRIu64 ",\"global_bytes\":%" PRIu64 ",\"local_bytes\":%" PRIu64
            ",\"pipes\":{",
            kernel->divergences, 32 * kernel->global_sectors, 32 * kernel->local_sectors);
    for (int k = 0; k < PIPE_COUNT; k++)
        fprintf(out, "%s\"%s\":%" PRIu64 "", k ? "," : "", pipe_names[k], pipes[k]);
    fprintf(out, "}}\n");
}

void launch_report(const Program *program, FILE *out)
{
    for (u32 k = 0; k < program->kernel_count; k++)
        if (program->kernels[k].launches > 0) report_kernel(&program->kernels[k], out);
}

void launch_reset(Program *program)
{
    for (u32 k = 0; k < program->kernel_count; k++) {
        Kernel *kernel = &program->kernels[k];
        kernel->launches = kernel->warps = kernel->divergences = 0;
        kernel->global_sectors = kernel->local_sectors = 0;
        for (u32 n = 0; n < kernel->count; n++)
            kernel->instructions[n].issued = kernel->instructions[n].lanes = 0;
    }
}
