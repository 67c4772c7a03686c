/* record.c - structs to records and back. */
#include "state/record.h"

#include "base/rom.h"

/* Kind 0 has no fields. */
static pawli_fields table_of(pawli_kind kind) {
    const pawli_fields none = {NULL, 0, 0};
    return kind < PAWLI_KIND_WORLD ? none : pawli_fields_of(kind);
}

static pawli_field fetch_field(const pawli_fields *table, uint16_t index) {
    pawli_field copy;
    return *(const pawli_field *)pawli_rom_fetch(&table->fields[index], &copy, sizeof copy);
}

/* Whether numbers lie in memory as they do in a record. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define IS_LITTLE_ENDIAN true
#else
#define IS_LITTLE_ENDIAN false
#endif

/* ---- schema --------------------------------------------------------------------------------- */

static void write_kind(pawli_writer *to, pawli_kind kind) {
    const pawli_fields table = table_of(kind);
    uint8_t count = 0;
    for (uint16_t i = 0; i < table.count; i++)
        count = (uint8_t)(count + (fetch_field(&table, i).size != 0));
    pawli_write_u8(to, (uint8_t)kind);
    pawli_write_u8(to, count);
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field field = fetch_field(&table, i);
        if (field.size == 0) continue;
        pawli_write_u8(to, field.number);
        pawli_write_u8(to, (uint8_t)(field.size | (field.rest != 0 ? PAWLI_HAS_DEFAULT : 0u)));
        if (field.rest != 0) pawli_write_u32(to, (uint32_t)field.rest);
    }
}

void pawli_write_schema(pawli_writer *to) {
    pawli_write_u8(to, PAWLI_LAST_KIND);
    for (int kind = PAWLI_KIND_WORLD; kind <= PAWLI_LAST_KIND; kind++)
        write_kind(to, (pawli_kind)kind);
}

pawli_schema_field pawli_read_schema_field(pawli_reader *from) {
    pawli_schema_field field;
    field.number = pawli_read_u8(from);
    const uint8_t size = pawli_read_u8(from);
    field.size = (uint8_t)(size & ~PAWLI_HAS_DEFAULT);
    field.rest = size & PAWLI_HAS_DEFAULT ? (int32_t)pawli_read_u32(from) : 0;
    return field;
}

static bool size_is_known(uint8_t size) {
    return size == 1 || size == 2 || size == 4 || size == 8;
}

/* Numbers ascend; 255 fields of 8 bytes are less than 2^11. */
static bool read_kind(pawli_reader *from, pawli_schema *schema) {
    schema->count = pawli_read_u8(from);
    schema->size = 0;
    schema->at = from->at;
    uint8_t before = 0;
    for (uint16_t i = 0; i < schema->count; i++) {
        const pawli_schema_field field = pawli_read_schema_field(from);
        if (from->bad || field.number <= before || !size_is_known(field.size)) return false;
        before = field.number;
        schema->size = (uint16_t)(schema->size + field.size);
    }
    return !from->bad;
}

bool pawli_read_schema(pawli_reader *from, pawli_schema *schemas) {
    memset(schemas, 0, (PAWLI_LAST_KIND + 1) * sizeof *schemas);
    const uint8_t kinds = pawli_read_u8(from);
    uint8_t before = 0;
    for (uint8_t i = 0; i < kinds; i++) {
        pawli_schema schema;
        const uint8_t kind = pawli_read_u8(from);
        if (kind <= before || !read_kind(from, &schema)) return false;
        if (kind <= PAWLI_LAST_KIND) schemas[kind] = schema;
        before = kind;
    }
    return !from->bad;
}

/* ---- plans ---------------------------------------------------------------------------------- */

static pawli_move move_of(const pawli_field *field, uint16_t at) {
    pawli_move move;
    move.member = field->offset;
    move.at = at;
    move.size = field->size;
    move.coding = field->coding;
    move.range = field->range;
    move.mask = (uint8_t)field->mask;
    move.rest = field->rest;
    return move;
}

static void begin_plan(pawli_record *record, uint16_t size) {
    record->count = record->run_count = record->single_count = record->checked_count = 0;
    record->bound_count = 0;
    record->size = size;
}

