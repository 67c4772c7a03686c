/* triangulation.h - constrained Delaunay triangulation of points and edges in a box.
 *
 * The first four vertices are the corners of a box that holds all others strictly inside, so every
 * point lies in a triangle and there are exactly 2V + 2 of them for V inner vertices. Edge i of
 * a triangle lies opposite its vertex i; vertices run counter-clockwise. */
#ifndef PAWLI_TRIANGULATION_H
#define PAWLI_TRIANGULATION_H

#include "pawl/vec.h"

#define PAWLI_NO_TRIANGLE UINT32_MAX
#define PAWLI_BOX_VERTICES 4u

typedef struct pawli_triangle {
    uint32_t vertex[3];
    uint32_t neighbor[3]; /* across edge i; PAWLI_NO_TRIANGLE outside the box */
    uint8_t fixed;        /* bit i: edge i is a constraint */
    uint8_t mark;         /* free for whoever walks over triangles */
    int16_t winding;      /* likewise: the layer's winding number, a label */
} pawli_triangle;

typedef struct pawli_triangulation {
    pawl_vec2 *vertices;
    uint32_t *vertex_triangle; /* for each vertex one triangle that has it */
    pawli_triangle *triangles;
    uint32_t vertex_count, vertex_capacity;     /* box corners among them */
    uint32_t triangle_count, triangle_capacity; /* capacity: 2 * vertex_capacity - 6 */
} pawli_triangulation;

/* Bytes of the memory for so many vertices (box corners among them), aligned like uint64_t. */
size_t pawli_triangulation_memory(uint32_t vertex_capacity);

/* The Delaunay triangulation of `count` different points strictly inside `box`, which has corners
 * within PAWL_COORD_MAX. Point i becomes vertex PAWLI_BOX_VERTICES + i. Inserted along a space
 * filling curve relative to the box: O(n log n) in practice. GEOMETRY: a point twice, or not
 * inside; MEMORY. */
pawl_status pawli_triangulate(pawl_box box, const pawl_vec2 *points, uint32_t count, void *memory,
                              size_t size, pawli_triangulation *out);

/* Make the line between two vertices an edge, or a chain of edges through vertices that lie
 * exactly on it, and fix them. GEOMETRY: it crosses a fixed edge; LIMIT: it did not end. Edges
 * that are not fixed may lose the Delaunay property until pawli_make_delaunay. */
pawl_status pawli_fix_edge(pawli_triangulation *mesh, uint32_t a, uint32_t b);

/* Flip edges that are not fixed until all are Delaunay. */
pawl_status pawli_make_delaunay(pawli_triangulation *mesh);

/* A triangle with the point in it or on its edge; the point lies in the box. */
uint32_t pawli_find_triangle(const pawli_triangulation *mesh, uint32_t start, pawl_vec2 point);

/* The edge a -> b of some triangle, which lies on its left: triangle * 4 + edge, or
 * PAWLI_NO_TRIANGLE when a and b are no neighbours. */
uint32_t pawli_find_edge(const pawli_triangulation *mesh, uint32_t a, uint32_t b);

#endif
