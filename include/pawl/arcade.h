/* arcade.h - bodies that do not turn: circles, boxes and convex polygons that move, bounce, slide
 * and stick, without a world. For pong, breakout, shooters and platformers. Where flash is counted
 * in kilobytes, on 8-bit parts, pocket.h does the same with less.
 *
 * An arcade lies in one buffer of the caller's, holds indices and no pointers, and may be copied,
 * moved in memory or saved byte for byte. It has prototypes and bodies. A prototype is what a body
 * is made of: shape, mass, how it bounces. A body is where a thing of that prototype is, and how
 * fast.
 *
 *   ball_prototype.shape = PAWL_ARCADE_CIRCLE;  ball_prototype.half.x = PAWL_FX(0, 1, 2);
 *   pawl_arcade_add_prototype(arcade, &ball_prototype, &ball);
 *   pawl_arcade_create(arcade, ball, position, velocity, 0, &id);
 *   pawl_arcade_step(arcade);
 *
 * A step moves all bodies at once, from one impact to the next in order of time. Every impact is
 * found by sweeping the shapes, so nothing passes through anything at any speed. Results depend on
 * differences of positions only: an arcade that is shifted as a whole, with its bounds, gives the
 * bit-identical shifted result. docs/arcade.md explains the model and each number.
 *
 * Lengths are units, times seconds, velocities units/s, all Q16.16 where nothing else is said.
 * Every call with a null arcade answers PAWL_ERR_NULL, or zero where it gives no status; on failure
 * nothing has changed, nor has what `out` points to. */
#ifndef PAWL_ARCADE_H
#define PAWL_ARCADE_H

#include "pawl/collide.h"
#include "pawl/config.h"
#include "pawl/convex.h"
#include "pawl/vec.h"

typedef struct pawl_arcade pawl_arcade;

/* A body. As in id.h: slot + 1 and generation; zero is null; slots are reused first-in first-out.
 */
typedef struct pawl_arcade_id {
    uint16_t index1;
    uint16_t generation;
} pawl_arcade_id;

#ifdef __cplusplus
#define PAWL_NULL_ARCADE (pawl_arcade_id{0, 0})
#else
#define PAWL_NULL_ARCADE ((pawl_arcade_id){0, 0})
#endif

/* Whether a handle names nothing at all; a handle that is not null may be stale all the same. */
static inline bool pawl_arcade_is_null(pawl_arcade_id id) {
    return id.index1 == 0;
}
/* One word for the wire or a save file. */
static inline uint32_t pawl_arcade_id_store(pawl_arcade_id id) {
    return (uint32_t)id.index1 << 16 | id.generation;
}

/* The handle of such a word. */
static inline pawl_arcade_id pawl_arcade_id_load(uint32_t word) {
    pawl_arcade_id id;
    id.index1 = (uint16_t)(word >> 16);
    id.generation = (uint16_t)(word & 0xFFFFu);
    return id;
}

/* Whether two handles are the same. */
static inline bool pawl_arcade_id_equal(pawl_arcade_id a, pawl_arcade_id b) {
    return a.index1 == b.index1 && a.generation == b.generation;
}

/* ---- limits --------------------------------------------------------------------------------- */

#define PAWL_ARCADE_BODIES_MAX 32000
#define PAWL_ARCADE_PROTOTYPES_MAX 4096
#define PAWL_ARCADE_POLYGONS_MAX 4096
#define PAWL_ARCADE_CONTACTS_MAX 32000

/* Fastest speed on each axis, units/s; beyond it velocities are clamped, with a fault. Positions
 * are clamped at PAWL_COORD_MAX, with a fault. */
#define PAWL_ARCADE_SPEED_MAX PAWL_FX(8192, 0, 1)

/* An overlap of no more than this depth is the rounding of positions, and is left alone: 2 raw
 * units. */
#define PAWL_ARCADE_SLOP 2

/* ---- the arcade ----------------------------------------------------------------------------- */

/* What an edge of the bounds does to a body. */
enum {
    PAWL_ARCADE_EDGE_OPEN = 0,   /* nothing */
    PAWL_ARCADE_EDGE_BOUNCE = 1, /* an immovable wall: the body's side stays within, at any speed
                                    and however others push */
    PAWL_ARCADE_EDGE_WRAP = 2,   /* a body whose center has passed it at the end of a step comes
                                    back at the opposite edge; bodies do not meet across it */
    PAWL_ARCADE_EDGE_REPORT = 3  /* a contact when the body's side passes it on its way out */
};

