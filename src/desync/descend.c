/* descend.c - one level of a diagnosis, with the world of its tick: the host answers what was
 * asked, the client compares the answer and asks for the next level. */
#include "desync/diagnosis.h"
#include "session/rules.h"
#include "state/object.h"

/* What is looked at: a world, and what the game keeps beside it. That comes behind the branches of
 * the world as one object, whose fields are its values. */
typedef struct looked_at {
    const pawl_world *world;
    const pawl_rules *rules; /* or null */
} looked_at;

static pawl_status find_value(const looked_at *state, const pawli_diagnosis *diagnosis,
                              uint32_t item, pawl_field_value *out) {
    if (diagnosis->section != PAWL_BRANCH_RULES) {
        return pawl_object_field(state->world, (pawl_branch)diagnosis->section, diagnosis->index,
                                 item, out);
    }
    return pawli_rules_value(state->rules, item, out) ? PAWL_OK : PAWL_ERR_RANGE;
}

static pawl_status find_object(const looked_at *state, const pawli_diagnosis *diagnosis,
                               pawl_object_key *out) {
    memset(out, 0, sizeof *out);
    if (diagnosis->section != PAWL_BRANCH_RULES) {
        return pawl_object_find(state->world, (pawl_branch)diagnosis->section, diagnosis->index,
                                out);
    }
    out->slot = out->body_a = out->body_b = 0xFFFFu;
    return state->rules != NULL ? PAWL_OK : PAWL_ERR_RANGE;
}

/* ---- host ---- */

static uint32_t count_object_fields(const looked_at *state, const pawli_diagnosis *diagnosis) {
    pawl_field_value value;
    uint32_t count = 0;
    if (diagnosis->section == PAWL_BRANCH_RULES) return pawli_rules_count(state->rules);
    while (count < PAWLI_TREE_ITEMS_MAX && find_value(state, diagnosis, count, &value) == PAWL_OK)
        count++;
    return count;
}

static uint32_t item_hash(const looked_at *state, const pawli_diagnosis *diagnosis, uint32_t item) {
    const pawl_branch section = (pawl_branch)diagnosis->section;
    if (diagnosis->level == PAWLI_TREE_LEVEL_SECTIONS) {
        return item < PAWL_BRANCH_COUNT ? pawl_world_hash_tree(state->world).branches[item]
                                        : pawl_rules_hash(state->rules);
    }
    if (section == PAWL_BRANCH_RULES) return 0; /* it has no such levels */
    if (diagnosis->level == PAWLI_TREE_LEVEL_BLOCKS)
        return pawl_block_hash(state->world, section, item);
    return pawl_object_hash(state->world, section, diagnosis->index * PAWL_BLOCK_SIZE + item);
}

/* The later branches are told of only as far as there is something in them, so that builds that do
 * not know them understand what comes; the rules, where there are some. */
static uint32_t count_sections(const looked_at *state) {
    const pawl_hash_tree tree = pawl_world_hash_tree(state->world);
    if (state->rules != NULL) return PAWL_BRANCH_COUNT + 1u;
    return (uint32_t)pawli_counted_branches(tree.branches);
}

static uint32_t count_tree_items(const looked_at *state, const pawli_diagnosis *diagnosis) {
    const pawl_branch section = (pawl_branch)diagnosis->section;
    if (diagnosis->level == PAWLI_TREE_LEVEL_SECTIONS) return count_sections(state);
    if (diagnosis->level == PAWLI_TREE_LEVEL_FIELDS) return count_object_fields(state, diagnosis);
    if (section == PAWL_BRANCH_RULES) return 0;
    if (diagnosis->level == PAWLI_TREE_LEVEL_OBJECTS) return PAWL_BLOCK_SIZE;
    return (pawl_world_get_object_count(state->world, section) + PAWL_BLOCK_SIZE - 1u) /
           PAWL_BLOCK_SIZE;
}

