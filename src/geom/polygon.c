/* polygon.c - which points are a usable convex shape, and the makers of shapes with two vertices or
 * more. A program that makes none but boxes around their own centers (rectangle.c) and circles does
 * not have this file (base/optional.h).
 *
 * Every decision is exact. Overflow: points that passed the range check lie within
 * PAWL_EXTENT_MAX of the origin, so differences are below 2^30 and cross products of two of them
 * below 2^60; the doubled area of at most six triangles stays below 2^63. */
#include "geom/predicate.h"
#include "base/assert.h"
#include "base/optional.h"
#include "fx/int128.h"
#include "geom/polygon.h"
#include "fx/range.h"

#include <string.h>

PAWLI_MARK(pawli_polygon_mark);
PAWLI_PULLS(pulls_polygon_moments, pawli_moments_outline_mark);

static int32_t next_polygon_point(int32_t index, int32_t count) {
    return index + 1 < count ? index + 1 : 0;
}

static pawl_polygon_fault check_polygon_points(const pawl_vec2 *points, int32_t count,
                                               pawl_fx radius, int32_t *where) {
    for (*where = 0; *where < count; ++*where) {
        if (radius < 0 || radius > PAWL_EXTENT_MAX ||
            !pawli_is_disc_in_range(points[*where], radius)) {
            return PAWL_POLYGON_RANGE;
        }
    }
    for (*where = 1; *where < count; ++*where) {
        for (int32_t i = 0; i < *where; i++) {
            if (pawli_is_same_point(points[i], points[*where])) return PAWL_POLYGON_DUPLICATE;
        }
    }
    return PAWL_POLYGON_OK;
}

static int64_t doubled_area(const pawl_vec2 *points, int32_t count) {
    int64_t area = 0;
    for (int32_t i = 2; i < count; i++)
        area += pawli_orient(points[0], points[i - 1], points[i]);
    return area;
}

static pawl_polygon_fault check_corners(const pawl_vec2 *points, int32_t count, int32_t *where) {
    const int64_t area = doubled_area(points, count);
    *where = 0;
    if (area == 0) return PAWL_POLYGON_COLLINEAR;
    if (area < 0) return PAWL_POLYGON_CLOCKWISE;
    for (int32_t i = 0; i < count; i++) {
        *where = next_polygon_point(i, count);
        const int64_t turn =
            pawli_orient(points[i], points[*where], points[next_polygon_point(*where, count)]);
        if (turn == 0) return PAWL_POLYGON_COLLINEAR;
        if (turn < 0) return PAWL_POLYGON_CONCAVE;
    }
    return PAWL_POLYGON_OK;
}

/* With left turns only, a point to the right of an edge means a second time around. */
static pawl_polygon_fault check_winding(const pawl_vec2 *points, int32_t count, int32_t *where) {
    for (int32_t i = 0; i < count; i++) {
        const pawl_vec2 begin = points[i], end = points[next_polygon_point(i, count)];
        for (*where = 0; *where < count; ++*where) {
            if (pawli_is_same_point(points[*where], begin) ||
                pawli_is_same_point(points[*where], end))
                continue;
            if (pawli_orient(begin, end, points[*where]) <= 0) return PAWL_POLYGON_CROSSING;
        }
    }
    return PAWL_POLYGON_OK;
}

/* A convex polygon is narrowest across one of its edges. width >= least is decided as
 * cross^2 >= least^2 * edge^2 in 128 bits: below 2^120 and 2^70. Two raw units are forgiven, so
 * that the rounded corners of the smallest box pass at any angle. */
pawl_polygon_fault pawli_polygon_check_width(const pawl_vec2 *points, int32_t count, pawl_fx radius,
                                             int32_t *where) {
    if (radius >= PAWL_SIZE_MIN) return PAWL_POLYGON_OK;
    const int64_t least = 2 * ((int64_t)PAWL_SIZE_MIN - radius) - 2;
    for (*where = 0; *where < count; ++*where) {
        const pawl_vec2 begin = points[*where], end = points[next_polygon_point(*where, count)];
        const pawl_vec2 edge = pawl_vec2_sub(end, begin);
        int64_t across = 0;
        for (int32_t i = 0; i < count; i++) {
            const int64_t cross = pawli_orient(begin, end, points[i]);
            if (cross > across) across = cross;
        }
        const pawli_int128 have = pawli_int128_multiply(across, across);
        const pawli_int128 want = pawli_int128_multiply(least * least, pawl_vec2_dot(edge, edge));
        if (pawli_int128_compare(have, want) < 0) return PAWL_POLYGON_THIN;
    }
    return PAWL_POLYGON_OK;
}

pawl_polygon_fault pawl_polygon_check(const pawl_vec2 *points, int32_t count, pawl_fx radius,
                                      int32_t *where) {
    int32_t unused;
    if (where == NULL) where = &unused;
    *where = 0;
    if (points == NULL || count < 3 || count > PAWL_POLYGON_MAX) return PAWL_POLYGON_COUNT;
    pawl_polygon_fault fault = check_polygon_points(points, count, radius, where);
    if (fault == PAWL_POLYGON_OK) fault = check_corners(points, count, where);
    if (fault == PAWL_POLYGON_OK) fault = check_winding(points, count, where);
    if (fault == PAWL_POLYGON_OK) fault = pawli_polygon_check_width(points, count, radius, where);
    if (fault == PAWL_POLYGON_OK) *where = 0;
    return fault;
}

#define POLYGON_TEXT2(x) #x
#define POLYGON_TEXT(x) POLYGON_TEXT2(x)

