/* net_migrate_plan.c - a game in which all that can happen to a host happens, by a seed. */
#include <stdio.h>
#include <string.h>

#include "migrate/migrate.h"
#include "pawl/sign.h"
#include "support/net/net_migrate.h"

#define AGREED_MS 2000u /* from the loss of the host to the next one */
#define STEP_MS 50u
#define SETTLE_MS 10000u /* a machine is taken in by then, or told that it is not */
#define JOIN_MS 8000u
#define WHOLE_MS \
    2000u /* a member is taken in sooner; it must not give up as the network comes back */

typedef struct plan {
    migrate_world *world;
    uint64_t random;
    const char *what;
} plan;

static uint32_t timeout_of(const plan *p) {
    return p->world->def.timeout_ms;
}

static uint32_t draw(plan *p, uint32_t bound) {
    return net_random(&p->random, bound);
}

static uint32_t members_of(const migrate_world *world, uint32_t host) {
    uint32_t count = 0;
    for (uint32_t i = 0; i <= world->def.players; i++)
        count += pawli_member_is_in(pawli_session_member(world->machines[host].session, i));
    return count;
}

static uint32_t count_on(const migrate_world *world) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->count; i++)
        count += world->machines[i].is_on;
    return count;
}

static uint32_t host_of_side(const migrate_world *world, uint32_t side) {
    uint32_t best = MIGRATE_NONE, term = 0;
    for (uint32_t i = 0; i < world->count; i++) {
        const migrate_machine *const m = &world->machines[i];
        if (!m->is_on || world->sides[i] != side || m->session->def.role != PAWL_ROLE_HOST)
            continue;
        const uint32_t its = pawli_session_migrate(m->session)->term;
        if (best != MIGRATE_NONE && its < term) continue;
        best = i;
        term = its;
    }
    return best;
}

bool migrate_is_whole(const migrate_world *world, uint32_t side) {
    const uint32_t host = host_of_side(world, side);
    if (host == MIGRATE_NONE) return false;
    const uint32_t term = pawli_session_migrate(world->machines[host].session)->term;
    for (uint32_t i = 0; i < world->count; i++) {
        const migrate_machine *const m = &world->machines[i];
        if (!m->is_on || world->sides[i] != side) continue;
        const pawli_migrate *const its = pawli_session_migrate(m->session);
        if (pawl_session_get_phase(m->session) != PAWL_PHASE_PLAYING) return false;
        if (i != host && (its->role != PAWLI_MEMBER_FOLLOWS || its->term != term ||
                          m->session->def.role == PAWL_ROLE_HOST)) {
            return false;
        }
    }
    return true;
}

/* Whole, and the host's roster has just the machines that are on. */
static bool is_settled(const migrate_world *world) {
    if (!migrate_is_whole(world, 0)) return false;
    const uint32_t host = host_of_side(world, 0);
    if (!pawli_session_migrate(world->machines[host].session)->is_agreed) return false;
    for (uint32_t i = 0; i < world->count; i++) {
        const migrate_machine *const m = &world->machines[i];
        if (!m->is_on) continue;
        const pawli_migrate *const its = pawli_session_migrate(m->session);
        if (!its->has_key) return false;
        if (its->version.epoch !=
            pawli_session_migrate(world->machines[host].session)->version.epoch) {
            return false;
        }
        if (m->session->begin == PAWLI_NEVER || m->session->begin > m->session->confirmed)
            return false;
    }
    return members_of(world, host) == count_on(world);
}

/* What programs do whose machines are told that none takes them in: they join anew. True: one has.
 */
static bool join_anew(migrate_world *world) {
    const uint32_t host = host_of_side(world, 0);
    bool has_joined = false;
    for (uint32_t i = 0; i < world->count && host != MIGRATE_NONE; i++) {
        const migrate_machine *const m = &world->machines[i];
        if (i == host || !m->is_on || m->stranded == 0) continue;
        migrate_stop_machine(world, i);
        migrate_start_machine(world, i, host);
        world->machines[i].session->def.role = PAWL_ROLE_CLIENT;
        has_joined = true;
    }
    return has_joined;
}

