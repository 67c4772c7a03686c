/* canonical.c - the hash of an object; see canonical.h.
 *
 * Word k has the factor F^(k + 1), and field n is word n + 3. A program that hashes many objects
 * works the factors out once, one that must be small as it goes through the fields. */
#include "world/canonical.h"

#include "base/rom.h"
#include "base/xxh32.h"

/* Multipliers of modulus 2^32 with the best figures of merit, F in dimensions 2 to 32 and G in 2 to
 * 8: P. L'Ecuyer, Tables of linear congruential generators of different sizes and good lattice
 * structure, Mathematics of Computation 68 (1999), table 4. */
#define F UINT32_C(32310901)
#define FACTOR_OF_FIELD_1 (F * F * F * F * F)

/* ---- fields ---- */

/* Whether a field is hashed and has all of some flags. */
static inline bool counts(const pawli_field *field, uint8_t flags) {
    if (PAWLI_TEST_MASK && field->size == 0) return false; /* masked out, see fields.h */
    return (field->flags & (flags | PAWLI_FIELD_UNHASHED)) == flags;
}

/* The bits to flip so that the default becomes 0. */
static inline uint32_t flip_of(const pawli_field *field) {
    if (field->coding < PAWLI_CODE_BODY && field->default_name == PAWLI_DEFAULT_ZERO) return 0;
    const uint32_t flip = field->coding >= PAWLI_CODE_BODY ? (uint32_t)PAWLI_NONE
                                                           : (uint32_t)pawli_fields_default(field);
    return field->size >= 4 ? flip : flip & (field->size == 2 ? UINT32_C(0xFFFF) : UINT32_C(0xFF));
}

static inline uint32_t read_one(const uint8_t *at, uint16_t mask, uint32_t flip) {
    return (*at & mask) ^ flip;
}

static inline uint32_t read_two(const uint8_t *at, uint16_t mask, uint32_t flip) {
    return (*(const uint16_t *)(const void *)at & mask) ^ flip;
}

static inline uint32_t read_four(const uint8_t *at, uint32_t flip) {
    return *(const uint32_t *)(const void *)at ^ flip;
}

static inline uint32_t mix_eight(const uint8_t *at, uint32_t flip, uint32_t factor) {
    const uint64_t value = *(const uint64_t *)(const void *)at;
    const uint32_t high_flip = 0u - (flip >> 31);
    return pawli_canonical_mix((uint32_t)(value & UINT32_MAX) ^ flip, factor) +
           pawli_canonical_mix((uint32_t)(value >> 32) ^ high_flip,
                               pawli_canonical_high_factor(factor));
}

static uint32_t mix_field(const pawli_field *field, const void *object, uint32_t factor) {
    const uint8_t *at = (const uint8_t *)object + field->offset;
    const uint16_t mask = field->mask != 0 ? field->mask : UINT16_MAX;
    const uint32_t flip = flip_of(field);
    if (field->size == 8) return mix_eight(at, flip, factor);
    if (field->size == 4) return pawli_canonical_mix(read_four(at, flip), factor);
    return pawli_canonical_mix(
        field->size == 2 ? read_two(at, mask, flip) : read_one(at, mask, flip), factor);
}

static uint32_t sum_of_fields(const pawli_canonical_table *table, const void *object) {
    const pawli_fields fields = pawli_fields_of((pawli_object_type)table->type);
    uint32_t sum = 0, factor = FACTOR_OF_FIELD_1;
    uint8_t number = 1; /* of the factor */
    for (uint16_t i = 0; i < fields.count; i++) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&fields.fields[i], &copy, sizeof copy);
        for (; number < field->number; number++)
            factor *= F;
        if (counts(field, table->flags)) sum += mix_field(field, object, factor);
    }
    return sum;
}

/* ---- tables ---- */

static uint32_t sum_of_rows(const pawli_canonical_table *table, const void *object) {
    const pawli_canonical_row *row = table->rows;
    const uint8_t *at = (const uint8_t *)object;
    uint32_t sum = 0;
    for (const pawli_canonical_row *end = table->rows + table->four; row < end; row++)
        sum += pawli_canonical_mix(read_four(at + row->offset, row->flip), row->factor);
    for (const pawli_canonical_row *end = table->rows + table->two; row < end; row++)
        sum += pawli_canonical_mix(read_two(at + row->offset, row->mask, row->flip), row->factor);
    for (const pawli_canonical_row *end = table->rows + table->one; row < end; row++)
        sum += pawli_canonical_mix(read_one(at + row->offset, row->mask, row->flip), row->factor);
    for (const pawli_canonical_row *end = table->rows + table->count; row < end; row++)
        sum += mix_eight(at + row->offset, row->flip, row->factor);
    return sum;
}

static pawli_canonical_row row_of(const pawli_field *field, uint32_t factor) {
    const pawli_canonical_row row = {field->offset, field->mask != 0 ? field->mask : UINT16_MAX,
                                     flip_of(field), factor};
    return row;
}

