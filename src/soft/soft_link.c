/* soft_link.c - links as the caller knows them, and as they are kept. */
#include "soft/soft.h"

#include "fx/int128.h"

pawl_fx pawli_soft_link_length(pawl_vec2 a, pawl_vec2 b) {
    return pawl_vec2_length(pawl_vec2_sub(b, a));
}

/* Q32.32 over Q32.32, as Q16.16. */
static pawl_fx bend_ratio(int64_t value, int64_t square) {
    return pawl_saturate(
        pawli_int128_divide_near(pawli_int128_multiply(value, PAWL_FX_ONE), square));
}

static pawl_vec2 bend_place_of(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    const pawl_vec2 axis = pawl_vec2_sub(c, a), arm = pawl_vec2_sub(b, a);
    const int64_t square = pawl_vec2_dot(axis, axis);
    return pawl_vec2_make(bend_ratio(pawl_vec2_dot(axis, arm), square),
                          bend_ratio(pawl_vec2_cross(axis, arm), square));
}

void pawli_soft_link_fill(pawli_soft_link *link, const pawl_soft_link *def,
                          const pawl_soft_point *points) {
    link->a = def->a;
    link->b = def->b;
    link->c = def->c;
    link->type = def->type;
    link->flags = def->flags;
    link->stiffness = (uint16_t)pawli_near(def->stiffness, 1);
    link->tear = (uint16_t)pawli_near(def->tear, 8);
    const pawl_vec2 a = points[def->a].position, b = points[def->b].position;
    if (def->type == PAWL_LINK_BEND) {
        link->place = bend_place_of(a, b, points[def->c].position);
    } else {
        link->place.x = def->length ? def->length : pawli_soft_link_length(a, b);
        link->place.y = 0;
    }
}

static void describe_link(const pawli_soft_link *link, pawl_soft_link *out) {
    const bool attached = link->type == PAWL_LINK_ATTACH;
    out->a = link->a;
    out->b = attached ? 0 : link->b;
    out->c = link->c;
    out->type = link->type;
    out->flags = link->flags;
    out->length = link->type == PAWL_LINK_DISTANCE ? link->place.x : 0;
    out->stiffness = (pawl_fx)((int32_t)link->stiffness * 2);
    out->tear = (pawl_fx)((int32_t)link->tear * 256);
}

/* Whether a bend holds both points of a link side by side: over a gap it would go on holding. */
static bool is_bend_over_link(const pawli_soft_link *bend, const pawli_soft_link *link) {
    if (bend->type != PAWL_LINK_BEND) return false;
    const bool before =
        (bend->a == link->a && bend->b == link->b) || (bend->a == link->b && bend->b == link->a);
    return before || (bend->b == link->a && bend->c == link->b) ||
           (bend->b == link->b && bend->c == link->a);
}

void pawli_soft_link_tear(pawl_world *world, uint16_t slot, uint32_t at) {
    const pawli_soft *soft = &pawli_softs(world)[slot];
    pawli_soft_link *links = pawli_soft_links(world) + soft->first_link;
    for (uint32_t i = 0; links[at].type == PAWL_LINK_DISTANCE && i < soft->link_count; i++) {
        if (is_bend_over_link(&links[i], &links[at])) pawli_soft_list_tear(&links[i]);
    }
    pawli_soft_list_tear(&links[at]);
}

/* ---- calls ----------------------------------------------------------------------------------- */

uint32_t pawl_soft_get_link_count(const pawl_world *world, pawl_soft_id id) {
    const uint16_t slot = pawli_pool_find_soft(world, id);
    return slot == PAWLI_NONE ? 0 : pawli_softs_const(world)[slot].link_count;
}

static pawl_status find_soft_link(const pawl_world *world, pawl_soft_id id, uint32_t link,
                                  uint16_t *slot, uint32_t *index) {
    if (world == NULL) return PAWL_ERR_NULL;
    *slot = pawli_pool_find_soft(world, id);
    if (*slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const pawli_soft *soft = &pawli_softs_const(world)[*slot];
    if (link >= soft->link_count) return PAWL_ERR_RANGE;
    *index = soft->first_link + link;
    return PAWL_OK;
}

pawl_status pawl_soft_get_link(const pawl_world *world, pawl_soft_id id, uint32_t number,
                               pawl_soft_link *out) {
    uint16_t slot;
    uint32_t index;
    if (out == NULL) return PAWL_ERR_NULL;
    const pawl_status status = find_soft_link(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    describe_link(&pawli_soft_links_const(world)[index], out);
    return PAWL_OK;
}

/* A body that is no longer held wakes. */
pawl_status pawl_soft_tear(pawl_world *world, pawl_soft_id id, uint32_t number) {
    uint16_t slot;
    uint32_t index;
    if (world != NULL && pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = find_soft_link(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    pawli_soft_link *link = &pawli_soft_links(world)[index];
    if (link->flags & PAWL_LINK_TORN) return PAWL_OK;
    if (link->type == PAWL_LINK_ATTACH) pawli_wake(world, link->b);
    pawli_soft_link_tear(world, slot, number);
    pawli_soft_list_wake(world, slot);
    return PAWL_OK;
}

pawl_status pawl_soft_attach(pawl_world *world, pawl_soft_id id, uint32_t point,
                             pawl_body_id body_id, pawl_vec2 anchor, uint32_t *out_link) {
    if (world == NULL || out_link == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_soft(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (point >= pawli_softs_const(world)[slot].point_count) return PAWL_ERR_RANGE;
    const uint16_t body = pawli_pool_find_body(world, body_id);
    if (body == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!pawli_soft_is_within(anchor, PAWL_EXTENT_MAX)) return PAWL_ERR_RANGE;
    pawli_soft_link *link = pawli_soft_list_add_link(world, slot);
    if (link == NULL) return PAWL_ERR_CAPACITY;
    link->a = (uint16_t)point;
    link->b = body;
    link->type = PAWL_LINK_ATTACH;
    link->place = anchor;
    link->stiffness = 1u << 15;
    pawli_soft_list_wake(world, slot);
    pawli_wake(world, body);
    *out_link = pawli_softs(world)[slot].link_count - 1u;
    return PAWL_OK;
}

pawl_status pawl_soft_get_attachment(const pawl_world *world, pawl_soft_id id, uint32_t number,
                                     pawl_body_id *body, pawl_vec2 *anchor) {
    uint16_t slot;
    uint32_t index;
    if (body == NULL || anchor == NULL) return PAWL_ERR_NULL;
    const pawl_status status = find_soft_link(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    const pawli_soft_link *link = &pawli_soft_links_const(world)[index];
    if (link->type != PAWL_LINK_ATTACH) return PAWL_ERR_ARGUMENT;
    *body = pawli_pool_body_id(world, link->b);
    *anchor = link->place;
    return PAWL_OK;
}
