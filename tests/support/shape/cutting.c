/* cutting.c - what cutting.h declares. */
#include "support/shape/cutting.h"

static void cutting_clear(cutting *c) {
    c->pieces =
        (pawl_pieces){c->points, c->ends, c->groups, CUTTING_POINTS, CUTTING_PIECES, 0, 0, 0, 0};
}

pawl_status cutting_line(const polygon *parts, pawl_vec2 a, pawl_vec2 b, cutting *out) {
    const pawl_rings rings = polygon_rings(parts);
    const size_t size = pawl_cut_size(parts->point_count, 2);
    void *const memory = malloc(size);
    if (size == 0 || memory == NULL) abort();
    memset(memory, 0xA5, size);
    cutting_clear(out);
    const pawl_status status = pawl_cut(&rings, a, b, memory, size, &out->pieces);
    free(memory);
    return status;
}

pawl_status cutting_shatter(const polygon *parts, const pawl_vec2 *sites, uint32_t count,
                            int64_t area2_min, cutting *out) {
    const pawl_rings rings = polygon_rings(parts);
    const size_t size = pawl_cut_size(parts->point_count, count);
    void *const memory = malloc(size);
    if (size == 0 || memory == NULL) abort();
    memset(memory, 0xA5, size);
    cutting_clear(out);
    const pawl_status status =
        pawl_shatter(&rings, sites, count, area2_min, memory, size, &out->pieces);
    free(memory);
    return status;
}

static pawl_fx cutting_between(uint64_t *seed, pawl_fx low, pawl_fx high) {
    return (pawl_fx)(low + (int64_t)(seeded_next(seed) % ((uint64_t)((int64_t)high - low) + 1)));
}

pawl_vec2 cutting_point(uint64_t *seed, pawl_fx reach) {
    const pawl_fx x = cutting_between(seed, -reach, reach);
    return pawl_vec2_make(x, cutting_between(seed, -reach, reach));
}

bool cutting_add_hull(uint64_t *seed, pawl_fx reach, uint32_t corners, polygon *out) {
    pawl_vec2 *const points = out->points + out->point_count;
    for (uint32_t i = 0; i < corners; i++)
        points[i] = cutting_point(seed, reach);
    const int32_t count = pawl_hull(points, (int32_t)corners, points);
    if (count < 3) return false;
    out->point_count += (uint32_t)count;
    polygon_end_ring(out);
    return true;
}

/* Courses of bricks, each divided otherwise: corners in the middle of the edges of others. Sheared,
 * so that cuts on them are rounded; |coordinate| <= 9 * reach. */
static void cutting_add_bricks(uint64_t *seed, pawl_fx reach, polygon *out) {
    const pawl_fx xx = cutting_between(seed, 3, 7), xy = cutting_between(seed, -2, 2);
    const pawl_fx yx = cutting_between(seed, -2, 2), yy = cutting_between(seed, 3, 7);
    const uint32_t courses = (uint32_t)(seeded_next(seed) % 3) + 1;
    const pawl_fx height = reach / (pawl_fx)courses;
    for (uint32_t row = 0; row < courses; row++) {
        const uint32_t bricks = (uint32_t)(seeded_next(seed) % 3) + 1;
        const pawl_fx width = reach / (pawl_fx)bricks, y = (pawl_fx)row * height;
        for (uint32_t i = 0; i < bricks; i++) {
            const pawl_fx left = (pawl_fx)i * width;
            const pawl_fx right = i + 1 < bricks ? left + width : reach;
            const pawl_fx x[4] = {left, right, right, left}, h[4] = {y, y, y + height, y + height};
            for (uint32_t k = 0; k < 4; k++)
                polygon_add(out, xx * x[k] + xy * h[k], yx * x[k] + yy * h[k]);
            polygon_end_ring(out);
        }
    }
}

/* The convex parts of random rings that cross: any concave form. */
static void cutting_add_concave(uint64_t *seed, pawl_fx scale, polygon *out) {
    static polygon drawn;
    polygon_random(seed, POLYGON_FINE, 2, 8, &drawn);
    for (uint32_t i = 0; i < drawn.point_count; i++) {
        drawn.points[i].x *= scale;
        drawn.points[i].y *= scale;
    }
    const pawl_rings rings = polygon_rings(&drawn);
    const pawl_polygon_limits limits = polygon_limits(drawn.point_count);
    const size_t size = pawl_polygon_size(&limits);
    void *const memory = malloc(size);
    if (size == 0 || memory == NULL) abort();
    pawl_ring_buffer buffer = {out->points, out->ends, POLYGON_POINTS, POLYGON_RINGS, 0, 0};
    if (pawl_polygon_convex_parts(PAWL_FILL_NONZERO, &rings, PAWL_POLYGON_MAX, &limits, memory,
                                  size, &buffer) != PAWL_OK)
        abort();
    free(memory);
    out->point_count = buffer.point_count;
    out->ring_count = buffer.ring_count;
}

