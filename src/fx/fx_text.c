/* fx_text.c - decimal text to and from Q16.16 and Q48.16, exactly.
 *
 * Why 17 fraction digits decide every rounding: the ties between two raw values are odd multiples
 * of 2^-17, which end after 17 decimal places. A number reaches a tie exactly when its first 17
 * places do, so later digits cannot change a half-away rounding.
 *
 * Why 15 whole digits are enough: Q48.16 ends at 2^47 < 10^15. With its leading zeros gone, a
 * number whose first digit stands for 10^15 or more cannot fit, whatever the exponent says. */
#include "pawl/fx.h"

#include <string.h>

#include "base/compiler.h"
#include "fx/fx_text.h"
#include "fx/int128.h"

#define WHOLE_DIGITS 15
#define DIGITS_MAX 19 /* 10^19 < 2^64 */
#define FRACTION_DIGITS 17
#define TWO_TIMES_5_TO_17 UINT64_C(1525878906250) /* 2 * 5^17 = 10^17 / 2^16 */
#define PRINTED_DIGITS_MAX 5

/* Exponents saturate here, far above any text length and far below 2^63. */
#define EXPONENT_MAX INT64_C(100000000000000000)

/* A scanned number: its digits stay in the text. */
typedef struct decimal_text {
    const char *text;
    size_t first;      /* index of the first digit that is not zero */
    size_t point;      /* index of the decimal point, or one past the digits */
    size_t end;        /* one past the last digit of whole part and fraction */
    int64_t top_power; /* the first digit stands for 10^top_power */
    bool negative;
} decimal_text;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_sign(char c) {
    return c == '+' || c == '-';
}

/* Index of the first character at or after start that is no digit. */
static size_t skip_digits(const char *text, size_t length, size_t start) {
    size_t i = start;
    while (i < length && is_digit(text[i]))
        i++;
    return i;
}

/* Reads "e+12" from start to the very end of the text. False if it is not an exponent. */
static bool scan_exponent(const char *text, size_t length, size_t start, int64_t *exponent) {
    if (text[start] != 'e' && text[start] != 'E') return false;
    size_t i = start + 1;
    const bool negative = i < length && text[i] == '-';
    if (i < length && is_sign(text[i])) i++;
    if (i == length || skip_digits(text, length, i) != length) return false;
    int64_t value = 0;
    for (; i < length; i++) {
        if (value < EXPONENT_MAX) value = value * 10 + (text[i] - '0');
    }
    *exponent = negative ? -value : value;
    return true;
}

/* The grammar: [+-] digits [. digits] [eE [+-] digits]. */
static bool scan_decimal(const char *text, size_t length, decimal_text *out) {
    const size_t start = length > 0 && is_sign(text[0]) ? 1 : 0;
    out->text = text;
    out->negative = start == 1 && text[0] == '-';
    out->point = skip_digits(text, length, start);
    if (out->point == start) return false;
    out->end = out->point;
    if (out->point < length && text[out->point] == '.') {
        out->end = skip_digits(text, length, out->point + 1);
        if (out->end == out->point + 1) return false;
    }
    int64_t exponent = 0;
    if (out->end < length && !scan_exponent(text, length, out->end, &exponent)) return false;

    out->first = start;
    while (out->first < out->end && (text[out->first] == '0' || text[out->first] == '.')) {
        out->first++;
    }
    const int64_t whole_digits = (int64_t)out->point - (int64_t)out->first;
    out->top_power = exponent + whole_digits - (whole_digits > 0 ? 1 : 0);
    return true;
}

/* The digit that stands for 10^power; 0 outside the digits written. */
static unsigned digit_of_power(const decimal_text *number, int power) {
    const int64_t offset = number->top_power - power;
    const int64_t count = (int64_t)number->end - (int64_t)number->first;
    if (offset < 0 || offset >= count) return 0;
    size_t index = number->first + (size_t)offset;
    if (number->first < number->point && index >= number->point) index++;
    return index < number->end ? (unsigned)(number->text[index] - '0') : 0;
}

/* The digits for 10^high down to 10^low as one integer; at most 19, so below 10^19. */
static uint64_t digits_between(const decimal_text *number, int high, int low) {
    uint64_t value = 0;
    for (int power = high; power >= low; power--) {
        value = value * 10u + digit_of_power(number, power);
    }
    return value;
}

/* Raw magnitude at scale 2^16, saturated to UINT64_MAX. fraction * 2^16 / 10^17 is
 * fraction / (2 * 5^17), which needs no wide multiply; half of the divisor rounds half up. */
