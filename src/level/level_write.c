/* level_write.c - the parts of a level to bytes. */
#include "level/level_format.h"

#include "base/crc.h"

void pawli_level_write_point(uint8_t *at, pawl_vec2 point) {
    pawli_store_u32(at, (uint32_t)point.x);
    pawli_store_u32(at + 4, (uint32_t)point.y);
}

void pawli_level_write_triangle(uint8_t *at, const pawl_level_triangle *triangle, bool is_wide) {
    if (is_wide) {
        for (unsigned i = 0; i < 3; i++) {
            pawli_store_u32(at + 4 * i, triangle->vertices[i]);
            pawli_store_u32(at + 12 + 4 * i, triangle->neighbors[i]);
        }
        pawli_store_u16(at + 24, triangle->cell);
        pawli_store_u16(at + 26, 0);
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        pawli_store_u16(at + 2 * i, (uint16_t)(triangle->vertices[i] & UINT16_MAX));
        /* PAWL_TRIANGLE_NONE becomes 0xFFFF. */
        pawli_store_u16(at + 6 + 2 * i, (uint16_t)(triangle->neighbors[i] & UINT16_MAX));
    }
    pawli_store_u16(at + 12, triangle->cell);
}

void pawli_level_write_region(uint8_t *at, const pawl_region *region) {
    pawli_store_u32(at, region->user_data);
    pawli_store_u32(at + 4, region->type);
    pawli_store_u32(at + 8, (uint32_t)region->friction);
    pawli_store_u32(at + 12, (uint32_t)region->direction.c);
    pawli_store_u32(at + 16, (uint32_t)region->direction.s);
}

void pawli_level_write_header(uint8_t *block, const pawli_level_counts *counts, pawl_box bounds) {
    const uint32_t size = pawli_level_layout_of(counts).size;
    memcpy(block, PAWLI_LEVEL_MAGIC, PAWLI_LEVEL_MAGIC_SIZE);
    pawli_store_u32(block + 12, PAWLI_LEVEL_FORMAT);
    pawli_store_u32(block + 16, size);
    pawli_store_u32(block + 20, counts->is_wide ? PAWLI_LEVEL_WIDE : 0);
    pawli_store_u32(block + 24, counts->vertices);
    pawli_store_u32(block + 28, counts->triangles);
    pawli_store_u16(block + 32, counts->cells);
    pawli_store_u16(block + 34, counts->members);
    pawli_store_u16(block + 36, counts->regions);
    pawli_store_u16(block + 38, counts->walker_points);
    pawli_level_write_point(block + 40, bounds.lower);
    pawli_level_write_point(block + 48, bounds.upper);
    memset(block + 56, 0, 8);
    const uint32_t covered = PAWLI_LEVEL_CRC_AT + 4;
    pawli_store_u32(block + PAWLI_LEVEL_CRC_AT,
                    pawli_crc_32(0, block + covered, (size_t)(size - covered)));
}
