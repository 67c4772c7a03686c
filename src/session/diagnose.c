/* diagnose.c - which value differs: the hash tree is descended, half of it on each machine.
 *
 * The client asks, level by level, for the hashes of the parts, of the blocks of the part that
 * differs, of the objects of that block, and for the fields of the object; then it tells what it
 * has found. Each answer takes the world of that tick, which the program brings back when asked to.
 * Four questions and the result are five round trips, unless a list is longer than a packet. */
#include "session/session.h"

enum {
    DIAGNOSE_ASK,
    DIAGNOSE_ANSWER,
    DIAGNOSE_RESULT,
    DIAGNOSE_THANKS,
    DIAGNOSE_CANNOT
};
enum {
    TREE_LEVEL_SECTIONS,
    TREE_LEVEL_BLOCKS,
    TREE_LEVEL_OBJECTS,
    TREE_LEVEL_FIELDS
};

#define PACKED_FIELD_SIZE 10u /* kind, number, value */
#define PACKED_KEY_SIZE 18u
#define TREE_ITEMS_MAX 0xFFFFu

static bool has_kept_state(const pawl_session *session, uint32_t tick) {
    return pawli_rollback_find_slot(session, tick) != NULL && tick < session->hashes.next;
}

void pawli_diagnose_begin(pawl_session *session, uint32_t peer, uint32_t tick) {
    pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (diagnosis == NULL || !has_kept_state(session, tick)) return;
    session->held = tick; /* until the end: more differs later, and less is known of it */
    if (pawli_session_is_host(session)) return;
    memset(diagnosis, 0, sizeof *diagnosis);
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
    *slot = (uint32_t)(found - pawli_session_slots(session));
    return true;
}

/* ---- bytes ---- */

static void write_object_key(pawli_writer *to, const pawl_object_key *key) {
    pawli_write_u32(to, key->serial);
    pawli_write_u32(to, key->serial_b);
    pawli_write_u32(to, key->detail);
    pawli_write_u16(to, key->slot);
    pawli_write_u16(to, key->body_a);
    pawli_write_u16(to, key->body_b);
}

static pawl_object_key read_object_key(pawli_reader *from) {
    pawl_object_key key;
    memset(&key, 0, sizeof key);
    key.serial = pawli_read_u32(from);
    key.serial_b = pawli_read_u32(from);
    key.detail = pawli_read_u32(from);
    key.slot = pawli_read_u16(from);
    key.body_a = pawli_read_u16(from);
    key.body_b = pawli_read_u16(from);
    return key;
}

static void write_field_value(pawli_writer *to, const pawl_field_value *field) {
    pawli_write_u8(to, field->kind);
    pawli_write_u8(to, field->number);
    pawli_write_u64(to, (uint64_t)field->value);
}

static void read_field_value(pawli_reader *from, pawl_field_value *field) {
    field->kind = pawli_read_u8(from);
    field->number = pawli_read_u8(from);
    field->value = (int64_t)pawli_read_u64(from);
}

/* ---- the host's half ---- */

static uint32_t count_object_fields(const pawl_world *world, pawl_part section, uint32_t index) {
    pawl_field_value value;
    uint32_t count = 0;
    while (count < TREE_ITEMS_MAX &&
           pawl_object_field(world, section, index, count, &value) == PAWL_OK)
        count++;
    return count;
}

static uint32_t item_hash(const pawl_world *world, const pawli_diagnosis *diagnosis,
                          uint32_t item) {
    const pawl_part section = (pawl_part)diagnosis->section;
    if (diagnosis->level == TREE_LEVEL_SECTIONS) return pawl_world_hash_tree(world).parts[item];
    if (diagnosis->level == TREE_LEVEL_BLOCKS) return pawl_block_hash(world, section, item);
    return pawl_object_hash(world, section, diagnosis->index * PAWL_BLOCK_SIZE + item);
}

/* The last part is told of only if there is something in it, so that builds that do not know it
 * understand what comes. */
static uint32_t count_sections(const pawl_world *world) {
    const pawl_hash_tree tree = pawl_world_hash_tree(world);
    return tree.parts[PAWL_PART_COUNT - 1] == 0 ? PAWL_PART_COUNT - 1 : PAWL_PART_COUNT;
}

