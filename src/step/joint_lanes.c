/* joint_lanes.c - which hinges are solved in lanes. Their batches begin the memory of joints, where
 * they take less than rows would, so lanes need no memory of the program. */
#include "base/optional.h"
#include "step/step.h"

#if PAWLI_HINGES_IN_LANES
PAWLI_MARK(pawli_joint_lanes_mark);

/* Among fewer joints there are no batches worth it. */
#define JOINTS_LEAST 16
#define BATCH_ALIGNMENT 64
PAWL_STATIC_ASSERT(sizeof(pawli_joint_lanes) + 2 * BATCH_ALIGNMENT <=
                       JOINTS_LEAST * sizeof(pawli_joint_row),
                   "there is always room for the list of batches");

/* The last two colors are not free of common bodies: what is left over, and what does not move. */
static bool color_is_free(int color) {
    return color < PAWLI_JOINT_COLORS - 2;
}

/* Hinges of one color that may be a batch. */
typedef struct batch_group {
    pawli_hinge_ends ends;
    pawli_solved_joint *solved[PAWLI_HINGE_WIDTH_MAX];
    uint32_t count;
} batch_group;

/* What batches are made in: bytes that are taken, and those that may be. Each joint without a batch
 * may need a row in general. */
typedef struct batch_room {
    pawli_joint_lanes *lanes;
    size_t batch_size, taken, most;
    uint32_t batch_count;
} batch_room;

static void add_to_group(const pawli_step *step, pawli_solved_joint *solved,
                         const pawli_joint *joint, batch_group *group) {
    const pawli_hinge_source source = {step->world,
                                       joint,
                                       &step->bodies[joint->body_a],
                                       &step->bodies[joint->body_b],
                                       solved->joint,
                                       step->solver_index[joint->body_a],
                                       step->solver_index[joint->body_b]};
    pawli_hinge_lanes_set(&group->ends, group->count, &source);
    group->solved[group->count++] = solved;
}

static bool make_batch(batch_room *room, batch_group *group) {
    const pawli_hinge_lanes *hinges = &room->lanes->hinges;
    const uint32_t width = hinges->kernels->width;
    const size_t most = room->most + group->count * sizeof(pawli_joint_row);
    if (group->count < pawli_hinge_lanes_least(width)) return false;
    if (room->taken + room->batch_size > most) return false;
    for (uint32_t lane = group->count; lane < width; lane++)
        pawli_hinge_lanes_clear(&group->ends, lane);
    int32_t *values = pawli_hinge_lanes_values(hinges, room->batch_count);
    if (!hinges->kernels->prepare(&group->ends, values)) return false;
    room->taken += room->batch_size;
    room->most = most;
    room->batch_count++;
    return true;
}

/* A batch of a group, else its joints go to the end of a list. Returns where that is now. */
static uint16_t *end_group(const pawli_step *step, batch_room *room, batch_group *group,
                           pawli_hinge_run *run, uint16_t *end) {
    const bool is_batch = make_batch(room, group);
    for (uint32_t i = 0; i < group->count; i++) {
        pawli_solved_joint *solved = group->solved[i];
        solved->row = PAWLI_NONE;
        if (is_batch) continue;
        *end = (uint16_t)(solved - step->solved_joints);
        end = &solved->row;
    }
    if (is_batch) run->row_count += group->count;
    group->count = 0;
    return end;
}

/* The joints of a color that are not in lanes, as the list that they came in. */
static uint16_t take_color(const pawli_step *step, batch_room *room, pawli_hinge_run *run,
                           uint16_t at) {
    const uint32_t width = room->lanes->hinges.kernels->width;
    const pawli_joint *joints = pawli_joints_const(step->world);
    uint16_t rest = PAWLI_NONE, *end = &rest;
    batch_group group;
    group.count = 0;
    while (at != PAWLI_NONE) {
        pawli_solved_joint *solved = &step->solved_joints[at];
        const pawli_joint *joint = &joints[solved->joint];
        const uint16_t next = solved->row;
        const unsigned locks =
            (step->bodies[joint->body_a].flags | step->bodies[joint->body_b].flags) &
            PAWLI_BODY_LOCKS;
        if (locks == 0 && pawli_joint_is_hinge(joint)) {
            add_to_group(step, solved, joint, &group);
            if (group.count == width) end = end_group(step, room, &group, run, end);
        } else {
            *end = at;
            end = &solved->row;
        }
        at = next;
    }
    end = end_group(step, room, &group, run, end);
    *end = PAWLI_NONE;
    return rest;
}

