/* soft.c - what soft bodies cost.
 *
 *     bench-soft                  a line for each scene in pawl and, where it has pin joints alone,
 *                                 in Chipmunk: microseconds per step, and what came of it
 *     bench-soft count NAME       lets callgrind count the instructions of one of them
 *     bench-soft values           stretch and settling of a rope, a cloth and a blob by their
 *                                 settings, for docs/soft-values.md
 *
 * Each scene is warmed up and then goes the same steps again and again. Before that it goes them
 * once to see that they are what is to be measured: how far links stretch and areas give way, where
 * things are, what they touch; a scene that is not as it should be ends the program. */
#include "soft.h"

#include <math.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "measure.h"

#define ROUNDS 11

/* What is demanded of the steps that count. */
typedef struct limits {
    double stretch, area;         /* at most, in any step */
    double mean_low, mean_high;   /* where the centres are at the end */
    double lowest;                /* no point below that in any step */
    double speed_low, speed_high; /* of the fastest point, at the end */
    int touching;                 /* points at the end, at least */
} limits;

typedef struct scene {
    const char *name;
    int warm_up, steps;
    bool has_peer;
    limits demand;
} scene;

static const scene scenes[] = {
    {"rope", 0, 120, true, {0.002, 0, -9, -3, -11, 0.5, 40, 0}},
    {"cloth", 0, 120, true, {0.03, 0, -4, -1.5, -9, 0.05, 40, 0}},
    {"falling", 30, 120, false, {0.1, 0.1, 0.6, 4.5, -0.05, 0.1, 40, 60}},
    {"resting", 900, 60, false, {0.1, 0.05, 0.6, 4.5, -0.05, 0, 0.05, 60}},
};
#define SCENES ((int)(sizeof scenes / sizeof scenes[0]))

static const struct {
    const char *name;
    int iterations, substeps;
} peers[] = {{"peer", 10, 1}, {"substeps", 4, 8}};
#define PEERS ((int)(sizeof peers / sizeof peers[0]))

/* Not inline: callgrind counts by names of functions. */
void bench_counted_soft(bench_soft *on, int steps);
void bench_counted_soft(bench_soft *on, int steps) {
    bench_soft_step(on, steps);
}

static void add_parts(const scene *of, bench_soft *on) {
    if (of == &scenes[0]) bench_soft_rope(on);
    if (of == &scenes[1]) bench_soft_cloth(on);
}

static bench_soft *make(const scene *of) {
    bench_soft *const on = bench_soft_begin(false, BENCH_SUBSTEPS);
    add_parts(of, on);
    if (of->has_peer) {
        bench_soft_add(on);
    } else {
        bench_soft_blobs(on, strcmp(of->name, "resting") == 0);
    }
    bench_soft_step(on, of->warm_up);
    bench_soft_keep(on);
    return on;
}

static void demand(bool good, const scene *of, const char *what, const bench_soft_look *look) {
    if (good) return;
    fprintf(stderr,
            "bench-soft: %s: %s: stretch %.4f, area %.4f, mean %.3f, lowest %.3f, highest %.3f, "
            "speed %.3f, %d points touching\n",
            of->name, what, look->stretch, look->area, look->mean, look->lowest, look->highest,
            look->speed, look->touching);
    exit(1);
}

/* Goes the steps once: the worst stretch and area of all of them, the rest at the end. */
static bench_soft_look see(const scene *of, bench_soft *on) {
    const limits *const d = &of->demand;
    bench_soft_look worst = bench_soft_look_at(on);
    for (int i = 0; i < of->steps; i++) {
        bench_soft_step(on, 1);
        bench_soft_look look = bench_soft_look_at(on);
        look.stretch = fmax(look.stretch, worst.stretch);
        look.area = fmax(look.area, worst.area);
        look.lowest = fmin(look.lowest, worst.lowest);
        worst = look;
    }
    demand(worst.stretch <= d->stretch, of, "stretch", &worst);
    demand(worst.area <= d->area, of, "area", &worst);
    demand(worst.mean >= d->mean_low && worst.mean <= d->mean_high, of, "height", &worst);
    demand(worst.lowest >= d->lowest, of, "through the floor", &worst);
    demand(worst.speed >= d->speed_low && worst.speed <= d->speed_high, of, "speed", &worst);
    demand(worst.touching >= d->touching, of, "touches too little", &worst);
    insist(pawl_world_get_faults(on->world) == 0, "a fault");
    bench_soft_back(on);
    return worst;
}

