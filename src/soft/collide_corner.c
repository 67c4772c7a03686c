/* collide_corner.c - surface links against corners: of fixed shapes, of dynamic ones, of circles.
 *
 * A corner is held off on one side of the link: on that where it was (fixed), or on that where the
 * middle of its shape is (dynamic). The push is shared by the two points as the corner lies between
 * them. Corners nearer to the ends of a link are met by its points. */
#include "collide/core.h"
#include "soft/soft_collide.h"

#if PAWL_WITH_SOFT

/* A link in some frame: where it is, and where it was. */
typedef struct span {
    pawl_vec2 a, b, was_a, was_b;
} span;

/* A link that is looked at. */
typedef struct line {
    const pawli_soft_scope *scope;
    uint32_t a, b; /* nodes */
    span world;    /* raw */
    int64_t x, y;  /* what rounding left over of the middle of it, fine */
    bool is_last;
} line;

/* Where a corner lies: the part of b, and on which side at which distance. */
typedef struct finding {
    pawl_rot normal; /* from the corner to the link */
    uint32_t t;      /* Q1.31 */
    int64_t is, was; /* fine */
} finding;

static uint32_t ratio(int64_t part, int64_t whole) {
    while (whole >= INT64_C(1) << 31) {
        part /= 2;
        whole /= 2;
    }
    return (uint32_t)(((uint64_t)part << 31) / (uint64_t)whole);
}

/* `side` is that of the corner: 1 left of a -> b, -1 right of it. False when it does not lie beside
 * the link. */
static bool find(const span *s, pawl_vec2 corner, pawl_vec2 was_corner, int side, finding *out) {
    const pawl_vec2 along = pawl_vec2_sub(s->b, s->a), arm = pawl_vec2_sub(corner, s->a);
    const int64_t foot = pawl_vec2_dot(arm, along), whole = pawl_vec2_dot(along, along);
    if (foot <= 0 || foot >= whole) return false;
    const pawl_rot d = pawl_vec2_normalize(along);
    out->normal.c = side > 0 ? d.s : -d.s; /* away from the corner */
    out->normal.s = side > 0 ? -d.c : d.c;
    out->t = ratio(foot, whole);
    out->is = -pawli_near(pawli_project(out->normal, arm), 24);
    const pawl_rot before = pawl_vec2_normalize(pawl_vec2_sub(s->was_b, s->was_a));
    const pawl_rot normal = {side > 0 ? before.s : -before.s, side > 0 ? -before.c : before.c};
    out->was = -pawli_near(pawli_project(normal, pawl_vec2_sub(was_corner, s->was_a)), 24);
    return true;
}

