/* test_fracture_state.c - what was hit too hard is told, and breaking is a part of all that is
 * saved, played again and recorded. */
#include "golden/scenes.h"
#include "support/world/breaking.h"
#include "support/replay/replay_world.h"
#include "support/state/rewind.h"

static uint32_t name_of(pawl_shape_id id) {
    return pawl_shape_id_store(id);
}

/* ---- thresholds ----------------------------------------------------------------------------- */

START_TEST(a_break_impulse_keeps_four_bits) {
    pawl_world *const world = make_space();
    const pawl_shape_id shape = shape_of(world, add_unit_box(world, 0, 0));
    ck_assert_int_eq(pawl_shape_get_break_impulse(world, shape), 0);
    pawl_wide before = 0;
    for (int code = 1; code < 256; code++) { /* each one is kept, and ties go up */
        const pawl_wide kept = (pawl_wide)(8 + code % 8) << (code / 8 + 6);
        ck_assert_int_eq(pawl_shape_set_break_impulse(world, shape, kept), PAWL_OK);
        ck_assert_int_eq(pawl_shape_get_break_impulse(world, shape), kept);
        const pawl_wide tie = (before + kept) / 2;
        if (before != 0) {
            ck_assert_int_eq(pawl_shape_set_break_impulse(world, shape, tie), PAWL_OK);
            ck_assert_int_eq(pawl_shape_get_break_impulse(world, shape), kept);
            ck_assert_int_eq(pawl_shape_set_break_impulse(world, shape, tie - 1), PAWL_OK);
            ck_assert_int_eq(pawl_shape_get_break_impulse(world, shape), before);
        }
        before = kept;
    }
    ck_assert_int_eq(before, PAWL_BREAK_IMPULSE_MAX);
    ck_assert_int_eq(pawl_shape_set_break_impulse(world, shape, 1), PAWL_OK);
    ck_assert_int_eq(pawl_shape_get_break_impulse(world, shape), 9 << 6); /* 9/1024 */
    free(world);
}
END_TEST

START_TEST(a_wrong_break_impulse_is_refused) {
    static const pawl_wide wrong[] = {-1, INT64_MIN, INT64_MAX, PAWL_BREAK_IMPULSE_MAX + 1};
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    const pawl_shape_id shape = shape_of(world, body);
    const pawl_convex box = box_convex(1, 1);
    const uint32_t before = pawl_world_hash(world);
    for (int i = 0; i < 4; i++) {
        pawl_shape_def def = pawl_shape_def_default();
        def.break_impulse = wrong[i];
        pawl_shape_id made;
        ck_assert_int_eq(pawl_shape_set_break_impulse(world, shape, wrong[i]), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_shape_create(world, body, &def, &box, &made), PAWL_ERR_RANGE);
    }
    ck_assert_uint_eq(pawl_world_hash(world), before);
    ck_assert_int_eq(pawl_shape_set_break_impulse(world, NO_SHAPE, 0), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_shape_set_break_impulse(NULL, shape, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_get_break_impulse(world, NO_SHAPE), 0);
    ck_assert_int_eq(pawl_shape_set_break_impulse(world, shape, FX(1)), PAWL_OK);
    ck_assert_uint_ne(pawl_world_hash(world), before); /* it is state */
    ck_assert_int_eq(pawl_shape_set_break_impulse(world, shape, 0), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), before);
    free(world);
}
END_TEST

/* ---- impulses ------------------------------------------------------------------------------- */

/* A ball of mass m flies with speed v into a box at rest that weighs 1; what the event says, and
 * what the momentum of the box says. */
