/* level.c - what a level costs: to build it, as it grows, and to walk, look and find paths in it.
 *
 *   bench-level                 a line of comma-separated values for each thing that is measured:
 *                               "build,..." for levels from 1,000 to 100,000 edges, "walk,..." for
 *                               calls on the level of 470 edges, "union,..." for unions
 *   bench-level count NAME      the calls of NAME once, for callgrind: it counts in what begins
 *                               with bench_counted; the number of calls goes to stdout
 *
 * Times are processor time; the median of several. Levels come from
 * tests/support/level/level_random.c, with about eight edges to a polygon and as much room for each
 * whatever the size. */
#include <string.h>

#include "measure.h"
#include "pawl/level.h"
#include "support/level/level_random.h"
#include "support/base/seeded.h"

#define SEED 7
#define CALLS 2000
#define PATH_CALLS 50
#define ROUNDS 5

/* ---- building -------------------------------------------------------------------------------- */

static level_random make(uint32_t polygons) {
    level_random_options options = level_random_default();
    options.polygon_count = polygons;
    return level_random_make(SEED, &options);
}

/* Microseconds of one build. The block is as large as it has to be. */
static double build_once(const pawl_level_def *def, void *memory, size_t need,
                         const level_built *known) {
    pawl_level_report report;
    void *const block = malloc(known->size);
    const double begin = now();
    const pawl_status status =
        pawl_level_build(def, memory, need, NULL, block, known->size, &report);
    const double took = now() - begin;
    insist(status == PAWL_OK && memcmp(block, known->block, known->size) == 0, "another level");
    free(block);
    return took;
}

static void measure_build(uint32_t polygons) {
    level_random random = make(polygons);
    level_built built = level_build_now(&random.def);
    /* The limits that the level uses, and what vertices and edges take on the way. */
    pawl_level_def exact = random.def;
    exact.limits = built.report.used;
    exact.limits.vertices += exact.limits.vertices / 4;
    exact.limits.edges += exact.limits.edges / 4;
    const size_t need = pawl_level_build_size(&random.def), least = pawl_level_build_size(&exact);
    void *const memory = malloc(need > least ? need : least);
    insist(memory != NULL, "no memory");
    double times[ROUNDS];
    const int rounds = random.edge_count > 20000 ? 1 : ROUNDS;
    for (int i = 0; i < rounds; i++)
        times[i] = build_once(&random.def, memory, need, &built);
    const double middle = median(times, rounds);
    (void)build_once(&exact, memory, least, &built);
    printf("build,%u,%u,%u,%u,%u,%zu,%zu,%u,%d,%.0f\n", (unsigned)random.edge_count,
           (unsigned)built.report.used.segments, (unsigned)built.report.used.vertices,
           (unsigned)built.report.vertices, (unsigned)built.report.triangles, need, least,
           (unsigned)built.size, built.level.is_wide, middle);
    fflush(stdout);
    free(memory);
    free(built.block);
    level_random_free(&random);
}

/* ---- walking --------------------------------------------------------------------------------- */

typedef struct ground {
    level_random random;
    level_built built;
    const pawl_level *level;
    void *memory;
    size_t memory_size;
    pawl_place places[CALLS]; /* free */
    pawl_vec2 points[CALLS];  /* anywhere */
    pawl_vec2 moves[CALLS];
    pawl_place along[CALLS]; /* at walls */
} ground;

static void spread(ground *on) {
    uint64_t seed = SEED;
    const pawl_box box = on->level->bounds;
    const uint64_t width = (uint64_t)((int64_t)box.upper.x - box.lower.x);
    const uint64_t height = (uint64_t)((int64_t)box.upper.y - box.lower.y);
    for (int i = 0; i < CALLS; i++) {
        on->points[i].x = box.lower.x + (pawl_fx)(seeded_next(&seed) % width);
        on->points[i].y = box.lower.y + (pawl_fx)(seeded_next(&seed) % height);
        insist(pawl_level_find_nearest_free(on->level, NULL, on->points[i], &on->places[i]) ==
                   PAWL_OK,
               "nothing is free");
        on->moves[i].x = (pawl_fx)(seeded_next(&seed) % 16384) - 8192;
        on->moves[i].y = (pawl_fx)(seeded_next(&seed) % 16384) - 8192;
    }
}

