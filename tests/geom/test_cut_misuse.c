/* test_cut_misuse.c - wrong use of cuts has an answer and changes nothing. */
#include <check.h>

#include "pawl/cut.h"

#define POINTS 16
#define PIECES 4
#define U PAWL_FX_ONE

static uint64_t memory[128];
static pawl_vec2 points[POINTS];
static uint32_t ends[PIECES], groups[PIECES];
static pawl_pieces out;

static const pawl_vec2 square[] = {{0, 0}, {4 * U, 0}, {4 * U, 4 * U}, {0, 4 * U}};
static const uint32_t four = 4;
static const pawl_rings one_square = {square, &four, 1};
static const pawl_shatter_pattern good = {1, 54, {U, U}, PAWL_FX_ONE, 0, 1};

/* Nothing of `out` is touched. */
static void assert_untouched(void) {
    ck_assert_uint_eq(out.point_count, 0);
    ck_assert_uint_eq(out.piece_count, 0);
    ck_assert_uint_eq(out.group_count, 0);
    ck_assert_uint_eq(out.cell_count, 0);
    for (uint32_t i = 0; i < POINTS; i++)
        ck_assert_int_eq(points[i].x, 77);
    for (uint32_t i = 0; i < PIECES; i++)
        ck_assert_uint_eq(ends[i], 77);
}

static void prepare(void) {
    out = (pawl_pieces){points, ends, groups, POINTS, PIECES, 0, 0, 0, 0};
    for (uint32_t i = 0; i < POINTS; i++)
        points[i] = (pawl_vec2){77, 77};
    for (uint32_t i = 0; i < PIECES; i++)
        ends[i] = groups[i] = 77;
}

static const pawl_vec2 from = {2 * U, 0}, to = {2 * U, U};

