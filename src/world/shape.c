/* shape.c - shapes on bodies: create, destroy, boxes. */
#include "base/check.h"
#include "base/optional.h"
#include "collide/near_box.h"
#include "fx/range.h"
#include "period/period.h"
#include "world/tree.h"
#include "world/terrain.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_period_fits);

#define SHAPE_COOKIE UINT32_C(0x70617733)

pawl_shape_def pawl_shape_def_default(void) {
    pawl_shape_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SHAPE_COOKIE;
    def.density = PAWL_FX_ONE;
    def.friction = PAWL_FX(0, 6, 10);
    def.filter.category = 1;
    def.filter.mask = UINT32_MAX;
    return def;
}

static pawli_slots shape_slots(pawl_world *world) {
    const pawli_slots slots = {pawli_shapes(world), sizeof(pawli_shape),
                               (uint16_t)offsetof(pawli_shape, body)};
    return slots;
}

static bool tangent_speed_is_valid(pawl_fx speed) {
    return speed >= -PAWL_SPEED_MAX && speed <= PAWL_SPEED_MAX;
}

bool pawli_shape_can_bear(pawl_wide impulse) {
    return impulse >= 0 && impulse <= PAWL_BREAK_IMPULSE_MAX;
}

/* The nearest one; what is not 0 stays so. */
PAWLI_RARE uint8_t pawli_shape_break_code(pawl_wide impulse) {
    if (!PAWL_WITH_FRACTURE || impulse == 0) return 0;
    uint32_t exponent = 0;
    int64_t value = pawli_near(impulse, 6);
    for (; value >= 16; value = pawli_near(impulse, (int)(exponent + 6)))
        exponent++;
    if (exponent == 0 && value < 9) value = 9;
    return (uint8_t)(exponent * 8 + (uint32_t)value - 8);
}

PAWLI_FOLD pawl_status check_shape_def(const pawl_shape_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == SHAPE_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, PAWL_WITH_SENSORS || !def->sensor, ERR_UNSUPPORTED, "sensor");
    PAWLI_CHECK(field, PAWL_WITH_ONE_WAY || !def->one_way, ERR_UNSUPPORTED, "one_way");
    PAWLI_CHECK(field, PAWL_WITH_HOOKS || !def->custom_filter, ERR_UNSUPPORTED, "custom_filter");
    PAWLI_CHECK(field, PAWL_WITH_HOOKS || !def->pre_solve, ERR_UNSUPPORTED, "pre_solve");
    PAWLI_CHECK(field, PAWL_WITH_FRACTURE || def->break_impulse == 0, ERR_UNSUPPORTED,
                "break_impulse");
    PAWLI_CHECK(field, PAWL_WITH_RESTITUTION || def->restitution == 0, ERR_UNSUPPORTED,
                "restitution");
    PAWLI_CHECK(field, PAWL_WITH_ROLLING || def->rolling_resistance == 0, ERR_UNSUPPORTED,
                "rolling_resistance");
    PAWLI_CHECK(field, def->density >= 0, ERR_RANGE, "density");
    PAWLI_CHECK(field, def->friction >= 0, ERR_RANGE, "friction");
    PAWLI_CHECK(field, pawli_in_range(def->restitution, 0, PAWL_FX_ONE), ERR_RANGE, "restitution");
    PAWLI_CHECK(field, tangent_speed_is_valid(def->tangent_speed), ERR_RANGE, "tangent_speed");
    PAWLI_CHECK(field, pawli_in_range(def->rolling_resistance, 0, PAWL_FX_ONE), ERR_RANGE,
                "rolling_resistance");
    PAWLI_CHECK(field, pawli_shape_can_bear(def->break_impulse), ERR_RANGE, "break_impulse");
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawli_shape_check_def(const pawl_shape_def *def) {
    return PAWLI_CHECK_ONLY(check_shape_def, pawl_shape_def_check, def);
}

PAWLI_RARE pawl_status pawl_shape_def_check(const pawl_shape_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_shape_def, def, field);
}

/* How many more movements of the same length the tree makes room for: few enough that its boxes
 * hardly overlap more, and enough that most movements leave it alone. */
#define AHEAD 8

static pawl_box box_ahead(pawl_box before, pawl_box now) {
    const int64_t x = AHEAD * ((int64_t)now.lower.x - before.lower.x);
    const int64_t y = AHEAD * ((int64_t)now.lower.y - before.lower.y);
    pawl_box reach = now;
    if (x < 0) reach.lower.x = pawl_saturate(now.lower.x + x);
    if (x > 0) reach.upper.x = pawl_saturate(now.upper.x + x);
    if (y < 0) reach.lower.y = pawl_saturate(now.lower.y + y);
    if (y > 0) reach.upper.y = pawl_saturate(now.upper.y + y);
    return reach;
}

