/* SPDX-License-Identifier: MIT */
/* tabuleiro-mpi: a perft over the ranks of an MPI job.
 *
 *   mpirun -n RANKS tabuleiro-mpi GAME POSITION DEPTH [OPTION...]        options as of tabuleiro perft
 *
 * Rank 0 has the units in one queue and, with --session, writes what is counted; the others ask it for a few
 * units at a time and count them on the devices of the options, as perft does. Every rank makes the plan itself,
 * from the same request; plans are compared by name. MPI ends all ranks when one dies: --resume goes on.
 */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../commands/counting_session.h"
#include "../base/interrupt.h"
#include "../base/json.h"
#include "../base/text.h"

#define MOST_UNITS 256 /* that a rank is given at once */

enum { TAG_RESULTS = 1, TAG_UNITS };

/* A unit's number in the plan, and its leaves. Ranks are of one kind of machine. */
typedef struct {
    uint64_t unit, low, high;
} Result;

/* What is sent: units to be counted, or their results, as many as the message is long. */
typedef struct {
    double cpu_seconds; /* of the sender since its last message */
    Result results[MOST_UNITS];
} Batch;

typedef struct {
    char plan[PERFT_NAME];
    int split;
} Agreement;

typedef struct {
    Options options;
    GameRecord root;
    int depth, rank, ranks;
} Task;

/* ---- messages ---- */

static void send_batch(const Batch *batch, size_t n, int rank, int tag)
{
    const size_t bytes = offsetof(Batch, results) + n * sizeof *batch->results;
    MPI_Send(batch, (int)bytes, MPI_BYTE, rank, tag, MPI_COMM_WORLD);
}

