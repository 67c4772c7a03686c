/* test_record_all.c - records from anywhere, one by one and many at once, against the field table.
 */
#include "state/record_all.h"

#include <check.h>
#include <stdlib.h>

#include "support/base/seeded.h"
#include "world/objects.h"

#define PREFIX 8u
#define RECORDS 70u
#define RECORD_MOST 512u

/* How a type is written: some fields are left out, as an older writer would. */
typedef struct layout {
    pawli_object_type type;
    pawli_record record;
    uint32_t object_size;
} layout;

/* A table of fields has no size of its own. */
static uint32_t size_of_objects(const pawli_fields *table) {
    uint32_t size = 0;
    for (uint16_t i = 0; i < table->count; i++) {
        const uint32_t end = (uint32_t)table->fields[i].offset + table->fields[i].size;
        if (end > size) size = end;
    }
    return (size + 7u) / 8u * 8u;
}

static void draw_layout(layout *to, pawli_object_type type, uint64_t *seed) {
    const pawli_fields table = pawli_fields_of(type);
    const bool is_whole = seeded_next(seed) % 2 == 0;
    uint8_t bytes[1024];
    pawli_schema schemas[PAWLI_LAST_OBJECT + 1];
    pawli_writer out = pawli_writer_of(bytes, sizeof bytes);
    uint8_t count = 0;
    pawli_write_u8(&out, 1);
    pawli_write_u8(&out, (uint8_t)type);
    pawli_write_u8(&out, 0);
    for (uint16_t i = 0; i < table.count; i++) {
        const int32_t value = pawli_fields_default(&table.fields[i]);
        if (!is_whole && seeded_next(seed) % 20 == 0) continue;
        pawli_write_u8(&out, table.fields[i].number);
        pawli_write_u8(&out, (uint8_t)(table.fields[i].size | (value != 0 ? 0x80u : 0u)));
        if (value != 0) pawli_write_u32(&out, (uint32_t)value);
        count++;
    }
    bytes[2] = count;
    pawli_reader from = pawli_reader_of(bytes, out.at);
    ck_assert_int_eq(pawli_record_read_schema(&from, schemas), true);
    to->type = type;
    to->object_size = size_of_objects(&table);
    ck_assert_int_eq(pawli_record_prepare_read(&to->record, type, PREFIX, bytes, schemas[type]),
                     true);
    ck_assert_uint_le(to->record.size, RECORD_MOST);
}

/* ---- schemas that lie ----------------------------------------------------------------------- */

/* Lanes that are reckoned from wrong places lie as far away as a place can be. */
#define GUARD 70000u

static struct guarded {
    uint8_t before[GUARD];
    pawli_record record;
    uint8_t after[GUARD];
} guarded;

/* The fields of a type up to `last`, of which those from `first` on have the size `size`. */
static bool prepare_shrunk(pawli_object_type type, uint16_t first, uint16_t last, uint8_t size) {
    const pawli_fields table = pawli_fields_of(type);
    uint8_t bytes[1024];
    pawli_schema schemas[PAWLI_LAST_OBJECT + 1];
    pawli_writer out = pawli_writer_of(bytes, sizeof bytes);
    pawli_write_u8(&out, 1);
    pawli_write_u8(&out, (uint8_t)type);
    pawli_write_u8(&out, (uint8_t)(last + 1));
    for (uint16_t i = 0; i <= last; i++) {
        const int32_t value = pawli_fields_default(&table.fields[i]);
        const uint8_t told = i >= first ? size : table.fields[i].size;
        pawli_write_u8(&out, table.fields[i].number);
        pawli_write_u8(&out, (uint8_t)(told | (value != 0 ? 0x80u : 0u)));
        if (value != 0) pawli_write_u32(&out, (uint32_t)value);
    }
    pawli_reader from = pawli_reader_of(bytes, out.at);
    ck_assert_int_eq(pawli_record_read_schema(&from, schemas), true);
    return pawli_record_prepare_read(&guarded.record, type, PREFIX, bytes, schemas[type]);
}

START_TEST(fields_of_another_size_are_refused_and_nothing_else_is_written) {
    static const uint8_t sizes[] = {1, 2, 4, 8};
    const pawli_object_type type = (pawli_object_type)_i;
    const pawli_fields table = pawli_fields_of(type);
    memset(&guarded, 0x5A, sizeof guarded);
    for (uint16_t last = 0; last < table.count; last++) {
        for (uint16_t first = last < 4 ? 0 : (uint16_t)(last - 3); first <= last; first++) {
            for (int k = 0; k < 4; k++) {
                bool same = true;
                for (uint16_t i = first; i <= last; i++)
                    same = same && table.fields[i].size == sizes[k];
                ck_assert_int_eq(prepare_shrunk(type, first, last, sizes[k]), same);
            }
        }
    }
    for (uint32_t i = 0; i < GUARD; i++) {
        ck_assert_uint_eq(guarded.before[i], 0x5A);
        ck_assert_uint_eq(guarded.after[i], 0x5A);
    }
}
END_TEST

/* ---- what the table says -------------------------------------------------------------------- */

static int64_t value_of(const pawli_field *field, const uint8_t *object) {
    uint64_t bits = 0;
    memcpy(&bits, object + field->offset, field->size); /* the tests of boards have no lanes */
    const uint64_t sign = UINT64_C(1) << (8 * field->size - 1);
    if (field->coding != PAWLI_CODE_SIGNED || field->size == 8) return (int64_t)bits;
    return (int64_t)(bits ^ sign) - (int64_t)sign;
}

