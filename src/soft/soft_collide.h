/* soft_collide.h - internal: what soft bodies collide with, and what the collision files share.
 *
 * What is fixed - shapes of static and kinematic bodies that have edges: terrain, polygons,
 * segments - stops points and links exactly: soft_exact.h. Everything else collides at the places
 * where things are at the end of a sub-step: collide_convex.c, collide_soft.c.
 *
 * The order of everything is that of soft bodies, points or links, shapes by serial, edges. */
#ifndef PAWLI_SOFT_COLLIDE_H
#define PAWLI_SOFT_COLLIDE_H

#include "fx/int128.h"
#include "soft/soft_exact.h"
#include "soft/soft_solve.h"
#include "world/terrain.h"

/* ---- numbers --------------------------------------------------------------------------------- */

/* A coordinate in 2^-22 to the nearest raw unit, and what that leaves over. */
static inline pawl_fx pawli_soft_round(int64_t q22) {
    return pawl_saturate(pawli_floor(q22 + PAWLI_SOFT_PER_RAW / 2, 6));
}

/* -32 .. 31, also where the raw unit saturates. */
static inline int64_t pawli_soft_fraction(int64_t q22) {
    return q22 - pawli_floor(q22 + PAWLI_SOFT_PER_RAW / 2, 6) * PAWLI_SOFT_PER_RAW;
}

static inline pawl_vec2 pawli_soft_round_point(int64_t x, int64_t y) {
    return pawl_vec2_make(pawli_soft_round(x), pawli_soft_round(y));
}

/* The component along a direction of what rounding leaves over, and of any vector of 32 bits: the
 * product is below 2^61.5. */
static inline int64_t pawli_soft_along(pawl_rot direction, int64_t x, int64_t y) {
    return pawli_near((int64_t)direction.c * x + (int64_t)direction.s * y, 30);
}

/* A part of a unit vector times a distance, rounded half away from zero: how far something goes on
 * an axis. What lies deep in the largest shapes is 2^35 away, and a part may be a few raw units
 * above 2^30, so from 2^32 on the product is formed in 128 bits. */
static inline int64_t pawli_soft_component(int32_t part, int64_t distance) {
    if (distance <= UINT32_MAX && distance >= -(int64_t)UINT32_MAX)
        return pawli_near(part * distance, 30);
    return pawli_int128_divide_near(pawli_int128_multiply(part, distance), PAWL_UNIT);
}

/* part / whole as Q1.31, 0 <= part < whole. */
static inline uint32_t pawli_soft_ratio(int64_t part, int64_t whole) {
    while (whole >= INT64_C(1) << 31) {
        part /= 2;
        whole /= 2;
    }
    return (uint32_t)(((uint64_t)part << 31) / (uint64_t)whole);
}

/* A box of coordinates in 2^-22: what is looked at most need not be rounded. */
typedef struct pawli_soft_box_q22 {
    int64_t low_x, low_y, high_x, high_y;
} pawli_soft_box_q22;

static inline pawl_vec2 pawli_soft_to_frame(const pawli_frame *frame, pawl_vec2 point) {
    const pawl_vec2 arm = pawl_unrotate(frame->rotation, pawl_vec2_sub(point, frame->position));
    return pawl_vec2_add(arm, frame->center);
}

static inline pawl_vec2 pawli_soft_from_frame(const pawli_frame *frame, pawl_vec2 point) {
    const pawl_vec2 arm = pawl_rotate(frame->rotation, pawl_vec2_sub(point, frame->center));
    return pawl_vec2_add(frame->position, arm);
}

/* ---- candidates ------------------------------------------------------------------------------ */

/* What one soft body may collide with, as long as it stays in the box. Shapes are in the order of
 * their serials, edges in the order of shapes and of their numbers there. */
struct pawli_soft_candidates {
    pawl_box box;     /* in the world, raw */
    pawl_box surface; /* around all of its points in this sub-step */
    uint32_t first_shape, shape_count;
    uint32_t first_edge, edge_count;
    pawl_fx reach;                 /* how far kinematic bodies among them go in this step, raw */
    uint8_t has_shapes, has_edges; /* 0: there was no room for the lists */
    uint8_t pad[2];
};

/* An edge near a soft body, in the frame of its body. */
struct pawli_soft_edge {
    pawli_edge edge;
    pawl_rot normal; /* unit vector to its front, Q2.30 */
    pawl_fx radius;  /* of a rounded shape: it is that much thicker */
    uint32_t index;  /* in the shape */
    uint16_t shape, body;
};

/* Where a point was allowed to be at the start of the sub-step. `from` of the particle may be
 * changed, for the sake of its velocity. */
