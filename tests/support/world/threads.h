/* threads.h - ways in which a program may run the work of a step: pawl_parallel of real threads,
 * and of schedulers that no program would want. */
#ifndef PAWL_TESTS_THREADS_H
#define PAWL_TESTS_THREADS_H

#include "pawl/world.h"

/* The context of all of them. */
typedef struct threads {
    uint64_t seed;
    uint32_t late; /* microseconds that some run is late by; 0: none is */
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

/* Whether the environment asks for workers, by PAWL_WORKERS=1; if so, hands them over: one to eight
 * in turn, by any of the schedulers, in turn. Every program of tests whose steps have them proves
 * that threads move no bit. */
bool threads_are_wanted(pawl_step_hooks *hooks);

/* Gives way, to others that may be waited for. */
void threads_yield(void *context);

#endif
