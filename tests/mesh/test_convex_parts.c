/* test_convex_parts.c - polygons cut into convex parts: convex, fitting each other edge to edge,
 * and covering the inside to the last bit. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>

#include "mesh/convex_parts.h"
#include "pawl/convex.h"
#include "support/shape/mesh_data.h"
#include "support/shape/polygons.h"

#define ROUNDS SEEDED_ROUNDS(1000)
#define FILLS 4

static polygon outline, parts;

/* With memory of just the size asked for. */
static pawl_status cut(pawl_fill fill, const pawl_rings *rings, uint32_t vertices_max,
                       const pawl_polygon_limits *limits, pawl_ring_buffer *out) {
    const size_t size = pawl_polygon_size(limits);
    void *const memory = malloc(size);
    if (size == 0 || memory == NULL) abort();
    memset(memory, 0xA5, size);
    const pawl_status status =
        pawl_polygon_convex_parts(fill, rings, vertices_max, limits, memory, size, out);
    free(memory);
    return status;
}

static void cut_polygon(pawl_fill fill, const polygon *p, uint32_t vertices_max, polygon *out) {
    const pawl_rings rings = polygon_rings(p);
    const pawl_polygon_limits limits = polygon_limits(p->point_count);
    pawl_ring_buffer buffer = {out->points, out->ends, POLYGON_POINTS, POLYGON_RINGS, 0, 0};
    ck_assert_int_eq(cut(fill, &rings, vertices_max, &limits, &buffer), PAWL_OK);
    out->point_count = buffer.point_count;
    out->ring_count = buffer.ring_count;
}

/* Why a ring is no convex part, or NULL: no right turns, and not more area than its hull. */
static const char *part_fault(const pawl_vec2 *points, uint32_t count, uint32_t vertices_max) {
    static pawl_vec2 hull[65536];
    if (count < 3 || count > vertices_max) return "number of vertices";
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 a = points[i], b = points[(i + 1) % count], c = points[(i + 2) % count];
        if (polygon_orient(a, b, c) < 0) return "a reflex corner";
        if (polygon_is_below(a, points[0])) return "not from the lowest point";
    }
    const int32_t size = pawl_hull(points, (int32_t)count, hull);
    if (size < 3 || pawl_ring_area2(hull, (uint32_t)size) != pawl_ring_area2(points, count)) {
        return "goes around twice";
    }
    return NULL;
}

/* Every edge is the only one in its direction; what it meets on the other side is one edge from the
 * same points, or the outside. Counts the latter. */
static uint32_t count_outer_edges(const polygon *p) {
    uint32_t outer = 0;
    for (uint32_t r = 0; r < p->ring_count; r++) {
        for (uint32_t i = polygon_begin(p, r); i < p->ends[r]; i++) {
            const pawl_vec2 a = p->points[i], b = p->points[polygon_next(p, r, i)];
            uint32_t same = 0, reverse = 0;
            for (uint32_t s = 0; s < p->ring_count; s++) {
                for (uint32_t k = polygon_begin(p, s); k < p->ends[s]; k++) {
                    const pawl_vec2 c = p->points[k], d = p->points[polygon_next(p, s, k)];
                    same += polygon_same(a, c) && polygon_same(b, d);
                    reverse += polygon_same(a, d) && polygon_same(b, c);
                }
            }
            ck_assert_uint_eq(same, 1);
            ck_assert_uint_le(reverse, 1);
            outer += 1 - reverse;
        }
    }
    return outer;
}

