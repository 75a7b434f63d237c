/* SPDX-License-Identifier: MIT */
/* Loads, stores, atomics. A warp's accesses are done lane by lane, so that atomics need nothing. */
#include "../test/double_program.h"
#include "run.h"

#include <string.h>

#define SECTOR 32u
#define SECTOR_SLOTS 64
#define MOST_SECTORS (4 * LANES)

/* A set of sectors: by their low bits, and a list of those that met another there. */
typedef struct {
    u64 slot[SECTOR_SLOTS]; /* sector + 1 */
    u64 list[MOST_SECTORS];
    u32 listed, count;
} Sectors;

static bool is_listed(const Sectors *s, u64 sector)
{
    for (u32 k = 0; k < s->listed; k++)
        if (s->list[k] == sector) return true;
    return false;
}

static void add_sector(Sectors *s, u64 sector)
{
    u64 *slot = &s->slot[sector % SECTOR_SLOTS];
    if (*slot == sector + 1) return;
    if (*slot == 0) *slot = sector + 1;
    else if (is_listed(s, sector)) return;
    else s->list[s->listed++] = sector;
    s->count++;
}

static void clear_sectors(Sectors *s)
{
    memset(s->slot, 0, sizeof s->slot);
    s->listed = s->count = 0;
}

/* Bytes that an access moves for each lane. */
static u32 access_bytes(const Instruction *i)
{
    return HAS(i, 128)                                ? 16
           : HAS(i, 64) || HAS(i, U64) || HAS(i, S64) ? 8
           : HAS(i, U16) || HAS(i, S16)               ? 2
           : HAS(i, U8) || HAS(i, S8)                 ? 1
                                                      : 4;
}

/* ---- constants ---- */

/* Of bank 0 in front of the parameters: sizes of the block and the grid, the local window, the stack's end, a descriptor. */
static bool known_in_bank_0(u32 offset)
{
    return offset < 0x18 || (offset >= 0x20 && offset < 0x30) || (offset >= 0x208 && offset < 0x210);
}

static const u8 *constant_at(const Warp *w, const Instruction *i, u32 bank, u32 offset, u32 bytes)
{
    const Bank *b = bank < CONSTANT_BANKS ? &w->launch->banks[bank] : NULL;
    if (b == NULL || offset + bytes > b->size || offset + bytes < offset)
        warp_fail(w, i, "c[0x%x][0x%x] is beyond the bank's end", bank, offset);
    if (bank == 0 && offset < w->launch->kernel->parameters_at && !known_in_bank_0(offset))
        warp_fail(w, i, "c[0x0][0x%x] is not modelled", offset);
    return b->bytes + offset;
}

static u32 word_of(const u8 *at, u32 bytes)
{
    u32 word = 0;
    memcpy(&word, at, bytes);
    return word;
}

static Lanes constant_lanes(const Warp *w, const Instruction *i, const Source *s, u32 add, u32 bytes)
{
    const u32 offset = s->value + add;
    if (s->base == NO_REGISTER) return lanes_of(word_of(constant_at(w, i, s->bank, offset, bytes), bytes));
    if (s->is_uniform)
        return lanes_of(word_of(constant_at(w, i, s->bank, offset + w->uniform[s->base], bytes), bytes));
    Lanes x = {0};
    EACH_LANE_OF(w->executing, l)
    x[l] = word_of(constant_at(w, i, s->bank, offset + w->registers[s->base][l], bytes), bytes);
    return x;
}

Lanes constant_source(const Warp *w, const Instruction *i, const Source *s, u32 add)
{
    return constant_lanes(w, i, s, add, 4);
}

static Lanes sign_extended(const Instruction *i, Lanes x)
{
    const i32 shift = HAS(i, S8) ? 24 : HAS(i, S16) ? 16 : 0;
    return shift == 0 ? x : (Lanes)((SignedLanes)(x << (u32)shift) >> shift);
}

void run_ldc(Warp *w, const Instruction *i)
{
    const u32 bytes = access_bytes(i);
    if (i->source[0].kind != OPERAND_CONSTANT) warp_fail(w, i, "this form of LDC is unknown");
    Lanes x[4];
    for (u32 k = 0; 4 * k < bytes; k++)
        x[k] = constant_lanes(w, i, &i->source[0], 4 * k, bytes < 4 ? bytes : 4);
    put(w, i, sign_extended(i, x[0]));
    for (u32 k = 1; 4 * k < bytes; k++) put_register(w, i, k, x[k]);
}

