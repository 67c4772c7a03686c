/* port.c - the hooks in a project of the Pico SDK, whose start-up, clocks and stdio (a UART, USB or
 * both, as CMakeLists.txt says) it uses. Copy it into yours. */
#include "pawl/port.h"

#include <stdio.h>

#include "pico/stdlib.h"

/* Before main, so that programs without a line for the SDK can print. */
__attribute__((constructor)) static void begin_stdio(void) {
    stdio_init_all();
}

void pawl_port_putc(char c) {
    putchar(c);
}

uint32_t pawl_port_ms(void) {
    return to_ms_since_boot(get_absolute_time());
}

void pawl_port_halt(int status) {
    printf("!EXIT %d\n", status);
    for (;;)
        tight_loop_contents();
}

void pawl_port_assert_failed(const char *expression, const char *file, int line) {
    printf("%s:%d: assertion failed: %s\n", file, line, expression);
    pawl_port_halt(98);
}
