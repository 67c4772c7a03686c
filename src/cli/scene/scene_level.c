/* scene_level.c - the level of pawl's own scenes, docs/format-scene.md, "The level". */
#include "cli/scene/scene_level.h"

#include <string.h>

#include "cli/scene/scene_readers.h"

#define POINTS_MAX 65535u /* of one ring */

static const char *const type_names[] = {"wall", "one_way", "area", NULL}; /* pawl_region_type */

uint32_t cli_scene_level_find_region(const cli_scene_level *level, const char *name) {
    for (uint32_t i = 0; i < level->region_count; i++) {
        if (strcmp(level->region_names[i], name) == 0) return i;
    }
    return PAWL_LEVEL_REGIONS_MAX;
}

static const char *keep_text(cli_plan *plan, const char *text) {
    return cli_heap_text(&plan->scene.terrain, text, strlen(text));
}

/* ---- regions ---- */

static pawl_region default_region(void) {
    const pawl_region region = {.direction = pawl_rot_from_angle(PAWL_TURN(1, 4))};
    return region;
}

static void read_type(cli_plan *plan, const cli_json *value, pawl_region *region) {
    const char *name = type_names[0];
    cli_scene_plan_read_text(plan, value, "kind", &name);
    for (uint8_t i = 0; type_names[i] != NULL; i++) {
        if (strcmp(type_names[i], name) == 0) {
            region->type = i;
            return;
        }
    }
    cli_scene_plan_fail(plan, cli_json_find(value, "kind")->line,
                        "kind: \"%.40s\" is not \"wall\", \"one_way\" or \"area\"", name);
}

/* Of a region, and for bodies where the file has it. */
static void read_friction(cli_plan *plan, const cli_json *value, pawl_region *region,
                          pawl_fx *for_bodies) {
    cli_scene_plan_read_fx(plan, value, "friction", 0, PAWL_FX_MAX, &region->friction);
    *for_bodies = cli_json_find(value, "friction") != NULL ? region->friction : -1;
}

static void read_region(cli_plan *plan, const cli_json *value, cli_scene_level *level) {
    static const char *const keys[] = {"name",      "kind", "friction", "direction",
                                       "user_data", "body", NULL};
    static const cli_typed_key type_keys[] = {
        {"body", 1u << PAWL_REGION_WALL},
        {"friction", 1u << PAWL_REGION_WALL | 1u << PAWL_REGION_ONE_WAY},
        {"direction", 1u << PAWL_REGION_ONE_WAY},
        {NULL, 0},
    };
    static const char *const types[] = {"wall", "one_way region", "region of kind area"};
    const char *name = NULL;
    pawl_region region = default_region();
    pawl_fx direction = PAWL_FX(90, 0, 1);
    int64_t user_data = 0;
    if (!cli_scene_plan_value_type(plan, value, "regions", CLI_JSON_OBJECT)) return;
    cli_scene_plan_check_keys(plan, value, keys);
    if (cli_scene_plan_read_member(plan, value, "name", CLI_JSON_STRING, true) == NULL) return;
    cli_scene_plan_read_text(plan, value, "name", &name);
    read_type(plan, value, &region);
    if (plan->failed) return;
    cli_scene_plan_check_type(plan, value, type_keys, region.type, types[region.type]);
    read_friction(plan, value, &region, &level->region_friction[level->region_count]);
    cli_scene_plan_read_bool(plan, value, "body", &level->region_has_body[level->region_count]);
    cli_scene_plan_read_fx(plan, value, "direction", -PAWL_FX_MAX, PAWL_FX_MAX, &direction);
    cli_scene_plan_read_int(plan, value, "user_data", 0, UINT32_MAX, &user_data);
    region.direction = pawl_rot_from_angle(pawl_angle_from_degrees(direction));
    region.user_data = (uint32_t)user_data;
    if (cli_scene_level_find_region(level, name) != PAWL_LEVEL_REGIONS_MAX) {
        cli_scene_plan_fail(plan, value->line, "there are two regions \"%.40s\"", name);
        return;
    }
    level->region_names[level->region_count] = keep_text(plan, name);
    level->regions[level->region_count++] = region;
}

static void read_regions(cli_plan *plan, const cli_json *value, cli_scene_level *level) {
    cli_heap *heap = &plan->scene.terrain;
    const cli_json *list =
        cli_scene_plan_read_member(plan, value, "regions", CLI_JSON_ARRAY, false);
    const uint32_t count = 1 + (list == NULL ? 0 : list->count);
    if (count > PAWL_LEVEL_REGIONS_MAX) {
        cli_scene_plan_fail(plan, list->line, "regions: more than %d", PAWL_LEVEL_REGIONS_MAX - 1);
        return;
    }
    level->regions = cli_heap_take(heap, count * sizeof *level->regions);
    level->region_names = cli_heap_take(heap, count * sizeof *level->region_names);
    level->region_has_body = cli_heap_take(heap, count * sizeof *level->region_has_body);
    level->region_bodies = cli_heap_take(heap, count * sizeof *level->region_bodies);
    level->region_friction = cli_heap_take(heap, count * sizeof *level->region_friction);
    level->regions[0] = default_region();
    level->region_names[0] = "ground";
    level->region_count = 1;
    read_friction(plan, value, &level->regions[0], &level->region_friction[0]);
    const cli_json *one = list == NULL ? NULL : list->child;
    for (uint32_t i = 0; one != NULL && !plan->failed; i++, one = one->next) {
        plan->where[0] = 0;
        cli_scene_plan_at(plan, "level, region", i, NULL);
        read_region(plan, one, level);
    }
}

