/* test_cast.c - shapes that move in a straight line, against distances in long double. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "collide/core.h"
#include "support/shape/way.h"
#include "support/base/zeros.h"

#define ROUNDS SEEDED_ROUNDS(2800)

typedef struct trial {
    pawl_convex a, b;
    pawl_pose pose_a, pose_b;
    pawl_vec2 translation;
    uint64_t seed;
} trial;

/* A passes near B more often than not. */
static trial random_trial(uint64_t *seed, int kinds) {
    trial t;
    t.seed = *seed;
    const int32_t size_a = INT32_C(1) << seeded_between(seed, 7, 24);
    const int32_t size_b = INT32_C(1) << seeded_between(seed, 7, 24);
    const int32_t away = INT32_C(1) << seeded_between(seed, 7, 27);
    t.a = seeded_convex(seed, kinds / KINDS, size_a);
    t.b = seeded_convex(seed, kinds % KINDS, size_b);
    t.pose_b = seeded_pose(seed, PAWL_COORD_MAX / 2);
    t.pose_a = seeded_pose(seed, away);
    const pawl_vec2 aim = seeded_point(seed, size_a + size_b);
    t.translation = pawl_vec2_sub(aim, t.pose_a.position);
    if (seeded_next(seed) % 2) t.translation = pawl_vec2_add(t.translation, t.translation);
    t.pose_a.position = pawl_vec2_add(t.pose_a.position, t.pose_b.position);
    if (seeded_next(seed) % 4 == 0) t.pose_b.rotation = t.pose_a.rotation;
    return t;
}

static pawl_cast_hit cast(const trial *t) {
    return pawl_convex_cast(&t->a, t->pose_a, t->translation, &t->b, t->pose_b);
}

START_TEST(a_cast_stops_within_four_raw_units_of_touching) {
    uint64_t seed = first_seed(_i);
    int hits = 0;
    for (int n = 0; n < ROUNDS; n++) {
        const trial t = random_trial(&seed, _i);
        const pawl_cast_hit got = cast(&t);
        const placed fixed = place(&t.b, t.pose_b, t.pose_b.position);
        const placed start = place(&t.a, t.pose_a, t.pose_b.position);
        if (got.inside || !got.hit) {
            const double least = got.inside ? (double)gap_of(&fixed, &start)
                                            : (double)least_gap(&fixed, &start, t.translation, 1);
            if (got.hit != got.inside || (got.inside ? least > 4 : least < -4))
                ck_abort_msg("inside %d at %.2f, kinds %d, seed %" PRIu64, got.inside, least, _i,
                             t.seed);
            continue;
        }
        hits++;
        const placed end = moved(&start, t.translation, got.fraction / (long double)PAWL_UNIT);
        const double gap = (double)gap_of(&fixed, &end);
        const double along = (double)gap_along(&fixed, &end, got.normal);
        if (fabs(gap) > 4 || along < -4)
            ck_abort_msg("stopped at %.2f, along the normal %.2f, kinds %d, seed %" PRIu64, gap,
                         along, _i, t.seed);
        const placed point = {.vertices = {{(long double)got.point.x - t.pose_b.position.x,
                                            (long double)got.point.y - t.pose_b.position.y}},
                              .count = 1};
        const double off_a = (double)gap_of(&end, &point), off_b = (double)gap_of(&fixed, &point);
        if (fabs(off_a) > 5 || fabs(off_b) > 5)
            ck_abort_msg("point off by %.2f, %.2f, kinds %d, seed %" PRIu64, off_a, off_b, _i,
                         t.seed);
    }
    ck_assert_int_gt(hits, SEEDED_OFTEN(ROUNDS / 10));
}
END_TEST

