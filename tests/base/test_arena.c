/* test_arena.c - where arrays lie in one block of memory. */
#include <check.h>

#include "base/arena.h"
#include "support/base/seeded.h"

START_TEST(arrays_are_aligned_in_order_and_apart) {
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(2000); round++) {
        const uint32_t alignment = UINT32_C(1) << seeded_next(&seed) % 5;
        pawli_arena arena = {seeded_next(&seed) % 100, alignment};
        uint64_t end = arena.size;
        for (int i = 0; i < 8; i++) {
            const uint32_t count = (uint32_t)(seeded_next(&seed) % 50);
            const size_t size = (size_t)(1 + seeded_next(&seed) % 30);
            const uint32_t offset = pawli_arena_reserve(&arena, count, size);
            ck_assert_uint_eq(offset % alignment, 0);
            ck_assert_uint_ge(offset, end);
            ck_assert_uint_lt(offset, end + alignment);
            end = offset + (uint64_t)count * size;
            ck_assert_uint_eq(arena.size, end);
        }
    }
}
END_TEST

START_TEST(the_end_is_rounded_up) {
    const struct {
        uint32_t size, alignment, end;
    } cases[] = {{0, 8, 0}, {1, 8, 8}, {8, 8, 8}, {9, 8, 16}, {13, 4, 16}, {13, 1, 13}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const pawli_arena arena = {cases[i].size, 1};
        ck_assert_uint_eq(pawli_arena_end(&arena, cases[i].alignment), cases[i].end);
    }
}
END_TEST

START_TEST(a_size_beyond_4_gib_is_counted) {
    pawli_arena arena = {0, 8};
    (void)pawli_arena_reserve(&arena, UINT32_MAX, 8);
    ck_assert_uint_eq(pawli_arena_end(&arena, 8), UINT64_C(0x7FFFFFFF8));
}
END_TEST

Suite *suite_arena(void) {
    Suite *const suite = suite_create("arena");
    TCase *const cases = tcase_create("arena");
    tcase_add_loop_test(cases, arrays_are_aligned_in_order_and_apart, 0, 4);
    tcase_add_test(cases, the_end_is_rounded_up);
    tcase_add_test(cases, a_size_beyond_4_gib_is_counted);
    suite_add_tcase(suite, cases);
    return suite;
}
