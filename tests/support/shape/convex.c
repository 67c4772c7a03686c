/* convex.c - what convex.h declares. */
#include "support/shape/convex.h"

int32_t seeded_between(uint64_t *seed, int32_t low, int32_t high) {
    const uint64_t range = (uint64_t)((int64_t)high - low) + 1;
    return (int32_t)(low + (int64_t)(seeded_next(seed) % range));
}

pawl_vec2 seeded_point(uint64_t *seed, int32_t reach) {
    const pawl_fx x = seeded_between(seed, -reach, reach);
    return pawl_vec2_make(x, seeded_between(seed, -reach, reach));
}

pawl_pose seeded_pose(uint64_t *seed, int32_t reach) {
    pawl_pose pose;
    pose.position = seeded_point(seed, reach);
    pose.rotation = pawl_rot_from_angle((pawl_angle)(seeded_next(seed) >> 32));
    return pose;
}

pawl_vec2 shift_alike(uint64_t *seed, int32_t reach, pawl_vec2 *a, pawl_vec2 *b) {
    const pawl_vec2 shift = seeded_point(seed, reach);
    *a = pawl_vec2_add(*a, shift);
    *b = pawl_vec2_add(*b, shift);
    return shift;
}

pawl_convex seeded_convex(uint64_t *seed, int kind, int32_t size) {
    pawl_convex shape;
    pawl_status status = PAWL_ERR_GEOMETRY;
    while (status != PAWL_OK) {
        const pawl_vec2 a = seeded_point(seed, size), b = seeded_point(seed, size);
        const pawl_fx r = seeded_between(seed, PAWL_SIZE_MIN, size / 2 + PAWL_SIZE_MIN);
        const pawl_fx w = seeded_between(seed, PAWL_SIZE_MIN, size), h = r;
        pawl_vec2 points[12];
        for (int i = 0; i < 12; i++)
            points[i] = seeded_point(seed, size);
        const int32_t given = seeded_between(seed, 3, 12);
        int32_t count = pawl_hull(points, given, points);
        if (count > PAWL_POLYGON_MAX) count = PAWL_POLYGON_MAX;
        if (kind == 0)
            status = pawl_make_circle(seeded_next(seed) & 1 ? a : (pawl_vec2){0, 0}, r, &shape);
        if (kind == 1) status = pawl_make_capsule(a, b, r, &shape);
        if (kind == 2) status = pawl_make_segment(a, b, &shape);
        if (kind == 3) status = pawl_make_box(w, h, &shape);
        if (kind == 4) status = pawl_make_polygon(points, count, 0, &shape);
        if (kind == 5) status = pawl_make_polygon(points, count, r, &shape);
    }
    return shape;
}

placed place(const pawl_convex *shape, pawl_pose pose, pawl_vec2 origin) {
    placed out = {.count = shape->count, .radius = shape->radius};
    const long double c = pose.rotation.c / (long double)PAWL_UNIT;
    const long double s = pose.rotation.s / (long double)PAWL_UNIT;
    for (int i = 0; i < shape->count; i++) {
        const long double x = shape->vertices[i].x, y = shape->vertices[i].y;
        out.vertices[i].x = (long double)pose.position.x - origin.x + c * x - s * y;
        out.vertices[i].y = (long double)pose.position.y - origin.y + s * x + c * y;
    }
    return out;
}

long double point_to_edge(real2 p, real2 a, real2 b) {
    const long double ex = b.x - a.x, ey = b.y - a.y, length2 = ex * ex + ey * ey;
    long double t = length2 > 0 ? ((p.x - a.x) * ex + (p.y - a.y) * ey) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypotl(p.x - a.x - ex * t, p.y - a.y - ey * t);
}

/* The largest separation along any edge normal of a; -infinity for a point. */
static long double edge_separation(const placed *a, const placed *b) {
    long double best = -HUGE_VALL;
    for (int i = 0; a->count > 1 && i < a->count; i++) {
        const real2 v = a->vertices[i], w = a->vertices[(i + 1) % a->count];
        const long double length = hypotl(w.x - v.x, w.y - v.y);
        long double lowest = HUGE_VALL;
        for (int j = 0; j < b->count; j++) {
            const real2 p = b->vertices[j];
            const long double height =
                ((w.y - v.y) * (p.x - v.x) - (w.x - v.x) * (p.y - v.y)) / length;
            lowest = fminl(lowest, height);
        }
        best = fmaxl(best, lowest);
    }
    return best;
}

/* Distance of the cores from the vertices of a to the edges of b. */
static long double vertex_distance(const placed *a, const placed *b) {
    long double best = HUGE_VALL;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            best = fminl(best, point_to_edge(a->vertices[i], b->vertices[j],
                                             b->vertices[(j + 1) % b->count]));
    return best;
}

long double core_separation(const placed *a, const placed *b) {
    const long double along = fmaxl(edge_separation(a, b), edge_separation(b, a));
    if (along < -0.001L && along > -HUGE_VALL) return along;
    return fminl(vertex_distance(a, b), vertex_distance(b, a));
}
