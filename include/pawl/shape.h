/* shape.h - shapes: convexes that are attached to bodies, and the contacts between them.
 *
 * Every call takes the world first. A stale handle gives PAWL_ERR_STALE; getters on it return
 * zero. Numbers out of range give PAWL_ERR_RANGE and change nothing. */
#ifndef PAWL_SHAPE_H
#define PAWL_SHAPE_H

#include "pawl/convex.h"
#include "pawl/world.h"

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
    /* All default to false. */
    bool hit_events;    /* report hits with any other shape */
    bool sensor;        /* collides with nothing, reports what overlaps it; weighs what its density
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

/* A def with the defaults above. */
PAWL_API pawl_shape_def pawl_shape_def_default(void);
/* Whether a def is one that pawl_shape_create takes: the status that it would give for the def
 * alone, and through `field` (may be null) the name of the first wrong field, or null when none is.
 */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_shape_def_check(const pawl_shape_def *def,
                                                          const char **field);

/* Attach a copy of a convex to a body and update its mass.
 * Errors: NULL, COOKIE, STALE, RANGE, GEOMETRY (not from convex.h's makers), CAPACITY. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_shape_create(pawl_world *world, pawl_body_id body,
                                                       const pawl_shape_def *def,
                                                       const pawl_convex *convex,
                                                       pawl_shape_id *out);
/* Detaches it from its body, whose mass is computed again; what it touched wakes. Errors: NULL,
 * STALE. */
PAWL_API pawl_status pawl_shape_destroy(pawl_world *world, pawl_shape_id shape);
/* Whether the shape of a handle still lives. */
PAWL_API bool pawl_shape_is_valid(const pawl_world *world, pawl_shape_id shape);
/* The body that it is attached to; the null handle for a stale one. */
PAWL_API pawl_body_id pawl_shape_get_body(const pawl_world *world, pawl_shape_id shape);
/* Copies the geometry out; PAWL_ERR_STALE leaves *out alone. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_shape_get_convex(const pawl_world *world,
                                                           pawl_shape_id shape, pawl_convex *out);
/* Another geometry of any type for a shape that keeps its handle, material, filter, flags, and its
 * place in all orders: to grow a circle, or let a character crouch. What it already has changes
 * nothing. Else the mass of the body is computed from its shapes, also where it was set by hand, as
 * when one is created; bodies that it touches or comes near wake, and all soft bodies.
 * Contacts go on: the next step makes their manifolds anew, and tells of those that begin or end by
 * it, of touches and of visits to sensors; points that have the same vertices keep their impulses.
 * Until then pawl_world_next_contact and visitors are those of the last step. What is inside of the
 * new geometry is pushed out at the pace of any overlap.
 * Errors: NULL, LOCKED, STALE, ARGUMENT (terrain), GEOMETRY (not from convex.h's makers), CAPACITY
 * (no room for one more geometry; never for a shape that shares its own with none). Nothing changes
 * then. Cost: a look at each contact and each geometry of the world. */
PAWL_API pawl_status pawl_shape_set_convex(pawl_world *world, pawl_shape_id shape,
                                           const pawl_convex *convex);
