/* fuzz_play.c - the course of a game: time, what befalls the machines, and liveness. */
#include "cli/fuzz/fuzz_play.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"

#define SECOND UINT64_C(1000000)
#define PATIENCE_US (12 * SECOND) /* without a confirmed tick, when nothing disturbs */
#define HOSTLESS_US (36 * SECOND) /* the same, where a machine may wait for a host in vain */
#define AFTERMATH_US (6 * SECOND) /* of a disturbance: silence is noticed, a snapshot loaded */
#define OUTSIDE_US (30 * SECOND)  /* for a machine to get in, and a snapshot of 20 KB a second */
#define SNAPSHOT_RATE 20000u
#define NOTICE_TICKS 150u /* within which a machine with another state is noticed */

/* ---- what befalls them ---- */

static void disturb(cli_fuzz_play *play, uint64_t for_us) {
    const uint64_t until_us = play->now_us + for_us + AFTERMATH_US;
    if (until_us > play->disturbed_until_us) play->disturbed_until_us = until_us;
}

static void cut(cli_fuzz_play *play, const cli_fuzz_line *line, uint64_t until_us) {
    for (uint32_t m = 0; m < play->machines; m++)
        if (m == line->machine || line->machine == CLI_FUZZ_EVERY)
            play->net.cut_until_us[m] = until_us;
}

static void go_away(cli_fuzz_play *play, cli_fuzz_machine *machine, const cli_fuzz_line *line,
                    uint64_t until_us) {
    if (!machine->is_on) return;
    if (line->verb == CLI_FUZZ_LEAVE || line->verb == CLI_FUZZ_HOST_LEAVE)
        (void)pawl_session_leave(machine->session);
    else
        machine->is_on = false;
    if (machine->below != NULL && machine->below->is_on) {
        (void)pawl_session_leave(machine->below->session);
        machine->below->is_on = machine->is_on;
    }
    machine->is_leaving = true;
    machine->return_us = line->number == 0 ? CLI_FUZZ_NEVER : until_us;
    cli_fuzz_hosts_lose(play, machine, machine->is_on);
    disturb(play, CLI_FUZZ_MS * line->number);
}

static void do_event(cli_fuzz_play *play, const cli_fuzz_line *line) {
    const uint64_t for_us = CLI_FUZZ_MS * line->number, until_us = play->now_us + for_us;
    cli_fuzz_machine *const machine =
        &play->machine[line->machine < play->machines ? line->machine : 0];
    if (line->machine >= play->machines && line->machine != CLI_FUZZ_EVERY) return;
    switch (line->verb) {
    case CLI_FUZZ_JOIN:
        if (machine->life == 0) machine->return_us = play->now_us;
        disturb(play, 0);
        break;
    case CLI_FUZZ_PAUSE:
        machine->paused_until_us = until_us;
        disturb(play, for_us);
        break;
    case CLI_FUZZ_CUT:
        cut(play, line, until_us);
        disturb(play, for_us);
        break;
    case CLI_FUZZ_WITHHOLD:
        machine->withheld_until_us = until_us;
        disturb(play, for_us);
        break;
    case CLI_FUZZ_CRASH:
    case CLI_FUZZ_LEAVE:
        go_away(play, machine, line, until_us);
        break;
    case CLI_FUZZ_HOST_CRASH:
    case CLI_FUZZ_HOST_LEAVE:
        if (cli_fuzz_seat_changes_hosts(play))
            go_away(play, &play->machine[play->host], line, until_us);
        break;
    case CLI_FUZZ_HOST_CUT:
        if (!cli_fuzz_seat_changes_hosts(play)) break;
        play->net.cut_until_us[play->host] = until_us;
        disturb(play, for_us);
        break;
    case CLI_FUZZ_RELOAD:
        if (machine->is_on) cli_fuzz_machine_reload(play, machine);
        break;
    default:
        break;
    }
}