START_TEST(parts_are_convex_and_cover_the_inside_exactly) {
    static polygon a;
    static const uint32_t caps[] = {3, 4, 8, 65535};
    uint64_t seed = first_seed(_i);
    uint32_t count = 0, large = 0;
    for (int n = 0; n < ROUNDS / 4; n++) {
        const polygon_kind kind = (polygon_kind)(n % 3);
        const pawl_fill fill = (pawl_fill)(n / 3 % FILLS);
        polygon_random(&seed, kind, 3, 8, &a);
        polygon_operate(PAWL_UNION, fill, &a, NULL, &outline);
        cut_polygon(fill, &a, caps[_i], &parts);
        for (uint32_t r = 0; r < parts.ring_count; r++) {
            const uint32_t begin = polygon_begin(&parts, r), size = parts.ends[r] - begin;
            const char *const fault = part_fault(parts.points + begin, size, caps[_i]);
            ck_assert_msg(fault == NULL, "%s: seed %d round %d", fault, _i, n);
            large += size > 3;
        }
        ck_assert_int_eq(polygon_area2(&parts), polygon_area2(&outline));
        ck_assert_uint_ge(count_outer_edges(&parts), outline.point_count);
        const char *const fault = polygon_fault(&outline);
        ck_assert_msg(fault == NULL, "%s: seed %d round %d", fault, _i, n);
        count += parts.ring_count;
    }
    ck_assert_int_gt((int32_t)count, SEEDED_OFTEN(ROUNDS / 2));
    if (caps[_i] == 3) ck_assert_uint_eq(large, 0);
    if (caps[_i] > 3) ck_assert_int_gt((int32_t)large, SEEDED_OFTEN(ROUNDS / 4));
}
END_TEST

/* Any reflex corner costs at least half a cut, so there must be r / 2 + 1 parts, and Hertel and
 * Mehlhorn leave at most two edges for each reflex corner: 2 r + 1. */
START_TEST(there_are_at_most_two_parts_for_each_reflex_corner) {
    static polygon a;
    uint64_t seed = first_seed(_i);
    uint32_t reflex_all = 0;
    for (int n = 0; n < ROUNDS / 2; n++) {
        polygon_random(&seed, (polygon_kind)(n % 3), 1, 10, &a);
        polygon_operate(PAWL_UNION, PAWL_FILL_NONZERO, &a, NULL, &outline);
        uint32_t reflex = 0, holes = 0;
        for (uint32_t r = 0; r < outline.ring_count; r++) {
            const uint32_t begin = polygon_begin(&outline, r);
            for (uint32_t i = begin; i < outline.ends[r]; i++) {
                const uint32_t k = polygon_next(&outline, r, i);
                const pawl_vec2 c = outline.points[polygon_next(&outline, r, k)];
                reflex += polygon_orient(outline.points[i], outline.points[k], c) < 0;
            }
            holes += pawl_ring_area2(outline.points + begin, outline.ends[r] - begin) < 0;
        }
        /* Touching points and straight ends of cuts there count as well; look at the plain ones. */
        if (outline.ring_count != 1) continue;
        cut_polygon(PAWL_FILL_NONZERO, &outline, 65535, &parts);
        ck_assert_uint_eq(holes, 0);
        ck_assert_uint_le(parts.ring_count, 2 * reflex + 1);
        reflex_all += reflex;
    }
    ck_assert_int_gt((int32_t)reflex_all, SEEDED_OFTEN(ROUNDS / 10));
}
END_TEST

START_TEST(order_changes_nothing_and_shifting_shifts) {
    static polygon a, other, other_parts;
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS / 4; n++) {
        polygon_random(&seed, (polygon_kind)(n % 3), 4, 8, &a);
        cut_polygon(PAWL_FILL_EVEN_ODD, &a, PAWL_POLYGON_MAX, &parts);
        const pawl_fx far = PAWL_COORD_MAX - 5001;
        const pawl_vec2 by[] = {{1, 0}, {-77777, 65537}, {far, far}, {-far, far}, {far, -far}};
        other.point_count = other.ring_count = 0;
        for (uint32_t r = a.ring_count; r-- > 0;) {
            for (uint32_t i = a.ends[r]; i-- > polygon_begin(&a, r);) {
                const pawl_vec2 p = pawl_vec2_add(a.points[i], by[n % 5]);
                polygon_add(&other, p.x, p.y); /* backwards: the same by this rule */
            }
            polygon_end_ring(&other);
        }
        cut_polygon(PAWL_FILL_EVEN_ODD, &other, PAWL_POLYGON_MAX, &other_parts);
        for (uint32_t i = 0; i < parts.point_count; i++)
            parts.points[i] = pawl_vec2_add(parts.points[i], by[n % 5]);
        ck_assert_msg(polygon_equal(&parts, &other_parts), "seed %d round %d", _i, n);
    }
}
END_TEST

