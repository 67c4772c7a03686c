/* time_sync.c - which machine is ahead, and by how much: whole numbers only.
 *
 * Each side estimates where the other one's head is now: what it told last, and half a round trip
 * of ticks since then. Both see the same distance with opposite signs, each with the same error of
 * the estimate, which half their difference no longer has: Mark Terrano and Paul Bettner, 1500
 * Archers on a 28.8 (2001), and GGPO's time sync work alike. */
#include "session/deadline.h"

#define TICK_Q8 256
#define AHEAD_SAMPLES 16 /* samples of the mean */
#define AHEAD_MAX INT32_C(32767)
#define FAR_TICKS 2
#define VERY_FAR_TICKS 3
#define HOLD_MAX_MS 60000u

static int16_t saturate_ahead(int32_t value) {
    if (value > AHEAD_MAX) return (int16_t)AHEAD_MAX;
    return (int16_t)(value < -AHEAD_MAX ? -AHEAD_MAX : value);
}

static int32_t ticks_q8(const pawl_session *session, uint32_t ms) {
    return (int32_t)(ms * session->def.rate * (uint32_t)TICK_Q8 / PAWLI_MS_PER_SECOND);
}

uint16_t pawli_time_sync_echo(const pawl_session *session, const pawli_peer *peer) {
    const uint16_t held = (uint16_t)((session->now & 0xFFFFu) - peer->clock.stamp_ms);
    return (uint16_t)(peer->clock.stamp + held);
}

uint32_t pawli_time_sync_round_trip(const pawl_session *session, const pawli_peer *peer) {
    return ((uint32_t)peer->clock.round_trip * session->def.rate + PAWLI_MS_PER_SECOND - 1u) /
           PAWLI_MS_PER_SECOND;
}

/* What has passed since the other one was where it told. */
static uint32_t ms_since_told(const pawl_session *session, const pawli_peer *peer) {
    const uint16_t held = (uint16_t)((session->now & 0xFFFFu) - peer->clock.stamp_ms);
    return pawli_min(peer->clock.round_trip / 2u + held, HOLD_MAX_MS / 60u);
}

/* Heads of the clients whose players play and are not late, as they are now, the lowest first. */
static uint32_t find_client_heads(const pawl_session *session,
                                  uint32_t heads[PAWL_SESSION_PEERS_MAX]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_PLAYING || peer->begin == PAWLI_NEVER) continue;
        if (!peer->has_stamp || (peer->players & session->late) != 0) continue;
        const uint32_t head =
            peer->head + ms_since_told(session, peer) * session->def.rate / PAWLI_MS_PER_SECOND;
        uint32_t at = count++;
        for (; at > 0 && heads[at - 1u] > head; at--)
            heads[at] = heads[at - 1u];
        heads[at] = head;
    }
    return count;
}

/* A host without players plays what is confirmed, and that comes after its clients: would they wait
 * for it, they would wait for each other's inputs, and these would come still later. Its place is
 * that of the slowest of them. Where one may tell what is not so, to be waited for, it is that of
 * the middle one; and what was confirmed was played a delay ago. */
uint32_t pawli_time_sync_head(const pawl_session *session) {
    if (!pawli_session_is_host(session) || session->local != 0) return session->head;
    uint32_t heads[PAWL_SESSION_PEERS_MAX];
    const uint32_t count = find_client_heads(session, heads);
    if (count == 0) return session->head;
    const uint32_t least = session->head - pawli_min(session->head, session->def.delay);
    const bool has_deadlines = pawli_session_deadlines(session) != NULL;
    return pawli_max(heads[has_deadlines ? (count - 1u) / 2u : 0], least);
}

/* Our head, less where the other one is now; Q8 ticks. */
int16_t pawli_time_sync_ahead(const pawl_session *session, const pawli_peer *peer) {
    if (!peer->has_stamp) return 0;
    const int32_t distance = (int32_t)(pawli_time_sync_head(session) - peer->head);
    if (distance > AHEAD_MAX / TICK_Q8) return (int16_t)AHEAD_MAX;
    if (distance < -AHEAD_MAX / TICK_Q8) return (int16_t)-AHEAD_MAX;
    return saturate_ahead(distance * TICK_Q8 - ticks_q8(session, ms_since_told(session, peer)));
}

void pawli_time_sync_measure(pawl_session *session, pawli_peer *peer, bool has_echo, uint16_t echo,
                             int16_t their_ahead) {
    if (has_echo) {
        const uint16_t trip = (uint16_t)((session->now & 0xFFFFu) - echo);
        if (peer->clock.round_trip == 0) peer->clock.round_trip = trip;
        if (trip < HOLD_MAX_MS) {
            peer->clock.round_trip =
                (uint16_t)((peer->clock.round_trip * UINT32_C(7) + trip + 4u) / 8u);
        }
    }
    const int32_t ours = pawli_time_sync_ahead(session, peer);
    peer->clock.their_ahead = their_ahead;
    peer->clock.ahead += ((ours - their_ahead) / 2 - peer->clock.ahead) / AHEAD_SAMPLES;
}

/* The host waits for the slowest player that is not late, clients for the host. */
int32_t pawl_session_get_ahead(const pawl_session *session) {
    if (session == NULL || session->phase != PAWL_PHASE_PLAYING) return 0;
    int32_t most = 0;
    bool has_one = false;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_PLAYING || !peer->has_stamp) continue;
        if (pawli_session_is_host(session) && peer->begin == PAWLI_NEVER) continue;
        if ((peer->players & session->late) != 0) continue;
        if (!has_one || peer->clock.ahead > most) most = peer->clock.ahead;
        has_one = true;
    }
    return most;
}

/* How many ticks are played before the next advice: two in twenty are sat out where machines are
 * close, so that one of them hardly shows, and two in five where they are far apart. */
static uint32_t ticks_between_advice(int32_t ahead) {
    return ahead < FAR_TICKS * TICK_Q8 ? 20u : ahead < VERY_FAR_TICKS * TICK_Q8 ? 10u : 5u;
}

/* With deadlines, what makes the host sit out ticks holds up the game like missing inputs. */
static void charge_advice(pawl_session *session, uint32_t ticks) {
    pawli_deadlines *const kept = pawli_session_deadlines(session);
    if (kept == NULL) return;
    const uint32_t ms = ticks * PAWLI_MS_PER_SECOND / session->def.rate;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_PLAYING || peer->clock.ahead < TICK_Q8) continue;
        for (uint32_t player = 0; player < session->def.players; player++) {
            if (!pawli_has_player(peer->players, player)) continue;
            kept->debts[player] =
                (uint16_t)pawli_min(kept->debts[player] + ms, session->def.input_deadline_ms);
        }
    }
}

/* Whole ticks, one or two at a time. What is sat out is no longer ahead. */
uint32_t pawl_session_take_advice(pawl_session *session) {
    if (session == NULL || session->local == 0 || session->head < session->advised) return 0;
    const int32_t ahead = pawl_session_get_ahead(session);
    if (ahead < TICK_Q8) return 0;
    const uint32_t ticks = ahead >= 2 * TICK_Q8 ? 2u : 1u;
    session->advised = session->head + ticks_between_advice(ahead);
    charge_advice(session, ticks);
    for (uint32_t i = 0; i < session->peer_count; i++)
        pawli_session_peers(session)[i].clock.ahead -= (int32_t)ticks * TICK_Q8;
    return ticks;
}
