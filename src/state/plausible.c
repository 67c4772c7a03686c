/* plausible.c - what the functions of the API would have refused, or what this build leaves out.
 *
 * Ranges of single fields are in the field table, the invariants of a whole world in validate.c:
 * here is what lies between them, values of one object that have to agree. */
#include "base/optional.h"
#include "joint/joint_def.h"
#include "pawl/character.h"
#include "state/snapshot.h"

PAWLI_OPTIONAL(pawl_joint_get_def);
PAWLI_OPTIONAL(pawli_joint_def_check);
#if PAWL_WITH_CHARACTERS
PAWLI_OPTIONAL(pawl_character_get_def);
PAWLI_OPTIONAL(pawl_character_def_check);
#endif

/* ---- bodies --------------------------------------------------------------------------------- */

#define MANTISSA_MIN (UINT32_C(1) << 30)

static bool is_normal(uint32_t mantissa, int8_t exponent) {
    return mantissa == 0 ? exponent == 0 : mantissa >= MANTISSA_MIN;
}

/* 1/k is 0 or in 2^-13 .. 2^13 (body_mass.c). A power of two has the least mantissa there is. */
static bool gyration_is_plausible(const pawli_body *body) {
    const int power = body->per_gyration_exponent + 30;
    if (!is_normal(body->per_gyration, body->per_gyration_exponent)) return false;
    if (body->per_gyration == 0) return true;
    return power >= -13 && (power < 13 || (power == 13 && body->per_gyration == MANTISSA_MIN));
}

static bool is_body_at_rest(const pawli_body *body) {
    return body->velocity.x == 0 && body->velocity.y == 0 && body->spin == 0 &&
           body->spin_frac == 0 && body->velocity_frac_x == 0 && body->velocity_frac_y == 0 &&
           body->acceleration.x == 0 && body->acceleration.y == 0 && body->spin_acceleration == 0;
}

static bool is_damped_plausibly(const pawli_body *body) {
    const int64_t most = pawli_fields_range(PAWLI_RANGE_DAMPING).high;
    return pawli_damping_of(body->linear_damping) <= most &&
           pawli_damping_of(body->angular_damping) <= most &&
           pawli_sleep_code(body) <= PAWLI_SLEEP_CODE_MAX;
}

bool pawli_plausible_body(const pawli_body *body) {
    const unsigned known = PAWLI_BODY_LIVE | PAWLI_BODY_AWAKE | PAWLI_BODY_ENABLED |
                           PAWLI_BODY_CAN_SLEEP | PAWLI_BODY_FIXED_ROTATION | PAWLI_BODY_BULLET |
                           PAWLI_BODY_LOCKS;
    const unsigned flags = body->flags;
    if ((flags & ~known) != 0 || !(flags & PAWLI_BODY_LIVE)) return false;
    if ((flags & PAWLI_BODY_AWAKE) && !(flags & PAWLI_BODY_ENABLED)) return false;
    if (!is_normal(body->mass, body->mass_exponent) || !gyration_is_plausible(body)) return false;
    if (!is_damped_plausibly(body)) return false;
    if (!pawli_body_is_held(body)) return false;
    return body->type != PAWL_STATIC || (is_body_at_rest(body) && body->per_gyration == 0);
}

/* ---- terrain -------------------------------------------------------------------------------- */

/* As a chain or a map was made: terrain.c. */
static bool chain_is_plausible(const pawli_terrain *terrain) {
    const uint32_t known = PAWLI_TERRAIN_LOOP | PAWLI_TERRAIN_ONE_SIDED | PAWLI_TERRAIN_GHOST_ENDS;
    const bool loop = (terrain->flags & PAWLI_TERRAIN_LOOP) != 0;
    const bool ghost_ends = (terrain->flags & PAWLI_TERRAIN_GHOST_ENDS) != 0;
    if ((terrain->flags & ~known) != 0 || (loop && ghost_ends)) return false;
    if (terrain->rows != 0 || terrain->cell_size != 0) return false;
    return terrain->count >= (loop         ? 3
                              : ghost_ends ? 4
                                           : 2) &&
           terrain->count <= PAWL_CHAIN_POINTS_MAX;
}

static bool heights_are_plausible(const pawli_terrain *terrain) {
    const uint32_t known = PAWLI_TERRAIN_ONE_SIDED | PAWLI_TERRAIN_GHOST_ENDS;
    const int32_t least = terrain->flags & PAWLI_TERRAIN_GHOST_ENDS ? 4 : 2;
    if ((terrain->flags & ~known) != 0) return false;
    if (terrain->count < least || terrain->count > PAWL_CHAIN_POINTS_MAX) return false;
    if (terrain->cell_size < 2 * PAWL_SIZE_MIN || terrain->rows < 1) return false;
    const int64_t width = (int64_t)(terrain->count - 1) * terrain->cell_size;
    return (int64_t)terrain->box.upper.x - terrain->box.lower.x == width;
}

