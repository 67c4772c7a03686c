/* test_tuning.c - what a program may set of contacts: their stiffness, and from which speeds on
 * they bounce and are told. 0 is the default, to the bit. */
#include "base/lanes.h"
#include "pawl/snapshot.h"
#include "support/base/seeded.h"
#include "support/world/fixture.h"
#include "support/world/jumble.h"
#include "world/world.h"

static const pawl_contact_tuning plain = {0, 0, 0};

static void set_all(pawl_world *world, pawl_contact_tuning tuning, pawl_fx bounces, pawl_fx hits) {
    ck_assert_int_eq(pawl_world_set_contact_tuning(world, tuning), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_restitution_threshold(world, bounces), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_hit_threshold(world, hits), PAWL_OK);
}

static pawl_world *make_jumble(jumble *of, uint64_t seed) {
    const pawl_world_def def = jumble_draw(of, seed);
    pawl_world *const world = make_world(&def);
    jumble_fill(of, world);
    return world;
}

/* ---- what 0 means ---- */

/* Whatever the rate, the number of sub-steps and the length unit. */
START_TEST(the_defaults_said_aloud_are_the_defaults) {
    uint64_t seeds = seeded_fresh("defaults of tuning");
    for (int round = 0; round < SEEDED_PASSES(4, 40); round++) {
        const uint64_t seed = seeded_next(&seeds);
        jumble of;
        pawl_world *const silent = make_jumble(&of, seed), *const loud = make_jumble(&of, seed);
        const pawl_fx unit = pawl_world_get_length_unit(loud);
        const pawl_contact_tuning said = {FX(30), FX(10), 3 * unit};
        set_all(loud, said, unit, unit);
        ck_assert_uint_ne(pawl_world_hash(silent), pawl_world_hash(loud));
        for (uint32_t step = 0; step < 90; step++) {
            jumble_call(&of, silent, step);
            jumble_call(&of, loud, step);
            run(silent, 1);
            run(loud, 1);
            ck_assert_msg(pawl_world_motion_hash(silent) == pawl_world_motion_hash(loud),
                          "seed 0x%llX, step %u", (unsigned long long)seed, (unsigned)step);
            ck_assert_uint_eq(pawl_world_get_events(silent).hit_count,
                              pawl_world_get_events(loud).hit_count);
        }
        set_all(loud, plain, 0, 0);
        ck_assert_uint_eq(pawl_world_hash(silent), pawl_world_hash(loud));
        free(silent);
        free(loud);
    }
}
END_TEST

START_TEST(a_def_sets_what_the_calls_set) {
    pawl_world_def def = pawl_world_def_default();
    const pawl_contact_tuning tuning = {FX(45), FX(2), FX(7)};
    pawl_world *const called = make_world(&def);
    set_all(called, tuning, FX(0.25), FX(4));
    def.contact_tuning = tuning;
    def.restitution_threshold = FX(0.25);
    def.hit_threshold = FX(4);
    pawl_world *const made = make_world(&def);
    ck_assert_uint_eq(pawl_world_hash(made), pawl_world_hash(called));
    const pawl_contact_tuning got = pawl_world_get_contact_tuning(made);
    ck_assert_mem_eq(&got, &tuning, sizeof got);
    ck_assert_int_eq(pawl_world_get_restitution_threshold(made), FX(0.25));
    ck_assert_int_eq(pawl_world_get_hit_threshold(made), FX(4));
    free(made);
    free(called);
}
END_TEST

static const struct {
    pawl_contact_tuning tuning;
    pawl_status want;
} ranges[] = {
    {{FX(1), 0, 0}, PAWL_OK},
    {{FX(1) - 1, 0, 0}, PAWL_ERR_RANGE},
    {{-1, 0, 0}, PAWL_ERR_RANGE},
    {{PAWL_HERTZ_MAX, 0, 0}, PAWL_OK},
    {{PAWL_HERTZ_MAX + 1, 0, 0}, PAWL_ERR_RANGE},
    {{0, 1, 0}, PAWL_OK},
    {{0, -1, 0}, PAWL_ERR_RANGE},
    {{0, PAWL_CONTACT_DAMPING_MAX, 0}, PAWL_OK},
    {{0, PAWL_CONTACT_DAMPING_MAX + 1, 0}, PAWL_ERR_RANGE},
    {{0, 0, 1}, PAWL_OK},
    {{0, 0, -1}, PAWL_ERR_RANGE},
    {{0, 0, PAWL_SPEED_MAX}, PAWL_OK},
    {{0, 0, PAWL_SPEED_MAX + 1}, PAWL_ERR_RANGE},
    {{INT32_MIN, INT32_MIN, INT32_MIN}, PAWL_ERR_RANGE},
};

