/* test_vehicle.c - vehicles in one call: what calls by hand make, all or nothing; driven, braked
 * and let go. */
#include "support/base/seeded.h"
#include "support/world/fixture.h"
#include "world/world.h"

#define WHEELS 3

static pawl_vehicle_wheel wheels[WHEELS];

static pawl_vehicle_def car_def(void) {
    pawl_vehicle_def def = pawl_vehicle_def_default();
    for (int i = 0; i < WHEELS; i++) {
        wheels[i] = pawl_vehicle_wheel_default();
        wheels[i].position = VEC(i - 1, -0.5);
        wheels[i].torque_max = i == 1 ? 0 : PAWL_WIDE(20, 0, 1);
    }
    def.wheels = wheels;
    def.wheel_count = WHEELS;
    def.body.position = VEC(2, 1.25);
    return def;
}

static pawl_vehicle add_car(pawl_world *world, const pawl_vehicle_def *def) {
    pawl_vehicle car;
    ck_assert_int_eq(pawl_vehicle_create(world, def, &car), PAWL_OK);
    ck_assert_uint_eq(car.wheel_count, def->wheel_count);
    return car;
}

/* Loop: as it stands, and turned in flight. Joints by hand are made at points of the world, so
 * where the chassis is turned their anchors are rounded: only the first is equal to the bit. */
START_TEST(a_car_is_what_calls_by_hand_make) {
    pawl_world *const one = make_default_world(), *const hand = make_default_world();
    pawl_vehicle_def def = car_def();
    add_ground(one);
    add_ground(hand);
    def.body.velocity = VEC(1, 0);
    def.body.gravity_scale = FX(0.5);
    def.chassis.restitution = FX(0.25);
    const pawl_vehicle car = add_car(one, &def);
    pawl_body_id chassis, wheel;
    pawl_joint_id axle;
    ck_assert_int_eq(
        pawl_body_create_box(hand, &def.body, &def.chassis, PAWL_FX_ONE, FX(0.25), &chassis),
        PAWL_OK);
    for (int i = 0; i < WHEELS; i++) {
        pawl_body_def body = def.body;
        pawl_shape_def tyre = def.chassis;
        body.position = VEC(1 + i, 0.75);
        tyre.friction = FX(1);
        ck_assert_int_eq(pawl_body_create_circle(hand, &body, &tyre, FX(0.5), &wheel), PAWL_OK);
        pawl_joint_def joint = pawl_joint_def_at(hand, PAWL_JOINT_WHEEL, chassis, wheel,
                                                 body.position, PAWL_TURN(1, 4));
        joint.spring = joint.limit = true;
        joint.hertz = FX(4);
        joint.damping_ratio = PAWL_DEC(0, 7);
        joint.lower = -FX(0.25);
        joint.upper = FX(0.25);
        ck_assert_int_eq(pawl_joint_create(hand, &joint, &axle), PAWL_OK);
        ck_assert_uint_eq(pawl_body_id_store(car.axles[i].wheel), pawl_body_id_store(wheel));
        ck_assert_uint_eq(pawl_joint_id_store(car.axles[i].joint), pawl_joint_id_store(axle));
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

/* Wheels of a car that turns in flight move with it, and its anchors are those of the def. */
START_TEST(a_turned_car_is_in_one_piece) {
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(100); round++) {
        pawl_world *const world = make_space();
        pawl_vehicle_def def = car_def();
        def.body.angle = (pawl_angle)seeded_next(&seed);
        def.body.angular_velocity = FX((int)(seeded_next(&seed) % 9) - 4);
        def.body.velocity = VEC((int)(seeded_next(&seed) % 9) - 4, 3);
        const pawl_vehicle car = add_car(world, &def);
        for (int i = 0; i < WHEELS; i++) {
            pawl_joint_def joint;
            ck_assert_int_eq(pawl_joint_get_def(world, car.axles[i].joint, &joint), PAWL_OK);
            assert_vec_eq(joint.frame_a.anchor, wheels[i].position);
            assert_vec_eq(joint.frame_b.anchor, VEC(0, 0));
            ck_assert_int_le(pawl_joint_get_length(world, car.axles[i].joint), 2);
            const pawl_vec2 at = pawl_body_get_position(world, car.axles[i].wheel);
            const pawl_vec2 want = pawl_body_get_velocity_at(world, car.chassis, at);
            assert_vec_eq(pawl_body_get_velocity(world, car.axles[i].wheel), want);
        }
        run(world, 30);
        for (int i = 0; i < WHEELS; i++) {
            const pawl_fx slid = pawl_joint_get_translation(world, car.axles[i].joint);
            ck_assert_msg(slid >= -FX(0.26) && slid <= FX(0.26), "round %d: %d", round, slid);
        }
        assert_sound(world);
        free(world);
    }
}
END_TEST

static void assert_motor(const pawl_world *world, const pawl_vehicle_axle *axle, bool on,
                         pawl_fx speed, pawl_wide torque) {
    pawl_joint_def joint;
    ck_assert_int_eq(pawl_joint_get_def(world, axle->joint, &joint), PAWL_OK);
    ck_assert_int_eq(joint.motor, on);
    ck_assert_int_eq(joint.motor_speed, speed);
    ck_assert_int_eq(joint.motor_max, torque);
}

/* A wheel of radius r at v units/s turns at -v / r; 3 / 0.7 is 4.2857 or 280869 raw (280868.57). */
START_TEST(motors_are_set_as_the_driver_wants) {
    pawl_world *const world = make_default_world();
    pawl_vehicle_def def = car_def();
    wheels[2].radius = PAWL_DEC(0, 7);
    const pawl_vehicle car = add_car(world, &def);
    const pawl_wide torque = PAWL_WIDE(20, 0, 1);
    for (int i = 0; i < WHEELS; i++)
        assert_motor(world, &car.axles[i], false, 0, 0);
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, FX(3)), PAWL_OK);
    assert_motor(world, &car.axles[0], true, -FX(6), torque);
    assert_motor(world, &car.axles[1], false, 0, 0);
    const int64_t radius = PAWL_DEC(0, 7), turn = (2 * (int64_t)FX(3) * 65536 / radius + 1) / 2;
    assert_motor(world, &car.axles[2], true, (pawl_fx)-turn, torque);
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, -FX(3)), PAWL_OK);
    assert_motor(world, &car.axles[0], true, FX(6), torque);
    ck_assert_int_eq(pawl_vehicle_brake(world, &car, PAWL_WIDE(30, 0, 1)), PAWL_OK);
    for (int i = 0; i < WHEELS; i++)
        assert_motor(world, &car.axles[i], true, 0, PAWL_WIDE(30, 0, 1));
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, FX(3)), PAWL_OK);
    assert_motor(world, &car.axles[1], false, 0, 0);
    ck_assert_int_eq(pawl_vehicle_coast(world, &car), PAWL_OK);
    for (int i = 0; i < WHEELS; i++)
        assert_motor(world, &car.axles[i], false, 0, 0);
    free(world);
}
END_TEST

