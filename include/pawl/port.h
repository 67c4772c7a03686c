/* port.h - what a machine offers to programs: portcheck, the examples and the games.
 *
 * The library itself calls none of this: it needs memcpy, memmove and memset alone, and with
 * PAWL_ASSERTS pawl_port_assert_failed. A port is a folder of port/ that defines the first three
 * functions below; the others have a default that answers "unsupported" and is replaced by
 * defining the function. That is the only way to fill a hook. docs/porting.md is the route. */
#ifndef PAWL_PORT_H
#define PAWL_PORT_H

#include "pawl/base.h"

/* ---- every port ---- */

/* Write one character; '\n' ends a line. May wait for the line to be free. */
PAWL_API void pawl_port_putc(char c);

/* Milliseconds since some moment, wrapping around. Never goes into a world: it paces frames and
 * tells how long a check took. A machine without a clock returns 0. */
PAWL_API uint32_t pawl_port_ms(void);

/* End the program; 0 is success. Does not return. */
PAWL_API void pawl_port_halt(int status);

/* A failed PAWL_ASSERT: say where, and halt. Does not return. The default prints and halts by the
 * functions above. */
PAWL_API void pawl_port_assert_failed(const char *expression, const char *file, int line);

/* ---- ports that can: the defaults do nothing and answer PAWL_ERR_UNSUPPORTED ---- */

/* A byte stream to another machine: a serial line, a link cable. How many bytes were taken or
 * received, at most `size` and possibly 0; never waits. */
PAWL_API int32_t pawl_port_link_send(const uint8_t *bytes, size_t size);
PAWL_API int32_t pawl_port_link_receive(uint8_t *bytes, size_t size);

/* One block of memory that survives switching off. How many bytes were read or written. */
PAWL_API int32_t pawl_port_store_read(uint8_t *bytes, size_t size);
PAWL_API int32_t pawl_port_store_write(const uint8_t *bytes, size_t size);

/* A number that differs from run to run, for session identifiers and seeds that are then sent to
 * all players. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_port_entropy(uint32_t *out);

/* Show one picture, pixels[PAWL_PORT_WIDTH * PAWL_PORT_HEIGHT], row by row from the top, five
 * bits each of red (lowest), green and blue; waits for the end of the frame. */
#define PAWL_PORT_WIDTH 240
#define PAWL_PORT_HEIGHT 160
PAWL_API pawl_status pawl_port_frame(const uint16_t *pixels);

/* The keys held down now; 0 where there are none. */
enum {
    PAWL_KEY_A = 1,
    PAWL_KEY_B = 2,
    PAWL_KEY_SELECT = 4,
    PAWL_KEY_START = 8,
    PAWL_KEY_RIGHT = 16,
    PAWL_KEY_LEFT = 32,
    PAWL_KEY_UP = 64,
    PAWL_KEY_DOWN = 128
};
/* The keys held down now, PAWL_KEY_A | ...; 0 where there are none. */
PAWL_API uint32_t pawl_port_keys(void);

#endif
