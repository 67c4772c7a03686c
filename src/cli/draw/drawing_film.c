/* drawing_film.c - pictures of films, in the colors of pictures of worlds. */
#include "cli/draw/drawing_film.h"

#include <stdio.h>

#define STROKE (CLI_PIXEL * 3 / 2)
#define LINE (CLI_PIXEL * 5 / 2)

typedef struct film_painter {
    const pawl_film_playback *film;
    const cli_view *view;
    cli_drawing *drawing;
} film_painter;

static cli_paint paint_of(const film_painter *to, const pawl_draw_item *item) {
    if (item->role == PAWL_DRAW_SENSOR) return cli_theme_sensor();
    if (item->role == PAWL_DRAW_SOFT || item->role == PAWL_DRAW_SOFT_ASLEEP) {
        return cli_theme_body(PAWL_DYNAMIC, 0, 0, item->role == PAWL_DRAW_SOFT);
    }
    if (item->role > PAWL_DRAW_SENSOR) return cli_theme_role((int)item->role);
    const pawl_body_type type = item->role == PAWL_DRAW_STATIC      ? PAWL_STATIC
                                : item->role == PAWL_DRAW_KINEMATIC ? PAWL_KINEMATIC
                                                                    : PAWL_DYNAMIC;
    pawl_film_body body = {.user_data = 0};
    const uint32_t slot = item->body.index1 - 1u;
    (void)pawl_film_get_body(to->film, slot, &body);
    return cli_theme_body((int)type, body.user_data, slot, item->role != PAWL_DRAW_ASLEEP);
}

static void add_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                        int32_t count, pawl_fx radius) {
    const film_painter *to = context;
    cli_mark *mark = cli_drawing_add_mark(to->drawing, paint_of(to, item), STROKE);
    mark->count = (uint8_t)count;
    mark->radius = cli_drawing_length(to->view, radius);
    for (int32_t i = 0; i < count; i++)
        mark->points[i] = cli_drawing_place(to->view, points[i]);
}

static void add_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    const film_painter *to = context;
    cli_mark *mark = cli_drawing_add_mark(to->drawing, paint_of(to, item), STROKE);
    cli_drawing_set_ends(to->view, a, b, mark);
}

static void add_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                       pawl_rot rotation) {
    const film_painter *to = context;
    add_polygon(context, item, &center, 1, radius);
    const pawl_vec2 spoke = pawl_vec2_make(radius - radius / 8, 0);
    const pawl_vec2 rim = pawl_vec2_add(center, pawl_rotate(rotation, spoke));
    cli_mark *mark = cli_drawing_add_mark(to->drawing, paint_of(to, item), STROKE);
    cli_drawing_set_ends(to->view, center, rim, mark);
}

static void add_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                        pawl_fx radius) {
    const film_painter *to = context;
    cli_mark *mark =
        cli_drawing_add_mark(to->drawing, paint_of(to, item), radius == 0 ? LINE : STROKE);
    cli_drawing_set_ends(to->view, a, b, mark);
    mark->radius = cli_drawing_length(to->view, radius);
}

void cli_drawing_film_add(const pawl_film_playback *film, const cli_view *view,
                          cli_drawing *drawing) {
    film_painter to = {film, view, drawing};
    /* Outlines begin outside. */
    const pawl_fx margin = pawl_sub(view->box.upper.x, view->box.lower.x) / 16;
    const pawl_box clip = cli_drawing_grow_box(view->box, margin);
    const pawl_draw_hooks hooks = {.layers =
                                       PAWL_LAYER_SHAPES | PAWL_LAYER_SOFT | PAWL_LAYER_JOINTS,
                                   .clip = &clip,
                                   .context = &to,
                                   .polygon = add_polygon,
                                   .circle = add_circle,
                                   .capsule = add_capsule,
                                   .line = add_line};
    cli_drawing_begin(view, drawing);
    pawl_film_draw(film, &hooks);
    snprintf(drawing->caption, sizeof drawing->caption, "tick %llu",
             (unsigned long long)pawl_film_get_tick(film));
}

/* ---- how large it is ---- */

typedef struct film_bounds {
    pawl_box box;
    bool all, has_box;
} film_bounds;

static void bound_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                          int32_t count, pawl_fx radius) {
    film_bounds *to = context;
    if (item->role == PAWL_DRAW_STATIC && !to->all) return;
    for (int32_t i = 0; i < count; i++) {
        const pawl_box point = {points[i], points[i]};
        const pawl_box box = cli_drawing_grow_box(point, radius);
        to->box = to->has_box ? cli_drawing_unite_boxes(to->box, box) : box;
        to->has_box = true;
    }
}

static void bound_circle(void *context, const pawl_draw_item *item, pawl_vec2 center,
                         pawl_fx radius, pawl_rot rotation) {
    (void)rotation;
    bound_polygon(context, item, &center, 1, radius);
}

static void bound_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                          pawl_fx radius) {
    const pawl_vec2 ends[2] = {a, b};
    bound_polygon(context, item, ends, 2, radius);
}

bool cli_drawing_film_bounds(const pawl_film_playback *film, bool all, bool has_box,
                             pawl_box *box) {
    film_bounds to = {.all = all, .has_box = has_box};
    if (has_box) to.box = *box;
    const pawl_draw_hooks hooks = {.layers = PAWL_LAYER_SHAPES | PAWL_LAYER_SOFT,
                                   .context = &to,
                                   .polygon = bound_polygon,
                                   .circle = bound_circle,
                                   .capsule = bound_capsule};
    pawl_film_draw(film, &hooks);
    if (to.has_box) *box = to.box;
    return to.has_box;
}
