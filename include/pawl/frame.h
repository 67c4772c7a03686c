/* frame.h - packets of a session on a byte stream: serial lines and pipes.
 *
 * Consistent overhead byte stuffing (Cheshire and Baker, 1997), with a 0 at the end of each packet.
 * A packet of n bytes takes at most n + n / 254 + 2. */
#ifndef PAWL_FRAME_H
#define PAWL_FRAME_H

#include "pawl/base.h"

#define PAWL_SESSION_PACKET_MAX 508 /* fits every IPv4 and IPv6 path unfragmented */

#define PAWL_FRAME_MAX(size) ((size) + (size) / 254u + 2u)
/* Frame a packet, at most PAWL_SESSION_PACKET_MAX bytes. Returns the bytes that were written, or a
 * negative status: NULL, RANGE (the packet), MEMORY (the room for the frame). */
PAWL_API int32_t pawl_frame_write(const void *packet, size_t packet_size, void *frame, size_t size);

/* Private, but for the packet: what a reader remembers. Zero-initialize. */
typedef struct pawl_frame_reader {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint16_t used;
    uint8_t left, code, lost, begun, pad[2];
} pawl_frame_reader; /* zero-initialize */
/* One byte of the stream: the length of a packet that is now complete in reader->packet, else 0. */
PAWL_API int32_t pawl_frame_read(pawl_frame_reader *reader, uint8_t byte);

#endif
