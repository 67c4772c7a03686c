/* drawing.c - from world to picture coordinates, in integers.
 *
 * Why it cannot overflow: a difference of coordinates is below 2^32, a picture is at most 4096
 * pixels (2^20 in 1/256) wide, so the product is below 2^52; the view is at least 1/16 unit (2^12
 * raw) wide, so a coordinate stays below 2^41. */
#include "cli/drawing.h"

#include <stdlib.h>

#include "cli/heap.h"

#define VIEW_MIN PAWL_FX(0, 1, 16)
#define STROKE (PAWLI_PIXEL * 3 / 2)
#define LINE (PAWLI_PIXEL * 5 / 2)

static pawl_box box_union(pawl_box a, pawl_box b) {
    const pawl_box box = {{pawl_min(a.lower.x, b.lower.x), pawl_min(a.lower.y, b.lower.y)},
                          {pawl_max(a.upper.x, b.upper.x), pawl_max(a.upper.y, b.upper.y)}};
    return box;
}

static pawl_box box_intersection(pawl_box a, pawl_box b) {
    const pawl_box box = {{pawl_max(a.lower.x, b.lower.x), pawl_max(a.lower.y, b.lower.y)},
                          {pawl_min(a.upper.x, b.upper.x), pawl_min(a.upper.y, b.upper.y)}};
    return box;
}

static pawl_box box_grow(pawl_box box, pawl_fx by) {
    box.lower.x = pawl_sub(box.lower.x, by);
    box.lower.y = pawl_sub(box.lower.y, by);
    box.upper.x = pawl_add(box.upper.x, by);
    box.upper.y = pawl_add(box.upper.y, by);
    return box;
}

/* The union of the boxes of all shapes on bodies that are static, or that are not. */
static bool bounds_of(const pawl_world *world, bool of_static, const pawl_box *within,
                      pawl_box *bounds) {
    const pawl_body_id none = {0, 0};
    pawl_body_id body = pawl_world_next_body(world, none);
    bool found = false;
    for (; body.index1 != 0; body = pawl_world_next_body(world, body)) {
        const pawl_pose pose = pawl_body_pose(world, body);
        pawl_shape_id shape = {0, 0};
        if ((pawl_body_get_type(world, body) == PAWL_STATIC) != of_static) continue;
        for (;;) {
            pawl_convex convex;
            shape = pawl_body_next_shape(world, body, shape);
            if (pawl_shape_convex(world, shape, &convex) != PAWL_OK) break;
            pawl_box box = pawl_convex_box(&convex, pose);
            if (within != NULL) {
                if (!pawl_box_overlaps(box, *within)) continue;
                box = box_intersection(box, *within);
            }
            *bounds = found ? box_union(*bounds, box) : box;
            found = true;
        }
    }
    return found;
}

/* Grounds are often huge: only what lies near the movers counts. */
static pawl_box fit(const pawl_world *world) {
    pawl_box movers = {{-PAWL_FX_ONE, -PAWL_FX_ONE}, {PAWL_FX_ONE, PAWL_FX_ONE}}, ground;
    if (!bounds_of(world, false, NULL, &movers)) {
        bounds_of(world, true, NULL, &movers);
        return box_grow(movers, (movers.upper.x - movers.lower.x) / 20);
    }
    const pawl_fx width = pawl_sub(movers.upper.x, movers.lower.x);
    const pawl_fx height = pawl_sub(movers.upper.y, movers.lower.y);
    const pawl_fx reach = pawl_max(width, height) / 3;
    const pawl_box near = box_grow(movers, reach);
    if (bounds_of(world, true, &near, &ground)) movers = box_union(movers, ground);
    return box_grow(movers, reach / 6);
}

/* Grow one axis around its middle to at least `size`. */
static void widen(pawl_fx *lower, pawl_fx *upper, pawl_fx size) {
    const pawl_fx missing = pawl_sub(size, pawl_sub(*upper, *lower));
    if (missing <= 0) return;
    *lower = pawl_sub(*lower, missing / 2);
    *upper = pawl_add(*upper, missing / 2);
}

pawli_view pawli_view_of(const pawli_scene *scene, int32_t width) {
    pawli_view view = {scene->has_camera ? scene->camera : fit(scene->world), width, 0};
    pawl_box *box = &view.box;
    widen(&box->lower.x, &box->upper.x, pawl_max(VIEW_MIN, (box->upper.y - box->lower.y) / 4));
    widen(&box->lower.y, &box->upper.y, pawl_max(VIEW_MIN, (box->upper.x - box->lower.x) / 4));
    const pawl_fx across = pawl_sub(box->upper.x, box->lower.x);
    const pawl_fx up = pawl_sub(box->upper.y, box->lower.y);
    view.height = (int32_t)((int64_t)width * up / across);
    return view;
}