/* ---- polygons ---- */

static bool read_pair(cli_plan *plan, const cli_json *pair, pawl_vec2 *out) {
    if (!cli_scene_plan_value_type(plan, pair, "points", CLI_JSON_ARRAY)) return false;
    if (pair->count != 2) {
        cli_scene_plan_fail(plan, pair->line, "points: expected [x, y]");
        return false;
    }
    return cli_scene_plan_value_fx(plan, pair->child, "points", -PAWL_COORD_MAX, PAWL_COORD_MAX,
                                   &out->x) &&
           cli_scene_plan_value_fx(plan, pair->child->next, "points", -PAWL_COORD_MAX,
                                   PAWL_COORD_MAX, &out->y);
}

/* Appends the points of a ring; two of them are a thin wall. */
static uint32_t read_ring(cli_plan *plan, const cli_json *list, pawl_vec2 *out) {
    uint32_t count = 0;
    if (list->count < 2 || list->count > POINTS_MAX) {
        cli_scene_plan_fail(plan, list->line, "points: expected 2 to %lu",
                            (unsigned long)POINTS_MAX);
        return 0;
    }
    for (const cli_json *pair = list->child; pair != NULL; pair = pair->next) {
        if (!read_pair(plan, pair, &out[count])) return count;
        count++;
    }
    return count;
}

/* `rings`: an array of arrays of points. */
static void read_rings(cli_plan *plan, const cli_json *rings, pawl_rings *out) {
    size_t total = 0;
    uint32_t used = 0, count = 0;
    for (const cli_json *ring = rings->child; ring != NULL; ring = ring->next) {
        if (!cli_scene_plan_value_type(plan, ring, "rings", CLI_JSON_ARRAY)) return;
        total += ring->count;
    }
    if (rings->count == 0) cli_scene_plan_fail(plan, rings->line, "rings: none");
    pawl_vec2 *points = cli_heap_take(&plan->scene.terrain, total * sizeof *points);
    uint32_t *ends = cli_heap_take(&plan->scene.terrain, rings->count * sizeof *ends);
    for (const cli_json *ring = rings->child; ring != NULL && !plan->failed; ring = ring->next) {
        used += read_ring(plan, ring, points + used);
        ends[count++] = used;
    }
    out->points = points;
    out->ends = ends;
    out->count = count;
}

static void read_points(cli_plan *plan, const cli_json *list, pawl_rings *out) {
    pawl_vec2 *points = cli_heap_take(&plan->scene.terrain, list->count * sizeof *points);
    uint32_t *ends = cli_heap_take(&plan->scene.terrain, sizeof *ends);
    ends[0] = read_ring(plan, list, points);
    out->points = points;
    out->ends = ends;
    out->count = 1;
}

static void read_polygon(cli_plan *plan, const cli_json *value, cli_scene_level *level) {
    static const char *const keys[] = {"region", "points", "rings", NULL};
    pawl_level_polygon *polygon = &level->polygons[level->polygon_count];
    const char *region = "ground";
    if (!cli_scene_plan_value_type(plan, value, "polygons", CLI_JSON_OBJECT)) return;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_text(plan, value, "region", &region);
    const uint32_t index = cli_scene_level_find_region(level, region);
    if (!plan->failed && index == PAWL_LEVEL_REGIONS_MAX) {
        cli_scene_plan_fail(plan, cli_json_find(value, "region")->line,
                            "region: there is no region \"%.40s\"", region);
    }
    const cli_json *rings = cli_scene_plan_read_member(plan, value, "rings", CLI_JSON_ARRAY, false);
    const cli_json *points =
        cli_scene_plan_read_member(plan, value, "points", CLI_JSON_ARRAY, rings == NULL);
    if (rings != NULL && points != NULL) {
        cli_scene_plan_fail(plan, points->key_line, "both \"points\" and \"rings\"");
    }
    if (plan->failed) return;
    if (rings != NULL) read_rings(plan, rings, &polygon->rings);
    if (points != NULL) read_points(plan, points, &polygon->rings);
    polygon->region = (uint16_t)index;
    level->polygon_lines[level->polygon_count++] = value->line;
}

