/* test_polygon_data.c - boolean operations and convex parts of polygons that others published
 * (support/shape/mesh_data.h): Clipper2's own areas, and those of rings that do not cross. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/arrange.h"
#include "mesh/winding.h"
#include "support/base/data.h"
#include "support/shape/mesh_data.h"
#include "support/shape/polygons.h"

#define CLIPPER2_AREAS "tests/golden/polygons/clipper2.txt"
#define CLIPPER2_CASES 195
#define TOLERANCE 100000 /* one part in so many */

#define POINTS_MAX 40000
#define RINGS_MAX 20000

static pawl_vec2 result_points[POINTS_MAX];
static uint32_t result_ends[RINGS_MAX];

/* Runs with more and more room until it is enough. */
static pawl_status operate(pawl_boolean operation, pawl_fill fill, const pawl_rings *subject,
                           const pawl_rings *clip, uint32_t segments, pawl_ring_buffer *out) {
    pawl_polygon_limits limits = {segments + 1, 0, 0};
    pawl_status status = PAWL_ERR_CAPACITY;
    for (uint32_t factor = 1; factor <= 256 && status == PAWL_ERR_CAPACITY; factor *= 2) {
        limits.vertices = factor * (2 * segments + 16);
        limits.edges = factor * (4 * segments + 64);
        const size_t size = pawl_polygon_size(&limits);
        void *const memory = malloc(size);
        const pawl_ring_buffer empty = {result_points, result_ends, POINTS_MAX, RINGS_MAX, 0, 0};
        *out = empty;
        status = pawl_polygon_boolean(operation, fill, subject, clip, &limits, memory, size, out);
        free(memory);
    }
    return status;
}

static int64_t area_of(const pawl_ring_buffer *buffer) {
    const pawl_rings rings = {buffer->points, buffer->ends, buffer->ring_count};
    return pawl_rings_area2(&rings);
}

/* A case of Polygons.txt. */
typedef struct clip_case {
    polygon rings[2]; /* subject, clip */
} clip_case;

static void read_ring(char *line, polygon *out) {
    char *end = line;
    for (char *at = line;; at = end) {
        pawl_fx axis[2];
        for (int i = 0; i < 2; i++, at = end) {
            at += strspn(at, ", \t");
            axis[i] = (pawl_fx)strtol(at, &end, 10);
            if (end == at) {
                polygon_end_ring(out);
                return;
            }
        }
        polygon_add(out, axis[0], axis[1]);
    }
}

/* The next case, up to the caption after it; false at the end of the file. */
static bool read_case(FILE *file, clip_case *out) {
    static char line[1 << 16];
    polygon *section = &out->rings[0];
    for (int i = 0; i < 2; i++)
        out->rings[i].point_count = out->rings[i].ring_count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "SUBJECTS", 8) == 0) section = &out->rings[0];
        if (strncmp(line, "CLIPS", 5) == 0) section = &out->rings[1];
        if (line[0] == '-' || (line[0] >= '0' && line[0] <= '9')) read_ring(line, section);
        if (strncmp(line, "CAPTION", 7) == 0 && out->rings[0].ring_count > 0) return true;
    }
    return out->rings[0].ring_count > 0;
}

static int index_of(const char *name, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) return i;
    ck_abort_msg("%s", name);
    return 0;
}

