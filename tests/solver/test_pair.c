/* test_pair.c - two contact points at once against an exact solution of the same problem.
 *
 * With z = lambda + x and w = the residual of a row, the pair must end with z >= 0, w >= 0 and one
 * of them zero at each point. The oracle tries the four cases in long double, whose 64 bits hold
 * every number that occurs, and is unique because the matrix (1 a0; a1 1) has a positive
 * determinant. */
#include <check.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "solver/contact_pair.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(300000)
#define Q24 16777216.0L
#define HALF 8388608

/* 1 / (1 - a0 a1) in Q8.24 as pawli_contact_row_prepare makes it; 0 for nearly dependent points. */
static int32_t inverse_of(int32_t a0, int32_t a1) {
    const long double determinant = 1 - a0 / Q24 * (a1 / Q24);
    return determinant < 1.0L / 64 ? 0 : (int32_t)roundl(Q24 / determinant);
}

static int32_t between(uint64_t *seed, int32_t low, int32_t high) {
    return (int32_t)(low + (int64_t)(seeded_next(seed) % (uint64_t)((int64_t)high - low + 1)));
}

/* Couplings of one sign, as c m0 and c m1, up to the given one in Q8.24. Velocities of every size
 * up to 128 units per second. */
static pawli_contact_pair random_problem(uint64_t *seed, int32_t coupling) {
    const int32_t size = INT32_C(1) << (seeded_next(seed) % 24);
    const int sign = seeded_next(seed) >> 63 ? 1 : -1;
    pawli_contact_pair p;
    p.a0 = sign * between(seed, 0, coupling);
    p.a1 = sign * between(seed, 0, coupling);
    p.i0 = between(seed, -size, size);
    p.i1 = between(seed, -size, size);
    p.lambda0 = between(seed, 0, size) * between(seed, 0, 1); /* often zero */
    p.lambda1 = between(seed, 0, size) * between(seed, 0, 1);
    p.inverse = inverse_of(p.a0, p.a1);
    return p;
}

typedef struct exact_solution {
    long double x0, x1;
} exact_solution;

/* The feasible case of the four. Exactly on the border between cases two of them agree. */
static exact_solution solve_exactly(const pawli_contact_pair *p) {
    const long double a0 = p->a0 / Q24, a1 = p->a1 / Q24, i0 = p->i0, i1 = p->i1;
    const long double let0 = -p->lambda0, let1 = -p->lambda1, tiny = 1e-6L;
    const long double determinant = 1 - a0 * a1;
    const exact_solution cases[4] = {{(i0 - a0 * i1) / determinant, (i1 - a1 * i0) / determinant},
                                     {i0 - a0 * let1, let1},
                                     {let0, i1 - a1 * let0},
                                     {let0, let1}};
    for (int i = 0; i < 4; i++) {
        const exact_solution s = cases[i];
        const long double w0 = s.x0 + a0 * s.x1 - i0, w1 = s.x1 + a1 * s.x0 - i1;
        if (s.x0 >= let0 - tiny && s.x1 >= let1 - tiny && w0 >= -tiny && w1 >= -tiny) return s;
    }
    ck_abort_msg("the oracle finds no solution");
    return cases[3];
}

static void abort_with(const char *what, const pawli_contact_pair *p, pawli_contact_pair_change s) {
    ck_abort_msg("%s: i %" PRIdFAST32 " %" PRIdFAST32 ", a %" PRIdFAST32 " %" PRIdFAST32
                 ", lambda %" PRIdFAST32 " %" PRIdFAST32 " gives x %" PRIdFAST32 " %" PRIdFAST32,
                 what, p->i0, p->i1, p->a0, p->a1, p->lambda0, p->lambda1, s.x0, s.x1);
}

/* z >= 0 exactly; w >= 0, and z w = 0, both to within some raw units of rounding. */
static void assert_complementary(const pawli_contact_pair *p, pawli_contact_pair_change s,
                                 long double tolerance) {
    const long double w0 = s.x0 + p->a0 / Q24 * s.x1 - p->i0;
    const long double w1 = s.x1 + p->a1 / Q24 * s.x0 - p->i1;
    const int64_t z0 = (int64_t)p->lambda0 + s.x0, z1 = (int64_t)p->lambda1 + s.x1;
    if (z0 < 0 || z1 < 0) abort_with("a contact pulls", p, s);
    if (w0 < -tolerance || w1 < -tolerance) abort_with("a residual is negative", p, s);
    if (z0 > tolerance && w0 > tolerance) abort_with("point 0 presses and parts", p, s);
    if (z1 > tolerance && w1 > tolerance) abort_with("point 1 presses and parts", p, s);
}

