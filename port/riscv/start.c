/* start.c - from reset to main on RISC-V: the registers that C code needs, traps and .bss. */
#include "pawl/port.h"

#include "common/fault.h"
#include "common/stack.h"

extern uint32_t pawli_stack_top, pawli_bss, pawli_bss_end;
int main(void);
void pawli_trap(void);
void pawli_stop(uint32_t counter, const uint32_t *stack);
void pawli_begin(void);
void _start(void);

/* Naming zicsr in -march would choose libraries of another word size. */
__attribute__((naked, section(".text.start"), used)) void _start(void) {
    __asm__ volatile(".option push\n"
                     ".option norelax\n"
                     "la gp, __global_pointer$\n"
                     ".option arch, +zicsr\n"
                     "la t0, pawli_trap\n"
                     "csrw mtvec, t0\n"
                     ".option pop\n"
                     "la sp, pawli_stack_top\n"
                     "j pawli_begin\n");
}

__attribute__((used)) void pawli_stop(uint32_t counter, const uint32_t *stack) {
    pawli_report_fault("trap", counter, stack, &pawli_bss_end, &pawli_stack_top);
    pawl_port_halt(99);
}

/* What speaks of it begins again at the top of the stack: there may be nothing left below. */
__attribute__((naked, aligned(4), used)) void pawli_trap(void) {
    __asm__ volatile(".option push\n"
                     ".option arch, +zicsr\n"
                     "csrr a0, mepc\n"
                     ".option pop\n"
                     "mv a1, sp\n"
                     "la sp, pawli_stack_top\n"
                     "j pawli_stop\n");
}

__attribute__((used)) void pawli_begin(void) {
    for (uint32_t *to = &pawli_bss; to < &pawli_bss_end; to++)
        *to = 0;
    pawli_paint_stack(&pawli_bss_end, __builtin_frame_address(0));
    pawl_port_halt(main());
}

uint32_t pawli_stack_peak(void) {
    return pawli_used_stack(&pawli_bss_end, &pawli_stack_top);
}
