/* rules.c - the values that the rules of a game keep beside its world, as the program tells of them
 * in a table: read one by one, so that hash and snapshot are the same on every machine. */
#include "session/rules.h"

#define NAME_ROOM (PAWL_FIELD_NAME_MAX - 1u)

static uint32_t value_size(uint8_t type) {
    return UINT32_C(1) << (type / 2u);
}

PAWLI_RARE bool pawl_rules_is_valid(const pawl_rules *rules) {
    if (rules == NULL || rules->values == NULL || rules->fields == NULL) return false;
    uint32_t total = 0;
    for (uint32_t i = 0; i < rules->field_count; i++) {
        const pawl_rules_field *const field = &rules->fields[i];
        if (field->name == NULL) return false;
        if (field->type > PAWL_RULES_I64 || field->fraction > 32 || field->count == 0) {
            return false;
        }
        const uint32_t size = field->count * value_size(field->type);
        if (field->offset > rules->size || size > rules->size - field->offset) {
            return false;
        }
        total += field->count;
        if (total > PAWL_RULES_VALUES_MAX) return false;
    }
    return true;
}

uint32_t pawli_rules_count(const pawl_rules *rules) {
    uint32_t count = 0;
    for (uint32_t i = 0; rules != NULL && i < rules->field_count; i++)
        count += rules->fields[i].count;
    return count;
}

static int64_t read_value(const pawl_rules *rules, const pawl_rules_field *field, uint32_t index) {
    const uint32_t size = value_size(field->type);
    const uint8_t *const at = (const uint8_t *)rules->values + field->offset + index * size;
    union {
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
    } value;
    memcpy(&value, at, (size_t)size);
    switch (field->type) {
    case PAWL_RULES_U8:
        return value.u8;
    case PAWL_RULES_I8:
        return value.i8;
    case PAWL_RULES_U16:
        return value.u16;
    case PAWL_RULES_I16:
        return value.i16;
    case PAWL_RULES_U32:
        return value.u32;
    case PAWL_RULES_I32:
        return value.i32;
    case PAWL_RULES_U64:
        return (int64_t)value.u64;
    default:
        return value.i64;
    }
}

static void write_value(const pawl_rules *rules, const pawl_rules_field *field, uint32_t index,
                        uint64_t bits) {
    const uint32_t size = value_size(field->type);
    uint8_t *const at = (uint8_t *)rules->values + field->offset + index * size;
    const uint8_t u8 = (uint8_t)bits;
    const uint16_t u16 = (uint16_t)bits;
    const uint32_t u32 = (uint32_t)bits;
    if (size == 1) memcpy(at, &u8, sizeof u8);
    if (size == 2) memcpy(at, &u16, sizeof u16);
    if (size == 4) memcpy(at, &u32, sizeof u32);
    if (size == 8) memcpy(at, &bits, sizeof bits);
}

/* "score[2]"; without the number where there is one value. */
static void name_value(const pawl_rules_field *field, uint32_t index, char *name) {
    uint32_t at = 0;
    for (; at < NAME_ROOM && field->name[at] != '\0'; at++)
        name[at] = field->name[at];
    if (field->count < 2) return;
    char digits[5];
    uint32_t count = 0;
    do {
        digits[count++] = (char)('0' + index % 10u);
        index /= 10u;
    } while (index > 0 && count < sizeof digits);
    at = pawli_min(at, NAME_ROOM - count - 2u);
    name[at++] = '[';
    while (count > 0)
        name[at++] = digits[--count];
    name[at++] = ']';
    name[at] = '\0';
}

bool pawli_rules_value(const pawl_rules *rules, uint32_t item, pawl_field_value *out) {
    memset(out, 0, sizeof *out);
    uint32_t index = item;
    for (uint32_t i = 0; rules != NULL && i < rules->field_count; i++) {
        const pawl_rules_field *const field = &rules->fields[i];
        if (index < field->count) {
            name_value(field, index, out->name);
            out->value = read_value(rules, field, index);
            out->type = field->type;
            out->number = (uint8_t)(item & 0xFFu);
            out->fraction = field->fraction;
            out->is_hashed = true;
            return true;
        }
        index -= field->count;
    }
    return false;
}

uint32_t pawl_rules_hash(const pawl_rules *rules) {
    uint32_t hash = 0;
    for (uint32_t i = 0; rules != NULL && i < rules->field_count; i++) {
        const pawl_rules_field *const field = &rules->fields[i];
        for (uint32_t index = 0; index < field->count; index++) {
            uint8_t bytes[8];
            const uint64_t bits = (uint64_t)read_value(rules, field, index);
            pawli_store_u32(bytes, (uint32_t)bits);
            pawli_store_u32(bytes + 4, (uint32_t)(bits >> 32));
            hash = pawl_xxh32(bytes, sizeof bytes, hash);
        }
    }
    return hash;
}

