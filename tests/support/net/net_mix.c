/* net_mix.c - what net_mix.h declares. */
#include "support/net/net_mix.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "pawl/sign.h"
#include "session/session.h"
#include "support/base/seeded.h"

#define STRANGERS_FROM 40u /* addresses, up to NET_MACHINES */
#define WORD_SIZE 8u
#define HEAD 12u
#define END 4u
#define KEPT 16u
/* In a HELLO: see docs/format-wire.md. */
#define HELLO_PLAYERS (HEAD + 24u)
#define HELLO_SIGNS (HEAD + 28u)

static const char right_word[WORD_SIZE + 1] = "open ses", wrong_word[WORD_SIZE + 1] = "let me i";

typedef enum mix_fault {
    FAULT_NONE,
    FAULT_LIAR,   /* its packets say anything */
    FAULT_MEMORY, /* its state changes in one tick, and not when that is played again */
    FAULT_RULES   /* the same, and again */
} mix_fault;

typedef struct mix {
    uint64_t seed;
    net_mix_sums *sums;
    mix_fault fault;
    uint32_t culprit, tick; /* machine, and the tick after which its state is wrong */
    uint32_t forgotten;     /* questions that were not answered */
    bool knocks, changes_delays;
    uint8_t kept[KEPT][NET_PACKET_MAX]; /* packets of clients */
    uint32_t kept_sizes[KEPT], kept_count;
} mix;

static bool has_culprit(const mix *own) {
    return own->fault != FAULT_NONE;
}

/* ---- what is drawn ---- */

static void fit_packet(pawl_session_def *def) {
    if (pawl_session_size(def) == 0) def->packet_size = PAWL_SESSION_PACKET_MAX;
}

static void draw_doors(uint64_t *seed, net_plan *plan) {
    if (net_chance(seed, 40)) return;
    pawl_session_def *const host = &plan->machine[0].def;
    host->asks = net_chance(seed, 80);
    host->greeting_size = (uint8_t)(WORD_SIZE + net_random(seed, 20));
    for (uint32_t m = 1; m < plan->machines; m++) {
        pawl_session_def *const def = &plan->machine[m].def;
        def->greeting = right_word;
        def->greeting_size = WORD_SIZE;
        fit_packet(def);
    }
}

/* One more machine that has the wrong word. */
static uint32_t draw_intruder(uint64_t *seed, net_plan *plan) {
    const bool is_open = plan->machine[0].def.link == PAWL_SESSION_LINK_FULL;
    if (!plan->machine[0].def.asks || !is_open || plan->machines > NET_CLIENTS_MAX) return 0;
    if (net_chance(seed, 50)) return 0;
    net_plan_machine *const own = &plan->machine[plan->machines];
    *own = plan->machine[1];
    own->def.role = PAWL_ROLE_SPECTATOR;
    own->def.local_players = 0;
    own->def.greeting = wrong_word;
    own->def.secret[0] = 99;
    own->def.session_id += 77;
    own->start_ms = net_random(seed, 3000);
    return UINT32_C(1) << plan->machines++;
}

static void draw_flow(uint64_t *seed, net_plan *plan) {
    pawl_session_def *const host = &plan->machine[0].def;
    host->input_deadline_ms = (uint16_t)(net_chance(seed, 30) ? 0 : 50 + net_random(seed, 950));
    host->late = (uint8_t)net_random(seed, 3);
    host->transfer_deadline_ms = (uint16_t)(net_chance(seed, 20) ? 0 : 3000);
    plan->has_delays = net_chance(seed, 50);
    for (uint32_t m = 0; m < plan->machines; m++) {
        pawl_session_def *const def = &plan->machine[m].def;
        def->interrupt_ms = (uint16_t)(net_chance(seed, 30) ? 0 : 200 + net_random(seed, 1500));
        def->can_replay = (uint8_t)net_chance(seed, 70);
        def->delay_max = (uint8_t)net_random(seed, PAWL_SESSION_DELAY_MAX + 1);
    }
    /* Some players come when the host has begun without them. */
    for (uint32_t m = 1; m < plan->machines && !plan->is_narrow; m++)
        if (net_chance(seed, 15)) plan->machine[m].start_ms = 4000 + net_random(seed, 4000);
}

static void draw_fault(mix *own, net_plan *plan) {
    const pawl_session_def *const host = &plan->machine[0].def;
    own->fault = (mix_fault)net_random(&own->seed, 4);
    own->culprit = 1 + net_random(&own->seed, plan->machines - 1);
    own->tick = 10 + net_random(&own->seed, plan->ticks);
    if (own->fault == FAULT_LIAR && host->link != PAWL_SESSION_LINK_FULL) own->fault = FAULT_NONE;
    if (own->fault > FAULT_LIAR && net_chance(&own->seed, 25)) own->culprit = 0;
    /* What began anew meanwhile would be at fault twice. */
    if (own->fault > FAULT_LIAR) plan->event_count = 0;
}

