/* step_2_manifolds.c - bring the manifold of every awake contact up to date.
 *
 * A manifold is recycled while its bodies have hardly moved to each other since it was made: normal
 * and anchors stay frozen, only the separation follows. That saves most of the work of resting
 * piles, and it is what holds tall stacks up (without it stack20 falls in every solver, floats
 * included; and where a stack that sways as a whole counts as moving, stacks that are not quite
 * straight fall). A pair found apart keeps a lower bound of its distance and is skipped until it
 * has moved that far. So does one with a sensor, and one that overlaps its depth. */
#include "base/optional.h"
#include "step/edges.h"
#include "step/workers.h"
#include "world/linked.h"
#include "world/terrain.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_edges_find_manifold);
PAWLI_OPTIONAL(pawli_event_add_begin);
PAWLI_OPTIONAL(pawli_event_add_end);
#if PAWL_WITH_WORKERS
PAWLI_OPTIONAL(pawli_workers_for);
PAWLI_OPTIONAL_MARK(pawli_workers_mark); /* src/step/workers.c */
#endif

#define TWO_PI_Q16 INT64_C(411775)

static int64_t magnitude64(int64_t value) {
    return value < 0 ? -value : value;
}

/* How far a turn carries the outermost point of a body, Q16.16: extent < 2^30, |turn| <= 2^31. */
PAWLI_APART int64_t tip_movement(const pawli_body *body, uint32_t turned) {
    const int64_t turn = magnitude64((int32_t)turned);
    return pawli_floor(pawli_floor(body->extent * turn, 32) * TWO_PI_Q16, 16) + 1;
}

/* A frozen anchor of a small body turns away from where the bodies touch without moving far. Up to
 * 1/32 turn a wheel of radius r sinks by less than 0.02 r, and a normal is off by that much. */
#define KEPT_TURN UINT32_C(0x08000000)

/* Angles within -1/32 .. 1/32 turn lie below 1/16 turn from the lower end, a power of two: so does
 * then their union. */
static bool has_turned_far(uint32_t turn_a, uint32_t turn_b) {
    return ((turn_a + KEPT_TURN) | (turn_b + KEPT_TURN)) >= 2 * KEPT_TURN;
}

/* Bound on the relative motion of any two points of a pair since its manifold was made. */
PAWLI_IN_LOOPS int64_t motion_since(const pawl_world *world, const pawli_contact *contact,
                                    const pawli_body *a, const pawli_body *b) {
    const pawl_vec2 way = pawli_way(world, a->position, b->position);
    const int64_t x = (int64_t)way.x - contact->delta.x;
    const int64_t y = (int64_t)way.y - contact->delta.y;
    return magnitude64(x) + magnitude64(y) + tip_movement(a, a->angle - contact->angle_a) +
           tip_movement(b, b->angle - contact->angle_b);
}

/* How often 0.05 L a body may have turned its outermost point although normal and anchors stay in
 * world axes: a large one, on which others slide, takes its normals along early. */
#define KEPT_TIPS 4

/* Whether a pair has hardly moved as its larger body sees it, for which that body has not turned:
 * from there no point of the other moves by more than its center, and its extent times how far it
 * has turned. The distance of the centers is below 2^31.5 and cos - 1 and sin together below 2^31,
 * `within` below 2^31: sums and squares are below 2^63. No safety depends on what is rounded. */
