/* scene_terrain.c - chains, heights and tile maps of pawl's own scenes, docs/format-scene.md,
 * "Terrain". The world refers to their points and cells, which therefore live in the heap of the
 * scene. */
#include <string.h>

#include "cli/scene/scene_readers.h"

#define EXTENT_ANY (-PAWL_EXTENT_MAX), PAWL_EXTENT_MAX
#define TILE_NONE 0xFFu /* no entry of the legend */

/* ---- materials ---- */

/* The place of a material among those of the scene, from 1 on; 0 after an error. */
static uint8_t find_material(cli_plan *plan, const cli_json *name, uint32_t most) {
    pawl_shape_def unused = pawl_shape_def_default();
    const cli_json *one = plan->materials == NULL ? NULL : plan->materials->child;
    uint32_t place = 1;
    cli_scene_shape_read_material(plan, name, plan->materials, &unused);
    if (plan->failed) return 0;
    while (strcmp(one->key, name->text) != 0) {
        one = one->next;
        place++;
    }
    if (place <= most) return (uint8_t)place;
    cli_scene_plan_fail(plan, name->line,
                        "\"%.40s\" is not among the first %lu materials of the scene", name->text,
                        (unsigned long)most);
    return 0;
}

static pawl_material material_of(const pawl_shape_def *def) {
    const pawl_material material = {def->friction, def->restitution, def->tangent_speed,
                                    def->rolling_resistance, 0};
    return material;
}

/* First the surface of the shape, then those of the scene, each with what it does not say as the
 * shape has it. */
static void make_table(cli_plan *plan, cli_plan_shape *shape, uint32_t most) {
    const uint32_t all = plan->materials == NULL ? 0 : plan->materials->count;
    const uint32_t count = 1 + (all < most ? all : most);
    pawl_material *materials = cli_heap_take(&plan->scene.terrain, count * sizeof *materials);
    const cli_json *one = plan->materials == NULL ? NULL : plan->materials->child;
    materials[0] = material_of(&shape->def);
    for (uint32_t i = 1; i < count; i++, one = one->next) {
        const cli_json name = {.type = CLI_JSON_STRING, .text = one->key, .line = one->line};
        pawl_shape_def def = shape->def;
        cli_scene_shape_read_material(plan, &name, plan->materials, &def);
        materials[i] = material_of(&def);
    }
    shape->table.materials = materials;
    shape->table.count = (int32_t)count;
}

/* One name or null for each segment. */
static void read_segments(cli_plan *plan, const cli_json *value, cli_plan_shape *shape,
                          uint32_t segments) {
    const uint32_t most = PAWL_MATERIALS_MAX - 1;
    const cli_json *list =
        cli_scene_plan_read_member(plan, value, "materials", CLI_JSON_ARRAY, false);
    if (list == NULL || plan->failed) return;
    if (list->count != segments) {
        cli_scene_plan_fail(plan, list->line, "materials: %lu for %lu segments",
                            (unsigned long)list->count, (unsigned long)segments);
        return;
    }
    uint8_t *indices = cli_heap_take(&plan->scene.terrain, segments);
    uint32_t at = 0;
    for (const cli_json *one = list->child; one != NULL && !plan->failed; one = one->next, at++) {
        indices[at] = 0;
        if (one->type == CLI_JSON_NULL) continue;
        if (!cli_scene_plan_value_type(plan, one, "materials", CLI_JSON_STRING)) return;
        indices[at] = find_material(plan, one, most);
    }
    make_table(plan, shape, most);
    shape->table.indices = indices;
}

/* ---- chains ---- */

static bool read_pair(cli_plan *plan, const cli_json *pair, pawl_vec2 *out) {
    if (!cli_scene_plan_value_type(plan, pair, "points", CLI_JSON_ARRAY)) return false;
    if (pair->count != 2) {
        cli_scene_plan_fail(plan, pair->line, "points: expected [x, y]");
        return false;
    }
    return cli_scene_plan_value_fx(plan, pair->child, "points", EXTENT_ANY, &out->x) &&
           cli_scene_plan_value_fx(plan, pair->child->next, "points", EXTENT_ANY, &out->y);
}

