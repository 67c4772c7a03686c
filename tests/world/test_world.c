/* test_world.c - init, memory, time and settings of a world. */
#include "support/world/fixture.h"
#include "support/scene/scene_pawl.h"
#include "support/base/seeded.h"
#include "world/world.h"

#define GUARD 0xC3
#define GUARD_SIZE 64

/* A def with one field changed. */
#define ROW(member, value, want)                                                                 \
    {                                                                                            \
#member, offsetof(pawl_world_def, member), sizeof(((pawl_world_def *)0)->member), value, \
            want                                                                                 \
    }

static const struct {
    const char *name;
    size_t offset, size;
    int64_t value;
    pawl_status want;
} def_rows[] = {
    ROW(cookie, 0, PAWL_ERR_COOKIE),
    ROW(body_capacity, 0, PAWL_ERR_RANGE),
    ROW(body_capacity, 1, PAWL_OK),
    ROW(body_capacity, PAWL_CAPACITY_MAX, PAWL_OK),
    ROW(body_capacity, PAWL_CAPACITY_MAX + 1, PAWL_ERR_RANGE),
    ROW(body_capacity, 65535, PAWL_ERR_RANGE),
    ROW(shape_capacity, 0, PAWL_ERR_RANGE),
    ROW(shape_capacity, 1, PAWL_OK),
    ROW(shape_capacity, PAWL_CAPACITY_MAX, PAWL_OK),
    ROW(shape_capacity, PAWL_CAPACITY_MAX + 1, PAWL_ERR_RANGE),
    ROW(geometry_capacity, 1, PAWL_OK),
    ROW(geometry_capacity, PAWL_CAPACITY_MAX, PAWL_OK),
    ROW(geometry_capacity, PAWL_CAPACITY_MAX + 1, PAWL_ERR_RANGE),
    ROW(event_capacity, 1, PAWL_OK),
    ROW(event_capacity, PAWL_CAPACITY_MAX, PAWL_OK),
    ROW(event_capacity, PAWL_CAPACITY_MAX + 1, PAWL_ERR_RANGE),
    ROW(contact_capacity, 1, PAWL_OK),
    ROW(contact_capacity, PAWL_CONTACT_CAPACITY_MAX, PAWL_OK),
    ROW(contact_capacity, PAWL_CONTACT_CAPACITY_MAX + INT64_C(1), PAWL_ERR_RANGE),
    ROW(contact_capacity, UINT32_MAX, PAWL_ERR_RANGE),
    ROW(gravity.x, PAWL_SPEED_MAX, PAWL_OK),
    ROW(gravity.x, PAWL_SPEED_MAX + 1, PAWL_ERR_RANGE),
    ROW(gravity.x, INT32_MIN, PAWL_ERR_RANGE),
    ROW(gravity.y, -PAWL_SPEED_MAX, PAWL_OK),
    ROW(gravity.y, -PAWL_SPEED_MAX - 1, PAWL_ERR_RANGE),
    ROW(gravity.y, INT32_MAX, PAWL_ERR_RANGE),
    ROW(length_unit, PAWL_LENGTH_UNIT_MIN, PAWL_OK),
    ROW(length_unit, PAWL_LENGTH_UNIT_MIN - 1, PAWL_ERR_RANGE),
    ROW(length_unit, PAWL_LENGTH_UNIT_MAX, PAWL_OK),
    ROW(length_unit, PAWL_LENGTH_UNIT_MAX + 1, PAWL_ERR_RANGE),
    ROW(length_unit, -65536, PAWL_ERR_RANGE),
    ROW(rate_numerator, 0, PAWL_ERR_RANGE),
    ROW(rate_numerator, 1, PAWL_OK),
    ROW(rate_numerator, 1000, PAWL_OK),
    ROW(rate_numerator, 1001, PAWL_ERR_RANGE),
    ROW(rate_numerator, UINT32_MAX, PAWL_ERR_RANGE),
    ROW(rate_denominator, 0, PAWL_ERR_RANGE),
    ROW(rate_denominator, 60, PAWL_OK),
    ROW(rate_denominator, 61, PAWL_ERR_RANGE),
    ROW(substeps, 0, PAWL_ERR_RANGE),
    ROW(substeps, 1, PAWL_OK),
    ROW(substeps, PAWL_SUBSTEPS_MAX, PAWL_OK),
    ROW(substeps, PAWL_SUBSTEPS_MAX + 1, PAWL_ERR_RANGE),
    ROW(sleeping, 1, PAWL_OK),
};

#define DEF_ROW_COUNT ((int)(sizeof def_rows / sizeof def_rows[0]))

