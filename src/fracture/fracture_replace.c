/* fracture_replace.c - pieces in the place of a body.
 *
 * All that can fail is looked at first. Then the shapes go, so that pieces can have their room, and
 * the pieces come. Everything is in the frame of the body: pieces have its angle and its origin,
 * and their corners are stored as they were cut. */
#include "fracture/fracture.h"

#include "base/optional.h"
#include "fx/int128.h"
#include "period/period.h"

PAWLI_OPTIONAL(pawli_period_fits);

static uint32_t first_point(const uint32_t *ends, uint32_t index) {
    return index == 0 ? 0 : ends[index - 1];
}

/* ---- whether there is room ------------------------------------------------------------------ */

static bool shape_is_source(const pawli_breaking *of, uint16_t slot) {
    for (uint32_t i = 0; i < of->part_count; i++) {
        if (of->slots[i] == slot) return true;
    }
    return false;
}

/* Whether the body goes as well: nothing but sensors would be left of it. */
static bool body_goes(const pawli_breaking *of) {
    const pawli_shape *shapes = pawli_shapes_const(of->world);
    for (uint16_t at = of->was.first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        if (!shape_is_source(of, at) && !(shapes[at].flags & PAWLI_SHAPE_SENSOR)) return false;
    }
    return true;
}

/* Change the users of the geometries of all shapes that go; returns how many shapes these are. */
static uint32_t count_users(const pawli_breaking *of, bool all, bool add) {
    const pawli_shape *shapes = pawli_shapes_const(of->world);
    pawli_geometry *geometries = pawli_geometries(of->world);
    uint32_t count = 0;
    for (uint16_t at = of->was.first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        if (!all && !shape_is_source(of, at)) continue;
        uint16_t *users = &geometries[shapes[at].geometry].users;
        *users = (uint16_t)(add ? *users + 1u : *users - 1u);
        count++;
    }
    return count;
}

static uint32_t geometries_in_use(const pawl_world *world) {
    uint32_t count = 0;
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        if (pawli_geometries_const(world)[i].users > 0) count++;
    }
    return count;
}

static bool has_room(const pawli_breaking *of, bool all) {
    pawl_world *world = of->world;
    const uint32_t pieces = of->pieces.piece_count, groups = of->pieces.group_count;
    const pawli_pool *bodies = &world->body_pool, *shapes = &world->shape_pool;
    const uint32_t shapes_gone = count_users(of, all, false);
    const uint32_t geometries = geometries_in_use(world);
    count_users(of, all, true);
    return bodies->live + groups <= bodies->capacity + (all ? 1u : 0u) &&
           shapes->live - shapes_gone + pieces <= shapes->capacity &&
           geometries + pieces <= world->geometry_capacity &&
           bodies->next_serial <= UINT32_MAX - groups && shapes->next_serial <= UINT32_MAX - pieces;
}

static pawl_status make_body_piece(const pawli_breaking *of, uint32_t piece, pawl_convex *out) {
    const uint32_t first = first_point(of->pieces.ends, piece);
    return pawl_make_polygon(of->pieces.points + first, (int32_t)(of->pieces.ends[piece] - first),
                             0, out);
}

/* ---- what pieces inherit -------------------------------------------------------------------- */

/* Points of a body are at most 2^30 from each other on an axis, so that a cross product of
 * differences is at most 2^61. The least distance inside an edge, times its length; negative:
 * outside. */
static int64_t depth_in(const pawli_breaking *of, uint32_t part, pawl_vec2 point) {
    const uint32_t first = first_point(of->part_ends, part), end = of->part_ends[part];
    int64_t least = INT64_MAX;
    for (uint32_t i = first; i < end; i++) {
        const pawl_vec2 a = of->part_points[i];
        const pawl_vec2 b = of->part_points[i + 1 < end ? i + 1 : first];
        const int64_t side = pawl_vec2_cross(pawl_vec2_sub(b, a), pawl_vec2_sub(point, a));
        if (side < least) least = side;
    }
    return least;
}

/* Below 2^30 times the number of corners; the mean is as they are. */
static pawl_vec2 middle_of_piece(const pawli_breaking *of, uint32_t piece) {
    const uint32_t first = first_point(of->pieces.ends, piece), end = of->pieces.ends[piece];
    int64_t x = 0, y = 0;
    for (uint32_t i = first; i < end; i++) {
        x += of->pieces.points[i].x;
        y += of->pieces.points[i].y;
    }
    const int64_t count = end - first;
    return pawl_vec2_make((pawl_fx)(x / count), (pawl_fx)(y / count));
}

