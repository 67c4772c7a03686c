/* start.c - from the second boot stage to main on core 0 of an RP2040. Core 1 sleeps in the ROM
 * until something starts it. */
#include "common/thumb_fault.h"
#include "rp2040/rp2040.h"

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
    pawli_rp2040_begin();
    pawl_port_halt(main());
}

typedef void (*vector)(void);
extern const vector pawli_vectors[16];
__attribute__((section(".vectors"), used)) const vector pawli_vectors[16] = {
    (vector)&pawli_stack_top, pawli_reset, stop, stop, [11] = stop, [14] = stop, [15] = stop,
};
