/* fuzz_hosts.c - a game whose host may change: where machines find the one of now, from which tick
 * on it decides, and whether enough of the others are left to agree on the next one. */
#include <string.h>

#include "cli/fuzz/fuzz_play.h"

#define IN_GAME_US 2000000u /* since then a machine is known to the others */
#define HOSTLESS_US 20000000u
#define MEMBER_TYPE 9u /* of packets between members, docs/format-wire.md */

static bool is_equal(cli_fuzz_address a, cli_fuzz_address b) {
    return a.machine == b.machine && a.life == b.life;
}

bool cli_fuzz_hosts_decides(const cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    return !machine->is_below && machine->index == play->host && machine->reign == play->reign &&
           machine->hosts;
}

/* ---- addresses ---- */

static cli_fuzz_address address_of(const cli_fuzz_machine *machine) {
    const uint32_t number = machine->index | (machine->is_below ? CLI_FUZZ_BELOW : 0u);
    return (cli_fuzz_address){(uint16_t)number, (uint16_t)machine->life};
}

cli_fuzz_address cli_fuzz_hosts_own(const cli_fuzz_machine *machine) {
    return address_of(machine);
}

cli_fuzz_machine *cli_fuzz_hosts_machine(cli_fuzz_play *play, cli_fuzz_address address) {
    cli_fuzz_machine *const machine = &play->machine[address.machine % CLI_FUZZ_BELOW];
    return (address.machine & CLI_FUZZ_BELOW) == 0 ? machine : machine->below;
}

void cli_fuzz_hosts_find(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    const uint32_t above = cli_fuzz_seat_above(play, machine->index);
    if (machine->is_below || machine->hosts) return;
    if (above != 0) {
        machine->host = address_of(play->machine[above].below);
    } else if (pawl_session_get_phase(machine->session) == PAWL_PHASE_WAITING) {
        machine->host = address_of(&play->machine[play->host]);
    }
}

static bool find_member(const cli_fuzz_machine *machine, uint32_t number, pawl_session_member *out,
                        cli_fuzz_address *address) {
    if (pawl_session_get_member(machine->session, number, out) != PAWL_OK) return false;
    if (out->address_size != sizeof *address) return false;
    memcpy(address, out->address, sizeof *address);
    return true;
}

bool cli_fuzz_hosts_route(const cli_fuzz_machine *machine, uint32_t peer, cli_fuzz_address *out) {
    pawl_session_member member;
    if (peer >= PAWL_SESSION_MEMBER)
        return find_member(machine, peer - PAWL_SESSION_MEMBER, &member, out);
    if (!machine->hosts) {
        *out = machine->host;
        return true;
    }
    *out = machine->address[peer];
    return machine->has_address[peer];
}

bool cli_fuzz_hosts_hears(const cli_fuzz_machine *machine, const cli_fuzz_packet *packet) {
    const bool is_of_member = packet->size > 2 && packet->bytes[2] >> 4 == MEMBER_TYPE;
    return machine->hosts || is_equal(packet->from, machine->host) ||
           (machine->def.migrates && is_of_member);
}

/* Where its peers are that it has taken in. */
static void map_members(const cli_fuzz_play *play, cli_fuzz_machine *machine) {
    for (uint32_t i = 0; i <= play->players; i++) {
        pawl_session_member member;
        cli_fuzz_address address;
        if (!find_member(machine, i, &member, &address)) continue;
        if (member.peer >= PAWL_SESSION_PEERS_MAX || member.is_here) continue;
        machine->address[member.peer] = address;
        machine->has_address[member.peer] = true;
    }
}

static void tell_addresses(const cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t peer) {
    const cli_fuzz_address own = address_of(machine);
    map_members(play, machine);
    if (peer >= PAWL_SESSION_PEERS_MAX || !machine->has_address[peer]) return;
    (void)pawl_session_tell_address(machine->session, PAWL_SESSION_PEER_NONE, &own, sizeof own);
    (void)pawl_session_tell_address(machine->session, peer, &machine->address[peer],
                                    sizeof machine->address[peer]);
}

/* ---- reigns ---- */

static bool is_of_reign(const cli_fuzz_play *play, const cli_fuzz_machine *machine, uint32_t tick) {
    return machine->is_on && machine->reign == play->reign &&
           pawl_session_get_phase(machine->session) == PAWL_PHASE_PLAYING &&
           pawl_session_get_confirmed(machine->session) > tick;
}

/* Member `number` of those that a machine knows, and where it is; false: there is none. Null: its
 * machine has gone since. */
static bool take_member(cli_fuzz_play *play, const cli_fuzz_machine *machine, uint32_t number,
                        const cli_fuzz_machine **out) {
    pawl_session_member member;
    cli_fuzz_address address;
    *out = NULL;
    if (pawl_session_get_member(machine->session, number, &member) != PAWL_OK) return false;
    if (member.is_here) *out = machine;
    if (!member.is_here && find_member(machine, number, &member, &address)) {
        const cli_fuzz_machine *const at = cli_fuzz_hosts_machine(play, address);
        if (at->life == address.life) *out = at;
    }
    return member.players != 0;
}

/* What more than half of the members have confirmed must stay. */
static void check_start(cli_fuzz_play *play, const cli_fuzz_machine *machine, uint32_t start) {
    uint32_t all = 0, count = 0;
    for (uint32_t i = 0; i <= play->players; i++) {
        const cli_fuzz_machine *member;
        if (!take_member(play, machine, i, &member)) continue;
        all++;
        count += member != NULL && member != machine && is_of_reign(play, member, start);
    }
    if (2u * count <= all) return;
    cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_INPUTS, machine->index, start,
                         "machine %lu becomes the host at tick %lu, and %lu of %lu members have "
                         "confirmed more",
                         (unsigned long)machine->index, (unsigned long)start, (unsigned long)count,
                         (unsigned long)all);
}

