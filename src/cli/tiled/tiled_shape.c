/* tiled_shape.c - objects and collision shapes of Tiled as outlines in units.
 *
 * Pixels keep twelve decimal places until the end, where they become Q16.16 in one division,
 * rounded half away from zero: the only rounding of what is not turned. A collision shape that is
 * turned inside its tile is turned in pixels first, by a cosine and sine in Q2.30. */
#include <string.h>

#include "cli/tiled/tiled_import.h"
#include "cli/scene/scene_readers.h"
#include "fx/int128.h"

#define ELLIPSE_CORNERS 8u

pawl_fx cli_tiled_shape_units(cli_pixels pixels, cli_pixels scale) {
    const pawli_int128 product = pawli_int128_multiply(pixels, PAWL_FX_ONE);
    return pawl_saturate(pawli_int128_divide_near(product, scale));
}

cli_pixels cli_tiled_shape_scaled(cli_pixels a, int64_t b, int64_t c) {
    const cli_pixels scaled = pawli_int128_divide_near(pawli_int128_multiply(a, b), c);
    if (scaled > CLI_PIXELS_MAX) return CLI_PIXELS_MAX;
    return scaled < -CLI_PIXELS_MAX ? -CLI_PIXELS_MAX : scaled;
}

static cli_pixels limited(cli_pixels sum) {
    return cli_tiled_shape_scaled(sum, 1, 1);
}

pawl_vec2 cli_tiled_shape_vec2(const cli_tiled_import *import, cli_pixel_point point) {
    return pawl_vec2_make(cli_tiled_shape_units(point.x, import->scale),
                          -cli_tiled_shape_units(point.y, import->scale));
}

/* ---- in pixels ---- */

/* A shape before it is in units. */
typedef struct drawn {
    cli_outline_form form;
    cli_pixel_point *points;
    uint32_t count;
    cli_pixels radius;
} drawn;

static cli_pixel_point *take_points(cli_tiled_import *import, uint32_t count) {
    return cli_heap_take(&import->plan->heap, count * sizeof(cli_pixel_point));
}

static void make_box(cli_tiled_import *import, cli_pixels width, cli_pixels height, drawn *out) {
    out->form = CLI_OUTLINE_POLYGON;
    out->points = take_points(import, 4);
    out->count = 4;
    out->points[1].x = out->points[2].x = width;
    out->points[2].y = out->points[3].y = height;
}

/* Corners on the ellipse that fills the rectangle, beginning on the right. */
static void make_ellipse(cli_tiled_import *import, cli_pixels width, cli_pixels height,
                         drawn *out) {
    out->form = CLI_OUTLINE_POLYGON;
    out->points = take_points(import, ELLIPSE_CORNERS);
    out->count = ELLIPSE_CORNERS;
    for (uint32_t i = 0; i < ELLIPSE_CORNERS; i++) {
        const pawl_rot at = pawl_rot_from_angle(pawl_angle_from_turns(i, ELLIPSE_CORNERS));
        out->points[i].x = width / 2 + cli_tiled_shape_scaled(width / 2, at.c, INT32_C(1) << 30);
        out->points[i].y = height / 2 + cli_tiled_shape_scaled(height / 2, at.s, INT32_C(1) << 30);
    }
}

static void make_circle(cli_tiled_import *import, cli_pixels width, drawn *out) {
    out->form = CLI_OUTLINE_CIRCLE;
    out->points = take_points(import, 1);
    out->count = 1;
    out->points[0].x = out->points[0].y = out->radius = width / 2;
}

static void make_capsule(cli_tiled_import *import, cli_pixels width, cli_pixels height,
                         drawn *out) {
    out->form = CLI_OUTLINE_CAPSULE;
    out->points = take_points(import, 2);
    out->count = 2;
    out->radius = (width < height ? width : height) / 2;
    out->points[0].x = out->points[0].y = out->radius;
    out->points[1].x = width - out->radius;
    out->points[1].y = height - out->radius;
}

static bool refuse(cli_tiled_import *import, const cli_tiled_object *object, const char *reason) {
    cli_tiled_warn(import, object->line, "left out: %s", reason);
    return false;
}

static bool copy_points(cli_tiled_import *import, const cli_tiled_object *object, uint32_t least,
                        drawn *out) {
    if (object->point_count < least) return refuse(import, object, "too few points");
    out->form = least == 2 ? CLI_OUTLINE_LINE : CLI_OUTLINE_POLYGON;
    out->count = object->point_count;
    out->points = take_points(import, out->count);
    memcpy(out->points, object->points, out->count * sizeof *out->points);
    return true;
}