static void forget_stranded(migrate_world *world) {
    for (uint32_t i = 0; i < world->count; i++)
        world->machines[i].stranded = 0;
}

/* A network that is whole: each machine is taken in within `ms`, or told that it is not. What it
 * was told of the time before does not count: of a roster of two, one that gives up takes the game
 * with it. */
static bool run_until_settled(plan *p, uint32_t ms) {
    const uint32_t told = WHOLE_MS + ms;
    for (uint32_t at = 0, end = told; at < end; at += STEP_MS) {
        if (at <= WHOLE_MS) forget_stranded(p->world);
        if (!migrate_run(p->world, STEP_MS)) return false;
        if (is_settled(p->world)) return true;
        if (at > WHOLE_MS && at < told && join_anew(p->world)) end = told + JOIN_MS;
    }
    migrate_fail(p->world, p->what, 1, 0, 0);
    return false;
}

/* The machines of a side have lost their host, and have another one soon. */
static bool run_until_agreed(plan *p, uint32_t side, uint32_t old_term) {
    migrate_world *const world = p->world;
    for (uint32_t at = 0; at < timeout_of(p) + 2u * AGREED_MS; at += STEP_MS) {
        if (!migrate_run(world, STEP_MS)) return false;
        const uint32_t host = host_of_side(world, side);
        if (host == MIGRATE_NONE) continue;
        if (pawli_session_migrate(world->machines[host].session)->term == old_term) continue;
        if (!migrate_is_whole(world, side)) continue;
        const uint64_t took_ms = (netsim_time(world->net) - world->last_gone_us) / 1000;
        if (took_ms > world->sums.slowest_ms) world->sums.slowest_ms = took_ms;
        if (took_ms > AGREED_MS) migrate_fail(world, p->what, 2, (uint32_t)took_ms, 0);
        return world->defect[0] == 0;
    }
    migrate_fail(world, p->what, 3, 0, 0);
    return false;
}

static bool goes_on(plan *p, uint32_t side) {
    const uint32_t host = host_of_side(p->world, side);
    if (host == MIGRATE_NONE) {
        migrate_fail(p->world, p->what, 4, 0, 0);
        return false;
    }
    const uint32_t before = pawl_session_get_confirmed(p->world->machines[host].session);
    if (!migrate_run(p->world, timeout_of(p) + 1000u)) return false;
    const uint32_t after = pawl_session_get_confirmed(p->world->machines[host].session);
    if (after < before + 8u) migrate_fail(p->world, p->what, 5, before, after);
    return p->world->defect[0] == 0;
}

static uint32_t term_of(const migrate_world *world, uint32_t host) {
    return pawli_session_migrate(world->machines[host].session)->term;
}

/* ---- what happens ---- */

static bool crash_host(plan *p, uint32_t host, bool leaves) {
    migrate_world *const world = p->world;
    p->what = leaves ? "the host leaves" : "the host fails";
    const uint32_t term = term_of(world, host);
    if (leaves) {
        world->sums.leaves++;
        (void)pawl_session_leave(world->machines[host].session);
        if (!migrate_run(world, 150)) return false;
    } else {
        world->sums.crashes++;
    }
    migrate_stop_machine(world, host);
    return run_until_agreed(p, 0, term) && goes_on(p, 0);
}

static uint32_t pick_other(plan *p, uint32_t host) {
    uint32_t at = draw(p, p->world->count);
    while (at == host || !p->world->machines[at].is_on)
        at = (at + 1u) % p->world->count;
    return at;
}

/* The host, and another machine while a new one is being elected. */
static bool crash_two(plan *p, uint32_t host) {
    migrate_world *const world = p->world;
    p->what = "the host and another machine fail";
    const uint32_t term = term_of(world, host);
    world->sums.crashes += 2;
    migrate_stop_machine(world, host);
    if (!migrate_run(world, draw(p, timeout_of(p) + 800u))) return false;
    const uint32_t next = migrate_find_host(world);
    migrate_stop_machine(world, next != MIGRATE_NONE ? next : pick_other(p, host));
    (void)term;
    for (uint32_t at = 0; at < 2u * timeout_of(p) + 3u * AGREED_MS; at += STEP_MS) {
        if (!migrate_run(world, STEP_MS)) return false;
        if (migrate_is_whole(world, 0)) return goes_on(p, 0);
    }
    migrate_fail(world, p->what, 6, 0, 0);
    return false;
}

