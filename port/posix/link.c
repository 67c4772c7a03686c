/* link.c - the line to another machine on POSIX systems: what PAWL_LINK in the environment names,
 * as pawl_serial_open reads it: /dev/ttyACM0, /dev/ttyUSB0:57600, a socket, fd:3. */
#include <stdbool.h>
#include <stdlib.h>

#include "host/pawl_serial.h"
#include "pawl/port.h"

static pawl_serial line;
static bool is_open, is_there;

static bool open_once(void) {
    const char *const name = getenv("PAWL_LINK");
    if (!is_open) is_there = name != NULL && pawl_serial_open(&line, name) == PAWL_SERIAL_OK;
    is_open = true;
    return is_there;
}

int32_t pawl_port_link_send(const uint8_t *bytes, size_t size) {
    return open_once() ? pawl_serial_send(&line, bytes, size) : PAWL_ERR_UNSUPPORTED;
}

int32_t pawl_port_link_receive(uint8_t *bytes, size_t size) {
    return open_once() ? pawl_serial_receive(&line, bytes, size) : PAWL_ERR_UNSUPPORTED;
}
