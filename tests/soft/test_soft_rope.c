/* test_soft_rope.c - ropes: what they hold, how far they stretch, what they do to energy. */
#include "support/base/seeded.h"
#include "support/soft/soft.h"

#define LINKS 40

static soft_scene *make_scene(bool sleeping) {
    pawl_world_def def = soft_world_def();
    def.sleeping = sleeping;
    return make_soft_scene(&def);
}

/* A box of side 1 and a mass. */
static pawl_body_id add_weight(soft_scene *scene, double x, double y, double mass) {
    const pawl_body_id body = add_body(scene->world, PAWL_DYNAMIC, x, y);
    const pawl_convex box = box_convex(0.5, 0.5);
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    def.density = FX(mass);
    ck_assert_int_eq(pawl_shape_create(scene->world, body, &def, &box, &shape), PAWL_OK);
    return body;
}

/* 4 units of 40 links and mass 1, pinned at the origin, with a weight at the other end. */
static pawl_soft_id hang(soft_scene *scene, bool level, double mass, pawl_body_id *weight) {
    uint32_t link;
    add_rope(scene, VEC(0, 0), level ? VEC(4, 0) : VEC(0, -4), LINKS, 1, 0);
    scene->points[0].mass = 0;
    const pawl_soft_id rope = add_soft(scene);
    *weight = level ? add_weight(scene, 4.5, 0, mass) : add_weight(scene, 0, -4.5, mass);
    ck_assert_int_eq(pawl_soft_attach(scene->world, rope, LINKS, *weight,
                                      level ? VEC(-0.5, 0) : VEC(0, 0.5), &link),
                     PAWL_OK);
    return rope;
}

/* Positions are rounded to 2^-16: 1/6554 of a link of 0.1. */
START_TEST(a_rope_holds_a_weight_of_a_hundred_times_its_mass_without_stretching) {
    soft_scene *scene = make_scene(true);
    pawl_body_id weight;
    const pawl_soft_id rope = hang(scene, false, 100, &weight);
    const int asleep = run_until_asleep(scene->world, rope, 120);
    ck_assert_msg(asleep < 120, "it is awake after 2 s");
    run(scene->world, 1);
    ck_assert_int_eq(pawl_body_is_awake(scene->world, weight), false);
    ck_assert_msg(worst_stretch(scene->world, rope) < 0.0002, "stretch %f",
                  worst_stretch(scene->world, rope));
    const pawl_vec2 at = pawl_body_get_position(scene->world, weight);
    ck_assert_msg(pawl_abs(at.x) <= 2 && pawl_abs(at.y + FX(4.5)) <= 16, "at %d %d", (int)at.x,
                  (int)at.y);
    ck_assert_uint_eq(pawl_world_get_faults(scene->world), 0);
    free_soft_scene(scene);
}
END_TEST

/* Dropped from level. Nothing is added, so no step may gain energy; the rounding of velocities
 * and positions is below 2^-9 of a joule for these masses. */
START_TEST(a_swinging_weight_never_gains_energy) {
    static const double masses[] = {0.05, 1, 100, 1000};
    soft_scene *scene = make_scene(false);
    pawl_body_id weight;
    const double mass = masses[_i];
    const pawl_soft_id rope = hang(scene, true, mass, &weight);
    double before = soft_energy(scene->world, rope) + body_energy(scene->world, weight);
    double lowest = 0;
    for (int i = 0; i < SEEDED_ROUNDS(1200); i++) {
        run(scene->world, 1);
        const double energy = soft_energy(scene->world, rope) + body_energy(scene->world, weight);
        ck_assert_msg(energy <= before + 0.002 + mass * 2e-5, "step %d: %.5f after %.5f", i, energy,
                      before);
        before = energy;
        lowest = fmin(lowest, units(pawl_body_get_position(scene->world, weight).y));
        ck_assert_msg(worst_stretch(scene->world, rope) < 0.001, "step %d: stretch %.5f", i,
                      worst_stretch(scene->world, rope));
    }
    if (SEEDED_SHARE == 1) {
        ck_assert_msg(lowest < -4.2, "it did not swing");
        if (mass >= 100) ck_assert_msg(before > -0.25 * mass * 44, "it lost %.1f", -before);
    }
    ck_assert_uint_eq(pawl_world_get_faults(scene->world), 0);
    free_soft_scene(scene);
}
END_TEST

