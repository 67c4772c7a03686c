/* scene_break.c - what breaks in a scene: "break_impulse" of shapes, "fracture" of the scene, which
 * has defaults where some shape can break, and the step of a scene in which bodies break. */
#include <stdlib.h>
#include <string.h>

#include "cli/scene/scene_readers.h"

/* Bodies, and shapes, that a scene has room for besides its own when it does not say how many. */
#define ROOM_MAX 2000u

/* Pieces are one shape each but for concave bodies, which have more than a few to begin with. */
#define SHAPES_LEAST 8u

void cli_scene_break_read_impulse(cli_plan *plan, const cli_json *object, const char *name,
                                  const char *key, pawl_wide *out) {
    const cli_json *const value = cli_json_find(object, key);
    if (value == NULL) return;
    cli_scene_plan_value_load(plan, value, name, PAWL_BREAK_IMPULSE_MAX / PAWL_FX_ONE, out);
}

/* A key of "fracture", or the custom property of an export that means the same. */
typedef struct number {
    const char *key, *property;
    int64_t low, high;
    bool is_whole;
} number;

enum {
    SEED,
    PIECES,
    SIZE_MIN,
    FOCUS,
    ROOM,
    NUMBERS
};

static const number numbers[NUMBERS] = {
    [SEED] = {"seed", "fractureSeed", 0, UINT32_MAX, true},
    [PIECES] = {"pieces", "fracturePieces", 2, PAWL_FRACTURE_CELLS_MAX, true},
    [SIZE_MIN] = {"size_min", "fractureSizeMin", PAWL_SIZE_MIN, PAWL_FX(1024, 0, 1), false},
    [FOCUS] = {"focus", "fractureFocus", 0, PAWL_FX_ONE, false},
    [ROOM] = {"room", "fractureRoom", 0, PAWL_CAPACITY_MAX, true},
};

static void read_number(cli_plan *plan, const cli_json *value, const number *as, const char *name,
                        int64_t *out) {
    pawl_fx parsed = 0;
    if (as->is_whole) {
        cli_scene_plan_value_int(plan, value, name, as->low, as->high, out);
    } else if (cli_scene_plan_value_fx(plan, value, name, (pawl_fx)as->low, (pawl_fx)as->high,
                                       &parsed)) {
        *out = parsed;
    }
}

/* The numbers that are given replace the defaults. */
static void set_fracture(cli_plan *plan, const cli_json *const given[NUMBERS], bool of_properties) {
    pawl_fracture_def def = pawl_fracture_def_default();
    int64_t value[NUMBERS] = {(int64_t)def.seed, def.cells, def.size_min, def.focus, -1};
    for (int i = 0; i < NUMBERS; i++) {
        const char *const name = of_properties ? numbers[i].property : numbers[i].key;
        if (given[i] != NULL) read_number(plan, given[i], &numbers[i], name, &value[i]);
    }
    def.seed = (uint64_t)value[SEED];
    def.cells = (uint16_t)value[PIECES];
    def.size_min = (pawl_fx)value[SIZE_MIN];
    def.focus = (pawl_fx)value[FOCUS];
    plan->scene.breaks = true;
    plan->scene.fracture = def;
    plan->scene.fracture_room = (int32_t)value[ROOM];
}

void cli_scene_break_read(cli_plan *plan, const cli_json *root) {
    static const char *const keys[] = {"seed", "pieces", "size_min", "focus", "room", NULL};
    const cli_json *value =
        cli_scene_plan_read_member(plan, root, "fracture", CLI_JSON_OBJECT, false);
    const cli_json *given[NUMBERS];
    if (value == NULL) return;
    cli_scene_plan_check_keys(plan, value, keys);
    for (int i = 0; i < NUMBERS; i++)
        given[i] = cli_json_find(value, numbers[i].key);
    set_fracture(plan, given, false);
}

void cli_scene_break_read_rube(cli_plan *plan, const cli_json *root) {
    const cli_json *given[NUMBERS];
    bool any = false;
    for (int i = 0; i < NUMBERS && !plan->failed; i++) {
        const cli_json *found = cli_scene_rube_value_property(plan, root, numbers[i].property);
        given[i] = NULL;
        if (found == NULL || plan->failed) continue;
        const bool is_float = !numbers[i].is_whole && cli_json_find(found, "int") == NULL;
        given[i] = cli_scene_plan_read_member(plan, found, is_float ? "float" : "int",
                                              CLI_JSON_NUMBER, true);
        any = true;
    }
    if (any && !plan->failed) set_fracture(plan, given, true);
}

/* How many shapes can break, and how many the body of most shapes has. */
static uint32_t count_breakable(const cli_plan *plan, uint32_t *most) {
    uint32_t count = 0;
    *most = SHAPES_LEAST;
    for (const cli_plan_body *body = plan->first; body != NULL; body = body->next) {
        uint32_t own = 0;
        for (const cli_plan_shape *shape = body->first; shape != NULL; shape = shape->next) {
            own++;
            if (shape->def.break_impulse > 0) count++;
        }
        if (own > *most) *most = own;
    }
    return count;
}

static void add_room(cli_plan *plan, uint64_t pieces) {
    const uint32_t room = pieces > ROOM_MAX ? ROOM_MAX : (uint32_t)pieces;
    plan->spare.bodies += room;
    plan->spare.shapes += room;
}

/* What a script breaks has room besides. */
void cli_scene_break_reserve(cli_plan *plan) {
    cli_scene *scene = &plan->scene;
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
    scene->fracture_size = pawl_fracture_size(most, scene->fracture.cells);
    if (scene->fracture_size == 0)
        cli_scene_plan_fail(plan, 0, "fracture: too many shapes on a body");
}

pawl_status cli_scene_break(cli_scene *scene) {
    if (!scene->breaks) return PAWL_OK;
    void *memory = cli_heap_allocate(scene->fracture_size);
    const int32_t broken =
        pawl_world_break(scene->world, &scene->fracture, memory, scene->fracture_size);
    free(memory);
    return broken < 0 ? (pawl_status)broken : PAWL_OK;
}

/* Lanes and a cache make steps faster and change nothing. */
static const pawl_step_hooks *own_hooks(cli_scene *scene) {
    pawl_step_hooks *hooks = &scene->hooks;
    if (hooks->cache != NULL) return hooks;
    hooks->lanes = pawl_lanes_best();
    hooks->lane_memory_size = pawl_world_lanes_size(&scene->def, hooks->lanes);
    if (hooks->lane_memory_size != 0)
        hooks->lane_memory = cli_heap_allocate(hooks->lane_memory_size);
    hooks->cache_size = pawl_world_cache_size(&scene->def);
    hooks->cache = cli_heap_allocate(hooks->cache_size);
    memset(hooks->cache, 0, hooks->cache_size);
    return hooks;
}

pawl_status cli_scene_break_step(cli_scene *scene, const pawl_step_hooks *hooks) {
    const pawl_status status =
        pawl_world_step(scene->world, hooks == NULL ? own_hooks(scene) : hooks);
    return status == PAWL_OK ? cli_scene_break(scene) : status;
}
