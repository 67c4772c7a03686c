/* test_hooks.c - what a program may decide during a step: who meets, what is solved, how materials
 * mix. */
#include "support/world/fixture.h"

/* What the hooks are told to answer, and what they were asked. */
typedef struct record {
    const pawl_world *world;
    pawl_shape_id refused; /* by should_collide and pre_solve; null: nobody */
    uint32_t filters, solves, frictions, restitutions;
    uint64_t last_key;
    bool in_order, world_is_right, points_are_right;
    pawl_fx friction, restitution; /* the answers */
    uint32_t users;                /* sum of the products of user data, to see that both came */
    pawl_wide impulse;
} record;

static record make_record(const pawl_world *world) {
    record made;
    memset(&made, 0, sizeof made);
    made.world = world;
    made.in_order = made.world_is_right = made.points_are_right = true;
    return made;
}

static void note(record *r, const pawl_world *world, pawl_shape_id a, pawl_shape_id b) {
    /* No slot is used twice in these tests, so handles are in creation order. */
    const uint64_t key = (uint64_t)a.index1 << 32 | b.index1;
    if (key <= r->last_key || a.index1 >= b.index1) r->in_order = false;
    if (world != r->world) r->world_is_right = false;
    r->last_key = key;
}

static bool is_refused(const record *r, pawl_shape_id a, pawl_shape_id b) {
    const uint32_t name = pawl_shape_id_store(r->refused);
    return name != 0 && (pawl_shape_id_store(a) == name || pawl_shape_id_store(b) == name);
}

static bool should_collide(void *context, const pawl_world *world, pawl_shape_id a,
                           pawl_shape_id b) {
    record *const r = context;
    note(r, world, a, b);
    r->filters++;
    return !is_refused(r, a, b);
}

static bool pre_solve(void *context, const pawl_world *world, const pawl_contact *contact) {
    record *const r = context;
    note(r, world, contact->shape_a, contact->shape_b);
    r->solves++;
    if (contact->count < 1 || contact->count > 2) r->points_are_right = false;
    for (int i = 0; i < contact->count; i++) {
        if (contact->separations[i] > FX(0.02) || contact->separations[i] < FX(-0.05)) {
            r->points_are_right = false;
        }
        r->impulse += contact->impulses[i];
    }
    return !is_refused(r, contact->shape_a, contact->shape_b);
}

static pawl_fx mix_friction(void *context, pawl_fx a, uint32_t user_a, pawl_fx b, uint32_t user_b) {
    record *const r = context;
    (void)(a + b);
    r->frictions++;
    r->users += user_a * 10 + user_b;
    return r->friction;
}

static pawl_fx mix_restitution(void *context, pawl_fx a, uint32_t user_a, pawl_fx b,
                               uint32_t user_b) {
    record *const r = context;
    (void)(a + b);
    r->restitutions++;
    r->users += user_a * 10 + user_b;
    return r->restitution;
}

static void run_with(pawl_world *world, record *r, pawl_step_hooks hooks, int steps) {
    hooks.context = r;
    for (int i = 0; i < steps; i++) {
        r->last_key = 0;
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
    }
}

/* A row of boxes that stand on the ground and ask; made from right to left. */
#define BOXES 5
typedef struct scene {
    pawl_world *world;
    pawl_shape_id ground, shape[BOXES];
    pawl_body_id box[BOXES];
} scene;

static scene make_scene(bool custom_filter, bool asks_pre_solve) {
    scene made;
    made.world = make_default_world();
    for (int i = 0; i < BOXES; i++) {
        pawl_shape_def def = pawl_shape_def_default();
        const pawl_convex convex = box_convex(0.5, 0.5);
        def.custom_filter = custom_filter;
        def.pre_solve = asks_pre_solve;
        made.box[i] = add_body(made.world, PAWL_DYNAMIC, -3 * i, 0.5);
        ck_assert_int_eq(pawl_shape_create(made.world, made.box[i], &def, &convex, &made.shape[i]),
                         PAWL_OK);
    }
    made.ground = shape_of(made.world, add_ground(made.world));
    return made;
}

static double height(const scene *s, int box) {
    return units(pawl_body_get_position(s->world, s->box[box]).y);
}

