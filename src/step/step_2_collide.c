/* step_2_collide.c - bring the manifold of every awake contact up to date.
 *
 * A manifold is recycled while its pair has hardly moved since it was made: normal and anchors
 * stay frozen, only the separation follows. That saves most of the work of resting piles, and it
 * is what holds tall stacks up (without it stack20 falls in every solver, floats included). A
 * pair found apart keeps a lower bound of its distance and is skipped until it has moved that
 * far. */
#include "collide/collide.h"
#include "step/step.h"

/* 2 pi in Q16.16. */
#define TWO_PI INT64_C(411775)

static pawli_frame frame_of(const pawli_body *body) {
    const pawli_frame frame = {body->position, body->rotation, body->center};
    return frame;
}

static const pawl_convex *convex_of(const pawli_step *step, uint16_t shape) {
    return &pawli_geometries(step->world)[step->shapes[shape].geometry].convex;
}

static int64_t magnitude(int64_t value) {
    return value < 0 ? -value : value;
}

/* How far a turn carries the outermost point of a body, Q16.16: extent < 2^30, |turn| <= 2^31. */
static int64_t turned(const pawli_body *body, pawl_angle since) {
    const int64_t turn = magnitude((int32_t)(body->angle - since));
    return pawli_floor(pawli_floor(body->extent * turn, 32) * TWO_PI, 16) + 1;
}

/* Bound on the relative motion of any two points of a pair since its manifold was made. */
static int64_t motion_since(const pawli_contact *contact, const pawli_body *a,
                            const pawli_body *b) {
    const int64_t x = (int64_t)b->position.x - a->position.x - contact->delta.x;
    const int64_t y = (int64_t)b->position.y - a->position.y - contact->delta.y;
    return magnitude(x) + magnitude(y) + turned(a, contact->angle_a) + turned(b, contact->angle_b);
}

static bool can_keep(const pawli_step *step, const pawli_contact *contact, const pawli_body *a,
                     const pawli_body *b) {
    if (!(contact->flags & PAWLI_CONTACT_CACHED)) return false;
    const pawli_scales *scales = &step->world->scales;
    const int64_t motion = motion_since(contact, a, b);
    if (contact->count == 0) {
        return motion + scales->speculative < contact->points[0].separation;
    }
    return motion <= scales->recycle;
}

/* A feature is a vertex index below 8 of each shape, A's in the high byte. */
static uint8_t packed(uint16_t feature) {
    return (uint8_t)((feature >> 8) * 8u + (feature & 7u));
}

/* The new points, with the impulses of the old points that have the same feature. */
static void store(pawli_contact *contact, const pawl_manifold *manifold) {
    const pawli_contact old = *contact;
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
        }
    }
    if (manifold->count == 0) contact->points[0].separation = manifold->separation;
}

static void make_manifold(const pawli_step *step, pawli_contact *contact, const pawli_body *a,
                          const pawli_body *b) {
    const pawli_frame frame_a = frame_of(a), frame_b = frame_of(b);
    pawl_manifold manifold;
    pawli_collide(convex_of(step, contact->shape_a), &frame_a, convex_of(step, contact->shape_b),
                  &frame_b, step->world->scales.speculative, &manifold);
    store(contact, &manifold);
    contact->delta = pawl_vec2_sub(b->position, a->position);
    contact->angle_a = a->angle;
    contact->angle_b = b->angle;
    contact->flags |= PAWLI_CONTACT_CACHED;
}

static void update_touch(pawli_step *step, pawli_contact *contact) {
    const bool was = (contact->flags & PAWLI_CONTACT_TOUCHING) != 0;
    const bool is = contact->count > 0;
    contact->flags = (uint8_t)(contact->flags & ~PAWLI_CONTACT_TOUCHING);
    if (is) contact->flags |= PAWLI_CONTACT_TOUCHING;
    if (is && !was) pawli_add_begin(step->world, contact);
    if (was && !is) pawli_add_end(step->world, contact);
}

void pawli_update_manifolds(pawli_step *step) {
    pawl_world *world = step->world;
    for (uint32_t i = 0; i < world->contact_count; i++) {
        pawli_contact *contact = &step->contacts[i];
        const pawli_body *a = &step->bodies[step->shapes[contact->shape_a].body];
        const pawli_body *b = &step->bodies[step->shapes[contact->shape_b].body];
        if (!((a->flags | b->flags) & PAWLI_BODY_AWAKE)) continue;
        if (can_keep(step, contact, a, b)) {
            world->counters.recycled++;
        } else {
            make_manifold(step, contact, a, b);
            world->counters.manifolds++;
        }
        update_touch(step, contact);
    }
}