uint32_t pawli_rules_encoded_size(const pawl_rules *rules) {
    uint32_t size = 0;
    for (uint32_t i = 0; rules != NULL && i < rules->field_count; i++)
        size += rules->fields[i].count * value_size(rules->fields[i].type);
    return size;
}

/* Each value with its low byte first. */
void pawli_rules_encode(const pawl_rules *rules, uint8_t *to) {
    for (uint32_t i = 0; rules != NULL && i < rules->field_count; i++) {
        const pawl_rules_field *const field = &rules->fields[i];
        for (uint32_t index = 0; index < field->count; index++) {
            uint64_t bits = (uint64_t)read_value(rules, field, index);
            for (uint32_t byte = 0; byte < value_size(field->type); byte++, bits >>= 8)
                *to++ = (uint8_t)(bits & 0xFFu);
        }
    }
}

void pawli_rules_decode(const pawl_rules *rules, const uint8_t *from) {
    for (uint32_t i = 0; rules != NULL && i < rules->field_count; i++) {
        const pawl_rules_field *const field = &rules->fields[i];
        for (uint32_t index = 0; index < field->count; index++) {
            uint64_t bits = 0;
            for (uint32_t byte = 0; byte < value_size(field->type); byte++)
                bits |= (uint64_t)*from++ << 8u * byte;
            write_value(rules, field, index, bits);
        }
    }
}

/* ---- for the program ---- */

PAWLI_RARE int32_t pawl_rules_compare(const pawl_rules *a, const pawl_rules *b,
                                      pawl_difference *out) {
    const uint32_t count = pawli_max(pawli_rules_count(a), pawli_rules_count(b));
    pawl_difference found;
    memset(&found, 0, sizeof found);
    for (uint32_t i = 0; i < count; i++) {
        pawl_field_value ours, theirs;
        const bool in_a = pawli_rules_value(a, i, &ours), in_b = pawli_rules_value(b, i, &theirs);
        if (in_a && in_b && ours.value == theirs.value) continue;
        if (found.values++ != 0) continue;
        found.in_a = in_a;
        found.in_b = in_b;
        found.a = ours;
        found.b = theirs;
    }
    if (found.values != 0) {
        found.objects = 1;
        found.branch = PAWL_BRANCH_RULES;
        found.key.slot = found.key.body_a = found.key.body_b = 0xFFFFu;
    }
    if (out != NULL) *out = found;
    return (int32_t)found.values; /* PAWL_RULES_VALUES_MAX */
}

PAWLI_RARE int32_t pawl_rules_compare_game(const pawl_world *world_a, const pawl_rules *rules_a,
                                           const pawl_world *world_b, const pawl_rules *rules_b,
                                           pawl_difference *out) {
    pawl_difference worlds, rules;
    const int32_t in_worlds = pawl_world_compare(world_a, world_b, &worlds);
    const int32_t in_rules = pawl_rules_compare(rules_a, rules_b, &rules);
    const int32_t most = INT32_MAX - in_rules;
    const int32_t sum = in_worlds > most ? INT32_MAX : in_worlds + in_rules;
    if (out != NULL) {
        *out = in_worlds != 0 ? worlds : rules;
        out->values = (uint32_t)sum;
        out->objects = worlds.objects + rules.objects;
    }
    return sum;
}

size_t pawl_rules_encode_size(const pawl_rules *rules) {
    return (size_t)pawli_rules_encoded_size(rules);
}

pawl_status pawl_rules_encode(const pawl_rules *rules, void *buffer, size_t capacity,
                              size_t *size) {
    if (rules == NULL || buffer == NULL || size == NULL) return PAWL_ERR_NULL;
    if (!pawl_rules_is_valid(rules)) return PAWL_ERR_ARGUMENT;
    *size = (size_t)pawli_rules_encoded_size(rules);
    if (capacity < *size) return PAWL_ERR_MEMORY;
    pawli_rules_encode(rules, (uint8_t *)buffer);
    return PAWL_OK;
}

pawl_status pawl_rules_decode(const pawl_rules *rules, const void *bytes, size_t size) {
    if (rules == NULL || bytes == NULL) return PAWL_ERR_NULL;
    if (!pawl_rules_is_valid(rules)) return PAWL_ERR_ARGUMENT;
    if (size != (size_t)pawli_rules_encoded_size(rules)) return PAWL_ERR_FORMAT;
    pawli_rules_decode(rules, (const uint8_t *)bytes);
    return PAWL_OK;
}
