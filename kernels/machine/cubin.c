/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Attributes of a kernel (.nv.info.NAME): format, number, size or value, bytes. */
enum { FORMAT_BYTES = 4, PARAMETER_BANK = 0x0a, PARAMETER = 0x17 };
#define RELOCATION_ADDRESS 2 /* R_CUDA_64 */

#define KERNEL_TEXT ".text."
#define SHARED ".nv.shared."
#define INFO ".nv.info."
#define BANK ".nv.constant"
#define GLOBALS ".nv.global.init"

typedef struct {
    const u8 *bytes;
    const Elf64_Ehdr *header;
    const Elf64_Shdr *sections;
    const char *names;
} Elf;

static const char *name_of(const Elf *elf, const Elf64_Shdr *s) { return elf->names + s->sh_name; }

static const Elf64_Shdr *find_section(const Elf *elf, const char *prefix, const char *name)
{
    char whole[512];
    snprintf(whole, sizeof whole, "%s%s", prefix, name);
    for (int k = 0; k < elf->header->e_shnum; k++)
        if (strcmp(name_of(elf, &elf->sections[k]), whole) == 0) return &elf->sections[k];
    return NULL;
}

static int open_elf(const Program *program, Elf *elf)
{
    elf->bytes = program->cubin;
    elf->header = (const Elf64_Ehdr *)elf->bytes;
    if (program->cubin_bytes < sizeof *elf->header || memcmp(elf->header->e_ident, ELFMAG, SELFMAG))
        return -1;
    elf->sections = (const Elf64_Shdr *)(elf->bytes + elf->header->e_shoff);
    elf->names = (const char *)elf->bytes + elf->sections[elf->header->e_shstrndx].sh_offset;
    return 0;
}

/* ---- a kernel's parameters ---- */

static void read_attribute(Kernel *kernel, int attribute, const u8 *bytes)
{
    u16 halves[6]; /* index, index, ordinal, offset, sizes, sizes; of the bank: index, index, offset, size */
    memcpy(halves, bytes, attribute == PARAMETER ? 12 : 8);
    if (attribute == PARAMETER_BANK) {
        kernel->parameters_at = halves[2];
        kernel->parameters_end = (u32)halves[2] + halves[3];
    } else if (halves[2] < MOST_PARAMETERS) {
        kernel->parameters[halves[2]] = (Parameter){halves[3], (u32)halves[5] >> 2};
        if (halves[2] >= kernel->parameter_count) kernel->parameter_count = halves[2] + 1u;
    }
}

static void read_attributes(const Elf *elf, Kernel *kernel)
{
    const Elf64_Shdr *info = find_section(elf, INFO, kernel->name);
    if (info == NULL) return;
    const u8 *at = elf->bytes + info->sh_offset, *end = at + info->sh_size;
    while (at + 4 <= end) {
        u16 size;
        memcpy(&size, at + 2, sizeof size);
        const int format = at[0], attribute = at[1];
        at += 4;
        if (format != FORMAT_BYTES) continue;
        if (attribute == PARAMETER || attribute == PARAMETER_BANK) read_attribute(kernel, attribute, at);
        at += size;
    }
}

static void add_kernel(Program *program, const Elf *elf, const char *name)
{
    Kernel *kernel = &program->kernels[program->kernel_count++];
    *kernel = (Kernel){.name = strdup(name)};
    const Elf64_Shdr *shared = find_section(elf, SHARED, name);
    if (shared != NULL) kernel->shared_bytes = (u32)shared->sh_size;
    read_attributes(elf, kernel);
}

/* ---- data ---- */

/* Bank 4 and others hold addresses of the program's data. */
static void relocate(Program *program, const Elf *elf, const Elf64_Shdr *target)
{
    const Elf64_Shdr *table = find_section(elf, ".rela", name_of(elf, target));
    if (table == NULL) return;
    const Elf64_Rela *entries = (const Elf64_Rela *)(elf->bytes + table->sh_offset);
    const Elf64_Sym *symbols = (const Elf64_Sym *)(elf->bytes + elf->sections[table->sh_link].sh_offset);
    for (u64 k = 0; k < table->sh_size / sizeof *entries; k++) {
        const u64 address = (uintptr_t)program->globals + symbols[ELF64_R_SYM(entries[k].r_info)].st_value +
                            (u64)entries[k].r_addend;
        if (ELF64_R_TYPE(entries[k].r_info) == RELOCATION_ADDRESS)
            memcpy(program->cubin + target->sh_offset + entries[k].r_offset, &address, sizeof address);
    }
}

static void read_banks(Program *program, const Elf *elf)
{
    for (int bank = 1; bank < CONSTANT_BANKS; bank++) {
        char number[] = {(char)('0' + bank), '\0'};
        const Elf64_Shdr *section = find_section(elf, BANK, number);
        if (section == NULL) continue;
        relocate(program, elf, section);
        program->banks[bank] = (Bank){elf->bytes + section->sh_offset, (u32)section->sh_size};
    }
}

int cubin_read(Program *program, char error[PROGRAM_ERROR])
{
    Elf elf;
    if (open_elf(program, &elf)) {
        snprintf(error, PROGRAM_ERROR, "kernels.cubin is not an ELF file");
        return -1;
    }
    const Elf64_Shdr *globals = find_section(&elf, GLOBALS, "");
    if (globals != NULL) {
        program->globals = program->cubin + globals->sh_offset;
        program->global_bytes = (u32)globals->sh_size;
    }
    program->kernels = calloc(elf.header->e_shnum, sizeof *program->kernels);
    for (int k = 0; k < elf.header->e_shnum; k++) {
        const char *name = name_of(&elf, &elf.sections[k]);
        if (strncmp(name, KERNEL_TEXT, strlen(KERNEL_TEXT)) == 0)
            add_kernel(program, &elf, name + strlen(KERNEL_TEXT));
    }
    read_banks(program, &elf);
    return 0;
}
