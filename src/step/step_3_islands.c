/* step_3_islands.c - wake what is touched by an awake body or joined to it, then join touching and
 * jointed bodies into islands.
 *
 * Union-find over body slots (Tarjan 1975, path halving). The root of an island is its oldest
 * body: joining by serial makes the label a fact about the island, not about the order in which
 * its contacts were visited. */
#include "step/step.h"

uint16_t pawli_islands_root(const pawli_step *step, uint16_t slot) {
    uint16_t *parent = step->island_parent;
    while (parent[slot] != slot) {
        parent[slot] = parent[parent[slot]];
        slot = parent[slot];
    }
    return slot;
}

static void join_islands(const pawli_step *step, uint16_t a, uint16_t b) {
    const uint16_t root_a = pawli_islands_root(step, a), root_b = pawli_islands_root(step, b);
    if (root_a == root_b) return;
    if (step->bodies[root_a].serial < step->bodies[root_b].serial) {
        step->island_parent[root_b] = root_a;
    } else {
        step->island_parent[root_a] = root_b;
    }
}

/* A kinematic body that stands still disturbs nothing. */
static bool wakes_others(const pawli_body *body) {
    if (!(body->flags & PAWLI_BODY_AWAKE)) return false;
    return body->type == PAWL_DYNAMIC || pawli_is_moving_kinematic(body);
}

static bool is_asleep(const pawli_body *body) {
    return body->type == PAWL_DYNAMIC && !(body->flags & PAWLI_BODY_AWAKE);
}

/* Wake a sleeper beside a body that is active; false when there is none. */
static bool wake_sleeper(pawli_step *step, uint16_t a, uint16_t b) {
    const pawli_body *body_a = &step->bodies[a], *body_b = &step->bodies[b];
    if (!wakes_others(body_a) && !wakes_others(body_b)) return false;
    if (!is_asleep(body_a) && !is_asleep(body_b)) return false;
    pawli_wake(step->world, is_asleep(body_a) ? a : b);
    return true;
}

static bool joint_is_enabled(const pawli_step *step, const pawli_joint *joint) {
    return (step->bodies[joint->body_a].flags & step->bodies[joint->body_b].flags &
            PAWLI_BODY_ENABLED) != 0;
}

static bool are_awake(const pawli_step *step, const pawli_joint *joint) {
    return (step->bodies[joint->body_a].flags & step->bodies[joint->body_b].flags &
            PAWLI_BODY_AWAKE) != 0;
}

/* One round wakes islands that touch an awake body; those may touch further ones, so repeat. Each
 * round but the last wakes at least one island, which bounds the loop by the number of bodies. */
static void wake_touched(pawli_step *step) {
    const pawl_world *world = step->world;
    const pawli_joint *joints = pawli_joints_const(world);
    for (bool woke = true; woke;) {
        woke = false;
        for (uint32_t i = 0; step->meets_sleeper && i < step->active_count; i++) {
            const pawli_contact *contact = &step->contacts[step->active[i]];
            if (!(contact->flags & PAWLI_CONTACT_TOUCHING)) continue;
            const uint16_t a = step->shapes[contact->shape_a].body;
            const uint16_t b = step->shapes[contact->shape_b].body;
            if (wake_sleeper(step, a, b)) woke = true;
        }
        for (uint16_t at = pawli_first_joint(world); at != PAWLI_NONE; at = joints[at].next) {
            const pawli_joint *joint = &joints[at];
            if (!joint_is_enabled(step, joint) || are_awake(step, joint)) continue;
            if (wake_sleeper(step, joint->body_a, joint->body_b)) woke = true;
        }
        if (woke) pawli_active_list_contacts(step);
    }
}

static void join_moving(const pawli_step *step, uint16_t a, uint16_t b) {
    if (step->bodies[a].type != PAWL_DYNAMIC || step->bodies[b].type != PAWL_DYNAMIC) return;
    if (step->bodies[a].flags & PAWLI_BODY_AWAKE) join_islands(step, a, b);
}

static void join_touching(pawli_step *step) {
    const pawl_world *world = step->world;
    for (uint32_t i = 0; i < step->awake_count; i++)
        step->island_parent[step->awake[i]] = step->awake[i];
    for (uint32_t i = 0; i < step->active_count; i++) {
        const pawli_contact *contact = &step->contacts[step->active[i]];
        if (!(contact->flags & PAWLI_CONTACT_TOUCHING)) continue;
        const uint16_t a = step->shapes[contact->shape_a].body;
        const uint16_t b = step->shapes[contact->shape_b].body;
        join_moving(step, a, b);
    }
    const pawli_joint *joints = pawli_joints_const(world);
    for (uint16_t at = pawli_first_joint(world); at != PAWLI_NONE; at = joints[at].next) {
        if (joint_is_enabled(step, &joints[at]))
            join_moving(step, joints[at].body_a, joints[at].body_b);
    }
}

void pawli_islands_find(pawli_step *step) {
    wake_touched(step);
    pawli_active_list_bodies(step);
    if (step->world->sleeping) join_touching(step);
}
