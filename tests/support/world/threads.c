/* threads.c - schedulers for steps on threads, see threads.h. */
#define _POSIX_C_SOURCE 200809L
#include "support/world/threads.h"

#include "pawl/config.h"

#if PAWL_WITH_WORKERS

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WORKER_MEMORY ((size_t)32 << 20)

typedef struct thread_run {
    void (*run)(void *job, uint32_t index);
    void *job;
    uint32_t indices[PAWL_WORKERS_MAX], count;
    uint32_t late;
} thread_run;

static void insist(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "threads: %s\n", what);
    exit(2);
}

static void see(threads *of, uint32_t count) {
    of->calls++;
    of->runs += count;
    if (count > of->most) of->most = count;
}

/* xorshift64, Marsaglia 2003: this file is for machines without 128 bits as well. */
static uint32_t next_below(threads *of, uint32_t below) {
    of->seed ^= of->seed << 13;
    of->seed ^= of->seed >> 7;
    of->seed ^= of->seed << 17;
    return (uint32_t)(of->seed >> 33) % below;
}

static void shuffle(threads *of, uint32_t count, uint32_t order[PAWL_WORKERS_MAX]) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = next_below(of, i + 1);
        order[i] = order[at];
        order[at] = i;
    }
}

static void *run_some(void *context) {
    const thread_run *const some = (const thread_run *)context;
    if (some->late > 0) {
        const struct timespec time = {0, (long)some->late * 1000};
        (void)nanosleep(&time, NULL);
    }
    for (uint32_t i = 0; i < some->count; i++)
        some->run(some->job, some->indices[i]);
    return NULL;
}

void threads_in_order(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                      void *job) {
    see((threads *)context, count);
    for (uint32_t i = 0; i < count; i++)
        run(job, i);
}

void threads_backwards(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                       void *job) {
    see((threads *)context, count);
    for (uint32_t i = count; i > 0; i--)
        run(job, i - 1);
}

void threads_shuffled(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                      void *job) {
    threads *const of = (threads *)context;
    uint32_t order[PAWL_WORKERS_MAX];
    see(of, count);
    shuffle(of, count, order);
    for (uint32_t i = 0; i < count; i++)
        run(job, order[i]);
}

static void run_all(thread_run runs[], uint32_t count) {
    pthread_t thread[PAWL_WORKERS_MAX];
    for (uint32_t i = 1; i < count; i++)
        insist(pthread_create(&thread[i], NULL, run_some, &runs[i]) == 0, "no thread");
    (void)run_some(&runs[0]);
    for (uint32_t i = 1; i < count; i++)
        insist(pthread_join(thread[i], NULL) == 0, "a thread is lost");
}

void threads_apart(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                   void *job) {
    threads *const of = (threads *)context;
    thread_run runs[PAWL_WORKERS_MAX] = {{0}};
    uint32_t order[PAWL_WORKERS_MAX];
    see(of, count);
    shuffle(of, count, order);
    const uint32_t late = next_below(of, 2 * count);
    for (uint32_t i = 0; i < count; i++)
        runs[i] = (thread_run){run, job, {order[i]}, 1, i == late ? of->late : 0};
    run_all(runs, count);
}

void threads_two(void *context, uint32_t count, void (*run)(void *job, uint32_t index), void *job) {
    threads *const of = (threads *)context;
    thread_run runs[2] = {{run, job, {0}, 0, 0}, {run, job, {0}, 0, 0}};
    uint32_t order[PAWL_WORKERS_MAX];
    see(of, count);
    shuffle(of, count, order);
    for (uint32_t i = 0; i < count; i++)
        runs[i % 2].indices[runs[i % 2].count++] = order[i];
    run_all(runs, 2);
}

/* ---- a pool ---------------------------------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    uint32_t thread_count;
    thread_run runs; /* whose count is how many are left to take */
    uint32_t left;   /* that are not done */
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .work = PTHREAD_COND_INITIALIZER,
          .done = PTHREAD_COND_INITIALIZER};

