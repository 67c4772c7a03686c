/* net_check.c - what must hold in every game, whatever the network does. */
#include "support/net/net_star.h"

#include <string.h>

#include "pawl/measure.h"
#include "pawl/migrate.h"
#include "session/inputs.h"

static uint32_t game_inputs(const net_star *star) {
    const pawl_session_def *const def = &star->plan.machine[0].def;
    return (uint32_t)def->players * def->input_size;
}

uint32_t net_check_bound(const pawl_session_def *def) {
    const uint32_t input_size = def->input_size + (uint32_t)def->variable_inputs;
    const uint32_t delay = def->delay > def->delay_max ? def->delay : def->delay_max;
    const uint32_t watch_delay = def->role == PAWL_ROLE_HOST ? def->watch_delay : 0;
    const uint32_t rows = watch_delay + def->save_every;
    const uint32_t row_size = def->players * input_size + 6u;
    uint32_t bound = PAWL_SESSION_SIZE_MAX(def->players, input_size, def->window, delay,
                                           PAWL_SESSION_SLOTS_MAX, def->peers);
    bound += rows * row_size;
    if (def->greeting_size > 0) bound += def->peers * (def->greeting_size + 1u);
    if (def->can_predict) bound += 2u * (PAWL_SESSION_RING(def->window, delay) + rows) + 4u;
    if (def->measures) bound += PAWL_SESSION_MEASURES_SIZE(def->peers);
    if (def->migrates) bound += PAWL_SESSION_MIGRATE_SIZE_MAX(def->players, def->address_size);
    if (def->sign_every > 0) {
        const uint32_t block = (uint32_t)def->sign_every * input_size;
        bound += 4596u + 80u * def->peers + (2u * def->local_players + 1u) * block;
    }
    return bound;
}

size_t net_check_size(net_star *star, const net_machine *machine, const pawl_session_def *def) {
    const size_t size = pawl_session_size(def);
    const uint32_t bound = net_check_bound(def);
    if (size == 0 || size > bound)
        net_star_fail(star, machine, "size %zu of a session, bound %u", size, bound);
    return size;
}

void net_check_begin(net_star *star) {
    net_game_begin(&star->reference, star->plan.seed_of_game);
    star->confirmed_count = 0;
    star->hostile_players = 0;
    star->epoch++;
}

const net_added *net_check_find_added(const net_star *star, uint32_t player, uint32_t tick) {
    const net_added *const added = &star->added[player][tick % NET_TICKS_MAX];
    return added->epoch == star->epoch && added->tick == tick ? added : NULL;
}

void net_check_added(net_star *star, net_machine *machine, uint32_t player, uint32_t tick,
                     const uint8_t *input, uint32_t size) {
    net_added *const added = &star->added[player][tick % NET_TICKS_MAX];
    added->epoch = machine->epoch;
    added->tick = tick;
    added->machine = (uint8_t)machine->index;
    added->life = machine->life;
    added->size = (uint8_t)size;
    memcpy(added->bytes, input, star->plan.machine[0].def.input_size);
}

/* A hostile host tells its clients anything: then only what each session owes its own program. */
static bool has_reference(const net_star *star) {
    return !net_machine_is_hostile(star, &star->machines[0]);
}

bool net_check_applies(const net_star *star, const net_machine *machine) {
    return has_reference(star) && machine->epoch == star->epoch;
}

/* A host that does not wait plays for a late player what it gave for a tick before. */
static bool is_given_before(const net_star *star, uint32_t player, uint32_t tick,
                            const uint8_t *input) {
    const pawl_session_def *const def = &star->plan.machine[0].def;
    if (def->input_deadline_ms == 0 && !star->plan.has_delays) return false;
    for (uint32_t before = 0; before < NET_TICKS_MAX && before <= tick; before++) {
        const net_added *const added = net_check_find_added(star, player, tick - before);
        if (added != NULL && memcmp(input, added->bytes, def->input_size) == 0) return true;
    }
    return false;
}

