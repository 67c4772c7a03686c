/* triangulation.c - the memory of a triangulation, and the order in which points enter it.
 *
 * Source: Amenta, Choi and Rote, Incremental constructions con BRIO (2003). Points enter in rounds,
 * each about twice as large as the one before, drawn at random from a constant seed: then even
 * those on a few lines or curves cost few flips. Within a round they follow a Hilbert curve, so
 * that each lies near the one before and is found in a few steps. The curve belongs to the box:
 * shifting everything changes nothing.
 *
 * Memory: the order is worked out where the triangles will be. Sorting takes 2 * 16 bytes a point,
 * the triangles have 2 * 28. Afterwards the indices stand at the end, 4 bytes each, those used
 * first in front: k points make triangles of 56 k + 56 bytes, and the n - k indices that are still
 * needed are the last 4 (n - k) of 56 n + 56. */
#include "base/align.h"
#include "base/assert.h"
#include "mesh/flip.h"
#include "mesh/keyed.h"

#define ROUND_SHIFT 58
#define ROUNDS_MAX 32u /* of 6 bits */

#define MESH_VERTICES_MAX (UINT32_C(1) << 28) /* so that triangle * 4 + edge fits 32 bits */

PAWL_STATIC_ASSERT(sizeof(pawli_triangle) == 28, "no holes, the same everywhere");

/* Where the parts of the memory begin. */
typedef struct mesh_layout {
    uint64_t vertex_triangle, triangles, size;
} mesh_layout;

static mesh_layout lay_out_mesh(uint32_t vertex_capacity) {
    mesh_layout parts;
    parts.vertex_triangle = (uint64_t)vertex_capacity * sizeof(pawl_vec2);
    parts.triangles = parts.vertex_triangle + (uint64_t)vertex_capacity * sizeof(uint32_t);
    parts.triangles += parts.triangles & 4u; /* the keys of the order need eight */
    parts.size =
        parts.triangles + (2 * (uint64_t)vertex_capacity - 6) * (uint64_t)sizeof(pawli_triangle);
    return parts;
}

size_t pawli_triangulation_size(uint32_t vertex_capacity) {
    if (vertex_capacity < PAWLI_BOX_VERTICES || vertex_capacity > MESH_VERTICES_MAX) return 0;
    const mesh_layout parts = lay_out_mesh(vertex_capacity);
    return parts.size > SIZE_MAX ? 0 : (size_t)parts.size;
}

/* The round of a point: the last one takes half of all points, the one before a quarter. */
static uint64_t draw_round(uint32_t index) {
    uint32_t bits = (index + 1) * UINT32_C(0x9E3779B9);
    bits = (bits ^ bits >> 15) * UINT32_C(0x85EBCA6B);
    bits ^= bits >> 13;
    uint32_t round = ROUNDS_MAX;
    for (; round > 0 && (bits & 1u) != 0; round--)
        bits >>= 1;
    return round;
}

/* The indices of the points in the order of the curve, at the end of the triangles' memory. */
static const uint32_t *order_points(const pawli_triangulation *mesh, pawl_vec2 lower,
                                    uint32_t count) {
    pawli_keyed *const entries = (pawli_keyed *)(void *)mesh->triangles;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 point = mesh->vertices[PAWLI_BOX_VERTICES + i];
        const uint32_t x = (uint32_t)(point.x - lower.x), y = (uint32_t)(point.y - lower.y);
        entries[i].key = draw_round(i) << ROUND_SHIFT | pawli_keyed_curve(x, y);
        entries[i].index = i;
        entries[i].pad = 0;
    }
    const pawli_keyed *const sorted = pawli_keyed_sort(entries, entries + count, count);
    uint32_t *const end = (uint32_t *)(void *)(mesh->triangles + mesh->triangle_capacity);
    uint32_t *const order = end - count;
    for (uint32_t i = 0; i < count; i++)
        order[i] = sorted[i].index;
    return order;
}

/* The box as two triangles: 0, 1, 2 and 0, 2, 3. */
static void make_box(pawli_triangulation *mesh, pawl_box box) {
    mesh->vertices[0] = box.lower;
    mesh->vertices[1] = pawl_vec2_make(box.upper.x, box.lower.y);
    mesh->vertices[2] = box.upper;
    mesh->vertices[3] = pawl_vec2_make(box.lower.x, box.upper.y);
    for (uint32_t i = 0; i < 2; i++) {
        pawli_triangle *const half = &mesh->triangles[i];
        half->vertex[0] = 0, half->vertex[1] = i + 1, half->vertex[2] = i + 2;
        half->neighbor[0] = PAWLI_NO_TRIANGLE;
        half->neighbor[1] = i == 0 ? 1 : PAWLI_NO_TRIANGLE;
        half->neighbor[2] = i == 0 ? PAWLI_NO_TRIANGLE : 0;
        half->fixed = half->mark = 0;
        half->winding = 0;
    }
    mesh->vertex_triangle[0] = mesh->vertex_triangle[1] = mesh->vertex_triangle[2] = 0;
    mesh->vertex_triangle[3] = 1;
    mesh->triangle_count = 2;
}

static bool box_in_range(pawl_fx lower, pawl_fx upper) {
    return lower >= -PAWL_COORD_MAX && upper <= PAWL_COORD_MAX;
}

static bool strictly_inside(pawl_box box, pawl_vec2 point) {
    return point.x > box.lower.x && point.x < box.upper.x && point.y > box.lower.y &&
           point.y < box.upper.y;
}

pawl_status pawli_triangulation_make(pawl_box box, const pawl_vec2 *points, uint32_t count,
                                     void *memory, size_t size, pawli_triangulation *out) {
    if ((points == NULL && count > 0) || memory == NULL || out == NULL) return PAWL_ERR_NULL;
    if (!box_in_range(box.lower.x, box.upper.x) || !box_in_range(box.lower.y, box.upper.y))
        return PAWL_ERR_RANGE;
    if (box.lower.x >= box.upper.x || box.lower.y >= box.upper.y) return PAWL_ERR_GEOMETRY;
    const uint32_t capacity = count + PAWLI_BOX_VERTICES;
    const size_t needed = capacity < count ? 0 : pawli_triangulation_size(capacity);
    if (needed == 0 || size < needed || !pawli_is_aligned(memory)) return PAWL_ERR_MEMORY;

    const mesh_layout parts = lay_out_mesh(capacity);
    uint8_t *const bytes = (uint8_t *)memory;
    pawli_triangulation mesh = {0};
    mesh.vertices = (pawl_vec2 *)memory;
    mesh.vertex_triangle = (uint32_t *)(void *)(bytes + parts.vertex_triangle);
    mesh.triangles = (pawli_triangle *)(void *)(bytes + parts.triangles);
    mesh.vertex_count = mesh.vertex_capacity = capacity;
    mesh.triangle_capacity = 2 * capacity - 6;
    for (uint32_t i = 0; i < count; i++) {
        if (!strictly_inside(box, points[i])) return PAWL_ERR_GEOMETRY;
        mesh.vertices[PAWLI_BOX_VERTICES + i] = points[i];
    }
    const uint32_t *const order = count > 0 ? order_points(&mesh, box.lower, count) : NULL;
    make_box(&mesh, box);
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t vertex = PAWLI_BOX_VERTICES + order[i];
        if (!pawli_insert_vertex(&mesh, vertex, mesh.vertex_triangle[last]))
            return PAWL_ERR_GEOMETRY;
        last = vertex;
    }
    PAWL_ASSERT(mesh.triangle_count == mesh.triangle_capacity);
    *out = mesh;
    return PAWL_OK;
}
