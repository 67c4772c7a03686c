/* test_soft_walls.c - nothing passes a wall: soft bodies at speeds up to the limit in random rooms,
 * cages, tile maps and between polygons, judged exactly after each step. */
#include "support/soft_walls.h"

#include "world/world.h"

#define SOFTS 6
#define STEPS 40
#define ROUNDS_EACH SEEDED_ROUNDS(2)

static pawl_world_def make_def(uint64_t *seed) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 32;
    def.soft_capacity = SOFTS;
    def.soft_point_capacity = 200;
    def.soft_link_capacity = 400;
    def.soft_substeps = (uint8_t)(1 + (seeded_next(seed) >> 60));
    if (seeded_next(seed) & 1) def.gravity = VEC(0, -1000);
    def.length_unit = PAWL_FX_ONE;
    return def;
}

static pawl_fx speed_of(uint64_t *seed) {
    static const double speeds[] = {5, 60, 400, 2000, 8192};
    return FX(speeds[(seeded_next(seed) >> 33) % 5]);
}

static int steps_in_touch; /* in how many steps somebody was at a wall */

static void watch(const soft_arena *arena, const pawl_soft_id *softs, uint64_t first, int step) {
    for (int i = 0; i < SOFTS; i++) {
        if (!pawl_soft_is_valid(arena->world, softs[i])) continue;
        const char *wrong = arena_judge(arena, softs[i]);
        ck_assert_msg(wrong == NULL, "seed %#llx, step %d, soft %d: %s", (unsigned long long)first,
                      step, i, wrong == NULL ? "" : wrong);
        const uint16_t slot = pawli_find_soft(arena->world, softs[i]);
        const pawli_soft *soft = &pawli_softs_const(arena->world)[slot];
        for (uint32_t k = 0; k < soft->point_count; k++) {
            const pawli_soft_point *point =
                &pawli_soft_points_const(arena->world)[soft->first_point + k];
            if (point->flags & PAWLI_POINT_TOUCHING) steps_in_touch++;
        }
    }
}

/* Terrain that moves: in jerks, and turning. */
static void push_ground(const soft_arena *arena, uint64_t *seed) {
    const pawl_vec2 velocity = {seeded_between(seed, -FX(20), FX(20)),
                                seeded_between(seed, -FX(20), FX(20))};
    ck_assert_int_eq(pawl_body_set_velocity(arena->world, arena->ground, velocity), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(arena->world, arena->ground,
                                                    seeded_between(seed, -FX(2), FX(2))),
                     PAWL_OK);
}

static void play(uint64_t *seed, arena_kind kind, bool turned, bool moves) {
    const uint64_t first = *seed;
    const pawl_world_def def = make_def(seed);
    const pawl_angle turn = turned ? (pawl_angle)(seeded_next(seed) >> 32) : 0;
    static soft_arena made;
    make_arena(&made, kind, seed, &def, turn);
    pawl_soft_id softs[SOFTS];
    for (int i = 0; i < SOFTS; i++) {
        softs[i] = arena_add_soft(&made, seed, i % 3);
        if (pawl_soft_is_valid(made.world, softs[i]))
            arena_kick(&made, softs[i], seed, speed_of(seed), (seeded_next(seed) & 1) != 0);
    }
    if (moves) {
        ck_assert_int_eq(pawl_body_set_type(made.world, made.ground, PAWL_KINEMATIC), PAWL_OK);
    }
    for (int step = 0; step < STEPS; step++) {
        if (moves && step % 8 == 0) push_ground(&made, seed);
        ck_assert_int_eq(pawl_world_step(made.world, NULL), PAWL_OK);
        watch(&made, softs, first, step);
        const int i = step % SOFTS;
        if (step % 4 == 3 && pawl_soft_is_valid(made.world, softs[i]))
            arena_kick(&made, softs[i], seed, speed_of(seed), (seeded_next(seed) & 1) != 0);
    }
    free_arena(&made);
}

static void play_all(int pass, arena_kind kind, bool moves) {
    uint64_t seed = first_seed(pass);
    steps_in_touch = 0;
    for (int round = 0; round < ROUNDS_EACH; round++)
        play(&seed, kind, round % 2 == 1, moves);
    ck_assert_msg(steps_in_touch > SEEDED_OFTEN(100), "only %d touches", steps_in_touch);
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

START_TEST(nothing_leaves_a_room_that_moves) {
    play_all(_i, ARENA_ROOM, true);
}
END_TEST

START_TEST(nothing_gets_into_blocks_that_move) {
    play_all(_i, ARENA_BLOCKS, true);
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
    tcase_add_loop_test(tcase, nothing_leaves_a_room_that_moves, 0, 1);
    tcase_add_loop_test(tcase, nothing_gets_into_blocks_that_move, 0, 1);
    suite_add_tcase(suite, tcase);
    return suite;
}
