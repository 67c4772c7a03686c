/* stream_link.c - a stream over the line of this machine: in a file of its own, for programs that
 * bring a line themselves. */
#include <string.h>

#include "common/stream.h"
#include "pawl/port.h"

static int32_t send_link(void *context, const uint8_t *bytes, size_t size) {
    (void)context;
    return pawl_port_link_send(bytes, size);
}

static int32_t receive_link(void *context, uint8_t *bytes, size_t size) {
    (void)context;
    return pawl_port_link_receive(bytes, size);
}

void pawl_stream_open_link(pawl_stream *stream) {
    if (stream == NULL) return;
    memset(stream, 0, sizeof *stream);
    stream->send = send_link;
    stream->receive = receive_link;
}
