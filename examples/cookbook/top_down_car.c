/* top_down_car.c - a car seen from above: an engine, a wheel to turn, and tires with little grip.
 */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

/* What the tires take in a step: most of the sideways speed, some of the turning. */
static void grip(pawl_world *world, pawl_body_id car) {
    const pawl_mass mass = pawl_body_get_mass(world, car);
    const pawl_rot facing = pawl_body_get_rotation(world, car);
    const pawl_vec2 local = pawl_unrotate(facing, pawl_body_get_velocity(world, car));
    const pawl_fx lost =
        pawl_clamp(-local.y, -PAWL_DEC(0, 05), PAWL_DEC(0, 05)); /* more: it drifts */
    const pawl_vec2 change = pawl_rotate(facing, pawl_vec2_make(0, lost));
    const pawl_wide2 impulse = {mass.mass * change.x / PAWL_FX_ONE,
                                mass.mass * change.y / PAWL_FX_ONE};
    const pawl_fx turning = pawl_body_get_angular_velocity(world, car);
    pawl_body_apply_impulse_to_center(world, car, impulse);
    pawl_body_apply_angular_impulse(world, car, -mass.inertia * turning / PAWL_FX_ONE / 8);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.gravity = pawl_vec2_make(0, 0); /* seen from above */
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def car_def = pawl_body_def_default();
    car_def.type = PAWL_DYNAMIC;
    pawl_body_id car;
    if (pawl_body_create_box(world, &car_def, NULL, PAWL_UNITS(1), PAWL_DEC(0, 5), &car)) return 1;

    for (int tick = 1; tick <= 360; tick++) {
        const pawl_rot facing = pawl_body_get_rotation(world, car);
        const pawl_vec2 push = pawl_rotate(facing, pawl_vec2_units(10, 0));
        const pawl_wide2 engine = {push.x, push.y};
        pawl_body_apply_force_to_center(world, car, engine);
        if (tick > 120 && tick <= 240) pawl_body_apply_torque(world, car, PAWL_WIDE(5, 0, 1));
        grip(world, car);
        pawl_body_set_damping(world, car, PAWL_DEC(0, 8), 0); /* the air */
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 60 > 0) continue;
        const pawl_fx degrees = pawl_angle_to_degrees(pawl_body_get_angle(world, car));
        const pawl_vec2 local =
            pawl_unrotate(pawl_body_get_rotation(world, car), pawl_body_get_velocity(world, car));
        printf("second %d: heading %3.0f degrees, %.1f units/s, %.1f to the right\n", tick / 60,
               pawl_fx_to_float(degrees), pawl_fx_to_float(local.x), pawl_fx_to_float(-local.y));
    }
    return 0;
}
