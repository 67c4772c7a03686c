/* world.h - internal: the parts of a world by name, and what its source files do for each other.
 * What those parts hold is in layout.h. */
#ifndef PAWLI_WORLD_H
#define PAWLI_WORLD_H

#include "base/align.h"
#include "base/assert.h"
#include "base/compiler.h"
#include "fx/round.h"
#include "pawl/soft.h"
#include "world/layout.h"

static inline pawli_body *pawli_bodies(pawl_world *world) {
    return (pawli_body *)(void *)((uint8_t *)world + world->at_bodies);
}

static inline pawli_shape *pawli_shapes(pawl_world *world) {
    return (pawli_shape *)(void *)((uint8_t *)world + world->at_shapes);
}

static inline pawli_geometry *pawli_geometries(pawl_world *world) {
    return (pawli_geometry *)(void *)((uint8_t *)world + world->at_geometries);
}

static inline pawli_node *pawli_nodes(pawl_world *world) {
    return (pawli_node *)(void *)((uint8_t *)world + world->at_nodes);
}

static inline pawli_contact *pawli_contacts(pawl_world *world) {
    return (pawli_contact *)(void *)((uint8_t *)world + world->at_contacts);
}

static inline pawli_joint *pawli_joints(pawl_world *world) {
    return (pawli_joint *)(void *)((uint8_t *)world + world->at_joints);
}

static inline const pawli_joint *pawli_joints_const(const pawl_world *world) {
    return (const pawli_joint *)(const void *)((const uint8_t *)world + world->at_joints);
}

/* The oldest joint. */
PAWLI_FOLD uint16_t pawli_first_joint(const pawl_world *world) {
    return PAWL_WITH_JOINTS ? world->first_joint : PAWLI_NONE;
}

static inline pawli_soft *pawli_softs(pawl_world *world) {
    return (pawli_soft *)(void *)((uint8_t *)world + world->at_softs);
}

static inline const pawli_soft *pawli_softs_const(const pawl_world *world) {
    return (const pawli_soft *)(const void *)((const uint8_t *)world + world->at_softs);
}

/* Of all soft bodies: those of one begin at its first_point and first_link. */
static inline pawli_soft_point *pawli_soft_points(pawl_world *world) {
    return (pawli_soft_point *)(void *)((uint8_t *)world + world->at_soft_points);
}

static inline const pawli_soft_point *pawli_soft_points_const(const pawl_world *world) {
    return (const pawli_soft_point *)(const void *)((const uint8_t *)world + world->at_soft_points);
}

static inline pawli_soft_link *pawli_soft_links(pawl_world *world) {
    return (pawli_soft_link *)(void *)((uint8_t *)world + world->at_soft_links);
}

static inline const pawli_soft_link *pawli_soft_links_const(const pawl_world *world) {
    return (const pawli_soft_link *)(const void *)((const uint8_t *)world + world->at_soft_links);
}

/* The oldest soft body. */
PAWLI_FOLD uint16_t pawli_first_soft(const pawl_world *world) {
    return PAWL_WITH_SOFT ? world->first_soft : PAWLI_NONE;
}

static inline const pawli_body *pawli_bodies_const(const pawl_world *world) {
    return (const pawli_body *)(const void *)((const uint8_t *)world + world->at_bodies);
}

static inline const pawli_shape *pawli_shapes_const(const pawl_world *world) {
    return (const pawli_shape *)(const void *)((const uint8_t *)world + world->at_shapes);
}

static inline const pawli_geometry *pawli_geometries_const(const pawl_world *world) {
    return (const pawli_geometry *)(const void *)((const uint8_t *)world + world->at_geometries);
}

static inline const pawli_node *pawli_nodes_const(const pawl_world *world) {
    return (const pawli_node *)(const void *)((const uint8_t *)world + world->at_nodes);
}

