/* scene_level_body.c - the level of a scene as something that bodies meet: docs/format-scene.md,
 * "Bodies on a level". Its walls as they are drawn become chains of a static body: inflated by the
 * walker's shape, as walkers need them, they would stop bodies too early. */
#include <string.h>

#include "cli/scene/level_block.h"
#include "cli/scene/scene_readers.h"

/* What is made of the level, or of one of its regions. */
typedef struct builder {
    cli_plan *plan;
    cli_plan_body *body;
    pawl_vec2 origin; /* where the body stands: its points must not be far from there */
    pawl_shape_def def;
    pawl_ring_buffer rings; /* of the boundary; in the heap of the plan */
} builder;

/* ---- points that are too near to each other ---- */

static bool is_same(pawl_vec2 a, pawl_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* Whether two rings meet in a point: it stays where it is then, for else they would part. */
static bool is_shared(const builder *make, pawl_vec2 point) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < make->rings.point_count && found < 2; i++)
        found += is_same(make->rings.points[i], point) ? 1u : 0u;
    return found > 1;
}

static void fail_near(const builder *make, pawl_vec2 a, pawl_vec2 b) {
    char text[4][PAWL_FX_TEXT_MAX];
    const pawl_fx value[4] = {a.x, a.y, b.x, b.y};
    for (int i = 0; i < 4; i++) {
        if (pawl_fx_print(value[i], text[i], PAWL_FX_TEXT_MAX) != PAWL_OK) text[i][0] = 0;
    }
    cli_scene_plan_fail(
        make->plan, make->body->line,
        "body: rings of the walls meet at %s %s and at %s %s, which are too near to "
        "each other",
        text[0], text[1], text[2], text[3]);
}

/* Appends a point, unless it is too near to the last one: then the one that is shared stays. */
static bool put_apart(const builder *make, pawl_vec2 point, pawl_vec2 *out, uint32_t *kept) {
    while (*kept > 0 && !cli_scene_terrain_are_apart(out[*kept - 1], point)) {
        if (!is_shared(make, point)) return true;
        if (is_shared(make, out[*kept - 1])) {
            fail_near(make, out[*kept - 1], point);
            return false;
        }
        --*kept;
    }
    out[(*kept)++] = point;
    return true;
}

/* The points of a ring but for one end of each edge that is too short; their number. */
static uint32_t copy_apart(const builder *make, const pawl_vec2 *points, uint32_t count,
                           pawl_vec2 *out) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!put_apart(make, points[i], out, &kept)) return 0;
    }
    while (kept > 1 && !cli_scene_terrain_are_apart(out[kept - 1], out[0])) { /* around the end */
        const pawl_vec2 last = out[kept - 1];
        if (is_shared(make, last)) {
            if (is_shared(make, out[0])) {
                fail_near(make, last, out[0]);
                return 0;
            }
            out[0] = last;
        }
        kept--;
    }
    return kept;
}

/* ---- chains ---- */