/* About the origin of the object. `stretched`: what is round will not stay so. */
static bool draw(cli_tiled_import *import, const cli_tiled_object *object, bool stretched,
                 drawn *out) {
    const cli_pixels width = object->width, height = object->height;
    const bool is_flat = width <= 0 || height <= 0;
    switch (object->form) {
    case CLI_TILED_POLYGON:
        return copy_points(import, object, 3, out);
    case CLI_TILED_POLYLINE:
        return copy_points(import, object, 2, out);
    case CLI_TILED_POINT:
        return refuse(import, object, "a point has no inside");
    case CLI_TILED_TEXT:
        return refuse(import, object, "a text has no shape");
    case CLI_TILED_TEMPLATE:
        return refuse(import, object, "its template is missing");
    default:
        break;
    }
    if (object->form == CLI_TILED_TILE) return refuse(import, object, "a tile inside a tile");
    if (is_flat) return refuse(import, object, "it has no width or no height");
    if (object->form == CLI_TILED_CAPSULE && stretched && width != height) {
        return refuse(import, object, "a capsule that is stretched");
    }
    if (object->form == CLI_TILED_ELLIPSE && (stretched || width != height)) {
        make_ellipse(import, width, height, out);
    } else if (object->form == CLI_TILED_ELLIPSE) {
        make_circle(import, width, out);
    } else if (object->form == CLI_TILED_CAPSULE && width == height) {
        if (stretched) {
            make_ellipse(import, width, height, out);
        } else {
            make_circle(import, width, out);
        }
    } else if (object->form == CLI_TILED_CAPSULE) {
        make_capsule(import, width, height, out);
    } else {
        make_box(import, width, height, out);
    }
    return true;
}

/* Clockwise on the screen, which is the direction from x to y when y points down. */
static cli_pixel_point turn(pawl_rot by, cli_pixel_point point) {
    const int64_t one = INT64_C(1) << 30;
    const cli_pixel_point turned = {
        limited(cli_tiled_shape_scaled(point.x, by.c, one) -
                cli_tiled_shape_scaled(point.y, by.s, one)),
        limited(cli_tiled_shape_scaled(point.x, by.s, one) +
                cli_tiled_shape_scaled(point.y, by.c, one)),
    };
    return turned;
}

/* From the tile into the frame of the body. */
static cli_pixel_point place(const cli_tiled_frame *frame, cli_pixel_point point) {
    cli_pixels width = frame->width, height = frame->height;
    if ((frame->flips & CLI_FLIP_DIAGONAL) != 0) {
        const cli_pixel_point swapped = {point.y, point.x};
        point = swapped;
        width = frame->height;
        height = frame->width;
    }
    if ((frame->flips & CLI_FLIP_HORIZONTAL) != 0) point.x = width - point.x;
    if ((frame->flips & CLI_FLIP_VERTICAL) != 0) point.y = height - point.y;
    point.x = limited(cli_tiled_shape_scaled(point.x, frame->drawn_width, width) + frame->corner.x);
    point.y =
        limited(cli_tiled_shape_scaled(point.y, frame->drawn_height, height) + frame->corner.y);
    return point;
}

static bool is_turned(const cli_tiled_frame *frame) {
    return (frame->flips & CLI_FLIP_DIAGONAL) != 0;
}

/* Whether width and height grow by different factors. */
static bool is_stretched(const cli_tiled_frame *frame) {
    const cli_pixels width = is_turned(frame) ? frame->height : frame->width;
    const cli_pixels height = is_turned(frame) ? frame->width : frame->height;
    return pawli_int128_compare(pawli_int128_multiply(frame->drawn_width, height),
                                pawli_int128_multiply(frame->drawn_height, width)) != 0;
}

/* A collision shape into the frame of the body: turned about its own origin, moved there, and then
 * with its tile. */
static void place_all(const cli_tiled_object *object, const cli_tiled_frame *frame, drawn *shape) {
    const pawl_rot by = pawl_rot_from_angle(pawl_angle_from_degrees(object->rotation));
    for (uint32_t i = 0; i < shape->count; i++) {
        cli_pixel_point point = shape->points[i];
        if (object->rotation != 0) point = turn(by, point);
        point.x = limited(point.x + object->at.x);
        point.y = limited(point.y + object->at.y);
        shape->points[i] = place(frame, point);
    }
    shape->radius = cli_tiled_shape_scaled(shape->radius, frame->drawn_width,
                                           is_turned(frame) ? frame->height : frame->width);
}

/* ---- in units ---- */

/* Twice the area; the points lie within 2^31, and the sum wraps at worst. */
static bool is_clockwise(const pawl_vec2 *points, uint32_t count) {
    return count > 2 && pawl_ring_area2(points, count) < 0;
}

static void reverse(pawl_vec2 *points, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        const pawl_vec2 swapped = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = swapped;
    }
}

/* Points too near to the one before are dropped: the editor makes such by a second click. */
uint32_t cli_tiled_shape_drop_near(pawl_vec2 *points, uint32_t count, bool closed) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || cli_scene_terrain_are_apart(points[kept - 1], points[i]))
            points[kept++] = points[i];
    }
    while (closed && kept > 1 && !cli_scene_terrain_are_apart(points[kept - 1], points[0]))
        kept--;
    return kept;
}