struct pawli_soft_start {
    int64_t x, y;
};

/* A soft body in collision: what it may meet in this sub-step. */
typedef struct pawli_soft_scope {
    pawli_soft_step *step;
    const pawli_soft *soft;
    uint16_t slot;
    pawl_box box; /* what the lists hold for */
    const uint16_t *shapes;
    const pawli_soft_edge *edges; /* null: they are to be looked for one by one */
    uint32_t shape_count, edge_count;
} pawli_soft_scope;

/* soft_candidates.c: once per step, for all soft bodies that are awake. */
void pawli_soft_candidates_find(pawli_soft_step *step);
void pawli_soft_candidates_scope(pawli_soft_step *step, uint16_t slot, pawli_soft_scope *out);
/* Whether a soft body collides with a shape: no sensor, filters agree, no body that holds it. */
bool pawli_soft_candidates_meets(const pawli_soft_step *step, const pawli_soft *soft,
                                 uint16_t shape);
/* A bound of how far any point of a body comes in this step, raw. */
pawl_fx pawli_soft_candidates_reach(const pawli_soft_step *step, uint16_t body);
/* The box around where all points of a soft body were and are, and as much more. */
pawl_box pawli_soft_candidates_box(const pawli_soft_step *step, uint16_t slot, int64_t margin);

/* Filters of a soft body and a shape, or of two soft bodies. */
static inline bool pawli_soft_filters_agree(const pawli_soft *soft, uint32_t category,
                                            uint32_t mask, int16_t group) {
    if (soft->group == group && group != 0) return group > 0;
    return (soft->mask & category) != 0 && (mask & soft->category) != 0;
}

/* The surface links that a point is an end of:
 *   uint32_t at = step->surface_ends[point];
 *   for (; at != UINT32_MAX; at = step->next_surface_ends[at]) ...
 * the link is at / 2, its other end is b when at is even. */
static inline bool pawli_soft_is_torn(const pawli_soft_link *link) {
    return (link->flags & PAWL_LINK_TORN) != 0;
}

/* ---- edges of fixed shapes ------------------------------------------------------------------- */

/* Where a body is at the start of the sub-step and now; the rigid body is null for static ones. */
typedef struct pawli_soft_frames {
    pawli_frame from, now;
    pawli_soft_rigid *rigid;
} pawli_soft_frames;

/* Over the edges of fixed shapes near a box. The box must lie in that of the scope.
 *   pawli_soft_edge_iterator iterator;
 *   pawli_soft_edges_begin(&scope, box, &iterator);
 *   while (pawli_soft_edges_next(&iterator)) ... iterator.edge, iterator.frames */
typedef struct pawli_soft_edge_iterator {
    const pawli_soft_scope *scope;
    const pawli_soft_edge *edge;
    pawli_soft_frames frames; /* of its body */
    pawl_box box, local;      /* in the world; in the frame of the body */
    pawli_soft_edge own;
    pawli_surface_query surface;
    uint32_t at;      /* shape or edge to look at next */
    uint32_t side;    /* of a polygon, to look at next */
    uint16_t shape;   /* that is looked at; PAWLI_NONE */
    uint16_t skipped; /* one that is too far away; PAWLI_NONE */
} pawli_soft_edge_iterator;

/* What the surface of a shape or of a part of terrain is like. */
typedef struct pawli_soft_surface {
    pawl_fx friction, restitution, tangent_speed;
} pawli_soft_surface;

static inline pawli_soft_surface pawli_soft_surface_of(const pawli_shape *shape) {
    const pawli_soft_surface own = {shape->friction, shape->restitution, shape->tangent_speed};
    return own;
}

/* soft_edges.c */
pawli_soft_surface pawli_soft_edges_surface(const pawli_soft_step *step,
                                            const pawli_soft_edge *edge);
void pawli_soft_edges_begin(const pawli_soft_scope *scope, pawl_box box,
                            pawli_soft_edge_iterator *iterator);
bool pawli_soft_edges_next(pawli_soft_edge_iterator *iterator);
pawli_soft_frames pawli_soft_edges_frames(pawli_soft_step *step, uint16_t body);
/* Whether a shape is one of edges that stop points exactly. */
bool pawli_soft_edges_is_fixed(const pawl_world *world, uint16_t shape);

/* Whether a shape is a circle or that of a dynamic body: a convex one that is not fixed. */
static inline bool pawli_soft_is_convex(const pawl_world *world, uint16_t shape) {
    const pawli_geometry *geometry =
        &pawli_geometries_const(world)[pawli_shapes_const(world)[shape].geometry];
    return pawli_is_convex(geometry) && !pawli_soft_edges_is_fixed(world, shape);
}

