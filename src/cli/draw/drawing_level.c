/* drawing_level.c - pictures of levels.
 *
 * Walls are drawn triangle by triangle, with an outline of a pixel in the color of the inside so
 * that no seams show. What lies in several regions has the color of the last one. */
#include "cli/draw/drawing_level.h"

#include "level/level_format.h"

#define SEAM CLI_PIXEL
#define THIN (CLI_PIXEL * 3 / 4)
#define LINE (CLI_PIXEL * 3 / 2)
#define THICK (CLI_PIXEL * 5 / 2)
#define DOT (CLI_PIXEL * 5 / 2)
#define ARROW 12      /* pixels long */
#define ARROW_AREA 90 /* square pixels: smaller triangles have no arrow */

/* ---- triangles ---- */

typedef struct triangle {
    pawl_vec2 points[3];
    pawl_level_triangle is;
} triangle;

static triangle get_triangle(const pawl_level *level, uint32_t index) {
    triangle out = {.is = pawl_level_get_triangle(level, index)};
    for (int i = 0; i < 3; i++)
        out.points[i] = pawl_level_get_vertex(level, out.is.vertices[i]);
    return out;
}

/* The last region of a cell; false for a free one. */
static bool region_of(const pawl_level *level, uint16_t cell, uint16_t *region) {
    uint16_t regions[PAWL_LEVEL_REGIONS_MAX];
    const uint32_t count =
        pawl_level_get_cell_regions(level, cell, regions, PAWL_LEVEL_REGIONS_MAX);
    if (count == 0) return false;
    *region = regions[count - 1];
    return true;
}

pawl_box cli_drawing_level_box(const pawl_level *level) {
    bool found = false;
    pawl_box box = level->bounds;
    for (uint32_t i = 0; i < level->triangle_count; i++) {
        const triangle one = get_triangle(level, i);
        if (one.is.cell == 0) continue;
        for (int j = 0; j < 3; j++) {
            const pawl_box point = {one.points[j], one.points[j]};
            box = found ? cli_drawing_unite_boxes(box, point) : point;
            found = true;
        }
    }
    return cli_drawing_grow_box(box, pawl_sub(box.upper.x, box.lower.x) / 40);
}

static pawl_fx per_pixel(const cli_view *view) {
    return pawl_sub(view->box.upper.x, view->box.lower.x) / view->width;
}

static pawl_vec2 along(pawl_vec2 from, pawl_rot direction, pawl_fx length) {
    const pawl_vec2 way = {length, 0};
    return pawl_vec2_add(from, pawl_rotate(direction, way));
}

static int64_t doubled_area(const triangle *one) {
    return pawl_vec2_cross(pawl_vec2_sub(one->points[1], one->points[0]),
                           pawl_vec2_sub(one->points[2], one->points[0]));
}

/* Which way a one-way region lets through. */
static void draw_arrow(const triangle *one, pawl_rot direction, const cli_view *view,
                       cli_paint paint, cli_drawing *drawing) {
    const int64_t pixel = per_pixel(view) > 0 ? per_pixel(view) : 1;
    if (doubled_area(one) / pixel / pixel < 2 * ARROW_AREA) return;
    const pawl_vec2 middle = {
        (pawl_fx)(((int64_t)one->points[0].x + one->points[1].x + one->points[2].x) / 3),
        (pawl_fx)(((int64_t)one->points[0].y + one->points[1].y + one->points[2].y) / 3)};
    const pawl_fx length = (pawl_fx)(pixel * ARROW);
    const pawl_vec2 tail = along(middle, direction, -length / 2);
    const pawl_vec2 tip = along(middle, direction, length / 2);
    const pawl_rot left = {-direction.s, direction.c};
    const pawl_vec2 back = along(tip, direction, -length / 3);
    cli_drawing_add_line(view, tail, tip, paint, drawing);
    cli_drawing_add_line(view, along(back, left, length / 3), tip, paint, drawing);
    cli_drawing_add_line(view, along(back, left, -length / 3), tip, paint, drawing);
}

