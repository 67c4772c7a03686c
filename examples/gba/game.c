/* game.c - the rules. Integers only, and no clock. */
#include "game.h"

#include <pawl/port.h>

/* Movement: units, ticks and units per second. */
#define WALK_SPEED PAWL_FX(4, 0, 1)
#define WALK_GAIN PAWL_FX(0, 1, 2) /* per tick */
#define JUMP_SPEED PAWL_FX(8, 1, 2)
#define JUMP_TICKS 6 /* how long a jump is wanted, once the key was pressed */
#define THROW_TICKS 24
#define THROW_SPEED PAWL_FX(12, 0, 1)
#define THROW_LIFT PAWL_FX(3, 1, 2)
#define THROW_HIGH_SPEED PAWL_FX(8, 0, 1)
#define THROW_HIGH_LIFT PAWL_FX(8, 1, 2)

#define BOX_POINTS 10
#define CLEAR_POINTS 50
#define PAUSE_TICKS 90
#define TOP PAWL_FX(2, 0, 1) /* of the pedestal */

/* Above so many touching pairs a step makes do with one sub-step. The counter is a result of the
 * step before, hence the same on all machines; a clock would not be. */
#define BUSY_PAIRS 10

const game_block game_blocks[GAME_BLOCKS] = {
    {{PAWL_FX(7, 1, 2), PAWL_FX(0, 1, 2)}, PAWL_FX(9, 0, 1), PAWL_FX(0, 1, 2)},    /* ground */
    {{-PAWL_FX(0, 1, 2), PAWL_FX(10, 0, 1)}, PAWL_FX(0, 1, 2), PAWL_FX(12, 0, 1)}, /* left */
    {{PAWL_FX(15, 1, 2), PAWL_FX(10, 0, 1)}, PAWL_FX(0, 1, 2), PAWL_FX(12, 0, 1)}, /* right */
    {{PAWL_FX(11, 0, 1), PAWL_FX(1, 1, 2)}, PAWL_FX(1, 7, 8), PAWL_FX(0, 1, 2)},   /* pedestal */
};

/* Where the boxes of a pile stand: columns in 11/20 units from the middle, rows from below. */
#define PILES 3
static const struct {
    int8_t column;
    uint8_t row;
} piles[PILES][GAME_BOXES] = {
    {{-2, 0}, {0, 0}, {2, 0}, {-1, 1}, {1, 1}, {0, 2}},
    {{-1, 0}, {-1, 1}, {-1, 2}, {1, 0}, {1, 1}, {1, 2}},
    {{-3, 0}, {0, 0}, {0, 1}, {0, 2}, {0, 3}, {3, 0}},
};

static pawl_vec2 place_of(uint32_t round, int box) {
    const int column = piles[round % PILES][box].column, row = piles[round % PILES][box].row;
    return pawl_vec2_make(PAWL_FX(11, 0, 1) + column * PAWL_FX(0, 11, 20),
                          TOP + (2 * row + 1) * GAME_BOX_HALF);
}

/* ---- the world ------------------------------------------------------------------------------ */

/* Negative groups do not collide: stones leave the hand that holds them. */
#define HAND_GROUP (-1)

static pawl_status make_ground(game_state *game) {
    pawl_body_def def = pawl_body_def_default();
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_body_id ground;
    pawl_status status = pawl_body_create(game->world, &def, &ground);
    for (int i = 0; i < GAME_BLOCKS && status == PAWL_OK; i++) {
        const game_block *block = &game_blocks[i];
        pawl_convex box;
        pawl_shape_id shape;
        status = pawl_make_box_at(block->half_width, block->half_height, block->center, 0, &box);
        if (status == PAWL_OK) {
            status = pawl_shape_create(game->world, ground, &material, &box, &shape);
        }
    }
    return status;
}

static pawl_status make_player(game_state *game) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def material = pawl_shape_def_default();
    pawl_convex capsule;
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(PAWL_FX(2, 0, 1), PAWL_FX(1, 1, 2));
    def.fixed_rotation = true;
    def.can_sleep = false;
    material.density = PAWL_FX(3, 0, 1);
    material.friction = 0; /* the keys say how fast it walks */
    material.filter.group = HAND_GROUP;
    pawl_status status =
        pawl_make_capsule(pawl_vec2_make(0, -GAME_PLAYER_HALF), pawl_vec2_make(0, GAME_PLAYER_HALF),
                          GAME_PLAYER_RADIUS, &capsule);
    if (status == PAWL_OK) status = pawl_body_create(game->world, &def, &game->player);
    if (status != PAWL_OK) return status;
    return pawl_shape_create(game->world, game->player, &material, &capsule, &game->player_shape);
}

