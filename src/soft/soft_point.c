/* soft_point.c - points and links of a soft body, one at a time. */
#include "soft/soft.h"

#include "fx/fx_wide.h"

uint32_t pawl_soft_point_count(const pawl_world *world, pawl_soft_id id) {
    const uint16_t slot = pawli_find_soft(world, id);
    return slot == PAWLI_NONE ? 0 : pawli_softs_const(world)[slot].point_count;
}

uint32_t pawl_soft_link_count(const pawl_world *world, pawl_soft_id id) {
    const uint16_t slot = pawli_find_soft(world, id);
    return slot == PAWLI_NONE ? 0 : pawli_softs_const(world)[slot].link_count;
}

static pawl_status find_point(const pawl_world *world, pawl_soft_id id, uint32_t point,
                              uint16_t *slot, uint32_t *index) {
    if (world == NULL) return PAWL_ERR_NULL;
    *slot = pawli_find_soft(world, id);
    if (*slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const pawli_soft *soft = &pawli_softs_const(world)[*slot];
    if (point >= soft->point_count) return PAWL_ERR_RANGE;
    *index = soft->first_point + point;
    return PAWL_OK;
}

static pawl_status find_link(const pawl_world *world, pawl_soft_id id, uint32_t link,
                             uint16_t *slot, uint32_t *index) {
    if (world == NULL) return PAWL_ERR_NULL;
    *slot = pawli_find_soft(world, id);
    if (*slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const pawli_soft *soft = &pawli_softs_const(world)[*slot];
    if (link >= soft->link_count) return PAWL_ERR_RANGE;
    *index = soft->first_link + link;
    return PAWL_OK;
}

pawl_status pawl_soft_get_point(const pawl_world *world, pawl_soft_id id, uint32_t number,
                                pawl_soft_point *out) {
    uint16_t slot;
    uint32_t index;
    if (out == NULL) return PAWL_ERR_NULL;
    const pawl_status status = find_point(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    const pawli_soft_point *point = &pawli_soft_points_const(world)[index];
    out->position = point->position;
    out->velocity = pawl_vec2_make(pawli_soft_velocity_of(world, point->moved_x),
                                   pawli_soft_velocity_of(world, point->moved_y));
    out->mass = point->mass;
    return PAWL_OK;
}

bool pawl_soft_is_touching(const pawl_world *world, pawl_soft_id id, uint32_t number) {
    uint16_t slot;
    uint32_t index;
    if (find_point(world, id, number, &slot, &index) != PAWL_OK) return false;
    return (pawli_soft_points_const(world)[index].flags & PAWLI_POINT_TOUCHING) != 0;
}

pawl_status pawl_soft_get_link(const pawl_world *world, pawl_soft_id id, uint32_t number,
                               pawl_soft_link *out) {
    uint16_t slot;
    uint32_t index;
    if (out == NULL) return PAWL_ERR_NULL;
    const pawl_status status = find_link(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    pawli_describe_link(&pawli_soft_links_const(world)[index], out);
    return PAWL_OK;
}

static bool is_within(pawl_vec2 value, pawl_fx limit) {
    return value.x >= -limit && value.x <= limit && value.y >= -limit && value.y <= limit;
}

pawl_status pawl_soft_set_position(pawl_world *world, pawl_soft_id id, uint32_t number,
                                   pawl_vec2 position) {
    uint16_t slot;
    uint32_t index;
    const pawl_status status = find_point(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    if (!is_within(position, PAWL_COORD_MAX)) return PAWL_ERR_RANGE;
    pawli_soft_point *point = &pawli_soft_points(world)[index];
    point->position = position;
    point->rest_x = point->rest_y = 0;
    pawli_wake_soft(world, slot);
    return PAWL_OK;
}

/* A pinned point has no velocity. */
pawl_status pawl_soft_set_velocity(pawl_world *world, pawl_soft_id id, uint32_t number,
                                   pawl_vec2 velocity) {
    uint16_t slot;
    uint32_t index;
    const pawl_status status = find_point(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    if (!is_within(velocity, PAWL_SPEED_MAX)) return PAWL_ERR_RANGE;
    pawli_wake_soft(world, slot);
    pawli_soft_point *point = &pawli_soft_points(world)[index];
    if (point->mass == 0) return PAWL_OK;
    const int64_t x = pawli_moved_of(world, velocity.x), y = pawli_moved_of(world, velocity.y);
    point->moved_x = pawli_limit_moved(world, x, &world->faults);
    point->moved_y = pawli_limit_moved(world, y, &world->faults);
    return PAWL_OK;
}

pawl_status pawl_soft_set_mass(pawl_world *world, pawl_soft_id id, uint32_t number, pawl_fx mass) {
    uint16_t slot;
    uint32_t index;
    const pawl_status status = find_point(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    if (mass != 0 && (mass < PAWL_POINT_MASS_MIN || mass > PAWL_POINT_MASS_MAX))
        return PAWL_ERR_RANGE;
    pawli_soft_point *point = &pawli_soft_points(world)[index];
    point->mass = mass;
    if (mass == 0) point->moved_x = point->moved_y = 0;
    pawli_wake_soft(world, slot);
    return PAWL_OK;
}

/* impulse / mass in Q16.16, saturated with a fault: the product with 2^16 fits 128 bits. */
static int64_t per_mass(pawl_world *world, pawl_wide impulse, pawl_fx mass) {
    const int64_t change =
        pawli_int128_divide_near(pawli_int128_multiply(impulse, PAWL_FX_ONE), mass);
    return pawli_limited_force(world, change);
}

pawl_status pawl_soft_apply_impulse(pawl_world *world, pawl_soft_id id, uint32_t number,
                                    pawl_wide2 impulse) {
    uint16_t slot;
    uint32_t index;
    const pawl_status status = find_point(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    pawli_soft_point *point = &pawli_soft_points(world)[index];
    if (point->mass == 0) return PAWL_OK;
    const int64_t x = pawli_moved_of(world, per_mass(world, impulse.x, point->mass));
    const int64_t y = pawli_moved_of(world, per_mass(world, impulse.y, point->mass));
    point->moved_x = pawli_limit_moved(world, point->moved_x + x, &world->faults);
    point->moved_y = pawli_limit_moved(world, point->moved_y + y, &world->faults);
    pawli_wake_soft(world, slot);
    return PAWL_OK;
}

/* A body that is no longer held wakes. */
pawl_status pawl_soft_tear(pawl_world *world, pawl_soft_id id, uint32_t number) {
    uint16_t slot;
    uint32_t index;
    const pawl_status status = find_link(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    pawli_soft_link *link = &pawli_soft_links(world)[index];
    if (link->flags & PAWL_LINK_TORN) return PAWL_OK;
    if (link->kind == PAWL_LINK_ATTACH) pawli_wake(world, link->b);
    pawli_tear_soft_link(world, slot, number);
    pawli_wake_soft(world, slot);
    return PAWL_OK;
}

pawl_status pawl_soft_attach(pawl_world *world, pawl_soft_id id, uint32_t point,
                             pawl_body_id body_id, pawl_vec2 anchor, uint32_t *out_link) {
    uint16_t slot;
    uint32_t index;
    if (out_link == NULL) return PAWL_ERR_NULL;
    const pawl_status status = find_point(world, id, point, &slot, &index);
    if (status != PAWL_OK) return status;
    const uint16_t body = pawli_find_body(world, body_id);
    if (body == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!is_within(anchor, PAWL_EXTENT_MAX)) return PAWL_ERR_RANGE;
    pawli_soft_link *link = pawli_add_soft_link(world, slot);
    if (link == NULL) return PAWL_ERR_CAPACITY;
    link->a = (uint16_t)point;
    link->b = body;
    link->kind = PAWL_LINK_ATTACH;
    link->place = anchor;
    link->stiffness = 1u << 15;
    pawli_wake_soft(world, slot);
    pawli_wake(world, body);
    *out_link = pawli_softs(world)[slot].link_count - 1u;
    return PAWL_OK;
}

pawl_status pawl_soft_attachment(const pawl_world *world, pawl_soft_id id, uint32_t number,
                                 pawl_body_id *body, pawl_vec2 *anchor) {
    uint16_t slot;
    uint32_t index;
    if (body == NULL || anchor == NULL) return PAWL_ERR_NULL;
    const pawl_status status = find_link(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    const pawli_soft_link *link = &pawli_soft_links_const(world)[index];
    if (link->kind != PAWL_LINK_ATTACH) return PAWL_ERR_ARGUMENT;
    *body = pawli_body_id(world, link->b);
    *anchor = link->place;
    return PAWL_OK;
}