/* Edges by number: the order of `edges`, and `edge` of a contact. */
enum {
    PAWL_ARCADE_LEFT = 0,
    PAWL_ARCADE_RIGHT = 1,
    PAWL_ARCADE_BOTTOM = 2,
    PAWL_ARCADE_TOP = 3,
    PAWL_ARCADE_NO_EDGE = 255
};

typedef struct pawl_arcade_def {
    uint32_t cookie;             /* set by pawl_arcade_def_default() */
    uint16_t body_capacity;      /* 1 .. PAWL_ARCADE_BODIES_MAX; default 64 */
    uint16_t prototype_capacity; /* 1 .. PAWL_ARCADE_PROTOTYPES_MAX; default 16 */
    uint16_t polygon_capacity;   /* 0 .. PAWL_ARCADE_POLYGONS_MAX; default 8; 0 in builds without
                                    polygons, and must stay so */
    uint16_t contact_capacity;   /* contacts kept of a step, 0 .. PAWL_ARCADE_CONTACTS_MAX; the rest
                                    is counted. Default 64 */
    uint16_t impact_limit;       /* impacts of one body in one step, 1 .. 65535; default 64. A body
                                    that reaches it stands still for the rest of the step, as a wall
                                    to the others, keeps its velocity, and sets a fault. One that
                                    comes to rest 32 times in a row does the same without a fault */
    uint8_t edges[4];            /* PAWL_ARCADE_EDGE_...: left, right, bottom, top; opposite ones
                                    wrap both or neither. Default open */
    uint8_t pad[2];              /* zero */
    pawl_vec2 gravity;           /* units/s^2, |component| <= PAWL_ARCADE_SPEED_MAX; default
                                    (0, -10) */
    pawl_box bounds;             /* |coordinate| <= PAWL_COORD_MAX, lower < upper on both axes;
                                    default -100 .. 100 on both */
    uint32_t rate_numerator;     /* steps per second, as a fraction; default 60/1. */
    uint32_t rate_denominator;   /* Range 1 .. 1000 steps per second */
} pawl_arcade_def;

/* A def with the defaults above. */
PAWL_API pawl_arcade_def pawl_arcade_def_default(void);
/* The first wrong field, as pawl_body_def_check in body.h tells it. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_def_check(const pawl_arcade_def *def,
                                                           const char **field);

/* Bytes of the buffer that a def needs, exactly; 0 for an invalid def. docs/arcade.md has the bytes
 * of each thing. */
PAWL_API size_t pawl_arcade_size(const pawl_arcade_def *def);

/* Make an arcade in a buffer aligned like uint64_t; *out is its start.
 * Errors: NULL, COOKIE, RANGE (a def field), UNSUPPORTED (room for polygons in a build without),
 * MEMORY (size or alignment), CONFIG (program and library were compiled with different knobs). */
static inline PAWL_MUST_CHECK pawl_status pawl_arcade_init(void *buffer, size_t size,
                                                           const pawl_arcade_def *def,
                                                           pawl_arcade **out);

/* What program and library must agree on; it has no part in PAWL_CONFIG_ID. */
#define PAWL_ARCADE_CONFIG_ID                                                \
    (UINT32_C(0x61726300) | PAWL_ARCADE_POLYGONS | PAWL_WITH_POLYGONS << 1 | \
     PAWL_ARCADE_SORTED << 2 | PAWL_ARCADE_RESPONSES << 3)

/* What pawl_arcade_init calls, with PAWL_ARCADE_CONFIG_ID of the program. Errors: as for
 * pawl_arcade_init. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_init_for(uint32_t config_id, void *buffer,
                                                          size_t size, const pawl_arcade_def *def,
                                                          pawl_arcade **out);

static inline PAWL_MUST_CHECK pawl_status pawl_arcade_init(void *buffer, size_t size,
                                                           const pawl_arcade_def *def,
                                                           pawl_arcade **out) {
    return pawl_arcade_init_for(PAWL_ARCADE_CONFIG_ID, buffer, size, def, out);
}

/* Gravity, units/s^2, |component| <= PAWL_ARCADE_SPEED_MAX. Errors: NULL, RANGE. */
PAWL_API pawl_status pawl_arcade_set_gravity(pawl_arcade *arcade, pawl_vec2 gravity);
/* As it was set; zero for a null arcade. */
PAWL_API pawl_vec2 pawl_arcade_get_gravity(const pawl_arcade *arcade);

