/* collide_fixed.c - points against fixed shapes: pushed out of them, held by friction, and in any
 * case never let through.
 *
 * A point first obeys planes: those of edges that stop it on its way, the earliest first, then
 * those of edges and corners that are nearer than the radius. Where that ends, and with which
 * links, is then decided exactly (soft_exact.h): if something is passed, the point goes only a part
 * of the way, and at worst stays where it was. Points are moved in order; a link sweeps a triangle.
 */
#include "collide/core.h"
#include "soft/soft_collide.h"

#if PAWL_WITH_SOFT

#define ROUNDS PAWLI_SOFT_PLANES
#define HALVINGS 8

/* A point on its way. */
typedef struct traveller {
    const pawli_soft_scope *scope;
    pawli_soft_particle *node;
    pawli_soft_start start;
    uint32_t index; /* of the node */
    pawl_vec2 from; /* the start, raw */
    pawli_soft_planes planes;
    int64_t ease_x, ease_y; /* of the move, what is no movement */
} traveller;

static int64_t x_now(const traveller *t) {
    return t->node->x + t->planes.move_x;
}

static int64_t y_now(const traveller *t) {
    return t->node->y + t->planes.move_y;
}

/* ---- planes ---------------------------------------------------------------------------------- */

/* Where a point is to an edge: on which side, and how far it was and is from it, fine. */
typedef struct relation {
    pawl_rot normal; /* in the world, towards where it is to be */
    int64_t was, is;
} relation;

/* The places at the start and now in the frame of the body, and what rounding them left over. */
typedef struct local_way {
    pawl_vec2 from, to;
    int64_t rest_from_x, rest_from_y, rest_x, rest_y;
} local_way;

static int64_t rest_of(int64_t fine) {
    return fine - (int64_t)pawli_soft_round(fine) * PAWLI_SOFT_PER_RAW;
}

static local_way way_of(const traveller *t, const pawli_soft_frames *frames) {
    const int64_t x = x_now(t), y = y_now(t);
    local_way way;
    way.from = pawli_soft_to_frame(&frames->from, t->from);
    way.to = pawli_soft_to_frame(&frames->now, pawli_soft_round_point(x, y));
    way.rest_from_x = rest_of(t->start.x);
    way.rest_from_y = rest_of(t->start.y);
    way.rest_x = rest_of(x);
    way.rest_y = rest_of(y);
    if (frames->rigid != NULL) {
        const pawl_vec2 from = frames->from.position, now = frames->now.position;
        way.rest_from_x -= frames->rigid->from_x - (int64_t)from.x * PAWLI_SOFT_PER_RAW;
        way.rest_from_y -= frames->rigid->from_y - (int64_t)from.y * PAWLI_SOFT_PER_RAW;
        way.rest_x -= frames->rigid->x - (int64_t)now.x * PAWLI_SOFT_PER_RAW;
        way.rest_y -= frames->rigid->y - (int64_t)now.y * PAWLI_SOFT_PER_RAW;
    }
    return way;
}

static void measure(const local_way *way, const pawli_soft_frames *frames, pawl_rot normal,
                    pawl_vec2 base, relation *out) {
    out->normal = pawli_turn(frames->now.rotation, normal);
    out->was = pawli_near(pawli_project(normal, pawl_vec2_sub(way->from, base)), 24) +
               pawli_soft_along(out->normal, way->rest_from_x, way->rest_from_y);
    out->is = pawli_near(pawli_project(normal, pawl_vec2_sub(way->to, base)), 24) +
              pawli_soft_along(out->normal, way->rest_x, way->rest_y);
}

