/* test_triangulation.c - points, edges and searches against the invariants of mesh_check.h. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "geom/predicate.h"
#include "support/shape/mesh_check.h"
#include "support/base/seeded.h"
#include "mesh/flip.h"

#define PASSES 4
#define SMALL 60u
#define LARGE 3000u

/* A mesh in a block of exactly the size it asks for. */
typedef struct fixture {
    pawli_triangulation mesh;
    void *memory;
} fixture;

static pawl_status triangulate(pawl_box box, const pawl_vec2 *points, uint32_t count,
                               fixture *out) {
    const size_t size = pawli_triangulation_size(count + PAWLI_BOX_VERTICES);
    ck_assert_uint_gt(size, 0);
    out->memory = malloc(size);
    memset(out->memory, 0xA5, size);
    const pawl_status status =
        pawli_triangulation_make(box, points, count, out->memory, size, &out->mesh);
    if (status != PAWL_OK) free(out->memory);
    return status;
}

static void assert_sound(const pawli_triangulation *mesh, int pass) {
    const char *const defect = find_mesh_defect(mesh);
    ck_assert_msg(defect == NULL, "pass %d: %s", pass, defect);
    const uint32_t bad = find_bad_edge(mesh);
    ck_assert_msg(bad == PAWLI_NO_TRIANGLE, "pass %d: edge %u is not Delaunay", pass, bad);
}

static const pawl_box everything = {{-PAWL_COORD_MAX, -PAWL_COORD_MAX},
                                    {PAWL_COORD_MAX, PAWL_COORD_MAX}};

static pawl_box box_of(int32_t size) {
    const pawl_box box = {{-size, -size}, {size, size}};
    return box;
}

static int32_t within(uint64_t *seed, int32_t size) {
    return (int32_t)(seeded_next(seed) % (2 * (uint64_t)size - 1)) - (size - 1);
}

static int compare_points(const void *left, const void *right) {
    const pawl_vec2 *const a = left, *const b = right;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    return (a->x > b->x) - (a->x < b->x);
}

/* Different points strictly inside the box of that size; at most `count`. */
static uint32_t draw_points(uint64_t *seed, int32_t size, uint32_t count, pawl_vec2 *points) {
    for (uint32_t i = 0; i < count; i++)
        points[i] = pawl_vec2_make(within(seed, size), within(seed, size));
    qsort(points, count, sizeof *points, compare_points);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || compare_points(&points[i - 1], &points[i]) != 0) points[kept++] = points[i];
    for (uint32_t i = kept; i > 1; i--) {
        const uint32_t other = (uint32_t)(seeded_next(seed) % i);
        const pawl_vec2 swapped = points[i - 1];
        points[i - 1] = points[other];
        points[other] = swapped;
    }
    return kept;
}

/* From grids where most points are on a circle with others to the whole range. */
static const int32_t sizes[] = {2, 3, 5, 8, 20, 100, 1000, 1 << 20, PAWL_COORD_MAX};
#define SIZES (sizeof sizes / sizeof sizes[0])

START_TEST(random_points_make_a_delaunay_triangulation) {
    uint64_t seed = first_seed(_i);
    pawl_vec2 *const points = malloc(LARGE * sizeof *points);
    for (unsigned k = 0; k < SIZES; k++) {
        const uint32_t count = draw_points(&seed, sizes[k], LARGE, points);
        fixture made;
        ck_assert_int_eq(triangulate(box_of(sizes[k]), points, count, &made), PAWL_OK);
        ck_assert_uint_eq(made.mesh.vertex_count, count + PAWLI_BOX_VERTICES);
        ck_assert_mem_eq(made.mesh.vertices + PAWLI_BOX_VERTICES, points, count * sizeof *points);
        assert_sound(&made.mesh, _i);
        ck_assert_uint_eq(count_fixed(&made.mesh), 0);
        free(made.memory);
    }
    free(points);
}
END_TEST

START_TEST(no_points_are_two_triangles) {
    fixture made;
    ck_assert_int_eq(triangulate(everything, NULL, 0, &made), PAWL_OK);
    ck_assert_uint_eq(made.mesh.triangle_count, 2);
    assert_sound(&made.mesh, 0);
    ck_assert_int_eq(pawli_constrain_delaunay(&made.mesh), PAWL_OK);
    free(made.memory);
}
END_TEST