bool cli_scene_terrain_are_apart(pawl_vec2 a, pawl_vec2 b) {
    return pawl_vec2_length(pawl_vec2_sub(b, a)) >= 2 * PAWL_SIZE_MIN;
}

static void check_chain(cli_plan *plan, const cli_json *list, const pawl_chain *chain) {
    const int32_t least = chain->loop ? 3 : chain->ghost_ends ? 4 : 2;
    if (chain->loop && chain->ghost_ends) {
        cli_scene_plan_fail(plan, list->line, "both \"loop\" and \"ghost_ends\"");
    }
    if (chain->count < least) {
        cli_scene_plan_fail(plan, list->line, "points: fewer than %ld", (long)least);
        return;
    }
    for (int32_t i = chain->loop ? 0 : 1; i < chain->count; i++) {
        const int32_t before = i > 0 ? i - 1 : chain->count - 1;
        if (cli_scene_terrain_are_apart(chain->points[before], chain->points[i])) continue;
        cli_scene_plan_fail(plan, list->line, "points: %ld and %ld are too near to each other",
                            (long)before, (long)i);
        return;
    }
}

pawl_status cli_scene_terrain_plan_chain(cli_plan *plan, const cli_json *value,
                                         cli_plan_shape *shape) {
    static const char *const keys[] = {"points",     "loop",      "one_sided",
                                       "ghost_ends", "materials", NULL};
    pawl_chain *chain = &shape->chain;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_bool(plan, value, "loop", &chain->loop);
    cli_scene_plan_read_bool(plan, value, "one_sided", &chain->one_sided);
    cli_scene_plan_read_bool(plan, value, "ghost_ends", &chain->ghost_ends);
    const cli_json *list = cli_scene_plan_read_member(plan, value, "points", CLI_JSON_ARRAY, true);
    if (list == NULL) return PAWL_OK;
    if (list->count > (uint32_t)PAWL_CHAIN_POINTS_MAX) {
        cli_scene_plan_fail(plan, list->line, "points: more than %ld", (long)PAWL_CHAIN_POINTS_MAX);
        return PAWL_OK;
    }
    pawl_vec2 *points = cli_heap_take(&plan->scene.terrain, list->count * sizeof *points);
    for (const cli_json *pair = list->child; pair != NULL; pair = pair->next) {
        if (!read_pair(plan, pair, &points[chain->count])) return PAWL_OK;
        chain->count++;
    }
    chain->points = points;
    shape->type = CLI_SHAPE_CHAIN;
    check_chain(plan, list, chain);
    if (!plan->failed)
        read_segments(plan, value, shape, (uint32_t)chain->count - (chain->loop ? 0 : 1));
    return PAWL_OK;
}

/* ---- heights ---- */

/* The name of the field that is wrong is that of its key. */
static void check_heights(cli_plan *plan, const cli_json *list, const pawl_heights *heights) {
    const char *field = NULL;
    const pawl_status status = pawl_heights_check(heights, &field);
    if (status == PAWL_OK || plan->failed) return;
    cli_scene_plan_fail(plan, list->line, "%s: %s", field, pawl_status_text(status));
}

