/* test_polygon.c - what counts as a polygon, and the makers of shapes. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "support/shape/convex.h"

#define ROUNDS SEEDED_ROUNDS(20000)
#define E PAWL_EXTENT_MAX
#define S PAWL_SIZE_MIN

static const struct {
    pawl_polygon_fault fault;
    int32_t where, count;
    pawl_fx radius;
    pawl_vec2 points[9];
} rows[] = {
    {PAWL_POLYGON_OK, 0, 3, 0, {{0, 0}, {99, 0}, {0, 99}}},
    {PAWL_POLYGON_OK, 0, 4, 0, {{-131, M(-0.2)}, {131, M(-0.2)}, {131, M(0.2)}, {-131, M(0.2)}}},
    {PAWL_POLYGON_OK, 0, 4, 0, {{-S, -S}, {S, -S}, {S, S}, {-S, S}}},
    {PAWL_POLYGON_OK, 0, 4, 0, {{-E, 0}, {0, -E}, {E, 0}, {0, E}}},
    {PAWL_POLYGON_COUNT, 0, 2, 0, {{0, 0}, {99, 0}}},
    {PAWL_POLYGON_COUNT, 0, 9, 0, {{0, 0}, {99, 0}}},
    {PAWL_POLYGON_COUNT, 0, -1, 0, {{0, 0}, {99, 0}}},
    {PAWL_POLYGON_RANGE, 1, 3, 0, {{0, 0}, {E + 1, 0}, {0, 99}}},
    {PAWL_POLYGON_RANGE, 2, 3, 0, {{0, 0}, {E, 0}, {E, 1}}},
    {PAWL_POLYGON_RANGE, 1, 3, 1, {{0, 0}, {E, 0}, {0, 99}}},
    {PAWL_POLYGON_RANGE, 2, 3, 0, {{0, 0}, {99, 0}, {INT32_MIN, INT32_MIN}}},
    {PAWL_POLYGON_RANGE, 0, 3, -1, {{0, 0}, {99, 0}, {0, 99}}},
    {PAWL_POLYGON_RANGE, 0, 3, PAWL_FX_MAX, {{0, 0}, {99, 0}, {0, 99}}},
    {PAWL_POLYGON_RANGE, 0, 3, INT32_MIN, {{0, 0}, {99, 0}, {0, 99}}},
    {PAWL_POLYGON_DUPLICATE, 3, 4, 0, {{0, 0}, {99, 0}, {0, 99}, {99, 0}}},
    {PAWL_POLYGON_COLLINEAR, 0, 3, 0, {{0, 0}, {99, 99}, {44, 44}}},
    {PAWL_POLYGON_COLLINEAR, 1, 4, 0, {{0, 0}, {50, 0}, {99, 0}, {0, 99}}},
    {PAWL_POLYGON_COLLINEAR, 0, 4, 0, {{0, 0}, {99, 99}, {99, 0}, {0, 99}}}, /* no area: bow tie */
    {PAWL_POLYGON_CLOCKWISE, 0, 3, 0, {{0, 0}, {0, 99}, {99, 0}}},
    {PAWL_POLYGON_CONCAVE, 2, 4, 0, {{0, 0}, {99, 0}, {33, 33}, {0, 99}}},
    {PAWL_POLYGON_CROSSING, /* a pentagram: left turns only */
     3,
     5,
     0,
     {{0, -100}, {59, 81}, {-95, -31}, {95, -31}, {-59, 81}}},
    {PAWL_POLYGON_THIN, 0, 4, 0, {{-999, -14}, {999, -14}, {999, 14}, {-999, 14}}},
    {PAWL_POLYGON_OK, 0, 4, 2, {{-999, -14}, {999, -14}, {999, 14}, {-999, 14}}},
    {PAWL_POLYGON_OK, 0, 3, S, {{0, 0}, {99, 0}, {0, 1}}},
};

#define ROW_COUNT ((int)(sizeof rows / sizeof rows[0]))

START_TEST(fault_matches_the_worked_row) {
    int32_t where = -1;
    const pawl_polygon_fault got =
        pawl_polygon_check(rows[_i].points, rows[_i].count, rows[_i].radius, &where);
    ck_assert_str_eq(pawl_polygon_fault_text(got), pawl_polygon_fault_text(rows[_i].fault));
    ck_assert_int_eq(where, rows[_i].where);
    ck_assert_int_eq(pawl_polygon_check(rows[_i].points, rows[_i].count, rows[_i].radius, NULL),
                     got);
}
END_TEST

START_TEST(fault_texts_differ_and_are_never_null) {
    for (int a = -1; a <= PAWL_POLYGON_THIN + 1; a++) {
        for (int b = 0; b < a && a <= PAWL_POLYGON_THIN; b++) {
            ck_assert_str_ne(pawl_polygon_fault_text((pawl_polygon_fault)a),
                             pawl_polygon_fault_text((pawl_polygon_fault)b));
        }
        ck_assert_ptr_nonnull(pawl_polygon_fault_text((pawl_polygon_fault)a));
    }
}
END_TEST