pawl_fx cutting_reach(uint64_t *seed) {
    static const pawl_fx reaches[] = {60, 400, 3000, 65536, 20 * 65536, PAWL_COORD_MAX / 2};
    return reaches[seeded_next(seed) % 6];
}

bool cutting_draw(uint64_t *seed, int kind, pawl_fx *reach, polygon *out) {
    out->point_count = out->ring_count = 0;
    *reach = cutting_reach(seed);
    if (kind < 2) {
        const uint32_t corners = kind == 1 ? 60 : 3 + (uint32_t)(seeded_next(seed) % 9);
        return cutting_add_hull(seed, *reach, corners, out);
    }
    if (kind == 2) {
        if (*reach > PAWL_COORD_MAX / 20) *reach = PAWL_COORD_MAX / 20;
        cutting_add_bricks(seed, *reach, out);
        *reach *= 9;
        return true;
    }
    const pawl_fx scale = (pawl_fx)(1 + seeded_next(seed) % 20000);
    cutting_add_concave(seed, scale, out);
    *reach = 5000 * scale;
    return out->ring_count > 0;
}

/* Whether a convex ring is as wide across each edge as a shape must be: two raw units less than
 * PAWL_SIZE_MIN to either side. */
static bool cutting_is_wide(const pawl_vec2 *points, uint32_t count) {
    const int128 least = 2 * (int128)PAWL_SIZE_MIN - 2;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 a = points[i], b = points[i + 1 < count ? i + 1 : 0];
        const int128 x = (int128)b.x - a.x, y = (int128)b.y - a.y;
        int128 across = 0;
        for (uint32_t k = 0; k < count; k++) {
            const int128 cross = x * ((int128)points[k].y - a.y) - y * ((int128)points[k].x - a.x);
            if (cross > across) across = cross;
        }
        if (across * across < least * least * (x * x + y * y)) return false;
    }
    return true;
}

/* The ring from one corner to another, and from there on. */
static bool cutting_is_wide_from(const pawl_vec2 *ring, uint32_t count, uint32_t from,
                                 uint32_t size) {
    pawl_vec2 side[PAWL_POLYGON_MAX + 1];
    for (uint32_t i = 0; i < size; i++)
        side[i] = ring[(from + i) % count];
    return cutting_is_wide(side, size);
}

bool cutting_may_be_refused(const polygon *parts) {
    pawl_vec2 ring[PAWL_POLYGON_MAX + 1];
    uint32_t count = 0;
    if (parts->ring_count != 1) return false;
    for (uint32_t i = 0; i < parts->point_count; i++) {
        const pawl_vec2 before = parts->points[i > 0 ? i - 1 : parts->point_count - 1];
        const pawl_vec2 after = parts->points[polygon_next(parts, 0, i)];
        if (polygon_orient(before, parts->points[i], after) == 0) continue;
        if (count == PAWL_POLYGON_MAX + 1) return true;
        ring[count++] = parts->points[i];
    }
    if (count <= PAWL_POLYGON_MAX) return false;
    for (uint32_t from = 0; from < count; from++) {
        for (uint32_t size = 3; size < count; size++) {
            if (cutting_is_wide_from(ring, count, from, size) &&
                cutting_is_wide_from(ring, count, from + size - 1, count - size + 2))
                return false;
        }
    }
    return true;
}

static bool cutting_is_between(pawl_vec2 a, pawl_vec2 b, pawl_vec2 p) {
    if (p.x < (a.x < b.x ? a.x : b.x) || p.x > (a.x < b.x ? b.x : a.x)) return false;
    if (p.y < (a.y < b.y ? a.y : b.y) || p.y > (a.y < b.y ? b.y : a.y)) return false;
    return !polygon_same(a, p) && !polygon_same(b, p) && polygon_orient(a, b, p) == 0;
}

static void cutting_find_edges(const pawl_vec2 *points, const uint32_t *ends, uint32_t ring_count,
                               edges *out) {
    out->count = 0;
    const uint32_t total = ring_count == 0 ? 0 : ends[ring_count - 1];
    for (uint32_t r = 0, begin = 0; r < ring_count; begin = ends[r++]) {
        for (uint32_t i = begin; i < ends[r]; i++) {
            pawl_vec2 from = points[i];
            const pawl_vec2 to = points[i + 1 < ends[r] ? i + 1 : begin];
            while (!polygon_same(from, to)) {
                pawl_vec2 next = to;
                for (uint32_t k = 0; k < total; k++) {
                    if (cutting_is_between(from, next, points[k])) next = points[k];
                }
                if (out->count == 8 * CUTTING_POINTS) abort();
                out->rings[out->count] = r;
                out->items[out->count++] = (edge){from, next};
                from = next;
            }
        }
    }
}

