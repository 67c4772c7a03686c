/* soft_values.c - what settings make of a rope, a cloth and a blob: how far they stretch or flatten
 * while they move and at rest, and after how long they sleep. Nothing here depends on the machine.
 *
 * The rope of 20 links and mass 1 holds a point of mass 10, is let go level and swings. The cloth
 * of 10 x 10 cells, of side 2 and mass 2, is held by its upper left corner. The
 * blob of 16 points, of radius 1 and mass 2, falls by its radius on a floor. */
#include "soft.h"

#include <math.h>

#include "measure.h"

#define SECONDS_MAX 120

typedef struct setting {
    double stiffness;
    double other; /* of a rope and a blob: bends, of a cloth: diagonals */
    double pressure, damping;
    int iterations, substeps;
} setting;

static const setting ropes[] = {
    {1, 0, 0, 0.5, 4, 8},    {1, 0, 0, 0.5, 1, 8},    {0.3, 0, 0, 0.5, 4, 8},
    {0.1, 0, 0, 0.5, 4, 8},  {0.1, 0, 0, 0.5, 1, 8},  {0.1, 0, 0, 0.5, 16, 8},
    {0.03, 0, 0, 0.5, 4, 8}, {0.01, 0, 0, 0.5, 4, 8}, {0.1, 0, 0, 0.5, 4, 4},
    {0.1, 0, 0, 0.5, 4, 16}, {1, 0.03, 0, 0.5, 4, 8}, {1, 0, 0, 0, 4, 8},
    {1, 0, 0, 1, 4, 8},      {1, 0, 0, 2, 4, 8},      {1, 0, 0, 5, 4, 8},
};

static const setting cloths[] = {
    {1, 0, 0, 1, 4, 8},       {1, 0.001, 0, 1, 4, 8}, {1, 0.01, 0, 1, 4, 8},
    {1, 0.1, 0, 1, 4, 8},     {1, 1, 0, 1, 4, 8},     {0.1, 0.01, 0, 1, 4, 8},
    {0.01, 0.01, 0, 1, 4, 8}, {1, 0.01, 0, 1, 1, 8},  {1, 0.01, 0, 1, 16, 8},
    {1, 0.01, 0, 1, 4, 4},    {1, 0.01, 0, 1, 4, 16}, {1, 0.01, 0, 0, 4, 8},
    {1, 0.01, 0, 2, 4, 8},    {1, 0.01, 0, 5, 4, 8},
};

static const setting blobs[] = {
    {1, 0.25, 1, 1, 4, 8},        {1, 0, 1, 1, 4, 8},          {0.1, 0.1, 1, 1, 4, 8},
    {0.01, 0.01, 1, 1, 4, 8},     {0.001, 0, 1, 1, 4, 8},      {0.1, 0.1, 0.1, 1, 4, 8},
    {0.1, 0.1, 0.01, 1, 4, 8},    {0.01, 0.01, 0.01, 1, 4, 8}, {0.01, 0.01, 0.01, 1, 1, 8},
    {0.01, 0.01, 0.01, 1, 16, 8}, {0.01, 0.01, 0.01, 0, 4, 8}, {0.01, 0.01, 0.01, 2, 4, 8},
    {0.01, 0.01, 0.01, 5, 4, 8},
};

/* Over the whole run, at its end, and how long it took; a run of SECONDS_MAX has not ended. */
typedef struct outcome {
    double moving, resting;
    double skew; /* of diagonals */
    double area; /* of a blob, over the whole run */
    double seconds;
} outcome;

static void check(pawl_status status) {
    insist(status == PAWL_OK, pawl_status_text(status));
}

static bench_soft *begin(const setting *s) {
    bench_soft *const on = bench_soft_begin(true, (uint8_t)s->substeps);
    on->def.iterations = (uint8_t)s->iterations;
    on->def.damping = BENCH_FIXED(s->damping);
    on->def.pressure = BENCH_FIXED(s->pressure);
    return on;
}

static bench_soft *make_rope(const setting *s) {
    bench_soft *const on = begin(s);
    const pawl_vec2 from = {0, 0}, to = {BENCH_FIXED(5), 0};
    check(pawl_soft_add_rope(&on->parts, from, to, 20, PAWL_FX_ONE, BENCH_FIXED(s->stiffness),
                             BENCH_FIXED(s->other)));
    on->points[0].mass = 0;
    on->points[20].mass = BENCH_FIXED(10);
    bench_soft_add(on);
    return on;
}

static bench_soft *make_cloth(const setting *s) {
    bench_soft *const on = begin(s);
    const pawl_box box = {{BENCH_FIXED(-1), BENCH_FIXED(-2)}, {BENCH_FIXED(1), 0}};
    check(pawl_soft_add_cloth(&on->parts, box, 10, 10, BENCH_FIXED(2), BENCH_FIXED(s->stiffness),
                              BENCH_FIXED(s->other)));
    on->points[0].mass = 0;
    on->firm_count = 220;
    bench_soft_add(on);
    return on;
}

static bench_soft *make_blob(const setting *s) {
    bench_soft *const on = begin(s);
    const pawl_vec2 center = {0, BENCH_FIXED(2)};
    bench_soft_floor(on);
    check(pawl_soft_add_blob(&on->parts, center, PAWL_FX_ONE, 16, BENCH_FIXED(2),
                             BENCH_FIXED(s->stiffness), BENCH_FIXED(s->other)));
    on->def.outline_count = 16;
    bench_soft_add(on);
    return on;
}

/* Stretch; or, of a blob, how much of its height it has lost. */
static double state_of(const bench_soft_look *look, bool is_blob) {
    return is_blob ? 1 - (look->highest - look->lowest) / 2 : look->stretch;
}

static outcome run(bench_soft *on, bool is_blob) {
    outcome out = {.moving = 0};
    int step = 0;
    while (step < SECONDS_MAX * 60 && pawl_soft_is_awake(on->world, on->softs[0])) {
        bench_soft_step(on, 1);
        const bench_soft_look look = bench_soft_look_at(on);
        out.resting = state_of(&look, is_blob);
        out.moving = fmax(out.moving, out.resting);
        out.skew = fmax(out.skew, look.skew);
        out.area = fmax(out.area, look.area);
        step++;
    }
    insist(step > 30, "asleep before it was let go");
    insist(pawl_world_get_faults(on->world) == 0, "a fault");
    out.seconds = step / 60.0;
    bench_soft_end(on);
    return out;
}

static void print(const char *kind, const setting *s, const outcome *out) {
    printf("%s,%g,%g,%g,%d,%d,%g,%.5f,%.5f,%.5f,%.5f,%.1f\n", kind, s->stiffness, s->other,
           s->pressure, s->iterations, s->substeps, s->damping, out->moving, out->resting,
           out->skew, out->area, out->seconds < SECONDS_MAX ? out->seconds : -1);
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

void bench_soft_values(void) {
    for (size_t i = 0; i < COUNT(ropes); i++) {
        const outcome out = run(make_rope(&ropes[i]), false);
        print("rope", &ropes[i], &out);
    }
    for (size_t i = 0; i < COUNT(cloths); i++) {
        const outcome out = run(make_cloth(&cloths[i]), false);
        print("cloth", &cloths[i], &out);
    }
    for (size_t i = 0; i < COUNT(blobs); i++) {
        const outcome out = run(make_blob(&blobs[i]), true);
        print("blob", &blobs[i], &out);
    }
}
