/* stream.h - packets of a session over a line of bytes: a serial port, a pipe, a link cable.
 *
 * Packets become frames (pawl_frame_write of pawl/session.h), which are found again after bytes
 * were lost. A line may take few bytes at a time; a packet for which there is no room is dropped,
 * as a network would, and the session repeats what was in it. Needs 1.1 KB; for sessions with
 * smaller packets most of it stays unused. */
#ifndef PAWLI_PORT_STREAM_H
#define PAWLI_PORT_STREAM_H

#include "pawl/session.h"

typedef struct pawl_stream {
    /* How many bytes were taken or received, at most `size` and possibly 0; never wait. Negative:
     * the line is broken. */
    int32_t (*send)(void *context, const uint8_t *bytes, size_t size);
    int32_t (*receive)(void *context, uint8_t *bytes, size_t size);
    void *context;
    uint32_t dropped; /* packets, for want of room */
    /* The rest is its own; starts as zeros. */
    uint16_t frame_size, frame_sent; /* of the frame that is on its way */
    uint8_t frame[PAWL_FRAME_MAX(PAWL_SESSION_PACKET_MAX)];
    pawl_frame_reader reader;
} pawl_stream;

/* The line of this machine: pawl_port_link_send and _receive of pawl/port.h. */
void pawl_stream_open_link(pawl_stream *stream);

/* Hand over a packet, or drop it while an older one is on its way. Errors: NULL, RANGE (no packet
 * has that size), CAPACITY (dropped), UNSUPPORTED (the line is broken). */
pawl_status pawl_stream_send(pawl_stream *stream, const void *packet, size_t size);
/* Whether a packet is on its way: another one would be dropped, so do not ask the session for it.
 */
bool pawl_stream_is_busy(const pawl_stream *stream);
/* Go on with the frame that is on its way: call it in each round. Errors: NULL, UNSUPPORTED. */
pawl_status pawl_stream_flush(pawl_stream *stream);

/* The length of the next packet that has come whole, now in stream->reader.packet; 0 when there is
 * none, or `budget` bytes were looked at. What is no frame of ours the session will refuse. */
int32_t pawl_stream_receive(pawl_stream *stream, uint32_t budget);

#endif
