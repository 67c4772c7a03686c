/* draw.h - random calls for fuzz_api: mostly valid, sometimes wild. Draws never share an
 * expression: compilers differ in what they evaluate first. draw_more.h goes on with joints,
 * terrain and fields, draw_soft.h with soft bodies and what breaks. */
#ifndef PAWL_FUZZ_DRAW_H
#define PAWL_FUZZ_DRAW_H

#include <string.h>

#include "pawl/pawl.h"

#define HANDLES 20
#define GROUNDS 12
#define SOFTS 5 /* handles of them: few, so that they are live */
#define SOFT_POINTS 40
#define SOFT_LINKS 120
#define LENGTH_OF(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

/* Terrain lies in a block of its own, which is exactly as long as its data. */
typedef struct ground {
    pawl_shape_id shape;
    uint32_t size; /* bytes; 0: free */
    void *data;
    pawl_chain chain;  /* without cells and heights: a chain, */
    pawl_tile_map map; /* else one of these */
    pawl_heights heights;
} ground;

/* Everything a call may need, drawn before it is made to either world. */
typedef struct call {
    uint32_t kind;
    pawl_body_id body, other;
    pawl_shape_id shape;
    pawl_joint_id joint;
    pawl_vec2 position, velocity, translation;
    pawl_fx number, share, rate, other_rate;
    pawl_angle angle;
    pawl_wide2 push;
    uint32_t word;
    bool flag;
    pawl_body_def body_def;
    pawl_shape_def shape_def;
    pawl_convex convex, second;
    pawl_joint_def joint_def;
    pawl_area area;
    pawl_soft_id soft;
    uint32_t part; /* number of a point or link, mostly one that is there */
    pawl_soft_point points[SOFT_POINTS];
    pawl_soft_link links[SOFT_LINKS];
    pawl_soft_def soft_def; /* without the pointers */
    uint16_t cells;         /* to break into */
    uint32_t memory;        /* to break with, less than is asked for; 0: as much */
    ground *ground;         /* terrain to create or to bind; null: none */
    const void *data;       /* what to bind it to */
} call;

/* Where draws come from and which handles they may use. */
typedef struct source {
    pawl_random random;
    pawl_body_id bodies[HANDLES];
    pawl_shape_id shapes[HANDLES];
    pawl_joint_id joints[HANDLES];
    pawl_soft_id softs[SOFTS];
    ground grounds[GROUNDS];
    pawl_vec2 home; /* near which things are put */
    uint32_t calm;  /* one number in so many is wild */
    uint32_t theme; /* which kinds of calls are made more often than others */
} source;

static inline bool one_in(source *s, uint32_t count) {
    return pawl_random_below(&s->random, count) == 0;
}

static inline pawl_fx between(source *s, pawl_fx low, pawl_fx high) {
    return pawl_random_between(&s->random, low, high);
}

static inline pawl_fx wild(source *s) {
    static const pawl_fx special[] = {INT32_MIN,
                                      INT32_MAX,
                                      -1,
                                      0,
                                      1,
                                      65536,
                                      PAWL_COORD_MAX,
                                      -PAWL_COORD_MAX,
                                      PAWL_COORD_MAX + 1,
                                      PAWL_SPEED_MAX,
                                      -PAWL_SPEED_MAX,
                                      PAWL_SPEED_MAX + 1,
                                      PAWL_SIZE_MIN,
                                      PAWL_SIZE_MIN - 1,
                                      PAWL_EXTENT_MAX,
                                      PAWL_STEP_MAX,
                                      PAWL_FX(1024, 0, 1)};
    if (one_in(s, 2)) return (pawl_fx)pawl_random_next(&s->random);
    return special[pawl_random_below(&s->random, LENGTH_OF(special))];
}

static inline pawl_fx tame(source *s, pawl_fx low, pawl_fx high) {
    return one_in(s, s->calm) ? wild(s) : between(s, low, high);
}

static inline pawl_vec2 draw_position(source *s) {
    const pawl_fx x = tame(s, -PAWL_FX(4, 0, 1), PAWL_FX(4, 0, 1));
    const pawl_fx y = tame(s, -PAWL_FX(2, 0, 1), PAWL_FX(6, 0, 1));
    return pawl_vec2_add(s->home, pawl_vec2_make(x, y));
}

static inline pawl_vec2 draw_velocity(source *s) {
    const pawl_fx limit = one_in(s, 50) ? PAWL_SPEED_MAX : PAWL_FX(5, 0, 1);
    const pawl_fx x = tame(s, -limit, limit);
    return pawl_vec2_make(x, tame(s, -limit, limit));
}

static inline pawl_wide draw_wide(source *s) {
    const pawl_wide value = between(s, -PAWL_FX(10, 0, 1), PAWL_FX(10, 0, 1));
    return one_in(s, 20) ? value * (INT64_C(1) << pawl_random_below(&s->random, 40)) : value;
}

