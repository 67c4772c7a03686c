/* test_pool.c - slots, their queue of free ones, and the handles that outlive them. */
#include "support/world/fixture.h"
#include "support/base/seeded.h"
#include "world/world.h"

#define CAPACITY 8

/* A slot as the pool sees it: a link somewhere inside. */
typedef struct slot {
    uint32_t before;
    uint16_t link;
    uint16_t behind;
} slot;

static pawli_slots slots_of(slot *slots) {
    const pawli_slots view = {slots, sizeof(slot), offsetof(slot, link)};
    return view;
}

START_TEST(fresh_slots_come_in_order_until_the_pool_is_full) {
    slot memory[CAPACITY];
    memset(memory, 0, sizeof memory);
    pawli_pool pool;
    pawli_pool_init(&pool, CAPACITY);
    for (uint16_t i = 0; i < CAPACITY; i++) {
        ck_assert_uint_eq(pawli_pool_take(&pool, slots_of(memory)), i);
        ck_assert_uint_eq(pool.live, i + 1u);
    }
    ck_assert_uint_eq(pawli_pool_take(&pool, slots_of(memory)), PAWLI_NONE);
    ck_assert_uint_eq(pool.live, CAPACITY);
    ck_assert_uint_eq(pool.used, CAPACITY);
}
END_TEST

START_TEST(a_freed_slot_waits_while_there_are_fresh_ones) {
    slot memory[CAPACITY];
    pawli_pool pool;
    pawli_pool_init(&pool, CAPACITY);
    for (uint16_t i = 0; i < CAPACITY; i++) {
        ck_assert_uint_eq(pawli_pool_take(&pool, slots_of(memory)), i);
        pawli_pool_give(&pool, slots_of(memory), i);
    }
    ck_assert_uint_eq(pool.live, 0);
    ck_assert_uint_eq(pawli_pool_take(&pool, slots_of(memory)), 0);
}
END_TEST

/* The model is a plain array of free slots in the order they were freed. */
START_TEST(the_slot_that_was_free_longest_is_used_first) {
    uint64_t seed = seeded_base + (uint64_t)_i; /* _i names a failing run */
    slot memory[CAPACITY];
    memset(memory, 0xA5, sizeof memory);
    uint16_t free_slots[CAPACITY], taken[CAPACITY];
    int free_count = 0, taken_count = 0;
    pawli_pool pool;
    pawli_pool_init(&pool, CAPACITY);
    for (uint16_t i = 0; i < CAPACITY; i++)
        taken[taken_count++] = pawli_pool_take(&pool, slots_of(memory));
    for (int round = 0; round < 2000; round++) {
        if (seeded_next(&seed) >> 63) {
            const uint16_t want = free_count > 0 ? free_slots[0] : PAWLI_NONE;
            ck_assert_uint_eq(pawli_pool_take(&pool, slots_of(memory)), want);
            if (want == PAWLI_NONE) continue;
            memmove(free_slots, free_slots + 1, sizeof free_slots - sizeof free_slots[0]);
            free_count--;
            taken[taken_count++] = want;
        } else if (taken_count > 0) {
            const int chosen = (int)(seeded_next(&seed) % (uint64_t)taken_count);
            pawli_pool_give(&pool, slots_of(memory), taken[chosen]);
            free_slots[free_count++] = taken[chosen];
            taken[chosen] = taken[--taken_count];
        }
        ck_assert_uint_eq(pool.live, taken_count);
    }
    for (int i = 0; i < CAPACITY; i++) { /* nothing but the link was written */
        ck_assert_uint_eq(memory[i].before, 0xA5A5A5A5);
        ck_assert_uint_eq(memory[i].behind, 0xA5A5);
    }
}
END_TEST

static pawl_world *make_small_world(uint16_t bodies) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = bodies;
    return make_world(&def);
}

START_TEST(a_handle_dies_with_its_body_and_stays_dead_when_the_slot_is_used_again) {
    pawl_world *const world = make_small_world(1);
    const pawl_body_id first = add_body(world, PAWL_DYNAMIC, 0, 0);
    ck_assert_int_eq(pawl_body_destroy(world, first), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_valid(world, first), false);
    const pawl_body_id second = add_body(world, PAWL_DYNAMIC, 0, 0);
    ck_assert_uint_eq(second.index1, first.index1);
    ck_assert_int_eq(pawl_body_is_valid(world, first), false);
    ck_assert_int_eq(pawl_body_is_valid(world, second), true);
    ck_assert_int_eq(pawl_body_destroy(world, first), PAWL_ERR_STALE);
    free(world);
}
END_TEST

