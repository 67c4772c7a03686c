/* threads.c - a world on several threads beside as many copies of it, each on a thread of its own.
 *
 *     bench-threads SCENE [WORKERS] [LANES] [ROUNDS]
 *
 * Copies side by side are what the processors can do at most: they share no work, but memory and
 * clock. Rounds of the three are interleaved: one world on one thread, one on all of them, copies
 * side by side. Times are those of a clock on the wall, since a thread that waits counts. So what
 * else runs on the machine shows: beside the median of the rounds stands the sum of the shortest
 * time of each step.
 *
 * PROFILE=1 tells of the stages, STEPS=n of the first n steps alone.
 *
 * `workers` is the throughput of one world on the threads, as a share of that of the copies: of the
 * rounds, the median of the shares. The last line is for threads_report.py: microseconds of a step
 * alone, on the threads and of the copies, that share, and how long a number takes from one
 * processor to another and back, in nanoseconds: several times as long where they share no cache.
 * In a virtual machine that may change while it runs. LANES may be "best". */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "measure.h"
#include "support/scene/scene_pawl.h"

#define ROUNDS_MAX 101
#define STEPS_MAX 600
#define PILES 64

typedef struct bench_scene {
    const char *name;
    int steps;
} bench_scene;

static const bench_scene scenes[] = {{"S1", 300}, {"S2", 200}, {"S4", 600}, {"piles", 100}};

/* Microseconds. */
static double wall(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/* Each thread on a processor of its own, where there are so many. */
static void pin_thread(pthread_t thread, int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    (void)pthread_setaffinity_np(thread, sizeof set, &set);
}

/* ---- threads --------------------------------------------------------------------------------- */

/* A pool whose threads look for work for a while before they give way. A thread takes the run of
 * its own number first, since most of that is in its cache, then whatever nobody has taken. */
typedef struct pool_work {
    void (*run)(void *job, uint32_t index);
    void *job;
} pool_work;

typedef struct claim {
    atomic_uint turn; /* the last one in which the run was taken */
    uint8_t apart[124];
} claim;

typedef struct pool {
    _Atomic uint64_t ticket; /* the turn, and how many runs it has */
    uint8_t apart[120];
    atomic_uint done;
    pool_work work[2]; /* of even and odd turns */
    atomic_bool ends;
    claim claims[PAWL_WORKERS_MAX];
    pthread_t threads[PAWL_WORKERS_MAX];
    atomic_uint begun; /* threads; the one that steps is number 0 */
    int thread_count;
} pool;

/* Whether there was a run to take. */
static bool take_run(pool *of, uint32_t own) {
    const uint64_t ticket = atomic_load(&of->ticket);
    const uint32_t turn = (uint32_t)(ticket >> 32), count = (uint32_t)ticket;
    const pool_work work = of->work[turn & 1];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index = (own + i) % count;
        uint32_t before = atomic_load(&of->claims[index].turn);
        if ((int32_t)(turn - before) <= 0) continue;
        if (!atomic_compare_exchange_strong(&of->claims[index].turn, &before, turn)) continue;
        work.run(work.job, index);
        atomic_fetch_add(&of->done, 1);
        return true;
    }
    return false;
}

static void *pool_main(void *context) {
    pool *const of = context;
    const uint32_t own = atomic_fetch_add(&of->begun, 1) + 1;
    for (uint32_t looks = 1; !atomic_load(&of->ends); looks++) {
        if (take_run(of, own)) looks = 0;
        if (looks % 65536 == 65535) sched_yield();
    }
    return NULL;
}

/* pawl_parallel */
static void run_on_pool(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                        void *job) {
    pool *const of = context;
    const uint64_t turn = (atomic_load(&of->ticket) >> 32) + 1;
    of->work[turn & 1].run = run;
    of->work[turn & 1].job = job;
    atomic_store(&of->done, 0);
    atomic_store(&of->ticket, turn << 32 | count);
    while (take_run(of, 0))
        continue;
    for (uint32_t looks = 1; atomic_load(&of->done) != count; looks++)
        if (looks % 4096 == 0) sched_yield();
}