static bool table_takes(pawli_object_type type, const uint8_t *object) {
    const pawli_fields table = pawli_fields_of(type);
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field *field = &table.fields[i];
        const pawli_range range = pawli_fields_range(field->range);
        if (field->coding == PAWLI_CODE_EDGE) continue; /* lies elsewhere */
        const int64_t value = value_of(field, object);
        if (field->mask != 0 && (value & ~(int64_t)field->mask) != 0) return false;
        if (value < range.low || value > range.high) return false;
    }
    return true;
}

/* ---- records -------------------------------------------------------------------------------- */

/* Within a range, sometimes at its ends, and where there are to be faults just beyond them. */
static uint64_t draw_value(const pawli_field *field, bool faults, uint64_t *seed) {
    const pawli_range range = pawli_fields_range(field->range);
    const uint64_t drawn = seeded_next(seed);
    if (field->range == PAWLI_RANGE_ANY)
        return field->mask != 0 && !faults ? drawn & field->mask : drawn;
    const int bits = 8 * field->size - (field->coding == PAWLI_CODE_SIGNED || field->size == 8);
    const int64_t most = (int64_t)((UINT64_C(1) << bits) - 1);
    const int64_t least = field->coding == PAWLI_CODE_SIGNED ? -most - 1 : 0;
    const int64_t low = range.low < least ? least : range.low;
    const int64_t high = range.high > most ? most : range.high;
    switch (drawn % (faults ? 60 : 8)) {
    case 0:
        return (uint64_t)low;
    case 1:
        return (uint64_t)high;
    case 58:
        return (uint64_t)low - 1;
    case 59:
        return (uint64_t)high + 1;
    default:
        return (uint64_t)low + (drawn >> 8) % ((uint64_t)high - (uint64_t)low + 1);
    }
}

/* Moves of the record are those of the fields of the table, but for an edge. */
static void draw_record(const layout *of, uint8_t *to, bool faults, uint64_t *seed) {
    const pawli_fields table = pawli_fields_of(of->type);
    uint16_t move = 0;
    for (uint32_t i = 0; i < of->record.size; i++)
        to[i] = (uint8_t)seeded_next(seed);
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field *field = &table.fields[i];
        if (field->coding == PAWLI_CODE_EDGE) continue;
        const uint16_t at = of->record.moves[move++].at;
        const uint64_t value = draw_value(field, faults, seed);
        for (uint32_t k = 0; k < field->size && at != PAWLI_NONE; k++)
            to[at + k] = (uint8_t)(value >> 8 * k);
    }
}

/* What has been seen: a test that saw no fault proves nothing. */
typedef struct answers {
    uint32_t taken, refused, rows_taken, rows_refused;
} answers;

static void assert_rows(const layout *of, bool faults, uint64_t *seed, answers *seen) {
    const uint32_t count = (uint32_t)(seeded_next(seed) % (RECORDS + 1));
    const uint32_t size = of->record.size, object_size = of->object_size;
    uint8_t *const records = malloc(count * size + 1); /* whose end a sanitizer sees */
    uint8_t *const single = calloc(count + 1, object_size), *many = calloc(count + 1, object_size);
    bool all = true;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *const record = records + i * size, *const object = single + i * object_size;
        draw_record(of, record, faults && seeded_next(seed) % count == 0, seed);
        pawli_record_load(&of->record, record, object);
        const bool wanted = table_takes(of->type, object);
        ck_assert_msg(pawli_record_is_in_range(&of->record, record, object) == wanted,
                      "a record of type %d", (int)of->type);
        all = all && wanted;
        ++*(wanted ? &seen->taken : &seen->refused);
    }
#if PAWLI_RECORD_LANES
    ck_assert_msg(pawli_record_all_load(&of->record, records, many, object_size, count) == all,
                  "%u records of type %d", (unsigned)count, (int)of->type);
    if (all) ck_assert_mem_eq(many, single, count * object_size);
#endif
    ++*(all ? &seen->rows_taken : &seen->rows_refused);
    free(records);
    free(single);
    free(many);
}

START_TEST(a_record_is_refused_when_a_field_is) {
    uint64_t seed = seeded_fresh("records within and beyond their ranges");
    answers seen = {0, 0, 0, 0};
    for (int round = 0; round < SEEDED_ROUNDS(250); round++) {
        for (int type = PAWLI_OBJECT_WORLD; type <= PAWLI_LAST_OBJECT; type++) {
            layout of;
            if (pawli_fields_of((pawli_object_type)type).count == 0) continue;
            draw_layout(&of, (pawli_object_type)type, &seed);
            assert_rows(&of, round % 2 == 1, &seed, &seen);
        }
    }
    ck_assert_int_gt((int)seen.taken, SEEDED_OFTEN(1000));
    ck_assert_int_gt((int)seen.refused, SEEDED_OFTEN(100));
    ck_assert_int_gt((int)seen.rows_taken, SEEDED_OFTEN(100));
    ck_assert_int_gt((int)seen.rows_refused, SEEDED_OFTEN(100));
}
END_TEST

Suite *suite_record_all(void) {
    Suite *const suite = suite_create("record_all");
    TCase *const tcase = tcase_create("record_all");
    tcase_add_test(tcase, a_record_is_refused_when_a_field_is);
    tcase_add_loop_test(tcase, fields_of_another_size_are_refused_and_nothing_else_is_written, 1,
                        PAWLI_LAST_OBJECT + 1);
    suite_add_tcase(suite, tcase);
    return suite;
}
