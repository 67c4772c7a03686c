/* test_locks.c - bodies with locked axes: the coordinate of the center stays to the bit whatever
 * acts on it, what leans on such a body is held, and lanes and workers move no bit. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/field.h"
#include "support/base/seeded.h"
#include "support/soft/soft_kit.h"
#include "support/world/jumble.h"
#include "support/world/threads.h"

typedef pawl_status lock_setter(pawl_world *world, pawl_body_id body, bool locked);

static pawl_body_id add_locked(pawl_world *world, double x, double y, double size, double density,
                               bool lock_x, bool lock_y) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def made = pawl_shape_def_default();
    pawl_body_id body;
    pawl_shape_id shape;
    def.type = PAWL_DYNAMIC;
    def.position = VEC(x, y);
    def.lock_x = lock_x;
    def.lock_y = lock_y;
    made.density = FX(density);
    const pawl_convex convex = box_convex(size, 0.5);
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    ck_assert_int_eq(pawl_shape_create(world, body, &made, &convex, &shape), PAWL_OK);
    return body;
}

static double x_of(const pawl_world *world, pawl_body_id body) {
    return units(pawl_body_get_center(world, body).x);
}

static double y_of(const pawl_world *world, pawl_body_id body) {
    return units(pawl_body_get_center(world, body).y);
}

/* ---- worlds that nobody has thought of ------------------------------------------------------ */

/* What is known of bodies before a step. */
typedef struct places {
    pawl_body_id bodies[600];
    pawl_vec2 centers[600];
    uint32_t count, locked;
} places;

static void note_places(const pawl_world *world, places *out) {
    out->count = 0;
    pawl_body_id at = pawl_world_next_body(world, PAWL_NULL_BODY);
    for (; !pawl_body_is_null(at); at = pawl_world_next_body(world, at)) {
        if (out->count == 600) break;
        out->bodies[out->count] = at;
        out->centers[out->count++] = pawl_body_get_center(world, at);
    }
}

static void compare_places(const pawl_world *world, places *from, uint64_t seed, int step) {
    for (uint32_t i = 0; i < from->count; i++) {
        const pawl_body_id body = from->bodies[i];
        if (!pawl_body_is_valid(world, body)) continue;
        if (pawl_body_get_type(world, body) != PAWL_DYNAMIC) continue;
        const pawl_vec2 was = from->centers[i], is = pawl_body_get_center(world, body);
        const pawl_vec2 velocity = pawl_body_get_velocity(world, body);
        const bool x = pawl_body_has_lock_x(world, body), y = pawl_body_has_lock_y(world, body);
        ck_assert_msg(!x || (is.x == was.x && velocity.x == 0),
                      "x of %" PRIu32 ", seed %" PRIx64 ", step %d", i, seed, step);
        ck_assert_msg(!y || (is.y == was.y && velocity.y == 0),
                      "y of %" PRIu32 ", seed %" PRIx64 ", step %d", i, seed, step);
        from->locked += x || y;
    }
}

static void blow(pawl_world *world, uint64_t *seed) {
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = pawl_vec2_make((int32_t)(seeded_next(seed) % 40) * PAWL_FX_ONE, 0);
    def.radius = FX(6);
    def.impulse = PAWL_WIDE(20, 0, 1);
    ck_assert_int_ge(pawl_world_explode(world, &def), PAWL_OK);
}

static void add_soft(pawl_world *world, uint64_t *seed) {
    static kit k;
    begin_blob(&k, VEC((double)(seeded_next(seed) % 16), 14), 1.5, 16);
    (void)finish(&k, world);
}

/* With lanes, a cache and workers, as far as the build has them. */
typedef struct extras {
    pawl_step_hooks hooks;
    threads threads;
    void *memory[3];
} extras;

