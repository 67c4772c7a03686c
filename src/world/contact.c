/* contact.c - the sorted array of contacts: every pair of shapes whose fat boxes overlap.
 *
 * The array is dense and ordered by (lower shape serial, higher shape serial, edge). Its order is
 * the order of everything that is done with contacts, and it depends on creation order alone. */
#include "base/optional.h"
#include "world/linked.h"
#include "world/terrain.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_event_add_late_end);

/* Whether the types of two bodies let shapes on them collide, or let a sensor see a visitor. */
static bool types_can_meet(const pawli_body *a, const pawli_body *b, bool senses) {
    if (senses) return a->type != PAWL_STATIC || b->type != PAWL_STATIC;
    return a->type == PAWL_DYNAMIC || b->type == PAWL_DYNAMIC;
}

/* Collide, or meet as sensor and visitor. */
bool pawli_contact_should_collide(const pawl_world *world, uint16_t shape_a, uint16_t shape_b) {
    const pawli_shape *a = &pawli_shapes_const(world)[shape_a];
    const pawli_shape *b = &pawli_shapes_const(world)[shape_b];
    const pawli_body *bodies = pawli_bodies_const(world);
    if (a->body == b->body) return false;
    if (a->flags & b->flags & PAWLI_SHAPE_SENSOR) return false;
    const bool senses = ((a->flags | b->flags) & PAWLI_SHAPE_SENSOR) != 0;
    if (!types_can_meet(&bodies[a->body], &bodies[b->body], senses)) return false;
    const bool wanted = a->group == b->group && a->group != 0
                            ? a->group > 0
                            : (a->mask & b->category) != 0 && (b->mask & a->category) != 0;
    if (!PAWL_WITH_JOINTS || pawli_first_joint(world) == PAWLI_NONE) return wanted;
    return wanted && !pawli_joint_list_forbids(world, a->body, b->body);
}

void pawli_contact_move(pawl_world *world, uint32_t to, uint32_t from, uint32_t count) {
    pawli_contact *contacts = pawli_contacts(world);
    memmove(&contacts[to], &contacts[from], (size_t)count * sizeof *contacts);
    if (!pawli_has_edges(world)) return;
    uint32_t *edges = pawli_edges(world);
    memmove(&edges[to], &edges[from], (size_t)count * sizeof *edges);
}

pawli_whole_contact pawli_contact_whole(const pawl_world *world, uint32_t at) {
    const pawli_whole_contact whole = {pawli_contacts_const(world)[at], pawli_edge_of(world, at)};
    return whole;
}

bool pawli_contact_put(pawl_world *world, uint32_t at, const pawli_whole_contact *whole) {
    pawli_contacts(world)[at] = whole->contact;
    if (!pawli_has_edges(world)) return whole->edge == 0;
    pawli_edges(world)[at] = whole->edge;
    return true;
}

/* When some were removed from among the others: idle ones may have been, from the midst of a run.
 */
PAWLI_FOLD void end_removal(pawl_world *world, uint32_t kept) {
    if (PAWLI_CONTACT_IDLE_RUN != 0 && kept != world->contact_count) world->idle_unknown = 1;
    world->contact_count = kept;
}

/* Remove, keeping the order, every contact of a shape, or of a body with any or with one other. */
static void drop_contacts(pawl_world *world, uint16_t shape, uint16_t body, uint16_t other) {
    pawli_contact *contacts = pawli_contacts(world);
    const pawli_shape *shapes = pawli_shapes(world);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->contact_count; i++) {
        const pawli_contact *contact = &contacts[i];
        const uint16_t a = shapes[contact->shape_a].body, b = shapes[contact->shape_b].body;
        const bool of_shape = contact->shape_a == shape || contact->shape_b == shape;
        const bool of_body = (a == body && (other == PAWLI_NONE || b == other)) ||
                             (b == body && (other == PAWLI_NONE || a == other));
        if (of_shape || of_body) {
            if (pawli_has_events_linked()) pawli_event_add_late_end(world, contact);
            continue;
        }
        if (kept != i) pawli_contact_move(world, kept, i, 1);
        kept++;
    }
    end_removal(world, kept);
}

