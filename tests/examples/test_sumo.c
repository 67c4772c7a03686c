/* test_sumo.c - the rules of examples/sumo: the same inputs give the same game, whichever way its
 * state has gone, and the rules do what sumo.h says. */
#include <check.h>
#include <string.h>

#include "base/crc.h"
#include "pawl/port.h"
#include "state/snapshot.h"
#include "support/base/seeded.h"
#include "sumo/sumo.h"

static sumo game, twin, third;

static void start(uint32_t players, uint32_t seed) {
    ck_assert_int_eq(sumo_start(&game, players, seed), PAWL_OK);
    ck_assert_int_eq(sumo_start(&twin, players, seed), PAWL_OK);
}

static void bots(uint32_t seed, uint32_t tick, uint8_t inputs[SUMO_PLAYERS_MAX]) {
    for (uint32_t i = 0; i < SUMO_PLAYERS_MAX; i++)
        inputs[i] = sumo_bot(seed, i, tick);
}

static void step_bots(sumo *which, uint32_t seed) {
    uint8_t inputs[SUMO_PLAYERS_MAX];
    bots(seed, which->rules.tick, inputs);
    ck_assert_int_eq(sumo_step(which, inputs), PAWL_OK);
}

static void step_keys(uint8_t first, uint8_t second) {
    const uint8_t inputs[SUMO_PLAYERS_MAX] = {first, second, 0, 0};
    ck_assert_int_eq(sumo_step(&game, inputs), PAWL_OK);
}

START_TEST(equal_inputs_give_equal_games_and_one_key_another) {
    const uint32_t players = SUMO_PLAYERS_MIN + (uint32_t)_i;
    start(players, 7);
    for (int i = 0; i < SEEDED_ROUNDS(3000); i++) {
        step_bots(&game, 1);
        step_bots(&twin, 1);
        ck_assert_uint_eq(sumo_hash(&game), sumo_hash(&twin));
    }
    start(players, 7);
    uint8_t inputs[SUMO_PLAYERS_MAX] = {0};
    ck_assert_int_eq(sumo_step(&game, inputs), PAWL_OK);
    inputs[players - 1] = PAWL_KEY_LEFT;
    ck_assert_int_eq(sumo_step(&twin, inputs), PAWL_OK);
    ck_assert_uint_ne(sumo_hash(&game), sumo_hash(&twin));
}
END_TEST

/* A game in which nothing happens would make the other tests worthless. */
START_TEST(bots_push_fall_and_score) {
    uint64_t contacts = 0;
    start(4, 1);
    for (int i = 0; i < 12000; i++) {
        step_bots(&game, 5);
        contacts += pawl_world_get_counters(game.world).touching;
    }
    ck_assert_uint_gt(contacts, 1000);
    ck_assert_uint_gt(game.rules.round, 20);
    ck_assert_uint_eq(pawl_world_get_faults(game.world), 0);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_gt(game.rules.score[i], 0);
}
END_TEST

START_TEST(a_restored_save_goes_on_to_the_same_game) {
    static uint64_t slot[SUMO_SAVE_BYTES / 8];
    uint64_t seed = first_seed(_i);
    start(2 + (uint32_t)(_i % 3), 3);
    for (int i = 0; i < SEEDED_ROUNDS(300); i++) {
        const int ahead = (int)(seeded_next(&seed) % 15);
        ck_assert_int_eq(sumo_save(&game, slot), PAWL_OK);
        const uint32_t hash = sumo_hash(&game);
        for (int k = 0; k < ahead; k++)
            step_bots(&game, 99); /* a guess that was wrong */
        ck_assert_int_eq(sumo_restore(&game, slot), PAWL_OK);
        ck_assert_uint_eq(sumo_hash(&game), hash);
        const int ticks = 1 + (int)(seeded_next(&seed) % 20);
        for (int k = 0; k < ticks; k++) {
            step_bots(&game, 4);
            step_bots(&twin, 4);
        }
        ck_assert_uint_eq(sumo_hash(&game), sumo_hash(&twin));
    }
}
END_TEST