/* Any order of points of a hull other than its own rounds is refused. */
START_TEST(only_the_round_of_a_hull_is_a_polygon) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < ROUNDS; n++) {
        pawl_vec2 points[PAWL_POLYGON_MAX], hull[PAWL_POLYGON_MAX], turned[PAWL_POLYGON_MAX];
        const int32_t count = seeded_between(&seed, 3, PAWL_POLYGON_MAX);
        for (int32_t i = 0; i < count; i++)
            points[i] = seeded_point(&seed, 20);
        const bool accepted = pawl_polygon_check(points, count, S, NULL) == PAWL_POLYGON_OK;
        const int32_t size = pawl_hull(points, count, hull);
        int32_t first = 0;
        for (int32_t i = 0; i < count; i++) {
            if (points[i].x == hull[0].x && points[i].y == hull[0].y) first = i;
        }
        for (int32_t i = 0; i < count; i++)
            turned[i] = points[(first + i) % count];
        const bool round =
            size == count && memcmp(turned, hull, (size_t)size * sizeof hull[0]) == 0;
        if (accepted != (round && size >= 3)) ck_abort_msg("round %d", n);
    }
}
END_TEST

/* Exact: |normal . edge| and |normal|^2 - 1 in 128 bits, a raw unit being 2^-30. */
START_TEST(normals_point_outwards_and_are_perpendicular) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        const int32_t size = INT32_C(1) << seeded_between(&seed, 7, 28);
        const pawl_convex shape = seeded_convex(&seed, _i, size);
        for (int i = 0; i < shape.count; i++) {
            const pawl_vec2 v = shape.vertices[i], w = shape.vertices[(i + 1) % shape.count];
            const pawl_rot normal = shape.normals[i];
            const int128 ex = (int128)w.x - v.x, ey = (int128)w.y - v.y;
            const int128 along = ex * normal.c + ey * normal.s;
            const int128 outward = ey * normal.c - ex * normal.s;
            const int128 length = (int128)normal.c * normal.c + (int128)normal.s * normal.s;
            const int128 slack = (ex < 0 ? -ex : ex) + (ey < 0 ? -ey : ey);
            if (along > slack || along < -slack || outward <= 0) ck_abort_msg("round %d", n);
            const int128 excess = length - ((int128)1 << 60);
            if (excess > (int128)3 << 30 || -excess > (int128)3 << 30) ck_abort_msg("length");
        }
    }
}
END_TEST

START_TEST(made_shapes_are_valid_and_changed_ones_are_not) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS / 10; n++) {
        const pawl_convex shape = seeded_convex(&seed, _i, INT32_C(1) << (n % 20 + 8));
        unsigned char bytes[sizeof shape];
        pawl_convex changed;
        memcpy(bytes, &shape, sizeof shape);
        if (!pawl_convex_is_valid(&shape)) ck_abort_msg("not valid, round %d", n);
        /* Past the vertices and the radius every bit follows from them. */
        const size_t at = sizeof shape.vertices + seeded_next(&seed) % sizeof shape.normals;
        bytes[at] ^= (unsigned char)(1u << seeded_next(&seed) % 8);
        memcpy(&changed, bytes, sizeof changed);
        if (pawl_convex_is_valid(&changed)) ck_abort_msg("valid, round %d", n);
        changed = shape;
        changed.pad[1] = 1;
        if (pawl_convex_is_valid(&changed)) ck_abort_msg("padding, round %d", n);
        changed = shape;
        changed.count = (uint8_t)(shape.count + 1);
        if (pawl_convex_is_valid(&changed)) ck_abort_msg("count, round %d", n);
    }
}
END_TEST

START_TEST(garbage_is_never_valid) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < ROUNDS; n++) {
        pawl_convex shape;
        unsigned char bytes[sizeof shape];
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)seeded_next(&seed);
        memcpy(&shape, bytes, sizeof shape);
        shape.count = (uint8_t)(n % 10);
        if (pawl_convex_is_valid(&shape)) ck_abort_msg("round %d", n);
    }
    ck_assert_int_eq(pawl_convex_is_valid(NULL), false);
}
END_TEST

/* Opposite corners mirror each other exactly, at any angle, down to the smallest box. */
START_TEST(turned_boxes_are_exact_parallelograms) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_fx w = S + (pawl_fx)(seeded_next(&seed) % 2000), h = S;
        const pawl_vec2 center = seeded_point(&seed, M(100));
        const pawl_angle angle = (pawl_angle)(seeded_next(&seed) >> 32);
        pawl_convex box;
        ck_assert_int_eq(pawl_make_box_at(w, h, center, angle, &box), PAWL_OK);
        for (int i = 0; i < 2; i++) {
            const pawl_vec2 a = box.vertices[i], b = box.vertices[i + 2];
            if (a.x + b.x != 2 * center.x || a.y + b.y != 2 * center.y) ck_abort_msg("%d", n);
            if (box.normals[i].c != -box.normals[i + 2].c) ck_abort_msg("normal %d", n);
        }
    }
}
END_TEST

