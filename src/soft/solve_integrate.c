/* solve_integrate.c - points by themselves: gravity, damping, movement, limits.
 *
 * Source: Verlet integration as in Jakobsen, "Advanced Character Physics" (2001): a point has no
 * velocity but what it moved in the last sub-step. All points of a soft body fall alike, so what
 * gravity adds in sub-step i is the difference of two rounded multiples of one exact number: in a
 * whole step it is off by half a 2^-22 unit at most, however many sub-steps there are. */
#include "soft/soft_solve.h"

#include "fx/int128.h"
#include "fx/quotient.h"

/* 1024 units in 2^-38. */
#define GRAVITY_MAX (INT64_C(1) << 48)
#define WORLD_EDGE ((int64_t)PAWL_COORD_MAX * PAWLI_SOFT_PER_RAW)

/* g h^2 in 2^-38 units: g in Q16.16, h in Q0.32. */
static int64_t gravity_per_step(const pawli_soft_step *step, pawl_fx gravity, pawl_fx scale) {
    const pawl_fx acceleration = scale == PAWL_FX_ONE ? gravity : pawl_mul(gravity, scale);
    const uint64_t h = step->substep;
    const uint64_t square = (h * h + (UINT64_C(1) << 15)) >> 16; /* Q0.48; h * h < 2^64 - 2^32 */
    const pawli_int128 product =
        pawli_int128_multiply_unsigned(pawli_magnitude(acceleration), square);
    const uint64_t size = pawli_int128_shift_near(product, 26);
    const int64_t move = size > (uint64_t)GRAVITY_MAX ? GRAVITY_MAX : (int64_t)size;
    return acceleration < 0 ? -move : move;
}

/* 1 / (1 + T d), Q0.31, once per step: a share so close to 1 would vanish in the rounding of what
 * moves in a sub-step. T d in Q32 is below 2^42. */
