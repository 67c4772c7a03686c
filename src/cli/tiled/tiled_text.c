/* tiled_text.c - files in UTF-16, and marks of the order of their bytes: all of it becomes UTF-8
 * without a mark, which is what the readers of XML and JSON take. */
#include <stdlib.h>
#include <string.h>

#include "cli/tiled/tiled_tree.h"

/* Which of two bytes comes first. Without a mark the first character tells, which in JSON and XML
 * is below 128. */
typedef enum order {
    ORDER_NONE, /* not UTF-16 */
    ORDER_LITTLE,
    ORDER_BIG
} order;

static order order_of(const cli_file *file, size_t *mark) {
    const uint8_t *const at = file->bytes;
    *mark = 2;
    if (file->size < 2) return ORDER_NONE;
    if (at[0] == 0xFF && at[1] == 0xFE) return ORDER_LITTLE;
    if (at[0] == 0xFE && at[1] == 0xFF) return ORDER_BIG;
    *mark = 0;
    if (at[0] != 0 && at[1] == 0) return ORDER_LITTLE;
    return at[0] == 0 && at[1] != 0 ? ORDER_BIG : ORDER_NONE;
}

static uint32_t unit_at(const cli_file *file, size_t i, order bytes) {
    const uint32_t a = file->bytes[i], b = file->bytes[i + 1];
    return bytes == ORDER_LITTLE ? a | b << 8 : a << 8 | b;
}

/* As UTF-8, RFC 3629; returns how many bytes. */
static size_t put_character(uint32_t code, uint8_t *out) {
    if (code < 0x80) {
        out[0] = (uint8_t)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (uint8_t)(0xC0 | code >> 6);
        out[1] = (uint8_t)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (uint8_t)(0xE0 | code >> 12);
        out[1] = (uint8_t)(0x80 | (code >> 6 & 0x3F));
        out[2] = (uint8_t)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (uint8_t)(0xF0 | code >> 18);
    out[1] = (uint8_t)(0x80 | (code >> 12 & 0x3F));
    out[2] = (uint8_t)(0x80 | (code >> 6 & 0x3F));
    out[3] = (uint8_t)(0x80 | (code & 0x3F));
    return 4;
}

/* RFC 2781. False when half of a pair stands alone. */
static bool convert(cli_file *file, size_t from, order bytes) {
    uint8_t *out = cli_heap_allocate(file->size / 2 * 3 + 1);
    size_t used = 0;
    bool good = (file->size - from) % 2 == 0;
    for (size_t i = from; good && i + 1 < file->size; i += 2) {
        uint32_t code = unit_at(file, i, bytes);
        if (code >= 0xD800 && code < 0xDC00 && i + 3 < file->size) {
            const uint32_t low = unit_at(file, i + 2, bytes);
            good = low >= 0xDC00 && low < 0xE000;
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            i += 2;
        } else if (code >= 0xD800 && code < 0xE000) {
            good = false;
        }
        if (good) used += put_character(code, out + used);
    }
    if (!good) {
        free(out);
        return false;
    }
    out[used] = 0;
    free(file->bytes);
    file->bytes = out;
    file->size = used;
    return true;
}

cli_tiled_encoding cli_tiled_text_to_utf8(cli_file *file) {
    static const uint8_t mark[] = {0xEF, 0xBB, 0xBF};
    size_t from = 0;
    const order bytes = order_of(file, &from);
    if (bytes != ORDER_NONE) {
        return convert(file, from, bytes) ? CLI_TILED_UTF16 : CLI_TILED_BROKEN;
    }
    if (file->size >= 3 && memcmp(file->bytes, mark, 3) == 0) {
        file->size -= 3;
        memmove(file->bytes, file->bytes + 3, file->size + 1);
    }
    return CLI_TILED_AS_IT_IS;
}
