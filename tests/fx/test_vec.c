/* test_vec.c - lengths, directions and rotations against exact 128-bit integers. */
#include <check.h>
#include <inttypes.h>

#include "pawl/vec.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(1000000)

static const int32_t edges[] = {0,          1,           -1,        2,          -3,
                                65536,      -65536,      99999,     0x3FFFFFFF, 0x40000000,
                                0x7FFFFFFF, -0x7FFFFFFF, INT32_MIN, 759250125,  -759250125};
#define EDGES ((int)(sizeof edges / sizeof edges[0]))

static pawl_vec2 random_vector(uint64_t *seed) {
    const pawl_fx x = seeded_int32(seed);
    return pawl_vec2_make(x, seeded_int32(seed));
}

static int64_t saturated(int128 value) {
    return value > PAWL_FX_MAX ? PAWL_FX_MAX : value < -PAWL_FX_MAX ? -PAWL_FX_MAX : (int64_t)value;
}

static void assert_length(pawl_vec2 v) {
    const int128 square = (int128)v.x * v.x + (int128)v.y * v.y, length = pawl_vec2_length(v);
    const bool low = length > 0 && square <= length * length - length;
    const bool high = length < PAWL_FX_MAX && square > length * length + length;
    if (low || high)
        ck_abort_msg("length of (%" PRId32 ", %" PRId32 ") gives %" PRId64, v.x, v.y,
                     (int64_t)length);
}

/* floor(sqrt(value)), bit by bit. */
static uint128 root_of(uint128 value) {
    uint128 root = 0;
    for (int bit = 63; bit >= 0; bit--) {
        const uint128 tried = root | (uint128)1 << bit;
        if (tried * tried <= value) root = tried;
    }
    return root;
}

/* |part - component / length * 2^30| <= 1, with the length in 2^-30 raw units, rounded down. The
 * oracle's own error is below 2^-29, hence the slack of one in 2^29. */
static void assert_direction(pawl_vec2 v) {
    const pawl_rot got = pawl_vec2_normalize(v);
    const uint128 square = (uint128)((int128)v.x * v.x + (int128)v.y * v.y);
    const int128 length = (int128)root_of(square << 60);
    const int128 c_error = got.c * length - (int128)v.x * PAWL_UNIT * PAWL_UNIT;
    const int128 s_error = got.s * length - (int128)v.y * PAWL_UNIT * PAWL_UNIT;
    const int128 limit = length + (length >> 29) + (INT64_C(1) << 30);
    if (c_error > limit || -c_error > limit || s_error > limit || -s_error > limit)
        ck_abort_msg("direction of (%" PRId32 ", %" PRId32 ") gives %" PRId32 ", %" PRId32, v.x,
                     v.y, got.c, got.s);
}

START_TEST(length_is_the_nearest_raw_value) {
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++)
            assert_length(pawl_vec2_make(edges[i], edges[j]));
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++)
        assert_length(random_vector(&seed));
    ck_assert_int_eq(pawl_vec2_length(pawl_vec2_make(-3 * 65536, 4 * 65536)), 5 * 65536);
    ck_assert_int_eq(pawl_vec2_length(pawl_vec2_make(INT32_MIN, INT32_MIN)), PAWL_FX_MAX);
}
END_TEST

START_TEST(direction_is_within_one_raw_unit_of_exact) {
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++)
            if (edges[i] != 0 || edges[j] != 0)
                assert_direction(pawl_vec2_make(edges[i], edges[j]));
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS / 4; i++) {
        const pawl_vec2 v = random_vector(&seed);
        if (v.x != 0 || v.y != 0) assert_direction(v);
    }
}
END_TEST