static bool map_is_plausible(const pawli_terrain *terrain) {
    if (terrain->flags != 0 || terrain->count < 1 || terrain->rows < 1) return false;
    if ((int64_t)terrain->count * terrain->rows > PAWL_TILE_COUNT_MAX) return false;
    if (terrain->cell_size < PAWL_FX(0, 1, 16)) return false;
    const int64_t width = (int64_t)terrain->count * terrain->cell_size;
    const int64_t height = (int64_t)terrain->rows * terrain->cell_size;
    const pawl_box box = terrain->box;
    return (int64_t)box.upper.x - box.lower.x == width &&
           (int64_t)box.upper.y - box.lower.y == height;
}

bool pawli_plausible_terrain(const pawli_geometry *geometry) {
    const pawli_terrain *terrain = &geometry->terrain;
    if (terrain->box.lower.x > terrain->box.upper.x) return false;
    if (terrain->box.lower.y > terrain->box.upper.y) return false;
    const uint32_t most =
        geometry->type == PAWLI_TILES ? PAWL_TILE_MATERIALS_MAX : PAWL_MATERIALS_MAX;
    if (terrain->materials > most) return false;
    if (terrain->materials == 0 && terrain->materials_content != 0) return false;
    if (geometry->type == PAWLI_HEIGHTS) return heights_are_plausible(terrain);
    if (terrain->base != 0) return false;
    if (geometry->type == PAWLI_CHAIN) return chain_is_plausible(terrain);
    return geometry->type == PAWLI_TILES && map_is_plausible(terrain);
}

/* ---- contacts ------------------------------------------------------------------------------- */

/* How far the square of a unit normal may be from 1, in 2^-60: its parts are within a few raw
 * units. */
#define NORMAL_SLACK (INT64_C(1) << 40)

bool pawli_plausible_contact(const pawli_contact *contact) {
    const int64_t c = contact->normal.c, s = contact->normal.s;
    const int64_t square = c * c + s * s - (INT64_C(1) << 60);
    if (contact->count == 0 && c == 0 && s == 0) return true;
    return square <= NORMAL_SLACK && square >= -NORMAL_SLACK;
}

/* ---- joints --------------------------------------------------------------------------------- */

/* Nothing else that knows both: a type that the validator does not know is found when it is
 * compiled, not when a world of it is loaded. */
PAWL_STATIC_ASSERT((int)PAWLI_JOINT_TYPE_FIRST == (int)PAWL_JOINT_REVOLUTE, "first type of joints");
PAWL_STATIC_ASSERT((int)PAWLI_JOINT_TYPE_LAST == (int)PAWL_JOINT_LAST, "last type of joints");
PAWL_STATIC_ASSERT((int)PAWLI_JOINT_TYPE_DISTANCE == (int)PAWL_JOINT_DISTANCE, "distance joints");
PAWL_STATIC_ASSERT((int)PAWLI_JOINT_TYPE_PRISMATIC == (int)PAWL_JOINT_PRISMATIC, "sliders");
PAWL_STATIC_ASSERT((int)PAWLI_JOINT_TYPE_WHEEL == (int)PAWL_JOINT_WHEEL, "wheels");
PAWL_STATIC_ASSERT((int)PAWLI_JOINT_TYPE_MOTOR == (int)PAWL_JOINT_MOTOR, "motor joints");
PAWL_STATIC_ASSERT((int)PAWLI_JOINT_TYPE_FILTER == (int)PAWL_JOINT_FILTER, "filter joints");
PAWL_STATIC_ASSERT((int)PAWLI_JOINT_TYPE_PULLEY == (int)PAWL_JOINT_PULLEY, "pulleys");
PAWL_STATIC_ASSERT((int)PAWLI_JOINT_TYPE_GEAR == (int)PAWL_JOINT_GEAR, "gears");
PAWL_STATIC_ASSERT((int)PAWLI_JOINT_TYPE_RATCHET == (int)PAWL_JOINT_RATCHET, "ratchets");

/* Turns of 2^-32 that may still be added to for a long time. */
#define TURNED_MAX (INT64_C(1) << 60)
#define WHOLE_TURNS_MAX (INT64_C(1) << 28)

/* The tooth that a ratchet has reached is at an angle which it can have. 2^32 / (2 pi) turns per
 * radian, times a ratio in Q16.16, is below 2^47. */
static bool tooth_is_plausible(const pawli_joint *joint) {
    if (joint->type != PAWL_JOINT_RATCHET) return joint->teeth == 0;
    const int64_t apart = joint->ratio * INT64_C(65536) / 6 + 1; /* at least that many turns */
    const int64_t most = 2 * TURNED_MAX / apart;
    return joint->teeth <= most && joint->teeth >= -most;
}

static bool places_are_plausible(const pawli_joint *joint) {
    const pawl_vec2 b = joint->place_b;
    if (joint->type == PAWL_JOINT_GEAR) {
        const int64_t whole = joint->place_b.y; /* turns: the high half of 2^-32 turns */
        return whole < WHOLE_TURNS_MAX && whole >= -WHOLE_TURNS_MAX;
    }
    return joint->type == PAWL_JOINT_PULLEY || (b.x == 0 && b.y == 0);
}

