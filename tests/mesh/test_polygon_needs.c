/* test_polygon_needs.c - what polygons need is told, and enough. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "support/shape/polygons.h"

#define FAN_MAX 500
#define C (PAWL_COORD_MAX - 1)

static polygon first, second;

/* A fan of triangles around one point, far and thin. */
static void make_fan(uint64_t *seed, uint32_t count, polygon *out) {
    const pawl_fx size = 1 << (6 + seeded_next(seed) % 20);
    const pawl_vec2 middle = {(pawl_fx)(seeded_next(seed) % 99), 7};
    out->point_count = out->ring_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        polygon_add(out, middle.x, middle.y);
        for (int k = 0; k < 2; k++) {
            const pawl_angle turn =
                (pawl_angle)(((uint64_t)(i + (uint32_t)k) << 32) / count) + (pawl_angle)k * 9;
            const pawl_vec2 arm = pawl_rotate(pawl_rot_from_angle(turn), pawl_vec2_make(size, 0));
            polygon_add(out, arm.x, arm.y);
        }
        polygon_end_ring(out);
    }
}

/* Slanted teeth along one axis. */
static void make_comb(uint64_t *seed, uint32_t teeth, bool is_upright, polygon *out) {
    const int32_t slant = (int32_t)(seeded_next(seed) % 50);
    out->point_count = out->ring_count = 0;
    for (uint32_t i = 0; i < teeth; i++) {
        const int32_t at = (int32_t)i * 100;
        const int32_t along[4] = {at, at + 30, at + 30 + slant, at + slant};
        const int32_t across[4] = {-77, -77, (int32_t)teeth * 100, (int32_t)teeth * 100};
        for (int k = 0; k < 4; k++)
            polygon_add(out, is_upright ? along[k] : across[k], is_upright ? across[k] : along[k]);
        polygon_end_ring(out);
    }
}

/* The first call may fail; with what is needed it works, in memory of that size exactly. */
static bool solve(pawl_boolean operation, const pawl_rings *subject, const pawl_rings *clip,
                  const pawl_polygon_limits *limits, pawl_ring_buffer *out, bool in_parts) {
    const size_t size = pawl_polygon_size(limits);
    void *const memory = malloc(size);
    ck_assert_ptr_nonnull(memory);
    memset(memory, 0x5A, size);
    const pawl_status status =
        in_parts
            ? pawl_polygon_convex_parts(PAWL_FILL_NONZERO, subject, 8, limits, memory, size, out)
            : pawl_polygon_boolean(operation, PAWL_FILL_NONZERO, subject, clip, limits, memory,
                                   size, out);
    free(memory);
    if (status == PAWL_OK) return true;
    ck_assert_int_eq(status, PAWL_ERR_CAPACITY);
    return false;
}

/* Returns whether the usual limits were too low. */
static bool check_needs(uint64_t *seed, const char *what) {
    const pawl_rings subject = polygon_rings(&first), clip = polygon_rings(&second);
    const uint32_t points = first.point_count + second.point_count;
    const pawl_polygon_limits usual = {points > 0 ? points : 1, 0, 0};
    const size_t size = pawl_polygon_size(&usual);
    pawl_polygon_limits needed;
    bool was_short = false;
    for (int in_parts = 0; in_parts < 2; in_parts++) {
        const pawl_rings *const other = in_parts ? NULL : &clip;
        const pawl_boolean operation = (pawl_boolean)(seeded_next(seed) % 4);
        void *const memory = malloc(size);
        pawl_ring_buffer none = {NULL, NULL, 0, 0, 0, 0};
        ck_assert_int_eq(pawl_polygon_find_limits(&subject, other, memory, size, &needed), PAWL_OK);
        free(memory);
        const bool worked = solve(operation, &subject, other, &usual, &none, in_parts != 0);
        was_short = was_short || (!worked && none.point_count == 0);
        if (!solve(operation, &subject, other, &needed, &none, in_parts != 0)) {
            ck_assert_msg(none.point_count > 0 && none.ring_count > 0, "%s: too little", what);
            pawl_ring_buffer all = none;
            all.points = malloc(none.point_count * sizeof *all.points);
            all.ends = malloc(none.ring_count * sizeof *all.ends);
            all.point_capacity = none.point_count;
            all.ring_capacity = none.ring_count;
            ck_assert_msg(solve(operation, &subject, other, &needed, &all, in_parts != 0), "%s",
                          what);
            ck_assert_uint_eq(all.point_count, none.point_count);
            ck_assert_uint_eq(all.ring_count, none.ring_count);
            free(all.points);
            free(all.ends);
        }
    }
    return was_short;
}

START_TEST(fans_around_one_point_are_told_what_they_need) {
    uint64_t seed = seeded_fresh("fans");
    const int rounds = SEEDED_ROUNDS(12);
    int was_short = 0;
    for (int n = 0; n < rounds; n++) {
        const uint32_t most = n == 0 ? FAN_MAX : 64 + (uint32_t)(seeded_next(&seed) % 200);
        make_fan(&seed, SEEDED_SHARE > 1 ? 64 : most, &first);
        make_fan(&seed, n % 3 == 0 ? 64 : 3, &second);
        was_short += check_needs(&seed, "fan");
    }
    ck_assert_int_gt(was_short, 0);
}
END_TEST

