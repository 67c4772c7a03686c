/* stream.c - frames into a line of bytes, and out of it. */
#include "common/stream.h"

bool pawl_stream_is_busy(const pawl_stream *stream) {
    return stream != NULL && stream->frame_sent < stream->frame_size;
}

pawl_status pawl_stream_flush(pawl_stream *stream) {
    if (stream == NULL || stream->send == NULL) return PAWL_ERR_NULL;
    const uint16_t left = (uint16_t)(stream->frame_size - stream->frame_sent);
    if (left == 0) return PAWL_OK;
    const int32_t taken = stream->send(stream->context, stream->frame + stream->frame_sent, left);
    if (taken < 0 || taken > left) return PAWL_ERR_UNSUPPORTED;
    stream->frame_sent = (uint16_t)(stream->frame_sent + taken);
    return PAWL_OK;
}

pawl_status pawl_stream_send(pawl_stream *stream, const void *packet, size_t size) {
    if (packet == NULL) return PAWL_ERR_NULL;
    const pawl_status status = pawl_stream_flush(stream);
    if (status != PAWL_OK) return status;
    if (size == 0 || size > PAWL_SESSION_PACKET_MAX) return PAWL_ERR_RANGE;
    if (stream->frame_sent < stream->frame_size) {
        stream->dropped++;
        return PAWL_ERR_CAPACITY;
    }
    const int32_t length = pawl_frame_write(packet, size, stream->frame, sizeof stream->frame);
    if (length <= 0) return PAWL_ERR_RANGE;
    stream->frame_size = (uint16_t)length;
    stream->frame_sent = 0;
    return pawl_stream_flush(stream);
}

int32_t pawl_stream_receive(pawl_stream *stream, uint32_t budget) {
    if (stream == NULL || stream->receive == NULL) return 0;
    for (; budget > 0; budget--) {
        uint8_t byte; /* one at a time: what follows a packet stays in the line */
        if (stream->receive(stream->context, &byte, 1) != 1) return 0;
        const int32_t length = pawl_frame_read(&stream->reader, byte);
        if (length > 0) return length;
    }
    return 0;
}
