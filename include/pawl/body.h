/* body.h - bodies and the shapes on them.
 *
 * Every call takes the world first. A stale handle gives PAWL_ERR_STALE; getters on it return
 * zero. Numbers out of range give PAWL_ERR_RANGE and change nothing. */
#ifndef PAWL_BODY_H
#define PAWL_BODY_H

#include "pawl/convex.h"
#include "pawl/world.h"

typedef enum pawl_body_type {
    PAWL_STATIC = 0,    /* never moves by itself; infinite mass */
    PAWL_KINEMATIC = 1, /* moves with the velocity you give it; infinite mass */
    PAWL_DYNAMIC = 2    /* moved by forces and contacts */
} pawl_body_type;

typedef struct pawl_body_def {
    uint32_t cookie;          /* set by pawl_body_def_default() */
    pawl_body_type type;      /* default PAWL_STATIC */
    pawl_vec2 position;       /* of the body's origin; |coordinate| <= PAWL_COORD_MAX */
    pawl_angle angle;         /* default 0 */
    pawl_vec2 velocity;       /* of the centre of mass, units/s; |component| <= PAWL_SPEED_MAX */
    pawl_fx angular_velocity; /* radians/s; clamped with PAWL_FAULT_SPEED where the radius of
                                 gyration times it exceeds PAWL_SPEED_MAX */
    pawl_fx gravity_scale;    /* default 1; |scale| <= 1024 */
    pawl_fx linear_damping;   /* 1/s, 0 .. 1024; default 0 */
    pawl_fx angular_damping;  /* 1/s, 0 .. 1024; default 0 */
    bool fixed_rotation;      /* default false; true: a dynamic body does not turn at all */
    bool awake;               /* default true; created asleep, a body is at rest */
    bool can_sleep;           /* default true; fixed at creation */
    bool bullet;              /* default false; true: however fast, a dynamic body does not pass
                                 through other moving bodies either */
    bool enabled;             /* default true; a disabled body takes no part in anything */
    uint32_t user_data;       /* yours: saved, not hashed */
} pawl_body_def;

PAWL_API pawl_body_def pawl_body_def_default(void);

/* Errors: NULL, COOKIE, ARGUMENT (type), RANGE, CAPACITY. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create(pawl_world *world, const pawl_body_def *def,
                                                      pawl_body_id *out);
/* Destroys the body and its shapes; bodies it touched wake up. */
PAWL_API pawl_status pawl_body_destroy(pawl_world *world, pawl_body_id body);
PAWL_API bool pawl_body_is_valid(const pawl_world *world, pawl_body_id body);

/* Where it is. The origin is derived from the centre of mass, which is what the world stores:
 * it is exact while the centre of mass sits at the origin. */
