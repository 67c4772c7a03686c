/* net_run.c - the course of a game: time, what befalls the machines, and how it ends. */
#include "support/net/net_star.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS_US UINT64_C(1000)
#define EARLIER_MS 1500 /* of the session before */
#define RETURN_MS 200   /* after a session has ended */

net_star *net_star_make(void) {
    net_star *const star = calloc(1, sizeof *star);
    if (star == NULL) return NULL;
    star->net = netsim_make();
    star->confirmed = calloc(NET_TICKS_MAX, sizeof *star->confirmed);
    star->added = calloc(PAWL_SESSION_PLAYERS_MAX, sizeof *star->added); /* of no epoch */
    for (uint32_t m = 0; m <= NET_CLIENTS_MAX; m++) {
        star->machines[m].ticks = malloc(NET_TICKS_MAX * sizeof(net_tick));
        star->machines[m].snapshot_memory = malloc(NET_SNAPSHOT_MEMORY);
    }
    return star;
}

void net_star_free(net_star *star) {
    for (uint32_t m = 0; m <= NET_CLIENTS_MAX; m++) {
        free(star->machines[m].session);
        free(star->machines[m].ticks);
        free(star->machines[m].stage_memory);
        free(star->machines[m].snapshot_memory);
    }
    free(star->added);
    free(star->confirmed);
    netsim_free(star->net);
    free(star);
}

/* ---- addresses ---- */

static void set_address(net_star *star, net_machine *machine, uint32_t address) {
    machine->address = address;
    star->machine_at[address] = (int32_t)machine->index;
    *netsim_line(star->net, address, 0) = machine->plan->up;
    *netsim_line(star->net, 0, address) = machine->plan->down;
    netsim_set_clock(star->net, address, machine->plan->offset_ms, machine->plan->skew_ppm);
}

/* ---- what befalls them ---- */

static void disturb(net_star *star, const net_plan_event *event) {
    net_machine *const machine = &star->machines[event->machine];
    const int32_t peer = net_star_peer(star, machine);
    const uint64_t until_us = netsim_time(star->net) + MS_US * event->for_ms;
    if (!machine->is_on) return;
    switch (event->kind) {
    case NET_PAUSE:
        machine->paused_until_us = until_us;
        break;
    case NET_CUT:
        netsim_cut(star->net, machine->address, until_us);
        break;
    case NET_MOVE:
    case NET_RESTART:
        net_machine_stop(star, machine, true, event->for_ms / 8);
        if (event->kind == NET_MOVE && star->addresses < NET_MACHINES)
            set_address(star, machine, star->addresses++);
        star->totals.restarts++;
        if (event->machine == 0) {
            star->totals.host_restarts++;
            for (uint32_t i = 0; i < PAWL_SESSION_PEERS_MAX; i++)
                star->address_of_peer[i] = -1;
        }
        if (event->kind == NET_MOVE) star->totals.moves++;
        break;
    case NET_LEAVE:
        machine->will_return = event->for_ms > 0;
        if (pawl_session_leave(machine->session) != PAWL_OK)
            net_star_fail(star, machine, "cannot leave");
        break;
    case NET_DROP:
        machine->will_return = event->for_ms > 0;
        if (peer >= 0) (void)pawl_session_drop(star->machines[0].session, (uint32_t)peer);
        break;
    }
}

static void handle_event(net_star *star, net_machine *machine,
                         const pawl_session_event_info *event) {
    net_totals *const totals = &star->totals;
    if (star->hooks.event != NULL) star->hooks.event(star->hooks.context, star, machine, event);
    switch (event->type) {
    case PAWL_EVENT_PEER_UP:
        totals->joins++;
        break;
    case PAWL_EVENT_PEER_DOWN:
        if (machine->index == 0 && event->peer < PAWL_SESSION_PEERS_MAX) {
            const int32_t address = star->address_of_peer[event->peer];
            if (address < 0)
                net_star_fail(star, machine, "peer %u went, but was not there", event->peer);
        }
        break;
    case PAWL_EVENT_PLAYER_GONE:
        totals->gone++;
        break;
    case PAWL_EVENT_PLAYER_BACK:
        totals->backs++;
        break;
    case PAWL_EVENT_REFUSED:
        totals->refusals++;
        if (!net_machine_may_fail(star, machine))
            net_star_fail(star, machine, "refused: %s", pawl_refusal_text(event->reason));
        break;
    case PAWL_EVENT_DESYNC:
        totals->desyncs++;
        if (star->hooks.stepped == NULL && star->hooks.hostile == 0)
            net_star_fail(star, machine, "false alarm at tick %u: %08x and %08x", event->tick,
                          event->ours, event->theirs);
        break;
    default:
        break;
    }
}

/* ---- time ---- */

static void handle_events(net_star *star, net_machine *machine) {
    pawl_session_event_info event;
    while (star->defect[0] == 0 && pawl_session_take_event(machine->session, &event))
        handle_event(star, machine, &event);
}

