/* character_step.c - one character in a step: it looks where it is, moves, and pushes. */
#include "character/character_move.h"

#include "base/optional.h"
#include "period/period.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_period_settle);

#if PAWL_WITH_CHARACTERS

/* ---- the mover in it ------------------------------------------------------------------------ */

static pawl_mover mover_state(const pawl_world *world, const pawli_character *character) {
    pawl_mover state;
    memset(&state, 0, sizeof state);
    state.position = pawli_bodies_const(world)[character->body].position;
    state.velocity = character->velocity;
    state.remainder = character->remainder;
    state.ground_velocity = character->ground_velocity;
    state.ground_center = character->ground_center;
    state.ground_angle = character->ground_angle;
    state.ground_normal = character->ground_normal;
    state.ground_shape = pawli_pool_shape_id(world, character->ground_shape);
    if (PAWL_WITH_SOFT && character->ground_soft != 0)
        state.ground_soft = pawli_pool_soft_id(world, (uint16_t)(character->ground_soft - 1u));
    state.ground_part = character->ground_edge;
    state.on_ground = (character->flags & PAWLI_CHARACTER_ON_GROUND) != 0;
    state.dropping = (character->flags & PAWLI_CHARACTER_DROPPING) != 0;
    return state;
}

static void keep_state(const pawl_world *world, pawli_character *character,
                       const pawl_mover *state) {
    const unsigned kept = PAWLI_CHARACTER_LIVE | PAWLI_CHARACTER_RISING | PAWLI_CHARACTER_HELD;
    unsigned flags = character->flags & kept;
    if (state->on_ground) flags |= PAWLI_CHARACTER_ON_GROUND;
    if (state->dropping) flags |= PAWLI_CHARACTER_DROPPING;
    character->flags = (uint8_t)flags;
    character->velocity = state->velocity;
    character->remainder = state->remainder;
    character->ground_velocity = state->ground_velocity;
    character->ground_center = state->ground_center;
    character->ground_angle = state->ground_angle;
    character->ground_normal = state->ground_normal;
    character->ground_shape = pawli_pool_find_shape(world, state->ground_shape);
    character->ground_soft = PAWL_WITH_SOFT ? state->ground_soft.index1 : 0; /* a live one, or 0 */
    character->ground_edge = state->ground_part;
}

/* A step at the upper end of a slope is higher above a round foot than above the slope where the
 * foot meets it: by r (sin + cos - 1) / cos of the slope's angle. A radius is at most 2^24, times
 * Q2.30; the slope is one that it stands on. Rounded down. */
static pawl_fx step_on_slope(const pawli_character *character, pawl_rot up) {
    const pawl_rot right = {up.s, -up.c};
    const int64_t level = pawli_near(pawli_rot_dot(character->ground_normal, up), 30);
    const int64_t lean = pawli_near(pawli_rot_dot(character->ground_normal, right), 30);
    const int64_t more = (lean < 0 ? -lean : lean) + level - PAWL_UNIT;
    if (!(character->flags & PAWLI_CHARACTER_ON_GROUND) || level <= 0 || more <= 0) return 0;
    return pawl_saturate(character->radius * more / level);
}

/* It meets what its shape would. */
static pawl_mover_def mover_def_of(const pawl_world *world, const pawli_character *character) {
    const pawli_body *body = &pawli_bodies_const(world)[character->body];
    pawl_mover_def def = pawl_mover_def_default();
    def.radius = character->radius;
    def.half_height = character->half_height;
    def.up.c = -body->rotation.s;
    def.up.s = body->rotation.c;
    def.slope_limit = character->slope_limit;
    def.step_height = pawl_clamp(pawl_add(character->step_height, step_on_slope(character, def.up)),
                                 0, PAWL_MOVER_EXTENT_MAX);
    def.snap_distance = character->snap_distance;
    def.skin = character->skin;
    def.push = character->push;
    def.filter.ignore = pawli_pool_body_id(world, character->body);
    def.filter.soft = true;
    if (body->first_shape == PAWLI_NONE) return def;
    const pawli_shape *shape = &pawli_shapes_const(world)[body->first_shape];
    def.filter.category = shape->category;
    def.filter.mask = shape->mask;
    return def;
}

/* ---- what it tells -------------------------------------------------------------------------- */

/* Steps that it climbs, it meets as well. */
static bool is_slowed(const pawli_character_move *move) {
    const pawl_rot right = move->mover.right;
    return pawl_abs(pawli_length_along(right, move->state.velocity)) <
           pawl_abs(pawli_length_along(right, move->velocity)) / 2;
}

