/* test_trace.c - a build with PAWL_TRACE names the stage of a step in which two worlds part; one
 * without refuses to be asked. */
#include "state/object.h"
#include "step/step.h"
#include "step/traced.h"
#include "support/state/everything.h"
#include "support/world/fixture.h"
#include "support/base/seeded.h"
#include "support/state/side_by_side.h"

START_TEST(stages_have_names) {
    for (int i = 0; i < PAWL_STAGE_COUNT; i++) {
        for (int k = 0; k < i; k++)
            ck_assert_str_ne(pawl_stage_text((pawl_stage)i), pawl_stage_text((pawl_stage)k));
        ck_assert_str_ne(pawl_stage_text((pawl_stage)i), "unknown stage");
    }
    ck_assert_str_eq(pawl_stage_text((pawl_stage)PAWL_STAGE_COUNT), "unknown stage");
    ck_assert_str_eq(pawl_stage_text((pawl_stage)-1), "unknown stage");
}
END_TEST

START_TEST(build_options_tell_of_it) {
    ck_assert_ptr_nonnull(strstr(pawl_build_options(), PAWL_TRACE ? " trace=1" : " trace=0"));
}
END_TEST

/* A world with everything, of which the first steps are done. */
static pawl_world *make_everything(uint32_t steps, uint16_t spare) {
    pawl_world_def def = everything_def();
    def.contact_capacity = 4096u + spare;
    def.event_capacity = (uint16_t)(12 + spare);
    pawl_world *const world = make_world(&def);
    ck_assert_int_eq(everything_make(world), true);
    ck_assert_int_eq(everything_run(world, 7, 0, steps), true);
    return world;
}

/* What the solver has in its rows, after each stage. */
static void watch_rows(void *context, const pawli_step *step, pawl_stage stage, uint32_t round) {
    uint32_t *const hash = (uint32_t *)context;
    *hash = pawl_hash_chain(*hash, (uint32_t)stage + 64 * round);
    if (stage < PAWL_STAGE_SOLVE || stage > PAWL_STAGE_RELAX) return;
    for (uint32_t i = 0; i < step->row_count; i++) {
        const pawli_contact_row_point *const point = &step->rows[i].points[0];
        *hash = pawl_hash_chain(*hash, (uint32_t)point->normal_impulse);
        *hash = pawl_hash_chain(*hash, (uint32_t)point->tangent_impulse);
        *hash = pawl_hash_chain(*hash, (uint32_t)point->gap);
    }
}

/* What falls is seen to fall in every sub-step, as by a build that knows no other way. */
static void watch_fall(void *context, const pawli_step *step, pawl_stage stage, uint32_t round) {
    int32_t *const moves = (int32_t *)context;
    if (stage == PAWL_STAGE_INTEGRATE) moves[round] = step->solver[1].move_y;
}

START_TEST(a_watch_sees_what_falls_in_every_sub_step) {
    pawl_world *const world = make_default_world();
    int32_t moves[PAWL_SUBSTEPS_MAX] = {0};
    ck_assert_int_eq(pawl_world_set_substeps(world, PAWL_SUBSTEPS_MAX), PAWL_OK);
    add_unit_box(world, 0, 100);
    ck_assert_int_eq(pawli_traced_step(world, NULL, watch_fall, moves), PAWL_OK);
    for (int i = 0; i + 1 < PAWL_SUBSTEPS_MAX; i++)
        ck_assert_int_lt(moves[i + 1], moves[i]);
    free(world);
}
END_TEST

/* Lanes keep their numbers elsewhere while they solve. */
START_TEST(a_watch_sees_rows_whatever_the_lanes) {
    pawl_world *const a = make_everything(3, 0), *const b = make_everything(3, 0);
    pawl_world_def def = everything_def();
    def.contact_capacity = 4096u;
    const pawl_lanes best = pawl_lanes_best();
    const size_t size = pawl_world_lanes_size(&def, best);
    void *const memory = size == 0 ? NULL : malloc(size);
    const pawl_step_hooks hooks = {.lanes = best, .lane_memory = memory, .lane_memory_size = size};
    for (uint32_t step = 3; step < 100; step++) {
        uint32_t seen_a = 0, seen_b = 0;
        everything_drive(a, 7, step);
        everything_drive(b, 7, step);
        ck_assert_int_eq(pawli_traced_step(a, NULL, watch_rows, &seen_a), PAWL_OK);
        ck_assert_int_eq(pawli_traced_step(b, &hooks, watch_rows, &seen_b), PAWL_OK);
        ck_assert_uint_eq(seen_a, seen_b);
        ck_assert_uint_eq(pawl_world_hash(a), pawl_world_hash(b));
    }
    free(memory);
    free(a);
    free(b);
}
END_TEST

