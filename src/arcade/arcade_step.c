/* arcade_step.c - one step of an arcade, in order.
 *
 * The length of a step is a whole multiple of 2^-31 s; what is left of 2^31 / rate is carried, so
 * that any number of steps takes exactly its time. */
#include "arcade/arcade.h"
#include "arcade/box_sweep.h"

#include "fx/round.h"
#include "fx/int128.h"

#include <string.h>

static void count_time(pawl_arcade *arcade) {
    uint32_t remainder;
    arcade->duration =
        pawli_box_sweep_fraction(arcade->rate_denominator, arcade->rate_numerator, 31, &remainder);
    const uint32_t room = arcade->rate_numerator - arcade->time_frac;
    if (remainder >= room) {
        arcade->duration++;
        arcade->time_frac = remainder - room;
    } else {
        arcade->time_frac += remainder;
    }
    arcade->tick++;
}

/* What gravity gives in this step, 2^-32 units/s: below 2^60 before the shift. */
static pawli_arcade_speed gravity_of(const pawl_arcade *arcade) {
    const pawli_arcade_speed gain = {
        pawli_near((int64_t)arcade->gravity.x * (int64_t)arcade->duration, 15),
        pawli_near((int64_t)arcade->gravity.y * (int64_t)arcade->duration, 15)};
    return gain;
}

/* The greatest gravity gives 2^52 in a step of a second, of which the air may leave a speed in
 * range; pawli_arcade_speed_scale takes 2^48. */
static int64_t apply_drag(int64_t speed, int32_t fraction) {
    if (fraction == 0) return speed;
    if (pawli_magnitude(speed) >> 48 != 0)
        return pawli_arcade_speed_share(speed, (uint32_t)(PAWL_UNIT - fraction), PAWL_UNIT);
    return speed - pawli_arcade_speed_scale(speed, fraction);
}

static void apply_forces(pawl_arcade *arcade, uint16_t slot, pawli_arcade_speed gravity) {
    const pawli_arcade_prototype *const prototype = pawli_arcade_prototype_of(arcade, slot);
    if (prototype->inverse_mass == 0) return;
    if (prototype->air_drag == 0 && gravity.x == 0 && gravity.y == 0) return; /* as it was */
    pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    pawli_arcade_speed velocity = pawli_arcade_speed_of(body);
    /* Of a step, Q2.30: Q8.8 times 2^-31, at most all of it. */
    const int64_t lost = pawli_near((int64_t)prototype->air_drag * (int64_t)arcade->duration, 9);
    const int32_t fraction = lost > PAWL_UNIT ? PAWL_UNIT : (int32_t)lost;
    /* A gain is below 2^45 and a scale below 2^15. */
    velocity.x =
        apply_drag(velocity.x + pawli_near(gravity.x * prototype->gravity_scale, 8), fraction);
    velocity.y =
        apply_drag(velocity.y + pawli_near(gravity.y * prototype->gravity_scale, 8), fraction);
    pawli_arcade_speed_set(arcade, body, velocity);
}

pawl_status pawl_arcade_step(pawl_arcade *arcade) {
    if (arcade == NULL) return PAWL_ERR_NULL;
    const uint16_t *const order = pawli_arcade_order(arcade);
    arcade->contact_count = 0;
    arcade->contacts_dropped = 0;
    count_time(arcade);
    const pawli_arcade_speed gravity = gravity_of(arcade);
    arcade->rest_speed = (int64_t)(2 * (pawli_magnitude(gravity.x) + pawli_magnitude(gravity.y)));
    for (uint16_t rank = 0; rank < arcade->body_count; rank++) {
        apply_forces(arcade, order[rank], gravity);
        pawli_arcade_bounds_settle(arcade, order[rank]);
    }
    pawli_arcade_motion_run(arcade);
    if (pawli_arcade_bounds_wraps(arcade)) {
        for (uint16_t rank = 0; rank < arcade->body_count; rank++)
            pawli_arcade_bounds_wrap(arcade, order[rank]);
    }
    return PAWL_OK;
}
