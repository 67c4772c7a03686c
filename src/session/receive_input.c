/* receive_input.c - INPUT packets: all that the other side has not confirmed, each time.
 *
 * Rows are told as differences to the one before: how many are the same (u8), then the next one
 * (run lengths of the exclusive or), and again. The host tells whole rows, first those that are
 * final, then what it knows or guesses of later ones; a client tells the columns of its players. */
#include "base/rle.h"
#include "base/bytes.h"
#include "session/session.h"

#define FLAG_ECHO 1u
#define FLAG_BEGIN 2u /* host: the tick follows; client: known */
#define COUNT_MAX 255u
#define COMPACT_COUNT_MAX 7u
#define COMPACT_TIME 0x40u
#define COMPACT_BEGIN 0x80u
#define COMPACT_TIME_EVERY 8u
#define NO_ECHO 0xFFFFu
#define MS_PER_SECOND 1000u

typedef struct input_head {
    uint32_t ack, first, begin;
    uint32_t count, confirmed;
    uint32_t head;
    uint16_t stamp, echo;
    int16_t ahead;
    bool has_time, has_echo, has_begin;
} input_head;

/* ---- rows ---- */

typedef struct row_cursor {
    pawli_reader from;
    uint8_t *row;
    uint32_t size, same;
    bool has_same;
} row_cursor;

static bool next_row(row_cursor *cursor) {
    if (!cursor->has_same) {
        cursor->same = pawli_read_u8(&cursor->from);
        cursor->has_same = true;
    }
    if (cursor->same > 0) {
        cursor->same--;
        return !cursor->from.bad;
    }
    cursor->has_same = false;
    return pawli_rle_unpack(&cursor->from, cursor->row, cursor->row, cursor->size);
}

static bool is_at_end(const row_cursor *cursor) {
    return pawli_bytes_left(&cursor->from) == 0 && !cursor->from.bad && cursor->same == 0;
}

/* What goes to a peer of a tick: a row, or its columns of this machine. */
static uint32_t row_to(const pawl_session *session, uint32_t tick, uint8_t *out) {
    if (!pawli_session_is_host(session))
        return pawli_inputs_gather(session, tick, session->local, out);
    memcpy(out, pawli_session_row(session, tick), session->row_size);
    return session->row_size;
}

/* As many as fit. Returns how many. */
static uint32_t write_rows(const pawl_session *session, pawli_writer *to, uint32_t from,
                           uint32_t first, uint32_t end) {
    uint8_t *const base = pawli_session_scratch(session, 0), *const row =
                                                                 pawli_session_scratch(session, 1);
    memset(base, 0, session->row_size);
    if (first != from) (void)row_to(session, first - 1, base);
    uint32_t written = 0, tick = first;
    while (tick < end) {
        const pawli_writer before = *to;
        pawli_writer attempt = before;
        uint32_t same = 0, size = 0;
        bool is_same = true;
        while (tick + same < end && same < COUNT_MAX) {
            size = row_to(session, tick + same, row);
            is_same = pawli_bytes_are_equal(base, row, (size_t)size);
            if (!is_same) break;
            same++;
        }
        pawli_write_u8(&attempt, (uint8_t)same);
        if (attempt.full) break;
        *to = attempt; /* the same ones need no more */
        tick += same;
        written += same;
        if (tick == end) break;
        if (is_same) size = row_to(session, tick, row);
        pawli_rle_pack(&attempt, row, base, size);
        if (attempt.full && same == 0) *to = before;
        if (attempt.full) break;
        *to = attempt;
        memcpy(base, row, (size_t)size);
        tick++;
        written++;
    }
    return written;
}

/* ---- sending ---- */

/* Host: as far as anything is known of anybody. */
static uint32_t end_for(const pawl_session *session) {
    if (!pawli_session_is_host(session)) {
        return session->begin == PAWLI_NEVER ? 0 : pawli_inputs_local_end(session);
    }
    uint32_t end = session->confirmed;
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (session->starts[i] != PAWLI_NEVER) end = pawli_max(end, session->known[i]);
    }
    return pawli_min(end, session->top);
}

