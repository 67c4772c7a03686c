/* pulley_and_gears.c - a rope over two wheels, and two gears of ratio 2. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[16384];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = def.joint_capacity = 16;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    const pawl_body_def frame_def = pawl_body_def_default();
    pawl_body_def part = frame_def;
    pawl_body_id frame, left, right, small, large;
    part.type = PAWL_DYNAMIC;
    part.position = pawl_vec2_units(-2, 0);
    if (pawl_body_create(world, &frame_def, &frame) ||
        pawl_body_create_box(world, &part, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &left))
        return 1;
    part.position = pawl_vec2_units(2, 0);
    if (pawl_body_create_box(world, &part, NULL, PAWL_DEC(0, 6), PAWL_DEC(0, 6), &right)) return 1;
    part.position = pawl_vec2_units(5, 2);
    if (pawl_body_create_circle(world, &part, NULL, PAWL_DEC(0, 5), &small)) return 1;
    part.position = pawl_vec2_make(PAWL_DEC(6, 5), PAWL_UNITS(2));
    if (pawl_body_create_circle(world, &part, NULL, PAWL_UNITS(1), &large)) return 1;

    pawl_joint_def pulley = pawl_joint_def_between(world, PAWL_JOINT_PULLEY, left, right,
                                                   pawl_vec2_make(-PAWL_UNITS(2), PAWL_DEC(0, 5)),
                                                   pawl_vec2_make(PAWL_UNITS(2), PAWL_DEC(0, 6)));
    pawl_joint_def drive =
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, frame, small, pawl_vec2_units(5, 2), 0);
    pawl_joint_def axle =
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, frame, large, part.position, 0);
    pawl_joint_def teeth =
        pawl_joint_def_at(world, PAWL_JOINT_GEAR, small, large, part.position, 0);
    pawl_joint_id rope, motor, pin, gear;
    pulley.target = PAWL_UNITS(8); /* the whole rope */
    pulley.ground_a = pawl_vec2_units(-2, 4);
    pulley.ground_b = pawl_vec2_units(2, 4);
    drive.motor = true;
    drive.motor_speed = PAWL_UNITS(2);
    drive.motor_max = PAWL_WIDE(20, 0, 1);
    teeth.ratio = -PAWL_UNITS(2); /* large * -2 = small: half as fast, the other way */
    if (pawl_joint_create(world, &pulley, &rope) || pawl_joint_create(world, &drive, &motor) ||
        pawl_joint_create(world, &axle, &pin) || pawl_joint_create(world, &teeth, &gear)) {
        return 1;
    }
    for (int tick = 1; tick <= 180; tick++) {
        if (tick == 121) { /* the wheels above are moved up, and the rope gets longer */
            pawl_joint_set_ground(world, rope, pawl_vec2_units(-2, 5), pawl_vec2_units(2, 5));
            pawl_joint_set_target(world, rope, PAWL_UNITS(9));
        }
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        printf("tick %3d: weights at %5.2f and %5.2f, gears turned %5.2f and %5.2f\n", tick,
               pawl_fx_to_float(pawl_body_get_position(world, left).y),
               pawl_fx_to_float(pawl_body_get_position(world, right).y),
               pawl_fx_to_float(pawl_joint_get_angle(world, motor)),
               pawl_fx_to_float(pawl_joint_get_angle(world, pin)));
    }
    return 0;
}
