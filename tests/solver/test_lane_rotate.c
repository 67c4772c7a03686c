/* test_lane_rotate.c - cosines and sines in lanes beside those of one angle alone: every bit must
 * be the same, for any number of angles. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "pawl/pawl.h"
#include "solver/lane_schedule.h"
#include "support/base/seeded.h"

#define TRIALS SEEDED_ROUNDS(20000)

typedef struct angle_group {
    uint32_t count;
    int32_t angles[PAWLI_LANE_WIDTH_MAX];
    int32_t cosines[PAWLI_LANE_WIDTH_MAX], sines[PAWLI_LANE_WIDTH_MAX];
} angle_group;

static void compare_rotations(const pawli_lane_kernels *kernels, angle_group *group,
                              const char *name) {
    kernels->rotate(group->angles, group->count, group->cosines, group->sines);
    for (uint32_t i = 0; i < group->count; i++) {
        const pawl_angle angle = (pawl_angle)group->angles[i];
        const pawl_rot expected = pawl_rot_from_angle(angle);
        ck_assert_msg(expected.c == group->cosines[i] && expected.s == group->sines[i],
                      "%s, angle 0x%08" PRIX32 ": %" PRId32 ", %" PRId32 " instead of %" PRId32
                      ", %" PRId32,
                      name, angle, group->cosines[i], group->sines[i], expected.c, expected.s);
    }
}

/* All around the multiples of an eighth of a turn, where angles are folded, and then any. */
START_TEST(rotations_in_lanes_have_the_bits_of_one_alone) {
    const pawl_lanes lanes = (pawl_lanes)_i;
    if (lanes <= PAWL_LANES_NONE || !pawl_lanes_has(lanes)) return;
    const pawli_lane_kernels *const kernels = pawli_lane_kernels_of(lanes);
    if (kernels->rotate == NULL) return; /* which the step makes one after the other */
    uint64_t seed = first_seed(_i);
    angle_group group;
    memset(&group, 0, sizeof group);
    for (uint32_t eighth = 0; eighth < 8; eighth++) {
        for (group.count = 0; group.count < PAWLI_LANE_WIDTH_MAX; group.count++)
            group.angles[group.count] = (int32_t)((eighth << 29) + group.count - 8);
        compare_rotations(kernels, &group, pawl_lanes_name(lanes));
    }
    for (int trial = 0; trial < TRIALS; trial++) {
        group.count = (uint32_t)(seeded_next(&seed) % (PAWLI_LANE_WIDTH_MAX + 1));
        const int shift = (int)(seeded_next(&seed) % 32);
        for (uint32_t i = 0; i < group.count; i++)
            group.angles[i] = (int32_t)((uint32_t)seeded_next(&seed) >> shift);
        compare_rotations(kernels, &group, pawl_lanes_name(lanes));
    }
}
END_TEST

Suite *suite_lane_rotate(void) {
    Suite *suite = suite_create("lane_rotate");
    TCase *tcase = tcase_create("lane_rotate");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, rotations_in_lanes_have_the_bits_of_one_alone, 0, PAWL_LANES_COUNT);
    suite_add_tcase(suite, tcase);
    return suite;
}