/* The rectangle and what its edges do. Opposite edges wrap both or neither. Bodies that a new
 * bouncing edge finds outside are put inside by the next step.
 * Errors: NULL, RANGE (bounds outside PAWL_COORD_MAX or not in order), ARGUMENT (edges). */
PAWL_API pawl_status pawl_arcade_set_bounds(pawl_arcade *arcade, pawl_box bounds,
                                            const uint8_t edges[4]);
/* As they were set; zero for a null arcade. */
PAWL_API pawl_box pawl_arcade_get_bounds(const pawl_arcade *arcade);
/* What the four edges do, in their order. Errors: NULL. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_get_edges(const pawl_arcade *arcade,
                                                           uint8_t out[4]);

/* Steps made so far, modulo 2^32. */
PAWL_API uint32_t pawl_arcade_get_tick(const pawl_arcade *arcade);

/* ---- prototypes
 * ---------------------------------------------------------------------------------- */

enum { /* shape of a prototype */
    PAWL_ARCADE_CIRCLE = 0,
    PAWL_ARCADE_BOX = 1,    /* its sides along the axes */
    PAWL_ARCADE_POLYGON = 2 /* or segment, capsule, rounded polygon: any pawl_convex */
};

enum { /* response of a prototype; of two bodies the one farther down in this list counts */
    PAWL_ARCADE_BOUNCE = 0, /* impact: what docs/arcade.md calls the response */
    PAWL_ARCADE_SPRING = 1, /* no impact: overlap is pressed apart, softly */
    PAWL_ARCADE_SENSOR = 2  /* no effect, only reported */
};

typedef struct pawl_arcade_prototype {
    uint32_t cookie;       /* set by pawl_arcade_prototype_default() */
    uint8_t shape;         /* PAWL_ARCADE_CIRCLE (default), _BOX, _POLYGON */
    uint8_t response;      /* PAWL_ARCADE_BOUNCE (default), _SPRING, _SENSOR */
    uint16_t polygon;      /* which one, of pawl_arcade_add_polygon; else 0 */
    pawl_vec2 half;        /* half the width and height of a box; the radius of a circle is x, and
                              y plays no part. PAWL_SIZE_MIN .. PAWL_EXTENT_MAX / 2. Default 1/2 */
    pawl_fx inverse_mass;  /* 0: immovable, it moves by its own velocity alone (a wall, a paddle, a
                              lift). Else 1 / mass, >= 0; only ratios matter to an impact, which
                              takes them exactly. Default 1 */
    pawl_fx elasticity;    /* 0 .. 1, kept to 1/32768; of two bodies the larger counts. 1: no loss.
                              Default 1/2 */
    pawl_fx friction;      /* 0 .. 1, kept to 1/32768: the part of the sideways velocity that an
                              impact takes; of two bodies the larger counts. Default 1/4 */
    pawl_fx stick;         /* 0 .. 255, kept to 1/256, units/s: an impact takes at least this much
                              of the sideways velocity, or all there is, and does not bounce from an
                              approach below it; of two bodies the larger counts. Default 1/4:
                              comes to rest where sin(angle) < stick * rate / gravity. 0: ice */
    pawl_fx air_drag;      /* 0 .. 255, kept to 1/256, 1/s: the part of the velocity that the air
                              takes in a second, at most all of it in a step. Default 0 */
    pawl_fx gravity_scale; /* -127 .. 127, kept to 1/256. Default 1 */
    pawl_fx spring;    /* 0 .. 16383, kept to 1/4, 1/s^2: acceleration per unit of depth in which
                          two bodies overlap; of two bodies the larger counts. Keep it below half
                          of the step rate squared. Default 400 */
    uint16_t category; /* bits of what it is. Default 1 */
    uint16_t mask;     /* bits of what it meets; two bodies meet when each one's mask has a bit
                          of the other's category. Default 0xFFFF */
} pawl_arcade_prototype;

