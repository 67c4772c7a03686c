/* start.c - from the second boot stage to main on core 0 of an RP2040. Core 1 sleeps in the ROM
 * until something starts it. */
#include "pawl/port.h"

#include "common/fault.h"
#include "common/stack.h"
#include "rp2040/rp2040.h"

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
    pawli_rp2040_begin();
    pawl_port_halt(main());
}

uint32_t pawli_stack_peak(void) {
    return pawli_used_stack(&pawli_bss_end, &pawli_stack_top);
}

typedef void (*vector)(void);
extern const vector pawli_vectors[16];
__attribute__((section(".vectors"), used)) const vector pawli_vectors[16] = {
    (vector)&pawli_stack_top, pawli_reset, stop, stop, [11] = stop, [14] = stop, [15] = stop,
};
