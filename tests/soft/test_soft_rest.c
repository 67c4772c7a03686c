/* test_soft_rest.c - cloths, blobs and piles of them settle, keep their area and fall asleep;
 * results do not depend on where they are nor on what is far away. */
#include "support/base/seeded.h"
#include "support/soft/soft.h"

#define BLOBS 20
#define RING 12

static soft_scene *make_scene(void) {
    const pawl_world_def def = soft_world_def();
    return make_soft_scene(&def);
}

static void add_wall(pawl_world *world, double x, double y, double half_width, double half_height) {
    add_box(world, add_body(world, PAWL_STATIC, x, y), half_width, half_height);
}

START_TEST(a_cloth_settles_without_gaining_energy) {
    soft_scene *scene = make_scene();
    const pawl_box box = {VEC(-1, -2), VEC(1, 0)};
    ck_assert_int_eq(pawl_soft_add_cloth(&scene->parts, box, 10, 10, FX(4), FX(1), FX(0.5)),
                     PAWL_OK);
    scene->points[0].mass = scene->points[5].mass = 0;
    const pawl_soft_id cloth = add_soft(scene);
    double before = soft_energy(scene->world, cloth), peak = before;
    for (int i = 0; i < SEEDED_ROUNDS(1800) && pawl_soft_is_awake(scene->world, cloth); i++) {
        run(scene->world, 1);
        peak = fmax(peak, soft_energy(scene->world, cloth));
        ck_assert_msg(worst_stretch(scene->world, cloth) < 0.05, "stretch %.4f",
                      worst_stretch(scene->world, cloth));
    }
    ck_assert_msg(peak <= before + 0.002, "%.4f after %.4f", peak, before);
    if (SEEDED_SHARE == 1) ck_assert_int_eq(pawl_soft_is_awake(scene->world, cloth), false);
    ck_assert_uint_eq(pawl_world_get_faults(scene->world), 0);
    free_soft_scene(scene);
}
END_TEST

START_TEST(a_blob_keeps_its_area_and_can_be_pumped_up) {
    soft_scene *scene = make_scene();
    add_wall(scene->world, 0, -1, 20, 1);
    add_blob(scene, 0, 2, 1, 16, 2);
    const pawl_soft_id blob = add_soft(scene);
    const int64_t rest = pawl_soft_get_target_area2(scene->world, blob);
    for (int i = 0; i < 180; i++) {
        run(scene->world, 1);
        const double ratio = (double)pawl_soft_get_area2(scene->world, blob) / (double)rest;
        ck_assert_msg(fabs(ratio - 1) < 0.01, "step %d: area %.4f", i, ratio);
    }
    ck_assert_int_eq(pawl_soft_set_target_area2(scene->world, blob, rest / 2), PAWL_OK);
    run(scene->world, 120);
    const double half = (double)pawl_soft_get_area2(scene->world, blob) / (double)rest;
    ck_assert_msg(half < 0.75, "it holds its air: %.3f", half);
    ck_assert_int_eq(pawl_soft_set_target_area2(scene->world, blob, rest), PAWL_OK);
    run(scene->world, 120);
    const double full = (double)pawl_soft_get_area2(scene->world, blob) / (double)rest;
    ck_assert_msg(fabs(full - 1) < 0.01, "it stays flat: %.3f", full);
    free_soft_scene(scene);
}
END_TEST

static double pile_energy(const pawl_world *world, const pawl_soft_id *blobs, int count) {
    double energy = 0;
    for (int i = 0; i < count; i++)
        energy += soft_energy(world, blobs[i]);
    return energy;
}

static int count_awake(const pawl_world *world, const pawl_soft_id *blobs, int count) {
    int awake = 0;
    for (int i = 0; i < count; i++)
        awake += pawl_soft_is_awake(world, blobs[i]);
    return awake;
}

static void drop_pile(soft_scene *scene, pawl_soft_id *blobs, double x, double y) {
    add_wall(scene->world, x, y - 1, 20, 1);
    add_wall(scene->world, x - 4.5, y + 5, 0.5, 10);
    add_wall(scene->world, x + 4.5, y + 5, 0.5, 10);
    for (int i = 0; i < BLOBS; i++) {
        const double across = -2.75 + 1.875 * (i % 4) + 0.125 * (i / 4 % 2);
        add_blob(scene, x + across, y + 1.5 + 1.375 * (i / 4), 0.625, RING, 1);
        blobs[i] = add_soft(scene);
    }
}

/* Blobs are springs, so energy comes and goes in an impact; but no second reaches what the one
 * before it has left behind. */