bool pawli_plausible_joint(const pawl_world *world, uint16_t slot) {
    const pawli_joint *joint = &pawli_joints_const(world)[slot];
    pawl_joint_def def;
    if (pawl_joint_get_def(world, pawli_pool_joint_id(world, slot), &def) != PAWL_OK) return false;
    return pawli_joint_def_check(&def) == PAWL_OK && tooth_is_plausible(joint) &&
           places_are_plausible(joint);
}

/* ---- soft bodies ---------------------------------------------------------------------------- */

/* As soft_def.c asks for them, kept in Q8.8. */
#define TEAR_MIN 257u
#define TEAR_MAX (255u * 256u)

static bool is_held(const pawl_world *world, const pawli_soft_link *link) {
    if (link->flags & PAWL_LINK_TORN) {
        return link->b == PAWLI_NONE && link->place.x == 0 && link->place.y == 0;
    }
    if (link->b >= world->body_pool.used) return false;
    if (!(pawli_bodies_const(world)[link->b].flags & PAWLI_BODY_LIVE)) return false;
    return pawl_abs(link->place.x) <= PAWL_EXTENT_MAX && pawl_abs(link->place.y) <= PAWL_EXTENT_MAX;
}

static bool link_is_plausible(const pawl_world *world, const pawli_soft *soft,
                              const pawli_soft_link *link) {
    const uint32_t points = soft->point_count;
    const unsigned known = PAWL_LINK_SURFACE | PAWL_LINK_ROPE | PAWL_LINK_TORN;
    const unsigned flags = link->flags;
    const bool tears = link->tear >= TEAR_MIN && link->tear <= TEAR_MAX;
    if ((flags & ~known) != 0 || link->a >= points) return false;
    if (link->type == PAWL_LINK_DISTANCE) {
        return link->b < points && link->b != link->a && link->c == 0 && link->place.x > 0 &&
               link->place.x <= PAWL_LINK_LENGTH_MAX && link->place.y == 0 &&
               (tears || link->tear == 0);
    }
    if (link->tear != 0 || (flags & ~(unsigned)PAWL_LINK_TORN) != 0) return false;
    if (link->type == PAWL_LINK_BEND) {
        return link->b < points && link->c < points && link->a != link->b && link->a != link->c &&
               link->b != link->c;
    }
    return link->type == PAWL_LINK_ATTACH && link->c == 0 && is_held(world, link);
}

static bool point_is_plausible(const pawli_soft *soft, const pawli_soft_point *point) {
    const bool moves = point->moved_x != 0 || point->moved_y != 0;
    if (point->flags & ~PAWLI_POINT_TOUCHING) return false;
    if (point->mass != 0 && point->mass < PAWL_POINT_MASS_MIN) return false;
    return (soft->flags & PAWLI_SOFT_AWAKE) || !moves;
}

bool pawli_plausible_soft(const pawl_world *world, const pawli_soft *soft) {
    const unsigned known =
        PAWLI_SOFT_LIVE | PAWLI_SOFT_AWAKE | PAWLI_SOFT_CAN_SLEEP | PAWLI_SOFT_SELF_COLLIDE;
    const uint32_t outline = soft->outline_count;
    if ((soft->flags & ~known) != 0 || !(soft->flags & PAWLI_SOFT_LIVE)) return false;
    if (outline != 0 && (outline < 3 || outline > soft->point_count)) return false;
    if ((outline != 0) != (soft->target_area2 > 0)) return false;
    const pawli_soft_point *points = pawli_soft_points_const(world) + soft->first_point;
    for (uint16_t i = 0; i < soft->point_count; i++) {
        if (!point_is_plausible(soft, &points[i])) return false;
    }
    const pawli_soft_link *links = pawli_soft_links_const(world) + soft->first_link;
    for (uint16_t i = 0; i < soft->link_count; i++) {
        if (!link_is_plausible(world, soft, &links[i])) return false;
    }
    return true;
}

/* ---- characters ----------------------------------------------------------------------------- */

#if PAWL_WITH_CHARACTERS
bool pawli_plausible_character(const pawl_world *world, const pawli_character *character) {
    const pawl_character_id id =
        pawli_pool_character_id(world, (uint16_t)(character - pawli_characters_const(world)));
    pawl_character_def def = pawl_character_get_def(world, id);
    const bool stands = (character->flags & PAWLI_CHARACTER_ON_GROUND) != 0;
    const uint32_t events = 2u * PAWL_CHARACTER_CHANGED_MODE - 1u;
    const unsigned buttons = PAWL_CHARACTER_JUMP | PAWL_CHARACTER_DROP;
    if (character->mode > PAWL_CHARACTER_SWIMS) return false;
    if ((character->buttons & ~buttons) != 0) return false;
    if ((character->events & ~events) != 0) return false;
    if (pawl_abs(character->run) > PAWL_FX_ONE || pawl_abs(character->climb) > PAWL_FX_ONE)
        return false;
    if (character->ground_shape != PAWLI_NONE && !stands) return false;
    if (character->ground_soft != 0 && !stands) return false;
    if (character->remainder.x < 0 || character->remainder.y < 0) return false;
    def.position = pawl_vec2_make(0, 0);
    return pawl_character_def_check(&def, NULL) == PAWL_OK;
}
#endif
