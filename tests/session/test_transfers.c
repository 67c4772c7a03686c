/* test_transfers.c - snapshots of a game that has begun: one that takes nothing costs little and
 * stops nothing, and several machines load at once. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "session/session.h"
#include "support/base/seeded.h"
#include "support/net/net_star.h"

#define HEAD 12u /* docs/format-wire.md */
#define END 4u
#define TYPE_INPUT 3
#define TYPE_SNAPSHOT 6
#define TYPE_SNAPSHOT_ACK 7
#define HOSTILE 2u /* machine, and its address */
#define SPECTATORS 3u

static net_star *star;

static struct watch {
    bool is_hostile;
    uint32_t tick;         /* of the snapshot */
    uint64_t bytes, sent;  /* to the hostile machine, and from it */
    uint64_t snapshots[8]; /* packets with chunks, to each */
    uint32_t ticks[8];     /* of the snapshot that each was sent first */
} watch;

static void set_up(void) {
    star = net_star_make();
    ck_assert_ptr_ne(star, NULL);
    watch = (struct watch){0};
}

static void tear_down(void) {
    net_star_free(star);
}

/* Two players, and some that watch. */
static void make_plan(net_plan *plan, uint32_t spectators) {
    net_plan_even(plan, 2 + spectators, 2, 1, 20);
    plan->snapshot_size = NET_SNAPSHOT_MAX;
    for (uint32_t m = 0; m < plan->machines; m++)
        plan->machine[m].def.packet_size = 128; /* some 60 chunks */
}

/* The hostile machine acknowledges rows, but no chunk, and stays where it is. */
static size_t take_nothing(void *context, net_star *all, net_machine *machine, uint32_t to,
                           uint8_t *packet, size_t size) {
    (void)context;
    (void)all;
    const uint32_t type = packet[2] >> 4;
    if (machine->index == 0 && type == TYPE_SNAPSHOT) {
        if (watch.snapshots[to]++ == 0) watch.ticks[to] = pawli_fetch_u32(packet + HEAD);
        if (to == HOSTILE) watch.tick = pawli_fetch_u32(packet + HEAD);
    }
    if (machine->index == 0 && to == HOSTILE) watch.bytes += size;
    if (machine->index != HOSTILE || !watch.is_hostile) return size;
    if (type == TYPE_SNAPSHOT_ACK) return 0;
    if (type == TYPE_INPUT) {
        pawli_store_u16(packet + HEAD + 10, (uint16_t)watch.tick);
        pawli_store_u32(packet + size - END, pawli_crc_32(0, packet, size - END));
    }
    watch.sent += size;
    return size;
}

START_TEST(what_loads_nothing_costs_little_and_stops_nothing) {
    net_plan plan;
    make_plan(&plan, 2);
    watch.is_hostile = true;
    plan.machine[HOSTILE].start_ms = 2000;
    plan.machine[3].start_ms = 4000;
    const net_star_hooks hooks = {
        .sending = take_nothing, .hostile = 1u << HOSTILE, .duration_ms = 12000};
    ck_assert_msg(net_star_play(star, &plan, &hooks), "%s", star->defect);
    const net_machine *const late = &star->machines[3];
    printf("a loader that takes nothing: %llu bytes to it in 10 s, %llu from it; the next one came "
           "in at tick %u\n",
           (unsigned long long)watch.bytes, (unsigned long long)watch.sent, late->first);
    ck_assert_int_eq(pawl_session_get_phase(late->session), PAWL_PHASE_PLAYING);
    ck_assert_uint_le(late->first, 60 * 8); /* the deadline is 3 s */
    ck_assert_uint_gt(late->checked, 60 * 11);
    ck_assert_uint_gt(star->confirmed_count, 60 * 11);
    ck_assert_uint_lt(watch.bytes, 100000);
}
END_TEST

/* Of three that come within a quarter of a second none waits for another: one snapshot serves all,
 * where it takes a while to load. */
START_TEST(three_load_the_same_snapshot_at_once) {
    net_plan plan;
    make_plan(&plan, SPECTATORS);
    for (uint32_t m = 2; m < plan.machines; m++) {
        plan.machine[m].start_ms = 2000 + 120 * (m - 2);
        plan.machine[m].up.delay_ms = plan.machine[m].down.delay_ms = (uint16_t)(100 + 20 * m);
    }
    const net_star_hooks hooks = {.sending = take_nothing, .duration_ms = 6000};
    ck_assert_msg(net_star_play(star, &plan, &hooks), "%s", star->defect);
    for (uint32_t m = 2; m < plan.machines; m++) {
        const net_machine *const late = &star->machines[m];
        ck_assert_int_eq(pawl_session_get_phase(late->session), PAWL_PHASE_PLAYING);
        ck_assert_uint_eq(watch.ticks[m], watch.ticks[2]);
        ck_assert_uint_eq(late->first, watch.ticks[2]);
        ck_assert_uint_gt(late->checked, 60 * 5);
    }
}
END_TEST

/* Any number of late machines on any lines: all of them come in. */
START_TEST(several_late_machines_come_in) {
    uint64_t seed = seeded_fresh("late machines");
    for (uint32_t game = 0; game < SEEDED_ROUNDS(30); game++) {
        net_plan plan;
        make_plan(&plan, 3 + net_random(&seed, 4));
        plan.seed = seeded_next(&seed);
        for (uint32_t m = 2; m < plan.machines; m++) {
            net_plan_machine *const one = &plan.machine[m];
            one->start_ms = 1000 + net_random(&seed, net_chance(&seed, 50) ? 300 : 6000);
            one->up.delay_ms = (uint16_t)net_random(&seed, 150);
            one->up.jitter_ms = (uint16_t)net_random(&seed, 50);
            one->up.loss = (uint8_t)net_random(&seed, 20);
            one->down = one->up;
        }
        const net_star_hooks hooks = {.duration_ms = 20000};
        ck_assert_msg(net_star_play(star, &plan, &hooks), "game %u: %s", game, star->defect);
        for (uint32_t m = 2; m < plan.machines; m++)
            ck_assert_msg(star->machines[m].checked > 60 * 18, "game %u: machine %u is at %u", game,
                          m, star->machines[m].checked);
    }
}
END_TEST

Suite *suite_transfers(void);
Suite *suite_transfers(void) {
    Suite *const suite = suite_create("transfers");
    TCase *const test = tcase_create("transfers");
    tcase_set_timeout(test, 60);
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, what_loads_nothing_costs_little_and_stops_nothing);
    tcase_add_test(test, three_load_the_same_snapshot_at_once);
    tcase_add_test(test, several_late_machines_come_in);
    suite_add_tcase(suite, test);
    return suite;
}
