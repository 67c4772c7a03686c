/* test_migrate.c - a game goes on when its host fails: what an election may decide, what an
 * outsider may not, and hundreds of games in which everything fails. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/crc.h"
#include "base/siphash.h"
#include "migrate/migrate.h"
#include "support/base/seeded.h"
#include "support/net/net_migrate.h"

#define GAMES 300
#define CROWDS 30
#define TIMEOUT_MS 1000

static migrate_world *world;

static void set_up(void) {
    world = migrate_make();
    ck_assert_ptr_nonnull(world);
}

static void tear_down(void) {
    migrate_free(world);
}

static pawl_session_def game_def(uint32_t players, uint32_t window) {
    pawl_session_def def = pawl_session_def_default();
    def.players = def.peers = (uint8_t)players;
    def.window = (uint8_t)window;
    def.migrates = true;
    def.address_size = 1;
    def.timeout_ms = TIMEOUT_MS;
    def.trusts_link = true;
    return def;
}

static void begin(const pawl_session_def *def) {
    const net_line line = {.delay_ms = 20, .jitter_ms = 5};
    migrate_begin(world, seeded_base, def->players, def, &line, !def->trusts_link);
    ck_assert_msg(migrate_run(world, 2000), "%s", world->defect);
}

static void run(uint32_t ms) {
    ck_assert_msg(migrate_run(world, ms), "%s", world->defect);
}

static pawl_session *session_of(uint32_t index) {
    return world->machines[index].session;
}

static pawli_migrate *migrate_of(uint32_t index) {
    return pawli_session_migrate(session_of(index));
}

static uint32_t confirmed_of(uint32_t index) {
    return pawl_session_get_confirmed(session_of(index));
}

static bool hosts(uint32_t index) {
    return session_of(index)->def.role == PAWL_ROLE_HOST;
}

/* ---- the whole ---- */

START_TEST(no_tick_that_most_members_have_is_lost) {
    const uint64_t first = seeded_fresh("migrate");
    for (uint64_t i = 0; i < SEEDED_ROUNDS(GAMES); i++)
        ck_assert_msg(migrate_play(world, first + i, false), "%s", world->defect);
    const migrate_sums *const sums = &world->sums;
    printf("migrate: %llu games, %llu s, %llu ticks, %llu migrations, %llu crashes, %llu leave, "
           "%llu cuts, %llu snapshots; agreed within %llu ms\n",
           (unsigned long long)sums->games, (unsigned long long)sums->seconds,
           (unsigned long long)sums->ticks, (unsigned long long)sums->migrations,
           (unsigned long long)sums->crashes, (unsigned long long)sums->leaves,
           (unsigned long long)sums->cuts, (unsigned long long)sums->resets,
           (unsigned long long)sums->slowest_ms);
    fflush(stdout);
    ck_assert_int_gt((int)sums->migrations, SEEDED_OFTEN(GAMES));
    ck_assert_int_gt((int)sums->cuts, SEEDED_OFTEN(GAMES));
}
END_TEST

/* Up to sixteen machines, and all that a session can be asked for. */
START_TEST(crowds_go_on_without_their_hosts) {
    const uint64_t first = seeded_fresh("migrate_crowd") >> 8;
    for (uint64_t i = 0; i < SEEDED_ROUNDS(CROWDS); i++)
        ck_assert_msg(migrate_play(world, first + i, true), "soak_migrate 1 %llu 1: %s",
                      (unsigned long long)(first + i), world->defect);
    const migrate_sums *const sums = &world->sums;
    ck_assert_int_gt((int)sums->migrations, SEEDED_OFTEN(CROWDS / 2));
    if (SEEDED_SHARE > 1) return;
    ck_assert_uint_gt(sums->guessed, 1000);
    ck_assert_uint_gt(sums->verified, 100);
}
END_TEST

/* Games that found mistakes which few others find. */
START_TEST(games_that_once_failed_do_not) {
    static const uint64_t seeds[] = {47,
                                     90,
                                     281,
                                     362,
                                     452,
                                     455,
                                     50073,
                                     101312,
                                     101376,
                                     101820,
                                     UINT64_C(4658703171416392519),
                                     UINT64_C(6873665867991203533),
                                     UINT64_C(3402156527764282196),
                                     UINT64_C(14086184085137366839),
                                     UINT64_C(3665382519329718125),
                                     UINT64_C(27888213517989)};
    static const uint64_t crowds[] = {1795860834};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        ck_assert_msg(migrate_play(world, seeds[i], false), "%s", world->defect);
    for (size_t i = 0; i < sizeof crowds / sizeof *crowds; i++)
        ck_assert_msg(migrate_play(world, crowds[i], true), "%s", world->defect);
}
END_TEST

