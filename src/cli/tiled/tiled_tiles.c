/* tiled_tiles.c - tile layers of Tiled maps: the cells of all chunks in one grid, and what their
 * tiles mean: which shapes of which materials. */
#include <stdlib.h>
#include <string.h>

#include "cli/tiled/tiled_grid.h"

/* ---- the cells of all chunks together ---- */

static bool lay_out(cli_tile_grid *all) {
    int64_t low_x = INT32_MAX, low_y = INT32_MAX, high_x = INT32_MIN, high_y = INT32_MIN;
    for (const cli_tiled_chunk *one = all->layer->chunks; one != NULL; one = one->next) {
        if (one->width == 0 || one->height == 0) continue;
        if (one->x < low_x) low_x = one->x;
        if (one->y < low_y) low_y = one->y;
        if (one->x + (int64_t)one->width > high_x) high_x = one->x + (int64_t)one->width;
        if (one->y + (int64_t)one->height > high_y) high_y = one->y + (int64_t)one->height;
    }
    if (high_x <= low_x || high_y <= low_y) return false;
    if ((high_x - low_x) * (high_y - low_y) > CLI_TILED_CELLS_MAX) {
        cli_scene_plan_fail(all->import->plan, all->layer->line,
                            "its chunks are spread over more than %lu cells",
                            (unsigned long)CLI_TILED_CELLS_MAX);
        return false;
    }
    all->x = (int32_t)low_x;
    all->y = (int32_t)low_y;
    all->width = (uint32_t)(high_x - low_x);
    all->height = (uint32_t)(high_y - low_y);
    all->gids = cli_heap_take(&all->import->plan->heap,
                              (size_t)all->width * all->height * sizeof *all->gids);
    for (const cli_tiled_chunk *one = all->layer->chunks; one != NULL; one = one->next) {
        for (uint32_t row = 0; row < one->height; row++) {
            const size_t at =
                (size_t)(one->y - all->y + (int64_t)row) * all->width + (size_t)(one->x - all->x);
            memcpy(&all->gids[at], &one->gids[(size_t)row * one->width],
                   one->width * sizeof *all->gids);
        }
    }
    return true;
}

/* ---- what the tiles mean ---- */

