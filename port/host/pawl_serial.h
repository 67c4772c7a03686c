/* pawl_serial.h - a line of bytes to another machine, for programs on POSIX systems: a serial port,
 * a pseudo terminal, a socket. It never waits but in pawl_serial_wait, and needs no heap.
 *
 * Packets of a session go over it by common/stream.h. Compile port/posix/serial.c with it. */
#ifndef PAWL_SERIAL_H
#define PAWL_SERIAL_H

#include <stddef.h>
#include <stdint.h>

#define PAWL_SERIAL_BAUD 115200 /* where none is named */

typedef enum pawl_serial_status {
    PAWL_SERIAL_OK = 0,
    PAWL_SERIAL_MISSING,   /* there is no such device */
    PAWL_SERIAL_FORBIDDEN, /* no permission */
    PAWL_SERIAL_BUSY,      /* something else has it */
    PAWL_SERIAL_BAUD_UNKNOWN,
    PAWL_SERIAL_NO_LINE, /* it is a file or a folder: nothing comes back from it */
    PAWL_SERIAL_FAILED
} pawl_serial_status;
const char *pawl_serial_status_text(pawl_serial_status status);

typedef struct pawl_serial {
    int handle;          /* of the system; -1: closed */
    uint16_t begin, end; /* of what was read and not yet taken */
    uint8_t bytes[512];
} pawl_serial;

/* Open "DEV" or "DEV:BAUD": a device in /dev, which is set to raw bytes, eight bits and no parity;
 * a socket of the system, to which it connects; or "fd:N", what the program was started with. BAUD
 * is 1200 to 921600, one of the usual ones; what is no serial port has none and takes any. */
pawl_serial_status pawl_serial_open(pawl_serial *out, const char *text);
void pawl_serial_close(pawl_serial *serial);

/* How many bytes were taken or received, at most `size` and possibly 0; -1 when the line is broken:
 * unplugged, or closed on the other side. */
int32_t pawl_serial_send(pawl_serial *serial, const uint8_t *bytes, size_t size);
int32_t pawl_serial_receive(pawl_serial *serial, uint8_t *bytes, size_t size);

/* Until something has come, or so many milliseconds. */
void pawl_serial_wait(pawl_serial *serial, uint32_t milliseconds);

#endif
