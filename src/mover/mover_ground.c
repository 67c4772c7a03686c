/* mover_ground.c - what a mover stands on, and how that carries it along. */
#include "base/optional.h"
#include "mover/mover.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_soft_piece_find_place);
PAWLI_OPTIONAL(pawli_soft_piece_position);
PAWLI_OPTIONAL(pawli_soft_piece_velocity);

pawl_vec2 pawli_mover_ground_foot(const pawli_mover *mover, pawl_vec2 position) {
    const pawl_mover_def *def = mover->def;
    return pawl_vec2_sub(position,
                         pawli_scale_direction(mover->up, def->half_height + def->radius));
}

/* The round foot stands on an edge with a steep normal, but the edge may be that of a stair. So a
 * ray looks down beside it, on the side that the normal leans away from: a skin to the side, which
 * ground of up to 63 degrees climbs less than the two skins that the ray starts above the edge. It
 * must not start in something, for then the edge is one inside a wall. The foot rests a skin above
 * the ground that a step is measured from. */
bool pawli_mover_ground_carries(const pawli_mover *mover, pawl_vec2 foot, pawl_vec2 point,
                                pawl_rot *normal) {
    const pawl_fx skin = mover->def->skin;
    pawl_query_filter filter = mover->def->filter;
    pawl_query_hit hit;
    if (pawli_is_walkable(mover, *normal)) return true;
    if (pawli_rot_dot(*normal, mover->up) <= 0) return false;
    const int64_t height =
        (int64_t)pawli_length_along(mover->up, pawl_vec2_sub(point, foot)) + skin;
    if (height > (int64_t)mover->def->step_height + mover->slop) return false;
    const pawl_fx aside = pawli_rot_dot(*normal, mover->right) > 0 ? -skin : skin;
    const pawl_vec2 beside = pawl_vec2_add(point, pawli_scale_direction(mover->right, aside));
    const pawl_vec2 from = pawl_vec2_add(beside, pawli_scale_direction(mover->up, 2 * skin));
    filter.sensors = false;
    if (pawl_world_overlap_point(mover->world, from, &filter, NULL, 0) > 0) return false;
    if (!pawl_world_ray_closest(mover->world, from, pawli_scale_direction(mover->up, -3 * skin),
                                &filter, &hit)) {
        return false;
    }
    if (!pawli_is_walkable(mover, hit.normal)) return false;
    *normal = hit.normal;
    return true;
}

/* The most level of the planes that carry the mover. Two steep ones that lean against each other
 * do so as well: it cannot fall any deeper. */
static pawli_mover_ground choose_ground(const pawli_mover *mover, pawl_vec2 position,
                                        const pawl_plane *planes, uint32_t count) {
    pawli_mover_ground ground = {false, {0, 0}, {0, 0}, 0, {0, 0}};
    const pawl_vec2 foot = pawli_mover_ground_foot(mover, position);
    int64_t best = 0;
    uint32_t leans_left = UINT32_MAX, leans_right = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        pawl_rot normal = planes[i].normal;
        const int64_t level = pawli_rot_dot(normal, mover->up);
        const int64_t lean = pawli_rot_dot(normal, mover->right);
        if (level > 0 && lean > 0 && leans_right == UINT32_MAX) leans_right = i;
        if (level > 0 && lean < 0 && leans_left == UINT32_MAX) leans_left = i;
        if (level <= best || !pawli_mover_ground_carries(mover, foot, planes[i].point, &normal))
            continue;
        best = level;
        ground.found = true;
        ground.shape = planes[i].shape;
        ground.soft = planes[i].soft;
        ground.part = planes[i].part;
        ground.normal = normal;
    }
    if (ground.found || leans_left == UINT32_MAX || leans_right == UINT32_MAX) return ground;
    const uint32_t first = leans_left < leans_right ? leans_left : leans_right;
    ground.found = true;
    ground.shape = planes[first].shape;
    ground.soft = planes[first].soft;
    ground.part = planes[first].part;
    ground.normal = mover->up;
    return ground;
}

/* Down from half a skin above a surface to a whole one, measured along `up`. A skin is at most
 * 2^22.
 */
static pawl_fx distance_back(const pawli_mover *mover, pawl_rot normal) {
    const int64_t half = mover->def->skin - mover->def->skin / 2;
    const int64_t level = pawli_near(pawli_rot_dot(normal, mover->up), 30);
    if (level <= PAWL_UNIT / 2) return mover->def->skin;
    return (pawl_fx)(half * PAWL_UNIT / level);
}

pawl_fx pawli_mover_ground_lower(const pawli_mover *mover, pawl_fx below,
                                 const pawl_query_hit *hit) {
    /* at most a step and a skin, below 2^25, times 2^30 */
    const pawl_fx reached = pawli_near32((int64_t)below * hit->fraction, 30);
    return pawl_max(reached - distance_back(mover, hit->normal), 0);
}

PAWLI_STACK_APART pawli_mover_ground ground_at(const pawli_mover *mover, pawl_vec2 position) {
    pawl_plane planes[PAWL_PLANES_MAX];
    bool left_out;
    const uint32_t count = pawli_mover_collide_planes(
        mover, position, mover->def->skin + mover->slop, planes, PAWL_PLANES_MAX, &left_out);
    return choose_ground(mover, position, planes, count);
}

