/* walker.c - a controller: from an input to a velocity, to a movement, and what touches do to it.
 *
 * All speeds are Q16.16 units per second. The movement of a step is velocity times the length of
 * the step, rounded down, and the remainder, in shares of the rate's numerator, is kept for the
 * next step: nothing is lost at any rate. */
#include "base/check.h"
#include "level/level_walk.h"

#include "fx/int128.h"
#include "fx/round.h"
#include "collide/core.h"
#include "fx/range.h"

#include <string.h>

#define WALKER_COOKIE UINT32_C(0x57616C6B)
#define AIR_FRICTION_MAX PAWL_FX(60, 0, 1)
/* How far below its place a walker on the ground looks for it: what rounding may have left. */
#define PROBE 2

PAWL_STATIC_ASSERT(sizeof(pawl_walker) == 40, "pawl_walker has holes");

pawl_walker_def pawl_walker_def_default(void) {
    pawl_walker_def def;
    memset(&def, 0, sizeof def);
    def.cookie = WALKER_COOKIE;
    def.acceleration = PAWL_FX(40, 0, 1);
    def.braking = PAWL_FX(40, 0, 1);
    def.top_speed = PAWL_FX(8, 0, 1);
    def.air_friction = PAWL_FX(0, 1, 2);
    def.slope_limit = PAWL_TURN(50, 360);
    def.rate_numerator = 60;
    def.rate_denominator = 1;
    return def;
}

/* One step of a walker. */
typedef struct stride {
    const pawl_walker_def *def;
    const pawl_platform *platforms;
    pawli_motion motion;
    pawl_walker walker;
    bool falls; /* there is gravity */
} stride;

PAWLI_FOLD pawl_status check_walker_def(const pawl_walker_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == WALKER_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, def->acceleration >= 0, ERR_RANGE, "acceleration");
    PAWLI_CHECK(field, def->braking >= 0, ERR_RANGE, "braking");
    PAWLI_CHECK(field, def->top_speed >= 0, ERR_RANGE, "top_speed");
    PAWLI_CHECK(field, pawli_in_range(def->air_friction, 0, AIR_FRICTION_MAX), ERR_RANGE,
                "air_friction");
    PAWLI_CHECK(field, def->friction >= 0, ERR_RANGE, "friction");
    PAWLI_CHECK(field, def->gravity.x >= -PAWL_FX_MAX && def->gravity.y >= -PAWL_FX_MAX, ERR_RANGE,
                "gravity");
    PAWLI_CHECK(field, def->slope_limit < PAWL_TURN(1, 4), ERR_RANGE, "slope_limit");
    PAWLI_CHECK(field, def->friction_model <= PAWL_FRICTION_FACTOR, ERR_RANGE, "friction_model");
    PAWLI_CHECK(field, def->rate_numerator - 1 < INT32_MAX, ERR_RANGE, "rate_numerator");
    PAWLI_CHECK(field, def->rate_denominator - 1 < INT32_MAX, ERR_RANGE, "rate_denominator");
    return PAWL_OK;
}

pawl_status pawl_walker_def_check(const pawl_walker_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_walker_def, def, field);
}

static bool is_remainder(const pawl_walker_def *def, pawl_fx remainder) {
    return remainder >= 0 && (uint32_t)remainder < def->rate_numerator;
}

static bool is_sound_walker(const pawl_level *level, const pawl_walker_def *def,
                            const pawl_walker *walker) {
    return is_remainder(def, walker->remainder.x) && is_remainder(def, walker->remainder.y) &&
           pawli_vec_in_range(pawl_vec2_make(walker->ground.c, walker->ground.s), PAWL_UNIT) &&
           pawli_locate_is_place(level, walker->place);
}

/* ---- velocity -------------------------------------------------------------------------------- */

/* A rate times the length of a step, rounded half away from zero. Below 2^62 + 2^31. */
static pawl_fx per_step(const pawl_walker_def *def, int64_t rate) {
    const int64_t numerator = def->rate_numerator;
    const int64_t total = (int64_t)pawl_saturate(rate) * def->rate_denominator;
    return pawl_saturate((total + (total < 0 ? -(numerator / 2) : numerator / 2)) / numerator);
}

/* The direction that is right to a walker on something with this normal. */
static pawl_rot right_of(pawl_rot up) {
    const pawl_rot right = {up.s, -up.c};
    return right;
}

