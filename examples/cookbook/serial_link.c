/* serial_link.c - packets of a session on a stream of bytes; one byte in five hundred is garbled.
 */
#include <pawl/frame.h>
#include <pawl/pawl.h>
#include <pawl/session.h>
#include <stdio.h>

typedef struct machine {
    pawl_session *session;
    pawl_session_world game;
    pawl_frame_reader reader;
    uint64_t world[2048], memory[512];
} machine;
static machine machines[2];
static pawl_body_id ball;
static uint32_t bytes_sent, packets_bad;
static pawl_random noise;

static void move(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                 const uint8_t *status) {
    (void)context, (void)tick, (void)status;
    pawl_body_set_velocity(world, ball, pawl_vec2_units(inputs[0], inputs[1]));
}

static pawl_status start(machine *self, uint8_t role) {
    pawl_world_def def = pawl_world_def_default();
    pawl_session_def session_def = pawl_session_def_default();
    pawl_body_def ball_def = pawl_body_def_default();
    def.body_capacity = def.shape_capacity = 4;
    def.joint_capacity = 0;
    ball_def.type = PAWL_DYNAMIC;
    session_def.role = role;
    session_def.link = PAWL_SESSION_LINK_COMPACT;
    session_def.window = 0; /* lockstep: no guesses, and no memory for saves */
    session_def.input_size = 1;
    session_def.session_id = 1;
    self->game.apply = move;
    if (pawl_world_init(self->world, sizeof self->world, &def, &self->game.world) ||
        pawl_body_create_circle(self->game.world, &ball_def, NULL, PAWL_FX(0, 1, 2), &ball)) {
        return PAWL_ERR_MEMORY;
    }
    return pawl_session_init(self->memory, sizeof self->memory, &session_def, &self->session);
}

/* The line: a packet becomes bytes, and bytes become a packet again. */
static void carry(machine *from, machine *to, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX], frame[PAWL_FRAME_MAX(PAWL_SESSION_PACKET_MAX)];
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(from->session, &peer, packet, sizeof packet, now_ms)) > 0) {
        const int32_t length = pawl_frame_write(packet, (size_t)size, frame, sizeof frame);
        for (int32_t i = 0; i < length; i++, bytes_sent++) {
            const uint8_t byte = pawl_random_below(&noise, 500) == 0 ? 0x55 : frame[i];
            size = pawl_frame_read(&to->reader, byte);
            if (size <= 0) continue; /* more bytes to come */
            packets_bad += pawl_session_receive(to->session, 0, to->reader.packet, (size_t)size,
                                                now_ms) != PAWL_OK;
        }
    }
}

int main(void) {
    noise = pawl_random_make(1, 1);
    if (start(&machines[0], PAWL_ROLE_HOST) || start(&machines[1], PAWL_ROLE_CLIENT)) return 1;
    for (uint32_t i = 0; i < 800; i++) {
        machine *self = &machines[i % 2], *other = &machines[1 - i % 2];
        const uint32_t tick = pawl_session_get_head(self->session);
        const uint8_t keys = (uint8_t)((tick / 30 + i % 2) % 3);
        if (tick < 180) pawl_session_add_input(self->session, i % 2, &keys);
        pawl_session_run(self->session, &self->game);
        carry(self, other, i / 2 * 17);
    }
    printf("%u bytes, %u bad packets\n", (unsigned)bytes_sent, (unsigned)packets_bad);
    for (int i = 0; i < 2; i++)
        printf("tick %u, hash %08lx\n", (unsigned)pawl_world_get_tick(machines[i].game.world),
               (unsigned long)pawl_world_hash(machines[i].game.world));
    return 0;
}
