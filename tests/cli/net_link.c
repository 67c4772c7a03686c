/* net_link.c - the bad network of `pawl net`: what enters comes out as the def says. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "cli/net/net_link.h"
#include "support/base/seeded.h"

#define COUNT 20000
#define STEP_US 100 /* between two datagrams */

static cli_net_link link_;

static void open_link(cli_net_def def) {
    cli_net_link_open(&link_, &def);
}

static void close_link(void) {
    cli_net_link_close(&link_);
}

/* Datagram n says its number in its first bytes. */
static void enter(uint32_t way, uint32_t n, size_t size, uint64_t now_us) {
    uint8_t bytes[CLI_NET_DATAGRAM_MAX] = {0};
    memcpy(bytes, &n, sizeof n);
    cli_net_link_enter(&link_, 7, way, bytes, size, now_us);
}

static uint32_t number_of(const cli_net_datagram *datagram) {
    uint32_t n;
    memcpy(&n, datagram->bytes, sizeof n);
    return n;
}

/* Everything that left, in order, is remembered here. */
static struct {
    uint32_t number;
    uint64_t us;
} left[2 * COUNT];
static uint32_t left_count;

static void take_all(uint64_t now_us) {
    const cli_net_datagram *datagram;
    while ((datagram = cli_net_link_leave(&link_, now_us)) != NULL) {
        ck_assert_uint_le(datagram->due_us, now_us);
        left[left_count].number = number_of(datagram);
        left[left_count++].us = now_us;
    }
}

/* COUNT datagrams of 100 bytes, one every STEP_US; time goes on in the same steps. */
static void run(cli_net_def def) {
    open_link(def);
    left_count = 0;
    for (uint32_t n = 0; n < COUNT; n++) {
        take_all((uint64_t)n * STEP_US);
        enter(0, n, 100, (uint64_t)n * STEP_US);
    }
    for (uint64_t n = COUNT; n < COUNT + 30000; n++)
        take_all(n * STEP_US);
    ck_assert_uint_eq(link_.used, 0);
    const cli_net_stats *stats = &link_.stats[0];
    ck_assert_uint_eq(stats->sent, left_count);
    ck_assert_uint_eq(stats->received, COUNT);
    ck_assert_uint_eq(stats->received + stats->doubled,
                      stats->lost + stats->overflow + stats->sent);
}

/* Chance may miss the mean by five standard deviations: once in a million seeds. */
static void assert_rate(uint64_t events, uint32_t of_10000, const char *what) {
    const double mean = COUNT * (double)of_10000 / 10000;
    const double spread = mean * (1 - (double)of_10000 / 10000);
    const double off = (double)events - mean;
    ck_assert_msg(off * off <= 25 * spread, "%s: %llu, expected about %.0f", what,
                  (unsigned long long)events, mean);
}

START_TEST(a_perfect_link_passes_everything_at_once_and_in_order) {
    open_link((cli_net_def){.seed = 1});
    for (uint32_t n = 0; n < 1000; n++)
        enter(n % 2, n, n % 900 + 4, 5);
    ck_assert_uint_eq(cli_net_link_wait(&link_, 4, 1000), 1);
    for (uint32_t n = 0; n < 1000; n++) {
        const cli_net_datagram *datagram = cli_net_link_leave(&link_, 5);
        ck_assert_ptr_nonnull(datagram);
        ck_assert_uint_eq(number_of(datagram), n);
        ck_assert_uint_eq(datagram->size, n % 900 + 4);
        ck_assert_uint_eq(datagram->way, n % 2);
        ck_assert_uint_eq(datagram->client, 7);
    }
    ck_assert_ptr_null(cli_net_link_leave(&link_, UINT64_MAX));
    ck_assert_uint_eq(cli_net_link_wait(&link_, 5, 1000), 1000);
}
END_TEST

