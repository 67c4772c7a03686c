/* arcade.h - internal: what lies in the buffer of an arcade, and which file calls which.
 *
 *   arcade.c             def and init
 *   arcade_prototype.c, arcade_body.c            what there is
 *   arcade_step.c        forces, and the order of a step
 *   arcade_push.c        overlaps at the start   arcade_motion.c    impact after impact
 *   arcade_path.c        where a body goes       arcade_sensor.c    what is only reported
 *   arcade_pairs.c       what may meet what      order_set.c        bodies in order of creation
 *   arcade_shape.c       two shapes, still and swept: box_sweep.c, circle_box.c, polygon_sweep.c
 *   arcade_response.c    what an impact does     arcade_speed.c     its arithmetic
 *   arcade_bounds.c      the rectangle           arcade_ray.c       bullets and lasers
 *   arcade_contact.c     what happened           arcade_point.c     and where
 *   arcade_save.c        write and read          arcade_hash.c
 *
 * The buffer: this struct, prototypes, polygons, bodies and their order; up to here it is the
 * state. Then contacts and what a step works with, which mean nothing to the next one. Bodies are
 * numbered by slots, and `order` lists the slots of the living ones in the order of creation. */
#ifndef PAWLI_ARCADE_H
#define PAWLI_ARCADE_H

#include "pawl/arcade.h"

#include <string.h>

#include "base/compiler.h"

/* Times are multiples of 2^-31 s; a step lasts at most 2^31. */
#define PAWLI_ARCADE_NEVER UINT32_MAX

#define PAWLI_ARCADE_NO_SLOT UINT16_MAX

/* Relative speeds up to this, 2^-32 units/s, are the rounding of an impact. */
#define PAWLI_ARCADE_SPEED_ROUNDING 64

/* A body that comes to rest as often as this, one time after the other, stands still for the rest
 * of the step. */
#define PAWLI_ARCADE_REST_LIMIT 32

/* A prototype, as it is kept. */
typedef struct pawli_arcade_prototype {
    pawl_vec2 half;
    pawl_fx inverse_mass;
    uint16_t elasticity;   /* Q1.15 */
    uint16_t friction;     /* Q1.15 */
    uint16_t stick;        /* Q8.8 */
    uint16_t air_drag;     /* Q8.8 */
    int16_t gravity_scale; /* Q8.8 */
    uint16_t spring;       /* Q14.2 */
    uint16_t category, mask;
    uint16_t polygon;
    uint8_t shape, response;
} pawli_arcade_prototype;

typedef struct pawli_arcade_body {
    pawl_vec2 position;  /* Q16.16; */
    int16_t frac[2];     /* and what it has moved beyond, 2^-32 units */
    uint16_t fine[2];    /* bits of the velocity below Q16.16 */
    pawl_vec2 velocity;  /* rounded down */
    uint16_t generation; /* of the living one, or of the next in this slot */
    uint16_t rank;       /* place in `order`; PAWLI_ARCADE_NO_SLOT: a free slot */
    uint16_t prototype;  /* of a free slot: the next free one */
    uint16_t user_data;
} pawli_arcade_body;

/* Where a body is going; only within a step. */
typedef struct pawli_arcade_path {
    pawl_vec2 move;   /* from its position to where it would be at the end of the step */
    uint32_t since;   /* when it was at its position */
    uint32_t meets;   /* when it meets something, as far as is known; PAWLI_ARCADE_NEVER. In
                         arcade_push.c: 1   if it may have to part from a younger one, else 0 */
    uint16_t impacts; /* so far; at the limit it stands still */
    uint8_t held;     /* bits of the directions in which something holds it up */
    uint8_t rests;    /* impacts in a row that did not bounce; at the limit it stands still, too */
} pawli_arcade_path;

/* A body on the sorted axis: its slot, and its swept box. */
typedef struct pawli_arcade_span {
    pawl_box box;
    uint16_t slot;
    uint16_t pad;
} pawli_arcade_span;

