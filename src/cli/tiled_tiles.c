/* tiled_tiles.c - tile layers of Tiled maps. Cells whose tiles collide and are of one material
 * make one static body: a tile map of those that fill their cell, or half of it along a diagonal,
 * and polygons of the others. For the level the cells are gathered in rectangles. */
#include <stdlib.h>
#include <string.h>

#include "cli/text.h"
#include "cli/tiled_import.h"

#define MATERIALS_MAX 256
#define CODE_OTHER 7 /* not one of pawl_tile */

/* One shape of a tile. */
typedef struct tile_part {
    uint32_t material;
    uint8_t code; /* pawl_tile, or CODE_OTHER with an outline about the lower left of the cell */
    pawli_outline outline;
} tile_part;

/* What a tile number means in this layer. */
typedef struct tile_kind {
    uint32_t gid; /* with its flips */
    tile_part *parts;
    uint32_t part_count;
    pawli_tiled_scope scope;
} tile_kind;

typedef struct grid {
    pawli_tiled_import *import;
    const pawli_tiled_layer *layer;
    int32_t x, y; /* the first cell */
    uint32_t width, height;
    uint32_t *gids;
    tile_kind *kinds; /* by ascending gid */
    uint32_t kind_count;
    pawli_tiled_material materials[MATERIALS_MAX];
    uint32_t material_count;
    uint8_t *codes; /* of one material */
    uint8_t *seen;  /* cells that are in a rectangle already */
} grid;

/* ---- the cells of all chunks together ---- */

