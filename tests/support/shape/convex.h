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

int32_t seeded_between(uint64_t *seed, int32_t low, int32_t high);

pawl_vec2 seeded_point(uint64_t *seed, int32_t reach);

pawl_pose seeded_pose(uint64_t *seed, int32_t reach);

/* Moves two points alike; gives the movement. */
pawl_vec2 shift_alike(uint64_t *seed, int32_t reach, pawl_vec2 *a, pawl_vec2 *b);

/* Kinds 0 to 5: circle, capsule, segment, box, polygon, rounded polygon. About `size` across. */
pawl_convex seeded_convex(uint64_t *seed, int kind, int32_t size);

/* Seen from an origin, so that nothing is lost far from zero. */
placed place(const pawl_convex *shape, pawl_pose pose, pawl_vec2 origin);

long double point_to_edge(real2 p, real2 a, real2 b);

/* Signed distance of the cores: of overlapping ones the least penetration along an edge normal. */
long double core_separation(const placed *a, const placed *b);

#endif
