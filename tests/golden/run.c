/* run.c - golden scenes: from tables of integers to hashes. */
#include "golden/run.h"

#include "pawl/pawl.h"
#include "support/world/lanes.h"

static pawl_status make_convex(const golden_shape *shape, pawl_convex *out) {
    const pawl_vec2 *const points = shape->vertices;
    if (shape->count == 1) return pawl_make_circle(points[0], shape->radius, out);
    if (shape->count == 2) return pawl_make_capsule(points[0], points[1], shape->radius, out);
    return pawl_make_polygon(points, shape->count, shape->radius, out);
}

static pawl_status add_body(pawl_world *world, const golden_scene *scene, uint16_t index) {
    golden_body body;
    golden_shape shape;
    GOLDEN_READ(&body, &scene->bodies[index]);
    GOLDEN_READ(&shape, &scene->shapes[body.shape]);
    pawl_convex convex;
    pawl_status status = make_convex(&shape, &convex);
    if (status != PAWL_OK) return status;

    pawl_body_def body_def = pawl_body_def_default();
    body_def.type = (pawl_body_type)body.type;
    body_def.position = body.position;
    body_def.angle = body.angle;
    body_def.velocity = body.velocity;
    body_def.angular_velocity = body.angular_velocity;
    pawl_body_id body_id;
    status = pawl_body_create(world, &body_def, &body_id);
    if (status != PAWL_OK) return status;

    pawl_shape_def shape_def = pawl_shape_def_default();
    shape_def.density = body.density;
    shape_def.friction = body.friction;
    shape_def.restitution = body.restitution;
    if (scene->calls == GOLDEN_BREAKS && body.type == PAWL_DYNAMIC) {
        shape_def.break_impulse = GOLDEN_BREAK_IMPULSE;
    }
    pawl_shape_id shape_id;
    return pawl_shape_create(world, body_id, &shape_def, &convex, &shape_id);
}

static uint16_t count_shapes(const golden_scene *scene) {
    uint16_t count = 0;
    for (uint16_t i = 0; i < scene->body_count; i++) {
        golden_body body;
        GOLDEN_READ(&body, &scene->bodies[i]);
        if (body.shape >= count) count = body.shape + 1;
    }
    return count;
}

/* Hardly larger than the scene needs: it should fit into small boards. Only the house of cards has
 * more than four pairs of boxes for each body. */
static pawl_world_def world_def(const golden_scene *scene) {
    pawl_world_def def = pawl_world_def_default();
    const uint16_t spare = scene->calls == GOLDEN_BREAKS ? 110 : scene->calls ? 16 : 0;
    def.body_capacity = scene->body_count + spare;
    def.shape_capacity = scene->body_count + spare;
    def.contact_capacity = (scene->body_count < 32 ? 4 : 8) * (uint32_t)scene->body_count;
    def.geometry_capacity = count_shapes(scene) + spare;
    def.joint_capacity = 0;
    def.gravity = scene->gravity;
    def.length_unit = scene->length_unit;
    def.sleeping = scene->sleeping;
    return def;
}

static void tell(const golden_sink *sink, const pawl_world *world) {
    sink->checkpoint(sink->context, (uint32_t)pawl_world_get_tick(world),
                     pawl_world_motion_hash(world), pawl_world_hash(world));
}

size_t golden_world_size(const golden_scene *scene) {
    const pawl_world_def def = world_def(scene);
    return pawl_world_size(&def) + (scene->calls == GOLDEN_BREAKS ? golden_break_memory() : 0);
}

/* What is done between two steps. Both answer a status, or a number that is no error. */
static int32_t disturb(const golden_scene *scene, pawl_world *world, int step,
                       pawl_random *random) {
    if (scene->calls != GOLDEN_BREAKS) return (int32_t)golden_call(world, step, random);
    const pawl_world_def def = world_def(scene);
    uint8_t *const behind = (uint8_t *)world + pawl_world_size(&def);
    return golden_break(world, step, behind, golden_break_memory());
}

pawl_status golden_run(const golden_scene *scene, int steps_max, void *memory, size_t size,
                       const golden_sink *sink) {
    const pawl_world_def def = world_def(scene);
    if (size < golden_world_size(scene)) return PAWL_ERR_MEMORY;
    const int steps = scene->steps < steps_max ? (int)scene->steps : steps_max;
    pawl_world *world;
    pawl_status status = pawl_world_init(memory, pawl_world_size(&def), &def, &world);
    for (uint16_t i = 0; status == PAWL_OK && i < scene->body_count; i++)
        status = add_body(world, scene, i);
    if (status != PAWL_OK) return status;

    tell(sink, world);
    pawl_random random = pawl_random_make(1, 1);
    uint32_t answers = 0;
    for (int step = 1; step <= steps; step++) {
        status = sink->step ? sink->step(sink->context, world) : lanes_step(world);
        if (status != PAWL_OK) return status;
        if (scene->calls) {
            const int32_t answer = disturb(scene, world, step, &random);
            if (answer == PAWL_ERR_UNSUPPORTED) return PAWL_ERR_UNSUPPORTED;
            answers = 31 * answers + (uint32_t)answer;
        }
        if (pawl_world_get_faults(world) & PAWL_FAULT_NOT_STOPPED) return PAWL_ERR_UNSUPPORTED;
        if (step % GOLDEN_CHECKPOINT_STEPS == 0) tell(sink, world);
    }
    if (steps == scene->steps) sink->end(sink->context, pawl_world_get_faults(world), answers);
    return PAWL_OK;
}
