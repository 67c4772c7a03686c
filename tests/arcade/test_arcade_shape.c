/* test_arcade_shape.c - swept pairs: the short way of boxes against the general kit, and both
 * against fractions in 128 bits. */
#include <inttypes.h>

#include "arcade/arcade.h"
#include "arcade/box_sweep.h"
#include "arcade/circle_box.h"
#include "collide/outline.h"
#include "support/arcade/arcade.h"
#include "support/base/seeded.h"

/* Sizes and distances of all orders; few raw units as well, where ties are frequent. */
static pawl_fx seeded_size(uint64_t *seed, int order) {
    return (pawl_fx)(16 + seeded_next(seed) % (UINT64_C(1) << order));
}

static pawl_fx seeded_place(uint64_t *seed, int order) {
    const int64_t range = INT64_C(1) << order;
    return (pawl_fx)((int64_t)(seeded_next(seed) % (uint64_t)(2 * range + 1)) - range);
}

static pawl_arcade_meeting kit_meet(pawl_vec2 half_a, pawl_vec2 half_b, pawl_vec2 offset,
                                    pawl_vec2 move, bool *crosses) {
    pawl_arcade_meeting found;
    memset(&found, 0, sizeof found);
    pawl_convex a, b;
    ck_assert_int_eq(pawl_make_box(half_a.x, half_a.y, &a), PAWL_OK);
    ck_assert_int_eq(pawl_make_box(half_b.x, half_b.y, &b), PAWL_OK);
    const pawli_frame frame_a = {{0, 0}, {PAWL_UNIT, 0}, {0, 0}};
    const pawli_frame frame_b = {offset, {PAWL_UNIT, 0}, {0, 0}};
    const pawl_cast_hit hit = pawli_cast_shape(&a, &frame_a, move, &b, &frame_b);
    pawli_difference difference;
    pawli_difference_make(&b, &frame_b, &a, &frame_a, &difference);
    *crosses = hit.inside || (hit.hit && pawli_outline_crosses(&difference.outline, move));
    found.hit = hit.hit;
    found.touching = hit.inside;
    found.fraction = hit.fraction;
    found.normal.c = -hit.normal.c;
    found.normal.s = -hit.normal.s;
    return found;
}

START_TEST(boxes_meet_as_the_general_kit_says) {
    uint64_t seed = first_seed(_i);
    int hits = 0, touching = 0, grazes = 0;
    for (int n = 0; n < SEEDED_ROUNDS(40000); n++) {
        const uint64_t at = seed;
        const int order = _i % 2 ? 2 : 3 + (int)(seeded_next(&seed) % 25);
        const pawl_vec2 half_a = {seeded_size(&seed, order), seeded_size(&seed, order)};
        const pawl_vec2 half_b = {seeded_size(&seed, order), seeded_size(&seed, order)};
        const int far = order < 26 ? order + (order < 6 ? 5 : 3) : 29;
        const pawl_vec2 offset = {seeded_place(&seed, far), seeded_place(&seed, far)};
        pawl_vec2 move = {seeded_place(&seed, far), seeded_place(&seed, far)};
        if (seeded_next(&seed) % 4 == 0) move = pawl_vec2_add(offset, offset);
        if (seeded_next(&seed) % 8 == 0) move.x = 0;
        if (seeded_next(&seed) % 8 == 0) move.y = 0;
        const pawl_vec2 reach = {half_a.x + half_b.x, half_a.y + half_b.y};
        pawl_arcade_meeting got;
        memset(&got, 0, sizeof got);
        const pawli_circle_box boxes = {offset, reach, 0};
        pawli_circle_box_meet(&boxes, move, &got);
        bool crosses;
        const pawl_arcade_meeting want = kit_meet(half_a, half_b, offset, move, &crosses);
        if (got.touching != want.touching) ck_abort_msg("touching, seed %" PRIu64, at);
        if (got.touching) {
            touching++;
            continue;
        }
        if (want.hit && !crosses) grazes++;
        if (got.hit != (want.hit && crosses)) ck_abort_msg("hit, seed %" PRIu64, at);
        if (!got.hit) continue;
        hits++;
        if (got.fraction != want.fraction || got.normal.c != want.normal.c ||
            got.normal.s != want.normal.s) {
            ck_abort_msg("fraction %" PRId32 " instead of %" PRId32 ", seed %" PRIu64, got.fraction,
                         want.fraction, at);
        }
    }
    ck_assert_int_gt(hits, SEEDED_OFTEN(3000));
    ck_assert_int_gt(touching, SEEDED_OFTEN(500));
    if (_i % 2) ck_assert_int_gt(grazes, SEEDED_OFTEN(5)); /* 26 in the mean */
}
END_TEST