static void do_events(cli_fuzz_play *play) {
    for (uint32_t i = 0; i < play->script->count; i++) {
        const cli_fuzz_line *const line = &play->script->lines[i];
        if (play->is_done[i] || !cli_fuzz_script_verb(line->verb)->has_tick ||
            line->at > play->confirmed) {
            continue;
        }
        play->is_done[i] = true;
        do_event(play, line);
    }
}

/* ---- liveness ---- */

/* What a machine sees of the game: one that watches later is not shown the last ticks. */
static uint32_t watch_delay_of(const cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    return cli_fuzz_seat_depth(play, machine->index) *
           cli_fuzz_script_get(play->script, CLI_FUZZ_WATCH_DELAY);
}

/* It comes late, and its snapshot would be old enough only when more was played; or it has no place
 * at a new host before a tick is played without the player that had it. */
static bool is_too_late(const cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    const bool waits = watch_delay_of(play, machine) > 0 || machine->def.migrates;
    return waits && play->confirmed >= play->ticks &&
           (!machine->is_on || pawl_session_get_phase(machine->session) != PAWL_PHASE_PLAYING);
}

/* It, or a relay that it watches. */
static bool must_wait(const cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    bool waits = is_too_late(play, machine);
    for (uint32_t above = cli_fuzz_seat_above(play, machine->index); above != 0 && !waits;
         above = cli_fuzz_seat_above(play, above))
        waits = is_too_late(play, &play->machine[above]);
    return waits;
}

static bool is_in(const cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    const uint32_t delay = watch_delay_of(play, machine);
    const uint32_t end = play->ticks > delay ? play->ticks - delay : 0;
    return must_wait(play, machine) ||
           (machine->is_on && pawl_session_get_phase(machine->session) == PAWL_PHASE_PLAYING &&
            pawl_session_get_confirmed(machine->session) >= end &&
            pawl_session_get_head(machine->session) >= end);
}

/* A machine that is to come and has not played all, or null. */
static const cli_fuzz_machine *find_late(const cli_fuzz_play *play) {
    for (uint32_t m = 0; m < play->machines; m++) {
        const cli_fuzz_machine *const machine = &play->machine[m];
        if (!machine->is_on && machine->return_us == CLI_FUZZ_NEVER) continue;
        if (!cli_fuzz_seat_is_reachable(play, m)) continue;
        if (!is_in(play, machine)) return machine;
    }
    return NULL;
}

static void tell_late(cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    const pawl_session *const session = machine->is_on ? machine->session : NULL;
    cli_fuzz_verdict_set(
        play->verdict, CLI_FUZZ_OUTSIDE, machine->index, play->confirmed,
        "machine %lu does not get in or to the end: life %lu, phase %d, confirmed %lu, host %lu of "
        "%lu ticks",
        (unsigned long)machine->index, (unsigned long)machine->life,
        session == NULL ? -1 : (int)pawl_session_get_phase(session),
        session == NULL ? 0UL : (unsigned long)pawl_session_get_confirmed(session),
        (unsigned long)play->confirmed, (unsigned long)play->ticks);
}

