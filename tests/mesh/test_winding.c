/* test_winding.c - arrangements of several layers: their winding numbers against rays, tours
 * against those, and compact lines against the labels they came from. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "mesh/boundary.h"
#include "mesh/compact.h"
#include "mesh/winding.h"
#include "support/shape/mesh_check.h"
#include "support/shape/polygons.h"

#define LAYERS 5
#define ROUNDS SEEDED_ROUNDS(200)
#define SAMPLES 60

typedef struct scene {
    pawli_arrange arrange;
    void *memory;
    uint16_t layers[LAYERS]; /* their numbers, not in a row */
} scene;

/* Random rings in all layers, some alike; a mesh of them. */
static void make_scene(uint64_t *seed, polygon_kind kind, scene *out) {
    static const uint16_t layers[LAYERS] = {0, 3, 255, 4, 65535};
    static polygon rings[LAYERS];
    uint32_t segments = 0;
    for (int i = 0; i < LAYERS; i++) {
        polygon_random(seed, kind, 2, 6, &rings[i]);
        if (i > 0 && seeded_next(seed) % 4 == 0) rings[i] = rings[i - 1];
        segments += rings[i].point_count;
        out->layers[i] = layers[i];
    }
    const pawl_polygon_limits limits = polygon_limits(segments);
    const size_t size = pawli_arrange_size(&limits);
    out->memory = malloc(size);
    ck_assert_int_eq(pawli_arrange_begin(&limits, out->memory, size, &out->arrange), PAWL_OK);
    for (int i = 0; i < LAYERS; i++) {
        const pawl_rings one = polygon_rings(&rings[i]);
        ck_assert_int_eq(pawli_arrange_add_rings(&out->arrange, &one, layers[i]), PAWL_OK);
    }
    ck_assert_int_eq(pawli_arrange_snap(&out->arrange), PAWL_OK);
    ck_assert_int_eq(pawli_arrange_mesh(&out->arrange, NULL), PAWL_OK);
}

/* The number around the middle of a triangle, by the lines that a ray to the right meets; all
 * coordinates times three. */
static int32_t winding_at(const pawli_arrangement *lines, uint16_t layer,
                          const pawli_triangulation *mesh, const pawli_triangle *triangle) {
    int64_t x = 0, y = 0;
    int32_t winding = 0;
    for (int k = 0; k < 3; k++) {
        x += mesh->vertices[triangle->vertex[k]].x;
        y += mesh->vertices[triangle->vertex[k]].y;
    }
    for (uint32_t i = 0; i < lines->edge_count; i++) {
        const pawli_line *const edge = &lines->edges[i];
        if (edge->layer != layer) continue;
        const pawl_vec2 a = lines->vertices[edge->a], b = lines->vertices[edge->b];
        if ((3 * (int64_t)a.y <= y) == (3 * (int64_t)b.y <= y)) continue;
        const int128 side = ((int128)b.x - a.x) * (y - 3 * (int64_t)a.y) -
                            ((int128)b.y - a.y) * (x - 3 * (int64_t)a.x);
        if (a.y < b.y && side > 0) winding += edge->winding;
        if (a.y > b.y && side < 0) winding -= edge->winding;
    }
    return winding;
}

START_TEST(winding_numbers_are_those_that_rays_count) {
    uint64_t seed = first_seed(_i);
    int32_t nonzero = 0;
    for (int n = 0; n < ROUNDS; n++) {
        scene s;
        make_scene(&seed, (polygon_kind)_i, &s);
        const pawli_arrangement *const lines = &s.arrange.lines;
        pawli_triangulation *const mesh = &s.arrange.mesh;
        const uint16_t layer = s.layers[n % LAYERS];
        ck_assert_int_eq(pawli_winding_set_layer(lines, mesh, layer), PAWL_OK);
        for (uint32_t i = 0; i < mesh->triangle_count; i++) {
            const pawli_triangle *const triangle = &mesh->triangles[i];
            const int32_t want = winding_at(lines, layer, mesh, triangle);
            if (triangle->winding != want) ck_abort_msg("seed %d round %d", _i, n);
            nonzero += want != 0;
        }
        free(s.memory);
    }
    ck_assert_int_gt(nonzero, SEEDED_OFTEN(ROUNDS));
}
END_TEST

/* What the numbers become by a move. */
static void follow(const pawli_tour *tour, const scene *s, int32_t *numbers) {
    for (uint32_t i = 0; i < tour->line_count; i++) {
        const pawli_line *const line = &tour->lines->edges[tour->line + i];
        for (int k = 0; k < LAYERS; k++)
            if (s->layers[k] == line->layer)
                numbers[k] += tour->is_leftward ? line->winding : -line->winding;
    }
}

