/* test_joint_extremes.c - joints whose parameters lie at the ends of their ranges, all at once:
 * they may pull things apart, but the world stays sound. Sanitizers see what happens on the way. */
#include "solver/solver_body.h"
#include "support/world/fixture.h"
#include "support/base/seeded.h"

#define PICK(list) list[seeded_next(seed) % (sizeof(list) / sizeof(list)[0])]

static const pawl_fx anchors[] = {0, 1, 65536, -65536, PAWL_EXTENT_MAX, -PAWL_EXTENT_MAX};
static const pawl_fx places[] = {0, 1, -1, 65536, -200000, INT32_MAX, -INT32_MAX, 2146435072};
static const pawl_fx lengths[] = {0, 1, 65536, 200000, INT32_MAX};
static const pawl_fx springs[] = {0, 1, 65536, PAWL_FX(60, 0, 1), PAWL_HERTZ_MAX};
static const pawl_fx ratios[] = {1, 2, 65536, 65537, INT32_MAX, 1000000};
static const pawl_wide loads[] = {0, 1, 65536, INT64_C(1) << 40, PAWL_WIDE_MAX};
static const pawl_fx speeds[] = {0, 1, -65536, PAWL_SPEED_MAX, -PAWL_SPEED_MAX};

static pawl_joint_frame any_frame(uint64_t *seed) {
    pawl_joint_frame frame;
    frame.anchor.x = PICK(anchors);
    frame.anchor.y = PICK(anchors);
    frame.angle = (pawl_angle)seeded_next(seed);
    return frame;
}

static pawl_joint_def any_joint(uint64_t *seed, pawl_joint_type type, pawl_body_id a,
                                pawl_body_id b) {
    pawl_joint_def def = pawl_joint_def_default(type);
    def.body_a = a;
    def.body_b = b;
    def.frame_a = any_frame(seed);
    def.frame_b = any_frame(seed);
    def.limit = seeded_next(seed) % 2;
    def.motor = seeded_next(seed) % 2;
    def.spring = seeded_next(seed) % 2;
    def.lower = type == PAWL_JOINT_DISTANCE ? PICK(lengths) : PICK(places);
    def.upper = type == PAWL_JOINT_DISTANCE ? PICK(lengths) : PICK(places);
    if (def.lower > def.upper) def.lower = def.upper;
    def.target =
        type == PAWL_JOINT_DISTANCE || type == PAWL_JOINT_PULLEY ? PICK(lengths) : PICK(places);
    def.motor_speed = PICK(places);
    def.motor_max = PICK(loads);
    def.hertz = PICK(springs);
    def.damping_ratio = PICK(springs);
    def.angular_hertz = PICK(springs);
    def.angular_damping_ratio = PICK(springs);
    def.ratio = PICK(ratios);
    if (type == PAWL_JOINT_GEAR && seeded_next(seed) % 2) def.ratio = -def.ratio;
    def.linear_velocity.x = PICK(speeds);
    def.linear_velocity.y = PICK(speeds);
    def.force_max = PICK(loads);
    def.spring_force_max = PICK(loads);
    def.spring_torque_max = PICK(loads);
    def.ground_a.x = PICK(anchors) * INT32_C(2);
    def.ground_a.y = PICK(anchors) * INT32_C(2);
    def.ground_b.x = PICK(anchors) * INT32_C(2);
    if (seeded_next(seed) % 4 == 0) def.break_force = PICK(loads);
    if (seeded_next(seed) % 4 == 0) def.break_torque = PICK(loads);
    return def;
}

/* Light and heavy, easy and hard to turn, moving fast; B may be of any type. */
static pawl_body_id any_body(uint64_t *seed, pawl_world *world, pawl_body_type type) {
    static const pawl_wide masses[] = {1, 65536, INT64_C(1) << 40, INT64_C(1) << 56};
    static const pawl_fx positions[] = {0, 65536, PAWL_FX(8000, 0, 1), PAWL_COORD_MAX - 10};
    pawl_body_def def = pawl_body_def_default();
    def.type = type;
    def.position.x = PICK(positions);
    def.position.y = -PICK(positions);
    def.velocity.x = PICK(speeds);
    def.angular_velocity = PICK(speeds);
    def.fixed_rotation = seeded_next(seed) % 6 == 0;
    def.bullet = seeded_next(seed) % 2;
    pawl_body_id body;
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    add_box(world, body, 0.5, 0.25);
    pawl_mass mass = {PICK(masses), {0, 0}, 0};
    mass.inertia = seeded_next(seed) % 3 == 0 ? 0 : mass.mass;
    if (seeded_next(seed) % 2 && mass.inertia < INT64_C(1) << 50) mass.inertia *= 4096;
    if (type == PAWL_DYNAMIC) ck_assert_int_eq(pawl_body_set_mass(world, body, mass), PAWL_OK);
    return body;
}