static uint32_t ack_for(const pawl_session *session, const pawli_peer *peer) {
    return pawli_session_is_host(session) ? peer->next : pawli_inputs_received_end(session);
}

bool pawli_send_input_is_due(const pawl_session *session, const pawli_peer *peer) {
    if (peer->state < PAWLI_PEER_LOADING) return false;
    if (!peer->has_sent) return true;
    if (pawli_is_due(session, peer->sent_ms, session->def.resend_ms)) return true;
    const bool is_news =
        end_for(session) != peer->sent_end ||
        (pawli_session_is_host(session) && session->confirmed != peer->sent_confirmed) ||
        ack_for(session, peer) != peer->sent_ack;
    if (!is_news) return false;
    return session->head != peer->sent_head ||
           pawli_is_due(session, peer->sent_ms, MS_PER_SECOND / session->def.rate);
}

static void write_full(pawl_session *session, const pawli_peer *peer, pawli_writer *to,
                       const input_head *head) {
    pawli_write_u32(to, head->ack);
    pawli_write_u32(to, head->first);
    pawli_write_u16(to, 0); /* counts, when they are known */
    pawli_write_u16(to, (uint16_t)(head->head & 0xFFFFu));
    pawli_write_u16(to, (uint16_t)pawli_time_sync_ahead(session, peer));
    pawli_write_u16(to, (uint16_t)(session->now & 0xFFFFu));
    pawli_write_u16(to, head->echo);
    if (head->has_begin && pawli_session_is_host(session)) pawli_write_u32(to, head->begin);
}

/* Ahead in sixteenths of a tick, +-7.9. */
static int8_t short_ahead(int16_t ahead) {
    const int32_t sixteenths = ahead / 16;
    return (int8_t)(sixteenths > 127 ? 127 : sixteenths < -127 ? -127 : sixteenths);
}

static void write_compact(pawl_session *session, const pawli_peer *peer, pawli_writer *to,
                          const input_head *head) {
    pawli_write_u8(to, 0); /* counts, when they are known */
    if (head->has_time) {
        pawli_write_u8(to, (uint8_t)(head->head & 0xFFu));
        pawli_write_u8(to, (uint8_t)short_ahead(pawli_time_sync_ahead(session, peer)));
        pawli_write_u16(to, (uint16_t)(session->now & 0xFFFFu));
        pawli_write_u16(to, head->has_echo ? head->echo : NO_ECHO);
    }
    if (head->has_begin && pawli_session_is_host(session)) pawli_write_u32(to, head->begin);
}

static uint8_t finish_head(const pawl_session *session, uint8_t *bytes, const input_head *head) {
    const uint32_t flags = (head->has_echo ? FLAG_ECHO : 0) | (head->has_begin ? FLAG_BEGIN : 0);
    if (session->def.link == PAWL_LINK_FULL) {
        bytes[20] = (uint8_t)head->count;
        bytes[21] = (uint8_t)head->confirmed;
        return (uint8_t)flags;
    }
    bytes[0] = (uint8_t)(head->first & 0x1Fu);
    bytes[1] = (uint8_t)(head->ack & 0xFFu);
    bytes[2] = (uint8_t)(head->count | head->confirmed << 3 | (head->has_time ? COMPACT_TIME : 0) |
                         (head->has_begin ? COMPACT_BEGIN : 0));
    return 0;
}

