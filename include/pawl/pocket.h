/* pocket.h - circles and boxes that move, bounce and rest, for 8-bit parts: the small sibling of
 * arcade.h. Sixteen bodies and all that is known of them take 580 bytes.
 *
 * There is an array of bodies, which is the caller's, and a pawl_pocket beside it. Both are plain
 * values without pointers: read and write their fields, copy them to save them. A body is named by
 * its index. There is no time in the model: velocities are units per step, gravity is units per
 * step and step.
 *
 *   pawl_pocket_body bodies[16];
 *   pawl_pocket pocket;
 *   pawl_pocket_init(&pocket, bodies, 16);
 *   bodies[0] = pawl_pocket_body_default();
 *   pawl_pocket_step(&pocket, bodies);
 *
 * As in arcade.h a step goes from one impact to the next in the order of time, and nothing passes
 * through anything at any speed. The arithmetic is another one: the same bits on every machine, but
 * not those of arcade.h. docs/arcade.md tells more.
 *
 * Numbers are Q16.16 where nothing else is said. Include pawl/pocket.h alone where there is no room
 * for more. */
#ifndef PAWL_POCKET_H
#define PAWL_POCKET_H

#include "pawl/fx.h"

/* ---- limits --------------------------------------------------------------------------------- */

/* More bodies than this have no index. */
#define PAWL_POCKET_BODIES_MAX 240
/* Contacts kept of a step. */
#define PAWL_POCKET_CONTACTS_MAX 16
/* Positions and bounds, |coordinate|: 4096 units. What lies beyond is clamped, with a fault. */
#define PAWL_POCKET_COORD_MAX (INT32_C(1) << 28)
/* Velocities and gravity, |component|: just below 64 units per step; clamped likewise. */
#define PAWL_POCKET_SPEED_MAX ((INT32_C(1) << 22) - 1)
/* An overlap of no more than this depth is left alone: 8 raw units, 1/8192 unit. Between sides that
 * is exact. Round corners are measured to 15 bits: there a raw unit and 2^-14 of both radii
 * together may be left beyond that. Up to each impact of a step all places are rounded to a raw
 * unit, which may bring two bodies nearer by a unit on each axis: a step with many impacts adds at
 * most that for each of them, and the next step takes it out. No more is left after a step that
 * sets no PAWL_POCKET_FAULT_OVERLAP. */
#define PAWL_POCKET_SLOP 8

/* ---- bodies --------------------------------------------------------------------------------- */

enum {                      /* bits of `flags` */
    PAWL_POCKET_USED = 1,   /* there is a body at this index */
    PAWL_POCKET_BOX = 2,    /* sides along the axes; else a circle */
    PAWL_POCKET_SENSOR = 4, /* meets other bodies without effect, and is only reported; edges act on
                               it as on others */
    PAWL_POCKET_FLOATS = 8  /* feels no gravity */
};

typedef struct pawl_pocket_body {
    pawl_fx position[2]; /* x and y; so are all arrays of two */
    pawl_fx velocity[2]; /* units per step */
    uint16_t half[2];    /* units, Q8.8 (128 is 1/2), at most 0x7FFF: half the width and height of a
                            box; the radius of a circle is half[0], and half[1] plays no part. Sums
                            are modulo 2^16 */
    uint8_t inverse_mass; /* 0: immovable, it moves by its own velocity alone; only ratios matter */
    uint8_t elasticity;   /* of 255: the part of the approach that comes back; of two bodies the
                             larger counts, also of the next two */
    uint8_t friction;     /* of 255: the part of the sideways velocity that an impact takes */
    uint8_t stick;        /* 2^-12 units per step: what an impact takes of it at least, and the
                             approach below which nothing comes back */
    uint8_t category;     /* bits of what it is */
    uint8_t mask;         /* bits of what it meets; bodies meet when each one's mask has a bit of
                             the other's category */
    uint8_t flags;        /* PAWL_POCKET_USED ... */
    uint8_t held;         /* of the step; no part of the state */
} pawl_pocket_body;