/* Where no shape of a pair may be refused any more, none is: the next step finds the pair again. */
void pawli_contact_drop_refused(pawl_world *world, uint16_t shape) {
    const pawli_contact *contacts = pawli_contacts_const(world);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->contact_count; i++) {
        const pawli_contact *contact = &contacts[i];
        const uint8_t flags = pawli_pair_flags(world, contact->shape_a, contact->shape_b);
        if ((contact->shape_a == shape || contact->shape_b == shape) &&
            (contact->flags & PAWLI_CONTACT_DISABLED) &&
            !(flags & (PAWLI_SHAPE_ONE_WAY | PAWLI_SHAPE_PRE_SOLVE)))
            continue;
        if (kept != i) pawli_contact_move(world, kept, i, 1);
        kept++;
    }
    end_removal(world, kept);
}

void pawli_contact_drop_of_shape(pawl_world *world, uint16_t shape) {
    drop_contacts(world, shape, PAWLI_NONE, PAWLI_NONE);
}

void pawli_contact_drop_of_body(pawl_world *world, uint16_t body) {
    drop_contacts(world, PAWLI_NONE, body, PAWLI_NONE);
}

void pawli_contact_drop_between(pawl_world *world, uint16_t body_a, uint16_t body_b) {
    drop_contacts(world, PAWLI_NONE, body_a, body_b);
}

/* The center of mass moved within its body: anchors are kept where they are on the shapes, and
 * the manifold is made anew when it is next looked at. */
void pawli_contact_shift(pawl_world *world, uint16_t body, pawl_vec2 shift) {
    pawli_contact *contacts = pawli_contacts(world);
    const pawli_shape *shapes = pawli_shapes(world);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        pawli_contact *contact = &contacts[i];
        const bool is_a = shapes[contact->shape_a].body == body;
        if (!is_a && shapes[contact->shape_b].body != body) continue;
        contact->flags = (uint8_t)(contact->flags & ~PAWLI_CONTACT_CACHED);
        if (!is_a) {
            contact->delta = pawl_vec2_add(contact->delta, shift);
            continue;
        }
        contact->delta = pawl_vec2_sub(contact->delta, shift);
        for (int point = 0; point < contact->count; point++) {
            pawli_contact_point *p = &contact->points[point];
            p->offset = pawl_vec2_sub(p->offset, shift);
        }
    }
}

/* A shape has another geometry: manifolds are made anew in the next step, which tells what begins
 * and ends. So all that it has contacts with is awake in it. */
void pawli_contact_renew_of_shape(pawl_world *world, uint16_t shape) {
    pawli_contact *contacts = pawli_contacts(world);
    const pawli_shape *shapes = pawli_shapes(world);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        pawli_contact *contact = &contacts[i];
        if (contact->shape_a != shape && contact->shape_b != shape) continue;
        contact->flags = (uint8_t)(contact->flags & ~PAWLI_CONTACT_CACHED);
        pawli_wake(world, shapes[contact->shape_a].body);
        pawli_wake(world, shapes[contact->shape_b].body);
    }
}

bool pawli_contact_touches_body(const pawl_world *world, uint16_t body) {
    const pawli_contact *contacts = pawli_contacts_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        if (shapes[contacts[i].shape_a].body == body) return true;
        if (shapes[contacts[i].shape_b].body == body) return true;
    }
    return false;
}

/* Q16.16, at the present poses. */
static pawl_fx separation_of(const pawl_world *world, const pawli_contact *contact, int point,
                             const pawli_body *a, const pawli_body *b) {
    const pawli_contact_point *p = &contact->points[point];
    const pawli_drift drift = pawli_contact_drift(world, contact, a, b);
    const pawl_vec2 n = pawl_vec2_make(contact->normal.c, contact->normal.s);
    const pawl_vec2 arm_b = pawl_vec2_sub(p->offset, contact->delta);
    const int64_t turned_a =
        pawli_turned_along(drift.turn_a, pawli_near(pawl_vec2_cross(p->offset, n), 30),
                           pawli_near(pawl_vec2_dot(p->offset, n), 30));
    const int64_t turned_b =
        pawli_turned_along(drift.turn_b, pawli_near(pawl_vec2_cross(arm_b, n), 30),
                           pawli_near(pawl_vec2_dot(arm_b, n), 30));
    const int64_t moved = drift.along + turned_b - turned_a; /* Q10.22 */
    return pawl_saturate(p->separation + pawli_near(moved, 6));
}

pawl_vec2 pawli_contact_point_now(const pawli_contact *contact, int point, const pawli_body *a) {
    const uint32_t turned = a->angle - contact->angle_a;
    pawl_vec2 arm = contact->points[point].offset;
    if (turned != 0) arm = pawl_rotate(pawl_rot_from_angle(turned), arm);
    return pawl_vec2_add(a->position, arm);
}

