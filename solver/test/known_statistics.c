/* SPDX-License-Identifier: MIT */
#include "known_statistics.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

static const char *quoted(const char *text, NotationQuote *quote)
{
    *quote = notation_quote(text, strlen(text));
    return quote->text;
}

static int split(char *line, int columns, KnownRow *row, char error[NOTATION_ERROR])
{
    const size_t length = strcspn(line, "\n");
    if (!line[length]) return notation_fail(error, "%s: the line is too long, or has no end", row->place);
    line[length] = 0;
    for (int i = 0; i < columns; i++) {
        char *end = line + strcspn(line, "\t");
        if (end == line) return notation_fail(error, "%s: column %d is empty", row->place, i + 1);
        if (!*end != (i == columns - 1))
            return notation_fail(error, "%s: expected %d columns", row->place, columns);
        *end = 0;
        row->column[i] = line;
        line = end + 1;
    }
    return 0;
}

static int read_rows(FILE *file, const char *name, int columns, KnownVisit *visit, void *user,
                     char error[NOTATION_ERROR])
{
    char line[1024];
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        KnownRow row;
        if (*line == '#') continue;
        snprintf(row.place, sizeof row.place, "%.40s:%d", name, number);
        if (split(line, columns, &row, error) || visit(user, &row, error)) return -1;
    }
    return ferror(file) ? notation_fail(error, "%s: %s", name, strerror(errno)) : 0;
}

int known_rows(const char *folder, const char *name, int columns, KnownVisit *visit, void *user,
               char error[NOTATION_ERROR])
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file) return notation_fail(error, "%s: %s", path, strerror(errno));
    const int status = read_rows(file, name, columns, visit, user, error);
    fclose(file);
    return status;
}

int known_count(const char *text, u64 *count)
{
    char *end;
    if (*text < '0' || *text > '9') return -1;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (errno || *end) return -1;
    *count = value;
    return 0;
}

/* ---- columns ---- */

/* Of a row. After the first error nothing more is said. */
typedef struct {
    const KnownRow *row;
    const KnownTable *table;
    char *error;
    int failed;
} Reading;

static void complain(Reading *reading, int column, const char *expected)
{
    NotationQuote quote;
    if (reading->failed) return;
    reading->failed = 1;
    notation_fail(reading->error, "%s: column %d is %s, expected %s", reading->row->place, column + 1,
                  quoted(reading->row->column[column], &quote), expected);
}

static u64 read_count(Reading *reading, int column)
{
    u64 count = 0;
    if (known_count(reading->row->column[column], &count)) complain(reading, column, "a count");
    return count;
}

static int read_plies(Reading *reading, int column)
{
    enum { MOST = 2000 };
    u64 plies = 0;
    const char *text = reading->row->column[column];
    if (!strcmp(text, "-")) return KNOWN_NONE;
    if (known_count(text, &plies) || plies > MOST) complain(reading, column, "plies or -");
    return (int)plies;
}

/* Whether the men of a FEN are those of a table's name, whose second side is Black. */
static int has_men_of(const char *fen, const char *name)
{
    int difference[128] = {0};
    int black = 0;
    for (; *name; name++)
        if (*name == 'v') black = 'a' - 'A';
        else difference[*name + black]++;
    for (; *fen && *fen != ' '; fen++)
        if (strchr("KQRBNPkqrbnp", *fen)) difference[(int)*fen]--;
    for (int i = 0; i < 128; i++)
        if (difference[i]) return 0;
    return 1;
}

/* The place of a longest distance: a FEN of the table, or - without one. */
static void read_place(Reading *reading, int column, KnownLongest *longest)
{
    char error[NOTATION_ERROR];
    const char *text = reading->row->column[column];
    if (longest->plies < 0) {
        if (strcmp(text, "-")) complain(reading, column, "-, as there is no distance");
    } else if (chess_fen_parse(text, &longest->at, error) || !has_men_of(text, reading->table->name)) {
        complain(reading, column, "a FEN of the table");
    }
}

static KnownLongest read_longest(Reading *reading, int plies, int place)
{
    KnownLongest longest = {.plies = read_plies(reading, plies)};
    read_place(reading, place, &longest);
    return longest;
}

/* Of the side to move, whose place is therefore one where that side moves. */
static KnownLongest read_longest_of_mover(Reading *reading, int plies, int place)
{
    const KnownLongest longest = read_longest(reading, plies, place);
    if (longest.plies >= 0 && longest.at.black != reading->table->side)
        complain(reading, place, "a FEN with the other side to move");
    return longest;
}

/* From wins on: five results, or three without the 50-move rule. */
static KnownCounts read_counts(Reading *reading, int column, int results)
{
    KnownCounts counts = {.known = 1};
    const int step = results == 5 ? 1 : 2;
    for (int i = 4; i >= 0; i -= step) counts.results[i] = read_count(reading, column++);
    return counts;
}

/* ---- the table of a row ---- */

static const char once[] = "each table once for each side";

static int is_name(const char *text)
{
    const char *v = strchr(text, 'v');
    return strlen(text) < KNOWN_NAME && *text == 'K' && v && v[1] == 'K' &&
           strspn(text + 1, "QRBNP") == (size_t)(v - text) - 1 && v[2 + strspn(v + 2, "QRBNP")] == 0;
}

