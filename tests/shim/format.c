/* format.c - a small printf. */
#include "format.h"

#include <stdbool.h>
#include <stdint.h>

#include "pawl/port.h"

/* Where the characters go: to memory, or with out NULL to the port. */
typedef struct sink {
    char *out;
    size_t size, count;
} sink;

typedef struct conversion {
    int width, precision; /* precision -1: none */
    bool zeros, prefix;
    char length; /* h l j z L, 'q' for ll, '\0' */
} conversion;

static void put(sink *to, char c) {
    if (to->out == NULL) {
        pawl_port_putc(c);
    } else if (to->count + 1 < to->size) {
        to->out[to->count] = c;
    }
    to->count++;
}

static void put_text(sink *to, const char *text) {
    for (; *text != '\0'; text++)
        put(to, *text);
}

static void put_digits(sink *to, uint64_t value, unsigned base, const char *sign,
                       const conversion *how) {
    char digits[24];
    int count = 0, width = how->width;
    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    for (const char *c = sign; *c != '\0'; c++)
        width--;
    if (how->zeros) put_text(to, sign);
    for (; width > count; width--)
        put(to, how->zeros ? '0' : ' ');
    if (!how->zeros) put_text(to, sign);
    while (count > 0)
        put(to, digits[--count]);
}

static int64_t take_signed(char length, va_list *arguments) {
    switch (length) {
    case 'l':
        return va_arg(*arguments, long);
    case 'q':
        return va_arg(*arguments, long long);
    case 'j':
        return va_arg(*arguments, intmax_t);
    case 'z':
        return (int64_t)va_arg(*arguments, size_t);
    default:
        return va_arg(*arguments, int);
    }
}

static uint64_t take_unsigned(char length, va_list *arguments) {
    switch (length) {
    case 'l':
        return va_arg(*arguments, unsigned long);
    case 'q':
        return va_arg(*arguments, unsigned long long);
    case 'j':
        return va_arg(*arguments, uintmax_t);
    case 'z':
        return va_arg(*arguments, size_t);
    default:
        return va_arg(*arguments, unsigned);
    }
}

/* Right to about 18 digits, which is enough to see by how much a test fails. */
static void put_real(sink *to, long double value, const conversion *how) {
    const int places = how->precision < 0 ? 6 : how->precision;
    const bool negative = value < 0;
    if (negative) value = -value;
    if (!(value < 1e18L)) {
        put_text(to, negative ? "-huge" : "huge or no number");
        return;
    }
    uint64_t whole = (uint64_t)value, scale = 1;
    for (int i = 0; i < places && i < 18; i++)
        scale *= 10;
    uint64_t part = (uint64_t)((value - (long double)whole) * (long double)scale + 0.5L);
    if (part >= scale) whole++, part -= scale;
    const conversion plain = {0, -1, false, false, 0};
    const conversion padded = {places, -1, true, false, 0};
    put_digits(to, whole, 10, negative ? "-" : "", &plain);
    if (places > 0) {
        put(to, '.');
        put_digits(to, part, 10, "", &padded);
    }
}

static int take_number(const char **format, va_list *arguments) {
    if (**format == '*') {
        ++*format;
        return va_arg(*arguments, int);
    }
    int number = 0;
    for (; **format >= '0' && **format <= '9'; ++*format)
        number = 10 * number + (**format - '0');
    return number;
}

/* Leaves *format at the letter of the conversion. */
static conversion read_conversion(const char **format, va_list *arguments) {
    conversion how = {0, -1, false, false, 0};
    for (; **format == '0' || **format == '#'; ++*format) {
        if (**format == '0') how.zeros = true;
        if (**format == '#') how.prefix = true;
    }
    how.width = take_number(format, arguments);
    if (**format == '.') {
        ++*format;
        how.precision = take_number(format, arguments);
    }
    for (;; ++*format) {
        const char c = **format;
        if (c != 'h' && c != 'l' && c != 'j' && c != 'z' && c != 'L') return how;
        how.length = c == 'l' && how.length == 'l' ? 'q' : c;
    }
}

static void convert(sink *to, char letter, const conversion *how, va_list *arguments) {
    if (letter == 'd' || letter == 'i') {
        const int64_t value = take_signed(how->length, arguments);
        const uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
        put_digits(to, magnitude, 10, value < 0 ? "-" : "", how);
    } else if (letter == 'u') {
        put_digits(to, take_unsigned(how->length, arguments), 10, "", how);
    } else if (letter == 'x') {
        const uint64_t value = take_unsigned(how->length, arguments);
        put_digits(to, value, 16, how->prefix && value != 0 ? "0x" : "", how);
    } else if (letter == 'c') {
        put(to, (char)va_arg(*arguments, int));
    } else if (letter == 's') {
        const char *const text = va_arg(*arguments, const char *);
        put_text(to, text != NULL ? text : "(null)");
    } else if (letter == 'f' || letter == 'g') {
        put_real(to,
                 how->length == 'L' ? va_arg(*arguments, long double) : va_arg(*arguments, double),
                 how);
    } else {
        put(to, letter);
    }
}

static void format_all(sink *to, const char *format, va_list *arguments) {
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            put(to, *format);
            continue;
        }
        format++;
        const conversion how = read_conversion(&format, arguments);
        if (*format == '\0') return;
        convert(to, *format, &how, arguments);
    }
}

void pawli_print_list(const char *format, va_list arguments) {
    sink to = {NULL, 0, 0};
    va_list rest;
    va_copy(rest, arguments);
    format_all(&to, format, &rest);
    va_end(rest);
}

void pawli_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    pawli_print_list(format, arguments);
    va_end(arguments);
}

int pawli_format(char *out, size_t size, const char *format, va_list arguments) {
    sink to = {out, size, 0};
    va_list rest;
    va_copy(rest, arguments);
    format_all(&to, format, &rest);
    va_end(rest);
    if (size > 0) out[to.count < size ? to.count : size - 1] = '\0';
    return (int)to.count;
}
