/* test_arcade_sweep.c - when two moving bodies first meet, against an exact oracle. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "pawl/arcade.h"
#include "support/arcade/swept_trial.h"

/* What is said of a pair, by whoever is tested. */
typedef struct answer {
    bool hit, touching;
    pawl_fraction fraction;
    pawl_rot normal; /* from a to b */
} answer;

typedef struct verdict {
    const char *wrong; /* null: nothing */
    bool hit, touching, along, tie, exact;
} verdict;
static verdict wrong(const char *what) {
    verdict v = {what, false, false, false, false, false};
    return v;
}

/* The sine of the angle between the answer's normal, which leads from A to B, and the opposite of
 * a direction out of B; beyond a right angle at least 1. */
static long double turned(pawl_rot normal, long double nx, long double ny) {
    const long double c = normal.c / (long double)PAWL_UNIT, s = normal.s / (long double)PAWL_UNIT;
    const long double length = hypotl(nx, ny);
    if (length == 0) return 0;
    if (c * nx + s * ny >= 0) return 1 + fabsl(c);
    return fabsl(c * ny - s * nx) / length;
}
#define EXACT_TURN 4e-9L /* 4 raw units */

/* Polygons: a normal must be one of an axis whose entry is the last one, or ties with it. */
static bool is_last_axis(const swept_pair *pair, swept_ratio enter, pawl_rot normal, bool *tie) {
    int found = 0, last = 0;
    for (int i = 0; i < pair->a->count + pair->b->count; i++) {
        const swept_axis axis = swept_axis_of(pair, i);
        if (axis.rate >= 0) continue;
        const swept_ratio at = {axis.height, -axis.rate};
        if (swept_less(at, enter)) continue;
        last++;
        if (turned(normal, axis.nx, axis.ny) < EXACT_TURN) found++;
    }
    *tie = last > 1;
    return found > 0;
}

/* Overlapping polygons part along an axis of least depth; the answer's may be deeper by a raw
 * unit. *rate is that of the answer's own axis. */
static bool is_least_depth(const swept_pair *pair, pawl_rot normal, int128 *rate) {
    long double least = HUGE_VALL, own = HUGE_VALL;
    for (int i = 0; i < pair->a->count + pair->b->count; i++) {
        const swept_axis axis = swept_axis_of(pair, i);
        const long double depth = -(long double)axis.height / hypotl(axis.nx, axis.ny);
        if (depth < least) least = depth;
        if (depth >= own || turned(normal, axis.nx, axis.ny) > EXACT_TURN) continue;
        own = depth;
        *rate = axis.rate;
    }
    return own <= least + 1;
}

/* Whether a way that starts on the outline goes on inside: inward of every side that it is on. */
static bool goes_inside(const swept_pair *pair) {
    for (int i = 0; i < pair->a->count + pair->b->count; i++) {
        const swept_axis axis = swept_axis_of(pair, i);
        if (axis.height == 0 && axis.rate >= 0) return false;
    }
    return true;
}

static verdict judge_polygons(const swept_pair *pair, const answer *got) {
    const swept_span span = swept_polygons(pair);
    verdict v = {NULL, false, !span.early, false, false, true};
    v.along = span.touching && !span.apart && span.early;
    if (got->touching != v.touching) return wrong("touching");
    if (v.touching) {
        int128 rate = 0;
        if (got->fraction != 0) return wrong("fraction of a touch");
        if (!is_least_depth(pair, got->normal, &rate)) return wrong("normal of a touch");
        v.hit = span.grazing ? goes_inside(pair) : rate < 0;
        if (got->hit != v.hit && (span.grazing || v.hit)) return wrong("approach of a touch");
        return v;
    }
    v.hit = !span.touching && !span.apart && swept_less(span.enter, span.leave) &&
            span.enter.n <= span.enter.m && span.leave.n > 0;
    if (got->hit != v.hit) return wrong("hit");
    if (!v.hit) return v;
    const int64_t fraction = (int64_t)(span.enter.n * SWEPT_ONE / span.enter.m);
    if (got->fraction != fraction) v.exact = false;
    if (got->fraction > fraction + 1 || got->fraction < fraction - 1) return wrong("fraction");
    if (!is_last_axis(pair, span.enter, got->normal, &v.tie)) return wrong("normal");
    return v;
}

