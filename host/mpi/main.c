/* tabuleiro-mpi: a perft over the ranks of an MPI job.
 *
 *   mpirun -n RANKS tabuleiro-mpi GAME POSITION DEPTH [OPTION...]        options as of tabuleiro perft
 *
 * Rank 0 has the units in one queue and, with --session, writes what is counted; the others ask it for a few
 * units at a time and count them on the devices of the options, as perft does. Every rank makes the plan itself,
 * from the same request; plans are compared by name. MPI ends all ranks when one dies: --resume goes on.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../counting_session.h"
#include "../interrupt.h"
#include "../json.h"
#include "../text.h"

#define MOST_UNITS 256  /* that a rank is given at once */

enum { TAG_RESULTS = 1, TAG_UNITS };

/* A unit's number in the plan, and its leaves. Ranks are of one kind of machine. */
typedef struct {
    uint64_t unit, low, high;
} Result;

typedef struct {
    char plan[PERFT_NAME];
    int split;
} Agreement;

typedef struct {
    Options options;
    GameRecord root;
    int depth, rank, ranks;
} Task;

/* ---- rank 0 ---- */

typedef struct {
    const Task *task;
    Counting counting;
    CountingSession session;
    PerftResult result;        /* names the device of the results */
    PerftUnit **unsaved;
    size_t unsaved_count, next, done, done_before;
    double start, committed, period; /* between commits, seconds */
    Nodes nodes, before;
    int failed;
} Queue;

static void add_done(Queue *q, const PerftUnit *unit) { q->nodes += unit->nodes * unit->times; }

/* Saves what came in, from time to time or at the end; only then it counts. */
static void commit(Queue *q, int now)
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

static void take_results(Queue *q, const Result *results, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        PerftUnit *unit = &q->session.plan.units[results[i].unit];
        unit->nodes = (Nodes)results[i].high << 64 | results[i].low;
        unit->state = UNIT_COUNTED;
        q->unsaved[q->unsaved_count++] = unit;
    }
}

/* Fewer at the end, so that no rank waits long for another; none when all are given out, or on request. */
static size_t choose_units(Queue *q, Result *units)
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

/* Answers each rank's results with more units, until each was told that there are none. */
static void serve(Queue *q)
{
    Result batch[MOST_UNITS];
    for (int working = q->task->ranks - 1; working > 0;) {
        MPI_Status from;
        int bytes;
        await_results();
        MPI_Recv(batch, (int)sizeof batch, MPI_BYTE, MPI_ANY_SOURCE, TAG_RESULTS, MPI_COMM_WORLD, &from);
        MPI_Get_count(&from, MPI_BYTE, &bytes);
        take_results(q, batch, (size_t)bytes / sizeof *batch);
        const size_t n = choose_units(q, batch);
        MPI_Send(batch, (int)(n * sizeof *batch), MPI_BYTE, from.MPI_SOURCE, TAG_UNITS, MPI_COMM_WORLD);
        working -= n == 0;
        commit(q, 0);
        progress_show(&q->counting.progress, (double)(q->nodes - q->before),
                      (double)q->next / (double)q->session.plan.count);
    }
    commit(q, 1);
    progress_wipe(&q->counting.progress);
}

static void print_result(const Queue *q, int code)
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
static int agree(Queue *q, int code)
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
    static Queue q; /* large */
    q.task = task;
    q.counting.job.root = &task->root;
    q.counting.job.depth = task->depth;
    q.start = q.committed = progress_clock();
    q.period = counting_session_period(&task->options);
    snprintf(q.result.worker[0].id, sizeof q.result.worker[0].id, "mpi");
    progress_begin(&q.counting.progress, stderr, task->options.quiet, "perft", "nodes");
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
    else if (!complete) code = cli_fail(CLI_STOPPED, "stopped on request; what is known so far:");
    if (!q.failed) print_result(&q, code);
    free(q.unsaved);
    counting_session_end(&q.session);
    return code;
}

/* ---- the others ---- */

/* Counts the units of a batch, as a perft of those alone. */
static void count_batch(Counting *counting, PerftPlan *plan, Result *batch, size_t n)
{
    static PerftResult result; /* large */
    for (size_t i = 0; i < n; i++) plan->units[batch[i].unit].state = UNIT_OPEN;
    const int code = counting_run(counting, &result);
    if (code) MPI_Abort(MPI_COMM_WORLD, code);
    for (size_t i = 0; i < n; i++) {
        PerftUnit *unit = &plan->units[batch[i].unit];
        batch[i].low = (uint64_t)unit->nodes;
        batch[i].high = (uint64_t)(unit->nodes >> 64);
        unit->state = UNIT_FOREIGN;
    }
}

