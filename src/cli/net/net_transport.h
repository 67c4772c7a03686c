/* net_transport.h - how packets of a game come and go: a socket for many machines, or a serial line
 * to one. */
#ifndef CLI_NET_TRANSPORT_H
#define CLI_NET_TRANSPORT_H

#include "cli/net/net_address.h"
#include "common/stream.h"
#include "host/pawl_serial.h"

#define CLI_NET_SERIAL_PACKET 128 /* bytes; a line needs 11 ms for so many at 115,200 baud */

typedef struct cli_net_transport {
    bool is_serial, is_broken; /* broken: unplugged */
    bool migrates;             /* packets of other members come to a client as well */
    pawl_udp udp;
    pawl_udp_peers peers;
    pawl_serial serial;
    pawl_stream stream;
} cli_net_transport; /* {.udp = {.socket = -1}, .serial = {.handle = -1}} is closed */

/* A socket that listens at `local`, or from which `host` can be reached, which is then peer 0. What
 * it listens at, or the host, is told on stderr. False after an error, which has been reported. */
bool cli_net_transport_open(cli_net_transport *transport, const char *command,
                            const pawl_udp_address *local, const pawl_udp_address *host);
/* A line "DEV" or "DEV:BAUD"; the other side is peer 0. */
bool cli_net_transport_open_serial(cli_net_transport *transport, const char *command,
                                   const char *line);
void cli_net_transport_close(cli_net_transport *transport);

/* Give the session the next packet that has come; false when there is none. What a host answers to
 * an address that is no peer goes back at once. */
bool cli_net_transport_receive(cli_net_transport *transport, pawl_session *session, bool is_host,
                               uint32_t now_ms);
/* Whether a packet can be sent now; a line may still be busy with the last one. */
bool cli_net_transport_is_ready(cli_net_transport *transport);
/* To peer 0 of a line, or to an address, which may be null. False: it is as good as lost, and the
 * session sends it again. */
bool cli_net_transport_send(cli_net_transport *transport, const pawl_udp_address *to,
                            const uint8_t *packet, size_t size);
void cli_net_transport_wait(cli_net_transport *transport, uint32_t milliseconds);

#endif
