/* character_control.c - from what a character is told to the velocity that it would like.
 *
 * Speeds are taken apart along `up` and across it, changed, and put together again. A change in a
 * step is acceleration / rate, rounded to the nearest raw unit. */
#include "character/character_move.h"

#if PAWL_WITH_CHARACTERS

static pawl_fx change_in_step(const pawli_mover *mover, pawl_fx acceleration) {
    return pawl_muldiv(acceleration, mover->rate_denominator, mover->rate_numerator);
}

/* Nearer to the target, by at most `most`. */
static pawl_fx come_nearer(pawl_fx value, pawl_fx target, pawl_fx most) {
    const int64_t way = (int64_t)target - value;
    if (way > most) return value + most;
    return way < -(int64_t)most ? value - most : target;
}

static uint8_t one_more(uint8_t steps) {
    return (uint8_t)(steps == PAWLI_CHARACTER_LONG_AGO ? steps : steps + 1);
}

/* ---- where it is ---------------------------------------------------------------------------- */

#define ZONES_MAX 16

/* Whether a point is in a sensor of some categories. */
static bool is_in_zone(const pawli_character_move *move, pawl_vec2 point, uint32_t categories) {
    pawl_query_filter filter = move->def.filter;
    pawl_query_overlap found[ZONES_MAX];
    filter.mask = categories;
    filter.sensors = true;
    filter.soft = false;
    if (categories == 0) return false;
    const uint32_t count = pawl_world_overlap_point(move->world, point, &filter, found, ZONES_MAX);
    for (uint32_t i = 0; i < count && i < ZONES_MAX; i++)
        if (pawl_shape_is_sensor(move->world, found[i].shape)) return true;
    return false;
}

static pawl_vec2 point_above(const pawli_character_move *move, pawl_fx height) {
    return pawl_vec2_add(move->state.position, pawli_scale_direction(move->mover.up, height));
}

/* Two skins below where its foot is: so it is still on a ladder whose end it stands on. */
static pawl_vec2 point_below_foot(const pawli_character_move *move) {
    const pawl_mover_def *def = &move->def;
    return point_above(move, -(def->half_height + def->radius + 2 * def->skin));
}

/* ---- jumps ---------------------------------------------------------------------------------- */

static void note_buttons(pawli_character *character) {
    const bool down = (character->buttons & PAWL_CHARACTER_JUMP) != 0;
    const bool held = (character->flags & PAWLI_CHARACTER_HELD) != 0;
    character->press_steps = down && !held ? 0 : one_more(character->press_steps);
    character->flags = (uint8_t)(character->flags & ~PAWLI_CHARACTER_HELD);
    if (down) character->flags |= PAWLI_CHARACTER_HELD;
}

/* A press that has not waited too long. */
static bool wants_jump(const pawli_character *character) {
    return character->press_steps != PAWLI_CHARACTER_LONG_AGO &&
           character->press_steps <= character->buffer_steps;
}

/* On the ground, or so soon after it that it counts; else of those in the air, one. */
static bool may_jump(pawli_character *character) {
    const bool stands = (character->flags & PAWLI_CHARACTER_ON_GROUND) != 0 ||
                        character->mode == PAWL_CHARACTER_CLIMBS;
    const bool stood = character->air_steps != PAWLI_CHARACTER_LONG_AGO &&
                       character->air_steps <= character->coyote_steps;
    if (stands || stood) return true;
    if (character->jumps >= character->air_jumps) return false;
    character->jumps++;
    return true;
}

static void jump(pawli_character *character, pawl_fx *upward) {
    *upward = character->jump_speed;
    character->press_steps = character->air_steps = PAWLI_CHARACTER_LONG_AGO;
    character->flags |= PAWLI_CHARACTER_RISING;
    character->events |= PAWL_CHARACTER_JUMPED;
}

/* A jump is as high as its button is held: one rounding, to the nearest. */
static void cut_jump(pawli_character *character, pawl_fx *upward) {
    if (!(character->flags & PAWLI_CHARACTER_RISING)) return;
    const bool held = (character->flags & PAWLI_CHARACTER_HELD) != 0;
    if (held && *upward > 0) return;
    if (*upward > 0) *upward = pawl_mul(*upward, character->jump_cut);
    character->flags = (uint8_t)(character->flags & ~PAWLI_CHARACTER_RISING);
}

/* ---- ways to move --------------------------------------------------------------------------- */

static pawl_character_mode find_mode(const pawli_character_move *move) {
    const pawli_character *character = move->character;
    const bool stands = (character->flags & PAWLI_CHARACTER_ON_GROUND) != 0;
    const pawl_character_mode free = stands ? PAWL_CHARACTER_STANDS : PAWL_CHARACTER_FALLS;
    const bool climbs = character->mode == PAWL_CHARACTER_CLIMBS;
    const pawl_vec2 middle = move->state.position;
    if (is_in_zone(move, middle, character->water)) return PAWL_CHARACTER_SWIMS;
    if (character->flags & PAWLI_CHARACTER_RISING) return free;
    if (!climbs && character->climb == 0) return free;
    if (climbs && stands && character->climb <= 0) return free;
    const bool at_middle = is_in_zone(move, middle, character->ladders);
    if (!at_middle && !is_in_zone(move, point_below_foot(move), character->ladders)) return free;
    /* Standing, up where there is a ladder to go up, down where one begins below. */
    if (!climbs && stands && (character->climb > 0) != at_middle) return free;
    return PAWL_CHARACTER_CLIMBS;
}

