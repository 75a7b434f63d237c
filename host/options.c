/* The tables that feed parsing, help, the manual page and completion. */
#include "cli.h"

#include <string.h>

const ExitMeaning exit_table[] = {
    {CLI_DONE, "done"},
    {CLI_USAGE, "usage: unknown command, option, game, device; a number that is none"},
    {CLI_BAD_INPUT, "bad input: a position, a move, a file"},
    {CLI_DEVICE, "a device is missing or failed"},
    {CLI_MISMATCH, "verification failed: a result differs from what is known"},
    {CLI_MEMORY, "not enough memory, told before the start"},
    {CLI_IO, "input or output failed"},
    {CLI_STOPPED, "stopped on request (^C, SIGTERM)"},
    {CLI_DONE, NULL},
};

const Variable environment_table[] = {
    {"TABULEIRO_CPU", "build of the cpu engine, one of those that 'version' lists; ignored where unfit"},
    {"TABULEIRO_CACHE", "folder of compiled OpenCL programs (default: ~/.cache/tabuleiro), or off"},
    {"TABULEIRO_OPENCL_LANES", "1 or 8: positions that a work item takes (default: 8 on CPUs)"},
    {"TABULEIRO_OPENCL_OPTIONS", "more options for the OpenCL compiler"},
    {NULL, NULL},
};

