/* diagnose.c - which value differs: the hash tree is descended, half of it on each machine.
 *
 * The client asks, level by level, for the hashes of the branches, of the blocks of the branch that
 * differs, of the objects of that block, and for the fields of the object; then it tells what it
 * has found. Each answer takes the world of that tick, which the program brings back when asked to.
 * Four questions and the result are five round trips, unless a list is longer than a packet.
 *
 * A host answers one peer after the other, and each of them once: what asks without end, or says
 * nothing any more, loses its turn as soon as another one asks. */
#include "desync/stages.h"

PAWLI_OPTIONAL(pawli_stages_reset);

/* What a packet says. */
enum {
    DIAGNOSE_ASK,
    DIAGNOSE_ANSWER,
    DIAGNOSE_RESULT,
    DIAGNOSE_THANKS,
    DIAGNOSE_CANNOT
};

static bool has_kept_state(const pawl_session *session, uint32_t tick) {
    return pawli_rollback_find_slot(session, tick) != NULL && tick < session->hashes.next;
}

/* States that are kept for peers whose turn is to come leave enough slots to play on. */
static bool may_keep_state(const pawl_session *session) {
    uint32_t kept = pawli_stages_kept(session) != PAWLI_NEVER;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const bool is_there = pawli_session_peers(session)[i].state == PAWLI_PEER_PLAYING;
        kept += is_there && pawli_dispute_at(session, i)->keeps_state;
    }
    return kept + session->def.window + 2u <= session->def.slots;
}

void pawli_diagnose_reset(pawl_session *session) {
    if (session->stages != NULL) pawli_stages_reset(session);
    pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (diagnosis == NULL) return;
    diagnosis->state = PAWLI_DIAGNOSIS_IDLE;
    diagnosis->owner = PAWLI_OWNER_NONE;
}

void pawli_diagnose_begin(pawl_session *session, uint32_t peer, uint32_t tick) {
    pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (diagnosis == NULL || !has_kept_state(session, tick)) return;
    if (pawli_session_is_host(session)) {
        pawli_dispute_at(session, peer)->keeps_state = may_keep_state(session);
        return;
    }
    session->held = tick; /* until the end: more differs later, and less is known of it */
    memset(diagnosis, 0, sizeof *diagnosis);
    diagnosis->owner = PAWLI_OWNER_NONE;
    diagnosis->tick = tick;
    diagnosis->peer = (uint8_t)peer;
    diagnosis->state = PAWLI_DIAGNOSIS_ASKS;
}

bool pawli_diagnose_wants_world(const pawl_session *session, uint32_t *tick, uint32_t *slot) {
    const pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (diagnosis == NULL || diagnosis->state != PAWLI_DIAGNOSIS_NEEDS_WORLD) return false;
    const pawli_slot *const found = pawli_rollback_find_slot(session, diagnosis->tick);
    if (found == NULL) return false;
    *tick = diagnosis->tick;
    *slot = pawli_rollback_slot_number(session, found);
    return true;
}

pawl_status pawl_session_get_difference(const pawl_session *session, uint32_t *tick,
                                        pawl_difference *out) {
    if (session == NULL || tick == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (diagnosis == NULL || !diagnosis->is_known) return PAWL_ERR_PHASE;
    *tick = diagnosis->known_tick;
    *out = diagnosis->difference;
    return PAWL_OK;
}

/* ---- packets ---- */

bool pawli_diagnose_is_due(const pawl_session *session, uint32_t peer) {
    const pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (session->at_disputes != 0 && pawli_dispute_at(session, peer)->must_decline) return true;
    if (diagnosis == NULL || diagnosis->peer != peer) return false;
    if (diagnosis->state == PAWLI_DIAGNOSIS_ANSWERS || diagnosis->state == PAWLI_DIAGNOSIS_CANNOT ||
        diagnosis->state == PAWLI_DIAGNOSIS_THANKS) {
        return true;
    }
    if (diagnosis->state != PAWLI_DIAGNOSIS_ASKS && diagnosis->state != PAWLI_DIAGNOSIS_TELLS) {
        return false;
    }
    const uint32_t wait =
        session->def.resend_ms + pawli_session_peers(session)[peer].clock.round_trip;
    return !diagnosis->is_sent || pawli_is_due(session, diagnosis->sent_ms, wait);
}

static void write_difference(pawli_writer *to, const pawl_difference *difference) {
    pawli_write_u32(to, difference->values);
    pawli_write_u32(to, difference->objects);
    pawli_write_u8(to, (uint8_t)((difference->in_a ? 1u : 0) | (difference->in_b ? 2u : 0)));
    pawli_write_object_key(to, &difference->key);
    pawli_write_field_value(to, &difference->a);
    pawli_write_field_value(to, &difference->b);
    pawli_write_u8(to, difference->a.fraction);
    pawli_write_bytes(to, difference->a.name, PAWL_FIELD_NAME_MAX);
}

/* There is nothing to wait for: no state is kept here, or the turn is over. */
static int32_t decline_diagnosis(pawl_session *session, pawli_peer *peer, void *bytes,
                                 size_t size) {
    pawli_dispute *const dispute = pawli_dispute_of(session, peer);
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u8(&to, DIAGNOSE_CANNOT);
    pawli_write_u16(&to, 0); /* level and branch */
    pawli_write_u32(&to, dispute->tick);
    pawli_write_u32(&to, 0);
    pawli_write_u16(&to, 0);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_DIAGNOSE, 0);
    if (length != 0) dispute->must_decline = false;
    return length;
}

