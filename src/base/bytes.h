/* bytes.h - numbers in files and packets: low byte first, one byte at a time, always in bounds.
 *
 * A writer that has run out of room, and a reader that has run out of bytes, remember it and go on
 * doing nothing: it is enough to ask once, at the end. A writer without memory counts. */
#ifndef PAWLI_BYTES_H
#define PAWLI_BYTES_H

#include "base/assert.h"

#include <string.h>

typedef struct pawli_writer {
    uint8_t *bytes; /* null: only count */
    uint32_t size;  /* of the memory */
    uint32_t at;    /* bytes written */
    bool full;      /* something did not fit */
} pawli_writer;

typedef struct pawli_reader {
    const uint8_t *bytes;
    uint32_t size, at;
    bool bad; /* something was not there */
} pawli_reader;

/* Whether two blocks hold the same; bytes.c. */
bool pawli_bytes_are_equal(const void *a, const void *b, size_t size);

static inline pawli_writer pawli_writer_of(void *bytes, uint32_t size) {
    pawli_writer writer = {(uint8_t *)bytes, bytes == NULL ? UINT32_MAX : size, 0, false};
    return writer;
}

static inline pawli_reader pawli_reader_of(const void *bytes, uint32_t size) {
    pawli_reader reader = {(const uint8_t *)bytes, bytes == NULL ? 0 : size, 0, false};
    return reader;
}

/* Room for so many bytes, which the caller fills unless it is null: while counting, and once the
 * writer is full. */
static inline uint8_t *pawli_write_room(pawli_writer *to, uint32_t count) {
    if (to->full || count > to->size - to->at) {
        to->full = true;
        return NULL;
    }
    uint8_t *const room = to->bytes == NULL ? NULL : to->bytes + to->at;
    to->at += count;
    return room;
}

static inline void pawli_write_u8(pawli_writer *to, uint8_t value) {
    uint8_t *const room = pawli_write_room(to, 1);
    if (room != NULL) room[0] = value;
}

static inline void pawli_store_u16(uint8_t *at, uint16_t value) {
    at[0] = (uint8_t)(value & 0xFF);
    at[1] = (uint8_t)(value >> 8);
}

static inline void pawli_store_u32(uint8_t *at, uint32_t value) {
    pawli_store_u16(at, (uint16_t)(value & 0xFFFF));
    pawli_store_u16(at + 2, (uint16_t)(value >> 16));
}

static inline uint16_t pawli_fetch_u16(const uint8_t *at) {
    return (uint16_t)(at[0] | (unsigned)at[1] << 8);
}

static inline uint32_t pawli_fetch_u32(const uint8_t *at) {
    return pawli_fetch_u16(at) | (uint32_t)pawli_fetch_u16(at + 2) << 16;
}

static inline void pawli_write_u16(pawli_writer *to, uint16_t value) {
    uint8_t *const room = pawli_write_room(to, 2);
    if (room != NULL) pawli_store_u16(room, value);
}

static inline void pawli_write_u32(pawli_writer *to, uint32_t value) {
    uint8_t *const room = pawli_write_room(to, 4);
    if (room != NULL) pawli_store_u32(room, value);
}

static inline void pawli_write_u64(pawli_writer *to, uint64_t value) {
    pawli_write_u32(to, (uint32_t)(value & UINT32_MAX));
    pawli_write_u32(to, (uint32_t)(value >> 32));
}

static inline void pawli_write_bytes(pawli_writer *to, const void *bytes, uint32_t count) {
    uint8_t *const room = pawli_write_room(to, count);
    if (room != NULL && count > 0) memcpy(room, bytes, (size_t)count);
}

static inline uint32_t pawli_bytes_left(const pawli_reader *from) {
    return from->bad ? 0 : from->size - from->at;
}

/* The next bytes where they lie; null when there are not so many. */
static inline const uint8_t *pawli_read_bytes(pawli_reader *from, uint32_t count) {
    if (from->bad || count > from->size - from->at) {
        from->bad = true;
        return NULL;
    }
    const uint8_t *const bytes = from->bytes + from->at;
    from->at += count;
    return bytes;
}

/* 0 when there are not enough bytes. */
static inline uint8_t pawli_read_u8(pawli_reader *from) {
    const uint8_t *const at = pawli_read_bytes(from, 1);
    return at == NULL ? 0 : at[0];
}

static inline uint16_t pawli_read_u16(pawli_reader *from) {
    const uint8_t *const at = pawli_read_bytes(from, 2);
    return at == NULL ? 0 : pawli_fetch_u16(at);
}

static inline uint32_t pawli_read_u32(pawli_reader *from) {
    const uint8_t *const at = pawli_read_bytes(from, 4);
    return at == NULL ? 0 : pawli_fetch_u32(at);
}

static inline uint64_t pawli_read_u64(pawli_reader *from) {
    const uint8_t *const at = pawli_read_bytes(from, 8);
    return at == NULL ? 0 : pawli_fetch_u32(at) | (uint64_t)pawli_fetch_u32(at + 4) << 32;
}

#endif
