/* tiled_import.c - a Tiled map as a scene: docs/tiled.md says what becomes what. */
#include "cli/tiled/tiled_import.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/reference.h"
#include "cli/common/text.h"
#include "cli/tiled/tiled_tree.h"
#include "fx/fx_text.h"

/* Texts that grow while the map is gone through. */
typedef struct growing {
    char *text;
    size_t size;
    FILE *file;
} growing;

static FILE *open_text(growing *one) {
    one->file = cli_heap_open_text(&one->text, &one->size);
    return one->file;
}

static void close_text(growing *one) {
    if (fclose(one->file) != 0) cli_heap_out_of_memory();
}

/* Pixels to the unit: the map may say, else a unit is as wide as a cell. */
static void read_scale(cli_tiled_import *import, const cli_tiled_scope *scope) {
    static const char *const names[] = {"scale", "pixels_per_unit", "ppu", NULL};
    cli_tiled_property *property = cli_tiled_roles_lookup(scope, names);
    import->scale = import->map->cell_width;
    for (; property != NULL; property = cli_tiled_roles_lookup(scope, names)) {
        const char *text = property->text == NULL ? "" : property->text;
        cli_pixels scale = 0;
        if (pawli_fx_text_parse(text, strlen(text), 12, (uint64_t)(65536 * CLI_PIXEL), &scale) ==
                PAWL_OK &&
            scale >= CLI_PIXEL / 1024) {
            import->scale = scale;
            return;
        }
        cli_tiled_roles_ignore(import, property, "a number in 0.001 .. 65536");
    }
}

static void put_world(cli_tiled_import *import, const cli_tiled_scope *scope, FILE *out) {
    static const char *const down[] = {"gravity", NULL}, *const across[] = {"gravity_x", NULL};
    static const char *const up[] = {"gravity_y", NULL}, *const titles[] = {"title", NULL};
    static const char *const tick_names[] = {"ticks", NULL};
    const pawl_fx most = PAWL_FX(4096, 0, 1);
    pawl_vec2 gravity = {0, -PAWL_FX(10, 0, 1)};
    pawl_fx strength = 0, ticks = 0;
    const cli_tiled_property *title = cli_tiled_roles_lookup(scope, titles);
    if (title != NULL && title->text != NULL && strlen(title->text) < CLI_TITLE_MAX) {
        fputs(",\n  \"title\": ", out);
        cli_text_put_json(out, title->text);
    }
    bool given = cli_tiled_roles_get_fx(import, scope, down, -most, most, &strength);
    if (given) gravity.y = -strength;
    given = cli_tiled_roles_get_fx(import, scope, across, -most, most, &gravity.x) || given;
    given = cli_tiled_roles_get_fx(import, scope, up, -most, most, &gravity.y) || given;
    if (given) {
        fputs(",\n  \"gravity\": ", out);
        cli_tiled_write_point(out, gravity);
    }
    if (cli_tiled_roles_get_fx(import, scope, tick_names, 0, PAWL_FX_MAX, &ticks)) {
        fprintf(out, ",\n  \"ticks\": %ld", (long)pawl_near_to_int(ticks));
    }
}

/* The rectangle of a map; an infinite one has none. */
static bool box_of(const cli_tiled_import *import, const cli_tiled_map *map, pawl_vec2 *lower,
                   pawl_vec2 *upper) {
    const pawl_vec2 size = cli_tiled_shape_vec2(import, cli_tiled_place_size(map));
    const cli_pixel_point begin = {map->origin.x + map->begin.x, map->origin.y + map->begin.y};
    const pawl_vec2 origin = cli_tiled_shape_vec2(import, begin);
    if (map->infinite || size.x <= 0 || size.y >= 0) return false;
    *lower = pawl_vec2_make(origin.x, pawl_add(origin.y, size.y));
    *upper = pawl_vec2_make(pawl_add(origin.x, size.x), origin.y);
    return lower->x >= -PAWL_COORD_MAX && lower->y >= -PAWL_COORD_MAX &&
           upper->x <= PAWL_COORD_MAX && upper->y <= PAWL_COORD_MAX;
}

/* That of all maps of the world. */
static bool map_box(const cli_tiled_import *import, pawl_vec2 *lower, pawl_vec2 *upper) {
    bool any = false;
    for (const cli_tiled_map *map = import->maps; map != NULL; map = map->next) {
        pawl_vec2 low, high;
        if (!box_of(import, map, &low, &high)) continue;
        if (!any) {
            *lower = low;
            *upper = high;
        }
        any = true;
        *lower = pawl_vec2_make(pawl_min(lower->x, low.x), pawl_min(lower->y, low.y));
        *upper = pawl_vec2_make(pawl_max(upper->x, high.x), pawl_max(upper->y, high.y));
    }
    return any;
}

static void put_box(FILE *out, const char *key, pawl_vec2 lower, pawl_vec2 upper) {
    fprintf(out, ",\n  %s: {\"lower\": ", key);
    cli_tiled_write_point(out, lower);
    fputs(", \"upper\": ", out);
    cli_tiled_write_point(out, upper);
    fputc('}', out);
}