static uint32_t count_tree_items(const pawl_world *world, const pawli_diagnosis *diagnosis) {
    const pawl_part section = (pawl_part)diagnosis->section;
    if (diagnosis->level == TREE_LEVEL_SECTIONS) return count_sections(world);
    if (diagnosis->level == TREE_LEVEL_OBJECTS) return PAWL_BLOCK_SIZE;
    if (diagnosis->level == TREE_LEVEL_FIELDS) {
        return count_object_fields(world, section, diagnosis->index);
    }
    return (pawl_part_count(world, section) + PAWL_BLOCK_SIZE - 1u) / PAWL_BLOCK_SIZE;
}

/* total u16, count u8, for an object whether it exists and its key, then the items. */
static void write_answer(pawl_session *session, pawli_diagnosis *diagnosis,
                         const pawl_world *world) {
    const bool is_fields = diagnosis->level == TREE_LEVEL_FIELDS;
    const uint32_t total = pawli_min(count_tree_items(world, diagnosis), TREE_ITEMS_MAX);
    const uint32_t room = session->def.packet_size - PAWLI_DIAGNOSIS_OVERHEAD;
    const uint32_t fit = is_fields ? (room - 1u - PACKED_KEY_SIZE) / PACKED_FIELD_SIZE : room / 4u;
    const uint32_t left = diagnosis->first < total ? total - diagnosis->first : 0;
    const uint32_t count = pawli_min(pawli_min(left, fit), 255u);
    pawli_writer to =
        pawli_writer_of(pawli_session_at(session, session->at_answer), session->def.packet_size);
    pawli_write_u16(&to, (uint16_t)total);
    pawli_write_u8(&to, (uint8_t)count);
    if (is_fields) {
        pawl_object_key key;
        memset(&key, 0, sizeof key);
        const pawl_status status =
            pawl_object_find(world, (pawl_part)diagnosis->section, diagnosis->index, &key);
        pawli_write_u8(&to, status == PAWL_OK);
        write_object_key(&to, &key);
    }
    for (uint32_t item = diagnosis->first; item < diagnosis->first + count; item++) {
        if (!is_fields) {
            pawli_write_u32(&to, item_hash(world, diagnosis, item));
            continue;
        }
        pawl_field_value field;
        memset(&field, 0, sizeof field);
        (void)pawl_object_field(world, (pawl_part)diagnosis->section, diagnosis->index, item,
                                &field);
        write_field_value(&to, &field);
    }
    PAWL_ASSERT(!to.full);
    diagnosis->answer_size = (uint16_t)to.at;
    diagnosis->state = PAWLI_DIAGNOSIS_ANSWERS;
}

/* ---- the client's half ---- */

static void ask_level(pawli_diagnosis *diagnosis, uint8_t level, uint32_t index) {
    diagnosis->level = level;
    diagnosis->index = index;
    diagnosis->first = 0;
    diagnosis->state = PAWLI_DIAGNOSIS_ASKS;
    diagnosis->is_sent = false;
}

static void finish_diagnosis(pawl_session *session, pawli_diagnosis *diagnosis) {
    diagnosis->difference.part = (pawl_part)diagnosis->section;
    diagnosis->state = PAWLI_DIAGNOSIS_TELLS;
    diagnosis->is_sent = false;
    diagnosis->is_known = true;
    pawli_notify(session, PAWL_EVENT_DIAGNOSED, diagnosis->peer, 0, diagnosis->tick, 0);
}

/* The first item whose hash differs leads to the next level. */
static void compare_item_hashes(pawl_session *session, pawli_diagnosis *diagnosis,
                                pawli_reader *from, const pawl_world *world) {
    const uint32_t total = pawli_read_u16(from), count = pawli_read_u8(from);
    const uint32_t end = pawli_max(diagnosis->first + count, count_tree_items(world, diagnosis));
    const bool is_last = diagnosis->first + count >= total;
    uint32_t found = end, differing = 0;
    for (uint32_t item = diagnosis->first; item < (is_last ? end : diagnosis->first + count);
         item++) {
        const uint32_t theirs = item < diagnosis->first + count ? pawli_read_u32(from) : 0;
        if (item_hash(world, diagnosis, item) == theirs) continue;
        if (differing++ == 0) found = item;
    }
    if (differing == 0 && !is_last && count > 0) {
        diagnosis->first += count;
        diagnosis->state = PAWLI_DIAGNOSIS_ASKS;
        diagnosis->is_sent = false;
        return;
    }
    if (differing == 0) { /* the worlds are alike: what the program hashes besides is not */
        finish_diagnosis(session, diagnosis);
        return;
    }
    if (diagnosis->level == TREE_LEVEL_SECTIONS) {
        diagnosis->section = (uint8_t)found;
        ask_level(diagnosis, TREE_LEVEL_BLOCKS, 0);
    } else if (diagnosis->level == TREE_LEVEL_BLOCKS) {
        ask_level(diagnosis, TREE_LEVEL_OBJECTS, found);
    } else {
        diagnosis->difference.objects = differing;
        ask_level(diagnosis, TREE_LEVEL_FIELDS, diagnosis->index * PAWL_BLOCK_SIZE + found);
    }
}

