/* test_slide.c - the arithmetic of slides against exact oracles, and what a shift leaves alone. */
#include <check.h>

#include "level/level_walk.h"
#include "support/level/grid_level.h"
#include "support/base/seeded.h"

static pawl_vec2 at(pawl_fx x, pawl_fx y) {
    return pawl_vec2_make(x, y);
}

static void assert_at(pawl_vec2 got, pawl_fx x, pawl_fx y) {
    ck_assert_msg(got.x == x && got.y == y, "(%d, %d) instead of (%d, %d)", (int)got.x, (int)got.y,
                  (int)x, (int)y);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static int128 distance2(pawl_vec2 p, int128 x, int128 y, int128 den) {
    const int128 dx = p.x * den - x, dy = p.y * den - y;
    return dx * dx + dy * dy;
}

/* x and y have the denominator; points are small, so that squares fit. */
START_TEST(the_corners_of_a_cell_come_in_the_order_of_their_distances) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < SEEDED_ROUNDS(20000); n++) {
        const pawl_vec2 base = {(pawl_fx)(seeded_next(&seed) >> 44) - (1 << 19),
                                (pawl_fx)(seeded_next(&seed) >> 44) - (1 << 19)};
        const pawl_vec2 v = {(pawl_fx)(seeded_next(&seed) >> 46) - (1 << 17),
                             (pawl_fx)(seeded_next(&seed) >> 46) - (1 << 17)};
        const int64_t den = 1 + (int64_t)(seeded_next(&seed) >> 25 >> (seeded_next(&seed) >> 58));
        const int64_t num =
            (int64_t)(seeded_next(&seed) >> 1) % (den + 1) * (seeded_next(&seed) >> 63 ? -1 : 1);
        const pawli_grid_cell cell = pawli_level_slide_cell_of(base, v, num, den);
        const int128 x = (int128)base.x * den + (int128)v.x * num;
        const int128 y = (int128)base.y * den + (int128)v.y * num;
        const uint32_t want = (x % den != 0 ? 2 : 1) * (y % den != 0 ? 2 : 1);
        ck_assert_uint_eq(cell.count, want);
        for (uint32_t i = 0; i < cell.count; i++) {
            const pawl_vec2 p = cell.corners[i];
            const int128 dx = p.x * (int128)den - x, dy = p.y * (int128)den - y;
            ck_assert_msg(dx < den && dx > -den && dy < den && dy > -den, "seed %d, %d", _i, n);
            if (i == 0) continue;
            const pawl_vec2 q = cell.corners[i - 1];
            ck_assert_msg(p.x != q.x || p.y != q.y, "seed %d, %d", _i, n);
            ck_assert_msg(distance2(q, x, y, den) <= distance2(p, x, y, den), "seed %d, %d", _i, n);
        }
    }
}
END_TEST

static pawl_vec2 any_vector(uint64_t *seed) {
    const pawl_vec2 v = {seeded_int32(seed), seeded_int32(seed)};
    return v;
}

START_TEST(a_deflected_velocity_is_along_the_wall_and_never_faster) {
    uint64_t seed = first_seed(_i);
    int deflected = 0;
    for (int n = 0; n < SEEDED_ROUNDS(20000); n++) {
        const pawl_vec2 v = any_vector(&seed), e = any_vector(&seed);
        const pawl_fx friction = n % 3 == 0 ? 0 : (pawl_fx)(seeded_next(&seed) >> 46);
        const uint8_t model = (uint8_t)(seeded_next(&seed) >> 63);
        const pawl_vec2 got = pawli_level_slide_deflect(v, e, friction, model);
        const int128 across = (int128)e.x * v.y - (int128)e.y * v.x;
        if (across >= 0) {
            assert_at(got, v.x, v.y);
            continue;
        }
        deflected++;
        const int128 before = (int128)v.x * v.x + (int128)v.y * v.y;
        const int128 after = (int128)got.x * got.x + (int128)got.y * got.y;
        ck_assert_msg(after <= before, "faster, seed %d, %d", _i, n);
        /* Each part is the exact one, e * along / e^2, cut off, and saturated: a speed along both
         * axes, turned toward one of them, may be more than that one holds. */
        const int128 along = (int128)e.x * v.x + (int128)e.y * v.y;
        const int128 size = along < 0 ? -along : along;
        const int128 pressed = model == PAWL_FRICTION_FACTOR ? size : -across;
        const int128 loss = (pressed * friction + 0x8000) >> 16;
        const int128 left = friction == 0 ? size : loss >= size ? 0 : size - loss;
        const int128 square = (int128)e.x * e.x + (int128)e.y * e.y;
        const int128 kept = along < 0 ? -left : left;
        assert_at(got, pawl_saturate((int64_t)(e.x * kept / square)),
                  pawl_saturate((int64_t)(e.y * kept / square)));
    }
    ck_assert_int_gt(deflected, SEEDED_OFTEN(5000));
}
END_TEST

