/* SPDX-License-Identifier: MIT */
#include "session.h"

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/interrupt.h"
#include "perft.h"
#include "../base/text.h"

#define APPLICATION 0x54616275 /* "Tabu", in the file's header */
#define BUSY_TIMEOUT_MS 60000  /* of a commit, with readers */
#define STEPS_A_CHECK 10000    /* of SQLite, between two checks of the stop flag */

enum { TABLES = 4 };
static const char schema[] =
    "DROP TABLE IF EXISTS fact; DROP TABLE IF EXISTS unit;"
    "DROP TABLE IF EXISTS result; DROP TABLE IF EXISTS run;"
    "CREATE TABLE fact(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE unit(name TEXT PRIMARY KEY, position TEXT NOT NULL, times TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE result(unit TEXT PRIMARY KEY, nodes TEXT NOT NULL, device TEXT NOT NULL,"
    " run INTEGER NOT NULL, checksum TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE run(id INTEGER PRIMARY KEY, started TEXT, program TEXT, devices TEXT, threads INTEGER,"
    " hash INTEGER, seconds REAL, cpu_seconds REAL);";

struct Session {
    sqlite3 *db;
    sqlite3_stmt *add;
    char *path;
    int run; /* number of the run in progress, or 0 */
};

/* ---- errors ---- */

static const char *advice(int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL: return "; what was committed is kept";
    case SQLITE_IOERR: return "; what was committed is kept";
    default: return "";
    }
}

static SessionStatus fail(const Session *session, char error[SESSION_ERROR])
{
    const int code = sqlite3_errcode(session->db);
    const char *text = sqlite3_errmsg(session->db);
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        snprintf(error, SESSION_ERROR, "%s: another run works on this session", session->path);
        return SESSION_IN_USE;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:
    case SQLITE_CONSTRAINT:
        snprintf(error, SESSION_ERROR, "%s is damaged, or no session: %s", session->path, text);
        return SESSION_DAMAGED;
    case SQLITE_CANTOPEN:
        snprintf(error, SESSION_ERROR, "cannot open %s: %s", session->path,
                 sqlite3_system_errno(session->db) ? strerror(sqlite3_system_errno(session->db)) : text);
        return SESSION_IO;
    case SQLITE_INTERRUPT: snprintf(error, SESSION_ERROR, "stopped on request"); return SESSION_STOPPED;
    case SQLITE_NOMEM: snprintf(error, SESSION_ERROR, "no memory for a session"); return SESSION_NO_MEMORY;
    default: snprintf(error, SESSION_ERROR, "%s: %s%s", session->path, text, advice(code)); return SESSION_IO;
    }
}