START_TEST(random_pairs_are_within_two_raw_units_of_exact) {
    uint64_t seed = seeded_base;
    int presses[4] = {0, 0, 0, 0};
    for (int i = 0; i < ROUNDS; i++) {
        const pawli_contact_pair p = random_problem(&seed, HALF);
        uint32_t faults = 0;
        const pawli_contact_pair_change s = pawli_solve_pair(&p, &faults);
        const exact_solution exact = solve_exactly(&p);
        if (fabsl(s.x0 - exact.x0) > 2 || fabsl(s.x1 - exact.x1) > 2)
            abort_with("not the solution", &p, s);
        assert_complementary(&p, s, 2);
        ck_assert_uint_eq(faults, 0);
        presses[(p.lambda0 + s.x0 > 0) + 2 * (p.lambda1 + s.x1 > 0)]++;
    }
    for (int i = 0; i < 4; i++)
        ck_assert_int_gt(presses[i], ROUNDS / 100); /* every case was really tried */
}
END_TEST

/* The rounding of half a raw unit is divided by the determinant, here down to 1/50. */
START_TEST(strongly_coupled_pairs_are_as_exact_as_their_determinant_allows) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const pawli_contact_pair p = random_problem(&seed, 16609443); /* 0.99 */
        uint32_t faults = 0;
        const pawli_contact_pair_change s = pawli_solve_pair(&p, &faults);
        assert_complementary(&p, s, 1.5L + p.inverse / Q24);
        ck_assert_uint_eq(faults, 0);
    }
}
END_TEST

/* Point 0 just presses, by 0.1 raw units, and comes out as letting go by as much: no case is
 * without fault, and that both press is nearest. */
START_TEST(between_two_cases_both_press) {
    const pawli_contact_pair p = {16, 31, 16526191, 5179555, 21, 0, inverse_of(16526191, 5179555)};
    uint32_t faults = 0;
    const pawli_contact_pair_change s = pawli_solve_pair(&p, &faults);
    ck_assert_int_eq(s.x0, -21);
    ck_assert_int_eq(s.x1, 37);
    assert_complementary(&p, s, 1);
    ck_assert_uint_eq(faults, 0);
}
END_TEST

/* Velocities near the limits of 32 bits: a case that is not taken may leave them far behind. */
START_TEST(only_a_solution_that_is_out_of_range_is_a_fault) {
    uint64_t seed = seeded_fresh("pairs");
    const long double limit = INT32_MAX;
    int inside = 0, outside = 0;
    for (int i = 0; i < ROUNDS / 10; i++) {
        pawli_contact_pair p = random_problem(&seed, 16609443);
        p.i0 = between(&seed, -INT32_MAX, INT32_MAX) / 2;
        p.i1 = between(&seed, -INT32_MAX, INT32_MAX) / 2;
        p.lambda0 = between(&seed, 0, INT32_MAX) / 2;
        p.lambda1 = between(&seed, 0, INT32_MAX) / 2 * between(&seed, 0, 1);
        const exact_solution exact = solve_exactly(&p);
        const long double largest = fmaxl(fabsl(exact.x0), fabsl(exact.x1));
        if (largest > 0.9L * limit && largest < 1.1L * limit) continue;
        uint32_t faults = 0;
        pawli_solve_pair(&p, &faults);
        if (faults != (largest < limit ? 0 : PAWL_FAULT_SOLVER_RANGE))
            abort_with("a wrong fault", &p, pawli_solve_pair(&p, &faults));
        *(largest < limit ? &inside : &outside) += 1;
    }
    ck_assert_int_gt(inside, SEEDED_OFTEN(1000));
    ck_assert_int_gt(outside, SEEDED_OFTEN(100));
}
END_TEST

/* Worked by hand: i0, i1, a0, a1, lambda0, lambda1 and the result. Couplings of a half make the
 * determinant 3/4. */
static const struct {
    pawli_contact_pair p;
    int32_t x0, x1;
} rows[] = {
    {{0, 0, HALF, HALF, 0, 0, 0}, 0, 0},
    {{300, 300, HALF, HALF, 0, 0, 0}, 200, 200},
    {{300, 0, 0, 0, 0, 0, 0}, 300, 0},
    {{300, 0, HALF, HALF, 0, 0, 0}, 300, 0},      /* point 1 would pull, so it lets go */
    {{0, 300, HALF, HALF, 0, 0, 0}, 0, 300},      /* and the mirror image */
    {{300, 0, HALF, HALF, 0, 50, 0}, 325, -50},   /* it lets go of what it has */
    {{300, 0, HALF, HALF, 0, 200, 0}, 400, -200}, /* exact: both still press */
    {{-300, -300, HALF, HALF, 100, 100, 0}, -100, -100},
    {{-300, -300, HALF, HALF, 500, 500, 0}, -200, -200},
    /* Negative coupling: what one point does, the other feels the wrong way round. */
    {{300, -30, -HALF, -HALF, 0, 0, 0}, 380, 160},
    {{100, -300, -HALF, -HALF, 0, 0, 0}, 100, 0},
    {{-100, -100, -HALF, -HALF, 500, 500, 0}, -200, -200},
    /* Both wish to pull; neither case "one lets go" nor "both do" holds alone. */
    {{-300, -100, -HALF, -HALF, 100, 300, 0}, -100, -150},
};
#define ROW_COUNT ((int)(sizeof rows / sizeof rows[0]))