/* A point on a link of 1, let go level with its pin. The highest it comes in the last 3 of 60 s:
 * what Verlet integration in sub-steps of 1/480 s loses. */
START_TEST(a_pendulum_loses_what_is_stated) {
    soft_scene *scene = make_scene(false);
    add_rope(scene, VEC(0, 0), VEC(1, 0), 1, 2, 0);
    scene->points[0].mass = 0;
    const pawl_soft_id pendulum = add_soft(scene);
    double before = soft_energy(scene->world, pendulum), highest = -1;
    const int steps = SEEDED_ROUNDS(3600);
    for (int i = 0; i < steps; i++) {
        run(scene->world, 1);
        const double energy = soft_energy(scene->world, pendulum);
        ck_assert_msg(energy <= before + 1e-3, "step %d: %.5f after %.5f", i, energy, before);
        before = energy;
        const pawl_vec2 at = soft_point(scene->world, pendulum, 1).position;
        const double length = hypot(units(at.x), units(at.y));
        ck_assert_msg(fabs(length - 1) < 1e-4, "length %.6f", length);
        if (i >= steps - 180) highest = fmax(highest, units(at.y));
    }
    if (SEEDED_SHARE == 1) {
        ck_assert_msg(before > -8.9 && before < -7.5, "energy %.3f of 0 .. -10", before);
        ck_assert_msg(highest > -0.9, "height %.3f", highest);
    }
    free_soft_scene(scene);
}
END_TEST

/* y = a cosh(x / a) between two pins, with a from 2 a sinh(d / 2a) = length. */
START_TEST(a_rope_hangs_as_a_catenary) {
    soft_scene *scene = make_scene(true);
    add_rope(scene, VEC(-1.5, 0), VEC(1.5, 0), LINKS, 1, 0);
    scene->points[0].mass = scene->points[LINKS].mass = 0;
    for (int i = 0; i < LINKS; i++)
        scene->links[i].length = FX(4) / LINKS;
    scene->def.damping = FX(2);
    const pawl_soft_id rope = add_soft(scene);
    const int asleep = run_until_asleep(scene->world, rope, 1800);
    ck_assert_msg(asleep < 1800, "it never slept");
    double low = 0.01, high = 100;
    for (int i = 0; i < 60; i++) {
        const double a = (low + high) / 2;
        if (2 * a * sinh(1.5 / a) > 4) {
            low = a;
        } else {
            high = a;
        }
    }
    double worst = 0;
    for (uint32_t i = 0; i <= LINKS; i++) {
        const pawl_vec2 at = soft_point(scene->world, rope, i).position;
        const double y = low * (cosh(units(at.x) / low) - cosh(1.5 / low));
        worst = fmax(worst, fabs(units(at.y) - y));
    }
    ck_assert_msg(worst < 0.01, "off by %.4f", worst);
    free_soft_scene(scene);
}
END_TEST

/* A rope that is too short for its pins: no solution, but no harm. */
START_TEST(a_rope_too_short_for_its_pins_comes_to_rest) {
    static const double lengths[] = {0.08, 0.09, 0.099, 0.1};
    soft_scene *scene = make_scene(true);
    add_rope(scene, VEC(0, 0), VEC(4, 0), LINKS, 1, 0.1);
    scene->points[0].mass = scene->points[LINKS].mass = 0;
    for (int i = 0; i < LINKS; i++)
        scene->links[i].length = FX(lengths[_i]);
    const pawl_soft_id rope = add_soft(scene);
    const int asleep = run_until_asleep(scene->world, rope, 240);
    ck_assert_msg(asleep < 240, "it is awake after 4 s");
    for (uint32_t k = 0; k <= LINKS; k++) {
        const pawl_vec2 at = soft_point(scene->world, rope, k).position;
        ck_assert_msg(fabs(units(at.y)) < 0.125 && at.x >= 0 && at.x <= FX(4),
                      "point %u at %.4f, %.4f", (unsigned)k, units(at.x), units(at.y));
    }
    ck_assert_uint_eq(pawl_world_get_faults(scene->world), 0);
    free_soft_scene(scene);
}
END_TEST

