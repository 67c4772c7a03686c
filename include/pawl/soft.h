/* soft.h - soft bodies: point masses held together by links, in a world beside its rigid bodies.
 *
 * A soft body is a handful of points and links: a rope, a cloth, a jelly, a bubble. Points have no
 * size of their own and do not turn. They are moved by Verlet integration in sub-steps; after each
 * of them the links pull points to where they should be, a set number of times, which is what makes
 * it as stiff as it is: more sub-steps first, more iterations then. What a soft body collides with
 * is up to its filter: shapes of any kind, terrain, other soft bodies. Rigid bodies are pushed
 * back.
 *
 * Soft bodies are part of the world as everything else is: of saves, snapshots, hashes, replays.
 * Every call takes the world first. A stale handle gives PAWL_ERR_STALE; getters on it return zero.
 * Numbers out of range give PAWL_ERR_RANGE and change nothing. In a build without them
 * (PAWL_WITH_SOFT) a world def with room for them and pawl_soft_create give PAWL_ERR_UNSUPPORTED;
 * every handle is a stale one there. A world has room for soft bodies only where its def says so:
 * soft_capacity, soft_point_capacity, soft_link_capacity (world.h).
 *
 * Lengths are units, velocities units/s, masses those of bodies; numbers are Q16.16 where nothing
 * else is said. Errors of calls that name none: NULL, STALE.
 *
 * Source: Jakobsen, Advanced Character Physics (2001), for points and links; docs/soft.md explains
 * where the method differs, what it conserves, and what it costs. */
#ifndef PAWL_SOFT_H
#define PAWL_SOFT_H

#include "pawl/body.h"

#define PAWL_SOFT_ITERATIONS_MAX 64
/* Mass of a point. The largest is 2^22 times the smallest. */
#define PAWL_POINT_MASS_MIN PAWL_FX(0, 1, 256)
#define PAWL_POINT_MASS_MAX PAWL_FX(16384, 0, 1)
/* Longest link, and widest bend: movements within a step are Q10.22. */
#define PAWL_LINK_LENGTH_MAX PAWL_FX(256, 0, 1)

/* ---- what a soft body is made of ---- */

typedef struct pawl_soft_point {
    pawl_vec2 position; /* world; |coordinate| <= PAWL_COORD_MAX */
    pawl_vec2 velocity; /* units/s; |component| <= PAWL_SPEED_MAX */
    pawl_fx mass; /* PAWL_POINT_MASS_MIN .. PAWL_POINT_MASS_MAX; 0: pinned, it stays where it is
                     put */
} pawl_soft_point;

typedef enum pawl_link_type {
    PAWL_LINK_DISTANCE = 0, /* a and b are `length` apart */
    PAWL_LINK_BEND = 1,     /* b is where it was put between a and c: resists bending there. Its
                               flags, length and tear are 0 */
    PAWL_LINK_ATTACH = 2    /* a is held at a place on a rigid body: pawl_soft_attach */
} pawl_link_type;

/* Flags of a link. */
enum {
    PAWL_LINK_SURFACE = 1 << 0, /* a distance whose line collides, not only its ends */
    PAWL_LINK_ROPE = 1 << 1,    /* pulls, but does not push */
    PAWL_LINK_TORN = 1 << 2     /* set by the world: it holds nothing any more */
};

/* What is found of a soft body (query.h, mover.h), its `part`: the number of a surface link that is
 * not torn; or this and the number of a point that is an end of no such link; */
#define PAWL_SOFT_PART_POINT (UINT32_C(1) << 16)
/* or what its outline encloses. */
#define PAWL_SOFT_PART_AREA (UINT32_C(2) << 16)

typedef struct pawl_soft_link {
    uint16_t a, b, c;  /* points of the soft body, different ones; c only for BEND, else 0 */
    uint8_t type;      /* pawl_link_type */
    uint8_t flags;     /* PAWL_LINK_SURFACE | ... */
    pawl_fx length;    /* of a distance; 0: as the points are placed; .. PAWL_LINK_LENGTH_MAX */
    pawl_fx stiffness; /* 0 .. 1, kept to 2^-15: how much of an error an iteration takes away. It
                          has no default: 0 holds nothing, and 1 is what ropes want */
    pawl_fx tear; /* a distance tears when it is longer than this times its length, 1 + 1/256 ..
                     255, kept to 1/256; 0: never */
} pawl_soft_link;

