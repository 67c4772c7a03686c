/* query.h - questions to a world that change nothing: rays, shape casts, overlaps, closest points.
 *
 * Results come in a defined order that does not depend on the history of the world: by fraction
 * for casts, by distance for closest points, else by creation; ties go to the shape created
 * first, then to the lower part; shapes come before soft bodies. A buffer that is too small keeps
 * the first results of that order, and the return value says how many there are in all; a capacity
 * of 0, with or without a buffer, only counts. Shapes of disabled bodies are not found, sensors and
 * soft bodies only where the filter asks for them.
 *
 * What one shape answers is what collide.h says about it: pawl_ray_cast, pawl_convex_cast,
 * pawl_overlap, pawl_contains_point and pawl_closest, with the rounding stated there. A soft body
 * answers as capsules and circles of its radius at the same places would, one for each surface link
 * and each point without one. Links of an outline are one-sided segments, with their front outside;
 * what the outline encloses is one more part, which overlaps, but stops nothing. A link that is
 * longer than PAWL_EXTENT_MAX, as only teleports make them, is not found. Cost of a soft body: a
 * look at each of its points; of its links as well where its box is near.
 *
 * Range: positions within PAWL_COORD_MAX on each axis, and translations and their ends as well.
 * Errors: a null world, a null or invalid convex, a rotation that is none, a number out of range
 * or a null buffer with a capacity: false or 0, and *out is zero. */
#ifndef PAWL_QUERY_H
#define PAWL_QUERY_H

#include "pawl/body.h"
#include "pawl/collide.h"

/* A query sees a shape when each one's mask contains the other's category; groups play no part.
 * Wherever a filter is asked for, null stands for the default. Begin with that, as for a def: a
 * zeroed filter has neither category nor mask and finds nothing. (It has no cookie, since queries
 * have no status to tell of a wrong one: they would find nothing either.) */
typedef struct pawl_query_filter {
    uint32_t category;   /* default 1 */
    uint32_t mask;       /* default all */
    bool sensors;        /* default false: sensors are not found */
    bool soft;           /* default false: soft bodies are not found */
    pawl_body_id ignore; /* default null: shapes of this body are not found */
} pawl_query_filter;

/* A filter with the defaults above. */
PAWL_API pawl_query_filter pawl_query_filter_default(void);

/* What a ray or a cast shape meets. */
typedef struct pawl_query_hit {
    pawl_shape_id shape; /* null: a soft body */
    uint32_t part;       /* of a chain or tile map: which segment or tile; of a soft body: soft.h,
                            PAWL_SOFT_PART_POINT; else 0 */
    pawl_fraction fraction; /* of the translation */
    bool inside;            /* casts only: overlapping at the start, fraction 0 */
    pawl_vec2 point;        /* world */
    pawl_rot normal;        /* of the surface that is hit */
    pawl_soft_id soft;      /* null: a shape */
} pawl_query_hit;

/* The first hit of a ray. Shapes in which the ray starts are not hit. One-sided segments are hit
 * only from their right. */
PAWL_API bool pawl_world_ray_closest(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                                     const pawl_query_filter *filter, pawl_query_hit *out);
/* Whether anything is hit at all: cheaper. */
PAWL_API bool pawl_world_ray_any(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                                 const pawl_query_filter *filter);
/* Every shape that is hit, at most once per part. */
PAWL_API uint32_t pawl_world_ray_all(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                                     const pawl_query_filter *filter, pawl_query_hit *out,
                                     uint32_t capacity);

/* The same for a convex that moves from a pose without turning. What it overlaps at the start is
 * a hit `inside`, the area in the outline of a soft body too. One-sided segments stop it when it
 * moves against them and the middle of its box is not behind them yet. */
PAWL_API bool pawl_world_cast_closest(const pawl_world *world, const pawl_convex *convex,
                                      pawl_pose pose, pawl_vec2 translation,
                                      const pawl_query_filter *filter, pawl_query_hit *out);
