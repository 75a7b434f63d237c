/* SPDX-License-Identifier: MIT */
/* Files of tables: the same bytes from any number of threads and every build; every damaged byte is found;
 * files that are cut short, renamed, of another version or no files at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "table_folder.h"
#include "solver/chess/retrograde.h"
#include "solver/chess/table_blocks.h"
#include "solver/files/table_file.h"

static TableFolder good, damaged; /* tables of 3 men and KRvKN; a copy to be damaged */

static const char *const materials[] = {"KPvK", "KRvKN"};

static int make_tables(void **state)
{
    (void)state;
    good = folder_make();
    damaged = folder_make();
    folder_solve(&good, materials, 2, PROBE_DTZ | PROBE_DTM, 1);
    folder_copy(&good, &damaged);
    return 0;
}

static int remove_tables(void **state)
{
    (void)state;
    folder_remove(&good);
    folder_remove(&damaged);
    return 0;
}

static Prober *open_prober(const TableFolder *folder)
{
    char error[PROBER_ERROR];
    Prober *prober = prober_open(folder->path, 0, error);
    if (prober == NULL) fail_msg("%s", error);
    return prober;
}

/* ---- the same bytes ---- */

static void threads_do_not_matter(void **state)
{
    (void)state;
    for (int threads = 2; threads <= 3; threads++) {
        const TableFolder folder = folder_make();
        folder_solve(&folder, materials, 2, PROBE_DTZ | PROBE_DTM, threads);
        folder_assert_equal(&folder, &good);
        folder_remove(&folder);
    }
}

static void builds_do_not_matter(void **state)
{
    (void)state;
    static const char *const builds[] = {"plain", "avx2", "avx512"};
    for (int i = 0; i < 3; i++) {
        setenv("TABULEIRO_CPU", builds[i], 1);
        if (strcmp(retrograde_instruction_set(), builds[i]) != 0) continue;
        const TableFolder folder = folder_make();
        folder_solve_3_men(&folder, 1);
        assert_int_equal(folder_assert_part(&folder, &good), 15);
        folder_remove(&folder);
    }
    unsetenv("TABULEIRO_CPU");
}

/* ---- damage ---- */

typedef struct {
    Material material;
    int metrics;
    char name[TABLE_FILE_NAME];
    u8 *bytes; /* as they should be */
    size_t size;
    Placements *placements;
    TableFile file;
} Victim;

static Victim victim_of(const char *material, int metrics)
{
    Victim v = {.material = material_named(material), .metrics = metrics};
    char error[PROBER_ERROR];
    table_file_name("chess", material, metrics, v.name);
    v.bytes = folder_read(&good, v.name, &v.size);
    v.placements = placements_open(&v.material);
    assert_non_null(v.placements);
    if (table_file_open(&v.file, good.path, table_id_of_chess(&v.material), metrics, error) != PROBE_DONE ||
        table_file_read_sections(&v.file, v.placements->blocks, error) != PROBE_DONE)
        fail_msg("%s", error);
    return v;
}

/* The file is whole again. */
static void close_victim(Victim *v)
{
    folder_write(&damaged, v->name, v->bytes, v->size);
    placements_close(v->placements);
    table_file_close(&v->file);
    free(v->bytes);
}

static void expect_broken(const Victim *v, size_t at, ProbeStatus status, const char *error)
{
    if (status != PROBE_BROKEN) fail_msg("%s: byte %zu: status %d", v->name, at, (int)status);
    if (strstr(error, v->name) == NULL) fail_msg("%s: byte %zu: %s", v->name, at, error);
}

/* Where a byte of the groups lies; 0 for the head and the sections, which all groups need. */
static int group_of_byte(const Victim *v, size_t at, u32 *side, u32 *block)
{
    for (*side = 0; *side < 2; ++*side)
        for (u32 g = 0; v->file.codec[*side] && g * v->file.head.group < v->file.head.blocks; g++)
            if (at >= v->file.offset[*side][g] && at < v->file.offset[*side][g + 1]) {
                *block = g * v->file.head.group;
                return 1;
            }
    *side = v->file.codec[0] ? 0 : 1;
    *block = 0;
    return 0;
}

/* The check of the file finds it, and so does whoever reads what it damages. */
static void expect_found(const Victim *v, size_t at)
{
    static ValueBlock values;
    char error[PROBER_ERROR] = "";
    u32 side, block;
    Prober *prober = open_prober(&damaged);
    expect_broken(v, at, prober_check_file(prober, &v->material, v->metrics, error), error);
    group_of_byte(v, at, &side, &block);
    expect_broken(v, at, prober_block(prober, &v->material, v->metrics, block, side, &values, error), error);
    prober_close(prober);
}

static void damage_byte(const Victim *v, FILE *file, size_t at, u8 mask)
{
    const u8 byte = v->bytes[at] ^ mask;
    assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
    assert_int_equal(fwrite(&byte, 1, 1, file), 1);
    assert_int_equal(fflush(file), 0);
}

