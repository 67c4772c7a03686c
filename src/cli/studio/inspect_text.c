/* inspect_text.c - values as numbers and in words. */
#include "cli/studio/inspect_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/studio/inspect_unit.h"
#include "fx/scaled.h"
#include "pawl/body.h"
#include "world/layout.h"

typedef struct meaning {
    const pawli_object *object;
    const pawl_field_value *value;
    char *text; /* of CLI_INSPECT_MEANING_MAX */
} meaning;

/* ---- numbers ---- */

/* 0x and eight digits where the value has 32 bits, else sixteen. */
static void print_raw(int64_t value, char *text) {
    const bool is_wide = value < INT32_MIN || value > (int64_t)UINT32_MAX;
    if (is_wide) {
        snprintf(text, CLI_INSPECT_RAW_MAX, "0x%016" PRIX64, (uint64_t)value);
    } else {
        snprintf(text, CLI_INSPECT_RAW_MAX, "0x%08" PRIX32, (uint32_t)((uint64_t)value));
    }
}

static uint64_t magnitude_of(int64_t value) {
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

#define FRACTION_MAX 60 /* so that a product with 10 fits */

/* As `pawl diff` prints it. */
static void print_decimal(int64_t value, unsigned fraction, char *text) {
    if (fraction == 16 && value >= -PAWL_WIDE_MAX &&
        pawl_wide_print(value, text, CLI_INSPECT_DECIMAL_MAX) == PAWL_OK) {
        return;
    }
    if (fraction > FRACTION_MAX) fraction = FRACTION_MAX;
    const uint64_t one = UINT64_C(1) << fraction, magnitude = magnitude_of(value);
    uint64_t left = magnitude & (one - 1);
    int length = snprintf(text, CLI_INSPECT_DECIMAL_MAX, "%s%" PRIu64 "%s", value < 0 ? "-" : "",
                          magnitude >> fraction, left == 0 ? "" : ".");
    for (unsigned places = fraction / 3 + 1; places > 0 && left != 0; places--) {
        text[length++] = (char)('0' + (char)(left * 10 / one));
        left = left * 10 % one;
    }
    text[length] = '\0';
}

/* A number of thousandths with a word behind it. */
static void print_thousandths(int64_t thousandths, const char *word, char *text) {
    const uint64_t magnitude = magnitude_of(thousandths);
    snprintf(text, CLI_INSPECT_MEANING_MAX, "%s%" PRIu64 ".%03u %s", thousandths < 0 ? "-" : "",
             magnitude / 1000, (unsigned)(magnitude % 1000), word);
}

/* value * factor / 2^shift to the nearest, for products that fit. */
static int64_t scale(int64_t value, int64_t factor, unsigned shift) {
    const uint64_t half = UINT64_C(1) << (shift - 1);
    const uint64_t scaled = (magnitude_of(value) * (uint64_t)factor + half) >> shift;
    return value < 0 ? -(int64_t)scaled : (int64_t)scaled;
}

static void print_wide(pawl_wide value, const char *unit, char *text) {
    char decimal[CLI_INSPECT_DECIMAL_MAX];
    print_decimal(value, 16, decimal);
    snprintf(text, CLI_INSPECT_MEANING_MAX, "%s %s", decimal, unit);
}

/* ---- words ---- */

/* Behind those that are there, cut to what fits. */
static void add_word(char *text, const char *word) {
    const size_t length = strlen(text);
    snprintf(text + length, CLI_INSPECT_MEANING_MAX - length, "%s%s", length == 0 ? "" : ", ",
             word);
}

static void add_numbered(char *text, const char *word, uint64_t number) {
    char numbered[CLI_INSPECT_MEANING_MAX];
    snprintf(numbered, sizeof numbered, "%s %" PRIu64, word, number);
    add_word(text, numbered);
}

static uint32_t lowest_bit(uint32_t bits) {
    return bits & (0u - bits);
}

/* Bits that have no word are numbered. */
static void name_flags(const meaning *of, const cli_inspect_word *words) {
    uint32_t left = (uint32_t)((uint64_t)of->value->value & UINT32_MAX);
    for (; words->word != NULL; words++) {
        const uint32_t set = left & words->value;
        if (set == 0) continue; /* of a feature that the build does not have there is no bit */
        if (words->value == lowest_bit(words->value)) {
            add_word(of->text, words->word);
        } else {
            add_numbered(of->text, words->word, set / lowest_bit(words->value));
        }
        left &= ~words->value;
    }
    for (unsigned bit = 0; bit < 32; bit++) {
        if (left >> bit & 1u) add_numbered(of->text, "bit", bit);
    }
    if (of->text[0] == '\0') add_word(of->text, "none");
}

static void name_choice(const meaning *of, const cli_inspect_word *words) {
    while (words->word != NULL && (int64_t)words->value != of->value->value)
        words++;
    add_word(of->text, words->word == NULL ? "unknown" : words->word);
}

static void name_mask(const meaning *of) {
    const uint32_t bits = (uint32_t)((uint64_t)of->value->value & UINT32_MAX);
    if (bits == UINT32_MAX) {
        add_word(of->text, "all");
        return;
    }
    for (unsigned bit = 0; bit < 32; bit++) {
        if (bits >> bit & 1u) add_numbered(of->text, "bit", bit);
    }
    if (bits == 0) add_word(of->text, "none");
}

static void name_serial(const meaning *of, const char *word) {
    if (of->value->value == 0) {
        add_word(of->text, "none");
    } else {
        add_numbered(of->text, word, (uint64_t)of->value->value);
    }
}

/* ---- other fields of the object ---- */

static int64_t sibling(const pawli_object *object, const char *name) {
    pawl_field_value value;
    for (uint32_t i = 0; pawli_object_value_take(object, i, &value); i++) {
        if (strcmp(value.name, name) == 0) return value.value;
    }
    return 0;
}

static cli_unit unit_of(const pawli_object *object, const pawl_field_value *value,
                        const cli_inspect_row *row) {
    if (row == NULL) return CLI_UNIT_UNKNOWN;
    const cli_unit unit = (cli_unit)row->unit;
    if (value->type == PAWLI_OBJECT_JOINT) {
        return cli_inspect_unit_of_joint(unit, sibling(object, "type"), sibling(object, "flags"));
    }
    if (value->type == PAWLI_OBJECT_SOFT_LINK) {
        return cli_inspect_unit_of_link(unit, sibling(object, "type"));
    }
    return unit;
}

/* ---- what a number means ---- */

/* Degrees in thousandths are turns times 360,000, and radians times 180,000 / pi. */
#define THOUSANDTHS_PER_TURN 360000
#define THOUSANDTHS_PER_RADIAN_Q16 INT64_C(3754936206)

static void tell_degrees(const meaning *of, cli_unit unit) {
    const int64_t value = of->value->value;
    int64_t thousandths;
    if (magnitude_of(value) >= UINT64_C(1) << 44) return;
    if (unit == CLI_UNIT_TURNS) {
        thousandths = scale(value, THOUSANDTHS_PER_TURN, of->value->fraction);
    } else if (magnitude_of(value) < UINT64_C(1) << 31) {
        thousandths = scale(value, THOUSANDTHS_PER_RADIAN_Q16, 32);
    } else {
        return;
    }
    print_thousandths(thousandths, unit == CLI_UNIT_ANGULAR_SPEED ? "degrees/s" : "degrees",
                      of->text);
}

static void tell_seconds(const meaning *of) {
    const pawl_world *world = of->object->world;
    const int64_t value = of->value->value;
    if (value < 0 || value >= INT64_C(1) << 32) return;
    const uint64_t whole = (uint64_t)value * world->rate_denominator, rate = world->rate_numerator;
    const uint64_t thousandths = whole / rate * 1000 + whole % rate * 1000 / rate;
    print_thousandths((int64_t)thousandths, "s", of->text);
}

static void tell_spin(const meaning *of) {
    const pawl_object_key key = pawli_object_key(of->object);
    const pawl_body_id body = {(uint16_t)(key.slot + 1u),
                               (uint16_t)sibling(of->object, "generation")};
    print_wide(pawl_body_get_angular_velocity(of->object->world, body), "radians/s", of->text);
}

static void tell_mantissa(const meaning *of, const char *exponent, bool is_inverse,
                          const char *unit) {
    const pawli_scaled scaled = {(uint32_t)of->value->value, (int8_t)sibling(of->object, exponent)};
    if (scaled.mantissa == 0) {
        add_word(of->text, "none");
        return;
    }
    print_wide(
        pawli_scaled_apply(is_inverse ? pawli_scaled_reciprocal(scaled) : scaled, PAWL_FX_ONE, 0),
        unit, of->text);
}

/* Where there is a code above it. */
static void tell_damping(const meaning *of) {
    const pawl_fx stored = (pawl_fx)of->value->value;
    if (pawli_damping_of(stored) == stored) return;
    print_wide(pawli_damping_of(stored), "1/s, and a part of the sleep threshold", of->text);
}

static void tell_break(const meaning *of) {
    pawli_shape shape;
    memset(&shape, 0, sizeof shape);
    shape.break_impulse = (uint8_t)of->value->value;
    if (shape.break_impulse == 0) {
        add_word(of->text, "never");
    } else {
        print_wide(pawli_break_impulse(&shape), cli_inspect_unit_text(CLI_UNIT_IMPULSE), of->text);
    }
}

static void tell_wrap(const meaning *of) {
    const int64_t wrap = of->value->value;
    if (wrap <= 0 || wrap > 32) {
        add_word(of->text, "none");
    } else {
        print_wide(INT64_C(1) << (32 - wrap), "units around", of->text);
    }
}

static void tell_feature(const meaning *of) {
    const uint64_t feature = (uint64_t)of->value->value;
    add_numbered(of->text, "vertex of A:", feature / 8);
    add_numbered(of->text, "of B:", feature % 8);
}

static void tell(const meaning *of, cli_unit unit, const cli_inspect_word *words) {
    switch (unit) {
    case CLI_UNIT_TURNS:
    case CLI_UNIT_RADIANS:
    case CLI_UNIT_ANGULAR_SPEED:
        tell_degrees(of, unit);
        break;
    case CLI_UNIT_STEPS:
        tell_seconds(of);
        break;
    case CLI_UNIT_FLAGS:
        name_flags(of, words);
        break;
    case CLI_UNIT_CHOICE:
        name_choice(of, words);
        break;
    case CLI_UNIT_MASK:
        name_mask(of);
        break;
    case CLI_UNIT_BODY:
        name_serial(of, "body");
        break;
    case CLI_UNIT_SHAPE:
        name_serial(of, "shape");
        break;
    case CLI_UNIT_SPIN:
        tell_spin(of);
        break;
    case CLI_UNIT_MASS_MANTISSA:
        tell_mantissa(of, "mass_exponent", false, "mass");
        break;
    case CLI_UNIT_GYRATION_MANTISSA:
        tell_mantissa(of, "per_gyration_exponent", true, "units of radius");
        break;
    case CLI_UNIT_DAMPING:
        tell_damping(of);
        break;
    case CLI_UNIT_BREAK_CODE:
        tell_break(of);
        break;
    case CLI_UNIT_WRAP:
        tell_wrap(of);
        break;
    case CLI_UNIT_FEATURE:
        tell_feature(of);
        break;
    default:
        break;
    }
}

void cli_inspect_text_fill(const pawli_object *object, cli_inspect_field *field) {
    const pawl_field_value *const value = &field->value;
    const cli_inspect_row *const row = cli_inspect_unit_find(value->type, value->name);
    const cli_unit unit = unit_of(object, value, row);
    const meaning of = {object, value, field->meaning};
    field->meaning[0] = '\0';
    print_raw(value->value, field->raw);
    print_decimal(value->value, value->fraction, field->decimal);
    field->unit = cli_inspect_unit_text(unit);
    if (row != NULL) tell(&of, unit, row->words);
}
