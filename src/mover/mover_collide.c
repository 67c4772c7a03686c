/* mover_collide.c - the surfaces near a mover, as planes. */
#include "base/optional.h"
#include "mover/mover.h"

#include "period/period_image.h"
#include "world/tree.h"

PAWLI_OPTIONAL(pawli_period_image_begin);
PAWLI_OPTIONAL(pawli_period_image_next);
PAWLI_OPTIONAL(pawli_soft_piece_next);

typedef struct plane_list {
    const pawli_mover *mover;
    pawl_plane *planes; /* sorted at all times */
    uint32_t capacity, count;
    pawl_vec2 offset; /* of the image that is looked at */
} plane_list;

static bool plane_precedes(const pawl_world *world, const pawl_plane *a, const pawl_plane *b) {
    if (a->separation != b->separation) return a->separation < b->separation;
    const pawli_found of_a = {a->shape, a->soft, a->part}, of_b = {b->shape, b->soft, b->part};
    return pawli_query_precedes(world, &of_a, &of_b);
}

static void insert_plane(plane_list *list, const pawl_plane *plane) {
    const pawl_world *world = list->mover->world;
    uint32_t at = list->count;
    if (at == list->capacity) { /* the last one has to give way, if it comes later */
        if (at == 0 || !plane_precedes(world, plane, &list->planes[at - 1])) return;
        at--;
    } else {
        list->count++;
    }
    for (; at > 0 && plane_precedes(world, plane, &list->planes[at - 1]); at--)
        list->planes[at] = list->planes[at - 1];
    list->planes[at] = *plane;
}

/* Adds a piece if it is near; returns whether it is near and was left out. */
static bool collide_piece(plane_list *list, const pawli_mover_obstacle *obstacle,
                          pawl_vec2 position, pawl_fx distance) {
    const pawli_mover_surface surface =
        pawli_mover_surface_measure(list->mover, obstacle, position);
    if (surface.separation > distance) return false;
    if (surface.solid) {
        const pawli_found found = pawli_mover_surface_found(list->mover, obstacle);
        const pawl_plane plane = {surface.normal, surface.separation,
                                  PAWL_FX_MAX,    found.shape,
                                  found.part,     pawl_vec2_sub(surface.point, list->offset),
                                  found.soft};
        insert_plane(list, &plane);
    }
    return surface.left_out;
}

static bool collide_shape(plane_list *list, uint16_t slot, pawl_box box, pawl_vec2 position,
                          pawl_fx distance) {
    const pawl_world *world = list->mover->world;
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    const pawli_frame frame = pawli_frame_of_shape(world, shape);
    pawli_shape_piece_query visit = pawli_pieces_near(world, slot, &frame, box);
    pawli_shape_piece piece;
    const pawli_mover_obstacle obstacle = {shape, &piece, &frame, slot};
    bool left_out = false;
    while (pawli_shape_piece_next(&visit, &piece)) {
        if (collide_piece(list, &obstacle, position, distance)) left_out = true;
    }
    return left_out;
}

PAWLI_STACK_APART void collide_softs(plane_list *list, pawl_box box, pawl_vec2 position,
                                     pawl_fx distance) {
    const pawl_world *world = list->mover->world;
    const pawli_view *view = &list->mover->view;
    pawli_soft_piece_query pieces;
    uint16_t at = pawli_query_first_soft(world, view);
    for (; (at = pawli_query_soft_near(world, view, at, box, &pieces)) != PAWLI_NONE;
         at = pawli_query_after_soft(world, at)) {
        pawli_shape_piece piece;
        pawli_frame frame;
        const pawli_mover_obstacle obstacle = {NULL, &piece, &frame, at};
        while (pawli_soft_piece_next(&pieces, &piece, &frame))
            (void)collide_piece(list, &obstacle, position,
                                distance); /* no platform: never left out */
    }
}

/* In a world as it is stored; returns whether some were left out. */
static bool collide_shapes(plane_list *list, pawl_box box, pawl_vec2 position, pawl_fx distance) {
    const pawl_world *world = list->mover->world;
    bool left_out = false;
    pawli_tree_query visit;
    pawli_tree_query_begin_once(world, box, &visit);
    for (;;) {
        const uint16_t slot = pawli_tree_query_next(world, &visit);
        if (slot == PAWLI_NONE) return left_out;
        if (!pawli_sees(&list->mover->view, &pawli_shapes_const(world)[slot])) continue;
        if (collide_shape(list, slot, box, position, distance)) left_out = true;
    }
}

uint32_t pawli_mover_collide_planes(const pawli_mover *mover, pawl_vec2 position, pawl_fx distance,
                                    pawl_plane *out, uint32_t capacity, bool *left_out) {
    const pawl_world *world = mover->world;
    const pawli_frame frame = pawli_mover_frame(position);
    plane_list list = {mover, out, capacity, 0, {0, 0}};
    pawl_box box = pawli_box_of_convex(&mover->core, &frame);
    box.lower = pawl_vec2_make(pawl_sub(box.lower.x, distance), pawl_sub(box.lower.y, distance));
    box.upper = pawl_vec2_make(pawl_add(box.upper.x, distance), pawl_add(box.upper.y, distance));
    *left_out = false;
    pawli_images images;
    for (bool more = pawli_images_begin(world, box, &images); more;
         more = pawli_images_next(&images)) {
        const pawl_box image = {pawl_vec2_add(box.lower, images.offset),
                                pawl_vec2_add(box.upper, images.offset)};
        list.offset = images.offset;
        if (collide_shapes(&list, image, pawl_vec2_add(position, images.offset), distance))
            *left_out = true;
    }
    if (mover->view.soft) collide_softs(&list, box, position, distance);
    return list.count;
}

uint32_t pawl_mover_collide(const pawl_world *world, const pawl_mover_def *def, pawl_vec2 position,
                            pawl_plane *out, uint32_t capacity) {
    pawli_mover mover;
    bool left_out;
    if (out == NULL || pawli_mover_def_prepare(world, def, &mover) != PAWL_OK) return 0;
    if (!pawli_is_position(position)) return 0;
    if (capacity > PAWL_PLANES_MAX) capacity = PAWL_PLANES_MAX;
    return pawli_mover_collide_planes(&mover, position, def->skin, out, capacity, &left_out);
}