START_TEST(direction_is_exact_on_axes_odd_and_zero_for_nothing) {
    static const int32_t sizes[] = {1, 3, 65536, 99999, PAWL_FX_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const pawl_rot right = pawl_vec2_normalize(pawl_vec2_make(sizes[i], 0));
        const pawl_rot down = pawl_vec2_normalize(pawl_vec2_make(0, -sizes[i]));
        const pawl_rot diagonal = pawl_vec2_normalize(pawl_vec2_make(-sizes[i], sizes[i]));
        ck_assert_int_eq(right.c, PAWL_UNIT);
        ck_assert_int_eq(right.s, 0);
        ck_assert_int_eq(down.c, 0);
        ck_assert_int_eq(down.s, -PAWL_UNIT);
        ck_assert_int_eq(diagonal.c, -diagonal.s);
    }
    const pawl_rot zero = pawl_vec2_normalize(pawl_vec2_make(0, 0));
    ck_assert_int_eq(zero.c, 0);
    ck_assert_int_eq(zero.s, 0);
    ck_assert_int_eq(pawl_vec2_normalize(pawl_vec2_make(INT32_MIN, 0)).c, -PAWL_UNIT);
}
END_TEST

START_TEST(scale_negate_perpendicular_lerp_and_units_work_on_each_axis) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS / 4; i++) {
        const pawl_vec2 a = random_vector(&seed), b = random_vector(&seed);
        const pawl_fx t = seeded_int32(&seed);
        const pawl_vec2 scaled = pawl_vec2_scale(a, t), between = pawl_vec2_lerp(a, b, t);
        const pawl_vec2 left = pawl_vec2_perpendicular(a), back = pawl_vec2_neg(a);
        ck_assert_int_eq(scaled.x, pawl_mul(a.x, t));
        ck_assert_int_eq(scaled.y, pawl_mul(a.y, t));
        ck_assert_int_eq(between.x, pawl_lerp(a.x, b.x, t));
        ck_assert_int_eq(between.y, pawl_lerp(a.y, b.y, t));
        ck_assert_int_eq(back.x, saturated(-(int128)a.x));
        ck_assert_int_eq(back.y, saturated(-(int128)a.y));
        ck_assert_int_eq(left.x, saturated(-(int128)a.y));
        ck_assert_int_eq(left.y, a.x);
        ck_assert_int_eq(pawl_vec2_dot(a, left), 0);
    }
    const pawl_vec2 units = pawl_vec2_units(3, -40000);
    ck_assert_int_eq(units.x, PAWL_UNITS(3));
    ck_assert_int_eq(units.y, -PAWL_FX_MAX);
}
END_TEST

START_TEST(distance_is_the_nearest_raw_value_for_positions) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS / 4; i++) {
        const pawl_vec2 a = random_vector(&seed), b = random_vector(&seed);
        const pawl_vec2 p = pawl_vec2_make(a.x / 2, a.y / 2), q = pawl_vec2_make(b.x / 2, b.y / 2);
        const int128 x = (int128)q.x - p.x, y = (int128)q.y - p.y, square = x * x + y * y;
        const int128 length = pawl_vec2_distance(p, q);
        if ((length > 0 && square <= length * length - length) ||
            (length < PAWL_FX_MAX && square > length * length + length))
            ck_abort_msg("from (%" PRId32 ", %" PRId32 ") to (%" PRId32 ", %" PRId32 ")", p.x, p.y,
                         q.x, q.y);
    }
}
END_TEST

/* c * x + s * y over 2^30, half away from zero, saturated. */
static int64_t exact_sum(int128 c, int128 x, int128 s, int128 y) {
    const int128 sum = c * x + s * y, half = 1 << 29;
    return saturated(sum < 0 ? -((-sum + half) >> 30) : (sum + half) >> 30);
}

static void assert_rotation(pawl_rot r, pawl_vec2 v) {
    const pawl_vec2 there = pawl_rotate(r, v), back = pawl_unrotate(r, v);
    if (there.x != exact_sum(r.c, v.x, -(int64_t)r.s, v.y) ||
        there.y != exact_sum(r.s, v.x, r.c, v.y))
        ck_abort_msg("(%" PRId32 ", %" PRId32 ") by (%" PRId32 ", %" PRId32 ")", v.x, v.y, r.c,
                     r.s);
    if (back.x != exact_sum(r.c, v.x, r.s, v.y) ||
        back.y != exact_sum(-(int64_t)r.s, v.x, r.c, v.y))
        ck_abort_msg("(%" PRId32 ", %" PRId32 ") back by (%" PRId32 ", %" PRId32 ")", v.x, v.y, r.c,
                     r.s);
}

/* A sine of INT32_MIN, which no rotation has, is read as one unit less. */
static pawl_rot readable(int32_t c, int32_t s) {
    const pawl_rot r = {c, pawl_max(s, -INT32_MAX)};
    return r;
}

