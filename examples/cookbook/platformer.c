/* platformer.c - a map in text, a mover that runs and jumps, coins, and a platform over a pit. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 20,
    HEIGHT = 5,
    COIN = 7
};
static const char signs[] = " #/\\__-"; /* the place of a sign is its pawl_tile: - is one-way */
static const char map_text[] = "                    " /* o is a coin, P the player */
                               "     o    o       o "
                               "    ---         ####"
                               "P             ######"
                               "########    ########";
static uint64_t memory[16384];
static uint8_t cells[WIDTH * HEIGHT];
static pawl_mover player;

static bool build(pawl_world *world, pawl_body_id *lift) {
    const pawl_shape_def stone = pawl_shape_def_default();
    pawl_shape_def sensor = stone;
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id id;
    pawl_shape_id shape;
    const pawl_tile_map map = {cells, WIDTH, HEIGHT, PAWL_FX_ONE, {0, 0}};
    for (int i = 0; i < WIDTH * HEIGHT; i++) { /* the text begins at the top, cells at the bottom */
        const int x = i % WIDTH, y = HEIGHT - 1 - i / WIDTH;
        const char *tile = strchr(signs, map_text[i]);
        if (tile) cells[y * WIDTH + x] = (uint8_t)(tile - signs);
        def.position =
            pawl_vec2_make(pawl_from_int(x) + PAWL_DEC(0, 5), pawl_from_int(y) + PAWL_DEC(0, 8));
        if (map_text[i] == 'P') player.position = def.position;
        if (map_text[i] != 'o') continue;
        sensor.sensor = true;
        if (pawl_body_create_circle(world, &def, &sensor, PAWL_DEC(0, 3), &id)) return false;
        pawl_body_set_user_data(world, id, COIN);
    }
    def = pawl_body_def_default();
    if (pawl_body_create(world, &def, &id)) return false;
    if (pawl_shape_create_tiles(world, id, &stone, &map, &shape)) return false;
    def.type = PAWL_KINEMATIC;
    def.position = pawl_vec2_make(PAWL_UNITS(9), PAWL_DEC(0, 8));
    return !pawl_body_create_box(world, &def, &stone, PAWL_UNITS(1), PAWL_DEC(0, 2), lift);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_mover_def legs = pawl_mover_def_default();
    pawl_query_filter coins = pawl_query_filter_default();
    pawl_world *world;
    pawl_body_id lift;
    pawl_convex body;
    int points = 0;
    def.body_capacity = def.shape_capacity = 16;
    if (pawl_world_init(memory, sizeof memory, &def, &world) || !build(world, &lift)) return 1;
    const pawl_vec2 foot = {0, -legs.half_height}, head = {0, legs.half_height};
    if (pawl_make_capsule(foot, head, legs.radius, &body)) return 1;
    coins.sensors = true; /* a world does not see movers, so the mover asks what it touches */
    for (int tick = 0; tick < 600 && points < 3; tick++) {
        const pawl_fx speed =
            pawl_mul(PAWL_DEC(1, 2), pawl_sin((uint32_t)tick * PAWL_TURN(1, 240)));
        pawl_body_set_velocity(world, lift, pawl_vec2_make(speed, 0));
        if (pawl_world_step(world, NULL)) return 1;

        pawl_vec2 velocity = player.velocity;
        const int column = pawl_floor_to_int(player.position.x);
        const bool waits = column == 7 && pawl_body_get_position(world, lift).x > PAWL_DEC(9, 2);
        const bool jumps =
            player.on_ground && (column == 3 || column == 10 || column == 13 || column == 15);
        velocity.x = waits ? 0 : PAWL_UNITS(4);
        velocity.y = jumps ? PAWL_DEC(9, 5) : velocity.y - PAWL_FX(0, 20, 60); /* gravity */
        if (pawl_mover_move(world, &legs, &player, velocity, 0, NULL)) return 1;

        const pawl_pose here = {player.position, pawl_rot_from_angle(0)};
        pawl_query_overlap found[8];
        const uint32_t count = pawl_world_overlap(world, &body, here, &coins, found, 8);
        for (uint32_t i = 0; i < count && i < 8; i++) {
            const pawl_body_id id = pawl_shape_get_body(world, found[i].shape);
            if (pawl_body_get_user_data(world, id) != COIN || pawl_body_destroy(world, id))
                continue;
            printf("tick %3d: coin at %.1f, %.1f, %d points\n", tick,
                   pawl_fx_to_float(player.position.x), pawl_fx_to_float(player.position.y),
                   ++points);
        }
    }
    return points == 3 ? 0 : 1;
}
