/* soft_edges.c - the edges of fixed shapes near a place, one after the other.
 *
 * Terrain has edges of its own. A polygon on a static or kinematic body is a block with its front
 * outside, and a segment an edge with two fronts; the radius of a rounded one only adds to that of
 * the soft body. Of a one-way shape there are only the edges that look up. */
#include "soft/soft_collide.h"

#include <string.h>

#if PAWL_WITH_SOFT

bool pawli_soft_edges_is_fixed(const pawl_world *world, uint16_t shape) {
    const pawli_shape *at = &pawli_shapes_const(world)[shape];
    if (pawli_bodies_const(world)[at->body].type == PAWL_DYNAMIC) return false;
    const pawli_geometry *geometry = &pawli_geometries_const(world)[at->geometry];
    return !pawli_is_convex(geometry) || geometry->convex.count >= 2;
}

/* A kinematic body is where the step will leave it: as phase 9 rounds its movement, whose ties go
 * another way than those of places, and at first exactly where it stands. Otherwise what has not
 * passed it here may have done so, by a raw unit, once the step is over. */
static pawl_fx placed(pawl_fx position, int64_t fine) {
    return pawl_saturate(position + pawli_near(fine - (int64_t)position * PAWLI_SOFT_PER_RAW, 6));
}

static void place_mover(const pawli_soft_step *step, const pawli_soft_rigid *rigid,
                        pawli_soft_frames *frames) {
    const pawl_vec2 at = frames->now.position;
    if (!rigid->awake) return;
    frames->now.position = pawl_vec2_make(placed(at.x, rigid->x), placed(at.y, rigid->y));
    if (step->done <= 1) return;
    frames->from.position =
        pawl_vec2_make(placed(at.x, rigid->from_x), placed(at.y, rigid->from_y));
}

pawli_soft_frames pawli_soft_edges_frames(pawli_soft_step *step, uint16_t body) {
    pawli_soft_frames frames;
    frames.now = pawli_body_frame(&step->bodies[body]);
    frames.rigid = NULL;
    frames.from = frames.now;
    if (step->bodies[body].type == PAWL_STATIC) return frames;
    pawli_soft_rigid *rigid = pawli_solve_rigid_of(step, body);
    frames.rigid = rigid;
    frames.from.rotation = rigid->from_rotation;
    frames.now.rotation = rigid->rotation;
    if (step->bodies[body].type == PAWL_KINEMATIC) {
        place_mover(step, rigid, &frames);
        return frames;
    }
    frames.from.position = pawli_soft_round_point(rigid->from_x, rigid->from_y);
    frames.now.position = pawli_soft_round_point(rigid->x, rigid->y);
    return frames;
}

static pawl_box hull_of(pawl_box a, pawl_box b) {
    const pawl_box hull = {{pawl_min(a.lower.x, b.lower.x), pawl_min(a.lower.y, b.lower.y)},
                           {pawl_max(a.upper.x, b.upper.x), pawl_max(a.upper.y, b.upper.y)}};
    return hull;
}

/* The box of the walk in the frame of a body, and whether it is near the shape at all. */
static void enter_body(pawli_soft_edge_iterator *walk, uint16_t body) {
    pawli_soft_step *step = walk->scope->step;
    walk->frames = pawli_soft_edges_frames(step, body);
    walk->local = pawli_box_in_frame(&walk->frames.now, walk->box);
    if (walk->frames.rigid == NULL) return;
    const pawl_box from = pawli_box_in_frame(&walk->frames.from, walk->box);
    walk->local = pawli_grown(hull_of(from, walk->local), pawli_soft_candidates_reach(step, body));
}

/* Those that stand are in their fat boxes. */
static bool is_shape_near(const pawli_soft_edge_iterator *walk, uint16_t shape) {
    const pawli_soft_step *step = walk->scope->step;
    const pawli_shape *at = &step->shapes[shape];
    return step->bodies[at->body].type != PAWL_STATIC || pawl_box_overlaps(walk->box, at->fat_box);
}

static bool enter_shape(pawli_soft_edge_iterator *walk, uint16_t shape) {
    const pawli_soft_step *step = walk->scope->step;
    const pawli_shape *at = &step->shapes[shape];
    const pawli_geometry *geometry = &pawli_geometries_const(step->world)[at->geometry];
    if (!pawli_soft_edges_is_fixed(step->world, shape) || !is_shape_near(walk, shape)) return false;
    enter_body(walk, at->body);
    walk->shape = shape;
    walk->side = 0;
    if (!pawli_is_convex(geometry)) walk->surface = pawli_begin_surface(geometry, walk->local);
    return true;
}

