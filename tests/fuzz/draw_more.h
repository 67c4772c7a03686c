/* draw_more.h - random calls for fuzz_api, continued: joints, terrain, areas, and a whole call. */
#ifndef PAWL_FUZZ_DRAW_MORE_H
#define PAWL_FUZZ_DRAW_MORE_H

#include <stdlib.h>

#include "fuzz/draw_soft.h"

/* Kinds of calls; everything below KIND_JOINT is about bodies, shapes and the world. */
#define KIND_STEP 54u  /* to 63 */
#define KIND_JOINT 64u /* create: to 69, change: to 79, destroy: 80, read: 81 */
#define KIND_CREATE_GROUND 82u
#define KIND_BIND 84u
#define KIND_FIELD 85u   /* to 88 */
#define KIND_QUERY 89u   /* to 91 */
#define KIND_COLLIDE 92u /* to 93 */
#define KIND_DRAW 94u
#define KIND_SOFT 95u /* create: to 98, change: to 107, destroy: 108, read: 109 */
#define KIND_SOFT_READ 109u
#define KIND_BREAK 110u /* to 117 */
#define KIND_COUNT 118u

static inline pawl_joint_frame draw_frame(source *s) {
    const pawl_fx most = one_in(s, 40) ? PAWL_EXTENT_MAX : PAWL_FX(1, 1, 2);
    pawl_joint_frame frame;
    frame.anchor.x = one_in(s, 60) ? PAWL_EXTENT_MAX : tame(s, -most, most);
    frame.anchor.y = one_in(s, 60) ? -PAWL_EXTENT_MAX : tame(s, -most, most);
    frame.angle = one_in(s, 2) ? 0 : pawl_random_next(&s->random);
    return frame;
}

/* What a motor may spend, or a joint bear: now and then all there is. */
static inline pawl_wide draw_load(source *s) {
    const pawl_wide value = draw_wide(s);
    if (one_in(s, 16)) return PAWL_WIDE_MAX;
    return value < 0 && !one_in(s, s->calm) ? -value : value;
}

static inline pawl_fx draw_hertz(source *s) {
    if (one_in(s, 12)) return PAWL_HERTZ_MAX;
    return tame(s, 0, PAWL_FX(20, 0, 1));
}

static inline pawl_fx draw_ratio(source *s) {
    static const pawl_fx ratios[] = {1, -1, INT32_MAX, -INT32_MAX, 65536, 32768, 2000000000};
    if (one_in(s, 6)) return ratios[pawl_random_below(&s->random, LENGTH_OF(ratios))];
    return tame(s, PAWL_FX(0, 1, 4), PAWL_FX(3, 0, 1));
}

static inline void draw_joint_def(source *s, pawl_joint_def *def) {
    *def = pawl_joint_def_default((pawl_joint_type)(1 + pawl_random_below(&s->random, 10)));
    if (one_in(s, 300)) def->type = (pawl_joint_type)pawl_random_next(&s->random);
    const uint32_t calm = s->calm;
    s->calm *= 16; /* one of so many numbers is soon wild */
    def->frame_a = draw_frame(s);
    def->frame_b = draw_frame(s);
    def->collide_connected = one_in(s, 3);
    def->limit = one_in(s, 2);
    def->motor = one_in(s, 2);
    def->spring = one_in(s, 2);
    def->upper = one_in(s, 12) ? INT32_MAX : tame(s, 0, PAWL_FX(2, 0, 1));
    def->lower = one_in(s, 12) ? -INT32_MAX : tame(s, -PAWL_FX(2, 0, 1), 0);
    if (def->type == PAWL_JOINT_DISTANCE) def->lower = def->upper / 2;
    def->target = tame(s, 0, PAWL_FX(3, 0, 1));
    def->motor_speed = tame(s, -PAWL_FX(20, 0, 1), PAWL_FX(20, 0, 1));
    def->motor_max = draw_load(s);
    def->hertz = draw_hertz(s);
    def->damping_ratio = draw_hertz(s);
    def->ratio = draw_ratio(s);
    def->angular_hertz = draw_hertz(s);
    def->angular_damping_ratio = draw_hertz(s);
    def->linear_velocity = draw_velocity(s);
    def->force_max = draw_load(s);
    def->spring_force_max = draw_load(s);
    def->spring_torque_max = draw_load(s);
    def->ground_a = draw_position(s);
    def->ground_b = draw_position(s);
    if (one_in(s, 6)) def->break_force = draw_load(s);
    if (one_in(s, 6)) def->break_torque = draw_load(s);
    def->user_data = pawl_random_next(&s->random);
    s->calm = calm;
}

