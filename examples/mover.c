/* mover.c - a small platform game without a screen: a scripted player runs through a level.
 *
 * Shows: a tile map as ground, a mover that walks over a hill, rides a lift, falls off a tower,
 * jumps through a one-way platform and drops through it again. The way is drawn into the level.
 *
 *   make examples && build/examples/mover */
#include <pawl/pawl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 40
#define HEIGHT 10
#define GRAVITY_STEP PAWL_FX(0, 20, 60) /* what a step adds to the speed of a fall */

/* Top row first: # solid, / and \ slopes, - one-way. The lift runs in the gap. */
static char picture[HEIGHT][WIDTH + 1] = {
    "                                        ",  "                                        ",
    "                                        ",  "                                        ",
    "                                        ",  "                    ###     ------      ",
    "          /##\\      ###                #", "         /####\\     ###                #",
    "#       /######\\    ###                #", "#################   ####################"};
static uint8_t cells[WIDTH * HEIGHT];
static const char script[] = "right 228, wait 100, right 150, jump 20, wait 60, drop 60";

static void fail_unless_ok(pawl_status status) {
    if (status == PAWL_OK) return;
    fprintf(stderr, "mover: %s\n", pawl_status_text(status));
    exit(1);
}

static uint8_t tile_of(char c) {
    static const char kinds[] = " #/\\..-"; /* in the order of pawl_tile */
    return (uint8_t)(strchr(kinds, c) - kinds);
}

static pawl_body_id add_lift(pawl_world *world) {
    pawl_body_def body = pawl_body_def_default();
    const pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id id;
    pawl_shape_id shape_id;
    pawl_convex box;
    body.type = PAWL_KINEMATIC;
    body.position = pawl_vec2_make(PAWL_FX(18, 1, 2), PAWL_FX(0, 3, 4));
    fail_unless_ok(pawl_make_box(PAWL_FX(1, 1, 2), PAWL_FX(0, 1, 4), &box));
    fail_unless_ok(pawl_body_create(world, &body, &id));
    fail_unless_ok(pawl_shape_create(world, id, &shape, &box, &shape_id));
    return id;
}

static void make_level(pawl_world *world) {
    const pawl_body_def body = pawl_body_def_default();
    const pawl_shape_def shape = pawl_shape_def_default();
    const pawl_tile_map map = {cells, WIDTH, HEIGHT, PAWL_UNITS(1), {0, 0}};
    pawl_body_id id;
    pawl_shape_id shape_id;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        cells[i] = tile_of(picture[HEIGHT - 1 - i / WIDTH][i % WIDTH]);
    fail_unless_ok(pawl_body_create(world, &body, &id));
    fail_unless_ok(pawl_shape_create_tiles(world, id, &shape, &map, &shape_id));
}

/* One step of the game: the world first, then the player in it. */
static void step(pawl_world *world, pawl_body_id lift, pawl_mover *player, pawl_vec2 velocity,
                 uint32_t flags) {
    const pawl_mover_def def = pawl_mover_def_default();
    const pawl_body_id ground = pawl_shape_get_body(world, player->ground_shape);
    const bool rises = pawl_body_id_equal(ground, lift) &&
                       pawl_body_get_position(world, lift).y < PAWL_FX(4, 3, 4);
    pawl_body_set_velocity(world, lift, pawl_vec2_make(0, rises ? PAWL_UNITS(3) : 0));
    fail_unless_ok(pawl_world_step(world, NULL));
    fail_unless_ok(pawl_mover_move(world, &def, player, velocity, flags, NULL));
    const int column = pawl_floor_to_int(player->position.x);
    const int row = HEIGHT - 1 - pawl_floor_to_int(player->position.y);
    if (row >= 0 && picture[row][column] == ' ')
        picture[row][column] = player->on_ground ? 'o' : '\'';
}

static void tell(const char *what, const pawl_mover *player) {
    char x[PAWL_FX_TEXT_MAX], y[PAWL_FX_TEXT_MAX];
    /* To a 16th of a unit, which is enough to follow. */
    fail_unless_ok(pawl_fx_print((player->position.x + 2048) / 4096 * 4096, x, sizeof x));
    fail_unless_ok(pawl_fx_print((player->position.y + 2048) / 4096 * 4096, y, sizeof y));
    printf("%-5s to (%s, %s), %s\n", what, x, y,
           player->on_ground ? "on the ground" : "in the air");
}

static void play(pawl_world *world, pawl_body_id lift, pawl_mover *player) {
    char what[8];
    int moves, used;
    for (const char *at = script; sscanf(at, "%7s %d%n", what, &moves, &used) == 2; at += used) {
        for (int i = 0; i < moves; i++) {
            pawl_vec2 velocity = player->velocity;
            uint32_t flags = 0;
            velocity.x = what[0] == 'r' ? PAWL_UNITS(5) : 0;
            velocity.y -= GRAVITY_STEP;
            if (what[0] == 'j' && i == 0) velocity.y = PAWL_UNITS(14);
            if (what[0] == 'd' && i == 0) flags = PAWL_MOVER_DROP;
            step(world, lift, player, velocity, flags);
        }
        tell(what, player);
        if (at[used] == ',') at++;
    }
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 4;
    def.joint_capacity = 0;
    const size_t size = pawl_world_size(&def);
    void *memory = malloc(size);
    pawl_world *world;
    pawl_mover player;
    if (memory == NULL) return 1;
    fail_unless_ok(pawl_world_init(memory, size, &def, &world));
    make_level(world);
    const pawl_body_id lift = add_lift(world);
    memset(&player, 0, sizeof player);
    player.position = pawl_vec2_make(PAWL_UNITS(2), PAWL_UNITS(2));
    play(world, lift, &player);
    for (int row = 0; row < HEIGHT; row++)
        printf("%s\n", picture[row]);
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    free(memory);
    return 0;
}