/* One line of the table; the areas are compared as integers. */
static void check_case(clip_case *one, const char *line) {
    static const char *const operations[] = {"UNION", "INTERSECTION", "DIFFERENCE", "XOR"};
    static const char *const fills[] = {"NONZERO", "EVENODD", "POSITIVE", "NEGATIVE"};
    char operation[16], fill[16];
    int number = 0, bits = 0;
    int64_t want = 0;
    ck_assert_int_eq(
        sscanf(line, "%d %15s %15s %d %" SCNd64, &number, operation, fill, &bits, &want), 5);
    for (int i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < one->rings[i].point_count; k++) {
            one->rings[i].points[k].x *= 1 << bits;
            one->rings[i].points[k].y *= 1 << bits;
        }
    }
    const pawl_rings subject = polygon_rings(&one->rings[0]), clip = polygon_rings(&one->rings[1]);
    pawl_ring_buffer result;
    const pawl_status status = operate(
        (pawl_boolean)index_of(operation, operations, 4), (pawl_fill)index_of(fill, fills, 4),
        &subject, &clip, one->rings[0].point_count + one->rings[1].point_count, &result);
    ck_assert_msg(status == PAWL_OK, "case %d: %s", number, pawl_status_text(status));
    const int64_t got = area_of(&result);
    ck_assert_msg(llabs(got - want) <= want / TOLERANCE, "case %d: %" PRId64 ", not %" PRId64,
                  number, got, want);
}

START_TEST(areas_are_those_of_clipper2) {
    const char *const polygons = data_path("geometry/clipper2/Polygons.txt");
    if (polygons == NULL) return;
    FILE *const input = fopen(polygons, "r"), *const areas = fopen(CLIPPER2_AREAS, "r");
    ck_assert_ptr_ne(input, NULL);
    ck_assert_ptr_ne(areas, NULL);
    static clip_case one;
    static char line[256];
    int count = 0;
    while (fgets(line, sizeof line, areas) != NULL) {
        if (line[0] == '#') continue;
        ck_assert_int_eq(read_case(input, &one), true);
        check_case(&one, line);
        count++;
    }
    ck_assert_int_eq(count, CLIPPER2_CASES);
    ck_assert_int_eq(read_case(input, &one), false);
    fclose(input);
    fclose(areas);
}
END_TEST

/* Files of which rings cross, or holes lie outside; the area of all others is exact. */
static const char *const crossing[] = {
    "poly2tri/custom.dat",  "poly2tri/sketchup.dat",  "earcut/bad-hole.json",
    "earcut/issue107.json", "earcut/issue142.json",   "earcut/simplified-us-border.json",
    "earcut/water.json",    "earcut/water-huge.json", "earcut/water-huge2.json",
};

static bool is_crossing(const char *path) {
    for (size_t i = 0; i < sizeof crossing / sizeof crossing[0]; i++)
        if (strstr(path, crossing[i]) != NULL) return true;
    return false;
}

/* Twice the area of the first ring without the others, whichever way they run. */
static int64_t area_without_holes(const pawl_rings *rings) {
    int64_t area = 0;
    for (uint32_t i = 0, begin = 0; i < rings->count; begin = rings->ends[i++]) {
        const int64_t one = llabs(pawl_ring_area2(rings->points + begin, rings->ends[i] - begin));
        area += i == 0 ? one : -one;
    }
    return area;
}

static pawl_rings rings_of(const mesh_data *data) {
    const pawl_rings rings = {data->points, data->ends, data->ring_count};
    return rings;
}

static uint32_t ring_points(const mesh_data *data) {
    return data->ring_count == 0 ? 0 : data->ends[data->ring_count - 1];
}

/* Points of the box around a file, here and there, are in the result when they are inside. */
static void check_points(const char *path, const pawl_rings *rings, const pawl_ring_buffer *got) {
    const pawl_rings result = {got->points, got->ends, got->ring_count};
    uint64_t seed = seeded_base;
    const int32_t rounds = SEEDED_ROUNDS(100);
    for (int32_t n = 0; n < rounds; n++) {
        const pawl_fx x = (pawl_fx)(seeded_next(&seed) >> 36) - (1 << 27);
        const pawl_vec2 p = {x, (pawl_fx)(seeded_next(&seed) >> 36) - (1 << 27)};
        if (!polygon_is_clear(rings, p)) continue;
        ck_assert_msg(pawl_rings_locate(rings, PAWL_FILL_EVEN_ODD, p) ==
                          pawl_rings_locate(&result, PAWL_FILL_POSITIVE, p),
                      "%s: %" PRId32 ", %" PRId32, path, p.x, p.y);
    }
}

