/* mover_stride.c - along the ground at the speed that was asked for, and up steps.
 *
 * The movement has a length along the ground, and its direction follows the normals of what
 * carries the mover. So a slope neither slows it down nor throws it into the air.
 *
 * A movement is within PAWL_STEP_MAX on each axis, so a length is below 2^25.5; a step is at most
 * 2^24 high. Times a fraction, at most 2^30, both are below 2^56. */
#include "mover/mover.h"

#define STRIDE_ROUNDS 6

static bool cast_by(const pawli_mover_move *move, pawl_vec2 from, pawl_rot direction,
                    pawl_fx length, pawl_query_hit *hit, pawl_vec2 *end) {
    const pawl_vec2 movement = pawli_scale_direction(direction, length);
    const bool stopped = pawli_mover_cast(move->mover, from, movement, hit);
    *end = pawl_vec2_add(from, pawli_fraction_of_move(movement, hit->fraction));
    return stopped;
}

/* Up as far as a step is high, forward, and down again: a step if it then stands on something.
 * What is gone of the stride is taken off *length; *normal becomes that of the new ground. */
static bool step_by(pawli_mover_move *move, pawl_fx stride, pawl_fx *length, pawl_rot *normal) {
    const pawli_mover *mover = move->mover;
    const pawl_fx height = mover->def->step_height;
    pawl_query_hit hit;
    pawl_vec2 above, ahead, end;
    if (height == 0) return false;
    cast_by(move, move->position, mover->up, height, &hit, &above);
    const pawl_fx risen = pawli_near32((int64_t)height * hit.fraction, 30);
    if (risen == 0) return false;
    cast_by(move, above, mover->right, stride, &hit, &ahead);
    const pawl_fx gone = pawli_near32((int64_t)stride * hit.fraction, 30);
    if (gone == 0) return false;
    /* Half a skin more than it has risen would do: the ground was so far below. */
    const pawl_fx below = risen + mover->def->skin;
    if (!cast_by(move, ahead, mover->up, -below, &hit, &end)) return false;
    pawl_rot ground = hit.normal;
    if (!pawli_mover_ground_carries(mover, pawli_mover_ground_foot(mover, move->position),
                                    hit.point, &ground)) {
        return false;
    }
    pawli_mover_slide_advance(move, pawl_vec2_sub(ahead, move->position));
    pawli_mover_slide_advance(
        move, pawli_scale_direction(mover->up, -pawli_mover_ground_lower(mover, below, &hit)));
    *length -= gone;
    *normal = ground;
    return true;
}

/* A long stride may end against the next step but one, which is then in the way down: so a short
 * one is tried as well. */
static bool step_up(pawli_mover_move *move, pawl_fx *length, pawl_rot *normal) {
    const pawl_fx few = move->mover->def->radius / 2;
    if (step_by(move, *length, length, normal)) return true;
    if (pawl_abs(*length) <= few) return false;
    return step_by(move, *length > 0 ? few : -few, length, normal);
}

void pawli_mover_stride(pawli_mover_move *move, pawl_rot ground_normal) {
    const pawli_mover *mover = move->mover;
    pawl_fx length = pawli_length_along(mover->right, move->movement);
    pawl_rot normal = ground_normal;
    for (int round = 0; round < STRIDE_ROUNDS && length != 0; round++) {
        const pawl_rot along = {normal.s, -normal.c};
        pawl_query_hit hit;
        pawl_vec2 end;
        const bool stopped = cast_by(move, move->position, along, length, &hit, &end);
        pawli_mover_slide_advance(move, pawl_vec2_sub(end, move->position));
        if (!stopped) return;
        length -= pawli_near32((int64_t)length * hit.fraction, 30);
        pawli_mover_slide_report_hit(move, &hit);
        if (pawli_is_walkable(mover, hit.normal)) {
            normal = hit.normal;
        } else if (!step_up(move, &length, &normal)) {
            move->velocity = pawl_vec2_make(0, 0);
            return;
        }
    }
}
