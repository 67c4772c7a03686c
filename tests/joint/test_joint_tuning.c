/* test_joint_tuning.c - joints with a stiffness of their own, springs that only push or only pull,
 * and loads that are told without breaking anything. */
#include "pawl/snapshot.h"
#include "support/base/seeded.h"
#include "support/joint/joint_fixture.h"
#include "world/world.h"

#define TYPES PAWL_JOINT_LAST
#define LINKS 6

/* ---- stiffness ---- */

static bool is_rigid(int type) {
    return type != PAWL_JOINT_MOTOR && type != PAWL_JOINT_FILTER;
}

static bool has_line(int type) {
    return type == PAWL_JOINT_DISTANCE || type == PAWL_JOINT_PRISMATIC || type == PAWL_JOINT_WHEEL;
}

/* A joint of some type, without the lanes of hinges. */
static pawl_joint_def link_def(const pawl_world *world, int type, pawl_body_id a, pawl_body_id b) {
    const pawl_vec2 from = pawl_body_get_position(world, a), to = pawl_body_get_position(world, b);
    pawl_joint_def def = pawl_joint_def_at(world, (pawl_joint_type)type, a, b, to, 0);
    if (type == PAWL_JOINT_DISTANCE || type == PAWL_JOINT_PULLEY)
        def = pawl_joint_def_between(world, (pawl_joint_type)type, a, b, from, to);
    if (type == PAWL_JOINT_PULLEY) {
        def.ground_a = pawl_vec2_add(from, VEC(0, 5));
        def.ground_b = pawl_vec2_add(to, VEC(0, 5));
        def.target = FX(10);
    }
    if (type == PAWL_JOINT_REVOLUTE || type == PAWL_JOINT_PRISMATIC || type == PAWL_JOINT_WHEEL)
        set_limit(&def, -0.25, 0.25);
    if (type == PAWL_JOINT_RATCHET) def.ratio = FX(0.5);
    return def;
}

/* A chain that hangs and swings, with this stiffness. */
static pawl_world *make_chain(int type, uint64_t seed, pawl_fx hertz, pawl_fx damping_ratio) {
    pawl_world_def def = awake_def(10);
    def.substeps = (uint8_t)(1 + seeded_next(&seed) % 8);
    pawl_world *const world = make_world(&def);
    pawl_body_id last = add_body(world, PAWL_STATIC, 0, 0);
    for (int i = 1; i <= LINKS; i++) {
        const pawl_body_id link = add_brick(world, 2 * i, 0.125 * (i % 3), 0.5, 0.25, 1 + i % 2);
        pawl_joint_def joint = link_def(world, type, last, link);
        joint.constraint_hertz = hertz;
        joint.constraint_damping_ratio = damping_ratio;
        add_joint(world, &joint);
        const pawl_fx spin = (pawl_fx)(seeded_next(&seed) % FX(4));
        ck_assert_int_eq(pawl_body_set_angular_velocity(world, link, spin), PAWL_OK);
        last = link;
    }
    return world;
}

/* 60 Hz and 2, but of a weld, which has two damping ratios. */
START_TEST(the_default_said_aloud_is_the_default) {
    uint64_t seeds = seeded_fresh("default stiffness of joints");
    for (int type = 1; type <= TYPES; type++) {
        if (!is_rigid(type) || type == PAWL_JOINT_WELD) continue;
        const uint64_t seed = seeded_next(&seeds);
        pawl_world *const silent = make_chain(type, seed, 0, 0);
        pawl_world *const loud = make_chain(type, seed, FX(60), FX(2));
        ck_assert_uint_ne(pawl_world_hash(silent), pawl_world_hash(loud));
        for (int step = 0; step < 120; step++) {
            run(silent, 1);
            run(loud, 1);
            ck_assert_msg(pawl_world_motion_hash(silent) == pawl_world_motion_hash(loud),
                          "type %d, step %d, seed 0x%llX", type, step, (unsigned long long)seed);
        }
        free(silent);
        free(loud);
    }
}
END_TEST