/* ---- one lane's registers and memory ---- */

static void load_registers(Warp *w, const Instruction *i, u32 lane, const u8 *from, u32 bytes)
{
    if (i->destination == ZERO_REGISTER) return;
    u32 words[4] = {0};
    memcpy(words, from, bytes);
    if (HAS(i, S8)) words[0] = (u32)(int8_t)words[0];
    if (HAS(i, S16)) words[0] = (u32)(int16_t)words[0];
    for (u32 k = 0; 4 * k < bytes; k++) w->registers[i->destination + k][lane] = words[k];
}

static void store_registers(const Warp *w, const Instruction *i, u32 lane, u8 *to, u32 bytes)
{
    u32 words[4] = {0};
    const Source *s = &i->source[0];
    for (u32 k = 0; s->value != ZERO_REGISTER && 4 * k < bytes; k++)
        words[k] = w->registers[s->value + k][lane];
    memcpy(to, words, bytes);
}

/* ---- global memory ---- */

static WideLanes global_addresses(const Warp *w, const Instruction *i)
{
    const Address *a = &i->address;
    WideLanes x = wide_of((u64)(int64_t)a->offset);
    if (a->base != NO_REGISTER && a->narrow) x += widen(w->registers[a->base]);
    else if (a->base != NO_REGISTER) x += join(w->registers[a->base], w->registers[a->base + 1]);
    if (a->uniform != NO_REGISTER)
        x += wide_of(w->uniform[a->uniform] | (u64)w->uniform[a->uniform + 1] << 32);
    return x;
}

static u8 *global_at(Warp *w, const Instruction *i, u64 address, u32 bytes)
{
    Launch *launch = w->launch;
    const u64 at = address - (uintptr_t)launch->buffer;
    if (address % bytes) warp_fail(w, i, "address 0x%llx is not aligned", address);
    if (at < launch->buffer_bytes && launch->buffer_bytes - at >= bytes) return launch->buffer + at;
    const Program *program = launch->program;
    const u64 in_globals = address - (uintptr_t)program->globals;
    if (in_globals < program->global_bytes && program->global_bytes - in_globals >= bytes)
        return program->globals + in_globals;
    char *buffer = NULL, *memory = driver_memory_at(address, bytes, &buffer, &launch->buffer_bytes);
    launch->buffer = (u8 *)buffer;
    if (memory == NULL) warp_fail(w, i, "%u bytes at 0x%llx are in no buffer", bytes, address);
    return (u8 *)memory;
}

/* Generic addresses may mean a lane's local memory. */
static u8 *local_word(const Warp *w, u32 offset, u32 lane)
{
    return (u8 *)&w->local[offset / 4 * LANES + lane] + offset % 4;
}

static bool is_local(u64 address) { return address - LOCAL_WINDOW < LOCAL_BYTES; }

static void check_local(const Warp *w, const Instruction *i, u32 offset, u32 bytes)
{
    if (offset > LOCAL_BYTES - bytes) warp_fail(w, i, "local address 0x%x is beyond the stack", offset);
    if (offset % bytes) warp_fail(w, i, "local address 0x%x is not aligned", offset);
}

static void load_local_lane(Warp *w, const Instruction *i, u32 lane, u32 offset, u32 bytes)
{
    u8 whole[16];
    check_local(w, i, offset, bytes);
    for (u32 k = 0; k < bytes; k += 4)
        memcpy(whole + k, local_word(w, offset + k, lane), bytes < 4 ? bytes : 4);
    load_registers(w, i, lane, whole, bytes);
}

static void store_local_lane(Warp *w, const Instruction *i, u32 lane, u32 offset, u32 bytes)
{
    u8 whole[16];
    check_local(w, i, offset, bytes);
    store_registers(w, i, lane, whole, bytes);
    for (u32 k = 0; k < bytes; k += 4)
        memcpy(local_word(w, offset + k, lane), whole + k, bytes < 4 ? bytes : 4);
}

