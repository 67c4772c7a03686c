/* ladder.c - on a ladder a character does not fall: it goes where the keys say. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define LADDER 2 /* category */

static uint64_t memory[8192];

/* Whether a point lies on a ladder. */
static bool is_on_ladder(const pawl_world *world, pawl_vec2 point) {
    pawl_query_filter filter = pawl_query_filter_default();
    filter.sensors = true;
    filter.mask = LADDER;
    return pawl_world_overlap_point(world, point, &filter, NULL, 0) > 0;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def ground_def = pawl_body_def_default(), ladder_def = ground_def, hero_def;
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    ladder_def.position = pawl_vec2_units(0, 2);
    pawl_shape_def ladder_shape = pawl_shape_def_default();
    ladder_shape.sensor = true;
    ladder_shape.filter.category = LADDER;
    hero_def = pawl_body_def_default();
    hero_def.type = PAWL_DYNAMIC;
    hero_def.position = pawl_vec2_make(-PAWL_UNITS(2), PAWL_DEC(0, 5));
    hero_def.fixed_rotation = true;
    pawl_body_id ground, ladder, hero;
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_DEC(0, 5), &ground) ||
        pawl_body_create_box(world, &ladder_def, &ladder_shape, PAWL_DEC(0, 4), PAWL_UNITS(2),
                             &ladder) ||
        pawl_body_create_box(world, &hero_def, NULL, PAWL_DEC(0, 3), PAWL_DEC(0, 5), &hero)) {
        return 1;
    }

    for (int tick = 1; tick <= 220; tick++) {
        const pawl_vec2 at = pawl_body_get_position(world, hero);
        const bool climbs = is_on_ladder(world, at);
        pawl_vec2 velocity = pawl_body_get_velocity(world, hero);
        velocity.x = at.x < 0 || !climbs ? PAWL_UNITS(2) : 0; /* the key to the right is held */
        if (climbs) velocity.y = PAWL_DEC(2, 5);              /* the key up is held */
        pawl_body_set_gravity_scale(world, hero, climbs ? 0 : PAWL_FX_ONE);
        pawl_body_set_velocity(world, hero, velocity);
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 20 == 0) {
            printf("tick %3d: %s, at (%.2f, %.2f)\n", tick, climbs ? "climbs" : "walks or falls",
                   pawl_fx_to_float(at.x), pawl_fx_to_float(at.y));
        }
    }
    return pawl_body_get_gravity_scale(world, hero) == PAWL_FX_ONE ? 0 : 1;
}