START_TEST(a_snapshot_goes_on_to_the_same_game) {
    static uint8_t bytes[SUMO_SNAPSHOT_BYTES], again[SUMO_SNAPSHOT_BYTES];
    uint32_t size = 0, size_again = 0;
    start(2 + (uint32_t)(_i % 3), (uint32_t)_i);
    for (int i = 0; i < SEEDED_ROUNDS(100); i++) {
        memset(&third, 0xAA, sizeof third);
        ck_assert_int_eq(sumo_encode(&game, bytes, sizeof bytes, &size), PAWL_OK);
        ck_assert_int_eq(sumo_decode(&third, bytes, size), PAWL_OK);
        ck_assert_uint_eq(sumo_hash(&third), sumo_hash(&game));
        ck_assert_int_eq(sumo_encode(&third, again, sizeof again, &size_again), PAWL_OK);
        ck_assert_uint_eq(size_again, size);
        ck_assert_mem_eq(again, bytes, size);
        ck_assert_int_eq(sumo_copy(&twin, &third), PAWL_OK);
        for (int k = 0; k < 37; k++) {
            step_bots(&game, 6);
            step_bots(&twin, 6);
            ck_assert_uint_eq(sumo_hash(&game), sumo_hash(&twin));
        }
    }
}
END_TEST

/* What came over a network: cut off, or with bytes of somebody's choice. The rules carry no
 * checksum of their own, so some wrong ones are games; those must be playable. */
START_TEST(any_bytes_are_safe) {
    static uint8_t bytes[SUMO_SNAPSHOT_BYTES], bad[SUMO_SNAPSHOT_BYTES];
    uint32_t size = 0, games = 0, refused = 0;
    uint64_t seed = first_seed(_i);
    start(3, 9);
    for (int k = 0; k < 200; k++)
        step_bots(&game, 8);
    ck_assert_int_eq(sumo_encode(&game, bytes, sizeof bytes, &size), PAWL_OK);
    for (uint32_t cut = 0; cut < size; cut += (uint32_t)SEEDED_STRIDE(1))
        ck_assert_int_ne(sumo_decode(&third, bytes, cut), PAWL_OK);
    for (int i = 0; i < SEEDED_ROUNDS(2000); i++) {
        memcpy(bad, bytes, size);
        const uint32_t at = (uint32_t)(seeded_next(&seed) % (i % 2 ? 4 * SUMO_WORDS : size));
        bad[at] = (uint8_t)(bad[at] ^ (1u << seeded_next(&seed) % 8));
        if (sumo_decode(&third, bad, size) != PAWL_OK) {
            refused++;
            continue;
        }
        games++;
        for (int k = 0; k < 3; k++)
            step_bots(&third, 8);
    }
    ck_assert_uint_gt(refused, 0);
    ck_assert_uint_gt(games, 0);
}
END_TEST

/* Behind a right checksum, the state has another hash than the snapshot says. */
START_TEST(a_snapshot_with_a_wrong_hash_is_refused) {
    static uint8_t bytes[SUMO_SNAPSHOT_BYTES];
    uint8_t *const snapshot = bytes + 4 * SUMO_WORDS;
    uint32_t size = 0;
    start(2, 1);
    ck_assert_int_eq(sumo_encode(&game, bytes, sizeof bytes, &size), PAWL_OK);
    size -= 4 * SUMO_WORDS;
    snapshot[PAWLI_SNAPSHOT_HASH_AT] ^= 1;
    pawli_store_u32(snapshot + size - 4, pawli_crc_32(0, snapshot, size - 4));
    ck_assert_int_eq(sumo_decode(&third, bytes, 4 * SUMO_WORDS + size), PAWL_ERR_FORMAT);
}
END_TEST

