/* query_ray.c - rays through a world. */
#include "query/query.h"

#include <string.h>

/* False when there is no such ray. */
static bool make_ray(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                     pawli_probe *ray) {
    const pawl_pose pose = {from, {PAWL_UNIT, 0}};
    ray->convex = NULL;
    ray->frame = pawli_frame_of(pose);
    ray->translation = translation;
    return world != NULL && pawli_is_movement(from, translation);
}

bool pawl_world_ray_closest(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                            const pawl_query_filter *filter, pawl_query_hit *out) {
    pawli_probe ray;
    if (out == NULL) return false;
    memset(out, 0, sizeof *out);
    if (!make_ray(world, from, translation, &ray)) return false;
    return pawli_query_find_hits(world, &ray, filter, PAWLI_FIND_FIRST, out, 1) > 0;
}

bool pawl_world_ray_any(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                        const pawl_query_filter *filter) {
    pawli_probe ray;
    if (!make_ray(world, from, translation, &ray)) return false;
    return pawli_query_find_hits(world, &ray, filter, PAWLI_FIND_ANY, NULL, 0) > 0;
}

uint32_t pawl_world_ray_all(const pawl_world *world, pawl_vec2 from, pawl_vec2 translation,
                            const pawl_query_filter *filter, pawl_query_hit *out,
                            uint32_t capacity) {
    pawli_probe ray;
    if (out == NULL && capacity > 0) return 0;
    if (!make_ray(world, from, translation, &ray)) return 0;
    return pawli_query_find_hits(world, &ray, filter, PAWLI_FIND_ALL, out, capacity);
}
