/* level_open.c - levels from bytes that may be anything.
 *
 * What is proved here: the triangles tile the box of the bounds, edge to edge, so that a
 * walk from triangle to triangle is always in the one that holds the point.
 *
 * Every triangle runs counter-clockwise and has an area. Every edge either belongs to exactly one
 * other triangle, which has it the other way round and between the same two vertices, or lies on
 * a side of the box. Let n be the number of triangles that hold a point which is on no edge. At an
 * edge inside the box one triangle ends where its neighbor begins, on the other side of the same
 * line, so n does not change there; and the inside of the box without the vertices is connected. So
 * n is the same everywhere, and the areas add up to n times that of the box. They add up to once:
 * n is 1, and no two triangles overlap, fold or lie in sheets.
 *
 * Around a vertex inside the box the triangles that share it form closed fans, each at least one
 * full turn; there is room for one turn. So no two vertices that are used share a point. At the
 * sides likewise, with a half or a quarter turn between two sides. By Euler's formula the tiling
 * has (triangles + outer edges) / 2 + 1 vertices: if the level has as many, all of them are
 * used. */
#include "base/compiler.h"
#include "base/crc.h"
#include "level/level_format.h"
#include "fx/range.h"

/* ---- numbers --------------------------------------------------------------------------------- */

static bool box_is_sound(pawl_box box) {
    return pawli_is_position(box.lower) && pawli_is_position(box.upper) &&
           box.lower.x < box.upper.x && box.lower.y < box.upper.y;
}

static bool box_holds(pawl_box box, pawl_vec2 point) {
    return point.x >= box.lower.x && point.x <= box.upper.x && point.y >= box.lower.y &&
           point.y <= box.upper.y;
}

static bool vertices_are_sound(const pawl_level *level) {
    if (!box_is_sound(level->bounds)) return false;
    for (uint32_t i = 0; i < level->vertex_count; i++)
        if (!box_holds(level->bounds, pawli_level_point(level, i))) return false;
    return true;
}

/* ---- triangles ------------------------------------------------------------------------------- */

static unsigned next_corner_index(unsigned corner) {
    return corner == 2 ? 0 : corner + 1;
}

/* Whether both ends are on the same side of the box. */
static bool lies_outermost(pawl_box box, pawl_vec2 a, pawl_vec2 b) {
    return (a.x == b.x && (a.x == box.lower.x || a.x == box.upper.x)) ||
           (a.y == b.y && (a.y == box.lower.y || a.y == box.upper.y));
}

/* Whether a triangle has the edge b -> a, and `neighbor` across it. */
static bool has_edge(const pawl_level_triangle *triangle, uint32_t b, uint32_t a,
                     uint32_t neighbor) {
    for (unsigned i = 0; i < 3; i++) {
        const unsigned next = next_corner_index(i);
        if (triangle->vertices[next] == b && triangle->vertices[next_corner_index(next)] == a) {
            return triangle->neighbors[i] == neighbor;
        }
    }
    return false;
}

/* `outer` counts edges at the bounds. */
static bool edges_are_sound(const pawl_level *level, uint32_t index, uint32_t *outer) {
    const pawl_level_triangle triangle = pawli_level_triangle(level, index);
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t a = triangle.vertices[next_corner_index(i)];
        const uint32_t b = triangle.vertices[next_corner_index(next_corner_index(i))];
        const uint32_t neighbor = triangle.neighbors[i];
        if (neighbor == PAWL_TRIANGLE_NONE) {
            if (!lies_outermost(level->bounds, pawli_level_point(level, a),
                                pawli_level_point(level, b))) {
                return false;
            }
            ++*outer;
            continue;
        }
        if (neighbor >= level->triangle_count) return false;
        const pawl_level_triangle other = pawli_level_triangle(level, neighbor);
        if (!has_edge(&other, b, a, index)) return false;
    }
    return true;
}

/* Twice its area, or 0 when a triangle is not sound by itself. */
static uint64_t measure_area(const pawl_level *level, uint32_t index) {
    const pawl_level_triangle triangle = pawli_level_triangle(level, index);
    for (unsigned i = 0; i < 3; i++)
        if (triangle.vertices[i] >= level->vertex_count) return 0;
    if (triangle.cell >= level->cell_count) return 0;
    if (level->is_wide &&
        pawli_level_u16(level->triangles + (size_t)index * PAWLI_TRIANGLE_WIDE + 26) != 0) {
        return 0;
    }
    const int64_t area2 = pawli_orient(pawli_level_point(level, triangle.vertices[0]),
                                       pawli_level_point(level, triangle.vertices[1]),
                                       pawli_level_point(level, triangle.vertices[2]));
    return area2 <= 0 ? 0 : (uint64_t)area2;
}

