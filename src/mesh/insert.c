/* insert.c - finding the triangle of a point, and putting a point into a Delaunay triangulation.
 *
 * Source: Lawson, Software for C1 surface interpolation (1977): split the triangle that holds the
 * point into three, then flip edges opposite the point until none wants it. Those edges form a
 * closed line around the point, and a vertex on that line never leaves it; so one walk around the
 * point, which stays where it flips, needs no stack and looks at each edge once.
 *
 * A point on an edge needs no case of its own: one of the three triangles then has no area, its
 * outer edge holds the point within the neighbour's circle, and is the first to be flipped away.
 *
 * The walk to a point (Devillers, Pion and Teillaud, Walking in a triangulation, 2002) ends in
 * a Delaunay triangulation; where constraints make it other than Delaunay it could go in circles,
 * so the edge looked at first is drawn at random from a constant seed, steps are counted, and in
 * the end all triangles are looked at. */
#include "base/assert.h"
#include "geom/predicate.h"
#include "mesh/flip.h"

#define WALK_SLACK 16u

static pawl_vec2 mesh_point(const pawli_triangulation *mesh, uint32_t vertex) {
    return mesh->vertices[vertex];
}

/* The side of an edge on which a point lies: positive inside the triangle. */
static int64_t side_of_edge(const pawli_triangulation *mesh, const pawli_triangle *at,
                            uint32_t edge, pawl_vec2 point) {
    return pawli_orient(mesh_point(mesh, at->vertex[pawli_corner_next(edge)]),
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

uint32_t pawli_insert_find_triangle(const pawli_triangulation *mesh, uint32_t start,
                                    pawl_vec2 point) {
    uint32_t t = start < mesh->triangle_count ? start : 0, previous = PAWLI_NO_TRIANGLE;
    uint32_t seed = 1;
    for (uint32_t step = 0; step < mesh->triangle_count + WALK_SLACK; step++) {
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

pawli_star pawli_flip_star_begin(const pawli_triangulation *mesh, uint32_t vertex) {
    pawli_star star;
    star.vertex = vertex;
    star.first = star.triangle = mesh->vertex_triangle[vertex];
    star.corner = pawli_corner_of(&mesh->triangles[star.first], vertex);
    star.clockwise = false;
    return star;
}

bool pawli_flip_star_next(const pawli_triangulation *mesh, pawli_star *star) {
    uint32_t next = PAWLI_NO_TRIANGLE;
    if (!star->clockwise) {
        next = mesh->triangles[star->triangle].neighbor[pawli_corner_next(star->corner)];
        if (next == star->first) return false;
        if (next == PAWLI_NO_TRIANGLE) {
            star->clockwise = true;
            star->triangle = star->first;
            star->corner = pawli_corner_of(&mesh->triangles[star->first], star->vertex);
        }
    }
    if (star->clockwise)
        next = mesh->triangles[star->triangle].neighbor[pawli_corner_previous(star->corner)];
    if (next == PAWLI_NO_TRIANGLE) return false;
    star->triangle = next;
    star->corner = pawli_corner_of(&mesh->triangles[next], star->vertex);
    return true;
}

uint32_t pawli_flip_find_edge(const pawli_triangulation *mesh, uint32_t a, uint32_t b) {
    if (a >= mesh->vertex_count || b >= mesh->vertex_count) return PAWLI_NO_TRIANGLE;
    pawli_star star = pawli_flip_star_begin(mesh, a);
    do {
        const pawli_triangle *const at = &mesh->triangles[star.triangle];
        if (at->vertex[pawli_corner_next(star.corner)] == b)
            return star.triangle * 4 + pawli_corner_previous(star.corner);
    } while (pawli_flip_star_next(mesh, &star));
    return PAWLI_NO_TRIANGLE;
}

/* Let a triangle's neighbour know it by another number. */
static void relink(pawli_triangulation *mesh, uint32_t neighbor, uint32_t old, uint32_t now) {
    if (neighbor == PAWLI_NO_TRIANGLE) return;
    pawli_triangle *const at = &mesh->triangles[neighbor];
    at->neighbor[pawli_edge_towards(at, old)] = now;
}

static uint8_t bit_of(uint8_t bits, uint32_t from, unsigned to) {
    return (uint8_t)(((unsigned)bits >> from & 1u) << to);
}

void pawli_flip_edge(pawli_triangulation *mesh, uint32_t t, uint32_t edge) {
    pawli_triangle *const near = &mesh->triangles[t];
    const uint32_t u = near->neighbor[edge];
    PAWL_ASSERT(u != PAWLI_NO_TRIANGLE);
    PAWL_ASSERT(((unsigned)near->fixed >> edge & 1u) == 0);
    pawli_triangle *const far = &mesh->triangles[u];
    const uint32_t back = pawli_edge_towards(far, t);

    const uint32_t near_next = pawli_corner_next(edge), near_previous = pawli_corner_previous(edge);
    const uint32_t far_next = pawli_corner_next(back), far_previous = pawli_corner_previous(back);
    const uint32_t c = near->vertex[edge], d = far->vertex[back];
    const uint32_t r = near->vertex[near_next], l = near->vertex[near_previous];
    const uint32_t across_cr = near->neighbor[near_previous], across_lc = near->neighbor[near_next];
    const uint32_t across_rd = far->neighbor[far_next], across_dl = far->neighbor[far_previous];
    const uint8_t fixed = near->fixed, far_fixed = far->fixed;

    near->vertex[0] = c, near->vertex[1] = r, near->vertex[2] = d;
    near->neighbor[0] = across_rd, near->neighbor[1] = u, near->neighbor[2] = across_cr;
    near->fixed = bit_of(far_fixed, far_next, 0) | bit_of(fixed, near_previous, 2);
    far->vertex[0] = c, far->vertex[1] = d, far->vertex[2] = l;
    far->neighbor[0] = across_dl, far->neighbor[1] = across_lc, far->neighbor[2] = t;
    far->fixed = bit_of(far_fixed, far_previous, 0) | bit_of(fixed, near_next, 1);
    relink(mesh, across_rd, u, t);
    relink(mesh, across_lc, t, u);

    mesh->vertex_triangle[c] = mesh->vertex_triangle[r] = mesh->vertex_triangle[d] = t;
    mesh->vertex_triangle[l] = u;
}

bool pawli_flip_is_wanted(const pawli_triangulation *mesh, uint32_t t, uint32_t edge) {
    const pawli_triangle *const near = &mesh->triangles[t];
    const pawli_triangle *const far = &mesh->triangles[near->neighbor[edge]];
    const uint32_t beyond = far->vertex[pawli_edge_towards(far, t)];
    return pawli_predicate_in_circle(mesh_point(mesh, near->vertex[pawli_corner_next(edge)]),
                                     mesh_point(mesh, near->vertex[pawli_corner_previous(edge)]),
                                     mesh_point(mesh, near->vertex[edge]),
                                     mesh_point(mesh, beyond)) > 0;
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
        relink(mesh, old.neighbor[i], t, part[i]);
        mesh->vertex_triangle[old.vertex[next]] = part[i];
    }
    mesh->vertex_triangle[vertex] = t;
}

bool pawli_insert_vertex(pawli_triangulation *mesh, uint32_t vertex, uint32_t start) {
    const pawl_vec2 point = mesh_point(mesh, vertex);
    uint32_t t = pawli_insert_find_triangle(mesh, start, point);
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