static void note_hits(pawli_character_move *move) {
    const pawli_mover *mover = &move->mover;
    for (uint32_t i = 0; i < move->report.hit_count && i < PAWL_MOVER_HITS_MAX; i++) {
        const pawl_rot normal = move->report.hits[i].normal;
        if (pawli_is_walkable(mover, normal)) continue;
        const int64_t level = pawli_rot_dot(normal, mover->up);
        const int64_t lean = pawli_rot_dot(normal, mover->right);
        const bool above = level < 0 && -level > (lean < 0 ? -lean : lean);
        if (above) move->character->events |= PAWL_CHARACTER_HIT_HEAD;
        if (!above && is_slowed(move)) move->character->events |= PAWL_CHARACTER_HIT_WALL;
    }
}

/* How fast it came down on what it stands on now. */
static pawl_fx speed_of_landing(const pawli_character_move *move) {
    const pawl_vec2 relative = pawl_vec2_sub(move->velocity, move->state.ground_velocity);
    return pawl_max(pawl_neg(pawli_length_along(move->mover.up, relative)), 0);
}

/* Whether something is in it that does not give way. A soft body does so by itself, but where its
 * points are pinned: what drapes over a head is in it from time to time, as only the points of a
 * rope rest there. */
PAWLI_STACK_APART bool is_squeezed(const pawli_character_move *move) {
    pawl_plane planes[PAWL_PLANES_MAX];
    bool left_out;
    if (!move->state.crushed) return false;
    const uint32_t count = pawli_mover_collide_planes(&move->mover, move->state.position, 0, planes,
                                                      PAWL_PLANES_MAX, &left_out);
    for (uint32_t i = 0; i < count && planes[i].separation < -PAWLI_GRAZE; i++) {
        const pawli_found what = {planes[i].shape, planes[i].soft, planes[i].part};
        if (what.soft.index1 == 0) return true;
        if (pawli_mover_push_mass(move->world, &what, planes[i].point) == 0) return true;
    }
    return false;
}

/* A crate that falls on its head is in it for a step or some: so it takes more of them. */
static void note_squeeze(pawli_character_move *move, uint8_t flags_before) {
    pawli_character *character = move->character;
    const unsigned steps = flags_before / PAWLI_CHARACTER_SQUEEZED;
    if (!is_squeezed(move)) return;
    const unsigned now = steps < PAWLI_CHARACTER_SQUEEZED_MAX ? steps + 1 : steps;
    character->flags = (uint8_t)(character->flags | now * PAWLI_CHARACTER_SQUEEZED);
    if (now == PAWLI_CHARACTER_SQUEEZED_MAX) character->events |= PAWL_CHARACTER_CRUSHED;
}

/* By a ladder or water, from which it may jump like from ground, also a little later. */
static bool is_carried(const pawli_character *character) {
    return (character->mode == PAWL_CHARACTER_CLIMBS || character->mode == PAWL_CHARACTER_SWIMS) &&
           !(character->flags & PAWLI_CHARACTER_RISING);
}

static void note_ground(pawli_character_move *move, bool stood) {
    pawli_character *character = move->character;
    const bool stands = move->state.on_ground != 0;
    character->landing_speed = 0;
    if (stands && !stood) {
        character->events |= PAWL_CHARACTER_LANDED;
        character->landing_speed = speed_of_landing(move);
    }
    if (stood && !stands) character->events |= PAWL_CHARACTER_LEFT_GROUND;
    if (stands) character->flags = (uint8_t)(character->flags & ~PAWLI_CHARACTER_RISING);
    if (stands || is_carried(character)) {
        character->air_steps = character->jumps = 0;
    } else if (character->air_steps < PAWLI_CHARACTER_LONG_AGO) {
        character->air_steps++;
    }
    if (character->mode == PAWL_CHARACTER_FALLS && stands)
        character->mode = PAWL_CHARACTER_STANDS;
    else if (character->mode == PAWL_CHARACTER_STANDS && !stands)
        character->mode = PAWL_CHARACTER_FALLS;
}

/* ---- what it does to bodies ----------------------------------------------------------------- */

/* m M / (m + M), Q16.16 and rounded down: what two bodies weigh that hit each other. m is below
 * 2^31, so m << 30 fits; M is at most 2^47. */
static pawl_wide reduced_mass(pawl_fx mass, pawl_wide other) {
    const int64_t share = ((int64_t)mass << 30) / (mass + other);
    return pawli_floor((int64_t)mass * (PAWL_UNIT - share), 30);
}

/* Its weight for one step, and with it what it brings along when it lands. An impulse is below
 * 2^31 (mass) times 2^30 (speed) / 2^16, and a direction takes 15 bits of it. */
