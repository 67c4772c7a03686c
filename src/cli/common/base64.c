/* base64.c - bytes from letters. */
#include "cli/common/base64.h"

#include <stdbool.h>

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static int digit_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

size_t cli_base64_decode(const char *text, size_t length, uint8_t *out) {
    size_t used = 0, padding = 0;
    uint32_t bits = 0, digits = 0;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (is_space(c)) continue;
        if (c == '=') {
            padding++;
            continue;
        }
        const int digit = digit_of(c);
        if (digit < 0 || padding > 0) return SIZE_MAX;
        bits = bits << 6 | (uint32_t)digit;
        if (++digits % 4 != 0) continue;
        out[used++] = (uint8_t)(bits >> 16);
        out[used++] = (uint8_t)(bits >> 8);
        out[used++] = (uint8_t)bits;
    }
    const uint32_t rest = digits % 4;
    if (rest == 1 || padding != (4 - rest) % 4) return SIZE_MAX;
    if (rest >= 2) out[used++] = (uint8_t)(bits >> (rest == 2 ? 4 : 10));
    if (rest == 3) out[used++] = (uint8_t)(bits >> 2);
    return used;
}