#if !PAWL_TRACE

static void never(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                  uint32_t hash) {
    (void)context, (void)world, (void)stage, (void)round, (void)hash;
    ck_abort_msg("a stage was told of");
}

START_TEST(a_build_without_it_refuses_the_hook) {
    pawl_world *const world = make_everything(3, 0);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_step_hooks hooks = {.trace = never};
    ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_ERR_UNSUPPORTED);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

/* The harness names tick and object all the same. */
START_TEST(two_worlds_are_compared_without_stages) {
    pawl_world *const a = make_everything(3, 0), *const b = make_everything(3, 0);
    side_log log_a = {0}, log_b = {0};
    side_report report;
    ck_assert_int_eq(side_step(a, &log_a, b, &log_b, &report), true);
    ck_assert_int_eq(report.differs, false);
    pawli_bodies(b)[9].velocity.x ^= 1;
    ck_assert_int_eq(side_step(a, &log_a, b, &log_b, &report), true);
    ck_assert_int_eq(report.differs && !report.has_stage, true);
    ck_assert_uint_eq(report.tick, 4);
    ck_assert_int_eq(report.difference.branch, PAWL_BRANCH_BODIES);
    free(a);
    free(b);
}
END_TEST

static void add_tests(TCase *tcase) {
    tcase_add_test(tcase, a_build_without_it_refuses_the_hook);
    tcase_add_test(tcase, two_worlds_are_compared_without_stages);
}

#else

START_TEST(stages_come_in_order_once_per_round) {
    pawl_world *const world = make_everything(2, 0);
    const int32_t substeps = _i;
    side_log log = {0};
    ck_assert_int_eq(pawl_world_set_substeps(world, substeps), PAWL_OK);
    ck_assert_int_eq(side_step_one(world, &log), PAWL_OK);
    ck_assert_int_eq(log.count, 10 + 3 * substeps);
    int at = 0;
    for (int stage = 0; stage < PAWL_STAGE_COUNT; stage++) {
        if (stage == PAWL_STAGE_INTEGRATE || stage == PAWL_STAGE_RELAX) continue;
        const int rounds = stage == PAWL_STAGE_SOLVE ? substeps : 1;
        for (int round = 0; round < rounds; round++) {
            for (int k = 0; k < (stage == PAWL_STAGE_SOLVE ? 3 : 1); k++, at++) {
                ck_assert_int_eq(log.records[at].stage, stage + k);
                ck_assert_uint_eq(log.records[at].round, (uint32_t)round);
            }
        }
    }
    free(world);
}
END_TEST

/* What is known of idle contacts is no state. Returns how many were. */
static int forget_idle(pawl_world *world) {
    int idle = 0;
    world->idle_unknown = 1;
    for (uint32_t i = 0; i < world->contact_count; i++) {
        pawli_contact *const contact = &pawli_contacts(world)[i];
        idle += (contact->flags & PAWLI_CONTACT_IDLE) != 0;
        contact->flags &= (uint8_t)~PAWLI_CONTACT_IDLE;
    }
    return idle;
}

