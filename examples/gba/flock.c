/* flock.c - how the dog runs, and what sheep think of it. Integers only, and no clock. */
#include "flock.h"

#include <pawl/port.h>

/* Units and units per second. */
#define DOG_SPEED PAWL_FX(5, 0, 1)
#define STRAY_SPEED PAWL_FX(0, 3, 4)
#define SHY_SPEED PAWL_FX(3, 0, 1)
#define SCARED_SPEED PAWL_FX(5, 0, 1)
#define FOLLOW_SPEED PAWL_FX(3, 1, 2)
#define SHY_DISTANCE PAWL_FX(1, 1, 4)
#define BARK_DISTANCE PAWL_FX(4, 0, 1)
#define CALL_DISTANCE PAWL_FX(5, 0, 1)
#define NEAR_DISTANCE PAWL_FX(0, 7, 8) /* to the dog that calls */

/* Ticks. */
#define THINK_TICKS 6 /* each sheep thinks once in so many, not all in the same one */
#define BARK_TICKS 12
#define STRAY_THOUGHTS 8 /* one in so many is to go elsewhere */

/* ---- the world ------------------------------------------------------------------------------ */

#define SHEEP_CATEGORY 2
#define DOG_CATEGORY 4

static pawl_status make_walls(flock_state *flock) {
    const pawl_body_def def = pawl_body_def_default();
    const pawl_shape_def material = pawl_shape_def_default();
    const pawl_fx half = PAWL_FX_ONE * LEVEL_CELL / LEVEL_UNIT / 2;
    pawl_body_id walls;
    pawl_status status = pawl_body_create(flock->world, &def, &walls);
    for (int i = 0; i < flock->level->wall_count && status == PAWL_OK; i++) {
        const level_wall wall = flock->level->walls[i];
        const pawl_vec2 center = {(2 * wall.left + wall.width) * half,
                                  -(2 * wall.top + wall.height) * half};
        pawl_convex box;
        pawl_shape_id shape;
        status = pawl_make_box_at(wall.width * half, wall.height * half, center, 0, &box);
        if (status == PAWL_OK) {
            status = pawl_shape_create(flock->world, walls, &material, &box, &shape);
        }
    }
    return status;
}

/* A round body that does not turn. The level stops the dog, so walls need not. */
static pawl_status make_animal(flock_state *flock, level_spot spot, bool is_dog,
                               pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def material = pawl_shape_def_default();
    pawl_convex circle;
    pawl_shape_id shape;
    def.type = PAWL_DYNAMIC;
    def.position = level_place(spot);
    def.fixed_rotation = true;
    def.can_sleep = false; /* they stray again before long */
    def.linear_damping = PAWL_FX(1, 1, 2);
    material.friction = 0;
    material.density = is_dog ? PAWL_FX(4, 0, 1) : PAWL_FX(1, 0, 1);
    material.filter.category = is_dog ? DOG_CATEGORY : SHEEP_CATEGORY;
    if (is_dog) material.filter.mask = SHEEP_CATEGORY;
    const pawl_fx radius = is_dog ? FLOCK_DOG_RADIUS : FLOCK_SHEEP_RADIUS;
    pawl_status status = pawl_make_circle(pawl_vec2_make(0, 0), radius, &circle);
    if (status == PAWL_OK) status = pawl_body_create(flock->world, &def, out);
    if (status != PAWL_OK) return status;
    return pawl_shape_create(flock->world, *out, &material, &circle, &shape);
}

pawl_status flock_start(flock_state *flock, const game_level *level, void *scratch) {
    const pawl_world_def def = game_world_def();
    flock->level = level;
    flock->sheep_count = level->sheep_count;
    flock->home = flock->tick = flock->left = 0;
    flock->chance = 1;
    flock->facing = 1;
    flock->bark = 0;
    flock->calling = false;
    flock->hooks = (pawl_step_hooks){.scratch = scratch, .scratch_size = GAME_SCRATCH_BYTES};
    flock->dog = (pawl_walker){.platform = 0};
    pawl_status status = pawl_level_trust(level->block, level->block_size, &flock->ground);
    if (status == PAWL_OK) {
        status = pawl_level_locate(&flock->ground, level_place(level->dog), 0, &flock->dog.place);
    }
    if (status == PAWL_OK) {
        status = pawl_world_init(flock->memory, sizeof flock->memory, &def, &flock->world);
    }
    if (status == PAWL_OK) status = make_walls(flock);
    if (status == PAWL_OK) status = make_animal(flock, level->dog, true, &flock->dog_body);
    for (uint32_t i = 0; i < flock->sheep_count && status == PAWL_OK; i++)
        status = make_animal(flock, level->sheep[i], false, &flock->sheep[i]);
    return status;
}

pawl_vec2 flock_sheep_place(const flock_state *flock, uint32_t sheep) {
    return pawl_body_get_position(flock->world, flock->sheep[sheep]);
}

bool flock_is_home(const flock_state *flock, uint32_t sheep) {
    return (flock->home >> sheep & 1) != 0;
}

/* ---- the dog -------------------------------------------------------------------------------- */

/* The walker goes where the keys say, as far as the ground allows. */
static pawl_status run_dog(flock_state *flock, uint32_t keys) {
    pawl_walker_def def = pawl_walker_def_default();
    const int32_t right = (keys & PAWL_KEY_RIGHT ? 1 : 0) - (keys & PAWL_KEY_LEFT ? 1 : 0);
    const int32_t up = (keys & PAWL_KEY_UP ? 1 : 0) - (keys & PAWL_KEY_DOWN ? 1 : 0);
    def.top_speed = DOG_SPEED;
    def.rate_numerator = GAME_RATE;
    def.rate_denominator = GAME_RATE_DIVISOR;
    if (right != 0) flock->facing = right;
    const pawl_vec2 input = {right * PAWL_FX_ONE, up * PAWL_FX_ONE};
    return pawl_walker_step(&flock->ground, NULL, &def, NULL, 0, input, &flock->dog, NULL);
}