START_TEST(a_refused_pair_does_not_meet) {
    const scene s = make_scene(true, false);
    record r = make_record(s.world);
    const pawl_step_hooks hooks = {.should_collide = should_collide};
    r.refused = s.shape[2];
    run_with(s.world, &r, hooks, 1);
    ck_assert_uint_eq(r.filters, BOXES);
    ck_assert_uint_eq(pawl_world_get_counters(s.world).contacts, BOXES - 1);
    ck_assert_int_eq(r.in_order, true);
    run_with(s.world, &r, hooks, 60);
    ck_assert_int_eq(r.world_is_right, true);
    for (int i = 0; i < BOXES; i++) {
        if (i == 2) ck_assert_int_lt(pawl_body_get_position(s.world, s.box[i]).y, FX(-2));
        if (i != 2) assert_near(height(&s, i), 0.5, 0.01, "y");
    }
    free(s.world);
}
END_TEST

/* There is room for all but one of the pairs, and one is refused. */
START_TEST(a_refused_pair_takes_no_room) {
    pawl_world_def def = pawl_world_def_default();
    def.contact_capacity = 2;
    pawl_world *const world = make_world(&def);
    record r = make_record(world);
    pawl_shape_def shape_def = pawl_shape_def_default();
    const pawl_convex convex = box_convex(0.5, 0.5);
    shape_def.custom_filter = true;
    for (int i = 0; i < 3; i++) {
        const pawl_body_id box = add_body(world, PAWL_DYNAMIC, 3 * i, 0.5);
        ck_assert_int_eq(pawl_shape_create(world, box, &shape_def, &convex, &r.refused), PAWL_OK);
    }
    add_ground(world);
    const pawl_step_hooks hooks = {.should_collide = should_collide};
    r.refused.index1 = (uint16_t)(r.refused.index1 - 2 * (_i == 0));
    run_with(world, &r, hooks, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    ck_assert_uint_eq(pawl_world_get_counters(world).contacts, 2);
    free(world);
}
END_TEST

/* Also where it would cross the other within one step; others are stopped. */
START_TEST(a_refused_pair_does_not_stop_fast_bodies) {
    pawl_world *const world = make_space();
    record r = make_record(world);
    pawl_shape_def shape_def = pawl_shape_def_default();
    const pawl_convex wall = box_convex(0.25, 4), ball = circle_convex(0, 0, 0.25);
    shape_def.custom_filter = true;
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, -9, 0);
    add_shape(world, body, &ball);
    const pawl_body_id home = add_body(world, PAWL_STATIC, 0, 0);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, home, &shape_def, &wall, &shape), PAWL_OK);
    if (_i == 0) r.refused = shape;
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(480, 0)), PAWL_OK);
    const pawl_step_hooks hooks = {.should_collide = should_collide};
    run_with(world, &r, hooks, 4);
    ck_assert_int_eq(r.in_order, true);
    if (_i == 0) assert_vec_eq(pawl_body_get_position(world, body), VEC(23, 0));
    if (_i == 1) ck_assert_int_lt(pawl_body_get_position(world, body).x, 0);
    free(world);
}
END_TEST

/* Pairs that are known are not asked about again. */
START_TEST(a_pair_is_asked_about_once) {
    const scene s = make_scene(true, false);
    record r = make_record(s.world);
    const pawl_step_hooks hooks = {.should_collide = should_collide};
    for (int i = 0; i < 60; i++) {
        for (int k = 0; k < BOXES; k++)
            ck_assert_int_eq(pawl_body_set_velocity(s.world, s.box[k], VEC(0.25, 0)), PAWL_OK);
        run_with(s.world, &r, hooks, 1);
    }
    ck_assert_uint_eq(r.filters, BOXES);
    free(s.world);
}
END_TEST

/* 0: nobody has the flag, 1: no hook. */
START_TEST(nobody_is_asked_without_flag_or_hook) {
    const scene s = make_scene(_i == 1, _i == 1);
    record r = make_record(s.world);
    pawl_step_hooks hooks = {.should_collide = should_collide, .pre_solve = pre_solve};
    if (_i == 1) memset(&hooks, 0, sizeof hooks);
    run_with(s.world, &r, hooks, 30);
    ck_assert_uint_eq(r.filters + r.solves, 0);
    ck_assert_uint_eq(pawl_world_get_counters(s.world).touching, BOXES);
    free(s.world);
}
END_TEST