const Command command_table[] = {
    {"perft", cmd_perft, 1, "POSITION DEPTH", 2, 2, "count the leaves of a position's move tree",
     "Counts the move sequences of DEPTH plies from a position, on every device of --device at once. "
     "--divide counts below each move of the position; --stats makes every last move and tells, for each "
     "depth, what kind it was. Counts are exact: on devices a random sample is counted again on the "
     "processor while the run goes on. Stopped, it prints what is known so far.\n\n"
     "--hash keeps counts of positions that occur again, under 128-bit keys; the cpu engine uses it, for "
     "plain counts: it needs cpu in --device, and goes without --stats.",
     "perft chess startpos 7\n"
     "perft chess kiwipete 5 --divide --device cpu,opencl:0\n"
     "perft chess 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' 4 --stats --json\n"
     "perft chess startpos 9 --hash 4G --threads 8",
     "record: perft\n"
     "game: name of the game\n"
     "position: the position as text\n"
     "depth: plies\n"
     "nodes: leaves counted; with stats, moves at the last ply\n"
     "complete: false if the run was stopped and nodes is less than the whole\n"
     "seconds: wall clock, without opening devices\n"
     "cpu_seconds: of the process, meanwhile\n"
     "rate: nodes a second\n"
     "hash: bytes of the table\n"
     "instruction_set: that the cpu engine uses\n"
     "devices: one object a device\n"
     "id: its name\n"
     "counting: how it counts leaves\n"
     "threads: of the cpu engine, 0 for others\n"
     "units: parts of the tree that it finished\n"
     "busy: seconds of work, of the cpu engine summed over its threads\n"
     "checked: units that were counted again on the processor\n"
     "divide: one object a move of the position, with --divide\n"
     "move: in coordinates\n"
     "stats: one object a depth, with --stats\n"
     "captures: moves that capture, en passant among them\n"
     "en_passant: captures en passant\n"
     "castles: castlings\n"
     "promotions: promotions, each choice for itself\n"
     "checks: moves that give check, mates among them\n"
     "discovered: checks whose only checker is not the man moved\n"
     "doubles: checks by two men\n"
     "mates: moves that mate"},
    {"suite", cmd_suite, 1, "FILE...", 1, -1, "count the positions of perft suites and compare",
     "Reads files with a position and its known counts a line, \"FEN ;D1 20 ;D2 400\"; empty lines "
     "and lines with # in front are passed over, - is standard input. A line \"# game: NAME\" or "
     "\"# captures: merged\" (or \"by route\") must agree with the command line. Counts every position and prints a "
     "line for each and a summary. The exit code is 4 if a count differs.",
     "suite chess standard.epd\n"
     "suite chess standard.epd --max-nodes 5000000 --device loop --quiet",
     "record: position, one a line of the files, and last suite\n"
     "file: the file\n"
     "line: its number\n"
     "position: the position as text\n"
     "right: true if all counts are as expected; in the suite record, their number\n"
     "counts: one object a known count\n"
     "depth: plies\n"
     "nodes: leaves counted; in the suite record, of all\n"
     "expected: leaves known\n"
     "skipped: known counts above --max-nodes\n"
     "seconds: wall clock\n"
     "game: name of the game\n"
     "device: as given\n"
     "complete: false if the run was stopped\n"
     "positions: number of positions counted\n"
     "wrong: number of counts that differ"},
    {"moves", cmd_moves, 1, "POSITION", 1, 1, "list the legal moves of a position",
     "One move a line. Chess, sorted as text: in coordinates (e2e4, e7e8q), or with --san as players write them "
     "(Nf3, O-O); castling is written as the king's step (e1g1), in Chess960 positions as the king taking "
     "its rook.\n\n"
     "Draughts, sorted by squares: 11-15, c3xe5, with all landing squares (22x13x6) where captures share both ends; "
     "a huff is S and the square. Each route of a capture is a move, or with --merge-captures each result.",
     "moves chess startpos\n"
     "moves brazilian 'W:WKc1,e3:Bd4,10,18'\n"
     "moves chess 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' --san",
     "record: moves\n"
     "game: name of the game\n"
     "position: the position as text\n"
     "moves: legal moves in coordinates, of draughts as in PDN\n"
     "san: the same moves in standard algebraic notation, in the same order; of draughts as in moves"},
    {"show", cmd_show, 1, "POSITION", 1, 1, "draw a position",
     "Draws the board as text, with the side to move, the number of legal moves and the position's text. "
     "--svg writes a picture as well: a file that needs no fonts and looks the same everywhere. White is at the "
     "bottom; draughts men are w and b, kings W and B, and numbers stand behind the rows of games that use them.",
     "show chess kiwipete\n"
     "show damma 'W:Wa1,c3:Bd3,Ke1:Sd3'\n"
     "show chess startpos --svg board.svg",
     "record: show\n"
     "game: name of the game\n"
     "position: the position as text\n"
     "board: rows from the top, one letter a square, a dot for an empty one, a blank for one that is not used\n"
     "turn: white or black\n"
     "moves: number of legal moves, null if they are too many to list\n"
     "svg: the file written, null without --svg"},
    {"devices", cmd_devices, 0, "", 0, 0, "list what can compute here",
     "One line a device, by the name that --device takes. 'cpu' is the engine for this processor; 'loop' "
     "runs the devices' programs on it and is the reference. Backends whose library or driver is missing say "
     "so.",
     "devices\n"
     "devices --json",
     "record: devices\n"
     "devices: one object a device\n"
     "id: the name that --device takes\n"
     "backend: cpu, loop, opencl or cuda\n"
     "name: as the driver calls it\n"
     "driver: driver or platform, with its version\n"
     "pci: address on the bus, empty where unknown\n"
     "memory: bytes in all\n"
     "memory_free: bytes free when asked\n"
     "max_buffer: bytes of the largest single allocation\n"
     "units: threads, compute units, multiprocessors\n"
     "is_cpu: true where the device shares the host's cores\n"
     "missing: one object a backend without devices\n"
     "reason: why it has none"},
    {"games", cmd_games, 0, "[GAME]", 0, 1, "list the games, or tell the rules of one",
     "One line a game, by the name that the other commands take. With a name: the rules of that game, as far as "
     "draughts games differ in them.",
     "games\n"
     "games brazilian",
     "record: games, or game with a name\n"
     "games: one object a game\n"
     "name: what commands take\n"
     "title: in words\n"
     "width: files of the board\n"
     "height: rows of the board\n"
     "rules: in words, with a name; empty for chess\n"
     "board: size and squares\n"
     "start: men and where they stand\n"
     "begins: White or Black\n"
     "man_step: how a man moves\n"
     "man_capture: how it takes\n"
     "king_step: how a king moves\n"
     "king_capture: how it takes\n"
     "king_landing: where it stops after that\n"
     "obligation: must one take\n"
     "priority: which captures go first\n"
     "removal: when pieces taken leave the board\n"
     "crowning: when a man becomes a king\n"
     "crown_squares: where\n"
     "end: who wins\n"
     "draws: what ends undecided; not part of perft\n"
     "notation: how squares are written\n"
     "pdn_type: the game's number in PDN's GameType tag, or none"},
    {"version", cmd_version, 0, "", 0, 0, "tell version and build",
     "Version, commit, compiler, instruction sets of the cpu engine and the backends compiled in.",
     "version",
     "record: version\n"
     "version: of the program\n"
     "commit: of the source, empty where unknown\n"
     "compiler: name and version\n"
     "build: kind of build\n"
     "instruction_sets: those the cpu engine was built for, best first\n"
     "instruction_set: the one in use on this processor\n"
     "backends: those compiled in\n"
     "cuda: GPU architectures of the CUDA programs, empty without"},
    {"help", cmd_help, 0, "[COMMAND]", 0, 1, "explain a command, or list them all",
     "Without a command: the list of commands and exit codes. All of it comes from the tables that parse the "
     "command line, like the manual page (--man) and the completion for bash (--completion).",
     "help moves\n"
     "help --completion > ~/.local/share/bash-completion/completions/tabuleiro",
     NULL},
    {.name = NULL},
};

