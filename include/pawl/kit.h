/* kit.h - a vehicle, and a jointed figure, in one call.
 *
 * Both are made of calls that a program could make itself. What the world gets are bodies, shapes
 * and joints like any: whatever else there is to do with them, do it by their handles. */
#ifndef PAWL_KIT_H
#define PAWL_KIT_H

#include "pawl/body_build.h"
#include "pawl/joint.h"

/* ---- vehicles: a chassis, wheels on springs, and their drive ---------------------------------
 *
 * A body for each, and a PAWL_JOINT_WHEEL between them, which slides along the upright axis (+y) of
 * the chassis. A vehicle is plain data, no object of the world: keep the struct beside the world,
 * and save it with it. */

#define PAWL_VEHICLE_WHEELS_MAX 8

/* A wheel of a vehicle to be made. */
typedef struct pawl_vehicle_wheel {
    pawl_vec2 position;    /* of its axle at rest, in the frame of the chassis, units */
    pawl_fx radius;        /* units; PAWL_SIZE_MIN .. PAWL_EXTENT_MAX; default 0.5 */
    pawl_fx density;       /* mass per square unit, >= 0; default 1 */
    pawl_fx friction;      /* its grip, >= 0; default 1 */
    pawl_fx hertz;         /* of the spring, 0 .. 1000; default 4 */
    pawl_fx damping_ratio; /* of the spring, 0 .. 1000; default 0.7 */
    pawl_fx travel;        /* units up and down to the stops, >= 0; default 0.25 */
    pawl_wide torque_max; /* of the drive, Q48.16 mass * units^2/s^2, >= 0; default 0: not driven */
} pawl_vehicle_wheel;

/* A wheel with the defaults above, at the origin. */
PAWL_API pawl_vehicle_wheel pawl_vehicle_wheel_default(void);

typedef struct pawl_vehicle_def {
    uint32_t cookie;                 /* set by pawl_vehicle_def_default() */
    pawl_body_def body;              /* of the chassis, PAWL_DYNAMIC by default; wheels are dynamic,
                                        turn with its angular velocity and inherit the rest */
    pawl_shape_def chassis;          /* of the chassis; wheels have other density and friction */
    pawl_fx half_width, half_height; /* of a chassis that is a box, units; default 1 and 0.25 */
    const pawl_vehicle_wheel *wheels; /* read only while the vehicle is made */
    uint32_t wheel_count;             /* 1 .. PAWL_VEHICLE_WHEELS_MAX; default 0 */
} pawl_vehicle_def;

/* A def with the defaults above. */
PAWL_API pawl_vehicle_def pawl_vehicle_def_default(void);
/* As pawl_body_def_check in body.h; a wrong body, shape or wheel is told as the field it is in. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_vehicle_def_check(const pawl_vehicle_def *def,
                                                            const char **field);

/* A wheel that was made. */
typedef struct pawl_vehicle_axle {
    pawl_body_id wheel;   /* a circle */
    pawl_joint_id joint;  /* between the chassis and it */
    pawl_fx radius;       /* units */
    pawl_wide torque_max; /* of the drive, Q48.16 mass * units^2/s^2 */
} pawl_vehicle_axle;

typedef struct pawl_vehicle {
    pawl_body_id chassis;                             /* its oldest body */
    uint32_t wheel_count;                             /* axles that there are */
    pawl_vehicle_axle axles[PAWL_VEHICLE_WHEELS_MAX]; /* in the order of the def */
} pawl_vehicle;

/* A vehicle with a box around its origin as the chassis. It rolls freely until it is driven. The
 * world gets the chassis, then each wheel with its joint.
 *
 * Errors: NULL (also no wheels with a count); LOCKED; COOKIE; ARGUMENT (the number of wheels);
 * those of the defs, of the box and of circles (RANGE, UNSUPPORTED); CAPACITY (bodies, shapes,
 * geometries or joints). Nothing has changed then; but with CAPACITY, what had been made is
 * destroyed again, so that slots may have new generations. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_vehicle_create(pawl_world *world,
                                                         const pawl_vehicle_def *def,
                                                         pawl_vehicle *out);
/* The same with an outline as the chassis, as in body_build.h: half_width and half_height do not
 * count, but must be in range. `report` may be null. Errors: as for pawl_vehicle_create,
 * pawl_body_create_outline. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_vehicle_create_outline(
    pawl_world *world, const pawl_vehicle_def *def, const pawl_rings *rings, void *memory,
    size_t size, pawl_outline_report *report, pawl_vehicle *out);
/* Its bodies with their joints, as far as they are still there. Errors: NULL, LOCKED. */
PAWL_API pawl_status pawl_vehicle_destroy(pawl_world *world, const pawl_vehicle *vehicle);