/* The lower ones more often, so that some are likely to be those of live objects. */
static inline uint32_t draw_slot(source *s) {
    const uint32_t limit = one_in(s, 3) ? HANDLES : HANDLES / 4;
    return pawl_random_below(&s->random, limit);
}

static inline pawl_body_id draw_body(source *s) {
    if (one_in(s, 100)) return pawl_body_id_load(pawl_random_next(&s->random));
    return s->bodies[draw_slot(s)];
}

static inline pawl_shape_id draw_shape(source *s) {
    if (one_in(s, 100)) return pawl_shape_id_load(pawl_random_next(&s->random));
    return s->shapes[draw_slot(s)];
}

static inline pawl_joint_id draw_joint(source *s) {
    if (one_in(s, 100)) return pawl_joint_id_load(pawl_random_next(&s->random));
    return s->joints[draw_slot(s)];
}

static inline pawl_soft_id draw_soft(source *s) {
    if (one_in(s, 100)) return pawl_soft_id_load(pawl_random_next(&s->random));
    return s->softs[draw_slot(s) % SOFTS];
}

static inline pawl_fx draw_size(source *s) {
    if (one_in(s, 40)) return between(s, PAWL_SIZE_MIN, PAWL_FX(0, 1, 100));
    if (one_in(s, 400)) return between(s, PAWL_FX(100, 0, 1), PAWL_EXTENT_MAX);
    return between(s, PAWL_FX(0, 1, 4), PAWL_FX(1, 0, 1));
}

static inline pawl_status draw_polygon(source *s, pawl_fx size, pawl_convex *out) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    const int32_t count = 3 + (int32_t)pawl_random_below(&s->random, PAWL_POLYGON_MAX - 2);
    for (int32_t i = 0; i < count; i++) {
        points[i].x = between(s, -size, size);
        points[i].y = between(s, -size, size);
    }
    const int32_t corners = pawl_hull(points, count, points);
    if (corners < 3) return PAWL_ERR_GEOMETRY;
    return pawl_make_polygon(points, corners, one_in(s, 3) ? size / 8 : 0, out);
}

static inline void draw_convex(source *s, pawl_convex *out) {
    memset(out, 0, sizeof *out);
    const pawl_fx a = draw_size(s), b = draw_size(s);
    const bool apart = one_in(s, 6);
    const pawl_vec2 center = pawl_vec2_make(apart ? between(s, -a, a) : 0, apart ? b / 2 : 0);
    pawl_status status = PAWL_ERR_GEOMETRY;
    switch (pawl_random_below(&s->random, 8)) {
    case 0:
    case 1:
        status = pawl_make_circle(center, a, out);
        break;
    case 2:
        status = pawl_make_capsule(center, pawl_vec2_make(a, b), b, out);
        break;
    case 3:
        status = pawl_make_segment(center, pawl_vec2_make(a, b), out);
        break;
    case 4:
        status = draw_polygon(s, a, out);
        break;
    case 5:
        status = pawl_make_box_at(a, b, center, pawl_random_next(&s->random), out);
        break;
    default:
        break;
    }
    if (status != PAWL_OK) status = pawl_make_box(a, b, out);
    if (status == PAWL_OK && one_in(s, 300)) { /* now no maker would have made it */
        const uint32_t at = pawl_random_below(&s->random, PAWL_POLYGON_MAX);
        out->vertices[at].x ^= 1;
    }
}

static inline void draw_body_def(source *s, pawl_body_def *def) {
    *def = pawl_body_def_default();
    def->type = one_in(s, 5) ? (pawl_body_type)pawl_random_below(&s->random, 3) : PAWL_DYNAMIC;
    if (one_in(s, 300)) def->type = (pawl_body_type)3;
    def->position = draw_position(s);
    def->angle = one_in(s, 2) ? 0 : pawl_random_next(&s->random);
    if (one_in(s, 2)) def->velocity = draw_velocity(s);
    if (one_in(s, 2)) def->angular_velocity = tame(s, -PAWL_FX(20, 0, 1), PAWL_FX(20, 0, 1));
    if (one_in(s, 8)) def->linear_damping = tame(s, 0, PAWL_FX(5, 0, 1));
    if (one_in(s, 8)) def->angular_damping = tame(s, 0, PAWL_FX(5, 0, 1));
    if (one_in(s, 8)) def->gravity_scale = tame(s, -PAWL_FX_ONE, PAWL_FX(4, 0, 1));
    def->fixed_rotation = one_in(s, 12);
    def->lock_x = one_in(s, 16);
    def->lock_y = one_in(s, 16);
    def->can_sleep = !one_in(s, 12);
    def->bullet = one_in(s, 6);
    def->awake = !one_in(s, 12);
    def->enabled = !one_in(s, 20);
    def->user_data = pawl_random_next(&s->random);
}

