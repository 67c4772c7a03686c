/* engine_pawl.c - the benchmark scenes in pawl, with its default settings. */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/scene/scene_pawl.h"
#include "support/world/lanes.h"

struct engine {
    scene_world scene;
    pawl_step_hooks hooks;
};

const char *engine_name(void) {
    static char name[32];
    snprintf(name, sizeof name, "pawl %d.%d.%d", PAWL_VERSION_MAJOR, PAWL_VERSION_MINOR,
             PAWL_VERSION_PATCH);
    return name;
}

/* Rows that rest are kept, and contacts solved in the best lanes: PAWL_LANES=none for others,
 * PAWL_CACHE=0 to keep no rows. */
static pawl_step_hooks make_hooks(const pawl_world_def *def) {
    const char *const cache = getenv("PAWL_CACHE");
    pawl_step_hooks hooks = {.lanes = lanes_wanted(pawl_lanes_best())};
    hooks.lane_memory_size = pawl_world_lanes_size(def, hooks.lanes);
    hooks.lane_memory = hooks.lane_memory_size == 0 ? NULL : malloc(hooks.lane_memory_size);
    if (cache != NULL && cache[0] == '0') return hooks;
    hooks.cache_size = pawl_world_cache_size(def);
    hooks.cache = calloc(1, hooks.cache_size);
    return hooks;
}

engine *engine_make(const scene_def *scene) {
    pawl_world_def def = scene_world_def(scene);
    def.sleeping = scene->sleeping;
    engine *const made = malloc(sizeof *made);
    if (!made || !scene_world_make(scene, &def, &made->scene)) exit(2);
    made->hooks = make_hooks(&def);
    return made;
}

void engine_free(engine *made) {
    scene_world_free(&made->scene);
    free(made->hooks.lane_memory);
    free(made->hooks.cache);
    free(made);
}

void engine_step(engine *made) {
    if (pawl_world_step(made->scene.world, &made->hooks) != PAWL_OK) exit(2);
}

static pawl_vec2 round_vector(scene_vector v) {
    return pawl_vec2_make(scene_fx(v.x), scene_fx(v.y));
}

void engine_kick(engine *made, int body, const scene_kick *kick) {
    pawl_world *const world = made->scene.world;
    const pawl_body_id id = made->scene.bodies[body];
    if (pawl_body_set_velocity(world, id, round_vector(kick->velocity)) != PAWL_OK ||
        pawl_body_set_angular_velocity(world, id, scene_fx(kick->angular_velocity)) != PAWL_OK) {
        exit(2);
    }
}

double engine_ray(const engine *made, const scene_ray *ray) {
    pawl_query_hit hit;
    const bool hits = pawl_world_ray_closest(made->scene.world, round_vector(ray->from),
                                             round_vector(ray->translation), NULL, &hit);
    return hits ? hit.fraction / (double)PAWL_UNIT : 2;
}

double engine_height(const engine *made, int body) {
    return pawl_body_get_position(made->scene.world, made->scene.bodies[body]).y / 65536.0;
}