PAWLI_RARE int32_t pawli_diagnose_send(pawl_session *session, pawli_peer *peer, void *bytes,
                                       size_t size) {
    static const PAWLI_ROM uint8_t types[] = {
        [PAWLI_DIAGNOSIS_ASKS] = DIAGNOSE_ASK,       [PAWLI_DIAGNOSIS_TELLS] = DIAGNOSE_RESULT,
        [PAWLI_DIAGNOSIS_ANSWERS] = DIAGNOSE_ANSWER, [PAWLI_DIAGNOSIS_CANNOT] = DIAGNOSE_CANNOT,
        [PAWLI_DIAGNOSIS_THANKS] = DIAGNOSE_THANKS,
    };
    pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (pawli_dispute_of(session, peer)->must_decline) {
        return decline_diagnosis(session, peer, bytes, size);
    }
    uint8_t copy;
    const uint8_t *const type =
        (const uint8_t *)pawli_rom_fetch(&types[diagnosis->state], &copy, sizeof copy);
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u8(&to, *type);
    pawli_write_u8(&to, diagnosis->level);
    pawli_write_u8(&to, diagnosis->section);
    pawli_write_u32(&to, diagnosis->tick);
    pawli_write_u32(&to, diagnosis->index);
    pawli_write_u16(&to, (uint16_t)diagnosis->first);
    if (diagnosis->state == PAWLI_DIAGNOSIS_ANSWERS) {
        pawli_write_bytes(&to, pawli_session_at(session, session->at_answer),
                          diagnosis->answer_size);
    }
    if (diagnosis->state == PAWLI_DIAGNOSIS_TELLS) write_difference(&to, &diagnosis->difference);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_DIAGNOSE, 0);
    if (length == 0) return 0;
    diagnosis->is_sent = true;
    diagnosis->sent_ms = session->now;
    if (diagnosis->state >= PAWLI_DIAGNOSIS_ANSWERS) diagnosis->state = PAWLI_DIAGNOSIS_IDLE;
    return length;
}

typedef struct diagnosis_head {
    uint32_t tick, index, first;
    uint8_t type, level, section;
} diagnosis_head;

static bool is_same_question(const pawli_diagnosis *diagnosis, uint32_t peer,
                             const diagnosis_head *head) {
    return diagnosis->peer == peer && diagnosis->tick == head->tick &&
           diagnosis->level == head->level && diagnosis->section == head->section &&
           diagnosis->index == head->index && diagnosis->first == head->first;
}

static void end_turn(pawl_session *session, pawli_diagnosis *diagnosis) {
    pawli_dispute *const dispute = pawli_dispute_at(session, diagnosis->owner);
    dispute->had_turn = true;
    dispute->keeps_state = false;
    diagnosis->owner = PAWLI_OWNER_NONE;
    session->held = PAWLI_NEVER;
}

/* Host: it is the turn of this peer, now or still. */
static bool takes_turn(pawl_session *session, pawli_diagnosis *diagnosis, uint32_t peer) {
    const pawli_peer *const peers = pawli_session_peers(session);
    const pawli_dispute *const dispute = pawli_dispute_at(session, peer);
    if (!dispute->has_begun || dispute->had_turn) return false;
    if (diagnosis->owner == peer) return true;
    if (diagnosis->owner != PAWLI_OWNER_NONE) {
        const pawli_peer *const other = &peers[diagnosis->owner];
        const bool is_there = other->state == PAWLI_PEER_PLAYING &&
                              pawli_dispute_at(session, diagnosis->owner)->has_begun;
        const bool is_over = pawli_is_due(session, diagnosis->begun_ms, session->def.timeout_ms);
        if (is_there && !is_over) return false;
        end_turn(session, diagnosis);
    }
    diagnosis->owner = (uint8_t)peer;
    diagnosis->begun_ms = session->now;
    return true;
}

