/* own_character.c - a submarine in a cave: the parts of a mover, put together by the game. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

/* Away from what is near, then as far as the way is free; the speed loses what goes into walls. */
static void swim(const pawl_world *world, const pawl_mover_def *shape, pawl_vec2 *at,
                 pawl_vec2 *velocity) {
    pawl_plane planes[PAWL_PLANES_MAX];
    pawl_vec2 way = pawl_vec2_scale(*velocity, PAWL_FX(0, 1, 60));
    uint32_t count = pawl_mover_collide(world, shape, *at, planes, PAWL_PLANES_MAX);
    for (uint32_t i = 0; i < count; i++)
        planes[i].separation -= shape->skin; /* that far away from everything */
    way = pawl_solve_planes(way, planes, count);
    pawl_query_hit hit;
    if (pawl_mover_cast(world, shape, *at, way, &hit))
        way = pawl_vec2_scale(way, hit.fraction / (PAWL_UNIT / PAWL_FX_ONE));
    *at = pawl_vec2_add(*at, way);
    count = pawl_mover_collide(world, shape, *at, planes, PAWL_PLANES_MAX);
    *velocity = pawl_clip_velocity(*velocity, planes, count);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    const pawl_body_def at_origin = pawl_body_def_default();
    const pawl_vec2 roof[3] = {{PAWL_UNITS(3), PAWL_UNITS(3)},
                               {PAWL_UNITS(6), PAWL_UNITS(1)},
                               {PAWL_UNITS(9), PAWL_UNITS(3)}};
    pawl_body_id cave;
    if (pawl_body_create_segment(world, &at_origin, NULL, pawl_vec2_units(9, 3),
                                 pawl_vec2_units(20, 3), &cave) ||
        pawl_body_create_polygon(world, &at_origin, NULL, roof, 3, 0, &cave)) {
        return 1;
    }

    pawl_mover_def shape = pawl_mover_def_default();
    shape.radius = PAWL_DEC(0, 4);
    shape.half_height = 0; /* a circle */
    pawl_vec2 at = pawl_vec2_units(0, 1), velocity = {0, 0};
    for (int tick = 1; tick <= 360; tick++) {
        velocity.x = pawl_min(PAWL_UNITS(2), velocity.x + PAWL_DEC(0, 1));  /* the engine */
        velocity.y = pawl_min(PAWL_UNITS(2), velocity.y + PAWL_DEC(0, 02)); /* it rises */
        swim(world, &shape, &at, &velocity);
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        printf("tick %3d: at (%.2f, %.2f), moving (%.2f, %.2f)\n", tick, pawl_fx_to_float(at.x),
               pawl_fx_to_float(at.y), pawl_fx_to_float(velocity.x), pawl_fx_to_float(velocity.y));
    }
    pawl_query_closest nearest;
    if (!pawl_world_closest(world, at, PAWL_UNITS(2), NULL, &nearest)) return 1;
    printf("the rock is %.3f away from its middle\n", pawl_fx_to_float(nearest.distance));
    return 0;
}
