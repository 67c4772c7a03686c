/* period.c - worlds that go round: how they begin to, and what then is where.
 *
 * The rest of the library asks for ways instead of differences (way.h) and is linked without this
 * file in programs that call nothing of it. */
#include "period/period.h"

#include "base/optional.h"
#include "world/linked.h"
#include "world/terrain.h"
#include "world/tree.h"

PAWLI_MARK(pawli_period_mark);

#if PAWL_WITH_PERIODS

PAWLI_PULLS(pulls_origin_period, pawli_origin_mark);
PAWLI_PULLS(pulls_image_period, pawli_period_image_mark);

/* ---- what fits ---- */

/* The shorter one of the two axes. */
static pawl_fx shortest_period(uint8_t wrap_x, uint8_t wrap_y) {
    const uint8_t wrap = wrap_x > wrap_y ? wrap_x : wrap_y;
    return wrap == 0 ? PAWL_FX_MAX : pawli_way_period(wrap);
}

static bool reaches_within(const pawl_convex *convex, uint8_t body_type, pawl_fx period) {
    const pawl_fx limit = body_type == PAWL_STATIC ? period / 4 : period / 8;
    for (int i = 0; i < convex->count; i++) {
        if (pawl_add(pawl_vec2_length(convex->vertices[i]), convex->radius) > limit) return false;
    }
    return true;
}

bool pawli_period_fits(const pawl_world *world, uint8_t body_type, const pawl_convex *convex) {
    return reaches_within(convex, body_type, shortest_period(world->wrap.x, world->wrap.y));
}

bool pawli_period_fits_center(const pawl_world *world, pawl_vec2 center) {
    return pawl_vec2_length(center) <= shortest_period(world->wrap.x, world->wrap.y) / 8;
}

static bool body_fits(const pawl_world *world, uint16_t slot, uint8_t body_type, pawl_fx period) {
    const pawli_body *body = &pawli_bodies_const(world)[slot];
    const pawli_shape *shapes = pawli_shapes_const(world);
    if (pawl_vec2_length(body->center) > period / 8) return false;
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        const pawl_convex hull =
            pawli_geometry_hull(&pawli_geometries_const(world)[shapes[at].geometry]);
        if (!reaches_within(&hull, body_type, period)) return false;
    }
    return true;
}

bool pawli_period_fits_all(const pawl_world *world, uint16_t body, uint8_t body_type) {
    return body_fits(world, body, body_type, shortest_period(world->wrap.x, world->wrap.y));
}

const char *pawli_period_find_defect(const pawl_world *world) {
    const pawli_body *bodies = pawli_bodies_const(world);
    if (world->wrap.x == 1 || world->wrap.x == 2) return "period";
    if (world->wrap.y == 1 || world->wrap.y == 2) return "period";
    if (pawli_first_soft(world) != PAWLI_NONE) return "soft body in a world that goes round";
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        if (!pawli_period_is_inside(world, bodies[at].position)) return "body outside the periods";
        if (!pawli_period_fits_all(world, at, bodies[at].type)) return "body beyond the periods";
    }
    return NULL;
}

/* ---- what is where ---- */

static void move_boxes(pawl_world *world, uint16_t slot, pawl_vec2 offset) {
    pawli_shape *shapes = pawli_shapes(world);
    for (uint16_t at = pawli_bodies(world)[slot].first_shape; at != PAWLI_NONE;
         at = shapes[at].next) {
        pawl_box *box = &shapes[at].fat_box;
        if (box->lower.x == box->upper.x) continue; /* it has never been in the tree */
        box->lower = pawl_vec2_add(box->lower, offset);
        box->upper = pawl_vec2_add(box->upper, offset);
        if (PAWL_WITH_TREE && (shapes[at].flags & PAWLI_SHAPE_IN_TREE))
            pawli_tree_move(world, at, *box);
    }
}

void pawli_period_settle(pawl_world *world, uint16_t slot) {
    pawli_body *body = &pawli_bodies(world)[slot];
    const pawl_vec2 before = body->position;
    body->position = pawli_way_in(world, before);
    const pawl_vec2 offset = pawl_vec2_sub(body->position, before);
    if (offset.x != 0 || offset.y != 0) move_boxes(world, slot, offset);
}

/* ---- how a world begins to go round ---- */

/* The wrap of a period; 0: there is none; UINT8_MAX: no world has it. */
static uint8_t wrap_of_period(pawl_fx period) {
    if (period == 0) return 0;
    for (uint8_t wrap = PAWLI_WRAP_LEAST; wrap <= PAWLI_WRAP_MOST; wrap++) {
        if (period == pawli_way_period(wrap)) return wrap;
    }
    return UINT8_MAX;
}

/* Whether all that is in a world has room in periods, the shorter one of which is given. */
static bool world_fits(const pawl_world *world, pawl_fx period) {
    const pawli_body *bodies = pawli_bodies_const(world);
    if (period / 4 < world->scales.length_unit) return false;
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        if (!body_fits(world, at, bodies[at].type, period)) return false;
    }
    return true;
}

/* Bodies go where they are now, and look for what they meet there. */
static void settle_all(pawl_world *world) {
    const pawli_shape *shapes = pawli_shapes(world);
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = pawli_bodies(world)[at].next) {
        pawli_wake(world, at);
        pawli_period_settle(world, at);
    }
    for (uint16_t i = 0; i < world->shape_pool.used; i++) {
        if (shapes[i].flags & PAWLI_SHAPE_IN_TREE) pawli_mark_moved(world, i);
    }
    world->idle_unknown = 1;
}

pawl_status pawl_world_set_periods(pawl_world *world, pawl_vec2 periods) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint8_t x = wrap_of_period(periods.x), y = wrap_of_period(periods.y);
    if (x == UINT8_MAX || y == UINT8_MAX) return PAWL_ERR_RANGE;
    if (x == world->wrap.x && y == world->wrap.y) return PAWL_OK;
    if ((x | y) != 0 && pawli_first_soft(world) != PAWLI_NONE) return PAWL_ERR_UNSUPPORTED;
    if ((x | y) != 0 && !world_fits(world, shortest_period(x, y))) return PAWL_ERR_RANGE;
    world->wrap.x = x;
    world->wrap.y = y;
    settle_all(world);
    return PAWL_OK;
}

#else

pawl_status pawl_world_set_periods(pawl_world *world, pawl_vec2 periods) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    return periods.x == 0 && periods.y == 0 ? PAWL_OK : PAWL_ERR_UNSUPPORTED;
}

#endif
