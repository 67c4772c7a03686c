/* mover.h - a character that walks through a world: no body, a plain struct of yours.
 *
 * A mover is a circle or an upright capsule that goes where you say, as far as the world lets it:
 * it slides along walls, climbs stairs and walkable slopes, keeps to the ground on the way down,
 * rides on what it stands on and passes one-way platforms from below. It has no mass but for
 * pawl_mover_apply_weight, and the world does not know of it. Save the struct with your game: it is
 * all there is.
 *
 *   velocity.x = your input; velocity.y = mover.velocity.y + gravity.y / rate;
 *   pawl_mover_move(world, &def, &mover, velocity, 0, NULL);   once for each step of the world
 *
 * A mover rests a `skin` away from every surface and never comes nearer than half of that by its
 * own movement: so it neither catches on the joints of a row of boxes, of a chain or of tiles, nor
 * ends up inside anything. Only what moves into it can overlap it; the next move frees it.
 *
 * All results depend on differences of positions only, and contacts are ordered by (fraction or
 * separation, creation of the shape, part). docs/mover.md explains the model. */
#ifndef PAWL_MOVER_H
#define PAWL_MOVER_H

#include "pawl/query.h"

/* What a mover is and how it walks. */
typedef struct pawl_mover_def {
    uint32_t cookie;          /* set by pawl_mover_def_default() */
    pawl_fx radius;           /* of the circle or the capsule; default 0.3. At least four skins */
    pawl_fx half_height;      /* of the capsule's axis, which runs along `up`; 0: a circle;
                                 default 0.5. With the radius at most PAWL_MOVER_EXTENT_MAX */
    pawl_rot up;              /* unit vector, Q2.30; default (0, 1) */
    pawl_angle slope_limit;   /* steepest ground that can be walked on; default 46 degrees; less
                                 than a quarter turn */
    pawl_fx step_height;      /* highest step that is climbed without a jump; default 0.3 */
    pawl_fx snap_distance;    /* how far down it follows the ground within a step; default 0.3 */
    pawl_fx skin;             /* distance kept from surfaces; default 1/64; at least
                                 PAWL_MOVER_SKIN_MIN */
    pawl_fx push;             /* largest impulse that a dynamic body in the way gets in a step, see
                                 pawl_mover_push; default 0: none */
    pawl_query_filter filter; /* what it meets; its `sensors` plays no part. With `soft` it stands
                                 on soft bodies and is stopped by them */
} pawl_mover_def;

#define PAWL_MOVER_EXTENT_MAX PAWL_FX(256, 0, 1)
#define PAWL_MOVER_SKIN_MIN PAWL_FX(0, 1, 512)

/* A def with the defaults above. */
PAWL_API pawl_mover_def pawl_mover_def_default(void);
/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_mover_def_check(const pawl_mover_def *def,
                                                          const char **field);

/* Where a mover is. Zero-initialize, then set the position; the rest is written by the moves. Fixed
 * width and without holes, so that it can be saved and compared byte by byte. */
typedef struct pawl_mover {
    pawl_vec2 position;        /* of the middle */
    pawl_vec2 velocity;        /* after the last move, as far as nothing stopped it; on the ground
                                  relative to the ground. Units/s, components within
                                  PAWL_SPEED_MAX */
    pawl_vec2 remainder;       /* of the movement: below one raw unit, in shares of the step rate */
    pawl_vec2 ground_velocity; /* of the ground where it stands; a move that leaves the ground adds
                                  it by itself */
    pawl_vec2 ground_center;   /* the ground's body when it was last looked at, for riding on it; of
                                  a soft body the place under the foot */
    pawl_angle ground_angle;   /* of a link of a soft body its share there, Q1.31 */
    pawl_rot ground_normal;    /* of the ground; zero in the air */
    pawl_shape_id ground_shape; /* null in the air and on a soft body */
    uint32_t ground_part;
    uint8_t on_ground; /* 1: it stands on something that it can walk on */
    uint8_t dropping;  /* 1: it falls through platforms that it has not left yet */
    uint8_t crushed;   /* 1: something has moved into it and it could not get out of the way */
    uint8_t pad;       /* zero */
    pawl_soft_id ground_soft; /* that it stands on, with ground_part; else null */
} pawl_mover;

/* Flags of a move. */
enum {
    PAWL_MOVER_DROP = 1 /* fall through one-way shapes and one-way tiles, until they are left */
};

/* What a mover met in a move, in the order it was met. */
typedef struct pawl_mover_hit {
    pawl_shape_id shape;
    uint32_t part;
    pawl_vec2 point;   /* of the shape, world */
    pawl_rot normal;   /* of the surface, towards the mover */
    pawl_fx speed;     /* at which the mover wanted to go against it, units/s, >= 0 */
    pawl_soft_id soft; /* null: a shape; else there is no shape */
} pawl_mover_hit;

