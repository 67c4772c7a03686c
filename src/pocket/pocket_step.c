/* pocket_step.c - a step: the earliest impact of all pairs is found, all bodies move until then,
 * the two bounce, and so on. That is O(n^2) for each impact, and needs no memory but the bodies;
 * that suits sixteen of them on an 8-bit processor. */
#include "pocket/pocket.h"

#include <stddef.h>
#include <string.h>

#define PUSH_ROUNDS 4
#define EDGE_HALF 0x7FFFu /* Q8.8, of the box that an edge is */
#define EDGE_BEYOND ((pawl_fx)EDGE_HALF * 256)

/* Goes through the pairs that can meet, in the order of (a, b), edges after bodies. */
typedef struct pair_cursor {
    pawl_pocket *pocket;
    pawl_pocket_body *bodies;
    uint8_t a, b;
    uint8_t through; /* PAWL_POCKET_SENSOR: only pairs with a body that has it; 0: only others */
    pawli_pocket_pair pair;
    pawl_pocket_body edge; /* stands for one */
} pair_cursor;

static bool can_meet(const pawl_pocket_body *a, const pawl_pocket_body *b, uint8_t through) {
    return (b->flags & PAWL_POCKET_USED) != 0 && (a->inverse_mass | b->inverse_mass) != 0 &&
           (a->mask & b->category) != 0 && (b->mask & a->category) != 0 &&
           ((a->flags | b->flags) & PAWL_POCKET_SENSOR) == through;
}

/* Put the box that an edge is beside a body, if it has one of the wanted kind. */
static bool put_edge(pair_cursor *w, const pawl_pocket_body *a) {
    const uint8_t index = (uint8_t)(w->b - PAWL_POCKET_LEFT);
    uint8_t edge_type = PAWL_POCKET_EDGE_BOUNCE;
    if (w->through != 0) edge_type = PAWL_POCKET_EDGE_REPORT;
    if (a->inverse_mass == 0 || w->pocket->edges[index] != edge_type) return false;
    pawl_fx place = w->pocket->bounds[index];
    place += (index & 1u) != 0 ? EDGE_BEYOND : -EDGE_BEYOND;
    memcpy(w->edge.position, a->position, sizeof a->position);
    w->edge.position[index >> 1] = place;
    return true;
}

/* Make the pair of a and b, if they can meet. */
static bool set_next_pair(pair_cursor *w) {
    pawl_pocket_body *const a = &w->bodies[w->a], *b = &w->edge;
    if ((a->flags & PAWL_POCKET_USED) == 0) return false;
    if (w->b < PAWL_POCKET_LEFT) {
        b = &w->bodies[w->b];
        if (!can_meet(a, b, w->through)) return false;
    } else if (!put_edge(w, a)) {
        return false;
    }
    pawli_pocket_meet_set_pair(&w->pair, a, b);
    return true;
}

static void begin_pairs(pair_cursor *w, uint8_t through) {
    w->a = w->b = 0;
    w->through = through;
}

static bool next_pair(pair_cursor *w) {
    const uint8_t count = w->pocket->body_count;
    while (w->a < count) {
        if (w->b == PAWL_POCKET_TOP) w->b = ++w->a;
        w->b++;
        if (w->b >= count && w->b < PAWL_POCKET_LEFT) w->b = PAWL_POCKET_LEFT;
        if (w->a < count && set_next_pair(w)) return true;
    }
    return false;
}

/* ---- before and after the motion ------------------------------------------------------------ */

uint8_t pawli_pocket_step_limit(pawl_fx *coordinate, uint8_t count, uint8_t fault) {
    PAWLI_POCKET_SAVE_LAST_FOUR();
    const pawl_fx most =
        fault == PAWL_POCKET_FAULT_SPEED ? PAWL_POCKET_SPEED_MAX : PAWL_POCKET_COORD_MAX;
    uint8_t faults = 0;
    for (; count != 0; count--, coordinate++) {
        pawl_fx value = *coordinate;
        if (value > most) {
            value = most;
        } else if (value < -most) {
            value = -most;
        } else {
            continue;
        }
        *coordinate = value;
        faults = fault;
    }
    return faults;
}

static void limit(pawl_pocket *pocket, pawl_fx *v, uint8_t count, uint8_t fault) {
    pocket->faults |= pawli_pocket_step_limit(v, count, fault);
}

/* Not those that are not in use, and not edges. */
static void limit_body(pawl_pocket *pocket, pawl_pocket_body *body) {
    if ((body->flags & PAWL_POCKET_USED) == 0) return;
    limit(pocket, body->position, 2, PAWL_POCKET_FAULT_POSITION);
    limit(pocket, body->velocity, 2, PAWL_POCKET_FAULT_SPEED);
}

static void limit_pair(pair_cursor *w) {
    limit_body(w->pocket, w->pair.a);
    limit_body(w->pocket, w->pair.b);
}

PAWLI_POCKET_ONCE static void begin_pocket_step(pawl_pocket *pocket, pawl_pocket_body *body) {
    pocket->contact_count = pocket->dropped = 0;
    pocket->tick++;
    limit(pocket, pocket->gravity, 2, PAWL_POCKET_FAULT_SPEED);
    limit(pocket, pocket->bounds, 4, PAWL_POCKET_FAULT_POSITION);
    for (uint8_t i = 0; i < pocket->body_count; i++, body++) {
        body->held = 0;
        limit_body(pocket, body);
        if (body->inverse_mass == 0) continue;
        if ((body->flags & (PAWL_POCKET_USED | PAWL_POCKET_FLOATS)) != PAWL_POCKET_USED) continue;
        uint8_t *const velocity = (uint8_t *)body + offsetof(pawl_pocket_body, velocity);
        pawli_pocket_response_add(velocity, pocket->gravity[0]);
        pawli_pocket_response_add(velocity + sizeof(pawl_fx), pocket->gravity[1]);
        limit_body(pocket, body);
    }
}