typedef struct pawl_soft_def {
    uint32_t cookie; /* set by pawl_soft_def_default() */
    const pawl_soft_point *points;
    const pawl_soft_link *links;
    uint32_t point_count;   /* 1 .. 65535 */
    uint32_t link_count;    /* 0 .. 65535 */
    uint32_t outline_count; /* the first so many points, 3 or more, run counter-clockwise around an
                               area; 0: none */
    pawl_fx pressure;      /* 0 .. 1, kept to 2^-15: how much of a change of that area is taken back
                              in an iteration; default 0 */
    pawl_fx friction;      /* Coulomb, >= 0; mixes as sqrt(a * b); default 0.6 */
    pawl_fx restitution;   /* 0 .. 1; mixes as the larger; default 0 */
    pawl_fx damping;       /* 1/s, 0 .. 1024; default 0 */
    pawl_fx gravity_scale; /* |scale| <= 1024; default 1 */
    pawl_fx radius;        /* thickness around points and surface links, .. PAWL_LINK_LENGTH_MAX;
                              default 0: the speculative distance of the world, 0.02 L */
    pawl_filter filter;    /* against shapes and other soft bodies; default as of shapes */
    uint8_t iterations;    /* of links in each sub-step, 1 .. PAWL_SOFT_ITERATIONS_MAX; default 4 */
    bool self_collide;     /* default false: its own points and links do not meet each other */
    bool can_sleep;        /* default true */
    bool awake;            /* default true */
    uint32_t user_data;    /* yours: saved, not hashed */
} pawl_soft_def;

/* A def with the defaults above. */
PAWL_API pawl_soft_def pawl_soft_def_default(void);
/* Whether a def is one that pawl_soft_create takes: the status that it would give for the def
 * alone, and through `field` (may be null) the name of the first wrong field, or null when none is.
 */
/* Of points and links it names the field, as in points.mass. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_soft_def_check(const pawl_soft_def *def,
                                                         const char **field);

/* Points and links are copied: the caller's may go. Lengths that follow from the points are rounded
 * to nearest. Errors: NULL, COOKIE, RANGE (a number; points of a link farther apart than
 * PAWL_LINK_LENGTH_MAX), ARGUMENT (a link to a point that is not there or to itself, an unknown
 * type or flag, an outline of 1 or 2 points, ATTACH), GEOMETRY (a distance of 0, an outline that
 * runs clockwise), CAPACITY (soft bodies, points, links), UNSUPPORTED. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_soft_create(pawl_world *world, const pawl_soft_def *def,
                                                      pawl_soft_id *out);
/* Bodies that it held wake. */
PAWL_API pawl_status pawl_soft_destroy(pawl_world *world, pawl_soft_id soft);
/* Whether the soft body of a handle still lives. */
PAWL_API bool pawl_soft_is_valid(const pawl_world *world, pawl_soft_id soft);
/* Live soft bodies in creation order: start with a null handle, end at a null handle. */
PAWL_API pawl_soft_id pawl_world_next_soft(const pawl_world *world, pawl_soft_id after);

/* ---- builders: points and links of common things ---- */

/* Room for them; a builder adds to what is there, so that one soft body can be made of several. */
typedef struct pawl_soft_parts {
    pawl_soft_point *points;
    pawl_soft_link *links;
    uint32_t point_capacity, link_capacity;
    uint32_t point_count, link_count; /* zero-initialize */
} pawl_soft_parts;

/* All masses are those of the whole thing, shared by its points, which are at rest; each share is
 * within PAWL_POINT_MASS_MIN .. PAWL_POINT_MASS_MAX. `stiffness` (0 .. 1) goes to each link;
 * nothing tears. To pin a point or let a link tear, write its mass or its `tear` into the arrays
 * before pawl_soft_create. Places are rounded to nearest. Errors: NULL, RANGE, ARGUMENT (too few
 * pieces), CAPACITY (nothing is added). */

/* A rope of `links` links, 1 or more, all of them surface, between two points: links + 1 points;
 * and links - 1 bends where `bend` (0 .. 1) is not 0. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_soft_add_rope(pawl_soft_parts *parts, pawl_vec2 from,
                                                        pawl_vec2 to, uint32_t links, pawl_fx mass,
                                                        pawl_fx stiffness, pawl_fx bend);
/* A cloth of columns x rows cells, upper left corner first, row by row downwards; with diagonals
 * where `shear` (0 .. 1) is not 0. Its rim is surface. With c columns and r rows it has (c + 1)
 * (r + 1) points, 2 c r + c + r links, and 2 c r diagonals. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_soft_add_cloth(pawl_soft_parts *parts, pawl_box box,
                                                         uint32_t columns, uint32_t rows,
                                                         pawl_fx mass, pawl_fx stiffness,
                                                         pawl_fx shear);
/* A polygon of 3 points or more, counter-clockwise: its edges as surface, and diagonals from each
 * point to all others that are not its neighbors, with `inner` stiffness (0 .. 1). n points have
 * n (n - 1) / 2 links. For the area: outline_count = count. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_soft_add_polygon(pawl_soft_parts *parts,
                                                           const pawl_vec2 *points, uint32_t count,
                                                           pawl_fx mass, pawl_fx stiffness,
                                                           pawl_fx inner);
/* A ring of `count` points, 3 or more, around a center, the first to its right; its links are
 * surface. As many bends come with it where `bend` (0 .. 1) is not 0. It is a blob once the def has
 * outline_count = count and a pressure. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_soft_add_blob(pawl_soft_parts *parts, pawl_vec2 center,
                                                        pawl_fx radius, uint32_t count,
                                                        pawl_fx mass, pawl_fx stiffness,
                                                        pawl_fx bend);

/* ---- points and links of a soft body ---- */

