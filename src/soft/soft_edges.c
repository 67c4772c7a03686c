/* soft_edges.c - the edges of fixed shapes near a place, one after the other.
 *
 * Terrain has edges of its own. A polygon on a static or kinematic body is a block with its front
 * outside, and a segment an edge with two fronts; the radius of a rounded one only adds to that of
 * the soft body. Of a one-way shape there are only the edges that face up. */
#include "base/optional.h"
#include "soft/soft_collide.h"
#include "geom/bounds.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_surface_begin);
PAWLI_OPTIONAL(pawli_surface_next);
PAWLI_OPTIONAL(pawli_surface_find);
PAWLI_OPTIONAL(pawli_surface_material);

#if PAWL_WITH_SOFT

bool pawli_soft_edges_is_fixed(const pawl_world *world, uint16_t shape) {
    const pawli_shape *at = &pawli_shapes_const(world)[shape];
    if (pawli_bodies_const(world)[at->body].type == PAWL_DYNAMIC) return false;
    const pawli_geometry *geometry = &pawli_geometries_const(world)[at->geometry];
    return !pawli_is_convex(geometry) || geometry->convex.count >= 2;
}

pawli_soft_surface pawli_soft_edges_surface(const pawli_soft_step *step,
                                            const pawli_soft_edge *edge) {
    const pawli_shape *shape = &step->shapes[edge->shape];
    const pawli_geometry *geometry = &pawli_geometries_const(step->world)[shape->geometry];
    if (pawli_is_convex(geometry) || geometry->terrain.materials == 0)
        return pawli_soft_surface_of(shape);
    const pawl_material *material =
        pawli_surface_material(geometry, pawli_surface_part(geometry, edge->index));
    if (material == NULL) return pawli_soft_surface_of(shape);
    const pawli_soft_surface found = {material->friction, material->restitution,
                                      material->tangent_speed};
    return found;
}

/* A kinematic body is where the step will leave it: as the last phase rounds its movement, whose
 * ties go another way than those of positions, and at first exactly where it stands. Otherwise a
 * point that has not passed it here may have done so, by a raw unit, once the step is over. */
static pawl_fx kinematic_coordinate(pawl_fx position, int64_t q22) {
    return pawl_saturate(position + pawli_near(q22 - (int64_t)position * PAWLI_SOFT_PER_RAW, 6));
}

static void place_kinematic(const pawli_soft_step *step, const pawli_soft_rigid *rigid,
                            pawli_soft_frames *frames) {
    const pawl_vec2 at = frames->now.position;
    if (!rigid->awake) return;
    frames->now.position =
        pawl_vec2_make(kinematic_coordinate(at.x, rigid->x), kinematic_coordinate(at.y, rigid->y));
    if (step->done <= 1) return;
    frames->from.position = pawl_vec2_make(kinematic_coordinate(at.x, rigid->from_x),
                                           kinematic_coordinate(at.y, rigid->from_y));
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
        place_kinematic(step, rigid, &frames);
        return frames;
    }
    frames.from.position = pawli_soft_round_point(rigid->from_x, rigid->from_y);
    frames.now.position = pawli_soft_round_point(rigid->x, rigid->y);
    return frames;
}

/* The box of the iterator in the frame of a body. */
static void enter_edge_body(pawli_soft_edge_iterator *iterator, uint16_t body) {
    pawli_soft_step *step = iterator->scope->step;
    iterator->frames = pawli_soft_edges_frames(step, body);
    iterator->local = pawli_box_in_frame(&iterator->frames.now, iterator->box);
    if (iterator->frames.rigid == NULL) return;
    const pawl_box from = pawli_box_in_frame(&iterator->frames.from, iterator->box);
    iterator->local = pawli_grown(pawli_bounds_join(from, iterator->local),
                                  pawli_soft_candidates_reach(step, body));
}

/* Those that stand are in their fat boxes. */
static bool is_edge_shape_near(const pawli_soft_edge_iterator *iterator, uint16_t shape) {
    const pawli_soft_step *step = iterator->scope->step;
    const pawli_shape *at = &step->shapes[shape];
    return step->bodies[at->body].type != PAWL_STATIC ||
           pawl_box_overlaps(iterator->box, at->fat_box);
}