/* How far a joint gives way under a brick that weighs 100 times 10. */
static double give_of(int type, pawl_fx hertz) {
    pawl_world *const world = make_awake_world();
    const pawl_body_id wall = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id load = add_brick(world, 2, 0, 0.5, 0.5, 100);
    pawl_joint_def def = link_def(world, type, wall, load);
    if (type == PAWL_JOINT_DISTANCE)
        def = pawl_joint_def_between(world, PAWL_JOINT_DISTANCE, wall, load, VEC(2, 3), VEC(2, 0));
    def.constraint_hertz = hertz;
    def.constraint_damping_ratio = FX(1);
    add_joint(world, &def);
    run(world, 600);
    const double y = units(pawl_body_get_position(world, load).y);
    free(world);
    return -y;
}

START_TEST(softer_joints_give_way) {
    static const int types[] = {PAWL_JOINT_WELD, PAWL_JOINT_DISTANCE, PAWL_JOINT_PRISMATIC,
                                PAWL_JOINT_REVOLUTE, PAWL_JOINT_WHEEL};
    for (int i = 0; i < 5; i++) {
        const double soft = give_of(types[i], FX(1)), firm = give_of(types[i], FX(4));
        const double rigid = give_of(types[i], 0);
        ck_assert_msg(soft > 2 * firm && firm > rigid + 0.01, "type %d: %g, %g, %g", types[i], soft,
                      firm, rigid);
    }
}
END_TEST

/* ---- defs ---- */

static pawl_joint_def def_of(const pawl_world *world, pawl_joint_id joint) {
    pawl_joint_def def;
    ck_assert_int_eq(pawl_joint_get_def(world, joint, &def), PAWL_OK);
    return def;
}

/* Also where it lies in the place of something else, which is as by default meanwhile. */
START_TEST(what_is_set_is_what_one_gets_and_takes_back) {
    for (int type = 1; type <= TYPES; type++) {
        pawl_world *const world = make_space();
        const pawl_body_id a = add_unit_box(world, 0, 0), b = add_unit_box(world, 2, 0);
        pawl_joint_def def = link_def(world, type, a, b);
        const pawl_joint_id joint = add_joint(world, &def);
        const pawl_joint_def before = def_of(world, joint);
        const uint32_t hash = pawl_world_hash(world);
        ck_assert_int_eq(pawl_joint_set_constraint_tuning(world, joint, FX(7), FX(3)),
                         is_rigid(type) ? PAWL_OK : PAWL_ERR_ARGUMENT);
        ck_assert_int_eq(pawl_joint_set_spring_range(world, joint, -WIDE(2), WIDE(9)),
                         has_line(type) ? PAWL_OK : PAWL_ERR_ARGUMENT);
        ck_assert_int_eq(pawl_joint_set_load_threshold(world, joint, WIDE(4), WIDE(5)), PAWL_OK);
        pawl_joint_def want = before;
        want.constraint_hertz = is_rigid(type) ? FX(7) : 0;
        want.constraint_damping_ratio = is_rigid(type) ? FX(3) : 0;
        want.spring_force_lower = has_line(type) ? -WIDE(2) : 0;
        want.spring_force_upper = has_line(type) ? WIDE(9) : 0;
        want.load_events = true;
        want.break_force = WIDE(4);
        want.break_torque = WIDE(5);
        pawl_joint_def got = def_of(world, joint);
        ck_assert_msg(memcmp(&got, &want, sizeof got) == 0, "type %d", type);
        assert_sound(world);
        if (is_rigid(type))
            ck_assert_int_eq(pawl_joint_set_constraint_tuning(world, joint, 0, FX(3)), PAWL_OK);
        if (has_line(type)) ck_assert_int_eq(pawl_joint_set_spring_range(world, joint, 0, 0), 0);
        ck_assert_int_eq(pawl_joint_set_break(world, joint, 0, 0), PAWL_OK);
        got = def_of(world, joint);
        ck_assert_msg(memcmp(&got, &before, sizeof got) == 0, "type %d, taken back", type);
        ck_assert_uint_eq(pawl_world_hash(world), hash);
        free(world);
    }
}
END_TEST