/* A client whose session has ended comes back later, or not. */
static void look_for_end(net_star *star, net_machine *machine) {
    if (pawl_session_get_phase(machine->session) != PAWL_PHASE_ENDED) return;
    star->totals.ended++;
    if (!net_machine_may_fail(star, machine)) {
        net_star_fail(star, machine, "its session has ended without reason");
        return;
    }
    const bool will_return = machine->will_return && !net_machine_is_hostile(star, machine);
    net_machine_stop(star, machine, will_return, RETURN_MS);
    if (will_return) star->totals.reconnects++;
}

static void turn(net_star *star, net_machine *machine) {
    net_machine_frame(star, machine);
    if (star->defect[0] != 0) return;
    handle_events(star, machine);
    if (star->defect[0] != 0) return;
    const uint64_t now_us = netsim_time(star->net);
    const uint64_t stall_ms = (now_us - machine->head_moved_us) / MS_US;
    if (machine->has_begun && star->plan.event_count == 0 && stall_ms > star->totals.worst_stall_ms)
        star->totals.worst_stall_ms = stall_ms;
    net_check_stall(star, machine, stall_ms);
    look_for_end(star, machine);
    machine->next_frame_us =
        now_us + netsim_span_us(star->net, machine->address, 1000000u / machine->plan->def.rate);
}

/* When this machine does something next. */
static uint64_t next_time(const net_machine *machine) {
    if (!machine->is_on) return machine->return_us;
    return machine->next_frame_us > machine->paused_until_us ? machine->next_frame_us
                                                             : machine->paused_until_us;
}

/* Up to a time: the next one to act, the first among equals. */
static void run_until(net_star *star, uint64_t until_us) {
    while (star->defect[0] == 0) {
        net_machine *next = &star->machines[0];
        for (uint32_t m = 1; m < star->plan.machines; m++)
            if (next_time(&star->machines[m]) < next_time(next)) next = &star->machines[m];
        const uint64_t at_us = next_time(next);
        if (at_us > until_us) break;
        netsim_set_time(star->net, at_us);
        if (next->is_on)
            turn(star, next);
        else
            net_machine_begin(star, next);
    }
    netsim_set_time(star->net, until_us);
}

/* Nobody is left to play, and nobody will come back. */
static bool is_deserted(const net_star *star) {
    for (uint32_t m = 0; m < star->plan.machines; m++) {
        const net_machine *const machine = &star->machines[m];
        if (machine->plan->def.local_players == 0) continue;
        if (machine->is_on || machine->return_us != NET_NEVER) return false;
    }
    return true;
}

/* Everyone who takes part has played all that the game is to have. */
static bool is_finished(const net_star *star) {
    if (is_deserted(star)) return true;
    if (star->confirmed_count < star->plan.ticks) return false;
    for (uint32_t m = 0; m < star->plan.machines; m++) {
        const net_machine *const machine = &star->machines[m];
        if (net_machine_is_hostile(star, machine)) continue;
        if (!machine->is_on && machine->return_us == NET_NEVER) continue;
        if (!machine->is_on || machine->epoch != star->epoch) return false;
        if (machine->checked < star->plan.ticks) return false;
    }
    return true;
}

/* The machine that has come least far. */
static const net_machine *find_late(const net_star *star) {
    const net_machine *late = &star->machines[0];
    for (uint32_t m = 1; m < star->plan.machines; m++) {
        const net_machine *const machine = &star->machines[m];
        if (net_machine_is_hostile(star, machine)) continue;
        if (!machine->is_on && machine->return_us == NET_NEVER) continue;
        if (!machine->is_on || machine->checked < late->checked) late = machine;
    }
    return late;
}

/* ---- a game ---- */

static void set_up(net_star *star, const net_plan *plan, const net_star_hooks *hooks) {
    star->plan = *plan;
    star->hooks = hooks == NULL ? (net_star_hooks){0} : *hooks;
    star->defect[0] = 0;
    netsim_reset(star->net, plan->seed + 1);
    star->addresses = plan->machines;
    for (uint32_t i = 0; i < NET_MACHINES; i++)
        star->machine_at[i] = -1;
    for (uint32_t i = 0; i < PAWL_SESSION_PEERS_MAX; i++)
        star->address_of_peer[i] = -1;
    for (uint32_t m = 0; m < plan->machines; m++) {
        net_machine *const machine = &star->machines[m];
        machine->plan = &star->plan.machine[m];
        machine->index = m;
        machine->life = 0;
        machine->is_on = machine->is_disturbed = false;
        machine->will_return = true;
        machine->paused_until_us = 0;
        machine->next_frame_us = 0;
        set_address(star, machine, m);
    }
    for (uint32_t i = 0; i < plan->event_count; i++)
        star->machines[plan->events[i].machine].is_disturbed = true;
}

