/* sign_net.c - what sign_net.h declares. */
#include "support/net/sign_net.h"

sign_game game;

static void toy_sign(uint32_t key, const uint8_t *message, size_t size, uint8_t *out) {
    for (uint32_t i = 0; i < PAWL_SIGNATURE_SIZE / 4; i++)
        pawli_store_u32(out + 4 * i, pawl_xxh32(message, size, key * 31u + i));
}

static bool toy_verify(void *context, const uint8_t *key, const uint8_t *message, size_t size,
                       const uint8_t *signature) {
    uint8_t want[PAWL_SIGNATURE_SIZE];
    (void)context;
    toy_sign(pawli_fetch_u32(key), message, size, want);
    return memcmp(want, signature, sizeof want) == 0;
}

const pawl_verifier toy_verifier = {toy_verify, NULL, NULL};

uint32_t draw(uint32_t below) {
    return (uint32_t)(seeded_next(&game.seed) >> 32) % below;
}

pawl_session_def sign_def(pawl_session_role role) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.players = (uint8_t)game.players;
    def.local_players = role != PAWL_ROLE_SPECTATOR;
    def.peers = role == PAWL_ROLE_HOST ? MACHINES - 1 : 1;
    def.session_id = draw(1u << 30) + 1u;
    def.app_id = 0x51474E53;
    def.sign_every = EVERY;
    def.variable_inputs = game.is_variable;
    def.timeout_ms = 1500;
    for (uint32_t i = 0; i < PAWL_SESSION_SECRET; i++)
        def.secret[i] = (uint8_t)(draw(255) + 1);
    return def;
}

void open_machine(uint32_t index, const pawl_session_def *def) {
    machine *const m = &game.machines[index];
    machine_open(m, def);
    game.is_on[index] = true;
    if (def->sign_every != 0)
        ck_assert_int_eq(pawl_session_use_match(m->session, game.match), PAWL_OK);
    if (index > 0) {
        ck_assert_int_eq(pawl_session_set_snapshot_memory(m->session, m->snapshot_memory,
                                                          sizeof m->snapshot_memory),
                         PAWL_OK);
    }
}

void begin_game(uint32_t players, uint32_t loss, uint32_t delay_ms) {
    memset(&game, 0, sizeof game);
    game.seed = seeded_fresh("sign");
    game.players = players;
    game.loss = loss;
    game.delay_ms = delay_ms;
    for (uint32_t i = 0; i < sizeof game.match; i++)
        game.match[i] = (uint8_t)draw(256);
}

void end_game(void) {
    for (uint32_t i = 0; i < MACHINES; i++) {
        if (game.is_on[i]) machine_close(&game.machines[i]);
        replay_file_free(&game.files[i]);
    }
}

static void begin_record(uint32_t index) {
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    uint8_t keys[PAWL_SESSION_PLAYERS_MAX * PAWL_SIGN_KEY_SIZE] = {0};
    header.players = (uint8_t)game.players;
    header.variable_inputs = game.is_variable;
    header.app_id = game.machines[index].def.app_id;
    game.records[index] = true;
    ck_assert_int_eq(pawl_replay_begin(&game.writers[index], &header,
                                       replay_file_sink(&game.files[index]), game.rooms[index],
                                       sizeof game.rooms[index]),
                     PAWL_OK);
    for (uint32_t player = 0; player < game.players; player++)
        pawli_store_u32(keys + player * PAWL_SIGN_KEY_SIZE, 100 + player);
    ck_assert_int_eq(pawl_replay_write_keys(&game.writers[index], game.match, keys), PAWL_OK);
}

/* What is confirmed, and what is signed, to the file. */
static void record_machine(uint32_t index) {
    machine *const m = &game.machines[index];
    pawl_replay_writer *const writer = &game.writers[index];
    uint8_t inputs[PAWL_SESSION_PLAYERS_MAX * PAWL_SESSION_INPUT_MAX];
    uint8_t status[PAWL_SESSION_PLAYERS_MAX], sizes[PAWL_SESSION_PLAYERS_MAX];
    uint32_t tick;
    pawl_session_signature signature;
    while (pawl_session_take_confirmed_sized(m->session, &tick, inputs, sizes, status)) {
        if (!game.records[index]) begin_record(index);
        if (writer->stage == PAWLI_STAGE_NONE)
            ck_assert_int_eq(pawl_replay_write_keyframe(writer, tick, "k", 1), PAWL_OK);
        if (tick != writer->input_tick) game.came_again[index] = true;
        if (game.came_again[index]) continue;
        ck_assert_int_eq(pawl_replay_write_inputs_sized(writer, tick, inputs,
                                                        game.is_variable ? sizes : NULL, status),
                         PAWL_OK);
    }
    while (!game.came_again[index] && pawl_session_take_signature(m->session, &signature)) {
        ck_assert_uint_lt(signature.player, game.players);
        /* Whoever came late is told of no block whose inputs it never had. */
        ck_assert_msg(game.records[index], "machine %u has no inputs yet", index);
        ck_assert_uint_ge(signature.tick, m->session->first);
        const uint32_t end = signature.tick + signature.count;
        ck_assert_uint_eq(signature.tick % EVERY, 0);
        if (end != game.game_end) ck_assert_uint_eq(signature.count, EVERY);
        ck_assert_uint_le(end, pawl_session_get_confirmed(m->session));
        ck_assert_int_eq(pawl_replay_write_signature(writer, signature.player, signature.tick,
                                                     signature.count, signature.bytes),
                         PAWL_OK);
        game.taken[index]++;
    }
}

