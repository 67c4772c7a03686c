/* test_session_verdict.c - machines that lie about their states, and machines whose states are
 * wrong: which one is at fault is said of each of them apart, and the others play on. */
#include "base/bytes.h"
#include "base/crc.h"
#include "session/session.h"
#include "support/base/seeded.h"
#include "support/net/netsim.h"
#include "support/net/world_machine.h"

#define MACHINES_MAX 5
#define FRAME_MS 17
#define LIE_TICK 100
#define FAULT_TICK 200
#define HASH_AT (12 + 17) /* of a packet, the first one */
#define REPEATS_AT (HASH_AT + 8)

enum lie {
    HONEST,
    ONE_WRONG_HASH,
    ALL_HASHES,
    OLD_TICKS,
    SILENT_TURN,
    ANY_BYTES
};

static world_machine machines[MACHINES_MAX];
static uint32_t machine_count;
static uint64_t any_bytes;
static struct {
    enum lie lie;
    uint32_t mask; /* of the hashes that are told */
} lies[MACHINES_MAX];

/* ---- machines joined in memory ---- */

static void lie_about_hashes(uint32_t index, uint8_t *packet, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *const at = packet + HASH_AT + 4 * i;
        const bool is_wrong =
            lies[index].lie == ONE_WRONG_HASH ? first + i == LIE_TICK : first + i >= LIE_TICK;
        if (is_wrong) pawli_store_u32(at, pawli_fetch_u32(at) ^ lies[index].mask);
    }
}

/* Up to three bytes of packets of hashes and of diagnoses, and their flags. */
static size_t send_any_bytes(uint8_t *packet, size_t size) {
    const uint32_t type = packet[2] >> 4;
    if (type != 4 && type != 5) return size;
    for (uint32_t i = net_random(&any_bytes, 4); i > 0; i--)
        packet[12 + net_random(&any_bytes, (uint32_t)size - 16)] =
            (uint8_t)net_random(&any_bytes, 256);
    if (net_chance(&any_bytes, 20)) packet[3] = (uint8_t)net_random(&any_bytes, 16);
    pawli_store_u32(packet + size - 4, pawli_crc_32(0, packet, size - 4));
    return size;
}

/* Of a packet that a liar sends: 0 when it does not send it. */
static size_t tell_lie(uint32_t index, uint8_t *packet, size_t size) {
    const uint32_t type = packet[2] >> 4;
    if (lies[index].lie == ANY_BYTES) return send_any_bytes(packet, size);
    if (lies[index].lie == SILENT_TURN && type == 5 && packet[12] == 2) return 0; /* a result */
    if (lies[index].lie == HONEST || type != 4) return size;
    const uint32_t first = pawli_fetch_u32(packet + 12 + 8), count = packet[12 + 12];
    if (lies[index].lie == OLD_TICKS && first < LIE_TICK) return size;
    if ((packet[3] & 4u) != 0) {
        packet[REPEATS_AT] = 1; /* it says that it comes to what it has told, of course */
    } else {
        lie_about_hashes(index, packet, first, count);
    }
    if (lies[index].lie == OLD_TICKS) pawli_store_u32(packet + 12 + 8, 3);
    pawli_store_u32(packet + size - 4, pawli_crc_32(0, packet, size - 4));
    return size;
}

static void carry(uint32_t index, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    pawl_session *const from = machines[index].session;
    while ((size = pawl_session_send(from, &peer, packet, sizeof packet, now_ms)) > 0) {
        const size_t told = tell_lie(index, packet, (size_t)size);
        const uint32_t to = index == 0 ? peer + 1 : 0;
        if (told == 0 || to >= machine_count) continue;
        (void)pawl_session_receive(machines[to].session, index == 0 ? 0 : index - 1, packet, told,
                                   now_ms);
    }
}

static void play_frames(uint32_t from, uint32_t to) {
    for (uint32_t frame = from; frame < to; frame++) {
        for (uint32_t i = 0; i < machine_count; i++)
            world_machine_frame(&machines[i]);
        for (uint32_t i = 0; i < machine_count; i++)
            carry((i + 1) % machine_count, frame * FRAME_MS);
    }
}

/* Lockstep, so that what is changed in a world is never played again; the last `watching` machines
 * have no players. */