static PAWLI_RARE bool is_carried_along(const pawl_world *world, const pawli_contact *contact,
                                        const pawli_body *a, const pawli_body *b, int64_t within) {
    const bool from_b = b->extent > a->extent;
    const pawli_body *larger = from_b ? b : a, *other = from_b ? a : b;
    const uint32_t turn_a = a->angle - contact->angle_a, turn_b = b->angle - contact->angle_b;
    const uint32_t turn = from_b ? turn_b : turn_a,
                   beyond = from_b ? turn_a - turn_b : turn_b - turn_a;
    if (tip_movement(larger, turn) > KEPT_TIPS * within) return false;
    const int64_t left = within - tip_movement(other, beyond);
    if (left < 0) return false;
    const pawli_turned rot =
        pawli_turn_since(turn, 0); /* off by 0.0006 L for what has turned as far */
    const pawl_vec2 way = pawli_way(world, a->position, b->position);
    const int64_t back_x = pawli_near(pawli_product_add(rot.c, way.x, rot.s, way.y), 30);
    const int64_t back_y = pawli_near(pawli_product_subtract(rot.c, way.y, rot.s, way.x), 30);
    const int64_t moved_x = magnitude64(way.x + back_x - contact->delta.x);
    const int64_t moved_y = magnitude64(way.y + back_y - contact->delta.y);
    if (moved_x > left || moved_y > left) return false;
    const int32_t far_x = (int32_t)moved_x, far_y = (int32_t)moved_y, most = (int32_t)left;
    return pawli_product_add(far_x, far_x, far_y, far_y) <= pawli_product(most, most);
}

/* Rounding of distances and depths, with room to spare; raw units. */
#define SENSOR_SLACK 16

/* Whether a manifold can stay as it is, moved with its bodies; of a sensor, whether it and its
 * visitor cannot have parted or met since their distance was found. */
PAWLI_APART_IN_LOOPS bool can_keep(const pawli_step *step, const pawli_contact *contact,
                                   const pawli_body *a, const pawli_body *b, bool senses) {
    if (!(contact->flags & PAWLI_CONTACT_CACHED)) return false;
    const pawli_scales *scales = &step->world->scales;
    const int64_t motion = motion_since(step->world, contact, a, b);
    if (senses) return motion + SENSOR_SLACK < magnitude64(contact->points[0].separation);
    if (contact->count == 0) {
        return motion + scales->speculative < contact->points[0].separation;
    }
    if (has_turned_far(a->angle - contact->angle_a, b->angle - contact->angle_b)) return false;
    if (motion <= scales->recycle) return true;
    if (a->type == PAWL_KINEMATIC || b->type == PAWL_KINEMATIC) return false;
    return is_carried_along(step->world, contact, a, b, scales->recycle);
}

/* A feature is a vertex index below 8 of each shape, A's in the high byte. */
static uint8_t packed(uint16_t feature) {
    return (uint8_t)((feature >> 8) * 8u + (feature & 7u));
}

/* The new points, with the impulses of the old points that have the same feature. */
PAWLI_APART void store_manifold(pawli_contact *contact, const pawl_manifold *manifold) {
    const pawli_contact old = *contact;
    int32_t rolling_impulse = 0;
    contact->normal = manifold->normal;
    contact->count = manifold->count;
    for (int i = 0; i < 2; i++) {
        pawli_contact_point *point = &contact->points[i];
        const pawl_contact_point *made = &manifold->points[i];
        const bool used = i < manifold->count;
        point->offset = used ? made->offset : pawl_vec2_make(0, 0);
        point->separation = used ? made->separation : 0;
        contact->feature[i] = used ? packed(made->feature) : 0;
        point->normal_impulse = 0;
        point->tangent_impulse = 0;
        for (int j = 0; used && j < old.count; j++) {
            if (old.feature[j] != contact->feature[i]) continue;
            point->normal_impulse = old.points[j].normal_impulse;
            point->tangent_impulse = old.points[j].tangent_impulse;
            if (PAWL_WITH_ROLLING && old.count == 1)
                rolling_impulse = old.points[1].tangent_impulse;
        }
    }
    if (manifold->count == 1) contact->points[1].tangent_impulse = rolling_impulse;
    if (manifold->count == 0) contact->points[0].separation = manifold->separation;
}

/* Two convexes, or a convex and an edge of terrain. */
static void find_manifold(const pawli_step *step, const pawli_contact *contact,
                          const pawli_frame frames[2], pawl_fx margin, pawl_manifold *out) {
    const pawli_geometry *a = pawli_geometry_of(step, contact->shape_a);
    const pawli_geometry *b = pawli_geometry_of(step, contact->shape_b);
    if (pawli_is_convex(a) && pawli_is_convex(b)) {
        pawli_collide(&a->convex, &frames[0], &b->convex, &frames[1], margin, out);
    } else {
        pawli_edges_find_manifold(step, contact, frames, margin, out);
    }
}