/* ---- terrain ------------------------------------------------------------------------------- */
static inline ground *free_ground(source *s, uint32_t size) {
    for (uint32_t i = 0; i < GROUNDS; i++) {
        ground *const g = &s->grounds[i];
        if (g->size != 0) continue;
        memset(g, 0, sizeof *g);
        g->data = malloc(size);
        if (g->data == NULL) return NULL;
        g->size = size;
        return g;
    }
    return NULL;
}

static inline ground *draw_chain(source *s) {
    const uint32_t count = 1 + pawl_random_below(&s->random, one_in(s, 8) ? 200 : 12);
    ground *const g = free_ground(s, count * (uint32_t)sizeof(pawl_vec2));
    if (g == NULL) return NULL;
    pawl_vec2 *const points = (pawl_vec2 *)g->data;
    const bool wanders = one_in(s, 3);
    pawl_vec2 at = {-PAWL_FX(4, 0, 1), 0};
    for (uint32_t i = 0; i < count; i++) {
        points[i] = at;
        at.x += between(s, wanders ? -PAWL_FX_ONE : PAWL_FX(0, 1, 8), PAWL_FX_ONE);
        at.y += between(s, -PAWL_FX(0, 1, 2), PAWL_FX(0, 1, 2));
        if (one_in(s, s->calm * 8)) at.x = wild(s) / 4;
    }
    g->chain.points = points;
    g->chain.count = (int32_t)count;
    g->chain.loop = one_in(s, 3);
    g->chain.one_sided = one_in(s, 2);
    g->chain.ghost_ends = count >= 4 && !g->chain.loop && one_in(s, 2);
    return g;
}

static inline ground *draw_tiles(source *s) {
    const bool tiny = one_in(s, 6);
    const uint32_t longest = one_in(s, 10) ? 400 : 16;
    const uint32_t width = tiny ? 1 : 1 + pawl_random_below(&s->random, longest);
    const uint32_t height = tiny ? 1 : 1 + pawl_random_below(&s->random, 8);
    ground *const g = free_ground(s, width * height);
    if (g == NULL) return NULL;
    uint8_t *const cells = (uint8_t *)g->data;
    for (uint32_t i = 0; i < width * height; i++) {
        cells[i] = (uint8_t)pawl_random_below(&s->random, 7);
        if (one_in(s, 2)) cells[i] = i < width ? PAWL_TILE_SOLID : PAWL_TILE_EMPTY;
        if (one_in(s, 3000)) cells[i] = (uint8_t)pawl_random_next(&s->random);
    }
    g->map.cells = cells;
    g->map.width = (int32_t)width;
    g->map.height = (int32_t)height;
    g->map.cell_size = tame(s, PAWL_FX(0, 1, 16), PAWL_FX(1, 1, 2));
    g->map.lower.x = tame(s, -PAWL_FX(8, 0, 1), 0);
    g->map.lower.y = tame(s, -PAWL_FX(4, 0, 1), 0);
    return g;
}

/* Mostly low hills, some with holes. */
static inline ground *draw_heights(source *s) {
    const uint32_t count = 2 + pawl_random_below(&s->random, 30);
    ground *const g = free_ground(s, count * (uint32_t)sizeof(int16_t));
    if (g == NULL) return NULL;
    int16_t *const heights = (int16_t *)g->data;
    for (uint32_t i = 0; i < count; i++) {
        heights[i] = (int16_t)tame(s, -9, 9);
        if (one_in(s, 12)) heights[i] = PAWL_HEIGHT_HOLE;
    }
    g->heights.heights = heights;
    g->heights.count = (int32_t)count;
    g->heights.spacing = tame(s, PAWL_FX(0, 1, 16), PAWL_FX(1, 1, 2));
    g->heights.scale = tame(s, 1, PAWL_FX(0, 1, 8));
    g->heights.origin.x = tame(s, -PAWL_FX(12, 0, 1), 0);
    g->heights.origin.y = tame(s, -PAWL_FX(4, 0, 1), 0);
    g->heights.one_sided = one_in(s, 2);
    g->heights.ghost_ends = one_in(s, 4);
    return g;
}

/* The terrain to bind and a copy of its data, which now and then is not quite the same. */
static inline void draw_binding(source *s, call *c) {
    c->ground = &s->grounds[pawl_random_below(&s->random, GROUNDS)];
    const bool damaged = one_in(s, 8);
    c->data = NULL;
    if (c->ground->size == 0) return;
    uint8_t *const copy = malloc(c->ground->size);
    if (copy == NULL) return;
    memcpy(copy, c->ground->data, c->ground->size);
    if (damaged) copy[c->word % c->ground->size] ^= 1;
    c->data = copy;
}