static SessionStatus damaged(const Session *session, char error[SESSION_ERROR], const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static SessionStatus damaged(const Session *session, char error[SESSION_ERROR], const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(error, SESSION_ERROR, "%s is damaged: %s", session->path, what);
    return SESSION_DAMAGED;
}

/* ---- statements ---- */

static SessionStatus run_sql(Session *session, const char *sql, char error[SESSION_ERROR])
{
    return sqlite3_exec(session->db, sql, NULL, NULL, NULL) == SQLITE_OK ? SESSION_DONE
                                                                         : fail(session, error);
}

static SessionStatus prepare(Session *session, const char *sql, sqlite3_stmt **statement,
                             char error[SESSION_ERROR])
{
    if (sqlite3_prepare_v2(session->db, sql, -1, statement, NULL) == SQLITE_OK) return SESSION_DONE;
    return fail(session, error);
}

static void bind(sqlite3_stmt *statement, int i, const char *text)
{
    sqlite3_bind_text(statement, i, text, -1, SQLITE_TRANSIENT);
}

/* A row's text, never NULL. */
static const char *column(sqlite3_stmt *statement, int i)
{
    const unsigned char *text = sqlite3_column_text(statement, i);
    return text ? (const char *)text : "";
}

/* Runs a statement that gives no rows, and readies it for the next time. */
static SessionStatus step(Session *session, sqlite3_stmt *statement, char error[SESSION_ERROR])
{
    const SessionStatus status = sqlite3_step(statement) == SQLITE_DONE ? SESSION_DONE : fail(session, error);
    sqlite3_reset(statement);
    return status;
}

static SessionStatus get_integer(Session *session, const char *sql, int64_t *value, char error[SESSION_ERROR])
{
    sqlite3_stmt *statement;
    SessionStatus status = prepare(session, sql, &statement, error);
    if (status) return status;
    if (sqlite3_step(statement) == SQLITE_ROW) *value = sqlite3_column_int64(statement, 0);
    else status = fail(session, error);
    sqlite3_finalize(statement);
    return status;
}

/* ---- opening ---- */

/* SQLite would wait for a pipe, take a device for an empty file, and not say what is missing. */
static SessionStatus check_path(const char *path, int flags, char error[SESSION_ERROR])
{
    struct stat facts;
    const int missing = stat(path, &facts) != 0;
    if (missing && errno == ENOENT && flags & SQLITE_OPEN_CREATE) return SESSION_DONE;
    if (missing) {
        snprintf(error, SESSION_ERROR, "cannot read %s: %s", path, strerror(errno));
        return SESSION_DAMAGED;
    }
    if (S_ISREG(facts.st_mode)) return SESSION_DONE;
    const char *what = S_ISDIR(facts.st_mode)    ? "folder"
                       : S_ISFIFO(facts.st_mode) ? "pipe"
                       : S_ISSOCK(facts.st_mode) ? "socket"
                                                 : "device";
    snprintf(error, SESSION_ERROR, "%s is a %s, expected a session's file", path, what);
    return SESSION_DAMAGED;
}

static int is_stopped(void *unused)
{
    (void)unused;
    return *interrupt_stop_flag();
}

static SessionStatus open_file(const char *path, int flags, Session **session, char error[SESSION_ERROR])
{
    Session *s = calloc(1, sizeof *s);
    *session = NULL;
    if (s == NULL || (s->path = strdup(path)) == NULL) {
        free(s);
        snprintf(error, SESSION_ERROR, "no memory for a session");
        return SESSION_NO_MEMORY;
    }
    SessionStatus status = check_path(path, flags, error);
    if (!status && sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | flags, NULL) != SQLITE_OK)
        status = fail(s, error);
    if (s->db) {
        sqlite3_busy_timeout(s->db, 5000);
        sqlite3_progress_handler(s->db, STEPS_A_CHECK, is_stopped, NULL);
    }
    /* every commit is on the disk before it is reported */
    if (!status) status = run_sql(s, "PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;", error);
    if (status) session_close(s);
    else *session = s;
    return status;
}

void session_close(Session *session)
{
    if (session == NULL) return;
    sqlite3_finalize(session->add);
    sqlite3_close(session->db); /* rolls back what is open */
    free(session->path);
    free(session);
}

static SessionStatus kind_of(Session *session, SessionFile *file, char error[SESSION_ERROR])
{
    int64_t tables = 0, application = 0;
    struct stat facts = {0};
    SessionStatus status = get_integer(session, "SELECT count(*) FROM sqlite_master", &tables, error);
    if (!status) status = get_integer(session, "PRAGMA application_id", &application, error);
    stat(session->path, &facts); /* SQLite takes a file of a few bytes for an empty one, and we do not */
    *file = application == APPLICATION    ? SESSION_FILE_SESSION
            : tables || facts.st_size > 0 ? SESSION_FILE_OTHER
                                          : SESSION_FILE_NONE;
    return status;
}

SessionStatus session_look(const char *path, SessionFile *file, char error[SESSION_ERROR])
{
    Session *session;
    *file = SESSION_FILE_NONE;
    if (access(path, F_OK)) return SESSION_DONE;
    SessionStatus status = open_file(path, 0, &session, error);
    if (status) return status;
    status = kind_of(session, file, error);
    session_close(session);
    return status;
}

/* ---- facts ---- */

typedef struct {
    const char *name;
    char value[GAME_TEXT];
} Fact;

enum { FACTS = 10 };

/* In the order of names, which the checksum follows. */
static void list_facts(const SessionFacts *f, Fact list[FACTS])
{
    int n = 0;
#define FACT(key, ...) list[n].name = key, snprintf(list[n++].value, GAME_TEXT, __VA_ARGS__)
    FACT("chess960", "%d", f->chess960);
    FACT("depth", "%d", f->depth);
    FACT("game", "%s", f->game);
    FACT("key", "%llu", (unsigned long long)f->key);
    FACT("merge_captures", "%d", f->merge_captures);
    FACT("plan", "%s", f->plan);
    FACT("position", "%s", f->position);
    FACT("shard", "%d", f->shard);
    FACT("shards", "%d", f->shards);
    FACT("split", "%d", f->split);
#undef FACT
}

