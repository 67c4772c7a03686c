/* planet.c - gravity of a planet: a moon in orbit, and a rock that falls down. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    def.gravity = pawl_vec2_make(0, 0);
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    const pawl_body_def planet_def = pawl_body_def_default();
    pawl_body_def moon_def = planet_def, rock_def;
    moon_def.type = PAWL_DYNAMIC;
    rock_def = moon_def;
    pawl_radial_gravity_def pull = pawl_radial_gravity_def_default();
    const char *wrong;
    pull.strength = PAWL_WIDE(80, 0, 1); /* at a distance of 1; a quarter of it at 2 */
    if (pawl_radial_gravity_def_check(&pull, &wrong)) return 1;
    /* The speed of a circle of radius r: sqrt(strength / r), across the way to the planet. */
    moon_def.position = pawl_vec2_units(5, 0);
    const pawl_fx speed = pawl_sqrt(pawl_from_wide(pull.strength / 5));
    const pawl_rot out = pawl_vec2_normalize(moon_def.position);
    moon_def.velocity = pawl_vec2_perpendicular(pawl_rotate(out, pawl_vec2_make(speed, 0)));
    rock_def.position = pawl_vec2_units(-6, 0);
    pawl_body_id planet, moon, rock;
    if (pawl_body_create_circle(world, &planet_def, NULL, PAWL_DEC(1, 5), &planet) ||
        pawl_body_create_circle(world, &moon_def, NULL, PAWL_DEC(0, 4), &moon) ||
        pawl_body_create_box(world, &rock_def, NULL, PAWL_DEC(0, 3), PAWL_DEC(0, 3), &rock)) {
        return 1;
    }

    for (int tick = 1; tick <= 600; tick++) {
        if (pawl_world_apply_radial_gravity(world, &pull) || pawl_world_step(world, NULL)) return 1;
        if (tick % 100 > 0) continue;
        const pawl_vec2 at = pawl_body_get_position(world, moon);
        const pawl_fx turned = pawl_angle_to_degrees(pawl_atan2(at.y, at.x));
        printf("tick %3d: moon %.3f away at %4.0f degrees, rock %.2f away\n", tick,
               pawl_fx_to_float(pawl_vec2_length(at)), pawl_fx_to_float(turned),
               pawl_fx_to_float(pawl_vec2_distance(pawl_body_get_position(world, rock),
                                                   pawl_body_get_position(world, planet))));
    }
    return 0;
}
