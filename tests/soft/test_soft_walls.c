/* test_soft_walls.c - nothing passes a wall: soft bodies at speeds up to the limit in random rooms,
 * cages, tile maps, levels and between polygons, judged exactly after each step. `make soak` plays
 * thousands of these stories. */
#include <check.h>
#include <string.h>

#include "support/soft/soft_story.h"

#define STEPS (SEEDED_SHARE > 1 ? 12 : 24)
#define STEPS_CROWDED 100
#define ROUNDS_EACH (SEEDED_SHARE > 1 ? 1 : 2)
/* Stories differ in how much they touch and sleep: one that has seen too little is followed by
 * others, but not by more than these. */
#define ROUNDS_MOST (SEEDED_SHARE > 1 ? ROUNDS_EACH : 30)
#define CROWDS_EACH ARENA_KIND_COUNT
#define CROWDS_MOST (SEEDED_SHARE > 1 ? CROWDS_EACH : 4 * ARENA_KIND_COUNT)

/* Corridors slow them down. */
static bool has_seen_walls(const soft_story_totals *totals, arena_kind kind) {
    return totals->touches > 100 && (kind == ARENA_TILES || totals->fast > 0);
}

static bool has_seen_crowds(const soft_story_totals *totals) {
    return totals->attached > 100 && totals->torn > 0 && totals->asleep > 20;
}

static void play_all(int pass, arena_kind kind, bool moves) {
    soft_story_totals totals;
    memset(&totals, 0, sizeof totals);
    const soft_story story = {kind, moves, false, STEPS};
    for (int round = 0; round < ROUNDS_MOST; round++) {
        if (round >= ROUNDS_EACH && has_seen_walls(&totals, kind)) break;
        const int number = 100 * pass + round;
        const char *const wrong = soft_story_play(first_seed(number), &story, &totals);
        ck_assert_msg(wrong == NULL, "story %d: %s", number, wrong);
    }
    ck_assert_uint_gt(totals.touches, 0);
    if (SEEDED_SHARE > 1) return;
    ck_assert_int_eq(has_seen_walls(&totals, kind), true);
}

START_TEST(nothing_leaves_a_room) {
    play_all(_i, ARENA_ROOM, false);
}
END_TEST

START_TEST(nothing_leaves_a_cage_with_two_sides) {
    play_all(_i, ARENA_CAGE, false);
}
END_TEST

START_TEST(nothing_gets_into_blocks) {
    play_all(_i, ARENA_BLOCKS, false);
}
END_TEST

START_TEST(nothing_gets_into_tiles) {
    play_all(_i, ARENA_TILES, false);
}
END_TEST

START_TEST(no_link_passes_an_open_chain) {
    play_all(_i, ARENA_ZIGZAG, false);
}
END_TEST

START_TEST(nothing_gets_into_static_polygons) {
    play_all(_i, ARENA_POLYGONS, false);
}
END_TEST

START_TEST(nothing_gets_into_the_walls_of_a_level) {
    play_all(_i, ARENA_LEVEL, false);
}
END_TEST

START_TEST(nothing_leaves_a_room_that_moves) {
    play_all(_i, ARENA_ROOM, true);
}
END_TEST

START_TEST(nothing_gets_into_blocks_that_move) {
    play_all(_i, ARENA_BLOCKS, true);
}
END_TEST

START_TEST(nothing_gets_into_tiles_that_move) {
    play_all(_i, ARENA_TILES, true);
}
END_TEST

START_TEST(nothing_gets_into_polygons_that_move) {
    play_all(_i, ARENA_POLYGONS, true);
}
END_TEST

START_TEST(nothing_passes_walls_in_a_crowd) {
    soft_story_totals totals;
    memset(&totals, 0, sizeof totals);
    for (int i = 0; i<CROWDS_MOST; i += SEEDED_SHARE> 1 ? 4 : 1) {
        if (i >= CROWDS_EACH && has_seen_crowds(&totals)) break;
        const soft_story story = {(arena_kind)(i % ARENA_KIND_COUNT), false, true, STEPS_CROWDED};
        const char *const wrong = soft_story_play(first_seed(i), &story, &totals);
        ck_assert_msg(wrong == NULL, "arena %d: %s", i, wrong);
    }
    ck_assert_uint_gt(totals.attached, SEEDED_SHARE > 1 ? 0 : 100);
    if (SEEDED_SHARE > 1) return;
    ck_assert_int_eq(has_seen_crowds(&totals), true);
}
END_TEST

Suite *suite_soft_walls(void);
Suite *suite_soft_walls(void) {
    Suite *const suite = suite_create("soft_walls");
    TCase *const tcase = tcase_create("soft_walls");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, nothing_leaves_a_room, 0, 1);
    tcase_add_loop_test(tcase, nothing_leaves_a_cage_with_two_sides, 0, 1);
    tcase_add_loop_test(tcase, nothing_gets_into_blocks, 0, 1);
    tcase_add_loop_test(tcase, nothing_gets_into_tiles, 0, 1);
    tcase_add_loop_test(tcase, no_link_passes_an_open_chain, 0, 1);
    tcase_add_loop_test(tcase, nothing_gets_into_static_polygons, 0, 1);
    tcase_add_loop_test(tcase, nothing_gets_into_the_walls_of_a_level, 0, 1);
    tcase_add_loop_test(tcase, nothing_leaves_a_room_that_moves, 0, 1);
    tcase_add_loop_test(tcase, nothing_gets_into_blocks_that_move, 0, 1);
    tcase_add_loop_test(tcase, nothing_gets_into_tiles_that_move, 0, 1);
    tcase_add_loop_test(tcase, nothing_gets_into_polygons_that_move, 0, 1);
    tcase_add_test(tcase, nothing_passes_walls_in_a_crowd);
    suite_add_tcase(suite, tcase);
    return suite;
}
