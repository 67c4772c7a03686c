/* collide_convex.c - points of soft bodies against circles, and against the shapes of dynamic
 * bodies.
 *
 * The contact is that of the shape with a circle as large as the radius, as rigid bodies have it.
 * What moves past the shape in one sub-step is found by the ray of its way, in the frame of the
 * body. */
#include "collide/core.h"
#include "soft/soft_collide.h"

#include <string.h>

#if PAWL_WITH_SOFT

typedef struct meeting {
    const pawli_soft_scope *scope;
    const pawli_shape *shape;
    const pawl_convex *convex;
    pawli_soft_frames frames;
    pawl_vec2 from, to; /* of the point, raw */
    pawl_rot normal;
    int64_t was, is; /* distance from the surface, fine */
} meeting;

/* A point as a shape. */
static pawl_convex make_dot(pawl_fx radius) {
    pawl_convex dot;
    memset(&dot, 0, sizeof dot);
    dot.count = 1;
    dot.radius = radius;
    return dot;
}

static bool measure(const meeting *m, const pawli_frame *frame, pawl_vec2 point, pawl_fx margin,
                    pawl_manifold *out) {
    const pawl_convex dot = make_dot(0);
    const pawli_frame at = {point, {PAWL_UNIT, 0}, {0, 0}};
    pawli_collide(m->convex, frame, &dot, &at, margin, out);
    return out->count > 0;
}

/* The first touch on the way through the frame of the body. */
static bool cast(meeting *m) {
    const pawli_frame origin = {{0, 0}, {PAWL_UNIT, 0}, {0, 0}};
    const pawl_vec2 from = pawli_soft_to_frame(&m->frames.from, m->from);
    const pawl_vec2 to = pawli_soft_to_frame(&m->frames.now, m->to);
    const pawl_vec2 way = pawl_vec2_sub(to, from);
    pawl_cast_hit hit;
    if (!pawli_is_translation(way)) return false;
    pawli_ray_cast(m->convex, &origin, from, way, &hit);
    if (!hit.hit || hit.inside) return false;
    m->normal = pawli_turn(m->frames.now.rotation, hit.normal);
    m->is = pawli_near(pawli_project(hit.normal, pawl_vec2_sub(to, hit.point)), 24);
    m->was = pawli_near(pawli_project(hit.normal, pawl_vec2_sub(from, hit.point)), 24);
    return m->is < 0;
}

static bool find(meeting *m) {
    const pawl_fx radius = m->scope->soft->radius;
    pawl_manifold now, before;
    if (cast(m)) return true;
    if (!measure(m, &m->frames.now, m->to, radius, &now)) return false;
    m->normal = now.normal;
    m->is = (int64_t)now.points[0].separation * PAWLI_SOFT_PER_RAW;
    if (m->is >= (int64_t)radius * PAWLI_SOFT_PER_RAW) return false;
    m->was = (int64_t)radius * PAWLI_SOFT_PER_RAW;
    if (measure(m, &m->frames.from, m->from, radius, &before))
        m->was = (int64_t)before.points[0].separation * PAWLI_SOFT_PER_RAW;
    return true;
}

/* One-way shapes stop what was above them. */
static bool is_let_pass(const meeting *m) {
    if (!(m->shape->flags & PAWLI_SHAPE_ONE_WAY)) return false;
    const pawl_rot r = m->frames.now.rotation, n = m->normal;
    const int64_t up = (int64_t)n.s * r.c - (int64_t)n.c * r.s;
    const int64_t across = (int64_t)n.c * r.c + (int64_t)n.s * r.s;
    return m->was < 0 || up < across || up < -across;
}

static void meet(meeting *m, uint16_t shape, uint32_t index, bool is_last) {
    pawli_soft_step *step = m->scope->step;
    const pawli_soft *soft = m->scope->soft;
    if (!find(m) || is_let_pass(m)) return;
    const int64_t reach = (int64_t)soft->radius * PAWLI_SOFT_PER_RAW;
    const int64_t wanted = pawli_soft_contact_target(step, m->was, reach);
    if (m->is >= wanted) return;
    const pawli_soft_site grip = {index, index, 0};
    pawli_soft_contact touch;
    touch.normal = m->normal;
    touch.lacks = wanted - m->is;
    touch.ease = wanted > m->was ? wanted - m->was : 0;
    touch.friction = pawli_mix_friction(soft->friction, m->shape->friction);
    touch.restitution = pawl_max(soft->restitution, m->shape->restitution);
    touch.belt = pawli_soft_plane_tangent_move(step, shape, m->normal);
    const pawli_soft_particle *node = &step->nodes[index];
    pawli_soft_rigid *rigid = m->frames.rigid;
    if (rigid == NULL) rigid = pawli_solve_rigid_of(step, m->shape->body);
    const int64_t x = node->x - pawli_near(m->normal.c * m->is, 30) - rigid->x;
    const int64_t y = node->y - pawli_near(m->normal.s * m->is, 30) - rigid->y;
    pawli_soft_contact_solve_body(m->scope, &grip, rigid, pawl_saturate(x), pawl_saturate(y),
                                  &touch);
    if (is_last && step->bodies[m->shape->body].type == PAWL_DYNAMIC)
        pawli_soft_sleep_couple_body(step, m->scope->slot, m->shape->body);
}

/* Whether the way of a point comes near the circle around all of a body. */
static bool is_near(const meeting *m, pawl_fx extent) {
    const int64_t reach = (int64_t)extent + m->scope->soft->radius + 2;
    const pawl_vec2 a = m->frames.from.position, b = m->frames.now.position;
    return pawl_max(m->from.x, m->to.x) >= pawl_min(a.x, b.x) - reach &&
           pawl_min(m->from.x, m->to.x) <= pawl_max(a.x, b.x) + reach &&
           pawl_max(m->from.y, m->to.y) >= pawl_min(a.y, b.y) - reach &&
           pawl_min(m->from.y, m->to.y) <= pawl_max(a.y, b.y) + reach;
}

static bool is_round(const pawl_world *world, uint16_t shape) {
    const pawli_geometry *geometry =
        &pawli_geometries_const(world)[pawli_shapes_const(world)[shape].geometry];
    return pawli_is_convex(geometry) && !pawli_soft_edges_is_fixed(world, shape);
}

static void meet_shapes(const pawli_soft_scope *scope, uint32_t index, bool is_last) {
    pawli_soft_step *step = scope->step;
    const pawli_soft_start *start = &step->starts[index];
    for (uint32_t i = 0; i < scope->shape_count; i++) {
        const uint16_t at = scope->shapes[i];
        if (!is_round(step->world, at)) continue;
        meeting m;
        memset(&m, 0, sizeof m);
        m.scope = scope;
        m.shape = &step->shapes[at];
        m.convex = &pawli_geometries_const(step->world)[m.shape->geometry].convex;
        m.frames = pawli_soft_edges_frames(step, m.shape->body);
        m.from = pawli_soft_round_point(start->x, start->y);
        m.to = pawli_soft_round_point(step->nodes[index].x, step->nodes[index].y);
        if (is_near(&m, step->bodies[m.shape->body].extent)) meet(&m, at, index, is_last);
    }
}

void pawli_collide_convex(pawli_soft_scope *scope, bool is_last) {
    bool any = false;
    for (uint32_t i = 0; i < scope->shape_count && !any; i++)
        any = is_round(scope->step->world, scope->shapes[i]);
    if (!any) return;
    for (uint32_t i = 0; i < scope->soft->point_count; i++)
        meet_shapes(scope, scope->soft->first_point + i, is_last);
}

#endif
