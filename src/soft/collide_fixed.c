/* collide_fixed.c - points against fixed shapes: pushed out, held by friction, never let through.
 *
 * A point first obeys half-planes: those of edges that stop it, the earliest first, then those of
 * edges and corners that are nearer than the radius. Where that ends, and with which links, is then
 * decided exactly (soft_exact.h): if something would be passed, the point goes only a fraction of
 * its movement, and at worst stays where it was. Points are moved in order; a link sweeps a
 * triangle. */
#include "collide/core.h"
#include "soft/soft_collide.h"
#include "fx/isqrt.h"
#include "fx/range.h"
#include "geom/bounds.h"

#if PAWL_WITH_SOFT

#define PLANE_ITERATIONS PAWLI_SOFT_PLANES
#define BISECTIONS 8

/* A point and its movement in the sub-step. */
typedef struct moving_point {
    const pawli_soft_scope *scope;
    pawli_soft_particle *particle;
    pawli_soft_start start;
    uint32_t index; /* of the particle */
    pawl_vec2 from; /* the start, raw */
    pawli_soft_planes planes;
    int64_t recovery_x, recovery_y; /* of the correction, what adds no velocity */
} moving_point;

static int64_t moved_x(const moving_point *p) {
    return p->particle->x + p->planes.correction_x;
}

static int64_t moved_y(const moving_point *p) {
    return p->particle->y + p->planes.correction_y;
}

/* ---- planes ---------------------------------------------------------------------------------- */

/* The distance of a point from an edge or a corner: on which side, and how far it was and is,
 * 2^-22. */
typedef struct plane_distance {
    pawl_rot normal; /* in the world, towards where it is to be */
    int64_t was, is;
} plane_distance;

/* The positions at the start and now in the frame of the body, and what rounding left over. */
typedef struct local_motion {
    pawl_vec2 from, to;
    int64_t frac_from_x, frac_from_y, frac_x, frac_y;
} local_motion;

static local_motion local_motion_of(const moving_point *p, const pawli_soft_frames *frames) {
    const int64_t x = moved_x(p), y = moved_y(p);
    local_motion motion;
    motion.from = pawli_soft_to_frame(&frames->from, p->from);
    motion.to = pawli_soft_to_frame(&frames->now, pawli_soft_round_point(x, y));
    motion.frac_from_x = pawli_soft_fraction(p->start.x);
    motion.frac_from_y = pawli_soft_fraction(p->start.y);
    motion.frac_x = pawli_soft_fraction(x);
    motion.frac_y = pawli_soft_fraction(y);
    if (frames->rigid != NULL) {
        const pawl_vec2 from = frames->from.position, now = frames->now.position;
        motion.frac_from_x -= frames->rigid->from_x - (int64_t)from.x * PAWLI_SOFT_PER_RAW;
        motion.frac_from_y -= frames->rigid->from_y - (int64_t)from.y * PAWLI_SOFT_PER_RAW;
        motion.frac_x -= frames->rigid->x - (int64_t)now.x * PAWLI_SOFT_PER_RAW;
        motion.frac_y -= frames->rigid->y - (int64_t)now.y * PAWLI_SOFT_PER_RAW;
    }
    return motion;
}

static void measure_plane(const local_motion *motion, const pawli_soft_frames *frames,
                          pawl_rot normal, pawl_vec2 base, plane_distance *out) {
    out->normal = pawli_turn(frames->now.rotation, normal);
    out->was = pawli_near(pawli_project(normal, pawl_vec2_sub(motion->from, base)), 24) +
               pawli_soft_along(out->normal, motion->frac_from_x, motion->frac_from_y);
    out->is = pawli_near(pawli_project(normal, pawl_vec2_sub(motion->to, base)), 24) +
              pawli_soft_along(out->normal, motion->frac_x, motion->frac_y);
}

/* The length of a small vector, 2^-22; beyond 256 units to the nearest raw unit. Squares are below
 * 2^60. */
