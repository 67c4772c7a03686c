/* test_difference_text.c - the first difference of two worlds as text, to the letter. */
#include <stdio.h>

#include "support/world/fixture.h"
#include "support/base/seeded.h"

static pawl_field_value field(const char *name, int64_t value, uint8_t fraction) {
    pawl_field_value out;
    memset(&out, 0, sizeof out);
    snprintf(out.name, sizeof out.name, "%s", name);
    out.value = value;
    out.fraction = fraction;
    return out;
}

static const struct {
    const char *want;
    pawl_branch branch;
    uint32_t values, objects;
    pawl_object_key key;
    const char *name;
    int64_t a, b;
    uint8_t fraction;
    bool in_a, in_b;
} rows[] = {
    {"contacts: 3 values in 2 objects; first: contact of shapes 17 and 23, part 0 (bodies 4, 9)\n"
     "points[0].normal_impulse  a 0x0001A3F0 1.64038  b 0x0001A3EF 1.64037  (1 apart)\n",
     PAWL_BRANCH_CONTACTS,
     3,
     2,
     {17, 23, 0, 16, 4, 9, 0},
     "points[0].normal_impulse",
     0x1A3F0,
     0x1A3EF,
     16,
     true,
     true},
    {"bodies: 1 value in 1 object; first: body 3 (slot 2)\n"
     "velocity.x  a 0xFFFF0000 -1  b 0x00008000 0.5  (98304 apart)\n",
     PAWL_BRANCH_BODIES,
     1,
     1,
     {3, 0, 0, 2, 2, 0xFFFF, 0},
     "velocity.x",
     -65536,
     32768,
     16,
     true,
     true},
    {"shapes: 9 values in 1 object; first: shape 7 of body 3 (slot 5)\nonly in b\n",
     PAWL_BRANCH_SHAPES,
     9,
     1,
     {7, 3, 0, 5, 2, 0xFFFF, 0},
     "",
     0,
     0,
     0,
     false,
     true},
    {"joints: 1 value in 1 object; first: joint 2 (bodies 0, 1)\n"
     "turned  a 0x0000000140000000 1.25  b 0xFFFFFFFEC0000000 -1.25  (10737418240 apart)\n",
     PAWL_BRANCH_JOINTS,
     1,
     1,
     {2, 0, 0, 1, 0, 1, 0},
     "turned",
     INT64_C(5) << 30,
     -(INT64_C(5) << 30),
     32,
     true,
     true},
    {"pools: 2 values in 1 object; first: pool of shapes\nused  a 0x00000003 3  b 0x00000004 4"
     "  (1 apart)\n",
     PAWL_BRANCH_POOLS,
     2,
     1,
     {0, 0, 1, 0xFFFF, 0xFFFF, 0xFFFF, 0},
     "used",
     3,
     4,
     0,
     true,
     true},
    {"world: 1 value in 1 object; first: the world\n"
     "x  a 0x8000000000000000 -9223372036854775808  b 0x7FFFFFFFFFFFFFFF 9223372036854775807"
     "  (18446744073709551615 apart)\n",
     PAWL_BRANCH_WORLD,
     1,
     1,
     {0, 0, 0, 0xFFFF, 0xFFFF, 0xFFFF, 0},
     "x",
     INT64_MIN,
     INT64_MAX,
     0,
     true,
     true},
    {"bodies: 1 value in 1 object; first: body 1 (slot 0)\n"
     "angle  a 0xC0000000 0.75  b 0x40000000 0.25  (2147483648 apart)\n",
     PAWL_BRANCH_BODIES,
     1,
     1,
     {1, 0, 0, 0, 0, 0xFFFF, 0},
     "angle",
     INT64_C(0xC0000000),
     INT64_C(0x40000000),
     32,
     true,
     true},
    {"bodies: 1 value in 1 object; first: body 1 (slot 0)\n"
     "normal.c  a 0x2D413CCD 0.70710678119  b 0x00000001 0.00000000093  (759250124 apart)\n",
     PAWL_BRANCH_BODIES,
     1,
     1,
     {1, 0, 0, 0, 0, 0xFFFF, 0},
     "normal.c",
     759250125,
     1,
     30,
     true,
     true},
};

START_TEST(the_text_is_as_written_here) {
    pawl_difference difference;
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    memset(&difference, 0, sizeof difference);
    difference.values = rows[_i].values;
    difference.objects = rows[_i].objects;
    difference.branch = rows[_i].branch;
    difference.key = rows[_i].key;
    difference.in_a = rows[_i].in_a;
    difference.in_b = rows[_i].in_b;
    difference.a = field(rows[_i].name, rows[_i].a, rows[_i].fraction);
    difference.b = field(rows[_i].name, rows[_i].b, rows[_i].fraction);
    const size_t length = strlen(rows[_i].want);
    ck_assert_uint_eq(pawl_difference_print(&difference, text, sizeof text), length);
    ck_assert_str_eq(text, rows[_i].want);
    for (size_t size = 0; size <= length + 1; size++) {
        char part[PAWL_DIFFERENCE_TEXT_MAX];
        memset(part, '#', sizeof part);
        const size_t fits = size == 0 ? 0 : size - 1 < length ? size - 1 : length;
        ck_assert_uint_eq(pawl_difference_print(&difference, part, size), fits);
        ck_assert_int_eq(memcmp(part, rows[_i].want, fits), 0);
        if (size > 0) ck_assert_int_eq(part[fits], '\0');
        ck_assert_int_eq(part[size], '#');
    }
}
END_TEST

/* Whatever is in it, the text ends and is not longer than promised. */
START_TEST(any_difference_has_a_text) {
    uint64_t seed = first_seed(_i);
    for (int i = 0; i < SEEDED_ROUNDS(5000); i++) {
        pawl_difference difference;
        uint8_t bytes[sizeof difference];
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (uint8_t)(seeded_next(&seed) >> 56);
        memcpy(&difference, bytes, sizeof difference);
        difference.branch = (pawl_branch)(seeded_next(&seed) >> 61);
        difference.in_a = (seeded_next(&seed) >> 63) != 0;
        difference.in_b = (seeded_next(&seed) >> 62) != 0;
        char text[PAWL_DIFFERENCE_TEXT_MAX];
        const size_t length = pawl_difference_print(&difference, text, sizeof text);
        ck_assert_uint_eq(strlen(text), length);
        ck_assert_uint_lt(length, sizeof text - 1);
        ck_assert_int_eq(text[length - 1], '\n');
    }
}
END_TEST

START_TEST(equal_worlds_have_a_text_too) {
    pawl_difference difference;
    char text[32];
    ck_assert_int_eq(pawl_world_compare(NULL, NULL, &difference), 0);
    ck_assert_uint_eq(pawl_difference_print(&difference, text, sizeof text), 6);
    ck_assert_str_eq(text, "equal\n");
    ck_assert_uint_eq(pawl_difference_print(NULL, text, sizeof text), 0);
    ck_assert_uint_eq(pawl_difference_print(&difference, NULL, 9), 0);
}
END_TEST

Suite *suite_difference_text(void) {
    Suite *const suite = suite_create("difference_text");
    TCase *const tcase = tcase_create("difference_text");
    tcase_add_loop_test(tcase, the_text_is_as_written_here, 0, (int)(sizeof rows / sizeof rows[0]));
    tcase_add_loop_test(tcase, any_difference_has_a_text, 0, 2);
    tcase_add_test(tcase, equal_worlds_have_a_text_too);
    suite_add_tcase(suite, tcase);
    return suite;
}
