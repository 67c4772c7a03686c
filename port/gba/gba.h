/* gba.h - what the Game Boy Advance offers beyond pawl/port.h, for programs written for it. */
#ifndef PAWLI_PORT_GBA_H
#define PAWLI_PORT_GBA_H

#include <stdint.h>

/* A variable in IWRAM, 32 KB of memory without waits that start at zero; others are in EWRAM,
 * where a word takes six cycles. Worlds gain most. */
#define PAWLI_GBA_FAST __attribute__((section(".fast_bss")))

/* A function in IWRAM as ARM code. */
#define PAWLI_GBA_HOT __attribute__((section(".fast"), target("arm"), noinline))

#define PAWLI_GBA_FREQUENCY UINT32_C(16777216) /* cycles per second */
#define PAWLI_GBA_REFRESH UINT32_C(280896)     /* cycles per picture: 59.73 pictures per second */

/* Cycles since the start, wrapping around after 256 seconds. */
uint32_t pawli_gba_cycles(void);

/* Wait for the next moment at which the screen is not being drawn. Returns at once when the lines
 * below the picture are being drawn already, unless the last call ended in the same pause. */
void pawli_gba_wait(void);

/* Call a function whenever the screen has been drawn, every PAWLI_GBA_REFRESH cycles, whatever the
 * program is doing then. The function has a stack of 100 bytes and 80 thousand cycles until the
 * next picture begins; it is best PAWLI_GBA_HOT. */
void pawli_gba_call_in_pauses(void (*function)(void));

/* For a handler of other interrupts, which the BIOS calls: what it is to call when none of them is
 * due. (link.c, which only programs with a line have: the memory of handlers is scarce.) */
extern void (*pawli_gba_next_handler)(void);
#define PAWLI_GBA_HANDLER 0x03007FFCu

#define PAWLI_GBA_R16(address) (*(volatile uint16_t *)(uintptr_t)(address))
#define PAWLI_GBA_R32(address) (*(volatile uint32_t *)(uintptr_t)(address))

#endif
