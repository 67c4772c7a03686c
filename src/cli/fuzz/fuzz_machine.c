/* fuzz_machine.c - the loop of a machine: inputs, requests, packets, events. */
#include "cli/fuzz/fuzz_machine.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/fuzz/fuzz_play.h"

#define PACKETS_MAX 5000u /* of a frame */
#define TIMEOUT_MS 3000u
#define SLOTS_BYTES (16u * CLI_MIB)
#define CATCH_UP_TICKS 4000u /* for whose inputs a joiner has memory */
#define RETURN_MS 500u       /* after its session has ended by itself */
#define LATE_START_MS 1500u  /* a host waits so long for all */

static bool is_liar(const cli_fuzz_machine *machine) {
    return machine->cheat_tick != UINT32_MAX || machine->damage_tick != UINT32_MAX ||
           machine->forge_tick != UINT32_MAX;
}

/* ---- making ---- */

/* As many as a session has by itself, where they are not too large. */
static uint32_t count_slots(const cli_fuzz_play *play, uint32_t window) {
    const uint32_t usual = window == 0 ? 1u : 4u * window + 32u;
    return usual * play->game->state_size <= SLOTS_BYTES || window == 0 ? usual : window + 2u;
}

/* Where there are two machines. */
static void make_compact(const cli_fuzz_play *play, pawl_session_def *def) {
    if (play->machines != 2) return;
    def->link = PAWL_SESSION_LINK_COMPACT;
    def->trusts_link = true;
    def->peers = 1;
    def->sign_every = 0;
}

/* Commands of all may not fit a packet, nor blocks of them a signature; alike on all machines. */
static void keep_possible(pawl_session_def *def) {
    pawl_session_def host = *def;
    host.role = PAWL_ROLE_HOST;
    host.session_id = host.secret[0] = 1;
    if (pawl_session_def_check(&host, NULL) == PAWL_OK) return;
    host.sign_every = def->sign_every = 0;
    if (pawl_session_def_check(&host, NULL) != PAWL_OK) def->variable_inputs = 0;
}

static pawl_session_def make_def(const cli_fuzz_play *play, uint32_t index, bool is_below) {
    const cli_fuzz_script *const script = play->script;
    pawl_session_def def = pawl_session_def_default();
    def.role = is_below                 ? PAWL_ROLE_RELAY
               : index == 0             ? PAWL_ROLE_HOST
               : index >= play->players ? PAWL_ROLE_SPECTATOR
                                        : PAWL_ROLE_CLIENT;
    def.players = (uint8_t)play->players;
    def.local_players = index < play->players ? 1 : 0;
    def.input_size = play->game->input_size;
    def.delay = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_DELAY);
    def.window = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_WINDOW);
    def.can_predict = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_PREDICT);
    def.save_every = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_SAVE_EVERY);
    def.hash_every = def.save_every;
    def.measures = cli_fuzz_script_get(script, CLI_FUZZ_MEASURES) != 0;
    def.migrates = index < play->players && cli_fuzz_seat_changes_hosts(play);
    def.address_size = def.migrates ? (uint8_t)sizeof(cli_fuzz_address) : 0;
    const bool may_host = index == 0 || is_below || def.migrates;
    def.peers = may_host ? PAWL_SESSION_PEERS_MAX : 1;
    def.rate = play->game->rate;
    def.timeout_ms = TIMEOUT_MS;
    def.slots = (uint8_t)count_slots(play, def.window);
    def.can_hash = def.can_replay = def.window > 0;
    def.features = play->game->features;
    def.app_id = pawl_xxh32(play->game->name, strlen(play->game->name), play->seed);
    def.secret[0] = (uint8_t)(index + 1);
    def.variable_inputs = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_COMMANDS);
    def.sign_every = (uint16_t)cli_fuzz_script_get(script, CLI_FUZZ_SIGN_EVERY);
    if (cli_fuzz_script_get(script, CLI_FUZZ_COMPACT) != 0) make_compact(play, &def);
    keep_possible(&def);
    if (may_host) {
        def.watch_delay = (uint16_t)cli_fuzz_script_get(script, CLI_FUZZ_WATCH_DELAY);
    }
    if (may_host && !is_below) {
        def.input_deadline_ms = (uint16_t)cli_fuzz_script_get(script, CLI_FUZZ_DEADLINE);
        def.late = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_DECIDES);
    }
    return def;
}