static void fill_walls(const pawl_level *level, const pawl_gates *gates, cli_region_look look,
                       const cli_view *view, cli_drawing *drawing) {
    static const cli_region_look pale[] = {CLI_REGION_INFLATED, CLI_REGION_OPEN, CLI_REGION_OPEN};
    for (uint32_t i = 0; i < level->triangle_count; i++) {
        const triangle one = get_triangle(level, i);
        uint16_t region = 0;
        if (!region_of(level, one.is.cell, &region)) continue;
        cli_region_look as = look;
        if (pawl_level_get_region(level, region).type == PAWL_REGION_AREA) as = pale[look];
        if (pawl_gates_is_open(gates, region)) as = CLI_REGION_OPEN;
        cli_paint paint = cli_theme_region(region, as);
        paint.stroke = paint.fill;
        cli_drawing_add_convex(view, one.points, 3, SEAM, paint, drawing);
    }
}

/* One for each region, where it is widest. */
static void draw_arrows(const pawl_level *level, const cli_view *view, cli_drawing *drawing) {
    int64_t largest[PAWL_LEVEL_REGIONS_MAX] = {0};
    triangle widest[PAWL_LEVEL_REGIONS_MAX];
    for (uint32_t i = 0; i < level->triangle_count; i++) {
        const triangle one = get_triangle(level, i);
        uint16_t region = 0;
        if (!region_of(level, one.is.cell, &region)) continue;
        if (doubled_area(&one) <= largest[region]) continue;
        largest[region] = doubled_area(&one);
        widest[region] = one;
    }
    for (uint16_t region = 0; region < level->region_count; region++) {
        const pawl_region about = pawl_level_get_region(level, region);
        if (largest[region] == 0 || about.type != PAWL_REGION_ONE_WAY) continue;
        cli_paint paint = cli_theme_region(region, CLI_REGION_DRAWN);
        paint.fill = paint.stroke;
        draw_arrow(&widest[region], about.direction, view, paint, drawing);
    }
}

/* Each edge once: from the triangle with the lower number. */
static void draw_edges(const pawl_level *level, bool of_outline, const cli_view *view,
                       cli_drawing *drawing) {
    for (uint32_t i = 0; i < level->triangle_count; i++) {
        const triangle one = get_triangle(level, i);
        for (int j = 0; j < 3; j++) {
            const uint32_t next = one.is.neighbors[j];
            if (next != PAWL_TRIANGLE_NONE && next < i) continue;
            const pawl_vec2 ends[2] = {one.points[(j + 1) % 3], one.points[(j + 2) % 3]};
            if (!of_outline) {
                cli_drawing_add_convex(view, ends, 2, THIN, cli_theme_level(CLI_LEVEL_MESH),
                                       drawing);
                continue;
            }
            const uint16_t other = next == PAWL_TRIANGLE_NONE
                                       ? one.is.cell
                                       : pawl_level_get_triangle(level, next).cell;
            uint16_t region = 0, across = 0;
            if (other == one.is.cell) continue;
            region_of(level, one.is.cell, &region);
            region_of(level, other, &across);
            cli_paint paint =
                cli_theme_region(region > across ? region : across, CLI_REGION_INFLATED);
            paint.fill = paint.stroke;
            cli_drawing_add_convex(view, ends, 2, THIN, paint, drawing);
        }
    }
}

/* ---- polygons ---- */

static void draw_rings(const cli_scene_level *scene, const cli_view *view, cli_drawing *drawing) {
    for (uint32_t i = 0; i < scene->polygon_count; i++) {
        const pawl_rings *const rings = &scene->polygons[i].rings;
        cli_paint paint = cli_theme_region(scene->polygons[i].region, CLI_REGION_DRAWN);
        paint.fill = paint.stroke;
        for (uint32_t ring = 0, first = 0; ring < rings->count; first = rings->ends[ring++]) {
            for (uint32_t j = first; j < rings->ends[ring]; j++) {
                const uint32_t next = j + 1 < rings->ends[ring] ? j + 1 : first;
                const pawl_vec2 ends[2] = {rings->points[j], rings->points[next]};
                cli_drawing_add_convex(view, ends, 2, LINE, paint, drawing);
            }
        }
    }
}

