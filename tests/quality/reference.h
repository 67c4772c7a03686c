/* reference.h - what other solvers reached on the shared scenes, and what pawl must reach. */
#ifndef PAWL_TESTS_REFERENCE_H
#define PAWL_TESTS_REFERENCE_H

#include "support/scene/scene.h"

/* One figure of one scene; NAN where nobody measured it. Infinity: never. */
typedef struct reference {
    const char *scene;
    scene_scale scale;
    const char *figure; /* a name that metrics_figure knows */
    double d, b, f;     /* double prototype, Box2D v3.2, fixed-point prototype */
} reference;

extern const reference references[];
extern const int reference_count;

typedef enum requirement_kind {
    REQUIRE_MOST, /* the figure must not exceed the limit, and keep up with D, B and F */
    REQUIRE_CAP,  /* it must not exceed the limit; too chaotic to compare */
    REQUIRE_NEAR, /* the figure must be within the limit of the target */
    REQUIRE_NONE  /* reported only */
} requirement_kind;

typedef struct requirement {
    requirement_kind kind;
    double limit;
    double target; /* for REQUIRE_NEAR */
} requirement;

/* What the figure of this row must satisfy. For REQUIRE_MOST the limit already contains the
 * comparison with D, B and F. */
requirement requirement_of(const reference *row);

#endif