/* How many points it has, numbered from 0. */
PAWL_API uint32_t pawl_soft_get_point_count(const pawl_world *world, pawl_soft_id soft);
/* How many links it has, torn ones and attachments among them, numbered from 0. */
PAWL_API uint32_t pawl_soft_get_link_count(const pawl_world *world, pawl_soft_id soft);
/* Of all calls that take the number of a point or link: NULL, STALE, RANGE (no such one, or a
 * number out of the range of the def). Velocities are those of the last sub-step, to nearest. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_soft_get_point(const pawl_world *world, pawl_soft_id soft,
                                                         uint32_t point, pawl_soft_point *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_soft_get_link(const pawl_world *world, pawl_soft_id soft,
                                                        uint32_t link, pawl_soft_link *out);
/* Whether something was in the way of a point, or of a surface link at it, at the end of the last
 * step in which it was awake: is the jelly on the ground? False for what is not there. */
PAWL_API bool pawl_soft_is_point_touching(const pawl_world *world, pawl_soft_id soft,
                                          uint32_t point);
/* Teleport: what is in between is not hit; the velocity stays. All of these wake. */
PAWL_API pawl_status pawl_soft_set_point_position(pawl_world *world, pawl_soft_id soft,
                                                  uint32_t point, pawl_vec2 position);
/* A pinned point ignores it (PAWL_OK). */
PAWL_API pawl_status pawl_soft_set_point_velocity(pawl_world *world, pawl_soft_id soft,
                                                  uint32_t point, pawl_vec2 velocity);
/* 0 pins the point, which stops; a point that is freed starts at rest. */
PAWL_API pawl_status pawl_soft_set_point_mass(pawl_world *world, pawl_soft_id soft, uint32_t point,
                                              pawl_fx mass);
/* An impulse on one point, mass * units/s, Q48.16; pinned points ignore it. A velocity beyond the
 * limit is clamped with PAWL_FAULT_SPEED; an impulse out of range saturates with
 * PAWL_FAULT_FORCE_RANGE. */
PAWL_API pawl_status pawl_soft_apply_point_impulse(pawl_world *world, pawl_soft_id soft,
                                                   uint32_t point, pawl_wide2 impulse);
/* Tear a link now, and with a distance the bends across it; of a torn one nothing (PAWL_OK). It
 * makes no event. */
PAWL_API pawl_status pawl_soft_tear(pawl_world *world, pawl_soft_id soft, uint32_t link);

/* Hold a point at a place on a body (in the frame of the body): static, kinematic or dynamic, which
 * then feels the pull. It is a link of its own, which soft_link_capacity must have room for:
 * *out_link is its number. It goes with the body. Point and place should meet.
 * Errors: NULL, STALE, RANGE (no such point, |anchor| beyond PAWL_EXTENT_MAX), CAPACITY (links). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_soft_attach(pawl_world *world, pawl_soft_id soft,
                                                      uint32_t point, pawl_body_id body,
                                                      pawl_vec2 anchor, uint32_t *out_link);
/* The body of an ATTACH link, and where it holds. Errors: NULL, STALE, RANGE, ARGUMENT (no ATTACH).
 */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_soft_get_attachment(const pawl_world *world,
                                                              pawl_soft_id soft, uint32_t link,
                                                              pawl_body_id *body,
                                                              pawl_vec2 *anchor);

/* ---- the whole ---- */

/* Twice the area in its outline, units^2 in Q32.32, exact for the rounded points; and the one it
 * strives for. 0 without an outline. */