static uint32_t message_size(const machine *m, uint32_t count) {
    return PAWL_SIGN_HEAD_SIZE + count * (m->def.input_size + game.is_variable);
}

static void answer(uint32_t index, const pawl_request *request) {
    machine *const m = &game.machines[index];
    if (request->type != PAWL_REQUEST_SIGN) {
        machine_answer(m, request);
        return;
    }
    uint32_t player = 0;
    while ((request->players >> player & 1u) == 0)
        player++;
    ck_assert_uint_eq(request->players, 1u << player);
    ck_assert_uint_ne(pawl_session_get_local_players(m->session) & request->players, 0);
    const uint32_t left = game.game_end - request->tick;
    const uint32_t count = game.game_end != 0 && left < EVERY ? left : EVERY;
    /* A block that was whole before its end was told is signed whole. */
    const bool is_whole = pawl_session_get_confirmed(m->session) >= request->tick + EVERY &&
                          request->snapshot_size == message_size(m, EVERY);
    if (!is_whole) ck_assert_uint_eq(request->snapshot_size, message_size(m, count));
    ck_assert_uint_ge(request->tick, m->session->begin); /* else it gave none of these inputs */
    uint8_t signature[PAWL_SIGNATURE_SIZE];
    toy_sign(100 + player, request->snapshot, request->snapshot_size, signature);
    ck_assert_int_eq(pawl_session_answer_sign(m->session, request->tick + 1, signature),
                     PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(
        pawl_session_answer_sign(m->session, request->tick, game.declines ? NULL : signature),
        PAWL_OK);
}

static void send_from(uint32_t index) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(game.machines[index].session, &peer, packet, sizeof packet,
                                     game.clock_ms)) > 0) {
        if (draw(100) < game.loss || (game.is_mute && index > 0)) continue;
        for (uint32_t i = 0; i < QUEUE; i++) {
            flying_packet *const to = &game.queue[i];
            if (to->size != 0) continue;
            memcpy(to->bytes, packet, (size_t)size);
            to->size = (uint32_t)size;
            to->from = index;
            to->to = index == 0 ? peer + 1 : 0;
            to->due_ms = game.clock_ms + (game.delay_ms == 0 ? 0 : draw(game.delay_ms));
            break;
        }
    }
}

static void deliver(void) {
    for (uint32_t i = 0; i < QUEUE; i++) {
        flying_packet *const one = &game.queue[i];
        if (one->size == 0 || (int32_t)(game.clock_ms - one->due_ms) < 0) continue;
        const uint32_t peer = one->to == 0 ? one->from - 1 : 0;
        if (game.is_on[one->to])
            (void)pawl_session_receive(game.machines[one->to].session, peer, one->bytes, one->size,
                                       game.clock_ms);
        one->size = 0;
    }
}

/* Commands: most ticks have none. */
static void add_commands(const machine *m) {
    for (uint32_t player = 0; player < game.players; player++) {
        const uint8_t command[2] = {(uint8_t)draw(256), (uint8_t)draw(256)};
        if ((pawl_session_get_local_players(m->session) >> player & 1u) == 0) continue;
        (void)pawl_session_add_input_sized(m->session, player, command,
                                           draw(3) == 0 ? draw(3) : 0u);
    }
}

void run_frames(uint32_t count) {
    for (uint32_t frame = 0; frame < count; frame++) {
        game.clock_ms += TICK_MS;
        deliver();
        for (uint32_t i = 0; i < MACHINES; i++) {
            if (!game.is_on[i]) continue;
            machine *const m = &game.machines[i];
            pawl_request request;
            pawl_session_event_info event;
            if (game.is_variable) {
                add_commands(m);
            } else {
                machine_add_inputs(m);
            }
            while (pawl_session_next_request(m->session, &request) > PAWL_REQUEST_WAIT)
                answer(i, &request);
            while (pawl_session_take_event(m->session, &event))
                if (event.type == PAWL_EVENT_REFUSED) game.refused = event.reason;
            record_machine(i);
            send_from(i);
        }
    }
}

pawl_signed_verdict verify_file(uint32_t index) {
    const pawl_status flushed = pawl_replay_flush(&game.writers[index]);
    ck_assert_int_eq(flushed, PAWL_OK);
    const pawl_replay replay = open_replay(&game.files[index]);
    ck_assert_uint_eq(replay.signatures, game.taken[index]);
    return pawl_replay_verify_signatures(&replay, &toy_verifier);
}

void open_all(uint32_t clients) {
    for (uint32_t i = 0; i <= clients; i++) {
        const pawl_session_def def = sign_def(i == 0 ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT);
        open_machine(i, &def);
    }
}
