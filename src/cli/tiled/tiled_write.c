/* tiled_write.c - a map as the text of a scene, docs/format-scene.md. Bodies, polygons of the level
 * and goals are written apart while the map is gone through, and put together at the end. */
#include <string.h>

#include "cli/common/text.h"
#include "cli/tiled/tiled_import.h"

#define LEVEL_CORNERS 16u /* of what is round */

void cli_tiled_write_fx(FILE *out, pawl_fx value) {
    char text[PAWL_FX_TEXT_MAX];
    if (pawl_fx_print(value, text, sizeof text) == PAWL_OK) fputs(text, out);
}

void cli_tiled_write_point(FILE *out, pawl_vec2 point) {
    fputc('[', out);
    cli_tiled_write_fx(out, point.x);
    fputs(", ", out);
    cli_tiled_write_fx(out, point.y);
    fputc(']', out);
}

static void put_points(FILE *out, const pawl_vec2 *points, uint32_t count) {
    fputc('[', out);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) fputs(", ", out);
        cli_tiled_write_point(out, points[i]);
    }
    fputc(']', out);
}

bool cli_tiled_write_is_inside(cli_tiled_import *import, pawl_vec2 position, uint32_t line) {
    if (pawl_abs(position.x) <= PAWL_COORD_MAX && pawl_abs(position.y) <= PAWL_COORD_MAX) {
        return true;
    }
    cli_tiled_warn(import, line, "left out: more than 16384 units away");
    return false;
}

/* ---- bodies ---- */

void cli_tiled_write_body(cli_tiled_import *import, const char *name, pawl_body_type type,
                          pawl_vec2 position, pawl_fx degrees) {
    static const char *const types[] = {"static", "kinematic", "dynamic"};
    const uint32_t *made = import->result->bodies;
    FILE *out = import->bodies;
    fputs(made[0] + made[1] + made[2] > 0 ? ",\n    {\"name\": " : "\n    {\"name\": ", out);
    cli_text_put_json(out, name);
    fprintf(out, ", \"type\": \"%s\", \"position\": ", types[type]);
    cli_tiled_write_point(out, position);
    if (degrees != 0) {
        fputs(", \"angle\": ", out);
        cli_tiled_write_fx(out, degrees);
    }
    import->result->bodies[type]++;
    import->open_shapes = 0;
}

void cli_tiled_write_shapes(cli_tiled_import *import) {
    fputs(",\n     \"shapes\": [", import->bodies);
}

void cli_tiled_write_body_end(cli_tiled_import *import) {
    fputs("]}", import->bodies);
}

void cli_tiled_write_shape(cli_tiled_import *import) {
    if (import->open_shapes++ > 0) fputs(",\n       ", import->bodies);
    fputc('{', import->bodies);
    import->result->shapes++;
}

static void put_surface(FILE *out, const cli_tiled_surface *surface) {
    static const char *const keys[] = {"friction",      "restitution",        "density",
                                       "tangent_speed", "rolling_resistance", "break_impulse"};
    for (int i = CLI_SURFACE_FRICTION; i <= CLI_SURFACE_BREAK; i++) {
        if (!surface->given[i]) continue;
        fprintf(out, ", \"%s\": ", keys[i]);
        cli_tiled_write_fx(out, (pawl_fx)surface->value[i]);
    }
    const char *before = ", \"filter\": {";
    static const char *const filters[] = {"category", "mask", "group"};
    bool has_filter = false;
    for (int i = 0; i < 3; i++) {
        if (!surface->given[CLI_SURFACE_CATEGORY + i]) continue;
        fprintf(out, "%s\"%s\": %lld", before, filters[i],
                (long long)surface->value[CLI_SURFACE_CATEGORY + i]);
        before = ", ";
        has_filter = true;
    }
    if (has_filter) fputc('}', out);
    if (surface->given[CLI_SURFACE_HIT_EVENTS]) fputs(", \"hit_events\": true", out);
}