static pawl_box fat_box_of(const pawl_world *world, const pawli_shape *shape) {
    const pawli_body *body = &pawli_bodies_const(world)[shape->body];
    const pawli_frame frame = pawli_body_frame(body);
    const pawli_geometry *geometry = &pawli_geometries_const(world)[shape->geometry];
    const pawl_fx margin =
        body->type == PAWL_STATIC ? pawli_least_margin(world) : world->scales.fat_margin;
    return pawli_grown(pawli_geometry_box(geometry, &frame), margin);
}

PAWLI_RARE static void enter_shape_in_tree(pawl_world *world, uint16_t slot) {
    pawli_shape *shape = &pawli_shapes(world)[slot];
    shape->fat_box = fat_box_of(world, shape);
    pawli_mark_moved(world, slot);
    world->idle_unknown = 1;
    pawli_tree_insert(world, slot);
}

PAWLI_RARE void pawli_shape_enter_tree(pawl_world *world, uint16_t body) {
    const pawli_shape *shapes = pawli_shapes(world);
    for (uint16_t at = pawli_bodies(world)[body].first_shape; at != PAWLI_NONE;
         at = shapes[at].next) {
        enter_shape_in_tree(world, at);
    }
}

PAWLI_RARE void pawli_shape_leave_tree(pawl_world *world, uint16_t body) {
    const pawli_shape *shapes = pawli_shapes(world);
    for (uint16_t at = pawli_bodies(world)[body].first_shape; at != PAWLI_NONE;
         at = shapes[at].next) {
        pawli_tree_remove(world, at);
    }
}

PAWLI_RARE void pawli_shape_refresh_boxes(pawl_world *world, uint16_t body) {
    if (!(pawli_bodies(world)[body].flags & PAWLI_BODY_ENABLED)) return;
    pawli_shape_leave_tree(world, body);
    pawli_shape_enter_tree(world, body);
}

/* Whether a box reaches `margin` beyond another one on every side. */
PAWLI_IN_LOOPS bool reaches_beyond(pawl_box outer, pawl_box inner, pawl_fx margin) {
    return outer.lower.x <= pawl_sub(inner.lower.x, margin) &&
           outer.lower.y <= pawl_sub(inner.lower.y, margin) &&
           outer.upper.x >= pawl_add(inner.upper.x, margin) &&
           outer.upper.y >= pawl_add(inner.upper.y, margin);
}

/* Whether no coordinate is as far out as the end of the world, so that nothing near is out of
 * range. */
PAWLI_INLINE bool box_is_inside(const pawl_box *box) {
    const uint32_t half = UINT32_C(1) << 30;
    return (((uint32_t)box->lower.x + half) | ((uint32_t)box->lower.y + half) |
            ((uint32_t)box->upper.x + half) | ((uint32_t)box->upper.y + half)) < 2 * half;
}

/* The same for one that is inside, and margins, which are below 2^29. */
PAWLI_INLINE bool inside_reaches_beyond(const pawl_box *outer, const pawl_box *inner,
                                        pawl_fx margin) {
    const int64_t left = (int64_t)inner->lower.x - margin - outer->lower.x;
    const int64_t below = (int64_t)inner->lower.y - margin - outer->lower.y;
    const int64_t right = (int64_t)outer->upper.x - margin - inner->upper.x;
    const int64_t above = (int64_t)outer->upper.y - margin - inner->upper.y;
    return (left | below | right | above) >=
           0; /* one branch: which side it is cannot be foretold */
}

PAWLI_INLINE pawl_box inside_grown(const pawl_box *box, pawl_fx margin) {
    const pawl_box grown = {{box->lower.x - margin, box->lower.y - margin},
                            {box->upper.x + margin, box->upper.y + margin}};
    return grown;
}

/* What roundings may add to the extent of a body on the way to the box of a circle, raw units, with
 * room to spare. */
#define EXTENT_SLACK 4

/* Whether a circle is within its fat box by the extent of its body alone, which takes neither
 * vertices nor a rotation. False says nothing. */
PAWLI_INLINE bool circle_stays_inside(const pawli_geometry *geometry, const pawli_body *body,
                                      const pawl_box *fat, pawl_fx least) {
    if (PAWL_SMALL_CODE || !pawli_is_convex(geometry) || geometry->convex.count != 1) return false;
    const int64_t reach = (int64_t)body->extent + least + EXTENT_SLACK;
    const pawl_vec2 center = body->position;
    return fat->lower.x <= center.x - reach && fat->upper.x >= center.x + reach &&
           fat->lower.y <= center.y - reach && fat->upper.y >= center.y + reach;
}

