/* diagnose.c - which value differs: a walk down the hash tree, half of it on each machine.
 *
 * The client asks, level by level, for the hashes of the parts, of the blocks of the part that
 * differs, of the objects of that block, and for the fields of the object; then it tells what it
 * has found. Each answer takes the world of that tick, which the program brings back when asked to.
 * Four questions and the result are five round trips, unless a list is longer than a packet. */
#include "session/session.h"

enum {
    KIND_ASK,
    KIND_ANSWER,
    KIND_RESULT,
    KIND_THANKS,
    KIND_CANNOT
};
enum {
    LEVEL_PARTS,
    LEVEL_BLOCKS,
    LEVEL_OBJECTS,
    LEVEL_FIELDS
};

#define FIELD_BYTES 10u /* kind, number, value */
#define KEY_BYTES 18u
#define FIRST_MAX 0xFFFFu

static bool has_state(const pawl_session *session, uint32_t tick) {
    return pawli_rollback_find_slot(session, tick) != NULL && tick < session->hashes.next;
}

void pawli_diagnose_begin(pawl_session *session, uint32_t peer, uint32_t tick) {
    pawli_diagnosis *const walk = pawli_session_diagnosis(session);
    if (walk == NULL || !has_state(session, tick)) return;
    session->held = tick; /* until the end: more differs later, and less is known of it */
    if (pawli_session_is_host(session)) return;
    memset(walk, 0, sizeof *walk);
    walk->tick = tick;
    walk->peer = (uint8_t)peer;
    walk->state = PAWLI_DIAGNOSIS_ASKS;
}

bool pawli_diagnose_wants_world(const pawl_session *session, uint32_t *tick, uint32_t *slot) {
    const pawli_diagnosis *const walk = pawli_session_diagnosis(session);
    if (walk == NULL || walk->state != PAWLI_DIAGNOSIS_NEEDS_WORLD) return false;
    const pawli_slot *const found = pawli_rollback_find_slot(session, walk->tick);
    if (found == NULL) return false;
    *tick = walk->tick;
    *slot = (uint32_t)(found - pawli_session_slots(session));
    return true;
}

/* ---- bytes ---- */

static void write_key(pawli_writer *to, const pawl_object_key *key) {
    pawli_write_u32(to, key->serial);
    pawli_write_u32(to, key->serial_b);
    pawli_write_u32(to, key->detail);
    pawli_write_u16(to, key->slot);
    pawli_write_u16(to, key->body_a);
    pawli_write_u16(to, key->body_b);
}

