/* constrain.c - edges that must be there, and Delaunay again around them.
 *
 * Source: Sloan, A fast algorithm for generating constrained Delaunay triangulations (1993): flip
 * the edges that cross the wanted one, each whose two triangles form a strictly convex
 * quadrilateral, round after round until none is left. Where Sloan keeps a queue of them, we walk
 * along the line from its begin to its end, once a round: the same order, and no memory.
 *
 * Before, the triangulation is Delaunay everywhere, and only around flips it may not be after. So
 * each flip makes suspects of its two triangles and of their neighbors, and edges of others need no
 * look: that is all but few, and what is flipped, and when, is as if all had been looked at.
 *
 * All sides are exact. A vertex that lies exactly on the line ends a piece of it, so none of those
 * beside the line of a piece lies on it. That rounds end is not proved: they are counted. */
#include "base/assert.h"
#include "geom/predicate.h"
#include "mesh/flip.h"

#define STACK_MAX 64u

/* Marks of triangles. */
#define TO_DO 1u   /* to be looked at */
#define SUSPECT 2u /* it or a neighbor has changed, so it may have an edge to flip */

/* Where a line leaves a vertex: along an edge to `hit`, or across the edge opposite. */
typedef struct departure {
    uint32_t triangle, edge;
    uint32_t hit; /* PAWLI_NO_TRIANGLE: it crosses */
} departure;

static int side_of_line(const pawli_triangulation *mesh, uint32_t from, uint32_t to,
                        uint32_t vertex) {
    const int64_t turn =
        pawli_position_orient(mesh->vertices[from], mesh->vertices[to], mesh->vertices[vertex]);
    return (turn > 0) - (turn < 0);
}

static bool is_ahead(const pawli_triangulation *mesh, uint32_t from, uint32_t to, uint32_t vertex) {
    return pawl_vec2_dot(pawli_position_from(mesh->vertices[to], mesh->vertices[from]),
                         pawli_position_from(mesh->vertices[vertex], mesh->vertices[from])) > 0;
}

static bool is_fixed(const pawli_triangulation *mesh, uint32_t triangle, uint32_t edge) {
    return ((unsigned)mesh->triangles[triangle].fixed >> edge & 1u) != 0;
}

/* Around `from` to where the line to another vertex goes. False only in a broken mesh. */
static bool depart(const pawli_triangulation *mesh, uint32_t from, uint32_t to, departure *out) {
    pawli_star star = pawli_flip_star_begin(mesh, from);
    uint32_t seen = PAWLI_NO_TRIANGLE; /* the vertex on whose side `left` is */
    int left = 0;
    do {
        const pawli_triangle *const at = &mesh->triangles[star.triangle];
        const uint32_t next = pawli_corner_next(star.corner);
        const uint32_t previous = pawli_corner_previous(star.corner);
        const int right =
            at->vertex[next] == seen ? left : side_of_line(mesh, from, to, at->vertex[next]);
        seen = at->vertex[previous];
        left = side_of_line(mesh, from, to, seen);
        out->triangle = star.triangle;
        out->edge = previous;
        out->hit = at->vertex[next];
        if (right == 0 && is_ahead(mesh, from, to, out->hit)) return true;
        out->edge = next;
        out->hit = at->vertex[previous];
        if (left == 0 && is_ahead(mesh, from, to, out->hit)) return true;
        out->edge = star.corner;
        out->hit = PAWLI_NO_TRIANGLE;
        if (right < 0 && left > 0) return true;
    } while (pawli_flip_star_next(mesh, &star));
    return false;
}

/* A piece of the line, up to the first vertex on it, and how many edges it crosses. GEOMETRY when
 * one of them is fixed. */
