/* field.h - pushes on many bodies at once: explosions, wind, water and the gravity of a place.
 *
 * These are calls that a game makes before a step, each of them a function of its arguments and
 * the world: fields are not stored, so there is nothing to save or to switch off. A push acts as
 * pawl_body_apply_force and pawl_body_apply_impulse do, on enabled dynamic bodies, whose order of
 * creation is the order of work; a sum out of range saturates with PAWL_FAULT_FORCE_RANGE, and a
 * field out of the documented ranges is PAWL_ERR_RANGE and does nothing.
 *
 * Characters (character.h) whose shape the mask sees are pushed likewise, by their mass and gravity
 * scale, at the speed that they have; without a mass only gravity of a place finds them. They never
 * turn. On the ground they brace themselves by their braking, and leave it when they are lifted by
 * more than the world's gravity, or thrown upwards by a blast; on ladders they hold on.
 *
 * Sleep. A field that pushes all the time must not keep everything awake for ever: sleepers are
 * left alone, and being pushed does not count as a disturbance. Set `wake` for one step when
 * something has changed: the tide, the wind, where a planet is. Explosions always wake.
 *
 * Time. Forces that depend on where a body is (water, radial gravity) are taken where it will be
 * in the middle of what this step still adds, which makes a step a symplectic one: orbits and
 * floating things neither gain nor lose energy in the long run. Forces that depend on how fast it
 * is (drag, damping, wind) are implicit, so that they never overshoot.
 *
 * Cost: one look at each live body, and work for the shapes of those that are in reach. */
#ifndef PAWL_FIELD_H
#define PAWL_FIELD_H

#include "pawl/body.h"

/* Where a field is: a convex polygon in the world or, with count 0, everything below a level. */
typedef struct pawl_area {
    pawl_vec2 points[PAWL_POLYGON_MAX]; /* counter-clockwise, as pawl_polygon_check wants them;
                                           |coordinate| <= PAWL_COORD_MAX, and none farther than
                                           PAWL_EXTENT_MAX from the first */
    pawl_fx level; /* only with count 0: y of the upper edge; PAWL_FX_MAX is above all */
    uint8_t count; /* 0, or 3 .. PAWL_POLYGON_MAX */
    uint8_t pad[3];
} pawl_area;

/* All of the world. */
PAWL_API pawl_area pawl_area_everywhere(void);
/* All that is below a height, such as water in a level. */
PAWL_API pawl_area pawl_area_below(pawl_fx level);
/* Not valid, and refused by the fields as GEOMETRY, is a box thinner than 1/2048, one that is
 * longer than PAWL_EXTENT_MAX from corner to corner, and one whose corners are mixed up on one
 * axis. Lay several side by side where more is needed, or take everything below a level. */
PAWL_API pawl_area pawl_area_box(pawl_box box);
/* Whether the fields take it. */
PAWL_API bool pawl_area_is_valid(const pawl_area *area);
/* Inside or on the edge, exactly; false for an area that is not valid. */
PAWL_API bool pawl_area_contains(const pawl_area *area, pawl_vec2 point);

/* A blast. Every shape within reach is hit at its point closest to the center, away from there;
 * from within a shape, towards its middle; and straight up when that is the center as well. What
 * stands in between does not shield it. Up to `radius` the blast has full strength, from there it
 * falls off linearly to nothing at radius + falloff. An impulse is a mass times units/s, Q48.16;
 * both are 0 by default, and with both 0 nothing is pushed: set one. */
typedef struct pawl_explosion_def {
    uint32_t cookie; /* set by pawl_explosion_def_default() */
    pawl_vec2 center;
    pawl_fx radius;               /* >= 0; default 1 */
    pawl_fx falloff;              /* >= 0; default 0; radius + falloff <= PAWL_COORD_MAX */
    pawl_wide impulse_per_length; /* times the width of a shape, seen from the center; default 0;
                                     negative: an implosion */
    pawl_wide impulse;            /* on each body, at its closest shape; default 0 */
    uint32_t mask;                /* shapes whose category it contains; default all */
} pawl_explosion_def;
/* A def with the defaults above. */
PAWL_API pawl_explosion_def pawl_explosion_def_default(void);
/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_explosion_def_check(const pawl_explosion_def *def,
                                                              const char **field);
/* Wakes what it hits. Errors: NULL, COOKIE, RANGE. */
PAWL_API pawl_status pawl_world_explode(pawl_world *world, const pawl_explosion_def *def);

/* Wind. Let u be the wind relative to a point in the middle of an edge, s = |u| but at most
 * max_speed, and l the length of the edge as seen along u. An edge that faces the wind feels
 *     l s^2 (drag u/|u| + lift p),
 * where p is the inward normal less its part along u: zero for an edge that meets the wind head
 * on, and longer the more it slants. So lift turns a slanting plate out of the wind, and a wing
 * upwards. Circles, capsules and roundings add their diameter to l, without lift. */
typedef struct pawl_wind_def {
    uint32_t cookie;    /* set by pawl_wind_def_default() */
    pawl_vec2 velocity; /* units/s; |component| <= PAWL_SPEED_MAX */
    pawl_fx drag;       /* force on one unit of length at a speed of one: half the density of the
                           air times the drag coefficient; 0 .. 1024; default 1 */
    pawl_fx lift;       /* likewise; 0 .. 1024; default 0 */
    pawl_fx max_speed;  /* 0 .. PAWL_SPEED_MAX, the default */
    pawl_area area;     /* pawl_world_apply_wind: bodies with their center of mass here; default
                           everywhere */
    uint32_t mask;      /* shapes whose category it contains; default all */
    bool wake;          /* default false: sleepers are left alone */
} pawl_wind_def;
/* A def with the defaults above. */
PAWL_API pawl_wind_def pawl_wind_def_default(void);
/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_wind_def_check(const pawl_wind_def *def,
                                                         const char **field);
