/* net_migrate.c - machines of a game whose host changes: each does what its session asks for, and
 * its program knows addresses, nothing else. */
#include "support/net/net_migrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/migrate.h"
#include "support/net/net_star.h"
#include "support/base/seeded.h"

#define FRAME_US 16667u

migrate_world *migrate_make(void) {
    migrate_world *const world = calloc(1, sizeof *world);
    if (world == NULL) return NULL;
    world->net = netsim_make();
    return world;
}

void migrate_free(migrate_world *world) {
    for (uint32_t i = 0; i < MIGRATE_MACHINES; i++)
        free(world->machines[i].memory);
    netsim_free(world->net);
    free(world);
}

void migrate_fail(migrate_world *world, const char *text, uint32_t a, uint32_t b, uint32_t c) {
    if (world->defect[0] != 0) return;
    snprintf(world->defect, sizeof world->defect, "seed 0x%llx, %u ms: %s (%u, %u, %u)",
             (unsigned long long)world->seed, (unsigned)(netsim_time(world->net) / 1000), text, a,
             b, c);
}

static uint32_t now_of(const migrate_world *world, uint32_t index) {
    return netsim_clock_ms(world->net, index);
}

/* ---- a machine ---- */

void migrate_stop_machine(migrate_world *world, uint32_t index) {
    migrate_machine *const m = &world->machines[index];
    free(m->memory);
    m->memory = NULL;
    m->session = NULL;
    m->is_on = m->is_host = false;
    m->gone_us = 0;
}

void migrate_start_machine(migrate_world *world, uint32_t index, uint32_t host) {
    migrate_machine *const m = &world->machines[index];
    const uint32_t visits = m->visits + 1u;
    free(m->memory);
    memset(m, 0, sizeof *m);
    pawl_session_def def = world->def;
    def.role = index == host ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    def.session_id = 1000u + index + 100u * visits;
    if (def.can_predict) def.can_predict = index % 2u;
    def.secret[0] = (uint8_t)(index + 1u);
    const size_t size = pawl_session_size(&def);
    const size_t most = net_check_bound(&def);
    if (size == 0 || size > most) migrate_fail(world, "size", (uint32_t)size, (uint32_t)most, 0);
    m->memory = malloc(size);
    m->visits = visits;
    m->host = host;
    for (uint32_t i = 0; i < PAWL_SESSION_PEERS_MAX; i++)
        m->peers[i] = MIGRATE_NONE;
    net_game_begin(&m->now, 5);
    net_game_begin(&m->sure, 5);
    m->sure_is_here = true;
    if (pawl_session_init(m->memory, size, &def, &m->session) != PAWL_OK) {
        migrate_fail(world, "init", index, 0, 0);
        return;
    }
    const pawl_status status =
        pawl_session_set_snapshot_memory(m->session, m->incoming, sizeof m->incoming);
    if (status != PAWL_OK) migrate_fail(world, "snapshot memory", index, (uint32_t)status, 0);
    m->is_on = true;
}

bool migrate_may_play(const pawl_session_def *def) {
    pawl_session_def one = *def;
    one.role = PAWL_ROLE_CLIENT;
    one.session_id = one.secret[0] = 1;
    return pawl_session_size(&one) != 0;
}

static uint32_t gone_of(const migrate_world *world, const uint8_t *status) {
    uint32_t gone = 0;
    for (uint32_t i = 0; i < PAWL_SESSION_PLAYERS_MAX && i < world->def.players; i++)
        gone |= (uint32_t)(status[i] == PAWL_INPUT_GONE) << i;
    return gone;
}

