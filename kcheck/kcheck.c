/* SPDX-License-Identifier: MIT */
/* kcheck: every kernel on every device, and every build of the native engine, against the reference generator
 * on random positions, item by item. It can also time them.
 *
 *   kcheck [--device LIST] [--game GAME] [--positions N] [--seed S] [--threads N] [--bench] [--json]
 *
 * Exit codes as the program's (cli.h): 0 all as expected, 1 usage, 3 device, 4 something differs, 5 out of
 * memory, 74 output failed, 75 stopped on request. */
#include "kcheck.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "../kernels/kernel_table.h"
#include "../host/cli/cli.h"
#include "../host/devices/devices.h"
#include "../host/base/interrupt.h"
#include "../host/base/progress.h"
#include "../host/base/text.h"
#include "../host/base/whole_file.h"

enum { MOST_GAMES = 64 };

static const char usage[] =
    "usage: kcheck [--device LIST] [--game GAME] [--positions N] [--seed S] [--threads N] [--bench] "
    "[--json]\n"
    "  --device LIST   cpu, loop, opencl:0, cuda:0, all; with commas (default: every device there is)\n"
    "  --game GAME     chess (default), tables, a draughts game, draughts (each of them), draughts-tables, all\n"
    "  --positions N   how many random positions of each game (default 100000)\n"
    "  --seed S        repeats a run (default: random; always printed)\n"
    "  --threads N     of the reference and of devices that are host cores (default: all allowed)\n"
    "  --bench         times each kernel as well\n"
    "  --json          prints JSON Lines\n";

typedef struct {
    Kcheck kcheck;
    KcheckGame games[MOST_GAMES];
    int game_count;
    DeviceList list;
    KcheckDevice devices[DEVICES_MAX]; /* .device NULL: cpu */
    int bench;
    Progress progress; /* on SIGUSR2 alone */
} KcheckRun;

static int fail(ExitCode code, const char *what, const char *detail)
{
    fflush(stdout);
    fprintf(stderr, "kcheck: %s%s%s\n", what, *detail ? ": " : "", detail);
    return (int)code;
}

static int allowed_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

/* ---- options ---- */

static int number(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    char message[128];
    if (text_parse_number(text, least, most, value) == 0) return CLI_DONE;
    char quoted[40];
    text_printable(text, quoted, sizeof quoted);
    snprintf(message, sizeof message, "'%s' is no number from %" PRIu64 " to %" PRIu64, quoted, least, most);
    return fail(CLI_USAGE, option, message);
}

static int is_named(const KcheckGame *game, const char *name)
{
    return !strcmp(name, "all") || !strcmp(name, game->family) || !strcmp(name, game->name);
}

static int fail_unknown_game(const char *given)
{
    static const char *const sets[] = {"chess", "tables", "draughts", "draughts-tables", "all"};
    enum { SETS = sizeof sets / sizeof *sets };
    const char *names[MOST_GAMES + SETS + 1] = {NULL};
    char message[1024];
    memcpy(names, sets, sizeof sets);
    for (int i = 0; i < kcheck_draughts_count() && i < MOST_GAMES; i++)
        names[SETS + i] = kcheck_draughts(i).name;
    text_unknown("game", given, names, message, sizeof message);
    return fail(CLI_USAGE, message, "");
}

static int choose_games(KcheckRun *run, const char *name)
{
    const KcheckGame others[] = {kcheck_chess(), kcheck_tables(), kcheck_draughts_tables()};
    const int other_count = sizeof others / sizeof *others;
    run->game_count = 0;
    for (int i = 0; i < other_count + kcheck_draughts_count() && run->game_count < MOST_GAMES; i++) {
        const KcheckGame game = i < other_count ? others[i] : kcheck_draughts(i - other_count);
        if (is_named(&game, name)) run->games[run->game_count++] = game;
    }
    return run->game_count > 0 ? CLI_DONE : fail_unknown_game(name);
}

