/* scene_break.c - what breaks in a scene: "break_impulse" of shapes, "fracture" of the scene, which
 * has defaults where some shape can break, and the step of a scene in which bodies break. */
#include <stdlib.h>

#include "cli/scene_plan.h"

/* Bodies, and shapes, that a scene has room for besides its own when it does not say how many. */
#define ROOM_MAX 2000u

/* Pieces are one shape each but for concave bodies, which have more than a few to begin with. */
#define SHAPES_LEAST 8u

void pawli_read_break_impulse(pawli_plan *plan, const pawli_json *object, const char *key,
                              pawl_wide *out) {
    pawl_wide impulse = *out;
    pawli_read_load(plan, object, key, &impulse);
    if (impulse > PAWL_BREAK_IMPULSE_MAX) {
        pawli_plan_fail(plan, pawli_json_find(object, key)->line, "%s: more than %ld", key,
                        (long)(PAWL_BREAK_IMPULSE_MAX / PAWL_FX_ONE));
    }
    if (!plan->failed) *out = impulse;
}

void pawli_read_fracture(pawli_plan *plan, const pawli_json *root) {
    static const char *const keys[] = {"seed", "pieces", "size_min", "focus", "room", NULL};
    const pawli_json *value = pawli_read_member(plan, root, "fracture", PAWLI_JSON_OBJECT, false);
    pawl_fracture_def def = pawl_fracture_def_default();
    int64_t seed = 0, pieces = def.cells, room = -1;
    if (value == NULL) return;
    pawli_check_keys(plan, value, keys);
    pawli_read_int(plan, value, "seed", 0, UINT32_MAX, &seed);
    pawli_read_int(plan, value, "pieces", 2, PAWL_FRACTURE_CELLS_MAX, &pieces);
    pawli_read_fx(plan, value, "size_min", PAWL_SIZE_MIN, PAWL_FX(1024, 0, 1), &def.size_min);
    pawli_read_fx(plan, value, "focus", 0, PAWL_FX_ONE, &def.focus);
    pawli_read_int(plan, value, "room", 0, PAWL_CAPACITY_MAX, &room);
    def.seed = (uint64_t)seed;
    def.cells = (uint16_t)pieces;
    plan->scene.breaks = true;
    plan->scene.fracture = def;
    plan->scene.fracture_room = (int32_t)room;
}

/* How many shapes can break, and how many the body of most shapes has. */
static uint32_t count_breakable(const pawli_plan *plan, uint32_t *most) {
    uint32_t count = 0;
    *most = SHAPES_LEAST;
    for (const pawli_plan_body *body = plan->first; body != NULL; body = body->next) {
        uint32_t own = 0;
        for (const pawli_plan_shape *shape = body->first; shape != NULL; shape = shape->next) {
            own++;
            if (shape->def.break_impulse > 0) count++;
        }
        if (own > *most) *most = own;
    }
    return count;
}

static void add_room(pawli_plan *plan, uint64_t pieces) {
    const uint32_t room = pieces > ROOM_MAX ? ROOM_MAX : (uint32_t)pieces;
    plan->spare.bodies += room;
    plan->spare.shapes += room;
}

/* What a script breaks has room besides. */
void pawli_plan_fracture(pawli_plan *plan) {
    pawli_scene *scene = &plan->scene;
    uint32_t most;
    const uint32_t breakable = count_breakable(plan, &most), breaks = plan->spare.breaks;
    if (!scene->breaks) {
        if (breakable == 0 && breaks == 0) return;
        scene->breaks = true;
        scene->fracture = pawl_fracture_def_default();
        scene->fracture_room = -1;
    }
    add_room(plan, (uint64_t)breaks * scene->fracture.cells);
    if (scene->fracture_room < 0) {
        add_room(plan, (uint64_t)breakable * scene->fracture.cells);
    } else {
        plan->spare.bodies += (uint32_t)scene->fracture_room;
        plan->spare.shapes += (uint32_t)scene->fracture_room;
    }
    scene->fracture_size = pawl_fracture_memory(most, scene->fracture.cells);
    if (scene->fracture_size == 0) pawli_plan_fail(plan, 0, "fracture: too many shapes on a body");
}

pawl_status pawli_scene_break(pawli_scene *scene) {
    if (!scene->breaks) return PAWL_OK;
    void *memory = pawli_allocate(scene->fracture_size);
    const int32_t broken =
        pawl_world_break(scene->world, &scene->fracture, memory, scene->fracture_size);
    free(memory);
    return broken < 0 ? (pawl_status)broken : PAWL_OK;
}

pawl_status pawli_scene_step(pawli_scene *scene, const pawl_step_hooks *hooks) {
    const pawl_status status = pawl_world_step(scene->world, hooks);
    return status == PAWL_OK ? pawli_scene_break(scene) : status;
}
