/* tiled_cells.c - tile layers of Tiled maps: bodies and polygons of the level from the cells of one
 * material. Full cells are gathered in rectangles first. */
#include <stdlib.h>
#include <string.h>

#include "cli/tiled/tiled_grid.h"

/* The corner of a cell, lower or upper left, in pixels in the frame of the layer. */
static cli_pixel_point corner_of(const cli_tile_grid *all, uint32_t column, uint32_t row) {
    const cli_tiled_map *map = all->import->map;
    const cli_pixel_point at = {((int64_t)all->x + column) * map->cell_width,
                                ((int64_t)all->y + row) * map->cell_height};
    return at;
}

static void find_codes(cli_tile_grid *all, uint32_t material) {
    const size_t count = (size_t)all->width * all->height;
    memset(all->codes, 0, count);
    memset(all->seen, 0, count);
    for (size_t i = 0; i < count; i++) {
        const cli_tile_type *type = cli_tiled_tiles_at(all, i);
        for (uint32_t j = 0; type != NULL && j < type->shape_count; j++) {
            const cli_tile_shape *shape = &type->shapes[j];
            if (shape->material == material && shape->code != CLI_TILE_OTHER)
                all->codes[i] = shape->code;
        }
    }
}

/* The lower left corner of what stands in a cell, in pixels in the frame of the layer. */
static cli_pixel_point place_of(const cli_tile_grid *all, size_t cell) {
    return cli_tiled_place_cell(all->import->map, (int64_t)all->x + (int64_t)(cell % all->width),
                                (int64_t)all->y + (int64_t)(cell / all->width));
}

/* The outline of a rectangle of full cells, in the frame of the layer. */
static void outline_of(const cli_tile_grid *all, const uint32_t box[4], cli_outline *out) {
    const int64_t cells[4] = {(int64_t)all->x + box[0], (int64_t)all->y + box[1],
                              (int64_t)all->x + box[2], (int64_t)all->y + box[3]};
    cli_pixel_point corners[8];
    if (cli_tiled_place_is_square(all->import->map)) {
        cli_tiled_shape_outline_box(all->import, corner_of(all, box[0], box[1]),
                                    corner_of(all, box[2], box[3]), out);
        return;
    }
    cli_tiled_shape_outline_corners(all->import, corners,
                                    cli_tiled_place_outline(all->import->map, cells, corners), out);
}

/* The next rectangle of full cells, as wide as it can be, then as high; false at the end. Cells
 * that fill no outline together stay alone. */