/* A prototype with the defaults above. */
PAWL_API pawl_arcade_prototype pawl_arcade_prototype_default(void);
/* The first wrong field, as pawl_body_def_check in body.h tells it. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_prototype_check(
    const pawl_arcade *arcade, const pawl_arcade_prototype *prototype, const char **field);

/* Put a polygon into the arcade (a copy: the caller's may go), about the body's position. `out` is
 * its number, for prototypes; polygons are never removed.
 * Errors: NULL, CAPACITY, GEOMETRY (not one that convex.h could have made), RANGE (a vertex plus
 * radius beyond PAWL_EXTENT_MAX / 2), UNSUPPORTED (a build without polygons). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_add_polygon(pawl_arcade *arcade,
                                                             const pawl_convex *polygon,
                                                             uint16_t *out);
/* A copy of one; errors: NULL, ARGUMENT (no such polygon). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_get_polygon(const pawl_arcade *arcade,
                                                             uint16_t index, pawl_convex *out);

/* Add a prototype, or change one: its bodies are of the new prototype at once. Prototypes are never
 * removed; their numbers count up from 0. Errors: NULL, COOKIE, CAPACITY, ARGUMENT (unknown shape,
 * response, polygon or prototype), RANGE, UNSUPPORTED (a polygon, or another response than
 * bouncing, in a build without). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_add_prototype(
    pawl_arcade *arcade, const pawl_arcade_prototype *prototype, uint16_t *out);
PAWL_API pawl_status pawl_arcade_set_prototype(pawl_arcade *arcade, uint16_t index,
                                               const pawl_arcade_prototype *prototype);
/* What it is now, with its cookie; errors: NULL, ARGUMENT. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_get_prototype(const pawl_arcade *arcade,
                                                               uint16_t index,
                                                               pawl_arcade_prototype *out);

/* ---- bodies --------------------------------------------------------------------------------- */

/* Positions and velocities may be anything in range: |coordinate| <= PAWL_COORD_MAX, |velocity| <=
 * PAWL_ARCADE_SPEED_MAX on each axis. The contacts of the last step are gone after it. Errors:
 * NULL, ARGUMENT (no such prototype), RANGE, CAPACITY. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_create(pawl_arcade *arcade, uint16_t prototype,
                                                        pawl_vec2 position, pawl_vec2 velocity,
                                                        uint16_t user_data, pawl_arcade_id *out);
/* Take a body away.
 * Errors: NULL, STALE. Cost: the bodies that are younger move up by one in the order. */
PAWL_API pawl_status pawl_arcade_destroy(pawl_arcade *arcade, pawl_arcade_id body);
/* Whether the body of a handle still lives. */
PAWL_API bool pawl_arcade_is_valid(const pawl_arcade *arcade, pawl_arcade_id body);

/* Live bodies in creation order: start with a null handle, end at a null handle. */
PAWL_API pawl_arcade_id pawl_arcade_next_body(const pawl_arcade *arcade, pawl_arcade_id after);
/* How many there are; and all of them at once, in the same order: as many as fit are written, and
 * their number is returned. */
PAWL_API uint16_t pawl_arcade_get_body_count(const pawl_arcade *arcade);
/* All of them at once, in the same order: as many as fit are written, and their number is returned.
 */
PAWL_API uint16_t pawl_arcade_get_bodies(const pawl_arcade *arcade, pawl_arcade_id *bodies,
                                         uint16_t capacity);

/* Bodies keep more bits than they show: positions are given to the nearest raw unit, velocities
 * rounded down. Getters answer zero for a stale handle. Setters: NULL, STALE, RANGE (as above),
 * ARGUMENT (no such prototype). Setting the position puts the body there (no sweep) and drops what
 * it has moved below one raw unit; setting the velocity drops its bits below one raw unit. */
PAWL_API pawl_vec2 pawl_arcade_get_position(const pawl_arcade *arcade, pawl_arcade_id body);
PAWL_API pawl_vec2 pawl_arcade_get_velocity(const pawl_arcade *arcade, pawl_arcade_id body);
PAWL_API uint16_t pawl_arcade_get_prototype_of(const pawl_arcade *arcade, pawl_arcade_id body);
PAWL_API uint16_t pawl_arcade_get_user_data(const pawl_arcade *arcade, pawl_arcade_id body);
PAWL_API pawl_status pawl_arcade_set_position(pawl_arcade *arcade, pawl_arcade_id body,
                                              pawl_vec2 position);
PAWL_API pawl_status pawl_arcade_set_velocity(pawl_arcade *arcade, pawl_arcade_id body,
                                              pawl_vec2 velocity);
PAWL_API pawl_status pawl_arcade_set_prototype_of(pawl_arcade *arcade, pawl_arcade_id body,
                                                  uint16_t prototype);
