/* ^C, TERM and USR1: once asks the program to stop soon, again half a second later or more ends it at once with exit code
 * 75. */
#ifndef HOST_INTERRUPT_H
#define HOST_INTERRUPT_H

/* Takes over SIGINT, SIGTERM and SIGUSR1, except where the program was started with them ignored. Call once, before
 * other threads start. */
void interrupt_install(void);

/* From now on ^C and TERM also end a read that waits for input, with EINTR. */
void interrupt_ends_waiting(void);

/* 1 once a stop was asked for. For any thread; cheap enough for an outer loop. */
int interrupt_requested(void);

/* The same as a flag, for code that shall not know of signals. */
const volatile int *interrupt_flag(void);

#endif