static void give_way(void *context) {
    (void)context;
    (void)sched_yield();
}

static void open_pool(pool *of, int workers) {
    memset(of, 0, sizeof *of);
    of->thread_count = workers - 1;
    for (int i = 0; i < of->thread_count; i++) {
        insist(pthread_create(&of->threads[i], NULL, pool_main, of) == 0, "no thread");
        pin_thread(of->threads[i], i + 1);
    }
}

static void close_pool(pool *of) {
    atomic_store(&of->ends, true);
    for (int i = 0; i < of->thread_count; i++)
        insist(pthread_join(of->threads[i], NULL) == 0, "a thread is lost");
}

/* ---- how far it is -------------------------------------------------------------------------- */

#define TRIPS 20000

static void *send_back(void *context) {
    atomic_uint *const number = context;
    for (unsigned i = 0; i < TRIPS; i++) {
        while (atomic_load(number) != 2 * i + 1)
            continue;
        atomic_store(number, 2 * i + 2);
    }
    return NULL;
}

/* Nanoseconds, between the first two processors. */
static double measure_trip(void) {
    static atomic_uint number;
    pthread_t thread;
    atomic_store(&number, 0);
    insist(pthread_create(&thread, NULL, send_back, &number) == 0, "no thread");
    pin_thread(thread, 1);
    const double begin = wall();
    for (unsigned i = 0; i < TRIPS; i++) {
        atomic_store(&number, 2 * i + 1);
        while (atomic_load(&number) != 2 * i + 2)
            continue;
    }
    const double took = wall() - begin;
    insist(pthread_join(thread, NULL) == 0, "a thread is lost");
    return took * 1e3 / TRIPS;
}

/* ---- worlds ---------------------------------------------------------------------------------- */

/* Piles of a hundred, apart from each other. */
static void build_piles(scene_def *out) {
    insist(scene_build("S4-100", SCENE_M, out), "no scene");
    const int count = out->body_count;
    scene_body *const bodies = calloc((size_t)(count * PILES), sizeof *bodies);
    insist(bodies != NULL, "no memory");
    for (int i = 0; i < count * PILES; i++) {
        bodies[i] = out->bodies[i % count];
        bodies[i].position.x += 20.0 * (i / count - PILES / 2);
    }
    free(out->bodies);
    out->bodies = bodies;
    out->body_count = out->body_capacity = count * PILES;
}

typedef struct copy {
    scene_world scene;
    pawl_step_hooks hooks;
    uint64_t ticks[PAWL_STAGE_COUNT];
    double *best; /* microseconds, by step */
    double (*stages)[PAWL_STAGE_COUNT];
    int steps;
    atomic_int *ready; /* null: nobody else has to be */
    int copies;
} copy;