START_TEST(what_is_out_of_range_is_refused) {
    pawl_world *const world = make_space();
    const pawl_body_id a = add_unit_box(world, 0, 0), b = add_unit_box(world, 2, 0);
    const pawl_joint_def def = link_def(world, PAWL_JOINT_DISTANCE, a, b);
    const pawl_joint_id joint = add_joint(world, &def);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_fx bad[] = {-1, INT32_MIN, PAWL_HERTZ_MAX + 1};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(pawl_joint_set_constraint_tuning(world, joint, bad[i], 0), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_joint_set_constraint_tuning(world, joint, 1, bad[i]), PAWL_ERR_RANGE);
    }
    ck_assert_int_eq(pawl_joint_set_spring_range(world, joint, 1, 2), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_joint_set_spring_range(world, joint, -2, -1), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_joint_set_spring_range(world, joint, INT64_MIN, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_joint_set_load_threshold(world, joint, -1, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_joint_set_load_threshold(world, joint, 0, -1), PAWL_ERR_RANGE);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

/* A snapshot in which a place is said to be a stiffness, but is none, is refused. */
START_TEST(snapshots_hold_stiffness_and_range) {
    for (int type = 1; type <= TYPES; type++) {
        pawl_world_def def = awake_def(10);
        pawl_world *const world = make_chain(type, 7, FX(9), FX(0.5));
        run(world, 20);
        const size_t capacity = pawl_world_encode_size(world), room = pawl_world_size(&def);
        uint8_t *const bytes = malloc(capacity), *const memory = malloc(room);
        size_t size;
        pawl_world *back;
        ck_assert_int_eq(pawl_world_encode(world, bytes, capacity, &size), PAWL_OK);
        ck_assert_int_eq(pawl_world_decode(bytes, size, memory, room, &back), PAWL_OK);
        for (int step = 0; step < 60; step++) {
            ck_assert_uint_eq(pawl_world_hash(back), pawl_world_hash(world));
            run(back, 1);
            run(world, 1);
        }
        if (is_rigid(type)) {
            pawli_joint *const joint = pawli_joints(world);
            if (type == PAWL_JOINT_PULLEY) joint->angular_hertz = 0;
            if (type != PAWL_JOINT_PULLEY) joint->place.x = PAWL_HERTZ_MAX + 1;
            ck_assert_int_eq(pawl_world_encode(world, bytes, capacity, &size), PAWL_OK);
            ck_assert_int_eq(pawl_world_decode(bytes, size, memory, room, &back), PAWL_ERR_FORMAT);
        }
        free(bytes);
        free(memory);
        free(world);
    }
}
END_TEST

/* ---- springs that only push, or only pull ---- */

/* Two balls in space, `apart`, on a spring of length 2 along the x axis. */
typedef struct sprung {
    pawl_world *world;
    pawl_body_id a, b;
    pawl_joint_id joint;
} sprung;

static sprung make_sprung(int type, double apart, pawl_wide lower, pawl_wide upper) {
    sprung made;
    made.world = make_space();
    made.a = add_unit_box(made.world, 0, 0);
    made.b = add_unit_box(made.world, apart, 0);
    pawl_joint_def def =
        pawl_joint_def_at(made.world, (pawl_joint_type)type, made.a, made.b, VEC(0, 0), 0);
    def.frame_b.anchor = VEC(0, 0);
    def.collide_connected = true; /* they stay on their sides */
    set_spring(&def, 3, 0.25);
    def.target = FX(2);
    def.spring_force_lower = lower;
    def.spring_force_upper = upper;
    made.joint = add_joint(made.world, &def);
    return made;
}

static pawl_fx gap_of(const sprung *s) {
    return pawl_joint_get_length(s->world, s->joint);
}

/* The very bits of a spring without bounds while it pushes, and no force at all from then on. */
START_TEST(a_leg_pushes_like_a_spring_and_never_pulls) {
    static const int types[] = {PAWL_JOINT_DISTANCE, PAWL_JOINT_PRISMATIC, PAWL_JOINT_WHEEL};
    for (int i = 0; i < 3; i++) {
        sprung leg = make_sprung(types[i], 1.25, 0, PAWL_WIDE_MAX);
        sprung spring = make_sprung(types[i], 1.25, 0, 0);
        int pushed = 0;
        for (int step = 0; step < 240; step++) {
            const pawl_vec2 before = pawl_body_get_velocity(leg.world, leg.b);
            const bool is_long = gap_of(&leg) > FX(2) + 64;
            run(leg.world, 1);
            run(spring.world, 1);
            const pawl_wide force = pawl_joint_get_reaction_force(leg.world, leg.joint).x;
            ck_assert_int_ge(force, 0);
            if (force > 0) pushed++;
            if (is_long) {
                ck_assert_int_eq(force, 0);
                assert_vec_eq(pawl_body_get_velocity(leg.world, leg.b), before);
            } else if (gap_of(&leg) < FX(1.75)) {
                assert_vec_eq(pawl_body_get_position(leg.world, leg.b),
                              pawl_body_get_position(spring.world, spring.b));
            }
        }
        ck_assert_int_gt(pushed, 2);
        ck_assert_int_gt(gap_of(&leg), FX(4));    /* it has flown away */
        ck_assert_int_lt(gap_of(&spring), FX(3)); /* and that swings */
        free(leg.world);
        free(spring.world);
    }
}
END_TEST

START_TEST(a_spring_that_only_pulls_lets_go_when_it_is_short) {
    sprung rubber = make_sprung(PAWL_JOINT_DISTANCE, 3, -PAWL_WIDE_MAX, 0);
    for (int step = 0; step < 240; step++) {
        const bool is_short = gap_of(&rubber) < FX(2) - 64;
        const pawl_vec2 before = pawl_body_get_velocity(rubber.world, rubber.b);
        run(rubber.world, 1);
        const pawl_wide force = pawl_joint_get_reaction_force(rubber.world, rubber.joint).x;
        ck_assert_int_le(force, 0);
        if (is_short && gap_of(&rubber) > FX(1.0625))
            assert_vec_eq(pawl_body_get_velocity(rubber.world, rubber.b), before);
    }
    free(rubber.world);
}
END_TEST

/* What is measured is rounded to the raw unit of an impulse: 240 sub-steps a second of mass 1/2. */
START_TEST(a_spring_exerts_no_more_than_its_range) {
    uint64_t seed = seeded_fresh("spring range");
    for (int round = 0; round < SEEDED_PASSES(10, 100); round++) {
        const pawl_wide lower = -(pawl_wide)(1 + seeded_next(&seed) % WIDE(60));
        const pawl_wide upper = (pawl_wide)(1 + seeded_next(&seed) % WIDE(60));
        const double apart = 1.125 + (double)(seeded_next(&seed) % 64) / 16;
        sprung s = make_sprung(PAWL_JOINT_DISTANCE, apart, lower, upper);
        for (int step = 0; step < 120; step++) {
            run(s.world, 1);
            const pawl_wide force = pawl_joint_get_reaction_force(s.world, s.joint).x;
            ck_assert_msg(force >= lower - 240 && force <= upper + 240, "%lld not in %lld .. %lld",
                          (long long)force, (long long)lower, (long long)upper);
        }
        free(s.world);
    }
}
END_TEST

/* A brick of mass 1 on a spring that bears a little less than its weight, or a little more. */
static double sag_of(double most) {
    pawl_world *const world = make_awake_world();
    const pawl_body_id hook = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id load = add_unit_box(world, 0, -2);
    pawl_joint_def def =
        pawl_joint_def_between(world, PAWL_JOINT_DISTANCE, hook, load, VEC(0, 0), VEC(0, -2));
    set_spring(&def, 8, 1);
    def.spring_force_lower = -WIDE(most);
    add_joint(world, &def);
    run(world, 120);
    const double sag = -2 - units(pawl_body_get_position(world, load).y);
    free(world);
    return sag;
}

START_TEST(a_spring_gives_up_beyond_its_range) {
    assert_near(sag_of(9), 0.5 * 1 * 4, 0.1, "the fall with 1 too little"); /* a t^2 / 2 */
    ck_assert_msg(sag_of(11) < 0.02, "it holds: %g", sag_of(11));
}
END_TEST

/* ---- loads ---- */

/* Bricks on hooks, the heavier the younger. */
typedef struct hooks {
    pawl_world *world;
    pawl_joint_id joints[LINKS];
    pawl_wide loads[LINKS];
} hooks;

static hooks make_hooks(void) {
    hooks made;
    made.world = make_awake_world();
    const pawl_body_id beam = add_body(made.world, PAWL_STATIC, 0, 0);
    for (int i = 0; i < LINKS; i++) {
        const pawl_body_id load = add_brick(made.world, 2 * i, -2, 0.5, 0.5, 1 + i);
        pawl_joint_def def = pawl_joint_def_between(made.world, PAWL_JOINT_DISTANCE, beam, load,
                                                    VEC(2 * i, 0), VEC(2 * i, -2));
        def.user_data = 100 + (uint32_t)i;
        made.joints[i] = add_joint(made.world, &def);
    }
    run(made.world, 600);
    for (int i = 0; i < LINKS; i++) {
        const pawl_wide2 force = pawl_joint_get_reaction_force(made.world, made.joints[i]);
        ck_assert_int_eq(force.x, 0);
        made.loads[i] = force.y;
    }
    return made;
}

/* At rest the load is the same in each step, to the last bit. */
START_TEST(a_load_is_told_in_each_step_in_which_it_is_above_the_threshold) {
    hooks h = make_hooks();
    for (int i = 0; i < LINKS; i++)
        ck_assert_int_eq(pawl_joint_set_load_threshold(h.world, h.joints[i], h.loads[i], 1),
                         PAWL_OK);
    run(h.world, 1);
    ck_assert_uint_eq(pawl_world_get_events(h.world).load_count, 0);
    for (int i = 1; i < LINKS; i += 2)
        ck_assert_int_eq(pawl_joint_set_load_threshold(h.world, h.joints[i], h.loads[i] - 1, 0),
                         PAWL_OK);
    for (int step = 0; step < 5; step++) {
        run(h.world, 1);
        const pawl_events events = pawl_world_get_events(h.world);
        ck_assert_uint_eq(events.load_count, LINKS / 2);
        ck_assert_uint_eq(events.break_count, 0);
        for (int i = 0; i < LINKS / 2; i++) {
            ck_assert_uint_eq(pawl_joint_id_store(events.loads[i].joint),
                              pawl_joint_id_store(h.joints[2 * i + 1]));
            ck_assert_uint_eq(events.loads[i].user_data, 101 + 2 * (uint32_t)i);
        }
    }
    free(h.world);
}
END_TEST

/* Both in one step, by turns: each in the order of creation. */
START_TEST(joints_break_or_report) {
    hooks h = make_hooks();
    for (int i = 0; i < LINKS; i++) {
        const pawl_wide most = h.loads[i] / 2;
        ck_assert_int_eq(i % 2 == 0 ? pawl_joint_set_load_threshold(h.world, h.joints[i], most, 0)
                                    : pawl_joint_set_break(h.world, h.joints[i], most, 0),
                         PAWL_OK);
    }
    const size_t size = pawl_world_save_size(h.world);
    run(h.world, 1);
    void *const save = malloc(size + 1024);
    const pawl_events events = pawl_world_get_events(h.world);
    ck_assert_uint_eq(events.load_count, LINKS / 2);
    ck_assert_uint_eq(events.break_count, LINKS / 2);
    for (int i = 0; i < LINKS / 2; i++) {
        ck_assert_uint_eq(events.loads[i].user_data, 100 + 2 * (uint32_t)i);
        ck_assert_uint_eq(events.breaks[i].user_data, 101 + 2 * (uint32_t)i);
    }
    /* A save has them. */
    ck_assert_uint_le(pawl_world_save_size(h.world), size + 1024);
    ck_assert_int_eq(pawl_world_save(h.world, save, size + 1024), PAWL_OK);
    run(h.world, 1);
    ck_assert_uint_eq(pawl_world_get_events(h.world).break_count, 0);
    ck_assert_int_eq(pawl_world_restore(h.world, save, size + 1024), PAWL_OK);
    const pawl_events again = pawl_world_get_events(h.world);
    ck_assert_uint_eq(again.load_count, LINKS / 2);
    for (int i = 0; i < LINKS / 2; i++)
        ck_assert_uint_eq(again.loads[i].user_data, 100 + 2 * (uint32_t)i);
    free(save);
    free(h.world);
}
END_TEST

START_TEST(a_torque_is_told_as_well) {
    pawl_world *const world = make_awake_world();
    const pawl_body_id wall = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id arm = add_brick(world, 2, 0, 2, 0.25, 1);
    pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_WELD, wall, arm, VEC(0, 0), 0);
    def.load_events = true;
    const pawl_joint_id joint = add_joint(world, &def);
    run(world, 600);
    const pawl_wide torque = pawl_joint_get_reaction_torque(world, joint);
    const pawl_wide size = torque < 0 ? -torque : torque;
    assert_near((double)size / 65536, 2 * 20, 1, "the torque");
    ck_assert_int_eq(pawl_joint_set_load_threshold(world, joint, 0, size + WIDE(1)), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).load_count, 0);
    ck_assert_int_eq(pawl_joint_set_load_threshold(world, joint, 0, size - WIDE(1)), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).load_count, 1);
    ck_assert_int_eq(pawl_joint_is_valid(world, joint), true);
    free(world);
}
END_TEST

