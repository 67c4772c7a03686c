/* outline_map.c - outlines as objects of a map of Tiled: a shape of one ring is a polygon or a
 * polyline; one of several, with holes, is a tile whose collision shapes are its convex parts. */
#include <stdlib.h>
#include <string.h>

#include "cli/outline/outline.h"
#include "pawl/polygon.h"

#define EDGES_MAX (UINT32_C(1) << 18)

void cli_outline_map_begin(cli_outline_map *map, cli_plan *plan, const char *layer) {
    memset(map, 0, sizeof *map);
    map->plan = plan;
    map->scale = plan->outline_scale > 0 ? plan->outline_scale : 32 * CLI_PIXEL;
    map->map = cli_ldtk_tree_root(plan, 1);
    cli_ldtk_tree_text(&map->map, "type", "map");
    cli_ldtk_tree_int(&map->map, "tilewidth", 32);
    cli_ldtk_tree_int(&map->map, "tileheight", 32);
    map->tilesets = cli_ldtk_tree_open(&map->map, "tilesets", CLI_JSON_ARRAY, 1);
    map->layers = cli_ldtk_tree_open(&map->map, "layers", CLI_JSON_ARRAY, 1);
    cli_ldtk_node one = cli_ldtk_tree_open(&map->layers, NULL, CLI_JSON_OBJECT, 1);
    cli_ldtk_tree_text(&one, "type", "objectgroup");
    cli_ldtk_tree_text(&one, "name", layer);
    map->objects = cli_ldtk_tree_open(&one, "objects", CLI_JSON_ARRAY, 1);
}

static cli_pixel_point corner_of(const cli_outline_pen *pen) {
    cli_pixel_point low = pen->points[0];
    for (uint32_t i = 1; i < pen->point_count; i++) {
        if (pen->points[i].x < low.x) low.x = pen->points[i].x;
        if (pen->points[i].y < low.y) low.y = pen->points[i].y;
    }
    return low;
}

static cli_ldtk_node open_object(cli_outline_map *map, const cli_outline_shape *shape,
                                 cli_pixel_point at) {
    cli_ldtk_node object = cli_ldtk_tree_open(&map->objects, NULL, CLI_JSON_OBJECT, shape->line);
    cli_ldtk_tree_int(&object, "id", ++map->count);
    cli_ldtk_tree_text(&object, "name", shape->name);
    cli_ldtk_tree_text(&object, "class", shape->class);
    cli_ldtk_tree_pixels(&object, "x", at.x);
    cli_ldtk_tree_pixels(&object, "y", at.y);
    return object;
}

static void put_point(cli_ldtk_node *list, cli_pixels x, cli_pixels y) {
    cli_ldtk_node point = cli_ldtk_tree_open(list, NULL, CLI_JSON_OBJECT, list->json->line);
    cli_ldtk_tree_pixels(&point, "x", x);
    cli_ldtk_tree_pixels(&point, "y", y);
}

static void put_ring(cli_outline_map *map, const cli_outline_shape *shape,
                     const cli_outline_pen *pen, const cli_outline_ring *ring) {
    const cli_pixel_point at = pen->points[ring->first];
    const bool is_line = ring->count == 2 || (shape->is_line && !ring->is_closed);
    cli_ldtk_node object = open_object(map, shape, at);
    cli_ldtk_node list =
        cli_ldtk_tree_open(&object, is_line ? "polyline" : "polygon", CLI_JSON_ARRAY, shape->line);
    for (uint32_t i = 0; i < ring->count; i++) {
        const cli_pixel_point one = pen->points[ring->first + i];
        put_point(&list, one.x - at.x, one.y - at.y);
    }
}

/* ---- shapes with holes ---- */

typedef struct parts {
    pawl_rings rings;
    pawl_polygon_limits limits;
    void *memory;
    pawl_ring_buffer out;
} parts;