void cli_tiled_write_shape_end(cli_tiled_import *import, const cli_tiled_material *material) {
    put_surface(import->bodies, &material->surface);
    if (material->role == CLI_ROLE_AREA) fputs(", \"sensor\": true", import->bodies);
    if (material->role == CLI_ROLE_ONE_WAY) fputs(", \"one_way\": true", import->bodies);
    fputc('}', import->bodies);
}

/* A rectangle along the axes whose middle is a whole number of raw units away: its corners from
 * the lower left one. */
static bool is_box(const cli_outline *outline, pawl_vec2 at[4]) {
    uint32_t first = 0;
    if (outline->count != 4) return false;
    for (uint32_t i = 1; i < 4; i++) {
        const pawl_vec2 best = outline->points[first], one = outline->points[i];
        if (one.y < best.y || (one.y == best.y && one.x < best.x)) first = i;
    }
    for (uint32_t i = 0; i < 4; i++)
        at[i] = outline->points[(first + i) % 4];
    const bool lies = at[0].y == at[1].y && at[1].x == at[2].x && at[2].y == at[3].y &&
                      at[3].x == at[0].x && at[1].x > at[0].x && at[2].y > at[1].y;
    return lies && (at[1].x - at[0].x) % 2 == 0 && (at[2].y - at[1].y) % 2 == 0;
}

static void put_box(FILE *out, const pawl_vec2 *at) {
    const pawl_fx width = at[1].x - at[0].x, height = at[2].y - at[1].y;
    const pawl_vec2 center = pawl_vec2_make(at[0].x + width / 2, at[0].y + height / 2);
    fputs("\"box\": {\"width\": ", out);
    cli_tiled_write_fx(out, width);
    fputs(", \"height\": ", out);
    cli_tiled_write_fx(out, height);
    fputs(", \"center\": ", out);
    cli_tiled_write_point(out, center);
    fputc('}', out);
}

static void put_convex(cli_tiled_import *import, const pawl_vec2 *points, uint32_t count,
                       const cli_tiled_material *material) {
    cli_tiled_write_shape(import);
    fputs("\"polygon\": {\"points\": ", import->bodies);
    put_points(import->bodies, points, count);
    fputc('}', import->bodies);
    cli_tiled_write_shape_end(import, material);
}

static void put_chain(cli_tiled_import *import, const cli_outline *outline, bool loop,
                      const cli_tiled_material *material, uint32_t line) {
    if (outline->count > (uint32_t)PAWL_CHAIN_POINTS_MAX) {
        cli_tiled_warn(import, line, "left out: more than %ld points", (long)PAWL_CHAIN_POINTS_MAX);
        return;
    }
    cli_tiled_write_shape(import);
    fputs("\"chain\": {\"points\": ", import->bodies);
    put_points(import->bodies, outline->points, outline->count);
    fputs(loop ? ", \"loop\": true, \"one_sided\": true}" : "}", import->bodies);
    cli_tiled_write_shape_end(import, material);
}

static void put_polygon(cli_tiled_import *import, const cli_outline *outline,
                        const cli_tiled_material *material, uint32_t line) {
    pawl_vec2 box[4];
    if (is_box(outline, box)) {
        cli_tiled_write_shape(import);
        put_box(import->bodies, box);
        cli_tiled_write_shape_end(import, material);
    } else if (outline->count <= PAWL_POLYGON_MAX &&
               pawl_polygon_check(outline->points, (int32_t)outline->count, 0, NULL) ==
                   PAWL_POLYGON_OK) {
        put_convex(import, outline->points, outline->count, material);
    } else {
        cli_outline *parts = NULL;
        const uint32_t count = cli_tiled_parts_convex(import, outline, line, &parts);
        for (uint32_t i = 0; i < count; i++)
            put_convex(import, parts[i].points, parts[i].count, material);
    }
}

