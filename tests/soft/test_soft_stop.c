/* test_soft_stop.c - the exact decisions about points and links on their way, against definitions
 * in 128 bits and rows by hand. */
#include <check.h>
#include <stdlib.h>

#include "soft/soft_exact.h"
#include "support/base/seeded.h"

static int side_of(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    const int128 cross =
        ((int128)b.x - a.x) * ((int128)c.y - a.y) - ((int128)b.y - a.y) * ((int128)c.x - a.x);
    return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

/* Segments have a point in common when each one's ends lie on both sides of the other's line, and
 * their boxes overlap. */
static bool do_meet(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d) {
    if (pawl_max(a.x, b.x) < pawl_min(c.x, d.x) || pawl_max(c.x, d.x) < pawl_min(a.x, b.x))
        return false;
    if (pawl_max(a.y, b.y) < pawl_min(c.y, d.y) || pawl_max(c.y, d.y) < pawl_min(a.y, b.y))
        return false;
    return side_of(a, b, c) * side_of(a, b, d) <= 0 && side_of(c, d, a) * side_of(c, d, b) <= 0;
}

/* Mostly tiny grids, where ties are frequent. */
static pawl_vec2 draw(uint64_t *seed, int32_t span) {
    const pawl_vec2 p = {(int32_t)((seeded_next(seed) >> 20) % (uint64_t)(2 * span + 1)) - span,
                         (int32_t)((seeded_next(seed) >> 20) % (uint64_t)(2 * span + 1)) - span};
    return p;
}

/* What starts on an edge of two sides may leave it. */
START_TEST(two_sided_edges_stop_what_meets_them) {
    static const int32_t spans[] = {2, 5, 1000, PAWL_COORD_MAX};
    uint64_t seed = first_seed(_i);
    int met = 0, rounds = SEEDED_ROUNDS(40000);
    for (int i = 0; i < rounds; i++) {
        const pawl_vec2 a = draw(&seed, spans[_i]), b = draw(&seed, spans[_i]);
        const pawl_vec2 c = draw(&seed, spans[_i]), d = draw(&seed, spans[_i]);
        const pawli_edge edge = {.begin = a, .end = b};
        const bool want = do_meet(a, b, c, d) && !do_meet(a, b, c, c);
        met += want;
        ck_assert_msg(pawli_soft_exact_edge_stops(&edge, c, d) == want, "pass %d, round %d", _i, i);
    }
    ck_assert_int_gt(met, rounds / 10);
}
END_TEST

#define P(x, y) \
    { (x), (y) }

static const struct {
    pawl_vec2 from, to;
    bool one_sided, stops;
} rows[] = {
    /* the edge runs from (0, 0) to (10, 0): its front is below */
    {P(5, -5), P(5, 5), true, true},     {P(5, -5), P(5, 5), false, true},
    {P(5, 5), P(5, -5), true, false},    {P(5, 5), P(5, -5), false, true},
    {P(5, -5), P(5, 0), true, true},                                         /* up to the line */
    {P(0, -5), P(0, 5), true, true},     {P(10, -5), P(10, 5), false, true}, /* over an end */
    {P(-1, -5), P(-1, 5), false, false}, {P(5, 0), P(5, 5), true, true},
    {P(5, 0), P(5, -5), true, false}, /* from the edge */
    {P(5, 0), P(5, 5), false, false},    {P(5, 0), P(9, 0), true, false},
    {P(-5, 0), P(-1, 0), false, false},  {P(-5, 0), P(0, 0), false, true}, /* along the line */
    {P(-5, 0), P(20, 0), true, true},    {P(5, -5), P(5, -1), true, false},
    {P(5, -5), P(5, -5), false, false},
};

START_TEST(edges_stop_as_worked_by_hand) {
    pawli_edge edge = {.begin = {0, 0}, .end = {10, 0}, .one_sided = rows[_i].one_sided};
    ck_assert_int_eq(pawli_soft_exact_edge_stops(&edge, rows[_i].from, rows[_i].to),
                     rows[_i].stops);
}
END_TEST

START_TEST(the_edge_that_is_met_first_comes_first) {
    uint64_t seed = first_seed(7);
    int different = 0;
    for (int i = 0; i < SEEDED_ROUNDS(40000); i++) {
        const int32_t span = i % 2 ? 6 : PAWL_COORD_MAX;
        const pawl_vec2 from = draw(&seed, span), to = draw(&seed, span);
        pawli_edge e[2];
        int64_t n[2], m[2];
        for (int k = 0; k < 2; k++) {
            e[k] = (pawli_edge){.begin = draw(&seed, span), .end = draw(&seed, span)};
            n[k] = llabs(pawli_orient(e[k].begin, e[k].end, from));
            m[k] = llabs(pawli_orient(e[k].begin, e[k].end, to));
        }
        if (n[0] == 0 || n[1] == 0) continue;
        /* n / (n + m), by cross-multiplication */
        const int128 first = (int128)n[0] * ((int128)n[1] + m[1]);
        const int128 second = (int128)n[1] * ((int128)n[0] + m[0]);
        const int want = first < second ? -1 : first > second;
        const int got = pawli_soft_exact_compare_stops(&e[0], from, to, &e[1], from, to);
        different += want != 0;
        ck_assert_int_eq((got > 0) - (got < 0), want);
    }
    ck_assert_int_gt(different, SEEDED_OFTEN(1000));
}
END_TEST

/* A wall of three points at random, one-sided or not, and a triangle that a link sweeps. When the
 * link met the wall nowhere, the point's way does not either and no corner stops it, then the link
 * meets the wall nowhere afterwards: the theorem of soft_exact.h. */
START_TEST(what_is_let_through_has_passed_nothing) {
    uint64_t seed = first_seed(_i);
    int stopped = 0, passed = 0;
    for (int i = 0; i < SEEDED_ROUNDS(300000); i++) {
        const int32_t span = i % 3 == 0 ? 4 : 40;
        const pawl_vec2 w[3] = {draw(&seed, span), draw(&seed, span), draw(&seed, span)};
        const pawl_vec2 other = draw(&seed, span), from = draw(&seed, span), to = draw(&seed, span);
        const pawli_edge first = {.begin = w[0], .end = w[1], .after = w[2], .has_after = true};
        const pawli_edge second = {.begin = w[1], .end = w[2], .before = w[0], .has_before = true};
        if (do_meet(w[0], w[1], other, from) || do_meet(w[1], w[2], other, from)) continue;
        if (pawli_soft_exact_edge_stops(&first, from, to) ||
            pawli_soft_exact_edge_stops(&second, from, to))
            continue;
        const bool stops = pawli_soft_exact_corner_stops(&first, false, other, from, to) ||
                           pawli_soft_exact_corner_stops(&first, true, other, from, to) ||
                           pawli_soft_exact_corner_stops(&second, true, other, from, to);
        stopped += stops;
        if (stops) continue;
        passed++;
        ck_assert_msg(!do_meet(w[0], w[1], other, to) && !do_meet(w[1], w[2], other, to),
                      "pass %d, round %d", _i, i);
    }
    ck_assert_int_gt(stopped, SEEDED_OFTEN(1000));
    ck_assert_int_gt(passed, SEEDED_OFTEN(1000));
}
END_TEST

START_TEST(corners_of_one_sided_walls_stop_only_from_the_front) {
    /* a block's corner at the origin: the wall comes from below and goes on to the right; the solid
     * is right below */
    pawli_edge edge = {.before = {10, -10},
                       .begin = {0, 0},
                       .end = {20, 0},
                       .has_before = true,
                       .one_sided = true};
    edge.before = (pawl_vec2)P(0, -10);
    /* up, then right: a turn to the right is no corner for who is in front */
    ck_assert_int_eq(pawli_soft_exact_is_corner(&edge, false), false);
    edge.end = (pawl_vec2)P(-20, 0); /* up, then left: the solid is left below */
    ck_assert_int_eq(pawli_soft_exact_is_corner(&edge, false), true);
    const pawl_vec2 other = P(-10, 5), from = P(10, 5), to = P(5, -20);
    ck_assert_int_eq(pawli_soft_exact_corner_stops(&edge, false, other, from, to), true);
    /* from within the block, the other way */
    const pawl_vec2 inside = P(-1, -5), below = P(-12, -1), out = P(30, 30);
    ck_assert_int_eq(pawli_soft_exact_corner_stops(&edge, false, below, inside, out), false);
    edge.one_way = true;
    ck_assert_int_eq(pawli_soft_exact_corner_stops(&edge, false, other, from, to), false);
}
END_TEST

Suite *suite_soft_stop(void);
Suite *suite_soft_stop(void) {
    Suite *const suite = suite_create("soft_stop");
    TCase *const tcase = tcase_create("soft_stop");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, two_sided_edges_stop_what_meets_them, 0, 4);
    tcase_add_loop_test(tcase, edges_stop_as_worked_by_hand, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(tcase, the_edge_that_is_met_first_comes_first);
    tcase_add_loop_test(tcase, what_is_let_through_has_passed_nothing, 0, 2);
    tcase_add_test(tcase, corners_of_one_sided_walls_stop_only_from_the_front);
    suite_add_tcase(suite, tcase);
    return suite;
}
