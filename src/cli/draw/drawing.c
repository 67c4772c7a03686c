/* drawing.c - from world to picture coordinates, in integers.
 *
 * Why it cannot overflow: a difference of coordinates is below 2^32, a picture is at most 4096
 * pixels (2^20 in 1/256) wide, so the product is below 2^52; the view is at least 1/16 unit (2^12
 * raw) wide, so a coordinate stays below 2^41. */
#include "cli/draw/canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"

#define VIEW_MIN PAWL_FX(0, 1, 16)
#define STROKE (CLI_PIXEL * 3 / 2)
#define LINE (CLI_PIXEL * 5 / 2)
#define SEAM CLI_PIXEL

pawl_box cli_drawing_unite_boxes(pawl_box a, pawl_box b) {
    const pawl_box box = {{pawl_min(a.lower.x, b.lower.x), pawl_min(a.lower.y, b.lower.y)},
                          {pawl_max(a.upper.x, b.upper.x), pawl_max(a.upper.y, b.upper.y)}};
    return box;
}

pawl_box cli_drawing_grow_box(pawl_box box, pawl_fx by) {
    box.lower.x = pawl_sub(box.lower.x, by);
    box.lower.y = pawl_sub(box.lower.y, by);
    box.upper.x = pawl_add(box.upper.x, by);
    box.upper.y = pawl_add(box.upper.y, by);
    return box;
}

/* Grow one axis around its middle to at least `size`. */
static void widen(pawl_fx *lower, pawl_fx *upper, pawl_fx size) {
    const pawl_fx missing = pawl_sub(size, pawl_sub(*upper, *lower));
    if (missing <= 0) return;
    *lower = pawl_sub(*lower, missing / 2);
    *upper = pawl_add(*upper, missing / 2);
}

cli_view cli_drawing_view_of_box(pawl_box wanted, int32_t width) {
    cli_view view = {wanted, width, 0, 0};
    pawl_box *box = &view.box;
    widen(&box->lower.x, &box->upper.x, pawl_max(VIEW_MIN, (box->upper.y - box->lower.y) / 4));
    widen(&box->lower.y, &box->upper.y, pawl_max(VIEW_MIN, (box->upper.x - box->lower.x) / 4));
    const pawl_fx across = pawl_sub(box->upper.x, box->lower.x);
    const pawl_fx up = pawl_sub(box->upper.y, box->lower.y);
    view.height = (int32_t)((int64_t)width * up / across);
    return view;
}

cli_view cli_drawing_captioned(cli_view view) {
    view.top = CLI_CAPTION_ROOM;
    view.height += CLI_CAPTION_ROOM;
    return view;
}

/* Where the next entry begins behind this text. */
static int32_t legend_end(const char *text) {
    return cli_font_width(text, CLI_CAPTION_HEIGHT) + 2 * CLI_CAPTION_LEFT;
}

void cli_drawing_begin(const cli_view *view, cli_drawing *drawing) {
    drawing->width = view->width;
    drawing->height = view->height;
    drawing->top = view->top;
    drawing->count = drawing->sprite_count = 0;
    drawing->caption[0] = 0;
    drawing->legend_count = 0;
}

void cli_drawing_add_legend(const char *name, cli_paint paint, cli_drawing *drawing) {
    if (drawing->legend_count == CLI_LEGEND_MAX || drawing->top == 0) return;
    cli_legend *const entry = &drawing->legend[drawing->legend_count];
    const cli_legend *const before = drawing->legend_count > 0 ? entry - 1 : NULL;
    snprintf(entry->name, sizeof entry->name, "%s", name);
    entry->paint = paint;
    entry->left = before == NULL ? CLI_CAPTION_LEFT + legend_end(drawing->caption)
                                 : before->left + CLI_LEGEND_TEXT + legend_end(before->name);
    const int32_t end = entry->left + CLI_LEGEND_TEXT + legend_end(entry->name);
    if (end <= drawing->width) drawing->legend_count++;
}

/* Plain division: which way half a 1/256 pixel goes is not visible. */
int64_t cli_drawing_length(const cli_view *view, int64_t length) {
    const pawl_fx across = pawl_sub(view->box.upper.x, view->box.lower.x);
    return length * view->width * CLI_PIXEL / across;
}

