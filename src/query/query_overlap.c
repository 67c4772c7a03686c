/* query_overlap.c - what lies in a place: a convex, a box or a point. */
#include "base/optional.h"
#include "query/query.h"

#include "period/period_image.h"
#include "world/tree.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_period_image_begin);
PAWLI_OPTIONAL(pawli_period_image_next);
PAWLI_OPTIONAL(pawli_soft_piece_next);
PAWLI_OPTIONAL(pawli_soft_piece_area_contains);
PAWLI_OPTIONAL(pawli_soft_piece_outline_side);

/* How much a box reaches beyond what it was clipped to: more than any rounding. */
#define CLIP_MARGIN 16

/* The place that is asked about: a convex, or the box itself. A point is a box without size. */
typedef struct zone {
    const pawl_convex *convex; /* or null */
    pawli_frame frame;
    pawl_box box; /* around the convex */
} zone;

static zone image_of_zone(const zone *place, pawl_vec2 offset) {
    zone image = *place;
    image.frame.position = pawl_vec2_add(place->frame.position, offset);
    image.box.lower = pawl_vec2_add(place->box.lower, offset);
    image.box.upper = pawl_vec2_add(place->box.upper, offset);
    return image;
}

typedef struct overlap_list {
    const pawl_world *world;
    pawl_query_overlap *overlaps;
    uint32_t capacity, total;
    const zone *asked; /* in a world that goes round: the place of which images are looked at */
    pawl_vec2 offset;  /* of this one */
} overlap_list;

static bool overlap_precedes(const pawl_world *world, const pawl_query_overlap *a,
                             const pawl_query_overlap *b) {
    const pawli_found of_a = {a->shape, a->soft, a->part}, of_b = {b->shape, b->soft, b->part};
    return pawli_query_precedes(world, &of_a, &of_b);
}

static void add_overlap(overlap_list *list, pawl_query_overlap overlap) {
    uint32_t at = list->total < list->capacity ? list->total : list->capacity;
    list->total++;
    if (at == list->capacity) { /* the last one has to give way, if it comes later */
        if (at == 0 || !overlap_precedes(list->world, &overlap, &list->overlaps[at - 1])) return;
        at--;
    }
    for (; at > 0 && overlap_precedes(list->world, &overlap, &list->overlaps[at - 1]); at--)
        list->overlaps[at] = list->overlaps[at - 1];
    list->overlaps[at] = overlap;
}

/* A box of any size, also without width or height, about its lower left corner. Its sides must
 * not exceed twice PAWL_EXTENT_MAX and a little. */
static pawl_convex convex_of_size(pawl_fx width, pawl_fx height) {
    pawl_convex convex = pawli_query_make_dot();
    const pawl_vec2 corners[4] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    const pawl_rot normals[4] = {{0, -PAWL_UNIT}, {PAWL_UNIT, 0}, {0, PAWL_UNIT}, {-PAWL_UNIT, 0}};
    const bool flat = width == 0 || height == 0;
    if (width == 0 && height == 0) return convex;
    convex.count = flat ? 2 : 4;
    for (int i = 0; i < convex.count; i++) {
        /* The edges of a segment are its front and back: every second one of the four. */
        convex.vertices[i] = corners[flat ? 2 * i : i];
        convex.normals[i] = normals[flat ? 2 * i + (width == 0) : i];
    }
    return convex;
}

/* Large boxes leave the range of shapes, so the part around the piece stands for the whole. Away
 * from the world's axes nothing changes: the corner is taken as it is. */
static bool box_overlaps(pawl_box box, const pawl_convex *convex, const pawli_frame *frame) {
    const pawl_box around = pawli_box_of_convex(convex, frame);
    pawl_pose pose = {{0, 0}, {PAWL_UNIT, 0}};
    box.lower.x = pawl_max(box.lower.x, pawl_sub(around.lower.x, CLIP_MARGIN));
    box.lower.y = pawl_max(box.lower.y, pawl_sub(around.lower.y, CLIP_MARGIN));
    box.upper.x = pawl_min(box.upper.x, pawl_add(around.upper.x, CLIP_MARGIN));
    box.upper.y = pawl_min(box.upper.y, pawl_add(around.upper.y, CLIP_MARGIN));
    if (box.lower.x > box.upper.x || box.lower.y > box.upper.y) return false;
    pose.position = box.lower;
    const pawl_vec2 size = pawl_vec2_sub(box.upper, box.lower);
    const pawl_convex clipped = convex_of_size(size.x, size.y);
    const pawli_frame corner = pawli_frame_of(pose);
    return pawli_overlap(&clipped, &corner, convex, frame);
}

static bool place_overlaps(const zone *place, const pawl_convex *convex, const pawli_frame *frame) {
    const pawl_box *box = &place->box;
    if (place->convex != NULL) return pawli_overlap(place->convex, &place->frame, convex, frame);
    if (box->lower.x == box->upper.x && box->lower.y == box->upper.y) {
        return pawli_closest_contains_point(convex, frame, box->lower);
    }
    return box_overlaps(*box, convex, frame);
}

/* Whether an image that was looked at before has met a piece: it is told once. */
static bool is_told(const overlap_list *list, const pawl_convex *convex, const pawli_frame *frame) {
    pawli_images images;
    if (list->asked == NULL) return false;
    for (bool more = pawli_images_begin(list->world, list->asked->box, &images); more;
         more = pawli_images_next(&images)) {
        if (images.offset.x == list->offset.x && images.offset.y == list->offset.y) return false;
        const zone image = image_of_zone(list->asked, images.offset);
        if (place_overlaps(&image, convex, frame)) return true;
    }
    return false;
}

