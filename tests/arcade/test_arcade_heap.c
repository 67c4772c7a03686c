/* test_arcade_heap.c - bodies that lie on several others: they come to rest without end to it,
 * until they stand still for the rest of a step. */
#include "arcade/arcade.h"
#include "support/arcade/arcade.h"
#include "support/base/seeded.h"

#define BALLS_MAX 40

/* Balls that fell into a trough five seconds ago, in an arcade with room for more. */
static pawl_arcade *make_heap(int balls, uint16_t limit, uint64_t seed) {
    pawl_arcade_def def = pawl_arcade_def_default();
    const pawl_fx width = FX(balls > 20 ? 4.25 : 2.25);
    def.impact_limit = limit;
    def.contact_capacity = 1024;
    def.bounds.lower = pawl_vec2_make(-width, 0);
    def.bounds.upper = pawl_vec2_make(width, FX(60));
    memset(def.edges, PAWL_ARCADE_EDGE_BOUNCE, sizeof def.edges);
    pawl_arcade *const arcade = make_arcade(&def);
    const uint16_t ball = add_kind(arcade, circle_kind(0.5));
    for (int i = 0; i < balls; i++) {
        const pawl_fx x = (pawl_fx)(seeded_next(&seed) % (uint64_t)(2 * width - FX(1)));
        add_arcade_body(arcade, ball, pawl_vec2_make(x - width + FX(0.5), FX(1 + i)), VEC(0, 0));
    }
    step(arcade, 300);
    pawl_arcade_clear_faults(arcade);
    return arcade;
}

static int count_held(const pawl_arcade *arcade) {
    int held = 0;
    for (uint16_t slot = 0; slot < arcade->slot_count; slot++) {
        held += pawli_arcade_paths(arcade)[slot].rests >= PAWLI_ARCADE_REST_LIMIT;
    }
    return held;
}

/* The chains of its impacts reach any limit. What ends them lets a few heaps in a hundred creep: of
 * 640 of 10 to 40 balls 14 by more than 100 raw units in a second, the worst ball by 2384, which is
 * less than the twenty-fifth part of a unit. */
START_TEST(a_heap_of_balls_lies_still_without_a_fault) {
    const int balls[] = {10, 15, 20, BALLS_MAX};
    pawl_arcade *const arcade = make_heap(balls[_i], 64, seeded_base);
    pawl_arcade_id ids[BALLS_MAX];
    pawl_vec2 places[BALLS_MAX];
    const int count = pawl_arcade_get_bodies(arcade, ids, BALLS_MAX);
    const pawl_fx most = FX(0.04);
    int held = 0;
    for (int i = 0; i < count; i++)
        places[i] = pawl_arcade_get_position(arcade, ids[i]);
    for (int n = 0; n < 60; n++) {
        step(arcade, 1);
        held += count_held(arcade);
        for (int i = 0; i < count; i++) {
            const pawl_vec2 way =
                pawl_vec2_sub(pawl_arcade_get_position(arcade, ids[i]), places[i]);
            ck_assert_msg(abs(way.x) <= most && abs(way.y) <= most, "ball %d moved by %ld, %ld", i,
                          (long)way.x, (long)way.y);
        }
    }
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade) & PAWL_ARCADE_FAULT_IMPACTS, 0);
    if (count > 10)
        ck_assert_int_gt(held, 60); /* 240 at least; of ten balls often two, but not always */
    free(arcade);
}
END_TEST

/* When a body has its last impact of a step, at least 2^-16 s after it began. */
static uint32_t last_impact(const pawl_arcade *arcade, pawl_arcade_id body) {
    uint32_t last = 1u << 15;
    for (int k = 0; k < pawl_arcade_get_contact_count(arcade); k++) {
        const pawl_arcade_contact *const contact = pawl_arcade_get_contacts(arcade) + k;
        const bool is_own =
            pawl_arcade_id_equal(contact->a, body) || pawl_arcade_id_equal(contact->b, body);
        if (is_own && contact->time > last) last = contact->time;
    }
    return last;
}

/* Whether a shot has met that body, after it has stopped, and nothing else. */
static bool strikes_only(const pawl_arcade *arcade, pawl_arcade_id body, pawl_arcade_id shot,
                         uint32_t stopped) {
    int others = 0, hits = 0;
    for (int k = 0; k < pawl_arcade_get_contact_count(arcade); k++) {
        const pawl_arcade_contact *const contact = pawl_arcade_get_contacts(arcade) + k;
        if (!pawl_arcade_id_equal(contact->a, shot) && !pawl_arcade_id_equal(contact->b, shot)) {
            continue;
        }
        const bool is_hit = pawl_arcade_id_equal(contact->a, body) && contact->time > stopped;
        hits += is_hit;
        others += !is_hit;
    }
    return hits == 1 && others == 0;
}

