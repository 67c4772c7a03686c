/* udp.c - UDP for programs on hosts: what POSIX and Windows have in common. */
#include <stdio.h>
#include <string.h>

#include "host/udp_system.h"

#define NAME_MAX_BYTES 256
#define DATAGRAM_MAX 65507 /* what IPv4 can carry */
#define SKIP_MAX 64        /* datagrams that one receive may skip, so that it always ends */

const char *pawl_udp_status_text(pawl_udp_status status) {
    static const char *const texts[] = {"ok",
                                        "bad argument",
                                        "not an address: HOST, HOST:PORT or [HOST]:PORT",
                                        "no such host",
                                        "this machine does not have that kind of address",
                                        "the port is in use",
                                        "the address is not one of this machine",
                                        "not allowed",
                                        "the system is busy",
                                        "unreachable",
                                        "the system reports an error"};
    const size_t index = (size_t)status;
    return index < sizeof texts / sizeof *texts ? texts[index] : "unknown status";
}

/* ---- addresses ---- */

static pawl_udp_address address_of(int family, uint16_t port, const uint8_t *bytes) {
    pawl_udp_address address = {.port = port, .family = (uint8_t)family};
    if (family != 4 && family != 6) return (pawl_udp_address){0};
    memcpy(address.bytes, bytes, family == 4 ? 4 : 16);
    return address;
}

pawl_udp_address pawl_udp_loopback(int family, uint16_t port) {
    static const uint8_t of_4[4] = {127, 0, 0, 1}, of_6[16] = {[15] = 1};
    return address_of(family, port, family == 4 ? of_4 : of_6);
}

pawl_udp_address pawl_udp_any(int family, uint16_t port) {
    static const uint8_t zeros[16] = {0};
    return address_of(family, port, zeros);
}

/* To what the system calls an address; its length. */
static socklen_t to_system(const pawl_udp_address *address, struct sockaddr_storage *out) {
    memset(out, 0, sizeof *out);
    if (address->family == 4) {
        struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(address->port)};
        memcpy(&in.sin_addr, address->bytes, 4);
        memcpy(out, &in, sizeof in);
        return sizeof in;
    }
    struct sockaddr_in6 in = {.sin6_family = AF_INET6, .sin6_port = htons(address->port)};
    memcpy(&in.sin6_addr, address->bytes, 16);
    in.sin6_scope_id = address->scope;
    memcpy(out, &in, sizeof in);
    return sizeof in;
}

/* False for families that are neither. */
static bool from_system(const void *system, int family, pawl_udp_address *out) {
    if (family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, system, sizeof in);
        *out = address_of(4, ntohs(in.sin_port), (const uint8_t *)&in.sin_addr);
        return true;
    }
    if (family != AF_INET6) return false;
    struct sockaddr_in6 in;
    memcpy(&in, system, sizeof in);
    *out = address_of(6, ntohs(in.sin6_port), (const uint8_t *)&in.sin6_addr);
    out->scope = (uint32_t)in.sin6_scope_id;
    return true;
}

/* The whole of a text as 1 .. 65535. */
static bool read_port(const char *text, uint16_t *out) {
    uint32_t number = 0;
    if (*text == 0 || strlen(text) > 5) return false;
    for (; *text != 0; text++) {
        if (*text < '0' || *text > '9') return false;
        number = number * 10 + (uint32_t)(*text - '0');
    }
    if (number == 0 || number > 65535) return false;
    *out = (uint16_t)number;
    return true;
}

/* Cut a text into a name and a port, which keeps its value where the text has none. */
static bool split(const char *text, char name[NAME_MAX_BYTES], uint16_t *port) {
    const size_t length = strlen(text);
    const char *first = strchr(text, ':'), *end = text + length, *rest = NULL;
    if (length == 0 || length >= NAME_MAX_BYTES) return false;
    if (*text == '[') {
        end = strchr(++text, ']');
        if (end == NULL || (end[1] != 0 && end[1] != ':')) return false;
        if (end[1] == ':') rest = end + 2;
    } else if (first != NULL && strchr(first + 1, ':') == NULL) {
        end = first; /* two colons: an IPv6 address */
        rest = first + 1;
    }
    if (end == text || (rest != NULL && !read_port(rest, port))) return false;
    memcpy(name, text, (size_t)(end - text));
    name[end - text] = 0;
    return true;
}

pawl_udp_status pawl_udp_resolve(const char *text, int family, uint16_t port,
                                 pawl_udp_address *out) {
    char name[NAME_MAX_BYTES];
    struct addrinfo *found = NULL;
    struct addrinfo wanted = {.ai_socktype = SOCK_DGRAM};
    if (text == NULL || out == NULL) return PAWL_UDP_ARGUMENT;
    if (family != 0 && family != 4 && family != 6) return PAWL_UDP_ARGUMENT;
    if (!split(text, name, &port)) return PAWL_UDP_SYNTAX;
    if (!pawli_udp_start()) return PAWL_UDP_FAILED;
    wanted.ai_family = family == 4 ? AF_INET : family == 6 ? AF_INET6 : AF_UNSPEC;
    if (getaddrinfo(name, NULL, &wanted, &found) != 0) return PAWL_UDP_NO_HOST;
    pawl_udp_status status = PAWL_UDP_NO_HOST;
    for (const struct addrinfo *entry = found; entry != NULL; entry = entry->ai_next) {
        if (!from_system(entry->ai_addr, entry->ai_family, out)) continue;
        out->port = port;
        status = PAWL_UDP_OK;
        break;
    }
    freeaddrinfo(found);
    return status;
}

