/* core1.c - the second core of an RP2040, which waits in the ROM for six words: datasheet 2.8.2,
 * "Launching code on processor core 1". */
#include "rp2040/rp2040.h"

extern const uint32_t pawli_vectors[];

static uint32_t receive(void) {
    while ((RP2040_REGISTER(SIO_FIFO_ST) & 1u) == 0) {
    }
    return RP2040_REGISTER(SIO_FIFO_RD);
}

static void send(uint32_t word) {
    while ((RP2040_REGISTER(SIO_FIFO_ST) & 2u) == 0) {
    }
    RP2040_REGISTER(SIO_FIFO_WR) = word;
    __asm__ volatile("sev");
}

/* The ROM answers with each word that it has understood; after another answer it is begun anew. */
void pawli_rp2040_start_core1(void (*entry)(void), void *stack_top) {
    const uint32_t words[] = {
        0, 0, 1, (uint32_t)pawli_vectors, (uint32_t)stack_top, (uint32_t)entry};
    for (unsigned i = 0; i < sizeof words / sizeof *words;) {
        if (words[i] == 0) {
            while (RP2040_REGISTER(SIO_FIFO_ST) & 1u)
                (void)RP2040_REGISTER(SIO_FIFO_RD);
            __asm__ volatile("sev");
        }
        send(words[i]);
        i = receive() == words[i] ? i + 1 : 0;
    }
}