static inline const pawli_contact *pawli_contacts_const(const pawl_world *world) {
    return (const pawli_contact *)(const void *)((const uint8_t *)world + world->at_contacts);
}

/* world.c: a part of a step, one of `count`: h = denominator / (numerator * count) seconds in
 * Q0.32, to nearest, and 1/h in Q16.16. numerator >= denominator, so h <= 1 second; exactly 1
 * saturates. */
typedef struct pawli_substep {
    uint32_t seconds;
    int32_t rate;
} pawli_substep;
pawli_substep pawli_world_substep(const pawl_world *world, uint32_t count);

/* Bits by slot, for what is to be found without looking at everyone: awake bodies and moved
 * shapes. Whoever has the flag has the bit; a bit without the flag means nothing. Not state. */
static inline uint32_t *pawli_awake_bits(pawl_world *world) {
    return (uint32_t *)(void *)((uint8_t *)world + world->at_awake_bits);
}

static inline uint32_t *pawli_moved_bits(pawl_world *world) {
    return (uint32_t *)(void *)((uint8_t *)world + world->at_moved_bits);
}

static inline const uint32_t *pawli_awake_bits_const(const pawl_world *world) {
    return (const uint32_t *)(const void *)((const uint8_t *)world + world->at_awake_bits);
}

static inline const uint32_t *pawli_moved_bits_const(const pawl_world *world) {
    return (const uint32_t *)(const void *)((const uint8_t *)world + world->at_moved_bits);
}

#define PAWLI_BIT_WORDS(slots) (((slots) + 31u) / 32u)

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
        uint32_t rest = bits[from / 32u] >> from % 32u;
        if (rest == 0) {
            from = (from / 32u + 1u) * 32u;
            continue;
        }
        for (; !(rest & 1u); rest >>= 1)
            from++;
        return (uint16_t)from;
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

/* Where everything lies, for a def; world_memory.c. Fills the capacities, offsets and sizes of
 * *layout and returns PAWL_OK, or says what is wrong with the def. */
pawl_status pawli_world_memory_layout(const pawl_world_def *def, pawl_world *layout);
uint32_t pawli_scratch_size(const pawl_world *world); /* step/scratch.c, without soft bodies */

/* Pools; pool.c. The free queue runs through a 16-bit field of the slots, which lies at `link`
 * bytes of each slot of `stride` bytes. */
typedef struct pawli_slots {
    void *base;
    uint16_t stride, link;
} pawli_slots;
void pawli_pool_init(pawli_pool *pool, uint16_t capacity);
uint16_t pawli_pool_take(pawli_pool *pool, pawli_slots slots);
void pawli_pool_give(pawli_pool *pool, pawli_slots slots, uint16_t slot);

/* Handles to slots; PAWLI_NONE when stale. */
uint16_t pawli_pool_find_body(const pawl_world *world, pawl_body_id id);
uint16_t pawli_pool_find_shape(const pawl_world *world, pawl_shape_id id);
uint16_t pawli_pool_find_joint(const pawl_world *world, pawl_joint_id id);
pawl_body_id pawli_pool_body_id(const pawl_world *world, uint16_t slot);
pawl_shape_id pawli_pool_shape_id(const pawl_world *world, uint16_t slot);
pawl_joint_id pawli_pool_joint_id(const pawl_world *world, uint16_t slot);
uint16_t pawli_pool_find_soft(const pawl_world *world, pawl_soft_id id);
pawl_soft_id pawli_pool_soft_id(const pawl_world *world, uint16_t slot);

/* Fixed rotation keeps contacts and torques from turning a body; kinematic ones feel neither. */
static inline bool pawli_body_turns(const pawli_body *body) {
    return body->type == PAWL_KINEMATIC || !(body->flags & PAWLI_BODY_FIXED_ROTATION);
}

/* body.c: append to the list of live bodies, which is in creation order. */
void pawli_body_link(pawl_world *world, uint16_t slot);