static void open_extras(extras *of, const pawl_world_def *def, uint64_t seed) {
    memset(of, 0, sizeof *of);
    pawl_step_hooks *hooks = &of->hooks;
    hooks->cache_size = pawl_world_cache_size(def);
    of->memory[0] = hooks->cache = calloc(1, hooks->cache_size + 8);
#if PAWL_WITH_LANES
    hooks->lanes = pawl_lanes_best();
    hooks->lane_memory_size = pawl_world_lanes_size(def, hooks->lanes);
    of->memory[1] = hooks->lane_memory = calloc(1, hooks->lane_memory_size + 8);
#endif
#if PAWL_WITH_WORKERS
    if (seed & 2) return;
    of->threads.seed = seed | 1u;
    hooks->context = &of->threads;
    hooks->parallel = threads_shuffled;
    hooks->workers = 3;
    hooks->worker_memory_size = pawl_world_workers_size(def);
    of->memory[2] = hooks->worker_memory = calloc(1, hooks->worker_memory_size + 8);
#else
    (void)seed;
#endif
}

static uint32_t play(uint64_t seed, int steps) {
    static places before;
    jumble kind;
    extras of;
    pawl_world_def def = jumble_draw(&kind, seed);
    kind.locks = true;
    kind.joins = seed % 3 == 0;
    kind.asks = false;
    def.soft_capacity = 4;
    def.soft_point_capacity = 100;
    def.soft_link_capacity = 400;
    open_extras(&of, &def, seed);
    pawl_world *const plain = make_world(&def), *const other = make_world(&def);
    jumble_fill(&kind, plain);
    jumble_fill(&kind, other);
    uint64_t softs[2] = {seed | 1u, seed | 1u};
    before.locked = 0;
    for (int i = 0; i < steps; i++) {
        jumble_call(&kind, plain, (uint32_t)i);
        jumble_call(&kind, other, (uint32_t)i);
        if (i % 20 == 3 && i < 80) {
            add_soft(plain, &softs[0]);
            add_soft(other, &softs[1]);
        }
        if (i % 16 == 5) {
            blow(plain, &softs[0]);
            blow(other, &softs[1]);
        }
        note_places(plain, &before);
        ck_assert_int_eq(pawl_world_step(plain, NULL), PAWL_OK);
        ck_assert_int_eq(pawl_world_step(other, &of.hooks), PAWL_OK);
        compare_places(plain, &before, seed, i);
        assert_sound(plain);
        ck_assert_msg(pawl_world_hash(plain) == pawl_world_hash(other),
                      "seed %" PRIx64 ", step %d: other bits", seed, i);
    }
    free(plain);
    free(other);
    for (int i = 0; i < 3; i++)
        free(of.memory[i]);
    return before.locked;
}

START_TEST(a_locked_coordinate_is_constant_in_any_world) {
    uint64_t seeds = seeded_fresh("locks") + (uint64_t)_i;
    uint32_t locked = 0;
    for (int i = SEEDED_PASSES(2, 12); i > 0; i--)
        locked += play(seeded_next(&seeds), 90);
    ck_assert_uint_gt(locked, 100);
}
END_TEST

/* ---- what leans on it ----------------------------------------------------------------------- */

/* An elevator that stands: locked along y, and as heavy as the boxes, or a tenth as heavy. */
START_TEST(a_stack_rests_on_a_locked_box) {
    const double density = _i == 0 ? 1 : 0.1;
    pawl_world *const world = make_default_world();
    const pawl_body_id base = add_locked(world, 0, 0, 2, density, true, true);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, base, true), PAWL_OK);
    pawl_body_id boxes[6];
    for (int i = 0; i < 6; i++)
        boxes[i] = add_unit_box(world, 0, 1 + i);
    run(world, 600);
    assert_vec_eq(pawl_body_get_center(world, base), VEC(0, 0));
    for (int i = 0; i < 6; i++) {
        assert_near(y_of(world, boxes[i]), 1 + i, 0.03, "height");
        ck_assert_int_eq(pawl_body_is_awake(world, boxes[i]), false);
    }
    ck_assert_int_eq(pawl_body_is_awake(world, base), false);
    free(world);
}
END_TEST