static bool next_rectangle(cli_tile_grid *all, size_t *from, uint32_t box[4]) {
    const uint32_t width = all->width;
    size_t i = *from;
    const size_t count = (size_t)width * all->height;
    while (i < count && (all->codes[i] != PAWL_TILE_SOLID || all->seen[i] != 0))
        i++;
    if (i == count) return false;
    uint32_t left = (uint32_t)(i % width), right = left, top = (uint32_t)(i / width), low = top + 1;
    const bool grows = cli_tiled_place_has_rows(all->import->map);
    const uint32_t end = grows ? width : left + 1;
    while (right < end && all->codes[i] == PAWL_TILE_SOLID && all->seen[i] == 0) {
        right++;
        i++;
    }
    for (; grows && low < all->height; low++) {
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
static void slope_outline(const cli_tile_grid *all, uint8_t code, uint32_t column, uint32_t row,
                          cli_outline *out) {
    static const uint8_t missing[] = {0, 0, 3, 2, 0, 1}; /* which corner of four, by pawl_tile */
    cli_tiled_shape_outline_box(all->import, corner_of(all, column, row),
                                corner_of(all, column + 1, row + 1), out);
    for (uint32_t i = missing[code]; i < 3; i++)
        out->points[i] = out->points[i + 1];
    out->count = 3;
}

/* Rows from the top, where the grid has cells. */
static void put_rows(cli_tile_grid *all, const uint32_t box[4], bool is_one_way) {
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

static bool box_of_codes(const cli_tile_grid *all, uint32_t box[4]) {
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

static void put_tile_map(cli_tile_grid *all, const cli_tiled_material *material) {
    cli_tiled_import *import = all->import;
    cli_tiled_material plain = *material;
    uint32_t box[4] = {0, 0, 0, 0};
    if (!box_of_codes(all, box)) return;
    cli_tiled_write_shape(import);
    fputs("\"tiles\": {\"cell_size\": ", import->bodies);
    cli_tiled_write_fx(import->bodies,
                       cli_tiled_shape_units(import->map->cell_width, import->scale));
    fputs(", \"lower\": ", import->bodies);
    cli_tiled_write_point(import->bodies,
                          cli_tiled_shape_vec2(import, corner_of(all, box[0], box[3])));
    fputs(", \"rows\": [", import->bodies);
    put_rows(all, box, material->role == CLI_ROLE_ONE_WAY);
    fputs("]}", import->bodies);
    if (plain.role == CLI_ROLE_ONE_WAY) plain.role = CLI_ROLE_SOLID; /* the cells say it */
    cli_tiled_write_shape_end(import, &plain);
}

static void move_outline(cli_outline *outline, pawl_vec2 by) {
    for (uint32_t i = 0; i < outline->count; i++)
        outline->points[i] = pawl_vec2_add(outline->points[i], by);
}

/* A copy of a shape at its cell, in the frame of the layer. */
static cli_outline shape_at(const cli_tile_grid *all, const cli_tile_shape *shape, size_t cell) {
    cli_outline outline = shape->outline;
    outline.points =
        cli_heap_take(&all->import->plan->heap, outline.count * sizeof *outline.points);
    memcpy(outline.points, shape->outline.points, outline.count * sizeof *outline.points);
    move_outline(&outline, cli_tiled_shape_vec2(all->import, place_of(all, cell)));
    return outline;
}

/* ---- all shapes of one material, in the frame of the layer ---- */

typedef struct shapes {
    cli_outline *polygons, *others; /* what is round, and lines */
    uint32_t polygon_count, other_count, capacity;
    bool is_plain; /* nothing but full cells and slopes */
} shapes;

static void add_outline(cli_tile_grid *all, shapes *list, const cli_outline *outline) {
    if (list->polygon_count + list->other_count == list->capacity) {
        /* Both lists grow in one block, the polygons from its front, the others after them. */
        const uint32_t larger = 2 * list->capacity + 64;
        cli_outline *polygons =
            cli_heap_take(&all->import->plan->heap, 2 * (size_t)larger * sizeof *polygons);
        cli_outline *others = polygons + larger;
        if (list->capacity > 0) {
            memcpy(polygons, list->polygons, list->polygon_count * sizeof *polygons);
            memcpy(others, list->others, list->other_count * sizeof *others);
        }
        list->polygons = polygons;
        list->others = others;
        list->capacity = larger;
    }
    if (outline->form == CLI_OUTLINE_POLYGON) {
        list->polygons[list->polygon_count++] = *outline;
    } else {
        list->others[list->other_count++] = *outline;
    }
}

static void collect(cli_tile_grid *all, uint32_t index, shapes *list) {
    const size_t count = (size_t)all->width * all->height;
    uint32_t box[4];
    size_t from = 0;
    cli_outline outline;
    list->is_plain = true;
    while (next_rectangle(all, &from, box)) {
        outline_of(all, box, &outline);
        add_outline(all, list, &outline);
    }
    for (size_t i = 0; i < count; i++) {
        const cli_tile_type *type = cli_tiled_tiles_at(all, i);
        if (all->codes[i] > PAWL_TILE_SOLID) {
            slope_outline(all, all->codes[i], (uint32_t)(i % all->width),
                          (uint32_t)(i / all->width), &outline);
            add_outline(all, list, &outline);
        }
        for (uint32_t j = 0; type != NULL && j < type->shape_count; j++) {
            const cli_tile_shape *shape = &type->shapes[j];
            if (shape->material != index || shape->code != CLI_TILE_OTHER) continue;
            outline = shape_at(all, shape, i);
            add_outline(all, list, &outline);
            if (outline.form == CLI_OUTLINE_POLYGON) list->is_plain = false;
        }
    }
}

static const char *name_of(cli_tile_grid *all, const cli_tiled_material *material) {
    const size_t room = strlen(all->layer->name) + strlen(material->region) + 2;
    char *name = cli_heap_take(&all->import->plan->heap, room);
    snprintf(name, room, "%s%s%s", all->layer->name, material->region[0] != 0 ? " " : "",
             material->region);
    return name;
}

/* Solid cells are a tile map when all of them fit one, else chains around all of them together, so
 * that nothing catches where two tiles meet. Sensors and platforms are shapes one by one. */
static void put_body(cli_tile_grid *all, const cli_tiled_material *material, const shapes *list,
                     const cli_outline *rings, uint32_t ring_count) {
    const uint32_t line = all->layer->line;
    const bool is_solid = material->role == CLI_ROLE_SOLID || material->role == CLI_ROLE_DOOR;
    const bool is_map = list->is_plain && all->has_tile_map && material->role != CLI_ROLE_AREA;
    cli_tiled_write_body(all->import, name_of(all, material), PAWL_STATIC,
                         cli_tiled_shape_vec2(all->import, all->layer->offset), 0);
    cli_tiled_write_shapes(all->import);
    if (is_map) put_tile_map(all, material);
    for (uint32_t i = 0; i < ring_count && is_solid && !is_map; i++)
        cli_tiled_write_ring(all->import, &rings[i], material, line);
    for (uint32_t i = 0; i < list->polygon_count && !is_solid && !is_map; i++)
        cli_tiled_write_outline(all->import, &list->polygons[i], material, line);
    for (uint32_t i = 0; i < list->other_count; i++)
        cli_tiled_write_outline(all->import, &list->others[i], material, line);
    cli_tiled_write_body_end(all->import);
}

/* Of an arcade: every rectangle of full cells is a body, and so is every other shape. Properties
 * are those of the first tile of this material. */
static void put_things(cli_tile_grid *all, uint32_t index, const shapes *list) {
    const cli_tiled_material *material = &all->materials[index];
    const cli_tiled_scope *scope = NULL;
    for (uint32_t i = 0; i < all->type_count && scope == NULL; i++) {
        for (uint32_t j = 0; j < all->types[i].shape_count && scope == NULL; j++) {
            if (all->types[i].shapes[j].material == index) scope = &all->types[i].scope;
        }
    }
    const pawl_vec2 offset = cli_tiled_shape_vec2(all->import, all->layer->offset);
    for (uint32_t i = 0; i < list->polygon_count + list->other_count && scope != NULL; i++) {
        const cli_outline *outline =
            i < list->polygon_count ? &list->polygons[i] : &list->others[i - list->polygon_count];
        cli_tiled_arcade_put(all->import, scope, name_of(all, material), offset, 0, outline,
                             material, all->layer->line);
    }
}

/* What breaks does so tile by tile, which is a body for each. */
static bool is_breakable(const cli_tiled_material *material) {
    const bool is_solid = material->role == CLI_ROLE_SOLID || material->role == CLI_ROLE_DOOR;
    return is_solid && material->surface.value[CLI_SURFACE_BREAK] > 0;
}

void cli_tiled_cells_put_static(cli_tile_grid *all, uint32_t index) {
    const cli_tiled_material *material = &all->materials[index];
    const pawl_vec2 offset = cli_tiled_shape_vec2(all->import, all->layer->offset);
    const uint32_t line = all->layer->line;
    shapes list = {.capacity = 0};
    cli_outline *rings = NULL;
    find_codes(all, index);
    collect(all, index, &list);
    if (list.polygon_count + list.other_count == 0) return;
    if (all->import->is_arcade) {
        put_things(all, index, &list);
        return;
    }
    const uint32_t count =
        cli_tiled_parts_merge(all->import, list.polygons, list.polygon_count, line, &rings);
    if (!is_breakable(material)) put_body(all, material, &list, rings, count);
    for (uint32_t i = 0; i < count; i++)
        move_outline(&rings[i], offset);
    cli_tiled_write_rings(all->import, rings, count, material, line);
    for (uint32_t i = 0; i < list.other_count; i++) {
        move_outline(&list.others[i], offset);
        cli_tiled_write_polygon(all->import, &list.others[i], material, 0, line);
    }
}

/* Tiles that move or break are bodies of their own, cell by cell. */
static void put_cell(cli_tile_grid *all, size_t cell) {
    cli_tiled_import *import = all->import;
    const cli_tile_type *type = cli_tiled_tiles_at(all, cell);
    bool is_open = false;
    cli_pixel_point at = place_of(all, cell);
    at.x += all->layer->offset.x;
    at.y += all->layer->offset.y;
    const pawl_vec2 position = cli_tiled_shape_vec2(import, at);
    for (uint32_t j = 0; type != NULL && j < type->shape_count; j++) {
        const cli_tile_shape *shape = &type->shapes[j];
        const cli_tiled_material *material = &all->materials[shape->material];
        const bool breaks = is_breakable(material) && !import->is_arcade;
        if (material->body == PAWL_STATIC && !breaks) continue;
        if (import->is_arcade) {
            cli_tiled_arcade_put(import, &type->scope, name_of(all, material), position, 0,
                                 &shape->outline, material, all->layer->line);
            continue;
        }
        if (!is_open) {
            if (!cli_tiled_write_is_inside(import, position, all->layer->line)) return;
            cli_tiled_write_body(import, name_of(all, material), material->body, position, 0);
            cli_tiled_roles_put_motion(import, &type->scope, material->body, import->bodies);
            cli_tiled_write_shapes(import);
            is_open = true;
        }
        cli_tiled_write_outline(import, &shape->outline, material, all->layer->line);
    }
    if (is_open) cli_tiled_write_body_end(import);
}

void cli_tiled_cells_put_moving(cli_tile_grid *all) {
    const size_t count = (size_t)all->width * all->height;
    for (size_t i = 0; i < count && !all->import->plan->failed; i++)
        put_cell(all, i);
}
