/* port.c - RISC-V through semihosting: a debugger, or QEMU, prints and takes the exit status. */
#include "pawl/port.h"

#include "common/semihosting.h"

/* The three instructions must stand together in one page, and must not be compressed. */
__attribute__((noinline, naked, aligned(16))) static uintptr_t call_host(uintptr_t operation
                                                                         __attribute__((unused)),
                                                                         const void *argument
                                                                         __attribute__((unused))) {
    __asm__ volatile(".option push\n"
                     ".option norvc\n"
                     "slli x0, x0, 0x1f\n"
                     "ebreak\n"
                     "srai x0, x0, 7\n"
                     "ret\n"
                     ".option pop\n");
}

void pawl_port_putc(char c) {
    const char text[2] = {c, '\0'};
    call_host(SYS_WRITE0, text);
}

uint32_t pawl_port_ms(void) {
    return (uint32_t)(10 * call_host(SYS_CLOCK, NULL));
}

void pawl_port_halt(int status) {
    const uintptr_t arguments[2] = {APPLICATION_EXIT, (uintptr_t)status};
    call_host(SYS_EXIT_EXTENDED, arguments);
    for (;;) {
    }
}
