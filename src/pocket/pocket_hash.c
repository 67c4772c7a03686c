/* pocket_hash.c - the checksum of the state, word by word: multiply, add and rotate, as the last
 * words of XXH32 are mixed in. Each step can be undone, so two states that differ in one word never
 * have the same checksum. */
#include "pawl/pocket.h"

#include <stddef.h>

static uint32_t hash_pocket_word(uint32_t hash, uint32_t word) {
    hash += word * UINT32_C(0xC2B2AE3D);
    hash = hash << 16 | hash >> 16; /* by 17 in all */
    hash = hash << 1 | hash >> 31;
    return hash * UINT32_C(0x27D4EB2F);
}

static uint32_t hash_pocket_words(uint32_t hash, const pawl_fx *words, uint8_t count) {
    for (; count != 0; count--)
        hash = hash_pocket_word(hash, (uint32_t)*words++);
    return hash;
}

static uint32_t hash_bytes(uint32_t hash, const uint8_t *bytes, uint8_t count) {
    for (; count != 0; count--)
        hash = hash_pocket_word(hash, *bytes++);
    return hash;
}

/* From one member to the last of the single bytes behind it. */
#define BYTES_FROM(object, type, first, last)          \
    (const uint8_t *)(object) + offsetof(type, first), \
        (uint8_t)(offsetof(type, last) + 1 - offsetof(type, first))

uint32_t pawl_pocket_hash(const pawl_pocket *pocket, const pawl_pocket_body *body) {
    if (pocket == NULL || body == NULL || pocket->body_count > PAWL_POCKET_BODIES_MAX) return 0;
    uint32_t hash = hash_pocket_words(pocket->tick, pocket->gravity, 2);
    hash = hash_pocket_words(hash, pocket->bounds, 4);
    hash = hash_bytes(hash, BYTES_FROM(pocket, pawl_pocket, edges, faults));
    for (uint8_t i = 0; i < pocket->body_count; i++, body++) {
        if ((body->flags & PAWL_POCKET_USED) == 0) continue;
        hash = hash_pocket_words(hash + i, body->position, 2);
        hash = hash_pocket_words(hash, body->velocity, 2);
        hash = hash_pocket_word(hash, body->half[0] | (uint32_t)body->half[1] << 16);
        hash = hash_bytes(hash, BYTES_FROM(body, pawl_pocket_body, inverse_mass, flags));
    }
    return hash;
}
