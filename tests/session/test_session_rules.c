/* test_session_rules.c - what a game keeps beside its world is hashed, saved, sent to those that
 * come late, and named where it differs. */
#include "session/rules.h"
#include "support/base/seeded.h"
#include "support/net/world_machine.h"

#define TICK_MS 17
#define FAULT_TICK 120

static world_machine left, right;

static pawl_session_def make_def(pawl_session_role role, uint8_t window) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.window = window;
    def.slots = 40;
    def.session_id = 0x77;
    return def;
}

static void play(uint32_t from, uint32_t to, uint32_t carry_every) {
    for (uint32_t frame = from; frame < to; frame++) {
        world_machine_frame(&left);
        world_machine_frame(&right);
        if (frame % carry_every != 0) continue;
        world_machine_carry(&right, &left, 0, frame * TICK_MS);
        world_machine_carry(&left, &right, 0, frame * TICK_MS);
    }
}

/* ---- the table alone ---- */

typedef struct all_types {
    uint8_t u8;
    int8_t i8[2];
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    int32_t i32;
    uint64_t u64;
    int64_t i64;
} all_types;

static const pawl_rules_field all_fields[] = {
    {"u8", offsetof(all_types, u8), 1, PAWL_RULES_U8, 0},
    {"a name that is as long as it may be", offsetof(all_types, i8), 2, PAWL_RULES_I8, 4},
    {"u16", offsetof(all_types, u16), 1, PAWL_RULES_U16, 0},
    {"i16", offsetof(all_types, i16), 1, PAWL_RULES_I16, 0},
    {"u32", offsetof(all_types, u32), 1, PAWL_RULES_U32, 0},
    {"i32", offsetof(all_types, i32), 1, PAWL_RULES_I32, 0},
    {"u64", offsetof(all_types, u64), 1, PAWL_RULES_U64, 0},
    {"i64", offsetof(all_types, i64), 1, PAWL_RULES_I64, 0},
};
#define ALL_FIELDS (sizeof all_fields / sizeof *all_fields)

START_TEST(a_table_reads_every_type_by_name) {
    all_types values = {200, {-1, 100}, 60000, -30000, 4000000000u, -2000000000, 1, -1};
    values.u64 = UINT64_C(0x8123456789ABCDEF);
    const pawl_rules rules = {&values, sizeof values, all_fields, ALL_FIELDS};
    ck_assert_int_eq(pawl_rules_is_valid(&rules), true);
    static const int64_t want[] = {200, -1, 100, 60000, -30000, 4000000000, -2000000000, 0, -1};
    ck_assert_uint_eq(pawli_rules_count(&rules), 9);
    pawl_field_value value;
    for (uint32_t i = 0; i < 9; i++) {
        ck_assert_int_eq(pawli_rules_value(&rules, i, &value), true);
        if (i != 7) ck_assert_int_eq(value.value, want[i]);
    }
    ck_assert_int_eq(pawli_rules_value(&rules, 9, &value), false);
    ck_assert_int_eq(pawli_rules_value(&rules, 2, &value), true);
    ck_assert_str_eq(value.name, "a name that is as long as it[1]");
    ck_assert_uint_eq(value.fraction, 4);

    /* There and back, with the low byte first. */
    uint8_t bytes[40];
    ck_assert_uint_eq(pawli_rules_encoded_size(&rules), 31);
    pawli_rules_encode(&rules, bytes);
    ck_assert_uint_eq(bytes[3], 0x60);
    ck_assert_uint_eq(bytes[4], 0xEA);
    all_types back;
    memset(&back, 0x55, sizeof back);
    const pawl_rules other = {&back, sizeof back, all_fields, ALL_FIELDS};
    pawli_rules_decode(&other, bytes);
    ck_assert_uint_eq(pawl_rules_hash(&other), pawl_rules_hash(&rules));
    ck_assert_int_eq(back.i32, values.i32);
    ck_assert_uint_eq(back.u64, values.u64);
    for (uint32_t i = 0; i < 31; i++) { /* every byte counts */
        bytes[i] ^= 1;
        pawli_rules_decode(&other, bytes);
        ck_assert_uint_ne(pawl_rules_hash(&other), pawl_rules_hash(&rules));
        bytes[i] ^= 1;
    }
}
END_TEST