/* Rounded towards zero, so that it comes to rest. */
static pawl_fx keep_share(pawl_fx speed, uint32_t share_q30) {
    const pawl_fx size = (pawl_fx)((uint64_t)pawli_magnitude(speed) * share_q30 >> 30);
    return speed < 0 ? -size : size;
}

static void brake_by_air(stride *step) {
    const pawl_walker_def *const def = step->def;
    const int64_t lost = pawli_int128_divide_near(
        pawli_int128_multiply((int64_t)def->air_friction << 14, def->rate_denominator),
        def->rate_numerator);
    const uint32_t share = (uint32_t)(lost < PAWL_UNIT ? PAWL_UNIT - lost : 0);
    step->walker.velocity.x = keep_share(step->walker.velocity.x, share);
    step->walker.velocity.y = keep_share(step->walker.velocity.y, share);
}

/* On the ground only the part that presses. */
static void fall(stride *step) {
    pawl_vec2 gained = step->def->gravity;
    if (step->walker.on_ground) {
        gained = pawli_scale_direction(step->walker.ground,
                                       pawli_length_along(step->walker.ground, gained));
    }
    gained = pawl_vec2_make(per_step(step->def, gained.x), per_step(step->def, gained.y));
    step->walker.velocity = pawl_vec2_add(step->walker.velocity, gained);
}

static pawl_vec2 cut(pawl_vec2 input) {
    if (pawl_vec2_length(input) <= PAWL_FX_ONE) return input;
    return pawli_scale_direction(pawl_vec2_normalize(input), PAWL_FX_ONE);
}

/* Seen from above: towards the wanted velocity in a straight line. */
static void steer(stride *step, pawl_vec2 input) {
    const pawl_fx top = step->def->top_speed;
    const bool brakes = input.x == 0 && input.y == 0;
    const pawl_fx most = per_step(step->def, brakes ? step->def->braking : step->def->acceleration);
    const pawl_vec2 wanted = pawl_vec2_make(pawl_mul(input.x, top), pawl_mul(input.y, top));
    const pawl_vec2 missing = pawl_vec2_sub(wanted, step->walker.velocity);
    if (pawl_vec2_length(missing) <= most) {
        step->walker.velocity = wanted;
        return;
    }
    const pawl_vec2 gained = pawli_scale_direction(pawl_vec2_normalize(missing), most);
    step->walker.velocity = pawl_vec2_add(step->walker.velocity, gained);
}

/* With gravity: along the ground, or across the gravity. */
static void run_along_ground(stride *step, pawl_vec2 input) {
    const pawl_vec2 gravity = step->def->gravity;
    const pawl_rot level = pawl_vec2_normalize(pawl_vec2_make(-gravity.y, gravity.x));
    const bool on_ground = step->walker.on_ground != 0;
    const pawl_rot way = on_ground ? right_of(step->walker.ground) : level;
    const pawl_fx strength = pawli_length_along(level, input);
    if (strength == 0 && !on_ground) return;
    const pawl_fx most =
        per_step(step->def, strength == 0 ? step->def->braking : step->def->acceleration);
    const pawl_fx missing = pawl_sub(pawl_mul(strength, step->def->top_speed),
                                     pawli_length_along(way, step->walker.velocity));
    const pawl_vec2 gained = pawli_scale_direction(way, pawl_clamp(missing, -most, most));
    step->walker.velocity = pawl_vec2_add(step->walker.velocity, gained);
}

/* ---- movement -------------------------------------------------------------------------------- */

/* velocity / rate, rounded down, and the remainder. Below 2^62 + 2^31. */
static pawl_fx part_of_step(const pawl_walker_def *def, pawl_fx velocity, pawl_fx *remainder) {
    const int64_t numerator = def->rate_numerator;
    const int64_t total = (int64_t)velocity * def->rate_denominator + *remainder;
    int64_t movement = total / numerator;
    if (movement * numerator > total) movement--;
    *remainder = (pawl_fx)(total - movement * numerator);
    return pawl_clamp(pawl_saturate(movement), -PAWL_WALK_MAX, PAWL_WALK_MAX);
}

