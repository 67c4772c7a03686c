/* recording.c - what recording.h declares. */
#include "support/world/recording.h"

static primitive *add(void *context, primitive_kind kind, const pawl_draw_item *item) {
    recording *const into = context;
    ck_assert_int_lt(into->count, PRIMITIVES_MAX);
    primitive *const made = &into->list[into->count++];
    *made = (primitive){.kind = kind, .item = *item};
    return made;
}

static void add_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                        int32_t count, pawl_fx radius) {
    primitive *const made = add(context, POLYGON, item);
    memcpy(made->points, points, (size_t)count * sizeof *points);
    made->count = count;
    made->radius = radius;
}

static void add_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                       pawl_rot rotation) {
    primitive *const made = add(context, CIRCLE, item);
    made->points[0] = center;
    made->radius = radius;
    made->rotation = rotation;
}

static void add_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                        pawl_fx radius) {
    primitive *const made = add(context, CAPSULE, item);
    made->points[0] = a;
    made->points[1] = b;
    made->radius = radius;
}

static void add_a_box(void *context, const pawl_draw_item *item, pawl_box box) {
    primitive *const made = add(context, BOX, item);
    made->points[0] = box.lower;
    made->points[1] = box.upper;
}

static void add_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    primitive *const made = add(context, LINE, item);
    made->points[0] = a;
    made->points[1] = b;
}

static void add_point(void *context, const pawl_draw_item *item, pawl_vec2 point) {
    add(context, POINT, item)->points[0] = point;
}

static void add_number(void *context, const pawl_draw_item *item, pawl_vec2 point,
                       pawl_wide value) {
    primitive *const made = add(context, NUMBER, item);
    made->points[0] = point;
    made->value = value;
}

pawl_pose shifted(void *context, pawl_body_id body, pawl_pose now) {
    (void)body;
    now.position = pawl_vec2_add(now.position, ((recording *)context)->shift);
    return now;
}

pawl_draw_hooks recorder(recording *into, uint32_t layers) {
    into->count = 0;
    return (pawl_draw_hooks){layers,      NULL,      into,     add_polygon, add_circle,
                             add_capsule, add_a_box, add_line, add_point,   add_number,
                             NULL,        NULL,      NULL};
}

void record(const pawl_world *world, uint32_t layers, const pawl_box *clip, recording *into) {
    pawl_draw_hooks hooks = recorder(into, layers);
    hooks.clip = clip;
    ck_assert_int_eq(pawl_world_draw(world, &hooks), PAWL_OK);
}
