/* outline.h - internal: convex outlines seen from a point that moves in a straight line.
 *
 * Every question of ray, clip, overlap, translation and cast is one about a single outline and
 * the origin: a ray is the origin's way to its end, seen from its start; and two shapes meet where
 * the origin meets their Minkowski difference. The outline is a convex polygon of up to 16
 * vertices, grown by a radius. */
#ifndef PAWLI_OUTLINE_H
#define PAWLI_OUTLINE_H

#include "collide/collide.h"

#define PAWLI_OUTLINE_MAX (2 * PAWL_POLYGON_MAX)

typedef struct pawli_outline {
    const pawl_vec2 *vertices; /* counter-clockwise; two have two edges, front and back */
    const pawl_rot *normals;   /* outward, of edge i -> i+1, Q2.30 */
    int64_t x, y;              /* added to every vertex, raw units */
    pawl_fx radius;            /* 0 .. 2^30 */
    int32_t count;             /* 1 .. PAWLI_OUTLINE_MAX */
} pawli_outline;

/* Where the origin, on its way, enters an outline: through an edge, or over the round corner at
 * a vertex. */
typedef struct pawli_entry {
    bool hit;
    bool inside; /* it starts there, and nothing else is set */
    bool corner;
    int32_t index; /* of the edge or the vertex */
    pawl_fraction fraction;
    pawl_rot normal; /* outward, against the movement */
} pawli_entry;

/* Whether the boxes around the grown outline and around the way are apart. */
bool pawli_outline_is_away(const pawli_outline *outline, pawl_vec2 translation);

/* Range: the outline is not away, and its edges are at most 2^30 long. Either |translation| <= 2^30
 * on each axis and the grown outline is less than 2^31 wide and high, or 2^30.5 in all and 2^30. */
void pawli_outline_enter(const pawli_outline *outline, pawl_vec2 translation, pawli_entry *out);

/* Whether the origin lies in or on the outline: exact. The grown outline is less than 2^31 wide and
 * high. */
bool pawli_outline_contains(const pawli_outline *outline);

/* Whether the straight line of a way passes through the inside of the outline: not along an edge,
 * past a corner or on the circle of a round one. Exact, but for round outlines of two and more
 * vertices, whose corners are taken for all of them. Range: as pawli_outline_enter. */
bool pawli_outline_crosses(const pawli_outline *outline, pawl_vec2 translation);

/* Whether a way that starts in or on the outline goes on inside: false where it starts on an edge,
 * or on the circle around a corner, and does not turn inward there. Exact. Range: as
 * pawli_outline_contains. */
bool pawli_outline_continues(const pawli_outline *outline, pawl_vec2 translation);

/* The shortest way of the origin out of an outline in or on which it lies: as
 * pawl_minimum_translation, but nothing is asked. */
void pawli_translation_leave(const pawli_outline *outline, pawl_translation *out);

/* A direction that was measured at a vertex, brought between the normals of the two edges there:
 * beyond them another vertex would stand out farther. */
pawl_rot pawli_outline_between_edges(const pawli_outline *outline, int32_t index, pawl_rot normal);

/* A shape and a ray, turned so that the shape's vertices can stay as they are. */
typedef struct pawli_ray_view {
    pawli_outline outline; /* seen from the start of the ray */
    pawl_vec2 translation; /* of the ray */
    pawl_rot rotation;     /* back to world axes */
} pawli_ray_view;

/* False when the ray cannot reach the shape, or its translation is out of range (PAWL_COORD_MAX on
 * each axis). */
bool pawli_ray_make_view(const pawl_convex *shape, const pawli_frame *frame, pawl_vec2 from,
                         pawl_vec2 translation, pawli_ray_view *out);

/* The Minkowski difference of two placed shapes: every point of the fixed one minus every point
 * of the moving one, world axes. Moving the moving shape by v makes them touch where v meets the
 * outline. */
typedef struct pawli_difference {
    pawli_outline outline; /* points into this struct, which therefore stays in place */
    pawl_vec2 vertices[PAWLI_OUTLINE_MAX];
    pawl_rot normals[PAWLI_OUTLINE_MAX];
    pawl_vec2 fixed[PAWLI_OUTLINE_MAX];  /* of which each vertex is the difference, both minus */
    pawl_vec2 moving[PAWLI_OUTLINE_MAX]; /* the position of their own frame */
    bool fixed_edge[PAWLI_OUTLINE_MAX];  /* edge i is one of the fixed shape */
} pawli_difference;

void pawli_difference_make(const pawl_convex *fixed, const pawli_frame *frame_fixed,
                           const pawl_convex *moving, const pawli_frame *frame_moving,
                           pawli_difference *out);

#endif
