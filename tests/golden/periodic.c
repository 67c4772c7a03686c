/* periodic.c - goldens in worlds that go round, against themselves in plain ones. */
#include "golden/periodic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "pawl/pawl.h"
#include "support/world/lanes.h"

#define STEPS_MAX 4096
#define BODIES_MAX 2048
#define PERIOD_MAX PAWL_FX(8192, 0, 1)

typedef enum run_kind {
    PLAIN,
    WIDE,
    SHIFTED
} run_kind;

/* What is known of a step: of bodies alone, and of the whole state. */
typedef struct step_mark {
    uint32_t motion, state;
} step_mark;

/* All runs of a scene. */
typedef struct periodic_run {
    run_kind kind;
    bool comes_back; /* the scene does something between its steps, at places that it knows */
    bool differs, measures;
    pawl_fx period;
    pawl_box around; /* all centers that a plain run has seen */
    pawl_random shifter;
    uint32_t steps;
} periodic_run;

static step_mark marks[STEPS_MAX];
static pawl_body_id bodies[BODIES_MAX];
static pawl_vec2 before[BODIES_MAX];
static golden_periodic_count counted;

golden_periodic_count golden_periodic_counted(void) {
    return counted;
}

static uint32_t mixed(uint32_t sum, uint32_t value) {
    return (sum ^ value) * UINT32_C(16777619) + (sum >> 13);
}

/* Where a coordinate is without the shift and modulo the period. */
static uint32_t residue(const periodic_run *run, pawl_fx coordinate, pawl_wide origin) {
    return (uint32_t)((uint64_t)coordinate + (uint64_t)origin) & ((uint32_t)run->period - 1u);
}

static uint32_t motion_of(const periodic_run *run, const pawl_world *world) {
    const pawl_wide2 origin = pawl_world_get_origin(world);
    const uint32_t count = pawl_world_get_all_poses(world, bodies, NULL, BODIES_MAX);
    uint32_t sum = count;
    for (uint32_t i = 0; i < count && i < BODIES_MAX; i++) {
        const pawl_vec2 center = pawl_body_get_center(world, bodies[i]);
        const pawl_vec2 velocity = pawl_body_get_velocity(world, bodies[i]);
        sum = mixed(mixed(sum, residue(run, center.x, origin.x)), (uint32_t)velocity.x);
        sum = mixed(mixed(sum, residue(run, center.y, origin.y)), (uint32_t)velocity.y);
        sum = mixed(sum, pawl_body_get_angle(world, bodies[i]));
        sum = mixed(sum, (uint32_t)pawl_body_get_angular_velocity(world, bodies[i]));
        sum = mixed(sum, pawl_body_is_awake(world, bodies[i]));
    }
    return sum;
}

/* What all is in, and what reaches beyond it. */
static void measure(periodic_run *run, const pawl_world *world) {
    const uint32_t count = pawl_world_get_all_poses(world, bodies, NULL, BODIES_MAX);
    for (uint32_t i = 0; i < count && i < BODIES_MAX; i++) {
        const pawl_vec2 center = pawl_body_get_center(world, bodies[i]);
        run->around.lower = pawl_vec2_make(pawl_min(run->around.lower.x, center.x),
                                           pawl_min(run->around.lower.y, center.y));
        run->around.upper = pawl_vec2_make(pawl_max(run->around.upper.x, center.x),
                                           pawl_max(run->around.upper.y, center.y));
    }
}

/* How many bodies have jumped since this was last called. */
static void count_crossings(const periodic_run *run, const pawl_world *world, bool looks) {
    const uint32_t count = pawl_world_get_all_poses(world, bodies, NULL, BODIES_MAX);
    for (uint32_t i = 0; i < count && i < BODIES_MAX; i++) {
        const pawl_vec2 center = pawl_body_get_center(world, bodies[i]);
        const pawl_vec2 moved = pawl_vec2_sub(center, before[i]);
        if (looks && (pawl_abs(moved.x) > run->period / 2 || pawl_abs(moved.y) > run->period / 2))
            counted.crossings++;
        before[i] = center;
    }
}

/* ---- steps ---------------------------------------------------------------------------------- */

static pawl_status shift_by(pawl_world *world, pawl_vec2 to) {
    const pawl_wide2 origin = pawl_world_get_origin(world);
    const pawl_vec2 offset = {(pawl_fx)(origin.x + to.x), (pawl_fx)(origin.y + to.y)};
    return pawl_world_shift(world, offset);
}

static pawl_fx draw_coordinate(periodic_run *run) {
    return (pawl_fx)pawl_random_below(&run->shifter, (uint32_t)run->period) - run->period / 2;
}