/* Whether a fat box reaches far enough beyond a box; `near`: that is not at the end of the world.
 */
PAWLI_INLINE bool stays_inside(const pawl_box *fat, const pawl_box *box, bool near, pawl_fx least) {
    return near ? inside_reaches_beyond(fat, box, least) : reaches_beyond(*fat, *box, least);
}

/* Its frame is made where it is needed: nearly every box is made without one. */
static pawl_box geometry_box(const pawli_geometry *geometry, const pawli_body *body) {
    const pawli_frame frame = pawli_body_frame(body);
    return pawli_geometry_box(geometry, &frame);
}

/* The box of a shape; returns whether it is not at the end of the world. */
PAWLI_INLINE bool find_box(const pawli_geometry *geometry, const pawli_body *body,
                           const pawli_frame *frame, pawl_box *box) {
    if (pawli_is_convex(geometry) && pawli_near_box(&geometry->convex, frame, box)) return true;
    *box = PAWLI_LARGE_CODE ? geometry_box(geometry, body) : pawli_geometry_box(geometry, frame);
    return PAWLI_LARGE_CODE && box_is_inside(box);
}

/* Whether the node above a shape has room for its fat box, so that the tree is not to change: that
 * is known before it is of any use how far it will move on. */
PAWLI_INLINE bool has_room_in_tree(const pawl_world *world, const pawli_shape *shape) {
    if (!PAWLI_LARGE_CODE || shape->node == PAWLI_NONE) return false;
    return pawl_box_contains(pawli_nodes_const(world)[shape->node].box, shape->fat_box);
}

/* Parts of terrain may move without its box moving, as those of a turning wheel do: while it moves
 * its pairs are looked for in every step. */
uint32_t pawli_shape_grow_fat_boxes(pawl_world *world, uint16_t body) {
    const pawli_body *at_body = &pawli_bodies(world)[body];
    const pawli_frame frame = pawli_body_frame(at_body);
    const pawl_fx least = pawli_least_margin(world);
    pawli_shape *shapes = pawli_shapes(world);
    uint32_t moved = 0;
    PAWL_ASSERT(at_body->type != PAWL_STATIC);
    for (uint16_t at = at_body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        const pawli_geometry *geometry = &pawli_geometries(world)[shapes[at].geometry];
        const bool renew = !pawli_is_convex(geometry) &&
                           (at_body->velocity.x | at_body->velocity.y | at_body->spin) != 0;
        if (!renew && circle_stays_inside(geometry, at_body, &shapes[at].fat_box, least)) continue;
        pawl_box box;
        const bool near = find_box(geometry, at_body, &frame, &box);
        if (!renew && stays_inside(&shapes[at].fat_box, &box, near, least)) continue;
        const pawl_box before = shapes[at].fat_box;
        const pawl_fx margin = world->scales.fat_margin;
        shapes[at].fat_box = near ? inside_grown(&box, margin) : pawli_grown(box, margin);
        pawli_mark_moved(world, at);
        if (PAWL_WITH_TREE && !has_room_in_tree(world, &shapes[at]))
            pawli_tree_move(world, at, box_ahead(before, shapes[at].fat_box));
        moved++;
    }
    return moved;
}

