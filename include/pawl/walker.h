/* walker.h - a walker in a level: locate, walk, step, and a controller on top.
 *
 * A walker is a point in a triangle (the level has been inflated by the walker's shape). It goes
 * from triangle to triangle by the signs of exact cross products, stops at the earliest wall,
 * slides along it with friction and rolls around corners. A position is only ever replaced by one
 * that an exact walk has reached: no epsilon, never in a wall, never stuck. docs/levels.md. */
#ifndef PAWL_WALKER_H
#define PAWL_WALKER_H

#include "pawl/level_mesh.h"

/* Where a point is. The triangle holds it, edges included, and is part of the state: save both. */
typedef struct pawl_place {
    pawl_vec2 position; /* Q16.16 */
    uint32_t triangle;
} pawl_place;

/* Largest |component| of a movement in one call: 256 units. */
#define PAWL_WALK_MAX PAWL_FX(256, 0, 1)

/* The triangle of a point; begins to look at triangle `hint` (any number), which changes the time
 * and not the answer. Of those that meet in the point it is one that is not solid while everything
 * is closed, if there is one, then that of the lowest cell, then the lowest: so a point on a floor
 * is on top of it. A point inside a wall has a place too, from which one walks in the wall: to put
 * walkers down anywhere, use pawl_level_find_nearest_free (path.h). RANGE: outside the bounds.
 * Cost: a walk through the level, O(sqrt n) triangles. */
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
    uint16_t region;       /* what stopped it; VERTEX: the wall on the left */
    uint16_t right_region; /* VERTEX: the wall on the right */
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
    uint8_t corner;   /* 1: met exactly at a corner; 2: and it leaves no way on */
    uint8_t platform; /* 0: the level; else 1 + index of the platform */
} pawl_walk_contact;

typedef struct pawl_step_report {
    uint32_t contact_count;
    pawl_walk_contact contacts[PAWL_STEP_CONTACTS_MAX];
    pawl_vec2 moved;   /* new position minus old */
    uint32_t squeezed; /* 1 + index of a platform that the walker is inside of, because walls or
                          platforms let it not out of the way; 0: none */
} pawl_step_report;

/* A convex obstacle that moves: already inflated by the walker's shape (pawl_minkowski_sum with
 * the mirrored shape), relative to `position`. */
typedef struct pawl_platform {
    const pawl_vec2 *points; /* convex, counter-clockwise, 3 .. 16 of them */
    uint32_t count;
    pawl_vec2 position; /* before the step */
    pawl_vec2 move;     /* of this step; where a platform is flush with the floor, it is the floor
                           that is stood on, until the platform rises */
    pawl_fx friction;
} pawl_platform;

/* One movement with slides: at most PAWL_STEP_CONTACTS_MAX walls, the rest of the movement is
 * dropped. Each wall's own friction is added to `friction`. `report` may be null. Errors leave the
 * place alone: NULL, RANGE (|component of the movement| > PAWL_WALK_MAX, friction < 0, an unknown
 * model, or a place that is none of this level). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_step(const pawl_level *level,
                                                     const pawl_gates *gates, pawl_vec2 movement,
                                                     pawl_fx friction, pawl_friction_model model,
                                                     pawl_place *place, pawl_step_report *report);

/* The controller: speeds, acceleration, friction of the air, gravity; doors, platforms. */
typedef struct pawl_walker_def {
    uint32_t cookie;        /* set by pawl_walker_def_default() */
    pawl_fx acceleration;   /* towards the wanted velocity, units/s^2, >= 0; default 40 */
    pawl_fx braking;        /* towards standing still without an input, units/s^2, >= 0; not in the
                               air where there is gravity; default 40 */
    pawl_fx top_speed;      /* wanted at full input, units/s, >= 0; default 8 */
    pawl_fx air_friction;   /* share of the speed lost per second, 0 .. 60; default 0.5 */
    pawl_fx friction;       /* of walls, added to that of the region, >= 0; default 0 */
    pawl_vec2 gravity;      /* units/s^2; default 0, 0: seen from above */
    pawl_angle slope_limit; /* steepest ground that counts as ground, less than a quarter turn;
                               default 50 degrees */
    uint8_t friction_model; /* pawl_friction_model; default Coulomb */
    uint8_t pad[3];
    uint32_t rate_numerator, rate_denominator; /* steps per second, 1 .. 2^31 - 1; default 60, 1 */
} pawl_walker_def;

/* A def with the defaults above. */
PAWL_API pawl_walker_def pawl_walker_def_default(void);
/* The first wrong field, as pawl_body_def_check in body.h tells it. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_walker_def_check(const pawl_walker_def *def,
                                                           const char **field);

/* State of a walker: save it with the game. Fixed width, without holes. Zero-initialize, then set
 * the place. To jump, set the velocity. */
typedef struct pawl_walker {
    pawl_place place;
    pawl_vec2 velocity;  /* units/s, Q16.16; on a platform relative to it */
    pawl_vec2 remainder; /* of the movement, below one raw unit: in shares of rate_numerator */
    pawl_rot ground;     /* normal of the ground; zero in the air */
    uint16_t ground_region;
    uint8_t on_ground; /* 1: it stands on something within the slope limit */
    uint8_t platform;  /* 0: none, else 1 + index of the platform it stands on */
} pawl_walker;

#define PAWL_WALKER_PLATFORMS_MAX 255

/* One step: first the platforms move, carrying what stands on them and pushing what is in their
 * way, then the walker does, and the platforms are walls to it. `platforms` may be null, `report`
 * too; its contacts are those of the second part.
 *
 * `input`: wanted direction and strength, Q16.16, length at most 1 (longer ones are cut). The
 * velocity changes towards input * top_speed by at most the acceleration; with gravity only across
 * it, or along the ground. On the ground gravity only presses: ground within the slope limit holds
 * what stands on it. A velocity that goes against a wall loses that part, and of the part along it
 * what friction takes, rounded towards zero: a touch never makes a walker faster. To fall
 * through a one-way region opens its gate for as long as that takes.
 *
 * Errors leave the walker alone: NULL, COOKIE, RANGE (the def; a place that is none of this level;
 * remainder or ground that no step left; platforms with fewer than 3 or more than 16 points, points
 * beyond PAWL_EXTENT_MAX, places beyond PAWL_COORD_MAX or movements beyond PAWL_WALK_MAX). */
PAWL_API PAWL_MUST_CHECK pawl_status
pawl_walker_step(const pawl_level *level, const pawl_gates *gates, const pawl_walker_def *def,
                 const pawl_platform *platforms, uint32_t platform_count, pawl_vec2 input,
                 pawl_walker *walker, pawl_step_report *report);

#endif