static void count_global(Warp *w, WideLanes addresses, u32 bytes)
{
    Sectors sectors;
    clear_sectors(&sectors);
    EACH_LANE_OF(w->executing, l)
    if (!is_local(addresses[l]))
        for (u64 s = addresses[l] / SECTOR; s <= (addresses[l] + bytes - 1) / SECTOR; s++)
            add_sector(&sectors, s);
    w->launch->kernel->global_sectors += sectors.count;
}

void run_load_global(Warp *w, const Instruction *i)
{
    const WideLanes addresses = global_addresses(w, i);
    const u32 bytes = access_bytes(i);
    count_global(w, addresses, bytes);
    EACH_LANE_OF(w->executing, l)
    if (is_local(addresses[l])) load_local_lane(w, i, l, (u32)(addresses[l] - LOCAL_WINDOW), bytes);
    else load_registers(w, i, l, global_at(w, i, addresses[l], bytes), bytes);
}

void run_store_global(Warp *w, const Instruction *i)
{
    const WideLanes addresses = global_addresses(w, i);
    const u32 bytes = access_bytes(i);
    count_global(w, addresses, bytes);
    EACH_LANE_OF(w->executing, l)
    if (is_local(addresses[l])) store_local_lane(w, i, l, (u32)(addresses[l] - LOCAL_WINDOW), bytes);
    else store_registers(w, i, l, global_at(w, i, addresses[l], bytes), bytes);
}

/* ---- local and shared memory ---- */

static Lanes short_addresses(const Warp *w, const Instruction *i)
{
    const Address *a = &i->address;
    Lanes x = lanes_of((u32)a->offset);
    if (a->base != NO_REGISTER) x += w->registers[a->base] << a->scale;
    if (a->uniform != NO_REGISTER) x += w->uniform[a->uniform];
    return x;
}

/* Neighbouring lanes' words are neighbours. */
static void count_local(Warp *w, Lanes offsets, u32 bytes)
{
    Sectors sectors;
    clear_sectors(&sectors);
    EACH_LANE_OF(w->executing, l)
    for (u32 k = 0; k < bytes; k += 4) add_sector(&sectors, (u64)(offsets[l] + k) / 4 * 4 + l / 8);
    w->launch->kernel->local_sectors += sectors.count;
}

/* The lanes' common offset of whole words, or false. */
static bool same_words(const Warp *w, const Instruction *i, Lanes offsets, u32 bytes, u32 *word)
{
    const u32 offset = offsets[first_lane(w->executing)];
    if (bytes < 4 || (gather((Lanes)(offsets != offset)) & w->executing)) return false;
    check_local(w, i, offset, bytes);
    *word = offset / 4;
    return true;
}

/* As count_local, for lanes that all use the same words. */
static void count_same(Warp *w, u32 words)
{
    u32 octets = 0;
    for (u32 lane = 0; lane < LANES; lane += 8) octets += (w->executing >> lane & 255) != 0;
    w->launch->kernel->local_sectors += octets * words;
}

void run_load_local(Warp *w, const Instruction *i)
{
    const Lanes offsets = short_addresses(w, i);
    const u32 bytes = access_bytes(i);
    u32 word;
    if (same_words(w, i, offsets, bytes, &word)) {
        count_same(w, bytes / 4);
        for (u32 k = 0; k < bytes / 4; k++) put_register(w, i, k, ((const Lanes *)w->local)[word + k]);
        return;
    }
    count_local(w, offsets, bytes);
    EACH_LANE_OF(w->executing, l) load_local_lane(w, i, l, offsets[l], bytes);
}

void run_store_local(Warp *w, const Instruction *i)
{
    const Lanes offsets = short_addresses(w, i);
    const u32 bytes = access_bytes(i), from = i->source[0].value;
    u32 word;
    if (same_words(w, i, offsets, bytes, &word)) {
        count_same(w, bytes / 4);
        const Lanes truth = spread(w->executing);
        Lanes *to = (Lanes *)w->local + word;
        for (u32 k = 0; k < bytes / 4; k++)
            to[k] = choose(truth, w->registers[from == ZERO_REGISTER ? from : from + k], to[k]);
        return;
    }
    count_local(w, offsets, bytes);
    EACH_LANE_OF(w->executing, l) store_local_lane(w, i, l, offsets[l], bytes);
}