static void put_regions(const cli_tiled_import *import, FILE *out) {
    static const char *const types[] = {"wall", "one_way", "area"};
    fputs(",\n    \"regions\": [", out);
    for (uint32_t i = 1; i < import->region_count; i++) {
        const cli_tiled_region *region = &import->regions[i];
        fputs(i > 1 ? ",\n      {\"name\": " : "\n      {\"name\": ", out);
        cli_text_put_json(out, region->name);
        fprintf(out, ", \"kind\": \"%s\"", types[region->type]);
        if (region->friction != 0) {
            fputs(", \"friction\": ", out);
            cli_tiled_write_fx(out, region->friction);
        }
        if (region->type == PAWL_REGION_ONE_WAY) {
            fputs(", \"direction\": ", out);
            cli_tiled_write_fx(out, region->direction);
        }
        fputc('}', out);
    }
    fputc(']', out);
}

/* A level without bounds of its own ends where its walls do. */
static void check_spawn(cli_tiled_import *import, bool has_bounds) {
    const pawl_vec2 at = import->spawn;
    if (!import->result->has_spawn || has_bounds || !import->has_reach) return;
    if (at.x > import->low.x && at.x < import->high.x && at.y > import->low.y &&
        at.y < import->high.y) {
        return;
    }
    cli_tiled_warn(import, 0, "the player starts outside of all walls, and is left out");
    import->result->has_spawn = import->result->has_walker = false;
}

static void put_level(cli_tiled_import *import, const cli_tiled_scope *scope, const char *polygons,
                      const char *goals, FILE *out) {
    static const char *const bound_names[] = {"bounds", NULL};
    bool has_bounds = false;
    pawl_vec2 lower, upper;
    cli_tiled_roles_get_bool(import, scope, bound_names, &has_bounds);
    check_spawn(import, has_bounds);
    fprintf(out, ",\n  \"level\": {\n    \"polygons\": [%s]", polygons);
    if (import->result->has_walker) {
        fputs(",\n    \"player\": {\"polygon\": {\"points\": [", out);
        for (int32_t i = 0; i < import->walker_count; i++) {
            if (i > 0) fputs(", ", out);
            cli_tiled_write_point(out, import->walker[i]);
        }
        fputs("]}}", out);
    }
    if (import->result->has_spawn) {
        fputs(",\n    \"spawn\": ", out);
        cli_tiled_write_point(out, import->spawn);
    }
    if (has_bounds && map_box(import, &lower, &upper)) {
        put_box(out, "  \"bounds\"", lower, upper);
    }
    if (import->regions[0].friction != 0) {
        fputs(",\n    \"friction\": ", out);
        cli_tiled_write_fx(out, import->regions[0].friction);
    }
    if (import->region_count > 1) put_regions(import, out);
    if (import->result->goals > 0) fprintf(out, ",\n    \"goals\": [%s]", goals);
    fputs("\n  }", out);
}

static bool has_level(const cli_tiled_result *result) {
    return result->polygons > 0 || result->has_walker || result->has_spawn || result->goals > 0;
}

/* What a layer as a whole may have that pawl cannot do. */
static void check_layer(cli_tiled_import *import, const cli_tiled_layer *layer) {
    cli_scene_plan_at(import->plan, "layer", layer->index, layer->name);
    if (layer->type == CLI_TILED_IMAGE) {
        cli_scene_plan_note(import->plan, layer->line,
                            "an image layer has nothing to collide with; kept as data");
    } else if (layer->type != CLI_TILED_GROUP &&
               (layer->parallax.x != CLI_PIXEL || layer->parallax.y != CLI_PIXEL)) {
        cli_scene_plan_tell(import->plan, layer->line, "its factor of parallax is kept as data");
    }
}

static void import_layers(cli_tiled_import *import) {
    const cli_tiled_layer *layer = import->map->layers;
    for (; layer != NULL && !import->plan->failed; layer = layer->next) {
        check_layer(import, layer);
        if (layer->type == CLI_TILED_CELLS) cli_tiled_tiles_import(import, layer);
        if (layer->type == CLI_TILED_OBJECTS) cli_tiled_objects_import(import, layer);
    }
    import->plan->where[0] = 0;
}

/* Each with the path of its file in messages; the scene's own values are those of the first. */
static void import_maps(cli_tiled_import *import) {
    cli_plan *plan = import->plan;
    const char *path = plan->path;
    for (cli_tiled_map *map = import->maps; map != NULL && !plan->failed; map = map->next) {
        import->map = map;
        plan->path = map->path;
        cli_tiled_guess_layers(import);
        import_layers(import);
        cli_tiled_extra_collect(import);
    }
    import->map = import->maps;
    plan->path = path;
}

static void note_unused(cli_tiled_import *import) {
    const char *path = import->plan->path;
    for (import->map = import->maps; import->map != NULL; import->map = import->map->next) {
        import->plan->path = import->map->path;
        if (!import->plan->failed) cli_tiled_roles_note_unused(import);
    }
    import->map = import->maps;
    import->plan->path = path;
}