START_TEST(a_car_drives_brakes_and_drives_back) {
    pawl_world *const world = make_default_world();
    pawl_vehicle_def def = car_def();
    add_ground(world);
    def.body.position = VEC(0, 1);
    const pawl_vehicle car = add_car(world, &def);
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, FX(2)), PAWL_OK);
    run(world, 120);
    assert_near(units(pawl_vehicle_get_speed(world, &car)), 2, 0.1, "speed");
    ck_assert_int_eq(pawl_vehicle_brake(world, &car, PAWL_WIDE(30, 0, 1)), PAWL_OK);
    run(world, 60);
    assert_near(units(pawl_vehicle_get_speed(world, &car)), 0, 0.05, "braked");
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, -FX(1)), PAWL_OK);
    run(world, 120);
    assert_near(units(pawl_vehicle_get_speed(world, &car)), -1, 0.1, "back");
    free(world);
}
END_TEST

/* The speed is that along the chassis, wherever it looks. */
START_TEST(speed_is_along_the_chassis) {
    pawl_world *const world = make_space();
    pawl_vehicle_def def = car_def();
    def.body.angle = PAWL_TURN(1, 4);
    def.body.velocity = VEC(3, 5);
    const pawl_vehicle car = add_car(world, &def);
    ck_assert_int_eq(pawl_vehicle_get_speed(world, &car), FX(5));
    ck_assert_int_eq(pawl_vehicle_destroy(world, &car), PAWL_OK);
    ck_assert_int_eq(pawl_vehicle_get_speed(world, &car), 0);
    free(world);
}
END_TEST

/* A chassis that may not turn has wheels that do. */
START_TEST(wheels_turn_under_a_fixed_chassis) {
    pawl_world *const world = make_space();
    pawl_vehicle_def def = car_def();
    def.body.fixed_rotation = true;
    const pawl_vehicle car = add_car(world, &def);
    ck_assert_int_eq(pawl_body_has_fixed_rotation(world, car.chassis), true);
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, FX(2)), PAWL_OK);
    run(world, 30);
    ck_assert_int_lt(pawl_body_get_angular_velocity(world, car.axles[0].wheel), -FX(3));
    ck_assert_int_eq(pawl_body_get_angular_velocity(world, car.chassis), 0);
    free(world);
}
END_TEST