int32_t pawli_send_input(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    const bool is_host = pawli_session_is_host(session),
               is_full = session->def.link == PAWL_LINK_FULL;
    const uint32_t end = end_for(session);
    input_head head;
    memset(&head, 0, sizeof head);
    head.ack = ack_for(session, peer);
    head.first = pawli_min(peer->ack, end);
    head.head = session->head;
    head.has_time = is_full || peer->since_time == 0;
    head.has_echo = peer->has_stamp;
    head.echo = pawli_time_sync_echo(session, peer);
    head.begin = peer->begin;
    head.has_begin =
        is_host ? peer->begin != PAWLI_NEVER && !peer->knows_begin : session->begin != PAWLI_NEVER;
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    if (is_full) {
        write_full(session, peer, &to, &head);
    } else {
        write_compact(session, peer, &to, &head);
    }
    if (to.full) return 0;
    const uint32_t most = is_full ? COUNT_MAX : COMPACT_COUNT_MAX;
    head.count =
        write_rows(session, &to, peer->rows_from, head.first, pawli_min(end, head.first + most));
    if (is_host && session->confirmed > head.first) {
        head.confirmed = pawli_min(head.count, session->confirmed - head.first);
    }
    const uint8_t flags = finish_head(session, (uint8_t *)bytes, &head);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_INPUT, flags);
    if (length == 0) return 0;
    peer->has_sent = true;
    peer->since_time = (uint8_t)((peer->since_time + 1u) % COMPACT_TIME_EVERY);
    peer->sent_ms = session->now;
    peer->sent_end = end;
    peer->sent_confirmed = session->confirmed;
    peer->sent_ack = head.ack;
    peer->sent_head = session->head;
    return length;
}

/* ---- reading ---- */

/* The number nearest to `near` with these low bits. */
static uint32_t expand(uint32_t low, uint32_t bits, uint32_t near) {
    const uint32_t range = UINT32_C(1) << bits, half = range >> 1;
    const uint32_t behind = (near + half - low) & (range - 1u); /* 0: half a range above */
    const uint32_t high = near + half;
    return high < behind ? low : high - behind;
}

/* A client's packet goes on where we said; ours come back confirmed up to where we have told. */
static void read_compact(const pawl_session *session, const pawli_peer *peer, pawli_packet *packet,
                         input_head *head) {
    pawli_reader *const from = &packet->body;
    const uint32_t counts = pawli_read_u8(from);
    head->count = counts & 7u;
    head->confirmed = counts >> 3 & 7u;
    head->has_time = (counts & COMPACT_TIME) != 0;
    head->has_begin = (counts & COMPACT_BEGIN) != 0;
    const uint32_t next = ack_for(session, peer);
    const uint32_t back = (next - packet->tick_low) & 0x1Fu;
    head->first = next - pawli_min(back, next);
    head->ack = peer->ack + ((packet->ack_low - peer->ack) & 0xFFu);
    if (!head->has_time) return;
    head->head = expand(pawli_read_u8(from), 8, session->confirmed);
    head->ahead = (int16_t)((int8_t)pawli_read_u8(from) * 16);
    head->stamp = pawli_read_u16(from);
    head->echo = pawli_read_u16(from);
    head->has_echo = head->echo != NO_ECHO;
}

static void read_full(const pawl_session *session, pawli_packet *packet, input_head *head) {
    pawli_reader *const from = &packet->body;
    head->ack = pawli_read_u32(from);
    head->first = pawli_read_u32(from);
    head->count = pawli_read_u8(from);
    head->confirmed = pawli_read_u8(from);
    head->head = expand(pawli_read_u16(from), 16, session->confirmed);
    head->ahead = (int16_t)pawli_read_u16(from);
    head->stamp = pawli_read_u16(from);
    head->echo = pawli_read_u16(from);
    head->has_time = true;
    head->has_echo = (packet->flags & FLAG_ECHO) != 0;
    head->has_begin = (packet->flags & FLAG_BEGIN) != 0;
}

/* The row before the first one, from which it is told; false when it is no longer there. */
static bool find_base(const pawl_session *session, const pawli_peer *peer, uint32_t first,
                      uint8_t *out) {
    const uint32_t from = pawli_session_is_host(session) ? peer->begin : session->first;
    memset(out, 0, session->row_size);
    if (first == from) return true;
    const uint8_t *const logged =
        pawli_session_is_host(session) ? NULL : pawli_inputs_logged_row(session, first - 1);
    if (logged != NULL) {
        memcpy(out, logged, session->row_size);
        return true;
    }
    if (first - 1 < session->first || first > session->top) return false;
    if (session->top - (first - 1) > session->row_count) return false;
    if (pawli_session_is_host(session)) {
        (void)pawli_inputs_gather(session, first - 1, peer->players, out);
    } else {
        memcpy(out, pawli_session_row(session, first - 1), session->row_size);
    }
    return true;
}

