/* moments.h - internal: area, centroid and radius of gyration of a shape, at full precision.
 *
 * The public pawl_mass has 16 fraction bits, too few for a card of 0.0008 square units: bodies
 * are weighed with these. */
#ifndef PAWLI_MOMENTS_H
#define PAWLI_MOMENTS_H

#include "fx/mantissa.h"
#include "pawl/shape.h"

typedef struct pawli_moments {
    pawli_scaled area;             /* square units; zero for a segment */
    pawl_vec2 center;              /* centroid, nearest */
    pawli_scaled gyration_squared; /* inertia / mass about `center` */
} pawli_moments;

/* For any valid convex, at uniform density. */
void pawli_find_moments(const pawl_convex *shape, pawli_moments *out);

#endif
