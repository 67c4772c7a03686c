/* jelly.c - a soft polygon falls on the ground, is poked, and a box lies on it. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define CORNERS 8

static uint64_t memory[16384];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    def.soft_capacity = 1;
    def.soft_point_capacity = CORNERS;
    def.soft_link_capacity = CORNERS * (CORNERS - 1) / 2;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ground_def = pawl_body_def_default(), box_def = ground_def;
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    box_def.type = PAWL_DYNAMIC;
    box_def.position = pawl_vec2_units(0, 4);
    pawl_body_id ground, box;
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_DEC(0, 5), &ground) ||
        pawl_body_create_box(world, &box_def, NULL, PAWL_DEC(0, 4), PAWL_DEC(0, 4), &box)) {
        return 1;
    }

    pawl_vec2 corners[CORNERS];
    pawl_soft_point points[CORNERS];
    pawl_soft_link links[CORNERS * (CORNERS - 1) / 2];
    pawl_soft_parts parts = {points, links, CORNERS, CORNERS * (CORNERS - 1) / 2, 0, 0};
    for (uint32_t i = 0; i < CORNERS; i++) {
        const pawl_angle angle = pawl_angle_from_turns(2 * i + 1, 2 * CORNERS);
        const pawl_vec2 corner = {pawl_cos(angle), pawl_sin(angle)};
        corners[i] = pawl_vec2_add(pawl_vec2_units(0, 2), corner);
    }
    if (pawl_soft_add_polygon(&parts, corners, CORNERS, PAWL_UNITS(2), PAWL_FX_ONE,
                              PAWL_DEC(0, 01)))
        return 1;
    pawl_soft_def jelly_def = pawl_soft_def_default();
    pawl_soft_id jelly;
    const char *wrong;
    jelly_def.points = points;
    jelly_def.links = links;
    jelly_def.point_count = parts.point_count;
    jelly_def.link_count = parts.link_count;
    jelly_def.outline_count = CORNERS;
    jelly_def.iterations = 1; /* softer */
    jelly_def.pressure = PAWL_DEC(0, 2);
    if (pawl_soft_def_check(&jelly_def, &wrong) || pawl_soft_create(world, &jelly_def, &jelly))
        return 1;

    for (int tick = 1; tick <= 240; tick++) {
        if (tick == 120) /* poke it from the left */
            pawl_soft_apply_point_impulse(world, jelly, 4, (pawl_wide2){PAWL_WIDE(2, 0, 1), 0});
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        const pawl_box around = pawl_soft_get_box(world, jelly);
        printf("tick %3d: %.2f wide, %.2f high, %s the ground, box at %.2f\n", tick,
               pawl_fx_to_float(around.upper.x - around.lower.x),
               pawl_fx_to_float(around.upper.y - around.lower.y),
               pawl_soft_is_point_touching(world, jelly, 6) ? "on" : "above",
               pawl_fx_to_float(pawl_body_get_position(world, box).y));
    }
    return 0;
}
