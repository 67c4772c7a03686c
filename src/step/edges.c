/* edges.c - what a step asks of terrain alone: linked with it. */
#include "step/edges.h"

#include "base/optional.h"
#include "world/terrain.h"

#include <string.h>

PAWLI_MARK(pawli_edges_mark);

/* ---- contacts ------------------------------------------------------------------------------- */

static bool find_contact_edge(const pawli_step *step, const pawli_contact *contact,
                              pawli_edge *out) {
    const bool of_a = !pawli_is_convex(pawli_geometry_of(step, contact->shape_a));
    const uint16_t terrain = of_a ? contact->shape_a : contact->shape_b;
    const uint16_t other = of_a ? contact->shape_b : contact->shape_a;
    const pawl_box reach = pawli_surface_reach(step->world, terrain, other);
    const uint32_t edge = pawli_edge_of(step->world, (uint32_t)(contact - step->contacts));
    return pawli_surface_find(pawli_geometry_of(step, terrain), edge, reach, out);
}

/* Whether the deepest point was outside one step ago, by the velocities of the centers: what stands
 * on a one-way top came from above, what jumps through it did not. Two slops, half the speculative
 * margin, are outside. Speeds are below 2^30, and a step is at most 2^32 in Q0.32. */
static bool comes_from_front(const pawli_step *step, const pawli_contact *contact,
                             const pawl_manifold *manifold) {
    const pawli_body *a = &step->bodies[step->shapes[contact->shape_a].body];
    const pawli_body *b = &step->bodies[step->shapes[contact->shape_b].body];
    const pawl_vec2 closing = pawl_vec2_sub(a->velocity, b->velocity);
    const pawl_vec2 normal = pawl_vec2_make(manifold->normal.c, manifold->normal.s);
    const int64_t speed = pawli_near(pawl_vec2_dot(closing, normal), 30);
    const int64_t time = (int64_t)step->substep * step->world->substeps;
    const int64_t before = manifold->separation + pawli_near(speed * time, 32);
    return before >= -step->world->scales.speculative / 2;
}

void pawli_edges_find_manifold(const pawli_step *step, const pawli_contact *contact,
                               const pawli_frame frames[2], pawl_fx margin, pawl_manifold *out) {
    const pawli_geometry *a = pawli_geometry_of(step, contact->shape_a);
    const pawli_geometry *b = pawli_geometry_of(step, contact->shape_b);
    pawli_edge edge;
    memset(out, 0, sizeof *out);
    if (!find_contact_edge(step, contact, &edge)) return;
    if (pawli_is_convex(a)) {
        pawli_edge_collide_shape(&a->convex, &frames[0], &edge, &frames[1], margin, out);
    } else {
        pawli_edge_collide(&edge, &frames[0], &b->convex, &frames[1], margin, out);
    }
    const bool stays = (contact->flags & PAWLI_CONTACT_TOUCHING) != 0;
    if (edge.one_way && out->count > 0 && !stays && !comes_from_front(step, contact, out)) {
        memset(out, 0, sizeof *out);
    }
}

/* ---- continuous collision ------------------------------------------------------------------- */

/* Half sizes are at most 2^31, so products with a rotation are below 2^62. */
pawl_box pawli_edges_box_in_frame(const pawli_body *body, pawl_vec2 place, pawl_box box,
                                  int64_t margin) {
    const int64_t half_x = ((int64_t)box.upper.x - box.lower.x) / 2 + 1;
    const int64_t half_y = ((int64_t)box.upper.y - box.lower.y) / 2 + 1;
    const pawl_vec2 middle = {(pawl_fx)(box.lower.x + half_x - 1),
                              (pawl_fx)(box.lower.y + half_y - 1)};
    const pawl_vec2 arm = pawl_unrotate(body->rotation, pawl_vec2_sub(middle, place));
    const pawl_vec2 center = pawl_vec2_add(arm, body->center);
    const int64_t c = pawli_magnitude32(body->rotation.c), s = pawli_magnitude32(body->rotation.s);
    const int64_t reach_x = pawli_floor(c * half_x, 30) + pawli_floor(s * half_y, 30) + 3;
    const int64_t reach_y = pawli_floor(s * half_x, 30) + pawli_floor(c * half_y, 30) + 3;
    pawl_box local;
    local.lower.x = pawl_saturate(center.x - reach_x);
    local.lower.y = pawl_saturate(center.y - reach_y);
    local.upper.x = pawl_saturate(center.x + reach_x);
    local.upper.y = pawl_saturate(center.y + reach_y);
    return pawli_flight_grow(local, margin);
}

bool pawli_edges_are_behind(pawl_vec2 apart, const pawli_body *other,
                            const pawli_shape_piece *piece) {
    const pawl_vec2 arm = pawl_unrotate(other->rotation, apart);
    const pawl_vec2 center = pawl_vec2_add(arm, other->center);
    const pawl_vec2 *v = piece->convex->vertices;
    return pawl_vec2_cross(pawl_vec2_sub(v[1], v[0]), pawl_vec2_sub(center, v[0])) > 0;
}