static void load_ground(const pawli_character_move *move) {
    const pawli_character *character = move->character;
    const pawli_mover *mover = &move->mover;
    const pawl_rot up = mover->up;
    const pawl_vec2 foot = pawli_mover_ground_foot(mover, move->state.position);
    const pawli_found ground = {move->state.ground_shape, move->state.ground_soft,
                                move->state.ground_part};
    if (character->mass == 0) return;
    const pawl_wide mass = pawli_mover_push_mass(move->world, &ground, foot);
    if (mass == 0) return;
    const pawl_fx gravity =
        pawl_mul(pawli_length_along(up, move->world->gravity), character->gravity_scale);
    const pawl_fx pull =
        pawl_max(pawl_neg(pawl_muldiv(gravity, mover->rate_denominator, mover->rate_numerator)), 0);
    const pawl_wide weight = pawli_near((int64_t)character->mass * pull, 16);
    const pawl_wide blow =
        pawli_near(reduced_mass(character->mass, mass) * character->landing_speed, 16);
    const pawl_wide2 impulse = {pawli_near(pawli_near(-up.c, 15) * (weight + blow), 15),
                                pawli_near(pawli_near(-up.s, 15) * (weight + blow), 15)};
    pawli_mover_push_ground(move->world, &move->state, foot, impulse);
}

/* A move that something stops ends its speed. What it pushes goes on before it, and so it keeps
 * as much of its speed as that has: else it would walk into a crate again and again. */
static void keep_up_with(pawli_character_move *move, const pawl_mover_hit *hit) {
    pawli_character *character = move->character;
    const pawl_rot right = move->mover.right;
    pawl_vec2 velocity;
    if (!pawli_mover_push_finds(move->world, hit, &velocity)) return;
    const pawl_fx wanted = pawli_length_along(right, move->velocity);
    const pawl_fx pushed = pawli_length_along(right, velocity);
    const pawl_fx now = pawli_length_along(right, character->velocity);
    const pawl_fx kept = wanted > 0 ? pawl_clamp(pushed, 0, wanted) : pawl_clamp(pushed, wanted, 0);
    if (pawl_abs(kept) <= pawl_abs(now)) return;
    character->velocity = pawli_mover_limited(
        pawl_vec2_add(character->velocity, pawli_scale_direction(right, kept - now)));
}

PAWLI_STACK_APART void push_bodies(pawli_character_move *move) {
    if (move->state.on_ground) load_ground(move);
    if (move->character->push == 0) return;
    for (uint32_t i = 0; i < move->report.hit_count && i < PAWL_MOVER_HITS_MAX; i++) {
        const pawl_mover_hit *hit = &move->report.hits[i];
        if (pawli_is_walkable(&move->mover, hit->normal)) continue;
        pawli_mover_push_hit(move->world, hit, move->character->push);
        keep_up_with(move, hit);
    }
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Whether it has gone anywhere. */
static bool put_body(pawl_world *world, uint16_t slot, pawl_vec2 position) {
    pawli_body *body = &pawli_bodies(world)[slot];
    const bool moved = body->position.x != position.x || body->position.y != position.y;
    body->position = position;
    if (moved && pawli_way_goes_round(world)) pawli_period_settle(world, slot);
    if (moved) (void)pawli_shape_grow_fat_boxes(world, slot);
    return moved;
}

/* Whether its body is still what a character has: the program may have disabled it, or made it
 * static or dynamic. One that it has put to sleep walks on, asleep. */
static bool can_move(const pawli_body *body) {
    return body->type == PAWL_KINEMATIC && (body->flags & PAWLI_BODY_ENABLED);
}

/* Where it is, and what moves it. */
PAWLI_STACK_APART bool begin_move(pawl_world *world, pawli_character *character,
                                  pawli_character_move *move) {
    move->world = world;
    move->character = character;
    move->def = mover_def_of(world, character);
    move->state = mover_state(world, character);
    return pawli_mover_def_prepare(world, &move->def, &move->mover) == PAWL_OK;
}

/* What the move has come to. */
PAWLI_STACK_APART void note_move(pawli_character_move *move, bool stood, uint8_t flags_before) {
    keep_state(move->world, move->character, &move->state);
    note_hits(move);
    note_ground(move, stood);
    note_squeeze(move, flags_before);
}

bool pawli_character_step_one(pawl_world *world, pawli_character *character) {
    pawli_character_move move;
    if (!can_move(&pawli_bodies(world)[character->body])) return false;
    if (!begin_move(world, character, &move)) return false;
    const bool stood = move.state.on_ground != 0;
    const uint8_t flags_before = character->flags;
    pawli_character_control(&move);
    if (pawli_mover_move_run(&move.mover, &move.state, move.velocity, move.flags, &move.report) !=
        PAWL_OK)
        return false;
    note_move(&move, stood, flags_before);
    const bool moved = put_body(world, character->body, move.state.position);
    push_bodies(&move);
    return moved;
}

#endif