START_TEST(pair_matches_the_worked_row) {
    pawli_contact_pair p = rows[_i].p;
    p.inverse = inverse_of(p.a0, p.a1);
    uint32_t faults = 0;
    const pawli_contact_pair_change s = pawli_solve_pair(&p, &faults);
    ck_assert_int_eq(s.x0, rows[_i].x0);
    ck_assert_int_eq(s.x1, rows[_i].x1);
    ck_assert_uint_eq(faults, 0);
}
END_TEST

/* Exchanging the points exchanges the answers, to within the rounding: the cases are tried in a
 * fixed order. */
START_TEST(the_order_of_the_points_hardly_matters) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS / 10; i++) {
        const pawli_contact_pair p = random_problem(&seed, HALF);
        const pawli_contact_pair swapped = {p.i1,      p.i0,      p.a1,     p.a0,
                                            p.lambda1, p.lambda0, p.inverse};
        uint32_t faults = 0;
        const pawli_contact_pair_change s = pawli_solve_pair(&p, &faults);
        const pawli_contact_pair_change t = pawli_solve_pair(&swapped, &faults);
        if (labs((long)s.x0 - t.x1) > 2 || labs((long)s.x1 - t.x0) > 2)
            abort_with("swapping changes it", &p, s);
    }
}
END_TEST

START_TEST(nearly_dependent_points_do_half_of_their_wish_each) {
    const pawli_contact_pair p = {300, -300, 16777216, 16777216, 0, 100, 0};
    uint32_t faults = 0;
    const pawli_contact_pair_change s = pawli_solve_pair(&p, &faults);
    ck_assert_int_eq(s.x0, 150);
    ck_assert_int_eq(s.x1, -100); /* half would be -150, but it holds only 100 */
    ck_assert_uint_eq(faults, 0);
}
END_TEST

/* Whatever comes in, impulses stay non-negative; what saturates is reported. */
START_TEST(no_input_makes_a_contact_pull) {
    uint64_t seed = seeded_base;
    uint32_t all_faults = 0;
    for (int i = 0; i < ROUNDS; i++) {
        pawli_contact_pair p;
        p.i0 = seeded_int32(&seed);
        p.i1 = seeded_int32(&seed);
        p.a0 = seeded_int32(&seed);
        p.a1 = seeded_int32(&seed);
        p.lambda0 = seeded_int32(&seed) & INT32_MAX;
        p.lambda1 = seeded_int32(&seed) & INT32_MAX;
        p.inverse = i % 8 == 0 ? 0 : seeded_int32(&seed) & INT32_MAX;
        uint32_t faults = 0;
        const pawli_contact_pair_change s = pawli_solve_pair(&p, &faults);
        if ((int64_t)p.lambda0 + s.x0 < 0 || (int64_t)p.lambda1 + s.x1 < 0)
            abort_with("a contact pulls", &p, s);
        all_faults |= faults;
    }
    ck_assert_uint_eq(all_faults, PAWL_FAULT_SOLVER_RANGE);
}
END_TEST

Suite *suite_pair(void) {
    Suite *const suite = suite_create("pair");
    TCase *const solve = tcase_create("solve");
    tcase_set_timeout(solve, 60);
    tcase_add_test(solve, random_pairs_are_within_two_raw_units_of_exact);
    tcase_add_test(solve, strongly_coupled_pairs_are_as_exact_as_their_determinant_allows);
    tcase_add_test(solve, between_two_cases_both_press);
    tcase_add_test(solve, only_a_solution_that_is_out_of_range_is_a_fault);
    tcase_add_loop_test(solve, pair_matches_the_worked_row, 0, ROW_COUNT);
    tcase_add_test(solve, the_order_of_the_points_hardly_matters);
    tcase_add_test(solve, nearly_dependent_points_do_half_of_their_wish_each);
    tcase_add_test(solve, no_input_makes_a_contact_pull);
    suite_add_tcase(suite, solve);
    return suite;
}
