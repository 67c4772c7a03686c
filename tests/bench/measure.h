/* measure.h - what the benchmark programs share: a clock, the median, and an end when something is
 * not what is to be measured. */
#ifndef PAWL_BENCH_MEASURE_H
#define PAWL_BENCH_MEASURE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline void insist(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

/* Microseconds of processor time: other programs on the machine hardly matter. */
static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static inline int compare_times(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of an odd number of times, which it sorts. */
static inline double median(double *times, int count) {
    qsort(times, (size_t)count, sizeof times[0], compare_times);
    return times[count / 2];
}

#endif
