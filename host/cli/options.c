/* SPDX-License-Identifier: MIT */
/* The tables that feed parsing, help, the manual page and completion. */
#include "../../engine/engine.h"
#include "cli.h"
#include "environment.h"

#include <string.h>

/* clang-format off */
const ExitMeaning exit_table[] = {
    {CLI_DONE, "done"},
    {CLI_USAGE, "usage: unknown command, option, game, device; a malformed number"},
    {CLI_BAD_INPUT, "bad input: a position, a move, a file"},
    {CLI_DEVICE, "a device is missing or failed"},
    {CLI_MISMATCH, "verification failed: a result differs from what is known, a game breaks its rules"},
    {CLI_MEMORY, "not enough memory, reported before work begins"},
    {CLI_IO, "input or output failed"},
    {CLI_STOPPED, "stopped on request (^C, SIGTERM, SIGHUP, SIGUSR1)"},
    {CLI_DONE, NULL},
};

const Variable environment_table[] = {
    {"TABULEIRO_CPU", "build of the cpu engine, one of those that 'version' lists as usable", environment_check_cpu},
    {"TABULEIRO_TABLES", "folder of tables that 'probe', 'play', 'uci' and 'hub' read without --tables", NULL},
    {"TABULEIRO_CACHE", "folder of compiled OpenCL programs or off (default: tabuleiro in XDG_CACHE_HOME or ~/.cache)", NULL},
    {"TABULEIRO_OPENCL_LANES", "1 or 8: positions that a work item takes (default: 8 on CPUs)", environment_check_lanes},
    {"TABULEIRO_OPENCL_OPTIONS", "more options for the OpenCL compiler", NULL},
    {NULL, NULL, NULL},
};

