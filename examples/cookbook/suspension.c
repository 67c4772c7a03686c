/* suspension.c - a car on two sprung wheels, driven by the one at the back. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[16384];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    const pawl_body_def road_def = pawl_body_def_default();
    const pawl_vec2 bump[3] = {
        {PAWL_UNITS(6), 0}, {PAWL_UNITS(8), 0}, {PAWL_UNITS(7), PAWL_DEC(0, 4)}};
    pawl_body_def car_def = road_def;
    pawl_body_id road, stone, car, wheels[2];
    pawl_joint_id axles[2];
    car_def.type = PAWL_DYNAMIC;
    car_def.position = pawl_vec2_make(0, PAWL_DEC(1, 2));
    if (pawl_body_create_segment(world, &road_def, NULL, pawl_vec2_units(-20, 0),
                                 pawl_vec2_units(60, 0), &road) ||
        pawl_body_create_polygon(world, &road_def, NULL, bump, 3, 0, &stone) ||
        pawl_body_create_box(world, &car_def, NULL, PAWL_DEC(1, 5), PAWL_DEC(0, 3), &car)) {
        return 1;
    }
    for (int i = 0; i < 2; i++) {
        pawl_body_def wheel_def = car_def;
        pawl_shape_def tire = pawl_shape_def_default();
        tire.friction = PAWL_DEC(1, 2);
        wheel_def.position = pawl_vec2_make(pawl_from_int(2 * i - 1), PAWL_DEC(0, 5));
        if (pawl_body_create_circle(world, &wheel_def, &tire, PAWL_DEC(0, 5), &wheels[i])) return 1;
        pawl_joint_def axle = pawl_joint_def_at(world, PAWL_JOINT_WHEEL, car, wheels[i],
                                                wheel_def.position, PAWL_TURN(1, 4)); /* up */
        axle.spring = axle.limit = true;
        axle.hertz = PAWL_UNITS(4);
        axle.damping_ratio = PAWL_DEC(0, 5);
        axle.lower = -PAWL_DEC(0, 3);
        axle.upper = PAWL_DEC(0, 3);
        if (pawl_joint_create(world, &axle, &axles[i])) return 1;
    }

    for (int tick = 1; tick <= 240; tick++) {
        if (tick == 30) { /* drive to the right: clockwise */
            pawl_joint_set_motor(world, axles[0], true, -PAWL_UNITS(12), PAWL_WIDE(8, 0, 1));
        }
        if (tick == 180) { /* the brake, and hard springs */
            pawl_joint_set_motor(world, axles[0], true, 0, PAWL_WIDE(8, 0, 1));
            pawl_joint_set_spring(world, axles[1], true, PAWL_UNITS(10), PAWL_FX_ONE);
        }
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        printf("tick %3d: car at %5.2f with %4.1f units/s, springs %+.3f and %+.3f\n", tick,
               pawl_fx_to_float(pawl_body_get_position(world, car).x),
               pawl_fx_to_float(pawl_body_get_velocity(world, car).x),
               pawl_fx_to_float(pawl_joint_get_translation(world, axles[0])),
               pawl_fx_to_float(pawl_joint_get_translation(world, axles[1])));
    }
    return 0;
}