/* What a test's program gives for a late player: a mark, and the tick. */
void net_check_substitute(uint32_t tick, uint32_t input_size, uint8_t *out) {
    memset(out, 0x5B, input_size);
    out[0] = (uint8_t)tick;
}

/* Where a delay grows, the tick before has the last input again, be it a substitute. */
static bool is_substitute(const net_star *star, uint32_t tick, const uint8_t *input) {
    const pawl_session_def *const def = &star->plan.machine[0].def;
    uint8_t mark[PAWL_SESSION_INPUT_MAX];
    if (def->input_deadline_ms == 0 || def->late != PAWL_LATE_ASK) return false;
    const uint32_t most = star->plan.has_delays ? PAWL_SESSION_DELAY_MAX : 0;
    for (uint32_t before = 0; before <= most && before <= tick; before++) {
        net_check_substitute(tick - before, def->input_size, mark);
        if (memcmp(mark, input, def->input_size) == 0) return true;
    }
    return false;
}

/* A confirmed input of the host is what the player gave for that tick. It is zeros where it gave
 * none: in the ticks of the delay after it began, or before its machine forgot. */
static void check_confirmed_input(net_star *star, uint32_t player, uint32_t tick,
                                  const uint8_t *input, uint8_t given, uint8_t status) {
    static const uint8_t zeros[PAWL_SESSION_INPUT_MAX];
    const net_machine *const host = &star->machines[0];
    const uint32_t size = star->plan.machine[0].def.input_size;
    const net_added *const added = net_check_find_added(star, player, tick);
    const bool varies = star->plan.machine[0].def.variable_inputs != 0;
    const bool is_zero = memcmp(input, zeros, size) == 0 && (given == 0 || !varies);
    if (status == PAWL_INPUT_GONE) {
        if (!is_zero)
            net_star_fail(star, host, "tick %u: player %u is gone, but plays", tick, player);
        return;
    }
    if (status != PAWL_INPUT_CONFIRMED) {
        net_star_fail(star, host, "tick %u: confirmed input of player %u has status %u", tick,
                      player, status);
        return;
    }
    if ((star->hostile_players >> player & 1u) != 0 || !has_reference(star)) return;
    if (added == NULL && tick >= PAWL_SESSION_DELAY_MAX) star->totals.unasked++;
    const bool is_own =
        added != NULL && given == added->size && memcmp(input, added->bytes, size) == 0;
    const bool is_forgotten = added == NULL || star->machines[added->machine].life != added->life;
    if (is_own || (is_forgotten && is_zero)) return;
    const bool has_left_out = star->plan.has_delays;
    star->totals.substituted++;
    /* Or it was what the host's program guessed. */
    const pawl_session_def *const own = &star->plan.machine[0].def;
    if (own->input_deadline_ms != 0 && own->can_predict) return;
    /* Zeros are what comes before the first one that it gave, and no command is given twice. */
    if (varies && is_zero && (has_left_out || star->plan.machine[0].def.input_deadline_ms != 0))
        return;
    const bool is_asked = is_substitute(star, tick, input);
    if (is_asked) star->totals.asked++;
    if (!is_asked && !is_given_before(star, player, tick, input) &&
        !(is_zero && star->plan.machine[0].def.input_deadline_ms != 0))
        net_star_fail(star, host, "tick %u: input of player %u is not what was added", tick,
                      player);
}

/* Whose machine is disturbed by nothing, and was there when the game began, is never gone. A knock
 * of an earlier session may take its place at first: then it comes in late. */
static void check_gone(net_star *star, uint32_t tick, uint32_t gone) {
    if (star->plan.has_earlier || star->plan.machine[0].def.input_deadline_ms != 0) return;
    for (uint32_t m = 0; m < star->plan.machines; m++) {
        const net_machine *const machine = &star->machines[m];
        if (net_machine_may_fail(star, machine) || machine->session == NULL) continue;
        if (machine->plan->start_ms >= NET_LATE_MS) continue;
        if ((pawl_session_get_local_players(machine->session) & gone) != 0)
            net_star_fail(star, machine, "tick %u: its players are gone without reason", tick);
    }
}