START_TEST(overlapping_boxes_part_along_the_shortest_way) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < SEEDED_ROUNDS(20000); n++) {
        const int order = 3 + (int)(seeded_next(&seed) % 25);
        const pawl_vec2 reach = {seeded_size(&seed, order), seeded_size(&seed, order)};
        const pawl_vec2 offset = {seeded_place(&seed, order), seeded_place(&seed, order)};
        const int64_t x = (int64_t)reach.x - abs(offset.x), y = (int64_t)reach.y - abs(offset.y);
        const int64_t least = x < y ? x : y;
        pawl_translation got;
        const bool overlaps = pawli_box_sweep_overlap(offset, reach, &got);
        ck_assert_int_eq(overlaps, least >= 0);
        if (!overlaps) continue;
        ck_assert_int_eq(got.depth, least);
        const pawl_vec2 parted = pawl_vec2_add(offset, got.move);
        ck_assert_int_eq(abs(parted.x) == reach.x || abs(parted.y) == reach.y, true);
        ck_assert_int_eq((int64_t)abs(got.move.x) + abs(got.move.y), least);
        ck_assert_int_eq((int64_t)got.normal.c * got.move.x + (int64_t)got.normal.s * got.move.y,
                         least * PAWL_UNIT);
    }
}
END_TEST

/* |offset - move * t|^2 <= (r1 + r2)^2 at t = fraction, but not at fraction - 2^-29, exactly. */
static bool is_within(pawl_vec2 offset, pawl_vec2 move, int64_t fraction, int64_t reach) {
    const int128 one = PAWL_UNIT;
    const int128 x = offset.x * one - (int128)move.x * fraction;
    const int128 y = offset.y * one - (int128)move.y * fraction;
    const int128 limit = reach * one;
    return x * x + y * y <= limit * limit;
}

START_TEST(circles_meet_when_their_centres_are_the_radii_apart) {
    uint64_t seed = first_seed(_i);
    int hits = 0;
    pawl_arcade *const arcade = make_still_arcade();
    const uint16_t first = add_kind(arcade, circle_kind(1));
    const uint16_t second = add_kind(arcade, circle_kind(1));
    const pawl_arcade_id a = add_arcade_body(arcade, first, VEC(0, 0), VEC(0, 0));
    const pawl_arcade_id b = add_arcade_body(arcade, second, VEC(0, 0), VEC(0, 0));
    for (int n = 0; n < SEEDED_ROUNDS(20000); n++) {
        const uint64_t at = seed;
        const int order = 3 + (int)(seeded_next(&seed) % 22);
        pawl_arcade_prototype kind = circle_kind(1);
        kind.half.x = seeded_size(&seed, order);
        ck_assert_int_eq(pawl_arcade_set_prototype(arcade, first, &kind), PAWL_OK);
        int64_t reach = kind.half.x;
        kind.half.x = seeded_size(&seed, order);
        ck_assert_int_eq(pawl_arcade_set_prototype(arcade, second, &kind), PAWL_OK);
        reach += kind.half.x;
        const pawl_vec2 offset = {seeded_place(&seed, order + 3), seeded_place(&seed, order + 3)};
        pawl_vec2 move = {seeded_place(&seed, order + 3), seeded_place(&seed, order + 3)};
        if (seeded_next(&seed) % 2) move = pawl_vec2_add(offset, VEC(0, 1 / 65536.0));
        ck_assert_int_eq(pawl_arcade_set_position(arcade, b, offset), PAWL_OK);
        const pawl_arcade_meeting got = pawl_arcade_meet(arcade, a, move, b, VEC(0, 0));
        const bool touching = is_within(offset, move, 0, reach);
        if (got.touching != touching) ck_abort_msg("touching, seed %" PRIu64, at);
        if (touching) continue;
        if (got.hit) {
            hits++;
            /* Half a raw unit of the way, and one of the fraction. */
            const int64_t longest = abs(move.x) > abs(move.y) ? abs(move.x) : abs(move.y);
            const int64_t unit = PAWL_UNIT / (longest > 0 ? longest : 1) + 2;
            const int64_t early = got.fraction - unit, late = got.fraction + unit;
            if (early > 0 && is_within(offset, move, early, reach - 1))
                ck_abort_msg("late, seed %" PRIu64, at);
            if (!is_within(offset, move, late, reach + 1)) ck_abort_msg("early, seed %" PRIu64, at);
        } else if (is_within(offset, move, PAWL_UNIT, reach - 1)) {
            ck_abort_msg("missed, seed %" PRIu64, at);
        }
    }
    ck_assert_int_gt(hits, SEEDED_OFTEN(5000));
    free(arcade);
}
END_TEST

/* Wherever two bodies are, their meeting depends on the differences alone, and is the opposite one
 * when they change places. */
