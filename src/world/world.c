/* world.c - settings, time and what the last step did. */
#include "world/world.h"

#include <string.h>

uint32_t pawl_world_get_faults(const pawl_world *world) {
    return world ? world->faults : 0;
}

pawl_status pawl_world_clear_faults(pawl_world *world) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    world->faults = 0;
    return PAWL_OK;
}

uint64_t pawl_world_get_tick(const pawl_world *world) {
    return world ? world->tick : 0;
}

pawli_substep pawli_world_substep(const pawl_world *world, uint32_t count) {
    const uint64_t rate = (uint64_t)world->rate_numerator * count;
    const uint64_t denominator = world->rate_denominator, dividend = denominator << 32;
    const uint64_t h = dividend / rate + (dividend % rate >= rate - rate / 2 ? 1 : 0);
    pawli_substep substep;
    substep.seconds = h > UINT32_MAX ? UINT32_MAX : (uint32_t)h;
    substep.rate = (int32_t)(((rate << 16) + denominator / 2) / denominator);
    return substep;
}

pawl_wide2 pawl_world_get_origin(const pawl_world *world) {
    const pawl_wide2 none = {0, 0};
    return world ? world->origin : none;
}

/* tick * denominator * 2^16 / numerator. The product may exceed 64 bits, so the quotient is taken
 * in two parts: whole = tick / numerator, and a remainder below 2^32 whose product with the
 * denominator (<= 2^32) and 2^16 is split once more. */
pawl_wide pawl_world_get_time(const pawl_world *world) {
    if (world == NULL) return 0;
    const uint64_t n = world->rate_numerator, d = world->rate_denominator;
    const uint64_t whole = world->tick / n * d;
    const uint64_t remainder = world->tick % n * d;
    const uint64_t seconds = whole + remainder / n;
    const uint64_t fraction = (remainder % n * 65536u) / n;
    if (seconds >= (UINT64_C(1) << 47)) return PAWL_WIDE_MAX;
    return (pawl_wide)(seconds * 65536u + fraction);
}

static void wake_all(pawl_world *world) {
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = pawli_bodies(world)[at].next) {
        pawli_wake(world, at);
    }
    if (PAWL_WITH_SOFT) pawli_soft_list_wake_all(world);
}

pawl_status pawl_world_set_gravity(pawl_world *world, pawl_vec2 gravity) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (pawl_abs(gravity.x) > PAWL_SPEED_MAX || pawl_abs(gravity.y) > PAWL_SPEED_MAX) {
        return PAWL_ERR_RANGE;
    }
    world->gravity = gravity;
    wake_all(world);
    return PAWL_OK;
}

pawl_vec2 pawl_world_get_gravity(const pawl_world *world) {
    return world ? world->gravity : pawl_vec2_make(0, 0);
}

pawl_fx pawl_world_get_length_unit(const pawl_world *world) {
    return world ? world->scales.length_unit : 0;
}

pawl_status pawl_world_set_substeps(pawl_world *world, int32_t substeps) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (substeps < 1 || substeps > PAWL_SUBSTEPS_MAX) return PAWL_ERR_RANGE;
    world->substeps = (uint8_t)substeps;
    return PAWL_OK;
}

int32_t pawl_world_get_substeps(const pawl_world *world) {
    return world ? world->substeps : 0;
}

/* Below 1 Hz the three numbers of a soft contact would have no bits left at the highest rates. */
bool pawli_world_is_tuning(pawl_contact_tuning tuning) {
    const bool is_hertz = tuning.hertz == 0 || tuning.hertz >= PAWL_FX_ONE;
    return is_hertz && tuning.hertz <= PAWL_HERTZ_MAX && tuning.damping_ratio >= 0 &&
           tuning.damping_ratio <= PAWL_CONTACT_DAMPING_MAX &&
           pawli_world_is_threshold(tuning.push_speed);
}

bool pawli_world_is_threshold(pawl_fx speed) {
    return speed >= 0 && speed <= PAWL_SPEED_MAX;
}

pawl_status pawl_world_set_contact_tuning(pawl_world *world, pawl_contact_tuning tuning) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (!pawli_world_is_tuning(tuning)) return PAWL_ERR_RANGE;
    world->tuning.contact = tuning;
    return PAWL_OK;
}

pawl_contact_tuning pawl_world_get_contact_tuning(const pawl_world *world) {
    const pawl_contact_tuning none = {0, 0, 0};
    return world ? world->tuning.contact : none;
}

static pawl_status set_threshold(pawl_world *world, pawl_fx speed, pawl_fx *threshold) {
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (!pawli_world_is_threshold(speed)) return PAWL_ERR_RANGE;
    *threshold = speed;
    return PAWL_OK;
}

pawl_status pawl_world_set_restitution_threshold(pawl_world *world, pawl_fx speed) {
    if (world == NULL) return PAWL_ERR_NULL;
    return set_threshold(world, speed, &world->tuning.restitution_threshold);
}

pawl_fx pawl_world_get_restitution_threshold(const pawl_world *world) {
    return world ? world->tuning.restitution_threshold : 0;
}

pawl_status pawl_world_set_hit_threshold(pawl_world *world, pawl_fx speed) {
    if (world == NULL) return PAWL_ERR_NULL;
    return set_threshold(world, speed, &world->tuning.hit_threshold);
}

pawl_fx pawl_world_get_hit_threshold(const pawl_world *world) {
    return world ? world->tuning.hit_threshold : 0;
}

/* Wakes all bodies when sleeping is switched off. */
pawl_status pawl_world_set_sleeping_enabled(pawl_world *world, bool enabled) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    world->sleeping = enabled ? 1 : 0;
    if (!enabled) wake_all(world);
    return PAWL_OK;
}

bool pawl_world_is_sleeping_enabled(const pawl_world *world) {
    return world != NULL && world->sleeping != 0;
}

pawl_counters pawl_world_get_counters(const pawl_world *world) {
    pawl_counters counters;
    memset(&counters, 0, sizeof counters);
    if (world == NULL) return counters;
    const pawli_counters *kept = &world->counters;
    counters.awake = kept->awake;
    counters.touching = kept->touching;
    counters.points = kept->points;
    counters.solved_joints = kept->solved_joints;
    counters.new_pairs = kept->new_pairs;
    counters.lost_pairs = kept->lost_pairs;
    counters.manifolds = kept->manifolds;
    counters.recycled = kept->recycled;
    counters.islands = kept->islands;
    counters.batches = kept->batches;
    counters.moved = kept->moved;
    counters.tree_height = kept->tree_height;
    counters.dropped_events = kept->dropped_events;
    counters.sweeps = kept->sweeps;
    counters.capped = kept->capped;
    counters.bodies = world->body_pool.live;
    counters.shapes = world->shape_pool.live;
    counters.joints = world->joint_pool.live;
    counters.contacts = world->contact_count;
    counters.geometries = 0;
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        if (pawli_geometries_const(world)[i].users > 0) counters.geometries++;
    }
    return counters;
}
