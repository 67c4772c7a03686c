/* contact.c - the sorted array of contacts: every pair of shapes whose fat boxes overlap.
 *
 * The array is dense and ordered by (lower shape serial, higher shape serial). Its order is the
 * order of everything that is done with contacts, and it depends on creation order alone. */
#include "world/world.h"

#include <string.h>

uint64_t pawli_contact_key(const pawl_world *world, uint16_t shape_a, uint16_t shape_b) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    return (uint64_t)shapes[shape_a].serial << 32 | shapes[shape_b].serial;
}

/* Remove, keeping the order, every contact of a shape or of all shapes of a body. */
static void drop_contacts(pawl_world *world, uint16_t shape, uint16_t body) {
    pawli_contact *contacts = pawli_contacts(world);
    const pawli_shape *shapes = pawli_shapes(world);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->contact_count; i++) {
        const pawli_contact *contact = &contacts[i];
        const bool of_shape = contact->shape_a == shape || contact->shape_b == shape;
        const bool of_body =
            shapes[contact->shape_a].body == body || shapes[contact->shape_b].body == body;
        if (of_shape || of_body) {
            if (contact->flags & PAWLI_CONTACT_TOUCHING) pawli_add_end(world, contact, false);
            continue;
        }
        if (kept != i) contacts[kept] = *contact;
        kept++;
    }
    world->contact_count = kept;
}

void pawli_drop_contacts_of_shape(pawl_world *world, uint16_t shape) {
    drop_contacts(world, shape, PAWLI_NONE);
}

void pawli_drop_contacts_of_body(pawl_world *world, uint16_t body) {
    drop_contacts(world, PAWLI_NONE, body);
}

/* Masses changed: recompute the cached ratios. */
void pawli_refresh_ratios(pawl_world *world, uint16_t body) {
    pawli_contact *contacts = pawli_contacts(world);
    const pawli_shape *shapes = pawli_shapes(world);
    const pawli_body *bodies = pawli_bodies(world);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        const uint16_t a = shapes[contacts[i].shape_a].body;
        const uint16_t b = shapes[contacts[i].shape_b].body;
        if (a == body || b == body) contacts[i].ratio = pawli_mass_ratio(&bodies[a], &bodies[b]);
    }
}

/* n . (R(turn) r - r): how far a turn of one body since the manifold was made carries its anchor
 * along the normal, Q10.22. The rotated part has |R r - r| <= 2|r| < 2^15 units, 2^37 in Q.22;
 * times a normal in Q8.24 that is 2^62 at most for both axes. */
static int64_t turned_along(pawl_rot normal, pawl_vec2 arm, pawl_angle turn) {
    if (turn == 0) return 0;
    const pawl_rot rotation = pawl_rot_from_angle(turn);
    const int64_t lost = (int64_t)rotation.c - PAWL_UNIT;
    const int64_t x = pawli_near(lost * arm.x - (int64_t)rotation.s * arm.y, 24);
    const int64_t y = pawli_near((int64_t)rotation.s * arm.x + lost * arm.y, 24);
    return pawli_near(pawli_near(normal.c, 6) * x + pawli_near(normal.s, 6) * y, 24);
}

int64_t pawli_contact_separation(const pawli_contact *contact, int point, const pawli_body *a,
                                 const pawli_body *b) {
    const pawli_contact_point *p = &contact->points[point];
    const pawl_vec2 arm_b = pawl_vec2_sub(p->offset, contact->delta);
    const int64_t x = pawli_center_delta(a->position.x, a->rest_x, b->position.x, b->rest_x) -
                      contact->delta.x * INT64_C(64);
    const int64_t y = pawli_center_delta(a->position.y, a->rest_y, b->position.y, b->rest_y) -
                      contact->delta.y * INT64_C(64);
    const int64_t moved =
        pawli_near(pawli_near(contact->normal.c, 6) * x + pawli_near(contact->normal.s, 6) * y, 24);
    return p->separation * INT64_C(64) + moved +
           turned_along(contact->normal, arm_b, b->angle - contact->angle_b) -
           turned_along(contact->normal, p->offset, a->angle - contact->angle_a);
}

/* impulse = velocity / (1/mA + 1/mB) = velocity * alpha_A * mA (or the mirror image of it). */
static pawl_wide impulse_of(const pawli_contact *contact, int32_t velocity, const pawli_body *a,
                            const pawli_body *b) {
    const bool use_a = contact->ratio != 0;
    const int32_t alpha = use_a ? contact->ratio : PAWL_UNIT - contact->ratio;
    const int64_t share = pawli_near((int64_t)velocity * alpha, 14); /* Q32.32 */
    return pawli_scaled_apply(pawli_body_mass(use_a ? a : b), share, -16);
}

static void describe(const pawl_world *world, const pawli_contact *contact, pawl_contact *out) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_body *a = &pawli_bodies_const(world)[shapes[contact->shape_a].body];
    const pawli_body *b = &pawli_bodies_const(world)[shapes[contact->shape_b].body];
    memset(out, 0, sizeof *out);
    out->shape_a = pawli_shape_id(world, contact->shape_a);
    out->shape_b = pawli_shape_id(world, contact->shape_b);
    out->normal = contact->normal;
    out->count = contact->count;
    for (int i = 0; i < contact->count; i++) {
        out->points[i] = pawl_vec2_add(a->position, contact->points[i].offset);
        out->separations[i] =
            pawl_saturate(pawli_near(pawli_contact_separation(contact, i, a, b), 6));
        out->impulses[i] = impulse_of(contact, contact->points[i].normal_impulse, a, b);
    }
}

bool pawl_world_next_contact(const pawl_world *world, uint32_t *cursor, pawl_contact *out) {
    if (world == NULL || cursor == NULL || out == NULL) return false;
    const pawli_contact *contacts = pawli_contacts_const(world);
    for (; *cursor < world->contact_count; ++*cursor) {
        if (!(contacts[*cursor].flags & PAWLI_CONTACT_TOUCHING)) continue;
        describe(world, &contacts[(*cursor)++], out);
        return true;
    }
    return false;
}