static verdict judge_circle(const swept_pair *pair, const answer *got) {
    const swept_point p = swept_point_of(pair);
    const int start = swept_reach(&p, 0);
    long double nx = 0, ny = 0;
    verdict v = {NULL, false, start <= 0, false, false, true};
    if (got->touching != v.touching) return wrong("touching");
    if (v.touching) {
        if (got->fraction != 0) return wrong("fraction of a touch");
        const long double c = got->normal.c, s = got->normal.s;
        const bool approach = c * pair->mx + s * pair->my > PAWL_UNIT;
        v.hit = start < 0 ? approach : swept_reach_between(&p, 0, PAWL_UNIT) < 0;
        if (got->hit != v.hit && (start == 0 || v.hit)) return wrong("approach of a touch");
        return v;
    }
    /* The way goes on inside, also where it ends. */
    const int reach = swept_reach_between(&p, 0, PAWL_UNIT);
    v.along = reach == 0;
    v.hit = reach < 0 || (swept_reach(&p, PAWL_UNIT) == 0 &&
                          swept_reach_between(&p, 0, 2 * (int64_t)PAWL_UNIT) < 0);
    if (got->hit != v.hit) return wrong("hit");
    if (!v.hit) return v;
    const int64_t f = got->fraction;
    v.exact = swept_reach(&p, f) >= 0 && swept_reach_between(&p, f, f + 1) <= 0;
    if (!v.exact) {
        const bool early = swept_reach_between(&p, f - 1 > 0 ? f - 1 : 0, f + 2) <= 0;
        const bool late = f > 0 && swept_reach_between(&p, 0, f - 1) <= 0;
        if (!early || late) return wrong("fraction");
    }
    /* The place is known to two raw units; within the same unit of the fraction the way may meet
     * several corners, and then the normal must keep the shapes as far apart as they are. */
    const long double gap = swept_gap(&p, got->fraction / (long double)PAWL_UNIT, &nx, &ny);
    if (turned(got->normal, p.sign * nx, p.sign * ny) > EXACT_TURN + 2.0L / p.radius &&
        swept_gap_along(&p, got->fraction, got->normal) <
            gap - 0.01L - hypotl(pair->mx, pair->my) / PAWL_UNIT)
        return wrong("normal");
    return v;
}

static verdict judge(const swept_trial *t, const answer *got) {
    const swept_pair pair = swept_pair_of(t);
    if (t->a.count == 1 || t->b.count == 1) return judge_circle(&pair, got);
    return judge_polygons(&pair, got);
}

/* Two bodies in an arcade of their own. */
static uint64_t memory[512];

static uint16_t add_kind(pawl_arcade *arcade, const pawl_convex *shape, int kind) {
    static const uint8_t shapes[SWEPT_KINDS] = {PAWL_ARCADE_CIRCLE, PAWL_ARCADE_BOX,
                                                PAWL_ARCADE_POLYGON};
    pawl_arcade_prototype def = pawl_arcade_prototype_default();
    uint16_t made = 0;
    def.shape = shapes[kind];
    if (kind == SWEPT_POLYGON) {
        ck_assert_int_eq(pawl_arcade_add_polygon(arcade, shape, &def.polygon), PAWL_OK);
    } else {
        def.half = pawl_vec2_make(swept_most(shape, false, 1), swept_most(shape, true, 1));
    }
    ck_assert_int_eq(pawl_arcade_add_prototype(arcade, &def, &made), PAWL_OK);
    return made;
}

static pawl_arcade *arcade_of(const swept_trial *t, pawl_arcade_id *a, pawl_arcade_id *b) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade *arcade = NULL;
    const pawl_vec2 rest = {0, 0};
    def.body_capacity = def.prototype_capacity = def.polygon_capacity = 2;
    def.contact_capacity = 1;
    ck_assert_int_eq(pawl_arcade_init(memory, sizeof memory, &def, &arcade), PAWL_OK);
    const uint16_t kind_a = add_kind(arcade, &t->a, t->kind_a);
    const uint16_t kind_b = add_kind(arcade, &t->b, t->kind_b);
    ck_assert_int_eq(pawl_arcade_create(arcade, kind_a, t->position_a, rest, 0, a), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_create(arcade, kind_b, t->position_b, rest, 0, b), PAWL_OK);
    return arcade;
}

