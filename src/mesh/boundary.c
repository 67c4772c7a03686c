/* boundary.c - the rings around a set of triangles.
 *
 * A walk keeps the inside on its left and, where several parts of it meet in a vertex, stays in the
 * one it came along. So it never crosses itself, but it may come to a vertex again. What lies
 * between the two visits is a ring of its own and is cut off; cut in any order, the same rings
 * result, because walks that do not cross visit vertices in nested order.
 *
 * Scratch memory: for each vertex its place on the walk, then room for all points: the walk
 * grows from the front, finished rings lie at the end. Every edge gives one point, so they never
 * meet. Then the rings. */
#include "mesh/boundary.h"

#include <string.h>

#include "base/assert.h"
#include "base/sort.h"
#include "geom/predicate.h"

#define NOWHERE UINT32_MAX
#define VISITED(edge) (0x10u << (edge))

/* A finished ring: where its points are. */
typedef struct boundary_ring {
    uint32_t begin, count;
} boundary_ring;

typedef struct tracer {
    pawli_triangulation *mesh;
    uint32_t *place;  /* of a vertex on the walk; NOWHERE */
    uint32_t *points; /* vertices: walk, gap, finished rings */
    uint32_t path_count, finished_begin;
    boundary_ring *rings;
    uint32_t ring_count;
    uint32_t point_count; /* of all rings */
} tracer;

/* Bytes for a mesh with so many vertices and so many edges between inside and outside. */
static uint64_t boundary_scratch_size(uint32_t vertex_count, uint32_t edge_count) {
    return ((uint64_t)vertex_count + edge_count) * sizeof(uint32_t) +
           (uint64_t)(edge_count / 3) * sizeof(boundary_ring);
}

static bool triangle_is_inside(const pawli_triangulation *mesh, uint32_t triangle) {
    return triangle != PAWLI_NO_TRIANGLE && (mesh->triangles[triangle].mark & PAWLI_INSIDE) != 0;
}

static bool is_boundary_edge(const pawli_triangulation *mesh, uint32_t triangle, unsigned edge) {
    return triangle_is_inside(mesh, triangle) &&
           !triangle_is_inside(mesh, mesh->triangles[triangle].neighbor[edge]);
}

/* Also clears the marks. */
static uint32_t count_borders(pawli_triangulation *mesh) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        mesh->triangles[i].mark &= (uint8_t)~PAWLI_BOUNDARY_MARK;
        for (unsigned k = 0; k < 3; k++)
            count += is_boundary_edge(mesh, i, k);
    }
    return count;
}

static pawl_vec2 boundary_point(const tracer *t, uint32_t index) {
    return t->mesh->vertices[t->points[index]];
}

static void reverse_indices(uint32_t *items, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        const uint32_t kept = items[i];
        items[i] = items[count - 1 - i];
        items[count - 1 - i] = kept;
    }
}

/* Lets the ring begin with its lowest, then leftmost point. */
static void rotate_indices(const tracer *t, uint32_t begin, uint32_t count) {
    uint32_t first = begin;
    for (uint32_t i = begin; i < begin + count; i++)
        if (pawli_is_lower(boundary_point(t, i), boundary_point(t, first))) first = i;
    reverse_indices(t->points + begin, first - begin);
    reverse_indices(t->points + first, begin + count - first);
    reverse_indices(t->points + begin, count);
}

/* Drops the points where the ring goes straight on; never the first, which is a corner. */
static uint32_t straighten_ring(const tracer *t, uint32_t begin, uint32_t count) {
    uint32_t kept = 0;
    pawl_vec2 before = boundary_point(t, begin + count - 1);
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 here = boundary_point(t, begin + i);
        const pawl_vec2 next = boundary_point(t, i + 1 < count ? begin + i + 1 : begin);
        const pawl_vec2 in = pawl_vec2_sub(here, before), out = pawl_vec2_sub(next, here);
        if (pawl_vec2_cross(in, out) != 0) t->points[begin + kept++] = t->points[begin + i];
        before = here;
    }
    return kept;
}

