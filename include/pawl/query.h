/* query.h - questions to a world that change nothing: rays, shape casts, overlaps, closest points.
 *
 * Results come in a defined order that does not depend on the history of the world: by fraction
 * for casts, by distance for closest points, else by creation; ties go to the shape created
 * first, then to the lower part. A buffer that is too small keeps the first results of that
 * order, and the return value says how many there were. Shapes of disabled bodies are not found,
 * sensors only where the filter asks for them. */
#ifndef PAWL_QUERY_H
#define PAWL_QUERY_H

#include "pawl/body.h"
#include "pawl/collide.h"

/* A query sees a shape when each one's mask contains the other's category. */
typedef struct pawl_query_filter {
    uint32_t category;   /* default 1 */
    uint32_t mask;       /* default all */
    bool sensors;        /* default false: sensors are not found */
    pawl_body_id ignore; /* default null: shapes of this body are not found */
} pawl_query_filter;

PAWL_API pawl_query_filter pawl_query_filter_default(void);

/* What a ray or a cast shape meets. */
typedef struct pawl_query_hit {
    pawl_shape_id shape;
    uint32_t part;          /* of a chain or tile map: which segment or tile; else 0 */
    pawl_fraction fraction; /* of the translation */
    bool inside;            /* casts only: overlapping at the start, fraction 0 */
    pawl_vec2 point;        /* world */
    pawl_rot normal;        /* of the surface that is hit */
} pawl_query_hit;

/* The first hit of a ray; false, and *out zero, when there is none. Shapes in which the ray
 * starts are not hit. filter may be null: the default. Range: |from + translation| and |from|
 * within PAWL_COORD_MAX on each axis, else false. */
PAWL_API bool pawl_world_ray_closest(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                                     const pawl_query_filter *filter, pawl_query_hit *out);
/* Whether anything is hit at all: cheaper. */
PAWL_API bool pawl_world_ray_any(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                                 const pawl_query_filter *filter);
/* Every shape that is hit, at most once per part; returns how many there are. */
PAWL_API uint32_t pawl_world_ray_all(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                                     const pawl_query_filter *filter, pawl_query_hit *out,
                                     uint32_t capacity);

/* The same for a convex that moves from a pose without turning. */
PAWL_API bool pawl_world_cast_closest(const pawl_world *world, const pawl_convex *convex,
                                      pawl_pose pose, pawl_vec2 translation,
                                      const pawl_query_filter *filter, pawl_query_hit *out);
PAWL_API uint32_t pawl_world_cast_all(const pawl_world *world, const pawl_convex *convex,
                                      pawl_pose pose, pawl_vec2 translation,
                                      const pawl_query_filter *filter, pawl_query_hit *out,
                                      uint32_t capacity);

/* A shape found in a place. */
typedef struct pawl_query_overlap {
    pawl_shape_id shape;
    uint32_t part;
} pawl_query_overlap;

PAWL_API uint32_t pawl_world_overlap(const pawl_world *world, const pawl_convex *convex,
                                     pawl_pose pose, const pawl_query_filter *filter,
                                     pawl_query_overlap *out, uint32_t capacity);
PAWL_API uint32_t pawl_world_overlap_box(const pawl_world *world, pawl_box box,
                                         const pawl_query_filter *filter, pawl_query_overlap *out,
                                         uint32_t capacity);
PAWL_API uint32_t pawl_world_overlap_point(const pawl_world *world, pawl_vec2 point,
                                           const pawl_query_filter *filter, pawl_query_overlap *out,
                                           uint32_t capacity);

/* The shape nearest to a point, within a distance; 0 inside. */
typedef struct pawl_query_closest {
    pawl_shape_id shape;
    uint32_t part;
    pawl_vec2 point; /* of the shape, world */
    pawl_rot normal; /* from the shape to the point asked for; (0, 0) inside */
    pawl_fx distance;
} pawl_query_closest;

PAWL_API bool pawl_world_closest(const pawl_world *world, pawl_vec2 point, pawl_fx distance,
                                 const pawl_query_filter *filter, pawl_query_closest *out);

#endif
