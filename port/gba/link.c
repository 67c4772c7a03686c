/* link.c - the line to another machine on a Game Boy Advance: its serial port as a UART, 115,200
 * baud, eight bits, no parity. Registers are named as in GBATEK ("SIO UART Mode").
 *
 * SO sends and SI receives, at 3.3 V; SC and SD are left alone, so a cable needs these two,
 * crossed, and the ground. A byte takes 1,456 cycles and the port keeps four each way, while a step
 * takes hundreds of thousands: an interrupt carries bytes between the port and two rings, every
 * time that two more can have come. It is timer 1's. The port has one of its own, but what it means
 * with four bytes kept is described nowhere well enough to rely on. */
#include <stdbool.h>

#include "gba/gba.h"
#include "pawl/port.h"

enum {
    TM1CNT_L = 0x04000104,
    TM1CNT_H = 0x04000106,
    SIOCNT = 0x04000128,
    SIODATA8 = 0x0400012A,
    RCNT = 0x04000134,
    IE = 0x04000200,
    IF = 0x04000202,
    IME = 0x04000208,
    BIOS_IF = 0x03007FF8
};
#define OF_TIMER_1 (1u << 4)

/* Of SIOCNT. */
#define BAUD_115200 3u
#define SEND_FULL (1u << 4)
#define RECEIVE_EMPTY (1u << 5)
#define EIGHT_BITS (1u << 7)
#define FIFO (1u << 8)
#define SEND (1u << 10)
#define RECEIVE (1u << 11)
#define UART (3u << 12)

#define KEPT 4u /* bytes each way */
#define CYCLES_OF_BYTE (10u * PAWLI_GBA_FREQUENCY / 115200u)

/* Rings of 256, whose indices wrap by themselves: the program moves one, the interrupt the other.
 */
PAWLI_GBA_FAST static volatile uint8_t received[256], sent[256];
PAWLI_GBA_FAST static volatile uint8_t received_begin, received_end, sent_begin, sent_end;
static bool is_open;

/* What comes while its ring is full is lost, and the session repeats it. The port keeps four bytes;
 * in an emulator without this mode it seems never to be empty. */
PAWLI_GBA_HOT static void carry_bytes(void) {
    for (uint32_t i = 0; i < KEPT && (PAWLI_GBA_R16(SIOCNT) & RECEIVE_EMPTY) == 0; i++) {
        const uint8_t byte = (uint8_t)PAWLI_GBA_R16(SIODATA8);
        const uint8_t end = received_end;
        if ((uint8_t)(end + 1u) == received_begin) continue;
        received[end] = byte;
        received_end = (uint8_t)(end + 1u);
    }
    for (uint32_t i = 0; i < KEPT; i++) {
        if (sent_begin == sent_end || (PAWLI_GBA_R16(SIOCNT) & SEND_FULL) != 0) return;
        PAWLI_GBA_R16(SIODATA8) = sent[sent_begin];
        sent_begin = (uint8_t)(sent_begin + 1u);
    }
}

/* The BIOS has saved what a function may change, and calls this in ARM code. */
PAWLI_GBA_HOT static void handle_tick(void) {
    if ((PAWLI_GBA_R16(IF) & OF_TIMER_1) == 0) {
        pawli_gba_next_handler();
        return;
    }
    PAWLI_GBA_R16(BIOS_IF) |= OF_TIMER_1;
    PAWLI_GBA_R16(IF) = OF_TIMER_1;
    carry_bytes();
}

static void open_once(void) {
    const uint16_t control = BAUD_115200 | EIGHT_BITS | UART;
    if (is_open) return;
    is_open = true;
    PAWLI_GBA_R16(RCNT) = 0;
    PAWLI_GBA_R16(SIOCNT) = control; /* empties what it keeps */
    PAWLI_GBA_R16(SIOCNT) = control | FIFO | SEND | RECEIVE;
    PAWLI_GBA_R16(TM1CNT_L) = (uint16_t)(0x10000u - 2u * CYCLES_OF_BYTE);
    PAWLI_GBA_R16(TM1CNT_H) = 0xC0; /* on, every cycle, with an interrupt */
    PAWLI_GBA_R16(IME) = 0;
    PAWLI_GBA_R32(PAWLI_GBA_HANDLER) = (uint32_t)(uintptr_t)handle_tick;
    PAWLI_GBA_R16(IE) |= OF_TIMER_1;
    PAWLI_GBA_R16(IME) = 1;
}

int32_t pawl_port_link_send(const uint8_t *bytes, size_t size) {
    int32_t taken = 0;
    open_once();
    while ((size_t)taken < size && (uint8_t)(sent_end + 1u) != sent_begin) {
        sent[sent_end] = bytes[taken++];
        sent_end = (uint8_t)(sent_end + 1u);
    }
    return taken;
}

int32_t pawl_port_link_receive(uint8_t *bytes, size_t size) {
    int32_t taken = 0;
    open_once();
    while ((size_t)taken < size && received_begin != received_end) {
        bytes[taken++] = received[received_begin];
        received_begin = (uint8_t)(received_begin + 1u);
    }
    return taken;
}
