/* udp.c - datagram sockets of POSIX systems, for port/host/udp.c. */
#include "host/udp_system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

bool pawli_udp_start(void) {
    return true;
}

intptr_t pawli_udp_make(int family) {
    const int made = socket(family, SOCK_DGRAM, 0);
    if (made < 0) return -1;
    const int on = 1;
    bool good = fcntl(made, F_SETFL, O_NONBLOCK) == 0 && fcntl(made, F_SETFD, FD_CLOEXEC) == 0;
    /* An IPv6 socket for IPv6 alone, so that every address has one way to be written. */
    if (good && family == AF_INET6) {
        good = setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) == 0;
    }
    if (good) return made;
    const int error = errno;
    close(made);
    errno = error;
    return -1;
}

void pawli_udp_end(intptr_t socket) {
    close((int)socket);
}

int32_t pawli_udp_last_error(void) {
    return errno;
}

pawl_udp_status pawli_udp_meaning(int32_t error) {
    switch (error) {
    case EAFNOSUPPORT:
    case EPROTONOSUPPORT:
        return PAWL_UDP_NO_FAMILY;
    case EADDRINUSE:
        return PAWL_UDP_IN_USE;
    case EADDRNOTAVAIL:
        return PAWL_UDP_NOT_OURS;
    case EACCES:
    case EPERM: /* a packet filter */
        return PAWL_UDP_FORBIDDEN;
    case EAGAIN:
    case ENOBUFS:
    case ENOMEM:
    case EINTR:
        return PAWL_UDP_BUSY;
    case ENETUNREACH:
    case EHOSTUNREACH:
    case ENETDOWN:
    case ECONNREFUSED:
        return PAWL_UDP_UNREACHABLE;
    default:
        return PAWL_UDP_FAILED;
    }
}

int32_t pawli_udp_take(intptr_t socket, void *buffer, size_t size, struct sockaddr_storage *from) {
    struct iovec piece = {buffer, size};
    struct msghdr message = {
        .msg_name = from, .msg_namelen = sizeof *from, .msg_iov = &piece, .msg_iovlen = 1};
    const ssize_t length = recvmsg((int)socket, &message, 0);
    if (length >= 0) return message.msg_flags & MSG_TRUNC ? PAWLI_UDP_TOO_LARGE : (int32_t)length;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return PAWLI_UDP_NONE;
    if (errno == EINTR || pawli_udp_meaning(errno) == PAWL_UDP_UNREACHABLE) return PAWLI_UDP_AGAIN;
    return PAWLI_UDP_BROKEN;
}

bool pawli_udp_poll(const intptr_t *sockets, size_t count, uint32_t milliseconds) {
    struct pollfd entries[PAWL_UDP_WAIT_MAX];
    for (size_t i = 0; i < count; i++)
        entries[i] = (struct pollfd){.fd = (int)sockets[i], .events = POLLIN};
    return poll(entries, (nfds_t)count, milliseconds < 60000 ? (int)milliseconds : 60000) > 0;
}