#if PAWL_WITH_WORKERS
bool pawli_shape_leaves_fat_boxes(const pawl_world *world, uint16_t body) {
    const pawli_body *at_body = &pawli_bodies_const(world)[body];
    const bool moves = at_body->velocity.x != 0 || at_body->velocity.y != 0 || at_body->spin != 0;
    const pawli_frame frame = pawli_body_frame(at_body);
    const pawl_fx least = pawli_least_margin(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    for (uint16_t at = at_body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        const pawli_geometry *geometry = &pawli_geometries_const(world)[shapes[at].geometry];
        if (moves && !pawli_is_convex(geometry)) return true;
        if (circle_stays_inside(geometry, at_body, &shapes[at].fat_box, least)) continue;
        pawl_box box;
        const bool near = find_box(geometry, at_body, &frame, &box);
        if (!stays_inside(&shapes[at].fat_box, &box, near, least)) return true;
    }
    return false;
}
#endif

/* Append to the shapes of the body, which are in creation order. */
static void link_shape(pawl_world *world, uint16_t slot, uint16_t body_slot) {
    pawli_body *body = &pawli_bodies(world)[body_slot];
    pawli_shape *shapes = pawli_shapes(world);
    shapes[slot].body = body_slot;
    shapes[slot].next = PAWLI_NONE;
    if (body->first_shape == PAWLI_NONE) {
        body->first_shape = slot;
        return;
    }
    uint16_t last = body->first_shape;
    while (shapes[last].next != PAWLI_NONE)
        last = shapes[last].next;
    shapes[last].next = slot;
}

static void unlink_shape(pawl_world *world, uint16_t slot) {
    pawli_shape *shapes = pawli_shapes(world);
    pawli_body *body = &pawli_bodies(world)[shapes[slot].body];
    if (body->first_shape == slot) {
        body->first_shape = shapes[slot].next;
        return;
    }
    uint16_t previous = body->first_shape;
    while (shapes[previous].next != slot)
        previous = shapes[previous].next;
    shapes[previous].next = shapes[slot].next;
}

static void fill_shape(pawli_shape *shape, const pawl_shape_def *def) {
    shape->density = def->density;
    shape->friction = def->friction;
    shape->restitution = def->restitution;
    shape->tangent_speed = def->tangent_speed;
    shape->category = def->filter.category;
    shape->mask = def->filter.mask;
    shape->group = def->filter.group;
    shape->user_data = def->user_data;
    shape->rolling_resistance = (uint16_t)pawli_near(def->rolling_resistance, 1);
    shape->break_impulse = pawli_shape_break_code(def->break_impulse);
    shape->flags = PAWLI_SHAPE_LIVE;
    if (def->hit_events) shape->flags |= PAWLI_SHAPE_HIT_EVENTS;
    if (def->sensor) shape->flags |= PAWLI_SHAPE_SENSOR;
    if (def->custom_filter) shape->flags |= PAWLI_SHAPE_CUSTOM_FILTER;
    if (def->pre_solve) shape->flags |= PAWLI_SHAPE_PRE_SOLVE;
    if (def->one_way) shape->flags |= PAWLI_SHAPE_ONE_WAY;
}

bool pawli_shape_has_room(const pawl_world *world) {
    return world->shape_pool.live < world->shape_pool.capacity &&
           world->shape_pool.next_serial < UINT32_MAX;
}

PAWLI_RARE pawl_shape_id pawli_shape_add(pawl_world *world, uint16_t body_slot,
                                         const pawl_shape_def *def, uint16_t geometry) {
    const uint16_t slot = pawli_pool_take(&world->shape_pool, shape_slots(world));
    pawli_shape *shape = &pawli_shapes(world)[slot];
    const uint16_t generation = pawli_next_generation(shape->generation);
    memset(shape, 0, sizeof *shape);
    fill_shape(shape, def);
    shape->generation = generation;
    shape->serial = world->shape_pool.next_serial++;
    shape->geometry = geometry;
    shape->node = PAWLI_NONE;
    link_shape(world, slot, body_slot);
    pawli_body_mass_update(world, body_slot);
    if (pawli_bodies(world)[body_slot].flags & PAWLI_BODY_ENABLED) enter_shape_in_tree(world, slot);
    /* What was created asleep sleeps on; what rests on something may no longer do so. */
    if (pawli_contact_touches_body(world, body_slot)) pawli_wake(world, body_slot);
    return pawli_pool_shape_id(world, slot);
}

PAWLI_RARE pawl_status pawl_shape_create(pawl_world *world, pawl_body_id body_id,
                                         const pawl_shape_def *def, const pawl_convex *convex,
                                         pawl_shape_id *out) {
    if (world == NULL || def == NULL || convex == NULL || out == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = pawli_shape_check_def(def);
    if (status != PAWL_OK) return status;
    const uint16_t body_slot = pawli_pool_find_body(world, body_id);
    if (body_slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!pawl_convex_is_valid(convex)) return PAWL_ERR_GEOMETRY;
    if (!pawli_period_has_room(world, pawli_bodies(world)[body_slot].type, convex))
        return PAWL_ERR_RANGE;
    if (!pawli_shape_has_room(world)) return PAWL_ERR_CAPACITY;
    const uint16_t geometry = pawli_geometry_intern(world, convex);
    if (geometry == PAWLI_NONE) return PAWL_ERR_CAPACITY;
    *out = pawli_shape_add(world, body_slot, def, geometry);
    return PAWL_OK;
}

/* Without waking anything or touching contacts and masses: the caller sees to those. */
void pawli_shape_remove(pawl_world *world, uint16_t slot) {
    pawli_shape *shape = &pawli_shapes(world)[slot];
    if (shape->flags & PAWLI_SHAPE_IN_TREE) pawli_tree_remove(world, slot);
    unlink_shape(world, slot);
#if PAWL_WITH_CHARACTERS
    pawli_pool_forget_ground(world, slot);
#endif
    pawli_geometry_release(world, shape->geometry);
    shape->flags = 0;
    pawli_pool_give(&world->shape_pool, shape_slots(world), slot);
}

pawl_status pawl_shape_destroy(pawl_world *world, pawl_shape_id id) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_shape(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const uint16_t body = pawli_shapes(world)[slot].body;
    pawli_wake_touching(world, body);
    pawli_wake(world, body);
    pawli_contact_drop_of_shape(world, slot);
    pawli_shape_remove(world, slot);
    pawli_body_mass_update(world, body);
    return PAWL_OK;
}

/* The entry of another geometry instead of one that a shape gives back; PAWLI_NONE where there is
 * no room, and nothing was done. One without other users makes room itself. */
static uint16_t exchange_geometry(pawl_world *world, uint16_t before, const pawl_convex *convex) {
    if (pawli_geometries(world)[before].users == 1) {
        pawli_geometry_release(world, before);
        return pawli_geometry_intern(world, convex);
    }
    const uint16_t entry = pawli_geometry_intern(world, convex);
    if (entry != PAWLI_NONE) pawli_geometry_release(world, before);
    return entry;
}

PAWLI_RARE pawl_status pawl_shape_set_convex(pawl_world *world, pawl_shape_id id,
                                             const pawl_convex *convex) {
    if (world == NULL || convex == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_shape(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_shape *shape = &pawli_shapes(world)[slot];
    const pawli_geometry *before = &pawli_geometries(world)[shape->geometry];
    if (!pawli_is_convex(before)) return PAWL_ERR_ARGUMENT;
    if (!pawl_convex_is_valid(convex)) return PAWL_ERR_GEOMETRY;
    if (pawli_geometry_is_same(&before->convex, convex)) return PAWL_OK;
    if (!pawli_period_has_room(world, pawli_bodies(world)[shape->body].type, convex))
        return PAWL_ERR_RANGE;
    const pawl_convex made = *convex; /* which may be the geometry of the world itself */
    const uint16_t geometry = exchange_geometry(world, shape->geometry, &made);
    if (geometry == PAWLI_NONE) return PAWL_ERR_CAPACITY;
    const uint16_t body = shape->body;
    pawli_wake_touching(world, body);
    pawli_wake(world, body);
    pawli_contact_renew_of_shape(world, slot);
    shape->geometry = geometry;
    pawli_body_mass_update(world, body);
    if (shape->flags & PAWLI_SHAPE_IN_TREE) {
        pawli_tree_remove(world, slot);
        enter_shape_in_tree(world, slot);
    }
    pawli_wake_around(world, body);
    if (PAWL_WITH_SOFT) pawli_soft_list_wake_all(world);
    return PAWL_OK;
}

bool pawl_shape_is_valid(const pawl_world *world, pawl_shape_id id) {
    return pawli_pool_find_shape(world, id) != PAWLI_NONE;
}

pawl_body_id pawl_shape_get_body(const pawl_world *world, pawl_shape_id id) {
    const uint16_t slot = pawli_pool_find_shape(world, id);
    const pawl_body_id none = {0, 0};
    if (slot == PAWLI_NONE) return none;
    return pawli_pool_body_id(world, pawli_shapes_const(world)[slot].body);
}

pawl_status pawl_shape_get_convex(const pawl_world *world, pawl_shape_id id, pawl_convex *out) {
    if (world == NULL || out == NULL) return PAWL_ERR_NULL;
    const uint16_t slot = pawli_pool_find_shape(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const pawli_geometry *geometry =
        &pawli_geometries_const(world)[pawli_shapes_const(world)[slot].geometry];
    if (!pawli_is_convex(geometry)) return PAWL_ERR_ARGUMENT;
    *out = geometry->convex;
    return PAWL_OK;
}

pawl_box pawl_shape_get_box(const pawl_world *world, pawl_shape_id id) {
    pawl_box box = {{0, 0}, {0, 0}};
    const uint16_t slot = pawli_pool_find_shape(world, id);
    if (slot == PAWLI_NONE) return box;
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    const pawli_frame frame = pawli_body_frame(&pawli_bodies_const(world)[shape->body]);
    return pawli_geometry_box(&pawli_geometries_const(world)[shape->geometry], &frame);
}
