/* swept_trial.h - random pairs of moving circles, boxes and polygons: any and aimed ones, corners
 * against corners, along edges, touching, overlapping, still, and at the limits. */
#ifndef TEST_SWEPT_TRIAL_H
#define TEST_SWEPT_TRIAL_H

#include "support/shape/convex.h"
#include "support/arcade/swept.h"

typedef struct swept_trial {
    pawl_convex a, b;
    pawl_vec2 position_a, position_b, move_a, move_b;
    int mode, kind_a, kind_b;
} swept_trial;

enum {
    SWEPT_ANY,
    SWEPT_AIMED,
    SWEPT_GRID,        /* everything a multiple of one length: corners meet corners */
    SWEPT_ALONG,       /* along an edge, at most two raw units from it */
    SWEPT_TOUCHING,    /* at the start, to the raw unit */
    SWEPT_OVERLAPPING, /* at the start */
    SWEPT_STILL,       /* no movement against each other */
    SWEPT_FAST,        /* at the limits of movement */
    SWEPT_MODES
};
enum {
    SWEPT_CIRCLE,
    SWEPT_BOX,
    SWEPT_POLYGON,
    SWEPT_KINDS
};

#define SWEPT_SIZE_MAX (PAWL_EXTENT_MAX / 2) /* of a shape from its position */
#define SWEPT_MOVE_MAX (INT32_C(1) << 29)    /* of one body, on each axis */
#define SWEPT_PLACE_MAX (PAWL_COORD_MAX / 2) /* of B */

pawl_fx swept_most(const pawl_convex *shape, bool y, int sign);

static inline pawl_fx swept_clamp(int64_t value, int64_t most) {
    return (pawl_fx)(value > most ? most : value < -most ? -most : value);
}

swept_trial swept_trial_make(uint64_t *seed);

swept_pair swept_pair_of(const swept_trial *t);

#endif
