/* port.c - OpenRISC: a 16550 UART that QEMU has set up. The machine cannot be switched off, so the
 * program says that it has ended, and run.sh stops it. */
#include "pawl/port.h"

#include "common/put.h"
#include "common/stack.h"

#define UART ((volatile uint8_t *)0x90000000u)

enum {
    UART_DATA = 0,
    UART_LINE_STATUS = 5,
    TRANSMITTER_EMPTY = 0x20
};

extern uint32_t pawli_stack_top, pawli_bss, pawli_bss_end;
int main(void);
void pawli_begin(void);
_Noreturn void abort(void);

void pawl_port_putc(char c) {
    while ((UART[UART_LINE_STATUS] & TRANSMITTER_EMPTY) == 0) {
    }
    UART[UART_DATA] = (uint8_t)c;
}

uint32_t pawl_port_ms(void) {
    return 0;
}

void pawl_port_halt(int status) {
    pawli_put_text("!EXIT ");
    pawli_put_number(status);
    pawl_port_putc('\n');
    for (;;) {
    }
}

/* gcc calls it where nothing that is right gets to, such as a division by a count that it cannot
 * know to be above zero; other processors have an instruction for that. */
void abort(void) {
    pawl_port_halt(134);
    for (;;) {
    }
}

void pawli_begin(void) {
    for (uint32_t *to = &pawli_bss; to < &pawli_bss_end; to++)
        *to = 0;
    pawli_paint_stack(&pawli_bss_end, __builtin_frame_address(0));
    pawl_port_halt(main());
}

uint32_t pawli_stack_peak(void) {
    return pawli_used_stack(&pawli_bss_end, &pawli_stack_top);
}