static FILE *open_damaged(const Victim *v)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", damaged.path, v->name);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    return file;
}

static u32 random_below(u32 n)
{
    static u64 seed = 1;
    seed = seed * U64(6364136223846793005) + U64(1442695040888963407);
    return (u32)(seed >> 33) % n;
}

static void damage_and_look(const char *material, int metrics, int every_byte)
{
    Victim v = victim_of(material, metrics);
    FILE *file = open_damaged(&v);
    const size_t times = every_byte ? v.size : 500;
    for (size_t i = 0; i < times; i += SANITIZED ? 16 : 1) {
        const size_t at = every_byte ? i : random_below((u32)v.size);
        damage_byte(&v, file, at, (u8)(1 + random_below(255)));
        expect_found(&v, at);
        damage_byte(&v, file, at, 0);
    }
    fclose(file);
    close_victim(&v);
}

static void every_byte(void **state)
{
    (void)state;
    damage_and_look("KRvK", PROBE_WDL, 1);
    damage_and_look("KRvK", PROBE_DTZ, 1);
    damage_and_look("KPvK", PROBE_DTM, 1);
}

static void bytes_of_larger_files(void **state)
{
    (void)state;
    damage_and_look("KRvKN", PROBE_WDL, 0);
    damage_and_look("KRvKN", PROBE_DTZ, 0);
}

/* What a damaged file leaves whole is still read, and rightly. */
static void the_rest_can_be_read(void **state)
{
    (void)state;
    static ValueBlock values, expected;
    char error[PROBER_ERROR];
    Victim v = victim_of("KRvKN", PROBE_WDL);
    FILE *file = open_damaged(&v);
    u32 side, block;
    damage_byte(&v, file, v.size - 1, 1);
    fclose(file);
    assert_true(group_of_byte(&v, v.size - 1, &side, &block));
    Prober *prober = open_prober(&damaged), *whole = open_prober(&good);
    for (u32 b = 0; b < v.placements->blocks; b += 5)
        for (u32 s = 0; s < 2; s++) {
            const ProbeStatus status = prober_block(prober, &v.material, PROBE_WDL, b, s, &values, error);
            if (s == side && b >= block) {
                expect_broken(&v, v.size - 1, status, error);
                continue;
            }
            assert_int_equal(status, PROBE_DONE);
            assert_int_equal(prober_block(whole, &v.material, PROBE_WDL, b, s, &expected, error), PROBE_DONE);
            assert_memory_equal(&values, &expected, sizeof values);
        }
    prober_close(prober);
    prober_close(whole);
    close_victim(&v);
}

/* ---- sizes ---- */

static void expect_status(const Victim *v, ProbeStatus expected, const char *text)
{
    char error[PROBER_ERROR] = "";
    static ValueBlock values;
    Prober *prober = open_prober(&damaged);
    const ProbeStatus status = prober_block(prober, &v->material, v->metrics, 0, 0, &values, error);
    if (status != expected || strstr(error, text) == NULL)
        fail_msg("%s: status %d (%s), expected %d (%s)", v->name, (int)status, error, (int)expected, text);
    prober_close(prober);
}

static void every_length(void **state)
{
    (void)state;
    static const struct {
        const char *material;
        int metrics;
    } files[] = {{"KRvK", PROBE_WDL}, {"KPvK", PROBE_DTZ}};
    for (int i = 0; i < 2; i++) {
        Victim v = victim_of(files[i].material, files[i].metrics);
        u8 *longer = calloc(1, v.size + 1);
        assert_non_null(longer);
        memcpy(longer, v.bytes, v.size);
        for (size_t size = 0; size <= v.size + 1; size++) {
            if (size == v.size) continue;
            folder_write(&damaged, v.name, longer, size);
            expect_status(&v, PROBE_BROKEN, v.name);
        }
        free(longer);
        close_victim(&v);
    }
}

/* Cut short while it is open. */
static void shrinks_while_open(void **state)
{
    (void)state;
    static ValueBlock values;
    char error[PROBER_ERROR] = "";
    Victim v = victim_of("KRvKN", PROBE_WDL);
    Prober *prober = open_prober(&damaged);
    assert_int_equal(prober_block(prober, &v.material, PROBE_WDL, 0, 0, &values, error), PROBE_DONE);
    FILE *file = open_damaged(&v);
    assert_int_equal(ftruncate(fileno(file), 2000), 0);
    fclose(file);
    expect_broken(&v, 2000,
                  prober_block(prober, &v.material, PROBE_WDL, v.placements->blocks - 1, 1, &values, error),
                  error);
    assert_non_null(strstr(error, "cannot be read"));
    expect_broken(&v, 2000, prober_check_file(prober, &v.material, PROBE_WDL, error), error);
    prober_close(prober);
    close_victim(&v);
}

/* ---- heads that are whole, and wrong ---- */

static void with_head(const Victim *v, const TableHead *changed)
{
    TableHead head = *changed;
    head.head_check = table_head_check(&head);
    u8 *bytes = malloc(v->size);
    assert_non_null(bytes);
    memcpy(bytes, v->bytes, v->size);
    memcpy(bytes, &head, sizeof head);
    folder_write(&damaged, v->name, bytes, v->size);
    free(bytes);
}

