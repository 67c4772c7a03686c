/* fx.c - division and conversions of Q16.16 scalars.
 *
 * Divisions work on magnitudes, so that half away from zero needs one addition and no negative
 * number is divided. Square roots are in fixmath.c, angles in fx_trig.c, text in fx_text.c. */
#include "pawl/fx.h"

#include "fx/int128.h"
#include "fx/round.h"

/* 2^32 / (2 * pi * 65536): raw Q16.16 radians to binary angle, with 64 fraction bits. The whole
 * part takes 14 bits; the next 32 fraction bits and the last 32 are used apart. */
#define ANGLE_PER_RADIAN_HIGH UINT64_C(0x28BE60DB9391) /* 14.32 */
#define ANGLE_PER_RADIAN_LOW UINT64_C(0x054A7F09)

/* 2 * pi * 65536 / 2^32, times 2^77: the way back, likewise in two parts. */
#define RADIAN_PER_ANGLE_HIGH UINT64_C(0xC90FDAA2) /* times 2^45 */
#define RADIAN_PER_ANGLE_LOW UINT64_C(0x2168C234)

/* numerator / denominator rounded half away from zero, saturated, with the given sign.
 * Range: numerator <= 2^62, denominator <= 2^31, so the sum fits. */
static pawl_fx divide_to_fx(uint64_t numerator, uint64_t denominator, bool negative) {
    if (denominator == 0) {
        const pawl_fx limit = numerator == 0 ? 0 : PAWL_FX_MAX;
        return negative ? -limit : limit;
    }
    const pawl_fx quotient = pawl_saturate((int64_t)((numerator + denominator / 2u) / denominator));
    return negative ? -quotient : quotient;
}

pawl_fx pawl_div(pawl_fx a, pawl_fx b) {
    return divide_to_fx(pawli_magnitude(a) << 16, pawli_magnitude(b), (a < 0) != (b < 0));
}

pawl_fx pawl_muldiv(pawl_fx a, pawl_fx b, pawl_fx c) {
    const int64_t product = (int64_t)a * b;
    return divide_to_fx(pawli_magnitude(product), pawli_magnitude(c), (product < 0) != (c < 0));
}

pawl_fx pawl_ratio(int32_t numerator, int32_t denominator) {
    return pawl_muldiv(numerator, PAWL_FX_ONE, denominator);
}

/* |b - a| < 2^32 and |t| <= 2^31, so the product is within +-(2^63 - 2^31), and the sum of its
 * rounded 47 bits and a cannot overflow. */
pawl_fx pawl_lerp(pawl_fx a, pawl_fx b, pawl_fx t) {
    return pawl_saturate(a + pawli_near(((int64_t)b - a) * t, 16));
}

pawl_fx pawl_from_int(int32_t value) {
    return pawl_saturate((int64_t)value * PAWL_FX_ONE);
}

int32_t pawl_floor_to_int(pawl_fx value) {
    return (int32_t)pawli_floor(value, 16);
}

int32_t pawl_near_to_int(pawl_fx value) {
    return pawli_near32(value, 16);
}

pawl_fx pawl_from_wide(pawl_wide value) {
    return pawl_saturate(value);
}

/* The product with the upper part wraps modulo 2^64, that is, modulo whole turns. The two cuts
 * lose less than 2^-33 + 2^-32 units. No product comes nearer to a tie than 2^-30.8 units (all
 * 2^31 computed with 96 fraction bits), so the result is the nearest angle for every input. */
pawl_angle pawl_angle_from_radians(pawl_fx radians) {
    const uint64_t magnitude = pawli_magnitude(radians);
    const uint64_t turned =
        magnitude * ANGLE_PER_RADIAN_HIGH + (magnitude * ANGLE_PER_RADIAN_LOW >> 32);
    const pawl_angle angle = (pawl_angle)((turned + (UINT64_C(1) << 31)) >> 32);
    return radians < 0 ? 0u - angle : angle;
}

/* 2^32 / (360 * 65536) = 8192 / 45. The divisor is odd, so there are no ties. */
pawl_angle pawl_angle_from_degrees(pawl_fx degrees) {
    const uint64_t numerator = pawli_magnitude(degrees) * 8192u;
    const pawl_angle angle = (pawl_angle)((numerator + 22u) / 45u);
    return degrees < 0 ? 0u - angle : angle;
}

pawl_angle pawl_angle_from_turns(uint32_t numerator, uint32_t denominator) {
    if (denominator == 0) return 0;
    return (pawl_angle)(((uint64_t)numerator << 32) / denominator);
}

/* The angle as a signed number of units in (-2^31, 2^31]. */
static int64_t signed_angle(pawl_angle angle) {
    const int64_t units = (int64_t)angle;
    return angle > UINT32_C(0x80000000) ? units - (INT64_C(1) << 32) : units;
}

/* The largest product is 2^31 * 0xC90FDAA2 + 2^29 < 2^63. As above, the cuts lose less than
 * 2^-44 raw units and no product comes nearer to a tie than 2^-33.1, so the result is nearest. */
pawl_fx pawl_angle_to_radians(pawl_angle angle) {
    const int64_t units = signed_angle(angle);
    const uint64_t magnitude = pawli_magnitude(units);
    const uint64_t product =
        magnitude * RADIAN_PER_ANGLE_HIGH + (magnitude * RADIAN_PER_ANGLE_LOW >> 32);
    const pawl_fx radians = (pawl_fx)((product + (UINT64_C(1) << 44)) >> 45);
    return units < 0 ? -radians : radians;
}

/* 360 * 65536 / 2^32 = 45 / 8192. */
pawl_fx pawl_angle_to_degrees(pawl_angle angle) {
    return pawli_near32(signed_angle(angle) * 45, 13);
}