START_TEST(an_upright_box_has_exact_normals) {
    pawl_convex box;
    ck_assert_int_eq(pawl_make_box(M(3), M(2), &box), PAWL_OK);
    ck_assert_int_eq(box.count, 4);
    ck_assert_int_eq(box.vertices[0].x, M(-3));
    ck_assert_int_eq(box.vertices[0].y, M(-2));
    ck_assert_int_eq(box.normals[0].c, 0);
    ck_assert_int_eq(box.normals[0].s, -PAWL_UNIT);
    ck_assert_int_eq(box.normals[1].c, PAWL_UNIT);
    ck_assert_int_eq(box.normals[1].s, 0);
}
END_TEST

START_TEST(makers_refuse_what_is_out_of_range_and_write_nothing) {
    const pawl_vec2 zero = {0, 0}, edge = {E, 0}, out = {E + 1, 0}, corner = {E, E};
    const pawl_vec2 worst = {INT32_MIN, INT32_MIN}, near = {2 * S - 1, 0}, good = {M(1), 0};
    const pawl_vec2 line[3] = {{0, 0}, {99, 99}, {44, 44}};
    pawl_convex shape, before;
    memset(&shape, 0x5A, sizeof shape);
    before = shape;
    ck_assert_int_eq(pawl_make_circle(zero, S - 1, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_circle(zero, E + 1, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_circle(edge, S, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_circle(worst, INT32_MIN, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_circle(zero, S, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_make_capsule(zero, good, S - 1, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_capsule(zero, edge, S, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_capsule(good, good, S, &shape), PAWL_ERR_GEOMETRY);
    ck_assert_int_eq(pawl_make_capsule(zero, good, S, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_make_segment(zero, out, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_segment(corner, zero, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_segment(zero, near, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_segment(good, good, &shape), PAWL_ERR_GEOMETRY);
    ck_assert_int_eq(pawl_make_segment(zero, good, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_make_box(S - 1, M(1), &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_box(M(1), S - 1, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_box(E, E, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_box(INT32_MAX, INT32_MIN, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_box_at(S, S, worst, 1, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_box(M(1), M(1), NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_make_polygon(line, 3, 0, &shape), PAWL_ERR_GEOMETRY);
    ck_assert_int_eq(pawl_make_polygon(line, 2, 0, &shape), PAWL_ERR_GEOMETRY);
    ck_assert_int_eq(pawl_make_polygon(line, 3, -1, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_make_polygon(NULL, 3, 0, &shape), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_make_polygon(line, 3, 0, NULL), PAWL_ERR_NULL);
    ck_assert_mem_eq(&shape, &before, sizeof shape);
}
END_TEST

START_TEST(the_extremes_of_the_range_are_accepted) {
    const pawl_vec2 zero = {0, 0}, left = {-E, 0}, right = {E, 0}, short_end = {2 * S, 0};
    pawl_convex shape;
    ck_assert_int_eq(pawl_make_circle(zero, E, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(zero, S, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_make_segment(left, right, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_make_segment(zero, short_end, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_make_capsule(zero, pawl_vec2_make(1, 0), S, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_make_box(131, M(0.2), &shape), PAWL_OK); /* a card 0.002 units thick */
    ck_assert_int_eq(pawl_make_box(M(0.01), M(0.01), &shape), PAWL_OK);
    ck_assert_int_eq(pawl_make_polygon(shape.vertices, 4, 0, &shape), PAWL_OK); /* in place */
}
END_TEST

Suite *suite_polygon(void);

Suite *suite_polygon(void) {
    Suite *const suite = suite_create("polygon");
    TCase *const all = tcase_create("polygon");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, fault_matches_the_worked_row, 0, ROW_COUNT);
    tcase_add_test(all, fault_texts_differ_and_are_never_null);
    tcase_add_test(all, only_the_round_of_a_hull_is_a_polygon);
    tcase_add_loop_test(all, normals_point_outwards_and_are_perpendicular, 1, 6);
    tcase_add_loop_test(all, made_shapes_are_valid_and_changed_ones_are_not, 0, 6);
    tcase_add_test(all, garbage_is_never_valid);
    tcase_add_test(all, turned_boxes_are_exact_parallelograms);
    tcase_add_test(all, an_upright_box_has_exact_normals);
    tcase_add_test(all, makers_refuse_what_is_out_of_range_and_write_nothing);
    tcase_add_test(all, the_extremes_of_the_range_are_accepted);
    suite_add_tcase(suite, all);
    return suite;
}