static int64_t length_q22(pawl_vec2 v, int64_t frac_x, int64_t frac_y) {
    const pawl_fx limit = PAWL_FX(255, 0, 1);
    if (v.x > limit || v.x < -limit || v.y > limit || v.y < -limit)
        return (int64_t)pawl_vec2_length(v) * PAWLI_SOFT_PER_RAW;
    const int64_t x = (int64_t)v.x * PAWLI_SOFT_PER_RAW + frac_x,
                  y = (int64_t)v.y * PAWLI_SOFT_PER_RAW + frac_y;
    return pawli_isqrt_near((uint64_t)(x * x) + (uint64_t)(y * y));
}

/* The point is nearest to a corner that sticks out, or to an end. */
static bool relate_to_corner(const pawli_soft_edge *edge, const pawli_soft_frames *frames,
                             const local_motion *motion, bool at_end, plane_distance *out) {
    const pawli_edge *e = &edge->edge;
    const pawl_vec2 at = at_end ? e->end : e->begin;
    const pawl_vec2 beyond = at_end ? e->after : e->before;
    const bool goes_on = at_end ? e->has_after : e->has_before;
    if (!pawli_soft_exact_is_corner(e, at_end)) return false;
    const pawl_vec2 arm = pawl_vec2_sub(motion->to, at);
    if (goes_on && pawl_vec2_dot(arm, pawl_vec2_sub(beyond, at)) > 0) return false;
    const pawl_rot normal = pawl_vec2_normalize(arm);
    if (normal.c == 0 && normal.s == 0) return false;
    out->normal = pawli_turn(frames->now.rotation, normal);
    out->was =
        length_q22(pawl_vec2_sub(motion->from, at), motion->frac_from_x, motion->frac_from_y);
    out->is = length_q22(arm, 0, 0) + pawli_soft_along(out->normal, motion->frac_x, motion->frac_y);
    return true;
}

/* Whether that is nearer than the radius the caller decides. */
static bool relate_to_edge(const pawli_soft_edge *edge, const pawli_soft_frames *frames,
                           const local_motion *motion, plane_distance *out) {
    const pawli_edge *e = &edge->edge;
    const pawl_vec2 along = pawl_vec2_sub(e->end, e->begin);
    const int64_t foot = pawl_vec2_dot(pawl_vec2_sub(motion->to, e->begin), along);
    if (foot < 0) return relate_to_corner(edge, frames, motion, false, out);
    if (foot > pawl_vec2_dot(along, along))
        return relate_to_corner(edge, frames, motion, true, out);
    const bool behind = pawli_orient(e->begin, e->end, motion->to) > 0;
    if (behind && e->one_sided) return false;
    measure_plane(motion, frames, behind ? pawli_opposite(edge->normal) : edge->normal, e->begin,
                  out);
    return true;
}

/* An edge that stops the point: it is to be on the side that it came from. Along the line of the
 * edge it has met the end of it. */
static void relate_to_stop(const pawli_soft_edge *edge, const pawli_soft_frames *frames,
                           const local_motion *motion, plane_distance *out) {
    const pawli_edge *e = &edge->edge;
    const int64_t side = pawli_orient(e->begin, e->end, motion->from);
    if (side != 0 || e->one_sided) {
        measure_plane(motion, frames, side > 0 ? pawli_opposite(edge->normal) : edge->normal,
                      e->begin, out);
        return;
    }
    const pawl_rot forward = {-edge->normal.s, edge->normal.c};
    const bool before_begin =
        pawl_vec2_dot(pawl_vec2_sub(motion->from, e->begin), pawl_vec2_sub(e->end, e->begin)) < 0;
    measure_plane(motion, frames, before_begin ? pawli_opposite(forward) : forward,
                  before_begin ? e->begin : e->end, out);
}

/* A half-plane as far out as the radius. What was nearer comes out no faster than the push speed,
 * and gains no velocity by it. */