static void answer(migrate_world *world, migrate_machine *m, const pawl_request *request) {
    const pawl_session_def *const def = &world->def;
    switch (request->type) {
    case PAWL_REQUEST_SAVE:
        m->slots[request->slot] = m->now;
        (void)pawl_session_answer_save(m->session, request->tick,
                                       request->wants_hash ? net_game_hash(&m->now) : 0);
        break;
    case PAWL_REQUEST_LOAD:
        m->now = m->slots[request->slot];
        break;
    case PAWL_REQUEST_STEP:
        if (m->now.tick != request->tick)
            migrate_fail(world, "step", m->now.tick, request->tick, 0);
        net_game_step(&m->now, def->players, def->input_size, request->inputs,
                      net_game_gone(gone_of(world, request->status), def->players, request->sizes));
        break;
    case PAWL_REQUEST_SNAPSHOT:
        net_game_encode(request->is_current ? &m->now : &m->slots[request->slot], m->snapshot,
                        1500);
        (void)pawl_session_answer_snapshot(m->session, request->tick, m->snapshot, 1500);
        break;
    case PAWL_REQUEST_RESET: {
        const bool good = net_game_decode(request->snapshot, request->snapshot_size, &m->now);
        if (!good || m->now.tick != request->tick)
            migrate_fail(world, "snapshot", request->tick, 0, 0);
        m->sure = m->now;
        memset(m->rows, 0, sizeof m->rows);
        world->sums.resets++;
        (void)pawl_session_answer_reset(m->session, good);
        break;
    }
    case PAWL_REQUEST_PREDICT:
        migrate_answer_predict(world, m, request);
        break;
    case PAWL_REQUEST_SIGN:
        migrate_answer_sign(world, m, request);
        break;
    case PAWL_REQUEST_DIAGNOSE:
        (void)pawl_session_answer_diagnose(m->session, NULL);
        break;
    default:
        break;
    }
}

/* What was confirmed, and the state that it makes. */
static void take_confirmed(migrate_world *world, migrate_machine *m) {
    uint8_t row[NET_INPUTS_MAX + 2 * PAWL_SESSION_PLAYERS_MAX], status[PAWL_SESSION_PLAYERS_MAX];
    uint8_t sizes[PAWL_SESSION_PLAYERS_MAX];
    uint32_t tick;
    const uint32_t size = (uint32_t)world->def.players * world->def.input_size;
    const bool varies = world->def.variable_inputs != 0;
    while (pawl_session_take_confirmed_sized(m->session, &tick, row, sizes, status)) {
        if (tick != m->sure.tick) {
            migrate_fail(world, "confirmed rows are not in order", tick, m->sure.tick, 0);
            return;
        }
        const uint32_t gone = gone_of(world, status);
        net_game_step(&m->sure, world->def.players, world->def.input_size, row,
                      net_game_gone(gone, world->def.players, varies ? sizes : NULL));
        if (tick >= MIGRATE_TICKS) return;
        memcpy(world->inputs[m - world->machines][tick], row, size);
        if (varies) memcpy(world->sizes[m - world->machines][tick], sizes, world->def.players);
        row[size] = (uint8_t)gone;
        row[size + 1u] = (uint8_t)(gone >> 8);
        memcpy(row + size + 2u, sizes, varies ? world->def.players : 0u);
        m->rows[tick] = pawl_xxh32(row, size + 2u + (varies ? world->def.players : 0u), 0) | 1u;
        m->hashes[tick] = net_game_hash(&m->sure);
    }
}

/* ---- its program ---- */

/* Where members are, as the session says. */
static void map_members(migrate_world *world, migrate_machine *m, uint32_t host_number) {
    pawl_session_member member;
    for (uint32_t i = 0; i <= world->def.players; i++) {
        if (pawl_session_get_member(m->session, i, &member) != PAWL_OK) continue;
        if (member.address_size == 0) continue;
        const uint32_t at = *(const uint8_t *)member.address;
        if (m->is_host && member.peer < PAWL_SESSION_PEERS_MAX) m->peers[member.peer] = at;
        if (!m->is_host && i == host_number) m->host = at;
    }
}

static void take_event(migrate_world *world, uint32_t index, const pawl_session_event_info *event) {
    migrate_machine *const m = &world->machines[index];
    switch (event->type) {
    case PAWL_EVENT_PEER_UP: {
        m->is_host = true;
        map_members(world, m, 0);
        if (m->peers[event->peer] == MIGRATE_NONE) break;
        const uint8_t own = (uint8_t)index, address = (uint8_t)m->peers[event->peer];
        (void)pawl_session_tell_address(m->session, PAWL_SESSION_PEER_NONE, &own, 1);
        (void)pawl_session_tell_address(m->session, event->peer, &address, 1);
        break;
    }
    case PAWL_EVENT_HOST_GONE:
        m->is_host = false;
        m->gone_us = netsim_time(world->net);
        if (m->gone_us > world->last_gone_us) world->last_gone_us = m->gone_us;
        break;
    case PAWL_EVENT_STRANDED:
        m->stranded++;
        break;
    case PAWL_EVENT_MIGRATED: {
        pawl_session_member member;
        const bool is_here =
            pawl_session_get_member(m->session, event->value, &member) == PAWL_OK && member.is_here;
        m->is_host = is_here;
        m->gone_us = 0;
        if (is_here) {
            world->sums.migrations++;
            for (uint32_t i = 0; i < PAWL_SESSION_PEERS_MAX; i++)
                m->peers[i] = MIGRATE_NONE;
        }
        map_members(world, m, event->value);
        break;
    }
    case PAWL_EVENT_DESYNC:
        migrate_fail(world, "desync", event->tick, event->peer, index);
        break;
    case PAWL_EVENT_REFUSED:
        if (getenv("PAWL_MIGRATE_SAYS")) printf("%u refused %d\n", index, (int)event->reason);
        break;
    default:
        break;
    }
}

