/* test_net_hostile.c - a peer that sends sound packets of wrong content: inputs for ticks far
 * ahead, acknowledgements of what was never sent, hashes of any tick, snapshots that nobody asked
 * for. The others go on, or drop it; they never crash, and never differ among themselves. */
#include <check.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "support/net/net_star.h"
#include "support/base/seeded.h"

/* Fewer under the sanitizers, but not as few as elsewhere: they see what others do not. */
#define GAMES (SEEDED_SHARE > 1 ? 60 : 300)
#define FLOOD_ADDRESS 36u /* from here on, up to NET_MACHINES */
#define TEXT_MAX 6000
/* docs/format-wire.md */
#define HEAD 12u
#define END 4u
#define TYPES 16u

typedef struct forger {
    uint64_t seed;
    uint32_t percent; /* of packets that are changed */
    uint32_t extra;   /* more packets for each */
    bool floods;
    uint8_t hello[NET_PACKET_MAX]; /* the first packet it sent */
    size_t hello_size;
    uint32_t session; /* number of the game */
    uint64_t forged, dropped;
} forger;

static net_star *star;
static forger forge;
static uint64_t forged, dropped;

static void set_up(void) {
    star = net_star_make();
    ck_assert_ptr_ne(star, NULL);
}

static void tear_down(void) {
    net_star_free(star);
    forged = dropped = 0;
}

static void seal(uint8_t *packet, size_t size) {
    pawli_store_u16(packet + 10, (uint16_t)size);
    pawli_store_u32(packet + size - END, pawli_crc_32(0, packet, size - END));
}

/* Numbers that matter: small, large, and near what is there. */
static uint32_t draw_number(uint64_t *seed, uint32_t near) {
    switch (net_random(seed, 4)) {
    case 0:
        return net_random(seed, 300);
    case 1:
        return UINT32_MAX - net_random(seed, 300);
    case 2:
        return near + net_random(seed, 64) - 32u;
    default:
        return (uint32_t)(seeded_next(seed) >> 32);
    }
}

static void change(uint8_t *packet, size_t size) {
    uint64_t *const seed = &forge.seed;
    for (uint32_t i = net_random(seed, 3) + 1; i > 0; i--) {
        const size_t at = HEAD + net_random(seed, (uint32_t)(size - HEAD - END));
        if (net_chance(seed, 50) || at + 4 > size - END)
            packet[at] = (uint8_t)(seeded_next(seed) >> 40);
        else
            pawli_store_u32(packet + at, draw_number(seed, pawli_fetch_u32(packet + at)));
    }
    seal(packet, size);
}

/* A packet of any type with any body, its sequence number the next one or any. */
static size_t invent(uint8_t *packet, const uint8_t *model) {
    uint64_t *const seed = &forge.seed;
    const size_t size = HEAD + END + net_random(seed, 120);
    memcpy(packet, model, HEAD);
    packet[2] = (uint8_t)((packet[2] & 0x0Fu) | net_random(seed, TYPES) << 4);
    packet[3] = (uint8_t)net_random(seed, 256);
    pawli_store_u32(packet + 4, net_chance(seed, 80) ? forge.session : 0);
    pawli_store_u16(packet + 8, (uint16_t)(pawli_fetch_u16(model + 8) + net_random(seed, 20)));
    for (size_t i = HEAD; i < size; i++)
        packet[i] = (uint8_t)(net_chance(seed, 40) ? 0 : seeded_next(seed) >> 40);
    if (size >= HEAD + END + 8)
        pawli_store_u32(packet + HEAD + net_random(seed, (uint32_t)(size - HEAD - END - 3)),
                        draw_number(seed, 200));
    seal(packet, size);
    return size;
}

/* Knock with other numbers from other addresses. */
static void flood(net_star *all) {
    uint8_t packet[NET_PACKET_MAX];
    for (uint32_t address = FLOOD_ADDRESS; address < NET_MACHINES; address++) {
        memcpy(packet, forge.hello, forge.hello_size);
        if (forge.hello_size >= HEAD + END + 4) change(packet, forge.hello_size);
        netsim_send(all->net, address, 0, packet, forge.hello_size);
        uint32_t from;
        while (netsim_take(all->net, address, &from, packet) >= 0)
            continue; /* nobody reads the answers */
        forge.forged++;
    }
}