/* Whether an end of the edge of an iterator sticks out, and lies in its box. */
static inline bool pawli_soft_has_corner(const pawli_soft_edge_iterator *iterator, bool at_end) {
    const pawl_vec2 at = at_end ? iterator->edge->edge.end : iterator->edge->edge.begin;
    const pawl_box point = {at, at};
    return pawl_box_contains(iterator->local, point) &&
           pawli_soft_exact_is_corner(&iterator->edge->edge, at_end);
}

/* ---- half-planes ----------------------------------------------------------------------------- */

/* A half-plane that a point is to be in: the correction is at least `offset` along the normal. */
typedef struct pawli_soft_plane {
    pawl_rot normal;
    int32_t offset;                /* 2^-22 */
    pawl_fx friction, restitution; /* of its surface */
    int32_t wall_x, wall_y;        /* how its surface moves in the sub-step */
} pawli_soft_plane;

#define PAWLI_SOFT_PLANES 6
typedef struct pawli_soft_planes {
    pawli_soft_plane planes[PAWLI_SOFT_PLANES];
    int32_t count;
    int32_t correction_x, correction_y; /* from where the point would go */
} pawli_soft_planes;

/* soft_plane.c: one more; the correction then obeys it, and if possible one other. */
void pawli_soft_plane_add(pawli_soft_planes *planes, const pawli_soft_plane *plane);
/* Friction of a point that has planes, and restitution. `move` is how it would go in the sub-step
 * without the correction. */
void pawli_soft_plane_clamp_friction(const pawli_soft *soft, int32_t move_x, int32_t move_y,
                                     pawli_soft_planes *planes);
void pawli_soft_plane_apply_restitution(const pawli_soft_step *step, const pawli_soft *soft,
                                        const pawli_soft_planes *planes, int32_t move_x,
                                        int32_t move_y, pawli_soft_particle *particle);
/* How far the tangent speed of a surface, a conveyor, carries what touches it along a normal. */
pawl_vec2 pawli_soft_plane_tangent_move(const pawli_soft_step *step, pawl_fx speed,
                                        pawl_rot normal);

/* ---- contacts -------------------------------------------------------------------------------- */

/* A place on a soft body: a point, or one on a link between two points. */
typedef struct pawli_soft_site {
    uint32_t a, b; /* particles; the same for a point */
    uint32_t t;    /* share of b, Q1.31 */
} pawli_soft_site;

/* How two things touch. The normal points from the other one to the site. */
typedef struct pawli_soft_contact {
    pawl_rot normal;
    int64_t overlap;  /* how much farther apart they are to be, 2^-22, > 0 */
    int64_t recovery; /* of that, what comes about by position alone and adds no velocity; >= 0 */
    pawl_fx friction, restitution;
    pawl_vec2 tangent_move; /* how a conveyor carries the site, 2^-22 */
} pawli_soft_contact;

/* soft_contact.c: apart, with friction and restitution. A site and a body at an arm from its center
 * of mass (2^-22), which may be one that does not move. */
void pawli_soft_contact_solve_body(const pawli_soft_scope *scope, const pawli_soft_site *site,
                                   pawli_soft_rigid *rigid, int32_t arm_x, int32_t arm_y,
                                   const pawli_soft_contact *contact);
/* Two sites, of which the first is in front. */
void pawli_soft_contact_solve_sites(pawli_soft_step *step, uint16_t soft_a,
                                    const pawli_soft_site *a, uint16_t soft_b,
                                    const pawli_soft_site *b, const pawli_soft_contact *contact);
/* How far apart things are to be now that are to be `reach` apart, and were `was`, 2^-22: those
 * that were too near come apart no faster than the push speed. */
int64_t pawli_soft_contact_target(const pawli_soft_step *step, int64_t was, int64_t reach);

/* ---- collisions ------------------------------------------------------------------------------ */

/* soft_collide.c: all of a sub-step. */
void pawli_soft_collide(pawli_soft_step *step, int32_t substep);
/* collide_soft.c: soft bodies against each other and themselves. */
void pawli_collide_soft(pawli_soft_step *step, bool is_last);
/* collide_corner.c: surface links against corners of shapes of all types. */
void pawli_collide_corner(pawli_soft_scope *scope, bool is_last);
/* collide_convex.c: points against circles and dynamic bodies. */
void pawli_collide_convex(pawli_soft_scope *scope, bool is_last);
/* collide_fixed.c: points against what is fixed; it decides where they are in the end. */
void pawli_collide_fixed(pawli_soft_scope *scope);

#endif
