/* test_session_joined.c - features of a session that are right alone, together. Draws are printed,
 * and repeated by PAWL_SEED. */
#include "migrate/migrate.h"
#include "pawl/measure.h"
#include "pawl/relay.h"
#include "session/measure.h"
#include "session/signing.h"
#include "support/base/seeded.h"
#include "support/net/machine.h"

static uint64_t seed;

static uint32_t draw_below(uint32_t below) {
    return (uint32_t)((seeded_next(&seed) >> 32) % below);
}

static void run_and_sign(machine *m) {
    static const uint8_t signature[PAWL_SIGNATURE_SIZE] = {1};
    pawl_request request;
    while (pawl_session_next_request(m->session, &request) > PAWL_REQUEST_WAIT) {
        if (request.type == PAWL_REQUEST_SIGN) {
            ck_assert_int_eq(pawl_session_answer_sign(m->session, request.tick, signature),
                             PAWL_OK);
        } else {
            machine_answer(m, &request);
        }
    }
}

/* ---- memory ---- */

static void draw_sizes(pawl_session_def *def) {
    def->role = (uint8_t)draw_below(5);
    def->players = (uint8_t)(1 + draw_below(16));
    def->local_players = (uint8_t)draw_below(def->players + 1u);
    def->input_size = (uint8_t)(1 + draw_below(draw_below(4) == 0 ? 64 : 8));
    def->variable_inputs = (uint8_t)draw_below(2);
    def->window = (uint8_t)draw_below(16);
    def->delay = (uint8_t)draw_below(16);
    def->delay_max = (uint8_t)draw_below(16);
    def->slots = (uint8_t)draw_below(129);
    def->peers = (uint8_t)(1 + draw_below(32));
    def->distance = (uint8_t)(1 + draw_below(15));
    def->save_every = (uint8_t)(1 + draw_below(3) * draw_below(6));
    def->hash_every = (uint8_t)(def->save_every * draw_below(4));
    if (def->role == PAWL_ROLE_SYNCTEST) def->local_players = def->players;
}

static pawl_session_def draw_def(void) {
    pawl_session_def def = pawl_session_def_default();
    draw_sizes(&def);
    def.session_id = 7;
    def.link = (uint8_t)(draw_below(4) == 0);
    def.trusts_link = draw_below(2) == 0;
    def.secret[3] = (uint8_t)draw_below(2);
    def.packet_size = (uint16_t)(48 + draw_below(461));
    def.greeting = "sixteen bytes go";
    def.greeting_size = (uint8_t)(draw_below(2) * draw_below(17));
    def.can_predict = (uint8_t)draw_below(2);
    def.sign_every = (uint16_t)(draw_below(3) == 0 ? draw_below(40) : 0);
    def.watch_delay = (uint16_t)(draw_below(2) * draw_below(601));
    def.measures = draw_below(2) == 0;
    def.migrates = draw_below(2) == 0;
    def.address_size = (uint8_t)draw_below(30);
    def.input_deadline_ms = (uint16_t)(draw_below(2) * 500u);
    return def;
}

/* As session.h, session_sign.h, measure.h and migrate.h tell it. */
static uint32_t documented_size(const pawl_session_def *def) {
    const uint32_t window = def->role == PAWL_ROLE_SYNCTEST ? def->distance : def->window;
    const uint32_t delay = def->delay > def->delay_max ? def->delay : def->delay_max;
    const uint32_t input_size = def->input_size + (uint32_t)def->variable_inputs;
    uint32_t size =
        PAWL_SESSION_SIZE_MAX(def->players, input_size, window, delay, def->slots, def->peers);
    size += def->watch_delay * (def->players * input_size + 6u);
    if (def->save_every > 1) size += def->save_every * (def->players * input_size + 6u);
    size += def->peers * (def->greeting_size + 1u);
    if (def->can_predict) {
        size += 2u * PAWL_SESSION_RING(window, delay) + 4u +
                2u * ((uint32_t)def->watch_delay + def->save_every);
    }
    if (def->measures) size += PAWL_SESSION_MEASURES_SIZE(def->peers);
    if (def->migrates) size += PAWL_SESSION_MIGRATE_SIZE_MAX(def->players, def->address_size);
    return size;
}

