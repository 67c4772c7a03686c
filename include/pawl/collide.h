/* collide.h - two convex shapes against each other, still or moving, with no world around them.
 *
 * All results are computed from differences of positions only, so shifting both poses by the same
 * vector changes no bit of them. */
#ifndef PAWL_COLLIDE_H
#define PAWL_COLLIDE_H

#include "pawl/convex.h"

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
 * Range: shapes made by convex.h, rotations of unit length, any positions.
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

/* A fraction of a movement, Q2.30: PAWL_UNIT is all of it. */
typedef int32_t pawl_fraction;

/* Whether two shapes touch or overlap, radii included: whether their Minkowski difference holds the
 * origin.
 * Range: shapes made by convex.h, rotations of unit length, any positions.
 * Rounding: rotated vertices to half a raw unit, then exact; so decided within 4 raw units, and
 * exactly for shapes that are not turned.
 * Errors: none; an invalid shape or rotation overlaps nothing.
 * Cost: one rotation a vertex, O(n + m) for the difference; no division, no square root. */
PAWL_API bool pawl_overlap(const pawl_convex *a, pawl_pose pose_a, const pawl_convex *b,
                           pawl_pose pose_b);

/* The shortest way out of an overlap: moving B by `move` makes the shapes just touch. */
typedef struct pawl_translation {
    bool overlap;    /* as pawl_overlap; false: the rest is zero */
    pawl_vec2 move;  /* of B, rounded outward */
    pawl_rot normal; /* from A to B, Q2.30; up for circles with one center */
    pawl_fx depth;   /* length of the move, >= 0 */
} pawl_translation;

/* The direction along which the Minkowski difference reaches least beyond the origin, and how far.
 * Range: as pawl_overlap.
 * Rounding: after the move the shapes overlap by at most 2 raw units, and any move that is more
 * than 8 raw units shorter than the depth leaves them overlapping.
 * Errors: none; an invalid shape or rotation gives zeros.
 * Cost: a projection for each pair of an edge and a vertex of the difference, O((n + m)^2); one
 * square root for round corners. Source: translation.c. */
PAWL_API pawl_translation pawl_minimum_translation(const pawl_convex *a, pawl_pose pose_a,
                                                   const pawl_convex *b, pawl_pose pose_b);

/* Where something that moves in a straight line first meets a shape. Without a hit all but
 * `inside` is zero. */
typedef struct pawl_cast_hit {
    bool hit;
    bool inside;            /* the movement starts in touch or overlap: fraction 0 */
    pawl_fraction fraction; /* of the movement, rounded down */
    pawl_vec2 point;        /* world, on the surface of the shape that is hit */
    pawl_rot normal;        /* of that surface, against the movement; (0, 0) when inside */
} pawl_cast_hit;

/* A ray from a point along a translation. A ray that starts in a shape or on its surface is
 * `inside` and no hit; one without length can be nothing else. A ray that only touches, or runs
 * along an edge, hits. A segment is hit from both sides.
 * Range: shapes made by convex.h, rotations of unit length, any positions, |component| of the
 * translation <= PAWL_COORD_MAX.
 * Rounding: the ray is brought into the frame of the shape to half a raw unit; there hit or miss
 * is an exact decision (rounded polygons and capsules have edges that are half a raw unit off).
 * So the ray is the exact one displaced by less than 2 raw units, and the point is within 4.
 * Errors: none; a translation out of range, an invalid shape or rotation is no hit.
 * Cost: two multiplications for each vertex of a miss; for a hit one division, and for a round
 * corner one square root. Source: outline.c. */
PAWL_API pawl_cast_hit pawl_ray_cast(const pawl_convex *shape, pawl_pose pose, pawl_vec2 from,
                                     pawl_vec2 translation);

/* Shape A moves by a translation without turning, B stands: the first touch. A movement that
 * starts in touch or overlap, in whatever direction, is both `inside` and a hit; its point lies
 * amid the overlap.
 * Range: as pawl_ray_cast.
 * Rounding: rotated vertices to half a raw unit; then the origin's way through the Minkowski
 * difference is exact, but for round corners (half a raw unit). So the gap at the fraction is
 * within 4 raw units of zero and never below that before; the point is within 5 of both surfaces.
 * Errors: none; a translation out of range, an invalid shape or rotation is no hit.
 * Cost: O(n + m) for the difference, then that of a ray. Source: swept separating axes, Ericson,
 * Real-Time Collision Detection (2005), 5.5.2; cast.c. */
PAWL_API pawl_cast_hit pawl_convex_cast(const pawl_convex *a, pawl_pose pose_a,
                                        pawl_vec2 translation, const pawl_convex *b,
                                        pawl_pose pose_b);

/* The part of a segment that lies in a shape. */
typedef struct pawl_segment_clip {
    bool hit;
    bool starts_inside, ends_inside;
    pawl_fraction enter, exit; /* 0 and PAWL_UNIT where an end lies inside; enter <= exit */
    pawl_rot enter_normal;     /* (0, 0) when it starts inside */
    pawl_rot exit_normal;      /* outward; (0, 0) when it ends inside */
} pawl_segment_clip;

/* A ray from either end, so the entrance is the one of pawl_ray_cast and the exit is rounded up.
 * Range: as pawl_ray_cast, of to - from. Rounding: both ends within 4 raw units of the surface.
 * Errors: none; a segment out of range, an invalid shape or rotation has no part. Cost: two
 * rays. */
PAWL_API pawl_segment_clip pawl_clip_segment(const pawl_convex *shape, pawl_pose pose,
                                             pawl_vec2 from, pawl_vec2 to);

/* A movement that turns as well, about a center that moves in a straight line. */
typedef struct pawl_sweep {
    pawl_vec2 center; /* of rotation, in the frame of the shape */
    pawl_vec2 from;   /* where the center starts, world */
    pawl_vec2 move;   /* |component| <= PAWL_STEP_MAX */
    pawl_angle angle; /* at the start */
    int32_t turn;     /* 2^32 is one turn; at most half a turn either way */
} pawl_sweep;

typedef struct pawl_impact {
    bool hit;               /* the gap comes down to the target within the movement */
    bool touching;          /* it is there at the start already: fraction 0 */
    pawl_fraction fraction; /* the last one known to be clear of the target, 0 .. PAWL_UNIT */
    pawl_rot normal;        /* from A to B at that time */
} pawl_impact;

/* When two moving shapes come within `target` of each other (negative: when they overlap by as
 * much): conservative advancement (Mirtich 1996) with a fixed cap on iterations. Never late: until
 * `fraction` the gap is above `target` less 4 raw units. When the cap is reached the fraction is
 * early. Without a hit the fraction is PAWL_UNIT; invalid shapes and sweeps give all zeros. */
PAWL_API pawl_impact pawl_time_of_impact(const pawl_convex *a, const pawl_sweep *sweep_a,
                                         const pawl_convex *b, const pawl_sweep *sweep_b,
                                         pawl_fx target);

#endif