static uint32_t peer_at(const migrate_machine *m, uint32_t from) {
    for (uint32_t i = 0; i < PAWL_SESSION_PEERS_MAX; i++)
        if (m->peers[i] == from && !pawl_session_is_peer_free(m->session, i)) return i;
    return MIGRATE_NONE;
}

/* On a trusted link the program gives numbers. */
static void receive_trusted(migrate_machine *m, uint32_t from, const uint8_t *packet, size_t size,
                            uint32_t now_ms) {
    uint32_t peer = 0;
    const bool is_host = m->is_host || m->session->def.role == PAWL_ROLE_HOST;
    if (is_host) {
        peer = peer_at(m, from);
        for (uint32_t i = 0; peer == MIGRATE_NONE && i < m->session->def.peers; i++) {
            if (!pawl_session_is_peer_free(m->session, i)) continue;
            peer = i;
            if (packet[2] >> 4 == 0) m->peers[i] = from;
        }
    } else if (from != m->host) {
        peer = PAWL_SESSION_MEMBER;
    }
    if (peer != MIGRATE_NONE) (void)pawl_session_receive(m->session, peer, packet, size, now_ms);
}

static void receive_all(migrate_world *world, uint32_t index) {
    migrate_machine *const m = &world->machines[index];
    uint8_t packet[NET_PACKET_MAX];
    uint32_t from;
    const uint32_t now_ms = now_of(world, index);
    for (int32_t size; (size = netsim_take(world->net, index, &from, packet)) >= 0;) {
        if (!m->is_on || world->sides[from] != world->sides[index]) continue;
        if (!world->is_strict) {
            receive_trusted(m, from, packet, (size_t)size, now_ms);
            continue;
        }
        const uint8_t address = (uint8_t)from;
        pawl_session_reply reply;
        if (m->session->def.role != PAWL_ROLE_HOST && from != m->host && packet[2] >> 4 != 9)
            continue; /* not of its host */
        pawl_session_receive_from(m->session, &address, 1, packet, (size_t)size, now_ms, &reply);
        if (reply.size > 0) netsim_send(world->net, index, from, reply.bytes, reply.size);
        if (m->session->def.role == PAWL_ROLE_HOST && reply.peer < PAWL_SESSION_PEERS_MAX)
            m->peers[reply.peer] = from;
    }
}

static void send_all(migrate_world *world, uint32_t index) {
    migrate_machine *const m = &world->machines[index];
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    const uint32_t now_ms = now_of(world, index);
    for (int32_t size;
         (size = pawl_session_send(m->session, &peer, packet, sizeof packet, now_ms)) > 0;) {
        uint32_t to = MIGRATE_NONE;
        pawl_session_member member;
        if (peer >= PAWL_SESSION_MEMBER) {
            if (pawl_session_get_member(m->session, peer - PAWL_SESSION_MEMBER, &member) ==
                    PAWL_OK &&
                member.address_size > 0) {
                to = *(const uint8_t *)member.address;
            }
        } else {
            to = m->session->def.role == PAWL_ROLE_HOST ? m->peers[peer] : m->host;
        }
        if (to >= world->count || world->sides[to] != world->sides[index]) continue;
        netsim_send(world->net, index, to, packet, (size_t)size);
    }
}

