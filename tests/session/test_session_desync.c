/* test_session_desync.c - states that differ are found at the first tick, and traced to a value. */
#include "base/bytes.h"
#include "base/crc.h"
#include "state/snapshot.h"
#include "support/net/world_machine.h"

#define TICK_MS 17

static machine host, guest;
static world_machine left, right;

static pawl_session_def make_def(pawl_session_role role, uint8_t window) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.window = window;
    def.session_id = 0x9ABC;
    return def;
}

/* Hashes of every tick: the first state that differs is that after the spoilt step. */
START_TEST(the_first_tick_that_differs_is_told_once) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, (uint8_t)(_i % 2 * 8));
    def.packet_size = _i < 2 ? 508 : 48; /* three hashes in a packet */
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    guest.spoil_tick = 150;
    for (uint32_t frame = 0; frame < (_i < 2 ? 300 : 1200); frame++) {
        machine_add_inputs(&guest), machine_run(&guest);
        machine_add_inputs(&host), machine_run(&host);
        if (frame % (_i < 2 ? 4 : 12) != 0) continue; /* 12: more hashes than fit */
        machine_carry(&guest, &host, 0, frame * TICK_MS);
        machine_carry(&host, &guest, 0, frame * TICK_MS);
    }
    for (int side = 0; side < 2; side++) {
        const machine *const m = side == 0 ? &host : &guest, *const other =
                                                                 side == 0 ? &guest : &host;
        uint32_t count = 0;
        for (uint32_t i = 0; i < m->event_count; i++) {
            if (m->events[i].type != PAWL_EVENT_DESYNC) continue;
            ck_assert_uint_eq(m->events[i].tick, 151);
            const game_state ours = {151, m->played[151]}, theirs = {151, other->played[151]};
            ck_assert_uint_eq(m->events[i].ours, game_hash(&ours));
            ck_assert_uint_eq(m->events[i].theirs, game_hash(&theirs));
            count++;
        }
        ck_assert_uint_eq(count, 1);
    }
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* So many ticks in the time between two packets of hashes that the ring of the one that has not
 * found the difference yet no longer has its tick. */
START_TEST(a_fast_game_tells_both_machines_too) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 0);
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    machine *const spoilt = _i % 2 == 0 ? &host : &guest;
    spoilt->spoil_tick = 400 + (uint32_t)_i;
    for (uint32_t frame = 0; frame < 900; frame++) {
        machine_add_inputs(&guest), machine_run(&guest);
        machine_add_inputs(&host), machine_run(&host);
        /* The guest's packets wait for each other for a while. */
        if (frame % 3 == 0) machine_carry(&guest, &host, 0, frame);
        machine_carry(&host, &guest, 0, frame);
    }
    for (int side = 0; side < 2; side++) {
        const machine *const m = side == 0 ? &host : &guest, *const other =
                                                                 side == 0 ? &guest : &host;
        const uint32_t tick = spoilt->spoil_tick + 1;
        uint32_t count = 0;
        for (uint32_t i = 0; i < m->event_count; i++) {
            if (m->events[i].type != PAWL_EVENT_DESYNC) continue;
            ck_assert_uint_eq(m->events[i].tick, tick);
            const game_state ours = {tick, m->played[tick]}, theirs = {tick, other->played[tick]};
            ck_assert_uint_eq(m->events[i].ours, game_hash(&ours));
            ck_assert_uint_eq(m->events[i].theirs, game_hash(&theirs));
            count++;
        }
        ck_assert_msg(count == 1, "side %d, spoilt in tick %u: %u events", side,
                      (unsigned)spoilt->spoil_tick, (unsigned)count);
    }
    ck_assert_uint_gt(pawl_session_get_head(host.session), 500);
    machine_close(&host), machine_close(&guest);
}
END_TEST