START_TEST(parts_that_make_no_sense_are_refused) {
    static const pawl_vec2 bad[][5] = {
        {{0, 0}, {0, 4 * U}, {4 * U, 4 * U}, {4 * U, 0}}, /* clockwise */
        {{0, 0}, {4 * U, 0}, {U, U}, {0, 4 * U}},         /* concave */
        {{0, 0}, {4 * U, 0}, {4 * U, 0}, {0, 4 * U}},     /* a point twice */
        {{0, 0}, {4 * U, 0}, {8 * U, 0}, {9 * U, 0}},     /* no area */
        {{0, 0}, {4 * U, 4 * U}, {4 * U, 0}, {0, 4 * U}}, /* crossing */
        {{0, 0}, {4 * U, 0}, {2 * U, 0}, {2 * U, 4 * U}}, /* there and back */
        {{5, 5}, {5, 5}, {5, 5}, {5, 5}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const pawl_rings rings = {bad[i], &four, 1};
        prepare();
        ck_assert_int_eq(pawl_cut(&rings, from, to, memory, sizeof memory, &out),
                         PAWL_ERR_GEOMETRY);
        assert_untouched();
    }
    /* A pentagram turns left everywhere, and goes around twice. */
    static const pawl_vec2 star[] = {
        {0, 10 * U}, {-6 * U, -8 * U}, {10 * U, 3 * U}, {-10 * U, 3 * U}, {6 * U, -8 * U}};
    const uint32_t five = 5, two = 2, back[] = {4, 3}, short_of[] = {4, 6};
    const pawl_rings stars = {star, &five, 1}, line = {square, &two, 1}, none = {square, &four, 0};
    const pawl_rings descending = {square, back, 2}, second = {star, short_of, 2};
    const pawl_rings pointless = {NULL, &four, 1}, endless = {square, NULL, 1};
    const struct {
        const pawl_rings *parts;
        pawl_status want;
    } rows[] = {{&stars, PAWL_ERR_GEOMETRY},  {&line, PAWL_ERR_ARGUMENT},
                {&none, PAWL_ERR_ARGUMENT},   {&descending, PAWL_ERR_ARGUMENT},
                {&second, PAWL_ERR_ARGUMENT}, {&pointless, PAWL_ERR_NULL},
                {&endless, PAWL_ERR_NULL},    {NULL, PAWL_ERR_NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_vec2 site = {77, 77};
        prepare();
        ck_assert_int_eq(pawl_cut(rows[i].parts, from, to, memory, sizeof memory, &out),
                         rows[i].want);
        ck_assert_int_eq(pawl_shatter(rows[i].parts, square, 2, 0, memory, sizeof memory, &out),
                         rows[i].want);
        ck_assert_int_eq(pawl_shatter_sites(rows[i].parts, &good, &site), rows[i].want);
        ck_assert_int_eq(site.x, 77);
        assert_untouched();
    }
    const pawl_fx extremes[] = {INT32_MIN, -PAWL_COORD_MAX - 1, PAWL_COORD_MAX + 1, INT32_MAX};
    for (int i = 0; i < 4; i++) {
        const pawl_vec2 wild[] = {{0, 0}, {4 * U, 0}, {4 * U, extremes[i]}, {0, 4 * U}};
        const pawl_rings rings = {wild, &four, 1};
        ck_assert_int_eq(pawl_cut(&rings, from, to, memory, sizeof memory, &out), PAWL_ERR_RANGE);
    }
}
END_TEST

START_TEST(misuse_has_an_answer) {
    const pawl_vec2 sites[] = {{U, U}, {3 * U, U}}, wild[] = {{U, U}, {INT32_MIN, INT32_MAX}};
    const pawl_vec2 far[] = {{U, U}, {-PAWL_COORD_MAX, 0}};
    const size_t need = pawl_cut_size(4, 2);
    ck_assert_uint_gt(need, 0);
    ck_assert_uint_eq(pawl_cut_size(PAWL_CUT_POINTS_MAX + 1, 2), 0);
    ck_assert_uint_eq(pawl_cut_size(4, PAWL_CUT_SITES_MAX + 1), 0);
    ck_assert_uint_eq(pawl_cut_size(UINT32_MAX, UINT32_MAX), 0);
    prepare();
    ck_assert_int_eq(pawl_cut(&one_square, from, to, NULL, need, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_cut(&one_square, from, to, memory, need, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_cut(&one_square, from, to, memory, need - 1, &out), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_cut(&one_square, from, to, (uint8_t *)memory + 1, need, &out),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_cut(&one_square, from, from, memory, need, &out), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_cut(&one_square, wild[1], to, memory, need, &out), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_cut(&one_square, from, wild[1], memory, need, &out), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_shatter(&one_square, NULL, 2, 0, memory, need, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shatter(&one_square, sites, 2, 0, NULL, need, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shatter(&one_square, sites, 2, 0, memory, need, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shatter(&one_square, sites, 2, 0, memory, need - 1, &out),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_shatter(&one_square, sites, 0, 0, memory, need, &out), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(
        pawl_shatter(&one_square, sites, PAWL_CUT_SITES_MAX + 1, 0, memory, need, &out),
        PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shatter(&one_square, sites, 2, -1, memory, need, &out),
                     PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shatter(&one_square, wild, 2, 0, memory, need, &out), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_shatter(&one_square, far, 2, 0, memory, need, &out), PAWL_ERR_RANGE);
    out.points = NULL;
    ck_assert_int_eq(pawl_cut(&one_square, from, to, memory, need, &out), PAWL_ERR_NULL);
    out.points = points;
    out.groups = NULL;
    ck_assert_int_eq(pawl_shatter(&one_square, sites, 2, 0, memory, need, &out), PAWL_ERR_NULL);
    out.groups = groups;
    out.piece_capacity = 1;
    ck_assert_int_eq(pawl_cut(&one_square, from, to, memory, need, &out), PAWL_ERR_CAPACITY);
    out.piece_capacity = 2;
    out.point_capacity = 7;
    ck_assert_int_eq(pawl_cut(&one_square, from, to, memory, need, &out), PAWL_ERR_CAPACITY);
    assert_untouched();
    out.point_capacity = 8;
    ck_assert_int_eq(pawl_cut(&one_square, from, to, memory, need, &out), PAWL_OK);
    ck_assert_uint_eq(out.piece_count, 2);
}
END_TEST

START_TEST(patterns_that_make_no_sense_are_refused) {
    pawl_shatter_pattern bad = good;
    pawl_vec2 site = {77, 77};
    ck_assert_int_eq(pawl_shatter_sites(&one_square, NULL, &site), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &good, NULL), PAWL_ERR_NULL);
    bad.focus = -1;
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &bad, &site), PAWL_ERR_ARGUMENT);
    bad.focus = PAWL_FX_ONE + 1;
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &bad, &site), PAWL_ERR_ARGUMENT);
    bad = good;
    bad.spacing = -1;
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &bad, &site), PAWL_ERR_ARGUMENT);
    bad = good;
    bad.site_count = PAWL_CUT_SITES_MAX + 1;
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &bad, &site), PAWL_ERR_ARGUMENT);
    bad = good;
    bad.impact.y = INT32_MIN;
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &bad, &site), PAWL_ERR_RANGE);
    bad.impact = (pawl_vec2){PAWL_COORD_MAX + 1, 0};
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &bad, &site), PAWL_ERR_RANGE);
    bad = good;
    bad.site_count = 0;
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &bad, &site), 0);
    bad = good;
    bad.spacing = INT32_MAX;
    ck_assert_int_eq(site.x, 77);
    ck_assert_int_eq(pawl_shatter_sites(&one_square, &bad, &site), 1);
}
END_TEST

Suite *suite_cut_misuse(void) {
    Suite *const suite = suite_create("cut_misuse");
    TCase *const cases = tcase_create("cut_misuse");
    tcase_add_test(cases, parts_that_make_no_sense_are_refused);
    tcase_add_test(cases, misuse_has_an_answer);
    tcase_add_test(cases, patterns_that_make_no_sense_are_refused);
    suite_add_tcase(suite, cases);
    return suite;
}
