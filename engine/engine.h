/* SPDX-License-Identifier: MIT */
/* The playing engine: which move is best, in chess and every draughts game, with endgame tables or without.
 *
 *     char error[ENGINE_ERROR];
 *     Engine *engine = engine_open(engine_chess(), 16 << 20, error);          NULL: error says why
 *     engine_set_tables(engine, "tables", 64 << 20, error);
 *     EngineTask task = {.history = positions, .history_count = n, .move_seconds = 1};
 *     engine_start(engine, &task, &listener);                                 returns at once
 *     ...                                                        listener.line, then listener.done
 *     engine_wait(engine);
 *     engine_close(engine);
 *
 * A move is reported as the position it leads to, seen by the side then to move: no two moves lead to the same
 * one (captures of draughts with equal results are one move).
 *
 * An Engine serves one search at a time. engine_stop, engine_ponder_hit, engine_wait and engine_busy may be
 * called by any thread; all else by one, and none of the setters while a search runs. The listener is called
 * by the search's own thread.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "../rules/portable.h"

#define ENGINE_ERROR 256
#define ENGINE_PLIES 128      /* the deepest that a search looks */
#define ENGINE_LINE 64        /* moves of a line that a search keeps */
#define ENGINE_LONG_LINE 1024 /* moves of a line that tables add to, at most */
#define ENGINE_MAX_MOVES 576
#define ENGINE_MAX_THREADS 256

/* Scores are hundredths of a pawn or man for the side to move. MATE - n: the game is won in n plies;
 * TABLE - n: tables say it is won, and are reached in n plies; negative: lost. */
#define ENGINE_INFINITE 32001
#define ENGINE_MATE 32000
#define ENGINE_TABLE 30000
#define ENGINE_DECIDED 28000 /* scores beyond it are of won or lost games */

typedef struct {
    u64 word[4]; /* ChessPosition or DraughtsPosition */
} EnginePosition;

typedef struct EngineGame EngineGame;
typedef struct Engine Engine;

/* The games. They live as long as the program; draughts: a DraughtsGameId. Thread-safe. */
const EngineGame *engine_chess(void);
const EngineGame *engine_draughts(int id);

/* 1 if no position before the move can come again: a capture, or a move of a pawn or man. Thread-safe. */
int engine_zeroing(const EngineGame *game, const EnginePosition *before, const EnginePosition *after);

typedef struct {
    /* The positions since the last zeroing move, in their order; the last one is to be searched. At least
     * one. */
    const EnginePosition *history;
    int history_count;
    int clock;                  /* plies since that move, 0 or more */
    const EnginePosition *only; /* moves to choose among; NULL: all */
    int only_count;
    int lines; /* how many best moves are wanted, 1 or more; 0 counts as 1 */

    /* What ends the search; 0: no such limit. Without any it ends by engine_stop. */
    int depth;                 /* plies */
    u64 nodes;                 /* of the first thread */
    int mate;                  /* moves */
    double move_seconds;       /* for this move */
    double seconds, increment; /* left on the clock, and given for each move; used where timed is set */
    int moves_to_go;           /* until the next time control */
    int timed;
    double overhead; /* seconds that are lost with each move */
    int patient;     /* 1: reports no result before engine_stop or engine_ponder_hit */
    int ponder;      /* 1: time runs from engine_ponder_hit on; implies patient */
} EngineTask;

typedef enum {
    ENGINE_EXACT,
    ENGINE_AT_LEAST, /* the search ended before the score was exact */
    ENGINE_NO_SCORE  /* the search ended before the first score */
} EngineScoreKind;

/* A line and its score. Where tables know the result of its end, the line follows them: to the end of the game, or
 * to where the clock is full, as far as time allows. */
typedef struct {
    int number;                 /* 1 for the best line */
    int depth, selective_depth; /* plies at which it was found; 0 and 0: nothing was searched */
    int score;
    EngineScoreKind kind;
    u64 nodes, table_hits; /* of all threads */
    double seconds;
    int hash_permille; /* of the hash table in use */
    const EnginePosition *moves;
    int move_count; /* 0: the position has no move, the game is over */
} EngineLine;

/* What a search is doing. */
typedef struct {
    int depth;           /* plies; 0: tables are being asked, no move is searched yet */
    EnginePosition move; /* that is being searched */
    int move_number;     /* 1 for the first that is tried */
    u64 nodes, table_hits;
    double seconds;
    int hash_permille;
} EngineProgress;

typedef struct {
    /* Each line of a depth that is finished. Of one that is not, before `done`, if they are new; then, and after
     * `progress`, all lines of the search are repeated. NULL: not wanted. */
    void (*line)(void *user, const EngineLine *line);
    /* best: the first line as it was passed to `line` last. trouble: a table that is broken, or "" */
    void (*done)(void *user, const EngineLine *best, const char *trouble);
    void *user;
    /* A second has passed without a line. NULL: not wanted. */
    void (*progress)(void *user, const EngineProgress *progress);
} EngineListener;

/* NULL: no memory. hash_bytes: of the table of positions, at least 64 KiB is used. */
Engine *engine_open(const EngineGame *game, u64 hash_bytes, char error[ENGINE_ERROR]);
void engine_close(Engine *engine); /* stops a search; NULL is allowed */

/* 0; -1: no memory, and the old table stays. */
int engine_set_hash(Engine *engine, u64 hash_bytes, char error[ENGINE_ERROR]);
void engine_set_threads(Engine *engine, int threads); /* 1 to ENGINE_MAX_THREADS */
/* Endgame tables of the folder, from now on; NULL or "": none. 0; -1 with a line in error, and there are none
 * then. */
int engine_set_tables(Engine *engine, const char *folder, u64 cache_bytes, char error[ENGINE_ERROR]);
/* Forgets what earlier searches found. */
void engine_clear(Engine *engine);

/* Begins a search; an earlier one is waited for. The task and the listener are copied, what they point to
 * must stay until its end. 0; -1: no memory or no thread, and nothing will be reported. */
int engine_start(Engine *engine, const EngineTask *task, const EngineListener *listener,
                 char error[ENGINE_ERROR]);
/* The search shall end soon. */
void engine_stop(Engine *engine);
/* The move pondered on was played: the search goes on, and its time runs from now on. */
void engine_ponder_hit(Engine *engine);
/* Returns when no search runs; and whether one does. */
void engine_wait(Engine *engine);
int engine_busy(Engine *engine);

/* What tables know of a move, as its maker sees it. */
typedef struct {
    EnginePosition after;
    int result; /* 2 won, 1 won but for a rule that draws, 0, -1, -2 */
    int plies;  /* to the end of the game, the move counted; -1: not known */
} EngineTableMove;

/* Looks the moves of the task's position up in the tables, best first; list: room for ENGINE_MAX_MOVES. Their
 * number; -1: tables do not know them all, or no memory. */
int engine_table_moves(Engine *engine, const EngineTask *task, EngineTableMove *list);

#endif
