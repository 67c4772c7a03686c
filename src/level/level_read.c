/* level_read.c - what a level says, for games and tools; and gates. */
#include "level/level_format.h"

pawl_vec2 pawl_level_get_vertex(const pawl_level *level, uint32_t vertex) {
    if (level == NULL || vertex >= level->vertex_count) return pawl_vec2_make(0, 0);
    return pawli_level_point(level, vertex);
}

pawl_region pawl_level_get_region(const pawl_level *level, uint32_t region) {
    pawl_region out;
    memset(&out, 0, sizeof out);
    if (level == NULL || region >= level->region_count) return out;
    const uint8_t *const at = level->regions + (size_t)region * PAWLI_REGION_BYTES;
    out.user_data = pawli_level_u32(at);
    out.type = at[4];
    out.friction = (int32_t)pawli_level_u32(at + 8);
    out.direction.c = (int32_t)pawli_level_u32(at + 12);
    out.direction.s = (int32_t)pawli_level_u32(at + 16);
    return out;
}

pawl_region pawl_region_default(void) {
    pawl_region region;
    memset(&region, 0, sizeof region);
    region.direction.s = PAWL_UNIT;
    return region;
}

pawl_level_triangle pawl_level_get_triangle(const pawl_level *level, uint32_t triangle) {
    if (level != NULL && triangle < level->triangle_count) {
        return pawli_level_triangle(level, triangle);
    }
    pawl_level_triangle none;
    memset(&none, 0, sizeof none);
    for (unsigned i = 0; i < 3; i++)
        none.neighbors[i] = PAWL_TRIANGLE_NONE;
    return none;
}

uint32_t pawl_level_get_cell_regions(const pawl_level *level, uint16_t cell, uint16_t *regions,
                                     uint32_t capacity) {
    if (level == NULL || cell >= level->cell_count) return 0;
    const pawli_members members = pawli_level_members(level, cell);
    if (regions == NULL) capacity = 0;
    for (uint32_t i = 0; i < members.count && i < capacity; i++)
        regions[i] = pawli_level_u16(members.first + (size_t)i * 2);
    return members.count;
}

bool pawl_level_is_in(const pawl_level *level, uint32_t triangle, uint32_t region) {
    if (level == NULL || triangle >= level->triangle_count) return false;
    const pawli_members members =
        pawli_level_members(level, pawli_level_triangle(level, triangle).cell);
    for (uint32_t i = 0; i < members.count; i++)
        if (pawli_level_u16(members.first + (size_t)i * 2) == region) return true;
    return false;
}

void pawl_gates_set_open(pawl_gates *gates, uint32_t region, bool open) {
    if (gates == NULL || region >= PAWL_LEVEL_REGIONS_MAX) return;
    const uint32_t bit = UINT32_C(1) << (region % 32);
    if (open) {
        gates->open[region / 32] |= bit;
    } else {
        gates->open[region / 32] &= ~bit;
    }
}

bool pawl_gates_is_open(const pawl_gates *gates, uint32_t region) {
    if (gates == NULL || region >= PAWL_LEVEL_REGIONS_MAX) return false;
    return (gates->open[region / 32] >> (region % 32) & 1) != 0;
}
