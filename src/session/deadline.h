/* deadline.h - internal: for how long a host waits. */
#ifndef PAWLI_DEADLINE_H
#define PAWLI_DEADLINE_H

#include "session/session.h"

/* Of a host that does not wait for inputs without end. */
typedef struct pawli_deadlines {
    uint32_t watched_ms, watched; /* time and confirmed tick at the last look */
    uint32_t lag_ms;  /* host without players: less was confirmed than the clock would have it */
    uint16_t debts[]; /* ms for which each player held up the game */
} pawli_deadlines;

/* Null where all wait for each input. */
static inline pawli_deadlines *pawli_session_deadlines(const pawl_session *session) {
    if (session->at_deadlines == 0) return NULL;
    return (pawli_deadlines *)(void *)pawli_session_at(session, session->at_deadlines);
}

/* Host: time has passed; decides what has been missing for too long. */
void pawli_deadline_watch(pawl_session *session);
/* Host: what next() is to ask for: these players, at the tick `confirmed`. */
uint32_t pawli_deadline_find_substituted(const pawl_session *session);

#endif
