/* world.h - internal: the parts of a world by name, and what its source files do for each other.
 * What those parts hold is in layout.h. */
#ifndef PAWLI_WORLD_H
#define PAWLI_WORLD_H

#include "base/align.h"
#include "base/assert.h"
#include "base/compiler.h"
#include "fx/product.h"
#include "fx/round.h"
#include "pawl/soft.h"
#include "world/layout.h"
#include "period/way.h"

/* Each array of a world, from a world that may be changed and from a const one. */
#define PAWLI_ARRAY(name, type)                                                         \
    static inline type *pawli_##name(pawl_world *world) {                               \
        return (type *)(void *)((uint8_t *)world + world->at_##name);                   \
    }                                                                                   \
    static inline const type *pawli_##name##_const(const pawl_world *world) {           \
        return (const type *)(const void *)((const uint8_t *)world + world->at_##name); \
    }

PAWLI_ARRAY(bodies, pawli_body)
PAWLI_ARRAY(shapes, pawli_shape)
PAWLI_ARRAY(geometries, pawli_geometry)
PAWLI_ARRAY(nodes, pawli_node)
PAWLI_ARRAY(contacts, pawli_contact)
PAWLI_ARRAY(edges, uint32_t) /* where there is room for terrain */
PAWLI_ARRAY(joints, pawli_joint)
PAWLI_ARRAY(softs, pawli_soft)
PAWLI_ARRAY(soft_points, pawli_soft_point) /* those of one soft body begin at its first_point, */
PAWLI_ARRAY(soft_links, pawli_soft_link)   /* and at its first_link */
#if PAWL_WITH_CHARACTERS
PAWLI_ARRAY(characters, pawli_character)
#endif

/* Whether the library is at work on this world, and has called the program, which may not change
 * it now: each call that would asks this before it looks at anything else. */
PAWLI_FOLD bool pawli_is_locked(const pawl_world *world) {
    return world->lock != PAWLI_LOCK_NONE;
}

/* Lock a world for a call that only reads it while it calls the program; true: it was not locked,
 * and is to be unlocked. Worlds lie in memory that the program gave as writable, so a const one may
 * be written to; only this byte is, and not if it is locked already. */
static inline bool pawli_lock_for_reading(const pawl_world *world) {
    if (pawli_is_locked(world)) return false;
    ((pawl_world *)(uintptr_t)world)->lock = PAWLI_LOCK_READ;
    return true;
}

static inline void pawli_unlock_after_reading(const pawl_world *world, bool is_outer) {
    if (is_outer) ((pawl_world *)(uintptr_t)world)->lock = PAWLI_LOCK_NONE;
}

/* Whether contacts have edges. */
PAWLI_FOLD bool pawli_has_edges(const pawl_world *world) {
    return PAWL_WITH_CHAINS && world->at_edges != 0;
}

/* The edge of terrain that a contact is with; 0 where there is none. */
PAWLI_FOLD uint32_t pawli_edge_of(const pawl_world *world, uint32_t contact) {
    return pawli_has_edges(world) ? pawli_edges_const(world)[contact] : 0;
}

/* The oldest joint, and the oldest soft body. */
PAWLI_FOLD uint16_t pawli_first_joint(const pawl_world *world) {
    return PAWL_WITH_JOINTS ? world->first_joint : PAWLI_NONE;
}

PAWLI_FOLD uint16_t pawli_first_soft(const pawl_world *world) {
    return PAWL_WITH_SOFT ? world->first_soft : PAWLI_NONE;
}

/* The oldest character. */
PAWLI_FOLD uint16_t pawli_first_character(const pawl_world *world) {
#if PAWL_WITH_CHARACTERS
    return world->first_character;
#else
    (void)world;
    return PAWLI_NONE;
#endif
}

/* world.c: a part of a step, one of `count`: h = denominator / (numerator * count) seconds in
 * Q0.32, to nearest, and 1/h in Q16.16. numerator >= denominator, so h <= 1 second; exactly 1
 * saturates. */
typedef struct pawli_substep {
    uint32_t seconds;
    int32_t rate;
} pawli_substep;
pawli_substep pawli_world_substep(const pawl_world *world, uint32_t count);

/* world.c: whether settings are those that a def may have. */
bool pawli_world_is_tuning(pawl_contact_tuning tuning);
bool pawli_world_is_threshold(pawl_fx speed);

/* Bits by slot, for what is to be found without looking at everything: awake bodies and moved
 * shapes. What has the flag has the bit; a bit without the flag means nothing. Not state. */