static pawl_world *any_world(uint64_t *seed) {
    static const uint32_t rates[] = {1, 60, 1000};
    static const uint8_t substeps[] = {1, 4, 16};
    pawl_world_def def = pawl_world_def_default();
    def.rate_numerator = PICK(rates);
    def.substeps = PICK(substeps);
    return make_world(&def);
}

/* In the middle of it a body changes: it stops taking part, or is another type, or is gone. */
static void disturb(pawl_world *world, pawl_body_id body, uint64_t what) {
    pawl_status status = PAWL_OK;
    if (what == 0) status = pawl_body_set_enabled(world, body, false);
    if (what == 1) status = pawl_body_set_type(world, body, PAWL_STATIC);
    if (what == 2) status = pawl_body_set_type(world, body, PAWL_KINEMATIC);
    if (what == 3) status = pawl_body_destroy(world, body);
    if (what == 4) status = pawl_body_set_pose(world, body, VEC(-16000, 16000), 12345);
    ck_assert_int_eq(status, PAWL_OK);
}

static void read_joints(const pawl_world *world) {
    pawl_joint_id at = {0, 0};
    while ((at = pawl_world_next_joint(world, at)).index1 != 0) {
        pawl_joint_def def;
        ck_assert_int_eq(pawl_joint_get_def(world, at, &def), PAWL_OK);
        ck_assert_int_ne(pawl_joint_get_reaction_torque(world, at), INT64_MIN);
        ck_assert_int_ne(pawl_joint_get_reaction_force(world, at).x, INT64_MIN);
        ck_assert_int_ne(pawl_joint_get_angle(world, at), INT32_MIN);
        ck_assert_int_ne(pawl_joint_get_translation(world, at), INT32_MIN);
        ck_assert_int_eq(pawl_joint_get_length(world, at) >= 0, true);
    }
}

/* Loop index: the type of the joints. */
START_TEST(joints_at_the_ends_of_their_ranges_leave_a_sound_world) {
    const pawl_joint_type type = (pawl_joint_type)_i;
    uint64_t seeds = seeded_base + (uint64_t)_i, *const seed = &seeds;
    for (int n = 0; n < SEEDED_ROUNDS(150); n++) {
        pawl_world *const world = any_world(seed);
        pawl_body_id chain[4];
        for (int i = 0; i < 4; i++) {
            const uint64_t other = seeded_next(seed) % 4;
            chain[i] =
                any_body(seed, world, i % 2 || other > 2 ? PAWL_DYNAMIC : (pawl_body_type)other);
        }
        for (int i = 0; i < 3; i++) {
            const pawl_joint_def def = any_joint(seed, type, chain[i], chain[i + 1]);
            pawl_joint_id joint;
            ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_OK);
        }
        for (int i = 0; i < 8; i++) {
            const pawl_body_id body = PICK(chain);
            if (i == 4) disturb(world, body, seeded_next(seed) % 5);
            run(world, 1);
            read_joints(world);
            const pawli_defect defect = pawli_validate_find_defect(world);
            ck_assert_msg(defect.what == NULL, "type %d, world %d, step %d: %s", _i, n, i,
                          defect.what);
        }
        free(world);
    }
}
END_TEST

/* What is kept within the range can be negated. */
START_TEST(the_range_of_the_solver_is_symmetric) {
    static const struct {
        int64_t value;
        int32_t within;
        bool fault;
    } rows[] = {{0, 0, false},
                {INT32_MAX, INT32_MAX, false},
                {-INT32_MAX, -INT32_MAX, false},
                {INT32_MIN, -INT32_MAX, true},
                {INT64_C(1) << 31, INT32_MAX, true},
                {INT64_C(1) << 32, INT32_MAX, true},
                {-(INT64_C(1) << 32), -INT32_MAX, true},
                {INT64_MAX, INT32_MAX, true},
                {INT64_MIN, -INT32_MAX, true}};
    uint32_t faults = 0;
    ck_assert_int_eq(pawli_narrow_symmetric(rows[_i].value, &faults), rows[_i].within);
    ck_assert_int_eq(faults == PAWL_FAULT_SOLVER_RANGE, rows[_i].fault);
}
END_TEST

Suite *suite_joint_extremes(void) {
    Suite *const suite = suite_create("joint_extremes");
    TCase *const tcase = tcase_create("joint_extremes");
    tcase_add_loop_test(tcase, joints_at_the_ends_of_their_ranges_leave_a_sound_world,
                        PAWL_JOINT_REVOLUTE, PAWL_JOINT_LAST + 1);
    tcase_add_loop_test(tcase, the_range_of_the_solver_is_symmetric, 0, 9);
    suite_add_tcase(suite, tcase);
    return suite;
}
