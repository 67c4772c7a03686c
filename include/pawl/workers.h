/* workers.h - a step on several threads of the program.
 *
 * The library has no threads. A program that has some lends them to a step by one function in
 * pawl_step_hooks, and memory for what they share:
 *
 *     pawl_step_hooks hooks = {.parallel = run_on_my_threads, .workers = 4,
 *                              .worker_memory = memory, .worker_memory_size = size};
 *
 * No result depends on it: not on whether there are any, how many, nor when they run. Each body
 * meets its contacts in the order of a single thread, so that a machine with eight threads may
 * play with one that has none (docs/4-solver.md). */
#ifndef PAWL_WORKERS_H
#define PAWL_WORKERS_H

#include "pawl/base.h"
#include "pawl/config.h"

#define PAWL_WORKERS_MAX 16

struct pawl_world_def;

/* Calls run(job, 0), run(job, 1) ... run(job, count - 1), each once, in any order and on any
 * threads, and returns when all of them have. What was written before a call of this is seen by
 * each run, and what they wrote by what comes after it, as with any pool of threads. A run that
 * waits for another one is only ever waiting for one that has begun: so it is no mistake to call
 * them one after the other, or to have fewer threads than runs. `context` is that of the hooks;
 * `count` is at most `workers`. Called several times in a step; what a run of one index reads lies
 * best in the cache of the thread that had that index in the calls before. */
typedef void (*pawl_parallel)(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                              void *job);

/* Bytes of worker_memory with which every step of such a world has room, however many workers; 0
 * when the def is wrong, or the build has no workers (PAWL_WITH_WORKERS). With less memory a step
 * that needs more is one thread's. */
PAWL_API size_t pawl_world_workers_size(const struct pawl_world_def *def);

#endif
