/* SPDX-License-Identifier: MIT */
#include "conversation.h"
#include "../tables/tables.h"
#include "../base/text.h"
#include "uci.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { HASH_MOST = 1 << 20, LINES_MOST = 500, OVERHEAD_MOST = 5000 };

void uci_list_options(const Uci *uci)
{
    say("option name Hash type spin default %d min 1 max %d", (int)uci->hash, HASH_MOST);
    say("option name Threads type spin default %d min 1 max %d", uci->threads, ENGINE_MAX_THREADS);
    say("option name TablePath type string default %s", *uci->tables ? uci->tables : "<empty>");
    say("option name MultiPV type spin default 1 min 1 max %d", LINES_MOST);
    say("option name UCI_Chess960 type check default false");
    say("option name Ponder type check default false");
    say("option name Move Overhead type spin default %d min 0 max %d", uci->overhead, OVERHEAD_MOST);
    say("option name Clear Hash type button");
}

void uci_open_tables(Uci *uci, const char *folder)
{
    char error[ENGINE_ERROR];
    if (!strcmp(folder, "<empty>")) folder = "";
    uci->said = 0;
    snprintf(uci->tables, sizeof uci->tables, "%s", folder);
    if (engine_set_tables(uci->engine, folder, tables_cache(uci->options), error)) {
        say("info string no tables: %s", error);
        *uci->tables = 0;
    }
}

int uci_read_number(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    if (!text_parse_number(text, least, most, value)) return 0;
    char given[60];
    text_printable(text, given, sizeof given);
    say("info string %s takes a number from %llu to %llu, not '%s'", name, (unsigned long long)least,
        (unsigned long long)most, given);
    return -1;
}

static void set_hash(Uci *uci, const char *text)
{
    char error[ENGINE_ERROR];
    uint64_t mebibytes;
    if (uci_read_number("option Hash", text, 1, HASH_MOST, &mebibytes)) return;
    if (engine_set_hash(uci->engine, mebibytes << 20, error)) say("info string %s", error);
    else uci->hash = mebibytes;
}

static void set_threads(Uci *uci, const char *text)
{
    uint64_t threads;
    if (uci_read_number("option Threads", text, 1, ENGINE_MAX_THREADS, &threads)) return;
    uci->threads = (int)threads;
    engine_set_threads(uci->engine, uci->threads);
}

static void set_lines(Uci *uci, const char *text)
{
    uint64_t lines;
    if (!uci_read_number("option MultiPV", text, 1, LINES_MOST, &lines)) uci->lines = (int)lines;
}

static void set_overhead(Uci *uci, const char *text)
{
    uint64_t overhead;
    if (!uci_read_number("option Move Overhead", text, 0, OVERHEAD_MOST, &overhead))
        uci->overhead = (int)overhead;
}

/* Positions set from now on are written so. */
static void set_chess960(Uci *uci, const char *text)
{
    if (!strcasecmp(text, "true")) uci->chess960 = 1;
    else if (!strcasecmp(text, "false")) uci->chess960 = 0;
    else say("info string option UCI_Chess960 takes true or false");
}

static void clear_hash(Uci *uci, const char *text)
{
    (void)text;
    engine_clear(uci->engine);
}

static void accept(Uci *uci, const char *text)
{
    (void)uci;
    (void)text;
}

static const struct {
    const char *name;
    void (*set)(Uci *uci, const char *text);
} setters[] = {
    {"Hash", set_hash},         {"Threads", set_threads},        {"TablePath", uci_open_tables},
    {"MultiPV", set_lines},     {"UCI_Chess960", set_chess960},  {"Ponder", accept},
    {"Clear Hash", clear_hash}, {"Move Overhead", set_overhead},
};

void uci_set_option(Uci *uci, char *words)
{
    char *name = find_word(words, "name"), *value = find_word(words, "value");
    char none[] = "";
    if (!name) {
        say("info string setoption without a name, expected setoption name NAME value VALUE");
        return;
    }
    if (value) *value = 0;
    name = single_blanks(name + 4);
    value = trim_blanks(value ? value + 5 : none);
    uci_stop(uci);
    for (size_t i = 0; i < sizeof setters / sizeof *setters; i++) {
        if (strcasecmp(setters[i].name, name)) continue;
        setters[i].set(uci, value);
        return;
    }
    char text[80];
    text_printable(name, text, sizeof text);
    say("info string unknown option: %s", text);
}