static bool crash_client(plan *p, uint32_t host) {
    p->what = "a client fails";
    p->world->sums.crashes++;
    migrate_stop_machine(p->world, pick_other(p, host));
    return migrate_run(p->world, timeout_of(p) + 500u) && goes_on(p, 0);
}

static bool come_back(plan *p, uint32_t host) {
    migrate_world *const world = p->world;
    uint32_t at = draw(p, world->count);
    while (world->machines[at].is_on)
        at = (at + 1u) % world->count;
    p->what = "a machine comes back";
    world->sums.returns++;
    migrate_start_machine(world, at, host);
    world->machines[at].session->def.role = PAWL_ROLE_CLIENT;
    return run_until_settled(p, SETTLE_MS);
}

static uint32_t most_confirmed(const migrate_world *world, uint32_t side) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < world->count; i++) {
        const migrate_machine *const m = &world->machines[i];
        if (!m->is_on || world->sides[i] != side) continue;
        const uint32_t confirmed = pawl_session_get_confirmed(m->session);
        if (confirmed > most) most = confirmed;
    }
    return most;
}

static bool cut(plan *p, uint32_t host) {
    migrate_world *const world = p->world;
    uint8_t sides[MIGRATE_MACHINES] = {0};
    uint32_t sizes[2] = {0};
    p->what = "the network falls apart";
    world->sums.cuts++;
    const bool is_alone = draw(p, 3) == 0; /* the host */
    for (uint32_t i = 0; i < world->count; i++) {
        sides[i] = (uint8_t)(is_alone ? i == host : draw(p, 2));
        if (world->machines[i].is_on) sizes[sides[i]]++;
    }
    const uint32_t more = sizes[0] == sizes[1] ? sides[host] : sizes[1] > sizes[0];
    const uint32_t term = term_of(world, host);
    migrate_cut(world, sides);
    if (sides[host] == more) {
        if (!migrate_run(world, timeout_of(p) + 1500u)) return false;
    } else if (!run_until_agreed(p, more, term)) {
        return false;
    }
    if (!goes_on(p, more)) return false;
    if (!migrate_run(world, timeout_of(p) + 1000u)) return false;
    const uint32_t before = most_confirmed(world, 1u - more);
    if (!goes_on(p, more)) return false;
    const uint32_t after = most_confirmed(world, 1u - more);
    if (before != after) migrate_fail(world, "the smaller part goes on", before, after, 0);
    memset(sides, 0, sizeof sides);
    migrate_cut(world, sides);
    p->what = "the network is whole again";
    return run_until_settled(p, SETTLE_MS) && goes_on(p, 0);
}

/* The network falls apart in other ways again and again, sooner than can be agreed on anything. */
static bool flap(plan *p) {
    migrate_world *const world = p->world;
    uint8_t sides[MIGRATE_MACHINES];
    p->what = "the network flaps";
    const uint32_t times = 3u + draw(p, 10);
    for (uint32_t t = 0; t < times; t++) {
        const uint32_t parts = 1u + draw(p, 3);
        for (uint32_t i = 0; i < MIGRATE_FEW || i < world->count; i++)
            sides[i] = (uint8_t)draw(p, parts);
        world->sums.cuts++;
        migrate_cut(world, sides);
        if (!migrate_run(world, draw(p, 2u * timeout_of(p)))) return false;
    }
    memset(sides, 0, sizeof sides);
    migrate_cut(world, sides);
    p->what = "the network is whole after it has flapped";
    /* One that was given up comes back as a guest: silence, a snapshot, ticks on a slow line. */
    return run_until_settled(p, 20000) && goes_on(p, 0);
}

static bool happen(plan *p) {
    migrate_world *const world = p->world;
    const uint32_t host = host_of_side(world, 0), count = count_on(world);
    switch (draw(p, 9)) {
    case 0:
        return count < 3 || crash_host(p, host, false);
    case 1:
        return count < 3 || crash_host(p, host, true);
    case 2:
        return count < 5 || crash_two(p, host);
    case 3:
        return count < 3 || crash_client(p, host);
    case 4:
    case 5:
        return count == world->count || come_back(p, host);
    case 6:
    case 7:
        return count < 2 || flap(p);
    default:
        return count < 2 || cut(p, host);
    }
}