/* Rings in units about `at`, y up. */
static bool take_rings(cli_outline_map *map, const cli_outline_pen *pen, cli_pixel_point at,
                       parts *to) {
    pawl_vec2 *points = cli_heap_take(&map->plan->heap, pen->point_count * sizeof *points);
    uint32_t *ends = cli_heap_take(&map->plan->heap, pen->ring_count * sizeof *ends);
    uint32_t count = 0, rings = 0;
    for (uint32_t i = 0; i < pen->ring_count; i++) {
        const cli_outline_ring *ring = &pen->rings[i];
        if (ring->count < 3) continue;
        for (uint32_t j = 0; j < ring->count; j++) {
            const cli_pixel_point one = pen->points[ring->first + j];
            points[count].x = cli_tiled_shape_units(one.x - at.x, map->scale);
            points[count++].y = -cli_tiled_shape_units(one.y - at.y, map->scale);
        }
        ends[rings++] = count;
    }
    to->rings = (pawl_rings){points, ends, rings};
    to->limits.segments = count;
    return rings > 0;
}

/* Their convex parts, with room that grows until it is enough. */
static pawl_status find_parts(cli_outline_map *map, pawl_fill fill, parts *of) {
    pawl_status status = PAWL_ERR_CAPACITY;
    for (uint32_t edges = 3 * of->limits.segments + 64;
         edges <= EDGES_MAX && status == PAWL_ERR_CAPACITY; edges *= 4) {
        of->limits.vertices = of->limits.edges = edges;
        const size_t size = pawl_polygon_size(&of->limits);
        void *memory = cli_heap_allocate(size);
        of->out.point_capacity = 2 * edges + 16;
        of->out.ring_capacity = edges + 16;
        of->out.points =
            cli_heap_take(&map->plan->heap, of->out.point_capacity * sizeof *of->out.points);
        of->out.ends =
            cli_heap_take(&map->plan->heap, of->out.ring_capacity * sizeof *of->out.ends);
        status = pawl_polygon_convex_parts(fill, &of->rings, PAWL_POLYGON_MAX, &of->limits, memory,
                                           size, &of->out);
        free(memory);
    }
    return status;
}

/* Raw units back as pixels: exact where the scale is a whole number of pixels. */
static cli_pixels in_pixels(const cli_outline_map *map, pawl_fx value) {
    return cli_tiled_shape_scaled(map->scale, value, PAWL_FX_ONE);
}

static void put_tile(cli_outline_map *map, const cli_outline_shape *shape, cli_pixel_point at,
                     const parts *of) {
    cli_ldtk_node set = cli_ldtk_tree_open(&map->tilesets, NULL, CLI_JSON_OBJECT, shape->line);
    cli_ldtk_node object = open_object(map, shape, at);
    const uint32_t gid = map->count;
    uint32_t first = 0;
    cli_ldtk_tree_int(&object, "gid", gid);
    cli_ldtk_tree_int(&set, "firstgid", gid);
    cli_ldtk_tree_int(&set, "tilewidth", 1);
    cli_ldtk_tree_int(&set, "tileheight", 1);
    cli_ldtk_tree_text(&set, "objectalignment", "topleft");
    cli_ldtk_node tiles = cli_ldtk_tree_open(&set, "tiles", CLI_JSON_ARRAY, shape->line);
    cli_ldtk_node tile = cli_ldtk_tree_open(&tiles, NULL, CLI_JSON_OBJECT, shape->line);
    cli_ldtk_tree_int(&tile, "id", 0);
    cli_ldtk_node group = cli_ldtk_tree_open(&tile, "objectgroup", CLI_JSON_OBJECT, shape->line);
    cli_ldtk_node objects = cli_ldtk_tree_open(&group, "objects", CLI_JSON_ARRAY, shape->line);
    for (uint32_t i = 0; i < of->out.ring_count; i++) {
        cli_ldtk_node one = cli_ldtk_tree_open(&objects, NULL, CLI_JSON_OBJECT, shape->line);
        cli_ldtk_tree_int(&one, "id", i + 1);
        cli_ldtk_node list = cli_ldtk_tree_open(&one, "polygon", CLI_JSON_ARRAY, shape->line);
        for (; first < of->out.ends[i]; first++) {
            const pawl_vec2 corner = of->out.points[first];
            put_point(&list, in_pixels(map, corner.x), -in_pixels(map, corner.y));
        }
    }
}