/* From numbers of its own: games of before stay what they were but for this. */
static void draw_measures(uint64_t seed, net_plan *plan) {
    seed = (seed + 0x5AFE) * SEEDED_MULTIPLIER;
    (void)seeded_next(&seed);
    for (uint32_t m = 0; m < plan->machines; m++) {
        pawl_session_def *const def = &plan->machine[m].def;
        const uint8_t every = (uint8_t)(1 + net_random(&seed, PAWL_SESSION_SAVE_EVERY_MAX));
        def->measures = net_chance(&seed, 50);
        if (net_chance(&seed, 70) && def->hash_every % every == 0) def->save_every = every;
        fit_packet(def);
    }
}

/* States are saved every so many ticks only where hashes are of such ticks. */
static void draw_hashes(uint64_t *seed, net_plan *plan) {
    static const uint8_t hash_every[] = {2, 4, 6, 8, 12, 16, 30};
    const uint8_t every = hash_every[net_random(seed, sizeof hash_every)];
    const bool is_drawn = net_chance(seed, 60);
    for (uint32_t m = 0; is_drawn && m < plan->machines; m++)
        plan->machine[m].def.hash_every = every;
}

static void set_signing(net_plan *plan, uint32_t every) {
    for (uint32_t m = 0; m < plan->machines; m++) {
        plan->machine[m].def.sign_every = (uint16_t)every;
        fit_packet(&plan->machine[m].def);
    }
}

/* Blocks of any size that can be, short ones as often as long ones. */
static void draw_signing(uint64_t *seed, net_plan *plan) {
    const pawl_session_def *const host = &plan->machine[0].def;
    const uint32_t most = PAWL_SIGN_INPUTS_MAX / host->input_size;
    const uint32_t bound = 1 + net_random(seed, most < 240 ? most : 240);
    const uint32_t every = 1 + net_random(seed, bound);
    const bool can_sign = host->link == PAWL_SESSION_LINK_FULL && host->variable_inputs == 0;
    if (can_sign && net_chance(seed, 80)) set_signing(plan, every);
    for (uint32_t m = 0; m < plan->machines; m++)
        if (pawl_session_size(&plan->machine[m].def) == 0) set_signing(plan, 0);
}

/* What only games of mixed crowds have: from numbers of its own, too. */
static void draw_crowd(uint64_t seed, net_plan *plan) {
    seed = (seed + 0xC0DE) * SEEDED_MULTIPLIER;
    (void)seeded_next(&seed);
    draw_hashes(&seed, plan);
    draw_signing(&seed, plan);
    pawl_session_def *const host = &plan->machine[0].def;
    const uint32_t delay = 1 + net_random(&seed, 1 + net_random(&seed, 240));
    /* Where who is late is parted from, it comes back again and again, and each time those who are
     * to see the game later wait anew. */
    const bool parts = host->input_deadline_ms != 0 && host->late == PAWL_LATE_GONE;
    if (net_chance(&seed, 60) && !parts) host->watch_delay = (uint16_t)delay;
    /* Each who comes anew to watch waits for it once more. */
    const uint32_t delay_ms = host->watch_delay * net_plan_tick_ms(plan);
    plan->limit_ms += delay_ms * (2 + 2 * plan->event_count);
    for (uint32_t m = 0; m < plan->machines; m++) {
        plan->machine[m].def.can_predict = (uint8_t)net_chance(&seed, 50);
        if (net_chance(&seed, 50)) plan->stages |= UINT32_C(1) << m;
    }
}

/* ---- packets ---- */

static void seal(uint8_t *packet, size_t size) {
    pawli_store_u16(packet + 10, (uint16_t)size);
    pawli_store_u32(packet + size - END, pawli_crc_32(0, packet, size - END));
}

static void change(uint64_t *seed, uint8_t *packet, size_t size) {
    for (uint32_t i = net_random(seed, 3) + 1; i > 0; i--) {
        const size_t at = HEAD + net_random(seed, (uint32_t)(size - HEAD - END));
        const uint32_t near = at + 4 > size - END ? 0 : pawli_fetch_u32(packet + at);
        if (net_chance(seed, 50) || at + 4 > size - END)
            packet[at] = (uint8_t)(seeded_next(seed) >> 40);
        else
            pawli_store_u32(packet + at, net_chance(seed, 50) ? near + net_random(seed, 64) - 32u
                                                              : net_random(seed, 300) - 150u);
    }
    seal(packet, size);
}

