/* link.c - the line to another machine on QEMU's "virt": a 16550 at 0x10000000, 115,200 baud.
 *
 * It is looked at without an interrupt: QEMU keeps what its 16 bytes have no room for. On a board
 * an interrupt has to move what comes into a buffer, as port/cortex-m/link.c does. */
#include <stdbool.h>

#include "pawl/port.h"

/* Registers are bytes: National Semiconductor PC16550D, 8. */
enum {
    DATA = 0,
    FIFO_CONTROL = 2,
    LINE_CONTROL = 3,
    LINE_STATUS = 5
};

static bool is_open;

static volatile uint8_t *uart(uint32_t offset) {
    return (volatile uint8_t *)(uintptr_t)(0x10000000u + offset);
}

static void open_once(void) {
    if (is_open) return;
    is_open = true;
    *uart(LINE_CONTROL) = 0x83; /* the two registers of the divisor are those at 0 and 1 */
    *uart(0) = 2;               /* of 3.6864 MHz / 16 */
    *uart(1) = 0;
    *uart(LINE_CONTROL) = 3; /* eight bits, no parity */
    *uart(FIFO_CONTROL) = 7; /* on, and empty */
}

int32_t pawl_port_link_send(const uint8_t *bytes, size_t size) {
    int32_t sent = 0;
    open_once();
    while ((size_t)sent < size && sent < INT32_MAX && (*uart(LINE_STATUS) & 0x20) != 0)
        *uart(DATA) = bytes[sent++];
    return sent;
}

int32_t pawl_port_link_receive(uint8_t *bytes, size_t size) {
    int32_t taken = 0;
    open_once();
    while ((size_t)taken < size && taken < INT32_MAX && (*uart(LINE_STATUS) & 1) != 0)
        bytes[taken++] = *uart(DATA);
    return taken;
}