#define ROW_MOST 150u /* bytes: a packet holds three, or who is behind does not catch up */

static void draw_inputs(plan *p, pawl_session_def *def) {
    const uint32_t kind = draw(p, 3);
    def->variable_inputs = kind == 2;
    def->input_size = (uint8_t)(1u + draw(p, kind == 0 ? 4 : PAWL_SESSION_INPUT_MAX));
    while (!migrate_may_play(def) ||
           def->players * ((uint32_t)def->input_size + def->variable_inputs) > ROW_MOST)
        def->input_size--;
}

/* More machines, and all that a session can be asked for besides. */
static void draw_crowd(plan *p, pawl_session_def *def) {
    const uint32_t count = 3u + draw(p, MIGRATE_MACHINES - 2);
    def->players = def->peers = (uint8_t)count;
    draw_inputs(p, def);
    def->can_predict = (uint8_t)draw(p, 2);
    def->measures = draw(p, 2) != 0;
    def->save_every = (uint8_t)(draw(p, 2) == 0 ? 1u : 1u + draw(p, 8));
    def->hash_every = (uint8_t)(def->save_every * (1u + draw(p, 3)));
    const uint32_t most = PAWL_SIGN_INPUTS_MAX / def->input_size;
    def->sign_every = (uint16_t)(draw(p, 2) == 0 ? 0u : 1u + draw(p, most < 60 ? most : 60));
    if (!migrate_may_play(def)) def->sign_every = 0;
}

static void choose(plan *p, uint64_t seed, bool is_crowd) {
    migrate_world *const world = p->world;
    pawl_session_def def = pawl_session_def_default();
    const uint32_t count = 3u + draw(p, 6);
    def.players = (uint8_t)count;
    def.peers = (uint8_t)count;
    def.migrates = true;
    def.address_size = 1;
    def.window = (uint8_t)(draw(p, 3) == 0 ? 0 : 4u + draw(p, 8));
    def.delay = (uint8_t)(1u + draw(p, 4));
    def.timeout_ms = (uint16_t)(700u + draw(p, 800));
    def.input_deadline_ms = (uint16_t)(draw(p, 4) == 0 ? 500u + draw(p, 500) : 0u);
    def.hash_every = (uint8_t)(1u + draw(p, 3));
    def.input_size = (uint8_t)(1u + draw(p, 4));
    const bool is_strict = draw(p, 2) == 0;
    def.trusts_link = !is_strict;
    if (is_crowd) draw_crowd(p, &def);
    net_line line = {0};
    line.delay_ms = (uint16_t)draw(p, 60);
    line.jitter_ms = (uint16_t)draw(p, 30);
    line.loss = (uint8_t)draw(p, 11);
    line.duplicate = (uint8_t)draw(p, 5);
    line.corrupt = (uint8_t)draw(p, 3);
    line.late = (uint8_t)draw(p, 3);
    line.late_ms = 200;
    migrate_begin(world, seed, def.players, &def, &line, is_strict);
}

bool migrate_play(migrate_world *world, uint64_t seed, bool is_crowd) {
    plan p = {world, seed * 2u + 1u, "the beginning"};
    for (uint32_t i = 0; i < 4; i++)
        (void)draw(&p, 2);
    choose(&p, seed, is_crowd);
    if (!run_until_settled(&p, 6000)) return false;
    const uint32_t events = 3u + draw(&p, 5);
    for (uint32_t i = 0; i < events; i++) {
        if (!migrate_run(world, draw(&p, 300))) return false;
        p.what = "settling";
        if (!run_until_settled(&p, SETTLE_MS)) return false;
        if (!happen(&p)) return false;
    }
    p.what = "the end";
    if (!run_until_settled(&p, SETTLE_MS)) return false;
    world->sums.games++;
    world->sums.ticks += most_confirmed(world, 0);
    world->sums.seconds += netsim_time(world->net) / 1000000;
    return true;
}
