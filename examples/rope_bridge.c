/* rope_bridge.c - a rope between two cliffs carries a crate, and a ball that rolls onto it.
 *
 * Shows how a soft body is made: a builder adds points and links, the program changes what it
 * wants different (here two points are pinned, and every link is longer than it was placed, so
 * that the rope hangs through), and the world takes a copy of it all. Rigid bodies rest on the rope
 * and pull it down. The scene as a picture:
 *
 *   pawl run examples/scenes/rope_bridge.json --gif rope_bridge.gif
 *
 *   make examples && build/examples/rope_bridge */
#include <pawl/pawl.h>
#include <stdio.h>

#define PART(n, d) ((pawl_fx)((int64_t)(n)*PAWL_FX_ONE / (d)))
#define LINKS 32
#define HALF_GAP 8

static uint64_t memory[32768];

/* Two blocks with their tops at y = 0, from x = 8 and -8 outwards. */
static pawl_status add_cliffs(pawl_world *world) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    pawl_convex block;
    pawl_status status = pawl_make_box(PAWL_UNITS(4), PAWL_UNITS(4), &block);
    for (int side = -1; side <= 1 && !status; side += 2) {
        def.position = pawl_vec2_make(side * PAWL_UNITS(HALF_GAP + 4), PAWL_UNITS(-4));
        status = pawl_body_create_convex(world, &def, NULL, &block, &body);
    }
    return status;
}

static pawl_status add_rope(pawl_world *world, pawl_soft_id *out) {
    pawl_soft_point points[LINKS + 1];
    pawl_soft_link links[LINKS];
    pawl_soft_parts parts = {points, links, LINKS + 1, LINKS, 0, 0};
    const pawl_vec2 from = {PAWL_UNITS(-HALF_GAP), 0}, to = {PAWL_UNITS(HALF_GAP), 0};
    const pawl_status status =
        pawl_soft_add_rope(&parts, from, to, LINKS, PAWL_UNITS(8), PAWL_FX_ONE, 0);
    if (status) return status;

    points[0].mass = points[LINKS].mass = 0; /* pinned */
    for (int i = 0; i < LINKS; i++)
        links[i].length = PART(2 * HALF_GAP * 21, LINKS * 20); /* 5 % longer than the gap */

    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.links = links;
    def.point_count = parts.point_count;
    def.link_count = parts.link_count;
    def.radius = PART(1, 10);
    def.damping = PAWL_UNITS(1); /* without it the bridge sways for minutes */
    return pawl_soft_create(world, &def, out);
}

static pawl_status add_crate(pawl_world *world, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_convex box;
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(PAWL_UNITS(2), PAWL_UNITS(2));
    const pawl_status status = pawl_make_box(PAWL_DEC(0, 75), PAWL_DEC(0, 75), &box);
    return status ? status : pawl_body_create_convex(world, &def, NULL, &box, out);
}

/* On the left cliff, rolling to the right: it turns by its speed over its radius. */
static pawl_status add_ball(pawl_world *world, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_convex circle;
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(PAWL_UNITS(-12), PAWL_DEC(0, 7));
    def.velocity.x = PAWL_UNITS(5);
    def.angular_velocity = -PAWL_FX(7, 1, 7);
    const pawl_status status = pawl_make_circle(pawl_vec2_make(0, 0), PAWL_DEC(0, 7), &circle);
    return status ? status : pawl_body_create_convex(world, &def, NULL, &circle, out);
}

static int hundredths(pawl_fx value) {
    return (int)((int64_t)value * 100 / PAWL_FX_ONE);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_soft_id rope;
    pawl_body_id crate, ball;
    def.body_capacity = def.shape_capacity = 8;
    def.soft_capacity = 1; /* by default a world has no room for soft bodies */
    def.soft_point_capacity = LINKS + 1;
    def.soft_link_capacity = LINKS;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_cliffs(world) || add_rope(world, &rope)) return 1;
    for (int step = 1; step <= 60 * 12; step++) {
        if (step == 60 * 2 && add_crate(world, &crate)) return 1;
        if (step == 60 * 4 && add_ball(world, &ball)) return 1;
        if (pawl_world_step(world, NULL)) return 1;
        if (step % 60 != 0) continue;
        printf("%2d s: the rope hangs %3d hundredths deep", step / 60,
               hundredths(-pawl_soft_get_box(world, rope).lower.y));
        if (step >= 60 * 2)
            printf(", crate at x %4d", hundredths(pawl_body_get_position(world, crate).x));
        if (step >= 60 * 4)
            printf(", ball at x %4d", hundredths(pawl_body_get_position(world, ball).x));
        printf("\n");
    }
    printf("faults: %s\n", pawl_fault_text(pawl_world_get_faults(world)));
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
