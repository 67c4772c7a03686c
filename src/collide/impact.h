/* impact.h - internal: when two shapes on their way come close. */
#ifndef PAWLI_IMPACT_H
#define PAWLI_IMPACT_H

#include "collide/collide.h"

/* A shape on its way. Range: |from| and |from + move| within PAWL_COORD_MAX, |center| within
 * PAWL_EXTENT_MAX. */
typedef struct pawli_flight {
    const pawl_convex *shape;
    pawl_sweep sweep;
} pawli_flight;

typedef struct pawli_impact {
    pawl_impact found;
    bool capped; /* the iterations ran out: the fraction is early */
} pawli_impact;

/* The fraction at which the gap between the surfaces has come down to `target` (negative: they
 * overlap by as much), to within `tolerance` >= PAWLI_IMPACT_TOLERANCE, raw units. */
#define PAWLI_IMPACT_TOLERANCE 4
pawli_impact pawli_impact_time(const pawli_flight *a, const pawli_flight *b, pawl_fx target,
                               pawl_fx tolerance);

/* A lower bound of the gap at the start, exact while the shapes are apart; *normal from A to B. */
pawl_fx pawli_impact_gap(const pawli_flight *a, const pawli_flight *b, pawl_rot *normal);

#endif