PAWL_API pawl_status pawl_arcade_set_user_data(pawl_arcade *arcade, pawl_arcade_id body,
                                               uint16_t user_data);

/* ---- the step ------------------------------------------------------------------------------- */

/* Advance by rate_denominator/rate_numerator seconds. Errors: NULL; numeric trouble clamps and sets
 * a fault.
 *
 * In order: gravity and air drag; overlaps are pushed out (or pressed apart, by springs); the
 * bodies move, from impact to impact; wrapping edges.
 *
 * Times within a step are whole multiples of 2^-31 s, rounded down from exact fractions. Impacts
 * at the same time come in the order of the oldest movable body that takes part; those of one body
 * first with edges of the bounds, in their order, then with bodies, the oldest first.
 *
 * Rounding: positions are carried with 16 bits, velocities with 16 bits below the raw unit, each
 * rounded to nearest. Cost: O(n log n) for n bodies that are sorted, else O(n^2); then for each
 * impact the neighbors of two bodies, and a look at every body's time. Source: Ericson, Real-Time
 * Collision Detection (2005), 5.5 (sweeping), and Baraff, Dynamic Simulation of Non-Penetrating
 * Rigid Bodies (1992), 5.1 (the sorted axis). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_step(pawl_arcade *arcade);

/* What is wrong since the faults were cleared; part of the hash. */
enum {
    PAWL_ARCADE_FAULT_POSITION = 1, /* a body reached PAWL_COORD_MAX and was stopped there */
    PAWL_ARCADE_FAULT_SPEED = 2,    /* a velocity was clamped */
    PAWL_ARCADE_FAULT_IMPACTS = 4,  /* a body reached impact_limit and lost the rest of its way */
    PAWL_ARCADE_FAULT_OVERLAP = 8   /* an overlap deeper than PAWL_ARCADE_SLOP was left after the
                                       pushing: bodies are squeezed, also at an edge */
};
PAWL_API uint32_t pawl_arcade_get_faults(const pawl_arcade *arcade);
PAWL_API void pawl_arcade_clear_faults(pawl_arcade *arcade);

/* What a contact is. */
enum {
    PAWL_ARCADE_CONTACT_IMPACT = 0, /* the bodies met and bounced, or rest on each other */
    PAWL_ARCADE_CONTACT_PUSH = 1,   /* they overlapped at the start and were pushed apart */
    PAWL_ARCADE_CONTACT_SPRING = 2, /* they overlapped at the start and press each other apart */
    PAWL_ARCADE_CONTACT_SENSOR = 3, /* they came to touch, or overlapped at the start, and one of
                                       them only reports */
    PAWL_ARCADE_CONTACT_EDGE = 4    /* a body and an edge of the bounds */
};

typedef struct pawl_arcade_contact {
    pawl_arcade_id a, b; /* a was created before b; b is null at an edge */
    uint32_t time;       /* since the start of the step, 2^-31 s */
    pawl_rot normal;     /* from a to b, or out of the bounds, Q2.30 */
    pawl_vec2 point;     /* where, world; on the surface of b, or of a at an edge */
    pawl_fx speed;       /* at which they approached along the normal, units/s, >= 0; 0 of PUSH and
                            PASS */
    pawl_fx change;      /* of that speed by the impact: speed * (1 + elasticity), >= 0; of a SPRING
                            what it gives; 0 of PUSH, PASS and an edge that reports. What it is as
                            an impulse: pawl_arcade_get_contact_impulse */
    uint8_t type;        /* PAWL_ARCADE_CONTACT_... */
    uint8_t edge;        /* PAWL_ARCADE_LEFT ..; PAWL_ARCADE_NO_EDGE between bodies */
    uint16_t pad;        /* zero */
} pawl_arcade_contact;

/* The contacts of the last step in the order of (time, older body, younger body); at one time a
 * pair's come in the order they happened, and edges before bodies. With more than contact_capacity
 * the first ones of this order are kept, and get_dropped is how many are not. Valid until the next
 * call that changes the arcade. */
PAWL_API uint16_t pawl_arcade_get_contact_count(const pawl_arcade *arcade);
PAWL_API const pawl_arcade_contact *pawl_arcade_get_contacts(const pawl_arcade *arcade);
PAWL_API uint32_t pawl_arcade_get_dropped_count(const pawl_arcade *arcade);

