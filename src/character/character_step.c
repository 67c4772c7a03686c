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

/* A crate that falls on its head is in it for a step or some: so it takes more of them. */
static void note_squeeze(pawli_character_move *move, uint8_t flags_before) {
    pawli_character *character = move->character;
    const unsigned steps = flags_before / PAWLI_CHARACTER_SQUEEZED;
    if (!move->state.crushed) return;
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
    return (int64_t)mass * (PAWL_UNIT - share) >> 30;
}

static void push_by(pawl_world *world, pawl_body_id body, pawl_rot direction, pawl_wide impulse,
                    pawl_vec2 point) {
    pawl_wide2 along; /* 15 bits of the direction: an impulse has up to 45 */
    along.x = pawli_near(pawli_near(direction.c, 15) * impulse, 15);
    along.y = pawli_near(pawli_near(direction.s, 15) * impulse, 15);
    pawl_body_apply_impulse(world, body, along, point);
}

/* Its weight for one step, and with it what it brings along when it lands. An impulse is below
 * 2^31 (mass) times 2^30 (speed) / 2^16. */
static void load_ground(const pawli_character_move *move) {
    const pawli_character *character = move->character;
    const pawli_mover *mover = &move->mover;
    const pawl_body_id body = pawl_shape_get_body(move->world, move->state.ground_shape);
    if (character->mass == 0 || pawl_body_get_type(move->world, body) != PAWL_DYNAMIC) return;
    const pawl_fx gravity =
        pawl_mul(pawli_length_along(mover->up, move->world->gravity), character->gravity_scale);
    const pawl_fx pull =
        pawl_max(pawl_neg(pawl_muldiv(gravity, mover->rate_denominator, mover->rate_numerator)), 0);
    const pawl_wide mass = pawl_body_get_mass(move->world, body).mass;
    const pawl_wide weight = pawli_near((int64_t)character->mass * pull, 16);
    const pawl_wide blow =
        pawli_near(reduced_mass(character->mass, mass) * character->landing_speed, 16);
    const pawl_vec2 foot = pawli_mover_ground_foot(mover, move->state.position);
    push_by(move->world, body, pawli_opposite(mover->up), weight + blow, foot);
}

/* A move that something stops ends its speed. What it pushes goes on before it, and so it keeps
 * as much of its speed as that has: else it would walk into a crate again and again. */
static void keep_up_with(pawli_character_move *move, const pawl_mover_hit *hit) {
    pawli_character *character = move->character;
    const pawl_rot right = move->mover.right;
    const pawl_body_id body = pawl_shape_get_body(move->world, hit->shape);
    const pawl_fx wanted = pawli_length_along(right, move->velocity);
    const pawl_fx pushed =
        pawli_length_along(right, pawl_body_get_velocity_at(move->world, body, hit->point));
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
        const pawl_body_id body = pawl_shape_get_body(move->world, hit->shape);
        if (pawli_is_walkable(&move->mover, hit->normal)) continue;
        if (pawl_body_get_type(move->world, body) != PAWL_DYNAMIC) continue;
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

/* Where it may be: its body has not been made anything else, nor put to sleep. */
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
