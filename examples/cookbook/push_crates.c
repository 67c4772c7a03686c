/* push_crates.c - a mover pushes crates of different weight with the same strength. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

static pawl_status add_crate(pawl_world *world, int x, pawl_fx density, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(pawl_from_int(x), PAWL_DEC(0, 5));
    shape.density = density;
    return pawl_body_create_box(world, &def, &shape, PAWL_DEC(0, 5), PAWL_DEC(0, 5), out);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def ground_def = pawl_body_def_default();
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    pawl_body_id ground, light, heavy;
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(20), PAWL_DEC(0, 5), &ground) ||
        add_crate(world, 2, PAWL_UNITS(1), &light) || add_crate(world, -2, PAWL_UNITS(8), &heavy)) {
        return 1;
    }

    pawl_mover_def walk = pawl_mover_def_default();
    pawl_mover mover = {0};
    walk.push = PAWL_DEC(0, 4); /* the largest impulse in a step */
    mover.position = pawl_vec2_make(0, PAWL_UNITS(1));
    for (int tick = 1; tick <= 360; tick++) {
        const pawl_fx direction = tick <= 120 ? PAWL_UNITS(3) : -PAWL_UNITS(3);
        const pawl_vec2 velocity = {direction, mover.velocity.y - PAWL_UNITS(10) / 60};
        pawl_mover_report report;
        if (pawl_world_step(world, NULL)) return 1;
        if (pawl_mover_move(world, &walk, &mover, velocity, 0, &report) ||
            pawl_mover_push(world, &walk, &report)) {
            return 1;
        }
        if (tick % 60 > 0) continue;
        printf("second %d: mover at %5.2f, light crate %5.2f, heavy one %5.2f\n", tick / 60,
               pawl_fx_to_float(mover.position.x),
               pawl_fx_to_float(pawl_body_get_position(world, light).x),
               pawl_fx_to_float(pawl_body_get_position(world, heavy).x));
    }
    return 0;
}