/* A heap of heavy things falls on it at speed. */
START_TEST(nothing_passes_through_a_locked_box) {
    pawl_world *const world = make_default_world();
    const pawl_body_id base = add_locked(world, 0, 0, 4, _i == 0 ? 1 : 0.05, false, true);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, base, true), PAWL_OK);
    pawl_body_id boxes[8];
    for (int i = 0; i < 8; i++) {
        boxes[i] = add_unit_box(world, (i % 4) - 1.5, 3 + 2 * (i / 4));
        ck_assert_int_eq(pawl_body_set_velocity(world, boxes[i], VEC(0, -10)), PAWL_OK);
    }
    for (int step = 0; step < 240; step++) {
        run(world, 1);
        ck_assert_int_eq(pawl_body_get_center(world, base).y, 0);
        for (int i = 0; i < 8; i++) {
            const double away = x_of(world, boxes[i]) - x_of(world, base);
            if (away < 4 && away > -4)
                ck_assert_msg(y_of(world, boxes[i]) > 0.5, "box %d, step %d: %f", i, step,
                              y_of(world, boxes[i]));
        }
    }
    free(world);
}
END_TEST

/* Along the free axis it is a body like others. */
START_TEST(a_box_locked_sideways_falls_as_any) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id locked = add_locked(world, 0, 3, 0.5, 1, true, false);
    const pawl_body_id other = add_unit_box(world, 5, 3);
    for (int i = 0; i < 120; i++) {
        if (i == 60) { /* a push from the side, stronger than friction */
            const pawl_wide2 push = {PAWL_WIDE(50, 0, 1), 0};
            ck_assert_int_eq(pawl_body_apply_impulse_to_center(world, locked, push), PAWL_OK);
        }
        run(world, 1);
        ck_assert_int_eq(pawl_body_get_center(world, locked).x, 0);
        if (i < 60) assert_near(y_of(world, locked), y_of(world, other), 1e-3, "y");
    }
    assert_near(y_of(world, locked), 0.5, 0.02, "height");
    free(world);
}
END_TEST

/* A weight hangs on it by a hinge or a rod, as heavy or ten times as heavy. */
START_TEST(a_joint_hangs_on_a_locked_body) {
    const double density = _i % 2 == 0 ? 1 : 10;
    const pawl_joint_type type = _i < 2 ? PAWL_JOINT_REVOLUTE : PAWL_JOINT_DISTANCE;
    pawl_world *const world = make_default_world();
    const pawl_body_id hook = add_locked(world, 0, 0, 0.5, 1, false, true);
    const pawl_body_id weight = add_locked(world, 0, -2, 0.5, density, false, false);
    pawl_joint_id joint;
    pawl_joint_def def = pawl_joint_def_at(world, type, hook, weight, VEC(0, 0), 0);
    if (type == PAWL_JOINT_DISTANCE) {
        def = pawl_joint_def_default(type);
        def.body_a = hook;
        def.body_b = weight;
        def.target = FX(2);
    }
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_OK);
    for (int i = 0; i < 300; i++) {
        run(world, 1);
        ck_assert_int_eq(pawl_body_get_center(world, hook).y, 0);
    }
    assert_near(y_of(world, weight), -2, 0.02, "height of the weight");
    free(world);
}
END_TEST

/* ---- the calls ------------------------------------------------------------------------------ */

START_TEST(velocities_and_forces_along_a_lock_are_ignored) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 1, 2);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(3, 4)), PAWL_OK);
    const pawl_wide2 force = {PAWL_WIDE(9, 0, 1), PAWL_WIDE(9, 0, 1)};
    ck_assert_int_eq(pawl_body_apply_force_to_center(world, body, force), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_lock_x(world, body, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_has_lock_x(world, body), true);
    ck_assert_int_eq(pawl_body_has_lock_y(world, body), false);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(0, 4));
    run(world, 60);
    ck_assert_int_eq(pawl_body_get_center(world, body).x, FX(1));
    ck_assert_int_gt(pawl_body_get_center(world, body).y, FX(5.9));
    ck_assert_int_eq(pawl_body_set_lock_y(world, body, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(3, 4)), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(0, 0));
    ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(7, 7), 0), PAWL_OK);
    run(world, 10);
    assert_vec_eq(pawl_body_get_center(world, body), VEC(7, 7));
    ck_assert_int_eq(pawl_body_set_lock_x(world, body, false), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(6, 4)), PAWL_OK);
    run(world, 60);
    assert_near(x_of(world, body), 13, 1e-3, "x");
    ck_assert_int_eq(pawl_body_get_center(world, body).y, FX(7));
    free(world);
}
END_TEST

