/* test_measure.c - what a session measures of its lines and rollbacks, against lines of known loss
 * and jitter. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "pawl/measure.h"
#include "support/base/seeded.h"
#include "support/net/machine.h"
#include "support/net/netsim.h"

#define FRAME_US 16667u
#define WINDOW 12

static netsim *net;
static machine host, guest;

static void set_up(void) {
    net = netsim_make();
    ck_assert_ptr_ne(net, NULL);
}

static void tear_down(void) {
    netsim_free(net);
}

static pawl_session_def make_def(pawl_session_role role) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.window = WINDOW;
    def.session_id = 5;
    def.measures = true;
    return def;
}

static void open_pair(const pawl_session_def *first, const pawl_session_def *second) {
    machine_open(&host, first);
    machine_open(&guest, second);
}

static void send_all(machine *m, uint32_t from, uint32_t to, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(m->session, &peer, packet, sizeof packet, now_ms)) > 0)
        netsim_send(net, from, to, packet, (size_t)size);
}

static void take_all(machine *m, uint32_t index, uint32_t now_ms) {
    uint8_t packet[NET_PACKET_MAX];
    uint32_t from;
    for (int32_t size; (size = netsim_take(net, index, &from, packet)) >= 0;)
        (void)pawl_session_receive(m->session, 0, packet, (size_t)size, now_ms);
}

static void play(uint64_t *now_us, uint32_t frames) {
    machine *const all[] = {&host, &guest};
    for (uint32_t i = 0; i < frames; i++, *now_us += FRAME_US) {
        netsim_set_time(net, *now_us);
        const uint32_t now_ms = (uint32_t)(*now_us / 1000u);
        for (uint32_t m = 0; m < 2; m++) {
            take_all(all[m], m, now_ms);
            if (pawl_session_take_advice(all[m]->session) == 0) machine_add_inputs(all[m]);
            machine_run(all[m]);
            send_all(all[m], m, 1 - m, now_ms);
        }
    }
}

static pawl_session_measures measures_of(const machine *m) {
    pawl_session_measures out;
    ck_assert_int_eq(pawl_session_get_measures(m->session, 0, &out), PAWL_OK);
    return out;
}

static pawl_session_stats stats_of(const machine *m) {
    pawl_session_stats out;
    ck_assert_int_eq(pawl_session_get_stats(m->session, 0, &out), PAWL_OK);
    return out;
}

/* The total is exact but for the handshake and what is still on its way; the smoothed share is
 * within six of its standard deviations, of a mean of 256 packets. */
static void assert_loss(uint32_t lost, uint32_t share, uint64_t truly, uint32_t sent,
                        uint32_t percent) {
    ck_assert_msg(lost <= truly && lost + 80 > truly, "%u lost instead of %llu", lost,
                  (unsigned long long)truly);
    const double p = percent / 100.0, sigma = sqrt(p * (1 - p) / 256) * PAWL_SESSION_LOSS_ALL;
    ck_assert_msg(fabs(share - p * PAWL_SESSION_LOSS_ALL) <= 6 * sigma + 20,
                  "share %u of 10000 instead of %u %%, %u sent", share, percent, sent);
}