/* Twice the area of the bounds: below 2^63. What is left of it never goes below 0. */
static bool areas_are_sound(const pawl_level *level) {
    const pawl_box box = level->bounds;
    uint64_t left = 2 * ((uint64_t)((int64_t)box.upper.x - box.lower.x) *
                         (uint64_t)((int64_t)box.upper.y - box.lower.y));
    for (uint32_t i = 0; i < level->triangle_count; i++) {
        const uint64_t area2 = measure_area(level, i);
        if (area2 == 0 || area2 > left) return false;
        left -= area2;
    }
    return left == 0;
}

static bool triangles_are_sound(const pawl_level *level) {
    uint32_t outer = 0;
    if (!level->is_wide &&
        pawli_level_layout_needs_wide(level->vertex_count, level->triangle_count)) {
        return false;
    }
    if (!areas_are_sound(level)) return false;
    for (uint32_t i = 0; i < level->triangle_count; i++)
        if (!edges_are_sound(level, i, &outer)) return false;
    /* Neither sum exceeds 2^32: a wide triangle has 28 bytes, and three edges at most. */
    return (uint64_t)level->triangle_count + outer + 2 == 2 * (uint64_t)level->vertex_count;
}

/* ---- cells and regions ----------------------------------------------------------------------- */

/* Whether the members ascend and are regions. */
static bool members_are_sound(const pawl_level *level, pawli_members members) {
    uint32_t least = 0;
    for (uint32_t i = 0; i < members.count; i++) {
        const uint16_t region = pawli_level_u16(members.first + (size_t)i * 2);
        if (region < least || region >= level->region_count) return false;
        least = (uint32_t)region + 1;
    }
    return true;
}

/* Whether b comes after a in the order of words: so no two cells are the same. */
static bool ascend(pawli_members a, pawli_members b) {
    for (uint32_t i = 0; i < a.count && i < b.count; i++) {
        const uint16_t left = pawli_level_u16(a.first + (size_t)i * 2);
        const uint16_t right = pawli_level_u16(b.first + (size_t)i * 2);
        if (left != right) return left < right;
    }
    return a.count < b.count;
}

/* The ends come first: they say where members may be read. */
static bool ends_are_sound(const pawl_level *level, uint16_t member_count) {
    uint16_t before = 0;
    if (level->cell_count == 0 || pawli_level_u16(level->cells) != 0) return false;
    for (uint32_t i = 0; i < level->cell_count; i++) {
        const uint16_t end = pawli_level_u16(level->cells + (size_t)i * 2);
        if (end < before) return false;
        before = end;
    }
    return before == member_count;
}

static bool cells_are_sound(const pawl_level *level, uint16_t member_count) {
    if (!ends_are_sound(level, member_count)) return false;
    pawli_members before = pawli_level_members(level, 0);
    for (uint32_t i = 1; i < level->cell_count; i++) {
        const pawli_members members = pawli_level_members(level, (uint16_t)i);
        if (!members_are_sound(level, members) || !ascend(before, members)) return false;
        before = members;
    }
    return true;
}

bool pawli_level_open_region_is_sound(const pawl_region *region) {
    /* Parts of a unit vector may be two raw units off, so its square by less than 2^33. */
    const int64_t c = region->direction.c, s = region->direction.s;
    const pawl_vec2 direction = {region->direction.c, region->direction.s};
    if (!pawli_vec_in_range(direction, PAWL_UNIT + 2)) return false;
    const int64_t error = c * c + s * s - (INT64_C(1) << 60);
    return region->type <= PAWL_REGION_AREA && region->pad[0] == 0 && region->pad[1] == 0 &&
           region->pad[2] == 0 && region->friction >= 0 && error < INT64_C(1) << 33 &&
           error > -(INT64_C(1) << 33);
}

