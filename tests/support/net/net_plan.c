/* net_plan.c - draws a game: sizes over their whole ranges, lines from perfect to hopeless. */
#include "support/net/net_plan.h"

#include <stdio.h>
#include <string.h>

#include "support/base/seeded.h"

#define PERCENT_MAX_LOSS 50
#define VIRTUAL_MS 12000 /* about as long as a game may be played */

static uint32_t between(uint64_t *seed, uint32_t least, uint32_t most) {
    return least + net_random(seed, most - least + 1);
}

/* Small ones as often as large ones. */
static uint32_t up_to(uint64_t *seed, uint32_t most) {
    return net_random(seed, 1 + between(seed, 0, most));
}

static net_line draw_line(uint64_t *seed, uint32_t badness) {
    net_line line = {0};
    if (badness == 0) return line;
    line.delay_ms = (uint16_t)up_to(seed, badness < 3 ? 80 : 250);
    line.jitter_ms = (uint16_t)up_to(seed, badness < 3 ? 20 : 100);
    line.loss = (uint8_t)up_to(seed, badness == 1 ? 3 : badness == 2 ? 20 : PERCENT_MAX_LOSS);
    line.duplicate = (uint8_t)up_to(seed, 5 * badness);
    line.late = (uint8_t)up_to(seed, 4 * badness);
    line.late_ms = (uint16_t)up_to(seed, 1000 * badness);
    line.corrupt = (uint8_t)up_to(seed, 3 * badness);
    line.truncate = (uint8_t)up_to(seed, badness);
    line.stale = (uint8_t)up_to(seed, 3 * badness);
    if (badness > 1 && net_chance(seed, 30)) {
        line.burst_ms = (uint16_t)between(seed, 20, 200);
        line.burst_every_ms = (uint16_t)between(seed, 1000, 5000);
    }
    return line;
}

static net_line draw_serial(uint64_t *seed, uint32_t badness) {
    net_line line = {.is_serial = true};
    line.delay_ms = (uint16_t)up_to(seed, 40 * badness);
    line.jitter_ms = (uint16_t)up_to(seed, 10 * badness);
    line.loss = (uint8_t)up_to(seed, 5 * badness);
    line.corrupt = (uint8_t)up_to(seed, 3 * badness);
    line.truncate = (uint8_t)up_to(seed, 2 * badness);
    return line;
}

/* From the smallest that the def allows. */
static uint16_t draw_packet_size(uint64_t *seed, pawl_session_def def) {
    uint32_t least = PAWL_SESSION_PACKET_MIN;
    for (def.packet_size = (uint16_t)least; pawl_session_size(&def) == 0; least++)
        def.packet_size = (uint16_t)(least + 1);
    switch (net_random(seed, 6)) {
    case 0:
        return (uint16_t)least;
    case 1:
        least = between(seed, least, least + 60);
        return (uint16_t)(least < PAWL_SESSION_PACKET_MAX ? least : PAWL_SESSION_PACKET_MAX);
    case 2:
        return (uint16_t)between(seed, least, PAWL_SESSION_PACKET_MAX);
    default:
        return PAWL_SESSION_PACKET_MAX;
    }
}

/* What each machine chooses for itself. */
static void draw_own(uint64_t *seed, const net_plan *plan, uint32_t badness, uint32_t machine,
                     net_plan_machine *out) {
    pawl_session_def *const def = &out->def;
    def->delay = (uint8_t)up_to(seed, PAWL_SESSION_DELAY_MAX);
    def->window = (uint8_t)(net_chance(seed, 20) ? 0 : up_to(seed, PAWL_SESSION_WINDOW_MAX));
    def->secret[0] = (uint8_t)(1 + machine);
    def->session_id = 1 + (uint32_t)(plan->seed * 977 % 100000) * 31 + machine;
    def->can_hash = (uint8_t)((plan->seed + machine) % 2);
    def->packet_size = draw_packet_size(seed, *def);
    def->resend_ms = (uint16_t)between(seed, 10, 100);
    def->timeout_ms = (uint16_t)between(seed, badness < 2 ? 1500 : 3500, 5000);
    out->offset_ms = net_chance(seed, 50) ? UINT32_MAX - net_random(seed, 8000)
                                          : (uint32_t)(seeded_next(seed) >> 32);
    out->skew_ppm = (int32_t)net_random(seed, 20001) - 10000;
    out->start_ms = net_random(seed, 500);
    if (def->link == PAWL_SESSION_LINK_COMPACT) {
        out->up = draw_serial(seed, badness);
        out->down = draw_serial(seed, badness);
    } else {
        out->up = draw_line(seed, badness);
        out->down = draw_line(seed, badness);
    }
    if (!plan->has_earlier) out->up.stale = out->down.stale = 0;
}

