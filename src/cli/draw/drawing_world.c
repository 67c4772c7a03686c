/* drawing_world.c - pictures of worlds and of whole scenes.
 *
 * This is the highest file of the pictures: it calls those of arcades and of soft bodies. */
#include "cli/draw/drawing_world.h"

#include "cli/draw/drawing_arcade.h"
#include "cli/draw/drawing_joint.h"
#include "cli/draw/drawing_soft.h"

#define STROKE (CLI_PIXEL * 3 / 2)
#define LINE (CLI_PIXEL * 5 / 2)
#define DOT (CLI_PIXEL * 5 / 2) /* radius */

static pawl_box box_intersection(pawl_box a, pawl_box b) {
    const pawl_box box = {{pawl_max(a.lower.x, b.lower.x), pawl_max(a.lower.y, b.lower.y)},
                          {pawl_min(a.upper.x, b.upper.x), pawl_min(a.upper.y, b.upper.y)}};
    return box;
}

/* The union of the boxes of all shapes on bodies that are static, or that are not. */
static bool bounds_of(const pawl_world *world, bool of_static, const pawl_box *within,
                      pawl_box *bounds) {
    const pawl_body_id none = {0, 0};
    pawl_body_id body = pawl_world_next_body(world, none);
    bool found = false;
    for (; body.index1 != 0; body = pawl_world_next_body(world, body)) {
        pawl_shape_id shape = {0, 0};
        if ((pawl_body_get_type(world, body) == PAWL_STATIC) != of_static) continue;
        for (;;) {
            shape = pawl_body_next_shape(world, body, shape);
            if (shape.index1 == 0) break;
            pawl_box box = pawl_shape_get_box(world, shape);
            if (within != NULL) {
                if (!pawl_box_overlaps(box, *within)) continue;
                box = box_intersection(box, *within);
            }
            *bounds = found ? cli_drawing_unite_boxes(*bounds, box) : box;
            found = true;
        }
    }
    pawl_soft_id soft = {0, 0};
    while (!of_static && (soft = pawl_world_next_soft(world, soft)).index1 != 0) {
        const pawl_box box = pawl_soft_get_box(world, soft);
        *bounds = found ? cli_drawing_unite_boxes(*bounds, box) : box;
        found = true;
    }
    return found;
}

/* Grounds are often huge: only what lies near the movers counts. */
static pawl_box fit(const pawl_world *world) {
    pawl_box movers = {{-PAWL_FX_ONE, -PAWL_FX_ONE}, {PAWL_FX_ONE, PAWL_FX_ONE}}, ground;
    if (!bounds_of(world, false, NULL, &movers)) {
        bounds_of(world, true, NULL, &movers);
        return cli_drawing_grow_box(movers, (movers.upper.x - movers.lower.x) / 20);
    }
    const pawl_fx width = pawl_sub(movers.upper.x, movers.lower.x);
    const pawl_fx height = pawl_sub(movers.upper.y, movers.lower.y);
    const pawl_fx reach = pawl_max(width, height) / 3;
    const pawl_box near = cli_drawing_grow_box(movers, reach);
    if (bounds_of(world, true, &near, &ground)) movers = cli_drawing_unite_boxes(movers, ground);
    return cli_drawing_grow_box(movers, reach / 6);
}

/* A box around the polygons of a level and the bodies. */
static pawl_box fit_level(const cli_scene_level *level, const pawl_world *world) {
    bool found = false;
    pawl_box box = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const pawl_rings *rings = &level->polygons[i].rings;
        for (uint32_t j = 0; rings->count > 0 && j < rings->ends[rings->count - 1]; j++) {
            const pawl_box point = {rings->points[j], rings->points[j]};
            box = found ? cli_drawing_unite_boxes(box, point) : point;
            found = true;
        }
    }
    const pawl_body_id none = {0, 0};
    if (!found) return fit(world);
    if (pawl_world_next_body(world, none).index1 != 0)
        box = cli_drawing_unite_boxes(box, fit(world));
    return cli_drawing_grow_box(box, pawl_sub(box.upper.x, box.lower.x) / 40);
}