/* The end of the walk, from `begin` on, is a ring. */
static void finish_ring(tracer *t, uint32_t begin) {
    const uint32_t count = t->path_count - begin;
    for (uint32_t i = begin; i < t->path_count; i++)
        t->place[t->points[i]] = NOWHERE;
    rotate_indices(t, begin, count);
    const uint32_t kept = straighten_ring(t, begin, count);
    PAWL_ASSERT(kept >= 3);
    t->finished_begin -= kept;
    memmove(t->points + t->finished_begin, t->points + begin, (size_t)kept * sizeof(uint32_t));
    t->path_count = begin;
    t->rings[t->ring_count++] = (boundary_ring){t->finished_begin, kept};
    t->point_count += kept;
}

/* The border edge that follows one: around its end, through the inside. */
static void next_boundary_edge(const pawli_triangulation *mesh, uint32_t *triangle,
                               unsigned *edge) {
    *edge = (*edge + 1) % 3;
    while (!is_boundary_edge(mesh, *triangle, *edge)) {
        const uint32_t from = *triangle;
        *triangle = mesh->triangles[from].neighbor[*edge];
        const pawli_triangle *const next = &mesh->triangles[*triangle];
        *edge = next->neighbor[0] == from ? 1 : next->neighbor[1] == from ? 2 : 0;
    }
}

static void trace(tracer *t, uint32_t triangle, unsigned edge) {
    pawli_triangulation *const mesh = t->mesh;
    while ((mesh->triangles[triangle].mark & VISITED(edge)) == 0) {
        const unsigned marks = mesh->triangles[triangle].mark | VISITED(edge);
        mesh->triangles[triangle].mark = (uint8_t)marks;
        const uint32_t vertex = mesh->triangles[triangle].vertex[(edge + 1) % 3];
        if (t->place[vertex] != NOWHERE) finish_ring(t, t->place[vertex]);
        t->place[vertex] = t->path_count;
        t->points[t->path_count++] = vertex;
        next_boundary_edge(mesh, &triangle, &edge);
    }
    finish_ring(t, 0);
}

/* By the first points, then by the second: rings that begin in one point part there. */
static bool ring_precedes(const void *context, const void *a, const void *b) {
    const tracer *const t = context;
    const boundary_ring *const first = a, *const second = b;
    const pawl_vec2 p = boundary_point(t, first->begin), q = boundary_point(t, second->begin);
    if (pawli_is_lower(p, q) || pawli_is_lower(q, p)) return pawli_is_lower(p, q);
    return pawli_is_lower(boundary_point(t, first->begin + 1),
                          boundary_point(t, second->begin + 1));
}

static void write_rings(const tracer *t, pawl_ring_buffer *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->ring_count; i++) {
        for (uint32_t k = 0; k < t->rings[i].count; k++)
            out->points[count++] = boundary_point(t, t->rings[i].begin + k);
        out->ends[i] = count;
    }
    out->point_count = count;
    out->ring_count = t->ring_count;
}

pawl_status pawli_boundary(pawli_triangulation *mesh, void *scratch, size_t scratch_size,
                           pawl_ring_buffer *out) {
    const uint32_t edge_count = count_borders(mesh);
    if (scratch_size < boundary_scratch_size(mesh->vertex_count, edge_count))
        return PAWL_ERR_MEMORY;
    tracer t = {.mesh = mesh, .place = scratch, .finished_begin = edge_count};
    t.points = t.place + mesh->vertex_count;
    t.rings = (boundary_ring *)(void *)(t.points + edge_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        t.place[i] = NOWHERE;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            const bool is_new = (mesh->triangles[i].mark & VISITED(k)) == 0;
            if (is_new && is_boundary_edge(mesh, i, k)) trace(&t, i, k);
        }
    }
    if (t.point_count > out->point_capacity || t.ring_count > out->ring_capacity) {
        out->point_count = t.point_count;
        out->ring_count = t.ring_count;
        return PAWL_ERR_CAPACITY;
    }
    pawli_sort(t.rings, t.ring_count, sizeof(boundary_ring), ring_precedes, &t);
    write_rings(&t, out);
    return PAWL_OK;
}
