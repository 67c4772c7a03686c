/* ray.c - rays against single shapes.
 *
 * The ray is brought into the frame of the shape's vertices, which stay as they are: its start and
 * its translation are rounded to half a raw unit on each axis, and everything after that is exact
 * (outline.c). A circle stays in world axes, where only its center is rounded.
 *
 * The transposed rotation serves as the inverse. Where its length is wrong by some raw units, it
 * scales shape and ray alike about the frame's position, which moves the outline by those parts
 * of 2^30 only. */
#include "collide/core.h"
#include "collide/outline.h"

#include <string.h>

static const pawl_vec2 center_of_circle = {0, 0};
static const pawl_rot no_rotation = {PAWL_UNIT, 0};

/* Whether a way from 0 to `move` comes within reach of `middle`, on one axis. */
static bool stays_clear(int64_t move, int64_t middle, int64_t reach) {
    if (middle > 0) return middle - reach <= (move > 0 ? move : 0);
    return middle + reach >= (move < 0 ? move : 0);
}

/* A circle: its center, in world axes. */
static void view_circle(const pawl_convex *shape, const pawli_frame *frame, pawli_ray_view *out) {
    const int64_t c = frame->rotation.c, s = frame->rotation.s;
    const int64_t x = shape->vertices[0].x - frame->center.x;
    const int64_t y = shape->vertices[0].y - frame->center.y;
    if (x != 0 || y != 0) {
        out->outline.x += pawli_near(c * x - s * y, 30);
        out->outline.y += pawli_near(s * x + c * y, 30);
    }
    out->outline.vertices = &center_of_circle;
    out->rotation = no_rotation;
}

/* Positions differ by at most 2^32 on an axis, so the sums stay below 2^62.5; a translation in
 * range comes out at most 2^30.5 long. */
bool pawli_ray_make_view(const pawl_convex *shape, const pawli_frame *frame, pawl_vec2 from,
                         pawl_vec2 translation, pawli_ray_view *out) {
    const int64_t dx = (int64_t)frame->position.x - from.x;
    const int64_t dy = (int64_t)frame->position.y - from.y;
    if (!pawli_is_translation(translation)) return false;
    out->outline.normals = shape->normals;
    out->outline.count = shape->count;
    out->outline.radius = shape->radius;
    out->translation = translation;
    if (shape->count == 1) {
        out->outline.x = dx;
        out->outline.y = dy;
        view_circle(shape, frame, out);
        return stays_clear(translation.x, out->outline.x, shape->radius) &&
               stays_clear(translation.y, out->outline.y, shape->radius);
    }
    const int64_t c = frame->rotation.c, s = frame->rotation.s;
    const int64_t x = pawli_near(c * dx + s * dy, 30), y = pawli_near(c * dy - s * dx, 30);
    out->outline.vertices = shape->vertices;
    out->outline.x = x - frame->center.x;
    out->outline.y = y - frame->center.y;
    out->translation.x = pawli_near32(c * translation.x + s * translation.y, 30);
    out->translation.y = pawli_near32(c * translation.y - s * translation.x, 30);
    out->rotation = frame->rotation;
    return stays_clear(out->translation.x, out->outline.x, PAWL_EXTENT_MAX) &&
           stays_clear(out->translation.y, out->outline.y, PAWL_EXTENT_MAX);
}

void pawli_ray_cast(const pawl_convex *shape, const pawli_frame *frame, pawl_vec2 from,
                    pawl_vec2 translation, pawl_cast_hit *out) {
    pawli_ray_view view;
    memset(out, 0, sizeof *out);
    if (!pawli_ray_make_view(shape, frame, from, translation, &view)) return;
    pawli_entry entry;
    pawli_outline_enter(&view.outline, view.translation, &entry);
    out->hit = entry.hit;
    out->inside = entry.inside;
    if (!entry.hit) return;
    out->fraction = entry.fraction;
    out->point = pawl_vec2_add(from, pawli_fraction_of_move(translation, entry.fraction));
    out->normal = pawli_turn(view.rotation, entry.normal);
}

pawl_cast_hit pawl_ray_cast(const pawl_convex *shape, pawl_pose pose, pawl_vec2 from,
                            pawl_vec2 translation) {
    pawl_cast_hit hit;
    memset(&hit, 0, sizeof hit);
    if (!pawl_convex_is_valid(shape) || !pawli_is_rotation(pose.rotation)) return hit;
    const pawli_frame frame = pawli_frame_of(pose);
    pawli_ray_cast(shape, &frame, from, translation, &hit);
    return hit;
}