START_TEST(what_is_out_of_range_is_refused_and_changes_nothing) {
    pawl_world *const world = make_default_world();
    const uint32_t hash = pawl_world_hash(world);
    ck_assert_int_eq(pawl_world_set_contact_tuning(world, ranges[_i].tuning), ranges[_i].want);
    ck_assert_int_eq(pawl_world_hash(world) != hash, ranges[_i].want == PAWL_OK);
    pawl_world_def def = pawl_world_def_default();
    const char *field = NULL;
    def.contact_tuning = ranges[_i].tuning;
    ck_assert_int_eq(pawl_world_def_check(&def, &field), ranges[_i].want);
    if (ranges[_i].want != PAWL_OK) ck_assert_str_eq(field, "contact_tuning");
    free(world);
}
END_TEST

START_TEST(thresholds_are_speeds) {
    static const pawl_fx bad[] = {-1, INT32_MIN, PAWL_SPEED_MAX + 1, INT32_MAX};
    pawl_world *const world = make_default_world();
    const uint32_t hash = pawl_world_hash(world);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(pawl_world_set_restitution_threshold(world, bad[i]), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_world_set_hit_threshold(world, bad[i]), PAWL_ERR_RANGE);
    }
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_int_eq(pawl_world_set_restitution_threshold(world, PAWL_SPEED_MAX), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_hit_threshold(world, 1), PAWL_OK);
    free(world);
}
END_TEST

/* ---- thresholds, to the raw unit ---- */

/* A ball that flies at a wall with a speed, in a world of such thresholds, until it has met it.
 * True through `hit` where that was told. Returns with which speed it leaves, positive. */
static pawl_fx fly_at_wall(pawl_fx speed, pawl_fx bounces, pawl_fx hits, bool *hit) {
    pawl_world *const world = make_space();
    set_all(world, plain, bounces, hits);
    add_box(world, add_body(world, PAWL_STATIC, 0, 0), 1, 4);
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, 2, 0);
    pawl_shape_def def = pawl_shape_def_default();
    const pawl_convex convex = circle_convex(0, 0, 0.5);
    pawl_shape_id shape;
    def.restitution = PAWL_FX_ONE;
    def.hit_events = true;
    ck_assert_int_eq(pawl_shape_create(world, ball, &def, &convex, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, ball, pawl_vec2_make(-speed, 0)), PAWL_OK);
    *hit = false;
    for (int step = 0; step < 200; step++) {
        run(world, 1);
        *hit = *hit || pawl_world_get_events(world).hit_count > 0;
    }
    const pawl_fx left = pawl_body_get_velocity(world, ball).x;
    free(world);
    return left;
}

START_TEST(a_threshold_of_restitution_is_met_by_its_own_speed) {
    uint64_t seed = seeded_fresh("threshold of restitution");
    for (int round = 0; round < SEEDED_PASSES(10, 100); round++) {
        const pawl_fx speed = FX(0.5) + (pawl_fx)(seeded_next(&seed) % FX(8));
        bool hit;
        const pawl_fx at = fly_at_wall(speed, speed, 0, &hit);
        const pawl_fx above = fly_at_wall(speed, speed + 1, 0, &hit);
        ck_assert_msg(at > speed - speed / 8, "%d bounces with %d", speed, at);
        ck_assert_msg(above < speed / 8, "%d does not bounce, but leaves with %d", speed, above);
    }
}
END_TEST

START_TEST(a_hit_is_told_above_its_threshold) {
    uint64_t seed = seeded_fresh("threshold of hits");
    for (int round = 0; round < SEEDED_PASSES(10, 100); round++) {
        const pawl_fx speed = FX(0.5) + (pawl_fx)(seeded_next(&seed) % FX(8));
        bool at, below;
        (void)fly_at_wall(speed, 0, speed, &at);
        (void)fly_at_wall(speed, 0, speed - 1, &below);
        ck_assert_msg(!at && below, "%d: %d %d", speed, at, below);
    }
}
END_TEST

/* ---- stiffness ---- */

/* How deep the lower one of two boxes, of which the upper one is heavy, has sunk into the ground.
 */
static pawl_fx depth_of_load(pawl_contact_tuning tuning) {
    pawl_world *const world = make_default_world();
    ck_assert_int_eq(pawl_world_set_sleeping_enabled(world, false), PAWL_OK);
    set_all(world, tuning, 0, 0);
    (void)add_ground(world);
    const pawl_body_id box = add_unit_box(world, 0, 0.5);
    const pawl_body_id load = add_unit_box(world, 0, 1.5);
    ck_assert_int_eq(pawl_shape_set_density(world, shape_of(world, load), FX(100)), PAWL_OK);
    run(world, 300);
    const pawl_fx y = pawl_body_get_position(world, box).y;
    free(world);
    return FX(0.5) - y;
}