START_TEST(sensors_are_asked_about_too) {
    pawl_world *const world = make_space();
    record r = make_record(world);
    const pawl_step_hooks hooks = {.should_collide = should_collide, .pre_solve = pre_solve};
    pawl_shape_def def = pawl_shape_def_default();
    const pawl_convex convex = box_convex(1, 1);
    def.sensor = def.custom_filter = def.pre_solve = true;
    pawl_shape_id sensor, visitor;
    const pawl_body_id home = add_body(world, PAWL_STATIC, 0, 0);
    ck_assert_int_eq(pawl_shape_create(world, home, &def, &convex, &sensor), PAWL_OK);
    const pawl_body_id box = add_unit_box(world, 0, 0);
    if (_i == 1) r.refused = shape_of(world, box);
    run_with(world, &r, hooks, 3);
    uint32_t cursor = 0;
    ck_assert_uint_eq(r.filters, 1);
    ck_assert_uint_eq(r.solves, 0);
    ck_assert_int_eq(pawl_shape_next_visitor(world, sensor, &cursor, &visitor), _i == 0);
    free(world);
}
END_TEST

/* In contact order, each step, with points near the surface and, once it stands, its weight as
 * impulses of a sub-step: 1/24 per box. */
START_TEST(pre_solve_sees_the_contacts) {
    const scene s = make_scene(false, true);
    record r = make_record(s.world);
    ck_assert_int_eq(pawl_world_set_sleeping_enabled(s.world, false), PAWL_OK);
    const pawl_step_hooks hooks = {.pre_solve = pre_solve};
    run_with(s.world, &r, hooks, 60);
    ck_assert_uint_eq(r.solves, 60 * BOXES);
    ck_assert_int_eq(r.in_order, true);
    ck_assert_int_eq(r.world_is_right, true);
    ck_assert_int_eq(r.points_are_right, true);
    r.impulse = 0;
    run_with(s.world, &r, hooks, 1);
    assert_near((double)r.impulse / 65536, BOXES / 24.0, 0.01, "sum of the impulses");
    free(s.world);
}
END_TEST

/* It falls while it is refused, and stands again on the way out; its touch ends and begins. */
START_TEST(a_refused_contact_is_not_solved) {
    const scene s = make_scene(false, true);
    record r = make_record(s.world);
    const pawl_step_hooks hooks = {.pre_solve = pre_solve};
    run_with(s.world, &r, hooks, 10);
    r.refused = s.shape[3];
    run_with(s.world, &r, hooks, 1);
    const pawl_events events = pawl_world_get_events(s.world);
    ck_assert_uint_eq(events.end_count, 1);
    ck_assert_uint_eq(pawl_shape_id_store(events.ends[0].shape_a), pawl_shape_id_store(s.shape[3]));
    ck_assert_uint_eq(pawl_world_get_counters(s.world).touching, BOXES - 1);
    run_with(s.world, &r, hooks, 4);
    const double fallen = 0.5 - 10 * 15 / 3600.0; /* 1 + 2 + .. + 5 times g / 60^2 */
    assert_near(height(&s, 3), fallen, 0.01, "y");
    ck_assert_uint_eq(pawl_world_get_events(s.world).end_count, 0);
    r.refused = NO_SHAPE;
    r.impulse = 0;
    run_with(s.world, &r, hooks, 1);
    ck_assert_uint_eq(pawl_world_get_events(s.world).begin_count, 1);
    assert_near((double)r.impulse / 65536, (BOXES - 1) / 24.0, 0.01, "sum of the impulses");
    run_with(s.world, &r, hooks, 120);
    for (int i = 0; i < BOXES; i++)
        assert_near(height(&s, i), 0.5, 0.01, "y");
    assert_sound(s.world);
    free(s.world);
}
END_TEST

/* A ball that touches a wall and is refused is shot through it; the other one is not. */
START_TEST(a_refused_contact_does_not_stop_fast_bodies) {
    pawl_world *const world = make_space();
    record r = make_record(world);
    pawl_shape_def shape_def = pawl_shape_def_default();
    const pawl_convex wall = box_convex(0.25, 4), ball = circle_convex(0, 0, 0.25);
    shape_def.pre_solve = true;
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, -0.5, 0);
    add_shape(world, body, &ball);
    pawl_shape_id shape;
    ck_assert_int_eq(
        pawl_shape_create(world, add_body(world, PAWL_STATIC, 0, 0), &shape_def, &wall, &shape),
        PAWL_OK);
    if (_i == 0) r.refused = shape;
    const pawl_step_hooks hooks = {.pre_solve = pre_solve};
    run_with(world, &r, hooks, 1);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(480, 0)), PAWL_OK);
    run_with(world, &r, hooks, 2);
    if (_i == 0) assert_vec_eq(pawl_body_get_position(world, body), VEC(15.5, 0));
    if (_i == 1) ck_assert_int_lt(pawl_body_get_position(world, body).x, 0);
    free(world);
}
END_TEST