/* Generations run from 1 to 65535 and around; the first handle is alive again only then. */
START_TEST(a_generation_wraps_after_65535_uses_and_is_never_zero) {
    pawl_world *const world = make_small_world(1);
    const pawl_body_id first = add_body(world, PAWL_STATIC, 0, 0);
    ck_assert_uint_eq(first.generation, 1);
    pawl_body_id body = first;
    for (int use = 2; use <= 65535; use++) {
        ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
        body = add_body(world, PAWL_STATIC, 0, 0);
        if (body.generation != use) ck_abort_msg("use %d has generation %d", use, body.generation);
        if (pawl_body_is_valid(world, first)) ck_abort_msg("the first handle lives in use %d", use);
    }
    ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    body = add_body(world, PAWL_STATIC, 0, 0);
    ck_assert_uint_eq(body.generation, 1);
    free(world);
}
END_TEST

START_TEST(handles_that_never_were_are_stale) {
    pawl_world *const world = make_small_world(4);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_body_id wrong[] = {{0, 0},
                                  {0, body.generation},
                                  {body.index1, 0},
                                  {(uint16_t)(body.index1 + 1), body.generation},
                                  {(uint16_t)(body.index1 + 1), 0},
                                  {5, body.generation},
                                  {UINT16_MAX, UINT16_MAX}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_int_eq(pawl_body_destroy(world, wrong[i]), PAWL_ERR_STALE);
    ck_assert_uint_eq(pawli_pool_find_body(NULL, body), PAWLI_NONE);
    ck_assert_uint_eq(pawli_pool_find_shape(NULL, NO_SHAPE), PAWLI_NONE);
    ck_assert_uint_eq(pawli_pool_body_id(world, PAWLI_NONE).index1, 0);
    ck_assert_uint_eq(pawli_pool_shape_id(world, PAWLI_NONE).index1, 0);
    ck_assert_int_eq(pawl_body_is_valid(world, body), true);
    free(world);
}
END_TEST

START_TEST(null_handles_are_known_from_others) {
    const pawl_body_id body = {1, 7};
    ck_assert_int_eq(pawl_body_is_null(body), false);
    ck_assert_int_eq(pawl_body_is_null(PAWL_NULL_BODY), true);
    ck_assert_int_eq(pawl_shape_is_null(PAWL_NULL_SHAPE), true);
    ck_assert_int_eq(pawl_joint_is_null(PAWL_NULL_JOINT), true);
    ck_assert_int_eq(pawl_soft_is_null(PAWL_NULL_SOFT), true);
    ck_assert_uint_eq(pawl_body_id_store(PAWL_NULL_BODY), 0);
    ck_assert_int_eq(pawl_body_is_null(pawl_body_id_load(0)), true);
}
END_TEST

START_TEST(shape_handles_follow_the_same_rules) {
    pawl_world_def def = pawl_world_def_default();
    def.shape_capacity = 2;
    pawl_world *const world = make_world(&def);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    pawl_convex circle;
    ck_assert_int_eq(pawl_make_circle(VEC(0, 0), FX(1), &circle), PAWL_OK);
    const pawl_shape_id a = add_shape(world, body, &circle), b = add_shape(world, body, &circle);
    const pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_shape_id none = NO_SHAPE;
    ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &circle, &none), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_shape_destroy(world, b), PAWL_OK);
    ck_assert_int_eq(pawl_shape_destroy(world, a), PAWL_OK);
    const pawl_shape_id c = add_shape(world, body, &circle), d = add_shape(world, body, &circle);
    ck_assert_uint_eq(c.index1, b.index1); /* freed first */
    ck_assert_uint_eq(d.index1, a.index1);
    ck_assert_uint_eq(c.generation, b.generation + 1);
    ck_assert_int_eq(pawl_shape_is_valid(world, a), false);
    ck_assert_int_eq(pawl_shape_is_valid(world, b), false);
    ck_assert_int_eq(pawl_shape_is_valid(world, c), true);
    free(world);
}
END_TEST

Suite *suite_pool(void) {
    Suite *const suite = suite_create("pool");
    TCase *const slots = tcase_create("slots");
    tcase_add_test(slots, fresh_slots_come_in_order_until_the_pool_is_full);
    tcase_add_test(slots, a_freed_slot_waits_while_there_are_fresh_ones);
    tcase_add_loop_test(slots, the_slot_that_was_free_longest_is_used_first, 0, 20);
    suite_add_tcase(suite, slots);
    TCase *const handles = tcase_create("handles");
    tcase_add_test(handles, a_handle_dies_with_its_body_and_stays_dead_when_the_slot_is_used_again);
    tcase_add_test(handles, a_generation_wraps_after_65535_uses_and_is_never_zero);
    tcase_add_test(handles, handles_that_never_were_are_stale);
    tcase_add_test(handles, null_handles_are_known_from_others);
    tcase_add_test(handles, shape_handles_follow_the_same_rules);
    suite_add_tcase(suite, handles);
    return suite;
}