#define PAWLI_BIT_WORDS(slots) (((slots) + 31u) / 32u)

static inline const uint32_t *pawli_awake_bits_const(const pawl_world *world) {
    return (const uint32_t *)(const void *)((const uint8_t *)world + world->at_bits);
}

static inline const uint32_t *pawli_moved_bits_const(const pawl_world *world) {
    return pawli_awake_bits_const(world) + PAWLI_BIT_WORDS(world->body_pool.capacity);
}

static inline uint32_t *pawli_awake_bits(pawl_world *world) {
    return (uint32_t *)(void *)((uint8_t *)world + world->at_bits);
}

static inline uint32_t *pawli_moved_bits(pawl_world *world) {
    return pawli_awake_bits(world) + PAWLI_BIT_WORDS(world->body_pool.capacity);
}

PAWLI_FOLD bool pawli_has_joint_room(const pawl_world *world) {
    return PAWL_WITH_JOINTS && world->joint_pool.capacity != 0;
}

/* By slot of a body its youngest joint, whose list goes on in next_a or next_b, or PAWLI_NONE;
 * where there is room for joints. */
static inline uint16_t *pawli_body_joints(pawl_world *world) {
    return (uint16_t *)(void *)(pawli_moved_bits(world) +
                                PAWLI_BIT_WORDS(world->shape_pool.capacity));
}

static inline uint16_t pawli_first_joint_of(const pawl_world *world, uint16_t body) {
    if (!pawli_has_joint_room(world)) return PAWLI_NONE;
    const uint32_t *bits = pawli_moved_bits_const(world);
    return (
        (const uint16_t *)(const void *)(bits + PAWLI_BIT_WORDS(world->shape_pool.capacity)))[body];
}

static inline void pawli_set_bit(uint32_t *bits, uint16_t slot) {
    bits[slot / 32u] |= UINT32_C(1) << slot % 32u;
}

static inline bool pawli_has_bit(const uint32_t *bits, uint16_t slot) {
    return (bits[slot / 32u] >> slot % 32u & 1u) != 0;
}

/* The first slot from `from` on, and below `end`, that has its bit; PAWLI_NONE when there is none.
 */
static inline uint16_t pawli_next_bit(const uint32_t *bits, uint32_t from, uint16_t end) {
    while (from < end) {
        uint32_t word = bits[from / 32u] >> from % 32u;
        if (word == 0) {
            from = (from / 32u + 1u) * 32u;
            continue;
        }
        return (uint16_t)(from + pawli_trailing_zeros(word));
    }
    return PAWLI_NONE;
}

static inline void pawli_mark_moved(pawl_world *world, uint16_t shape) {
    pawli_shapes(world)[shape].flags |= PAWLI_SHAPE_MOVED;
    pawli_set_bit(pawli_moved_bits(world), shape);
}

static inline void pawli_mark_awake(pawl_world *world, uint16_t body) {
    pawli_bodies(world)[body].flags |= PAWLI_BODY_AWAKE;
    pawli_set_bit(pawli_awake_bits(world), body);
    world->idle_unknown = 1;
}

/* Everything that moves the body ends; `island` is the slot of its island's oldest body. */
static inline void pawli_mark_asleep(pawl_world *world, uint16_t slot, uint16_t island) {
    pawli_body *body = &pawli_bodies(world)[slot];
    PAWL_ASSERT(body->type != PAWL_STATIC);
    PAWL_ASSERT(pawli_bodies(world)[island].flags & PAWLI_BODY_LIVE);
    body->flags = (uint8_t)(body->flags & ~PAWLI_BODY_AWAKE);
    body->island = island;
    body->velocity = pawl_vec2_make(0, 0);
    body->spin = 0;
    body->velocity_frac_x = body->velocity_frac_y = body->spin_frac = 0;
    body->acceleration = pawl_vec2_make(0, 0);
    body->spin_acceleration = 0;
}

/* Pools; pool.c. The free queue runs through a 16-bit field of the slots, which lies at `link`
 * bytes of each slot of `stride` bytes. */
typedef struct pawli_slots {
    void *base;
    uint16_t stride, link;
} pawli_slots;

/* The live objects of a type in creation order: `next` lies at `link`, `previous` behind it. */
typedef struct pawli_live_list {
    uint16_t *first, *last;
} pawli_live_list;
void pawli_pool_init(pawli_pool *pool, uint16_t capacity);
uint16_t pawli_pool_take(pawli_pool *pool, pawli_slots slots);
void pawli_pool_give(pawli_pool *pool, pawli_slots slots, uint16_t slot);
void pawli_pool_append(pawli_live_list list, pawli_slots slots, uint16_t slot);
void pawli_pool_unlink(pawli_live_list list, pawli_slots slots, uint16_t slot);