static void hash_text(XXH3_state_t *state, const char *text)
{
    XXH3_64bits_update(state, text, strlen(text) + 1);
}

static void write_hash(XXH3_state_t *state, char out[17])
{
    snprintf(out, 17, "%016llx", (unsigned long long)XXH3_64bits_digest(state));
}

static void facts_checksum(const Fact list[FACTS], char out[17])
{
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    for (int i = 0; i < FACTS; i++) {
        hash_text(&state, list[i].name);
        hash_text(&state, list[i].value);
    }
    write_hash(&state, out);
}

static SessionStatus write_facts(Session *session, const SessionFacts *facts, char error[SESSION_ERROR])
{
    Fact list[FACTS];
    char checksum[17];
    sqlite3_stmt *statement;
    list_facts(facts, list);
    facts_checksum(list, checksum);
    SessionStatus status = prepare(session, "INSERT INTO fact VALUES(?, ?)", &statement, error);
    for (int i = 0; i <= FACTS && !status; i++) {
        bind(statement, 1, i < FACTS ? list[i].name : "checksum");
        bind(statement, 2, i < FACTS ? list[i].value : checksum);
        status = step(session, statement, error);
    }
    sqlite3_finalize(statement);
    return status;
}

static void take_fact(SessionFacts *f, const char *name, const char *value)
{
    const struct {
        const char *name;
        int *number;
    } numbers[] = {{"chess960", &f->chess960}, {"depth", &f->depth},   {"merge_captures", &f->merge_captures},
                   {"shard", &f->shard},       {"shards", &f->shards}, {"split", &f->split}};
    uint64_t number = 0;
    if (!strcmp(name, "game")) snprintf(f->game, sizeof f->game, "%s", value);
    if (!strcmp(name, "plan")) snprintf(f->plan, sizeof f->plan, "%s", value);
    if (!strcmp(name, "position")) snprintf(f->position, sizeof f->position, "%s", value);
    if (!strcmp(name, "key")) text_parse_number(value, 0, UINT64_MAX, &f->key);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(name, numbers[i].name) && !text_parse_number(value, 0, INT32_MAX, &number))
            *numbers[i].number = (int)number;
}

/* A right checksum does not make them a perft: plans are made of them. */
static SessionStatus check_facts(const Session *session, const SessionFacts *f, char error[SESSION_ERROR])
{
    if (f->depth < 1 || f->depth > PERFT_MAX_DEPTH)
        return damaged(session, error, "depth %d, expected 1 to %d", f->depth, PERFT_MAX_DEPTH);
    if (f->split >= f->depth)
        return damaged(session, error, "a cut at ply %d of depth %d", f->split, f->depth);
    if (f->shard < 1 || f->shard > f->shards || f->shards > SESSION_MOST_SHARDS)
        return damaged(session, error, "shard %d of %d", f->shard, f->shards);
    if (f->merge_captures > 1 || f->chess960 > 1)
        return damaged(session, error, "a fact that is neither 0 nor 1");
    return SESSION_DONE;
}

static SessionStatus read_facts(Session *session, SessionFacts *facts, char error[SESSION_ERROR])
{
    Fact list[FACTS];
    char expected[17], checksum[17] = "";
    sqlite3_stmt *statement;
    memset(facts, 0, sizeof *facts);
    SessionStatus status = prepare(session, "SELECT name, value FROM fact", &statement, error);
    if (status) return status;
    int answer;
    while ((answer = sqlite3_step(statement)) == SQLITE_ROW) {
        if (!strcmp(column(statement, 0), "checksum"))
            snprintf(checksum, sizeof checksum, "%s", column(statement, 1));
        else take_fact(facts, column(statement, 0), column(statement, 1));
    }
    if (answer != SQLITE_DONE) status = fail(session, error);
    sqlite3_finalize(statement);
    if (status) return status;
    list_facts(facts, list);
    facts_checksum(list, expected);
    if (strcmp(expected, checksum) != 0)
        return damaged(session, error, "what it counts does not fit its checksum");
    return check_facts(session, facts, error);
}

/* ---- creating and opening ---- */

