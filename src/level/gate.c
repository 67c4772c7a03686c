/* gate.c - what regions stop: they are left freely, and entered where they do not block. */
#include "level/level_format.h"
#include "level/level_walk.h"

/* Of a region's bytes, see level.h. */
#define TYPE_AT 4u
#define FRICTION_AT 8u
#define DIRECTION_AT 12u

static const uint8_t *region_at(const pawl_level *level, uint32_t region) {
    return level->regions + (size_t)region * PAWLI_REGION_BYTES;
}

static uint16_t member_at(pawli_members members, uint32_t index) {
    return pawli_level_u16(members.first + (size_t)index * 2);
}

/* The ground cannot be opened. */
static bool is_closed(const pawl_gates *gates, uint32_t region) {
    if (gates == NULL || region == 0) return true;
    return (gates->open[region / 32] >> (region % 32) & 1u) == 0;
}

/* The normal of an edge is the edge turned left. |a - b| < 2^31 and a unit vector has parts of at
 * most 2^30, so the sum of the products is below 2^62. */
static bool blocks(const pawl_level *level, uint32_t region, pawl_vec2 a, pawl_vec2 b) {
    const uint8_t *const at = region_at(level, region);
    if (at[TYPE_AT] != PAWL_REGION_ONE_WAY) return at[TYPE_AT] == PAWL_REGION_WALL;
    const pawl_vec2 edge = pawl_vec2_sub(b, a);
    const pawl_vec2 way = pawl_vec2_make((int32_t)pawli_level_u32(at + DIRECTION_AT),
                                         (int32_t)pawli_level_u32(at + DIRECTION_AT + 4));
    return pawl_vec2_cross(edge, way) > 0;
}

pawl_fx pawli_gate_friction(const pawl_level *level, uint32_t region) {
    if (region >= level->region_count) return 0;
    return (pawl_fx)pawli_level_u32(region_at(level, region) + FRICTION_AT);
}

/* Members ascend, so one pass through both lists finds what is new. */
uint16_t pawli_gate_stop(const pawl_level *level, const pawl_gates *gates, uint16_t from,
                         uint16_t to, pawl_vec2 a, pawl_vec2 b) {
    if (from == to) return PAWL_LEVEL_REGIONS_MAX;
    const pawli_members left = pawli_level_members(level, from);
    const pawli_members entered = pawli_level_members(level, to);
    uint32_t skipped = 0;
    for (uint32_t i = 0; i < entered.count; i++) {
        const uint16_t region = member_at(entered, i);
        while (skipped < left.count && member_at(left, skipped) < region)
            skipped++;
        if (skipped < left.count && member_at(left, skipped) == region) continue;
        if (is_closed(gates, region) && blocks(level, region, a, b)) return region;
    }
    return PAWL_LEVEL_REGIONS_MAX;
}

bool pawl_level_is_solid(const pawl_level *level, const pawl_gates *gates, uint32_t triangle) {
    if (level == NULL || triangle >= level->triangle_count) return true;
    const uint16_t cell = pawli_level_triangle(level, triangle).cell;
    const pawli_members members = pawli_level_members(level, cell);
    for (uint32_t i = 0; i < members.count; i++) {
        const uint16_t region = member_at(members, i);
        if (region_at(level, region)[TYPE_AT] == PAWL_REGION_WALL && is_closed(gates, region)) {
            return true;
        }
    }
    return false;
}