static pawl_status scan_piece(const pawli_triangulation *mesh, uint32_t from, uint32_t to,
                              uint32_t *target, uint32_t *crossed) {
    departure way;
    *crossed = 0;
    if (!depart(mesh, from, to, &way)) return PAWL_ERR_GEOMETRY;
    *target = way.hit;
    if (way.hit != PAWLI_NO_TRIANGLE) return PAWL_OK;
    uint32_t t = way.triangle, edge = way.edge;
    for (; *crossed < 2 * mesh->triangle_count; ++*crossed) {
        if (is_fixed(mesh, t, edge)) return PAWL_ERR_GEOMETRY;
        const uint32_t u = mesh->triangles[t].neighbor[edge];
        if (u == PAWLI_NO_TRIANGLE) return PAWL_ERR_GEOMETRY;
        const uint32_t back = pawli_edge_towards(&mesh->triangles[u], t);
        const uint32_t apex = mesh->triangles[u].vertex[back];
        const int side = side_of_line(mesh, from, to, apex);
        if (side == 0) {
            *target = apex;
            ++*crossed;
            return PAWL_OK;
        }
        /* The edge of u between an apex on the left and the right end of this edge, or the other
         * way round. */
        edge = side > 0 ? pawli_corner_next(back) : pawli_corner_previous(back);
        t = u;
    }
    return PAWL_ERR_LIMIT;
}

static bool is_convex_quad(const pawli_triangulation *mesh, uint32_t t, uint32_t edge,
                           uint32_t apex) {
    const pawli_triangle *const at = &mesh->triangles[t];
    const uint32_t top = at->vertex[edge];
    return side_of_line(mesh, top, at->vertex[pawli_corner_next(edge)], apex) > 0 &&
           side_of_line(mesh, apex, at->vertex[pawli_corner_previous(edge)], top) > 0;
}

static void suspect(pawli_triangulation *mesh, uint32_t t) {
    if (t != PAWLI_NO_TRIANGLE)
        mesh->triangles[t].mark = (uint8_t)(mesh->triangles[t].mark | SUSPECT);
}

/* Flip, and suspect all triangles whose edges or neighbors are others now: two, and four around. */
static void flip_and_suspect(pawli_triangulation *mesh, uint32_t t, uint32_t edge) {
    const uint32_t changed[2] = {t, mesh->triangles[t].neighbor[edge]};
    pawli_flip_edge(mesh, t, edge);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < 3; k++)
            suspect(mesh, mesh->triangles[changed[i]].neighbor[k]);
}

/* One walk along a piece that crosses edges, flipping what can be. Returns how many it met. */
static uint32_t flip_along(pawli_triangulation *mesh, uint32_t from, uint32_t to, departure way) {
    uint32_t t = way.triangle, edge = way.edge;
    for (uint32_t met = 1; met < 2 * mesh->triangle_count; met++) {
        const uint32_t u = mesh->triangles[t].neighbor[edge];
        const uint32_t back = pawli_edge_towards(&mesh->triangles[u], t);
        const uint32_t apex = mesh->triangles[u].vertex[back];
        const int side = side_of_line(mesh, from, to, apex);
        const bool flips = is_convex_quad(mesh, t, edge, apex);
        if (flips) flip_and_suspect(mesh, t, edge);
        if (side == 0) return met;
        /* Flipped or not, the line goes on across the same edge of what was u. */
        if (flips) {
            if (side < 0) t = u;
            edge = 0;
        } else {
            edge = side > 0 ? pawli_corner_next(back) : pawli_corner_previous(back);
            t = u;
        }
    }
    return 2 * mesh->triangle_count;
}

static void fix(pawli_triangulation *mesh, uint32_t t, uint32_t edge) {
    pawli_triangle *const at = &mesh->triangles[t];
    at->fixed = (uint8_t)(at->fixed | 1u << edge);
    if (at->neighbor[edge] == PAWLI_NO_TRIANGLE) return;
    pawli_triangle *const beyond = &mesh->triangles[at->neighbor[edge]];
    beyond->fixed = (uint8_t)(beyond->fixed | 1u << pawli_edge_towards(beyond, t));
}