static void draw_deadlines(uint64_t *seed, pawl_session_def *host) {
    host->input_deadline_ms = (uint16_t)between(seed, 1, 1000);
    host->late = (uint8_t)(net_chance(seed, 50) ? PAWL_LATE_REPEAT : net_random(seed, 3));
}

/* Some machines alike, as the header asks for: same settings for all. */
static void make_alike(net_plan *plan) {
    for (uint32_t m = 1; m < plan->machines; m++) {
        pawl_session_def *const def = &plan->machine[m].def;
        const pawl_session_def *const first = &plan->machine[0].def;
        def->delay = first->delay;
        def->window = first->window;
        def->packet_size = first->packet_size;
        def->resend_ms = first->resend_ms;
        def->timeout_ms = first->timeout_ms;
        /* A client says more of itself than a host. */
        if (pawl_session_size(def) == 0) def->packet_size = PAWL_SESSION_PACKET_MAX;
    }
}

/* Inputs as large as a packet lets them be, and of any size up to there. */
static void draw_crowd(uint64_t *seed, pawl_session_def *def) {
    if (def->link == PAWL_SESSION_LINK_FULL) def->players = (uint8_t)between(seed, 2, 16);
    const uint32_t kind = net_random(seed, 3);
    if (kind > 0) def->input_size = (uint8_t)between(seed, 1, PAWL_SESSION_INPUT_MAX);
    def->variable_inputs = kind == 2;
    pawl_session_def one = *def;
    one.session_id = 1;
    one.trusts_link = true;
    while (pawl_session_size(&one) == 0)
        one.input_size = --def->input_size;
}

#define SPECTATORS_MAX 3u
PAWL_STATIC_ASSERT(PAWL_SESSION_PLAYERS_MAX + SPECTATORS_MAX < NET_CLIENTS_MAX,
                   "a host that does not play, and one client for each player");

/* Who plays: the players spread over the host, if it is not dedicated, and its clients. */
static void draw_machines(uint64_t *seed, net_plan_kind kind, net_plan *plan) {
    pawl_session_def def = pawl_session_def_default();
    const bool is_compact =
        kind == NET_PLAN_COMPACT || (kind >= NET_PLAN_STRANGERS && net_chance(seed, 15));
    def.link = is_compact ? PAWL_SESSION_LINK_COMPACT : PAWL_SESSION_LINK_FULL;
    def.players = (uint8_t)(is_compact || net_chance(seed, 40) ? 2 : between(seed, 2, 8));
    def.input_size = (uint8_t)(net_chance(seed, 50) ? between(seed, 1, 3) : between(seed, 1, 16));
    def.rate = (uint16_t)(net_chance(seed, 70) ? 60 : between(seed, 20, 120));
    static const uint8_t hash_every[] = {1, 1, 1, 2, 7, 30, 0};
    def.hash_every = hash_every[net_random(seed, sizeof hash_every)];
    def.app_id = (uint32_t)(seeded_next(seed) >> 32);
    if (kind == NET_PLAN_CROWD) draw_crowd(seed, &def);

    uint32_t left = def.players;
    for (uint32_t m = 0; m == 0 || left > 0; m++) {
        pawl_session_def *const own = &plan->machine[m].def;
        *own = def;
        uint32_t count = net_chance(seed, 25) ? 2 : 1;
        if (m == 0 && !is_compact) count = net_chance(seed, 15) ? 0 : count;
        if (is_compact) count = 1;
        if (m == 0 && count == left) count--;
        own->local_players = (uint8_t)(count < left ? count : left);
        own->role = m == 0 ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
        left -= own->local_players;
        plan->machines = m + 1;
    }
    const uint32_t spectators =
        is_compact || net_chance(seed, 60) ? 0 : between(seed, 1, SPECTATORS_MAX);
    for (uint32_t i = 0; i < spectators; i++) {
        pawl_session_def *const own = &plan->machine[plan->machines++].def;
        *own = def;
        own->local_players = 0;
        own->role = PAWL_ROLE_SPECTATOR;
    }
    plan->machine[0].def.peers = (uint8_t)(plan->machines + net_random(seed, 3));
}

/* From a row to its acknowledgement: half of those lost need another try, and so on. */
static uint32_t trip_ms_of(const net_plan *plan, uint32_t machine) {
    const net_plan_machine *const one = &plan->machine[machine];
    const net_line *const up = &one->up, *const down = &one->down;
    const uint32_t frame_ms = 1000u / one->def.rate;
    const uint32_t once_ms =
        (uint32_t)up->delay_ms + up->jitter_ms + down->delay_ms + down->jitter_ms + 2 * frame_ms;
    const uint32_t again_ms = once_ms < one->def.resend_ms ? one->def.resend_ms : frame_ms;
    return once_ms + again_ms * (uint32_t)(up->loss + down->loss) / 20u + up->burst_ms / 2u +
           down->burst_ms / 2u;
}

