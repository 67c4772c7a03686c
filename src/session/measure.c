/* measure.c - how good the lines are, and what rollbacks and waits come from.
 *
 * Packets of a full link are numbered. A number that has not come when 32 later ones have is lost:
 * from then on its packet would be left alone. Each side counts what it misses, and tells the other
 * once a second. Jitter is that of RFC 3550, 6.4.1 and A.8, from the clocks that packets tell. */
#include "session/measure.h"

#define WINDOW_WIDTH 32u /* numbers that may still come: the bits of `seen` */
#define LOSS_ONE_Q24 (UINT32_C(1) << 24)
#define LOSS_SHIFT 7u      /* the mean is that of about 128 packets */
#define LOSS_RUN_MAX 2048u /* lost ones in a row, after which the mean is as good as one */
#define JITTER_SHIFT 4u    /* RFC 3550 */

static pawli_line_measure *line_of(const pawl_session *session, const pawli_peer *peer) {
    pawli_play_measure *const play = pawli_session_measure(session);
    if (play == NULL) return NULL;
    return (pawli_line_measure *)(void *)(play + 1) + (peer - pawli_session_peers(session));
}

/* ---- loss ---- */

static void count_lost(pawli_line_measure *line, uint32_t count) {
    line->lost += count;
    for (uint32_t i = pawli_min(count, LOSS_RUN_MAX); i > 0; i--)
        line->loss_q24 += (LOSS_ONE_Q24 - line->loss_q24) >> LOSS_SHIFT;
}

static void count_arrived(pawli_line_measure *line) {
    line->loss_q24 -= line->loss_q24 >> LOSS_SHIFT;
}

static void begin_line(const pawl_session *session, const pawli_peer *peer,
                       pawli_line_measure *line) {
    memset(line, 0, sizeof *line);
    line->since_ms = line->told_ms = session->now;
    line->sent = peer->counts.bytes_sent;
    line->received = peer->counts.bytes_received;
    line->width = 1;
}

/* Numbers leave the window at its far end, the oldest first. */
void pawli_measure_packet(pawl_session *session, const pawli_peer *peer,
                          const pawli_packet *packet) {
    pawli_line_measure *const line = line_of(session, peer);
    if (line == NULL || packet->is_compact || packet->session == 0) return;
    if (!peer->has_sequence) {
        begin_line(session, peer, line);
        return;
    }
    if (!packet->is_newest) return;
    const uint32_t ahead = (uint16_t)(packet->sequence - peer->last);
    uint32_t leaving = line->width + ahead - pawli_min(line->width + ahead, WINDOW_WIDTH);
    for (; leaving > 0 && line->width > 0; leaving--) {
        line->width--;
        if ((peer->seen >> line->width & 1u) != 0) {
            count_arrived(line);
        } else {
            count_lost(line, 1);
        }
    }
    count_lost(line, leaving); /* the packet has jumped over all of the window */
    line->width = (uint8_t)pawli_min(line->width + ahead, WINDOW_WIDTH);
}

static uint32_t share_of_loss(const pawli_line_measure *line) {
    return (uint32_t)((uint64_t)line->loss_q24 * PAWL_SESSION_LOSS_ALL >> 24);
}

/* ---- reports ---- */

bool pawli_measure_report_is_due(const pawl_session *session, const pawli_peer *peer) {
    const pawli_line_measure *const line = line_of(session, peer);
    return line != NULL && session->def.link == PAWL_SESSION_LINK_FULL && peer->has_sequence &&
           pawli_is_due(session, line->told_ms, PAWLI_MS_PER_SECOND);
}

void pawli_measure_write_report(pawl_session *session, const pawli_peer *peer, pawli_writer *to) {
    pawli_line_measure *const line = line_of(session, peer);
    pawli_write_u16(to, (uint16_t)(line->lost & 0xFFFFu));
    pawli_write_u16(to, (uint16_t)share_of_loss(line));
    line->told_ms = session->now;
}

void pawli_measure_read_report(pawli_reader *from, uint16_t *lost, uint16_t *loss) {
    *lost = pawli_read_u16(from);
    *loss = pawli_read_u16(from);
}

void pawli_measure_take_report(pawl_session *session, const pawli_peer *peer, uint16_t lost,
                               uint16_t loss) {
    pawli_line_measure *const line = line_of(session, peer);
    if (line == NULL) return;
    line->their_lost += (uint16_t)(lost - (line->their_lost & 0xFFFFu));
    line->their_loss = loss;
}

/* ---- time ---- */