static uint32_t bits_of(uint32_t mask) {
    uint32_t count = 0;
    for (; mask != 0; mask &= mask - 1u)
        count++;
    return count;
}

static row_cursor rows_of(const pawl_session *session, const pawli_peer *peer,
                          const pawli_reader *body) {
    row_cursor rows;
    rows.from = *body;
    rows.row = pawli_session_scratch(session, 0);
    rows.same = 0;
    rows.has_same = false;
    rows.size = pawli_session_is_host(session) ? bits_of(peer->players) * session->def.input_size
                                               : session->row_size;
    return rows;
}

/* Nobody beyond the players is gone, and who is gone gives zeros: games may rely on it. */
static bool is_sound_row(const pawl_session *session, const uint8_t *row) {
    const uint32_t size = session->def.input_size;
    if ((row[0] >> session->def.players) != 0) return false;
    for (uint32_t i = 0; i < session->def.players * size; i++) {
        if (((unsigned)row[0] >> (i / size) & 1u) != 0 && row[1u + i] != 0) return false;
    }
    return true;
}

/* All that can be wrong with a packet, before anything of it counts. */
static pawl_status check_input(const pawl_session *session, const pawli_peer *peer,
                               const pawli_packet *packet, const input_head *head) {
    const bool is_host = pawli_session_is_host(session);
    if (head->confirmed > head->count || (is_host && head->confirmed != 0)) return PAWL_ERR_FORMAT;
    if (packet->body.bad || (packet->flags & ~(FLAG_ECHO | FLAG_BEGIN)) != 0) {
        return PAWL_ERR_FORMAT;
    }
    const uint32_t told = is_host ? session->confirmed : end_for(session);
    const bool acks = is_host ? head->ack >= peer->rows_from : session->begin != PAWLI_NEVER;
    if (acks && head->ack > told) return packet->is_compact ? PAWL_ERR_STALE : PAWL_ERR_FORMAT;
    if (head->count == 0) return pawli_bytes_left(&packet->body) == 0 ? PAWL_OK : PAWL_ERR_FORMAT;
    const uint32_t from = is_host ? peer->begin : session->first;
    if (from == PAWLI_NEVER || head->first < from) return PAWL_ERR_STALE;
    if (head->first > ack_for(session, peer)) return PAWL_ERR_FORMAT;
    row_cursor rows = rows_of(session, peer, &packet->body);
    if (!find_base(session, peer, head->first, rows.row)) return PAWL_ERR_STALE;
    for (uint32_t i = 0; i < head->count; i++) {
        if (!next_row(&rows)) return PAWL_ERR_FORMAT;
        if (!is_host && !is_sound_row(session, rows.row)) return PAWL_ERR_FORMAT;
    }
    return is_at_end(&rows) ? PAWL_OK : PAWL_ERR_FORMAT;
}

/* Host: the inputs of a client. */
static void take_columns(pawl_session *session, pawli_peer *peer, const input_head *head,
                         row_cursor *rows) {
    const uint32_t input_size = session->def.input_size;
    for (uint32_t tick = head->first; tick < head->first + head->count; tick++) {
        (void)next_row(rows);
        if (tick < peer->next) continue;
        if (!pawli_inputs_have_room(session, tick)) break;
        const uint8_t *column = rows->row;
        for (uint32_t player = 0; player < session->def.players; player++) {
            if (((unsigned)peer->players >> player & 1u) == 0) continue;
            pawli_inputs_set(session, player, tick, column);
            session->known[player] = tick + 1;
            column += input_size;
        }
        peer->next = tick + 1;
    }
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (((unsigned)peer->players >> player & 1u) != 0)
            pawli_inputs_predict(session, player, peer->next);
    }
}

