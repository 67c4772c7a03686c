/* step_03.c - a player: a capsule that goes where the keys say.
 *
 *   make examples && build/examples/tutorial/step_03 */
#include <pawl/pawl.h>
#include <stdio.h>

#define LEFT 1
#define RIGHT 2

static uint64_t memory[4096];

static int hundredths(pawl_fx value) {
    return (int)((int64_t)value * 100 / PAWL_FX_ONE);
}

static pawl_status add_wall(pawl_world *world, int x, int y, int half_width, int half_height) {
    pawl_body_def body = pawl_body_def_default();
    pawl_body_id wall;
    body.position = pawl_vec2_units(x, y);
    return pawl_body_create_box(world, &body, NULL, pawl_from_int(half_width),
                                pawl_from_int(half_height), &wall);
}

static pawl_status add_room(pawl_world *world) {
    pawl_status status = add_wall(world, 0, -1, 12, 1);
    if (!status) status = add_wall(world, -11, 4, 1, 4);
    if (!status) status = add_wall(world, 11, 4, 1, 4);
    return status;
}

/* Upright, 1.6 units high, and it does not topple over. */
static pawl_status add_player(pawl_world *world, int x, pawl_body_id *out) {
    pawl_body_def body = pawl_body_def_default();
    const pawl_vec2 low = {0, -PAWL_DEC(0, 4)}, high = {0, PAWL_DEC(0, 4)};
    body.type = PAWL_DYNAMIC;
    body.fixed_rotation = true;
    body.position = pawl_vec2_units(x, 1);
    return pawl_body_create_capsule(world, &body, NULL, low, high, PAWL_DEC(0, 4), out);
}

/* Keys are one byte for each tick. They set the speed across; falling is left to gravity. */
static void apply_keys(pawl_world *world, pawl_body_id player, uint8_t keys) {
    pawl_vec2 velocity = pawl_body_get_velocity(world, player);
    velocity.x = 0;
    if (keys & LEFT) velocity.x -= PAWL_UNITS(5);
    if (keys & RIGHT) velocity.x += PAWL_UNITS(5);
    if (velocity.x != 0) pawl_body_set_velocity(world, player, velocity);
}

/* Instead of a keyboard, so that the output is always the same. */
static uint8_t keys_at(int tick) {
    return tick < 90 ? RIGHT : tick < 120 ? 0 : LEFT;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_body_id player;

    def.body_capacity = def.shape_capacity = 16;
    def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_room(world) || add_player(world, -8, &player)) return 1;

    for (int tick = 0; tick < 240; tick++) {
        apply_keys(world, player, keys_at(tick));
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 40 != 39) continue;
        printf("tick %3d: player at %4d hundredths\n", tick + 1,
               hundredths(pawl_body_get_position(world, player).x));
    }
    return 0;
}