static void check_host(net_star *star) {
    net_machine *const host = &star->machines[0];
    const pawl_session_def *const def = &host->plan->def;
    uint8_t inputs[NET_INPUTS_MAX], status[PAWL_SESSION_PLAYERS_MAX];
    uint8_t sizes[PAWL_SESSION_PLAYERS_MAX];
    uint32_t tick;
    while (star->defect[0] == 0 &&
           pawl_session_take_confirmed_sized(host->session, &tick, inputs, sizes, status)) {
        if (tick != star->confirmed_count) {
            net_star_fail(star, host, "confirmed tick %u after %u others", tick,
                          star->confirmed_count);
            return;
        }
        net_tick *const made = &star->confirmed[star->confirmed_count++ % NET_TICKS_MAX];
        memcpy(made->inputs, inputs, game_inputs(star));
        memcpy(made->sizes, sizes, def->players);
        made->gone = 0;
        for (uint32_t p = 0; p < def->players; p++) {
            check_confirmed_input(star, p, tick, inputs + p * def->input_size, sizes[p], status[p]);
            if (status[p] == PAWL_INPUT_GONE) made->gone |= (uint16_t)(1u << p);
        }
        check_gone(star, tick, made->gone);
        net_game_step(&star->reference, def->players, def->input_size, inputs,
                      net_game_gone(made->gone, def->players, def->variable_inputs ? sizes : NULL));
        made->hash = net_game_hash(&star->reference);
    }
}

static void compare_tick(net_star *star, const net_machine *machine, uint32_t tick,
                         const net_tick *got, const char *what) {
    const net_tick *const want = &star->confirmed[tick % NET_TICKS_MAX];
    const uint32_t players = star->plan.machine[0].def.players;
    if (memcmp(got->inputs, want->inputs, game_inputs(star)) != 0 ||
        memcmp(got->sizes, want->sizes, players) != 0)
        net_star_fail(star, machine, "tick %u: %s other inputs than the host confirmed", tick,
                      what);
    else if (got->gone != want->gone)
        net_star_fail(star, machine, "tick %u: %s players %x as gone, not %x", tick, what,
                      got->gone, want->gone);
}

/* Ticks that a client says are confirmed, from its first one on, each once. */
static void check_taken(net_star *star, net_machine *machine) {
    const pawl_session_def *const def = &machine->plan->def;
    uint8_t status[PAWL_SESSION_PLAYERS_MAX];
    net_tick got;
    uint32_t tick;
    memset(&got, 0, sizeof got);
    while (
        pawl_session_take_confirmed_sized(machine->session, &tick, got.inputs, got.sizes, status)) {
        if (tick != machine->taken) {
            net_star_fail(star, machine, "took confirmed tick %u instead of %u", tick,
                          machine->taken);
            return;
        }
        machine->taken++;
        got.gone = 0;
        for (uint32_t p = 0; p < def->players; p++)
            if (status[p] == PAWL_INPUT_GONE) got.gone |= (uint16_t)(1u << p);
        if (!net_check_applies(star, machine)) continue;
        if (tick >= star->confirmed_count) {
            net_star_fail(star, machine, "tick %u is confirmed, but the host has only %u", tick,
                          star->confirmed_count);
            return;
        }
        compare_tick(star, machine, tick, &got, "took");
    }
}

void net_check_taken(net_star *star, net_machine *machine) {
    if (machine->index == 0)
        check_host(star);
    else if (!net_machine_is_hostile(star, machine) && machine->has_begun)
        check_taken(star, machine);
    if (machine->has_begun && machine->session->at_signing != 0) net_sign_take(star, machine);
}