/* Edge `side` of a convex; false when there is none. */
static bool take_side(const pawl_convex *convex, uint32_t side, pawli_soft_edge *out) {
    const uint32_t count = convex->count;
    if (side >= count || (count == 2 && side > 0)) return false;
    pawli_edge *edge = &out->edge;
    memset(edge, 0, sizeof *edge);
    edge->begin = convex->vertices[side];
    edge->end = convex->vertices[side + 1 == count ? 0 : side + 1];
    if (count > 2) {
        const uint32_t next = side + 1 == count ? 0 : side + 1;
        edge->before = convex->vertices[side == 0 ? count - 1 : side - 1];
        edge->after = convex->vertices[next + 1 == count ? 0 : next + 1];
        edge->has_before = edge->has_after = edge->one_sided = true;
    }
    out->normal = convex->normals[side];
    out->radius = convex->radius;
    out->part = side;
    return true;
}

static bool take_edge(pawli_soft_edge_iterator *walk, const pawli_geometry *geometry) {
    pawli_soft_edge *own = &walk->own;
    if (pawli_is_convex(geometry)) return take_side(&geometry->convex, walk->side++, own);
    if (!pawli_next_edge(&walk->surface, &own->part)) return false;
    if (!pawli_find_edge(geometry, own->part, walk->local, &own->edge)) return false;
    const pawl_vec2 along = pawl_vec2_sub(own->edge.end, own->edge.begin);
    own->normal = pawl_vec2_normalize(pawl_vec2_make(along.y, pawl_neg(along.x)));
    own->radius = 0;
    return true;
}

static bool is_near(const pawli_soft_edge *edge, pawl_box box) {
    const pawl_vec2 a = edge->edge.begin, b = edge->edge.end;
    const pawl_fx r = edge->radius;
    return pawl_min(a.x, b.x) - r <= box.upper.x && pawl_max(a.x, b.x) + r >= box.lower.x &&
           pawl_min(a.y, b.y) - r <= box.upper.y && pawl_max(a.y, b.y) + r >= box.lower.y;
}

/* Edges of a one-way shape stop from one side, and those that do not look up nobody. */
static bool fit_one_way(const pawli_shape *shape, pawli_soft_edge *edge) {
    if (!(shape->flags & PAWLI_SHAPE_ONE_WAY)) return true;
    const pawl_rot n = edge->normal;
    if (n.s < n.c || n.s < -n.c) return false;
    edge->edge.one_sided = edge->edge.one_way = true;
    return true;
}

void pawli_soft_edges_begin(const pawli_soft_scope *scope, pawl_box box,
                            pawli_soft_edge_iterator *walk) {
    walk->scope = scope;
    walk->edge = NULL;
    walk->box = box;
    walk->at = 0;
    walk->side = 0;
    walk->shape = walk->passed = PAWLI_NONE;
}

static bool next_listed(pawli_soft_edge_iterator *walk) {
    const pawli_soft_scope *scope = walk->scope;
    while (walk->at < scope->edge_count) {
        const pawli_soft_edge *edge = &scope->edges[walk->at++];
        if (edge->shape == walk->passed) continue;
        if (edge->shape != walk->shape) {
            if (!is_shape_near(walk, edge->shape)) {
                walk->passed = edge->shape;
                continue;
            }
            enter_body(walk, edge->body);
            walk->shape = edge->shape;
        }
        if (!is_near(edge, walk->local)) continue;
        walk->edge = edge;
        return true;
    }
    return false;
}

static bool next_found(pawli_soft_edge_iterator *walk) {
    const pawli_soft_scope *scope = walk->scope;
    const pawl_world *world = scope->step->world;
    for (;;) {
        if (walk->shape == PAWLI_NONE) {
            if (walk->at == scope->shape_count) return false;
            if (!enter_shape(walk, scope->shapes[walk->at++])) continue;
        }
        const pawli_shape *shape = &scope->step->shapes[walk->shape];
        if (!take_edge(walk, &pawli_geometries_const(world)[shape->geometry])) {
            walk->shape = PAWLI_NONE;
            continue;
        }
        walk->own.shape = walk->shape;
        walk->own.body = shape->body;
        if (!is_near(&walk->own, walk->local) || !fit_one_way(shape, &walk->own)) continue;
        walk->edge = &walk->own;
        return true;
    }
}

bool pawli_soft_edges_next(pawli_soft_edge_iterator *walk) {
    return walk->scope->edges != NULL ? next_listed(walk) : next_found(walk);
}

#endif