static void play_frame(migrate_world *world, uint32_t index) {
    migrate_machine *const m = &world->machines[index];
    receive_all(world, index);
    if (!m->is_on) return;
    if (pawl_session_take_advice(m->session) == 0) {
        const uint32_t players = pawl_session_get_local_players(m->session);
        for (uint32_t player = 0; player < world->def.players; player++) {
            if ((players >> player & 1u) == 0) continue;
            uint8_t input[PAWL_SESSION_INPUT_MAX] = {0};
            input[0] = (uint8_t)(pawl_session_get_head(m->session) / 7u * (player + 3u) + index);
            const uint32_t head = pawl_session_get_head(m->session), most = world->def.input_size;
            const uint32_t given = head / 3u * (player + 1u) % 5u == 0 ? head % (most + 1u) : 0;
            const uint32_t its = world->def.variable_inputs == 0 ? most : given;
            if (its > 1) input[its - 1u] = (uint8_t)(head * player);
            (void)pawl_session_add_input_sized(m->session, player, input, its);
        }
    }
    pawl_request request;
    for (uint32_t i = 0; i < 60; i++) {
        if (pawl_session_next_request(m->session, &request) <= PAWL_REQUEST_WAIT) break;
        answer(world, m, &request);
        take_confirmed(world, m);
    }
    take_confirmed(world, m);
    pawl_session_event_info event;
    while (pawl_session_take_event(m->session, &event))
        take_event(world, index, &event);
    send_all(world, index);
    while (pawl_session_take_event(m->session, &event))
        take_event(world, index, &event);
    take_confirmed(world, m);
    migrate_take_signatures(world, index);
    m->has_ended = pawl_session_get_phase(m->session) == PAWL_PHASE_ENDED;
}

/* ---- the world ---- */

void migrate_cut(migrate_world *world, const uint8_t sides[MIGRATE_MACHINES]) {
    memcpy(world->sides, sides, sizeof world->sides);
}

void migrate_begin(migrate_world *world, uint64_t seed, uint32_t count, const pawl_session_def *def,
                   const net_line *line, bool is_strict) {
    for (uint32_t i = 0; i < MIGRATE_MACHINES; i++)
        migrate_stop_machine(world, i);
    netsim_reset(world->net, seed);
    world->seed = seed;
    world->count = count;
    world->def = *def;
    world->line = *line;
    world->is_strict = is_strict;
    world->committed = 0;
    world->last_gone_us = 0;
    world->defect[0] = 0;
    memset(world->finals, 0, sizeof world->finals);
    memset(world->sides, 0, sizeof world->sides);
    for (uint32_t i = 0; i < 256; i++)
        world->hosts[i] = MIGRATE_NONE;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t to = 0; to < count; to++)
            if (to != i) *netsim_line(world->net, i, to) = *line;
        netsim_set_clock(world->net, i, (uint32_t)seed + 77777u * i, 0);
    }
    for (uint32_t i = 0; i < count; i++)
        migrate_start_machine(world, i, 0);
}

uint32_t migrate_find_host(const migrate_world *world) {
    uint32_t best = MIGRATE_NONE, term = 0;
    for (uint32_t i = 0; i < world->count; i++) {
        const migrate_machine *const m = &world->machines[i];
        if (!m->is_on || m->has_ended || m->session->def.role != PAWL_ROLE_HOST) continue;
        const uint32_t its = pawli_session_migrate(m->session)->term;
        if (best != MIGRATE_NONE && its < term) continue;
        best = i;
        term = its;
    }
    return best;
}

/* ---- what must hold ---- */

/* A machine on the line of this host that has its rows before a tick. */
static bool has_rows(const migrate_world *world, const pawli_migrate *host, const uint8_t *address,
                     uint32_t end) {
    if (*address >= world->count) return false;
    const migrate_machine *const m = &world->machines[*address];
    if (!m->is_on || m->has_ended) return false;
    const pawli_migrate *const its = pawli_session_migrate(m->session);
    return its->line == host->line && its->has_key && !its->is_empty &&
           pawl_session_get_phase(m->session) == PAWL_PHASE_PLAYING &&
           pawl_session_get_confirmed(m->session) >= end;
}

static bool have_more_than_half(const migrate_world *world, const pawl_session *session,
                                uint32_t end, bool before) {
    const pawli_migrate *const host = pawli_session_migrate(session);
    uint32_t all = 0, some = 0;
    for (uint32_t i = 0; i <= world->def.players; i++) {
        const pawli_roster_member *const member = pawli_session_member(session, i);
        if (member->since == 0 || (before ? member->is_new : member->is_old)) continue;
        all++;
        if (i == host->self) {
            some++;
        } else if (member->address_size == 1) {
            some += has_rows(world, host, pawli_session_address(session, i), end);
        }
    }
    return 2 * some > all;
}

