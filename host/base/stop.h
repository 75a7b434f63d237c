/* SPDX-License-Identifier: MIT */
/* A flag that asks a computation to end soon. Another thread or a signal handler sets it. */
#ifndef HOST_STOP_H
#define HOST_STOP_H

/* NULL is allowed. */
static inline int stop_asked(const volatile int *stop)
{
    return stop != 0 && __atomic_load_n(stop, __ATOMIC_RELAXED);
}

static inline void stop_set(volatile int *stop, int asked)
{
    __atomic_store_n(stop, asked, __ATOMIC_RELAXED);
}

#endif
