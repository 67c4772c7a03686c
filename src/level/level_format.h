/* level_format.h - internal: the bytes of a level, in one place for what writes and what checks
 * them.
 *
 * Header, 64 bytes:
 *
 *    0  magic "pawllevl"          24  vertices        36  regions, 2 bytes
 *    8  CRC-32 of what follows    28  triangles       38  points of the walker, 2 bytes
 *   12  format version            32  cells, 2 bytes  40  bounds: lower x, y, upper x, y
 *   16  size of the block         34  members, 2      56  zero, 8 bytes
 *   20  flags: 1 is wide
 *
 * level.h has the sections, docs/format-level.md all of it. */
#ifndef PAWLI_LEVEL_FORMAT_H
#define PAWLI_LEVEL_FORMAT_H

#include "level/level.h"

#define PAWLI_LEVEL_FORMAT 1u
#define PAWLI_LEVEL_MAGIC "pawllevl"
#define PAWLI_LEVEL_MAGIC_SIZE 8u
#define PAWLI_LEVEL_CRC_AT 8u /* it covers all that follows it */
#define PAWLI_LEVEL_WIDE 1u   /* of the flags */

#define PAWLI_POINT_BYTES 8u
#define PAWLI_REGION_BYTES 20u

/* How much of everything there is. */
typedef struct pawli_level_counts {
    uint32_t vertices, triangles;
    uint16_t cells, members, regions, walker_points;
    bool is_wide;
} pawli_level_counts;

/* Where the sections begin, as offsets from the first byte of the block. */
typedef struct pawli_level_layout {
    uint32_t vertices, triangles, cells, members, regions, walker_points;
    uint32_t size; /* of the block; 0: more than an offset can say */
} pawli_level_layout;

pawli_level_layout pawli_level_layout_of(const pawli_level_counts *counts);

/* Whether there is a magic number, and room for a header behind it; trust.c. */
pawl_status pawli_trust_check_magic(const void *bytes, size_t size);

/* Known kind, zero padding, friction that is not negative, direction of unit length; open.c. */
bool pawli_level_open_region_is_sound(const pawl_region *region);

/* Whether so many vertices and triangles need the wide layout. */
bool pawli_level_layout_needs_wide(uint32_t vertex_count, uint32_t triangle_count);

/* Parts of a block to bytes. The header wants the rest written before. */
void pawli_level_write_point(uint8_t *at, pawl_vec2 point);
void pawli_level_write_triangle(uint8_t *at, const pawl_level_triangle *triangle, bool is_wide);
void pawli_level_write_region(uint8_t *at, const pawl_region *region);
void pawli_level_write_header(uint8_t *block, const pawli_level_counts *counts, pawl_box bounds);

#endif
