/* ldtk_tiles.c - layers of tiles. A tile is a picture, unless its tileset has tags for it, values
 * of an enum or a word as custom data: then the tag is to the cell what a value is to an IntGrid.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/ldtk/ldtk.h"

#define TILE_MAX 65535 /* numbers of a tileset */
#define WORD_MAX 40u   /* of custom data that is a word */
#define UNTAGGED UINT16_C(1)

/* By tile number: which value of the layer it is. */
typedef struct tags {
    uint16_t *of;
    uint16_t next;
} tags;

/* The value of a layer that has this name. */
static uint16_t number_of(cli_ldtk *all, cli_ldtk_grid *grid, const char *name) {
    for (uint32_t i = 0; i < grid->value_count; i++) {
        if (strcmp(grid->values[i].name, name) == 0) return (uint16_t)grid->values[i].number;
    }
    const uint32_t number = UNTAGGED + 1u + grid->value_count;
    cli_ldtk_value *value = cli_ldtk_values_at(all, grid, number);
    if (value != NULL) value->name = name;
    return (uint16_t)number;
}

/* A tag that has a role wins over one that has none; the first of equal ones stays. */
static void tag(cli_ldtk *all, cli_ldtk_grid *grid, uint16_t *of, const cli_json *id,
                const char *name) {
    const char *at = id != NULL && id->text != NULL ? id->text : "";
    uint32_t tile = 0;
    if (!cli_ldtk_tree_next_cell(&at, &tile) || tile > TILE_MAX || all->plan->failed) return;
    const bool has_role = cli_scene_words_of_cells(name) != CLI_MEANS_NONE;
    if (of[tile] != UNTAGGED && !has_role) return;
    if (of[tile] == UNTAGGED || has_role) of[tile] = number_of(all, grid, name);
}

static void read_tags(cli_ldtk *all, cli_ldtk_grid *grid, const cli_json *layer, uint16_t *of) {
    const cli_json *uid = cli_json_find(layer, "__tilesetDefUid");
    const cli_json *sets = cli_ldtk_tree_first(all->defs, "tilesets");
    if (uid == NULL || uid->text == NULL) return;
    const cli_json *set = cli_ldtk_tree_named(sets, "uid", uid->text);
    const cli_json *one = cli_ldtk_tree_first(set, "enumTags");
    for (uint32_t i = 0; one != NULL && i < CLI_LDTK_SCAN_MAX; i++, one = one->next) {
        const char *name = cli_ldtk_tree_get_text(one, "enumValueId");
        for (const cli_json *id = cli_ldtk_tree_first(one, "tileIds"); id; id = id->next)
            tag(all, grid, of, id, name);
    }
    one = cli_ldtk_tree_first(set, "customData");
    for (uint32_t i = 0; one != NULL && i <= TILE_MAX; i++, one = one->next) {
        const char *word = cli_ldtk_tree_get_text(one, "data");
        if (strlen(word) > WORD_MAX || strpbrk(word, ":={") != NULL) continue;
        if (cli_scene_words_of_cells(word) == CLI_MEANS_NONE) continue;
        tag(all, grid, of, cli_json_find(one, "tileId"), word);
    }
}

/* The tiles of a layer, which the tree has as text. */
static const cli_json *parse_tiles(cli_ldtk *all, cli_heap *heap, const cli_json *list) {
    cli_json_error error = {0, ""};
    const size_t size = list->length + 2;
    char *text = cli_heap_take(heap, size + 1);
    text[0] = '[';
    memcpy(text + 1, list->text, list->length);
    text[size - 1] = ']';
    const cli_json *root = cli_json_parse(heap, text, size, &error);
    if (root != NULL) return root;
    cli_scene_plan_fail(all->plan, list->line, "gridTiles: %s", error.reason);
    return NULL;
}

/* Where tiles lie upon each other the one with a tag counts. Tiles between cells are pictures. */
static void lay_tile(cli_ldtk *all, const cli_ldtk_grid *grid, const cli_json *tile, int64_t width,
                     int64_t height, const uint16_t *of, uint16_t *cells) {
    const cli_json *x = cli_ldtk_tree_first(tile, "px"), *y = x == NULL ? NULL : x->next;
    const cli_ldtk_pixels size = grid->size * CLI_LDTK_PIXEL;
    const int64_t number = cli_ldtk_tree_get_int(all, tile, "t", 0, TILE_MAX);
    const cli_ldtk_pixels left = cli_ldtk_tree_value_pixels(x), top = cli_ldtk_tree_value_pixels(y);
    const int64_t column = left / size, row = top / size;
    if (left < 0 || top < 0 || column >= width || row >= height) return;
    if (column * size != left || row * size != top) return;
    uint16_t *cell = &cells[row * width + column];
    if (*cell <= UNTAGGED) *cell = of[number];
}

static const char *print_cells(cli_ldtk *all, const uint16_t *cells, size_t count) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = cli_heap_open_text(&text, &size);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%u", i > 0 ? "," : "", (unsigned)cells[i]);
    if (fclose(out) != 0) cli_heap_out_of_memory();
    const char *kept = cli_heap_text(&all->plan->heap, text, size);
    free(text);
    return kept;
}

const char *cli_ldtk_tiles_read(cli_ldtk *all, cli_ldtk_grid *grid, const cli_json *layer) {
    const cli_json *list = cli_json_find(layer, "gridTiles");
    const int64_t width = cli_ldtk_tree_get_int(all, layer, "__cWid", 0, CLI_LDTK_CELLS_MAX);
    const int64_t height = cli_ldtk_tree_get_int(all, layer, "__cHei", 0, CLI_LDTK_CELLS_MAX);
    const int64_t room = width * height;
    cli_heap heap = {0};
    if (list == NULL || list->text == NULL || list->count == 0 || room == 0) return NULL;
    if (room > (int64_t)(CLI_LDTK_CELLS_MAX - all->tile_cells)) {
        cli_scene_plan_fail(all->plan, layer->line, "more than %lu cells in layers of tiles",
                            (unsigned long)CLI_LDTK_CELLS_MAX);
    }
    if (all->plan->failed) return NULL;
    all->tile_cells += (uint32_t)room;
    uint16_t *of = cli_heap_take(&heap, (TILE_MAX + 1) * sizeof *of);
    uint16_t *cells = cli_heap_take(&heap, (size_t)room * sizeof *cells);
    for (size_t i = 0; i <= TILE_MAX; i++)
        of[i] = UNTAGGED;
    read_tags(all, grid, layer, of);
    const cli_json *tiles = parse_tiles(all, &heap, list);
    const cli_json *one = tiles == NULL ? NULL : tiles->child;
    for (; one != NULL && !all->plan->failed; one = one->next)
        lay_tile(all, grid, one, width, height, of, cells);
    const char *text = all->plan->failed ? NULL : print_cells(all, cells, (size_t)room);
    cli_heap_free(&heap);
    return text;
}
