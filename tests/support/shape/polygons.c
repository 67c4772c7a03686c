/* polygons.c - what polygons.h declares. */
#include "support/shape/polygons.h"

pawl_rings polygon_rings(const polygon *p) {
    const pawl_rings rings = {p->points, p->ends, p->ring_count};
    return rings;
}

pawl_fx polygon_coordinate(uint64_t *seed, polygon_kind kind) {
    static const uint32_t half[] = {10, 6, 5000, PAWL_COORD_MAX - 1};
    const int64_t drawn = (int64_t)(seeded_next(seed) % (2 * (uint64_t)half[kind] + 1));
    return (pawl_fx)((drawn - half[kind]) * (kind == POLYGON_STEPS ? 2 : 1));
}

void polygon_add(polygon *p, pawl_fx x, pawl_fx y) {
    if (p->point_count == POLYGON_POINTS) abort();
    p->points[p->point_count++] = pawl_vec2_make(x, y);
}

void polygon_end_ring(polygon *p) {
    if (p->ring_count == POLYGON_RINGS) abort();
    p->ends[p->ring_count++] = p->point_count;
}

void polygon_random(uint64_t *seed, polygon_kind kind, uint32_t rings, uint32_t corners,
                    polygon *out) {
    out->point_count = out->ring_count = 0;
    const uint32_t count = (uint32_t)(seeded_next(seed) % rings) + 1;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t size = (uint32_t)(seeded_next(seed) % (corners + 1));
        const uint32_t begin = out->point_count;
        for (uint32_t k = 0; k < size; k++) {
            const pawl_fx x = polygon_coordinate(seed, kind), y = polygon_coordinate(seed, kind);
            if (kind == POLYGON_STEPS && k > 0) {
                polygon_add(out, x, out->points[out->point_count - 1].y);
            }
            polygon_add(out, x, y);
        }
        if (kind == POLYGON_STEPS && size > 0) {
            polygon_add(out, out->points[begin].x, out->points[out->point_count - 1].y);
        }
        polygon_end_ring(out);
    }
}

pawl_polygon_limits polygon_limits(uint32_t segments) {
    const uint32_t n = segments + 1;
    const pawl_polygon_limits limits = {n, n * (n + 1) / 2 + 1, 2 * n * n + 64};
    return limits;
}

/* The operation, with memory that is neither clean nor larger than asked for. */
static pawl_status polygon_boolean(pawl_boolean operation, pawl_fill fill, const polygon *subject,
                                   const polygon *clip, const pawl_polygon_limits *limits,
                                   polygon *out) {
    const pawl_rings first = polygon_rings(subject);
    const pawl_rings second = clip == NULL ? (pawl_rings){NULL, NULL, 0} : polygon_rings(clip);
    const size_t size = pawl_polygon_size(limits);
    void *const memory = malloc(size);
    if (size == 0 || memory == NULL) abort();
    memset(memory, 0xA5, size);
    pawl_ring_buffer buffer = {out->points, out->ends, POLYGON_POINTS, POLYGON_RINGS, 0, 0};
    const pawl_status status =
        pawl_polygon_boolean(operation, fill, &first, &second, limits, memory, size, &buffer);
    free(memory);
    out->point_count = buffer.point_count;
    out->ring_count = buffer.ring_count;
    return status;
}

void polygon_operate(pawl_boolean operation, pawl_fill fill, const polygon *subject,
                     const polygon *clip, polygon *out) {
    const pawl_polygon_limits limits =
        polygon_limits(subject->point_count + (clip == NULL ? 0 : clip->point_count));
    if (polygon_boolean(operation, fill, subject, clip, &limits, out) != PAWL_OK) abort();
}

int64_t polygon_area2(const polygon *p) {
    const pawl_rings rings = polygon_rings(p);
    return pawl_rings_area2(&rings);
}

bool polygon_equal(const polygon *a, const polygon *b) {
    return a->point_count == b->point_count && a->ring_count == b->ring_count &&
           memcmp(a->points, b->points, a->point_count * sizeof a->points[0]) == 0 &&
           memcmp(a->ends, b->ends, a->ring_count * sizeof a->ends[0]) == 0;
}

