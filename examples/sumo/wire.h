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
    bool is_udp;
    pawl_udp sockets[WIRE_MACHINES];
    pawl_udp_peers addresses; /* a machine's number is its peer number */
} wire;

void wire_open(wire *self, uint32_t delay_ms, uint32_t loss, uint32_t seed);
/* A socket for each machine, on ports that the system chooses. */
pawl_udp_status wire_open_udp(wire *self);
void wire_close(wire *self);

void wire_send(wire *self, uint32_t from, uint32_t to, const void *bytes, size_t size,
               uint32_t now_ms);
/* The next packet that has come for a machine: its length, or 0; who sent it. */
int32_t wire_receive(wire *self, uint32_t to, uint32_t *from, void *bytes, size_t size,
                     uint32_t now_ms);

#endif
