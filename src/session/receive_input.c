/* receive_input.c - INPUT packets that come in: read, checked, and only then taken. */
#include "base/rle.h"
#include "session/inputs.h"
#include "session/measure.h"
#include "session/packet_input.h"
#include "session/sized.h"
#include "session/snapshot_packets.h"

/* ---- rows ---- */

typedef struct input_row_cursor {
    pawli_reader from;
    uint8_t *row;
    uint32_t size, same;
    bool has_same;
    pawli_sized_form form;
} input_row_cursor;

static bool next_input_row(input_row_cursor *cursor) {
    if (!cursor->has_same) {
        cursor->same = pawli_read_u8(&cursor->from);
        cursor->has_same = true;
    }
    if (cursor->same > 0) {
        cursor->same--;
        return !cursor->from.bad;
    }
    cursor->has_same = false;
    if (cursor->form.columns != 0) {
        return pawli_sized_unpack(&cursor->form, &cursor->from, cursor->row);
    }
    return pawli_rle_unpack(&cursor->from, cursor->row, cursor->row, cursor->size);
}

static bool is_at_end_of_rows(const input_row_cursor *cursor) {
    return pawli_bytes_left(&cursor->from) == 0 && !cursor->from.bad && cursor->same == 0;
}

/* ---- reading ---- */

/* The number nearest to `near` with these low bits. */
static uint32_t expand_low_bits(uint32_t low, uint32_t bits, uint32_t near) {
    const uint32_t range = UINT32_C(1) << bits, half = range >> 1;
    const uint32_t behind = (near + half - low) & (range - 1u); /* 0: half a range above */
    const uint32_t high = near + half;
    return high < behind ? low : high - behind;
}

/* A client's packet goes on where we said; ours come back confirmed up to where we have told. */
static void read_compact_head(const pawl_session *session, const pawli_peer *peer,
                              pawli_packet *packet, pawli_input_head *head) {
    pawli_reader *const from = &packet->body;
    const uint32_t counts = pawli_read_u8(from);
    head->count = counts & 7u;
    head->confirmed = counts >> 3 & 7u;
    head->has_time = (counts & PAWLI_INPUT_COMPACT_TIME) != 0;
    head->has_begin = (counts & PAWLI_INPUT_COMPACT_BEGIN) != 0;
    head->ack = peer->rows.ack + ((packet->ack_low - peer->rows.ack) & 0xFFu);
    const uint32_t next = pawli_inputs_taken_end(session, peer);
    const uint32_t back = (next - packet->tick_low) & 0x1Fu;
    head->first = next - pawli_min(back, next);
    /* Of ticks that were decided without it a client may know nothing yet. It begins where its own
     * rows end, or at most a window and a delay beyond. */
    if (peer->rows.decided > 0) {
        head->first = head->ack + ((packet->tick_low - head->ack) & 0x1Fu);
    }
    if (!head->has_time) return;
    head->head = expand_low_bits(pawli_read_u8(from), 8, session->confirmed);
    head->ahead = (int16_t)((int8_t)pawli_read_u8(from) * 16);
    head->stamp = pawli_read_u16(from);
    head->echo = pawli_read_u16(from);
    head->has_echo = head->echo != PAWLI_INPUT_NO_ECHO;
}

static void read_full_head(const pawl_session *session, pawli_packet *packet,
                           pawli_input_head *head) {
    pawli_reader *const from = &packet->body;
    head->ack = pawli_read_u32(from);
    head->first = pawli_read_u32(from);
    head->count = pawli_read_u8(from);
    head->confirmed = pawli_read_u8(from);
    head->head = expand_low_bits(pawli_read_u16(from), 16, session->confirmed);
    head->ahead = (int16_t)pawli_read_u16(from);
    head->stamp = pawli_read_u16(from);
    head->echo = pawli_read_u16(from);
    head->has_time = true;
    head->has_echo = (packet->flags & PAWLI_INPUT_FLAG_ECHO) != 0;
    head->has_begin = (packet->flags & PAWLI_INPUT_FLAG_BEGIN) != 0;
}