START_TEST(both_machines_learn_which_value_differs) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8);
    if (_i == 2) def.slots = 20; /* the state must be held while the walk goes on */
    world_machine_open(&left, &def);
    def.role = PAWL_ROLE_CLIENT;
    world_machine_open(&right, &def);
    right.spoil_tick = 90;
    right.spoils_count = _i == 1;
    for (uint32_t frame = 0; frame < 200; frame++) {
        world_machine_frame(&left);
        world_machine_frame(&right);
        if (frame % 4 != 0) continue;
        world_machine_carry(&right, &left, 0, frame * TICK_MS);
        world_machine_carry(&left, &right, 0, frame * TICK_MS);
    }
    ck_assert_uint_eq(left.desyncs, 1);
    ck_assert_uint_eq(right.desyncs, 1);
    ck_assert_uint_eq(left.desync.tick, 91);
    ck_assert_uint_eq(left.diagnoses, 1);
    ck_assert_uint_eq(right.diagnoses, 1);
    uint32_t tick = 0;
    pawl_difference here, there;
    ck_assert_int_eq(pawl_session_get_difference(left.session, &tick, &here), PAWL_OK);
    ck_assert_int_eq(pawl_session_get_difference(right.session, &tick, &there), PAWL_OK);
    ck_assert_uint_eq(tick, 91);
    ck_assert_int_eq(here.branch, there.branch);
    ck_assert_mem_eq(&here.key, &there.key, sizeof here.key);
    ck_assert_int_eq(here.a.value, there.b.value);
    ck_assert_int_eq(here.b.value, there.a.value);
    ck_assert_str_eq(here.a.name, there.b.name);
    ck_assert_int_eq(here.branch, PAWL_BRANCH_BODIES);
    ck_assert_int_eq(here.in_a, _i != 1);
    ck_assert_int_eq(here.in_b, true);
    if (_i != 1) {
        ck_assert_str_eq(here.a.name, "velocity.x");
        ck_assert_int_eq(here.b.value - here.a.value, 7);
        ck_assert_uint_eq(here.a.fraction, 16);
    }
    ck_assert_uint_eq(here.key.serial, _i != 1 ? 26 : 27);
    world_machine_close(&left), world_machine_close(&right);
}
END_TEST

/* Who comes late gets a snapshot whose state does not have the hash that it says. The host's own
 * memory is what it sends. */
static void forge_snapshot(world_machine *host_machine) {
    uint8_t *const bytes = host_machine->game.snapshot;
    /* Of the state then: docs/format-snapshot.md. */
    const size_t size = bytes[20] + ((size_t)bytes[21] << 8) + ((size_t)bytes[22] << 16);
    pawl_snapshot_info info;
    ck_assert_int_eq(pawl_snapshot_inspect(bytes, size, &info), PAWL_OK);
    bytes[PAWLI_SNAPSHOT_HASH_AT] ^= 1;
    pawli_store_u32(bytes + size - 4, pawli_crc_32(0, bytes, size - 4));
}

START_TEST(who_comes_late_refuses_a_state_of_another_hash) {
    const bool is_forged = _i % 2 == 1;
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 0);
    def.players = 2;
    def.local_players = 2;
    world_machine_open(&left, &def);
    def.role = PAWL_ROLE_SPECTATOR;
    def.local_players = 0;
    for (uint32_t frame = 0; frame < 200; frame++) {
        if (frame == 50) {
            world_machine_open(&right, &def);
            if (_i >= 2) right.game.spare_size = 0; /* in place */
        }
        const bool was_given = left.game.snapshot[0] == 'p';
        world_machine_frame(&left);
        if (is_forged && !was_given && left.game.snapshot[0] == 'p') forge_snapshot(&left);
        if (frame < 50) continue;
        world_machine_frame(&right);
        world_machine_carry(&right, &left, 0, frame * TICK_MS);
        world_machine_carry(&left, &right, 0, frame * TICK_MS);
    }
    ck_assert_int_eq(left.game.snapshot[0], 'p');
    ck_assert_int_eq(right.refusal, is_forged ? PAWL_REFUSED_SNAPSHOT : 0);
    if (is_forged) {
        ck_assert_uint_eq(right.hashes[100], 0);
    } else {
        ck_assert_uint_ne(right.hashes[100], 0);
        ck_assert_uint_eq(right.hashes[100], left.hashes[100]);
    }
    world_machine_close(&left), world_machine_close(&right);
}
END_TEST

Suite *suite_session_desync(void) {
    Suite *const suite = suite_create("session_desync");
    TCase *const desync = tcase_create("desync");
    tcase_add_loop_test(desync, the_first_tick_that_differs_is_told_once, 0, 4);
    tcase_add_loop_test(desync, a_fast_game_tells_both_machines_too, 0, 60);
    tcase_add_loop_test(desync, both_machines_learn_which_value_differs, 0, 3);
    tcase_add_loop_test(desync, who_comes_late_refuses_a_state_of_another_hash, 0, 4);
    suite_add_tcase(suite, desync);
    return suite;
}
