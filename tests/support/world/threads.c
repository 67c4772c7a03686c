/* threads.c - schedulers for steps on threads, see threads.h. */
#define _POSIX_C_SOURCE 200809L
#include "support/world/threads.h"

#include "pawl/config.h"

#if PAWL_WITH_WORKERS

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "support/base/seeded.h"

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

static void shuffle(threads *of, uint32_t count, uint32_t order[PAWL_WORKERS_MAX]) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = (uint32_t)(seeded_next(&of->seed) >> 33) % (i + 1);
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
    thread_run runs[PAWL_WORKERS_MAX];
    uint32_t order[PAWL_WORKERS_MAX];
    see(of, count);
    shuffle(of, count, order);
    const uint32_t late = (uint32_t)(seeded_next(&of->seed) >> 33) % (2 * count);
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

bool threads_are_wanted(pawl_step_hooks *hooks) {
    static const pawl_parallel schedulers[] = {threads_in_order, threads_backwards,
                                               threads_shuffled, threads_two};
    static threads shared = {.seed = 1, .late = 20};
    static void *memory;
    const char *const wanted = getenv("PAWL_WORKERS");
    if (wanted == NULL || wanted[0] == 0 || wanted[0] == '0') return false;
    if (memory == NULL) memory = malloc(WORKER_MEMORY);
    shared.steps++;
    hooks->context = &shared;
    hooks->workers = 1 + shared.steps % 8;
    hooks->parallel = shared.steps % 64 == 0 ? threads_apart : schedulers[shared.steps / 8 % 4];
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

bool threads_are_wanted(pawl_step_hooks *hooks) {
    (void)hooks;
    return false;
}

#endif