/* Host: a question. One that comes again must not undo the answer that is on its way. */
static void take_question(pawl_session *session, pawli_diagnosis *diagnosis, uint32_t peer,
                          const diagnosis_head *head) {
    if (diagnosis->state == PAWLI_DIAGNOSIS_NEEDS_WORLD) return;
    if (diagnosis->state == PAWLI_DIAGNOSIS_ANSWERS && is_same_question(diagnosis, peer, head)) {
        return;
    }
    if (!takes_turn(session, diagnosis, peer)) {
        pawli_dispute_at(session, peer)->must_decline = pawli_dispute_at(session, peer)->had_turn;
        return;
    }
    diagnosis->peer = (uint8_t)peer;
    diagnosis->level = head->level;
    diagnosis->section = head->section;
    diagnosis->index = head->index;
    diagnosis->first = head->first;
    if (!has_kept_state(session, head->tick)) {
        diagnosis->state = PAWLI_DIAGNOSIS_CANNOT;
        return;
    }
    diagnosis->tick = session->held = head->tick;
    diagnosis->state = PAWLI_DIAGNOSIS_NEEDS_WORLD;
}

/* Host: what the client has found, once; it is thanked as often as it says so. */
static void keep_result(pawl_session *session, pawli_diagnosis *diagnosis, uint32_t peer,
                        uint32_t tick, const pawl_difference *found) {
    if (!pawli_dispute_at(session, peer)->had_turn) {
        end_turn(session, diagnosis);
        diagnosis->difference = *found;
        diagnosis->known_tick = tick;
        diagnosis->is_known = true;
        pawli_notify(session, PAWL_EVENT_DIAGNOSED, peer, 0, tick, 0);
    }
    diagnosis->tick = tick;
    diagnosis->peer = (uint8_t)peer;
    diagnosis->state = PAWLI_DIAGNOSIS_THANKS;
}

/* Host: seen from this side. */
static pawl_status take_result(pawl_session *session, pawli_diagnosis *diagnosis, uint32_t peer,
                               const diagnosis_head *head, pawli_reader *from) {
    pawl_difference found;
    memset(&found, 0, sizeof found);
    found.branch = (pawl_branch)head->section;
    found.values = pawli_read_u32(from);
    found.objects = pawli_read_u32(from);
    const uint8_t where = pawli_read_u8(from);
    found.key = pawli_read_object_key(from);
    pawli_read_field_value(from, &found.b);
    pawli_read_field_value(from, &found.a);
    const uint8_t fraction = pawli_read_u8(from);
    const uint8_t *const name = pawli_read_bytes(from, PAWL_FIELD_NAME_MAX);
    if (name == NULL || pawli_bytes_left(from) != 0 || where > 3) return PAWL_ERR_FORMAT;
    memcpy(found.a.name, name, PAWL_FIELD_NAME_MAX - 1u);
    memcpy(found.b.name, name, PAWL_FIELD_NAME_MAX - 1u);
    found.a.fraction = found.b.fraction = pawli_min(fraction, 32u) & 0xFFu;
    found.a.is_hashed = found.b.is_hashed = true;
    found.in_b = (where & 1u) != 0;
    found.in_a = (where & 2u) != 0;
    const bool is_thanked = pawli_dispute_at(session, peer)->had_turn;
    const bool is_free = diagnosis->state != PAWLI_DIAGNOSIS_NEEDS_WORLD &&
                         (diagnosis->state == PAWLI_DIAGNOSIS_IDLE || diagnosis->peer == peer);
    if (!is_free || !(is_thanked || diagnosis->owner == peer)) return PAWL_ERR_PHASE;
    keep_result(session, diagnosis, peer, head->tick, &found);
    return PAWL_OK;
}