/* The last point flies off at 60 units/s: 0.125 in the first sub-step, more than the length. */
START_TEST(what_is_pulled_apart_tears_and_says_so) {
    soft_scene *scene = make_scene(true);
    add_rope(scene, VEC(0, 0), VEC(1, 0), 10, 1, 0.5);
    scene->points[0].mass = 0;
    for (int i = 0; i < 10; i++)
        scene->links[i].tear = FX(1.5);
    scene->points[10].velocity = VEC(60, 0);
    const pawl_soft_id rope = add_soft(scene);
    run(scene->world, 1);
    const pawl_events events = pawl_world_get_events(scene->world);
    ck_assert_uint_eq(events.tear_count, 1);
    ck_assert_int_eq(pawl_soft_id_equal(events.tears[0].soft, rope), true);
    ck_assert_uint_eq(events.tears[0].link, 9);
    pawl_soft_link link;
    ck_assert_int_eq(pawl_soft_get_link(scene->world, rope, 9, &link), PAWL_OK);
    ck_assert_uint_eq(link.flags & PAWL_LINK_TORN, PAWL_LINK_TORN);
    /* The bend over the gap holds nothing either. */
    ck_assert_int_eq(pawl_soft_get_link(scene->world, rope, 18, &link), PAWL_OK);
    ck_assert_uint_eq(link.flags & PAWL_LINK_TORN, PAWL_LINK_TORN);
    ck_assert_int_eq(pawl_soft_get_link(scene->world, rope, 17, &link), PAWL_OK);
    ck_assert_uint_eq(link.flags & PAWL_LINK_TORN, 0);
    run(scene->world, 1);
    ck_assert_uint_eq(pawl_world_get_events(scene->world).tear_count, 0);
    run(scene->world, 58);
    assert_near(units(soft_point(scene->world, rope, 10).position.x), 61, 0.2, "what flew off");
    ck_assert_msg(soft_point(scene->world, rope, 9).position.y < 0, "the rest does not hang");
    free_soft_scene(scene);
}
END_TEST

START_TEST(a_torn_rope_drops_its_weight) {
    soft_scene *scene = make_scene(true);
    pawl_body_id weight;
    const pawl_soft_id rope = hang(scene, false, 10, &weight);
    run(scene->world, 120);
    ck_assert_int_eq(pawl_body_is_awake(scene->world, weight), false);
    ck_assert_int_eq(pawl_soft_tear(scene->world, rope, 20), PAWL_OK);
    run(scene->world, 60);
    const double fallen = -4.5 - units(pawl_body_get_position(scene->world, weight).y);
    ck_assert_msg(fallen > 4, "it fell by %.2f in 1 s", fallen);
    const pawl_vec2 held = soft_point(scene->world, rope, 20).position;
    assert_near(units(held.y), -2, 0.05, "what still hangs");
    free_soft_scene(scene);
}
END_TEST

Suite *suite_soft_rope(void);
Suite *suite_soft_rope(void) {
    TCase *tcase = tcase_create("soft_rope");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_rope_holds_a_weight_of_a_hundred_times_its_mass_without_stretching);
    tcase_add_loop_test(tcase, a_swinging_weight_never_gains_energy, 0, 4);
    tcase_add_test(tcase, a_pendulum_loses_what_is_stated);
    tcase_add_test(tcase, a_rope_hangs_as_a_catenary);
    tcase_add_loop_test(tcase, a_rope_too_short_for_its_pins_comes_to_rest, 0, 4);
    tcase_add_test(tcase, what_is_pulled_apart_tears_and_says_so);
    tcase_add_test(tcase, a_torn_rope_drops_its_weight);
    Suite *suite = suite_create("soft_rope");
    suite_add_tcase(suite, tcase);
    return suite;
}