struct pawl_arcade {
    uint32_t config;
    uint32_t offset_polygons, offset_bodies, offset_order, offset_contacts, offset_paths;
    uint32_t offset_spans; /* and marks; 0: not sorted, and without */
    uint16_t body_capacity, prototype_capacity, polygon_capacity, contact_capacity;
    uint16_t impact_limit;
    uint16_t slot_count; /* slots that were ever used */
    uint16_t body_count, prototype_count, polygon_count;
    uint16_t free_first, free_last; /* slots, first-in first-out; PAWLI_ARCADE_NO_SLOT */
    uint8_t edges[4];
    pawl_vec2 gravity;
    pawl_box bounds;
    uint32_t rate_numerator, rate_denominator;
    uint32_t time_frac; /* of the times of steps, in 1 / rate_numerator of 2^-31 s */
    uint32_t tick, faults;
    /* Of the last step; not state. */
    uint32_t contacts_dropped;
    uint16_t contact_count;
    uint16_t pad;
    /* Of this step. */
    uint32_t duration;
    int64_t rest_speed;  /* slower approaches do not bounce, 2^-32 units/s */
    pawl_fx span_width;  /* the widest span */
    uint8_t has_sensors; /* some prototype only reports */
    uint8_t is_crowded;  /* bodies overlapped in the last step, and may well again */
    uint8_t pad2[2];
};

/* A velocity, or a change of one: 2^-32 units/s. */
typedef struct pawli_arcade_speed {
    int64_t x, y;
} pawli_arcade_speed;

/* ---- arcade.c ---- */

static inline uint8_t *pawli_arcade_at(const pawl_arcade *arcade, uint32_t offset) {
    return (uint8_t *)(uintptr_t)arcade + offset;
}

static inline pawli_arcade_prototype *pawli_arcade_prototypes(const pawl_arcade *arcade) {
    return (pawli_arcade_prototype *)(void *)pawli_arcade_at(arcade, (uint32_t)sizeof(pawl_arcade));
}

static inline pawl_convex *pawli_arcade_polygons(const pawl_arcade *arcade) {
    return (pawl_convex *)(void *)pawli_arcade_at(arcade, arcade->offset_polygons);
}

static inline pawli_arcade_body *pawli_arcade_bodies(const pawl_arcade *arcade) {
    return (pawli_arcade_body *)(void *)pawli_arcade_at(arcade, arcade->offset_bodies);
}

static inline uint16_t *pawli_arcade_order(const pawl_arcade *arcade) {
    return (uint16_t *)(void *)pawli_arcade_at(arcade, arcade->offset_order);
}

static inline pawl_arcade_contact *pawli_arcade_contacts(const pawl_arcade *arcade) {
    return (pawl_arcade_contact *)(void *)pawli_arcade_at(arcade, arcade->offset_contacts);
}

static inline pawli_arcade_path *pawli_arcade_paths(const pawl_arcade *arcade) {
    return (pawli_arcade_path *)(void *)pawli_arcade_at(arcade, arcade->offset_paths);
}

static inline pawli_arcade_span *pawli_arcade_spans(const pawl_arcade *arcade) {
    return (pawli_arcade_span *)(void *)pawli_arcade_at(arcade, arcade->offset_spans);
}

/* Words of marks, a bit for each body; they lie behind the spans. */
#define PAWLI_ORDER_SET_WORDS(bodies) (((uint32_t)(bodies) + 31) / 32)

static inline uint32_t *pawli_order_set_words(const pawl_arcade *arcade) {
    return (uint32_t *)(void *)(pawli_arcade_spans(arcade) + arcade->body_capacity);
}

PAWLI_FOLD bool pawli_arcade_is_sorted(const pawl_arcade *arcade) {
    return PAWL_ARCADE_SORTED && arcade->offset_spans != 0;
}

static inline const pawli_arcade_prototype *pawli_arcade_prototype_of(const pawl_arcade *arcade,
                                                                      uint16_t slot) {
    return pawli_arcade_prototypes(arcade) + pawli_arcade_bodies(arcade)[slot].prototype;
}

