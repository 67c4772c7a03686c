/* solve_attach.c - points held by rigid bodies.
 *
 * A point that is attached to a body moves as one with it: an impulse on it acts on both. Let r be
 * the arm from the center of mass to the point, k the radius of gyration and l = |r| / k the lever.
 * Along r the mass of the two together is m_p + m_b, across it m_p + m_b / (1 + l^2); their inverse
 * masses are w_p times the share that the body alone would take of a gap between the two. Where
 * such a point moves by d along r, so does the center of the body; where it moves by d across, the
 * center moves by d / (1 + l^2) and the body turns by k theta = d l / (1 + l^2).
 *
 * A gap between them, from a second attachment of the point, gravity or a collision, is closed by
 * both in proportion to their inverse masses. */
#include "soft/soft_solve.h"

#define RIGID_SHIFT 16 /* movements of bodies are in 2^-38 */
#define IMPULSE_MAX (INT64_C(1) << 32)

static pawli_soft_rigid *rigid_of(const pawli_soft_system *system, const pawli_soft_link *link) {
    return &system->step->rigids[link->b];
}

static bool is_holding(const pawli_soft_link *link) {
    return link->type == PAWL_LINK_ATTACH && !(link->flags & PAWL_LINK_TORN);
}

/* From the center of mass to the anchor, in the frame of the body. */
static pawl_vec2 local_arm(const pawli_soft_system *system, const pawli_soft_link *link) {
    return pawl_vec2_sub(link->place, system->step->bodies[link->b].center);
}

void pawli_solve_attach_prepare(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    if (!is_holding(link)) return;
    pawli_soft_step *step = system->step;
    pawli_soft_particle *particle = &system->particles[link->a];
    pawli_soft_attach_row *row = &system->rows[at].attach;
    const pawli_soft_rigid *rigid = pawli_solve_rigid_of(step, link->b);
    const pawl_vec2 arm = local_arm(system, link);
    const pawl_rot unit = pawl_vec2_normalize(arm);
    const bool centered = arm.x == 0 && arm.y == 0;
    row->local_x = centered ? PAWL_UNIT : unit.c;
    row->local_y = unit.s;
    row->lever = pawli_solve_rigid_lever(
        step, rigid, (int64_t)pawl_vec2_length(arm) * PAWLI_SOFT_PER_RAW, &step->faults);
    row->center_share = pawli_solve_rigid_center_share(row->lever);
    row->share_along =
        pawli_solve_rigid_share(step, rigid, system->slot, particle->inverse_mass, 0);
    row->share_across =
        pawli_solve_rigid_share(step, rigid, system->slot, particle->inverse_mass, row->lever);
    if (particle->attachment == PAWLI_NONE) particle->attachment = (uint16_t)at;
}

void pawli_solve_attach_begin(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    if (!is_holding(link)) return;
    pawli_soft_attach_row *row = &system->rows[at].attach;
    const pawl_rot turn = rigid_of(system, link)->rotation;
    const int64_t x = row->local_x, y = row->local_y;
    row->x = pawli_near32(x * turn.c - y * turn.s, 30);
    row->y = pawli_near32(x * turn.s + y * turn.c, 30);
}

/* Move the body so that the anchor moves by so much along and across its arm, 2^-38. */
static void push_anchor(const pawli_soft_system *system, const pawli_soft_link *link,
                        const pawli_soft_attach_row *row, int64_t along, int64_t across) {
    pawli_soft_rigid *rigid = rigid_of(system, link);
    const pawl_rot arm = {row->x, row->y}, side = {-row->y, row->x};
    const pawli_soft_response straight = {0, PAWLI_SOFT_SHARE_ONE, 0};
    const pawli_soft_response turning = {row->lever, row->center_share, 0};
    if (along != 0) pawli_solve_rigid_push(system->step, rigid, &straight, arm, along);
    if (across != 0) pawli_solve_rigid_push(system->step, rigid, &turning, side, across);
}

static void move_particle_along(pawli_soft_particle *particle, const pawli_soft_attach_row *row,
                                int64_t along, int64_t across) {
    particle->x += pawli_near(along * row->x, 30) - pawli_near(across * row->y, 30);
    particle->y += pawli_near(along * row->y, 30) + pawli_near(across * row->x, 30);
}

/* An arm is below 2^30.5 raw units, a gap that is narrowed below 2^31 and along a unit vector below
 * 2^31.5; shares are at most 2^31. */
