/* chunk_read.c - the bytes of a chunk on their way in. */
#include "base/crc.h"
#include "replay/chunk.h"

pawl_status pawli_chunk_read_view(const uint8_t *bytes, uint32_t size, uint32_t at,
                                  pawli_chunk_view *out) {
    if (size - at < PAWLI_CHUNK_HEAD_SIZE) return PAWL_ERR_RANGE;
    const uint8_t *const head = bytes + at;
    if (pawli_fetch_u16(head + 6) != pawli_chunk_check(head)) return PAWL_ERR_CORRUPT;
    out->id = pawli_fetch_u32(head);
    out->flags = head[4];
    out->schema = head[5];
    out->size = pawli_fetch_u32(head + 8);
    out->content = head + PAWLI_CHUNK_HEAD_SIZE;
    const uint32_t left = size - at;
    if (left < PAWLI_CHUNK_FRAME || out->size > left - PAWLI_CHUNK_FRAME) return PAWL_ERR_RANGE;
    return PAWL_OK;
}

bool pawli_chunk_read_is_intact(const pawli_chunk_view *chunk) {
    const uint8_t *const head = chunk->content - PAWLI_CHUNK_HEAD_SIZE;
    const uint32_t crc = pawli_crc_32(0, head, (size_t)(PAWLI_CHUNK_HEAD_SIZE + chunk->size));
    return crc == pawli_fetch_u32(chunk->content + chunk->size);
}