static pawl_object_key read_key(pawli_reader *from) {
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

static void write_field(pawli_writer *to, const pawl_field_value *field) {
    pawli_write_u8(to, field->kind);
    pawli_write_u8(to, field->number);
    pawli_write_u64(to, (uint64_t)field->value);
}

static void read_field(pawli_reader *from, pawl_field_value *field) {
    field->kind = pawli_read_u8(from);
    field->number = pawli_read_u8(from);
    field->value = (int64_t)pawli_read_u64(from);
}

/* ---- the host's half ---- */

static uint32_t count_fields(const pawl_world *world, pawl_part part, uint32_t index) {
    pawl_field_value value;
    uint32_t count = 0;
    while (count < FIRST_MAX && pawl_object_field(world, part, index, count, &value) == PAWL_OK)
        count++;
    return count;
}

static uint32_t hash_at(const pawl_world *world, const pawli_diagnosis *walk, uint32_t item) {
    const pawl_part part = (pawl_part)walk->part;
    if (walk->level == LEVEL_PARTS) return pawl_world_hash_tree(world).parts[item];
    if (walk->level == LEVEL_BLOCKS) return pawl_block_hash(world, part, item);
    return pawl_object_hash(world, part, walk->index * PAWL_BLOCK_SIZE + item);
}

/* The last part is told of only if there is something in it, so that builds that do not know it
 * understand what comes. */
static uint32_t count_parts(const pawl_world *world) {
    const pawl_hash_tree tree = pawl_world_hash_tree(world);
    return tree.parts[PAWL_PART_COUNT - 1] == 0 ? PAWL_PART_COUNT - 1 : PAWL_PART_COUNT;
}

static uint32_t count_items(const pawl_world *world, const pawli_diagnosis *walk) {
    const pawl_part part = (pawl_part)walk->part;
    if (walk->level == LEVEL_PARTS) return count_parts(world);
    if (walk->level == LEVEL_OBJECTS) return PAWL_BLOCK_SIZE;
    if (walk->level == LEVEL_FIELDS) return count_fields(world, part, walk->index);
    return (pawl_part_count(world, part) + PAWL_BLOCK_SIZE - 1u) / PAWL_BLOCK_SIZE;
}

/* total u16, count u8, for an object whether it exists and its key, then the items. */
static void compute_answer(pawl_session *session, pawli_diagnosis *walk, const pawl_world *world) {
    const bool is_fields = walk->level == LEVEL_FIELDS;
    const uint32_t total = pawli_min(count_items(world, walk), FIRST_MAX);
    const uint32_t room = session->def.packet_size - PAWLI_DIAGNOSIS_OVERHEAD;
    const uint32_t fit = is_fields ? (room - 1u - KEY_BYTES) / FIELD_BYTES : room / 4u;
    const uint32_t left = walk->first < total ? total - walk->first : 0;
    const uint32_t count = pawli_min(pawli_min(left, fit), 255u);
    pawli_writer to =
        pawli_writer_of(pawli_session_at(session, session->at_answer), session->def.packet_size);
    pawli_write_u16(&to, (uint16_t)total);
    pawli_write_u8(&to, (uint8_t)count);
    if (is_fields) {
        pawl_object_key key;
        memset(&key, 0, sizeof key);
        const pawl_status status =
            pawl_object_find(world, (pawl_part)walk->part, walk->index, &key);
        pawli_write_u8(&to, status == PAWL_OK);
        write_key(&to, &key);
    }
    for (uint32_t item = walk->first; item < walk->first + count; item++) {
        if (!is_fields) {
            pawli_write_u32(&to, hash_at(world, walk, item));
            continue;
        }
        pawl_field_value field;
        memset(&field, 0, sizeof field);
        (void)pawl_object_field(world, (pawl_part)walk->part, walk->index, item, &field);
        write_field(&to, &field);
    }
    PAWL_ASSERT(!to.full);
    walk->answer_size = (uint16_t)to.at;
    walk->state = PAWLI_DIAGNOSIS_ANSWERS;
}

/* ---- the client's half ---- */

static void ask_next(pawli_diagnosis *walk, uint8_t level, uint32_t index) {
    walk->level = level;
    walk->index = index;
    walk->first = 0;
    walk->state = PAWLI_DIAGNOSIS_ASKS;
    walk->is_sent = false;
}

static void finish(pawl_session *session, pawli_diagnosis *walk) {
    walk->difference.part = (pawl_part)walk->part;
    walk->state = PAWLI_DIAGNOSIS_TELLS;
    walk->is_sent = false;
    walk->is_known = true;
    pawli_notify(session, PAWL_EVENT_DIAGNOSED, walk->peer, 0, walk->tick, 0);
}

/* The first item whose hash differs leads to the next level. */
static void compare_hashes(pawl_session *session, pawli_diagnosis *walk, pawli_reader *from,
                           const pawl_world *world) {
    const uint32_t total = pawli_read_u16(from), count = pawli_read_u8(from);
    const uint32_t end = pawli_max(walk->first + count, count_items(world, walk));
    const bool is_last = walk->first + count >= total;
    uint32_t found = end, differing = 0;
    for (uint32_t item = walk->first; item < (is_last ? end : walk->first + count); item++) {
        const uint32_t theirs = item < walk->first + count ? pawli_read_u32(from) : 0;
        if (hash_at(world, walk, item) == theirs) continue;
        if (differing++ == 0) found = item;
    }
    if (differing == 0 && !is_last && count > 0) {
        walk->first += count;
        walk->state = PAWLI_DIAGNOSIS_ASKS;
        walk->is_sent = false;
        return;
    }
    if (differing == 0) { /* the worlds are alike: what the program hashes besides is not */
        finish(session, walk);
        return;
    }
    if (walk->level == LEVEL_PARTS) {
        walk->part = (uint8_t)found;
        ask_next(walk, LEVEL_BLOCKS, 0);
    } else if (walk->level == LEVEL_BLOCKS) {
        ask_next(walk, LEVEL_OBJECTS, found);
    } else {
        walk->difference.objects = differing;
        ask_next(walk, LEVEL_FIELDS, walk->index * PAWL_BLOCK_SIZE + found);
    }
}

static bool is_same_object(const pawl_object_key *a, const pawl_object_key *b) {
    return a->serial == b->serial && a->serial_b == b->serial_b && a->detail == b->detail;
}

/* Which of two different objects at the same place the other machine does not have. */
static void tell_missing(pawl_session *session, pawli_diagnosis *walk, const pawl_world *world,
                         bool is_ours, const pawl_object_key *ours, bool is_theirs,
                         const pawl_object_key *theirs) {
    uint32_t index;
    const bool is_known =
        is_theirs && pawl_object_match(world, (pawl_part)walk->part, theirs, &index) == PAWL_OK;
    const bool is_only_here = is_ours && (!is_theirs || is_known);
    walk->difference.in_a = is_only_here;
    walk->difference.in_b = !is_only_here;
    walk->difference.key = is_only_here ? *ours : *theirs;
    walk->difference.values = 1;
    finish(session, walk);
}

static void compare_fields(pawl_session *session, pawli_diagnosis *walk, pawli_reader *from,
                           const pawl_world *world) {
    const pawl_part part = (pawl_part)walk->part;
    const uint32_t total = pawli_read_u16(from), count = pawli_read_u8(from);
    const bool is_theirs = pawli_read_u8(from) != 0;
    const pawl_object_key theirs = read_key(from);
    pawl_object_key ours;
    memset(&ours, 0, sizeof ours);
    const bool is_ours = pawl_object_find(world, part, walk->index, &ours) == PAWL_OK;
    if (!is_ours || !is_theirs || !is_same_object(&ours, &theirs)) {
        tell_missing(session, walk, world, is_ours, &ours, is_theirs, &theirs);
        return;
    }
    pawl_difference *const difference = &walk->difference;
    difference->in_a = difference->in_b = true;
    difference->key = ours;
    for (uint32_t i = walk->first; i < walk->first + count; i++) {
        pawl_field_value a, b;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        read_field(from, &b);
        const bool has_one = pawl_object_field(world, part, walk->index, i, &a) == PAWL_OK;
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
    const bool is_last = walk->first + count >= total || count == 0;
    if (difference->values != 0 || is_last) {
        finish(session, walk);
        return;
    }
    walk->first += count;
    walk->state = PAWLI_DIAGNOSIS_ASKS;
    walk->is_sent = false;
}

pawl_status pawl_session_diagnose(pawl_session *session, const pawl_world *world) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.kind != PAWL_REQUEST_DIAGNOSE) return PAWL_ERR_ARGUMENT;
    memset(&session->pending, 0, sizeof session->pending);
    pawli_diagnosis *const walk = pawli_session_diagnosis(session);
    if (walk == NULL || walk->state != PAWLI_DIAGNOSIS_NEEDS_WORLD) return PAWL_OK;
    if (world == NULL) {
        walk->state =
            pawli_session_is_host(session) ? PAWLI_DIAGNOSIS_CANNOT : PAWLI_DIAGNOSIS_ENDED;
    } else if (pawli_session_is_host(session)) {
        compute_answer(session, walk, world);
    } else {
        pawli_reader from =
            pawli_reader_of(pawli_session_at(session, session->at_answer), walk->answer_size);
        if (walk->level == LEVEL_FIELDS) {
            compare_fields(session, walk, &from, world);
        } else {
            compare_hashes(session, walk, &from, world);
        }
    }
    return PAWL_OK;
}