static bool regions_are_sound(const pawl_level *level) {
    if (level->region_count == 0 || level->region_count > PAWL_LEVEL_REGIONS_MAX) return false;
    for (uint32_t i = 0; i < level->region_count; i++) {
        const uint8_t *const at = level->regions + (size_t)i * PAWLI_REGION_BYTES;
        pawl_region region = pawl_level_get_region(level, i);
        memcpy(region.pad, at + 5, sizeof region.pad);
        if (!pawli_level_open_region_is_sound(&region)) return false;
    }
    return true;
}

/* ---- walker ---------------------------------------------------------------------------------- */

static pawl_vec2 walker_point(const pawl_level *level, uint32_t index) {
    const uint8_t *const at = level->walker_points + (size_t)index * PAWLI_POINT_BYTES;
    return pawl_vec2_make((int32_t)pawli_level_u32(at), (int32_t)pawli_level_u32(at + 4));
}

/* From point `index` to the next one. */
static pawl_vec2 walker_edge(const pawl_level *level, uint32_t index) {
    const uint32_t next = index + 1 < level->walker_point_count ? index + 1 : 0;
    return pawl_vec2_sub(walker_point(level, next), walker_point(level, index));
}

static bool goes_up(pawl_vec2 edge) {
    return edge.y > 0 || (edge.y == 0 && edge.x > 0);
}

/* Whether edge b points farther counter-clockwise than a, from the direction of the x axis. */
static bool corner_turns_left(pawl_vec2 a, pawl_vec2 b) {
    if (goes_up(a) != goes_up(b)) return goes_up(a);
    return pawl_vec2_cross(a, b) > 0;
}

/* Convex, counter-clockwise, from the lowest, then leftmost point: the directions of the edges
 * ascend, from that of the x axis once around. */
static bool walker_is_sound(const pawl_level *level) {
    const uint32_t count = level->walker_point_count;
    for (uint32_t i = 0; i < count; i++) {
        if (!pawli_is_position(walker_point(level, i))) return false;
    }
    if (count < 2) return count == 1;
    pawl_vec2 before = walker_edge(level, 0);
    if (!goes_up(before)) return false;
    for (uint32_t i = 1; i < count; i++) {
        const pawl_vec2 edge = walker_edge(level, i);
        if ((edge.x == 0 && edge.y == 0) || !corner_turns_left(before, edge)) return false;
        before = edge;
    }
    return true;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Whether the bytes between sections, at most three of each, are zero. */
static bool bytes_are_zero(const uint8_t *from, const uint8_t *to) {
    for (; from < to; from++)
        if (*from != 0) return false;
    return true;
}

static bool gaps_are_sound(const pawl_level *level, uint16_t member_count) {
    const size_t triangle = level->is_wide ? PAWLI_TRIANGLE_WIDE : PAWLI_TRIANGLE_NARROW;
    return bytes_are_zero(level->triangles + level->triangle_count * triangle, level->cells) &&
           bytes_are_zero(level->cells + (size_t)level->cell_count * 2, level->members) &&
           bytes_are_zero(level->members + (size_t)member_count * 2, level->regions);
}

static bool is_sound_block(const uint8_t *header, const pawl_level *level) {
    const uint16_t member_count = pawli_level_u16(header + 34);
    return pawli_level_u32(header + 20) <= PAWLI_LEVEL_WIDE &&
           bytes_are_zero(header + 56, header + PAWLI_LEVEL_HEADER) &&
           gaps_are_sound(level, member_count) && vertices_are_sound(level) &&
           triangles_are_sound(level) && cells_are_sound(level, member_count) &&
           regions_are_sound(level) && walker_is_sound(level);
}

PAWLI_RARE pawl_status pawl_level_open(const void *bytes, size_t size, pawl_level *out) {
    if (out == NULL) return PAWL_ERR_NULL;
    pawl_status status = pawli_trust_check_magic(bytes, size);
    if (status != PAWL_OK) return status;
    const uint8_t *const header = (const uint8_t *)bytes;
    const uint32_t covered = PAWLI_LEVEL_CRC_AT + 4;
    if (pawli_crc_32(0, header + covered, (size_t)(size - covered)) !=
        pawli_level_u32(header + PAWLI_LEVEL_CRC_AT)) {
        return PAWL_ERR_CORRUPT;
    }
    pawl_level level;
    status = pawl_level_trust(bytes, size, &level);
    if (status != PAWL_OK) return status;
    if (!is_sound_block(header, &level)) return PAWL_ERR_FORMAT;
    *out = level;
    return PAWL_OK;
}