static pawl_fx speed_per_second(const pawl_walker_def *def, pawl_fx move) {
    const int64_t denominator = def->rate_denominator;
    const int64_t total = (int64_t)move * def->rate_numerator;
    return pawl_saturate((total + (total < 0 ? -(denominator / 2) : denominator / 2)) /
                         denominator);
}

/* Of what the walker stands on: 0 is the level. */
static pawl_vec2 velocity_of(const stride *step, uint8_t platform) {
    if (platform == 0) return pawl_vec2_make(0, 0);
    const pawl_vec2 move = step->platforms[platform - 1].move;
    return pawl_vec2_make(speed_per_second(step->def, move.x), speed_per_second(step->def, move.y));
}

/* The velocity is relative to what one stands on. */
static void change_frame(stride *step, uint8_t platform) {
    pawl_walker *const walker = &step->walker;
    if (platform == walker->platform) return;
    walker->velocity = pawl_vec2_add(walker->velocity, velocity_of(step, walker->platform));
    walker->velocity = pawl_vec2_sub(walker->velocity, velocity_of(step, platform));
    walker->platform = platform;
}

/* ---- touch ----------------------------------------------------------------------------------- */

/* Whether the angle between the normal of an edge and the way up is at most the slope limit, by
 * comparing tangents: across / along <= sine / cosine. Products of up to 63 and 31 bits. */
static bool is_ground(const pawl_walker_def *def, pawl_vec2 edge) {
    const int64_t up = -pawl_vec2_cross(edge, def->gravity);
    if (up <= 0) return false;
    const int64_t across = (int64_t)pawli_magnitude(pawl_vec2_dot(edge, def->gravity));
    const pawl_rot limit = pawl_rot_from_angle(def->slope_limit);
    return pawli_int128_compare(pawli_int128_multiply(across, limit.c),
                                pawli_int128_multiply(up, limit.s)) <= 0;
}

static void land(pawl_walker *walker, pawl_rot normal, uint16_t region) {
    walker->on_ground = 1;
    walker->ground = normal;
    walker->ground_region = region;
}

/* The velocity after everything that was met, in that order. Between two walls that send it into
 * one another nothing is left. */
static void apply_contacts(stride *step, const pawl_step_report *report) {
    pawl_walker *const walker = &step->walker;
    for (uint32_t i = 0; i < report->contact_count; i++) {
        const pawl_walk_contact *const contact = &report->contacts[i];
        const pawl_vec2 edge = pawl_vec2_sub(contact->b, contact->a);
        const bool stands = step->falls && contact->corner != 2 && is_ground(step->def, edge);
        if (stands) change_frame(step, contact->platform);
        const pawl_fx friction =
            pawli_level_step_friction(&step->motion, contact->region, contact->platform);
        walker->velocity =
            pawli_level_slide_deflect(walker->velocity, edge, friction, step->def->friction_model);
        bool is_shut = contact->corner == 2;
        for (uint32_t k = 0; k < i; k++) {
            const pawl_walk_contact *const other = &report->contacts[k];
            const pawl_vec2 wall = pawl_vec2_sub(other->b, other->a);
            if (pawl_vec2_cross(wall, walker->velocity) < 0) is_shut = true;
        }
        if (is_shut) walker->velocity = pawl_vec2_make(0, 0);
        if (stands) land(walker, contact->normal, contact->region);
    }
}

/* A corner that a fall ends in has two walls, and stop->b is open: the one that counts as ground,
 * or of two such the one that rises where the input leads to, so that the way out is along it. */
static bool choose_standing_ground(const stride *step, pawl_vec2 input, pawli_stop *stop) {
    const pawl_vec2 gravity = step->def->gravity;
    const bool leads_left = pawl_vec2_dot(input, pawl_vec2_make(gravity.y, -gravity.x)) > 0;
    const bool on_left = is_ground(step->def, pawl_vec2_sub(stop->left, stop->a));
    const bool on_right = is_ground(step->def, pawl_vec2_sub(stop->a, stop->right));
    stop->b = stop->left;
    if (!on_right || (on_left && !leads_left)) return on_left;
    stop->b = stop->a;
    stop->a = stop->right;
    stop->region = stop->right_region;
    return true;
}

/* Looks for ground that the movement has not told of: where it fell by less than a raw unit and met
 * nothing, or ended in a corner. */
