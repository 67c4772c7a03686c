/* late_spectator.c - a spectator gets a snapshot of the running game, then the inputs. */
#include <pawl/pawl.h>
#include <pawl/session.h>
#include <stdio.h>

enum {
    SLOTS = 12,
    SLOT = 4096,
    COMES = 120
};

typedef struct machine {
    pawl_session *session;
    pawl_session_world game;
    uint64_t world[2048], spare[2048], memory[512], slots[SLOTS * SLOT / 8];
    uint8_t snapshot[4096], incoming[4096];
} machine;
static machine host, guest;
static pawl_body_id ball;

static void push(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                 const uint8_t *status) {
    const pawl_wide2 jump = {0, PAWL_WIDE(6, 0, 1)};
    (void)context, (void)tick, (void)status;
    if (inputs[0]) pawl_body_apply_impulse_to_center(world, ball, jump);
}

static pawl_status start(machine *self, pawl_session_def *session_def) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def ball_def = pawl_body_def_default();
    def.body_capacity = def.shape_capacity = 4;
    def.joint_capacity = 0;
    session_def->players = session_def->input_size = session_def->session_id = 1;
    def.gravity = pawl_vec2_units(0, -8);
    session_def->slots = SLOTS;
    session_def->delay = 0; /* there is no other player to wait for */
    session_def->trusts_link = true;
    ball_def.type = PAWL_DYNAMIC;
    ball_def.velocity = pawl_vec2_units(2, 0);
    self->game =
        (pawl_session_world){.apply = push, .slots = (uint8_t *)self->slots, .slot_size = SLOT};
    self->game.spare = (uint8_t *)self->spare; /* for those who come late: a world to encode, */
    self->game.spare_size = sizeof self->spare;
    self->game.snapshot = self->snapshot; /* and what that gives */
    self->game.snapshot_size = sizeof self->snapshot;
    if (pawl_world_init(self->world, sizeof self->world, &def, &self->game.world) ||
        pawl_body_create_circle(self->game.world, &ball_def, NULL, PAWL_FX(0, 1, 2), &ball)) {
        return PAWL_ERR_MEMORY;
    }
    if (pawl_session_init(self->memory, sizeof self->memory, session_def, &self->session))
        return PAWL_ERR_MEMORY;
    if (session_def->role == PAWL_ROLE_HOST) return PAWL_OK;
    return pawl_session_set_snapshot_memory(self->session, self->incoming, sizeof self->incoming);
}

static void frame(machine *self, machine *other, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    pawl_session_run(self->session, &self->game);
    while ((size = pawl_session_send(self->session, &peer, packet, sizeof packet, now_ms)) > 0)
        if (other->session) pawl_session_receive(other->session, 0, packet, (size_t)size, now_ms);
}

int main(void) {
    pawl_session_def def = pawl_session_def_default(), guest_def = def;
    guest_def.role = PAWL_ROLE_SPECTATOR;
    guest_def.local_players = 0;
    if (start(&host, &def)) return 1;
    for (uint32_t i = 0; i < 240; i++) {
        const uint8_t jump = i % 60 == 50;
        pawl_session_add_input(host.session, 0, &jump);
        if (i == COMES && start(&guest, &guest_def)) return 1;
        frame(&host, &guest, i * 17);
        if (i >= COMES) frame(&guest, &host, i * 17);
        pawl_session_event_info event;
        while (guest.session && pawl_session_take_event(guest.session, &event))
            if (event.type == PAWL_EVENT_STARTED)
                printf("frame %u: it begins at tick %u\n", (unsigned)i, (unsigned)event.tick);
    }
    printf("host: tick %u, hash %08lx\n", (unsigned)pawl_world_get_tick(host.game.world),
           (unsigned long)pawl_world_hash(host.game.world));
    printf("spectator: tick %u, hash %08lx\n", (unsigned)pawl_world_get_tick(guest.game.world),
           (unsigned long)pawl_world_hash(guest.game.world));
    return 0;
}
