/* test_netsim.c - the network of the session's tests loses, repeats and damages what it is told to,
 * and the same seed gives the same run. */
#include <check.h>
#include <string.h>

#include "support/net/netsim.h"
#include "support/base/seeded.h"

#define PACKETS 20000
#define SIZE 40

static netsim *net;

static void set_up(void) {
    net = netsim_make();
    ck_assert_ptr_ne(net, NULL);
}

static void tear_down(void) {
    netsim_free(net);
}

/* A packet that names itself, with bytes that follow from its number. */
static void fill(uint8_t *packet, uint32_t number) {
    for (uint32_t i = 0; i < SIZE; i++)
        packet[i] = (uint8_t)(i < 4 ? number >> 8 * i : (number * 2654435761u >> 8 * (i % 4)) + i);
}

static uint32_t number_of(const uint8_t *packet) {
    return packet[0] | (uint32_t)packet[1] << 8 | (uint32_t)packet[2] << 16 |
           (uint32_t)packet[3] << 24;
}

typedef struct arrivals {
    uint32_t count, whole, damaged, cut, disordered;
    uint32_t times[PACKETS]; /* that this packet came whole */
    uint64_t slowest_us, quickest_us, hash;
} arrivals;

static arrivals got;

/* One packet each millisecond from 0 to 1, all that arrives taken at once. */
static void stream(uint64_t seed, const net_line *line, uint64_t cut_from_ms, uint64_t cut_to_ms) {
    memset(&got, 0, sizeof got);
    got.quickest_us = UINT64_MAX;
    netsim_reset(net, seed);
    *netsim_line(net, 0, 1) = *line;
    uint32_t last = 0;
    for (uint64_t ms = 0; ms < PACKETS + 20000; ms++) {
        netsim_set_time(net, ms * 1000);
        if (ms == cut_from_ms) netsim_cut(net, 1, cut_to_ms * 1000);
        uint8_t packet[NET_PACKET_MAX], sent[SIZE];
        if (ms < PACKETS) {
            fill(packet, (uint32_t)ms);
            netsim_send(net, 0, 1, packet, SIZE);
        }
        uint32_t from = 99;
        for (int32_t size; (size = netsim_take(net, 1, &from, packet)) >= 0; got.count++) {
            ck_assert_uint_eq(from, 0);
            got.hash = (got.hash ^ (uint64_t)size) * SEEDED_MULTIPLIER + ms;
            const uint32_t number = size >= 4 ? number_of(packet) : PACKETS;
            if (number < PACKETS) fill(sent, number);
            if (size < SIZE) {
                got.cut++;
            } else if (number >= PACKETS || memcmp(packet, sent, SIZE) != 0) {
                got.damaged++;
            } else {
                got.whole++;
                got.times[number]++;
                if (number < last) got.disordered++;
                if (number > last) last = number;
                const uint64_t took_us = (ms - number) * 1000;
                if (took_us > got.slowest_us) got.slowest_us = took_us;
                if (took_us < got.quickest_us) got.quickest_us = took_us;
            }
        }
    }
}

START_TEST(a_perfect_line_brings_every_packet_once_in_order_after_its_delay) {
    stream(seeded_base, &(net_line){.delay_ms = 30}, NET_NEVER, 0);
    ck_assert_uint_eq(got.whole, PACKETS);
    ck_assert_uint_eq(got.count, PACKETS);
    ck_assert_uint_eq(got.disordered, 0);
    ck_assert_uint_eq(got.slowest_us, 30000);
    ck_assert_uint_eq(got.quickest_us, 30000);
    for (uint32_t i = 0; i < PACKETS; i++)
        ck_assert_uint_eq(got.times[i], 1);
}
END_TEST

/* Six standard deviations of PACKETS draws at one half: 2.25 per cent. */
static void assert_share(uint64_t count, uint32_t percent, const char *what) {
    const double share = 100.0 * (double)count / PACKETS;
    ck_assert_msg(share > percent - 2.25 && share < percent + 2.25, "%s: %.2f %% instead of %u %%",
                  what, share, percent);
}