/* impulse = velocity / (1/mA + 1/mB) = velocity * alpha_A * mA (or the mirror image of it). */
pawl_wide pawli_contact_impulse(int32_t velocity, const pawli_body *a, const pawli_body *b) {
    const int32_t ratio = pawli_body_mass_ratio(a, b);
    const bool use_a = ratio != 0;
    const int32_t alpha = use_a ? ratio : PAWL_UNIT - ratio;
    const int64_t share = pawli_near((int64_t)velocity * alpha, 14); /* Q32.32 */
    return pawli_scaled_apply(pawli_body_mass(use_a ? a : b), share, -16);
}

/* Where it touches terrain. */
static uint32_t part_of(const pawl_world *world, const pawli_contact *contact) {
    const uint32_t edge = pawli_edge_of(world, (uint32_t)(contact - pawli_contacts_const(world)));
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_geometry *geometries = pawli_geometries_const(world);
    const pawli_geometry *a = &geometries[shapes[contact->shape_a].geometry];
    return pawli_surface_part(
        pawli_is_convex(a) ? &geometries[shapes[contact->shape_b].geometry] : a, edge);
}

void pawli_contact_describe(const pawl_world *world, const pawli_contact *contact,
                            pawl_contact *out) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_body *a = &pawli_bodies_const(world)[shapes[contact->shape_a].body];
    const pawli_body *b = &pawli_bodies_const(world)[shapes[contact->shape_b].body];
    memset(out, 0, sizeof *out);
    out->shape_a = pawli_pool_shape_id(world, contact->shape_a);
    out->shape_b = pawli_pool_shape_id(world, contact->shape_b);
    out->normal = contact->normal;
    out->count = contact->count;
    out->edge = pawli_edge_of(world, (uint32_t)(contact - pawli_contacts_const(world)));
    if (pawli_has_edges(world)) out->part = part_of(world, contact);
    for (int i = 0; i < contact->count; i++) {
        out->points[i] = pawli_way_in(world, pawli_contact_point_now(contact, i, a));
        out->separations[i] = separation_of(world, contact, i, a, b);
        out->impulses[i] = pawli_contact_impulse(contact->points[i].normal_impulse, a, b);
    }
}

bool pawl_world_next_contact(const pawl_world *world, uint32_t *cursor, pawl_contact *out) {
    if (world == NULL || cursor == NULL || out == NULL) return false;
    const pawli_contact *contacts = pawli_contacts_const(world);
    for (; *cursor < world->contact_count; ++*cursor) {
        if (!(contacts[*cursor].flags & PAWLI_CONTACT_TOUCHING)) continue;
        pawli_contact_describe(world, &contacts[(*cursor)++], out);
        return true;
    }
    return false;
}

