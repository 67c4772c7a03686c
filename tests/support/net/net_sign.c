/* net_sign.c - a signature that is none: hashes of the message and of a number of the player. Who
 * signs what, and whether all others get just that. */
#include "pawl/session_sign.h"
#include "pawl/stages.h"
#include "support/net/net_star.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

void net_sign_toy(uint32_t player, const uint8_t *message, uint32_t size, uint8_t *out) {
    for (uint32_t i = 0; i < PAWL_SIGNATURE_SIZE / 4; i++)
        pawli_store_u32(out + 4 * i, pawl_xxh32(message, size, 31u * (player + 1u) + i));
}

static void number_match(const net_star *star, uint8_t *match) {
    for (uint32_t i = 0; i < PAWL_SIGN_MATCH_SIZE; i++)
        match[i] = (uint8_t)(star->plan.seed_of_game >> i % 4 * 8) ^ (uint8_t)i;
}

void net_sign_open(net_star *star, net_machine *machine) {
    const pawl_session_def *const def = &machine->plan->def;
    uint8_t match[PAWL_SIGN_MATCH_SIZE];
    number_match(star, match);
    net_sign_forget(machine);
    if (def->sign_every != 0 && pawl_session_use_match(machine->session, match) != PAWL_OK)
        net_star_fail(star, machine, "the match: not taken");
    const size_t size = pawl_session_stage_memory_size(def);
    if (size == 0 || (star->plan.stages >> machine->index & 1u) == 0) return;
    free(machine->stage_memory);
    machine->stage_memory = malloc(size);
    if (pawl_session_set_stage_memory(machine->session, machine->stage_memory, size) != PAWL_OK)
        net_star_fail(star, machine, "memory for stages: not taken");
}

void net_sign_forget(net_machine *machine) {
    const uint32_t every = machine->plan->def.sign_every;
    machine->signs_from = every == 0 ? 0 : (machine->first + every - 1) / every * every;
    memset(machine->signed_end, 0, sizeof machine->signed_end);
    memset(machine->asked, 0, sizeof machine->asked);
}

static bool is_known(const net_star *star, uint32_t tick, uint32_t count) {
    return tick + count <= star->confirmed_count && star->confirmed_count - tick < NET_TICKS_MAX;
}

/* Of what the host confirmed. */
static uint32_t write_message(const net_star *star, uint32_t player, uint32_t tick,
                              uint8_t *message) {
    static uint8_t inputs[PAWL_SIGN_INPUTS_MAX];
    const pawl_session_def *const def = &star->plan.machine[0].def;
    const uint32_t size = def->input_size;
    pawl_signed_block block = {.app_id = def->app_id,
                               .player = (uint8_t)player,
                               .input_size = def->input_size,
                               .count = def->sign_every,
                               .tick = tick};
    number_match(star, block.match);
    for (uint32_t i = 0; i < def->sign_every; i++)
        memcpy(inputs + i * size,
               star->confirmed[(tick + i) % NET_TICKS_MAX].inputs + player * size, size);
    return pawl_signed_block_write(&block, inputs, message, PAWL_SIGN_MESSAGE_MAX);
}

/* What this machine gave for a tick is what the host confirmed. */
static bool is_own_tick(const net_star *star, const net_machine *machine, uint32_t player,
                        uint32_t tick) {
    const net_added *const added = net_check_find_added(star, player, tick);
    const net_tick *const made = &star->confirmed[tick % NET_TICKS_MAX];
    const uint32_t size = star->plan.machine[0].def.input_size;
    return added != NULL && added->machine == machine->index && added->life == machine->life &&
           (made->gone >> player & 1u) == 0 &&
           memcmp(made->inputs + player * size, added->bytes, size) == 0;
}

/* It gave nothing before its first input: then it is zeros that it signs. */
static void check_asked(net_star *star, const net_machine *machine, uint32_t player,
                        uint32_t tick) {
    static const uint8_t zeros[PAWL_SESSION_INPUT_MAX];
    const pawl_session_def *const def = &star->plan.machine[0].def;
    const uint32_t size = def->input_size;
    for (uint32_t t = tick; t < tick + def->sign_every; t++) {
        const net_tick *const made = &star->confirmed[t % NET_TICKS_MAX];
        const net_added *const added = net_check_find_added(star, player, t);
        if ((made->gone >> player & 1u) != 0)
            net_star_fail(star, machine, "signs tick %u, without player %u", t, player);
        if (star->plan.has_delays || is_own_tick(star, machine, player, t)) continue;
        const bool is_none = added == NULL || added->life != machine->life;
        if (!is_none || memcmp(made->inputs + player * size, zeros, size) != 0)
            net_star_fail(star, machine, "signs tick %u of player %u, which is not its own", t,
                          player);
    }
}