/* ---- a host that is gone ---- */

START_TEST(the_others_go_on_without_their_host) {
    const pawl_session_def def = game_def(4, _i == 0 ? 0 : 8);
    begin(&def);
    const uint32_t before = confirmed_of(1);
    migrate_stop_machine(world, 0);
    run(TIMEOUT_MS + 2000);
    const uint32_t host = migrate_find_host(world);
    ck_assert_uint_ne(host, MIGRATE_NONE);
    ck_assert_int_eq(migrate_is_whole(world, 0), true);
    ck_assert_uint_gt(confirmed_of(host), before + 30);
    ck_assert_uint_eq(world->sums.resets, 0); /* they go on from their own states */
    const uint32_t row = session_of(host)->confirmed - 1u;
    ck_assert_uint_eq(pawli_session_row(session_of(host), row)[0], 1); /* its player is gone */
}
END_TEST

START_TEST(a_host_that_leaves_is_replaced_at_once) {
    const pawl_session_def def = game_def(3, 8);
    begin(&def);
    ck_assert_int_eq(pawl_session_leave(session_of(0)), PAWL_OK);
    run(500);
    ck_assert_uint_ne(migrate_find_host(world), 0);
    ck_assert_uint_eq(world->sums.migrations, 1);
}
END_TEST

/* The member with the most confirmed ticks, and of several the lowest number. */
START_TEST(the_one_with_most_ticks_becomes_the_host) {
    const pawl_session_def def = game_def(4, 8);
    begin(&def);
    const uint8_t sides[MIGRATE_MACHINES] = {0, 1, 2, 0}; /* 3 hears more than the others */
    migrate_cut(world, sides);
    run(100);
    migrate_stop_machine(world, 0);
    const uint8_t whole[MIGRATE_MACHINES] = {0};
    migrate_cut(world, whole);
    ck_assert_uint_ge(confirmed_of(3), confirmed_of(1));
    const bool has_more = confirmed_of(3) > confirmed_of(1) && confirmed_of(3) > confirmed_of(2);
    run(TIMEOUT_MS + 1500);
    ck_assert_uint_ne(migrate_find_host(world), MIGRATE_NONE);
    if (has_more) ck_assert_uint_eq(migrate_find_host(world), 3);
}
END_TEST

/* ---- how many are enough ---- */

START_TEST(one_of_two_does_not_go_on_unless_it_may) {
    pawl_session_def def = game_def(2, 8);
    def.migrate_alone = _i == 1;
    begin(&def);
    migrate_stop_machine(world, 0);
    run(TIMEOUT_MS + 4000);
    ck_assert_int_eq(hosts(1), _i == 1);
    const uint32_t before = confirmed_of(1);
    run(1000);
    ck_assert_int_eq(confirmed_of(1) > before + 30, _i == 1);
}
END_TEST

START_TEST(one_of_two_goes_on_when_the_host_has_left) {
    const pawl_session_def def = game_def(2, 8);
    begin(&def);
    ck_assert_int_eq(pawl_session_leave(session_of(0)), PAWL_OK);
    run(1000);
    ck_assert_int_eq(hosts(1), true);
    ck_assert_uint_gt(confirmed_of(1), 100);
}
END_TEST

START_TEST(a_host_stays_when_the_only_other_one_fails) {
    const pawl_session_def def = game_def(2, 8);
    begin(&def);
    migrate_stop_machine(world, 1);
    run(TIMEOUT_MS + 500);
    const uint32_t before = confirmed_of(0);
    run(1000);
    ck_assert_uint_gt(confirmed_of(0), before + 30);
}
END_TEST