static bool make_edge_plane(moving_point *p, const pawli_soft_edge_iterator *iterator,
                            const plane_distance *r, pawli_soft_plane *out, int64_t *recovery) {
    const pawli_soft_step *step = p->scope->step;
    const int64_t reach =
        ((int64_t)p->scope->soft->radius + iterator->edge->radius) * PAWLI_SOFT_PER_RAW;
    const int64_t target = pawli_soft_contact_target(step, r->was > 0 ? r->was : 0, reach);
    *recovery = r->was < target ? target - r->was : 0;
    if (r->is >= target) return false;
    const int64_t here =
        pawli_soft_along(r->normal, p->planes.correction_x, p->planes.correction_y);
    out->normal = r->normal;
    out->offset = pawl_saturate(here + target - r->is);
    const pawli_soft_surface surface = pawli_soft_edges_surface(step, iterator->edge);
    out->friction = surface.friction;
    out->restitution = surface.restitution;
    const pawl_vec2 tangent_move =
        pawli_soft_plane_tangent_move(step, surface.tangent_speed, r->normal);
    out->wall_x = tangent_move.x;
    out->wall_y = tangent_move.y;
    if (iterator->frames.rigid != NULL) {
        int32_t x, y;
        pawli_solve_rigid_moved_at(iterator->frames.rigid,
                                   pawl_saturate(moved_x(p) - iterator->frames.rigid->x),
                                   pawl_saturate(moved_y(p) - iterator->frames.rigid->y), &x, &y);
        out->wall_x = pawl_add(out->wall_x, x);
        out->wall_y = pawl_add(out->wall_y, y);
    }
    return true;
}

/* What stops the point first, or else what it is too near to by most. */
typedef struct plane_candidate {
    bool found, stops;
    pawli_edge edge; /* that stops, and the movement to it */
    local_motion motion;
    pawli_soft_plane plane;
    int64_t recovery, overlap;
} plane_candidate;

static void consider_edge(moving_point *p, const pawli_soft_edge_iterator *iterator,
                          plane_candidate *best) {
    const pawli_soft_edge *edge = iterator->edge;
    const local_motion motion = local_motion_of(p, &iterator->frames);
    const bool stops = pawli_soft_exact_edge_stops(&edge->edge, motion.from, motion.to);
    plane_distance r;
    pawli_soft_plane plane;
    int64_t recovery;
    if (best->stops && !stops) return;
    if (stops) {
        if (best->stops &&
            pawli_soft_exact_compare_stops(&best->edge, best->motion.from, best->motion.to,
                                           &edge->edge, motion.from, motion.to) <= 0) {
            return;
        }
        relate_to_stop(edge, &iterator->frames, &motion, &r);
    } else if (!relate_to_edge(edge, &iterator->frames, &motion, &r)) {
        return;
    }
    if (!make_edge_plane(p, iterator, &r, &plane, &recovery)) return;
    const int64_t overlap = plane.offset - pawli_soft_along(plane.normal, p->planes.correction_x,
                                                            p->planes.correction_y);
    if (!stops && best->found && overlap <= best->overlap) return;
    best->found = true;
    best->stops = stops;
    if (stops) {
        best->edge = edge->edge;
        best->motion = motion;
    }
    best->plane = plane;
    best->recovery = recovery;
    best->overlap = overlap;
}

static pawl_box moving_point_box(const moving_point *p) {
    pawl_box box = {p->from, p->from};
    pawli_bounds_add(&box, pawli_soft_round_point(moved_x(p), moved_y(p)));
    return pawli_grown(box, p->scope->soft->radius + 1);
}

/* The recovery of all planes so far; a corner and its edges count once. It is kept to 32 bits, as
 * the correction is. */
static void keep_recovery(moving_point *p, const plane_candidate *found) {
    const pawl_rot n = found->plane.normal;
    const int64_t has = pawli_soft_along(n, p->recovery_x, p->recovery_y);
    if (found->recovery <= has) return;
    const int64_t more = found->recovery - has;
    p->recovery_x = pawl_saturate(p->recovery_x + pawli_soft_component(n.c, more));
    p->recovery_y = pawl_saturate(p->recovery_y + pawli_soft_component(n.s, more));
}

static void find_edge_planes(moving_point *p) {
    for (int iteration = 0; iteration < PLANE_ITERATIONS; iteration++) {
        plane_candidate best;
        pawli_soft_edge_iterator iterator;
        best.found = best.stops = false;
        pawli_soft_edges_begin(p->scope, moving_point_box(p), &iterator);
        while (pawli_soft_edges_next(&iterator))
            consider_edge(p, &iterator, &best);
        if (!best.found) return;
        pawli_soft_plane_add(&p->planes, &best.plane);
        keep_recovery(p, &best);
    }
}