static u8 *shared_at(const Warp *w, const Instruction *i, u32 offset, u32 bytes)
{
    if (offset > SHARED_BYTES - bytes) warp_fail(w, i, "shared address 0x%x is beyond the end", offset);
    if (offset % bytes) warp_fail(w, i, "shared address 0x%x is not aligned", offset);
    return w->block->shared + offset;
}

void run_load_shared(Warp *w, const Instruction *i)
{
    const Lanes offsets = short_addresses(w, i);
    const u32 bytes = access_bytes(i);
    EACH_LANE_OF(w->executing, l) load_registers(w, i, l, shared_at(w, i, offsets[l], bytes), bytes);
}

void run_store_shared(Warp *w, const Instruction *i)
{
    const Lanes offsets = short_addresses(w, i);
    const u32 bytes = access_bytes(i);
    EACH_LANE_OF(w->executing, l) store_registers(w, i, l, shared_at(w, i, offsets[l], bytes), bytes);
}

/* ---- atomics ---- */

typedef struct {
    u64 first, second; /* operands; of CAS what is compared, then the new value */
} Operands;

static bool is_wide(const Instruction *i) { return access_bytes(i) == 8; }

static bool is_less(const Instruction *i, u64 a, u64 b)
{
    if (HAS(i, S32)) return (i32)a < (i32)b;
    return HAS(i, S64) ? (int64_t)a < (int64_t)b : a < b;
}

static u64 combined(const Warp *w, const Instruction *i, u64 old, Operands x)
{
    if (HAS(i, ADD)) return old + x.first;
    if (HAS(i, AND)) return old & x.first;
    if (HAS(i, OR)) return old | x.first;
    if (HAS(i, XOR)) return old ^ x.first;
    if (HAS(i, MIN)) return is_less(i, x.first, old) ? x.first : old;
    if (HAS(i, MAX)) return is_less(i, old, x.first) ? x.first : old;
    if (HAS(i, EXCH)) return x.first;
    if (HAS(i, CAS) || HAS(i, CAST)) return old == x.first ? x.second : old;
    if (HAS(i, POPC) && HAS(i, INC) && i->destination == ZERO_REGISTER) return old + 1;
    if (HAS(i, INC) && !HAS(i, POPC)) return old >= x.first ? 0 : old + 1;
    if (HAS(i, DEC)) return old == 0 || old > x.first ? x.first : old - 1;
    warp_fail(w, i, "this form of an atomic is unknown");
}

static void atomic(Warp *w, const Instruction *i, u32 lane, u8 *at, Operands x)
{
    const u32 bytes = access_bytes(i);
    u64 old = 0;
    memcpy(&old, at, bytes);
    const u64 value = combined(w, i, old, x);
    memcpy(at, &value, bytes);
    if (HAS(i, CAST)) old = old == x.first; /* whether it was exchanged */
    load_registers(w, i, lane, (const u8 *)&old, bytes);
}

typedef struct {
    WideLanes x[2];
} AllOperands;

static AllOperands operands_of(const Warp *w, const Instruction *i)
{
    AllOperands all = {0};
    for (int k = 0; k < 2 && k < i->source_count; k++)
        all.x[k] = is_wide(i) ? wide_source(w, i, k) : widen(source(w, i, k));
    return all;
}

void run_reduce_global(Warp *w, const Instruction *i)
{
    const WideLanes addresses = global_addresses(w, i);
    const AllOperands all = operands_of(w, i);
    count_global(w, addresses, access_bytes(i));
    EACH_LANE_OF(w->executing, l)
    atomic(w, i, l, global_at(w, i, addresses[l], access_bytes(i)), (Operands){all.x[0][l], all.x[1][l]});
}

void run_atomic_global(Warp *w, const Instruction *i)
{
    if (i->set[0].number != TRUE_PREDICATE) warp_fail(w, i, "an atomic that sets a predicate is unknown");
    run_reduce_global(w, i);
}

void run_atomic_shared(Warp *w, const Instruction *i)
{
    const Lanes offsets = short_addresses(w, i);
    const AllOperands all = operands_of(w, i);
    EACH_LANE_OF(w->executing, l)
    atomic(w, i, l, shared_at(w, i, offsets[l], access_bytes(i)), (Operands){all.x[0][l], all.x[1][l]});
}
