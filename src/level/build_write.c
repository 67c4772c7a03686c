/* build_write.c - the compact mesh to bytes.
 *
 * Vertices are numbered along Morton's curve in the bounds, so that neighbors usually lie near
 * each other in memory; triangles by their lowest vertex, which comes first in them, then by the
 * others. So the block depends on the mesh alone, not on how it was made.
 *
 * Memory: the lines are not needed any more. A closed outline has at least as many edges as
 * vertices, and a mesh of v vertices at most 2 v - 6 triangles inside the bounds and 2 v + 2 in
 * all: their order takes 8 v bytes at most, as the vertices do, and their places 8 v + 8, of the
 * 12 v that the edges had. v is at least 4. */
#include "base/sort.h"
#include "level/level_build.h"
#include "mesh/pack.h"

/* A mesh to be numbered. Vertices without the corners of the box around. */
typedef struct mesh_numbering {
    const pawl_vec2 *vertices;
    const pawli_triangle *triangles;
    pawl_vec2 lower;
} mesh_numbering;

/* pawli_before: along the curve. */
static bool vertex_comes_before(const void *context, const void *a, const void *b) {
    const mesh_numbering *const mesh = (const mesh_numbering *)context;
    const pawl_vec2 left = mesh->vertices[*(const uint32_t *)a];
    const pawl_vec2 right = mesh->vertices[*(const uint32_t *)b];
    const uint32_t x = (uint32_t)mesh->lower.x, y = (uint32_t)mesh->lower.y;
    return pawli_pack_compare_curve((uint32_t)left.x - x, (uint32_t)left.y - y,
                                    (uint32_t)right.x - x, (uint32_t)right.y - y) < 0;
}

/* pawli_before: by vertices. */
static bool triangle_comes_before(const void *context, const void *a, const void *b) {
    const mesh_numbering *const mesh = (const mesh_numbering *)context;
    const pawli_triangle *const left = &mesh->triangles[*(const uint32_t *)a];
    const pawli_triangle *const right = &mesh->triangles[*(const uint32_t *)b];
    for (unsigned i = 0; i < 2; i++)
        if (left->vertex[i] != right->vertex[i]) return left->vertex[i] < right->vertex[i];
    return left->vertex[2] < right->vertex[2];
}

static bool is_inside_bounds(const pawli_triangle *triangle) {
    return (uint16_t)triangle->winding != PAWLI_CELL_OUTSIDE;
}

/* The lowest vertex first, with new numbers. */
static void rename_vertices(pawli_triangle *triangle, const uint32_t *places) {
    const pawli_triangle old = *triangle;
    uint32_t vertices[3];
    for (unsigned i = 0; i < 3; i++)
        vertices[i] = places[old.vertex[i]];
    const unsigned first = vertices[0] < vertices[1] ? (vertices[0] < vertices[2] ? 0 : 2)
                                                     : (vertices[1] < vertices[2] ? 1 : 2);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned from = first + i < 3 ? first + i : first + i - 3;
        triangle->vertex[i] = vertices[from];
        triangle->neighbor[i] = old.neighbor[from];
    }
}

/* Writes the vertices in their order, and leaves their places in `vertex_triangle` of the mesh. */
static void put_vertices(pawli_build *build, uint32_t *order, uint32_t count, uint8_t *to) {
    pawli_triangulation *const mesh = &build->arrange.mesh;
    const pawl_vec2 *const vertices = mesh->vertices + PAWLI_BOX_VERTICES;
    const mesh_numbering of = {vertices, NULL, build->bounds.lower};
    uint32_t *const places = mesh->vertex_triangle;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    pawli_sort(order, count, sizeof *order, vertex_comes_before, &of);
    for (uint32_t i = 0; i < PAWLI_BOX_VERTICES; i++)
        places[i] = UINT32_MAX; /* only outside triangles have these */
    for (uint32_t i = 0; i < count; i++) {
        pawli_level_write_point(to + (size_t)i * PAWLI_POINT_BYTES, vertices[order[i]]);
        places[order[i] + PAWLI_BOX_VERTICES] = i;
    }
}

