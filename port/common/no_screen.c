/* no_screen.c - for machines without screen and keys. */
#include "pawl/port.h"

pawl_status pawl_port_frame(const uint16_t *pixels) {
    (void)pixels;
    return PAWL_ERR_UNSUPPORTED;
}

uint32_t pawl_port_keys(void) {
    return 0;
}
