/* body_build.c - a body with one shape in one call. */
#include "pawl/body_build.h"

#include "world/world.h"

/* All that can fail comes before the first change; the geometry is taken first, as it is the one
 * thing whose room shows only by taking it. The convex is one that a maker has made. */
static pawl_status build_body(pawl_world *world, const pawl_body_def *def,
                              const pawl_shape_def *shape, const pawl_convex *convex,
                              pawl_body_id *out) {
    pawl_status status = pawli_body_check_def(def);
    if (status != PAWL_OK) return status;
    const pawl_shape_def plain = pawl_shape_def_default();
    if (shape == NULL) shape = &plain;
    status = pawli_shape_check_def(shape);
    if (status != PAWL_OK) return status;
    if (!pawli_body_has_room(world) || !pawli_shape_has_room(world)) return PAWL_ERR_CAPACITY;
    const uint16_t geometry = pawli_geometry_intern(world, convex);
    if (geometry == PAWLI_NONE) return PAWL_ERR_CAPACITY;
    const pawl_body_id body = pawli_body_add(world, def);
    (void)pawli_shape_add(world, (uint16_t)(body.index1 - 1), shape, geometry);
    *out = body;
    return PAWL_OK;
}

/* `outline`: what the convex is to be made from, or anything that is not null. */
static pawl_status check_build(const pawl_world *world, const pawl_body_def *def,
                               const void *outline, const pawl_body_id *out) {
    if (world == NULL || def == NULL || outline == NULL || out == NULL) return PAWL_ERR_NULL;
    return pawli_is_locked(world) ? PAWL_ERR_LOCKED : PAWL_OK;
}

PAWLI_RARE pawl_status pawl_body_create_convex(pawl_world *world, const pawl_body_def *def,
                                               const pawl_shape_def *shape,
                                               const pawl_convex *convex, pawl_body_id *out) {
    const pawl_status status = check_build(world, def, convex, out);
    if (status != PAWL_OK) return status;
    if (!pawl_convex_is_valid(convex)) return PAWL_ERR_GEOMETRY;
    return build_body(world, def, shape, convex, out);
}

PAWLI_RARE pawl_status pawl_body_create_box(pawl_world *world, const pawl_body_def *def,
                                            const pawl_shape_def *shape, pawl_fx half_width,
                                            pawl_fx half_height, pawl_body_id *out) {
    pawl_convex convex;
    pawl_status status = check_build(world, def, def, out);
    if (status == PAWL_OK) status = pawl_make_box(half_width, half_height, &convex);
    return status == PAWL_OK ? build_body(world, def, shape, &convex, out) : status;
}

PAWLI_RARE pawl_status pawl_body_create_circle(pawl_world *world, const pawl_body_def *def,
                                               const pawl_shape_def *shape, pawl_fx radius,
                                               pawl_body_id *out) {
    pawl_convex convex;
    pawl_status status = check_build(world, def, def, out);
    if (status == PAWL_OK) status = pawl_make_circle(pawl_vec2_make(0, 0), radius, &convex);
    return status == PAWL_OK ? build_body(world, def, shape, &convex, out) : status;
}

PAWLI_RARE pawl_status pawl_body_create_capsule(pawl_world *world, const pawl_body_def *def,
                                                const pawl_shape_def *shape, pawl_vec2 a,
                                                pawl_vec2 b, pawl_fx radius, pawl_body_id *out) {
    pawl_convex convex;
    pawl_status status = check_build(world, def, def, out);
    if (status == PAWL_OK) status = pawl_make_capsule(a, b, radius, &convex);
    return status == PAWL_OK ? build_body(world, def, shape, &convex, out) : status;
}

PAWLI_RARE pawl_status pawl_body_create_segment(pawl_world *world, const pawl_body_def *def,
                                                const pawl_shape_def *shape, pawl_vec2 a,
                                                pawl_vec2 b, pawl_body_id *out) {
    pawl_convex convex;
    pawl_status status = check_build(world, def, def, out);
    if (status == PAWL_OK) status = pawl_make_segment(a, b, &convex);
    return status == PAWL_OK ? build_body(world, def, shape, &convex, out) : status;
}

PAWLI_RARE pawl_status pawl_body_create_polygon(pawl_world *world, const pawl_body_def *def,
                                                const pawl_shape_def *shape,
                                                const pawl_vec2 *points, int32_t count,
                                                pawl_fx radius, pawl_body_id *out) {
    pawl_convex convex;
    pawl_status status = check_build(world, def, points, out);
    if (status == PAWL_OK) status = pawl_make_polygon(points, count, radius, &convex);
    return status == PAWL_OK ? build_body(world, def, shape, &convex, out) : status;
}
