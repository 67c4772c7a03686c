/* stored.h - what Box2D v3 reached in the trials. */
#ifndef PAWL_TESTS_STORED_H
#define PAWL_TESTS_STORED_H

#include "support/scene/scene.h"

typedef struct stored_figure {
    const char *scene;
    scene_scale scale;
    const char *figure;
    int count; /* of scenes */
    double value;
} stored_figure;

extern const stored_figure stored_figures[];
extern const int stored_count;

#endif
