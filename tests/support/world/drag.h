/* drag.h - something that slides over terrain, and how much it noticed. */
#ifndef PAWL_TESTS_DRAG_H
#define PAWL_TESTS_DRAG_H

#include <math.h>

#include "support/world/fixture.h"

/* Box, capsule (lying), circle. */
#define SLIDERS 3

/* How high the middle of a slider rests. */
static inline double slider_rest(int kind, double size) {
    return kind == 1 ? 0.25 * size : 0.5 * size;
}

pawl_shape_def smooth_def(void);

pawl_body_id add_slider(pawl_world *world, int kind, double size, double x, double y);

/* The worst that happened during a drag. */
typedef struct drag {
    double speed_error;     /* relative */
    double angle;           /* degrees */
    double lowest, highest; /* y */
} drag;

/* Let it go with a speed and watch until x. */
drag drag_over(pawl_world *world, pawl_body_id body, double speed, double until, int steps_max);

#endif
