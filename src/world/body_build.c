/* body_build.c - a body with one shape in one call: a box, or a convex that there is. Those with
 * other shapes are in body_outline.c, because their makers take code into a program
 * (base/optional.h). */
#include "pawl/body_build.h"
#include "base/optional.h"
#include "period/period.h"

#include "world/world.h"

PAWLI_OPTIONAL(pawli_period_fits);

/* All that can fail comes before the first change; the geometry is taken first, as it is the one
 * thing whose room shows only by taking it. */
pawl_status pawli_body_build(pawl_world *world, const pawl_body_def *def,
                             const pawl_shape_def *shape, const pawl_convex *convex,
                             pawl_body_id *out) {
    pawl_status status = pawli_body_check_def(def);
    if (status != PAWL_OK) return status;
    const pawl_shape_def plain = pawl_shape_def_default();
    if (shape == NULL) shape = &plain;
    status = pawli_shape_check_def(shape);
    if (status != PAWL_OK) return status;
    if (!pawli_body_has_room(world) || !pawli_shape_has_room(world)) return PAWL_ERR_CAPACITY;
    if (!pawli_period_has_room(world, (uint8_t)def->type, convex)) return PAWL_ERR_RANGE;
    const uint16_t geometry = pawli_geometry_intern(world, convex);
    if (geometry == PAWLI_NONE) return PAWL_ERR_CAPACITY;
    const pawl_body_id body = pawli_body_add(world, def);
    (void)pawli_shape_add(world, (uint16_t)(body.index1 - 1), shape, geometry);
    *out = body;
    return PAWL_OK;
}

/* Before the convex is made; `outline`: what it is made from, or anything that is not null. */
pawl_status pawli_body_build_check(const pawl_world *world, const pawl_body_def *def,
                                   const void *outline, const pawl_body_id *out) {
    if (world == NULL || def == NULL || outline == NULL || out == NULL) return PAWL_ERR_NULL;
    return pawli_is_locked(world) ? PAWL_ERR_LOCKED : PAWL_OK;
}

PAWLI_RARE pawl_status pawl_body_create_convex(pawl_world *world, const pawl_body_def *def,
                                               const pawl_shape_def *shape,
                                               const pawl_convex *convex, pawl_body_id *out) {
    const pawl_status status = pawli_body_build_check(world, def, convex, out);
    if (status != PAWL_OK) return status;
    if (!pawl_convex_is_valid(convex)) return PAWL_ERR_GEOMETRY;
    return pawli_body_build(world, def, shape, convex, out);
}

PAWLI_RARE pawl_status pawl_body_create_box(pawl_world *world, const pawl_body_def *def,
                                            const pawl_shape_def *shape, pawl_fx half_width,
                                            pawl_fx half_height, pawl_body_id *out) {
    pawl_convex convex;
    pawl_status status = pawli_body_build_check(world, def, def, out);
    if (status == PAWL_OK) status = pawl_make_box(half_width, half_height, &convex);
    return status == PAWL_OK ? pawli_body_build(world, def, shape, &convex, out) : status;
}