static void begin_all(net_star *star) {
    const uint64_t now_us = netsim_time(star->net);
    net_check_begin(star);
    for (uint32_t m = 0; m < star->plan.machines; m++) {
        net_machine *const machine = &star->machines[m];
        free(machine->session);
        machine->session = NULL;
        machine->is_on = false;
        machine->return_us = now_us + MS_US * machine->plan->start_ms;
        if (machine->plan->start_ms > 1000) star->totals.late_starts++;
    }
    net_machine_begin(star, &star->machines[0]);
}

/* A game before this one, whose packets are still about. */
static void play_earlier(net_star *star) {
    begin_all(star);
    run_until(star, MS_US * EARLIER_MS);
    netsim_age(star->net);
    for (uint32_t m = 0; m < star->plan.machines; m++)
        star->machines[m].life++; /* another session number */
    for (uint32_t i = 0; i < PAWL_SESSION_PEERS_MAX; i++)
        star->address_of_peer[i] = -1;
}

static void add_counts(net_star *star, uint64_t begin_us) {
    net_totals *const totals = &star->totals;
    const uint64_t *const from = (const uint64_t *)netsim_counts(star->net);
    uint64_t *const to = (uint64_t *)&totals->net;
    for (size_t i = 0; i < sizeof totals->net / sizeof *to; i++)
        to[i] += from[i];
    totals->games++;
    totals->packets += netsim_counts(star->net)->sent;
    totals->virtual_ms += (netsim_time(star->net) - begin_us) / MS_US;
    for (uint32_t m = 0; m < star->plan.machines; m++)
        totals->ticks += star->machines[m].checked - star->machines[m].first;
    if (netsim_counts(star->net)->overflow > 0)
        net_star_fail(star, &star->machines[0], "too many packets for the simulator");
}

bool net_star_play(net_star *star, const net_plan *plan, const net_star_hooks *hooks) {
    set_up(star, plan, hooks);
    if (plan->has_earlier) play_earlier(star);
    const uint64_t begin_us = netsim_time(star->net);
    if (star->defect[0] == 0) begin_all(star);
    const uint32_t duration_ms = star->hooks.duration_ms;
    for (uint32_t ms = 0; star->defect[0] == 0 && !is_finished(star); ms += 100) {
        if (duration_ms != 0 && ms >= duration_ms) break;
        if (ms > plan->limit_ms) {
            const net_machine *const late = find_late(star);
            const pawl_session *const session = late->session;
            net_star_fail(star, late,
                          "no end: %u of %u ticks after %u ms; phase %d head %u "
                          "confirmed %u, checked %u from %u",
                          star->confirmed_count, plan->ticks, ms,
                          (int)pawl_session_get_phase(session), pawl_session_get_head(session),
                          pawl_session_get_confirmed(session), late->checked, late->first);
            break;
        }
        for (uint32_t i = 0; i < plan->event_count && star->defect[0] == 0; i++)
            if (plan->events[i].at_ms >= ms && plan->events[i].at_ms < ms + 100)
                disturb(star, &plan->events[i]);
        run_until(star, begin_us + MS_US * (ms + 100));
    }
    add_counts(star, begin_us);
    return star->defect[0] == 0;
}

bool net_totals_suffice(const net_totals *totals, char *text, size_t size) {
    const net_counts *const net = &totals->net;
    const struct {
        const char *name;
        uint64_t count, floor; /* in a thousand games */
    } rows[] = {
        {"ticks", totals->ticks, 300000},
        {"rollbacks", totals->rollbacks, 10000},
        {"waits", totals->waits, 10000},
        {"joins", totals->joins, 1500},
        {"snapshots loaded", totals->resets, 100},
        {"players gone", totals->gone, 200},
        {"players back", totals->backs, 100},
        {"reconnects", totals->reconnects, 40},
        {"restarts", totals->restarts, 60},
        {"restarts of the host", totals->host_restarts, 5},
        {"moves", totals->moves, 30},
        {"late starts", totals->late_starts, 50},
        {"advice", totals->advised, 500},
        {"packets that were rejected", totals->rejected, 5000},
        {"lost packets", net->lost, 50000},
        {"packets lost in bursts", net->lost_in_bursts, 5000},
        {"packets lost in cuts", net->lost_in_cuts, 5000},
        {"duplicates", net->duplicated, 20000},
        {"packets that were overtaken", net->overtaken, 50000},
        {"damaged packets", net->corrupted, 10000},
        {"packets cut off", net->truncated, 5000},
        {"stale packets", net->stale, 500},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint64_t floor = rows[i].floor * totals->games / 1000;
        if (rows[i].count >= floor) continue;
        snprintf(text, size, "too few %s: %llu, not %llu", rows[i].name,
                 (unsigned long long)rows[i].count, (unsigned long long)floor);
        return false;
    }
    return true;
}