START_TEST(sizes_are_never_more_than_documented) {
    seed = seeded_fresh("session sizes");
    uint32_t valid = 0, signs = 0, migrates = 0;
    for (uint32_t i = 0; i < SEEDED_ROUNDS(400000); i++) {
        const pawl_session_def def = draw_def();
        const size_t size = pawl_session_size(&def);
        if (size == 0 || def.slots == 0) continue;
        valid++;
        migrates += def.migrates;
        pawl_session_def unsigned_def = def;
        unsigned_def.sign_every = 0;
        const size_t plain = pawl_session_size(&unsigned_def);
        ck_assert_msg(plain <= documented_size(&def), "draw %u: %u bytes, at most %u told", i,
                      (unsigned)plain, (unsigned)documented_size(&def));
        signs += size > plain;
    }
    ck_assert_uint_gt(valid, SEEDED_ROUNDS(400000) / 20);
    ck_assert_uint_gt(signs, 100);
    ck_assert_uint_gt(migrates, 100);
}
END_TEST

/* All parts are inside, and what is written at their ends is of no other part: the sanitizers and
 * the asserts watch. */
START_TEST(any_session_can_be_played_alone) {
    seed = seeded_fresh("session alone");
    uint32_t played = 0;
    for (uint32_t i = 0; i < SEEDED_ROUNDS(20000); i++) {
        machine m;
        pawl_session_def def = draw_def();
        if (def.role == PAWL_ROLE_CLIENT || def.role == PAWL_ROLE_SPECTATOR) continue;
        if (pawl_session_size(&def) == 0) continue;
        machine_open_strictly(&m, &def);
        (void)pawl_session_start(m.session);
        for (uint32_t frame = 0; frame < 40; frame++) {
            uint8_t packet[PAWL_SESSION_PACKET_MAX];
            uint32_t peer;
            machine_add_inputs(&m);
            run_and_sign(&m);
            ck_assert_int_eq(pawl_session_send(m.session, &peer, packet, sizeof packet, frame * 17),
                             0);
        }
        played += m.now.tick > 20;
        machine_close(&m);
    }
    ck_assert_uint_gt(played, SEEDED_ROUNDS(20000) / 100);
}
END_TEST

/* ---- roles that change ---- */

/* A client on a trusted link needs no secret: then it has no room for those who come back. */
START_TEST(a_client_without_a_secret_becomes_a_sound_host) {
    machine m;
    pawl_session_def def = pawl_session_def_default();
    def.role = PAWL_ROLE_CLIENT;
    def.players = def.peers = 8;
    def.migrates = true;
    machine_open(&m, &def);
    pawl_session *const session = m.session;
    uint8_t *const hashes = pawli_session_at(session, session->at_hashes);
    const uint32_t size = session->at_rows - session->at_hashes;
    memset(hashes, 0xA5, size);
    pawli_session_migrate(session)->self = 1;
    session->phase = PAWL_PHASE_PLAYING;
    session->local = 2;
    pawli_migrate_adopt_begin(session);
    ck_assert_int_eq(session->def.role, PAWL_ROLE_HOST);
    for (uint32_t i = 0; i < size; i++)
        ck_assert_uint_eq(hashes[i], 0xA5);
    machine_close(&m);
}
END_TEST

/* greeting_size of a host is how much it keeps of others: it has no greeting itself. */
START_TEST(a_host_that_becomes_a_client_has_no_greeting) {
    machine m;
    pawl_session_def def = pawl_session_def_default();
    def.players = def.peers = 4;
    def.migrates = true;
    def.greeting_size = 16;
    def.secret[0] = (uint8_t)_i;
    machine_open(&m, &def);
    pawl_session *const session = m.session;
    ck_assert_int_eq(pawl_session_start(session), PAWL_OK);
    pawli_migrate_adopt_step_down(session);
    ck_assert_int_eq(session->def.role, PAWL_ROLE_CLIENT);
    pawli_session_peers(session)[0].state =
        PAWLI_PEER_ACCEPTED; /* the next host gives a snapshot */
    pawli_session_peers(session)[0].must_greet = true;
    session->phase = PAWL_PHASE_LOADING;
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    ck_assert_int_eq(pawl_session_send(session, &peer, packet, sizeof packet, 1000), 16 + 28);
    machine_close(&m);
}
END_TEST

/* ---- relays ---- */

START_TEST(a_relay_is_of_a_game_with_the_same_rows) {
    machine host, relay;
    pawl_session_def def = pawl_session_def_default();
    def.local_players = 2;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_RELAY;
    def.local_players = 0;
    def.variable_inputs = 1;
    machine_open(&relay, &def);
    ck_assert_int_eq(pawl_session_relay(relay.session, host.session), PAWL_ERR_ARGUMENT);
    machine_close(&host), machine_close(&relay);
}
END_TEST

