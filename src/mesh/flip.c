/* flip.c - the triangles around a vertex, and flips of the edge between two. */
#define PAWLI_FLIP_COPY
#include "mesh/flip.h"

#include "base/assert.h"

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

void pawli_flip_relink(pawli_triangulation *mesh, uint32_t neighbor, uint32_t old, uint32_t now) {
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
    pawli_flip_relink(mesh, across_rd, u, t);
    pawli_flip_relink(mesh, across_lc, t, u);

    mesh->vertex_triangle[c] = mesh->vertex_triangle[r] = mesh->vertex_triangle[d] = t;
    mesh->vertex_triangle[l] = u;
}
