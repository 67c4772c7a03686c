/* walker.h - a player in a level: locate, walk, step, and a controller on top.
 *
 * A walker is a point in a triangle (the level has been inflated by the player's shape). It goes
 * from triangle to triangle by the signs of exact cross products, stops at the earliest wall,
 * slides along it with friction and rolls around corners. A position is only ever replaced by one
 * that an exact walk has reached: no epsilon, never in a wall, never stuck. docs/levels.md. */
#ifndef PAWL_WALKER_H
#define PAWL_WALKER_H

#include "pawl/level.h"

/* Where a point is. The triangle holds it, edges included, and is part of the state: save both. */
typedef struct pawl_place {
    pawl_vec2 position; /* Q16.16 */
    uint32_t triangle;
} pawl_place;

/* Largest |component| of a movement in one call: 256 units. */
#define PAWL_WALK_MAX PAWL_FX(256, 0, 1)

/* The triangle of a point, whether or not it is solid; begins to look at triangle `hint` (any
 * number). RANGE: outside the bounds. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_locate(const pawl_level *level, pawl_vec2 point,
                                                       uint32_t hint, pawl_place *out);

/* Whether a closed wall holds the triangle. */
PAWL_API bool pawl_level_is_solid(const pawl_level *level, const pawl_gates *gates,
                                  uint32_t triangle);

typedef enum pawl_walk_end {
    PAWL_WALK_REACHED = 0,
    PAWL_WALK_EDGE,  /* stopped by a wall, on or before edge a -> b, the free side on its left */
    PAWL_WALK_VERTEX /* stopped exactly at corner a, b: the two edges there */
} pawl_walk_end;

/* How a straight walk ended. */
typedef struct pawl_walk {
    pawl_walk_end end;
    uint32_t triangle;     /* the last one that was entered */
    pawl_vec2 a, b;        /* EDGE: the wall's edge; VERTEX: a is the corner */
    pawl_vec2 left, right; /* VERTEX: the other ends of the walls left and right of the movement */
    uint16_t region;       /* what stopped it */
} pawl_walk;

/* From a place straight to a point, as far as the first wall. Exact. The way may be as long as the
 * level. RANGE: the point is outside PAWL_COORD_MAX, or the place is none of this level. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_walk(const pawl_level *level,
                                                     const pawl_gates *gates, pawl_place from,
                                                     pawl_vec2 to, pawl_walk *out);

/* How walls slow a slide down. */
typedef enum pawl_friction_model {
    PAWL_FRICTION_COULOMB = 0, /* by friction times what goes against the wall */
    PAWL_FRICTION_FACTOR       /* to (1 - friction) of itself at each touch: simple games */
} pawl_friction_model;

#define PAWL_STEP_CONTACTS_MAX 4

/* A wall that was met. */
typedef struct pawl_walk_contact {
    pawl_vec2 a, b;  /* its edge, the free side on the left; at a corner the one slid along */
    pawl_rot normal; /* unit, Q2.30, away from the wall */
    uint16_t region;
    uint8_t corner;   /* 1: met exactly at a corner */
    uint8_t platform; /* 0: the level; else 1 + index of the platform */
} pawl_walk_contact;

typedef struct pawl_step_report {
    uint32_t contact_count;
    pawl_walk_contact contacts[PAWL_STEP_CONTACTS_MAX];
    pawl_vec2 moved; /* new position minus old */
} pawl_step_report;

/* A convex obstacle that moves: already inflated by the player's shape (pawl_minkowski_sum with
 * the mirrored shape), relative to `position`. */
typedef struct pawl_platform {
    const pawl_vec2 *points; /* convex, counter-clockwise, 3 .. 16 of them */
    uint32_t count;
    pawl_vec2 position; /* before the step */
    pawl_vec2 move;     /* of this step */
    pawl_fx friction;
} pawl_platform;

/* One movement with slides: at most PAWL_STEP_CONTACTS_MAX walls, the rest of the movement is
 * dropped. Each wall's own friction is added to `friction`. Errors leave the place alone: NULL,
 * RANGE (|movement| > PAWL_WALK_MAX, or a place that is none of this level). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_step(const pawl_level *level,
                                                     const pawl_gates *gates, pawl_vec2 movement,
                                                     pawl_fx friction, pawl_friction_model model,
                                                     pawl_place *place, pawl_step_report *report);

/* The controller: speeds, acceleration, friction of the air, gravity; doors, platforms. */
typedef struct pawl_walker_def {
    uint32_t cookie;        /* set by pawl_walker_def_default() */
    pawl_fx acceleration;   /* towards the wanted direction, units/s^2; default 40 */
    pawl_fx top_speed;      /* what the player reaches by itself, units/s; default 8 */
    pawl_fx air_friction;   /* share of the speed lost per second, 0 .. 60; default 0.5 */
    pawl_fx friction;       /* of walls, added to that of the region; default 0 */
    pawl_vec2 gravity;      /* units/s^2; default 0, 0: seen from above */
    pawl_angle slope_limit; /* steepest ground that counts as ground; default 50 degrees */
    uint8_t friction_model; /* pawl_friction_model */
    uint8_t pad[3];
    uint32_t rate_numerator, rate_denominator; /* steps per second; default 60 / 1 */
} pawl_walker_def;

PAWL_API pawl_walker_def pawl_walker_def_default(void);

/* State of a player: save it with the game. Fixed width, without holes. Zero-initialise, then set
 * the place. */
typedef struct pawl_walker {
    pawl_place place;
    pawl_vec2 velocity; /* units/s, Q16.16 */
    pawl_vec2 rest;     /* of the movement, below one raw unit */
    pawl_rot ground;    /* normal of the ground; zero in the air */
    uint16_t ground_region;
    uint8_t on_ground;
    uint8_t platform; /* 0: none, else 1 + index of the platform it stands on */
} pawl_walker;

/* One step. `input`: wanted direction and strength, Q16.16, length at most 1 (longer ones are cut).
 * With gravity only what is across it accelerates the player. `platforms` may be null. */
PAWL_API PAWL_MUST_CHECK pawl_status
pawl_walker_step(const pawl_level *level, const pawl_gates *gates, const pawl_walker_def *def,
                 const pawl_platform *platforms, uint32_t platform_count, pawl_vec2 input,
                 pawl_walker *walker, pawl_step_report *report);

#endif