START_TEST(a_destroyed_car_is_gone) {
    pawl_world *const world = make_default_world();
    pawl_vehicle_def def = car_def();
    const pawl_vehicle car = add_car(world, &def);
    ck_assert_int_eq(pawl_body_destroy(world, car.axles[1].wheel), PAWL_OK);
    const uint32_t hash = pawl_world_hash(world);
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, FX(3)), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_vehicle_brake(world, &car, 1), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_vehicle_coast(world, &car), PAWL_ERR_STALE);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_int_eq(pawl_vehicle_destroy(world, &car), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_null(pawl_world_next_body(world, NO_BODY)), true);
    ck_assert_int_eq(pawl_joint_is_null(pawl_world_next_joint(world, PAWL_NULL_JOINT)), true);
    ck_assert_int_eq(pawl_vehicle_destroy(world, &car), PAWL_OK);
    free(world);
}
END_TEST

static pawl_world *world_for(uint16_t bodies, uint16_t room, uint16_t joints) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = bodies;
    def.shape_capacity = room;
    def.joint_capacity = joints;
    return make_world(&def);
}

/* Loop: what has no room, at which wheel. */
START_TEST(without_room_nothing_is_left_behind) {
    const uint16_t few = (uint16_t)(_i / 3);
    pawl_world *const world =
        world_for((uint16_t)(_i % 3 == 0 ? few + 1 : 9), (uint16_t)(_i % 3 == 1 ? few + 1 : 9),
                  (uint16_t)(_i % 3 == 2 ? few : 9));
    pawl_vehicle_def def = car_def();
    pawl_vehicle car = {{77, 78}, 0, {{{0, 0}, {0, 0}, 0, 0}}};
    for (int again = 0; again < 3; again++) {
        ck_assert_int_eq(pawl_vehicle_create(world, &def, &car), PAWL_ERR_CAPACITY);
        ck_assert_int_eq(pawl_body_is_null(pawl_world_next_body(world, NO_BODY)), true);
        ck_assert_int_eq(pawl_joint_is_null(pawl_world_next_joint(world, PAWL_NULL_JOINT)), true);
        ck_assert_uint_eq(car.chassis.index1, 77);
        assert_sound(world);
    }
    free(world);
}
END_TEST