/* Refused contacts hold no island together and wake nobody. */
START_TEST(a_refused_contact_wakes_nobody) {
    const scene s = make_scene(false, true);
    record r = make_record(s.world);
    const pawl_step_hooks hooks = {.pre_solve = pre_solve};
    run_with(s.world, &r, hooks, 120);
    ck_assert_int_eq(pawl_body_is_awake(s.world, s.box[0]), false);
    const pawl_body_id ghost = add_body(s.world, PAWL_DYNAMIC, -8, 0.5);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    pawl_shape_def def = pawl_shape_def_default();
    def.pre_solve = true;
    ck_assert_int_eq(pawl_body_set_gravity_scale(s.world, ghost, 0), PAWL_OK);
    ck_assert_int_eq(pawl_shape_create(s.world, ghost, &def, &circle, &r.refused), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(s.world, ghost, VEC(4, 0)), PAWL_OK);
    run_with(s.world, &r, hooks, 150);
    ck_assert_int_eq(pawl_body_is_awake(s.world, s.box[0]), false);
    assert_near(units(pawl_body_get_position(s.world, ghost).x), 2, 0.01, "x");
    free(s.world);
}
END_TEST

/* A box that slides at 4 on ground whose friction the hook sets: it stops after v^2 / (2 mu g), or
 * never. A negative answer is none. */
START_TEST(friction_is_what_the_hook_says) {
    static const double answers[] = {0.5, 0, -1};
    pawl_world *const world = make_default_world();
    record r = make_record(world);
    const pawl_shape_id ground = shape_of(world, add_ground(world));
    const pawl_body_id box = add_unit_box(world, 0, 0.5);
    ck_assert_int_eq(pawl_shape_set_user_data(world, ground, 3), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_user_data(world, shape_of(world, box), 4), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, box, VEC(4, 0)), PAWL_OK);
    r.friction = FX(answers[_i]);
    const pawl_step_hooks hooks = {.mix_friction = mix_friction};
    run_with(world, &r, hooks, 120);
    assert_near(units(pawl_body_get_position(world, box).x), _i == 0 ? 1.6 : 8, 0.03, "x");
    ck_assert_uint_gt(r.frictions, 0);
    ck_assert_uint_eq(r.users, r.frictions * 34);
    ck_assert_uint_eq(r.restitutions, 0);
    free(world);
}
END_TEST

/* A ball dropped by 2 comes back to e^2 times that, e clamped to 0 .. 1. */
START_TEST(restitution_is_what_the_hook_says) {
    static const double answers[] = {0.5, -3, 7}, want[] = {0.5, 0, 1};
    pawl_world *const world = make_default_world();
    record r = make_record(world);
    add_ground(world);
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, 0, 2.5);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    add_shape(world, ball, &circle);
    r.restitution = FX(answers[_i]);
    const pawl_step_hooks hooks = {.mix_restitution = mix_restitution};
    double highest = 0;
    bool down = false;
    for (int i = 0; i < 100; i++) {
        run_with(world, &r, hooks, 1);
        const double y = units(pawl_body_get_position(world, ball).y);
        if (y < 0.55) down = true;
        if (down && y > highest) highest = y;
    }
    assert_near(highest, 0.5 + 2 * want[_i] * want[_i], 0.05, "highest y");
    ck_assert_uint_gt(r.restitutions, 0);
    ck_assert_uint_eq(r.frictions, 0);
    free(world);
}
END_TEST

