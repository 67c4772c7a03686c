/* pocket.h - a pocket of 16 bodies for tests. Lengths in units, as in arcade.h. */
#ifndef PAWL_TESTS_POCKET_H
#define PAWL_TESTS_POCKET_H

#include "support/arcade/arcade.h"
#include "support/base/seeded.h"

#include "pawl/pocket.h"

#define BODIES 16

extern pawl_pocket pocket;
extern pawl_pocket_body bodies[BODIES];

static inline void begin_pocket(void) {
    ck_assert_int_eq(pawl_pocket_init(&pocket, bodies, BODIES), PAWL_OK);
}

void set_bounds(double half, uint8_t edge);

pawl_pocket_body *put(double x, double y, double vx, double vy);

pawl_pocket_body *elastic_body(pawl_pocket_body *body);

pawl_pocket_body *box_body(pawl_pocket_body *body, double half_x, double half_y);

void go(int count);

static inline bool is_used(int i) {
    return (bodies[i].flags & PAWL_POCKET_USED) != 0;
}

#endif
