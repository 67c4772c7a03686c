/* mover.h - internal: what the files of the mover share.
 *
 * Distances that a mover keeps, from the surface of its core:
 *   skin        where it rests
 *   skin / 2    where a movement is stopped: so what slides at rest distance over the joints of a
 *               row of boxes meets none of their corners
 * The difference between the two is made up by pushes along the planes of what is near. */
#ifndef PAWLI_MOVER_H
#define PAWLI_MOVER_H

#include "pawl/mover.h"
#include "query/query.h"

/* How far in raw units a movement may lead against a surface and still count as along it: more
 * than the rounding of a displacement and of a normal. */
#define PAWLI_GRAZE 2

/* Differences to the rest distance that are let be, as a share of the skin: without it a mover
 * that stands on a slope would creep. */
#define PAWLI_SLOP_SHARE 8

/* A mover in a move: its def, made ready. */
typedef struct pawli_mover {
    const pawl_world *world;
    const pawl_mover_def *def;
    pawli_view view;
    pawl_convex core;  /* the mover */
    pawl_convex probe; /* the mover and half a skin */
    pawl_rot up, right;
    int32_t slope_cosine; /* Q2.30: normals with at least that much along `up` can be walked on */
    pawl_fx slop;
    int32_t rate_numerator, rate_denominator; /* of the world, within 31 bits */
    bool drops;                               /* platforms are not there */
} pawli_mover;

pawl_status pawli_mover_def_prepare(const pawl_world *world, const pawl_mover_def *def,
                                    pawli_mover *out);

static inline pawli_frame pawli_mover_frame(pawl_vec2 position) {
    const pawli_frame frame = {position, {PAWL_UNIT, 0}, {0, 0}};
    return frame;
}

/* Whether a displacement leads against a surface by more than can be overlooked. */
static inline bool pawli_goes_against(pawl_rot normal, pawl_vec2 movement) {
    return pawli_project(normal, movement) < -((int64_t)PAWLI_GRAZE << 30);
}

/* Only what goes across `up`. */
static inline pawl_vec2 pawli_across_up(const pawli_mover *mover, pawl_vec2 v) {
    return pawli_scale_direction(mover->right, pawli_length_along(mover->right, v));
}

static inline bool pawli_is_walkable(const pawli_mover *mover, pawl_rot normal) {
    return pawli_near(pawli_rot_dot(normal, mover->up), 30) >= mover->slope_cosine;
}

/* mover_surface.c: a piece that the mover is near, and what it is a piece of. */
typedef struct pawli_mover_obstacle {
    const pawli_shape *shape; /* null: a soft body */
    const pawli_shape_piece *piece;
    const pawli_frame *frame;
    uint16_t slot; /* of the shape or soft body */
} pawli_mover_obstacle;

/* The piece as it stands. */
typedef struct pawli_mover_surface {
    bool solid;         /* it stops the mover */
    bool left_out;      /* it would, but the mover drops through it */
    pawl_rot normal;    /* towards the mover */
    pawl_fx separation; /* of the core; saturated */
    pawl_vec2 point;    /* of the piece, world */
} pawli_mover_surface;

pawli_mover_surface pawli_mover_surface_measure(const pawli_mover *mover,
                                                const pawli_mover_obstacle *obstacle,
                                                pawl_vec2 position);
/* Whether a surface of a piece that the mover is not in stops it; the normal points to the mover.
 */
bool pawli_mover_surface_stops(const pawli_mover *mover, const pawli_mover_obstacle *obstacle,
                               pawl_rot normal);
/* What results tell of it. */
pawli_found pawli_mover_surface_found(const pawli_mover *mover,
                                      const pawli_mover_obstacle *obstacle);

/* mover_collide.c: the planes within a distance, nearest first; returns how many. *left_out:
 * whether some would have been there, if the mover did not drop through them. */
uint32_t pawli_mover_collide_planes(const pawli_mover *mover, pawl_vec2 position, pawl_fx distance,
                                    pawl_plane *out, uint32_t capacity, bool *left_out);

/* mover_cast.c: as pawl_mover_cast. */
bool pawli_mover_cast(const pawli_mover *mover, pawl_vec2 position, pawl_vec2 translation,
                      pawl_query_hit *out);

