/* board_log.c - lines of a board: the mark, what it is about, a checksum. */
#include "cli/runs/board_log.h"

#include <stdlib.h>
#include <string.h>

#include "base/crc.h"
#include "cli/common/base64.h"
#include "cli/common/file.h"
#include "cli/common/heap.h"
#include "cli/runs/replay_file.h"

static const char mark[] = "@pawl ";
#define MARK_SIZE (sizeof mark - 1)
#define HEX_DIGITS 8
#define HASHES_MAX (UINT32_C(1) << 24)
#define PARTS_MAX 4096u

/* ---- words ---- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex(const char *text, uint32_t *out) {
    *out = 0;
    for (size_t i = 0; i < HEX_DIGITS; i++) {
        const int digit = hex_digit(text[i]);
        if (digit < 0) return false;
        *out = *out << 4 | (uint32_t)digit;
    }
    return true;
}

/* A word of decimal digits; what stands behind its blank is given back, null when it is none. */
static const char *read_number(const char *text, uint64_t *out) {
    const char *at = text;
    *out = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        const uint32_t digit = (uint32_t)(*at - '0');
        if (*out > (UINT64_MAX - digit) / 10) return NULL;
        *out = *out * 10 + digit;
    }
    if (at == text || (*at != ' ' && *at != 0)) return NULL;
    return *at == ' ' ? at + 1 : at;
}

/* ---- what lines say ---- */

static void *room_for(void *array, uint32_t count, uint32_t *room, size_t size) {
    if (count < *room) return array;
    *room = *room == 0 ? 16 : 2 * *room;
    return cli_heap_reallocate(array, *room * size);
}

static cli_board_log_part *open_part(cli_board_log *log) {
    if (log->part_count == 0) return NULL;
    cli_board_log_part *const last = &log->parts[log->part_count - 1];
    return last->is_whole ? NULL : last;
}

static bool take_begin(cli_board_log *log, const char *type) {
    const size_t length = strlen(type);
    if (length == 0 || length >= sizeof log->parts->type) return false;
    if (strspn(type, "abcdefghijklmnopqrstuvwxyz") != length) return false;
    if (log->part_count == PARTS_MAX) {
        log->is_full = true;
        return true;
    }
    log->parts = room_for(log->parts, log->part_count, &log->part_room, sizeof *log->parts);
    cli_board_log_part *const part = &log->parts[log->part_count++];
    memset(part, 0, sizeof *part);
    memcpy(part->type, type, length);
    part->first_line = part->last_line = log->lines;
    return true;
}

static void lose(cli_board_log_part *part, uint32_t line) {
    if (part->lost_line == 0) part->lost_line = line;
}

static void append(cli_board_log *log, cli_board_log_part *part, const uint8_t *bytes,
                   size_t size) {
    if (log->bytes + size > (size_t)CLI_REPLAY_MIB * CLI_MIB) {
        log->is_full = true;
        lose(part, log->lines);
        return;
    }
    if (part->size + size > part->room) {
        part->room = 2 * (part->size + size);
        part->bytes = cli_heap_reallocate(part->bytes, part->room);
    }
    memcpy(part->bytes + part->size, bytes, size);
    part->size += size;
    log->bytes += size;
}

/* What came already, because a line was sent again, is left out. */
static bool take_bytes(cli_board_log *log, uint64_t offset, char *letters) {
    uint8_t *const bytes = (uint8_t *)letters;
    const size_t size = cli_base64_decode(letters, strlen(letters), bytes);
    if (size == 0 || size == SIZE_MAX) return false;
    cli_board_log_part *const part = open_part(log);
    if (part == NULL) return true; /* of a file whose begin was not heard */
    part->last_line = log->lines;
    if (offset > part->size) lose(part, log->lines);
    if (part->lost_line == 0 && offset == part->size) append(log, part, bytes, size);
    return true;
}

static bool take_end(cli_board_log *log, uint64_t size) {
    cli_board_log_part *const part = open_part(log);
    if (part == NULL) return true;
    part->last_line = log->lines;
    if (size != part->size) lose(part, log->lines);
    part->is_whole = part->lost_line == 0;
    return true;
}

