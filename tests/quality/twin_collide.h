/* twin_collide.h - contact manifolds of convex shapes in double precision, for the twin. */
#ifndef PAWL_TESTS_TWIN_COLLIDE_H
#define PAWL_TESTS_TWIN_COLLIDE_H

#include "support/scene/scene.h"

/* A circle (one vertex, a radius) or a polygon (three or more, no radius) in world axes. */
typedef struct twin_shape {
    scene_vector vertices[PAWL_POLYGON_MAX];
    scene_vector normals[PAWL_POLYGON_MAX]; /* outward, of the edge from vertex i to i + 1 */
    int count;
    double radius;
    scene_vector center; /* of the body */
} twin_shape;

typedef struct twin_point {
    scene_vector anchor_a, anchor_b; /* from the centres of the bodies */
    double separation;
    int feature; /* which vertices made it: equal from step to step */
} twin_point;

typedef struct twin_manifold {
    scene_vector normal; /* from A to B */
    twin_point points[2];
    int count;
} twin_manifold;

/* The body's shape where the body is. */
twin_shape twin_shape_place(const scene_body *body, scene_vector center, double angle);

/* Points whose separation is at most `margin`; both points of an edge pair stay when one of them
 * is. `slop` decides when polygons count as apart, so that corners may touch corners. */
twin_manifold twin_collide(const twin_shape *a, const twin_shape *b, double margin, double slop);

#endif
