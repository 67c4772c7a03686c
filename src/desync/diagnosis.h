/* diagnosis.h - where a diagnosis stands, and its bytes: for diagnose.c and descend.c. */
#ifndef PAWLI_DIAGNOSIS_H
#define PAWLI_DIAGNOSIS_H

#include "session/session.h"

/* The descent to the first difference; only where there are slots to look at. */
typedef enum pawli_diagnosis_state {
    PAWLI_DIAGNOSIS_IDLE = 0,
    PAWLI_DIAGNOSIS_NEEDS_WORLD, /* a question or an answer has come */
    PAWLI_DIAGNOSIS_ASKS,
    PAWLI_DIAGNOSIS_TELLS,   /* the result, until the host has it */
    PAWLI_DIAGNOSIS_ANSWERS, /* host, these three: once */
    PAWLI_DIAGNOSIS_CANNOT,
    PAWLI_DIAGNOSIS_THANKS,
    PAWLI_DIAGNOSIS_ENDED
} pawli_diagnosis_state;

/* Of a packet of a diagnosis around the items of an answer: envelope, head, counts. */
#define PAWLI_DIAGNOSIS_OVERHEAD (16u + 13u + 3u)

typedef struct pawli_diagnosis {
    pawl_difference difference;
    uint32_t tick;
    uint32_t known_tick; /* of `difference` */
    uint32_t begun_ms;   /* host: turn of `owner` */
    uint32_t first;      /* of the items asked for */
    uint32_t index;      /* block, then object */
    uint32_t sent_ms;
    uint16_t answer_size;
    uint8_t state, level, section, peer;
    uint8_t owner; /* host: peer whose turn it is; PAWLI_OWNER_NONE */
    bool is_sent, is_known;
} pawli_diagnosis;

/* Null where states are not kept for it. */
static inline pawli_diagnosis *pawli_session_diagnosis(const pawl_session *session) {
    if (session->at_diagnosis == 0) return NULL;
    return (pawli_diagnosis *)(void *)pawli_session_at(session, session->at_diagnosis);
}

/* Levels of the hash tree, from the root down. */
enum {
    PAWLI_TREE_LEVEL_SECTIONS,
    PAWLI_TREE_LEVEL_BLOCKS,
    PAWLI_TREE_LEVEL_OBJECTS,
    PAWLI_TREE_LEVEL_FIELDS
};

#define PAWLI_PACKED_FIELD_SIZE 10u /* kind, number, value */
#define PAWLI_PACKED_KEY_SIZE 18u
#define PAWLI_TREE_ITEMS_MAX 0xFFFFu

static inline void pawli_write_object_key(pawli_writer *to, const pawl_object_key *key) {
    pawli_write_u32(to, key->serial);
    pawli_write_u32(to, key->serial_b);
    pawli_write_u32(to, key->detail);
    pawli_write_u16(to, key->slot);
    pawli_write_u16(to, key->body_a);
    pawli_write_u16(to, key->body_b);
}

static inline pawl_object_key pawli_read_object_key(pawli_reader *from) {
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

static inline void pawli_write_field_value(pawli_writer *to, const pawl_field_value *field) {
    pawli_write_u8(to, field->type);
    pawli_write_u8(to, field->number);
    pawli_write_u64(to, (uint64_t)field->value);
}

static inline void pawli_read_field_value(pawli_reader *from, pawl_field_value *field) {
    memset(field, 0, sizeof *field);
    field->type = pawli_read_u8(from);
    field->number = pawli_read_u8(from);
    field->value = (int64_t)pawli_read_u64(from);
}

#endif
