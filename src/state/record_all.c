/* record_all.c - records that lie side by side to objects that do so, too: as record.c would take
 * them one by one, but a row of the record after the other instead of an object after the other. */
#include "state/record_all.h"

#if PAWLI_RECORD_LANES
#include <immintrin.h>

/* A row of objects and their records. */
typedef struct record_row {
    const uint8_t *from;
    uint8_t *to;
    size_t from_size, to_size;
    uint32_t count;
} record_row;

/* Pieces of one list, whose length is a constant. What a row says is kept in registers: bytes that
 * are written could be anything's. */
PAWLI_FOLD const pawli_piece *load_pieces(const record_row *row, const pawli_piece *piece,
                                          const pawli_piece *end, size_t size) {
    const size_t from_size = row->from_size, to_size = row->to_size;
    const uint8_t *const from_end = row->from + row->count * from_size;
    for (; piece < end; piece++) {
        const uint8_t *from = row->from + piece->at, *const last = from_end + piece->at;
        uint8_t *to = row->to + piece->member;
        for (; from < last; from += from_size, to += to_size)
            memcpy(to, from, size);
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
    for (uint16_t k = 0; k < record->single_count; k++) {
        const pawli_move *const move = &record->moves[record->single[k]];
        if (move->at == PAWLI_NONE && move->default_value == 0) continue; /* as it is */
        for (uint32_t i = 0; i < row->count; i++)
            pawli_record_load_single(move, row->from + i * row->from_size,
                                     row->to + i * row->to_size);
    }
}

static bool blocks_of_row_are_in_range(const pawli_record *record, const record_row *row) {
    const __m128i sign = _mm_set1_epi32(INT32_MIN);
    __m128i beyond = _mm_setzero_si128();
    for (uint16_t k = 0; k < record->block_count; k++) {
        const void *const low_at = record->blocks[k].low, *const last_at = record->blocks[k].last;
        const __m128i low = _mm_loadu_si128((const __m128i *)low_at);
        const __m128i last = _mm_loadu_si128((const __m128i *)last_at);
        const uint8_t *from = row->from + record->blocks[k].at;
        for (uint32_t i = row->count; i > 0; i--, from += row->from_size) {
            const void *const words = from;
            const __m128i above = _mm_sub_epi32(_mm_loadu_si128((const __m128i *)words), low);
            beyond = _mm_or_si128(beyond, _mm_cmpgt_epi32(_mm_xor_si128(above, sign), last));
        }
    }
    return _mm_movemask_epi8(beyond) == 0;
}

/* All of a row are looked at, so that no object waits for the answer of the one before. */
PAWLI_FOLD uint32_t find_beyond(const pawli_narrow_bound *bound, const record_row *row,
                                size_t size) {
    const uint32_t sign = bound->sign, low = bound->low, span = bound->span, stray = bound->stray;
    const uint8_t *object = row->to + bound->member;
    uint32_t beyond = 0;
    for (uint32_t i = row->count; i > 0; i--, object += row->to_size) {
        const void *const at = object;
        const uint32_t value = size == 1 ? *object : *(const uint16_t *)at;
        beyond |= (value & stray) | ((value ^ sign) - low > span);
    }
    return beyond;
}

static bool narrow_ones_of_row_are_in_range(const pawli_record *record, const record_row *row) {
    uint32_t beyond = 0;
    for (uint16_t k = 0; k < record->narrow_count; k++) {
        const pawli_narrow_bound *const bound = &record->narrow[k];
        beyond |= bound->size == 1 ? find_beyond(bound, row, 1) : find_beyond(bound, row, 2);
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
    const bool is_plain = record->bound_count == 0 && record->wide_count == 0;
    record_row row = {from, to, record->size, to_size, 0};
    for (uint32_t left = count; left > 0; left -= row.count) {
        row.count = left < PAWLI_RECORD_ROW ? left : PAWLI_RECORD_ROW;
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