/* ---- the exact decision ---------------------------------------------------------------------- */

/* A link of the point: where its other end is, and the frame that this holds for. */
typedef struct link_end {
    pawl_vec2 at;
    bool is_final;
} link_end;

static link_end link_end_at(const moving_point *p, uint32_t end) {
    const pawli_soft_link *link = &p->scope->step->links[end / 2];
    const uint32_t other =
        (uint32_t)p->scope->soft->first_point + (end % 2 == 0 ? link->b : link->a);
    const pawli_soft_particle *particle = &p->scope->step->particles[other];
    const pawli_soft_start *start = &p->scope->step->starts[other];
    link_end found;
    found.is_final = other < p->index;
    found.at = found.is_final ? pawli_soft_round_point(particle->x, particle->y)
                              : pawli_soft_round_point(start->x, start->y);
    return found;
}

static bool do_corners_allow(const moving_point *p, const pawli_soft_edge_iterator *iterator,
                             pawl_vec2 from, pawl_vec2 to) {
    const pawli_edge *edge = &iterator->edge->edge;
    const bool begins = pawli_soft_has_corner(iterator, false);
    const bool ends = pawli_soft_has_corner(iterator, true);
    if (!begins && !ends) return true;
    for (uint32_t at = p->scope->step->surface_ends[p->index]; at != UINT32_MAX;
         at = p->scope->step->next_surface_ends[at]) {
        if (pawli_soft_is_torn(&p->scope->step->links[at / 2])) continue;
        const link_end other = link_end_at(p, at);
        const pawl_vec2 there = pawli_soft_to_frame(
            other.is_final ? &iterator->frames.now : &iterator->frames.from, other.at);
        if (begins && pawli_soft_exact_corner_stops(edge, false, there, from, to)) return false;
        if (ends && pawli_soft_exact_corner_stops(edge, true, there, from, to)) return false;
    }
    return true;
}

/* Around everything that the point and its links sweep. */
static pawl_box swept_link_box(const moving_point *p, pawl_vec2 to) {
    pawl_box box = {p->from, p->from};
    pawli_bounds_add(&box, to);
    for (uint32_t at = p->scope->step->surface_ends[p->index]; at != UINT32_MAX;
         at = p->scope->step->next_surface_ends[at]) {
        if (!pawli_soft_is_torn(&p->scope->step->links[at / 2]))
            pawli_bounds_add(&box, link_end_at(p, at).at);
    }
    return pawli_grown(box, 2);
}

/* Whether the point may go there; *kinematic is the body that stops it, null for a static one. */
static bool is_move_allowed(const moving_point *p, pawl_vec2 to, pawli_soft_rigid **kinematic) {
    const pawl_box box = swept_link_box(p, to);
    pawli_soft_edge_iterator iterator;
    *kinematic = NULL;
    if (!pawli_is_position(to)) return false;
    if (!pawl_box_contains(p->scope->box, box)) return false;
    const bool stays = to.x == p->from.x && to.y == p->from.y;
    pawli_soft_edges_begin(p->scope, box, &iterator);
    while (pawli_soft_edges_next(&iterator)) {
        if (iterator.frames.rigid == NULL && stays) continue;
        const pawl_vec2 from = pawli_soft_to_frame(&iterator.frames.from, p->from);
        const pawl_vec2 end = pawli_soft_to_frame(&iterator.frames.now, to);
        if (!pawli_soft_exact_edge_stops(&iterator.edge->edge, from, end) &&
            do_corners_allow(p, &iterator, from, end)) {
            continue;
        }
        *kinematic = iterator.frames.rigid;
        return false;
    }
    return true;
}

static bool may_move_to(moving_point *p, int64_t x, int64_t y, pawli_soft_rigid **kinematic) {
    return is_move_allowed(p, pawli_soft_round_point(x, y), kinematic);
}

/* As much of the movement as is allowed, to 1/256 of it, from a place that is. Coordinates are
 * below 2^50. */