static void make(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t index, bool is_below) {
    const size_t state = play->game->state_size;
    const uint32_t place = 7u * index + (is_below ? 9u * CLI_FUZZ_MACHINES_MAX : 0u);
    memset(machine, 0, sizeof *machine);
    machine->index = index;
    machine->is_below = is_below;
    machine->def = make_def(play, index, is_below);
    machine->return_us = CLI_FUZZ_NEVER;
    machine->cheat_tick = machine->damage_tick = machine->forge_tick = UINT32_MAX;
    machine->speed = cli_fuzz_script_get_of(play->script, CLI_FUZZ_SPEED, index);
    cli_fuzz_body_make(&machine->body, play->game, play->verdict, index, place + 1u);
    cli_fuzz_body_make(&machine->spare, play->game, play->verdict, index, place + 4u);
    machine->body.rounding = machine->spare.rounding =
        cli_fuzz_script_get_of(play->script, CLI_FUZZ_ROUNDING, index);
    machine->slot_size = (state + 15u) / 16u * 16u;
    machine->slots = cli_heap_allocate(machine->slot_size * machine->def.slots);
    machine->outgoing = cli_heap_allocate(state);
    machine->incoming_size =
        state + CATCH_UP_TICKS * (1u + (size_t)play->players * play->game->input_size);
    machine->incoming = cli_heap_allocate(machine->incoming_size);
    machine->hashes = cli_heap_allocate(play->row_capacity * sizeof *machine->hashes);
    machine->has_hash = cli_heap_allocate(play->row_capacity);
    machine->rows = cli_heap_allocate(play->row_capacity * sizeof *machine->rows);
    machine->has_row = cli_heap_allocate(play->row_capacity);
    cli_fuzz_check_forget(play, machine);
}

void cli_fuzz_machine_make(cli_fuzz_play *play, uint32_t index) {
    cli_fuzz_machine *const machine = &play->machine[index];
    make(play, machine, index, false);
    if (!cli_fuzz_seat_is_relay(play, index)) return;
    machine->below = cli_heap_allocate(sizeof *machine->below);
    make(play, machine->below, index, true);
}

void cli_fuzz_machine_free(cli_fuzz_machine *machine) {
    if (machine->below != NULL) cli_fuzz_machine_free(machine->below);
    free(machine->below);
    cli_fuzz_body_free(&machine->body);
    cli_fuzz_body_free(&machine->spare);
    free(machine->session_memory);
    free(machine->slots);
    free(machine->outgoing);
    free(machine->incoming);
    free(machine->hashes);
    free(machine->has_hash);
    free(machine->rows);
    free(machine->has_row);
}

static void begin_body(cli_fuzz_play *play, cli_fuzz_machine *machine, cli_fuzz_body *body,
                       uint32_t fill) {
    (void)cli_fuzz_body_init(body, play->seed, play->players, fill + 2u * machine->index);
    cli_fuzz_body_set_local(body, machine->local);
}

void cli_fuzz_machine_boot(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    machine->life++;
    machine->is_on = true;
    machine->is_leaving = false;
    machine->born_us = machine->next_us = play->now_us;
    machine->outside_since_us = play->now_us;
    machine->inside_since_us = machine->hostless_us = CLI_FUZZ_NEVER;
    machine->return_us = CLI_FUZZ_NEVER;
    machine->paused_until_us = machine->withheld_until_us = 0;
    machine->clock_ms = play->seed * 31u + machine->index * UINT32_C(0x9E3779B9);
    machine->wait_frames = machine->tick = 0;
    machine->local = machine->index < play->players ? 1u << machine->index : 0;
    if (machine->def.migrates)
        machine->def.role = machine->index + machine->life == 1 ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    machine->hosts = machine->def.role == PAWL_ROLE_HOST || machine->is_below;
    memset(machine->has_address, 0, sizeof machine->has_address);
    if (machine->below != NULL) cli_fuzz_machine_boot(play, machine->below);
    cli_fuzz_check_forget(play, machine);
    begin_body(play, machine, &machine->body, 100u * machine->life);
    begin_body(play, machine, &machine->spare, 100u * machine->life + 1u);
    machine->def.session_id = 1u + play->seed % 1000000u * 16u + machine->index +
                              machine->life * 77u + (machine->is_below ? 5000u : 0u);
    const size_t size = pawl_session_size(&machine->def);
    machine->session_memory = cli_heap_reallocate(machine->session_memory, size);
    if (pawl_session_init(machine->session_memory, size, &machine->def, &machine->session) !=
        PAWL_OK) {
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_REFUSED, machine->index, 0,
                             "no session can be made of this");
        machine->is_on = false;
        return;
    }
    cli_fuzz_hosts_find(play, machine);
    if (!machine->is_below && (machine->index > 0 || machine->def.migrates))
        (void)pawl_session_set_snapshot_memory(machine->session, machine->incoming,
                                               machine->incoming_size);
}