START_TEST(a_host_that_has_lost_most_of_them_stops) {
    const pawl_session_def def = game_def(5, 8);
    begin(&def);
    const uint8_t sides[MIGRATE_MACHINES] = {0, 0, 1, 1, 1};
    migrate_cut(world, sides);
    run(TIMEOUT_MS + 1500);
    ck_assert_int_eq(hosts(0), false);
    ck_assert_int_eq(migrate_of(0)->role, PAWLI_MEMBER_ELECTS);
    ck_assert_int_eq(migrate_of(1)->role, PAWLI_MEMBER_ELECTS);
    const uint32_t host = migrate_find_host(world);
    ck_assert_msg(host >= 2 && host <= 4, "%s", world->defect);
    const uint8_t whole[MIGRATE_MACHINES] = {0};
    migrate_cut(world, whole);
    run(3000);
    ck_assert_int_eq(migrate_is_whole(world, 0), true);
    ck_assert_uint_eq(migrate_find_host(world), host);
}
END_TEST

/* ---- machines that none takes in ---- */

START_TEST(a_machine_that_waits_for_a_host_is_told) {
    const pawl_session_def def = game_def(4, 8);
    begin(&def);
    const uint8_t sides[MIGRATE_MACHINES] = {0, 0, 0, 1};
    migrate_cut(world, sides);
    run(TIMEOUT_MS + 7000);
    for (uint32_t i = 0; i < 4; i++)
        ck_assert_uint_eq(world->machines[i].stranded, 0);
    run(2000);
    ck_assert_uint_eq(world->machines[3].stranded, 1);
    run(8000);
    ck_assert_uint_eq(world->machines[3].stranded, 2);
    const uint8_t whole[MIGRATE_MACHINES] = {0};
    migrate_cut(world, whole); /* it has not given up */
    run(9000);
    ck_assert_int_eq(migrate_is_whole(world, 0), true);
    for (uint32_t i = 0; i < 4; i++)
        ck_assert_uint_eq(world->machines[i].stranded, i == 3 ? 2 : 0);
}
END_TEST

/* A host keeps the places of those that it has let in, the next one does not. */
START_TEST(a_machine_whose_place_another_one_took_is_told) {
    pawl_session_def def = game_def(4, 8);
    def.trusts_link = _i == 0;
    begin(&def);
    const uint32_t players = pawl_session_get_local_players(session_of(3));
    const uint8_t sides[MIGRATE_MACHINES] = {0, 0, 0, 1};
    migrate_cut(world, sides);
    run(TIMEOUT_MS + 1500);
    ck_assert_int_eq(pawl_session_leave(session_of(0)), PAWL_OK);
    run(1000);
    const uint32_t host = migrate_find_host(world);
    ck_assert_msg(host == 1 || host == 2, "host %u", host);
    world->count = 5;
    migrate_start_machine(world, 0, host);
    migrate_start_machine(world, 4, host);
    session_of(0)->def.role = session_of(4)->def.role = PAWL_ROLE_CLIENT;
    run(3000);
    const uint32_t theirs = pawl_session_get_local_players(session_of(0)) |
                            pawl_session_get_local_players(session_of(4));
    ck_assert_uint_eq(theirs & players, players);
    const uint8_t whole[MIGRATE_MACHINES] = {0};
    migrate_cut(world, whole);
    world->machines[3].stranded = 0;
    run(10000);
    ck_assert_uint_ge(world->machines[3].stranded, 1);
    for (uint32_t i = 0; i < 5; i++)
        if (i != 3) ck_assert_uint_eq(world->machines[i].stranded, 0);
}
END_TEST

/* ---- packets ---- */

/* One elects, the others still have their host: nothing happens to those. */
START_TEST(one_that_has_lost_the_host_alone_disturbs_no_one) {
    const pawl_session_def def = game_def(4, 8);
    begin(&def);
    const uint8_t sides[MIGRATE_MACHINES] = {0, 0, 0, 1};
    migrate_cut(world, sides);
    run(TIMEOUT_MS + 2000);
    ck_assert_int_eq(migrate_of(3)->role, PAWLI_MEMBER_ELECTS);
    const uint8_t whole[MIGRATE_MACHINES] = {0};
    migrate_cut(world, whole);
    run(3000);
    ck_assert_int_eq(migrate_is_whole(world, 0), true);
    ck_assert_uint_eq(migrate_find_host(world), 0);
    ck_assert_uint_eq(migrate_of(0)->term, 0);
}
END_TEST

/* A packet of a member, as that makes it. */
static size_t make_state(uint32_t index, uint32_t to, uint8_t *packet) {
    const int32_t size =
        pawli_migrate_packet_send_state(session_of(index), to, packet, PAWL_SESSION_PACKET_MAX);
    ck_assert_int_gt(size, 0);
    return (size_t)size;
}

