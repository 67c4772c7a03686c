/* log.c - files and hashes as lines of text. */
#include "common/log.h"

#include "pawl/port.h"

/* A line that is being written, and its checksum so far: CRC-32 as in gzip (RFC 1952, section 8),
 * over all from the @ to the blank before the checksum. */
typedef struct line {
    uint32_t check; /* inverted */
} line;

static void put(line *to, char c) {
    to->check ^= (uint8_t)c;
    for (int bit = 0; bit < 8; bit++)
        to->check = to->check >> 1 ^ ((to->check & 1) != 0 ? UINT32_C(0xEDB88320) : 0);
    pawl_port_putc(c);
}

static void put_text(line *to, const char *text) {
    while (*text != '\0')
        put(to, *text++);
}

static void put_number(line *to, uint64_t value) {
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value != 0);
    while (count > 0)
        put(to, digits[--count]);
}

static void put_hex(line *to, uint32_t value) {
    for (int shift = 28; shift >= 0; shift -= 4)
        put(to, "0123456789abcdef"[value >> shift & 15]);
}

static line begin_log_line(void) {
    line out = {UINT32_MAX};
    put_text(&out, "@pawl ");
    return out;
}

static void end_line(line *to) {
    put(to, ' ');
    put_hex(to, ~to->check);
    pawl_port_putc('\n');
}

/* Three bytes as four letters; those behind the end are told by '='. RFC 4648, section 4. */
static void put_letters(line *to, const uint8_t *bytes, uint8_t count) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t word = 0;
    for (uint8_t i = 0; i < 3; i++)
        word = word << 8 | (i < count ? bytes[i] : 0u);
    for (int i = 0; i < 4; i++)
        put(to, i > count ? '=' : letters[word >> (18 - 6 * i) & 63]);
}

static void put_row(pawl_log *log) {
    if (log->held == 0) return;
    line out = begin_log_line();
    put_number(&out, log->size);
    put(&out, ' ');
    for (uint8_t i = 0; i < log->held; i = (uint8_t)(i + 3)) {
        const uint8_t left = (uint8_t)(log->held - i);
        put_letters(&out, log->row + i, left < 3 ? left : 3);
    }
    end_line(&out);
    log->size += log->held;
    log->held = 0;
}

void pawl_log_begin(pawl_log *log, const char *type) {
    line out = begin_log_line();
    log->size = 0;
    log->held = 0;
    put_text(&out, "begin ");
    put_text(&out, type);
    end_line(&out);
}

void pawl_log_write(pawl_log *log, const void *bytes, size_t size) {
    const uint8_t *from = bytes;
    for (; size > 0; size--) {
        log->row[log->held++] = *from++;
        if (log->held == PAWL_LOG_ROW) put_row(log);
    }
}

void pawl_log_end(pawl_log *log) {
    put_row(log);
    line out = begin_log_line();
    put_text(&out, "end ");
    put_number(&out, log->size);
    end_line(&out);
}

static bool write_to(void *context, const void *bytes, size_t size) {
    pawl_log_write(context, bytes, size);
    return true;
}

pawl_sink pawl_log_sink(pawl_log *log) {
    const pawl_sink out = {write_to, log};
    return out;
}

void pawl_log_hash(uint64_t tick, uint32_t hash) {
    line out = begin_log_line();
    put_text(&out, "hash ");
    put_number(&out, tick);
    put(&out, ' ');
    put_hex(&out, hash);
    end_line(&out);
}