static void climb(pawli_character_move *move, pawl_fx *along, pawl_fx *upward) {
    const pawli_character *character = move->character;
    *along = pawl_mul(character->run, character->climb_speed);
    *upward = pawl_mul(character->climb, character->climb_speed);
    if (character->climb < 0) move->flags |= PAWL_MOVER_DROP; /* its upper end may be a platform */
}

static void swim(const pawli_character_move *move, pawl_fx *along, pawl_fx *upward) {
    const pawli_character *character = move->character;
    const pawl_fx most = change_in_step(&move->mover, character->acceleration);
    *along = come_nearer(*along, pawl_mul(character->run, character->swim_speed), most);
    if (character->flags & PAWLI_CHARACTER_RISING) return; /* a jump takes it out of the water */
    *upward = come_nearer(*upward, pawl_mul(character->climb, character->swim_speed), most);
}

static void go(const pawli_character_move *move, pawl_fx *along) {
    const pawli_character *character = move->character;
    const pawl_fx most = change_in_step(
        &move->mover, character->run == 0 ? character->braking : character->acceleration);
    *along = come_nearer(*along, pawl_mul(character->run, character->speed), most);
}

/* The whole of gravity, be it across `up`, too; what pulls down is at most the fall speed. */
static void fly(const pawli_character_move *move, pawl_fx *along, pawl_fx *upward) {
    const pawli_character *character = move->character;
    const pawl_vec2 gravity = move->world->gravity;
    const pawl_vec2 pull = pawl_vec2_make(pawl_mul(gravity.x, character->gravity_scale),
                                          pawl_mul(gravity.y, character->gravity_scale));
    const pawl_vec2 change =
        pawl_vec2_make(change_in_step(&move->mover, pull.x), change_in_step(&move->mover, pull.y));
    *along = pawl_add(*along, pawli_length_along(move->mover.right, change));
    *upward = pawl_max(pawl_add(*upward, pawli_length_along(move->mover.up, change)),
                       -character->fall_speed);
    if (character->run != 0)
        *along = come_nearer(*along, pawl_mul(character->run, character->speed),
                             change_in_step(&move->mover, character->air_acceleration));
}

/* In water only where the head is out of it. */
static bool can_jump_here(const pawli_character_move *move) {
    const pawli_character *character = move->character;
    if (character->mode != PAWL_CHARACTER_SWIMS) return true;
    const pawl_vec2 head = point_above(move, move->def.half_height + move->def.radius);
    return !is_in_zone(move, head, character->water);
}

static pawl_fx limited(pawl_fx speed) {
    return pawl_clamp(speed, -PAWL_SPEED_MAX / 2, PAWL_SPEED_MAX / 2);
}

void pawli_character_control(pawli_character_move *move) {
    pawli_character *const character = move->character;
    const pawli_mover *mover = &move->mover;
    pawl_fx along = pawli_length_along(mover->right, character->velocity);
    pawl_fx upward = pawli_length_along(mover->up, character->velocity);
    const uint8_t mode_before = character->mode;
    character->events = 0;
    note_buttons(character);
    if (upward <= 0) character->flags = (uint8_t)(character->flags & ~PAWLI_CHARACTER_RISING);
    character->mode = (uint8_t)find_mode(move);
    move->flags = character->buttons & PAWL_CHARACTER_DROP ? (uint32_t)PAWL_MOVER_DROP : 0;
    const bool stands = (character->flags & PAWLI_CHARACTER_ON_GROUND) != 0;
    const bool swims = character->mode == PAWL_CHARACTER_SWIMS;
    if (wants_jump(character) && can_jump_here(move) && (swims || may_jump(character))) {
        jump(character, &upward);
        if (!swims) character->mode = PAWL_CHARACTER_FALLS;
    } else if (character->mode == PAWL_CHARACTER_CLIMBS) {
        climb(move, &along, &upward);
    } else if (swims) {
        swim(move, &along, &upward);
        cut_jump(character, &upward);
    } else if (stands) {
        go(move, &along);
    } else {
        if (mode_before == PAWL_CHARACTER_CLIMBS) upward = 0; /* a ladder ends where it ends */
        fly(move, &along, &upward);
        cut_jump(character, &upward);
    }
    if (character->mode != mode_before) character->events |= PAWL_CHARACTER_CHANGED_MODE;
    move->velocity = pawl_vec2_add(pawli_scale_direction(mover->right, limited(along)),
                                   pawli_scale_direction(mover->up, limited(upward)));
}

#endif
