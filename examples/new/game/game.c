/* game.c - two players and some crates between two walls. Change all of it. */
#include "game.h"

static pawl_status add_box(game *self, pawl_vec2 at, pawl_vec2 half, pawl_body_type type,
                           pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    def.type = type;
    def.position = at;
    return pawl_body_create_box(self->world, &def, NULL, half.x, half.y, out);
}

pawl_status game_start(game *self) {
    static const struct {
        int8_t x, y, half_width, half_height;
    } walls[] = {{0, -1, 12, 1}, {-11, 4, 1, 4}, {11, 4, 1, 4}};
    const pawl_vec2 crate = {PAWL_DEC(0, 5), PAWL_DEC(0, 5)};
    pawl_world_def def = pawl_world_def_default();
    pawl_body_id id;
    def.body_capacity = def.shape_capacity = 16;
    def.joint_capacity = 0;
    def.contact_capacity = 48;
    pawl_status status = pawl_world_init(self->memory, sizeof self->memory, &def, &self->world);
    for (int i = 0; i < 3 && !status; i++)
        status =
            add_box(self, pawl_vec2_units(walls[i].x, walls[i].y),
                    pawl_vec2_units(walls[i].half_width, walls[i].half_height), PAWL_STATIC, &id);
    for (int i = 0; i < 6 && !status; i++)
        status =
            add_box(self, pawl_vec2_units(-2 + 2 * (i % 3), 1 + i / 3), crate, PAWL_DYNAMIC, &id);
    for (int i = 0; i < GAME_PLAYERS && !status; i++) {
        pawl_body_def body = pawl_body_def_default();
        body.type = PAWL_DYNAMIC;
        body.fixed_rotation = true;
        body.can_sleep = false;
        body.position = pawl_vec2_units(i == 0 ? -8 : 8, 1);
        status = pawl_body_create_capsule(self->world, &body, NULL, pawl_vec2_make(0, 0),
                                          pawl_vec2_make(0, PAWL_DEC(0, 8)), PAWL_DEC(0, 4),
                                          &self->players[i]);
    }
    return status;
}

static bool stands(const pawl_world *world, pawl_body_id player) {
    pawl_query_filter filter = pawl_query_filter_default();
    const pawl_vec2 down = {0, -PAWL_DEC(0, 9)};
    filter.ignore = player;
    return pawl_world_ray_any(world, pawl_body_get_position(world, player), down, &filter);
}

void game_apply(const game *self, pawl_world *world, const uint8_t *keys) {
    for (int i = 0; i < GAME_PLAYERS; i++) {
        const pawl_body_id player = self->players[i];
        pawl_vec2 velocity = pawl_body_get_velocity(world, player);
        velocity.x = 0;
        if (keys[i] & GAME_LEFT) velocity.x -= PAWL_UNITS(5);
        if (keys[i] & GAME_RIGHT) velocity.x += PAWL_UNITS(5);
        if ((keys[i] & GAME_JUMP) && velocity.y < PAWL_UNITS(1) && stands(world, player))
            velocity.y = PAWL_UNITS(8);
        (void)pawl_body_set_velocity(world, player, velocity);
    }
}

uint8_t game_bot(uint32_t player, uint32_t tick) {
    pawl_random random = pawl_random_make(tick / 20, player);
    return (uint8_t)pawl_random_below(&random, 8);
}
