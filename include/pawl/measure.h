/* measure.h - how good the lines of a session are, and where its rollbacks and waits come from.
 *
 * def.measures turns it on, and takes PAWL_SESSION_MEASURES_SIZE(peers) bytes besides
 * PAWL_SESSION_SIZE_MAX. What each field costs: a few additions for each packet. */
#ifndef PAWL_MEASURE_H
#define PAWL_MEASURE_H

#include "pawl/session.h"

#define PAWL_SESSION_LOSS_ALL 10000u /* a share of all packets: hundredths of a per cent */
#define PAWL_SESSION_DEPTHS 16u
#define PAWL_SESSION_MEASURES_SIZE(peers) \
    (24u + (PAWL_SESSION_DEPTHS + PAWL_SESSION_PLAYERS_MAX + 4u) * 4u + (peers)*48u)

/* Where def.measures is set. Of the line to a peer, since it came; on a compact link, whose packets
 * have no numbers, no loss is known, and jitter is that of the packets that tell the time. Of the
 * game, since the session began, and the same for all peers. Counters wrap. */
typedef struct pawl_session_measures {
    uint32_t lost_in;  /* packets that have not come when 32 later ones have, or came and were left
                          alone */
    uint32_t lost_out; /* the same there, as it tells once a second; 0 where it does not measure */
    uint32_t loss_in;  /* of PAWL_SESSION_LOSS_ALL: mean of about 128 packets, the newest ones
                          counting most; rounded down */
    uint32_t loss_out;
    uint32_t jitter_ms; /* of what comes from there: RFC 3550, 6.4.1; rounded to the nearest */
    uint32_t bits_in, bits_out; /* per second, in the last whole second; rounded down */
    /* Rollbacks, by what was otherwise than it was played, in the first tick that was: */
    uint32_t late[PAWL_SESSION_PLAYERS_MAX]; /* the input of this player */
    uint32_t overruled;  /* client: of a player of this machine, as the host decided it */
    uint32_t gone, back; /* a player is no longer, or again, there */
    uint32_t depths[PAWL_SESSION_DEPTHS]; /* of 1 tick, 2 ticks, ..., 16 ticks or more */
    uint32_t deepest;                     /* ticks; at most 255 is told */
    uint32_t waited_ms; /* for others: with WAIT, and a host without players with nothing to play */
} pawl_session_measures;
/* What was measured of the line to a peer, and of the game.
 * Errors: NULL, ARGUMENT (def.measures is not set), RANGE. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_session_get_measures(const pawl_session *session,
                                                               uint32_t peer,
                                                               pawl_session_measures *out);

#endif
