/* net_transport.c - the two ways of packets behind one set of functions. */
#include "cli/net/net_transport.h"

#include <stdio.h>

#define MEMBER_TYPE 9u       /* of packets between members, docs/format-wire.md */
#define STREAM_BYTES 100000u /* that are looked at in a row; more than a line holds */

/* ---- a line ---- */

static int32_t send_bytes(void *context, const uint8_t *bytes, size_t size) {
    cli_net_transport *const transport = context;
    const int32_t taken = pawl_serial_send(&transport->serial, bytes, size);
    transport->is_broken |= taken < 0;
    return taken;
}

static int32_t receive_bytes(void *context, uint8_t *bytes, size_t size) {
    cli_net_transport *const transport = context;
    const int32_t given = pawl_serial_receive(&transport->serial, bytes, size);
    transport->is_broken |= given < 0;
    return given;
}

bool cli_net_transport_open_serial(cli_net_transport *transport, const char *command,
                                   const char *line) {
    const pawl_serial_status status = pawl_serial_open(&transport->serial, line);
    if (status != PAWL_SERIAL_OK) {
        fprintf(stderr, "pawl: %s: %s: %s\n", command, line, pawl_serial_status_text(status));
        return false;
    }
    transport->is_serial = true;
    transport->stream.send = send_bytes;
    transport->stream.receive = receive_bytes;
    transport->stream.context = transport;
    fprintf(stderr, "on the line %s\n", line);
    return true;
}

/* ---- a socket ---- */

bool cli_net_transport_open(cli_net_transport *transport, const char *command,
                            const pawl_udp_address *local, const pawl_udp_address *host) {
    char text[PAWL_UDP_TEXT_MAX];
    pawl_udp_address bound = host != NULL ? cli_net_address_from(host) : *local;
    if (!cli_net_address_open_socket(command, &bound, &transport->udp)) return false;
    (void)pawl_udp_local(&transport->udp, &bound);
    if (host != NULL) (void)pawl_udp_peer_set(&transport->peers, 0, host);
    pawl_udp_address_text(host != NULL ? host : &bound, text, sizeof text);
    fprintf(stderr, host != NULL ? "joining %s\n" : "listening on %s\n", text);
    return true;
}

static bool is_of_member(const uint8_t *packet, size_t size) {
    return size > 2 && packet[2] >> 4 == MEMBER_TYPE;
}

/* Damaged and foreign packets are counted by the session, or left alone. */
static void receive_from(cli_net_transport *transport, pawl_session *session, bool is_host,
                         const pawl_udp_address *from, const uint8_t *packet, size_t size,
                         uint32_t now_ms) {
    pawl_session_reply reply;
    pawl_session_receive_from(session, from, sizeof *from, packet, size, now_ms, &reply);
    if (is_host && reply.peer != PAWL_SESSION_PEER_NONE) {
        (void)pawl_udp_peer_set(&transport->peers, reply.peer, from);
    }
    if (reply.size > 0) (void)pawl_udp_send(&transport->udp, from, reply.bytes, reply.size);
}

/* ---- both ---- */

void cli_net_transport_close(cli_net_transport *transport) {
    pawl_udp_close(&transport->udp);
    pawl_serial_close(&transport->serial);
}

bool cli_net_transport_receive(cli_net_transport *transport, pawl_session *session, bool is_host,
                               uint32_t now_ms) {
    if (transport->is_serial) {
        const int32_t length = pawl_stream_receive(&transport->stream, STREAM_BYTES);
        if (length <= 0) return false;
        (void)pawl_session_receive(session, 0, transport->stream.reader.packet, (size_t)length,
                                   now_ms);
        return true;
    }
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    pawl_udp_address from;
    const int32_t length = pawl_udp_receive(&transport->udp, &from, packet, sizeof packet);
    if (length <= 0) return false;
    const bool is_of_host = !is_host && pawl_udp_peer_find(&transport->peers, &from) == 0;
    const bool may_be_member = transport->migrates && is_of_member(packet, (size_t)length);
    if (is_host || may_be_member) {
        receive_from(transport, session, is_host, &from, packet, (size_t)length, now_ms);
    } else if (is_of_host) {
        (void)pawl_session_receive(session, 0, packet, (size_t)length, now_ms);
    }
    return true;
}

bool cli_net_transport_is_ready(cli_net_transport *transport) {
    if (!transport->is_serial) return true;
    (void)pawl_stream_flush(&transport->stream);
    return !pawl_stream_is_busy(&transport->stream);
}

bool cli_net_transport_send(cli_net_transport *transport, const pawl_udp_address *to,
                            const uint8_t *packet, size_t size) {
    if (transport->is_serial) return pawl_stream_send(&transport->stream, packet, size) == PAWL_OK;
    return pawl_udp_send(&transport->udp, to, packet, size) == PAWL_UDP_OK;
}

void cli_net_transport_wait(cli_net_transport *transport, uint32_t milliseconds) {
    pawl_udp *const sockets[] = {&transport->udp};
    if (transport->is_serial) {
        pawl_serial_wait(&transport->serial, milliseconds);
    } else {
        (void)pawl_udp_wait(sockets, 1, milliseconds);
    }
}