START_TEST(a_meeting_depends_on_differences_alone) {
    uint64_t seed = first_seed(_i);
    int hits = 0;
    pawl_arcade *const arcade = make_still_arcade();
    const pawl_vec2 hexagon[] = {VEC(-2, 0), VEC(-1, -1.5), VEC(1, -1.5),
                                 VEC(2, 0),  VEC(1, 1.5),   VEC(-1, 1.5)};
    const pawl_vec2 wedge[] = {VEC(-3, -0.5), VEC(3, -0.5), VEC(2.5, 1)};
    const uint16_t kinds[4] = {add_kind(arcade, circle_kind(1.25)),
                               add_kind(arcade, box_kind(1, 2)),
                               add_kind(arcade, polygon_kind(arcade, hexagon, 6, 0)),
                               add_kind(arcade, polygon_kind(arcade, wedge, 3, FX(0.5)))};
    const pawl_arcade_id a = add_arcade_body(arcade, kinds[_i / 4], VEC(0, 0), VEC(0, 0));
    const pawl_arcade_id b = add_arcade_body(arcade, kinds[_i % 4], VEC(0, 0), VEC(0, 0));
    for (int n = 0; n < SEEDED_ROUNDS(2000); n++) {
        const pawl_vec2 offset = {seeded_place(&seed, 20), seeded_place(&seed, 20)};
        const pawl_vec2 move_a = {seeded_place(&seed, 20), seeded_place(&seed, 20)};
        const pawl_vec2 move_b = {seeded_place(&seed, 20), seeded_place(&seed, 20)};
        const pawl_vec2 shift = {seeded_place(&seed, 29), seeded_place(&seed, 29)};
        ck_assert_int_eq(pawl_arcade_set_position(arcade, a, VEC(0, 0)), PAWL_OK);
        ck_assert_int_eq(pawl_arcade_set_position(arcade, b, offset), PAWL_OK);
        const pawl_arcade_meeting first = pawl_arcade_meet(arcade, a, move_a, b, move_b);
        const pawl_arcade_meeting still =
            pawl_arcade_meet(arcade, a, pawl_vec2_sub(move_a, move_b), b, VEC(0, 0));
        ck_assert_int_eq(pawl_arcade_set_position(arcade, a, shift), PAWL_OK);
        ck_assert_int_eq(pawl_arcade_set_position(arcade, b, pawl_vec2_add(offset, shift)),
                         PAWL_OK);
        const pawl_arcade_meeting second = pawl_arcade_meet(arcade, a, move_a, b, move_b);
        ck_assert_int_eq(memcmp(&first, &second, sizeof first), 0);
        ck_assert_int_eq(memcmp(&first, &still, sizeof first), 0);
        const pawl_arcade_meeting turned = pawl_arcade_meet(arcade, b, move_b, a, move_a);
        ck_assert_int_eq(turned.touching, first.touching);
        if (first.touching) continue;
        /* Round corners and their edges are rounded apart by less than a raw unit. */
        if (first.hit != turned.hit && _i % 4 != 3 && _i / 4 != 3)
            ck_abort_msg("kinds %d, round %d", _i, n);
        if (!first.hit || !turned.hit) continue;
        hits++;
        ck_assert_int_le(abs(first.fraction - turned.fraction), PAWL_UNIT / 16384);
        const int64_t along = (int64_t)first.normal.c * (move_a.x - move_b.x) +
                              (int64_t)first.normal.s * (move_a.y - move_b.y);
        ck_assert_msg(along > 0, "kinds %d, round %d", _i, n);
    }
    ck_assert_int_gt(hits, SEEDED_OFTEN(100));
    free(arcade);
}
END_TEST

/* Corner on corner: inside only where the way goes inward on both axes, and then against the face
 * that it goes against more slowly. */
START_TEST(boxes_that_touch_at_a_corner_meet_only_inward) {
    const struct {
        pawl_vec2 move;
        bool hit;
        int32_t c, s;
    } rows[] = {{{100, 0}, false, 0, 0},        {{0, 100}, false, 0, 0},
                {{100, -1}, false, 0, 0},       {{-1, 100}, false, 0, 0},
                {{100, 7}, true, 0, PAWL_UNIT}, {{7, 100}, true, PAWL_UNIT, 0}};
    const pawli_circle_box boxes = {{1000, 500}, {1000, 500}, 0};
    pawl_arcade_meeting got;
    memset(&got, 0, sizeof got);
    pawli_circle_box_meet(&boxes, rows[_i].move, &got);
    ck_assert_int_eq(got.touching, true);
    ck_assert_int_eq(got.hit, rows[_i].hit);
    if (!got.hit) return;
    ck_assert_int_eq(got.normal.c, rows[_i].c);
    ck_assert_int_eq(got.normal.s, rows[_i].s);
}
END_TEST

Suite *suite_arcade_shape(void);

Suite *suite_arcade_shape(void) {
    Suite *const suite = suite_create("arcade_shape");
    TCase *const all = tcase_create("arcade_shape");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, boxes_meet_as_the_general_kit_says, 0, 4);
    tcase_add_loop_test(all, overlapping_boxes_part_along_the_shortest_way, 0, 2);
    tcase_add_loop_test(all, circles_meet_when_their_centres_are_the_radii_apart, 0, 2);
    tcase_add_loop_test(all, a_meeting_depends_on_differences_alone, 0, 16);
    tcase_add_loop_test(all, boxes_that_touch_at_a_corner_meet_only_inward, 0, 6);
    suite_add_tcase(suite, all);
    return suite;
}