/* What lies beyond 32 bits bounds nothing. */
static void add_bound(pawli_record *record, const pawli_move *move) {
    if (move->range == PAWLI_RANGE_ANY) return;
    const pawli_range range = pawli_range_of(move->range);
    const int32_t low = range.low < INT32_MIN ? INT32_MIN : (int32_t)range.low;
    const int32_t high = range.high > INT32_MAX ? INT32_MAX : (int32_t)range.high;
    const pawli_bound bound = {move->member, low, (uint32_t)high - (uint32_t)low};
    record->bounds[record->bound_count++] = bound;
}

static void add_move(pawli_record *record, pawli_move move) {
    const uint8_t index = (uint8_t)record->count++;
    record->moves[index] = move;
    if (move.size == 4 && move.coding == PAWLI_CODE_SIGNED) {
        add_bound(record, &move);
    } else if (move.range != PAWLI_RANGE_ANY || move.mask != 0) {
        record->checked[record->checked_count++] = index;
    }
    if (!IS_LITTLE_ENDIAN || move.at == PAWLI_NONE || move.mask != 0) {
        record->single[record->single_count++] = index;
        return;
    }
    pawli_run *last = &record->runs[record->run_count == 0 ? 0 : record->run_count - 1];
    if (record->run_count > 0 && last->member + last->size == move.member &&
        last->at + last->size == move.at) {
        last->size = (uint16_t)(last->size + move.size);
        return;
    }
    const pawli_run run = {move.member, move.at, move.size};
    record->runs[record->run_count++] = run;
}

void pawli_plan_write(pawli_record *record, pawli_kind kind, uint16_t prefix) {
    const pawli_fields table = table_of(kind);
    PAWL_ASSERT(table.count <= PAWLI_RECORD_FIELDS);
    begin_plan(record, prefix);
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field field = fetch_field(&table, i);
        if (field.size == 0) continue;
        add_move(record, move_of(&field, record->size));
        record->size = (uint16_t)(record->size + field.size);
    }
}

/* Where a field is in a record; PAWLI_NONE when it is not there, or with another size. */
static uint16_t place_of(const uint8_t *bytes, pawli_schema schema, const pawli_field *field,
                         bool *good) {
    pawli_reader from = pawli_reader_of(bytes + schema.at, 6u * schema.count);
    uint16_t at = 0;
    for (uint16_t i = 0; i < schema.count; i++) {
        const pawli_schema_field written = pawli_read_schema_field(&from);
        if (written.number == field->number) {
            if (written.size != field->size || written.rest != field->rest) *good = false;
            return at;
        }
        at = (uint16_t)(at + written.size);
    }
    return PAWLI_NONE;
}

bool pawli_plan_read(pawli_record *record, pawli_kind kind, uint16_t prefix, const uint8_t *bytes,
                     pawli_schema schema) {
    const pawli_fields table = table_of(kind);
    bool good = true;
    begin_plan(record, (uint16_t)(prefix + schema.size));
    for (uint16_t i = 0; i < table.count; i++) {
        pawli_field field = fetch_field(&table, i);
#if PAWLI_TEST_MASK
        if (field.size == 0) {
            field.size = field.whole_size;
            add_move(record, move_of(&field, PAWLI_NONE));
            continue;
        }
#endif
        const uint16_t at = place_of(bytes, schema, &field, &good);
        const uint16_t place = at == PAWLI_NONE ? at : (uint16_t)(prefix + at);
        add_move(record, move_of(&field, place));
    }
    return good;
}

/* ---- values --------------------------------------------------------------------------------- */

static void store(uint8_t *to, const void *member, uint8_t size, uint8_t mask) {
    switch (size) {
    case 1:
        to[0] = (uint8_t)(*(const uint8_t *)member & (mask != 0 ? mask : 0xFFu));
        return;
    case 2:
        pawli_store_u16(to, *(const uint16_t *)member);
        return;
    case 4:
        pawli_store_u32(to, *(const uint32_t *)member);
        return;
    default:
        pawli_store_u32(to, (uint32_t)(*(const uint64_t *)member & UINT32_MAX));
        pawli_store_u32(to + 4, (uint32_t)(*(const uint64_t *)member >> 32));
        return;
    }
}

