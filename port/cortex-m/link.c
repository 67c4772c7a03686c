/* link.c - the line to another machine on Cortex-M: the UART that port.mk names, 115,200 baud.
 *
 * A byte comes every 87 us, and a step takes milliseconds: what comes is kept by the interrupt.
 * Where its buffer is full the interrupt is held off until bytes are taken; what the UART itself
 * cannot keep meanwhile is lost, and the session repeats it. What goes out is written as far as the
 * UART takes it. */
#include <stdbool.h>

#include "pawl/port.h"

#define UART_NRF51 1 /* nRF51 reference manual, 29 */
#define UART_CMSDK 2 /* Arm DDI 0479, 4.3: the boards of MPS2 and MPS3 */
#define UART_STM32 3 /* ST RM0090, 30 */

#define BAUD 115200u

void pawli_link_interrupt(void);

static volatile uint32_t *at(uint32_t address) {
    return (volatile uint32_t *)(uintptr_t)address;
}

static volatile uint32_t *uart(uint32_t offset) {
    return at(PAWLI_LINK_UART + offset);
}

#if PAWLI_LINK_TYPE == UART_NRF51

#define EVENTS_RXDRDY 0x108u
#define EVENTS_TXDRDY 0x11Cu

static bool has_sent;

/* The pins are those of the micro:bit: its USB connector is the line. */
static void open_uart(void) {
    *uart(0x50C) = 24;          /* PSELTXD */
    *uart(0x514) = 25;          /* PSELRXD */
    *uart(0x524) = 0x01D7E000u; /* BAUDRATE: 115,200 */
    *uart(0x500) = 4;           /* ENABLE */
    *uart(0x304) = 1u << 2;     /* INTENSET: RXDRDY */
    *uart(EVENTS_RXDRDY) = *uart(EVENTS_TXDRDY) = 0;
    *uart(0x000) = *uart(0x008) = 1; /* STARTRX, STARTTX */
}

static bool has_byte(void) {
    return *uart(EVENTS_RXDRDY) != 0;
}

static uint8_t take_byte(void) {
    *uart(EVENTS_RXDRDY) = 0; /* set again by the next byte, which may be there already */
    return (uint8_t)*uart(0x518);
}

static bool can_send(void) {
    return !has_sent || *uart(EVENTS_TXDRDY) != 0;
}

static void send_byte(uint8_t byte) {
    has_sent = true;
    *uart(EVENTS_TXDRDY) = 0;
    *uart(0x51C) = byte;
}

#elif PAWLI_LINK_TYPE == UART_CMSDK

static void open_uart(void) {
    *uart(0x10) = PAWLI_LINK_HERTZ / BAUD; /* BAUDDIV */
    *uart(0x08) = 1u | 2u | 8u;            /* CTRL: both ways, interrupt of a byte */
}

static bool has_byte(void) {
    return (*uart(0x04) & 2u) != 0;
}

static uint8_t take_byte(void) {
    *uart(0x0C) = 2; /* INTCLEAR, before the byte: the next one may come at once */
    return (uint8_t)*uart(0x00);
}

static bool can_send(void) {
    return (*uart(0x04) & 1u) == 0;
}

static void send_byte(uint8_t byte) {
    *uart(0x00) = byte;
}

#elif PAWLI_LINK_TYPE == UART_STM32

/* USART1 on PA9 and PA10, with the clock that runs after reset. */
static void open_uart(void) {
    *at(0x40023830u) |= 1u;                                            /* AHB1ENR: GPIOA */
    *at(0x40023844u) |= 1u << 4;                                       /* APB2ENR: USART1 */
    *at(0x40020000u) = (*at(0x40020000u) & ~(15u << 18)) | 10u << 18;  /* MODER: alternate */
    *at(0x40020024u) = (*at(0x40020024u) & ~(255u << 4)) | 0x77u << 4; /* AFRH: 7 */
    *uart(0x08) = PAWLI_LINK_HERTZ / BAUD;                             /* BRR */
    *uart(0x0C) = 1u << 13 | 1u << 5 | 1u << 3 | 1u << 2; /* CR1: on, interrupt, both ways */
}

static bool has_byte(void) {
    return (*uart(0x00) & 1u << 5) != 0;
}

static uint8_t take_byte(void) {
    return (uint8_t)*uart(0x04);
}

static bool can_send(void) {
    return (*uart(0x00) & 1u << 7) != 0;
}

static void send_byte(uint8_t byte) {
    *uart(0x04) = byte;
}

#else
#error "PAWLI_LINK_TYPE must be UART_NRF51, UART_CMSDK or UART_STM32"
#endif

/* ---- what came: a ring of 256, whose indices wrap by themselves ---- */

static volatile uint8_t ring[256];
static volatile uint8_t ring_begin, ring_end;
static bool is_open;

static void let_interrupt(bool is_let) {
    const uint32_t word = is_let ? 0xE000E100u : 0xE000E180u; /* NVIC: ISER, ICER */
    *at(word + 4u * (PAWLI_LINK_IRQ / 32u)) = 1u << PAWLI_LINK_IRQ % 32u;
}

void pawli_link_interrupt(void) {
    while (has_byte()) {
        if ((uint8_t)(ring_end + 1u) == ring_begin) {
            let_interrupt(false);
            return;
        }
        ring[ring_end] = take_byte();
        ring_end = (uint8_t)(ring_end + 1u);
    }
}

static void open_once(void) {
    if (is_open) return;
    is_open = true;
    open_uart();
    let_interrupt(true);
}

int32_t pawl_port_link_send(const uint8_t *bytes, size_t size) {
    int32_t sent = 0;
    open_once();
    while ((size_t)sent < size && sent < INT32_MAX && can_send())
        send_byte(bytes[sent++]);
    return sent;
}

int32_t pawl_port_link_receive(uint8_t *bytes, size_t size) {
    int32_t taken = 0;
    open_once();
    while ((size_t)taken < size && ring_begin != ring_end) {
        bytes[taken++] = ring[ring_begin];
        ring_begin = (uint8_t)(ring_begin + 1u);
    }
    let_interrupt(true);
    return taken;
}
