/* udp.c - datagram sockets of Windows, for port/host/udp.c; link with -lws2_32. */
#include "host/udp_system.h"

/* MinGW has it in mswsock.h of newer versions only. */
#if !defined(SIO_UDP_CONNRESET)
#define SIO_UDP_CONNRESET _WSAIOW(IOC_VENDOR, 12)
#endif

/* Windows counts how often it was started; the end of the process stops it. */
bool pawli_udp_start(void) {
    WSADATA data;
    return WSAStartup(MAKEWORD(2, 2), &data) == 0;
}

intptr_t pawli_udp_make(int family) {
    const SOCKET made = WSASocketW(family, SOCK_DGRAM, IPPROTO_UDP, NULL, 0,
                                   WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    if (made == INVALID_SOCKET) return -1;
    u_long never_wait = 1;
    const DWORD on = 1;
    bool good = ioctlsocket(made, FIONBIO, &never_wait) == 0;
    /* Another program must not be able to take over the port, which Windows allows by default. */
    if (good) {
        good = setsockopt(made, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&on, sizeof on) == 0;
    }
    if (good && family == AF_INET6) {
        good = setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, (const char *)&on, sizeof on) == 0;
    }
    /* Without it a datagram that nobody received makes a later receive fail. Where it is unknown,
     * pawli_udp_take goes on after WSAECONNRESET. */
    BOOL report = FALSE;
    DWORD answered = 0;
    (void)WSAIoctl(made, SIO_UDP_CONNRESET, &report, sizeof report, NULL, 0, &answered, NULL, NULL);
    if (good) return (intptr_t)made;
    const int error = WSAGetLastError();
    closesocket(made);
    WSASetLastError(error);
    return -1;
}

void pawli_udp_end(intptr_t socket) {
    closesocket((SOCKET)socket);
}

int32_t pawli_udp_last_error(void) {
    return WSAGetLastError();
}

pawl_udp_status pawli_udp_meaning(int32_t error) {
    switch (error) {
    case WSAEAFNOSUPPORT:
    case WSAEPROTONOSUPPORT:
        return PAWL_UDP_NO_FAMILY;
    case WSAEADDRINUSE:
        return PAWL_UDP_IN_USE;
    case WSAEADDRNOTAVAIL:
        return PAWL_UDP_NOT_OURS;
    case WSAEACCES:
        return PAWL_UDP_FORBIDDEN;
    case WSAEWOULDBLOCK:
    case WSAENOBUFS:
    case WSAEINTR:
        return PAWL_UDP_BUSY;
    case WSAENETUNREACH:
    case WSAEHOSTUNREACH:
    case WSAENETDOWN:
    case WSAENETRESET:
    case WSAECONNRESET:
        return PAWL_UDP_UNREACHABLE;
    default:
        return PAWL_UDP_FAILED;
    }
}

int32_t pawli_udp_take(intptr_t socket, void *buffer, size_t size, struct sockaddr_storage *from) {
    int from_size = sizeof *from;
    const int length = recvfrom((SOCKET)socket, buffer, size < 65536 ? (int)size : 65536, 0,
                                (struct sockaddr *)from, &from_size);
    if (length >= 0) return length;
    const int error = WSAGetLastError();
    if (error == WSAEWOULDBLOCK) return PAWLI_UDP_NONE;
    if (error == WSAEMSGSIZE) return PAWLI_UDP_TOO_LARGE;
    if (error == WSAEINTR || pawli_udp_meaning(error) == PAWL_UDP_UNREACHABLE) {
        return PAWLI_UDP_AGAIN;
    }
    return PAWLI_UDP_BROKEN;
}

bool pawli_udp_poll(const intptr_t *sockets, size_t count, uint32_t milliseconds) {
    fd_set readable;
    FD_ZERO(&readable);
    for (size_t i = 0; i < count; i++)
        FD_SET((SOCKET)sockets[i], &readable);
    struct timeval time = {(long)(milliseconds / 1000), (long)(milliseconds % 1000 * 1000)};
    return select(0, &readable, NULL, NULL, &time) > 0;
}