/* The first shape that the middle of a piece lies in: by rounding it may lie in none. */
static const pawli_shape *source_of(const pawli_breaking *of, uint32_t piece) {
    const pawl_vec2 middle = middle_of_piece(of, piece);
    uint32_t best = 0;
    int64_t deepest = INT64_MIN;
    for (uint32_t part = 0; part < of->part_count; part++) {
        const int64_t depth = depth_in(of, part, middle);
        if (depth >= 0) return &of->sources[part];
        if (depth > deepest) best = part;
        if (depth > deepest) deepest = depth;
    }
    return &of->sources[best];
}

static pawl_shape_def def_of_shape(const pawli_shape *shape) {
    pawl_shape_def def = pawl_shape_def_default();
    def.density = shape->density;
    def.friction = shape->friction;
    def.restitution = shape->restitution;
    def.tangent_speed = shape->tangent_speed;
    def.rolling_resistance = shape->rolling_resistance * 2;
    def.filter.category = shape->category;
    def.filter.mask = shape->mask;
    def.filter.group = shape->group;
    def.hit_events = (shape->flags & PAWLI_SHAPE_HIT_EVENTS) != 0;
    def.custom_filter = (shape->flags & PAWLI_SHAPE_CUSTOM_FILTER) != 0;
    def.pre_solve = (shape->flags & PAWLI_SHAPE_PRE_SOLVE) != 0;
    def.break_impulse = pawli_break_impulse(shape);
    def.user_data = shape->user_data;
    return def;
}

/* It takes part only when it is complete. */
static pawl_body_def def_of_body(const pawli_body *body) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = body->position;
    def.angle = body->angle;
    def.gravity_scale = body->gravity_scale;
    def.linear_damping = pawli_damping_of(body->linear_damping);
    def.angular_damping = pawli_damping_of(body->angular_damping);
    def.sleep_threshold = pawli_sleep_threshold(body);
    def.fixed_rotation = (body->flags & PAWLI_BODY_FIXED_ROTATION) != 0;
    def.lock_x = (body->flags & PAWLI_BODY_LOCK_X) != 0;
    def.lock_y = (body->flags & PAWLI_BODY_LOCK_Y) != 0;
    def.can_sleep = (body->flags & PAWLI_BODY_CAN_SLEEP) != 0;
    def.bullet = (body->flags & PAWLI_BODY_BULLET) != 0;
    def.enabled = false;
    def.user_data = body->user_data;
    return def;
}

/* ---- where pieces are, and how they move ---------------------------------------------------- */

/* From the center of mass of the body to that of a part of it, world axes, in 2^-22 units. Both
 * lie within 2^30 raw of the origin of the frame: the sum of products is below 2^62. */
typedef struct arm {
    int64_t x, y;
} arm;

static arm arm_to(const pawli_body *was, pawl_vec2 center) {
    const pawl_vec2 d = pawl_vec2_sub(center, was->center);
    const pawl_rot r = was->rotation;
    const arm out = {pawli_near((int64_t)r.c * d.x - (int64_t)r.s * d.y, 24),
                     pawli_near((int64_t)r.s * d.x + (int64_t)r.c * d.y, 24)};
    return out;
}

static void set_coordinate(pawl_world *world, pawl_fx *position, int8_t *frac, int64_t target) {
    int64_t whole = pawli_near(target, 6);
    *frac = (int8_t)(target - whole * 64);
    if (whole > PAWL_COORD_MAX || whole < -PAWL_COORD_MAX) {
        whole = whole < 0 ? -PAWL_COORD_MAX : PAWL_COORD_MAX;
        *frac = 0;
        world->faults |= PAWL_FAULT_WORLD_EDGE;
    }
    *position = (pawl_fx)whole;
}

/* Below 2^36 and 2^37. */
static void place_piece(pawl_world *world, const pawli_body *was, pawli_body *body) {
    const arm from = arm_to(was, body->center);
    set_coordinate(world, &body->position.x, &body->frac_x,
                   (int64_t)was->position.x * 64 + was->frac_x + from.x);
    set_coordinate(world, &body->position.y, &body->frac_y,
                   (int64_t)was->position.y * 64 + was->frac_y + from.y);
    body->position = pawli_way_in(world, body->position);
}

/* w * arm, Q16.16: the arm over k in Q34.30, below 2^58, times the spin in Q32.32, below 2^46: the
 * result is below 2^58. */
static int64_t swing(const pawli_body *was, int64_t along) {
    const int64_t ratio = pawli_scaled_apply(pawli_body_per_gyration(was), along, 8);
    const int64_t spin = (int64_t)was->spin * 65536 + was->spin_frac;
    return pawli_int128_divide_near(pawli_int128_multiply(ratio, spin), INT64_C(1) << 46);
}