/* The world of a game, but for one number of its def. */
static pawl_world_def def_with(int change) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = SUMO_BODIES;
    def.geometry_capacity = 2;
    def.event_capacity = 1;
    def.joint_capacity = 0;
    def.contact_capacity = 48;
    def.body_capacity = (uint16_t)(def.body_capacity + (change == 1));
    def.shape_capacity = (uint16_t)(def.shape_capacity + (change == 2));
    def.geometry_capacity = (uint16_t)(def.geometry_capacity + (change == 3));
    def.event_capacity = (uint16_t)(def.event_capacity + (change == 4));
    def.joint_capacity = change == 5;
    def.contact_capacity += change == 6;
    def.rate_numerator += change == 7;
    def.rate_denominator += change == 8;
    return def;
}

START_TEST(a_snapshot_of_another_world_is_refused) {
    static uint64_t memory[SUMO_MEMORY_BYTES / 8 + 100];
    static uint8_t bytes[4 * SUMO_WORDS + 20000];
    uint32_t size = 0;
    size_t length = 0;
    pawl_world *world;
    start(2, 1);
    ck_assert_int_eq(sumo_encode(&game, bytes, sizeof bytes, &size), PAWL_OK);
    const pawl_world_def def = def_with(_i);
    ck_assert_int_eq(pawl_world_init(memory, sizeof memory, &def, &world), PAWL_OK);
    ck_assert_int_eq(pawl_world_encode(world, bytes + 4 * SUMO_WORDS, 20000, &length), PAWL_OK);
    /* 0 is the right world, without bodies. */
    third.world = NULL;
    ck_assert_int_eq(sumo_decode(&third, bytes, 4 * SUMO_WORDS + length), PAWL_ERR_FORMAT);
    if (_i == 0) {
        ck_assert_ptr_nonnull(third.world);
    } else {
        ck_assert_ptr_null(third.world);
    }
}
END_TEST

/* Words of the rules with values that no game has. */
START_TEST(impossible_rules_are_refused) {
    static const struct {
        uint32_t word, value;
    } bad[] = {{0, 1},  {0, 5}, {0, 3}, /* one player more than there are bodies */
               {5, 61}, {6, 4}, {7, 64}, {12, 46}, {16, 3}, {21, UINT32_MAX}};
    static uint8_t bytes[SUMO_SNAPSHOT_BYTES];
    uint32_t size = 0;
    start(2, 1);
    ck_assert_int_eq(sumo_encode(&game, bytes, sizeof bytes, &size), PAWL_OK);
    ck_assert_int_eq(sumo_decode(&third, bytes, size), PAWL_OK);
    for (int i = 0; i < 4; i++)
        bytes[4 * bad[_i].word + (uint32_t)i] = (uint8_t)(bad[_i].value >> 8 * i);
    ck_assert_int_eq(sumo_decode(&third, bytes, size), PAWL_ERR_FORMAT);
}
END_TEST

START_TEST(the_hash_covers_every_word_of_the_rules) {
    start(2, 1);
    const uint32_t hash = sumo_hash(&game);
    uint8_t *const rules = (uint8_t *)&game.rules;
    for (size_t i = 0; i < sizeof game.rules; i++) {
        rules[i] ^= 1;
        ck_assert_uint_ne(sumo_hash(&game), hash);
        rules[i] ^= 1;
    }
    ck_assert_uint_eq(sumo_hash(&game), hash);
}
END_TEST

/* ---- rules ---- */