/* The same triangles, in the same order, for points elsewhere. */
START_TEST(a_shift_changes_nothing) {
    uint64_t seed = first_seed(_i);
    pawl_vec2 points[SMALL];
    const int32_t size = sizes[(unsigned)_i % 7 + 1];
    const uint32_t count = draw_points(&seed, size, SMALL, points);
    const int32_t room = PAWL_COORD_MAX - size;
    const pawl_vec2 shift = {within(&seed, room), within(&seed, room)};
    fixture first, second;
    ck_assert_int_eq(triangulate(box_of(size), points, count, &first), PAWL_OK);
    pawl_box box = box_of(size);
    box.lower = pawl_vec2_add(box.lower, shift);
    box.upper = pawl_vec2_add(box.upper, shift);
    for (uint32_t i = 0; i < count; i++)
        points[i] = pawl_vec2_add(points[i], shift);
    ck_assert_int_eq(triangulate(box, points, count, &second), PAWL_OK);
    for (uint32_t t = 0; t < first.mesh.triangle_count; t++)
        ck_assert_mem_eq(&first.mesh.triangles[t], &second.mesh.triangles[t],
                         sizeof(pawli_triangle));
    free(first.memory);
    free(second.memory);
}
END_TEST

/* By exact arithmetic alone: whether the lines ab and cd cross inside of both, and not in a vertex,
 * where both are cut. */
static bool crosses(const pawli_triangulation *mesh, const uint32_t *ab, const uint32_t *cd) {
    const pawl_vec2 a = mesh->vertices[ab[0]], b = mesh->vertices[ab[1]];
    const pawl_vec2 c = mesh->vertices[cd[0]], d = mesh->vertices[cd[1]];
    const int64_t c_side = pawli_orient(a, b, c), d_side = pawli_orient(a, b, d);
    const int64_t a_side = pawli_orient(c, d, a), b_side = pawli_orient(c, d, b);
    if (a_side == 0 || b_side == 0 || c_side == 0 || d_side == 0) return false;
    if ((a_side > 0) == (b_side > 0) || (c_side > 0) == (d_side > 0)) return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (pawli_orient(a, b, mesh->vertices[v]) == 0 &&
            pawli_orient(c, d, mesh->vertices[v]) == 0)
            return false;
    return true;
}

/* Edges between random vertices. The mesh must take those that cross none of the fixed ones, and no
 * other; the fixed ones are kept apart, by pieces. */
static void constrain_at_random(fixture *made, uint64_t *seed, uint32_t tries, int pass,
                                uint32_t counts[2]) {
    pawli_triangulation *const mesh = &made->mesh;
    uint32_t(*const kept)[2] = malloc(tries * sizeof *kept);
    uint32_t kept_count = 0;
    for (uint32_t i = 0; i < tries; i++) {
        const uint32_t line[2] = {(uint32_t)(seeded_next(seed) % mesh->vertex_count),
                                  (uint32_t)(seeded_next(seed) % mesh->vertex_count)};
        bool is_free = true;
        for (uint32_t k = 0; k < kept_count && is_free; k++)
            is_free = !crosses(mesh, line, kept[k]);
        const pawl_status status = pawli_constrain_edge(mesh, line[0], line[1]);
        if (line[0] == line[1]) {
            ck_assert_int_eq(status, PAWL_ERR_ARGUMENT);
            continue;
        }
        counts[is_free]++;
        ck_assert_msg(status == (is_free ? PAWL_OK : PAWL_ERR_GEOMETRY), "pass %d: %u - %u: %d",
                      pass, line[0], line[1], status);
        if (!is_free) continue;
        memcpy(kept[kept_count++], line, sizeof line);
        const char *const defect = find_mesh_defect(mesh);
        ck_assert_msg(defect == NULL, "pass %d: %s", pass, defect);
    }
    ck_assert_int_eq(pawli_constrain_delaunay(mesh), PAWL_OK);
    assert_sound(mesh, pass);
    for (uint32_t k = 0; k < kept_count; k++)
        ck_assert_msg(has_constraint(mesh, kept[k][0], kept[k][1]), "pass %d: %u - %u is gone",
                      pass, kept[k][0], kept[k][1]);
    free(kept);
}