static void check_file(const char *path) {
    mesh_data data;
    if (!read_mesh_data(path, &data)) ck_abort_msg("%s cannot be read", path);
    const pawl_rings rings = rings_of(&data);
    pawl_ring_buffer result;
    const pawl_status status =
        operate(PAWL_UNION, PAWL_FILL_EVEN_ODD, &rings, NULL, ring_points(&data), &result);
    ck_assert_msg(status == PAWL_OK, "%s: %s", path, pawl_status_text(status));
    ck_assert_msg((area_of(&result) == area_without_holes(&rings)) == !is_crossing(path),
                  "%s: %" PRId64 ", not %" PRId64, path, area_of(&result),
                  area_without_holes(&rings));
    check_points(path, &rings, &result);
    free_mesh_data(&data);
}

START_TEST(areas_of_published_polygons_are_exact) {
    static const char *const sets[] = {"poly2tri/?*.dat", "earcut/?*.json"};
    static const uint32_t counts[] = {22, 59};
    glob_t found = list_mesh_data(sets[_i]);
    uint32_t count = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (strstr(found.gl_pathv[i], "expected") != NULL) continue;
        check_file(found.gl_pathv[i]);
        count++;
    }
    if (found.gl_pathc > 0) ck_assert_uint_eq(count, counts[_i]);
    globfree(&found);
}
END_TEST

/* Triangles inside, by the winding numbers of a mesh of all points; also takes their area. */
static uint32_t count_inside(const pawl_rings *rings, uint32_t points, int64_t *area2) {
    const pawl_polygon_limits limits = {points, points, points + 64};
    const size_t size = pawli_arrange_size(&limits);
    void *const memory = malloc(size);
    pawli_arrange arrange;
    ck_assert_int_eq(pawli_arrange_begin(&limits, memory, size, &arrange), PAWL_OK);
    ck_assert_int_eq(pawli_arrange_add_rings(&arrange, rings, 7), PAWL_OK);
    ck_assert_int_eq(pawli_arrange_snap(&arrange), PAWL_OK);
    ck_assert_int_eq(pawli_arrange_mesh(&arrange, NULL), PAWL_OK);
    ck_assert_int_eq(pawli_winding_set_layer(&arrange.lines, &arrange.mesh, 7), PAWL_OK);
    uint32_t count = 0;
    *area2 = 0;
    for (uint32_t i = 0; i < arrange.mesh.triangle_count; i++) {
        const pawli_triangle *const triangle = &arrange.mesh.triangles[i];
        if (((uint32_t)triangle->winding & 1u) == 0) continue;
        pawl_vec2 corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] = arrange.mesh.vertices[triangle->vertex[k]];
        *area2 += pawl_ring_area2(corners, 3);
        count++;
    }
    free(memory);
    return count;
}

/* n - 2 + 2 h triangles for n points and h holes. */
START_TEST(simple_polygons_have_as_many_triangles_as_euler_says) {
    glob_t found = list_mesh_data("poly2tri/?*.dat");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *const path = found.gl_pathv[i];
        mesh_data data;
        if (is_crossing(path)) continue;
        ck_assert_int_eq(read_mesh_data(path, &data), true);
        const pawl_rings rings = rings_of(&data);
        const uint32_t points = ring_points(&data);
        int64_t area2;
        const uint32_t got = count_inside(&rings, points, &area2);
        ck_assert_msg(got == points + 2 * data.ring_count - 4, "%s: %" PRIu32, path, got);
        ck_assert_int_eq(area2, area_without_holes(&rings));
        free_mesh_data(&data);
    }
    globfree(&found);
}
END_TEST

Suite *suite_polygon_data(void) {
    Suite *const suite = suite_create("polygon_data");
    TCase *const cases = tcase_create("polygon_data");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, areas_are_those_of_clipper2);
    tcase_add_loop_test(cases, areas_of_published_polygons_are_exact, 0, 2);
    tcase_add_test(cases, simple_polygons_have_as_many_triangles_as_euler_says);
    suite_add_tcase(suite, cases);
    return suite;
}
