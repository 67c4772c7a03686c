/* soft.c - soft bodies come and go. */
#include "base/optional.h"
#include "soft/soft.h"

PAWLI_PULLS(pulls_soft, pawli_soft_solve_mark);

static uint8_t soft_flags_of(const pawl_soft_def *def) {
    unsigned flags = PAWLI_SOFT_LIVE;
    if (def->awake) flags |= PAWLI_SOFT_AWAKE;
    if (def->can_sleep) flags |= PAWLI_SOFT_CAN_SLEEP;
    if (def->self_collide) flags |= PAWLI_SOFT_SELF_COLLIDE;
    return (uint8_t)flags;
}

static void fill_soft(const pawl_world *world, pawli_soft *soft, const pawl_soft_def *def) {
    soft->flags = soft_flags_of(def);
    soft->outline_count = (uint16_t)def->outline_count;
    soft->pressure = (uint16_t)pawli_near(def->pressure, 1);
    soft->friction = def->friction;
    soft->restitution = def->restitution;
    soft->damping = def->damping;
    soft->gravity_scale = def->gravity_scale;
    soft->radius = def->radius ? def->radius : world->scales.speculative;
    soft->category = def->filter.category;
    soft->mask = def->filter.mask;
    soft->group = def->filter.group;
    soft->iterations = def->iterations;
    soft->user_data = def->user_data;
}

/* A point that is pinned, or sleeps, does not move. */
static void fill_point(pawl_world *world, pawli_soft_point *point, const pawl_soft_point *def,
                       bool moves) {
    point->position = def->position;
    point->mass = def->mass;
    if (!moves || def->mass == 0) return;
    const int64_t x = pawli_soft_point_moved_of(world, def->velocity.x);
    const int64_t y = pawli_soft_point_moved_of(world, def->velocity.y);
    point->moved_x = pawli_soft_point_limit_moved(world, x, &world->faults);
    point->moved_y = pawli_soft_point_limit_moved(world, y, &world->faults);
}

pawl_status pawl_soft_create(pawl_world *world, const pawl_soft_def *def, pawl_soft_id *out) {
    if (world == NULL || def == NULL || out == NULL) return PAWL_ERR_NULL;
    if (!PAWL_WITH_SOFT) return PAWL_ERR_UNSUPPORTED;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (pawli_way_goes_round(world)) return PAWL_ERR_UNSUPPORTED;
    const pawl_status status = pawli_soft_def_check(def);
    if (status != PAWL_OK) return status;
    const uint16_t slot = pawli_soft_list_link(world, def->point_count, def->link_count);
    if (slot == PAWLI_NONE) return PAWL_ERR_CAPACITY;
    pawli_soft *soft = &pawli_softs(world)[slot];
    fill_soft(world, soft, def);
    pawli_soft_point *points = pawli_soft_points(world) + soft->first_point;
    for (uint32_t i = 0; i < def->point_count; i++)
        fill_point(world, &points[i], &def->points[i], def->awake);
    pawli_soft_link *links = pawli_soft_links(world) + soft->first_link;
    for (uint32_t i = 0; i < def->link_count; i++)
        pawli_soft_link_fill(&links[i], &def->links[i], def->points);
    soft->target_area2 = pawli_soft_outline_area2(points, soft->outline_count);
    *out = pawli_pool_soft_id(world, slot);
    return PAWL_OK;
}

pawl_status pawl_soft_destroy(pawl_world *world, pawl_soft_id id) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_soft(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const pawli_soft *soft = &pawli_softs(world)[slot];
    const pawli_soft_link *links = pawli_soft_links(world) + soft->first_link;
    for (uint16_t i = 0; i < soft->link_count; i++) {
        if (links[i].type == PAWL_LINK_ATTACH && !(links[i].flags & PAWL_LINK_TORN))
            pawli_wake(world, links[i].b);
    }
    pawli_soft_list_unlink(world, slot);
    return PAWL_OK;
}

bool pawl_soft_is_valid(const pawl_world *world, pawl_soft_id id) {
    return pawli_pool_find_soft(world, id) != PAWLI_NONE;
}

pawl_soft_id pawl_world_next_soft(const pawl_world *world, pawl_soft_id after) {
    const pawl_soft_id none = {0, 0};
    if (world == NULL) return none;
    if (after.index1 == 0) return pawli_pool_soft_id(world, world->first_soft);
    const uint16_t slot = pawli_pool_find_soft(world, after);
    return slot == PAWLI_NONE ? none
                              : pawli_pool_soft_id(world, pawli_softs_const(world)[slot].next);
}
