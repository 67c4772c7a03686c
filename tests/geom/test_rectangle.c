/* test_rectangle.c - boxes around their own centers: the bits of any other polygon. */
#include <check.h>
#include <inttypes.h>

#include "geom/rectangle.h"
#include "support/shape/convex.h"

#define ROUNDS SEEDED_ROUNDS(5000)

/* Spread over the bits, the limits among them; a half diagonal may be too long. */
static pawl_fx seeded_half(uint64_t *seed) {
    const uint64_t bits = seeded_next(seed);
    const pawl_fx half = (pawl_fx)((bits >> 32) & PAWL_FX_MAX) >> (bits % 28);
    return pawl_clamp(half, PAWL_SIZE_MIN - 1, PAWL_EXTENT_MAX + 1);
}

static void assert_same_convex(const pawl_convex *got, const pawl_convex *wanted) {
    for (int i = 0; i < PAWL_POLYGON_MAX; i++) {
        ck_assert_int_eq(got->vertices[i].x, wanted->vertices[i].x);
        ck_assert_int_eq(got->vertices[i].y, wanted->vertices[i].y);
        ck_assert_int_eq(got->normals[i].c, wanted->normals[i].c);
        ck_assert_int_eq(got->normals[i].s, wanted->normals[i].s);
    }
    ck_assert_int_eq(got->radius, wanted->radius);
    ck_assert_int_eq(got->count, wanted->count);
}

START_TEST(a_box_is_the_one_that_is_made_at_its_center) {
    uint64_t seed = first_seed(0);
    int made = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const pawl_fx width = seeded_half(&seed), height = seeded_half(&seed);
        pawl_convex box, at;
        const pawl_status status = pawl_make_box(width, height, &box);
        ck_assert_int_eq(pawl_make_box_at(width, height, pawl_vec2_make(0, 0), 0, &at), status);
        if (status != PAWL_OK) continue;
        assert_same_convex(&box, &at);
        ck_assert_int_eq(pawl_convex_is_valid(&box), true);
        made++;
    }
    ck_assert_int_gt(made, SEEDED_OFTEN(ROUNDS / 2));
}
END_TEST

START_TEST(a_box_weighs_what_its_outline_does) {
    uint64_t seed = first_seed(1);
    for (int round = 0; round < ROUNDS; round++) {
        pawl_convex box;
        if (pawl_make_box(seeded_half(&seed), seeded_half(&seed), &box) != PAWL_OK) continue;
        pawli_area_sums got, wanted;
        pawli_moments_sum_area(&box, &got);
        pawli_moments_outline_sum_area(&box, &wanted);
        ck_assert_int_eq(got.doubled_area, wanted.doubled_area);
        ck_assert_uint_eq(got.twelvefold_inertia.high, wanted.twelvefold_inertia.high);
        ck_assert_uint_eq(got.twelvefold_inertia.low, wanted.twelvefold_inertia.low);
        ck_assert_int_eq(got.center.x, wanted.center.x);
        ck_assert_int_eq(got.center.y, wanted.center.y);
        ck_assert_int_eq(got.up, wanted.up);
        ck_assert_int_eq(pawli_moments_inner_radius(&box),
                         pawli_moments_outline_inner_radius(&box));
    }
}
END_TEST

START_TEST(nothing_else_is_found) {
    pawl_convex box, found;
    ck_assert_int_eq(pawl_make_box(M(2), M(1), &box), PAWL_OK);
    ck_assert_int_eq(pawli_rectangle_find(box.vertices, 4, 0, &found), true);
    assert_same_convex(&found, &box);
    ck_assert_int_eq(pawli_rectangle_find(box.vertices, 4, 1, &found), false);
    ck_assert_int_eq(pawli_rectangle_find(box.vertices, 3, 0, &found), false);
    for (int i = 0; i < 4; i++) {
        pawl_convex changed = box;
        changed.vertices[i].x += 1;
        ck_assert_int_eq(pawli_rectangle_find(changed.vertices, 4, 0, &found), false);
        changed.vertices[i].x -= 1;
        changed.vertices[i].y -= 1;
        ck_assert_int_eq(pawli_rectangle_find(changed.vertices, 4, 0, &found), false);
    }
    const pawl_vec2 turned[4] = {box.vertices[1], box.vertices[2], box.vertices[3],
                                 box.vertices[0]};
    ck_assert_int_eq(pawli_rectangle_find(turned, 4, 0, &found), false);
    /* One raw unit too small for pawl_make_box, but thick enough for a polygon. */
    const pawl_fx small = PAWL_SIZE_MIN - 1;
    const pawl_vec2 card[4] = {{-small, -99}, {small, -99}, {small, 99}, {-small, 99}};
    ck_assert_int_eq(pawli_rectangle_find(card, 4, 0, &found), false);
    ck_assert_int_eq(pawl_make_polygon(card, 4, 0, &found), PAWL_OK);
    ck_assert_int_eq(pawl_convex_is_valid(&found), true);
}
END_TEST

Suite *suite_rectangle(void);

Suite *suite_rectangle(void) {
    Suite *const suite = suite_create("rectangle");
    TCase *const all = tcase_create("rectangle");
    tcase_add_test(all, a_box_is_the_one_that_is_made_at_its_center);
    tcase_add_test(all, a_box_weighs_what_its_outline_does);
    tcase_add_test(all, nothing_else_is_found);
    suite_add_tcase(suite, all);
    return suite;
}