PAWL_STATIC_ASSERT(sizeof(pawl_pocket_body) == 28, "a body takes 28 bytes");

/* A circle of radius 1/2 at the origin: inverse mass 1, elasticity 128, friction 64, stick 17
 * (1/4 unit/s at 60 steps per second), category 1, mask 255, used. */
PAWL_API pawl_pocket_body pawl_pocket_body_default(void);

/* ---- the pocket ----------------------------------------------------------------------------- */

/* What an edge of the bounds does to a body. */
enum {
    PAWL_POCKET_EDGE_OPEN = 0,   /* nothing */
    PAWL_POCKET_EDGE_BOUNCE = 1, /* an immovable wall of 255 units for movable bodies; what is put
                                    farther out than half of that is out for good */
    PAWL_POCKET_EDGE_WRAP = 2,   /* a body whose center is beyond it at the end of a step is moved
                                    by the width of the bounds, once; bodies do not meet across.
                                    Left stands for right as well, and bottom for top */
    PAWL_POCKET_EDGE_REPORT = 3  /* a contact in each step in which a movable body comes to the edge
                                    or is beyond it, as far as a bouncing one sees */
};

/* Edges by number: `b` of a contact; less PAWL_POCKET_LEFT, the order of `edges`. */
enum {
    PAWL_POCKET_LEFT = 252,
    PAWL_POCKET_RIGHT = 253,
    PAWL_POCKET_BOTTOM = 254,
    PAWL_POCKET_TOP = 255
};

typedef struct pawl_pocket_contact {
    uint8_t a, b;     /* bodies, a < b, or a body and an edge */
    int8_t normal[2]; /* from a to b, of 127; zero where nothing bounced (PASS, REPORT) */
    uint16_t speed;   /* of the approach, Q8.8 units per step; zero likewise */
} pawl_pocket_contact;

typedef struct pawl_pocket {
    pawl_fx gravity[2];    /* units per step and step */
    pawl_fx bounds[4];     /* left, right, bottom, top */
    uint8_t edges[4];      /* left, right, bottom, top: PAWL_POCKET_EDGE_... */
    uint8_t body_count;    /* length of the array, at most PAWL_POCKET_BODIES_MAX */
    uint8_t impact_limit;  /* impacts in a step, of all bodies; what is left of the step after that
                              many is dropped, with a fault */
    uint8_t faults;        /* PAWL_POCKET_FAULT_...; clear it yourself */
    uint8_t contact_count; /* of the last step */
    uint8_t dropped;       /* contacts for which there was no room, up to 255 */
    uint8_t pad;           /* zero */
    uint16_t tick;         /* steps made, modulo 2^16 */
    pawl_pocket_contact contacts[PAWL_POCKET_CONTACTS_MAX]; /* in the order of time */
} pawl_pocket;

PAWL_STATIC_ASSERT(sizeof(pawl_pocket) == 132, "a pocket takes 132 bytes");
PAWL_STATIC_ASSERT(sizeof(pawl_pocket) + 16 * sizeof(pawl_pocket_body) <= 1024,
                   "sixteen bodies take less than a kilobyte");

/* What went wrong since the faults were cleared; part of the hash. */
enum {
    PAWL_POCKET_FAULT_POSITION = 1, /* a position or the bounds were clamped */
    PAWL_POCKET_FAULT_SPEED = 2,    /* a velocity or gravity was clamped */
    PAWL_POCKET_FAULT_IMPACTS = 4,  /* impact_limit was reached */
    PAWL_POCKET_FAULT_OVERLAP = 8   /* an overlap was left after the pushing: bodies are squeezed */
};

/* Make a pocket: no gravity, all edges open, bounds of 4096 units, impact_limit 64. The bodies are
 * cleared: none is in use. Errors: NULL, RANGE (count). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_pocket_init(pawl_pocket *pocket, pawl_pocket_body *bodies,
                                                      uint8_t count);

/* Put a copy of a body at the first index that is free, and return the index, or a negative
 * pawl_status: NULL, RANGE (a length of bodies[body_count] beyond the limit), CAPACITY. It is in
 * use whatever its flags say. Writing into the array does the same. */
