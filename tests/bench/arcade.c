/* arcade.c - what the arcade layer costs.
 *
 *     bench-arcade                  microseconds: pairs that are swept, steps of circles in a box
 *     bench-arcade count NAME       runs one of them once, for callgrind to count its instructions;
 *                                   prints how many pairs or steps that were
 *
 * The circles, of radius 1/2, fly at up to 5 units/s without gravity in a square in which they
 * cover a fifth of the area, and lose nothing; Chipmunk's are the same where it is installed. */
#include "arcade.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/arcade/swept_trial.h"

#define PAIR_COUNT 1000
#define STEPS 120
#define ROUNDS 21

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void insist(pawl_status status) {
    if (status == PAWL_OK) return;
    fprintf(stderr, "bench-arcade: %s\n", pawl_status_text(status));
    exit(1);
}

/* ---- pairs ------------------------------------------------------------------------------------
 */

typedef struct pair {
    pawl_arcade_id a, b;
    pawl_vec2 move_a, move_b;
} pair;

typedef struct pairs {
    pawl_arcade *arcade;
    pair list[PAIR_COUNT];
    int count, hits;
} pairs;

static uint16_t kind_for(pawl_arcade *arcade, int kind, const pawl_convex *shape) {
    static const uint8_t shapes[] = {PAWL_ARCADE_CIRCLE, PAWL_ARCADE_BOX, PAWL_ARCADE_POLYGON};
    pawl_arcade_prototype def = pawl_arcade_prototype_default();
    uint16_t made;
    def.shape = shapes[kind];
    if (kind == SWEPT_POLYGON) {
        insist(pawl_arcade_add_polygon(arcade, shape, &def.polygon));
    } else {
        def.half = pawl_vec2_make(swept_most(shape, false, 1), swept_most(shape, true, 1));
    }
    insist(pawl_arcade_add_prototype(arcade, &def, &made));
    return made;
}

static pawl_arcade_id add_body(pawl_arcade *arcade, uint16_t kind, pawl_vec2 at, pawl_vec2 speed) {
    pawl_arcade_id id;
    insist(pawl_arcade_create(arcade, kind, at, speed, 0, &id));
    return id;
}

static void *take(const pawl_arcade_def *def) {
    void *const memory = malloc(pawl_arcade_size(def));
    if (memory == NULL) exit(1);
    return memory;
}

/* Aimed at each other: three of four hit or touch. */
static pairs *make_pairs(int kind_a, int kind_b) {
    pairs *const made = calloc(1, sizeof *made);
    pawl_arcade_def def = pawl_arcade_def_default();
    uint64_t seed = seeded_base;
    def.body_capacity = def.polygon_capacity = def.prototype_capacity = 2 * PAIR_COUNT;
    insist(pawl_arcade_init(take(&def), pawl_arcade_size(&def), &def, &made->arcade));
    while (made->count < PAIR_COUNT) {
        const swept_trial t = swept_trial_make(&seed);
        if (t.kind_a != kind_a || t.kind_b != kind_b || t.mode != SWEPT_AIMED) continue;
        pair *const next = &made->list[made->count++];
        const pawl_vec2 still = {0, 0};
        next->a = add_body(made->arcade, kind_for(made->arcade, kind_a, &t.a), t.position_a, still);
        next->b = add_body(made->arcade, kind_for(made->arcade, kind_b, &t.b), t.position_b, still);
        next->move_a = t.move_a;
        next->move_b = t.move_b;
    }
    return made;
}

/* Not inline: callgrind counts by names of functions. */
void bench_counted_pairs(pairs *on);
void bench_counted_steps(pawl_arcade *arcade);

void bench_counted_pairs(pairs *on) {
    for (int i = 0; i < on->count; i++) {
        const pair *const p = &on->list[i];
        on->hits += pawl_arcade_meet(on->arcade, p->a, p->move_a, p->b, p->move_b).hit;
    }
}

/* ---- steps ------------------------------------------------------------------------------------
 */