/* Client: keep the answer until there is a world to compare it with. */
static pawl_status take_answer(pawl_session *session, pawli_diagnosis *diagnosis,
                               const diagnosis_head *head, pawli_reader *from) {
    const uint8_t *const start = from->bytes + from->at;
    const uint32_t size = pawli_bytes_left(from);
    const uint32_t total = pawli_read_u16(from);
    const uint32_t count = pawli_read_u8(from);
    const bool is_fields = head->level == PAWLI_TREE_LEVEL_FIELDS;
    const uint32_t most = head->level == PAWLI_TREE_LEVEL_SECTIONS  ? PAWL_BRANCH_COUNT + 1u
                          : head->level == PAWLI_TREE_LEVEL_OBJECTS ? PAWL_BLOCK_SIZE
                                                                    : PAWLI_TREE_ITEMS_MAX;
    const uint32_t items =
        is_fields ? 1u + PAWLI_PACKED_KEY_SIZE + count * PAWLI_PACKED_FIELD_SIZE : count * 4u;
    if (from->bad || pawli_bytes_left(from) != items || size > session->def.packet_size ||
        total > most || head->first + count > total) {
        return PAWL_ERR_FORMAT;
    }
    if (diagnosis->state != PAWLI_DIAGNOSIS_ASKS || diagnosis->level != head->level ||
        diagnosis->section != head->section || diagnosis->index != head->index ||
        diagnosis->first != head->first) {
        return PAWL_ERR_PHASE;
    }
    memcpy(pawli_session_at(session, session->at_answer), start, (size_t)size);
    diagnosis->answer_size = (uint16_t)size;
    diagnosis->state = PAWLI_DIAGNOSIS_NEEDS_WORLD;
    return PAWL_OK;
}

static pawl_status read_diagnosis_head(pawli_packet *packet, diagnosis_head *head) {
    pawli_reader *const from = &packet->body;
    head->type = pawli_read_u8(from);
    head->level = pawli_read_u8(from);
    head->section = pawli_read_u8(from);
    head->tick = pawli_read_u32(from);
    head->index = pawli_read_u32(from);
    head->first = pawli_read_u16(from);
    if (from->bad || head->type > DIAGNOSE_CANNOT || head->level > PAWLI_TREE_LEVEL_FIELDS ||
        packet->flags != 0 ||
        (head->section >= PAWL_BRANCH_COUNT && head->section != PAWL_BRANCH_RULES) ||
        head->index > UINT32_MAX / PAWL_BLOCK_SIZE) {
        return PAWL_ERR_FORMAT;
    }
    const bool has_content = head->type == DIAGNOSE_ANSWER || head->type == DIAGNOSE_RESULT;
    return has_content || pawli_bytes_left(from) == 0 ? PAWL_OK : PAWL_ERR_FORMAT;
}

static pawl_status take_from_client(pawl_session *session, pawli_diagnosis *diagnosis,
                                    uint32_t peer, const diagnosis_head *head, pawli_reader *from) {
    if (head->type == DIAGNOSE_RESULT) return take_result(session, diagnosis, peer, head, from);
    if (head->type != DIAGNOSE_ASK) return PAWL_ERR_PHASE;
    take_question(session, diagnosis, peer, head);
    return PAWL_OK;
}

static pawl_status take_from_host(pawl_session *session, pawli_diagnosis *diagnosis,
                                  const diagnosis_head *head, pawli_reader *from) {
    /* One that cannot may know another tick: it is asked once for each visit. */
    if (diagnosis->tick != head->tick && head->type != DIAGNOSE_CANNOT) return PAWL_ERR_PHASE;
    if (head->type == DIAGNOSE_ANSWER) return take_answer(session, diagnosis, head, from);
    const bool is_end =
        (head->type == DIAGNOSE_CANNOT && diagnosis->state == PAWLI_DIAGNOSIS_ASKS) ||
        (head->type == DIAGNOSE_THANKS && diagnosis->state == PAWLI_DIAGNOSIS_TELLS);
    if (!is_end) return PAWL_ERR_PHASE;
    diagnosis->state = PAWLI_DIAGNOSIS_ENDED;
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawli_diagnose_receive(pawl_session *session, uint32_t peer,
                                              pawli_packet *packet) {
    diagnosis_head head;
    const pawl_status status = read_diagnosis_head(packet, &head);
    if (status != PAWL_OK) return status;
    pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (diagnosis == NULL) {
        const bool is_asked = head.type == DIAGNOSE_ASK && pawli_session_is_host(session) &&
                              session->at_disputes != 0 &&
                              pawli_dispute_at(session, peer)->has_begun;
        if (is_asked) pawli_dispute_at(session, peer)->must_decline = true;
        return is_asked ? PAWL_OK : PAWL_ERR_PHASE;
    }
    return pawli_session_is_host(session)
               ? take_from_client(session, diagnosis, peer, &head, &packet->body)
               : take_from_host(session, diagnosis, &head, &packet->body);
}
