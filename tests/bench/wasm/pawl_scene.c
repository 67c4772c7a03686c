/* pawl_scene.c - a world for engines.mjs: JavaScript makes bodies, takes steps and asks what came
 * out. All numbers are raw, of the format of the field that they are for. */
#include "pawl/pawl.h"

#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))
#define ARENA_BYTES (UINT32_C(24) << 20)
#define BODIES_MAX 2048

static _Alignas(16) unsigned char arena[ARENA_BYTES];
static size_t used;
static pawl_world *world;
static pawl_step_hooks hooks;
static bool has_hooks;
static pawl_body_id bodies[BODIES_MAX];
static int body_count;
static pawl_vec2 points[PAWL_POLYGON_MAX];
static int point_count;

/* Nothing runs by itself. */
int main(void) {
    return 0;
}

/* Of the arena; null where it has no room. */
static void *take_memory(size_t size) {
    const size_t begin = (used + 15) / 16 * 16;
    if (size > ARENA_BYTES - begin) return NULL;
    used = begin + size;
    return memset(arena + begin, 0, size);
}

/* The hooks: 0 none, as a program that gives none; 1 a cache; 2 a cache and lanes. */
static bool take_hooks(const pawl_world_def *def, int kind) {
    has_hooks = kind > 0;
    hooks = (pawl_step_hooks){.lanes = kind == 2 ? PAWL_LANES_WASM : PAWL_LANES_NONE};
    if (kind == 0) return true;
    hooks.cache_size = pawl_world_cache_size(def);
    hooks.cache = take_memory(hooks.cache_size);
    if (kind == 1) return hooks.cache != NULL;
    hooks.lane_memory_size = pawl_world_lanes_size(def, PAWL_LANES_WASM);
    hooks.lane_memory = take_memory(hooks.lane_memory_size);
    return pawl_lanes_has(PAWL_LANES_WASM) && hooks.cache != NULL && hooks.lane_memory != NULL;
}

/* An empty world that does not sleep, with the room that scene_pawl.c gives it. */
EXPORT("begin") bool begin(int count, int32_t gravity_x, int32_t gravity_y, int kind) {
    if (count > BODIES_MAX) return false;
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = (uint16_t)count;
    def.shape_capacity = (uint16_t)count;
    def.joint_capacity = 0;
    def.contact_capacity = 8 * (uint32_t)count;
    def.gravity = pawl_vec2_make(gravity_x, gravity_y);
    def.sleeping = false;
    used = 0;
    body_count = 0;
    const size_t size = pawl_world_size(&def);
    void *const memory = take_memory(size);
    return memory != NULL && take_hooks(&def, kind) &&
           pawl_world_init(memory, size, &def, &world) == PAWL_OK;
}

/* A point of the next shape. */
EXPORT("point") bool point(int32_t x, int32_t y) {
    if (point_count == PAWL_POLYGON_MAX) return false;
    points[point_count++] = pawl_vec2_make(x, y);
    return true;
}

static pawl_status make_shape(int32_t radius, pawl_convex *convex) {
    const int count = point_count;
    point_count = 0;
    if (count == 1) return pawl_make_circle(points[0], radius, convex);
    return pawl_make_polygon(points, count, radius, convex);
}

/* A body whose shape has the points that were given. */
EXPORT("body")
bool body(bool is_dynamic, int32_t x, int32_t y, uint32_t angle, int32_t radius, int32_t density,
          int32_t friction, int32_t restitution) {
    pawl_body_def def = pawl_body_def_default();
    def.type = is_dynamic ? PAWL_DYNAMIC : PAWL_STATIC;
    def.position = pawl_vec2_make(x, y);
    def.angle = angle;
    pawl_body_id *const made = &bodies[body_count];
    pawl_convex convex;
    if (pawl_body_create(world, &def, made) != PAWL_OK) return false;
    if (make_shape(radius, &convex) != PAWL_OK) return false;
    pawl_shape_def shape_def = pawl_shape_def_default();
    shape_def.density = density;
    shape_def.friction = friction;
    shape_def.restitution = restitution;
    pawl_shape_id shape;
    if (pawl_shape_create(world, *made, &shape_def, &convex, &shape) != PAWL_OK) return false;
    body_count++;
    return true;
}

EXPORT("step") bool step(void) {
    return pawl_world_step(world, has_hooks ? &hooks : NULL) == PAWL_OK;
}

EXPORT("height") int32_t height(int index) {
    return pawl_body_get_position(world, bodies[index]).y;
}

EXPORT("hash") uint32_t hash(void) {
    return pawl_world_hash(world);
}