static bool can_have_lanes(const pawli_step *step, const pawli_hinge_kernels *kernels) {
    const int64_t bias_mass = step->joint_time.bias_mass;
    if (kernels == NULL || step->joint_count < JOINTS_LEAST) return false;
    if (PAWL_TRACE && step->hooks.trace != NULL) return false;
    return bias_mass == (int32_t)bias_mass;
}

static uint8_t *align_batch(uint8_t *at) {
    const size_t over = (size_t)((uintptr_t)at % BATCH_ALIGNMENT);
    return over == 0 ? at : at + (BATCH_ALIGNMENT - over);
}

/* 1/k of bodies with joints, 0 of others: phi = turn m 2^e, from Q10.22 to Q2.30. */
static void set_body_scales(const pawli_step *step, int32_t *mantissas, int32_t *shifts) {
    mantissas[0] = 0;
    shifts[0] = 1;
    for (uint32_t i = 1; i < step->solver_count; i++) {
        const uint16_t slot = step->solver[i].body;
        const pawli_scaled scale = pawli_body_per_gyration(&step->bodies[slot]);
        const bool turns = scale.mantissa != 0 && step->body_joints[slot] != PAWLI_NONE;
        mantissas[i] = turns ? (int32_t)scale.mantissa : 0;
        shifts[i] = turns ? 22 - 30 - scale.exponent : 1;
    }
}

/* Behind the batches, if there is room. */
static void make_body_scales(const pawli_step *step, batch_room *room, uint8_t **end) {
    const size_t size = 2 * step->solver_count * sizeof(int32_t);
    pawli_hinge_lanes *hinges = &room->lanes->hinges;
    if (step->solver_count < hinges->kernels->width) return;
    if (room->taken + size + BATCH_ALIGNMENT > room->most) return;
    hinges->scales = (int32_t *)(void *)*end;
    hinges->body_count = step->solver_count;
    set_body_scales(step, hinges->scales, hinges->scales + step->solver_count);
    *end = align_batch(*end + size);
}

void pawli_joint_lanes_make(pawli_step *step, uint16_t first[PAWLI_JOINT_COLORS]) {
    const pawli_hinge_kernels *kernels = pawli_hinge_kernels_of(step->hooks.lanes);
    const pawli_joint_time *time = &step->joint_time;
    if (!can_have_lanes(step, kernels)) return;
    uint8_t *const begin = (uint8_t *)step->joints;
    pawli_joint_lanes *lanes = (pawli_joint_lanes *)(void *)align_batch(begin);
    uint8_t *const values = align_batch((uint8_t *)(lanes + 1));
    const pawli_hinge_lanes hinges = {kernels,
                                      (int32_t *)(void *)values,
                                      step->solver,
                                      step->turned,
                                      NULL,
                                      0,
                                      time->rigid.mass_scale,
                                      time->rigid.impulse_scale,
                                      (int32_t)time->bias_mass};
    const size_t spare = step->world->joint_pool.capacity - step->joint_count;
    batch_room room = {lanes, kernels->width * sizeof(pawli_hinge_row), (size_t)(values - begin),
                       spare * sizeof(pawli_joint_row), 0};
    lanes->hinges = hinges;
    for (int color = 0; color < PAWLI_JOINT_COLORS; color++) {
        const pawli_hinge_run none = {room.batch_count, 0};
        lanes->colors[color].run = none;
        lanes->colors[color].first = PAWLI_NONE;
        if (!color_is_free(color)) continue;
        first[color] = take_color(step, &room, &lanes->colors[color].run, first[color]);
    }
    if (room.batch_count == 0) return;
    uint8_t *end = values + room.batch_count * room.batch_size;
    make_body_scales(step, &room, &end);
    step->joint_lanes = lanes;
    step->hinges = (pawli_hinge_row *)(void *)end;
}
#endif