static void open_machines(uint32_t count, uint32_t watching) {
    pawl_session_def def = pawl_session_def_default();
    def.session_id = 0x51;
    def.window = 0;
    def.delay = 3;
    def.slots = 32;
    def.players = (uint8_t)(count - watching);
    def.peers = (uint8_t)(count - 1);
    machine_count = count;
    memset(lies, 0, sizeof lies);
    for (uint32_t i = 0; i < count; i++) {
        def.role = i == 0                  ? PAWL_ROLE_HOST
                   : i >= count - watching ? PAWL_ROLE_SPECTATOR
                                           : PAWL_ROLE_CLIENT;
        def.local_players = i < count - watching;
        world_machine_open(&machines[i], &def);
    }
}

static void close_machines(void) {
    for (uint32_t i = 0; i < machine_count; i++)
        world_machine_close(&machines[i]);
}

/* A write from outside: the last body floats above the others. */
static void change_memory(world_machine *m) {
    pawl_body_id body = NO_BODY, next = pawl_world_next_body(m->game.world, NO_BODY);
    for (; !pawl_body_is_null(next); next = pawl_world_next_body(m->game.world, next))
        body = next;
    const pawl_vec2 velocity = pawl_body_get_velocity(m->game.world, body);
    ck_assert_int_eq(
        pawl_body_set_velocity(m->game.world, body, pawl_vec2_make(velocity.x + 5, velocity.y)),
        PAWL_OK);
}

/* ---- what was told ---- */

/* The only event of a type about a peer; null if there was none. */
static const pawl_session_event_info *find(uint32_t index, pawl_session_event_type type,
                                           uint32_t peer) {
    const pawl_session_event_info *found = NULL;
    for (uint32_t i = 0; i < machines[index].event_count; i++) {
        const pawl_session_event_info *const event = &machines[index].events[i];
        if (event->type != type || event->peer != peer) continue;
        ck_assert_msg(found == NULL, "machine %u told %d twice of peer %u", (unsigned)index,
                      (int)type, (unsigned)peer);
        found = event;
    }
    return found;
}

static void assert_verdict(uint32_t index, uint32_t peer, uint32_t tick, pawl_culprit culprit,
                           pawl_evidence evidence) {
    const pawl_session_event_info *const desync = find(index, PAWL_EVENT_DESYNC, peer);
    const pawl_session_event_info *const verdict = find(index, PAWL_EVENT_VERDICT, peer);
    ck_assert_msg(desync != NULL && verdict != NULL, "machine %u of peer %u: %s", (unsigned)index,
                  (unsigned)peer, desync == NULL ? "no desync" : "no verdict");
    ck_assert_uint_eq(desync->tick, tick);
    ck_assert_uint_ne(desync->ours, desync->theirs);
    ck_assert_uint_eq(verdict->tick, tick);
    ck_assert_uint_eq(verdict->ours, desync->ours);
    ck_assert_uint_eq(verdict->theirs, desync->theirs);
    ck_assert_msg(verdict->culprit == culprit && verdict->evidence == evidence,
                  "machine %u of peer %u: culprit %d by %d, votes %u and %u", (unsigned)index,
                  (unsigned)peer, (int)verdict->culprit, (int)verdict->evidence,
                  (unsigned)verdict->votes_here, (unsigned)verdict->votes_there);
}

static void assert_quiet(uint32_t index, uint32_t peer) {
    ck_assert_ptr_null(find(index, PAWL_EVENT_DESYNC, peer));
    ck_assert_ptr_null(find(index, PAWL_EVENT_VERDICT, peer));
}

static void assert_field(uint32_t index, uint32_t tick) {
    uint32_t told;
    pawl_difference difference;
    ck_assert_int_eq(pawl_session_get_difference(machines[index].session, &told, &difference),
                     PAWL_OK);
    ck_assert_uint_eq(told, tick);
    ck_assert_int_eq(difference.branch, PAWL_BRANCH_BODIES);
    ck_assert_uint_eq(difference.key.serial, PIT_BOXES + 2);
    ck_assert_str_eq(difference.a.name, "velocity.x");
    ck_assert_int_eq(difference.in_a && difference.in_b, true);
}

