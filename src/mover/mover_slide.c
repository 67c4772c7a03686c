/* mover_slide.c - movements along what they meet, and out of what has moved into the mover.
 *
 * Collide and slide: the mover is cast along a movement as far as it gets; what stopped it becomes
 * a plane, and the rest of the movement is made to respect all planes met so far. */
#include "mover/mover.h"

#include <string.h>

#define SLIDE_ROUNDS 6
#define RECOVER_ROUNDS 4

static pawl_fx clamp_position(pawl_fx coordinate) {
    return pawl_clamp(coordinate, -PAWL_COORD_MAX, PAWL_COORD_MAX);
}

void pawli_mover_slide_advance(pawli_mover_move *move, pawl_vec2 movement) {
    const pawl_vec2 moved = pawl_vec2_add(move->position, movement);
    move->position = pawl_vec2_make(clamp_position(moved.x), clamp_position(moved.y));
}

void pawli_mover_slide_report_hit(pawli_mover_move *move, const pawl_query_hit *hit) {
    pawl_mover_report *report = move->report;
    if (report == NULL) return;
    if (report->hit_count < PAWL_MOVER_HITS_MAX) {
        const pawl_fx speed = pawl_neg(pawli_length_along(hit->normal, move->velocity));
        const pawl_mover_hit met = {hit->shape,  hit->part,          hit->point,
                                    hit->normal, pawl_max(speed, 0), hit->soft};
        report->hits[report->hit_count] = met;
    }
    report->hit_count++;
}

static void add_met_plane(pawl_plane *planes, uint32_t *count, pawl_rot normal) {
    pawl_plane *plane = &planes[(*count)++];
    memset(plane, 0, sizeof *plane);
    plane->normal = normal;
    plane->push_limit = PAWL_FX_MAX;
}

/* A vector without its part across `up`, if that leads against a surface. */
static pawl_vec2 without_push(const pawli_mover *mover, pawl_rot normal, pawl_vec2 v) {
    const pawl_vec2 across = pawli_across_up(mover, v);
    return pawli_project(normal, across) < 0 ? pawl_vec2_sub(v, across) : v;
}

/* In flight ground is either landed on, which ends the fall, or too steep: then it is a wall to
 * what goes across, which would lead up on it, and a slide to what comes down. */
static void touch_ground(pawli_mover_move *move, pawl_rot normal, pawl_vec2 *left) {
    const pawli_mover *mover = move->mover;
    if (!pawli_is_walkable(mover, normal)) {
        if (pawli_rot_dot(normal, mover->up) <= 0) return;
        *left = without_push(mover, normal, *left);
        move->velocity = without_push(mover, normal, move->velocity);
    } else if (pawli_project(mover->up, move->movement) <= 0) {
        move->landed = true;
        *left = pawli_across_up(mover, *left);
        move->velocity = pawli_across_up(mover, move->velocity);
    }
}

static void slide_along(pawli_mover_move *move, bool flying) {
    pawl_plane planes[SLIDE_ROUNDS];
    uint32_t count = 0;
    pawl_vec2 left = move->movement;
    for (int round = 0; round < SLIDE_ROUNDS && (left.x != 0 || left.y != 0); round++) {
        pawl_query_hit hit;
        const bool stopped = pawli_mover_cast(move->mover, move->position, left, &hit);
        const pawl_vec2 done = pawli_fraction_of_move(left, hit.fraction);
        pawli_mover_slide_advance(move, done);
        if (!stopped) return;
        left = pawl_vec2_sub(left, done);
        add_met_plane(planes, &count, hit.normal);
        if (flying) {
            pawli_mover_slide_report_hit(move, &hit);
            touch_ground(move, hit.normal, &left);
            move->velocity = pawl_clip_velocity(move->velocity, planes, count);
        }
        left = pawl_solve_planes(left, planes, count);
    }
}

void pawli_mover_slide(pawli_mover_move *move) {
    slide_along(move, false);
}

