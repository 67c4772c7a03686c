/* pocket.h - a pocket of 16 bodies for tests. Lengths in units, as in arcade.h. */
#ifndef PAWL_TESTS_POCKET_H
#define PAWL_TESTS_POCKET_H

#include "support/arcade/arcade.h"
#include "support/base/seeded.h"

#include "pawl/pocket.h"

#define BODIES 16

static pawl_pocket pocket;
static pawl_pocket_body bodies[BODIES];

static inline void begin(void) {
    ck_assert_int_eq(pawl_pocket_init(&pocket, bodies, BODIES), PAWL_OK);
}

static inline void set_bounds(double half, uint8_t edge) {
    pocket.bounds[0] = pocket.bounds[2] = FX(-half);
    pocket.bounds[1] = pocket.bounds[3] = FX(half);
    memset(pocket.edges, edge, 4);
}

static inline pawl_pocket_body *put(double x, double y, double vx, double vy) {
    pawl_pocket_body body = pawl_pocket_body_default();
    body.position[0] = FX(x), body.position[1] = FX(y);
    body.velocity[0] = FX(vx), body.velocity[1] = FX(vy);
    const int16_t index = pawl_pocket_add(&pocket, bodies, &body);
    ck_assert_int_ge(index, 0);
    return &bodies[index];
}

static inline pawl_pocket_body *elastic_body(pawl_pocket_body *body) {
    body->elasticity = 255;
    body->friction = body->stick = 0;
    return body;
}

static inline pawl_pocket_body *box_body(pawl_pocket_body *body, double half_x, double half_y) {
    body->flags |= PAWL_POCKET_BOX;
    body->half[0] = (uint16_t)(half_x * 256);
    body->half[1] = (uint16_t)(half_y * 256);
    return body;
}

static inline void go(int count) {
    for (int i = 0; i < count; i++)
        ck_assert_int_eq(pawl_pocket_step(&pocket, bodies), PAWL_OK);
}

static inline bool is_used(int i) {
    return (bodies[i].flags & PAWL_POCKET_USED) != 0;
}

#endif