static bool is_same_object_key(const pawl_object_key *a, const pawl_object_key *b) {
    return a->serial == b->serial && a->serial_b == b->serial_b && a->detail == b->detail;
}

/* Which of two different objects at the same place the other machine does not have. */
static void finish_missing(pawl_session *session, pawli_diagnosis *diagnosis,
                           const pawl_world *world, bool is_ours, const pawl_object_key *ours,
                           bool is_theirs, const pawl_object_key *theirs) {
    uint32_t index;
    const bool is_known = is_theirs && pawl_object_match(world, (pawl_part)diagnosis->section,
                                                         theirs, &index) == PAWL_OK;
    const bool is_only_here = is_ours && (!is_theirs || is_known);
    diagnosis->difference.in_a = is_only_here;
    diagnosis->difference.in_b = !is_only_here;
    diagnosis->difference.key = is_only_here ? *ours : *theirs;
    diagnosis->difference.values = 1;
    finish_diagnosis(session, diagnosis);
}

static void compare_object_fields(pawl_session *session, pawli_diagnosis *diagnosis,
                                  pawli_reader *from, const pawl_world *world) {
    const pawl_part section = (pawl_part)diagnosis->section;
    const uint32_t total = pawli_read_u16(from), count = pawli_read_u8(from);
    const bool is_theirs = pawli_read_u8(from) != 0;
    const pawl_object_key theirs = read_object_key(from);
    pawl_object_key ours;
    memset(&ours, 0, sizeof ours);
    const bool is_ours = pawl_object_find(world, section, diagnosis->index, &ours) == PAWL_OK;
    if (!is_ours || !is_theirs || !is_same_object_key(&ours, &theirs)) {
        finish_missing(session, diagnosis, world, is_ours, &ours, is_theirs, &theirs);
        return;
    }
    pawl_difference *const difference = &diagnosis->difference;
    difference->in_a = difference->in_b = true;
    difference->key = ours;
    for (uint32_t i = diagnosis->first; i < diagnosis->first + count; i++) {
        pawl_field_value a, b;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        read_field_value(from, &b);
        const bool has_one = pawl_object_field(world, section, diagnosis->index, i, &a) == PAWL_OK;
        const bool is_same_field = has_one && a.kind == b.kind && a.number == b.number;
        if (is_same_field && (a.value == b.value || !a.is_hashed)) continue;
        if (is_same_field) {
            const pawl_field_value there = b;
            b = a;
            b.value = there.value;
        }
        if (difference->values++ == 0) {
            difference->a = a;
            difference->b = b;
        }
    }
    const bool is_last = diagnosis->first + count >= total || count == 0;
    if (difference->values != 0 || is_last) {
        finish_diagnosis(session, diagnosis);
        return;
    }
    diagnosis->first += count;
    diagnosis->state = PAWLI_DIAGNOSIS_ASKS;
    diagnosis->is_sent = false;
}