/* Its host may change; what it shows is not its own. */
START_TEST(a_relay_takes_part_in_no_migration) {
    pawl_session_def def = pawl_session_def_default();
    def.role = PAWL_ROLE_RELAY;
    def.link = (uint8_t)_i;
    def.session_id = def.secret[0] = 1;
    const size_t size = pawl_session_size(&def);
    def.migrates = true;
    def.address_size = 255;
    ck_assert_uint_ne(size, 0);
    ck_assert_uint_eq(pawl_session_size(&def), size);
}
END_TEST

/* The snapshot of the session above is for the relay: its peers get one of its own. */
START_TEST(a_relay_gives_no_snapshot_while_it_loads) {
    machine m;
    pawl_session_def def = pawl_session_def_default();
    def.role = PAWL_ROLE_RELAY;
    def.watch_delay = 3;
    machine_open(&m, &def);
    pawl_session *const session = m.session;
    session->phase = PAWL_PHASE_LOADING;
    session->snapshot.bytes = m.snapshot;
    session->snapshot.size = 100;
    session->snapshot.is_here = true;
    session->confirmed = 20;
    pawli_peer *const peer = pawli_session_peers(session);
    peer->state = PAWLI_PEER_ACCEPTED;
    peer->is_late = true;
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t to;
    for (uint32_t i = 0; i < 10; i++)
        (void)pawl_session_send(session, &to, packet, sizeof packet, i);
    ck_assert_int_eq(peer->state, PAWLI_PEER_ACCEPTED);
    machine_close(&m);
}
END_TEST

/* ---- signatures ---- */

/* A host that lies gives a machine more players than it has asked for. */
START_TEST(a_host_may_give_players_that_cannot_sign) {
    machine host, guest;
    pawl_session_def def = pawl_session_def_default();
    def.players = 16;
    def.sign_every = 8;
    def.input_size = 8;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    for (uint32_t frame = 0; frame < 200; frame++) {
        machine_add_inputs(&guest);
        run_and_sign(&guest);
        (void)machine_carry(&guest, &host, 0, frame * 17);
        if (frame == 0) {
            pawli_session_peers(host.session)[0].players = 0xFFFE;
            memset(host.session->owner + 1, 0, 15);
            ck_assert_int_eq(pawl_session_start(host.session), PAWL_OK);
        }
        machine_add_inputs(&host);
        run_and_sign(&host);
        (void)machine_carry(&host, &guest, 0, frame * 17);
    }
    ck_assert_uint_eq(pawl_session_get_local_players(guest.session), 0xFFFE);
    ck_assert_uint_gt(pawl_session_get_confirmed(guest.session), 100);
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* ---- measures ---- */

/* A command of a zero, and none, differ in their size alone. */
START_TEST(a_size_is_blamed_like_a_byte) {
    machine m;
    pawl_session_def def = pawl_session_def_default();
    def.players = 12;
    def.variable_inputs = 1;
    def.measures = true;
    machine_open(&m, &def);
    uint8_t ours[2 + 12 + 24] = {0}, row[2 + 12 + 24] = {0};
    ck_assert_uint_eq(m.session->row_size, sizeof row);
    row[2 + 11] = 1;
    pawli_measure_blame(m.session, 3);
    pawli_measure_blame_row(m.session, ours, row);
    ck_assert_uint_eq(pawli_session_measure(m.session)->cause, 11);
    machine_close(&m);
}
END_TEST

Suite *suite_session_joined(void);
Suite *suite_session_joined(void) {
    Suite *const suite = suite_create("session_joined");
    TCase *const cases = tcase_create("joined");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, sizes_are_never_more_than_documented);
    tcase_add_test(cases, any_session_can_be_played_alone);
    tcase_add_test(cases, a_client_without_a_secret_becomes_a_sound_host);
    tcase_add_loop_test(cases, a_host_that_becomes_a_client_has_no_greeting, 0, 2);
    tcase_add_test(cases, a_relay_is_of_a_game_with_the_same_rows);
    tcase_add_loop_test(cases, a_relay_takes_part_in_no_migration, 0, 2);
    tcase_add_test(cases, a_relay_gives_no_snapshot_while_it_loads);
    tcase_add_test(cases, a_host_may_give_players_that_cannot_sign);
    tcase_add_test(cases, a_size_is_blamed_like_a_byte);
    suite_add_tcase(suite, cases);
    return suite;
}