/* The impulse along the normal, mass * units/s: change / (sum of the inverse masses), Q48.16,
 * rounded down; 0 where both are immovable or a body has gone. Less than it was where one of them
 * did not yield because it rests on something: then it was that of the other's mass alone. */
PAWL_API pawl_wide pawl_arcade_get_contact_impulse(const pawl_arcade *arcade,
                                                   const pawl_arcade_contact *contact);

/* ---- questions ------------------------------------------------------------------------------ */

/* When two bodies, moved by `move_a` and `move_b` from where they are, first meet. */
typedef struct pawl_arcade_meeting {
    bool hit;               /* they meet and approach */
    bool touching;          /* they touch or overlap at the start; then fraction is 0 */
    pawl_fraction fraction; /* of the movements, rounded down */
    pawl_rot normal;        /* from a to b, Q2.30; zero when they neither hit nor touch */
} pawl_arcade_meeting;

/* What the step asks. Bodies that touch or overlap at the start are `touching` wherever they go;
 * they hit when they approach along the normal of the minimum translation, and not when they part
 * or stand still. Others hit when the origin's straight way, of move_a - move_b, enters
 * the inside of the Minkowski difference b - a: a way that only passes along its outline is no
 * hit, so a body slides over the joints of a row of boxes; one that ends on it, head on, is a hit
 * at the end. The decision is exact, but for round corners
 * (outline.c: half a raw unit). Prototypes, masks and responses play no part.
 * Range: |move| <= 2^29 raw units (8192 units) on each axis, else, or with a stale handle, zeros.
 */
PAWL_API pawl_arcade_meeting pawl_arcade_meet(const pawl_arcade *arcade, pawl_arcade_id a,
                                              pawl_vec2 move_a, pawl_arcade_id b, pawl_vec2 move_b);

/* A bullet or a laser: the part of a segment that lies in a body. */
typedef struct pawl_arcade_ray_hit {
    pawl_arcade_id body;
    pawl_fraction enter, exit; /* of the segment; 0 and PAWL_UNIT where an end lies inside */
    pawl_vec2 enter_point;     /* world */
    pawl_vec2 exit_point;
    pawl_rot enter_normal; /* outward; (0, 0) when the segment starts inside */
    pawl_rot exit_normal;  /* outward; (0, 0) when it ends inside */
} pawl_arcade_ray_hit;

/* All bodies that a segment meets and whose category has a bit of `mask`, nearest first, those at
 * the same fraction in the order of creation. Writes the first `capacity` of them (`hits` may be
 * null with 0) and returns how many there are, or a negative pawl_status: NULL, RANGE (an end
 * outside PAWL_COORD_MAX, or the segment longer than that on an axis). Rounding as in
 * pawl_clip_segment. Cost: all bodies, and of each hit its place among `capacity`. */
PAWL_API PAWL_MUST_CHECK int32_t pawl_arcade_ray(const pawl_arcade *arcade, pawl_vec2 from,
                                                 pawl_vec2 to, uint16_t mask,
                                                 pawl_arcade_ray_hit *hits, uint16_t capacity);

/* ---- state ---------------------------------------------------------------------------------- */

/* Bytes at the start of the buffer that hold the whole state: copying them back into an arcade of
 * the same def restores it, on the same machine. They end before the working memory of a step. */
PAWL_API size_t pawl_arcade_state_size(const pawl_arcade *arcade);

/* XXH32 over canonical words: the same on every machine for the same calls. Contacts and user data
 * are not part of it. */
PAWL_API uint32_t pawl_arcade_hash(const pawl_arcade *arcade);

/* Bytes of a snapshot of this arcade as it is now; 0 for null. */
PAWL_API size_t pawl_arcade_encode_size(const pawl_arcade *arcade);
/* Write a snapshot that any machine can read; *size is its length. Errors: NULL, MEMORY (too small:
 * *size is what is needed; the buffer needs no alignment). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_encode(const pawl_arcade *arcade, void *buffer,
                                                        size_t capacity, size_t *size);
/* Take a snapshot into an arcade whose capacities have room for it. It has no contacts then, and
 * handles stay what they were; on failure the arcade is as before. Errors: NULL, FORMAT, VERSION,
 * CORRUPT, CAPACITY, UNSUPPORTED. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_arcade_decode(pawl_arcade *arcade, const void *bytes,
                                                        size_t size);

#endif
