/* test_pocket.c - circles and boxes for 8-bit parts: no overlap, no escape, rest, momentum, and
 * what the arcade says of the same. */
#include "support/arcade/pocket.h"

static int64_t square(int64_t value) {
    return value * value;
}

static int64_t half_of(const pawl_pocket_body *body, int axis) {
    return (body->flags & PAWL_POCKET_BOX) != 0 ? body->half[axis] * 256 : 0;
}

static int64_t radius_of(const pawl_pocket_body *body) {
    return (body->flags & PAWL_POCKET_BOX) != 0 ? 0 : body->half[0] * 256;
}

/* Whether two overlap by more than a depth, exactly: with the radius that much smaller, or the
 * boxes. */
static bool overlap_beyond(const pawl_pocket_body *a, const pawl_pocket_body *b, int64_t depth) {
    int64_t gap[2];
    const int64_t radius = radius_of(a) + radius_of(b);
    for (int axis = 0; axis < 2; axis++)
        gap[axis] = llabs((int64_t)a->position[axis] - b->position[axis]) - half_of(a, axis) -
                    half_of(b, axis);
    if (gap[0] <= 0 || gap[1] <= 0) return gap[0] < radius - depth && gap[1] < radius - depth;
    return radius > depth && square(gap[0]) + square(gap[1]) < square(radius - depth);
}

/* What pawl/pocket.h says of sides, of round corners, and of the impacts of the step: a unit on
 * each axis, of which one and a half is more than the length. */
static int64_t allowed(const pawl_pocket_body *a, const pawl_pocket_body *b) {
    const int64_t radius = radius_of(a) + radius_of(b);
    const int impacts = pocket.contact_count + pocket.dropped;
    return PAWL_POCKET_SLOP + (radius > 0 ? 1 + (radius >> 14) : 0) + (3 * impacts + 1) / 2;
}

static int64_t depth_of(const pawl_pocket_body *a, const pawl_pocket_body *b) {
    int64_t depth = 0;
    while (overlap_beyond(a, b, depth) && depth < 4096)
        depth++;
    return depth;
}

static void assert_apart(const char *where, int pass, int round) {
    for (int i = 0; i < BODIES; i++) {
        for (int j = i + 1; j < BODIES; j++) {
            if (!is_used(i) || !is_used(j)) continue;
            if (bodies[i].inverse_mass == 0 && bodies[j].inverse_mass == 0) continue;
            const int64_t depth = depth_of(&bodies[i], &bodies[j]);
            ck_assert_msg(depth <= allowed(&bodies[i], &bodies[j]),
                          "%s: %d and %d overlap by %ld, pass %d, round %d, faults %d, flags %d %d",
                          where, i, j, (long)depth, pass, round, pocket.faults, bodies[i].flags,
                          bodies[j].flags);
        }
    }
}

static double between(uint64_t *seed, double low, double high) {
    return low + (high - low) * (double)(seeded_next(seed) >> 32) / 4294967296.0;
}

/* Bodies of all kinds on the cells of a board, some of them immovable. */
static void scatter(uint64_t *seed, double speed) {
    begin_pocket();
    set_bounds(10, PAWL_POCKET_EDGE_BOUNCE);
    pocket.impact_limit = 255;
    for (int i = 0; i < BODIES; i++) {
        pawl_pocket_body *const body =
            put(i % 4 * 5 - 7.5, i / 4 * 5 - 7.5, between(seed, -speed, speed),
                between(seed, -speed, speed));
        body->half[0] = (uint16_t)between(seed, 20, 500);
        if ((seeded_next(seed) & 1u) != 0)
            box_body(body, between(seed, 0.1, 2), between(seed, 0.1, 2));
        body->inverse_mass = (uint8_t)(seeded_next(seed) % 5 * 50);
        body->elasticity = (uint8_t)seeded_next(seed);
        body->friction = (uint8_t)seeded_next(seed);
        if (body->inverse_mass == 0) body->velocity[0] = body->velocity[1] = 0;
    }
}

START_TEST(bodies_never_overlap_and_never_leave) {
    uint64_t seed = first_seed(_i);
    static const double speeds[] = {0.05, 1, 60};
    uint32_t impacts = 0, faults = 0;
    for (int round = 0; round < SEEDED_ROUNDS(40); round++) {
        scatter(&seed, speeds[_i]);
        pocket.gravity[1] = FX(-0.004);
        for (int step = 0; step < 60; step++) {
            pocket.faults = 0;
            go(1);
            if ((pocket.faults & PAWL_POCKET_FAULT_OVERLAP) != 0) { /* squeezed, and told */
                faults++;
                break;
            }
            assert_apart("random scene", _i, round);
            for (int n = 0; n < pocket.contact_count; n++)
                impacts += pocket.contacts[n].speed > 0;
            for (int i = 0; i < BODIES; i++) {
                if (bodies[i].inverse_mass == 0) continue;
                for (int axis = 0; axis < 2; axis++) {
                    const int64_t side = llabs(bodies[i].position[axis]) +
                                         half_of(&bodies[i], axis) + radius_of(&bodies[i]);
                    ck_assert_msg(side <= FX(10) + PAWL_POCKET_SLOP, "%d is out by %ld, round %d",
                                  i, (long)(side - FX(10)), round);
                }
            }
        }
    }
    ck_assert_uint_gt(impacts, 100);
    ck_assert_uint_le(faults, 3); /* one in 400 scenes at the highest speed */
}
END_TEST