static int compare_numbers(const void *left, const void *right) {
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static int compare_types(const void *left, const void *right) {
    const cli_tile_type *a = left, *b = right;
    return (a->gid > b->gid) - (a->gid < b->gid);
}

static uint32_t material_index(cli_tile_grid *all, const cli_tiled_material *material) {
    for (uint32_t i = 0; i < all->material_count; i++) {
        const cli_tiled_material *one = &all->materials[i];
        if (one->role == material->role && one->body == material->body &&
            strcmp(one->region, material->region) == 0 &&
            memcmp(&one->surface, &material->surface, sizeof one->surface) == 0) {
            return i;
        }
    }
    if (all->material_count == CLI_TILED_MATERIALS_MAX) {
        cli_scene_plan_fail(all->import->plan, all->layer->line, "more than %d materials",
                            CLI_TILED_MATERIALS_MAX);
        return 0;
    }
    all->materials[all->material_count] = *material;
    return all->material_count++;
}

/* How the tile lies in its cell: about the lower left corner, larger tiles reach up and right. */
static cli_tiled_frame frame_of(const cli_tile_grid *all, uint32_t gid,
                                const cli_tiled_tileset *set, const cli_tiled_tile *tile) {
    cli_tiled_frame frame = {.flips = gid & CLI_FLIPS};
    const bool is_turned = (gid & CLI_FLIP_DIAGONAL) != 0;
    frame.width = tile != NULL && tile->width > 0 ? tile->width : set->width;
    frame.height = tile != NULL && tile->height > 0 ? tile->height : set->height;
    frame.drawn_width = is_turned ? frame.height : frame.width;
    frame.drawn_height = is_turned ? frame.width : frame.height;
    if (set->is_grid_sized) {
        frame.drawn_width = all->import->map->cell_width;
        frame.drawn_height = all->import->map->cell_height;
    }
    frame.corner.x = set->offset.x;
    frame.corner.y = set->offset.y - frame.drawn_height;
    return frame;
}

/* Whether three or four corners of the cell are all of the outline; the tile that it then is. */
static uint8_t code_of(const cli_tile_grid *all, const cli_outline *outline) {
    const cli_tiled_import *import = all->import;
    const pawl_fx width = cli_tiled_shape_units(import->map->cell_width, import->scale);
    const pawl_fx height = cli_tiled_shape_units(import->map->cell_height, import->scale);
    unsigned corners = 0; /* a bit each: lower left, lower right, upper right, upper left */
    if (!cli_tiled_place_is_square(import->map)) return CLI_TILE_OTHER;
    if (outline->form != CLI_OUTLINE_POLYGON || outline->count > 4) return CLI_TILE_OTHER;
    for (uint32_t i = 0; i < outline->count; i++) {
        const pawl_vec2 at = outline->points[i];
        if ((at.x != 0 && at.x != width) || (at.y != 0 && at.y != height)) return CLI_TILE_OTHER;
        corners |= 1u << (at.y == 0 ? (at.x == 0 ? 0 : 1) : (at.x == 0 ? 3 : 2));
    }
    switch (corners) {
    case 0xF:
        return PAWL_TILE_SOLID;
    case 0x7:
        return PAWL_TILE_LOWER_RIGHT;
    case 0xB:
        return PAWL_TILE_LOWER_LEFT;
    case 0xE:
        return PAWL_TILE_UPPER_RIGHT;
    case 0xD:
        return PAWL_TILE_UPPER_LEFT;
    default:
        return CLI_TILE_OTHER;
    }
}

/* Tile maps need square cells that are a whole number of raw units large. */
static bool has_tile_map(const cli_tile_grid *all) {
    const cli_tiled_map *map = all->import->map;
    const pawl_fx size = cli_tiled_shape_units(map->cell_width, all->import->scale);
    return cli_tiled_place_is_square(map) && map->cell_width == map->cell_height &&
           size >= PAWL_FX(0, 1, 16) &&
           cli_tiled_shape_scaled(all->import->scale, size, PAWL_FX_ONE) == map->cell_width;
}

static bool is_tile_code(const cli_tile_grid *all, uint8_t code, cli_tiled_role role) {
    if (code == CLI_TILE_OTHER) return false;
    if (role == CLI_ROLE_ONE_WAY) return code == PAWL_TILE_SOLID;
    return code == PAWL_TILE_SOLID || (role != CLI_ROLE_AREA && all->has_tile_map);
}

/* A whole cell, about the lower left corner of what stands in it. */
static void outline_cell(const cli_tile_grid *all, cli_outline *out) {
    static const int64_t first[4] = {0, 0, 1, 1};
    const cli_tiled_map *map = all->import->map;
    cli_pixel_point corners[8];
    const cli_pixel_point origin = cli_tiled_place_cell(map, 0, 0);
    const uint32_t count = cli_tiled_place_outline(map, first, corners);
    for (uint32_t i = 0; i < count; i++) {
        corners[i].x -= origin.x;
        corners[i].y -= origin.y;
    }
    cli_tiled_shape_outline_corners(all->import, corners, count, out);
}

static void add_shape(cli_tile_grid *all, cli_tile_type *type, const cli_outline *outline,
                      const cli_tiled_material *material, bool is_cell) {
    cli_tile_shape *shape = &type->shapes[type->shape_count];
    shape->material = material_index(all, material);
    shape->code = is_cell ? PAWL_TILE_SOLID : code_of(all, outline);
    if (!is_tile_code(all, shape->code, material->role)) shape->code = CLI_TILE_OTHER;
    shape->outline = *outline;
    for (uint32_t i = 0; i < type->shape_count; i++) {
        if (type->shapes[i].material == shape->material) shape->code = CLI_TILE_OTHER;
    }
    type->shape_count++;
}

static void refuse_place(cli_tile_grid *all, uint32_t gid) {
    cli_tiled_warn(all->import, all->layer->line,
                   "tile %lu left out: players, spawns and goals are objects",
                   (unsigned long)(gid & ~CLI_FLIPS));
}

const char *cli_tiled_tiles_refusal(const cli_tiled_map *map, const cli_tiled_tileset *set,
                                    const cli_tiled_tile *tile, uint32_t gid) {
    if (tile == NULL || tile->objects == NULL) return NULL;
    if (set->is_leaning) return "shapes in an isometric grid are not supported";
    if (map->orientation != CLI_TILED_HEXAGONAL) return NULL;
    return (gid & (CLI_FLIP_DIAGONAL | CLI_FLIP_HEXAGONAL)) == 0
               ? NULL
               : "shapes of tiles turned by 60 or 120 degrees are not supported";
}

static void read_type(cli_tile_grid *all, cli_tile_type *type) {
    cli_tiled_import *import = all->import;
    const cli_tiled_tile *tile = NULL;
    const cli_tiled_tileset *set =
        cli_tiled_tileset_find(import->map, type->gid & ~CLI_FLIPS, &tile);
    cli_outline outline;
    if (set == NULL) {
        cli_scene_plan_fail(import->plan, all->layer->line, "data: no tileset has tile %lu",
                            (unsigned long)(type->gid & ~CLI_FLIPS));
        return;
    }
    const cli_tiled_frame frame = frame_of(all, type->gid, set, tile);
    cli_tiled_scope scope = {.tile = tile, .layer = all->layer, .map = import->map};
    const cli_tiled_role chosen = cli_tiled_guess_tile(all->layer, type->gid & ~CLI_FLIPS);
    cli_tiled_material material = cli_tiled_roles_material(import, &scope, chosen);
    type->is_left_out = material.role == CLI_ROLE_LEFT_OUT;
    const char *refusal = cli_tiled_tiles_refusal(import->map, set, tile, type->gid);
    const cli_tiled_object *one = tile == NULL || refusal != NULL ? NULL : tile->objects;
    uint32_t count = 1;
    if (refusal != NULL && material.role != CLI_ROLE_LEFT_OUT) {
        cli_tiled_warn(import, all->layer->line, "tile %lu is its whole cell: %s",
                       (unsigned long)(type->gid & ~CLI_FLIPS), refusal);
        material = cli_tiled_roles_material(import, &scope, CLI_ROLE_SOLID);
    }
    for (; one != NULL; one = one->next)
        count++;
    type->shapes = cli_heap_take(&import->plan->heap, count * sizeof *type->shapes);
    type->scope = scope;
    if (material.role >= CLI_ROLE_WALKER) {
        refuse_place(all, type->gid);
        return;
    }
    if (count == 1 && material.role >= CLI_ROLE_SOLID) {
        const cli_pixel_point other = {frame.corner.x + frame.drawn_width,
                                       frame.corner.y + frame.drawn_height};
        const bool is_cell = !cli_tiled_place_is_square(import->map);
        if (is_cell) {
            outline_cell(all, &outline);
        } else {
            cli_tiled_shape_outline_box(import, frame.corner, other, &outline);
        }
        add_shape(all, type, &outline, &material, is_cell);
    }
    if (count == 1 || material.role == CLI_ROLE_LEFT_OUT) return;
    for (one = tile->objects; one != NULL; one = one->next) {
        scope.shape = one;
        material = cli_tiled_roles_material(import, &scope, CLI_ROLE_SOLID);
        if (material.role == CLI_ROLE_LEFT_OUT) continue;
        if (cli_tiled_shape_outline(import, one, &frame, &outline))
            add_shape(all, type, &outline, &material, false);
    }
}

static void read_types(cli_tile_grid *all) {
    const size_t count = (size_t)all->width * all->height;
    uint32_t *sorted = cli_heap_allocate(count * sizeof *sorted);
    uint32_t distinct = 0;
    memcpy(sorted, all->gids, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_numbers);
    for (size_t i = 0; i < count; i++) {
        if (sorted[i] == 0 || (distinct > 0 && sorted[distinct - 1] == sorted[i])) continue;
        sorted[distinct++] = sorted[i];
    }
    all->types = cli_heap_take(&all->import->plan->heap, distinct * sizeof *all->types);
    for (uint32_t i = 0; i < distinct && !all->import->plan->failed; i++) {
        all->types[i].gid = sorted[i];
        all->type_count++;
        read_type(all, &all->types[i]);
    }
    free(sorted);
}

const cli_tile_type *cli_tiled_tiles_at(const cli_tile_grid *all, size_t cell) {
    const cli_tile_type key = {.gid = all->gids[cell]};
    if (key.gid == 0 || all->type_count == 0) return NULL;
    return bsearch(&key, all->types, all->type_count, sizeof *all->types, compare_types);
}

/* What becomes of the tiles of a layer that nothing but a guess says something about, and of those
 * that become nothing. */
static void report(const cli_tile_grid *all) {
    const cli_tiled_choice *choice = &all->layer->choice;
    uint32_t dropped = 0, made = 0;
    for (size_t i = 0; i < (size_t)all->width * all->height; i++) {
        const cli_tile_type *type = cli_tiled_tiles_at(all, i);
        if (type == NULL) continue;
        made += type->shape_count > 0;
        dropped += type->shape_count == 0 && !type->is_left_out;
    }
    if (choice->role == CLI_ROLE_SOLID && made > 0) {
        cli_scene_plan_tell(all->import->plan, all->layer->line, "%lu tile%s solid%s: %s",
                            (unsigned long)made, made == 1 ? " is" : "s are",
                            choice->is_forced ? "" : " by guess", choice->why);
    }
    if (dropped == 0) return;
    all->import->result->dropped += dropped;
    cli_scene_plan_note(all->import->plan, all->layer->line, "%lu tile%s not solid: %s",
                        (unsigned long)dropped, dropped == 1 ? " is" : "s are",
                        choice->why == NULL ? "only some of its tiles have a role" : choice->why);
}

void cli_tiled_tiles_import(cli_tiled_import *import, const cli_tiled_layer *layer) {
    cli_tile_grid *all = cli_heap_take(&import->plan->heap, sizeof *all);
    all->import = import;
    all->layer = layer;
    cli_scene_plan_at(import->plan, "layer", layer->index, layer->name);
    if (!lay_out(all)) return;
    all->has_tile_map = has_tile_map(all);
    read_types(all);
    if (import->plan->failed) return;
    const size_t count = (size_t)all->width * all->height;
    all->codes = cli_heap_take(&import->plan->heap, count);
    all->seen = cli_heap_take(&import->plan->heap, count);
    if (!cli_tiled_write_is_inside(import, cli_tiled_shape_vec2(import, layer->offset),
                                   layer->line))
        return;
    for (uint32_t i = 0; i < all->material_count && !import->plan->failed; i++) {
        if (all->materials[i].body == PAWL_STATIC) cli_tiled_cells_put_static(all, i);
    }
    if (!import->plan->failed) cli_tiled_cells_put_moving(all);
    report(all);
}