/* The state before the next tick of both. */
static void assert_equal_worlds(uint32_t a, uint32_t b) {
    const uint32_t head_a = pawl_session_get_head(machines[a].session);
    const uint32_t head_b = pawl_session_get_head(machines[b].session);
    const uint32_t tick = (head_a < head_b ? head_a : head_b) - 1;
    ck_assert_uint_gt(tick, FAULT_TICK + 50);
    ck_assert_uint_eq(machines[a].hashes[tick], machines[b].hashes[tick]);
}

/* ---- tests ---- */

/* A host, two honest players, and a liar, which plays or watches. Later the memory of an honest
 * player is changed: that is found and named as if there were no liar. */
START_TEST(a_liar_hides_nothing_of_the_others) {
    static const enum lie of[] = {ONE_WRONG_HASH, ALL_HASHES, OLD_TICKS, SILENT_TURN};
    const enum lie lie = of[_i / 2 % 4];
    const bool is_dropped = _i >= 8;
    open_machines(4, _i % 2 == 0 ? 1 : 0);
    lies[3].lie = lie;
    lies[3].mask = 0x5A;
    play_frames(0, 180);
    if (lie == OLD_TICKS) {
        assert_quiet(0, 2);
    } else {
        assert_verdict(0, 2, LIE_TICK, PAWL_CULPRIT_PEER, PAWL_EVIDENCE_MAJORITY);
        assert_verdict(3, 0, LIE_TICK, PAWL_CULPRIT_HERE, PAWL_EVIDENCE_MAJORITY);
    }
    if (is_dropped) ck_assert_int_eq(pawl_session_drop(machines[0].session, 2), PAWL_OK);
    uint32_t frame = 180;
    while (pawl_session_get_head(machines[1].session) < FAULT_TICK)
        play_frames(frame, frame + 1), frame++;
    const uint32_t tick = pawl_session_get_head(machines[1].session);
    change_memory(&machines[1]);
    play_frames(frame, frame + 400); /* the liar's turn of a diagnosis is over by then */
    assert_verdict(0, 0, tick, PAWL_CULPRIT_PEER, PAWL_EVIDENCE_REPLAY);
    assert_verdict(1, 0, tick, PAWL_CULPRIT_HERE, PAWL_EVIDENCE_REPLAY);
    ck_assert_ptr_nonnull(find(0, PAWL_EVENT_DIAGNOSED, 0));
    ck_assert_ptr_nonnull(find(1, PAWL_EVENT_DIAGNOSED, 0));
    assert_field(0, tick);
    assert_field(1, tick);
    assert_quiet(0, 1);
    assert_quiet(2, 0);
    assert_equal_worlds(0, 2);
    close_machines();
}
END_TEST

/* Whatever a machine says of its states. */
START_TEST(a_liar_of_any_bytes_hides_nothing) {
    any_bytes = seeded_fresh("session verdict") + (uint64_t)_i;
    open_machines(4, _i % 2 == 0 ? 1 : 0);
    lies[3].lie = ANY_BYTES;
    uint32_t frame = 0;
    while (pawl_session_get_head(machines[1].session) < FAULT_TICK)
        play_frames(frame, frame + 1), frame++;
    const uint32_t tick = pawl_session_get_head(machines[1].session);
    assert_quiet(0, 0);
    change_memory(&machines[1]);
    play_frames(frame, frame + 400);
    assert_verdict(0, 0, tick, PAWL_CULPRIT_PEER, PAWL_EVIDENCE_REPLAY);
    assert_verdict(1, 0, tick, PAWL_CULPRIT_HERE, PAWL_EVIDENCE_REPLAY);
    assert_field(1, tick);
    assert_quiet(0, 1);
    assert_quiet(2, 0);
    assert_equal_worlds(0, 2);
    close_machines();
}
END_TEST

/* Three honest machines and two liars: against each of them alone the honest ones are more, and
 * against both together as well. */
START_TEST(two_liars_are_named) {
    open_machines(5, 0);
    for (uint32_t i = 3; i < 5; i++) {
        lies[i].lie = ALL_HASHES;
        lies[i].mask = _i == 0 ? 7 : i;
    }
    play_frames(0, 300);
    for (uint32_t i = 3; i < 5; i++) {
        assert_verdict(0, i - 1, LIE_TICK, PAWL_CULPRIT_PEER, PAWL_EVIDENCE_MAJORITY);
        assert_verdict(i, 0, LIE_TICK, PAWL_CULPRIT_HERE, PAWL_EVIDENCE_MAJORITY);
        const pawl_session_event_info *const verdict = find(0, PAWL_EVENT_VERDICT, i - 1);
        ck_assert_uint_eq(verdict->votes_here, 3);
        ck_assert_uint_eq(verdict->votes_there, _i == 0 ? 2 : 1);
    }
    for (uint32_t i = 1; i < 3; i++) {
        assert_quiet(0, i - 1);
        assert_quiet(i, 0);
    }
    assert_equal_worlds(0, 1);
    close_machines();
}
END_TEST

