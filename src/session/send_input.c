/* send_input.c - INPUT packets on their way out: all that the other side has not confirmed. */
#include "base/rle.h"
#include "session/inputs.h"
#include "session/measure.h"
#include "session/packet_input.h"
#include "session/sized.h"
#include "session/watch.h"

#define INPUT_COUNT_MAX 255u
#define COMPACT_INPUT_COUNT_MAX 7u
#define COMPACT_TIME_EVERY 8u

/* What goes to a peer of a tick: a row, or its columns of this machine. */
static uint32_t row_for_peer(const pawl_session *session, uint32_t tick, uint8_t *out) {
    if (!pawli_session_is_host(session)) return pawli_inputs_gather_own(session, tick, out);
    memcpy(out, pawli_session_row(session, tick), session->row_size);
    return session->row_size;
}

static void pack_input_row(const pawl_session *session, pawli_writer *to, const uint8_t *row,
                           const uint8_t *base, uint32_t size) {
    if (!session->def.variable_inputs) {
        pawli_rle_pack(to, row, base, size);
        return;
    }
    const bool is_row = pawli_session_is_host(session);
    const uint32_t columns = is_row ? session->def.players : size / (session->def.input_size + 1u);
    const pawli_sized_form form = pawli_sized_form_of(session, columns, is_row);
    pawli_sized_pack(&form, to, row, base);
}

