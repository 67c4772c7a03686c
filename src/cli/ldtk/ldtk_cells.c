/* ldtk_cells.c - IntGrid layers and layers of tiles as tile layers of a map of Tiled. Levels that
 * lie on one grid share a layer, so that terrain goes on from level to level. */
#include <stdlib.h>
#include <string.h>

#include "cli/ldtk/ldtk.h"

#define SHEET_CELLS_MAX (INT64_C(1) << 20) /* that levels of one sheet are spread over */
#define SHEETS_MAX 1024u

/* Where a level lies: left, top, right and bottom. */
typedef struct placed {
    struct placed *next;
    int64_t box[4];
} placed;

/* A tile layer that is being made: the cells of an IntGrid layer, of all levels in line. */
typedef struct sheet {
    struct sheet *next;
    const cli_ldtk_grid *grid;
    int64_t depth, rest_x, rest_y; /* of its origin, within a cell */
    int64_t box[4];                /* left, top, right and bottom: cells of the map */
    placed *levels;
    cli_ldtk_node layer, chunks;
} sheet;

typedef struct maker {
    cli_ldtk *all;
    cli_ldtk_node *tilesets, *layers;
    sheet *sheets;
    uint32_t sheet_count;
    int64_t spread; /* cells of all sheets */
} maker;

/* ---- tilesets ---- */

/* Properties that give the region of a tile its name. */
static void put_tile(cli_ldtk_node *tiles, uint32_t id, cli_role role, const char *name,
                     uint32_t line) {
    cli_ldtk_node tile = cli_ldtk_tree_open(tiles, NULL, CLI_JSON_OBJECT, line);
    cli_ldtk_tree_int(&tile, "id", id);
    cli_ldtk_tree_text(&tile, "class", cli_scene_words_class(role));
    if (role == CLI_MEANS_SOLID) return;
    cli_ldtk_node list = cli_ldtk_tree_open(&tile, "properties", CLI_JSON_ARRAY, line);
    cli_ldtk_node property = cli_ldtk_tree_open(&list, NULL, CLI_JSON_OBJECT, line);
    cli_ldtk_tree_text(&property, "name", "region");
    cli_ldtk_tree_text(&property, "value", name[0] != 0 ? name : cli_scene_words_role_text(role));
}

/* The tiles of a set whose cells are those of the map. */
static cli_ldtk_node open_tileset(maker *make, const char *name, uint32_t count, uint32_t line) {
    cli_ldtk_node set = cli_ldtk_tree_open(make->tilesets, NULL, CLI_JSON_OBJECT, line);
    cli_ldtk_tree_int(&set, "firstgid", make->all->next_gid);
    cli_ldtk_tree_text(&set, "name", name);
    cli_ldtk_tree_int(&set, "tilewidth", make->all->cell);
    cli_ldtk_tree_int(&set, "tileheight", make->all->cell);
    make->all->next_gid += count;
    return cli_ldtk_tree_open(&set, "tiles", CLI_JSON_ARRAY, line);
}

/* Tile i + 1 is value i of the layer. */
static void put_grid(maker *make, cli_ldtk_grid *grid) {
    grid->first_gid = make->all->next_gid;
    cli_ldtk_node tiles = open_tileset(make, grid->name, grid->value_count, grid->line);
    for (uint32_t i = 0; i < grid->value_count; i++) {
        const cli_ldtk_value *value = &grid->values[i];
        if (cli_scene_words_class(value->role) == NULL) continue;
        put_tile(&tiles, i, value->role, value->name, grid->line);
    }
}

/* ---- sheets ---- */