pawl_status pawl_session_difference(const pawl_session *session, uint32_t *tick,
                                    pawl_difference *out) {
    if (session == NULL || tick == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawli_diagnosis *const walk = pawli_session_diagnosis(session);
    if (walk == NULL || !walk->is_known) return PAWL_ERR_STALE;
    *tick = walk->tick;
    *out = walk->difference;
    return PAWL_OK;
}

/* ---- packets ---- */

bool pawli_diagnose_is_due(const pawl_session *session, uint32_t peer) {
    const pawli_diagnosis *const walk = pawli_session_diagnosis(session);
    if (walk == NULL || walk->peer != peer) return false;
    if (walk->state == PAWLI_DIAGNOSIS_ANSWERS || walk->state == PAWLI_DIAGNOSIS_CANNOT ||
        walk->state == PAWLI_DIAGNOSIS_THANKS) {
        return true;
    }
    if (walk->state != PAWLI_DIAGNOSIS_ASKS && walk->state != PAWLI_DIAGNOSIS_TELLS) return false;
    const uint32_t wait =
        session->def.resend_ms + pawli_session_peers(session)[peer].clock.round_trip;
    return !walk->is_sent || pawli_is_due(session, walk->sent_ms, wait);
}

static void write_result(pawli_writer *to, const pawl_difference *difference) {
    pawli_write_u32(to, difference->values);
    pawli_write_u32(to, difference->objects);
    pawli_write_u8(to, (uint8_t)((difference->in_a ? 1u : 0) | (difference->in_b ? 2u : 0)));
    write_key(to, &difference->key);
    write_field(to, &difference->a);
    write_field(to, &difference->b);
    pawli_write_u8(to, difference->a.fraction);
    pawli_write_bytes(to, difference->a.name, PAWL_FIELD_NAME_MAX);
}

int32_t pawli_diagnose_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    static const PAWLI_ROM uint8_t kinds[] = {
        [PAWLI_DIAGNOSIS_ASKS] = KIND_ASK,       [PAWLI_DIAGNOSIS_TELLS] = KIND_RESULT,
        [PAWLI_DIAGNOSIS_ANSWERS] = KIND_ANSWER, [PAWLI_DIAGNOSIS_CANNOT] = KIND_CANNOT,
        [PAWLI_DIAGNOSIS_THANKS] = KIND_THANKS,
    };
    pawli_diagnosis *const walk = pawli_session_diagnosis(session);
    uint8_t copy;
    const uint8_t *const kind =
        (const uint8_t *)pawli_rom_fetch(&kinds[walk->state], &copy, sizeof copy);
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u8(&to, *kind);
    pawli_write_u8(&to, walk->level);
    pawli_write_u8(&to, walk->part);
    pawli_write_u32(&to, walk->tick);
    pawli_write_u32(&to, walk->index);
    pawli_write_u16(&to, (uint16_t)walk->first);
    if (walk->state == PAWLI_DIAGNOSIS_ANSWERS) {
        pawli_write_bytes(&to, pawli_session_at(session, session->at_answer), walk->answer_size);
    }
    if (walk->state == PAWLI_DIAGNOSIS_TELLS) write_result(&to, &walk->difference);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_DIAGNOSE, 0);
    if (length == 0) return 0;
    walk->is_sent = true;
    walk->sent_ms = session->now;
    if (walk->state >= PAWLI_DIAGNOSIS_ANSWERS) walk->state = PAWLI_DIAGNOSIS_IDLE;
    return length;
}