void cli_drawing_level_add_walls(const cli_level_picture *picture, const cli_view *view,
                                 cli_drawing *drawing) {
    const uint32_t show = picture->show;
    const pawl_level *const level = picture->level;
    if (show & CLI_SHOW_SOLID) {
        fill_walls(level, &picture->gates, CLI_REGION_INFLATED, view, drawing);
    }
    if (show & CLI_SHOW_LEVEL && picture->drawn != NULL) {
        fill_walls(picture->drawn, &picture->gates, CLI_REGION_DRAWN, view, drawing);
    }
    if (show & CLI_SHOW_PARTS && picture->scene != NULL) {
        pawl_vec2 walker[CLI_WALKER_POINTS];
        const uint32_t corners = cli_drawing_level_walker_outline(level, walker);
        cli_drawing_parts_add(picture->scene, walker, corners, view, drawing);
    }
}

void cli_drawing_level_add_edges(const cli_level_picture *picture, const cli_view *view,
                                 cli_drawing *drawing) {
    const uint32_t show = picture->show;
    const pawl_level *const level = picture->level;
    if (show & CLI_SHOW_MESH) draw_edges(level, false, view, drawing);
    if (show & CLI_SHOW_LEVEL && picture->scene != NULL) {
        draw_rings(picture->scene, view, drawing);
    }
    if (show & CLI_SHOW_OUTLINE) draw_edges(level, true, view, drawing);
    if (show & CLI_SHOW_LEVEL && picture->drawn != NULL) {
        draw_arrows(picture->drawn, view, drawing);
    } else if (show & (CLI_SHOW_SOLID | CLI_SHOW_LEVEL)) {
        draw_arrows(level, view, drawing);
    }
}

/* ---- the walker ---- */

uint32_t cli_drawing_level_walker_outline(const pawl_level *level,
                                          pawl_vec2 out[CLI_WALKER_POINTS]) {
    if (level->walker_point_count > CLI_WALKER_POINTS) return 0;
    for (uint32_t i = 0; i < level->walker_point_count; i++) {
        const uint8_t *const at = level->walker_points + (size_t)i * PAWLI_POINT_BYTES;
        out[i] = pawl_vec2_make((pawl_fx)pawli_fetch_u32(at), (pawl_fx)pawli_fetch_u32(at + 4));
    }
    return level->walker_point_count;
}

void cli_drawing_level_add_walker(const pawl_level *level, pawl_vec2 place, bool is_filled,
                                  const cli_view *view, cli_drawing *drawing) {
    pawl_vec2 points[CLI_WALKER_POINTS];
    const cli_paint paint = cli_theme_level(CLI_LEVEL_WALKER);
    const uint32_t count = cli_drawing_level_walker_outline(level, points);
    for (uint32_t i = 0; i < count; i++)
        points[i] = pawl_vec2_add(points[i], place);
    if (is_filled) cli_drawing_fill_fan(points, count, view, paint, drawing);
    if (count > 1) cli_drawing_add_loop(points, count, LINE, view, paint, drawing);
    if (is_filled || count == 1) {
        const cli_paint ink = {paint.stroke, paint.stroke};
        cli_drawing_add_convex(view, &place, 1, DOT, ink, drawing);
    }
}