PAWL_API pawl_vec2 pawl_body_get_position(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_angle pawl_body_get_angle(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_rot pawl_body_get_rotation(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_pose pawl_body_get_pose(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_vec2 pawl_body_get_center(const pawl_world *world, pawl_body_id body);
/* Teleport: no velocity is implied, nothing in between is hit; wakes the body. */
PAWL_API pawl_status pawl_body_set_pose(pawl_world *world, pawl_body_id body, pawl_vec2 position,
                                        pawl_angle angle);

PAWL_API pawl_vec2 pawl_body_get_velocity(const pawl_world *world, pawl_body_id body);
/* Saturates at +-32767 rad/s. */
PAWL_API pawl_fx pawl_body_get_angular_velocity(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_vec2 pawl_body_get_velocity_at(const pawl_world *world, pawl_body_id body,
                                             pawl_vec2 point);
/* Wake the body; static bodies ignore them (PAWL_OK). A turn faster than the limit is clamped with
 * PAWL_FAULT_SPEED. */
PAWL_API pawl_status pawl_body_set_velocity(pawl_world *world, pawl_body_id body,
                                            pawl_vec2 velocity);
PAWL_API pawl_status pawl_body_set_angular_velocity(pawl_world *world, pawl_body_id body,
                                                    pawl_fx radians_per_second);

/* Forces act during the next step, then are cleared; world axes, `point` in world coordinates.
 * They wake the body. Static, kinematic and disabled bodies ignore them (PAWL_OK). A force or
 * impulse out of range saturates and sets PAWL_FAULT_FORCE_RANGE; a velocity that would exceed the
 * limit is clamped and sets PAWL_FAULT_SPEED. */
PAWL_API pawl_status pawl_body_apply_force(pawl_world *world, pawl_body_id body, pawl_wide2 force,
                                           pawl_vec2 point);
PAWL_API pawl_status pawl_body_apply_force_to_center(pawl_world *world, pawl_body_id body,
                                                     pawl_wide2 force);
PAWL_API pawl_status pawl_body_apply_torque(pawl_world *world, pawl_body_id body, pawl_wide torque);
/* Impulses act at once. */
PAWL_API pawl_status pawl_body_apply_impulse(pawl_world *world, pawl_body_id body,
                                             pawl_wide2 impulse, pawl_vec2 point);
PAWL_API pawl_status pawl_body_apply_impulse_to_center(pawl_world *world, pawl_body_id body,
                                                       pawl_wide2 impulse);
PAWL_API pawl_status pawl_body_apply_angular_impulse(pawl_world *world, pawl_body_id body,
                                                     pawl_wide impulse);
/* The same push whatever the body weighs: as apply_impulse with impulse = mass * change. */
PAWL_API pawl_status pawl_body_change_velocity(pawl_world *world, pawl_body_id body,
                                               pawl_vec2 change, pawl_vec2 point);

/* Mass. Computed from shapes and densities until overridden; creating or destroying a shape,
 * a new density, a new type or pawl_body_reset_mass compute it again. A dynamic body without mass
 * weighs 1, with a radius of gyration of 1. The velocity is kept and is then that of the new
 * centre: attach shapes before giving a turning body its velocity. */
PAWL_API pawl_mass pawl_body_get_mass(const pawl_world *world, pawl_body_id body);
/* mass > 0; inertia >= 0 about the centre (0: never turns), both Q48.16; |centre| within
 * PAWL_EXTENT_MAX; the radius of gyration within 1/1024 .. PAWL_EXTENT_MAX. Dynamic bodies only
 * (ARGUMENT). */
PAWL_API pawl_status pawl_body_set_mass(pawl_world *world, pawl_body_id body, pawl_mass mass);
PAWL_API pawl_status pawl_body_reset_mass(pawl_world *world, pawl_body_id body);

PAWL_API pawl_body_type pawl_body_get_type(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_type(pawl_world *world, pawl_body_id body, pawl_body_type type);
PAWL_API bool pawl_body_is_awake(const pawl_world *world, pawl_body_id body);
/* Waking wakes the island that fell asleep together; putting to sleep stops this body alone. */
PAWL_API pawl_status pawl_body_set_awake(pawl_world *world, pawl_body_id body, bool awake);
PAWL_API bool pawl_body_is_enabled(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_enabled(pawl_world *world, pawl_body_id body, bool enabled);
PAWL_API bool pawl_body_has_fixed_rotation(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_fixed_rotation(pawl_world *world, pawl_body_id body, bool fixed);
PAWL_API bool pawl_body_is_bullet(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_bullet(pawl_world *world, pawl_body_id body, bool bullet);
PAWL_API pawl_fx pawl_body_get_gravity_scale(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_gravity_scale(pawl_world *world, pawl_body_id body,
                                                 pawl_fx scale);
PAWL_API pawl_status pawl_body_set_damping(pawl_world *world, pawl_body_id body, pawl_fx linear,
                                           pawl_fx angular);
PAWL_API pawl_fx pawl_body_get_linear_damping(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_fx pawl_body_get_angular_damping(const pawl_world *world, pawl_body_id body);
PAWL_API uint32_t pawl_body_get_user_data(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_user_data(pawl_world *world, pawl_body_id body, uint32_t data);

/* Live bodies in creation order: start with a null handle, end at a null handle. */
PAWL_API pawl_body_id pawl_world_next_body(const pawl_world *world, pawl_body_id after);
/* Shapes of a body in creation order, likewise. */
PAWL_API pawl_shape_id pawl_body_next_shape(const pawl_world *world, pawl_body_id body,
                                            pawl_shape_id after);

/* Two shapes collide when each one's mask contains the other's category; a shared group overrides
 * that: positive always, negative never. */
typedef struct pawl_filter {
    uint32_t category; /* default 1 */
    uint32_t mask;     /* default all */
    int16_t group;     /* default 0: no group */
    uint16_t pad;
} pawl_filter;

/* 31,457,280 in Q48.16. */
#define PAWL_BREAK_IMPULSE_MAX (INT64_C(15) << 37)

typedef struct pawl_shape_def {
    uint32_t cookie;            /* set by pawl_shape_def_default() */
    pawl_fx density;            /* mass per square unit, >= 0; default 1 */
    pawl_fx friction;           /* Coulomb, >= 0; mixes as sqrt(a * b); default 0.6 */
    pawl_fx restitution;        /* 0 .. 1; mixes as the larger; default 0 */
    pawl_fx tangent_speed;      /* conveyor belt: surface speed, units/s; mixes as the sum. Positive
                                   moves things on top of a shape to the right */
    pawl_fx rolling_resistance; /* 0 .. 1, rounded to 2^-15; mixes as the larger; default 0. What
                                   rolls on one round point is slowed by a torque of at most this
                                   times its radius times the force that presses it on */
    pawl_filter filter;
    /* All default to false and are fixed at creation. */
    bool hit_events;    /* report hits with any other shape */
    bool sensor;        /* collides with nothing, reports who overlaps it; weighs what its density
                           says */
    bool custom_filter; /* ask pawl_step_hooks.should_collide */
    bool pre_solve;     /* ask pawl_step_hooks.pre_solve */
    bool one_way;       /* a platform whose up is +y of its body: bodies land on it from above and
                           pass from below and from the sides */
    pawl_wide break_impulse; /* 0 .. PAWL_BREAK_IMPULSE_MAX, Q48.16 mass * units/s, kept to four
                                significant bits, the least being 9/1024; default 0: unbreakable. A
                                contact that presses harder on the shape in one step is reported in
                                the fractures of pawl_events; fracture.h breaks it */
    uint32_t user_data;
} pawl_shape_def;

PAWL_API pawl_shape_def pawl_shape_def_default(void);

/* Attach a copy of a convex to a body and update its mass.
 * Errors: NULL, COOKIE, STALE, RANGE, GEOMETRY (not from convex.h's makers), CAPACITY. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_shape_create(pawl_world *world, pawl_body_id body,
                                                       const pawl_shape_def *def,
                                                       const pawl_convex *convex,
                                                       pawl_shape_id *out);
PAWL_API pawl_status pawl_shape_destroy(pawl_world *world, pawl_shape_id shape);
PAWL_API bool pawl_shape_is_valid(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_body_id pawl_shape_get_body(const pawl_world *world, pawl_shape_id shape);
/* Copies the geometry out; PAWL_ERR_STALE leaves *out alone. */
PAWL_API pawl_status pawl_shape_get_convex(const pawl_world *world, pawl_shape_id shape,
                                           pawl_convex *out);
PAWL_API pawl_box pawl_shape_get_box(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_fx pawl_shape_get_density(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_fx pawl_shape_get_friction(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_fx pawl_shape_get_restitution(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_fx pawl_shape_get_tangent_speed(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_fx pawl_shape_get_rolling_resistance(const pawl_world *world, pawl_shape_id shape);
/* As it is kept. */
PAWL_API pawl_wide pawl_shape_get_break_impulse(const pawl_world *world, pawl_shape_id shape);
PAWL_API bool pawl_shape_is_sensor(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_filter pawl_shape_get_filter(const pawl_world *world, pawl_shape_id shape);
PAWL_API uint32_t pawl_shape_get_user_data(const pawl_world *world, pawl_shape_id shape);
/* A new density updates the mass of the body. Density, friction, tangent speed, rolling resistance
 * and filter wake the body and what rests against it. */
PAWL_API pawl_status pawl_shape_set_density(pawl_world *world, pawl_shape_id shape,
                                            pawl_fx density);
PAWL_API pawl_status pawl_shape_set_friction(pawl_world *world, pawl_shape_id shape,
                                             pawl_fx friction);
PAWL_API pawl_status pawl_shape_set_restitution(pawl_world *world, pawl_shape_id shape,
                                                pawl_fx restitution);
PAWL_API pawl_status pawl_shape_set_tangent_speed(pawl_world *world, pawl_shape_id shape,
                                                  pawl_fx speed);
PAWL_API pawl_status pawl_shape_set_rolling_resistance(pawl_world *world, pawl_shape_id shape,
                                                       pawl_fx resistance);
/* Wakes nobody: it counts from the next impact on. UNSUPPORTED in a build without fracture, unless
 * it is 0. */
PAWL_API pawl_status pawl_shape_set_break_impulse(pawl_world *world, pawl_shape_id shape,
                                                  pawl_wide impulse);
/* All contacts of the shape end; those that the new filter allows begin again with the next step.
 * Wakes the body and what it touches. */
PAWL_API pawl_status pawl_shape_set_filter(pawl_world *world, pawl_shape_id shape,
                                           pawl_filter filter);
PAWL_API pawl_status pawl_shape_set_user_data(pawl_world *world, pawl_shape_id shape,
                                              uint32_t data);

/* Walk the shapes that overlapped a sensor in the last step, in contact order: *cursor starts at
 * 0; false at the end, and for a shape that is no sensor. */
PAWL_API bool pawl_shape_next_visitor(const pawl_world *world, pawl_shape_id sensor,
                                      uint32_t *cursor, pawl_shape_id *visitor);

/* Let a body fall through the one-way platforms it is near: they no longer touch it until it has
 * left them. Wakes the body. */
PAWL_API pawl_status pawl_body_drop_through(pawl_world *world, pawl_body_id body);

/* A touching contact of the last step, evaluated at the present poses. */
typedef struct pawl_contact {
    pawl_shape_id shape_a, shape_b; /* a was created before b */
    pawl_rot normal;                /* from a to b */
    uint8_t count;
    pawl_vec2 points[2];    /* world */
    pawl_fx separations[2]; /* negative: overlap */
    pawl_wide impulses[2];  /* normal impulse of the last sub-step, Q48.16 */
} pawl_contact;
/* Walk the contacts in contact order: *cursor starts at 0; false at the end. */
PAWL_API bool pawl_world_next_contact(const pawl_world *world, uint32_t *cursor, pawl_contact *out);

#endif