START_TEST(a_table_that_makes_no_sense_is_refused) {
    all_types values;
    pawl_rules_field field = {"x", 0, 1, PAWL_RULES_U8, 0};
    const pawl_rules rules = {&values, sizeof values, &field, 1};
    ck_assert_int_eq(pawl_rules_is_valid(NULL), false);
    ck_assert_int_eq(pawl_rules_is_valid(&rules), true);
    field.count = 0;
    ck_assert_int_eq(pawl_rules_is_valid(&rules), false);
    field.count = sizeof values;
    ck_assert_int_eq(pawl_rules_is_valid(&rules), true);
    field.offset = 1;
    ck_assert_int_eq(pawl_rules_is_valid(&rules), false);
    field.count = 1, field.type = PAWL_RULES_I64 + 1;
    ck_assert_int_eq(pawl_rules_is_valid(&rules), false);
    field.type = PAWL_RULES_U8, field.name = NULL;
    ck_assert_int_eq(pawl_rules_is_valid(&rules), false);
    ck_assert_uint_eq(pawl_rules_hash(NULL), 0);
}
END_TEST

static all_types draw_values(uint64_t *seed) {
    all_types values;
    uint8_t *const bytes = (uint8_t *)&values;
    for (size_t i = 0; i < sizeof values; i++)
        bytes[i] = (uint8_t)(seeded_next(seed) >> 56);
    return values;
}

/* Any values, of which some are the same on both sides. */
START_TEST(values_that_differ_are_counted_and_the_first_is_named) {
    uint64_t seed = seeded_fresh("session rules");
    for (int round = 0; round < SEEDED_ROUNDS(2000); round++) {
        all_types ours = draw_values(&seed), theirs = draw_values(&seed);
        uint32_t want = 0, first = 0;
        const pawl_rules a = {&ours, sizeof ours, all_fields, ALL_FIELDS};
        const pawl_rules b = {&theirs, sizeof theirs, all_fields, ALL_FIELDS};
        if (seeded_next(&seed) >> 62 != 0) theirs.u8 = ours.u8, theirs.u16 = ours.u16;
        if (seeded_next(&seed) >> 62 != 0) memcpy(theirs.i8, ours.i8, sizeof ours.i8);
        if (seeded_next(&seed) >> 62 == 0) theirs = ours, theirs.u64 ^= UINT64_C(1) << 63;
        if (seeded_next(&seed) >> 62 == 0) theirs = ours;
        for (uint32_t i = 9; i-- > 0;) {
            pawl_field_value one, other;
            ck_assert_int_eq(pawli_rules_value(&a, i, &one) && pawli_rules_value(&b, i, &other),
                             true);
            if (one.value != other.value) want++, first = i;
        }
        pawl_difference got;
        ck_assert_int_eq(pawl_rules_compare(&a, &b, NULL), (int32_t)want);
        ck_assert_int_eq(pawl_rules_compare(&a, &b, &got), (int32_t)want);
        ck_assert_uint_eq(got.values, want);
        ck_assert_uint_eq(got.objects, want != 0);
        ck_assert_int_eq(pawl_rules_hash(&a) == pawl_rules_hash(&b), want == 0);
        if (want == 0) continue;
        ck_assert_int_eq(got.branch, PAWL_BRANCH_RULES);
        ck_assert_uint_eq(got.a.number, first);
        ck_assert_int_eq(got.in_a && got.in_b && got.a.value != got.b.value, true);
        /* What was told goes over as bytes, and is equal then. */
        uint8_t bytes[40];
        size_t size = 0;
        ck_assert_int_eq(pawl_rules_encode(&a, bytes, 30, &size), PAWL_ERR_MEMORY);
        ck_assert_uint_eq(size, pawl_rules_encode_size(&a));
        ck_assert_int_eq(pawl_rules_encode(&a, bytes, sizeof bytes, &size), PAWL_OK);
        ck_assert_int_eq(pawl_rules_decode(&b, bytes, size - 1), PAWL_ERR_FORMAT);
        ck_assert_int_eq(pawl_rules_decode(&b, bytes, size), PAWL_OK);
        ck_assert_int_eq(pawl_rules_compare(&a, &b, &got), 0);
    }
}
END_TEST