static int64_t floor_div(int64_t a, int64_t b) {
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static void grow(int64_t box[4], const int64_t by[4]) {
    for (int i = 0; i < 4; i++) {
        if (i < 2 ? by[i] < box[i] : by[i] > box[i]) box[i] = by[i];
    }
}

static int64_t area_of(const int64_t box[4]) {
    return (box[2] - box[0]) * (box[3] - box[1]);
}

/* Whether a level may join: on the same grid, not over another one there, and so near that neither
 * this sheet nor all together have too many cells between levels. */
static bool has_room(const maker *make, const sheet *one, const sheet *wanted) {
    int64_t box[4];
    if (one->grid != wanted->grid || one->depth != wanted->depth || one->rest_x != wanted->rest_x ||
        one->rest_y != wanted->rest_y)
        return false;
    memcpy(box, one->box, sizeof box);
    grow(box, wanted->box);
    if (area_of(box) > SHEET_CELLS_MAX ||
        make->spread + area_of(box) - area_of(one->box) > CLI_LDTK_CELLS_MAX)
        return false;
    for (const placed *has = one->levels; has != NULL; has = has->next) {
        if (wanted->box[0] < has->box[2] && has->box[0] < wanted->box[2] &&
            wanted->box[1] < has->box[3] && has->box[1] < wanted->box[3])
            return false;
    }
    return true;
}

static sheet *join(maker *make, sheet *to, const int64_t box[4]) {
    placed *level = cli_heap_take(&make->all->plan->heap, sizeof *level);
    memcpy(level->box, box, sizeof level->box);
    level->next = to->levels;
    to->levels = level;
    make->spread -= area_of(to->box);
    grow(to->box, box);
    make->spread += area_of(to->box);
    return to;
}

static sheet *open_sheet(maker *make, const sheet *wanted) {
    const cli_ldtk_grid *grid = wanted->grid;
    sheet *one = make->sheets;
    while (one != NULL && !has_room(make, one, wanted))
        one = one->next;
    if (one != NULL) return join(make, one, wanted->box);
    if (make->sheet_count++ == SHEETS_MAX) {
        cli_scene_plan_fail(make->all->plan, grid->line,
                            "levels on more than %lu grids that do not fit each other",
                            (unsigned long)SHEETS_MAX);
    }
    one = cli_heap_take(&make->all->plan->heap, sizeof *one);
    *one = *wanted;
    make->spread += area_of(one->box);
    one->next = make->sheets;
    make->sheets = one;
    one->layer = cli_ldtk_tree_open(make->layers, NULL, CLI_JSON_OBJECT, grid->line);
    cli_ldtk_tree_text(&one->layer, "type", "tilelayer");
    cli_ldtk_tree_text(&one->layer, "name", grid->name);
    cli_ldtk_tree_bool(&one->layer, "settled", true);
    cli_ldtk_tree_text(&one->layer, "encoding", "csv");
    cli_ldtk_tree_int(&one->layer, "offsetx", one->rest_x);
    cli_ldtk_tree_int(&one->layer, "offsety", one->rest_y);
    one->chunks = cli_ldtk_tree_open(&one->layer, "chunks", CLI_JSON_ARRAY, grid->line);
    return join(make, one, one->box);
}

/* ---- cells ---- */

/* Cells of a layer, `fold` of the map's to each side of one. */
typedef struct cells {
    uint32_t width, height, fold;
    uint32_t *gids; /* width x height */
} cells;

static bool make_cells(maker *make, const cli_json *layer, int64_t size, cells *out) {
    cli_ldtk *all = make->all;
    const int64_t width = cli_ldtk_tree_get_int(all, layer, "__cWid", 0, CLI_LDTK_CELLS_MAX);
    const int64_t height = cli_ldtk_tree_get_int(all, layer, "__cHei", 0, CLI_LDTK_CELLS_MAX);
    const int64_t fold = size / all->cell;
    if (all->plan->failed || width == 0 || height == 0) return false;
    if (width * height > CLI_LDTK_CELLS_MAX ||
        width * height * fold * fold > (int64_t)(CLI_LDTK_CELLS_MAX - all->cells)) {
        cli_scene_plan_fail(all->plan, layer->line, "more than %lu cells of %ld pixels",
                            (unsigned long)CLI_LDTK_CELLS_MAX, (long)all->cell);
        return false;
    }
    all->cells += (uint32_t)(width * height * fold * fold);
    out->width = (uint32_t)width;
    out->height = (uint32_t)height;
    out->fold = (uint32_t)fold;
    out->gids = cli_heap_allocate((size_t)(width * height) * sizeof *out->gids);
    memset(out->gids, 0, (size_t)(width * height) * sizeof *out->gids);
    return true;
}

/* All rows, as the text that a map of Tiled has. */
static void put_data(cli_ldtk_node *chunk, const cells *from) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = cli_heap_open_text(&text, &size);
    for (uint32_t y = 0; y < from->height * from->fold; y++) {
        for (uint32_t x = 0; x < from->width * from->fold; x++) {
            const size_t at = (size_t)(y / from->fold) * from->width + x / from->fold;
            fprintf(file, "%s%lu", x + y > 0 ? "," : "", (unsigned long)from->gids[at]);
        }
    }
    if (fclose(file) != 0) cli_heap_out_of_memory();
    cli_ldtk_tree_text(chunk, "data", text);
    free(text);
}

static void put_chunk(maker *make, const cli_ldtk_level *level, const cli_json *layer,
                      const cli_ldtk_grid *grid, const cells *from) {
    cli_ldtk *all = make->all;
    const int64_t x = level->x + cli_ldtk_tree_offset(all, layer, false);
    const int64_t y = level->y + cli_ldtk_tree_offset(all, layer, true);
    const int64_t column = floor_div(x, all->cell), row = floor_div(y, all->cell);
    const int64_t width = (int64_t)from->width * from->fold;
    const int64_t height = (int64_t)from->height * from->fold;
    const sheet wanted = {.grid = grid,
                          .depth = level->depth,
                          .rest_x = x - column * all->cell,
                          .rest_y = y - row * all->cell,
                          .box = {column, row, column + width, row + height}};
    sheet *to = open_sheet(make, &wanted);
    cli_ldtk_node chunk = cli_ldtk_tree_open(&to->chunks, NULL, CLI_JSON_OBJECT, layer->line);
    cli_ldtk_tree_int(&chunk, "x", column);
    cli_ldtk_tree_int(&chunk, "y", row);
    cli_ldtk_tree_int(&chunk, "width", width);
    cli_ldtk_tree_int(&chunk, "height", height);
    put_data(&chunk, from);
}

