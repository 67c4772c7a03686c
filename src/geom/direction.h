/* direction.h - internal: the length and the unit direction of a vector, together. */
#ifndef PAWLI_DIRECTION_H
#define PAWLI_DIRECTION_H

#include "pawl/vec.h"

typedef struct pawli_direction {
    pawl_rot unit;  /* Q2.30, each part within 1.25 raw units of exact; zero for the zero vector */
    pawl_fx length; /* Q16.16, nearest, saturating */
} pawli_direction;

/* Range: |x|, |y| <= 2^32. One square root and one division. */
pawli_direction pawli_direction_find(int64_t x, int64_t y);

#endif