/* Called and left with the lock; the last run is taken first. */
static void take_runs(void) {
    while (pool.runs.count > 0) {
        const uint32_t index = --pool.runs.count;
        const thread_run some = {pool.runs.run, pool.runs.job, {index}, 1, pool.runs.late};
        pool.runs.late = 0;
        pthread_mutex_unlock(&pool.lock);
        (void)run_some((void *)(uintptr_t)&some);
        pthread_mutex_lock(&pool.lock);
        if (--pool.left == 0) pthread_cond_signal(&pool.done);
    }
}

static void *pool_main(void *context) {
    (void)context;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        take_runs();
        pthread_cond_wait(&pool.work, &pool.lock);
    }
    return NULL;
}

void threads_pooled(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                    void *job) {
    threads *const of = (threads *)context;
    pthread_t thread;
    see(of, count);
    pthread_mutex_lock(&pool.lock);
    for (; pool.thread_count + 1 < count; pool.thread_count++) {
        insist(pthread_create(&thread, NULL, pool_main, NULL) == 0, "no thread");
        insist(pthread_detach(thread) == 0, "a thread is lost");
    }
    pool.runs = (thread_run){run, job, {0}, count, of->late};
    pool.left = count;
    pthread_cond_broadcast(&pool.work);
    take_runs();
    while (pool.left > 0)
        pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

/* ---- what the environment asks for ----------------------------------------------------------- */

typedef struct scheduler {
    const char *name;
    pawl_parallel parallel;
    uint32_t late;
} scheduler;

/* Threads of their own take longest to begin, so they are the last ones, and rare. */
static const scheduler schedulers[] = {
    {"in-order", threads_in_order, 0}, {"backwards", threads_backwards, 0},
    {"shuffled", threads_shuffled, 0}, {"pooled", threads_pooled, 0},
    {"late", threads_pooled, 20},      {"two", threads_two, 20},
    {"apart", threads_apart, 20}};
#define SCHEDULERS (sizeof schedulers / sizeof *schedulers)
#define SCHEDULERS_OFTEN 5u

static const scheduler *choose_scheduler(uint32_t step) {
    const char *const wanted = getenv("PAWL_SCHEDULER");
    if (wanted == NULL || strcmp(wanted, "any") == 0)
        return &schedulers[step % 64 == 0 ? SCHEDULERS_OFTEN + step / 64 % 2
                                          : step / 8 % SCHEDULERS_OFTEN];
    for (size_t i = 0; i < SCHEDULERS; i++)
        if (strcmp(wanted, schedulers[i].name) == 0) return &schedulers[i];
    insist(false, "no such scheduler");
    return NULL;
}

bool threads_are_wanted(pawl_step_hooks *hooks) {
    static threads shared = {.seed = 1};
    static void *memory;
    const char *const wanted = getenv("PAWL_WORKERS");
    if (wanted == NULL || wanted[0] == 0) return false;
    const int count = strcmp(wanted, "any") == 0 ? 1 + (int)(++shared.steps % 8) : atoi(wanted);
    insist(count > 0 && count <= PAWL_WORKERS_MAX, "PAWL_WORKERS is a number from 1 to 16, or any");
    if (memory == NULL) memory = malloc(WORKER_MEMORY);
    const scheduler *const chosen = choose_scheduler(shared.steps++);
    shared.late = chosen->late;
    hooks->context = &shared;
    hooks->workers = (uint32_t)count;
    hooks->parallel = chosen->parallel;
    hooks->yield = threads_yield;
    hooks->worker_memory = memory;
    hooks->worker_memory_size = WORKER_MEMORY;
    return true;
}

void threads_yield(void *context) {
    (void)context;
    (void)sched_yield();
}

#else

#include <stdlib.h>

bool threads_are_wanted(pawl_step_hooks *hooks) {
    (void)hooks;
    if (getenv("PAWL_WORKERS") != NULL) exit(77);
    return false;
}

#endif