const char *pawl_polygon_fault_text(pawl_polygon_fault fault) {
    switch (fault) {
    case PAWL_POLYGON_OK:
        return "no fault";
    case PAWL_POLYGON_COUNT:
        return "fewer than 3 or more than " POLYGON_TEXT(PAWL_POLYGON_MAX) " points";
    case PAWL_POLYGON_RANGE:
        return "point or radius out of range";
    case PAWL_POLYGON_DUPLICATE:
        return "two points are equal";
    case PAWL_POLYGON_COLLINEAR:
        return "three neighbors on a line";
    case PAWL_POLYGON_CLOCKWISE:
        return "points run clockwise";
    case PAWL_POLYGON_CONCAVE:
        return "reflex corner";
    case PAWL_POLYGON_CROSSING:
        return "winds around more than once";
    case PAWL_POLYGON_THIN:
        return "too thin";
    }
    return "unknown fault";
}

/* The outward normal is the edge turned clockwise by a right angle. The back of a two-point shape
 * gets exactly the opposite of its front, because normalization is an odd function. */
static void build_polygon(const pawl_vec2 *points, int32_t count, pawl_fx radius,
                          pawl_convex *out) {
    pawl_convex shape;
    PAWL_ASSERT(count >= 2 && count <= PAWL_POLYGON_MAX);
    PAWL_ASSERT(radius >= 0);
    memset(&shape, 0, sizeof shape);
    for (int32_t i = 0; i < count; i++) {
        shape.vertices[i] = points[i];
        const pawl_vec2 edge = pawl_vec2_sub(points[next_polygon_point(i, count)], points[i]);
        shape.normals[i] = pawl_vec2_normalize(pawl_vec2_make(edge.y, -edge.x));
    }
    shape.radius = radius;
    shape.count = (uint8_t)count;
    *out = shape;
}

/* radius 0 makes a segment. */
static pawl_status make_two_points(pawl_vec2 a, pawl_vec2 b, pawl_fx radius, pawl_convex *out) {
    const pawl_vec2 ends[2] = {a, b};
    if (out == NULL) return PAWL_ERR_NULL;
    if (!pawli_is_disc_in_range(a, radius) || !pawli_is_disc_in_range(b, radius))
        return PAWL_ERR_RANGE;
    if (pawli_is_same_point(a, b)) return PAWL_ERR_GEOMETRY;
    build_polygon(ends, 2, radius, out);
    return PAWL_OK;
}

pawl_status pawl_make_capsule(pawl_vec2 a, pawl_vec2 b, pawl_fx radius, pawl_convex *out) {
    if (out == NULL) return PAWL_ERR_NULL;
    if (!PAWL_WITH_POLYGONS) return PAWL_ERR_UNSUPPORTED;
    if (!pawli_in_range(radius, PAWL_SIZE_MIN, PAWL_EXTENT_MAX)) return PAWL_ERR_RANGE;
    return make_two_points(a, b, radius, out);
}

pawl_status pawl_make_segment(pawl_vec2 a, pawl_vec2 b, pawl_convex *out) {
    const int64_t least = 2 * (int64_t)PAWL_SIZE_MIN;
    if (out == NULL) return PAWL_ERR_NULL;
    if (!pawli_is_disc_in_range(a, 0) || !pawli_is_disc_in_range(b, 0)) return PAWL_ERR_RANGE;
    const pawl_vec2 edge = pawl_vec2_sub(b, a);
    const int64_t length_squared = pawl_vec2_dot(edge, edge);
    if (length_squared != 0 && length_squared < least * least) return PAWL_ERR_RANGE;
    return make_two_points(a, b, 0, out);
}

/* Two corners are rotated and the other two mirrored from them, so that opposite edges stay
 * exactly parallel. */
pawl_status pawl_make_box_at(pawl_fx half_width, pawl_fx half_height, pawl_vec2 center,
                             pawl_angle angle, pawl_convex *out) {
    if (out == NULL) return PAWL_ERR_NULL;
    if (!pawli_in_range(half_width, PAWL_SIZE_MIN, PAWL_EXTENT_MAX)) return PAWL_ERR_RANGE;
    if (!pawli_in_range(half_height, PAWL_SIZE_MIN, PAWL_EXTENT_MAX)) return PAWL_ERR_RANGE;
    const pawl_rot turn = pawl_rot_from_angle(angle);
    const pawl_vec2 right = pawl_rotate(turn, pawl_vec2_make(half_width, -half_height));
    const pawl_vec2 top = pawl_rotate(turn, pawl_vec2_make(half_width, half_height));
    const pawl_vec2 corners[4] = {pawl_vec2_sub(center, top), pawl_vec2_add(center, right),
                                  pawl_vec2_add(center, top), pawl_vec2_sub(center, right)};
    return pawl_make_polygon(corners, 4, 0, out);
}

pawl_status pawl_make_polygon(const pawl_vec2 *points, int32_t count, pawl_fx radius,
                              pawl_convex *out) {
    if (points == NULL || out == NULL) return PAWL_ERR_NULL;
    if (!PAWL_WITH_POLYGONS && (radius > 0 || count > PAWL_POLYGON_MAX))
        return PAWL_ERR_UNSUPPORTED;
    const pawl_polygon_fault fault = pawl_polygon_check(points, count, radius, NULL);
    if (fault == PAWL_POLYGON_RANGE) return PAWL_ERR_RANGE;
    if (fault != PAWL_POLYGON_OK) return PAWL_ERR_GEOMETRY;
    build_polygon(points, count, radius, out);
    return PAWL_OK;
}
