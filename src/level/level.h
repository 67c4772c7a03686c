/* level.h - internal: how the bytes of a level are read.
 *
 *   | header | vertices | triangles | cells | members | regions | walker |
 *
 *   vertex     x, y                          2 x 4 bytes
 *   triangle   3 vertices, 3 neighbors, cell    7 x 2 bytes, or 6 x 4 + 2 + 2 zero (wide)
 *   cell       where its members end         2 bytes; they begin where those of the cell before end
 *   member     a region                      2 bytes
 *   region     user data, kind, 3 zero, friction, direction c, s     4 x 4 + 4 = 20 bytes
 *   walker     x, y                          2 x 4 bytes
 *
 * Cell 0 has no members. Narrow triangles say 0xFFFF for no neighbor. The header has 64 bytes,
 * see format.c; every section begins at a multiple of four bytes. */
#ifndef PAWLI_LEVEL_H
#define PAWLI_LEVEL_H

#include "base/bytes.h"
#include "geom/predicate.h"
#include "pawl/level.h"

#define PAWLI_LEVEL_HEADER 64u
#define PAWLI_TRIANGLE_NARROW 14u
#define PAWLI_TRIANGLE_WIDE 28u

/* Numbers of a level lie at multiples of their size. Machines that store them as they are written
 * read one at once; the core of a GBA would else read byte by byte. */
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static inline uint16_t pawli_level_u16(const uint8_t *at) {
    uint16_t value;
    __builtin_memcpy(&value, __builtin_assume_aligned(at, sizeof value), sizeof value);
    return value;
}

static inline uint32_t pawli_level_u32(const uint8_t *at) {
    uint32_t value;
    __builtin_memcpy(&value, __builtin_assume_aligned(at, sizeof value), sizeof value);
    return value;
}
#else
static inline uint16_t pawli_level_u16(const uint8_t *at) {
    return pawli_fetch_u16(at);
}

static inline uint32_t pawli_level_u32(const uint8_t *at) {
    return pawli_fetch_u32(at);
}
#endif

static inline pawl_vec2 pawli_level_point(const pawl_level *level, uint32_t vertex) {
    const uint8_t *const at = level->vertices + (size_t)vertex * 8;
    pawl_vec2 point;
    point.x = (int32_t)pawli_level_u32(at);
    point.y = (int32_t)pawli_level_u32(at + 4);
    return point;
}

static inline pawl_level_triangle pawli_level_triangle(const pawl_level *level, uint32_t triangle) {
    pawl_level_triangle out;
    if (level->is_wide) {
        const uint8_t *const at = level->triangles + (size_t)triangle * PAWLI_TRIANGLE_WIDE;
        for (unsigned i = 0; i < 3; i++) {
            out.vertices[i] = pawli_level_u32(at + 4 * i);
            out.neighbors[i] = pawli_level_u32(at + 12 + 4 * i);
        }
        out.cell = pawli_level_u16(at + 24);
        return out;
    }
    const uint8_t *const at = level->triangles + (size_t)triangle * PAWLI_TRIANGLE_NARROW;
    for (unsigned i = 0; i < 3; i++) {
        const uint16_t neighbor = pawli_level_u16(at + 6 + 2 * i);
        out.vertices[i] = pawli_level_u16(at + 2 * i);
        out.neighbors[i] = neighbor == UINT16_MAX ? PAWL_TRIANGLE_NONE : neighbor;
    }
    out.cell = pawli_level_u16(at + 12);
    return out;
}

/* Where the members of a cell lie: bytes of 2 each. */
typedef struct pawli_members {
    const uint8_t *first;
    uint32_t count;
} pawli_members;

static inline pawli_members pawli_level_members(const pawl_level *level, uint16_t cell) {
    const uint32_t end = pawli_level_u16(level->cells + (size_t)cell * 2);
    const uint32_t begin = cell == 0 ? 0 : pawli_level_u16(level->cells + (size_t)(cell - 1) * 2);
    pawli_members members;
    members.first = level->members + (size_t)begin * 2;
    members.count = end - begin;
    return members;
}

/* What stops a step out of cell `from` into cell `to` across the edge a -> b, the side that is left
 * on its left: the lowest closed region that holds `to`, does not hold `from`, and is a wall, or
 * one-way with a face that looks along its direction. PAWL_LEVEL_REGIONS_MAX when nothing does;
 * gate.c. */
uint16_t pawli_gate_stop(const pawl_level *level, const pawl_gates *gates, uint16_t from,
                         uint16_t to, pawl_vec2 a, pawl_vec2 b);

#endif
