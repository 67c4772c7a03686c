/* soft_sleep.c - which soft bodies are awake.
 *
 * A soft body is quiet in a step when its points have moved no faster than the sleep speed, in the
 * mean of squares. Soft bodies do not belong to islands: the counts of quiet steps of what they
 * hold or touch decide instead. With "restless" for fewer of them than half a second:
 *   - a restless soft body keeps the dynamic bodies and soft bodies that it holds or touches awake:
 *     their counts start again,
 *   - a soft body falls asleep when it is not restless, nothing that it holds or touches is, and
 *     the same is true of all soft bodies that lie around it, and around those,
 *   - a sleeping soft body wakes when a body that holds it is awake and restless, or is kinematic
 *     and moves; a sleeping body wakes when a restless soft body holds it. */
#include "soft/soft_collide.h"
#include "geom/bounds.h"

#if PAWL_WITH_SOFT

static bool is_restless_soft(const pawl_world *world, const pawli_soft *soft) {
    return (soft->flags & PAWLI_SOFT_AWAKE) &&
           (soft->quiet_steps < world->sleep_steps || !(soft->flags & PAWLI_SOFT_CAN_SLEEP));
}

static bool moves_by_itself(const pawli_body *body) {
    return body->type == PAWL_KINEMATIC &&
           (body->velocity.x != 0 || body->velocity.y != 0 || body->spin != 0);
}

static bool is_restless_body(const pawl_world *world, const pawli_body *body) {
    if (!(body->flags & PAWLI_BODY_AWAKE)) return false;
    if (body->type != PAWL_DYNAMIC) return moves_by_itself(body);
    return body->quiet_steps < world->sleep_steps || !(body->flags & PAWLI_BODY_CAN_SLEEP);
}

/* ---- what wakes ------------------------------------------------------------------------------ */

static pawl_box resting_box_of(const pawli_soft_step *step, const pawli_soft *soft) {
    const pawli_soft_point *points = &step->points[soft->first_point];
    pawl_box box = {points->position, points->position};
    for (uint32_t i = 1; i < soft->point_count; i++)
        pawli_bounds_add(&box, points[i].position);
    return pawli_grown(box, pawl_add(soft->radius, step->world->scales.speculative));
}

static bool is_touched_by_body(const pawli_soft_step *step, const pawli_soft *soft, pawl_box box) {
    const uint32_t *bits = pawli_awake_bits_const(step->world);
    const uint16_t end = step->world->body_pool.used;
    for (uint16_t slot = pawli_next_bit(bits, 0, end); slot != PAWLI_NONE;
         slot = pawli_next_bit(bits, slot + 1u, end)) {
        if (!is_restless_body(step->world, &step->bodies[slot])) continue;
        const pawl_box reached = pawli_grown(box, pawli_soft_candidates_reach(step, slot));
        for (uint16_t at = step->bodies[slot].first_shape; at != PAWLI_NONE;
             at = step->shapes[at].next) {
            const pawli_shape *shape = &step->shapes[at];
            if (!(shape->flags & PAWLI_SHAPE_IN_TREE)) continue;
            if (pawl_box_overlaps(reached, shape->fat_box) &&
                pawli_soft_candidates_meets(step, soft, at))
                return true;
        }
    }
    return false;
}

/* How far a soft body that is awake may come in this step. */
static pawl_box coming_box(const pawli_soft_step *step, const pawli_soft *soft) {
    const pawli_soft_point *points = &step->points[soft->first_point];
    int64_t most = 0;
    for (uint32_t i = 0; i < soft->point_count; i++) {
        const int64_t x = (int64_t)pawli_magnitude(points[i].moved_x);
        const int64_t y = (int64_t)pawli_magnitude(points[i].moved_y);
        most = x > most ? x : most;
        most = y > most ? y : most;
    }
    const int64_t move = (most / PAWLI_SOFT_PER_RAW + 1) * step->substeps;
    return pawli_grown(resting_box_of(step, soft), pawl_saturate(move));
}

static bool is_touched_by_soft(const pawli_soft_step *step, const pawli_soft *soft, pawl_box box) {
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const pawli_soft *other = &step->softs[step->awake[i]];
        if (!is_restless_soft(step->world, other) ||
            !pawl_box_overlaps(box, coming_box(step, other)))
            continue;
        if (pawli_soft_filters_agree(soft, other->category, other->mask, other->group)) return true;
    }
    return false;
}

static bool is_soft_disturbed(const pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    const pawl_box box = resting_box_of(step, soft);
    return is_touched_by_body(step, soft, box) || is_touched_by_soft(step, soft, box);
}

void pawli_soft_sleep_wake_near(pawli_soft_step *step) {
    for (uint16_t at = step->world->first_soft; at != PAWLI_NONE; at = step->softs[at].next) {
        const pawli_soft *soft = &step->softs[at];
        if (soft->flags & PAWLI_SOFT_AWAKE) continue;
        if (is_soft_disturbed(step, at)) pawli_soft_list_wake(step->world, at);
    }
}

/* ---- what keeps awake ------------------------------------------------------------------------ */

/* The mean of all points: those of a pile slip past each other now and then. But none is faster
 * than four times the sleep speed. Movements in a step are below 2^31 after the first test, and
 * there are fewer than 2^16 points. */
