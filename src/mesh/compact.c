/* compact.c - the lines between different labels, and labels back from them.
 *
 * Vertices are in the order of (y, x), so along a straight chain of edges their numbers rise: each
 * vertex in its middle has one edge up and one down, and the chain is found from its lower end. */
#include "mesh/compact.h"

#include "base/assert.h"
#include "base/sort.h"
#include "mesh/winding.h"
#include "mesh/flip.h"

/* What meets in a vertex. Lies where the triangles were. */
typedef struct line_joint {
    uint32_t upper, lower;             /* ends of the last edge up and down */
    uint32_t upper_count, lower_count; /* edges */
} line_joint;

PAWL_STATIC_ASSERT(sizeof(line_joint) <= 2 * sizeof(pawli_triangle),
                   "two triangles for each vertex");

static uint16_t label_of(const pawli_triangulation *mesh, uint32_t triangle) {
    return (uint16_t)mesh->triangles[triangle].winding;
}

/* Keeps the edges that separate labels, each once. */
static void keep_borders(pawli_arrangement *lines, const pawli_triangulation *mesh) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lines->edge_count; i++) {
        pawli_line edge = lines->edges[i];
        if (i + 1 < lines->edge_count && lines->edges[i + 1].a == edge.a &&
            lines->edges[i + 1].b == edge.b)
            continue; /* the last of several layers stands for all */
        const uint32_t found =
            pawli_flip_find_edge(mesh, edge.a + PAWLI_BOX_VERTICES, edge.b + PAWLI_BOX_VERTICES);
        PAWL_ASSERT(found != PAWLI_NO_TRIANGLE);
        if (found == PAWLI_NO_TRIANGLE) continue;
        const uint16_t left = label_of(mesh, found / 4);
        const uint16_t right = label_of(mesh, mesh->triangles[found / 4].neighbor[found % 4]);
        if (left == right) continue;
        edge.layer = left;
        edge.winding = (int16_t)right;
        lines->edges[kept++] = edge;
    }
    lines->edge_count = kept;
}

static void join_lines(const pawli_arrangement *lines, line_joint *joints) {
    for (uint32_t i = 0; i < lines->vertex_count; i++)
        joints[i] = (line_joint){0, 0, 0, 0};
    for (uint32_t i = 0; i < lines->edge_count; i++) {
        const pawli_line *const edge = &lines->edges[i];
        joints[edge->a].upper = edge->b;
        joints[edge->a].upper_count++;
        joints[edge->b].lower = edge->a;
        joints[edge->b].lower_count++;
    }
}

/* Whether just two edges meet in a vertex, in a straight line. */
static bool goes_straight_on(const pawli_arrangement *lines, const line_joint *joints,
                             uint32_t vertex) {
    const line_joint *const at = &joints[vertex];
    if (at->upper_count != 1 || at->lower_count != 1) return false;
    const pawl_vec2 here = lines->vertices[vertex];
    const pawl_vec2 up = pawl_vec2_sub(lines->vertices[at->upper], here);
    const pawl_vec2 down = pawl_vec2_sub(here, lines->vertices[at->lower]);
    return pawl_vec2_cross(down, up) == 0;
}

/* Joins the edges of straight chains. */
static void straighten_lines(pawli_arrangement *lines, line_joint *joints) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lines->edge_count; i++) {
        pawli_line edge = lines->edges[i];
        if (goes_straight_on(lines, joints, edge.a)) continue;
        while (goes_straight_on(lines, joints, edge.b)) {
            const uint32_t middle = edge.b;
            edge.b = joints[middle].upper;
        }
        lines->edges[kept++] = edge;
    }
    lines->edge_count = kept;
}

static bool line_precedes(const void *context, const void *a, const void *b) {
    (void)context;
    const pawli_line *const first = a, *const second = b;
    return first->a != second->a ? first->a < second->a : first->b < second->b;
}

/* Drops the vertices that no edge uses. */
static void renumber(pawli_arrangement *lines, line_joint *joints) {
    join_lines(lines, joints);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lines->vertex_count; i++) {
        if (joints[i].upper_count + joints[i].lower_count == 0) continue;
        lines->vertices[kept] = lines->vertices[i];
        joints[i].upper = kept++; /* from here on: the new number */
    }
    lines->vertex_count = kept;
    for (uint32_t i = 0; i < lines->edge_count; i++) {
        lines->edges[i].a = joints[lines->edges[i].a].upper;
        lines->edges[i].b = joints[lines->edges[i].b].upper;
    }
    pawli_sort(lines->edges, lines->edge_count, sizeof(pawli_line), line_precedes, NULL);
}

void pawli_compact(pawli_arrange *arrange) {
    line_joint *const joints = (line_joint *)(void *)arrange->mesh.triangles;
    keep_borders(&arrange->lines, &arrange->mesh);
    join_lines(&arrange->lines, joints);
    straighten_lines(&arrange->lines, joints);
    renumber(&arrange->lines, joints);
}

pawl_status pawli_compact_label(const pawli_arrangement *lines, pawli_triangulation *mesh,
                                uint16_t start) {
    pawli_tour tour;
    uint16_t label = start;
    pawli_winding_tour_begin(lines, mesh, &tour);
    do {
        if (tour.line_count > 0) {
            const pawli_line *const line = &lines->edges[tour.line];
            const uint16_t left = pawli_label_left(line), right = pawli_label_right(line);
            if (label != (tour.is_leftward ? right : left)) return PAWL_ERR_GEOMETRY;
            label = tour.is_leftward ? left : right;
        }
        if (tour.is_first) mesh->triangles[tour.triangle].winding = (int16_t)label;
    } while (pawli_winding_tour_next(&tour));
    return PAWL_OK;
}
