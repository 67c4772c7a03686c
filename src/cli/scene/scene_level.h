/* scene_level.h - the level of a scene: what `pawl bake` builds and `pawl render` draws.
 * docs/format-scene.md, "The level", describes the key "level" of a scene file. Everything here
 * lives in the heap of the scene. */
#ifndef CLI_SCENE_LEVEL_H
#define CLI_SCENE_LEVEL_H

#include "pawl/level.h"
#include "pawl/world.h"

/* A place that a path may lead to; the name is null when the file gives none. */
typedef struct cli_level_goal {
    const char *name;
    pawl_vec2 position;
} cli_level_goal;

typedef struct cli_scene_level {
    pawl_level_polygon *polygons; /* in the order of the file */
    uint32_t *polygon_lines;      /* where each stands in the file; 0: nowhere, it is of a map */
    uint32_t polygon_count;
    pawl_region *regions;      /* the first is the ground */
    const char **region_names; /* of each; the first is "ground" */
    uint32_t region_count;     /* at least 1 */
    /* Whether a region is a body of its own, and which; of the ground: of all others. */
    bool *region_has_body;
    pawl_body_id *region_bodies;
    pawl_fx *region_friction; /* for bodies; negative: the file does not say */
    const pawl_level *drawn;  /* as bodies meet it, not inflated; null: no bodies do */
    pawl_vec2 *walker; /* convex, counter-clockwise, about the point that moves; null: a point */
    uint32_t walker_count;
    bool has_spawn;
    pawl_vec2 spawn; /* of the point that moves */
    cli_level_goal *goals;
    uint32_t goal_count;
    bool has_bounds;
    pawl_box bounds; /* all zero without has_bounds, as pawl_level_def wants it */
    bool conservative;
} cli_scene_level;

/* What pawl_level_build needs; it refers to the level. */
static inline pawl_level_def cli_level_def(const cli_scene_level *level) {
    pawl_level_def def = pawl_level_def_default();
    def.polygons = level->polygons;
    def.polygon_count = level->polygon_count;
    def.regions = level->regions;
    def.region_count = level->region_count;
    def.walker_points = level->walker;
    def.walker_point_count = level->walker_count;
    def.bounds = level->bounds;
    def.conservative = level->conservative;
    return def;
}

/* The region of that name; PAWL_LEVEL_REGIONS_MAX when there is none. */
uint32_t cli_scene_level_find_region(const cli_scene_level *level, const char *name);

#endif