/* All that is confirmed and played is final: it equals the reference. */
void net_check_machine(net_star *star, net_machine *machine) {
    if (net_machine_is_hostile(star, machine) || !machine->has_begun) return;
    /* Whose session has ended plays nothing again. */
    if (pawl_session_get_phase(machine->session) != PAWL_PHASE_PLAYING) return;
    const uint32_t head = pawl_session_get_head(machine->session);
    const uint32_t confirmed = pawl_session_get_confirmed(machine->session);
    const uint32_t window = machine->plan->def.window;
    if (head != machine->game.tick)
        net_star_fail(star, machine, "head %u, but the game is at %u", head, machine->game.tick);
    if (head > confirmed && head - confirmed > window)
        net_star_fail(star, machine, "head %u, confirmed %u, window %u", head, confirmed, window);
    if (!net_check_applies(star, machine)) return;
    if (confirmed > star->confirmed_count)
        net_star_fail(star, machine, "confirmed %u, the host %u", confirmed, star->confirmed_count);
    if (machine->plan->def.role == PAWL_ROLE_SPECTATOR &&
        confirmed + star->plan.machine[0].def.watch_delay > star->confirmed_count && confirmed > 0)
        net_star_fail(star, machine, "watches tick %u, confirmed %u", confirmed,
                      star->confirmed_count);
    net_sign_check_owed(star, machine);
    if (star->confirmed_count - machine->checked >= NET_TICKS_MAX)
        net_star_fail(star, machine, "is at %u, the host at %u: too far for the test",
                      machine->checked, star->confirmed_count);
    uint32_t final = head < confirmed ? head : confirmed;
    if (final > star->confirmed_count) final = star->confirmed_count;
    for (; machine->checked < final && star->defect[0] == 0; machine->checked++) {
        const uint32_t tick = machine->checked;
        const net_tick *const played = &machine->ticks[tick % NET_TICKS_MAX];
        compare_tick(star, machine, tick, played, "played");
        if (played->hash != star->confirmed[tick % NET_TICKS_MAX].hash)
            net_star_fail(star, machine, "tick %u: state %08x instead of %08x", tick, played->hash,
                          star->confirmed[tick % NET_TICKS_MAX].hash);
    }
}

void net_check_step(net_star *star, net_machine *machine, const pawl_request *request) {
    const pawl_session_def *const def = &machine->plan->def;
    if (request->tick != machine->game.tick)
        net_star_fail(star, machine, "step of tick %u, but the game is at %u", request->tick,
                      machine->game.tick);
    if (request->replays != (request->tick < machine->played))
        net_star_fail(star, machine, "tick %u: replays is %d, played up to %u", request->tick,
                      request->replays, machine->played);
    uint32_t guesses = 0;
    static const uint8_t zeros[PAWL_SESSION_INPUT_MAX];
    for (uint32_t p = 0; p < def->players; p++) {
        const uint8_t status = request->status[p];
        if (status > PAWL_INPUT_GONE)
            net_star_fail(star, machine, "tick %u: status %u", request->tick, status);
        if (status == PAWL_INPUT_PREDICTED) guesses |= 1u << p;
        /* A client takes the host's guesses, where it has them. */
        if (status == PAWL_INPUT_PREDICTED && def->can_predict && machine->index == 0 &&
            def->input_deadline_ms == 0 &&
            request->inputs[p * def->input_size] != machine->guessed[request->tick % 64][p])
            net_star_fail(star, machine, "tick %u: not the guess for player %u", request->tick, p);
        if (status == PAWL_INPUT_GONE &&
            memcmp(request->inputs + p * def->input_size, zeros, def->input_size) != 0)
            net_star_fail(star, machine, "tick %u: player %u is gone, but plays", request->tick, p);
    }
    if ((request->sizes != NULL) != (def->variable_inputs != 0))
        net_star_fail(star, machine, "tick %u: sizes where there are none, or none", request->tick);
    for (uint32_t i = 0; request->sizes != NULL && i < game_inputs(star); i++)
        if (i % def->input_size >= request->sizes[i / def->input_size] && request->inputs[i] != 0)
            net_star_fail(star, machine, "tick %u: something behind an input", request->tick);
    if (request->confirmed && guesses != 0)
        net_star_fail(star, machine, "tick %u: confirmed, with guesses %x", request->tick, guesses);
    if (guesses != 0 && def->window == 0)
        net_star_fail(star, machine, "tick %u: a guess in lockstep", request->tick);
}

