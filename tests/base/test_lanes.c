/* test_lanes.c - which lanes a build knows and a machine has. */
#include <check.h>
#include <string.h>

#include "base/lanes.h"
#include "pawl/pawl.h"

START_TEST(the_best_lanes_are_there_and_none_wider_are) {
    const pawl_lanes best = pawl_lanes_best();
    ck_assert_int_ne(best, PAWL_LANES_DEFAULT);
    ck_assert_int_eq(pawl_lanes_has(best), true);
    for (int wider = (int)best + 1; wider <= PAWL_LANES_COUNT; wider++)
        ck_assert_msg(!pawl_lanes_has((pawl_lanes)wider), "%s", pawl_lanes_name((pawl_lanes)wider));
}
END_TEST

START_TEST(what_every_machine_is_said_to_have_is_there) {
    ck_assert_int_eq(pawl_lanes_has(PAWL_LANES_DEFAULT), true);
    ck_assert_int_eq(pawl_lanes_has(PAWL_LANES_NONE), true);
    ck_assert_int_eq(pawl_lanes_has(pawli_lanes_meant(PAWL_LANES_DEFAULT)), true);
    ck_assert_int_ne(pawli_lanes_meant(PAWL_LANES_DEFAULT), PAWL_LANES_DEFAULT);
    ck_assert_int_eq(pawli_lanes_meant(PAWL_LANES_AVX2), PAWL_LANES_AVX2);
}
END_TEST

#if PAWLI_LANES_X86
/* The compiler's own question, which the library may not ask. */
START_TEST(a_machine_has_what_the_compiler_finds) {
    __builtin_cpu_init();
    const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    ck_assert_int_eq(pawl_lanes_has(PAWL_LANES_SSE41), __builtin_cpu_supports("sse4.1") != 0);
    ck_assert_int_eq(pawl_lanes_has(PAWL_LANES_AVX2), __builtin_cpu_supports("avx2") != 0);
    ck_assert_int_eq(pawl_lanes_has(PAWL_LANES_AVX512), wide);
}
END_TEST
#endif

START_TEST(lanes_have_names_of_their_own) {
    for (int a = 0; a < PAWL_LANES_COUNT; a++)
        for (int b = a + 1; b <= PAWL_LANES_COUNT; b++)
            ck_assert_str_ne(pawl_lanes_name((pawl_lanes)a), pawl_lanes_name((pawl_lanes)b));
    ck_assert_str_eq(pawl_lanes_name((pawl_lanes)PAWL_LANES_COUNT), "unknown lanes");
    ck_assert_str_eq(pawl_lanes_name(PAWL_LANES_AVX2), "avx2");
}
END_TEST

/* A step asked for lanes that the build has no code for has changed nothing. */
START_TEST(a_step_refuses_lanes_that_the_build_does_not_know) {
    static uint64_t memory[1 << 13];
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 2;
    def.joint_capacity = 0;
    pawl_world *world;
    ck_assert_int_eq(pawl_world_init(memory, sizeof memory, &def, &world), PAWL_OK);
    for (int lanes = 0; lanes <= PAWL_LANES_COUNT; lanes++) {
        const pawl_step_hooks hooks = {.lanes = (pawl_lanes)lanes};
        const bool known = !PAWL_WITH_LANES || pawli_lanes_is_known((pawl_lanes)lanes);
        const uint64_t tick = pawl_world_get_tick(world);
        ck_assert_int_eq(pawl_world_step(world, &hooks), known ? PAWL_OK : PAWL_ERR_UNSUPPORTED);
        ck_assert_uint_eq(pawl_world_get_tick(world), tick + known);
    }
    const pawl_step_hooks odd = {.lane_memory = (uint8_t *)memory + 1, .lane_memory_size = 64};
    ck_assert_int_eq(pawl_world_step(world, &odd), PAWL_WITH_LANES ? PAWL_ERR_MEMORY : PAWL_OK);
}
END_TEST

Suite *suite_lanes(void) {
    Suite *suite = suite_create("lanes");
    TCase *tcase = tcase_create("lanes");
    tcase_add_test(tcase, the_best_lanes_are_there_and_none_wider_are);
    tcase_add_test(tcase, what_every_machine_is_said_to_have_is_there);
#if PAWLI_LANES_X86
    tcase_add_test(tcase, a_machine_has_what_the_compiler_finds);
#endif
    tcase_add_test(tcase, lanes_have_names_of_their_own);
    tcase_add_test(tcase, a_step_refuses_lanes_that_the_build_does_not_know);
    suite_add_tcase(suite, tcase);
    return suite;
}