/* How many rows of inputs fit in the packets of both sides, at worst. */
static uint32_t rows_per_packet(const net_plan *plan, uint32_t machine) {
    const pawl_session_def *const host = &plan->machine[0].def;
    const pawl_session_def *const own = &plan->machine[machine].def;
    const uint32_t input = host->input_size + (host->variable_inputs ? 1u : 0u);
    const uint32_t row = (uint32_t)host->players * input + (host->players > 8 ? 8u : 4u);
    const uint32_t column = (uint32_t)own->local_players * input + 3u;
    const uint32_t down = (host->packet_size - 39u) / row, up = (own->packet_size - 39u) / column;
    const uint32_t rows = down < up ? down : up;
    const uint32_t most = host->link == PAWL_SESSION_LINK_COMPACT ? 7 : 255;
    return rows == 0 ? 1 : rows < most ? rows : most;
}

/* A machine that cannot be told as many rows as are played can hold up the game, but neither watch
 * it nor catch up with it. */
static bool is_narrow(const net_plan *plan) {
    const pawl_session_def *const host = &plan->machine[0].def;
    const uint32_t ring = PAWL_SESSION_RING(host->window, host->delay);
    for (uint32_t m = 1; m < plan->machines; m++) {
        const uint32_t needed = 4u + trip_ms_of(plan, m) * host->rate / 1000u;
        if (needed > rows_per_packet(plan, m) || 2 * needed > ring) return true;
    }
    return false;
}

uint32_t net_plan_tick_ms(const net_plan *plan) {
    uint32_t worst = 1000u / plan->machine[0].def.rate;
    for (uint32_t m = 1; m < plan->machines; m++) {
        const uint32_t slack = 1u + plan->machine[m].def.delay + plan->machine[m].def.window;
        const uint32_t rows = rows_per_packet(plan, m), trip_ms = trip_ms_of(plan, m);
        if (trip_ms / slack > worst) worst = trip_ms / slack;
        if (trip_ms / rows > worst) worst = trip_ms / rows;
    }
    return worst;
}

static void draw_events(uint64_t *seed, net_plan *plan) {
    const uint32_t span_ms = plan->ticks * net_plan_tick_ms(plan);
    plan->event_count = net_random(seed, NET_EVENTS_MAX + 1);
    if (net_chance(seed, 50)) plan->event_count /= 3;
    for (uint32_t i = 0; i < plan->event_count; i++) {
        net_plan_event *const event = &plan->events[i];
        event->kind = (net_event_kind)net_random(seed, plan->is_narrow ? 2 : NET_EVENT_KINDS);
        event->machine = between(seed, 1, plan->machines - 1);
        event->at_ms = 200 + net_random(seed, span_ms);
        event->for_ms = net_chance(seed, 30) ? between(seed, 2000, 10000) : up_to(seed, 1500);
        /* A host that forgets its game begins another one. */
        if (event->kind <= NET_RESTART && net_chance(seed, 15)) event->machine = 0;
        if (plan->is_narrow) event->for_ms /= 10; /* nobody is to come back */
        if (event->kind >= NET_LEAVE && net_chance(seed, 30)) event->for_ms = 0;
    }
    /* Some spectators come late. */
    for (uint32_t m = 1; m < plan->machines; m++)
        if (plan->machine[m].def.role == PAWL_ROLE_SPECTATOR && net_chance(seed, 60))
            plan->machine[m].start_ms = net_random(seed, span_ms);
}

void net_plan_make(uint64_t seed, net_plan_kind kind, net_plan *out) {
    memset(out, 0, sizeof *out);
    out->seed = seed;
    /* Neighbouring seeds must not give related games. */
    uint64_t draw = (seed + 1) * SEEDED_MULTIPLIER;
    (void)seeded_next(&draw);
    draw_machines(&draw, kind, out);
    out->has_earlier = (kind == NET_PLAN_ANY || kind == NET_PLAN_CROWD) && net_chance(&draw, 10);
    const bool is_even = net_chance(&draw, 60);
    const uint32_t badness = net_random(&draw, 4);
    for (uint32_t m = 0; m < out->machines; m++)
        draw_own(&draw, out, is_even ? badness : net_random(&draw, 4), m, &out->machine[m]);
    const bool has_deadlines =
        kind == NET_PLAN_STRANGERS || (kind == NET_PLAN_CROWD && net_chance(&draw, 30));
    if (has_deadlines) draw_deadlines(&draw, &out->machine[0].def);
    if (net_chance(&draw, 50)) make_alike(out);
    out->machine[0].up = out->machine[0].down = (net_line){0};
    out->is_narrow = is_narrow(out);
    while (out->is_narrow && out->machine[out->machines - 1].def.role == PAWL_ROLE_SPECTATOR)
        out->machines--;

    out->inputs = (net_input_mode)net_random(&draw, NET_INPUT_MODES);
    out->first_sequence = (uint16_t)(0u - net_random(&draw, 400));
    out->inputs_hold = between(&draw, 2, 40);
    out->snapshot_size = between(&draw, 24, net_chance(&draw, 50) ? 200 : 5000);
    out->seed_of_game = (uint32_t)(seeded_next(&draw) >> 32);
    const uint32_t tick_ms = net_plan_tick_ms(out);
    out->ticks = between(&draw, 60, 60 + VIRTUAL_MS / tick_ms);
    if (kind != NET_PLAN_STEADY) draw_events(&draw, out);
    for (uint32_t m = 0; kind == NET_PLAN_CROWD && m < out->machines; m++)
        out->machine[m].def.can_predict = (uint8_t)net_chance(&draw, 50);
    uint32_t trouble_ms = 20000;
    for (uint32_t i = 0; i < out->event_count; i++)
        trouble_ms += out->events[i].for_ms + 16000;
    out->limit_ms = trouble_ms + 16 * out->ticks * tick_ms;
}

