/* test_joint_random.c - joints with any parameters between any bodies: whatever a valid def asks
 * for, the world stays sound, a copy of it goes the same way, and nothing is undefined (the
 * sanitizers see to that). */
#include "support/joint/joint_fixture.h"
#include "support/base/seeded.h"
#include "world/world.h"

#define BODIES 8
#define JOINTS 12

/* A value of any size below a limit. */
static int64_t pick(uint64_t *seed, int64_t limit) {
    const int64_t value = seeded_int64(seed);
    return value % (limit + 1);
}

static pawl_fx pick_fx(uint64_t *seed, int64_t limit) {
    return (pawl_fx)pick(seed, limit);
}

static pawl_fx pick_size(uint64_t *seed, int64_t limit) {
    return pawl_abs(pick_fx(seed, limit));
}

static pawl_vec2 pick_vec(uint64_t *seed, int64_t limit) {
    const pawl_fx x = pick_fx(seed, limit);
    return pawl_vec2_make(x, pick_fx(seed, limit));
}

static pawl_wide pick_load(uint64_t *seed) {
    const int64_t value = seeded_int64(seed);
    return value < 0 ? -value : value;
}

static pawl_joint_frame pick_frame(uint64_t *seed) {
    pawl_joint_frame frame;
    frame.anchor = pick_vec(seed, seeded_next(seed) % 4 ? 4 * PAWL_FX_ONE : PAWL_EXTENT_MAX);
    frame.angle = (pawl_angle)seeded_next(seed);
    return frame;
}

static pawl_joint_def pick_joint(uint64_t *seed, const pawl_body_id *bodies) {
    pawl_joint_def def = pawl_joint_def_default((pawl_joint_type)(1 + seeded_next(seed) % 10));
    const uint64_t bits = seeded_next(seed);
    def.body_a = bodies[seeded_next(seed) % BODIES];
    def.body_b = bodies[seeded_next(seed) % BODIES];
    def.frame_a = pick_frame(seed);
    def.frame_b = pick_frame(seed);
    def.collide_connected = bits & 1;
    def.limit = bits & 2;
    def.motor = bits & 4;
    def.spring = bits & 8;
    def.lower = pick_fx(seed, PAWL_FX_MAX);
    def.upper = pawl_max(def.lower, pick_fx(seed, PAWL_FX_MAX));
    def.target = bits & 16 ? pick_size(seed, PAWL_FX_MAX) : pick_fx(seed, PAWL_FX_MAX);
    def.motor_speed = pick_fx(seed, PAWL_FX_MAX);
    def.motor_max = pick_load(seed);
    def.hertz = pick_size(seed, PAWL_HERTZ_MAX);
    def.damping_ratio = pick_size(seed, PAWL_HERTZ_MAX);
    def.angular_hertz = pick_size(seed, PAWL_HERTZ_MAX);
    def.angular_damping_ratio = pick_size(seed, PAWL_HERTZ_MAX);
    def.ratio = bits & 32 ? pick_size(seed, PAWL_FX_MAX) : pick_fx(seed, PAWL_FX_MAX);
    def.linear_velocity = pick_vec(seed, PAWL_SPEED_MAX);
    def.force_max = pick_load(seed);
    def.spring_force_max = pick_load(seed);
    def.spring_torque_max = pick_load(seed);
    def.ground_a = pick_vec(seed, bits & 64 ? PAWL_COORD_MAX : 16 * PAWL_FX_ONE);
    def.ground_b = pick_vec(seed, bits & 64 ? PAWL_COORD_MAX : 16 * PAWL_FX_ONE);
    if (bits & 128) def.break_force = pick_load(seed);
    if (bits & 256) def.break_torque = pick_load(seed);
    return def;
}