/* A square hole in a square: four cuts, or two; a cross: three bars at best; an L: two. */
START_TEST(parts_of_known_shapes_are_few) {
    static polygon p;
    static const struct {
        pawl_vec2 points[12];
        uint32_t ends[2], rings, parts_min, parts_max;
    } rows[] = {
        {{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {3, 3}, {3, 6}, {6, 6}, {6, 3}}, {4, 8}, 2, 4, 6},
        {{{3, 0},
          {6, 0},
          {6, 3},
          {9, 3},
          {9, 6},
          {6, 6},
          {6, 9},
          {3, 9},
          {3, 6},
          {0, 6},
          {0, 3},
          {3, 3}},
         {12},
         1,
         3,
         5},
        {{{0, 0}, {9, 0}, {9, 2}, {2, 2}, {2, 9}, {0, 9}}, {6}, 1, 2, 2},
        {{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {4}, 1, 1, 1},
        {{{0, 0}, {9, 0}, {9, 9}, {9, 9}}, {4}, 1, 1, 1},
        {{{0, 0}, {9, 9}}, {2}, 1, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        p.point_count = p.ring_count = 0;
        for (uint32_t r = 0; r < rows[i].rings; r++) {
            while (p.point_count < rows[i].ends[r])
                polygon_add(&p, rows[i].points[p.point_count].x, rows[i].points[p.point_count].y);
            polygon_end_ring(&p);
        }
        cut_polygon(PAWL_FILL_NONZERO, &p, PAWL_POLYGON_MAX, &parts);
        ck_assert_uint_ge(parts.ring_count, rows[i].parts_min);
        ck_assert_uint_le(parts.ring_count, rows[i].parts_max);
    }
}
END_TEST

/* The links of the parts take the place of the lines, however much room these have. */
START_TEST(room_for_edges_changes_nothing) {
    enum {
        COUNT = 120
    };
    static polygon zigzag, other;
    zigzag.point_count = zigzag.ring_count = 0;
    for (int32_t i = 0; i < COUNT / 2; i++)
        polygon_add(&zigzag, 100 * i, i % 2 * 90);
    for (int32_t i = COUNT / 2; i-- > 0;)
        polygon_add(&zigzag, 100 * i, 1000 + i % 2 * 90);
    polygon_end_ring(&zigzag);
    cut_polygon(PAWL_FILL_NONZERO, &zigzag, PAWL_POLYGON_MAX, &parts);
    ck_assert_uint_gt(parts.ring_count, COUNT / 8);
    const pawl_rings rings = polygon_rings(&zigzag);
    for (uint32_t factor = 9; factor < 40; factor++) {
        const pawl_polygon_limits limits = {COUNT, COUNT, factor * COUNT / 8};
        pawl_ring_buffer out = {other.points, other.ends, POLYGON_POINTS, POLYGON_RINGS, 0, 0};
        ck_assert_int_eq(cut(PAWL_FILL_NONZERO, &rings, PAWL_POLYGON_MAX, &limits, &out), PAWL_OK);
        other.point_count = out.point_count;
        other.ring_count = out.ring_count;
        ck_assert_int_eq(polygon_equal(&parts, &other), true);
    }
}
END_TEST

/* What a taker says ends the work. */
static pawl_status take_two(void *context, const pawl_vec2 *points, uint32_t count) {
    (void)points;
    (void)count;
    uint32_t *const taken = context;
    return ++*taken == 2 ? PAWL_ERR_DESYNC : PAWL_OK;
}

START_TEST(taker_can_end_the_work) {
    static const pawl_vec2 points[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    static const uint32_t ends[] = {4};
    const pawl_rings rings = {points, ends, 1};
    const pawl_polygon_limits limits = {4, 0, 0};
    uint64_t memory[2048];
    uint32_t taken = 0;
    const pawli_part_taker taker = {take_two, &taken, NULL};
    ck_assert_uint_le(pawl_polygon_size(&limits), sizeof memory);
    pawl_status status =
        pawli_convex_parts(PAWL_FILL_NONZERO, &rings, 8, &limits, memory, sizeof memory, taker);
    ck_assert_int_eq(status, PAWL_OK); /* there is one */
    status =
        pawli_convex_parts(PAWL_FILL_NONZERO, &rings, 3, &limits, memory, sizeof memory, taker);
    ck_assert_int_eq(status, PAWL_ERR_DESYNC);
    ck_assert_uint_eq(taken, 2);
}
END_TEST

#define DATA_POINTS 100000

/* All of earcut and poly2tri, as one sum: fewer parts by a later change is good news. */
START_TEST(published_polygons_are_cut) {
    static const char *const sets[] = {"poly2tri/?*.dat", "earcut/?*.json"};
    static const uint32_t most[] = {6150, 19400};
    static pawl_vec2 points[DATA_POINTS];
    static uint32_t ends[DATA_POINTS];
    glob_t found = list_mesh_data(sets[_i]);
    uint32_t part_count = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        mesh_data data;
        if (strstr(found.gl_pathv[i], "expected") != NULL) continue;
        ck_assert_int_eq(read_mesh_data(found.gl_pathv[i], &data), true);
        const pawl_rings rings = {data.points, data.ends, data.ring_count};
        const pawl_polygon_limits limits = {data.point_count, 0, 0};
        pawl_ring_buffer out = {points, ends, DATA_POINTS, DATA_POINTS, 0, 0};
        ck_assert_int_eq(cut(PAWL_FILL_EVEN_ODD, &rings, PAWL_POLYGON_MAX, &limits, &out), PAWL_OK);
        const pawl_rings result = {points, ends, out.ring_count};
        const int64_t area = pawl_rings_area2(&result);
        for (uint32_t r = 0, begin = 0; r < out.ring_count; begin = ends[r++]) {
            const char *const fault = part_fault(points + begin, ends[r] - begin, PAWL_POLYGON_MAX);
            ck_assert_msg(fault == NULL, "%s: part %" PRIu32 ": %s", found.gl_pathv[i], r, fault);
        }
        part_count += out.ring_count;
        const size_t size = pawl_polygon_size(&limits);
        void *const memory = malloc(size);
        const pawl_ring_buffer empty = {points, ends, DATA_POINTS, DATA_POINTS, 0, 0};
        out = empty;
        ck_assert_int_eq(pawl_polygon_boolean(PAWL_UNION, PAWL_FILL_EVEN_ODD, &rings, NULL, &limits,
                                              memory, size, &out),
                         PAWL_OK);
        const pawl_rings whole = {points, ends, out.ring_count};
        ck_assert_int_eq(area, pawl_rings_area2(&whole));
        free(memory);
        free_mesh_data(&data);
    }
    if (found.gl_pathc > 0) {
        printf("%s: %" PRIu32 " convex parts\n", sets[_i], part_count);
        ck_assert_uint_gt(part_count, most[_i] / 2);
        ck_assert_uint_le(part_count, most[_i]);
    }
    globfree(&found);
}
END_TEST

Suite *suite_convex_parts(void) {
    Suite *const suite = suite_create("convex_parts");
    TCase *const cases = tcase_create("convex_parts");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, parts_are_convex_and_cover_the_inside_exactly, 0, 4);
    tcase_add_loop_test(cases, there_are_at_most_two_parts_for_each_reflex_corner, 0, 2);
    tcase_add_loop_test(cases, order_changes_nothing_and_shifting_shifts, 0, 2);
    tcase_add_test(cases, parts_of_known_shapes_are_few);
    tcase_add_test(cases, room_for_edges_changes_nothing);
    tcase_add_test(cases, taker_can_end_the_work);
    tcase_add_loop_test(cases, published_polygons_are_cut, 0, 2);
    suite_add_tcase(suite, cases);
    return suite;
}
