/* bullet.c - bullets do not pass through moving bodies.
 *
 * Once static shapes have stopped what they stop, bullets are swept, in creation order, against
 * moving bodies, with both on their way. A stop is a shorter movement, over the whole step. A
 * bullet that is stopped at another body follows it from where they touch as if it were attached to
 * it, round its center of mass as well: so they touch at the end of the step, and the next one
 * finds the contact. Both are stopped where they touch instead, and get the same part of their own
 * movements, where the bullet would come into something static, or where the other body turns so
 * far that the contact would not be that of the bodies as they met. Nothing stops a kinematic body.
 * Others may be met on the new way: bullets are looked at again until none changes. */
#include "step/step.h"

#include "collide/core.h"
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
        if (body_leaves_fat_boxes(step, slot)) step->solver[count++].mover = slot;
    }
    return count;
}

static pawl_box path_box(const pawli_step *step, uint16_t slot) {
    const pawli_body *body = &step->bodies[slot];
    const pawli_flight flight = pawli_flight_of(step, slot);
    const pawl_box box = {body->position, body->position};
    return pawli_flight_grow(box, body->extent + pawli_flight_reach(body, &flight));
}

/* ---- what is settled ------------------------------------------------------------------------ */

/* In step->marks, of each body that moves: the slot of its carrier, how often the carrier's way had
 * been changed when it began to follow, and how often its own way has been. */
#define CARRIER_BITS UINT32_C(0xFFFF)
#define CHANGES_MAX UINT32_C(255) /* so many are not counted any more, and settle nothing */
PAWL_STATIC_ASSERT(PAWLI_NONE == CARRIER_BITS, "no carrier is the mark of none");

static uint32_t changes_of_way(const pawli_step *step, uint16_t slot) {
    return pawli_solver_of(step, slot) == 0 ? 0 : step->marks[slot] >> 24;
}

static void note_change(const pawli_step *step, uint16_t slot, uint16_t carrier) {
    const uint32_t own = changes_of_way(step, slot);
    const uint32_t seen = carrier == PAWLI_NONE ? 0 : changes_of_way(step, carrier);
    step->marks[slot] = (own < CHANGES_MAX ? own + 1 : own) << 24 | seen << 16 | carrier;
}

/* Whether a body follows another one, and neither way has changed since. The ways that sweeps see
 * are straight; that of a body which follows a turning one is not, but it ends where they touch. */
static bool follows(const pawli_step *step, uint16_t slot, uint16_t carrier) {
    if (pawli_solver_of(step, slot) == 0) return false;
    const uint32_t mark = step->marks[slot], seen = mark >> 16 & CHANGES_MAX;
    return (mark & CARRIER_BITS) == carrier && seen < CHANGES_MAX &&
           seen == changes_of_way(step, carrier);
}

static void shorten_way(const pawli_step *step, uint16_t slot, pawl_fraction fraction) {
    if (pawli_solver_of(step, slot) == 0 || fraction == PAWL_UNIT) return;
    pawli_flight_shorten(step, slot, fraction);
    note_change(step, slot, PAWLI_NONE);
}

/* ---- the first meeting ---------------------------------------------------------------------- */

/* The moving shape that a bullet meets first. */
typedef struct bullet_search {
    const pawli_step *step;
    uint16_t bullet, other; /* slots; other: PAWLI_NONE until something is met */
    uint16_t against;       /* the shape of the other */
    pawli_meet_stop first;
} bullet_search;

static void try_shape(bullet_search *s, uint16_t against) {
    const uint16_t other = s->step->shapes[against].body;
    if (follows(s->step, s->bullet, other) || follows(s->step, other, s->bullet)) return;
    const bool again = changes_of_way(s->step, s->bullet) > 0 || changes_of_way(s->step, other) > 0;
    const pawli_meet_stop found = pawli_meet_shape(s->step, s->bullet, against, again);
    if (found.fraction == PAWL_UNIT) return;
    s->first = pawli_meet_earlier(s->first, found);
    if (s->first.serial != found.serial) return;
    s->other = other;
    s->against = against;
}