static uint32_t read_clock(const cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    const uint64_t lived_us = play->now_us - machine->born_us;
    return machine->clock_ms + (uint32_t)(lived_us * machine->speed / 1000u / CLI_FUZZ_MS);
}

void cli_fuzz_machine_reload(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    cli_fuzz_body *const body = &machine->body;
    const uint32_t tick = machine->tick;
    uint8_t *const bytes = cli_heap_allocate(play->game->state_size);
    if (play->confirmed % 2 == 0) {
        const size_t size = cli_fuzz_body_encode(body, tick, bytes);
        begin_body(play, machine, body, 50u + play->confirmed);
        if (size > 0) (void)cli_fuzz_body_decode(body, tick, bytes, size);
    } else if (cli_fuzz_body_save(body, tick, bytes)) {
        begin_body(play, machine, body, 50u + play->confirmed);
        (void)cli_fuzz_body_load(body, tick, bytes);
    }
    cli_fuzz_body_set_local(body, machine->local);
    free(bytes);
}

/* ---- a turn ---- */

static void give_inputs(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    pawl_session *const session = machine->session;
    const uint32_t head = pawl_session_get_head(session);
    const uint32_t local = pawl_session_get_local_players(session);
    uint8_t input[PAWL_SESSION_INPUT_MAX];
    if (pawl_session_get_phase(session) == PAWL_PHASE_PLAYING && local != machine->local) {
        machine->local = local;
        cli_fuzz_body_set_local(&machine->body, local);
        cli_fuzz_body_set_local(&machine->spare, local);
    }
    if (head >= play->ticks || play->now_us < machine->withheld_until_us) return;
    for (uint32_t player = 0; player < play->players; player++) {
        if ((local >> player & 1u) == 0) continue;
        cli_fuzz_input_draw(play, player, head, input);
        const uint32_t size = machine->def.variable_inputs
                                  ? cli_fuzz_input_cut(play, player, head, input)
                                  : play->game->input_size;
        (void)pawl_session_add_input_sized(session, player, input, size);
    }
}

static void send_packets(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    const cli_fuzz_address from = cli_fuzz_hosts_own(machine);
    cli_fuzz_address to;
    const uint32_t now_ms = read_clock(play, machine);
    uint32_t peer;
    int32_t size;
    for (uint32_t i = 0; i < PACKETS_MAX; i++) {
        size = pawl_session_send(machine->session, &peer, packet, sizeof packet, now_ms);
        if (size <= 0) return;
        if (cli_fuzz_hosts_route(machine, peer, &to))
            cli_fuzz_net_send(&play->net, play->now_us, from, to, packet, (size_t)size);
    }
    cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_STUCK, machine->index, 0, "sending does not end");
}

void cli_fuzz_machine_receive(cli_fuzz_play *play, cli_fuzz_machine *machine,
                              const cli_fuzz_packet *packet) {
    const uint32_t now_ms = read_clock(play, machine);
    if (!cli_fuzz_hosts_hears(machine, packet)) return;
    if (machine->def.trusts_link || (!machine->hosts && !machine->def.migrates)) {
        if (machine->hosts) {
            machine->address[0] = packet->from;
            machine->has_address[0] = true;
        }
        (void)pawl_session_receive(machine->session, 0, packet->bytes, packet->size, now_ms);
        return;
    }
    pawl_session_reply reply;
    pawl_session_receive_from(machine->session, &packet->from, sizeof packet->from, packet->bytes,
                              packet->size, now_ms, &reply);
    if (reply.size > 0)
        cli_fuzz_net_send(&play->net, play->now_us, packet->to, packet->from, reply.bytes,
                          reply.size);
    if (!machine->hosts || reply.peer >= PAWL_SESSION_PEERS_MAX) return;
    machine->address[reply.peer] = packet->from;
    machine->has_address[reply.peer] = true;
}

static bool is_unfit(pawl_refusal reason) {
    return (reason >= PAWL_REFUSED_PROTOCOL && reason <= PAWL_REFUSED_GAME) ||
           reason == PAWL_REFUSED_SNAPSHOT || reason == PAWL_REFUSED_FEATURES;
}

