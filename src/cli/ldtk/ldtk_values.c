/* ldtk_values.c - what the values of IntGrid layers are: their names say it, or the names of their
 * groups, or the name of the layer; where nothing is solid then, a guess, which says why. */
#include <stdlib.h>
#include <string.h>

#include "cli/ldtk/ldtk.h"

#define LISTED_MAX 12u /* values of a layer, in its note */

/* ---- definitions ---- */

cli_ldtk_value *cli_ldtk_values_at(cli_ldtk *all, cli_ldtk_grid *grid, uint32_t number) {
    if (grid->of[number] != 0) return &grid->values[grid->of[number] - 1];
    if (grid->value_count == CLI_LDTK_NAMED_MAX) {
        cli_scene_plan_fail(all->plan, grid->line, "layer \"%.40s\": more than %lu values",
                            grid->name, (unsigned long)CLI_LDTK_NAMED_MAX);
        return NULL;
    }
    cli_ldtk_value *value = &grid->values[grid->value_count++];
    grid->of[number] = (uint16_t)grid->value_count;
    value->number = number;
    value->name = value->group = value->reason = "";
    return value;
}

static const char *group_of(const cli_json *def, const cli_json *value) {
    const cli_json *uid = cli_json_find(value, "groupUid");
    if (uid == NULL || uid->text == NULL) return "";
    const cli_json *groups = cli_ldtk_tree_first(def, "intGridValuesGroups");
    return cli_ldtk_tree_get_text(cli_ldtk_tree_named(groups, "uid", uid->text), "identifier");
}

static void read_def(cli_ldtk *all, cli_ldtk_grid *grid) {
    const cli_json *def =
        cli_ldtk_tree_named(cli_ldtk_tree_first(all->defs, "layers"), "identifier", grid->name);
    const cli_json *one = cli_ldtk_tree_first(def, "intGridValues");
    for (; one != NULL && !all->plan->failed; one = one->next) {
        const int64_t number = cli_ldtk_tree_get_int(all, one, "value", 0, CLI_LDTK_VALUE_MAX);
        cli_ldtk_value *value =
            number == 0 ? NULL : cli_ldtk_values_at(all, grid, (uint32_t)number);
        if (value == NULL) continue;
        value->name = cli_ldtk_tree_get_text(one, "identifier");
        value->group = group_of(def, one);
    }
}

/* The layer of that name; made when there is none. Null beyond the limit. */
static cli_ldtk_grid *find_grid(cli_ldtk *all, const cli_json *layer) {
    const char *name = cli_ldtk_tree_get_text(layer, "__identifier");
    for (uint32_t i = 0; i < all->grid_count; i++) {
        if (strcmp(all->grids[i].name, name) == 0) return &all->grids[i];
    }
    if (all->grid_count == CLI_LDTK_GRIDS_MAX) {
        cli_scene_plan_fail(all->plan, layer->line, "more than %lu IntGrid layers",
                            (unsigned long)CLI_LDTK_GRIDS_MAX);
        return NULL;
    }
    cli_ldtk_grid *grid = &all->grids[all->grid_count++];
    grid->name = name;
    grid->line = layer->line;
    grid->size = cli_ldtk_tree_get_int(all, layer, "__gridSize", 1, 65536);
    grid->values = cli_heap_take(&all->plan->heap, CLI_LDTK_NAMED_MAX * sizeof *grid->values);
    grid->of = cli_heap_take(&all->plan->heap, (CLI_LDTK_VALUE_MAX + 1) * sizeof *grid->of);
    if (strcmp(cli_ldtk_tree_get_text(layer, "__type"), "Tiles") == 0) {
        grid->is_tiles = true;
    } else {
        read_def(all, grid);
    }
    return grid;
}

/* ---- cells ---- */

static void fail_value(cli_ldtk *all, const cli_ldtk_layer *layer) {
    cli_scene_plan_fail(all->plan, layer->line, "intGridCsv: a value that is none of 0 .. %d",
                        CLI_LDTK_VALUE_MAX);
}

static void count_layer(cli_ldtk *all, const cli_ldtk_layer *layer) {
    const char *at = layer->data;
    uint32_t number = 0;
    for (; cli_ldtk_tree_next_cell(&at, &number) && !all->plan->failed; layer->grid->total++) {
        if (number > CLI_LDTK_VALUE_MAX) {
            fail_value(all, layer);
            return;
        }
        if (number == 0) continue;
        cli_ldtk_value *value = cli_ldtk_values_at(all, layer->grid, number);
        if (value != NULL) value->cells++;
    }
    if (*at != 0) fail_value(all, layer);
}