static answer ask(const swept_trial *t) {
    pawl_arcade_id a, b;
    const pawl_arcade *const arcade = arcade_of(t, &a, &b);
    const pawl_arcade_meeting met = pawl_arcade_meet(arcade, a, t->move_a, b, t->move_b);
    const answer got = {met.hit, met.touching, met.fraction, met.normal};
    return got;
}

#define ROUNDS 100000
#define PASSES 10 /* 10^6 pairs in all */

/* How often what was met in one pass. */
typedef struct tally {
    int hits, touching, along, ties, inexact;
    int modes[SWEPT_MODES], kinds[SWEPT_KINDS * SWEPT_KINDS];
} tally;

static void count(tally *sum, const swept_trial *t, const verdict *v) {
    sum->hits += v->hit;
    sum->touching += v->touching;
    sum->along += v->along;
    sum->ties += v->tie;
    sum->inexact += !v->exact;
    sum->modes[t->mode] += v->hit;
    sum->kinds[t->kind_a * SWEPT_KINDS + t->kind_b] += v->hit && !v->touching;
}

static void assert_often(const char *what, int index, int got, int least) {
    ck_assert_msg(got > SEEDED_OFTEN(least), "%s %d: only %d", what, index, got);
}

START_TEST(bodies_meet_when_and_where_the_oracle_says) {
    uint64_t seed = first_seed(_i);
    tally sum;
    memset(&sum, 0, sizeof sum);
    for (int n = 0; n < SEEDED_ROUNDS(ROUNDS); n++) {
        const uint64_t before = seed;
        const swept_trial t = swept_trial_make(&seed);
        const answer got = ask(&t);
        const verdict v = judge(&t, &got);
        if (v.wrong != NULL)
            ck_abort_msg("%s: hit %d, touching %d, fraction %" PRId32 ", normal %" PRId32
                         " %" PRId32 ", kinds %d %d, mode %d, seed %" PRIu64,
                         v.wrong, got.hit, got.touching, got.fraction, got.normal.c, got.normal.s,
                         t.kind_a, t.kind_b, t.mode, before);
        count(&sum, &t, &v);
    }
    /* The header grants circles and polygons a unit, for the root of an edge's length is rounded
     * down; one in ten million takes it, where all is a few hundred raw units large. */
    ck_assert_int_le(sum.inexact, 2);
    assert_often("hits", 0, sum.hits, ROUNDS / 5);
    assert_often("touching", 0, sum.touching, ROUNDS / 5);
    assert_often("along", 0, sum.along, ROUNDS / 50);
    assert_often("ties", 0, sum.ties, ROUNDS / 200);
    for (int i = 0; i < SWEPT_MODES; i++)
        if (i != SWEPT_STILL) assert_often("mode", i, sum.modes[i], ROUNDS / 100);
    for (int i = 0; i < SWEPT_KINDS * SWEPT_KINDS; i++)
        assert_often("kinds", i, sum.kinds[i], ROUNDS / 500);
}
END_TEST

/* The circle just touches the corner as it passes. The side that ends there leans by so little that
 * the way comes down to its line less than a unit of the fraction behind the corner. */
START_TEST(a_circle_that_passes_a_corner_does_not_meet_the_side_behind_it) {
    static const struct {
        pawl_vec2 corners[PAWL_POLYGON_MAX];
        pawl_fx radius;
        pawl_vec2 from, move; /* of the polygon; half of it is the circle's */
    } cases[] = {
        {{{-111, -230},
          {124, 223},
          {89, 239},
          {-96, 236},
          {-128, 221},
          {-202, 156},
          {-210, 145},
          {-255, -6}},
         73,
         {389482507, -312},
         {-894784853, 0}},
        {{{1218094, -8299698},
          {8055078, -2341890},
          {7427267, 3899287},
          {6498413, 5304654},
          {-6172170, 5680937},
          {-7448174, 3859203},
          {-8342209, 881073},
          {-8384378, -266356}},
         37,
         {0, -5680974},
         {429131988, 0}},
    };
    swept_trial t;
    memset(&t, 0, sizeof t);
    t.kind_a = SWEPT_POLYGON;
    t.kind_b = SWEPT_CIRCLE;
    t.position_a = cases[_i].from;
    t.move_a = pawl_vec2_make(cases[_i].move.x / 2, 0);
    t.move_b = pawl_vec2_make(t.move_a.x - cases[_i].move.x, 0);
    ck_assert_int_eq(pawl_make_polygon(cases[_i].corners, PAWL_POLYGON_MAX, 0, &t.a), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), cases[_i].radius, &t.b), PAWL_OK);
    const answer got = ask(&t);
    const verdict v = judge(&t, &got);
    ck_assert_ptr_null(v.wrong);
    ck_assert_int_eq(got.hit, false);
}
END_TEST

