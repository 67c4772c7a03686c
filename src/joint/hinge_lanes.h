/* hinge_lanes.h - internal: hinges side by side in lanes, with the bits of one after the other.
 *
 * Rows of one color share no moving body (step/joint_rows_prepare.c), so a batch is any of them, as
 * many as there are lanes: nothing is scheduled. The numbers of a batch lie field after field,
 * those of all lanes side by side; a lane without a row holds one that changes nothing. What
 * hinge.h says of rows holds for fields.
 *
 * A batch takes the place of the rows that it has: they are never made. It is prepared side by
 * side, too, from what each end of a hinge says. */
#ifndef PAWLI_HINGE_LANES_H
#define PAWLI_HINGE_LANES_H

#include "base/lanes.h"
#include "joint/hinge.h"

#define PAWLI_HINGES_IN_LANES (PAWL_WITH_LANES && PAWL_WITH_JOINTS)

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
    PAWLI_HINGE_JOINT, /* slot */
    PAWLI_HINGE_SPARE,
    PAWLI_HINGE_FIELDS
};
PAWL_STATIC_ASSERT(sizeof(pawli_hinge_row) == PAWLI_HINGE_FIELDS * sizeof(int32_t),
                   "a batch is as large as its rows");
#define PAWLI_HINGE_WIDTH_MAX 16

/* A lane solves what stays within so many bits, as numbers of 32 bits: |x| < 2^29; and gaps below
 * 2^28, as hinge.h does. */
#define PAWLI_HINGE_RANGE (INT32_C(1) << 29)
#define PAWLI_HINGE_GAP_RANGE (INT32_C(1) << 28)

/* What the numbers of an end of a hinge follow from. */
enum {
    PAWLI_HINGE_END_X, /* anchor minus center of mass in the frame of the body, Q16.16 */
    PAWLI_HINGE_END_Y,
    PAWLI_HINGE_END_C, /* rotation of the body, Q2.30 */
    PAWLI_HINGE_END_S,
    PAWLI_HINGE_END_SCALE, /* mantissa of 1/k; 0: nothing turns it */
    PAWLI_HINGE_END_SHIFT, /* of the product of that and an arm: 2 .. 62 */
    PAWLI_HINGE_END_FIELDS
};

/* For each lane of a batch. */
typedef int32_t pawli_hinge_numbers[PAWLI_HINGE_WIDTH_MAX];
typedef struct pawli_hinge_ends {
    pawli_hinge_numbers a[PAWLI_HINGE_END_FIELDS], b[PAWLI_HINGE_END_FIELDS];
    pawli_hinge_numbers centers[2]; /* B minus A, Q10.22; those too large: INT32_MAX */
    /* Fields as they are: */
    pawli_hinge_numbers body_a, body_b, alpha_a, alpha_b, impulse_x, impulse_y, joint;
} pawli_hinge_ends;

/* Rows of one color that are in lanes. */
typedef struct pawli_hinge_run {
    uint32_t first_batch; /* a batch lies where the row of its number times the width would */
    uint32_t row_count;
} pawli_hinge_run;

typedef struct pawli_hinge_lanes pawli_hinge_lanes;

/* Works on batches from `at` on, and returns the first one that it has not done, of which nothing
 * is stored: one that has left the range of lanes, or the end. */
typedef uint32_t pawli_hinge_pass(const pawli_hinge_lanes *lanes, uint32_t at, uint32_t end);

/* Prepares a batch. False: a row is out of range, and nothing is said of the others. */
typedef bool pawli_hinge_preparer(pawli_hinge_ends *ends, int32_t *values);

/* The turns of bodies since the start of the step, from `at` on, of at least as many as there are
 * lanes. Returns the end, or where as many as there are lanes begin of which one has turned far,
 * and of which nothing is stored. */
typedef uint32_t pawli_hinge_turner(const pawli_hinge_lanes *lanes, uint32_t at, uint32_t end);

typedef struct pawli_hinge_kernels {
    uint32_t width;
    pawli_hinge_preparer *prepare;
    pawli_hinge_pass *warm_start, *solve, *relax, *turn;
    pawli_hinge_turner *turn_bodies;
} pawli_hinge_kernels;

struct pawli_hinge_lanes {
    const pawli_hinge_kernels *kernels;
    int32_t *values; /* where rows would be */
    pawli_solver_body *bodies;
    pawl_rot *turned; /* by solver body */
    int32_t *scales;  /* 1/k of all solver bodies, mantissas, and as many shifts of their product
                         with  a turn; null: bodies turn one after the other */
    uint32_t body_count;
    int32_t mass_scale, impulse_scale, bias_mass; /* of what is rigid */
};

/* The numbers of a batch. */
static inline int32_t *pawli_hinge_lanes_values(const pawli_hinge_lanes *lanes, uint32_t batch) {
    return lanes->values + (size_t)batch * PAWLI_HINGE_FIELDS * lanes->kernels->width;
}

/* hinge_kernels.c: null where the build has none for them. */
const pawli_hinge_kernels *pawli_hinge_kernels_of(pawl_lanes lanes);

/* A batch of fewer rows is solved one after the other: as fast, measured. */
static inline uint32_t pawli_hinge_lanes_least(uint32_t width) {
    return width <= 4 ? 2 : width / 4 + 1;
}

/* A hinge that may join a batch of its color. */
typedef struct pawli_hinge_source {
    const pawl_world *world;
    const pawli_joint *joint;
    const pawli_body *body_a, *body_b;
    uint16_t slot; /* of the joint */
    uint16_t a, b; /* solver bodies */
} pawli_hinge_source;

/* What a hinge has in a lane; and a lane without one, with no levers, and a K' of 1. */
void pawli_hinge_lanes_set(pawli_hinge_ends *ends, uint32_t lane, const pawli_hinge_source *source);
void pawli_hinge_lanes_clear(pawli_hinge_ends *ends, uint32_t lane);

/* Solves one row that lanes have left alone. */
typedef void pawli_hinge_serial(void *context, pawli_hinge_row *row);

/* A pass over a run. */
void pawli_hinge_lanes_run(const pawli_hinge_lanes *lanes, const pawli_hinge_run *run,
                           pawli_hinge_pass *pass, pawli_hinge_serial *serial, void *context);
/* Impulses back to their joints. */
void pawli_hinge_lanes_finish(const pawli_hinge_lanes *lanes, const pawli_hinge_run *run,
                              pawli_joint *joints);

#endif