static void add_chain(const builder *make, pawl_vec2 *points, uint32_t count, bool is_loop) {
    cli_plan *plan = make->plan;
    cli_plan_shape shape = {.line = make->body->line, .type = CLI_SHAPE_CHAIN};
    if (count > (uint32_t)PAWL_CHAIN_POINTS_MAX) {
        cli_scene_plan_fail(plan, shape.line, "body: a wall of more than %ld points",
                            (long)PAWL_CHAIN_POINTS_MAX);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        points[i] = pawl_vec2_sub(points[i], make->origin);
    if (make->body->last != NULL) shape.index = make->body->last->index + 1;
    shape.def = make->def;
    shape.chain.points = points;
    shape.chain.count = (int32_t)count;
    shape.chain.loop = shape.chain.one_sided = is_loop;
    cli_scene_plan_add_shape(plan, make->body, &shape);
}

/* Rings have the solid on their left, so that their front is outside. */
static void add_rings(const builder *make) {
    const pawl_ring_buffer *rings = &make->rings;
    for (uint32_t i = 0, first = 0; i < rings->ring_count && !make->plan->failed; i++) {
        const uint32_t count = rings->ends[i] - first;
        pawl_vec2 *points = cli_heap_take(&make->plan->scene.terrain, count * sizeof *points);
        const uint32_t kept = copy_apart(make, rings->points + first, count, points);
        if (kept >= 3) {
            add_chain(make, points, kept, true);
        } else {
            cli_scene_plan_note(make->plan, make->body->line,
                                "body: a wall that is thinner than 1/2048 unit is left out");
        }
        first = rings->ends[i];
    }
}

/* Walls without an inside, which the boundary does not have. */
static void add_thin_wall(const builder *make, const pawl_vec2 *points, uint32_t count) {
    pawl_vec2 *hull = cli_heap_take(&make->plan->scene.terrain, count * sizeof *hull);
    const int32_t corners = pawl_hull(points, (int32_t)count, hull);
    if (corners == 2 && cli_scene_terrain_are_apart(hull[0], hull[1]))
        add_chain(make, hull, 2, false);
}

static void add_thin_walls(const builder *make, const pawl_level_polygon *polygon) {
    const pawl_rings *rings = &polygon->rings;
    for (uint32_t i = 0, first = 0; i < rings->count && !make->plan->failed; i++) {
        const uint32_t count = rings->ends[i] - first;
        if (count == 2 || rings->count == 1) add_thin_wall(make, rings->points + first, count);
        first = rings->ends[i];
    }
}

/* ---- bodies ---- */

/* The level for a point, with all that lies beyond its bounds, which hold walkers alone. With
 * `region`, its polygons are all there is. */
static bool build_level(cli_plan *plan, uint32_t region, cli_level_block *out) {
    const cli_scene_level *scene = plan->scene.level;
    const pawl_box none = {{0, 0}, {0, 0}};
    pawl_level_def def = cli_level_def(scene);
    pawl_level_polygon *polygons =
        cli_heap_take(&plan->heap, (scene->polygon_count + 1) * sizeof *polygons);
    def.polygon_count = 0;
    for (uint32_t i = 0; i < scene->polygon_count; i++) {
        if (region == 0 || scene->polygons[i].region == region)
            polygons[def.polygon_count++] = scene->polygons[i];
    }
    def.polygons = polygons;
    def.walker_points = NULL;
    def.walker_point_count = 0;
    def.conservative = false;
    def.bounds = none;
    if (cli_level_block_build(plan->path, plan->log, scene, &def, out)) return true;
    plan->failed = true;
    return false;
}

static bool take_outline(builder *make, const pawl_level *level, const pawl_gates *gates) {
    pawl_ring_buffer *rings = &make->rings;
    memset(rings, 0, sizeof *rings);
    const pawl_status asked = pawl_level_outline(level, gates, rings); /* how many there are */
    if (asked != PAWL_OK && asked != PAWL_ERR_CAPACITY) return false;
    rings->point_capacity = rings->point_count;
    rings->ring_capacity = rings->ring_count;
    rings->points = cli_heap_take(&make->plan->heap, rings->point_count * sizeof *rings->points);
    rings->ends = cli_heap_take(&make->plan->heap, rings->ring_count * sizeof *rings->ends);
    return pawl_level_outline(level, gates, rings) == PAWL_OK;
}

/* Chains of the walls that are closed, for the body of the level or of a region. */
static void add_walls(builder *make, const pawl_level *level, const pawl_gates *gates,
                      uint32_t region) {
    const cli_scene_level *scene = make->plan->scene.level;
    if (!take_outline(make, level, gates)) return;
    add_rings(make);
    for (uint32_t i = 0; i < scene->polygon_count; i++) {
        const uint16_t of = scene->polygons[i].region;
        const bool is_wall = scene->regions[of].type == PAWL_REGION_WALL;
        const bool is_ours = region != 0 ? of == region : !pawl_gates_is_open(gates, of);
        if (is_wall && is_ours) add_thin_walls(make, &scene->polygons[i]);
    }
    if (!make->plan->failed && make->body->first == NULL) {
        cli_scene_plan_fail(make->plan, make->body->line, "body: there is nothing solid in it");
    }
}

static cli_plan_body *add_body(cli_plan *plan, uint32_t line, const char *name, pawl_vec2 origin) {
    cli_plan_body *body = cli_scene_plan_add_body(plan, line, plan->next_body++, name);
    body->def.position = origin;
    return body;
}

static void add_region_body(const builder *whole, uint32_t region) {
    cli_plan *plan = whole->plan;
    const cli_scene_level *level = plan->scene.level;
    builder make = *whole;
    cli_level_block block;
    const pawl_gates closed = {{0}};
    if (!build_level(plan, region, &block)) return;
    if (level->region_friction[region] >= 0) make.def.friction = level->region_friction[region];
    make.body = add_body(plan, whole->body->line, level->region_names[region], make.origin);
    plan->region_bodies[region] = make.body;
    snprintf(plan->where, sizeof plan->where, "level, region \"%.40s\"",
             level->region_names[region]);
    add_walls(&make, &block.level, &closed, region);
    cli_level_block_free(&block);
}

/* All rings lie in the box of the polygons' points. A level about the origin stays where it is. */
static void place_body(builder *make, uint32_t line) {
    const cli_scene_level *level = make->plan->scene.level;
    const pawl_fx most = PAWL_EXTENT_MAX;
    pawl_box box = {{PAWL_FX_MAX, PAWL_FX_MAX}, {-PAWL_FX_MAX, -PAWL_FX_MAX}};
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const pawl_rings *rings = &level->polygons[i].rings;
        for (uint32_t j = 0; j < rings->ends[rings->count - 1]; j++) {
            const pawl_vec2 at = rings->points[j];
            box.lower = pawl_vec2_make(pawl_min(box.lower.x, at.x), pawl_min(box.lower.y, at.y));
            box.upper = pawl_vec2_make(pawl_max(box.upper.x, at.x), pawl_max(box.upper.y, at.y));
        }
    }
    if (box.lower.x >= -most && box.lower.y >= -most && box.upper.x <= most && box.upper.y <= most)
        return;
    make->origin.x = (pawl_fx)(((int64_t)box.lower.x + box.upper.x) / 2);
    make->origin.y = (pawl_fx)(((int64_t)box.lower.y + box.upper.y) / 2);
    if ((int64_t)box.upper.x - make->origin.x > most ||
        (int64_t)box.upper.y - make->origin.y > most ||
        (int64_t)make->origin.x - box.lower.x > most ||
        (int64_t)make->origin.y - box.lower.y > most) {
        cli_scene_plan_fail(make->plan, line, "body: wider or higher than %ld units",
                            2 * (long)pawl_near_to_int(most));
    }
}