static pawl_arcade *make_circles(int count) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    pawl_arcade *arcade;
    uint16_t made;
    const int side = bench_circles_side(count);
    def.body_capacity = (uint16_t)count;
    def.contact_capacity = (uint16_t)count;
    def.gravity = pawl_vec2_make(0, 0);
    def.bounds.lower = pawl_vec2_make(0, 0);
    def.bounds.upper = pawl_vec2_make(side * BENCH_SPACING, side * BENCH_SPACING);
    memset(def.edges, PAWL_ARCADE_EDGE_BOUNCE, sizeof def.edges);
    insist(pawl_arcade_init(take(&def), pawl_arcade_size(&def), &def, &arcade));
    kind.elasticity = PAWL_FX_ONE;
    kind.friction = kind.stick = 0;
    insist(pawl_arcade_add_prototype(arcade, &kind, &made));
    for (int i = 0; i < count; i++) {
        const bench_circle at = bench_circle_at(i, count);
        add_body(arcade, made, at.position, at.velocity);
    }
    return arcade;
}

void bench_counted_steps(pawl_arcade *arcade) {
    for (int i = 0; i < STEPS; i++)
        insist(pawl_arcade_step(arcade));
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *times) {
    qsort(times, ROUNDS, sizeof *times, compare);
    return times[ROUNDS / 2];
}

static const struct {
    const char *name;
    int a, b;
} pair_kinds[] = {
    {"circle-circle", SWEPT_CIRCLE, SWEPT_CIRCLE},
    {"circle-box", SWEPT_CIRCLE, SWEPT_BOX},
    {"box-box", SWEPT_BOX, SWEPT_BOX},
    {"circle-polygon", SWEPT_CIRCLE, SWEPT_POLYGON},
    {"polygon-polygon", SWEPT_POLYGON, SWEPT_POLYGON},
};
#define PAIR_KINDS ((int)(sizeof pair_kinds / sizeof pair_kinds[0]))

static const int circle_counts[] = {100, 1000};

static void measure_pairs(void) {
    double times[ROUNDS];
    for (int i = 0; i < PAIR_KINDS; i++) {
        pairs *const on = make_pairs(pair_kinds[i].a, pair_kinds[i].b);
        for (int k = 0; k < ROUNDS; k++) {
            const double begin = now();
            bench_counted_pairs(on);
            times[k] = (now() - begin) / PAIR_COUNT;
        }
        printf("pair,%s,%.4f,%.3f\n", pair_kinds[i].name, median(times),
               (double)on->hits / (ROUNDS * PAIR_COUNT));
        free(on->arcade);
        free(on);
    }
}

static void measure_steps(void) {
    double times[ROUNDS];
    for (int i = 0; i < 2; i++) {
        const int count = circle_counts[i];
        pawl_arcade *const arcade = make_circles(count);
        for (int k = 0; k < ROUNDS; k++) {
            const double begin = now();
            bench_counted_steps(arcade);
            times[k] = (now() - begin) / STEPS;
        }
        printf("steps,%d,%.2f,%u\n", count, median(times),
               (unsigned)pawl_arcade_get_faults(arcade));
        free(arcade);
        void *const peer = bench_peer_make(count);
        for (int k = 0; peer != NULL && k < ROUNDS; k++) {
            const double begin = now();
            bench_peer_counted_steps(peer, STEPS);
            times[k] = (now() - begin) / STEPS;
        }
        if (peer != NULL) printf("peer,%d,%.2f,0\n", count, median(times));
    }
}

static int run_once(const char *name) {
    for (int i = 0; i < PAIR_KINDS; i++) {
        if (strcmp(name, pair_kinds[i].name) != 0) continue;
        bench_counted_pairs(make_pairs(pair_kinds[i].a, pair_kinds[i].b));
        printf("%d\n", PAIR_COUNT);
        return 0;
    }
    const int count = atoi(name + strcspn(name, "0123456789"));
    if (strncmp(name, "steps", 5) == 0) bench_counted_steps(make_circles(count));
    if (strncmp(name, "peer", 4) == 0) bench_peer_counted_steps(bench_peer_make(count), STEPS);
    printf("%d\n", STEPS);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "count") == 0) return run_once(argv[2]);
    measure_pairs();
    measure_steps();
    return 0;
}
