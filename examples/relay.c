/* relay.c - a tree of spectators: thirty machines watch, and the host's line carries one of them.
 *
 * Two players push a ball each. A relay watches the host, and is a host for three more relays,
 * which are hosts for ten spectators each. Packets take 40 ms from machine to machine, and one in
 * twenty is lost. A relay has two sessions, and one world for both: pawl_session_run_relay.
 *
 *   make examples && build/examples/relay */
#include <pawl/relay.h>
#include <pawl/pawl.h>
#include <stdio.h>
#include <stdlib.h>

#define TICKS 300
#define NODES 36 /* host, guest, a relay, three relays, thirty spectators */
#define SLOTS 12
#define MAILS 8192
#define ROOM 32768

typedef struct node {
    pawl_session *up, *down; /* to its parent, and to its children; null: none */
    pawl_session_world game, relayed;
    pawl_body_id balls[2];
    uint32_t parent, place, children; /* its peer number at its parent; how many it has */
    uint8_t snapshot[ROOM];
} node;

typedef struct mail {
    uint32_t due_ms, to, peer, size; /* size 0: nothing here */
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
} mail;

static node nodes[NODES];
static mail mails[MAILS];
static pawl_random dice;
static uint32_t bytes_of_host;

/* An input is one byte: how a player pushes its ball. */
static void push(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                 const uint8_t *status) {
    const node *self = context;
    for (int i = 0; i < 2; i++) {
        const pawl_fx speed = ((int)inputs[i] - 128) * 512;
        if (status[i] == PAWL_INPUT_GONE || tick == 0) continue;
        (void)pawl_body_set_velocity(world, self->balls[i], pawl_vec2_make(speed, speed / 2));
    }
}

static bool make_world(node *self) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def body = pawl_body_def_default();
    def.body_capacity = def.shape_capacity = 4;
    pawl_session_world *game = &self->game;
    const uint32_t size = pawl_world_size(&def);
    if (pawl_world_init(malloc(size), size, &def, &game->world) != PAWL_OK) return false;
    body.type = PAWL_DYNAMIC;
    for (int i = 0; i < 2; i++, body.position.x += PAWL_UNITS(3))
        if (pawl_body_create_box(game->world, &body, NULL, PAWL_UNITS(1), PAWL_UNITS(1),
                                 &self->balls[i]))
            return false;
    game->apply = push, game->context = self;
    game->slot_size = (pawl_world_save_size_max(&def) + 7) / 8 * 8;
    game->slots = malloc((size_t)SLOTS * game->slot_size);
    game->spare = malloc(size), game->spare_size = size;
    game->snapshot = malloc(ROOM), game->snapshot_size = ROOM;
    self->relayed = *game; /* the same world, with slots of its own */
    self->relayed.slots = malloc((size_t)SLOTS * game->slot_size);
    return true;
}

static pawl_session *make_session(node *self, pawl_session_role role, uint32_t number) {
    pawl_session_def def = pawl_session_def_default();
    pawl_session *session = NULL;
    def.role = (uint8_t)role;
    def.input_size = 1;
    def.slots = SLOTS;
    def.peers = role == PAWL_ROLE_HOST || role == PAWL_ROLE_RELAY ? 10 : 1;
    def.session_id = number + 1; /* a game over a network asks pawl_port_entropy */
    def.trusts_link = true;      /* its own machines are at the other end */
    const size_t size = pawl_session_size(&def);
    if (pawl_session_init(malloc(size), size, &def, &session) != PAWL_OK) exit(1);
    if (role == PAWL_ROLE_SPECTATOR &&
        pawl_session_set_snapshot_memory(session, self->snapshot, ROOM) != PAWL_OK)
        exit(1);
    return session;
}

static void post(uint32_t from, pawl_session *session, bool is_up, uint32_t now_ms) {
    uint32_t peer, next = 0;
    mail out;
    int32_t size;
    while ((size = pawl_session_send(session, &peer, out.bytes, sizeof out.bytes, now_ms)) > 0) {
        if (from == 0) bytes_of_host += (uint32_t)size;
        if (pawl_random_next(&dice) % 20 == 0) continue;
        uint32_t to = nodes[from].parent;
        for (uint32_t i = 1; !is_up && i < NODES; i++)
            if (nodes[i].parent == from && nodes[i].place == peer) to = i;
        out.due_ms = now_ms + 40, out.to = to, out.size = (uint32_t)size;
        out.peer = is_up ? nodes[from].place : UINT32_MAX;
        while (next + 1 < MAILS && mails[next].size != 0)
            next++;
        mails[next] = out;
    }
}

static void frame(uint32_t number, uint32_t now_ms) {
    node *self = &nodes[number];
    for (mail *in = mails; in < mails + MAILS; in++) {
        if (in->size == 0 || in->to != number || in->due_ms > now_ms) continue;
        const bool is_from_child = in->peer != UINT32_MAX;
        (void)pawl_session_receive(is_from_child ? self->down : self->up,
                                   is_from_child ? in->peer : 0, in->bytes, in->size, now_ms);
        in->size = 0;
    }
    pawl_session *own = self->up != NULL ? self->up : self->down;
    const uint32_t tick = pawl_session_get_head(own);
    const uint8_t input = (uint8_t)(tick / 10 * 37 + number * 91);
    if (number < 2 && tick < TICKS) (void)pawl_session_add_input(own, number, &input);
    if (self->up != NULL && self->down != NULL)
        (void)pawl_session_run_relay(self->down, &self->relayed, own, &self->game, NULL);
    else
        (void)pawl_session_run(own, &self->game);
    if (self->up != NULL) post(number, self->up, true, now_ms);
    if (self->down != NULL) post(number, self->down, false, now_ms);
}

int main(void) {
    dice = pawl_random_make(1, 0);
    for (uint32_t i = 0; i < NODES; i++) {
        nodes[i].parent = i < 3 ? 0 : i < 6 ? 2 : 3 + i % 3;
        if (i > 0) nodes[i].place = nodes[nodes[i].parent].children++;
        if (!make_world(&nodes[i])) return 1;
        if (i > 0)
            nodes[i].up =
                make_session(&nodes[i], i == 1 ? PAWL_ROLE_CLIENT : PAWL_ROLE_SPECTATOR, i);
        if (i == 0) nodes[i].down = make_session(&nodes[i], PAWL_ROLE_HOST, i);
        if (i >= 2 && i < 6) nodes[i].down = make_session(&nodes[i], PAWL_ROLE_RELAY, NODES + i);
    }
    for (uint32_t now_ms = 0; now_ms < 8000; now_ms += 16)
        for (uint32_t i = 0; i < NODES; i++)
            frame(i, now_ms);
    uint32_t alike = 0;
    for (uint32_t i = 6; i < NODES; i++)
        alike += pawl_session_get_head(nodes[i].up) == pawl_session_get_head(nodes[6].up) &&
                 pawl_world_hash(nodes[i].game.world) == pawl_world_hash(nodes[2].game.world);
    printf("tick %u: %u of 30 spectators see hash %08x; the host has sent %u bytes\n",
           (unsigned)pawl_session_get_head(nodes[6].up), (unsigned)alike,
           (unsigned)pawl_world_hash(nodes[2].game.world), (unsigned)bytes_of_host);
    return alike != 30;
}
