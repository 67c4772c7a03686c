/* no_store.c - for machines that forget everything when they are switched off. */
#include "pawl/port.h"

int32_t pawl_port_store_read(uint8_t *bytes, size_t size) {
    (void)bytes;
    (void)size;
    return PAWL_ERR_UNSUPPORTED;
}

int32_t pawl_port_store_write(const uint8_t *bytes, size_t size) {
    (void)bytes;
    (void)size;
    return PAWL_ERR_UNSUPPORTED;
}
