/* start.c - from reset to main on Cortex-M: the vector table, .data and .bss. */
#include "common/thumb_fault.h"

extern uint32_t pawli_data_load, pawli_data, pawli_data_end, pawli_bss;
int main(void);
void pawli_reset(void);

void pawli_reset(void) {
    const uint32_t *from = &pawli_data_load;
    for (uint32_t *to = &pawli_data; to < &pawli_data_end; to++)
        *to = *from++;
    for (uint32_t *to = &pawli_bss; to < &pawli_bss_end; to++)
        *to = 0;
    pawli_paint_stack(&pawli_bss_end, __builtin_frame_address(0));
#ifdef __ARM_FP
    *(volatile uint32_t *)0xE000ED88u |= 0xFu << 20; /* CPACR: libraries may use the FPU */
    __asm__ volatile("dsb\n isb");
#endif
    pawl_port_halt(main());
}

/* Of link.c; 0 in a program that has no line. */
extern void pawli_link_interrupt(void) __attribute__((weak));

typedef void (*vector)(void);
__attribute__((section(".vectors"), used)) static const vector vectors[17 + PAWLI_LINK_IRQ] = {
    (vector)&pawli_stack_top,
    pawli_reset,
    stop,
    stop,
    stop,
    stop,
    stop,
    0,
    0,
    0,
    0,
    stop,
    stop,
    0,
    stop,
    stop,
    [16 + PAWLI_LINK_IRQ] = pawli_link_interrupt};
