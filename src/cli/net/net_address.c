/* net_address.c - names become addresses, addresses become sockets; errors become messages. */
#include "cli/net/net_address.h"

#include <stdio.h>
#include <string.h>

#include "cli/common/command.h"

static bool tell(const char *command, const char *what, pawl_udp_status status) {
    fprintf(stderr, "pawl: %s: %s: %s\n", command, what, pawl_udp_status_text(status));
    return false;
}

bool cli_net_address_find(const char *command, const char *text, pawl_udp_address *out) {
    pawl_udp_address address;
    const pawl_udp_status status = pawl_udp_resolve(text, 0, 0, &address);
    if (status != PAWL_UDP_OK) return tell(command, text, status);
    if (address.port == 0) {
        cli_command_usage_error(command, "the address has no port", text);
        return false;
    }
    *out = address;
    return true;
}

bool cli_net_address_listen_at(const char *command, const char *text, uint16_t port,
                               pawl_udp_address *out) {
    if (text == NULL) {
        *out = pawl_udp_loopback(4, port);
    } else if (strcmp(text, "any") == 0 || strcmp(text, "any6") == 0) {
        *out = pawl_udp_any(text[3] == 0 ? 4 : 6, port);
    } else {
        const pawl_udp_status status = pawl_udp_resolve(text, 0, port, out);
        if (status != PAWL_UDP_OK) return tell(command, text, status);
    }
    return true;
}

bool cli_net_address_open_socket(const char *command, const pawl_udp_address *local,
                                 pawl_udp *out) {
    char text[PAWL_UDP_TEXT_MAX];
    const pawl_udp_status status = pawl_udp_open(out, local);
    if (status == PAWL_UDP_OK) return true;
    pawl_udp_address_text(local, text, sizeof text);
    return tell(command, text, status);
}

pawl_udp_address cli_net_address_from(const pawl_udp_address *to) {
    const pawl_udp_address loopback = pawl_udp_loopback(to->family, to->port);
    const bool is_loopback =
        to->family == 4 ? to->bytes[0] == loopback.bytes[0] : pawl_udp_same_address(to, &loopback);
    return is_loopback ? pawl_udp_loopback(to->family, 0) : pawl_udp_any(to->family, 0);
}