/* Of a slot that is used again; never 0. */
static inline uint16_t pawli_next_generation(uint16_t generation) {
    return generation == UINT16_MAX ? 1 : (uint16_t)(generation + 1u);
}

/* Handles to slots; PAWLI_NONE when stale. */
uint16_t pawli_pool_find_body(const pawl_world *world, pawl_body_id id);
uint16_t pawli_pool_find_shape(const pawl_world *world, pawl_shape_id id);
uint16_t pawli_pool_find_joint(const pawl_world *world, pawl_joint_id id);
pawl_body_id pawli_pool_body_id(const pawl_world *world, uint16_t slot);
pawl_shape_id pawli_pool_shape_id(const pawl_world *world, uint16_t slot);
pawl_joint_id pawli_pool_joint_id(const pawl_world *world, uint16_t slot);
uint16_t pawli_pool_find_soft(const pawl_world *world, pawl_soft_id id);
pawl_soft_id pawli_pool_soft_id(const pawl_world *world, uint16_t slot);
#if PAWL_WITH_CHARACTERS
uint16_t pawli_pool_find_character(const pawl_world *world, pawl_character_id id);
pawl_character_id pawli_pool_character_id(const pawl_world *world, uint16_t slot);
/* The character of a body, by their slots; PAWLI_NONE: it has none. */
uint16_t pawli_pool_character_of(const pawl_world *world, uint16_t body);
uint16_t pawli_pool_take_character(pawl_world *world); /* the youngest; PAWLI_NONE: no room */
void pawli_pool_give_character(pawl_world *world, uint16_t slot);
/* A shape or a soft body goes: nothing stands on it any more. */
void pawli_pool_forget_ground(pawl_world *world, uint16_t shape);
void pawli_pool_forget_soft_ground(pawl_world *world, uint16_t soft);
#endif

/* body.c */
pawl_status pawli_body_check_def(const pawl_body_def *def);
bool pawli_body_has_room(const pawl_world *world);
pawl_body_id pawli_body_add(pawl_world *world, const pawl_body_def *def); /* checks are done */

/* body_mass.c */
void pawli_body_mass_update(pawl_world *world, uint16_t slot);
void pawli_body_mass_update_extent(pawl_world *world, uint16_t slot);
int32_t pawli_body_mass_ratio(const pawli_body *a, const pawli_body *b);
pawl_fx
pawli_body_spin_tip_ratio(const pawli_body *body); /* extent / k, Q16.16: tip speed per spin */
pawl_fx pawli_body_spin_angular_velocity(const pawli_body *body);
/* The angle of a turn, k * radians in Q10.22: in 2^-32 turns, and as a binary angle. */
int64_t pawli_body_spin_turns(const pawli_body *body, int32_t turn);
pawl_angle pawli_body_spin_angle(const pawli_body *body, int32_t turn);
/* The turn, Q10.22, of an angle in 2^-32 turns; beyond 32 bits where it is out of range. */
int64_t pawli_body_spin_turn(const pawli_body *body, int32_t angle);
/* False when it had to be clamped to the speed limit. `spin` is k * w in Q32.32. */
bool pawli_body_spin_set(pawli_body *body, int64_t spin);
bool pawli_body_spin_set_angular_velocity(pawli_body *body, pawl_fx radians_per_second);

/* body_motion.c: pushes in Q16.16 that need no mass, on a dynamic body; they wake no body. `turn`
 * is a change of spin: pawli_body_motion_spin_change says which one a change at an arm from the
 * center makes. */
pawl_fx pawli_body_motion_limit_force(pawl_world *world,
                                      int64_t acceleration); /* a fault beyond the range */
int64_t pawli_body_motion_spin_change(const pawli_body *body, pawl_vec2 change, pawl_vec2 arm);
void pawli_body_motion_add_velocity(pawl_world *world, pawli_body *body, pawl_vec2 change,
                                    int64_t turn);
void pawli_body_motion_add_acceleration(pawl_world *world, pawli_body *body, pawl_vec2 change,
                                        int64_t turn);

/* Takes from a body what would move it along a locked axis; after every other change of these. */
void pawli_body_motion_hold(pawli_body *body);