static bool lay_out(grid *all) {
    int64_t low_x = INT32_MAX, low_y = INT32_MAX, high_x = INT32_MIN, high_y = INT32_MIN;
    for (const pawli_tiled_chunk *one = all->layer->chunks; one != NULL; one = one->next) {
        if (one->width == 0 || one->height == 0) continue;
        if (one->x < low_x) low_x = one->x;
        if (one->y < low_y) low_y = one->y;
        if (one->x + (int64_t)one->width > high_x) high_x = one->x + (int64_t)one->width;
        if (one->y + (int64_t)one->height > high_y) high_y = one->y + (int64_t)one->height;
    }
    if (high_x <= low_x || high_y <= low_y) return false;
    if ((high_x - low_x) * (high_y - low_y) > PAWLI_TILED_CELLS_MAX) {
        pawli_plan_fail(all->import->plan, all->layer->line,
                        "its chunks are spread over more than %lu cells",
                        (unsigned long)PAWLI_TILED_CELLS_MAX);
        return false;
    }
    all->x = (int32_t)low_x;
    all->y = (int32_t)low_y;
    all->width = (uint32_t)(high_x - low_x);
    all->height = (uint32_t)(high_y - low_y);
    all->gids = pawli_heap_take(&all->import->plan->heap,
                                (size_t)all->width * all->height * sizeof *all->gids);
    for (const pawli_tiled_chunk *one = all->layer->chunks; one != NULL; one = one->next) {
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

static int compare_kinds(const void *left, const void *right) {
    const tile_kind *a = left, *b = right;
    return (a->gid > b->gid) - (a->gid < b->gid);
}

static uint32_t material_index(grid *all, const pawli_tiled_material *material) {
    for (uint32_t i = 0; i < all->material_count; i++) {
        const pawli_tiled_material *one = &all->materials[i];
        if (one->role == material->role && one->body == material->body &&
            strcmp(one->region, material->region) == 0 &&
            memcmp(&one->surface, &material->surface, sizeof one->surface) == 0) {
            return i;
        }
    }
    if (all->material_count == MATERIALS_MAX) {
        pawli_plan_fail(all->import->plan, all->layer->line, "more than %d materials",
                        MATERIALS_MAX);
        return 0;
    }
    all->materials[all->material_count] = *material;
    return all->material_count++;
}

/* How the tile lies in its cell: about the lower left corner, larger tiles reach up and right. */
static pawli_tiled_frame frame_of(const grid *all, uint32_t gid, const pawli_tiled_tileset *set,
                                  const pawli_tiled_tile *tile) {
    pawli_tiled_frame frame = {.flips = gid & PAWLI_FLIPS};
    const bool is_turned = (gid & PAWLI_FLIP_DIAGONAL) != 0;
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
static uint8_t code_of(const grid *all, const pawli_outline *outline) {
    const pawli_tiled_import *import = all->import;
    const pawl_fx width = pawli_tiled_units(import->map->cell_width, import->scale);
    const pawl_fx height = pawli_tiled_units(import->map->cell_height, import->scale);
    unsigned corners = 0; /* a bit each: lower left, lower right, upper right, upper left */
    if (outline->form != PAWLI_OUTLINE_POLYGON || outline->count > 4) return CODE_OTHER;
    for (uint32_t i = 0; i < outline->count; i++) {
        const pawl_vec2 at = outline->points[i];
        if ((at.x != 0 && at.x != width) || (at.y != 0 && at.y != height)) return CODE_OTHER;
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
        return CODE_OTHER;
    }
}

/* Tile maps need square cells that are a whole number of raw units large. */
static bool has_tile_map(const grid *all) {
    const pawli_tiled_map *map = all->import->map;
    const pawl_fx size = pawli_tiled_units(map->cell_width, all->import->scale);
    return map->cell_width == map->cell_height && size >= PAWL_FX(0, 1, 16) &&
           pawli_tiled_scaled(all->import->scale, size, PAWL_FX_ONE) == map->cell_width;
}

static bool is_tile_code(const grid *all, uint8_t code, pawli_tiled_role role) {
    if (code == CODE_OTHER) return false;
    if (role == PAWLI_ROLE_ONE_WAY) return code == PAWL_TILE_SOLID;
    return code == PAWL_TILE_SOLID || (role != PAWLI_ROLE_AREA && has_tile_map(all));
}

static void add_part(grid *all, tile_kind *kind, const pawli_outline *outline,
                     const pawli_tiled_material *material) {
    tile_part *part = &kind->parts[kind->part_count];
    part->material = material_index(all, material);
    part->code = code_of(all, outline);
    if (!is_tile_code(all, part->code, material->role)) part->code = CODE_OTHER;
    part->outline = *outline;
    for (uint32_t i = 0; i < kind->part_count; i++) {
        if (kind->parts[i].material == part->material) part->code = CODE_OTHER;
    }
    kind->part_count++;
}

static void refuse_place(grid *all, uint32_t gid) {
    pawli_tiled_warn(all->import, all->layer->line,
                     "tile %lu left out: players, spawns and goals are objects",
                     (unsigned long)(gid & ~PAWLI_FLIPS));
}

static void read_kind(grid *all, tile_kind *kind) {
    pawli_tiled_import *import = all->import;
    const pawli_tiled_tile *tile = NULL;
    const pawli_tiled_tileset *set = pawli_tiled_find(import->map, kind->gid & ~PAWLI_FLIPS, &tile);
    pawli_outline outline;
    if (set == NULL) {
        pawli_plan_fail(import->plan, all->layer->line, "data: no tileset has tile %lu",
                        (unsigned long)(kind->gid & ~PAWLI_FLIPS));
        return;
    }
    const pawli_tiled_frame frame = frame_of(all, kind->gid, set, tile);
    pawli_tiled_scope scope = {.tile = tile, .layer = all->layer, .map = import->map};
    pawli_tiled_material material = pawli_tiled_material_of(import, &scope);
    const pawli_tiled_object *one = tile == NULL ? NULL : tile->objects;
    uint32_t count = 1;
    for (; one != NULL; one = one->next)
        count++;
    kind->parts = pawli_heap_take(&import->plan->heap, count * sizeof *kind->parts);
    kind->scope = scope;
    if (material.role >= PAWLI_ROLE_PLAYER) {
        refuse_place(all, kind->gid);
        return;
    }
    if (count == 1 && material.role >= PAWLI_ROLE_SOLID) {
        const pawli_pixel_point other = {frame.corner.x + frame.drawn_width,
                                         frame.corner.y + frame.drawn_height};
        pawli_tiled_outline_box(import, frame.corner, other, &outline);
        add_part(all, kind, &outline, &material);
    }
    if (count == 1 || material.role == PAWLI_ROLE_LEFT_OUT) return;
    for (one = tile->objects; one != NULL; one = one->next) {
        scope.shape = one;
        material = pawli_tiled_material_of(import, &scope);
        if (material.role == PAWLI_ROLE_LEFT_OUT) continue;
        if (material.role == PAWLI_ROLE_NONE) material.role = PAWLI_ROLE_SOLID;
        if (pawli_tiled_outline(import, one, &frame, &outline))
            add_part(all, kind, &outline, &material);
    }
}

static void read_kinds(grid *all) {
    const size_t count = (size_t)all->width * all->height;
    uint32_t *sorted = pawli_allocate(count * sizeof *sorted);
    uint32_t distinct = 0;
    memcpy(sorted, all->gids, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_numbers);
    for (size_t i = 0; i < count; i++) {
        if (sorted[i] == 0 || (distinct > 0 && sorted[distinct - 1] == sorted[i])) continue;
        sorted[distinct++] = sorted[i];
    }
    all->kinds = pawli_heap_take(&all->import->plan->heap, distinct * sizeof *all->kinds);
    for (uint32_t i = 0; i < distinct && !all->import->plan->failed; i++) {
        all->kinds[i].gid = sorted[i];
        all->kind_count++;
        read_kind(all, &all->kinds[i]);
    }
    free(sorted);
}

static const tile_kind *kind_at(const grid *all, size_t cell) {
    const tile_kind key = {.gid = all->gids[cell]};
    if (key.gid == 0 || all->kind_count == 0) return NULL;
    return bsearch(&key, all->kinds, all->kind_count, sizeof *all->kinds, compare_kinds);
}

/* ---- one material ---- */

/* The corner of a cell, lower or upper left, in pixels in the frame of the layer. */
static pawli_pixel_point corner_of(const grid *all, uint32_t column, uint32_t row) {
    const pawli_tiled_map *map = all->import->map;
    const pawli_pixel_point at = {((int64_t)all->x + column) * map->cell_width,
                                  ((int64_t)all->y + row) * map->cell_height};
    return at;
}

static void find_codes(grid *all, uint32_t material) {
    const size_t count = (size_t)all->width * all->height;
    memset(all->codes, 0, count);
    memset(all->seen, 0, count);
    for (size_t i = 0; i < count; i++) {
        const tile_kind *kind = kind_at(all, i);
        for (uint32_t j = 0; kind != NULL && j < kind->part_count; j++) {
            const tile_part *part = &kind->parts[j];
            if (part->material == material && part->code != CODE_OTHER) all->codes[i] = part->code;
        }
    }
}

/* The next rectangle of full cells, as wide as it can be, then as high; false at the end. */
static bool next_rectangle(grid *all, size_t *from, uint32_t box[4]) {
    const uint32_t width = all->width;
    size_t i = *from;
    const size_t count = (size_t)width * all->height;
    while (i < count && (all->codes[i] != PAWL_TILE_SOLID || all->seen[i] != 0))
        i++;
    if (i == count) return false;
    uint32_t left = (uint32_t)(i % width), right = left, top = (uint32_t)(i / width), low = top + 1;
    while (right < width && all->codes[i] == PAWL_TILE_SOLID && all->seen[i] == 0) {
        right++;
        i++;
    }
    for (; low < all->height; low++) {
        uint32_t x = left;
        while (x < right && all->codes[(size_t)low * width + x] == PAWL_TILE_SOLID &&
               all->seen[(size_t)low * width + x] == 0)
            x++;
        if (x < right) break;
    }
    for (uint32_t y = top; y < low; y++)
        memset(&all->seen[(size_t)y * width + left], 1, right - left);
    *from = i;
    box[0] = left;
    box[1] = top;
    box[2] = right;
    box[3] = low;
    return true;
}

/* The triangle that a slope is, in the frame of the layer. */
static void slope_outline(const grid *all, uint8_t code, uint32_t column, uint32_t row,
                          pawli_outline *out) {
    static const uint8_t missing[] = {0, 0, 3, 2, 0, 1}; /* which corner of four, by pawl_tile */
    pawli_tiled_outline_box(all->import, corner_of(all, column, row),
                            corner_of(all, column + 1, row + 1), out);
    for (uint32_t i = missing[code]; i < 3; i++)
        out->points[i] = out->points[i + 1];
    out->count = 3;
}

/* Rows from the top, of the part of the grid that has cells. */
static void put_rows(grid *all, const uint32_t box[4], bool is_one_way) {
    static const char signs[] = ".#/\\7F=";
    FILE *out = all->import->bodies;
    for (uint32_t y = box[1]; y < box[3]; y++) {
        fputs(y > box[1] ? ",\n        \"" : "\n        \"", out);
        for (uint32_t x = box[0]; x < box[2]; x++) {
            uint8_t code = all->codes[(size_t)y * all->width + x];
            if (code == PAWL_TILE_SOLID && is_one_way) code = PAWL_TILE_ONE_WAY;
            if (signs[code] == '\\') fputc('\\', out);
            fputc(signs[code], out);
        }
        fputc('"', out);
    }
}

static bool box_of_codes(const grid *all, uint32_t box[4]) {
    bool any = false;
    for (uint32_t y = 0; y < all->height; y++) {
        for (uint32_t x = 0; x < all->width; x++) {
            if (all->codes[(size_t)y * all->width + x] == 0) continue;
            if (!any || x < box[0]) box[0] = x;
            if (!any) box[1] = y;
            if (!any || x + 1 > box[2]) box[2] = x + 1;
            box[3] = y + 1;
            any = true;
        }
    }
    return any;
}

static void put_tile_map(grid *all, const pawli_tiled_material *material) {
    pawli_tiled_import *import = all->import;
    pawli_tiled_material plain = *material;
    uint32_t box[4] = {0, 0, 0, 0};
    if (!box_of_codes(all, box)) return;
    pawli_tiled_open_shape(import);
    fputs("\"tiles\": {\"cell_size\": ", import->bodies);
    pawli_tiled_put_fx(import->bodies, pawli_tiled_units(import->map->cell_width, import->scale));
    fputs(", \"lower\": ", import->bodies);
    pawli_tiled_put_point(import->bodies, pawli_tiled_vec2(import, corner_of(all, box[0], box[3])));
    fputs(", \"rows\": [", import->bodies);
    put_rows(all, box, material->role == PAWLI_ROLE_ONE_WAY);
    fputs("]}", import->bodies);
    if (plain.role == PAWLI_ROLE_ONE_WAY) plain.role = PAWLI_ROLE_SOLID; /* the cells say it */
    pawli_tiled_close_shape(import, &plain);
}

static void move_outline(pawli_outline *outline, pawl_vec2 by) {
    for (uint32_t i = 0; i < outline->count; i++)
        outline->points[i] = pawl_vec2_add(outline->points[i], by);
}

/* A copy of a part at its cell, in the frame of the layer. */
static pawli_outline part_at(const grid *all, const tile_part *part, size_t cell) {
    pawli_outline outline = part->outline;
    const uint32_t column = (uint32_t)(cell % all->width), row = (uint32_t)(cell / all->width);
    outline.points =
        pawli_heap_take(&all->import->plan->heap, outline.count * sizeof *outline.points);
    memcpy(outline.points, part->outline.points, outline.count * sizeof *outline.points);
    move_outline(&outline, pawli_tiled_vec2(all->import, corner_of(all, column, row + 1)));
    return outline;
}

/* What to do with an outline: the body and the level want the same ones. */
typedef void use_outline(grid *all, pawli_outline *outline, const pawli_tiled_material *material);

static void use_in_body(grid *all, pawli_outline *outline, const pawli_tiled_material *material) {
    pawli_tiled_put_outline(all->import, outline, material, all->layer->line);
}

static void use_in_level(grid *all, pawli_outline *outline, const pawli_tiled_material *material) {
    move_outline(outline, pawli_tiled_vec2(all->import, all->layer->offset));
    pawli_tiled_put_polygon(all->import, outline, material, 0, all->layer->line);
}

static void each_rectangle(grid *all, const pawli_tiled_material *material, use_outline *use) {
    uint32_t box[4];
    size_t from = 0;
    pawli_outline outline;
    memset(all->seen, 0, (size_t)all->width * all->height);
    while (next_rectangle(all, &from, box)) {
        pawli_tiled_outline_box(all->import, corner_of(all, box[0], box[1]),
                                corner_of(all, box[2], box[3]), &outline);
        use(all, &outline, material);
    }
}

static void each_part(grid *all, uint32_t index, use_outline *use, bool with_slopes) {
    const pawli_tiled_material *material = &all->materials[index];
    const size_t count = (size_t)all->width * all->height;
    pawli_outline outline;
    for (size_t i = 0; i < count; i++) {
        const tile_kind *kind = kind_at(all, i);
        if (with_slopes && all->codes[i] > PAWL_TILE_SOLID) {
            slope_outline(all, all->codes[i], (uint32_t)(i % all->width),
                          (uint32_t)(i / all->width), &outline);
            use(all, &outline, material);
        }
        for (uint32_t j = 0; kind != NULL && j < kind->part_count; j++) {
            const tile_part *part = &kind->parts[j];
            if (part->material != index || part->code != CODE_OTHER) continue;
            outline = part_at(all, part, i);
            use(all, &outline, material);
        }
    }
}

static const char *name_of(grid *all, const pawli_tiled_material *material) {
    const size_t room = strlen(all->layer->name) + strlen(material->region) + 2;
    char *name = pawli_heap_take(&all->import->plan->heap, room);
    snprintf(name, room, "%s%s%s", all->layer->name, material->region[0] != 0 ? " " : "",
             material->region);
    return name;
}

static void import_static(grid *all, uint32_t index) {
    const pawli_tiled_material *material = &all->materials[index];
    const bool is_map = material->role != PAWLI_ROLE_AREA && has_tile_map(all);
    find_codes(all, index);
    pawli_tiled_open_body(all->import, name_of(all, material), PAWL_STATIC,
                          pawli_tiled_vec2(all->import, all->layer->offset), 0);
    pawli_tiled_open_shapes(all->import);
    if (is_map) {
        put_tile_map(all, material);
    } else {
        each_rectangle(all, material, use_in_body);
    }
    each_part(all, index, use_in_body, false);
    pawli_tiled_close_body(all->import);
    each_rectangle(all, material, use_in_level);
    each_part(all, index, use_in_level, true);
}

/* Tiles that move are bodies of their own, cell by cell. */
static void import_moving(grid *all, size_t cell) {
    pawli_tiled_import *import = all->import;
    const tile_kind *kind = kind_at(all, cell);
    const uint32_t column = (uint32_t)(cell % all->width), row = (uint32_t)(cell / all->width);
    bool is_open = false;
    pawli_pixel_point at = corner_of(all, column, row + 1);
    at.x += all->layer->offset.x;
    at.y += all->layer->offset.y;
    const pawl_vec2 position = pawli_tiled_vec2(import, at);
    for (uint32_t j = 0; kind != NULL && j < kind->part_count; j++) {
        const tile_part *part = &kind->parts[j];
        const pawli_tiled_material *material = &all->materials[part->material];
        if (material->body == PAWL_STATIC) continue;
        if (!is_open) {
            if (!pawli_tiled_is_inside(import, position, all->layer->line)) return;
            pawli_tiled_open_body(import, name_of(all, material), material->body, position, 0);
            pawli_tiled_put_motion(import, &kind->scope, material->body, import->bodies);
            pawli_tiled_open_shapes(import);
            is_open = true;
        }
        pawli_tiled_put_outline(import, &part->outline, material, all->layer->line);
    }
    if (is_open) pawli_tiled_close_body(import);
}

void pawli_tiled_import_cells(pawli_tiled_import *import, const pawli_tiled_layer *layer) {
    grid *all = pawli_heap_take(&import->plan->heap, sizeof *all);
    all->import = import;
    all->layer = layer;
    pawli_plan_at(import->plan, "layer", layer->index, layer->name);
    if (!lay_out(all)) return;
    read_kinds(all);
    if (import->plan->failed) return;
    const size_t count = (size_t)all->width * all->height;
    all->codes = pawli_heap_take(&import->plan->heap, count);
    all->seen = pawli_heap_take(&import->plan->heap, count);
    if (!pawli_tiled_is_inside(import, pawli_tiled_vec2(import, layer->offset), layer->line))
        return;
    for (uint32_t i = 0; i < all->material_count && !import->plan->failed; i++) {
        if (all->materials[i].body == PAWL_STATIC) import_static(all, i);
    }
    for (size_t i = 0; i < count && !import->plan->failed; i++)
        import_moving(all, i);
}