/* A call of memcpy costs more than a few bytes. */
static void copy_run(uint8_t *to, const uint8_t *from, uint16_t size) {
    for (; size >= 8; size = (uint16_t)(size - 8u), to += 8, from += 8)
        memcpy(to, from, 8);
    if (size & 4u) {
        memcpy(to, from, 4);
        to += 4;
        from += 4;
    }
    if (size & 2u) {
        memcpy(to, from, 2);
        to += 2;
        from += 2;
    }
    if (size & 1u) *to = *from;
}

void pawli_store_record(const pawli_record *record, const void *object, uint8_t *to) {
    for (uint16_t i = 0; i < record->run_count; i++) {
        const pawli_run *run = &record->runs[i];
        copy_run(to + run->at, (const uint8_t *)object + run->member, run->size);
    }
    for (uint16_t i = 0; i < record->single_count; i++) {
        const pawli_move *move = &record->moves[record->single[i]];
        store(to + move->at, (const uint8_t *)object + move->member, move->size, move->mask);
    }
}

static void load(void *member, const uint8_t *from, uint8_t size) {
    switch (size) {
    case 1:
        *(uint8_t *)member = from[0];
        return;
    case 2:
        *(uint16_t *)member = pawli_fetch_u16(from);
        return;
    case 4:
        *(uint32_t *)member = pawli_fetch_u32(from);
        return;
    default:
        *(uint64_t *)member = pawli_fetch_u32(from) | (uint64_t)pawli_fetch_u32(from + 4) << 32;
        return;
    }
}

void pawli_load_record(const pawli_record *record, const uint8_t *from, void *object) {
    for (uint16_t i = 0; i < record->run_count; i++) {
        const pawli_run *run = &record->runs[i];
        copy_run((uint8_t *)object + run->member, from + run->at, run->size);
    }
    for (uint16_t i = 0; i < record->single_count; i++) {
        const pawli_move *move = &record->moves[record->single[i]];
        void *member = (uint8_t *)object + move->member;
        if (move->at == PAWLI_NONE) {
            uint8_t rest[8];
            pawli_store_u32(rest, (uint32_t)move->rest);
            pawli_store_u32(rest + 4, move->rest < 0 ? UINT32_MAX : 0);
            load(member, rest, move->size);
        } else {
            load(member, from + move->at, move->size);
        }
    }
}

static int64_t value_of(const pawli_move *move, const void *object) {
    const void *member = (const uint8_t *)object + move->member;
    const bool is_signed = move->coding == PAWLI_CODE_SIGNED;
    switch (move->size) {
    case 1:
        return is_signed ? *(const int8_t *)member : *(const uint8_t *)member;
    case 2:
        return is_signed ? (int64_t) * (const int16_t *)member
                         : (int64_t) * (const uint16_t *)member;
    case 4:
        return is_signed ? *(const int32_t *)member : (int64_t) * (const uint32_t *)member;
    default:
        return *(const int64_t *)member;
    }
}

static bool is_good(const pawli_move *move, int64_t value) {
    const pawli_range range = pawli_range_of(move->range);
    if (value < range.low || value > range.high) return false;
    return move->mask == 0 || (value & ~(int64_t)move->mask) == 0;
}

/* Signed numbers of four bytes are most of them; one comparison sees both ends of the range. */
bool pawli_is_in_range(const pawli_record *record, const void *object) {
    uint32_t beyond = 0;
    for (uint16_t i = 0; i < record->bound_count; i++) {
        const pawli_bound *bound = &record->bounds[i];
        const void *member = (const uint8_t *)object + bound->member;
        beyond |= *(const uint32_t *)member - (uint32_t)bound->low > bound->span;
    }
    if (beyond != 0) return false;
    for (uint16_t i = 0; i < record->checked_count; i++) {
        const pawli_move *move = &record->moves[record->checked[i]];
        if (!is_good(move, value_of(move, object))) return false;
    }
    return true;
}