/* An eighth of a unit in each direction at most, where nothing is in the way: those that would
 * touch something are drawn again. Then the same where a wall is slid along. */
static void choose_moves(ground *on) {
    uint64_t seed = SEED + 1;
    for (int i = 0; i < CALLS; i++) {
        bool slid = false, walked = false;
        for (int tries = 0; tries < 100000 && !(slid && walked); tries++) {
            const int from = (int)(seeded_next(&seed) % CALLS);
            pawl_place place = on->places[from];
            pawl_step_report report;
            insist(pawl_level_step(on->level, NULL, on->moves[i], 0, PAWL_FRICTION_COULOMB, &place,
                                   &report) == PAWL_OK,
                   "no step");
            if (!walked && report.contact_count == 0) {
                walked = true;
                on->places[i] = on->places[from];
            }
            if (!slid && report.contact_count == 1 &&
                (report.moved.x != 0 || report.moved.y != 0)) {
                slid = true;
                on->along[i] = on->places[from];
            }
        }
        insist(slid && walked, "no such steps");
    }
}

static void step_all(const ground *on, const pawl_place *from, uint32_t contacts) {
    for (int i = 0; i < CALLS; i++) {
        pawl_place place = from[i];
        pawl_step_report report;
        const pawl_status status = pawl_level_step(on->level, NULL, on->moves[i], 0,
                                                   PAWL_FRICTION_COULOMB, &place, &report);
        insist(status == PAWL_OK && report.contact_count == contacts, "another step");
    }
}

void bench_counted_step(const ground *on);
void bench_counted_slide(const ground *on);
void bench_counted_walker(const ground *on);
void bench_counted_locate(const ground *on);
void bench_counted_sight(const ground *on);
void bench_counted_path(const ground *on);
void bench_counted_shortest(const ground *on);

void bench_counted_step(const ground *on) {
    step_all(on, on->places, 0);
}

void bench_counted_slide(const ground *on) {
    step_all(on, on->along, 1);
}

/* A run of the controller, with gravity. */
void bench_counted_walker(const ground *on) {
    pawl_walker_def def = pawl_walker_def_default();
    pawl_walker walker;
    memset(&walker, 0, sizeof walker);
    walker.place = on->places[0];
    def.gravity.y = -PAWL_FX(10, 0, 1);
    for (int i = 0; i < CALLS; i++) {
        const pawl_vec2 input = {8 * on->moves[i / 30 * 30].x, 0};
        const pawl_status status =
            pawl_walker_step(on->level, NULL, &def, NULL, 0, input, &walker, NULL);
        insist(status == PAWL_OK, "no step");
        if (i % 100 == 99) walker.place = on->places[i];
    }
}

/* From a triangle that has nothing to do with it. */
void bench_counted_locate(const ground *on) {
    pawl_place place;
    for (int i = 0; i < CALLS; i++)
        insist(pawl_level_locate(on->level, on->points[i], (uint32_t)i, &place) == PAWL_OK,
               "no place");
}

void bench_counted_sight(const ground *on) {
    int seen = 0;
    for (int i = 0; i < CALLS; i++)
        seen += pawl_level_sees(on->level, NULL, on->places[i], on->points[i]);
    insist(seen > 0 && seen < CALLS, "sees all or nothing");
}

static void find_paths(const ground *on, bool shortest) {
    pawl_vec2 corners[256];
    int found = 0;
    for (int i = 0; i < PATH_CALLS; i++) {
        pawl_path path = {corners, 256, 0, 0, 0};
        const pawl_place from = on->places[2 * i], to = on->places[2 * i + 1];
        const pawl_status status =
            shortest ? pawl_level_find_shortest_path(on->level, NULL, from, to, on->memory,
                                                     on->memory_size, &path)
                     : pawl_level_find_path(on->level, NULL, from, to, on->memory, on->memory_size,
                                            &path);
        insist(status == PAWL_OK, "no path");
        found += path.count > 1;
    }
    insist(found > PATH_CALLS / 4, "few paths");
}

