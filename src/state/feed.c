/* feed.c - objects as words; see feed.h. */
#include "state/feed.h"

#include "base/rom.h"

/* Words on their way to the hash. Which fields are at rest follows no pattern that a processor
 * could guess: words are written in any case, and counted if they count. */
#define BATCH 64
#define WORDS_PER_FIELD 3

typedef struct batch {
    uint32_t words[BATCH];
    uint32_t count;
} batch;

static inline void add_words(batch *out, uint32_t name, bool counts, uint32_t low, bool is_long,
                             uint32_t high) {
    uint32_t *to = &out->words[out->count];
    to[0] = name;
    to[1] = low;
    to[2] = high;
    out->count += counts ? 2u + is_long : 0u;
}

/* Fields of four bytes that are no slots are most of them. The high half of a number is 0 when it
 * has no sign but more than 31 bits. */
static inline void add_plain(batch *out, const pawli_field *field, const void *object,
                             uint32_t name) {
    const void *at = (const uint8_t *)object + field->offset;
    const uint32_t value = *(const uint32_t *)at;
    const bool is_long = (field->coding == PAWLI_CODE_UNSIGNED) & (value > INT32_MAX);
    add_words(out, name, value != (uint32_t)field->rest, value, is_long, 0);
}

static void add_any(batch *out, const pawl_world *world, const pawli_field *field,
                    const void *object, uint32_t name) {
    const int64_t value = pawli_field_value(world, field, object);
    const bool is_long = value < INT32_MIN || value > INT32_MAX;
    add_words(out, name, value != field->rest, (uint32_t)((uint64_t)value & UINT32_MAX), is_long,
              (uint32_t)((uint64_t)value >> 32));
}

void pawli_feed_fields(pawli_xxh32 *hash, const pawl_world *world, pawli_kind kind,
                       const void *object, uint8_t flags) {
    const pawli_fields table = pawli_fields_of(kind);
    batch out;
    out.count = 0;
    for (uint16_t i = 0; i < table.count; i++) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&table.fields[i], &copy, sizeof copy);
        const uint32_t name = (uint32_t)kind << 24 | field->number;
        if (!pawli_is_hashed(field) || (field->flags & flags) != flags) continue;
        if (field->size == 4 && field->coding <= PAWLI_CODE_UNSIGNED && field->mask == 0) {
            add_plain(&out, field, object, name);
        } else {
            add_any(&out, world, field, object, name);
        }
        if (out.count <= BATCH - WORDS_PER_FIELD) continue;
        pawli_xxh32_words(hash, out.words, out.count);
        out.count = 0;
    }
    pawli_xxh32_words(hash, out.words, out.count);
}

void pawli_feed_name(pawli_xxh32 *hash, pawli_kind kind, uint16_t slot, uint32_t serial) {
    pawli_xxh32_word(hash, (uint32_t)kind << 24 | slot);
    pawli_xxh32_word(hash, serial);
}
