/* test_session_stages.c - two machines that repeat themselves and differ: the stage and the object
 * that differ first are told to both. Arithmetic that is wrong is in tests/soak/soak_stages.c. */
#include "base/bytes.h"
#include "base/crc.h"
#include "pawl/stages.h"
#include "session/session.h"
#include "support/base/seeded.h"
#include "support/net/world_machine.h"

#define FRAME_MS 17u
#define TICK 90u

static world_machine host, guest;
static void *host_memory, *guest_memory;
static uint64_t any_bytes;
static bool host_lies;

static void *give_memory(world_machine *m) {
    const size_t size = pawl_session_stage_memory_size(&m->def);
    void *const memory = malloc(size);
    ck_assert_uint_gt(size, 0);
    ck_assert_int_eq(pawl_session_set_stage_memory(m->session, memory, size - 1), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_session_set_stage_memory(m->session, memory, size), PAWL_OK);
    return memory;
}

static void open_pair(uint8_t every, bool host_searches) {
    pawl_session_def def = pawl_session_def_default();
    def.hash_every = every;
    def.session_id = 0x57A6;
    world_machine_open_rules(&host, &def);
    host_memory = host_searches ? give_memory(&host) : NULL;
    def.role = PAWL_ROLE_CLIENT;
    world_machine_open_rules(&guest, &def);
    guest_memory = give_memory(&guest);
}

static void close_pair(void) {
    world_machine_close(&host), world_machine_close(&guest);
    free(host_memory), free(guest_memory);
}

/* Up to three bytes of a packet that searches. */
static void lie(uint8_t *packet, size_t size) {
    if (any_bytes == 0 || packet[2] >> 4 != PAWLI_DIAGNOSE || packet[12] < 8) return;
    for (uint64_t i = seeded_next(&any_bytes) >> 62; i > 0; i--) {
        const uint64_t number = seeded_next(&any_bytes);
        packet[12 + (number >> 8) % (size - 16)] = (uint8_t)(number >> 56);
    }
    pawli_store_u32(packet + size - 4, pawli_crc_32(0, packet, size - 4));
}

static uint32_t carry(world_machine *from, world_machine *to, bool lies, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer, searches = 0;
    int32_t size;
    while ((size = pawl_session_send(from->session, &peer, packet, sizeof packet, now_ms)) > 0) {
        searches += packet[2] >> 4 == PAWLI_DIAGNOSE && packet[12] >= 8;
        if (lies) lie(packet, (size_t)size);
        (void)pawl_session_receive(to->session, 0, packet, (size_t)size, now_ms);
    }
    return searches;
}

static uint32_t play(uint32_t frames) {
    uint32_t searches = 0;
    for (uint32_t frame = 0; frame < frames; frame++) {
        world_machine_frame(&host), world_machine_frame(&guest);
        searches += carry(&guest, &host, !host_lies, frame * FRAME_MS);
        searches += carry(&host, &guest, host_lies, frame * FRAME_MS);
    }
    return searches;
}

static uint32_t count_events(const world_machine *m, pawl_session_event_type type) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->event_count; i++)
        count += m->events[i].type == type;
    return count;
}

/* What `apply` does differently is in the state before the step. */
START_TEST(what_the_game_does_differently_is_named) {
    static const uint8_t every[] = {1, 5, 30};
    pawl_stage_difference at_host, at_guest;
    open_pair(every[_i / 2], true);
    world_machine *const wrong = _i % 2 == 0 ? &host : &guest;
    wrong->spoil_tick = TICK;
    const uint32_t searches = play(300);
    ck_assert_uint_eq(count_events(&host, PAWL_EVENT_STAGE), 1);
    ck_assert_uint_eq(count_events(&guest, PAWL_EVENT_STAGE), 1);
    ck_assert_int_eq(pawl_session_get_stage_difference(host.session, &at_host), PAWL_OK);
    ck_assert_int_eq(pawl_session_get_stage_difference(guest.session, &at_guest), PAWL_OK);
    ck_assert_uint_eq(at_host.tick, TICK);
    ck_assert_int_eq(at_host.stage, PAWL_STAGE_BEGIN);
    ck_assert_int_eq(at_host.branch, PAWL_BRANCH_BODIES);
    ck_assert_uint_eq(at_host.key.serial, PIT_BOXES + 2);
    ck_assert_int_eq(at_host.in_a && at_host.in_b, true);
    ck_assert_mem_eq(&at_host.key, &at_guest.key, sizeof at_host.key);
    ck_assert_uint_eq(at_guest.tick, TICK);
    ck_assert_int_eq(at_guest.stage, PAWL_STAGE_BEGIN);
    ck_assert_uint_le(searches, 16); /* five questions, and nothing is lost */
    close_pair();
}
END_TEST