static size_t sending(void *context, net_star *all, net_machine *machine, uint32_t to,
                      uint8_t *packet, size_t size) {
    (void)context;
    if (!net_machine_is_hostile(all, machine)) return size;
    if (forge.hello_size == 0) {
        memcpy(forge.hello, packet, size);
        forge.hello_size = size;
    }
    if (size >= HEAD + END && pawli_fetch_u32(packet + 4) != 0)
        forge.session = pawli_fetch_u32(packet + 4);
    /* The game is to begin first. */
    if (pawl_session_get_phase(machine->session) != PAWL_PHASE_PLAYING ||
        pawl_session_get_head(machine->session) < 10)
        return size;
    for (uint32_t i = 0; i < forge.extra; i++) {
        uint8_t more[NET_PACKET_MAX];
        const size_t more_size = invent(more, packet);
        netsim_send(all->net, machine->address, to, more, more_size);
        forge.forged++;
    }
    if (forge.floods && net_chance(&forge.seed, 20)) flood(all);
    if (size > HEAD + END && net_chance(&forge.seed, forge.percent)) {
        change(packet, size);
        forge.forged++;
    }
    return size;
}

/* The host does what the header offers: who holds up the game is thrown out. */
static void event(void *context, net_star *all, net_machine *machine,
                  const pawl_session_event_info *info) {
    (void)context;
    if (info->type != PAWL_EVENT_STALLED || machine->index != 0) return;
    if ((info->players & all->hostile_players) == 0) return;
    for (uint32_t m = 1; m < all->plan.machines; m++) {
        if (!net_machine_is_hostile(all, &all->machines[m])) continue;
        const int32_t peer = net_star_peer(all, &all->machines[m]);
        if (peer < 0) continue;
        (void)pawl_session_drop(machine->session, (uint32_t)peer);
        forge.dropped++;
    }
}

static void play(uint64_t seed, bool is_host) {
    net_plan plan;
    const bool floods = forge.floods;
    /* Who floods takes all free places: in those games nobody needs to come back. */
    for (uint64_t at = seed * 1000;; at++) {
        const net_plan_kind other = seed % 4 == 1 ? NET_PLAN_STRANGERS : NET_PLAN_ANY;
        net_plan_make(at, floods || seed % 2 == 0 ? NET_PLAN_STEADY : other, &plan);
        if (plan.is_narrow && other == NET_PLAN_STRANGERS) continue;
        if (plan.machines >= 3 && plan.machine[0].def.link == PAWL_SESSION_LINK_FULL) break;
    }
    forge = (forger){.seed = first_seed((int)seed), .percent = 40, .extra = 1, .floods = floods};
    /* Or one machine that has players, and sometimes a spectator. */
    uint32_t hostile = is_host ? 0 : 1u + (uint32_t)(seed % (plan.machines - 1));
    plan.limit_ms += 60000; /* it takes its time to be dropped */
    const net_star_hooks hooks = {.sending = sending,
                                  .event = event,
                                  .hostile = UINT32_C(1) << hostile,
                                  .duration_ms = is_host ? 4000 : 0};
    const bool good = net_star_play(star, &plan, &hooks);
    static char text[TEXT_MAX];
    net_plan_text(&plan, text, sizeof text);
    ck_assert_msg(good, "hostile machine %u, %s\n%s", hostile, star->defect, text);
    forged += forge.forged;
    dropped += forge.dropped;
}

START_TEST(a_hostile_client_cannot_part_the_others) {
    for (uint64_t seed = 0; seed < GAMES; seed++)
        play(seed, false);
    ck_assert_uint_gt(star->totals.rejected, 100);
    ck_assert_uint_gt(dropped, 0);
    ck_assert_uint_gt(forged, 1000);
}
END_TEST

START_TEST(knocks_from_everywhere_do_not_disturb_a_game) {
    forge.floods = true;
    for (uint64_t seed = 0; seed < GAMES / 4; seed++)
        play(seed, false);
}
END_TEST

START_TEST(a_hostile_host_cannot_break_its_clients) {
    for (uint64_t seed = 0; seed < GAMES; seed++)
        play(seed, true);
    ck_assert_uint_gt(forged, 1000);
}
END_TEST

Suite *suite_net_hostile(void) {
    Suite *const suite = suite_create("net_hostile");
    TCase *const test = tcase_create("net_hostile");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, a_hostile_client_cannot_part_the_others);
    tcase_add_test(test, knocks_from_everywhere_do_not_disturb_a_game);
    tcase_add_test(test, a_hostile_host_cannot_break_its_clients);
    suite_add_tcase(suite, test);
    return suite;
}
