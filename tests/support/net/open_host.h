/* open_host.h - a host on an open network, machines that play there, and an attacker that sends
 * what it likes under any address. */
#ifndef PAWL_TESTS_OPEN_HOST_H
#define PAWL_TESTS_OPEN_HOST_H

#include "session/session.h"
#include "support/net/machine.h"

#define OPEN_TICK_MS 17
#define OPEN_MACHINES 5    /* at the addresses 0 .. 4; the host is at none */
#define OPEN_ADDRESSES 200 /* where there is no machine, packets are counted, and lost */
#define OPEN_RECORDED_MAX 4000

/* Where things are in a HELLO that has them all. */
#define HELLO_COOKIE_AT 40u
#define HELLO_NAME_AT 48u
#define HELLO_KEY_AT 72u

typedef struct open_packet {
    uint8_t bytes[256];
    uint32_t size, address;
} open_packet;

typedef struct open_host {
    machine host, clients[OPEN_MACHINES], probe;
    bool is_on[OPEN_MACHINES];
    int32_t address_of_peer[PAWL_SESSION_PEERS_MAX];
    uint32_t bytes_in[OPEN_ADDRESSES], bytes_out[OPEN_ADDRESSES];
    uint32_t clock_ms;
    uint64_t seed; /* drawn in each run */
    bool is_recording;
    uint32_t recorded_count;
    open_packet recorded[OPEN_RECORDED_MAX]; /* what clients sent */
} open_host;

/* One at a time. */
extern open_host net;

/* Of a machine with numbers and a secret of its own. */
pawl_session_def open_def(pawl_session_role role);
void open_begin(uint32_t players);
void open_client(uint32_t at, const pawl_session_def *def);
void open_player(uint32_t at);
void open_close_client(uint32_t at);
void open_end(void);

/* A packet under an address, whatever sent it. What the host answers goes to the address. */
pawl_session_reply open_arrive(uint32_t address, const uint8_t *packet, uint32_t size);
void open_frames(uint32_t count);
uint32_t open_count_peers(void);
/* Host and client have played the same. */
void open_assert_alike(uint32_t at);
/* No address from this one on was sent more than came from there. */
void open_assert_no_amplifier(uint32_t from);

/* Length and checksum are right again. */
void open_seal(uint8_t *packet, uint32_t size);
/* The first HELLO of a machine that wants to play, or to watch. */
uint32_t open_make_hello(pawl_session_role role, uint8_t *packet);
/* The second one, of a machine that was answered at this address. */
uint32_t open_make_answer(const pawl_session_def *def, uint32_t address, uint8_t *packet);

#endif