void pawli_mover_slide_fly(pawli_mover_move *move) {
    slide_along(move, true);
}

static void shift_planes(pawl_plane *planes, uint32_t count, pawl_fx by) {
    for (uint32_t i = 0; i < count; i++)
        planes[i].separation = pawl_sub(planes[i].separation, by);
}

/* Whether all separations are at least -slop after a displacement. */
static bool clears(const pawl_plane *planes, uint32_t count, pawl_vec2 displacement, pawl_fx slop) {
    for (uint32_t i = 0; i < count; i++) {
        const int64_t after =
            (int64_t)planes[i].separation + pawli_length_along(planes[i].normal, displacement);
        if (after < -(int64_t)slop) return false;
    }
    return true;
}

/* The way to the rest distance; where there is no room for that, to half of it or just out. */
static pawl_vec2 find_exit_move(const pawli_mover *mover, pawl_plane *planes, uint32_t count) {
    const pawl_vec2 none = {0, 0};
    const pawl_fx half = mover->def->skin / 2;
    pawl_vec2 way = none;
    shift_planes(planes, count, 3 * half);
    for (int attempt = 0; attempt < 3; attempt++) {
        shift_planes(planes, count, -half); /* what is left to it: two halves, one, none */
        if (clears(planes, count, none, mover->slop)) return none;
        way = pawl_solve_planes(none, planes, count);
        if (clears(planes, count, way, mover->slop)) break;
    }
    return pawl_vec2_make(pawl_clamp(way.x, -PAWL_STEP_MAX, PAWL_STEP_MAX),
                          pawl_clamp(way.y, -PAWL_STEP_MAX, PAWL_STEP_MAX));
}

/* What is too steep pushes to the side: along its normal the mover would climb it, by half a skin
 * with each try. Measured across `up`, the distance from a slope is larger: what is lacking is at
 * most a skin, 2^22, times 2^30; the quotient may be as large and so saturates. */
static void turn_aside(const pawli_mover *mover, pawl_vec2 position, pawl_plane *planes,
                       uint32_t count) {
    const pawl_vec2 foot = pawli_mover_ground_foot(mover, position);
    for (uint32_t i = 0; i < count; i++) {
        pawl_plane *plane = &planes[i];
        pawl_rot normal = plane->normal;
        const int64_t lean = pawli_near(pawli_rot_dot(normal, mover->right), 30);
        if (plane->separation < 0 || pawli_rot_dot(normal, mover->up) <= 0 || lean == 0) continue;
        if (pawli_mover_ground_carries(mover, foot, plane->point, &normal)) continue;
        const pawl_fx lack = plane->separation - mover->def->skin; /* <= 0 */
        plane->normal = lean > 0 ? mover->right : pawli_opposite(mover->right);
        plane->separation =
            pawl_saturate(mover->def->skin + (int64_t)lack * PAWL_UNIT / (lean > 0 ? lean : -lean));
    }
}

/* Where to from here: move->movement is how far, at most. False: something is in the mover. */
PAWLI_STACK_APART bool look_for_exit(pawli_mover_move *move, bool *left_out) {
    const pawli_mover *mover = move->mover;
    pawl_plane planes[PAWL_PLANES_MAX];
    const uint32_t count = pawli_mover_collide_planes(mover, move->position, mover->def->skin,
                                                      planes, PAWL_PLANES_MAX, left_out);
    const bool clear = count == 0 || planes[0].separation >= -PAWLI_GRAZE;
    turn_aside(mover, move->position, planes, count);
    move->movement = find_exit_move(mover, planes, count);
    return clear;
}

bool pawli_mover_slide_recover(pawli_mover_move *move, bool *left_out) {
    for (int round = 0;; round++) {
        const bool clear = look_for_exit(move, left_out);
        if (round == RECOVER_ROUNDS) return clear;
        if (move->movement.x == 0 && move->movement.y == 0) return clear;
        pawli_mover_slide(move);
    }
}