START_TEST(the_distance_at_the_fraction_is_a_few_raw_units) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const trial t = random_trial(&seed, _i);
        const pawl_cast_hit got = cast(&t);
        if (!got.hit || got.inside) continue;
        pawl_pose pose = t.pose_a;
        pose.position =
            pawl_vec2_add(pose.position, pawli_fraction_of_move(t.translation, got.fraction));
        const pawl_distance there = pawl_closest(&t.a, pose, &t.b, t.pose_b);
        if (there.distance > 8)
            ck_abort_msg("%" PRId32 ", kinds %d, seed %" PRIu64, there.distance, _i, t.seed);
    }
}
END_TEST

/* A rational number of a clipped way; the denominator is positive. */
typedef struct rational {
    int128 n, m;
} rational;

static bool less(rational a, rational b) {
    return a.n * b.m < b.n * a.m;
}

typedef struct span {
    rational enter, leave;
    bool apart;
} span;

/* Swept separating axes: while they move, `moving` overlaps `fixed` along the normal of an edge
 * for a span of time. `sign` is -1 when the edge is one of the moving polygon. */
static void clip_axes(span *s, const pawl_convex *fixed, const pawl_convex *moving,
                      pawl_vec2 between, pawl_vec2 translation) {
    for (int i = 0; i < fixed->count; i++) {
        const pawl_vec2 a = fixed->vertices[i], b = fixed->vertices[(i + 1) % fixed->count];
        const int128 x = (int128)b.y - a.y, y = (int128)a.x - b.x;
        int128 height = 0;
        for (int j = 0; j < moving->count; j++) {
            const pawl_vec2 p = moving->vertices[j];
            const int128 h =
                x * ((int128)p.x + between.x - a.x) + y * ((int128)p.y + between.y - a.y);
            if (j == 0 || h < height) height = h;
        }
        const int128 rate = x * translation.x + y * translation.y;
        if (rate == 0 && height > 0) s->apart = true;
        const rational at = {rate < 0 ? height : -height, rate < 0 ? -rate : rate};
        if (rate < 0 && less(s->enter, at)) s->enter = at;
        if (rate > 0 && less(at, s->leave)) s->leave = at;
    }
}

static pawl_convex grid_polygon(uint64_t *seed, int32_t step) {
    pawl_convex made;
    pawl_status status = PAWL_ERR_GEOMETRY;
    while (status != PAWL_OK) {
        pawl_vec2 points[8];
        for (int i = 0; i < 8; i++)
            points[i] = pawl_vec2_make(step * seeded_between(seed, -4, 4),
                                       step * seeded_between(seed, -4, 4));
        const int32_t count = pawl_hull(points, seeded_between(seed, 3, 8), points);
        status = pawl_make_polygon(points, count, 0, &made);
    }
    return made;
}

static pawl_vec2 opposite(pawl_vec2 v) {
    return pawl_vec2_make(-v.x, -v.y);
}

START_TEST(casts_of_unturned_polygons_are_exact) {
    uint64_t seed = seeded_base;
    int hits = 0, starts_inside = 0;
    for (int n = 0; n < SEEDED_ROUNDS(100000); n++) {
        const int32_t step = INT32_C(1) << seeded_between(&seed, 5, 25);
        const pawl_convex a = grid_polygon(&seed, step), b = grid_polygon(&seed, step);
        pawl_pose pose = home;
        pose.position = pawl_vec2_make(step * seeded_between(&seed, -9, 9),
                                       step * seeded_between(&seed, -9, 9));
        const pawl_vec2 translation = pawl_vec2_make(step * seeded_between(&seed, -12, 12),
                                                     step * seeded_between(&seed, -12, 12));
        span s = {{-1, 1}, {2, 1}, false};
        clip_axes(&s, &b, &a, pose.position, translation);
        clip_axes(&s, &a, &b, opposite(pose.position), opposite(translation));
        const bool meet =
            !s.apart && !less(s.leave, s.enter) && s.enter.n <= s.enter.m && s.leave.n >= 0;
        const bool inside = meet && s.enter.n <= 0;
        const pawl_fraction fraction =
            meet && !inside ? (pawl_fraction)(s.enter.n * PAWL_UNIT / s.enter.m) : 0;
        const pawl_cast_hit got = pawl_convex_cast(&a, pose, translation, &b, home);
        if (got.hit != meet || got.inside != inside || got.fraction != fraction)
            ck_abort_msg("hit %d %d, inside %d %d, fraction %" PRId32 " %" PRId32 ", round %d",
                         got.hit, meet, got.inside, inside, got.fraction, fraction, n);
        hits += got.hit;
        starts_inside += got.inside;
    }
    ck_assert_int_gt(hits - starts_inside, SEEDED_OFTEN(SEEDED_ROUNDS(100000) / 10));
    ck_assert_int_gt(starts_inside, SEEDED_OFTEN(SEEDED_ROUNDS(100000) / 10));
}
END_TEST

