/* record.c - structs to records and back. */
#include "state/record.h"

#include "base/rom.h"

#if PAWLI_RECORD_LANES
#include <immintrin.h>
#endif

/* Type 0 has no fields. */
static pawli_fields table_of(pawli_object_type type) {
    const pawli_fields none = {NULL, 0, 0};
    return type < PAWLI_OBJECT_WORLD ? none : pawli_fields_of(type);
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

/* Whether a field is written by what uses these features. */
static bool is_field_written(pawli_object_type type, const pawli_field *field, uint32_t features) {
    return field->size != 0 && (pawli_fields_feature(type, field->number) & ~features) == 0;
}

static void write_type(pawli_writer *to, pawli_object_type type, uint32_t features) {
    const pawli_fields table = table_of(type);
    uint8_t count = 0;
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field field = fetch_field(&table, i);
        count = (uint8_t)(count + is_field_written(type, &field, features));
    }
    pawli_write_u8(to, (uint8_t)type);
    pawli_write_u8(to, count);
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field field = fetch_field(&table, i);
        if (!is_field_written(type, &field, features)) continue;
        pawli_write_u8(to, field.number);
        const int32_t value = pawli_fields_default(&field);
        pawli_write_u8(to, (uint8_t)(field.size | (value != 0 ? PAWLI_HAS_DEFAULT : 0u)));
        if (value != 0) pawli_write_u32(to, (uint32_t)value);
    }
}

void pawli_record_write_schema(pawli_writer *to, const uint8_t *types, uint8_t count,
                               uint32_t features) {
    pawli_write_u8(to, count);
    for (uint8_t i = 0; i < count; i++)
        write_type(to, (pawli_object_type)types[i], features);
}

pawli_schema_field pawli_record_read_schema_field(pawli_reader *from) {
    pawli_schema_field field;
    field.number = pawli_read_u8(from);
    const uint8_t size = pawli_read_u8(from);
    field.size = (uint8_t)(size & ~PAWLI_HAS_DEFAULT);
    field.default_value = size & PAWLI_HAS_DEFAULT ? (int32_t)pawli_read_u32(from) : 0;
    return field;
}

static bool size_is_known(uint8_t size) {
    return size == 1 || size == 2 || size == 4 || size == 8;
}

/* Numbers ascend; 255 fields of 8 bytes are less than 2^11. */
static bool read_type(pawli_reader *from, pawli_schema *schema) {
    schema->count = pawli_read_u8(from);
    schema->size = 0;
    schema->at = from->at;
    uint8_t before = 0;
    for (uint16_t i = 0; i < schema->count; i++) {
        const pawli_schema_field field = pawli_record_read_schema_field(from);
        if (from->bad || field.number <= before || !size_is_known(field.size)) return false;
        before = field.number;
        schema->size = (uint16_t)(schema->size + field.size);
    }
    return !from->bad;
}

