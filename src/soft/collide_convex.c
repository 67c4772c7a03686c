/* collide_convex.c - points against circles, and against the shapes of dynamic bodies.
 *
 * The contact is that of the shape with a circle as large as the radius, as rigid bodies have it.
 * A point that goes through the shape in one sub-step is found by a ray cast along its movement, in
 * the frame of the body. */
#include "base/optional.h"
#include "collide/core.h"
#include "soft/soft_collide.h"

#include <string.h>

PAWLI_PULLS(pulls_round_soft, pawli_collide_round_mark);

#if PAWL_WITH_SOFT

typedef struct point_contact {
    const pawli_soft_scope *scope;
    const pawli_shape *shape;
    const pawl_convex *convex;
    pawli_soft_frames frames;
    pawl_vec2 from, to; /* of the point, raw */
    pawl_rot normal;
    int64_t was, is; /* distance from the surface, 2^-22: below 2^38 */
} point_contact;

/* A point as a shape. */
static pawl_convex make_point_shape(pawl_fx radius) {
    pawl_convex point_shape;
    memset(&point_shape, 0, sizeof point_shape);
    point_shape.count = 1;
    point_shape.radius = radius;
    return point_shape;
}

static bool measure_point(const point_contact *m, const pawli_frame *frame, pawl_vec2 point,
                          pawl_fx margin, pawl_manifold *out) {
    const pawl_convex point_shape = make_point_shape(0);
    const pawli_frame at = {point, {PAWL_UNIT, 0}, {0, 0}};
    pawli_collide(m->convex, frame, &point_shape, &at, margin, out);
    return out->count > 0;
}

/* The first touch of the movement in the frame of the body. */
static bool cast_point(point_contact *m) {
    const pawli_frame origin = {{0, 0}, {PAWL_UNIT, 0}, {0, 0}};
    const pawl_vec2 from = pawli_soft_to_frame(&m->frames.from, m->from);
    const pawl_vec2 to = pawli_soft_to_frame(&m->frames.now, m->to);
    const pawl_vec2 motion = pawl_vec2_sub(to, from);
    pawl_cast_hit hit;
    if (!pawli_is_translation(motion)) return false;
    pawli_ray_cast(m->convex, &origin, from, motion, &hit);
    if (!hit.hit || hit.inside) return false;
    m->normal = pawli_turn(m->frames.now.rotation, hit.normal);
    m->is = pawli_near(pawli_project(hit.normal, pawl_vec2_sub(to, hit.point)), 24);
    m->was = pawli_near(pawli_project(hit.normal, pawl_vec2_sub(from, hit.point)), 24);
    return m->is < 0;
}

static bool find_point_contact(point_contact *m) {
    const pawl_fx radius = m->scope->soft->radius;
    pawl_manifold now, before;
    if (cast_point(m)) return true;
    if (!measure_point(m, &m->frames.now, m->to, radius, &now)) return false;
    m->normal = now.normal;
    m->is = (int64_t)now.points[0].separation * PAWLI_SOFT_PER_RAW;
    if (m->is >= (int64_t)radius * PAWLI_SOFT_PER_RAW) return false;
    m->was = (int64_t)radius * PAWLI_SOFT_PER_RAW;
    if (measure_point(m, &m->frames.from, m->from, radius, &before))
        m->was = (int64_t)before.points[0].separation * PAWLI_SOFT_PER_RAW;
    return true;
}

/* One-way shapes stop what was above them. Products of parts of unit vectors, which are at most a
 * few raw units above 2^30, have 60 bits. */
static bool is_one_way_disabled(const point_contact *m) {
    if (!(m->shape->flags & PAWLI_SHAPE_ONE_WAY)) return false;
    const pawl_rot r = m->frames.now.rotation, n = m->normal;
    const int64_t up = (int64_t)n.s * r.c - (int64_t)n.c * r.s;
    const int64_t across = (int64_t)n.c * r.c + (int64_t)n.s * r.s;
    return m->was < 0 || up < across || up < -across;
}

