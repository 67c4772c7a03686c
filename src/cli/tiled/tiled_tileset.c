/* tiled_tileset.c - tilesets, in the map or in files of their own: what tiles are and which shapes
 * they collide with. Their pictures are of no interest. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/file.h"
#include "cli/common/reference.h"
#include "cli/tiled/tiled.h"
#include "cli/tiled/tiled_tree.h"

#define GID_MAX (CLI_FLIP_HEXAGONAL - 1u)
#define TILE_SIZE_MAX 65536

/* Tiles before they are in order. */
typedef struct tile_list {
    cli_tiled_tile *first, **end;
    uint32_t count;
} tile_list;

static cli_pixels take_size(cli_plan *plan, const cli_json *value, const char *key,
                            const char *otherwise) {
    int64_t size = 0;
    if (cli_json_find(value, key) == NULL) key = otherwise;
    cli_tiled_tree_int(plan, value, key, 1, TILE_SIZE_MAX, &size);
    return size * CLI_PIXEL;
}

/* A collection of images that has none yet says 0. */
static cli_pixels take_set_size(cli_plan *plan, const cli_json *root, const char *key) {
    int64_t size = -1;
    cli_tiled_tree_int(plan, root, key, 0, TILE_SIZE_MAX, &size);
    if (size < 0 && !plan->failed)
        cli_scene_plan_fail(plan, root->line, "\"tilewidth\" or \"tileheight\" is missing");
    return (size > 0 ? size : 1) * CLI_PIXEL;
}

static void read_tile(cli_plan *plan, const cli_json *value, int64_t id, tile_list *list) {
    cli_tiled_tile *tile = cli_heap_take(&plan->heap, sizeof *tile);
    const size_t used = strlen(plan->where);
    if (!cli_scene_plan_value_type(plan, value, "tiles", CLI_JSON_OBJECT)) return;
    cli_tiled_tree_int(plan, value, "id", 0, CLI_TILED_ID_MAX, &id);
    tile->id = (uint32_t)id;
    cli_scene_plan_at_within(plan, "tile", tile->id, NULL);
    tile->class = cli_tiled_tree_class(value);
    tile->width = take_size(plan, value, "width", "imagewidth");
    tile->height = take_size(plan, value, "height", "imageheight");
    tile->properties = cli_tiled_property_read(plan, value);
    const cli_json *shapes =
        cli_scene_plan_read_member(plan, value, "objectgroup", CLI_JSON_OBJECT, false);
    if (shapes != NULL) tile->objects = cli_tiled_entry_read_list(plan, shapes, NULL);
    plan->where[used] = 0;
    *list->end = tile;
    list->end = &tile->next;
    list->count++;
}

/* Old files have an object whose keys are the numbers of the tiles. */
static void read_tiles(cli_plan *plan, const cli_json *root, tile_list *list) {
    const cli_json *tiles = cli_json_find(root, "tiles");
    if (tiles == NULL) return;
    if (tiles->type != CLI_JSON_OBJECT && tiles->type != CLI_JSON_ARRAY) {
        cli_scene_plan_value_type(plan, tiles, "tiles", CLI_JSON_ARRAY);
        return;
    }
    for (const cli_json *one = tiles->child; one != NULL && !plan->failed; one = one->next) {
        const int64_t id = tiles->type == CLI_JSON_OBJECT ? strtol(one->key, NULL, 10) : 0;
        if (id < 0 || id > CLI_TILED_ID_MAX) {
            cli_scene_plan_fail(plan, one->line, "tiles: \"%.40s\" is no tile number", one->key);
            return;
        }
        read_tile(plan, one, id, list);
    }
}

static int compare_tiles(const void *left, const void *right) {
    const cli_tiled_tile *a = *(const cli_tiled_tile *const *)left;
    const cli_tiled_tile *b = *(const cli_tiled_tile *const *)right;
    return (a->id > b->id) - (a->id < b->id);
}

static void sort_tiles(cli_plan *plan, const cli_json *root, const tile_list *list,
                       cli_tiled_tileset *set) {
    set->tiles = cli_heap_take(&plan->heap, list->count * sizeof *set->tiles);
    for (cli_tiled_tile *one = list->first; one != NULL; one = one->next)
        set->tiles[set->tile_count++] = one;
    if (set->tile_count > 0) {
        qsort(set->tiles, set->tile_count, sizeof *set->tiles, compare_tiles);
    }
    for (uint32_t i = 1; i < set->tile_count; i++) {
        if (set->tiles[i - 1]->id != set->tiles[i]->id) continue;
        cli_scene_plan_fail(plan, root->line, "tiles: %lu is there twice",
                            (unsigned long)set->tiles[i]->id);
        return;
    }
}

