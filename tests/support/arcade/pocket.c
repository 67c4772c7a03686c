/* pocket.c - what pocket.h declares. */
#include "support/arcade/pocket.h"

pawl_pocket pocket;

pawl_pocket_body bodies[BODIES];

void set_bounds(double half, uint8_t edge) {
    pocket.bounds[0] = pocket.bounds[2] = FX(-half);
    pocket.bounds[1] = pocket.bounds[3] = FX(half);
    memset(pocket.edges, edge, 4);
}

pawl_pocket_body *put(double x, double y, double vx, double vy) {
    pawl_pocket_body body = pawl_pocket_body_default();
    body.position[0] = FX(x), body.position[1] = FX(y);
    body.velocity[0] = FX(vx), body.velocity[1] = FX(vy);
    const int16_t index = pawl_pocket_add(&pocket, bodies, &body);
    ck_assert_int_ge(index, 0);
    return &bodies[index];
}

pawl_pocket_body *elastic_body(pawl_pocket_body *body) {
    body->elasticity = 255;
    body->friction = body->stick = 0;
    return body;
}

pawl_pocket_body *box_body(pawl_pocket_body *body, double half_x, double half_y) {
    body->flags |= PAWL_POCKET_BOX;
    body->half[0] = (uint16_t)(half_x * 256);
    body->half[1] = (uint16_t)(half_y * 256);
    return body;
}

void go(int count) {
    for (int i = 0; i < count; i++)
        ck_assert_int_eq(pawl_pocket_step(&pocket, bodies), PAWL_OK);
}