/* The length of a small vector, fine; beyond 256 units to the nearest raw unit. */
static int64_t fine_length(pawl_vec2 v, int64_t rest_x, int64_t rest_y) {
    const pawl_fx limit = PAWL_FX(255, 0, 1);
    if (v.x > limit || v.x < -limit || v.y > limit || v.y < -limit)
        return (int64_t)pawl_vec2_length(v) * PAWLI_SOFT_PER_RAW;
    const int64_t x = (int64_t)v.x * PAWLI_SOFT_PER_RAW + rest_x,
                  y = (int64_t)v.y * PAWLI_SOFT_PER_RAW + rest_y;
    return pawli_isqrt64_near((uint64_t)(x * x) + (uint64_t)(y * y));
}

/* The point is nearest to a corner that sticks out, or to an end. */
static bool relate_corner(const pawli_soft_edge *edge, const pawli_soft_frames *frames,
                          const local_way *way, bool at_end, relation *out) {
    const pawli_edge *e = &edge->edge;
    const pawl_vec2 at = at_end ? e->end : e->begin;
    const pawl_vec2 beyond = at_end ? e->after : e->before;
    const bool goes_on = at_end ? e->has_after : e->has_before;
    if (!pawli_soft_exact_is_corner(e, at_end)) return false;
    const pawl_vec2 arm = pawl_vec2_sub(way->to, at);
    if (goes_on && pawl_vec2_dot(arm, pawl_vec2_sub(beyond, at)) > 0) return false;
    const pawl_rot normal = pawl_vec2_normalize(arm);
    if (normal.c == 0 && normal.s == 0) return false;
    out->normal = pawli_turn(frames->now.rotation, normal);
    out->was = fine_length(pawl_vec2_sub(way->from, at), way->rest_from_x, way->rest_from_y);
    out->is = fine_length(arm, 0, 0) + pawli_soft_along(out->normal, way->rest_x, way->rest_y);
    return true;
}

/* Nearer than the radius or not is for the caller to see. */
static bool relate_near(const pawli_soft_edge *edge, const pawli_soft_frames *frames,
                        const local_way *way, relation *out) {
    const pawli_edge *e = &edge->edge;
    const pawl_vec2 along = pawl_vec2_sub(e->end, e->begin);
    const int64_t foot = pawl_vec2_dot(pawl_vec2_sub(way->to, e->begin), along);
    if (foot < 0) return relate_corner(edge, frames, way, false, out);
    if (foot > pawl_vec2_dot(along, along)) return relate_corner(edge, frames, way, true, out);
    const bool behind = pawli_orient(e->begin, e->end, way->to) > 0;
    if (behind && e->one_sided) return false;
    measure(way, frames, behind ? pawli_opposite(edge->normal) : edge->normal, e->begin, out);
    return true;
}

/* An edge that stops the point: it is to be on the side that it came from. Along the line of the
 * edge it has met the end of it. */
static void relate_stop(const pawli_soft_edge *edge, const pawli_soft_frames *frames,
                        const local_way *way, relation *out) {
    const pawli_edge *e = &edge->edge;
    const int64_t side = pawli_orient(e->begin, e->end, way->from);
    if (side != 0 || e->one_sided) {
        measure(way, frames, side > 0 ? pawli_opposite(edge->normal) : edge->normal, e->begin, out);
        return;
    }
    const pawl_rot forward = {-edge->normal.s, edge->normal.c};
    const bool before_begin =
        pawl_vec2_dot(pawl_vec2_sub(way->from, e->begin), pawl_vec2_sub(e->end, e->begin)) < 0;
    measure(way, frames, before_begin ? pawli_opposite(forward) : forward,
            before_begin ? e->begin : e->end, out);
}

