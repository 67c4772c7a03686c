/* world_memory.c - how many bytes a def needs, and where each array lies.
 *
 * All sums are 64-bit and checked against 2^31, so no def can overflow them: the largest
 * capacities give about 2^28 bytes. */
#include "world/world.h"

#include <string.h>

#define WORLD_COOKIE UINT32_C(0x70617731)

pawl_world_def pawl_world_def_default(void) {
    pawl_world_def def;
    def.cookie = WORLD_COOKIE;
    def.body_capacity = 256;
    def.shape_capacity = 256;
    def.geometry_capacity = 0;
    def.event_capacity = 0;
    def.joint_capacity = PAWL_WITH_JOINTS ? 64 : 0;
    def.contact_capacity = 0;
    def.gravity = pawl_vec2_make(0, -PAWL_FX(10, 0, 1));
    def.length_unit = 0;
    def.rate_numerator = 60;
    def.rate_denominator = 1;
    def.substeps = 4;
    def.sleeping = 1;
    def.soft_capacity = def.soft_point_capacity = def.soft_link_capacity = 0;
    def.soft_substeps = 8;
    memset(def.pad, 0, sizeof def.pad);
    return def;
}

/* Gravity beyond 2^13 units/s^2 would reach the speed limit within a second. */
static bool gravity_is_valid(pawl_vec2 gravity) {
    return gravity.x >= -PAWL_SPEED_MAX && gravity.x <= PAWL_SPEED_MAX &&
           gravity.y >= -PAWL_SPEED_MAX && gravity.y <= PAWL_SPEED_MAX;
}

static pawl_status check_def(const pawl_world_def *def) {
    if (def == NULL) return PAWL_ERR_NULL;
    if (def->cookie != WORLD_COOKIE) return PAWL_ERR_COOKIE;
    if (def->body_capacity < 1 || def->body_capacity > PAWL_CAPACITY_MAX) return PAWL_ERR_RANGE;
    if (def->shape_capacity < 1 || def->shape_capacity > PAWL_CAPACITY_MAX) return PAWL_ERR_RANGE;
    if (def->geometry_capacity > PAWL_CAPACITY_MAX) return PAWL_ERR_RANGE;
    if (def->event_capacity > PAWL_CAPACITY_MAX) return PAWL_ERR_RANGE;
    if (def->joint_capacity > PAWL_CAPACITY_MAX) return PAWL_ERR_RANGE;
    if (def->joint_capacity > 0 && !PAWL_WITH_JOINTS) return PAWL_ERR_UNSUPPORTED;
    if (def->contact_capacity > PAWL_CONTACT_CAPACITY_MAX) return PAWL_ERR_RANGE;
    if (!gravity_is_valid(def->gravity)) return PAWL_ERR_RANGE;
    if (def->length_unit != 0 &&
        (def->length_unit < PAWL_LENGTH_UNIT_MIN || def->length_unit > PAWL_LENGTH_UNIT_MAX)) {
        return PAWL_ERR_RANGE;
    }
    if (def->rate_denominator < 1 || def->rate_numerator < def->rate_denominator ||
        def->rate_numerator > (uint64_t)def->rate_denominator * 1000u) {
        return PAWL_ERR_RANGE;
    }
    if (def->substeps < 1 || def->substeps > PAWL_SUBSTEPS_MAX) return PAWL_ERR_RANGE;
    if (def->sleeping > 1) return PAWL_ERR_RANGE;
    if (def->soft_substeps < 1 || def->soft_substeps > PAWL_SOFT_SUBSTEPS_MAX)
        return PAWL_ERR_RANGE;
    if (def->soft_capacity > PAWL_CAPACITY_MAX) return PAWL_ERR_RANGE;
    const bool soft = (def->soft_capacity | def->soft_point_capacity | def->soft_link_capacity) > 0;
    if (soft && !PAWL_WITH_SOFT) return PAWL_ERR_UNSUPPORTED;
    return PAWL_OK;
}

/* Reserve `count` items of `size` bytes at *end, aligned to 8. */
static uint32_t reserve(uint64_t *end, uint32_t count, size_t size) {
    const uint64_t start = (*end + 7u) & ~UINT64_C(7);
    *end = start + (uint64_t)count * size;
    return (uint32_t)start;
}

pawl_status pawli_world_memory_layout(const pawl_world_def *def, pawl_world *layout) {
    const pawl_status status = check_def(def);
    if (status != PAWL_OK) return status;
    const uint16_t shapes = def->shape_capacity;
    layout->contact_capacity = def->contact_capacity ? def->contact_capacity : shapes * UINT32_C(4);
    layout->geometry_capacity = def->geometry_capacity ? def->geometry_capacity : shapes;
    layout->event_capacity = def->event_capacity ? def->event_capacity : shapes;
    layout->body_pool.capacity = def->body_capacity;
    layout->shape_pool.capacity = shapes;
    layout->joint_pool.capacity = def->joint_capacity;
    layout->soft_pool.capacity = def->soft_capacity;
    layout->soft_point_capacity = def->soft_point_capacity;
    layout->soft_link_capacity = def->soft_link_capacity;

    uint64_t end = sizeof(pawl_world);
    layout->at_bodies = reserve(&end, def->body_capacity, sizeof(pawli_body));
    layout->at_shapes = reserve(&end, shapes, sizeof(pawli_shape));
    layout->at_geometries = reserve(&end, layout->geometry_capacity, sizeof(pawli_geometry));
    layout->at_nodes = reserve(&end, shapes, sizeof(pawli_node));
    layout->at_contacts = reserve(&end, layout->contact_capacity, sizeof(pawli_contact));
    layout->at_joints = reserve(&end, def->joint_capacity, sizeof(pawli_joint));
    layout->at_softs = reserve(&end, def->soft_capacity, sizeof(pawli_soft));
    layout->at_soft_points = reserve(&end, def->soft_point_capacity, sizeof(pawli_soft_point));
    layout->at_soft_links = reserve(&end, def->soft_link_capacity, sizeof(pawli_soft_link));
    layout->at_begins = reserve(&end, layout->event_capacity, sizeof(pawl_touch_event));
    layout->at_ends = reserve(&end, layout->event_capacity, sizeof(pawl_touch_event));
    layout->at_hits = reserve(&end, pawli_event_hit_room(layout), 1);
    layout->at_breaks = reserve(&end, def->joint_capacity, sizeof(pawl_break_event));
    layout->at_tears = reserve(&end, def->soft_link_capacity, sizeof(pawl_tear_event));
    layout->at_awake_bits = reserve(&end, PAWLI_BIT_WORDS(def->body_capacity), sizeof(uint32_t));
    layout->at_moved_bits = reserve(&end, PAWLI_BIT_WORDS(shapes), sizeof(uint32_t));
    layout->state_size = reserve(&end, 0, 1);
    layout->scratch_size = pawli_scratch_size(layout) + pawli_soft_scratch_size(layout);
    layout->total_size = layout->state_size + layout->scratch_size;
    return PAWL_OK;
}

uint32_t pawl_world_state_size(const pawl_world_def *def) {
    pawl_world layout;
    return pawli_world_memory_layout(def, &layout) == PAWL_OK ? layout.state_size : 0;
}

uint32_t pawl_world_scratch_size(const pawl_world_def *def) {
    pawl_world layout;
    return pawli_world_memory_layout(def, &layout) == PAWL_OK ? layout.scratch_size : 0;
}

uint32_t pawl_world_size(const pawl_world_def *def) {
    pawl_world layout;
    return pawli_world_memory_layout(def, &layout) == PAWL_OK ? layout.total_size : 0;
}
