/* drone.c - a motor joint pulls a body to a place, with limited force. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    const pawl_body_def sky_def = pawl_body_def_default();
    pawl_body_def drone_def = sky_def;
    drone_def.type = PAWL_DYNAMIC;
    pawl_body_id sky, drone;
    if (pawl_body_create(world, &sky_def, &sky) ||
        pawl_body_create_box(world, &drone_def, NULL, PAWL_UNITS(1), PAWL_DEC(0, 2), &drone)) {
        return 1;
    }
    pawl_joint_def def_of_autopilot = pawl_joint_def_default(PAWL_JOINT_MOTOR);
    pawl_joint_id autopilot;
    def_of_autopilot.body_a = sky;
    def_of_autopilot.body_b = drone;
    def_of_autopilot.spring = true;
    def_of_autopilot.hertz = PAWL_UNITS(1);
    if (pawl_joint_create(world, &def_of_autopilot, &autopilot)) return 1;
    pawl_joint_set_spring_max(world, autopilot, PAWL_WIDE(30, 0, 1), PAWL_WIDE(10, 0, 1));
    pawl_joint_set_angular_spring(world, autopilot, PAWL_UNITS(2), PAWL_FX_ONE);

    for (int tick = 1; tick <= 360; tick++) {
        if (tick == 30) { /* fly there */
            const pawl_joint_frame goal = {pawl_vec2_units(4, 3), 0};
            pawl_joint_set_frame_a(world, autopilot, goal);
        }
        if (tick == 150) { /* a bird hits the left end */
            const pawl_vec2 end =
                pawl_vec2_add(pawl_body_get_position(world, drone), pawl_vec2_units(-1, 0));
            pawl_body_apply_impulse(world, drone, (pawl_wide2){0, PAWL_WIDE(-2, 0, 1)}, end);
        }
        if (tick == 240) { /* no longer to a place: slowly to the left */
            pawl_joint_set_spring(world, autopilot, false, 0, 0);
            pawl_joint_set_motor(world, autopilot, true, 0, PAWL_WIDE(10, 0, 1));
            pawl_joint_set_linear_velocity(world, autopilot, pawl_vec2_units(-1, 0),
                                           PAWL_WIDE(30, 0, 1));
        }
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        const pawl_vec2 at = pawl_body_get_position(world, drone);
        printf("tick %3d: (%5.2f, %5.2f), turned %+.2f\n", tick, pawl_fx_to_float(at.x),
               pawl_fx_to_float(at.y),
               pawl_fx_to_float(pawl_angle_to_radians(pawl_body_get_angle(world, drone))));
    }
    return 0;
}