START_TEST(softer_contacts_sink_in_deeper) {
    const pawl_fx hertz[] = {FX(2), FX(8), 0};
    pawl_fx before = INT32_MAX;
    for (int i = 0; i < 3; i++) {
        const pawl_contact_tuning tuning = {hertz[i], FX(1), 0};
        const pawl_fx depth = depth_of_load(tuning);
        ck_assert_msg(depth < before, "%d raw units deep with %d Hz, less soft: %d", before,
                      (int)(hertz[i] >> 16), depth);
        before = depth;
    }
}
END_TEST

/* Two boxes that overlap by half a unit, without gravity: the fastest that one is pushed away. */
static pawl_fx speed_of_parting(pawl_fx push, pawl_fx *way) {
    pawl_world *const world = make_space();
    const pawl_contact_tuning tuning = {0, 0, push};
    set_all(world, tuning, 0, 0);
    add_box(world, add_body(world, PAWL_STATIC, 0, 0), 1, 1);
    const pawl_body_id box = add_unit_box(world, 1, 0);
    pawl_fx most = 0;
    for (int step = 0; step < 30; step++) {
        const pawl_fx before = pawl_body_get_position(world, box).x;
        run(world, 1);
        const pawl_fx moved = pawl_body_get_position(world, box).x - before;
        most = pawl_max(most, STEPS_PER_SECOND * moved);
    }
    *way = pawl_body_get_position(world, box).x - FX(1);
    free(world);
    return most;
}

/* What is moved in a step is rounded, to half a raw unit of each sub-step. */
START_TEST(overlaps_part_as_fast_as_they_may) {
    uint64_t seed = seeded_fresh("push speed");
    for (int round = 0; round < SEEDED_PASSES(10, 60); round++) {
        const pawl_fx push = FX(0.0625) + (pawl_fx)(seeded_next(&seed) % FX(8));
        pawl_fx way;
        const pawl_fx most = speed_of_parting(push, &way);
        ck_assert_msg(most <= push + 4 * STEPS_PER_SECOND, "%d, asked for %d", most, push);
        ck_assert_msg(way >= FX(0.45) || most >= push - push / 8 - 4 * STEPS_PER_SECOND,
                      "%d, asked for %d, %d away", most, push, way);
    }
}
END_TEST

/* ---- state ---- */

static pawl_contact_tuning draw_tuning(uint64_t *seed) {
    pawl_contact_tuning tuning = plain;
    if (seeded_next(seed) % 4 != 0)
        tuning.hertz = FX(1) + (pawl_fx)(seeded_next(seed) % (PAWL_HERTZ_MAX - FX(1)));
    if (seeded_next(seed) % 4 != 0)
        tuning.damping_ratio =
            (pawl_fx)(seeded_next(seed) % (PAWL_CONTACT_DAMPING_MAX >> seeded_next(seed) % 20));
    if (seeded_next(seed) % 4 != 0)
        tuning.push_speed =
            (pawl_fx)(seeded_next(seed) % (PAWL_SPEED_MAX >> seeded_next(seed) % 20));
    return tuning;
}

static void tune(pawl_world *world, uint64_t seed) {
    const pawl_contact_tuning tuning = draw_tuning(&seed);
    const pawl_fx bounces = (pawl_fx)(seeded_next(&seed) % FX(4));
    const pawl_fx hits = (pawl_fx)(seeded_next(&seed) % FX(4));
    set_all(world, tuning, bounces, hits);
}

static void *encode(const pawl_world *world, size_t *size) {
    const size_t capacity = pawl_world_encode_size(world);
    void *const bytes = malloc(capacity);
    ck_assert_int_eq(pawl_world_encode(world, bytes, capacity, size), PAWL_OK);
    ck_assert_uint_eq(*size, capacity);
    return bytes;
}

