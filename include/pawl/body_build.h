/* body_build.h - a body with one shape in one call.
 *
 * Each call makes what pawl_body_create and pawl_shape_create make of the same defs and of the
 * convex of that name in convex.h. A failed call has changed nothing: there is never a body
 * without its shape. More shapes can follow with pawl_shape_create; the first one is
 * pawl_body_next_shape(world, body, PAWL_NULL_SHAPE). */
#ifndef PAWL_BODY_BUILD_H
#define PAWL_BODY_BUILD_H

#include "pawl/body.h"

/* `shape` may be null: pawl_shape_def_default() is taken. Lengths are in the frame of the body.
 * Errors, the first that applies: NULL, those of the convex's maker (RANGE, GEOMETRY,
 * UNSUPPORTED), those of the body def (COOKIE, ARGUMENT, UNSUPPORTED, RANGE), those of the shape
 * def (COOKIE, UNSUPPORTED, RANGE), CAPACITY (bodies, shapes or geometries). */

/* Around the origin, twice as wide and high as these halves. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create_box(pawl_world *world,
                                                          const pawl_body_def *def,
                                                          const pawl_shape_def *shape,
                                                          pawl_fx half_width, pawl_fx half_height,
                                                          pawl_body_id *out);
/* Around the origin. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create_circle(pawl_world *world,
                                                             const pawl_body_def *def,
                                                             const pawl_shape_def *shape,
                                                             pawl_fx radius, pawl_body_id *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create_capsule(pawl_world *world,
                                                              const pawl_body_def *def,
                                                              const pawl_shape_def *shape,
                                                              pawl_vec2 a, pawl_vec2 b,
                                                              pawl_fx radius, pawl_body_id *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create_segment(pawl_world *world,
                                                              const pawl_body_def *def,
                                                              const pawl_shape_def *shape,
                                                              pawl_vec2 a, pawl_vec2 b,
                                                              pawl_body_id *out);
/* Points as pawl_make_polygon wants them; `radius` rounds the corners. */
PAWL_API PAWL_MUST_CHECK pawl_status
pawl_body_create_polygon(pawl_world *world, const pawl_body_def *def, const pawl_shape_def *shape,
                         const pawl_vec2 *points, int32_t count, pawl_fx radius, pawl_body_id *out);
/* Any convex, made before; GEOMETRY when it is not from convex.h's makers. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create_convex(pawl_world *world,
                                                             const pawl_body_def *def,
                                                             const pawl_shape_def *shape,
                                                             const pawl_convex *convex,
                                                             pawl_body_id *out);

#endif