/* One number after the other is wrong; nothing at all has changed. */
START_TEST(a_wrong_def_changes_nothing) {
    pawl_world *const world = make_default_world();
    uint8_t *const before = malloc(world->state_size);
    memcpy(before, world, world->state_size);
    pawl_vehicle car = {{77, 78}, 0, {{{0, 0}, {0, 0}, 0, 0}}};
#define WRONG(want, change)                                             \
    do {                                                                \
        pawl_vehicle_def def = car_def();                               \
        change;                                                         \
        ck_assert_int_eq(pawl_vehicle_create(world, &def, &car), want); \
    } while (0)
    WRONG(PAWL_ERR_COOKIE, def.cookie = 0);
    WRONG(PAWL_ERR_COOKIE, def.body.cookie = 0);
    WRONG(PAWL_ERR_COOKIE, def.chassis.cookie = 0);
    WRONG(PAWL_ERR_ARGUMENT, def.wheel_count = 0);
    WRONG(PAWL_ERR_ARGUMENT, def.wheel_count = PAWL_VEHICLE_WHEELS_MAX + 1);
    WRONG(PAWL_ERR_NULL, def.wheels = NULL);
    WRONG(PAWL_ERR_RANGE, def.half_width = 0);
    WRONG(PAWL_ERR_RANGE, def.half_height = INT32_MIN);
    WRONG(PAWL_ERR_RANGE, def.chassis.friction = -1);
    WRONG(PAWL_ERR_RANGE, def.body.linear_damping = -1);
    WRONG(PAWL_ERR_RANGE, def.body.position.x = PAWL_COORD_MAX);
    WRONG(PAWL_ERR_RANGE, wheels[2].radius = 0);
    WRONG(PAWL_ERR_RANGE, wheels[2].radius = INT32_MAX);
    WRONG(PAWL_ERR_RANGE, wheels[2].density = -1);
    WRONG(PAWL_ERR_RANGE, wheels[2].friction = -1);
    WRONG(PAWL_ERR_RANGE, wheels[2].hertz = -1);
    WRONG(PAWL_ERR_RANGE, wheels[2].damping_ratio = PAWL_HERTZ_MAX + 1);
    WRONG(PAWL_ERR_RANGE, wheels[2].travel = -1);
    WRONG(PAWL_ERR_RANGE, wheels[2].travel = INT32_MIN);
    WRONG(PAWL_ERR_RANGE, wheels[2].torque_max = -1);
    WRONG(PAWL_ERR_RANGE, wheels[2].position.y = PAWL_EXTENT_MAX + 1);
    WRONG(PAWL_ERR_RANGE, wheels[2].position.x = INT32_MIN);
#undef WRONG
    pawl_vehicle_def def = car_def();
    ck_assert_int_eq(pawl_vehicle_create(NULL, &def, &car), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_vehicle_create(world, NULL, &car), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_vehicle_create(world, &def, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(memcmp(world, before, world->state_size), 0);
    ck_assert_uint_eq(car.chassis.index1, 77);
    free(before);
    free(world);
}
END_TEST

START_TEST(wrong_calls_change_nothing) {
    pawl_world *const world = make_default_world();
    const pawl_vehicle_def def = car_def();
    pawl_vehicle car = add_car(world, &def);
    const uint32_t hash = pawl_world_hash(world);
    ck_assert_int_eq(pawl_vehicle_drive(NULL, &car, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_vehicle_drive(world, NULL, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_vehicle_brake(NULL, &car, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_vehicle_coast(world, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_vehicle_destroy(NULL, &car), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_vehicle_destroy(world, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_vehicle_get_speed(NULL, &car), 0);
    ck_assert_int_eq(pawl_vehicle_get_speed(world, NULL), 0);
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, PAWL_SPEED_MAX + 1), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, INT32_MIN), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_vehicle_brake(world, &car, -1), PAWL_ERR_RANGE);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    /* A struct of nonsense is a car with dead handles. */
    memset(&car, 0xFF, sizeof car);
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, 0), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_vehicle_destroy(world, &car), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

/* A hull with a notch, as the chassis. */
START_TEST(a_chassis_may_be_an_outline) {
    static const pawl_vec2 hull[] = {{-98304, 0},    {98304, 0}, {98304, 32768},
                                     {32768, 32768}, {0, 65536}, {-98304, 65536}};
    static const uint32_t end = 6;
    const pawl_rings rings = {hull, &end, 1};
    pawl_world *const world = make_default_world();
    const pawl_vehicle_def def = car_def();
    static uint64_t memory[1024];
    pawl_vehicle car;
    pawl_outline_report report;
    ck_assert_uint_le(pawl_outline_size(6), sizeof memory);
    ck_assert_int_eq(
        pawl_vehicle_create_outline(world, &def, &rings, memory, sizeof memory, &report, &car),
        PAWL_OK);
    ck_assert_uint_gt(report.shape_count, 1);
    ck_assert_int_eq(pawl_body_get_mass(world, car.chassis).mass, FX(2.375));
    ck_assert_int_eq(pawl_vehicle_drive(world, &car, FX(3)), PAWL_OK);
    const uint32_t hash = pawl_world_hash(world);
    ck_assert_int_eq(
        pawl_vehicle_create_outline(world, &def, NULL, memory, sizeof memory, NULL, &car),
        PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_vehicle_create_outline(world, &def, &rings, memory, 8, NULL, &car),
                     PAWL_ERR_MEMORY);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    pawl_vehicle_def bad = def;
    bad.cookie = 0;
    ck_assert_int_eq(
        pawl_vehicle_create_outline(world, &bad, &rings, memory, sizeof memory, NULL, &car),
        PAWL_ERR_COOKIE);
    free(world);
}
END_TEST

Suite *suite_vehicle(void) {
    Suite *const suite = suite_create("vehicle");
    TCase *const tcase = tcase_create("vehicles");
    tcase_add_test(tcase, a_car_is_what_calls_by_hand_make);
    tcase_add_loop_test(tcase, a_turned_car_is_in_one_piece, 0, 2);
    tcase_add_test(tcase, motors_are_set_as_the_driver_wants);
    tcase_add_test(tcase, a_car_drives_brakes_and_drives_back);
    tcase_add_test(tcase, speed_is_along_the_chassis);
    tcase_add_test(tcase, wheels_turn_under_a_fixed_chassis);
    tcase_add_test(tcase, a_destroyed_car_is_gone);
    tcase_add_loop_test(tcase, without_room_nothing_is_left_behind, 0, 3 * WHEELS);
    tcase_add_test(tcase, a_wrong_def_changes_nothing);
    tcase_add_test(tcase, wrong_calls_change_nothing);
    tcase_add_test(tcase, a_chassis_may_be_an_outline);
    suite_add_tcase(suite, tcase);
    return suite;
}