START_TEST(a_pile_of_twenty_blobs_settles_and_sleeps) {
    soft_scene *scene = make_scene();
    pawl_soft_id blobs[BLOBS];
    drop_pile(scene, blobs, 0, 0);
    double before = pile_energy(scene->world, blobs, BLOBS), peak = 0;
    int awake = BLOBS;
    for (int i = 0; i < SEEDED_ROUNDS(1200) && awake > 0; i++) {
        run(scene->world, 1);
        peak = fmax(peak, pile_energy(scene->world, blobs, BLOBS));
        awake = count_awake(scene->world, blobs, BLOBS);
        if (i % 60 != 59) continue;
        ck_assert_msg(peak <= before + 0.05, "second %d: %.4f after %.4f", i / 60, peak, before);
        before = peak;
        peak = 0;
    }
    if (SEEDED_SHARE == 1) {
        ck_assert_int_eq(awake, 0);
        run(scene->world, 60);
        ck_assert_int_eq(count_awake(scene->world, blobs, BLOBS), 0);
    }
    for (int i = 0; i < BLOBS; i++) {
        const double ratio = (double)pawl_soft_get_area2(scene->world, blobs[i]) /
                             (double)pawl_soft_get_target_area2(scene->world, blobs[i]);
        ck_assert_msg(fabs(ratio - 1) < 0.02, "area %.4f", ratio);
        const pawl_vec2 center = pawl_soft_get_center(scene->world, blobs[i]);
        ck_assert_msg(center.y > 0 && pawl_abs(center.x) < FX(4), "blob %d left the box", i);
    }
    ck_assert_uint_eq(pawl_world_get_faults(scene->world), 0);
    free_soft_scene(scene);
}
END_TEST

/* A little of everything: a pile, a rope with a weight, a cloth. */
static void fill(soft_scene *scene, double x, double y) {
    pawl_soft_id blobs[BLOBS];
    drop_pile(scene, blobs, x, y);
    scene->def.outline_count = 0;
    scene->def.pressure = 0;
    add_rope(scene, VEC(x + 2, y + 16), VEC(x + 6, y + 16), 16, 1, 0.25);
    scene->points[0].mass = 0;
    const pawl_soft_id rope = add_soft(scene);
    const pawl_body_id weight = add_unit_box(scene->world, x + 6.5, y + 16);
    uint32_t link;
    ck_assert_int_eq(pawl_soft_attach(scene->world, rope, 16, weight, VEC(-0.5, 0.25), &link),
                     PAWL_OK);
    const pawl_box box = {VEC(x - 2, y + 15), VEC(x + 1, y + 17)};
    ck_assert_int_eq(pawl_soft_add_cloth(&scene->parts, box, 6, 4, FX(2), FX(1), FX(0.5)), PAWL_OK);
    add_soft(scene);
}

static void assert_equal_but_shifted(const pawl_world *a, const pawl_world *b, pawl_vec2 offset,
                                     int step) {
    pawl_soft_id p = {0, 0}, q = {0, 0};
    while ((p = pawl_world_next_soft(a, p)).index1 != 0) {
        q = pawl_world_next_soft(b, q);
        ck_assert_int_eq(pawl_soft_is_awake(a, p), pawl_soft_is_awake(b, q));
        for (uint32_t i = 0; i < pawl_soft_get_point_count(a, p); i++) {
            const pawl_soft_point one = soft_point(a, p, i), two = soft_point(b, q, i);
            ck_assert_msg(two.position.x - one.position.x == offset.x &&
                              two.position.y - one.position.y == offset.y &&
                              one.velocity.x == two.velocity.x && one.velocity.y == two.velocity.y,
                          "step %d: point %u of soft body %u", step, (unsigned)i,
                          (unsigned)p.index1);
        }
    }
}

START_TEST(a_shifted_scene_gives_the_shifted_result) {
    static const double offsets[][2] = {{1000.25, -3000.0625}, {0.0000152587890625, 12345.5}};
    const double x = offsets[_i][0], y = offsets[_i][1];
    soft_scene *one = make_scene(), *two = make_scene();
    fill(one, 0, 0);
    fill(two, x, y);
    for (int step = 0; step < SEEDED_ROUNDS(150); step++) {
        run(one->world, 1);
        run(two->world, 1);
        assert_equal_but_shifted(one->world, two->world, VEC(x, y), step);
    }
    free_soft_scene(one);
    free_soft_scene(two);
}
END_TEST

START_TEST(soft_bodies_far_away_change_nothing) {
    soft_scene *one = make_scene(), *two = make_scene();
    fill(one, 0, 0);
    fill(two, 0, 0);
    add_blob(two, 200, 5, 1, 10, 1);
    add_soft(two);
    add_unit_box(two->world, 200, 2);
    for (int step = 0; step < SEEDED_ROUNDS(120); step++) {
        run(one->world, 1);
        run(two->world, 1);
        assert_equal_but_shifted(one->world, two->world, VEC(0, 0), step);
    }
    free_soft_scene(one);
    free_soft_scene(two);
}
END_TEST

Suite *suite_soft_rest(void);
Suite *suite_soft_rest(void) {
    TCase *tcase = tcase_create("soft_rest");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_cloth_settles_without_gaining_energy);
    tcase_add_test(tcase, a_blob_keeps_its_area_and_can_be_pumped_up);
    tcase_add_test(tcase, a_pile_of_twenty_blobs_settles_and_sleeps);
    tcase_add_loop_test(tcase, a_shifted_scene_gives_the_shifted_result, 0, 2);
    tcase_add_test(tcase, soft_bodies_far_away_change_nothing);
    Suite *suite = suite_create("soft_rest");
    suite_add_tcase(suite, tcase);
    return suite;
}
