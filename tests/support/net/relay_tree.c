/* relay_tree.c - what relay_tree.h declares. */
#include "support/net/relay_tree.h"

#define FRAME_US 16667u

static void open_session(machine *m, const pawl_session_def *shared, pawl_session_role role,
                         uint32_t number) {
    pawl_session_def def = *shared;
    def.role = (uint8_t)role;
    def.session_id = 100 + number;
    def.peers = role == PAWL_ROLE_HOST || role == PAWL_ROLE_RELAY ? 16 : 1;
    if (role == PAWL_ROLE_CLIENT) def.secret[0] = 7;
    if (role == PAWL_ROLE_HOST) def.secret[0] = 9;
    machine_open(m, &def);
    if (role == PAWL_ROLE_CLIENT || role == PAWL_ROLE_SPECTATOR) {
        ck_assert_int_eq(pawl_session_set_snapshot_memory(m->session, m->snapshot_memory,
                                                          sizeof m->snapshot_memory),
                         PAWL_OK);
    }
}

relay_tree *relay_tree_make(uint64_t seed, uint32_t leaves, const pawl_session_def *def,
                            const net_line *line) {
    relay_tree *const tree = calloc(1, sizeof *tree);
    ck_assert_ptr_nonnull(tree);
    ck_assert_uint_le(leaves, TREE_LEAVES_MAX);
    tree->leaf_count = leaves;
    tree->is_guest_here = true;
    for (uint32_t i = 0; i < 1 + TREE_RELAYS; i++) {
        tree->nets[i] = netsim_make();
        ck_assert_ptr_nonnull(tree->nets[i]);
        netsim_reset(tree->nets[i], seed + i);
        for (uint32_t child = 1; child < 17; child++) {
            *netsim_line(tree->nets[i], 0, child) = *line;
            *netsim_line(tree->nets[i], child, 0) = *line;
        }
    }
    open_session(&tree->host, def, PAWL_ROLE_HOST, 0);
    open_session(&tree->guest, def, PAWL_ROLE_CLIENT, 1);
    for (uint32_t i = 0; i < TREE_RELAYS; i++) {
        open_session(&tree->relays[i].up, def, PAWL_ROLE_SPECTATOR, 2 + i);
        open_session(&tree->relays[i].down, def, PAWL_ROLE_RELAY, 20 + i);
    }
    for (uint32_t i = 0; i < leaves; i++)
        open_session(&tree->leaves[i], def, PAWL_ROLE_SPECTATOR, 40 + i);
    return tree;
}

void relay_tree_free(relay_tree *tree) {
    machine_close(&tree->host), machine_close(&tree->guest);
    for (uint32_t i = 0; i < TREE_RELAYS; i++)
        machine_close(&tree->relays[i].up), machine_close(&tree->relays[i].down);
    for (uint32_t i = 0; i < tree->leaf_count; i++)
        machine_close(&tree->leaves[i]);
    for (uint32_t i = 0; i < 1 + TREE_RELAYS; i++)
        netsim_free(tree->nets[i]);
    free(tree);
}

/* To a parent a child's machine number is one more than its peer number. */
static void exchange(relay_tree *tree, netsim *net, uint32_t number, machine *m, uint32_t now_ms) {
    uint8_t packet[NET_PACKET_MAX];
    uint32_t from, peer;
    int32_t size;
    while ((size = netsim_take(net, number, &from, packet)) >= 0)
        (void)pawl_session_receive(m->session, number == 0 ? from - 1u : 0, packet, (size_t)size,
                                   now_ms);
    while ((size = pawl_session_send(m->session, &peer, packet, PAWL_SESSION_PACKET_MAX, now_ms)) >
           0) {
        if (number == 0 && tree->sending != NULL)
            tree->sending(tree, m, peer, packet, (uint32_t)size);
        netsim_send(net, number, number == 0 ? peer + 1u : 0, packet, (size_t)size);
    }
}

static void note_confirmed(machine *m, tree_log *log) {
    uint8_t inputs[PAWL_SESSION_PLAYERS_MAX * PAWL_SESSION_INPUT_MAX];
    uint8_t status[PAWL_SESSION_PLAYERS_MAX];
    uint32_t tick;
    while (pawl_session_take_confirmed(m->session, &tick, inputs, status)) {
        uint8_t row[TREE_ROW] = {0};
        const uint32_t size = m->def.players * m->def.input_size;
        ck_assert_uint_lt(tick, TREE_ROWS);
        ck_assert_uint_le(size + m->def.players, TREE_ROW);
        memcpy(row, inputs, size);
        memcpy(row + size, status, m->def.players);
        /* What was confirmed once stays what it was. */
        if (log->has[tick]) ck_assert_mem_eq(log->rows[tick], row, TREE_ROW);
        memcpy(log->rows[tick], row, TREE_ROW);
        log->has[tick] = true;
    }
}

static void play(relay_tree *tree, machine *m) {
    const uint32_t tick = pawl_session_get_head(m->session) + m->def.delay;
    if (pawl_session_take_advice(m->session) == 0 && (tree->end == 0 || tick < tree->end))
        machine_add_inputs(m);
    machine_run(m);
}

static void run_relay(relay_tree *tree, tree_relay *relay) {
    pawl_request request;
    const uint32_t before = relay->down.event_count;
    while (pawl_session_next_request(relay->up.session, &request) > PAWL_REQUEST_WAIT) {
        machine_answer(&relay->up, &request);
        relay->status = pawl_session_relay(relay->down.session, relay->up.session);
        machine_run(&relay->down);
    }
    relay->status = pawl_session_relay(relay->down.session, relay->up.session);
    machine_run(&relay->up); /* its events */
    machine_run(&relay->down);
    for (uint32_t i = before; i < relay->down.event_count; i++)
        tree->desyncs_at_relays += relay->down.events[i].type == PAWL_EVENT_DESYNC;
    relay->down.event_count = relay->up.event_count = 0;
}

void relay_tree_run(relay_tree *tree, uint32_t frames) {
    for (; frames > 0; frames--, tree->frames++, tree->now_us += FRAME_US) {
        const uint32_t now_ms = (uint32_t)(tree->now_us / 1000u);
        for (uint32_t i = 0; i < 1 + TREE_RELAYS; i++)
            netsim_set_time(tree->nets[i], tree->now_us);
        play(tree, &tree->host);
        exchange(tree, tree->nets[0], 0, &tree->host, now_ms);
        if (tree->is_guest_here) {
            play(tree, &tree->guest);
            exchange(tree, tree->nets[0], 1, &tree->guest, now_ms);
        }
        for (uint32_t i = 0; i < TREE_RELAYS; i++) {
            tree_relay *const relay = &tree->relays[i];
            run_relay(tree, relay);
            if (i == 0) exchange(tree, tree->nets[0], 2, &relay->up, now_ms);
            if (i != 0) exchange(tree, tree->nets[1], i, &relay->up, now_ms);
            exchange(tree, tree->nets[1 + i], 0, &relay->down, now_ms);
        }
        for (uint32_t i = 0; i < tree->leaf_count; i++) {
            if (tree->frames < tree->starts[i]) continue;
            machine_run(&tree->leaves[i]);
            exchange(tree, tree->nets[1 + relay_of_leaf(i)], 1 + i / (TREE_RELAYS - 1),
                     &tree->leaves[i], now_ms);
            note_confirmed(&tree->leaves[i], &tree->leaf_logs[i]);
        }
        note_confirmed(&tree->host, &tree->host_log);
    }
}