static void read_input_head(const pawl_session *session, const pawli_peer *peer,
                            pawli_packet *packet, pawli_input_head *head) {
    memset(head, 0, sizeof *head);
    if (packet->is_compact) {
        read_compact_head(session, peer, packet, head);
    } else {
        read_full_head(session, packet, head);
    }
    if (head->has_begin && !pawli_session_is_host(session)) {
        head->begin = pawli_read_u32(&packet->body);
    }
    head->has_report = !packet->is_compact && (packet->flags & PAWLI_INPUT_FLAG_REPORT) != 0;
    if (head->has_report) pawli_measure_read_report(&packet->body, &head->lost, &head->loss);
}

/* The row before the first one, from which it is told; false when it is no longer there. */
static bool find_base_row(const pawl_session *session, const pawli_peer *peer, uint32_t first,
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

static uint32_t count_players(uint32_t mask) {
    uint32_t count = 0;
    for (; mask != 0; mask &= mask - 1u)
        count++;
    return count;
}

static input_row_cursor begin_rows(const pawl_session *session, const pawli_peer *peer,
                                   const pawli_reader *body) {
    input_row_cursor rows;
    rows.from = *body;
    rows.row = pawli_session_scratch(session, 0);
    rows.same = 0;
    rows.has_same = false;
    const bool is_host = pawli_session_is_host(session);
    const uint32_t columns = is_host ? count_players(peer->players) : session->def.players;
    rows.size = is_host ? columns * session->def.input_size : session->row_size;
    rows.form = pawli_sized_form_of(session, columns, !is_host);
    return rows;
}

/* No bit beyond the players is set, and a player that is gone gives zeros: games may rely on it. */
static bool is_sound_row(const pawl_session *session, const uint8_t *row) {
    const uint32_t size = session->def.input_size, gone = pawli_row_gone(session, row);
    const uint8_t *const inputs = pawli_row_inputs(session, row);
    if ((gone >> session->def.players) != 0) return false;
    for (uint32_t i = 0; i < session->def.players * size; i++) {
        if (pawli_has_player(gone, i / size) && inputs[i] != 0) return false;
    }
    const uint8_t *const sizes = pawli_row_sizes(session, row);
    for (uint32_t i = 0; sizes != NULL && i < session->def.players; i++)
        if (pawli_has_player(gone, i) && sizes[i] != 0) return false;
    return true;
}

/* ---- checks: all that can be wrong, before anything of a packet counts ---- */

/* Before its game has begun, or its snapshot has come, a machine plays nothing. */
static bool may_take_inputs(const pawl_session *session, const pawli_peer *peer) {
    if (peer->state != PAWLI_PEER_ACCEPTED) return true;
    return !pawli_session_is_host(session) && !session->is_late;
}

static pawl_status check_input_counts(const pawl_session *session, const pawli_packet *packet,
                                      const pawli_input_head *head) {
    if (head->confirmed > head->count) return PAWL_ERR_FORMAT;
    if (pawli_session_is_host(session) && head->confirmed != 0) return PAWL_ERR_FORMAT;
    if (head->loss > PAWL_SESSION_LOSS_ALL) return PAWL_ERR_FORMAT;
    const unsigned known = PAWLI_INPUT_FLAG_ECHO | PAWLI_INPUT_FLAG_BEGIN | PAWLI_INPUT_FLAG_REPORT;
    return packet->body.bad || (packet->flags & ~known) != 0 ? PAWL_ERR_FORMAT : PAWL_OK;
}

/* What this machine has not told cannot have arrived, but for the ticks that a new host had decided
 * when it took this machine in: `ack` begins behind these, where the machine has none of them yet.
 */
static pawl_status check_input_ack(const pawl_session *session, const pawli_peer *peer,
                                   const pawli_packet *packet, const pawli_input_head *head) {
    const bool is_host = pawli_session_is_host(session);
    const uint32_t told =
        is_host ? session->confirmed
                : pawli_max(peer->rows.ack, pawli_max(pawli_inputs_told_end(session),
                                                      pawli_inputs_received_end(session)));
    const bool acks = is_host ? head->ack >= peer->rows.first : session->begin != PAWLI_NEVER;
    if (!acks || head->ack <= told) return PAWL_OK;
    return packet->is_compact ? PAWL_ERR_PHASE : PAWL_ERR_FORMAT;
}

/* The rows begin where they can be read from, and fill the packet to its end. */
static pawl_status check_input_rows(const pawl_session *session, const pawli_peer *peer,
                                    const pawli_packet *packet, const pawli_input_head *head) {
    const bool is_host = pawli_session_is_host(session);
    if (head->count == 0) return pawli_bytes_left(&packet->body) == 0 ? PAWL_OK : PAWL_ERR_FORMAT;
    const uint32_t from = is_host ? peer->begin : session->first;
    if (from == PAWLI_NEVER || head->first < from) return PAWL_ERR_PHASE;
    const uint32_t end = is_host ? pawli_inputs_settled_end(session, peer, head->ack)
                                 : pawli_inputs_taken_end(session, peer);
    if (head->first > end) return PAWL_ERR_FORMAT;
    input_row_cursor rows = begin_rows(session, peer, &packet->body);
    if (!find_base_row(session, peer, head->first, rows.row)) return PAWL_ERR_PHASE;
    for (uint32_t i = 0; i < head->count; i++) {
        if (!next_input_row(&rows)) return PAWL_ERR_FORMAT;
        if (!is_host && !is_sound_row(session, rows.row)) return PAWL_ERR_FORMAT;
    }
    return is_at_end_of_rows(&rows) ? PAWL_OK : PAWL_ERR_FORMAT;
}

/* Whether the host says from which tick on the players of this client play. The rows up to there
 * must fit: else it is told again, when this machine has come closer. */
static bool tells_beginning(const pawl_session *session, const pawli_peer *peer,
                            const pawli_input_head *head) {
    return head->has_begin && !pawli_session_is_host(session) && session->begin == PAWLI_NEVER &&
           session->local != 0 && peer->state != PAWLI_PEER_LOADING &&
           pawli_inputs_have_room(session, head->begin);
}

static pawl_status check_input(const pawl_session *session, const pawli_peer *peer,
                               const pawli_packet *packet, const pawli_input_head *head) {
    if (!may_take_inputs(session, peer)) return PAWL_ERR_PHASE;
    pawl_status status = check_input_counts(session, packet, head);
    if (status == PAWL_OK) status = check_input_ack(session, peer, packet, head);
    if (status == PAWL_OK) status = check_input_rows(session, peer, packet, head);
    if (status != PAWL_OK) return status;
    const bool is_past = head->begin < session->confirmed;
    return tells_beginning(session, peer, head) && is_past ? PAWL_ERR_FORMAT : PAWL_OK;
}

/* ---- taking ---- */

/* The inputs of a client for one tick. */
static void take_columns(pawl_session *session, const pawli_peer *peer, uint32_t tick,
                         const uint8_t *columns) {
    const uint8_t *sizes = columns;
    const uint8_t *column =
        columns + (session->def.variable_inputs ? count_players(peer->players) : 0u);
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (!pawli_has_player(peer->players, player)) continue;
        const uint32_t size = session->def.variable_inputs ? *sizes++ : session->def.input_size;
        pawli_inputs_set(session, player, tick, column, size);
        session->known[player] = tick + 1;
        column += session->def.input_size;
    }
}