typedef struct walk_head {
    uint32_t tick, index, first;
    uint8_t kind, level, part;
} walk_head;

static bool is_same_question(const pawli_diagnosis *walk, uint32_t peer, const walk_head *head) {
    return walk->peer == peer && walk->tick == head->tick && walk->level == head->level &&
           walk->part == head->part && walk->index == head->index && walk->first == head->first;
}

/* Host: a question. One that comes again must not undo the answer that is on its way. */
static void take_question(pawl_session *session, pawli_diagnosis *walk, uint32_t peer,
                          const walk_head *head) {
    if (walk->state == PAWLI_DIAGNOSIS_NEEDS_WORLD) return;
    if (walk->state == PAWLI_DIAGNOSIS_ANSWERS && is_same_question(walk, peer, head)) return;
    const bool is_known = walk->is_known && walk->tick == head->tick;
    walk->peer = (uint8_t)peer;
    walk->level = head->level;
    walk->part = head->part;
    walk->index = head->index;
    walk->first = head->first;
    walk->is_known = is_known;
    if (!has_state(session, head->tick)) {
        walk->state = PAWLI_DIAGNOSIS_CANNOT;
        return;
    }
    walk->tick = session->held = head->tick;
    walk->state = PAWLI_DIAGNOSIS_NEEDS_WORLD;
}

