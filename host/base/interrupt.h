/* SPDX-License-Identifier: MIT */
/* What signals ask of the program:
 *
 *   INT, TERM, HUP  stop: give up what was begun, save what is done, exit with 75 within a second. Again, half a second
 *                   later or more: exit with 75 at once.
 *   USR1            finish: begin nothing more, finish and save what was begun, exit with 75. Batch systems send it
 *                   some time before they end a job.
 *   USR2            status: print a line of progress and go on, in commands that have one.
 *
 * A signal that is ignored when the program starts (nohup, background jobs) stays ignored. Once a stop was asked for,
 * calls of the main thread that block (read, write, open) fail with EINTR, however late they begin.
 */
#ifndef HOST_INTERRUPT_H
#define HOST_INTERRUPT_H

#include <stdio.h>

/* Takes these signals over. Call once, from the main thread, before others start. */
void interrupt_install(void);

/* 1 once a stop or finish was asked for. For any thread; cheap enough for an outer loop. */
int interrupt_requested(void);

/* The same as a flag, for code that shall not know of signals; and one that is set by stop alone. */
const volatile int *interrupt_flag(void);
const volatile int *interrupt_stop_flag(void);

/* After reading from a stream failed: 1 if a signal broke it off that asks for no stop, as a stopped and continued
 * process, or a debugger, makes it happen; the stream can be read on then. Main thread. */
int interrupt_read_on(FILE *in);

/* Around a driver's call that nobody can end. Once a stop was asked for it is named on standard error after half a
 * second; after five the program ends without it, with 75. device and what must live until the end of the call. For any
 * thread; of several calls the one that began last is named. */
void interrupt_call_begin(const char *device, const char *what);
void interrupt_call_end(void);

/* 1 if a status was asked for since the last call. For any thread. */
int interrupt_status_asked(void);

#endif
