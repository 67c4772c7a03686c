/* sink.c - whether a fast body may sink into something static.
 *
 * A build with continuous collision stops a body that would sink in by half of its inner radius
 * (meet.c), and finds out step by step along its way. A build that stops none must never miss that,
 * so that it does not claim to agree with the others, but may say so once too often. So the way is
 * looked at as a whole: the box around it, in the frame of the static shape, less a quarter of the
 * radius on each side, overlaps the box around that shape. For boxes no more is to be known.
 *
 * Between the ends of its way a vertex stays as near to the straight line between its two places as
 * an arc to its chord: within r t^2 / 8 for an arm r and a turn of t radians, at most half a turn.
 */
#include "step/sink.h"

#include "collide/core.h"
#include "geom/bounds.h"
#include "world/terrain.h"
#include "world/tree.h"

/* What roundings may add, raw units, with room to spare. */
#define SINK_SLACK 16

static const pawli_frame unmoved = {{0, 0}, {PAWL_UNIT, 0}, {0, 0}};

/* 4 pi^2 / 8 is less than 5. Rounded up; the product is below 2^30 * 2^30.1. */
static int64_t arc_height(pawl_fx extent, int32_t turn) {
    const int64_t share = (pawli_magnitude32(turn) >> 16) + 1; /* of a turn, Q16 */
    return turn == 0 ? 0 : (pawli_floor(extent * (share * share), 32) + 1) * 5;
}

pawli_sink_way pawli_sink_way_of(const pawli_flight *flight, pawl_fx inner, pawl_fx extent) {
    const pawl_sweep *sweep = &flight->sweep;
    pawli_sink_way way;
    way.shape = flight->shape;
    way.ends[0].position = sweep->from;
    way.ends[0].rotation = pawl_rot_from_angle(sweep->angle);
    way.ends[0].center = way.ends[1].center = sweep->center;
    way.ends[1].position = pawl_vec2_add(sweep->from, sweep->move);
    way.ends[1].rotation = pawl_rot_from_angle(sweep->angle + (pawl_angle)sweep->turn);
    way.depth = inner / 4 - SINK_SLACK - arc_height(extent, sweep->turn);
    return way;
}

/* Around a way as a frame sees it, less the depth. */
static pawl_box box_of_way(const pawli_sink_way *way, const pawli_frame *frame) {
    const pawl_rot back = {frame->rotation.c, -frame->rotation.s};
    pawl_box boxes[2];
    for (int i = 0; i < 2; i++) {
        const pawli_frame *end = &way->ends[i];
        const pawl_vec2 arm = pawl_rotate(back, pawl_vec2_sub(end->position, frame->position));
        const pawli_frame local = {pawl_vec2_add(arm, frame->center),
                                   pawli_turn(back, end->rotation), end->center};
        boxes[i] = pawli_box_of_convex(way->shape, &local);
    }
    return pawli_flight_grow(pawli_bounds_join(boxes[0], boxes[1]), -way->depth);
}

bool pawli_sink_reaches(const pawli_sink_way *way, const pawl_convex *against,
                        const pawli_frame *frame) {
    return pawl_box_overlaps(box_of_way(way, frame), pawli_box_of_convex(against, &unmoved));
}

static bool shape_may_sink(const pawli_step *step, uint16_t shape, const pawli_sink_way *way) {
    pawli_tree_query query;
    pawli_tree_query_begin(step->world, box_of_way(way, &unmoved), &query);
    for (;;) {
        const uint16_t against = pawli_tree_query_next(step->world, &query);
        if (against == PAWLI_NONE) return false;
        const pawli_shape *found = &step->shapes[against];
        const pawli_body *other = &step->bodies[found->body];
        if (other->type != PAWL_STATIC) continue;
        if (pawli_contact_filter_never_collide(step, shape, against)) continue;
        const pawli_geometry *geometry = &pawli_geometries_const(step->world)[found->geometry];
        const pawli_frame frame = pawli_body_frame(other);
        if (pawli_sink_reaches(way, &geometry->convex, &frame)) return true;
    }
}

bool pawli_sink_may(const pawli_step *step, uint16_t slot) {
    const pawli_body *body = &step->bodies[slot];
    pawli_flight flight = pawli_flight_of(step, slot);
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = step->shapes[at].next) {
        const pawli_geometry *geometry =
            &pawli_geometries_const(step->world)[step->shapes[at].geometry];
        flight.shape = &geometry->convex;
        const pawli_sink_way way =
            pawli_sink_way_of(&flight, pawli_inner_of(geometry), body->extent);
        if (shape_may_sink(step, at, &way)) return true;
    }
    return false;
}