void pawli_solve_attach(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    if (!is_holding(link)) return;
    const pawli_soft_attach_row *row = &system->rows[at].attach;
    const pawli_soft_rigid *rigid = rigid_of(system, link);
    pawli_soft_particle *particle = &system->particles[link->a];
    uint32_t *faults = &system->step->faults;
    const pawl_vec2 arm = local_arm(system, link);
    const int64_t c = rigid->rotation.c, s = rigid->rotation.s;
    const int64_t arm_x = pawli_near(c * arm.x - s * arm.y, 24);
    const int64_t arm_y = pawli_near(s * arm.x + c * arm.y, 24);
    const int64_t x = pawli_narrow_symmetric(rigid->x + arm_x - particle->x, faults);
    const int64_t y = pawli_narrow_symmetric(rigid->y + arm_y - particle->y, faults);
    if (x == 0 && y == 0) return;
    const int64_t along = pawli_narrow_symmetric(pawli_near(x * row->x + y * row->y, 30), faults);
    const int64_t across = pawli_narrow_symmetric(pawli_near(y * row->x - x * row->y, 30), faults);
    const int64_t body_along = pawli_near(along * row->share_along, 31 - RIGID_SHIFT);
    const int64_t body_across = pawli_near(across * row->share_across, 31 - RIGID_SHIFT);
    push_anchor(system, link, row, -body_along, -body_across);
    move_particle_along(particle, row, along - pawli_near(body_along, RIGID_SHIFT),
                        across - pawli_near(body_across, RIGID_SHIFT));
}

static const pawli_soft_attach_row *attachment_of(const pawli_soft_system *system,
                                                  const pawli_soft_particle *particle) {
    return &system->rows[particle->attachment].attach;
}

uint32_t pawli_solve_attach_inverse_mass_max(const pawli_soft_system *system,
                                             const pawli_soft_particle *particle) {
    const pawli_soft_attach_row *row = attachment_of(system, particle);
    const uint32_t share =
        row->share_along > row->share_across ? row->share_along : row->share_across;
    return (uint32_t)(((uint64_t)particle->inverse_mass * share) >> 31);
}

/* c and s are within 2^30 and a few raw units, their squares are taken as Q2.30: the product with a
 * share is below 2^62, and with an inverse mass as well. */
uint32_t pawli_solve_attach_inverse_mass(const pawli_soft_system *system,
                                         const pawli_soft_particle *particle, int32_t x,
                                         int32_t y) {
    const pawli_soft_attach_row *row = attachment_of(system, particle);
    const int64_t c = pawli_near((int64_t)row->x * x, 30) + pawli_near((int64_t)row->y * y, 30);
    const int64_t s = pawli_near((int64_t)row->x * y, 30) - pawli_near((int64_t)row->y * x, 30);
    const uint64_t along = ((uint64_t)(c * c) >> 30) * row->share_along >> 30;
    const uint64_t across = ((uint64_t)(s * s) >> 30) * row->share_across >> 30;
    return (uint32_t)((particle->inverse_mass * (along + across)) >> 31);
}

/* Two impulses of a chain, each of 31 bits, differ by less. */
static int64_t limit_attach_impulse(const pawli_soft_system *system, int64_t impulse) {
    if (impulse <= IMPULSE_MAX && impulse >= -IMPULSE_MAX) return impulse;
    system->step->faults |= PAWL_FAULT_SOLVER_RANGE;
    return impulse < 0 ? -IMPULSE_MAX : IMPULSE_MAX;
}

/* Of the vector (2^32, 2^32) either component is below 2^32.5, so half of one times a weight is
 * below 2^61.5; a movement of the body below 2^48.5, one of the point times the arm below 2^62.5.
 */
void pawli_solve_attach_apply(const pawli_soft_system *system, pawli_soft_particle *particle,
                              int64_t impulse_x, int64_t impulse_y) {
    const pawli_soft_attach_row *row = attachment_of(system, particle);
    const int64_t x = limit_attach_impulse(system, impulse_x);
    const int64_t y = limit_attach_impulse(system, impulse_y);
    const int64_t along = pawli_near(x * row->x, 30) + pawli_near(y * row->y, 30);
    const int64_t across = pawli_near(y * row->x, 30) - pawli_near(x * row->y, 30);
    const uint64_t weight_along = (uint64_t)particle->inverse_mass * row->share_along >> 31;
    const uint64_t weight_across = (uint64_t)particle->inverse_mass * row->share_across >> 31;
    const int64_t move_along = pawli_near((int64_t)weight_along * (along / 2), 29 - RIGID_SHIFT);
    const int64_t move_across = pawli_near((int64_t)weight_across * (across / 2), 29 - RIGID_SHIFT);
    push_anchor(system, &system->links[particle->attachment], row, move_along, move_across);
    move_particle_along(particle, row, pawli_near(move_along, RIGID_SHIFT),
                        pawli_near(move_across, RIGID_SHIFT));
}
