/* frame.c - packets on a stream of bytes: consistent overhead byte stuffing.
 *
 * Source: Cheshire and Baker, Consistent Overhead Byte Stuffing (1997). A frame is a chain of
 * blocks: a code c, then c - 1 bytes that are not 0, then, except after 255 and at the end, a 0
 * that is not sent. The only 0 on the line is the end of a frame, so a reader that has lost its
 * place finds it again there. */
#include "base/bytes.h"
#include "pawl/session.h"

#define COBS_CODE_MAX 0xFFu

int32_t pawl_frame_write(const void *packet, size_t packet_size, void *frame, size_t size) {
    if (packet == NULL || frame == NULL) return PAWL_ERR_NULL;
    if (packet_size > PAWL_SESSION_PACKET_MAX) return PAWL_ERR_RANGE;
    if (size < PAWL_FRAME_MAX(packet_size)) return PAWL_ERR_MEMORY;
    const uint8_t *const from = (const uint8_t *)packet;
    uint8_t *const to = (uint8_t *)frame;
    uint32_t code_at = 0, at = 1;
    uint8_t code = 1;
    for (size_t i = 0; i < packet_size; i++) {
        if (from[i] != 0) {
            to[at++] = from[i];
            code++;
        }
        if (from[i] == 0 || code == COBS_CODE_MAX) {
            to[code_at] = code;
            code_at = at++;
            code = 1;
        }
    }
    to[code_at] = code;
    to[at++] = 0;
    return (int32_t)at;
}

static void keep_frame_byte(pawl_frame_reader *reader, uint8_t byte) {
    if (reader->used >= PAWL_SESSION_PACKET_MAX) {
        reader->lost = 1; /* up to the end of the frame */
        return;
    }
    reader->packet[reader->used++] = byte;
}

/* At the 0 that ends a frame. */
static int32_t end_frame(pawl_frame_reader *reader) {
    const bool is_whole = reader->code != 0 && reader->left == 0 && reader->lost == 0;
    const int32_t size = is_whole ? (int32_t)reader->used : 0;
    reader->begun = 0;
    return size;
}

int32_t pawl_frame_read(pawl_frame_reader *reader, uint8_t byte) {
    if (reader == NULL) return 0;
    if (reader->begun == 0) { /* the packet before stays readable until here */
        reader->used = 0;
        reader->left = reader->code = reader->lost = 0;
        reader->begun = 1;
    }
    if (byte == 0) return end_frame(reader);
    if (reader->left > 0) {
        keep_frame_byte(reader, byte);
        reader->left--;
        return 0;
    }
    if (reader->code != 0 && reader->code != COBS_CODE_MAX) keep_frame_byte(reader, 0);
    reader->code = byte;
    reader->left = (uint8_t)(byte - 1u);
    return 0;
}