static SessionStatus write_units(Session *session, GameRules rules, const PerftPlan *plan, int black,
                                 char error[SESSION_ERROR])
{
    sqlite3_stmt *statement;
    SessionStatus status = prepare(session, "INSERT INTO unit VALUES(?, ?, ?)", &statement, error);
    for (size_t i = 0; i < plan->count && !status; i++) {
        char name[PERFT_NAME], position[GAME_TEXT], times[UINT128_TEXT];
        const GameRecord record = {
            .position = plan->units[i].position, .black = black ^ (plan->split & 1), .fullmove = 1};
        perft_unit_name(rules, plan, &plan->units[i], name);
        rules.game->format(rules.game, &record, position);
        uint128_format(plan->units[i].times, times);
        bind(statement, 1, name);
        bind(statement, 2, position);
        bind(statement, 3, times);
        status = step(session, statement, error);
    }
    sqlite3_finalize(statement);
    return status;
}

SessionStatus session_create(const char *path, GameRules rules, const SessionFacts *facts,
                             const PerftPlan *plan, int black, Session **session, char error[SESSION_ERROR])
{
    Session *s;
    SessionFile file = SESSION_FILE_NONE;
    char begin[128];
    const int is_new = access(path, F_OK) != 0;
    *session = NULL;
    SessionStatus status = open_file(path, SQLITE_OPEN_CREATE, &s, error);
    if (status) return status;
    snprintf(begin, sizeof begin, "BEGIN IMMEDIATE; PRAGMA application_id=%d; PRAGMA user_version=1;",
             APPLICATION);
    status = kind_of(s, &file, error);
    if (!status && file == SESSION_FILE_OTHER)
        status = damaged(s, error, "it holds tables of another program");
    if (!status) status = run_sql(s, begin, error);
    if (!status) status = run_sql(s, schema, error);
    if (!status) status = write_facts(s, facts, error);
    if (!status) status = write_units(s, rules, plan, black, error);
    if (!status) status = run_sql(s, "COMMIT", error);
    if (!status) {
        *session = s;
        return status;
    }
    session_close(s);
    if (is_new) unlink(path);
    return status;
}

/* Views, triggers and columns that are computed would run at the file's will. */
static SessionStatus check_schema(Session *session, char error[SESSION_ERROR])
{
    sqlite3_stmt *statement;
    SessionStatus status =
        prepare(session, "SELECT sum(type = 'table'), sum(instr(?, sql || ';') = 0) FROM sqlite_master",
                &statement, error);
    if (status) return status;
    bind(statement, 1, schema);
    if (sqlite3_step(statement) != SQLITE_ROW) status = fail(session, error);
    else if (sqlite3_column_int(statement, 0) != TABLES || sqlite3_column_int(statement, 1) != 0)
        status = damaged(session, error, "its tables are not those of a session");
    sqlite3_finalize(statement);
    return status;
}

static SessionStatus check_pages(Session *session, char error[SESSION_ERROR])
{
    sqlite3_stmt *statement;
    SessionStatus status = prepare(session, "PRAGMA quick_check(1)", &statement, error);
    if (status) return status;
    if (sqlite3_step(statement) != SQLITE_ROW) status = fail(session, error);
    else if (strcmp(column(statement, 0), "ok") != 0)
        status = damaged(session, error, "%s", column(statement, 0));
    sqlite3_finalize(statement);
    return status;
}

SessionStatus session_open(const char *path, Session **session, SessionFacts *facts,
                           char error[SESSION_ERROR])
{
    Session *s;
    SessionFile file = SESSION_FILE_NONE;
    int64_t version = 0;
    *session = NULL;
    SessionStatus status = open_file(path, 0, &s, error);
    if (status) return status;
    status = kind_of(s, &file, error);
    if (!status && file != SESSION_FILE_SESSION) {
        snprintf(error, SESSION_ERROR, "%s is no session", path);
        status = SESSION_DAMAGED;
    }
    if (!status) status = get_integer(s, "PRAGMA user_version", &version, error);
    if (!status && version != 1) status = damaged(s, error, "version %d, expected 1", (int)version);
    if (!status) status = check_schema(s, error);
    if (!status) status = check_pages(s, error);
    if (!status) status = read_facts(s, facts, error);
    if (status) session_close(s);
    else *session = s;
    return status;
}

/* ---- results ---- */

static void result_checksum(const char *unit, const char *nodes, const char *device, int run, char out[17])
{
    XXH3_state_t state;
    char number[16];
    snprintf(number, sizeof number, "%d", run);
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    hash_text(&state, unit);
    hash_text(&state, nodes);
    hash_text(&state, device);
    hash_text(&state, number);
    write_hash(&state, out);
}

