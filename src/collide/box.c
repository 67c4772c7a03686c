/* box.c - axis-aligned boxes around shapes.
 *
 * The extreme vertices are found and rounded outwards in Q46, so the box never cuts into the
 * shape and is less than one raw unit too large on each side. */
#include "collide/core.h"
#include "collide/near_box.h"

#include <string.h>

/* Below and above everything; |vertex - center| <= 2^30, so projections are below 2^61. */
#define OUTSIDE_BOX (INT64_C(1) << 62)

#if PAWLI_LARGE_CODE && !PAWL_SMALL_CODE
PAWLI_INLINE bool make_reaching_box(const pawl_convex *shape, const pawli_frame *frame,
                                    pawl_box *box) {
    const int64_t x = frame->position.x, y = frame->position.y;
    pawli_box_reach reach;
    if (!pawli_box_reach_of(shape, frame, &reach)) return false;
    box->lower.x = pawl_saturate(x - reach.x);
    box->lower.y = pawl_saturate(y - reach.y);
    box->upper.x = pawl_saturate(x + reach.x);
    box->upper.y = pawl_saturate(y + reach.y);
    return true;
}
#endif

pawl_box pawli_box_of_convex(const pawl_convex *shape, const pawli_frame *frame) {
#if PAWLI_LARGE_CODE && !PAWL_SMALL_CODE
    pawl_box made;
    if (make_reaching_box(shape, frame, &made)) return made;
#endif
    const int32_t c = frame->rotation.c, s = frame->rotation.s;
    int64_t lower_x = OUTSIDE_BOX, lower_y = OUTSIDE_BOX, upper_x = -OUTSIDE_BOX,
            upper_y = -OUTSIDE_BOX;
    for (int i = 0; i < shape->count; i++) {
        const int32_t vx = shape->vertices[i].x - frame->center.x;
        const int32_t vy = shape->vertices[i].y - frame->center.y;
        const int64_t x = pawli_product_subtract(c, vx, s, vy);
        const int64_t y = pawli_product_add(s, vx, c, vy);
        if (x < lower_x) lower_x = x;
        if (x > upper_x) upper_x = x;
        if (y < lower_y) lower_y = y;
        if (y > upper_y) upper_y = y;
    }
    const int64_t px = frame->position.x, py = frame->position.y, r = shape->radius;
    pawl_box box;
    box.lower.x = pawl_saturate(px + pawli_floor(lower_x, 30) - r);
    box.lower.y = pawl_saturate(py + pawli_floor(lower_y, 30) - r);
    box.upper.x = pawl_saturate(px - pawli_floor(-upper_x, 30) + r);
    box.upper.y = pawl_saturate(py - pawli_floor(-upper_y, 30) + r);
    return box;
}

pawl_box pawl_convex_box(const pawl_convex *shape, pawl_pose pose) {
    pawl_box box;
    memset(&box, 0, sizeof box);
    if (!pawl_convex_is_valid(shape) || !pawli_is_rotation(pose.rotation)) return box;
    const pawli_frame frame = pawli_frame_of(pose);
    return pawli_box_of_convex(shape, &frame);
}

/* Interval [lower, upper] times a factor. */
typedef struct interval {
    int64_t lower, upper;
} interval;

static interval scaled_interval(pawl_fx lower, pawl_fx upper, int32_t factor) {
    const int64_t a = (int64_t)lower * factor, b = (int64_t)upper * factor;
    const interval result = {a < b ? a : b, a < b ? b : a};
    return result;
}

/* The sum of two intervals in Q46, rounded outwards, and moved. Each product is below 2^62. */
static void add_intervals(interval a, interval b, pawl_fx by, pawl_fx *lower, pawl_fx *upper) {
    *lower = pawl_saturate(pawli_floor(a.lower + b.lower, 30) + by);
    *upper = pawl_saturate(by - pawli_floor(-a.upper - b.upper, 30));
}

/* A box that saturates on the way still contains every piece that it contained before: they lie
 * within 2^30 raw units of the origin of their frame. */
pawl_box pawli_box_in_frame(const pawli_frame *frame, pawl_box box) {
    const pawl_vec2 lower = pawl_vec2_sub(box.lower, frame->position);
    const pawl_vec2 upper = pawl_vec2_sub(box.upper, frame->position);
    const int32_t c = frame->rotation.c, s = frame->rotation.s;
    pawl_box local;
    add_intervals(scaled_interval(lower.x, upper.x, c), scaled_interval(lower.y, upper.y, s),
                  frame->center.x, &local.lower.x, &local.upper.x);
    add_intervals(scaled_interval(lower.y, upper.y, c), scaled_interval(lower.x, upper.x, -s),
                  frame->center.y, &local.lower.y, &local.upper.y);
    return local;
}
