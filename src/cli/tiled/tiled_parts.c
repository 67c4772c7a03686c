/* tiled_parts.c - polygons of any form for a world that knows convex ones: parts of one polygon,
 * and the outline of many together. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/limits.h"
#include "cli/tiled/tiled_import.h"

/* An operation with room that grows until it is enough. */
typedef struct room {
    pawl_polygon_limits limits;
    void *memory;
    size_t size;
    pawl_ring_buffer out;
} room;

static void take_room(cli_tiled_import *import, room *all) {
    free(all->memory);
    all->size = pawl_polygon_size(&all->limits);
    all->memory = cli_heap_allocate(all->size);
    all->out.point_capacity = 2 * all->limits.edges + 16;
    all->out.ring_capacity = all->limits.edges + 16;
    all->out.points =
        cli_heap_take(&import->plan->heap, all->out.point_capacity * sizeof *all->out.points);
    all->out.ends =
        cli_heap_take(&import->plan->heap, all->out.ring_capacity * sizeof *all->out.ends);
}

/* A level without some of its walls would be another one. */
static bool refuse_edges(cli_tiled_import *import, uint32_t line) {
    char hint[CLI_LIMITS_HINT_MAX];
    cli_scene_plan_fail(import->plan, line, "walls of more than %llu pieces %s",
                        (unsigned long long)cli_limits_get(CLI_LIMIT_EDGES),
                        cli_limits_hint(CLI_LIMIT_EDGES, hint));
    return false;
}

/* The union of the rings, or their convex parts. */
static bool run(cli_tiled_import *import, const pawl_rings *rings, bool in_parts, uint32_t line,
                room *all) {
    const uint32_t segments = rings->ends[rings->count - 1];
    const uint32_t most = (uint32_t)cli_limits_get(CLI_LIMIT_EDGES);
    pawl_status status = PAWL_ERR_CAPACITY;
    if (segments > most) return refuse_edges(import, line);
    all->limits.segments = segments;
    for (uint32_t edges = 3 * segments + 64; edges / 4 < most; edges *= 4) {
        if (edges > most) edges = most;
        all->limits.vertices = edges;
        all->limits.edges = edges;
        take_room(import, all);
        if (in_parts) {
            status = pawl_polygon_convex_parts(PAWL_FILL_NONZERO, rings, PAWL_POLYGON_MAX,
                                               &all->limits, all->memory, all->size, &all->out);
        } else {
            status = pawl_polygon_boolean(PAWL_UNION, PAWL_FILL_NONZERO, rings, NULL, &all->limits,
                                          all->memory, all->size, &all->out);
        }
        if (status != PAWL_ERR_CAPACITY) break;
    }
    free(all->memory);
    all->memory = NULL;
    if (status == PAWL_OK) return true;
    if (status == PAWL_ERR_CAPACITY) return refuse_edges(import, line);
    cli_tiled_warn(import, line, "left out: %s", pawl_status_text(status));
    return false;
}

/* The parts that the engine takes; those it does not are thinner than anything collides with. */
uint32_t cli_tiled_parts_convex(cli_tiled_import *import, const cli_outline *outline, uint32_t line,
                                cli_outline **parts) {
    const pawl_rings ring = {outline->points, &outline->count, 1};
    room all = {.memory = NULL};
    uint32_t count = 0, begin = 0, thin = 0;
    if (!run(import, &ring, true, line, &all)) return 0;
    *parts = cli_heap_take(&import->plan->heap, all.out.ring_count * sizeof **parts);
    for (uint32_t i = 0; i < all.out.ring_count; i++) {
        pawl_vec2 *points = all.out.points + begin;
        const int32_t corners = pawl_hull(points, (int32_t)(all.out.ends[i] - begin), points);
        begin = all.out.ends[i];
        if (pawl_polygon_check(points, corners, 0, NULL) != PAWL_POLYGON_OK) {
            thin++;
            continue;
        }
        (*parts)[count].form = CLI_OUTLINE_POLYGON;
        (*parts)[count].points = points;
        (*parts)[count++].count = (uint32_t)corners;
    }
    if (thin > 0) {
        cli_scene_plan_note(import->plan, line,
                            "%lu of %lu parts are too thin to collide and left out",
                            (unsigned long)thin, (unsigned long)all.out.ring_count);
    }
    return count;
}

uint32_t cli_tiled_parts_merge(cli_tiled_import *import, const cli_outline *outlines,
                               uint32_t count, uint32_t line, cli_outline **rings) {
    pawl_rings given = {NULL, NULL, count};
    room all = {.memory = NULL};
    size_t total = 0;
    uint32_t made = 0, begin = 0;
    for (uint32_t i = 0; i < count; i++)
        total += outlines[i].count;
    if (count == 0) return 0;
    pawl_vec2 *points = cli_heap_take(&import->plan->heap, total * sizeof *points);
    uint32_t *ends = cli_heap_take(&import->plan->heap, count * sizeof *ends);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(points + begin, outlines[i].points, outlines[i].count * sizeof *points);
        begin += outlines[i].count;
        ends[i] = begin;
    }
    given.points = points;
    given.ends = ends;
    if (!run(import, &given, false, line, &all)) return 0;
    begin = 0;
    *rings = cli_heap_take(&import->plan->heap, all.out.ring_count * sizeof **rings);
    for (uint32_t i = 0; i < all.out.ring_count; i++) {
        cli_outline ring = {.form = CLI_OUTLINE_POLYGON, .points = all.out.points + begin};
        ring.count = cli_tiled_shape_drop_near(ring.points, all.out.ends[i] - begin, true);
        begin = all.out.ends[i];
        if (ring.count >= 3) (*rings)[made++] = ring;
    }
    return made;
}
