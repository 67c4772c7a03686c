/* joint_lanes.c - which hinges are solved in lanes. Their numbers are packed in what rows leave
 * free of the memory of joints, so lanes need no memory of the program. */
#include "base/optional.h"
#include "step/step.h"

#if PAWLI_HINGES_IN_LANES
PAWLI_MARK(pawli_joint_lanes_mark);

/* Fewer are not worth the packing. */
#define HINGES_LEAST 16

/* What follows a row in its list. */
static uint16_t *next_of_row(pawli_step *step, uint16_t at) {
    return at < step->hinge_count ? &step->hinges[at].next : &step->joints[at].next;
}

/* Take `count` rows from `at` on out of the list of all; `first` becomes the list of those that are
 * not in lanes. Returns the row after them. */
static uint16_t split_list(pawli_step *step, uint16_t at, uint32_t count,
                           const pawli_hinge_run *run, uint16_t *first) {
    uint16_t *end = first;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t *next = next_of_row(step, at);
        const bool in_lanes =
            at >= run->first_row && at < (uint32_t)run->first_row + run->row_count;
        if (!in_lanes) {
            *end = at;
            end = next;
        }
        at = *next;
    }
    *end = PAWLI_NONE;
    return at;
}

/* The last two colors are not free of common bodies: what is left over, and what does not move. */
static bool color_is_free(int color) {
    return color < PAWLI_JOINT_COLORS - 2;
}

void pawli_joint_lanes_make(pawli_step *step, const pawli_joint_ends *ends) {
    const pawli_hinge_kernels *kernels = pawli_hinge_kernels_of(step->hooks.lanes);
    const pawli_joint_time *time = &step->joint_time;
    if (kernels == NULL || step->hinge_count < HINGES_LEAST) return;
    if (PAWL_TRACE && step->hooks.trace != NULL) return;
    if (time->bias_mass != (int32_t)time->bias_mass) return;
    uint8_t *begin = (uint8_t *)&step->hinges[step->hinge_count];
    begin += (8 - (size_t)((uintptr_t)begin % 8)) % 8;
    const uint8_t *end = (const uint8_t *)&step->joints[step->lowest_row];
    if (begin + sizeof(pawli_joint_lanes) > end) return;
    pawli_joint_lanes *lanes = (pawli_joint_lanes *)(void *)begin;
    begin += sizeof *lanes;
    const size_t batches_max = (size_t)(end - begin) / pawli_hinge_batch_size(kernels);
    const pawli_hinge_lanes hinges = {kernels,
                                      step->hinges,
                                      step->solver,
                                      step->turned,
                                      (int32_t *)(void *)begin,
                                      time->rigid.mass_scale,
                                      time->rigid.impulse_scale,
                                      (int32_t)time->bias_mass};
    lanes->hinges = hinges;
    uint32_t batches = 0, row = 0, hinge = 0;
    uint16_t at = step->first_joint;
    for (int color = 0; color < PAWLI_JOINT_COLORS; color++) {
        pawli_hinge_run *run = &lanes->colors[color].run;
        const pawli_hinge_run none = {(uint16_t)hinge, 0, batches};
        *run = none;
        if (color_is_free(color)) {
            run->row_count = pawli_hinge_lanes_count(&hinges, hinge, ends->hinges[color] - hinge,
                                                     batches_max - batches);
        }
        pawli_hinge_lanes_pack(&hinges, run);
        batches += (run->row_count + kernels->width - 1) / kernels->width;
        at = split_list(step, at, ends->rows[color] - row, run, &lanes->colors[color].first);
        row = ends->rows[color];
        hinge = ends->hinges[color];
    }
    step->joint_lanes = lanes;
}
#endif