static void see_desync(cli_fuzz_play *play, const cli_fuzz_machine *machine,
                       const pawl_session_event_info *event) {
    cli_fuzz_machine *other = &play->machine[machine->index];
    play->verdict->desyncs++;
    if (machine->hosts) {
        if (event->peer >= PAWL_SESSION_PEERS_MAX || !machine->has_address[event->peer]) return;
        other = cli_fuzz_hosts_machine(play, machine->address[event->peer]);
    }
    other->is_noticed = true;
    if (!is_liar(other))
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_FALSE_ALARM, other->index, event->tick,
                             "a desync of machine %lu at tick %lu, whose hashes are right",
                             (unsigned long)other->index, (unsigned long)event->tick);
}

static void take_events(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    pawl_session_event_info event;
    while (pawl_session_take_event(machine->session, &event)) {
        cli_fuzz_hosts_see(play, machine, &event);
        if (event.type == PAWL_EVENT_DESYNC) see_desync(play, machine, &event);
        if (event.type == PAWL_EVENT_PEER_UP) play->verdict->joins++;
        if ((event.type != PAWL_EVENT_REFUSED && event.type != PAWL_EVENT_PEER_DOWN) ||
            !is_unfit(event.reason)) {
            continue;
        }
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_REFUSED, machine->index, 0,
                             "machine %lu: refused: %s", (unsigned long)machine->index,
                             pawl_refusal_text(event.reason));
    }
}

static void take_rows(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    pawl_session *const session = machine->session;
    cli_fuzz_row row;
    uint32_t tick;
    for (;;) {
        memset(&row, 0, sizeof row);
        if (!pawl_session_take_confirmed_sized(session, &tick, row.inputs, row.sizes, row.status))
            return;
        cli_fuzz_check_row(play, machine, tick, &row);
        if (cli_fuzz_hosts_decides(play, machine) && tick >= play->confirmed)
            cli_fuzz_check_confirm(play, tick, &row);
    }
}

static void take_signatures(cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    pawl_session_signature signature;
    while (pawl_session_take_signature(machine->session, &signature))
        cli_fuzz_check_signature(play, machine, &signature);
}

/* Whether it takes part; one whose session has ended comes again, if it was to stay. */
static void look_at_phase(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    const pawl_session_phase phase = pawl_session_get_phase(machine->session);
    if (phase == PAWL_PHASE_PLAYING && machine->inside_since_us == CLI_FUZZ_NEVER) {
        machine->inside_since_us = play->now_us;
        machine->outside_since_us = CLI_FUZZ_NEVER;
    } else if (phase != PAWL_PHASE_PLAYING && machine->outside_since_us == CLI_FUZZ_NEVER) {
        machine->outside_since_us = play->now_us;
        machine->inside_since_us = CLI_FUZZ_NEVER;
    }
    if (phase != PAWL_PHASE_ENDED) return;
    machine->is_on = false;
    if (machine->below != NULL) machine->below->is_on = false;
    if (!machine->is_leaving) machine->return_us = play->now_us + RETURN_MS * CLI_FUZZ_MS;
}

static void finish_frame(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    take_rows(play, machine);
    take_signatures(play, machine);
    take_events(play, machine);
    send_packets(play, machine);
    if (cli_fuzz_seat_changes_hosts(play)) take_events(play, machine);
}

void cli_fuzz_machine_frame(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    pawl_session *const session = machine->session;
    cli_fuzz_hosts_find(play, machine);
    take_events(play, machine);
    if (machine->wait_frames > 0) {
        machine->wait_frames--;
    } else {
        machine->wait_frames = pawl_session_take_advice(session);
        give_inputs(play, machine);
    }
    if (machine->index == play->host && play->reign == 0 && machine->hosts &&
        pawl_session_get_phase(session) == PAWL_PHASE_WAITING &&
        play->now_us > LATE_START_MS * CLI_FUZZ_MS) {
        (void)pawl_session_start(session);
    }
    cli_fuzz_answer_requests(play, machine);
    if (machine->below != NULL) cli_fuzz_relay_forward(play, machine);
    finish_frame(play, machine);
    if (machine->below != NULL && machine->below->is_on) finish_frame(play, machine->below);
    look_at_phase(play, machine);
    cli_fuzz_hosts_watch(play, machine);
}
