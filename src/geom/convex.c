/* convex.c - any convex from its points and radius, by the maker of its kind, and which are valid.
 *
 * Makers other than that of boxes are referred to weakly (base/optional.h): a program that calls
 * none of a kind has no such convex, and takes none from elsewhere for valid. */
#include "geom/convex.h"

#include "base/check.h"
#include "base/optional.h"
#include "fx/range.h"
#include "geom/predicate.h"
#include "geom/rectangle.h"

PAWLI_OPTIONAL(pawl_make_circle);
PAWLI_OPTIONAL(pawl_make_segment);
PAWLI_OPTIONAL(pawl_make_capsule);
PAWLI_OPTIONAL(pawl_make_polygon);
/* Not in a header: a file that pulls them must not know them as weak. */
PAWLI_OPTIONAL_MARK(pawli_circle_mark);
PAWLI_OPTIONAL_MARK(pawli_polygon_mark);

/* Whether all fields are equal, unused vertices and padding included. */
static bool points_are_same(const pawl_convex *a, const pawl_convex *b) {
    for (int i = 0; i < PAWL_POLYGON_MAX; i++) {
        if (!pawli_is_same_point(a->vertices[i], b->vertices[i])) return false;
        if (a->normals[i].c != b->normals[i].c || a->normals[i].s != b->normals[i].s) return false;
    }
    for (int i = 0; i < 3; i++) {
        if (a->pad[i] != b->pad[i]) return false;
    }
    return a->radius == b->radius && a->count == b->count;
}

pawl_status pawli_convex_make(const pawl_vec2 *vertices, int32_t count, pawl_fx radius,
                              pawl_convex *out) {
    if (pawli_rectangle_find(vertices, count, radius, out)) return PAWL_OK;
    if (count == 1) {
        if (!PAWLI_IS_LINKED(pawli_circle_mark)) return PAWL_ERR_UNSUPPORTED;
        return pawl_make_circle(vertices[0], radius, out);
    }
    if (!PAWLI_IS_LINKED(pawli_polygon_mark)) return PAWL_ERR_UNSUPPORTED;
    if (count == 2 && radius == 0) return pawl_make_segment(vertices[0], vertices[1], out);
    if (count == 2) return pawl_make_capsule(vertices[0], vertices[1], radius, out);
    return pawl_make_polygon(vertices, count, radius, out);
}

bool pawli_convex_has_maker(const pawl_convex *shape) {
    pawl_convex unused;
    if (shape->count == 1) return PAWLI_IS_LINKED(pawli_circle_mark);
    return PAWLI_IS_LINKED(pawli_polygon_mark) ||
           pawli_rectangle_find(shape->vertices, shape->count, shape->radius, &unused);
}

/* Made again from its vertices it must come out the same. */
bool pawl_convex_is_valid(const pawl_convex *shape) {
    pawl_convex again;
    return shape != NULL &&
           pawli_convex_make(shape->vertices, shape->count, shape->radius, &again) == PAWL_OK &&
           points_are_same(shape, &again);
}

static bool radius_is_valid(pawl_fx radius, int32_t count) {
    if (radius == 0) return count != 1;
    if (!PAWL_WITH_POLYGONS && count != 1) return false;
    return pawli_in_range(radius, count < 3 ? PAWL_SIZE_MIN : 0, PAWL_EXTENT_MAX);
}

/* What is valid is decided above; here is only named what is not. */
PAWLI_RARE pawl_status pawl_convex_check(const pawl_convex *convex, const char **field) {
    if (field != NULL) *field = NULL;
    if (convex == NULL) return PAWL_ERR_NULL;
    if (pawl_convex_is_valid(convex)) return PAWL_OK;
    const int32_t count = convex->count;
    pawl_convex again;
    PAWLI_CHECK(field, count >= 1 && count <= PAWL_POLYGON_MAX, ERR_GEOMETRY, "count");
    PAWLI_CHECK(field, radius_is_valid(convex->radius, count), ERR_GEOMETRY, "radius");
    const pawl_status made = pawli_convex_make(convex->vertices, count, convex->radius, &again);
    PAWLI_CHECK(field, made == PAWL_OK, ERR_GEOMETRY, "vertices");
    for (int32_t i = count; i < PAWL_POLYGON_MAX; i++) {
        const bool zero = convex->vertices[i].x == 0 && convex->vertices[i].y == 0;
        PAWLI_CHECK(field, zero, ERR_GEOMETRY, "vertices");
    }
    const bool padded = convex->pad[0] == 0 && convex->pad[1] == 0 && convex->pad[2] == 0;
    PAWLI_CHECK(field, padded, ERR_GEOMETRY, "pad");
    return pawli_check_failed(field, "normals", PAWL_ERR_GEOMETRY);
}
