/* query_closest.c - the shape nearest to a point. */
#include "base/optional.h"
#include "query/query.h"

#include "period/period_image.h"
#include "world/tree.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_period_image_begin);
PAWLI_OPTIONAL(pawli_period_image_next);
PAWLI_OPTIONAL(pawli_soft_piece_next);
PAWLI_OPTIONAL(pawli_soft_piece_area_contains);

static pawl_box box_about(pawl_vec2 point, pawl_fx reach) {
    pawl_box box;
    box.lower = pawl_vec2_make(pawl_sub(point.x, reach), pawl_sub(point.y, reach));
    box.upper = pawl_vec2_make(pawl_add(point.x, reach), pawl_add(point.y, reach));
    return box;
}

static bool closest_precedes(const pawl_world *world, const pawl_query_closest *a,
                             const pawl_query_closest *b) {
    if (a->distance != b->distance) return a->distance < b->distance;
    const pawli_found of_a = {a->shape, a->soft, a->part}, of_b = {b->shape, b->soft, b->part};
    return pawli_query_precedes(world, &of_a, &of_b);
}

/* How far a piece is from the point; shape and part are left to the caller. */
static pawl_query_closest measure_piece(const pawl_convex *convex, const pawli_frame *frame,
                                        pawl_vec2 point) {
    const pawl_convex dot = pawli_query_make_dot();
    const pawl_pose pose = {point, {PAWL_UNIT, 0}};
    const pawli_frame at = pawli_frame_of(pose);
    pawl_query_closest found;
    memset(&found, 0, sizeof found);
    const pawl_distance distance = pawli_closest(convex, frame, &dot, &at);
    found.point = point; /* inside, the shape is here */
    if (distance.distance == 0) return found;
    found.distance = distance.distance;
    found.normal = distance.normal;
    found.point = pawl_vec2_add(frame->position, distance.point_a);
    return found;
}

/* Whether *best, which may still be without a shape, gave way to what was found. */
static bool take_closer(const pawl_world *world, const pawl_query_closest *found,
                        pawl_query_closest *best) {
    if (found->distance > best->distance) return false;
    if (pawli_is_found(best->shape, best->soft) && !closest_precedes(world, found, best))
        return false;
    *best = *found;
    return true;
}

static bool improve_closest(const pawl_world *world, uint16_t slot, pawl_vec2 point, pawl_box box,
                            pawl_query_closest *best) {
    const pawli_frame frame = pawli_frame_of_shape(world, &pawli_shapes_const(world)[slot]);
    pawli_shape_piece_query visit = pawli_pieces_near(world, slot, &frame, box);
    pawli_shape_piece piece;
    bool improved = false;
    while (pawli_shape_piece_next(&visit, &piece)) {
        pawl_query_closest found = measure_piece(piece.convex, &frame, point);
        found.shape = pawli_pool_shape_id(world, slot);
        found.part = piece.part;
        if (take_closer(world, &found, best)) improved = true;
    }
    return improved;
}

static void improve_closest_by_softs(const pawl_world *world, const pawli_view *view,
                                     pawl_vec2 point, pawl_query_closest *best) {
    pawli_soft_piece_query pieces;
    uint16_t at = pawli_query_first_soft(world, view);
    for (; (at = pawli_query_soft_near(world, view, at, box_about(point, best->distance),
                                       &pieces)) != PAWLI_NONE;
         at = pawli_query_after_soft(world, at)) {
        pawli_shape_piece piece;
        pawli_frame frame;
        pawl_query_closest found;
        while (pawli_soft_piece_next(&pieces, &piece, &frame)) {
            found = measure_piece(piece.convex, &frame, point);
            found.soft = pawli_pool_soft_id(world, at);
            found.part = piece.part;
            take_closer(world, &found, best);
        }
        memset(&found, 0, sizeof found);
        found.soft = pawli_pool_soft_id(world, at);
        found.part = PAWL_SOFT_PART_AREA;
        found.point = point;
        if (pawli_soft_piece_area_contains(world, at, point)) take_closer(world, &found, best);
    }
}

/* A point and how far around it is looked; offset: of the image that it is of what was asked. */
typedef struct closest_place {
    pawl_vec2 point, offset;
    pawl_box box;
} closest_place;

/* In a world as it is stored. */
static void find_closest(const pawl_world *world, const pawli_view *view,
                         const closest_place *place, pawl_query_closest *best) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    pawli_tree_query visit;
    pawli_tree_query_begin_once(world, place->box, &visit);
    for (;;) {
        const uint16_t slot = pawli_tree_query_next(world, &visit);
        if (slot == PAWLI_NONE) break;
        if (!pawli_sees(view, &shapes[slot])) continue;
        /* Whatever is nearer, or as near and older, touches the smaller box as well. */
        if (improve_closest(world, slot, place->point, visit.box, best)) {
            visit.box = box_about(place->point, best->distance);
            best->point = pawl_vec2_sub(best->point, place->offset);
        }
    }
}

/* Nothing is farther away than a period on an axis that goes round. */
static pawl_fx reach_of(pawl_fx distance, pawl_fx period) {
    return period == 0 ? distance : pawl_min(distance, period);
}

PAWLI_RARE static void find_closest_around(const pawl_world *world, const pawli_view *view,
                                           pawl_vec2 point, pawl_query_closest *best) {
    const pawl_vec2 periods = pawl_world_get_periods(world);
    const pawl_vec2 reach = {reach_of(best->distance, periods.x),
                             reach_of(best->distance, periods.y)};
    const pawl_box box = {pawl_vec2_sub(point, reach), pawl_vec2_add(point, reach)};
    pawli_images images;
    for (bool more = pawli_images_begin(world, box, &images); more;
         more = pawli_images_next(&images)) {
        const closest_place image = {
            pawl_vec2_add(point, images.offset),
            images.offset,
            {pawl_vec2_add(box.lower, images.offset), pawl_vec2_add(box.upper, images.offset)}};
        find_closest(world, view, &image, best);
    }
}

bool pawl_world_closest(const pawl_world *world, pawl_vec2 point, pawl_fx distance,
                        const pawl_query_filter *filter, pawl_query_closest *out) {
    if (out == NULL) return false;
    memset(out, 0, sizeof *out);
    if (world == NULL || distance < 0 || !pawli_is_position(point)) return false;
    const pawli_view view = pawli_query_make_view(world, filter);
    pawl_query_closest best;
    memset(&best, 0, sizeof best);
    best.distance = distance;
    if (pawli_way_goes_round(world)) {
        find_closest_around(world, &view, point, &best);
    } else {
        const closest_place place = {point, {0, 0}, box_about(point, distance)};
        find_closest(world, &view, &place, &best);
    }
    if (view.soft) improve_closest_by_softs(world, &view, point, &best);
    if (!pawli_is_found(best.shape, best.soft)) return false;
    *out = best;
    return true;
}
