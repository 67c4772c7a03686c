/* collide.h - two convex shapes against each other, with no world around them.
 *
 * All results are computed from differences of positions only, so shifting both poses by the same
 * vector changes no bit of them. */
#ifndef PAWL_COLLIDE_H
#define PAWL_COLLIDE_H

#include "pawl/shape.h"

/* One point where shapes touch or nearly touch. */
typedef struct pawl_contact_point {
    pawl_vec2 offset;   /* the point minus the position of A's pose, world axes, Q16.16; midway
                           between the two surfaces */
    pawl_fx separation; /* along the normal; negative when the shapes overlap */
    uint16_t feature;   /* which vertex or edge pair made it; stable from step to step */
    uint16_t pad;       /* zero */
} pawl_contact_point;

/* How two shapes touch. */
typedef struct pawl_manifold {
    pawl_rot normal; /* unit vector from A to B, world axes, Q2.30 */
    pawl_contact_point points[2];
    uint8_t count;      /* 0, 1 or 2 */
    uint8_t pad[3];     /* zero */
    pawl_fx separation; /* smallest separation found, also when count is 0: then a lower bound
                           of the distance, saturated */
} pawl_manifold;

/* Collide any two shapes. Points are reported for a pair whose separation is at most `margin`
 * (0 .. PAWL_EXTENT_MAX, clamped); both points of an edge pair are kept, even when one is farther
 * than the margin, so that a solver can reuse the manifold while the shapes move a little. Only
 * where the edges meet at more than 45 degrees a point beyond the margin is dropped.
 * Range: shapes made by shape.h, rotations of unit length, any positions.
 * Rounding: vertices are rotated with one rounding each, separations are within 4 raw units of
 * exact; but two corners nearer than 1/2048 unit are measured along a face.
 * Errors: none; an invalid shape or rotation gives count 0.
 * Cost: separating axes over both polygons' edges, then clipping; one square root and division
 * for rounded or vertex contacts. */
PAWL_API pawl_manifold pawl_collide(const pawl_convex *a, pawl_pose pose_a, const pawl_convex *b,
                                    pawl_pose pose_b, pawl_fx margin);

/* Closest points of two segments p1-q1 and p2-q2, which may be points. */
typedef struct pawl_segment_distance {
    pawl_vec2 point1, point2; /* Q16.16, nearest, never outside the bounding boxes */
    uint32_t fraction1;       /* Q0.32 along p1 -> q1; UINT32_MAX is exactly q1 */
    uint32_t fraction2;
    int64_t distance_squared; /* Q32.32, of the rounded points */
} pawl_segment_distance;

/* Ericson, Real-Time Collision Detection (2005), 5.1.9, decided in integers. Range: the points
 * within PAWL_EXTENT_MAX * 4 of each other. */
PAWL_API pawl_segment_distance pawl_segment_closest(pawl_vec2 p1, pawl_vec2 q1, pawl_vec2 p2,
                                                    pawl_vec2 q2);

/* Closest points of two convex shapes, radii included. */
typedef struct pawl_distance {
    pawl_vec2 point_a, point_b; /* on the surfaces, minus the position of A's pose, world axes */
    pawl_rot normal;            /* from A to B, Q2.30; (0, 0) when the shapes overlap */
    pawl_fx distance;           /* 0 when they overlap */
} pawl_distance;

/* Within 4 raw units of exact. Overlapping shapes give a point amid the overlap, twice. Beyond
 * 32767 units the distance saturates, and points and normal are meaningless or zero; an invalid
 * shape gives all zeros. */
PAWL_API pawl_distance pawl_closest(const pawl_convex *a, pawl_pose pose_a, const pawl_convex *b,
                                    pawl_pose pose_b);

/* Whether a world point lies in or on a shape, to within one raw unit; false for an invalid one. */
PAWL_API bool pawl_contains_point(const pawl_convex *shape, pawl_pose pose, pawl_vec2 point);

#endif