static int sign_of(int64_t value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

static void press(const line *l, uint16_t shape, pawl_fx radius, const finding *f,
                  pawl_vec2 corner) {
    pawli_soft_step *step = l->scope->step;
    const pawli_soft *soft = l->scope->soft;
    const pawli_shape *at = &step->shapes[shape];
    const int64_t reach = ((int64_t)soft->radius + radius) * PAWLI_SOFT_PER_RAW;
    const int64_t is = f->is + pawli_soft_along(f->normal, l->x, l->y);
    const int64_t wanted = pawli_soft_contact_target(step, f->was, reach);
    if (is >= wanted) return;
    const pawli_soft_site grip = {l->a, l->b, f->t};
    pawli_soft_contact touch;
    touch.normal = f->normal;
    touch.lacks = wanted - is;
    touch.ease = wanted > f->was ? wanted - f->was : 0;
    touch.friction = pawli_mix_friction(soft->friction, at->friction);
    touch.restitution = pawl_max(soft->restitution, at->restitution);
    touch.belt = pawli_soft_plane_tangent_move(step, shape, f->normal);
    pawli_soft_rigid *rigid = pawli_solve_rigid_of(step, at->body);
    const int64_t x = (int64_t)corner.x * PAWLI_SOFT_PER_RAW - rigid->x;
    const int64_t y = (int64_t)corner.y * PAWLI_SOFT_PER_RAW - rigid->y;
    pawli_soft_contact_solve_body(l->scope, &grip, rigid, pawl_saturate(x), pawl_saturate(y),
                                  &touch);
    if (l->is_last && step->bodies[at->body].type == PAWL_DYNAMIC)
        pawli_soft_sleep_couple_body(step, l->scope->slot, at->body);
}

static int64_t rest_of(int64_t fine) {
    return fine - (int64_t)pawli_soft_round(fine) * PAWLI_SOFT_PER_RAW;
}

/* Places change with every push: looked at anew for each corner that is near. */
static void load(line *l) {
    const pawli_soft_step *step = l->scope->step;
    const pawli_soft_particle *a = &step->nodes[l->a], *b = &step->nodes[l->b];
    const pawli_soft_start *from_a = &l->scope->step->starts[l->a];
    const pawli_soft_start *from_b = &l->scope->step->starts[l->b];
    l->world.a = pawli_soft_round_point(a->x, a->y);
    l->world.b = pawli_soft_round_point(b->x, b->y);
    l->world.was_a = pawli_soft_round_point(from_a->x, from_a->y);
    l->world.was_b = pawli_soft_round_point(from_b->x, from_b->y);
    l->x = (rest_of(a->x) + rest_of(b->x)) / 2;
    l->y = (rest_of(a->y) + rest_of(b->y)) / 2;
}

static pawl_box box_of(const line *l) {
    const span *s = &l->world;
    pawl_box box;
    box.lower.x = pawl_min(pawl_min(s->a.x, s->b.x), pawl_min(s->was_a.x, s->was_b.x));
    box.lower.y = pawl_min(pawl_min(s->a.y, s->b.y), pawl_min(s->was_a.y, s->was_b.y));
    box.upper.x = pawl_max(pawl_max(s->a.x, s->b.x), pawl_max(s->was_a.x, s->was_b.x));
    box.upper.y = pawl_max(pawl_max(s->a.y, s->b.y), pawl_max(s->was_a.y, s->was_b.y));
    return pawli_grown(box, l->scope->soft->radius + 1);
}

/* ---- fixed shapes ---------------------------------------------------------------------------- */

static void meet_corner(line *l, const pawli_soft_edge_iterator *walk, bool at_end) {
    const pawli_soft_edge *edge = walk->edge;
    const pawl_vec2 corner = at_end ? edge->edge.end : edge->edge.begin;
    finding f;
    load(l);
    const span s = {pawli_soft_to_frame(&walk->frames.now, l->world.a),
                    pawli_soft_to_frame(&walk->frames.now, l->world.b),
                    pawli_soft_to_frame(&walk->frames.from, l->world.was_a),
                    pawli_soft_to_frame(&walk->frames.from, l->world.was_b)};
    const int side = sign_of(pawli_orient(s.was_a, s.was_b, corner));
    if (side == 0 || !pawli_soft_exact_corner_faces(&edge->edge, at_end, s.was_a, s.was_b)) return;
    if (!find(&s, corner, corner, side, &f)) return;
    f.normal = pawli_turn(walk->frames.now.rotation, f.normal);
    press(l, edge->shape, edge->radius, &f, pawli_soft_from_frame(&walk->frames.now, corner));
}

static void meet_fixed(line *l) {
    pawli_soft_edge_iterator walk;
    if (l->scope->edges != NULL && l->scope->edge_count == 0) return;
    pawli_soft_edges_begin(l->scope, box_of(l), &walk);
    while (pawli_soft_edges_next(&walk)) {
        if (pawli_soft_has_corner(&walk, false)) meet_corner(l, &walk, false);
        if (pawli_soft_has_corner(&walk, true)) meet_corner(l, &walk, true);
    }
}

/* ---- dynamic shapes and circles -------------------------------------------------------------- */

static bool is_loose(const pawl_world *world, uint16_t shape) {
    const pawli_geometry *geometry =
        &pawli_geometries_const(world)[pawli_shapes_const(world)[shape].geometry];
    return pawli_is_convex(geometry) && !pawli_soft_edges_is_fixed(world, shape);
}

static pawl_vec2 middle_of(const pawl_convex *convex) {
    int64_t x = 0, y = 0;
    for (int i = 0; i < convex->count; i++) {
        x += convex->vertices[i].x;
        y += convex->vertices[i].y;
    }
    return pawl_vec2_make(pawl_saturate(x / convex->count), pawl_saturate(y / convex->count));
}

static bool may_meet(const line *l, const pawli_soft_frames *frames, pawl_fx extent) {
    const pawl_box box = pawli_grown(box_of(l), extent);
    const pawl_box at = {frames->now.position, frames->now.position};
    return pawl_box_overlaps(box, at);
}

static void meet_loose(line *l, uint16_t shape) {
    pawli_soft_step *step = l->scope->step;
    const pawli_shape *at = &step->shapes[shape];
    if (at->flags & PAWLI_SHAPE_ONE_WAY) return;
    const pawl_convex *convex = &pawli_geometries_const(step->world)[at->geometry].convex;
    const pawli_soft_frames frames = pawli_soft_edges_frames(step, at->body);
    if (!may_meet(l, &frames, step->bodies[at->body].extent)) return;
    const pawl_vec2 middle = pawli_soft_from_frame(&frames.now, middle_of(convex));
    const pawl_vec2 was_middle = pawli_soft_from_frame(&frames.from, middle_of(convex));
    for (int i = 0; i < convex->count; i++) {
        finding f;
        const pawl_vec2 corner = pawli_soft_from_frame(&frames.now, convex->vertices[i]);
        const pawl_vec2 was = pawli_soft_from_frame(&frames.from, convex->vertices[i]);
        load(l);
        int side = sign_of(
            pawli_orient(l->world.was_a, l->world.was_b, convex->count == 2 ? was : was_middle));
        if (side == 0) side = sign_of(pawli_orient(l->world.a, l->world.b, middle));
        if (side == 0 || !find(&l->world, corner, was, side, &f)) continue;
        press(l, shape, convex->radius, &f, corner);
    }
}

static bool has_loose(const pawli_soft_scope *scope) {
    for (uint32_t i = 0; i < scope->shape_count; i++) {
        if (is_loose(scope->step->world, scope->shapes[i])) return true;
    }
    return false;
}

void pawli_collide_corner(pawli_soft_scope *scope, bool is_last) {
    const pawli_soft *soft = scope->soft;
    pawli_soft_step *step = scope->step;
    const bool any_loose = has_loose(scope);
    if (!any_loose && scope->edges != NULL && scope->edge_count == 0) return;
    for (uint32_t i = 0; i < soft->link_count; i++) {
        const pawli_soft_link *link = &step->links[soft->first_link + i];
        if (link->kind != PAWL_LINK_DISTANCE || !(link->flags & PAWL_LINK_SURFACE)) continue;
        if (pawli_soft_is_torn(link)) continue;
        line l = {.scope = scope,
                  .a = (uint32_t)soft->first_point + link->a,
                  .b = (uint32_t)soft->first_point + link->b,
                  .is_last = is_last};
        load(&l);
        meet_fixed(&l);
        for (uint32_t k = 0; any_loose && k < scope->shape_count; k++) {
            if (is_loose(step->world, scope->shapes[k])) meet_loose(&l, scope->shapes[k]);
        }
    }
}

#endif
