/* breakable_wall.c - a wall of bricks that break where a ball hits them.
 *
 * The bricks at the bottom bear the load of all above them; a fast ball is too much. The pieces of
 * a brick go on as it did, and break again until they are small. The scene as a picture:
 *
 *   pawl run examples/scenes/wall.json --gif wall.gif
 *
 *   cc examples/breakable_wall.c -Iinclude build/libpawl.a build/libfixmath.a -o wall && ./wall
 */
#include <pawl/pawl.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 6
#define SHAPES_PER_BODY 4 /* pieces of bricks are convex: more than enough */

static void fail(const char *what, pawl_status status) {
    fprintf(stderr, "%s: %s\n", what, pawl_status_text(status));
    exit(1);
}

static pawl_body_id add(pawl_world *world, const pawl_body_def *def, const pawl_shape_def *material,
                        const pawl_convex *convex) {
    pawl_body_id body;
    const pawl_status status = pawl_body_create_convex(world, def, material, convex, &body);
    if (status != PAWL_OK) fail("body", status);
    return body;
}

static pawl_world *make_world(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 400; /* with room for pieces */
    const size_t size = pawl_world_size(&def);
    pawl_world *world = NULL;
    const pawl_status status = pawl_world_init(malloc(size), size, &def, &world);
    if (status != PAWL_OK) fail("world", status);
    return world;
}

static void build_wall(pawl_world *world) {
    pawl_convex ground, brick;
    if (pawl_make_box(PAWL_FX(60, 0, 1), PAWL_FX(0, 1, 2), &ground) != PAWL_OK ||
        pawl_make_box(PAWL_FX(0, 1, 2), PAWL_FX(0, 1, 4), &brick) != PAWL_OK) {
        fail("shape", PAWL_ERR_GEOMETRY);
    }
    pawl_shape_def material = pawl_shape_def_default();
    pawl_body_def def = pawl_body_def_default();
    def.position.y = -PAWL_FX(0, 1, 2);
    add(world, &def, &material, &ground);
    def.type = PAWL_DYNAMIC;
    material.break_impulse = 6 * (pawl_wide)PAWL_FX_ONE; /* mass times units/s */
    for (int row = 0; row < 10; row++) {
        for (int i = 0; i < 5; i++) {
            def.position.x = i * PAWL_FX_ONE + row % 2 * PAWL_FX(0, 1, 2);
            def.position.y = PAWL_FX(0, 1, 4) + row * PAWL_FX(0, 1, 2);
            add(world, &def, &material, &brick);
        }
    }
}

static void shoot(pawl_world *world, int number) {
    pawl_convex ball;
    if (pawl_make_circle(pawl_vec2_make(0, 0), PAWL_FX(0, 3, 8), &ball) != PAWL_OK) {
        fail("ball", PAWL_ERR_GEOMETRY);
    }
    pawl_shape_def iron = pawl_shape_def_default();
    iron.density = PAWL_FX(6, 0, 1);
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(-PAWL_FX(6, 0, 1), pawl_from_int(1 + number % 4));
    def.velocity = pawl_vec2_make(PAWL_FX(24, 0, 1), 0);
    add(world, &def, &iron, &ball);
}

/* Like `pawl run` with a scene: a step, and then whatever was hit too hard breaks. */
static int step(pawl_world *world, void *memory, size_t size) {
    pawl_fracture_def def = pawl_fracture_def_default();
    def.seed = 50;
    def.cells = CELLS;
    def.size_min = PAWL_FX(0, 1, 8);
    const pawl_status status = pawl_world_step(world, NULL);
    if (status != PAWL_OK) fail("step", status);
    const int32_t broken = pawl_world_break(world, &def, memory, size);
    if (broken < 0) fail("break", (pawl_status)broken);
    return (int)broken;
}

int main(void) {
    pawl_world *world = make_world();
    const size_t size = pawl_fracture_size(SHAPES_PER_BODY, CELLS);
    void *memory = malloc(size);
    int broken = 0;
    build_wall(world);
    for (int tick = 0; tick < 600; tick++) {
        if (tick == 120) printf("standing: %d broken\n", broken);
        if (tick >= 120 && tick % 24 == 0) shoot(world, tick / 24);
        broken += step(world, memory, size);
        if (tick % 120 == 119 && tick > 120) {
            printf("tick %d: %d broken, %u bodies\n", tick + 1, broken,
                   (unsigned)pawl_world_get_counters(world).bodies);
        }
    }
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    free(memory);
    free(world);
    return 0;
}
