/* lane_trial.c - contacts of any numbers. */
#include "support/solver/lane_trial.h"

#include <string.h>

#include "support/base/seeded.h"

uint32_t lane_draw(lane_trial *t, uint32_t below) {
    return (uint32_t)(seeded_next(&t->seed) >> 33) % below;
}

bool lane_chance(lane_trial *t, uint32_t percent) {
    return lane_draw(t, 100) < percent;
}

/* Evenly lane_within -2^bits .. 2^bits. */
int32_t lane_within(uint64_t *seed, int bits) {
    const int64_t most = INT64_C(1) << bits;
    const int64_t x = (int64_t)(seeded_next(seed) % (uint64_t)(2 * most + 1)) - most;
    return (int32_t)(x > INT32_MAX ? INT32_MAX : x < -INT32_MAX ? -INT32_MAX : x);
}

/* Seldom any number at all that has no more than so many bits. */
static int32_t usual(lane_trial *t, int bits, int bits_max) {
    return lane_within(&t->seed, lane_chance(t, 1) ? bits_max : bits);
}

static int32_t positive(int32_t x) {
    return x < 0 ? -(x + 1) : x;
}

static pawli_softness draw_softness(lane_trial *t) {
    pawli_softness made;
    made.bias_rate = positive(usual(t, 22, 30));
    made.mass_scale = (INT32_C(1) << 29) + positive(lane_within(&t->seed, 28));
    made.impulse_scale = PAWL_UNIT - made.mass_scale;
    made.push_limit = positive(usual(t, 19, 30));
    return made;
}

static void draw_body(lane_trial *t, pawli_solver_body *body, bool moves) {
    memset(body, 0, sizeof *body);
    body->moves = moves;
    body->velocity.x = usual(t, t->size, 29);
    body->velocity.y = usual(t, t->size, 29);
    body->spin = usual(t, t->size, 29);
    body->push_spin = lane_within(&t->seed, 31);
    body->turn_frac = lane_within(&t->seed, 31);
}

static void draw_point(lane_trial *t, const pawli_contact_row *row, bool a, bool b,
                       pawli_contact_row_point *point) {
    const bool turns_a = row->a != 0 && lane_chance(t, 95),
               turns_b = row->b != 0 && lane_chance(t, 95);
    point->lever_a = turns_a ? usual(t, 24, 30) : 0;
    point->lever_b = turns_b ? usual(t, 24, 30) : 0;
    point->tangent_lever_a = turns_a ? usual(t, 24, 30) : 0;
    point->tangent_lever_b = turns_b ? usual(t, 24, 30) : 0;
    const int halves = a && b;
    point->gain_a = a ? point->lever_a / (1 + halves) : 0;
    point->gain_b = b ? point->lever_b / (1 + halves) : 0;
    point->tangent_gain_a = a ? point->tangent_lever_a / (1 + halves) : 0;
    point->tangent_gain_b = b ? point->tangent_lever_b / (1 + halves) : 0;
    point->separation = usual(t, 19, 31);
    point->gap = point->separation;
    point->mass = positive(lane_within(&t->seed, 30));
    point->tangent_mass = positive(lane_within(&t->seed, 30));
    point->normal_impulse = lane_chance(t, 20) ? 0 : positive(usual(t, t->size, 31));
    point->tangent_impulse = lane_chance(t, 20) ? 0 : usual(t, t->size, 30);
}

/* A unit vector, nearly; the lane_passes do not ask. */
static void draw_normal(lane_trial *t, pawli_contact_row *row, bool a, bool b) {
    row->normal_x = lane_within(&t->seed, 24);
    row->normal_y = lane_chance(t, 30) ? 0 : lane_within(&t->seed, 23);
    if (lane_chance(t, 20)) row->normal_x = 0;
    row->share_ax = a ? row->normal_x / (1 + b) : 0;
    row->share_ay = a ? row->normal_y / (1 + b) : 0;
    row->share_bx = b ? row->normal_x / (1 + a) : 0;
    row->share_by = b ? row->normal_y / (1 + a) : 0;
}

static void draw_row(lane_trial *t, pawli_contact_row *row) {
    const pawli_solver_body *bodies = t->expected.bodies;
    memset(row, 0, sizeof *row);
    do {
        row->a = (uint16_t)lane_draw(t, t->body_count);
        row->b = (uint16_t)lane_draw(t, t->body_count);
    } while (row->a == row->b || !(bodies[row->a].moves || bodies[row->b].moves));
    const bool a = bodies[row->a].moves, b = bodies[row->b].moves;
    row->count = lane_chance(t, 60) ? 2 : 1;
    row->stiff = !(a && b);
    row->watched = lane_chance(t, 10) ? PAWLI_WATCH_IMPACT : 0;
    draw_normal(t, row, a, b);
    row->friction = lane_chance(t, 10) ? 0 : positive(usual(t, 16, 31));
    row->tangent_speed = lane_chance(t, 90) ? 0 : usual(t, 18, 31);
    for (int i = 0; i < row->count; i++)
        draw_point(t, row, a, b, &row->points[i]);
    if (row->count == 2) {
        row->coupling[0] = usual(t, 24, 30);
        row->coupling[1] = usual(t, 24, 30);
        for (int i = 0; i < 3; i++)
            row->inverse[i] = lane_chance(t, 10) ? 0 : positive(usual(t, 25, 30));
    } else if (PAWL_WITH_ROLLING && lane_chance(t, 5)) {
        pawli_rolling *rolling = &row->single.rolling;
        rolling->lever_a = a ? lane_within(&t->seed, 24) : 0;
        rolling->lever_b = b ? lane_within(&t->seed, 24) : 0;
        rolling->gain_a = rolling->lever_a;
        rolling->gain_b = rolling->lever_b;
        rolling->mass = positive(lane_within(&t->seed, 24));
        rolling->resistance = positive(lane_within(&t->seed, 14));
        rolling->impulse = lane_within(&t->seed, 16);
    }
}

void lane_trial_draw(lane_trial *t, uint64_t seed) {
    memset(&t->expected, 0, sizeof t->expected);
    t->seed = seed;
    t->body_count = 3 + lane_draw(t, LANE_TRIAL_BODIES - 3);
    t->row_count = lane_draw(t, LANE_TRIAL_ROWS + 1);
    t->size = 12 + (int)lane_draw(t, 17);
    t->soft = draw_softness(t);
    t->stiff = draw_softness(t);
    t->per_substep = PAWL_FX(60, 0, 1) << lane_draw(t, 4);
    for (uint32_t i = 1; i < t->body_count; i++)
        draw_body(t, &t->expected.bodies[i], i == 1 || lane_chance(t, 85));
    for (uint32_t i = 0; i < t->row_count; i++)
        draw_row(t, &t->expected.rows[i]);
    t->found = t->expected;
    t->moved_at = seeded_next(&t->seed) | 1;
    t->kept_size = lane_chance(t, 80) ? sizeof t->kept : lane_draw(t, sizeof t->kept) & ~7u;
}

pawli_contact_pass lane_trial_pass(lane_trial *t, lane_passes *of) {
    const pawli_contact_pass pass = {of->bodies, of->rows,  t->row_count, t->per_substep,
                                     &t->soft,   &t->stiff, false,        0};
    return pass;
}
