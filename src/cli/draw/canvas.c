/* canvas.c - anti-aliasing by exact distance: a pixel is covered by as much as its center lies
 * inside the edge, from 0 at half a pixel outside to 1 at half a pixel inside. One distance gives
 * both the fill and the outline, and needs no supersampling.
 *
 * Why it cannot overflow: coordinates are below 2^41 (drawing.c) and normals are Q16, so a
 * projection is below 2^59; squares are taken only of lengths below FAR = 2^24. */
#include "cli/draw/canvas.h"

#include <stdlib.h>

#include "cli/common/heap.h"
#include "cli/draw/sprite.h"

#define TILE 16                     /* pixels */
#define TILE_REACH (12 * CLI_PIXEL) /* more than half of its diagonal */
#define FAR (INT64_C(1) << 24)      /* 65536 pixels: farther than any pixel that a mark covers */

/* A mark made ready for distances: edge i runs from points[i] to points[i + 1]. */
typedef struct hull {
    int32_t count;
    cli_drawing_point points[PAWL_POLYGON_MAX];
    cli_drawing_point normals[PAWL_POLYGON_MAX]; /* outward, Q16 */
    int64_t lengths[PAWL_POLYGON_MAX];
    int64_t reach; /* farther outside than this nothing is painted */
} hull;

static int64_t absolute(int64_t value) {
    return value < 0 ? -value : value;
}

/* floor(sqrt(value)), bit by bit. */
static int64_t square_root(int64_t value) {
    int64_t root = 0;
    for (int64_t bit = INT64_C(1) << 30; bit > 0; bit /= 2) {
        if ((root + bit) * (root + bit) <= value) root += bit;
    }
    return root;
}

static int64_t length_of(int64_t x, int64_t y) {
    int64_t scale = 1;
    while (absolute(x) > FAR || absolute(y) > FAR) { /* edges of huge shapes: 2^-24 is enough */
        x /= 2;
        y /= 2;
        scale *= 2;
    }
    return scale * square_root(x * x + y * y);
}

static hull make_hull(const cli_mark *mark) {
    hull made = {.count = 0, .reach = mark->radius + mark->stroke_width / 2 + CLI_PIXEL};
    for (int i = 0; i < mark->count; i++) {
        const cli_drawing_point a = mark->points[i], b = mark->points[(i + 1) % mark->count];
        const int64_t x = b.x - a.x, y = b.y - a.y, length = length_of(x, y);
        if (length == 0 && (made.count > 0 || i + 1 < mark->count)) continue; /* under 1/256 px */
        made.points[made.count] = a;
        made.lengths[made.count] = length;
        /* y runs down and the points run counter-clockwise as seen: outside is on the right. */
        if (length > 0) {
            made.normals[made.count].x = -y * 65536 / length;
            made.normals[made.count].y = x * 65536 / length;
        }
        made.count++;
    }
    return made;
}

/* From p to edge i, when p lies outside of it by `outside` >= 0. */
static int64_t edge_distance(const hull *shape, int32_t i, cli_drawing_point p, int64_t outside) {
    const cli_drawing_point normal = shape->normals[i];
    const int64_t x = p.x - shape->points[i].x, y = p.y - shape->points[i].y;
    const int64_t along = (x * normal.y - y * normal.x) / 65536;
    if (along > 0 && along < shape->lengths[i]) return outside;
    const cli_drawing_point corner = shape->points[along <= 0 ? i : (i + 1) % shape->count];
    const int64_t corner_x = p.x - corner.x, corner_y = p.y - corner.y;
    if (absolute(corner_x) > FAR || absolute(corner_y) > FAR) return FAR;
    return length_of(corner_x, corner_y);
}

/* From p to the hull without its radius; negative inside. */
static int64_t distance_to(const hull *shape, cli_drawing_point p) {
    int64_t outside[PAWL_POLYGON_MAX], deepest = -FAR, nearest = FAR;
    for (int32_t i = 0; i < shape->count; i++) {
        const int64_t x = p.x - shape->points[i].x, y = p.y - shape->points[i].y;
        outside[i] = (x * shape->normals[i].x + y * shape->normals[i].y) / 65536;
        if (outside[i] > deepest) deepest = outside[i];
    }
    if (shape->count >= 3 && deepest <= 0) return deepest;
    if (deepest > shape->reach) return deepest;
    for (int32_t i = 0; i < shape->count; i++) {
        if (outside[i] < 0) continue;
        const int64_t distance = edge_distance(shape, i, p, outside[i]);
        if (distance < nearest) nearest = distance;
    }
    return nearest;
}

void cli_canvas_blend(cli_canvas *canvas, int32_t x, int32_t y, cli_color color, int32_t weight) {
    if (weight <= 0 || x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) return;
    uint8_t *pixel = canvas->pixels + 3 * ((size_t)y * (size_t)canvas->width + (size_t)x);
    const cli_color old = (cli_color)pixel[0] << 16 | (cli_color)pixel[1] << 8 | pixel[2];
    const cli_color mixed = weight >= 256 ? color : cli_theme_mix(old, color, weight);
    pixel[0] = (uint8_t)(mixed >> 16);
    pixel[1] = (uint8_t)(mixed >> 8 & 0xFFu);
    pixel[2] = (uint8_t)(mixed & 0xFFu);
}

/* How much of a pixel is covered whose center is `inside` 1/256 pixels within the edge: 0..256. */
static int32_t coverage(int64_t inside) {
    const int64_t weight = inside + CLI_PIXEL / 2;
    return weight < 0 ? 0 : weight > CLI_PIXEL ? CLI_PIXEL : (int32_t)weight;
}