static void work(Counting *counting, PerftPlan *plan)
{
    Result batch[MOST_UNITS];
    size_t n = 0;
    for (size_t i = 0; i < plan->count; i++) plan->units[i].state = UNIT_FOREIGN;
    for (;;) {
        MPI_Status from;
        int bytes;
        MPI_Send(batch, (int)(n * sizeof *batch), MPI_BYTE, 0, TAG_RESULTS, MPI_COMM_WORLD);
        MPI_Recv(batch, (int)sizeof batch, MPI_BYTE, 0, TAG_UNITS, MPI_COMM_WORLD, &from);
        MPI_Get_count(&from, MPI_BYTE, &bytes);
        n = (size_t)bytes / sizeof *batch;
        if (n == 0) return;
        count_batch(counting, plan, batch, n);
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
    const PlanRequest request = {&task->root, task->depth, agreement.split, PERFT_SPLIT_MANY, 0};
    if (perft_plan(rules, &request, &plan) || perft_plan_name(rules, &plan, name))
        MPI_Abort(MPI_COMM_WORLD,
                  cli_fail(CLI_MEMORY, "rank %d: no memory for the plan of units", task->rank));
    if (strcmp(name, agreement.plan) != 0)
        MPI_Abort(MPI_COMM_WORLD,
                  cli_fail(CLI_DEVICE, "rank %d makes another plan; is it another version?", task->rank));
    Options quiet = task->options;
    quiet.quiet = 1;
    if ((code = counting_begin(&counting, &quiet))) MPI_Abort(MPI_COMM_WORLD, code);
    counting.job.root = &task->root;
    counting.job.depth = task->depth;
    counting.job.plan = &plan;
    counting.job.stop = NULL; /* rank 0 decides */
    work(&counting, &plan);
    counting_end(&counting);
    perft_plan_free(&plan);
    return CLI_DONE;
}

/* ---- all ---- */

static int parse(int argc, char **argv, Task *task)
{
    uint64_t depth;
    Options *o = &task->options;
    int code = cli_parse(argc, argv, o);
    if (code) return code;
    if (o->help)
        return cli_fail(CLI_USAGE, "usage: mpirun -n RANKS tabuleiro-mpi GAME POSITION DEPTH [OPTION...]");
    if (text_parse_number(o->arguments[1], 1, PERFT_MAX_DEPTH, &depth)) /* 0 has no units */
        return cli_fail(CLI_USAGE, "a depth is a number from 1 to %d", PERFT_MAX_DEPTH);
    if (o->divide || o->stats || o->unique || o->estimate)
        return cli_fail(CLI_USAGE,
                        "ranks count leaves only; --divide, --stats, --unique and --estimate are for perft");
    if (o->split >= depth) return cli_fail(CLI_USAGE, "--split is a ply above the last one");
    if ((o->resume || o->restart || o->checkpoint) && !o->session)
        return cli_fail(CLI_USAGE, "--resume, --restart and --checkpoint need --session");
    if (o->hash == PERFT_HASH_FREE)
        return cli_fail(CLI_USAGE, "--hash free: ranks may share a machine; expected a size");
    if (task->ranks < 2) return cli_fail(CLI_USAGE, "two ranks or more: the first one only gives out work");
    task->depth = (int)depth;
    return cli_position(o, o->arguments[0], &task->root);
}

/* The command line with the command's name in it, as cli_parse wants it. */
static char **with_command(int argc, char **argv)
{
    static char command[] = "perft";
    char **longer = malloc(((size_t)argc + 2) * sizeof *longer);
    if (longer == NULL) exit(CLI_MEMORY);
    longer[0] = argv[0];
    longer[1] = command;
    for (int i = 1; i <= argc; i++) longer[i + 1] = argv[i];
    return longer;
}

int main(int argc, char **argv)
{
    static Task task; /* large */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &task.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &task.ranks);
    interrupt_install();
    /* one rank tells what is wrong */
    if (task.rank != 0 && !freopen("/dev/null", "w", stdout)) return CLI_IO;
    char **arguments = with_command(argc, argv);
    int code = 0;
    if (task.rank == 0) code = parse(argc + 1, arguments, &task);
    MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!code && task.rank != 0) code = parse(argc + 1, arguments, &task);
    if (!code) code = task.rank == 0 ? lead(&task) : follow(&task);
    free(arguments);
    fflush(stdout);
    MPI_Finalize();
    return code;
}