/* Whether there was nothing to push. */
static bool push_pairs(pair_cursor *w) {
    bool done = true;
    begin_pairs(w, 0);
    while (next_pair(w)) {
        if (pawli_pocket_meet_look(&w->pair, 0) != PAWLI_POCKET_OVERLAP) continue;
        const pawl_fx depth = -pawli_pocket_meet_separation(&w->pair);
        if (depth <= PAWL_POCKET_SLOP) continue;
        done = false;
        w->pair.speed[0] = depth;
        w->pair.speed[1] = 0;
        pawli_pocket_response_share(&w->pair, offsetof(pawl_pocket_body, position),
                                    pawli_pocket_response_ratio(&w->pair));
        limit_pair(w);
    }
    return done;
}

static void push_overlaps(pair_cursor *w) {
    for (uint8_t round = 0; round < PUSH_ROUNDS; round++) {
        if (push_pairs(w)) return;
    }
    w->pocket->faults |= PAWL_POCKET_FAULT_OVERLAP;
}

/* A contact without a normal; null when there is no room. */
static pawl_pocket_contact *add_pocket_contact(pawl_pocket *pocket, uint8_t a, uint8_t b) {
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

static void wrap(pawl_fx *place, const pawl_fx bound[2]) {
    const pawl_fx width = bound[1] - bound[0];
    if (*place > bound[1]) {
        *place -= width;
    } else if (*place < bound[0]) {
        *place += width;
    }
}

static void end_step(pawl_pocket *pocket, pawl_pocket_body *body) {
    for (uint8_t i = 0; i < pocket->body_count; i++, body++) {
        if ((body->flags & PAWL_POCKET_USED) == 0) continue;
        for (uint8_t axis = 0; axis < 2; axis++) {
            if (pocket->edges[2 * axis] != PAWL_POCKET_EDGE_WRAP) continue;
            wrap(&body->position[axis], &pocket->bounds[2 * axis]);
        }
    }
}

/* ---- the motion ----------------------------------------------------------------------------- */

static void report_through(pair_cursor *w, uint32_t until) {
    begin_pairs(w, PAWL_POCKET_SENSOR);
    while (next_pair(w)) {
        if (pawli_pocket_meet(&w->pair, until) ||
            pawli_pocket_meet_look(&w->pair, 0) == PAWLI_POCKET_OVERLAP)
            (void)add_pocket_contact(w->pocket, w->a, w->b);
    }
}

static void advance_bodies(const pair_cursor *w, uint32_t time) {
    pawl_pocket_body *body = w->bodies;
    for (uint8_t i = 0; i < w->pocket->body_count; i++, body++) {
        if ((body->flags & PAWL_POCKET_USED) == 0) continue;
        for (uint8_t axis = 0; axis < 2; axis++)
            body->position[axis] = pawli_pocket_meet_place(PAWLI_POCKET_COLUMN(body, axis), time);
    }
}

static void bounce_pair(pair_cursor *w) {
    pawl_pocket *const pocket = w->pocket;
    int8_t normal[2];
    (void)set_next_pair(w);
    pawli_pocket_response_touch(&w->pair, 0, normal);
    pawl_pocket_contact *const contact = add_pocket_contact(pocket, w->a, w->b);
    if (contact != NULL) {
        memcpy(contact->normal, normal, sizeof normal);
        contact->speed = (uint16_t)((uint32_t)w->pair.speed[0] >> 8);
    }
    pawli_pocket_response_apply(pocket, &w->pair);
    limit_pair(w);
}

static void move_pocket_bodies(pair_cursor *w) {
    uint32_t left = PAWLI_POCKET_STEP;
    for (uint8_t count = 0;; count++) {
        uint32_t first = left;
        uint8_t a = 0, b = 0; /* the same: none */
        begin_pairs(w, 0);
        while (first != 0 && next_pair(w)) {
            if (!pawli_pocket_meet(&w->pair, first)) continue;
            first = w->pair.time;
            a = w->a;
            b = w->b;
        }
        report_through(w, first);
        advance_bodies(w, first);
        if (a == b) return;
        if (count >= w->pocket->impact_limit) break;
        left -= first;
        begin_pairs(w, 0);
        w->a = a;
        w->b = b;
        bounce_pair(w);
    }
    w->pocket->faults |= PAWL_POCKET_FAULT_IMPACTS;
}

pawl_status pawl_pocket_step(pawl_pocket *pocket, pawl_pocket_body *bodies) {
    if (pocket == NULL || bodies == NULL) return PAWL_ERR_NULL;
    if (pocket->body_count > PAWL_POCKET_BODIES_MAX) return PAWL_ERR_RANGE;
    pair_cursor w;
    memset(&w.edge, 0, sizeof w.edge);
    w.edge.half[0] = w.edge.half[1] = EDGE_HALF;
    w.edge.flags = PAWL_POCKET_BOX;
    w.pocket = pocket;
    w.bodies = bodies;
    begin_pocket_step(pocket, bodies);
    push_overlaps(&w);
    move_pocket_bodies(&w);
    end_step(pocket, bodies);
    return PAWL_OK;
}
