/* test_sink.c - a build that stops no fast body never misses that another one would have: what the
 * step of the other one asks (meet.c), against the answer for the whole way. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "step/sink.h"
#include "support/shape/convex.h"

#define ROUNDS SEEDED_ROUNDS(300)

/* From the center of rotation, rounded up. */
static pawl_fx extent_of(const pawl_convex *shape, pawl_vec2 center) {
    pawl_fx extent = 0;
    for (int i = 0; i < shape->count; i++)
        extent = pawl_max(extent, pawl_vec2_length(pawl_vec2_sub(shape->vertices[i], center)));
    return extent + shape->radius + 2;
}

START_TEST(what_would_be_stopped_is_never_missed) {
    uint64_t seed = first_seed(_i);
    int stopped = 0, passed = 0;
    for (int n = 0; n < ROUNDS; n++) {
        const uint64_t start = seed;
        const int32_t size = INT32_C(1) << seeded_between(&seed, 10, 21);
        const pawl_convex moving = seeded_convex(&seed, _i / KINDS, size);
        const pawl_convex fixed = seeded_convex(&seed, _i % KINDS, size);
        pawli_flight a = {&moving, {{0, 0}, {0, 0}, {0, 0}, 0, 0}}, b = {&fixed, a.sweep};
        a.sweep.center = seeded_point(&seed, size / 2);
        a.sweep.from = seeded_point(&seed, 4 * size);
        a.sweep.move = seeded_point(&seed, 8 * size);
        a.sweep.angle = (pawl_angle)(seeded_next(&seed) >> 32);
        a.sweep.turn = seeded_next(&seed) % 3 ? seeded_int32(&seed) : 0;
        b.sweep.from = seeded_point(&seed, size);
        b.sweep.angle = (pawl_angle)(seeded_next(&seed) >> 32);
        const pawl_fx inner = pawli_impact_inner_radius(&moving);
        const pawl_fx tolerance = pawl_max(inner / 8, PAWLI_IMPACT_TOLERANCE);
        const bool stops = pawli_impact_time(&a, &b, -(inner / 2), tolerance).found.hit;
        const pawli_sink_way way = pawli_sink_way_of(&a, inner, extent_of(&moving, a.sweep.center));
        const pawli_frame frame = {b.sweep.from, pawl_rot_from_angle(b.sweep.angle), {0, 0}};
        const bool reaches = pawli_sink_reaches(&way, &fixed, &frame);
        ck_assert_msg(reaches || !stops, "missed: kinds %d, seed %" PRIu64, _i, start);
        stopped += stops;
        passed += !reaches;
    }
    ck_assert_msg(stopped > SEEDED_OFTEN(ROUNDS / 50), "only %d were stopped", stopped);
    ck_assert_msg(passed > SEEDED_OFTEN(ROUNDS / 50), "only %d passed by", passed);
}
END_TEST

Suite *suite_sink(void);
Suite *suite_sink(void) {
    Suite *const suite = suite_create("sink");
    TCase *const cases = tcase_create("sink");
    tcase_add_loop_test(cases, what_would_be_stopped_is_never_missed, 0, KINDS * KINDS);
    suite_add_tcase(suite, cases);
    return suite;
}