/* Plain division: which way half a 1/256 pixel goes is not visible. */
static int64_t to_picture(const pawli_view *view, int64_t length) {
    const pawl_fx across = pawl_sub(view->box.upper.x, view->box.lower.x);
    return length * view->width * PAWLI_PIXEL / across;
}

static pawli_point point_to_picture(const pawli_view *view, pawl_vec2 point) {
    const pawli_point on_picture = {
        to_picture(view, (int64_t)point.x - view->box.lower.x),
        to_picture(view, (int64_t)view->box.upper.y - point.y),
    };
    return on_picture;
}

static pawli_mark *add_mark(pawli_drawing *drawing, pawli_paint paint, int64_t stroke_width) {
    if (drawing->count == drawing->capacity) {
        drawing->capacity = drawing->capacity == 0 ? 256 : 2 * drawing->capacity;
        drawing->marks = pawli_reallocate(drawing->marks, drawing->capacity * sizeof(pawli_mark));
    }
    pawli_mark *mark = &drawing->marks[drawing->count++];
    *mark = (pawli_mark){.paint = paint, .stroke_width = stroke_width};
    return mark;
}

/* The line from the centre of a circle to its rim that shows how it rolls. */
static void add_spoke(const pawl_convex *circle, pawl_pose pose, const pawli_view *view,
                      pawli_paint paint, pawli_drawing *drawing) {
    const pawl_vec2 center = circle->vertices[0];
    const pawl_fx inner = circle->radius - circle->radius / 8;
    const pawl_vec2 rim = pawl_vec2_add(center, pawl_vec2_make(inner, 0));
    pawli_mark *spoke = add_mark(drawing, paint, STROKE);
    spoke->points[0] = point_to_picture(view, pawl_pose_apply(pose, center));
    spoke->points[1] = point_to_picture(view, pawl_pose_apply(pose, rim));
    spoke->count = 2;
}

static void add_shape(const pawl_convex *shape, pawl_pose pose, const pawli_view *view,
                      pawli_paint paint, pawli_drawing *drawing) {
    const bool line = shape->count == 2 && shape->radius == 0;
    pawli_mark *mark = add_mark(drawing, paint, line ? LINE : STROKE);
    mark->count = shape->count;
    mark->radius = to_picture(view, shape->radius);
    for (int i = 0; i < shape->count; i++) {
        mark->points[i] = point_to_picture(view, pawl_pose_apply(pose, shape->vertices[i]));
    }
    if (shape->count == 1) add_spoke(shape, pose, view, paint, drawing);
}

static void add_body(const pawl_world *world, pawl_body_id body, uint32_t index,
                     const pawli_view *view, pawli_drawing *drawing) {
    const pawl_pose pose = pawl_body_pose(world, body);
    const pawli_paint paint =
        pawli_theme_body((int)pawl_body_get_type(world, body), pawl_body_user_data(world, body),
                         index, pawl_body_is_awake(world, body));
    pawl_shape_id shape = {0, 0};
    for (;;) {
        pawl_convex convex;
        shape = pawl_body_next_shape(world, body, shape);
        if (pawl_shape_convex(world, shape, &convex) != PAWL_OK) return;
        add_shape(&convex, pose, view, paint, drawing);
    }
}

void pawli_draw_scene(const pawli_scene *scene, const pawli_view *view, pawli_drawing *drawing) {
    const pawl_body_id none = {0, 0};
    drawing->width = view->width;
    drawing->height = view->height;
    drawing->count = 0;
    /* What moves is painted over what does not. */
    for (int type = PAWL_STATIC; type <= PAWL_DYNAMIC; type++) {
        pawl_body_id body = pawl_world_next_body(scene->world, none);
        for (uint32_t index = 0; body.index1 != 0; index++) {
            if ((int)pawl_body_get_type(scene->world, body) == type) {
                add_body(scene->world, body, index, view, drawing);
            }
            body = pawl_world_next_body(scene->world, body);
        }
    }
    snprintf(drawing->caption, sizeof drawing->caption, "%.80s%stick %llu", scene->title,
             scene->title[0] == 0 ? "" : "  ", (unsigned long long)pawl_world_tick(scene->world));
}
