/* page_hash.h - the hash of a world from its snapshot, written from docs/format-hash.md and
 * docs/format-snapshot.md alone: nothing of the library is in it, not even a header. */
#ifndef PAWL_TESTS_PAGE_HASH_H
#define PAWL_TESTS_PAGE_HASH_H

#include <stdbool.h>
#include <stdint.h>

#define PAGE_PARTS 8

typedef struct page_field {
    uint8_t type, number; /* 0: none */
} page_field;

typedef struct page_hash {
    bool is_whole; /* false: the snapshot is none that the pages describe */
    uint32_t state, motion, branches[PAGE_PARTS];
    uint32_t objects;
    uint32_t left_out; /* how many objects have `without` at another value than its default */
} page_hash;

/* `without`: a field that is taken to be at its default in all objects. */
page_hash page_hash_of(const uint8_t *snapshot, uint32_t size, page_field without);

/* The hash of an object whose words are these. */
uint32_t page_hash_words(const uint32_t *words, uint32_t count);

#endif