static uint64_t raw_magnitude(const decimal_text *number) {
    if (number->first == number->end) return 0;
    if (number->top_power >= WHOLE_DIGITS) return UINT64_MAX;
    const uint64_t whole = digits_between(number, WHOLE_DIGITS - 1, 0);
    const uint64_t fraction = digits_between(number, -1, -FRACTION_DIGITS);
    if (whole >> 47 != 0) return UINT64_MAX;
    return (whole << 16) + (fraction + TWO_TIMES_5_TO_17 / 2u) / TWO_TIMES_5_TO_17;
}

static pawl_status parse_decimal(const char *text, size_t length, uint64_t limit, int64_t *out) {
    decimal_text number;
    if (!scan_decimal(text, length, &number)) return PAWL_ERR_FORMAT;
    const uint64_t magnitude = raw_magnitude(&number);
    if (magnitude > limit) return PAWL_ERR_RANGE;
    *out = number.negative ? -(int64_t)magnitude : (int64_t)magnitude;
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawl_fx_parse(const char *text, size_t length, pawl_fx *out) {
    if (text == NULL || out == NULL) return PAWL_ERR_NULL;
    int64_t value = 0;
    const pawl_status status = parse_decimal(text, length, PAWL_FX_MAX, &value);
    if (status == PAWL_OK) *out = (pawl_fx)value;
    return status;
}

PAWLI_RARE pawl_status pawl_wide_parse(const char *text, size_t length, pawl_wide *out) {
    if (text == NULL || out == NULL) return PAWL_ERR_NULL;
    return parse_decimal(text, length, PAWL_WIDE_MAX, out);
}

PAWLI_RARE pawl_status pawli_fx_text_parse(const char *text, size_t length, int places,
                                           uint64_t limit, int64_t *out) {
    decimal_text number;
    if (!scan_decimal(text, length, &number)) return PAWL_ERR_FORMAT;
    uint64_t magnitude = 0;
    if (number.first < number.end) {
        if (number.top_power >= DIGITS_MAX - places) return PAWL_ERR_RANGE;
        magnitude = digits_between(&number, DIGITS_MAX - 1 - places, -places);
        if (digit_of_power(&number, -places - 1) >= 5) magnitude++;
    }
    if (magnitude > limit) return PAWL_ERR_RANGE;
    *out = number.negative ? -(int64_t)magnitude : (int64_t)magnitude;
    return PAWL_OK;
}

/* A fraction of count decimal digits, most significant first. */
typedef struct fraction_digits {
    uint32_t value;
    int count;
} fraction_digits;

/* The fewest digits that parse back to raw/65536. The nearest decimal with a given number of
 * places is the only one worth trying: up to four places they lie more than six raw units apart,
 * and with five the nearest is less than half a raw unit away. A decimal that rounds to a whole
 * one is never parsed back, since raw < 65536. Largest product: 10^5 * 2^16 < 2^33. */
static fraction_digits shortest_fraction(uint32_t raw) {
    uint64_t power = 1;
    fraction_digits digits = {0, 0};
    for (; digits.count <= PRINTED_DIGITS_MAX; digits.count++, power *= 10u) {
        digits.value = (uint32_t)((raw * power + 0x8000u) >> 16);
        if (((uint64_t)digits.value * 65536u + power / 2u) / power == raw) break;
    }
    return digits;
}

/* Writes backwards from the end of a buffer, where the terminating zero goes. */
static size_t print_backwards(char buffer[PAWL_WIDE_TEXT_MAX], uint64_t magnitude, bool negative) {
    size_t start = PAWL_WIDE_TEXT_MAX;
    buffer[--start] = '\0';
    fraction_digits fraction = shortest_fraction((uint32_t)(magnitude & 0xFFFFu));
    for (int i = 0; i < fraction.count; i++) {
        buffer[--start] = (char)('0' + (char)(fraction.value % 10u));
        fraction.value /= 10u;
    }
    if (fraction.count > 0) buffer[--start] = '.';
    uint64_t whole = magnitude >> 16;
    do {
        buffer[--start] = (char)('0' + (char)(whole % 10u));
        whole /= 10u;
    } while (whole != 0);
    if (negative) buffer[--start] = '-';
    return start;
}

/* The longest text, "-140737488355327.99998", has 22 characters. */
PAWLI_RARE pawl_status pawl_wide_print(pawl_wide value, char *buffer, size_t capacity) {
    if (buffer == NULL) return PAWL_ERR_NULL;
    const uint64_t magnitude = pawli_magnitude(value < -PAWL_WIDE_MAX ? -PAWL_WIDE_MAX : value);
    char text[PAWL_WIDE_TEXT_MAX];
    const size_t start = print_backwards(text, magnitude, value < 0);
    if (sizeof text - start > capacity) return PAWL_ERR_MEMORY;
    memcpy(buffer, text + start, sizeof text - start);
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawl_fx_print(pawl_fx value, char *buffer, size_t capacity) {
    return pawl_wide_print(pawl_saturate(value), buffer, capacity);
}