static void bisect_move(moving_point *p, pawli_soft_start base) {
    const int64_t move_x = moved_x(p) - base.x, move_y = moved_y(p) - base.y;
    int32_t low = 0, high = 1 << BISECTIONS;
    pawli_soft_rigid *unused;
    for (int i = 0; i < BISECTIONS; i++) {
        const int32_t middle = (low + high) / 2;
        const int64_t x = base.x + pawli_near(move_x * middle, BISECTIONS);
        const int64_t y = base.y + pawli_near(move_y * middle, BISECTIONS);
        if (may_move_to(p, x, y, &unused)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    p->particle->x = base.x + pawli_near(move_x * low, BISECTIONS);
    p->particle->y = base.y + pawli_near(move_y * low, BISECTIONS);
}

/* A kinematic body stops the point even where it stays: find a place that goes along with the body,
 * or one near that, 512 raw units away at most. */
static bool follow_kinematic(moving_point *p, pawli_soft_rigid *kinematic, pawli_soft_start *base) {
    static const int8_t aside[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                       {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    const pawli_soft_frames frames = pawli_soft_edges_frames(p->scope->step, kinematic->body);
    const pawl_vec2 at =
        pawli_soft_from_frame(&frames.now, pawli_soft_to_frame(&frames.from, p->from));
    pawli_soft_rigid *unused;
    base->x = (int64_t)at.x * PAWLI_SOFT_PER_RAW;
    base->y = (int64_t)at.y * PAWLI_SOFT_PER_RAW;
    if (may_move_to(p, base->x, base->y, &unused)) return true;
    for (int32_t away = 1; away <= 512; away *= 2) {
        for (int i = 0; i < 8; i++) {
            base->x = ((int64_t)at.x + aside[i][0] * away) * PAWLI_SOFT_PER_RAW;
            base->y = ((int64_t)at.y + aside[i][1] * away) * PAWLI_SOFT_PER_RAW;
            if (may_move_to(p, base->x, base->y, &unused)) return true;
        }
    }
    return false;
}

/* A point that is squeezed between a kinematic and a static body stays where it was. */
static void move_exactly(moving_point *p) {
    pawli_soft_particle *particle = p->particle;
    pawli_soft_start base = p->start;
    pawli_soft_rigid *kinematic;
    if (may_move_to(p, moved_x(p), moved_y(p), &kinematic)) {
        particle->x = moved_x(p);
        particle->y = moved_y(p);
        return;
    }
    p->recovery_x = p->recovery_y = 0;
    if (may_move_to(p, base.x, base.y, &kinematic) ||
        (kinematic != NULL && follow_kinematic(p, kinematic, &base))) {
        bisect_move(p, base);
        return;
    }
    particle->x = p->start.x;
    particle->y = p->start.y;
}

static void solve_moving_point(moving_point *p) {
    const pawli_soft_scope *scope = p->scope;
    pawli_soft_particle *particle = p->particle;
    const int32_t move_x = pawl_saturate(particle->x - p->start.x);
    const int32_t move_y = pawl_saturate(particle->y - p->start.y);
    find_edge_planes(p);
    pawli_soft_plane_clamp_friction(scope->soft, move_x, move_y, &p->planes);
    move_exactly(p);
    if (p->planes.count == 0) return;
    particle->touching = PAWLI_POINT_TOUCHING;
    pawli_soft_plane_apply_restitution(scope->step, scope->soft, &p->planes, move_x, move_y,
                                       particle);
    particle->from_x += p->recovery_x;
    particle->from_y += p->recovery_y;
}

void pawli_collide_fixed(pawli_soft_scope *scope) {
    const pawli_soft *soft = scope->soft;
    if (scope->edges != NULL && scope->edge_count == 0) return;
    moving_point p = {.scope = scope};
    for (uint32_t i = 0; i < soft->point_count; i++) {
        p.index = soft->first_point + i;
        p.particle = &scope->step->particles[p.index];
        if (p.particle->inverse_mass == 0) continue;
        p.start = scope->step->starts[p.index];
        p.from = pawli_soft_round_point(p.start.x, p.start.y);
        p.planes.count = 0;
        p.planes.correction_x = p.planes.correction_y = 0;
        p.recovery_x = p.recovery_y = 0;
        solve_moving_point(&p);
    }
}

#endif
