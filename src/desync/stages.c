/* stages.c - in which stage of a step two machines part: what is kept for the search, and its
 * packets.
 *
 * A state that both agreed on and the inputs since then are kept where this machine has repeated
 * itself (repeat.c). When the other one has, too, the client asks, level by level: which tick,
 * which stage, which block of what it has produced, which object; then it tells what it has found.
 * Each question takes the ticks once more on both sides (stage_world.c).
 *
 * Packets are those of a diagnosis with a type of their own, so that they go over any link. */
#include "desync/stages.h"

#define QUESTIONS_MAX 256u /* that a host answers in a search */

pawl_status pawl_session_get_stage_difference(const pawl_session *session,
                                              pawl_stage_difference *out) {
    if (session == NULL || out == NULL) return PAWL_ERR_NULL;
    if (session->stages == NULL || !session->stages->is_known) return PAWL_ERR_PHASE;
    *out = session->stages->found;
    return PAWL_OK;
}

/* ---- what is kept ---- */

void pawli_stages_end(pawl_session *session) {
    pawli_stages *const stages = session->stages;
    stages->is_kept = false;
    stages->state = PAWLI_DIAGNOSIS_ENDED;
}

void pawli_stages_reset(pawl_session *session) {
    pawli_stages_end(session);
    session->stages->served = 0;
}

/* States that are kept for diagnoses, and one here, leave enough slots to play on. */
static bool has_slot_to_keep(const pawl_session *session) {
    uint32_t kept = session->held == PAWLI_NEVER ? 0 : 1u;
    for (uint32_t i = 0; i < session->peer_count; i++)
        kept += pawli_dispute_at(session, i)->keeps_state;
    return kept + session->def.window + 3u <= session->def.slots;
}

void pawli_stages_keep(pawl_session *session, uint32_t tick) {
    pawli_stages *const stages = session->stages;
    const uint32_t from = tick - session->def.hash_every;
    if (stages->is_kept || !has_slot_to_keep(session)) return;
    if (session->top - from > session->row_count) return; /* rows came meanwhile */
    stages->is_kept = true;
    stages->is_sent = false;
    stages->state = PAWLI_DIAGNOSIS_IDLE;
    stages->tick = tick;
    stages->from = from;
    stages->begun_ms = session->now;
    stages->questions = 0;
    for (uint32_t at = from; at < tick; at++)
        memcpy(pawli_stages_row(session, at), pawli_session_row(session, at),
               (size_t)session->row_size);
}

bool pawli_stages_has(const pawl_session *session, uint32_t tick) {
    return session->stages->is_kept && session->stages->tick == tick;
}

/* ---- the client's way down ---- */

void pawli_stages_ask(pawli_stages *stages, uint32_t level) {
    stages->place.level = (uint8_t)level;
    stages->place.first = 0;
    stages->state = PAWLI_DIAGNOSIS_ASKS;
    stages->is_sent = false;
}

void pawli_stages_ask_more(pawli_stages *stages, uint32_t count) {
    stages->place.first = (uint16_t)(stages->place.first + count);
    stages->state = PAWLI_DIAGNOSIS_ASKS;
    stages->is_sent = false;
}

void pawli_stages_finish(pawl_session *session) {
    pawli_stages *const stages = session->stages;
    stages->state = PAWLI_DIAGNOSIS_TELLS;
    stages->is_sent = false;
    stages->is_known = true;
    pawli_notify(session, PAWL_EVENT_STAGE, stages->peer, 0, stages->found.tick, 0);
}

/* This machine has repeated itself, and kept what it takes. */
static bool can_answer(const pawl_session *session, uint32_t peer) {
    const pawli_dispute *const dispute = pawli_dispute_at(session, peer);
    return dispute->has_begun && dispute->repeats_here == PAWLI_REPETITION_SAME &&
           pawli_stages_has(session, dispute->tick);
}

/* The other one has said so, too. */
static bool can_ask(const pawl_session *session, uint32_t peer) {
    const pawli_dispute *const dispute = pawli_dispute_at(session, peer);
    return can_answer(session, peer) && dispute->has_stages_there &&
           dispute->repeats_there == PAWLI_REPETITION_SAME;
}

void pawli_stages_watch(pawl_session *session) {
    pawli_stages *const stages = session->stages;
    if (!stages->is_kept) return;
    if (pawli_is_due(session, stages->begun_ms, session->def.timeout_ms)) {
        pawli_stages_end(session);
        return;
    }
    if (pawli_session_is_host(session)) return;
    if (pawli_session_peers(session)[0].state != PAWLI_PEER_PLAYING) {
        pawli_stages_end(session);
    } else if (stages->state == PAWLI_DIAGNOSIS_IDLE && can_ask(session, 0)) {
        memset(&stages->place, 0, sizeof stages->place);
        stages->peer = 0;
        pawli_stages_ask(stages, session->def.hash_every > 1 ? PAWLI_STAGE_LEVEL_TICKS
                                                             : PAWLI_STAGE_LEVEL_STAGES);
    }
}

