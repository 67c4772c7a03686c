/* draw_image.c - hooks that move what they are told by an offset. */
#include "query/draw_image.h"

#include "base/optional.h"
#include "pawl/convex.h"

static const pawli_draw_image *image_of(void *context) {
    return (const pawli_draw_image *)context;
}

static pawl_vec2 seen(const pawli_draw_image *image, pawl_vec2 point) {
    return pawl_vec2_sub(point, image->offset);
}

static void tell_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                         int32_t count, pawl_fx radius) {
    const pawli_draw_image *image = image_of(context);
    pawl_vec2 moved[PAWL_POLYGON_MAX];
    for (int32_t i = 0; i < count && i < PAWL_POLYGON_MAX; i++)
        moved[i] = seen(image, points[i]);
    image->hooks->polygon(image->hooks->context, item, moved, count, radius);
}

static void tell_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                        pawl_rot rotation) {
    const pawli_draw_image *image = image_of(context);
    image->hooks->circle(image->hooks->context, item, seen(image, center), radius, rotation);
}

static void tell_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                         pawl_fx radius) {
    const pawli_draw_image *image = image_of(context);
    image->hooks->capsule(image->hooks->context, item, seen(image, a), seen(image, b), radius);
}

static void tell_box(void *context, const pawl_draw_item *item, pawl_box box) {
    const pawli_draw_image *image = image_of(context);
    const pawl_box moved = {seen(image, box.lower), seen(image, box.upper)};
    image->hooks->box(image->hooks->context, item, moved);
}

static void tell_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    const pawli_draw_image *image = image_of(context);
    image->hooks->line(image->hooks->context, item, seen(image, a), seen(image, b));
}

static void tell_point(void *context, const pawl_draw_item *item, pawl_vec2 point) {
    const pawli_draw_image *image = image_of(context);
    image->hooks->point(image->hooks->context, item, seen(image, point));
}

static void tell_number(void *context, const pawl_draw_item *item, pawl_vec2 point,
                        pawl_wide value) {
    const pawli_draw_image *image = image_of(context);
    image->hooks->number(image->hooks->context, item, seen(image, point), value);
}

static pawl_pose ask_pose(void *context, pawl_body_id body, pawl_pose now) {
    const pawli_draw_image *image = image_of(context);
    return image->hooks->pose(image->hooks->context, body, now);
}

pawl_draw_hooks pawli_draw_image_hooks(const pawli_draw_image *image) {
    pawl_draw_hooks hooks = *image->hooks;
    hooks.context = (void *)(uintptr_t)image;
    if (hooks.polygon != NULL) hooks.polygon = tell_polygon;
    if (hooks.circle != NULL) hooks.circle = tell_circle;
    if (hooks.capsule != NULL) hooks.capsule = tell_capsule;
    if (hooks.box != NULL) hooks.box = tell_box;
    if (hooks.line != NULL) hooks.line = tell_line;
    if (hooks.point != NULL) hooks.point = tell_point;
    if (hooks.number != NULL) hooks.number = tell_number;
    if (hooks.pose != NULL) hooks.pose = ask_pose;
    return hooks;
}
