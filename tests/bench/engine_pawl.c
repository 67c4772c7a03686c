/* engine_pawl.c - the benchmark scenes in pawl, with its default settings: as it is unasked, or
 * with a cache and in lanes. */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/scene/scene_pawl.h"

struct engine {
    scene_world scene;
    pawl_step_hooks hooks;
};

#if defined(__clang__)
#define COMPILER "clang"
#else
#define COMPILER "gcc"
#endif

static pawl_lanes chosen = PAWL_LANES_DEFAULT;

engine_about engine_describe(void) {
    static char version[32], set[48];
    const bool has_lanes = chosen != PAWL_LANES_DEFAULT && chosen != PAWL_LANES_NONE;
    snprintf(set, sizeof set, "%s%s%s, " COMPILER, BENCH_SET, has_lanes ? " and " : "",
             has_lanes ? pawl_lanes_name(chosen) : "");
    snprintf(version, sizeof version, "pawl %d.%d.%d", PAWL_VERSION_MAJOR, PAWL_VERSION_MINOR,
             PAWL_VERSION_PATCH);
    return (engine_about){version, "Q16.16", set, PAWL_ASSERTS ? "on" : "off", "4 sub-steps"};
}

bool engine_set_lanes(pawl_lanes lanes) {
    chosen = lanes;
    return pawl_lanes_has(lanes);
}

/* All zeros, as a cache must be; the program ends without memory. */
static void *make_memory(size_t size) {
    void *const memory = calloc(1, size);
    if (!memory) exit(2);
    return memory;
}

/* Unasked: what a program has that gives no hooks. */
static pawl_step_hooks make_hooks(const pawl_world_def *def) {
    pawl_step_hooks hooks = {.lanes = chosen};
    if (chosen == PAWL_LANES_DEFAULT) return hooks;
    hooks.cache_size = pawl_world_cache_size(def);
    hooks.cache = make_memory(hooks.cache_size);
    if (chosen == PAWL_LANES_NONE) return hooks;
    hooks.lane_memory_size = pawl_world_lanes_size(def, chosen);
    hooks.lane_memory = make_memory(hooks.lane_memory_size);
    return hooks;
}

engine *engine_make(const scene_def *scene) {
    pawl_world_def def = scene_world_def(scene);
    def.sleeping = scene->sleeping;
    engine *const made = make_memory(sizeof *made);
    if (!scene_world_make(scene, &def, &made->scene)) exit(2);
    made->hooks = make_hooks(&def);
    return made;
}

void engine_free(engine *made) {
    scene_world_free(&made->scene);
    free(made->hooks.cache);
    free(made->hooks.lane_memory);
    free(made);
}

void engine_step(engine *made) {
    const bool is_asked = chosen != PAWL_LANES_DEFAULT;
    if (pawl_world_step(made->scene.world, is_asked ? &made->hooks : NULL) != PAWL_OK) exit(2);
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