/* total u16, count u8, for an object whether it exists and its key, then the items. */
static void write_answer(pawl_session *session, pawli_diagnosis *diagnosis,
                         const looked_at *state) {
    const bool is_fields = diagnosis->level == PAWLI_TREE_LEVEL_FIELDS;
    const uint32_t total = pawli_min(count_tree_items(state, diagnosis), PAWLI_TREE_ITEMS_MAX);
    const uint32_t room = session->def.packet_size - PAWLI_DIAGNOSIS_OVERHEAD;
    const uint32_t fit =
        is_fields ? (room - 1u - PAWLI_PACKED_KEY_SIZE) / PAWLI_PACKED_FIELD_SIZE : room / 4u;
    const uint32_t left = diagnosis->first < total ? total - diagnosis->first : 0;
    const uint32_t count = pawli_min(pawli_min(left, fit), 255u);
    pawli_writer to =
        pawli_writer_of(pawli_session_at(session, session->at_answer), session->def.packet_size);
    pawli_write_u16(&to, (uint16_t)total);
    pawli_write_u8(&to, (uint8_t)count);
    if (is_fields) {
        pawl_object_key key;
        const pawl_status status = find_object(state, diagnosis, &key);
        pawli_write_u8(&to, status == PAWL_OK);
        pawli_write_object_key(&to, &key);
    }
    for (uint32_t item = diagnosis->first; item < diagnosis->first + count; item++) {
        if (!is_fields) {
            pawli_write_u32(&to, item_hash(state, diagnosis, item));
            continue;
        }
        pawl_field_value field;
        memset(&field, 0, sizeof field);
        if (find_value(state, diagnosis, item, &field) != PAWL_OK) {
            memset(&field, 0, sizeof field);
        }
        pawli_write_field_value(&to, &field);
    }
    PAWL_ASSERT(!to.full);
    diagnosis->answer_size = (uint16_t)to.at;
    diagnosis->state = PAWLI_DIAGNOSIS_ANSWERS;
}

/* ---- client ---- */

static void ask_level(pawli_diagnosis *diagnosis, uint8_t level, uint32_t index) {
    diagnosis->level = level;
    diagnosis->index = index;
    diagnosis->first = 0;
    diagnosis->state = PAWLI_DIAGNOSIS_ASKS;
    diagnosis->is_sent = false;
}

/* The list was longer than a packet. */
static void ask_more(pawli_diagnosis *diagnosis, uint32_t count) {
    diagnosis->first += count;
    diagnosis->state = PAWLI_DIAGNOSIS_ASKS;
    diagnosis->is_sent = false;
}

static void finish_diagnosis(pawl_session *session, pawli_diagnosis *diagnosis) {
    diagnosis->difference.branch = (pawl_branch)diagnosis->section;
    diagnosis->state = PAWLI_DIAGNOSIS_TELLS;
    diagnosis->is_sent = false;
    diagnosis->is_known = true;
    diagnosis->known_tick = diagnosis->tick;
    pawli_notify(session, PAWL_EVENT_DIAGNOSED, diagnosis->peer, 0, diagnosis->tick, 0);
}