/* A layer that has cells, as it is asked for in the level; null when there are none. */
static cli_ldtk_layer *read_layer(cli_ldtk *all, const cli_json *json) {
    const char *type = cli_ldtk_tree_get_text(json, "__type");
    const cli_json *data = cli_json_find(json, "intGridCsv");
    const bool is_tiles = strcmp(type, "Tiles") == 0;
    if (!is_tiles && (strcmp(type, "IntGrid") != 0 || data == NULL || data->text == NULL)) {
        return NULL;
    }
    cli_ldtk_layer *layer = cli_heap_take(&all->plan->heap, sizeof *layer);
    layer->json = json;
    layer->grid = find_grid(all, json);
    layer->line = is_tiles ? json->line : data->line;
    if (all->plan->failed) return NULL;
    layer->data = is_tiles ? cli_ldtk_tiles_read(all, layer->grid, json) : data->text;
    return layer->data != NULL ? layer : NULL;
}

static void read_cells(cli_ldtk *all) {
    for (uint32_t i = 0; i < all->level_count && !all->plan->failed; i++) {
        cli_scene_plan_at(all->plan, "level", i, all->levels[i].name);
        const cli_json *one = cli_ldtk_tree_first(all->levels[i].json, "layerInstances");
        cli_ldtk_layer **end = &all->levels[i].layers;
        for (; one != NULL && !all->plan->failed; one = one->next) {
            cli_ldtk_layer *layer = read_layer(all, one);
            if (layer == NULL) continue;
            count_layer(all, layer);
            *end = layer;
            end = &layer->next;
        }
    }
    all->plan->where[0] = 0;
}

/* ---- where the player stands ---- */

/* The value of a layer at a pixel of the world, in the level of the player. */
static uint32_t value_at(cli_ldtk *all, const cli_ldtk_layer *layer, int64_t x, int64_t y) {
    const cli_ldtk_level *level = all->stand.level;
    const int64_t size = layer->grid->size;
    const int64_t width = cli_ldtk_tree_get_int(all, layer->json, "__cWid", 0, CLI_LDTK_CELLS_MAX);
    x -= level->x + cli_ldtk_tree_offset(all, layer->json, false);
    y -= level->y + cli_ldtk_tree_offset(all, layer->json, true);
    if (x < 0 || y < 0 || x / size >= width) return 0;
    int64_t left = y / size * width + x / size;
    const char *at = layer->data;
    uint32_t number = 0;
    while (cli_ldtk_tree_next_cell(&at, &number) && left > 0)
        left--;
    return left == 0 && number <= CLI_LDTK_VALUE_MAX ? number : 0;
}

/* The values that the player is in and stands on. */
static void look_around(cli_ldtk *all, const cli_ldtk_grid *grid, uint32_t *in, uint32_t *under) {
    const cli_ldtk_layer *layer = all->stand.is_known ? all->stand.level->layers : NULL;
    *in = *under = 0;
    while (layer != NULL && layer->grid != grid)
        layer = layer->next;
    if (layer == NULL) return;
    *in = value_at(all, layer, all->stand.x, all->stand.middle);
    *under = value_at(all, layer, all->stand.x, all->stand.below);
}

/* ---- what they are ---- */

/* By its name, its group's or its layer's. */
static void name_role(cli_ldtk_value *value, cli_role of_layer) {
    const cli_role of_group = cli_scene_words_of_cells(value->group);
    value->role = cli_scene_words_of_cells(value->name);
    if (value->role == CLI_MEANS_EARTH && of_group == CLI_MEANS_SOLID) value->role = of_group;
    if (value->role == CLI_MEANS_NONE && of_group != CLI_MEANS_NONE) {
        value->role = of_group;
        value->reason = "by its group";
    }
    if (value->role == CLI_MEANS_NONE && of_layer != CLI_MEANS_NONE) {
        value->role = of_layer;
        value->reason = "by the layer's name";
    }
}

/* Islands: earth and water fill a layer, and nothing in it is a wall. */
static bool has_islands(const cli_ldtk_grid *grid) {
    uint64_t earth = 0, water = 0, walls = 0;
    for (uint32_t i = 0; i < grid->value_count; i++) {
        const cli_ldtk_value *value = &grid->values[i];
        if (value->role == CLI_MEANS_EARTH) earth += value->cells;
        if (value->role == CLI_MEANS_WATER) water += value->cells;
        if (value->role == CLI_MEANS_SOLID || value->role == CLI_MEANS_ONE_WAY)
            walls += value->cells;
    }
    return earth > 0 && water > 0 && walls == 0 && (earth + water) * 8 >= grid->total * 7;
}

