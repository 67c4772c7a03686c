/* port.c - Xtensa: the calls of Tensilica's simulator, which QEMU answers. */
#include "pawl/port.h"

#include "common/stack.h"

enum {
    CALL_EXIT = 1,
    CALL_WRITE = 4,
    STANDARD_OUTPUT = 1
};

extern uint32_t pawli_stack_top, pawli_bss, pawli_bss_end;
int pawli_call_host(int operation, int a, const void *b, int c);
int main(void);
void pawli_begin(void);

void pawl_port_putc(char c) {
    pawli_call_host(CALL_WRITE, STANDARD_OUTPUT, &c, 1);
}

uint32_t pawl_port_ms(void) {
    return 0;
}

void pawl_port_halt(int status) {
    pawli_call_host(CALL_EXIT, status, NULL, 0);
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