pawl_status cli_scene_terrain_plan_heights(cli_plan *plan, const cli_json *value,
                                           cli_plan_shape *shape) {
    static const char *const keys[] = {"heights",   "spacing",    "scale",     "origin",
                                       "one_sided", "ghost_ends", "materials", NULL};
    pawl_heights *to = &shape->heights;
    cli_scene_plan_check_keys(plan, value, keys);
    to->spacing = to->scale = PAWL_FX_ONE;
    cli_scene_plan_read_fx(plan, value, "spacing", 2 * PAWL_SIZE_MIN, PAWL_EXTENT_MAX,
                           &to->spacing);
    cli_scene_plan_read_fx(plan, value, "scale", 1, PAWL_EXTENT_MAX, &to->scale);
    cli_scene_plan_read_point(plan, value, "origin", false, &to->origin);
    cli_scene_plan_read_bool(plan, value, "one_sided", &to->one_sided);
    cli_scene_plan_read_bool(plan, value, "ghost_ends", &to->ghost_ends);
    const cli_json *list = cli_scene_plan_read_member(plan, value, "heights", CLI_JSON_ARRAY, true);
    if (list == NULL || plan->failed) return PAWL_OK;
    if (list->count > (uint32_t)PAWL_CHAIN_POINTS_MAX) {
        cli_scene_plan_fail(plan, list->line, "heights: more than %ld",
                            (long)PAWL_CHAIN_POINTS_MAX);
        return PAWL_OK;
    }
    int16_t *heights = cli_heap_take(&plan->scene.terrain, list->count * sizeof *heights);
    for (const cli_json *one = list->child; one != NULL; one = one->next) {
        int64_t height = PAWL_HEIGHT_HOLE;
        if (one->type != CLI_JSON_NULL &&
            !cli_scene_plan_value_int(plan, one, "heights", -INT16_MAX, INT16_MAX, &height)) {
            return PAWL_OK;
        }
        heights[to->count++] = (int16_t)height;
    }
    to->heights = heights;
    shape->type = CLI_SHAPE_HEIGHTS;
    check_heights(plan, list, to);
    if (!plan->failed) read_segments(plan, value, shape, (uint32_t)to->count - 1);
    return PAWL_OK;
}

/* ---- tile maps ---- */

/* In the order of pawl_tile. */
static const char *const tile_names[] = {"empty",       "solid",      "lower_right", "lower_left",
                                         "upper_right", "upper_left", "one_way",     NULL};

typedef struct legend {
    uint8_t tiles[128]; /* by character */
    bool has_materials;
} legend;

static legend default_legend(void) {
    legend all;
    memset(all.tiles, TILE_NONE, sizeof all.tiles);
    all.has_materials = false;
    all.tiles['.'] = all.tiles[' '] = PAWL_TILE_EMPTY;
    all.tiles['#'] = PAWL_TILE_SOLID;
    all.tiles['/'] = PAWL_TILE_LOWER_RIGHT;
    all.tiles['\\'] = PAWL_TILE_LOWER_LEFT;
    all.tiles['7'] = PAWL_TILE_UPPER_RIGHT;
    all.tiles['F'] = PAWL_TILE_UPPER_LEFT;
    all.tiles['='] = PAWL_TILE_ONE_WAY;
    return all;
}

/* The tile of that name; TILE_NONE after an error. */
static uint8_t find_tile(cli_plan *plan, const cli_json *value) {
    if (!cli_scene_plan_value_type(plan, value, "legend", CLI_JSON_STRING)) return TILE_NONE;
    for (uint8_t i = 0; tile_names[i] != NULL; i++) {
        if (strcmp(tile_names[i], value->text) == 0) return i;
    }
    const char *nearest = cli_scene_plan_nearest_name(value->text, tile_names);
    if (nearest != NULL) {
        cli_scene_plan_fail(plan, value->line,
                            "legend: \"%.40s\" is not a tile, did you mean \"%s\"?", value->text,
                            nearest);
    } else {
        cli_scene_plan_fail(plan, value->line, "legend: \"%.40s\" is not a tile", value->text);
    }
    return TILE_NONE;
}

/* A tile, or [tile, material]: the kind of the cells is the place of the material. */
static uint8_t read_entry(cli_plan *plan, const cli_json *value, legend *all) {
    if (value->type != CLI_JSON_ARRAY) return find_tile(plan, value);
    if (value->count != 2) {
        cli_scene_plan_fail(plan, value->line, "legend: expected [tile, material]");
        return TILE_NONE;
    }
    const cli_json *name = value->child->next;
    const uint8_t tile = find_tile(plan, value->child);
    if (plan->failed || !cli_scene_plan_value_type(plan, name, "legend", CLI_JSON_STRING))
        return TILE_NONE;
    all->has_materials = true;
    return (uint8_t)(tile | find_material(plan, name, PAWL_TILE_MATERIALS_MAX - 1)
                                << PAWL_TILE_MATERIAL_SHIFT);
}

