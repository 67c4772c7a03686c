/* test_deadlines.c - a host that does not wait for inputs without end: whatever a player holds
 * back, the others play on, and all of them the same. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "session/session.h"
#include "support/base/seeded.h"
#include "support/net/machine.h"
#include "support/net/net_star.h"

#define HEAD 12u /* docs/format-wire.md */
#define END 4u
#define EMPTY_INPUT 34u
#define TYPE_INPUT 3
#define TEXT_MAX 6000
#define GAMES 200

static net_star *star;

static void set_up(void) {
    star = net_star_make();
    ck_assert_ptr_ne(star, NULL);
}

static void tear_down(void) {
    net_star_free(star);
}

static void seal(uint8_t *packet, size_t size) {
    pawli_store_u16(packet + 10, (uint16_t)size);
    pawli_store_u32(packet + size - END, pawli_crc_32(0, packet, size - END));
}

static void make_plan(net_plan *plan, uint32_t players, uint32_t host_players, uint16_t way_ms) {
    net_plan_even(plan, 1 + players - host_players, players, host_players, way_ms);
    plan->machine[0].def.input_deadline_ms = 1000;
}

/* ---- attacks ---- */

typedef enum attack {
    WITHHOLD_INPUTS,
    WITHHOLD_ACKS,
    TRICKLE,
    LIE_BEHIND,
    ATTACKS
} attack;

static struct attacker {
    attack what;
    uint64_t from_us, next_us;
} attacker;

/* What there is of a second: nothing for nine tenths of it, then all at once. */
static bool is_held_back(uint64_t now_us) {
    return now_us / 1000 % 1000 >= 100;
}

/* Machine 1, from some time on: an INPUT without inputs each 3.3 s; acknowledgements that stay
 * where they were; all packets late, but none beyond a deadline of its own; a head that is told to
 * be far behind. */
static size_t withhold(void *context, net_star *all, net_machine *sender, uint32_t to,
                       uint8_t *packet, size_t size) {
    (void)context;
    (void)to;
    const uint64_t now_us = netsim_time(all->net);
    if (sender->index != 1 || now_us < attacker.from_us || size < EMPTY_INPUT) return size;
    if (attacker.what == TRICKLE) return is_held_back(now_us) ? 0 : size;
    if (attacker.what == WITHHOLD_INPUTS && now_us < attacker.next_us) return 0;
    if (packet[2] >> 4 != TYPE_INPUT) return attacker.what == WITHHOLD_INPUTS ? 0 : size;
    if (attacker.what == WITHHOLD_ACKS) {
        pawli_store_u32(packet + HEAD, 5);
    } else if (attacker.what == LIE_BEHIND) {
        const uint32_t head = pawli_fetch_u16(packet + HEAD + 10);
        pawli_store_u16(packet + HEAD + 10, (uint16_t)(head - 60u));
        pawli_store_u16(packet + HEAD + 12, (uint16_t)-15000);
    } else {
        attacker.next_us = now_us + 3300000;
        packet[HEAD + 8] = packet[HEAD + 9] = 0;
        size = EMPTY_INPUT;
    }
    seal(packet, size);
    return size;
}

/* Two machines, or four; a host that plays, or that does not; rollback, or lockstep. */
START_TEST(whatever_a_player_withholds_the_others_play_on) {
    const attack what = (attack)(_i % ATTACKS);
    const uint32_t players = _i / ATTACKS % 2 == 0 ? 2 : 4;
    const uint32_t host_players = _i / ATTACKS / 2 % 2 == 0 ? 1 : 0;
    const bool is_lockstep = _i / ATTACKS / 4 % 2 != 0;
    net_plan plan;
    make_plan(&plan, players, host_players, 20);
    for (uint32_t m = 0; m < plan.machines; m++) {
        if (is_lockstep) plan.machine[m].def.window = 0;
        if (is_lockstep) plan.machine[m].def.delay = 4;
    }
    attacker = (struct attacker){.what = what, .from_us = 2000000};
    const net_star_hooks hooks = {.sending = withhold, .hostile = 2u, .duration_ms = 30000};
    ck_assert_msg(net_star_play(star, &plan, &hooks), "attack %d: %s", _i, star->defect);
    const uint32_t confirmed = star->confirmed_count;
    /* One second of 30 is lost, and a share of a 64th. */
    ck_assert_msg(confirmed > 28 * 60, "attack %d: %u ticks in 30 s", _i, confirmed);
    /* Nor does any hurry make the game run faster than its clock. */
    ck_assert_uint_le(confirmed, 30 * 60 + 12);
    ck_assert_msg(star->totals.worst_stall_ms <= 2000, "attack %d: a stall of %llu ms", _i,
                  (unsigned long long)star->totals.worst_stall_ms);
    for (uint32_t m = 2; m < plan.machines; m++)
        ck_assert_msg(star->machines[m].checked > confirmed - 30, "attack %d: machine %u at %u", _i,
                      m, star->machines[m].checked);
}
END_TEST