START_TEST(edges_are_fixed_unless_they_cross_fixed_ones) {
    uint64_t seed = first_seed(_i);
    uint32_t counts[2] = {0, 0};
    const int rounds = SEEDED_ROUNDS(150);
    for (int i = 0; i < rounds; i++) {
        pawl_vec2 points[SMALL];
        const int32_t size = sizes[(unsigned)i % SIZES];
        const uint32_t count =
            draw_points(&seed, size, 1 + (uint32_t)(seeded_next(&seed) % SMALL), points);
        fixture made;
        ck_assert_int_eq(triangulate(box_of(size), points, count, &made), PAWL_OK);
        constrain_at_random(&made, &seed, 80, _i, counts);
        free(made.memory);
    }
    ck_assert_msg(counts[0] > (uint32_t)rounds && counts[1] > (uint32_t)rounds, "%u, %u", counts[0],
                  counts[1]);
}
END_TEST

/* A copy with room for one vertex more, which is there and in no triangle yet. */
static fixture with_one_more(const pawli_triangulation *from, pawl_vec2 point) {
    fixture made = {.mesh = *from};
    const uint32_t vertices = from->vertex_count + 1, triangles = from->triangle_count + 2;
    made.memory = malloc(triangles * sizeof(pawli_triangle) +
                         vertices * (sizeof(pawl_vec2) + sizeof(uint32_t)));
    made.mesh.triangles = made.memory;
    made.mesh.vertices = (pawl_vec2 *)(made.mesh.triangles + triangles);
    made.mesh.vertex_triangle = (uint32_t *)(made.mesh.vertices + vertices);
    made.mesh.triangle_capacity = triangles;
    made.mesh.vertex_count = made.mesh.vertex_capacity = vertices;
    memcpy(made.mesh.triangles, from->triangles, from->triangle_count * sizeof(pawli_triangle));
    memcpy(made.mesh.vertices, from->vertices, from->vertex_count * sizeof(pawl_vec2));
    memcpy(made.mesh.vertex_triangle, from->vertex_triangle, from->vertex_count * sizeof(uint32_t));
    made.mesh.vertices[vertices - 1] = point;
    return made;
}

/* Wherever the search starts, also beyond the last triangle. The library always begins near by. */
START_TEST(points_are_found_from_anywhere) {
    uint64_t seed = first_seed(_i);
    pawl_vec2 points[SMALL];
    const int32_t size = sizes[(unsigned)_i % 6 + 3];
    const uint32_t count = draw_points(&seed, size, SMALL, points) - 1;
    fixture made;
    ck_assert_int_eq(triangulate(box_of(size), points, count, &made), PAWL_OK);
    const uint32_t vertex = made.mesh.vertex_count;
    for (uint32_t start = 0; start < made.mesh.triangle_count + 2; start++) {
        fixture more = with_one_more(&made.mesh, points[count]);
        ck_assert_int_eq(pawli_insert_vertex(&more.mesh, vertex, start), true);
        assert_sound(&more.mesh, _i);
        free(more.memory);
        const pawl_vec2 wrong[] = {points[seeded_next(&seed) % count],
                                   pawl_vec2_make(size + 1, within(&seed, size)),
                                   pawl_vec2_make(within(&seed, size), -size - 1)};
        for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            more = with_one_more(&made.mesh, wrong[i]);
            ck_assert_int_eq(pawli_insert_vertex(&more.mesh, vertex, start), false);
            ck_assert_uint_eq(more.mesh.triangle_count, made.mesh.triangle_count);
            ck_assert_mem_eq(more.mesh.triangles, made.mesh.triangles,
                             made.mesh.triangle_count * sizeof(pawli_triangle));
            free(more.memory);
        }
    }
    free(made.memory);
}
END_TEST

/* Every edge there is, both ways, and no other. */
START_TEST(edges_are_found_and_no_others) {
    uint64_t seed = first_seed(_i);
    pawl_vec2 points[SMALL];
    const uint32_t count = draw_points(&seed, 20, SMALL, points);
    fixture made;
    ck_assert_int_eq(triangulate(box_of(20), points, count, &made), PAWL_OK);
    const pawli_triangulation *const mesh = &made.mesh;
    const uint32_t vertices = mesh->vertex_count;
    uint32_t *const expected = malloc((size_t)vertices * vertices * sizeof *expected);
    memset(expected, 0xFF, (size_t)vertices * vertices * sizeof *expected);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t i = 0; i < 3; i++)
            expected[mesh->triangles[t].vertex[(i + 1) % 3] * vertices +
                     mesh->triangles[t].vertex[(i + 2) % 3]] = t * 4 + i;
    for (uint32_t a = 0; a < vertices; a++)
        for (uint32_t b = 0; b < vertices; b++)
            ck_assert_uint_eq(pawli_flip_find_edge(mesh, a, b), expected[a * vertices + b]);
    ck_assert_uint_eq(pawli_flip_find_edge(mesh, vertices, 0), PAWLI_NO_TRIANGLE);
    ck_assert_uint_eq(pawli_flip_find_edge(mesh, 0, vertices), PAWLI_NO_TRIANGLE);
    free(expected);
    free(made.memory);
}
END_TEST