/* The number of units in it; *rank: whose message is awaited, then the sender. */
static size_t receive_batch(Batch *batch, int *rank, int tag)
{
    MPI_Status status;
    int bytes;
    MPI_Recv(batch, (int)sizeof *batch, MPI_BYTE, *rank, tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    *rank = status.MPI_SOURCE;
    return ((size_t)bytes - offsetof(Batch, results)) / sizeof *batch->results;
}

/* ---- rank 0 ---- */

typedef struct {
    const Task *task;
    Counting counting;
    CountingSession session;
    PerftResult result; /* names the device of the results */
    PerftUnit **unsaved;
    size_t unsaved_count, next, done, done_before;
    double start, committed, period; /* between commits, seconds */
    Nodes nodes, before;
    int failed;
} UnitQueue;

static void add_done(UnitQueue *q, const PerftUnit *unit) { q->nodes += unit->nodes * unit->times; }

/* Saves what came in, from time to time or at the end; only then it counts. */
static void commit(UnitQueue *q, int now)
{
    PerftJob *job = &q->counting.job;
    const double time = progress_clock();
    if (q->unsaved_count == 0 || q->failed || (!now && time - q->committed < q->period)) return;
    q->committed = time;
    if (job->save != NULL && job->save(job->save_context, q->unsaved, q->unsaved_count)) {
        q->failed = 1;
        return;
    }
    for (size_t i = 0; i < q->unsaved_count; i++) {
        q->unsaved[i]->state = UNIT_DONE;
        add_done(q, q->unsaved[i]);
    }
    q->done += q->unsaved_count;
    q->unsaved_count = 0;
}

static void take_results(UnitQueue *q, const Batch *batch, size_t n)
{
    const Result *results = batch->results;
    q->session.cpu_elsewhere += batch->cpu_seconds;
    for (size_t i = 0; i < n; i++) {
        PerftUnit *unit = &q->session.plan.units[results[i].unit];
        unit->nodes = (Nodes)results[i].high << 64 | results[i].low;
        unit->state = UNIT_COUNTED;
        q->unsaved[q->unsaved_count++] = unit;
    }
}

/* Fewer at the end, so that no rank waits long for another; none when all are given out, or on request. */
static size_t choose_units(UnitQueue *q, Result *units)
{
    const PerftPlan *plan = &q->session.plan;
    const size_t left = plan->count - q->next;
    size_t most = left / (4 * (size_t)(q->task->ranks - 1)) + 1, n = 0;
    if (most > MOST_UNITS) most = MOST_UNITS;
    if (q->failed || interrupt_requested()) return 0;
    for (; n < most && q->next < plan->count; q->next++)
        if (plan->units[q->next].state == UNIT_OPEN) units[n++].unit = q->next;
    return n;
}

/* MPI would wait with a busy core. */
static void await_results(void)
{
    const struct timespec moment = {0, 1000000};
    for (int there = 0; !there;) {
        MPI_Iprobe(MPI_ANY_SOURCE, TAG_RESULTS, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        if (!there) nanosleep(&moment, NULL);
    }
}

/* Answers each rank's results with more units, until each has got an empty answer. */
static void serve(UnitQueue *q)
{
    Batch batch;
    for (int working = q->task->ranks - 1; working > 0;) {
        int rank = MPI_ANY_SOURCE;
        await_results();
        const size_t done = receive_batch(&batch, &rank, TAG_RESULTS);
        take_results(q, &batch, done);
        const size_t n = choose_units(q, batch.results);
        send_batch(&batch, n, rank, TAG_UNITS);
        working -= n == 0;
        commit(q, 0);
        progress_show(&q->counting.progress, (double)(q->nodes - q->before),
                      (double)q->next / (double)q->session.plan.count);
    }
    commit(q, 1);
    progress_wipe(&q->counting.progress);
}

static void print_result(const UnitQueue *q, int code)
{
    const Task *task = q->task;
    const double seconds = progress_clock() - q->start;
    char text[GAME_TEXT], nodes[TEXT_NUMBER], speed[COUNTING_SPEED];
    if (task->options.json) {
        Json json;
        json_open(&json, stdout);
        json_string(&json, "record", "perft");
        json_string(&json, "game", task->options.game->name);
        task->options.game->format(task->options.game, &task->root, text);
        json_string(&json, "position", text);
        json_integer(&json, "depth", task->depth);
        json_count(&json, "nodes", q->nodes);
        json_boolean(&json, "complete", code == CLI_DONE);
        json_number(&json, "seconds", seconds);
        json_number(&json, "cpu_seconds", counting_session_cpu(&q->session));
        json_number(&json, "rate", (double)(q->nodes - q->before) / seconds);
        json_integer(&json, "split", q->session.plan.split);
        json_integer(&json, "units", (int64_t)q->session.plan.count);
        json_integer(&json, "units_before", (int64_t)q->done_before);
        json_string(&json, "session", task->options.session);
        json_integer(&json, "ranks", task->ranks);
        json_close(&json);
        return;
    }
    text_grouped(q->nodes, nodes);
    printf("perft %d: %s%s\n", task->depth, code ? "incomplete, at least " : "", nodes);
    if (task->options.quiet) return;
    counting_speed(q->nodes - q->before, seconds, speed);
    printf("%s\n  ranks      %d, %zu of %zu units in this run\n", speed, task->ranks, q->done,
           q->session.plan.count);
}

/* 1: all ranks go on; 0: rank 0 could not begin. */
static int agree(UnitQueue *q, int code)
{
    Agreement agreement;
    MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (code) return 0;
    if (perft_plan_name(q->session.rules, &q->session.plan, agreement.plan))
        MPI_Abort(MPI_COMM_WORLD, CLI_MEMORY);
    agreement.split = q->session.plan.split;
    MPI_Bcast(&agreement, (int)sizeof agreement, MPI_BYTE, 0, MPI_COMM_WORLD);
    return 1;
}

static int lead(const Task *task)
{
    static UnitQueue q; /* large */
    q.task = task;
    q.counting.job.root = &task->root;
    q.counting.job.depth = task->depth;
    q.start = q.committed = progress_clock();
    q.period = counting_session_period(&task->options);
    snprintf(q.result.tally[0].id, sizeof q.result.tally[0].id, "mpi");
    progress_begin(&q.counting.progress, stderr, task->options.progress, "perft", "nodes");
    int code = counting_session_begin(&q.session, &q.counting, &task->options, &q.result);
    if (!code && (q.unsaved = malloc((q.session.plan.count + 1) * sizeof *q.unsaved)) == NULL)
        code = cli_fail(CLI_MEMORY, "no memory for %zu units", q.session.plan.count);
    if (!agree(&q, code)) return code;
    int complete = 1;
    for (size_t i = 0; i < q.session.plan.count; i++) {
        if (q.session.plan.units[i].state != UNIT_DONE) continue;
        add_done(&q, &q.session.plan.units[i]);
        q.done_before++;
    }
    q.before = q.nodes;
    serve(&q);
    for (size_t i = 0; i < q.session.plan.count; i++) complete &= q.session.plan.units[i].state != UNIT_OPEN;
    if (q.failed) code = CLI_IO;
    else if (!complete)
        code = cli_fail(CLI_STOPPED, "stopped on request; %swhat is known so far:",
                        task->options.session ? "--resume goes on; " : "");
    if (!q.failed) print_result(&q, code);
    free(q.unsaved);
    counting_session_end(&q.session);
    return code;
}

/* ---- the others ---- */

/* Counts the units of a batch, as a perft of those alone; keeps the results, of all or when stopped of those that are
 * done, and returns their number. */
static size_t count_batch(Counting *counting, PerftPlan *plan, Result *results, size_t n)
{
    static PerftResult result; /* large */
    size_t done = 0;
    for (size_t i = 0; i < n; i++) plan->units[results[i].unit].state = UNIT_OPEN;
    const int code = counting_run(counting, &result);
    if (code && code != CLI_STOPPED) MPI_Abort(MPI_COMM_WORLD, code);
    for (size_t i = 0; i < n; i++) {
        PerftUnit *unit = &plan->units[results[i].unit];
        if (unit->state == UNIT_DONE)
            results[done++] = (Result){results[i].unit, (uint64_t)unit->nodes, (uint64_t)(unit->nodes >> 64)};
        unit->state = UNIT_FOREIGN;
    }
    return done;
}

static void work(Counting *counting, PerftPlan *plan)
{
    Batch batch;
    size_t n = 0;
    double sent = 0;
    int leader = 0;
    for (size_t i = 0; i < plan->count; i++) plan->units[i].state = UNIT_FOREIGN;
    for (;;) {
        const double cpu = (double)clock() / CLOCKS_PER_SEC;
        batch.cpu_seconds = cpu - sent;
        sent = cpu;
        send_batch(&batch, n, leader, TAG_RESULTS);
        n = receive_batch(&batch, &leader, TAG_UNITS);
        if (n == 0) return;
        n = count_batch(counting, plan, batch.results, n);
    }
}

static int follow(const Task *task)
{
    static Counting counting; /* large */
    static PerftPlan plan;
    const GameRules rules = {task->options.game, task->options.merge_captures};
    Agreement agreement;
    char name[PERFT_NAME];
    int code;
    MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (code) return code;
    MPI_Bcast(&agreement, (int)sizeof agreement, MPI_BYTE, 0, MPI_COMM_WORLD);
    const PlanRequest request = {&task->root, task->depth, agreement.split, PERFT_SPLIT_MANY, 0, 0};
    if (perft_plan(rules, &request, &plan) || perft_plan_name(rules, &plan, name))
        MPI_Abort(MPI_COMM_WORLD,
                  cli_fail(CLI_MEMORY, "rank %d: no memory for the plan of units", task->rank));
    if (strcmp(name, agreement.plan) != 0)
        MPI_Abort(MPI_COMM_WORLD,
                  cli_fail(CLI_DEVICE, "rank %d makes another plan; is it another version?", task->rank));
    Options quiet = task->options;
    quiet.progress = 0;
    if ((code = counting_begin(&counting, &quiet))) MPI_Abort(MPI_COMM_WORLD, code);
    counting.job.root = &task->root;
    counting.job.depth = task->depth;
    counting.job.plan = &plan;
    counting.job.stop = interrupt_stop_flag(); /* on USR1 rank 0 gives out no more */
    work(&counting, &plan);
    counting_end(&counting);
    perft_plan_free(&plan);
    return CLI_DONE;
}

/* ---- all ---- */

/* perft's arguments and options, but for those that do more than count leaves. */
static const Command command = {
    "perft",
    NULL,
    1,
    "POSITION DEPTH",
    2,
    2,
    "",
    "Counts as 'tabuleiro perft' does, over the ranks of an MPI job, two or more. Rank 0 only gives out units and, with "
    "--session, keeps the results; every other rank counts on the devices of --device, with --threads and --hash each. "
    "With --session a job that was killed, stopped by ^C or by its batch system goes on where it was: the same command "
    "with --resume, over any number of ranks. USR1 lets the ranks finish what they have begun.\n\n"
    "Exit codes are those of tabuleiro; mpirun may replace them by its own.",
    "mpirun -n 65 tabuleiro-mpi chess startpos 11 --hash 16G --session p11.session --resume\n"
    "mpirun -n 3 tabuleiro-mpi checkers startpos 15 --threads 1",
    "record: perft\n"
    "game: name of the game\n"
    "position: the position as text\n"
    "depth: plies\n"
    "nodes: leaves counted\n"
    "complete: false if the run was stopped and nodes is less than the whole\n"
    "seconds: wall clock\n"
    "cpu_seconds: processor seconds of all ranks in this run\n"
    "rate: nodes a second\n"
    "split: ply at which the tree was cut into units\n"
    "units: different positions there\n"
    "units_before: those that were done before\n"
    "session: the file, null without one\n"
    "ranks: of the job, with rank 0"};
static const Program program = {"tabuleiro-mpi", "mpirun -n RANKS tabuleiro-mpi",
                                "divide stats unique estimate seed memory", &command};

static int parse(int argc, char **argv, Task *task)
{
    uint64_t depth;
    Options *o = &task->options;
    const int code = cli_parse_program(&program, argc, argv, o);
    if (code || o->help) return code;
    if (text_parse_number(o->arguments[1], 1, PERFT_MAX_DEPTH, &depth)) /* 0 has no units */
        return cli_fail(CLI_USAGE, "a depth is a number from 1 to %d", PERFT_MAX_DEPTH);
    if (o->split >= depth) return cli_fail(CLI_USAGE, "--split is a ply above the last one");
    if ((o->resume || o->restart || o->checkpoint) && !o->session)
        return cli_fail(CLI_USAGE, "--resume, --restart and --checkpoint need --session");
    if (o->hash == PERFT_HASH_FREE)
        return cli_fail(CLI_USAGE, "--hash free: ranks may share a machine; expected a size");
    if (task->ranks < 2) return cli_fail(CLI_USAGE, "two ranks or more: the first one only gives out work");
    task->depth = (int)depth;
    return cli_position(o, o->arguments[0], &task->root);
}

static int run(const Task *task)
{
    if (!task->options.help) return task->rank == 0 ? lead(task) : follow(task);
    if (task->rank == 0) help_print_program(&program);
    return CLI_DONE;
}

int main(int argc, char **argv)
{
    static Task task; /* large */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &task.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &task.ranks);
    interrupt_install();
    /* one rank says what is wrong */
    if (task.rank != 0 && !freopen("/dev/null", "w", stdout)) return CLI_IO;
    int code = 0;
    if (task.rank == 0) code = parse(argc, argv, &task);
    MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!code && task.rank != 0) code = parse(argc, argv, &task);
    if (!code) code = run(&task);
    fflush(stdout);
    MPI_Finalize();
    return code;
}
