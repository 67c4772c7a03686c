/* arrange.c - from segments to a triangulation.
 *
 * Memory: vertices and edges of the lines are kept all the time. The segments and what snap
 * rounding needs beside them are gone when the mesh comes, so they share the rest. */
#include "base/align.h"
#include "mesh/arrange.h"

#include "base/assert.h"
#include "geom/predicate.h"
#include "mesh/winding.h"
#include "fx/range.h"
#include "geom/bounds.h"

/* Where the parts of the memory begin, and how large the shared one is. */
typedef struct arrange_layout {
    uint64_t edges, shared, shared_size;
} arrange_layout;

static uint64_t align(uint64_t size) {
    return (size + 7) & ~UINT64_C(7);
}

pawl_polygon_limits pawli_arrange_limits(const pawl_polygon_limits *limits) {
    pawl_polygon_limits full = {0, 0, 0};
    if (limits == NULL || limits->segments == 0 || limits->segments > PAWLI_LIMIT_MAX / 4) {
        return full;
    }
    if (limits->vertices > PAWLI_LIMIT_MAX || limits->edges > PAWLI_LIMIT_MAX) return full;
    full = *limits;
    if (full.vertices == 0) full.vertices = 2 * full.segments + 16;
    if (full.edges == 0) full.edges = 3 * full.segments + 64;
    return full;
}

/* False when it is more than can be addressed. */
static bool lay_out_arrange(const pawl_polygon_limits *full, arrange_layout *out) {
    const uint32_t segments = full->segments;
    const size_t scratch = pawli_snap_scratch(segments, full->vertices);
    const size_t mesh = pawli_triangulation_size(full->vertices + PAWLI_BOX_VERTICES);
    if (segments == 0 || scratch == 0 || mesh == 0) return false;
    out->edges = (uint64_t)full->vertices * sizeof(pawl_vec2);
    out->shared = align(out->edges + (uint64_t)full->edges * sizeof(pawli_line));
    const uint64_t snap = align((uint64_t)segments * sizeof(pawli_segment)) + scratch;
    out->shared_size = align(snap > mesh ? snap : mesh);
    return out->shared + out->shared_size <= SIZE_MAX / 2;
}

size_t pawli_arrange_size(const pawl_polygon_limits *limits) {
    const pawl_polygon_limits full = pawli_arrange_limits(limits);
    arrange_layout parts;
    return lay_out_arrange(&full, &parts) ? (size_t)(parts.shared + parts.shared_size) : 0;
}

pawl_status pawli_arrange_begin(const pawl_polygon_limits *limits, void *memory, size_t size,
                                pawli_arrange *out) {
    const pawl_polygon_limits full = pawli_arrange_limits(limits);
    arrange_layout parts;
    if (!lay_out_arrange(&full, &parts)) return PAWL_ERR_ARGUMENT;
    if (!pawli_is_aligned(memory)) return PAWL_ERR_MEMORY;
    if (size < parts.shared + parts.shared_size) return PAWL_ERR_MEMORY;
    uint8_t *const bytes = memory;
    *out = (pawli_arrange){.segment_capacity = full.segments};
    out->lines.vertices = memory;
    out->lines.vertex_capacity = full.vertices;
    out->lines.edges = (pawli_line *)(void *)(bytes + (size_t)parts.edges);
    out->lines.edge_capacity = full.edges;
    out->shared = bytes + (size_t)parts.shared;
    out->shared_size = (size_t)parts.shared_size;
    out->segments = out->shared;
    return PAWL_OK;
}

/* A segment without length adds nothing. */
static pawl_status add_segment(pawli_arrange *arrange, pawl_vec2 a, pawl_vec2 b, uint16_t layer) {
    if (!pawli_vec_in_range(a, PAWLI_ARRANGE_COORD_MAX) ||
        !pawli_vec_in_range(b, PAWLI_ARRANGE_COORD_MAX))
        return PAWL_ERR_RANGE;
    if (pawli_is_same_point(a, b)) return PAWL_OK;
    if (arrange->segment_count == arrange->segment_capacity) return PAWL_ERR_CAPACITY;
    const pawli_segment segment = {a, b, layer, 0};
    arrange->segments[arrange->segment_count++] = segment;
    return PAWL_OK;
}