START_TEST(rates_are_those_asked_for) {
    static const uint8_t percents[] = {1, 5, 20, 50};
    const uint8_t percent = percents[_i];
    const uint64_t seed = first_seed(_i);
    stream(seed, &(net_line){.loss = percent}, NET_NEVER, 0);
    assert_share(PACKETS - got.whole, percent, "lost");
    ck_assert_uint_eq(netsim_counts(net)->lost, PACKETS - got.whole);

    stream(seed, &(net_line){.duplicate = percent}, NET_NEVER, 0);
    assert_share(got.whole - PACKETS, percent, "duplicated");
    ck_assert_uint_eq(netsim_counts(net)->duplicated, got.whole - PACKETS);

    stream(seed, &(net_line){.corrupt = percent}, NET_NEVER, 0);
    assert_share(got.damaged, percent, "corrupted");
    ck_assert_uint_eq(netsim_counts(net)->corrupted, got.damaged);
    ck_assert_uint_eq(got.count, PACKETS);

    stream(seed, &(net_line){.corrupt = percent, .is_serial = true}, NET_NEVER, 0);
    assert_share(got.damaged, percent, "corrupted on a serial line");

    stream(seed, &(net_line){.truncate = percent}, NET_NEVER, 0);
    assert_share(got.cut, percent, "truncated");

    stream(seed, &(net_line){.late = percent, .late_ms = 500}, NET_NEVER, 0);
    ck_assert_uint_eq(got.whole, PACKETS);
    assert_share(netsim_counts(net)->late, percent, "late");
    ck_assert_msg(got.slowest_us > 400000 && got.slowest_us < 501000, "latest after %llu us",
                  (unsigned long long)got.slowest_us);
    ck_assert_uint_gt(got.disordered, 0);
    ck_assert_uint_eq(netsim_counts(net)->overtaken, got.disordered);
}
END_TEST

START_TEST(jitter_reorders_except_on_a_serial_line) {
    stream(seeded_base, &(net_line){.delay_ms = 10, .jitter_ms = 40}, NET_NEVER, 0);
    ck_assert_uint_eq(got.whole, PACKETS);
    ck_assert_uint_gt(got.disordered, PACKETS / 4);
    ck_assert_msg(got.slowest_us <= 51000 && got.quickest_us >= 10000, "delays beyond the bounds");
    stream(seeded_base, &(net_line){.delay_ms = 10, .jitter_ms = 40, .is_serial = true}, NET_NEVER,
           0);
    ck_assert_uint_eq(got.whole, PACKETS);
    ck_assert_uint_eq(got.disordered, 0);
}
END_TEST

START_TEST(bursts_take_their_share_of_the_time_and_whole_runs_of_packets) {
    stream(seeded_base, &(net_line){.burst_ms = 50, .burst_every_ms = 150}, NET_NEVER, 0);
    const uint64_t lost = netsim_counts(net)->lost_in_bursts;
    ck_assert_uint_eq(lost, PACKETS - got.whole);
    /* A hundred bursts: 5.4 standard deviations, of 306 packets, to either side. */
    ck_assert_msg(lost > PACKETS / 6 && lost < PACKETS / 3, "%llu of %u lost",
                  (unsigned long long)lost, PACKETS);
    uint32_t longest = 0, run = 0, joined = 0;
    for (uint32_t i = 0; i < PACKETS; i++) {
        run = got.times[i] == 0 ? run + 1 : 0;
        if (run > longest) longest = run;
        if (run == 101) joined++;
    }
    /* None of a hundred is above 80 ms once in 10^9 runs. The pause after a burst is 0 to 299 ms:
     * one in 300 bursts follows upon the one before. Five in a row are rarer than 10^-7, and more
     * than six such pairs, of which a third of one is expected, than 10^-6. */
    ck_assert_msg(longest > 80 && longest <= 400, "longest burst %u", longest);
    ck_assert_msg(joined <= 6, "%u bursts longer than one can be", joined);
}
END_TEST

START_TEST(a_cut_line_is_dead_and_comes_back) {
    stream(seeded_base, &(net_line){.delay_ms = 5}, 1000, 3000);
    for (uint32_t i = 0; i < PACKETS; i++)
        ck_assert_uint_eq(got.times[i], i < 1000 || i >= 3000);
    ck_assert_uint_eq(netsim_counts(net)->lost_in_cuts, 2000);
}
END_TEST