/* The places of a game are for the first who come and are let in. A liar lies of everything else,
 * but does not take a second place under another name, nor places for more players, which a machine
 * that comes later would miss. */
static void forge(uint64_t *seed, uint8_t *packet, size_t size) {
    uint8_t before[NET_PACKET_MAX];
    memcpy(before, packet, size);
    change(seed, packet, size);
    if (packet[2] >> 4 != PAWLI_HELLO) return;
    const uint32_t flags = packet[3];
    const size_t signs = flags & PAWLI_HELLO_SIGNS ? 2 : 0;
    const size_t cookie = flags & PAWLI_HELLO_COOKIE ? PAWLI_COOKIE_SIZE : 0;
    const size_t name = HELLO_SIGNS + signs + cookie;
    packet[HELLO_PLAYERS] = before[HELLO_PLAYERS];
    if (flags & PAWLI_HELLO_NAME) memcpy(packet + name, before + name, PAWLI_RETURN_NAME);
    seal(packet, size);
}

static void keep(mix *own, const uint8_t *packet, size_t size) {
    const bool is_full = own->kept_count == KEPT;
    if (is_full && !net_chance(&own->seed, 5)) return;
    const uint32_t at = is_full ? net_random(&own->seed, KEPT) : own->kept_count++;
    memcpy(own->kept[at], packet, size);
    own->kept_sizes[at] = (uint32_t)size;
}

/* Of an address where nobody is, or of that of a machine: there only with another nonce, since what
 * is sent twice is a matter of the network. */
static void knock(mix *own, net_star *star) {
    uint8_t packet[NET_PACKET_MAX];
    if (own->kept_count == 0) return;
    const uint32_t at = net_random(&own->seed, own->kept_count);
    const uint32_t size = own->kept_sizes[at];
    memcpy(packet, own->kept[at], size);
    const bool is_hello = packet[2] >> 4 == PAWLI_HELLO;
    if (size > HEAD + END && net_chance(&own->seed, 50)) change(&own->seed, packet, size);
    uint32_t from = STRANGERS_FROM + net_random(&own->seed, NET_MACHINES - STRANGERS_FROM);
    if (is_hello && net_chance(&own->seed, 30)) {
        from = 1 + net_random(&own->seed, star->plan.machines - 1);
        pawli_store_u32(packet + HEAD, (uint32_t)(seeded_next(&own->seed) >> 32));
        seal(packet, size);
    }
    netsim_send(star->net, from, 0, packet, size);
    own->sums->knocks++;
    uint32_t of;
    while (from >= STRANGERS_FROM && netsim_take(star->net, from, &of, packet) >= 0)
        continue; /* nobody reads the answers */
}

static size_t sending(void *context, net_star *star, net_machine *machine, uint32_t to,
                      uint8_t *packet, size_t size) {
    mix *const own = context;
    const bool is_open = machine->plan->def.link == PAWL_SESSION_LINK_FULL;
    if (machine->index == 0 && to >= STRANGERS_FROM)
        net_star_fail(star, machine, "a packet to a stranger at %u", to);
    if (is_open && machine->index != 0) keep(own, packet, size);
    if (is_open && own->knocks && net_chance(&own->seed, 20)) knock(own, star);
    if (own->changes_delays && net_chance(&own->seed, 2)) {
        const uint32_t most = machine->plan->def.delay_max;
        const bool is_automatic = net_chance(&own->seed, 30);
        if (pawl_session_set_delay(machine->session,
                                   is_automatic ? PAWL_SESSION_DELAY_AUTOMATIC
                                                : net_random(&own->seed, most + 1)) != PAWL_OK)
            net_star_fail(star, machine, "cannot change the delay");
        own->sums->delays++;
    }
    if (own->fault != FAULT_LIAR || machine->index != own->culprit) return size;
    if (size > HEAD + END && net_chance(&own->seed, 25)) {
        forge(&own->seed, packet, size);
        own->sums->forged++;
    }
    return size;
}

/* ---- faults ---- */

static void stepped(void *context, net_star *star, net_machine *machine) {
    const mix *const own = context;
    (void)star;
    if (machine->index == own->culprit && machine->game.tick == own->tick)
        machine->game.words[0] ^= 1u;
}

/* ---- events ---- */

static void answer_door(mix *own, net_star *star, net_machine *host,
                        const pawl_session_event_info *info) {
    uint32_t size;
    const void *const word = pawl_session_get_greeting(host->session, info->peer, &size);
    const bool is_right =
        word != NULL && size == WORD_SIZE && memcmp(word, right_word, WORD_SIZE) == 0;
    /* It is asked again, each second, and the game does not wait for ever. */
    if (net_chance(&own->seed, 20) && own->forgotten++ < 2) return;
    const pawl_status status = is_right ? pawl_session_admit(host->session, info->peer)
                                        : pawl_session_refuse(host->session, info->peer, 42);
    /* It may have been lost, or been answered, since then. */
    if (status != PAWL_OK && status != PAWL_ERR_PHASE)
        net_star_fail(star, host, "door: %s", pawl_status_text(status));
    if (status == PAWL_OK) *(is_right ? &own->sums->admitted : &own->sums->refused) += 1;
}