/* Who has stopped is a wall for the rest of the step, to whatever comes: balls are shot at those,
 * from eight sides through what gaps there are. */
static int shoot_at_heap(uint64_t seed) {
    const pawl_vec2 sides[] = {VEC(1, 0),     VEC(0, 1),      VEC(-1, 0),      VEC(0, -1),
                               VEC(0.6, 0.8), VEC(-0.6, 0.8), VEC(-0.6, -0.8), VEC(0.6, -0.8)};
    pawl_arcade *const calm = make_heap(10, 64, seed), *const struck = make_heap(10, 64, seed);
    const uint16_t ball = add_kind(calm, elastic(circle_kind(0.03125)));
    pawl_arcade_id ids[BALLS_MAX];
    const int count = pawl_arcade_get_bodies(calm, ids, BALLS_MAX);
    int hits = 0;
    for (int i = 0; i < 8 * count; i++) {
        const pawl_arcade_id body = ids[i / 8];
        const pawl_vec2 side = sides[i % 8];
        const pawl_vec2 away = {side.x / 32 * 19, side.y / 32 * 19}; /* a gap of 1/16 */
        memcpy(struck, calm, pawl_arcade_state_size(calm));
        const pawl_vec2 from = pawl_vec2_add(pawl_arcade_get_position(struck, body), away);
        const pawl_arcade_id shot =
            add_arcade_body(struck, ball, from, pawl_vec2_make(-8 * side.x, -8 * side.y));
        step(calm, 1);
        step(struck, 1);
        if (pawli_arcade_paths(calm)[body.index1 - 1].rests < PAWLI_ARCADE_REST_LIMIT) continue;
        if (!strikes_only(struck, body, shot, last_impact(calm, body))) continue;
        hits++;
        assert_vec(pawl_arcade_get_position(struck, body), pawl_arcade_get_position(calm, body));
        assert_vec(pawl_arcade_get_velocity(struck, body), pawl_arcade_get_velocity(calm, body));
        const pawl_vec2 speed = pawl_arcade_get_velocity(struck, shot);
        ck_assert_int_gt(pawl_vec2_dot(speed, side) >> 16, FX(7.5));
    }
    free(calm);
    free(struck);
    return hits;
}

START_TEST(a_body_that_rests_too_often_is_a_wall_until_the_step_ends) {
    int hits = 0;
    for (uint64_t i = 0; i < 8 && hits == 0; i++) /* not each heap has one that stops */
        hits = shoot_at_heap(first_seed((int)i));
    ck_assert_int_gt(hits, 0);
}
END_TEST

static pawl_arcade_prototype dull(pawl_arcade_prototype kind) {
    kind.elasticity = 0;
    return kind;
}

/* However many come to rest on it. */
START_TEST(an_immovable_lift_goes_on_under_its_load) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.contact_capacity = 256;
    pawl_arcade *const arcade = make_arcade(&def);
    const uint16_t floor = add_kind(arcade, immovable(dull(box_kind(50, 0.5))));
    const uint16_t crate = add_kind(arcade, dull(box_kind(0.5, 0.5)));
    const pawl_arcade_id lift = add_arcade_body(arcade, floor, VEC(0, 0), VEC(0, 3.75));
    pawl_arcade_id crates[50];
    for (int i = 0; i < 50; i++)
        crates[i] = add_arcade_body(arcade, crate, VEC(1.5 * (i - 25), 1), VEC(0, 0));
    for (int n = 1; n <= 60; n++) {
        step(arcade, 1);
        ck_assert_int_eq(pawl_arcade_get_position(arcade, lift).y, FX(0.0625) * n);
        ck_assert_uint_ge(pawl_arcade_get_contact_count(arcade), 50);
        for (int i = 0; i < 50; i++) {
            const pawl_fx gap = pawl_arcade_get_position(arcade, crates[i]).y - FX(0.0625) * n;
            ck_assert_msg(gap >= FX(1) - 1 && gap <= FX(1) + 2, "crate %d: %ld", i, (long)gap);
        }
    }
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    free(arcade);
}
END_TEST

/* A ball shuttles on a floor between walls that lean over it. Each of them throws it back and down
 * a little, so that it bounces and rests in turn: what is counted is in a row. */