/* Old files keep properties beside the tiles, by their numbers. */
static void read_old_properties(cli_plan *plan, const cli_json *root, tile_list *list) {
    const cli_json *all = cli_json_find(root, "tileproperties");
    if (all == NULL || all->type != CLI_JSON_OBJECT) return;
    for (const cli_json *one = all->child; one != NULL && !plan->failed; one = one->next) {
        const long id = strtol(one->key, NULL, 10);
        cli_tiled_tile *tile = list->first;
        while (tile != NULL && (long)tile->id != id)
            tile = tile->next;
        if (tile == NULL) {
            if (id < 0 || id > CLI_TILED_ID_MAX) continue;
            tile = cli_heap_take(&plan->heap, sizeof *tile);
            tile->id = (uint32_t)id;
            tile->class = "";
            *list->end = tile;
            list->end = &tile->next;
            list->count++;
        }
        tile->properties = cli_tiled_property_read_list(plan, one);
    }
}

static void read_alignment(cli_plan *plan, const cli_json *root, cli_tiled_tileset *set) {
    static const char *const names[] = {"topleft", "top",        "topright", "left",       "center",
                                        "right",   "bottomleft", "bottom",   "bottomright"};
    const char *name = cli_tiled_tree_text(root, "objectalignment");
    set->align_y = 2;
    if (name[0] == 0 || strcmp(name, "unspecified") == 0) return;
    for (uint8_t i = 0; i < 9; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        set->is_aligned = true;
        set->align_x = i % 3;
        set->align_y = i / 3;
        return;
    }
    cli_scene_plan_fail(plan, root->line, "objectalignment: \"%.20s\" is unknown", name);
}

static void read_tileset(cli_plan *plan, const cli_json *root, cli_tiled_tileset *set) {
    tile_list list = {.end = NULL};
    list.end = &list.first;
    const cli_json *offset =
        cli_scene_plan_read_member(plan, root, "tileoffset", CLI_JSON_OBJECT, false);
    set->name = cli_tiled_tree_text(root, "name");
    set->width = take_set_size(plan, root, "tilewidth");
    set->height = take_set_size(plan, root, "tileheight");
    set->is_grid_sized = strcmp(cli_tiled_tree_text(root, "tilerendersize"), "grid") == 0;
    const cli_json *grid = cli_scene_plan_read_member(plan, root, "grid", CLI_JSON_OBJECT, false);
    if (grid != NULL)
        set->is_leaning = strcmp(cli_tiled_tree_text(grid, "orientation"), "isometric") == 0;
    read_alignment(plan, root, set);
    if (offset != NULL) {
        cli_tiled_tree_pixels(plan, offset, "x", &set->offset.x);
        cli_tiled_tree_pixels(plan, offset, "y", &set->offset.y);
    }
    read_tiles(plan, root, &list);
    read_old_properties(plan, root, &list);
    if (!plan->failed) sort_tiles(plan, root, &list, set);
}

/* "maps/a.tmx" and "../b.tsx" make "maps/../b.tsx". */
const char *cli_tiled_tileset_path(cli_plan *plan, const char *source) {
    const char *slash = strrchr(plan->path, '/');
    if (slash == NULL || source[0] == '/') return source;
    const size_t folder = (size_t)(slash - plan->path) + 1, length = strlen(source);
    char *joined = cli_heap_take(&plan->heap, folder + length + 1);
    memcpy(joined, plan->path, folder);
    memcpy(joined + folder, source, length);
    return joined;
}

/* A tileset in a file of its own, whose name then stands in messages. */
static void read_external(cli_plan *plan, const cli_json *value, cli_tiled_tileset *set) {
    const char *source = cli_tiled_tree_text(value, "source");
    const char *map_path = plan->path, *path = cli_tiled_tileset_path(plan, source);
    cli_file file;
    char reason[CLI_REASON_MAX];
    if (!cli_reference_read(map_path, path, &file, reason)) {
        cli_scene_plan_fail(plan, value->line, "%.100s: %s", source, reason);
        return;
    }
    plan->path = path;
    set->path = path;
    const cli_json *root = cli_tiled_tree_parse(plan, &file);
    if (root != NULL) read_tileset(plan, root, set);
    plan->path = map_path;
}

