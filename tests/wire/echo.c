/* echo.c - sends back each packet that comes over the line, every byte inverted, until one says
 * "end". It uses common/stream.h and nothing else of pawl: what it needs of the library, the linker
 * has to find (tests/wire/lines.py). */
#include "common/put.h"
#include "common/stream.h"

/* Of its own clock: an emulator that has nothing to wait for runs many times faster. */
#define SILENCE_MS 100000u

static pawl_stream stream;

static bool is_end(const uint8_t *packet, int32_t size) {
    return size == 3 && packet[0] == 'e' && packet[1] == 'n' && packet[2] == 'd';
}

int main(void) {
    uint8_t answer[PAWL_SESSION_PACKET_MAX];
    uint32_t count = 0, heard_ms = pawl_port_ms();
    pawl_stream_open_link(&stream);
    for (;;) {
        (void)pawl_stream_flush(&stream);
        if (pawl_stream_is_busy(&stream)) continue;
        const int32_t size = pawl_stream_receive(&stream, 2000);
        const uint32_t now_ms = pawl_port_ms();
        if (size == 0 && now_ms - heard_ms < SILENCE_MS) continue;
        if (size <= 0 || is_end(stream.reader.packet, size)) break;
        heard_ms = now_ms;
        for (int32_t i = 0; i < size; i++)
            answer[i] = (uint8_t)(stream.reader.packet[i] ^ 0xFFu);
        (void)pawl_stream_send(&stream, answer, (size_t)size);
        count++;
    }
    pawli_put_text("echoed ");
    pawli_put_number(count);
    pawl_port_putc('\n');
    return count == 0;
}