static pawl_box box_of(const cli_scene *scene) {
    if (scene->has_camera) return scene->camera;
    if (scene->arcade != NULL) return cli_drawing_arcade_box(scene);
    return scene->level != NULL ? fit_level(scene->level, scene->world) : fit(scene->world);
}

cli_view cli_drawing_world_view(const cli_scene *scene, int32_t width) {
    return cli_drawing_captioned(cli_drawing_view_of_box(box_of(scene), width));
}

/* ---- what pawl_world_draw calls ---- */

typedef struct painter {
    const pawl_world *world;
    const cli_view *view;
    const cli_show *show;
    cli_drawing *drawing;
    pawl_draw_item soft; /* the soft body whose links come one by one; 0: none */
    pawl_fx soft_radius;
} painter;

/* As a dynamic body. */
static cli_paint soft_paint(const painter *to, const pawl_draw_item *item) {
    const bool awake = item->role == PAWL_DRAW_SOFT;
    if (to->show->coloring == CLI_COLOR_SLEEP) return cli_theme_sleep(awake);
    if (to->show->coloring == CLI_COLOR_ISLAND) return cli_theme_island(0);
    return cli_theme_body(PAWL_DYNAMIC, pawl_soft_get_user_data(to->world, item->soft),
                          item->soft.index1 - 1u, awake);
}

static cli_paint paint_of(const painter *to, const pawl_draw_item *item) {
    const pawl_body_type type = pawl_body_get_type(to->world, item->body);
    const bool awake = item->role != PAWL_DRAW_ASLEEP;
    if (item->role == PAWL_DRAW_SENSOR) return cli_theme_sensor();
    if (item->role >= PAWL_DRAW_BOX) return cli_theme_role((int)item->role);
    if (type != PAWL_STATIC && to->show->coloring == CLI_COLOR_SLEEP) {
        return cli_theme_sleep(awake);
    }
    if (type != PAWL_STATIC && to->show->coloring == CLI_COLOR_ISLAND) {
        return cli_theme_island(item->island);
    }
    return cli_theme_body((int)type, pawl_body_get_user_data(to->world, item->body),
                          item->body.index1 - 1u, awake);
}

/* A soft body is drawn as a whole, when its last link has come. */
static void finish_soft(painter *to) {
    if (to->soft.soft.index1 == 0) return;
    cli_drawing_soft_add(to->world, to->soft.soft, to->soft_radius, to->view,
                         soft_paint(to, &to->soft), to->drawing);
    to->soft.soft.index1 = 0;
    to->soft_radius = 0;
}

static bool take_soft(painter *to, const pawl_draw_item *item, pawl_fx radius) {
    const bool is_soft = item->role == PAWL_DRAW_SOFT || item->role == PAWL_DRAW_SOFT_ASLEEP;
    if (!is_soft || item->soft.index1 != to->soft.soft.index1) finish_soft(to);
    if (!is_soft) return false;
    to->soft = *item;
    to->soft_radius = pawl_max(to->soft_radius, radius);
    return true;
}

static cli_mark *add_item(const painter *to, const pawl_draw_item *item, int64_t stroke_width) {
    return cli_drawing_add_mark(to->drawing, paint_of(to, item), stroke_width);
}

static void add_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                        int32_t count, pawl_fx radius) {
    const painter *to = context;
    cli_mark *mark = add_item(to, item, STROKE);
    mark->count = (uint8_t)count;
    mark->radius = cli_drawing_length(to->view, radius);
    for (int32_t i = 0; i < count; i++) {
        mark->points[i] = cli_drawing_place(to->view, points[i]);
    }
}

static void add_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    painter *to = context;
    if (take_soft(to, item, 0)) return;
    cli_drawing_set_ends(to->view, a, b, add_item(to, item, STROKE));
}

