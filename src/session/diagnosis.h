/* diagnosis.h - the bytes of a diagnosis, for diagnose.c and descend.c. */
#ifndef PAWLI_DIAGNOSIS_H
#define PAWLI_DIAGNOSIS_H

#include "session/session.h"

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