/* All of these wake the vehicle, and change no wheel when one of its joints is gone (STALE).
 *
 * Drive towards a speed along +x of the chassis, units/s, |speed| <= PAWL_SPEED_MAX (RANGE); a
 * negative one drives back. Each driven wheel is turned at -speed / radius, rounded to the nearest
 * raw unit, with a torque of at most its torque_max; the others roll freely. */
PAWL_API pawl_status pawl_vehicle_drive(pawl_world *world, const pawl_vehicle *vehicle,
                                        pawl_fx speed);
/* Hold all wheels, each with at most this torque, >= 0 (RANGE). */
PAWL_API pawl_status pawl_vehicle_brake(pawl_world *world, const pawl_vehicle *vehicle,
                                        pawl_wide torque);
/* Let all wheels roll freely. */
PAWL_API pawl_status pawl_vehicle_coast(pawl_world *world, const pawl_vehicle *vehicle);

/* How fast the chassis moves along its own +x, units/s, to the nearest raw unit; 0 when it is gone.
 */
PAWL_API pawl_fx pawl_vehicle_get_speed(const pawl_world *world, const pawl_vehicle *vehicle);

/* ---- ragdolls: figures from a table of limbs -------------------------------------------------
 *
 * A capsule for each limb, and a PAWL_JOINT_REVOLUTE with limits and a little friction between it
 * and its parent. */

#define PAWL_RAGDOLL_LIMBS_MAX 32

/* A limb as it is when the figure stands straight at the origin. Lengths are units. */
typedef struct pawl_limb {
    int32_t parent;       /* number of an earlier limb of the table; -1: it hangs on none */
    pawl_vec2 anchor;     /* where it hangs on its parent */
    pawl_vec2 from, to;   /* ends of its middle line; equal: a ball */
    pawl_fx radius;       /* around that line; PAWL_SIZE_MIN .. PAWL_EXTENT_MAX when scaled */
    pawl_fx lower, upper; /* radians, lower <= upper: how far it turns against its parent */
    pawl_wide friction;   /* the largest torque against turning, Q48.16 mass * units^2/s^2, >= 0 */
} pawl_limb;

/* The limbs of a person 1.97 units high, its feet at the origin, with the arms stretched out:
 * chest, hips, head, left arm and hand, right arm and hand, left leg and foot, right leg and foot,
 * where left is -x. Elbows and knees bend to one side. Written to limbs[PAWL_PERSON_LIMBS], there
 * to be changed; null does nothing. */
#define PAWL_PERSON_LIMBS 11
PAWL_API void pawl_ragdoll_make_person(pawl_limb *limbs);

typedef struct pawl_ragdoll_def {
    uint32_t cookie;        /* set by pawl_ragdoll_def_default() */
    pawl_body_def body;     /* of each limb; PAWL_DYNAMIC and an angular damping of 0.5 by default.
                               Position and angle are those of the origin of the figure */
    pawl_shape_def shape;   /* of each limb; friction 0.4 by default */
    pawl_fx scale;          /* of all lengths, 1/1024 .. 1024; default 1. Torques stay */
    const pawl_limb *limbs; /* read only while the figure is made */
    uint32_t limb_count;    /* 1 .. PAWL_RAGDOLL_LIMBS_MAX; default 0 */
} pawl_ragdoll_def;

/* A def with the defaults above. */
PAWL_API pawl_ragdoll_def pawl_ragdoll_def_default(void);
/* As pawl_vehicle_def_check. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_ragdoll_def_check(const pawl_ragdoll_def *def,
                                                            const char **field);

/* Make a figure. The body of a limb has its origin in the middle of the limb's line, and its angle
 * is 0 when the figure stands straight. For each limb in turn the world gets a body and its joint,
 * written to bodies[limb_count] and joints[limb_count], where the joint of a limb without a parent
 * is null. `joints` may be null. Lengths are rounded to the nearest raw unit when they are scaled,
 * middles down.
 *
 * Errors: NULL; LOCKED; COOKIE; ARGUMENT (the number of limbs, a parent that is no earlier limb, or
 * bodies with parents that are not dynamic);
 * those of the defs and of capsules (RANGE, GEOMETRY, UNSUPPORTED); CAPACITY (bodies, shapes,
 * geometries or joints). Nothing has changed then; but with CAPACITY, what had been made is
 * destroyed again, so that slots may have new generations. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_ragdoll_create(pawl_world *world,
                                                         const pawl_ragdoll_def *def,
                                                         pawl_body_id *bodies,
                                                         pawl_joint_id *joints);

#endif