START_TEST(rotating_rounds_once_and_saturates_for_any_input) {
    for (int i = 0; i < EDGES * EDGES; i++)
        for (int j = 0; j < EDGES * EDGES; j++)
            assert_rotation(readable(edges[i % EDGES], edges[i / EDGES]),
                            pawl_vec2_make(edges[j % EDGES], edges[j / EDGES]));
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const pawl_vec2 v = random_vector(&seed);
        assert_rotation(pawl_rot_from_angle((pawl_angle)(seeded_next(&seed) >> 32)), v);
    }
    const pawl_rot broken = {INT32_MIN, INT32_MIN};
    const pawl_vec2 corner = pawl_vec2_make(INT32_MIN, INT32_MIN);
    ck_assert_int_eq(pawl_rotate(broken, corner).y, PAWL_FX_MAX);
    ck_assert_int_eq(pawl_unrotate(broken, corner).x, PAWL_FX_MAX);
}
END_TEST

START_TEST(a_pose_and_its_inverse_return_within_one_raw_unit) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const pawl_vec2 local = pawl_vec2_make(seeded_int32(&seed) / 4, seeded_int32(&seed) / 4);
        pawl_pose pose;
        pose.position = pawl_vec2_make(seeded_int32(&seed) / 4, seeded_int32(&seed) / 4);
        pose.rotation = pawl_rot_from_angle((pawl_angle)(seeded_next(&seed) >> 32));
        const pawl_vec2 back = pawl_pose_unapply(pose, pawl_pose_apply(pose, local));
        const int32_t x = back.x - local.x, y = back.y - local.y;
        /* One rounding each way turns to at most sqrt(2)/2 + 1/2; Q2.30 adds the rest. */
        if (x > 3 || x < -3 || y > 3 || y < -3)
            ck_abort_msg("off by (%" PRId32 ", %" PRId32 "), round %d", x, y, i);
    }
}
END_TEST

START_TEST(moving_a_pose_moves_its_points_by_exactly_as_much) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS / 4; i++) {
        const pawl_vec2 local = pawl_vec2_make(seeded_int32(&seed) / 8, seeded_int32(&seed) / 8);
        const pawl_vec2 shift = pawl_vec2_make(seeded_int32(&seed) / 8, seeded_int32(&seed) / 8);
        pawl_pose pose;
        pose.position = pawl_vec2_make(seeded_int32(&seed) / 8, seeded_int32(&seed) / 8);
        pose.rotation = pawl_rot_from_angle((pawl_angle)(seeded_next(&seed) >> 32));
        const pawl_vec2 here = pawl_pose_apply(pose, local);
        pose.position = pawl_vec2_add(pose.position, shift);
        const pawl_vec2 there = pawl_pose_apply(pose, local);
        if (there.x != here.x + shift.x || there.y != here.y + shift.y) ck_abort_msg("round %d", i);
    }
}
END_TEST

START_TEST(poses_turn_counter_clockwise_and_saturate) {
    pawl_pose pose = {{PAWL_FX(1, 0, 1), PAWL_FX(2, 0, 1)}, {0, 0}};
    pose.rotation = pawl_rot_from_angle(PAWL_TURN(1, 4));
    const pawl_vec2 world = pawl_pose_apply(pose, pawl_vec2_make(PAWL_FX_ONE, 0));
    ck_assert_int_eq(world.x, PAWL_FX(1, 0, 1));
    ck_assert_int_eq(world.y, PAWL_FX(3, 0, 1));
    const pawl_vec2 local = pawl_pose_unapply(pose, world);
    ck_assert_int_eq(local.x, PAWL_FX_ONE);
    ck_assert_int_eq(local.y, 0);
    const pawl_vec2 far = pawl_pose_apply(pose, pawl_vec2_make(PAWL_FX_MAX, 0));
    ck_assert_int_eq(far.y, PAWL_FX_MAX);
}
END_TEST

