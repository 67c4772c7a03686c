/* collide_corner.c - surface links against corners: of fixed shapes, of dynamic ones, of circles.
 *
 * A corner is kept on one side of the link: on that where it was (fixed), or on that where the
 * middle of its shape is (dynamic). The correction is shared by the two points as the corner lies
 * between them. Corners beyond the ends of a link are left to its points. */
#include "collide/core.h"
#include "soft/soft_collide.h"

#if PAWL_WITH_SOFT

/* A link in some frame: where it is, and where it was. */
typedef struct link_span {
    pawl_vec2 a, b, was_a, was_b;
} link_span;

/* A link that is tested. */
typedef struct surface_link {
    const pawli_soft_scope *scope;
    uint32_t a, b;   /* particles */
    link_span world; /* raw */
    int64_t x, y;    /* what rounding left over of its middle, 2^-22 */
    bool is_last;
} surface_link;

/* Where a corner lies: the share of b, and on which side at which distance. */
typedef struct corner_contact {
    pawl_rot normal; /* from the corner to the link */
    uint32_t t;      /* Q1.31 */
    int64_t is, was; /* distance, 2^-22 */
} corner_contact;

/* `side` is that of the corner: 1 left of a -> b, -1 right of it. False when it does not lie beside
 * the link. */
static bool find_corner_contact(const link_span *s, pawl_vec2 corner, pawl_vec2 was_corner,
                                int side, corner_contact *out) {
    const pawl_vec2 along = pawl_vec2_sub(s->b, s->a), arm = pawl_vec2_sub(corner, s->a);
    const int64_t foot = pawl_vec2_dot(arm, along), whole = pawl_vec2_dot(along, along);
    if (foot <= 0 || foot >= whole) return false;
    const pawl_rot d = pawl_vec2_normalize(along);
    out->normal.c = side > 0 ? d.s : -d.s; /* away from the corner */
    out->normal.s = side > 0 ? -d.c : d.c;
    out->t = pawli_soft_ratio(foot, whole);
    out->is = -pawli_near(pawli_project(out->normal, arm), 24);
    const pawl_rot before = pawl_vec2_normalize(pawl_vec2_sub(s->was_b, s->was_a));
    const pawl_rot normal = {side > 0 ? before.s : -before.s, side > 0 ? -before.c : before.c};
    out->was = -pawli_near(pawli_project(normal, pawl_vec2_sub(was_corner, s->was_a)), 24);
    return true;
}

static void push_link_off(const surface_link *l, uint16_t shape, const pawli_soft_surface *surface,
                          pawl_fx radius, const corner_contact *f, pawl_vec2 corner) {
    pawli_soft_step *step = l->scope->step;
    const pawli_soft *soft = l->scope->soft;
    const pawli_shape *at = &step->shapes[shape];
    const int64_t reach = ((int64_t)soft->radius + radius) * PAWLI_SOFT_PER_RAW;
    const int64_t is = f->is + pawli_soft_along(f->normal, l->x, l->y);
    const int64_t target = pawli_soft_contact_target(step, f->was, reach);
    if (is >= target) return;
    const pawli_soft_site site = {l->a, l->b, f->t};
    pawli_soft_contact contact;
    contact.normal = f->normal;
    contact.overlap = target - is;
    contact.recovery = target > f->was ? target - f->was : 0;
    contact.friction = pawli_mix_friction(soft->friction, surface->friction);
    contact.restitution = pawl_max(soft->restitution, surface->restitution);
    contact.tangent_move = pawli_soft_plane_tangent_move(step, surface->tangent_speed, f->normal);
    pawli_soft_rigid *rigid = pawli_solve_rigid_of(step, at->body);
    const int64_t x = (int64_t)corner.x * PAWLI_SOFT_PER_RAW - rigid->x;
    const int64_t y = (int64_t)corner.y * PAWLI_SOFT_PER_RAW - rigid->y;
    pawli_soft_contact_solve_body(l->scope, &site, rigid, pawl_saturate(x), pawl_saturate(y),
                                  &contact);
    if (l->is_last && step->bodies[at->body].type == PAWL_DYNAMIC)
        pawli_soft_sleep_couple_body(step, l->scope->slot, at->body);
}

/* Every contact changes positions: this is done anew for each corner that is near. */
static void load_surface_link(surface_link *l) {
    const pawli_soft_step *step = l->scope->step;
    const pawli_soft_particle *a = &step->particles[l->a], *b = &step->particles[l->b];
    const pawli_soft_start *from_a = &l->scope->step->starts[l->a];
    const pawli_soft_start *from_b = &l->scope->step->starts[l->b];
    l->world.a = pawli_soft_round_point(a->x, a->y);
    l->world.b = pawli_soft_round_point(b->x, b->y);
    l->world.was_a = pawli_soft_round_point(from_a->x, from_a->y);
    l->world.was_b = pawli_soft_round_point(from_b->x, from_b->y);
    l->x = (pawli_soft_fraction(a->x) + pawli_soft_fraction(b->x)) / 2;
    l->y = (pawli_soft_fraction(a->y) + pawli_soft_fraction(b->y)) / 2;
}

static pawl_box surface_link_box(const surface_link *l) {
    const link_span *s = &l->world;
    pawl_box box;
    box.lower.x = pawl_min(pawl_min(s->a.x, s->b.x), pawl_min(s->was_a.x, s->was_b.x));
    box.lower.y = pawl_min(pawl_min(s->a.y, s->b.y), pawl_min(s->was_a.y, s->was_b.y));
    box.upper.x = pawl_max(pawl_max(s->a.x, s->b.x), pawl_max(s->was_a.x, s->was_b.x));
    box.upper.y = pawl_max(pawl_max(s->a.y, s->b.y), pawl_max(s->was_a.y, s->was_b.y));
    return pawli_grown(box, l->scope->soft->radius + 1);
}