static void heads(void **state)
{
    (void)state;
    Victim v = victim_of("KRvK", PROBE_WDL);
    TableHead h = v.file.head;
    h.version = TABLE_FILE_VERSION + 1;
    with_head(&v, &h);
    expect_status(&v, PROBE_BROKEN, "format version 2, this program reads version 1 of chess");
    h = v.file.head;
    h.magic[3] = 'X';
    with_head(&v, &h);
    expect_status(&v, PROBE_BROKEN, "no table of tabuleiro");
    h = v.file.head;
    strcpy(h.game, "checkers");
    with_head(&v, &h);
    expect_status(&v, PROBE_BROKEN, "another table");
    h = v.file.head;
    h.metrics = PROBE_DTM;
    with_head(&v, &h);
    expect_status(&v, PROBE_BROKEN, "another table");
    h = v.file.head;
    memset(h.material, 'K', sizeof h.material); /* without an end */
    with_head(&v, &h);
    expect_status(&v, PROBE_BROKEN, "another table");
    h = v.file.head;
    h.blocks++;
    with_head(&v, &h);
    expect_status(&v, PROBE_BROKEN, "another number of placements");
    const u32 groups[] = {0, 1, 2, 8, 65, 0xffffffff}, sides[] = {0, 1, 2, 4, 0xffffffff};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        h = v.file.head;
        h.group = groups[i];
        with_head(&v, &h);
        expect_status(&v, PROBE_BROKEN, "damaged");
    }
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        h = v.file.head;
        h.sides = sides[i];
        with_head(&v, &h);
        expect_status(&v, PROBE_BROKEN, "damaged");
    }
    const u64 sizes[] = {0, 1, v.file.head.codec_bytes[0] + 1, U64(1) << 47, U64(1) << 63, ~U64(0)};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int field = 0; field < 4; field++) {
            h = v.file.head;
            u64 *size = field < 2 ? &h.codec_bytes[field] : &h.data_bytes[field - 2];
            if (*size == sizes[i]) continue;
            *size = sizes[i];
            with_head(&v, &h);
            expect_status(&v, PROBE_BROKEN, "damaged");
        }
    h = v.file.head; /* sizes that add up, and lie */
    h.codec_bytes[0]--;
    h.codec_bytes[1]++;
    with_head(&v, &h);
    expect_status(&v, PROBE_BROKEN, "damaged");
    close_victim(&v);
}

/* ---- no such file ---- */

static void path_of(const Victim *v, char path[300]) { snprintf(path, 300, "%s/%s", damaged.path, v->name); }

static void what_is_no_file(void **state)
{
    (void)state;
    char path[300];
    Victim v = victim_of("KRvK", PROBE_WDL);
    path_of(&v, path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0777), 0);
    expect_status(&v, PROBE_BROKEN, "no regular file");
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(mkfifo(path, 0666), 0);
    alarm(10); /* opening one waits for a writer */
    expect_status(&v, PROBE_BROKEN, "no regular file");
    alarm(0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/dev/null", path), 0);
    expect_status(&v, PROBE_BROKEN, "no regular file");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink(v.name, path), 0); /* to itself */
    expect_status(&v, PROBE_BROKEN, v.name);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("nowhere", path), 0);
    expect_status(&v, PROBE_NO_TABLE, v.name);
    assert_int_equal(unlink(path), 0);
    close_victim(&v);
}

static void may_not_be_read(void **state)
{
    (void)state;
    char path[300];
    Victim v = victim_of("KRvK", PROBE_WDL);
    if (geteuid() != 0) { /* root may */
        path_of(&v, path);
        assert_int_equal(chmod(path, 0), 0);
        expect_status(&v, PROBE_BROKEN, "Permission denied");
        assert_int_equal(chmod(path, 0666), 0);
    }
    close_victim(&v);
}

static void renamed(void **state)
{
    (void)state;
    Victim v = victim_of("KRvK", PROBE_WDL);
    static const char *const others[] = {"chess-KQvK.wdl", "chess-KRvK.dtz", "chess-KRvKN.wdl"};
    for (int i = 0; i < 3; i++) {
        size_t size;
        u8 *bytes = folder_read(&good, others[i], &size);
        folder_write(&damaged, v.name, bytes, size);
        expect_status(&v, PROBE_BROKEN, "holds another table than its name says");
        free(bytes);
    }
    close_victim(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(builds_do_not_matter),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(bytes_of_larger_files),
        cmocka_unit_test(the_rest_can_be_read),
        cmocka_unit_test(every_length),
        cmocka_unit_test(shrinks_while_open),
        cmocka_unit_test(heads),
        cmocka_unit_test(what_is_no_file),
        cmocka_unit_test(may_not_be_read),
        cmocka_unit_test(renamed),
    };
    return cmocka_run_group_tests(tests, make_tables, remove_tables);
}