/* As many liars as honest machines, and machines that only watch and lie: no majority. */
START_TEST(machines_that_watch_convict_none) {
    open_machines(5, _i == 0 ? 1 : 3);
    lies[3].lie = lies[4].lie = ALL_HASHES;
    lies[3].mask = lies[4].mask = 9;
    if (_i == 0) lies[2] = lies[3], lies[4].lie = HONEST;
    play_frames(0, 300);
    if (_i == 0) { /* 2 of 4 players, and one that watches for the host */
        assert_verdict(0, 1, LIE_TICK, PAWL_CULPRIT_PEER, PAWL_EVIDENCE_MAJORITY);
    } else { /* against the host and a player speak two that watch: nothing comes of it */
        assert_verdict(0, 2, LIE_TICK, PAWL_CULPRIT_PEER, PAWL_EVIDENCE_MAJORITY);
        assert_quiet(0, 0);
    }
    close_machines();
}
END_TEST

/* All clients say the same, and the host is what is wrong: it finds out by itself, or where it
 * cannot play a tick again, by their number. */
START_TEST(a_host_that_is_wrong_is_told_so) {
    const pawl_evidence evidence = _i == 0 ? PAWL_EVIDENCE_REPLAY : PAWL_EVIDENCE_MAJORITY;
    open_machines(4, 0);
    if (_i == 1) {
        free(machines[0].game.spare);
        machines[0].game.spare = NULL;
    }
    uint32_t frame = 0;
    while (pawl_session_get_head(machines[0].session) < FAULT_TICK)
        play_frames(frame, frame + 1), frame++;
    const uint32_t tick = pawl_session_get_head(machines[0].session);
    change_memory(&machines[0]);
    play_frames(frame, frame + 200);
    for (uint32_t i = 1; i < 4; i++) {
        assert_verdict(0, i - 1, tick, PAWL_CULPRIT_HERE, evidence);
        assert_verdict(i, 0, tick, PAWL_CULPRIT_PEER, evidence);
        ck_assert_uint_eq(find(0, PAWL_EVENT_VERDICT, i - 1)->votes_here, 1);
        ck_assert_uint_eq(find(0, PAWL_EVENT_VERDICT, i - 1)->votes_there, 3);
    }
    assert_equal_worlds(1, 2);
    close_machines();
}
END_TEST

/* Two machines whose rules differ, and that repeat what they did. */
START_TEST(rules_that_differ_are_no_machines_fault) {
    open_machines(2, 0);
    machines[_i].spoil_tick = FAULT_TICK;
    play_frames(0, 400);
    assert_verdict(0, 0, FAULT_TICK + 1, PAWL_CULPRIT_UNKNOWN, PAWL_EVIDENCE_REPEATED);
    assert_verdict(1, 0, FAULT_TICK + 1, PAWL_CULPRIT_UNKNOWN, PAWL_EVIDENCE_REPEATED);
    ck_assert_ptr_nonnull(strstr(pawl_evidence_text(PAWL_EVIDENCE_REPEATED), "portcheck"));
    close_machines();
}
END_TEST

/* Neither repeats itself, as where a step depends on what is not in the state. */
START_TEST(two_machines_can_be_at_fault) {
    open_machines(2, 0);
    uint32_t frame = 0;
    while (pawl_session_get_head(machines[0].session) < FAULT_TICK)
        play_frames(frame, frame + 1), frame++;
    const uint32_t tick = pawl_session_get_head(machines[0].session);
    ck_assert_uint_eq(pawl_session_get_head(machines[1].session), tick);
    change_memory(&machines[0]);
    change_memory(&machines[1]);
    change_memory(&machines[1]);
    play_frames(frame, frame + 200);
    assert_verdict(0, 0, tick, PAWL_CULPRIT_BOTH, PAWL_EVIDENCE_REPLAY);
    assert_verdict(1, 0, tick, PAWL_CULPRIT_BOTH, PAWL_EVIDENCE_REPLAY);
    close_machines();
}
END_TEST

