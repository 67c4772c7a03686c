/* step.c - a step: all pairs are asked for the earliest impact, all bodies move until then, the two
 * bounce, and so on. That is O(n^2) for each impact, and needs no memory but the bodies; for
 * sixteen of them that is what an 8-bit part wants. */
#include "pocket/pocket.h"

#include <string.h>

#define PUSH_ROUNDS 4
#define EDGE_HALF 0x7FFFu /* Q8.8, of the box that an edge is */
#define EDGE_BEYOND ((pawl_fx)EDGE_HALF * 256)

/* Goes through the pairs that can meet, in the order of (a, b), edges after bodies. */
typedef struct walk {
    pawl_pocket *pocket;
    pawl_pocket_body *bodies;
    uint8_t a, b;
    bool pass; /* only pairs of which one passes, or only others */
    pawli_pocket_pair pair;
    pawl_pocket_body edge; /* stands for one */
} walk;

static bool can_meet(const walk *w, const pawl_pocket_body *a) {
    if ((a->flags & PAWL_POCKET_USED) == 0) return false;
    if (w->b >= PAWL_POCKET_LEFT)
        return a->inverse_mass != 0 &&
               w->pocket->edges[w->b - PAWL_POCKET_LEFT] ==
                   (w->pass ? PAWL_POCKET_EDGE_REPORT : PAWL_POCKET_EDGE_BOUNCE);
    const pawl_pocket_body *const b = &w->bodies[w->b];
    if ((b->flags & PAWL_POCKET_USED) == 0) return false;
    if ((a->inverse_mass | b->inverse_mass) == 0) return false;
    if ((a->mask & b->category) == 0 || (b->mask & a->category) == 0) return false;
    return (((a->flags | b->flags) & PAWL_POCKET_PASS) != 0) == w->pass;
}

/* The second body of the pair: an edge is a box beside the first one. */
static pawl_pocket_body *second(walk *w, const pawl_pocket_body *a) {
    if (w->b < PAWL_POCKET_LEFT) return &w->bodies[w->b];
    const uint8_t index = (uint8_t)(w->b - PAWL_POCKET_LEFT);
    const uint8_t axis = index >> 1;
    pawl_fx place = w->pocket->bounds[index];
    if ((index & 1u) != 0) {
        place += EDGE_BEYOND;
    } else {
        place -= EDGE_BEYOND;
    }
    w->edge.position[axis] = place;
    w->edge.position[axis ^ 1u] = a->position[axis ^ 1u];
    return &w->edge;
}

static void set_pair(walk *w) {
    const pawl_pocket_body *const a = &w->bodies[w->a];
    pawli_pocket_set_pair(&w->pair, a, second(w, a));
}

static void begin_walk(walk *w, bool pass) {
    w->a = w->b = 0;
    w->pass = pass;
}

static bool next_pair(walk *w) {
    const uint8_t count = w->pocket->body_count;
    while (w->a < count) {
        if (w->b == PAWL_POCKET_TOP) w->b = ++w->a;
        w->b++;
        if (w->b >= count && w->b < PAWL_POCKET_LEFT) w->b = PAWL_POCKET_LEFT;
        if (w->a >= count || !can_meet(w, &w->bodies[w->a])) continue;
        set_pair(w);
        return true;
    }
    return false;
}

/* ---- before and after the motion ------------------------------------------------------------ */

static void limit(pawl_pocket *pocket, pawl_fx *v, uint8_t fault) {
    const pawl_fx most =
        fault == PAWL_POCKET_FAULT_SPEED ? PAWL_POCKET_SPEED_MAX : PAWL_POCKET_COORD_MAX;
    for (uint8_t axis = 0; axis < 2; axis++, v++) {
        pawl_fx value = *v;
        if (value > most) {
            value = most;
        } else if (value < -most) {
            value = -most;
        } else {
            continue;
        }
        *v = value;
        pocket->faults |= fault;
    }
}

/* Not those that are not in use, and not edges. */
static void limit_body(pawl_pocket *pocket, pawl_pocket_body *body) {
    if ((body->flags & PAWL_POCKET_USED) == 0) return;
    limit(pocket, body->position, PAWL_POCKET_FAULT_POSITION);
    limit(pocket, body->velocity, PAWL_POCKET_FAULT_SPEED);
}

static void begin_step(pawl_pocket *pocket, pawl_pocket_body *body) {
    pocket->contact_count = pocket->dropped = 0;
    pocket->tick++;
    limit(pocket, pocket->gravity, PAWL_POCKET_FAULT_SPEED);
    limit(pocket, pocket->bounds, PAWL_POCKET_FAULT_POSITION);
    limit(pocket, pocket->bounds + 2, PAWL_POCKET_FAULT_POSITION);
    for (uint8_t i = 0; i < pocket->body_count; i++, body++) {
        body->held = 0;
        limit_body(pocket, body);
        if (body->inverse_mass == 0) continue;
        if ((body->flags & (PAWL_POCKET_USED | PAWL_POCKET_FLOATS)) != PAWL_POCKET_USED) continue;
        for (uint8_t axis = 0; axis < 2; axis++)
            body->velocity[axis] += pocket->gravity[axis];
        limit_body(pocket, body);
    }
}