/* body_build.c */
pawl_status pawli_body_build_check(const pawl_world *world, const pawl_body_def *def,
                                   const void *outline, const pawl_body_id *out);
/* With a convex that a maker has made. */
pawl_status pawli_body_build(pawl_world *world, const pawl_body_def *def,
                             const pawl_shape_def *shape, const pawl_convex *convex,
                             pawl_body_id *out);

/* shape.c */
bool pawli_shape_can_bear(pawl_wide impulse);      /* whether it is in range */
uint8_t pawli_shape_break_code(pawl_wide impulse); /* as shapes store it */
pawl_status pawli_shape_check_def(const pawl_shape_def *def);
bool pawli_shape_has_room(const pawl_world *world);
/* The geometry is taken over; all checks are done. */
pawl_shape_id pawli_shape_add(pawl_world *world, uint16_t body, const pawl_shape_def *def,
                              uint16_t geometry);
void pawli_shape_remove(pawl_world *world, uint16_t slot);
uint32_t pawli_shape_grow_fat_boxes(pawl_world *world, uint16_t body); /* returns how many grew */
#if PAWL_WITH_WORKERS
bool pawli_shape_leaves_fat_boxes(const pawl_world *world, uint16_t body); /* whether any would */
#endif
void pawli_shape_refresh_boxes(pawl_world *world, uint16_t body); /* after a teleport */
void pawli_shape_enter_tree(pawl_world *world, uint16_t body);
void pawli_shape_leave_tree(pawl_world *world, uint16_t body);

/* geometry.c: intern and release. */
void pawli_geometry_fill(pawli_geometry *geometry, const pawl_convex *convex); /* but its users */
bool pawli_geometry_is_same(const pawl_convex *a, const pawl_convex *b);
uint16_t pawli_geometry_intern(pawl_world *world, const pawl_convex *convex);
uint16_t pawli_geometry_add_terrain(pawl_world *world, const pawli_geometry *made);
void pawli_geometry_release(pawl_world *world, uint16_t geometry);
bool pawli_geometry_has_terrain(const pawl_world *world);
/* Whether parts of some terrain have materials of their own. */
bool pawli_geometry_has_materials(const pawl_world *world);
/* Whether there are circles or polygons in a program that makes none. */
bool pawli_geometry_lacks_makers(const pawl_world *world);
bool pawli_geometry_is_terrain_on(const pawl_world *world, uint16_t body);
/* The inner radius of a convex, rounded down to four significant bits. */
static inline pawl_fx pawli_inner_of(const pawli_geometry *geometry) {
    const uint32_t code = geometry->inner;
    if (code < 16) return (pawl_fx)code;
    return (pawl_fx)((8 + code % 8) << (code / 8 - 1));
}

static inline uint64_t pawli_contact_key(const pawl_world *world, uint16_t shape_a,
                                         uint16_t shape_b) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    return (uint64_t)shapes[shape_a].serial << 32 | shapes[shape_b].serial;
}

/* The place of a contact among all, which are ordered by the serials of their shapes, the lower one
 * in the high half, and then by edge. */
typedef struct pawli_contact_place {
    uint64_t serials;
    uint32_t edge;
} pawli_contact_place;

/* The first of the first `count` contacts at or behind a place, by binary search. contact.c */
uint32_t pawli_contact_find_from(const pawl_world *world, const pawli_contact_place *place,
                                 uint32_t count);
/* Whether two shapes collide, or meet as sensor and visitor. */
bool pawli_contact_should_collide(const pawl_world *world, uint16_t shape_a, uint16_t shape_b);
/* Contacts and their edges, which may overlap, from one place of the array to another. */
void pawli_contact_move(pawl_world *world, uint32_t to, uint32_t from, uint32_t count);
pawli_whole_contact pawli_contact_whole(const pawl_world *world, uint32_t at);
/* False when there is no room for its edge. */
bool pawli_contact_put(pawl_world *world, uint32_t at, const pawli_whole_contact *whole);
/* Where an anchor is: on A, as it has moved since the manifold was made. */
pawl_vec2 pawli_contact_point_now(const pawli_contact *contact, int point, const pawli_body *a);
void pawli_contact_drop_of_shape(pawl_world *world, uint16_t shape);
void pawli_contact_drop_between(pawl_world *world, uint16_t body_a, uint16_t body_b);
void pawli_contact_drop_refused(pawl_world *world, uint16_t shape); /* without touching anything */
void pawli_contact_drop_of_body(pawl_world *world, uint16_t body);
void pawli_contact_shift(pawl_world *world, uint16_t body, pawl_vec2 shift);
void pawli_contact_renew_of_shape(pawl_world *world, uint16_t shape);
bool pawli_contact_touches_body(const pawl_world *world, uint16_t body);
void pawli_contact_describe(const pawl_world *world, const pawli_contact *contact,
                            pawl_contact *out);

