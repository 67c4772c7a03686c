/* ray.c - rays against single shapes.
 *
 * The ray is brought into the frame of the shape's vertices, which stay as they are: its start and
 * its translation are rounded to half a raw unit on each axis, and everything after that is exact
 * (outline.c). A circle stays in world axes, where only its centre is rounded.
 *
 * The transposed rotation serves as the inverse. Where its length is wrong by some raw units, it
 * scales shape and ray alike about the frame's position, which moves the outline by those parts
 * of 2^30 only. */
#include "collide/core.h"
#include "collide/outline.h"

#include <string.h>

/* Positions differ by at most 2^32 on an axis, so the sums stay below 2^62.5; a translation in
 * range comes out at most 2^30.5 long. */
bool pawli_view_ray(const pawl_convex *shape, const pawli_frame *frame, pawl_vec2 from,
                    pawl_vec2 translation, pawli_ray_view *out) {
    const int64_t dx = (int64_t)from.x - frame->position.x;
    const int64_t dy = (int64_t)from.y - frame->position.y;
    const int64_t c = frame->rotation.c, s = frame->rotation.s;
    if (!pawli_is_translation(translation)) return false;
    out->outline.vertices = shape->vertices;
    out->outline.normals = shape->normals;
    out->outline.count = shape->count;
    out->outline.radius = shape->radius;
    if (shape->count == 1) {
        const pawl_vec2 center = shape->vertices[0];
        const int64_t x = center.x - frame->center.x, y = center.y - frame->center.y;
        out->outline.x = pawli_near(c * x - s * y, 30) - dx - center.x;
        out->outline.y = pawli_near(s * x + c * y, 30) - dy - center.y;
        out->translation = translation;
        out->rotation.c = PAWL_UNIT;
        out->rotation.s = 0;
    } else {
        out->outline.x = -pawli_near(c * dx + s * dy, 30) - frame->center.x;
        out->outline.y = -pawli_near(c * dy - s * dx, 30) - frame->center.y;
        out->translation = pawl_unrotate(frame->rotation, translation);
        out->rotation = frame->rotation;
    }
    return true;
}

pawl_cast_hit pawli_ray_cast(const pawl_convex *shape, const pawli_frame *frame, pawl_vec2 from,
                             pawl_vec2 translation) {
    pawl_cast_hit hit;
    pawli_ray_view view;
    memset(&hit, 0, sizeof hit);
    if (!pawli_view_ray(shape, frame, from, translation, &view)) return hit;
    const pawli_entry entry = pawli_outline_enter(&view.outline, view.translation);
    hit.hit = entry.hit;
    hit.inside = entry.inside;
    if (!entry.hit) return hit;
    hit.fraction = entry.fraction;
    hit.point = pawl_vec2_add(from, pawli_part_of(translation, entry.fraction));
    hit.normal = pawli_turn(view.rotation, entry.normal);
    return hit;
}

pawl_cast_hit pawl_ray_cast(const pawl_convex *shape, pawl_pose pose, pawl_vec2 from,
                            pawl_vec2 translation) {
    pawl_cast_hit none;
    memset(&none, 0, sizeof none);
    if (!pawl_convex_is_valid(shape) || !pawli_is_rotation(pose.rotation)) return none;
    const pawli_frame frame = pawli_frame_of(pose);
    return pawli_ray_cast(shape, &frame, from, translation);
}
