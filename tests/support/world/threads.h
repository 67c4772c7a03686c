/* threads.h - ways in which a program may run the work of a step: pawl_parallel of real threads,
 * and of schedulers that no program would want. */
#ifndef PAWL_TESTS_THREADS_H
#define PAWL_TESTS_THREADS_H

#include "pawl/world.h"

/* The context of all of them. */
typedef struct threads {
    uint64_t seed; /* not 0 */
    uint32_t late; /* microseconds that a run is late by; 0: none is */
    /* What was seen. */
    uint32_t calls, runs, most; /* most runs of a call */
    uint32_t steps;
} threads;

/* On the caller's thread, one after the other. */
void threads_in_order(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                      void *job);
void threads_backwards(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                       void *job);
void threads_shuffled(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                      void *job);
/* A thread for each run, begun in any order, any of which may be late. */
void threads_apart(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                   void *job);
/* Two threads for all runs, in any order. */
void threads_two(void *context, uint32_t count, void (*run)(void *job, uint32_t index), void *job);
/* A pool that lives as long as the program, as a game has one: runs go to any thread that is free.
 * The one with the highest number is late. One call at a time. */
void threads_pooled(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                    void *job);

/* Whether the environment asks for workers: PAWL_WORKERS is how many, or "any" for one to eight in
 * turn. If so, hands them over, by the scheduler that PAWL_SCHEDULER names: in-order, backwards,
 * shuffled, apart, two, pooled or late, which is pooled with one run that is always late; or by any
 * of them, in turn. Every program of tests whose steps have them proves that threads move no bit.
 * Ends the program when there is no such scheduler, and with status 77 in a build without workers.
 */
bool threads_are_wanted(pawl_step_hooks *hooks);

/* Gives way, to others that may be waited for. */
void threads_yield(void *context);

#endif