START_TEST(loss_is_measured_in_both_directions) {
    static const uint8_t percents[][2] = {{0, 0}, {5, 0}, {2, 20}, {10, 10}};
    const uint8_t *const percent = percents[_i];
    uint64_t seed = seeded_fresh("measure loss"), now_us = 0;
    netsim_reset(net, seed);
    const pawl_session_def first = make_def(PAWL_ROLE_HOST), second = make_def(PAWL_ROLE_CLIENT);
    open_pair(&first, &second);
    play(&now_us, 30); /* they have met */
    netsim_line(net, 0, 1)->loss = percent[0];
    netsim_line(net, 1, 0)->loss = percent[1];
    netsim_line(net, 0, 1)->jitter_ms = netsim_line(net, 1, 0)->jitter_ms = 25; /* overtaking */
    const uint32_t sent[] = {stats_of(&host).sent, stats_of(&guest).sent};
    play(&now_us, 4000);
    const pawl_session_measures ours = measures_of(&host), theirs = measures_of(&guest);
    /* Of all that was sent, what has not come. */
    const uint32_t went = stats_of(&host).sent - sent[0], came = stats_of(&guest).sent - sent[1];
    const uint64_t down = stats_of(&host).sent - stats_of(&guest).received;
    const uint64_t up = stats_of(&guest).sent - stats_of(&host).received;
    assert_loss(theirs.lost_in, theirs.loss_in, down, went, percent[0]);
    assert_loss(ours.lost_in, ours.loss_in, up, came, percent[1]);
    ck_assert_uint_gt(went, 3000);
    /* What the other side has told lags a second behind. */
    ck_assert_uint_le(ours.lost_out, theirs.lost_in);
    ck_assert_uint_le(theirs.lost_out, ours.lost_in);
    assert_loss(ours.lost_out, ours.loss_out, theirs.lost_in, went, percent[0]);
    assert_loss(theirs.lost_out, theirs.loss_out, ours.lost_in, came, percent[1]);
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* Delays that are spread evenly over J ms differ by J / 3 in the mean, from one packet to the next;
 * packets wait for the end of a frame, and those that were overtaken do not count. */
START_TEST(jitter_is_that_of_the_line) {
    static const uint16_t jitters_ms[] = {0, 10, 30, 60};
    uint64_t seed = seeded_fresh("measure jitter"), now_us = 0;
    const uint16_t jitter_ms = jitters_ms[_i];
    netsim_reset(net, seed);
    *netsim_line(net, 0, 1) = (net_line){.delay_ms = 40, .jitter_ms = jitter_ms, .is_serial = true};
    const pawl_session_def first = make_def(PAWL_ROLE_HOST), second = make_def(PAWL_ROLE_CLIENT);
    open_pair(&first, &second);
    double sum = 0;
    const uint32_t samples = 400;
    play(&now_us, 300);
    for (uint32_t i = 0; i < samples; i++) {
        play(&now_us, 10);
        sum += measures_of(&guest).jitter_ms;
    }
    const double mean = sum / samples;
    /* Frames of 16 or 17 ms make steps of at most one frame of any delay. */
    const double least = jitter_ms < 17 ? 0 : jitter_ms / 3.0 - 12;
    ck_assert_msg(mean >= least && mean <= jitter_ms / 3.0 + 9, "jitter %.1f ms of %u", mean,
                  jitter_ms);
    if (jitter_ms == 0) ck_assert_msg(mean <= 1, "jitter %.1f of a steady line", mean);
    ck_assert_uint_le(measures_of(&host).jitter_ms, 1);
    machine_close(&host), machine_close(&guest);
}
END_TEST

START_TEST(bits_are_those_of_the_last_second) {
    uint64_t now_us = 0;
    netsim_reset(net, seeded_fresh("measure bits"));
    const pawl_session_def first = make_def(PAWL_ROLE_HOST), second = make_def(PAWL_ROLE_CLIENT);
    open_pair(&first, &second);
    play(&now_us, 120);
    const pawl_session_stats before = stats_of(&guest);
    play(&now_us, 600); /* ten seconds */
    const pawl_session_stats after = stats_of(&guest);
    const pawl_session_measures got = measures_of(&guest);
    const double in = (after.bytes_received - before.bytes_received) * 0.8;
    const double out = (after.bytes_sent - before.bytes_sent) * 0.8;
    ck_assert_msg(fabs(got.bits_in - in) < in / 8 && fabs(got.bits_out - out) < out / 8,
                  "in %u of %.0f, out %u of %.0f", got.bits_in, in, got.bits_out, out);
    machine_close(&host), machine_close(&guest);
}
END_TEST

static uint32_t sum_of(const uint32_t *counts, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += counts[i];
    return sum;
}

START_TEST(rollbacks_are_told_by_cause_and_depth) {
    uint64_t now_us = 0;
    netsim_reset(net, seeded_fresh("measure rollbacks"));
    *netsim_line(net, 0, 1) = *netsim_line(net, 1, 0) =
        (net_line){.delay_ms = 70, .jitter_ms = 20, .loss = 5};
    pawl_session_def first = make_def(PAWL_ROLE_HOST);
    const pawl_session_def second = make_def(PAWL_ROLE_CLIENT);
    first.input_deadline_ms = 300;
    open_pair(&first, &second);
    play(&now_us, 1200);
    pawl_session_measures got = measures_of(&host);
    ck_assert_uint_gt(got.late[1], 50);
    ck_assert_uint_eq(got.late[0], 0);
    ck_assert_uint_eq(got.gone, 0);
    ck_assert_uint_gt(got.deepest, 2);
    ck_assert_uint_le(got.deepest, WINDOW);
    /* Nothing goes from the guest: the host decides without it, and it hears so. */
    netsim_line(net, 1, 0)->loss = 100;
    play(&now_us, 120);
    netsim_line(net, 1, 0)->loss = 5;
    play(&now_us, 120);
    got = measures_of(&guest);
    ck_assert_uint_gt(got.overruled, 0);
    ck_assert_uint_gt(got.late[0], 50);
    ck_assert_uint_eq(got.late[1], 0);
    ck_assert_uint_gt(got.waited_ms, 0);
    /* It goes: the guesses that it were still there were wrong. */
    netsim_line(net, 1, 0)->loss = 100;
    play(&now_us, 600);
    ck_assert_uint_gt(measures_of(&host).waited_ms, 100);
    machine *const all[] = {&host, &guest};
    for (uint32_t m = 0; m < 2; m++) {
        got = measures_of(all[m]);
        const uint32_t causes =
            sum_of(got.late, PAWL_SESSION_PLAYERS_MAX) + got.overruled + got.gone + got.back;
        ck_assert_uint_eq(causes, stats_of(all[m]).rollbacks);
        ck_assert_uint_eq(sum_of(got.depths, PAWL_SESSION_DEPTHS), stats_of(all[m]).rollbacks);
        ck_assert_uint_eq(all[m]->loads, stats_of(all[m]).rollbacks);
    }
    ck_assert_uint_gt(measures_of(&host).gone, 0);
    machine_close(&host), machine_close(&guest);
}
END_TEST

START_TEST(what_is_not_measured_says_so) {
    uint64_t now_us = 0;
    netsim_reset(net, seeded_base);
    const pawl_session_def first = make_def(PAWL_ROLE_HOST);
    pawl_session_def second = make_def(PAWL_ROLE_CLIENT);
    second.measures = false;
    ck_assert_uint_le(pawl_session_size(&first),
                      pawl_session_size(&second) + PAWL_SESSION_MEASURES_SIZE(1) + 100);
    open_pair(&first, &second);
    netsim_line(net, 0, 1)->loss = 20;
    play(&now_us, 600);
    pawl_session_measures out;
    ck_assert_int_eq(pawl_session_get_measures(guest.session, 0, &out), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_get_measures(host.session, 1, &out), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_session_get_measures(NULL, 0, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_get_measures(host.session, 0, NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(measures_of(&host).lost_out, 0);
    ck_assert_uint_gt(pawl_session_get_head(guest.session), 300);
    machine_close(&host), machine_close(&guest);
}
END_TEST

Suite *suite_measure(void) {
    Suite *const suite = suite_create("measure");
    TCase *const test = tcase_create("measure");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_loop_test(test, loss_is_measured_in_both_directions, 0, 4);
    tcase_add_loop_test(test, jitter_is_that_of_the_line, 0, 4);
    tcase_add_test(test, bits_are_those_of_the_last_second);
    tcase_add_test(test, rollbacks_are_told_by_cause_and_depth);
    tcase_add_test(test, what_is_not_measured_says_so);
    suite_add_tcase(suite, test);
    return suite;
}