/* A plane as far out as the radius; what was nearer comes out slowly, and gains no speed by it. */
static bool make_plane(traveller *t, const pawli_soft_edge_iterator *walk, const relation *r,
                       pawli_soft_plane *out, int64_t *ease) {
    const pawli_soft_step *step = t->scope->step;
    const int64_t reach =
        ((int64_t)t->scope->soft->radius + walk->edge->radius) * PAWLI_SOFT_PER_RAW;
    int64_t wanted = reach;
    *ease = 0;
    if (r->was < reach) {
        const int64_t push =
            pawli_near((int64_t)step->world->scales.push_speed * step->substep, 26);
        const int64_t was = r->was > 0 ? r->was : 0;
        wanted = was + push < reach ? was + push : reach;
        *ease = wanted - r->was;
    }
    if (r->is >= wanted) return false;
    const int64_t here = pawli_soft_along(r->normal, t->planes.move_x, t->planes.move_y);
    out->normal = r->normal;
    out->depth = pawl_saturate(here + wanted - r->is);
    out->shape = walk->edge->shape;
    const pawl_vec2 belt = pawli_soft_plane_tangent_move(step, out->shape, r->normal);
    out->slide_x = belt.x;
    out->slide_y = belt.y;
    if (walk->frames.rigid != NULL) {
        int32_t x, y;
        pawli_solve_rigid_moved_at(walk->frames.rigid,
                                   pawl_saturate(x_now(t) - walk->frames.rigid->x),
                                   pawl_saturate(y_now(t) - walk->frames.rigid->y), &x, &y);
        out->slide_x = pawl_add(out->slide_x, x);
        out->slide_y = pawl_add(out->slide_y, y);
    }
    return true;
}

/* What stops the point first, or else what it is too near to by most. */
typedef struct finding {
    bool found, stops;
    pawli_edge edge; /* that stops, and the way there */
    local_way way;
    pawli_soft_plane plane;
    int64_t ease, lacks;
} finding;

static void consider(traveller *t, const pawli_soft_edge_iterator *walk, finding *best) {
    const pawli_soft_edge *edge = walk->edge;
    const local_way way = way_of(t, &walk->frames);
    const bool stops = pawli_soft_exact_edge_stops(&edge->edge, way.from, way.to);
    relation r;
    pawli_soft_plane plane;
    int64_t ease;
    if (best->stops && !stops) return;
    if (stops) {
        if (best->stops && pawli_soft_exact_compare_stops(&best->edge, best->way.from, best->way.to,
                                                          &edge->edge, way.from, way.to) <= 0) {
            return;
        }
        relate_stop(edge, &walk->frames, &way, &r);
    } else if (!relate_near(edge, &walk->frames, &way, &r)) {
        return;
    }
    if (!make_plane(t, walk, &r, &plane, &ease)) return;
    const int64_t lacks =
        plane.depth - pawli_soft_along(plane.normal, t->planes.move_x, t->planes.move_y);
    if (!stops && best->found && lacks <= best->lacks) return;
    best->found = true;
    best->stops = stops;
    if (stops) {
        best->edge = edge->edge;
        best->way = way;
    }
    best->plane = plane;
    best->ease = ease;
    best->lacks = lacks;
}

static pawl_box box_of(const traveller *t) {
    pawl_box box = {t->from, t->from};
    pawli_soft_include(&box, pawli_soft_round_point(x_now(t), y_now(t)));
    return pawli_grown(box, t->scope->soft->radius + 1);
}

/* The eases of planes that are still obeyed; a corner and its edges are one. */
static void keep_ease(traveller *t, const finding *found) {
    const pawl_rot n = found->plane.normal;
    const int64_t has = pawli_soft_along(n, t->ease_x, t->ease_y);
    if (found->ease <= has) return;
    t->ease_x += pawli_near(n.c * (found->ease - has), 30);
    t->ease_y += pawli_near(n.s * (found->ease - has), 30);
}

static void find_planes(traveller *t) {
    for (int round = 0; round < ROUNDS; round++) {
        finding best;
        pawli_soft_edge_iterator walk;
        best.found = best.stops = false;
        pawli_soft_edges_begin(t->scope, box_of(t), &walk);
        while (pawli_soft_edges_next(&walk))
            consider(t, &walk, &best);
        if (!best.found) return;
        pawli_soft_plane_add(&t->planes, &best.plane);
        keep_ease(t, &best);
    }
}

/* ---- the exact word -------------------------------------------------------------------------- */

/* A link of the point: where its other end is, and the frame that this holds for. */
typedef struct partner {
    pawl_vec2 at;
    bool is_settled;
} partner;

