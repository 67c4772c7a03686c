/* flip.h - internal: corners, stars and flips of a triangulation. */
#ifndef PAWLI_FLIP_H
#define PAWLI_FLIP_H

#include "geom/predicate.h"
#include "mesh/triangulation.h"

/* The corner after i, and the one before it, counter-clockwise. */
static inline uint32_t pawli_corner_next(uint32_t i) {
    return i == 2 ? 0 : i + 1;
}

static inline uint32_t pawli_corner_previous(uint32_t i) {
    return i == 0 ? 2 : i - 1;
}

/* Which corner of the triangle a vertex is; it is one of them. */
static inline uint32_t pawli_corner_of(const pawli_triangle *triangle, uint32_t vertex) {
    return triangle->vertex[0] == vertex ? 0 : triangle->vertex[1] == vertex ? 1u : 2u;
}

/* Which edge of the triangle lies towards a neighbor; two triangles share one edge at most. */
static inline uint32_t pawli_edge_towards(const pawli_triangle *triangle, uint32_t neighbor) {
    return triangle->neighbor[0] == neighbor ? 0 : triangle->neighbor[1] == neighbor ? 1u : 2u;
}

/* The triangles around a vertex, each once: counter-clockwise from the first, and for a corner of
 * the box then clockwise from it. */
typedef struct pawli_star {
    uint32_t vertex, first;
    uint32_t triangle, corner; /* where the vertex is one */
    bool clockwise;
} pawli_star;

pawli_star pawli_flip_star_begin(const pawli_triangulation *mesh, uint32_t vertex);
bool pawli_flip_star_next(const pawli_triangulation *mesh, pawli_star *star); /* false: seen all */

/* The edge a -> b of some triangle, which lies on its left: triangle * 4 + edge, or
 * PAWLI_NO_TRIANGLE when a and b are no neighbors. */
uint32_t pawli_flip_find_edge(const pawli_triangulation *mesh, uint32_t a, uint32_t b);

/* Let a neighbor of a triangle know it by another number. */
void pawli_flip_relink(pawli_triangulation *mesh, uint32_t neighbor, uint32_t old, uint32_t now);

/* Turn the edge of a triangle: of the quadrilateral c, r, d, l, where c is the corner opposite the
 * edge and d that of the neighbor, the diagonal r l becomes c d. The triangle becomes c, r, d,
 * the neighbor c, d, l. The quadrilateral is convex and the edge is not fixed. */
void pawli_flip_edge(pawli_triangulation *mesh, uint32_t triangle, uint32_t edge);

/* Whether the circle around the triangle holds the corner beyond the edge, which has a neighbor
 * and is not fixed. Points in line with the corner opposite the edge between them count as held. */
#if PAWLI_ONE_COPY
bool pawli_flip_is_wanted(const pawli_triangulation *mesh, uint32_t triangle, uint32_t edge);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_FLIP_COPY)
PAWLI_SHARED bool pawli_flip_is_wanted(const pawli_triangulation *mesh, uint32_t t, uint32_t edge) {
    const pawli_triangle *const near = &mesh->triangles[t];
    const pawli_triangle *const far = &mesh->triangles[near->neighbor[edge]];
    const uint32_t beyond = far->vertex[pawli_edge_towards(far, t)];
    const pawl_vec2 *const vertices = mesh->vertices;
    const pawl_vec2 a = vertices[near->vertex[pawli_corner_next(edge)]];
    const pawl_vec2 b = vertices[near->vertex[pawli_corner_previous(edge)]];
    const pawl_vec2 c = vertices[near->vertex[edge]], d = vertices[beyond];
    return pawli_predicate_in_circle_seen(pawli_position_from(a, c), pawli_position_from(b, c),
                                          pawli_position_from(a, d), pawli_position_from(b, d)) > 0;
}
#endif

/* Put a vertex, which is in no triangle yet, into the Delaunay triangulation; `start` is where to
 * look first. The triangles have room for two more. Returns false when it is no new point. */
bool pawli_insert_vertex(pawli_triangulation *mesh, uint32_t vertex, uint32_t start);

#endif