START_TEST(a_game_is_compared_with_world_and_rules) {
    all_types ours, theirs;
    memset(&ours, 0, sizeof ours);
    theirs = ours;
    theirs.i32 = 7, theirs.i8[1] = 16;
    const pawl_rules a = {&ours, sizeof ours, all_fields, ALL_FIELDS};
    const pawl_rules b = {&theirs, sizeof theirs, all_fields, ALL_FIELDS};
    pawl_world *const first = make_default_world(), *const second = make_default_world();
    pawl_difference got;
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    ck_assert_int_eq(pawl_rules_compare_game(first, &a, second, &a, &got), 0);
    ck_assert_int_eq(pawl_rules_compare_game(first, NULL, second, NULL, NULL), 0);
    ck_assert_int_eq(pawl_rules_compare_game(first, &a, second, &b, &got), 2);
    (void)pawl_difference_print(&got, text, sizeof text);
    ck_assert_str_eq(text, "rules: 2 values in 1 object; first: the game\n"
                           "a name that is as long as it[1]  a 0x00000000 0  b 0x00000010 1  "
                           "(16 apart)\n");
    ck_assert_int_eq(pawl_rules_compare(&a, NULL, &got), 9);
    ck_assert_int_eq(got.in_a && !got.in_b, true);
    (void)pawl_difference_print(&got, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "first: the game\nonly in a"));
    const pawl_body_id body = add_unit_box(second, 1, 2);
    ck_assert_int_eq(pawl_body_is_null(body), false);
    const int32_t alone = pawl_world_compare(first, second, &got);
    const uint32_t objects = got.objects;
    ck_assert_int_eq(pawl_rules_compare_game(first, &a, second, &b, &got), alone + 2);
    ck_assert_uint_eq(got.objects, objects + 1);
    ck_assert_int_ne(got.branch, PAWL_BRANCH_RULES);
    size_t size;
    uint8_t bytes[40];
    ck_assert_int_eq(pawl_rules_encode(NULL, bytes, 40, &size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_rules_decode(&a, NULL, 31), PAWL_ERR_NULL);
    const pawl_rules wrong = {&ours, 1, all_fields, ALL_FIELDS};
    ck_assert_int_eq(pawl_rules_encode(&wrong, bytes, 40, &size), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_rules_decode(&wrong, bytes, 31), PAWL_ERR_ARGUMENT);
    free(first), free(second);
}
END_TEST

/* ---- in a session ---- */

/* With guesses that turn out wrong: the values are set back with the world. */
START_TEST(rules_are_set_back_with_the_world) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8);
    world_machine_open_rules(&left, &def);
    def.role = PAWL_ROLE_CLIENT;
    world_machine_open_rules(&right, &def);
    play(0, 300, 4);
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(left.session, 0, &stats), PAWL_OK);
    ck_assert_uint_gt(stats.rollbacks, 10);
    ck_assert_uint_eq(left.desyncs + right.desyncs, 0);
    ck_assert_uint_gt(pawl_session_get_confirmed(left.session), 250);
    ck_assert_uint_eq(left.rules.timer, pawl_session_get_head(left.session));
    world_machine_close(&left), world_machine_close(&right);
}
END_TEST