/* body_mass.c */
pawli_scaled pawli_body_mass(const pawli_body *body);
pawli_scaled pawli_body_per_gyration(const pawli_body *body);
void pawli_body_mass_update(pawl_world *world, uint16_t slot);
void pawli_body_mass_update_extent(pawl_world *world, uint16_t slot);
int32_t pawli_body_mass_ratio(const pawli_body *a, const pawli_body *b);
pawl_fx
pawli_body_spin_tip_ratio(const pawli_body *body); /* extent / k, Q16.16: tip speed per spin */
pawl_fx pawli_body_spin_angular_velocity(const pawli_body *body);
/* The angle of a turn, k * radians in Q10.22: in 2^-32 turns, and as a binary angle. */
int64_t pawli_body_spin_turns(const pawli_body *body, int32_t turn);
pawl_angle pawli_body_spin_angle(const pawli_body *body, int32_t turn);
/* False when it had to be clamped to the speed limit. `spin` is k * w in Q32.32. */
bool pawli_body_spin_set(pawli_body *body, int64_t spin);
bool pawli_body_spin_set_angular_velocity(pawli_body *body, pawl_fx radians_per_second);

/* body_motion.c: pushes in Q16.16 that need no mass, on a dynamic body; they wake nobody. `turn`
 * is a change of spin: pawli_body_motion_spin_change says which one a change at an arm from the
 * centre makes. */
pawl_fx pawli_body_motion_limit_force(pawl_world *world,
                                      int64_t acceleration); /* a fault beyond the range */
int64_t pawli_body_motion_spin_change(const pawli_body *body, pawl_vec2 change, pawl_vec2 arm);
void pawli_body_motion_add_velocity(pawl_world *world, pawli_body *body, pawl_vec2 change,
                                    int64_t turn);
void pawli_body_motion_add_acceleration(pawl_world *world, pawli_body *body, pawl_vec2 change,
                                        int64_t turn);

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
void pawli_shape_refresh_boxes(pawl_world *world, uint16_t body);      /* after a teleport */
void pawli_shape_enter_tree(pawl_world *world, uint16_t body);
void pawli_shape_leave_tree(pawl_world *world, uint16_t body);
bool pawli_filter_should_collide(const pawl_world *world, uint16_t shape_a, uint16_t shape_b);

/* geometry.c: intern and release. */
void pawli_geometry_fill(pawli_geometry *geometry, const pawl_convex *convex); /* but its users */
uint16_t pawli_geometry_intern(pawl_world *world, const pawl_convex *convex);
uint16_t pawli_geometry_intern_terrain(pawl_world *world, const pawli_terrain *terrain,
                                       uint8_t kind);
void pawli_geometry_release(pawl_world *world, uint16_t geometry);
/* The inner radius of a convex, rounded down to four significant bits. */
static inline pawl_fx pawli_inner_of(const pawli_geometry *geometry) {
    const uint32_t code = geometry->inner;
    if (code < 16) return (pawl_fx)code;
    return (pawl_fx)((8 + code % 8) << (code / 8 - 1));
}

/* Distance between two centres along an axis in 2^-22 units, exact. */
static inline int64_t pawli_center_delta(pawl_fx a, int8_t rest_a, pawl_fx b, int8_t rest_b) {
    return ((int64_t)b - a) * 64 + rest_b - rest_a;
}

/* contact.c */
uint64_t pawli_contact_key(const pawl_world *world, uint16_t shape_a, uint16_t shape_b);
void pawli_contact_drop_of_shape(pawl_world *world, uint16_t shape);
void pawli_contact_drop_of_body(pawl_world *world, uint16_t body);
void pawli_contact_shift(pawl_world *world, uint16_t body, pawl_vec2 shift);
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

/* joint_list.c: joints as links between bodies. */
uint16_t pawli_joint_list_link(pawl_world *world, uint16_t body_a,
                               uint16_t body_b);                 /* takes a slot */