void pawl_udp_address_text(const pawl_udp_address *address, char *text, size_t size) {
    char number[PAWL_UDP_TEXT_MAX];
    struct sockaddr_storage system;
    if (text == NULL || size == 0) return;
    if (address == NULL || address->family == 0) {
        snprintf(text, size, "none");
        return;
    }
    const socklen_t length = to_system(address, &system);
    if (!pawli_udp_start() || getnameinfo((struct sockaddr *)&system, length, number, sizeof number,
                                          NULL, 0, NI_NUMERICHOST) != 0) {
        snprintf(number, sizeof number, "?");
    }
    snprintf(text, size, address->family == 6 ? "[%s]:%u" : "%s:%u", number,
             (unsigned)address->port);
}

bool pawl_udp_same_address(const pawl_udp_address *a, const pawl_udp_address *b) {
    if (a == NULL || b == NULL) return false;
    return a->family == b->family && a->port == b->port && a->scope == b->scope &&
           memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* ---- sockets ---- */

/* Remember what the system said, and tell what it means. */
static pawl_udp_status fail(pawl_udp *udp) {
    udp->system = pawli_udp_last_error();
    return pawli_udp_meaning(udp->system);
}

static bool is_address(const pawl_udp_address *address) {
    return address != NULL && (address->family == 4 || address->family == 6);
}

pawl_udp_status pawl_udp_open(pawl_udp *udp, const pawl_udp_address *local) {
    struct sockaddr_storage system;
    if (udp == NULL) return PAWL_UDP_ARGUMENT;
    *udp = (pawl_udp){.socket = -1};
    if (!is_address(local)) return PAWL_UDP_ARGUMENT;
    if (!pawli_udp_start()) return fail(udp);
    const intptr_t made = pawli_udp_make(local->family == 6 ? AF_INET6 : AF_INET);
    if (made == -1) return fail(udp);
    const socklen_t length = to_system(local, &system);
    if (bind((pawli_socket)made, (struct sockaddr *)&system, length) != 0) {
        const pawl_udp_status status = fail(udp);
        pawli_udp_end(made);
        return status;
    }
    udp->socket = made;
    udp->family = local->family;
    return PAWL_UDP_OK;
}

void pawl_udp_close(pawl_udp *udp) {
    if (udp == NULL || udp->socket == -1) return;
    pawli_udp_end(udp->socket);
    udp->socket = -1;
}

pawl_udp_status pawl_udp_local(pawl_udp *udp, pawl_udp_address *out) {
    struct sockaddr_storage system;
    socklen_t length = sizeof system;
    if (udp == NULL || out == NULL || udp->socket == -1) return PAWL_UDP_ARGUMENT;
    if (getsockname((pawli_socket)udp->socket, (struct sockaddr *)&system, &length) != 0)
        return fail(udp);
    return from_system(&system, system.ss_family, out) ? PAWL_UDP_OK : PAWL_UDP_FAILED;
}

pawl_udp_status pawl_udp_send(pawl_udp *udp, const pawl_udp_address *to, const void *bytes,
                              size_t size) {
    struct sockaddr_storage system;
    if (udp == NULL || bytes == NULL || udp->socket == -1 || !is_address(to)) {
        return PAWL_UDP_ARGUMENT;
    }
    if (to->family != udp->family || size == 0 || size > DATAGRAM_MAX) return PAWL_UDP_ARGUMENT;
    const socklen_t length = to_system(to, &system);
    const intptr_t sent =
        sendto((pawli_socket)udp->socket, bytes, size, 0, (const struct sockaddr *)&system, length);
    return sent < 0 ? fail(udp) : PAWL_UDP_OK;
}

int32_t pawl_udp_receive(pawl_udp *udp, pawl_udp_address *from, void *buffer, size_t size) {
    struct sockaddr_storage system;
    if (udp == NULL || from == NULL || buffer == NULL || udp->socket == -1 || size == 0) return -1;
    for (int i = 0; i < SKIP_MAX; i++) {
        memset(&system, 0, sizeof system);
        const int32_t length = pawli_udp_take(udp->socket, buffer, size, &system);
        if (length == PAWLI_UDP_NONE) return 0;
        if (length == PAWLI_UDP_TOO_LARGE) udp->too_large++;
        if (length == PAWLI_UDP_BROKEN) {
            (void)fail(udp);
            return -1;
        }
        if (length > 0 && from_system(&system, system.ss_family, from)) return length;
    }
    return 0;
}

bool pawl_udp_wait(pawl_udp *const *sockets, size_t count, uint32_t milliseconds) {
    intptr_t open[PAWL_UDP_WAIT_MAX];
    size_t used = 0;
    for (size_t i = 0; sockets != NULL && i < count && used < PAWL_UDP_WAIT_MAX; i++)
        if (sockets[i] != NULL && sockets[i]->socket != -1) open[used++] = sockets[i]->socket;
    return used > 0 && pawli_udp_poll(open, used, milliseconds);
}