START_TEST(one_tour_knows_the_numbers_of_all_layers) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS / 4; n++) {
        scene s;
        make_scene(&seed, (polygon_kind)_i, &s);
        const pawli_arrangement *const lines = &s.arrange.lines;
        pawli_triangulation *const mesh = &s.arrange.mesh;
        for (uint32_t i = 0; i < mesh->triangle_count; i++)
            mesh->triangles[i].mark = (uint8_t)(seeded_next(&seed) & 0xFF);
        for (int k = 0; k < LAYERS; k++) {
            int32_t numbers[LAYERS] = {0};
            uint32_t moves = 0, seen = 0;
            pawli_tour tour;
            ck_assert_int_eq(pawli_winding_set_layer(lines, mesh, s.layers[k]), PAWL_OK);
            pawli_winding_tour_begin(lines, mesh, &tour);
            do {
                follow(&tour, &s, numbers);
                ck_assert_int_eq(mesh->triangles[tour.triangle].winding, numbers[k]);
                seen += tour.is_first;
                ck_assert_uint_lt(moves++, 2 * mesh->triangle_count);
            } while (pawli_winding_tour_next(&tour));
            ck_assert_uint_eq(seen, mesh->triangle_count);
            ck_assert_uint_eq(moves, 2 * mesh->triangle_count - 1);
            ck_assert_int_eq(numbers[k], 0);
        }
        free(s.memory);
    }
}
END_TEST

/* A label for what lies on a triangle: the layers around it, as bits. */
static void label_all(const scene *s) {
    const pawli_arrangement *const lines = &s->arrange.lines;
    int32_t numbers[LAYERS] = {0};
    pawli_triangulation mesh = s->arrange.mesh;
    pawli_tour tour;
    pawli_winding_tour_begin(lines, &mesh, &tour);
    do {
        uint16_t label = 40000;
        follow(&tour, s, numbers);
        for (int k = 0; k < LAYERS; k++)
            label = (uint16_t)(label + (numbers[k] != 0 ? 1 << k : 0));
        mesh.triangles[tour.triangle].winding = (int16_t)label;
    } while (pawli_winding_tour_next(&tour));
}

static void measure(const pawli_triangulation *mesh, uint64_t areas[1 << LAYERS]) {
    memset(areas, 0, sizeof(uint64_t) << LAYERS);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        pawl_vec2 corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] = mesh->vertices[mesh->triangles[i].vertex[k]];
        const uint16_t label = (uint16_t)mesh->triangles[i].winding;
        ck_assert_uint_ge(label, 40000);
        ck_assert_uint_lt(label, 40000 + (1 << LAYERS));
        areas[label - 40000] += (uint64_t)pawl_ring_area2(corners, 3);
    }
}

/* The label of a point, or 0 on an edge. */
static uint16_t label_at(const pawli_triangulation *mesh, pawl_vec2 point) {
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const pawli_triangle *const triangle = &mesh->triangles[i];
        int inside = 0;
        for (int k = 0; k < 3; k++) {
            const pawl_vec2 a = mesh->vertices[triangle->vertex[k]];
            const pawl_vec2 b = mesh->vertices[triangle->vertex[(k + 1) % 3]];
            inside += polygon_orient(a, b, point) > 0;
        }
        if (inside == 3) return (uint16_t)triangle->winding;
    }
    return 0;
}

/* Order, labels, and that every vertex is needed. */
static void check_compact(const pawli_arrangement *lines) {
    for (uint32_t i = 0; i < lines->edge_count; i++) {
        const pawli_line *const edge = &lines->edges[i];
        ck_assert_uint_lt(edge->a, edge->b);
        ck_assert_uint_ne(pawli_label_left(edge), pawli_label_right(edge));
        if (i > 0) ck_assert_int_eq(edge[-1].a < edge->a || edge[-1].b < edge->b, true);
    }
    for (uint32_t v = 0; v < lines->vertex_count; v++) {
        uint32_t ends[2] = {0, 0}, degree = 0;
        if (v > 0) {
            ck_assert_int_eq(polygon_is_below(lines->vertices[v - 1], lines->vertices[v]), true);
        }
        for (uint32_t i = 0; i < lines->edge_count; i++) {
            const pawli_line *const edge = &lines->edges[i];
            if (edge->a == v) ends[degree++ % 2] = edge->b;
            if (edge->b == v) ends[degree++ % 2] = edge->a;
        }
        ck_assert_uint_ge(degree, 2);
        if (degree > 2) continue;
        ck_assert_int_ne(
            polygon_orient(lines->vertices[ends[0]], lines->vertices[v], lines->vertices[ends[1]]),
            0);
    }
}

