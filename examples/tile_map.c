/* tile_map.c - a level of characters as a tile map: boxes slide and balls roll over it.
 *
 * Shows a map that stays where the program keeps it, slopes and one-way tops, that a thousand tiles
 * in a row are one edge, and how a map is bound again at another address.
 *
 *   make examples && build/examples/tile_map */
#include <pawl/pawl.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 32
#define HEIGHT 8

/* The top row first, as one draws it. */
static const char level[HEIGHT][WIDTH + 1] = {
    "#..............................#",   "#..............................#",
    "#\\.............................#",  "##\\.......................---..#",
    "###\\...........................#",  "####\\..................../##\\..#",
    "#####\\................../####\\.#", "################################",
};

static uint8_t cells[WIDTH * HEIGHT], copy[WIDTH * HEIGHT];
static uint64_t memory[8192];

static uint8_t tile_of(char drawn) {
    switch (drawn) {
    case '#':
        return PAWL_TILE_SOLID;
    case '/':
        return PAWL_TILE_LOWER_RIGHT;
    case '\\':
        return PAWL_TILE_LOWER_LEFT;
    case '-':
        return PAWL_TILE_ONE_WAY;
    default:
        return PAWL_TILE_EMPTY;
    }
}

/* The map's first row is the lowest one. A console would have this array in its cartridge. */
static void bake_level(void) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            cells[y * WIDTH + x] = tile_of(level[HEIGHT - 1 - y][x]);
}

static pawl_status add_level(pawl_world *world, pawl_shape_id *shape) {
    const pawl_body_def body_def = pawl_body_def_default();
    const pawl_tile_map map = {cells, WIDTH, HEIGHT, PAWL_UNITS(1), {0, 0}};
    pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_body_id ground;
    shape_def.friction = 0;
    const pawl_status status = pawl_body_create(world, &body_def, &ground);
    return status ? status : pawl_shape_create_tiles(world, ground, &shape_def, &map, shape);
}

static pawl_status add_body(pawl_world *world, pawl_fx x, pawl_fx y, bool round,
                            pawl_body_id *body) {
    const pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_body_def body_def = pawl_body_def_default();
    pawl_convex convex;
    pawl_shape_id shape;
    body_def.type = PAWL_DYNAMIC;
    body_def.position = pawl_vec2_make(x, y);
    const pawl_fx half = PAWL_FX_ONE * 2 / 5;
    pawl_status status = round ? pawl_make_circle(pawl_vec2_make(0, 0), half, &convex)
                               : pawl_make_box(half, half, &convex);
    if (!status) status = pawl_body_create(world, &body_def, body);
    return status ? status : pawl_shape_create(world, *body, &shape_def, &convex, &shape);
}

static void tell(const pawl_world *world, const char *what, pawl_body_id body) {
    char x[PAWL_FX_TEXT_MAX], y[PAWL_FX_TEXT_MAX];
    const pawl_vec2 at = pawl_body_get_position(world, body);
    if (pawl_fx_print(at.x, x, sizeof x) || pawl_fx_print(at.y, y, sizeof y)) return;
    printf("%-5s at %s, %s%s\n", what, x, y, pawl_body_is_awake(world, body) ? "" : ", asleep");
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 8;
    def.contact_capacity = 64;
    pawl_world *world;
    pawl_shape_id map;
    pawl_body_id ball, box, high;
    bake_level();
    if (pawl_world_init(memory, sizeof memory, &def, &world) || add_level(world, &map)) return 1;
    if (add_body(world, PAWL_UNITS(2), PAWL_UNITS(6), true, &ball)) return 1;
    if (add_body(world, PAWL_UNITS(12), PAWL_UNITS(3), false, &box)) return 1;
    if (add_body(world, PAWL_UNITS(27), PAWL_UNITS(7), false, &high)) return 1;
    if (pawl_body_set_velocity(world, box, pawl_vec2_make(PAWL_UNITS(3), 0))) return 1;
    for (int second = 1; second <= 6; second++) {
        for (int i = 0; i < 60; i++)
            if (pawl_world_step(world, NULL)) return 1;
        printf("after %d s, %u contacts\n", second,
               (unsigned)pawl_world_get_counters(world).contacts);
        tell(world, "ball", ball);
        tell(world, "box", box);
        tell(world, "high", high);
    }
    /* As after loading a saved world, where the level lies elsewhere. */
    memcpy(copy, cells, sizeof copy);
    if (pawl_shape_bind(world, map, copy)) return 1;
    copy[0] ^= 1;
    printf("other cells: %s\n", pawl_status_text(pawl_shape_bind(world, map, copy)));
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return pawl_world_get_faults(world) != 0;
}
