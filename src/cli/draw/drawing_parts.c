/* drawing_parts.c - how a level comes about: the convex parts of its polygons, each inflated by the
 * mirrored walker's shape. Their union is what is solid. */
#include <stdlib.h>

#include "cli/draw/drawing_parts.h"
#include "cli/common/heap.h"

#define LINE CLI_PIXEL
#define SUM_POINTS (PAWL_POLYGON_MAX + CLI_WALKER_POINTS)

pawl_ring_buffer cli_drawing_parts_of_rings(const pawl_rings *rings) {
    const uint32_t points = rings->ends[rings->count - 1];
    const pawl_polygon_limits limits = {points, 4 * points + 32, 6 * points + 64};
    const size_t size = pawl_polygon_size(&limits);
    pawl_ring_buffer parts = {.point_capacity = 12 * limits.vertices,
                              .ring_capacity = 4 * limits.vertices};
    void *const memory = cli_heap_allocate(size);
    parts.points = cli_heap_allocate(parts.point_capacity * sizeof *parts.points);
    parts.ends = cli_heap_allocate(parts.ring_capacity * sizeof *parts.ends);
    const pawl_status status = pawl_polygon_convex_parts(PAWL_FILL_NONZERO, rings, PAWL_POLYGON_MAX,
                                                         &limits, memory, size, &parts);
    if (status != PAWL_OK) parts.ring_count = 0;
    free(memory);
    return parts;
}

typedef struct painter {
    const pawl_vec2 *walker; /* its corners */
    uint32_t corners;
    const cli_view *view;
    cli_drawing *drawing;
    bool fills; /* first all insides, then all outlines */
} painter;

static void draw_part(const painter *to, const pawl_vec2 *part, uint32_t count, uint32_t region) {
    pawl_vec2 hull[PAWL_POLYGON_MAX], mirrored[CLI_WALKER_POINTS], sum[SUM_POINTS];
    const int32_t size = pawl_hull(part, (int32_t)count, hull);
    if (to->corners == 0 || size < 1) return;
    for (uint32_t i = 0; i < to->corners; i++)
        mirrored[i] = pawl_vec2_make(-to->walker[i].x, -to->walker[i].y);
    const int32_t total = pawl_minkowski_sum(hull, size, mirrored, (int32_t)to->corners, sum);
    if (total < 3) return;
    if (to->fills) {
        cli_drawing_fill_fan(sum, (uint32_t)total, to->view,
                             cli_theme_region(region, CLI_REGION_INFLATED), to->drawing);
        return;
    }
    cli_drawing_add_loop(sum, (uint32_t)total, LINE, to->view,
                         cli_theme_region(region, CLI_REGION_INFLATED), to->drawing);
    cli_drawing_add_loop(hull, (uint32_t)size, LINE, to->view,
                         cli_theme_region(region, CLI_REGION_DRAWN), to->drawing);
}

/* A polygon of points in line has no parts: it is a thin wall. */
static void draw_polygon(const painter *to, const pawl_level_polygon *polygon) {
    const pawl_rings *const rings = &polygon->rings;
    const uint32_t points = rings->count == 0 ? 0 : rings->ends[rings->count - 1];
    if (points < 1) return;
    if (points == 2) {
        draw_part(to, rings->points, 2, polygon->region);
        return;
    }
    pawl_ring_buffer parts = cli_drawing_parts_of_rings(rings);
    for (uint32_t i = 0, first = 0; i < parts.ring_count; i++) {
        draw_part(to, parts.points + first, parts.ends[i] - first, polygon->region);
        first = parts.ends[i];
    }
    free(parts.ends);
    free(parts.points);
}

void cli_drawing_parts_add(const cli_scene_level *scene, const pawl_vec2 *walker, uint32_t corners,
                           const cli_view *view, cli_drawing *drawing) {
    painter to = {walker, corners, view, drawing, true};
    for (uint32_t i = 0; i < scene->polygon_count; i++)
        draw_polygon(&to, &scene->polygons[i]);
    to.fills = false;
    for (uint32_t i = 0; i < scene->polygon_count; i++)
        draw_polygon(&to, &scene->polygons[i]);
}
