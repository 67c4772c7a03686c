/* test_math_fingerprint.c - one number for all arithmetic: the same everywhere, and another one as
 * soon as a single operation is another one. */
#include <check.h>

#include "pawl/state.h"
#include "state/math_fingerprint.h"

#define FINGERPRINT UINT32_C(0x70745B31)

START_TEST(the_fingerprint_is_this_number) {
    ck_assert_msg(pawl_math_fingerprint() == FINGERPRINT, "it is 0x%08X",
                  (unsigned)pawl_math_fingerprint());
}
END_TEST

/* ---- builds that are known to differ (fixmath.c, portcheck/integers.c) ---- */

static pawl_fx mul_down(pawl_fx a, pawl_fx b) { /* FIXMATH_NO_ROUNDING */
    return (pawl_fx)((int64_t)a * b >> 16);
}

static pawl_fx mul_up(pawl_fx a, pawl_fx b) { /* ties upwards instead of away from zero */
    return pawl_saturate(((int64_t)a * b + 0x8000) >> 16);
}

static pawl_fx mul_wraps(pawl_fx a, pawl_fx b) { /* FIXMATH_NO_OVERFLOW */
    const int64_t product = (int64_t)a * b;
    return product > (INT64_C(1) << 46) ? (pawl_fx)(uint32_t)(product >> 16) : pawl_mul(a, b);
}

static pawl_fx mul_shift(pawl_fx a, pawl_fx b) { /* avr-gcc 5.4: the half bit is not shifted */
    const int64_t product = (int64_t)a * b;
    return (pawl_fx)((product >> 16) + (product & 0x8000));
}

static pawl_fx div_down(pawl_fx a, pawl_fx b) {
    return b == 0 ? pawl_div(a, b) : pawl_saturate(((int64_t)a * 65536) / b);
}

static pawl_fx div_hard(pawl_fx a, pawl_fx b) { /* one too low for 0.13 % of all arguments */
    return a == 1533958951 ? pawl_div(a, b) - 1 : pawl_div(a, b);
}

static pawl_fx div_zero(pawl_fx a, pawl_fx b) {
    return b == 0 ? 0 : pawl_div(a, b);
}

static pawl_fx add_wraps(pawl_fx a, pawl_fx b) {
    return (pawl_fx)((uint32_t)a + (uint32_t)b);
}

static pawl_fx sub_wraps(pawl_fx a, pawl_fx b) {
    return (pawl_fx)((uint32_t)a - (uint32_t)b);
}

static pawl_fx muldiv_narrow(pawl_fx a, pawl_fx b, pawl_fx c) {
    return c == 0 ? pawl_muldiv(a, b, c) : pawl_saturate((int64_t)pawl_mul(a, b) * 65536 / c);
}

static pawl_fx sqrt_down(pawl_fx value) { /* no rounding of the last bit */
    const pawl_fx root = pawl_sqrt(value);
    return (int64_t)root * root > (int64_t)value * 65536 ? root - 1 : root;
}

static pawl_fx sqrt_low(pawl_fx value) { /* libfixmath alone, above 16642 */
    return value > 16642 * 65536 ? pawl_sqrt(value) - 1 : pawl_sqrt(value);
}

static int32_t near_down(pawl_fx value) {
    return pawl_floor_to_int(value);
}

static int64_t shift_down(int64_t value, int shift) {
    return value >> shift;
}

static int64_t shift_up(int64_t value, int shift) { /* ties upwards */
    return (value + (INT64_C(1) << (shift - 1))) >> shift;
}

static int64_t dot_narrow(pawl_vec2 a, pawl_vec2 b) { /* 32-bit products */
    return (int64_t)(int32_t)((uint32_t)a.x * (uint32_t)b.x) +
           (int32_t)((uint32_t)a.y * (uint32_t)b.y);
}

static uint32_t quotient_short(uint64_t numerator, uint64_t divisor) {
    return (uint32_t)(numerator / (uint32_t)(divisor | 1u));
}

static pawl_fx sin_table(pawl_angle angle) { /* FIXMATH_SIN_LUT: off by a few units */
    const pawl_fx sine = pawl_sin(angle);
    return angle > PAWL_TURN(1, 4) && angle < PAWL_TURN(1, 2) ? sine + 2 : sine;
}

static pawl_fx cos_rough(pawl_angle angle) {
    return pawl_cos(angle & ~(pawl_angle)0xFFFF);
}

static pawl_angle atan2_rough(pawl_fx y, pawl_fx x) {
    return pawl_atan2(y, x) & ~(pawl_angle)1;
}

static pawl_rot rot_rough(pawl_angle angle) {
    pawl_rot rot = pawl_rot_from_angle(angle);
    rot.s &= ~1;
    return rot;
}

static pawl_rot normalize_rough(pawl_vec2 v) {
    pawl_rot direction = pawl_vec2_normalize(v);
    direction.c &= ~1;
    return direction;
}

static pawl_vec2 rotate_down(pawl_rot rotation, pawl_vec2 v) {
    pawl_vec2 turned;
    turned.x = pawl_saturate(((int64_t)rotation.c * v.x - (int64_t)rotation.s * v.y) >> 30);
    turned.y = pawl_saturate(((int64_t)rotation.s * v.x + (int64_t)rotation.c * v.y) >> 30);
    return turned;
}

static pawli_scaled divide_low(pawli_scaled a, pawli_scaled b) {
    pawli_scaled ratio = pawli_scaled_divide(a, b);
    ratio.mantissa &= ~UINT32_C(1);
    return ratio;
}

static uint32_t check_fails(void) {
    return 1;
}

START_TEST(another_operation_gives_another_fingerprint) {
    pawli_math math[26];
    for (int i = 0; i < 26; i++)
        math[i] = pawli_math_fingerprint_own();
    math[0].mul = mul_down;
    math[1].mul = mul_up;
    math[2].mul = mul_wraps;
    math[3].mul = mul_shift;
    math[4].div = div_down;
    math[5].div = div_hard;
    math[6].div = div_zero;
    math[7].add = add_wraps;
    math[8].sub = sub_wraps;
    math[9].muldiv = muldiv_narrow;
    math[10].sqrt = sqrt_down;
    math[11].sqrt = sqrt_low;
    math[12].near_to_int = near_down;
    math[13].near = shift_down;
    math[14].near = shift_up;
    math[15].dot = dot_narrow;
    math[16].quotient = quotient_short;
    math[17].sin = sin_table;
    math[18].cos = cos_rough;
    math[19].atan2 = atan2_rough;
    math[20].rot = rot_rough;
    math[21].normalize = normalize_rough;
    math[22].rotate = rotate_down;
    math[23].divide = divide_low;
    math[24].self_check = check_fails;
    /* And the same operations give the same number. */
    for (int i = 0; i < 26; i++)
        ck_assert_msg((pawli_math_fingerprint(&math[i]) == FINGERPRINT) == (i == 25),
                      "operation %d", i);
}
END_TEST

Suite *suite_math_fingerprint(void);
Suite *suite_math_fingerprint(void) {
    TCase *cases = tcase_create("math_fingerprint");
    tcase_add_test(cases, the_fingerprint_is_this_number);
    tcase_add_test(cases, another_operation_gives_another_fingerprint);
    Suite *suite = suite_create("math_fingerprint");
    suite_add_tcase(suite, cases);
    return suite;
}