/* Player 2 walks off the platform to the right: player 1 wins, and after a pause both are back. */
START_TEST(the_last_one_on_the_platform_wins_the_round) {
    int tick = 0;
    start(2, 1);
    for (; sumo_has_player(&game, 1); tick++) {
        ck_assert_int_lt(tick, 200);
        step_keys(0, PAWL_KEY_RIGHT);
    }
    const pawl_fx x = pawl_body_get_position(game.world, game.bodies[1]).x;
    ck_assert_int_gt(x, SUMO_RADIUS);
    ck_assert_int_lt(x, SUMO_RADIUS + PAWL_FX_ONE);
    ck_assert_int_eq(pawl_body_is_enabled(game.world, game.bodies[1]), false);
    ck_assert_uint_eq(game.rules.score[0], SUMO_ROUND_POINTS);
    ck_assert_uint_eq(game.rules.score[1], 0);
    ck_assert_uint_eq(game.rules.pause, 60);
    for (int i = 0; i < 59; i++)
        step_keys(0, 0);
    ck_assert_uint_eq(game.rules.round, 0);
    game.rules.rest[0] = 40;
    game.rules.pusher[3] = 1;
    step_keys(0, 0);
    ck_assert_uint_eq(game.rules.rest[0], 0);
    ck_assert_uint_eq(game.rules.pusher[3], 0);
    ck_assert_uint_eq(game.rules.round, 1);
    ck_assert_uint_eq(game.rules.inside, 3);
    ck_assert_uint_eq(game.rules.score[0], SUMO_ROUND_POINTS);
    ck_assert_int_eq(pawl_body_get_position(game.world, game.bodies[1]).x, PAWL_FX(4, 0, 1));
}
END_TEST

/* One of them pushes the two crates in the middle all the way; the other one is not there. */
START_TEST(a_crate_counts_for_whoever_pushed_it) {
    start(3, 3); /* the third stands still, so that the round goes on */
    const uint32_t other = 1 - (uint32_t)_i;
    for (int i = 0; i < 400 && game.rules.score[_i] == 0; i++) {
        uint8_t inputs[SUMO_PLAYERS_MAX] = {0};
        inputs[_i] = _i == 0 ? PAWL_KEY_RIGHT : PAWL_KEY_LEFT;
        inputs[other] = PAWL_KEY_UP;
        ck_assert_int_eq(sumo_step(&game, inputs), PAWL_OK);
    }
    ck_assert_uint_ge(game.rules.score[_i], SUMO_CRATE_POINTS);
    ck_assert_uint_eq(game.rules.score[other], 0);
    ck_assert_uint_eq(game.rules.round, 0);
}
END_TEST

START_TEST(a_dash_is_faster_and_must_rest) {
    start(2, 1);
    step_keys(PAWL_KEY_LEFT, PAWL_KEY_RIGHT | PAWL_KEY_A);
    const pawl_fx slow = -pawl_body_get_velocity(game.world, game.bodies[0]).x;
    const pawl_fx fast = pawl_body_get_velocity(game.world, game.bodies[1]).x;
    ck_assert_int_gt(slow, 0);
    ck_assert_int_gt(fast, 15 * slow);
    ck_assert_uint_eq(game.rules.rest[1], 45);
    step_keys(0, PAWL_KEY_LEFT | PAWL_KEY_A);
    ck_assert_int_gt(pawl_body_get_velocity(game.world, game.bodies[1]).x, fast / 2);
}
END_TEST

/* Nobody does anything: the platform shrinks below all, and nobody wins. */
START_TEST(the_platform_shrinks_until_the_round_ends) {
    start(4, 1);
    const uint8_t inputs[SUMO_PLAYERS_MAX] = {0};
    ck_assert_int_eq(sumo_radius(&game), SUMO_RADIUS);
    for (int i = 0; i < 600; i++)
        ck_assert_int_eq(sumo_step(&game, inputs), PAWL_OK);
    ck_assert_int_eq(sumo_radius(&game), SUMO_RADIUS);
    ck_assert_uint_eq(game.rules.inside, 15);
    for (int i = 0; i < 960 && game.rules.pause == 0; i++)
        ck_assert_int_eq(sumo_step(&game, inputs), PAWL_OK);
    ck_assert_uint_eq(game.rules.inside, 0);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(game.rules.score[i], 0);
    game.rules.clock = UINT32_MAX;
    ck_assert_int_eq(sumo_radius(&game), 0);
}
END_TEST