/* Bodies on their way. */
static void try_movers(bullet_search *s, uint32_t mover_count) {
    const pawli_step *step = s->step;
    const pawl_box box = path_box(step, s->bullet);
    for (uint32_t i = 0; i < mover_count; i++) {
        const uint16_t other = step->solver[i].mover;
        if (other == s->bullet) continue;
        const pawl_box image = pawli_way_box(step->world, step->bodies[s->bullet].position,
                                             step->bodies[other].position, path_box(step, other));
        if (!pawl_box_overlaps(box, image)) continue;
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

/* ---- the way from there --------------------------------------------------------------------- */

/* The largest turn of another body that a bullet is taken along for: a sixteenth of a full one. The
 * next step makes the contact at the end of that turn, and so pushes into a direction that is wrong
 * by as much. */
#define TURN_MAX (UINT32_C(1) << 28)

/* Whether a shape is a circle around its body's center of mass: turning moves no part of it. */
static bool turns_in_place(const pawli_step *step, uint16_t shape) {
    const pawli_shape *s = &step->shapes[shape];
    const pawli_geometry *geometry = &pawli_geometries_const(step->world)[s->geometry];
    if (!pawli_is_convex(geometry) || geometry->convex.count != 1) return false;
    const pawl_vec2 middle = geometry->convex.vertices[0], center = step->bodies[s->body].center;
    return middle.x == center.x && middle.y == center.y;
}

static pawl_vec2 relative_move(const bullet_search *s) {
    return pawl_vec2_sub(pawli_flight_of(s->step, s->bullet).sweep.move,
                         pawli_flight_of(s->step, s->other).sweep.move);
}

/* Along a unit vector, raw units. */
static int64_t move_along(pawl_rot normal, pawl_vec2 move) {
    return pawli_near((int64_t)normal.c * move.x + (int64_t)normal.s * move.y, 30);
}

/* Whether a bullet that was taken along would still come at the surface, with half of the speed
 * with which it met it; else the next step would find a contact that has nothing to hold. All in
 * raw units per step. |arm| is below 2^31.5, so the lever times the turn below 2^62.5. */
static bool still_approaches(const bullet_search *s, const pawli_carry *carry) {
    const pawl_rot normal = s->first.normal;
    const pawl_rot turned = pawli_turn(pawl_rot_from_angle((pawl_angle)carry->turn), normal);
    const pawl_vec2 move = relative_move(s);
    const int64_t lever =
        pawli_near((int64_t)carry->arm.x * normal.s - (int64_t)carry->arm.y * normal.c, 30);
    const int64_t turn = pawli_flight_of(s->step, s->other).sweep.turn;
    const int64_t surface = pawli_near(pawli_near(lever * turn, 32) * PAWLI_TWO_PI_Q28, 28);
    return 2 * (move_along(turned, move) - surface) >= move_along(normal, move) - surface;
}

/* Whether a bullet that does not turn with the other body may no longer touch it then. */
static bool loses_touch(const bullet_search *s, const pawli_carry *carry) {
    const pawli_step *step = s->step;
    const pawli_body *body = &step->bodies[s->bullet];
    if (pawli_body_turns(body)) return false;
    const pawli_flight flight = {NULL, {{0, 0}, {0, 0}, {0, 0}, 0, carry->turn}};
    if (pawli_flight_reach(body, &flight) <= step->world->scales.speculative / 2) return false;
    bool in_place = true;
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = step->shapes[at].next)
        in_place = in_place && turns_in_place(step, at);
    return !in_place;
}

static pawl_fx speed_of_axis(int64_t speed) {
    uint32_t unused = 0; /* a turned velocity is as long as before, but for one axis too long */
    return pawli_limit_speed(speed, &unused);
}

/* A kinematic body cannot be stopped, and may take a bullet round by any angle: then what the
 * bullet is faster than it turns as well, so that they still meet. */
static void turn_velocity(const bullet_search *s, const pawli_carry *carry) {
    const pawli_step *step = s->step;
    pawli_solver_body *bullet = &step->solver[pawli_solver_of(step, s->bullet)];
    const pawl_vec2 base = step->solver[pawli_solver_of(step, s->other)].velocity;
    const pawl_vec2 faster = pawl_rotate(pawl_rot_from_angle((pawl_angle)carry->turn),
                                         pawl_vec2_sub(bullet->velocity, base));
    bullet->velocity.x = speed_of_axis((int64_t)base.x + faster.x);
    bullet->velocity.y = speed_of_axis((int64_t)base.y + faster.y);
    pawli_solver_body_hold_velocity(bullet);
}

static void separate_bullet(const bullet_search *s, int round) {
    const pawli_step *step = s->step;
    pawli_solver_body *solved = &step->solver[pawli_solver_of(step, s->bullet)];
    const pawli_solver_body before = *solved;
    pawli_carry carry = pawli_flight_carry(step, s->bullet, s->other, s->first.fraction);
    if (turns_in_place(step, s->against)) carry.turn = 0;
    const bool turns = carry.turn != 0;
    const bool approaches = !turns || still_approaches(s, &carry);
    const bool arrives = pawli_flight_follow(step, s->bullet, s->other, &carry);
    note_change(step, s->bullet, s->other);
    const pawli_meet_stop blocked = pawli_meet_static(step, s->bullet, true);
    if (step->bodies[s->other].type != PAWL_DYNAMIC) { /* nothing stops a kinematic body */
        shorten_way(step, s->bullet, blocked.fraction);
        if (blocked.fraction == PAWL_UNIT && !approaches) turn_velocity(s, &carry);
        return;
    }
    const bool goes_along = arrives && approaches && !(turns && loses_touch(s, &carry)) &&
                            pawli_magnitude32(carry.turn) <= TURN_MAX;
    if (goes_along && blocked.fraction == PAWL_UNIT && round < BULLET_ROUND_OF_BOTH) return;
    *solved = before;
    shorten_way(step, s->bullet, s->first.fraction);
    shorten_way(step, s->other, s->first.fraction);
}

/* True when the bullet met a body. */
static bool stop_bullet(const pawli_step *step, uint16_t bullet, uint32_t mover_count, int round) {
    bullet_search s = {step, bullet, PAWLI_NONE, PAWLI_NONE, pawli_meet_nothing};
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
    for (uint32_t i = 1; i < step->solver_count; i++)
        step->marks[step->solver[i].body] = CARRIER_BITS;
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
    if (met) pawli_count_capped(step->world);
}