static partner partner_at(const traveller *t, uint32_t end) {
    const pawli_soft_link *link = &t->scope->step->links[end / 2];
    const uint32_t other =
        (uint32_t)t->scope->soft->first_point + (end % 2 == 0 ? link->b : link->a);
    const pawli_soft_particle *node = &t->scope->step->nodes[other];
    const pawli_soft_start *start = &t->scope->step->starts[other];
    partner found;
    found.is_settled = other < t->index;
    found.at = found.is_settled ? pawli_soft_round_point(node->x, node->y)
                                : pawli_soft_round_point(start->x, start->y);
    return found;
}

static bool corners_allow(const traveller *t, const pawli_soft_edge_iterator *walk, pawl_vec2 from,
                          pawl_vec2 to) {
    const pawli_edge *edge = &walk->edge->edge;
    const bool begins = pawli_soft_has_corner(walk, false);
    const bool ends = pawli_soft_has_corner(walk, true);
    if (!begins && !ends) return true;
    for (uint32_t at = t->scope->step->surface_ends[t->index]; at != UINT32_MAX;
         at = t->scope->step->next_surface_ends[at]) {
        if (pawli_soft_is_torn(&t->scope->step->links[at / 2])) continue;
        const partner other = partner_at(t, at);
        const pawl_vec2 there = pawli_soft_to_frame(
            other.is_settled ? &walk->frames.now : &walk->frames.from, other.at);
        if (begins && pawli_soft_exact_corner_stops(edge, false, there, from, to)) return false;
        if (ends && pawli_soft_exact_corner_stops(edge, true, there, from, to)) return false;
    }
    return true;
}

/* Everything that the way of the point, and of its links, may meet. */
static pawl_box sweep_box(const traveller *t, pawl_vec2 to) {
    pawl_box box = {t->from, t->from};
    pawli_soft_include(&box, to);
    for (uint32_t at = t->scope->step->surface_ends[t->index]; at != UINT32_MAX;
         at = t->scope->step->next_surface_ends[at]) {
        if (!pawli_soft_is_torn(&t->scope->step->links[at / 2]))
            pawli_soft_include(&box, partner_at(t, at).at);
    }
    return pawli_grown(box, 2);
}

/* Whether the point may go there; *mover is the body that forbids it, if it is one that moves by
 * itself. */
static bool is_allowed(const traveller *t, pawl_vec2 to, pawli_soft_rigid **mover) {
    const pawl_box box = sweep_box(t, to);
    pawli_soft_edge_iterator walk;
    *mover = NULL;
    if (to.x > PAWL_COORD_MAX || to.x < -PAWL_COORD_MAX || to.y > PAWL_COORD_MAX ||
        to.y < -PAWL_COORD_MAX) {
        return false;
    }
    if (!pawl_box_contains(t->scope->box, box)) return false;
    const bool stays = to.x == t->from.x && to.y == t->from.y;
    pawli_soft_edges_begin(t->scope, box, &walk);
    while (pawli_soft_edges_next(&walk)) {
        if (walk.frames.rigid == NULL && stays) continue;
        const pawl_vec2 from = pawli_soft_to_frame(&walk.frames.from, t->from);
        const pawl_vec2 end = pawli_soft_to_frame(&walk.frames.now, to);
        if (!pawli_soft_exact_edge_stops(&walk.edge->edge, from, end) &&
            corners_allow(t, &walk, from, end)) {
            continue;
        }
        *mover = walk.frames.rigid;
        return false;
    }
    return true;
}

static bool may_go(traveller *t, int64_t x, int64_t y, pawli_soft_rigid **mover) {
    return is_allowed(t, pawli_soft_round_point(x, y), mover);
}