START_TEST(bots_depend_on_seed_player_and_tick_and_use_all_keys) {
    uint8_t seen = 0;
    int differ_by_seed = 0, differ_by_player = 0;
    for (uint32_t tick = 0; tick < 1000; tick++) {
        ck_assert_uint_eq(sumo_bot(1, 0, tick), sumo_bot(1, 0, tick));
        seen |= sumo_bot(1, 0, tick);
        differ_by_seed += sumo_bot(1, 0, tick) != sumo_bot(2, 0, tick);
        differ_by_player += sumo_bot(1, 0, tick) != sumo_bot(1, 1, tick);
    }
    ck_assert_uint_eq(seen,
                      PAWL_KEY_A | PAWL_KEY_LEFT | PAWL_KEY_RIGHT | PAWL_KEY_UP | PAWL_KEY_DOWN);
    ck_assert_int_gt(differ_by_seed, 500);
    ck_assert_int_gt(differ_by_player, 500);
}
END_TEST

START_TEST(misuse_is_an_error) {
    uint8_t byte = 0;
    uint32_t size = 77;
    start(2, 1);
    ck_assert_int_eq(sumo_start(NULL, 2, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(sumo_start(&third, 1, 1), PAWL_ERR_RANGE);
    ck_assert_int_eq(sumo_start(&third, 5, 1), PAWL_ERR_RANGE);
    ck_assert_int_eq(sumo_step(NULL, &byte), PAWL_ERR_NULL);
    ck_assert_int_eq(sumo_step(&game, NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(sumo_hash(NULL), 0);
    ck_assert_int_eq(sumo_save(&game, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(sumo_restore(NULL, &byte), PAWL_ERR_NULL);
    ck_assert_int_eq(sumo_copy(NULL, &game), PAWL_ERR_NULL);
    ck_assert_int_eq(sumo_encode(&game, &byte, 1, &size), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(size, 77);
    ck_assert_int_eq(sumo_decode(&third, &byte, 1), PAWL_ERR_FORMAT);
    ck_assert_int_eq(sumo_decode(&third, NULL, 1), PAWL_ERR_NULL);
}
END_TEST

Suite *suite_sumo(void) {
    Suite *const suite = suite_create("sumo");
    TCase *const tests = tcase_create("sumo");
    tcase_add_loop_test(tests, equal_inputs_give_equal_games_and_one_key_another, 0, 3);
    tcase_add_test(tests, bots_push_fall_and_score);
    tcase_add_loop_test(tests, a_restored_save_goes_on_to_the_same_game, 0, 3);
    tcase_add_loop_test(tests, a_snapshot_goes_on_to_the_same_game, 0, 3);
    tcase_add_loop_test(tests, any_bytes_are_safe, 0, 2);
    tcase_add_loop_test(tests, a_snapshot_of_another_world_is_refused, 0, 9);
    tcase_add_test(tests, a_snapshot_with_a_wrong_hash_is_refused);
    tcase_add_loop_test(tests, impossible_rules_are_refused, 0, 9);
    tcase_add_test(tests, the_hash_covers_every_word_of_the_rules);
    tcase_add_test(tests, the_last_one_on_the_platform_wins_the_round);
    tcase_add_loop_test(tests, a_crate_counts_for_whoever_pushed_it, 0, 2);
    tcase_add_test(tests, a_dash_is_faster_and_must_rest);
    tcase_add_test(tests, the_platform_shrinks_until_the_round_ends);
    tcase_add_test(tests, bots_depend_on_seed_player_and_tick_and_use_all_keys);
    tcase_add_test(tests, misuse_is_an_error);
    suite_add_tcase(suite, tests);
    return suite;
}