void cli_tiled_write_ring(cli_tiled_import *import, const cli_outline *outline,
                          const cli_tiled_material *material, uint32_t line) {
    put_chain(import, outline, true, material, line);
}

/* Chains cannot move freely and have no inside. */
static void put_line(cli_tiled_import *import, const cli_outline *outline,
                     const cli_tiled_material *material, uint32_t line) {
    if (material->role == CLI_ROLE_AREA) {
        cli_tiled_warn(import, line, "left out: a polyline has no inside to sense");
        return;
    }
    if (material->body != PAWL_DYNAMIC) {
        put_chain(import, outline, false, material, line);
        return;
    }
    for (uint32_t i = 1; i < outline->count; i++) {
        cli_tiled_write_shape(import);
        fputs("\"segment\": {\"from\": ", import->bodies);
        cli_tiled_write_point(import->bodies, outline->points[i - 1]);
        fputs(", \"to\": ", import->bodies);
        cli_tiled_write_point(import->bodies, outline->points[i]);
        fputc('}', import->bodies);
        cli_tiled_write_shape_end(import, material);
    }
}

static void put_round(cli_tiled_import *import, const cli_outline *outline,
                      const cli_tiled_material *material) {
    const bool is_circle = outline->form == CLI_OUTLINE_CIRCLE;
    FILE *out = import->bodies;
    cli_tiled_write_shape(import);
    fputs(is_circle ? "\"circle\": {\"center\": " : "\"capsule\": {\"from\": ", out);
    cli_tiled_write_point(out, outline->points[0]);
    if (!is_circle) {
        fputs(", \"to\": ", out);
        cli_tiled_write_point(out, outline->points[1]);
    }
    fputs(", \"radius\": ", out);
    cli_tiled_write_fx(out, outline->radius);
    fputc('}', out);
    cli_tiled_write_shape_end(import, material);
}

void cli_tiled_write_outline(cli_tiled_import *import, const cli_outline *outline,
                             const cli_tiled_material *material, uint32_t line) {
    switch (outline->form) {
    case CLI_OUTLINE_POLYGON:
        put_polygon(import, outline, material, line);
        break;
    case CLI_OUTLINE_LINE:
        put_line(import, outline, material, line);
        break;
    default:
        put_round(import, outline, material);
        break;
    }
}

/* ---- the level ---- */

static bool same_region(const cli_tiled_region *a, const cli_tiled_region *b) {
    return a->type == b->type && a->friction == b->friction && a->direction == b->direction;
}

/* The region of that name and type; when another has the name, one with a number behind it. */
static uint32_t find_region(cli_tiled_import *import, cli_tiled_region wanted, uint32_t line) {
    const char *base = wanted.name;
    char numbered[160];
    for (uint32_t number = 2; number <= PAWL_LEVEL_REGIONS_MAX + 1; number++) {
        uint32_t i = 0;
        while (i < import->region_count && strcmp(import->regions[i].name, wanted.name) != 0)
            i++;
        if (i < import->region_count && same_region(&import->regions[i], &wanted)) return i;
        if (i == import->region_count) break;
        snprintf(numbered, sizeof numbered, "%.140s %lu", base, (unsigned long)number);
        wanted.name = numbered;
    }
    if (import->region_count == PAWL_LEVEL_REGIONS_MAX) {
        cli_scene_plan_fail(import->plan, line, "more than %d regions", PAWL_LEVEL_REGIONS_MAX - 1);
        return 0;
    }
    wanted.name = cli_heap_text(&import->plan->heap, wanted.name, strlen(wanted.name));
    import->regions[import->region_count] = wanted;
    return import->region_count++;
}