/* A circle of 5 at the corner (0, 0) of a box that lies below and left, just touching it. */
static const struct {
    pawl_vec2 from, move; /* of the circle */
    bool hit;
} touches[] = {
    {{3, 4}, {-4, 3}, false}, /* the tangents */
    {{3, 4}, {4, -3}, false},  {{3, 4}, {1, 0}, false},
    {{3, 4}, {-4, 2}, true},                            /* inward of them */
    {{3, 4}, {3, -3}, true},   {{5, 0}, {0, 1}, false}, /* where the corner's circle begins */
    {{5, 0}, {0, -1}, false},  {{5, 0}, {-1, 1}, true},
    {{-2, 5}, {1, 0}, false}, /* beside the corner, on the side */
    {{-2, 5}, {-1, 1}, false}, {{-2, 5}, {1, -1}, true},
    {{3, 3}, {-4, 3}, true}, /* it overlaps, and comes nearer */
    {{3, 3}, {4, -3}, false},
};

START_TEST(a_circle_that_touches_goes_on_inside_only_if_it_turns_inward) {
    const pawl_vec2 from = touches[_i].from, move = touches[_i].move;
    const pawl_vec2 corners[4] = {
        {-PAWL_FX_ONE, -PAWL_FX_ONE}, {0, -PAWL_FX_ONE}, {0, 0}, {-PAWL_FX_ONE, 0}};
    swept_trial t;
    memset(&t, 0, sizeof t);
    t.kind_a = SWEPT_POLYGON;
    t.kind_b = SWEPT_CIRCLE;
    t.position_b = pawl_vec2_make(from.x * 1000, from.y * 1000);
    t.move_b = pawl_vec2_make(move.x * 10, move.y * 10);
    ck_assert_int_eq(pawl_make_polygon(corners, 4, 0, &t.a), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), 5000, &t.b), PAWL_OK);
    const answer got = ask(&t);
    ck_assert_int_eq(got.touching, true);
    ck_assert_int_eq(got.hit, touches[_i].hit);
    ck_assert_ptr_null(judge(&t, &got).wrong);
}
END_TEST

static bool is_opposite(const answer *a, const answer *b) {
    return a->hit == b->hit && a->touching == b->touching && a->fraction == b->fraction &&
           a->normal.c == -b->normal.c && a->normal.s == -b->normal.s;
}

/* The older of two bodies is no other than the younger. */
START_TEST(two_bodies_meet_each_other_alike) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < SEEDED_ROUNDS(ROUNDS / 5); n++) {
        const swept_trial t = swept_trial_make(&seed);
        pawl_arcade_id a, b;
        const pawl_arcade *const arcade = arcade_of(&t, &a, &b);
        const pawl_arcade_meeting there = pawl_arcade_meet(arcade, a, t.move_a, b, t.move_b);
        const pawl_arcade_meeting back = pawl_arcade_meet(arcade, b, t.move_b, a, t.move_a);
        const answer one = {there.hit, there.touching, there.fraction, there.normal};
        const answer other = {back.hit, back.touching, back.fraction, back.normal};
        if (there.touching) { /* several ways out may be the shortest */
            ck_assert_int_eq(back.touching, true);
            continue;
        }
        if (one.hit != other.hit || one.fraction != other.fraction ||
            (!is_opposite(&one, &other) && t.mode != SWEPT_GRID))
            ck_abort_msg("hit %d %d, fraction %" PRId32 " %" PRId32 ", normal %" PRId32 " %" PRId32
                         " and %" PRId32 " %" PRId32 ", kinds %d %d, mode %d, round %d",
                         one.hit, other.hit, one.fraction, other.fraction, one.normal.c,
                         one.normal.s, other.normal.c, other.normal.s, t.kind_a, t.kind_b, t.mode,
                         n);
    }
}
END_TEST

