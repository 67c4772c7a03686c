/* hello.c - the smallest program: a box falls on the ground.
 *
 * Shows the life of a world: memory, init, bodies with shapes, steps, and the hash that two
 * machines compare to know that their worlds are the same.
 *
 *   make examples && build/examples/hello */
#include <pawl/pawl.h>
#include <stdio.h>

static uint64_t memory[2048]; /* 16 KB: the whole world, no malloc */

/* A body with one box on it, as wide and high as twice these halves. */
static pawl_status add_box(pawl_world *world, pawl_body_type type, pawl_vec2 position,
                           pawl_fx half_width, pawl_fx half_height, pawl_body_id *out) {
    pawl_body_def body_def = pawl_body_def_default();
    const pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_convex box;
    pawl_shape_id shape;
    body_def.type = type;
    body_def.position = position;
    pawl_status status = pawl_make_box(half_width, half_height, &box);
    if (status == PAWL_OK) status = pawl_body_create(world, &body_def, out);
    if (status == PAWL_OK) status = pawl_shape_create(world, *out, &shape_def, &box, &shape);
    return status;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_body_id ground, box;
    def.body_capacity = def.shape_capacity = 8;
    def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world) != PAWL_OK) return 1;

    /* The top of the ground is at height 0; the box begins 4 units above it. */
    const pawl_vec2 below = pawl_vec2_make(0, -PAWL_FX_ONE);
    const pawl_vec2 above = pawl_vec2_make(0, PAWL_FX(4, 1, 2));
    const pawl_fx half = PAWL_FX(0, 1, 2);
    if (add_box(world, PAWL_STATIC, below, PAWL_FX(20, 0, 1), PAWL_FX_ONE, &ground)) return 1;
    if (add_box(world, PAWL_DYNAMIC, above, half, half, &box)) return 1;

    for (int tick = 1; tick <= 120; tick++) {
        if (pawl_world_step(world, NULL) != PAWL_OK) return 1;
        if (tick % 10 != 0) continue;
        char height[PAWL_FX_TEXT_MAX];
        if (pawl_fx_print(pawl_body_get_position(world, box).y, height, sizeof height)) return 1;
        printf("step %3d: height %s%s\n", tick, height,
               pawl_body_is_awake(world, box) ? "" : ", asleep");
    }
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