/* impulse = velocity / (1/mA + 1/mB), Q48.16, of a contact of two bodies. */
pawl_wide pawli_contact_impulse(int32_t velocity, const pawli_body *a, const pawli_body *b);

/* Flags of either shape of a pair. */
static inline uint8_t pawli_pair_flags(const pawl_world *world, uint16_t shape_a,
                                       uint16_t shape_b) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    return shapes[shape_a].flags | shapes[shape_b].flags;
}

/* How a pair of bodies has moved since its manifold was made. */
#define PAWLI_SMALL_TURN (INT32_C(1) << 26)

/* How a body has turned: cos - 1 and sin, Q2.30. */
typedef struct pawli_turned {
    pawli_fast32 c, s;
} pawli_turned;

typedef struct pawli_drift {
    int64_t along; /* of the centers along the normal, Q10.22 */
    pawli_turned turn_a, turn_b;
} pawli_drift;

/* n . (R r - r): how far a turn carries an anchor along the normal, Q10.22, from r x n and r . n
 * in Q16.16, both below 2^31. */
static inline int64_t pawli_turned_along(pawli_turned turn, int64_t cross, int64_t dot) {
    return pawli_near(pawli_product_long(turn.s, cross) + pawli_product_long(turn.c, dot), 24);
}

/* cos - 1 and sin of a turn, Q2.30. Up to 1/64 turn, t^2/2 and t itself: a manifold is recycled
 * for such turns only while they move no point by more than 0.2 L, and t^3/6 is then below
 * 0.0004 L. */
static inline pawli_turned pawli_turn_since(pawl_angle now, pawl_angle then) {
    const int32_t difference = (int32_t)(now - then);
    if (difference > PAWLI_SMALL_TURN || difference < -PAWLI_SMALL_TURN) {
        const pawl_rot rot = pawl_rot_from_angle((pawl_angle)difference);
        const pawli_turned large = {rot.c - PAWL_UNIT, rot.s};
        return large;
    }
    const pawli_fast32 s =
        (pawli_fast32)pawli_near(pawli_product(difference, PAWLI_TWO_PI_Q28), 30);
    const pawli_turned small = {-(pawli_fast32)pawli_near(pawli_product(s, s), 31), s};
    return small;
}

/* Along a normal in Q8.24, which is that of the contact. */
static inline pawli_drift pawli_contact_drift_along(const pawl_world *world,
                                                    const pawli_contact *contact, int32_t nx,
                                                    int32_t ny, const pawli_body *a,
                                                    const pawli_body *b) {
    pawli_drift drift;
    const pawl_vec2 way = pawli_way(world, a->position, b->position);
    const int64_t x =
        pawli_center_delta(way.x, a->frac_x, b->frac_x) - contact->delta.x * INT64_C(64);
    const int64_t y =
        pawli_center_delta(way.y, a->frac_y, b->frac_y) - contact->delta.y * INT64_C(64);
    drift.along = pawli_near(pawli_product_long(nx, x) + pawli_product_long(ny, y), 24);
    drift.turn_a = pawli_turn_since(a->angle, contact->angle_a);
    drift.turn_b = pawli_turn_since(b->angle, contact->angle_b);
    return drift;
}

static inline pawli_drift pawli_contact_drift(const pawl_world *world, const pawli_contact *contact,
                                              const pawli_body *a, const pawli_body *b) {
    return pawli_contact_drift_along(world, contact, pawli_near32(contact->normal.c, 6),
                                     pawli_near32(contact->normal.s, 6), a, b);
}

/* Whether a world has been shifted, and not back. */
PAWLI_FOLD bool pawli_is_shifted(const pawl_world *world) {
    return (world->origin.x | world->origin.y) != 0;
}
#define PAWLI_ORIGIN_MAX (INT64_C(1) << 62) /* a place in the world is then within 64 bits */

/* joint_list.c: joints as links between bodies. */
uint16_t pawli_joint_list_link(pawl_world *world, uint16_t body_a,
                               uint16_t body_b);                      /* takes a slot */