START_TEST(a_packet_without_the_key_or_a_second_time_is_nothing) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    const pawl_session_def def = game_def(3, 8);
    begin(&def);
    migrate_stop_machine(world, 0);
    run(TIMEOUT_MS);
    const uint32_t to = migrate_of(1)->self;
    size_t size = make_state(2, to, packet);
    ck_assert_int_eq(pawl_session_receive(session_of(1), PAWL_SESSION_MEMBER, packet, size, 5000),
                     PAWL_OK);
    ck_assert_int_eq(pawl_session_receive(session_of(1), PAWL_SESSION_MEMBER, packet, size, 5000),
                     PAWL_ERR_PHASE);
    migrate_of(2)->key[_i] ^= 1; /* an outsider */
    size = make_state(2, to, packet);
    ck_assert_int_eq(pawl_session_receive(session_of(1), PAWL_SESSION_MEMBER, packet, size, 5000),
                     PAWL_ERR_PHASE);
    migrate_of(2)->key[_i] ^= 1;
    for (size_t i = 12; i < size - 4; i++) { /* with a checksum that fits, but another byte */
        size = make_state(2, to, packet);
        packet[i] ^= 1;
        pawli_store_u32(packet + size - 4, pawli_crc_32(0, packet, size - 4));
        ck_assert_int_ne(
            pawl_session_receive(session_of(1), PAWL_SESSION_MEMBER, packet, size, 5000), PAWL_OK);
    }
}
END_TEST

/* With the key, and with a sound hash: what a member that lies can say. */
static size_t make_lie(uint32_t index, uint32_t to, uint64_t *seed, uint8_t *packet) {
    size_t size = make_state(index, to, packet);
    uint8_t *const body = packet + 12;
    const uint32_t kind = net_random(seed, 3);
    uint32_t length = (uint32_t)size - 12 - 4 - 8;
    if (kind == 1)
        length = (uint32_t)pawli_migrate_packet_send_copy(session_of(index), to, packet, 508) - 12 -
                 4 - 8;
    if (kind == 2) {
        pawli_adoption adoption = {0};
        adoption.gone = migrate_of(1)->gone;
        adoption.players = pawl_session_get_local_players(session_of(1));
        adoption.from = confirmed_of(1) + net_random(seed, 3);
        adoption.begin = session_of(1)->begin;
        length = (uint32_t)pawli_migrate_packet_send_adopt(session_of(index), to, &adoption, packet,
                                                           508) -
                 12 - 4 - 8;
    }
    for (uint32_t n = net_random(seed, 6); n > 0; n--) {
        const uint32_t at = 11u + net_random(seed, length - 11u);
        const uint8_t edges[] = {0, 1, 2, 4, 0x7F, 0x80, 0xFF};
        body[at] =
            net_chance(seed, 50) ? edges[net_random(seed, 7)] : (uint8_t)net_random(seed, 256);
    }
    const uint64_t hash = pawli_siphash(migrate_of(1)->key, body, length);
    pawli_store_u32(body + length, (uint32_t)(hash & UINT32_MAX));
    pawli_store_u32(body + length + 4, (uint32_t)(hash >> 32));
    size = 12u + length + 8u + 4u;
    pawli_store_u32(packet + size - 4, pawli_crc_32(0, packet, size - 4));
    return size;
}

/* It may spoil the game, which has no defence against it, but never a machine. */
START_TEST(a_member_that_lies_crashes_nothing) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint64_t seed = seeded_fresh("migrate lies") | 1u;
    uint32_t taken = 0;
    for (uint32_t game = 0; game < SEEDED_ROUNDS(40); game++) {
        pawl_session_def def = game_def(4, game % 2 == 0 ? 8 : 0);
        begin(&def);
        if (game % 4 < 2) migrate_stop_machine(world, 0);
        for (uint32_t i = 0; i < 60; i++) {
            (void)migrate_run(world, 50);
            world->defect[0] = 0;
            const uint32_t to = 1u + net_random(&seed, 2);
            if (!migrate_of(3)->has_key || !migrate_of(to)->has_key) continue;
            const size_t size = make_lie(3, migrate_of(to)->self, &seed, packet);
            taken += pawl_session_receive(session_of(to), PAWL_SESSION_MEMBER, packet, size,
                                          netsim_clock_ms(world->net, to)) == PAWL_OK;
        }
        world->defect[0] = 0;
    }
    ck_assert_int_gt((int)taken, SEEDED_OFTEN(100));
}
END_TEST

