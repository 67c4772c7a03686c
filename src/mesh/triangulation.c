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

#define AXIS_BITS 31 /* differences of coordinates */
#define FINEST_BIT 2 /* of them the two lowest make room for the round */
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

/* Two levels of the curve at once, by how it is turned (1: axes swapped, 2: both mirrored), two bits
 * of x and two of y: the four bits of the position, and how it is turned in the quarter of the
 * quarter, times 16. On one level, seen as it is turned, the quarter is (3 * right) ^ upper; in the
 * lower ones the axes are swapped, and mirrored in the right one. */
static const uint8_t curve_steps[64] = {
    0x00, 0x23, 0x14, 0x05, 0x11, 0x12, 0x37, 0x06, 0x3E, 0x3D, 0x18, 0x09, 0x0F, 0x2C, 0x3B, 0x0A,
    0x10, 0x01, 0x2E, 0x1F, 0x33, 0x02, 0x2D, 0x3C, 0x04, 0x27, 0x08, 0x2B, 0x15, 0x16, 0x19, 0x1A,
    0x2A, 0x1B, 0x0C, 0x2F, 0x29, 0x38, 0x1D, 0x1E, 0x26, 0x17, 0x32, 0x31, 0x25, 0x34, 0x03, 0x20,
    0x3A, 0x39, 0x36, 0x35, 0x0B, 0x28, 0x07, 0x24, 0x1C, 0x0D, 0x22, 0x13, 0x3F, 0x0E, 0x21, 0x30};

/* How far along the curve a point lies. A level above all points, all of them in its first quarter,
 * makes the levels even; it swaps the axes, so they begin swapped. */
static uint64_t curve_position(uint32_t x, uint32_t y) {
    uint64_t position = 0;
    uint32_t turned = 1;
    for (int bit = AXIS_BITS - 1; bit >= FINEST_BIT; bit -= 2) {
        const uint32_t step = curve_steps[turned << 4 | (x >> bit & 3u) << 2 | (y >> bit & 3u)];
        position = position << 4 | (step & 15u);
        turned = step >> 4;
    }
    return position;
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
        entries[i].key = draw_round(i) << ROUND_SHIFT | curve_position(x, y);
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
