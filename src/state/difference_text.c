/* difference_text.c - the first difference of two worlds as two lines for people. */
#include "base/compiler.h"
#include "fx/int128.h"
#include "state/object.h"

/* 0x and eight digits where the value has 32 bits, else sixteen. */
static void add_hex(pawli_text *out, int64_t value) {
    const bool wide = value < INT32_MIN || value > (int64_t)UINT32_MAX;
    char digits[17];
    const int count = wide ? 16 : 8;
    uint64_t left = (uint64_t)value;
    digits[count] = '\0';
    for (int i = count - 1; i >= 0; i--, left >>= 4)
        digits[i] = "0123456789ABCDEF"[left & 15u];
    pawli_object_value_add_text(out, "0x");
    pawli_object_value_add_text(out, digits);
}

#define FRACTION_MAX 60 /* more are left out, so that a product with 10 fits */

/* left / 2^fraction < 1 with as many digits as tell it from its neighbors, rounded down: more than
 * fraction * log10(2). */
static void add_fraction(pawli_text *out, uint64_t left, uint8_t fraction) {
    const uint64_t one = UINT64_C(1) << fraction;
    if (left == 0) return;
    pawli_object_value_add_text(out, ".");
    for (int places = fraction / 3 + 1; places > 0 && left != 0; places--) {
        const char digit[2] = {(char)('0' + (char)(left * 10u / one)), '\0'};
        left = left * 10u % one;
        pawli_object_value_add_text(out, digit);
    }
}

static void add_decimal(pawli_text *out, const pawl_field_value *value) {
    char text[PAWL_WIDE_TEXT_MAX];
    const bool fits = value->value >= -PAWL_WIDE_MAX;
    if (value->fraction == 16 && fits &&
        pawl_wide_print(value->value, text, sizeof text) == PAWL_OK) {
        pawli_object_value_add_text(out, text);
        return;
    }
    const uint8_t fraction = value->fraction > FRACTION_MAX ? FRACTION_MAX : value->fraction;
    const uint64_t magnitude = pawli_magnitude(value->value);
    if (value->value < 0) pawli_object_value_add_text(out, "-");
    pawli_object_value_add_number(out, magnitude >> fraction);
    add_fraction(out, magnitude & ((UINT64_C(1) << fraction) - 1u), fraction);
}

static void add_bodies(pawli_text *out, const pawl_object_key *key) {
    pawli_object_value_add_text(out, " (bodies ");
    pawli_object_value_add_number(out, key->body_a);
    pawli_object_value_add_text(out, ", ");
    pawli_object_value_add_number(out, key->body_b);
    pawli_object_value_add_text(out, ")");
}

static void add_slot(pawli_text *out, const pawl_object_key *key) {
    pawli_object_value_add_text(out, " (slot ");
    pawli_object_value_add_number(out, key->slot);
    pawli_object_value_add_text(out, ")");
}

/* A pool by the objects that have its slots. */
static void add_pool_name(pawli_text *out, uint32_t pool) {
    const pawli_objects all = pawli_objects_of_pool(pool);
    if (all.type == 0) {
        pawli_object_value_add_text(out, "unknown pool");
    } else {
        pawli_object_value_add_text(out, "pool of ");
        pawli_object_value_add_text(out, pawli_objects_names_of(all.type).plural);
    }
}

static void add_contact_name(pawli_text *out, const pawl_object_key *key) {
    pawli_object_value_add_text(out, "contact of shapes ");
    pawli_object_value_add_number(out, key->serial);
    pawli_object_value_add_text(out, " and ");
    pawli_object_value_add_number(out, key->serial_b);
    pawli_object_value_add_text(out, ", part ");
    pawli_object_value_add_number(out, key->detail);
    add_bodies(out, key);
}

static void add_numbered(pawli_text *out, int type, uint32_t number) {
    pawli_object_value_add_text(out, pawli_objects_names_of(type).name);
    pawli_object_value_add_text(out, " ");
    pawli_object_value_add_number(out, number);
}