typedef struct {
    char name[PERFT_NAME];
    uint32_t unit;
} NamedUnit;

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const NamedUnit *)a)->name, ((const NamedUnit *)b)->name);
}

/* bytes: of the name, which may hold zeros. */
static PerftUnit *find_unit(PerftPlan *plan, const NamedUnit *names, const char *name, int bytes)
{
    NamedUnit key;
    if (bytes != PERFT_NAME - 1) return NULL;
    snprintf(key.name, sizeof key.name, "%s", name);
    const NamedUnit *found = bsearch(&key, names, plan->count, sizeof *names, compare_names);
    return found ? &plan->units[found->unit] : NULL;
}

static int parse_nodes(const char *text, Nodes *nodes) { return uint128_parse(text, strlen(text), nodes); }

static SessionStatus load_unit(Session *session, sqlite3_stmt *row, PerftPlan *plan, const NamedUnit *names,
                               char error[SESSION_ERROR])
{
    const char *name = column(row, 0), *nodes = column(row, 2);
    char checksum[17];
    Nodes times;
    PerftUnit *unit = find_unit(plan, names, name, sqlite3_column_bytes(row, 0));
    if (unit == NULL || parse_nodes(column(row, 1), &times) || times != unit->times)
        return damaged(session, error, "unit %.40s is not in its plan", name);
    if (sqlite3_column_type(row, 2) == SQLITE_NULL) return SESSION_DONE;
    result_checksum(name, nodes, column(row, 3), sqlite3_column_int(row, 4), checksum);
    if (strcmp(checksum, column(row, 5)) != 0 || parse_nodes(nodes, &unit->nodes))
        return damaged(session, error, "the result of unit %s does not fit its checksum", name);
    unit->state = UNIT_DONE;
    return SESSION_DONE;
}

static SessionStatus load_units(Session *session, PerftPlan *plan, const NamedUnit *names,
                                char error[SESSION_ERROR])
{
    sqlite3_stmt *statement;
    size_t count = 0;
    SessionStatus status = prepare(session,
                                   "SELECT name, times, nodes, device, run, checksum FROM unit"
                                   " LEFT JOIN result ON unit.name = result.unit",
                                   &statement, error);
    if (status) return status;
    int answer = SQLITE_DONE;
    while (!status && (answer = sqlite3_step(statement)) == SQLITE_ROW) {
        status = load_unit(session, statement, plan, names, error);
        count++;
    }
    if (!status && answer != SQLITE_DONE) status = fail(session, error);
    sqlite3_finalize(statement);
    if (!status && count != plan->count)
        status = damaged(session, error, "it has %zu units, its plan %zu", count, plan->count);
    int64_t strange = 0;
    if (!status)
        status = get_integer(session, "SELECT count(*) FROM result WHERE unit NOT IN (SELECT name FROM unit)",
                             &strange, error);
    if (!status && strange)
        status = damaged(session, error, "it has results of units that are not in its plan");
    return status;
}

SessionStatus session_load(Session *session, GameRules rules, PerftPlan *plan, char error[SESSION_ERROR])
{
    NamedUnit *names = malloc((plan->count + 1) * sizeof *names);
    if (names == NULL) {
        snprintf(error, SESSION_ERROR, "no memory for a session");
        return SESSION_NO_MEMORY;
    }
    for (size_t i = 0; i < plan->count; i++) {
        perft_unit_name(rules, plan, &plan->units[i], names[i].name);
        names[i].unit = (uint32_t)i;
    }
    qsort(names, plan->count, sizeof *names, compare_names);
    const SessionStatus status = load_units(session, plan, names, error);
    free(names);
    return status;
}

/* ---- a run ---- */

SessionStatus session_begin(Session *session, const SessionRun *run, char error[SESSION_ERROR])
{
    sqlite3_stmt *statement;
    sqlite3_progress_handler(session->db, 0, NULL, NULL);
    sqlite3_busy_timeout(session->db, 0);
    SessionStatus status = run_sql(session, "BEGIN IMMEDIATE", error);
    sqlite3_busy_timeout(session->db, BUSY_TIMEOUT_MS);
    if (!status) status = prepare(session, "INSERT INTO result VALUES(?, ?, ?, ?, ?)", &session->add, error);
    if (!status)
        status = prepare(session, "INSERT INTO run VALUES(NULL, datetime('now'), ?, ?, ?, ?, 0, 0)",
                         &statement, error);
    if (status) return status;
    bind(statement, 1, run->program);
    bind(statement, 2, run->devices);
    sqlite3_bind_int64(statement, 3, (int64_t)run->threads);
    sqlite3_bind_int64(statement, 4, (int64_t)run->hash);
    status = step(session, statement, error);
    sqlite3_finalize(statement);
    session->run = (int)sqlite3_last_insert_rowid(session->db);
    return status ? status : session_commit(session, 0, 0, error);
}