/* Earth is solid, unless the player is in it, or all else is water: then the level is seen from
 * above. */
static void decide_by_names(cli_ldtk *all, cli_ldtk_grid *grid) {
    /* Layers of tiles are pictures, whatever their name. */
    const cli_role of_layer =
        grid->is_tiles ? CLI_MEANS_NONE : cli_scene_words_of_cells(grid->name);
    uint32_t in = 0, under = 0;
    look_around(all, grid, &in, &under);
    for (uint32_t i = 0; i < grid->value_count; i++)
        name_role(&grid->values[i], of_layer);
    const uint16_t around = in == 0 ? 0 : grid->of[in];
    const bool is_in = around != 0 && grid->values[around - 1].role == CLI_MEANS_EARTH;
    const bool is_floor = is_in || has_islands(grid);
    all->is_from_above = all->is_from_above || is_floor;
    for (uint32_t i = 0; i < grid->value_count; i++) {
        cli_ldtk_value *value = &grid->values[i];
        if (value->role != CLI_MEANS_EARTH) continue;
        value->role = is_floor ? CLI_MEANS_NOTHING : CLI_MEANS_SOLID;
        if (!is_floor) continue;
        value->reason = is_in ? "a floor, seen from above: the player is in it or its like"
                              : "a floor, seen from above: it and water fill the layer";
    }
}

static bool is_solid(cli_role role) {
    return role == CLI_MEANS_SOLID || role == CLI_MEANS_DOOR;
}

static bool has_any(const cli_ldtk *all, bool with_doors) {
    for (uint32_t i = 0; i < all->grid_count; i++) {
        for (uint32_t j = 0; j < all->grids[i].value_count; j++) {
            const cli_ldtk_value *value = &all->grids[i].values[j];
            const bool is_it = with_doors ? is_solid(value->role) : value->role == CLI_MEANS_SOLID;
            if (is_it && value->cells > 0) return true;
        }
    }
    return false;
}

/* How much speaks for a value being solid, where no name says so; 0: nothing. */
static int rank(cli_ldtk *all, const cli_ldtk_grid *grid, const cli_ldtk_value *value) {
    const cli_role of_layer = cli_scene_words_of_cells(grid->name);
    uint32_t in = 0, under = 0;
    if (value->role != CLI_MEANS_NONE || value->cells == 0) return 0;
    look_around(all, grid, &in, &under);
    if (in == value->number) return 0;
    if (under == value->number) return 3;
    if (of_layer == CLI_MEANS_SOLID || of_layer == CLI_MEANS_EARTH) return 2;
    const bool fills = (uint64_t)value->cells * 8 >= grid->total * 7; /* a floor, or a picture */
    return of_layer == CLI_MEANS_NOTHING || fills ? 0 : 1;
}

/* Nothing is solid by name: what the player stands on is; else that of a layer whose name says so;
 * else the value with the most cells, but for one that fills a layer. */
static bool guess(cli_ldtk *all) {
    static const char *const reasons[] = {
        "", "a guess: it has the most cells, and nothing says what is solid",
        "a guess, by the layer's name", "a guess: the player stands on it"};
    cli_ldtk_value *best = NULL;
    int of_best = 0;
    for (uint32_t i = 0; i < all->grid_count; i++) {
        for (uint32_t j = 0; j < all->grids[i].value_count; j++) {
            cli_ldtk_value *value = &all->grids[i].values[j];
            const int of = rank(all, &all->grids[i], value);
            if (of == 0 || of < of_best) continue;
            if (of == of_best && value->cells <= best->cells) continue;
            of_best = of;
            best = value;
        }
    }
    if (best == NULL) return false;
    best->role = CLI_MEANS_SOLID;
    best->reason = reasons[of_best];
    return true;
}

/* Seen from above, water stops a walker where nothing else does. */
static bool guess_shores(cli_ldtk *all) {
    bool any = false;
    for (uint32_t i = 0; i < all->grid_count && all->is_from_above; i++) {
        for (uint32_t j = 0; j < all->grids[i].value_count; j++) {
            cli_ldtk_value *value = &all->grids[i].values[j];
            if (value->role != CLI_MEANS_WATER || value->cells == 0) continue;
            value->role = CLI_MEANS_SOLID;
            value->reason = "a guess: seen from above, nothing else stops a walker";
            any = true;
        }
    }
    return any;
}