pawl_status pawli_arrange_add_rings(pawli_arrange *arrange, const pawl_rings *rings,
                                    uint16_t layer) {
    if (rings == NULL || rings->count == 0) return PAWL_OK;
    if (rings->ends == NULL) return PAWL_ERR_NULL;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < rings->count; i++) {
        const uint32_t end = rings->ends[i];
        if (end < begin) return PAWL_ERR_ARGUMENT;
        if (end > begin && rings->points == NULL) return PAWL_ERR_NULL;
        for (uint32_t k = begin; k < end; k++) {
            const pawl_vec2 next = rings->points[k + 1 < end ? k + 1 : begin];
            const pawl_status status = add_segment(arrange, rings->points[k], next, layer);
            if (status != PAWL_OK) return status;
        }
        begin = end;
    }
    return PAWL_OK;
}

pawl_status pawli_arrange_snap(pawli_arrange *arrange) {
    const size_t used = (size_t)align((uint64_t)arrange->segment_count * sizeof(pawli_segment));
    uint8_t *const scratch = (uint8_t *)arrange->shared + used;
    const pawl_status status = pawli_snap_round(arrange->segments, arrange->segment_count, scratch,
                                                arrange->shared_size - used, &arrange->lines);
    if (status != PAWL_OK) return status;
    return pawli_winding_is_closed(&arrange->lines) ? PAWL_OK : PAWL_ERR_GEOMETRY;
}

/* An eighth more vertices than there are: with none to spare they would be sorted again and again
 * towards the end. */
pawl_status pawli_arrange_needs(const pawli_arrange *arrange, pawl_polygon_limits *out) {
    const size_t used = (size_t)align((uint64_t)arrange->segment_count * sizeof(pawli_segment));
    uint8_t *const front = (uint8_t *)arrange->lines.vertices, *const shared = arrange->shared;
    const size_t before = (size_t)(shared - front), behind = arrange->shared_size - used;
    pawli_snap_room room;
    *out = (pawl_polygon_limits){0, 0, 0};
    const pawl_status status = pawli_snap_needs(arrange->segments, arrange->segment_count,
                                                before > behind ? front : shared + used,
                                                before > behind ? before : behind, &room);
    if (status != PAWL_OK) return status;
    room.vertices += room.vertices / 8 + 8;
    room.pieces += 8;
    if (room.vertices > PAWLI_LIMIT_MAX || room.pieces > PAWLI_LIMIT_MAX) return PAWL_OK;
    out->segments = arrange->segment_count > 0 ? arrange->segment_count : 1;
    out->vertices = (uint32_t)room.vertices;
    out->edges = (uint32_t)room.pieces;
    return PAWL_OK;
}

/* One raw unit around all vertices; more would not always fit, and so depend on where they are. */
static pawl_box box_around(const pawli_arrangement *lines) {
    pawl_box box = {{0, 0}, {0, 0}};
    if (lines->vertex_count > 0) box = pawli_bounds_of(lines->vertices, lines->vertex_count);
    PAWL_ASSERT(pawli_vec_in_range(box.lower, PAWLI_ARRANGE_COORD_MAX));
    PAWL_ASSERT(pawli_vec_in_range(box.upper, PAWLI_ARRANGE_COORD_MAX));
    box.lower = pawl_vec2_make(box.lower.x - 1, box.lower.y - 1);
    box.upper = pawl_vec2_make(box.upper.x + 1, box.upper.y + 1);
    return box;
}

pawl_status pawli_arrange_mesh(pawli_arrange *arrange, const pawl_box *box) {
    const pawli_arrangement *const lines = &arrange->lines;
    const pawl_box around = box == NULL ? box_around(lines) : *box;
    pawl_status status =
        pawli_triangulation_make(around, lines->vertices, lines->vertex_count, arrange->shared,
                                 arrange->shared_size, &arrange->mesh);
    for (uint32_t i = 0; i < lines->edge_count && status == PAWL_OK; i++) {
        const pawli_line *const edge = &lines->edges[i];
        if (i > 0 && edge->a == edge[-1].a && edge->b == edge[-1].b) continue; /* a layer more */
        status = pawli_constrain_edge(&arrange->mesh, edge->a + PAWLI_BOX_VERTICES,
                                      edge->b + PAWLI_BOX_VERTICES);
    }
    return status == PAWL_OK ? pawli_constrain_delaunay(&arrange->mesh) : status;
}