/* An object with a serial, or one of a run of it. */
static void add_serial(pawli_text *out, const pawli_object *any, const pawl_object_key *key) {
    const bool is_owned = pawli_objects_of(any->type).order == PAWLI_ORDER_OWNED;
    if (any->run_count > 0 && key->serial_b != 0) {
        add_numbered(out, any->records[key->serial_b == 1 ? 1 : any->run_count], key->detail);
        pawli_object_value_add_text(out, " of ");
    }
    add_numbered(out, any->type, key->serial);
    if (is_owned) {
        pawli_object_value_add_text(out, " of ");
        add_numbered(out, pawli_objects_of(any->type).owner, key->serial_b);
    }
    if (any->type == PAWLI_OBJECT_JOINT) {
        add_bodies(out, key);
    } else {
        add_slot(out, key);
    }
}

static void add_object(pawli_text *out, pawl_branch branch, const pawl_object_key *key) {
    if (branch == PAWL_BRANCH_RULES) {
        pawli_object_value_add_text(out, "the game");
        return;
    }
    const pawli_object any = pawli_object_first(NULL, branch);
    if (any.type == PAWLI_OBJECT_CONTACT) {
        add_contact_name(out, key);
    } else if (any.type == PAWLI_OBJECT_POOL) {
        add_pool_name(out, key->detail);
    } else if (any.type == PAWLI_OBJECT_WORLD) {
        pawli_object_value_add_text(out, "the world");
    } else if (any.type != 0) {
        add_serial(out, &any, key);
    } else {
        pawli_object_value_add_text(out, "an unknown object");
    }
}

static void add_count(pawli_text *out, uint32_t count, const char *noun) {
    pawli_object_value_add_number(out, count);
    pawli_object_value_add_text(out, " ");
    pawli_object_value_add_text(out, noun);
    if (count != 1) pawli_object_value_add_text(out, "s");
}

static void add_values(pawli_text *out, const pawl_field_value *a, const pawl_field_value *b) {
    char name[PAWL_FIELD_NAME_MAX + 1];
    for (int i = 0; i < PAWL_FIELD_NAME_MAX; i++)
        name[i] = a->name[i]; /* whatever it is, it ends here */
    name[PAWL_FIELD_NAME_MAX] = '\0';
    pawli_object_value_add_text(out, name);
    pawli_object_value_add_text(out, "  a ");
    add_hex(out, a->value);
    pawli_object_value_add_text(out, " ");
    add_decimal(out, a);
    pawli_object_value_add_text(out, "  b ");
    add_hex(out, b->value);
    pawli_object_value_add_text(out, " ");
    add_decimal(out, b);
    pawli_object_value_add_text(out, "  (");
    const uint64_t x = (uint64_t)a->value, y = (uint64_t)b->value;
    pawli_object_value_add_number(out, a->value > b->value ? x - y : y - x);
    pawli_object_value_add_text(out, " apart)");
}

PAWLI_RARE size_t pawl_difference_print(const pawl_difference *difference, char *text,
                                        size_t size) {
    if (difference == NULL || text == NULL) return 0;
    pawli_text out = pawli_object_value_begin_text(text, size);
    if (difference->values == 0) {
        pawli_object_value_add_text(&out, "equal\n");
        return out.length;
    }
    pawli_object_value_add_text(&out, pawl_branch_text(difference->branch));
    pawli_object_value_add_text(&out, ": ");
    add_count(&out, difference->values, "value");
    pawli_object_value_add_text(&out, " in ");
    add_count(&out, difference->objects, "object");
    pawli_object_value_add_text(&out, "; first: ");
    add_object(&out, difference->branch, &difference->key);
    pawli_object_value_add_text(&out, "\n");
    if (difference->in_a && difference->in_b) {
        add_values(&out, &difference->a, &difference->b);
    } else {
        pawli_object_value_add_text(&out, difference->in_a ? "only in a" : "only in b");
    }
    pawli_object_value_add_text(&out, "\n");
    return out.length;
}