#define MEMBER(name) offsetof(Options, name)

const Option option_table[] = {
    {"divide", 0, OPTION_FLAG, NULL, MEMBER(divide), 0, 0, "perft",
     "count below each move of the position"},
    {"stats", 0, OPTION_FLAG, NULL, MEMBER(stats), 0, 0, "perft",
     "count captures, checks, mates and so on"},
    {"device", 0, OPTION_TEXT, "LIST", MEMBER(devices), 0, 0, "perft suite",
     "cpu (default), loop, opencl:0, cuda:0, all; with commas"},
    {"threads", 0, OPTION_NUMBER, "N", MEMBER(threads), 1, 1024, "perft suite",
     "of the processor (default: all allowed)"},
    {"hash", 0, OPTION_SIZE, "SIZE", MEMBER(hash), 1 << 20, UINT64_MAX, "perft suite",
     "bytes, or with K, M, G, T, P (default: 0, no table)"},
    {"max-nodes", 0, OPTION_NUMBER, "N", MEMBER(max_nodes), 1, UINT64_MAX, "suite",
     "skip known counts above N"},
    {"quiet", 'q', OPTION_FLAG, NULL, MEMBER(quiet), 0, 0, "perft suite",
     "no progress, only counts; of a suite only what is wrong"},
    {"san", 0, OPTION_FLAG, NULL, MEMBER(san), 0, 0, "moves",
     "moves in standard algebraic notation"},
    {"svg", 0, OPTION_TEXT, "FILE", MEMBER(svg), 0, 0, "show",
     "write a picture; - is standard output, instead of the text"},
    {"chess960", 0, OPTION_FLAG, NULL, MEMBER(chess960), 0, 0, "perft moves show",
     "write castling as king takes rook"},
    {"merge-captures", 0, OPTION_FLAG, NULL, MEMBER(merge_captures), 0, 0, "perft suite moves",
     "draughts: captures with equal results are one move"},
    {"man", 0, OPTION_FLAG, NULL, MEMBER(man), 0, 0, "help",
     "print the manual page's source, for scdoc"},
    {"completion", 0, OPTION_FLAG, NULL, MEMBER(completion), 0, 0, "help",
     "print the completion script for bash"},
    {"json", 0, OPTION_FLAG, NULL, MEMBER(json), 0, 0, "perft suite moves show devices games version",
     "print JSON Lines, one object a line, instead of text"},
    {"help", 'h', OPTION_FLAG, NULL, MEMBER(help), 0, 0, "*",
     "explain the command"},
    {.name = NULL},
};

const Command *command_find(const char *name)
{
    for (const Command *c = command_table; c->name; c++)
        if (!strcmp(c->name, name)) return c;
    return NULL;
}

int option_belongs(const Option *option, const Command *command)
{
    if (!strcmp(option->commands, "*")) return 1;
    const size_t length = strlen(command->name);
    for (const char *p = option->commands; *p; p += strcspn(p, " "), p += strspn(p, " "))
        if (strcspn(p, " ") == length && !strncmp(p, command->name, length)) return 1;
    return 0;
}