/* `1 "dirt" (by its group)`, or `tag "Wall"` and `tiles without a tag` of layers of tiles. */
static void put_value(FILE *out, const cli_ldtk_grid *grid, const cli_ldtk_value *value) {
    if (grid->is_tiles && value->name[0] == 0) {
        fprintf(out, "%lu tiles without a tag", (unsigned long)value->cells);
    } else if (value->name[0] == 0) {
        fprintf(out, "%lu", (unsigned long)value->number);
    } else if (grid->is_tiles) {
        fprintf(out, "tag \"%.30s\"", value->name);
    } else {
        fprintf(out, "%lu \"%.30s\"", (unsigned long)value->number, value->name);
    }
    if (value->reason[0] != 0) fprintf(out, " (%s)", value->reason);
}

/* `IntGrid layer "Collisions": solid: 1 "dirt", 3 "stone"; nothing: 7`. */
static void note_grid(cli_ldtk *all, const cli_ldtk_grid *grid) {
    char *text = NULL;
    size_t size = 0;
    uint32_t listed = 0;
    FILE *out = cli_heap_open_text(&text, &size);
    for (int role = CLI_MEANS_NONE; role < CLI_MEANS_ROLES; role++) {
        bool is_first = true;
        for (uint32_t i = 0; i < grid->value_count && listed < LISTED_MAX; i++) {
            if ((int)grid->values[i].role != role || grid->values[i].cells == 0) continue;
            if (is_first) {
                fprintf(out, "%s%s: ", listed > 0 ? "; " : "",
                        cli_scene_words_role_text((cli_role)role));
            } else {
                fputs(", ", out);
            }
            put_value(out, grid, &grid->values[i]);
            is_first = false;
            listed++;
        }
    }
    if (fclose(out) != 0) cli_heap_out_of_memory();
    if (listed > 0) {
        cli_ldtk_tell(all->plan, grid->line, "%s \"%.40s\": %s%s",
                      grid->is_tiles ? "layer of tiles" : "IntGrid layer", grid->name, text,
                      listed == LISTED_MAX ? ", and more" : "");
    }
    free(text);
}

static int64_t common(int64_t a, int64_t b) {
    for (int i = 0; b != 0 && i < 64; i++) { /* Euclid; numbers of 17 bits need 25 rounds */
        const int64_t rest = a - a / b * b;
        a = b;
        b = rest;
    }
    return a;
}

/* How many cells of a layer are solid; whether any has a role. */
static uint64_t count_solid(cli_ldtk_grid *grid) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < grid->value_count; i++) {
        const cli_ldtk_value *value = &grid->values[i];
        if (value->cells == 0 || cli_scene_words_class(value->role) == NULL) continue;
        grid->has_role = true;
        count += is_solid(value->role) ? value->cells : 0;
    }
    return count;
}

/* Cells of the map are as large as those of the finest layer that takes part; where grids of
 * several sizes do not fit into each other, smaller, down to a quarter. A unit is as wide as a cell
 * of the layer that has the most solid ones. */
static void find_cell(cli_ldtk *all) {
    int64_t least = 0, all_fit = 0;
    uint64_t most = 0;
    for (uint32_t i = 0; i < all->grid_count; i++) {
        cli_ldtk_grid *grid = &all->grids[i];
        const uint64_t solid = count_solid(grid);
        if (!grid->has_role) continue;
        if (all->unit == 0 || solid > most) all->unit = grid->size;
        if (solid > most) most = solid;
        least = least == 0 || grid->size < least ? grid->size : least;
        all_fit = common(grid->size, all_fit);
    }
    if (least == 0) {
        least = all->grid_count > 0
                    ? all->grids[0].size
                    : cli_ldtk_tree_get_int(all, all->root, "defaultGridSize", 1, 65536);
    }
    all->cell = all_fit > 0 && all_fit * 4 >= least ? all_fit : least;
    if (all->unit == 0) all->unit = all->cell;
}

void cli_ldtk_values_decide(cli_ldtk *all) {
    read_cells(all);
    if (all->plan->failed) return;
    cli_ldtk_entities_find_player(all);
    for (uint32_t i = 0; i < all->grid_count; i++)
        decide_by_names(all, &all->grids[i]);
    const bool is_chosen = cli_ldtk_choice_take(all);
    if (all->plan->failed) return;
    bool any = is_chosen || has_any(all, true) || guess(all);
    if (!is_chosen && !has_any(all, false)) any = guess_shores(all) || any;
    if (!any) {
        cli_ldtk_tell(all->plan, 0,
                      "nothing is solid: no value or tag has a name that says "
                      "so, and nothing stands on any");
    }
    for (uint32_t i = 0; i < all->grid_count; i++)
        note_grid(all, &all->grids[i]);
    find_cell(all);
}