/* Its rows are those of the game that goes on, from where those of another host parted from them:
 * a host that was cut off may be elected again, with what it had confirmed meanwhile. */
static void begin_reign(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t start) {
    const uint32_t valid = cli_fuzz_seat_valid(play, machine);
    const uint32_t parted = valid < start ? valid : start;
    check_start(play, machine, parted);
    if (play->reign + 1u < CLI_FUZZ_REIGNS_MAX) play->reign++;
    play->reign_start[play->reign] = parted;
    play->host = machine->index;
    machine->reign = play->reign;
    if (parted < play->confirmed) cli_fuzz_check_rewind(play, parted);
    for (uint32_t tick = play->confirmed; tick < start && tick < play->row_capacity; tick++)
        if (machine->has_row[tick]) cli_fuzz_check_confirm(play, tick, &machine->rows[tick]);
    if (start > play->confirmed) {
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_INPUTS, machine->index, start,
                             "machine %lu becomes the host at tick %lu, and no host has confirmed "
                             "more than %lu",
                             (unsigned long)machine->index, (unsigned long)start,
                             (unsigned long)play->confirmed);
    }
    play->verdict->migrations++;
    machine->hosts = true;
    memset(machine->has_address, 0, sizeof machine->has_address);
    map_members(play, machine);
    play->confirmed_us = play->now_us;
}

/* What it had from there on was of a host that failed: a snapshot is on its way. */
static void follow(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t number,
                   uint32_t start) {
    pawl_session_member member;
    for (uint32_t tick = start; tick < play->row_capacity; tick++) {
        machine->has_row[tick] = false;
        if (tick > start) machine->has_hash[tick] = false;
    }
    cli_fuzz_address address;
    machine->hosts = false;
    if (!find_member(machine, number, &member, &address)) return;
    machine->host = address;
    const cli_fuzz_machine *const host = cli_fuzz_hosts_machine(play, address);
    machine->reign = host->reign;
}

void cli_fuzz_hosts_enter(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t tick) {
    if (machine->is_below) machine->reign = play->machine[machine->index].reign;
    if (machine->is_below || machine->hosts) return;
    const cli_fuzz_machine *const host = cli_fuzz_hosts_machine(play, machine->host);
    machine->reign = host->reign;
    if (!cli_fuzz_seat_changes_hosts(play)) return;
    cli_fuzz_check_forget(play, machine);
    cli_fuzz_check_inherit(play, machine, host, tick);
}

void cli_fuzz_hosts_see(cli_fuzz_play *play, cli_fuzz_machine *machine,
                        const pawl_session_event_info *event) {
    pawl_session_member member;
    switch (event->type) {
    case PAWL_EVENT_PEER_UP:
        if (machine->def.migrates && machine->hosts) tell_addresses(play, machine, event->peer);
        break;
    case PAWL_EVENT_HOST_GONE:
        machine->hosts = false;
        machine->hostless_us = play->now_us;
        machine->is_told = false;
        break;
    case PAWL_EVENT_STRANDED:
        machine->is_told = true;
        break;
    case PAWL_EVENT_MIGRATED:
        machine->hostless_us = CLI_FUZZ_NEVER;
        if (pawl_session_get_member(machine->session, event->value, &member) == PAWL_OK &&
            member.is_here) {
            begin_reign(play, machine, event->tick);
        } else {
            follow(play, machine, event->value, event->tick);
        }
        break;
    default:
        break;
    }
}

/* ---- those that are left ---- */

static bool is_steady(const cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    return machine->is_on && !machine->is_leaving && machine->inside_since_us != CLI_FUZZ_NEVER &&
           machine->inside_since_us + IN_GAME_US <= play->now_us;
}

/* Of the members that the host of now has told, which may be fewer than play: one that has come
 * back becomes a member some time later. */
void cli_fuzz_hosts_lose(cli_fuzz_play *play, const cli_fuzz_machine *machine, bool has_left) {
    const cli_fuzz_machine *const host = &play->machine[play->host];
    uint32_t all = 0, steady = 0;
    if (!cli_fuzz_seat_changes_hosts(play) || machine->index >= play->players) return;
    for (uint32_t i = 0; i <= play->players; i++) {
        const cli_fuzz_machine *member;
        if (!take_member(play, host, i, &member)) continue;
        if (has_left && member == host && machine == host) continue;
        all++;
        steady += member != NULL && is_steady(play, member);
    }
    const bool is_tie = 2u * steady == all && host->hosts && is_steady(play, host);
    if (2u * steady <= all && !is_tie) play->may_stand = true;
}

void cli_fuzz_hosts_watch(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    if (!machine->def.migrates || machine->hostless_us == CLI_FUZZ_NEVER) return;
    if (play->now_us < machine->hostless_us + HOSTLESS_US) return;
    if (!machine->is_told) {
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_OUTSIDE, machine->index, play->confirmed,
                             "machine %lu has no host for %lu s, and is not told",
                             (unsigned long)machine->index,
                             (unsigned long)(HOSTLESS_US / 1000000u));
    }
    machine->hostless_us = CLI_FUZZ_NEVER;
    machine->is_on = false;
    machine->return_us = play->now_us + 500u * CLI_FUZZ_MS;
    cli_fuzz_hosts_lose(play, machine, false);
}