SessionStatus session_add(Session *session, GameRules rules, const PerftPlan *plan, const PerftUnit *unit,
                          const char *device, char error[SESSION_ERROR])
{
    char name[PERFT_NAME], nodes[UINT128_TEXT], checksum[17];
    perft_unit_name(rules, plan, unit, name);
    uint128_format(unit->nodes, nodes);
    result_checksum(name, nodes, device, session->run, checksum);
    bind(session->add, 1, name);
    bind(session->add, 2, nodes);
    bind(session->add, 3, device);
    sqlite3_bind_int(session->add, 4, session->run);
    bind(session->add, 5, checksum);
    return step(session, session->add, error);
}

SessionStatus session_commit(Session *session, double seconds, double cpu_seconds, char error[SESSION_ERROR])
{
    sqlite3_stmt *statement;
    SessionStatus status =
        prepare(session, "UPDATE run SET seconds = ?, cpu_seconds = ? WHERE id = ?", &statement, error);
    if (status) return status;
    sqlite3_bind_double(statement, 1, seconds);
    sqlite3_bind_double(statement, 2, cpu_seconds);
    sqlite3_bind_int(statement, 3, session->run);
    status = step(session, statement, error);
    sqlite3_finalize(statement);
    if (!status) status = run_sql(session, "COMMIT", error);
    /* the next transaction begins at once: it is what keeps other runs out */
    if (!status) status = run_sql(session, "BEGIN IMMEDIATE", error);
    return status;
}

/* ---- reading ---- */

SessionStatus session_each_unit(Session *session, int (*visit)(void *context, const SessionUnit *unit),
                                void *context, char error[SESSION_ERROR])
{
    sqlite3_stmt *statement;
    SessionStatus status = prepare(session,
                                   "SELECT name, position, times, nodes, device, run FROM unit"
                                   " LEFT JOIN result ON unit.name = result.unit ORDER BY name",
                                   &statement, error);
    if (status) return status;
    int answer;
    while ((answer = sqlite3_step(statement)) == SQLITE_ROW) {
        const int counted = sqlite3_column_type(statement, 3) != SQLITE_NULL;
        const SessionUnit unit = {column(statement, 0),
                                  column(statement, 1),
                                  column(statement, 2),
                                  counted ? column(statement, 3) : NULL,
                                  counted ? column(statement, 4) : NULL,
                                  sqlite3_column_int(statement, 5)};
        if (visit(context, &unit)) break;
    }
    if (answer != SQLITE_DONE && answer != SQLITE_ROW) status = fail(session, error);
    sqlite3_finalize(statement);
    return status;
}

SessionStatus session_each_run(Session *session,
                               int (*visit)(void *context, int number, const SessionRun *run), void *context,
                               char error[SESSION_ERROR])
{
    sqlite3_stmt *statement;
    SessionStatus status =
        prepare(session,
                "SELECT id, started, program, devices, threads, hash, seconds, cpu_seconds FROM run"
                " ORDER BY id",
                &statement, error);
    if (status) return status;
    int answer;
    while ((answer = sqlite3_step(statement)) == SQLITE_ROW) {
        SessionRun run;
        snprintf(run.started, sizeof run.started, "%s", column(statement, 1));
        snprintf(run.program, sizeof run.program, "%s", column(statement, 2));
        snprintf(run.devices, sizeof run.devices, "%s", column(statement, 3));
        run.threads = (uint64_t)sqlite3_column_int64(statement, 4);
        run.hash = (uint64_t)sqlite3_column_int64(statement, 5);
        run.seconds = sqlite3_column_double(statement, 6);
        run.cpu_seconds = sqlite3_column_double(statement, 7);
        if (visit(context, sqlite3_column_int(statement, 0), &run)) break;
    }
    if (answer != SQLITE_DONE && answer != SQLITE_ROW) status = fail(session, error);
    sqlite3_finalize(statement);
    return status;
}