static void put_shape(cli_outline_map *map, const cli_outline_shape *shape,
                      const cli_outline_pen *pen) {
    const cli_pixel_point at = corner_of(pen);
    parts of = {.memory = NULL};
    if (!take_rings(map, pen, at, &of)) return;
    const pawl_status status =
        find_parts(map, shape->is_even_odd ? PAWL_FILL_EVEN_ODD : PAWL_FILL_NONZERO, &of);
    if (status == PAWL_OK && map->tilesets.json->count == CLI_TILED_TILESETS_MAX) {
        cli_scene_plan_warn(map->plan, shape->line,
                            "\"%.40s\" is left out: more than %lu shapes "
                            "of several rings",
                            shape->name, (unsigned long)CLI_TILED_TILESETS_MAX);
    } else if (status == PAWL_OK && of.out.ring_count > 0) {
        put_tile(map, shape, at, &of);
    } else {
        cli_scene_plan_warn(map->plan, shape->line, "\"%.40s\" is left out: %s", shape->name,
                            status == PAWL_OK ? "it has no inside" : pawl_status_text(status));
    }
}

void cli_outline_map_add(cli_outline_map *map, const cli_outline_shape *shape,
                         const cli_outline_pen *pen) {
    uint32_t closed = 0;
    for (uint32_t i = 0; i < pen->ring_count; i++) {
        const cli_outline_ring *ring = &pen->rings[i];
        const bool is_line = ring->count == 2 || (shape->is_line && !ring->is_closed);
        if (ring->count < 2 || !is_line) closed += ring->count > 2;
        if (is_line && ring->count >= 2) put_ring(map, shape, pen, ring);
    }
    if (closed > 1) {
        put_shape(map, shape, pen);
        return;
    }
    for (uint32_t i = 0; i < pen->ring_count; i++) {
        const cli_outline_ring *ring = &pen->rings[i];
        if (ring->count > 2 && (ring->is_closed || !shape->is_line))
            put_ring(map, shape, pen, ring);
    }
}

void cli_outline_map_add_circle(cli_outline_map *map, const cli_outline_shape *shape,
                                cli_pixel_point center, cli_pixels radius) {
    const cli_pixel_point at = {center.x - radius, center.y - radius};
    cli_ldtk_node object = open_object(map, shape, at);
    cli_ldtk_tree_bool(&object, "ellipse", true);
    cli_ldtk_tree_pixels(&object, "width", 2 * radius);
    cli_ldtk_tree_pixels(&object, "height", 2 * radius);
}

const cli_json *cli_outline_map_end(cli_outline_map *map, const cli_pixel_point box[2]) {
    cli_ldtk_node list = cli_ldtk_tree_open(&map->map, "properties", CLI_JSON_ARRAY, 1);
    cli_ldtk_node one = cli_ldtk_tree_open(&list, NULL, CLI_JSON_OBJECT, 1);
    map->plan->outline_scale = map->scale;
    cli_ldtk_tree_text(&one, "name", "scale");
    cli_ldtk_tree_pixels(&one, "value", map->scale);
    if (box != NULL) {
        const cli_pixels cell = 32 * CLI_PIXEL;
        cli_ldtk_tree_pixels(&map->map, "x", box[0].x);
        cli_ldtk_tree_pixels(&map->map, "y", box[0].y);
        cli_ldtk_tree_int(&map->map, "width", (box[1].x - box[0].x + cell - 1) / cell);
        cli_ldtk_tree_int(&map->map, "height", (box[1].y - box[0].y + cell - 1) / cell);
    }
    return map->plan->failed ? NULL : map->map.json;
}
