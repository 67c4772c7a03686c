/* callbacks.c - callbacks that take records by value, as callbacks that take pointers to them: for
 * languages that know no other ones. Written by `make exports` from the headers; not to be edited.
 *
 * `context` is an array of addresses: the first is the program's, then one for each callback of the
 * record, in its order; a record that is given back goes to a pointer at the end. */

#include <pawl/arcade.h>
#include <pawl/base.h>
#include <pawl/body.h>
#include <pawl/body_build.h>
#include <pawl/body_event.h>
#include <pawl/character.h>
#include <pawl/collide.h>
#include <pawl/convex.h>
#include <pawl/cut.h>
#include <pawl/draw.h>
#include <pawl/field.h>
#include <pawl/film.h>
#include <pawl/fracture.h>
#include <pawl/frame.h>
#include <pawl/fx.h>
#include <pawl/id.h>
#include <pawl/joint.h>
#include <pawl/kit.h>
#include <pawl/lanes.h>
#include <pawl/level.h>
#include <pawl/measure.h>
#include <pawl/migrate.h>
#include <pawl/mover.h>
#include <pawl/pocket.h>
#include <pawl/polygon.h>
#include <pawl/port.h>
#include <pawl/query.h>
#include <pawl/relay.h>
#include <pawl/replay.h>
#include <pawl/ring.h>
#include <pawl/rules.h>
#include <pawl/session.h>
#include <pawl/session_sign.h>
#include <pawl/session_world.h>
#include <pawl/shape.h>
#include <pawl/sign.h>
#include <pawl/snapshot.h>
#include <pawl/soft.h>
#include <pawl/stages.h>
#include <pawl/state.h>
#include <pawl/terrain.h>
#include <pawl/vec.h>
#include <pawl/workers.h>
#include <pawl/world.h>

typedef void (*any_function)(void);

PAWL_API bool pawl_flat_step_hooks_should_collide(void *context, const pawl_world *world,
                                                  pawl_shape_id a, pawl_shape_id b);
bool pawl_flat_step_hooks_should_collide(void *context, const pawl_world *world, pawl_shape_id a,
                                         pawl_shape_id b) {
    typedef bool (*program)(void *, const pawl_world *, const pawl_shape_id *,
                            const pawl_shape_id *);
    const program call = (program)((any_function *)context)[3];
    return call(context, world, &a, &b);
}

PAWL_API bool pawl_flat_step_hooks_should_collide_soft(void *context, const pawl_world *world,
                                                       pawl_soft_id soft, pawl_shape_id shape);
bool pawl_flat_step_hooks_should_collide_soft(void *context, const pawl_world *world,
                                              pawl_soft_id soft, pawl_shape_id shape) {
    typedef bool (*program)(void *, const pawl_world *, const pawl_soft_id *,
                            const pawl_shape_id *);
    const program call = (program)((any_function *)context)[9];
    return call(context, world, &soft, &shape);
}

PAWL_API void pawl_flat_draw_hooks_circle(void *context, const pawl_draw_item *item,
                                          pawl_vec2 center, pawl_fx radius, pawl_rot rotation);
void pawl_flat_draw_hooks_circle(void *context, const pawl_draw_item *item, pawl_vec2 center,
                                 pawl_fx radius, pawl_rot rotation) {
    typedef void (*program)(void *, const pawl_draw_item *, const pawl_vec2 *, pawl_fx,
                            const pawl_rot *);
    const program call = (program)((any_function *)context)[2];
    call(context, item, &center, radius, &rotation);
}

PAWL_API void pawl_flat_draw_hooks_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a,
                                           pawl_vec2 b, pawl_fx radius);
void pawl_flat_draw_hooks_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a,
                                  pawl_vec2 b, pawl_fx radius) {
    typedef void (*program)(void *, const pawl_draw_item *, const pawl_vec2 *, const pawl_vec2 *,
                            pawl_fx);
    const program call = (program)((any_function *)context)[3];
    call(context, item, &a, &b, radius);
}

PAWL_API void pawl_flat_draw_hooks_box(void *context, const pawl_draw_item *item, pawl_box box);
void pawl_flat_draw_hooks_box(void *context, const pawl_draw_item *item, pawl_box box) {
    typedef void (*program)(void *, const pawl_draw_item *, const pawl_box *);
    const program call = (program)((any_function *)context)[4];
    call(context, item, &box);
}

PAWL_API void pawl_flat_draw_hooks_line(void *context, const pawl_draw_item *item, pawl_vec2 a,
                                        pawl_vec2 b);
void pawl_flat_draw_hooks_line(void *context, const pawl_draw_item *item, pawl_vec2 a,
                               pawl_vec2 b) {
    typedef void (*program)(void *, const pawl_draw_item *, const pawl_vec2 *, const pawl_vec2 *);
    const program call = (program)((any_function *)context)[5];
    call(context, item, &a, &b);
}

PAWL_API void pawl_flat_draw_hooks_point(void *context, const pawl_draw_item *item,
                                         pawl_vec2 point);
void pawl_flat_draw_hooks_point(void *context, const pawl_draw_item *item, pawl_vec2 point) {
    typedef void (*program)(void *, const pawl_draw_item *, const pawl_vec2 *);
    const program call = (program)((any_function *)context)[6];
    call(context, item, &point);
}

PAWL_API void pawl_flat_draw_hooks_number(void *context, const pawl_draw_item *item,
                                          pawl_vec2 point, pawl_wide value);
void pawl_flat_draw_hooks_number(void *context, const pawl_draw_item *item, pawl_vec2 point,
                                 pawl_wide value) {
    typedef void (*program)(void *, const pawl_draw_item *, const pawl_vec2 *, pawl_wide);
    const program call = (program)((any_function *)context)[7];
    call(context, item, &point, value);
}

PAWL_API pawl_pose pawl_flat_draw_hooks_pose(void *context, pawl_body_id body, pawl_pose now);
pawl_pose pawl_flat_draw_hooks_pose(void *context, pawl_body_id body, pawl_pose now) {
    typedef void (*program)(void *, const pawl_body_id *, const pawl_pose *, pawl_pose *);
    const program call = (program)((any_function *)context)[8];
    pawl_pose result;
    call(context, &body, &now, &result);
    return result;
}
