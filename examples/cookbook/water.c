/* water.c - a barrel and an anchor in a lake; then the barrel is filled. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def bed_def = pawl_body_def_default(), thing_def = bed_def;
    bed_def.position = pawl_vec2_make(0, -PAWL_DEC(3, 5));
    thing_def.type = PAWL_DYNAMIC;
    thing_def.position = pawl_vec2_units(-1, 2);
    pawl_shape_def wood = pawl_shape_def_default(), iron = wood;
    wood.density = PAWL_DEC(0, 5);
    iron.density = PAWL_UNITS(7);
    pawl_body_id bed, barrel, anchor;
    if (pawl_body_create_box(world, &bed_def, NULL, PAWL_UNITS(9), PAWL_DEC(0, 5), &bed) ||
        pawl_body_create_circle(world, &thing_def, &wood, PAWL_DEC(0, 5), &barrel)) {
        return 1;
    }
    thing_def.position = pawl_vec2_units(1, 2);
    if (pawl_body_create_box(world, &thing_def, &iron, PAWL_DEC(0, 3), PAWL_DEC(0, 3), &anchor))
        return 1;

    pawl_water_def lake = pawl_water_def_default();
    const char *wrong;
    lake.area = pawl_area_below(0); /* one number: the level */
    if (pawl_water_def_check(&lake, &wrong)) return 1;
    for (int tick = 1; tick <= 480; tick++) {
        if (tick == 241) {
            const pawl_shape_id hull = pawl_body_next_shape(world, barrel, PAWL_NULL_SHAPE);
            pawl_shape_set_density(world, hull, PAWL_DEC(1, 5));
            printf("the barrel is filled: density %.1f\n",
                   pawl_fx_to_float(pawl_shape_get_density(world, hull)));
        }
        if (pawl_world_apply_water(world, &lake) || pawl_world_step(world, NULL)) return 1;
        if (tick % 60 > 0) continue;
        const pawl_vec2 at = pawl_body_get_position(world, barrel);
        printf("second %d: barrel at %5.2f, %s, anchor at %5.2f\n", tick / 60,
               pawl_fx_to_float(at.y), pawl_area_contains(&lake.area, at) ? "under" : "above",
               pawl_fx_to_float(pawl_body_get_position(world, anchor).y));
    }
    return 0;
}
