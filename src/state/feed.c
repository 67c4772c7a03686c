/* feed.c - objects as words; see feed.h. */
#include "state/feed.h"

#include "base/rom.h"

static void feed_value(pawli_xxh32 *hash, int64_t value) {
    pawli_xxh32_word(hash, (uint32_t)((uint64_t)value & UINT32_MAX));
    if (value < INT32_MIN || value > INT32_MAX) {
        pawli_xxh32_word(hash, (uint32_t)((uint64_t)value >> 32));
    }
}

void pawli_feed_fields(pawli_xxh32 *hash, const pawl_world *world, pawli_kind kind,
                       const void *object, uint8_t flags) {
    const pawli_fields table = pawli_fields_of(kind);
    for (uint16_t i = 0; i < table.count; i++) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&table.fields[i], &copy, sizeof copy);
        if (!pawli_is_hashed(field) || (field->flags & flags) != flags) continue;
        const int64_t value = pawli_field_value(world, field, object);
        if (value == field->rest) continue;
        pawli_xxh32_word(hash, (uint32_t)kind << 24 | field->number);
        feed_value(hash, value);
    }
}

void pawli_feed_name(pawli_xxh32 *hash, pawli_kind kind, uint16_t slot, uint32_t serial) {
    pawli_xxh32_word(hash, (uint32_t)kind << 24 | slot);
    pawli_xxh32_word(hash, serial);
}
