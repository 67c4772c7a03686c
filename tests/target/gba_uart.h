/* gba_uart.h - the serial port of a Game Boy Advance as a UART, for tests/target/gbarun.c.
 *
 * mGBA's core keeps the registers of this mode and does nothing with them, so they are modelled
 * here, as GBATEK describes them ("SIO UART Mode"): SIOCNT and SIODATA8, four bytes kept each way
 * or one, the rate, and the error of a byte for which there is no room. Not modelled: the port's
 * interrupt, parity, seven bits, and SC and SD, as in a cable of three wires. A byte takes the
 * console's time for it, whatever the time of the machine that the other end is on. */
#ifndef TARGET_GBA_UART_H
#define TARGET_GBA_UART_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

/* Connect the port of a core that was reset with a socket of this system. False: there is none. */
bool gba_uart_open(struct mCore *core, const char *path);
/* What was sent is on its way, and how much it was goes to stderr. */
void gba_uart_close(void);

#endif
