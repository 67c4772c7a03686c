/* udp_system.h - the little that differs between the sockets of POSIX and of Windows;
 * port/posix/udp.c and port/windows/udp.c implement it for port/host/udp.c. */
#ifndef PAWLI_PORT_UDP_SYSTEM_H
#define PAWLI_PORT_UDP_SYSTEM_H

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <winsock2.h>
#include <ws2tcpip.h>
typedef SOCKET pawli_socket;
#else
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
typedef int pawli_socket;
#endif

#include "host/pawl_udp.h"

/* Windows wants to be told before the first socket. False when it refuses. */
bool pawli_udp_start(void);

/* A datagram socket; -1 on failure. family: AF_INET or AF_INET6. It never waits, children do not
 * inherit it, and a port that nobody listens on is no failure of the next receive. */
intptr_t pawli_udp_make(int family);
void pawli_udp_end(intptr_t socket);

/* The number of the last failure on this thread, and what it means. */
int32_t pawli_udp_last_error(void);
pawl_udp_status pawli_udp_meaning(int32_t error);

/* One datagram: its length, 0 for an empty one, or one of these. */
#define PAWLI_UDP_NONE (-1)      /* nothing has come */
#define PAWLI_UDP_AGAIN (-2)     /* interrupted, or news of an older datagram: try again */
#define PAWLI_UDP_TOO_LARGE (-3) /* it did not fit and is gone */
#define PAWLI_UDP_BROKEN (-4)
int32_t pawli_udp_take(intptr_t socket, void *buffer, size_t size, struct sockaddr_storage *from);

/* Whether one of 1 .. PAWL_UDP_WAIT_MAX open sockets can be read within the time. */
bool pawli_udp_poll(const intptr_t *sockets, size_t count, uint32_t milliseconds);

#endif
