/* test_boolean.c - union, intersection, difference and exclusive or, against points, areas and
 * themselves. */
#include <check.h>
#include <inttypes.h>

#include "support/shape/polygons.h"

#define ROUNDS SEEDED_ROUNDS(1000)
#define OPERATIONS 4
#define FILLS 4

static bool selects(int operation, bool a, bool b) {
    const bool any[OPERATIONS] = {a || b, a && b, a && !b, a != b};
    return any[operation];
}

static void assert_sound(const polygon *p, int pass, int round) {
    const char *const fault = polygon_fault(p);
    if (fault != NULL) ck_abort_msg("%s: seed %d round %d", fault, pass, round);
}

/* All cells of the grid, exactly: with edges along its even lines nothing is rounded. */
START_TEST(result_holds_the_cells_that_the_operation_selects) {
    static polygon a, b, result;
    uint64_t seed = first_seed(_i);
    int32_t in = 0, out = 0, holes = 0;
    for (int n = 0; n < ROUNDS / 4; n++) {
        polygon_random(&seed, POLYGON_STEPS, 3, 5, &a);
        polygon_random(&seed, POLYGON_STEPS, 3, 5, &b);
        const int operation = n % OPERATIONS;
        const pawl_fill fill = (pawl_fill)(n / OPERATIONS % FILLS);
        polygon_operate((pawl_boolean)operation, fill, &a, &b, &result);
        assert_sound(&result, _i, n);
        const pawl_rings first = polygon_rings(&a), second = polygon_rings(&b);
        const pawl_rings got = polygon_rings(&result);
        for (int32_t x = -21; x <= 21; x += 2) {
            for (int32_t y = -21; y <= 21; y += 2) {
                const pawl_vec2 p = {x, y};
                const bool want = selects(operation, pawl_rings_locate(&first, fill, p) != 0,
                                          pawl_rings_locate(&second, fill, p) != 0);
                const pawl_side side = pawl_rings_locate(&got, PAWL_FILL_POSITIVE, p);
                ck_assert_int_eq(side, want ? PAWL_SIDE_INSIDE : PAWL_SIDE_OUTSIDE);
                in += want;
                out += !want;
            }
        }
        for (uint32_t r = 0; r < result.ring_count; r++) {
            const uint32_t begin = polygon_begin(&result, r);
            holes += pawl_ring_area2(&result.points[begin], result.ends[r] - begin) < 0;
        }
    }
    ck_assert_int_gt(in, SEEDED_OFTEN(10 * ROUNDS));
    ck_assert_int_gt(out, SEEDED_OFTEN(10 * ROUNDS));
    ck_assert_int_gt(holes, SEEDED_OFTEN(ROUNDS / 100));
}
END_TEST

START_TEST(points_off_the_edges_are_where_the_operation_puts_them) {
    static polygon a, b, result;
    uint64_t seed = first_seed(_i);
    int32_t tried = 0;
    const polygon_kind kind = _i % 2 == 0 ? POLYGON_FINE : POLYGON_LARGE;
    for (int n = 0; n < ROUNDS / 4; n++) {
        polygon_random(&seed, kind, 2, 9, &a);
        polygon_random(&seed, kind, 2, 9, &b);
        const int operation = n % OPERATIONS;
        const pawl_fill fill = (pawl_fill)(n / OPERATIONS % FILLS);
        polygon_operate((pawl_boolean)operation, fill, &a, &b, &result);
        assert_sound(&result, _i, n);
        const pawl_rings first = polygon_rings(&a), second = polygon_rings(&b);
        const pawl_rings got = polygon_rings(&result);
        for (int k = 0; k < 50; k++) {
            const pawl_fx x = polygon_coordinate(&seed, kind);
            const pawl_vec2 p = {x, polygon_coordinate(&seed, kind)};
            if (!polygon_is_clear(&first, p) || !polygon_is_clear(&second, p)) continue;
            const bool want = selects(operation, pawl_rings_locate(&first, fill, p) != 0,
                                      pawl_rings_locate(&second, fill, p) != 0);
            const pawl_side side = pawl_rings_locate(&got, PAWL_FILL_POSITIVE, p);
            if (side != (want ? PAWL_SIDE_INSIDE : PAWL_SIDE_OUTSIDE)) {
                ck_abort_msg("%d, not %d: seed %d round %d", side, want, _i, n);
            }
            tried++;
        }
    }
    ck_assert_int_gt(tried, SEEDED_OFTEN(ROUNDS * 5));
}
END_TEST