/* A body that only one machine has. */
START_TEST(what_only_one_machine_has_is_named) {
    pawl_stage_difference at_host, at_guest;
    open_pair(1, true);
    guest.spoil_tick = TICK;
    guest.spoils_count = true;
    (void)play(300);
    ck_assert_int_eq(pawl_session_get_stage_difference(host.session, &at_host), PAWL_OK);
    ck_assert_int_eq(pawl_session_get_stage_difference(guest.session, &at_guest), PAWL_OK);
    ck_assert_int_eq(at_guest.branch, PAWL_BRANCH_BODIES);
    ck_assert_uint_eq(at_guest.key.serial, PIT_BOXES + 3);
    ck_assert_int_eq(at_guest.in_a, true);
    ck_assert_int_eq(at_guest.in_b, false);
    ck_assert_int_eq(at_host.in_a, false);
    ck_assert_int_eq(at_host.in_b, true);
    close_pair();
}
END_TEST

/* ---- what is searched is played with the inputs that were played ---- */

typedef struct played_input {
    uint8_t inputs[PAWL_SESSION_PLAYERS_MAX * 2], sizes[PAWL_SESSION_PLAYERS_MAX];
    bool is_gone[PAWL_SESSION_PLAYERS_MAX];
} played_input;

static played_input played[2][512];
static void (*push)(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                    const uint8_t *status);
static uint32_t plays_again;

static void apply_and_compare(void *context, pawl_world *world, const pawl_request *request) {
    const world_machine *const m = (const world_machine *)context;
    const uint32_t players = m->def.players, tick = request->tick;
    played_input now;
    memset(&now, 0, sizeof now);
    memcpy(now.inputs, request->inputs, players * m->def.input_size);
    if (request->sizes != NULL) memcpy(now.sizes, request->sizes, players);
    for (uint32_t i = 0; i < players; i++)
        now.is_gone[i] = request->status[i] == PAWL_INPUT_GONE;
    played_input *const kept = &played[m == &host][tick];
    if (world == m->game.world) {
        *kept = now;
    } else {
        ck_assert_mem_eq(&now, kept, sizeof now);
        plays_again++;
    }
    push(context, world, tick, request->inputs, request->status);
}