bool pawli_stages_wants_world(const pawl_session *session, uint32_t *tick, uint32_t *slot) {
    const pawli_stages *const stages = session->stages;
    if (!stages->is_kept || stages->state != PAWLI_DIAGNOSIS_NEEDS_WORLD) return false;
    const pawli_slot *const found = pawli_rollback_find_slot(session, stages->from);
    if (found == NULL) return false;
    *tick = stages->from;
    *slot = pawli_rollback_slot_number(session, found);
    return true;
}

/* ---- packets ---- */

bool pawli_stages_is_due(const pawl_session *session, uint32_t peer) {
    const pawli_stages *const stages = session->stages;
    const uint8_t state = stages->state;
    if (stages->peer != peer) return false;
    if (state == PAWLI_DIAGNOSIS_ANSWERS || state == PAWLI_DIAGNOSIS_CANNOT ||
        state == PAWLI_DIAGNOSIS_THANKS) {
        return true;
    }
    if (state != PAWLI_DIAGNOSIS_ASKS && state != PAWLI_DIAGNOSIS_TELLS) return false;
    const uint32_t wait =
        session->def.resend_ms + pawli_session_peers(session)[peer].clock.round_trip;
    return !stages->is_sent || pawli_is_due(session, stages->sent_ms, wait);
}

static uint8_t packet_type(const pawli_stages *stages) {
    switch (stages->state) {
    case PAWLI_DIAGNOSIS_ASKS:
        return PAWLI_STAGES_ASK;
    case PAWLI_DIAGNOSIS_TELLS:
        return PAWLI_STAGES_RESULT;
    case PAWLI_DIAGNOSIS_ANSWERS:
        return PAWLI_STAGES_ANSWER;
    case PAWLI_DIAGNOSIS_THANKS:
        return PAWLI_STAGES_THANKS;
    default:
        return PAWLI_STAGES_CANNOT;
    }
}

static void write_found(pawli_writer *to, const pawl_stage_difference *found) {
    pawli_write_u32(to, found->tick);
    pawli_write_u8(to, (uint8_t)found->stage);
    pawli_write_u8(to, (uint8_t)found->round);
    pawli_write_u8(to, (uint8_t)found->branch);
    pawli_write_u8(to, (uint8_t)((found->in_a ? 1u : 0) | (found->in_b ? 2u : 0)));
    pawli_write_object_key(to, &found->key);
}

int32_t pawli_stages_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    pawli_stages *const stages = session->stages;
    const pawli_stage_place *const place = &stages->place;
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u8(&to, packet_type(stages));
    pawli_write_u8(&to, place->level);
    pawli_write_u32(&to, stages->tick);
    pawli_write_u8(&to, place->tick);
    pawli_write_u8(&to, place->entry);
    pawli_write_u32(&to, place->block);
    pawli_write_u16(&to, place->first);
    if (stages->state == PAWLI_DIAGNOSIS_ANSWERS)
        pawli_write_bytes(&to, pawli_stages_answer(session), stages->answer_size);
    if (stages->state == PAWLI_DIAGNOSIS_TELLS) write_found(&to, &stages->found);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_DIAGNOSE, 0);
    if (length == 0) return 0;
    stages->is_sent = true;
    stages->sent_ms = session->now;
    if (stages->state >= PAWLI_DIAGNOSIS_ANSWERS && stages->state <= PAWLI_DIAGNOSIS_THANKS)
        stages->state = PAWLI_DIAGNOSIS_IDLE;
    return length;
}

typedef struct stages_head {
    pawli_stage_place place;
    uint32_t tick;
    uint8_t type;
} stages_head;

static bool is_same_place(const pawli_stage_place *a, const pawli_stage_place *b) {
    return a->level == b->level && a->tick == b->tick && a->entry == b->entry &&
           a->block == b->block && a->first == b->first;
}

/* Host: busy with another peer, or with this very question, it says nothing: it is asked again. */
static pawl_status take_stage_question(pawl_session *session, uint32_t peer,
                                       const stages_head *head) {
    pawli_stages *const stages = session->stages;
    if (stages->state == PAWLI_DIAGNOSIS_NEEDS_WORLD ||
        (stages->state != PAWLI_DIAGNOSIS_IDLE && stages->state != PAWLI_DIAGNOSIS_ENDED)) {
        return PAWL_OK;
    }
    const bool is_able = can_answer(session, peer) && head->tick == stages->tick &&
                         stages->questions < QUESTIONS_MAX &&
                         head->place.tick < session->def.hash_every;
    stages->peer = (uint8_t)peer;
    stages->place = head->place;
    stages->state = is_able ? PAWLI_DIAGNOSIS_NEEDS_WORLD : PAWLI_DIAGNOSIS_CANNOT;
    stages->questions = (uint16_t)(stages->questions + is_able);
    return PAWL_OK;
}