static void expect_impulse(int substeps, double restitution, double gap) {
    pawl_world *const world = make_space();
    ck_assert_int_eq(pawl_world_set_substeps(world, substeps), PAWL_OK);
    const pawl_body_id box = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_convex square = box_convex(0.5, 0.5);
    const pawl_shape_id shape = add_breakable(world, box, &square, 1 / 16.0);
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, -1 - gap, 0);
    pawl_shape_def def = pawl_shape_def_default();
    def.restitution = FX(restitution);
    def.density = FX(4);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    pawl_shape_id of_ball;
    ck_assert_int_eq(pawl_shape_create(world, ball, &def, &circle, &of_ball), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, ball, VEC(12, 0)), PAWL_OK);
    double told = 0;
    for (int i = 0; i < 30; i++) {
        run(world, 1);
        const pawl_events events = pawl_world_get_events(world);
        for (uint32_t k = 0; k < events.fracture_count; k++) {
            const pawl_fracture_event *const event = &events.fractures[k];
            ck_assert_uint_eq(name_of(event->shape), name_of(shape));
            ck_assert_uint_eq(name_of(event->other), name_of(of_ball));
            ck_assert_int_eq(event->normal.c, PAWL_UNIT);
            assert_near(units(event->point.x), -0.5, 0.25, "x");
            assert_near(units(event->point.y), 0, 0.01, "y");
            told += (double)event->impulse / 65536;
        }
    }
    const double carried = units(pawl_body_get_velocity(world, box).x);
    ck_assert_msg(carried > 5, "the ball has missed");
    assert_near(told, carried, 0.07, "impulse"); /* parts below the threshold are not told */
    free(world);
}

START_TEST(the_impulse_is_the_change_of_momentum) {
    for (int gap = 0; gap < 8; gap++) {
        expect_impulse(1 << _i, 0, gap / 32.0);
        expect_impulse(1 << _i, 0.75, gap / 32.0);
    }
}
END_TEST

START_TEST(both_shapes_of_a_contact_are_told_the_older_first) {
    pawl_world *const world = make_space();
    const pawl_body_id a = add_breaking_brick(world, PAWL_DYNAMIC, 0, 0, 1);
    const pawl_body_id b = add_breaking_brick(world, PAWL_DYNAMIC, 1.03125, 0, 1);
    ck_assert_int_eq(pawl_body_set_velocity(world, a, VEC(20, 0)), PAWL_OK);
    for (int i = 0; i < 4 && pawl_world_get_events(world).fracture_count == 0; i++)
        run(world, 1);
    const pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.fracture_count, 2);
    ck_assert_uint_eq(name_of(events.fractures[0].shape), name_of(shape_of(world, a)));
    ck_assert_uint_eq(name_of(events.fractures[1].shape), name_of(shape_of(world, b)));
    ck_assert_int_eq(events.fractures[0].normal.c, -PAWL_UNIT);
    ck_assert_int_eq(events.fractures[1].normal.c, PAWL_UNIT);
    ck_assert_int_eq(events.fractures[0].impulse, events.fractures[1].impulse);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).fracture_count, 0);
    free(world);
}
END_TEST

static pawl_world *make_wall(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 170;
    def.geometry_capacity = 170;
    def.contact_capacity = 1400;
    def.joint_capacity = 0;
    pawl_world *const world = make_world(&def);
    add_ground(world);
    for (int row = 0; row < 10; row++) {
        for (int i = 0; i < 5; i++)
            add_breaking_brick(world, PAWL_DYNAMIC, i + row % 2 * 0.5, 0.25 + 0.5 * row, 6);
    }
    return world;
}

/* Nine bricks of mass 1/2 on a brick press with 9/2 * 10/60 = 3/4 in a step; a ball with 20. */
START_TEST(a_wall_stands_and_a_ball_breaks_it) {
    pawl_world *const world = make_wall();
    for (int i = 0; i < 300; i++) {
        run(world, 1);
        ck_assert_uint_eq(pawl_world_get_events(world).fracture_count, 0);
    }
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, -4, 2);
    pawl_shape_def def = pawl_shape_def_default();
    def.density = FX(4);
    const pawl_convex circle = circle_convex(0, 0, 0.375);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, ball, &def, &circle, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, ball, VEC(24, 0)), PAWL_OK);
    uint32_t events = 0;
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        events += pawl_world_get_events(world).fracture_count;
    }
    ck_assert_uint_gt(events, 1);
    free(world);
}
END_TEST

