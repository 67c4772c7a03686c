/* test_session_features.c - builds with other features play together until the game uses one that
 * only one of them has, and then both say which.
 *
 * Here both machines are of one build: what the other one lacks is written into its packets. Builds
 * that really differ meet in tests/exchange/meet.sh. */
#include "base/crc.h"
#include "session/session.h"
#include "support/net/world_machine.h"

#define TICK_MS 17
#define FEATURE_COUNT 9
/* In the full envelope: the features of the build in HELLO and in WELCOME. */
#define HELLO_BUILD_AT (12 + 6)
#define WELCOME_BUILD_AT (12 + 10)

static world_machine host, guest;

static void seal(uint8_t *packet, int32_t size) {
    pawli_store_u32(packet + size - 4, pawli_crc_32(0, packet, (size_t)size - 4));
}

/* As a build would send them that has the features `has` alone. */
static void carry_as(world_machine *from, world_machine *to, uint32_t has, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(from->session, &peer, packet, sizeof packet, now_ms)) > 0) {
        if (packet[2] >> 4 == PAWLI_HELLO) pawli_store_u16(packet + HELLO_BUILD_AT, (uint16_t)has);
        if (packet[2] >> 4 == PAWLI_WELCOME)
            pawli_store_u16(packet + WELCOME_BUILD_AT, (uint16_t)has);
        seal(packet, size);
        (void)pawl_session_receive(to->session, 0, packet, (size_t)size, now_ms);
    }
}

static void open_pair(const pawl_session_def *of_host, const pawl_session_def *of_guest) {
    pawl_session_def def = *of_host;
    world_machine_open(&host, &def);
    def = *of_guest;
    def.role = PAWL_ROLE_CLIENT;
    world_machine_open(&guest, &def);
}

static void close_pair(void) {
    world_machine_close(&host), world_machine_close(&guest);
}

static void play_frames(uint32_t frames, uint32_t host_has, uint32_t guest_has) {
    static uint32_t now_ms;
    for (uint32_t i = 0; i < frames; i++, now_ms += TICK_MS) {
        world_machine_frame(&host);
        carry_as(&host, &guest, host_has, now_ms);
        world_machine_frame(&guest);
        carry_as(&guest, &host, guest_has, now_ms);
    }
}

/* ---- at the handshake ---- */

START_TEST(a_build_that_lacks_what_the_game_uses_is_refused_by_name) {
    const uint32_t feature = UINT32_C(1) << _i;
    const pawl_session_def plain = pawl_session_def_default();
    pawl_session_def def = plain;
    def.features = feature;
    open_pair(&def, &plain);
    play_frames(8, PAWL_FEATURES, PAWL_FEATURES & ~feature);
    ck_assert_int_eq(guest.parted.type, PAWL_EVENT_REFUSED);
    ck_assert_uint_eq(guest.parted.features, feature);
    ck_assert_int_eq(pawl_session_get_phase(guest.session), PAWL_PHASE_ENDED);
    ck_assert_int_eq(pawl_session_is_peer_free(host.session, 0), true);
    close_pair();
}
END_TEST

START_TEST(what_the_client_says_that_it_uses_counts_as_well) {
    const uint32_t feature = UINT32_C(1) << _i;
    const pawl_session_def plain = pawl_session_def_default();
    pawl_session_def def = plain;
    def.features = feature;
    open_pair(&plain, &def);
    play_frames(8, PAWL_FEATURES, PAWL_FEATURES & ~feature);
    ck_assert_int_eq(guest.parted.type, PAWL_EVENT_REFUSED);
    ck_assert_uint_eq(guest.parted.features, feature);
    close_pair();
}
END_TEST

START_TEST(a_build_without_what_nothing_uses_plays) {
    const uint32_t feature = UINT32_C(1) << _i;
    pawl_session_def def = pawl_session_def_default();
    def.features = PAWL_FEATURES & ~feature;
    open_pair(&def, &def);
    play_frames(40, PAWL_FEATURES, PAWL_FEATURES & ~feature);
    ck_assert_int_eq(pawl_session_get_phase(guest.session), PAWL_PHASE_PLAYING);
    ck_assert_uint_gt(pawl_session_get_confirmed(guest.session), 20);
    ck_assert_uint_eq(host.desyncs + guest.desyncs, 0);
    close_pair();
}
END_TEST

