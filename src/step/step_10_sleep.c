/* step_10_sleep.c - islands that have been quiet for half a second fall asleep together.
 *
 * Quiet means: no point of the body faster than the sleep speed, by velocity and by the distance
 * it really moved. A kinematic body that moves keeps whatever touches it or hangs on it awake. */
#include "step/step.h"

/* The mark of the root of an island that may not sleep yet. */
#define RESTLESS UINT32_C(1)

/* Most of what flies is an island of its own, which is seen here. */
static inline uint16_t root_at_hand(const pawli_step *step, uint16_t slot) {
    return step->island_parent[slot] == slot ? slot : pawli_islands_root(step, slot);
}

/* The root of an island is its oldest body, which comes before the others of it. Returns how many
 * islands there are if every body is restless, else 0. */
static uint32_t mark_restless_bodies(pawli_step *step) {
    const pawl_world *world = step->world;
    uint32_t restless = 0, roots = 0;
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t at = step->awake[i];
        const pawli_body *body = &step->bodies[at];
        step->marks[at] = 0;
        if (body->type != PAWL_DYNAMIC) continue;
        if (body->quiet_steps < world->sleep_steps || !(body->flags & PAWLI_BODY_CAN_SLEEP)) {
            const uint16_t root = root_at_hand(step, at);
            step->marks[root] = RESTLESS;
            roots += root == at;
            restless++;
        }
    }
    return restless == step->awake_count ? roots : 0;
}

static bool can_be_carried(const pawli_body *body) {
    return body->type == PAWL_DYNAMIC && (body->flags & PAWLI_BODY_AWAKE);
}

static void mark_if_carried(pawli_step *step, uint16_t a, uint16_t b) {
    const pawli_body *body_a = &step->bodies[a], *body_b = &step->bodies[b];
    if (pawli_is_moving_kinematic(body_a) && can_be_carried(body_b)) {
        step->marks[pawli_islands_root(step, b)] = RESTLESS;
    }
    if (pawli_is_moving_kinematic(body_b) && can_be_carried(body_a)) {
        step->marks[pawli_islands_root(step, a)] = RESTLESS;
    }
}

/* Soft bodies may have woken what was not there when carriers were looked for. */
static void mark_carried_islands(pawli_step *step) {
    if (PAWLI_LARGE_CODE && !step->has_carriers && pawli_first_soft(step->world) == PAWLI_NONE)
        return;
    for (uint32_t i = 0; i < step->active_count; i++) {
        const pawli_contact *contact = &step->contacts[step->active[i] / 2];
        mark_if_carried(step, step->shapes[contact->shape_a].body,
                        step->shapes[contact->shape_b].body);
    }
    const pawli_joint *joints = pawli_joints_const(step->world);
    for (uint16_t at = pawli_first_joint(step->world); at != PAWLI_NONE; at = joints[at].next)
        mark_if_carried(step, joints[at].body_a, joints[at].body_b);
}

/* Kinematic bodies that stand still have nothing to do; they are islands of their own. */
static void rest_kinematic(pawli_step *step, uint16_t slot) {
    const pawli_body *body = &step->bodies[slot];
    if (!(body->flags & PAWLI_BODY_CAN_SLEEP) || pawli_is_moving_kinematic(body)) return;
    if (body->quiet_steps >= step->world->sleep_steps) {
        pawli_mark_asleep(step->world, slot, slot);
        step->world->counters.awake--;
    }
}

/* Join the islands of two bodies; returns how many there are less. Source: Rem's algorithm, in
 * Dijkstra, A Discipline of Programming (1976), chapter 23: parents have lower numbers, and on the
 * way up from both sides the higher parent is exchanged for the lower one. */
PAWLI_INLINE uint32_t merge_islands(uint16_t *parent, uint16_t a, uint16_t b) {
    while (parent[a] != parent[b]) {
        const bool from_a = parent[a] > parent[b];
        const uint16_t higher = from_a ? a : b, next = parent[higher];
        parent[higher] = parent[from_a ? b : a];
        if (next == higher) return 1;
        *(from_a ? &a : &b) = next;
    }
    return 0;
}

static bool is_moving(const pawli_step *step, uint32_t solver) {
    return solver != 0 && step->bodies[step->solver[solver].body].type == PAWL_DYNAMIC;
}

/* Where nothing may sleep no phase needs islands, and only the counter asks for them: by solver
 * bodies less 1, which are at hand in the rows. */
static void count_islands(pawli_step *step) {
    uint16_t *parent = step->island_parent;
    uint32_t count = 0;
    for (uint32_t i = 1; i < step->solver_count; i++) {
        parent[i - 1] = (uint16_t)(i - 1);
        count += is_moving(step, i);
    }
    for (uint32_t i = 0; i < step->moving_rows; i++) {
        const pawli_contact_row *row = &step->rows[i];
        count -= merge_islands(parent, (uint16_t)(row->a - 1), (uint16_t)(row->b - 1));
    }
    const pawli_joint *joints = pawli_joints_const(step->world);
    for (uint16_t at = pawli_first_joint(step->world); at != PAWLI_NONE; at = joints[at].next) {
        const uint16_t a = pawli_solver_of(step, joints[at].body_a);
        const uint16_t b = pawli_solver_of(step, joints[at].body_b);
        if (!is_moving(step, a) || !is_moving(step, b)) continue;
        count -= merge_islands(parent, (uint16_t)(a - 1), (uint16_t)(b - 1));
    }
    step->world->counters.islands = (uint16_t)count;
}

void pawli_sleep(pawli_step *step) {
    pawl_world *world = step->world;
    if (!world->sleeping) {
        count_islands(step);
        return;
    }
    /* Where everything moves, as in most of what is played, there is no island to look at. */
    const uint32_t restless_islands = mark_restless_bodies(step);
    if (restless_islands != 0) {
        world->counters.islands = (uint16_t)restless_islands;
        return;
    }
    mark_carried_islands(step);
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t at = step->awake[i];
        const pawli_body *body = &step->bodies[at];
        if (body->type == PAWL_KINEMATIC) {
            rest_kinematic(step, at);
            continue;
        }
        const uint16_t root = root_at_hand(step, at);
        PAWL_ASSERT(step->bodies[root].serial <= body->serial);
        if (step->marks[root] != RESTLESS) {
            pawli_mark_asleep(world, at, root);
            world->counters.awake--;
        } else if (root == at) {
            world->counters.islands++;
        }
    }
}
