/* query_cast.c - convex shapes that move through a world without turning. */
#include "query/query.h"

#include <string.h>

static bool make_cast(const pawl_world *world, const pawl_convex *convex, pawl_pose pose,
                      pawl_vec2 translation, pawli_probe *cast) {
    cast->convex = convex;
    cast->frame = pawli_frame_of(pose);
    cast->translation = translation;
    return world != NULL && pawl_convex_is_valid(convex) && pawli_is_rotation(pose.rotation) &&
           pawli_is_movement(pose.position, translation);
}

bool pawl_world_cast_closest(const pawl_world *world, const pawl_convex *convex, pawl_pose pose,
                             pawl_vec2 translation, const pawl_query_filter *filter,
                             pawl_query_hit *out) {
    pawli_probe cast;
    if (out == NULL) return false;
    memset(out, 0, sizeof *out);
    if (!make_cast(world, convex, pose, translation, &cast)) return false;
    return pawli_query_find_hits(world, &cast, filter, PAWLI_FIND_FIRST, out, 1) > 0;
}

uint32_t pawl_world_cast_all(const pawl_world *world, const pawl_convex *convex, pawl_pose pose,
                             pawl_vec2 translation, const pawl_query_filter *filter,
                             pawl_query_hit *out, uint32_t capacity) {
    pawli_probe cast;
    if (out == NULL && capacity > 0) return 0;
    if (!make_cast(world, convex, pose, translation, &cast)) return 0;
    return pawli_query_find_hits(world, &cast, filter, PAWLI_FIND_ALL, out, capacity);
}