/* ---- slow players ---- */

START_TEST(a_slow_player_costs_the_others_nothing) {
    static const struct {
        uint32_t players, slow_ms;
        uint16_t jitter_ms;
        uint8_t loss, host_players;
    } rows[] = {{4, 400, 0, 0, 1}, {8, 600, 20, 2, 1}, {8, 600, 20, 2, 0}, {4, 400, 0, 0, 0},
                {8, 60, 20, 2, 0}, {8, 60, 20, 2, 1},  {8, 600, 0, 0, 0}};
    const uint32_t seconds = 60;
    net_plan plan;
    make_plan(&plan, rows[_i].players, rows[_i].host_players, 30);
    plan.seed = seeded_base;
    for (uint32_t m = 1; m < plan.machines; m++) {
        net_line *const up = &plan.machine[m].up, *const down = &plan.machine[m].down;
        up->jitter_ms = rows[_i].jitter_ms;
        up->loss = rows[_i].loss;
        *down = *up;
        if (m == 1) up->delay_ms = down->delay_ms = (uint16_t)(rows[_i].slow_ms / 2);
    }
    const net_star_hooks hooks = {.duration_ms = seconds * 1000};
    ck_assert_msg(net_star_play(star, &plan, &hooks), "row %d: %s", _i, star->defect);
    printf("%u players, one at %u ms%s:", rows[_i].players, rows[_i].slow_ms,
           rows[_i].host_players == 0 ? ", dedicated host" : "");
    for (uint32_t m = 0; m < plan.machines; m++) {
        const uint32_t head = pawl_session_get_head(star->machines[m].session);
        printf(" %.1f%%%s", head * 100.0 / (seconds * 60.0), m == 1 ? " (slow)" : "");
    }
    printf("\n");
    for (uint32_t m = 0; m < plan.machines; m++) {
        const uint32_t head = pawl_session_get_head(star->machines[m].session);
        pawl_session_stats stats;
        ck_assert_int_eq(pawl_session_get_stats(star->machines[m].session, 0, &stats), PAWL_OK);
        if (m == 1) {
            ck_assert_uint_gt(stats.overruled, 1000);
            continue;
        }
        ck_assert_msg(head * 100 >= 95 * seconds * 60, "row %d: machine %u at tick %u", _i, m,
                      head);
    }
}
END_TEST

/* What else may become of one: its program says what it plays, or it is gone, and comes back by a
 * snapshot again and again. */
START_TEST(a_late_player_plays_what_the_def_says) {
    const pawl_session_late late = _i % 2 == 0 ? PAWL_LATE_ASK : PAWL_LATE_GONE;
    net_plan plan;
    make_plan(&plan, 4, _i / 2 % 2, 20);
    plan.machine[1].up.delay_ms = plan.machine[1].down.delay_ms = 300;
    plan.machine[0].def.late = (uint8_t)late;
    const net_star_hooks hooks = {.duration_ms = 30000};
    ck_assert_msg(net_star_play(star, &plan, &hooks), "%s", star->defect);
    ck_assert_uint_gt(star->confirmed_count, 27 * 60);
    ck_assert_uint_eq(star->totals.asked > 1000, late == PAWL_LATE_ASK);
    ck_assert_uint_eq(star->totals.gone > 0, late == PAWL_LATE_GONE);
    ck_assert_uint_eq(star->totals.resets > 0, late == PAWL_LATE_GONE);
}
END_TEST

