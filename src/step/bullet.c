/* bullet.c - bullets do not pass through moving bodies.
 *
 * Once static shapes have stopped what they stop, bullets are swept, in creation order, against
 * moving bodies, with both on their way. A stop is a shorter movement, over the whole step; so a
 * bullet that is stopped at another body takes, of their relative movement, the part up to the
 * touch, and arrives there together with that body. Where that would lead it into something static,
 * both get the same part of their own movements. Others may be met on the new way: bullets are
 * looked at again until none changes. */
#include "step/bullet.h"

#include "step/meet.h"
#include "world/tree.h"

/* How often all bullets are looked at, and from which round on both bodies are shortened, which
 * always comes to an end. Two bullets that meet need two rounds. */
#define BULLET_ROUNDS 12
#define BULLET_ROUND_OF_BOTH 4

static bool body_is_bullet(const pawli_body *body) {
    return (body->flags & PAWLI_BODY_BULLET) && body->type == PAWL_DYNAMIC;
}

/* Whether a body may leave its fat boxes, so that the tree does not find it on its way. They reach
 * half the speculative margin beyond its shapes. */
static bool body_leaves_fat_boxes(const pawli_step *step, uint16_t slot) {
    const pawli_flight flight = pawli_flight_of(step, slot);
    return pawli_flight_reach(&step->bodies[slot], &flight) > step->world->scales.speculative / 2;
}

static uint32_t find_movers(const pawli_step *step) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < step->solver_count; i++) {
        const uint16_t slot = step->solver[i].body;
        if (body_leaves_fat_boxes(step, slot)) step->movers[count++] = slot;
    }
    return count;
}

static pawl_box path_box(const pawli_step *step, uint16_t slot) {
    const pawli_body *body = &step->bodies[slot];
    const pawli_flight flight = pawli_flight_of(step, slot);
    const pawl_box box = {body->position, body->position};
    return pawli_flight_grow(box, body->extent + pawli_flight_reach(body, &flight));
}

/* The moving shape that a bullet meets first. */
typedef struct bullet_search {
    const pawli_step *step;
    uint16_t bullet, other; /* slots; other: PAWLI_NONE until something is met */
    bool again;
    pawli_meet_stop first;
} bullet_search;

static void try_shape(bullet_search *s, uint16_t against) {
    const pawli_meet_stop found = pawli_meet_shape(s->step, s->bullet, against, s->again);
    if (found.fraction == PAWL_UNIT) return;
    s->first = pawli_meet_earlier(s->first, found);
    if (s->first.serial == found.serial) s->other = s->step->shapes[against].body;
}

/* Bodies on their way. */
static void try_movers(bullet_search *s, uint32_t mover_count) {
    const pawli_step *step = s->step;
    const pawl_box box = path_box(step, s->bullet);
    for (uint32_t i = 0; i < mover_count; i++) {
        const uint16_t other = step->movers[i];
        if (other == s->bullet || !pawl_box_overlaps(box, path_box(step, other))) continue;
        for (uint16_t at = step->bodies[other].first_shape; at != PAWLI_NONE;
             at = step->shapes[at].next) {
            try_shape(s, at);
        }
    }
}

/* Bodies that stay in their fat boxes. */
static void try_resting(bullet_search *s) {
    const pawli_step *step = s->step;
    pawli_tree_query query;
    pawli_tree_query_begin(step->world, path_box(step, s->bullet), &query);
    for (;;) {
        const uint16_t against = pawli_tree_query_next(step->world, &query);
        if (against == PAWLI_NONE) return;
        const uint16_t other = step->shapes[against].body;
        if (step->bodies[other].type == PAWL_STATIC || other == s->bullet) continue;
        if (!body_leaves_fat_boxes(step, other)) try_shape(s, against);
    }
}

/* A bullet that meets another body keeps a fraction of their relative movement. */
static void follow_carrier(const pawli_step *step, uint16_t bullet, uint16_t other,
                           pawl_fraction t) {
    pawli_solver_body *solved = &step->solver[pawli_solver_of(step, bullet)];
    const pawli_solver_body *carrier = &step->solver[pawli_solver_of(step, other)];
    solved->move_x = pawli_flight_between(carrier->move_x, solved->move_x, t);
    solved->move_y = pawli_flight_between(carrier->move_y, solved->move_y, t);
    solved->turn = pawli_flight_between(0, solved->turn, t);
}

static void separate_bullet(const bullet_search *s, int round) {
    const pawli_step *step = s->step;
    pawli_solver_body *solved = &step->solver[pawli_solver_of(step, s->bullet)];
    const pawli_solver_body before = *solved;
    const bool yields = step->bodies[s->other].type == PAWL_DYNAMIC;
    follow_carrier(step, s->bullet, s->other, s->first.fraction);
    const pawli_meet_stop blocked = pawli_meet_static(step, s->bullet, true);
    if (blocked.fraction == PAWL_UNIT && (round < BULLET_ROUND_OF_BOTH || !yields)) return;
    if (!yields) { /* nothing stops a kinematic body */
        pawli_flight_shorten(step, s->bullet, blocked.fraction);
        return;
    }
    *solved = before;
    pawli_flight_shorten(step, s->bullet, s->first.fraction);
    if (pawli_solver_of(step, s->other) > 0)
        pawli_flight_shorten(step, s->other, s->first.fraction);
}

/* True when the bullet met a body. */
static bool stop_bullet(const pawli_step *step, uint16_t bullet, uint32_t mover_count, int round) {
    bullet_search s = {step, bullet, PAWLI_NONE, round > 0, pawli_meet_nothing};
    try_movers(&s, mover_count);
    if (pawli_continuous_is_fast(step, &step->solver[pawli_solver_of(step, bullet)]))
        try_resting(&s);
    if (s.other == PAWLI_NONE) return false;
    separate_bullet(&s, round);
    return true;
}

/* What is taken along may become a mover, but is a bullet and looked at itself. */
void pawli_bullet_stop_all(const pawli_step *step) {
    const uint32_t mover_count = find_movers(step);
    bool met = true;
    for (int round = 0; round < BULLET_ROUNDS && met; round++) {
        met = false;
        for (uint32_t i = 1; i < step->solver_count; i++) {
            const uint16_t slot = step->solver[i].body;
            if (body_is_bullet(&step->bodies[slot]) &&
                stop_bullet(step, slot, mover_count, round)) {
                met = true;
            }
        }
    }
    if (met) step->world->counters.capped++;
}
