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
    uint8_t mark;         /* free for what goes over all triangles */
    int16_t winding;      /* likewise: the layer's winding number, a label */
} pawli_triangle;

typedef struct pawli_triangulation {
    pawl_vec2 *vertices;
    uint32_t *vertex_triangle; /* for each vertex one triangle that has it */
    pawli_triangle *triangles;
    uint32_t vertex_count, vertex_capacity;     /* box corners among them */
    uint32_t triangle_count, triangle_capacity; /* capacity: 2 * vertex_capacity - 6 */
} pawli_triangulation;

/* Bytes of the memory for so many vertices (box corners among them), aligned like uint64_t: 12 for
 * a vertex and 28 for a triangle, so 68 a vertex; nothing more is needed while it is made. 0 for
 * fewer than 4 vertices, and for more than can be addressed. */
size_t pawli_triangulation_size(uint32_t vertex_capacity);

/* The Delaunay triangulation of `count` different points strictly inside `box`, which has corners
 * within PAWL_COORD_MAX. Point i becomes vertex PAWLI_BOX_VERTICES + i. Inserted along a space
 * filling curve relative to the box: O(n log n) in practice. Shifting box and points shifts the
 * vertices and changes nothing else; where four points lie on a circle, the order of the points
 * decides between the two diagonals. `points` must not lie in the memory. Errors: NULL; RANGE: the
 * box; GEOMETRY: the box is empty, a point is not inside or there twice; MEMORY. */
pawl_status pawli_triangulation_make(pawl_box box, const pawl_vec2 *points, uint32_t count,
                                     void *memory, size_t size, pawli_triangulation *out);

/* Make the line between two vertices an edge, or a chain of edges through vertices that lie
 * exactly on it, and fix them. Edges that are not fixed may lose the Delaunay property until
 * pawli_constrain_delaunay. Errors: NULL; ARGUMENT: not two vertices; GEOMETRY: it crosses a fixed
 * edge, and nothing has changed; LIMIT: it did not end (never seen), and pieces of it may be fixed.
 */
pawl_status pawli_constrain_edge(pawli_triangulation *mesh, uint32_t a, uint32_t b);

/* Flip edges that are not fixed until all are Delaunay. Uses the marks, and leaves them zero. */
pawl_status pawli_constrain_delaunay(pawli_triangulation *mesh);

#endif
