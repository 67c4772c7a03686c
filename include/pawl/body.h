/* body.h - bodies: what moves in a world. Shapes on them are in shape.h.
 *
 * Every call takes the world first. A stale handle gives PAWL_ERR_STALE; getters on it return
 * zero. Numbers out of range give PAWL_ERR_RANGE and change nothing. */
#ifndef PAWL_BODY_H
#define PAWL_BODY_H

#include "pawl/convex.h"
#include "pawl/shape.h"
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
    pawl_angle angle;         /* turns; default 0 */
    pawl_vec2 velocity;       /* of the center of mass, units/s; |component| <= PAWL_SPEED_MAX */
    pawl_fx angular_velocity; /* radians/s; clamped with PAWL_FAULT_SPEED where the radius of
                                 gyration times it exceeds PAWL_SPEED_MAX */
    pawl_fx gravity_scale;    /* default 1; |scale| <= 1024 */
    pawl_fx linear_damping;   /* 1/s, 0 .. 1024; default 0 */
    pawl_fx angular_damping;  /* 1/s, 0 .. 1024; default 0 */
    pawl_fx sleep_threshold;  /* units/s, 0 .. PAWL_SPEED_MAX: it may fall asleep while no point of
                                 it is faster. Kept to the nearest of four significant bits, the
                                 least being 9/65536; default 0: as the world has it, 0.05 L/s */
    bool fixed_rotation;      /* default false; true: a dynamic body does not turn at all */
    bool lock_x, lock_y;      /* default false; true: the center of mass of a dynamic body stays
                                 where it is on that axis of the world. Builds without joints refuse
                                 it */
    bool awake;               /* default true; created asleep, a body is at rest */
    bool can_sleep;           /* default true. False keeps its island awake, and slow movement
                                 beside resting bodies alive (docs/1-step.md) */
    bool bullet;              /* default false; true: however fast, a dynamic body does not pass
                                 through other moving bodies either */
    bool enabled;             /* default true; a disabled body takes no part in anything */
    uint32_t user_data;       /* yours: saved, not hashed */
} pawl_body_def;

/* A def with the defaults above. */
PAWL_API pawl_body_def pawl_body_def_default(void);
/* Whether a def is one that pawl_body_create takes: the status that it would give for the def
 * alone, and through `field` (may be null) the name of the first wrong field, or null when none is.
 */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_def_check(const pawl_body_def *def,
                                                         const char **field);

/* Put a body into the world; it has no shape yet.
 * Errors: NULL, COOKIE, ARGUMENT (type), RANGE, CAPACITY. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create(pawl_world *world, const pawl_body_def *def,
                                                      pawl_body_id *out);
/* Destroys the body and its shapes; bodies it touched wake up. */
PAWL_API pawl_status pawl_body_destroy(pawl_world *world, pawl_body_id body);
/* Whether the body of a handle still lives. */
PAWL_API bool pawl_body_is_valid(const pawl_world *world, pawl_body_id body);

/* Where it is. The origin is derived from the center of mass, which is what the world stores:
 * it is exact while the center of mass sits at the origin. */
