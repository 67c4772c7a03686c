/* rope_walk.c - a character crosses a rope bridge, which hangs deeper under its weight.
 *
 * Shows what a mover needs for that: a filter that asks for soft bodies, without which it falls
 * through, and pawl_mover_apply_weight once a step, without which the rope does not feel it.
 *
 *   make examples && build/examples/rope_walk */
#include <pawl/pawl.h>
#include <stdio.h>
#include <string.h>

#define LINKS 24

static uint64_t memory[24576];

/* Two cliffs 12 units apart, and a rope between them that is 5 % longer than that. */
static pawl_status add_bridge(pawl_world *world, pawl_soft_id *out) {
    pawl_soft_point points[LINKS + 1];
    pawl_soft_link links[LINKS];
    pawl_soft_parts parts = {points, links, LINKS + 1, LINKS, 0, 0};
    pawl_body_def cliff = pawl_body_def_default();
    pawl_body_id body;
    for (int side = -1; side <= 1; side += 2) {
        cliff.position = pawl_vec2_units(side * 10, -4);
        const pawl_status status =
            pawl_body_create_box(world, &cliff, NULL, PAWL_UNITS(4), PAWL_UNITS(4), &body);
        if (status) return status;
    }
    const pawl_status status =
        pawl_soft_add_rope(&parts, pawl_vec2_units(-6, 0), pawl_vec2_units(6, 0), LINKS,
                           PAWL_UNITS(12), PAWL_FX_ONE, 0);
    if (status) return status;
    points[0].mass = points[LINKS].mass = 0; /* pinned */
    for (int i = 0; i < LINKS; i++)
        links[i].length = PAWL_FX(0, 12 * 21, LINKS * 20);
    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.links = links;
    def.point_count = parts.point_count;
    def.link_count = parts.link_count;
    def.radius = PAWL_DEC(0, 1);
    def.damping = PAWL_UNITS(1);
    return pawl_soft_create(world, &def, out);
}

static int hundredths(pawl_fx value) {
    return (int)((int64_t)value * 100 / PAWL_FX_ONE);
}

/* Walks from cliff to cliff; how deep the rope hung at the most. */
static int walk(pawl_world *world, pawl_soft_id rope, pawl_fx mass) {
    pawl_mover_def hero = pawl_mover_def_default();
    pawl_mover mover;
    pawl_fx lowest = 0;
    hero.filter.soft = true;
    memset(&mover, 0, sizeof mover);
    mover.position = pawl_vec2_units(-8, 1);
    for (int step = 0; step < 60 * 9; step++) {
        pawl_vec2 velocity = mover.velocity;
        velocity.x = PAWL_UNITS(2);
        velocity.y -= PAWL_FX(0, 10, 60);
        if (pawl_world_step(world, NULL)) return -1;
        if (pawl_mover_move(world, &hero, &mover, velocity, 0, NULL)) return -1;
        if (pawl_mover_apply_weight(world, &hero, &mover, mass)) return -1;
        lowest = pawl_min(lowest, pawl_soft_get_box(world, rope).lower.y);
    }
    printf("a hero of mass %2d gets to x %d, the rope hung %d hundredths deep\n",
           hundredths(mass) / 100, hundredths(mover.position.x), hundredths(-lowest));
    return 0;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_soft_id rope;
    def.body_capacity = def.shape_capacity = 4;
    def.soft_capacity = 1; /* by default a world has no room for soft bodies */
    def.soft_point_capacity = LINKS + 1;
    def.soft_link_capacity = LINKS;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_bridge(world, &rope)) return 1;
    for (int step = 0; step < 60 * 4; step++)
        if (pawl_world_step(world, NULL)) return 1;
    if (walk(world, rope, 0) || walk(world, rope, PAWL_UNITS(12)) ||
        walk(world, rope, PAWL_UNITS(60)))
        return 1;
    printf("faults: %s\n", pawl_fault_text(pawl_world_get_faults(world)));
    return 0;
}