static void read_legend(cli_plan *plan, const cli_json *value, legend *all) {
    const cli_json *object =
        cli_scene_plan_read_member(plan, value, "legend", CLI_JSON_OBJECT, false);
    const cli_json *one = object == NULL ? NULL : object->child;
    for (; one != NULL && !plan->failed; one = one->next) {
        const unsigned char character = (unsigned char)one->key[0];
        if (character == 0 || character > 127 || one->key[1] != 0) {
            cli_scene_plan_fail(plan, one->key_line, "legend: \"%.40s\" is not one ASCII character",
                                one->key);
            return;
        }
        all->tiles[character] = read_entry(plan, one, all);
    }
}

/* One row of cells from its text. */
static void read_row(cli_plan *plan, const cli_json *text, const legend *all, uint32_t row,
                     uint32_t width, uint8_t *cells) {
    if (!cli_scene_plan_value_type(plan, text, "rows", CLI_JSON_STRING)) return;
    if (text->length != width) {
        cli_scene_plan_fail(plan, text->line, "rows: row %lu has %lu characters, the first %lu",
                            (unsigned long)row, (unsigned long)text->length, (unsigned long)width);
        return;
    }
    for (uint32_t i = 0; i < width; i++) {
        const unsigned char character = (unsigned char)text->text[i];
        cells[i] = character < 128 ? all->tiles[character] : (uint8_t)TILE_NONE;
        if (cells[i] != TILE_NONE) continue;
        cli_scene_plan_fail(plan, text->line, "rows: row %lu, character %lu is not in the legend",
                            (unsigned long)row, (unsigned long)i);
        return;
    }
}

/* Rows are written from the top, as one sees them; a map holds them from the bottom. */
static void read_cells(cli_plan *plan, const cli_json *rows, const legend *all,
                       pawl_tile_map *map) {
    const uint32_t width =
        rows->count > 0 && rows->child->type == CLI_JSON_STRING ? (uint32_t)rows->child->length : 0;
    if (width == 0) {
        cli_scene_plan_fail(plan, rows->line, "rows: no cells");
        return;
    }
    if (rows->count > (uint32_t)PAWL_TILE_COUNT_MAX / width) {
        cli_scene_plan_fail(plan, rows->line, "rows: more than %ld cells",
                            (long)PAWL_TILE_COUNT_MAX);
        return;
    }
    uint8_t *cells = cli_heap_take(&plan->scene.terrain, (size_t)rows->count * width);
    uint32_t row = 0;
    for (const cli_json *one = rows->child; one != NULL && !plan->failed; one = one->next) {
        read_row(plan, one, all, row, width, cells + (size_t)(rows->count - 1 - row) * width);
        row++;
    }
    map->cells = cells;
    map->width = (int32_t)width;
    map->height = (int32_t)rows->count;
}

pawl_status cli_scene_terrain_plan_tiles(cli_plan *plan, const cli_json *value,
                                         cli_plan_shape *shape) {
    static const char *const keys[] = {"rows", "legend", "cell_size", "lower", NULL};
    legend all = default_legend();
    cli_scene_plan_check_keys(plan, value, keys);
    read_legend(plan, value, &all);
    shape->tiles.cell_size = PAWL_FX_ONE;
    cli_scene_plan_read_fx(plan, value, "cell_size", PAWL_FX(0, 1, 16), PAWL_EXTENT_MAX,
                           &shape->tiles.cell_size);
    cli_scene_plan_read_point(plan, value, "lower", false, &shape->tiles.lower);
    const cli_json *rows = cli_scene_plan_read_member(plan, value, "rows", CLI_JSON_ARRAY, true);
    if (rows != NULL && !plan->failed) read_cells(plan, rows, &all, &shape->tiles);
    if (all.has_materials && !plan->failed) make_table(plan, shape, PAWL_TILE_MATERIALS_MAX - 1);
    shape->type = CLI_SHAPE_TILES;
    return PAWL_OK;
}