START_TEST(products_and_boxes_follow_their_definitions) {
    const pawl_vec2 a = {3, -5}, b = {-7, 11};
    ck_assert_int_eq(pawl_vec2_dot(a, b), -76);
    ck_assert_int_eq(pawl_vec2_cross(a, b), -2);
    const pawl_vec2 corner = {-PAWL_FX_MAX, -PAWL_FX_MAX};
    ck_assert_int_eq(pawl_vec2_dot(corner, corner), 2 * (int64_t)PAWL_FX_MAX * PAWL_FX_MAX);

    const pawl_box box = {{0, 0}, {10, 10}}, touching = {{10, 10}, {12, 12}};
    const pawl_box apart = {{11, 0}, {12, 10}}, above = {{0, 11}, {10, 12}},
                   inner = {{0, 2}, {10, 9}};
    ck_assert_int_eq(pawl_box_overlaps(box, touching), true);
    ck_assert_int_eq(pawl_box_overlaps(box, apart), false);
    ck_assert_int_eq(pawl_box_overlaps(above, box), false);
    ck_assert_int_eq(pawl_box_contains(box, inner), true);
    ck_assert_int_eq(pawl_box_contains(box, touching), false);
    ck_assert_int_eq(pawl_box_contains(inner, box), false);
}
END_TEST

/* A raw unit of a length of 2^30 that is 16 too long is allowed, and one more is not. */
START_TEST(rotations_places_and_boxes_are_valid_or_not) {
    for (int32_t more = -40; more <= 40; more++) {
        const pawl_rot along = {PAWL_UNIT + more, 0}, down = {0, -PAWL_UNIT - more};
        ck_assert_int_eq(pawl_rot_is_valid(along), more >= -16 && more <= 15);
        ck_assert_int_eq(pawl_rot_is_valid(down), more >= -16 && more <= 15);
    }
    const pawl_rot wild = {INT32_MIN, INT32_MIN}, none = {0, 0};
    ck_assert_int_eq(pawl_rot_is_valid(wild) || pawl_rot_is_valid(none), false);
    for (uint32_t turn = 0; turn < 1000; turn++)
        ck_assert_int_eq(pawl_rot_is_valid(pawl_rot_from_angle(turn * UINT32_C(4294967))), true);
    const pawl_vec2 most = {PAWL_COORD_MAX, -PAWL_COORD_MAX}, beyond = {0, -PAWL_COORD_MAX - 1};
    ck_assert_int_eq(pawl_vec2_is_position(most), true);
    ck_assert_int_eq(pawl_vec2_is_position(beyond), false);
    const pawl_pose good = {most, {0, PAWL_UNIT}}, far = {beyond, {0, PAWL_UNIT}},
                    flat = {most, none};
    ck_assert_int_eq(pawl_pose_is_valid(good), true);
    ck_assert_int_eq(pawl_pose_is_valid(far) || pawl_pose_is_valid(flat), false);
    const pawl_box point = {most, most}, turned = {{0, 1}, {5, 0}};
    ck_assert_int_eq(pawl_box_is_valid(point), true);
    ck_assert_int_eq(pawl_box_is_valid(turned), false);
}
END_TEST

Suite *suite_vec(void) {
    Suite *const suite = suite_create("vec");
    TCase *const vectors = tcase_create("vectors");
    tcase_set_timeout(vectors, 60);
    tcase_add_test(vectors, length_is_the_nearest_raw_value);
    tcase_add_test(vectors, scale_negate_perpendicular_lerp_and_units_work_on_each_axis);
    tcase_add_test(vectors, distance_is_the_nearest_raw_value_for_positions);
    tcase_add_test(vectors, direction_is_within_one_raw_unit_of_exact);
    tcase_add_test(vectors, direction_is_exact_on_axes_odd_and_zero_for_nothing);
    tcase_add_test(vectors, products_and_boxes_follow_their_definitions);
    tcase_add_test(vectors, rotations_places_and_boxes_are_valid_or_not);
    suite_add_tcase(suite, vectors);
    TCase *const poses = tcase_create("poses");
    tcase_set_timeout(poses, 60);
    tcase_add_test(poses, rotating_rounds_once_and_saturates_for_any_input);
    tcase_add_test(poses, a_pose_and_its_inverse_return_within_one_raw_unit);
    tcase_add_test(poses, moving_a_pose_moves_its_points_by_exactly_as_much);
    tcase_add_test(poses, poses_turn_counter_clockwise_and_saturate);
    suite_add_tcase(suite, poses);
    return suite;
}