void net_plan_even(net_plan *out, uint32_t machines, uint32_t players, uint32_t host_players,
                   uint16_t way_ms) {
    memset(out, 0, sizeof *out);
    out->seed = 1;
    out->inputs = NET_INPUTS_HELD;
    out->inputs_hold = 13;
    out->machines = machines;
    out->ticks = NET_TICKS_MAX;
    out->limit_ms = UINT32_MAX / 2;
    out->snapshot_size = 1000;
    for (uint32_t m = 0; m < machines; m++) {
        pawl_session_def *const def = &out->machine[m].def;
        const uint32_t local = m == 0 ? host_players : m <= players - host_players ? 1 : 0;
        *def = pawl_session_def_default();
        def->role = m == 0 ? PAWL_ROLE_HOST : local > 0 ? PAWL_ROLE_CLIENT : PAWL_ROLE_SPECTATOR;
        def->players = (uint8_t)players;
        def->local_players = (uint8_t)local;
        def->peers = (uint8_t)(machines > 1 ? machines : 1);
        def->session_id = 7;
        def->secret[0] = (uint8_t)(100 + m);
        out->machine[m].up = out->machine[m].down = (net_line){.delay_ms = way_ms};
    }
}

void net_plan_text(const net_plan *plan, char *text, size_t size) {
    static const char *const kinds[] = {"pause", "cut", "restart", "move", "leave", "drop"};
    size_t at = 0;
#define SAY(...)                                                       \
    do {                                                               \
        if (at < size) {                                               \
            const int n = snprintf(text + at, size - at, __VA_ARGS__); \
            at += n > 0 ? (size_t)n : 0;                               \
        }                                                              \
    } while (0)
    const pawl_session_def *const game = &plan->machine[0].def;
    SAY("seed %llu: %u players, input %u bytes%s, mode %d, rate %u, link %u, %u ticks, limit %u "
        "ms, "
        "snapshot %u%s\n",
        (unsigned long long)plan->seed, game->players, game->input_size,
        game->variable_inputs ? " at most" : "", (int)plan->inputs, game->rate, game->link,
        plan->ticks, plan->limit_ms, plan->snapshot_size,
        plan->has_earlier ? ", an earlier session"
        : plan->is_narrow ? ", narrow"
                          : "");
    for (uint32_t m = 0; m < plan->machines; m++) {
        const net_plan_machine *const one = &plan->machine[m];
        const pawl_session_def *const def = &one->def;
        SAY("  machine %u role %u: local %u delay %u window %u hash %u packet %u resend %u "
            "timeout %u deadline %u late %u start %u ms clock %u%+d ppm\n",
            m, def->role, def->local_players, def->delay, def->window, def->hash_every,
            def->packet_size, def->resend_ms, def->timeout_ms, def->input_deadline_ms, def->late,
            one->start_ms, one->offset_ms, one->skew_ppm);
        for (uint32_t i = 0; i < 2 && m > 0; i++) {
            const net_line *const line = i == 0 ? &one->up : &one->down;
            SAY("    %s: delay %u+%u loss %u dup %u late %u of %u corrupt %u cut %u stale %u "
                "burst %u/%u\n",
                i == 0 ? "up" : "down", line->delay_ms, line->jitter_ms, line->loss,
                line->duplicate, line->late, line->late_ms, line->corrupt, line->truncate,
                line->stale, line->burst_ms, line->burst_every_ms);
        }
    }
    for (uint32_t i = 0; i < plan->event_count; i++)
        SAY("  %s of machine %u at %u ms for %u ms\n", kinds[plan->events[i].kind],
            plan->events[i].machine, plan->events[i].at_ms, plan->events[i].for_ms);
#undef SAY
}