/* Where the number of fields of a size is in a sum: 1, 2, 4 or 8 from the lowest byte on. */
static inline unsigned count_place(unsigned size) {
    return 4 * size - (size == 1 ? 4 : size & 8);
}

/* How many fields count, by size; of all sizes where there is no table of rows. */
static uint32_t count_fields(const pawli_fields *fields, uint8_t flags) {
    uint32_t sum = 0;
    for (uint16_t i = 0; i < fields->count; i++) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&fields->fields[i], &copy, sizeof copy);
        if (counts(field, flags))
            sum += PAWL_SMALL_CODE ? 1 : UINT32_C(1) << count_place(field->size);
    }
    return sum;
}

/* Rows of all fields, those of a size from a number on. */
static void fill_rows(pawli_canonical_table *table, pawli_canonical_row *rows,
                      const pawli_fields *fields, uint8_t next[9]) {
    uint32_t factor = FACTOR_OF_FIELD_1;
    uint8_t number = 1; /* of the factor */
    for (uint16_t i = 0; i < fields->count; i++) {
        const pawli_field *field = &fields->fields[i];
        for (; number < field->number; number++)
            factor *= F;
        if (!counts(field, table->flags)) continue;
        const uint8_t at = next[field->size]++;
        rows[at] = row_of(field, factor);
#if PAWLI_HASH_LANES
        table->steady |= (uint64_t)((field->flags & PAWLI_FIELD_STEADY) != 0) << at;
#endif
    }
}

pawli_canonical_table pawli_canonical_prepare(pawli_canonical_rows *rows, pawli_object_type type,
                                              uint8_t flags) {
    const pawli_fields fields = pawli_fields_of(type);
    pawli_canonical_table table;
    table.rows = NULL;
    table.type = (uint8_t)type;
    table.flags = flags;
    table.four = table.two = table.one = 0;
#if PAWLI_HASH_LANES
    table.steady = 0;
#endif
    const uint32_t sum = count_fields(&fields, flags);
    const uint8_t ones = (uint8_t)sum, twos = (uint8_t)(sum >> 8), fours = (uint8_t)(sum >> 16);
    table.count = (uint8_t)(ones + twos + fours + (uint8_t)(sum >> 24));
    if (PAWL_SMALL_CODE || rows->used + table.count > PAWLI_CANONICAL_ROWS) return table;
    pawli_canonical_row *first = &rows->rows[rows->used];
    table.rows = first;
    table.four = fours;
    table.two = (uint8_t)(fours + twos);
    table.one = (uint8_t)(table.two + ones);
    uint8_t next[9] = {[2] = fours, [1] = table.two, [8] = table.one};
    fill_rows(&table, first, &fields, next);
    rows->used = (uint16_t)(rows->used + table.count);
    return table;
}

/* ---- objects ---- */

static uint32_t hash_sum(uint32_t sum, const pawli_canonical_name *name) {
    uint32_t factor = F;
    for (uint8_t i = 0; i < PAWLI_CANONICAL_NAME; i++, factor *= F)
        sum += pawli_canonical_mix(name->words[i], factor);
    return pawli_xxh32_avalanche(sum);
}

void pawli_canonical_name_factors(uint32_t factors[PAWLI_CANONICAL_NAME]) {
    uint32_t factor = F;
    for (uint8_t i = 0; i < PAWLI_CANONICAL_NAME; i++, factor *= F)
        factors[i] = factor;
}

uint32_t pawli_canonical_start(uint32_t type) {
    return pawli_canonical_mix(type << 24, F);
}

uint32_t pawli_canonical_hash_name(const pawli_canonical_name *name) {
    return hash_sum(0, name);
}

uint32_t pawli_canonical_hash_more(const pawli_canonical_table *table, const void *object,
                                   const pawli_canonical_name *name, uint32_t more) {
    more += !PAWL_SMALL_CODE && table->rows != NULL ? sum_of_rows(table, object)
                                                    : sum_of_fields(table, object);
    return hash_sum(more, name);
}

uint32_t pawli_canonical_hash(const pawli_canonical_table *table, const void *object,
                              const pawli_canonical_name *name) {
    return pawli_canonical_hash_more(table, object, name, 0);
}

uint32_t pawli_canonical_high_term(const pawli_canonical_table *table, uint16_t member,
                                   uint32_t high) {
    const pawli_fields fields = pawli_fields_of((pawli_object_type)table->type);
    for (uint16_t i = 0; high != 0 && i < fields.count; i++) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&fields.fields[i], &copy, sizeof copy);
        if (field->offset != member || !counts(field, table->flags)) continue;
        uint32_t factor = FACTOR_OF_FIELD_1;
        for (uint8_t number = 1; number < field->number; number++)
            factor *= F;
        return pawli_canonical_mix(high, pawli_canonical_high_factor(factor));
    }
    return 0;
}
