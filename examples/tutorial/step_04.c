/* step_04.c - the player jumps, but only from something: a ray looks for the ground.
 *
 *   make examples && build/examples/tutorial/step_04 */
#include <pawl/pawl.h>
#include <stdio.h>

#define LEFT 1
#define RIGHT 2
#define JUMP 4

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

/* A platform that is landed on from above and passed from below. */
static pawl_status add_platform(pawl_world *world, int x, pawl_fx y) {
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id platform;
    shape.one_way = true;
    body.position = pawl_vec2_make(pawl_from_int(x), y);
    return pawl_body_create_box(world, &body, &shape, PAWL_UNITS(2), PAWL_DEC(0, 1), &platform);
}

static pawl_status add_player(pawl_world *world, int x, pawl_body_id *out) {
    pawl_body_def body = pawl_body_def_default();
    const pawl_vec2 low = {0, -PAWL_DEC(0, 4)}, high = {0, PAWL_DEC(0, 4)};
    body.type = PAWL_DYNAMIC;
    body.fixed_rotation = true;
    body.position = pawl_vec2_units(x, 1);
    return pawl_body_create_capsule(world, &body, NULL, low, high, PAWL_DEC(0, 4), out);
}

/* A ray from its middle to a little below its feet; the player itself is not looked at. */
static bool stands(const pawl_world *world, pawl_body_id player) {
    pawl_query_filter filter = pawl_query_filter_default();
    const pawl_vec2 down = {0, -PAWL_DEC(0, 9)};
    filter.ignore = player;
    return pawl_world_ray_any(world, pawl_body_get_position(world, player), down, &filter);
}

static void apply_keys(pawl_world *world, pawl_body_id player, uint8_t keys) {
    pawl_vec2 velocity = pawl_body_get_velocity(world, player);
    if (keys == 0) return;
    velocity.x = 0;
    if (keys & LEFT) velocity.x -= PAWL_UNITS(5);
    if (keys & RIGHT) velocity.x += PAWL_UNITS(5);
    if ((keys & JUMP) && velocity.y < PAWL_UNITS(1) && stands(world, player))
        velocity.y = PAWL_UNITS(7);
    pawl_body_set_velocity(world, player, velocity);
}

static uint8_t keys_at(int tick) {
    return (uint8_t)((tick < 70 ? RIGHT : 0) | (tick >= 60 && tick < 100 ? JUMP : 0));
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_body_id player;

    def.body_capacity = def.shape_capacity = 16;
    def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_room(world) || add_platform(world, -2, PAWL_UNITS(2))) return 1;
    if (add_player(world, -8, &player)) return 1;

    for (int tick = 0; tick < 180; tick++) {
        apply_keys(world, player, keys_at(tick));
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 30 != 29) continue;
        const pawl_vec2 at = pawl_body_get_position(world, player);
        printf("tick %3d: player at %4d, %3d hundredths, %s\n", tick + 1, hundredths(at.x),
               hundredths(at.y), stands(world, player) ? "stands" : "in the air");
    }
    return 0;
}