START_TEST(combs_across_combs_are_told_what_they_need) {
    uint64_t seed = seeded_fresh("combs");
    int was_short = 0;
    for (int n = 0; n < SEEDED_ROUNDS(20); n++) {
        make_comb(&seed, 2 + (uint32_t)(seeded_next(&seed) % 40), true, &first);
        make_comb(&seed, 2 + (uint32_t)(seeded_next(&seed) % 40), false, &second);
        was_short += check_needs(&seed, "comb");
    }
    ck_assert_int_gt(was_short, SEEDED_OFTEN(10));
}
END_TEST

START_TEST(any_rings_are_told_what_they_need) {
    uint64_t seed = seeded_fresh("rings") + (uint64_t)_i;
    int was_short = 0;
    for (int n = 0; n < SEEDED_ROUNDS(300); n++) {
        const uint32_t corners = n % 10 == 0 ? 90 : 14;
        polygon_random(&seed, (polygon_kind)(n % 4), 3, corners, &first);
        polygon_random(&seed, (polygon_kind)(n % 4), 3, corners, &second);
        was_short += check_needs(&seed, "rings");
    }
    ck_assert_int_gt(was_short, SEEDED_OFTEN(50));
}
END_TEST

/* Without these points, or pieces, it does not work: what is told is not just large. */
START_TEST(what_is_needed_is_little_more_than_enough) {
    uint64_t seed = seeded_fresh("little more");
    for (int n = 0; n < SEEDED_ROUNDS(60); n++) {
        polygon_random(&seed, (polygon_kind)(n % 4), 2, 12, &first);
        const pawl_rings subject = polygon_rings(&first);
        const pawl_polygon_limits usual = {first.point_count + 1, 0, 0};
        const size_t size = pawl_polygon_size(&usual);
        pawl_polygon_limits needed;
        pawl_ring_buffer none = {NULL, NULL, 0, 0, 0, 0};
        void *const memory = malloc(size);
        ck_assert_int_eq(pawl_polygon_find_limits(&subject, NULL, memory, size, &needed), PAWL_OK);
        free(memory);
        const uint32_t vertices = (needed.vertices - 8) * 8 / 9;
        if (vertices < 8) continue;
        needed.vertices = vertices - 1;
        ck_assert_int_eq(solve(PAWL_UNION, &subject, NULL, &needed, &none, false), false);
        ck_assert_uint_eq(none.point_count, 0);
    }
}
END_TEST

START_TEST(misuse_of_find_limits_is_told) {
    static const pawl_vec2 square[] = {{-C, -C}, {C, -C}, {C, C}, {-C, C}};
    static const uint32_t four[] = {4}, back[] = {4, 3}, huge[] = {UINT32_MAX};
    static uint64_t memory[4096];
    const pawl_polygon_limits limits = {4, 0, 0};
    const pawl_rings good = {square, four, 1}, backwards = {square, back, 2};
    const pawl_rings no_points = {NULL, four, 1}, no_ends = {square, NULL, 1};
    const pawl_rings many = {square, huge, 1};
    const size_t size = pawl_polygon_size(&limits);
    pawl_polygon_limits out = {77, 88, 99};
    ck_assert_int_eq(pawl_polygon_find_limits(&good, NULL, NULL, size, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_polygon_find_limits(&good, NULL, memory, size, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_polygon_find_limits(&no_points, NULL, memory, size, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_polygon_find_limits(&no_ends, NULL, memory, size, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_polygon_find_limits(&backwards, NULL, memory, size, &out),
                     PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_polygon_find_limits(&many, NULL, memory, size, &out), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_polygon_find_limits(&good, NULL, memory, 8, &out), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(out.segments, 77);
    ck_assert_uint_eq(out.edges, 99);
    ck_assert_int_eq(pawl_polygon_find_limits(&good, NULL, memory, size, &out), PAWL_OK);
    ck_assert_uint_eq(out.segments, 4);
    ck_assert_uint_eq(out.vertices, 12);
    ck_assert_uint_eq(out.edges, 12);
    ck_assert_int_eq(pawl_polygon_find_limits(NULL, NULL, memory, sizeof memory, &out), PAWL_OK);
    ck_assert_uint_eq(out.segments, 1);
}
END_TEST

Suite *suite_polygon_needs(void);
Suite *suite_polygon_needs(void) {
    Suite *const suite = suite_create("polygon_needs");
    TCase *const cases = tcase_create("polygon_needs");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, fans_around_one_point_are_told_what_they_need);
    tcase_add_test(cases, combs_across_combs_are_told_what_they_need);
    tcase_add_loop_test(cases, any_rings_are_told_what_they_need, 0, 2);
    tcase_add_test(cases, what_is_needed_is_little_more_than_enough);
    tcase_add_test(cases, misuse_of_find_limits_is_told);
    suite_add_tcase(suite, cases);
    return suite;
}