START_TEST(compact_lines_keep_every_label_where_it_was) {
    uint64_t seed = first_seed(_i);
    int32_t compared = 0;
    uint32_t before_all = 0, after_all = 0;
    for (int n = 0; n < ROUNDS; n++) {
        scene s;
        uint64_t before[1 << LAYERS], after[1 << LAYERS];
        pawl_vec2 points[SAMPLES];
        uint16_t labels[SAMPLES];
        make_scene(&seed, (polygon_kind)_i, &s);
        label_all(&s);
        pawli_triangulation *const mesh = &s.arrange.mesh;
        const pawl_box box = {mesh->vertices[0], mesh->vertices[2]};
        measure(mesh, before);
        for (int k = 0; k < SAMPLES; k++) {
            const pawl_fx x = polygon_coordinate(&seed, (polygon_kind)_i);
            points[k] = pawl_vec2_make(x, polygon_coordinate(&seed, (polygon_kind)_i));
            const bool in_box = points[k].x > box.lower.x && points[k].x < box.upper.x &&
                                points[k].y > box.lower.y && points[k].y < box.upper.y;
            labels[k] = in_box ? label_at(mesh, points[k]) : 0;
        }
        before_all += mesh->triangle_count;
        pawli_compact(&s.arrange);
        check_compact(&s.arrange.lines);
        ck_assert_int_eq(pawli_arrange_mesh(&s.arrange, &box), PAWL_OK);
        ck_assert_int_eq(pawli_compact_label(&s.arrange.lines, mesh, 40000), PAWL_OK);
        measure(mesh, after);
        after_all += mesh->triangle_count;
        for (int k = 0; k < 1 << LAYERS; k++)
            ck_assert_uint_eq(before[k], after[k]);
        for (int k = 0; k < SAMPLES; k++) {
            const uint16_t label = labels[k] == 0 ? 0 : label_at(mesh, points[k]);
            if (label == 0) continue;
            ck_assert_uint_eq(label, labels[k]);
            compared++;
        }
        ck_assert_uint_eq(count_fixed(mesh), s.arrange.lines.edge_count);
        free(s.memory);
    }
    ck_assert_int_gt(compared, SEEDED_OFTEN(ROUNDS));
    if (_i == POLYGON_STEPS) ck_assert_uint_lt(after_all, before_all);
}
END_TEST