/* Hits and fractures share 32 bytes for each event: with the room of n hits, at 28 bytes each. */
START_TEST(events_that_do_not_fit_are_counted) {
    for (int capacity = 1; capacity <= 16; capacity++) {
        pawl_world_def def = pawl_world_def_default();
        def.gravity = VEC(0, 0);
        def.event_capacity = (uint16_t)capacity;
        pawl_world *const world = make_world(&def);
        const pawl_body_id ground = add_ground(world);
        (void)ground;
        pawl_shape_id balls[10];
        for (int i = 0; i < 10; i++) {
            const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, 3 * i, 0.5);
            pawl_shape_def ball_def = pawl_shape_def_default();
            ball_def.hit_events = true;
            ball_def.break_impulse = FX(1);
            const pawl_convex circle = circle_convex(0, 0, 0.5);
            ck_assert_int_eq(pawl_shape_create(world, ball, &ball_def, &circle, &balls[i]),
                             PAWL_OK);
            ck_assert_int_eq(pawl_body_set_velocity(world, ball, VEC(0, -5)), PAWL_OK);
        }
        run(world, 1);
        const pawl_events events = pawl_world_get_events(world);
        ck_assert_uint_le(events.hit_count, capacity);
        const uint32_t begins = events.begin_count, told = events.hit_count + events.fracture_count;
        ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 30 - begins - told);
        ck_assert_uint_ge(events.hit_count * 28 + events.fracture_count * 32 + 59,
                          (uint32_t)(capacity < 20 ? capacity * 28 : 560));
        if (capacity >= 3) ck_assert_uint_ge(events.fracture_count, 1);
        for (uint32_t i = 0; i < events.hit_count; i++)
            ck_assert_uint_eq(name_of(events.hits[i].shape_b), name_of(balls[i]));
        for (uint32_t i = 0; i < events.fracture_count; i++)
            ck_assert_uint_eq(name_of(events.fractures[i].shape), name_of(balls[i]));
        free(world);
    }
}
END_TEST

/* ---- breaking, saved and played again -------------------------------------------------------- */

typedef struct siege {
    uint64_t memory[4096];
    uint32_t broken;
} siege;

/* A tick of a game: after the step what was hit breaks, and the next ball comes. */
static void shoot(void *context, pawl_world *world, uint32_t step) {
    siege *const s = context;
    ck_assert_uint_le(golden_break_memory(), sizeof s->memory);
    const int32_t broken = golden_break(world, (int)step, s->memory, sizeof s->memory);
    ck_assert_int_ge(broken, 0);
    s->broken += (uint32_t)broken;
}

#define SIEGE_STEPS (SEEDED_SHARE > 1 ? 150 : 440)

START_TEST(a_siege_plays_the_same_after_every_way_back) {
    siege *const s = calloc(1, sizeof *s);
    const rewind_script script = {s, shoot, NULL};
    pawl_world *const world = make_wall();
    run(world, 1);
    const rewind_sync_plan plan = {SIEGE_STEPS, 0, _i == 1};
    const char *const defect = rewind_sync(world, &script, &plan);
    ck_assert_msg(defect == NULL, "%s", defect);
    ck_assert_uint_gt(s->broken, 4);
    assert_sound(world);
    free(world);
    free(s);
}
END_TEST

START_TEST(a_siege_is_recorded_and_verified) {
    siege *const s = calloc(1, sizeof *s);
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = def.geometry_capacity = 170;
    def.contact_capacity = 1400;
    def.joint_capacity = 0;
    pawl_world *const world = make_wall();
    recording r;
    begin_recording(&r, world, &def, 40, 7);
    const uint32_t ticks = SEEDED_SHARE > 1 ? 120 : 300;
    for (uint32_t t = 0; t < ticks; t++) {
        record_step(&r);
        shoot(s, world, t);
    }
    record_step(&r);
    end_recording(&r);
    ck_assert_uint_gt(s->broken, 3);
    const pawl_replay replay = open_replay(&r.file);
    ck_assert_uint_gt(replay.edits, 6);
    const size_t size = pawl_playback_size(&replay, NULL);
    void *const memory = malloc(size);
    pawl_playback playback;
    ck_assert_int_eq(pawl_playback_begin(&playback, &replay, NULL, false, memory, size), PAWL_OK);
    const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
    ck_assert_msg(verdict.status == PAWL_OK, "%s at %d", pawl_status_text(verdict.status),
                  (int)verdict.tick);
    free(memory);
    free_recording(&r);
    free(s);
}
END_TEST