START_TEST(shifting_both_poses_changes_no_bit) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        trial t = random_trial(&seed, _i);
        const pawl_cast_hit want = cast(&t);
        const pawl_vec2 shift =
            shift_alike(&seed, PAWL_COORD_MAX / 8, &t.pose_a.position, &t.pose_b.position);
        const pawl_cast_hit got = cast(&t);
        if (!is_shifted_hit(&got, &want, shift))
            ck_abort_msg("kinds %d, seed %" PRIu64, _i, t.seed);
    }
}
END_TEST

START_TEST(a_cast_matches_the_worked_row) {
    pawl_convex box, circle, segment;
    const pawl_vec2 zero = {0, 0};
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &box), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(zero, M(1), &circle), PAWL_OK);
    ck_assert_int_eq(pawl_make_segment(zero, pawl_vec2_make(M(2), 0), &segment), PAWL_OK);
    const pawl_rot left = {-PAWL_UNIT, 0}, top = {0, PAWL_UNIT}, none = {0, 0};
    const struct {
        const pawl_convex *a, *b;
        pawl_vec2 at, translation;
        int hit; /* 2: inside */
        pawl_fraction fraction;
        pawl_rot normal;
    } rows[] = {
        {&box, &box, {M(-4), 0}, {M(4), 0}, 1, PAWL_UNIT / 2, left},
        {&box, &box, {M(-4), M(2)}, {M(4), 0}, 1, PAWL_UNIT / 2, left}, /* corners brush */
        {&box, &box, {M(-4), M(2) + 1}, {M(4), 0}, 0, 0, none},
        {&box, &box, {M(-4), 0}, {M(2) - 1, 0}, 0, 0, none},
        {&box, &box, {M(-2), 0}, {M(-1), 0}, 2, 0, none},
        {&box, &box, {M(-1), 0}, {0, 0}, 2, 0, none},
        {&box, &box, {M(-2) - 1, 0}, {0, 0}, 0, 0, none},
        {&circle, &box, {0, M(4)}, {0, M(-4)}, 1, PAWL_UNIT / 2, top},
        {&circle, &circle, {M(-4), 0}, {M(4), 0}, 1, PAWL_UNIT / 2, left},
        {&circle, &segment, {M(1), M(3)}, {0, M(-4)}, 1, PAWL_UNIT / 2, top},
        {&segment, &segment, {M(-1), M(1)}, {0, M(-2)}, 1, PAWL_UNIT / 2, top}, /* one on one */
        {&segment, &segment, {M(-3), 0}, {M(2), 0}, 1, PAWL_UNIT / 2, left},    /* end to end */
        {&segment, &segment, {M(-3), 1}, {M(2), 0}, 0, 0, none},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_pose pose = home;
        pose.position = rows[i].at;
        const pawl_cast_hit got =
            pawl_convex_cast(rows[i].a, pose, rows[i].translation, rows[i].b, home);
        ck_assert_msg(got.hit == (rows[i].hit > 0) && got.inside == (rows[i].hit == 2) &&
                          got.fraction == rows[i].fraction,
                      "row %d: %d %d %d", (int)i, got.hit, got.inside, (int)got.fraction);
        ck_assert_msg(got.normal.c == rows[i].normal.c && got.normal.s == rows[i].normal.s,
                      "row %d: normal %d, %d", (int)i, (int)got.normal.c, (int)got.normal.s);
    }
}
END_TEST