/* mover_ground.c: what the mover stands on. */
typedef struct pawli_mover_ground {
    bool found;
    pawl_shape_id shape;
    pawl_soft_id soft;
    uint32_t part;
    pawl_rot normal; /* of the ground, not of a corner that the mover stands on */
} pawli_mover_ground;

/* Whether a contact carries the mover: itself walkable, or the edge of something walkable that is
 * not higher above the mover's foot than a step. *normal becomes that of the ground. */
bool pawli_mover_ground_carries(const pawli_mover *mover, pawl_vec2 foot, pawl_vec2 point,
                                pawl_rot *normal);
pawl_vec2 pawli_mover_ground_foot(const pawli_mover *mover, pawl_vec2 position);
/* The ground at a place, looked for down to a distance; moves *position to rest on it. */
pawli_mover_ground pawli_mover_ground_find(const pawli_mover *mover, pawl_vec2 *position,
                                           pawl_fx below);
void pawli_mover_ground_stand_on(const pawli_mover *mover, const pawli_mover_ground *ground,
                                 pawl_mover *state);
/* How far the ground has carried the mover since it was last looked at. */
pawl_vec2 pawli_mover_ground_ride(const pawli_mover *mover, const pawl_mover *state);
/* How far to go down when a cast down by `below` has hit: until it rests on what it hit. */
pawl_fx pawli_mover_ground_lower(const pawli_mover *mover, pawl_fx below,
                                 const pawl_query_hit *hit);

/* A mover under way. */
typedef struct pawli_mover_move {
    const pawli_mover *mover;
    pawl_vec2 position;
    pawl_vec2 velocity;        /* wanted; becomes what is left of it */
    pawl_vec2 movement;        /* wanted */
    bool landed;               /* it came down on ground that can be walked on */
    pawl_mover_report *report; /* or null */
} pawli_mover_move;

/* mover_slide.c: the steps of a move. */
void pawli_mover_slide_advance(pawli_mover_move *move, pawl_vec2 movement);
void pawli_mover_slide_report_hit(pawli_mover_move *move, const pawl_query_hit *hit);
/* Along what is met, however steep it is. */
void pawli_mover_slide(pawli_mover_move *move);
/* The same in flight: steep ground is not climbed, and walkable ground is landed on. */
void pawli_mover_slide_fly(pawli_mover_move *move);
/* Away from what is nearer than the rest distance. False: something is still in the mover.
 * *left_out as for pawli_mover_collide_planes. */
bool pawli_mover_slide_recover(pawli_mover_move *move, bool *left_out);

/* A velocity that a mover may be told. */
static inline pawl_vec2 pawli_mover_limited(pawl_vec2 v) {
    return pawl_vec2_make(pawl_clamp(v.x, -PAWL_SPEED_MAX, PAWL_SPEED_MAX),
                          pawl_clamp(v.y, -PAWL_SPEED_MAX, PAWL_SPEED_MAX));
}

/* mover_move.c: as pawl_mover_move, by what is made ready. */
pawl_status pawli_mover_move_run(pawli_mover *mover, pawl_mover *state, pawl_vec2 velocity,
                                 uint32_t flags, pawl_mover_report *report);

/* mover_push.c: push what was hit, if it is dynamic, by at most an impulse. */
void pawli_mover_push_hit(pawl_world *world, const pawl_mover_hit *hit, pawl_fx most);
/* Whether what was hit gives way to a push, and how fast its place moves. */
bool pawli_mover_push_finds(const pawl_world *world, const pawl_mover_hit *hit,
                            pawl_vec2 *velocity);
/* What a push at a point moves: the mass of a dynamic body, of a soft one that of the place; else
 * 0. */
pawl_wide pawli_mover_push_mass(const pawl_world *world, const pawli_found *what, pawl_vec2 point);
/* An impulse on what carries the mover; a point of a soft body takes only so much of it. */
void pawli_mover_push_ground(pawl_world *world, const pawl_mover *state, pawl_vec2 foot,
                             pawl_wide2 impulse);
/* mover_stride.c: along the ground, up steps. */
void pawli_mover_stride(pawli_mover_move *move, pawl_rot ground_normal);

#endif
