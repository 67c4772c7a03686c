/* step_06.c - coins: sensors, the score, and bodies that go.
 *
 *   make examples && build/examples/tutorial/step_06 */
#include <pawl/pawl.h>
#include <stdio.h>

#define LEFT 1
#define RIGHT 2
#define JUMP 4
#define BEGINS_MAX 16 /* of sensors, in a step */

static uint64_t memory[4096];

static pawl_status add_box(pawl_world *world, pawl_vec2 at, pawl_fx half_width, pawl_fx half_height,
                           const pawl_shape_def *shape, pawl_body_type type) {
    pawl_body_def body = pawl_body_def_default();
    pawl_body_id box;
    body.type = type;
    body.position = at;
    return pawl_body_create_box(world, &body, shape, half_width, half_height, &box);
}

static pawl_status add_room(pawl_world *world) {
    const pawl_fx one = PAWL_UNITS(1), four = PAWL_UNITS(4);
    pawl_shape_def platform = pawl_shape_def_default();
    platform.one_way = true;
    pawl_status status =
        add_box(world, pawl_vec2_units(0, -1), PAWL_UNITS(12), one, NULL, PAWL_STATIC);
    if (!status) status = add_box(world, pawl_vec2_units(-11, 4), one, four, NULL, PAWL_STATIC);
    if (!status) status = add_box(world, pawl_vec2_units(11, 4), one, four, NULL, PAWL_STATIC);
    if (!status)
        status = add_box(world, pawl_vec2_units(-2, 2), PAWL_UNITS(2), PAWL_DEC(0, 1), &platform,
                         PAWL_STATIC);
    return status;
}

static pawl_status add_crates(pawl_world *world) {
    pawl_shape_def light = pawl_shape_def_default();
    const pawl_fx half = PAWL_DEC(0, 45);
    pawl_status status = PAWL_OK;
    light.density = PAWL_DEC(0, 25);
    for (int i = 0; i < 3 && !status; i++) {
        const pawl_vec2 at = {PAWL_UNITS(3), half + 2 * i * half};
        status = add_box(world, at, half, half, &light, PAWL_DYNAMIC);
    }
    return status;
}

/* A coin is a sensor: it stops nothing, and tells what overlaps it. */
static pawl_status add_coin(pawl_world *world, pawl_vec2 at) {
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id coin;
    shape.sensor = true;
    body.position = at;
    return pawl_body_create_circle(world, &body, &shape, PAWL_DEC(0, 3), &coin);
}

static pawl_status add_player(pawl_world *world, int x, pawl_body_id *out) {
    pawl_body_def body = pawl_body_def_default();
    const pawl_vec2 low = {0, -PAWL_DEC(0, 4)}, high = {0, PAWL_DEC(0, 4)};
    body.type = PAWL_DYNAMIC;
    body.fixed_rotation = true;
    body.position = pawl_vec2_units(x, 1);
    return pawl_body_create_capsule(world, &body, NULL, low, high, PAWL_DEC(0, 4), out);
}

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

/* What came into a sensor in this step: the coin goes, the player has one more. The score is the
 * user data of the player, so it is part of the world, and saved with it. */
static void collect(pawl_world *world) {
    const pawl_events events = pawl_world_get_events(world);
    pawl_sensor_event begins[BEGINS_MAX]; /* a copy: destroying a body ends the list */
    uint32_t count = 0;
    for (; count < BEGINS_MAX && count < events.sensor_begin_count; count++)
        begins[count] = events.sensor_begins[count];
    for (uint32_t i = 0; i < count; i++) {
        const pawl_body_id coin = pawl_shape_get_body(world, begins[i].sensor);
        const pawl_body_id taker = pawl_shape_get_body(world, begins[i].visitor);
        if (!pawl_body_has_fixed_rotation(world, taker)) continue; /* a crate */
        if (pawl_body_destroy(world, coin)) continue;              /* it is gone already */
        pawl_body_set_user_data(world, taker, pawl_body_get_user_data(world, taker) + 1);
    }
}

static uint8_t keys_at(int tick) {
    return (uint8_t)(RIGHT | (tick >= 55 && tick < 65 ? JUMP : 0));
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_body_id player;
    uint32_t score = 0;

    def.body_capacity = def.shape_capacity = 16;
    def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_room(world) || add_crates(world) || add_player(world, -8, &player)) return 1;
    for (int i = 0; i < 4; i++)
        if (add_coin(world, pawl_vec2_units(-6 + 2 * i, i < 2 ? 1 : 3))) return 1;

    for (int tick = 0; tick < 180; tick++) {
        apply_keys(world, player, keys_at(tick));
        if (pawl_world_step(world, NULL)) return 1;
        collect(world);
        if (pawl_body_get_user_data(world, player) == score) continue;
        score = pawl_body_get_user_data(world, player);
        printf("tick %3d: coins %u\n", tick + 1, (unsigned)score);
    }
    printf("bodies left: %u\n", (unsigned)pawl_world_get_counters(world).bodies);
    return 0;
}