/* `order` and `places` have room for the triangles that are inside, and for all of them. */
static void put_triangles(pawli_build *build, uint32_t *order, uint32_t *places, bool is_wide,
                          uint8_t *to) {
    const pawli_triangulation *const mesh = &build->arrange.mesh;
    const uint32_t bytes = is_wide ? PAWLI_TRIANGLE_WIDE : PAWLI_TRIANGLE_NARROW;
    const mesh_numbering of = {NULL, mesh->triangles, build->bounds.lower};
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        places[i] = PAWL_TRIANGLE_NONE;
        if (!is_inside_bounds(&mesh->triangles[i])) continue;
        rename_vertices(&mesh->triangles[i], mesh->vertex_triangle);
        order[count++] = i;
    }
    pawli_sort(order, count, sizeof *order, triangle_comes_before, &of);
    for (uint32_t i = 0; i < count; i++)
        places[order[i]] = i;
    for (uint32_t i = 0; i < count; i++) {
        const pawli_triangle *const from = &mesh->triangles[order[i]];
        pawl_level_triangle triangle;
        for (unsigned k = 0; k < 3; k++) {
            triangle.vertices[k] = from->vertex[k];
            triangle.neighbors[k] = places[from->neighbor[k]]; /* outermost ones are outside */
        }
        triangle.cell = build->cells.ranks[(uint16_t)from->winding];
        pawli_level_write_triangle(to + (size_t)i * bytes, &triangle, is_wide);
    }
}

static void put_cells(const pawli_cells *cells, uint8_t *ends, uint8_t *members) {
    uint16_t at = 0;
    for (uint32_t i = 0; i < cells->count; i++) {
        const uint32_t cell = cells->order[i];
        for (uint32_t k = cell == 0 ? 0 : cells->ends[cell - 1]; k < cells->ends[cell]; k++)
            pawli_store_u16(members + (size_t)2 * at++, cells->members[k]);
        pawli_store_u16(ends + (size_t)2 * i, at);
    }
}

static uint32_t count_inside(const pawli_triangulation *mesh) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        count += is_inside_bounds(&mesh->triangles[i]);
    return count;
}

pawl_region pawli_build_write_region(const pawl_level_def *def, uint32_t region) {
    pawl_region out;
    memset(&out, 0, sizeof out);
    if (def->regions != NULL) out = def->regions[region];
    if (out.direction.c == 0 && out.direction.s == 0) out.direction.s = PAWL_UNIT;
    return out;
}

pawl_status pawli_build_write(pawli_build *build) {
    pawli_arrange *const arrange = &build->arrange;
    const uint32_t vertex_count = arrange->lines.vertex_count;
    const uint32_t triangle_count = count_inside(&arrange->mesh);
    const uint32_t region_count = build->cells.region_count;
    const uint32_t walker_point_count =
        build->def->walker_points == NULL ? 1 : build->def->walker_point_count;
    const pawli_level_counts counts = {vertex_count,
                                       triangle_count,
                                       (uint16_t)build->cells.count,
                                       (uint16_t)build->cells.member_count,
                                       (uint16_t)region_count,
                                       (uint16_t)walker_point_count,
                                       pawli_level_layout_needs_wide(vertex_count, triangle_count)};
    const pawli_level_layout layout = pawli_level_layout_of(&counts);
    build->report.vertices = vertex_count;
    build->report.triangles = triangle_count;
    build->report.size = layout.size;
    if (layout.size == 0 || layout.size > build->out_size) {
        build->report.reason = "out: the block is larger";
        return PAWL_ERR_MEMORY;
    }
    uint8_t *const out = build->out;
    memset(out, 0, (size_t)layout.size);
    put_vertices(build, (uint32_t *)(void *)arrange->lines.edges, vertex_count,
                 out + layout.vertices);
    pawli_build_cells_sort(&build->cells);
    put_triangles(build, (uint32_t *)(void *)arrange->lines.vertices,
                  (uint32_t *)(void *)arrange->lines.edges, counts.is_wide, out + layout.triangles);
    put_cells(&build->cells, out + layout.cells, out + layout.members);
    for (uint32_t i = 0; i < region_count; i++) {
        const pawl_region region = pawli_build_write_region(build->def, i);
        pawli_level_write_region(out + layout.regions + (size_t)i * PAWLI_REGION_BYTES, &region);
    }
    for (uint32_t i = 0; i < walker_point_count; i++)
        pawli_level_write_point(out + layout.walker_points + (size_t)i * PAWLI_POINT_BYTES,
                                build->original[i]);
    pawli_level_write_header(out, &counts, build->bounds);
    return PAWL_OK;
}
