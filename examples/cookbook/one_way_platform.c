/* one_way_platform.c - a character jumps up through a plank and drops down through it again. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def ground_def = pawl_body_def_default();
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    pawl_body_def plank_def = pawl_body_def_default();
    plank_def.position = pawl_vec2_units(0, 2);
    pawl_shape_def one_way = pawl_shape_def_default();
    one_way.one_way = true; /* its +y is up */
    pawl_body_def hero_def = pawl_body_def_default();
    hero_def.type = PAWL_DYNAMIC;
    hero_def.position = pawl_vec2_make(0, PAWL_DEC(0, 5));
    hero_def.fixed_rotation = true;
    pawl_body_id ground, plank, hero;
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(20), PAWL_DEC(0, 5), &ground) ||
        pawl_body_create_box(world, &plank_def, &one_way, PAWL_UNITS(2), PAWL_DEC(0, 1), &plank) ||
        pawl_body_create_box(world, &hero_def, NULL, PAWL_DEC(0, 3), PAWL_DEC(0, 5), &hero)) {
        return 1;
    }

    for (int tick = 1; tick <= 240; tick++) {
        if (tick == 30) pawl_body_set_velocity(world, hero, pawl_vec2_units(0, 8)); /* jump */
        if (tick == 150) pawl_body_drop_through(world, hero);                       /* down */
        if (pawl_world_step(world, NULL)) return 1;
        const pawl_fx height = pawl_body_get_position(world, hero).y; /* of its middle */
        if (tick % 20 == 0) printf("tick %3d: at height %.2f\n", tick, pawl_fx_to_float(height));
    }
    return 0;
}