void pawli_joint_list_link_bodies(pawl_world *world, uint16_t joint); /* into both lists */
void pawli_joint_list_unlink(pawl_world *world, uint16_t joint);      /* gives it back */
uint16_t pawli_joint_list_after(const pawli_joint *joint, uint16_t body);
bool pawli_joint_list_forbids(const pawl_world *world, uint16_t body_a, uint16_t body_b);
void pawli_joint_list_remove_of_body(pawl_world *world, uint16_t body);
void pawli_joint_list_forget_impulses(pawl_world *world,
                                      uint16_t body); /* masses changed: forget impulses */

/* soft_list.c: soft bodies as slots, and where their points and links lie. */
/* Takes a slot and room for points and links behind all others, all zero but counts, generation,
 * serial and flags (live). PAWLI_NONE: the slots, points or links are used up. */
uint16_t pawli_soft_list_link(pawl_world *world, uint32_t points, uint32_t links);
void pawli_soft_list_unlink(pawl_world *world, uint16_t soft); /* gives them back */
/* Room for one more link behind those of a soft body; null: there is none. */
pawli_soft_link *pawli_soft_list_add_link(pawl_world *world, uint16_t soft);
void pawli_soft_list_wake(pawl_world *world, uint16_t soft);
void pawli_soft_list_put_to_sleep(pawl_world *world, uint16_t soft);
/* From here on the link holds nothing; the number of a link never changes. */
void pawli_soft_list_tear(pawli_soft_link *link);
void pawli_event_add_tear(pawl_world *world, uint16_t soft,
                          uint32_t link); /* an event of the step */
void pawli_soft_list_wake_all(pawl_world *world);
void pawli_soft_list_detach(pawl_world *world, uint16_t body); /* the body goes: links to it tear */

/* wake.c: waking is not a phase of the step, anything may do it. */
void pawli_wake(pawl_world *world, uint16_t body);
void pawli_wake_tie(pawl_world *world, uint16_t a, uint16_t b); /* two sleepers to an island */
void pawli_wake_touching(pawl_world *world, uint16_t body);
void pawli_wake_around(pawl_world *world, uint16_t body); /* where it is now */

/* event.c: where each kind of event lies. The last one is the end of all. */
typedef enum pawli_event_array {
    PAWLI_EVENT_BEGINS,
    PAWLI_EVENT_ENDS,
    PAWLI_EVENT_HITS,
    PAWLI_EVENT_BREAKS,
    PAWLI_EVENT_TEARS,
    PAWLI_EVENT_ALL
} pawli_event_array;
uint32_t pawli_event_at(const pawl_world *world, pawli_event_array array);

/* event.c, event_add.c: begins and ends of touches, or of overlaps where one shape is a sensor. */
void pawli_event_begin_step(pawl_world *world);
void pawli_event_add_begin(pawl_world *world, const pawli_contact *contact);
void pawli_event_finish_step(pawl_world *world);
/* A contact goes or parts, by the step or by a call; nothing where none had begun. */
void pawli_event_add_end(pawl_world *world, const pawli_contact *contact);
void pawli_event_add_late_end(pawl_world *world, const pawli_contact *contact);
void pawli_event_add_hit(pawl_world *world, const pawl_hit_event *hit);
void pawli_event_add_break(pawl_world *world, uint16_t joint);
void pawli_event_add_load(pawl_world *world, uint16_t joint);
/* Where the fractures lie, after a step, in the room that they share with hits. */
uint32_t pawli_event_at_fractures(const pawl_world *world);
bool pawli_event_fits(const pawl_world *world, uint32_t hit_count, uint32_t fracture_count);
void pawli_event_add_fracture(pawl_world *world, const pawl_fracture_event *fracture);

/* An event of either type: shape_a and shape_b of a touch lie where sensor and visitor do. The
 * arrays are of two types at once, so entries get there byte by byte. */
typedef pawl_touch_event pawli_event_entry;
PAWL_STATIC_ASSERT(sizeof(pawl_sensor_event) == sizeof(pawli_event_entry),
                   "events share their arrays");

static inline pawli_event_entry *pawli_end_events(pawl_world *world) {
    return (pawli_event_entry *)(void *)((uint8_t *)world +
                                         pawli_event_at(world, PAWLI_EVENT_ENDS));
}

static inline pawl_fracture_event *pawli_fracture_events(pawl_world *world) {
    return (pawl_fracture_event *)(void *)((uint8_t *)world + pawli_event_at_fractures(world));
}

/* Ends that have been reported: late ones lie behind them. */
static inline uint32_t pawli_reported_ends(const pawl_world *world) {
    return (uint32_t)world->end_count + world->sensor_end_count;
}

#endif
