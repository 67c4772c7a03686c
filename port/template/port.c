/* port.c - the four functions of a port. These are for a machine with a C library; replace their
 * bodies. Others of pawl/port.h can be added here: a definition takes the place of the default. */
#include "pawl/port.h"

#include <stdio.h>
#include <stdlib.h>

/* A UART: wait until the transmitter is free, write c to its data register. */
void pawl_port_putc(char c) {
    putchar(c);
}

/* A timer; 0 where there is none. */
uint32_t pawl_port_ms(void) {
    return 0;
}

/* Where a program cannot end: print "!EXIT n", then loop for ever. */
void pawl_port_halt(int status) {
    exit(status);
}

void pawl_port_assert_failed(const char *expression, const char *file, int line) {
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
    pawl_port_halt(98);
}
