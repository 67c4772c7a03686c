/* cast.c - a shape that moves in a straight line, without turning, against one that stands: the
 * origin's ray against their Minkowski difference.
 *
 * Vertices are rotated with one rounding each; from there on the first touch is exact, up to the
 * rounding of round corners (outline.c). The point of touch is a vertex of the shape whose edge
 * does not take part, moved outward by its radius, so it is found without a further search. */
#include "collide/core.h"
#include "collide/outline.h"

#include <string.h>

/* Where the shapes touch at an entry, on the surface of the fixed one. */
static pawl_vec2 point_of_touch(const pawli_difference *difference, const pawli_entry *entry,
                                pawl_vec2 fixed_position, pawl_fx fixed_radius,
                                pawl_vec2 moving_position, pawl_fx moving_radius) {
    const int32_t index = entry->index;
    if (!entry->corner && difference->fixed_edge[index]) {
        const pawl_vec2 vertex = pawl_vec2_add(moving_position, difference->moving[index]);
        return pawli_step_half(vertex, entry->normal, -2 * (int64_t)moving_radius);
    }
    const pawl_vec2 vertex = pawl_vec2_add(fixed_position, difference->fixed[index]);
    return pawli_step_half(vertex, entry->normal, 2 * (int64_t)fixed_radius);
}

/* Amid the overlap, by the contact of the two shapes. */
static pawl_vec2 point_inside(const pawl_convex *a, const pawli_frame *frame_a,
                              const pawl_convex *b, const pawli_frame *frame_b) {
    const pawli_pair pair = {{a, b}, {frame_a, frame_b}, PAWLI_NO_MARGIN};
    pawl_manifold manifold;
    pawli_collide_pair(&pair, &manifold);
    return pawl_vec2_add(frame_a->position, pawli_deeper_point(&manifold)->offset);
}

pawl_cast_hit pawli_cast_shape(const pawl_convex *a, const pawli_frame *frame_a,
                               pawl_vec2 translation, const pawl_convex *b,
                               const pawli_frame *frame_b) {
    pawl_cast_hit hit;
    pawli_difference difference;
    memset(&hit, 0, sizeof hit);
    if (!pawli_is_translation(translation)) return hit;
    pawli_difference_make(b, frame_b, a, frame_a, &difference);
    if (pawli_outline_is_away(&difference.outline, translation)) return hit;
    pawli_entry entry;
    pawli_outline_enter(&difference.outline, translation, &entry);
    hit.hit = entry.hit || entry.inside;
    hit.inside = entry.inside;
    if (entry.inside) hit.point = point_inside(a, frame_a, b, frame_b);
    if (!entry.hit) return hit;
    hit.fraction = entry.fraction;
    hit.normal = entry.normal;
    const pawl_vec2 arrived =
        pawl_vec2_add(frame_a->position, pawli_fraction_of_move(translation, entry.fraction));
    hit.point =
        point_of_touch(&difference, &entry, frame_b->position, b->radius, arrived, a->radius);
    return hit;
}

pawl_cast_hit pawl_convex_cast(const pawl_convex *a, pawl_pose pose_a, pawl_vec2 translation,
                               const pawl_convex *b, pawl_pose pose_b) {
    pawl_cast_hit none;
    memset(&none, 0, sizeof none);
    if (!pawl_convex_is_valid(a) || !pawl_convex_is_valid(b)) return none;
    if (!pawli_is_rotation(pose_a.rotation) || !pawli_is_rotation(pose_b.rotation)) return none;
    const pawli_frame frame_a = pawli_frame_of(pose_a), frame_b = pawli_frame_of(pose_b);
    return pawli_cast_shape(a, &frame_a, translation, b, &frame_b);
}
