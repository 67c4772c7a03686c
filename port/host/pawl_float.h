/* pawl_float.h - for programs that draw in floats: conversions and interpolation. Host code,
 * opt-in, header only.
 *
 * pawl itself contains no float. Use these to show a world; never let a number that came out of
 * here go back into a call that changes one, except through pawl_float_to_fx on one machine whose
 * inputs are then sent to the others as integers. */
#ifndef PAWL_FLOAT_H
#define PAWL_FLOAT_H

#include "pawl/pawl.h"

static inline float pawl_fx_to_float(pawl_fx value) {
    return (float)value * (1.0f / 65536.0f);
}

static inline double pawl_wide_to_double(pawl_wide value) {
    return (double)value * (1.0 / 65536.0);
}

/* Nearest Q16.16, ties away from zero, saturating; NaN gives 0. */
static inline pawl_fx pawl_float_to_fx(float value) {
    const double scaled = (double)value * 65536.0;
    if (!(scaled == scaled)) return 0;
    if (scaled >= 2147483647.0) return PAWL_FX_MAX;
    if (scaled <= -2147483647.0) return -PAWL_FX_MAX;
    return (pawl_fx)(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
}

/* Radians in (-pi, pi]. */
static inline float pawl_angle_to_float(pawl_angle angle) {
    const double turns = (double)angle * (1.0 / 4294967296.0);
    return (float)((turns > 0.5 ? turns - 1.0 : turns) * 6.283185307179586);
}

/* Where to draw. */
typedef struct pawl_float_pose {
    float x, y;
    float angle; /* radians */
} pawl_float_pose;

static inline pawl_float_pose pawl_body_float_pose(const pawl_world *world, pawl_body_id body) {
    const pawl_vec2 position = pawl_body_get_position(world, body);
    pawl_float_pose pose;
    pose.x = pawl_fx_to_float(position.x);
    pose.y = pawl_fx_to_float(position.y);
    pose.angle = pawl_angle_to_float(pawl_body_get_angle(world, body));
    return pose;
}

/* Between the poses of the last two steps, for a frame that falls between them: share 0 gives
 * `before`, 1 gives `now`. Turns by the shorter way. */
static inline pawl_float_pose pawl_float_between(pawl_float_pose before, pawl_float_pose now,
                                                 float share) {
    pawl_float_pose pose;
    float turn = now.angle - before.angle;
    if (turn > 3.14159265f) turn -= 6.28318531f;
    if (turn < -3.14159265f) turn += 6.28318531f;
    pose.x = before.x + (now.x - before.x) * share;
    pose.y = before.y + (now.y - before.y) * share;
    pose.angle = before.angle + turn * share;
    return pose;
}

#endif