PAWL_API uint32_t pawl_world_cast_all(const pawl_world *world, const pawl_convex *convex,
                                      pawl_pose pose, pawl_vec2 translation,
                                      const pawl_query_filter *filter, pawl_query_hit *out,
                                      uint32_t capacity);

/* A shape found in a place. */
typedef struct pawl_query_overlap {
    pawl_shape_id shape; /* null: a soft body */
    uint32_t part;       /* as of a hit; of an outline PAWL_SOFT_PART_AREA, too */
    pawl_soft_id soft;   /* null: a shape */
} pawl_query_overlap;

/* What touches or overlaps a convex, a box or a point. A box may have any size within the range of
 * positions, also none; its lower corner must not be above the upper one. */
PAWL_API uint32_t pawl_world_overlap(const pawl_world *world, const pawl_convex *convex,
                                     pawl_pose pose, const pawl_query_filter *filter,
                                     pawl_query_overlap *out, uint32_t capacity);
PAWL_API uint32_t pawl_world_overlap_box(const pawl_world *world, pawl_box box,
                                         const pawl_query_filter *filter, pawl_query_overlap *out,
                                         uint32_t capacity);
PAWL_API uint32_t pawl_world_overlap_point(const pawl_world *world, pawl_vec2 point,
                                           const pawl_query_filter *filter, pawl_query_overlap *out,
                                           uint32_t capacity);

/* The shape nearest to a point. */
typedef struct pawl_query_closest {
    pawl_shape_id shape; /* null: a soft body */
    uint32_t part;
    pawl_vec2 point;   /* of the shape, world; inside: the point asked for */
    pawl_rot normal;   /* from the shape to the point asked for; (0, 0) inside */
    pawl_fx distance;  /* 0 inside */
    pawl_soft_id soft; /* null: a shape */
} pawl_query_closest;

/* Among the shapes at most `distance` away, which must not be negative. */
PAWL_API bool pawl_world_closest(const pawl_world *world, pawl_vec2 point, pawl_fx distance,
                                 const pawl_query_filter *filter, pawl_query_closest *out);

/* ---- touches of soft bodies ---- */

enum {
    PAWL_SOFT_TOUCH_BEGINS = 1,
    PAWL_SOFT_TOUCH_STAYS = 2,
    PAWL_SOFT_TOUCH_ENDS = 3
};

/* A soft body and a shape that touch, or did. Fixed width and without holes, to be saved with your
 * game. Where the touch has ended handles may be stale, and the parts are those of before. */
typedef struct pawl_soft_touch {
    pawl_soft_id soft;
    pawl_shape_id shape;
    uint32_t soft_part, shape_part;     /* the first ones that touch: of the shape, then of the soft
                                           body */
    uint32_t soft_serial, shape_serial; /* private: numbers of creation */
    uint8_t state;                      /* PAWL_SOFT_TOUCH_BEGINS, _STAYS or _ENDS */
    uint8_t sensor;                     /* 1: the shape is a sensor */
    uint8_t pad[2];                     /* zero */
} pawl_soft_touch;

/* A list of them in memory of yours: zero-initialize, then set pairs and capacity. */
typedef struct pawl_soft_touches {
    pawl_soft_touch *pairs; /* pairs[capacity], in the order of soft bodies, then of shapes */
    uint32_t capacity;
    uint32_t count;  /* of pairs */
    uint32_t missed; /* of what began at the last update, for which there was no room: the last
                        ones of the order. They begin later */
} pawl_soft_touches;

/* What touches now, against what did at the last update of the same list, `touches`: call it after
 * each step.
 * The world keeps nothing of it; a game that goes back in time takes the list back as well.
 *
 * A soft body touches a shape when their filters let them collide, no link holds the one on the
 * body of the other, and a part of it is at most the speculative distance of the world away, 0.02
 * length units. A sensor is touched by what overlaps it; the area in an outline does so, too.
 * Cost: a search of the tree for each soft body, and each part of it against each shape near it.
 * Errors: NULL (also pairs, with a capacity), RANGE (a count above the capacity). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_world_update_soft_touches(const pawl_world *world,
                                                                    pawl_soft_touches *touches);

#endif
