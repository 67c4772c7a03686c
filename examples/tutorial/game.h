/* game.h - the game of the tutorial from step 8 on: two players in one room.
 *
 * Its whole state is the world. What changes it is game_step, with a byte of keys for each player.
 */
#ifndef TUTORIAL_GAME_H
#define TUTORIAL_GAME_H

#include <pawl/pawl.h>

#define LEFT 1
#define RIGHT 2
#define JUMP 4
#define BEGINS_MAX 16 /* of sensors, in a step */
#define PLAYERS 2
#define STATE_WORDS 3072 /* 24 KB: room for the world, and for a save of it */

typedef struct game {
    uint64_t memory[STATE_WORDS];
    pawl_world *world;
    pawl_body_id players[PLAYERS];
} game;

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

/* Everything that is there at the start, made in the same order on every machine. */
static pawl_status game_start(game *self) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 16;
    def.joint_capacity = 0;
    pawl_status status = pawl_world_init(self->memory, sizeof self->memory, &def, &self->world);
    if (!status) status = add_room(self->world);
    for (int i = 0; i < 6 && !status; i++)
        status = add_coin(self->world, pawl_vec2_units(-5 + 2 * i, i % 2 ? 1 : 3));
    if (!status) status = add_player(self->world, -8, &self->players[0]);
    if (!status) status = add_player(self->world, 8, &self->players[1]);
    return status;
}

/* The keys of all players at the beginning of a tick. */
static void game_apply(const game *self, pawl_world *world, const uint8_t *keys) {
    collect(world);
    for (int i = 0; i < PLAYERS; i++)
        apply_keys(world, self->players[i], keys[i]);
}

/* One tick. The next state follows from the state and the keys, and from nothing else. */
static inline pawl_status game_step(game *self, const uint8_t *keys) {
    game_apply(self, self->world, keys);
    return pawl_world_step(self->world, NULL);
}

static inline unsigned game_coins(const game *self, int player) {
    return (unsigned)pawl_body_get_user_data(self->world, self->players[player]);
}

/* Instead of two keyboards: every third of a second other keys. */
static uint8_t keys_at(int player, int tick) {
    pawl_random random = pawl_random_make((uint64_t)(tick / 20), (uint64_t)player);
    return (uint8_t)pawl_random_below(&random, 8);
}

#endif