static const struct option option_list[] = {{"device", required_argument, NULL, 'd'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"positions", required_argument, NULL, 'n'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"bench", no_argument, NULL, 'b'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};

/* What getopt answers with '?' or ':'. */
static int fail_option(int answer, const char *given)
{
    enum { COUNT = sizeof option_list / sizeof *option_list };
    const char *names[COUNT] = {NULL};
    const int is_long = !strncmp(given, "--", 2);
    const size_t length = is_long ? strcspn(given + 2, "=") : 0;
    const char letter[] = {'-', (char)optopt, 0};
    char texts[COUNT][16], message[1024];
    for (int i = 0; option_list[i].name; i++) {
        snprintf(texts[i], sizeof texts[i], "--%s", option_list[i].name);
        names[i] = texts[i];
        if (length > 0 && option_list[i].val == optopt && !strncmp(given + 2, option_list[i].name, length))
            return fail(CLI_USAGE, names[i], answer == ':' ? "needs an argument" : "takes no argument");
    }
    text_unknown("option", optopt ? letter : given, names, message, sizeof message);
    return fail(CLI_USAGE, message, "");
}

/* -1: go on. */
static int parse(KcheckRun *run, int argc, char **argv)
{
    const char *devices = NULL;
    uint64_t threads = (uint64_t)allowed_processors();
    if (getrandom(&run->kcheck.seed, sizeof run->kcheck.seed, 0) != sizeof run->kcheck.seed)
        run->kcheck.seed = (uint64_t)(kcheck_now() * 1e9);
    run->kcheck.positions = 100000;
    choose_games(run, "chess");
    opterr = 0;
    for (int option, code = CLI_DONE; (option = getopt_long(argc, argv, ":", option_list, NULL)) != -1;) {
        switch (option) {
        case 'd': devices = optarg; break;
        case 'g': code = choose_games(run, optarg); break;
        case 'n': code = number("--positions", optarg, 1, UINT64_C(1) << 40, &run->kcheck.positions); break;
        case 's': code = number("--seed", optarg, 0, UINT64_MAX, &run->kcheck.seed); break;
        case 't': code = number("--threads", optarg, 1, 1024, &threads); break;
        case 'b': run->bench = 1; break;
        case 'j': run->kcheck.json = 1; break;
        case 'h': fputs(usage, stdout); return CLI_DONE;
        default: return fail_option(option, argv[optind - 1]);
        }
        if (code) return code;
    }
    if (optind < argc) return fail(CLI_USAGE, "an argument that is no option", argv[optind]);
    run->kcheck.threads = (int)threads;
    DeviceError error;
    if (devices && devices_check_names(devices, &error)) return fail(CLI_USAGE, error.text, "");
    if (devices ? devices_parse(devices, &run->list, &error) : devices_every(&run->list, &error))
        return fail(CLI_DEVICE, error.text, "");
    return -1;
}

/* ---- the run ---- */

static int open_devices(KcheckRun *run)
{
    for (int i = 0; i < run->list.count; i++) {
        const DeviceChoice *choice = &run->list.choices[i];
        KcheckDevice *d = &run->devices[i];
        if (choice->backend &&
            choice->backend->open(choice->index, run->kcheck.threads, &d->device, &d->error))
            return fail(CLI_DEVICE, d->error.text, "");
    }
    return CLI_DONE;
}

static int device_failed(const KcheckRun *run, int i)
{
    const int memory = run->devices[i].status == DEVICE_OUT_OF_MEMORY;
    return fail(memory ? CLI_MEMORY : CLI_DEVICE, run->list.choices[i].id, run->devices[i].error.text);
}

static int check_batch(KcheckRun *run, const KcheckGame *game, const KcheckBatch *batch)
{
    for (int i = 0; i < run->list.count && !interrupt_requested(); i++) {
        if (run->devices[i].device) game->check_device(&run->kcheck, batch, &run->devices[i]);
        else game->check_cpu(&run->kcheck, batch);
        if (run->devices[i].status) return device_failed(run, i);
    }
    return CLI_DONE;
}

static int is_of_family(const char *kernel, const char *family)
{
    const size_t length = strlen(family);
    return !strncmp(kernel, family, length) && kernel[length] == '_';
}

/* NULL: of none. */
static const char *family_of(const char *kernel)
{
    /* the longer name first */
    static const char *const families[] = {"chess_tables", "chess", "draughts_tables", "draughts"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (is_of_family(kernel, families[i])) return families[i];
    return NULL;
}

/* Kernels of the families that are checked; those of none are checked with the positions of any game. */
static int is_wanted(const KcheckRun *run, const char *kernel)
{
    const char *family = family_of(kernel);
    int positions = 0;
    for (int i = 0; i < run->game_count; i++) {
        if (family && !strcmp(run->games[i].family, family)) return 1;
        positions |= strstr(run->games[i].family, "_tables") == NULL;
    }
    return !family && positions;
}

/* A kernel that nobody checks is a mistake of this program. */
static int all_were_checked(const KcheckRun *run)
{
    for (int i = 0; i < run->list.count; i++)
        for (int k = 0; run->devices[i].device && k < KERNEL_COUNT; k++)
            if (is_wanted(run, kernel_table[k].name) &&
                !kcheck_has(&run->kcheck, run->devices[i].device->info.id, kernel_table[k].name))
                return fail(CLI_MISMATCH, "no check for this kernel", kernel_table[k].name);
    return CLI_DONE;
}

static int check(KcheckRun *run, const KcheckGame *game, KcheckBatch *batch)
{
    const double start = kcheck_now();
    progress_begin(&run->progress, stderr, 0, game->name, "positions");
    const uint64_t all = run->kcheck.positions;
    for (uint64_t first = 0, n; first < all && !interrupt_requested(); first += n) {
        n = all - first < KCHECK_BATCH ? all - first : KCHECK_BATCH;
        progress_show(&run->progress, (double)first, (double)first / (double)all);
        game->make(&run->kcheck, batch, first, (uint32_t)n, 1);
        const int code = check_batch(run, game, batch);
        if (code) return code;
    }
    if (run->game_count > 1) kcheck_game_done(&run->kcheck, game->name, kcheck_now() - start);
    return CLI_DONE;
}

static int bench(KcheckRun *run, const KcheckGame *game, KcheckBatch *batch)
{
    game->make(&run->kcheck, batch, 0, KCHECK_BENCH_BATCH, 0);
    kcheck_bench_header(&run->kcheck);
    for (int i = 0; i < run->list.count && !interrupt_requested(); i++) {
        if (run->devices[i].device) game->bench_device(&run->kcheck, batch, &run->devices[i]);
        else game->bench_cpu(&run->kcheck, batch);
        if (run->devices[i].status) return device_failed(run, i);
    }
    return CLI_DONE;
}

/* `run_game` with a batch of its own for each game. */
static int for_each_game(KcheckRun *run, int (*run_game)(KcheckRun *, const KcheckGame *, KcheckBatch *))
{
    int code = CLI_DONE;
    for (int i = 0; i < run->game_count && !code && !interrupt_requested(); i++) {
        const KcheckGame *game = &run->games[i];
        KcheckBatch *batch = game->open(game);
        if (!batch) return fail(CLI_MEMORY, game->name, "no reference generator for it, or out of memory");
        code = run_game(run, game, batch);
        game->close(batch);
    }
    return code;
}

static int check_and_bench(KcheckRun *run)
{
    int code = open_devices(run);
    if (code) return code;
    const double start = kcheck_now();
    kcheck_start(&run->kcheck);
    code = for_each_game(run, check);
    if (code) return code;
    const int stopped = interrupt_requested();
    if (stopped) fail(CLI_STOPPED, "stopped on request; what was checked so far:", "");
    kcheck_summary(&run->kcheck, kcheck_now() - start);
    if (stopped && !run->kcheck.wrong) return CLI_STOPPED;
    code = run->kcheck.wrong ? CLI_MISMATCH : all_were_checked(run);
    if (!code && run->bench) code = for_each_game(run, bench);
    return !code && interrupt_requested() ? fail(CLI_STOPPED, "stopped on request", "") : code;
}

int main(int argc, char **argv)
{
    static KcheckRun run;
    signal(SIGXFSZ, SIG_IGN);
    interrupt_install();
    int code = parse(&run, argc, argv);
    if (code < 0) {
        code = check_and_bench(&run);
        for (int i = 0; i < run.list.count; i++) device_close(run.devices[i].device);
    }
    int cause = whole_file_cause(stdout);
    if (!cause && fflush(stdout)) cause = errno;
    if (cause) return fail(CLI_IO, "cannot write to standard output", strerror(cause));
    return code;
}
