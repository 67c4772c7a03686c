/* wire.h - packets from machine to machine inside one program: through memory, late and with
 * losses but the same in every run; or through UDP sockets of this machine. */
#ifndef SUMO_WIRE_H
#define SUMO_WIRE_H

#include <pawl/session.h>
#include <pawl_udp.h>

#define WIRE_MACHINES 4
#define WIRE_PACKETS 1024 /* on their way through memory; more are lost */

typedef struct wire_packet {
    uint32_t due_ms, from, to, size; /* size 0: nothing here */
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
} wire_packet;

typedef struct wire {
    uint32_t delay_ms, loss; /* of 100 */
    pawl_random random;
    uint32_t sent, lost;
    wire_packet packets[WIRE_PACKETS];
    uint32_t frames;
    bool is_udp;
    uint32_t begin_ms; /* of the clock, with sockets */
    pawl_udp sockets[WIRE_MACHINES];
    pawl_udp_peers addresses; /* a machine's number is its peer number */
} wire;

void wire_open(wire *self, uint32_t delay_ms, uint32_t loss, uint32_t seed);
/* A socket for each machine, on ports that the system chooses. */
pawl_udp_status wire_open_udp(wire *self);
void wire_close(wire *self);

/* The time of the next frame, in milliseconds from the first one, at 60 a second: with sockets it
 * is waited for, through memory it has come. */
uint32_t wire_next_frame(wire *self);

/* All that a machine does with the network in a frame, when machine 0 is the host: the session gets
 * what has come, and what it wants to send leaves. To the host machine n is peer n - 1, to the
 * others the host is peer 0. */
void wire_receive_all(wire *self, uint32_t machine, pawl_session *session, uint32_t now_ms);
void wire_send_all(wire *self, uint32_t machine, pawl_session *session, uint32_t now_ms);

void wire_send(wire *self, uint32_t from, uint32_t to, const void *bytes, size_t size,
               uint32_t now_ms);
/* The next packet that has come for a machine: its length, or 0; who sent it. */
int32_t wire_receive(wire *self, uint32_t to, uint32_t *from, void *bytes, size_t size,
                     uint32_t now_ms);

#endif