int polygon_orient(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    const int128 cross =
        ((int128)b.x - a.x) * ((int128)c.y - a.y) - ((int128)b.y - a.y) * ((int128)c.x - a.x);
    return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

/* Whether two segments have more than a point in common, or cross inside both. */
static bool polygon_edges_cross(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d) {
    const int c_side = polygon_orient(a, b, c), d_side = polygon_orient(a, b, d);
    if (c_side != 0 || d_side != 0) {
        return c_side * d_side < 0 && polygon_orient(c, d, a) * polygon_orient(c, d, b) < 0;
    }
    const pawl_vec2 low = polygon_is_below(a, b) ? a : b, high = polygon_is_below(a, b) ? b : a;
    const pawl_vec2 bottom = polygon_is_below(c, d) ? c : d;
    const pawl_vec2 top = polygon_is_below(c, d) ? d : c;
    return polygon_is_below(low, top) && polygon_is_below(bottom, high);
}

/* What is wrong with one ring of a result, or NULL. */
static const char *polygon_ring_fault(const polygon *p, uint32_t ring) {
    const uint32_t begin = polygon_begin(p, ring), end = p->ends[ring];
    if (end < begin + 3) return "fewer than three points";
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t k = polygon_next(p, ring, i), m = polygon_next(p, ring, k);
        if (polygon_is_below(p->points[i], p->points[begin])) return "not from its lowest point";
        if (polygon_orient(p->points[i], p->points[k], p->points[m]) == 0) return "in line";
        for (uint32_t other = i + 1; other < end; other++)
            if (polygon_same(p->points[i], p->points[other])) return "a point twice in a ring";
    }
    return NULL;
}

const char *polygon_fault(const polygon *p) {
    for (uint32_t r = 0; r < p->ring_count; r++) {
        const char *const fault = polygon_ring_fault(p, r);
        if (fault != NULL) return fault;
        if (r == 0) continue;
        const pawl_vec2 *const here = &p->points[polygon_begin(p, r)];
        const pawl_vec2 *const before = &p->points[polygon_begin(p, r - 1)];
        const unsigned level = polygon_same(here[0], before[0]) ? 1 : 0;
        if (!polygon_is_below(before[level], here[level])) return "rings out of order";
    }
    for (uint32_t r = 0; r < p->ring_count; r++) {
        for (uint32_t i = polygon_begin(p, r); i < p->ends[r]; i++) {
            const pawl_vec2 a = p->points[i], b = p->points[polygon_next(p, r, i)];
            for (uint32_t s = r; s < p->ring_count; s++) {
                for (uint32_t k = s == r ? i + 1 : polygon_begin(p, s); k < p->ends[s]; k++) {
                    const pawl_vec2 c = p->points[k], d = p->points[polygon_next(p, s, k)];
                    if (polygon_edges_cross(a, b, c, d)) return "edges cross";
                }
            }
        }
    }
    return NULL;
}

/* Whether a point is at least one unit away from an edge: drift is less. */
static bool polygon_is_away(pawl_vec2 a, pawl_vec2 b, pawl_vec2 p) {
    const int128 dx = (int128)b.x - a.x, dy = (int128)b.y - a.y, length2 = dx * dx + dy * dy;
    const int128 px = (int128)p.x - a.x, py = (int128)p.y - a.y, along = dx * px + dy * py;
    const int128 qx = (int128)p.x - b.x, qy = (int128)p.y - b.y;
    if (along <= 0) return px * px + py * py >= 1;
    if (along >= length2) return qx * qx + qy * qy >= 1;
    const int128 across = dx * py - dy * px;
    const uint128 distance = (uint128)(across < 0 ? -across : across); /* times the length */
    return distance * distance >= (uint128)length2;
}

bool polygon_is_clear(const pawl_rings *rings, pawl_vec2 point) {
    for (uint32_t r = 0, begin = 0; r < rings->count; begin = rings->ends[r++]) {
        for (uint32_t i = begin; i < rings->ends[r]; i++) {
            const pawl_vec2 next = rings->points[i + 1 < rings->ends[r] ? i + 1 : begin];
            if (!polygon_is_away(rings->points[i], next, point)) return false;
        }
    }
    return true;
}