static void collide_pair(const pawli_step *step, pawli_contact *contact, const pawli_body *a,
                         const pawli_body *b, pawl_fx margin, pawl_manifold *manifold) {
    const pawli_frame frames[2] = {pawli_body_frame(a),
                                   pawli_body_frame_near(step->world, a->position, b)};
    find_manifold(step, contact, frames, margin, manifold);
    contact->delta = pawl_vec2_sub(frames[1].position, a->position);
    contact->angle_a = a->angle;
    contact->angle_b = b->angle;
    contact->flags |= PAWLI_CONTACT_CACHED;
}

static void make_manifold(const pawli_step *step, pawli_contact *contact, const pawli_body *a,
                          const pawli_body *b) {
    pawl_manifold manifold;
    collide_pair(step, contact, a, b, step->world->scales.speculative, &manifold);
    store_manifold(contact, &manifold);
}

/* Tell that something begins or ends. */
static PAWLI_RARE void change_flag(pawli_step *step, pawli_contact *contact, uint8_t flag) {
    const bool tells = pawli_has_events_linked(), was = (contact->flags & flag) != 0;
    if (was && tells) pawli_event_add_end(step->world, contact);
    contact->flags ^= flag;
    if (!was && tells) pawli_event_add_begin(step->world, contact);
}

/* Set or clear a flag of a contact. */
PAWLI_APART void report_change(pawli_step *step, pawli_contact *contact, uint8_t flag, bool is) {
    if (is != ((contact->flags & flag) != 0)) change_flag(step, contact, flag);
}

PAWLI_IN_LOOPS void update_touch(pawli_step *step, pawli_contact *contact, uint8_t flags) {
    const bool may_disable = (flags & (PAWLI_SHAPE_ONE_WAY | PAWLI_SHAPE_PRE_SOLVE)) != 0;
    const bool disabled = may_disable && pawli_contact_filter_is_disabled(step, contact);
    report_change(step, contact, PAWLI_CONTACT_TOUCHING, contact->count > 0 && !disabled);
}

static void update_overlap(pawli_step *step, pawli_contact *contact, const pawli_body *a,
                           const pawli_body *b) {
    pawl_manifold manifold;
    collide_pair(step, contact, a, b, 0, &manifold);
    contact->points[0].separation = manifold.separation;
    report_change(step, contact, PAWLI_CONTACT_OVERLAPS, manifold.count > 0);
}

#if PAWL_WITH_WORKERS
/* What a range of contacts has found. */
typedef struct manifold_range {
    uint32_t begin, active, kept, made;
    bool meets_sleeper;
    uint8_t apart[64]; /* no two in one line of a processor's cache */
} manifold_range;

typedef struct manifold_job {
    pawli_step *step;
    manifold_range ranges[PAWL_WORKERS_MAX];
} manifold_job;

/* Of an active contact, while it is one of a range: something is to be told of it, or may be. */
#define TELLS (UINT32_C(1) << 31)

/* Manifolds of contacts without sensors, each on its own; and whether nothing is to be told. */
static bool update_quietly(const pawli_step *step, pawli_contact *contact, manifold_range *of) {
    const pawli_shape *const shape_a = &step->shapes[contact->shape_a];
    const pawli_shape *const shape_b = &step->shapes[contact->shape_b];
    const pawli_body *a = &step->bodies[shape_a->body], *b = &step->bodies[shape_b->body];
    const uint8_t flags = shape_a->flags | shape_b->flags;
    if (flags & PAWLI_SHAPE_SENSOR) return false;
    if (can_keep(step, contact, a, b, false)) {
        of->kept++;
    } else {
        of->made++;
        make_manifold(step, contact, a, b);
    }
    return !(flags & (PAWLI_SHAPE_ONE_WAY | PAWLI_SHAPE_PRE_SOLVE)) &&
           (contact->count > 0) == ((contact->flags & PAWLI_CONTACT_TOUCHING) != 0);
}