/* ---- the program ---- */

START_TEST(members_are_told_to_all) {
    const pawl_session_def def = game_def(3, 8);
    pawl_session_member member;
    begin(&def);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t players = 0, here = 0;
        for (uint32_t number = 0; number < 3; number++) {
            ck_assert_int_eq(pawl_session_get_member(session_of(i), number, &member), PAWL_OK);
            ck_assert_uint_eq(member.players, 1u << number);
            ck_assert_uint_eq(member.address_size, 1);
            const uint32_t at = *(const uint8_t *)member.address;
            ck_assert_uint_eq(pawl_session_get_local_players(session_of(at)), member.players);
            ck_assert_int_eq(member.is_here, at == i);
            ck_assert_int_eq(member.is_host, at == 0);
            players |= member.players;
            here += member.is_here;
        }
        ck_assert_uint_eq(players, 7);
        ck_assert_uint_eq(here, 1);
        ck_assert_int_eq(pawl_session_get_member(session_of(i), 3, &member), PAWL_ERR_PHASE);
        ck_assert_int_eq(pawl_session_get_member(session_of(i), 4, &member), PAWL_ERR_RANGE);
    }
    const uint8_t address[2] = {7, 7};
    ck_assert_int_eq(pawl_session_tell_address(session_of(1), 0, address, 1), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_tell_address(session_of(0), 0, address, 2), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_session_tell_address(session_of(0), 99, address, 1), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_session_tell_address(session_of(0), 2, address, 1), PAWL_ERR_PHASE);
    ck_assert_int_eq(pawl_session_tell_address(session_of(0), 0, address, 1), PAWL_OK);
    run(500); /* an address that changes is told, too */
    const uint32_t number = migrate_of(1)->self;
    ck_assert_int_eq(pawl_session_get_member(session_of(2), number, &member), PAWL_OK);
}
END_TEST

START_TEST(a_def_that_cannot_migrate_is_refused) {
    const char *field = NULL;
    pawl_session_def def = game_def(8, 8);
    def.session_id = 1;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_OK);
    def.address_size = 64;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_RANGE);
    ck_assert_str_eq(field, "packet_size");
    def = game_def(8, 8);
    def.session_id = 1;
    def.peers = 6;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_RANGE);
    ck_assert_str_eq(field, "peers");
    def = game_def(2, 8);
    def.session_id = 1;
    def.link = PAWL_SESSION_LINK_COMPACT;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_ARGUMENT);
    ck_assert_str_eq(field, "link");
    def = game_def(2, 8);
    def.session_id = 1;
    def.role = PAWL_ROLE_CLIENT;
    def.trusts_link = false;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_RANGE);
    ck_assert_str_eq(field, "secret");
}
END_TEST

Suite *suite_migrate(void) {
    Suite *const suite = suite_create("migrate");
    TCase *const test = tcase_create("migrate");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_set_timeout(test, 300);
    tcase_add_test(test, no_tick_that_most_members_have_is_lost);
    tcase_add_test(test, crowds_go_on_without_their_hosts);
    tcase_add_test(test, games_that_once_failed_do_not);
    tcase_add_loop_test(test, the_others_go_on_without_their_host, 0, 2);
    tcase_add_test(test, a_host_that_leaves_is_replaced_at_once);
    tcase_add_test(test, the_one_with_most_ticks_becomes_the_host);
    tcase_add_loop_test(test, one_of_two_does_not_go_on_unless_it_may, 0, 2);
    tcase_add_test(test, one_of_two_goes_on_when_the_host_has_left);
    tcase_add_test(test, a_host_stays_when_the_only_other_one_fails);
    tcase_add_test(test, a_host_that_has_lost_most_of_them_stops);
    tcase_add_test(test, one_that_has_lost_the_host_alone_disturbs_no_one);
    tcase_add_test(test, a_machine_that_waits_for_a_host_is_told);
    tcase_add_loop_test(test, a_machine_whose_place_another_one_took_is_told, 0, 2);
    tcase_add_loop_test(test, a_packet_without_the_key_or_a_second_time_is_nothing, 0,
                        PAWLI_MIGRATE_KEY);
    tcase_add_test(test, a_member_that_lies_crashes_nothing);
    tcase_add_test(test, members_are_told_to_all);
    tcase_add_test(test, a_def_that_cannot_migrate_is_refused);
    suite_add_tcase(suite, test);
    return suite;
}
