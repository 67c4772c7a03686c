/* port.c - RP2040: text goes out by UART0 on GPIO 0 at 115200 baud, the timer counts microseconds.
 * In a project of the Pico SDK sdk/port.c takes the place of this folder (README.md). */
#include "pawl/port.h"

#include "common/put.h"
#include "rp2040/rp2040.h"

static void wait_for(uint32_t address, uint32_t bits) {
    while ((RP2040_REGISTER(address) & bits) != bits) {
    }
}

/* From the crystal of 12 MHz: 12 * 125 / (6 * 2) = 125 MHz for the cores (2.18.2). */
static void begin_clocks(void) {
    RP2040_REGISTER(XOSC_STARTUP) = 47; /* a millisecond, in units of 256 periods */
    RP2040_REGISTER(XOSC_CTRL) = 0xFABu << 12 | 0xAA0u;
    wait_for(XOSC_STATUS, 1u << 31);
    RP2040_REGISTER(CLK_REF_CTRL) = 2;
    wait_for(CLK_REF_SELECTED, 1u << 2);
    RP2040_REGISTER(PLL_SYS_CS) = 1;
    RP2040_REGISTER(PLL_SYS_FBDIV_INT) = 125;
    RP2040_CLEAR(PLL_SYS_PWR) = 1u << 0 | 1u << 5; /* main power and oscillator */
    wait_for(PLL_SYS_CS, 1u << 31);
    RP2040_REGISTER(PLL_SYS_PRIM) = 6u << 16 | 2u << 12;
    RP2040_CLEAR(PLL_SYS_PWR) = 1u << 3; /* the divider after it */
    RP2040_REGISTER(CLK_SYS_CTRL) = 1;
    wait_for(CLK_SYS_SELECTED, 1u << 1);
    RP2040_REGISTER(CLK_PERI_CTRL) = 1u << 11 | 4u << 5; /* enabled, from the crystal */
    RP2040_REGISTER(WATCHDOG_TICK) = 1u << 9 | 12u;      /* ticks of the timer: microseconds */
}

void pawli_rp2040_begin(void) {
    const uint32_t parts =
        RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_PLL_SYS | RESET_TIMER | RESET_UART0;
    RP2040_CLEAR(RESETS_RESET) = parts & ~(RESET_TIMER | RESET_UART0);
    wait_for(RESETS_RESET_DONE, parts & ~(RESET_TIMER | RESET_UART0));
    begin_clocks();
    RP2040_CLEAR(RESETS_RESET) = parts;
    wait_for(RESETS_RESET_DONE, parts);
    RP2040_REGISTER(UART0_IBRD) = 6; /* 12000000 / (16 * 115200) = 6 + 33/64 */
    RP2040_REGISTER(UART0_FBRD) = 33;
    RP2040_REGISTER(UART0_LCR_H) = 3u << 5 | 1u << 4; /* eight bits, with a queue */
    RP2040_REGISTER(UART0_CR) = 1u << 8 | 1u << 0;    /* transmitter, on */
    RP2040_REGISTER(GPIO0_CTRL) = FUNCTION_UART;
}

void pawl_port_putc(char c) {
    while (RP2040_REGISTER(UART0_FR) & 1u << 5) { /* the queue is full */
    }
    RP2040_REGISTER(UART0_DR) = (uint8_t)c;
}

uint32_t pawl_port_ms(void) {
    uint32_t high, low;
    do { /* until no carry came in between */
        high = RP2040_REGISTER(TIMER_RAWH);
        low = RP2040_REGISTER(TIMER_RAWL);
    } while (high != RP2040_REGISTER(TIMER_RAWH));
    return (uint32_t)(((uint64_t)high << 32 | low) / 1000);
}

void pawl_port_halt(int status) {
    pawli_put_text("!EXIT ");
    pawli_put_number(status);
    pawl_port_putc('\n');
    for (;;) {
    }
}