static pawl_status shift_away(periodic_run *run, pawl_world *world) {
    const bool first = pawl_world_get_tick(world) == 0;
    if (!first && !run->comes_back && pawl_random_below(&run->shifter, 8) != 0) return PAWL_OK;
    const pawl_fx x = draw_coordinate(run);
    counted.shifts++;
    return shift_by(world, pawl_vec2_make(x, draw_coordinate(run)));
}

/* Against what the run before has noted, or as that. */
static void look_at(periodic_run *run, const pawl_world *world) {
    const uint32_t tick = (uint32_t)pawl_world_get_tick(world);
    const step_mark now = {motion_of(run, world), run->kind == PLAIN ? 0 : pawl_world_hash(world)};
    if (tick > STEPS_MAX) return;
    step_mark *const mark = &marks[tick - 1];
    const bool same_motion = run->kind == PLAIN || mark->motion == now.motion;
    const bool same_state = run->kind != SHIFTED || mark->state == now.state;
    if (!run->differs && !(same_motion && same_state)) {
        printf("%s: step %" PRIu32 ": %s differs\n", run->kind == WIDE ? "wide" : "shifted", tick,
               same_motion ? "state" : "motion");
        run->differs = true;
    }
    *mark = now;
}

static pawl_status periodic_step(void *context, pawl_world *world) {
    periodic_run *const run = context;
    const pawl_vec2 periods = {run->period, run->period}, home = {0, 0};
    pawl_status status = PAWL_OK;
    if (pawl_world_get_tick(world) == 0 && run->kind != PLAIN)
        status = pawl_world_set_periods(world, periods);
    if (status == PAWL_OK && run->kind == SHIFTED) status = shift_away(run, world);
    if (run->kind == SHIFTED) count_crossings(run, world, false);
    if (status == PAWL_OK) status = lanes_step(world);
    if (status != PAWL_OK) return status;
    run->steps++;
    if (run->measures) measure(run, world);
    if (run->kind == SHIFTED) count_crossings(run, world, true);
    if (!run->measures) look_at(run, world);
    return run->kind == SHIFTED && run->comes_back ? shift_by(world, home) : PAWL_OK;
}

/* ---- a scene -------------------------------------------------------------------------------- */

static void ignore_checkpoint(void *context, uint32_t tick, uint32_t motion, uint32_t state) {
    (void)context, (void)tick, (void)motion, (void)state;
}

static void ignore_end(void *context, uint32_t faults, uint32_t answers) {
    (void)context, (void)faults, (void)answers;
}

static pawl_status run_once(const golden_scene *scene, periodic_run *run, run_kind kind,
                            uint64_t seed, void *memory, size_t size) {
    const golden_sink sink = {run, ignore_checkpoint, ignore_end, periodic_step};
    run->kind = kind;
    run->steps = 0;
    run->shifter = pawl_random_make(seed, 23);
    return golden_run(scene, scene->steps, memory, size, &sink);
}

/* The next power of two in which all has room; nothing then meets its own image. */
static pawl_fx period_for(const periodic_run *run) {
    const int64_t width = (int64_t)run->around.upper.x - run->around.lower.x;
    const int64_t height = (int64_t)run->around.upper.y - run->around.lower.y;
    const int64_t size = (width > height ? width : height) * 3 / 2;
    pawl_fx period = PAWL_FX(4, 0, 1);
    while (period < size && period < PERIOD_MAX)
        period *= 2;
    return period;
}

bool golden_periodic_check(const golden_scene *scene, uint64_t seed, void *memory, size_t size) {
    periodic_run run = {.comes_back = scene->calls != 0, .measures = true};
    pawl_status status = run_once(scene, &run, PLAIN, seed, memory, size);
    run.measures = false;
    run.period = period_for(&run);
    if (status == PAWL_OK) status = run_once(scene, &run, PLAIN, seed, memory, size);
    const uint32_t plain_steps = run.steps;
    while (status == PAWL_OK) { /* shapes may need more room than the ways of bodies */
        status = run_once(scene, &run, WIDE, seed, memory, size);
        if (status != PAWL_ERR_RANGE || run.period == PERIOD_MAX) break;
        run.period *= 2;
        status = run_once(scene, &run, PLAIN, seed, memory, size);
    }
    if (status == PAWL_OK) status = run_once(scene, &run, SHIFTED, seed, memory, size);
    if (status == PAWL_ERR_UNSUPPORTED && PAWL_CONFIG_ID != PAWL_CONFIG_ID_FULL) return true;
    if (status != PAWL_OK || run.differs || run.steps != plain_steps) {
        printf("%s: %s in periods of %d\n", scene->name,
               status == PAWL_OK ? "not the same" : pawl_status_text(status),
               (int)(run.period / PAWL_FX_ONE));
        return false;
    }
    counted.scenes++;
    counted.steps += run.steps;
    return true;
}