/* Push with the wind for the next step.
 * Errors: NULL, COOKIE, RANGE, GEOMETRY (area), STALE (shape). */
PAWL_API pawl_status pawl_world_apply_wind(pawl_world *world, const pawl_wind_def *def);
/* The same for one shape, wherever it is; area and mask are not looked at. */
PAWL_API pawl_status pawl_shape_apply_wind(pawl_world *world, pawl_shape_id shape,
                                           const pawl_wind_def *def);

/* Water. The part of each shape that is in the area is lifted by the weight of the water it
 * displaces, at the centroid of that part. Drag slows a body down to the flow at a rate that is
 * the given one times the share of its area that is in the water.
 * Accuracy: polygons are clipped to within a raw unit; the round parts of circles, capsules and
 * rounded polygons get 32 sides to the turn, which moves the submerged area by at most 0.13 % of
 * the whole shape. Water is lifted against the gravity of the world, not that of other fields. */
typedef struct pawl_water_def {
    uint32_t cookie;      /* set by pawl_water_def_default() */
    pawl_area area;       /* default: below y = 0 */
    pawl_fx density;      /* mass per square unit, >= 0; default 1 */
    pawl_vec2 flow;       /* units/s; |component| <= PAWL_SPEED_MAX; default 0 */
    pawl_fx linear_drag;  /* 1/s, 0 .. 1024; default 2 */
    pawl_fx angular_drag; /* 1/s, 0 .. 1024; default 2 */
    uint32_t mask;        /* shapes whose category it contains; default all */
    bool wake;            /* default false: sleepers are left alone */
} pawl_water_def;
/* A def with the defaults above. */
PAWL_API pawl_water_def pawl_water_def_default(void);
/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_water_def_check(const pawl_water_def *def,
                                                          const char **field);
/* Lift and slow what is in the water, for the next step.
 * Errors: NULL, COOKIE, RANGE, GEOMETRY (area). */
PAWL_API pawl_status pawl_world_apply_water(pawl_world *world, const pawl_water_def *def);

/* How radial gravity weakens with the distance r. */
typedef enum pawl_falloff {
    PAWL_FALLOFF_NONE = 0,   /* strength */
    PAWL_FALLOFF_LINEAR = 1, /* strength / r: a planet in two dimensions */
    PAWL_FALLOFF_SQUARE = 2  /* strength / r^2: a planet in three */
} pawl_falloff;

/* The pull of a planet on centers of mass, times their gravity scale. */
typedef struct pawl_radial_gravity_def {
    uint32_t cookie; /* set by pawl_radial_gravity_def_default() */
    pawl_vec2 center;
    pawl_wide strength;   /* the acceleration one unit away; default 10; negative: pushes away */
    pawl_falloff falloff; /* default PAWL_FALLOFF_SQUARE */
    pawl_fx inner_radius; /* closer than this it decreases, linearly, to nothing at the center;
                             >= 1/256; default 1 */
    pawl_fx outer_radius; /* farther than this nothing is felt; >= inner_radius; default
                             PAWL_FX_MAX */
    uint32_t mask;        /* bodies with a shape whose category it contains, or without any
                             shapes; default all */
    bool wake;            /* default false: sleepers are left alone */
} pawl_radial_gravity_def;
/* A def with the defaults above. */
PAWL_API pawl_radial_gravity_def pawl_radial_gravity_def_default(void);
/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status
pawl_radial_gravity_def_check(const pawl_radial_gravity_def *def, const char **field);
/* Pull towards a point for the next step.
 * Errors: NULL, COOKIE, ARGUMENT (falloff), RANGE. */
PAWL_API pawl_status pawl_world_apply_radial_gravity(pawl_world *world,
                                                     const pawl_radial_gravity_def *def);

/* The gravity of an area, for bodies with their center of mass in it, times their gravity scale;
 * and a drag that they feel there. */
typedef struct pawl_area_gravity_def {
    uint32_t cookie;         /* set by pawl_area_gravity_def_default() */
    pawl_area area;          /* default everywhere */
    pawl_vec2 gravity;       /* units/s^2; |component| <= PAWL_SPEED_MAX; default 0 */
    bool replace;            /* default true: instead of the gravity of the world, so areas that
                                replace it should not overlap; false: besides */
    pawl_fx linear_damping;  /* 1/s, 0 .. 1024; default 0 */
    pawl_fx angular_damping; /* 1/s, 0 .. 1024; default 0 */
    uint32_t mask;           /* as in pawl_radial_gravity_def */
    bool wake;               /* default false: sleepers are left alone */
} pawl_area_gravity_def;
/* A def with the defaults above. */
PAWL_API pawl_area_gravity_def pawl_area_gravity_def_default(void);
/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_area_gravity_def_check(const pawl_area_gravity_def *def,
                                                                 const char **field);
/* Another gravity within an area for the next step.
 * Errors: NULL, COOKIE, RANGE, GEOMETRY (area). */
PAWL_API pawl_status pawl_world_apply_area_gravity(pawl_world *world,
                                                   const pawl_area_gravity_def *def);

#endif