static void put(void *at, size_t size, int64_t value) {
    if (size == 1) *(uint8_t *)at = (uint8_t)value;
    if (size == 2) *(uint16_t *)at = (uint16_t)value;
    if (size == 4) *(uint32_t *)at = (uint32_t)value;
}

START_TEST(each_def_field_has_its_documented_range) {
    pawl_world_def def = pawl_world_def_default();
    put((char *)&def + def_rows[_i].offset, def_rows[_i].size, def_rows[_i].value);
    uint64_t memory[1] = {42};
    pawl_world *world = NULL;
    /* A good def is refused for lack of memory only. */
    const pawl_status want = def_rows[_i].want == PAWL_OK ? PAWL_ERR_MEMORY : def_rows[_i].want;
    const pawl_status got = pawl_world_init(memory, 0, &def, &world);
    ck_assert_msg(got == want, "%s = %ld: %s instead of %s", def_rows[_i].name,
                  (long)def_rows[_i].value, pawl_status_text(got), pawl_status_text(want));
    ck_assert_ptr_null(world);
    ck_assert_uint_eq(memory[0], 42);
    ck_assert_int_eq(pawl_world_size(&def) != 0, def_rows[_i].want == PAWL_OK);
    ck_assert_int_eq(pawl_world_state_size(&def) != 0, def_rows[_i].want == PAWL_OK);
    ck_assert_int_eq(pawl_world_scratch_size(&def) != 0, def_rows[_i].want == PAWL_OK);
}
END_TEST

START_TEST(sizes_are_exact) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = (uint16_t)(1 + 37 * _i);
    def.shape_capacity = (uint16_t)(1 + 11 * _i);
    const size_t state = pawl_world_state_size(&def), size = pawl_world_size(&def);
    ck_assert_uint_eq(size, state + pawl_world_scratch_size(&def));
    ck_assert_uint_eq(state % 8, 0);
    uint8_t *const memory = malloc(size);
    pawl_world *world = NULL;
    ck_assert_int_eq(pawl_world_init(memory, state - 1, &def, &world), PAWL_ERR_MEMORY);
    ck_assert_ptr_null(world);
    ck_assert_int_eq(pawl_world_init(memory, state, &def, &world), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_world_init(memory, size - 1, &def, &world), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(pawl_world_get_tick(world), 0);
    ck_assert_int_eq(pawl_world_init(memory, size, &def, &world), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    ck_assert_ptr_eq(world, memory);
    free(memory);
}
END_TEST

START_TEST(misaligned_memory_is_refused) {
    const pawl_world_def def = pawl_world_def_default();
    const size_t size = pawl_world_size(&def);
    uint8_t *const memory = malloc(size + 8);
    for (size_t offset = 0; offset < 8; offset++) {
        const bool aligned = offset % _Alignof(uint64_t) == 0; /* 2 on an m68k, 1 on an AVR */
        pawl_world *world = NULL;
        const pawl_status status = pawl_world_init(memory + offset, size, &def, &world);
        ck_assert_int_eq(status, aligned ? PAWL_OK : PAWL_ERR_MEMORY);
    }
    free(memory);
}
END_TEST

static scene_world make_scene(const char *name, pawl_world_def *def_out) {
    scene_def scene;
    scene_world made;
    ck_assert_int_eq(scene_build(name, SCENE_M, &scene), true);
    *def_out = scene_world_def(&scene);
    ck_assert_int_eq(scene_world_make(&scene, def_out, &made), true);
    scene_free(&scene);
    return made;
}

/* The hash after 200 steps of the pile, run in the plainest way. */
#define PILE "pile103"
#define PILE_STEPS 200
static uint32_t plain_hash(void) {
    pawl_world_def def;
    scene_world made = make_scene(PILE, &def);
    run(made.world, PILE_STEPS);
    const uint32_t hash = pawl_world_hash(made.world);
    scene_world_free(&made);
    return hash;
}

START_TEST(two_identical_runs_are_identical) {
    ck_assert_uint_eq(plain_hash(), plain_hash());
}
END_TEST

START_TEST(nothing_is_written_behind_the_buffer) {
    pawl_world_def def;
    scene_world made = make_scene(PILE, &def);
    uint8_t *const memory = malloc(made.size + 2 * GUARD_SIZE);
    memset(memory, GUARD, made.size + 2 * GUARD_SIZE);
    memcpy(memory + GUARD_SIZE, made.memory, made.size);
    pawl_world *const world = (pawl_world *)(void *)(memory + GUARD_SIZE);
    run(world, 300);
    for (size_t i = 0; i < GUARD_SIZE; i++) {
        ck_assert_uint_eq(memory[i], GUARD);
        ck_assert_uint_eq(memory[GUARD_SIZE + made.size + i], GUARD);
    }
    free(memory);
    scene_world_free(&made);
}
END_TEST

/* A state region alone, in a block of exactly that size, stepped with scratch from outside. */
START_TEST(scratch_from_hooks_gives_the_same_hash) {
    pawl_world_def def;
    scene_world made = make_scene(PILE, &def);
    const size_t size = pawl_world_state_size(&def), scratch_size = pawl_world_scratch_size(&def);
    pawl_world *const world = malloc(size);
    memcpy(world, made.memory, size);
    world->total_size = world->state_size; /* as init leaves it for such a buffer */
    pawl_step_hooks hooks = {.scratch = malloc(scratch_size), .scratch_size = scratch_size};
    for (int i = 0; i < PILE_STEPS; i++)
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), plain_hash());
    free(hooks.scratch);
    free(world);
    scene_world_free(&made);
}
END_TEST

