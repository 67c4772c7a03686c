/* wire.c - a network small enough to be a list. */
#include "wire.h"

#include <string.h>
#include <time.h>

void wire_open(wire *self, uint32_t delay_ms, uint32_t loss, uint32_t seed) {
    memset(self, 0, sizeof *self);
    self->delay_ms = delay_ms;
    self->loss = loss;
    self->random = pawl_random_make(seed, 0);
    for (uint32_t i = 0; i < WIRE_MACHINES; i++)
        self->sockets[i].socket = -1;
}

static uint32_t clock_ms(void) {
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (uint32_t)((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000);
}

pawl_udp_status wire_open_udp(wire *self) {
    const pawl_udp_address local = pawl_udp_loopback(4, 0);
    wire_open(self, 0, 0, 0);
    self->is_udp = true;
    self->begin_ms = clock_ms();
    for (uint32_t i = 0; i < WIRE_MACHINES; i++) {
        pawl_udp_address address;
        pawl_udp_status status = pawl_udp_open(&self->sockets[i], &local);
        if (status == PAWL_UDP_OK) status = pawl_udp_local(&self->sockets[i], &address);
        if (status != PAWL_UDP_OK) return status;
        (void)pawl_udp_peer_set(&self->addresses, i, &address);
    }
    return PAWL_UDP_OK;
}

void wire_close(wire *self) {
    for (uint32_t i = 0; i < WIRE_MACHINES; i++)
        pawl_udp_close(&self->sockets[i]);
}

uint32_t wire_next_frame(wire *self) {
    const uint32_t due_ms = (uint32_t)((uint64_t)self->frames++ * 1000 / 60);
    if (!self->is_udp) return due_ms;
    uint32_t now_ms;
    /* Nobody sends to the last machine's socket: waiting for it is a pause. */
    pawl_udp *const silent[] = {&self->sockets[WIRE_MACHINES - 1]};
    while ((now_ms = clock_ms() - self->begin_ms) < due_ms)
        (void)pawl_udp_wait(silent, 1, due_ms - now_ms);
    return now_ms;
}

void wire_send(wire *self, uint32_t from, uint32_t to, const void *bytes, size_t size,
               uint32_t now_ms) {
    self->sent++;
    if (self->is_udp) { /* what the system cannot send now is as good as lost */
        const pawl_udp_address *there = pawl_udp_peer_address(&self->addresses, to);
        (void)pawl_udp_send(&self->sockets[from], there, bytes, size);
        return;
    }
    wire_packet *free_place = NULL;
    for (uint32_t i = 0; i < WIRE_PACKETS && free_place == NULL; i++)
        if (self->packets[i].size == 0) free_place = &self->packets[i];
    if (free_place == NULL || size > sizeof free_place->bytes ||
        pawl_random_below(&self->random, 100) < self->loss) {
        self->lost++;
        return;
    }
    free_place->due_ms = now_ms + self->delay_ms;
    free_place->from = from;
    free_place->to = to;
    free_place->size = (uint32_t)size;
    memcpy(free_place->bytes, bytes, size);
}

/* Times wrap around, so they are compared by their difference. */
static bool is_before(uint32_t a_ms, uint32_t b_ms) {
    return b_ms - a_ms - 1 < UINT32_C(0x7FFFFFFF);
}

int32_t wire_receive(wire *self, uint32_t to, uint32_t *from, void *bytes, size_t size,
                     uint32_t now_ms) {
    if (self->is_udp) {
        pawl_udp_address sender;
        const int32_t length = pawl_udp_receive(&self->sockets[to], &sender, bytes, size);
        const int32_t peer = length > 0 ? pawl_udp_peer_find(&self->addresses, &sender) : -1;
        if (peer < 0) return 0;
        *from = (uint32_t)peer;
        return length;
    }
    wire_packet *first = NULL;
    for (uint32_t i = 0; i < WIRE_PACKETS; i++) {
        wire_packet *packet = &self->packets[i];
        if (packet->size == 0 || packet->to != to || is_before(now_ms, packet->due_ms)) continue;
        if (first == NULL || is_before(packet->due_ms, first->due_ms)) first = packet;
    }
    if (first == NULL || first->size > size) return 0;
    const int32_t length = (int32_t)first->size;
    memcpy(bytes, first->bytes, first->size);
    *from = first->from;
    first->size = 0;
    return length;
}

void wire_receive_all(wire *self, uint32_t machine, pawl_session *session, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t from = 0;
    int32_t size;
    while ((size = wire_receive(self, machine, &from, packet, sizeof packet, now_ms)) > 0) {
        if ((machine == 0) == (from == 0)) continue; /* the clients do not talk to each other */
        /* What the session cannot use it counts and leaves alone. */
        (void)pawl_session_receive(session, from == 0 ? 0 : from - 1, packet, (size_t)size, now_ms);
    }
}

void wire_send_all(wire *self, uint32_t machine, pawl_session *session, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer = 0;
    int32_t size;
    while ((size = pawl_session_send(session, &peer, packet, sizeof packet, now_ms)) > 0)
        wire_send(self, machine, machine == 0 ? peer + 1 : 0, packet, (size_t)size, now_ms);
}