/* ---- fields and calls ---------------------------------------------------------------------- */
static inline pawl_area draw_area(source *s) {
    const pawl_vec2 lower = draw_position(s);
    const pawl_fx width = tame(s, 0, PAWL_FX(6, 0, 1)), height = tame(s, 0, PAWL_FX(6, 0, 1));
    const pawl_box box = {lower, pawl_vec2_add(lower, pawl_vec2_make(width, height))};
    pawl_area area = pawl_area_everywhere();
    switch (pawl_random_below(&s->random, 4)) {
    case 0:
        return pawl_area_box(box);
    case 1:
        return pawl_area_below(lower.y);
    case 2:
        for (int i = 0; i < PAWL_POLYGON_MAX; i++)
            area.points[i] = draw_position(s);
        area.count = (uint8_t)pawl_hull(area.points, PAWL_POLYGON_MAX, area.points);
        if (one_in(s, 50)) area.count = (uint8_t)pawl_random_next(&s->random);
        return area;
    default:
        return area;
    }
}

/* Any kind, but in each story one group of kinds more often. */
static inline uint32_t draw_kind(source *s) {
    static const struct {
        uint32_t first, count;
    } themes[] = {{0, 10},          {24, 20},        {KIND_STEP, 10},
                  {KIND_JOINT, 18}, {KIND_JOINT, 6}, {KIND_CREATE_GROUND, 3},
                  {KIND_FIELD, 4},  {KIND_SOFT, 15}, {KIND_SOFT, 5},
                  {KIND_BREAK, 8}};
    const uint32_t theme = s->theme % LENGTH_OF(themes);
    if (!one_in(s, 3)) return pawl_random_below(&s->random, KIND_COUNT);
    return themes[theme].first + pawl_random_below(&s->random, themes[theme].count);
}

static inline void draw_call(source *s, call *c) {
    memset(c, 0, sizeof *c);
    c->kind = draw_kind(s);
    c->body = draw_body(s);
    c->other = draw_body(s);
    c->shape = draw_shape(s);
    c->joint = draw_joint(s);
    c->position = draw_position(s);
    c->velocity = draw_velocity(s);
    c->translation.x = tame(s, -PAWL_FX(20, 0, 1), PAWL_FX(20, 0, 1));
    c->translation.y = tame(s, -PAWL_FX(20, 0, 1), PAWL_FX(20, 0, 1));
    c->number = tame(s, -PAWL_FX(20, 0, 1), PAWL_FX(20, 0, 1));
    c->share = tame(s, 0, PAWL_FX_ONE);
    c->rate = tame(s, 0, PAWL_FX(5, 0, 1));
    c->other_rate = tame(s, 0, PAWL_FX(5, 0, 1));
    c->angle = pawl_random_next(&s->random);
    c->push.x = draw_wide(s);
    c->push.y = draw_wide(s);
    c->word = pawl_random_next(&s->random);
    c->flag = !one_in(s, 3);
    const bool ground_call = c->kind >= KIND_CREATE_GROUND && c->kind < KIND_BIND;
    if (c->kind < 6 || ground_call) draw_body_def(s, &c->body_def);
    if (c->kind < 16 || ground_call || c->kind >= KIND_QUERY) draw_convex(s, &c->convex);
    if (c->kind < 16 || ground_call) draw_shape_def(s, &c->shape_def);
    if (c->kind >= KIND_JOINT && c->kind < KIND_CREATE_GROUND) draw_joint_def(s, &c->joint_def);
    if (ground_call)
        c->ground = one_in(s, 3) ? draw_heights(s) : one_in(s, 2) ? draw_chain(s) : draw_tiles(s);
    if (c->kind == KIND_BIND) draw_binding(s, c);
    if (c->kind >= KIND_FIELD && c->kind < KIND_QUERY) c->area = draw_area(s);
    if (c->kind >= KIND_COLLIDE) draw_convex(s, &c->second);
    if (c->kind >= KIND_SOFT) {
        c->soft = draw_soft(s);
        c->part = pawl_random_below(&s->random, one_in(s, 8) ? SOFT_LINKS : 12);
    }
    if (c->kind >= KIND_SOFT && c->kind < KIND_SOFT + 4) draw_soft_def(s, c);
    if (c->kind >= KIND_BREAK) draw_break(s, c);
}

#endif