static uint32_t region_of(cli_tiled_import *import, const cli_tiled_material *material,
                          pawl_fx degrees, uint32_t line) {
    const bool has_friction = material->surface.given[CLI_SURFACE_FRICTION] != 0;
    const pawl_fx friction = (pawl_fx)material->surface.value[CLI_SURFACE_FRICTION];
    cli_tiled_region wanted = {material->region, PAWL_REGION_WALL, has_friction ? friction : 0,
                               PAWL_FX(90, 0, 1)};
    char text[PAWL_FX_TEXT_MAX + 16] = "friction ";
    if (material->role == CLI_ROLE_AREA) {
        wanted.type = PAWL_REGION_AREA;
        wanted.friction = 0;
        if (wanted.name[0] == 0) wanted.name = "area";
    } else if (material->role == CLI_ROLE_ONE_WAY) {
        wanted.type = PAWL_REGION_ONE_WAY;
        wanted.direction = pawl_add(wanted.direction, degrees);
        if (wanted.name[0] == 0) wanted.name = "one_way";
    } else if (material->role == CLI_ROLE_DOOR) {
        if (wanted.name[0] == 0) wanted.name = "door";
    } else if (wanted.name[0] == 0) {
        if (wanted.friction == import->regions[0].friction) return 0;
        if (pawl_fx_print(friction, text + strlen(text), PAWL_FX_TEXT_MAX) == PAWL_OK)
            wanted.name = text;
    }
    return find_region(import, wanted, line);
}

/* Opens a polygon of the level. */
static void open_polygon(cli_tiled_import *import, const cli_tiled_material *material,
                         pawl_fx degrees, uint32_t line) {
    const uint32_t region = region_of(import, material, degrees, line);
    FILE *out = import->polygons;
    fputs(import->result->polygons++ > 0 ? ",\n      {" : "\n      {", out);
    if (region == 0) return;
    fputs("\"region\": ", out);
    cli_text_put_json(out, import->regions[region].name);
    fputs(", ", out);
}

static void reach(cli_tiled_import *import, pawl_vec2 to) {
    if (!import->has_reach) import->low = import->high = to;
    import->has_reach = true;
    import->low.x = pawl_min(import->low.x, to.x);
    import->low.y = pawl_min(import->low.y, to.y);
    import->high.x = pawl_max(import->high.x, to.x);
    import->high.y = pawl_max(import->high.y, to.y);
}

static bool is_all_inside(cli_tiled_import *import, const cli_outline *outline, uint32_t line) {
    for (uint32_t i = 0; i < outline->count; i++) {
        if (!cli_tiled_write_is_inside(import, outline->points[i], line)) return false;
    }
    for (uint32_t i = 0; i < outline->count; i++)
        reach(import, outline->points[i]);
    return true;
}

void cli_tiled_write_polygon(cli_tiled_import *import, const cli_outline *outline,
                             const cli_tiled_material *material, pawl_fx degrees, uint32_t line) {
    cli_outline shown = *outline;
    FILE *out = import->polygons;
    if (material->body != PAWL_STATIC) return;
    if (shown.form == CLI_OUTLINE_LINE && material->role == CLI_ROLE_AREA) return;
    cli_tiled_shape_round_off(import, &shown, LEVEL_CORNERS);
    if (!is_all_inside(import, &shown, line)) return;
    open_polygon(import, material, degrees, line);
    if (shown.form == CLI_OUTLINE_POLYGON) {
        fputs("\"points\": ", out);
        put_points(out, shown.points, shown.count);
    } else {
        fputs("\"rings\": [", out);
        for (uint32_t i = 1; i < shown.count; i++) {
            if (i > 1) fputs(", ", out);
            put_points(out, shown.points + i - 1, 2);
        }
        fputc(']', out);
    }
    fputc('}', out);
}

void cli_tiled_write_rings(cli_tiled_import *import, const cli_outline *rings, uint32_t count,
                           const cli_tiled_material *material, uint32_t line) {
    FILE *out = import->polygons;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_all_inside(import, &rings[i], line)) return;
    }
    if (count == 0) return;
    open_polygon(import, material, 0, line);
    fputs("\"rings\": [", out);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) fputs(",\n        ", out);
        put_points(out, rings[i].points, rings[i].count);
    }
    fputs("]}", out);
}
