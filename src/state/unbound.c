/* unbound.c - terrain of a loaded world whose data has not been shown to it yet. */
#include "pawl/snapshot.h"
#include "world/terrain.h"

static bool is_unbound(const pawli_geometry *geometry) {
    return !pawli_is_convex(geometry) && pawli_terrain_address(&geometry->terrain) == NULL;
}

pawl_shape_id pawl_world_find_unbound(const pawl_world *world) {
    uint16_t oldest = PAWLI_NONE;
    if (world == NULL || !PAWL_WITH_CHAINS) return pawli_pool_shape_id(world, PAWLI_NONE);
    const pawli_shape *shapes = pawli_shapes_const(world);
    for (uint16_t i = 0; i < world->shape_pool.used; i++) {
        if (!(shapes[i].flags & PAWLI_SHAPE_LIVE)) continue;
        if (!is_unbound(&pawli_geometries_const(world)[shapes[i].geometry])) continue;
        if (oldest == PAWLI_NONE || shapes[i].serial < shapes[oldest].serial) oldest = i;
    }
    return pawli_pool_shape_id(world, oldest);
}