static void add_bodies(builder *make, uint32_t line) {
    cli_plan *plan = make->plan;
    cli_scene_level *level = plan->scene.level;
    cli_level_block block;
    pawl_gates gates = {{0}};
    place_body(make, line);
    if (plan->failed || !build_level(plan, 0, &block)) return;
    void *bytes = cli_heap_take(&plan->scene.terrain, block.size);
    pawl_level *drawn = cli_heap_take(&plan->scene.terrain, sizeof *drawn);
    memcpy(bytes, block.bytes, block.size);
    cli_level_block_free(&block);
    if (pawl_level_trust(bytes, (uint32_t)block.size, drawn) != PAWL_OK) return;
    level->drawn = drawn;
    for (uint32_t i = 1; i < level->region_count; i++)
        pawl_gates_set_open(&gates, i, level->region_has_body[i]);
    make->body = add_body(plan, line, "level", make->origin);
    plan->region_bodies = cli_heap_take(&plan->heap, level->region_count * sizeof(void *));
    plan->region_bodies[0] = make->body;
    add_walls(make, drawn, &gates, 0);
    for (uint32_t i = 1; i < level->region_count && !plan->failed; i++) {
        if (level->region_has_body[i]) add_region_body(make, i);
    }
}

/* "body": true, or an object with a surface. */
void cli_scene_level_body_plan(cli_plan *plan, const cli_json *value, const cli_json *materials) {
    static const char *const keys[] = {"material",           "friction", "restitution",
                                       "tangent_speed",      "filter",   "hit_events",
                                       "rolling_resistance", NULL};
    const cli_json *said = cli_json_find(value, "body");
    const cli_scene_level *level = plan->scene.level;
    const bool is_object = said != NULL && said->type == CLI_JSON_OBJECT;
    bool is_body = is_object;
    builder make = {.plan = plan, .def = pawl_shape_def_default()};
    if (level->region_friction[0] >= 0) make.def.friction = level->region_friction[0];
    if (is_object) {
        cli_scene_plan_check_keys(plan, said, keys);
        cli_scene_shape_read_surface(plan, said, materials, &make.def);
    } else if (said != NULL && said->type != CLI_JSON_BOOL) {
        cli_scene_plan_fail(plan, said->line, "body: expected true, false or an object");
    } else {
        cli_scene_plan_read_bool(plan, value, "body", &is_body);
    }
    for (uint32_t i = 1; i < level->region_count && !is_body; i++) {
        if (!level->region_has_body[i]) continue;
        cli_scene_plan_fail(plan, value->line,
                            "region \"%.40s\" has a \"body\", but the level has none",
                            level->region_names[i]);
    }
    if (is_body && !plan->failed) add_bodies(&make, said->line);
}

void cli_scene_level_body_note(cli_plan *plan) {
    cli_scene_level *level = plan->scene.level;
    for (uint32_t i = 0; plan->region_bodies != NULL && i < level->region_count; i++) {
        if (plan->region_bodies[i] != NULL) level->region_bodies[i] = plan->region_bodies[i]->id;
    }
}
