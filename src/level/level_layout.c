/* level_layout.c - how long the sections of a level are. */
#include "level/level_format.h"

PAWL_STATIC_ASSERT(UINT32_C(2) * PAWL_LEVEL_NARROW_MAX < UINT16_MAX, "triangles of narrow levels");

bool pawli_level_layout_needs_wide(uint32_t vertex_count, uint32_t triangle_count) {
    return vertex_count > PAWL_LEVEL_NARROW_MAX ||
           triangle_count > UINT32_C(2) * PAWL_LEVEL_NARROW_MAX;
}

/* Sections begin at multiples of four bytes; the sum of six is far below 2^64. */
static uint32_t place_section(uint64_t *at, uint32_t count, uint32_t bytes) {
    const uint64_t begin = *at;
    *at += ((uint64_t)count * bytes + 3) / 4 * 4;
    return (uint32_t)(begin & UINT32_MAX);
}

pawli_level_layout pawli_level_layout_of(const pawli_level_counts *counts) {
    pawli_level_layout layout;
    uint64_t at = PAWLI_LEVEL_HEADER;
    layout.vertices = place_section(&at, counts->vertices, PAWLI_POINT_BYTES);
    layout.triangles = place_section(&at, counts->triangles,
                                     counts->is_wide ? PAWLI_TRIANGLE_WIDE : PAWLI_TRIANGLE_NARROW);
    layout.cells = place_section(&at, counts->cells, 2);
    layout.members = place_section(&at, counts->members, 2);
    layout.regions = place_section(&at, counts->regions, PAWLI_REGION_BYTES);
    layout.walker_points = place_section(&at, counts->walker_points, PAWLI_POINT_BYTES);
    layout.size = at > UINT32_MAX ? 0 : (uint32_t)(at & UINT32_MAX);
    return layout;
}