/* Host: what the client has found, seen from this side. */
static pawl_status take_result(pawl_session *session, pawli_diagnosis *walk, uint32_t peer,
                               const walk_head *head, pawli_reader *from) {
    pawl_difference found;
    memset(&found, 0, sizeof found);
    found.part = (pawl_part)head->part;
    found.values = pawli_read_u32(from);
    found.objects = pawli_read_u32(from);
    const uint8_t where = pawli_read_u8(from);
    found.key = read_key(from);
    read_field(from, &found.b);
    read_field(from, &found.a);
    const uint8_t fraction = pawli_read_u8(from);
    const uint8_t *const name = pawli_read_bytes(from, PAWL_FIELD_NAME_MAX);
    if (name == NULL || pawli_bytes_left(from) != 0 || where > 3) return PAWL_ERR_FORMAT;
    memcpy(found.a.name, name, PAWL_FIELD_NAME_MAX - 1u);
    memcpy(found.b.name, name, PAWL_FIELD_NAME_MAX - 1u);
    found.a.fraction = found.b.fraction = pawli_min(fraction, 32u) & 0xFFu;
    found.a.is_hashed = found.b.is_hashed = 1;
    found.in_b = (where & 1u) != 0;
    found.in_a = (where & 2u) != 0;
    if (walk->state == PAWLI_DIAGNOSIS_NEEDS_WORLD) return PAWL_ERR_STALE;
    if (!walk->is_known) {
        walk->difference = found;
        walk->tick = head->tick;
        walk->is_known = true;
        pawli_notify(session, PAWL_EVENT_DIAGNOSED, peer, 0, head->tick, 0);
    }
    walk->peer = (uint8_t)peer;
    walk->state = PAWLI_DIAGNOSIS_THANKS;
    return PAWL_OK;
}

/* Client: keep the answer until there is a world to compare it with. */
static pawl_status take_answer(pawl_session *session, pawli_diagnosis *walk, const walk_head *head,
                               pawli_reader *from) {
    const uint8_t *const start = from->bytes + from->at;
    const uint32_t size = pawli_bytes_left(from);
    const uint32_t total = pawli_read_u16(from);
    const uint32_t count = pawli_read_u8(from);
    const bool is_fields = head->level == LEVEL_FIELDS;
    const uint32_t most = head->level == LEVEL_PARTS     ? PAWL_PART_COUNT
                          : head->level == LEVEL_OBJECTS ? PAWL_BLOCK_SIZE
                                                         : FIRST_MAX;
    const uint32_t items = is_fields ? 1u + KEY_BYTES + count * FIELD_BYTES : count * 4u;
    if (from->bad || pawli_bytes_left(from) != items || size > session->def.packet_size ||
        total > most || head->first + count > total) {
        return PAWL_ERR_FORMAT;
    }
    if (walk->state != PAWLI_DIAGNOSIS_ASKS || walk->level != head->level ||
        walk->part != head->part || walk->index != head->index || walk->first != head->first) {
        return PAWL_ERR_STALE;
    }
    memcpy(pawli_session_at(session, session->at_answer), start, (size_t)size);
    walk->answer_size = (uint16_t)size;
    walk->state = PAWLI_DIAGNOSIS_NEEDS_WORLD;
    return PAWL_OK;
}

pawl_status pawli_diagnose_receive(pawl_session *session, uint32_t peer, pawli_packet *packet) {
    pawli_reader *const from = &packet->body;
    walk_head head;
    head.kind = pawli_read_u8(from);
    head.level = pawli_read_u8(from);
    head.part = pawli_read_u8(from);
    head.tick = pawli_read_u32(from);
    head.index = pawli_read_u32(from);
    head.first = pawli_read_u16(from);
    if (from->bad || head.kind > KIND_CANNOT || head.level > LEVEL_FIELDS || packet->flags != 0 ||
        head.part >= PAWL_PART_COUNT || head.index > UINT32_MAX / PAWL_BLOCK_SIZE) {
        return PAWL_ERR_FORMAT;
    }
    const bool has_content = head.kind == KIND_ANSWER || head.kind == KIND_RESULT;
    if (!has_content && pawli_bytes_left(from) != 0) return PAWL_ERR_FORMAT;
    pawli_diagnosis *const walk = pawli_session_diagnosis(session);
    if (walk == NULL) return PAWL_ERR_STALE;
    if (pawli_session_is_host(session)) {
        if (head.kind == KIND_RESULT) return take_result(session, walk, peer, &head, from);
        if (head.kind != KIND_ASK) return PAWL_ERR_STALE;
        take_question(session, walk, peer, &head);
        return PAWL_OK;
    }
    if (walk->tick != head.tick) return PAWL_ERR_STALE;
    if (head.kind == KIND_ANSWER) return take_answer(session, walk, &head, from);
    const bool is_end = (head.kind == KIND_CANNOT && walk->state == PAWLI_DIAGNOSIS_ASKS) ||
                        (head.kind == KIND_THANKS && walk->state == PAWLI_DIAGNOSIS_TELLS);
    if (!is_end) return PAWL_ERR_STALE;
    walk->state = PAWLI_DIAGNOSIS_ENDED;
    return PAWL_OK;
}