static bool cutting_is_back(edge a, edge b) {
    return polygon_same(a.a, b.b) && polygon_same(a.b, b.a);
}

/* Keeps the edges without one that runs back: the outline. NULL, or what is wrong. */
static const char *cutting_find_outline(const edges *all, edges *out) {
    out->count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t back = 0;
        for (uint32_t k = 0; k < all->count; k++) {
            const edge e = all->items[k];
            back += cutting_is_back(all->items[i], e);
            if (i != k && polygon_same(e.a, all->items[i].a) && polygon_same(e.b, all->items[i].b))
                return "an edge twice";
        }
        if (back > 1) return "two edges run back";
        if (back == 0) out->items[out->count++] = all->items[i];
    }
    return NULL;
}

uint128 cutting_l1(edge e) {
    const int64_t x = (int64_t)e.b.x - e.a.x, y = (int64_t)e.b.y - e.a.y;
    return (uint128)(x < 0 ? -x : x) + (uint128)(y < 0 ? -y : y);
}

/* Whether a point is on an edge, or off by less than one raw unit on each axis, to its left. */
static bool cutting_is_near(edge e, pawl_vec2 p) {
    const int64_t low_x = (e.a.x < e.b.x ? e.a.x : e.b.x) - INT64_C(1);
    const int64_t high_x = (e.a.x < e.b.x ? e.b.x : e.a.x) + INT64_C(1);
    const int64_t low_y = (e.a.y < e.b.y ? e.a.y : e.b.y) - INT64_C(1);
    const int64_t high_y = (e.a.y < e.b.y ? e.b.y : e.a.y) + INT64_C(1);
    if (p.x < low_x || p.x > high_x || p.y < low_y || p.y > high_y) return false;
    const int128 side = ((int128)e.b.x - e.a.x) * ((int128)p.y - e.a.y) -
                        ((int128)e.b.y - e.a.y) * ((int128)p.x - e.a.x);
    return side >= 0 && (uint128)side <= cutting_l1(e);
}

/* A piece by itself. */
static const char *cutting_piece_fault(const pawl_vec2 *points, uint32_t count) {
    static pawl_vec2 hull[PAWL_POLYGON_MAX];
    if (count < 3 || count > PAWL_POLYGON_MAX) return "number of corners";
    for (uint32_t i = 0; i < count; i++) {
        if (polygon_orient(points[i], points[(i + 1) % count], points[(i + 2) % count]) <= 0)
            return "a corner that is reflex or straight";
        if (polygon_is_below(points[i], points[0])) return "not from the lowest corner";
    }
    const int32_t size = pawl_hull(points, (int32_t)count, hull);
    if (size != (int32_t)count || pawl_ring_area2(hull, count) != pawl_ring_area2(points, count))
        return "goes around twice";
    return NULL;
}

/* Also in the eyes of the engine, which wants it near the origin. */
static bool cutting_is_usable(const pawl_vec2 *points, uint32_t count) {
    pawl_vec2 moved[PAWL_POLYGON_MAX];
    pawl_box box = {points[0], points[0]};
    for (uint32_t i = 0; i < count; i++) {
        if (points[i].x < box.lower.x) box.lower.x = points[i].x;
        if (points[i].y < box.lower.y) box.lower.y = points[i].y;
        if (points[i].x > box.upper.x) box.upper.x = points[i].x;
        if (points[i].y > box.upper.y) box.upper.y = points[i].y;
    }
    const pawl_fx x = (pawl_fx)(((int64_t)box.lower.x + box.upper.x) / 2);
    const pawl_fx y = (pawl_fx)(((int64_t)box.lower.y + box.upper.y) / 2);
    for (uint32_t i = 0; i < count; i++)
        moved[i] = pawl_vec2_make(points[i].x - x, points[i].y - y);
    const pawl_polygon_fault fault = pawl_polygon_check(moved, (int32_t)count, 0, NULL);
    /* The diagonal of the largest pieces is longer than a shape may be. */
    return fault == PAWL_POLYGON_OK || fault == PAWL_POLYGON_RANGE;
}

bool cutting_has_point(const polygon *parts, pawl_vec2 p) {
    for (uint32_t i = 0; i < parts->point_count; i++) {
        if (polygon_same(parts->points[i], p)) return true;
    }
    return false;
}

/* Outline against outline: new corners lie near old edges, which they move inwards; and by how much
 * the area may have shrunk. */