/* Nor do capacities, addresses or what lay in the scratch memory change what is told. */
START_TEST(equal_worlds_tell_equal_hashes_and_tracing_changes_nothing) {
    const uint32_t steps = (uint32_t)SEEDED_ROUNDS(250);
    pawl_world *const a = make_everything(0, 0), *const b = make_everything(0, 300);
    pawl_world *const untraced = make_everything(0, 0);
    side_log log_a = {0}, log_b = {0};
    uint32_t seen[SIDE_RECORDS_MAX] = {0}, moving = 0;
    for (uint32_t step = 0; step < steps; step++) {
        side_report report;
        memset((uint8_t *)b + b->state_size, (int)step, b->scratch_size);
        everything_drive(a, 7, step);
        everything_drive(b, 7, step);
        forget_idle(b);
        ck_assert_int_eq(side_step(a, &log_a, b, &log_b, &report), true);
        ck_assert_msg(!report.has_stage, "step %u: %s", step, pawl_stage_text(report.stage));
        ck_assert_int_eq(report.differs, false);
        ck_assert_int_eq(everything_run(untraced, 7, step, 1), true);
        ck_assert_uint_eq(pawl_world_hash(untraced), pawl_world_hash(a));
        for (int i = 0; i < log_a.count; i++) {
            moving += seen[i] != log_a.records[i].hash;
            seen[i] = log_a.records[i].hash;
        }
    }
    ck_assert_uint_gt(moving, steps * 15); /* something happens in nearly every stage */
    free(a);
    free(b);
    free(untraced);
}
END_TEST

/* ---- a bit turns over ---- */

/* A body on its way, a box on the ground, one that sleeps far away; a joint. */
typedef struct scene {
    pawl_world *world;
    pawl_body_id ground, box, flyer, sleeper;
} scene;

static scene make_scene(void) {
    scene made;
    made.world = make_default_world();
    pawl_world *const world = made.world;
    made.ground = add_ground(world);
    made.box = add_unit_box(world, 0, 0.5);
    made.flyer = add_unit_box(world, 5, 30);
    made.sleeper = add_unit_box(world, -20, 0.5);
    pawl_joint_def def =
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, made.ground, made.flyer, VEC(7, 31), 0);
    pawl_joint_id joint;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_OK);
    run(world, 120);
    ck_assert_int_eq(pawl_body_is_awake(world, made.sleeper), false);
    ck_assert_int_eq(pawl_body_set_velocity(world, made.box, VEC(1, 0)), PAWL_OK);
    run(world, 3);
    ck_assert_int_gt(pawl_world_get_counters(world).touching, 0);
    return made;
}

static pawli_body *box_of(pawl_world *world) {
    return &pawli_bodies(world)[1];
}

static void turn_velocity(void *context, pawl_world *world) {
    (void)context;
    box_of(world)->velocity.x ^= 1 << 8;
}

static void turn_position(void *context, pawl_world *world) {
    (void)context;
    box_of(world)->position.y ^= 1 << 4;
}

static void turn_separation(void *context, pawl_world *world) {
    (void)context;
    for (uint32_t i = 0; i < world->contact_count; i++)
        pawli_contacts(world)[i].points[0].separation ^= 1 << 6;
}

static void turn_fat_box(void *context, pawl_world *world) {
    (void)context;
    pawli_shapes(world)[1].fat_box.lower.x -= 1;
}

static void turn_joint(void *context, pawl_world *world) {
    (void)context;
    pawli_joints(world)[0].frame_b.anchor.x ^= 1 << 7;
}

static void wake_sleeper(void *context, pawl_world *world) {
    (void)context;
    pawli_wake(world, 3);
}

/* What the solver holds of the box. */
static pawli_solver_body *solver_of(pawl_world *world) {
    pawli_step step;
    memset(&step, 0, sizeof step);
    step.world = world;
    pawli_scratch_carve(&step, (uint8_t *)world + world->state_size);
    return &step.solver[1]; /* the first body that is awake */
}

static void turn_solved_velocity(void *context, pawl_world *world) {
    (void)context;
    ck_assert_uint_eq(solver_of(world)->body, 1);
    solver_of(world)->velocity.x ^= 1 << 8;
}

static void turn_movement(void *context, pawl_world *world) {
    (void)context;
    solver_of(world)->move_x ^= 1 << 12;
}

static void turn_joint_row(void *context, pawl_world *world) {
    (void)context;
    pawli_step step;
    memset(&step, 0, sizeof step);
    step.world = world;
    pawli_scratch_carve(&step, (uint8_t *)world + world->state_size);
    step.hinges[0].impulse_x ^= INT32_C(1) << 14;
}

