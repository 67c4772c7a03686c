/* canonical.c - objects as words; see canonical.h. */
#include "world/canonical.h"

#include "base/rom.h"

/* ---- words ---- */

static void flush_words(pawli_canonical *words) {
    const uint32_t whole = words->count & ~UINT32_C(3);
    pawli_xxh32_words(&words->hash, words->words, whole);
    for (uint32_t i = whole; i < words->count; i++)
        words->words[i - whole] = words->words[i];
    words->count -= whole;
}

void pawli_canonical_begin(pawli_canonical *words, const pawl_world *world) {
    pawli_xxh32_begin(&words->hash, 0);
    words->world = world;
    words->count = 0;
}

/* Small code hashes each word at once. */
void pawli_canonical_word(pawli_canonical *words, uint32_t word) {
    if (PAWL_SMALL_CODE) {
        pawli_xxh32_word(&words->hash, word);
        return;
    }
    if (words->count == PAWLI_CANONICAL_WORDS) flush_words(words);
    words->words[words->count++] = word;
}

void pawli_canonical_name(pawli_canonical *words, pawli_object_type type, uint16_t slot,
                          uint32_t serial) {
    if (PAWL_SMALL_CODE) {
        pawli_canonical_word(words, (uint32_t)type << 24 | slot);
        pawli_canonical_word(words, serial);
        return;
    }
    if (words->count > PAWLI_CANONICAL_WORDS - 2) flush_words(words);
    uint32_t *to = &words->words[words->count];
    to[0] = (uint32_t)type << 24 | slot;
    to[1] = serial;
    words->count += 2;
}

uint32_t pawli_canonical_end(pawli_canonical *words) {
    if (!PAWL_SMALL_CODE) pawli_xxh32_words(&words->hash, words->words, words->count);
    return pawli_xxh32_end(&words->hash);
}

/* ---- fields ---- */

#define WORDS_PER_FIELD 3u
#define ROWS_MAX 60u /* fields that have room at once, whatever their values are */
PAWL_STATIC_ASSERT(PAWL_SMALL_CODE || ROWS_MAX * WORDS_PER_FIELD + 4 <= PAWLI_CANONICAL_WORDS,
                   "words have no room");

/* From here on, the value of a field takes one word: SIGNED_4, ONE, TWO; one or two: FOUR,
 * BODY_SERIAL, SHAPE_SERIAL; any: EIGHT. */
typedef enum form {
    SIGNED_4,
    ONE,
    TWO,
    FOUR,
    BODY_SERIAL,
    SHAPE_SERIAL,
    EIGHT
} form;

static form form_of(const pawli_field *field) {
    if (field->coding == PAWLI_CODE_BODY) return BODY_SERIAL;
    if (field->coding == PAWLI_CODE_SHAPE) return SHAPE_SERIAL;
    switch (field->size) {
    case 1:
        return ONE;
    case 2:
        return TWO;
    case 4:
        return field->coding == PAWLI_CODE_SIGNED ? SIGNED_4 : FOUR;
    default:
        return EIGHT;
    }
}

/* Whether a field is hashed and has all of some flags. */
static inline bool counts(const pawli_field *field, uint8_t flags) {
    if (PAWLI_TEST_MASK && field->size == 0) return false; /* masked out, see fields.h */
    return (field->flags & (flags | PAWLI_FIELD_UNHASHED)) == flags;
}

static void make_row(pawli_canonical_row *row, pawli_object_type type, const pawli_field *field) {
    const bool has_sign = field->coding == PAWLI_CODE_SIGNED && field->size <= 2;
    row->offset = field->offset;
    row->form = (uint8_t)form_of(field);
    row->run = 1;
    row->name = (uint32_t)type << 24 | field->number;
    row->default_value = field->default_value;
    row->mask = field->mask != 0 ? field->mask : UINT16_MAX;
    row->sign = (uint16_t)(has_sign ? 1u << (8 * field->size - 1) : 0u);
}

/* Which fields are at rest follows no pattern that a processor could guess: words are written in
 * any case, and counted if they count. */
static inline uint32_t *end_of_words(uint32_t *to, bool counts, uint32_t count) {
    return to + ((0u - (uint32_t)counts) & count);
}

/* Fields of four bytes with a sign are most of them. */
static uint32_t *add_signed(uint32_t *to, const pawli_canonical_row *rows, const uint8_t *object) {
    for (const pawli_canonical_row *end = rows + rows->run; rows < end; rows++) {
        const void *at = object + rows->offset;
        const int32_t value = *(const int32_t *)at;
        to[1] = (uint32_t)value;
        to[0] = rows->name;
        to = end_of_words(to, value != rows->default_value, 2);
    }
    return to;
}

/* One or two bytes, with or without a sign. */
static inline uint32_t *add_narrow(uint32_t *to, const pawli_canonical_row *row, const void *at) {
    uint32_t value = row->form == ONE ? *(const uint8_t *)at : *(const uint16_t *)at;
    value = ((value & row->mask) ^ row->sign) - row->sign;
    to[1] = value;
    to[0] = row->name;
    return end_of_words(to, value != (uint32_t)row->default_value, 2);
}

static uint32_t serial_of(const pawl_world *world, bool of_body, uint16_t slot) {
    if (slot == PAWLI_NONE) return 0;
    return of_body ? pawli_bodies_const(world)[slot].serial
                   : pawli_shapes_const(world)[slot].serial;
}

/* Four bytes without a sign: long from 2^31 on. A default has no more than 31 bits. */
static inline uint32_t *add_plain(uint32_t *to, const pawli_canonical_row *row, uint32_t value) {
    to[1] = value;
    to[0] = row->name;
    to[2] = 0;
    return end_of_words(to, value != (uint32_t)row->default_value, 2 + (value >> 31));
}