static void do_sign(net_star *star, net_machine *machine, const pawl_request *request) {
    uint8_t signature[PAWL_SIGNATURE_SIZE], message[PAWL_SIGN_MESSAGE_MAX];
    const uint32_t every = machine->plan->def.sign_every, tick = request->tick;
    uint32_t player = 0;
    while (player < machine->plan->def.players && (request->players >> player & 1u) == 0)
        player++;
    if (every == 0 || tick % every != 0 || request->players != 1u << player ||
        (pawl_session_get_local_players(machine->session) & request->players) == 0) {
        net_star_fail(star, machine, "is to sign tick %u for %x", tick, request->players);
        return;
    }
    net_check_taken(star, machine); /* the host's rows are the reference */
    if (net_check_applies(star, machine) && !net_machine_is_hostile(star, machine) &&
        is_known(star, tick, every)) {
        const uint32_t size = write_message(star, player, tick, message);
        if (size != request->snapshot_size || memcmp(message, request->snapshot, size) != 0)
            net_star_fail(star, machine, "is to sign other inputs of tick %u", tick);
        check_asked(star, machine, player, tick);
    }
    machine->asked[tick / every % NET_BLOCKS_MAX][player] = tick + every;
    net_sign_toy(player, request->snapshot, request->snapshot_size, signature);
    star->totals.signed_blocks++;
    if (pawl_session_answer_sign(machine->session, tick, signature) != PAWL_OK)
        net_star_fail(star, machine, "signature: not taken");
}

void net_sign_answer(net_star *star, net_machine *machine, const pawl_request *request) {
    switch (request->type) {
    case PAWL_REQUEST_SIGN:
        do_sign(star, machine, request);
        break;
    case PAWL_REQUEST_STAGES: /* it has no stages */
        if (pawl_session_answer_stages(machine->session, NULL) != PAWL_OK)
            net_star_fail(star, machine, "stages: not taken");
        break;
    default:
        net_star_fail(star, machine, "request %d", (int)request->type);
    }
}

void net_sign_take(net_star *star, net_machine *machine) {
    const pawl_session_def *const def = &machine->plan->def;
    uint8_t want[PAWL_SIGNATURE_SIZE], message[PAWL_SIGN_MESSAGE_MAX];
    pawl_session_signature got;
    while (star->defect[0] == 0 && pawl_session_take_signature(machine->session, &got)) {
        if (net_machine_is_hostile(star, machine) || !net_check_applies(star, machine)) continue;
        if (got.player >= def->players || got.count != def->sign_every ||
            got.tick % def->sign_every != 0 || got.tick < machine->signed_end[got.player] ||
            got.tick + got.count > pawl_session_get_confirmed(machine->session)) {
            net_star_fail(star, machine, "a signature of %u ticks at %u, player %u after %u",
                          got.count, got.tick, got.player, machine->signed_end[got.player]);
            return;
        }
        machine->signed_end[got.player] = got.tick + got.count;
        if ((star->hostile_players >> got.player & 1u) != 0) continue;
        if (!is_known(star, got.tick, got.count)) continue;
        net_sign_toy(got.player, message, write_message(star, got.player, got.tick, message), want);
        if (memcmp(want, got.bytes, sizeof want) != 0)
            net_star_fail(star, machine, "a wrong signature of player %u, tick %u", got.player,
                          got.tick);
        star->totals.verified++;
    }
}

/* Blocks no longer than what may be confirmed at once may be passed over. */
static bool owes_all(const net_star *star, const net_machine *machine) {
    const pawl_session_def *const def = &machine->plan->def;
    pawl_session_stats stats;
    const bool is_long = def->sign_every > def->window + def->delay + 1;
    const bool is_known = pawl_session_get_stats(machine->session, 0, &stats) == PAWL_OK;
    return is_long && !star->plan.has_delays && is_known && stats.overruled == 0;
}

void net_sign_check_owed(net_star *star, net_machine *machine) {
    const uint32_t every = machine->plan->def.sign_every;
    const uint32_t confirmed = pawl_session_get_confirmed(machine->session);
    const uint32_t local = pawl_session_get_local_players(machine->session);
    if (every == 0) return;
    for (; machine->signs_from + every <= confirmed; machine->signs_from += every) {
        const uint32_t tick = machine->signs_from;
        if (!owes_all(star, machine) || !is_known(star, tick, every)) continue;
        bool is_own = local != 0;
        for (uint32_t player = 0; is_own && player < machine->plan->def.players; player++)
            for (uint32_t t = tick; (local >> player & 1u) != 0 && t < tick + every; t++)
                is_own = is_own && is_own_tick(star, machine, player, t);
        if (!is_own) continue;
        for (uint32_t player = 0; player < machine->plan->def.players; player++) {
            if ((local >> player & 1u) == 0) continue;
            star->totals.owed++;
            if (machine->asked[tick / every % NET_BLOCKS_MAX][player] != tick + every)
                net_star_fail(star, machine, "was not asked to sign tick %u for player %u", tick,
                              player);
        }
    }
}