START_TEST(bad_scratch_is_refused_and_nothing_happens) {
    pawl_world *const world = make_default_world();
    add_unit_box(world, 0, 0);
    const pawl_world_def def = pawl_world_def_default();
    const size_t size = pawl_world_scratch_size(&def);
    uint8_t *const scratch = malloc(size + 8);
    const uint32_t hash = pawl_world_hash(world);
    pawl_step_hooks hooks = {.scratch = scratch, .scratch_size = size - 1};
    ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_ERR_MEMORY);
    hooks = (pawl_step_hooks){.scratch = scratch + 4, .scratch_size = size};
    ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_world_step(NULL, NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    hooks = (pawl_step_hooks){.scratch = scratch, .scratch_size = size};
    ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_tick(world), 1);
    free(scratch);
    free(world);
}
END_TEST

START_TEST(two_worlds_stepped_in_turn_share_one_scratch) {
    pawl_world_def def, other_def;
    scene_world made = make_scene(PILE, &def), other = make_scene("pyr10", &other_def);
    scene_world alone = make_scene("pyr10", &other_def);
    size_t size = pawl_world_scratch_size(&def);
    if (pawl_world_scratch_size(&other_def) > size) size = pawl_world_scratch_size(&other_def);
    pawl_step_hooks hooks = {.scratch = malloc(size), .scratch_size = size};
    for (int i = 0; i < PILE_STEPS; i++) {
        ck_assert_int_eq(pawl_world_step(made.world, &hooks), PAWL_OK);
        ck_assert_int_eq(pawl_world_step(other.world, &hooks), PAWL_OK);
    }
    run(alone.world, PILE_STEPS);
    ck_assert_uint_eq(pawl_world_hash(made.world), plain_hash());
    ck_assert_uint_eq(pawl_world_hash(other.world), pawl_world_hash(alone.world));
    free(hooks.scratch);
    scene_world_free(&made);
    scene_world_free(&other);
    scene_world_free(&alone);
}
END_TEST

/* Kind 0: 0xA5 everywhere; kind 1: random bytes, other ones before each step. */
START_TEST(what_lies_in_the_scratch_region_does_not_matter) {
    pawl_world_def def;
    scene_world made = make_scene(PILE, &def), plain = make_scene(PILE, &def);
    pawl_step_hooks hooks = {.scratch = NULL, .scratch_size = pawl_world_scratch_size(&def)};
    uint64_t *const scratch = malloc(hooks.scratch_size);
    uint64_t seed = seeded_base;
    hooks.scratch = scratch;
    for (int i = 0; i < PILE_STEPS; i++) {
        memset(scratch, 0xA5, hooks.scratch_size);
        for (size_t k = 0; _i == 1 && k < hooks.scratch_size / 8; k++)
            scratch[k] = seeded_next(&seed);
        ck_assert_int_eq(pawl_world_step(made.world, &hooks), PAWL_OK);
        run(plain.world, 1);
        ck_assert_uint_eq(pawl_world_hash(made.world), pawl_world_hash(plain.world));
        const pawl_counters a = pawl_world_get_counters(made.world);
        const pawl_counters b = pawl_world_get_counters(plain.world);
        ck_assert_mem_eq(&a, &b, sizeof a);
    }
    free(scratch);
    scene_world_free(&made);
    scene_world_free(&plain);
}
END_TEST