START_TEST(features_of_no_build_are_no_def) {
    pawl_session_def def = pawl_session_def_default();
    const char *field = NULL;
    def.session_id = 1;
    def.trusts_link = true;
    def.features = PAWL_FEATURES_ALL + 1u;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_RANGE);
    ck_assert_str_eq(field, "features");
    def.features = PAWL_FEATURES;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_OK);
}
END_TEST

/* Room for joints: 40 here, 41 there. It counts where both have joints. */
static const struct {
    uint32_t mask, lacks;
    bool is_refused;
} rooms[] = {
    {PAWL_CAPACITY_ID_JOINTS, 0, true},
    {PAWL_CAPACITY_ID_JOINTS, PAWL_FEATURE_SOFT, true},
    {PAWL_CAPACITY_ID_JOINTS, PAWL_FEATURE_JOINTS, false},
    {PAWL_CAPACITY_ID_SOFT, 0, true},
    {PAWL_CAPACITY_ID_SOFT, PAWL_FEATURE_JOINTS, true},
    {PAWL_CAPACITY_ID_SOFT, PAWL_FEATURE_SOFT, false},
    {UINT32_C(0x0000FFFF), PAWL_FEATURE_SOFT | PAWL_FEATURE_JOINTS, true},
};

START_TEST(room_for_what_one_build_lacks_is_not_compared) {
    pawl_session_def def = pawl_session_def_default(), other = def;
    def.world_id = UINT32_C(0x28282828);
    other.world_id = def.world_id ^ (rooms[_i].mask & UINT32_C(0x01010101));
    open_pair(&def, &other);
    play_frames(8, PAWL_FEATURES, PAWL_FEATURES & ~rooms[_i].lacks);
    ck_assert_int_eq(guest.refusal, rooms[_i].is_refused ? PAWL_REFUSED_CONFIG : 0);
    ck_assert_int_eq(pawl_session_get_phase(guest.session),
                     rooms[_i].is_refused ? PAWL_PHASE_ENDED : PAWL_PHASE_PLAYING);
    close_pair();
}
END_TEST

/* ---- later ---- */

#define USE_TICK 60
static void (*push)(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                    const uint8_t *status);

/* A sensor comes into being. */
static void push_and_sense(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                           const uint8_t *status) {
    push(context, world, tick, inputs, status);
    if (tick != USE_TICK) return;
    pawl_shape_def def = pawl_shape_def_default();
    const pawl_convex convex = box_convex(1, 1);
    pawl_shape_id shape;
    def.sensor = true;
    const pawl_body_id ground = pawl_world_next_body(world, NO_BODY);
    ck_assert_int_eq(pawl_shape_create(world, ground, &def, &convex, &shape), PAWL_OK);
}

/* Window and slots of lockstep, and of rollback. */
static pawl_session_def later_def(int row) {
    pawl_session_def def = pawl_session_def_default();
    if (row % 2 == 0) def.window = 0, def.delay = 3;
    return def;
}

START_TEST(what_comes_into_use_later_parts_the_builds_by_name) {
    const bool host_lacks = _i / 2 == 1;
    const uint32_t all = PAWL_FEATURES, less = all & ~PAWL_FEATURE_SENSORS;
    const pawl_session_def def = later_def(_i);
    open_pair(&def, &def);
    push = host.game.apply;
    host.game.apply = guest.game.apply = push_and_sense;
    play_frames(USE_TICK - 10, host_lacks ? less : all, host_lacks ? all : less);
    ck_assert_uint_gt(pawl_session_get_confirmed(host.session), USE_TICK / 2);
    ck_assert_uint_eq(host.parted.features | guest.parted.features, 0);
    play_frames(60, host_lacks ? less : all, host_lacks ? all : less);
    ck_assert_uint_eq(host.parted.features, PAWL_FEATURE_SENSORS);
    ck_assert_uint_eq(guest.parted.features, PAWL_FEATURE_SENSORS);
    ck_assert_int_eq(host.parted.type, PAWL_EVENT_PEER_DOWN);
    ck_assert_uint_eq(host.desyncs + guest.desyncs, 0);
    ck_assert_int_eq(pawl_session_get_phase(guest.session), PAWL_PHASE_ENDED);
    close_pair();
}
END_TEST