/* A line through thousands of thin triangles, whose ends are farthest apart. */
START_TEST(a_line_across_thousands_of_edges_is_fixed) {
    uint64_t seed = first_seed(_i);
    pawl_vec2 *const points = malloc((LARGE + 2) * sizeof *points);
    const int32_t far = PAWL_COORD_MAX - 1, height = _i == 0 ? 1 : 3 << (4 * _i);
    points[0] = pawl_vec2_make(-far, -(_i % 2));
    points[1] = pawl_vec2_make(far, _i % 2);
    for (uint32_t i = 0; i < LARGE; i++) {
        const int32_t y = 2 + (int32_t)(seeded_next(&seed) % (uint32_t)height);
        points[i + 2] = pawl_vec2_make((int32_t)i * 650000 - 970000000, i % 2 == 0 ? y : -y);
    }
    fixture made;
    ck_assert_int_eq(triangulate(everything, points, LARGE + 2, &made), PAWL_OK);
    ck_assert_uint_eq(pawli_flip_find_edge(&made.mesh, 4, 5), PAWLI_NO_TRIANGLE);
    ck_assert_int_eq(pawli_constrain_edge(&made.mesh, 4, 5), PAWL_OK);
    ck_assert_int_eq(pawli_constrain_delaunay(&made.mesh), PAWL_OK);
    assert_sound(&made.mesh, _i);
    ck_assert_uint_ne(pawli_flip_find_edge(&made.mesh, 4, 5), PAWLI_NO_TRIANGLE);
    ck_assert_uint_eq(count_fixed(&made.mesh), 1);
    free(made.memory);
    free(points);
}
END_TEST

/* Without random rounds 60,000 of these take about 20 s, with them a twentieth of one. */
START_TEST(points_on_two_lines_take_no_quadratic_time) {
    const int32_t count = SEEDED_ROUNDS(60000);
    pawl_vec2 *const points = malloc((size_t)count * sizeof *points);
    for (int32_t i = 0; i < count; i++) {
        const int32_t at = (i - count / 2) * 30000;
        points[i] = i % 2 == 0 ? pawl_vec2_make(at, 7) : pawl_vec2_make(-3, at);
    }
    fixture made;
    const clock_t begin = clock();
    ck_assert_int_eq(triangulate(everything, points, (uint32_t)count, &made), PAWL_OK);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    ck_assert_msg(seconds < 2, "%.2f s", seconds);
    free(made.memory);
    free(points);
}
END_TEST

START_TEST(a_line_that_is_refused_changes_nothing) {
    const pawl_vec2 points[] = {{-10, 0}, {10, 0}, {0, -10}, {0, 10}, {-4, -4}, {-6, -6}};
    fixture made;
    ck_assert_int_eq(triangulate(box_of(20), points, 6, &made), PAWL_OK);
    ck_assert_int_eq(pawli_constrain_edge(&made.mesh, 4, 5), PAWL_OK);
    const size_t size = pawli_triangulation_size(10);
    void *const before = malloc(size);
    memcpy(before, made.memory, size);
    /* Its first piece, to the vertex on it, would be free. */
    ck_assert_int_eq(pawli_constrain_edge(&made.mesh, 9, 2), PAWL_ERR_GEOMETRY);
    ck_assert_int_eq(pawli_constrain_edge(&made.mesh, 6, 7), PAWL_ERR_GEOMETRY);
    ck_assert_mem_eq(before, made.memory, size);
    ck_assert_uint_eq(count_fixed(&made.mesh), 1);
    free(before);
    free(made.memory);
}
END_TEST

