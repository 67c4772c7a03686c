/* mesh_check.c - invariants of triangulations, on nothing but exact predicates. */
#include "support/shape/mesh_check.h"

#include "geom/predicate.h"

static pawl_vec2 corner(const pawli_triangulation *mesh, uint32_t t, uint32_t i) {
    return mesh->vertices[mesh->triangles[t].vertex[i % 3]];
}

/* Which edge of u leads to t; 3 when none or several do. */
static uint32_t edge_back(const pawli_triangulation *mesh, uint32_t u, uint32_t t) {
    uint32_t found = 3;
    for (uint32_t i = 0; i < 3; i++) {
        if (mesh->triangles[u].neighbor[i] != t) continue;
        if (found != 3) return 3;
        found = i;
    }
    return found;
}

static const char *find_neighbor_defect(const pawli_triangulation *mesh, uint32_t t, uint32_t i) {
    const pawli_triangle *const at = &mesh->triangles[t];
    const uint32_t u = at->neighbor[i], first = at->vertex[(i + 1) % 3];
    const uint32_t second = at->vertex[(i + 2) % 3];
    if (u == PAWLI_NO_TRIANGLE)
        return first < PAWLI_BOX_VERTICES && second < PAWLI_BOX_VERTICES
                   ? NULL
                   : "an inner edge has no neighbour";
    if (u >= mesh->triangle_count) return "a neighbour does not exist";
    const uint32_t back = edge_back(mesh, u, t);
    if (back == 3) return "neighbours are not mutual";
    const pawli_triangle *const other = &mesh->triangles[u];
    if (other->vertex[(back + 1) % 3] != second || other->vertex[(back + 2) % 3] != first)
        return "neighbours share other vertices";
    if ((at->fixed >> i & 1) != (other->fixed >> back & 1)) return "an edge is fixed on one side";
    return NULL;
}

const char *find_mesh_defect(const pawli_triangulation *mesh) {
    if (mesh->vertex_count > mesh->vertex_capacity) return "too many vertices";
    if (mesh->triangle_count > mesh->triangle_capacity) return "too many triangles";
    if (mesh->triangle_count != 2 * (mesh->vertex_count - PAWLI_BOX_VERTICES) + 2)
        return "not 2V + 2 triangles";
    uint64_t area = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (uint32_t i = 0; i < 3; i++)
            if (mesh->triangles[t].vertex[i] >= mesh->vertex_count) return "no such vertex";
        const int64_t twice =
            pawli_orient(corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2));
        if (twice <= 0) return "a triangle is not counter-clockwise";
        area += (uint64_t)twice;
        for (uint32_t i = 0; i < 3; i++) {
            const char *const defect = find_neighbor_defect(mesh, t, i);
            if (defect != NULL) return defect;
        }
        if (mesh->triangles[t].fixed > 7) return "a fourth edge is fixed";
    }
    const pawl_vec2 lower = mesh->vertices[0], upper = mesh->vertices[2];
    if (area != 2 * (uint64_t)((int64_t)upper.x - lower.x) * (uint64_t)((int64_t)upper.y - lower.y))
        return "areas do not add up to the box";
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const uint32_t t = mesh->vertex_triangle[v];
        if (t >= mesh->triangle_count) return "the triangle of a vertex does not exist";
        const uint32_t *const of = mesh->triangles[t].vertex;
        if (of[0] != v && of[1] != v && of[2] != v) return "a vertex is not in its triangle";
    }
    return NULL;
}

uint32_t find_bad_edge(const pawli_triangulation *mesh) {
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t i = 0; i < 3; i++) {
            const uint32_t u = mesh->triangles[t].neighbor[i];
            if (u == PAWLI_NO_TRIANGLE || (mesh->triangles[t].fixed >> i & 1) != 0) continue;
            if (pawli_predicate_in_circle(corner(mesh, t, 0), corner(mesh, t, 1),
                                          corner(mesh, t, 2),
                                          corner(mesh, u, edge_back(mesh, u, t))) > 0)
                return t * 4 + i;
        }
    return PAWLI_NO_TRIANGLE;
}

/* Of the fixed edges at `from` the end of the one that lies on the way to b, by looking at all
 * triangles around it. */
static uint32_t next_on_line(const pawli_triangulation *mesh, uint32_t from, uint32_t b) {
    const pawl_vec2 begin = mesh->vertices[from], end = mesh->vertices[b];
    const uint32_t first = mesh->vertex_triangle[from];
    for (uint32_t turn = 0; turn < 2; turn++) {
        uint32_t t = first, steps = 0;
        do {
            const pawli_triangle *const at = &mesh->triangles[t];
            const uint32_t i = at->vertex[0] == from ? 0 : at->vertex[1] == from ? 1 : 2;
            for (uint32_t k = 1; k < 3; k++) {
                const uint32_t v = at->vertex[(i + k) % 3];
                const pawl_vec2 point = mesh->vertices[v];
                if ((at->fixed >> (i + 3 - k) % 3 & 1) != 0 &&
                    pawli_orient(begin, end, point) == 0 &&
                    pawl_vec2_dot(pawl_vec2_sub(end, begin), pawl_vec2_sub(point, begin)) > 0)
                    return v;
            }
            t = at->neighbor[(i + 1 + turn) % 3];
        } while (t != first && t != PAWLI_NO_TRIANGLE && ++steps < mesh->triangle_count);
    }
    return PAWLI_NO_TRIANGLE;
}

bool has_constraint(const pawli_triangulation *mesh, uint32_t a, uint32_t b) {
    uint32_t from = a;
    for (uint32_t steps = 0; from != b; steps++) {
        if (steps > mesh->vertex_count) return false; /* it went past b */
        from = next_on_line(mesh, from, b);
        if (from == PAWLI_NO_TRIANGLE) return false;
    }
    return true;
}

uint32_t count_fixed(const pawli_triangulation *mesh) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t i = 0; i < 3; i++)
            if ((mesh->triangles[t].fixed >> i & 1) != 0)
                count += mesh->triangles[t].neighbor[i] == PAWLI_NO_TRIANGLE ? 2 : 1;
    return count / 2;
}
