/* start.c - from reset to main on Cortex-M: the vector table, .data and .bss. */
#include "pawl/port.h"

#include "common/fault.h"
#include "common/stack.h"

extern uint32_t pawli_stack_top, pawli_data_load, pawli_data, pawli_data_end, pawli_bss,
    pawli_bss_end;
int main(void);
void pawli_reset(void);
void pawli_stop(uint32_t counter, const uint32_t *stack);

__attribute__((used)) void pawli_stop(uint32_t counter, const uint32_t *stack) {
    pawli_report_fault("fault", counter, stack, &pawli_bss_end, &pawli_stack_top);
    pawl_port_halt(99);
}

/* The processor has pushed eight words, the seventh of which is where it was. What speaks of it
 * begins again at the top of the stack: there may be nothing left below. */
__attribute__((naked)) static void stop(void) {
    __asm__ volatile("mrs r1, msp\n"
                     "ldr r0, [r1, #24]\n"
                     "ldr r2, =pawli_stack_top\n"
                     "msr msp, r2\n"
                     "ldr r2, =pawli_stop\n"
                     "bx r2\n"
                     ".ltorg\n");
}

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

uint32_t pawli_stack_peak(void) {
    return pawli_used_stack(&pawli_bss_end, &pawli_stack_top);
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