START_TEST(a_world_may_be_moved_in_memory_between_steps) {
    pawl_world_def def;
    scene_world made = make_scene(PILE, &def);
    const size_t size = pawl_world_size(&def);
    uint8_t *const memory = malloc(3 * size + 64);
    uint8_t *at = made.memory;
    for (int i = 0; i < PILE_STEPS; i++) {
        uint8_t *const to = memory + (size_t)(i % 3) * size + (size_t)(i % 7) * 8;
        if (to != at) memmove(to, at, size);
        at = to;
        ck_assert_int_eq(pawl_world_step((pawl_world *)(void *)at, NULL), PAWL_OK);
    }
    ck_assert_uint_eq(pawl_world_hash((pawl_world *)(void *)at), plain_hash());
    free(memory);
    scene_world_free(&made);
}
END_TEST

/* Rollback: the state region alone is kept, and everything else overwritten. */
START_TEST(a_copy_of_the_state_region_is_a_complete_save) {
    pawl_world_def def;
    scene_world made = make_scene(PILE, &def);
    const size_t size = pawl_world_state_size(&def);
    uint8_t *const save = malloc(size);
    run(made.world, PILE_STEPS / 2);
    memcpy(save, made.memory, size);
    for (int i = 0; i < 3; i++) {
        run(made.world, 30);
        pawl_body_destroy(made.world, made.bodies[10 + i]);
        run(made.world, 30);
        memset(made.memory, 0x5A, made.size);
        memcpy(made.memory, save, size);
    }
    run(made.world, PILE_STEPS - PILE_STEPS / 2);
    ck_assert_uint_eq(pawl_world_hash(made.world), plain_hash());
    free(save);
    scene_world_free(&made);
}
END_TEST

static const struct {
    uint32_t numerator, denominator;
    uint64_t tick;
} time_rows[] = {
    {60, 1, 0},
    {60, 1, 1},
    {60, 1, 59},
    {60, 1, 60},
    {60, 1, UINT64_C(60) * 86400 * 365},
    {16777216, 280896, 1},
    {16777216, 280896, 597275},
    {16777216, 280896, UINT64_C(1) << 40},
    {UINT32_MAX, 4295999, UINT64_C(1) << 44},
    {UINT32_MAX, UINT32_MAX, UINT64_C(1) << 46},
    {UINT32_MAX - 1, UINT32_MAX - 1, UINT64_MAX},
    {1, 1, (UINT64_C(1) << 47) - 1},
    {1, 1, UINT64_C(1) << 47},
};

START_TEST(time_is_the_exact_quotient_rounded_down) {
    pawl_world_def def = pawl_world_def_default();
    def.rate_numerator = time_rows[_i].numerator;
    def.rate_denominator = time_rows[_i].denominator;
    pawl_world *const world = make_world(&def);
    world->tick = time_rows[_i].tick;
    uint128 want = (uint128)world->tick * def.rate_denominator * 65536 / def.rate_numerator;
    if (want > (uint128)PAWL_WIDE_MAX) want = (uint128)PAWL_WIDE_MAX;
    ck_assert_int_eq(pawl_world_get_time(world), (pawl_wide)want);
    ck_assert_uint_eq(pawl_world_get_tick(world), time_rows[_i].tick);
    free(world);
}
END_TEST

START_TEST(each_step_counts_one_tick) {
    pawl_world *const world = make_default_world();
    for (uint64_t i = 0; i < 70; i++) {
        ck_assert_uint_eq(pawl_world_get_tick(world), i);
        run(world, 1);
    }
    ck_assert_int_eq(pawl_world_get_time(world), INT64_C(70) * 65536 / 60);
    free(world);
}
END_TEST

/* Equal rates, one of them not in lowest terms; 30 * 2290649225 is just above 2^36. */
static const uint32_t rate_rows[][3] = {
    {60, 1, 71582788}, {1, 1, 2290649225}, {999, 1, 4000000}, {7, 3, 600000000}};