/* Whether there was nothing to push. */
static bool push_all(walk *w) {
    bool done = true;
    begin_walk(w, false);
    while (next_pair(w)) {
        if (pawli_pocket_look(&w->pair, 0) != PAWLI_POCKET_OVERLAP) continue;
        const pawl_fx depth = -pawli_pocket_separation(&w->pair);
        if (depth <= PAWL_POCKET_SLOP) continue;
        done = false;
        pawl_pocket_body *const a = &w->bodies[w->a], *const b = second(w, a);
        pawli_pocket_share(&w->pair, a->position, b->position, depth, 0,
                           pawli_pocket_part_of(a->inverse_mass, b->inverse_mass));
        limit_body(w->pocket, a);
        limit_body(w->pocket, b);
    }
    return done;
}

static void push_out(walk *w) {
    for (uint8_t round = 0; round < PUSH_ROUNDS; round++) {
        if (push_all(w)) return;
    }
    w->pocket->faults |= PAWL_POCKET_FAULT_OVERLAP;
}

/* A contact without a normal; null when there is no room. */
static pawl_pocket_contact *report(pawl_pocket *pocket, uint8_t a, uint8_t b) {
    if (pocket->contact_count >= PAWL_POCKET_CONTACTS_MAX) {
        if (pocket->dropped < 255) pocket->dropped++;
        return NULL;
    }
    pawl_pocket_contact *const contact = &pocket->contacts[pocket->contact_count++];
    memset(contact, 0, sizeof *contact);
    contact->a = a;
    contact->b = b;
    return contact;
}

static void end_step(pawl_pocket *pocket, pawl_pocket_body *body) {
    for (uint8_t i = 0; i < pocket->body_count; i++, body++) {
        const pawl_fx *bound = pocket->bounds;
        for (uint8_t axis = 0; axis < 2; axis++, bound += 2) {
            if (pocket->edges[2 * axis] != PAWL_POCKET_EDGE_WRAP) continue;
            const pawl_fx place = body->position[axis];
            pawl_fx width = bound[1] - bound[0];
            if (place > bound[1]) {
                width = -width;
            } else if (place >= bound[0]) {
                continue;
            }
            body->position[axis] = place + width;
        }
    }
}

/* ---- the motion ----------------------------------------------------------------------------- */

static void report_passes(walk *w, uint32_t until) {
    begin_walk(w, true);
    while (next_pair(w)) {
        if (pawli_pocket_meet(&w->pair, until) != PAWLI_POCKET_NEVER ||
            pawli_pocket_look(&w->pair, 0) == PAWLI_POCKET_OVERLAP)
            (void)report(w->pocket, w->a, w->b);
    }
}

static void advance(const walk *w, uint32_t time) {
    pawl_pocket_body *body = w->bodies;
    for (uint8_t i = 0; i < w->pocket->body_count; i++, body++) {
        if ((body->flags & PAWL_POCKET_USED) == 0) continue;
        for (uint8_t axis = 0; axis < 2; axis++)
            body->position[axis] += pawli_pocket_part(body->velocity[axis], time);
    }
}

static void bounce(walk *w) {
    pawl_pocket *const pocket = w->pocket;
    pawl_pocket_body *const a = &w->bodies[w->a];
    set_pair(w);
    (void)pawli_pocket_look(&w->pair, 0);
    (void)pawli_pocket_separation(&w->pair);
    pawl_pocket_contact *const contact = report(pocket, w->a, w->b);
    if (contact != NULL) {
        pawli_pocket_put_normal(&w->pair, contact->normal);
        contact->speed = (uint16_t)((uint32_t)w->pair.speed[0] >> 8);
    }
    pawl_pocket_body *const b = second(w, a);
    pawli_pocket_respond(pocket, &w->pair, a, b);
    limit_body(pocket, a);
    limit_body(pocket, b);
}

static void move_all(walk *w) {
    uint32_t rest = PAWLI_POCKET_STEP;
    for (uint8_t count = 0;; count++) {
        uint32_t first = rest;
        uint8_t a = 0, b = 0; /* the same: none */
        begin_walk(w, false);
        while (next_pair(w)) {
            const uint32_t time = pawli_pocket_meet(&w->pair, first);
            if (time >= first) continue;
            first = time;
            a = w->a;
            b = w->b;
        }
        report_passes(w, first);
        advance(w, first);
        if (a == b) return;
        if (count >= w->pocket->impact_limit) break;
        rest -= first;
        w->a = a;
        w->b = b;
        bounce(w);
    }
    w->pocket->faults |= PAWL_POCKET_FAULT_IMPACTS;
}

pawl_status pawl_pocket_step(pawl_pocket *pocket, pawl_pocket_body *bodies) {
    if (pocket == NULL || bodies == NULL) return PAWL_ERR_NULL;
    if (pocket->body_count > PAWL_POCKET_BODIES_MAX) return PAWL_ERR_RANGE;
    walk w;
    memset(&w.edge, 0, sizeof w.edge);
    w.edge.half[0] = w.edge.half[1] = EDGE_HALF;
    w.edge.flags = PAWL_POCKET_BOX;
    w.pocket = pocket;
    w.bodies = bodies;
    begin_step(pocket, bodies);
    push_out(&w);
    move_all(&w);
    end_step(pocket, bodies);
    return PAWL_OK;
}
