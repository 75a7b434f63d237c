/* SPDX-License-Identifier: MIT */
/* A compiled program: its kernels' instructions from the disassembler's listing, and what the file of machine code (an
 * ELF "cubin") says of constants, parameters and global data. */
#ifndef MACHINE_PROGRAM_H
#define MACHINE_PROGRAM_H

#include <setjmp.h>
#include <stddef.h>

#include "instruction.h"

#define CONSTANT_BANKS 5
#define MOST_PARAMETERS 32
#define PROGRAM_ERROR 400

typedef struct {
    const u8 *bytes; /* NULL: the program has no such bank */
    u32 size;
} Bank;

typedef struct {
    u32 offset, bytes; /* in bank 0 */
} Parameter;

typedef struct Kernel {
    char *name;
    Instruction *instructions; /* NULL: not yet decoded */
    u32 count;
    Parameter parameters[MOST_PARAMETERS];
    u32 parameter_count;
    u32 parameters_at, parameters_end; /* of bank 0 */
    u32 shared_bytes;                  /* of the kernel's own variables */
    u64 launches, warps, divergences;
    u64 global_sectors, local_sectors; /* of 32 bytes, that warps' accesses touch */
} Kernel;

typedef struct {
    char *listing; /* whole, its end marked by 0 */
    u8 *cubin;
    size_t cubin_bytes;
    Kernel *kernels;
    u32 kernel_count;
    Bank banks[CONSTANT_BANKS]; /* 0 is each launch's own */
    u8 *globals;                /* the program's initialised data on the device */
    u32 global_bytes;
} Program;

/* The program of FOLDER/kernels.cubin and FOLDER/kernels.sass; NULL with one line in error. */
Program *program_open(const char *folder, char error[PROGRAM_ERROR]);
/* The kernel of that name with its instructions, NULL with one line in error. Not thread-safe. */
Kernel *program_kernel(Program *program, const char *name, char error[PROGRAM_ERROR]);

/* ---- inside ---- */

/* Reads what the cubin says into the program: kernels by name, banks, data. */
int cubin_read(Program *program, char error[PROGRAM_ERROR]);
/* Decodes the kernel's part of the listing; an opcode, modifier or operand that is not known is an error. */
int listing_read(const Program *program, Kernel *kernel, char error[PROGRAM_ERROR]);
/* Decodes one instruction; `text` begins behind its offset and ends at ';'. label: resolves a label's name to the index
 * of an instruction, -1 without one. */
typedef int FindLabel(const void *labels, const char *name, size_t length);
int decode(const char *text, Instruction *i, FindLabel *find_label, const void *labels,
           char error[PROGRAM_ERROR]);

#endif