/* The box around it where it is now, world coordinates. */
PAWL_API pawl_box pawl_shape_get_box(const pawl_world *world, pawl_shape_id shape);
/* As in the def, or as set since: so do all of these. */
PAWL_API pawl_fx pawl_shape_get_density(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_fx pawl_shape_get_friction(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_fx pawl_shape_get_restitution(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_fx pawl_shape_get_tangent_speed(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_fx pawl_shape_get_rolling_resistance(const pawl_world *world, pawl_shape_id shape);
/* As it is kept. */
PAWL_API pawl_wide pawl_shape_get_break_impulse(const pawl_world *world, pawl_shape_id shape);
/* As in the def, or as set since: so do all of these. */
PAWL_API bool pawl_shape_is_sensor(const pawl_world *world, pawl_shape_id shape);
PAWL_API bool pawl_shape_is_one_way(const pawl_world *world, pawl_shape_id shape);
PAWL_API bool pawl_shape_has_custom_filter(const pawl_world *world, pawl_shape_id shape);
PAWL_API bool pawl_shape_has_pre_solve(const pawl_world *world, pawl_shape_id shape);
PAWL_API bool pawl_shape_has_hit_events(const pawl_world *world, pawl_shape_id shape);
PAWL_API pawl_filter pawl_shape_get_filter(const pawl_world *world, pawl_shape_id shape);
/* As in the def, or as set since; the engine does not look at it. */
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
/* Wakes no body: it counts from the next impact on. UNSUPPORTED in a build without fracture, unless
 * it is 0. */
PAWL_API pawl_status pawl_shape_set_break_impulse(pawl_world *world, pawl_shape_id shape,
                                                  pawl_wide impulse);
/* All contacts of the shape end; those that the new filter allows begin again with the next step.
 * Wakes the body and what it touches. */
PAWL_API pawl_status pawl_shape_set_filter(pawl_world *world, pawl_shape_id shape,
                                           pawl_filter filter);
/* The shape keeps its handle, geometry and mass. Setting what it is already changes nothing. Else
 * all its contacts end, which is reported, as touches or as visits, by the next step; those that it
 * may have as what it is now begin again with that step, and should_collide is asked about them
 * anew. Wakes the body and what it touches. Errors: NULL, LOCKED, STALE; UNSUPPORTED to switch on
 * what the build lacks; ARGUMENT to make terrain a sensor. Cost: as destroying the shape, a look at
 * each contact of the world. */
PAWL_API pawl_status pawl_shape_set_sensor(pawl_world *world, pawl_shape_id shape, bool sensor);
PAWL_API pawl_status pawl_shape_set_one_way(pawl_world *world, pawl_shape_id shape, bool one_way);
PAWL_API pawl_status pawl_shape_set_custom_filter(pawl_world *world, pawl_shape_id shape,
                                                  bool custom_filter);
/* From the next step on the program is asked, or not any more, about the contacts that there are:
 * no touch ends by the call. Wakes the body and what it touches, as sleepers are not asked about.
 * Errors: NULL, LOCKED, STALE; UNSUPPORTED to switch it on in a build without hooks. */
PAWL_API pawl_status pawl_shape_set_pre_solve(pawl_world *world, pawl_shape_id shape,
                                              bool pre_solve);
/* Counts from the next impact on; wakes nothing. Errors: NULL, LOCKED, STALE. */
PAWL_API pawl_status pawl_shape_set_hit_events(pawl_world *world, pawl_shape_id shape,
                                               bool hit_events);
/* Any number of your own; wakes nothing. */
PAWL_API pawl_status pawl_shape_set_user_data(pawl_world *world, pawl_shape_id shape,
                                              uint32_t data);

/* Walk the shapes that overlapped a sensor in the last step, in contact order: *cursor starts at
 * 0; false at the end, and for a shape that is no sensor. */
PAWL_API bool pawl_shape_next_visitor(const pawl_world *world, pawl_shape_id sensor,
                                      uint32_t *cursor, pawl_shape_id *visitor);

/* A touching contact of the last step, evaluated at the present poses. */
typedef struct pawl_contact {
    pawl_shape_id shape_a, shape_b; /* a was created before b */
    pawl_rot normal;                /* from a to b */
    uint8_t count;
    uint32_t edge;          /* of terrain: which of its edges; else 0 */
    uint32_t part;          /* of terrain, as queries tell it; of a run of cells the first */
    pawl_vec2 points[2];    /* world */
    pawl_fx separations[2]; /* negative: overlap */
    pawl_wide impulses[2];  /* normal impulse of the last sub-step, Q48.16 */
} pawl_contact;
/* Walk the contacts in contact order: *cursor starts at 0; false at the end. */
PAWL_API bool pawl_world_next_contact(const pawl_world *world, uint32_t *cursor, pawl_contact *out);
/* The same for those of one body, as shape_a or shape_b; false also for a stale handle. Use a
 * cursor of its own for each body.
 * Cost of a whole walk: bodies have no list of their contacts. They are in order of their older
 * shapes, so nothing is looked at beyond those of the body's youngest shape; up to there each
 * contact costs some ten instructions, and what is found is described. So it costs next to nothing
 * for the oldest bodies, such as the ground made first; to look at all bodies walk the contacts of
 * the world. */
PAWL_API bool pawl_body_next_contact(const pawl_world *world, pawl_body_id body, uint32_t *cursor,
                                     pawl_contact *out);

/* What a contact is found by in later steps, after a rollback and on other machines: its shapes,
 * whose handles are the same everywhere, and where one is terrain the edge. A pair that parts and
 * meets again has the same key. */
typedef struct pawl_contact_key {
    pawl_shape_id shape_a, shape_b; /* in either order */
    uint32_t edge;                  /* as in a contact; PAWL_CONTACT_EDGE_ANY: the first one */
} pawl_contact_key;
#define PAWL_CONTACT_EDGE_ANY UINT32_MAX
/* The key of a contact. Of an event its shapes with PAWL_CONTACT_EDGE_ANY are one. */
static inline pawl_contact_key pawl_contact_to_key(pawl_contact contact) {
    const pawl_contact_key key = {contact.shape_a, contact.shape_b, contact.edge};
    return key;
}
/* Whether the shapes of `key` touch there, as of the last step; false for what is stale.
 * Cost: by halving, as for pawl_contact_find. */
PAWL_API bool pawl_contact_is_valid(const pawl_world *world, pawl_contact_key key);
/* The contact of `key`, as the walks describe it; false where the shapes do not touch. */
PAWL_API PAWL_MUST_CHECK bool pawl_contact_find(const pawl_world *world, pawl_contact_key key,
                                                pawl_contact *out);

#endif
