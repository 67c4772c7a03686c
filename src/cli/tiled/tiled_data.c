/* tiled_data.c - the cells of tile layers: lists of numbers, base64 (RFC 4648), and that with zlib,
 * gzip or zstd. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef CLI_WITH_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include "cli/common/base64.h"
#include "cli/tiled/tiled.h"

#define FAIL(...) (cli_scene_plan_fail(__VA_ARGS__), false)

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* A whole number below 2^32 at *at, which moves behind it. */
static bool take_number(const char **at, uint32_t *out) {
    uint64_t number = 0;
    const char *start = *at;
    while (**at >= '0' && **at <= '9' && number <= UINT32_MAX) {
        number = number * 10 + (uint64_t)(**at - '0');
        (*at)++;
    }
    *out = (uint32_t)number;
    return *at > start && number <= UINT32_MAX;
}

static bool fail_count(cli_plan *plan, const cli_json *data, uint32_t found, uint32_t count) {
    return FAIL(plan, data->line, "data: %s%lu cells, expected %lu",
                found > count ? "more than " : "", (unsigned long)(found > count ? count : found),
                (unsigned long)count);
}

/* "1,2,3": what lies between the numbers is commas and spaces. */
static bool read_csv(cli_plan *plan, const cli_json *data, uint32_t *cells, uint32_t count) {
    const char *at = data->text;
    uint32_t found = 0, cell = 0;
    for (;;) {
        while (is_space(*at))
            at++;
        if (*at == 0) break;
        if (!take_number(&at, &cell)) {
            return FAIL(plan, data->line, "data: cell %lu is no tile number", (unsigned long)found);
        }
        if (found == count) return fail_count(plan, data, found + 1, count);
        cells[found++] = cell;
        while (is_space(*at))
            at++;
        if (*at == 0) break;
        if (*at++ != ',') {
            return FAIL(plan, data->line, "data: no comma behind cell %lu",
                        (unsigned long)(found - 1));
        }
    }
    return found == count || fail_count(plan, data, found, count);
}

static bool read_list(cli_plan *plan, const cli_json *data, uint32_t *cells, uint32_t count) {
    uint32_t found = 0;
    if (data->count != count) return fail_count(plan, data, data->count, count);
    for (const cli_json *one = data->child; one != NULL; one = one->next) {
        const char *at = one->text;
        if (at == NULL || !take_number(&at, &cells[found]) || *at != 0) {
            return FAIL(plan, one->line, "data: cell %lu is no tile number", (unsigned long)found);
        }
        found++;
    }
    return true;
}

/* zlib and gzip alike. One byte of room more than the cells need tells that there is too much. */
static size_t inflate_all(uint8_t *bytes, size_t size, uint8_t *out, size_t room) {
    z_stream stream = {.next_in = bytes, .avail_in = (uInt)size};
    stream.next_out = out;
    stream.avail_out = (uInt)room;
    if (inflateInit2(&stream, 15 + 32) != Z_OK) cli_heap_out_of_memory();
    const int status = inflate(&stream, Z_FINISH);
    const size_t made = room - stream.avail_out;
    inflateEnd(&stream);
    return status == Z_STREAM_END || stream.avail_out == 0 ? made : SIZE_MAX;
}

/* The same of one zstd frame. The room bounds what is unpacked, whatever the frame says of its
 * size.
 */
static size_t unpack_zstd(const uint8_t *bytes, size_t size, uint8_t *out, size_t room) {
#ifdef CLI_WITH_ZSTD
    const size_t made = ZSTD_decompress(out, room, bytes, size);
    if (ZSTD_isError(made) == 0) return made;
    return ZSTD_getErrorCode(made) == ZSTD_error_dstSize_tooSmall ? room : SIZE_MAX;
#else
    (void)bytes;
    (void)size;
    (void)out;
    (void)room;
    return SIZE_MAX;
#endif
}

static bool read_base64(cli_plan *plan, const cli_json *data, const char *compression,
                        uint32_t *cells, uint32_t count) {
    const size_t size = (size_t)count * 4;
    uint8_t *bytes = cli_heap_take(&plan->heap, data->length / 4 * 3 + 4);
    size_t found = cli_base64_decode(data->text, data->length, bytes);
    if (found == SIZE_MAX) return FAIL(plan, data->line, "data: not base64");
    if (compression[0] != 0) {
        uint8_t *whole = cli_heap_take(&plan->heap, size + 1);
        found = strcmp(compression, "zstd") == 0 ? unpack_zstd(bytes, found, whole, size + 1)
                                                 : inflate_all(bytes, found, whole, size + 1);
        if (found == SIZE_MAX) return FAIL(plan, data->line, "data: not %s", compression);
        bytes = whole;
    }
    if (found != size) {
        return fail_count(plan, data, (uint32_t)(found / 4) + (found > size), count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *at = bytes + (size_t)i * 4;
        cells[i] =
            (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    }
    return true;
}

static bool check_compression(cli_plan *plan, const cli_json *data, const char *name) {
    if (name[0] == 0 || strcmp(name, "zlib") == 0 || strcmp(name, "gzip") == 0) return true;
#ifdef CLI_WITH_ZSTD
    if (strcmp(name, "zstd") == 0) return true;
    return FAIL(plan, data->line,
                "data: compression \"%.20s\" is not supported; zlib, gzip, zstd and none are",
                name);
#else
    return FAIL(plan, data->line,
                "data: compression \"%.20s\" is not supported by this pawl; zlib, gzip and none "
                "are",
                name);
#endif
}

uint32_t *cli_tiled_data_cells(cli_plan *plan, const cli_json *data, const char *encoding,
                               const char *compression, uint32_t count) {
    uint32_t *cells = cli_heap_take(&plan->heap, (size_t)count * sizeof *cells);
    bool good = false;
    if (data->type == CLI_JSON_ARRAY) {
        good = read_list(plan, data, cells, count);
    } else if (data->type != CLI_JSON_STRING) {
        cli_scene_plan_value_type(plan, data, "data", CLI_JSON_ARRAY);
    } else if (strcmp(encoding, "base64") == 0) {
        good = check_compression(plan, data, compression) &&
               read_base64(plan, data, compression, cells, count);
    } else if (strcmp(encoding, "csv") == 0 || encoding[0] == 0) {
        good = read_csv(plan, data, cells, count);
    } else {
        cli_scene_plan_fail(plan, data->line, "data: encoding \"%.20s\" is not supported",
                            encoding);
    }
    return good ? cells : NULL;
}