/* The sum of RFC 3550, A.8: a sixteenth of the newest difference, rounded to the nearest. */
void pawli_measure_stamp(pawl_session *session, const pawli_peer *peer, uint16_t stamp) {
    pawli_line_measure *const line = line_of(session, peer);
    if (line == NULL) return;
    const uint16_t transit = (uint16_t)((session->now & 0xFFFFu) - stamp);
    const uint32_t later = (uint16_t)(transit - line->transit);
    const uint32_t difference = later < 0x8000u ? later : 0x10000u - later;
    if (line->has_transit) {
        line->jitter_q4 += difference;
        line->jitter_q4 -= (line->jitter_q4 - difference + 8u) >> JITTER_SHIFT;
    }
    line->transit = transit;
    line->has_transit = true;
}

static uint32_t bits_per_second(uint32_t bytes, uint32_t ms) {
    return (uint32_t)((uint64_t)bytes * 8u * PAWLI_MS_PER_SECOND / ms);
}

void pawli_measure_watch(pawl_session *session) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        pawli_line_measure *const line = line_of(session, peer);
        if (line == NULL) return;
        const uint32_t ms = session->now - line->since_ms;
        if (ms < PAWLI_MS_PER_SECOND) continue;
        /* What counts from zero again is another visit. */
        const bool is_same =
            peer->counts.bytes_sent >= line->sent && peer->counts.bytes_received >= line->received;
        line->bits_out = is_same ? bits_per_second(peer->counts.bytes_sent - line->sent, ms) : 0;
        line->bits_in =
            is_same ? bits_per_second(peer->counts.bytes_received - line->received, ms) : 0;
        line->sent = peer->counts.bytes_sent;
        line->received = peer->counts.bytes_received;
        line->since_ms = session->now;
    }
}

/* ---- rollbacks and waits ---- */

void pawli_measure_blame(pawl_session *session, uint32_t cause) {
    pawli_play_measure *const play = pawli_session_measure(session);
    if (play != NULL) play->cause = (uint8_t)cause;
}

void pawli_measure_blame_row(pawl_session *session, const uint8_t *ours, const uint8_t *row) {
    const uint32_t gone = pawli_row_gone(session, row);
    const uint32_t other = pawli_row_gone(session, ours) ^ gone;
    if (session->at_measures == 0) return;
    if (other != 0) {
        pawli_measure_blame(session, (gone & other) != 0 ? PAWLI_CAUSE_GONE : PAWLI_CAUSE_BACK);
        return;
    }
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (pawli_row_size_of(session, ours, player) == pawli_row_size_of(session, row, player) &&
            pawli_bytes_are_equal(pawli_row_input(session, ours, player),
                                  pawli_row_input(session, row, player),
                                  (size_t)session->def.input_size))
            continue;
        const bool is_local = pawli_has_player(session->local, player);
        pawli_measure_blame(session, is_local ? PAWLI_CAUSE_OVERRULED : player);
        return;
    }
}

void pawli_measure_rollback(pawl_session *session, uint32_t depth) {
    pawli_play_measure *const play = pawli_session_measure(session);
    if (play == NULL) return;
    if (depth > play->deepest) play->deepest = (uint8_t)pawli_min(depth, UINT8_MAX);
    play->depths[pawli_min(depth, PAWL_SESSION_DEPTHS) - 1u]++;
    if (play->cause == PAWLI_CAUSE_OVERRULED)
        play->overruled++;
    else if (play->cause == PAWLI_CAUSE_GONE)
        play->gone++;
    else if (play->cause == PAWLI_CAUSE_BACK)
        play->back++;
    else
        play->late[play->cause % PAWL_SESSION_PLAYERS_MAX]++;
}

void pawli_measure_wait(pawl_session *session) {
    pawli_play_measure *const play = pawli_session_measure(session);
    if (play != NULL && session->is_stalled) play->waited_ms += session->now - session->stall_ms;
}

/* ---- for the program ---- */

pawl_status pawl_session_get_measures(const pawl_session *session, uint32_t peer,
                                      pawl_session_measures *out) {
    if (session == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawli_play_measure *const play = pawli_session_measure(session);
    if (play == NULL) return PAWL_ERR_ARGUMENT;
    if (peer >= session->peer_count) return PAWL_ERR_RANGE;
    const pawli_line_measure *const line = line_of(session, &pawli_session_peers(session)[peer]);
    memset(out, 0, sizeof *out);
    out->lost_in = line->lost;
    out->lost_out = line->their_lost;
    out->loss_in = share_of_loss(line);
    out->loss_out = line->their_loss;
    out->jitter_ms = (line->jitter_q4 + 8u) >> JITTER_SHIFT;
    out->bits_in = line->bits_in;
    out->bits_out = line->bits_out;
    memcpy(out->late, play->late, sizeof play->late);
    memcpy(out->depths, play->depths, sizeof play->depths);
    out->overruled = play->overruled;
    out->gone = play->gone;
    out->back = play->back;
    out->deepest = play->deepest;
    out->waited_ms = play->waited_ms;
    if (session->is_stalled) out->waited_ms += session->now - session->stall_ms;
    return PAWL_OK;
}