PAWL_API int64_t pawl_soft_get_area2(const pawl_world *world, pawl_soft_id soft);
PAWL_API int64_t pawl_soft_get_target_area2(const pawl_world *world, pawl_soft_id soft);
/* Pump it up, or let air out: > 0 (RANGE); ARGUMENT without an outline. Wakes. */
PAWL_API pawl_status pawl_soft_set_target_area2(pawl_world *world, pawl_soft_id soft,
                                                int64_t area2);
/* Around all points, without the radius. */
PAWL_API pawl_box pawl_soft_get_box(const pawl_world *world, pawl_soft_id soft);
/* Of the points that are not pinned, weighted by mass, to nearest; of all where all are pinned. */
PAWL_API pawl_vec2 pawl_soft_get_center(const pawl_world *world, pawl_soft_id soft);
/* Of the points that are not pinned together. */
PAWL_API pawl_wide pawl_soft_get_mass(const pawl_world *world, pawl_soft_id soft);
/* Of the center of these: the mean weighted by mass, to nearest 2^-22 unit in a sub-step. Zero when
 * all are pinned. */
PAWL_API pawl_vec2 pawl_soft_get_velocity(const pawl_world *world, pawl_soft_id soft);
/* To each point that is not pinned: the same velocity, or the same change of it. They wake. A
 * velocity beyond the limit is clamped with PAWL_FAULT_SPEED. Errors: NULL, STALE, RANGE (of
 * set_velocities, as for one point). */
PAWL_API pawl_status pawl_soft_set_velocity(pawl_world *world, pawl_soft_id soft,
                                            pawl_vec2 velocity);
PAWL_API pawl_status pawl_soft_change_velocity(pawl_world *world, pawl_soft_id soft,
                                               pawl_vec2 change);
/* An impulse on the whole, shared by mass: all velocities change by impulse / mass. That is rounded
 * to nearest to raw units of a velocity, then to nearest to 2^-22 unit in a sub-step, alike for all
 * points; so with m the mass and h the length of a sub-step, the momentum changes by the impulse to
 * within m (2^-17 + 2^-23 / h) on each axis. Faults as those of an impulse on a point. Nothing
 * happens when all are pinned. */
PAWL_API pawl_status pawl_soft_apply_impulse(pawl_world *world, pawl_soft_id soft,
                                             pawl_wide2 impulse);
/* Whether steps move it. */
PAWL_API bool pawl_soft_is_awake(const pawl_world *world, pawl_soft_id soft);
/* False puts this one to sleep, at rest; what it holds or touches may wake it again. */
PAWL_API pawl_status pawl_soft_set_awake(pawl_world *world, pawl_soft_id soft, bool awake);
/* Any number of your own; the engine does not look at it. */
PAWL_API uint32_t pawl_soft_get_user_data(const pawl_world *world, pawl_soft_id soft);
PAWL_API pawl_status pawl_soft_set_user_data(pawl_world *world, pawl_soft_id soft, uint32_t data);
/* As in the def, or as set since; setting it wakes. */
PAWL_API pawl_filter pawl_soft_get_filter(const pawl_world *world, pawl_soft_id soft);
PAWL_API pawl_status pawl_soft_set_filter(pawl_world *world, pawl_soft_id soft, pawl_filter filter);
/* As in the def; pressure is kept to 2^-15. */
PAWL_API uint32_t pawl_soft_get_outline_count(const pawl_world *world, pawl_soft_id soft);
PAWL_API pawl_fx pawl_soft_get_radius(const pawl_world *world, pawl_soft_id soft);
PAWL_API pawl_fx pawl_soft_get_friction(const pawl_world *world, pawl_soft_id soft);
PAWL_API pawl_fx pawl_soft_get_restitution(const pawl_world *world, pawl_soft_id soft);
PAWL_API pawl_fx pawl_soft_get_pressure(const pawl_world *world, pawl_soft_id soft);
PAWL_API pawl_fx pawl_soft_get_damping(const pawl_world *world, pawl_soft_id soft);
PAWL_API pawl_fx pawl_soft_get_gravity_scale(const pawl_world *world, pawl_soft_id soft);
PAWL_API int32_t pawl_soft_get_iterations(const pawl_world *world, pawl_soft_id soft);
/* Ranges as in the def; they wake. */
PAWL_API pawl_status pawl_soft_set_pressure(pawl_world *world, pawl_soft_id soft, pawl_fx pressure);
PAWL_API pawl_status pawl_soft_set_damping(pawl_world *world, pawl_soft_id soft, pawl_fx damping);
PAWL_API pawl_status pawl_soft_set_gravity_scale(pawl_world *world, pawl_soft_id soft,
                                                 pawl_fx scale);
PAWL_API pawl_status pawl_soft_set_iterations(pawl_world *world, pawl_soft_id soft,
                                              int32_t iterations);

#endif