static void probe(stride *step, pawl_vec2 input) {
    pawl_walker *const walker = &step->walker;
    if (pawl_vec2_dot(walker->velocity, step->def->gravity) < 0) return;
    const pawl_vec2 down = pawli_scale_direction(pawl_vec2_normalize(step->def->gravity), PROBE);
    const pawl_vec2 below = pawl_vec2_add(walker->place.position, down);
    pawli_stop stop;
    uint32_t triangle;
    if (!pawli_is_position(below) ||
        !pawli_level_step_find_stop(&step->motion, below, &stop, &triangle))
        return;
    if (stop.corner && !choose_standing_ground(step, input, &stop)) return;
    const pawl_vec2 edge = pawl_vec2_sub(stop.b, stop.a);
    if (!is_ground(step->def, edge)) return;
    change_frame(step, stop.platform);
    land(walker, pawl_vec2_normalize(pawl_vec2_make(-edge.y, edge.x)), stop.region);
}

static bool ends_in_corner(const pawl_step_report *report) {
    return report->contact_count > 0 && report->contacts[report->contact_count - 1].corner == 2;
}

static void advance_walker(stride *step, pawl_step_report *report, pawl_vec2 input) {
    pawl_walker *const walker = &step->walker;
    pawl_step_report unseen;
    memset(&unseen, 0, sizeof unseen);
    step->motion.report = &unseen;
    report->squeezed = pawli_platform_move_all(&step->motion, walker->platform);

    brake_by_air(step);
    if (step->falls) {
        fall(step);
        run_along_ground(step, input);
    } else {
        steer(step, input);
    }
    pawl_vec2 movement;
    movement.x = part_of_step(step->def, walker->velocity.x, &walker->remainder.x);
    movement.y = part_of_step(step->def, walker->velocity.y, &walker->remainder.y);

    const bool stood = walker->on_ground != 0;
    const pawl_rot none = {0, 0};
    walker->on_ground = 0;
    walker->ground = none;
    walker->ground_region = 0;
    step->motion.report = report;
    step->motion.friction = step->def->friction;
    pawli_level_step_move(&step->motion, movement);
    walker->place = step->motion.place;
    apply_contacts(step, report);
    const bool may_stand = step->falls && (stood || ends_in_corner(report));
    if (may_stand && !walker->on_ground) probe(step, input);
    if (!walker->on_ground) change_frame(step, 0);
}

pawl_status pawl_walker_step(const pawl_level *level, const pawl_gates *gates,
                             const pawl_walker_def *def, const pawl_platform *platforms,
                             uint32_t platform_count, pawl_vec2 input, pawl_walker *walker,
                             pawl_step_report *report) {
    if (level == NULL || def == NULL || walker == NULL) return PAWL_ERR_NULL;
    if (platforms == NULL && platform_count > 0) return PAWL_ERR_NULL;
    const pawl_status status = PAWLI_CHECK_ONLY(check_walker_def, pawl_walker_def_check, def);
    if (status != PAWL_OK) return status;
    if (platform_count > PAWL_WALKER_PLATFORMS_MAX || !is_sound_walker(level, def, walker) ||
        !pawli_platform_all_sound(platforms, platform_count)) {
        return PAWL_ERR_RANGE;
    }
    stride step;
    pawl_step_report own;
    memset(&step, 0, sizeof step);
    memset(&own, 0, sizeof own);
    step.def = def;
    step.platforms = platforms;
    step.falls = def->gravity.x != 0 || def->gravity.y != 0;
    step.walker = *walker;
    step.walker.velocity.x = pawl_max(walker->velocity.x, -PAWL_FX_MAX);
    step.walker.velocity.y = pawl_max(walker->velocity.y, -PAWL_FX_MAX);
    if (walker->platform > platform_count) step.walker.platform = 0;
    step.motion.ways.level = level;
    step.motion.ways.gates = gates;
    step.motion.platforms = platforms;
    step.motion.platform_count = platform_count;
    step.motion.meet = platform_count > 0 ? pawli_platform_meet : NULL;
    step.motion.model = def->friction_model;
    step.motion.place = walker->place;
    advance_walker(&step, &own, cut(input));
    own.moved = pawl_vec2_sub(step.walker.place.position, walker->place.position);
    *walker = step.walker;
    if (report != NULL) *report = own;
    return PAWL_OK;
}