/* The line from the center of a circle to its rim shows how it rolls. */
static void add_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                       pawl_rot rotation) {
    const painter *to = context;
    cli_mark *mark = add_item(to, item, STROKE);
    const pawl_vec2 spoke = pawl_vec2_make(radius - radius / 8, 0);
    mark->count = 1;
    mark->radius = cli_drawing_length(to->view, radius);
    mark->points[0] = cli_drawing_place(to->view, center);
    add_line(context, item, center, pawl_vec2_add(center, pawl_rotate(rotation, spoke)));
}

static void add_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                        pawl_fx radius) {
    painter *to = context;
    if (take_soft(to, item, radius)) return;
    cli_mark *mark = add_item(to, item, radius == 0 ? LINE : STROKE);
    cli_drawing_set_ends(to->view, a, b, mark);
    mark->radius = cli_drawing_length(to->view, radius);
}

static void add_box(void *context, const pawl_draw_item *item, pawl_box box) {
    const pawl_vec2 left_top = {box.lower.x, box.upper.y},
                    right_bottom = {box.upper.x, box.lower.y};
    add_line(context, item, box.lower, right_bottom);
    add_line(context, item, right_bottom, box.upper);
    add_line(context, item, box.upper, left_top);
    add_line(context, item, left_top, box.lower);
}

static void add_point(void *context, const pawl_draw_item *item, pawl_vec2 point) {
    painter *to = context;
    finish_soft(to);
    cli_mark *mark = add_item(to, item, 0);
    mark->count = 1;
    mark->radius = DOT;
    mark->points[0] = cli_drawing_place(to->view, point);
}

static pawl_pose move_body(void *context, pawl_body_id body, pawl_pose now) {
    const painter *to = context;
    return to->show->pose(to->show->context, body, now);
}

static pawl_pose pose_of(void *context, pawl_body_id body) {
    const painter *to = context;
    const pawl_pose now = pawl_body_get_pose(to->world, body);
    return to->show->pose == NULL ? now : move_body(context, body, now);
}

void cli_drawing_world_add(const pawl_world *world, const cli_view *view, const cli_show *show,
                           cli_drawing *drawing) {
    painter to = {.world = world, .view = view, .show = show, .drawing = drawing};
    /* Outlines, and what moves into the picture, begin outside. */
    const pawl_fx margin = pawl_sub(view->box.upper.x, view->box.lower.x) / 16;
    const pawl_box clip = cli_drawing_grow_box(view->box, margin);
    const pawl_draw_hooks hooks = {
        .layers = show->layers & ~(uint32_t)PAWL_LAYER_JOINTS,
        .clip = &clip,
        .context = &to,
        .polygon = add_polygon,
        .circle = add_circle,
        .capsule = add_capsule,
        .box = add_box,
        .line = add_line,
        .point = add_point,
        .pose = show->pose == NULL ? NULL : move_body,
    };
    cli_drawing_begin(view, drawing);
    pawl_world_draw(world, &hooks);
    finish_soft(&to);
    if (show->layers & PAWL_LAYER_JOINTS) {
        cli_drawing_joint_add(world, pose_of, &to, view, drawing);
    }
}

void cli_drawing_world_add_scene(const cli_scene *scene, const cli_view *view,
                                 cli_drawing *drawing) {
    const cli_show show = {.layers = PAWL_LAYER_SHAPES | PAWL_LAYER_SOFT | PAWL_LAYER_JOINTS};
    const bool is_arcade = scene->arcade != NULL;
    if (is_arcade) {
        cli_drawing_arcade_add(scene, view, drawing);
    } else {
        cli_drawing_world_add(scene->world, view, &show, drawing);
    }
    const uint64_t tick =
        is_arcade ? pawl_arcade_get_tick(scene->arcade) : pawl_world_get_tick(scene->world);
    snprintf(drawing->caption, sizeof drawing->caption, "%.80s%stick %llu", scene->title,
             scene->title[0] == 0 ? "" : "  ", (unsigned long long)tick);
}
