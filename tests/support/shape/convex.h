/* convex.h - random shapes and poses, and their distance in long double, for the collision tests.
 *
 * The oracle shares nothing with the library: world vertices are not rounded, normals come from
 * the edges, and the distance of disjoint cores is a search over all vertices and edges. */
#ifndef TEST_CONVEX_H
#define TEST_CONVEX_H

#include <math.h>

#include "pawl/collide.h"
#include "support/base/seeded.h"

#define M(units) ((pawl_fx)((units)*65536)) /* exact for multiples of 2^-16 */

/* Kinds of shapes, see seeded_convex. A looped test over PAIRS takes kinds _i / KINDS and
 * _i % KINDS. */
#define KINDS 6
#define PAIRS (KINDS * KINDS)

static const pawl_pose home = {{0, 0}, {PAWL_UNIT, 0}};

/* Corners nearer than this (32 raw units and the rounding) are measured along a face, which gives
 * at most that much too little. */
#define CORNERS_NEAR 34

typedef struct real2 {
    long double x, y;
} real2;

/* A shape in the world, in raw units. */
typedef struct placed {
    real2 vertices[PAWL_POLYGON_MAX];
    int count;
    long double radius;
} placed;

static inline int32_t seeded_between(uint64_t *seed, int32_t low, int32_t high) {
    const uint64_t range = (uint64_t)((int64_t)high - low) + 1;
    return (int32_t)(low + (int64_t)(seeded_next(seed) % range));
}

static inline pawl_vec2 seeded_point(uint64_t *seed, int32_t reach) {
    const pawl_fx x = seeded_between(seed, -reach, reach);
    return pawl_vec2_make(x, seeded_between(seed, -reach, reach));
}

static inline pawl_pose seeded_pose(uint64_t *seed, int32_t reach) {
    pawl_pose pose;
    pose.position = seeded_point(seed, reach);
    pose.rotation = pawl_rot_from_angle((pawl_angle)(seeded_next(seed) >> 32));
    return pose;
}

/* Moves two points alike; gives the movement. */
static inline pawl_vec2 shift_alike(uint64_t *seed, int32_t reach, pawl_vec2 *a, pawl_vec2 *b) {
    const pawl_vec2 shift = seeded_point(seed, reach);
    *a = pawl_vec2_add(*a, shift);
    *b = pawl_vec2_add(*b, shift);
    return shift;
}

/* Kinds 0 to 5: circle, capsule, segment, box, polygon, rounded polygon. About `size` across. */
static inline pawl_convex seeded_convex(uint64_t *seed, int kind, int32_t size) {
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

/* Seen from an origin, so that nothing is lost far from zero. */
static inline placed place(const pawl_convex *shape, pawl_pose pose, pawl_vec2 origin) {
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

static inline long double point_to_edge(real2 p, real2 a, real2 b) {
    const long double ex = b.x - a.x, ey = b.y - a.y, length2 = ex * ex + ey * ey;
    long double t = length2 > 0 ? ((p.x - a.x) * ex + (p.y - a.y) * ey) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypotl(p.x - a.x - ex * t, p.y - a.y - ey * t);
}

/* The largest separation along any edge normal of a; -infinity for a point. */
static inline long double edge_separation(const placed *a, const placed *b) {
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
static inline long double vertex_distance(const placed *a, const placed *b) {
    long double best = HUGE_VALL;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            best = fminl(best, point_to_edge(a->vertices[i], b->vertices[j],
                                             b->vertices[(j + 1) % b->count]));
    return best;
}

/* Signed distance of the cores: of overlapping ones the least penetration along an edge normal. */
static inline long double core_separation(const placed *a, const placed *b) {
    const long double along = fmaxl(edge_separation(a, b), edge_separation(b, a));
    if (along < -0.001L && along > -HUGE_VALL) return along;
    return fminl(vertex_distance(a, b), vertex_distance(b, a));
}

#endif