START_TEST(delay_is_exact) {
    open_link((cli_net_def){.delay_us = 100000, .seed = 1});
    enter(0, 1, 50, 1000);
    ck_assert_uint_eq(cli_net_link_wait(&link_, 1000, 1000000), 100000);
    ck_assert_ptr_null(cli_net_link_leave(&link_, 100999));
    ck_assert_uint_eq(cli_net_link_wait(&link_, 102000, 5), 0);
    ck_assert_ptr_nonnull(cli_net_link_leave(&link_, 101000));
}
END_TEST

START_TEST(jitter_stays_in_its_range_and_fills_it) {
    run((cli_net_def){.delay_us = 3000, .jitter_us = 10000, .seed = 2});
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t i = 0; i < left_count; i++) {
        const uint64_t took = left[i].us - (uint64_t)left[i].number * STEP_US;
        if (took < least) least = took;
        if (took > most) most = took;
    }
    ck_assert_uint_eq(left_count, COUNT);
    ck_assert_uint_ge(least, 3000);
    ck_assert_uint_le(least, 3200);
    ck_assert_uint_ge(most, 12800);
    ck_assert_uint_le(most, 13000);
}
END_TEST

START_TEST(each_kind_of_trouble_is_as_frequent_as_asked) {
    run((cli_net_def){
        .loss = 2500, .duplicate = 1000, .reorder = 500, .corrupt = 200, .seed = (uint32_t)_i});
    assert_rate(link_.stats[0].lost, 2500, "lost");
    assert_rate(link_.stats[0].doubled, 750, "doubled"); /* of those that were not lost */
    assert_rate(link_.stats[0].reordered, 375, "reordered");
    ck_assert_uint_gt(link_.stats[0].corrupted, 0);
    ck_assert_uint_eq(link_.stats[0].overflow, 0);
}
END_TEST

START_TEST(everything_and_nothing_can_be_lost) {
    run((cli_net_def){.loss = 10000, .seed = 3});
    ck_assert_uint_eq(left_count, 0);
    close_link();
    run((cli_net_def){.duplicate = 10000, .seed = 3});
    ck_assert_uint_eq(left_count, 2 * COUNT);
}
END_TEST

/* Both copies have a delay of their own: with 51 steps to choose from few leave together. */
START_TEST(doubles_come_at_times_of_their_own) {
    run((cli_net_def){.duplicate = 10000, .jitter_us = 50 * STEP_US, .seed = 11});
    uint32_t together = 0;
    for (uint32_t i = 1; i < left_count; i++)
        together += left[i].number == left[i - 1].number && left[i].us == left[i - 1].us;
    ck_assert_uint_lt(together, COUNT / 10);
}
END_TEST

START_TEST(held_datagrams_are_overtaken) {
    run((cli_net_def){.reorder = 1000, .seed = 4});
    uint32_t late = 0;
    for (uint32_t i = 0; i < left_count; i++) {
        const uint64_t took = left[i].us - (uint64_t)left[i].number * STEP_US;
        ck_assert_msg(took <= STEP_US ||
                          (took >= CLI_NET_HOLD_US && took <= CLI_NET_HOLD_US + STEP_US),
                      "datagram %u took %llu us", left[i].number, (unsigned long long)took);
        late += took > STEP_US;
    }
    ck_assert_uint_eq(late, link_.stats[0].reordered);
    ck_assert_uint_gt(late, COUNT / 20);
}
END_TEST

START_TEST(damage_is_one_bit) {
    open_link((cli_net_def){.corrupt = 10000, .seed = 5});
    for (uint32_t n = 0; n < 100; n++) {
        const uint8_t zeros[64] = {0};
        cli_net_link_enter(&link_, 0, 0, zeros, sizeof zeros, 0);
        const cli_net_datagram *datagram = cli_net_link_leave(&link_, 0);
        int bits = 0;
        for (int i = 0; i < 8 * 64; i++)
            bits += datagram->bytes[i / 8] >> i % 8 & 1;
        ck_assert_int_eq(bits, 1);
    }
}
END_TEST