static void turn_row(void *context, pawl_world *world) {
    (void)context;
    pawli_step step;
    memset(&step, 0, sizeof step);
    step.world = world;
    pawli_scratch_carve(&step, (uint8_t *)world + world->state_size);
    step.rows[0].points[0].separation ^= INT32_C(1) << 14;
}

/* Where a bit turns over, and the first stage that reads it. After END nothing does. */
#define AFTER_STEP ((pawl_stage)PAWL_STAGE_COUNT)
static const struct {
    const char *what;
    void (*interfere)(void *context, pawl_world *world);
    pawl_stage at;
    uint32_t round;
    pawl_stage seen;
    uint32_t seen_round;
    pawl_branch branch; /* of an object that differs after the step */
    uint32_t index;
} turns[] = {
    {"velocity", turn_velocity, PAWL_STAGE_BEGIN, 0, PAWL_STAGE_PREPARE, 0, PAWL_BRANCH_BODIES, 1},
    {"fat box", turn_fat_box, PAWL_STAGE_BEGIN, 0, PAWL_STAGE_PAIRS, 0, PAWL_BRANCH_SHAPES, 1},
    {"separation", turn_separation, PAWL_STAGE_PAIRS, 0, PAWL_STAGE_MANIFOLDS, 0,
     PAWL_BRANCH_CONTACTS, 0},
    {"sleeper", wake_sleeper, PAWL_STAGE_MANIFOLDS, 0, PAWL_STAGE_ISLANDS, 0, PAWL_BRANCH_BODIES,
     3},
    {"separation", turn_separation, PAWL_STAGE_MANIFOLDS, 0, PAWL_STAGE_PREPARE, 0,
     PAWL_BRANCH_CONTACTS, 0},
    {"velocity", turn_velocity, PAWL_STAGE_ISLANDS, 0, PAWL_STAGE_PREPARE, 0, PAWL_BRANCH_BODIES,
     1},
    {"joint", turn_joint, PAWL_STAGE_ISLANDS, 0, PAWL_STAGE_PREPARE, 0, PAWL_BRANCH_JOINTS, 0},
    {"velocity", turn_solved_velocity, PAWL_STAGE_PREPARE, 0, PAWL_STAGE_SOLVE, 0,
     PAWL_BRANCH_BODIES, 1},
    {"row", turn_row, PAWL_STAGE_PREPARE, 0, PAWL_STAGE_SOLVE, 0, PAWL_BRANCH_BODIES, 1},
    {"position", turn_position, PAWL_STAGE_PREPARE, 0, PAWL_STAGE_FINISH, 0, PAWL_BRANCH_BODIES, 1},
    {"velocity", turn_solved_velocity, PAWL_STAGE_SOLVE, 1, PAWL_STAGE_INTEGRATE, 1,
     PAWL_BRANCH_BODIES, 1},
    {"movement", turn_movement, PAWL_STAGE_INTEGRATE, 2, PAWL_STAGE_RELAX, 2, PAWL_BRANCH_BODIES,
     1},
    {"row", turn_row, PAWL_STAGE_INTEGRATE, 1, PAWL_STAGE_RELAX, 1, PAWL_BRANCH_BODIES, 1},
    {"velocity", turn_solved_velocity, PAWL_STAGE_RELAX, 0, PAWL_STAGE_SOLVE, 1, PAWL_BRANCH_BODIES,
     1},
    {"velocity", turn_solved_velocity, PAWL_STAGE_RELAX, 3, PAWL_STAGE_BOUNCE, 0,
     PAWL_BRANCH_BODIES, 1},
    {"movement", turn_movement, PAWL_STAGE_BOUNCE, 0, PAWL_STAGE_CONTINUOUS, 0, PAWL_BRANCH_BODIES,
     1},
    {"movement", turn_movement, PAWL_STAGE_CONTINUOUS, 0, PAWL_STAGE_FINISH, 0, PAWL_BRANCH_BODIES,
     1},
    {"joint", turn_joint, PAWL_STAGE_CONTINUOUS, 0, PAWL_STAGE_FINISH, 0, PAWL_BRANCH_JOINTS, 0},
    {"joint row", turn_joint_row, PAWL_STAGE_SOLVE, 1, PAWL_STAGE_INTEGRATE, 1, PAWL_BRANCH_BODIES,
     2},
    {"velocity", turn_velocity, PAWL_STAGE_FINISH, 0, PAWL_STAGE_SLEEP, 0, PAWL_BRANCH_BODIES, 1},
    {"separation", turn_separation, PAWL_STAGE_SLEEP, 0, PAWL_STAGE_END, 0, PAWL_BRANCH_CONTACTS,
     0},
    {"velocity", turn_velocity, PAWL_STAGE_END, 0, AFTER_STEP, 0, PAWL_BRANCH_BODIES, 1},
};