static uint32_t damping_keep(const pawli_soft_step *step, pawl_fx damping) {
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
static uint32_t inverse_mass_of(uint32_t reference, uint32_t mass) {
    if (mass == 0) return 0;
    if (mass == reference) return (uint32_t)PAWL_UNIT;
    const uint32_t inverse_mass = pawli_quotient(((uint64_t)reference << 30) + mass / 2, mass);
    return inverse_mass == 0 ? 1 : inverse_mass;
}

void pawli_solve_integrate_prepare(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    const pawli_soft_point *points = &step->points[soft->first_point];
    pawli_solver_soft *solved = &step->solver_softs[slot];
    const uint32_t least = least_mass(points, soft->point_count);
    solved->reference = pawli_scaled_make(least, -16);
    solved->keep = damping_keep(step, soft->damping);
    solved->gravity_x = gravity_per_step(step, step->world->gravity.x, soft->gravity_scale);
    solved->gravity_y = gravity_per_step(step, step->world->gravity.y, soft->gravity_scale);
    solved->restless = 0;
    pawli_soft_particle *particle = &step->particles[soft->first_point];
    for (uint32_t i = 0; i < soft->point_count; i++, particle++) {
        particle->x = (int64_t)points[i].position.x * PAWLI_SOFT_PER_RAW + points[i].frac_x;
        particle->y = (int64_t)points[i].position.y * PAWLI_SOFT_PER_RAW + points[i].frac_y;
        particle->inverse_mass = inverse_mass_of(least, (uint32_t)points[i].mass);
        particle->from_x = particle->x - (particle->inverse_mass == 0 ? 0 : points[i].moved_x);
        particle->from_y = particle->y - (particle->inverse_mass == 0 ? 0 : points[i].moved_y);
        particle->attachment = PAWLI_NONE;
        particle->touching = 0;
    }
}

/* What gravity adds in this sub-step: at most 2^48 * 2^5 before it is rounded. */
static int64_t gravity_share(int64_t acceleration, int32_t substep) {
    return pawli_near(acceleration * (substep + 1), 16) -
           (substep == 0 ? 0 : pawli_near(acceleration * substep, 16));
}

/* What moved in the last sub-step of the step before has 31 bits, as the share that is left. */
static void damp_particle(pawli_soft_particle *particle, uint32_t keep) {
    particle->from_x = particle->x - pawli_near((particle->x - particle->from_x) * keep, 31);
    particle->from_y = particle->y - pawli_near((particle->y - particle->from_y) * keep, 31);
}

void pawli_solve_integrate(pawli_soft_step *step, uint16_t slot, int32_t substep) {
    const pawli_soft *soft = &step->softs[slot];
    const pawli_solver_soft *solved = &step->solver_softs[slot];
    const int64_t gravity_x = gravity_share(solved->gravity_x, substep);
    const int64_t gravity_y = gravity_share(solved->gravity_y, substep);
    const bool damped = substep == 0 && solved->keep != PAWLI_KEEP_ALL;
    pawli_soft_particle *particle = &step->particles[soft->first_point];
    for (uint32_t i = 0; i < soft->point_count; i++, particle++) {
        if (particle->inverse_mass == 0) {
            particle->from_x = particle->x;
            particle->from_y = particle->y;
            continue;
        }
        if (damped) damp_particle(particle, solved->keep);
        const int64_t x = particle->x - particle->from_x + gravity_x;
        const int64_t y = particle->y - particle->from_y + gravity_y;
        particle->from_x = particle->x;
        particle->from_y = particle->y;
        particle->x += x;
        particle->y += y;
    }
}

static int64_t limit_particle_move(int64_t from, int64_t to, int64_t limit, uint32_t *faults) {
    const int64_t move = to - from;
    if ((uint64_t)(move + limit) <= 2 * (uint64_t)limit) return to;
    *faults |= PAWL_FAULT_SPEED;
    return move < 0 ? from - limit : from + limit;
}

static void stop_particle_at_edge(int64_t *at, uint32_t *faults) {
    if ((uint64_t)(*at + WORLD_EDGE) <= 2 * (uint64_t)WORLD_EDGE) return;
    *faults |= PAWL_FAULT_WORLD_EDGE;
    *at = *at < 0 ? -WORLD_EDGE : WORLD_EDGE;
}

/* Speed and the edge of the world, after the links and before collisions. */
void pawli_solve_integrate_limit(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    pawli_soft_particle *particle = &step->particles[soft->first_point];
    for (uint32_t i = 0; i < soft->point_count; i++, particle++) {
        particle->x =
            limit_particle_move(particle->from_x, particle->x, step->move_max, &step->faults);
        particle->y =
            limit_particle_move(particle->from_y, particle->y, step->move_max, &step->faults);
        stop_particle_at_edge(&particle->x, &step->faults);
        stop_particle_at_edge(&particle->y, &step->faults);
    }
}

static pawl_fx split_position(int64_t q22, int8_t *fraction) {
    const int64_t whole =
        pawli_floor(q22 + 32, 6); /* shifts with the world, as pawli_near does not */
    *fraction = (int8_t)(q22 - whole * PAWLI_SOFT_PER_RAW);
    return (pawl_fx)whole;
}

/* Where a collision has left both x and `from` beyond the edge of the world, x came back to it
 * alone. */
static int32_t final_move(const pawli_soft_step *step, int64_t from, int64_t to) {
    const int64_t move = to - from;
    return (int32_t)(move > step->move_max    ? step->move_max
                     : move < -step->move_max ? -step->move_max
                                              : move);
}

void pawli_solve_integrate_finish(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    pawli_soft_point *point = &step->points[soft->first_point];
    const pawli_soft_particle *particle = &step->particles[soft->first_point];
    for (uint32_t i = 0; i < soft->point_count; i++, particle++, point++) {
        point->position.x = split_position(particle->x, &point->frac_x);
        point->position.y = split_position(particle->y, &point->frac_y);
        point->moved_x = final_move(step, particle->from_x, particle->x);
        point->moved_y = final_move(step, particle->from_y, particle->y);
        point->flags = (uint8_t)((point->flags & ~PAWLI_POINT_TOUCHING) | particle->touching);
    }
}
