/* relay.h - internal: a host whose ticks come from another session. */
#ifndef PAWLI_RELAY_H
#define PAWLI_RELAY_H

#include "pawl/relay.h"
#include "session/session.h"

/* Of which visit of the other session the ticks are. */
typedef struct pawli_relay {
    uint32_t visit;
    bool has_visit;
} pawli_relay;

/* A RESET of a relay was answered. */
void pawli_relay_take_reset(pawl_session *relay, bool good);

#endif