START_TEST(nothing_is_substituted_that_is_not_asked_for) {
    pawl_session_def def = pawl_session_def_default();
    pawl_session *session = NULL;
    const uint8_t inputs[4] = {0};
    uint64_t memory[600];
    def.session_id = 1;
    def.trusts_link = true;
    ck_assert_int_eq(pawl_session_init(memory, sizeof memory, &def, &session), PAWL_OK);
    ck_assert_int_eq(pawl_session_answer_substitute(NULL, 0, inputs), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_answer_substitute(session, 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_answer_substitute(session, 0, inputs), PAWL_ERR_ARGUMENT);
}
END_TEST

/* ---- ticks of old packets ---- */

#define FRAME_MS 17u

static machine host, guest;

/* A frame of each; what the guest sends gets lost, or nothing does. */
static uint32_t play_frames(uint32_t frames, uint32_t now_ms, bool is_cut, uint8_t *last,
                            int32_t *last_size) {
    for (uint32_t i = 0; i < frames; i++, now_ms += FRAME_MS) {
        uint8_t packet[PAWL_SESSION_PACKET_MAX];
        uint32_t peer;
        int32_t size;
        machine_add_inputs(&guest);
        machine_run(&guest);
        while ((size = pawl_session_send(guest.session, &peer, packet, sizeof packet, now_ms)) >
               0) {
            if (!is_cut) machine_receive(&host, 0, packet, (uint32_t)size, now_ms);
            memcpy(last, packet, (size_t)size);
            *last_size = size;
        }
        machine_add_inputs(&host);
        machine_run(&host);
        while ((size = pawl_session_send(host.session, &peer, packet, sizeof packet, now_ms)) > 0)
            if (!is_cut) machine_receive(&guest, 0, packet, (uint32_t)size, now_ms);
    }
    return now_ms;
}

/* A compact packet has five bits of its first tick. What comes late, of more than 32 ticks ago, is
 * not taken for inputs of ticks to come. */
START_TEST(a_late_compact_packet_is_for_its_own_ticks) {
    pawl_session_def def = pawl_session_def_default();
    def.link = PAWL_SESSION_LINK_COMPACT;
    def.input_deadline_ms = 100;
    def.hash_every = 0;
    def.session_id = 7;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    uint8_t last[PAWL_SESSION_PACKET_MAX];
    int32_t size = 0;
    uint32_t now_ms = play_frames(60, 0, false, last, &size);
    ck_assert_uint_gt(pawl_session_get_confirmed(host.session), 30);
    now_ms = play_frames(30 + (uint32_t)_i, now_ms, true, last, &size);
    ck_assert_int_gt(size, 0);
    const uint32_t known = host.session->known[1];
    ck_assert_uint_eq(known, pawl_session_get_confirmed(host.session));
    ck_assert_uint_gt(known, pawl_session_get_confirmed(guest.session) + 10);
    ck_assert_int_eq(pawl_session_receive(host.session, 0, last, (size_t)size, now_ms), PAWL_OK);
    ck_assert_uint_eq(host.session->known[1], known);
    now_ms = play_frames(60, now_ms, false, last, &size);
    ck_assert_uint_gt(pawl_session_get_confirmed(guest.session), known + 50);
    ck_assert_uint_gt(pawl_session_get_head(guest.session) + 10,
                      pawl_session_get_head(host.session));
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* ---- games ---- */

/* Over lines that cannot carry as many rows as are played nothing comes back once it is lost: there
 * games have no end, only what is played must be right. */
static void play(uint64_t seed) {
    net_plan plan;
    net_plan_make(seed, NET_PLAN_STRANGERS, &plan);
    const net_star_hooks short_game = {.duration_ms = 6000};
    if (plan.is_narrow) plan.inputs = NET_INPUTS_NEW;
    if (net_star_play(star, &plan, plan.is_narrow ? &short_game : NULL)) return;
    static char text[TEXT_MAX];
    net_plan_text(&plan, text, sizeof text);
    ck_abort_msg("%s\n%s", star->defect, text);
}

START_TEST(games_of_strangers_are_the_same_everywhere) {
    const uint64_t first = seeded_fresh("games of strangers");
    for (uint32_t i = 0; i < SEEDED_ROUNDS(GAMES); i++)
        play(first + i);
    const net_totals *const sum = &star->totals;
    printf("strangers: %llu games, %llu ticks, %llu inputs decided without a player, host still "
           "for at most %llu ms\n",
           (unsigned long long)sum->games, (unsigned long long)sum->ticks,
           (unsigned long long)sum->substituted, (unsigned long long)sum->worst_hold_ms);
    ck_assert_msg(SEEDED_SHARE > 1 || sum->substituted > 1000, "%llu substituted",
                  (unsigned long long)sum->substituted);
}
END_TEST

Suite *suite_deadlines(void);
Suite *suite_deadlines(void) {
    Suite *const suite = suite_create("deadlines");
    TCase *const test = tcase_create("deadlines");
    tcase_set_timeout(test, 60);
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_loop_test(test, whatever_a_player_withholds_the_others_play_on, 0, 8 * ATTACKS);
    tcase_add_loop_test(test, a_slow_player_costs_the_others_nothing, 0, 4);
    tcase_add_loop_test(test, a_late_player_plays_what_the_def_says, 0, 4);
    tcase_add_test(test, nothing_is_substituted_that_is_not_asked_for);
    tcase_add_loop_test(test, a_late_compact_packet_is_for_its_own_ticks, 0, 40);
    tcase_add_test(test, games_of_strangers_are_the_same_everywhere);
    suite_add_tcase(suite, test);
    return suite;
}