/* Bodies that lie on each other are pushed apart: what is left is as little as promised, or there
 * is a fault. */
START_TEST(what_is_left_of_overlaps_is_as_little_as_promised) {
    uint64_t seed = first_seed(_i);
    uint32_t clean = 0, left = 0;
    for (int round = 0; round < SEEDED_ROUNDS(1000); round++) {
        scatter(&seed, round % 2 != 0 ? 0.05 : 0);
        if (round % 3 != 0) memset(pocket.edges, PAWL_POCKET_EDGE_OPEN, 4);
        for (int i = 0; i < BODIES; i++)
            for (int axis = 0; axis < 2; axis++)
                bodies[i].position[axis] = FX(between(&seed, -8, 8));
        for (int step = 0; step < 4; step++) {
            pocket.faults = 0;
            go(1);
            if ((pocket.faults & PAWL_POCKET_FAULT_OVERLAP) != 0) continue;
            clean++;
            assert_apart("crowd", _i, round);
            for (int i = 0; i < BODIES; i++)
                for (int j = 0; j < i; j++)
                    left += (bodies[i].inverse_mass | bodies[j].inverse_mass) != 0 &&
                            overlap_beyond(&bodies[i], &bodies[j], 0);
        }
    }
    ck_assert_int_gt((int)clean, SEEDED_OFTEN(100));
    ck_assert_int_gt((int)left, SEEDED_OFTEN(10));
}
END_TEST

START_TEST(nothing_passes_thin_walls_at_top_speed) {
    uint64_t seed = first_seed(_i);
    uint32_t impacts = 0;
    for (int round = 0; round < SEEDED_ROUNDS(100); round++) {
        begin_pocket();
        /* A ring of four walls, 1/128 unit thick, that overlap at the corners. */
        for (int i = 0; i < 4; i++) {
            const double at = i % 2 == 0 ? 8 : -8;
            box_body(put(i < 2 ? at : 0, i < 2 ? 0 : at, 0, 0), i < 2 ? 1.0 / 256 : 8.5,
                     i < 2 ? 8.5 : 1.0 / 256)
                ->inverse_mass = 0;
        }
        for (int i = 0; i < 4; i++) {
            pawl_pocket_body *const body = elastic_body(put(i % 2 * 6 - 3, i / 2 * 6 - 3, 0, 0));
            body->half[0] = (uint16_t)(1 + seeded_next(&seed) % 256);
            if (i == 0) box_body(body, 0.25, 0.5);
            for (int axis = 0; axis < 2; axis++)
                body->velocity[axis] = (pawl_fx)(seeded_next(&seed) % (2 * PAWL_POCKET_SPEED_MAX)) -
                                       PAWL_POCKET_SPEED_MAX;
        }
        for (int step = 0; step < 30; step++) {
            go(1);
            impacts += pocket.contact_count + pocket.dropped;
            assert_apart("ring", _i, round);
            for (int i = 4; i < 8; i++) {
                ck_assert_msg(abs(bodies[i].position[0]) < FX(8) &&
                                  abs(bodies[i].position[1]) < FX(8),
                              "body %d got out in round %d, step %d", i, round, step);
            }
        }
    }
    ck_assert_uint_gt(impacts, 1000);
}
END_TEST

START_TEST(a_body_at_rest_does_not_move_at_all) {
    begin_pocket();
    pocket.gravity[0] = _i == 1 ? 250 : 0; /* below the threshold of stick, 272 */
    pocket.gravity[1] = -182;
    box_body(put(0, -1, 0, 0), 20, 1)->inverse_mass = 0;
    put(-5, 3, 0.03, 0);
    if (_i == 0) {
        box_body(put(0, 2, 0, 0), 0.5, 0.5);
        box_body(put(0.2, 4, 0, 0), 0.5, 0.5); /* onto the other */
        box_body(put(0.1, 6, 0, 0), 0.5, 0.5);
    }
    go(600);
    pawl_pocket_body before[BODIES];
    memcpy(before, bodies, sizeof bodies);
    for (int step = 0; step < 3600; step++) {
        go(1);
        for (int i = 0; i < (_i == 0 ? 5 : 2); i++)
            for (int axis = 0; axis < 2; axis++)
                ck_assert_msg(bodies[i].position[axis] == before[i].position[axis],
                              "body %d moved by %ld on axis %d in step %d", i,
                              (long)bodies[i].position[axis] - before[i].position[axis], axis,
                              step);
    }
    ck_assert_int_eq(bodies[1].position[1], FX(0.5));
    if (_i == 0) ck_assert_int_eq(bodies[4].position[1], FX(2.5));
    ck_assert_uint_ge(pocket.contact_count, _i == 0 ? 4 : 1);
    ck_assert_uint_eq(pocket.faults, 0);
}
END_TEST

