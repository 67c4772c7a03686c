/* joint_fixture.c - what joint_fixture.h declares. */
#include "support/joint/joint_fixture.h"

pawl_world_def awake_def(double gravity) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, -gravity);
    def.sleeping = 0;
    return def;
}

pawl_world *make_awake_world(void) {
    const pawl_world_def def = awake_def(10);
    return make_world(&def);
}

pawl_body_id add_brick(pawl_world *world, double x, double y, double half_width, double half_height,
                       double density) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, y);
    const pawl_shape_id shape = add_box(world, body, half_width, half_height);
    ck_assert_int_eq(pawl_shape_set_density(world, shape, FX(density)), PAWL_OK);
    return body;
}

pawl_joint_id add_joint(pawl_world *world, const pawl_joint_def *def) {
    pawl_joint_id joint = {0, 0};
    ck_assert_int_eq(pawl_joint_create(world, def, &joint), PAWL_OK);
    return joint;
}

void set_spring(pawl_joint_def *def, double hertz, double damping_ratio) {
    def->spring = true;
    def->hertz = FX(hertz);
    def->damping_ratio = FX(damping_ratio);
}

void set_motor(pawl_joint_def *def, double speed, double most) {
    def->motor = true;
    def->motor_speed = FX(speed);
    def->motor_max = WIDE(most);
}

void set_limit(pawl_joint_def *def, double lower, double upper) {
    def->limit = true;
    def->lower = FX(lower);
    def->upper = FX(upper);
}

joint_rig make_rig(double gravity) {
    joint_rig rig = {.def = awake_def(gravity)};
    rig.world = make_world(&rig.def);
    return rig;
}

joint_rig make_held_rig(double gravity) {
    joint_rig rig = make_rig(gravity);
    rig.a = add_body(rig.world, PAWL_STATIC, 0, 0);
    return rig;
}

void follow_twin(pawl_world *world, const pawl_world_def *def, int steps, double place,
                 double angle) {
    twin t;
    twin_error error = {0, 0};
    ck_assert_msg(joint_twin_make(&t, world, def), "no twin");
    for (int i = 0; i < steps; i++) {
        run(world, 1);
        joint_twin_step(&t);
        joint_twin_compare(&t, world, &error);
    }
    if (getenv("TWIN_PRINT") != NULL)
        printf("twin: %.6f of %g units, %.6f of %g rad\n", error.place, place, error.angle, angle);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    ck_assert_msg(error.place <= place, "%.6f units from the twin, %.6f allowed", error.place,
                  place);
    ck_assert_msg(error.angle <= angle, "%.6f rad from the twin, %.6f allowed", error.angle, angle);
}