void cli_drawing_level_add_contacts(const pawl_step_report *report, pawl_vec2 place,
                                    const cli_view *view, cli_drawing *drawing) {
    const pawl_fx length = (pawl_fx)((int64_t)per_pixel(view) * 2 * ARROW);
    for (uint32_t i = 0; i < report->contact_count; i++) {
        const pawl_vec2 tip = along(place, report->contacts[i].normal, length);
        const pawl_vec2 line[2] = {place, tip};
        cli_drawing_add_convex(view, line, 2, LINE, cli_theme_role(PAWL_DRAW_NORMAL), drawing);
        cli_drawing_add_convex(view, &place, 1, DOT, cli_theme_role(PAWL_DRAW_CONTACT), drawing);
    }
}

void cli_drawing_level_add_scene(const cli_scene *scene, const cli_view *view,
                                 cli_drawing *drawing) {
    const cli_scene_level *const level = scene->level;
    const size_t first = drawing->count;
    if (level == NULL || level->drawn == NULL) return;
    cli_level_picture picture = {
        .scene = level, .level = level->drawn, .drawn = level->drawn, .show = CLI_SHOW_LEVEL};
    for (uint32_t i = 1; i < level->region_count; i++) {
        const pawl_body_id body = level->region_bodies[i];
        const bool is_open = body.index1 != 0 && !pawl_body_is_enabled(scene->world, body);
        pawl_gates_set_open(&picture.gates, i, is_open);
    }
    cli_drawing_level_add_walls(&picture, view, drawing);
    cli_drawing_level_add_edges(&picture, view, drawing);
    cli_drawing_add_below(drawing, first);
}

/* ---- paths ---- */

/* Which side of a -> b a point lies on, in 1/64 raw units: below 2^52, and a picture shows no
 * difference. */
static int64_t side(pawl_vec2 a, pawl_vec2 b, pawl_vec2 p) {
    const int64_t x = ((int64_t)b.x - a.x) / 64, y = ((int64_t)b.y - a.y) / 64;
    return x * (((int64_t)p.y - a.y) / 64) - y * (((int64_t)p.x - a.x) / 64);
}

#define WHOLE 1024 /* of a line */

/* Whether a good part of a line lies in a triangle or on its edges: what is left of it when each
 * edge has taken away what is right of it. */
static bool leads_through(const triangle *one, pawl_vec2 a, pawl_vec2 b) {
    int64_t first = 0, last = WHOLE;
    for (int i = 0; i < 3; i++) {
        const int64_t from = side(one->points[i], one->points[(i + 1) % 3], a);
        const int64_t to = side(one->points[i], one->points[(i + 1) % 3], b);
        if (from < 0 && to < 0) return false;
        if (from >= 0 && to >= 0) continue;
        const int64_t at = from * WHOLE / (from - to);
        if (from < 0 && at > first) first = at;
        if (to < 0 && at < last) last = at;
    }
    return last - first > WHOLE / 64;
}

void cli_drawing_level_add_corridor(const cli_level_picture *picture, const pawl_path *path,
                                    const cli_view *view, cli_drawing *drawing) {
    const pawl_level *const level = picture->level;
    const cli_paint paint = cli_theme_level(CLI_LEVEL_CORRIDOR);
    for (uint32_t i = 0; i < level->triangle_count; i++) {
        const triangle one = get_triangle(level, i);
        bool is_in = false;
        if (pawl_level_is_solid(level, &picture->gates, i)) continue;
        for (uint32_t j = 1; j < path->count && !is_in; j++)
            is_in = leads_through(&one, path->points[j - 1], path->points[j]);
        if (is_in) cli_drawing_add_convex(view, one.points, 3, SEAM, paint, drawing);
    }
}

void cli_drawing_level_add_path(const pawl_path *path, const cli_view *view, cli_drawing *drawing) {
    const cli_paint paint = cli_theme_level(CLI_LEVEL_PATH);
    for (uint32_t i = 1; i < path->count; i++)
        cli_drawing_add_convex(view, &path->points[i - 1], 2, THICK, paint, drawing);
    for (uint32_t i = 0; i < path->count; i++)
        cli_drawing_add_convex(view, &path->points[i], 1, DOT + DOT / 2, paint, drawing);
}
