/* level_parts.c - see level_parts.h. */
#include "support/level/level_parts.h"

#include "base/crc.h"

void level_link(pawl_level_triangle *triangles, uint32_t count) {
    for (uint32_t t = 0; t < count; t++) {
        for (unsigned i = 0; i < 3; i++) {
            const uint32_t a = triangles[t].vertices[(i + 1) % 3];
            const uint32_t b = triangles[t].vertices[(i + 2) % 3];
            triangles[t].neighbors[i] = PAWL_TRIANGLE_NONE;
            for (uint32_t u = 0; u < count; u++) {
                for (unsigned j = 0; j < 3; j++) {
                    if (triangles[u].vertices[(j + 1) % 3] == b &&
                        triangles[u].vertices[(j + 2) % 3] == a) {
                        triangles[t].neighbors[i] = u;
                    }
                }
            }
        }
    }
}

static void write_points(uint8_t *at, const pawl_vec2 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        pawli_level_write_point(at + (size_t)i * PAWLI_POINT_BYTES, points[i]);
}

static void put_numbers(uint8_t *at, const uint16_t *numbers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        pawli_store_u16(at + (size_t)i * 2, numbers[i]);
}

pawl_status level_write(const level_parts *parts, void *out, uint32_t out_size, uint32_t *size) {
    const pawli_level_counts *const counts = &parts->counts;
    const pawli_level_layout layout = pawli_level_layout_of(counts);
    const uint32_t bytes = counts->is_wide ? PAWLI_TRIANGLE_WIDE : PAWLI_TRIANGLE_NARROW;
    uint8_t *const block = (uint8_t *)out;
    if (layout.size == 0) return PAWL_ERR_RANGE;
    if (!counts->is_wide && pawli_level_layout_needs_wide(counts->vertices, counts->triangles)) {
        return PAWL_ERR_RANGE;
    }
    if (layout.size > out_size) return PAWL_ERR_CAPACITY;
    memset(block, 0, (size_t)layout.size); /* what lies between the sections */
    write_points(block + layout.vertices, parts->vertices, counts->vertices);
    for (uint32_t i = 0; i < counts->triangles; i++) {
        pawli_level_write_triangle(block + layout.triangles + (size_t)i * bytes,
                                   &parts->triangles[i], counts->is_wide);
    }
    put_numbers(block + layout.cells, parts->cell_ends, counts->cells);
    put_numbers(block + layout.members, parts->members, counts->members);
    for (uint32_t i = 0; i < counts->regions; i++) {
        pawli_level_write_region(block + layout.regions + (size_t)i * PAWLI_REGION_BYTES,
                                 &parts->regions[i]);
    }
    write_points(block + layout.walker_points, parts->player, counts->walker_points);
    pawli_level_write_header(block, counts, parts->bounds);
    *size = layout.size;
    return PAWL_OK;
}

void level_seal(uint8_t *bytes, uint32_t size) {
    if (size < PAWLI_LEVEL_HEADER) return;
    pawli_store_u32(bytes + PAWLI_LEVEL_CRC_AT,
                    pawli_crc_32(0, bytes + PAWLI_LEVEL_CRC_AT + 4, size - PAWLI_LEVEL_CRC_AT - 4));
}

static const pawl_vec2 square_vertices[] = {{-8, -8}, {8, -8}, {8, 8}, {-8, 8},
                                            {-3, -2}, {3, -2}, {3, 2}, {-3, 2}};
static pawl_level_triangle square_triangles[] = {
    {{0, 1, 4}, {0}, 0}, {{1, 5, 4}, {0}, 0}, {{1, 2, 5}, {0}, 0}, {{2, 6, 5}, {0}, 0},
    {{2, 3, 6}, {0}, 3}, {{3, 7, 6}, {0}, 0}, {{3, 0, 7}, {0}, 0}, {{0, 4, 7}, {0}, 0},
    {{4, 5, 6}, {0}, 2}, {{4, 6, 7}, {0}, 1}};
static const uint16_t square_ends[] = {0, 1, 3, 4};
static const uint16_t square_members[] = {0, 0, 2, 2};
static const pawl_region square_regions[] = {
    {7, PAWL_REGION_WALL, {0}, 0, {0, PAWL_UNIT}},
    {8, PAWL_REGION_ONE_WAY, {0}, 65536, {PAWL_UNIT, 0}},
    {UINT32_MAX, PAWL_REGION_AREA, {0}, 1, {-644245094, -858993459}}};
static const pawl_vec2 square_player[] = {{0, -5}, {4, 0}, {0, 5}, {-4, 0}};