START_TEST(misuse_is_refused) {
    const pawl_vec2 twice[] = {{1, 2}, {3, 4}, {1, 2}};
    const pawl_box box = box_of(10);
    uint64_t memory[200];
    const size_t size = pawli_triangulation_size(7);
    pawli_triangulation mesh, untouched;
    memset(&mesh, 0x5A, sizeof mesh);
    memcpy(&untouched, &mesh, sizeof mesh);
    ck_assert_uint_le(size, sizeof memory - 8);
    ck_assert_int_eq(pawli_triangulation_make(box, twice, 3, memory, size, &mesh),
                     PAWL_ERR_GEOMETRY);
    ck_assert_int_eq(pawli_triangulation_make(box, NULL, 2, memory, size, &mesh), PAWL_ERR_NULL);
    ck_assert_int_eq(pawli_triangulation_make(box, twice, 2, NULL, size, &mesh), PAWL_ERR_NULL);
    ck_assert_int_eq(pawli_triangulation_make(box, twice, 2, memory, size, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawli_triangulation_make(box, twice, UINT32_MAX, memory, size, &mesh),
                     PAWL_ERR_MEMORY);
    const size_t needed = pawli_triangulation_size(6);
    ck_assert_int_eq(pawli_triangulation_make(box, twice, 2, memory, needed - 1, &mesh),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawli_triangulation_make(box, twice, 2, (uint8_t *)memory + 4, size, &mesh),
                     PAWL_ERR_MEMORY);
    for (int side = 0; side < 4; side++) { /* a point on each side of the box, and beyond */
        for (int32_t beyond = 10; beyond < 12; beyond++) {
            const int32_t at = side < 2 ? -beyond : beyond;
            const pawl_vec2 outside = pawl_vec2_make(side % 2 ? at : 3, side % 2 ? 3 : at);
            ck_assert_int_eq(pawli_triangulation_make(box, &outside, 1, memory, size, &mesh),
                             PAWL_ERR_GEOMETRY);
        }
        pawl_box wide = everything, flat = box;
        if (side == 0) wide.lower.x--, flat.lower.x = 10;
        if (side == 1) wide.lower.y--, flat.lower.y = 10;
        if (side == 2) wide.upper.x++, flat.upper.x = -11;
        if (side == 3) wide.upper.y++, flat.upper.y = -11;
        ck_assert_int_eq(pawli_triangulation_make(wide, twice, 2, memory, size, &mesh),
                         PAWL_ERR_RANGE);
        ck_assert_int_eq(pawli_triangulation_make(flat, NULL, 0, memory, size, &mesh),
                         PAWL_ERR_GEOMETRY);
    }
    ck_assert_mem_eq(&mesh, &untouched, sizeof mesh);
    ck_assert_int_eq(pawli_triangulation_make(box, twice, 2, memory, needed, &mesh), PAWL_OK);
    ck_assert_int_eq(pawli_constrain_edge(NULL, 4, 5), PAWL_ERR_NULL);
    ck_assert_int_eq(pawli_constrain_edge(&mesh, 4, 4), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawli_constrain_edge(&mesh, 4, 6), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawli_constrain_edge(&mesh, 6, 4), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawli_constrain_delaunay(NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawli_triangulation_size(3), 0);
    ck_assert_uint_eq(pawli_triangulation_size(UINT32_MAX), 0);
    /* 68 bytes a vertex, and the builder of a level of 2114 vertices has 256 KB. */
    ck_assert_uint_le(pawli_triangulation_size(2114), 68 * 2114);
}
END_TEST

Suite *suite_triangulation(void);
Suite *suite_triangulation(void) {
    Suite *const suite = suite_create("triangulation");
    TCase *const tests = tcase_create("triangulation");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, random_points_make_a_delaunay_triangulation, 0, PASSES);
    tcase_add_test(tests, no_points_are_two_triangles);
    tcase_add_loop_test(tests, a_shift_changes_nothing, 0, 40);
    tcase_add_loop_test(tests, edges_are_fixed_unless_they_cross_fixed_ones, 0, PASSES);
    tcase_add_loop_test(tests, points_are_found_from_anywhere, 0, 12);
    tcase_add_loop_test(tests, edges_are_found_and_no_others, 0, PASSES);
    tcase_add_loop_test(tests, a_line_across_thousands_of_edges_is_fixed, 0, 6);
    tcase_add_test(tests, points_on_two_lines_take_no_quadratic_time);
    tcase_add_test(tests, a_line_that_is_refused_changes_nothing);
    tcase_add_test(tests, misuse_is_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