START_TEST(the_first_stage_that_reads_a_turned_bit_is_named) {
    const scene a = make_scene(), b = make_scene();
    side_log log_a = {0}, log_b = {0};
    side_report report;
    const uint32_t ticks = 1 + (uint32_t)_i % 3;
    for (uint32_t i = 0; i < ticks; i++) {
        memset((uint8_t *)b.world + b.world->state_size, 0x77, b.world->scratch_size);
        ck_assert_int_gt(forget_idle(b.world), 0); /* that of the sleeper */
        ck_assert_int_eq(side_step(a.world, &log_a, b.world, &log_b, &report), true);
        ck_assert_int_eq(report.differs, false);
    }
    log_b.interfere = turns[_i].interfere;
    log_b.stage = turns[_i].at;
    log_b.round = turns[_i].round;
    ck_assert_int_eq(side_step(a.world, &log_a, b.world, &log_b, &report), true);
    ck_assert_int_eq(log_b.interfered, 1);
    ck_assert_int_eq(report.differs, true);
    ck_assert_uint_eq(report.tick, 123 + ticks);
    ck_assert_int_eq(report.has_stage, turns[_i].seen != AFTER_STEP);
    if (report.has_stage) {
        ck_assert_str_eq(pawl_stage_text(report.stage), pawl_stage_text(turns[_i].seen));
        ck_assert_uint_eq(report.round, turns[_i].seen_round);
    }
    ck_assert_msg(pawl_object_hash(a.world, turns[_i].branch, turns[_i].index) !=
                      pawl_object_hash(b.world, turns[_i].branch, turns[_i].index),
                  "%s: the object is equal after the step", turns[_i].what);
    free(a.world);
    free(b.world);
}
END_TEST

static void turn_rolling(void *context, pawl_world *world) {
    pawli_step step;
    (void)context;
    memset(&step, 0, sizeof step);
    step.world = world;
    pawli_scratch_carve(&step, (uint8_t *)world + world->state_size);
    ck_assert_int_eq(step.rows[0].count, 1);
    ck_assert_int_ne(step.rows[0].single.rolling.resistance, 0);
    step.rows[0].single.rolling.impulse ^= INT32_C(1) << 9;
}

static pawl_world *make_rolling_ball(void) {
    pawl_world *const world = make_default_world();
    pawl_shape_def def = pawl_shape_def_default();
    pawl_convex circle;
    pawl_shape_id shape;
    add_ground(world);
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, 0, 1);
    def.rolling_resistance = PAWL_FX(0, 1, 10);
    ck_assert_int_eq(pawl_make_circle(VEC(0, 0), PAWL_FX_ONE, &circle), PAWL_OK);
    ck_assert_int_eq(pawl_shape_create(world, ball, &def, &circle, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, ball, VEC(3, 0)), PAWL_OK);
    run(world, 10);
    return world;
}

/* What resists rolling lies beside the points. Nobody reads it between solving and relaxing: there
 * only its own place in the hash tells. After the last round it is written back with the contact.
 */