#define PAWL_MOVER_HITS_MAX 8
typedef struct pawl_mover_report {
    uint32_t hit_count; /* of which those beyond PAWL_MOVER_HITS_MAX are not listed */
    pawl_mover_hit hits[PAWL_MOVER_HITS_MAX];
} pawl_mover_report;

/* Move a mover for one step of the world. `velocity` is what it would like, units/s; on the ground
 * relative to the ground. On the ground and not going up, its part along `up` counts as 0, and the
 * part across is the speed along the ground; else the mover flies. `report` may be null.
 * Errors: NULL, COOKIE, RANGE (the def, a position beyond PAWL_COORD_MAX, a velocity component
 * beyond PAWL_SPEED_MAX), ARGUMENT (flags). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_mover_move(const pawl_world *world,
                                                     const pawl_mover_def *def, pawl_mover *mover,
                                                     pawl_vec2 velocity, uint32_t flags,
                                                     pawl_mover_report *report);

/* Push the dynamic bodies that were met in a move: each by an impulse at the point of the hit, the
 * body's mass times the speed at which the mover would come nearer, at most def->push. Of a soft
 * body it is the mass of the place, that of its points by their shares, and they share the impulse.
 * Errors: NULL, COOKIE, RANGE. */
PAWL_API pawl_status pawl_mover_push(pawl_world *world, const pawl_mover_def *def,
                                     const pawl_mover_report *report);

/* Let a mover weigh on what it stands on, once for each step: the impulse of the world's gravity on
 * `mass` in a step, at the foot. A dynamic body takes it as pawl_body_apply_impulse does, a soft
 * body at the two points of the link, which share it as the foot lies between them; there it
 * changes no point by more than 12 length units/s, as the mover has a weight but no inertia: at 60
 * steps a second a mover is not heavier on them than 72 times their mass. Both wake. Anything else
 * feels nothing, as all does while the mover is in the air. `mass`: Q16.16, 0 ..
 * PAWL_POINT_MASS_MAX. Rounding: the impulse to nearest 2^-16 on each axis, which the shares add up
 * to. Errors: NULL, COOKIE, RANGE, LOCKED. */
PAWL_API pawl_status pawl_mover_apply_weight(pawl_world *world, const pawl_mover_def *def,
                                             const pawl_mover *mover, pawl_fx mass);

/* The parts a move is made of, for movers of your own. */

/* How far a movement gets before the mover is half a skin away from something that it moves
 * against. True if anything stops it; *out then says what, else it is zero with the fraction
 * PAWL_UNIT. |component of the translation| <= PAWL_STEP_MAX.
 * Errors: null or out of range: false, and *out is zero. */
PAWL_API bool pawl_mover_cast(const pawl_world *world, const pawl_mover_def *def,
                              pawl_vec2 position, pawl_vec2 translation, pawl_query_hit *out);

/* A surface that a mover touches, seen as a half-plane. */
typedef struct pawl_plane {
    pawl_rot normal;    /* towards the mover, Q2.30 */
    pawl_fx separation; /* of mover and surface; negative: overlap */
    pawl_fx push_limit; /* how far at most the plane pushes, >= 0; PAWL_FX_MAX: a rigid one */
    pawl_shape_id shape;
    uint32_t part;
    pawl_vec2 point;   /* of the surface, world */
    pawl_soft_id soft; /* null: a shape; else there is no shape */
} pawl_plane;

#define PAWL_PLANES_MAX 16

/* The surfaces within `skin` of a mover: nearest first, at most PAWL_PLANES_MAX and at most
 * `capacity`. Returns how many were written. A plane's separation is measured from the mover,
 * without the skin. Errors: null or out of range: 0. */
PAWL_API uint32_t pawl_mover_collide(const pawl_world *world, const pawl_mover_def *def,
                                     pawl_vec2 position, pawl_plane *out, uint32_t capacity);

/* The displacement nearest to `target` that every plane lets pass: after it no separation is
 * negative, but for what push limits leave and for wedges that have no room. The planes push in
 * turn, PAWL_PLANE_ROUNDS times (projected Gauss-Seidel); of an error between two planes a round
 * leaves the square of the cosine of their angle, so nearly parallel ones settle slowly.
 * |component| of target and of the result
 * <= PAWL_COORD_MAX, clamped. Null planes count as none. Rounding: to the nearest raw unit. */
#define PAWL_PLANE_ROUNDS 20
PAWL_API pawl_vec2 pawl_solve_planes(pawl_vec2 target, const pawl_plane *planes, uint32_t count);

/* A velocity without what goes against the planes; separations and push limits play no part. */
PAWL_API pawl_vec2 pawl_clip_velocity(pawl_vec2 velocity, const pawl_plane *planes, uint32_t count);

#endif