static void print_row(const scene *of, const char *engine, double time, const bench_soft *on,
                      const bench_soft_look *look) {
    printf("%s,%s,%.4f,%u,%u,%.6f,%.6f,%.4f\n", engine, of->name, time, (unsigned)on->point_count,
           (unsigned)on->link_count, look->stretch, look->area, look->mean);
}

static void measure_peer(const scene *of, const bench_soft *on, int which) {
    bench_soft *const parts = bench_soft_begin(false, BENCH_SUBSTEPS);
    double times[ROUNDS];
    bench_soft_look look = {.stretch = 0};
    add_parts(of, parts);
    for (int k = 0; k < ROUNDS; k++) {
        void *const peer = bench_peer_soft(parts, peers[which].iterations, peers[which].substeps);
        if (peer == NULL) return;
        const double begin = now();
        bench_peer_counted_soft(peer, of->steps);
        times[k] = (now() - begin) / of->steps;
        bench_peer_free_soft(peer);
    }
    void *const peer = bench_peer_soft(parts, peers[which].iterations, peers[which].substeps);
    for (int i = 0; i < of->steps; i++) {
        const double before = look.stretch;
        bench_peer_counted_soft(peer, 1);
        look = bench_peer_look_at(peer);
        look.stretch = fmax(look.stretch, before);
    }
    demand(look.stretch < 1 && look.mean >= of->demand.mean_low &&
               look.mean <= of->demand.mean_high,
           of, "Chipmunk", &look);
    print_row(of, peers[which].name, median(times, ROUNDS), on, &look);
    bench_peer_free_soft(peer);
    bench_soft_end(parts);
}

static void measure(const scene *of) {
    bench_soft *const on = make(of);
    double times[ROUNDS];
    const bench_soft_look look = see(of, on);
    for (int k = 0; k < ROUNDS; k++) {
        bench_soft_back(on);
        const double begin = now();
        bench_counted_soft(on, of->steps);
        times[k] = (now() - begin) / of->steps;
    }
    print_row(of, "pawl", median(times, ROUNDS), on, &look);
    for (int i = 0; of->has_peer && i < PEERS; i++)
        measure_peer(of, on, i);
    bench_soft_end(on);
}

/* NAME is the engine and the scene: pawl-rope. */
static int count(const char *name) {
    for (int i = 0; i < SCENES; i++) {
        const scene *const of = &scenes[i];
        const char *const dash = strchr(name, '-');
        if (dash == NULL || strcmp(dash + 1, of->name) != 0) continue;
        if (strncmp(name, "pawl", 4) == 0) {
            bench_soft *const on = make(of);
            CALLGRIND_START_INSTRUMENTATION;
            bench_counted_soft(on, of->steps);
            CALLGRIND_STOP_INSTRUMENTATION;
        }
        for (int k = 0; k < PEERS; k++) {
            if (strncmp(name, peers[k].name, strlen(peers[k].name)) != 0) continue;
            bench_soft *const on = bench_soft_begin(false, BENCH_SUBSTEPS);
            add_parts(of, on);
            void *const peer = bench_peer_soft(on, peers[k].iterations, peers[k].substeps);
            CALLGRIND_START_INSTRUMENTATION;
            bench_peer_counted_soft(peer, of->steps);
            CALLGRIND_STOP_INSTRUMENTATION;
        }
        printf("%d\n", of->steps);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "count") == 0) return count(argv[2]);
    if (argc == 2 && strcmp(argv[1], "values") == 0) {
        bench_soft_values();
        return 0;
    }
    for (int i = 0; i < SCENES; i++)
        measure(&scenes[i]);
    return 0;
}