static void import_all(cli_tiled_import *import, FILE *out) {
    static const char *const friction[] = {"friction", NULL};
    const cli_tiled_scope scope = {.map = import->map};
    growing bodies, polygons, goals, extra, texts;
    pawl_vec2 lower = {0, 0}, upper = {0, 0};
    read_scale(import, &scope);
    if (import->plan->failed) return;
    for (const cli_tiled_map *map = import->maps; map != NULL; map = map->next)
        import->is_arcade = import->is_arcade || cli_tiled_arcade_is_wanted(map);
    import->regions[0].name = "ground";
    import->region_count = 1;
    cli_tiled_roles_get_fx(import, &scope, friction, 0, PAWL_FX_MAX, &import->regions[0].friction);
    import->bodies = open_text(&bodies);
    import->polygons = open_text(&polygons);
    import->goals = open_text(&goals);
    import->extra = open_text(&extra);
    import->texts = open_text(&texts);
    import_maps(import);
    close_text(&extra);
    close_text(&texts);
    close_text(&bodies);
    close_text(&polygons);
    close_text(&goals);
    fputs("{\n  \"pawl-scene\": 1", out);
    put_world(import, &scope, out);
    const bool has_box = map_box(import, &lower, &upper);
    if (has_box) put_box(out, "\"camera\"", lower, upper);
    if (import->is_arcade) {
        const pawl_vec2 box[2] = {lower, upper};
        cli_tiled_arcade_put_end(import, has_box ? box : NULL, bodies.text, out);
    } else {
        cli_tiled_roles_put_fracture(import, &scope, out);
        fprintf(out, ",\n  \"bodies\": [%s]", bodies.text);
    }
    if (!import->is_arcade && has_level(import->result))
        put_level(import, &scope, polygons.text, goals.text, out);
    cli_tiled_extra_put(import, extra.text, texts.text, out);
    fputs("\n}\n", out);
    free(extra.text);
    free(texts.text);
    free(bodies.text);
    free(polygons.text);
    free(goals.text);
    note_unused(import);
}

/* ---- what is read ---- */

static void add_counts(cli_tiled_counts *all, const cli_tiled_counts *one) {
    all->tilesets += one->tilesets;
    all->tile_layers += one->tile_layers;
    all->object_layers += one->object_layers;
    all->image_layers += one->image_layers;
    all->groups += one->groups;
    all->tiles += one->tiles;
    all->objects += one->objects;
}

static cli_tiled_map *read_map(cli_plan *plan, const cli_json *root, const cli_tiled_place *place,
                               const cli_tiled_map *before) {
    cli_tiled_map *map = cli_heap_take(&plan->heap, sizeof *map);
    map->path = plan->path;
    if (place != NULL) {
        map->source = place->source;
        map->origin = place->at;
    }
    if (before != NULL) map->cells = before->cells;
    cli_tiled_read_map(plan, root, map);
    return map;
}

/* The maps of a world, from their files. */
static cli_tiled_map *read_world(cli_plan *plan, const cli_json *root) {
    const char *world = plan->path;
    const cli_tiled_place *place = cli_tiled_world_read(plan, root);
    cli_tiled_map *first = NULL, *last = NULL;
    for (; place != NULL && !plan->failed; place = place->next) {
        const char *path = cli_tiled_tileset_path(plan, place->source);
        char reason[CLI_REASON_MAX];
        cli_file file;
        if (!cli_reference_read(world, path, &file, reason)) {
            cli_scene_plan_fail(plan, place->line, "%.100s: %s", place->source, reason);
            return NULL;
        }
        plan->path = path;
        const cli_json *one = cli_tiled_tree_parse(plan, &file);
        if (one != NULL && (!cli_tiled_read_is_map(one) || cli_tiled_world_is(one)))
            cli_scene_plan_fail(plan, one->line, "not a map of Tiled");
        cli_tiled_map *map = plan->failed ? NULL : read_map(plan, one, place, last);
        plan->path = world;
        if (last != NULL) last->next = map;
        if (first == NULL) first = map;
        last = map;
    }
    return first;
}

bool cli_tiled_import_convert(cli_plan *plan, const cli_json *root, FILE *out,
                              cli_tiled_result *result) {
    cli_tiled_import *import = cli_heap_take(&plan->heap, sizeof *import);
    memset(result, 0, sizeof *result);
    import->maps =
        cli_tiled_world_is(root) ? read_world(plan, root) : read_map(plan, root, NULL, NULL);
    if (plan->failed) return false;
    for (const cli_tiled_map *map = import->maps; map != NULL; map = map->next)
        add_counts(&result->read, &map->counts);
    import->plan = plan;
    import->map = import->maps;
    import->result = result;
    import_all(import, out);
    result->regions = import->region_count > 0 ? import->region_count - 1 : 0;
    if (plan->roles_out != NULL) cli_tiled_choice_put(import, plan->roles_out);
    return !plan->failed;
}
