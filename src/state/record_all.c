/* record_all.c - records that lie side by side to objects that do so, too: as record.c would take
 * them one by one, but a row of the record after the other instead of an object after the other. */
#include "state/record_all.h"

#if PAWLI_RECORD_LANES
#include <immintrin.h>

/* As many as stay close to the processor. */
#define TOGETHER 32u

/* A row of objects and their records. */
typedef struct record_row {
    const uint8_t *from;
    uint8_t *to;
    size_t from_size, to_size;
    uint32_t count;
} record_row;

/* Pieces of one list, whose length is a constant. */
PAWLI_FOLD const pawli_piece *load_pieces(const record_row *row, const pawli_piece *piece,
                                          const pawli_piece *end, size_t size) {
    for (; piece < end; piece++) {
        const uint8_t *from = row->from + piece->at;
        uint8_t *to = row->to + piece->member;
        for (uint32_t i = 0; i < row->count; i++) {
            memcpy(to, from, size);
            from += row->from_size;
            to += row->to_size;
        }
    }
    return piece;
}

static void load_row(const pawli_record *record, const record_row *row) {
    const pawli_piece *const pieces = record->pieces;
    const uint8_t *const end = record->piece_end;
    const pawli_piece *at = load_pieces(row, pieces, pieces + end[0], 16);
    at = load_pieces(row, at, pieces + end[1], 8);
    at = load_pieces(row, at, pieces + end[2], 4);
    at = load_pieces(row, at, pieces + end[3], 2);
    (void)load_pieces(row, at, pieces + end[4], 1);
}

static bool blocks_of_row_are_in_range(const pawli_record *record, const record_row *row) {
    const __m128i sign = _mm_set1_epi32(INT32_MIN);
    __m128i beyond = _mm_setzero_si128();
    for (uint16_t k = 0; k < record->block_count; k++) {
        const void *const low_at = record->blocks[k].low, *const last_at = record->blocks[k].last;
        const __m128i low = _mm_loadu_si128((const __m128i *)low_at);
        const __m128i last = _mm_loadu_si128((const __m128i *)last_at);
        const uint8_t *from = row->from + record->blocks[k].at;
        for (uint32_t i = 0; i < row->count; i++, from += row->from_size) {
            const void *const words = from;
            const __m128i above = _mm_sub_epi32(_mm_loadu_si128((const __m128i *)words), low);
            beyond = _mm_or_si128(beyond, _mm_cmpgt_epi32(_mm_xor_si128(above, sign), last));
        }
    }
    return _mm_movemask_epi8(beyond) == 0;
}

/* All of a row are looked at, so that no object waits for the answer of the one before. */
static bool narrow_ones_of_row_are_in_range(const pawli_record *record, const record_row *row) {
    uint32_t beyond = 0;
    for (uint16_t k = 0; k < record->narrow_count; k++) {
        const pawli_narrow_bound bound = record->narrow[k];
        const uint8_t *object = row->to + bound.member;
        for (uint32_t i = 0; i < row->count; i++, object += row->to_size) {
            const void *const at = object;
            const uint32_t value = bound.size == 1 ? *object : *(const uint16_t *)at;
            beyond |= (value & bound.stray) | ((value ^ bound.sign) - bound.low > bound.span);
        }
    }
    return beyond == 0;
}

static bool load_one_by_one(const pawli_record *record, const record_row *row) {
    for (uint32_t i = 0; i < row->count; i++) {
        const uint8_t *const from = row->from + i * row->from_size;
        uint8_t *const to = row->to + i * row->to_size;
        pawli_record_load(record, from, to);
        if (!pawli_record_is_in_range(record, from, to)) return false;
    }
    return true;
}

bool pawli_record_all_load(const pawli_record *record, const uint8_t *from, uint8_t *to,
                           size_t to_size, uint32_t count) {
    const bool is_plain =
        record->single_count == 0 && record->bound_count == 0 && record->wide_count == 0;
    record_row row = {from, to, record->size, to_size, 0};
    for (uint32_t left = count; left > 0; left -= row.count) {
        row.count = left < TOGETHER ? left : TOGETHER;
        if (!is_plain && !load_one_by_one(record, &row)) return false;
        if (is_plain) {
            load_row(record, &row);
            if (!blocks_of_row_are_in_range(record, &row)) return false;
            if (!narrow_ones_of_row_are_in_range(record, &row)) return false;
        }
        row.from += row.count * row.from_size;
        row.to += row.count * row.to_size;
    }
    return true;
}
#endif