PAWL_API pawl_vec2 pawl_body_get_position(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_angle pawl_body_get_angle(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_rot pawl_body_get_rotation(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_pose pawl_body_get_pose(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_vec2 pawl_body_get_center(const pawl_world *world, pawl_body_id body);
/* Teleport: no velocity is implied, nothing in between is hit; wakes the body. */
PAWL_API pawl_status pawl_body_set_pose(pawl_world *world, pawl_body_id body, pawl_vec2 position,
                                        pawl_angle angle);

/* Write into poses[count] the poses of bodies[count], as pawl_body_get_pose: zeros for a stale
 * handle. Returns how many were stale; with a null pointer `count`, and nothing is written.
 * Cost: on x86-64 some 120 instructions for each. */
PAWL_API uint32_t pawl_world_get_poses(const pawl_world *world, const pawl_body_id *bodies,
                                       uint32_t count, pawl_pose *poses);
/* Write into bodies[capacity] and poses[capacity] all live bodies and their poses, in creation
 * order: the oldest ones where there is no room for all. Either array may be null. Returns how many
 * bodies are alive. Cost: as above, for each one that there is room for. */
PAWL_API uint32_t pawl_world_get_all_poses(const pawl_world *world, pawl_body_id *bodies,
                                           pawl_pose *poses, uint32_t capacity);

/* Of the center of mass, units/s. */
PAWL_API pawl_vec2 pawl_body_get_velocity(const pawl_world *world, pawl_body_id body);
/* Saturates at +-32767 rad/s. */
PAWL_API pawl_fx pawl_body_get_angular_velocity(const pawl_world *world, pawl_body_id body);
/* Of a point of the body, in world coordinates, units/s. */
PAWL_API pawl_vec2 pawl_body_get_velocity_at(const pawl_world *world, pawl_body_id body,
                                             pawl_vec2 point);
/* Wake the body; static bodies ignore them (PAWL_OK). A turn faster than the limit is clamped with
 * PAWL_FAULT_SPEED. */
PAWL_API pawl_status pawl_body_set_velocity(pawl_world *world, pawl_body_id body,
                                            pawl_vec2 velocity);
PAWL_API pawl_status pawl_body_set_angular_velocity(pawl_world *world, pawl_body_id body,
                                                    pawl_fx radians_per_second);
/* Go there by the end of the next step: sets the velocities that lead from the pose it has, with
 * what roundings have left of earlier movements, to this position of its origin and this angle, the
 * shorter way around (half a turn goes backwards). Unlike a teleport it pushes and carries what is
 * in its way. The velocities stay when it has arrived: call it before each step, and with the pose
 * that it has to stop it there.
 * A kinematic body arrives exactly at the position, to the raw unit; at the angle to within half of
 * 2^-22 units along a circle of its radius of gyration, which is 82 / k + 1 of 2^32 to a turn for a
 * radius of k units. Errors do not add up, as each call starts from where the body is. A dynamic
 * body would arrive there if nothing else acted on it: gravity, forces, damping, contacts and
 * joints do. One of fixed rotation keeps its angle.
 * It wakes the body, unless that is there and at rest. Static bodies ignore it (PAWL_OK).
 * Errors: NULL, LOCKED, STALE, RANGE: a position outside of the world; or one that is farther than
 * PAWL_STEP_MAX on an axis or needs more than PAWL_SPEED_MAX, likewise the turn, times the radius
 * of gyration; nothing changes then. Cost: six divisions of 64 bits, on x86-64 some 600
 * instructions. */
PAWL_API pawl_status pawl_body_set_target(pawl_world *world, pawl_body_id body, pawl_vec2 position,
                                          pawl_angle angle);

/* Forces act during the next step, then are cleared; world axes, `point` in world coordinates.
 * They wake the body. Static, kinematic and disabled bodies ignore them (PAWL_OK). A force or
 * impulse out of range saturates and sets PAWL_FAULT_FORCE_RANGE; a velocity that would exceed the
 * limit is clamped and sets PAWL_FAULT_SPEED. */
PAWL_API pawl_status pawl_body_apply_force(pawl_world *world, pawl_body_id body, pawl_wide2 force,
                                           pawl_vec2 point);
PAWL_API pawl_status pawl_body_apply_force_to_center(pawl_world *world, pawl_body_id body,
                                                     pawl_wide2 force);
PAWL_API pawl_status pawl_body_apply_torque(pawl_world *world, pawl_body_id body, pawl_wide torque);
/* Take back all forces and torques since the last step, those of fields as well; what they have
 * woken stays awake. Errors: NULL, LOCKED, STALE. */
PAWL_API pawl_status pawl_body_clear_forces(pawl_world *world, pawl_body_id body);
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
 * center: attach shapes before giving a turning body its velocity. */
PAWL_API pawl_mass pawl_body_get_mass(const pawl_world *world, pawl_body_id body);
/* mass > 0; inertia >= 0 about the center (0: never turns), both Q48.16; |center| within
 * PAWL_EXTENT_MAX; the radius of gyration within 1/1024 .. PAWL_EXTENT_MAX. Dynamic bodies only
 * (ARGUMENT). */
PAWL_API pawl_status pawl_body_set_mass(pawl_world *world, pawl_body_id body, pawl_mass mass);
/* The mass of shapes and densities again, after pawl_body_set_mass. */
PAWL_API pawl_status pawl_body_reset_mass(pawl_world *world, pawl_body_id body);

/* Static, kinematic or dynamic. A new type computes the mass again and wakes the body. */
PAWL_API pawl_body_type pawl_body_get_type(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_type(pawl_world *world, pawl_body_id body, pawl_body_type type);
/* False while it sleeps, and for a static or disabled body. */
PAWL_API bool pawl_body_is_awake(const pawl_world *world, pawl_body_id body);
/* Waking wakes the island that fell asleep together; putting to sleep stops this body alone. */
PAWL_API pawl_status pawl_body_set_awake(pawl_world *world, pawl_body_id body, bool awake);
/* Whether it may fall asleep, as in the def or as set since. False wakes it. */
PAWL_API bool pawl_body_get_can_sleep(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_can_sleep(pawl_world *world, pawl_body_id body, bool can_sleep);
/* As in the def, with 0 for the default; it wakes nothing. */
PAWL_API pawl_status pawl_body_set_sleep_threshold(pawl_world *world, pawl_body_id body,
                                                   pawl_fx speed);
/* As it is kept: 0 is the default. */
PAWL_API pawl_fx pawl_body_get_sleep_threshold(const pawl_world *world, pawl_body_id body);
/* A disabled body stays where it is and collides with nothing. */
PAWL_API bool pawl_body_is_enabled(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_enabled(pawl_world *world, pawl_body_id body, bool enabled);
/* A body of fixed rotation keeps its angle. */
PAWL_API bool pawl_body_has_fixed_rotation(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_fixed_rotation(pawl_world *world, pawl_body_id body, bool fixed);
/* Whether nothing moves the center of mass of a dynamic body along an axis of the world: forces,
 * impulses, contacts, joints, fields and soft bodies find it infinitely heavy there. That
 * coordinate of its velocity is 0 and that of its center the same, to the bit, for any number of
 * steps; one that the call sets is ignored. pawl_body_set_pose still puts it anywhere, and a new
 * mass may move the center. Static and kinematic bodies keep the locks for when they are dynamic.
 * With both locks it turns about its center like a wheel on an axle, unless its rotation is fixed.
 * A contact counts the lock in its mass; a joint does not, and is soft where the locked body is
 * much lighter than the other one. Setting what it is already changes nothing, else it wakes the
 * body. Errors: NULL, LOCKED, STALE; UNSUPPORTED to lock one in a build without joints. Cost: rows
 * of such bodies are solved eight times in each pass, and not in lanes; worlds without locks pay
 * nothing. */
PAWL_API bool pawl_body_has_lock_x(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_lock_x(pawl_world *world, pawl_body_id body, bool locked);
PAWL_API bool pawl_body_has_lock_y(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_lock_y(pawl_world *world, pawl_body_id body, bool locked);
/* A bullet is stopped by moving bodies as well, at any speed. */
PAWL_API bool pawl_body_is_bullet(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_bullet(pawl_world *world, pawl_body_id body, bool bullet);
/* The factor of gravity, |scale| <= 1024; setting it wakes the body. */
PAWL_API pawl_fx pawl_body_get_gravity_scale(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_gravity_scale(pawl_world *world, pawl_body_id body,
                                                 pawl_fx scale);
/* Of moving and of turning, d = 0 .. 1024 in 1/s: a velocity falls by the factor e in 1/d seconds,
 * but for steps: each sub-step of h seconds divides it by 1 + h d. */
PAWL_API pawl_status pawl_body_set_damping(pawl_world *world, pawl_body_id body, pawl_fx linear,
                                           pawl_fx angular);
/* As it was set, 1/s. */
PAWL_API pawl_fx pawl_body_get_linear_damping(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_fx pawl_body_get_angular_damping(const pawl_world *world, pawl_body_id body);
/* Any number of your own; the engine does not look at it. */
PAWL_API uint32_t pawl_body_get_user_data(const pawl_world *world, pawl_body_id body);
PAWL_API pawl_status pawl_body_set_user_data(pawl_world *world, pawl_body_id body, uint32_t data);

/* Let a body fall through the one-way platforms it is near: they no longer touch it until it has
 * left them. Wakes the body. */
PAWL_API pawl_status pawl_body_drop_through(pawl_world *world, pawl_body_id body);

/* Live bodies in creation order: start with a null handle, end at a null handle. */
PAWL_API pawl_body_id pawl_world_next_body(const pawl_world *world, pawl_body_id after);
/* Shapes of a body in creation order, likewise. */
PAWL_API pawl_shape_id pawl_body_next_shape(const pawl_world *world, pawl_body_id body,
                                            pawl_shape_id after);

#endif
