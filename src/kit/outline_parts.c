/* outline_parts.c - an outline in convex parts that shapes can be made of.
 *
 *   1. rings are looked at: their points, and whether two edges cross
 *   2. the inside in convex parts of any number of corners, without points in line (mesh)
 *   3. parts that are too thin are refused, those of too many corners cut along diagonals
 *
 * Nothing is rounded: where snap rounding would move an edge, a corner is within a raw unit of an
 * edge that it does not touch, and the outline is refused. So the areas of all parts add up to that
 * of the inside.
 *
 * Parts have any number of corners first because few of these are thin: of 300 smooth outlines of
 * 400 points some 0.8 units wide 8 are refused, and 298 where parts have at most 8 corners from the
 * beginning. Thin parts could be united with a neighbor and cut in another way; of outlines drawn
 * at random that are refused this saved three in a hundred, so it is not done.
 *
 * Overflow: points within PAWL_EXTENT_MAX have differences below 2^30, cross products below 2^61.
 *
 * Memory: points and ends of the parts, and behind them what the mesh needs, which before holds the
 * edges and afterwards the ring that is worked on. The angles of a convex part of k corners add up
 * to k - 2 half turns, and those of all parts at one of V points to no more than two. So k - 2 of
 * all parts adds up to at most 2 V: there are no more than 2 V parts, with 6 V corners, however
 * they are cut. */
#include "kit/outline_parts.h"

#include "base/align.h"
#include "base/assert.h"
#include "base/sort.h"
#include "geom/piece.h"
#include "geom/predicate.h"
#include "mesh/convex_parts.h"
#include "mesh/snap_search.h"

#include <string.h>

#define PARTS_PER_POINT 2u
#define POINTS_PER_POINT 6u

/* What is worked on. */
typedef struct outline_work {
    const pawl_rings *rings;
    uint32_t point_count;
    pawli_outline_parts *parts;
    pawl_outline_report *report;
    void *memory; /* of the edges, the mesh, or a ring */
    size_t size;
    bool is_bent;
} outline_work;

/* ---- memory -------------------------------------------------------------------------------- */

static pawl_polygon_limits outline_limits(uint32_t n) {
    const pawl_polygon_limits limits = {n, n + n / 8 + 16, 3 * n + 64};
    return limits;
}

static uint64_t front_of_parts(uint32_t n) {
    const uint64_t bytes =
        PARTS_PER_POINT * sizeof(uint32_t) + POINTS_PER_POINT * sizeof(pawl_vec2);
    return n * bytes;
}

uint64_t pawli_outline_parts_size(uint32_t point_count) {
    if (point_count == 0 || point_count > PAWL_OUTLINE_POINTS_MAX) return 0;
    const pawl_polygon_limits limits = outline_limits(point_count);
    const uint64_t mesh = pawl_polygon_size(&limits);
    return mesh == 0 ? 0 : front_of_parts(point_count) + (mesh + 7) / 8 * 8;
}

/* Both are aligned then: 56 bytes a point. */
static void lay_out_parts(outline_work *work, void *memory, size_t size) {
    const size_t front = (size_t)front_of_parts(work->point_count);
    work->parts->points = memory;
    work->parts->ends = (void *)(work->parts->points + POINTS_PER_POINT * work->point_count);
    work->parts->count = 0;
    work->memory = (uint8_t *)memory + front;
    work->size = size - front;
}

/* ---- the list of parts --------------------------------------------------------------------- */

static uint32_t part_begin(const pawli_outline_parts *parts, uint32_t part) {
    return part == 0 ? 0 : parts->ends[part - 1];
}

static uint32_t part_size(const pawli_outline_parts *parts, uint32_t part) {
    return parts->ends[part] - part_begin(parts, part);
}

static void append_part(outline_work *work, const pawl_vec2 *ring, uint32_t count) {
    pawli_outline_parts *const parts = work->parts;
    const uint32_t begin = part_begin(parts, parts->count);
    PAWL_ASSERT(parts->count < PARTS_PER_POINT * work->point_count);
    PAWL_ASSERT(begin + count <= POINTS_PER_POINT * work->point_count);
    memcpy(parts->points + begin, ring, (size_t)count * sizeof *ring);
    parts->ends[parts->count++] = begin + count;
}

static void remove_part(pawli_outline_parts *parts, uint32_t part) {
    const uint32_t begin = part_begin(parts, part), size = part_size(parts, part);
    const uint32_t end = parts->ends[parts->count - 1];
    memmove(parts->points + begin, parts->points + begin + size,
            (size_t)(end - begin - size) * sizeof *parts->points);
    for (uint32_t i = part; i + 1 < parts->count; i++)
        parts->ends[i] = parts->ends[i + 1] - size;
    parts->count--;
}

/* ---- what is wrong ------------------------------------------------------------------------- */

static pawl_status outline_failed(outline_work *work, pawl_outline_fault fault, uint32_t where,
                                  uint32_t other) {
    const pawl_outline_report report = {fault, where, other, 0};
    *work->report = report;
    return fault == PAWL_OUTLINE_RANGE ? PAWL_ERR_RANGE : PAWL_ERR_GEOMETRY;
}