static int32_t pixel_within(int64_t coordinate, int32_t size) {
    if (coordinate < 0) return 0;
    return coordinate / CLI_PIXEL >= size ? size - 1 : (int32_t)(coordinate / CLI_PIXEL);
}

/* A rectangle of pixels, right and bottom included. */
typedef struct region {
    int32_t left, top, right, bottom;
} region;

static void paint_pixels(cli_canvas *canvas, const cli_mark *mark, const hull *shape, region tile) {
    for (int32_t y = tile.top; y <= tile.bottom; y++) {
        for (int32_t x = tile.left; x <= tile.right; x++) {
            const cli_drawing_point center = {(int64_t)x * CLI_PIXEL + CLI_PIXEL / 2,
                                              (int64_t)y * CLI_PIXEL + CLI_PIXEL / 2};
            const int64_t inside = mark->radius - distance_to(shape, center);
            const int64_t on_rim = mark->stroke_width / 2 - absolute(inside);
            cli_canvas_blend(canvas, x, y, mark->paint.fill, coverage(inside));
            cli_canvas_blend(canvas, x, y, mark->paint.stroke, coverage(on_rim));
        }
    }
}

static void fill_pixels(cli_canvas *canvas, cli_color color, region tile) {
    for (int32_t y = tile.top; y <= tile.bottom; y++) {
        for (int32_t x = tile.left; x <= tile.right; x++) {
            cli_canvas_blend(canvas, x, y, color, 256);
        }
    }
}

/* No pixel of a tile is farther from its middle than TILE_REACH, and no distance changes faster
 * than the way: one distance decides for most tiles of a large shape. The pixel more than that is
 * for rounding. */
static void paint_tile(cli_canvas *canvas, const cli_mark *mark, const hull *shape, region tile) {
    const cli_drawing_point middle = {((int64_t)tile.left + tile.right + 1) * CLI_PIXEL / 2,
                                      ((int64_t)tile.top + tile.bottom + 1) * CLI_PIXEL / 2};
    const int64_t inside = mark->radius - distance_to(shape, middle);
    const int64_t unsure = mark->stroke_width / 2 + TILE_REACH + CLI_PIXEL;
    if (inside > unsure) {
        fill_pixels(canvas, mark->paint.fill, tile);
    } else if (inside >= -unsure) {
        paint_pixels(canvas, mark, shape, tile);
    }
}

void cli_canvas_paint_mark(cli_canvas *canvas, const cli_mark *mark) {
    const hull shape = make_hull(mark);
    cli_drawing_point lower = mark->points[0], upper = mark->points[0];
    for (int i = 1; i < mark->count; i++) {
        const cli_drawing_point point = mark->points[i];
        if (point.x < lower.x) lower.x = point.x;
        if (point.y < lower.y) lower.y = point.y;
        if (point.x > upper.x) upper.x = point.x;
        if (point.y > upper.y) upper.y = point.y;
    }
    if (upper.x + shape.reach < 0 || upper.y + shape.reach < 0) return;
    const int32_t left = pixel_within(lower.x - shape.reach, canvas->width);
    const int32_t right = pixel_within(upper.x + shape.reach, canvas->width);
    const int32_t top = pixel_within(lower.y - shape.reach, canvas->height);
    const int32_t bottom = pixel_within(upper.y + shape.reach, canvas->height);
    for (int32_t y = top; y <= bottom; y += TILE) {
        for (int32_t x = left; x <= right; x += TILE) {
            const region tile = {x, y, x + TILE <= right ? x + TILE - 1 : right,
                                 y + TILE <= bottom ? y + TILE - 1 : bottom};
            paint_tile(canvas, mark, &shape, tile);
        }
    }
}

cli_canvas cli_canvas_make(int32_t width, int32_t height) {
    const size_t size = 3 * (size_t)width * (size_t)height;
    const cli_canvas canvas = {width, height, cli_heap_allocate(size)};
    return canvas;
}

void cli_canvas_free(cli_canvas *canvas) {
    free(canvas->pixels);
    canvas->pixels = NULL;
}

static void paint_caption(cli_canvas *canvas, const cli_drawing *drawing) {
    const region strip = {0, 0, canvas->width - 1, drawing->top - 1};
    const int32_t top = (CLI_CAPTION_ROOM - CLI_CAPTION_HEIGHT) / 2;
    fill_pixels(canvas, CLI_BACKGROUND, strip);
    cli_font_paint(canvas, CLI_CAPTION_LEFT, top, CLI_CAPTION_HEIGHT, drawing->caption, CLI_INK);
    for (uint32_t i = 0; i < drawing->legend_count; i++) {
        const cli_legend *const entry = &drawing->legend[i];
        const int32_t right = entry->left + CLI_CAPTION_HEIGHT;
        const region square = {entry->left, top, right, top + CLI_CAPTION_HEIGHT};
        fill_pixels(canvas, entry->paint.fill, square);
        cli_font_paint(canvas, entry->left + CLI_LEGEND_TEXT, top, CLI_CAPTION_HEIGHT, entry->name,
                       CLI_INK);
    }
}

void cli_canvas_paint(cli_canvas *canvas, const cli_drawing *drawing) {
    const region all = {0, 0, canvas->width - 1, canvas->height - 1};
    fill_pixels(canvas, CLI_BACKGROUND, all);
    for (size_t i = 0; i < drawing->count; i++)
        cli_canvas_paint_mark(canvas, &drawing->marks[i]);
    for (size_t i = 0; i < drawing->sprite_count; i++)
        cli_sprite_paint(canvas, &drawing->sprites[i]);
    paint_caption(canvas, drawing);
}