/* Its body follows with the speed that brings it there in this tick, unless sheep are in the way.
 */
static pawl_status send_body(flock_state *flock) {
    const pawl_vec2 at = pawl_body_get_position(flock->world, flock->dog_body);
    const pawl_vec2 way = pawl_vec2_sub(flock->dog.place.position, at);
    return pawl_body_set_velocity(flock->world, flock->dog_body,
                                  pawl_vec2_scale(way, PAWL_FX(59, 8, 11)));
}

/* Then the walker walks to where its body came, so that a crowd holds the dog back. */
static pawl_status follow_body(flock_state *flock) {
    const pawl_vec2 at = pawl_body_get_position(flock->world, flock->dog_body);
    const pawl_vec2 way = pawl_vec2_sub(at, flock->dog.place.position);
    return pawl_level_step(&flock->ground, NULL, way, 0, PAWL_FRICTION_COULOMB, &flock->dog.place,
                           NULL);
}

/* ---- the sheep ------------------------------------------------------------------------------ */

/* Numerical Recipes' generator; its upper bits are the good ones. */
static uint32_t next_chance(flock_state *flock, uint32_t below) {
    flock->chance = flock->chance * UINT32_C(1664525) + UINT32_C(1013904223);
    return (flock->chance >> 16) % below;
}

/* A velocity along a direction. */
static pawl_vec2 along(pawl_vec2 direction, pawl_fx speed) {
    const pawl_rot unit = pawl_vec2_normalize(direction);
    return pawl_vec2_make((pawl_fx)((int64_t)unit.c * speed / PAWL_UNIT),
                          (pawl_fx)((int64_t)unit.s * speed / PAWL_UNIT));
}

static pawl_vec2 stray(flock_state *flock) {
    static const int8_t ways[8][2] = {{4, 0},  {3, 3},   {0, 4},  {-3, 3},
                                      {-4, 0}, {-3, -3}, {0, -4}, {3, -3}};
    const int8_t *way = ways[next_chance(flock, 8)];
    return pawl_vec2_make(way[0] * (STRAY_SPEED / 4), way[1] * (STRAY_SPEED / 4));
}

static pawl_status think(flock_state *flock, uint32_t sheep) {
    const pawl_vec2 at = flock_sheep_place(flock, sheep);
    const pawl_vec2 from_dog = pawl_vec2_sub(at, flock->dog.place.position);
    const pawl_fx distance = pawl_vec2_length(from_dog);
    pawl_vec2 velocity;
    if (flock->bark > 0 && distance < BARK_DISTANCE) {
        velocity = along(from_dog, SCARED_SPEED);
    } else if (flock->calling && distance < CALL_DISTANCE) {
        if (distance < NEAR_DISTANCE) return PAWL_OK;
        velocity = along(from_dog, -FOLLOW_SPEED);
    } else if (distance < SHY_DISTANCE && !flock->calling) {
        velocity = along(from_dog, SHY_SPEED);
    } else if (next_chance(flock, STRAY_THOUGHTS) == 0) {
        velocity = stray(flock);
    } else {
        return PAWL_OK;
    }
    if (velocity.x < 0) flock->left |= UINT32_C(1) << sheep;
    if (velocity.x > 0) flock->left &= ~(UINT32_C(1) << sheep);
    return pawl_body_set_velocity(flock->world, flock->sheep[sheep], velocity);
}

/* At home it is counted, and out of the way; from the pond it swims back to where it began. */
static pawl_status arrive(flock_state *flock, uint32_t sheep, flock_report *report) {
    const pawl_body_id body = flock->sheep[sheep];
    const pawl_vec2 rest = {0, 0}, start = level_place(flock->level->sheep[sheep]);
    pawl_status status = PAWL_OK;
    switch (level_cell_at(flock->level, flock_sheep_place(flock, sheep))) {
    case CELL_HOME:
        flock->home |= UINT32_C(1) << sheep;
        report->came_home++;
        return pawl_body_set_enabled(flock->world, body, false);
    case CELL_POND:
        report->fell_in++;
        status = pawl_body_set_pose(flock->world, body, start, 0);
        if (status == PAWL_OK) status = pawl_body_set_velocity(flock->world, body, rest);
        return status;
    default:
        return PAWL_OK;
    }
}

/* Two or so in each tick. */
static pawl_status mind_sheep(flock_state *flock, flock_report *report) {
    pawl_status status = PAWL_OK;
    for (uint32_t i = flock->tick % THINK_TICKS; i < flock->sheep_count && status == PAWL_OK;
         i += THINK_TICKS) {
        if (flock_is_home(flock, i)) continue;
        status = arrive(flock, i, report);
        if (status == PAWL_OK && !flock_is_home(flock, i)) status = think(flock, i);
    }
    return status;
}

pawl_status flock_step(flock_state *flock, uint32_t keys, bool barks, flock_report *report) {
    *report = (flock_report){0, 0};
    flock->tick++;
    flock->calling = (keys & PAWL_KEY_B) != 0;
    if (flock->bark > 0) flock->bark--;
    if (barks) flock->bark = BARK_TICKS;
    pawl_status status = run_dog(flock, keys);
    if (status == PAWL_OK) status = send_body(flock);
    if (status == PAWL_OK) status = mind_sheep(flock, report);
    if (status == PAWL_OK) status = pawl_world_step(flock->world, &flock->hooks);
    if (status == PAWL_OK) status = follow_body(flock);
    return status;
}