/* The newest input of a client, when all that came with it was too late. Not a command: it comes in
 * more than one packet, and must not be given more than once. */
static void take_late_columns(pawl_session *session, const pawli_peer *peer,
                              const uint8_t *column) {
    if (session->def.variable_inputs) return;
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (!pawli_has_player(peer->players, player)) continue;
        pawli_inputs_take_late(session, player, column, session->def.input_size);
        column += session->def.input_size;
    }
}

/* Host: the inputs of a client. */
static void take_client_inputs(pawl_session *session, pawli_peer *peer, const pawli_packet *packet,
                               const pawli_input_head *head, input_row_cursor *rows) {
    const uint32_t known = pawli_inputs_known_end(session, peer), end = head->first + head->count;
    uint32_t tick = head->first;
    for (; tick < end; tick++) {
        (void)next_input_row(rows);
        if (tick < known) continue;
        if (!pawli_inputs_have_room(session, tick)) break;
        take_columns(session, peer, tick, rows->row);
    }
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (pawli_has_player(peer->players, player) && session->known[player] != known) {
            pawli_inputs_predict(session, player, session->known[player]);
        }
    }
    if (packet->is_newest && end <= peer->rows.decided) take_late_columns(session, peer, rows->row);
    peer->rows.next = pawli_inputs_settled_end(session, peer, peer->rows.ack);
}