static inline void draw_shape_def(source *s, pawl_shape_def *def) {
    *def = pawl_shape_def_default();
    if (one_in(s, 4)) def->density = tame(s, 0, PAWL_FX(100, 0, 1));
    if (one_in(s, 4)) def->friction = tame(s, 0, PAWL_FX(2, 0, 1));
    if (one_in(s, 4)) def->restitution = tame(s, 0, PAWL_FX_ONE);
    if (one_in(s, 10)) def->tangent_speed = tame(s, -PAWL_FX(9, 0, 1), PAWL_FX(9, 0, 1));
    if (one_in(s, 6)) def->filter.group = (int16_t)between(s, -3, 3);
    if (one_in(s, 20)) def->filter.mask = pawl_random_next(&s->random);
    if (one_in(s, 3)) def->rolling_resistance = tame(s, 0, PAWL_FX_ONE);
    if (one_in(s, 4)) def->break_impulse = tame(s, 0, PAWL_FX(2, 0, 1));
    def->hit_events = one_in(s, 3);
    def->sensor = one_in(s, 10);
    def->custom_filter = one_in(s, 6);
    def->pre_solve = one_in(s, 6);
    def->one_way = one_in(s, 8);
}

static inline void draw_world_def(source *s, pawl_world_def *def) {
    *def = pawl_world_def_default();
    def->body_capacity = (uint16_t)(1 + pawl_random_below(&s->random, 40));
    def->shape_capacity = (uint16_t)(1 + pawl_random_below(&s->random, 40));
    def->joint_capacity = (uint16_t)pawl_random_below(&s->random, 40);
    def->contact_capacity = 1 + pawl_random_below(&s->random, one_in(s, 3) ? 20 : 200);
    if (one_in(s, 3)) def->geometry_capacity = (uint16_t)(1 + pawl_random_below(&s->random, 16));
    if (one_in(s, 3)) def->event_capacity = (uint16_t)(1 + pawl_random_below(&s->random, 8));
    if (one_in(s, 4)) def->gravity = draw_velocity(s);
    if (one_in(s, 4)) def->length_unit = tame(s, PAWL_LENGTH_UNIT_MIN, PAWL_FX(20, 0, 1));
    if (one_in(s, 8)) def->rate_numerator = 1 + pawl_random_below(&s->random, 1000);
    if (one_in(s, 8)) def->rate_denominator = 1 + pawl_random_below(&s->random, 8);
    if (one_in(s, 8)) {
        def->rate_numerator = one_in(s, 2) ? 1 : 1000;
        def->rate_denominator = 1;
    }
    if (one_in(s, 16)) {
        def->rate_denominator = pawl_random_next(&s->random);
        def->rate_numerator = pawl_random_next(&s->random);
    }
    if (!one_in(s, 4)) {
        def->soft_capacity = (uint16_t)(1 + pawl_random_below(&s->random, 8));
        def->soft_point_capacity = (uint16_t)(1 + pawl_random_below(&s->random, 120));
        def->soft_link_capacity = (uint16_t)pawl_random_below(&s->random, 300);
    }
    if (one_in(s, 2)) def->soft_substeps = (uint8_t)pawl_random_below(&s->random, 10);
    if (one_in(s, 4)) def->substeps = (uint8_t)pawl_random_below(&s->random, 18);
    if (one_in(s, 8)) def->contact_tuning.hertz = tame(s, 0, PAWL_HERTZ_MAX);
    if (one_in(s, 8)) def->contact_tuning.damping_ratio = tame(s, 0, PAWL_CONTACT_DAMPING_MAX);
    if (one_in(s, 8)) def->contact_tuning.push_speed = tame(s, 0, PAWL_SPEED_MAX);
    if (one_in(s, 8)) def->restitution_threshold = tame(s, 0, PAWL_FX(20, 0, 1));
    if (one_in(s, 8)) def->hit_threshold = tame(s, 0, PAWL_FX(20, 0, 1));
}

static inline pawl_status push_body(pawl_world *world, const call *c) {
    switch (c->word % 7) {
    case 0:
        return pawl_body_apply_force(world, c->body, c->push, c->position);
    case 1:
        return pawl_body_apply_force_to_center(world, c->body, c->push);
    case 2:
        return pawl_body_apply_torque(world, c->body, c->push.x);
    case 3:
        return pawl_body_apply_impulse(world, c->body, c->push, c->position);
    case 4:
        return pawl_body_apply_impulse_to_center(world, c->body, c->push);
    case 5:
        return pawl_body_apply_angular_impulse(world, c->body, c->push.x);
    default:
        return pawl_body_change_velocity(world, c->body, c->velocity, c->position);
    }
}

#endif