bool pawli_record_read_schema(pawli_reader *from, pawli_schema *schemas) {
    memset(schemas, 0, (PAWLI_LAST_OBJECT + 1) * sizeof *schemas);
    const uint8_t types = pawli_read_u8(from);
    uint8_t before = 0;
    for (uint8_t i = 0; i < types; i++) {
        pawli_schema schema;
        const uint8_t type = pawli_read_u8(from);
        if (type <= before || !read_type(from, &schema)) return false;
        if (type <= PAWLI_LAST_OBJECT) schemas[type] = schema;
        before = type;
    }
    return !from->bad;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static pawli_move move_of(const pawli_field *field, uint16_t at) {
    pawli_move move;
    move.member = field->offset;
    move.at = at;
    move.size = field->size;
    move.coding = field->coding;
    move.range = field->range;
    move.mask = field->mask;
    move.default_value = pawli_fields_default(field);
    return move;
}

/* Fields that follow each other in struct and record. */
typedef struct run {
    uint16_t member, at, size;
} run;

/* The moves of a record that is being prepared. */
typedef struct move_list {
    pawli_record *record;
    run runs[PAWLI_RECORD_FIELDS];
    uint16_t run_count;
} move_list;

static move_list begin_moves(pawli_record *record, uint16_t size) {
    move_list list;
    list.record = record;
    list.run_count = 0;
    record->count = record->single_count = 0;
    record->bound_count = record->narrow_count = record->wide_count = 0;
    record->edge_at = PAWLI_NONE;
    record->size = size;
    return list;
}

/* `alone`: it is no copy of bytes. */
static void add_move(move_list *list, pawli_move move, bool alone) {
    pawli_record *record = list->record;
    if (move.coding == PAWLI_CODE_EDGE) {
        record->edge_at = move.at;
        return;
    }
    const uint8_t index = (uint8_t)record->count++;
    record->moves[index] = move;
    if (!IS_LITTLE_ENDIAN || move.at == PAWLI_NONE || alone) {
        record->single[record->single_count++] = index;
        return;
    }
    run *last = &list->runs[list->run_count == 0 ? 0 : list->run_count - 1];
    if (list->run_count > 0 && last->member + last->size == move.member &&
        last->at + last->size == move.at) {
        last->size = (uint16_t)(last->size + move.size);
        return;
    }
    const run fresh = {move.member, move.at, move.size};
    list->runs[list->run_count++] = fresh;
}

/* Copies of a known length need no loop and no call. There are at most as many pieces as fields,
 * whose sizes are powers of two as well. */
static void end_moves(move_list *list) {
    pawli_record *record = list->record;
    uint8_t count = 0;
    for (int i = 0; i < PAWLI_PIECE_SIZES; i++) {
        const uint16_t size = (uint16_t)(16u >> i);
        for (uint16_t k = 0; k < list->run_count; k++) {
            run *left = &list->runs[k];
            for (; left->size >= size; left->size = (uint16_t)(left->size - size)) {
                const pawli_piece piece = {left->member, left->at};
                record->pieces[count++] = piece;
                left->member = (uint16_t)(left->member + size);
                left->at = (uint16_t)(left->at + size);
            }
        }
        record->piece_end[i] = count;
    }
}

/* What the number cannot be anyway bounds nothing. */
static int64_t least_of(const pawli_move *move, int64_t low) {
    const int64_t least =
        move->coding == PAWLI_CODE_SIGNED ? -(INT64_C(1) << (8 * move->size - 1)) : 0;
    return low < least ? least : low;
}

static int64_t most_of(const pawli_move *move, int64_t high) {
    const int bits = 8 * move->size - (move->coding == PAWLI_CODE_SIGNED);
    const int64_t most = (INT64_C(1) << bits) - 1;
    return high > most ? most : high;
}

static void add_narrow_bound(pawli_record *record, const pawli_move *move, pawli_range range) {
    PAWL_ASSERT(record->narrow_count < PAWLI_RECORD_NARROW);
    pawli_narrow_bound *bound = &record->narrow[record->narrow_count++];
    const int64_t low = least_of(move, range.low), high = most_of(move, range.high);
    const bool is_signed = move->coding == PAWLI_CODE_SIGNED;
    bound->member = move->member;
    bound->sign = (uint16_t)(is_signed ? 1u << (8 * move->size - 1) : 0u);
    bound->stray = (uint16_t)(move->mask == 0 ? 0 : ~(unsigned)move->mask);
    bound->low = (uint16_t)(low + bound->sign);
    bound->span = (uint16_t)(high - low);
    bound->size = move->size;
    bound->pad = 0;
}

#if PAWLI_RECORD_LANES
/* Four words from that of a bound on, or some before it where the record ends. */
static pawli_bound_block *begin_block(pawli_record *record, uint16_t at) {
    pawli_bound_block *block = &record->blocks[record->block_count++];
    while (at + 16u > record->size)
        at = (uint16_t)(at - 4u);
    block->at = at;
    for (int k = 0; k < 4; k++) {
        block->low[k] = 0;
        block->last[k] = INT32_MAX;
    }
    return block;
}

/* Bounds come in the order of the record. What has no block stays among them: what is not in the
 * record, and what there is no room for. */
static void gather_bounds(pawli_record *record) {
    uint16_t left = 0;
    pawli_bound_block *block = NULL;
    record->block_count = 0;
    for (uint16_t i = 0; i < record->bound_count; i++) {
        const pawli_bound bound = record->bounds[i];
        const bool fits =
            block != NULL && ((bound.at - block->at) & 3) == 0 && bound.at < block->at + 16u;
        const bool is_there = bound.at != PAWLI_NONE && record->size >= 32u;
        if (!is_there || (!fits && record->block_count == PAWLI_RECORD_BLOCKS)) {
            record->bounds[left++] = bound;
            continue;
        }
        if (!fits) block = begin_block(record, bound.at);
        const int lane = (bound.at - block->at) / 4;
        PAWL_ASSERT(bound.at >= block->at && lane < 4);
        block->low[lane] = bound.low;
        block->last[lane] = (int32_t)((int64_t)bound.span + INT32_MIN);
    }
    record->bound_count = left;
}
#endif

/* What is asked of the values that a record brings. */
static void add_bound(pawli_record *record, const pawli_move *move) {
    if (move->range == PAWLI_RANGE_ANY && move->mask == 0) return;
    const pawli_range range = pawli_fields_range(move->range);
    if (move->size == 8) {
        record->wide[record->wide_count++] = (uint8_t)(record->count - 1u);
    } else if (move->size == 4) {
        const int64_t low = least_of(move, range.low), high = most_of(move, range.high);
        const pawli_bound bound = {move->member, move->at, (uint32_t)(low & UINT32_MAX),
                                   (uint32_t)(high - low)};
        record->bounds[record->bound_count++] = bound;
    } else {
        add_narrow_bound(record, move, range);
    }
}

void pawli_record_prepare_write(pawli_record *record, pawli_object_type type, uint16_t prefix,
                                uint32_t features) {
    const pawli_fields table = table_of(type);
    PAWL_ASSERT(table.count <= PAWLI_RECORD_FIELDS);
    move_list list = begin_moves(record, prefix);
    for (uint16_t i = 0; i < table.count; i++) {
        const pawli_field field = fetch_field(&table, i);
        if (!is_field_written(type, &field, features)) continue;
        add_move(&list, move_of(&field, record->size), field.mask != 0);
        record->size = (uint16_t)(record->size + field.size);
    }
    end_moves(&list);
}

/* The fields of a schema one after the other, and where each is in a record. */
typedef struct schema_cursor {
    pawli_reader from;
    uint16_t left, at;
    pawli_schema_field field; /* number 0: in front of the first */
} schema_cursor;

static schema_cursor schema_cursor_of(const uint8_t *bytes, pawli_schema schema, uint16_t prefix) {
    const schema_cursor begin = {
        pawli_reader_of(bytes + schema.at, 6u * schema.count), schema.count, prefix, {0, 0, 0}};
    return begin;
}

/* Go on to a field; false when it is not there. Numbers ascend. */
static bool advance_to(schema_cursor *in, uint8_t number) {
    while (in->field.number < number) {
        if (in->left == 0) return false;
        in->left--;
        in->at = (uint16_t)(in->at + in->field.size);
        in->field = pawli_record_read_schema_field(&in->from);
    }
    return in->field.number == number;
}

bool pawli_record_prepare_read(pawli_record *record, pawli_object_type type, uint16_t prefix,
                               const uint8_t *bytes, pawli_schema schema) {
    const pawli_fields table = table_of(type);
    schema_cursor written = schema_cursor_of(bytes, schema, prefix);
    bool good = true;
    move_list list = begin_moves(record, (uint16_t)(prefix + schema.size));
    for (uint16_t i = 0; i < table.count; i++) {
        pawli_field field = fetch_field(&table, i);
        uint16_t at = PAWLI_NONE;
#if PAWLI_TEST_MASK
        const bool masked = field.size == 0;
        if (masked) field.size = field.whole_size;
#else
        const bool masked = false;
#endif
        if (!masked && advance_to(&written, field.number)) {
            at = written.at;
            if (written.field.size != field.size ||
                written.field.default_value != pawli_fields_default(&field))
                good = false;
        }
        const pawli_move move = move_of(&field, at);
        add_move(&list, move, false);
        add_bound(record, &move);
    }
    end_moves(&list);
#if PAWLI_RECORD_LANES
    if (good) gather_bounds(record); /* else a field may be too short for its bound */
#endif
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

/* One list of pieces, into the record or out of it: `size` and `store` are constants. */
PAWLI_FOLD const pawli_piece *copy_pieces(const pawli_piece *piece, const pawli_piece *end,
                                          size_t size, bool store, uint8_t *to,
                                          const uint8_t *from) {
    for (; piece < end; piece++)
        memcpy(to + (store ? piece->at : piece->member), from + (store ? piece->member : piece->at),
               size);
    return piece;
}

PAWLI_FOLD void copy_all_pieces(const pawli_record *record, bool store, uint8_t *to,
                                const uint8_t *from) {
    const pawli_piece *const pieces = record->pieces;
    const uint8_t *const end = record->piece_end;
    const pawli_piece *at = copy_pieces(pieces, pieces + end[0], 16, store, to, from);
    at = copy_pieces(at, pieces + end[1], 8, store, to, from);
    at = copy_pieces(at, pieces + end[2], 4, store, to, from);
    at = copy_pieces(at, pieces + end[3], 2, store, to, from);
    (void)copy_pieces(at, pieces + end[4], 1, store, to, from);
}

void pawli_record_store(const pawli_record *record, const void *object, uint8_t *to) {
    copy_all_pieces(record, true, to, (const uint8_t *)object);
    for (uint16_t i = 0; i < record->single_count; i++) {
        const pawli_move *move = &record->moves[record->single[i]];
        store(to + move->at, (const uint8_t *)object + move->member, move->size, move->mask);
    }
}

static void load_number(void *member, const uint8_t *from, uint8_t size) {
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

void pawli_record_load_single(const pawli_move *move, const uint8_t *from, void *object) {
    void *member = (uint8_t *)object + move->member;
    uint8_t bytes[8];
    if (move->at != PAWLI_NONE) {
        load_number(member, from + move->at, move->size);
        return;
    }
    pawli_store_u32(bytes, (uint32_t)move->default_value);
    pawli_store_u32(bytes + 4, move->default_value < 0 ? UINT32_MAX : 0);
    load_number(member, bytes, move->size);
}

void pawli_record_load(const pawli_record *record, const uint8_t *from, void *object) {
    copy_all_pieces(record, false, (uint8_t *)object, from);
    for (uint16_t i = 0; i < record->single_count; i++)
        pawli_record_load_single(&record->moves[record->single[i]], from, object);
}

static uint32_t read_narrow(const void *member, uint8_t size) {
    return size == 1 ? *(const uint8_t *)member : *(const uint16_t *)member;
}

#if PAWLI_RECORD_LANES
/* Words without a bound are never beyond it. */
static bool blocks_are_in_range(const pawli_record *record, const uint8_t *from) {
    const __m128i sign = _mm_set1_epi32(INT32_MIN);
    const pawli_bound_block *const end = record->blocks + record->block_count;
    __m128i beyond = _mm_setzero_si128();
    for (const pawli_bound_block *block = record->blocks; block < end; block++) {
        const void *words = from + block->at, *low = block->low, *last = block->last;
        const __m128i above = _mm_sub_epi32(_mm_loadu_si128((const __m128i *)words),
                                            _mm_loadu_si128((const __m128i *)low));
        beyond = _mm_or_si128(beyond, _mm_cmpgt_epi32(_mm_xor_si128(above, sign),
                                                      _mm_loadu_si128((const __m128i *)last)));
    }
    return _mm_movemask_epi8(beyond) == 0;
}
#endif

/* Numbers of four bytes are most of them; one comparison sees both ends of a range. */
static bool words_are_in_range(const pawli_record *record, const uint8_t *object) {
    const pawli_bound *const end = record->bounds + record->bound_count;
    for (const pawli_bound *bound = record->bounds; bound < end; bound++) {
        const void *member = object + bound->member;
        if (*(const uint32_t *)member - bound->low > bound->span) return false;
    }
    return true;
}

static bool narrow_ones_are_in_range(const pawli_record *record, const uint8_t *object) {
    const pawli_narrow_bound *const end = record->narrow + record->narrow_count;
    for (const pawli_narrow_bound *bound = record->narrow; bound < end; bound++) {
        const uint32_t value = read_narrow(object + bound->member, bound->size);
        if ((value ^ bound->sign) - bound->low > bound->span) return false;
        if ((value & bound->stray) != 0) return false;
    }
    return true;
}

bool pawli_record_is_in_range(const pawli_record *record, const uint8_t *from, const void *object) {
#if PAWLI_RECORD_LANES
    if (!blocks_are_in_range(record, from)) return false;
#else
    (void)from;
#endif
    if (!words_are_in_range(record, (const uint8_t *)object)) return false;
    if (!narrow_ones_are_in_range(record, (const uint8_t *)object)) return false;
    for (uint16_t i = 0; i < record->wide_count; i++) {
        const pawli_move *move = &record->moves[record->wide[i]];
        const pawli_range range = pawli_fields_range(move->range);
        const void *member = (const uint8_t *)object + move->member;
        const int64_t value = *(const int64_t *)member;
        if (value < range.low || value > range.high) return false;
    }
    return true;
}