START_TEST(a_seed_makes_the_same_choices_and_another_one_others) {
    static uint32_t first[2 * COUNT];
    const cli_net_def def = {.loss = 3000, .duplicate = 500, .jitter_us = 5000, .seed = 6};
    run(def);
    const uint32_t count = left_count;
    for (uint32_t i = 0; i < count; i++)
        first[i] = left[i].number;
    close_link();
    run(def);
    ck_assert_uint_eq(left_count, count);
    for (uint32_t i = 0; i < count; i++)
        ck_assert_uint_eq(left[i].number, first[i]);
    close_link();
    run((cli_net_def){.loss = 3000, .duplicate = 500, .jitter_us = 5000, .seed = 7});
    uint32_t equal = 0;
    for (uint32_t i = 0; i < left_count && i < count; i++)
        equal += left[i].number == first[i];
    ck_assert_uint_lt(equal, COUNT / 10);
}
END_TEST

/* 20,000 datagrams enter in two seconds. At 1000 a second 2000 leave meanwhile, and 1000 wait. */
START_TEST(the_rate_is_kept_and_the_backlog_is_bounded) {
    run((cli_net_def){.rate = 100000, .seed = 8});
    const cli_net_stats *stats = &link_.stats[0];
    ck_assert_uint_gt(stats->overflow, COUNT - 3000 - 10);
    ck_assert_uint_lt(stats->overflow, COUNT - 3000 + 10);
    for (uint32_t i = 0; i < left_count; i++) {
        const uint64_t took = left[i].us - (uint64_t)left[i].number * STEP_US;
        ck_assert_uint_le(took, CLI_NET_BACKLOG_US + 1100);
        if (i > 0) ck_assert_uint_ge(left[i].us, left[i - 1].us + 1000);
    }
}
END_TEST

START_TEST(a_full_queue_drops_the_newest) {
    open_link((cli_net_def){.delay_us = 1000, .seed = 9});
    for (uint32_t n = 0; n < CLI_NET_QUEUE_MAX + 10; n++)
        enter(0, n, 4, 0);
    ck_assert_uint_eq(link_.stats[0].overflow, 10);
    for (uint32_t n = 0; n < CLI_NET_QUEUE_MAX; n++)
        ck_assert_uint_eq(number_of(cli_net_link_leave(&link_, 1000)), n);
    ck_assert_ptr_null(cli_net_link_leave(&link_, 1000));
}
END_TEST

START_TEST(sizes_out_of_range_do_not_enter) {
    open_link((cli_net_def){.seed = 10});
    static const uint8_t bytes[CLI_NET_DATAGRAM_MAX + 1];
    cli_net_link_enter(&link_, 0, 0, bytes, 0, 0);
    cli_net_link_enter(&link_, 0, 0, bytes, sizeof bytes, 0);
    ck_assert_uint_eq(link_.stats[0].received, 0);
    cli_net_link_enter(&link_, 0, 1, bytes, CLI_NET_DATAGRAM_MAX, 0);
    ck_assert_uint_eq(link_.stats[1].received, 1);
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("net_link");
    TCase *const tests = tcase_create("net_link");
    tcase_add_checked_fixture(tests, NULL, close_link);
    tcase_add_test(tests, a_perfect_link_passes_everything_at_once_and_in_order);
    tcase_add_test(tests, delay_is_exact);
    tcase_add_test(tests, jitter_stays_in_its_range_and_fills_it);
    tcase_add_loop_test(tests, each_kind_of_trouble_is_as_frequent_as_asked, 0, 5);
    tcase_add_test(tests, everything_and_nothing_can_be_lost);
    tcase_add_test(tests, doubles_come_at_times_of_their_own);
    tcase_add_test(tests, held_datagrams_are_overtaken);
    tcase_add_test(tests, damage_is_one_bit);
    tcase_add_test(tests, a_seed_makes_the_same_choices_and_another_one_others);
    tcase_add_test(tests, the_rate_is_kept_and_the_backlog_is_bounded);
    tcase_add_test(tests, a_full_queue_drops_the_newest);
    tcase_add_test(tests, sizes_out_of_range_do_not_enter);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