START_TEST(equal_masses_exchange_their_velocities) {
    begin_pocket();
    pawl_pocket_body *const a = elastic_body(put(0, 0, 0.3, 0)), *const b = put(2, 0, -0.1, 0);
    if (_i == 1) box_body(a, 0.5, 0.5), box_body(b, 0.5, 0.5);
    b->friction = b->stick = 0;
    const pawl_fx va = a->velocity[0], vb = b->velocity[0];
    go(10);
    ck_assert_int_eq(a->velocity[0], vb);
    ck_assert_int_eq(b->velocity[0], va);
    ck_assert_int_eq(a->velocity[1], 0);
}
END_TEST

/* To a raw unit for each impact. */
START_TEST(equal_masses_keep_their_momentum) {
    uint64_t seed = first_seed(_i);
    uint32_t impacts = 0;
    for (int round = 0; round < SEEDED_ROUNDS(200); round++) {
        begin_pocket();
        int64_t sum[2] = {0, 0};
        uint32_t here = 0;
        for (int i = 0; i < 3; i++) {
            pawl_pocket_body *const body =
                put(i * 2 - 2, between(&seed, -1, 1), between(&seed, -1, 1) - i + 1,
                    between(&seed, -1, 1));
            body->elasticity = (uint8_t)seeded_next(&seed);
            if ((seeded_next(&seed) & 1u) != 0) box_body(body, 0.5, 0.5);
            for (int axis = 0; axis < 2; axis++)
                sum[axis] += body->velocity[axis];
        }
        for (int step = 0; step < 10; step++) {
            go(1);
            here += pocket.contact_count;
        }
        for (int axis = 0; axis < 2; axis++) {
            const int64_t now = (int64_t)bodies[0].velocity[axis] + bodies[1].velocity[axis] +
                                bodies[2].velocity[axis];
            ck_assert_int_le(llabs(now - sum[axis]), here);
        }
        impacts += here;
    }
    ck_assert_int_gt((int)impacts, SEEDED_OFTEN(100));
}
END_TEST

/* The same two bodies in both models: they hit or miss alike, unless they graze, and are where the
 * other is to 1/256 unit. */
START_TEST(pocket_and_arcade_agree_on_two_bodies) {
    uint64_t seed = first_seed(_i);
    int hits = 0, misses = 0;
    for (int round = 0; round < SEEDED_ROUNDS(400); round++) {
        const bool box_a = (seeded_next(&seed) & 1u) != 0, box_b = (seeded_next(&seed) & 1u) != 0;
        const int half = (int)(64 + seeded_next(&seed) % 256);
        const double y = between(&seed, -4, 4), vy = between(&seed, -0.05, 0.05);
        begin_pocket();
        pawl_pocket_body *const a = elastic_body(put(0, 0, 1.0 / 8, 0));
        pawl_pocket_body *const b = elastic_body(put(5, y, 0, vy));
        if (box_a) box_body(a, 0.75, 0.75);
        a->half[0] = 192;
        if (box_b) box_body(b, half / 256.0, half / 256.0);
        b->half[0] = (uint16_t)half;
        pawl_arcade_def def = pawl_arcade_def_default();
        def.gravity = VEC(0, 0);
        def.rate_numerator = 1;
        pawl_arcade *const arcade = make_arcade(&def);
        const double size = half / 256.0;
        const pawl_arcade_id ids[2] = {
            add_arcade_body(
                arcade, add_kind(arcade, elastic(box_a ? box_kind(0.75, 0.75) : circle_kind(0.75))),
                pawl_vec2_make(0, 0), pawl_vec2_make(FX(1.0 / 8), 0)),
            add_arcade_body(
                arcade, add_kind(arcade, elastic(box_b ? box_kind(size, size) : circle_kind(size))),
                pawl_vec2_make(FX(5), b->position[1]), pawl_vec2_make(0, b->velocity[1]))};
        bool hit = false, arcade_hit = false, grazed = false;
        for (int i = 0; i < 60; i++) {
            go(1);
            step(arcade, 1);
            hit |= pocket.contact_count != 0;
            if (pawl_arcade_get_contact_count(arcade) != 0) {
                const pawl_arcade_contact *const contact = pawl_arcade_get_contacts(arcade);
                arcade_hit = true;
                grazed |= contact->speed < FX(1.0 / 32);
            }
        }
        grazed |= box_a && box_b && llabs(llabs(b->position[1]) - (192 + half) * 256) < 64;
        const pawl_vec2 at[2] = {pawl_arcade_get_position(arcade, ids[0]),
                                 pawl_arcade_get_position(arcade, ids[1])};
        free(arcade);
        if (grazed || (hit != arcade_hit && hit && pocket.contacts[0].speed == 0)) continue;
        ck_assert_msg(hit == arcade_hit, "round %d: %d, arcade %d", round, hit, arcade_hit);
        hits += hit;
        misses += !hit;
        for (int i = 0; i < 2; i++)
            ck_assert_msg(labs((long)bodies[i].position[0] - at[i].x) <= 256 &&
                              labs((long)bodies[i].position[1] - at[i].y) <= 256,
                          "round %d: body %d at (%ld, %ld), arcade (%ld, %ld)", round, i,
                          (long)bodies[i].position[0], (long)bodies[i].position[1], (long)at[i].x,
                          (long)at[i].y);
    }
    ck_assert_int_gt(hits, SEEDED_OFTEN(40));
    ck_assert_int_gt(misses, SEEDED_OFTEN(40));
}
END_TEST