/* A square alone: 8 vertices with those of the box, 4 edges. */
START_TEST(rings_need_the_scratch_memory_that_is_said) {
    const pawl_polygon_limits limits = {4, 4, 16};
    uint64_t memory[2048];
    uint32_t scratch[64];
    pawl_vec2 points[4];
    uint32_t ends[1];
    pawl_ring_buffer out = {points, ends, 4, 1, 77, 88};
    pawli_arrange arrange;
    const pawl_vec2 square[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    const uint32_t four[] = {4};
    const pawl_rings rings = {square, four, 1};
    ck_assert_int_eq(pawli_arrange_begin(&limits, memory, sizeof memory, &arrange), PAWL_OK);
    ck_assert_int_eq(pawli_arrange_add_rings(&arrange, &rings, 0), PAWL_OK);
    ck_assert_int_eq(pawli_arrange_snap(&arrange), PAWL_OK);
    ck_assert_int_eq(pawli_arrange_mesh(&arrange, NULL), PAWL_OK);
    ck_assert_int_eq(pawli_winding_set_layer(&arrange.lines, &arrange.mesh, 0), PAWL_OK);
    for (uint32_t i = 0; i < arrange.mesh.triangle_count; i++)
        if (arrange.mesh.triangles[i].winding != 0) arrange.mesh.triangles[i].mark = PAWLI_INSIDE;
    const size_t size = (8 + 4) * sizeof(uint32_t) + 2 * sizeof(uint32_t);
    ck_assert_uint_le(size, sizeof scratch);
    ck_assert_int_eq(pawli_boundary(&arrange.mesh, scratch, size - 1, &out), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(out.ring_count, 88);
    ck_assert_int_eq(pawli_boundary(&arrange.mesh, scratch, size, &out), PAWL_OK);
    ck_assert_uint_eq(out.ring_count, 1);
    ck_assert_mem_eq(points, square, sizeof square);
}
END_TEST

/* A segment of a ring, or of none. */
static void add_segment(pawli_arrange *arrange, pawl_vec2 a, pawl_vec2 b, uint16_t layer) {
    ck_assert_uint_lt(arrange->segment_count, arrange->segment_capacity);
    arrange->segments[arrange->segment_count++] = (pawli_segment){a, b, layer, 0};
}

/* Rings that do not close, as no ring does, have no winding numbers: it is said, not computed. */
START_TEST(open_lines_are_found_out) {
    const pawl_polygon_limits limits = {8, 0, 0};
    uint64_t memory[2048];
    pawli_arrange arrange;
    ck_assert_uint_le(pawli_arrange_size(&limits), sizeof memory);
    ck_assert_int_eq(pawli_arrange_begin(&limits, memory, sizeof memory, &arrange), PAWL_OK);
    const pawl_vec2 points[] = {{0, 0}, {90, 5}, {40, 80}};
    for (int i = 0; i < 2; i++)
        add_segment(&arrange, points[i], points[i + 1], 0);
    ck_assert_int_eq(pawli_arrange_snap(&arrange), PAWL_ERR_GEOMETRY);
    ck_assert_int_eq(pawli_arrange_begin(&limits, memory, sizeof memory, &arrange), PAWL_OK);
    for (int i = 0; i < 3; i++) /* closed, but by different layers */
        add_segment(&arrange, points[i], points[(i + 1) % 3], (uint16_t)(i / 2));
    ck_assert_int_eq(pawli_arrange_snap(&arrange), PAWL_ERR_GEOMETRY);
}
END_TEST

/* One ring over another, 33,000 times. */
START_TEST(numbers_that_do_not_fit_are_an_error) {
    enum {
        TURNS = 33000
    };
    const pawl_polygon_limits limits = {3 * TURNS, 16, 4 * TURNS};
    const size_t size = pawli_arrange_size(&limits);
    void *const memory = malloc(size);
    pawli_arrange arrange;
    ck_assert_int_eq(pawli_arrange_begin(&limits, memory, size, &arrange), PAWL_OK);
    const pawl_vec2 points[] = {{0, 0}, {90, 5}, {40, 80}};
    for (int i = 0; i < 3 * TURNS; i++)
        add_segment(&arrange, points[i % 3], points[(i + 1) % 3], 0);
    const uint32_t end = 2;
    const pawl_rings ring = {points, &end, 1};
    ck_assert_int_eq(pawli_arrange_add_rings(&arrange, &ring, 0), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawli_arrange_snap(&arrange), PAWL_ERR_RANGE);
    free(memory);
}
END_TEST

/* Nested rings: no edge jumps by more than one, but all together do. */
START_TEST(numbers_that_add_up_too_far_are_an_error) {
    enum {
        NESTED = 3,
        EACH = 12000
    };
    const pawl_polygon_limits limits = {NESTED * EACH * 3, 64, NESTED * EACH * 4};
    const size_t size = pawli_arrange_size(&limits);
    void *const memory = malloc(size);
    pawli_arrange arrange;
    ck_assert_int_eq(pawli_arrange_begin(&limits, memory, size, &arrange), PAWL_OK);
    for (int n = 0; n < NESTED; n++) {
        const pawl_fx r = 100 * (n + 1);
        const pawl_vec2 points[] = {{-r, -r}, {r, -r}, {0, r}};
        for (int i = 0; i < 3 * EACH; i++)
            add_segment(&arrange, points[i % 3], points[(i + 1) % 3], 0);
    }
    ck_assert_int_eq(pawli_arrange_snap(&arrange), PAWL_OK);
    ck_assert_int_eq(pawli_arrange_mesh(&arrange, NULL), PAWL_OK);
    ck_assert_int_eq(pawli_winding_set_layer(&arrange.lines, &arrange.mesh, 0), PAWL_ERR_RANGE);
    free(memory);
}
END_TEST

Suite *suite_winding(void) {
    Suite *const suite = suite_create("winding");
    TCase *const cases = tcase_create("winding");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, winding_numbers_are_those_that_rays_count, 0, 4);
    tcase_add_loop_test(cases, one_tour_knows_the_numbers_of_all_layers, 0, 4);
    tcase_add_loop_test(cases, compact_lines_keep_every_label_where_it_was, 0, 4);
    tcase_add_test(cases, rings_need_the_scratch_memory_that_is_said);
    tcase_add_test(cases, open_lines_are_found_out);
    tcase_add_test(cases, numbers_that_do_not_fit_are_an_error);
    tcase_add_test(cases, numbers_that_add_up_too_far_are_an_error);
    suite_add_tcase(suite, cases);
    return suite;
}