START_TEST(a_rate_need_not_be_in_lowest_terms) {
    uint32_t hashes[2];
    for (int i = 0; i < 2; i++) {
        const uint32_t factor = i == 0 ? 1 : rate_rows[_i][2];
        pawl_world_def def = pawl_world_def_default();
        def.rate_numerator = rate_rows[_i][0] * factor;
        def.rate_denominator = rate_rows[_i][1] * factor;
        pawl_world *const world = make_world(&def);
        add_ground(world);
        for (int k = 0; k < 5; k++)
            add_unit_box(world, 0.0625 * k, 0.5 + 1.125 * k);
        run(world, 60);
        hashes[i] = pawl_world_motion_hash(world);
        free(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
END_TEST

START_TEST(substeps_may_change_while_the_world_runs) {
    uint32_t hashes[3];
    for (int i = 0; i < 3; i++) {
        pawl_world_def def = pawl_world_def_default();
        if (i == 1) def.substeps = 7;
        pawl_world *const world = make_world(&def);
        add_ground(world);
        for (int k = 0; k < 5; k++)
            add_unit_box(world, 0.0625 * k, 0.5 + 1.125 * k);
        if (i == 0) ck_assert_int_eq(pawl_world_set_substeps(world, 7), PAWL_OK);
        ck_assert_int_eq(pawl_world_get_substeps(world), i == 2 ? 4 : 7);
        run(world, 100);
        hashes[i] = pawl_world_hash(world);
        ck_assert_int_eq(pawl_world_set_substeps(world, 0), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_world_set_substeps(world, -1), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_world_set_substeps(world, 17), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_world_set_substeps(world, 256 + 4), PAWL_ERR_RANGE);
        ck_assert_uint_eq(pawl_world_hash(world), hashes[i]);
        free(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_ne(hashes[0], hashes[2]);
}
END_TEST

START_TEST(gravity_can_be_read_and_changed) {
    pawl_world *const world = make_default_world();
    assert_vec_eq(pawl_world_get_gravity(world), VEC(0, -10));
    ck_assert_int_eq(pawl_world_set_gravity(world, VEC(3, 4)), PAWL_OK);
    assert_vec_eq(pawl_world_get_gravity(world), VEC(3, 4));
    ck_assert_int_eq(pawl_world_set_gravity(world, VEC(8192, -8192)), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_gravity(world, pawl_vec2_make(PAWL_SPEED_MAX + 1, 0)),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_world_set_gravity(world, pawl_vec2_make(0, INT32_MIN)), PAWL_ERR_RANGE);
    assert_vec_eq(pawl_world_get_gravity(world), VEC(8192, -8192));
    free(world);
}
END_TEST

/* Default 0: |gravity| / 10 within 1/16 .. 1024, or 1 without gravity. */
START_TEST(length_unit_follows_gravity_unless_given) {
    static const struct {
        double gravity, given, want;
    } rows[] = {{-10, 0, 1},       {0, 0, 1},         {-160, 0, 16}, {-0.125, 0, 0.0625},
                {-8192, 0, 819.2}, {-10, 12.5, 12.5}, {30, 0, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_world_def def = pawl_world_def_default();
        def.gravity = VEC(0, rows[i].gravity);
        def.length_unit = FX(rows[i].given);
        pawl_world *const world = make_world(&def);
        ck_assert_int_eq(pawl_world_get_length_unit(world), scene_fx(rows[i].want));
        free(world);
    }
}
END_TEST

static TCase *memory_case(void) {
    TCase *const tcase = tcase_create("memory");
    tcase_add_loop_test(tcase, each_def_field_has_its_documented_range, 0, DEF_ROW_COUNT);
    tcase_add_loop_test(tcase, sizes_are_exact, 0, 12);
    tcase_add_test(tcase, misaligned_memory_is_refused);
    tcase_add_test(tcase, two_identical_runs_are_identical);
    tcase_add_test(tcase, nothing_is_written_behind_the_buffer);
    tcase_add_test(tcase, scratch_from_hooks_gives_the_same_hash);
    tcase_add_test(tcase, bad_scratch_is_refused_and_nothing_happens);
    tcase_add_test(tcase, two_worlds_stepped_in_turn_share_one_scratch);
    tcase_add_loop_test(tcase, what_lies_in_the_scratch_region_does_not_matter, 0, 2);
    tcase_add_test(tcase, a_copy_of_the_state_region_is_a_complete_save);
    tcase_add_test(tcase, a_world_may_be_moved_in_memory_between_steps);
    return tcase;
}

Suite *suite_world(void) {
    Suite *const suite = suite_create("world");
    suite_add_tcase(suite, memory_case());
    TCase *const tcase = tcase_create("settings");
    tcase_add_loop_test(tcase, time_is_the_exact_quotient_rounded_down, 0,
                        (int)(sizeof time_rows / sizeof time_rows[0]));
    tcase_add_test(tcase, each_step_counts_one_tick);
    tcase_add_loop_test(tcase, a_rate_need_not_be_in_lowest_terms, 0,
                        (int)(sizeof rate_rows / sizeof rate_rows[0]));
    tcase_add_test(tcase, substeps_may_change_while_the_world_runs);
    tcase_add_test(tcase, gravity_can_be_read_and_changed);
    tcase_add_test(tcase, length_unit_follows_gravity_unless_given);
    suite_add_tcase(suite, tcase);
    return suite;
}