/* Active ones of a range are listed from the place of its first contact on. */
static void update_range(void *context, uint32_t begin, uint32_t end, uint32_t range) {
    const pawli_step *const step = ((const manifold_job *)context)->step;
    manifold_range of = {begin, 0, 0, 0, false, {0}};
    for (uint32_t i = pawli_active_next(step->contacts, begin, end); i < end;
         i = pawli_active_next(step->contacts, i + 1, end)) {
        pawli_contact *const contact = &step->contacts[i];
        if (!pawli_active_find(step, contact, &of.meets_sleeper)) continue;
        step->active[begin + of.active++] = update_quietly(step, contact, &of) ? i : i | TELLS;
    }
    ((manifold_job *)context)->ranges[range] = of;
}

static void update_sensor(pawli_step *step, pawli_contact *contact, const pawli_body *a,
                          const pawli_body *b) {
    if (can_keep(step, contact, a, b, true)) {
        step->world->counters.recycled++;
    } else {
        step->world->counters.manifolds++;
        update_overlap(step, contact, a, b);
    }
}

/* A program that is asked about a contact may look at others, which have to be as a single thread
 * has left them by then. */
static bool is_on_workers(const pawli_step *step) {
    return step->hooks.parallel != NULL && step->hooks.pre_solve == NULL &&
           PAWLI_IS_LINKED(pawli_workers_mark);
}

static void tell_of_contact(pawli_step *step, pawli_contact *contact) {
    const pawli_shape *const a = &step->shapes[contact->shape_a];
    const pawli_shape *const b = &step->shapes[contact->shape_b];
    const uint8_t flags = a->flags | b->flags;
    if (flags & PAWLI_SHAPE_SENSOR) {
        update_sensor(step, contact, &step->bodies[a->body], &step->bodies[b->body]);
    } else {
        update_touch(step, contact, flags);
    }
}

/* The lists of all ranges as one; what is told comes in contact order. */
static void update_on_workers(pawli_step *step) {
    manifold_job job;
    memset(&job, 0, sizeof job);
    job.step = step;
    pawli_workers_for(step, step->world->contact_count, update_range, &job);
    for (uint32_t range = 0; range < PAWL_WORKERS_MAX; range++) {
        const manifold_range *const of = &job.ranges[range];
        for (uint32_t i = 0; i < of->active; i++) {
            const uint32_t index = step->active[of->begin + i];
            step->active[step->active_count++] = index & ~TELLS;
            if (index & TELLS) tell_of_contact(step, &step->contacts[index & ~TELLS]);
        }
        step->world->counters.recycled += of->kept;
        step->world->counters.manifolds += of->made;
        step->meets_sleeper = step->meets_sleeper || of->meets_sleeper;
    }
}
#endif

/* A visitor may be asleep, and may have been put into the sensor, or the sensor around it, without
 * waking any body: what counts there is whether the pair has moved. */
void pawli_manifolds_update(pawli_step *step) {
    pawl_world *world = step->world;
    const uint32_t end = world->contact_count;
    pawli_active_forget_idle(step);
#if PAWL_WITH_WORKERS
    if (is_on_workers(step)) {
        update_on_workers(step);
        return;
    }
#endif
    for (uint32_t i = pawli_active_next(step->contacts, 0, end); i < end;
         i = pawli_active_next(step->contacts, i + 1, end)) {
        if (!pawli_active_add(step, i)) continue;
        pawli_contact *contact = &step->contacts[i];
        const pawli_shape *shape_a = &step->shapes[contact->shape_a];
        const pawli_shape *shape_b = &step->shapes[contact->shape_b];
        const pawli_body *a = &step->bodies[shape_a->body], *b = &step->bodies[shape_b->body];
        const uint8_t flags = shape_a->flags | shape_b->flags;
        const bool senses = (flags & PAWLI_SHAPE_SENSOR) != 0;
        if (can_keep(step, contact, a, b, senses)) {
            world->counters.recycled++;
        } else {
            world->counters.manifolds++;
            if (senses) {
                update_overlap(step, contact, a, b);
            } else {
                make_manifold(step, contact, a, b);
            }
        }
        if (!senses) update_touch(step, contact, flags);
    }
}
