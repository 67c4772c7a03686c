/* no_entropy.c - for machines that always start in the same state. */
#include "pawl/port.h"

pawl_status pawl_port_entropy(uint32_t *out) {
    (void)out;
    return PAWL_ERR_UNSUPPORTED;
}
