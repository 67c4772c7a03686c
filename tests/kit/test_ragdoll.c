/* test_ragdoll.c - jointed figures in one call: what calls by hand make, all or nothing, and that
 * they hold together within their limits. */
#include "support/base/seeded.h"
#include "support/world/fixture.h"
#include "world/world.h"

static pawl_limb limbs[PAWL_PERSON_LIMBS];

static pawl_ragdoll_def person_def(void) {
    pawl_ragdoll_def def = pawl_ragdoll_def_default();
    pawl_ragdoll_make_person(limbs);
    def.limbs = limbs;
    def.limb_count = PAWL_PERSON_LIMBS;
    def.body.position = VEC(2, 1);
    return def;
}

typedef struct figure {
    pawl_body_id bodies[PAWL_PERSON_LIMBS];
    pawl_joint_id joints[PAWL_PERSON_LIMBS];
} figure;

static figure add_figure(pawl_world *world, const pawl_ragdoll_def *def) {
    figure f;
    ck_assert_int_eq(pawl_ragdoll_create(world, def, f.bodies, f.joints), PAWL_OK);
    return f;
}

static pawl_fx half(pawl_fx a, pawl_fx b) {
    return (pawl_fx)(((int64_t)a + b - (((int64_t)a + b) & 1)) / 2);
}

/* Loop: at scale 1 and 2.5, whose lengths are exact. */
START_TEST(a_person_is_what_calls_by_hand_make) {
    pawl_world *const one = make_default_world(), *const hand = make_default_world();
    pawl_ragdoll_def def = person_def();
    def.scale = _i == 0 ? FX(1) : FX(2.5);
    for (int i = 0; i < PAWL_PERSON_LIMBS; i++) { /* even, so that 2.5 of it is whole */
        limbs[i].from = pawl_vec2_make(limbs[i].from.x & ~1, limbs[i].from.y & ~1);
        limbs[i].to = pawl_vec2_make(limbs[i].to.x & ~1, limbs[i].to.y & ~1);
        limbs[i].anchor = limbs[i].from;
        limbs[i].radius &= ~1;
    }
    const figure f = add_figure(one, &def);
    pawl_body_id bodies[PAWL_PERSON_LIMBS];
    for (int i = 0; i < PAWL_PERSON_LIMBS; i++) {
        pawl_body_def body = def.body;
        const int times = _i == 0 ? 2 : 5;
        const pawl_vec2 from =
            pawl_vec2_make(limbs[i].from.x / 2 * times, limbs[i].from.y / 2 * times);
        const pawl_vec2 to = pawl_vec2_make(limbs[i].to.x / 2 * times, limbs[i].to.y / 2 * times);
        const pawl_vec2 middle = pawl_vec2_make(half(from.x, to.x), half(from.y, to.y));
        body.position = pawl_vec2_add(def.body.position, middle);
        ck_assert_int_eq(pawl_body_create_capsule(
                             hand, &body, &def.shape, pawl_vec2_sub(from, middle),
                             pawl_vec2_sub(to, middle), limbs[i].radius / 2 * times, &bodies[i]),
                         PAWL_OK);
        ck_assert_uint_eq(pawl_body_id_store(bodies[i]), pawl_body_id_store(f.bodies[i]));
        if (limbs[i].parent < 0) {
            ck_assert_int_eq(pawl_joint_is_null(f.joints[i]), true);
            continue;
        }
        pawl_joint_def joint =
            pawl_joint_def_at(hand, PAWL_JOINT_REVOLUTE, bodies[limbs[i].parent], bodies[i],
                              pawl_vec2_add(def.body.position, from), 0);
        joint.limit = joint.motor = true;
        joint.lower = limbs[i].lower;
        joint.upper = limbs[i].upper;
        joint.motor_max = limbs[i].friction;
        pawl_joint_id made;
        ck_assert_int_eq(pawl_joint_create(hand, &joint, &made), PAWL_OK);
        ck_assert_uint_eq(pawl_joint_id_store(made), pawl_joint_id_store(f.joints[i]));
    }
    for (int step = 0; step < 60; step++) {
        ck_assert_uint_eq(pawl_world_hash(one), pawl_world_hash(hand));
        run(one, 1);
        run(hand, 1);
    }
    free(one);
    free(hand);
}
END_TEST

/* Thrown down at any angle and size, a person stays in one piece, within its limits. */
START_TEST(a_person_holds_together) {
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(40); round++) {
        pawl_world *const world = make_default_world();
        add_ground(world);
        pawl_ragdoll_def def = person_def();
        def.scale = FX(1) / 2 + (pawl_fx)(seeded_next(&seed) % (3 * PAWL_FX_ONE / 2));
        def.body.position = VEC(0, 5);
        def.body.angle = (pawl_angle)seeded_next(&seed);
        def.body.velocity = VEC((int)(seeded_next(&seed) % 9) - 4, 0);
        const figure f = add_figure(world, &def);
        for (int i = 1; i < PAWL_PERSON_LIMBS; i++) {
            ck_assert_int_le(pawl_joint_get_length(world, f.joints[i]), 4);
            ck_assert_int_eq(pawl_joint_get_angle(world, f.joints[i]), 0);
        }
        for (int step = 0; step < 240; step++) {
            run(world, 1);
            for (int i = 1; i < PAWL_PERSON_LIMBS; i++) {
                const pawl_fx gap = pawl_joint_get_length(world, f.joints[i]);
                const pawl_fx angle = pawl_joint_get_angle(world, f.joints[i]);
                ck_assert_msg(gap < (step < 210 ? FX(0.5) : FX(0.1)),
                              "round %d limb %d: apart by %f", round, i, units(gap));
                ck_assert_msg(angle > limbs[i].lower - FX(1) && angle < limbs[i].upper + FX(1),
                              "round %d limb %d: %f", round, i, units(angle));
            }
        }
        assert_sound(world);
        free(world);
    }
}
END_TEST