/* Layers whose cells are no whole number of the map's cells: rectangles one by one. */
static void put_rectangles(maker *make, const cli_ldtk_level *level, const cli_json *layer,
                           const cli_ldtk_grid *grid, const cells *from) {
    cli_ldtk *all = make->all;
    cli_ldtk_node node = cli_ldtk_tree_open(make->layers, NULL, CLI_JSON_OBJECT, layer->line);
    cli_ldtk_tree_text(&node, "type", "objectgroup");
    cli_ldtk_tree_text(&node, "name", grid->name);
    cli_ldtk_tree_bool(&node, "settled", true);
    cli_ldtk_tree_int(&node, "offsetx", level->x + cli_ldtk_tree_offset(all, layer, false));
    cli_ldtk_tree_int(&node, "offsety", level->y + cli_ldtk_tree_offset(all, layer, true));
    cli_ldtk_node objects = cli_ldtk_tree_open(&node, "objects", CLI_JSON_ARRAY, layer->line);
    for (uint32_t y = 0; y < from->height; y++) {
        for (uint32_t x = 0; x < from->width; x++) {
            const uint32_t *row = &from->gids[(size_t)y * from->width];
            const uint32_t gid = row[x], first = x;
            if (gid == 0) continue;
            while (x + 1 < from->width && row[x + 1] == gid)
                x++;
            const cli_ldtk_value *value = &grid->values[gid - grid->first_gid];
            cli_ldtk_node one = cli_ldtk_tree_open(&objects, NULL, CLI_JSON_OBJECT, layer->line);
            cli_ldtk_tree_int(&one, "id", all->next_box++);
            cli_ldtk_tree_text(&one, "name", value->name);
            cli_ldtk_tree_text(&one, "class", cli_scene_words_class(value->role));
            cli_ldtk_tree_int(&one, "x", first * grid->size);
            cli_ldtk_tree_int(&one, "y", y * grid->size);
            cli_ldtk_tree_int(&one, "width", (x + 1 - first) * grid->size);
            cli_ldtk_tree_int(&one, "height", grid->size);
        }
    }
}

static void put_layer(maker *make, const cli_ldtk_level *level, const cli_ldtk_layer *layer) {
    cli_ldtk *all = make->all;
    const cli_ldtk_grid *grid = layer->grid;
    cells found;
    uint32_t number = 0;
    size_t count = 0;
    if (!grid->has_role) return;
    const int64_t size = cli_ldtk_tree_get_int(all, layer->json, "__gridSize", 1, 65536);
    const bool is_whole = size >= all->cell && size / all->cell * all->cell == size;
    if (size != grid->size) {
        cli_scene_plan_fail(all->plan, layer->line, "__gridSize: %ld here and %ld in another level",
                            (long)size, (long)grid->size);
        return;
    }
    if (!make_cells(make, layer->json, is_whole ? size : all->cell, &found)) return;
    const size_t room = (size_t)found.width * found.height;
    for (const char *at = layer->data; cli_ldtk_tree_next_cell(&at, &number); count++) {
        const uint32_t index = number > CLI_LDTK_VALUE_MAX ? 0 : grid->of[number];
        if (count >= room || index == 0) continue;
        if (cli_scene_words_class(grid->values[index - 1].role) != NULL)
            found.gids[count] = grid->first_gid + index - 1;
    }
    if (count != room) {
        cli_scene_plan_fail(all->plan, layer->line, "intGridCsv: %lu cells, expected %lu",
                            (unsigned long)count, (unsigned long)room);
    } else if (is_whole) {
        put_chunk(make, level, layer->json, grid, &found);
    } else {
        put_rectangles(make, level, layer->json, grid, &found);
    }
    free(found.gids);
}

void cli_ldtk_cells_put(cli_ldtk *all, cli_ldtk_node *tilesets, cli_ldtk_node *layers) {
    maker make = {.all = all, .tilesets = tilesets, .layers = layers};
    for (uint32_t i = 0; i < all->grid_count; i++) {
        if (all->grids[i].has_role) put_grid(&make, &all->grids[i]);
    }
    for (uint32_t i = 0; i < all->level_count && !all->plan->failed; i++) {
        const cli_ldtk_level *level = &all->levels[i];
        cli_scene_plan_at(all->plan, "level", i, level->name);
        const cli_ldtk_layer *layer = level->layers;
        for (; layer != NULL && !all->plan->failed; layer = layer->next)
            put_layer(&make, level, layer);
    }
    all->plan->where[0] = 0;
}