static const char *cutting_outline_fault(const polygon *parts, const edges *before,
                                         const edges *after, uint128 *bound) {
    *bound = 0;
    for (uint32_t i = 0; i < after->count; i++) {
        bool is_near = false;
        for (uint32_t k = 0; k < before->count && !is_near; k++)
            is_near = cutting_is_near(before->items[k], after->items[i].a) &&
                      cutting_is_near(before->items[k], after->items[i].b);
        if (!is_near) return "an edge of the outline lies elsewhere";
    }
    for (uint32_t k = 0; k < before->count; k++) {
        bool is_met = false;
        for (uint32_t i = 0; i < after->count && !is_met; i++)
            is_met = cutting_is_near(before->items[k], after->items[i].a) &&
                     !cutting_has_point(parts, after->items[i].a);
        if (is_met) *bound += cutting_l1(before->items[k]);
    }
    return NULL;
}

static uint32_t cutting_first(const uint32_t *linked, uint32_t i) {
    while (linked[i] != i)
        i = linked[i];
    return i;
}

/* Groups, by who shares an edge with whom in the same cell. */
static const char *cutting_group_fault(const cutting *c, const edges *all, const uint32_t *cells) {
    static uint32_t linked[CUTTING_PIECES];
    const uint32_t count = c->pieces.piece_count;
    for (uint32_t i = 0; i < count; i++)
        linked[i] = i;
    for (uint32_t i = 0; i < all->count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const uint32_t one = all->rings[i], two = all->rings[k];
            if (cells[one] != cells[two] || !cutting_is_back(all->items[i], all->items[k]))
                continue;
            linked[cutting_first(linked, one)] = cutting_first(linked, two);
        }
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (c->groups[i] > next) return "a group number left out";
        next += c->groups[i] == next;
        for (uint32_t k = 0; k < i; k++) {
            const bool is_one = cutting_first(linked, i) == cutting_first(linked, k);
            if (is_one != (c->groups[i] == c->groups[k])) return "groups";
        }
    }
    return next == c->pieces.group_count ? NULL : "number of groups";
}

/* Whether all parts are shapes that the engine accepts. */
static bool cutting_are_usable(const polygon *parts) {
    static pawl_vec2 hull[POLYGON_POINTS];
    for (uint32_t r = 0; r < parts->ring_count; r++) {
        const uint32_t begin = polygon_begin(parts, r), count = parts->ends[r] - begin;
        const int32_t size = pawl_hull(parts->points + begin, (int32_t)count, hull);
        if (size > PAWL_POLYGON_MAX || !cutting_is_usable(hull, (uint32_t)size)) return false;
    }
    return true;
}

const char *cutting_fault(const polygon *parts, const cutting *c, const uint32_t *cells,
                          uint32_t times) {
    static edges all, before, after;
    const pawl_pieces *const p = &c->pieces;
    const bool are_parts_usable = cutting_are_usable(parts);
    for (uint32_t i = 0; i < p->piece_count; i++) {
        const uint32_t begin = cutting_begin(c, i), count = c->ends[i] - begin;
        const char *const fault = cutting_piece_fault(c->points + begin, count);
        if (fault != NULL) return fault;
        if (are_parts_usable && !cutting_is_usable(c->points + begin, count)) return "not a shape";
    }
    cutting_find_edges(parts->points, parts->ends, parts->ring_count, &all);
    const char *fault = cutting_find_outline(&all, &before);
    if (fault != NULL) return "the parts overlap";
    cutting_find_edges(c->points, c->ends, p->piece_count, &all);
    fault = cutting_find_outline(&all, &after);
    if (fault != NULL) return fault;
    uint128 bound;
    fault = cutting_outline_fault(parts, &before, &after, &bound);
    if (fault != NULL) return fault;
    const pawl_rings rings = {c->points, c->ends, p->piece_count};
    const int128 lost = (int128)polygon_area2(parts) - pawl_rings_area2(&rings);
    if (lost < 0) return "more area than before";
    if ((uint128)lost > times * bound) return "less area than allowed";
    return cells == NULL ? NULL : cutting_group_fault(c, &all, cells);
}

void cutting_count(const cutting *c, pawl_vec2 point, uint32_t *inside, uint32_t *edge_of) {
    *inside = *edge_of = 0;
    for (uint32_t i = 0; i < c->pieces.piece_count; i++) {
        const uint32_t begin = cutting_begin(c, i), end = c->ends[i];
        int least = 1;
        for (uint32_t k = begin; k < end; k++) {
            const pawl_vec2 next = c->points[k + 1 < end ? k + 1 : begin];
            const int side = polygon_orient(c->points[k], next, point);
            if (side < least) least = side;
        }
        *inside += least > 0;
        *edge_of += least == 0;
    }
}