/* Worlds without settings have the bytes that they had before there were any. */
START_TEST(a_snapshot_holds_the_settings_and_nothing_where_there_are_none) {
    uint64_t seeds = seeded_fresh("snapshots of tuned worlds");
    for (int round = 0; round < SEEDED_PASSES(4, 20); round++) {
        const uint64_t seed = seeded_next(&seeds);
        jumble of;
        pawl_world *const world = make_jumble(&of, seed);
        jumble_call(&of, world, 0);
        run(world, 20);
        size_t size, tuned_size, again_size;
        void *const bytes = encode(world, &size);
        tune(world, seed);
        void *const tuned = encode(world, &tuned_size);
        ck_assert_uint_gt(tuned_size, size);
        const pawl_world_def def = jumble_draw(&of, seed);
        const size_t room = pawl_world_size(&def);
        void *const memory = malloc(room);
        pawl_world *back;
        ck_assert_int_eq(pawl_world_decode(tuned, tuned_size, memory, room, &back), PAWL_OK);
        ck_assert_uint_eq(pawl_world_hash(back), pawl_world_hash(world));
        const pawl_contact_tuning a = pawl_world_get_contact_tuning(world);
        const pawl_contact_tuning b = pawl_world_get_contact_tuning(back);
        ck_assert_mem_eq(&a, &b, sizeof a);
        set_all(world, plain, 0, 0);
        void *const again = encode(world, &again_size);
        ck_assert_uint_eq(again_size, size);
        ck_assert_mem_eq(again, bytes, size);
        /* That is how a snapshot of before reads. */
        ck_assert_int_eq(pawl_world_decode(bytes, size, memory, room, &back), PAWL_OK);
        const pawl_contact_tuning none = pawl_world_get_contact_tuning(back);
        ck_assert_mem_eq(&none, &plain, sizeof none);
        ck_assert_int_eq(pawl_world_get_hit_threshold(back), 0);
        free(bytes);
        free(tuned);
        free(again);
        free(memory);
        free(world);
    }
}
END_TEST

#if PAWL_WITH_LANES
static void compare_lanes(pawl_lanes lanes, uint64_t seed) {
    static uint64_t memory[1 << 17];
    jumble of;
    pawl_world *const alone = make_jumble(&of, seed), *const many = make_jumble(&of, seed);
    const size_t cache_size = 1 << 18;
    const pawl_step_hooks serial = {.lanes = PAWL_LANES_NONE};
    const pawl_step_hooks hooks = {.lanes = lanes,
                                   .lane_memory = memory,
                                   .lane_memory_size = sizeof memory,
                                   .cache = calloc(1, cache_size),
                                   .cache_size = cache_size};
    for (uint32_t step = 0; step < 60; step++) {
        jumble_call(&of, alone, step);
        jumble_call(&of, many, step);
        if (step % 16 == 0) {
            tune(alone, seed + step);
            tune(many, seed + step);
        }
        ck_assert_int_eq(pawl_world_step(alone, &serial), PAWL_OK);
        ck_assert_int_eq(pawl_world_step(many, &hooks), PAWL_OK);
        ck_assert_msg(pawl_world_hash(alone) == pawl_world_hash(many), "%s, seed 0x%llX, step %u",
                      pawl_lanes_name(lanes), (unsigned long long)seed, (unsigned)step);
    }
    free(hooks.cache);
    free(alone);
    free(many);
}

/* With a cache, whose rows are of other settings when these are changed. */
START_TEST(lanes_have_the_bits_of_the_serial_loop) {
    const pawl_lanes lanes = (pawl_lanes)_i;
    if (!pawl_lanes_has(lanes)) return;
    uint64_t seeds = seeded_fresh("lanes in tuned worlds");
    for (int round = 0; round < SEEDED_PASSES(3, 30); round++)
        compare_lanes(lanes, seeded_next(&seeds));
}
END_TEST
#endif

Suite *suite_tuning(void) {
    Suite *const suite = suite_create("tuning");
    TCase *const tuning = tcase_create("of contacts");
    tcase_add_test(tuning, the_defaults_said_aloud_are_the_defaults);
    tcase_add_test(tuning, a_def_sets_what_the_calls_set);
    tcase_add_loop_test(tuning, what_is_out_of_range_is_refused_and_changes_nothing, 0,
                        (int)(sizeof ranges / sizeof ranges[0]));
    tcase_add_test(tuning, thresholds_are_speeds);
    tcase_add_test(tuning, a_threshold_of_restitution_is_met_by_its_own_speed);
    tcase_add_test(tuning, a_hit_is_told_above_its_threshold);
    tcase_add_test(tuning, softer_contacts_sink_in_deeper);
    tcase_add_test(tuning, overlaps_part_as_fast_as_they_may);
    tcase_add_test(tuning, a_snapshot_holds_the_settings_and_nothing_where_there_are_none);
#if PAWL_WITH_LANES
    tcase_add_loop_test(tuning, lanes_have_the_bits_of_the_serial_loop, 0, PAWL_LANES_COUNT);
#endif
    suite_add_tcase(suite, tuning);
    return suite;
}