static void overlap_shape(const zone *place, uint16_t slot, overlap_list *list) {
    const pawl_world *world = list->world;
    const pawli_frame frame = pawli_frame_of_shape(world, &pawli_shapes_const(world)[slot]);
    pawli_shape_piece_query visit = pawli_pieces_near(world, slot, &frame, place->box);
    pawli_shape_piece piece;
    while (pawli_shape_piece_next(&visit, &piece)) {
        const pawl_query_overlap overlap = {pawli_pool_shape_id(world, slot), piece.part, {0, 0}};
        if (!place_overlaps(place, piece.convex, &frame)) continue;
        if (!is_told(list, piece.convex, &frame)) add_overlap(list, overlap);
    }
}

/* A place meets an area with its first corner, or with a side of the outline. */
static bool area_overlaps(const zone *place, const pawli_soft_piece_query *pieces) {
    const pawl_world *world = pieces->world;
    pawl_vec2 corner = place->box.lower;
    if (place->convex != NULL)
        corner = pawl_vec2_add(place->frame.position,
                               pawl_rotate(place->frame.rotation, place->convex->vertices[0]));
    if (pawli_soft_piece_area_contains(world, pieces->soft, corner)) return true;
    for (uint32_t i = 0; i < pawli_softs_const(world)[pieces->soft].outline_count; i++) {
        pawli_shape_piece side;
        pawli_frame frame;
        if (pawli_soft_piece_outline_side(pieces, i, &side, &frame) &&
            place_overlaps(place, side.convex, &frame))
            return true;
    }
    return false;
}

static void overlap_softs(const zone *place, const pawli_view *view, overlap_list *list) {
    const pawl_world *world = list->world;
    pawli_soft_piece_query pieces;
    uint16_t at = pawli_query_first_soft(world, view);
    for (; (at = pawli_query_soft_near(world, view, at, place->box, &pieces)) != PAWLI_NONE;
         at = pawli_query_after_soft(world, at)) {
        pawl_query_overlap overlap = {{0, 0}, PAWL_SOFT_PART_AREA, pawli_pool_soft_id(world, at)};
        pawli_shape_piece piece;
        pawli_frame frame;
        if (area_overlaps(place, &pieces)) add_overlap(list, overlap);
        while (pawli_soft_piece_next(&pieces, &piece, &frame)) {
            overlap.part = piece.part;
            if (place_overlaps(place, piece.convex, &frame)) add_overlap(list, overlap);
        }
    }
}

/* In a world as it is stored. */
static void overlap_shapes(const zone *place, const pawli_view *view, overlap_list *list) {
    const pawl_world *world = list->world;
    const pawli_shape *shapes = pawli_shapes_const(world);
    pawli_tree_query visit;
    pawli_tree_query_begin_once(world, place->box, &visit);
    for (;;) {
        const uint16_t slot = pawli_tree_query_next(world, &visit);
        if (slot == PAWLI_NONE) break;
        if (pawli_sees(view, &shapes[slot])) overlap_shape(place, slot, list);
    }
}

static uint32_t find_overlaps(const pawl_world *world, const zone *place,
                              const pawl_query_filter *filter, pawl_query_overlap *out,
                              uint32_t capacity) {
    const pawli_view view = pawli_query_make_view(world, filter);
    overlap_list list = {world, out, capacity, 0, NULL, {0, 0}};
    if (pawli_way_goes_round(world)) {
        pawli_images images;
        list.asked = place;
        for (bool more = pawli_images_begin(world, place->box, &images); more;
             more = pawli_images_next(&images)) {
            const zone image = image_of_zone(place, images.offset);
            list.offset = images.offset;
            overlap_shapes(&image, &view, &list);
        }
        return list.total;
    }
    overlap_shapes(place, &view, &list);
    if (view.soft) overlap_softs(place, &view, &list);
    return list.total;
}

uint32_t pawl_world_overlap(const pawl_world *world, const pawl_convex *convex, pawl_pose pose,
                            const pawl_query_filter *filter, pawl_query_overlap *out,
                            uint32_t capacity) {
    if (world == NULL || (out == NULL && capacity > 0)) return 0;
    if (!pawl_convex_is_valid(convex) || !pawli_is_rotation(pose.rotation)) return 0;
    if (!pawli_is_position(pose.position)) return 0;
    zone place = {convex, pawli_frame_of(pose), {{0, 0}, {0, 0}}};
    place.box = pawli_box_of_convex(convex, &place.frame);
    return find_overlaps(world, &place, filter, out, capacity);
}

uint32_t pawl_world_overlap_box(const pawl_world *world, pawl_box box,
                                const pawl_query_filter *filter, pawl_query_overlap *out,
                                uint32_t capacity) {
    if (world == NULL || (out == NULL && capacity > 0)) return 0;
    if (box.lower.x > box.upper.x || box.lower.y > box.upper.y) return 0;
    if (!pawli_is_position(box.lower) || !pawli_is_position(box.upper)) return 0;
    zone place;
    memset(&place, 0, sizeof place);
    place.box = box;
    return find_overlaps(world, &place, filter, out, capacity);
}

uint32_t pawl_world_overlap_point(const pawl_world *world, pawl_vec2 point,
                                  const pawl_query_filter *filter, pawl_query_overlap *out,
                                  uint32_t capacity) {
    const pawl_box box = {point, point};
    return pawl_world_overlap_box(world, box, filter, out, capacity);
}
