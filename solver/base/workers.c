/* SPDX-License-Identifier: MIT */
#include "workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
    Workers *workers;
    int number;
} Seat;

/* Rounds are short and follow each other: a thread looks that often for the next one before it sleeps. */
enum { LOOKS = 2000 };

struct Workers {
    int threads, started;
    atomic_int idle, closing;
    atomic_uint_fast64_t round;
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    pthread_t *handles;
    Seat *seats;
    uint64_t count, size;
    atomic_uint_fast64_t next;
    WorkersPiece *piece;
    void *user;
};

static void pause_a_little(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static void work(Workers *w, int number)
{
    for (;;) {
        const uint64_t first = atomic_fetch_add_explicit(&w->next, w->size, memory_order_relaxed);
        if (first >= w->count) return;
        w->piece(w->user, first, w->count - first < w->size ? w->count : first + w->size, number);
    }
}

/* 1: there is a round after `seen`; 0: the pool closes. */
static int wait_for_round(Workers *w, uint64_t seen)
{
    for (int look = 0; look < LOOKS && atomic_load(&w->round) == seen && !atomic_load(&w->closing); look++)
        pause_a_little();
    if (atomic_load(&w->round) == seen) {
        pthread_mutex_lock(&w->lock);
        while (atomic_load(&w->round) == seen && !atomic_load(&w->closing))
            pthread_cond_wait(&w->begin, &w->lock);
        pthread_mutex_unlock(&w->lock);
    }
    return atomic_load(&w->round) != seen;
}

static void *thread(void *arg)
{
    const Seat *seat = arg;
    Workers *w = seat->workers;
    for (uint64_t seen = 0; wait_for_round(w, seen);) {
        seen = atomic_load(&w->round);
        work(w, seat->number);
        if (atomic_fetch_add(&w->idle, 1) + 1 == w->started) {
            pthread_mutex_lock(&w->lock);
            pthread_cond_signal(&w->end);
            pthread_mutex_unlock(&w->lock);
        }
    }
    return NULL;
}

static void wait_for_all(Workers *w)
{
    for (int look = 0; look < LOOKS && atomic_load(&w->idle) < w->started; look++) pause_a_little();
    if (atomic_load(&w->idle) == w->started) return;
    pthread_mutex_lock(&w->lock);
    while (atomic_load(&w->idle) < w->started) pthread_cond_wait(&w->end, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

Workers *workers_open(int threads)
{
    Workers *w = calloc(1, sizeof *w);
    if (w == NULL) return NULL;
    w->threads = threads;
    w->handles = calloc((size_t)threads, sizeof *w->handles);
    w->seats = calloc((size_t)threads, sizeof *w->seats);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->begin, NULL);
    pthread_cond_init(&w->end, NULL);
    int whole = w->handles && w->seats;
    for (int i = 0; whole && i < threads - 1; i++) {
        w->seats[i] = (Seat){w, i + 1};
        whole = pthread_create(&w->handles[i], NULL, thread, &w->seats[i]) == 0;
        w->started += whole;
    }
    if (whole) return w;
    workers_close(w);
    return NULL;
}

void workers_close(Workers *w)
{
    if (w == NULL) return;
    pthread_mutex_lock(&w->lock);
    atomic_store(&w->closing, 1);
    pthread_cond_broadcast(&w->begin);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->started; i++) pthread_join(w->handles[i], NULL);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->begin);
    pthread_cond_destroy(&w->end);
    free(w->handles);
    free(w->seats);
    free(w);
}

int workers_count(const Workers *w) { return w->threads; }

void workers_run(Workers *w, uint64_t count, uint64_t size, WorkersPiece *piece, void *user)
{
    w->count = count;
    w->size = size;
    w->piece = piece;
    w->user = user;
    atomic_store_explicit(&w->next, 0, memory_order_relaxed);
    if (w->started == 0 || count <= size) {
        work(w, 0);
        return;
    }
    atomic_store(&w->idle, 0);
    pthread_mutex_lock(&w->lock);
    atomic_fetch_add(&w->round, 1);
    pthread_cond_broadcast(&w->begin);
    pthread_mutex_unlock(&w->lock);
    work(w, 0);
    wait_for_all(w);
}
