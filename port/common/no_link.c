/* no_link.c - for machines without a line to another one. */
#include "pawl/port.h"

int32_t pawl_port_link_send(const uint8_t *bytes, size_t size) {
    (void)bytes;
    (void)size;
    return PAWL_ERR_UNSUPPORTED;
}

int32_t pawl_port_link_receive(uint8_t *bytes, size_t size) {
    (void)bytes;
    (void)size;
    return PAWL_ERR_UNSUPPORTED;
}