static void read_polygons(cli_plan *plan, const cli_json *value, cli_scene_level *level) {
    cli_heap *heap = &plan->scene.terrain;
    const cli_json *list =
        cli_scene_plan_read_member(plan, value, "polygons", CLI_JSON_ARRAY, true);
    if (list == NULL) return;
    level->polygons = cli_heap_take(heap, list->count * sizeof *level->polygons);
    level->polygon_lines = cli_heap_take(heap, list->count * sizeof *level->polygon_lines);
    const cli_json *one = list->child;
    for (uint32_t i = 0; one != NULL && !plan->failed; i++, one = one->next) {
        plan->where[0] = 0;
        cli_scene_plan_at(plan, "level, polygon", i, NULL);
        read_polygon(plan, one, level);
    }
}

/* ---- the walker and where it goes ---- */

/* A box, polygon or regular polygon as in a body; what is round cannot be summed exactly. */
static void read_walker(cli_plan *plan, const cli_json *value, cli_scene_level *level) {
    static const char *const keys[] = {"box", "polygon", "regular", NULL};
    const cli_json *walker =
        cli_scene_plan_read_member(plan, value, "player", CLI_JSON_OBJECT, false);
    cli_plan_shape shape = {.line = 0};
    if (walker == NULL) return;
    snprintf(plan->where, sizeof plan->where, "level, player");
    cli_scene_plan_check_keys(plan, walker, keys);
    cli_scene_shape_read_geometry(plan, walker, &shape);
    if (plan->failed) return;
    if (shape.convex.radius != 0) {
        cli_scene_plan_fail(plan, walker->line, "a player has no rounded corners");
        return;
    }
    /* The hull drops corners in line. */
    level->walker = cli_heap_take(&plan->scene.terrain, sizeof shape.convex.vertices);
    level->walker_count =
        (uint32_t)pawl_hull(shape.convex.vertices, shape.convex.count, level->walker);
}

static void read_goals(cli_plan *plan, const cli_json *value, cli_scene_level *level) {
    static const char *const keys[] = {"name", "position", NULL};
    const cli_json *list = cli_scene_plan_read_member(plan, value, "goals", CLI_JSON_ARRAY, false);
    if (list == NULL) return;
    level->goals = cli_heap_take(&plan->scene.terrain, list->count * sizeof *level->goals);
    const cli_json *one = list->child;
    for (uint32_t i = 0; one != NULL && !plan->failed; i++, one = one->next) {
        cli_level_goal *goal = &level->goals[level->goal_count++];
        plan->where[0] = 0;
        cli_scene_plan_at(plan, "level, goal", i, NULL);
        if (!cli_scene_plan_value_type(plan, one, "goals", CLI_JSON_OBJECT)) return;
        cli_scene_plan_check_keys(plan, one, keys);
        cli_scene_plan_read_text(plan, one, "name", &goal->name);
        if (goal->name != NULL) goal->name = keep_text(plan, goal->name);
        cli_scene_plan_read_point(plan, one, "position", true, &goal->position);
    }
}

static void read_bounds(cli_plan *plan, const cli_json *value, cli_scene_level *level) {
    static const char *const keys[] = {"lower", "upper", NULL};
    const cli_json *bounds =
        cli_scene_plan_read_member(plan, value, "bounds", CLI_JSON_OBJECT, false);
    if (bounds == NULL) return;
    cli_scene_plan_check_keys(plan, bounds, keys);
    cli_scene_plan_read_point(plan, bounds, "lower", true, &level->bounds.lower);
    cli_scene_plan_read_point(plan, bounds, "upper", true, &level->bounds.upper);
    if (level->bounds.lower.x >= level->bounds.upper.x ||
        level->bounds.lower.y >= level->bounds.upper.y) {
        cli_scene_plan_fail(plan, bounds->line, "bounds: upper must lie above and right of lower");
    }
    level->has_bounds = true;
}

void cli_scene_level_read(cli_plan *plan, const cli_json *root, const cli_json *materials) {
    static const char *const keys[] = {"player",  "spawn",    "bounds", "conservative", "friction",
                                       "regions", "polygons", "goals",  "body",         NULL};
    const cli_json *value = cli_scene_plan_read_member(plan, root, "level", CLI_JSON_OBJECT, false);
    if (value == NULL) return;
    cli_scene_level *level = cli_heap_take(&plan->scene.terrain, sizeof *level);
    snprintf(plan->where, sizeof plan->where, "level");
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_bool(plan, value, "conservative", &level->conservative);
    level->has_spawn = cli_json_find(value, "spawn") != NULL;
    cli_scene_plan_read_point(plan, value, "spawn", false, &level->spawn);
    read_bounds(plan, value, level);
    read_regions(plan, value, level);
    read_polygons(plan, value, level);
    read_walker(plan, value, level);
    read_goals(plan, value, level);
    plan->scene.level = level;
    snprintf(plan->where, sizeof plan->where, "level");
    if (!plan->failed) cli_scene_level_body_plan(plan, value, materials);
    plan->where[0] = 0;
}