static pawl_status make_box(game_state *game, int index) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def material = pawl_shape_def_default();
    pawl_convex box;
    pawl_shape_id shape;
    def.type = PAWL_DYNAMIC;
    def.position = place_of(0, index);
    material.density = PAWL_FX(0, 1, 2);
    pawl_status status = pawl_make_box(GAME_BOX_HALF, GAME_BOX_HALF, &box);
    if (status == PAWL_OK) status = pawl_body_create(game->world, &def, &game->boxes[index]);
    if (status != PAWL_OK) return status;
    return pawl_shape_create(game->world, game->boxes[index], &material, &box, &shape);
}

/* Stones take no part before they are thrown. */
static pawl_status make_stone(game_state *game, int index) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def material = pawl_shape_def_default();
    pawl_convex circle;
    pawl_shape_id shape;
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(pawl_from_int(index), PAWL_FX(16, 0, 1));
    def.enabled = false;
    material.density = PAWL_FX(6, 0, 1);
    material.rolling_resistance = PAWL_FX(0, 1, 10);
    material.restitution = PAWL_FX(0, 1, 5);
    material.filter.group = HAND_GROUP;
    pawl_status status = pawl_make_circle(pawl_vec2_make(0, 0), GAME_STONE_RADIUS, &circle);
    if (status == PAWL_OK) status = pawl_body_create(game->world, &def, &game->stones[index]);
    if (status != PAWL_OK) return status;
    return pawl_shape_create(game->world, game->stones[index], &material, &circle, &shape);
}

pawl_status game_start(game_state *game, void *scratch) {
    const pawl_world_def def = game_world_def();
    game->tick = game->keys = game->score = game->round = game->down = game->pause = 0;
    game->thrown = 0;
    game->cooldown = game->jump = 0;
    game->facing = 1;
    game->hooks = (pawl_step_hooks){.scratch = scratch, .scratch_size = GAME_SCRATCH_BYTES};
    pawl_status status = pawl_world_init(game->memory, sizeof game->memory, &def, &game->world);
    if (status == PAWL_OK) status = make_ground(game);
    if (status == PAWL_OK) status = make_player(game);
    for (int i = 0; i < GAME_BOXES && status == PAWL_OK; i++)
        status = make_box(game, i);
    for (int i = 0; i < GAME_STONES && status == PAWL_OK; i++)
        status = make_stone(game, i);
    return status;
}

/* ---- the player ----------------------------------------------------------------------------- */

/* Whether the player stands on something: a contact whose normal points up to it, to within 45
 * degrees. */
static bool is_standing(const game_state *game) {
    const int32_t slope = PAWL_UNIT / 10 * 7;
    uint32_t cursor = 0;
    pawl_contact contact;
    while (pawl_world_next_contact(game->world, &cursor, &contact)) {
        if (pawl_shape_id_equal(contact.shape_b, game->player_shape) && contact.normal.s > slope)
            return true;
        if (pawl_shape_id_equal(contact.shape_a, game->player_shape) && contact.normal.s < -slope)
            return true;
    }
    return false;
}

/* From one speed towards another, by at most `gain`. */
static pawl_fx approach(pawl_fx from, pawl_fx to, pawl_fx gain) {
    return from + pawl_clamp(to - from, -gain, gain);
}

static pawl_status move_player(game_state *game, uint32_t keys, uint32_t pressed) {
    pawl_vec2 velocity = pawl_body_get_velocity(game->world, game->player);
    const int32_t way = (keys & PAWL_KEY_RIGHT ? 1 : 0) - (keys & PAWL_KEY_LEFT ? 1 : 0);
    if (way != 0) game->facing = way;
    velocity.x = approach(velocity.x, way * WALK_SPEED, WALK_GAIN);
    if (game->jump > 0) game->jump--;
    if (pressed & PAWL_KEY_A) game->jump = JUMP_TICKS;
    if (game->jump > 0 && is_standing(game)) { /* looked at only when it matters */
        velocity.y = JUMP_SPEED;
        game->jump = 0;
    }
    return pawl_body_set_velocity(game->world, game->player, velocity);
}

