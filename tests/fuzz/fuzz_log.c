/* fuzz_log.c - any text as what a board told: in portions it is what it is as a whole, and a file
 * that is said to be whole is. Checksums of lines are put right first, else nothing but damaged
 * lines would be tried. */
#include <string.h>

#include "base/crc.h"
#include "cli/runs/board_log.h"
#include "fuzz.h"

#define TEXT_MAX 65536u
#define CHECKSUM 8 /* digits, of all that stands before them */

/* The last word of each line that is meant for us becomes its checksum, but in one of eight. */
static size_t repair(const uint8_t *data, size_t size, char *out) {
    memcpy(out, data, size);
    for (size_t begin = 0; begin < size;) {
        const char *const end = memchr(out + begin, '\n', size - begin);
        const size_t length = (end == NULL ? size : (size_t)(end - out)) - begin;
        char *const line = out + begin;
        if (length > 6 + CHECKSUM && memcmp(line, "@pawl ", 6) == 0 &&
            (line[length / 2] & 7) != 0) {
            char digits[CHECKSUM + 1];
            const uint32_t crc = pawli_crc_32(0, line, length - CHECKSUM);
            snprintf(digits, sizeof digits, "%08lx", (unsigned long)crc);
            memcpy(line + length - CHECKSUM, digits, CHECKSUM);
        }
        begin += length + 1;
    }
    return size;
}

static void require_equal(const cli_board_log *a, const cli_board_log *b) {
    fuzz_require(a->part_count == b->part_count && a->hash_count == b->hash_count);
    fuzz_require(a->lines == b->lines && a->own == b->own && a->damaged == b->damaged);
    fuzz_require(a->runs == b->runs && a->bytes == b->bytes && a->is_full == b->is_full);
    for (uint32_t i = 0; i < a->part_count; i++) {
        const cli_board_log_part *const one = &a->parts[i], *const other = &b->parts[i];
        fuzz_require(one->size == other->size && one->is_whole == other->is_whole);
        fuzz_require(one->lost_line == other->lost_line);
        fuzz_require(one->size == 0 || memcmp(one->bytes, other->bytes, one->size) == 0);
    }
    for (uint32_t i = 0; i < a->hash_count; i++) {
        fuzz_require(a->hashes[i].tick == b->hashes[i].tick);
        fuzz_require(a->hashes[i].hash == b->hashes[i].hash);
        fuzz_require(i == 0 || a->hashes[i].tick > a->hashes[i - 1].tick);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[TEXT_MAX];
    cli_board_log whole = {0}, portions = {0};
    size = repair(data, size < TEXT_MAX ? size : TEXT_MAX, text);
    cli_board_log_add(&whole, text, size);
    cli_board_log_add(&whole, text, 0);
    for (size_t at = 0, next; at < size; at = next) {
        next = at + 1 + (uint8_t)text[at] % 61;
        if (next > size) next = size;
        cli_board_log_add(&portions, text + at, next - at);
    }
    cli_board_log_add(&portions, text, 0);
    require_equal(&whole, &portions);
    fuzz_require(whole.own + whole.damaged <= whole.lines);
    const cli_board_log_part *const last = cli_board_log_find(&whole, NULL);
    fuzz_require((last == NULL) == (whole.part_count == 0));
    fuzz_require(whole.own == 0 || cli_board_log_is_log(text, size));
    cli_board_log_free(&whole);
    cli_board_log_free(&portions);
    return 0;
}