/* "a/b/../c" is "/a/c": the map and its templates name one file differently. To be compared. */
static const char *plain_path(cli_plan *plan, const char *path) {
    char *const out = cli_heap_take(&plan->heap, strlen(path) + 2);
    size_t used = 0, length = 0;
    for (; *path != 0; path += length + (path[length] == '/')) {
        length = strcspn(path, "/");
        const bool is_up = length == 2 && memcmp(path, "..", 2) == 0;
        const bool is_below = used >= 3 && memcmp(out + used - 3, "/..", 3) == 0;
        if (length == 0 || (length == 1 && path[0] == '.')) continue;
        if (is_up && used > 0 && !is_below) {
            while (out[--used] != '/')
                continue;
            continue;
        }
        out[used++] = '/';
        memcpy(out + used, path, length);
        used += length;
    }
    out[used] = 0;
    return out;
}

uint32_t cli_tiled_tileset_adopt(cli_plan *plan, const cli_json *value, cli_tiled_map *map,
                                 uint32_t first_gid) {
    const char *source = cli_tiled_tree_text(value, "source");
    const char *path = plain_path(plan, cli_tiled_tileset_path(plan, source));
    const uint32_t count = map->counts.tilesets;
    for (uint32_t i = 0; i < count; i++) {
        const char *other = map->tilesets[i]->path;
        if (other != NULL && strcmp(plain_path(plan, other), path) == 0)
            return map->tilesets[i]->first_gid;
    }
    if (count == CLI_TILED_TILESETS_MAX || first_gid > GID_MAX - (UINT32_C(1) << 20)) {
        cli_scene_plan_fail(plan, value->line, "more than %u tilesets", CLI_TILED_TILESETS_MAX);
        return 0;
    }
    cli_tiled_tileset *set = cli_heap_take(&plan->heap, sizeof *set);
    set->first_gid = first_gid;
    set->line = value->line;
    if (source[0] != 0) {
        read_external(plan, value, set);
    } else {
        read_tileset(plan, value, set);
    }
    if (plan->failed) return 0;
    map->tilesets[map->counts.tilesets++] = set;
    return first_gid;
}

/* By ascending numbers; of two with the same one the later counts. */
static void insert(cli_tiled_map *map, uint32_t count, cli_tiled_tileset *set) {
    for (; count > 0 && map->tilesets[count - 1]->first_gid > set->first_gid; count--)
        map->tilesets[count] = map->tilesets[count - 1];
    map->tilesets[count] = set;
}

void cli_tiled_tileset_read(cli_plan *plan, const cli_json *root, cli_tiled_map *map) {
    const cli_json *list =
        cli_scene_plan_read_member(plan, root, "tilesets", CLI_JSON_ARRAY, false);
    const cli_json *value = list == NULL ? NULL : list->child;
    uint32_t count = 0;
    for (; value != NULL && !plan->failed; value = value->next) {
        cli_tiled_tileset *set = cli_heap_take(&plan->heap, sizeof *set);
        int64_t first_gid = 0;
        plan->where[0] = 0;
        cli_scene_plan_at(plan, "tileset", count, cli_tiled_tree_text(value, "name"));
        if (!cli_scene_plan_value_type(plan, value, "tilesets", CLI_JSON_OBJECT)) return;
        cli_tiled_tree_int(plan, value, "firstgid", 1, GID_MAX, &first_gid);
        if (plan->failed) return;
        if (first_gid == 0) cli_scene_plan_fail(plan, value->line, "firstgid: missing");
        if (count == CLI_TILED_TILESETS_MAX) {
            cli_scene_plan_fail(plan, value->line, "more than %u tilesets", CLI_TILED_TILESETS_MAX);
        }
        if (plan->failed) return;
        set->first_gid = (uint32_t)first_gid;
        set->line = value->line;
        if (cli_json_find(value, "source") != NULL) {
            read_external(plan, value, set);
        } else {
            read_tileset(plan, value, set);
        }
        insert(map, count++, set);
    }
    map->counts.tilesets = count;
    if (!plan->failed) plan->where[0] = 0;
}

const cli_tiled_tileset *cli_tiled_tileset_find(const cli_tiled_map *map, uint32_t gid,
                                                const cli_tiled_tile **tile) {
    const cli_tiled_tileset *set = NULL;
    *tile = NULL;
    for (uint32_t i = 0; i < map->counts.tilesets && map->tilesets[i]->first_gid <= gid; i++)
        set = map->tilesets[i];
    if (set == NULL) return NULL;
    const cli_tiled_tile key = {.id = gid - set->first_gid};
    const cli_tiled_tile *wanted = &key;
    if (set->tile_count == 0) return set;
    const void *found =
        bsearch(&wanted, set->tiles, set->tile_count, sizeof *set->tiles, compare_tiles);
    if (found == NULL) return set;
    cli_tiled_tile *met = *(cli_tiled_tile *const *)found;
    met->met = true;
    *tile = met;
    return set;
}