/* Client: rows of the host. */
static void take_host_rows(pawl_session *session, const pawli_packet *packet,
                           const pawli_input_head *head, input_row_cursor *rows) {
    for (uint32_t i = 0; i < head->count; i++) {
        const uint32_t tick = head->first + i;
        (void)next_input_row(rows);
        if (tick < pawli_inputs_received_end(session)) continue;
        const bool has_log = session->log.end > session->confirmed;
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
        if (!pawli_has_player(session->local, player)) {
            pawli_inputs_predict(session, player, session->hinted);
        }
    }
}

/* A client tells that it knows its beginning; the host, for a client whose players play, what has
 * arrived there. */
static void take_input_ack(pawl_session *session, pawli_peer *peer, const pawli_input_head *head,
                           bool is_begin) {
    bool acks = session->begin != PAWLI_NEVER && !is_begin;
    if (pawli_session_is_host(session)) {
        acks = peer->has_played = true;
        if (head->has_begin && peer->begin != PAWLI_NEVER) peer->knows_begin = true;
    }
    if (acks && head->ack > peer->rows.ack) peer->rows.ack = head->ack;
    if (pawli_session_is_host(session)) {
        peer->rows.next = pawli_inputs_settled_end(session, peer, peer->rows.ack);
    }
}

/* A client that has played on from the snapshot has loaded it. In a game that is not played there
 * is nothing to play on to: then all of the snapshot is enough. */
static bool has_peer_loaded(const pawl_session *session, const pawli_peer *peer) {
    return pawli_session_is_host(session) && peer->state == PAWLI_PEER_LOADING &&
           (peer->head > peer->rows.first || pawli_host_snapshot_is_loaded(session, peer));
}

static void take_peer_time(pawl_session *session, pawli_peer *peer, const pawli_input_head *head) {
    peer->head = head->head;
    if (has_peer_loaded(session, peer)) peer->state = PAWLI_PEER_PLAYING;
    peer->clock.stamp = head->stamp;
    peer->clock.stamp_ms = (uint16_t)(session->now & 0xFFFFu);
    peer->has_stamp = true;
    pawli_measure_stamp(session, peer, head->stamp);
    if (head->has_report) pawli_measure_take_report(session, peer, head->lost, head->loss);
    pawli_time_sync_measure(session, peer, head->has_echo, head->echo, head->ahead);
}

pawl_status pawli_receive_input(pawl_session *session, pawli_peer *peer, pawli_packet *packet) {
    pawli_input_head head;
    read_input_head(session, peer, packet, &head);
    const pawl_status status = check_input(session, peer, packet, &head);
    if (status != PAWL_OK) return status;
    const bool is_begin = tells_beginning(session, peer, &head);

    /* To begin opens rows, which may take the place of the one before the first. */
    input_row_cursor rows = begin_rows(session, peer, &packet->body);
    if (head.count > 0) (void)find_base_row(session, peer, head.first, rows.row);
    if (peer->state == PAWLI_PEER_ACCEPTED) pawli_client_start(session, 0);
    if (is_begin) {
        pawli_inputs_begin(session, head.begin);
        peer->rows.ack = peer->rows.first = head.begin;
    }
    take_input_ack(session, peer, &head, is_begin);
    if (packet->is_newest && head.has_time) take_peer_time(session, peer, &head);
    if (head.count == 0) return PAWL_OK;
    if (pawli_session_is_host(session)) {
        take_client_inputs(session, peer, packet, &head, &rows);
    } else {
        take_host_rows(session, packet, &head, &rows);
    }
    return PAWL_OK;
}