START_TEST(many_players_and_commands_are_searched_with) {
    pawl_stage_difference found;
    pawl_session_def def = pawl_session_def_default();
    def.hash_every = 5;
    def.session_id = 0x57A6;
    def.players = _i == 0 ? 4 : 16;
    def.local_players = def.players / 2;
    def.variable_inputs = _i != 1;
    world_machine_open_rules(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    world_machine_open_rules(&guest, &def);
    host_memory = give_memory(&host), guest_memory = give_memory(&guest);
    push = host.game.apply;
    host.game.apply_sized = guest.game.apply_sized = apply_and_compare;
    host.game.apply = guest.game.apply = NULL;
    plays_again = 0;
    guest.spoil_tick = TICK;
    (void)play(300);
    ck_assert_uint_gt(plays_again, 20);
    ck_assert_int_eq(pawl_session_get_stage_difference(host.session, &found), PAWL_OK);
    ck_assert_uint_eq(found.tick, TICK);
    ck_assert_uint_eq(found.key.serial, PIT_BOXES + 2);
    close_pair();
}
END_TEST

/* Memory that changes is another matter: that machine does not repeat itself. And a host without
 * memory for it is not asked. */
START_TEST(nothing_is_searched_for_in_vain) {
    open_pair(1, _i == 0);
    if (_i == 1) guest.spoil_tick = TICK;
    uint32_t searches = play(100);
    if (_i == 0) {
        pawl_body_id body = pawl_world_next_body(guest.game.world, NO_BODY);
        body = pawl_world_next_body(guest.game.world, body);
        ck_assert_int_eq(pawl_body_set_velocity(guest.game.world, body, VEC(1, 9)), PAWL_OK);
    }
    searches += play(200);
    ck_assert_uint_eq(host.desyncs, _i == 1 ? 1 : host.desyncs);
    ck_assert_uint_eq(searches, 0);
    ck_assert_uint_eq(count_events(&host, PAWL_EVENT_STAGE), 0);
    ck_assert_uint_eq(count_events(&guest, PAWL_EVENT_STAGE), 0);
    close_pair();
}
END_TEST

/* Whatever a client says in its questions and results, or a host in its answers, the other one
 * takes no harm, and tells once. */
START_TEST(a_machine_may_say_what_it_likes) {
    any_bytes = (seeded_fresh("session stages") + (uint64_t)_i) | 1u;
    host_lies = _i == 1;
    const world_machine *const honest = host_lies ? &guest : &host;
    for (uint32_t round = 0; round < 10; round++) {
        open_pair(round % 2 == 0 ? 1 : 7, true);
        guest.spoil_tick = TICK;
        (void)play(300);
        ck_assert_uint_eq(count_events(honest, PAWL_EVENT_VERDICT), 1);
        ck_assert_uint_le(count_events(honest, PAWL_EVENT_STAGE), 1);
        ck_assert_uint_gt(pawl_session_get_confirmed(honest->session), 200);
        close_pair();
    }
    any_bytes = 0;
    host_lies = false;
}
END_TEST

START_TEST(misuse_is_told) {
    pawl_session_def def = pawl_session_def_default();
    pawl_stage_difference difference;
    uint64_t memory[16];
    ck_assert_uint_eq(pawl_session_stage_memory_size(NULL), 0);
    def.session_id = 0;
    ck_assert_uint_eq(pawl_session_stage_memory_size(&def), 0);
    open_pair(1, true);
    pawl_session *const session = host.session;
    ck_assert_int_eq(pawl_session_set_stage_memory(NULL, memory, 8), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_set_stage_memory(session, NULL, 8), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_get_stage_difference(session, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_get_stage_difference(session, &difference), PAWL_ERR_PHASE);
    ck_assert_int_eq(pawl_session_answer_stages(NULL, &host.game), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_answer_stages(session, &host.game), PAWL_ERR_ARGUMENT);
    close_pair();
    def.session_id = 1;
    def.trusts_link = true;
    def.hash_every = 0;
    ck_assert_uint_eq(pawl_session_stage_memory_size(&def), 0);
    world_machine_open(&host, &def);
    ck_assert_int_eq(pawl_session_set_stage_memory(host.session, memory, sizeof memory),
                     PAWL_ERR_UNSUPPORTED);
    world_machine_close(&host);
}
END_TEST

Suite *suite_session_stages(void);
Suite *suite_session_stages(void) {
    Suite *const suite = suite_create("session_stages");
    TCase *const cases = tcase_create("stages");
    tcase_add_loop_test(cases, what_the_game_does_differently_is_named, 0, 6);
    tcase_add_test(cases, what_only_one_machine_has_is_named);
    tcase_add_loop_test(cases, many_players_and_commands_are_searched_with, 0, 3);
    tcase_add_loop_test(cases, nothing_is_searched_for_in_vain, 0, 2);
    tcase_add_loop_test(cases, a_machine_may_say_what_it_likes, 0, 2);
    tcase_add_test(cases, misuse_is_told);
    suite_add_tcase(suite, cases);
    return suite;
}
