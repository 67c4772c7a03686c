/* two_players.c - rollback: each machine goes on with guesses, and plays again what was wrong. */
#include <pawl/pawl.h>
#include <pawl/session.h>
#include <stdio.h>

enum {
    TICKS = 240,
    SLOTS = 12,
    SLOT = 4096,
    LATE = 4 /* frames that a packet takes */
};

typedef struct machine {
    pawl_session *session;
    pawl_session_world game;
    uint64_t world[2048], memory[512], slots[SLOTS * SLOT / 8];
    uint8_t mail[LATE][PAWL_SESSION_PACKET_MAX]; /* on its way to the other machine */
    int32_t sizes[LATE];
} machine;
static machine machines[2];
static pawl_step_hooks hooks; /* of steps, and of the hashes that sessions compare */
static pawl_body_id ships[2]; /* made alike, so the handles are the same on both machines */

static void steer(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status) {
    (void)context, (void)tick, (void)status;
    for (int i = 0; i < 2; i++)
        pawl_body_set_velocity(world, ships[i], pawl_vec2_units(2, inputs[i] - 2));
}

static pawl_status start(machine *self, uint8_t role) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 4;
    def.joint_capacity = 0;
    def.gravity = pawl_vec2_make(0, 0);
    pawl_session_def session_def = pawl_session_def_default();
    session_def.role = role;
    session_def.input_size = 1;
    session_def.slots = SLOTS;
    session_def.session_id = 1;     /* pawl_port_entropy in a real game */
    session_def.trusts_link = true; /* both machines are in this program */
    self->game.apply = steer;
    self->game.hooks = &hooks;
    self->game.slots = (uint8_t *)self->slots;
    self->game.slot_size = SLOT; /* at least pawl_world_save_size_max(&def) */
    pawl_status status = pawl_world_init(self->world, sizeof self->world, &def, &self->game.world);
    for (int i = 0; i < 2 && !status; i++) {
        pawl_body_def ship = pawl_body_def_default();
        ship.type = PAWL_DYNAMIC;
        ship.position = pawl_vec2_units(0, 4 * i);
        status = pawl_body_create_box(self->game.world, &ship, NULL, PAWL_UNITS(1),
                                      PAWL_FX(0, 1, 3), &ships[i]);
    }
    if (status) return status;
    return pawl_session_init(self->memory, sizeof self->memory, &session_def, &self->session);
}

int main(void) {
    hooks.lanes = pawl_lanes_best(); /* asked once; no result depends on it */
    if (start(&machines[0], PAWL_ROLE_HOST) || start(&machines[1], PAWL_ROLE_CLIENT)) return 1;
    for (uint32_t frame = 0; frame < TICKS + 60; frame++) {
        for (uint32_t me = 0, peer; me < 2; me++) {
            machine *self = &machines[me], *other = &machines[1 - me];
            uint8_t *out = self->mail[frame % LATE], *in = other->mail[(frame + me) % LATE];
            const int32_t came = other->sizes[(frame + me) % LATE];
            if (came > 0) pawl_session_receive(self->session, 0, in, (size_t)came, frame * 17);
            const uint32_t tick = pawl_session_get_head(self->session);
            const uint8_t keys = (uint8_t)((tick / 37 + me) % 5); /* 0 .. 4: down to up */
            if (tick < TICKS) pawl_session_add_input(self->session, me, &keys);
            pawl_session_run(self->session, &self->game);
            self->sizes[frame % LATE] =
                pawl_session_send(self->session, &peer, out, PAWL_SESSION_PACKET_MAX, frame * 17);
        }
    }
    for (int i = 0; i < 2; i++) {
        pawl_session_stats stats;
        if (pawl_session_get_stats(machines[i].session, 0, &stats)) return 1;
        printf("machine %d: tick %u, %u rollbacks, %u ticks again, hash %08lx\n", i,
               (unsigned)pawl_session_get_confirmed(machines[i].session), (unsigned)stats.rollbacks,
               (unsigned)stats.replayed_ticks,
               (unsigned long)pawl_world_hash(machines[i].game.world));
    }
    return 0;
}