static inline pawl_arcade_id pawli_arcade_id_of(const pawl_arcade *arcade, uint16_t slot) {
    pawl_arcade_id id;
    id.index1 = (uint16_t)(slot + 1);
    id.generation = pawli_arcade_bodies(arcade)[slot].generation;
    return id;
}

bool pawli_arcade_bounds_are_valid(pawl_box bounds);
bool pawli_arcade_edges_are_valid(const uint8_t edges[4]);
bool pawli_arcade_rate_is_valid(uint32_t numerator, uint32_t denominator);

/* ---- arcade_prototype.c ---- */

/* Whether an arcade takes a prototype; keep one that it takes. */
pawl_status pawli_arcade_prototype_check(const pawl_arcade *arcade,
                                         const pawl_arcade_prototype *prototype);
void pawli_arcade_prototype_store(pawl_arcade *arcade, uint16_t index,
                                  const pawl_arcade_prototype *prototype);
/* Whether an arcade takes a polygon. */
pawl_status pawli_arcade_prototype_check_polygon(const pawl_convex *polygon);

/* The shape of a prototype: one of the polygons, or made in `made`. */
const pawl_convex *pawli_arcade_prototype_convex(const pawl_arcade *arcade,
                                                 const pawli_arcade_prototype *prototype,
                                                 pawl_convex *made);

/* ---- arcade_body.c ---- */

/* The slot of a body; PAWLI_ARCADE_NO_SLOT for a stale handle. */
uint16_t pawli_arcade_body_slot(const pawl_arcade *arcade, pawl_arcade_id body);
/* Put a slot, whose generation is set, behind the free ones. */
void pawli_arcade_body_free_slot(pawl_arcade *arcade, uint16_t slot);

/* ---- arcade_pairs.c ---- */

/* PAWL_ARCADE_BOUNCE, _SPRING or _SENSOR; PAWLI_ARCADE_NO_RESPONSE where masks, or two infinite
 * masses, keep bodies from meeting. */
#define PAWLI_ARCADE_NO_RESPONSE 255
uint8_t pawli_arcade_pairs_response(const pawl_arcade *arcade, uint16_t a, uint16_t b);

/* The box around a body and its path, without the radius of rounding. */
pawl_box pawli_arcade_pairs_swept_box(const pawl_arcade *arcade, uint16_t slot);

/* The bodies whose swept boxes meet that of `slot`, in no particular order: begin, then next until
 * it answers PAWLI_ARCADE_NO_SLOT. `slot` itself is not among them. */
typedef struct pawli_arcade_neighbors {
    pawl_box box;
    uint16_t slot;
    uint16_t at; /* spans, or ranks, left to look at */
} pawli_arcade_neighbors;
void pawli_arcade_pairs_begin_near(const pawl_arcade *arcade, uint16_t slot,
                                   pawli_arcade_neighbors *out);
uint16_t pawli_arcade_pairs_next_near(const pawl_arcade *arcade, pawli_arcade_neighbors *neighbors);

/* Of sorted bodies each pair whose swept boxes meet, once, in no particular order: beginning with
 * zeros, until it answers false. No body may move meanwhile. */
typedef struct pawli_arcade_pair_cursor {
    uint16_t first, second; /* where in the order of spans to go on */
} pawli_arcade_pair_cursor;
bool pawli_arcade_pairs_next(const pawl_arcade *arcade, pawli_arcade_pair_cursor *pairs,
                             uint16_t *a, uint16_t *b);

/* Sort all; and put right one whose way has changed, given its span before. */
void pawli_arcade_pairs_sort(pawl_arcade *arcade);
void pawli_arcade_pairs_move(pawl_arcade *arcade, uint16_t slot, pawl_box before);

/* ---- order_set.c ---- */

/* Sorted bodies have a bit each, by rank, for sets of them in the order of creation. */
void pawli_order_set_clear(pawl_arcade *arcade);
void pawli_order_set_add(pawl_arcade *arcade, uint16_t rank);
void pawli_order_set_remove(pawl_arcade *arcade, uint16_t rank);
bool pawli_order_set_has(const pawl_arcade *arcade, uint16_t rank);
/* The first one from `rank` on; the number of bodies when there is none. */
uint16_t pawli_order_set_next(const pawl_arcade *arcade, uint32_t rank);

