/* hinge_lanes.h - internal: hinges side by side in lanes, with the bits of one after the other.
 *
 * Rows of one color share no moving body (step/joint_rows.c), so a batch is as many rows as there
 * are lanes, one after the other in the array: nothing is scheduled. The numbers of a batch lie
 * field after field, those of all lanes side by side; a lane without a row holds one that changes
 * nothing. What hinge.h says of rows holds for fields. */
#ifndef PAWLI_HINGE_LANES_H
#define PAWLI_HINGE_LANES_H

#include "base/lanes.h"
#include "joint/hinge.h"

/* What this build has kernels for: lane_hinge.h wants a few more words than contacts. */
#define PAWLI_HINGES_IN_LANES (PAWL_WITH_LANES && PAWL_WITH_JOINTS && PAWLI_LANES_X86)

enum {
    PAWLI_HINGE_BODY_A, /* offset of a solver body, in bytes */
    PAWLI_HINGE_BODY_B,
    PAWLI_HINGE_ALPHA_A,
    PAWLI_HINGE_ALPHA_B,
    PAWLI_HINGE_LEVER_A, /* x, and y in the next field, as in all that follow */
    PAWLI_HINGE_LEVER_B = PAWLI_HINGE_LEVER_A + 2,
    PAWLI_HINGE_FIRST_A = PAWLI_HINGE_LEVER_B + 2,
    PAWLI_HINGE_FIRST_B = PAWLI_HINGE_FIRST_A + 2,
    PAWLI_HINGE_ARM_A = PAWLI_HINGE_FIRST_B + 2,
    PAWLI_HINGE_ARM_B = PAWLI_HINGE_ARM_A + 2,
    PAWLI_HINGE_ARM_GAP = PAWLI_HINGE_ARM_B + 2,
    PAWLI_HINGE_MOVE = PAWLI_HINGE_ARM_GAP + 2,
    PAWLI_HINGE_GAP = PAWLI_HINGE_MOVE + 2,
    PAWLI_HINGE_IMPULSE = PAWLI_HINGE_GAP + 2,
    PAWLI_HINGE_MASS_XX = PAWLI_HINGE_IMPULSE + 2,
    PAWLI_HINGE_MASS_XY,
    PAWLI_HINGE_MASS_YY,
    PAWLI_HINGE_PER_DET,
    PAWLI_HINGE_MEAN,
    PAWLI_HINGE_SHIFT, /* 20 + det_shift */
    PAWLI_HINGE_FIELDS
};

/* A lane solves what stays within so many bits, as numbers of 32 bits: |x| < 2^29; and gaps below
 * 2^28, as hinge.h does. */
#define PAWLI_HINGE_RANGE (INT32_C(1) << 29)
#define PAWLI_HINGE_GAP_RANGE (INT32_C(1) << 28)

/* Rows of one color that are in lanes. */
typedef struct pawli_hinge_run {
    uint16_t first_row, row_count;
    uint32_t first_batch;
} pawli_hinge_run;

typedef struct pawli_hinge_lanes pawli_hinge_lanes;

/* Works on batches from `at` on, and returns the first one that it has not done, of which nothing
 * is stored: one that has left the range of lanes, or the end. */
typedef uint32_t pawli_hinge_pass(const pawli_hinge_lanes *lanes, uint32_t at, uint32_t end);

/* Packs rows, as many as there are lanes, but for their bodies. */
typedef void pawli_hinge_packer(const pawli_hinge_row *rows, int32_t *values);

typedef struct pawli_hinge_kernels {
    uint32_t width;
    pawli_hinge_pass *warm_start, *solve, *relax, *turn;
    pawli_hinge_packer *pack;
} pawli_hinge_kernels;

struct pawli_hinge_lanes {
    const pawli_hinge_kernels *kernels;
    pawli_hinge_row *rows;
    pawli_solver_body *bodies;
    const pawl_rot *turned; /* by solver body */
    int32_t *values;
    int32_t mass_scale, impulse_scale, bias_mass; /* of what is rigid */
};

/* hinge_kernels.c: null where the build has none for them. */
const pawli_hinge_kernels *pawli_hinge_kernels_of(pawl_lanes lanes);

/* Bytes of one batch. */
static inline size_t pawli_hinge_batch_size(const pawli_hinge_kernels *kernels) {
    return (size_t)kernels->width * PAWLI_HINGE_FIELDS * sizeof(int32_t);
}

/* How many of the next rows, of one color, are worth it; fewer where one is out of range, or where
 * there is memory for no more batches. */
uint16_t pawli_hinge_lanes_count(const pawli_hinge_lanes *lanes, uint32_t first_row,
                                 uint32_t row_count, size_t batches_max);
/* Pack them. */
void pawli_hinge_lanes_pack(const pawli_hinge_lanes *lanes, const pawli_hinge_run *run);

/* Solves one row that lanes have left alone. */
typedef void pawli_hinge_serial(void *context, pawli_hinge_row *row);

/* A pass over a run. What changes of rows changes in the values alone; impulses can be written back
 * in the end. */
void pawli_hinge_lanes_run(const pawli_hinge_lanes *lanes, const pawli_hinge_run *run,
                           pawli_hinge_pass *pass, pawli_hinge_serial *serial, void *context);
void pawli_hinge_lanes_write_back(const pawli_hinge_lanes *lanes, const pawli_hinge_run *run);

#endif