START_TEST(a_lock_is_for_dynamic_bodies) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_locked(world, 0, 0, 0.5, 1, true, true);
    ck_assert_int_eq(pawl_body_set_type(world, body, PAWL_KINEMATIC), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(1, 2)), PAWL_OK);
    run(world, 60);
    assert_near(x_of(world, body), 1, 1e-3, "x");
    ck_assert_int_eq(pawl_body_has_lock_x(world, body), true);
    ck_assert_int_eq(pawl_body_set_type(world, body, PAWL_DYNAMIC), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(0, 0));
    assert_sound(world);
    free(world);
}
END_TEST

/* A remainder of half a raw unit is not rounded up and down again. */
START_TEST(a_remainder_does_not_move_a_locked_body) {
    pawl_world *const world = make_default_world();
    uint64_t seed = first_seed(_i);
    for (int i = 0; i < 200; i++) {
        const pawl_body_id body = add_unit_box(world, 4 * (i % 20), 4 * (i / 20));
        const pawl_vec2 v = {seeded_int32(&seed) / 64, seeded_int32(&seed) / 64};
        (void)pawl_body_set_velocity(world, body, v);
    }
    run(world, 1 + _i);
    pawl_body_id at = pawl_world_next_body(world, PAWL_NULL_BODY);
    for (; !pawl_body_is_null(at); at = pawl_world_next_body(world, at)) {
        pawli_body *body = &pawli_bodies(world)[pawli_pool_find_body(world, at)];
        body->frac_x = 32;
        body->frac_y = -32;
        ck_assert_int_eq(pawl_body_set_lock_x(world, at, true), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_lock_y(world, at, true), PAWL_OK);
    }
    static places before;
    for (int i = 0; i < 10; i++) {
        note_places(world, &before);
        run(world, 1);
        compare_places(world, &before, seed, i);
    }
    free(world);
}
END_TEST

START_TEST(a_lock_wakes_and_what_is_so_already_does_not) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id body = add_unit_box(world, 0, 0.5);
    run(world, 200);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    const uint32_t hash = pawl_world_hash(world);
    lock_setter *const set = _i == 0 ? pawl_body_set_lock_x : pawl_body_set_lock_y;
    ck_assert_int_eq(set(world, body, false), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_int_eq(set(world, body, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, body), true);
    ck_assert_uint_ne(pawl_world_hash(world), hash);
    ck_assert_int_eq(set(NULL, body, true), PAWL_ERR_NULL);
    ck_assert_int_eq(set(world, PAWL_NULL_BODY, true), PAWL_ERR_STALE);
    run(world, 200);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    free(world);
}
END_TEST

Suite *suite_locks(void) {
    Suite *const suite = suite_create("locks");
    TCase *const tcase = tcase_create("worlds");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, a_locked_coordinate_is_constant_in_any_world, 0, 3);
    suite_add_tcase(suite, tcase);
    TCase *const held = tcase_create("held");
    tcase_add_loop_test(held, a_stack_rests_on_a_locked_box, 0, 2);
    tcase_add_loop_test(held, nothing_passes_through_a_locked_box, 0, 2);
    tcase_add_test(held, a_box_locked_sideways_falls_as_any);
    tcase_add_loop_test(held, a_joint_hangs_on_a_locked_body, 0, 4);
    suite_add_tcase(suite, held);
    TCase *const calls = tcase_create("calls");
    tcase_add_test(calls, velocities_and_forces_along_a_lock_are_ignored);
    tcase_add_test(calls, a_lock_is_for_dynamic_bodies);
    tcase_add_loop_test(calls, a_remainder_does_not_move_a_locked_body, 0, 4);
    tcase_add_loop_test(calls, a_lock_wakes_and_what_is_so_already_does_not, 0, 2);
    suite_add_tcase(suite, calls);
    return suite;
}