/* Hooks that answer what the engine would do itself change no bit. */
START_TEST(agreeing_hooks_change_nothing) {
    uint32_t hashes[2];
    for (int i = 0; i < 2; i++) {
        const scene s = make_scene(true, true);
        record r = make_record(s.world);
        const pawl_step_hooks hooks = {.should_collide = should_collide,
                                       .pre_solve = pre_solve,
                                       .mix_friction = mix_friction,
                                       .mix_restitution = mix_restitution};
        const pawl_step_hooks none = {0};
        r.friction = pawl_shape_get_friction(s.world, s.ground);
        ck_assert_int_eq(pawl_body_set_velocity(s.world, s.box[4], VEC(5, 3)), PAWL_OK);
        run_with(s.world, &r, i ? hooks : none, 200);
        hashes[i] = pawl_world_hash(s.world);
        free(s.world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
END_TEST

/* ---- the clock ---- */

/* Each reading is one more than the last, so that what a stage took is how often it was told of. */
typedef struct counter {
    uint64_t now;
    pawl_world *world;
    pawl_status status; /* of a change that is tried from inside */
} counter;

static uint64_t count_reading(void *context) {
    counter *const c = context;
    c->status = pawl_world_set_gravity(c->world, VEC(0, 5));
    return c->now++;
}

START_TEST(the_clock_is_read_after_each_stage) {
    scene s = make_scene(false, false);
    const uint64_t substeps = (uint64_t)pawl_world_get_substeps(s.world);
    counter c = {UINT64_C(0xFFFFFFFF00000000), s.world, PAWL_OK};
    uint64_t ticks[PAWL_STAGE_COUNT] = {[PAWL_STAGE_PAIRS] = 1000};
    const pawl_step_hooks hooks = {.context = &c, .clock = count_reading, .stage_ticks = ticks};
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(pawl_world_step(s.world, &hooks), PAWL_OK);
    for (int i = 0; i < PAWL_STAGE_COUNT; i++) {
        const bool is_inner = i >= PAWL_STAGE_SOLVE && i <= PAWL_STAGE_RELAX;
        const uint64_t before = i == PAWL_STAGE_PAIRS ? 1000 : 0;
        ck_assert_uint_eq(ticks[i], before + 3 * (is_inner ? substeps : 1));
    }
    ck_assert_int_eq(c.status, PAWL_ERR_LOCKED);
    free(s.world);
}
END_TEST

START_TEST(a_clock_changes_nothing) {
    uint32_t hashes[3];
    for (int i = 0; i < 3; i++) {
        scene s = make_scene(false, false);
        counter c = {0, s.world, PAWL_OK};
        uint64_t ticks[PAWL_STAGE_COUNT] = {0};
        /* Without an array the clock is not asked. */
        const pawl_step_hooks hooks = {
            .context = &c, .clock = count_reading, .stage_ticks = i == 2 ? NULL : ticks};
        ck_assert_int_eq(pawl_body_set_velocity(s.world, s.box[4], VEC(5, 3)), PAWL_OK);
        for (int k = 0; k < 200; k++)
            ck_assert_int_eq(pawl_world_step(s.world, i ? &hooks : NULL), PAWL_OK);
        ck_assert_uint_eq(c.now != 0, i == 1);
        hashes[i] = pawl_world_hash(s.world);
        free(s.world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_eq(hashes[0], hashes[2]);
}
END_TEST

Suite *suite_hooks(void) {
    Suite *const suite = suite_create("hooks");
    TCase *const tcase = tcase_create("hooks");
    tcase_add_test(tcase, a_refused_pair_does_not_meet);
    tcase_add_loop_test(tcase, a_refused_pair_takes_no_room, 0, 2);
    tcase_add_loop_test(tcase, a_refused_pair_does_not_stop_fast_bodies, 0, 2);
    tcase_add_test(tcase, a_pair_is_asked_about_once);
    tcase_add_loop_test(tcase, nobody_is_asked_without_flag_or_hook, 0, 2);
    tcase_add_loop_test(tcase, sensors_are_asked_about_too, 0, 2);
    tcase_add_test(tcase, pre_solve_sees_the_contacts);
    tcase_add_test(tcase, a_refused_contact_is_not_solved);
    tcase_add_loop_test(tcase, a_refused_contact_does_not_stop_fast_bodies, 0, 2);
    tcase_add_test(tcase, a_refused_contact_wakes_nobody);
    tcase_add_loop_test(tcase, friction_is_what_the_hook_says, 0, 3);
    tcase_add_loop_test(tcase, restitution_is_what_the_hook_says, 0, 3);
    tcase_add_test(tcase, agreeing_hooks_change_nothing);
    tcase_add_test(tcase, the_clock_is_read_after_each_stage);
    tcase_add_test(tcase, a_clock_changes_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