static void check_progress(cli_fuzz_play *play) {
    const uint64_t patience_us =
        (1u + cli_fuzz_script_get(play->script, CLI_FUZZ_RELAYS)) *
        (OUTSIDE_US + SECOND * (play->game->state_size / SNAPSHOT_RATE + 1u));
    const uint64_t now_us = play->now_us;
    if (now_us < play->disturbed_until_us) return;
    uint64_t since_us = play->confirmed_us;
    if (since_us < play->disturbed_until_us) since_us = play->disturbed_until_us;
    if (play->may_stand && now_us > since_us + PATIENCE_US) {
        play->stands = true;
        return;
    }
    const uint64_t quiet_us = cli_fuzz_seat_changes_hosts(play) ? HOSTLESS_US : PATIENCE_US;
    if (play->confirmed < play->ticks && now_us > since_us + quiet_us) {
        const cli_fuzz_machine *const late = find_late(play);
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_STUCK, late == NULL ? 0 : late->index,
                             play->confirmed,
                             "no tick is confirmed for %lu s after tick %lu of %lu",
                             (unsigned long)(quiet_us / SECOND), (unsigned long)play->confirmed,
                             (unsigned long)play->ticks);
    }
    if (play->confirmed >= play->ticks && now_us > since_us + patience_us) {
        const cli_fuzz_machine *const late = find_late(play);
        if (late != NULL) tell_late(play, late);
    }
    for (uint32_t m = 1; m < play->machines; m++) {
        const cli_fuzz_machine *const machine = &play->machine[m];
        if (!machine->is_on || machine->outside_since_us == CLI_FUZZ_NEVER) continue;
        if (must_wait(play, machine) || !cli_fuzz_seat_is_reachable(play, m)) continue;
        uint64_t out_us = machine->outside_since_us;
        if (out_us < play->disturbed_until_us) out_us = play->disturbed_until_us;
        if (now_us > out_us + patience_us) tell_late(play, machine);
    }
}

/* Another state, and the machine has stayed long enough to be heard. */
static void check_liars(cli_fuzz_play *play) {
    for (uint32_t m = 1; m < play->machines; m++) {
        const cli_fuzz_machine *const machine = &play->machine[m];
        if (!machine->has_lied || machine->is_noticed || machine->life != machine->lied_life ||
            !machine->is_on ||
            play->confirmed < machine->lied_tick + NOTICE_TICKS + watch_delay_of(play, machine)) {
            continue;
        }
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_UNNOTICED, m, machine->lied_tick,
                             "machine %lu tells another hash from tick %lu on, and there was no "
                             "desync",
                             (unsigned long)m, (unsigned long)machine->lied_tick);
    }
}

/* ---- time ---- */

static uint64_t next_time(const cli_fuzz_machine *machine) {
    if (!machine->is_on) return machine->return_us;
    return machine->next_us > machine->paused_until_us ? machine->next_us
                                                       : machine->paused_until_us;
}

static cli_fuzz_machine *find_next(cli_fuzz_play *play) {
    cli_fuzz_machine *next = &play->machine[0];
    for (uint32_t m = 1; m < play->machines; m++)
        if (next_time(&play->machine[m]) < next_time(next)) next = &play->machine[m];
    return next;
}

/* To the machine that had this address when it was sent; one that pauses gets it afterwards. */
static void deliver(cli_fuzz_play *play) {
    cli_fuzz_packet packet;
    cli_fuzz_net_take(&play->net, &packet);
    cli_fuzz_machine *const machine = cli_fuzz_hosts_machine(play, packet.to);
    if (!machine->is_on || machine->life != packet.to.life) return;
    cli_fuzz_machine_receive(play, machine, &packet);
}

static const cli_fuzz_machine *owner_of(const cli_fuzz_play *play, const cli_fuzz_packet *packet) {
    return &play->machine[packet->to.machine % CLI_FUZZ_BELOW];
}

static bool is_paused_for(const cli_fuzz_play *play, const cli_fuzz_packet *packet) {
    const cli_fuzz_machine *const machine = owner_of(play, packet);
    return machine->is_on && packet->at_us < machine->paused_until_us;
}

static void run_machine(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    if (!machine->is_on) {
        cli_fuzz_machine_boot(play, machine);
        return;
    }
    machine->next_us = play->now_us + 1000u * SECOND / play->game->rate / machine->speed;
    cli_fuzz_machine_frame(play, machine);
}

static bool is_over(const cli_fuzz_play *play) {
    return play->verdict->type != CLI_FUZZ_FINE || play->stands ||
           (play->confirmed >= play->ticks && find_late(play) == NULL);
}

