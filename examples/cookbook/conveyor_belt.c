/* conveyor_belt.c - a belt carries crates to the right, then to the left. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    const pawl_body_def belt_def = pawl_body_def_default();
    pawl_shape_def belt_shape = pawl_shape_def_default();
    belt_shape.tangent_speed = PAWL_UNITS(2);
    pawl_body_id belt_body, crates[2];
    if (pawl_body_create_box(world, &belt_def, &belt_shape, PAWL_UNITS(6), PAWL_DEC(0, 2),
                             &belt_body)) {
        return 1;
    }
    const pawl_shape_id belt = pawl_body_next_shape(world, belt_body, PAWL_NULL_SHAPE);
    for (int i = 0; i < 2; i++) {
        pawl_body_def crate = pawl_body_def_default();
        pawl_shape_def shape = pawl_shape_def_default();
        crate.type = PAWL_DYNAMIC;
        crate.position = pawl_vec2_make(-PAWL_UNITS(2) - PAWL_UNITS(2) * i, PAWL_DEC(0, 6));
        shape.friction = i == 0 ? PAWL_DEC(0, 6) : PAWL_DEC(0, 01); /* rubber, and soap */
        if (pawl_body_create_box(world, &crate, &shape, PAWL_DEC(0, 4), PAWL_DEC(0, 4), &crates[i]))
            return 1;
    }

    for (int tick = 1; tick <= 300; tick++) {
        if (tick == 180) pawl_shape_set_tangent_speed(world, belt, -PAWL_UNITS(2));
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 60 > 0) continue;
        printf("second %d: belt %+.0f, rubber at %5.2f, soap at %5.2f\n", tick / 60,
               pawl_fx_to_float(pawl_shape_get_tangent_speed(world, belt)),
               pawl_fx_to_float(pawl_body_get_position(world, crates[0]).x),
               pawl_fx_to_float(pawl_body_get_position(world, crates[1]).x));
    }
    return 0;
}