cli_drawing_point cli_drawing_place(const cli_view *view, pawl_vec2 point) {
    const cli_drawing_point on_picture = {
        cli_drawing_length(view, (int64_t)point.x - view->box.lower.x),
        cli_drawing_length(view, (int64_t)view->box.upper.y - point.y) +
            (int64_t)view->top * CLI_PIXEL,
    };
    return on_picture;
}

cli_mark *cli_drawing_add_mark(cli_drawing *drawing, cli_paint paint, int64_t stroke_width) {
    if (drawing->count == drawing->capacity) {
        drawing->capacity = drawing->capacity == 0 ? 256 : 2 * drawing->capacity;
        drawing->marks = cli_heap_reallocate(drawing->marks, drawing->capacity * sizeof(cli_mark));
    }
    cli_mark *mark = &drawing->marks[drawing->count++];
    *mark = (cli_mark){.paint = paint, .stroke_width = stroke_width};
    return mark;
}

void cli_drawing_set_ends(const cli_view *view, pawl_vec2 a, pawl_vec2 b, cli_mark *mark) {
    mark->points[0] = cli_drawing_place(view, a);
    mark->points[1] = cli_drawing_place(view, b);
    mark->count = 2;
}

void cli_drawing_add_line(const cli_view *view, pawl_vec2 a, pawl_vec2 b, cli_paint paint,
                          cli_drawing *drawing) {
    cli_drawing_set_ends(view, a, b, cli_drawing_add_mark(drawing, paint, STROKE));
}

void cli_drawing_add_convex(const cli_view *view, const pawl_vec2 *points, uint32_t count,
                            int64_t stroke_width, cli_paint paint, cli_drawing *drawing) {
    cli_mark *mark = cli_drawing_add_mark(drawing, paint, count == 1 ? 0 : stroke_width);
    mark->count = (uint8_t)count;
    if (count == 1) mark->radius = stroke_width;
    for (uint32_t i = 0; i < count; i++)
        mark->points[i] = cli_drawing_place(view, points[i]);
}

void cli_drawing_add_shape(const cli_view *view, const pawl_convex *shape, cli_paint paint,
                           cli_drawing *drawing) {
    const bool is_line = shape->count == 2 && shape->radius == 0;
    cli_mark *mark = cli_drawing_add_mark(drawing, paint, is_line ? LINE : STROKE);
    mark->count = (uint8_t)shape->count;
    mark->radius = cli_drawing_length(view, shape->radius);
    for (int32_t i = 0; i < (int32_t)shape->count; i++)
        mark->points[i] = cli_drawing_place(view, shape->vertices[i]);
}

void cli_drawing_add_below(cli_drawing *drawing, size_t first) {
    const size_t moved = drawing->count - first;
    if (moved == 0 || first == 0) return;
    cli_mark *copy = cli_heap_allocate(moved * sizeof *copy);
    memcpy(copy, drawing->marks + first, moved * sizeof *copy);
    memmove(drawing->marks + moved, drawing->marks, first * sizeof *copy);
    memcpy(drawing->marks, copy, moved * sizeof *copy);
    free(copy);
}

void cli_drawing_add_ground(const cli_view *view, pawl_vec2 center, pawl_fx radius, cli_paint paint,
                            cli_drawing *drawing) {
    const pawl_vec2 edge = {center.x + radius, center.y};
    cli_mark *mark = cli_drawing_add_mark(drawing, paint, STROKE);
    mark->count = 1;
    mark->points[0] = cli_drawing_place(view, center);
    mark->radius = cli_drawing_place(view, edge).x - mark->points[0].x;
    cli_drawing_add_below(drawing, drawing->count - 1);
}

void cli_drawing_fill_fan(const pawl_vec2 *points, uint32_t count, const cli_view *view,
                          cli_paint paint, cli_drawing *drawing) {
    paint.stroke = paint.fill;
    for (uint32_t i = 1; i + 1 < count; i++) {
        const pawl_vec2 one[3] = {points[0], points[i], points[i + 1]};
        cli_drawing_add_convex(view, one, 3, SEAM, paint, drawing);
    }
}

void cli_drawing_add_loop(const pawl_vec2 *points, uint32_t count, int64_t width,
                          const cli_view *view, cli_paint paint, cli_drawing *drawing) {
    paint.fill = paint.stroke;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 ends[2] = {points[i], points[(i + 1) % count]};
        cli_drawing_add_convex(view, ends, 2, width, paint, drawing);
    }
}