void bench_counted_path(const ground *on) {
    find_paths(on, false);
}

void bench_counted_shortest(const ground *on) {
    find_paths(on, true);
}

static const struct {
    const char *name;
    void (*run)(const ground *on);
    int calls;
} calls[] = {
    {"step", bench_counted_step, CALLS},
    {"slide", bench_counted_slide, CALLS},
    {"walker", bench_counted_walker, CALLS},
    {"locate", bench_counted_locate, CALLS},
    {"sight", bench_counted_sight, CALLS},
    {"path", bench_counted_path, PATH_CALLS},
    {"shortest", bench_counted_shortest, PATH_CALLS},
};
#define CALL_COUNT ((int)(sizeof calls / sizeof calls[0]))

static ground *make_ground(void) {
    ground *const on = calloc(1, sizeof *on);
    insist(on != NULL, "no memory");
    on->random = make(60);
    on->built = level_build_now(&on->random.def);
    on->level = &on->built.level;
    on->memory_size = pawl_shortest_path_size(on->level);
    on->memory = malloc(on->memory_size);
    insist(on->memory != NULL, "no memory");
    spread(on);
    choose_moves(on);
    return on;
}

static void free_ground(ground *on) {
    free(on->memory);
    free(on->built.block);
    level_random_free(&on->random);
    free(on);
}

static void measure_walks(void) {
    ground *const on = make_ground();
    for (int i = 0; i < CALL_COUNT; i++) {
        double times[21];
        for (int k = 0; k < 21; k++) {
            const double begin = now();
            calls[i].run(on);
            times[k] = (now() - begin) / calls[i].calls;
        }
        printf("walk,%s,%.4f\n", calls[i].name, median(times, 21));
    }
    free_ground(on);
}

/* ---- unions ---------------------------------------------------------------------------------- */

/* All rings of the polygons of a random level, one after the other. */
static void measure_union(uint32_t polygons) {
    level_random random = make(polygons);
    uint32_t *const ends = malloc(4u * polygons * sizeof *ends);
    uint32_t rings = 0, begin = 0;
    for (uint32_t i = 0; i < polygons; i++) {
        const pawl_rings *const own = &random.polygons[i].rings;
        for (uint32_t k = 0; k < own->count; k++)
            ends[rings++] = begin + own->ends[k];
        begin += own->ends[own->count - 1];
    }
    const pawl_rings all = {random.points, ends, rings};
    const pawl_polygon_limits limits = {begin, 3 * begin, 5 * begin};
    const size_t need = pawl_polygon_size(&limits);
    pawl_ring_buffer out;
    memset(&out, 0, sizeof out);
    out.point_capacity = out.ring_capacity = 3 * begin;
    out.points = malloc(out.point_capacity * sizeof *out.points);
    out.ends = malloc(out.ring_capacity * sizeof *out.ends);
    void *const memory = malloc(need);
    double times[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        const double start = now();
        insist(pawl_polygon_boolean(PAWL_UNION, PAWL_FILL_EVEN_ODD, &all, NULL, &limits, memory,
                                    need, &out) == PAWL_OK,
               "no union");
        times[i] = now() - start;
    }
    printf("union,%u,%u,%zu,%.0f\n", (unsigned)begin, (unsigned)out.point_count, need,
           median(times, ROUNDS));
    free(memory);
    free(out.points);
    free(out.ends);
    free(ends);
    level_random_free(&random);
}

int main(int argc, char **argv) {
    static const uint32_t sizes[] = {60, 128, 385, 1280, 3850, 12800};
    if (argc == 3 && strcmp(argv[1], "count") == 0) {
        ground *const on = make_ground();
        for (int i = 0; i < CALL_COUNT; i++) {
            if (strcmp(calls[i].name, argv[2]) != 0) continue;
            calls[i].run(on);
            printf("%d\n", calls[i].calls);
        }
        free_ground(on);
        return 0;
    }
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        measure_build(sizes[i]);
    measure_walks();
    for (size_t i = 0; i < 4; i++)
        measure_union(sizes[i]);
    return 0;
}
