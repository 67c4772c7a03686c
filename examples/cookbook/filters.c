/* filters.c - categories and masks: players, ghosts and walls; a group; a filter that changes. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

enum {
    WALL = 1,
    PLAYER = 2,
    GHOST = 4
};

static uint64_t memory[8192];

static pawl_status add(pawl_world *world, int x, pawl_filter filter, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_units(x, 3);
    shape.filter = filter;
    return pawl_body_create_circle(world, &def, &shape, PAWL_DEC(0, 5), out);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    pawl_body_def floor_def = pawl_body_def_default();
    pawl_shape_def wall = pawl_shape_def_default();
    wall.filter.category = WALL;
    const pawl_filter player = {PLAYER, WALL | PLAYER | GHOST, 0, 0};
    const pawl_filter ghost = {GHOST, PLAYER, 0, 0};           /* no walls */
    const pawl_filter hidden = {PLAYER, WALL | PLAYER, -1, 0}; /* nor others of group -1 */
    pawl_body_id ground, bodies[4];
    if (pawl_body_create_box(world, &floor_def, &wall, PAWL_UNITS(9), PAWL_DEC(0, 2), &ground) ||
        add(world, -3, player, &bodies[0]) || add(world, -1, ghost, &bodies[1]) ||
        add(world, 2, hidden, &bodies[2]) || add(world, 2, hidden, &bodies[3])) {
        return 1;
    }

    for (int tick = 1; tick <= 240; tick++) {
        if (tick == 120) { /* the player becomes a ghost as well */
            const pawl_shape_id shape = pawl_body_next_shape(world, bodies[0], PAWL_NULL_SHAPE);
            pawl_filter changed = pawl_shape_get_filter(world, shape);
            changed.mask &= ~(uint32_t)WALL;
            pawl_shape_set_filter(world, shape, changed);
        }
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 60 > 0) continue;
        printf("second %d: player %6.1f, ghost %6.1f, two of a group %.1f and %.1f\n", tick / 60,
               pawl_fx_to_float(pawl_body_get_position(world, bodies[0]).y),
               pawl_fx_to_float(pawl_body_get_position(world, bodies[1]).y),
               pawl_fx_to_float(pawl_body_get_position(world, bodies[2]).y),
               pawl_fx_to_float(pawl_body_get_position(world, bodies[3]).y));
    }
    return 0;
}