START_TEST(a_late_build_that_lacks_what_is_in_use_is_refused_by_name) {
    const pawl_session_def def = later_def(_i);
    world_machine_open(&host, &def);
    push = host.game.apply;
    host.game.apply = push_and_sense;
    ck_assert_int_eq(pawl_session_start(host.session), PAWL_OK);
    for (uint32_t i = 0; i < USE_TICK + 20; i++)
        world_machine_frame(&host);
    ck_assert_uint_gt(pawl_session_get_confirmed(host.session), USE_TICK);
    pawl_session_def late = def;
    late.role = PAWL_ROLE_CLIENT;
    world_machine_open(&guest, &late);
    play_frames(8, PAWL_FEATURES, PAWL_FEATURES & ~PAWL_FEATURE_SENSORS);
    ck_assert_int_eq(guest.parted.type, PAWL_EVENT_REFUSED);
    ck_assert_uint_eq(guest.parted.features, PAWL_FEATURE_SENSORS);
    close_pair();
}
END_TEST

/* The program has not answered yet, or has said yes, when the game comes to use what it lacks. */
START_TEST(what_waits_to_be_let_in_is_told_what_it_lacks) {
    pawl_session_def def = later_def(_i / 2);
    def.asks = true;
    open_pair(&def, &def);
    push = host.game.apply;
    host.game.apply = push_and_sense;
    const uint32_t has = PAWL_FEATURES & ~PAWL_FEATURE_SENSORS;
    play_frames(6, PAWL_FEATURES, has);
    ck_assert_int_eq(pawl_session_start(host.session), PAWL_OK);
    for (uint32_t i = 0; i < USE_TICK + 20; i++)
        world_machine_frame(&host);
    ck_assert_uint_gt(pawl_session_get_confirmed(host.session), USE_TICK);
    ck_assert_int_eq(guest.parted.type, 0);
    if (_i % 2 == 1) ck_assert_int_eq(pawl_session_admit(host.session, 0), PAWL_OK);
    play_frames(60, PAWL_FEATURES, has);
    ck_assert_int_eq(guest.parted.type, PAWL_EVENT_REFUSED);
    ck_assert_uint_eq(guest.parted.features, PAWL_FEATURE_SENSORS);
    ck_assert_int_eq(host.parted.type, PAWL_EVENT_PEER_DOWN);
    ck_assert_int_eq(pawl_session_is_peer_free(host.session, 0), true);
    close_pair();
}
END_TEST

START_TEST(features_are_told_with_a_save_alone) {
    const pawl_session_def def = pawl_session_def_default();
    world_machine_open(&host, &def);
    ck_assert_int_eq(pawl_session_start(host.session), PAWL_OK);
    ck_assert_int_eq(pawl_session_tell_features(NULL, 0, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_tell_features(host.session, 0, 0), PAWL_ERR_ARGUMENT);
    const uint8_t input[2] = {0};
    ck_assert_int_eq(pawl_session_add_input(host.session, 0, input), PAWL_OK);
    pawl_request request;
    ck_assert_int_eq(pawl_session_next_request(host.session, &request), PAWL_REQUEST_SAVE);
    const uint32_t tick = request.tick;
    ck_assert_int_eq(pawl_session_tell_features(host.session, tick + 1, 0), PAWL_ERR_ARGUMENT);
    const uint32_t all = PAWL_FEATURES_ALL;
    ck_assert_int_eq(pawl_session_tell_features(host.session, tick, all + 1u), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_session_tell_features(host.session, tick, all), PAWL_OK);
    world_machine_close(&host);
}
END_TEST

Suite *suite_session_features(void);
Suite *suite_session_features(void) {
    TCase *const cases = tcase_create("session_features");
    tcase_add_loop_test(cases, a_build_that_lacks_what_the_game_uses_is_refused_by_name, 0,
                        FEATURE_COUNT);
    tcase_add_loop_test(cases, what_the_client_says_that_it_uses_counts_as_well, 0, FEATURE_COUNT);
    tcase_add_loop_test(cases, a_build_without_what_nothing_uses_plays, 0, FEATURE_COUNT);
    tcase_add_test(cases, features_of_no_build_are_no_def);
    tcase_add_loop_test(cases, room_for_what_one_build_lacks_is_not_compared, 0,
                        (int)(sizeof rooms / sizeof rooms[0]));
    tcase_add_loop_test(cases, what_comes_into_use_later_parts_the_builds_by_name, 0, 4);
    tcase_add_loop_test(cases, a_late_build_that_lacks_what_is_in_use_is_refused_by_name, 0, 2);
    tcase_add_loop_test(cases, what_waits_to_be_let_in_is_told_what_it_lacks, 0, 4);
    tcase_add_test(cases, features_are_told_with_a_save_alone);
    Suite *const suite = suite_create("session_features");
    suite_add_tcase(suite, cases);
    return suite;
}