/* On one arrangement the parts add up to the last bit, whatever was rounded. */
START_TEST(areas_of_the_operations_add_up_exactly) {
    static polygon a, b, of[OPERATIONS], reverse;
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS / 4; n++) {
        const polygon_kind kind = (polygon_kind)(n % 3);
        const pawl_fill fill = (pawl_fill)(n / 3 % FILLS);
        polygon_random(&seed, kind, 3, 8, &a);
        polygon_random(&seed, kind, 3, 8, &b);
        int64_t area[OPERATIONS];
        for (int operation = 0; operation < OPERATIONS; operation++) {
            polygon_operate((pawl_boolean)operation, fill, &a, &b, &of[operation]);
            assert_sound(&of[operation], _i, n);
            area[operation] = polygon_area2(&of[operation]);
        }
        polygon_operate(PAWL_DIFFERENCE, fill, &b, &a, &reverse);
        const int64_t other = polygon_area2(&reverse);
        ck_assert_int_eq(area[PAWL_UNION], area[PAWL_XOR] + area[PAWL_INTERSECTION]);
        ck_assert_int_eq(area[PAWL_XOR], area[PAWL_DIFFERENCE] + other);
        if (kind != POLYGON_STEPS) continue;
        static polygon alone;
        polygon_operate(PAWL_UNION, fill, &a, NULL, &alone);
        const int64_t first = polygon_area2(&alone);
        polygon_operate(PAWL_UNION, fill, &b, NULL, &alone);
        const int64_t second = polygon_area2(&alone);
        ck_assert_int_eq(area[PAWL_UNION] + area[PAWL_INTERSECTION], first + second);
        polygon_operate(PAWL_UNION, PAWL_FILL_NONZERO, &of[PAWL_XOR], NULL, &alone);
        ck_assert_msg(polygon_equal(&alone, &of[PAWL_XOR]), "again: seed %d round %d", _i, n);
    }
}
END_TEST

/* Rings in another order, each from another point on. */
static void shuffle(uint64_t *seed, const polygon *from, polygon *to) {
    to->point_count = to->ring_count = 0;
    const uint32_t first = (uint32_t)(seeded_next(seed) % from->ring_count);
    for (uint32_t i = 0; i < from->ring_count; i++) {
        const uint32_t ring = (first + from->ring_count - i) % from->ring_count;
        const uint32_t begin = polygon_begin(from, ring), count = from->ends[ring] - begin;
        const uint32_t turn = count == 0 ? 0 : (uint32_t)(seeded_next(seed) % count);
        for (uint32_t k = 0; k < count; k++) {
            const pawl_vec2 point = from->points[begin + (k + turn) % count];
            polygon_add(to, point.x, point.y);
        }
        polygon_end_ring(to);
    }
}

static void shift(polygon *p, pawl_vec2 by) {
    for (uint32_t i = 0; i < p->point_count; i++)
        p->points[i] = pawl_vec2_add(p->points[i], by);
}

START_TEST(order_changes_nothing_and_shifting_shifts) {
    static polygon a, b, other_a, other_b, result, other;
    uint64_t seed = first_seed(_i);
    int32_t points = 0;
    for (int n = 0; n < ROUNDS / 4; n++) {
        const polygon_kind kind = (polygon_kind)(n % 3);
        const pawl_fill fill = (pawl_fill)(n / 3 % FILLS);
        const pawl_boolean operation = (pawl_boolean)(n / 12 % OPERATIONS);
        polygon_random(&seed, kind, 4, 8, &a);
        polygon_random(&seed, kind, 4, 8, &b);
        polygon_operate(operation, fill, &a, &b, &result);
        shuffle(&seed, &a, &other_a);
        shuffle(&seed, &b, &other_b);
        const pawl_fx far = PAWL_COORD_MAX - 5001;
        const pawl_vec2 by[] = {{1, 0}, {-77777, 65537}, {far, far}, {-far, -far}, {far, -far}};
        shift(&other_a, by[n % 5]);
        shift(&other_b, by[n % 5]);
        polygon_operate(operation, fill, &other_a, &other_b, &other);
        shift(&result, by[n % 5]);
        ck_assert_msg(polygon_equal(&result, &other), "seed %d round %d", _i, n);
        points += (int32_t)result.point_count;
    }
    ck_assert_int_gt(points, SEEDED_OFTEN(ROUNDS));
}
END_TEST

/* Results worked out by hand. Ends of rings: a point beyond all. */
#define END \
    { INT32_MAX, 0 }