/* ---- what has gone, and what cannot ---- */

/* A host that keeps no states, or gives no second turn, says so: it is not asked for ever. */
START_TEST(a_host_that_cannot_diagnose_says_so) {
    pawl_session_def def = pawl_session_def_default();
    def.session_id = 0x51;
    def.window = 0;
    def.delay = 3;
    def.slots = 1;
    machine_count = 2;
    memset(lies, 0, sizeof lies);
    world_machine_open(&machines[0], &def);
    def.role = PAWL_ROLE_CLIENT;
    def.slots = 32;
    world_machine_open(&machines[1], &def);
    machines[1].spoil_tick = LIE_TICK;
    uint32_t questions = 0;
    for (uint32_t frame = 0; frame < 400; frame++) {
        uint8_t packet[PAWL_SESSION_PACKET_MAX];
        uint32_t peer;
        int32_t size;
        world_machine_frame(&machines[0]);
        world_machine_frame(&machines[1]);
        while ((size = pawl_session_send(machines[1].session, &peer, packet, sizeof packet,
                                         frame * FRAME_MS)) > 0) {
            questions += packet[2] >> 4 == 5;
            (void)pawl_session_receive(machines[0].session, 0, packet, (size_t)size,
                                       frame * FRAME_MS);
        }
        carry(0, frame * FRAME_MS);
    }
    ck_assert_ptr_nonnull(find(1, PAWL_EVENT_VERDICT, 0));
    ck_assert_uint_ge(questions, 1);
    ck_assert_msg(questions <= 3, "asked %u times", (unsigned)questions);
    close_machines();
}
END_TEST

/* What is kept for a peer that has gone takes no place from the next one. */
START_TEST(a_peer_that_is_gone_keeps_no_state) {
    pawl_session_def def = pawl_session_def_default();
    def.session_id = 0x51;
    def.window = 0;
    def.delay = 3;
    def.slots = 2; /* one is kept, and one to play on */
    def.hash_every = 20;
    def.peers = 2;
    def.players = 3;
    machine_count = 3;
    memset(lies, 0, sizeof lies);
    world_machine_open(&machines[0], &def);
    def.role = PAWL_ROLE_CLIENT;
    def.peers = 1;
    def.slots = 1; /* asks nothing */
    for (uint32_t i = 1; i < 3; i++) {
        world_machine_open(&machines[i], &def);
        machines[i].spoil_tick = LIE_TICK * i;
    }
    play_frames(0, LIE_TICK + 30);
    ck_assert_ptr_nonnull(find(0, PAWL_EVENT_DESYNC, 0));
    ck_assert_int_eq(pawli_dispute_at(machines[0].session, 0)->keeps_state, true);
    ck_assert_int_eq(pawl_session_drop(machines[0].session, 0), PAWL_OK);
    play_frames(LIE_TICK + 30, 2 * LIE_TICK + 60);
    ck_assert_ptr_nonnull(find(0, PAWL_EVENT_DESYNC, 1));
    ck_assert_int_eq(pawli_dispute_at(machines[0].session, 1)->keeps_state, true);
    close_machines();
}
END_TEST

Suite *suite_session_verdict(void) {
    Suite *const suite = suite_create("session_verdict");
    TCase *const verdict = tcase_create("verdict");
    tcase_add_loop_test(verdict, a_liar_hides_nothing_of_the_others, 0, 16);
    tcase_add_loop_test(verdict, a_liar_of_any_bytes_hides_nothing, 0, 8);
    tcase_add_loop_test(verdict, two_liars_are_named, 0, 2);
    tcase_add_loop_test(verdict, machines_that_watch_convict_none, 0, 2);
    tcase_add_loop_test(verdict, a_host_that_is_wrong_is_told_so, 0, 2);
    tcase_add_loop_test(verdict, rules_that_differ_are_no_machines_fault, 0, 2);
    tcase_add_test(verdict, two_machines_can_be_at_fault);
    tcase_add_test(verdict, a_host_that_cannot_diagnose_says_so);
    tcase_add_test(verdict, a_peer_that_is_gone_keeps_no_state);
    suite_add_tcase(suite, verdict);
    return suite;
}