static void collide_point_contact(point_contact *m, uint32_t index, bool is_last) {
    pawli_soft_step *step = m->scope->step;
    const pawli_soft *soft = m->scope->soft;
    if (!find_point_contact(m) || is_one_way_disabled(m)) return;
    const int64_t reach = (int64_t)soft->radius * PAWLI_SOFT_PER_RAW;
    const int64_t target = pawli_soft_contact_target(step, m->was, reach);
    if (m->is >= target) return;
    const pawli_soft_site site = {index, index, 0};
    pawli_soft_contact contact;
    contact.normal = m->normal;
    contact.overlap = target - m->is;
    contact.recovery = target > m->was ? target - m->was : 0;
    contact.friction = pawli_mix_friction(soft->friction, m->shape->friction);
    contact.restitution = pawl_max(soft->restitution, m->shape->restitution);
    contact.tangent_move = pawli_soft_plane_tangent_move(step, m->shape->tangent_speed, m->normal);
    const pawli_soft_particle *particle = &step->particles[index];
    pawli_soft_rigid *rigid = m->frames.rigid;
    if (rigid == NULL) rigid = pawli_solve_rigid_of(step, m->shape->body);
    const int64_t x = particle->x - pawli_soft_component(m->normal.c, m->is) - rigid->x;
    const int64_t y = particle->y - pawli_soft_component(m->normal.s, m->is) - rigid->y;
    pawli_soft_contact_solve_body(m->scope, &site, rigid, pawl_saturate(x), pawl_saturate(y),
                                  &contact);
    if (is_last && step->bodies[m->shape->body].type == PAWL_DYNAMIC)
        pawli_soft_sleep_couple_body(step, m->scope->slot, m->shape->body);
}

/* Whether the movement of a point comes near the circle around all of a body. */
static bool is_point_near(const point_contact *m, pawl_fx extent) {
    const int64_t reach = (int64_t)extent + m->scope->soft->radius + 2;
    const pawl_vec2 a = m->frames.from.position, b = m->frames.now.position;
    return pawl_max(m->from.x, m->to.x) >= pawl_min(a.x, b.x) - reach &&
           pawl_min(m->from.x, m->to.x) <= pawl_max(a.x, b.x) + reach &&
           pawl_max(m->from.y, m->to.y) >= pawl_min(a.y, b.y) - reach &&
           pawl_min(m->from.y, m->to.y) <= pawl_max(a.y, b.y) + reach;
}

static void collide_point_with_shapes(const pawli_soft_scope *scope, uint32_t index, bool is_last) {
    pawli_soft_step *step = scope->step;
    const pawli_soft_start *start = &step->starts[index];
    for (uint32_t i = 0; i < scope->shape_count; i++) {
        const uint16_t at = scope->shapes[i];
        if (!pawli_soft_is_convex(step->world, at)) continue;
        point_contact m;
        memset(&m, 0, sizeof m);
        m.scope = scope;
        m.shape = &step->shapes[at];
        m.convex = &pawli_geometries_const(step->world)[m.shape->geometry].convex;
        m.frames = pawli_soft_edges_frames(step, m.shape->body);
        m.from = pawli_soft_round_point(start->x, start->y);
        m.to = pawli_soft_round_point(step->particles[index].x, step->particles[index].y);
        if (is_point_near(&m, step->bodies[m.shape->body].extent))
            collide_point_contact(&m, index, is_last);
    }
}

void pawli_collide_convex(pawli_soft_scope *scope, bool is_last) {
    bool any = false;
    for (uint32_t i = 0; i < scope->shape_count && !any; i++)
        any = pawli_soft_is_convex(scope->step->world, scope->shapes[i]);
    if (!any) return;
    for (uint32_t i = 0; i < scope->soft->point_count; i++)
        collide_point_with_shapes(scope, scope->soft->first_point + i, is_last);
}

#endif