START_TEST(a_limb_of_one_point_is_a_ball) {
    pawl_world *const world = make_space();
    pawl_ragdoll_def def = person_def();
    limbs[2].to = limbs[2].from;
    limbs[2].friction = 0;
    const figure f = add_figure(world, &def);
    pawl_convex convex;
    pawl_joint_def joint;
    ck_assert_int_eq(pawl_shape_get_convex(world, shape_of(world, f.bodies[2]), &convex), PAWL_OK);
    ck_assert_int_eq(convex.count, 1);
    ck_assert_int_eq(pawl_joint_get_def(world, f.joints[2], &joint), PAWL_OK);
    ck_assert_int_eq(joint.motor, false);
    ck_assert_int_eq(pawl_ragdoll_create(world, &def, (pawl_body_id *)f.bodies, NULL), PAWL_OK);
    free(world);
}
END_TEST

/* Loop: how many limbs have room, and of what. */
START_TEST(without_room_nothing_is_left_behind) {
    pawl_world_def room = pawl_world_def_default();
    const uint16_t few = (uint16_t)(1 + _i % (PAWL_PERSON_LIMBS - 1));
    room.body_capacity = _i < PAWL_PERSON_LIMBS ? few : 20;
    room.joint_capacity = _i < PAWL_PERSON_LIMBS ? 20 : (uint16_t)(few - 1);
    pawl_world *const world = make_world(&room);
    const pawl_ragdoll_def def = person_def();
    figure f;
    memset(&f, 0x5A, sizeof f);
    const figure before = f;
    for (int again = 0; again < 3; again++) {
        ck_assert_int_eq(pawl_ragdoll_create(world, &def, f.bodies, f.joints), PAWL_ERR_CAPACITY);
        ck_assert_int_eq(pawl_body_is_null(pawl_world_next_body(world, NO_BODY)), true);
        ck_assert_int_eq(memcmp(&f, &before, sizeof f), 0);
        assert_sound(world);
    }
    free(world);
}
END_TEST

START_TEST(a_wrong_def_changes_nothing) {
    pawl_world *const world = make_default_world();
    uint8_t *const before = malloc(world->state_size);
    memcpy(before, world, world->state_size);
    figure f;
    memset(&f, 0x5A, sizeof f);
    const figure same = f;
#define WRONG(want, change)                                                           \
    do {                                                                              \
        pawl_ragdoll_def def = person_def();                                          \
        change;                                                                       \
        ck_assert_int_eq(pawl_ragdoll_create(world, &def, f.bodies, f.joints), want); \
    } while (0)
    WRONG(PAWL_ERR_COOKIE, def.cookie = 0);
    WRONG(PAWL_ERR_COOKIE, def.body.cookie = 0);
    WRONG(PAWL_ERR_COOKIE, def.shape.cookie = 0);
    WRONG(PAWL_ERR_ARGUMENT, def.limb_count = 0);
    WRONG(PAWL_ERR_ARGUMENT, def.limb_count = PAWL_RAGDOLL_LIMBS_MAX + 1);
    WRONG(PAWL_ERR_ARGUMENT, def.body.type = PAWL_STATIC);
    WRONG(PAWL_ERR_NULL, def.limbs = NULL);
    WRONG(PAWL_ERR_RANGE, def.scale = 0);
    WRONG(PAWL_ERR_RANGE, def.scale = INT32_MIN);
    WRONG(PAWL_ERR_RANGE, def.scale = PAWL_UNITS(1024) + 1);
    WRONG(PAWL_ERR_RANGE, def.body.position.y = PAWL_COORD_MAX);
    WRONG(PAWL_ERR_RANGE, def.shape.density = -1);
    WRONG(PAWL_ERR_ARGUMENT, limbs[3].parent = 3);
    WRONG(PAWL_ERR_ARGUMENT, limbs[3].parent = -2);
    WRONG(PAWL_ERR_RANGE, limbs[3].radius = 0);
    WRONG(PAWL_ERR_RANGE, limbs[3].from.x = INT32_MIN);
    WRONG(PAWL_ERR_RANGE, limbs[3].to.y = INT32_MAX);
    WRONG(PAWL_ERR_RANGE, limbs[3].anchor.x = INT32_MAX);
    WRONG(PAWL_ERR_RANGE, limbs[3].lower = limbs[3].upper + 1);
    WRONG(PAWL_ERR_RANGE, limbs[3].friction = -1);
#undef WRONG
    const pawl_ragdoll_def def = person_def();
    ck_assert_int_eq(pawl_ragdoll_create(NULL, &def, f.bodies, f.joints), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_ragdoll_create(world, NULL, f.bodies, f.joints), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_ragdoll_create(world, &def, NULL, f.joints), PAWL_ERR_NULL);
    pawl_ragdoll_make_person(NULL);
    ck_assert_int_eq(memcmp(world, before, world->state_size), 0);
    ck_assert_int_eq(memcmp(&f, &same, sizeof f), 0);
    free(before);
    free(world);
}
END_TEST

Suite *suite_ragdoll(void) {
    Suite *const suite = suite_create("ragdoll");
    TCase *const tcase = tcase_create("ragdolls");
    tcase_add_loop_test(tcase, a_person_is_what_calls_by_hand_make, 0, 2);
    tcase_add_loop_test(tcase, a_person_holds_together, 0, 2);
    tcase_add_test(tcase, a_limb_of_one_point_is_a_ball);
    tcase_add_loop_test(tcase, without_room_nothing_is_left_behind, 0, 2 * PAWL_PERSON_LIMBS);
    tcase_add_test(tcase, a_wrong_def_changes_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