/* The first contact of a shape that was created later. */
static uint32_t contacts_up_to(const pawl_world *world, uint32_t serial) {
    const pawli_contact *contacts = pawli_contacts_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    uint32_t low = 0, high = world->contact_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (shapes[contacts[middle].shape_a].serial <= serial) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The youngest shape of a body is the last one in its list. */
bool pawl_body_next_contact(const pawl_world *world, pawl_body_id id, uint32_t *cursor,
                            pawl_contact *out) {
    if (world == NULL || cursor == NULL || out == NULL) return false;
    const uint16_t body = pawli_pool_find_body(world, id);
    if (body == PAWLI_NONE) return false;
    const pawli_contact *contacts = pawli_contacts_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    uint32_t youngest = 0;
    for (uint16_t at = pawli_bodies_const(world)[body].first_shape; at != PAWLI_NONE;
         at = shapes[at].next)
        youngest = shapes[at].serial;
    const uint32_t end = contacts_up_to(world, youngest);
    for (; *cursor < end; ++*cursor) {
        const pawli_contact *contact = &contacts[*cursor];
        if (shapes[contact->shape_a].body != body && shapes[contact->shape_b].body != body)
            continue;
        if (!(contact->flags & PAWLI_CONTACT_TOUCHING)) continue;
        ++*cursor;
        pawli_contact_describe(world, contact, out);
        return true;
    }
    return false;
}

static bool contact_is_before(const pawl_world *world, uint32_t at,
                              const pawli_contact_place *place) {
    const pawli_contact *contact = &pawli_contacts_const(world)[at];
    if (PAWLI_LARGE_CODE) { /* which hardly ever asks for the other one */
        const uint32_t lower = pawli_shapes_const(world)[contact->shape_a].serial;
        const uint32_t wanted = (uint32_t)(place->serials >> 32);
        if (lower != wanted) return lower < wanted;
    }
    const uint64_t serials = pawli_contact_key(world, contact->shape_a, contact->shape_b);
    return serials < place->serials ||
           (serials == place->serials && pawli_edge_of(world, at) < place->edge);
}

uint32_t pawli_contact_find_from(const pawl_world *world, const pawli_contact_place *place,
                                 uint32_t count) {
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (contact_is_before(world, middle, place)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Null: the two do not touch there. */
static const pawli_contact *find_touching(const pawl_world *world, pawl_contact_key key) {
    const uint16_t a = pawli_pool_find_shape(world, key.shape_a);
    const uint16_t b = pawli_pool_find_shape(world, key.shape_b);
    if (a == PAWLI_NONE || b == PAWLI_NONE) return NULL;
    const uint64_t one = pawli_contact_key(world, a, b), other = one << 32 | one >> 32;
    const uint64_t pair = one < other ? one : other;
    const bool any = key.edge == PAWL_CONTACT_EDGE_ANY;
    const pawli_contact *contacts = pawli_contacts_const(world);
    const pawli_contact_place place = {pair, any ? 0 : key.edge};
    const uint32_t count = world->contact_count;
    for (uint32_t at = pawli_contact_find_from(world, &place, count); at < count; at++) {
        const pawli_contact *contact = &contacts[at];
        if (pawli_contact_key(world, contact->shape_a, contact->shape_b) != pair) return NULL;
        if (!any && pawli_edge_of(world, at) != key.edge) return NULL;
        if (contact->flags & PAWLI_CONTACT_TOUCHING) return contact;
    }
    return NULL;
}

bool pawl_contact_is_valid(const pawl_world *world, pawl_contact_key key) {
    return world != NULL && find_touching(world, key) != NULL;
}

bool pawl_contact_find(const pawl_world *world, pawl_contact_key key, pawl_contact *out) {
    const pawli_contact *contact = world == NULL || out == NULL ? NULL : find_touching(world, key);
    if (contact == NULL) return false;
    pawli_contact_describe(world, contact, out);
    return true;
}

/* A sensor and each shape near it are a contact without points, which nothing but the collision
 * phase and this call looks at. */
bool pawl_shape_next_visitor(const pawl_world *world, pawl_shape_id sensor, uint32_t *cursor,
                             pawl_shape_id *visitor) {
    if (world == NULL || cursor == NULL || visitor == NULL) return false;
    const uint16_t slot = pawli_pool_find_shape(world, sensor);
    if (slot == PAWLI_NONE) return false;
    if (!(pawli_shapes_const(world)[slot].flags & PAWLI_SHAPE_SENSOR)) return false;
    const pawli_contact *contacts = pawli_contacts_const(world);
    while (*cursor < world->contact_count) {
        const pawli_contact *contact = &contacts[(*cursor)++];
        if (!(contact->flags & PAWLI_CONTACT_OVERLAPS)) continue;
        if (contact->shape_a != slot && contact->shape_b != slot) continue;
        *visitor = pawli_pool_shape_id(world, contact->shape_a == slot ? contact->shape_b
                                                                       : contact->shape_a);
        return true;
    }
    return false;
}

/* When a body lands is decided in the step. */
pawl_status pawl_body_drop_through(pawl_world *world, pawl_body_id id) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!PAWL_WITH_ONE_WAY) return PAWL_ERR_UNSUPPORTED;
    const pawli_shape *shapes = pawli_shapes(world);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        pawli_contact *contact = &pawli_contacts(world)[i];
        const pawli_shape *a = &shapes[contact->shape_a], *b = &shapes[contact->shape_b];
        const bool platform_a = b->body == slot && (a->flags & PAWLI_SHAPE_ONE_WAY);
        const bool platform_b = a->body == slot && (b->flags & PAWLI_SHAPE_ONE_WAY);
        if (!platform_a && !platform_b) continue;
        if (pawli_has_events_linked() && (contact->flags & PAWLI_CONTACT_TOUCHING))
            pawli_event_add_late_end(world, contact); /* visits of sensors go on */
        contact->flags = (uint8_t)(contact->flags & ~PAWLI_CONTACT_TOUCHING);
        contact->flags |= PAWLI_CONTACT_DROPPED;
    }
    pawli_wake(world, slot);
    return PAWL_OK;
}
