/* net_address.h - addresses on the command line, and sockets for them. */
#ifndef CLI_NET_ADDRESS_H
#define CLI_NET_ADDRESS_H

#include "host/pawl_udp.h"

/* "HOST:PORT" of another machine. False after an error, which has been reported as in
 * cli_command_usage_error. */
bool cli_net_address_find(const char *command, const char *text, pawl_udp_address *out);

/* Where to listen: this machine alone, on a port (0: one that the system chooses), or, with a text
 * that is not null, the network card that has this "HOST" or "HOST:PORT"; "any" for all of IPv4
 * and "any6" for all of IPv6. */
bool cli_net_address_listen_at(const char *command, const char *text, uint16_t port,
                               pawl_udp_address *out);

/* Open a socket there; false after an error, which has been reported. */
bool cli_net_address_open_socket(const char *command, const pawl_udp_address *local, pawl_udp *out);

/* An address from which `to` can be reached: the loopback for the loopback, else any. */
pawl_udp_address cli_net_address_from(const pawl_udp_address *to);

#endif
