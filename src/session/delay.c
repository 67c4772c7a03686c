/* delay.c - ticks from an input to its use, while a game is played.
 *
 * The delay moves a tick at a time, so that the game goes on: when it grows, one tick of this
 * machine's players has the input of the tick before; when it shrinks, one input is left out. */
#include "session/delay.h"

#define MARGIN_TICKS 2u /* frames in which packets wait on both sides */

/* A client hears of its own input after the way to the host and back; what a host decides by its
 * own input takes the way there. */
static uint32_t ticks_on_the_way(const pawl_session *session) {
    const bool is_host = pawli_session_is_host(session);
    uint32_t most = 0;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_PLAYING) continue;
        if (is_host && (peer->begin == PAWLI_NEVER || (peer->players & session->late) != 0)) {
            continue;
        }
        most = pawli_max(most, pawli_time_sync_round_trip(session, peer));
    }
    return is_host ? (most + 1u) / 2u : most;
}

/* A guess may be as old as three quarters of the window: the rest is for packets that are lost. */
static uint32_t delay_for_round_trip(const pawl_session *session) {
    const uint32_t trip = ticks_on_the_way(session) + MARGIN_TICKS;
    const uint32_t guessed = session->def.window * 3u / 4u;
    const uint32_t delay = trip > guessed ? trip - guessed : 0;
    return pawli_min(pawli_max(delay, session->delay_least),
                     pawli_max(session->def.delay_max, session->delay_least));
}

/* Grows at once, and shrinks by a tick twice a second where there is more than one to spare. */
static void follow_round_trip(pawl_session *session) {
    const uint32_t period = pawli_max(session->def.rate / 2u, 1u);
    const uint32_t delay = delay_for_round_trip(session);
    if (delay > session->delay_target) {
        session->delay_target = (uint8_t)delay;
    } else if (delay + 1u < session->delay_target && session->head % period == 0) {
        session->delay_target--;
    }
}

void pawli_delay_move(pawl_session *session, bool is_even) {
    if (!is_even) return;
    if (session->is_delay_automatic) follow_round_trip(session);
    if (session->def.delay < session->delay_target)
        session->def.delay++;
    else if (session->def.delay > session->delay_target)
        session->def.delay--;
}

pawl_status pawl_session_set_delay(pawl_session *session, uint32_t delay) {
    if (session == NULL) return PAWL_ERR_NULL;
    const bool is_automatic = delay == PAWL_SESSION_DELAY_AUTOMATIC;
    const uint32_t most = pawli_max(session->delay_least, session->def.delay_max);
    if (!is_automatic && delay > most) return PAWL_ERR_RANGE;
    session->is_delay_automatic = is_automatic;
    session->delay_target = is_automatic ? session->delay_least : (uint8_t)delay;
    return PAWL_OK;
}

uint32_t pawl_session_get_delay(const pawl_session *session) {
    return session == NULL ? 0 : session->def.delay;
}