/* The oldest stone is thrown again. */
static pawl_status throw_stone(game_state *game, bool high) {
    pawl_world *world = game->world;
    const pawl_body_id stone = game->stones[game->thrown % GAME_STONES];
    const pawl_vec2 from = pawl_body_get_position(world, game->player);
    const pawl_fx speed = high ? THROW_HIGH_SPEED : THROW_SPEED;
    const pawl_vec2 velocity =
        pawl_vec2_make(game->facing * speed, high ? THROW_HIGH_LIFT : THROW_LIFT);
    const pawl_vec2 hand = pawl_vec2_make(from.x, from.y + PAWL_FX(0, 1, 4));
    game->thrown++;
    game->cooldown = THROW_TICKS;
    pawl_status status = pawl_body_set_enabled(world, stone, true);
    if (status == PAWL_OK) status = pawl_body_set_pose(world, stone, hand, 0);
    if (status == PAWL_OK) status = pawl_body_set_angular_velocity(world, stone, 0);
    if (status == PAWL_OK) status = pawl_body_set_velocity(world, stone, velocity);
    return status;
}

/* ---- the pile ------------------------------------------------------------------------------- */

static pawl_status stack_pile(game_state *game) {
    const pawl_vec2 rest = {0, 0};
    for (int i = 0; i < GAME_BOXES; i++) {
        const pawl_vec2 place = place_of(game->round, i);
        pawl_status status = pawl_body_set_pose(game->world, game->boxes[i], place, 0);
        if (status == PAWL_OK) {
            status = pawl_body_set_velocity(game->world, game->boxes[i], rest);
        }
        if (status == PAWL_OK) {
            status = pawl_body_set_angular_velocity(game->world, game->boxes[i], 0);
        }
        if (status != PAWL_OK) return status;
    }
    game->down = 0;
    return PAWL_OK;
}

static void count_fallen(game_state *game) {
    const uint32_t all = (UINT32_C(1) << GAME_BOXES) - 1;
    for (int i = 0; i < GAME_BOXES; i++) {
        const uint32_t bit = UINT32_C(1) << i;
        if ((game->down & bit) || pawl_body_get_position(game->world, game->boxes[i]).y >= TOP)
            continue;
        game->down |= bit;
        game->score += BOX_POINTS;
    }
    if (game->down != all || game->pause != 0) return;
    game->score += CLEAR_POINTS;
    game->pause = PAUSE_TICKS;
}

static pawl_status next_pile(game_state *game) {
    if (game->pause == 0 || --game->pause > 0) return PAWL_OK;
    game->round++;
    return stack_pile(game);
}

pawl_status game_step(game_state *game, uint32_t keys) {
    const uint32_t pressed = keys & ~game->keys;
    game->keys = keys;
    game->tick++;
    if (game->cooldown > 0) game->cooldown--;
    pawl_status status = move_player(game, keys, pressed);
    if (status == PAWL_OK && (pressed & PAWL_KEY_B) && game->cooldown == 0) {
        status = throw_stone(game, (keys & PAWL_KEY_UP) != 0);
    }
    if (status == PAWL_OK) status = next_pile(game);
    const int32_t substeps = pawl_world_get_counters(game->world).touching > BUSY_PAIRS ? 1 : 2;
    if (status == PAWL_OK) status = pawl_world_set_substeps(game->world, substeps);
    if (status == PAWL_OK) status = pawl_world_step(game->world, &game->hooks);
    count_fallen(game);
    return status;
}

uint32_t game_hash(const game_state *game) {
    const uint32_t words[] = {game->tick,           game->keys,
                              game->score,          game->round,
                              game->down,           game->pause,
                              game->thrown,         (uint32_t)game->cooldown,
                              (uint32_t)game->jump, (uint32_t)game->facing};
    uint32_t hash = pawl_world_hash(game->world);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = (hash ^ words[i]) * UINT32_C(16777619); /* FNV-1a, by words */
    return hash;
}
