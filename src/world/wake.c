/* wake.c - which bodies are awake. Bodies fall asleep as islands and wake as islands: a sleeping
 * body carries the slot of its island's oldest member as a label. Destroying, disabling or retyping
 * a body wakes its island first, so a label never outlives the body it names. */
#include "world/tree.h"
#include "world/world.h"

void pawli_wake(pawl_world *world, uint16_t slot) {
    pawli_body *bodies = pawli_bodies(world);
    bodies[slot].quiet_steps = 0;
    if (bodies[slot].type == PAWL_STATIC || !(bodies[slot].flags & PAWLI_BODY_ENABLED)) return;
    if (bodies[slot].flags & PAWLI_BODY_AWAKE) return;
    const uint16_t island = bodies[slot].island;
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        pawli_body *body = &bodies[at];
        if (body->island != island || body->type == PAWL_STATIC) continue;
        if (!(body->flags & PAWLI_BODY_ENABLED)) continue;
        pawli_mark_awake(world, at);
        body->island = PAWLI_NONE;
        body->quiet_steps = 0;
    }
}

/* Two sleeping bodies become one island, labeled by the oldest body of both. */
void pawli_wake_tie(pawl_world *world, uint16_t a, uint16_t b) {
    pawli_body *bodies = pawli_bodies(world);
    if (bodies[a].type == PAWL_STATIC || bodies[b].type == PAWL_STATIC) return;
    if (!(bodies[a].flags & bodies[b].flags & PAWLI_BODY_ENABLED)) return;
    const uint16_t of_a = bodies[a].island, of_b = bodies[b].island;
    const bool a_first = bodies[of_a].serial <= bodies[of_b].serial;
    const uint16_t label = a_first ? of_a : of_b, other = a_first ? of_b : of_a;
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        if (bodies[at].type != PAWL_STATIC && bodies[at].island == other) bodies[at].island = label;
    }
}

static void wake_joined(pawl_world *world, uint16_t body) {
    const pawli_joint *joints = pawli_joints(world);
    uint16_t at = pawli_first_joint_of(world, body);
    for (; at != PAWLI_NONE; at = pawli_joint_list_after(&joints[at], body)) {
        pawli_wake(world, joints[at].body_a);
        pawli_wake(world, joints[at].body_b);
    }
}

/* Whatever rests against this body or hangs on it is about to lose its support. */
void pawli_wake_touching(pawl_world *world, uint16_t slot) {
    const pawli_contact *contacts = pawli_contacts(world);
    const pawli_shape *shapes = pawli_shapes(world);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        if (!(contacts[i].flags & PAWLI_CONTACT_TOUCHING)) continue;
        const uint16_t a = shapes[contacts[i].shape_a].body;
        const uint16_t b = shapes[contacts[i].shape_b].body;
        if (a == slot) pawli_wake(world, b);
        if (b == slot) pawli_wake(world, a);
    }
    if (PAWL_WITH_JOINTS) wake_joined(world, slot);
}

/* A body has appeared where it is: what is there must take notice. */
void pawli_wake_around(pawl_world *world, uint16_t slot) {
    const pawli_shape *shapes = pawli_shapes(world);
    if (!(pawli_bodies(world)[slot].flags & PAWLI_BODY_ENABLED)) return;
    for (uint16_t at = pawli_bodies(world)[slot].first_shape; at != PAWLI_NONE;
         at = shapes[at].next) {
        pawli_tree_query query;
        pawli_tree_query_begin(world, shapes[at].fat_box, &query);
        for (;;) {
            const uint16_t other = pawli_tree_query_next(world, &query);
            if (other == PAWLI_NONE) break;
            if (pawli_pair_flags(world, at, other) & PAWLI_SHAPE_SENSOR) continue;
            if (pawli_contact_should_collide(world, at, other))
                pawli_wake(world, shapes[other].body);
        }
    }
}