START_TEST(extreme_casts_are_defined) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        trial t;
        t.a = seeded_convex(&seed, _i / KINDS, PAWL_EXTENT_MAX);
        t.b = seeded_convex(&seed, _i % KINDS, PAWL_EXTENT_MAX);
        t.pose_a = seeded_pose(&seed, PAWL_COORD_MAX);
        t.pose_b = seeded_pose(&seed, PAWL_COORD_MAX);
        t.translation = seeded_point(&seed, PAWL_COORD_MAX);
        if (n % 2) {
            t.translation.x =
                t.pose_a.position.x > t.pose_b.position.x ? -PAWL_COORD_MAX : PAWL_COORD_MAX;
            t.translation.y =
                t.pose_a.position.y > t.pose_b.position.y ? -PAWL_COORD_MAX : PAWL_COORD_MAX;
        }
        if (n % 5 == 0) t.pose_a.position = pawl_vec2_make(INT32_MIN, INT32_MAX);
        if (n % 7 == 0) t.pose_b.position = pawl_vec2_make(INT32_MAX, INT32_MIN);
        const pawli_frame frame_a = {t.pose_a.position, t.pose_a.rotation, t.a.vertices[0]};
        const pawli_frame frame_b = {t.pose_b.position, t.pose_b.rotation,
                                     pawl_vec2_make(-t.b.vertices[0].x, -t.b.vertices[0].y)};
        const pawl_cast_hit got = cast(&t);
        const pawl_cast_hit centred =
            pawli_cast_shape(&t.a, &frame_a, t.translation, &t.b, &frame_b);
        if (got.fraction < 0 || got.fraction > PAWL_UNIT || centred.fraction < 0)
            ck_abort_msg("fraction %" PRId32 ", kinds %d, round %d", got.fraction, _i, n);
    }
}
END_TEST

START_TEST(misuse_gives_no_hit) {
    pawl_convex box;
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &box), PAWL_OK);
    const pawl_vec2 right = {M(4), 0}, far = {0, -PAWL_COORD_MAX - 1};
    const pawl_pose bad = {{0, 0}, {0, 1}};
    ck_assert_int_eq(pawl_convex_cast(&box, home, right, &box, home).hit, true);
    const pawl_cast_hit got[] = {
        pawl_convex_cast(NULL, home, right, &box, home),
        pawl_convex_cast(&box, home, right, NULL, home),
        pawl_convex_cast(&box, bad, right, &box, home),
        pawl_convex_cast(&box, home, right, &box, bad),
        pawl_convex_cast(&box, home, far, &box, home),
        pawl_convex_cast(&box, home, pawl_vec2_make(INT32_MIN, 0), &box, home),
    };
    assert_zeros(got, sizeof got[0], sizeof got / sizeof got[0]);
}
END_TEST

Suite *suite_cast(void);

Suite *suite_cast(void) {
    Suite *const suite = suite_create("cast");
    TCase *const all = tcase_create("cast");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, a_cast_stops_within_four_raw_units_of_touching, 0, PAIRS);
    tcase_add_loop_test(all, the_distance_at_the_fraction_is_a_few_raw_units, 0, PAIRS);
    tcase_add_test(all, casts_of_unturned_polygons_are_exact);
    tcase_add_loop_test(all, shifting_both_poses_changes_no_bit, 0, PAIRS);
    tcase_add_test(all, a_cast_matches_the_worked_row);
    tcase_add_loop_test(all, extreme_casts_are_defined, 0, PAIRS);
    tcase_add_test(all, misuse_gives_no_hit);
    suite_add_tcase(suite, all);
    return suite;
}