static bool take_hash(cli_board_log *log, uint64_t tick, const char *text) {
    cli_board_log_hash entry = {.tick = tick, .line = log->lines};
    if (strlen(text) != HEX_DIGITS || !read_hex(text, &entry.hash)) return false;
    if (log->hash_count > 0 && tick <= log->hashes[log->hash_count - 1].tick) log->hash_count = 0;
    if (log->hash_count == 0) log->runs++;
    if (log->hash_count == HASHES_MAX) {
        log->is_full = true;
        return true;
    }
    log->hashes = room_for(log->hashes, log->hash_count, &log->hash_room, sizeof *log->hashes);
    log->hashes[log->hash_count++] = entry;
    return true;
}

static bool take_words(cli_board_log *log, char *text) {
    uint64_t number = 0;
    if (strncmp(text, "begin ", 6) == 0) return take_begin(log, text + 6);
    if (strncmp(text, "end ", 4) == 0) {
        const char *const rest = read_number(text + 4, &number);
        return rest != NULL && *rest == 0 && take_end(log, number);
    }
    if (strncmp(text, "hash ", 5) == 0) {
        const char *const rest = read_number(text + 5, &number);
        return rest != NULL && take_hash(log, number, rest);
    }
    const char *const letters = read_number(text, &number);
    return letters != NULL && take_bytes(log, number, text + (letters - text));
}

/* ---- lines ---- */

/* Behind a mark, up to the end of the line, without the checksum; null when that is not right. */
static char *check_line(char *at) {
    const size_t length = strlen(at);
    uint32_t check;
    if (length < MARK_SIZE + 1 + HEX_DIGITS) return NULL;
    char *const tail = at + length - HEX_DIGITS;
    if (tail[-1] != ' ' || !read_hex(tail, &check)) return NULL;
    if (pawli_crc_32(0, at, (size_t)(tail - at)) != check) return NULL;
    tail[-1] = 0;
    return at + MARK_SIZE;
}

/* Where the end of a line got lost, the next one stands behind what is left of it. */
static char *find_text(char *line) {
    for (char *at = strstr(line, mark); at != NULL; at = strstr(at + 1, mark)) {
        char *const text = check_line(at);
        if (text != NULL) return text;
    }
    return NULL;
}

static void end_line(cli_board_log *log) {
    log->lines++;
    while (log->length > 0 && strchr(" \t\r", log->line[log->length - 1]) != NULL)
        log->length--;
    log->line[log->length] = 0;
    log->length = 0;
    if (strstr(log->line, "@pawl") == NULL) return;
    char *const text = find_text(log->line);
    if (text != NULL && take_words(log, text)) {
        log->own++;
        return;
    }
    log->damaged++;
    if (log->first_damaged_line == 0) log->first_damaged_line = log->lines;
}

void cli_board_log_add(cli_board_log *log, const void *bytes, size_t size) {
    const char *at = bytes;
    if (size == 0 && log->length > 0) end_line(log);
    for (; size > 0; size--, at++) {
        if (*at == '\n') {
            end_line(log);
        } else if (log->length < CLI_BOARD_LOG_LINE_MAX - 1) {
            log->line[log->length++] = *at == 0 ? ' ' : *at; /* a line that is noise has zeros */
        }
    }
}

void cli_board_log_free(cli_board_log *log) {
    for (uint32_t i = 0; i < log->part_count; i++)
        free(log->parts[i].bytes);
    free(log->parts);
    free(log->hashes);
    memset(log, 0, sizeof *log);
}

const cli_board_log_part *cli_board_log_find(const cli_board_log *log, const char *type) {
    const cli_board_log_part *found = NULL;
    for (uint32_t i = 0; i < log->part_count; i++) {
        const cli_board_log_part *const part = &log->parts[i];
        if (type != NULL && strcmp(part->type, type) != 0) continue;
        if (found == NULL || part->is_whole || !found->is_whole) found = part;
    }
    return found;
}

bool cli_board_log_is_log(const void *bytes, size_t size) {
    const char *at = bytes;
    const char *const end = at + size;
    while (at < end && (at = memchr(at, '@', (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) >= MARK_SIZE && memcmp(at, mark, MARK_SIZE) == 0) return true;
        at++;
    }
    return false;
}
