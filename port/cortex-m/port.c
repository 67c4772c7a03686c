/* port.c - Cortex-M through semihosting: a debugger, or QEMU, prints and takes the exit status.
 * On a board without one replace pawl_port_putc by a UART and pawl_port_halt by an endless loop. */
#include "pawl/port.h"

#include "common/semihosting.h"

static uint32_t call_host(uint32_t operation, const void *argument) {
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void pawl_port_putc(char c) {
    const char text[2] = {c, '\0'};
    call_host(SYS_WRITE0, text);
}

uint32_t pawl_port_ms(void) {
    return 10 * call_host(SYS_CLOCK, NULL);
}

void pawl_port_halt(int status) {
    const uint32_t arguments[2] = {APPLICATION_EXIT, (uint32_t)status};
    call_host(SYS_EXIT_EXTENDED, arguments);
    for (;;) {
    }
}