START_TEST(overlaps_are_pushed_out_by_inverse_mass) {
    begin_pocket();
    pawl_pocket_body *const a = put(0, 0, 0, 0), *const b = put(0.5, 0, 0, 0);
    b->inverse_mass = 3;
    go(1);
    ck_assert_int_eq(a->position[0], FX(-0.125));
    ck_assert_int_eq(b->position[0], FX(0.875));
    ck_assert_int_eq(a->velocity[0], 0);
}
END_TEST

/* Touching is apart: one that goes along another's tangent, however that is rounded, does not meet
 * it. */
START_TEST(who_goes_along_a_tangent_does_not_meet) {
    for (int i = 0; i < SEEDED_ROUNDS(2000); i++) {
        begin_pocket();
        pawl_pocket_body *const a = elastic_body(put(0, 0, 4, _i));
        pawl_pocket_body *const b = elastic_body(put(0, 1, 0, _i));
        b->position[0] = i;
        go(1);
        ck_assert_msg(pocket.contact_count == 0, "offset %d", i);
        ck_assert_int_eq(a->position[0], FX(4));
    }
}
END_TEST

START_TEST(squeezed_bodies_set_a_fault) {
    begin_pocket();
    put(0, 0, 0, 0);
    box_body(put(0.9, 0, 0, 0), 0.5, 0.5)->inverse_mass = 0;
    box_body(put(-0.9, 0, 0, 0), 0.5, 0.5)->inverse_mass = 0;
    go(1);
    ck_assert_uint_eq(pocket.faults, PAWL_POCKET_FAULT_OVERLAP);
}
END_TEST

START_TEST(too_many_impacts_stop_the_step) {
    begin_pocket();
    pocket.impact_limit = 5;
    elastic_body(put(0, 0, 60, 0));
    box_body(put(0.6, 0, 0, 0), 0.0625, 1)->inverse_mass = 0;
    box_body(put(-0.6, 0, 0, 0), 0.0625, 1)->inverse_mass = 0;
    go(1);
    ck_assert_uint_eq(pocket.faults, PAWL_POCKET_FAULT_IMPACTS);
    ck_assert_int_lt(labs((long)bodies[0].position[0]), FX(0.05));
    ck_assert_uint_eq(pocket.contact_count, 5);
}
END_TEST

Suite *suite_pocket(void) {
    Suite *const suite = suite_create("pocket");
    TCase *const tests = tcase_create("pocket");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, bodies_never_overlap_and_never_leave, 0, 3);
    tcase_add_loop_test(tests, what_is_left_of_overlaps_is_as_little_as_promised, 0, 3);
    tcase_add_loop_test(tests, who_goes_along_a_tangent_does_not_meet, 0, 2);
    tcase_add_loop_test(tests, nothing_passes_thin_walls_at_top_speed, 0, 2);
    tcase_add_loop_test(tests, a_body_at_rest_does_not_move_at_all, 0, 2);
    tcase_add_loop_test(tests, equal_masses_exchange_their_velocities, 0, 2);
    tcase_add_loop_test(tests, equal_masses_keep_their_momentum, 0, 2);
    tcase_add_loop_test(tests, pocket_and_arcade_agree_on_two_bodies, 0, 2);
    tcase_add_test(tests, overlaps_are_pushed_out_by_inverse_mass);
    tcase_add_test(tests, squeezed_bodies_set_a_fault);
    tcase_add_test(tests, too_many_impacts_stop_the_step);
    suite_add_tcase(suite, tests);
    return suite;
}
