/* port.c - the hooks in a project of ESP-IDF, whose start-up and console (a UART, or the USB serial
 * port of the chip) it uses. */
#include "pawl/port.h"

#include <stdio.h>
#include <unistd.h>

#include "common/put.h"
#include "esp_timer.h"

void pawl_port_putc(char c) {
    putchar(c);
}

uint32_t pawl_port_ms(void) {
    return (uint32_t)(esp_timer_get_time() / 1000);
}

/* To end the program would begin it anew. */
void pawl_port_halt(int status) {
    pawli_put_text("!EXIT ");
    pawli_put_number(status);
    pawl_port_putc('\n');
    for (;;)
        sleep(60);
}