PAWL_API PAWL_MUST_CHECK int16_t pawl_pocket_add(const pawl_pocket *pocket,
                                                 pawl_pocket_body *bodies,
                                                 const pawl_pocket_body *body);
/* Clear the body at an index of bodies[body_count]. The next body that is added may get the same
 * index: what else knows it by that must forget it. Errors: NULL, ARGUMENT (no such index), STALE
 * (no body there). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_pocket_remove(const pawl_pocket *pocket,
                                                        pawl_pocket_body *bodies, uint8_t index);

/* Advance bodies[body_count] by a step. Errors: NULL, RANGE (body_count).
 *
 * In order: gravity; overlaps are pushed out along the shortest way, shared by inverse mass, in at
 * most four rounds; the bodies move, from impact to impact; edges that wrap and report.
 *
 * Times within a step are multiples of 2^-16 of it, rounded down to where the two do not overlap.
 * Impacts at the same time come in the order of (a, b), edges after bodies. A body that passes is
 * reported in each stretch between impacts in which it touches, so at times more than once.
 *
 * Rounding: movements and the shares of an impact to the nearest raw unit. Cost: all pairs of
 * bodies, n^2 / 2 of them, once and again for each impact; a pair that may meet is looked at up to
 * 18 times. Source: Ericson, Real-Time Collision Detection (2005), 5.5, with a bisection in place
 * of divisions. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_pocket_step(pawl_pocket *pocket,
                                                      pawl_pocket_body *bodies);

/* ---- questions ------------------------------------------------------------------------------ */

#define PAWL_POCKET_NONE (-100) /* no body is hit: no pawl_status */

typedef struct pawl_pocket_hit {
    pawl_fx point[2]; /* where the segment comes to the body: at most 2^-16 of its length before */
    uint32_t time;    /* part of the segment until there, 2^-16, rounded down */
    int8_t normal[2]; /* into the body, of 127; zero when the segment starts inside */
} pawl_pocket_hit;

/* The first of bodies[body_count] on a segment whose category has a bit of `mask`: a bullet, a
 * laser, a look ahead. Of several at the same place the lowest index. Sensors and immovable bodies
 * count; *hit is set when there is one. Returns the index, PAWL_POCKET_NONE, or a negative
 * pawl_status: NULL, RANGE (body_count, or an end beyond PAWL_POCKET_COORD_MAX). Cost: all bodies.
 */
PAWL_API PAWL_MUST_CHECK int16_t pawl_pocket_ray(const pawl_pocket *pocket,
                                                 const pawl_pocket_body *bodies,
                                                 const pawl_fx from[2], const pawl_fx to[2],
                                                 uint8_t mask, pawl_pocket_hit *hit);

/* A checksum of the state with bodies[body_count], for peers in lockstep: the same on every
 * machine. Contacts and unused bodies have no part in it. 0 for null, or for a body_count beyond
 * the limit.
 *
 * It is no hash of bytes that others compute, and no defense against forgery: words of 32
 * bits are mixed in, one after the other, as XXH32 mixes in the last whole words of its input, but
 * without its lanes, its seed, its length and its end. With unsigned words modulo 2^32 and <<< for
 * a rotation to the left, a word is mixed in by
 *
 *     hash = ((hash + word * 0xC2B2AE3D) <<< 17) * 0x27D4EB2F
 *
 * It begins as `tick`. Mixed in are gravity[0] and [1], bounds[0] to [3]; then each byte as a word:
 * edges[0] to [3], body_count, impact_limit, faults. For each body in use, by index: the index is
 * added to the hash; position[0], [1], velocity[0], [1]; half[0] + 65536 * half[1]; then each byte
 * as a word: inverse_mass, elasticity, friction, stick, category, mask, flags. Every step of that
 * can be undone, so states that differ in one word never have the same checksum. */
PAWL_API uint32_t pawl_pocket_hash(const pawl_pocket *pocket, const pawl_pocket_body *bodies);

#endif
