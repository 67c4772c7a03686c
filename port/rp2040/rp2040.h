/* rp2040.h - the few registers of the RP2040 that a port needs. Source: RP2040 datasheet, the
 * tables "List of registers" of each part. */
#ifndef PAWLI_RP2040_H
#define PAWLI_RP2040_H

#include <stdint.h>

#define RP2040_REGISTER(address) (*(volatile uint32_t *)(address))
/* Writing to the same register 0x3000 higher clears the bits that are written (2.1.2). */
#define RP2040_CLEAR(address) RP2040_REGISTER((address) + 0x3000u)

#define RESETS_RESET 0x4000C000u
#define RESETS_RESET_DONE 0x4000C008u
#define RESET_IO_BANK0 (1u << 5)
#define RESET_PADS_BANK0 (1u << 8)
#define RESET_PLL_SYS (1u << 12)
#define RESET_TIMER (1u << 21)
#define RESET_UART0 (1u << 22)

#define CLK_REF_CTRL 0x40008030u
#define CLK_REF_SELECTED 0x40008038u
#define CLK_SYS_CTRL 0x4000803Cu
#define CLK_SYS_SELECTED 0x40008044u
#define CLK_PERI_CTRL 0x40008048u

#define XOSC_CTRL 0x40024000u
#define XOSC_STATUS 0x40024004u
#define XOSC_STARTUP 0x4002400Cu

#define PLL_SYS_CS 0x40028000u
#define PLL_SYS_PWR 0x40028004u
#define PLL_SYS_FBDIV_INT 0x40028008u
#define PLL_SYS_PRIM 0x4002800Cu

#define GPIO0_CTRL 0x40014004u
#define GPIO1_CTRL 0x4001400Cu
#define FUNCTION_UART 2u

#define UART0_DR 0x40034000u
#define UART0_FR 0x40034018u
#define UART0_IBRD 0x40034024u
#define UART0_FBRD 0x40034028u
#define UART0_LCR_H 0x4003402Cu
#define UART0_CR 0x40034030u

#define TIMER_RAWH 0x40054024u
#define TIMER_RAWL 0x40054028u
#define WATCHDOG_TICK 0x4005802Cu

#define SIO_FIFO_ST 0xD0000050u
#define SIO_FIFO_WR 0xD0000054u
#define SIO_FIFO_RD 0xD0000058u

void pawli_rp2040_begin(void); /* clocks, timer, UART0 */

/* Core 1 begins with `entry`, which must not return, on a stack that ends at an address divisible
 * by 8. Once, from core 0. */
void pawli_rp2040_start_core1(void (*entry)(void), void *stack_top);

#endif