/* At most two ticks, and those not within five of the last advice. */
void net_check_advice(net_star *star, net_machine *machine, uint32_t advice) {
    const uint32_t head = pawl_session_get_head(machine->session);
    if (advice > 2 || head < machine->advised)
        net_star_fail(star, machine, "advice to sit out %u ticks at %u, the last one before %u",
                      advice, head, machine->advised);
    machine->advised = head + 5;
}

/* A host that plays goes on, whatever befalls the others, but after it was itself away. */
void net_check_stall(net_star *star, net_machine *machine, uint64_t stall_ms) {
    const pawl_session_def *const def = &machine->plan->def;
    if (machine->index != 0 || def->input_deadline_ms == 0 || def->local_players == 0) return;
    if (machine->is_disturbed || !machine->has_begun) return;
    if (stall_ms > star->totals.worst_hold_ms) star->totals.worst_hold_ms = stall_ms;
    if (stall_ms > NET_STALL_MS)
        net_star_fail(star, machine, "stands still for %llu ms", (unsigned long long)stall_ms);
}

/* When it waits, it must: the window is used up. When it has nothing to do, the inputs were. */
void net_check_pause(net_star *star, net_machine *machine, pawl_request_type kind,
                     uint32_t head_before, bool had_inputs) {
    if (pawl_session_get_phase(machine->session) != PAWL_PHASE_PLAYING) return;
    const uint32_t head = pawl_session_get_head(machine->session);
    const uint32_t confirmed = pawl_session_get_confirmed(machine->session);
    if (kind == PAWL_REQUEST_WAIT) star->totals.waits++;
    if (!machine->has_own_inputs) return; /* it has come back, and watches at first */
    /* Or somebody has yet to acknowledge all that the memory for inputs holds. */
    if (!pawli_inputs_have_room(machine->session,
                                head + 1u + pawl_session_get_delay(machine->session)))
        return;
    if (kind == PAWL_REQUEST_WAIT && head < confirmed + machine->plan->def.window)
        net_star_fail(star, machine, "waits at %u with %u confirmed and a window of %u", head,
                      confirmed, machine->plan->def.window);
    if (kind == PAWL_REQUEST_NONE && had_inputs && head == head_before)
        net_star_fail(star, machine, "has inputs at %u, but plays nothing; %u confirmed", head,
                      confirmed);
}

/* Each machine guesses otherwise: a step more for each input. */
void net_check_predict(net_star *star, net_machine *machine, const pawl_request *request) {
    const pawl_session_def *const def = &machine->plan->def;
    uint8_t inputs[NET_INPUTS_MAX], sizes[PAWL_SESSION_PLAYERS_MAX];
    const uint32_t known = pawl_session_get_confirmed(machine->session);
    if (request->players == 0 || request->players >> def->players != 0 || !def->can_predict ||
        request->tick < known || request->tick < machine->game.tick ||
        (request->players & pawl_session_get_local_players(machine->session)) != 0)
        net_star_fail(star, machine, "asks for guesses of players %x at tick %u", request->players,
                      request->tick);
    memcpy(inputs, request->inputs, (size_t)def->players * def->input_size);
    for (uint32_t p = 0; p < def->players; p++) {
        if ((request->players >> p & 1u) == 0) continue;
        uint8_t *const first = &inputs[p * def->input_size];
        *first =
            (uint8_t)(machine->plan->def.window % 2 == 0 ? *first : *first + machine->index + 1);
        machine->guessed[request->tick % 64][p] = *first;
        star->totals.guessed++;
    }
    memset(sizes, def->input_size, sizeof sizes);
    if (pawl_session_answer_predict(machine->session, request->tick, inputs, sizes) != PAWL_OK)
        net_star_fail(star, machine, "guess: not taken");
}