/* The first point of the rings that is here: each corner of a part is one. */
static uint32_t index_of_point(const outline_work *work, pawl_vec2 point) {
    uint32_t at = 0;
    while (at + 1 < work->point_count && !pawli_is_same_point(work->rings->points[at], point))
        at++;
    return at;
}

static pawl_status thin_part(outline_work *work, const pawl_vec2 *ring) {
    const uint32_t one = index_of_point(work, ring[0]), two = index_of_point(work, ring[1]);
    return outline_failed(work, PAWL_OUTLINE_THIN, one < two ? one : two, one < two ? two : one);
}

/* ---- 1. rings ------------------------------------------------------------------------------ */

/* An edge by the indices of its ends. */
typedef struct outline_edge {
    uint32_t a, b;
} outline_edge;

static pawl_fx left_of_edge(const pawl_vec2 *points, outline_edge edge) {
    const pawl_fx a = points[edge.a].x, b = points[edge.b].x;
    return a < b ? a : b;
}

static pawl_fx right_of_edge(const pawl_vec2 *points, outline_edge edge) {
    const pawl_fx a = points[edge.a].x, b = points[edge.b].x;
    return a > b ? a : b;
}

static bool edge_is_before(const void *context, const void *first, const void *second) {
    const pawl_vec2 *const points = context;
    const outline_edge *const one = first, *const two = second;
    const pawl_fx left = left_of_edge(points, *one), other = left_of_edge(points, *two);
    return left != other ? left < other : one->a < two->a;
}

static bool are_apart(int64_t one, int64_t two) {
    return (one < 0 && two > 0) || (one > 0 && two < 0);
}

/* In one point, which is inside both. */
static bool edges_cross(const pawl_vec2 *points, outline_edge one, outline_edge two) {
    const pawl_vec2 a = points[one.a], b = points[one.b], c = points[two.a], d = points[two.b];
    return are_apart(pawli_orient(a, b, c), pawli_orient(a, b, d)) &&
           are_apart(pawli_orient(c, d, a), pawli_orient(c, d, b));
}

/* Edges of some length, from left to right; how many. */
static uint32_t sort_edges_of_outline(const outline_work *work, outline_edge *edges) {
    const pawl_vec2 *const points = work->rings->points;
    uint32_t count = 0, begin = 0;
    for (uint32_t ring = 0; ring < work->rings->count; ring++) {
        const uint32_t end = work->rings->ends[ring];
        for (uint32_t i = begin; i < end; i++) {
            const outline_edge edge = {i, i + 1 < end ? i + 1 : begin};
            if (!pawli_is_same_point(points[edge.a], points[edge.b])) edges[count++] = edge;
        }
        begin = end;
    }
    pawli_sort(edges, count, sizeof *edges, edge_is_before, points);
    return count;
}

/* The first pair by its places, whichever comes first from left to right. */
static pawl_status check_crossings(outline_work *work) {
    const pawl_vec2 *const points = work->rings->points;
    outline_edge *const edges = work->memory;
    const uint32_t count = sort_edges_of_outline(work, edges);
    uint32_t where = UINT32_MAX, other = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_fx right = right_of_edge(points, edges[i]);
        for (uint32_t k = i + 1; k < count && left_of_edge(points, edges[k]) < right; k++) {
            if (!edges_cross(points, edges[i], edges[k])) continue;
            const uint32_t a = edges[i].a, b = edges[k].a;
            const uint32_t low = a < b ? a : b, high = a < b ? b : a;
            if (low > where || (low == where && high > other)) continue;
            where = low;
            other = high;
        }
    }
    if (where == UINT32_MAX) return PAWL_OK;
    return outline_failed(work, PAWL_OUTLINE_CROSSING, where, other);
}

static pawl_status check_points_of_outline(outline_work *work) {
    for (uint32_t ring = 0, begin = 0; ring < work->rings->count; ring++) {
        const uint32_t end = work->rings->ends[ring];
        if (end - begin < 3) return outline_failed(work, PAWL_OUTLINE_COUNT, ring, 0);
        begin = end;
    }
    for (uint32_t i = 0; i < work->point_count; i++) {
        if (!pawli_is_disc_in_range(work->rings->points[i], 0))
            return outline_failed(work, PAWL_OUTLINE_RANGE, i, 0);
    }
    return PAWL_OK;
}

static pawl_status count_points_of_rings(const pawl_rings *rings, uint32_t *count) {
    if (rings->points == NULL || rings->ends == NULL) return PAWL_ERR_NULL;
    if (rings->count == 0) return PAWL_ERR_ARGUMENT;
    for (uint32_t ring = 1; ring < rings->count; ring++)
        if (rings->ends[ring] < rings->ends[ring - 1]) return PAWL_ERR_ARGUMENT;
    *count = rings->ends[rings->count - 1];
    return *count <= PAWL_OUTLINE_POINTS_MAX ? PAWL_OK : PAWL_ERR_ARGUMENT;
}

/* ---- 2. parts of any number of corners ----------------------------------------------------- */