/* The first item whose hash differs leads to the next level. */
static void compare_item_hashes(pawl_session *session, pawli_diagnosis *diagnosis,
                                pawli_reader *from, const looked_at *state) {
    const uint32_t total = pawli_read_u16(from), count = pawli_read_u8(from);
    const uint32_t end = pawli_max(diagnosis->first + count, count_tree_items(state, diagnosis));
    const bool is_last = diagnosis->first + count >= total;
    uint32_t found = end, differing = 0;
    for (uint32_t item = diagnosis->first; item < (is_last ? end : diagnosis->first + count);
         item++) {
        const uint32_t theirs = item < diagnosis->first + count ? pawli_read_u32(from) : 0;
        if (item_hash(state, diagnosis, item) == theirs) continue;
        if (differing++ == 0) found = item;
    }
    if (differing == 0 && !is_last && count > 0) {
        ask_more(diagnosis, count);
        return;
    }
    if (differing == 0) { /* the worlds are alike: what the program hashes besides is not */
        finish_diagnosis(session, diagnosis);
        return;
    }
    if (diagnosis->level == PAWLI_TREE_LEVEL_SECTIONS && found >= PAWL_BRANCH_COUNT) {
        diagnosis->section = PAWL_BRANCH_RULES;
        diagnosis->difference.objects = 1;
        ask_level(diagnosis, PAWLI_TREE_LEVEL_FIELDS, 0);
    } else if (diagnosis->level == PAWLI_TREE_LEVEL_SECTIONS) {
        diagnosis->section = (uint8_t)found;
        ask_level(diagnosis, PAWLI_TREE_LEVEL_BLOCKS, 0);
    } else if (diagnosis->level == PAWLI_TREE_LEVEL_BLOCKS) {
        ask_level(diagnosis, PAWLI_TREE_LEVEL_OBJECTS, found);
    } else {
        diagnosis->difference.objects = differing;
        ask_level(diagnosis, PAWLI_TREE_LEVEL_FIELDS, diagnosis->index * PAWL_BLOCK_SIZE + found);
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
    const bool is_known = is_theirs && pawl_object_match(world, (pawl_branch)diagnosis->section,
                                                         theirs, &index) == PAWL_OK;
    const bool is_only_here = is_ours && (!is_theirs || is_known);
    diagnosis->difference.in_a = is_only_here;
    diagnosis->difference.in_b = !is_only_here;
    diagnosis->difference.key = is_only_here ? *ours : *theirs;
    diagnosis->difference.values = 1;
    finish_diagnosis(session, diagnosis);
}

/* A field of ours, and the value that the other side told of it, with our name for it. */
static bool is_equal_field(const looked_at *state, const pawli_diagnosis *diagnosis, uint32_t item,
                           pawl_field_value *ours, pawl_field_value *theirs) {
    const int64_t value = theirs->value;
    memset(ours, 0, sizeof *ours);
    if (find_value(state, diagnosis, item, ours) != PAWL_OK) return false;
    if (ours->type != theirs->type || ours->number != theirs->number) return false;
    *theirs = *ours;
    theirs->value = value;
    return ours->value == value || !ours->is_hashed;
}

static void compare_object_fields(pawl_session *session, pawli_diagnosis *diagnosis,
                                  pawli_reader *from, const looked_at *state) {
    const uint32_t total = pawli_read_u16(from), count = pawli_read_u8(from);
    const bool is_theirs = pawli_read_u8(from) != 0;
    const pawl_object_key theirs = pawli_read_object_key(from);
    pawl_object_key ours;
    const bool is_ours = find_object(state, diagnosis, &ours) == PAWL_OK;
    if (!is_ours || !is_theirs || !is_same_object_key(&ours, &theirs)) {
        finish_missing(session, diagnosis, state->world, is_ours, &ours, is_theirs, &theirs);
        return;
    }
    pawl_difference *const difference = &diagnosis->difference;
    difference->in_a = difference->in_b = true;
    difference->key = ours;
    for (uint32_t i = diagnosis->first; i < diagnosis->first + count; i++) {
        pawl_field_value a, b;
        pawli_read_field_value(from, &b);
        if (is_equal_field(state, diagnosis, i, &a, &b)) continue;
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
    ask_more(diagnosis, count);
}

/* ---- both ---- */

PAWLI_RARE pawl_status pawl_session_answer_diagnose(pawl_session *session,
                                                    const pawl_world *world) {
    return pawl_session_answer_diagnose_rules(session, world, NULL);
}

PAWLI_RARE pawl_status pawl_session_answer_diagnose_rules(pawl_session *session,
                                                          const pawl_world *world,
                                                          const pawl_rules *rules) {
    const looked_at state = {world, rules};
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.type != PAWL_REQUEST_DIAGNOSE) return PAWL_ERR_ARGUMENT;
    memset(&session->pending, 0, sizeof session->pending);
    pawli_diagnosis *const diagnosis = pawli_session_diagnosis(session);
    if (diagnosis == NULL || diagnosis->state != PAWLI_DIAGNOSIS_NEEDS_WORLD) return PAWL_OK;
    if (world == NULL) {
        diagnosis->state =
            pawli_session_is_host(session) ? PAWLI_DIAGNOSIS_CANNOT : PAWLI_DIAGNOSIS_ENDED;
    } else if (pawli_session_is_host(session)) {
        write_answer(session, diagnosis, &state);
    } else {
        pawli_reader from =
            pawli_reader_of(pawli_session_at(session, session->at_answer), diagnosis->answer_size);
        if (diagnosis->level == PAWLI_TREE_LEVEL_FIELDS) {
            compare_object_fields(session, diagnosis, &from, &state);
        } else {
            compare_item_hashes(session, diagnosis, &from, &state);
        }
    }
    return PAWL_OK;
}