START_TEST(the_wall_at_a_corner_is_the_one_at_the_smaller_angle) {
    uint64_t seed = first_seed(_i);
    int both = 0;
    for (int n = 0; n < SEEDED_ROUNDS(20000); n++) {
        pawli_stop stop;
        memset(&stop, 0, sizeof stop);
        stop.left = any_vector(&seed);
        stop.right = any_vector(&seed);
        stop.region = 1;
        stop.right_region = 2;
        const pawl_vec2 left = stop.left, right = stop.right, rest = any_vector(&seed);
        const bool slides = pawli_level_slide_choose_wall(&stop, rest);
        const long double l = (long double)rest.x * left.x + (long double)rest.y * left.y;
        const long double r = (long double)rest.x * right.x + (long double)rest.y * right.y;
        ck_assert_int_eq(slides, l > 0 || r > 0);
        if (!slides) continue;
        bool use_left = l > 0;
        if (l > 0 && r > 0) {
            const int128 cl = (int128)rest.x * left.y - (int128)rest.y * left.x;
            const int128 cr = (int128)rest.x * right.y - (int128)rest.y * right.x;
            const long double a = (cl < 0 ? -(long double)cl : (long double)cl) / l;
            const long double b = (cr < 0 ? -(long double)cr : (long double)cr) / r;
            const long double error = (a - b) / (a + b + 1e-30L);
            if (error < 1e-15L && error > -1e-15L) continue;
            use_left = a < b;
            both++;
        }
        ck_assert_uint_eq(stop.region, use_left ? 1 : 2);
        const pawl_vec2 from = use_left ? stop.a : stop.b, to = use_left ? stop.b : stop.a;
        assert_at(from, 0, 0);
        assert_at(to, use_left ? left.x : right.x, use_left ? left.y : right.y);
    }
    ck_assert_int_gt(both, SEEDED_OFTEN(2000));
}
END_TEST

/* ---- invariance ------------------------------------------------------------------------------ */

static const pawl_fx shifts[][2] = {{1, 0}, {-12345, 67891}, {1 << 28, -(1 << 27)}};

START_TEST(shifting_the_level_shifts_every_step) {
    uint64_t seed = first_seed(_i);
    int met = 0;
    for (int n = 0; n < SEEDED_ROUNDS(60); n++) {
        grid_plan plan = grid_plan_any(seeded_next(&seed) | 1);
        if ((int64_t)plan.pitch * 18 > 1 << 28) plan.pitch >>= 6;
        plan.jitter = plan.jitter > 1 ? plan.pitch / 7 : 0;
        plan.origin = at(-1000, 500);
        grid_level one, other;
        ck_assert_int_eq(grid_level_make(&plan, &one), true);
        const pawl_vec2 shift = {shifts[_i][0], shifts[_i][1]};
        plan.origin = pawl_vec2_add(plan.origin, shift);
        ck_assert_int_eq(grid_level_make(&plan, &other), true);
        const pawl_vec2 middle = {one.level.bounds.lower.x + plan.pitch + 1,
                                  one.level.bounds.lower.y + plan.pitch + 2};
        pawl_place a, b;
        ck_assert_int_eq(pawl_level_locate(&one.level, middle, 3, &a), PAWL_OK);
        ck_assert_int_eq(pawl_level_locate(&other.level, pawl_vec2_add(middle, shift), 3, &b),
                         PAWL_OK);
        for (int k = 0; k < 100; k++) {
            const pawl_fx most = plan.pitch < PAWL_WALK_MAX ? plan.pitch : PAWL_WALK_MAX;
            const pawl_vec2 move = {(pawl_fx)((int32_t)(seeded_next(&seed) >> 33) % most),
                                    -(pawl_fx)((int32_t)(seeded_next(&seed) >> 33) % most)};
            const pawl_vec2 flipped = k & 1 ? move : at(-move.x, -move.y);
            pawl_step_report ra, rb;
            ck_assert_int_eq(pawl_level_step(&one.level, NULL, flipped, 1000, 0, &a, &ra), PAWL_OK);
            ck_assert_int_eq(pawl_level_step(&other.level, NULL, flipped, 1000, 0, &b, &rb),
                             PAWL_OK);
            ck_assert_msg(a.triangle == b.triangle && ra.contact_count == rb.contact_count,
                          "shift %d, grid %d, step %d", _i, n, k);
            const pawl_vec2 moved = pawl_vec2_add(a.position, shift);
            assert_at(b.position, moved.x, moved.y);
            met += (int)ra.contact_count;
        }
        grid_level_free(&one);
        grid_level_free(&other);
    }
    ck_assert_int_gt(met, SEEDED_OFTEN(500));
}
END_TEST

Suite *suite_slide(void);
Suite *suite_slide(void) {
    Suite *suite = suite_create("slide");
    TCase *tests = tcase_create("slides");
    tcase_add_loop_test(tests, the_corners_of_a_cell_come_in_the_order_of_their_distances, 0, 4);
    tcase_add_loop_test(tests, a_deflected_velocity_is_along_the_wall_and_never_faster, 0, 4);
    tcase_add_loop_test(tests, the_wall_at_a_corner_is_the_one_at_the_smaller_angle, 0, 4);
    tcase_add_loop_test(tests, shifting_the_level_shifts_every_step, 0, 3);
    suite_add_tcase(suite, tests);
    return suite;
}
