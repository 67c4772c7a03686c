/* put.c - text and numbers, one character at a time. */
#include "common/put.h"

void pawli_put_text(const char *text) {
    while (*text != '\0')
        pawl_port_putc(*text++);
}

void pawli_put_padded(const char *text, int width) {
    for (; *text != '\0'; width--)
        pawl_port_putc(*text++);
    for (; width > 0; width--)
        pawl_port_putc(' ');
}

void pawli_put_number(int64_t value) {
    char digits[20];
    int count = 0;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    if (value < 0) pawl_port_putc('-');
    do {
        digits[count++] = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest != 0);
    while (count > 0)
        pawl_port_putc(digits[--count]);
}

void pawli_put_hex(uint32_t value) {
    for (int shift = 28; shift >= 0; shift -= 4)
        pawl_port_putc("0123456789abcdef"[value >> shift & 15]);
}
