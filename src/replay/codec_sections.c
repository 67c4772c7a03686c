/* codec_sections.c - the pass over two snapshots that writes the second, or reads it.
 *
 * Every decision goes through the coder, which writes what the pass has found or answers what was
 * written: so there is one order of decisions, and no second one that could differ. What the writer
 * knows and the reader does not, the record of the next snapshot, is null for the reader.
 *
 * Bytes of a stranger: a record that stays or goes is one of the base, of which there are only so
 * many, and one that comes takes room in the result; after the end of its bytes a reader stops. */
#include "replay/codec.h"

/* How far a writer looks for the partner of a record. */
#define CODEC_WINDOW 64u
#define CODEC_KEYS 3

typedef struct section_coding {
    pawli_codec *pack;
    const pawli_snapshot *base;
    const pawli_snapshot *next; /* null: it reads */
    pawli_writer to;            /* of the reader */
    /* of the section at hand */
    int number;
    pawli_codec_section *section;
    const uint8_t *before; /* the record of the result before this one; null: none */
    uint32_t base_at, next_at, base_count, next_count;
    uint16_t record; /* bytes */
    uint8_t keys;    /* writer: columns that tell which records belong together */
    uint16_t key_at[CODEC_KEYS];
    uint8_t key_size[CODEC_KEYS];
    uint8_t last; /* what was done last, for models: 0 stayed, 1 changed, 2 came or went */
} section_coding;

static bool code_choice(section_coding *coding, uint16_t *model, bool bit) {
    return pawli_entropy_code_bit(&coding->pack->coder, model, bit);
}

/* ---- values --------------------------------------------------------------------------------- */

