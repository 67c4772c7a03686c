/* body_outline.c - a body with one shape in one call: shapes whose makers are not in each program.
 */
#include "pawl/body_build.h"

#include "world/world.h"

PAWLI_RARE pawl_status pawl_body_create_circle(pawl_world *world, const pawl_body_def *def,
                                               const pawl_shape_def *shape, pawl_fx radius,
                                               pawl_body_id *out) {
    pawl_convex convex;
    pawl_status status = pawli_body_build_check(world, def, def, out);
    if (status == PAWL_OK) status = pawl_make_circle(pawl_vec2_make(0, 0), radius, &convex);
    return status == PAWL_OK ? pawli_body_build(world, def, shape, &convex, out) : status;
}

PAWLI_RARE pawl_status pawl_body_create_capsule(pawl_world *world, const pawl_body_def *def,
                                                const pawl_shape_def *shape, pawl_vec2 a,
                                                pawl_vec2 b, pawl_fx radius, pawl_body_id *out) {
    pawl_convex convex;
    pawl_status status = pawli_body_build_check(world, def, def, out);
    if (status == PAWL_OK) status = pawl_make_capsule(a, b, radius, &convex);
    return status == PAWL_OK ? pawli_body_build(world, def, shape, &convex, out) : status;
}

PAWLI_RARE pawl_status pawl_body_create_segment(pawl_world *world, const pawl_body_def *def,
                                                const pawl_shape_def *shape, pawl_vec2 a,
                                                pawl_vec2 b, pawl_body_id *out) {
    pawl_convex convex;
    pawl_status status = pawli_body_build_check(world, def, def, out);
    if (status == PAWL_OK) status = pawl_make_segment(a, b, &convex);
    return status == PAWL_OK ? pawli_body_build(world, def, shape, &convex, out) : status;
}

PAWLI_RARE pawl_status pawl_body_create_polygon(pawl_world *world, const pawl_body_def *def,
                                                const pawl_shape_def *shape,
                                                const pawl_vec2 *points, int32_t count,
                                                pawl_fx radius, pawl_body_id *out) {
    pawl_convex convex;
    pawl_status status = pawli_body_build_check(world, def, points, out);
    if (status == PAWL_OK) status = pawl_make_polygon(points, count, radius, &convex);
    return status == PAWL_OK ? pawli_body_build(world, def, shape, &convex, out) : status;
}