START_TEST(a_seed_reproduces_a_run) {
    const net_line line = {20, 30, 900, 40, 300, 20, 10, 5, 10, 5, 0, false};
    stream(first_seed(_i), &line, 500, 900);
    const uint64_t hash = got.hash;
    const net_counts counts = *netsim_counts(net);
    stream(first_seed(_i), &line, 500, 900);
    ck_assert_uint_eq(got.hash, hash);
    ck_assert_mem_eq(netsim_counts(net), &counts, sizeof counts);
    stream(first_seed(_i) + 1, &line, 500, 900);
    ck_assert_uint_ne(got.hash, hash);
}
END_TEST

START_TEST(packets_of_an_earlier_session_come_back_on_their_own_line_only) {
    netsim_reset(net, seeded_base);
    uint8_t packet[NET_PACKET_MAX];
    for (uint32_t i = 0; i < 1000; i++) {
        fill(packet, i);
        netsim_send(net, i % 2, 1 - i % 2, packet, SIZE);
    }
    netsim_age(net);
    uint32_t from;
    ck_assert_int_eq(netsim_take(net, 0, &from, packet), -1);
    ck_assert_int_eq(netsim_take(net, 1, &from, packet), -1);
    netsim_line(net, 0, 1)->stale = 50;
    uint32_t old = 0, young = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        fill(packet, 5000 + i);
        netsim_send(net, 0, 1, packet, SIZE);
        while (netsim_take(net, 1, &from, packet) >= 0) {
            if (number_of(packet) >= 5000) {
                young++;
            } else {
                ck_assert_uint_eq(number_of(packet) % 2, 0);
                old++;
            }
        }
    }
    ck_assert_uint_eq(young, 2000);
    ck_assert_msg(old > 800 && old < 1200, "%u stale packets", old);
    ck_assert_uint_eq(netsim_counts(net)->stale, old);
}
END_TEST

START_TEST(clocks_go_at_their_own_rate_and_wrap) {
    netsim_reset(net, seeded_base);
    netsim_set_clock(net, 0, 0, 10000);
    netsim_set_clock(net, 1, UINT32_MAX - 500, -10000);
    netsim_set_time(net, 1000000);
    ck_assert_uint_eq(netsim_clock_ms(net, 0), 1010);
    ck_assert_uint_eq(netsim_clock_ms(net, 1), 489); /* 990 - 501 */
    ck_assert_uint_eq(netsim_clock_ms(net, 2), 1000);
    ck_assert_uint_eq(netsim_span_us(net, 0, 1010000), 1000000);
    ck_assert_uint_eq(netsim_span_us(net, 1, 990000), 1000000);
    netsim_set_time(net, 5);
    ck_assert_uint_eq(netsim_time(net), 1000000);
}
END_TEST

START_TEST(too_many_packets_are_counted) {
    netsim_reset(net, seeded_base);
    netsim_line(net, 0, 1)->delay_ms = 1000;
    const uint8_t packet[4] = {0};
    for (uint32_t i = 0; i < PACKETS; i++)
        netsim_send(net, 0, 1, packet, sizeof packet);
    const uint64_t overflow = netsim_counts(net)->overflow;
    ck_assert_uint_gt(overflow, 0);
    netsim_set_time(net, 1000000);
    uint32_t from, count = 0;
    uint8_t taken[NET_PACKET_MAX];
    while (netsim_take(net, 1, &from, taken) >= 0)
        count++;
    ck_assert_uint_eq(count + overflow, PACKETS);
}
END_TEST

Suite *suite_netsim(void) {
    Suite *const suite = suite_create("netsim");
    TCase *const test = tcase_create("netsim");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, a_perfect_line_brings_every_packet_once_in_order_after_its_delay);
    tcase_add_loop_test(test, rates_are_those_asked_for, 0, 4);
    tcase_add_test(test, jitter_reorders_except_on_a_serial_line);
    tcase_add_test(test, bursts_take_their_share_of_the_time_and_whole_runs_of_packets);
    tcase_add_test(test, a_cut_line_is_dead_and_comes_back);
    tcase_add_loop_test(test, a_seed_reproduces_a_run, 0, 4);
    tcase_add_test(test, packets_of_an_earlier_session_come_back_on_their_own_line_only);
    tcase_add_test(test, clocks_go_at_their_own_rate_and_wrap);
    tcase_add_test(test, too_many_packets_are_counted);
    suite_add_tcase(suite, test);
    return suite;
}