pawl_status pawl_session_diagnose(pawl_session *session, const pawl_world *world) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.kind != PAWL_REQUEST_DIAGNOSE) return PAWL_ERR_ARGUMENT;
    memset(&session->pending, 0, sizeof session->pending);
    pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (diagnosis == NULL || diagnosis->state != PAWLI_DIAGNOSIS_NEEDS_WORLD) return PAWL_OK;
    if (world == NULL) {
        diagnosis->state =
            pawli_session_is_host(session) ? PAWLI_DIAGNOSIS_CANNOT : PAWLI_DIAGNOSIS_ENDED;
    } else if (pawli_session_is_host(session)) {
        write_answer(session, diagnosis, world);
    } else {
        pawli_reader from =
            pawli_reader_of(pawli_session_at(session, session->at_answer), diagnosis->answer_size);
        if (diagnosis->level == TREE_LEVEL_FIELDS) {
            compare_object_fields(session, diagnosis, &from, world);
        } else {
            compare_item_hashes(session, diagnosis, &from, world);
        }
    }
    return PAWL_OK;
}

pawl_status pawl_session_difference(const pawl_session *session, uint32_t *tick,
                                    pawl_difference *out) {
    if (session == NULL || tick == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (diagnosis == NULL || !diagnosis->is_known) return PAWL_ERR_STALE;
    *tick = diagnosis->tick;
    *out = diagnosis->difference;
    return PAWL_OK;
}

/* ---- packets ---- */

bool pawli_diagnose_is_due(const pawl_session *session, uint32_t peer) {
    const pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
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
    write_object_key(to, &difference->key);
    write_field_value(to, &difference->a);
    write_field_value(to, &difference->b);
    pawli_write_u8(to, difference->a.fraction);
    pawli_write_bytes(to, difference->a.name, PAWL_FIELD_NAME_MAX);
}

int32_t pawli_diagnose_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    static const PAWLI_ROM uint8_t types[] = {
        [PAWLI_DIAGNOSIS_ASKS] = DIAGNOSE_ASK,       [PAWLI_DIAGNOSIS_TELLS] = DIAGNOSE_RESULT,
        [PAWLI_DIAGNOSIS_ANSWERS] = DIAGNOSE_ANSWER, [PAWLI_DIAGNOSIS_CANNOT] = DIAGNOSE_CANNOT,
        [PAWLI_DIAGNOSIS_THANKS] = DIAGNOSE_THANKS,
    };
    pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
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

/* Host: a question. One that comes again must not undo the answer that is on its way. */
static void take_question(pawl_session *session, pawli_diagnosis *diagnosis, uint32_t peer,
                          const diagnosis_head *head) {
    if (diagnosis->state == PAWLI_DIAGNOSIS_NEEDS_WORLD) return;
    if (diagnosis->state == PAWLI_DIAGNOSIS_ANSWERS && is_same_question(diagnosis, peer, head)) {
        return;
    }
    const bool is_known = diagnosis->is_known && diagnosis->tick == head->tick;
    diagnosis->peer = (uint8_t)peer;
    diagnosis->level = head->level;
    diagnosis->section = head->section;
    diagnosis->index = head->index;
    diagnosis->first = head->first;
    diagnosis->is_known = is_known;
    if (!has_kept_state(session, head->tick)) {
        diagnosis->state = PAWLI_DIAGNOSIS_CANNOT;
        return;
    }
    diagnosis->tick = session->held = head->tick;
    diagnosis->state = PAWLI_DIAGNOSIS_NEEDS_WORLD;
}

/* Host: what the client has found, seen from this side. */
static pawl_status take_result(pawl_session *session, pawli_diagnosis *diagnosis, uint32_t peer,
                               const diagnosis_head *head, pawli_reader *from) {
    pawl_difference found;
    memset(&found, 0, sizeof found);
    found.part = (pawl_part)head->section;
    found.values = pawli_read_u32(from);
    found.objects = pawli_read_u32(from);
    const uint8_t where = pawli_read_u8(from);
    found.key = read_object_key(from);
    read_field_value(from, &found.b);
    read_field_value(from, &found.a);
    const uint8_t fraction = pawli_read_u8(from);
    const uint8_t *const name = pawli_read_bytes(from, PAWL_FIELD_NAME_MAX);
    if (name == NULL || pawli_bytes_left(from) != 0 || where > 3) return PAWL_ERR_FORMAT;
    memcpy(found.a.name, name, PAWL_FIELD_NAME_MAX - 1u);
    memcpy(found.b.name, name, PAWL_FIELD_NAME_MAX - 1u);
    found.a.fraction = found.b.fraction = pawli_min(fraction, 32u) & 0xFFu;
    found.a.is_hashed = found.b.is_hashed = 1;
    found.in_b = (where & 1u) != 0;
    found.in_a = (where & 2u) != 0;
    if (diagnosis->state == PAWLI_DIAGNOSIS_NEEDS_WORLD) return PAWL_ERR_STALE;
    if (!diagnosis->is_known) {
        diagnosis->difference = found;
        diagnosis->tick = head->tick;
        diagnosis->is_known = true;
        pawli_notify(session, PAWL_EVENT_DIAGNOSED, peer, 0, head->tick, 0);
    }
    diagnosis->peer = (uint8_t)peer;
    diagnosis->state = PAWLI_DIAGNOSIS_THANKS;
    return PAWL_OK;
}

/* Client: keep the answer until there is a world to compare it with. */
static pawl_status take_answer(pawl_session *session, pawli_diagnosis *diagnosis,
                               const diagnosis_head *head, pawli_reader *from) {
    const uint8_t *const start = from->bytes + from->at;
    const uint32_t size = pawli_bytes_left(from);
    const uint32_t total = pawli_read_u16(from);
    const uint32_t count = pawli_read_u8(from);
    const bool is_fields = head->level == TREE_LEVEL_FIELDS;
    const uint32_t most = head->level == TREE_LEVEL_SECTIONS  ? PAWL_PART_COUNT
                          : head->level == TREE_LEVEL_OBJECTS ? PAWL_BLOCK_SIZE
                                                              : TREE_ITEMS_MAX;
    const uint32_t items =
        is_fields ? 1u + PACKED_KEY_SIZE + count * PACKED_FIELD_SIZE : count * 4u;
    if (from->bad || pawli_bytes_left(from) != items || size > session->def.packet_size ||
        total > most || head->first + count > total) {
        return PAWL_ERR_FORMAT;
    }
    if (diagnosis->state != PAWLI_DIAGNOSIS_ASKS || diagnosis->level != head->level ||
        diagnosis->section != head->section || diagnosis->index != head->index ||
        diagnosis->first != head->first) {
        return PAWL_ERR_STALE;
    }
    memcpy(pawli_session_at(session, session->at_answer), start, (size_t)size);
    diagnosis->answer_size = (uint16_t)size;
    diagnosis->state = PAWLI_DIAGNOSIS_NEEDS_WORLD;
    return PAWL_OK;
}

pawl_status pawli_diagnose_receive(pawl_session *session, uint32_t peer, pawli_packet *packet) {
    pawli_reader *const from = &packet->body;
    diagnosis_head head;
    head.type = pawli_read_u8(from);
    head.level = pawli_read_u8(from);
    head.section = pawli_read_u8(from);
    head.tick = pawli_read_u32(from);
    head.index = pawli_read_u32(from);
    head.first = pawli_read_u16(from);
    if (from->bad || head.type > DIAGNOSE_CANNOT || head.level > TREE_LEVEL_FIELDS ||
        packet->flags != 0 || head.section >= PAWL_PART_COUNT ||
        head.index > UINT32_MAX / PAWL_BLOCK_SIZE) {
        return PAWL_ERR_FORMAT;
    }
    const bool has_content = head.type == DIAGNOSE_ANSWER || head.type == DIAGNOSE_RESULT;
    if (!has_content && pawli_bytes_left(from) != 0) return PAWL_ERR_FORMAT;
    pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (diagnosis == NULL) return PAWL_ERR_STALE;
    if (pawli_session_is_host(session)) {
        if (head.type == DIAGNOSE_RESULT) return take_result(session, diagnosis, peer, &head, from);
        if (head.type != DIAGNOSE_ASK) return PAWL_ERR_STALE;
        take_question(session, diagnosis, peer, &head);
        return PAWL_OK;
    }
    if (diagnosis->tick != head.tick) return PAWL_ERR_STALE;
    if (head.type == DIAGNOSE_ANSWER) return take_answer(session, diagnosis, &head, from);
    const bool is_end =
        (head.type == DIAGNOSE_CANNOT && diagnosis->state == PAWLI_DIAGNOSIS_ASKS) ||
        (head.type == DIAGNOSE_THANKS && diagnosis->state == PAWLI_DIAGNOSIS_TELLS);
    if (!is_end) return PAWL_ERR_STALE;
    diagnosis->state = PAWLI_DIAGNOSIS_ENDED;
    return PAWL_OK;
}