static uint64_t fetch_value(const uint8_t *at, uint8_t size) {
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static void store_value(uint8_t *at, uint8_t size, uint64_t value) {
    for (unsigned i = 0; i < size; i++)
        at[i] = (uint8_t)(value >> 8 * i & 0xFFu);
}

/* The difference of two values of so many bytes, small ones of both signs as small numbers. */
static uint64_t fold_difference(uint64_t value, uint64_t reference, uint8_t size) {
    const unsigned bits = 8u * size;
    const uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1u;
    const uint64_t difference = (value - reference) & mask;
    const bool is_negative = (difference >> (bits - 1u) & 1u) != 0;
    return is_negative ? ((0u - difference) & mask) * 2u - 1u : difference * 2u;
}

static uint64_t unfold_difference(uint64_t number, uint64_t reference, uint8_t size) {
    const unsigned bits = 8u * size;
    const uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1u;
    const uint64_t half = (number >> 1) + (number & 1u);
    return (reference + ((number & 1u) != 0 ? 0u - half : half)) & mask;
}

/* Where a value of an object is remembered: by its key, or its number in the section. Two may share
 * a place, which costs bits and nothing else. */
static uint32_t *history_of(section_coding *coding, const uint8_t *reference, uint16_t column) {
    const pawli_section_content content = pawli_snapshot_open_content(coding->number);
    const bool has_key = content.what == PAWLI_CONTENT_OBJECTS && content.prefix >= PAWLI_KEY_SIZE;
    const uint32_t object =
        has_key && reference != NULL ? pawli_fetch_u16(reference + 2) : coding->base_at;
    const uint32_t mixed = (object * 64u + column) * UINT32_C(0x9E3779B1);
    return &coding->pack->history[mixed >> 22];
}

static uint64_t choose_reference(uint64_t value, const uint64_t *references, uint8_t size,
                                 pawli_codec_from *from) {
    uint64_t least = fold_difference(value, references[0], size);
    *from = PAWLI_FROM_BASE;
    for (int i = 1; i < PAWLI_FROM_COUNT; i++) {
        /* Another one must be worth telling. */
        const uint64_t number = fold_difference(value, references[i], size);
        if (number >= least / 4u) continue;
        least = number;
        *from = (pawli_codec_from)i;
    }
    return least;
}

/* Which reference, as three choices: none but the value itself, or one of the record, or of before;
 * and which of the two. */
static pawli_codec_from code_from(section_coding *coding, pawli_codec_column *column,
                                  pawli_codec_from from) {
    const bool of_row = from >= PAWLI_FROM_ROW;
    if (!code_choice(coding, &column->from[0], from != PAWLI_FROM_BASE)) return PAWLI_FROM_BASE;
    if (code_choice(coding, &column->from[1], of_row)) {
        return code_choice(coding, &column->from[2], from == PAWLI_FROM_MIRROR) ? PAWLI_FROM_MIRROR
                                                                                : PAWLI_FROM_ROW;
    }
    return code_choice(coding, &column->from[3], from == PAWLI_FROM_COLUMN) ? PAWLI_FROM_COLUMN
                                                                            : PAWLI_FROM_HISTORY;
}

/* A value that is not `old`; `step` is by how much the one two columns before it differs. */
static uint64_t code_value(section_coding *coding, pawli_codec_column *column, uint32_t *history,
                           uint64_t old, uint64_t step, uint64_t value) {
    const uint64_t references[PAWLI_FROM_COUNT] = {old, *history, column->last, old + step,
                                                   old - step};
    pawli_codec_from from = PAWLI_FROM_BASE;
    uint64_t number = 0;
    if (coding->next != NULL) number = choose_reference(value, references, column->size, &from);
    from = code_from(coding, column, from);
    number = pawli_codec_code_number(coding->pack, &column->mean[from], number);
    value = unfold_difference(number, references[from], column->size);
    column->last = value;
    *history = (uint32_t)(value & UINT32_MAX);
    return value;
}

/* ---- records -------------------------------------------------------------------------------- */

/* A record told by a reference, null: zeros; `to` is null for the writer. */
static void code_record(section_coding *coding, const uint8_t *reference, bool comes,
                        const uint8_t *next, uint8_t *to) {
    uint64_t steps[2] = {0, 0};
    unsigned pattern = 3;
    for (uint16_t i = 0; i < coding->section->count && !coding->pack->coder.bad; i++) {
        const uint16_t index = (uint16_t)(coding->section->first + i);
        pawli_codec_column *const column = &coding->pack->columns[index];
        const uint64_t old =
            reference == NULL ? 0 : fetch_value(reference + column->at, column->size);
        uint64_t value = next == NULL ? old : fetch_value(next + column->at, column->size);
        const bool differs =
            code_choice(coding, &column->differs[comes ? 1 : 0][pattern], value != old);
        value = differs ? code_value(coding, column, history_of(coding, reference, index), old,
                                     steps[i % 2u], value)
                        : old;
        if (to != NULL) store_value(to + column->at, column->size, value);
        steps[i % 2u] = value - old;
        pattern = (pattern << 1 | (differs ? 1u : 0u)) & 3u;
    }
}

static const uint8_t *next_record(const section_coding *coding, uint32_t index) {
    return coding->next == NULL ? NULL : pawli_record_at(coding->next, coding->number, index);
}

/* Room for a record of the result; null for the writer, or when there is none, which is bad. */
static uint8_t *take_record(section_coding *coding) {
    if (coding->next != NULL) return NULL;
    uint8_t *const room = pawli_write_room(&coding->to, coding->record);
    if (room == NULL) coding->pack->coder.bad = true;
    return room;
}

/* A record of the base that stays, as it is or changed. */
static void code_kept(section_coding *coding, bool changes) {
    const uint8_t *const old = pawli_record_at(coding->base, coding->number, coding->base_at);
    const uint8_t *const next = next_record(coding, coding->next_at);
    uint8_t *const to = take_record(coding);
    if (to != NULL && !changes) memcpy(to, old, coding->record);
    if (changes && (to != NULL || next != NULL)) code_record(coding, old, false, next, to);
    coding->before = next != NULL ? next : to;
    coding->last = changes ? 1 : 0;
    coding->base_at++;
    coding->next_at++;
}

static void code_new(section_coding *coding) {
    const uint8_t *const next = next_record(coding, coding->next_at);
    uint8_t *const to = take_record(coding);
    if (to != NULL || next != NULL) code_record(coding, coding->before, true, next, to);
    coding->before = next != NULL ? next : to;
    coding->last = 2;
    coding->next_at++;
}

/* ---- which records belong together: the writer's choice ------------------------------------- */

static void add_key(section_coding *coding, uint16_t column) {
    const pawli_codec_column *const from = &coding->pack->columns[coding->section->first + column];
    if (column >= coding->section->count) return;
    coding->key_at[coding->keys] = from->at;
    coding->key_size[coding->keys++] = from->size;
}

static void add_contact_key(section_coding *coding, size_t member) {
    pawli_record record;
    (void)pawli_snapshot_open_section(&record, coding->next, PAWLI_SECTION_CONTACTS);
    for (uint16_t i = 0; i < record.count; i++) {
        const pawli_move *const move = &record.moves[i];
        if (move->member != member || move->at == PAWLI_NONE) continue;
        coding->key_at[coding->keys] = move->at;
        coding->key_size[coding->keys++] = move->size;
    }
}

static void find_keys(section_coding *coding) {
    const pawli_section_content content = pawli_snapshot_open_content(coding->number);
    coding->keys = 0;
    if (content.what == PAWLI_CONTENT_OBJECTS && content.prefix >= PAWLI_KEY_SIZE) {
        add_key(coding, 1); /* the serial */
    } else if (content.what == PAWLI_CONTENT_FREE) {
        add_key(coding, 0);
    } else if (coding->number == PAWLI_SECTION_CONTACTS) {
        add_contact_key(coding, offsetof(pawli_contact, shape_a));
        add_contact_key(coding, offsetof(pawli_contact, shape_b));
        add_contact_key(coding, offsetof(pawli_whole_contact, edge));
    }
}

static bool belong_together(const section_coding *coding, uint32_t in_base, uint32_t in_next) {
    if (in_base >= coding->base_count || in_next >= coding->next_count) return false;
    const uint8_t *const a = pawli_record_at(coding->base, coding->number, in_base);
    const uint8_t *const b = pawli_record_at(coding->next, coding->number, in_next);
    /* Convexes and terrains have no names but what they are. */
    if (coding->number == PAWLI_SECTION_GEOMETRIES || coding->number == PAWLI_SECTION_TERRAINS)
        return pawli_bytes_are_equal(a, b, coding->record);
    for (uint8_t i = 0; i < coding->keys; i++) {
        if (!pawli_bytes_are_equal(a + coding->key_at[i], b + coding->key_at[i],
                                   coding->key_size[i]))
            return false;
    }
    return true;
}

/* Of the records at hand: +1, that of the base goes; -1, the next one comes; 0, they are a pair, if
 * only for want of a better one. */
static int find_move(const section_coding *coding) {
    if (coding->next_at >= coding->next_count) return 1;
    for (uint32_t i = 0; i < CODEC_WINDOW; i++) {
        if (belong_together(coding, coding->base_at + i, coding->next_at)) return i > 0 ? 1 : 0;
        if (belong_together(coding, coding->base_at, coding->next_at + i)) return i > 0 ? -1 : 0;
    }
    return 0;
}

/* ---- sections ------------------------------------------------------------------------------- */

/* One record of the base, or one that comes before it. */
static void code_move(section_coding *coding) {
    int move = 0;
    bool stays = false;
    if (coding->next != NULL) {
        move = find_move(coding);
        stays = move == 0 && pawli_bytes_are_equal(
                                 pawli_record_at(coding->base, coding->number, coding->base_at),
                                 next_record(coding, coding->next_at), coding->record);
    }
    pawli_codec_section *const section = coding->section;
    if (code_choice(coding, &section->stays[coding->last], !stays) == false) {
        code_kept(coding, false);
    } else if (code_choice(coding, &section->changes, move != 0) == false) {
        code_kept(coding, true);
    } else if (code_choice(coding, &section->goes, move < 0) == false) {
        coding->base_at++;
        coding->last = 2;
    } else {
        code_new(coding);
    }
}

static void code_section(section_coding *coding, int number) {
    const pawli_section_place *const place = &coding->base->sections[number];
    coding->number = number;
    coding->section = &coding->pack->sections[number];
    coding->before = NULL;
    coding->base_at = coding->next_at = 0;
    coding->base_count = place->count;
    coding->next_count = coding->next == NULL ? 0 : coding->next->sections[number].count;
    coding->record = place->record;
    coding->last = 0;
    if (coding->next != NULL) find_keys(coding);
    const uint32_t head = coding->to.at;
    if (coding->next == NULL) {
        pawli_write_bytes(&coding->to, coding->base->bytes + place->at - PAWLI_SECTION_HEAD,
                          PAWLI_SECTION_HEAD);
        coding->pack->coder.bad |= coding->to.full;
    }
    while (coding->base_at < coding->base_count && !coding->pack->coder.bad)
        code_move(coding);
    while (!coding->pack->coder.bad && coding->record > 0 &&
           code_choice(coding, &coding->section->comes, coding->next_at < coding->next_count))
        code_new(coding);
    if (coding->next == NULL && !coding->pack->coder.bad) {
        pawli_store_u32(coding->to.bytes + head + 4u, coding->next_at);
    }
}

static void code_sections(section_coding *coding) {
    for (int number = 1; number <= PAWLI_SECTION_COUNT; number++)
        if (coding->base->sections[number].at != 0) code_section(coding, number);
}

void pawli_codec_sections_write(pawli_codec *pack, const pawli_snapshot *base,
                                const pawli_snapshot *next) {
    PAWL_ASSERT(pack->coder.from == NULL && pack->schema == pawli_codec_schema_of(base) &&
                pack->schema == pawli_codec_schema_of(next));
    section_coding coding;
    memset(&coding, 0, sizeof coding);
    coding.pack = pack;
    coding.base = base;
    coding.next = next;
    code_sections(&coding);
}

uint32_t pawli_codec_sections_read(pawli_codec *pack, const pawli_snapshot *base, uint8_t *to,
                                   uint32_t room) {
    PAWL_ASSERT(pack->coder.from != NULL && pack->schema == pawli_codec_schema_of(base));
    section_coding coding;
    memset(&coding, 0, sizeof coding);
    coding.pack = pack;
    coding.base = base;
    coding.to = pawli_writer_of(to, room);
    pawli_write_bytes(&coding.to, base->bytes,
                      base->sections[PAWLI_SECTION_WORLD].at - PAWLI_SECTION_HEAD);
    if (coding.to.full) return 0;
    code_sections(&coding);
    (void)pawli_write_room(&coding.to, PAWLI_SNAPSHOT_TAIL);
    return pack->coder.bad || coding.to.full ? 0 : coding.to.at;
}
