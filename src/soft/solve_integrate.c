/* solve_integrate.c - points by themselves: gravity, damping, movement, limits.
 *
 * Source: Verlet integration as in Jakobsen, "Advanced Character Physics" (2001): a point has no
 * velocity but what it moved in the last sub-step. All points of a soft body fall alike, so what
 * gravity adds in sub-step i is the difference of two rounded multiples of one exact number: in a
 * whole step it is off by half a 2^-22 unit at most, however many sub-steps there are. */
#include "soft/soft_solve.h"

#include "fx/fx_wide.h"
#include "fx/quotient.h"

/* 1024 units in 2^-38. */
#define PULL_MAX (INT64_C(1) << 48)
#define FINE_EDGE ((int64_t)PAWL_COORD_MAX * 64)

/* g h^2 in 2^-38 units: g in Q16.16, h in Q0.32. */
static int64_t pull_of(const pawli_soft_step *step, pawl_fx gravity, pawl_fx scale) {
    const pawl_fx pull = scale == PAWL_FX_ONE ? gravity : pawl_mul(gravity, scale);
    const uint64_t h = step->substep;
    const uint64_t square = (h * h + (UINT64_C(1) << 15)) >> 16; /* Q0.48; h * h < 2^64 - 2^32 */
    const pawli_int128 product = pawli_uint128_multiply(pawli_magnitude(pull), square);
    const uint64_t size = pawli_uint128_shift_near(product, 26);
    const int64_t way = size > (uint64_t)PULL_MAX ? PULL_MAX : (int64_t)size;
    return pull < 0 ? -way : way;
}

/* 1 / (1 + T d), Q0.31, once per step: a share so close to 1 would vanish in the rounding of what
 * moves in a sub-step. T d in Q32 is below 2^42. */
static uint32_t keep_of(const pawli_soft_step *step, pawl_fx damping) {
    if (damping <= 0) return PAWLI_KEEP_ALL;
    const uint64_t one = UINT64_C(1) << 32;
    const uint64_t loss =
        (((uint64_t)(uint32_t)damping * step->substep) >> 16) * (uint32_t)step->substeps;
    return (uint32_t)((one * PAWLI_KEEP_ALL) / (one + loss));
}

static uint32_t least_mass(const pawli_soft_point *points, uint32_t count) {
    uint32_t least = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t mass = (uint32_t)points[i].mass;
        if (mass != 0 && (least == 0 || mass < least)) least = mass;
    }
    return least;
}

/* reference / mass, Q2.30, at least 2^8 for the masses that are allowed. */
static uint32_t weight_of(uint32_t reference, uint32_t mass) {
    if (mass == 0) return 0;
    if (mass == reference) return (uint32_t)PAWL_UNIT;
    const uint32_t weight = pawli_quotient(((uint64_t)reference << 30) + mass / 2, mass);
    return weight == 0 ? 1 : weight;
}

void pawli_solve_integrate_prepare(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    const pawli_soft_point *points = &step->points[soft->first_point];
    pawli_solver_soft *work = &step->works[slot];
    const uint32_t least = least_mass(points, soft->point_count);
    work->reference = pawli_scaled_make(least, -16);
    work->keep = keep_of(step, soft->damping);
    work->pull_x = pull_of(step, step->world->gravity.x, soft->gravity_scale);
    work->pull_y = pull_of(step, step->world->gravity.y, soft->gravity_scale);
    work->restless = 0;
    pawli_soft_particle *node = &step->nodes[soft->first_point];
    for (uint32_t i = 0; i < soft->point_count; i++, node++) {
        node->x = (int64_t)points[i].position.x * 64 + points[i].rest_x;
        node->y = (int64_t)points[i].position.y * 64 + points[i].rest_y;
        node->weight = weight_of(least, (uint32_t)points[i].mass);
        node->from_x = node->x - (node->weight == 0 ? 0 : points[i].moved_x);
        node->from_y = node->y - (node->weight == 0 ? 0 : points[i].moved_y);
        node->glue = PAWLI_NONE;
        node->touching = 0;
    }
}

/* What gravity adds in this sub-step. */
static int64_t share_of(int64_t pull, int32_t substep) {
    return pawli_near(pull * (substep + 1), 16) -
           (substep == 0 ? 0 : pawli_near(pull * substep, 16));
}

static void damp(pawli_soft_particle *node, uint32_t keep) {
    node->from_x = node->x - pawli_near((node->x - node->from_x) * keep, 31);
    node->from_y = node->y - pawli_near((node->y - node->from_y) * keep, 31);
}

void pawli_solve_integrate(pawli_soft_step *step, uint16_t slot, int32_t substep) {
    const pawli_soft *soft = &step->softs[slot];
    const pawli_solver_soft *work = &step->works[slot];
    const int64_t pull_x = share_of(work->pull_x, substep);
    const int64_t pull_y = share_of(work->pull_y, substep);
    const bool damped = substep == 0 && work->keep != PAWLI_KEEP_ALL;
    pawli_soft_particle *node = &step->nodes[soft->first_point];
    for (uint32_t i = 0; i < soft->point_count; i++, node++) {
        if (node->weight == 0) {
            node->from_x = node->x;
            node->from_y = node->y;
            continue;
        }
        if (damped) damp(node, work->keep);
        const int64_t x = node->x - node->from_x + pull_x;
        const int64_t y = node->y - node->from_y + pull_y;
        node->from_x = node->x;
        node->from_y = node->y;
        node->x += x;
        node->y += y;
    }
}

static int64_t limited(int64_t from, int64_t to, int64_t limit, uint32_t *faults) {
    const int64_t way = to - from;
    if ((uint64_t)(way + limit) <= 2 * (uint64_t)limit) return to;
    *faults |= PAWL_FAULT_SPEED;
    return way < 0 ? from - limit : from + limit;
}

static void stop_at_edge(int64_t *at, uint32_t *faults) {
    if ((uint64_t)(*at + FINE_EDGE) <= 2 * (uint64_t)FINE_EDGE) return;
    *faults |= PAWL_FAULT_WORLD_EDGE;
    *at = *at < 0 ? -FINE_EDGE : FINE_EDGE;
}

/* Speed and the edge of the world, after the links and before collisions. */
void pawli_solve_integrate_limit(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    pawli_soft_particle *node = &step->nodes[soft->first_point];
    for (uint32_t i = 0; i < soft->point_count; i++, node++) {
        node->x = limited(node->from_x, node->x, step->way_max, &step->faults);
        node->y = limited(node->from_y, node->y, step->way_max, &step->faults);
        stop_at_edge(&node->x, &step->faults);
        stop_at_edge(&node->y, &step->faults);
    }
}

static pawl_fx split(int64_t fine, int8_t *rest) {
    const int64_t whole =
        pawli_floor(fine + 32, 6); /* shifts with the world, as pawli_near does not */
    *rest = (int8_t)(fine - whole * 64);
    return (pawl_fx)whole;
}

void pawli_solve_integrate_finish(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    pawli_soft_point *point = &step->points[soft->first_point];
    const pawli_soft_particle *node = &step->nodes[soft->first_point];
    for (uint32_t i = 0; i < soft->point_count; i++, node++, point++) {
        point->position.x = split(node->x, &point->rest_x);
        point->position.y = split(node->y, &point->rest_y);
        point->moved_x = (int32_t)(node->x - node->from_x);
        point->moved_y = (int32_t)(node->y - node->from_y);
        point->flags = (uint8_t)((point->flags & ~PAWLI_POINT_TOUCHING) | node->touching);
    }
}