/* Lockstep, so that nothing is played again; the machine whose score was changed is named. */
START_TEST(a_value_of_the_rules_is_named) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 0);
    world_machine_open_rules(&left, &def);
    def.role = PAWL_ROLE_CLIENT;
    world_machine_open_rules(&right, &def);
    uint32_t frame = 0;
    world_machine *const spoiled = _i == 0 ? &left : &right, *const other =
                                                                 _i == 0 ? &right : &left;
    while (pawl_session_get_head(spoiled->session) < FAULT_TICK)
        play(frame, frame + 1, 1), frame++;
    const uint32_t tick = pawl_session_get_head(spoiled->session);
    spoiled->rules.score[1] = (int16_t)(spoiled->rules.score[1] + 3);
    play(frame, frame + 200, 1);
    for (int side = 0; side < 2; side++) {
        const world_machine *const m = side == 0 ? spoiled : other;
        ck_assert_uint_eq(m->desyncs, 1);
        ck_assert_uint_eq(m->desync.tick, tick);
        ck_assert_uint_eq(m->diagnoses, 1);
        uint32_t told;
        pawl_difference got;
        ck_assert_int_eq(pawl_session_get_difference(m->session, &told, &got), PAWL_OK);
        ck_assert_uint_eq(told, tick);
        ck_assert_int_eq(got.branch, PAWL_BRANCH_RULES);
        ck_assert_uint_eq(got.values, 1);
        ck_assert_str_eq(got.a.name, "score[1]");
        ck_assert_int_eq(got.a.value - got.b.value, side == 0 ? 3 : -3);
        char text[PAWL_DIFFERENCE_TEXT_MAX];
        (void)pawl_difference_print(&got, text, sizeof text);
        ck_assert_ptr_nonnull(
            strstr(text, "rules: 1 value in 1 object; first: the game\nscore[1]"));
        for (uint32_t i = 0; i < m->event_count; i++) {
            if (m->events[i].type != PAWL_EVENT_VERDICT) continue;
            ck_assert_int_eq(m->events[i].culprit,
                             side == 0 ? PAWL_CULPRIT_HERE : PAWL_CULPRIT_PEER);
            ck_assert_int_eq(m->events[i].evidence, PAWL_EVIDENCE_REPLAY);
        }
    }
    world_machine_close(&left), world_machine_close(&right);
}
END_TEST

/* A machine that comes late gets the values with the world, and no desync follows. */
START_TEST(rules_come_with_a_snapshot) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, (uint8_t)(_i * 8));
    def.local_players = 2;
    world_machine_open_rules(&left, &def);
    def.role = PAWL_ROLE_SPECTATOR;
    def.local_players = 0;
    for (uint32_t frame = 0; frame < 300; frame++) {
        world_machine_frame(&left);
        if (frame == 90) world_machine_open_rules(&right, &def);
        if (frame < 90) continue;
        world_machine_frame(&right);
        world_machine_carry(&right, &left, 0, frame * TICK_MS);
        world_machine_carry(&left, &right, 0, frame * TICK_MS);
    }
    ck_assert_uint_gt(right.rules.timer, 250);
    ck_assert_uint_eq(right.rules.round, (right.rules.timer - 1) / 50);
    ck_assert_uint_eq(left.desyncs + right.desyncs, 0);
    world_machine_close(&left), world_machine_close(&right);
}
END_TEST

Suite *suite_session_rules(void) {
    Suite *const suite = suite_create("session_rules");
    TCase *const rules = tcase_create("rules");
    tcase_add_test(rules, a_table_reads_every_type_by_name);
    tcase_add_test(rules, a_table_that_makes_no_sense_is_refused);
    tcase_add_test(rules, values_that_differ_are_counted_and_the_first_is_named);
    tcase_add_test(rules, a_game_is_compared_with_world_and_rules);
    tcase_add_test(rules, rules_are_set_back_with_the_world);
    tcase_add_loop_test(rules, a_value_of_the_rules_is_named, 0, 2);
    tcase_add_loop_test(rules, rules_come_with_a_snapshot, 0, 2);
    suite_add_tcase(suite, rules);
    return suite;
}