/* The `take` of pawli_part_taker; a fold is what runs there and back, and encloses nothing. */
static pawl_status take_part_of_outline(void *context, const pawl_vec2 *points, uint32_t count) {
    outline_work *const work = context;
    if (work->is_bent) return PAWL_ERR_GEOMETRY;
    if (count < 3) return PAWL_OK;
    append_part(work, points, count);
    pawli_outline_parts *const parts = work->parts;
    const uint32_t part = parts->count - 1, begin = part_begin(parts, part);
    parts->ends[part] = begin + pawli_piece_tidy(parts->points + begin, count);
    return PAWL_OK;
}

/* A corner within a raw unit of an edge that it is not on: its first one. */
static pawl_status find_bend(outline_work *work) {
    const pawl_vec2 *const points = work->rings->points;
    for (uint32_t corner = 0; corner < work->point_count; corner++) {
        for (uint32_t ring = 0, begin = 0; ring < work->rings->count; ring++) {
            const uint32_t end = work->rings->ends[ring];
            for (uint32_t i = begin; i < end; i++) {
                const pawl_vec2 a = points[i], b = points[i + 1 < end ? i + 1 : begin];
                const pawli_segment segment = {a, b, 0, 0};
                if (pawli_is_same_point(a, b) || pawli_orient(a, b, points[corner]) == 0) continue;
                const pawli_strip strip = pawli_strip_make(&segment);
                if (pawli_strip_is_hot(&strip, points[corner]))
                    return outline_failed(work, PAWL_OUTLINE_THIN, corner, i);
            }
            begin = end;
        }
    }
    return outline_failed(work, PAWL_OUTLINE_THIN, 0, 0);
}

/* No edges cross, so that there are no more points than those of the rings. What has no room all
 * the same lies on itself again and again. */
static pawl_status find_parts_of_outline(outline_work *work) {
    const pawl_polygon_limits limits = outline_limits(work->point_count);
    const pawli_part_taker taker = {take_part_of_outline, work, &work->is_bent};
    const pawl_status status = pawli_convex_parts(PAWL_FILL_EVEN_ODD, work->rings, UINT16_MAX,
                                                  &limits, work->memory, work->size, taker);
    if (work->is_bent) return find_bend(work);
    if (status != PAWL_OK) return outline_failed(work, PAWL_OUTLINE_CROSSING, 0, 0);
    return work->parts->count > 0 ? PAWL_OK : outline_failed(work, PAWL_OUTLINE_EMPTY, 0, 0);
}

/* ---- 3. thin parts, and those of many corners ---------------------------------------------- */

static bool part_is_thick(const pawli_outline_parts *parts, uint32_t part) {
    return pawli_piece_is_thick(parts->points + part_begin(parts, part), part_size(parts, part));
}

static pawl_status check_thin_parts(outline_work *work) {
    const pawli_outline_parts *const parts = work->parts;
    for (uint32_t part = 0; part < parts->count; part++)
        if (!part_is_thick(parts, part))
            return thin_part(work, parts->points + part_begin(parts, part));
    return PAWL_OK;
}

/* Pieces come in the place of the part: at the end of the list, which is where it goes. */
static pawl_status split_part(outline_work *work, uint32_t part) {
    pawl_vec2 *ring = work->memory;
    uint32_t count = part_size(work->parts, part);
    memcpy(ring, work->parts->points + part_begin(work->parts, part), (size_t)count * sizeof *ring);
    remove_part(work->parts, part);
    while (count > PAWL_POLYGON_MAX) {
        const uint32_t cut = pawli_piece_split(ring, count, false);
        if (cut == 0) return thin_part(work, ring);
        append_part(work, ring, cut);
        ring += cut - 1;
        count = count - cut + 2;
    }
    append_part(work, ring, count);
    return PAWL_OK;
}

static pawl_status split_large_parts(outline_work *work) {
    for (uint32_t part = 0; part < work->parts->count;) {
        if (part_size(work->parts, part) <= PAWL_POLYGON_MAX) {
            part++;
            continue;
        }
        const pawl_status status = split_part(work, part);
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

pawl_status pawli_outline_parts_find(const pawl_rings *rings, void *memory, size_t size,
                                     pawli_outline_parts *out, pawl_outline_report *report) {
    outline_work work = {rings, 0, out, report, NULL, 0, false};
    pawl_status status = count_points_of_rings(rings, &work.point_count);
    if (status != PAWL_OK) return status;
    const uint64_t needed = pawli_outline_parts_size(work.point_count);
    if (!pawli_is_aligned(memory) || (work.point_count > 0 && needed == 0) || size < needed)
        return PAWL_ERR_MEMORY;
    status = check_points_of_outline(&work);
    if (status != PAWL_OK) return status;
    lay_out_parts(&work, memory, size);
    status = check_crossings(&work);
    if (status == PAWL_OK) status = find_parts_of_outline(&work);
    if (status == PAWL_OK) status = check_thin_parts(&work);
    if (status == PAWL_OK) status = split_large_parts(&work);
    if (status != PAWL_OK) return status;
    const pawl_outline_report found = {PAWL_OUTLINE_OK, 0, 0, out->count};
    *report = found;
    return PAWL_OK;
}