level_parts level_square_parts(bool is_wide) {
    level_link(square_triangles, 10);
    const level_parts parts = {
        square_vertices, square_triangles, square_ends,        square_members,
        square_regions,  square_player,    {{-8, -8}, {8, 8}}, {8, 10, 4, 4, 3, 4, is_wide}};
    return parts;
}

uint32_t level_square(bool is_wide, void *bytes) {
    const level_parts parts = level_square_parts(is_wide);
    uint32_t size = 0;
    (void)level_write(&parts, bytes, LEVEL_SQUARE_SIZE, &size);
    return size;
}

uint32_t level_regions_of(const pawl_level *level, uint32_t triangle) {
    uint16_t regions[32];
    uint32_t set = 0;
    const pawl_level_triangle at = pawl_level_get_triangle(level, triangle);
    const uint32_t count = pawl_level_get_cell_regions(level, at.cell, regions, 32);
    for (uint32_t i = 0; i < count; i++)
        set |= UINT32_C(1) << regions[i];
    return set;
}

/* ---- a slow look ----------------------------------------------------------------------------- */

static int64_t turn(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

/* 2: inside, 1: on the edge. */
static int holds(const pawl_level *level, const pawl_level_triangle *triangle, pawl_vec2 p) {
    int answer = 2;
    for (unsigned i = 0; i < 3; i++) {
        pawl_vec2 a = pawl_level_get_vertex(level, triangle->vertices[i]);
        pawl_vec2 b = pawl_level_get_vertex(level, triangle->vertices[(i + 1) % 3]);
        a.x *= 2, a.y *= 2, b.x *= 2, b.y *= 2;
        const int64_t side = turn(a, b, p);
        if (side < 0) return 0;
        if (side == 0) answer = 1;
    }
    return answer;
}

/* Every point of the grid lies within one triangle, or on the edges of some. */
static const char *find_gap(const pawl_level *level) {
    const pawl_box box = level->bounds;
    for (int32_t y = 2 * box.lower.y; y <= 2 * box.upper.y; y++) {
        for (int32_t x = 2 * box.lower.x; x <= 2 * box.upper.x; x++) {
            const pawl_vec2 p = {x, y};
            int inside = 0, edge = 0;
            for (uint32_t t = 0; t < level->triangle_count; t++) {
                const pawl_level_triangle triangle = pawl_level_get_triangle(level, t);
                const int found = holds(level, &triangle, p);
                inside += found == 2;
                edge += found == 1;
            }
            if (inside > 1 || (inside == 1 && edge > 0)) return "triangles overlap";
            if (inside + edge == 0) return "a hole";
        }
    }
    return NULL;
}

/* Each edge once more, the other way round, in the neighbour. */
static const char *find_loose_edge(const pawl_level *level) {
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        const pawl_level_triangle triangle = pawl_level_get_triangle(level, t);
        for (unsigned i = 0; i < 3; i++) {
            const pawl_vec2 a = pawl_level_get_vertex(level, triangle.vertices[(i + 1) % 3]);
            const pawl_vec2 b = pawl_level_get_vertex(level, triangle.vertices[(i + 2) % 3]);
            if (triangle.neighbors[i] == PAWL_TRIANGLE_NONE) {
                const pawl_box box = level->bounds;
                if (a.x == b.x ? a.x != box.lower.x && a.x != box.upper.x
                               : a.y != b.y || (a.y != box.lower.y && a.y != box.upper.y)) {
                    return "an end inside";
                }
                continue;
            }
            const pawl_level_triangle other = pawl_level_get_triangle(level, triangle.neighbors[i]);
            int back = 0;
            for (unsigned j = 0; j < 3; j++)
                back += other.neighbors[j] == t &&
                        other.vertices[(j + 1) % 3] == triangle.vertices[(i + 2) % 3] &&
                        other.vertices[(j + 2) % 3] == triangle.vertices[(i + 1) % 3];
            if (back != 1) return "no way back";
        }
    }
    return NULL;
}

const char *level_find_defect(const pawl_level *level) {
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        const pawl_level_triangle triangle = pawl_level_get_triangle(level, t);
        uint16_t regions[PAWL_LEVEL_REGIONS_MAX];
        if (triangle.cell >= level->cell_count) return "an unknown cell";
        const uint32_t count =
            pawl_level_get_cell_regions(level, triangle.cell, regions, PAWL_LEVEL_REGIONS_MAX);
        for (uint32_t i = 0; i < count; i++)
            if (regions[i] >= level->region_count || (i > 0 && regions[i] <= regions[i - 1]))
                return "an unknown region";
        for (unsigned i = 0; i < 3; i++)
            if (triangle.vertices[i] >= level->vertex_count) return "an unknown vertex";
    }
    const char *const defect = find_loose_edge(level);
    return defect != NULL ? defect : find_gap(level);
}