static uint64_t read_clock(void *context) {
    struct timespec time;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void *make_memory(size_t size) {
    void *const memory = calloc(1, size);
    insist(memory != NULL, "no memory");
    return memory;
}

static void open_copy(copy *of, const scene_def *scene, pawl_lanes lanes, pool *threads) {
    const pawl_world_def def = scene_world_def(scene);
    memset(of, 0, sizeof *of);
    insist(scene_world_make(scene, &def, &of->scene), "no world");
    of->hooks.lanes = lanes;
    of->hooks.cache_size = pawl_world_cache_size(&def);
    of->hooks.cache = make_memory(of->hooks.cache_size);
    of->hooks.lane_memory_size = pawl_world_lanes_size(&def, lanes);
    of->hooks.lane_memory = make_memory(of->hooks.lane_memory_size);
    if (getenv("PROFILE") != NULL) {
        of->hooks.clock = read_clock;
        of->hooks.stage_ticks = of->ticks;
    }
    if (threads == NULL) return;
    of->hooks.context = threads;
    of->hooks.parallel = run_on_pool;
    of->hooks.yield = give_way;
    of->hooks.workers = (uint32_t)threads->thread_count + 1;
    of->hooks.worker_memory_size = pawl_world_workers_size(&def);
    of->hooks.worker_memory = make_memory(of->hooks.worker_memory_size);
}

static void close_copy(copy *of) {
    free(of->hooks.cache);
    free(of->hooks.lane_memory);
    free(of->hooks.worker_memory);
    scene_world_free(&of->scene);
}

static void *step_copy(void *context) {
    copy *const of = context;
    insist(pawl_world_step(of->scene.world, &of->hooks) == PAWL_OK, "no step");
    if (of->ready != NULL) {
        atomic_fetch_add(of->ready, 1);
        while (atomic_load(of->ready) < of->copies)
            continue;
    }
    double before = wall();
    for (int i = 0; i < of->steps; i++) {
        insist(pawl_world_step(of->scene.world, &of->hooks) == PAWL_OK, "no step");
        const double after = wall(), took = after - before;
        if (of->best[i] == 0 || took < of->best[i]) of->best[i] = took;
        for (int k = 0; k < PAWL_STAGE_COUNT; k++) {
            const double stage = (double)of->ticks[k] * 1e-3;
            if (of->stages[i][k] == 0 || stage < of->stages[i][k]) of->stages[i][k] = stage;
        }
        memset(of->ticks, 0, sizeof of->ticks);
        before = after;
    }
    return NULL;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

typedef struct variant {
    double best[PAWL_WORKERS_MAX][STEPS_MAX];
    double stages[PAWL_WORKERS_MAX][STEPS_MAX][PAWL_STAGE_COUNT];
    double rounds[ROUNDS_MAX]; /* microseconds of a step */
    uint32_t hash;
} variant;

typedef struct bench {
    scene_def scene;
    pawl_lanes lanes;
    int workers, steps;
} bench;

/* Microseconds of a step. */
static double run_copies(const bench *of, variant *out, int copies, pool *threads) {
    static copy made[PAWL_WORKERS_MAX];
    pthread_t thread[PAWL_WORKERS_MAX];
    atomic_int ready = 0;
    for (int i = 0; i < copies; i++) {
        open_copy(&made[i], &of->scene, of->lanes, threads);
        made[i].best = out->best[i];
        made[i].stages = out->stages[i];
        made[i].steps = of->steps;
        made[i].ready = &ready;
        made[i].copies = copies;
    }
    const double begin = wall();
    for (int i = 1; i < copies; i++) {
        insist(pthread_create(&thread[i], NULL, step_copy, &made[i]) == 0, "no thread");
        pin_thread(thread[i], i);
    }
    (void)step_copy(&made[0]);
    for (int i = 1; i < copies; i++)
        insist(pthread_join(thread[i], NULL) == 0, "a thread is lost");
    const double took = wall() - begin;
    out->hash = pawl_world_hash(made[0].scene.world);
    for (int i = 0; i < copies; i++)
        close_copy(&made[i]);
    return took / (of->steps + 1);
}

static double best_of(const variant *of, int copies, int steps) {
    double sum = 0;
    for (int i = 0; i < copies; i++)
        for (int step = 0; step < steps; step++)
            sum += of->best[i][step];
    return sum / copies / steps;
}

/* Of the first copy, stage by stage. */
static void print_stages(const bench *of, const variant *alone, const variant *worked,
                         const variant *copied) {
    double total[3] = {0, 0, 0};
    for (int k = 0; k < PAWL_STAGE_COUNT; k++) {
        double sums[3] = {0, 0, 0};
        for (int i = 0; i < of->steps; i++) {
            sums[0] += alone->stages[0][i][k];
            sums[1] += worked->stages[0][i][k];
            sums[2] += copied->stages[0][i][k];
        }
        for (int i = 0; i < 3; i++)
            total[i] += sums[i] / of->steps;
        printf("  %-12s %8.2f %8.2f %8.2f us\n", pawl_stage_text((pawl_stage)k),
               sums[0] / of->steps, sums[1] / of->steps, sums[2] / of->steps);
    }
    printf("stages: alone %.1f, workers %.1f, copies %.1f: %.3f, %.2f times\n", total[0], total[1],
           total[2], total[2] / (2 * total[1]), total[0] / total[1]);
}

static void run_rounds(const bench *of, int rounds) {
    static variant alone, worked, copied;
    static double shares[ROUNDS_MAX], trips[ROUNDS_MAX];
    pin_thread(pthread_self(), 0);
    pool threads;
    for (int i = 0; i < rounds; i++) {
        trips[i] = measure_trip();
        alone.rounds[i] = run_copies(of, &alone, 1, NULL);
        open_pool(&threads, of->workers);
        worked.rounds[i] = run_copies(of, &worked, 1, &threads);
        close_pool(&threads);
        copied.rounds[i] = run_copies(of, &copied, of->workers, NULL);
        insist(alone.hash == worked.hash && alone.hash == copied.hash, "the bits differ");
        shares[i] = copied.rounds[i] / (worked.rounds[i] * of->workers);
    }
    const double a = median(alone.rounds, rounds), w = median(worked.rounds, rounds);
    const double c = median(copied.rounds, rounds);
    const double best_a = best_of(&alone, 1, of->steps), best_w = best_of(&worked, 1, of->steps);
    const double best_c = best_of(&copied, of->workers, of->steps);
    if (getenv("PROFILE") != NULL) print_stages(of, &alone, &worked, &copied);
    printf(
        "median: alone %.1f us, on %d workers %.1f us, copies %.1f us; workers %.3f, %.2f times\n"
        "best:   alone %.1f us, on %d workers %.1f us, copies %.1f us; workers %.3f, %.2f times\n",
        a, of->workers, w, c, median(shares, rounds), a / w, best_a, of->workers, best_w, best_c,
        best_c / (best_w * of->workers), best_a / best_w);
    printf("%f,%f,%f,%f,%f\n", a, w, c, median(shares, rounds), median(trips, rounds));
}

static pawl_lanes find_lanes(const char *name) {
    if (strcmp(name, "best") == 0) return pawl_lanes_best();
    for (int i = 0; i < PAWL_LANES_COUNT; i++)
        if (strcmp(name, pawl_lanes_name((pawl_lanes)i)) == 0 && pawl_lanes_has((pawl_lanes)i))
            return (pawl_lanes)i;
    insist(false, "no such lanes");
    return PAWL_LANES_NONE;
}

int main(int argc, char **argv) {
    bench of = {.workers = argc > 2 ? atoi(argv[2]) : 2, .lanes = PAWL_LANES_NONE};
    const int rounds = argc > 4 ? atoi(argv[4]) : 5;
    if (argc > 3) of.lanes = find_lanes(argv[3]);
    insist(of.workers > 1 && of.workers <= PAWL_WORKERS_MAX, "2 to 16 workers");
    insist(rounds > 0 && rounds <= ROUNDS_MAX && rounds % 2 == 1, "an odd number of rounds");
    for (size_t i = 0; argc > 1 && i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(argv[1], scenes[i].name) == 0)
            of.steps = getenv("STEPS") ? atoi(getenv("STEPS")) : scenes[i].steps;
    insist(of.steps > 0, "S1, S2, S4 or piles");
    if (strcmp(argv[1], "piles") == 0) {
        build_piles(&of.scene);
    } else {
        insist(scene_build(argv[1], SCENE_M, &of.scene), "no scene");
    }
    run_rounds(&of, rounds);
    scene_free(&of.scene);
    return 0;
}