static int side_of(const char *text) { return !strcmp(text, "w") ? 0 : !strcmp(text, "b") ? 1 : -1; }

static int index_of(const KnownStatistics *known, const char *name, int side)
{
    for (int i = 0; i < known->count; i++)
        if (known->table[i].side == side && !strcmp(known->table[i].name, name)) return i;
    return -1;
}

static int orders_of(const char *name)
{
    int orders = 1, alike = 1;
    for (; *name; name++) {
        alike = name[0] == name[1] ? alike + 1 : 1;
        orders *= alike;
    }
    return orders;
}

static KnownTable *add(KnownStatistics *known, const char *name, int side)
{
    const KnownLongest unknown = {.plies = KNOWN_UNKNOWN};
    KnownTable *table = &known->table[known->count++];
    *table = (KnownTable){
        .side = side,
        .orders = orders_of(name),
        .longest_win_dtm = unknown,
        .longest_loss_dtm = unknown,
        .longest_win_dtz = KNOWN_UNKNOWN,
        .longest_loss_dtz = KNOWN_UNKNOWN,
        .longest_win_of_colour = unknown,
        .longest_cursed_of_colour = unknown,
    };
    memcpy(table->name, name, strlen(name) + 1);
    return table;
}

/* The table of a row's first two columns, which a file names once. `is_first`: no file that names it was read
 * before. NULL on error. */
static KnownTable *table_of(KnownStatistics *known, Reading *reading, int is_first)
{
    const char *name = reading->row->column[0];
    const int side = side_of(reading->row->column[1]);
    if (!is_name(name)) complain(reading, 0, "a table such as KQvKR");
    if (side < 0) complain(reading, 1, "w or b");
    if (reading->failed) return NULL;
    const int index = index_of(known, name, side);
    if (!is_first && index < 0) complain(reading, 0, "a table of chess_dtm.tsv");
    if (is_first && index >= 0) complain(reading, 0, once);
    if (is_first && known->count == KNOWN_MOST) complain(reading, 0, "no more than 145 tables");
    if (reading->failed) return NULL;
    KnownTable *table = is_first ? add(known, name, side) : &known->table[index];
    reading->table = table;
    return table;
}

/* ---- the three files ---- */

static int read_dtm(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    Reading reading = {.row = row, .error = error};
    KnownTable *table = table_of(user, &reading, 1);
    if (!table) return -1;
    table->all = read_counts(&reading, 2, 3);
    table->unique = read_counts(&reading, 5, 3);
    table->longest_win_dtm = read_longest_of_mover(&reading, 8, 10);
    table->longest_win_dtm.unique = read_count(&reading, 9);
    table->longest_loss_dtm = read_longest_of_mover(&reading, 11, 13);
    table->longest_loss_dtm.unique = read_count(&reading, 12);
    return -reading.failed;
}

static int read_dtz(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    Reading reading = {.row = row, .error = error};
    KnownTable *table = table_of(user, &reading, 0);
    if (!table) return -1;
    if (table->longest_win_dtz != KNOWN_UNKNOWN) complain(&reading, 0, once);
    table->longest_win_dtz = read_plies(&reading, 2);
    table->longest_loss_dtz = read_plies(&reading, 3);
    table->longest_win_of_colour = read_longest(&reading, 4, 5);
    table->longest_cursed_of_colour.plies = KNOWN_NONE; /* none of 3 or 4 men is */
    return -reading.failed;
}

static int read_5_men(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    Reading reading = {.row = row, .error = error};
    KnownTable *table = table_of(user, &reading, 1);
    if (!table) return -1;
    table->ordered = read_counts(&reading, 2, 5);
    if (read_count(&reading, 7) != (u64)table->orders) complain(&reading, 7, "the orders of the equal men");
    table->longest_win_dtz = read_plies(&reading, 8);
    table->longest_loss_dtz = read_plies(&reading, 9);
    table->longest_win_of_colour = read_longest(&reading, 10, 11);
    table->longest_cursed_of_colour = read_longest(&reading, 12, 13);
    table->longest_win_dtm = read_longest_of_mover(&reading, 14, 15);
    return -reading.failed;
}

KnownStatistics *known_statistics_open(const char *folder, char error[NOTATION_ERROR])
{
    KnownStatistics *known = calloc(1, sizeof *known);
    if (!known) {
        notation_fail(error, "no memory for the known statistics");
        return NULL;
    }
    if (known_rows(folder, "chess_dtm.tsv", 14, read_dtm, known, error) ||
        known_rows(folder, "chess_dtz.tsv", 6, read_dtz, known, error) ||
        known_rows(folder, "chess_tb_5men.tsv", 16, read_5_men, known, error)) {
        known_statistics_close(known);
        return NULL;
    }
    return known;
}

void known_statistics_close(KnownStatistics *known) { free(known); }

const KnownTable *known_statistics_find(const KnownStatistics *known, const char *name, int side)
{
    const int index = index_of(known, name, side);
    return index < 0 ? NULL : &known->table[index];
}