static uint32_t *add_eight(uint32_t *to, const pawli_canonical_row *row, int64_t value) {
    const uint32_t low = (uint32_t)((uint64_t)value & UINT32_MAX);
    to[0] = row->name;
    to[1] = low;
    to[2] = (uint32_t)((uint64_t)value >> 32);
    return end_of_words(to, value != row->default_value, 2u + (value != (int32_t)low));
}

static uint32_t *add_others(const pawl_world *world, uint32_t *to, const pawli_canonical_row *rows,
                            const uint8_t *object) {
    for (const pawli_canonical_row *end = rows + rows->run; rows < end; rows++) {
        const void *at = object + rows->offset;
        if (rows->form <= TWO) {
            to = add_narrow(to, rows, at);
        } else if (rows->form == FOUR) {
            to = add_plain(to, rows, *(const uint32_t *)at);
        } else if (rows->form == EIGHT) {
            to = add_eight(to, rows, *(const int64_t *)at);
        } else {
            to = add_plain(to, rows,
                           serial_of(world, rows->form == BODY_SERIAL, *(const uint16_t *)at));
        }
    }
    return to;
}

static void add_rows(pawli_canonical *words, const pawli_canonical_row *rows, uint32_t count,
                     const void *object) {
    PAWL_ASSERT(count <= ROWS_MAX);
    if (words->count > PAWLI_CANONICAL_WORDS - count * WORDS_PER_FIELD) flush_words(words);
    uint32_t *to = &words->words[words->count];
    for (const pawli_canonical_row *end = rows + count; rows < end; rows += rows->run)
        to = rows->form == SIGNED_4 ? add_signed(to, rows, (const uint8_t *)object)
                                    : add_others(words->world, to, rows, (const uint8_t *)object);
    words->count = (uint32_t)(to - words->words);
}

/* The value of a field of up to four bytes, with its sign. */
static uint32_t small_value(const pawl_world *world, const pawli_field *field, const void *at) {
    if (field->coding == PAWLI_CODE_BODY || field->coding == PAWLI_CODE_SHAPE)
        return serial_of(world, field->coding == PAWLI_CODE_BODY, *(const uint16_t *)at);
    if (field->size == 4) return *(const uint32_t *)at;
    uint16_t value = field->size == 1 ? *(const uint8_t *)at : *(const uint16_t *)at;
    if (field->mask != 0) value &= field->mask;
    if (field->coding != PAWLI_CODE_SIGNED) return value;
    const uint32_t sign = field->size == 1 ? UINT32_C(0x80) : UINT32_C(0x8000);
    return (value ^ sign) - sign;
}

/* What rows are in small code: any field, as two halves, of which the high one seldom counts. */
static void add_small(pawli_canonical *words, pawli_object_type type, const pawli_field *field,
                      const uint8_t *object) {
    const void *at = object + field->offset;
    uint32_t low, high = 0;
    if (field->size == 8) {
        const uint64_t value = *(const uint64_t *)at;
        low = (uint32_t)(value & UINT32_MAX);
        high = (uint32_t)(value >> 32);
    } else {
        low = small_value(words->world, field, at);
        if (field->coding == PAWLI_CODE_SIGNED && low >> 31) high = UINT32_MAX;
    }
    const bool is_long = high != (low >> 31 ? UINT32_MAX : 0);
    if (low == (uint32_t)field->default_value && !is_long) return;
    pawli_canonical_name(words, type, field->number, low);
    if (is_long) pawli_canonical_word(words, high);
}

void pawli_canonical_fields(pawli_canonical *words, pawli_object_type type, const void *object,
                            uint8_t flags) {
    const pawli_fields table = pawli_fields_of(type);
    for (uint16_t i = 0; i < table.count; i++) {
        pawli_field copy;
        pawli_canonical_row row;
        const pawli_field *field = pawli_rom_fetch(&table.fields[i], &copy, sizeof copy);
        if (!counts(field, flags)) continue;
        if (PAWL_SMALL_CODE) {
            add_small(words, type, field, (const uint8_t *)object);
            continue;
        }
        make_row(&row, type, field);
        add_rows(words, &row, 1, object);
    }
}

/* ---- tables ---- */

/* From the last row to the first: how many of the common form follow each other, and how many of
 * all others. */
static void find_runs(pawli_canonical_row *rows, uint8_t count) {
    for (uint8_t i = count; i > 1; i--) {
        pawli_canonical_row *row = &rows[i - 2];
        const bool alike = (row[0].form == SIGNED_4) == (row[1].form == SIGNED_4);
        if (alike) row[0].run = (uint8_t)(row[1].run + 1u);
    }
}

pawli_canonical_table pawli_canonical_prepare(pawli_canonical_rows *rows, pawli_object_type type,
                                              uint8_t flags) {
    const pawli_fields fields = pawli_fields_of(type);
    pawli_canonical_row *first = &rows->rows[rows->used];
    const bool has_room = !PAWL_SMALL_CODE && rows->used + fields.count <= PAWLI_CANONICAL_ROWS;
    pawli_canonical_table table = {has_room ? first : NULL, type, 0, flags};
    for (uint16_t i = 0; i < fields.count; i++) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&fields.fields[i], &copy, sizeof copy);
        if (!counts(field, flags)) continue;
        if (has_room) make_row(&first[table.count], type, field);
        table.count++;
    }
    if (has_room) {
        find_runs(first, table.count);
        rows->used += table.count;
    }
    return table;
}

void pawli_canonical_object(pawli_canonical *to, const pawli_canonical_table *table,
                            const void *object) {
    if (!PAWL_SMALL_CODE && table->rows != NULL) {
        add_rows(to, table->rows, table->count, object);
    } else {
        pawli_canonical_fields(to, table->type, object, table->flags);
    }
}