pawli_mover_ground pawli_mover_ground_find(const pawli_mover *mover, pawl_vec2 *position,
                                           pawl_fx below) {
    pawl_query_hit hit;
    pawli_mover_ground ground = ground_at(mover, *position);
    if (ground.found || below == 0) return ground;
    if (!pawli_mover_cast(mover, *position, pawli_scale_direction(mover->up, -below), &hit)) {
        return ground;
    }
    const pawl_fx down = pawli_mover_ground_lower(mover, below, &hit);
    const pawl_vec2 lowered = pawl_vec2_add(*position, pawli_scale_direction(mover->up, -down));
    pawl_rot normal = hit.normal;
    if (!pawli_is_position(lowered)) return ground; /* it is not followed out of the world */
    if (!pawli_mover_ground_carries(mover, pawli_mover_ground_foot(mover, lowered), hit.point,
                                    &normal))
        return ground;
    *position = lowered;
    ground.found = true;
    ground.shape = hit.shape;
    ground.soft = hit.soft;
    ground.part = hit.part;
    ground.normal = normal;
    return ground;
}

/* A soft body: the place under the foot stands for all of it. */
static void stand_on_soft(const pawli_mover *mover, uint16_t soft, pawl_mover *state) {
    pawli_soft_place place;
    if (!pawli_soft_piece_find_place(mover->world, soft, state->ground_part,
                                     pawli_mover_ground_foot(mover, state->position), &place))
        return;
    state->ground_center = pawli_soft_piece_position(mover->world, soft, &place);
    state->ground_angle = place.share;
    state->ground_velocity = pawli_soft_piece_velocity(mover->world, soft, &place);
}

void pawli_mover_ground_stand_on(const pawli_mover *mover, const pawli_mover_ground *ground,
                                 pawl_mover *state) {
    const pawl_world *world = mover->world;
    const pawl_shape_id none = {0, 0};
    const pawl_soft_id no_soft = {0, 0};
    const pawl_rot nowhere = {0, 0};
    state->on_ground = ground->found ? 1 : 0;
    state->ground_shape = ground->found ? ground->shape : none;
    state->ground_soft = ground->found ? ground->soft : no_soft;
    state->ground_part = ground->found ? ground->part : 0;
    state->ground_normal = ground->found ? ground->normal : nowhere;
    state->ground_velocity = pawl_vec2_make(0, 0);
    state->ground_center = pawl_vec2_make(0, 0);
    state->ground_angle = 0;
    if (!ground->found) return;
    if (PAWL_WITH_SOFT && ground->soft.index1 != 0) {
        stand_on_soft(mover, pawli_pool_find_soft(world, ground->soft), state);
        return;
    }
    const pawl_body_id id = pawl_shape_get_body(world, ground->shape);
    const pawli_body *body = &pawli_bodies_const(world)[pawli_pool_find_body(world, id)];
    state->ground_center = body->position;
    state->ground_angle = body->angle;
    state->ground_velocity =
        pawl_body_get_velocity_at(world, id, pawli_mover_ground_foot(mover, state->position));
}

static pawl_fx limit_ride(pawl_fx component) {
    return pawl_clamp(component, -PAWL_STEP_MAX, PAWL_STEP_MAX);
}

/* Where the place that the mover stood on has gone; a torn link carries nothing. What a caller has
 * written into the mover is no share above 1. */
static pawl_vec2 ride_on_soft(const pawl_world *world, const pawl_mover *state) {
    const uint16_t soft = pawli_pool_find_soft(world, state->ground_soft);
    pawli_soft_place place;
    if (soft == PAWLI_NONE ||
        !pawli_soft_piece_find_place(world, soft, state->ground_part, state->ground_center, &place))
        return pawl_vec2_make(0, 0);
    if (place.a != place.b && state->ground_angle <= UINT32_C(1) << 31)
        place.share = state->ground_angle;
    return pawl_vec2_sub(pawli_soft_piece_position(world, soft, &place), state->ground_center);
}

/* The point of the ground under the foot, then and now. A ground that has not turned carries by an
 * exact difference, so one at rest not at all. */
pawl_vec2 pawli_mover_ground_ride(const pawli_mover *mover, const pawl_mover *state) {
    const pawl_vec2 none = {0, 0};
    const pawl_world *world = mover->world;
    if (PAWL_WITH_SOFT && mover->view.soft && state->on_ground && state->ground_soft.index1 != 0) {
        const pawl_vec2 ride = ride_on_soft(world, state);
        return pawl_vec2_make(limit_ride(ride.x), limit_ride(ride.y));
    }
    const uint16_t slot = pawli_pool_find_shape(world, state->ground_shape);
    if (!state->on_ground || slot == PAWLI_NONE) return none;
    const pawli_body *body = &pawli_bodies_const(world)[pawli_shapes_const(world)[slot].body];
    pawl_vec2 ride = pawli_way_to(world, state->ground_center, body->position);
    if (body->angle != state->ground_angle) {
        const pawl_rot before = pawl_rot_from_angle(state->ground_angle);
        const pawl_vec2 arm = pawli_way_to(world, state->ground_center,
                                           pawli_mover_ground_foot(mover, state->position));
        const pawl_vec2 turned = pawl_rotate(body->rotation, pawl_unrotate(before, arm));
        ride = pawl_vec2_add(ride, pawl_vec2_sub(turned, arm));
    }
    return pawl_vec2_make(limit_ride(ride.x), limit_ride(ride.y));
}
