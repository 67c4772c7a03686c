/* level_walk.h - internal: the parts of a step, shared by walks, slides, platforms and the
 * controller. */
#ifndef PAWLI_LEVEL_WALK_H
#define PAWLI_LEVEL_WALK_H

#include "fx/product.h"
#include "level/level.h"
#include "pawl/level.h"
#include "fx/range.h"

/* A triangle with its corners. */
typedef struct pawli_facet {
    pawl_level_triangle triangle;
    pawl_vec2 corners[3]; /* counter-clockwise */
} pawli_facet;

static inline pawli_facet pawli_facet_of(const pawl_level *level, uint32_t triangle) {
    pawli_facet facet;
    facet.triangle = pawli_level_triangle(level, triangle);
    for (unsigned i = 0; i < 3; i++)
        facet.corners[i] = pawli_level_point(level, facet.triangle.vertices[i]);
    return facet;
}

/* Twice the signed area of a, b, c: pawli_orient without saturation, as differences of points
 * on the map fit 32 bits. Small machines have one copy of it, in locate.c, unless the library is
 * one file. */
#if UINTPTR_MAX > UINT32_MAX || (defined(PAWL_LINK_ALL) && PAWL_LINK_ALL)
#define PAWLI_SIDE_ANYWHERE 1
#else
#define PAWLI_SIDE_ANYWHERE 0
#endif
#if PAWLI_SIDE_ANYWHERE
#define PAWLI_SIDE static inline
#else
#define PAWLI_SIDE
int64_t pawli_side(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c);
#endif
#if PAWLI_SIDE_ANYWHERE || defined(PAWLI_IN_LOCATE_C)
PAWLI_SIDE int64_t pawli_side(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    const int32_t bx = (int32_t)((uint32_t)b.x - (uint32_t)a.x);
    const int32_t by = (int32_t)((uint32_t)b.y - (uint32_t)a.y);
    const int32_t cx = (int32_t)((uint32_t)c.x - (uint32_t)a.x);
    const int32_t cy = (int32_t)((uint32_t)c.y - (uint32_t)a.y);
    return pawli_product(bx, cy) - pawli_product(by, cx);
}
#endif

/* In or on the edge of a facet. |coordinate| <= PAWL_COORD_MAX. */
static inline bool pawli_facet_holds(const pawli_facet *facet, pawl_vec2 point) {
    const pawl_vec2 *const v = facet->corners;
    return pawli_side(v[1], v[2], point) >= 0 && pawli_side(v[2], v[0], point) >= 0 &&
           pawli_side(v[0], v[1], point) >= 0;
}

/* What may be entered. */
typedef struct pawli_access {
    const pawl_level *level;
    const pawl_gates *gates;
    bool blind; /* nothing stops but the bounds */
} pawli_access;

/* Whether a place is one of the level; locate.c. */
bool pawli_locate_is_place(const pawl_level *level, pawl_place place);

/* A straight walk from a place of the level to a point on the map; walk.c. False, and nothing
 * written, when it does not end, which no level does that pawl_level_open let pass. */
bool pawli_level_walk(const pawli_access *ways, pawl_place from, pawl_vec2 to, pawl_walk *out);

/* Of a region, Q16.16; gate.c. */
pawl_fx pawli_gate_friction(const pawl_level *level, uint32_t region);

/* What ends a straight movement, and where: the share num / den of it. */
typedef struct pawli_stop {
    pawl_vec2 a, b;        /* the edge, free side on the left; at a corner a is the corner */
    pawl_vec2 left, right; /* corner: the other ends of its walls */
    int64_t num, den;      /* 0 <= num <= den, den > 0 */
    uint32_t triangle;     /* where the walk ended */
    uint16_t region, right_region;
    uint8_t corner;
    uint8_t platform; /* 1 + index, 0: the level */
} pawli_stop;

/* A movement that is under way. */
typedef struct pawli_motion {
    pawli_access ways;
    const pawl_platform *platforms;
    uint32_t platform_count;
    uint32_t settled; /* so many of the platforms have done their movement, the others not yet */
    uint32_t ignored; /* 1 + index of a platform that does not count; 0: none */
    /* The first platform that a straight way enters, into *stop; null without platforms. A pointer,
     * so that programs without platforms do not contain platform.c. */
    bool (*meet)(const struct pawli_motion *motion, pawl_vec2 from, pawl_vec2 to, pawli_stop *stop);
    pawl_fx friction;
    uint8_t model; /* pawl_friction_model */
    pawl_place place;
    pawl_step_report *report; /* never null */
} pawli_motion;

/* What stops the movement on the straight way to a point: false when nothing does; *triangle is
 * then where it ends. step.c */
bool pawli_level_step_find_stop(const pawli_motion *motion, pawl_vec2 to, pawli_stop *stop,
                                uint32_t *triangle);

/* One movement with slides, contacts added to the report. Each |component| <= PAWL_WALK_MAX; step.c
 */
void pawli_level_step_move(pawli_motion *motion, pawl_vec2 movement);

/* A point between grid points, and the grid points about it, the nearest first; slide.c. */
typedef struct pawli_grid_cell {
    pawl_vec2 corners[4];
    uint32_t count; /* 1, 2 or 4 */
} pawli_grid_cell;

/* base + vector * num / den, with |vector * num / den| < 2^31 on each axis and den > 0. */
pawli_grid_cell pawli_level_slide_cell_of(pawl_vec2 base, pawl_vec2 vector, int64_t num,
                                          int64_t den);

/* Of the walls at a corner, the one that the direction `remaining` makes the smaller angle with:
 * sets b or a, and the region, of *stop, and returns true; false when it leads along neither. */
bool pawli_level_slide_choose_wall(pawli_stop *stop, pawl_vec2 remaining);

/* Where the rest of a movement leads along the wall a -> b from r, which is not behind it. */
pawl_vec2 pawli_level_slide_end(const pawli_stop *stop, pawl_fx friction, uint8_t model,
                                pawl_vec2 r, pawl_vec2 remaining);

/* A velocity after a wall has been met, rounded towards zero; slide.c. */
pawl_vec2 pawli_level_slide_deflect(pawl_vec2 velocity, pawl_vec2 edge, pawl_fx friction,
                                    uint8_t model);

/* The friction of what was met; step.c. */
pawl_fx pawli_level_step_friction(const pawli_motion *motion, uint16_t region, uint8_t platform);

/* Platforms; platform.c. */
bool pawli_platform_all_sound(const pawl_platform *platforms, uint32_t count);
bool pawli_platform_meet(const pawli_motion *motion, pawl_vec2 from, pawl_vec2 to,
                         pawli_stop *stop);
/* The platforms do their movements, one after the other: the one that the walker stands on (1 +
 * index, 0: none) carries it, and those that come upon it push it. Afterwards all are settled. The
 * answer is 1 + index of the first platform that the walker is inside of, 0: of none. */
uint32_t pawli_platform_move_all(pawli_motion *motion, uint32_t ground);

#endif