static bool is_soft_quiet(const pawli_soft_step *step, const pawli_soft *soft) {
    const pawli_soft_point *point = &step->points[soft->first_point];
    const pawli_soft_particle *particle = &step->particles[soft->first_point];
    const int64_t speed = pawli_sleep_speed(step->world);
    const int64_t limit = pawli_near(speed * step->substep, 26) * step->substeps;
    const int64_t square = pawli_near(limit * limit, 16);
    int64_t sum = 0;
    for (uint32_t i = 0; i < soft->point_count; i++, point++, particle++) {
        const int64_t x =
            particle->x - ((int64_t)point->position.x * PAWLI_SOFT_PER_RAW + point->frac_x);
        const int64_t y =
            particle->y - ((int64_t)point->position.y * PAWLI_SOFT_PER_RAW + point->frac_y);
        if (x > 4 * limit || x < -4 * limit || y > 4 * limit || y < -4 * limit) return false;
        sum += pawli_near(x * x + y * y, 16);
    }
    return sum <= square * soft->point_count;
}

void pawli_soft_sleep_count_quiet(pawli_soft_step *step, uint16_t slot) {
    pawli_soft *soft = &step->softs[slot];
    if (!step->world->sleeping || !is_soft_quiet(step, soft)) {
        soft->quiet_steps = 0;
    } else if (soft->quiet_steps < UINT16_MAX) {
        soft->quiet_steps++;
    }
}

void pawli_soft_sleep_couple_body(pawli_soft_step *step, uint16_t slot, uint16_t body_slot) {
    pawl_world *world = step->world;
    pawli_body *body = &step->bodies[body_slot];
    if (is_restless_body(world, body)) step->solver_softs[slot].restless = 1;
    if (body->type == PAWL_DYNAMIC && is_restless_soft(world, &step->softs[slot])) {
        pawli_wake(world, body_slot);
    }
}

void pawli_soft_sleep_couple_softs(pawli_soft_step *step, uint16_t a, uint16_t b) {
    const bool a_restless = is_restless_soft(step->world, &step->softs[a]);
    const bool b_restless = is_restless_soft(step->world, &step->softs[b]);
    if (a_restless == b_restless) return;
    step->solver_softs[a_restless ? b : a].restless = 1;
}

void pawli_soft_sleep_couple_attached(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    const pawli_soft_link *link = &step->links[soft->first_link];
    for (uint32_t i = 0; i < soft->link_count; i++, link++) {
        if (link->type == PAWL_LINK_ATTACH && !(link->flags & PAWL_LINK_TORN)) {
            pawli_soft_sleep_couple_body(step, slot, link->b);
        }
    }
}

static bool can_body_wake(const pawli_body *body) {
    return body->type == PAWL_DYNAMIC && !(body->flags & PAWLI_BODY_AWAKE) &&
           (body->flags & PAWLI_BODY_ENABLED);
}

/* Whether anything woke. */
static bool wake_attached_pair(pawl_world *world, uint16_t slot) {
    const pawli_soft *soft = &pawli_softs(world)[slot];
    const pawli_soft_link *link = pawli_soft_links(world) + soft->first_link;
    bool woke = false;
    for (uint32_t i = 0; i < soft->link_count; i++, link++) {
        if (link->type != PAWL_LINK_ATTACH || (link->flags & PAWL_LINK_TORN)) continue;
        const pawli_body *body = &pawli_bodies(world)[link->b];
        if (is_restless_soft(world, soft) && can_body_wake(body)) {
            pawli_wake(world, link->b);
            woke = true;
        }
        if (!(soft->flags & PAWLI_SOFT_AWAKE) && is_restless_body(world, body)) {
            pawli_soft_list_wake(world, slot);
            woke = true;
        }
    }
    return woke;
}

/* Each iteration but the last wakes something, which bounds their number. */
void pawli_soft_sleep_wake_attached(pawl_world *world) {
    for (bool woke = true; woke;) {
        woke = false;
        for (uint16_t at = world->first_soft; at != PAWLI_NONE; at = pawli_softs(world)[at].next) {
            if (wake_attached_pair(world, at)) woke = true;
        }
    }
}

static bool are_softs_near(const pawli_soft_step *step, uint16_t a, uint16_t b) {
    const pawli_soft *other = &step->softs[b];
    return pawl_box_overlaps(step->solver_softs[a].box, step->solver_softs[b].box) &&
           pawli_soft_filters_agree(&step->softs[a], other->category, other->mask, other->group);
}

/* Whether a soft body beside it may not sleep. */
static bool is_near_restless(const pawli_soft_step *step, uint16_t slot) {
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t other = step->awake[i];
        if (step->solver_softs[other].restless && are_softs_near(step, slot, other)) return true;
    }
    return false;
}

/* What lies beside something restless is restless too: those that touch fall asleep together. Each
 * iteration but the last finds one more, which bounds their number. */
static void spread_restlessness(pawli_soft_step *step) {
    for (bool spread = true; spread;) {
        spread = false;
        for (uint32_t i = 0; i < step->awake_count; i++) {
            const uint16_t slot = step->awake[i];
            if (step->solver_softs[slot].restless || !is_near_restless(step, slot)) continue;
            step->solver_softs[slot].restless = 1;
            spread = true;
        }
    }
}

void pawli_soft_sleep(pawli_soft_step *step) {
    pawl_world *world = step->world;
    if (!world->sleeping) return;
    bool any = false;
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t slot = step->awake[i];
        const pawli_soft *soft = &step->softs[slot];
        pawli_solver_soft *solved = &step->solver_softs[slot];
        if (is_restless_soft(world, soft)) solved->restless = 1;
        if (!solved->restless && is_soft_disturbed(step, slot)) solved->restless = 1;
        solved->box = resting_box_of(step, soft);
        if (!solved->restless) any = true;
    }
    if (any) spread_restlessness(step);
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t slot = step->awake[i];
        if (!step->solver_softs[slot].restless) pawli_soft_list_put_to_sleep(world, slot);
    }
}

#endif
