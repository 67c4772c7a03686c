/* insert.c - finding the triangle of a point, and putting a point into a Delaunay triangulation.
 *
 * Source: Lawson, Software for C1 surface interpolation (1977): split the triangle that holds the
 * point into three, then flip edges opposite the point until none wants it. Those edges form a
 * closed line around the point, and a vertex on that line never leaves it; so one walk around the
 * point, which stays where it flips, needs no stack and looks at each edge once.
 *
 * A point on an edge needs no case of its own: one of the three triangles then has no area, its
 * outer edge holds the point within the neighbor's circle, and is the first to be flipped away.
 *
 * The search for a triangle (Devillers, Pion and Teillaud, Walking in a triangulation, 2002) ends
 * in a Delaunay triangulation; in any other it could go in circles, so the edge looked at first is
 * drawn at random from a constant seed, steps are counted, and in the end all triangles are looked
 * at. */
#include "base/assert.h"
#include "geom/predicate.h"
#include "mesh/flip.h"

#define SEARCH_SLACK 16u

static pawl_vec2 mesh_point(const pawli_triangulation *mesh, uint32_t vertex) {
    return mesh->vertices[vertex];
}

/* The side of an edge on which a point lies: positive inside the triangle. */
static int64_t side_of_edge(const pawli_triangulation *mesh, const pawli_triangle *at,
                            uint32_t edge, pawl_vec2 point) {
    return pawli_position_orient(mesh_point(mesh, at->vertex[pawli_corner_next(edge)]),
                                 mesh_point(mesh, at->vertex[pawli_corner_previous(edge)]), point);
}

static uint32_t scan_for_triangle(const pawli_triangulation *mesh, pawl_vec2 point) {
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const pawli_triangle *const at = &mesh->triangles[t];
        if (side_of_edge(mesh, at, 0, point) >= 0 && side_of_edge(mesh, at, 1, point) >= 0 &&
            side_of_edge(mesh, at, 2, point) >= 0)
            return t;
    }
    return PAWLI_NO_TRIANGLE;
}

/* A triangle with the point in it or on its edge, looking at triangle `start` first (any number);
 * PAWLI_NO_TRIANGLE for a point outside the box. */
static uint32_t find_triangle(const pawli_triangulation *mesh, uint32_t start, pawl_vec2 point) {
    uint32_t t = start < mesh->triangle_count ? start : 0, previous = PAWLI_NO_TRIANGLE;
    uint32_t seed = 1;
    for (uint32_t step = 0; step < mesh->triangle_count + SEARCH_SLACK; step++) {
        const pawli_triangle *const at = &mesh->triangles[t];
        seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
        uint32_t edge = (seed >> 16) % 3u, tries = 0;
        for (; tries < 3; tries++) {
            const bool is_back = at->neighbor[edge] == previous && previous != PAWLI_NO_TRIANGLE;
            if (!is_back && side_of_edge(mesh, at, edge, point) < 0) break;
            edge = pawli_corner_next(edge);
        }
        if (tries == 3) return t;
        if (at->neighbor[edge] == PAWLI_NO_TRIANGLE) return PAWLI_NO_TRIANGLE;
        previous = t;
        t = at->neighbor[edge];
    }
    return scan_for_triangle(mesh, point);
}

/* The triangle becomes three around the vertex, which is corner 0 of each. */
static void split_triangle(pawli_triangulation *mesh, uint32_t t, uint32_t vertex) {
    PAWL_ASSERT(mesh->triangle_count + 2 <= mesh->triangle_capacity);
    const pawli_triangle old = mesh->triangles[t];
    const uint32_t part[3] = {mesh->triangle_count, mesh->triangle_count + 1, t};
    mesh->triangle_count += 2;
    for (uint32_t i = 0; i < 3; i++) { /* the part across edge i of the old one */
        const uint32_t next = pawli_corner_next(i), previous = pawli_corner_previous(i);
        pawli_triangle *const at = &mesh->triangles[part[i]];
        at->vertex[0] = vertex, at->vertex[1] = old.vertex[next];
        at->vertex[2] = old.vertex[previous];
        at->neighbor[0] = old.neighbor[i], at->neighbor[1] = part[next];
        at->neighbor[2] = part[previous];
        at->fixed = 0; /* constraints come when all points are in */
        at->mark = 0;
        at->winding = 0;
        pawli_flip_relink(mesh, old.neighbor[i], t, part[i]);
        mesh->vertex_triangle[old.vertex[next]] = part[i];
    }
    mesh->vertex_triangle[vertex] = t;
}

bool pawli_insert_vertex(pawli_triangulation *mesh, uint32_t vertex, uint32_t start) {
    const pawl_vec2 point = mesh_point(mesh, vertex);
    uint32_t t = find_triangle(mesh, start, point);
    if (t == PAWLI_NO_TRIANGLE) return false;
    for (unsigned i = 0; i < 3; i++) {
        const pawl_vec2 other = mesh_point(mesh, mesh->triangles[t].vertex[i]);
        if (pawli_is_same_point(other, point)) return false;
    }
    split_triangle(mesh, t, vertex);

    const uint32_t first = mesh->triangles[t].vertex[1];
    for (bool done = false; !done;) {
        const pawli_triangle *const at = &mesh->triangles[t];
        if (at->neighbor[0] != PAWLI_NO_TRIANGLE && pawli_flip_is_wanted(mesh, t, 0)) {
            pawli_flip_edge(mesh, t, 0);
        } else {
            t = at->neighbor[1];
            done = mesh->triangles[t].vertex[1] == first;
        }
    }
    return true;
}