/* ---- fixed shapes ---------------------------------------------------------------------------- */

static void collide_wall_corner(surface_link *l, const pawli_soft_edge_iterator *iterator,
                                bool at_end) {
    const pawli_soft_edge *edge = iterator->edge;
    const pawl_vec2 corner = at_end ? edge->edge.end : edge->edge.begin;
    corner_contact f;
    load_surface_link(l);
    const link_span s = {pawli_soft_to_frame(&iterator->frames.now, l->world.a),
                         pawli_soft_to_frame(&iterator->frames.now, l->world.b),
                         pawli_soft_to_frame(&iterator->frames.from, l->world.was_a),
                         pawli_soft_to_frame(&iterator->frames.from, l->world.was_b)};
    const int side = pawli_soft_sign(pawli_orient(s.was_a, s.was_b, corner));
    if (side == 0 || !pawli_soft_exact_corner_faces(&edge->edge, at_end, s.was_a, s.was_b)) return;
    if (!find_corner_contact(&s, corner, corner, side, &f)) return;
    f.normal = pawli_turn(iterator->frames.now.rotation, f.normal);
    const pawli_soft_surface surface = pawli_soft_edges_surface(l->scope->step, edge);
    push_link_off(l, edge->shape, &surface, edge->radius, &f,
                  pawli_soft_from_frame(&iterator->frames.now, corner));
}

static void collide_wall_corners(surface_link *l) {
    pawli_soft_edge_iterator iterator;
    if (l->scope->edges != NULL && l->scope->edge_count == 0) return;
    pawli_soft_edges_begin(l->scope, surface_link_box(l), &iterator);
    while (pawli_soft_edges_next(&iterator)) {
        if (pawli_soft_has_corner(&iterator, false)) collide_wall_corner(l, &iterator, false);
        if (pawli_soft_has_corner(&iterator, true)) collide_wall_corner(l, &iterator, true);
    }
}

/* ---- dynamic shapes and circles -------------------------------------------------------------- */

static pawl_vec2 vertex_mean(const pawl_convex *convex) {
    int64_t x = 0, y = 0;
    for (int i = 0; i < convex->count; i++) {
        x += convex->vertices[i].x;
        y += convex->vertices[i].y;
    }
    return pawl_vec2_make(pawl_saturate(x / convex->count), pawl_saturate(y / convex->count));
}

static bool may_reach_body(const surface_link *l, const pawli_soft_frames *frames, pawl_fx extent) {
    const pawl_box box = pawli_grown(surface_link_box(l), extent);
    const pawl_box at = {frames->now.position, frames->now.position};
    return pawl_box_overlaps(box, at);
}

static void collide_convex_corners(surface_link *l, uint16_t shape) {
    pawli_soft_step *step = l->scope->step;
    const pawli_shape *at = &step->shapes[shape];
    if (at->flags & PAWLI_SHAPE_ONE_WAY) return;
    const pawl_convex *convex = &pawli_geometries_const(step->world)[at->geometry].convex;
    const pawli_soft_frames frames = pawli_soft_edges_frames(step, at->body);
    if (!may_reach_body(l, &frames, step->bodies[at->body].extent)) return;
    const pawl_vec2 middle = pawli_soft_from_frame(&frames.now, vertex_mean(convex));
    const pawl_vec2 was_middle = pawli_soft_from_frame(&frames.from, vertex_mean(convex));
    for (int i = 0; i < convex->count; i++) {
        corner_contact f;
        const pawl_vec2 corner = pawli_soft_from_frame(&frames.now, convex->vertices[i]);
        const pawl_vec2 was = pawli_soft_from_frame(&frames.from, convex->vertices[i]);
        load_surface_link(l);
        int side = pawli_soft_sign(
            pawli_orient(l->world.was_a, l->world.was_b, convex->count == 2 ? was : was_middle));
        if (side == 0) side = pawli_soft_sign(pawli_orient(l->world.a, l->world.b, middle));
        if (side == 0 || !find_corner_contact(&l->world, corner, was, side, &f)) continue;
        const pawli_soft_surface surface = pawli_soft_surface_of(&l->scope->step->shapes[shape]);
        push_link_off(l, shape, &surface, convex->radius, &f, corner);
    }
}

static bool has_convex_collider(const pawli_soft_scope *scope) {
    for (uint32_t i = 0; i < scope->shape_count; i++) {
        if (pawli_soft_is_convex(scope->step->world, scope->shapes[i])) return true;
    }
    return false;
}

void pawli_collide_corner(pawli_soft_scope *scope, bool is_last) {
    const pawli_soft *soft = scope->soft;
    pawli_soft_step *step = scope->step;
    const bool any_convex = has_convex_collider(scope);
    if (!any_convex && scope->edges != NULL && scope->edge_count == 0) return;
    for (uint32_t i = 0; i < soft->link_count; i++) {
        const pawli_soft_link *link = &step->links[soft->first_link + i];
        if (link->type != PAWL_LINK_DISTANCE || !(link->flags & PAWL_LINK_SURFACE)) continue;
        if (pawli_soft_is_torn(link)) continue;
        surface_link l = {.scope = scope,
                          .a = (uint32_t)soft->first_point + link->a,
                          .b = (uint32_t)soft->first_point + link->b,
                          .is_last = is_last};
        load_surface_link(&l);
        collide_wall_corners(&l);
        for (uint32_t k = 0; any_convex && k < scope->shape_count; k++) {
            if (pawli_soft_is_convex(step->world, scope->shapes[k]))
                collide_convex_corners(&l, scope->shapes[k]);
        }
    }
}

#endif