/* The machine that an event is about; -1: it is not known any more. */
static int32_t machine_of_event(const net_star *star, const net_machine *machine,
                                const pawl_session_event_info *info) {
    if (machine->index != 0) return 0;
    const int32_t address = star->address_of_peer[info->peer];
    return address < 0 ? -1 : star->machine_at[address];
}

/* Only with the machine that is at fault anybody differs, and only that is named. */
static void check_dispute(mix *own, net_star *star, net_machine *machine,
                          const pawl_session_event_info *info) {
    const int32_t other = machine_of_event(star, machine, info);
    const bool is_here = has_culprit(own) && machine->index == own->culprit;
    const bool is_there = has_culprit(own) && other == (int32_t)own->culprit;
    if (info->type == PAWL_EVENT_DESYNC) own->sums->desyncs++;
    if (!is_here && !is_there)
        net_star_fail(star, machine, "event %d at tick %u with machine %d, of no fault",
                      (int)info->type, info->tick, other);
    if (info->type != PAWL_EVENT_VERDICT) return;
    own->sums->verdicts++;
    /* A liar may say of itself what it likes, and hears what it sees. */
    if (own->fault == FAULT_LIAR && is_here) return;
    const bool names_here = info->culprit == PAWL_CULPRIT_HERE;
    const bool names_there = info->culprit == PAWL_CULPRIT_PEER;
    if (info->culprit == PAWL_CULPRIT_BOTH || (names_here && !is_here) ||
        (names_there && !is_there))
        net_star_fail(star, machine, "verdict at tick %u: culprit %d by %d, %u to %u votes",
                      info->tick, (int)info->culprit, (int)info->evidence, info->votes_here,
                      info->votes_there);
    own->sums->named += names_here || names_there;
}

static void event(void *context, net_star *star, net_machine *machine,
                  const pawl_session_event_info *info) {
    mix *const own = context;
    switch (info->type) {
    case PAWL_EVENT_ADMIT:
        answer_door(own, star, machine, info);
        break;
    case PAWL_EVENT_DESYNC:
    case PAWL_EVENT_VERDICT:
        check_dispute(own, star, machine, info);
        break;
    case PAWL_EVENT_LATE:
        own->sums->late++;
        break;
    case PAWL_EVENT_INTERRUPTED:
        own->sums->interrupted++;
        break;
    default:
        break;
    }
}

/* ---- a game ---- */

bool net_mix_play(net_star *star, uint64_t seed, net_mix_kind kind, net_mix_sums *sums,
                  char *text) {
    net_plan plan;
    mix own = {.seed = (seed + 1) * SEEDED_MULTIPLIER, .sums = sums};
    (void)seeded_next(&own.seed);
    const bool is_among_strangers = net_chance(&own.seed, 50);
    net_plan_make(seed,
                  kind == NET_MIX_CROWD ? NET_PLAN_CROWD
                  : is_among_strangers  ? NET_PLAN_STRANGERS
                                        : NET_PLAN_ANY,
                  &plan);
    draw_doors(&own.seed, &plan);
    draw_flow(&own.seed, &plan);
    draw_fault(&own, &plan);
    own.knocks = net_chance(&own.seed, 50);
    own.changes_delays = plan.has_delays;
    uint32_t hostile = draw_intruder(&own.seed, &plan);
    if (kind == NET_MIX_CROWD) draw_crowd(seed, &plan);
    draw_measures(seed, &plan);
    if (has_culprit(&own)) hostile |= UINT32_C(1) << own.culprit;
    plan.limit_ms += 60000;
    const bool may_end_early = plan.is_narrow || hostile != 0;
    const net_star_hooks hooks = {
        .context = &own,
        .stepped = own.fault > FAULT_LIAR ? stepped : NULL,
        .event = event,
        .sending = sending,
        .repeats = own.fault == FAULT_RULES,
        .hostile = hostile,
        .duration_ms = may_end_early ? 12000 : 0,
    };
    if (net_star_play(star, &plan, &hooks)) return true;
    const int at = snprintf(text, NET_MIX_TEXT, "fault %d of machine %u after tick %u; asks %d\n",
                            (int)own.fault, own.culprit, own.tick, plan.machine[0].def.asks);
    net_plan_text(&plan, text + at, NET_MIX_TEXT - (size_t)at);
    return false;
}