static bool enter_edge_shape(pawli_soft_edge_iterator *iterator, uint16_t shape) {
    const pawli_soft_step *step = iterator->scope->step;
    const pawli_shape *at = &step->shapes[shape];
    const pawli_geometry *geometry = &pawli_geometries_const(step->world)[at->geometry];
    if (!pawli_soft_edges_is_fixed(step->world, shape) || !is_edge_shape_near(iterator, shape))
        return false;
    enter_edge_body(iterator, at->body);
    iterator->shape = shape;
    iterator->side = 0;
    if (!pawli_is_convex(geometry))
        iterator->surface = pawli_surface_begin(geometry, iterator->local);
    return true;
}

/* Edge `side` of a convex; false when there is none. */
static bool take_polygon_side(const pawl_convex *convex, uint32_t side, pawli_soft_edge *out) {
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
    out->index = side;
    return true;
}

static bool take_shape_edge(pawli_soft_edge_iterator *iterator, const pawli_geometry *geometry) {
    pawli_soft_edge *own = &iterator->own;
    if (pawli_is_convex(geometry))
        return take_polygon_side(&geometry->convex, iterator->side++, own);
    if (!pawli_surface_next(&iterator->surface, &own->index)) return false;
    if (!pawli_surface_find(geometry, own->index, iterator->local, &own->edge)) return false;
    const pawl_vec2 along = pawl_vec2_sub(own->edge.end, own->edge.begin);
    own->normal = pawl_vec2_normalize(pawl_vec2_make(along.y, pawl_neg(along.x)));
    own->radius = 0;
    return true;
}

static bool is_edge_near(const pawli_soft_edge *edge, pawl_box box) {
    const pawl_vec2 a = edge->edge.begin, b = edge->edge.end;
    const pawl_fx r = edge->radius;
    return pawl_min(a.x, b.x) - r <= box.upper.x && pawl_max(a.x, b.x) + r >= box.lower.x &&
           pawl_min(a.y, b.y) - r <= box.upper.y && pawl_max(a.y, b.y) + r >= box.lower.y;
}

/* Edges of a one-way shape stop from one side, and those that do not face up stop nothing. */
static bool keep_one_way_edge(const pawli_shape *shape, pawli_soft_edge *edge) {
    if (!(shape->flags & PAWLI_SHAPE_ONE_WAY)) return true;
    const pawl_rot n = edge->normal;
    if (n.s < n.c || n.s < -n.c) return false;
    edge->edge.one_sided = edge->edge.one_way = true;
    return true;
}

void pawli_soft_edges_begin(const pawli_soft_scope *scope, pawl_box box,
                            pawli_soft_edge_iterator *iterator) {
    iterator->scope = scope;
    iterator->edge = NULL;
    iterator->box = box;
    iterator->at = 0;
    iterator->side = 0;
    iterator->shape = iterator->skipped = PAWLI_NONE;
}

static bool next_listed_edge(pawli_soft_edge_iterator *iterator) {
    const pawli_soft_scope *scope = iterator->scope;
    while (iterator->at < scope->edge_count) {
        const pawli_soft_edge *edge = &scope->edges[iterator->at++];
        if (edge->shape == iterator->skipped) continue;
        if (edge->shape != iterator->shape) {
            if (!is_edge_shape_near(iterator, edge->shape)) {
                iterator->skipped = edge->shape;
                continue;
            }
            enter_edge_body(iterator, edge->body);
            iterator->shape = edge->shape;
        }
        if (!is_edge_near(edge, iterator->local)) continue;
        iterator->edge = edge;
        return true;
    }
    return false;
}

static bool next_found_edge(pawli_soft_edge_iterator *iterator) {
    const pawli_soft_scope *scope = iterator->scope;
    const pawl_world *world = scope->step->world;
    for (;;) {
        if (iterator->shape == PAWLI_NONE) {
            if (iterator->at == scope->shape_count) return false;
            if (!enter_edge_shape(iterator, scope->shapes[iterator->at++])) continue;
        }
        const pawli_shape *shape = &scope->step->shapes[iterator->shape];
        if (!take_shape_edge(iterator, &pawli_geometries_const(world)[shape->geometry])) {
            iterator->shape = PAWLI_NONE;
            continue;
        }
        iterator->own.shape = iterator->shape;
        iterator->own.body = shape->body;
        if (!is_edge_near(&iterator->own, iterator->local) ||
            !keep_one_way_edge(shape, &iterator->own))
            continue;
        iterator->edge = &iterator->own;
        return true;
    }
}

bool pawli_soft_edges_next(pawli_soft_edge_iterator *iterator) {
    return iterator->scope->edges != NULL ? next_listed_edge(iterator) : next_found_edge(iterator);
}

#endif