static const struct {
    pawl_boolean operation;
    pawl_vec2 subject[20], clip[20], want[24];
} rows[] = {
    /* two squares that share half an edge: points in line are gone, those at corners stay */
    {PAWL_UNION,
     {{0, 0}, {4, 0}, {4, 4}, {0, 4}, END},
     {{4, 0}, {8, 0}, {8, 2}, {4, 2}, END},
     {{0, 0}, {8, 0}, {8, 2}, {4, 2}, {4, 4}, {0, 4}, END}},
    /* touching in a point: two rings, the lower one first */
    {PAWL_UNION,
     {{0, 0}, {4, 0}, {4, 4}, {0, 4}, END},
     {{4, 4}, {8, 4}, {8, 8}, {4, 8}, END},
     {{0, 0}, {4, 0}, {4, 4}, {0, 4}, END, {4, 4}, {8, 4}, {8, 8}, {4, 8}, END}},
    /* a hole that touches the outer ring in a corner: a ring of its own, clockwise */
    {PAWL_DIFFERENCE,
     {{0, 0}, {9, 0}, {9, 9}, {0, 9}, END},
     {{0, 0}, {6, 3}, {3, 6}, END},
     {{0, 0}, {9, 0}, {9, 9}, {0, 9}, END, {0, 0}, {3, 6}, {6, 3}, END}},
    /* two holes that touch each other */
    {PAWL_DIFFERENCE,
     {{0, 0}, {9, 0}, {9, 9}, {0, 9}, END},
     {{2, 2}, {4, 2}, {4, 4}, {2, 4}, END, {4, 4}, {6, 4}, {6, 6}, {4, 6}, END},
     {{0, 0},
      {9, 0},
      {9, 9},
      {0, 9},
      END,
      {2, 2},
      {2, 4},
      {4, 4},
      {4, 2},
      END,
      {4, 4},
      {4, 6},
      {6, 6},
      {6, 4},
      END}},
    /* cut in two by a bar */
    {PAWL_DIFFERENCE,
     {{0, 0}, {9, 0}, {9, 2}, {0, 2}, END},
     {{4, -1}, {5, -1}, {5, 3}, {4, 3}, END},
     {{0, 0}, {4, 0}, {4, 2}, {0, 2}, END, {5, 0}, {9, 0}, {9, 2}, {5, 2}, END}},
    /* the same twice: nothing */
    {PAWL_XOR, {{0, 0}, {5, 1}, {2, 7}, END}, {{5, 1}, {2, 7}, {0, 0}, END}, {END}},
    /* crossing at (1/2, 1/2), which is rounded up */
    {PAWL_INTERSECTION,
     {{0, 0}, {1, 1}, {-9, 9}, END},
     {{1, 0}, {0, 1}, {-9, 9}, {-9, 0}, END},
     {{0, 0}, {1, 1}, {0, 1}, END}},
    /* a ring with a corner on the edge of another: no point is left on that edge */
    {PAWL_DIFFERENCE,
     {{0, 0}, {8, 0}, {8, 8}, {0, 8}, END},
     {{4, 0}, {6, 4}, {2, 4}, END},
     {{0, 0}, {8, 0}, {8, 8}, {0, 8}, END, {4, 0}, {2, 4}, {6, 4}, END}},
};

static void fill_in(const pawl_vec2 *points, uint32_t room, polygon *out) {
    out->point_count = out->ring_count = 0;
    for (uint32_t i = 0; i < room; i++) {
        if (points[i].x == INT32_MAX) {
            if (i > 0 && points[i - 1].x != INT32_MAX) polygon_end_ring(out);
            if (i + 1 == room || polygon_same(points[i + 1], pawl_vec2_make(0, 0))) {
                if (i + 2 >= room || polygon_same(points[i + 2], pawl_vec2_make(0, 0))) return;
            }
        } else {
            polygon_add(out, points[i].x, points[i].y);
        }
    }
}

START_TEST(result_is_that_worked_out_by_hand) {
    static polygon subject, clip, want, result;
    fill_in(rows[_i].subject, 20, &subject);
    fill_in(rows[_i].clip, 20, &clip);
    fill_in(rows[_i].want, 24, &want);
    polygon_operate(rows[_i].operation, PAWL_FILL_NONZERO, &subject, &clip, &result);
    for (uint32_t i = 0; i < result.point_count && i < want.point_count; i++) {
        ck_assert_int_eq(result.points[i].x, want.points[i].x);
        ck_assert_int_eq(result.points[i].y, want.points[i].y);
    }
    ck_assert_uint_eq(result.point_count, want.point_count);
    ck_assert_msg(polygon_equal(&result, &want), "ends");
}
END_TEST

Suite *suite_boolean(void) {
    Suite *suite = suite_create("boolean");
    TCase *cases = tcase_create("boolean");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, result_holds_the_cells_that_the_operation_selects, 0, 4);
    tcase_add_loop_test(cases, points_off_the_edges_are_where_the_operation_puts_them, 0, 4);
    tcase_add_loop_test(cases, areas_of_the_operations_add_up_exactly, 0, 4);
    tcase_add_loop_test(cases, order_changes_nothing_and_shifting_shifts, 0, 4);
    tcase_add_loop_test(cases, result_is_that_worked_out_by_hand, 0, sizeof rows / sizeof rows[0]);
    suite_add_tcase(suite, cases);
    return suite;
}