static bool finish(cli_tiled_import *import, const cli_tiled_object *object, const drawn *shape,
                   cli_outline *out) {
    const bool is_ring = shape->form == CLI_OUTLINE_POLYGON;
    cli_outline made = {.form = shape->form, .count = shape->count};
    made.points = cli_heap_take(&import->plan->heap, shape->count * sizeof *made.points);
    made.radius = cli_tiled_shape_units(shape->radius, import->scale);
    for (uint32_t i = 0; i < shape->count; i++) {
        made.points[i] = cli_tiled_shape_vec2(import, shape->points[i]);
        if (pawl_abs(made.points[i].x) <= PAWL_EXTENT_MAX &&
            pawl_abs(made.points[i].y) <= PAWL_EXTENT_MAX) {
            continue;
        }
        return refuse(import, object, "larger than 8191 units");
    }
    if (is_ring || shape->form == CLI_OUTLINE_LINE) {
        made.count = cli_tiled_shape_drop_near(made.points, made.count, is_ring);
    }
    if (made.count < (is_ring ? 3u : shape->form == CLI_OUTLINE_LINE ? 2u : 1u)) {
        return refuse(import, object, "smaller than 1/2048 unit");
    }
    if (shape->form >= CLI_OUTLINE_CIRCLE &&
        (made.radius < PAWL_SIZE_MIN || made.radius > PAWL_EXTENT_MAX)) {
        return refuse(import, object, "a radius below 1/4096 or above 8191 units");
    }
    if (is_ring && is_clockwise(made.points, made.count)) reverse(made.points, made.count);
    *out = made;
    return true;
}

bool cli_tiled_shape_outline(cli_tiled_import *import, const cli_tiled_object *object,
                             const cli_tiled_frame *frame, cli_outline *out) {
    drawn shape = {.form = CLI_OUTLINE_POLYGON};
    const bool is_leaning = frame == NULL && import->map->orientation == CLI_TILED_ISOMETRIC;
    if (!draw(import, object, is_leaning || (frame != NULL && is_stretched(frame)), &shape))
        return false;
    if (frame != NULL) place_all(object, frame, &shape);
    for (uint32_t i = 0; is_leaning && i < shape.count; i++)
        shape.points[i] = cli_tiled_place_project(import->map, shape.points[i]);
    return finish(import, object, &shape, out);
}

void cli_tiled_shape_outline_box(cli_tiled_import *import, cli_pixel_point upper_left,
                                 cli_pixel_point lower_right, cli_outline *out) {
    const pawl_vec2 a = cli_tiled_shape_vec2(import, upper_left);
    const pawl_vec2 b = cli_tiled_shape_vec2(import, lower_right);
    out->form = CLI_OUTLINE_POLYGON;
    out->radius = 0;
    out->count = 4;
    out->points = cli_heap_take(&import->plan->heap, 4 * sizeof *out->points);
    out->points[0] = pawl_vec2_make(a.x, b.y);
    out->points[1] = b;
    out->points[2] = pawl_vec2_make(b.x, a.y);
    out->points[3] = a;
}

void cli_tiled_shape_outline_corners(cli_tiled_import *import, const cli_pixel_point *corners,
                                     uint32_t count, cli_outline *out) {
    out->form = CLI_OUTLINE_POLYGON;
    out->radius = 0;
    out->count = count;
    out->points = cli_heap_take(&import->plan->heap, count * sizeof *out->points);
    for (uint32_t i = 0; i < count; i++)
        out->points[i] = cli_tiled_shape_vec2(import, corners[i]);
    if (is_clockwise(out->points, count)) reverse(out->points, count);
}

/* Half of the corners around each end of a capsule, all around a circle. */
void cli_tiled_shape_round_off(cli_tiled_import *import, cli_outline *outline, uint32_t corners) {
    pawl_angle start = 0;
    const bool is_capsule = outline->form == CLI_OUTLINE_CAPSULE;
    const uint32_t count = is_capsule ? corners + 2 : corners;
    if (outline->form < CLI_OUTLINE_CIRCLE) return;
    pawl_vec2 *points = cli_heap_take(&import->plan->heap, count * sizeof *points);
    if (is_capsule) {
        const pawl_vec2 along = pawl_vec2_sub(outline->points[1], outline->points[0]);
        start = pawl_atan2(along.y, along.x) - PAWL_TURN(1, 4);
    }
    for (uint32_t i = 0; i < count; i++) {
        const bool is_second = is_capsule && i > corners / 2;
        const uint32_t step = is_second ? i - 1 : i;
        const pawl_rot turned = pawl_rot_from_angle(start + pawl_angle_from_turns(step, corners));
        const pawl_vec2 middle = outline->points[is_capsule && !is_second ? 1 : 0];
        points[i] = pawl_vec2_add(middle, pawl_rotate(turned, pawl_vec2_make(outline->radius, 0)));
    }
    outline->form = CLI_OUTLINE_POLYGON;
    outline->points = points;
    outline->count = count;
    outline->radius = 0;
}

void cli_tiled_shape_to_world(cli_outline *outline, pawl_vec2 position, pawl_fx degrees) {
    const pawl_rot by = pawl_rot_from_angle(pawl_angle_from_degrees(degrees));
    for (uint32_t i = 0; i < outline->count; i++) {
        if (degrees != 0) outline->points[i] = pawl_rotate(by, outline->points[i]);
        outline->points[i] = pawl_vec2_add(position, outline->points[i]);
    }
}
