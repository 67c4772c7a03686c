/* arcade_speed.c - velocities with 32 bits below the point, and their parts.
 *
 * Two blocks whose masses are 1 : 10^6 exchange 3141 impacts before they part for good; each rounds
 * by 2^-33, which is far from enough to change their number, while 16 bits would leave it to
 * chance.
 *
 * Ranges: |velocity| <= 2^45 (8192 units/s), of two bodies 2^46, and 2^46.5 along a normal; what an
 * impact turns is twice that, and what a spring gives 2^47. */
#include "arcade/arcade.h"

#include "base/assert.h"
#include "fx/int128.h"
#include "fx/round.h"

pawli_arcade_speed pawli_arcade_speed_of(const pawli_arcade_body *body) {
    const pawli_arcade_speed velocity = {(int64_t)body->velocity.x * 65536 + body->fine[0],
                                         (int64_t)body->velocity.y * 65536 + body->fine[1]};
    return velocity;
}

static int64_t clamp_speed(pawl_arcade *arcade, int64_t speed) {
    const int64_t most = (int64_t)PAWL_ARCADE_SPEED_MAX * 65536;
    if (speed >= -most && speed <= most) return speed;
    arcade->faults |= PAWL_ARCADE_FAULT_SPEED;
    return speed < 0 ? -most : most;
}

void pawli_arcade_speed_set(pawl_arcade *arcade, pawli_arcade_body *body,
                            pawli_arcade_speed velocity) {
    const int64_t x = clamp_speed(arcade, velocity.x), y = clamp_speed(arcade, velocity.y);
    body->velocity.x = (pawl_fx)pawli_floor(x, 16);
    body->velocity.y = (pawl_fx)pawli_floor(y, 16);
    body->fine[0] = (uint16_t)((uint64_t)x & 0xFFFFu);
    body->fine[1] = (uint16_t)((uint64_t)y & 0xFFFFu);
}

/* In two parts, of the bits above and below 2^-16: of a speed of 2^48 and a factor of 2^30 products
 * of 2^62 and 2^46. */
int64_t pawli_arcade_speed_scale(int64_t speed, int32_t factor) {
    const int64_t coarse = pawli_floor(speed, 16), fine = (int64_t)((uint64_t)speed & 0xFFFFu);
    return pawli_near(coarse * factor + pawli_floor(fine * factor, 16), 14);
}

int64_t pawli_arcade_speed_along(pawl_rot normal, pawli_arcade_speed speed) {
    return pawli_arcade_speed_scale(speed.x, normal.c) +
           pawli_arcade_speed_scale(speed.y, normal.s);
}

/* value * part / whole by shifting and subtracting: value bit by bit, from the top, each worth
 * `part` of what is left over; that stays below 3 * 2^32. Immovable bodies and equal masses, which
 * most are, need none of it, and bits above the highest one give nothing, where they
 * are counted fast. */
int64_t pawli_arcade_speed_share(int64_t value, uint32_t portion, uint32_t whole) {
    PAWL_ASSERT(portion <= whole && whole > 0);
    if (portion == whole) return value;
    if (portion == 0) return 0;
    if (portion == whole - portion) return pawli_near(value, 1);
    const uint64_t magnitude = pawli_magnitude(value);
    uint64_t quotient = 0, remainder = 0;
    int bit = PAWLI_LONG_REGISTERS ? 63 - pawli_int128_leading_zeros(magnitude) : 62;
    for (; bit >= 0; bit--) {
        remainder <<= 1;
        quotient <<= 1;
        if ((magnitude >> bit & 1u) != 0) remainder += portion;
        while (remainder >= whole) {
            remainder -= whole;
            quotient++;
        }
    }
    if (2 * remainder >= whole) quotient++;
    return value < 0 ? -(int64_t)quotient : (int64_t)quotient;
}

pawl_fx pawli_arcade_speed_to_fx(int64_t speed) {
    return pawl_saturate(pawli_near(speed, 16));
}