/* Client: rows of the host. */
static void take_rows(pawl_session *session, const pawli_packet *packet, const input_head *head,
                      row_cursor *rows) {
    for (uint32_t i = 0; i < head->count; i++) {
        const uint32_t tick = head->first + i;
        (void)next_row(rows);
        if (tick < pawli_inputs_received_end(session)) continue;
        const bool has_log = session->log_end > session->confirmed;
        if (i < head->confirmed) {
            if (!has_log && pawli_inputs_have_room(session, tick)) {
                pawli_inputs_take_row(session, tick, rows->row);
            } else if (!pawli_inputs_log_row(session, rows->row)) {
                break;
            }
        } else if (packet->is_newest && !has_log && pawli_inputs_have_room(session, tick)) {
            pawli_inputs_take_hint(session, tick, rows->row);
        } else {
            break;
        }
    }
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (((unsigned)session->local >> player & 1u) == 0) {
            pawli_inputs_predict(session, player, session->hinted);
        }
    }
}

pawl_status pawli_receive_input(pawl_session *session, pawli_peer *peer, pawli_packet *packet) {
    const bool is_host = pawli_session_is_host(session);
    input_head head;
    memset(&head, 0, sizeof head);
    if (packet->is_compact) {
        read_compact(session, peer, packet, &head);
    } else {
        read_full(session, packet, &head);
    }
    if (head.has_begin && !is_host) head.begin = pawli_read_u32(&packet->body);
    if (peer->state == PAWLI_PEER_ACCEPTED && (is_host || session->is_late)) return PAWL_ERR_STALE;
    const pawl_status status = check_input(session, peer, packet, &head);
    if (status != PAWL_OK) return status;
    /* The rows up to there must fit: else it is told again, when this machine has come closer. */
    const bool is_begin = head.has_begin && !is_host && session->begin == PAWLI_NEVER &&
                          session->local != 0 && peer->state != PAWLI_PEER_LOADING &&
                          pawli_inputs_have_room(session, head.begin);
    if (is_begin && head.begin < session->confirmed) return PAWL_ERR_FORMAT;

    /* To begin opens rows, which may take the place of the one before the first. */
    row_cursor rows = rows_of(session, peer, &packet->body);
    if (head.count > 0) (void)find_base(session, peer, head.first, rows.row);
    if (peer->state == PAWLI_PEER_ACCEPTED) pawli_client_start(session, 0);
    if (is_begin) {
        pawli_inputs_begin(session, head.begin);
        peer->ack = peer->rows_from = head.begin;
    }
    if (is_host) {
        peer->has_played = true;
        if (head.has_begin && peer->begin != PAWLI_NEVER) peer->knows_begin = true;
    }
    const bool acks = is_host || (session->begin != PAWLI_NEVER && !is_begin);
    if (acks && head.ack > peer->ack) peer->ack = head.ack;
    if (packet->is_newest && head.has_time) {
        peer->head = head.head;
        /* Who has played on from the snapshot has loaded it. In a game that nobody plays there is
         * nothing to play on to: then all of the snapshot is enough. */
        if (is_host && peer->state == PAWLI_PEER_LOADING &&
            (head.head > peer->rows_from || pawli_host_snapshot_is_loaded(session, peer))) {
            peer->state = PAWLI_PEER_PLAYING;
        }
        peer->stamp = head.stamp;
        peer->stamp_ms = (uint16_t)(session->now & 0xFFFFu);
        peer->has_stamp = true;
        pawli_time_sync_measure(session, peer, head.has_echo, head.echo, head.ahead);
    }
    if (head.count == 0) return PAWL_OK;
    if (is_host) {
        take_columns(session, peer, &head, &rows);
    } else {
        take_rows(session, packet, &head, &rows);
    }
    return PAWL_OK;
}
