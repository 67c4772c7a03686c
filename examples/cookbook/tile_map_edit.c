/* tile_map_edit.c - a level of tiles is changed while things lie on it. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 10
#define HEIGHT 4

static uint64_t memory[16384];
static uint8_t cells[2][WIDTH * HEIGHT]; /* what the world reads, and what comes next */

/* The ground of another array of cells: the shape is made anew. */
static pawl_shape_id lay(pawl_world *world, pawl_body_id ground, pawl_shape_id old,
                         const uint8_t *data) {
    const pawl_shape_def material = pawl_shape_def_default();
    const pawl_tile_map map = {data, WIDTH, HEIGHT, PAWL_FX_ONE, pawl_vec2_units(-5, -4)};
    pawl_shape_id shape;
    const char *wrong;
    if (pawl_tile_map_check(&map, &wrong)) return PAWL_NULL_SHAPE;
    if (!pawl_shape_is_null(old)) pawl_shape_destroy(world, old);
    if (pawl_shape_create_tiles(world, ground, &material, &map, &shape)) return PAWL_NULL_SHAPE;
    return shape;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    memset(cells[0], PAWL_TILE_SOLID, sizeof cells[0]);
    cells[0][3 * WIDTH + 1] = PAWL_TILE_LOWER_LEFT; /* a slope, and air to the right of it */
    memset(&cells[0][3 * WIDTH + 2], PAWL_TILE_EMPTY, 7);

    const pawl_body_def ground_def = pawl_body_def_default();
    pawl_body_def ball_def = ground_def;
    ball_def.type = PAWL_DYNAMIC;
    ball_def.position = pawl_vec2_make(-PAWL_DEC(3, 5), PAWL_UNITS(1));
    pawl_shape_def rubber = pawl_shape_def_default();
    rubber.rolling_resistance = PAWL_DEC(0, 02);
    pawl_body_id ground, ball;
    if (pawl_body_create(world, &ground_def, &ground) ||
        pawl_body_create_circle(world, &ball_def, &rubber, PAWL_DEC(0, 4), &ball)) {
        return 1;
    }
    pawl_shape_id tiles = lay(world, ground, PAWL_NULL_SHAPE, cells[0]);
    for (int tick = 1; tick <= 240; tick++) {
        if (tick == 60) { /* dig two tiles deep, one to the right of the middle */
            memcpy(cells[1], cells[0], sizeof cells[0]);
            cells[1][2 * WIDTH + 5] = cells[1][1 * WIDTH + 5] = PAWL_TILE_EMPTY;
            tiles = lay(world, ground, tiles, cells[1]);
        }
        if (!pawl_shape_is_terrain(world, tiles) || pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        const pawl_vec2 at = pawl_body_get_position(world, ball);
        printf("tick %3d: ball at (%5.2f, %5.2f)\n", tick, pawl_fx_to_float(at.x),
               pawl_fx_to_float(at.y));
    }
    return 0;
}