void pawli_joint_list_unlink(pawl_world *world, uint16_t joint); /* gives it back */
uint16_t pawli_joint_list_after(const pawli_joint *joint, uint16_t body);
void pawli_contact_drop_between(pawl_world *world, uint16_t body_a, uint16_t body_b);
#if PAWL_WITH_JOINTS
bool pawli_joint_list_forbids(const pawl_world *world, uint16_t body_a, uint16_t body_b);
void pawli_joint_list_remove_of_body(pawl_world *world,
                                     uint16_t body); /* and wake who was joined */
void pawli_wake_joined(pawl_world *world, uint16_t body);
void pawli_joint_list_forget_impulses(pawl_world *world,
                                      uint16_t body); /* masses changed: forget impulses */
#else
#include "world/no_joints.h"
#endif

/* soft_list.c: soft bodies as slots, and where their points and links lie. */
/* Takes a slot and room for points and links behind all others, all zero but counts, generation,
 * serial and flags (live). PAWLI_NONE: the slots, points or links are used up. */
uint16_t pawli_soft_list_link(pawl_world *world, uint32_t points, uint32_t links);
void pawli_soft_list_append(pawl_world *world, uint16_t soft); /* to the list of live ones */
void pawli_soft_list_unlink(pawl_world *world, uint16_t soft); /* gives them back */
/* Room for one more link behind those of a soft body; null: there is none. */
pawli_soft_link *pawli_soft_list_add_link(pawl_world *world, uint16_t soft);
void pawli_soft_list_wake(pawl_world *world, uint16_t soft);
void pawli_soft_list_put_to_sleep(pawl_world *world, uint16_t soft);
/* From here on the link holds nothing; the number of a link never changes. */
void pawli_soft_list_tear(pawli_soft_link *link);
void pawli_event_add_tear(pawl_world *world, uint16_t soft,
                          uint32_t link); /* an event of the step */
#if PAWL_WITH_SOFT
void pawli_soft_list_wake_all(pawl_world *world);
void pawli_soft_list_detach(pawl_world *world, uint16_t body); /* the body goes: links to it tear */
uint32_t pawli_soft_scratch_size(const pawl_world *world);     /* soft/soft_solve.c */
#else
#include "world/no_soft.h"
#endif

/* terrain.c */
bool pawli_terrain_is_on_body(const pawl_world *world, uint16_t body);

/* wake.c: waking is not a phase of the step, anything may do it. */
void pawli_wake(pawl_world *world, uint16_t body);
void pawli_mark_asleep(pawl_world *world, uint16_t body, uint16_t island);
void pawli_wake_touching(pawl_world *world, uint16_t body);
void pawli_wake_around(pawl_world *world, uint16_t body); /* where it is now */

/* event.c: begins and ends of touches, or of overlaps where one of the shapes is a sensor. */
void pawli_event_begin_step(pawl_world *world);
void pawli_event_add_begin(pawl_world *world, const pawli_contact *contact);
void pawli_event_finish_step(pawl_world *world);
/* A contact goes or parts, by the step or by a call; nothing where none had begun. */
void pawli_event_add_end(pawl_world *world, const pawli_contact *contact);
void pawli_event_add_late_end(pawl_world *world, const pawli_contact *contact);
void pawli_event_add_hit(pawl_world *world, const pawl_hit_event *hit);
void pawli_event_add_break(pawl_world *world, uint16_t joint);
/* Bytes of the room that hits and fractures share; and where the fractures lie, after a step. */
uint32_t pawli_event_hit_room(const pawl_world *world);
uint32_t pawli_event_at_fractures(const pawl_world *world);
bool pawli_event_fits(const pawl_world *world, uint32_t hit_count, uint32_t fracture_count);
void pawli_event_add_fracture(pawl_world *world, const pawl_fracture_event *fracture);

#endif