static void run(cli_fuzz_play *play) {
    while (!is_over(play)) {
        cli_fuzz_machine *const next = find_next(play);
        const cli_fuzz_packet *const packet = cli_fuzz_net_peek(&play->net);
        const uint64_t at_us = next_time(next);
        if (packet != NULL && packet->at_us <= at_us) {
            if (packet->at_us > play->now_us) play->now_us = packet->at_us;
            if (is_paused_for(play, packet)) {
                cli_fuzz_net_postpone(&play->net, owner_of(play, packet)->paused_until_us);
            } else {
                deliver(play);
            }
            continue;
        }
        play->now_us = at_us;
        run_machine(play, next);
        do_events(play);
        check_progress(play);
    }
    if (play->verdict->type == CLI_FUZZ_FINE) check_liars(play);
}

/* ---- a game ---- */

static bool joins_late(const cli_fuzz_script *script, uint32_t machine) {
    for (uint32_t i = 0; i < script->count; i++)
        if (script->lines[i].verb == CLI_FUZZ_JOIN && script->lines[i].machine == machine)
            return true;
    return false;
}

static void plan_lies(cli_fuzz_play *play) {
    for (uint32_t i = 0; i < play->script->count; i++) {
        const cli_fuzz_line *const line = &play->script->lines[i];
        if (line->machine >= play->machines) continue;
        cli_fuzz_machine *const machine = &play->machine[line->machine];
        if (line->verb == CLI_FUZZ_CHEAT) machine->cheat_tick = line->at;
        if (line->verb == CLI_FUZZ_FORGE) machine->forge_tick = line->at;
        if (line->verb != CLI_FUZZ_DAMAGE) continue;
        machine->damage_tick = line->at;
        machine->damage = line->number;
    }
}

static void set_up(cli_fuzz_play *play) {
    const cli_fuzz_script *const script = play->script;
    uint32_t players = cli_fuzz_script_get(script, CLI_FUZZ_PLAYERS);
    if (players < play->game->players_min) players = play->game->players_min;
    if (players > play->game->players_max) players = play->game->players_max;
    play->players = players;
    play->machines = players + cli_fuzz_script_get(script, CLI_FUZZ_SPECTATORS);
    play->seed = cli_fuzz_script_get(script, CLI_FUZZ_SEED);
    play->ticks = cli_fuzz_script_get(script, CLI_FUZZ_TICKS);
    play->disturbed_until_us = AFTERMATH_US;
    cli_fuzz_net_begin(&play->net, script);
    cli_fuzz_check_begin(play);
    for (uint32_t m = 0; m < play->machines; m++)
        cli_fuzz_machine_make(play, m);
    plan_lies(play);
}

void cli_fuzz_play_run(const pawl_game *game, const cli_fuzz_script *script,
                       cli_fuzz_verdict *verdict) {
    cli_fuzz_play *const play = cli_heap_allocate(sizeof *play);
    const uint32_t distance = cli_fuzz_script_get(script, CLI_FUZZ_SYNCTEST);
    memset(play, 0, sizeof *play);
    memset(verdict, 0, sizeof *verdict);
    play->game = game;
    play->script = script;
    play->verdict = verdict;
    set_up(play);
    if (distance > 0) cli_fuzz_synctest(play, distance);
    for (uint32_t m = 0; m < play->machines && verdict->type == CLI_FUZZ_FINE; m++)
        if (!joins_late(script, m)) cli_fuzz_machine_boot(play, &play->machine[m]);
    run(play);
    verdict->ticks = play->confirmed;
    verdict->packets = (uint32_t)play->net.sent;
    if (verdict->finding == CLI_FUZZ_HASHES || verdict->finding == CLI_FUZZ_SYNC)
        cli_fuzz_diagnose(play);
    for (uint32_t m = 0; m < play->machines; m++)
        cli_fuzz_machine_free(&play->machine[m]);
    cli_fuzz_net_free(&play->net);
    cli_fuzz_check_free(play);
    free(play);
}