/* Host: once for each peer; it is thanked as often as it says so. */
static pawl_status take_stage_result(pawl_session *session, uint32_t peer, const stages_head *head,
                                     pawli_reader *from) {
    pawli_stages *const stages = session->stages;
    pawl_stage_difference found;
    memset(&found, 0, sizeof found);
    found.tick = pawli_read_u32(from);
    found.peer = peer;
    const uint8_t stage = pawli_read_u8(from), round = pawli_read_u8(from);
    const uint8_t branch = pawli_read_u8(from), where = pawli_read_u8(from);
    found.key = pawli_read_object_key(from);
    if (from->bad || pawli_bytes_left(from) != 0 || stage >= PAWL_STAGE_COUNT || where > 3 ||
        (branch >= PAWL_BRANCH_COUNT && branch != PAWL_BRANCH_RULES)) {
        return PAWL_ERR_FORMAT;
    }
    const bool was_told = (stages->served >> peer & 1u) != 0;
    const bool is_of_search = can_answer(session, peer) && head->tick == stages->tick &&
                              found.tick >= stages->from && found.tick < stages->tick;
    if ((stages->state != PAWLI_DIAGNOSIS_IDLE && stages->state != PAWLI_DIAGNOSIS_ENDED) ||
        (!was_told && !is_of_search)) {
        return PAWL_ERR_PHASE;
    }
    if (!was_told) {
        found.stage = (pawl_stage)stage;
        found.round = round;
        found.branch = (pawl_branch)branch;
        found.in_b = (where & 1u) != 0;
        found.in_a = (where & 2u) != 0;
        stages->found = found;
        stages->is_known = true;
        stages->served |= UINT32_C(1) << peer;
        pawli_notify(session, PAWL_EVENT_STAGE, peer, 0, found.tick, 0);
    }
    stages->peer = (uint8_t)peer;
    stages->state = PAWLI_DIAGNOSIS_THANKS;
    return PAWL_OK;
}

/* Client: kept until there is a world to compare it with. */
static pawl_status take_stage_answer(pawl_session *session, const stages_head *head,
                                     pawli_reader *from) {
    pawli_stages *const stages = session->stages;
    const uint8_t *const start = from->bytes + from->at;
    const uint32_t size = pawli_bytes_left(from);
    const uint32_t total = pawli_read_u16(from), count = pawli_read_u8(from);
    const bool is_objects = head->place.level == PAWLI_STAGE_LEVEL_OBJECTS;
    const uint32_t item = is_objects ? PAWLI_STAGE_OBJECT_SIZE : PAWLI_STAGE_ITEM_SIZE;
    if (from->bad || pawli_bytes_left(from) != count * item || size > session->def.packet_size ||
        count > PAWLI_STAGE_ITEMS_MAX || head->place.first + count > total ||
        (is_objects && total > PAWL_BLOCK_SIZE)) {
        return PAWL_ERR_FORMAT;
    }
    if (stages->state != PAWLI_DIAGNOSIS_ASKS || !is_same_place(&stages->place, &head->place))
        return PAWL_ERR_PHASE;
    memcpy(pawli_stages_answer(session), start, (size_t)size);
    stages->answer_size = (uint16_t)size;
    stages->state = PAWLI_DIAGNOSIS_NEEDS_WORLD;
    return PAWL_OK;
}

static pawl_status take_from_stage_host(pawl_session *session, const stages_head *head,
                                        pawli_reader *from) {
    pawli_stages *const stages = session->stages;
    if (!stages->is_kept || stages->tick != head->tick) return PAWL_ERR_PHASE;
    if (head->type == PAWLI_STAGES_ANSWER) return take_stage_answer(session, head, from);
    const bool is_end =
        (head->type == PAWLI_STAGES_CANNOT && stages->state == PAWLI_DIAGNOSIS_ASKS) ||
        (head->type == PAWLI_STAGES_THANKS && stages->state == PAWLI_DIAGNOSIS_TELLS);
    if (!is_end || pawli_bytes_left(from) != 0) return PAWL_ERR_PHASE;
    pawli_stages_end(session);
    return PAWL_OK;
}

pawl_status pawli_stages_receive(pawl_session *session, uint32_t peer, pawli_packet *packet) {
    pawli_reader *const from = &packet->body;
    stages_head head;
    memset(&head, 0, sizeof head);
    head.type = pawli_read_u8(from);
    head.place.level = pawli_read_u8(from);
    head.tick = pawli_read_u32(from);
    head.place.tick = pawli_read_u8(from);
    head.place.entry = pawli_read_u8(from);
    head.place.block = pawli_read_u32(from);
    head.place.first = pawli_read_u16(from);
    if (from->bad || head.type > PAWLI_STAGES_CANNOT || packet->flags != 0 ||
        head.place.level > PAWLI_STAGE_LEVEL_OBJECTS) {
        return PAWL_ERR_FORMAT;
    }
    if (session->at_disputes == 0 ||
        pawli_session_peers(session)[peer].state != PAWLI_PEER_PLAYING) {
        return PAWL_ERR_PHASE;
    }
    if (!pawli_session_is_host(session)) return take_from_stage_host(session, &head, from);
    if (head.type == PAWLI_STAGES_RESULT) return take_stage_result(session, peer, &head, from);
    if (pawli_bytes_left(from) != 0) return PAWL_ERR_FORMAT;
    return head.type == PAWLI_STAGES_ASK ? take_stage_question(session, peer, &head)
                                         : PAWL_ERR_PHASE;
}
