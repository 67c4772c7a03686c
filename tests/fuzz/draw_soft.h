/* draw_soft.h - random calls for fuzz_api, continued: soft bodies, and what breaks bodies. */
#ifndef PAWL_FUZZ_DRAW_SOFT_H
#define PAWL_FUZZ_DRAW_SOFT_H

#include "fuzz/draw.h"

/* Parts from a builder; a point alone where it refuses. */
static inline void draw_parts(source *s, call *c, pawl_soft_parts *parts) {
    const pawl_vec2 at = draw_position(s), to = draw_position(s);
    const pawl_fx size = draw_size(s), mass = tame(s, PAWL_POINT_MASS_MIN, PAWL_FX(20, 0, 1));
    const pawl_fx stiffness = tame(s, 0, PAWL_FX_ONE), other = tame(s, 0, PAWL_FX_ONE);
    const uint32_t columns = pawl_random_below(&s->random, 6);
    const uint32_t rows = pawl_random_below(&s->random, 5);
    const pawl_vec2 across = pawl_vec2_make(pawl_add(at.x, size), pawl_add(at.y, size));
    const pawl_vec2 corners[4] = {at, pawl_vec2_make(across.x, at.y), across,
                                  pawl_vec2_make(at.x, across.y)};
    pawl_status status = PAWL_ERR_ARGUMENT;
    switch (pawl_random_below(&s->random, 5)) {
    case 0:
        status = pawl_soft_add_rope(parts, at, to, 3 * columns, mass, stiffness, other);
        break;
    case 1:
        status = pawl_soft_add_cloth(parts, (pawl_box){at, across}, columns, rows, mass, stiffness,
                                     other);
        break;
    case 2:
        status = pawl_soft_add_polygon(parts, corners, 4, mass, stiffness, other);
        break;
    case 3:
        status = pawl_soft_add_blob(parts, at, size, 2 + 3 * columns, mass, stiffness, other);
        break;
    default:
        break;
    }
    c->soft_def.outline_count = one_in(s, 2) ? parts->point_count : 0;
    if (status == PAWL_OK) return;
    parts->points[0] = (pawl_soft_point){at, draw_velocity(s), mass};
    parts->point_count = 1;
}

/* A link like no builder makes it. */
static inline void draw_link(source *s, pawl_soft_link *link) {
    link->a = (uint16_t)pawl_random_below(&s->random, SOFT_POINTS);
    link->b = (uint16_t)pawl_random_below(&s->random, SOFT_POINTS);
    if (one_in(s, 3)) link->c = (uint16_t)pawl_random_below(&s->random, SOFT_POINTS);
    if (one_in(s, 3)) link->type = (uint8_t)pawl_random_below(&s->random, 4);
    link->length = tame(s, 0, PAWL_FX(2, 0, 1));
}

static inline void draw_soft_def(source *s, call *c) {
    pawl_soft_parts parts = {c->points, c->links, SOFT_POINTS, SOFT_LINKS, 0, 0};
    pawl_soft_def *const def = &c->soft_def;
    *def = pawl_soft_def_default();
    draw_parts(s, c, &parts);
    const pawl_fx tear = one_in(s, 3) ? tame(s, PAWL_FX_ONE, PAWL_FX(3, 0, 1)) : 0;
    for (uint32_t i = 0; i < parts.link_count; i++) {
        if (parts.links[i].type == PAWL_LINK_DISTANCE) parts.links[i].tear = tear;
        if (one_in(s, 20)) parts.links[i].flags ^= (uint8_t)pawl_random_below(&s->random, 4);
        if (one_in(s, s->calm * 8)) draw_link(s, &parts.links[i]);
    }
    for (uint32_t i = 0; i < parts.point_count; i++) {
        if (one_in(s, 12)) parts.points[i].mass = 0;
        if (one_in(s, 4)) parts.points[i].velocity = draw_velocity(s);
        if (one_in(s, s->calm * 8)) parts.points[i].mass = wild(s);
        if (one_in(s, s->calm * 8)) parts.points[i].position.x = wild(s);
    }
    def->point_count = parts.point_count;
    def->link_count = parts.link_count;
    if (one_in(s, 2)) def->pressure = tame(s, 0, PAWL_FX_ONE);
    if (one_in(s, 2)) def->friction = tame(s, 0, PAWL_FX(2, 0, 1));
    if (one_in(s, 2)) def->restitution = tame(s, 0, PAWL_FX_ONE);
    if (one_in(s, 3)) def->damping = tame(s, 0, PAWL_FX(5, 0, 1));
    if (one_in(s, 6)) def->gravity_scale = tame(s, -PAWL_FX_ONE, PAWL_FX(4, 0, 1));
    if (one_in(s, 4)) def->radius = tame(s, 1, PAWL_FX(0, 1, 4));
    if (one_in(s, 6)) def->filter.group = (int16_t)between(s, -3, 3);
    if (one_in(s, 20)) def->filter.mask = pawl_random_next(&s->random);
    if (one_in(s, 2)) def->iterations = (uint8_t)pawl_random_below(&s->random, 9);
    if (one_in(s, 200)) def->iterations = (uint8_t)pawl_random_next(&s->random);
    def->self_collide = one_in(s, 4);
    def->can_sleep = !one_in(s, 8);
    def->awake = !one_in(s, 8);
    def->user_data = pawl_random_next(&s->random);
}

static inline void draw_break(source *s, call *c) {
    c->cells = (uint16_t)(2 + pawl_random_below(&s->random, 12));
    if (one_in(s, 30)) c->cells = (uint16_t)pawl_random_below(&s->random, 300);
    if (one_in(s, 12)) c->memory = 1 + pawl_random_below(&s->random, 3000);
}

#endif
