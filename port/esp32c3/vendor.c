/* vendor.c - stands in for what ESP-IDF has, so that port.c can be compiled, linked and run in an
 * emulator: not for a project. The start-up is that of port/riscv; console, timer and end are those
 * of QEMU's "virt" machine. */
#include <esp_timer.h>
#include <stdio.h>
#include <unistd.h>

#include "riscv/start.c"

#define UART (*(volatile uint8_t *)0x10000000u)
#define CLOCK ((const volatile uint32_t *)0x0200BFF8u) /* 10 MHz, two words */
#define POWER (*(volatile uint32_t *)0x00100000u)

int putchar(int c) {
    UART = (uint8_t)c;
    return c;
}

int64_t esp_timer_get_time(void) {
    uint32_t high, low;
    do { /* until no carry came in between */
        high = CLOCK[1];
        low = CLOCK[0];
    } while (high != CLOCK[1]);
    return (int64_t)(((uint64_t)high << 32 | low) / 10);
}

/* What sleeps here has said how it ended. */
unsigned sleep(unsigned seconds) {
    POWER = 0x5555;
    return seconds;
}