/* ---- arcade_shape.c ---- */

/* Two shapes, b's place minus a's. */
typedef struct pawli_arcade_pair {
    const pawl_arcade *arcade;
    const pawli_arcade_prototype *a, *b;
    pawl_vec2 offset;
} pawli_arcade_pair;

PAWLI_FOLD bool pawli_arcade_is_polygon(const pawli_arcade_prototype *prototype) {
    return PAWL_ARCADE_POLYGONS && prototype->shape == PAWL_ARCADE_POLYGON;
}

pawl_box pawli_arcade_shape_polygon_box(const pawl_convex *polygon);

/* How far a prototype reaches from its position, on each axis and both ways. */
#if PAWLI_ONE_COPY
pawl_box pawli_arcade_shape_box(const pawl_arcade *arcade, const pawli_arcade_prototype *prototype);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_ARCADE_SHAPE_COPY)
PAWLI_SHARED pawl_box pawli_arcade_shape_box(const pawl_arcade *arcade,
                                             const pawli_arcade_prototype *prototype) {
    pawl_box box;
#if PAWL_ARCADE_POLYGONS
    if (pawli_arcade_is_polygon(prototype))
        return pawli_arcade_shape_polygon_box(pawli_arcade_polygons(arcade) + prototype->polygon);
#endif
    (void)arcade;
    box.upper = prototype->half;
    if (prototype->shape == PAWL_ARCADE_CIRCLE) box.upper.y = box.upper.x;
    box.lower = pawl_vec2_make(-box.upper.x, -box.upper.y);
    return box;
}
#endif

/* Whether they touch or overlap; then the normal from a to b, the depth, and the move of b. */
bool pawli_arcade_shape_overlap(const pawli_arcade_pair *pair, pawl_translation *out);

/* a moves by `move` with respect to b: pawl_arcade_meet, but for the approach along the normal. */
void pawli_arcade_shape_meet(const pawli_arcade_pair *pair, pawl_vec2 move,
                             pawl_arcade_meeting *out);

/* ---- arcade_speed.c ---- */

pawli_arcade_speed pawli_arcade_speed_of(const pawli_arcade_body *body);
void pawli_arcade_speed_set(pawl_arcade *arcade, pawli_arcade_body *body,
                            pawli_arcade_speed velocity);

/* speed * factor in Q2.30, and speed . normal, nearest. */
int64_t pawli_arcade_speed_scale(int64_t speed, int32_t factor);
int64_t pawli_arcade_speed_along(pawl_rot normal, pawli_arcade_speed speed);

/* value * part / whole, nearest; 0 <= part <= whole, 0 < whole, |value| < 2^62. */
int64_t pawli_arcade_speed_share(int64_t value, uint32_t portion, uint32_t whole);

/* Nearest, in Q16.16. */
pawl_fx pawli_arcade_speed_to_fx(int64_t speed);

/* ---- arcade_response.c ---- */

/* What an impact came to. */
#define PAWLI_ARCADE_NO_IMPACT 0 /* they do not approach, or neither yields */
#define PAWLI_ARCADE_BOUNCED 1   /* at a speed at which it bounces, if only it is elastic */
#define PAWLI_ARCADE_RESTED 2

/* Velocities after an impact at the normal from a to b; b may be PAWLI_ARCADE_NO_SLOT: an edge.
 * Sets speed and change of the contact if there is one. */
uint8_t pawli_arcade_response_apply(pawl_arcade *arcade, uint16_t a, uint16_t b, pawl_rot normal,
                                    pawl_arcade_contact *contact);

/* ---- arcade_path.c ---- */

static inline bool pawli_arcade_is_frozen(const pawl_arcade *arcade, uint16_t slot) {
    const pawli_arcade_path *const path = pawli_arcade_paths(arcade) + slot;
    return path->impacts >= arcade->impact_limit || path->rests >= PAWLI_ARCADE_REST_LIMIT;
}