static pawl_fx limit_piece_speed(pawl_world *world, int64_t speed) {
    if (speed <= PAWL_SPEED_MAX && speed >= -PAWL_SPEED_MAX) return (pawl_fx)speed;
    world->faults |= PAWL_FAULT_SPEED;
    return speed < 0 ? -PAWL_SPEED_MAX : PAWL_SPEED_MAX;
}

/* Saturated swings are far beyond the limit, and a velocity added to them cannot overflow. */
static int64_t saturating_sum(pawl_fx velocity, int64_t change) {
    const int64_t most = INT64_C(1) << 40;
    return velocity + (change > most ? most : change < -most ? -most : change);
}

/* The velocity there, and the same angular velocity. */
static void move_on(pawl_world *world, const pawli_body *was, pawli_body *body) {
    const arm from = arm_to(was, body->center);
    body->velocity.x =
        limit_piece_speed(world, saturating_sum(was->velocity.x, -swing(was, from.y)));
    body->velocity.y =
        limit_piece_speed(world, saturating_sum(was->velocity.y, swing(was, from.x)));
    pawli_body_motion_hold(body);
    body->spin = body->spin_frac = 0;
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    if (per_gyration.mantissa == 0) return;
    const pawli_scaled ratio = pawli_scaled_divide(pawli_body_per_gyration(was), per_gyration);
    const int64_t spin = (int64_t)was->spin * 65536 + was->spin_frac;
    if (!pawli_body_spin_set(body, pawli_scaled_apply(ratio, spin, 0)))
        world->faults |= PAWL_FAULT_SPEED;
}

/* ---- the change ----------------------------------------------------------------------------- */

/* What stays of the body, if it moves, goes on as it did. */
static void remove_shapes(const pawli_breaking *of) {
    pawl_world *world = of->world;
    pawli_wake_touching(world, of->body);
    pawli_wake(world, of->body);
    for (uint32_t i = 0; i < of->part_count; i++) {
        pawli_contact_drop_of_shape(world, of->slots[i]);
        pawli_shape_remove(world, of->slots[i]);
    }
    pawli_body_mass_update(world, of->body);
    pawli_body *body = &pawli_bodies(world)[of->body];
    if (body->type != PAWL_STATIC) move_on(world, &of->was, body);
}

/* There is room for it, and every piece has been made once. */
static pawl_body_id add_body(const pawli_breaking *of, uint32_t group) {
    pawl_world *world = of->world;
    const pawl_body_def def = def_of_body(&of->was);
    pawl_body_id id = {0, 0};
    if (pawl_body_create(world, &def, &id) != PAWL_OK) return id;
    const uint16_t slot = (uint16_t)(id.index1 - 1u);
    for (uint32_t i = 0; i < of->pieces.piece_count; i++) {
        if (of->pieces.groups[i] != group) continue;
        pawl_convex convex;
        if (make_body_piece(of, i, &convex) != PAWL_OK) continue;
        const pawl_shape_def shape = def_of_shape(source_of(of, i));
        const uint16_t geometry = pawli_geometry_intern(world, &convex);
        PAWL_ASSERT(geometry != PAWLI_NONE);
        (void)pawli_shape_add(world, slot, &shape, geometry);
    }
    pawli_body *body = &pawli_bodies(world)[slot];
    place_piece(world, &of->was, body);
    move_on(world, &of->was, body);
    (void)pawl_body_set_enabled(world, id, true);
    return id;
}

pawl_status pawli_fracture_replace(pawli_breaking *of, pawl_fragments *out) {
    const uint32_t groups = of->pieces.group_count;
    pawl_convex convex;
    for (uint32_t i = 0; i < of->pieces.piece_count; i++) {
        if (make_body_piece(of, i, &convex) != PAWL_OK) return PAWL_ERR_GEOMETRY;
        if (!pawli_period_has_room(of->world, PAWL_DYNAMIC, &convex)) return PAWL_ERR_RANGE;
    }
    if (out->bodies != NULL && groups > out->capacity) return PAWL_ERR_CAPACITY;
    const bool goes = body_goes(of);
    if (!has_room(of, goes)) return PAWL_ERR_CAPACITY;
    if (goes) {
        (void)pawl_body_destroy(of->world, pawli_pool_body_id(of->world, of->body));
    } else {
        remove_shapes(of);
    }
    for (uint32_t group = 0; group < groups; group++) {
        const pawl_body_id made = add_body(of, group);
        if (out->bodies != NULL) out->bodies[group] = made;
    }
    out->count = groups;
    return PAWL_OK;
}
