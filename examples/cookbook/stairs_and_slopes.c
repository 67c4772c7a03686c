/* stairs_and_slopes.c - a mover walks over stairs and a hill, and stops at what is too steep. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 16;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    const pawl_body_def at_origin = pawl_body_def_default();
    const pawl_vec2 hill[3] = {
        {PAWL_UNITS(4), 0}, {PAWL_UNITS(8), 0}, {PAWL_UNITS(6), PAWL_UNITS(1)}};
    const pawl_vec2 steep[3] = {
        {PAWL_UNITS(10), 0}, {PAWL_UNITS(12), 0}, {PAWL_UNITS(12), PAWL_UNITS(3)}};
    pawl_body_id body;
    if (pawl_body_create_segment(world, &at_origin, NULL, pawl_vec2_units(-3, 0),
                                 pawl_vec2_units(12, 0), &body) ||
        pawl_body_create_polygon(world, &at_origin, NULL, hill, 3, 0, &body) ||
        pawl_body_create_polygon(world, &at_origin, NULL, steep, 3, 0, &body)) {
        return 1;
    }
    const int heights[5] = {1, 2, 3, 2, 1}; /* of the stairs, quarters of a unit */
    for (int i = 0; i < 5; i++) {
        pawl_body_def stair = pawl_body_def_default();
        stair.position = pawl_vec2_make(PAWL_DEC(0, 4) * i, PAWL_DEC(0, 125) * heights[i]);
        if (pawl_body_create_box(world, &stair, NULL, PAWL_DEC(0, 2), PAWL_DEC(0, 125) * heights[i],
                                 &body)) {
            return 1;
        }
    }

    pawl_mover_def walk = pawl_mover_def_default();
    pawl_mover mover = {0};
    const char *wrong;
    walk.slope_limit = pawl_angle_from_degrees(PAWL_UNITS(46));
    if (pawl_mover_def_check(&walk, &wrong)) return 1;
    mover.position = pawl_vec2_make(PAWL_UNITS(-2), PAWL_UNITS(1));
    for (int tick = 1; tick <= 240; tick++) {
        /* The key to the right is held, and gravity pulls. */
        const pawl_vec2 velocity = {PAWL_UNITS(4), mover.velocity.y - PAWL_UNITS(10) / 60};
        if (pawl_world_step(world, NULL)) return 1;
        if (pawl_mover_move(world, &walk, &mover, velocity, 0, NULL)) return 1;
        if (tick % 20 > 0) continue;
        printf("tick %3d: x %5.2f, feet at %4.2f, %s\n", tick, pawl_fx_to_float(mover.position.x),
               pawl_fx_to_float(mover.position.y - walk.radius - walk.half_height),
               mover.on_ground ? "on the ground" : "in the air");
    }
    return 0;
}