/* Where a body is at a time between `since` and the end of the step. */
pawl_vec2 pawli_arcade_path_at(const pawl_arcade *arcade, uint16_t slot, uint32_t time);

/* Set out from its position at a time. */
void pawli_arcade_path_begin(pawl_arcade *arcade, uint16_t slot, uint32_t now);
/* Put it where it is at a time. */
void pawli_arcade_path_end(pawl_arcade *arcade, uint16_t slot, uint32_t now);

/* When two bodies, the older one first, meet on their paths between the later of their `since` and
 * `end`; PAWLI_ARCADE_NEVER. Their velocities are not asked. */
uint32_t pawli_arcade_path_meet(const pawl_arcade *arcade, uint16_t a, uint16_t b, uint32_t end,
                                pawl_arcade_meeting *found);

/* ---- arcade_motion.c ---- */

void pawli_arcade_motion_run(pawl_arcade *arcade);

/* ---- arcade_push.c ---- */

/* Push all apart; notes whether any overlapped. */
void pawli_arcade_push_all(pawl_arcade *arcade);
/* Whether two bodies overlap, as they are, in a way that is to be answered. */
bool pawli_arcade_push_is_due(const pawl_arcade *arcade, uint16_t a, uint16_t b);

/* ---- arcade_sensor.c ---- */

/* Whether any prototype only reports. */
bool pawli_arcade_sensor_exists(const pawl_arcade *arcade);
/* As pawli_arcade_path_end, reporting the sensors and edges that the body has come to pass. */
void pawli_arcade_sensor_end_path(pawl_arcade *arcade, uint16_t slot, uint32_t now);

/* ---- arcade_bounds.c ---- */

/* Whether an edge wraps, or only reports. */
static inline bool pawli_arcade_bounds_wraps(const pawl_arcade *arcade) {
    return arcade->edges[PAWL_ARCADE_LEFT] == PAWL_ARCADE_EDGE_WRAP ||
           arcade->edges[PAWL_ARCADE_BOTTOM] == PAWL_ARCADE_EDGE_WRAP;
}

PAWL_STATIC_ASSERT(PAWL_ARCADE_EDGE_REPORT == 3, "the only one with both bits");

static inline bool pawli_arcade_bounds_reports(const pawl_arcade *arcade) {
    uint32_t edges;
    memcpy(&edges, arcade->edges, sizeof edges);
    return (edges & edges >> 1 & UINT32_C(0x01010101)) != 0;
}

/* The first bouncing edge that a body meets on its path, and when; PAWLI_ARCADE_NEVER. */
uint32_t pawli_arcade_bounds_find(const pawl_arcade *arcade, uint16_t slot, uint8_t *edge);
pawl_rot pawli_arcade_bounds_normal(uint8_t edge);
/* Bring a movable body in that is out of a bouncing edge. */
void pawli_arcade_bounds_settle(pawl_arcade *arcade, uint16_t slot);
/* Contacts with the reporting edges that a body passes between two places and times. */
void pawli_arcade_bounds_report(pawl_arcade *arcade, uint16_t slot, pawl_vec2 from, uint32_t since,
                                pawl_vec2 to, uint32_t now);
/* Take a body that has left at a wrapping edge to the opposite one. */
void pawli_arcade_bounds_wrap(pawl_arcade *arcade, uint16_t slot);

/* ---- arcade_contact.c ---- */

/* A contact with ids, time, normal and type filled in, the rest zero. a and b in any order; the
 * normal is from a to b. */
pawl_arcade_contact pawli_arcade_contact_make(const pawl_arcade *arcade, uint16_t a, uint16_t b,
                                              pawl_rot normal, uint32_t time, uint8_t type);
void pawli_arcade_contact_add(pawl_arcade *arcade, const pawl_arcade_contact *contact);

/* ---- arcade_point.c ---- */

/* Where two bodies touch at a time, normal from a to b; b PAWLI_ARCADE_NO_SLOT: an edge. */
pawl_vec2 pawli_arcade_point(const pawl_arcade *arcade, uint16_t a, uint16_t b, pawl_rot normal,
                             uint32_t time);

#endif
