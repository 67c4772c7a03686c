/* pawl_udp.h - datagrams between machines: plain UDP sockets that never wait, over IPv4 and IPv6.
 *
 * For programs on POSIX systems and Windows; the library knows none of this. Compile
 * port/host/udp.c and udp_peers.c with port/posix/udp.c, or with port/windows/udp.c and -lws2_32;
 * `make build/libpawl-udp.a` does. A session of pawl/session.h makes the packets and expects that
 * they may be lost, doubled or late: nothing is sent again here. docs/netplay.md has a loop.
 *
 * Nothing is encrypted, and the address a datagram says it comes from is believed. */
#ifndef PAWL_UDP_H
#define PAWL_UDP_H

#include <pawl/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pawl_udp_status {
    PAWL_UDP_OK = 0,
    PAWL_UDP_ARGUMENT,    /* null, a closed socket, an address of the other family, a bad size */
    PAWL_UDP_SYNTAX,      /* the text is no HOST, HOST:PORT or [HOST]:PORT */
    PAWL_UDP_NO_HOST,     /* nobody has that name, or no address of that family */
    PAWL_UDP_NO_FAMILY,   /* this machine does not speak IPv4, or IPv6 */
    PAWL_UDP_IN_USE,      /* another program has that port */
    PAWL_UDP_NOT_OURS,    /* no network card here has that address */
    PAWL_UDP_FORBIDDEN,   /* the port, or sending there, is not allowed */
    PAWL_UDP_BUSY,        /* the system's buffer is full: the datagram was not sent */
    PAWL_UDP_UNREACHABLE, /* no way leads there, now */
    PAWL_UDP_FAILED       /* anything else; udp->system has the system's number for it */
} pawl_udp_status;
/* Never null, for any value. */
const char *pawl_udp_status_text(pawl_udp_status status);

/* Where a datagram goes, or comes from. Compare with pawl_udp_same_address. */
typedef struct pawl_udp_address {
    uint8_t bytes[16]; /* as in packets: 4 of them for IPv4, the rest 0 */
    uint32_t scope;    /* which network card, for link-local addresses of IPv6; else 0 */
    uint16_t port;
    uint8_t family; /* 4 or 6; 0: no address */
    uint8_t pad;
} pawl_udp_address;

typedef struct pawl_udp {
    intptr_t socket; /* -1: closed */
    uint8_t family;
    uint8_t pad[3];
    int32_t system;     /* number of the last failure that the system reported; 0: none */
    uint32_t too_large; /* datagrams that did not fit the buffer and were dropped */
} pawl_udp;

/* ---- addresses ---- */

/* This machine to itself: 127.0.0.1 or ::1. Family 4 or 6; anything else gives no address. */
pawl_udp_address pawl_udp_loopback(int family, uint16_t port);
/* Every network card of this machine, to bind to. */
pawl_udp_address pawl_udp_any(int family, uint16_t port);

/* "HOST", "HOST:PORT", "[HOST]:PORT" or an IPv6 address without a port; a name is looked up, which
 * may take seconds. `port` where the text has none. `family` 4 or 6, or 0 for what comes first.
 * *out is untouched on failure. Errors: ARGUMENT, SYNTAX, NO_HOST, FAILED. */
pawl_udp_status pawl_udp_resolve(const char *text, int family, uint16_t port,
                                 pawl_udp_address *out);

/* "127.0.0.1:4000" or "[::1]:4000"; "none" for no address. Cut to what fits; PAWL_UDP_TEXT_MAX is
 * always enough. */
#define PAWL_UDP_TEXT_MAX 64
void pawl_udp_address_text(const pawl_udp_address *address, char *text, size_t size);
/* False for null. */
bool pawl_udp_same_address(const pawl_udp_address *a, const pawl_udp_address *b);

/* ---- sockets ---- */

/* A socket bound to an address of this machine; port 0 lets the system choose one. On failure
 * *udp is closed, and its `system` says more.
 * Errors: ARGUMENT, NO_FAMILY, IN_USE, NOT_OURS, FORBIDDEN, FAILED. */
pawl_udp_status pawl_udp_open(pawl_udp *udp, const pawl_udp_address *local);
/* Closed and null ones are left alone. */
void pawl_udp_close(pawl_udp *udp);
/* The address it is bound to, with the port that the system chose. Errors: ARGUMENT, FAILED. */
pawl_udp_status pawl_udp_local(pawl_udp *udp, pawl_udp_address *out);

/* Hand over one datagram of 1 .. 65507 bytes. OK does not mean that it arrives.
 * Errors: ARGUMENT, BUSY (as good as lost: go on), UNREACHABLE (it may pass: go on), FORBIDDEN,
 * FAILED. */
pawl_udp_status pawl_udp_send(pawl_udp *udp, const pawl_udp_address *to, const void *bytes,
                              size_t size);

/* The next datagram that has come: its length, 0 when there is none now. Those that are empty, or
 * larger than the buffer, are skipped. -1 when the socket cannot be read any more: udp->system
 * says why, unless an argument is wrong. */
int32_t pawl_udp_receive(pawl_udp *udp, pawl_udp_address *from, void *buffer, size_t size);

/* Sleep until one of the sockets has a datagram, at most so many milliseconds; null and closed ones
 * are allowed. True when one has. With more than PAWL_UDP_WAIT_MAX, the first ones count. */
#define PAWL_UDP_WAIT_MAX 32
bool pawl_udp_wait(pawl_udp *const *sockets, size_t count, uint32_t milliseconds);

/* ---- peers: addresses as small numbers ---- */

#define PAWL_UDP_PEERS_MAX 32 /* as PAWL_SESSION_PEERS_MAX */

/* Zero-initialise. A stranger gets a number only when the program sets one, so that nobody can
 * push others out by sending from many addresses. */
typedef struct pawl_udp_peers {
    pawl_udp_address address[PAWL_UDP_PEERS_MAX];
} pawl_udp_peers;

/* The number of an address; -1 for strangers. */
int32_t pawl_udp_peer_find(const pawl_udp_peers *peers, const pawl_udp_address *address);
/* From now on this number is that address; no address, or null, makes it nobody's. An address has
 * one number: another one that it had is taken away. False when the number is too large. */
bool pawl_udp_peer_set(pawl_udp_peers *peers, uint32_t peer, const pawl_udp_address *address);
/* The address of a number; null when it is nobody's. */
const pawl_udp_address *pawl_udp_peer_address(const pawl_udp_peers *peers, uint32_t peer);

#ifdef __cplusplus
}
#endif

#endif