static pawl_world *make_heap(uint64_t *seed, pawl_body_id bodies[BODIES]) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = BODIES;
    def.joint_capacity = JOINTS;
    def.substeps = (uint8_t)(1 + seeded_next(seed) % 8);
    pawl_world *const world = make_world(&def);
    for (int i = 0; i < BODIES; i++) {
        const uint64_t kind = seeded_next(seed) % 8;
        bodies[i] = add_body(world, kind > 1 ? PAWL_DYNAMIC : (pawl_body_type)kind, 2 * i, i % 3);
        if (kind != 7) {
            const pawl_shape_id shape =
                add_box(world, bodies[i], kind == 6 ? 40 : 0.5, kind == 5 ? 0.015625 : 0.5);
            ck_assert_int_eq(pawl_shape_set_density(world, shape, pick_size(seed, PAWL_FX_MAX)),
                             PAWL_OK);
        }
        if (kind == 4)
            ck_assert_int_eq(pawl_body_set_fixed_rotation(world, bodies[i], true), PAWL_OK);
        if (kind == 1) pawl_body_set_velocity(world, bodies[i], VEC(1, -2));
    }
    return world;
}

/* Change something, anything. */
static void stir(pawl_world *world, uint64_t *seed, const pawl_body_id *bodies) {
    const pawl_joint_def def = pick_joint(seed, bodies);
    pawl_joint_id joint = {(uint16_t)(1 + seeded_next(seed) % JOINTS), 1};
    switch (seeded_next(seed) % 8) {
    case 0:
        pawl_joint_destroy(world, joint);
        break;
    case 1:
        pawl_joint_set_motor(world, joint, def.motor, def.motor_speed, def.motor_max);
        break;
    case 2:
        pawl_joint_set_limit(world, joint, def.limit, def.lower, def.upper);
        break;
    case 3:
        pawl_joint_set_spring(world, joint, def.spring, def.hertz, def.damping_ratio);
        break;
    case 4:
        pawl_joint_set_target(world, joint, def.target);
        break;
    case 5:
        pawl_joint_set_frame_a(world, joint, def.frame_a);
        break;
    case 6:
        pawl_body_set_type(world, def.body_a, (pawl_body_type)(seeded_next(seed) % 3));
        break;
    default:
        if (pawl_joint_create(world, &def, &joint) == PAWL_OK) return;
        break;
    }
}

START_TEST(any_joints_leave_a_sound_world_that_can_be_repeated) {
    for (int round = 0; round < 20; round++) {
        uint64_t seed = seeded_base + (uint64_t)(_i * 1000 + round);
        pawl_body_id bodies[BODIES];
        pawl_world *const world = make_heap(&seed, bodies);
        for (int i = 0; i < JOINTS; i++) {
            const pawl_joint_def def = pick_joint(&seed, bodies);
            pawl_joint_id joint;
            if (pawl_joint_create(world, &def, &joint) != PAWL_OK) continue;
            ck_assert_int_eq(pawl_joint_is_valid(world, joint), true);
        }
        for (int step = 0; step < 20; step++) {
            pawl_world *const copy = malloc(world->total_size);
            memcpy((void *)copy, world, world->total_size);
            run(world, 1);
            run(copy, 1);
            ck_assert_uint_eq(pawl_world_hash(world), pawl_world_hash(copy));
            free(copy);
            assert_sound(world);
            pawl_joint_id joint = {0, 0};
            while ((joint = pawl_world_next_joint(world, joint)).index1 != 0) {
                pawl_joint_get_angle(world, joint);
                pawl_joint_get_translation(world, joint);
                pawl_joint_get_length(world, joint);
                pawl_joint_get_reaction_force(world, joint);
                pawl_joint_get_reaction_torque(world, joint);
            }
            stir(world, &seed, bodies);
        }
        free(world);
    }
}
END_TEST

Suite *suite_joint_random(void) {
    Suite *const suite = suite_create("joint_random");
    TCase *const tcase = tcase_create("joint_random");
    tcase_add_loop_test(tcase, any_joints_leave_a_sound_world_that_can_be_repeated, 0, 20);
    suite_add_tcase(suite, tcase);
    return suite;
}