/* From the same state, saved before the step or after it, the same breaks; a portable snapshot has
 * no events, so it must not be taken between. */
START_TEST(a_save_between_step_and_break_keeps_what_is_to_break) {
    siege *const s = calloc(1, sizeof *s);
    pawl_world *const world = make_wall();
    uint32_t step = 0;
    while (pawl_world_get_events(world).fracture_count == 0) {
        ck_assert_uint_lt(++step, 200);
        shoot(s, world, step);
        run(world, 1);
    }
    const size_t size = pawl_world_save_size(world);
    void *const save = malloc(size);
    ck_assert_int_eq(pawl_world_save(world, save, size), PAWL_OK);
    size_t length = pawl_world_encode_size(world);
    uint8_t *const bytes = malloc(length);
    ck_assert_int_eq(pawl_world_encode(world, bytes, length, &length), PAWL_OK);
    const uint32_t before = s->broken;
    shoot(s, world, step + 1);
    ck_assert_uint_gt(s->broken, before);
    const uint32_t hash = pawl_world_hash(world);
    run(world, 1);
    ck_assert_int_eq(pawl_world_restore(world, save, size), PAWL_OK);
    shoot(s, world, step + 1);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(bytes);
    free(save);
    free(world);
    free(s);
}
END_TEST

START_TEST(another_seed_or_tick_or_brick_breaks_otherwise) {
    uint32_t hashes[4];
    for (int i = 0; i < 4; i++) {
        pawl_world *const world = make_space();
        breaker *const b = make_breaker(1, 8);
        pawl_fracture_def how = pawl_fracture_def_default();
        if (i == 1) how.seed = 1;
        if (i == 2) run(world, 1);
        if (i == 3) ck_assert_int_eq(pawl_body_destroy(world, add_unit_box(world, 9, 9)), PAWL_OK);
        ck_assert_int_eq(shatter(world, b, add_unit_box(world, 0, 0), VEC(0, 0), &how), PAWL_OK);
        ck_assert_uint_gt(b->made.count, 4);
        hashes[i] = (uint32_t)pawl_body_get_center(world, b->bodies[0]).x;
        for (int k = 0; k < i; k++)
            ck_assert_uint_ne(hashes[i], hashes[k]);
        free_breaker(b);
        free(world);
    }
}
END_TEST

Suite *suite_fracture_state(void);
Suite *suite_fracture_state(void) {
    Suite *const suite = suite_create("fracture_state");
    TCase *const cases = tcase_create("fracture_state");
#if PAWL_WITH_FRACTURE
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, a_break_impulse_keeps_four_bits);
    tcase_add_test(cases, a_wrong_break_impulse_is_refused);
    tcase_add_loop_test(cases, the_impulse_is_the_change_of_momentum, 0, 5);
    tcase_add_test(cases, both_shapes_of_a_contact_are_told_the_older_first);
    tcase_add_test(cases, a_wall_stands_and_a_ball_breaks_it);
    tcase_add_test(cases, events_that_do_not_fit_are_counted);
    tcase_add_loop_test(cases, a_siege_plays_the_same_after_every_way_back, 0, 2);
    tcase_add_test(cases, a_siege_is_recorded_and_verified);
    tcase_add_test(cases, a_save_between_step_and_break_keeps_what_is_to_break);
    tcase_add_test(cases, another_seed_or_tick_or_brick_breaks_otherwise);
#endif
    suite_add_tcase(suite, cases);
    return suite;
}
