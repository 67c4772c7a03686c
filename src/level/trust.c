/* trust.c - where the sections of a level lie. The rest is taken on trust: open.c checks it. */
#include "level/level_format.h"

/* Numbers of a level may be read four bytes at a time. */
static bool is_aligned(const void *bytes) {
    return ((uintptr_t)bytes & 3u) == 0;
}

static pawl_box read_box(const uint8_t *at) {
    pawl_box box;
    box.lower.x = (int32_t)pawli_fetch_u32(at);
    box.lower.y = (int32_t)pawli_fetch_u32(at + 4);
    box.upper.x = (int32_t)pawli_fetch_u32(at + 8);
    box.upper.y = (int32_t)pawli_fetch_u32(at + 12);
    return box;
}

static pawli_level_counts read_counts(const uint8_t *header) {
    pawli_level_counts counts;
    counts.is_wide = pawli_fetch_u32(header + 20) == PAWLI_LEVEL_WIDE;
    counts.vertices = pawli_fetch_u32(header + 24);
    counts.triangles = pawli_fetch_u32(header + 28);
    counts.cells = pawli_fetch_u16(header + 32);
    counts.members = pawli_fetch_u16(header + 34);
    counts.regions = pawli_fetch_u16(header + 36);
    counts.walker_points = pawli_fetch_u16(header + 38);
    return counts;
}

static void find_sections(const uint8_t *bytes, const pawli_level_layout *layout,
                          pawl_level *level) {
    const pawli_level_counts counts = read_counts(bytes);
    memset(level, 0, sizeof *level);
    level->vertices = bytes + layout->vertices;
    level->triangles = bytes + layout->triangles;
    level->cells = bytes + layout->cells;
    level->members = bytes + layout->members;
    level->regions = bytes + layout->regions;
    level->walker_points = bytes + layout->walker_points;
    level->vertex_count = counts.vertices;
    level->triangle_count = counts.triangles;
    level->cell_count = counts.cells;
    level->region_count = counts.regions;
    level->walker_point_count = counts.walker_points;
    level->is_wide = counts.is_wide;
    level->bounds = read_box(bytes + 40);
}

pawl_status pawli_trust_check_magic(const void *bytes, size_t size) {
    if (bytes == NULL) return PAWL_ERR_NULL;
    if (!is_aligned(bytes)) return PAWL_ERR_MEMORY;
    if (size < PAWLI_LEVEL_MAGIC_SIZE ||
        !pawli_bytes_are_equal(bytes, PAWLI_LEVEL_MAGIC, PAWLI_LEVEL_MAGIC_SIZE)) {
        return PAWL_ERR_FORMAT;
    }
    return size < PAWLI_LEVEL_HEADER ? PAWL_ERR_CORRUPT : PAWL_OK;
}

pawl_status pawl_level_trust(const void *bytes, size_t size, pawl_level *out) {
    if (out == NULL) return PAWL_ERR_NULL;
    const pawl_status status = pawli_trust_check_magic(bytes, size);
    if (status != PAWL_OK) return status;
    const uint8_t *const header = (const uint8_t *)bytes;
    if (pawli_fetch_u32(header + 12) != PAWLI_LEVEL_FORMAT) return PAWL_ERR_VERSION;
    const pawli_level_counts counts = read_counts(header);
    const pawli_level_layout layout = pawli_level_layout_of(&counts);
    if (layout.size != size || pawli_fetch_u32(header + 16) != size) return PAWL_ERR_FORMAT;
    find_sections(header, &layout, out);
    return PAWL_OK;
}
