/* world.c - init, settings, time and what the last step did. */
#include "world/world.h"

#include "fx/int128.h"

#include <string.h>

/* value * numerator / denominator for the scales: small positive factors of L <= 1024 units. */
static pawl_fx share(pawl_fx value, int32_t numerator, int32_t denominator) {
    return pawl_muldiv(value, numerator, denominator);
}

static pawl_fx default_length_unit(pawl_vec2 gravity) {
    const pawl_fx strength = pawl_vec2_length(gravity);
    if (strength == 0) return PAWL_FX_ONE;
    return pawl_clamp(share(strength, 1, 10), PAWL_LENGTH_UNIT_MIN, PAWL_LENGTH_UNIT_MAX);
}

static pawli_scales make_scales(pawl_fx unit) {
    pawli_scales scales;
    scales.length_unit = unit;
    scales.speculative = share(unit, 2, 100);
    scales.fat_margin = share(unit, 3, 100);
    scales.recycle = share(unit, 5, 100);
    scales.push_speed = share(unit, 3, 1);
    scales.bounce_speed = unit;
    scales.sleep_speed = share(unit, 5, 100);
    return scales;
}

/* Equal rates are stored alike. */
static uint32_t common_divisor(uint32_t a, uint32_t b) {
    while (b != 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Half a second of steps, rounded up. */
static uint16_t half_second(uint32_t numerator, uint32_t denominator) {
    const uint64_t twice = (uint64_t)denominator * 2u;
    return (uint16_t)((numerator + twice - 1u) / twice);
}

pawl_status pawl_world_init_for(uint32_t config_id, void *buffer, size_t size,
                                const pawl_world_def *def, pawl_world **out) {
    if (config_id != PAWL_CONFIG_ID) return PAWL_ERR_CONFIG;
    if (buffer == NULL || out == NULL) return PAWL_ERR_NULL;
    pawl_world layout;
    memset(&layout, 0, sizeof layout);
    const pawl_status status = pawli_world_memory_layout(def, &layout);
    if (status != PAWL_OK) return status;
    if (!pawli_is_aligned(buffer) || size < layout.state_size) return PAWL_ERR_MEMORY;
    if (size < layout.total_size) layout.total_size = layout.state_size;

    pawli_pool_init(&layout.body_pool, def->body_capacity);
    pawli_pool_init(&layout.shape_pool, def->shape_capacity);
    pawli_pool_init(&layout.joint_pool, def->joint_capacity);
    layout.first_body = layout.last_body = PAWLI_NONE;
    layout.first_joint = layout.last_joint = PAWLI_NONE;
    pawli_pool_init(&layout.soft_pool, def->soft_capacity);
    layout.first_soft = layout.last_soft = PAWLI_NONE;
    layout.tree_root = layout.free_node = PAWLI_NONE;
    layout.gravity = def->gravity;
    layout.scales =
        make_scales(def->length_unit ? def->length_unit : default_length_unit(def->gravity));
    const uint32_t divisor = common_divisor(def->rate_numerator, def->rate_denominator);
    layout.rate_numerator = def->rate_numerator / divisor;
    layout.rate_denominator = def->rate_denominator / divisor;
    layout.substeps = def->substeps;
    layout.sleeping = def->sleeping;
    layout.soft_substeps = def->soft_substeps;
    layout.sleep_steps = half_second(def->rate_numerator, def->rate_denominator);
    memset(buffer, 0, (size_t)layout.state_size);
    memcpy(buffer, &layout, sizeof layout);
    *out = (pawl_world *)buffer;
    return PAWL_OK;
}

uint32_t pawl_world_faults(const pawl_world *world) {
    return world ? world->faults : 0;
}

pawl_status pawl_world_clear_faults(pawl_world *world) {
    if (world == NULL) return PAWL_ERR_NULL;
    world->faults = 0;
    return PAWL_OK;
}

uint64_t pawl_world_tick(const pawl_world *world) {
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

/* tick * denominator * 2^16 / numerator. The product may exceed 64 bits, so the quotient is taken
 * in two parts: whole = tick / numerator, and a rest below 2^32 whose product with the
 * denominator (<= 2^32) and 2^16 is split once more. */
pawl_wide pawl_world_time(const pawl_world *world) {
    if (world == NULL) return 0;
    const uint64_t n = world->rate_numerator, d = world->rate_denominator;
    const uint64_t whole = world->tick / n * d;
    const uint64_t rest = world->tick % n * d;
    const uint64_t seconds = whole + rest / n;
    const uint64_t fraction = (rest % n * 65536u) / n;
    if (seconds >= (UINT64_C(1) << 47)) return PAWL_WIDE_MAX;
    return (pawl_wide)(seconds * 65536u + fraction);
}

static void wake_everyone(pawl_world *world) {
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = pawli_bodies(world)[at].next) {
        pawli_wake(world, at);
    }
    pawli_soft_list_wake_all(world);
}

pawl_status pawl_world_set_gravity(pawl_world *world, pawl_vec2 gravity) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawl_abs(gravity.x) > PAWL_SPEED_MAX || pawl_abs(gravity.y) > PAWL_SPEED_MAX) {
        return PAWL_ERR_RANGE;
    }
    world->gravity = gravity;
    wake_everyone(world);
    return PAWL_OK;
}

pawl_vec2 pawl_world_gravity(const pawl_world *world) {
    return world ? world->gravity : pawl_vec2_make(0, 0);
}

pawl_fx pawl_world_length_unit(const pawl_world *world) {
    return world ? world->scales.length_unit : 0;
}

pawl_status pawl_world_set_substeps(pawl_world *world, int32_t substeps) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (substeps < 1 || substeps > PAWL_SUBSTEPS_MAX) return PAWL_ERR_RANGE;
    world->substeps = (uint8_t)substeps;
    return PAWL_OK;
}

int32_t pawl_world_substeps(const pawl_world *world) {
    return world ? world->substeps : 0;
}

/* Wakes everyone when sleeping is switched off. */
pawl_status pawl_world_set_sleeping(pawl_world *world, bool enabled) {
    if (world == NULL) return PAWL_ERR_NULL;
    world->sleeping = enabled ? 1 : 0;
    if (!enabled) wake_everyone(world);
    return PAWL_OK;
}

pawl_counters pawl_world_counters(const pawl_world *world) {
    pawl_counters counters;
    memset(&counters, 0, sizeof counters);
    if (world == NULL) return counters;
    counters = world->counters;
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