START_TEST(a_bounce_begins_the_count_anew) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = VEC(0, -8000); /* for rest at a few hundred units/s; the ball feels none */
    def.impact_limit = 1000;
    def.contact_capacity = 1000;
    pawl_arcade *const arcade = make_arcade(&def);
    const pawl_vec2 left[] = {VEC(-2, -1), VEC(0, -1), VEC(0.0625, 3), VEC(-2, 3)};
    const pawl_vec2 right[] = {VEC(0, -1), VEC(2, -1), VEC(2, 3), VEC(-0.0625, 3)};
    pawl_arcade_prototype kind = elastic(circle_kind(0.25));
    kind.gravity_scale = 0;
    const uint16_t ball = add_kind(arcade, kind);
    const uint16_t floor = add_kind(arcade, immovable(elastic(box_kind(4, 0.5))));
    kind = immovable(elastic(polygon_kind(arcade, left, 4, 0)));
    add_arcade_body(arcade, add_kind(arcade, kind), VEC(-1, 0), VEC(0, 0));
    kind = immovable(elastic(polygon_kind(arcade, right, 4, 0)));
    add_arcade_body(arcade, add_kind(arcade, kind), VEC(1, 0), VEC(0, 0));
    add_arcade_body(arcade, floor, VEC(0, -0.5), VEC(0, 0));
    const pawl_arcade_id body = add_arcade_body(arcade, ball, VEC(0, 0.25), VEC(5000, 0));
    step(arcade, 1);
    ck_assert_uint_ge(pawl_arcade_get_contact_count(arcade), 4 * PAWLI_ARCADE_REST_LIMIT - 20);
    ck_assert_int_eq(pawli_arcade_is_frozen(arcade, (uint16_t)(body.index1 - 1)), false);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    free(arcade);
}
END_TEST

/* c and d hang side by side; a comes from below to both at once, after both have heard of it: c,
 * the oldest, is struck and takes all of the speed. d has been stopped by e meanwhile, and knows a
 * from looking around itself; c only because a has told it. */
START_TEST(of_two_met_at_once_the_oldest_comes_first_though_it_has_not_looked) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = VEC(0, 0);
    def.rate_numerator = 64;
    def.body_capacity = (uint16_t)(_i == 0 ? 8 : 32); /* not sorted, and sorted */
    pawl_arcade *const arcade = make_arcade(&def);
    pawl_arcade_prototype kind = elastic(box_kind(0.5, 0.5));
    const uint16_t hanging = add_kind(arcade, kind);
    kind.category = 2;
    kind.mask = 1;
    const uint16_t stop = add_kind(arcade, kind);
    kind = elastic(box_kind(4, 0.5));
    kind.category = 4;
    kind.mask = 1 | 8;
    const uint16_t wide = add_kind(arcade, kind);
    kind = immovable(box_kind(4, 0.5));
    kind.category = 8;
    kind.mask = 4;
    kind.elasticity = kind.friction = kind.stick = 0;
    const uint16_t floor = add_kind(arcade, kind);
    const pawl_arcade_id c = add_arcade_body(arcade, hanging, VEC(-3, 1.75), VEC(0, 0));
    const pawl_arcade_id d = add_arcade_body(arcade, hanging, VEC(3.5, 1.75), VEC(-64, 0));
    add_arcade_body(arcade, stop, VEC(2, 1.75), VEC(0, 0));
    add_arcade_body(arcade, floor, VEC(0, -1), VEC(0, 0));
    const pawl_arcade_id a = add_arcade_body(arcade, wide, VEC(0, 0), VEC(0, -64));
    step(arcade, 1);
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), 3);
    ck_assert_uint_eq(pawl_arcade_get_contacts(arcade)[2].time, UINT32_C(3) << 23);
    assert_vec(pawl_arcade_get_velocity(arcade, c), VEC(0, 64));
    assert_vec(pawl_arcade_get_velocity(arcade, d), VEC(0, 0));
    assert_vec(pawl_arcade_get_velocity(arcade, a), VEC(0, 0));
    assert_vec(pawl_arcade_get_position(arcade, d), VEC(3, 1.75));
    free(arcade);
}
END_TEST

Suite *suite_arcade_heap(void);

Suite *suite_arcade_heap(void) {
    Suite *const suite = suite_create("arcade_heap");
    TCase *const all = tcase_create("arcade_heap");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, a_heap_of_balls_lies_still_without_a_fault, 0, 4);
    tcase_add_test(all, a_body_that_rests_too_often_is_a_wall_until_the_step_ends);
    tcase_add_test(all, an_immovable_lift_goes_on_under_its_load);
    tcase_add_test(all, a_bounce_begins_the_count_anew);
    tcase_add_loop_test(all, of_two_met_at_once_the_oldest_comes_first_though_it_has_not_looked, 0,
                        2);
    suite_add_tcase(suite, all);
    return suite;
}
