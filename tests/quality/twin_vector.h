/* twin_vector.h - the little vector arithmetic that the twin needs. */
#ifndef PAWL_TESTS_TWIN_VECTOR_H
#define PAWL_TESTS_TWIN_VECTOR_H

#include <math.h>

#include "support/scene/scene.h"

static inline scene_vector add(scene_vector a, scene_vector b) {
    return (scene_vector){a.x + b.x, a.y + b.y};
}

static inline scene_vector sub(scene_vector a, scene_vector b) {
    return (scene_vector){a.x - b.x, a.y - b.y};
}

static inline scene_vector scale(scene_vector v, double factor) {
    return (scene_vector){v.x * factor, v.y * factor};
}

static inline double dot(scene_vector a, scene_vector b) {
    return a.x * b.x + a.y * b.y;
}

static inline double cross(scene_vector a, scene_vector b) {
    return a.x * b.y - a.y * b.x;
}

static inline scene_vector rotate(scene_vector v, double angle) {
    const double c = cos(angle), s = sin(angle);
    return (scene_vector){c * v.x - s * v.y, s * v.x + c * v.y};
}

#endif