START_TEST(a_shift_changes_no_bit_of_a_meeting) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < SEEDED_ROUNDS(ROUNDS / 5); n++) {
        swept_trial t = swept_trial_make(&seed);
        const answer want = ask(&t);
        const pawl_vec2 shift = seeded_point(&seed, PAWL_COORD_MAX / 4);
        const int64_t x = (int64_t)t.position_a.x + shift.x, y = (int64_t)t.position_a.y + shift.y;
        if (x != swept_clamp(x, PAWL_COORD_MAX) || y != swept_clamp(y, PAWL_COORD_MAX)) continue;
        t.position_a = pawl_vec2_add(t.position_a, shift);
        t.position_b = pawl_vec2_add(t.position_b, shift);
        const answer got = ask(&t);
        if (got.hit != want.hit || got.touching != want.touching || got.fraction != want.fraction ||
            got.normal.c != want.normal.c || got.normal.s != want.normal.s)
            ck_abort_msg("kinds %d %d, mode %d, round %d", t.kind_a, t.kind_b, t.mode, n);
    }
}
END_TEST

static const pawl_vec2 nowhere = {0, 0};

static void assert_no_meeting(pawl_arcade_meeting met) {
    ck_assert_int_eq(met.hit, false);
    ck_assert_int_eq(met.touching, false);
    ck_assert_int_eq(met.fraction, 0);
    ck_assert_int_eq(met.normal.c, 0);
    ck_assert_int_eq(met.normal.s, 0);
}

START_TEST(misuse_is_no_meeting) {
    const pawl_vec2 far = {SWEPT_MOVE_MAX + 1, 0}, least = {INT32_MIN, INT32_MIN};
    const pawl_arcade_id null = {0, 0};
    uint64_t seed = seeded_base;
    swept_trial t;
    pawl_arcade_id a, b;
    do { /* polygons may lie beside their position */
        t = swept_trial_make(&seed);
        t.position_a = t.position_b;
    } while (!ask(&t).touching);
    pawl_arcade *const arcade = arcade_of(&t, &a, &b);
    ck_assert_int_eq(pawl_arcade_meet(arcade, a, nowhere, b, nowhere).touching, true);
    assert_no_meeting(pawl_arcade_meet(NULL, a, nowhere, b, nowhere));
    assert_no_meeting(pawl_arcade_meet(arcade, null, nowhere, b, nowhere));
    assert_no_meeting(pawl_arcade_meet(arcade, a, nowhere, null, nowhere));
    assert_no_meeting(pawl_arcade_meet(arcade, a, far, b, nowhere));
    assert_no_meeting(pawl_arcade_meet(arcade, a, nowhere, b, least));
    ck_assert_int_eq(pawl_arcade_destroy(arcade, b), PAWL_OK);
    assert_no_meeting(pawl_arcade_meet(arcade, a, nowhere, b, nowhere));
}
END_TEST

Suite *suite_arcade_sweep(void);

Suite *suite_arcade_sweep(void) {
    Suite *const suite = suite_create("arcade_sweep");
    TCase *const all = tcase_create("arcade_sweep");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, bodies_meet_when_and_where_the_oracle_says, 0, PASSES);
    tcase_add_loop_test(all, a_circle_that_passes_a_corner_does_not_meet_the_side_behind_it, 0, 2);
    tcase_add_loop_test(all, a_circle_that_touches_goes_on_inside_only_if_it_turns_inward, 0,
                        (int)(sizeof touches / sizeof touches[0]));
    tcase_add_test(all, two_bodies_meet_each_other_alike);
    tcase_add_test(all, a_shift_changes_no_bit_of_a_meeting);
    tcase_add_test(all, misuse_is_no_meeting);
    suite_add_tcase(suite, all);
    return suite;
}