Suite *suite_joint_tuning(void) {
    Suite *const suite = suite_create("joint_tuning");
    TCase *const stiffness = tcase_create("stiffness");
    tcase_add_test(stiffness, the_default_said_aloud_is_the_default);
    tcase_add_test(stiffness, softer_joints_give_way);
    tcase_add_test(stiffness, what_is_set_is_what_one_gets_and_takes_back);
    tcase_add_test(stiffness, what_is_out_of_range_is_refused);
    tcase_add_test(stiffness, snapshots_hold_stiffness_and_range);
    suite_add_tcase(suite, stiffness);
    TCase *const range = tcase_create("range of springs");
    tcase_add_test(range, a_leg_pushes_like_a_spring_and_never_pulls);
    tcase_add_test(range, a_spring_that_only_pulls_lets_go_when_it_is_short);
    tcase_add_test(range, a_spring_exerts_no_more_than_its_range);
    tcase_add_test(range, a_spring_gives_up_beyond_its_range);
    suite_add_tcase(suite, range);
    TCase *const loads = tcase_create("loads");
    tcase_add_test(loads, a_load_is_told_in_each_step_in_which_it_is_above_the_threshold);
    tcase_add_test(loads, joints_break_or_report);
    tcase_add_test(loads, a_torque_is_told_as_well);
    suite_add_tcase(suite, loads);
    return suite;
}
