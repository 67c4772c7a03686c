/* test_mesh_data.c - triangulations of data that others published (support/shape/mesh_data.h). */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "geom/predicate.h"
#include "support/shape/mesh_check.h"
#include "support/shape/mesh_data.h"

#define MARGIN 1000

typedef struct totals {
    uint32_t files, edges, refused;
} totals;

/* Whether two lines cross inside of both. */
static bool crosses(const mesh_data *data, const uint32_t *ab, const uint32_t *cd) {
    const pawl_vec2 a = data->points[ab[0]], b = data->points[ab[1]];
    const pawl_vec2 c = data->points[cd[0]], d = data->points[cd[1]];
    const int64_t c_side = pawli_orient(a, b, c), d_side = pawli_orient(a, b, d);
    const int64_t a_side = pawli_orient(c, d, a), b_side = pawli_orient(c, d, b);
    if (a_side == 0 || b_side == 0 || c_side == 0 || d_side == 0) return false;
    return (a_side > 0) != (b_side > 0) && (c_side > 0) != (d_side > 0);
}

static pawl_box box_around(const mesh_data *data) {
    pawl_box box = {data->points[0], data->points[0]};
    for (uint32_t i = 0; i < data->point_count; i++) {
        box.lower.x = pawl_min(box.lower.x, data->points[i].x - MARGIN);
        box.lower.y = pawl_min(box.lower.y, data->points[i].y - MARGIN);
        box.upper.x = pawl_max(box.upper.x, data->points[i].x + MARGIN);
        box.upper.y = pawl_max(box.upper.y, data->points[i].y + MARGIN);
    }
    return box;
}

static void assert_sound(const pawli_triangulation *mesh, const char *path) {
    const char *const defect = find_mesh_defect(mesh);
    ck_assert_msg(defect == NULL, "%s: %s", path, defect);
    const uint32_t bad = find_bad_edge(mesh);
    ck_assert_msg(bad == PAWLI_NO_TRIANGLE, "%s: edge %u is not Delaunay", path, bad);
}

/* Fixes all edges; those that cross one before are refused, and dropped from the data. */
static void fix_edges(pawli_triangulation *mesh, mesh_data *data, const char *path, totals *seen) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < data->edge_count; i++) {
        const uint32_t edge[2] = {data->edges[i][0], data->edges[i][1]};
        const pawl_status status =
            pawli_constrain_edge(mesh, PAWLI_BOX_VERTICES + edge[0], PAWLI_BOX_VERTICES + edge[1]);
        bool is_crossed = false;
        for (uint32_t k = 0; k < kept && status != PAWL_OK && !is_crossed; k++)
            is_crossed = crosses(data, edge, data->edges[k]);
        ck_assert_msg(status == (is_crossed ? PAWL_ERR_GEOMETRY : PAWL_OK), "%s: edge %u: %d", path,
                      i, status);
        seen->edges++;
        seen->refused += is_crossed ? 1 : 0;
        if (!is_crossed) memcpy(data->edges[kept++], edge, sizeof edge);
    }
    data->edge_count = kept;
}

static void check_file(const char *path, totals *seen) {
    mesh_data data;
    if (!read_mesh_data(path, &data)) ck_abort_msg("%s cannot be read", path);
    merge_mesh_data(&data);
    const size_t size = pawli_triangulation_size(data.point_count + PAWLI_BOX_VERTICES);
    void *const memory = malloc(size);
    pawli_triangulation mesh;
    ck_assert_int_eq(pawli_triangulation_make(box_around(&data), data.points, data.point_count,
                                              memory, size, &mesh),
                     PAWL_OK);
    assert_sound(&mesh, path);
    fix_edges(&mesh, &data, path, seen);
    const char *const defect = find_mesh_defect(&mesh);
    ck_assert_msg(defect == NULL, "%s: %s", path, defect);
    ck_assert_int_eq(pawli_constrain_delaunay(&mesh), PAWL_OK);
    assert_sound(&mesh, path);
    for (uint32_t i = 0; i < data.edge_count; i++)
        ck_assert_msg(has_constraint(&mesh, PAWLI_BOX_VERTICES + data.edges[i][0],
                                     PAWLI_BOX_VERTICES + data.edges[i][1]),
                      "%s: edge %u is gone", path, i);
    seen->files++;
    free(memory);
    free_mesh_data(&data);
}

/* How many files and edges there are says that the readers see what lies there. */
static const struct {
    const char *pattern;
    uint32_t files, edges;
} sets[] = {
    {"cdt/?*.txt", 35, 12000}, {"poly2tri/?*.dat", 22, 13000}, {"earcut/?*.json", 59, 40000}};

START_TEST(published_data_is_triangulated) {
    glob_t found = list_mesh_data(sets[_i].pattern);
    totals seen = {0, 0, 0};
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (strstr(found.gl_pathv[i], "expected") == NULL) check_file(found.gl_pathv[i], &seen);
    ck_assert_msg(found.gl_pathc == 0 ||
                      (seen.files == sets[_i].files && seen.edges > sets[_i].edges),
                  "%s: %u files, %u edges, %u refused", sets[_i].pattern, seen.files, seen.edges,
                  seen.refused);
    globfree(&found);
}
END_TEST

Suite *suite_mesh_data(void);
Suite *suite_mesh_data(void) {
    Suite *const suite = suite_create("mesh_data");
    TCase *const tests = tcase_create("mesh_data");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, published_data_is_triangulated, 0,
                        (int)(sizeof sets / sizeof sets[0]));
    suite_add_tcase(suite, tests);
    return suite;
}
