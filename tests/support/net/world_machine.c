/* world_machine.c - what world_machine.h declares. */
#include "support/net/world_machine.h"

static pawl_world *make_pit(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = PIT_BOXES + 8;
    pawl_world *const world = make_world(&def);
    add_ground(world);
    for (int i = 0; i < PIT_BOXES; i++)
        add_unit_box(world, (i % 6) * 1.5 - 4, 1 + i / 6 * 1.25);
    return world;
}

static const pawl_rules_field fields[] = {
    {"round", offsetof(world_rules, round), 1, PAWL_RULES_U8, 0},
    {"score", offsetof(world_rules, score), 4, PAWL_RULES_I16, 0},
    {"timer", offsetof(world_rules, timer), 1, PAWL_RULES_U32, 0},
    {"sum", offsetof(world_rules, sum), 1, PAWL_RULES_I64, 16},
};

static void play_rules(world_machine *m, uint32_t tick, const uint8_t *inputs) {
    for (uint32_t p = 0; p < m->def.players && p < 4; p++) {
        const int8_t push = (int8_t)inputs[p * m->def.input_size];
        m->rules.score[p] = (int16_t)(m->rules.score[p] + push / 16);
        m->rules.sum += push;
    }
    m->rules.timer++;
    m->rules.round = (uint8_t)(tick / 50u);
}

static void push_boxes(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                       const uint8_t *status) {
    world_machine *const m = (world_machine *)context;
    if (tick < 4096) m->hashes[tick] = pawl_world_hash(world);
    if (m->game.rules != NULL) play_rules(m, tick, inputs);
    pawl_body_id body = pawl_world_next_body(world, NO_BODY); /* the ground */
    for (uint32_t p = 0; p < m->def.players; p++) {
        body = pawl_world_next_body(world, body);
        if (status[p] == PAWL_INPUT_GONE) continue;
        const int8_t push = (int8_t)inputs[p * m->def.input_size];
        const pawl_vec2 change = pawl_vec2_make(push * 2048, push * 1024);
        (void)pawl_body_change_velocity(world, body, change, pawl_body_get_position(world, body));
    }
    if (m->spoil_tick == 0 || tick != m->spoil_tick) return;
    if (m->spoils_count) {
        (void)add_unit_box(world, 0, 20);
        return;
    }
    /* The last body floats above the others: what is wrong with it stays as it is. */
    while (!pawl_body_is_null(pawl_world_next_body(world, body)))
        body = pawl_world_next_body(world, body);
    const pawl_vec2 velocity = pawl_body_get_velocity(world, body);
    (void)pawl_body_set_velocity(world, body, pawl_vec2_make(velocity.x + 7, velocity.y));
}

void world_machine_open(world_machine *m, const pawl_session_def *def) {
    memset(m, 0, sizeof *m);
    m->def = *def;
    m->def.trusts_link = true; /* packets go from memory to memory */
    if (m->def.session_id == 0) m->def.session_id = 1;
    m->memory = malloc(pawl_session_size(&m->def));
    ck_assert_int_eq(pawl_session_init(m->memory, pawl_session_size(&m->def), &m->def, &m->session),
                     PAWL_OK);
    pawl_session_world *const game = &m->game;
    game->world = make_pit();
    const pawl_body_id floating = add_unit_box(game->world, 0, 40);
    (void)pawl_body_set_gravity_scale(game->world, floating, 0);
    pawl_world_def world_def = pawl_world_def_default();
    world_def.body_capacity = world_def.shape_capacity = PIT_BOXES + 8;
    m->world_size = pawl_world_size(&world_def);
    game->apply = push_boxes;
    game->context = m;
    game->slot_size = (pawl_world_save_size_max(&world_def) + 7u) & ~7u;
    game->slots = (uint8_t *)malloc((size_t)PAWL_SESSION_SLOTS_MAX * game->slot_size);
    game->spare = (uint8_t *)malloc(m->world_size);
    game->spare_size = m->world_size;
    game->snapshot = (uint8_t *)calloc(65536, 1);
    game->snapshot_size = 65536;
    if (def->role == PAWL_ROLE_CLIENT || def->role == PAWL_ROLE_SPECTATOR) {
        ck_assert_int_eq(pawl_session_set_snapshot_memory(m->session, m->snapshot_memory,
                                                          sizeof m->snapshot_memory),
                         PAWL_OK);
    }
}

void world_machine_open_rules(world_machine *m, const pawl_session_def *def) {
    world_machine_open(m, def);
    pawl_session_world *const game = &m->game;
    m->table = (pawl_rules){&m->rules, sizeof m->rules, fields, sizeof fields / sizeof *fields};
    ck_assert_int_eq(pawl_rules_is_valid(&m->table), true);
    const uint32_t room = PAWL_RULES_ROOM(sizeof m->rules);
    free(game->slots), free(game->spare);
    game->slot_size += room;
    game->slots = (uint8_t *)malloc((size_t)PAWL_SESSION_SLOTS_MAX * game->slot_size);
    game->spare_size = PAWL_RULES_ROOM(m->world_size) + 2 * room;
    game->spare = (uint8_t *)malloc(game->spare_size);
    game->rules = &m->table;
}

void world_machine_close(world_machine *m) {
    free(m->game.world), free(m->game.slots), free(m->game.spare), free(m->game.snapshot);
    free(m->memory);
}

void world_machine_frame(world_machine *m) {
    uint8_t input[PAWL_SESSION_INPUT_MAX];
    const uint32_t tick = pawl_session_get_head(m->session) + m->def.delay;
    for (uint32_t p = 0; p < m->def.players; p++) {
        if ((pawl_session_get_local_players(m->session) >> p & 1u) == 0) continue;
        make_input(p, tick, input, m->def.input_size);
        (void)pawl_session_add_input(m->session, p, input);
    }
    (void)pawl_session_run(m->session, &m->game);
    pawl_session_event_info event;
    while (pawl_session_take_event(m->session, &event)) {
        if (m->event_count < sizeof m->events / sizeof *m->events)
            m->events[m->event_count++] = event;
        if (event.type == PAWL_EVENT_DESYNC) m->desync = event, m->desyncs++;
        if (event.reason == PAWL_REFUSED_FEATURES) m->parted = event;
        if (event.type == PAWL_EVENT_REFUSED) m->refusal = (uint8_t)event.reason;
        if (event.type == PAWL_EVENT_DIAGNOSED) m->diagnosed = event, m->diagnoses++;
    }
}

void world_machine_carry(world_machine *from, world_machine *to, uint32_t to_peer,
                         uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(from->session, &peer, packet, sizeof packet, now_ms)) > 0)
        (void)pawl_session_receive(to->session, to_peer, packet, (size_t)size, now_ms);
}