/* As much of the way as is allowed, to 1/256 of it, from a place that is. */
static void go_part_of_the_way(traveller *t, pawli_soft_start base) {
    const int64_t way_x = x_now(t) - base.x, way_y = y_now(t) - base.y;
    int32_t low = 0, high = 1 << HALVINGS;
    pawli_soft_rigid *unused;
    for (int i = 0; i < HALVINGS; i++) {
        const int32_t middle = (low + high) / 2;
        const int64_t x = base.x + pawli_near(way_x * middle, HALVINGS);
        const int64_t y = base.y + pawli_near(way_y * middle, HALVINGS);
        if (may_go(t, x, y, &unused)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    t->node->x = base.x + pawli_near(way_x * low, HALVINGS);
    t->node->y = base.y + pawli_near(way_y * low, HALVINGS);
}

/* Something that moves by itself is in the way even of staying: a place that goes along with it, or
 * one near that, 512 raw units at most. */
static bool go_along(traveller *t, pawli_soft_rigid *mover, pawli_soft_start *base) {
    static const int8_t aside[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                       {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    const pawli_soft_frames frames = pawli_soft_edges_frames(t->scope->step, mover->body);
    const pawl_vec2 at =
        pawli_soft_from_frame(&frames.now, pawli_soft_to_frame(&frames.from, t->from));
    pawli_soft_rigid *unused;
    base->x = (int64_t)at.x * PAWLI_SOFT_PER_RAW;
    base->y = (int64_t)at.y * PAWLI_SOFT_PER_RAW;
    if (may_go(t, base->x, base->y, &unused)) return true;
    for (int32_t away = 1; away <= 512; away *= 2) {
        for (int i = 0; i < 8; i++) {
            base->x = ((int64_t)at.x + aside[i][0] * away) * PAWLI_SOFT_PER_RAW;
            base->y = ((int64_t)at.y + aside[i][1] * away) * PAWLI_SOFT_PER_RAW;
            if (may_go(t, base->x, base->y, &unused)) return true;
        }
    }
    return false;
}

/* Squeezed between what moves and what stands, a point gives way to what stands, and stays. */
static void settle(traveller *t) {
    pawli_soft_particle *node = t->node;
    pawli_soft_start base = t->start;
    pawli_soft_rigid *mover;
    if (may_go(t, x_now(t), y_now(t), &mover)) {
        node->x = x_now(t);
        node->y = y_now(t);
        return;
    }
    t->ease_x = t->ease_y = 0;
    if (may_go(t, base.x, base.y, &mover) || (mover != NULL && go_along(t, mover, &base))) {
        go_part_of_the_way(t, base);
        return;
    }
    node->x = t->start.x;
    node->y = t->start.y;
}

static void settle_point(traveller *t) {
    const pawli_soft_scope *scope = t->scope;
    pawli_soft_particle *node = t->node;
    const int32_t way_x = pawl_saturate(node->x - t->start.x);
    const int32_t way_y = pawl_saturate(node->y - t->start.y);
    find_planes(t);
    pawli_soft_plane_clamp_friction(scope->step, scope->soft, way_x, way_y, &t->planes);
    settle(t);
    if (t->planes.count == 0) return;
    node->touching = PAWLI_POINT_TOUCHING;
    pawli_soft_plane_apply_restitution(scope->step, scope->soft, &t->planes, way_x, way_y, node);
    node->from_x += t->ease_x;
    node->from_y += t->ease_y;
}

void pawli_collide_fixed(pawli_soft_scope *scope) {
    const pawli_soft *soft = scope->soft;
    if (scope->edges != NULL && scope->edge_count == 0) return;
    traveller t = {.scope = scope};
    for (uint32_t i = 0; i < soft->point_count; i++) {
        t.index = soft->first_point + i;
        t.node = &scope->step->nodes[t.index];
        if (t.node->weight == 0) continue;
        t.start = scope->step->starts[t.index];
        t.from = pawli_soft_round_point(t.start.x, t.start.y);
        t.planes.count = 0;
        t.planes.move_x = t.planes.move_y = 0;
        t.ease_x = t.ease_y = 0;
        settle_point(&t);
    }
}

#endif