/* Make the piece between two vertices, which crosses so many edges, an edge. */
static pawl_status force_edge(pawli_triangulation *mesh, uint32_t from, uint32_t to,
                              uint32_t crossed) {
    uint64_t left = 4 * (uint64_t)crossed * crossed + 64;
    departure way;
    while (depart(mesh, from, to, &way) && way.hit == PAWLI_NO_TRIANGLE) {
        const uint32_t met = flip_along(mesh, from, to, way);
        if (met >= left) return PAWL_ERR_LIMIT;
        left -= met;
    }
    fix(mesh, way.triangle, way.edge);
    return PAWL_OK;
}

pawl_status pawli_constrain_edge(pawli_triangulation *mesh, uint32_t a, uint32_t b) {
    if (mesh == NULL) return PAWL_ERR_NULL;
    if (a == b || a >= mesh->vertex_count || b >= mesh->vertex_count) return PAWL_ERR_ARGUMENT;
    const uint32_t found = pawli_flip_find_edge(mesh, a, b); /* most are Delaunay edges */
    if (found != PAWLI_NO_TRIANGLE) {
        fix(mesh, found / 4, found % 4);
        return PAWL_OK;
    }
    uint32_t target = b, crossed = 0;
    for (uint32_t from = a; from != b; from = target) { /* before anything is changed */
        const pawl_status status = scan_piece(mesh, from, b, &target, &crossed);
        if (status != PAWL_OK) return status;
        if (from == a && target == b) return force_edge(mesh, a, b, crossed);
    }
    for (uint32_t from = a; from != b; from = target) {
        pawl_status status = scan_piece(mesh, from, b, &target, &crossed);
        if (status == PAWL_OK) status = force_edge(mesh, from, target, crossed);
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

/* An edge of the triangle that is to be flipped, or 3. */
static uint32_t find_flip(const pawli_triangulation *mesh, uint32_t t) {
    uint32_t edge = 0;
    for (; edge < 3; edge++) {
        const bool is_free = mesh->triangles[t].neighbor[edge] != PAWLI_NO_TRIANGLE;
        if (is_free && !is_fixed(mesh, t, edge) && pawli_flip_is_wanted(mesh, t, edge)) break;
    }
    return edge;
}

/* Triangles are looked at until none is to be. The last few are on a stack, so that flips go on
 * where they began; when it is full the others are found by going through all. It ends because each
 * flip lowers the surface that the lifted triangles form over the plane (Lawson). */
pawl_status pawli_constrain_delaunay(pawli_triangulation *mesh) {
    if (mesh == NULL) return PAWL_ERR_NULL;
    uint32_t stack[STACK_MAX], depth = 0, cursor = 0, marked = mesh->triangle_count;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        mesh->triangles[t].mark = (uint8_t)(mesh->triangles[t].mark | TO_DO);
    while (marked > 0) {
        uint32_t t = cursor;
        if (depth > 0)
            t = stack[--depth];
        else
            cursor = cursor + 1 < mesh->triangle_count ? cursor + 1 : 0;
        const unsigned mark = mesh->triangles[t].mark;
        if ((mark & TO_DO) == 0) continue;
        mesh->triangles[t].mark = 0;
        marked--;
        const uint32_t edge = (mark & SUSPECT) != 0 ? find_flip(mesh, t) : 3;
        if (edge == 3) continue;
        const uint32_t changed[2] = {mesh->triangles[t].neighbor[edge], t};
        flip_and_suspect(mesh, t, edge);
        for (unsigned i = 0; i < 2; i++) {
            pawli_triangle *const at = &mesh->triangles[changed[i]];
            if ((at->mark & TO_DO) == 0) marked++;
            at->mark = TO_DO | SUSPECT;
            if (depth < STACK_MAX) stack[depth++] = changed[i];
        }
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        mesh->triangles[t].mark = 0;
    return PAWL_OK;
}