const Command command_table[] = {
    {"perft", cmd_perft, 1, "POSITION DEPTH", 2, 2, "count the leaves of a position's move tree",
     "Counts the move sequences of DEPTH plies from a position, on every device of --device at once. --divide "
     "counts below each move of the position; --stats makes every last move and counts, for each depth, what "
     "kind it was. Counts are exact: on devices a random sample is counted again on the processor during the "
     "run. A run that is stopped prints what is known so far.\n\n"
     "The tree is cut at a ply, --split or a chosen one, into units: the different positions there, each "
     "counted once and multiplied by the number of paths that lead to it. 'visited' is the number of leaves "
     "that were really counted; compare rates by it, at the same cut.\n\n"
     "--hash keeps counts of positions that occur again: the cpu engine has one table, each device one in its "
     "own memory, of that size, or of all memory that is free. 94 bits or more of a 128-bit key are compared, "
     "106 with 4G. Another --key makes other keys, so that two counts that agree do not share a collision. "
     "--stats does not use the table.\n\n"
     "--session keeps the plan of units and every result in one file (SQLite). However the run ends, the same "
     "command with --resume continues it and gives the same sum; --device, --threads and --hash may change. "
     "Results are written every --checkpoint seconds, less often where that would take more than 2 % of the "
     "time, and at the end; a run that is killed loses what it counted since. ^C, TERM and HUP give up the "
     "units that were begun; --resume counts them anew. USR1, the warning of batch systems, lets them finish. "
     "Either way what is done is saved, and the exit code is 75. --shard counts a part of the units, for "
     "schedulers; 'session merge' joins sessions of parts, and sums of parts add up.\n\n"
     "--unique counts the different positions after each number of plies up to DEPTH, as far as --memory holds "
     "them. In chess an en passant target makes a position different only if a capture on it is legal; a "
     "second column keeps it after every double step.\n\n"
     "--estimate draws N random paths and prints the mean of the estimates that follow from each, which is "
     "unbiased, its standard error, and the interval in which the count lies with 95 % confidence, by "
     "Student's t for N - 1 degrees of freedom. Few paths make it wide; one path gives none. Where paths "
     "differ much, as in draughts, the interval of fewer than some 30 paths holds the count less often. The "
     "first plies are exact; the devices count the last ones. Equal --seed, equal paths.",
     "perft chess startpos 7\n"
     "perft chess kiwipete 5 --divide --device cpu,opencl:0\n"
     "perft chess 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' 4 --stats --json\n"
     "perft chess startpos 9 --hash 4G --threads 8\n"
     "perft chess startpos 10 --hash 16G --session p10.session --resume\n"
     "perft chess startpos 10 --shard 2/8 --session p10-2.session --resume",
     "record: perft; with --unique unique; with --estimate estimate\n"
     "game: name of the game\n"
     "position: the position as text\n"
     "depth: plies\n"
     "nodes: leaves counted; with stats, moves at the last ply\n"
     "complete: false if the run was stopped and nodes is less than the whole\n"
     "seconds: wall clock, without opening devices\n"
     "cpu_seconds: of the process, meanwhile\n"
     "rate: nodes a second\n"
     "visited: leaves that were counted, without those of merged positions and from tables\n"
     "from_table: leaves taken from tables, without those of merged positions\n"
     "split: ply at which the tree was cut into units\n"
     "paths: ways from the position to the units; of an estimate, those drawn\n"
     "units_before: those of them that were done before, or are other shards' units\n"
     "shard: part and number of parts, 1/1 for the whole\n"
     "session: the file, null without one\n"
     "hash: bytes of the tables\n"
     "key: set of its keys\n"
     "instruction_set: that the cpu engine uses\n"
     "devices: one object a device\n"
     "id: its name\n"
     "counting: how it counts leaves\n"
     "threads: of the cpu engine, 0 for others\n"
     "units: different positions at the cut; of a device, those that it finished\n"
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
     "mates: moves that mate\n"
     "unique: one object a depth, from 0, with --unique\n"
     "positions: different positions, with an en passant target only where a capture on it is legal\n"
     "double_steps: different positions, with an en passant target after every double step\n"
     "estimate: of the leaves, with --estimate; null if the run was stopped before the first path was finished\n"
     "standard_error: of the estimate, null for less than two paths\n"
     "low: end of the interval of 95 %, by Student's t; null for less than two paths\n"
     "high: its other end\n"
     "seed: of the random paths"},
    {"suite", cmd_suite, 1, "FILE...", 1, -1, "count the positions of perft suites and compare",
     "Reads files with a position and its known counts on each line, \"FEN ;D1 20 ;D2 400\"; empty lines and "
     "lines that begin with # are skipped, - is standard input. A line \"# game: NAME\" or \"# captures: merged\" "
     "(or \"by route\") must agree with the command line. Counts every position, prints a line for each, then a "
     "summary. The exit code is 4 if a count differs.",
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
     "One move a line. Chess, sorted as text: in coordinates (e2e4, e7e8q), or with --san as players write "
     "them (Nf3, O-O); castling is written as the king's step (e1g1), in Chess960 positions as the king taking "
     "its rook.\n\n"
     "Draughts, sorted by squares: 11-15, c3xe5, with all landing squares (22x13x6) where captures share both "
     "ends; a huff is S and the square. Each route of a capture is a move, or with --merge-captures each "
     "result.",
     "moves chess startpos\n"
     "moves brazilian 'W:WKc1,e3:Bd4,10,9'\n"
     "moves chess 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' --san",
     "record: moves\n"
     "game: name of the game\n"
     "position: the position as text\n"
     "moves: legal moves in coordinates, of draughts as in PDN\n"
     "san: the same moves in standard algebraic notation, in the same order; of draughts as in moves"},
    {"show", cmd_show, 1, "POSITION", 1, 1, "draw a position",
     "Draws the board as text, with the side to move, the number of legal moves and the position's text. --svg "
     "also writes a picture: a file that needs no fonts and shows the same everywhere. White is at the bottom; "
     "draughts men are w and b, kings W and B; games that number their squares have the numbers behind the "
     "rows.",
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
    {"solve", cmd_solve, 1, "MATERIAL...", 1, -1, "build endgame tables, and those that they need",
     "Builds tables by retrograde analysis, with every position of a material. Chess, without castling rights: "
     "results, distances to the next capture, pawn move or mate (DTZ, with the 50-move rule) and to mate "
     "(DTM). Draughts: results, and plies until the loser cannot move (DTW); draws by move counts are ignored.\n\n"
     "MATERIAL is KQvKR and the like in chess, the sides in either order; in draughts kings and men, the side "
     "to move first: KMvKK, whose table has both sides to move. all-4 is every material of up to 4 men (chess: "
     "3 to 6, draughts: 2 to 8). Tables that captures and promotions lead to are read from the folder, or "
     "built first.\n\n"
     "Files are named DIR/chess-KQvKR.wdl, .dtz, .dtm, or DIR/checkers-KKvKM.wdl, .dtw; existing ones are not "
     "built again. Results (WDL) are always written, and --metrics wdl means dtz or dtw: they come with it. A "
     "file appears when it is whole: after ^C the same command continues with the tables that are missing.\n\n"
     "Tables are solved on one device. solve prints the memory needed before work begins, and refuses more "
     "than is free, or than --memory. While another run works in the folder, solve says so and waits for its "
     "end.",
     "solve chess KQvKR --out tables\n"
     "solve chess all-4 --out tables --threads 8\n"
     "solve chess KPvKP KRPvKR --out tables --metrics dtz --memory 8G --json\n"
     "solve checkers all-5 --out tables",
     "record: table, one a table built, and last solve\n"
     "material: the table's name\n"
     "positions: in the table, both sides to move, those counted that are illegal\n"
     "seconds: wall clock of the table, one member a phase\n"
     "cpu_seconds: processor time of all threads, one member a phase\n"
     "read: tables that are needed\n"
     "dtz: results and DTZ solved; in bytes, the file's size\n"
     "dtm: DTM solved; in bytes, the file's size\n"
     "dtw: results and DTW solved; in bytes, the file's size\n"
     "write: compressed and written\n"
     "bytes: of the files written, one member a metric, null for one that was not built\n"
     "wdl: the file's size\n"
     "game: name of the game\n"
     "device: as given\n"
     "threads: of the processor\n"
     "memory: bytes needed at least, as printed before work begins; up to --memory is used\n"
     "complete: false if the run was stopped\n"
     "tables: number of those built\n"
     "planned: number of those to be built\n"
     "wall_seconds: wall clock of the run\n"
     "solving: processor seconds reading and solving\n"
     "compressing: processor seconds compressing and writing\n"
     "rate: positions a second of wall clock, everything included"},
    {"probe", cmd_probe, 1, "FEN", 1, 1, "print results and distances of positions from tables",
     "Looks a position and every move of it up in tables that 'solve' built. Chess: results, plies to the next "
     "capture, pawn move or mate that keeps the result (DTZ) and to mate (DTM). Draughts: results, and plies "
     "until the loser cannot move (DTW). Moves are best first: by result, then the shortest win or the longest "
     "loss. A FEN of - reads one a line from standard input; empty lines and lines that begin with # are "
     "skipped; bad ones are reported with their number, and the exit code is 2 then.\n\n"
     "Chess: the 50-move rule makes a cursed win a draw, and saves a blessed loss. Results are those with the "
     "halfmove clock at 0; where the FEN's clock changes the result, both are printed. DTM ignores the 50-move "
     "rule. Positions with castling rights are in no table.\n\n"
     "Draughts: the tables ignore draws by move counts and repetition; 'probe' lists those rules next to the "
     "value. Captures with equal results are one move. In Damma :S in the FEN names what may be huffed.",
     "probe chess '8/8/8/8/8/2k5/8/KQ6 w - - 0 1' --tables tables\n"
     "probe chess '8/8/8/8/8/2k5/8/KQ6 w - - 0 1' --san --line\n"
     "probe chess - --json --by dtz\n"
     "probe checkers 'W:WK1,K5:BK32' --tables tables --line",
     "record: probe\n"
     "game: name of the game\n"
     "fen: the position\n"
     "wdl: win, cursed-win, draw, blessed-loss or loss for the side to move, halfmove clock at 0; of draughts win, draw "
     "or loss\n"
     "dtz: plies, negative if lost, above 100 if the 50-move rule makes it a draw; null for draws and if not known\n"
     "dtm: plies to mate, negative if lost; null for draws and if not known\n"
     "dtw: plies to the end, negative if lost; null for draws and if not known\n"
     "wdl_at_clock: as wdl, with the FEN's halfmove clock; as wdl if dtz is not known\n"
     "dtz_missing: why dtz is not known, here or of a move\n"
     "dtm_missing: why dtm is not known, here or of a move\n"
     "dtw_missing: why dtw is not known, here or of a move\n"
     "draw_rules: of draughts, the game's rules that draw by move counts, which the tables ignore; null if it has none\n"
     "by: dtz or dtm, by which moves with equal results are sorted\n"
     "moves: one object a move, best first; values as its maker sees them, the move counted\n"
     "move: in coordinates, of draughts as the game writes it\n"
     "san: in standard algebraic notation\n"
     "line: best moves of both sides to the end, with --line; empty for draws\n"
     "line_san: the same in standard algebraic notation"},
    {"table", cmd_table, 0, "verify|stats|zugzwang|list FILE...", 2, -1, "check endgame tables, count what is in them",
     "FILE is a table, DIR/chess-KQvKR.dtz or DIR/checkers-KKvKM.dtw, or a folder for all tables in it, game "
     "by game.\n\n"
     "verify: compares every position with what its moves lead to, in this table and those of captures and "
     "promotions: checksums first, at the end the files' heads with the positions counted. Results are checked "
     "with the DTZ or DTW. The exit code is 4 if a position or a head is wrong, and the first is printed; it "
     "is 2 if a file is damaged. --sample skips the heads.\n\n"
     "stats: counts of results for each side to move, and the longest wins and losses with a position; with "
     "--json all distances as well (scripts/plot draws them). The first side of the table's name is White. "
     "Chess: all positions, and those up to symmetry. Draughts: all positions, with a sum of the tables that "
     "have as many pieces, as the side to move sees them.\n\n"
     "zugzwang: counts mutual zugzwangs, in which each side would rather not move: full point (the side to "
     "move loses) and half point (a side wins if it need not move, else it is a draw), without the 50-move "
     "rule. Draughts: positions in which neither side has to capture.\n\n"
     "list: a line a material: legal positions, sizes, the longest wins in plies. Draughts: positions as the "
     "side to move sees them, so that equal sides count once; tables with as many pieces are summed.",
     "table verify tables --threads 4\n"
     "table stats tables/chess-KQvKR.dtm\n"
     "table stats tables/chess-KQvKR.dtm --json > KQvKR.json\n"
     "table zugzwang tables/chess-KPvKP.wdl --list 10\n"
     "table stats tables/checkers-KKvK.dtw\n"
     "table list tables",
     "record: verify, statistics, zugzwang or list, one a table, and total, a sum of draughts tables\n"
     "game: name of the game\n"
     "material: the table's name\n"
     "materials: number of tables summed up\n"
     "metric: wdl, dtz, dtm or dtw\n"
     "metrics: those that were checked\n"
     "right: true if every position is, and the heads\n"
     "positions: legal ones: of verify those checked, of zugzwang those legal whoever is to move, or without a capture "
     "due\n"
     "unique: such up to symmetry, of chess\n"
     "ordered: such up to symmetry, equal men distinguished\n"
     "head: what is wrong in a file's head, if anything is\n"
     "wrong: number of positions that are wrong\n"
     "first: the first wrong position\n"
     "fen: a position\n"
     "stored: the value in the table, in words\n"
     "expected: the value that follows from the moves\n"
     "sides: one object a side to move, first the table's first side\n"
     "turn: white or black\n"
     "results: one object a result\n"
     "wdl: the result, for the side to move; in bytes, the file's size\n"
     "longest: the longest distance with this result; of list, the longest wins in plies by metric\n"
     "plies: the distance\n"
     "won: one object a distance that occurs in wins, cursed ones among them; of total, a count\n"
     "lost: one object a distance that occurs in losses, blessed ones among them; of total, a count\n"
     "drawn: of total, a count\n"
     "longest_win: of total, plies; null if not known, or none\n"
     "full_point: mutual zugzwangs in which the side to move loses\n"
     "first_wins: the first side wins if it need not move, else it is a draw\n"
     "second_wins: likewise for the second side\n"
     "list: the positions of --list, the first side to move\n"
     "kind: full_point, first_wins or second_wins\n"
     "men: kings included\n"
     "bytes: of the files, one member a metric, null where it is missing\n"
     "dtz: the file's size; in longest, plies\n"
     "dtm: the file's size; in longest, plies\n"
     "dtw: the file's size; in longest, plies\n"
     "seconds: wall clock"},
    {"play", cmd_play, 1, "[POSITION]", 0, 1, "play a game in the terminal",
     "Draws the board, takes moves from standard input, and lets the engine answer. Moves are written as "
     "players write them: chess in SAN (Nf3, O-O) or coordinates (g1f3), draughts as PDN (11-15, c3xe5; any "
     "squares in between distinguish captures that share both ends). Captures of draughts that differ in their "
     "route only are one move.\n\n"
     "In place of a move: moves, hint, tables, undo, board, fen, engine SIDE, time MS, stop, new, help, quit. "
     "'tables' prints what endgame tables know of each move; in a terminal, 'stop' and 'quit' may be typed "
     "while the engine thinks. Without a terminal the same words are read line by line; an illegal move is "
     "reported and the exit code is 2; -q draws no boards. The game ends with mate or without moves, or when a "
     "position comes for the third time; in chess also by the 50-move rule.",
     "play chess\n"
     "play brazilian --engine both --move-time 200\n"
     "play chess '8/8/8/8/8/2k5/8/KQ6 w - - 0 1' --tables tables", NULL},
    {"uci", cmd_uci, 0, "", 0, 0, "play chess for a program that speaks UCI",
     "The engine for chess and Chess960 under the Universal Chess Interface, which boards, tournament managers "
     "and scripts speak, on standard input and output. Options: Hash (MiB), Threads, TablePath, MultiPV, "
     "UCI_Chess960, Ponder, Move Overhead (ms), Clear Hash; --threads (default 1) and --hash (default 16M) set "
     "their defaults. 'go perft N' counts with as many threads and as much memory; 'stop' ends it. 'd' draws "
     "the board.\n\n"
     "With tables the engine plays endgames perfectly, given the time to read them: it wins by the shortest "
     "line to mate that the 50-move rule allows, and holds draws. At the end of the input a search that ends "
     "by itself is finished.",
     "uci\n"
     "uci --tables tables --threads 4 --hash 256M", NULL},
    {"hub", cmd_hub, 0, "", 0, 0, "play draughts for a program that speaks Hub",
     "The engine for draughts under the Hub protocol, which Scan and its board speak, on standard input and "
     "output. The parameter variant names the game: normal (international), killer, bt (breakthrough), "
     "frisian, losing (antidraughts), or any game of 'games' except those with huffing. Squares are numbers, "
     "counted as the game counts them, from the top left where it writes letters. Other parameters: hash "
     "(MiB), threads, tables.",
     "hub\n"
     "hub --tables tables --threads 4 --hash 256M", NULL},
    {"referee", cmd_referee, 1, "FILE|-", 1, 1, "replay games and judge them by their rules",
     "FILE has games in PGN for chess, in PDN for draughts; '-' reads standard input, where bare moves will "
     "do. A tag whose name comes again begins a new game, so games may have tags alone. Reports, move by move, "
     "what happens: irregular moves, with the rule that is broken and the legal moves of the piece touched; "
     "check, mate, stalemate, perpetual check; draws and when one may be claimed; captures left out and "
     "huffed; then who won and why.\n\n"
     "An irregular move is taken back. A move with the same number takes its place (12. Nf6 12. Nf3), or the "
     "next one where the text has no numbers; otherwise the rest of the game is not judged. In chess the piece "
     "touched has to move if it can.\n\n"
     "--rules: fide (the default) knows claims and automatic draws (75 moves and the fifth occurrence for "
     "games since July 2014, by the tag Date), and the second irregular move loses; sheet ends a game at the "
     "third repetition, after 50 moves, by perpetual check, with two knights against a king, and the third "
     "irregular move loses. Draughts games have one book each: 'games NAME' prints it.\n\n"
     "The exit code is 4 if a game has an irregular move, goes on behind its end, or states a result that its "
     "moves contradict, and 2 if something could not be read: line and column are reported, and the other "
     "games are judged. --quiet prints only such games. Odd things that could be read, such as a tag Result "
     "that differs from the result behind the moves, are notes: they leave the exit code at 0.\n\n"
     "--export writes all games again, in PGN's or PDN's normal form, to standard output instead of the report "
     "if FILE is '-'. Comments and variations are kept; what cannot be followed is copied as it is.",
     "referee chess games.pgn\n"
     "referee chess games.pgn --rules sheet --lang pt\n"
     "referee damma games.pdn --json\n"
     "referee chess - < moves.txt\n"
     "referee chess games.pgn --quiet --export normal.pgn",
     "record: game, one a game; referee, of all\n"
     "game: name of the game\n"
     "rules: name of the rule book; empty for draughts\n"
     "number: of the game, from 1; of an event, of its move, 0 for none\n"
     "events: one object for each thing that happened\n"
     "event: irregular, check, perpetual_check, claim, huff_offered, huffed, declined, end, after_end, unreadable, lost, "
     "contradiction, fault or note\n"
     "side: white or black, whose move it is\n"
     "line: of the text, where the move stands or the game begins; 0 for nowhere\n"
     "column: bytes from 1\n"
     "end_line: where the game ends\n"
     "end_column: likewise\n"
     "move: as the game writes it, an irregular one as the text has it\n"
     "reason: of an end or a claim: checkmate, stalemate, material, repetition, move_count, perpetual_check, no_pieces, "
     "blocked, first_king, penalty, agreement, claim, resignation, one_piece_each, stated; else empty\n"
     "text: more of it in words, or empty\n"
     "moves: legal moves of the piece touched, captures, huffs, or those with which a draw may be claimed\n"
     "white: the player; of all, games won\n"
     "black: likewise\n"
     "plies: moves made, of both sides\n"
     "outcome: 1-0, 0-1, 1/2-1/2, 0-0 if both lose, * if the game is not finished\n"
     "stated: the result that the text has, empty if it has none\n"
     "irregular: number of irregular moves\n"
     "faults: number of places that could not be read\n"
     "contradiction: true if the stated result is not that of the moves\n"
     "notes: number of odd things that were read all the same\n"
     "disagreement: true if the tag Result and the result behind the moves differ; the latter is the one stated\n"
     "position: the last one\n"
     "games: number of games\n"
     "drawn: of them\n"
     "unfinished: of them\n"
     "contradictions: of results, in all games\n"
     "disagreements: likewise"},
    {"session", cmd_session, 0, "show|verify|export|merge FILE...", 2, -1, "show sessions of perft, check and merge them",
     "FILE is a session that 'perft --session' wrote.\n\n"
     "show: what it counts, how far it is, and the runs that worked on it; also while one does.\n\n"
     "verify: counts units that have results again and compares, all of them or --sample N; with another "
     "--key, --device or without --hash this is an independent proof. The exit code is 4 if a result differs, "
     "and 2 if the file is damaged, which every command on it checks first.\n\n"
     "export: JSON Lines, one for the session, one a unit.\n\n"
     "merge OUT FILE...: a new session OUT with the results of several that have the same plan, such as those "
     "of shards. Results that differ are an error, exit code 4.",
     "session show p10.session\n"
     "session verify p10.session --sample 100 --key 1 --hash 1G\n"
     "session export p10.session | head -n 1\n"
     "session merge p10.session p10-1.session p10-2.session",
     "record: session, and with export unit, one a unit; or verify\n"
     "file: the session\n"
     "game: name of the game\n"
     "merge_captures: true if captures with equal results are one move\n"
     "position: as text\n"
     "depth: plies; of a unit, those left below it\n"
     "split: ply of the units\n"
     "plan: name of the plan; equal plans have equal names\n"
     "shard: part and number of parts, 1/1 for the whole\n"
     "key: set of keys of the hash table\n"
     "units: of the plan\n"
     "foreign: other shards' units\n"
     "done: units with a result\n"
     "paths: ways from the position to the units\n"
     "complete: true if every unit of this shard is done\n"
     "nodes: leaves below the units that are done, times the paths to them; of a unit, below it alone\n"
     "runs: one object a run\n"
     "started: date and time, UTC\n"
     "program: version and commit\n"
     "devices: as given\n"
     "threads: as given, 0 for all\n"
     "hash: bytes of the tables\n"
     "seconds: wall clock up to the last result\n"
     "cpu_seconds: of the process, up to the last result\n"
     "unit: its name, a hash of game, position and depth\n"
     "times: paths that lead to the unit\n"
     "device: that counted it\n"
     "run: number of the run that counted it, from 1\n"
     "right: true if every unit counted again gave the same\n"
     "checked: units counted again\n"
     "wrong: number of those that differ\n"
     "first: the first of them\n"
     "stored: nodes in the file\n"
     "counted: nodes counted now"},
    {"devices", cmd_devices, 0, "", 0, 0, "list what can compute here",
     "One line a device, by the name that --device takes. 'cpu' is the engine for this processor; 'loop' runs "
     "the devices' programs on it and is the reference. For a backend without its library or driver the line "
     "says what is missing.\n\n"
     "--device all is cpu and every accelerator. It leaves out devices that run on the cores of cpu, which are "
     "loop and OpenCL on a processor; name them to use them.",
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
     "in_all: true where --device all includes it\n"
     "missing: one object a backend without devices\n"
     "reason: why it has no device"},
    {"games", cmd_games, 0, "[GAME]", 0, 1, "list the games, or print the rules of one",
     "One line a game, by the name that the other commands take. With a name: the rules of that game, as far "
     "as draughts games differ in them.",
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
    {"version", cmd_version, 0, "", 0, 0, "print version and build",
     "Version, commit, compiler, instruction sets of the cpu engine and the backends compiled in.",
     "version",
     "record: version\n"
     "version: of the program\n"
     "commit: of the source, empty where unknown\n"
     "compiler: name and version\n"
     "build: kind of build\n"
     "instruction_sets: those the cpu engine was built for, best first\n"
     "usable: those of them that this processor runs\n"
     "instruction_set: the one in use\n"
     "backends: those compiled in\n"
     "cuda: GPU architectures of the CUDA programs, empty without"},
    {"help", cmd_help, 0, "[COMMAND|GAME]", 0, 1, "explain a command or a game, or list them all",
     "Without a command: the list of commands and exit codes. With a game: its rules, as 'games' prints them. "
     "The tables that parse the command line print all of it, the manual page (--man) and the completion for "
     "bash (--completion) too.",
     "help moves\n"
     "help brazilian\n"
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
    {"device", 0, OPTION_TEXT, "LIST", MEMBER(devices), 0, 0, "perft suite solve session",
     "cpu (default), loop, opencl:0, cuda:0, all; with commas"},
    {"threads", 0, OPTION_NUMBER, "N", MEMBER(threads), 1, 1024, "perft suite solve table session",
     "of the processor (default: all allowed)"},
    {"threads", 0, OPTION_NUMBER, "N", MEMBER(threads), 1, ENGINE_MAX_THREADS, "uci hub play",
     "of the engine's search (default: 1)"},
    {"hash", 0, OPTION_SIZE_OR_FREE, "SIZE", MEMBER(hash), 1 << 20, UINT64_MAX - 1, "perft suite session",
     "of each table, such as 512M or 4G, or free (default: 0)"},
    {"hash", 0, OPTION_SIZE, "SIZE", MEMBER(hash), 1 << 20, UINT64_C(1) << 40, "uci hub",
     "of the engine's table, such as 1G (default: 16M)"},
    {"hash", 0, OPTION_SIZE, "SIZE", MEMBER(hash), 1 << 20, UINT64_C(1) << 40, "play",
     "of the engine's table, such as 1G (default: 64M)"},
    {"key", 0, OPTION_NUMBER, "N", MEMBER(key), 0, 1000000, "perft suite session",
     "set of keys of the table, for another count (default: 0)"},
    {"split", 0, OPTION_NUMBER, "N", MEMBER(split), 1, 39, "perft",
     "cut the tree into units at ply N (default: chosen)"},
    {"unique", 0, OPTION_FLAG, NULL, MEMBER(unique), 0, 0, "perft",
     "count the different positions of each ply instead"},
    {"estimate", 0, OPTION_NUMBER, "N", MEMBER(estimate), 1, UINT64_MAX, "perft",
     "estimate the count from N random paths instead"},
    {"seed", 0, OPTION_NUMBER, "N", MEMBER(seed), 0, UINT64_MAX, "perft",
     "of --estimate: other paths (default: 1)"},
    {"session", 0, OPTION_TEXT, "FILE", MEMBER(session), 0, 0, "perft",
     "keep results in FILE, so that the run can be resumed"},
    {"resume", 0, OPTION_FLAG, NULL, MEMBER(resume), 0, 0, "perft",
     "go on with the session; begin it if it is not there"},
    {"restart", 0, OPTION_FLAG, NULL, MEMBER(restart), 0, 0, "perft session",
     "begin the session anew; merge: write over OUT"},
    {"checkpoint", 0, OPTION_NUMBER, "S", MEMBER(checkpoint), 1, 86400, "perft",
     "seconds or more between two writings (default: 0.1)"},
    {"shard", 0, OPTION_TEXT, "I/N", MEMBER(shard), 0, 0, "perft",
     "count only part I of N parts, from 1/N to N/N"},
    {"max-nodes", 0, OPTION_NUMBER, "N", MEMBER(max_nodes), 1, UINT64_MAX, "suite",
     "skip known counts above N"},
    {"out", 0, OPTION_TEXT, "DIR", MEMBER(out), 0, 0, "solve",
     "folder of the tables; made, with all above it"},
    {"metrics", 0, OPTION_TEXT, "LIST", MEMBER(metrics), 0, 0, "solve",
     "wdl, dtz, dtm, dtw of the game; with commas (all)"},
    {"memory", 0, OPTION_SIZE, "SIZE", MEMBER(memory), 1 << 20, UINT64_MAX, "solve perft",
     "bytes at most (default: what is free; perft: 9/10 of it)"},
    {"tables", 0, OPTION_TEXT, "DIR", MEMBER(tables), 0, 0, "probe uci hub play",
     "folder of the tables (default: TABULEIRO_TABLES)"},
    {"cache", 0, OPTION_SIZE, "SIZE", MEMBER(cache), 1 << 20, UINT64_MAX, "probe table uci hub play",
     "memory for values of tables, if so much is free (256M)"},
    {"by", 0, OPTION_TEXT, "METRIC", MEMBER(by), 0, 0, "probe",
     "chess: dtz or dtm sorts moves of equal results (dtm)"},
    {"line", 0, OPTION_FLAG, NULL, MEMBER(line), 0, 0, "probe",
     "add best moves of both sides, to the end"},
    {"sample", 0, OPTION_NUMBER, "N", MEMBER(sample), 1, UINT64_MAX, "table session",
     "verify: N positions or units drawn at random, not all"},
    {"list", 0, OPTION_NUMBER, "N", MEMBER(list), 1, 1000, "table",
     "zugzwang: print the first N positions"},
    {"progress", 0, OPTION_NUMBER, "S", MEMBER(progress), 0, 86400, "perft suite solve table session",
     "seconds between progress lines off terminals (60); 0: none"},
    {"quiet", 'q', OPTION_FLAG, NULL, MEMBER(quiet), 0, 0, "perft suite solve table session referee play",
     "no progress, only results; of suites, games: what is wrong"},
    {"san", 0, OPTION_FLAG, NULL, MEMBER(san), 0, 0, "moves probe",
     "moves in standard algebraic notation"},
    {"rules", 0, OPTION_TEXT, "BOOK", MEMBER(rules), 0, 0, "referee",
     "chess: fide (default), sheet"},
    {"lang", 0, OPTION_TEXT, "LANG", MEMBER(lang), 0, 0, "referee",
     "letters of pieces: en (default), pt for R D T B C"},
    {"export", 0, OPTION_TEXT, "FILE", MEMBER(export), 0, 0, "referee",
     "write the games in normal form; - is standard output"},
    {"engine", 0, OPTION_TEXT, "SIDE", MEMBER(engine), 0, 0, "play",
     "white, black, both, none (default: the side not to move)"},
    {"move-time", 0, OPTION_NUMBER, "MS", MEMBER(move_time), 1, 3600000, "play",
     "milliseconds a move (default: 1000; with --depth: none)"},
    {"depth", 0, OPTION_NUMBER, "N", MEMBER(depth), 1, 100, "play",
     "plies that the engine searches at most"},
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
    {"json", 0, OPTION_FLAG, NULL, MEMBER(json), 0, 0, "perft suite moves show solve probe referee table session devices games version",
     "print JSON Lines, one object a line, instead of text"},
    {"help", 'h', OPTION_FLAG, NULL, MEMBER(help), 0, 0, "*",
     "explain the command"},
    {.name = NULL},
};
/* clang-format on */

const Command *command_find(const char *name)
{
    for (const Command *c = command_table; c->name; c++)
        if (!strcmp(c->name, name)) return c;
    return NULL;
}

/* Whether a list with spaces between holds a name. */
static int holds(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (const char *p = names; *p; p += strcspn(p, " "), p += strspn(p, " "))
        if (strcspn(p, " ") == length && !strncmp(p, name, length)) return 1;
    return 0;
}

int option_belongs(const Option *option, const Command *command)
{
    return !strcmp(option->commands, "*") || holds(option->commands, command->name);
}

int option_is_taken(const Option *option, const Program *program)
{
    return option_belongs(option, program->command) && !holds(program->without, option->name);
}