START_TEST(an_impulse_that_resists_rolling_is_told_of_at_once) {
    static const struct {
        pawl_stage at, seen;
        uint32_t round, seen_round;
        pawl_branch branch; /* of the first object that differs after the step */
    } rows[] = {{PAWL_STAGE_SOLVE, PAWL_STAGE_INTEGRATE, 1, 1, PAWL_BRANCH_BODIES},
                {PAWL_STAGE_RELAX, PAWL_STAGE_BOUNCE, 3, 0, PAWL_BRANCH_CONTACTS}};
    pawl_world *const a = make_rolling_ball(), *const b = make_rolling_ball();
    side_log log_a = {0}, log_b = {0};
    side_report report;
    ck_assert_int_eq(side_step(a, &log_a, b, &log_b, &report), true);
    ck_assert_int_eq(report.differs, false);
    log_b.interfere = turn_rolling;
    log_b.stage = rows[_i].at;
    log_b.round = rows[_i].round;
    ck_assert_int_eq(side_step(a, &log_a, b, &log_b, &report), true);
    ck_assert_int_eq(log_b.interfered, 1);
    ck_assert_int_eq(report.has_stage, true);
    ck_assert_str_eq(pawl_stage_text(report.stage), pawl_stage_text(rows[_i].seen));
    ck_assert_uint_eq(report.round, rows[_i].seen_round);
    ck_assert_int_eq(report.difference.branch, rows[_i].branch);
    free(a);
    free(b);
}
END_TEST

/* Between two steps: the very object and field. */
START_TEST(a_bit_that_turns_before_the_hash_of_a_tick_is_named_exactly) {
    uint64_t seed = first_seed(_i);
    int turned = 0;
    for (int round = 0; round < SEEDED_ROUNDS(40); round++) {
        pawl_world *const a = make_everything(20, 0), *const b = make_everything(20, 0);
        side_log log_a = {0}, log_b = {0};
        side_report report;
        ck_assert_int_eq(side_step(a, &log_a, b, &log_b, &report), true);
        ck_assert_int_eq(report.differs, false);
        const uint16_t slot = (uint16_t)((seeded_next(&seed) >> 33) % b->body_pool.used);
        pawli_body *const body = &pawli_bodies(b)[slot];
        if (body->flags & PAWLI_BODY_LIVE) {
            static const char *const names[] = {"velocity.x", "velocity.y", "position.x"};
            pawl_difference difference;
            const int which = (int)(seeded_next(&seed) >> 33) % 3;
            pawl_fx *const values[] = {&body->velocity.x, &body->velocity.y, &body->position.x};
            *values[which] ^= 1 << (seeded_next(&seed) >> 33) % 12;
            ck_assert_int_eq(pawl_world_compare(a, b, &difference), 1);
            ck_assert_int_eq(difference.branch, PAWL_BRANCH_BODIES);
            ck_assert_uint_eq(difference.key.slot, slot);
            ck_assert_str_eq(difference.a.name, names[which]);
            ck_assert_int_eq(difference.b.value, *values[which]);
            ck_assert_int_eq(side_step(a, &log_a, b, &log_b, &report), true);
            ck_assert_int_eq(report.has_stage, true);
            ck_assert_str_eq(pawl_stage_text(report.stage), "begin");
            ck_assert_uint_eq(report.tick, 21);
            turned++;
        }
        free(a);
        free(b);
    }
    ck_assert_int_gt(turned, 5);
}
END_TEST

static void add_tests(TCase *tcase) {
    tcase_add_loop_test(tcase, stages_come_in_order_once_per_round, 1, PAWL_SUBSTEPS_MAX + 1);
    tcase_add_test(tcase, equal_worlds_tell_equal_hashes_and_tracing_changes_nothing);
    tcase_add_loop_test(tcase, the_first_stage_that_reads_a_turned_bit_is_named, 0,
                        (int)(sizeof turns / sizeof turns[0]));
    tcase_add_loop_test(tcase, an_impulse_that_resists_rolling_is_told_of_at_once, 0, 2);
    tcase_add_loop_test(tcase, a_bit_that_turns_before_the_hash_of_a_tick_is_named_exactly, 0, 2);
}
#endif

Suite *suite_trace(void) {
    Suite *const suite = suite_create("trace");
    TCase *const tcase = tcase_create("trace");
    tcase_add_test(tcase, stages_have_names);
    tcase_add_test(tcase, build_options_tell_of_it);
    tcase_add_test(tcase, a_watch_sees_rows_whatever_the_lanes);
    tcase_add_test(tcase, a_watch_sees_what_falls_in_every_sub_step);
    add_tests(tcase);
    suite_add_tcase(suite, tcase);
    return suite;
}