/* As many as fit. Returns how many. */
static uint32_t write_input_rows(const pawl_session *session, pawli_writer *to, uint32_t from,
                                 uint32_t first, uint32_t end) {
    uint8_t *const base = pawli_session_scratch(session, 0), *const row =
                                                                 pawli_session_scratch(session, 1);
    memset(base, 0, session->row_size);
    if (first != from) (void)row_for_peer(session, first - 1, base);
    uint32_t written = 0, tick = first;
    while (tick < end) {
        const pawli_writer before = *to;
        pawli_writer attempt = before;
        uint32_t same = 0, size = 0;
        bool is_same = true;
        while (tick + same < end && same < INPUT_COUNT_MAX) {
            size = row_for_peer(session, tick + same, row);
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
        if (is_same) size = row_for_peer(session, tick, row);
        pack_input_row(session, &attempt, row, base, size);
        if (attempt.full && same == 0) *to = before;
        if (attempt.full) break;
        *to = attempt;
        memcpy(base, row, (size_t)size);
        tick++;
        written++;
    }
    return written;
}

bool pawli_send_input_is_due(const pawl_session *session, const pawli_peer *peer) {
    if (peer->state < PAWLI_PEER_LOADING) return false;
    if (!peer->has_sent) return true;
    if (pawli_is_due(session, peer->sent_ms, session->def.resend_ms)) return true;
    const bool is_news =
        pawli_watch_told_end(session, peer, pawli_inputs_told_end(session)) != peer->told.end ||
        (pawli_session_is_host(session) &&
         pawli_watch_end(session, peer) != peer->told.confirmed) ||
        pawli_inputs_taken_end(session, peer) != peer->told.ack;
    if (!is_news) return false;
    return session->head != peer->told.head ||
           pawli_is_due(session, peer->sent_ms, PAWLI_MS_PER_SECOND / session->def.rate);
}

static void write_full_head(pawl_session *session, const pawli_peer *peer, pawli_writer *to,
                            const pawli_input_head *head) {
    pawli_write_u32(to, head->ack);
    pawli_write_u32(to, head->first);
    pawli_write_u16(to, 0); /* counts, when they are known */
    pawli_write_u16(to, (uint16_t)(head->head & 0xFFFFu));
    pawli_write_u16(to, (uint16_t)pawli_time_sync_ahead(session, peer));
    pawli_write_u16(to, (uint16_t)(session->now & 0xFFFFu));
    pawli_write_u16(to, head->echo);
    if (head->has_begin && pawli_session_is_host(session)) pawli_write_u32(to, head->begin);
    if (head->has_report) pawli_measure_write_report(session, peer, to);
}

/* Ahead in sixteenths of a tick, +-7.9. */
static int8_t compact_ahead(int16_t ahead) {
    const int32_t sixteenths = ahead / 16;
    return (int8_t)(sixteenths > 127 ? 127 : sixteenths < -127 ? -127 : sixteenths);
}

static void write_compact_head(pawl_session *session, const pawli_peer *peer, pawli_writer *to,
                               const pawli_input_head *head) {
    pawli_write_u8(to, 0); /* counts, when they are known */
    if (head->has_time) {
        pawli_write_u8(to, (uint8_t)(head->head & 0xFFu));
        pawli_write_u8(to, (uint8_t)compact_ahead(pawli_time_sync_ahead(session, peer)));
        pawli_write_u16(to, (uint16_t)(session->now & 0xFFFFu));
        pawli_write_u16(to, head->has_echo ? head->echo : PAWLI_INPUT_NO_ECHO);
    }
    if (head->has_begin && pawli_session_is_host(session)) pawli_write_u32(to, head->begin);
}

static uint8_t finish_input_head(const pawl_session *session, uint8_t *bytes,
                                 const pawli_input_head *head) {
    const uint32_t flags = (head->has_echo ? PAWLI_INPUT_FLAG_ECHO : 0) |
                           (head->has_begin ? PAWLI_INPUT_FLAG_BEGIN : 0) |
                           (head->has_report ? PAWLI_INPUT_FLAG_REPORT : 0);
    if (session->def.link == PAWL_SESSION_LINK_FULL) {
        bytes[20] = (uint8_t)head->count;
        bytes[21] = (uint8_t)head->confirmed;
        return (uint8_t)flags;
    }
    bytes[0] = (uint8_t)(head->first & 0x1Fu);
    bytes[1] = (uint8_t)(head->ack & 0xFFu);
    bytes[2] = (uint8_t)(head->count | head->confirmed << 3 |
                         (head->has_time ? PAWLI_INPUT_COMPACT_TIME : 0) |
                         (head->has_begin ? PAWLI_INPUT_COMPACT_BEGIN : 0));
    return 0;
}

int32_t pawli_send_input(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    const bool is_host = pawli_session_is_host(session),
               is_full = session->def.link == PAWL_SESSION_LINK_FULL;
    const uint32_t end = pawli_watch_told_end(session, peer, pawli_inputs_told_end(session));
    pawli_input_head head;
    memset(&head, 0, sizeof head);
    head.ack = pawli_inputs_taken_end(session, peer);
    /* A client tells nothing of ticks that the host has decided. */
    head.first =
        is_host ? peer->rows.ack : pawli_max(peer->rows.ack, pawli_inputs_received_end(session));
    head.first = pawli_min(head.first, end);
    head.head = pawli_time_sync_head(session);
    head.has_time = is_full || peer->since_time == 0;
    head.has_echo = peer->has_stamp;
    head.echo = pawli_time_sync_echo(session, peer);
    head.begin = peer->begin;
    head.has_report = pawli_measure_report_is_due(session, peer);
    head.has_begin =
        is_host ? peer->begin != PAWLI_NEVER && !peer->knows_begin : session->begin != PAWLI_NEVER;
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    if (is_full) {
        write_full_head(session, peer, &to, &head);
    } else {
        write_compact_head(session, peer, &to, &head);
    }
    if (to.full) return 0;
    const uint32_t most = is_full ? INPUT_COUNT_MAX : COMPACT_INPUT_COUNT_MAX;
    head.count = write_input_rows(session, &to, peer->rows.first, head.first,
                                  pawli_min(end, head.first + most));
    if (is_host && session->confirmed > head.first) {
        head.confirmed = pawli_min(head.count, session->confirmed - head.first);
    }
    const uint8_t flags = finish_input_head(session, (uint8_t *)bytes, &head);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_INPUT, flags);
    if (length == 0) return 0;
    peer->has_sent = true;
    peer->since_time = (uint8_t)((peer->since_time + 1u) % COMPACT_TIME_EVERY);
    peer->sent_ms = session->now;
    peer->told.end = end;
    peer->told.confirmed = pawli_watch_end(session, peer);
    peer->told.ack = head.ack;
    peer->told.head = session->head;
    return length;
}