/* Ticks that more than half of the members have on the line of the host stay for ever. */
static void commit(migrate_world *world, uint32_t index) {
    const migrate_machine *const m = &world->machines[index];
    const uint32_t confirmed = pawl_session_get_confirmed(m->session);
    for (uint32_t tick = world->committed; tick < confirmed && tick < MIGRATE_TICKS; tick++) {
        if (m->rows[tick] == 0) break;
        if (!have_more_than_half(world, m->session, tick + 1, false)) break;
        if (!have_more_than_half(world, m->session, tick + 1, true)) break;
        world->finals[tick] = m->rows[tick];
        world->final_hashes[tick] = m->hashes[tick];
        world->committed = tick + 1;
        world->sums.committed++;
    }
}

/* No machine has hosted since: one that does not know yet of another host is not the latest, and
 * what it decides is lost, although it may be the only one at the moment that hosts. */
static bool is_latest_host(const migrate_world *world, uint32_t index) {
    const uint32_t term = pawli_session_migrate(world->machines[index].session)->term;
    for (uint32_t later = term + 1; later < 256; later++)
        if (world->hosts[later] != MIGRATE_NONE) return false;
    return true;
}

/* Whoever is on the line of the latest host has all that must stay. */
static void check_rows(migrate_world *world, uint32_t index, uint32_t host) {
    const migrate_machine *const m = &world->machines[index];
    const pawli_migrate *const its = pawli_session_migrate(m->session);
    const pawli_migrate *const best = pawli_session_migrate(world->machines[host].session);
    if (its->line != best->line || its->is_empty || !m->is_on) return;
    if (pawl_session_get_phase(m->session) != PAWL_PHASE_PLAYING) return;
    const uint32_t end = pawl_session_get_confirmed(m->session);
    for (uint32_t tick = m->session->first; tick < end && tick < MIGRATE_TICKS; tick++) {
        if (m->rows[tick] == 0) continue;
        if (tick < world->committed) {
            if (m->rows[tick] != world->finals[tick])
                migrate_fail(world, "row", index, tick, its->line);
            if (m->hashes[tick] != world->final_hashes[tick])
                migrate_fail(world, "hash", index, tick, its->line);
        } else if (world->machines[host].rows[tick] != 0 &&
                   m->rows[tick] != world->machines[host].rows[tick]) {
            migrate_fail(world, "row of the host", index, tick, host);
        }
    }
}

/* The new host has all that one of those that elected it was told, on the same line. */
static void check_election(migrate_world *world, uint32_t index) {
    const pawl_session *const session = world->machines[index].session;
    const pawli_migrate *const host = pawli_session_migrate(session);
    if (host->term >= 256 || world->hosts[host->term] == index) return;
    if (world->hosts[host->term] != MIGRATE_NONE) {
        migrate_fail(world, "two hosts in a term", index, world->hosts[host->term], host->term);
    }
    world->hosts[host->term] = index;
    for (uint32_t i = 0; i < world->count; i++) {
        const migrate_machine *const m = &world->machines[i];
        if (!m->is_on || i == index) continue;
        const pawli_migrate *const its = pawli_session_migrate(m->session);
        if (its->term != host->term || its->vote != host->self) continue;
        if (its->line != host->line_before) continue;
        const uint32_t told = pawl_session_get_confirmed(m->session);
        if (told > host->start) migrate_fail(world, "a voter was told more", i, told, host->start);
        for (uint32_t tick = 0; tick < told && tick < MIGRATE_TICKS; tick++) {
            const uint32_t ours = world->machines[index].rows[tick];
            if (m->rows[tick] != 0 && ours != 0 && m->rows[tick] != ours)
                migrate_fail(world, "a voter was told another row", i, tick, index);
        }
    }
}

bool migrate_run(migrate_world *world, uint32_t ms) {
    const uint64_t end = netsim_time(world->net) + (uint64_t)ms * 1000;
    while (netsim_time(world->net) < end && world->defect[0] == 0) {
        netsim_set_time(world->net, netsim_time(world->net) + FRAME_US);
        for (uint32_t i = 0; i < world->count; i++)
            play_frame(world, i);
        const uint32_t host = migrate_find_host(world);
        if (host == MIGRATE_NONE) continue;
        check_election(world, host);
        commit(world, host);
    }
    const uint32_t host = migrate_find_host(world);
    if (host != MIGRATE_NONE && is_latest_host(world, host))
        for (uint32_t i = 0; i < world->count; i++)
            if (world->machines[i].is_on) check_rows(world, i, host);
    return world->defect[0] == 0;
}
