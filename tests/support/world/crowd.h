/* crowd.h - random worlds with a history, and queries on them against a plain search.
 *
 * The plain search looks at every shape of every body with the functions that know no world, and
 * sorts what it finds. Each check returns what is wrong, or null. */
#ifndef PAWL_TESTS_CROWD_H
#define PAWL_TESTS_CROWD_H

#include "collide/collide.h"
#include "support/shape/convex.h"
#include "support/world/fixture.h"
#include "world/world.h"

#define CROWD_BODIES 40
#define CROWD_SHAPES 80
#define CROWD_REACH FX(8)

/* Nothing here asserts: Check allows that only in its own tests. */
pawl_world *make_crowd_world(void);

static inline int crowd_pick(uint64_t *seed, int count) {
    return (int)(seeded_next(seed) % (uint64_t)count);
}

/* A live body, or null when there is none. */
pawl_body_id crowd_body(const pawl_world *world, uint64_t *seed);

/* What the plain search looks at: every shape in turn. */
typedef struct crowd_walk {
    const pawl_world *world;
    const pawl_query_filter *filter;
    pawl_body_id body;
    pawl_shape_id shape;
    pawli_frame frame;
    pawl_convex convex;
} crowd_walk;

static inline uint32_t crowd_serial(const pawl_world *world, pawl_shape_id shape) {
    return pawli_shapes_const(world)[shape.index1 - 1].serial;
}

#define CAPACITY_PICK(seed) ((uint32_t[]){0, 1, 2, 3, 5, CROWD_SHAPES})[crowd_pick(seed, 6)]

/* A way through the crowd: often along an axis, from a corner, or without length. */
pawl_vec2 seeded_from(const pawl_world *world, uint64_t *seed);

pawl_vec2 seeded_way(uint64_t *seed);

/* ---- rays and casts ------------------------------------------------------------------------ */

typedef struct crowd_hits {
    pawl_query_hit hits[CROWD_SHAPES];
    uint32_t count;
} crowd_hits;

bool same_hit(const pawl_query_hit *a, const pawl_query_hit *b);

const char *check_ray(const pawl_world *world, uint64_t *seed);

const char *check_cast(const pawl_world *world, uint64_t *seed);

/* ---- overlaps ------------------------------------------------------------------------------ */

/* What the place is: a convex, a box of any size, or a point. */
typedef struct crowd_place {
    int kind; /* 0, 1, 2 */
    pawl_convex convex;
    pawl_pose pose;
    pawl_box box;
} crowd_place;

const char *check_overlap(const pawl_world *world, uint64_t *seed);

/* ---- closest ------------------------------------------------------------------------------- */

const char *check_closest(const pawl_world *world, uint64_t *seed);

typedef const char *crowd_check(const pawl_world *world, uint64_t *seed);

/* `cases` queries on a world that lives on between them; what is wrong, or null. */
const char *check_crowd(crowd_check *check, uint64_t seed, int cases);

#endif
